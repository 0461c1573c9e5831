"""Proof by contradiction: IBS's hyper-advanced agent (Efficiency)."""

from collections.abc import Iterator

from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.inference.suppose import Trial, by_frequency, evidence


def refute(position: Position, first: bool = True) -> Iterator[Deduction]:
    """Suppose a cell safe, then mined, and reduce all equations; what breaks is refuted.

    Stops at the first cell that teaches something, unless `first` is False.
    """
    for cell in by_frequency(position, at_least=1):
        for is_mine in (False, True):
            trial = Trial(position, cell, is_mine, reduce=True)
            if trial.broken is not None:
                supposed = (trial.supposition(),)
                yield Deduction(cell, not is_mine, "refute", evidence(supposed), supposed)
                if first:
                    return
                break
