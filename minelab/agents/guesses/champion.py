"""The champion's rule: looks ahead, and plays the rest perfectly when it is short."""

from collections.abc import Sequence
from dataclasses import replace

from minelab.agents.champion import look
from minelab.agents.guesses.exact import exact
from minelab.boards.grid import Cell
from minelab.inference.odds import is_large, odds
from minelab.inference.position import Position
from minelab.inference.reasons import Guess


def champion(position: Position, order: Sequence[Cell], *, form: str = "champion") -> Guess:
    """What looking ahead finds best.

    The cell of least risk where nothing is open yet, and where a position is too large.
    """
    view = position.view
    untouched = len(view.covered) == view.codes.size
    cell = None if untouched or is_large(view.codes.size) else look(view, form)[0]
    if cell is None:
        return replace(exact(position, order), rule=form)
    return Guess(cell, form, float(odds(view).risk[cell]))
