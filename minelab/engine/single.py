"""The single-clue rule over arrays: the twin of methods/single.py.

A clue that misses no mine makes its covered neighbours safe; a clue that misses as many as it
has covered neighbours makes them mines. `settle` queues a clue the moment it can decide, so
each pop below decides something or was overtaken by another clue.
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import kernel
from minelab.engine.state import (
    DEDUCED,
    N_WORK,
    QUEUED,
    SINGLE,
    WORK,
    flag_cell,
    is_over,
    need_in,
    note,
    open_cell,
)


@kernel
def run_single(truth, seen, info, work, zeros, count, log, stride, cascade, must_mark):
    """Open and flag all that single clues prove, until none of them decides anything."""
    while count[N_WORK] > 0:
        count[N_WORK] -= 1
        clue = np.int64(work[count[N_WORK]])
        info[clue] &= ~QUEUED
        count[WORK] += 1
        mined = need_in(info[clue]) > 0
        for base in range(clue - stride, clue + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] != COVERED:
                    continue
                count[DEDUCED + SINGLE] += 1
                note(log, count, j, mined, SINGLE, clue)
                if mined:
                    flag_cell(j, seen, info, work, count, stride)
                else:
                    open_cell(j, truth, seen, info, work, zeros, count, stride, cascade)
                if is_over(count, must_mark):
                    return
