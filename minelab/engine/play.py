"""Whole games, and batches of them without a return to Python.

`play_game` is the loop: prove what can be proved, else guess. `play_batch` plays the games of
one key (root, rows, cols, n_mines) from number `start` on.

`space` is the workspace of a game (the arrays of `state`, and order, stream, layout, forced,
count, log), to be used again by the next one. Parts that only some agents need come as
workspaces of their own, None for the others; numba drops what hangs on a None before it
compiles, so nobody waits for a part that was not asked for.
"""

import numpy as np

from minelab.engine.chance import (
    BOARD_SEED,
    NO_ROOM,
    ORDER,
    PLAY_SEED,
    clear_around,
    game_seed,
    lay_mines,
    next_in_order,
    start_stream,
)
from minelab.engine.compile import batch, inlined, kernel
from minelab.engine.near import visit
from minelab.engine.single import run_single
from minelab.engine.state import (
    GIVEN,
    GUESSES,
    N_COUNTERS,
    N_FORCED,
    PICKED,
    RANDOM,
    RANDOM_PICKS,
    count_wrong_flags,
    is_over,
    lay_truth,
    note,
    open_cell,
    start_game,
)
from minelab.grid import COVERED

# Places in the workspace that Python reads or writes.
LAYOUT, FORCED, COUNT, LOG = 7, 8, 9, 10

NOTHING, DRY, NEAR = 0, 1, 2  # how an agent infers: not at all, to the fix-point, SWEPT's way


def workspace(rows: int, cols: int, forced=(), log: bool = False) -> tuple:
    """The arrays of a game. `forced`: cells, row-by-row numbers, to guess before all others."""
    size = (rows + 4) * (cols + 2) + 4
    n_cells = rows * cols
    given = np.array(forced, np.int64)
    return (
        np.empty(size, np.int8),  # truth
        np.empty(size, np.int8),  # seen
        np.empty(size, np.int32),  # info
        np.empty(n_cells, np.int32),  # work
        np.empty(n_cells, np.int32),  # zeros
        np.empty(n_cells, np.int32),  # order
        np.empty(1, np.uint64),  # stream
        np.empty(n_cells, np.bool_),  # layout
        (given // cols + 2) * (cols + 2) + given % cols + 2,  # forced
        np.empty(N_COUNTERS, np.int64),  # count
        np.empty((n_cells if log else 0, 4), np.int32),  # log
    )


def near_workspace(rows: int, cols: int) -> tuple:
    """What only SWEPT's recursive form needs."""
    size = (rows + 4) * (cols + 2) + 4
    return (
        np.empty(size, np.int32),  # known_at
        np.empty(size, np.int32),  # proof
        np.empty((rows * cols + 1, 10), np.int32),  # frame
    )


@inlined
def fill_order(order, rows, cols):
    """All cells row by row, not shuffled yet."""
    cell = 0
    for r in range(rows):
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            order[cell] = i
            cell += 1


@inlined
def choose(seen, order, stream, count, log, forced):
    """The next cell to open without a proof: the next given one, else the next by lot."""
    while count[N_FORCED] < forced.size:
        i = forced[count[N_FORCED]]
        count[N_FORCED] += 1
        if seen[i] == COVERED:
            note(log, count, i, False, GIVEN, -1)
            return i
    while True:
        cell, stream[0] = next_in_order(order, stream[0], count[PICKED])
        count[PICKED] += 1
        i = np.int64(cell)
        if seen[i] == COVERED:
            count[RANDOM_PICKS] += 1
            note(log, count, i, False, RANDOM, -1)
            return i


@kernel
def play_game(rows, cols, n_mines, board_seed, play_seed, infer, rules, space, near_space):
    """Play one game on the layout of `space`; False if a protected first click finds no room."""
    truth, seen, info, work, zeros, order, stream, layout, forced, count, log = space
    lives, reach, cascade, must_mark = rules
    stride = cols + 2
    start_game(seen, info, rows, cols, count, n_mines, lives)
    lay_truth(truth, layout, rows, cols)
    stream[0] = start_stream(play_seed, ORDER)
    fill_order(order, rows, cols)
    if near_space is not None:
        known_at, proof, frame = near_space
        for i in range(known_at.size):
            known_at[i] = 0
    while not is_over(count, must_mark):
        i = choose(seen, order, stream, count, log, forced)
        if count[GUESSES] == 0 and reach >= 0:
            r, c = i // stride - 2, i % stride - 2
            moved = clear_around(layout, rows, cols, r, c, reach, board_seed)
            if moved == NO_ROOM:
                return False
            if moved > 0:
                lay_truth(truth, layout, rows, cols)
        count[GUESSES] += 1
        open_cell(i, truth, seen, info, work, zeros, count, stride, cascade)
        if is_over(count, must_mark):
            break
        if infer == DRY:
            run_single(truth, seen, info, work, zeros, count, log, stride, cascade, must_mark)
        if near_space is not None:
            visit(
                i, truth, seen, info, work, zeros, count, log, known_at, proof, frame,
                rows, cols, cascade, must_mark,
            )  # fmt: skip
    count_wrong_flags(seen, layout, rows, cols, count)
    return True


@batch
def play_batch(counts, seeds, start, root, rows, cols, n_mines, infer, rules, space, near_space):
    """Play one game per row of `counts`; -1, or the row whose first click found no room.

    Writes the counters into `counts` and each game's board and play seed into `seeds`.
    """
    layout, count = space[LAYOUT], space[COUNT]
    for k in range(counts.shape[0]):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        play_seed = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
        seeds[k, 0] = board_seed
        seeds[k, 1] = play_seed
        lay_mines(layout, n_mines, board_seed)
        room = play_game(
            rows, cols, n_mines, board_seed, play_seed, infer, rules, space, near_space
        )
        if not room:
            return k
        for c in range(N_COUNTERS):
            counts[k, c] = count[c]
    return -1
