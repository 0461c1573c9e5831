"""Daggers: a hidden and a current map of characters, and a formula for a SAT solver."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from minelab.boards.board import Board
from minelab.boards.grid import BLAST, FLAG, GOLD, Cell, neighbours
from minelab.boards.view import CODES, LETTERS, View
from minelab.report.representations.base import Representation


class Daggers(Representation):
    """Daggers: a map of characters and a list of covered cells, which it calls (x, y)."""

    report, structure, relation = "Daggers", "current map, covered list", "formula in DNF"

    def __init__(self, view: View) -> None:
        self.current_map = [[dagger_letter(code) for code in row] for row in view.codes.tolist()]
        self.covered = [(x, y) for y, x in view.covered]

    def update(self, cell: Cell, code: int) -> None:
        """One character changes, and the list is searched for the cell."""
        self.current_map[cell[0]][cell[1]] = dagger_letter(code)
        self.covered.remove((cell[1], cell[0]))

    def relations(self) -> list[str]:
        """For each clue, the combinations of daggers that fit it; one of them must hold."""
        return [exactly(mines, cells) for cells, mines in self.clues()]

    def formula(self) -> str:
        """The knowledge base as one formula in the report's notation."""
        return " & ".join(f"({relation})" for relation in self.relations())

    def terms(self) -> int:
        return sum(comb(len(cells), mines) * len(cells) for cells, mines in self.clues())

    def dnf_terms(self) -> int:
        """How many combinations the formula lists."""
        return sum(comb(len(cells), mines) for cells, mines in self.clues())

    def cnf_clauses(self) -> int:
        """The smallest number of clauses that say the same in CNF.

        At most n daggers: of any n + 1 cells at least one is free. At least n: of any
        size - n + 1 cells at least one has a dagger.
        """
        sizes = [(len(cells), mines) for cells, mines in self.clues()]
        return sum(comb(size, n + 1) + (comb(size, n - 1) if n else 0) for size, n in sizes)

    def clues(self) -> Iterator[tuple[list[Cell], int]]:
        """Each clue's covered neighbours as (x, y), and the daggers still among them."""
        rows, cols = len(self.current_map), len(self.current_map[0])
        for y, row in enumerate(self.current_map):
            for x, letter in enumerate(row):
                if letter in "g012345678":
                    seen = [
                        (self.current_map[r][c], (c, r))
                        for r, c in sorted(neighbours((y, x), rows, cols))
                    ]
                    covered = [xy for other, xy in seen if other == "?"]
                    marked = sum(other in "sd" for other, _ in seen)
                    if covered:
                        yield covered, CODES[letter] % GOLD - marked

    @staticmethod
    def truth(board: Board) -> dict[str, Any]:
        letters = np.where(board.mines, "d", board.letters())
        return {"hidden map": letters.tolist()}


def dagger_letter(code: int) -> str:
    """Daggers' character: s for a cell marked by a stone, d for a dagger that was hit."""
    return {FLAG: "s", BLAST: "d"}.get(code, LETTERS[code])


def exactly(n: int, cells: list[Cell]) -> str:
    """Exactly n daggers in these cells, in DNF: one combination after the other.

    >>> exactly(1, [(2, 0), (2, 1)])
    '2_0 & ~2_1 | 2_1 & ~2_0'
    """
    return " | ".join(" & ".join(term) for term in terms(n, [f"{x}_{y}" for x, y in cells]))


def terms(n: int, names: Sequence[str]) -> list[list[str]]:
    """Each choice of n of these names, with all the others denied.

    >>> terms(2, "abc")
    [['a', 'b', '~c'], ['a', 'c', '~b'], ['b', 'c', '~a']]
    """
    return [
        [*chosen, *(f"~{name}" for name in names if name not in chosen)]
        for chosen in combinations(names, n)
    ]
