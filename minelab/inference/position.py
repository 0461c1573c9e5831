"""Position: the constraints of a view, with the index that methods use.

A clue says how many mines are among its neighbours; minus the known ones, that is a constraint on
its covered neighbours. The number of mines on the board, if it may be used, is one more constraint,
on all covered cells. A position keeps these up to date while cells are settled in thought, without
opening anything.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from minelab.boards.grid import COVERED, GOLD, Cell, neighbours
from minelab.boards.view import Contradiction, View, is_mine
from minelab.inference.reasons import Constraint


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

    def __init__(self, view: View, mines: int | None = None) -> None:
        """`mines` is the number of mines on the board, if methods may use it."""
        self.view = view
        self.settled: dict[Cell, bool] = {}
        """Cells settled in thought, in order: True for a mine."""
        self.constraints: dict[Cell, Constraint] = {}
        """What each unfinished clue still says, by the cell of the clue, row by row."""
        self.touching: dict[Cell, list[Cell]] = {}
        """The unfinished clues around each covered cell, row by row."""
        self.mines_left = None if mines is None else mines - len(view.known)
        """Mines among the unknown cells, if that may be used."""
        self.n_unknown = len(view.covered)
        for clue in view.open:
            constraint = clue_constraint(view.codes, clue)
            check(constraint)
            if constraint.cells:
                self.constraints[clue] = constraint
                for cell in constraint.cells:
                    self.touching.setdefault(cell, []).append(clue)
        self._check_total()

    @property
    def unknown(self) -> list[Cell]:
        """The covered cells that are not settled, row by row."""
        return [cell for cell in self.view.covered if cell not in self.settled]

    @property
    def total(self) -> Constraint | None:
        """The constraint on all unknown cells, if the number of mines may be used."""
        if self.mines_left is None or self.n_unknown == 0:
            return None
        return Constraint(frozenset(self.unknown), self.mines_left)

    def copy(self) -> "Position":
        """The same position, which can be settled further without changing this one."""
        twin = object.__new__(Position)
        twin.__dict__ = self.__dict__ | {
            "settled": dict(self.settled),
            "constraints": dict(self.constraints),
        }
        return twin

    def settle(self, cell: Cell, is_mine: bool) -> bool:
        """Settle a cell as mined or safe; True if that is news."""
        if cell in self.settled:
            if self.settled[cell] != is_mine:
                raise Contradiction(f"{cell} would be both a mine and safe")
            return False
        self.settled[cell] = is_mine
        self.n_unknown -= 1
        if self.mines_left is not None:
            self.mines_left -= is_mine
            self._check_total()
        for clue in self.touching.get(cell, ()):
            old = self.constraints.pop(clue)
            left = Constraint(old.cells - {cell}, old.mines - is_mine, clue)
            check(left)
            if left.cells:
                self.constraints[clue] = left
        return True

    def in_row_order(self) -> list[Constraint]:
        """The constraints of the unfinished clues, row by row."""
        return [self.constraints[clue] for clue in sorted(self.constraints)]

    def _check_total(self) -> None:
        if self.mines_left is not None and not 0 <= self.mines_left <= self.n_unknown:
            raise Contradiction(
                f"the total leaves {self.mines_left} mines for {self.n_unknown} covered cells",
                (Constraint(frozenset(self.unknown), self.mines_left),),
            )


def check(constraint: Constraint) -> None:
    """Refuse fewer than no mines, or more than there are cells."""
    if not 0 <= constraint.mines <= len(constraint.cells):
        raise Contradiction(
            f"the clue at {constraint.clue} would need {constraint.mines} mines "
            f"in {len(constraint.cells)} covered cells",
            (constraint,),
        )


def difference(b: Constraint, a: Constraint) -> Constraint:
    """B minus A, where A is a subset of B."""
    rest = Constraint(b.cells - a.cells, b.mines - a.mines, because=(a, b))
    if not 0 <= rest.mines <= len(rest.cells):
        raise Contradiction(f"{a} and {b} cannot both hold", (a, b))
    return rest


class Equations:
    """Constraints and all that follow by subtracting one from another that contains it.

    Iterating gives every constraint once, those it was started with first; derived ones pair
    again, until nothing new comes. No two have the same cells.
    """

    def __init__(self, start: Iterable[Constraint], derive: bool = True) -> None:
        self.by_cells: dict[frozenset[Cell], Constraint] = {}
        self.by_cell: dict[Cell, list[Constraint]] = {}
        self.waiting: deque[Constraint] = deque()
        self.derive = derive
        for constraint in start:
            self._add(constraint)

    def __iter__(self) -> Iterator[Constraint]:
        while self.waiting:
            new = self.waiting.popleft()
            yield new
            if self.derive:
                for rest in differences(new, self.overlapping(new)):
                    self._add(rest)

    def overlapping(self, constraint: Constraint) -> list[Constraint]:
        """The other constraints that share a cell with this one, oldest first."""
        others = {
            id(other): other
            for cell in sorted(constraint.cells)
            for other in self.by_cell[cell]
            if other is not constraint
        }
        return list(others.values())

    def _add(self, constraint: Constraint) -> None:
        known = self.by_cells.get(constraint.cells)
        if known is not None:
            if known.mines != constraint.mines:
                raise Contradiction(
                    f"{known} and {constraint} cannot both hold", (known, constraint)
                )
            return
        self.by_cells[constraint.cells] = constraint
        self.waiting.append(constraint)
        for cell in constraint.cells:
            self.by_cell.setdefault(cell, []).append(constraint)


def differences(new: Constraint, others: Iterable[Constraint]) -> Iterator[Constraint]:
    """The differences between a constraint and those that contain it or that it contains."""
    for other in others:
        if other.cells < new.cells:
            yield difference(new, other)
        elif new.cells < other.cells:
            yield difference(other, new)
