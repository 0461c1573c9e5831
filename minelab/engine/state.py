"""A game as the engine holds it: flat arrays, padded by two cells, truth and view apart.

A cell (r, c) is the integer (r + 2) * stride + c + 2 with stride = cols + 2: the two pads at
the end of a row serve as the pads before the next one. `Game` says what each array holds.

The arrays are made once per batch; `start_game` prepares them for each game. Kernels get the
whole tuple and name the arrays that they use in their first lines, which costs nothing: numba
resolves the names when it compiles.

A method that proves several cells at once keeps them in a `Facts` and makes one move at a time,
so that cheaper methods are asked again in between.
"""

from typing import Any, NamedTuple

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

# Codes in the log: methods have those from SINGLE on (engine/methods.py), guess rules those from
# GIVEN on (engine/choose.py).
SINGLE, GIVEN = 0, 16

# Columns of the log. The source of a single-clue proof is its clue; of any other, -1 - the
# number of moves that had been made when it was proved (proofs can be used later).
LOG_CELL, LOG_IS_MINE, LOG_METHOD, LOG_SOURCE = range(4)

UNLIMITED = -1  # lives
ANYWHERE = -1  # for `clear_within`: the first click may hit a mine
NO_TOTAL = -1  # instead of a number of mines that is not known

N_FACTS, N_MADE, LOOKED = range(3)  # places in the tally of `Facts`


class Game(NamedTuple):
    """The board, the rules and the arrays of a game."""

    rows: int
    cols: int
    stride: int
    """How far apart two cells of a column are: cols + 2."""
    n_mines: int
    lives: int
    """How many blasts end a game, or UNLIMITED."""
    clear_within: int
    """How far from the first click mines are moved away, or ANYWHERE."""
    cascade: int
    """1 if opening a 0 opens all around it."""
    must_mark: int
    """1 if a game goes on until no cell is covered, 0 if it ends when every safe cell is open."""
    truth: Any
    """int8 per cell: mines around it, + MINE if it is mined itself; only `reveal` reads it."""
    seen: Any
    """int8 per cell: what the player sees, 0-8, COVERED, FLAG or BLAST; OUTSIDE on the pads."""
    info: Any
    """int32 per cell: what its clue still says, in one word, so that news of a neighbour is one
    subtraction. Low byte: the covered cells among its neighbours and itself. Next byte: the
    mines its clue still misses, + NEED_0; a running offset until the cell is open. Then the bits
    OPEN and QUEUED."""
    work: Any
    """int32, two lists of n_cells places each. First the worklist, last in first out, of open
    cells whose single clue decides something. Then the news: every cell in the order in which it
    ceased to be covered. The more expensive methods read the news, each from where it stopped."""
    zeros: Any
    """int32: cells with a clue of 0 around which a cascade still has to open."""
    order: Any
    """int32: all cells, shuffled as far as random picks have come."""
    stream: Any
    """uint64, one place: the stream of random numbers that shuffles `order`."""
    layout: Any
    """bool per cell, without pads: where the mines are. The referee's, like `truth`."""
    forced: Any
    """int64: cells to guess before all others."""
    count: Any
    """int64: counters, indexed by the constants above."""
    log: Any
    """int32, a row per move; no rows if nobody asked for them."""


class Clues(NamedTuple):
    """As much of a `Game` as `settle` needs."""

    info: Any
    work: Any
    count: Any
    stride: int


class Facts(NamedTuple):
    """Cells that a method has proved and whose moves are made one by one."""

    cells: Any
    """int32, a row per fact: the cell, 1 for a mine."""
    tally: Any
    """int64: N_FACTS, N_MADE (moves made so far), LOOKED (moves logged when they were proved)."""


def new_game(
    rows: int,
    cols: int,
    n_mines: int = 0,
    rules: tuple[int, int, int, int] = (UNLIMITED, ANYWHERE, 0, 1),
    forced: Any = (),
    log: bool = False,
) -> Game:
    """The arrays of a game.

    rules: lives, clear_within, cascade, must_mark.
    forced: cells to guess before all others, as row-by-row numbers.
    """
    size, n_cells = padded_size(rows, cols), rows * cols
    given = np.array(forced, np.int64)
    return Game(
        rows, cols, cols + 2, n_mines, *rules,
        truth=np.empty(size, np.int8),
        seen=np.empty(size, np.int8),
        info=np.empty(size, np.int32),
        work=np.empty(2 * n_cells, np.int32),
        zeros=np.empty(n_cells, np.int32),
        order=np.empty(n_cells, np.int32),
        stream=np.empty(1, np.uint64),
        layout=np.empty(n_cells, np.bool_),
        forced=(given // cols + 2) * (cols + 2) + given % cols + 2,
        count=np.empty(N_COUNTERS, np.int64),
        log=np.empty((n_cells if log else 0, 4), np.int32),
    )  # fmt: skip


def padded_size(rows: int, cols: int) -> int:
    """How many places an array has that is indexed by cells."""
    return (rows + 4) * (cols + 2) + 4


def new_facts(n_cells: int) -> Facts:
    """Room for a fact about every cell."""
    return Facts(np.empty((n_cells + 1, 2), np.int32), np.zeros(3, np.int64))


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
def is_unfinished(word):
    """Whether an `info` word is that of a clue with covered cells around it."""
    return word & (OPEN | COVERED_MASK) > OPEN


@inlined
def start_game(game):
    """Cover every cell and set the counters."""
    n_cells, count = game.rows * game.cols, game.count
    cover_all(game.seen, game.info, game.rows, game.cols)
    for k in range(N_COUNTERS):
        count[k] = 0
    count[LEFT] = n_cells
    count[SAFE_LEFT] = n_cells - game.n_mines
    count[LIVES] = game.lives


@inlined
def cover_all(seen, info, rows, cols):
    """Cover every cell."""
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
def settle(i, mine, game):
    """Cell i is no longer covered: tell the clues around it, and queue those that now decide."""
    info, work, count, stride = game.info, game.work, game.count, game.stride
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
def reveal(i, game):
    """Open cell i and show what is there; the only reader of the truth. True for a clue of 0."""
    truth, seen, info, count = game.truth, game.seen, game.info, game.count
    clue = np.int64(truth[i])
    if clue >= MINE:
        seen[i] = BLAST
        count[BLASTS] += 1
        if count[LIVES] > 0:
            count[LIVES] -= 1
        settle(i, 1, game)
        return False
    seen[i] = clue
    info[i] += OPEN + clue * ONE_NEED
    count[OPENED] += 1
    count[SAFE_LEFT] -= 1
    settle(i, 0, game)
    return clue == 0


@kernel
def spread(i, game):
    """Open the whole field of zeros around cell i, which is one, and the clues at its rim."""
    seen, zeros, stride = game.seen, game.zeros, game.stride
    zeros[0] = i
    n_zeros = 1
    while n_zeros > 0:
        n_zeros -= 1
        z = np.int64(zeros[n_zeros])
        for base in range(z - stride, z + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] == COVERED and reveal(j, game):
                    zeros[n_zeros] = j
                    n_zeros += 1


@inlined
def open_cell(i, game):
    """Open cell i, and under rules that cascade all that a 0 there opens."""
    if reveal(i, game) and game.cascade:
        spread(i, game)


@inlined
def flag_cell(i, game):
    """Mark cell i as a mine."""
    game.seen[i] = FLAG
    game.count[FLAGGED] += 1
    settle(i, 1, game)


@inlined
def is_over(game):
    """Whether no move is left: no life, no covered cell, or all that had to be opened is open."""
    count = game.count
    if count[LEFT] == 0 or count[LIVES] == 0:
        return True
    return not game.must_mark and count[SAFE_LEFT] == 0


@inlined
def mines_left(total, game):
    """How many mines are neither flagged nor blown up, given the number of all mines."""
    return total - game.count[FLAGGED] - game.count[BLASTS]


@inlined
def fill_order(game):
    """Put all cells into `order`, row by row, not shuffled yet."""
    cell = 0
    for r in range(game.rows):
        first = (r + 2) * game.stride + 2
        for i in range(first, first + game.cols):
            game.order[cell] = i
            cell += 1


@inlined
def news(tally, place, game):
    """Where in `work` the cells are that ceased to be covered since a method last asked.

    tally, place: where the method counts the news that it has read.
    """
    n_cells = game.work.size // 2
    first, tally[place] = tally[place], n_cells - game.count[LEFT]
    return range(n_cells + first, n_cells + tally[place])


@inlined
def write_log(cell, is_mine, method, source, game):
    """Add a move to the log, if there is one."""
    log, count = game.log, game.count
    if log.shape[0] > 0:
        row = count[N_LOG]
        log[row, LOG_CELL] = cell
        log[row, LOG_IS_MINE] = is_mine
        log[row, LOG_METHOD] = method
        log[row, LOG_SOURCE] = source
        count[N_LOG] += 1


@kernel
def make_move(i, mined, method, look, game):
    """Open or flag cell i for a reason other than a single clue, and log it.

    look: the number of moves that had been logged when the cell was proved.
    """
    write_log(i, mined, method, -1 - look, game)
    if method < GIVEN:
        game.count[DEDUCED + method] += 1
    if mined:
        flag_cell(i, game)
    else:
        open_cell(i, game)


@inlined
def clear_facts(facts, game):
    """Forget all facts, before a new look."""
    facts.tally[N_FACTS] = 0
    facts.tally[N_MADE] = 0
    facts.tally[LOOKED] = game.count[N_LOG]


@inlined
def add_fact(cell, mined, facts):
    """Keep a proved cell."""
    n = facts.tally[N_FACTS]
    facts.cells[n, 0] = cell
    facts.cells[n, 1] = mined
    facts.tally[N_FACTS] = n + 1


@kernel
def make_next_fact(method, facts, game):
    """Open or flag the next cell that was proved and is still covered; False for none left."""
    cells, tally = facts.cells, facts.tally
    while tally[N_MADE] < tally[N_FACTS]:
        i, mined = np.int64(cells[tally[N_MADE], 0]), np.int64(cells[tally[N_MADE], 1])
        tally[N_MADE] += 1
        if game.seen[i] == COVERED:
            make_move(i, mined, method, tally[LOOKED], game)
            return True
    return False


@inlined
def count_wrong_flags(game):
    """The referee's last look: flags where no mine is."""
    cell = 0
    for r in range(game.rows):
        first = (r + 2) * game.stride + 2
        for i in range(first, first + game.cols):
            game.count[WRONG_FLAGS] += game.seen[i] == FLAG and not game.layout[cell]
            cell += 1


@kernel
def enter_codes(cells, codes, seen, info, work, count, stride):
    """Show cells that were covered until now as a view shows them: a clue, FLAG or BLAST."""
    clues = Clues(info, work, count, stride)
    for k in range(cells.size):
        i, code = cells[k], np.int64(codes[k])
        seen[i] = code
        if code >= 0:
            info[i] += OPEN + code * ONE_NEED
        settle(i, code < 0, clues)
