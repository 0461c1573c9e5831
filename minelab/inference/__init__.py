"""Inference: what follows from clues. Reasons, positions, methods, odds, perfect play."""
