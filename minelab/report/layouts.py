"""Two small listings from which pictures are made: layouts that fit a view, and openings.

Listing every layout is the definition of the odds, for boards small enough to check by hand: all
layouts are equally likely, so the risk of a cell is the share of layouts that have a mine there.
`odds` gives the same without listing them. An opening is what one click uncovers, because zeros
open their neighbours in turn.
"""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_type
from minelab.boards.board import Board
from minelab.boards.grid import Cell, check_cell, count_around
from minelab.boards.view import View

MOST = 100_000
"""The largest number of placements that are tried."""
AROUND = np.ones((3, 3), bool)
"""A cell and its neighbours."""


def layouts(view: View) -> list[frozenset[Cell]]:
    """All layouts that fit a view with its number of mines, each as the set of covered mines.

    >>> [sorted(mines) for mines in layouts(View.parse("1??", mines=1))]
    [[(0, 1)]]
    """
    if view.mines is None:
        raise ValueError("view must carry the number of mines: View.parse(..., mines=3)")
    known = set(view.known)
    left = view.mines - len(known)
    tried = comb(len(view.covered), left) if left >= 0 else 0
    if tried > MOST:
        raise ValueError(f"view must have at most {MOST:,} placements to try, not {tried:,}")
    clues = {cell: view[cell] for cell in view.open}
    around = {cell: set(view.neighbours(cell)) for cell in clues}
    return [
        frozenset(mines)
        for mines in (combinations(view.covered, left) if left >= 0 else ())
        if all(len(around[cell] & (known | set(mines))) == clue for cell, clue in clues.items())
    ]


def shares(view: View) -> NDArray[np.float64]:
    """The share of the layouts that have a mine in each cell; nan where it is not covered."""
    fitting = layouts(view)
    if not fitting:
        raise ValueError("view must have at least one layout that fits")
    risk = np.full(view.codes.shape, np.nan)
    for cell in view.covered:
        risk[cell] = sum(cell in mines for mines in fitting) / len(fitting)
    return risk


def opening(board: Board, first: Cell = (0, 0)) -> NDArray[np.bool_]:
    """Which cells are open after one click on a cell of an untouched board.

    >>> opening(Board.parse("001M\\n0011")).sum()
    np.int64(6)
    """
    from scipy.ndimage import binary_dilation, label

    check_type("board", board, Board)
    first = check_cell("cell", first, board.rows, board.cols)
    opened = np.zeros(board.mines.shape, bool)
    opened[first] = True
    fields, _ = label((count_around(board.mines) == 0) & ~board.mines, AROUND)
    if fields[first]:  # a zero: the whole field of zeros opens, and the clues at its rim
        opened = binary_dilation(fields == fields[first], AROUND)
    return opened
