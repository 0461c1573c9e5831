"""What the clues entail, asked of a SAT solver: as complete as `groups`, by another route.

Each covered cell is a variable, true for a mine; each clue says "exactly m of these". A cell
is proved when the opposite is unsatisfiable. Daggers' second agent asks such questions, and only
whether a cell must be a mine.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import combinations

from minelab.boards.grid import Cell
from minelab.boards.view import Contradiction, View
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.inference.words import Span, place


class Clauses:
    """What a position says, held by one SAT solver that answers question after question."""

    def __init__(self, position: Position) -> None:
        from pysat.solvers import Solver

        beside = [cell for cell in position.unknown if cell in position.touching]
        outside = [cell for cell in position.unknown if cell not in position.touching]
        # Cells that no clue touches are alike: one variable represents any of them.
        self.number = dict.fromkeys(outside, len(beside) + 1)
        self.number |= {cell: k for k, cell in enumerate(beside, start=1)}
        self.tests = 0
        """How many questions were asked."""
        self.seen: set[int] = set()  # literals that hold in some layout found so far
        self.solver = Solver("glucose4")
        for constraint in position.constraints.values():
            literals = sorted(self.number[cell] for cell in constraint.cells)
            self.solver.append_formula(exactly(constraint.mines, literals))
        total = position.total
        if total is not None:
            # All but one of the cells outside hold what is left, be it none or all of them.
            others = max(0, len(outside) - 1)
            literals = sorted(set(self.number.values()))
            self.solver.append_formula(between(total.mines - others, total.mines, literals))
        self.said = (*((total,) if total else ()), *position.in_row_order())
        """The constraints, row by row, after the total if that may be used."""

    def can_be(self, cell: Cell, is_mine: bool) -> bool:
        """Whether the cell can be so: one satisfiability test."""
        self.tests += 1
        literal = self.number[cell] if is_mine else -self.number[cell]
        return literal in self.seen or self.has_layout([literal])

    def has_layout(self, assumed: list[int]) -> bool:
        """Whether some layout meets all clauses and these literals."""
        if not self.solver.solve(assumptions=assumed):
            return False
        self.seen.update(self.solver.get_model() or ())
        return True

    def prove(self, cell: Cell, safe: bool) -> Deduction | None:
        """The cell as a mine if it cannot be safe, or, if that is asked too, the other way."""
        if not self.can_be(cell, is_mine=False):
            return Deduction(cell, True, "entails", self.said)
        if safe and not self.can_be(cell, is_mine=True):
            return Deduction(cell, False, "entails", self.said)
        return None

    def close(self) -> None:
        self.solver.delete()


def entails(position: Position, safe: bool = True) -> Iterator[Deduction]:
    """A cell whose opposite contradicts the clues (and the total, if known) is fact.

    safe: whether safe cells are asked for too, or mines only.
    """
    everywhere = position.total is not None
    with closing(Clauses(position)) as clauses:
        if not clauses.has_layout([]):
            clues = [c.clue for c in clauses.said if c.clue]
            told = " with the total" if everywhere else ""
            raise Contradiction(f"the clues at {clues} cannot all be met{told}", clauses.said)
        for cell in position.unknown:
            if everywhere or cell in position.touching:
                proof = clauses.prove(cell, safe)
                if proof is not None:
                    yield proof


def first_proof(
    position: Position, cells: Iterable[Cell], safe: bool
) -> tuple[Deduction | None, int]:
    """The first of these cells that can be proved, and how many tests that took."""
    with closing(Clauses(position)) as clauses:
        proofs = (clauses.prove(cell, safe) for cell in cells)
        return next((proof for proof in proofs if proof is not None), None), clauses.tests


def between(least: int, most: int, literals: list[int]) -> list[list[int]]:
    """Clauses for "at least so many of these, and at most so many", with variables of their own."""
    from pysat.card import CardEnc, EncType

    clauses, top = [], len(literals)
    if most < len(literals):
        encoding = CardEnc.atmost(literals, most, top, encoding=EncType.seqcounter)
        clauses, top = encoding.clauses, encoding.nv
    if least > 0:
        encoding = CardEnc.atleast(literals, least, top, encoding=EncType.seqcounter)
        clauses = clauses + encoding.clauses
    return clauses


def exactly(n: int, literals: list[int]) -> Iterator[list[int]]:
    """Clauses for "exactly n of these": no n + 1 are true, no len - n + 1 are false."""
    for chosen in combinations(literals, n + 1):
        yield [-literal for literal in chosen]
    yield from map(list, combinations(literals, len(literals) - n + 1))


def explain_entails(deduction: Deduction, view: View) -> list[Span]:
    """The opposite contradicts the clues."""
    state = "safe" if deduction.is_mine else "a mine"
    told = any(constraint.clue is None for constraint in deduction.because)
    what = "the clues and the number of mines" if told else "the clues"
    return [Span(f"If {place(deduction.cell)} were {state}, {what} could not all be met. ")]
