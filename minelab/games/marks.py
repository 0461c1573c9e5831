"""Marks: what a reason marks on the board, for every show that draws one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from minelab._checks import shown
from minelab.boards.grid import Cell
from minelab.inference.methods import family
from minelab.inference.reasons import Constraint, Deduction, Guess, Reason


@dataclass(frozen=True)
class Marks:
    """The cells that a picture points out, and as what."""

    move: Cell | None = None
    why: tuple[Cell, ...] = ()
    """The clues of the proof; they wear the letters A and B if `lettered`."""
    scope: frozenset[Cell] = frozenset()
    """The covered cells that these clues speak of."""
    lettered: bool = False
    supposed: tuple[Cell, ...] = ()
    then: Mapping[Cell, bool] = field(default_factory=lambda: MappingProxyType({}))
    """What would follow from the supposition: True for a mine, False for safe."""
    broken: Cell | None = None
    """The clue that could not be met."""

    @classmethod
    def of(cls, reason: Reason) -> "Marks":
        """The marks of a deduction or a guess."""
        if isinstance(reason, Guess):
            return cls(move=reason.cell)
        if not isinstance(reason, Deduction):
            raise ValueError(f"reason must be a Deduction or a Guess, not {shown(reason)}")
        steps = [step for trial in reason.supposed for step in trial.steps]
        broken = [c for trial in reason.supposed for c in trial.broken]
        because = [*reason.because, *(step.constraint for step in steps), *broken]
        # The total of the board is a constraint without a clue: there is no cell to point at.
        clues = {c.clue: c.cells for c in unfold(because) if c.clue is not None}
        return cls(
            move=reason.cell,
            why=tuple(clues),
            scope=frozenset() if steps else frozenset().union(*clues.values()) - {reason.cell},
            lettered=len(clues) == 2 and family(reason.method) in ("subset", "pairs"),
            supposed=tuple(dict.fromkeys(trial.cell for trial in reason.supposed)),
            then=agreed(reason),
            broken=next((c.clue for c in broken if c.clue is not None), None),
        )


def agreed(deduction: Deduction) -> dict[Cell, bool]:
    """What follows from the suppositions of a proof, as far as these agree; not the move."""
    found: dict[Cell, set[bool]] = {}
    for trial in deduction.supposed:
        for step in trial.steps:
            for cell in step.cells:
                found.setdefault(cell, set()).add(step.is_mine)
    return {cell: s.pop() for cell, s in found.items() if len(s) == 1 and cell != deduction.cell}


def unfold(constraints: Iterable[Constraint]) -> list[Constraint]:
    """The constraints and all that they were derived from."""
    return [part for c in constraints for part in (c, *unfold(c.because))]
