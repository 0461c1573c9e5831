"""Proof by contradiction over equations: the twin of methods/refute.py.

A trial takes a cell for mined or safe and reduces the equations around it as far as that goes,
writing every change into a diary, so that it can be undone. It comes after `subset` and
`pairs`, whose equations it uses.

  mark    int8   per cell: what the trial takes it for
  trail   int32  the cells that the trial has settled, in order
  line    int32  equations that changed in this trial and wait to be compared
  diary   int32  what was changed: the equation, its bits and its mines before (bits ADDED: new)
  step    int64  counters: N_TRAIL, N_DONE (cells of the trail taken out), N_LINE, N_DIARY,
                 FARTHEST (from the cell that was supposed), MINES_LEFT, CELLS_LEFT
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.equations import (
    ANCHOR,
    COL_OFFSET,
    COL_STEP,
    FLAGS,
    FOR_REFUTE,
    FOR_TRIAL,
    INSIDE,
    MASK,
    N_REFUTE,
    NEED,
    NEXT,
    NONE,
    ROW_OFFSET,
    ROW_STEP,
    SIZE,
    free,
    new_equation,
    read_news,
)
from minelab.engine.state import ASSUMPTIONS, BLASTS, FLAGGED, LEFT, N_LOG, NODES, REFUTE
from minelab.engine.suppose import (
    CHANGED_AT,
    LONGEST,
    LOOKED,
    N_FACTS,
    N_MADE,
    N_SCANS,
    NEVER,
    NO_TOTAL,
    UNMARKED,
    end_scan,
    list_tile,
    make_next_fact,
    next_candidate,
    note_reach,
    start_scan,
    tile_of,
    total_is_near,
)

N_TRAIL, N_DONE, N_LINE, N_DIARY, FARTHEST, MINES_LEFT, CELLS_LEFT = range(7)
ADDED = -1


def refute_space(rows: int, cols: int, n_equations: int) -> tuple:
    """The arrays of a trial over equations."""
    return (
        np.zeros((rows + 4) * (cols + 2) + 4, np.int8),  # mark
        np.empty(rows * cols + 1, np.int32),  # trail
        np.empty(n_equations, np.int32),  # line
        np.empty((8 * n_equations, 3), np.int32),  # diary
        np.zeros(7, np.int64),  # step
    )


@inlined
def take_for(j, mined, mark, trail, step):
    """Settle a cell in the trial; False if it was settled the other way."""
    if mark[j] == UNMARKED:
        mark[j] = 1 + mined
        trail[step[N_TRAIL]] = j
        step[N_TRAIL] += 1
        return True
    return mark[j] == 1 + mined


@kernel
def settle_mask(anchor, mask, mined, mark, trail, step, stride):
    """Settle all cells of an equation that decides them; False if one was settled otherwise."""
    holds = True
    for d in range(8):
        if mask >> d & 1:
            j = anchor + ROW_STEP[d] * stride + COL_STEP[d]
            holds = take_for(j, mined, mark, trail, step) and holds
    return holds


@inlined
def put_in_line(e, eq, line, step):
    if not eq[e, FLAGS] & FOR_TRIAL:
        eq[e, FLAGS] |= FOR_TRIAL
        line[step[N_LINE]] = e
        step[N_LINE] += 1


@kernel
def take_out_in_trial(x, mined, eq, head, mark, trail, line, diary, step, stride):
    """Take a settled cell out of every equation that has it; False if one can't be met."""
    for d in range(8):
        anchor = x + ROW_STEP[d] * stride + COL_STEP[d]
        bit = 1 << (7 - d)
        e = np.int64(head[anchor])
        while e != NONE:
            mask = np.int64(eq[e, MASK])
            if mask & bit:
                diary[step[N_DIARY], 0] = e
                diary[step[N_DIARY], 1] = mask
                diary[step[N_DIARY], 2] = eq[e, NEED]
                step[N_DIARY] += 1
                mask &= ~bit
                need = np.int64(eq[e, NEED]) - mined
                eq[e, MASK] = mask
                eq[e, NEED] = need
                if need < 0 or need > SIZE[mask]:
                    return False
                if mask and (need == 0 or need == SIZE[mask]):
                    if not settle_mask(anchor, mask, np.int64(need > 0), mark, trail, step, stride):
                        return False
                elif mask:
                    put_in_line(e, eq, line, step)
            e = np.int64(eq[e, NEXT])
    return True


@kernel
def derive(anchor, mask, need, eq, head, meta, mark, trail, line, diary, step, stride):
    """Add what one equation leaves of another; False if it can't be met."""
    if need < 0 or need > SIZE[mask]:
        return False
    e = np.int64(head[anchor])
    while e != NONE:
        if eq[e, MASK] == mask:
            return eq[e, NEED] == need
        e = np.int64(eq[e, NEXT])
    e = new_equation(anchor, mask, need, eq, head, meta)
    if e == NONE:
        return True
    diary[step[N_DIARY], 0] = e
    diary[step[N_DIARY], 1] = ADDED
    step[N_DIARY] += 1
    if need == 0 or need == SIZE[mask]:
        return settle_mask(anchor, mask, np.int64(need > 0), mark, trail, step, stride)
    put_in_line(e, eq, line, step)
    return True


@kernel
def compare(e, eq, head, meta, mark, trail, line, diary, step, stride):
    """Compare an equation with all around it; False if two can't both be met."""
    mask, need, anchor = np.int64(eq[e, MASK]), np.int64(eq[e, NEED]), np.int64(eq[e, ANCHOR])
    if mask == 0:
        return True
    for k in range(25):
        other = anchor + ROW_OFFSET[k] * stride + COL_OFFSET[k]
        f = np.int64(head[other])
        while f != NONE:
            mask_f, need_f = np.int64(eq[f, MASK]), np.int64(eq[f, NEED])
            f = np.int64(eq[f, NEXT])
            if mask_f == 0:
                continue
            here = INSIDE[k, mask_f]
            if here & mask == 0:
                continue
            only_e = SIZE[mask & ~here]
            only_f = SIZE[mask_f] - SIZE[here & mask]
            more = need - need_f
            if more > only_e or -more > only_f:
                return False
            if only_f == 0 and only_e > 0:
                holds = derive(
                    anchor, mask & ~here, more, eq, head, meta, mark, trail, line, diary, step,
                    stride,
                )  # fmt: skip
            elif only_e == 0 and only_f > 0:
                holds = derive(
                    other, mask_f & ~INSIDE[24 - k, mask], -more, eq, head, meta, mark, trail,
                    line, diary, step, stride,
                )  # fmt: skip
            else:
                continue
            if not holds:
                return False
    return True


@kernel
def settle_rest(seen, mark, trail, step, stride):
    """If the total decides all cells that are left, settle them."""
    left = step[MINES_LEFT]
    if left == NO_TOTAL or (left != 0 and left != step[CELLS_LEFT]):
        return
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] == COVERED and mark[i] == UNMARKED:
            take_for(i, np.int64(left > 0), mark, trail, step)


@kernel
def follow(i, mined, n_mines, seen, count, eq, head, meta, mark, trail, line, diary, step, stride):
    """Take cell i for mined or safe and reduce as far as that goes; False if it can't be."""
    count[ASSUMPTIONS] += 1
    for k in range(step.size):
        step[k] = 0
    step[CELLS_LEFT] = count[LEFT]
    step[MINES_LEFT] = NO_TOTAL
    if n_mines != NO_TOTAL:
        step[MINES_LEFT] = n_mines - count[FLAGGED] - count[BLASTS]
    r, c = i // stride, i % stride
    take_for(i, mined, mark, trail, step)
    while True:
        while step[N_DONE] < step[N_TRAIL]:
            x = np.int64(trail[step[N_DONE]])
            step[N_DONE] += 1
            step[FARTHEST] = max(step[FARTHEST], abs(x // stride - r), abs(x % stride - c))
            step[CELLS_LEFT] -= 1
            if step[MINES_LEFT] != NO_TOTAL:
                left = step[MINES_LEFT] - (mark[x] - 1)
                if left < 0 or left > step[CELLS_LEFT]:
                    return False
                step[MINES_LEFT] = left
            if not take_out_in_trial(
                x, np.int64(mark[x] - 1), eq, head, mark, trail, line, diary, step, stride
            ):
                return False
        settle_rest(seen, mark, trail, step, stride)
        if step[N_DONE] < step[N_TRAIL]:
            continue
        if step[N_LINE] == 0:
            return True
        step[N_LINE] -= 1
        e = np.int64(line[step[N_LINE]])
        eq[e, FLAGS] &= ~FOR_TRIAL
        count[NODES] += 1
        x = np.int64(eq[e, ANCHOR])
        step[FARTHEST] = max(step[FARTHEST], abs(x // stride - r), abs(x % stride - c))
        if not compare(e, eq, head, meta, mark, trail, line, diary, step, stride):
            return False


@kernel
def take_back(eq, head, meta, mark, trail, line, diary, step):
    """Undo a trial, the last change first."""
    while step[N_LINE] > 0:
        step[N_LINE] -= 1
        eq[line[step[N_LINE]], FLAGS] &= ~FOR_TRIAL
    while step[N_DIARY] > 0:
        step[N_DIARY] -= 1
        e = np.int64(diary[step[N_DIARY], 0])
        if diary[step[N_DIARY], 1] == ADDED:
            head[eq[e, ANCHOR]] = eq[e, NEXT]
            eq[e, MASK] = 0
            free(e, eq, meta)
        else:
            eq[e, MASK] = diary[step[N_DIARY], 1]
            eq[e, NEED] = diary[step[N_DIARY], 2]
    for k in range(step[N_TRAIL]):
        mark[trail[k]] = UNMARKED


@kernel
def note_changed_equations(eq, stacks, meta, tiles, memo, stride, cols):
    """An equation that is new or changed can alter what trials near it find."""
    while meta[N_REFUTE] > 0:
        meta[N_REFUTE] -= 1
        e = np.int64(stacks[2, meta[N_REFUTE]])
        eq[e, FLAGS] &= ~FOR_REFUTE
        x = np.int64(eq[e, ANCHOR])
        if eq[e, MASK] == 0:
            free(e, eq, meta)
        tile = tile_of(x, stride, cols)
        tiles[CHANGED_AT, tile] = memo[N_SCANS]
        list_tile(tile, tiles, memo)


@kernel
def run_refute(
    n_mines, truth, seen, info, work, zeros, count, log, eq, head, stacks, meta, mark, trail,
    line, diary, step, tried, reach, tiles, memo, facts, cursor, rows, cols, cascade,
):  # fmt: skip
    """Try cells until one is refuted, and make the move; False if none is."""
    stride = cols + 2
    read_news(seen, info, work, count, eq, head, stacks, meta, stride)
    always = total_is_near(count, n_mines, memo)
    start_scan(seen, work, count, tiles, memo, cursor, stride, cols, always)
    note_changed_equations(eq, stacks, meta, tiles, memo, stride, cols)
    while True:
        i = next_candidate(1, always, seen, info, tried, reach, tiles, memo, cursor, rows, cols)
        if i == NEVER:
            end_scan(tiles, memo)
            return False
        reach[i] = 0
        tried[i] = memo[N_SCANS]
        for mined in range(2):
            holds = follow(
                i, mined, n_mines, seen, count, eq, head, meta, mark, trail, line, diary, step,
                stride,
            )  # fmt: skip
            note_reach(i, step[FARTHEST] + 4, reach, tiles, memo, stride, cols)
            memo[LONGEST] = max(memo[LONGEST], step[N_TRAIL])
            take_back(eq, head, meta, mark, trail, line, diary, step)
            if not holds:
                facts[0, 0] = i
                facts[0, 1] = 1 - mined
                memo[N_FACTS] = 1
                memo[N_MADE] = 0
                memo[LOOKED] = count[N_LOG]
                return make_next_fact(
                    REFUTE, facts, memo, truth, seen, info, work, zeros, count, log, stride,
                    cascade,
                )  # fmt: skip
