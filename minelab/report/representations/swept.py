"""SWEPT: a 0/1 array for the mines, a dictionary of cells that list one another, and groups."""

from bisect import insort
from dataclasses import dataclass
from typing import Any

from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.boards.view import View, is_mine
from minelab.report.representations.base import Representation, clue_of, known


@dataclass
class SweptCell:
    """What report SWEPT stores about a cell."""

    is_mine: bool | None
    neighbours: list[Cell]
    safe: list[Cell]
    mines: list[Cell]
    hidden: list[Cell]
    clue: int | None = None


class Swept(Representation):
    """SWEPT: a dictionary of cells; each relation is in the lists of both its cells.

    The lists are in row order here, so that they do not depend on the order of the moves.
    """

    report, structure, relation = "SWEPT", "cell dictionary", "groups of hidden cells"

    def __init__(self, view: View) -> None:
        self.cells = {
            cell: SweptCell(None, list(around), [], [], sorted(around))
            for cell in view.cells()
            for around in [view.neighbours(cell)]
        }
        self.updates(known(view))()

    def update(self, cell: Cell, code: int) -> None:
        """The lists of the cell's neighbours change, all of them."""
        info = self.cells[cell]
        info.is_mine = is_mine(code)
        info.clue = clue_of(code)
        for other in info.neighbours:
            lists = self.cells[other]
            lists.hidden.remove(cell)
            insort(lists.mines if info.is_mine else lists.safe, cell)

    def relations(self) -> list[list[Cell]]:
        """Groups of hidden cells that are connected by clues."""
        groups: list[set[Cell]] = []
        for info in self.cells.values():
            if info.clue is not None and info.hidden:
                linked = [group for group in groups if not group.isdisjoint(info.hidden)]
                apart = [group for group in groups if group.isdisjoint(info.hidden)]
                groups = [*apart, set(info.hidden).union(*linked)]
        return sorted(sorted(group) for group in groups)

    def terms(self) -> int:
        return sum(map(len, self.relations()))

    @staticmethod
    def truth(board: Board) -> dict[str, Any]:
        return {"0/1 array": board.mines.astype(int)}
