"""What clues decide one by one: the twin of methods/single.py.

`run_single` is the single-clue rule. A clue that misses no mine makes its covered neighbours safe;
a clue that misses as many as it has covered neighbours makes them mines. `settle` queues a clue as
soon as it can decide, so each clue of the worklist decides something or was overtaken.

`visit` is report SWEPT's recursive form of that rule, the twin of `players.AroundReader`. It looks
only around the cell in hand. A visit opens a cell, applies the rule to its clue, then goes through
its neighbours known to be safe, in the order in which they became known: those still covered are
visited in turn, of the open ones only the clue is applied. So a cell that is proved safe away from
the cell in hand can stay covered while guesses go on.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import CLOCKWISE, COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    DEDUCED,
    N_WORK,
    QUEUED,
    SINGLE,
    STAMP,
    WORK,
    flag_cell,
    is_over,
    need_in,
    open_cell,
    padded_size,
    write_log,
)

ROW_STEPS = np.array([dr for dr, dc in CLOCKWISE])
COL_STEPS = np.array([dc for dr, dc in CLOCKWISE])
N_TO_DO, NEXT = 8, 9  # the last two columns of a frame


class Visits(NamedTuple):
    """What the recursive form remembers."""

    known_at: Any
    """int32 per cell: when it became known to be safe, 0 for not known."""
    proof: Any
    """int32 per cell: the clue that proved it safe."""
    frame: Any
    """int32, a row per visit under way: the neighbours to go through (8), how many, the next."""


def visits_space(rows: int, cols: int) -> Visits:
    """The arrays of the recursive form."""
    size = padded_size(rows, cols)
    return Visits(
        known_at=np.empty(size, np.int32),
        proof=np.empty(size, np.int32),
        frame=np.empty((rows * cols + 1, 10), np.int32),
    )


@kernel
def run_single(game):
    """Open and flag all that single clues prove, until none of them decides anything."""
    seen, info, work, count, stride = game.seen, game.info, game.work, game.count, game.stride
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
                write_log(j, mined, SINGLE, clue, game)
                if mined:
                    flag_cell(j, game)
                else:
                    open_cell(j, game)
                if is_over(game):
                    return


@kernel
def start_visits(visits):
    """No cell is known to be safe yet."""
    for i in range(visits.known_at.size):
        visits.known_at[i] = 0


@kernel
def visit(i, game, visits):
    """Prove all that the recursive form proves after cell i was opened; visits: None for not."""
    if visits is None:
        return
    seen, frame = game.seen, visits.frame
    depth, j, is_new = -1, np.int64(i), True  # j: the cell in hand
    while True:
        if is_new:
            stamp_open(j, game, visits)
        if seen[j] < 0:
            return
        apply_clue(j, game, visits)
        if is_new:
            depth += 1
            fill_frame(depth, j, game, visits)
        while depth >= 0 and frame[depth, NEXT] == frame[depth, N_TO_DO]:
            depth -= 1
        if depth < 0 or is_over(game):
            return
        j = np.int64(frame[depth, frame[depth, NEXT]])
        frame[depth, NEXT] += 1
        is_new = seen[j] == COVERED
        if is_new:
            game.count[DEDUCED + SINGLE] += 1
            write_log(j, False, SINGLE, visits.proof[j], game)
            open_cell(j, game)


@inlined
def apply_clue(clue, game, visits):
    """Apply one clue to those of its neighbours of which nothing is known yet."""
    seen, count, known_at, stride = game.seen, game.count, visits.known_at, game.stride
    count[WORK] += 1
    hidden = 0
    for k in range(8):
        j = clue + ROW_STEPS[k] * stride + COL_STEPS[k]
        hidden += seen[j] == COVERED and known_at[j] == 0
    need = need_in(game.info[clue])
    if hidden == 0 or not (need == 0 or need == hidden):
        return
    mined = need > 0
    for k in range(8):
        j = clue + ROW_STEPS[k] * stride + COL_STEPS[k]
        if seen[j] == COVERED and known_at[j] == 0 and not is_over(game):
            if mined:
                count[DEDUCED + SINGLE] += 1
                write_log(j, True, SINGLE, clue, game)
                flag_cell(j, game)
            else:
                count[STAMP] += 1
                known_at[j] = count[STAMP]
                visits.proof[j] = clue


@inlined
def stamp_open(i, game, visits):
    """Note when cell i, and what a cascade opened with it, became known to be safe."""
    seen, count, known_at = game.seen, game.count, visits.known_at
    if seen[i] >= 0 and known_at[i] == 0:
        count[STAMP] += 1
        known_at[i] = count[STAMP]
    if game.cascade and seen[i] == 0:
        for r in range(game.rows):
            first = (r + 2) * game.stride + 2
            for j in range(first, first + game.cols):
                if seen[j] >= 0 and known_at[j] == 0:
                    count[STAMP] += 1
                    known_at[j] = count[STAMP]


@inlined
def fill_frame(depth, i, game, visits):
    """List the neighbours of cell i that are known to be safe, longest known first."""
    frame, known_at = visits.frame, visits.known_at
    n = 0
    for k in range(8):
        j = i + ROW_STEPS[k] * game.stride + COL_STEPS[k]
        if known_at[j] > 0:
            at = n
            while at > 0 and known_at[frame[depth, at - 1]] > known_at[j]:
                frame[depth, at] = frame[depth, at - 1]
                at -= 1
            frame[depth, at] = j
            n += 1
    frame[depth, N_TO_DO] = n
    frame[depth, NEXT] = 0
