"""Suppositions over arrays: the twin of `suppose.Trial` (single clues only) and methods/assume.py.

A trial writes into `info` as if cells were settled and keeps them on a trail, so that it can be
undone word by word; `seen` stays as it is.

A cell is tried again only when something near it has changed: the board is cut into tiles of
8 x 8; a tile remembers when a cell of it last ceased to be covered, a cell when it was last
tried and how far from it its trial got. Looking for cells to try is a scan; scans are the clock.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    ASSUMPTIONS,
    LEFT,
    NO_TOTAL,
    ONE_COVERED,
    ONE_NEED,
    OPEN,
    QUEUED,
    Facts,
    add_fact,
    clear_facts,
    covered_in,
    make_next_fact,
    mines_left,
    need_in,
    new_facts,
    news,
    padded_size,
)

UNMARKED, SAFE, MINED = 0, 1, 2
N_TRAIL, N_QUEUE, MINES_LEFT, CELLS_LEFT = range(4)
N_READ, N_CHANGED, N_SCANS, N_TRIED, WIDEST, LONGEST, N_SEEN = range(7)
CHANGED_AT, SCANNED_AT, LISTED, CHANGED, HAS_CLUE, DONE_AT, TILE_RADIUS, CLEARED = range(8)
NEVER = -1


class Trial(NamedTuple):
    """A supposition and what follows from it."""

    mark: Any
    """int8 per cell: what the trial takes it for, UNMARKED, SAFE or MINED."""
    trail: Any
    """int32: the cells that the trial has settled, in order."""
    queue: Any
    """int32: clues that decide something in this trial."""
    tally: Any
    """int64: N_TRAIL, N_QUEUE, MINES_LEFT (or NO_TOTAL), CELLS_LEFT."""


class Memory(NamedTuple):
    """Which cells were tried, and what has changed since."""

    tried: Any
    """int32 per cell: the scan in which it was tried last, or NEVER."""
    radius: Any
    """int32 per cell: how far from it a change could alter the result of its trial."""
    tiles: Any
    """int64, a column per tile: CHANGED_AT, the scan before which it last changed; SCANNED_AT, the
    scan that last came by; LISTED, whether it is in the list of changed tiles; CHANGED, that list;
    HAS_CLUE; DONE_AT, the scan that last left no cell to try in it; TILE_RADIUS, the greatest
    radius of its cells; CLEARED, how many tiles away there is no cell to try, 0 if unknown."""
    tally: Any
    """int64: N_READ (news), N_CHANGED (tiles), N_SCANS, N_TRIED (cells), WIDEST (radius), LONGEST
    (trail), N_SEEN (tiles in this scan)."""
    cursor: Any
    """int64, where the scan is: the changed tile (its place in the list), the tile near it, the
    cell in that one; and how many tiles away a cell can be whose trial got to the changed one."""


class Assume(NamedTuple):
    """What `assume` works on."""

    trial: Trial
    memory: Memory
    facts: Facts
    agreed: Any
    """int64 per cell: what the first of two trials took it for, and which pair of trials."""


def trial_space(rows: int, cols: int) -> Trial:
    """The arrays of a trial."""
    n_cells = rows * cols
    return Trial(
        mark=np.zeros(padded_size(rows, cols), np.int8),
        trail=np.empty(n_cells + 1, np.int32),
        queue=np.empty(n_cells + 1, np.int32),
        tally=np.zeros(4, np.int64),
    )


def memory_space(rows: int, cols: int) -> Memory:
    """The arrays that remember which cells were tried."""
    size = padded_size(rows, cols)
    return Memory(
        tried=np.empty(size, np.int32),
        radius=np.empty(size, np.int32),
        tiles=np.empty((8, (rows // 8 + 1) * (cols // 8 + 1)), np.int64),
        tally=np.zeros(7, np.int64),
        cursor=np.empty(4, np.int64),
    )


def assume_space(rows: int, cols: int) -> Assume:
    """The arrays of `assume`."""
    return Assume(
        trial_space(rows, cols),
        memory_space(rows, cols),
        new_facts(rows * cols),
        agreed=np.zeros(padded_size(rows, cols), np.int64),
    )


@kernel
def start_memory(memory):
    """Nothing tried yet, nothing changed yet."""
    tried, tiles, tally = memory.tried, memory.tiles, memory.tally
    for i in range(tried.size):
        tried[i] = NEVER
    for t in range(tiles.shape[1]):
        tiles[CHANGED_AT, t] = 0
        tiles[SCANNED_AT, t] = 0
        tiles[LISTED, t] = 0
        tiles[HAS_CLUE, t] = 0
        tiles[DONE_AT, t] = NEVER
        tiles[TILE_RADIUS, t] = 1
        tiles[CLEARED, t] = 0
    for k in range(tally.size):
        if k != N_TRIED:  # `agreed` is not wiped between games, so its stamps go on
            tally[k] = 0


@inlined
def settle_in_trial(i, mined, info, trial, stride):
    """Take cell i for mined or safe; False if a clue around it, or the total, can't be met."""
    queue, tally = trial.queue, trial.tally
    holds = True
    trial.mark[i] = MINED if mined else SAFE
    trial.trail[tally[N_TRAIL]] = i
    tally[N_TRAIL] += 1
    tally[CELLS_LEFT] -= 1
    if tally[MINES_LEFT] != NO_TOTAL:
        tally[MINES_LEFT] -= mined
        if tally[MINES_LEFT] < 0 or tally[MINES_LEFT] > tally[CELLS_LEFT]:
            tally[MINES_LEFT] += mined  # -1 would read as no total; the next trial sets it anew
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
                    queue[tally[N_QUEUE]] = j
                    tally[N_QUEUE] += 1
    return holds


@kernel
def propagate(holds, seen, info, trial, stride):
    """Follow single clues, and the total, as far as they go; False if something can't be met.

    holds: False if something can't be met already; then the queue is only emptied.
    """
    mark, queue, tally = trial.mark, trial.queue, trial.tally
    while holds:
        while tally[N_QUEUE] > 0 and holds:
            tally[N_QUEUE] -= 1
            clue = np.int64(queue[tally[N_QUEUE]])
            info[clue] &= ~QUEUED
            mined = np.int64(need_in(info[clue]) > 0)
            for base in range(clue - stride, clue + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    if covered_in(info[clue]) == 0 or not holds:
                        break
                    if seen[j] == COVERED and mark[j] == UNMARKED:
                        holds = settle_in_trial(j, mined, info, trial, stride)
        left = tally[MINES_LEFT]
        if not holds or left == NO_TOTAL or tally[CELLS_LEFT] == 0:
            break
        if left != 0 and left != tally[CELLS_LEFT]:
            break
        mined = np.int64(left > 0)
        for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
            if holds and seen[i] == COVERED and mark[i] == UNMARKED:
                holds = settle_in_trial(i, mined, info, trial, stride)
    while tally[N_QUEUE] > 0:
        tally[N_QUEUE] -= 1
        info[queue[tally[N_QUEUE]]] &= ~QUEUED
    return holds


@kernel
def undo(down_to, info, trial, stride):
    """Undo what a trial settled after the first so many cells."""
    mark, trail, tally = trial.mark, trial.trail, trial.tally
    while tally[N_TRAIL] > down_to:
        tally[N_TRAIL] -= 1
        i = np.int64(trail[tally[N_TRAIL]])
        change = ONE_COVERED + (mark[i] == MINED) * ONE_NEED
        for base in range(i - stride, i + stride + 1, stride):
            for j in range(base - 1, base + 2):
                info[j] += change
        mark[i] = UNMARKED


@inlined
def suppose(i, mined, total, game, trial):
    """Take cell i for mined or safe and follow that as far as it goes; False if it can't be.

    total: the number of mines on the board, NO_TOTAL if it may not be used.
    """
    game.count[ASSUMPTIONS] += 1
    trial.tally[CELLS_LEFT] = game.count[LEFT]
    trial.tally[MINES_LEFT] = NO_TOTAL
    if total != NO_TOTAL:
        trial.tally[MINES_LEFT] = mines_left(total, game)
    holds = settle_in_trial(i, mined, game.info, trial, game.stride)
    return propagate(holds, game.seen, game.info, trial, game.stride)


@inlined
def tile_of(i, stride):
    """The tile of a cell."""
    return ((i // stride - 2) >> 3) * ((stride - 2) // 8 + 1) + ((i % stride - 2) >> 3)


@inlined
def widen(i, far, memory, stride):
    """Remember that a change so far from cell i could alter the result of its trial."""
    radius, tiles, tally = memory.radius, memory.tiles, memory.tally
    tile = tile_of(i, stride)
    radius[i] = max(radius[i], far)
    tiles[TILE_RADIUS, tile] = max(tiles[TILE_RADIUS, tile], far)
    tally[WIDEST] = max(tally[WIDEST], far)


@inlined
def farthest(i, trial, stride):
    """How far from cell i a trial got."""
    r, c = i // stride, i % stride
    far = 0
    for k in range(trial.tally[N_TRAIL]):
        j = np.int64(trial.trail[k])
        far = max(far, abs(j // stride - r), abs(j % stride - c))
    return far


@inlined
def try_both(i, total, game, space):
    """Suppose cell i mined, then safe; what breaks is refuted, what both say becomes a fact."""
    trial, memory, facts, agreed = space
    mark, trail = trial.mark, trial.trail
    clear_facts(facts, game)
    memory.tally[N_TRIED] += 1
    memory.radius[i] = 0
    for mined in range(1, -1, -1):
        holds = suppose(i, mined, total, game, trial)
        widen(i, farthest(i, trial, game.stride) + 2, memory, game.stride)
        memory.tally[LONGEST] = max(memory.tally[LONGEST], trial.tally[N_TRAIL])
        for k in range(1, trial.tally[N_TRAIL] if holds else 0):
            j = trail[k]
            tag = memory.tally[N_TRIED] * 4 + mark[j]
            if mined:
                agreed[j] = tag
            elif agreed[j] == tag:
                add_fact(j, mark[j] == MINED, facts)
        undo(0, game.info, trial, game.stride)
        if not holds:
            clear_facts(facts, game)
            add_fact(i, 1 - mined, facts)
            return


@inlined
def read_changes(game, memory):
    """Note which tiles the news came from."""
    tiles, tally = memory.tiles, memory.tally
    for k in news(tally, N_READ, game):
        x = np.int64(game.work[k])
        tile = tile_of(x, game.stride)
        note_change(tile, memory, game.stride)
        if game.seen[x] >= 0:
            tiles[HAS_CLUE, tile] = 1


@inlined
def around(memory):
    """How many tiles away a cell can be whose trial got to a tile."""
    return (memory.tally[WIDEST] >> 3) + 1


@kernel
def note_change(tile, memory, stride):
    """A tile has changed: its surroundings may have cells to try again."""
    tiles, tally = memory.tiles, memory.tally
    if tiles[CHANGED_AT, tile] == tally[N_SCANS]:
        return
    tiles[CHANGED_AT, tile] = tally[N_SCANS]
    list_tile(tile, memory)
    wide = (stride - 2) // 8 + 1
    tr, tc, far = tile // wide, tile % wide, 2 * around(memory)
    for r in range(max(0, tr - far), min(tiles.shape[1] // wide, tr + far + 1)):
        for c in range(max(0, tc - far), min(wide, tc + far + 1)):
            tiles[CLEARED, r * wide + c] = 0


@inlined
def list_tile(tile, memory):
    """Have the surroundings of a tile scanned."""
    tiles, tally = memory.tiles, memory.tally
    if not tiles[LISTED, tile]:
        tiles[LISTED, tile] = 1
        tiles[CHANGED, tally[N_CHANGED]] = tile
        tally[N_CHANGED] += 1


@kernel
def has_changed(top, left, bottom, right, since, tiles, rows, cols):
    """Whether a tile that overlaps this rectangle of cells has changed since a scan."""
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
def is_due(tr, tc, always, memory, rows, cols):
    """Whether a tile, in its turn for the first time in this scan, may have a cell to try."""
    tiles, tally = memory.tiles, memory.tally
    if not (0 <= tr <= rows // 8 and 0 <= tc <= cols // 8):
        return False
    tile = tr * (cols // 8 + 1) + tc
    if tiles[SCANNED_AT, tile] == tally[N_SCANS]:
        return False
    tiles[SCANNED_AT, tile] = tally[N_SCANS]
    tally[N_SEEN] += 1
    far = tiles[TILE_RADIUS, tile]
    top, left, since = tr * 8 - far, tc * 8 - far, tiles[DONE_AT, tile]
    bottom, right = tr * 8 + 7 + far, tc * 8 + 7 + far
    return always or has_changed(top, left, bottom, right, since, tiles, rows, cols)


@inlined
def next_candidate(at_least, always, game, memory):
    """The next cell to try, NEVER if there is none.

    at_least: how many clues must touch it.
    always: try every cell, whatever changed.
    """
    rows, cols, seen, info = game.rows, game.cols, game.seen, game.info
    tried, radius, tiles, cursor = memory.tried, memory.radius, memory.tiles, memory.cursor
    wide = cols // 8 + 1
    far_away = cursor[3]
    side = 2 * far_away + 1
    while cursor[0] < memory.tally[N_CHANGED]:
        if memory.tally[N_SEEN] == tiles.shape[1] and cursor[2] == 0:
            return NEVER
        tile = tiles[CHANGED, cursor[0]]
        if tiles[CLEARED, tile] == far_away and not always:
            cursor[0] += 1
            continue
        while cursor[1] < side * side:
            tr = tile // wide + cursor[1] // side - far_away
            tc = tile % wide + cursor[1] % side - far_away
            if cursor[2] > 0 or is_due(tr, tc, always, memory, rows, cols):
                while cursor[2] < 64:
                    r, c = tr * 8 + (cursor[2] >> 3), tc * 8 + (cursor[2] & 7)
                    cursor[2] += 1
                    if r >= rows or c >= cols:
                        continue
                    i = (r + 2) * game.stride + c + 2
                    if seen[i] == COVERED and n_clues(r, c, info[i], rows, cols) >= at_least:
                        far = np.int64(radius[i])
                        if always or has_changed(
                            r - far, c - far, r + far, c + far, tried[i], tiles, rows, cols
                        ):
                            return i
                tiles[DONE_AT, tr * wide + tc] = memory.tally[N_SCANS]
            cursor[1] += 1
            cursor[2] = 0
        tiles[CLEARED, tile] = far_away
        cursor[0] += 1
        cursor[1] = 0
    return NEVER


@inlined
def start_scan(always, game, memory):
    """Begin to look for cells to try."""
    tiles, cursor = memory.tiles, memory.cursor
    memory.tally[N_SCANS] += 1
    memory.tally[N_SEEN] = 0
    read_changes(game, memory)
    if always:  # go through all surroundings of clues, whatever changed
        for tile in range(tiles.shape[1]):
            if tiles[HAS_CLUE, tile]:
                list_tile(tile, memory)
    for k in range(3):
        cursor[k] = 0
    cursor[3] = around(memory)


@inlined
def end_scan(memory):
    """The scan is complete and proved nothing: nothing counts as changed any more."""
    tiles, tally = memory.tiles, memory.tally
    for k in range(tally[N_CHANGED]):
        tiles[LISTED, tiles[CHANGED, k]] = 0
    tally[N_CHANGED] = 0


@inlined
def total_is_close(total, game, memory):
    """Whether the total could decide something in a trial as long as the longest so far."""
    left = mines_left(total, game)
    longest = memory.tally[LONGEST]
    return total != NO_TOTAL and min(left, game.count[LEFT] - left) <= longest + 16


@kernel
def run_assume(method, at_least, total, game, space):
    """Try cells until a trial proves something, and make the move; False if none does."""
    memory = space.memory
    always = total_is_close(total, game, memory)
    start_scan(always, game, memory)
    while True:
        if make_next_fact(method, space.facts, game):
            return True
        i = next_candidate(at_least, always, game, memory)
        if i == NEVER:
            end_scan(memory)
            return False
        try_both(i, total, game, space)
        memory.tried[i] = memory.tally[N_SCANS]
