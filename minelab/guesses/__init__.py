"""Guess rules, one a file: which cell to open when nothing can be proved.

A rule gets the position and the game's own random order of all cells; it has no other source
of chance, so the same seed gives the same game.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from minelab.grid import COVERED, Cell
from minelab.guesses.random import random
from minelab.knowledge import Position
from minelab.reasons import Guess
from minelab.view import View

GuessRule: TypeAlias = Callable[[Position, Sequence[Cell]], Guess]

GUESS_RULES: dict[str, GuessRule] = {"random": random}


def next_covered(cells: Iterator[Cell], view: View) -> Cell | None:
    """The next of these cells that is covered, None when they have run out."""
    return next((cell for cell in cells if view[cell] == COVERED), None)
