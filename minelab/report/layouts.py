"""Layouts one by one: every way to place the mines that fits what is seen.

The definition of the odds, for boards small enough to check by hand: all layouts are equally
likely, so the risk of a cell is the share of the layouts that have a mine there. `odds` gives the
same without listing them.
"""

from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from minelab.boards.grid import Cell
from minelab.boards.view import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 100_000
"""Placements that are tried, at most."""


def layouts(view: View) -> list[frozenset[Cell]]:
    """All layouts that fit a view with its number of mines, each as the set of covered mines.

    >>> [sorted(mines) for mines in layouts(View.parse("1??", mines=1))]
    [[(0, 1)]]
    """
    if view.mines is None:
        raise ValueError("view must carry the number of mines: View.parse(..., mines=3)")
    found = set(view.known)
    left = view.mines - len(found)
    tried = comb(len(view.covered), left) if left >= 0 else 0
    if tried > MOST:
        raise ValueError(f"view must have at most {MOST:,} placements to try, not {tried:,}")
    clues = {cell: view[cell] for cell in view.open}
    around = {cell: set(view.neighbours(cell)) for cell in clues}
    return [
        frozenset(mines)
        for mines in (combinations(view.covered, left) if left >= 0 else ())
        if all(len(around[cell] & (found | set(mines))) == clue for cell, clue in clues.items())
    ]


def shares(view: View) -> "NDArray[np.float64]":
    """The share of the layouts that have a mine in each cell; nan where it is not covered."""
    fitting = layouts(view)
    if not fitting:
        raise ValueError("view must have at least one layout that fits")
    risk = np.full(view.codes.shape, np.nan)
    for cell in view.covered:
        risk[cell] = sum(cell in mines for mines in fitting) / len(fitting)
    return risk
