"""Suppositions: suppose a cell mined or safe, in a copy of the position, and see what follows.

`Trial` propagates with single clues only, as COWAN's CSP does; `reduce=True` also reduces the
equations, as IBS's proof by contradiction does. Nothing is opened.
"""

from collections.abc import Iterable

from minelab.boards.grid import Cell
from minelab.boards.view import Contradiction, View
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction, Step, Supposition
from minelab.inference.words import (
    Span,
    base_clues,
    clue_span,
    listed,
    mines_word,
    noun,
    place,
    places,
    source_spans,
)


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
        """The cells that the supposition settles, without the supposed cell."""
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
        """The cells settled by this trial that a constraint, as it is now, rests on."""
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
        """Subtract constraints from one another; True if that settled something."""
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
    """The cells that at least so many clues touch, most clues first, then row by row."""
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


def explain_supposed(deduction: Deduction, view: View) -> list[Span] | None:
    """One supposition broke, or two agree."""
    if len(deduction.supposed) == 2:
        return explain_either(deduction, view)
    if len(deduction.supposed) != 1:
        return None
    (supposed,) = deduction.supposed
    state = "a mine" if supposed.is_mine else "safe"
    spans = [Span("Suppose "), Span(place(supposed.cell), "supposed"), Span(f" were {state}. ")]
    spans.append(Span("Then "))
    for step in supposed.steps:
        spans += [Span("", "step"), *step_spans(step, view), Span(", ")]
    if supposed.steps:
        spans[-1] = Span(", and ")
    return [*spans, Span("", "step"), *broken_spans(supposed, view), Span(". ")]


def explain_either(deduction: Deduction, view: View) -> list[Span]:
    """Whatever the supposed cell is, the other follows."""
    spans = [Span("Either way the same: ")]
    for supposed in deduction.supposed:
        state = "a mine" if supposed.is_mine else "safe"
        spans += [Span("if "), Span(place(supposed.cell), "supposed"), Span(f" is {state}, ")]
        for k, step in enumerate(supposed.steps):
            spans += [Span(", then " if k else ""), *step_spans(step, view)]
        spans.append(Span("; " if supposed.is_mine else ". "))
    return spans


def step_spans(step: Step, view: View) -> list[Span]:
    """What one constraint settles."""
    n = len(step.cells)
    state = noun("mine", n) if step.is_mine else "safe"
    state = "a mine" if state == "mine" else state
    verb = "makes" if step.constraint.clue or not step.constraint.because else "make"
    return [
        *source_spans(step.constraint, view),
        Span(f" {verb} {places(list(step.cells))} {state}"),
    ]


def broken_spans(supposed: Supposition, view: View) -> list[Span]:
    """The constraint that cannot be met, or the two that cannot both be met."""
    if len(supposed.broken) == 1:
        broken = supposed.broken[0]
        if broken.clue is None:
            return [Span("the number of mines on the board could not be right")]
        if broken.mines < 0:
            return [*source_spans(broken, view), Span(" would touch too many mines")]
        wanted = view.clue(broken.clue) or 0
        which = "mine" if wanted == 1 else mines_word(wanted)
        return [*source_spans(broken, view), Span(f" could not find its {which}")]
    clues = sorted(set(base_clues(supposed.broken)))
    return [*listed([clue_span(clue, view) for clue in clues]), Span(" could not all be met")]
