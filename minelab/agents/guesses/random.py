"""Any covered cell, each equally likely."""

from collections.abc import Sequence

from minelab.boards.grid import Cell
from minelab.inference.position import Position
from minelab.inference.reasons import Guess


def random(position: Position, order: Sequence[Cell]) -> Guess:
    """The first covered cell in the game's random order: agents share their guesses."""
    covered = set(position.view.covered)
    return Guess(next(cell for cell in order if cell in covered), "random")
