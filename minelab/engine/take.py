"""A view taken into the engine's arrays, cell by cell, without the truth behind it."""

import numpy as np

from minelab.engine.compile import kernel
from minelab.engine.state import ONE_NEED, OPEN, settle


@kernel
def take_in(cells, codes, seen, info, work, count, stride):
    """Cells that were covered until now, and what each shows: a clue, FLAG or BLAST."""
    for k in range(cells.size):
        i, code = cells[k], np.int64(codes[k])
        seen[i] = code
        if code >= 0:
            info[i] += OPEN + code * ONE_NEED
        settle(i, code < 0, info, work, count, stride)
