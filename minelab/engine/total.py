"""The number of mines, alone or less clues that share no cell: the twin of methods/total.py.

Row by row, a clue is subtracted if it shares no covered cell with one that is subtracted before it.
That choice is kept from guess to guess. What changes concerns the clues around it, and where one of
them is chosen or dropped, those after it that may share a cell with it. So each waits at most once,
if they are decided on in order.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    LEFT,
    N_LOG,
    SINGLE,
    covered_in,
    is_over,
    make_move,
    mines_left,
    need_in,
    news,
    padded_size,
)

CELLS, MINES, N_READ, N_WAITING, FIRST = range(5)


class Total(NamedTuple):
    """Which clues are subtracted from the total."""

    taken: Any
    """int8, a row per cell: how many covered CELLS and MINES are subtracted with this clue."""
    waits: Any
    """bool per cell: whether this clue is to be decided on again."""
    tally: Any
    """int64: CELLS and MINES in all, N_READ (news), N_WAITING clues, none before FIRST."""


def total_space(rows: int, cols: int) -> Total:
    """The arrays of the choice."""
    size = padded_size(rows, cols)
    return Total(
        taken=np.empty((size, 2), np.int8),
        waits=np.empty(size, np.bool_),
        tally=np.empty(5, np.int64),
    )


@kernel
def start_total(total):
    """Nothing subtracted yet."""
    for i in range(total.waits.size):
        total.taken[i, CELLS] = 0
        total.taken[i, MINES] = 0
        total.waits[i] = False
    for k in range(total.tally.size):
        total.tally[k] = 0
    total.tally[FIRST] = total.waits.size


@kernel
def run_total(method, game, total):
    """Make the moves that the total less such clues proves; False if it proves none."""
    choose_clues(game, total)
    left = game.count[LEFT] - total.tally[CELLS]
    mines = mines_left(game.n_mines, game) - total.tally[MINES]
    return settle_rest(method, left, mines, game, total.taken)


@kernel
def run_total_alone(knows_total, game):
    """Make the moves that the total alone proves; False if it proves none, or is not known."""
    if knows_total is None:
        return False
    mines = mines_left(game.n_mines, game)
    return settle_rest(SINGLE, game.count[LEFT], mines, game, None)


@inlined
def settle_rest(method, left, mines, game, taken):
    """Settle so many cells if all or none of them are mines; False if it is neither.

    taken: the clues that were subtracted, whose cells are left out; None for none.
    """
    if left == 0 or (mines != 0 and mines != left):
        return False
    seen, stride, look = game.seen, game.stride, game.count[N_LOG]
    for r in range(game.rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + game.cols):
            if seen[i] != COVERED or is_over(game):
                continue
            if taken is not None:
                if is_taken(i, taken, stride):
                    continue
            make_move(i, np.int64(mines > 0), method, look, game)
    return True


@inlined
def choose_clues(game, total):
    """Decide on all clues again that something has changed for."""
    info, stride, taken, tally = game.info, game.stride, total.taken, total.tally
    for k in news(tally, N_READ, game):
        x = np.int64(game.work[k])
        for base in range(x - stride, x + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if covered_in(info[j]) > 0 or taken[j, CELLS] > 0:
                    wait(j, game.seen, total)
    clue = tally[FIRST]
    while tally[N_WAITING] > 0:
        if total.waits[clue]:
            total.waits[clue] = False
            tally[N_WAITING] -= 1
            decide_on(clue, game, total)
        clue += 1
    tally[FIRST] = info.size


@inlined
def decide_on(clue, game, total):
    """Decide whether a clue is subtracted; if that is news, those after it have to wait."""
    info, stride, taken, tally = game.info, game.stride, total.taken, total.tally
    cells, mines = np.int64(covered_in(info[clue])), np.int64(need_in(info[clue]))
    if cells == 0 or not is_apart(clue, game.seen, taken, stride):
        cells = mines = np.int64(0)
    turned = (cells > 0) != (taken[clue, CELLS] > 0)
    tally[CELLS] += cells - taken[clue, CELLS]
    tally[MINES] += mines - taken[clue, MINES]
    taken[clue, CELLS] = cells
    taken[clue, MINES] = mines
    if turned:
        for base in range(clue, clue + 2 * stride + 1, stride):
            for j in range(base - 2, base + 3):
                if j > clue and covered_in(info[j]) > 0:
                    wait(j, game.seen, total)


@inlined
def wait(i, seen, total):
    """Have a clue decided on again."""
    if seen[i] >= 0 and not total.waits[i]:
        total.waits[i] = True
        total.tally[N_WAITING] += 1
        total.tally[FIRST] = min(total.tally[FIRST], i)


@inlined
def is_apart(clue, seen, taken, stride):
    """Whether a clue shares no covered cell with one before it that is subtracted."""
    for dr in range(-2, 1):
        for dc in range(-2, 3):
            other = clue + dr * stride + dc
            if other >= clue or taken[other, CELLS] == 0:
                continue
            for row in range(clue - stride, clue + (dr + 1) * stride + 1, stride):
                for j in range(row + max(-1, dc - 1), row + min(1, dc + 1) + 1):
                    if seen[j] == COVERED:
                        return False
    return True


@inlined
def is_taken(i, taken, stride):
    """Whether cell i belongs to a clue that is subtracted."""
    for base in range(i - stride, i + stride + 1, stride):
        for clue in range(base - 1, base + 2):
            if taken[clue, CELLS] > 0:
                return True
    return False
