"""The words in which a move is explained: constraints, deductions and guesses.

These small frozen values travel round the loop: clue -> constraint -> reason -> move -> clue.
No move is made without a reason, and each reason implies its move.
"""

from dataclasses import dataclass
from numbers import Integral
from typing import NamedTuple, TypeAlias, TypeVar

from minelab._checks import (
    check_list,
    check_number,
    check_text,
    check_whole,
    check_yes_or_no,
    shown,
)
from minelab.boards.grid import Cell, check_cell
from minelab.boards.view import Flag, Move, Open

MOST_DERIVED, MOST_PARTS, MOST_DIGITS = 100, 10_000, 4000
"""How many times over a constraint may be derived from others, and from how many in all; the
digits of a number of layouts."""


@dataclass(frozen=True)
class Constraint:
    """These cells hold exactly this many mines."""

    cells: frozenset[Cell]
    mines: int
    clue: Cell | None = None
    """The open cell whose clue says so; None for the total and for what was derived."""
    because: tuple["Constraint", ...] = ()
    """The constraints that this one was derived from."""

    def __str__(self) -> str:
        return " + ".join(map(str, sorted(self.cells))) + f" = {self.mines}"


@dataclass(frozen=True)
class Step:
    """What one constraint makes of some cells, under a supposition."""

    constraint: Constraint
    cells: tuple[Cell, ...]
    is_mine: bool


@dataclass(frozen=True)
class Supposition:
    """A cell taken for mined or safe, what follows, and what breaks if it cannot be."""

    cell: Cell
    is_mine: bool
    steps: tuple[Step, ...] = ()
    broken: tuple[Constraint, ...] = ()
    """The constraint that cannot be met, or the two that cannot both be."""


@dataclass(frozen=True)
class Deduction:
    """A cell proved safe or mined, with the constraints that prove it."""

    cell: Cell
    is_mine: bool
    method: str
    because: tuple[Constraint, ...] = ()
    supposed: tuple[Supposition, ...] = ()
    """For proofs by supposition: the one that broke, or the two that agree."""
    layouts: int | None = None
    """For proofs by enumeration: how many layouts of the group fit its clues."""

    @property
    def move(self) -> Move:
        """What the proof calls for: flag a mine, open a safe cell."""
        return Flag(self.cell) if self.is_mine else Open(self.cell)


@dataclass(frozen=True)
class Guess:
    """A cell opened without a proof, with the rule that chose it."""

    cell: Cell
    rule: str = "random"
    chance: float | None = None
    """The chance of a mine that the rule claimed, if it claimed one."""

    @property
    def move(self) -> Move:
        return Open(self.cell)


Reason: TypeAlias = Deduction | Guess


# Reasons that come from outside, from agents of one's own or from a file.

T = TypeVar("T")


def check_reason(reason: Reason, rows: int, cols: int) -> Reason:
    """The same reason in plain types, or a ValueError if it cannot be one on such a board."""
    return Checks(rows, cols).reason(reason)


class Checks:
    """Checks reasons about one board. What stands in several of them is looked at once."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.known: dict[int, Known] = {}

    def reason(self, reason: Reason) -> Reason:
        cell = check_cell("cell", reason.cell, self.rows, self.cols)
        if isinstance(reason, Guess):
            chance = reason.chance
            if chance is not None:  # of which a rule may make what it likes
                chance = check_number("chance", chance, -(10**6), 10**6)
            return Guess(cell, check_text("rule", reason.rule), chance)
        layouts = reason.layouts
        if layouts is not None:
            whole = isinstance(layouts, Integral) and not isinstance(layouts, bool)
            if not whole or not 0 <= layouts < 10**MOST_DIGITS:
                digits = f"a whole number of up to {MOST_DIGITS} digits"
                raise ValueError(f"layouts must be {digits}, not {shown(layouts)}")
            layouts = int(layouts)
        return Deduction(
            cell,
            check_yes_or_no("is_mine", reason.is_mine),
            check_text("method", reason.method),
            self.constraints("because", reason.because),
            tuple(map(self.supposition, check_kind("supposed", reason.supposed, Supposition))),
            layouts,
        )

    def constraints(self, name: str, values: object) -> tuple[Constraint, ...]:
        return tuple(known.plain for known in self.looked_at(name, values, 0))

    def looked_at(self, name: str, values: object, derived: int) -> "list[Known]":
        return [self.constraint(value, derived) for value in check_kind(name, values, Constraint)]

    def constraint(self, constraint: Constraint, derived: int) -> "Known":
        """A constraint that is derived from others so many times over already."""
        known = self.known.get(id(constraint))
        if derived + (known.height if known else 0) > MOST_DERIVED:
            raise ValueError(
                f"a constraint is derived from others more than {MOST_DERIVED} times over"
            )
        if known is None:
            beneath = self.looked_at("because", constraint.because, derived + 1)
            size = 1 + sum(other.size for other in beneath)
            if size > MOST_PARTS:
                raise ValueError(f"a constraint is derived from more than {MOST_PARTS:,} others")
            clue, most = constraint.clue, self.rows * self.cols
            plain = Constraint(
                frozenset(self.cells(constraint.cells)),
                check_whole("mines", constraint.mines, -most, most),
                None if clue is None else check_cell("clue", clue, self.rows, self.cols),
                tuple(other.plain for other in beneath),
            )
            height = 1 + max((other.height for other in beneath), default=-1)
            known = self.known[id(constraint)] = Known(constraint, plain, size, height)
        return known

    def supposition(self, supposed: Supposition) -> Supposition:
        return Supposition(
            check_cell("cell", supposed.cell, self.rows, self.cols),
            check_yes_or_no("is_mine", supposed.is_mine),
            tuple(map(self.step, check_kind("steps", supposed.steps, Step))),
            self.constraints("broken", supposed.broken),
        )

    def step(self, step: Step) -> Step:
        (constraint,) = self.constraints("constraint", (step.constraint,))
        cells = self.cells(step.cells)
        if not cells:
            raise ValueError("a step of a proof must speak of at least one cell")
        return Step(constraint, cells, check_yes_or_no("is_mine", step.is_mine))

    def cells(self, cells: object) -> tuple[Cell, ...]:
        listed = check_list("cells", cells, "cells")
        return tuple(check_cell("cells", cell, self.rows, self.cols) for cell in listed)


class Known(NamedTuple):
    """A constraint that was checked."""

    given: Constraint
    """As it came; it is kept, so that no other gets its id."""
    plain: Constraint
    size: int
    """How many constraints it is, written out with all that it was derived from."""
    height: int
    """How many times over it is derived from others."""


def check_kind(name: str, values: object, kind: type[T]) -> list[T]:
    """Several parts of a reason, all of one kind."""
    found = check_list(name, values, f"{kind.__name__}s")
    for value in found:
        if not isinstance(value, kind):
            raise ValueError(f"{name} must hold {kind.__name__}s, not {shown(value)}")
    return found
