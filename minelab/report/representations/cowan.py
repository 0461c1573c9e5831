"""COWAN s1: characters for the board, a dictionary of facts for the clues, lists for equations."""

from bisect import insort
from typing import Any, NamedTuple

from minelab.boards.board import Board
from minelab.boards.grid import GOLD, Cell, cells_where, neighbours
from minelab.boards.view import CODES, LETTERS, View, is_mine
from minelab.report.representations.base import Representation


class Fact(NamedTuple):
    """The five entries of a fact (COWAN s1.2)."""

    letter: str
    clue: int
    mines: list[Cell]
    hidden: list[Cell]
    safe: list[Cell]


class Cowan(Representation):
    """COWAN s1: a grid of characters, and a fact for each clue that has a hidden neighbour."""

    report, structure, relation = "COWAN", "character grid, fact dictionary", "equation list"

    def __init__(self, view: View) -> None:
        self.board = [[mine_letter(code) for code in row] for row in view.codes.tolist()]
        self.facts: dict[Cell, Fact] = {}
        for cell in view.open:
            self.add_fact(cell)

    def update(self, cell: Cell, code: int) -> None:
        """At most eight facts change, and one may be new."""
        self.board[cell[0]][cell[1]] = mine_letter(code)
        for clue in self.around(cell):
            if clue in self.facts:
                fact = self.facts[clue]
                fact.hidden.remove(cell)
                insort(fact.mines if is_mine(code) else fact.safe, cell)
                if not fact.hidden:
                    del self.facts[clue]
        if code >= 0:
            self.add_fact(cell)

    def add_fact(self, cell: Cell) -> None:
        """Keep a clue, unless it has no hidden neighbour and so says nothing new."""
        seen: dict[str, list[Cell]] = {"M": [], "?": [], "safe": []}
        for r, c in sorted(self.around(cell)):
            seen.get(self.board[r][c], seen["safe"]).append((r, c))
        if seen["?"]:
            letter = self.board[cell[0]][cell[1]]
            clue = CODES[letter] % GOLD
            self.facts[cell] = Fact(letter, clue, seen["M"], seen["?"], seen["safe"])

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        return neighbours(cell, len(self.board), len(self.board[0]))

    def relations(self) -> list[list[Any]]:
        """Equations [[cells], n]: n mines are among these hidden cells (s1.3.2)."""
        return [[list(fact.hidden), fact.clue - len(fact.mines)] for fact in self.facts.values()]

    def terms(self) -> int:
        return sum(len(fact.hidden) for fact in self.facts.values())

    @staticmethod
    def truth(board: Board) -> dict[str, Any]:
        mines = list(cells_where(board.mines))
        return {"solved board": board.letters().tolist(), "mine locations": mines}


def mine_letter(code: int) -> str:
    """COWAN's character: M for any known mine, ? for what is covered."""
    return "M" if is_mine(code) else LETTERS[code]
