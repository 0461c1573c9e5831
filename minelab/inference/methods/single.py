"""One clue at a time: the rule that every report starts from (COWAN s2.1, Algorithms 1 and 2)."""

from collections.abc import Iterator

from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.tally import Tally


def single(position: Position) -> Iterator[Deduction]:
    """A clue that misses no mine makes its covered cells safe; one that misses all, mines."""
    for clue in list(position.constraints):
        if clue in position.constraints:  # earlier answers may have finished it
            yield from conclude(position.constraints[clue], position.tally)
    if position.mines_left in (0, position.n_unknown) and position.total:
        yield from conclude(position.total, position.tally)


def conclude(constraint: Constraint, tally: Tally | None = None) -> Iterator[Deduction]:
    """What one constraint proves by itself."""
    if tally is not None:
        tally.visit()
    if constraint.mines in (0, len(constraint.cells)):
        for cell in sorted(constraint.cells):
            yield Deduction(cell, constraint.mines > 0, "single", (constraint,))
