"""Suppositions: take a cell for mined or safe, in a copy, and see what follows.

`Trial` propagates with single clues only, as COWAN's CSP does; `reduce=True` also reduces the
equations, as IBS's proof by contradiction does. Nothing is opened.
"""

from collections.abc import Iterable

from minelab.boards.grid import Cell
from minelab.boards.view import Contradiction
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Step, Supposition


class Trial:
    """What follows if a cell is a mine, or if it is safe."""

    def __init__(self, position: Position, cell: Cell, is_mine: bool, reduce: bool = False) -> None:
        self.cell, self.is_mine = cell, is_mine
        self.position = position.copy()
        self.before = position
        if position.tally is not None:
            position.tally.suppose(position, cell, is_mine)
        self.steps: list[Step] = []
        self.broken: tuple[Constraint, ...] | None = None
        """The constraints that cannot be met; None if the supposition holds so far."""
        try:
            self.position.settle(cell, is_mine)
            self._propagate([cell])
            while reduce and self._reduce():
                pass
        except Contradiction as contradiction:
            self.broken = contradiction.broken

    @property
    def follows(self) -> dict[Cell, bool]:
        """The cells that the supposition settles, itself left out."""
        new = self.position.settled.items() - self.before.settled.items()
        return {cell: is_mine for cell, is_mine in new if cell != self.cell}

    def supposition(self, about: Iterable[Cell] = ()) -> Supposition:
        """The supposition with the steps that lead to what broke, or to these cells."""
        broken = self.broken or ()
        wanted = set(about) | {c for constraint in broken for c in self._scope(constraint)}
        steps: list[Step] = []
        for step in reversed(self.steps):
            if wanted & set(step.cells):
                steps.append(step)
                wanted |= self._scope(step.constraint)
        return Supposition(self.cell, self.is_mine, tuple(reversed(steps)), broken)

    def _scope(self, constraint: Constraint) -> set[Cell]:
        """The cells settled by this trial that a constraint, as it stands now, rests on."""
        if constraint.clue is not None:
            return set(self.before.view.neighbours(constraint.clue)) & set(self.position.settled)
        rests_on = {c for part in constraint.because for c in self._scope(part)}
        return rests_on if constraint.because else set(self.position.settled)

    def _propagate(self, news: list[Cell]) -> None:
        """Single clues, and the total, as long as they settle anything."""
        while news:
            cell = news.pop(0)
            for clue in self.position.touching.get(cell, ()):
                if clue in self.position.constraints:
                    news += self._conclude(self.position.constraints[clue])
            if self.position.mines_left in (0, self.position.n_unknown) and self.position.total:
                news += self._conclude(self.position.total)

    def _conclude(self, constraint: Constraint) -> list[Cell]:
        """Settle the cells of a constraint that decides them."""
        cells: tuple[Cell, ...] = ()
        if constraint.mines in (0, len(constraint.cells)):
            cells = tuple(sorted(constraint.cells))
            self.steps.append(Step(constraint, cells, constraint.mines > 0))
            for cell in cells:
                self.position.settle(cell, constraint.mines > 0)
        if self.position.tally is not None:  # what ends in a contradiction is not counted
            self.position.tally.visit()
        return list(cells)

    def _reduce(self) -> bool:
        """Take constraints from one another; True if that settled something."""
        equations = self.position.equations()
        for derived in list(equations):
            news = self._conclude(derived)
            if news:
                self._propagate(news)
                return True
        for b in equations.by_cells.values():
            for a in equations.overlapping(b):
                if b.mines - a.mines > len(b.cells - a.cells):
                    raise Contradiction(f"{a} and {b} cannot both hold", (a, b))
        return False


def by_frequency(position: Position, at_least: int) -> list[Cell]:
    """The cells that stand in so many clues or more, the most frequent first, then row by row."""
    frequency = {
        cell: sum(clue in position.constraints for clue in position.touching.get(cell, ()))
        for cell in position.unknown
    }
    often = [cell for cell, n in frequency.items() if n >= at_least]
    return sorted(often, key=lambda cell: -frequency[cell])


def evidence(suppositions: Iterable[Supposition]) -> tuple[Constraint, ...]:
    """The constraints that the steps of suppositions use, each once."""
    used: dict[Constraint, None] = {}
    for supposition in suppositions:
        for step in supposition.steps:
            used.setdefault(step.constraint)
        for constraint in supposition.broken:
            used.setdefault(constraint)
    return tuple(used)
