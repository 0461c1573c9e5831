"""Reasons: why a move is made. Constraints, deductions and guesses.

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
"""Limits on a stranger's reasons: how many derivations deep a constraint may be, from how many
others it may be derived, and the digits of a number of layouts."""


@dataclass(frozen=True)
class Constraint:
    """These cells hold exactly this many mines.

    cells: the cells, as a frozenset of (row, column).
    mines: how many mines they hold.
    clue: the open cell whose clue says so; None for the total and for derived constraints.
    because: the constraints that this one was derived from.

    >>> print(Constraint(frozenset({(0, 1), (1, 1)}), 1))
    (0, 1) + (1, 1) = 1
    """

    cells: frozenset[Cell]
    mines: int
    clue: Cell | None = None
    because: tuple["Constraint", ...] = ()

    def __str__(self) -> str:
        return " + ".join(map(str, sorted(self.cells))) + f" = {self.mines}"


@dataclass(frozen=True)
class Step:
    """What one constraint settles under a supposition."""

    constraint: Constraint
    cells: tuple[Cell, ...]
    is_mine: bool


@dataclass(frozen=True)
class Supposition:
    """A cell supposed to be mined or safe, what follows, and what breaks.

    broken: the constraint that cannot be met, or the two that cannot both be met.
    """

    cell: Cell
    is_mine: bool
    steps: tuple[Step, ...] = ()
    broken: tuple[Constraint, ...] = ()


@dataclass(frozen=True)
class Deduction:
    """A cell proved safe or mined, with the constraints that prove it.

    cell: (row, column) of the cell.
    is_mine: True if it is proved to be a mine, False if it is proved safe.
    method: the name of the method that found the proof.
    because: the constraints that the proof uses.
    supposed: for proofs by supposition, the one that broke or the two that agree.
    layouts: for proofs by enumeration, how many layouts of the group fit its clues.

    >>> import minelab as ml
    >>> proof = ml.deduce(ml.View.parse("1?"), "single")[0]
    >>> proof.move, proof.method
    (Flag(cell=(0, 1)), 'single')
    """

    cell: Cell
    is_mine: bool
    method: str
    because: tuple[Constraint, ...] = ()
    supposed: tuple[Supposition, ...] = ()
    layouts: int | None = None

    @property
    def move(self) -> Move:
        """What the proof calls for: flag a mine, open a safe cell."""
        return Flag(self.cell) if self.is_mine else Open(self.cell)


@dataclass(frozen=True)
class Guess:
    """A cell opened without a proof.

    cell: (row, column) of the cell.
    rule: the name of the rule that chose it.
    chance: the rule's own estimate of the risk, if it makes one.

    >>> Guess((0, 1), "average", 0.25).move
    Open(cell=(0, 1))
    """

    cell: Cell
    rule: str = "random"
    chance: float | None = None

    @property
    def move(self) -> Move:
        """The move: open the cell."""
        return Open(self.cell)


Reason: TypeAlias = Deduction | Guess


# Reasons from outside: from a user's own agent, or from a file.

T = TypeVar("T")


def check_reason(reason: Reason, rows: int, cols: int) -> Reason:
    """The same reason in plain types, or a ValueError if it cannot be one on such a board."""
    return Checks(rows, cols).reason(reason)


class Checks:
    """Checks reasons about one board. A constraint that several of them share is checked once."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols = rows, cols
        self.known: dict[int, Known] = {}

    def reason(self, reason: Reason) -> Reason:
        cell = check_cell("cell", reason.cell, self.rows, self.cols)
        if isinstance(reason, Guess):
            chance = reason.chance
            if chance is not None:  # an estimate, which need not lie between 0 and 1
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
        """Check a constraint at this depth of derivation."""
        known = self.known.get(id(constraint))
        if derived + (known.height if known else 0) > MOST_DERIVED:
            raise ValueError(f"a constraint may be at most {MOST_DERIVED} derivations deep")
        if known is None:
            beneath = self.looked_at("because", constraint.because, derived + 1)
            size = 1 + sum(other.size for other in beneath)
            if size > MOST_PARTS:
                raise ValueError(f"a constraint may be derived from at most {MOST_PARTS:,} others")
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
            raise ValueError("a step of a proof must settle at least one cell")
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
    """How many constraints it has when all that it was derived from is written out."""
    height: int
    """How many derivations deep it is."""


def check_kind(name: str, values: object, kind: type[T]) -> list[T]:
    """Several parts of a reason, all of one kind."""
    parts = check_list(name, values, f"{kind.__name__}s")
    for value in parts:
        if not isinstance(value, kind):
            raise ValueError(f"{name} must hold {kind.__name__}s, not {shown(value)}")
    return parts
