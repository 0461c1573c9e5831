"""Daggers' formula, for show: what its second agent hands to a SAT solver.

For each clue the formula lists all combinations of daggers that fit it, any of which may hold;
all clues hold at once. A solver wants clauses, so it has to be turned round. By multiplying it
out that takes far too many, which is why our own clauses (`methods.entails`) are written down
directly; here are both, to be compared.
"""

from math import comb
from typing import TYPE_CHECKING

from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.methods.entails import exactly
from minelab.report.representations.daggers import Daggers, terms

if TYPE_CHECKING:
    import pandas as pd

Clause = frozenset[str]


def combinations_test(n_cells: int, n_daggers: int) -> str:
    """The report's test of its combinations (Figure 5), as it prints them.

    >>> combinations_test(3, 1)
    '(1 & ~2 & ~3| 2 & ~1 & ~3| 3 & ~1 & ~2)'
    """
    names = [str(k) for k in range(1, n_cells + 1)]
    return f"({'| '.join(' & '.join(term) for term in terms(n_daggers, names))})"


class Formula:
    """The knowledge base of a view as the report writes it; `2_1` is a dagger at x 2, y 1.

    >>> print(Formula(View.parse("01?\\n01?")).text(no_dagger=(0, 2)))
    (2_0 & ~2_1 | 2_1 & ~2_0) & (2_0 & ~2_1 | 2_1 & ~2_0) & ~2_0
    """

    def __init__(self, view: View) -> None:
        self.held = Daggers(view)
        self.relations = [
            terms(n_daggers, [f"{x}_{y}" for x, y in cells])
            for cells, n_daggers in self.held.clues()
        ]

    def text(self, no_dagger: Cell | None = None) -> str:
        """The formula; with a cell (row, column), the test whether a dagger must be there."""
        denied = [] if no_dagger is None else [f"~{no_dagger[1]}_{no_dagger[0]}"]
        return " & ".join([self.held.formula(), *denied])

    def is_satisfiable(self, *literals: str) -> bool:
        """Whether all clues and these literals can hold, asked with a variable a combination."""
        from pysat.solvers import Solver

        number: dict[str, int] = {}

        def code(literal: str) -> int:
            name = literal.removeprefix("~")
            variable = number.setdefault(name, len(number) + 1)
            return -variable if literal.startswith("~") else variable

        with Solver("glucose4") as solver:
            for k, relation in enumerate(self.relations):
                chosen = [code(f"combination {k} {j}") for j in range(len(relation))]
                solver.add_clause(chosen)
                for holds, term in zip(chosen, relation, strict=True):
                    for literal in term:
                        solver.add_clause([-holds, code(literal)])
            return bool(solver.solve(assumptions=[code(literal) for literal in literals]))

    def sizes(self) -> "pd.DataFrame":
        """What each clue takes: the report's combinations, multiplied out, and our clauses."""
        import pandas as pd

        rows = []
        for cells, n in self.held.clues():
            size, n_terms = len(cells), comb(len(cells), n)
            ours = list(exactly(n, list(range(1, size + 1))))
            written = (len(ours), sum(map(len, ours)))
            rows.append((size, n, n_terms, n_terms * size, size**n_terms, *written))
        columns = [
            "cells", "daggers", "combinations", "literals", "multiplied out", "our clauses",
            "our literals",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns)


def multiplied_out(relation: list[list[str]]) -> set[Clause]:
    """A choice of combinations as clauses: one literal of each combination, in all ways.

    Clauses that always hold, and those that follow from a shorter one, are dropped on the way;
    what is left for "exactly n of these" is what we write down at once.

    >>> sorted(map(sorted, multiplied_out(terms(1, "ab"))))
    [['a', 'b'], ['~a', '~b']]
    """
    clauses: set[Clause] = {frozenset()}
    for term in relation:
        longer = {clause | {literal} for clause in clauses for literal in term}
        sound = {clause for clause in longer if not any(f"~{name}" in clause for name in clause)}
        clauses = {c for c in sound if not any(other < c for other in sound)}
    return clauses
