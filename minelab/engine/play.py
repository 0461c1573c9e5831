"""Whole games, and batches of them without a return to Python.

`play_game` is the loop: prove what can be proved, else guess. A batch plays the games
`start`..`stop` of one key (root, rows, cols, n_mines) and releases the GIL, so that threads
share the work.
"""

import numpy as np
from numba import njit

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
    padded,
    start_game,
)
from minelab.grid import COVERED

NOTHING, DRY, NEAR = 0, 1, 2  # how an agent infers: not at all, to the fix-point, SWEPT's way


@njit(cache=True)
def workspace(rows, cols):
    """Every array that a game needs, to be used again by the next one."""
    size = (rows + 4) * (cols + 2) + 4
    n_cells = rows * cols
    return (
        np.empty(size, np.int8),  # truth
        np.empty(size, np.int8),  # seen
        np.empty(size, np.int32),  # info
        np.empty(n_cells, np.int32),  # work
        np.empty(n_cells, np.int32),  # zeros
        np.empty(n_cells, np.int32),  # order
        np.empty(1, np.uint64),  # stream
    )


@njit(cache=True)
def near_workspace(rows, cols, infer):
    """What only SWEPT's recursive form needs; next to nothing for the others."""
    near = infer == NEAR
    size = (rows + 4) * (cols + 2) + 4 if near else 0
    return (
        np.empty(size, np.int32),  # known_at
        np.empty(size, np.int32),  # proof
        np.empty((rows * cols + 1 if near else 0, 10), np.int32),  # frame
    )


@njit(cache=True)
def fill_order(order, rows, cols):
    """All cells row by row, not shuffled yet."""
    cell = 0
    for r in range(rows):
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            order[cell] = i
            cell += 1


@njit(cache=True)
def choose(seen, order, stream, count, log, forced, cols):
    """The next cell to open without a proof: the next given one, else the next by lot."""
    while count[N_FORCED] < forced.size:
        i = padded(forced[count[N_FORCED]], cols)
        count[N_FORCED] += 1
        if seen[i] == COVERED:
            note(log, count, i, False, GIVEN, -1)
            return i
    while True:
        i = np.int64(next_in_order(order, stream, count[PICKED]))
        count[PICKED] += 1
        if seen[i] == COVERED:
            count[RANDOM_PICKS] += 1
            note(log, count, i, False, RANDOM, -1)
            return i


@njit(cache=True)
def play_game(
    layout, space, near_space, count, log, forced, rows, cols, n_mines, board_seed, play_seed,
    infer, lives, reach, cascade, must_mark,
):  # fmt: skip
    """Play one game on a flat layout; False if a protected first click finds no room."""
    truth, seen, info, work, zeros, order, stream = space
    known_at, proof, frame = near_space
    stride = cols + 2
    start_game(seen, info, rows, cols, count, n_mines, lives)
    lay_truth(truth, layout, rows, cols)
    start_stream(stream, play_seed, ORDER)
    fill_order(order, rows, cols)
    for i in range(known_at.size):
        known_at[i] = 0
    while not is_over(count, must_mark):
        i = choose(seen, order, stream, count, log, forced, cols)
        if count[GUESSES] == 0 and reach >= 0:
            moved = clear_around(
                layout, rows, cols, i // stride - 2, i % stride - 2, reach, board_seed
            )
            if moved == NO_ROOM:
                return False
            if moved > 0:
                lay_truth(truth, layout, rows, cols)
        count[GUESSES] += 1
        open_cell(i, truth, seen, info, work, zeros, count, stride, cascade)
        if infer == DRY:
            run_single(
                truth, seen, info, work, zeros, count, log, stride, cascade,
                must_mark,
            )  # fmt: skip
        elif infer == NEAR:
            visit(
                i, truth, seen, info, work, zeros, count, log, known_at, proof,
                frame, rows, cols, cascade, must_mark,
            )  # fmt: skip
    count_wrong_flags(seen, layout, rows, cols, count)
    return True


@njit(cache=True)
def play_one(
    layout, log, forced, rows, cols, n_mines, board_seed, play_seed, infer, lives, reach, cascade,
    must_mark,
):  # fmt: skip
    """Play one given board and log its moves; the counters, and whether there was room."""
    count = np.empty(N_COUNTERS, np.int64)
    room = play_game(
        layout, workspace(rows, cols), near_workspace(rows, cols, infer), count, log, forced,
        rows, cols, n_mines, board_seed, play_seed, infer, lives, reach, cascade, must_mark,
    )  # fmt: skip
    return count, room


@njit(cache=True, nogil=True)
def play_batch(
    counts, seeds, start, forced, root, rows, cols, n_mines, infer, lives, reach, cascade,
    must_mark,
):  # fmt: skip
    """Play one game per row of `counts`, from game number `start` on; -1, or where no room was.

    Writes the counters into `counts` and each game's board and play seed into `seeds`.
    """
    space = workspace(rows, cols)
    near_space = near_workspace(rows, cols, infer)
    log = np.empty((0, 4), np.int32)
    layout = np.empty(rows * cols, np.bool_)
    for k in range(counts.shape[0]):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        play_seed = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
        seeds[k, 0] = board_seed
        seeds[k, 1] = play_seed
        lay_mines(layout, n_mines, board_seed)
        room = play_game(
            layout, space, near_space, counts[k], log, forced, rows, cols, n_mines, board_seed,
            play_seed, infer, lives, reach, cascade, must_mark,
        )  # fmt: skip
        if not room:
            return k
    return -1
