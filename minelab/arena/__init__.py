"""The arena: any solver, in any language, on the same boards as all others."""
