"""Daggers' agents over arrays: the twin of `agents.PassReader`, but for the solver.

Passes go over the whole grid, cell by cell, until one changes nothing. The solver is asked
outside: `go_on` comes back when it is to be asked, and is called again with what it said.

  gold    int64   the cells with gold; opening one brings a life
  tally   int64   counters of these agents, indexed by the constants below
"""

import numpy as np

from minelab.boards.grid import COVERED, FLAG
from minelab.engine.chance import ORDER, next_in_order, start_stream
from minelab.engine.compile import batch, inlined, kernel
from minelab.engine.state import (
    BLASTS,
    FLAGGED,
    GUESSES,
    LIVES,
    N_COUNTERS,
    OPEN,
    PICKED,
    covered_in,
    flag_cell,
    is_over,
    need_in,
    open_cell,
    padded,
    settle,
    start_game,
)

# Places in `tally`. FOUND is gold; TESTS and SOLUTIONS are those of the solver.
CYCLES, CLUES, PROBES, FOUND, TESTS, SOLUTIONS = range(6)
N_TALLY = 6

OVER, DRY = 0, 1  # what `go_on` comes back with
NO_PROOF, NOT_ASKED = -1, -2  # what it may be called with instead of a cell

TRUTH, SEEN, COUNT, TALLY = 0, 1, 8, 9  # arrays that Python reads or writes


def game_space(rows: int, cols: int, gold) -> tuple:
    """The arrays of a game; `gold` are cells, row-by-row numbers."""
    size = (rows + 4) * (cols + 2) + 4
    n_cells = rows * cols
    gold = np.array(gold, np.int64)
    return (
        np.empty(size, np.int8),  # truth
        np.empty(size, np.int8),  # seen
        np.empty(size, np.int32),  # info
        np.empty(2 * n_cells, np.int32),  # work
        np.empty(n_cells, np.int32),  # zeros
        np.empty(n_cells, np.int32),  # order
        np.empty(1, np.uint64),  # stream
        (gold // cols + 2) * (cols + 2) + gold % cols + 2,
        np.empty(N_COUNTERS, np.int64),  # count
        np.empty(N_TALLY, np.int64),  # tally
    )


@inlined
def probe(i, space, stride):
    """Open cell i with all that a 0 or gold there brings along."""
    truth, seen, info, work, zeros, order, stream, gold, count, tally = space
    tally[PROBES] += 1
    open_cell(i, truth, seen, info, work, zeros, count, stride, 1)
    found = 0
    for k in range(gold.size):
        found += seen[gold[k]] >= 0
    count[LIVES] += found - tally[FOUND]
    tally[FOUND] = found


@kernel
def begin(rows, cols, n_mines, seed, space):
    """A new game, with (0, 0) open."""
    truth, seen, info, work, zeros, order, stream, gold, count, tally = space
    start_game(seen, info, rows, cols, count, n_mines, 1)
    for cell in range(rows * cols):
        order[cell] = padded(cell, cols)
    stream[0] = start_stream(seed, ORDER)
    for k in range(N_TALLY):
        tally[k] = 0
    probe(padded(0, cols), space, cols + 2)


@kernel
def act(clue, mined, space, stride):
    """Flag or open all covered neighbours of a clue, row by row."""
    truth, seen, info, work, zeros, order, stream, gold, count, tally = space
    for base in range(clue - stride, clue + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] != COVERED:
                continue
            if not mined:
                probe(j, space, stride)
            elif is_over(count, 0):  # a flag that comes after the end is no move
                seen[j] = FLAG
                settle(j, 1, info, work, count, stride)
            else:
                flag_cell(j, seen, info, work, count, stride)


@kernel
def run_passes(rows, cols, space):
    """Go over the grid until that changes nothing."""
    truth, seen, info, work, zeros, order, stream, gold, count, tally = space
    stride = cols + 2
    changed = True
    while changed:
        changed = False
        tally[CYCLES] += 1
        for r in range(rows):
            first = (r + 2) * stride + 2
            for i in range(first, first + cols):
                covered, need = covered_in(info[i]), need_in(info[i])
                if info[i] & OPEN and covered > 0:
                    tally[CLUES] += 1
                    if need == 0 or need == covered:
                        changed = True
                        act(i, need > 0, space, stride)


@kernel
def open_rest(rows, cols, space):
    """Open every covered cell without a flag."""
    seen = space[SEEN]
    for cell in range(rows * cols):
        i = padded(cell, cols)
        if seen[i] == COVERED:
            probe(i, space, cols + 2)


@kernel
def guess(space, stride):
    """Open the first covered cell in the game's random order."""
    truth, seen, info, work, zeros, order, stream, gold, count, tally = space
    i, stream[0] = next_in_order(order, stream[0], count[PICKED])
    while seen[i] != COVERED:
        count[PICKED] += 1
        i, stream[0] = next_in_order(order, stream[0], count[PICKED])
    count[PICKED] += 1
    count[GUESSES] += 1
    probe(np.int64(i), space, stride)


@kernel
def go_on(rows, cols, n_mines, told, asks, cell, mined, space):
    """Play on until the game is over or the solver is to be asked.

    told: whether the number of mines is known, so that the rest is opened when all are marked.
    asks: whether there is a solver.
    cell, mined: what it proved; or NO_PROOF, or NOT_ASKED.
    """
    truth, seen, info, work, zeros, order, stream, gold, count, tally = space
    stride = cols + 2
    if cell == NO_PROOF:
        guess(space, stride)
    elif cell >= 0 and mined:
        flag_cell(cell, seen, info, work, count, stride)
    elif cell >= 0:
        probe(cell, space, stride)
    while not is_over(count, 0):
        run_passes(rows, cols, space)
        if is_over(count, 0):
            break
        if told and count[FLAGGED] + count[BLASTS] == n_mines:
            open_rest(rows, cols, space)
        elif asks:
            return DRY
        else:
            guess(space, stride)
    return OVER


@batch
def play_all(rows, cols, n_mines, told, seeds, counts, tallies, space):
    """A game without a solver for each seed; the counters of each, a row a game."""
    count, tally = space[COUNT], space[TALLY]
    for k in range(seeds.size):
        begin(rows, cols, n_mines, seeds[k], space)
        go_on(rows, cols, n_mines, told, 0, NOT_ASKED, 0, space)
        for c in range(N_COUNTERS):
            counts[k, c] = count[c]
        for c in range(N_TALLY):
            tallies[k, c] = tally[c]
