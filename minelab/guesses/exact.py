"""The cell of least exact risk: beyond the reports."""

from collections.abc import Sequence

from minelab.grid import COVERED, Cell, count_around
from minelab.knowledge import Position
from minelab.odds import is_large, odds_in_play
from minelab.reasons import Guess


def exact(position: Position, order: Sequence[Cell]) -> Guess:
    """The least risk; among equals the fewest covered neighbours, then the first row by row.

    On large boards the rule is noted as `exact-running`: see `odds_in_play`.
    """
    view = position.view
    assert view.mines is not None, "this rule needs to be told the number of mines"
    risk = odds_in_play(view, view.mines).risk
    hidden = count_around(view.codes == COVERED)
    best = min(view.covered, key=lambda cell: (rank(float(risk[cell])), hidden[cell]))
    rule = "exact-running" if is_large(view.codes.size) else "exact"
    return Guess(best, rule, float(risk[best]))


def rank(risk: float) -> int:
    """A risk to ten decimals, so that machines agree on what is equal.

    The odd offset keeps fractions like 1 / 2048 off the edge between two ranks.
    """
    return int(risk * 1e10 + 0.314)
