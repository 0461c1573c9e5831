"""The board as the engine holds it: flat arrays, padded by two cells, truth and view apart.

A cell (r, c) is the integer (r + 2) * stride + c + 2 with stride = cols + 2: the two pads at
the end of a row serve as the pads before the next one. For each cell:

  truth  int8    mines around it, + MINE if it is mined itself; only `reveal` reads it
  seen   int8    what the player sees: 0-8, COVERED, FLAG or BLAST; OUTSIDE on the pads
  info   int32   what its clue still says, in one word, so that news of a neighbour is one
                 subtraction: the covered cells among its neighbours and itself (low byte),
                 the mines its clue still misses (next byte, + NEED_0; a running offset until
                 the cell is open), and the bits OPEN and QUEUED

`work` holds two lists of n_cells places each: first the worklist, last in first out, of open
cells whose single clue decides something; then the news, every cell in the order in which it
ceased to be covered. The dearer methods read the news, each up to where it was last time.
`count` holds the counters, indexed by the constants below; `log` has a row per move (or no
rows at all, when nobody asked for them).
"""

import numpy as np

from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.engine.compile import inlined, kernel

OUTSIDE = -4
MINE = 16

# Parts of an `info` word.
ONE_COVERED, COVERED_MASK = 1, 0xFF
ONE_NEED, NEED_SHIFT, NEED_0 = 1 << 8, 8, 32
OPEN, QUEUED = 1 << 16, 1 << 17

# Counters.
OPENED, BLASTS, FLAGGED, WRONG_FLAGS, LIVES, GUESSES, RANDOM_PICKS = range(7)
LEFT, SAFE_LEFT, N_WORK, N_LOG, PICKED, N_FORCED, WORK, STAMP = range(7, 15)
ASSUMPTIONS, NODES = 15, 16
DEDUCED = 17  # + the code of a method
N_COUNTERS = 32

# Codes of methods and of the rules that choose a guess, as they stand in the log.
SINGLE, SUBSET, PAIRS, ASSUME, REFUTE, GROUPS, TOTAL, EXACT = range(8)
SUBSET_ONCE = 8  # credited to SUBSET
GIVEN, RANDOM, AVERAGE, SUM, LAST, MEAN, MAX, CORNER, CORNERS, CORNERS_RAW = range(16, 26)
LEAST_RISK, AVERAGE_TOTAL, AVERAGE_MOST, AVERAGE_LOT, CORNERS_LOT, CLUE = range(26, 32)
LAST_FLAGS, CHAMPION = 32, 33  # the forms of the champion follow

# Columns of the log. The source of a single-clue proof is its clue; of any other, -1 - the
# number of moves that had been made when it was found (proofs can be used later).
LOG_CELL, LOG_IS_MINE, LOG_METHOD, LOG_SOURCE = range(4)

UNLIMITED = -1  # lives


@inlined
def padded(cell, cols):
    """The padded index of the cell with this number, counted row by row."""
    return (cell // cols + 2) * (cols + 2) + cell % cols + 2


@inlined
def covered_in(word):
    """How many covered neighbours an `info` word counts."""
    return word & COVERED_MASK


@inlined
def need_in(word):
    """How many mines the clue of an `info` word still misses."""
    return ((word >> NEED_SHIFT) & 0xFF) - NEED_0


@inlined
def start_game(seen, info, rows, cols, count, n_mines, lives):
    """Cover every cell and set the counters."""
    for i in range(seen.size):
        seen[i] = OUTSIDE
        info[i] = NEED_0 * ONE_NEED
    for r in range(rows):
        tall = 3 - (r == 0) - (r == rows - 1)
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            seen[i] = COVERED
            info[i] += tall * 3
        info[first] -= tall
        info[first + cols - 1] -= tall
    for k in range(N_COUNTERS):
        count[k] = 0
    count[LEFT] = rows * cols
    count[SAFE_LEFT] = rows * cols - n_mines
    count[LIVES] = lives


@kernel
def lay_truth(truth, layout, rows, cols):
    """Write mines and clues into `truth` from a flat layout of booleans."""
    stride = cols + 2
    for i in range(truth.size):
        truth[i] = 0
    cell = 0
    for r in range(rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + cols):
            if layout[cell]:
                truth[i] += MINE - 1
                for base in range(i - stride, i + stride + 1, stride):
                    truth[base - 1] += 1
                    truth[base] += 1
                    truth[base + 1] += 1
            cell += 1


@inlined
def settle(i, mine, info, work, count, stride):
    """Cell i is no longer covered: tell the clues around it, and queue those that now decide."""
    work[work.size - count[LEFT]] = i
    count[LEFT] -= 1
    change = ONE_COVERED + mine * ONE_NEED
    n_work = count[N_WORK]
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            word = info[j] - change
            info[j] = word
            if word & (OPEN | QUEUED) == OPEN and covered_in(word) > 0:
                need = need_in(word)
                if need == 0 or need == covered_in(word):
                    info[j] = word | QUEUED
                    work[n_work] = j
                    n_work += 1
    count[N_WORK] = n_work


@inlined
def reveal(i, truth, seen, info, work, count, stride):
    """Open cell i and take in the answer; the only reader of the truth. True for a clue of 0."""
    clue = np.int64(truth[i])
    if clue >= MINE:
        seen[i] = BLAST
        count[BLASTS] += 1
        if count[LIVES] > 0:
            count[LIVES] -= 1
        settle(i, 1, info, work, count, stride)
        return False
    seen[i] = clue
    info[i] += OPEN + clue * ONE_NEED
    count[OPENED] += 1
    count[SAFE_LEFT] -= 1
    settle(i, 0, info, work, count, stride)
    return clue == 0


@kernel
def spread(i, truth, seen, info, work, zeros, count, stride):
    """Open the whole field of zeros around cell i, which is one, and the clues at its rim."""
    zeros[0] = i
    n_zeros = 1
    while n_zeros > 0:
        n_zeros -= 1
        z = np.int64(zeros[n_zeros])
        for base in range(z - stride, z + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] == COVERED and reveal(j, truth, seen, info, work, count, stride):
                    zeros[n_zeros] = j
                    n_zeros += 1


@inlined
def open_cell(i, truth, seen, info, work, zeros, count, stride, cascade):
    """Open cell i, and under rules that cascade what a 0 there brings along."""
    if reveal(i, truth, seen, info, work, count, stride) and cascade:
        spread(i, truth, seen, info, work, zeros, count, stride)


@inlined
def flag_cell(i, seen, info, work, count, stride):
    """Mark cell i as a mine."""
    seen[i] = FLAG
    count[FLAGGED] += 1
    settle(i, 1, info, work, count, stride)


@inlined
def is_over(count, must_mark):
    """Whether no move is left: no life, no covered cell, or all that had to be opened is open."""
    if count[LEFT] == 0 or count[LIVES] == 0:
        return True
    return not must_mark and count[SAFE_LEFT] == 0


@inlined
def note(log, count, cell, is_mine, method, source):
    """Add a move to the log, if there is one."""
    if log.shape[0] > 0:
        row = count[N_LOG]
        log[row, LOG_CELL] = cell
        log[row, LOG_IS_MINE] = is_mine
        log[row, LOG_METHOD] = method
        log[row, LOG_SOURCE] = source
        count[N_LOG] += 1


@kernel
def make_move(i, mined, method, look, truth, seen, info, work, zeros, count, log, stride, cascade):
    """Open or flag cell i for a reason other than a single clue, and log it.

    look: the number of moves that had been logged when the reason was found.
    """
    note(log, count, i, mined, method, -1 - look)
    if method < GIVEN:
        count[DEDUCED + method] += 1
    if mined:
        flag_cell(i, seen, info, work, count, stride)
    else:
        open_cell(i, truth, seen, info, work, zeros, count, stride, cascade)


@inlined
def count_wrong_flags(seen, layout, rows, cols, count):
    """The referee's last look: flags where no mine is."""
    cell = 0
    for r in range(rows):
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            count[WRONG_FLAGS] += seen[i] == FLAG and not layout[cell]
            cell += 1


@kernel
def enter_codes(cells, codes, seen, info, work, count, stride):
    """Cells that were covered until now, and what each shows: a clue, FLAG or BLAST."""
    for k in range(cells.size):
        i, code = cells[k], np.int64(codes[k])
        seen[i] = code
        if code >= 0:
            info[i] += OPEN + code * ONE_NEED
        settle(i, code < 0, info, work, count, stride)
