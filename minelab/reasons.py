"""The words in which a move is explained: constraints, deductions and guesses.

These small frozen values travel round the loop: clue -> constraint -> reason -> move -> clue.
No move is made without a reason, and each reason implies its move.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from minelab.checks import (
    check_list,
    check_number,
    check_text,
    check_whole,
    check_yes_or_no,
    shown,
)
from minelab.grid import Cell, check_cell

MOST_DERIVED, MOST_DIGITS = 100, 4000
"""How often a constraint may be derived from others, and the digits of a number of layouts."""


class Contradiction(ValueError):
    """A position that no layout of mines can explain, or a supposition that failed."""

    def __init__(self, message: str, broken: tuple["Constraint", ...] = ()) -> None:
        super().__init__(message)
        self.broken = broken
        """The constraints that cannot be met, where they are known."""


@dataclass(frozen=True)
class Open:
    """The move that opens a cell."""

    cell: Cell


@dataclass(frozen=True)
class Flag:
    """The move that marks a cell as a mine. It is final and brings no answer."""

    cell: Cell


Move: TypeAlias = Open | Flag


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
    cell = check_cell("cell", reason.cell, rows, cols)
    if isinstance(reason, Guess):
        chance = reason.chance
        if chance is not None:  # of which a rule may make what it likes
            chance = check_number("chance", chance, -(10**6), 10**6)
        return Guess(cell, check_text("rule", reason.rule), chance)
    layouts = reason.layouts
    if layouts is not None and (type(layouts) is not int or not 0 <= layouts < 10**MOST_DIGITS):
        raise ValueError(
            f"layouts must be a whole number of up to {MOST_DIGITS} digits, not {shown(layouts)}"
        )
    return Deduction(
        cell,
        check_yes_or_no("is_mine", reason.is_mine),
        check_text("method", reason.method),
        check_all("because", reason.because, Constraint, rows, cols),
        check_all("supposed", reason.supposed, Supposition, rows, cols),
        layouts,
    )


def check_all(
    name: str, values: object, kind: type[T], rows: int, cols: int, derived: int = 0
) -> tuple[T, ...]:
    """Several parts of a reason, each of this kind and checked."""
    found = check_list(name, values, f"{kind.__name__}s")
    for value in found:
        if not isinstance(value, kind):
            raise ValueError(f"{name} must hold {kind.__name__}s, not {shown(value)}")
    return tuple(PART_CHECKS[kind](value, rows, cols, derived) for value in found)


def check_constraint(constraint: Constraint, rows: int, cols: int, derived: int) -> Constraint:
    if derived > MOST_DERIVED:
        raise ValueError(f"a constraint is derived from others more than {MOST_DERIVED} times over")
    clue = constraint.clue
    return Constraint(
        frozenset(check_cells("cells", constraint.cells, rows, cols)),
        check_whole("mines", constraint.mines, -rows * cols, rows * cols),
        None if clue is None else check_cell("clue", clue, rows, cols),
        check_all("because", constraint.because, Constraint, rows, cols, derived + 1),
    )


def check_supposition(supposed: Supposition, rows: int, cols: int, derived: int) -> Supposition:
    return Supposition(
        check_cell("cell", supposed.cell, rows, cols),
        check_yes_or_no("is_mine", supposed.is_mine),
        check_all("steps", supposed.steps, Step, rows, cols),
        check_all("broken", supposed.broken, Constraint, rows, cols),
    )


def check_step(step: Step, rows: int, cols: int, derived: int) -> Step:
    (constraint,) = check_all("constraint", (step.constraint,), Constraint, rows, cols)
    cells = check_cells("cells", step.cells, rows, cols)
    if not cells:
        raise ValueError("a step of a proof must speak of at least one cell")
    return Step(constraint, cells, check_yes_or_no("is_mine", step.is_mine))


def check_cells(name: str, cells: object, rows: int, cols: int) -> tuple[Cell, ...]:
    return tuple(check_cell(name, cell, rows, cols) for cell in check_list(name, cells, "cells"))


PART_CHECKS: dict[type, Callable[..., Any]] = {
    Constraint: check_constraint,
    Supposition: check_supposition,
    Step: check_step,
}
