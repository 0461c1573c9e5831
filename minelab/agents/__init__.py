"""Agents: who decides. Compositions of methods and a guess rule, and players of your own."""
