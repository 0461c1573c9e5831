"""Two constraints that overlap: IBS's third step (Inference), tried in both directions."""

from collections.abc import Iterator

from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction


def pairs(position: Position) -> Iterator[Deduction]:
    """If B needs as many mines more than A as it has cells of its own, these are mines.

    Then nothing is left for the cells that only A has. Clues pair, and so does all that
    follows from them by `subset`.
    """
    equations = position.equations()
    for b in list(equations):
        for a in equations.overlapping(b):
            yield from compare(a, b)


def compare(a: Constraint, b: Constraint) -> Iterator[Deduction]:
    """What two constraints prove in this direction."""
    only_a, only_b = a.cells - b.cells, b.cells - a.cells
    if b.mines - a.mines == len(only_b):
        for cell in sorted(only_a | only_b):
            yield Deduction(cell, cell in only_b, "pairs", (a, b))
