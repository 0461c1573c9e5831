"""The cell of least exact risk: beyond the reports."""

from collections.abc import Sequence

from minelab.grid import COVERED, Cell
from minelab.knowledge import Position
from minelab.odds import odds
from minelab.reasons import Guess

TIE = 1e-10  # risks this close are equal, so that machines agree


def exact(position: Position, order: Sequence[Cell]) -> Guess:
    """The least risk; among equals the fewest covered neighbours, then the first row by row."""
    view = position.view
    risk = odds(view).risk
    best: Cell | None = None
    best_risk, best_hidden = 2.0, 0
    for cell in view.covered:
        hidden = sum(view[n] == COVERED for n in view.neighbours(cell))
        equal = risk[cell] < best_risk + TIE and hidden < best_hidden
        if risk[cell] < best_risk - TIE or equal:
            best, best_risk, best_hidden = cell, float(risk[cell]), hidden
    assert best is not None, "a guess needs a covered cell"
    return Guess(best, "exact", best_risk)
