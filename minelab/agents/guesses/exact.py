"""The cell of least exact risk: beyond the reports."""

from collections.abc import Sequence

from minelab.boards.grid import Cell
from minelab.inference.odds import is_large, odds_in_play, safest_cell
from minelab.inference.position import Position
from minelab.inference.reasons import Guess


def exact(position: Position, order: Sequence[Cell]) -> Guess:
    """The least risk; among equals the fewest covered neighbours, then the first row by row.

    On large boards the rule is noted as `exact-running`: see `odds_in_play`.
    """
    view = position.view
    assert view.mines is not None, "this rule needs to be told the number of mines"
    known = odds_in_play(view, view.mines)
    best = safest_cell(view, known)
    rule = "exact-running" if is_large(view.codes.size) else "exact"
    return Guess(best, rule, float(known.risk[best]))
