"""Positions on the expert board (16x30), drawn from a seed, for odds to be compared on.

Mid-game positions are what a player meets. Scattered ones, as if pasted from anywhere, are
harder: hundreds of cells are connected. The total is known in both.
"""

from itertools import count

import numpy as np

from minelab import CLASSIC, Board, View, deduce, play
from minelab.boards.grid import COVERED, FLAG, cells_where, count_around

ROWS, COLS, MINES = 16, 30, 99
OPENING = 50  # open cells; before that, a game has hardly begun
FRONTIER = range(150, 251)


def mid_game_views(seed=0):
    """What `exact` saw whenever it had to guess, in classic games that begin in a corner."""
    for number in count():
        rng = np.random.default_rng([seed, number])
        board = Board.random(ROWS, COLS, mines=MINES, seed=int(rng.integers(2**31)))
        record = play(board, "exact", rules=CLASSIC, first=(0, 0))
        for view, turn in record.replay():
            if turn.method == "guess" and len(view.open) >= OPENING:
                yield view


def scattered_views(seed=0):
    """A third to a half of the free cells open at random, 15 to 30 mines in a hundred cells."""
    for number in count():
        rng = np.random.default_rng([seed, number])
        mines = round(rng.uniform(0.15, 0.3) * ROWS * COLS)
        board = Board.random(ROWS, COLS, mines=mines, seed=int(rng.integers(2**31)))
        free = rng.permutation(cells_where(~board.mines))
        opened = free[: round(rng.uniform(1 / 3, 1 / 2) * len(free))].T
        codes = np.full((ROWS, COLS), COVERED)
        codes[*opened] = board.clues[*opened]
        view = View(codes, mines)
        if len(frontier(view)) in FRONTIER:
            yield view


def frontier(view):
    """The covered cells that touch a clue and that single clues do not decide."""
    touched = (view.codes == COVERED) & (count_around(view.codes >= 0) > 0)
    return set(cells_where(touched)) - {proof.cell for proof in deduce(view, "single")}


def toollib_board(view):
    """A view as ms_toollib reads it: 0-8 open, 10 covered, 11 flagged, row by row.

    It takes a flag for a mine only if it can prove it, so the flags have to be proved ones.
    """
    codes = view.codes.astype(int)
    return np.select([codes == COVERED, codes == FLAG], [10, 11], codes).tolist()
