"""Openings: the cells that one click uncovers, because zeros open their neighbours in turn."""

from typing import TYPE_CHECKING

import numpy as np

from minelab.boards.board import Board
from minelab.boards.grid import Cell, check_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray


def opening(board: Board, first: Cell = (0, 0)) -> "NDArray[np.bool_]":
    """Which cells are open after one click on a cell of an untouched board.

    >>> opening(Board.parse("001M\\n0011")).sum()
    np.int64(6)
    """
    from scipy.ndimage import binary_dilation, label

    if not isinstance(board, Board):
        raise ValueError(f"board must be a Board, not {board!r}")
    first = check_cell("first", first, board.rows, board.cols)
    opened = np.zeros(board.mines.shape, bool)
    opened[first] = True
    if board.mines[first] or board.clues[first]:
        return opened
    around = np.ones((3, 3), bool)
    zeros, _ = label((board.clues == 0) & ~board.mines, around)
    whole: NDArray[np.bool_] = binary_dilation(zeros == zeros[first], around)
    return whole
