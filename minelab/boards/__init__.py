"""Boards: how a game is represented, the truth and what a player sees of it."""
