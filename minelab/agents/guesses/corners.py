"""Corners first, then the best clue below one half: the rule of report Corners."""

from collections.abc import Sequence
from fractions import Fraction

from minelab.agents.guesses.random import random
from minelab.boards.grid import COVERED, Cell
from minelab.inference.position import Position
from minelab.inference.reasons import Guess


def corners(
    position: Position,
    order: Sequence[Cell],
    raw_clue: bool = False,
    corners_first: bool = True,
    by_clue: bool = True,
    limit: Fraction = Fraction(1, 2),
) -> Guess:
    """A covered corner; else a covered cell of the clue with the least estimate below one half.

    A clue's estimate is the mines it still misses over its covered cells; with `raw_clue` its whole
    number over them, as the report's formula is printed. Either half of the rule can be left out.
    limit: from which estimate on a random cell is preferred.
    """
    view = position.view
    for cell in ((0, 0), (0, view.cols - 1), (view.rows - 1, 0), (view.rows - 1, view.cols - 1)):
        if corners_first and view[cell] == COVERED:
            return Guess(cell, "corner")
    ratio = {
        clue: Fraction(view[clue] if raw_clue else constraint.mines, len(constraint.cells))
        for clue, constraint in position.constraints.items()
    }
    clue = min(ratio, key=lambda clue: (ratio[clue], clue), default=None)
    # From one half on the report prefers a random cell (its Representation section).
    if not by_clue or clue is None or ratio[clue] >= limit:
        return random(position, order)
    name = "corners-raw" if raw_clue else "corners" if corners_first else "clue"
    return Guess(min(position.constraints[clue].cells), name, float(ratio[clue]))
