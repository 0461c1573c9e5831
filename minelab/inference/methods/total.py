"""The number of mines, less what the clues account for. The last thing that agents look at."""

from collections.abc import Iterator

from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction


def total(position: Position) -> Iterator[Deduction]:
    """Take clues that share no cell away from the total; the rest may be all mines, or none.

    Closing the total over all equations explodes, so this is done once, with the clues row by
    row, and what is left does not pair again.
    """
    whole = position.total
    if whole is None:
        return
    cells, mines = set(whole.cells), whole.mines
    taken: list[Constraint] = []
    for constraint in position.in_row_order():
        if constraint.cells <= cells:
            taken.append(constraint)
            cells -= constraint.cells
            mines -= constraint.mines
    if mines in (0, len(cells)):
        for cell in sorted(cells):
            yield Deduction(cell, mines > 0, "total", (whole, *taken))
