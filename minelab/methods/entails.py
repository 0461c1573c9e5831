"""What the clues entail, asked of a SAT solver: complete like `groups`, by another road.

Each covered cell is a variable, true for a mine; each clue says "exactly m of these". A cell
is proved when the opposite is unsatisfiable. Daggers' second agent asks such questions.
"""

from collections.abc import Iterator
from itertools import combinations

from minelab.grid import Cell
from minelab.knowledge import Position
from minelab.reasons import Contradiction, Deduction


def entails(position: Position) -> Iterator[Deduction]:
    """A cell whose opposite contradicts the clues (and the total, if known) is fact."""
    from pysat.card import CardEnc, EncType
    from pysat.solvers import Solver

    total = position.total
    cells = position.unknown if total else [c for c in position.unknown if c in position.touching]
    number: dict[Cell, int] = {cell: k for k, cell in enumerate(cells, start=1)}
    with Solver("glucose4") as solver:
        for constraint in position.constraints.values():
            literals = sorted(number[cell] for cell in constraint.cells)
            for clause in exactly(constraint.mines, literals):
                solver.add_clause(clause)
        if total is not None:
            literals = list(number.values())
            encoding = CardEnc.equals(literals, total.mines, encoding=EncType.seqcounter)
            for clause in encoding.clauses:
                solver.add_clause(clause)
        because = (*((total,) if total else ()), *position.in_row_order())
        if not solver.solve():
            clues = [c.clue for c in because if c.clue]
            told = " with the total" if total else ""
            raise Contradiction(f"the clues at {clues} cannot all be met{told}", because)
        model = set(solver.get_model() or ())
        for cell, variable in number.items():
            seen = variable if variable in model else -variable
            if not solver.solve(assumptions=[-seen]):
                yield Deduction(cell, seen > 0, "entails", because)


def exactly(n: int, literals: list[int]) -> Iterator[list[int]]:
    """Clauses for "exactly n of these": no n + 1 are true, no len - n + 1 are false."""
    for chosen in combinations(literals, n + 1):
        yield [-literal for literal in chosen]
    yield from map(list, combinations(literals, len(literals) - n + 1))
