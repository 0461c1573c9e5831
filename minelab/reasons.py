"""The words in which a move is explained: constraints, deductions and guesses.

These small frozen values travel round the loop: clue -> constraint -> reason -> move -> clue.
No move is made without a reason, and each reason implies its move.
"""

from dataclasses import dataclass
from typing import TypeAlias

from minelab.grid import Cell


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
