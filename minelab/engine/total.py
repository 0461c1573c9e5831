"""The number of mines over arrays: the twin of methods/total.py and of the total in `single`."""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import kernel
from minelab.engine.state import (
    BLASTS,
    FLAGGED,
    LEFT,
    N_LOG,
    SINGLE,
    TOTAL,
    covered_in,
    is_over,
    make_move,
    need_in,
)


@kernel
def run_total(
    reduce, n_mines, truth, seen, info, work, zeros, taken, count, log, rows, cols, cascade,
    must_mark,
):  # fmt: skip
    """Make the moves that the total proves; False if it proves none.

    reduce: first take away clues that share no cell, row by row; `taken` marks their cells.
    """
    stride = cols + 2
    left, mines = count[LEFT], n_mines - count[FLAGGED] - count[BLASTS]
    if not reduce and mines != 0 and mines != left:
        return False
    for i in range(taken.size):
        taken[i] = 0
    for r in range(rows if reduce else 0):
        first = (r + 2) * stride + 2
        for clue in range(first, first + cols):
            if seen[clue] < 0 or covered_in(info[clue]) == 0:
                continue
            apart = True
            for base in range(clue - stride, clue + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    apart = apart and not (seen[j] == COVERED and taken[j])
            if not apart:
                continue
            left -= covered_in(info[clue])
            mines -= need_in(info[clue])
            for base in range(clue - stride, clue + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    taken[j] = 1
    if left == 0 or (mines != 0 and mines != left):
        return False
    method = TOTAL if reduce else SINGLE
    mined = np.int64(mines > 0)
    look = count[N_LOG]
    for r in range(rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + cols):
            if seen[i] == COVERED and not taken[i] and not is_over(count, must_mark):
                make_move(
                    i, mined, method, look, truth, seen, info, work, zeros, count, log, stride,
                    cascade,
                )  # fmt: skip
    return True
