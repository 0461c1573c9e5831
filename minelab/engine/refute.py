"""Proof by contradiction over equations: the twin of methods/refute.py.

A trial takes a cell for mined or safe and reduces the equations around it as far as that goes,
writing every change into a diary, so that it can be undone. It comes after `subset` and
`pairs`, whose equations it uses.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.equations import (
    ANCHOR,
    COL_OFFSET,
    COL_STEP,
    FLAGS,
    FOR_REFUTE,
    IN_TRIAL,
    INSIDE,
    MASK,
    NEED,
    NEXT,
    NONE,
    ROW_OFFSET,
    ROW_STEP,
    SIZE,
    find,
    free,
    new_equation,
    read_news,
)
from minelab.engine.state import (
    ASSUMPTIONS,
    LEFT,
    N_LOG,
    NO_TOTAL,
    NODES,
    make_move,
    mines_left,
    padded_size,
)
from minelab.engine.suppose import (
    LONGEST,
    N_SCANS,
    NEVER,
    UNMARKED,
    Memory,
    end_scan,
    memory_space,
    next_candidate,
    note_change,
    start_scan,
    tile_of,
    total_is_close,
    widen,
)

N_TRAIL, N_DONE, N_LINE, N_DIARY, FARTHEST, MINES_LEFT, CELLS_LEFT = range(7)
ADDED = -1


class Refute(NamedTuple):
    """What `refute` works on, beside the equations."""

    mark: Any
    """int8 per cell: what the trial takes it for."""
    trail: Any
    """int32: the cells that the trial has settled, in order."""
    line: Any
    """int32: equations that changed in this trial and wait to be compared."""
    diary: Any
    """int32, a row per change: the equation, its bits (ADDED for a new one) and mines before."""
    tally: Any
    """int64: N_TRAIL, N_DONE (cells of the trail that were removed from equations), N_LINE,
    N_DIARY, FARTHEST (from the cell that was supposed), MINES_LEFT, CELLS_LEFT."""
    memory: Memory


def refute_space(rows: int, cols: int, n_equations: int) -> Refute:
    """The arrays of a trial over equations."""
    return Refute(
        mark=np.zeros(padded_size(rows, cols), np.int8),
        trail=np.empty(rows * cols + 1, np.int32),
        line=np.empty(n_equations, np.int32),
        diary=np.empty((8 * n_equations, 3), np.int32),
        tally=np.zeros(7, np.int64),
        memory=memory_space(rows, cols),
    )


@inlined
def settle_as(j, mined, trial):
    """Settle a cell in the trial; False if it was settled the other way."""
    mark, tally = trial.mark, trial.tally
    if mark[j] == UNMARKED:
        mark[j] = 1 + mined
        trial.trail[tally[N_TRAIL]] = j
        tally[N_TRAIL] += 1
        return True
    return mark[j] == 1 + mined


@inlined
def settle_mask(anchor, mask, mined, trial, stride):
    """Settle all cells of an equation that decides them; False if one was settled otherwise."""
    holds = True
    for d in range(8):
        if mask >> d & 1:
            j = anchor + ROW_STEP[d] * stride + COL_STEP[d]
            holds = settle_as(j, mined, trial) and holds
    return holds


@inlined
def put_in_line(e, eq, trial):
    """Have an equation compared with its neighbours in this trial."""
    if not eq[e, FLAGS] & IN_TRIAL:
        eq[e, FLAGS] |= IN_TRIAL
        trial.line[trial.tally[N_LINE]] = e
        trial.tally[N_LINE] += 1


@inlined
def write_diary(e, mask, need, trial):
    """Note a change, so that it can be undone."""
    row = trial.tally[N_DIARY]
    trial.diary[row, 0] = e
    trial.diary[row, 1] = mask
    trial.diary[row, 2] = need
    trial.tally[N_DIARY] = row + 1


@inlined
def remove_in_trial(x, mined, equations, trial, stride):
    """Remove a settled cell from every equation that has it; False if one can't be met."""
    eq = equations.eq
    for d in range(8):
        anchor = x + ROW_STEP[d] * stride + COL_STEP[d]
        bit = 1 << (7 - d)
        e = np.int64(equations.head[anchor])
        while e != NONE:
            mask = np.int64(eq[e, MASK])
            if mask & bit:
                write_diary(e, mask, eq[e, NEED], trial)
                mask &= ~bit
                need = np.int64(eq[e, NEED]) - mined
                eq[e, MASK] = mask
                eq[e, NEED] = need
                if need < 0 or need > SIZE[mask]:
                    return False
                if mask and (need == 0 or need == SIZE[mask]):
                    if not settle_mask(anchor, mask, np.int64(need > 0), trial, stride):
                        return False
                elif mask:
                    put_in_line(e, eq, trial)
            e = np.int64(eq[e, NEXT])
    return True


@inlined
def derive(anchor, mask, need, equations, trial, stride):
    """Add the difference of two equations; False if it can't be met."""
    eq = equations.eq
    if need < 0 or need > SIZE[mask]:
        return False
    e = find(anchor, mask, equations)
    if e != NONE:
        return eq[e, NEED] == need
    e = new_equation(anchor, mask, need, equations)
    if e == NONE:
        return True
    write_diary(e, ADDED, 0, trial)
    if need == 0 or need == SIZE[mask]:
        return settle_mask(anchor, mask, np.int64(need > 0), trial, stride)
    put_in_line(e, eq, trial)
    return True


@inlined
def compare(e, equations, trial, stride):
    """Compare an equation with all around it; False if two can't both be met."""
    eq, head = equations.eq, equations.head
    mask, need, anchor = np.int64(eq[e, MASK]), np.int64(eq[e, NEED]), np.int64(eq[e, ANCHOR])
    if mask == 0:
        return True
    for k in range(25):
        other = anchor + ROW_OFFSET[k] * stride + COL_OFFSET[k]
        f = np.int64(head[other])
        while f != NONE:
            mask_f, need_f = np.int64(eq[f, MASK]), np.int64(eq[f, NEED])
            f = np.int64(eq[f, NEXT])
            here = INSIDE[k, mask_f]
            if mask_f == 0 or here & mask == 0:
                continue
            only_e = SIZE[mask & ~here]
            only_f = SIZE[mask_f] - SIZE[here & mask]
            more = need - need_f
            if more > only_e or -more > only_f:
                return False
            if only_f == 0 and only_e > 0:
                at, rest, left = anchor, mask & ~here, more
            elif only_e == 0 and only_f > 0:
                at, rest, left = other, mask_f & ~INSIDE[24 - k, mask], -more
            else:
                continue
            if not derive(at, rest, left, equations, trial, stride):
                return False
    return True


@inlined
def settle_rest(seen, trial, stride):
    """If the total decides all cells that are left, settle them."""
    left = trial.tally[MINES_LEFT]
    if left == NO_TOTAL or (left != 0 and left != trial.tally[CELLS_LEFT]):
        return
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] == COVERED and trial.mark[i] == UNMARKED:
            settle_as(i, np.int64(left > 0), trial)


@inlined
def note_distance(x, i, trial, stride):
    """Keep how far from cell i a trial got."""
    away = max(abs(x // stride - i // stride), abs(x % stride - i % stride))
    trial.tally[FARTHEST] = max(trial.tally[FARTHEST], away)


@inlined
def follow(i, mined, total, game, equations, trial):
    """Take cell i for mined or safe and reduce as far as that goes; False if it can't be."""
    count, stride, eq = game.count, game.stride, equations.eq
    mark, tally = trial.mark, trial.tally
    count[ASSUMPTIONS] += 1
    for k in range(tally.size):
        tally[k] = 0
    tally[CELLS_LEFT] = count[LEFT]
    tally[MINES_LEFT] = NO_TOTAL
    if total != NO_TOTAL:
        tally[MINES_LEFT] = mines_left(total, game)
    settle_as(i, mined, trial)
    while True:
        while tally[N_DONE] < tally[N_TRAIL]:
            x = np.int64(trial.trail[tally[N_DONE]])
            tally[N_DONE] += 1
            note_distance(x, i, trial, stride)
            tally[CELLS_LEFT] -= 1
            if tally[MINES_LEFT] != NO_TOTAL:
                left = tally[MINES_LEFT] - (mark[x] - 1)
                if left < 0 or left > tally[CELLS_LEFT]:
                    return False
                tally[MINES_LEFT] = left
            if not remove_in_trial(x, np.int64(mark[x] - 1), equations, trial, stride):
                return False
        settle_rest(game.seen, trial, stride)
        if tally[N_DONE] < tally[N_TRAIL]:
            continue
        if tally[N_LINE] == 0:
            return True
        tally[N_LINE] -= 1
        e = np.int64(trial.line[tally[N_LINE]])
        eq[e, FLAGS] &= ~IN_TRIAL
        count[NODES] += 1
        note_distance(np.int64(eq[e, ANCHOR]), i, trial, stride)
        if not compare(e, equations, trial, stride):
            return False


@inlined
def undo_trial(equations, trial):
    """Undo a trial, the last change first."""
    eq, diary, tally = equations.eq, trial.diary, trial.tally
    while tally[N_LINE] > 0:
        tally[N_LINE] -= 1
        eq[trial.line[tally[N_LINE]], FLAGS] &= ~IN_TRIAL
    while tally[N_DIARY] > 0:
        tally[N_DIARY] -= 1
        e = np.int64(diary[tally[N_DIARY], 0])
        if diary[tally[N_DIARY], 1] == ADDED:
            equations.head[eq[e, ANCHOR]] = eq[e, NEXT]
            eq[e, MASK] = 0
            free(e, equations)
        else:
            eq[e, MASK] = diary[tally[N_DIARY], 1]
            eq[e, NEED] = diary[tally[N_DIARY], 2]
    for k in range(tally[N_TRAIL]):
        trial.mark[trial.trail[k]] = UNMARKED


@inlined
def note_changed_equations(equations, memory, stride):
    """An equation that is new or changed can alter the result of trials near it."""
    eq, tally = equations.eq, equations.tally
    while tally[FOR_REFUTE] > 0:
        tally[FOR_REFUTE] -= 1
        e = np.int64(equations.stacks[FOR_REFUTE, tally[FOR_REFUTE]])
        eq[e, FLAGS] &= ~(1 << FOR_REFUTE)
        tile = tile_of(np.int64(eq[e, ANCHOR]), stride)
        if eq[e, MASK] == 0:
            free(e, equations)
        note_change(tile, memory, stride)


@kernel
def run_refute(method, total, game, equations, space):
    """Try cells until one is refuted, and make the move; False if none is."""
    memory = space.memory
    read_news(game, equations)
    always = total_is_close(total, game, memory)
    start_scan(always, game, memory)
    note_changed_equations(equations, memory, game.stride)
    while True:
        i = next_candidate(1, always, game, memory)
        if i == NEVER:
            end_scan(memory)
            return False
        memory.radius[i] = 0
        memory.tried[i] = memory.tally[N_SCANS]
        for mined in range(2):
            holds = follow(i, mined, total, game, equations, space)
            widen(i, space.tally[FARTHEST] + 4, memory, game.stride)
            memory.tally[LONGEST] = max(memory.tally[LONGEST], space.tally[N_TRAIL])
            undo_trial(equations, space)
            if not holds:
                make_move(i, 1 - mined, method, game.count[N_LOG], game)
                return True
