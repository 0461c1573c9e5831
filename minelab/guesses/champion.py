"""The champion's rule: looks ahead, and plays the rest perfectly when it is short."""

from collections.abc import Sequence
from dataclasses import replace

from minelab.champion import look
from minelab.grid import Cell
from minelab.guesses.exact import exact
from minelab.knowledge import Position
from minelab.odds import is_large, odds
from minelab.reasons import Guess


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
