"""Position: the constraints of a view, with the index that methods use.

A clue says how many mines are among its neighbours. Less the known ones, that is a constraint
on its covered neighbours. A position keeps these up to date while cells are settled in thought,
without opening anything.
"""

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from minelab.grid import COVERED, GOLD, Cell, neighbours
from minelab.reasons import Constraint, Contradiction
from minelab.view import View, is_mine


def clue_constraint(codes: NDArray[np.int8], clue: Cell, safe: Collection[Cell] = ()) -> Constraint:
    """What an open cell says about its covered neighbours, those known to be safe left out."""
    rows, cols = codes.shape
    around = neighbours(clue, rows, cols)
    covered = frozenset(n for n in around if codes[n] == COVERED and n not in safe)
    number = 0 if codes[clue] == GOLD else int(codes[clue])
    return Constraint(covered, number - sum(is_mine(int(codes[n])) for n in around), clue)


class Position:
    """All that a view says, and what has been settled since.

    >>> position = Position(View.parse("1?2\\n???\\n???"))
    >>> print(position.constraints[(0, 0)])
    (0, 1) + (1, 0) + (1, 1) = 1
    >>> position.settle((0, 1), is_mine=True)
    True
    >>> print(position.constraints[(0, 0)])
    (1, 0) + (1, 1) = 0
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.settled: dict[Cell, bool] = {}
        """Cells settled in thought, in order: True for a mine."""
        self.constraints: dict[Cell, Constraint] = {}
        """What each unfinished clue still says, by the cell of the clue, row by row."""
        self.touching: dict[Cell, list[Cell]] = {}
        """The unfinished clues around each covered cell."""
        for clue in view.open:
            constraint = clue_constraint(view.codes, clue)
            check(constraint)
            if constraint.cells:
                self.constraints[clue] = constraint
                for cell in constraint.cells:
                    self.touching.setdefault(cell, []).append(clue)

    @property
    def unknown(self) -> list[Cell]:
        """The covered cells that are not settled, row by row."""
        return [cell for cell in self.view.covered if cell not in self.settled]

    def settle(self, cell: Cell, is_mine: bool) -> bool:
        """Take a cell for mined or safe; True if that is news."""
        if cell in self.settled:
            if self.settled[cell] != is_mine:
                raise Contradiction(f"{cell} would be both a mine and safe")
            return False
        self.settled[cell] = is_mine
        for clue in self.touching.get(cell, ()):
            old = self.constraints.pop(clue)
            left = Constraint(old.cells - {cell}, old.mines - is_mine, clue)
            check(left)
            if left.cells:
                self.constraints[clue] = left
        return True


def check(constraint: Constraint) -> None:
    """Refuse fewer than no mines, or more than there are cells."""
    if not 0 <= constraint.mines <= len(constraint.cells):
        raise Contradiction(
            f"the clue at {constraint.clue} would need {constraint.mines} mines "
            f"in {len(constraint.cells)} covered cells"
        )
