"""One constraint inside another: COWAN's equations (s2.3, Algorithms 4 to 6), IBS's reduction."""

from collections.abc import Iterator

from minelab.inference.position import Position, differences
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.tally import Tally


def subset(position: Position) -> Iterator[Deduction]:
    """If A lies inside B, the cells of B outside A hold the mines that A does not.

    What is derived pairs again, until nothing new comes.
    """
    for derived in position.equations():
        yield from conclude_derived(derived, position.tally)


def subset_once(position: Position) -> Iterator[Deduction]:
    """The same with clues only: what is derived does not pair again."""
    equations = position.equations(derive=False)
    for clue in equations:
        for derived in differences(clue, equations.overlapping(clue)):
            yield from conclude_derived(derived, position.tally)


def conclude_derived(derived: Constraint, tally: Tally | None) -> Iterator[Deduction]:
    """What a derived constraint proves by itself."""
    if tally is not None:
        tally.derive(derived)
    if derived.because and derived.mines in (0, len(derived.cells)):
        for cell in sorted(derived.cells):
            yield Deduction(cell, derived.mines > 0, "subset", derived.because)
