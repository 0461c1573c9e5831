"""Assume both, keep what agrees: COWAN's constraint satisfaction (s2.2, Algorithm 3)."""

from collections.abc import Iterator

from minelab.boards.grid import Cell
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.inference.suppose import Trial, by_frequency, evidence


def assume(position: Position, at_least: int = 2, first: bool = True) -> Iterator[Deduction]:
    """Suppose a cell mined, then safe; what breaks is refuted, what both prove is fact.

    The cells that most clues touch are tried first, those with fewer than `at_least` not at all.
    Stops at the first cell that teaches something, unless `first` is False.
    """
    for cell in by_frequency(position, at_least):
        proved = list(try_both(position, cell))
        yield from proved
        if proved and first:
            return


def try_both(position: Position, cell: Cell) -> Iterator[Deduction]:
    """What the two suppositions about one cell prove."""
    mined = Trial(position, cell, is_mine=True)
    if mined.broken is not None:
        yield refuted(mined)
        return
    safe = Trial(position, cell, is_mine=False)
    if safe.broken is not None:
        yield refuted(safe)
        return
    for other in sorted(mined.follows.items() & safe.follows.items()):
        both = (mined.supposition(other[:1]), safe.supposition(other[:1]))
        yield Deduction(*other, "assume", evidence(both), both)


def refuted(trial: Trial) -> Deduction:
    """The opposite of a supposition that broke."""
    supposed = (trial.supposition(),)
    return Deduction(trial.cell, not trial.is_mine, "assume", evidence(supposed), supposed)
