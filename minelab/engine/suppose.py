"""Suppositions over arrays: the twin of `suppose.Trial` (single clues only) and methods/assume.py.

A trial writes into `info` as if cells were settled and keeps them on a trail, so that it can be
undone word by word; `seen` stays as it is. `mark` says what the trial takes a cell for.

  mark    int8   per cell: UNMARKED, SAFE or MINED
  trail   int32  the cells that the trial has settled, in order
  queue   int32  clues that decide something in this trial
  trial   int64  counters: N_TRAIL, N_QUEUE, MINES_LEFT, CELLS_LEFT; the last two with the total

A cell is tried again only when something near it has changed: the board is cut into tiles of
8 x 8; a tile remembers when a cell of it last ceased to be covered, a cell when it was last
tried and how far its trial reached. Looking for cells to try is a scan; scans are the clock.

  tried    int32  per cell: the scan in which it was tried last, NEVER
  reach    int32  per cell: how far from it a change could alter what its trial finds
  tiles    int64  a row for each fact about a tile: the scan before which it last changed, the
                  scan that last came by, whether it is listed, the list of changed ones, whether
                  it has a clue, the scan that last found nothing more to try in it, and how far
                  trials of its cells have reached
  memo     int64  counters: N_READ, N_CHANGED, N_SCANS, N_TRIED, WIDEST (reach), LONGEST (trail),
                  N_FACTS, N_MADE (facts whose move has been made),
                  LOOKED (moves logged when they were found)
  facts    int32  what a trial proved: the cell, 1 for a mine. Proofs don't expire: the next is
                  taken when the cheaper methods are dry again
  found    int64  per cell: what the first of two trials took it for, and which pair of trials
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    ASSUME,
    ASSUMPTIONS,
    BLASTS,
    FLAGGED,
    LEFT,
    N_LOG,
    ONE_COVERED,
    ONE_NEED,
    OPEN,
    QUEUED,
    covered_in,
    make_move,
    need_in,
)

UNMARKED, SAFE, MINED = 0, 1, 2
N_TRAIL, N_QUEUE, MINES_LEFT, CELLS_LEFT = range(4)
N_READ, N_CHANGED, N_SCANS, N_TRIED, WIDEST, LONGEST, N_FACTS, N_MADE, LOOKED = range(9)
# Rows of `tiles`.
CHANGED_AT, SCANNED_AT, LISTED, CHANGED, HAS_CLUE, DONE_AT, TILE_REACH = range(7)
NEVER = -1
NO_TOTAL = -1


def trial_space(rows: int, cols: int) -> tuple:
    """The arrays of a trial."""
    size = (rows + 4) * (cols + 2) + 4
    return (
        np.zeros(size, np.int8),  # mark
        np.empty(rows * cols + 1, np.int32),  # trail
        np.empty(rows * cols + 1, np.int32),  # queue
        np.zeros(4, np.int64),  # trial
    )


def memory_space(rows: int, cols: int) -> tuple:
    """The arrays that remember which cells were tried."""
    size = (rows + 4) * (cols + 2) + 4
    n_tiles = (rows // 8 + 1) * (cols // 8 + 1)
    return (
        np.empty(size, np.int32),  # tried
        np.empty(size, np.int32),  # reach
        np.empty((7, n_tiles), np.int64),  # tiles
        np.zeros(9, np.int64),  # memo
        np.empty((rows * cols + 1, 2), np.int32),  # facts
        np.zeros(size, np.int64),  # found
        np.empty(4, np.int64),  # cursor
    )


@kernel
def start_memory(tried, tiles, memo):
    """Nothing tried yet, nothing changed yet."""
    for i in range(tried.size):
        tried[i] = NEVER
    for t in range(tiles.shape[1]):
        tiles[CHANGED_AT, t] = 0
        tiles[SCANNED_AT, t] = 0
        tiles[LISTED, t] = 0
        tiles[HAS_CLUE, t] = 0
        tiles[DONE_AT, t] = NEVER
        tiles[TILE_REACH, t] = 1
    tried_before = memo[N_TRIED]
    for k in range(memo.size):
        memo[k] = 0
    memo[N_TRIED] = tried_before  # `found` is not wiped between games


@inlined
def settle_in_trial(i, mined, info, mark, trail, queue, trial, stride):
    """Take cell i for mined or safe; False if a clue around it, or the total, can't be met."""
    holds = True
    mark[i] = MINED if mined else SAFE
    trail[trial[N_TRAIL]] = i
    trial[N_TRAIL] += 1
    trial[CELLS_LEFT] -= 1
    if trial[MINES_LEFT] != NO_TOTAL:
        trial[MINES_LEFT] -= mined
        if trial[MINES_LEFT] < 0 or trial[MINES_LEFT] > trial[CELLS_LEFT]:
            trial[MINES_LEFT] += mined  # -1 would read as no total; the next trial starts afresh
            holds = False
    change = ONE_COVERED + mined * ONE_NEED
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            word = info[j] - change
            info[j] = word
            if word & OPEN:
                need, covered = need_in(word), covered_in(word)
                if need < 0 or need > covered:
                    holds = False
                elif covered > 0 and word & QUEUED == 0 and (need == 0 or need == covered):
                    info[j] = word | QUEUED
                    queue[trial[N_QUEUE]] = j
                    trial[N_QUEUE] += 1
    return holds


@kernel
def propagate(seen, info, mark, trail, queue, trial, stride, holds):
    """Follow single clues, and the total, as far as they go; False if something can't be met.

    holds: False if something can't be met already; then the queue is only emptied.
    """
    while holds:
        while trial[N_QUEUE] > 0 and holds:
            trial[N_QUEUE] -= 1
            clue = np.int64(queue[trial[N_QUEUE]])
            info[clue] &= ~QUEUED
            mined = np.int64(need_in(info[clue]) > 0)
            for base in range(clue - stride, clue + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    if covered_in(info[clue]) == 0 or not holds:
                        break
                    if seen[j] == COVERED and mark[j] == UNMARKED:
                        holds = settle_in_trial(j, mined, info, mark, trail, queue, trial, stride)
        left = trial[MINES_LEFT]
        if not holds or left == NO_TOTAL or trial[CELLS_LEFT] == 0:
            break
        if left != 0 and left != trial[CELLS_LEFT]:
            break
        mined = np.int64(left > 0)
        for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
            if holds and seen[i] == COVERED and mark[i] == UNMARKED:
                holds = settle_in_trial(i, mined, info, mark, trail, queue, trial, stride)
    while trial[N_QUEUE] > 0:
        trial[N_QUEUE] -= 1
        info[queue[trial[N_QUEUE]]] &= ~QUEUED
    return holds


@kernel
def undo(down_to, info, mark, trail, trial, stride):
    """Take back what a trial settled after the first so many cells."""
    while trial[N_TRAIL] > down_to:
        trial[N_TRAIL] -= 1
        i = np.int64(trail[trial[N_TRAIL]])
        change = ONE_COVERED + (mark[i] == MINED) * ONE_NEED
        for base in range(i - stride, i + stride + 1, stride):
            for j in range(base - 1, base + 2):
                info[j] += change
        mark[i] = UNMARKED


@kernel
def suppose(i, mined, seen, info, mark, trail, queue, trial, count, n_mines, stride):
    """Take cell i for mined or safe and follow that as far as it goes; False if it can't be.

    n_mines: the number of mines on the board, NO_TOTAL if it may not be used.
    """
    count[ASSUMPTIONS] += 1
    trial[CELLS_LEFT] = count[LEFT]
    trial[MINES_LEFT] = NO_TOTAL
    if n_mines != NO_TOTAL:
        trial[MINES_LEFT] = n_mines - count[FLAGGED] - count[BLASTS]
    holds = settle_in_trial(i, mined, info, mark, trail, queue, trial, stride)
    return propagate(seen, info, mark, trail, queue, trial, stride, holds)


@inlined
def tile_of(i, stride, cols):
    """The tile of a cell."""
    return ((i // stride - 2) >> 3) * (cols // 8 + 1) + ((i % stride - 2) >> 3)


@inlined
def note_reach(i, far, reach, tiles, memo, stride, cols):
    """Remember that a change so far from cell i could alter what its trial finds."""
    tile = tile_of(i, stride, cols)
    reach[i] = max(reach[i], far)
    tiles[TILE_REACH, tile] = max(tiles[TILE_REACH, tile], far)
    memo[WIDEST] = max(memo[WIDEST], far)


@kernel
def farthest(i, trail, trial, stride):
    """How far from cell i a trial got."""
    r, c = i // stride, i % stride
    far = 0
    for k in range(trial[N_TRAIL]):
        j = np.int64(trail[k])
        far = max(far, abs(j // stride - r), abs(j % stride - c))
    return far


@kernel
def try_both(
    i, seen, info, mark, trail, queue, trial, count, n_mines, reach, tiles, memo, facts, found,
    stride, cols,
):  # fmt: skip
    """Suppose cell i mined, then safe; what breaks is refuted, what both say goes to `facts`."""
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    memo[LOOKED] = count[N_LOG]
    memo[N_TRIED] += 1
    reach[i] = 0
    for mined in range(1, -1, -1):
        holds = suppose(i, mined, seen, info, mark, trail, queue, trial, count, n_mines, stride)
        far = farthest(i, trail, trial, stride) + 2
        note_reach(i, far, reach, tiles, memo, stride, cols)
        memo[LONGEST] = max(memo[LONGEST], trial[N_TRAIL])
        for k in range(1, trial[N_TRAIL] if holds else 0):
            j = trail[k]
            tag = memo[N_TRIED] * 4 + mark[j]
            if mined:
                found[j] = tag
            elif found[j] == tag:
                facts[memo[N_FACTS], 0] = j
                facts[memo[N_FACTS], 1] = mark[j] == MINED
                memo[N_FACTS] += 1
        undo(0, info, mark, trail, trial, stride)
        if not holds:
            facts[0, 0] = i
            facts[0, 1] = 1 - mined
            memo[N_FACTS] = 1
            return


@kernel
def read_changes(seen, work, count, tiles, memo, stride, cols):
    """Note which tiles the news came from."""
    n_cells = work.size // 2
    while memo[N_READ] < n_cells - count[LEFT]:
        x = np.int64(work[n_cells + memo[N_READ]])
        memo[N_READ] += 1
        tile = tile_of(x, stride, cols)
        tiles[CHANGED_AT, tile] = memo[N_SCANS]
        if seen[x] >= 0:
            tiles[HAS_CLUE, tile] = 1
        list_tile(tile, tiles, memo)


@inlined
def list_tile(tile, tiles, memo):
    """Have the surroundings of a tile scanned."""
    if not tiles[LISTED, tile]:
        tiles[LISTED, tile] = 1
        tiles[CHANGED, memo[N_CHANGED]] = tile
        memo[N_CHANGED] += 1


@kernel
def has_changed(top, left, bottom, right, since, tiles, rows, cols):
    """Whether a tile that has a part in this rectangle of cells has changed since a scan."""
    if since == NEVER:
        return True
    for tr in range(max(top, 0) >> 3, (min(bottom, rows - 1) >> 3) + 1):
        for tc in range(max(left, 0) >> 3, (min(right, cols - 1) >> 3) + 1):
            if tiles[CHANGED_AT, tr * (cols // 8 + 1) + tc] > since:
                return True
    return False


@inlined
def n_clues(r, c, word, rows, cols):
    """How many open cells touch a covered one, whose `info` counts all others around it."""
    tall = 3 - (r == 0) - (r == rows - 1)
    wide = 3 - (c == 0) - (c == cols - 1)
    return tall * wide - covered_in(word) + need_in(word)


@inlined
def is_due(tr, tc, always, tiles, memo, rows, cols):
    """Whether a tile, in its turn for the first time in this scan, may have a cell to try."""
    if not (0 <= tr <= rows // 8 and 0 <= tc <= cols // 8):
        return False
    tile = tr * (cols // 8 + 1) + tc
    if tiles[SCANNED_AT, tile] == memo[N_SCANS]:
        return False
    tiles[SCANNED_AT, tile] = memo[N_SCANS]
    far = tiles[TILE_REACH, tile]
    return always or has_changed(
        tr * 8 - far, tc * 8 - far, tr * 8 + 7 + far, tc * 8 + 7 + far, tiles[DONE_AT, tile],
        tiles, rows, cols,
    )  # fmt: skip


@kernel
def next_candidate(
    at_least, always, seen, info, tried, reach, tiles, memo, cursor, rows, cols
):  # fmt: skip
    """The next cell worth a trial, NEVER if there is none; `cursor` says where the scan is.

    cursor: the changed tile (its place in the list), the tile near it, the cell in that one;
        and how many tiles away a cell can be whose trial reached the changed one.
    always: try every cell, whatever changed.
    """
    stride, wide = cols + 2, cols // 8 + 1
    near = cursor[3]
    side = 2 * near + 1
    while cursor[0] < memo[N_CHANGED]:
        tile = tiles[CHANGED, cursor[0]]
        while cursor[1] < side * side:
            tr = tile // wide + cursor[1] // side - near
            tc = tile % wide + cursor[1] % side - near
            if cursor[2] > 0 or is_due(tr, tc, always, tiles, memo, rows, cols):
                while cursor[2] < 64:
                    r, c = tr * 8 + (cursor[2] >> 3), tc * 8 + (cursor[2] & 7)
                    cursor[2] += 1
                    if r >= rows or c >= cols:
                        continue
                    i = (r + 2) * stride + c + 2
                    if seen[i] == COVERED and n_clues(r, c, info[i], rows, cols) >= at_least:
                        far = np.int64(reach[i])
                        if always or has_changed(
                            r - far, c - far, r + far, c + far, tried[i], tiles, rows, cols
                        ):
                            return i
                tiles[DONE_AT, tr * wide + tc] = memo[N_SCANS]
            cursor[1] += 1
            cursor[2] = 0
        cursor[0] += 1
        cursor[1] = 0
    return NEVER


@kernel
def start_scan(seen, work, count, tiles, memo, cursor, stride, cols, always):
    """Begin to look for cells worth a trial."""
    memo[N_SCANS] += 1
    read_changes(seen, work, count, tiles, memo, stride, cols)
    if always:  # go through all surroundings of clues, whatever changed
        for tile in range(tiles.shape[1]):
            if tiles[HAS_CLUE, tile]:
                list_tile(tile, tiles, memo)
    for k in range(3):
        cursor[k] = 0
    cursor[3] = (memo[WIDEST] >> 3) + 1


@kernel
def end_scan(tiles, memo):
    """A scan found nothing: nothing counts as changed any more."""
    for k in range(memo[N_CHANGED]):
        tiles[LISTED, tiles[CHANGED, k]] = 0
    memo[N_CHANGED] = 0


@kernel
def make_next_fact(
    method, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
):
    """Open or flag the next cell that was proved and is covered still; False for none left."""
    while memo[N_MADE] < memo[N_FACTS]:
        j, mined = np.int64(facts[memo[N_MADE], 0]), np.int64(facts[memo[N_MADE], 1])
        memo[N_MADE] += 1
        if seen[j] == COVERED:
            make_move(
                j, mined, method, memo[LOOKED], truth, seen, info, work, zeros, count, log,
                stride, cascade,
            )  # fmt: skip
            return True
    return False


@inlined
def total_is_near(count, n_mines, memo):
    """Whether the total could decide something in a trial as long as the longest so far."""
    left = n_mines - count[FLAGGED] - count[BLASTS]
    return n_mines != NO_TOTAL and min(left, count[LEFT] - left) <= memo[LONGEST] + 16


@kernel
def run_assume(
    at_least, n_mines, truth, seen, info, work, zeros, count, log, mark, trail, queue, trial,
    tried, reach, tiles, memo, facts, found, cursor, rows, cols, cascade,
):  # fmt: skip
    """Try cells until one teaches something, and make the move; False if none does."""
    stride = cols + 2
    always = total_is_near(count, n_mines, memo)
    start_scan(seen, work, count, tiles, memo, cursor, stride, cols, always)
    while True:
        if make_next_fact(
            ASSUME, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
        ):
            return True
        i = next_candidate(
            at_least, always, seen, info, tried, reach, tiles, memo, cursor, rows, cols
        )
        if i == NEVER:
            end_scan(tiles, memo)
            return False
        try_both(
            i, seen, info, mark, trail, queue, trial, count, n_mines, reach, tiles, memo, facts,
            found, stride, cols,
        )  # fmt: skip
        tried[i] = memo[N_SCANS]
