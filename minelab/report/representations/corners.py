"""Corners: a matrix of numbers for each thing to know about a location."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from minelab.boards.board import Board
from minelab.boards.grid import COVERED, GOLD, Cell, count_around, neighbours
from minelab.boards.view import View
from minelab.report.representations.base import Representation

UNIDENTIFIED, IDENTIFIED = 0, 1
NOT_SAFE, SAFE = 0, 1
NO_CLUE = -1


class Corners(Representation):
    """Corners: seven matrices of numbers, one for each thing to know about a location."""

    report, structure, relation = "Corners", "seven matrices", "matrices of counts"

    def __init__(self, view: View) -> None:
        codes = view.codes
        self.clue = np.where(codes >= 0, codes % GOLD, NO_CLUE).astype(int)
        self.neighbours = count_around(np.ones(codes.shape, bool)).astype(int)
        self.identified = count_around(codes != COVERED).astype(int)
        self.unexplored = count_around(codes == COVERED).astype(int)
        self.safe = count_around(codes >= 0).astype(int)
        self.is_identified = np.where(codes != COVERED, IDENTIFIED, UNIDENTIFIED)
        self.is_safe = np.where(codes >= 0, SAFE, NOT_SAFE)

    def update(self, cell: Cell, code: int) -> None:
        """The cell's own entries, and three counts of each of its neighbours."""
        self.clue[cell] = code % GOLD if code >= 0 else NO_CLUE
        self.is_identified[cell] = IDENTIFIED
        self.is_safe[cell] = SAFE if code >= 0 else NOT_SAFE
        for other in neighbours(cell, *self.clue.shape):
            self.identified[other] += 1
            self.unexplored[other] -= 1
            self.safe[other] += code >= 0

    def relations(self) -> list[NDArray[np.int64]]:
        """Mines still missing around each clue, and unexplored cells around it; names no cell."""
        missing = self.clue - (self.identified - self.safe)
        return [np.where(self.clue == NO_CLUE, NO_CLUE, missing), self.unexplored]

    def terms(self) -> int:
        return 0

    @staticmethod
    def truth(board: Board) -> dict[str, Any]:
        return {
            "mine": board.mines.astype(int),
            "clue": np.where(board.mines, NO_CLUE, board.clues).astype(int),
            "neighbours": count_around(np.ones(board.mines.shape, bool)).astype(int),
        }
