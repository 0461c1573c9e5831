"""Equations over arrays: the twin of `knowledge.Equations`, methods/subset.py and methods/pairs.py.

An equation says how many mines are among some neighbours of one open cell, its anchor; so its
cells are eight bits, one a direction, row by row. What is left of B when A is taken away lies
around B's anchor again. Two equations can share a cell only if their anchors lie at most two
apart: 25 offsets, for each of which a table translates eight bits from one frame to the other.

  eq      int32  a row per equation: ANCHOR, MASK (its bits), NEED (its mines), NEXT (the next
                 equation of the same anchor), FLAGS (in which stacks it waits). MASK 0 is dead.
  head    int32  per cell: the first equation anchored there, NONE for none
  stacks  int32  lists of equations that are new or changed: for `subset`, `pairs` and `refute`
  meta    int64  counters; REFUTES says whether anybody reads the third list
  found   int64  what a pair decides: an anchor and bits for the mines, the same for safe cells

Equations are kept from guess to guess: each cell that ceases to be covered is taken out of the
equations around it, and only those that changed are compared with their neighbours again.
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    LEFT,
    N_LOG,
    PAIRS,
    SUBSET,
    WORK,
    covered_in,
    make_move,
    need_in,
)
from minelab.engine.suppose import LOOKED, N_FACTS, N_MADE, make_next_fact

ANCHOR, MASK, NEED, NEXT, FLAGS = range(5)
FOR_SUBSET, FOR_PAIRS, FOR_REFUTE, FOR_TRIAL = 1, 2, 4, 8
N_SUBSET, N_PAIRS, N_REFUTE, N_READ, N_USED, FREE, FULL, REFUTES = range(8)  # places in `meta`
NONE = -1

STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
ROW_STEP = np.array([r for r, c in STEPS])
COL_STEP = np.array([c for r, c in STEPS])
OFFSETS = [(r, c) for r in range(-2, 3) for c in range(-2, 3)]
ROW_OFFSET = np.array([r for r, c in OFFSETS])
COL_OFFSET = np.array([c for r, c in OFFSETS])
SIZE = np.array([mask.bit_count() for mask in range(256)])


def inside_table():
    """INSIDE[k, mask]: those cells of a mask, anchored at offset k, that lie around here too."""
    table = np.zeros((25, 256), np.int64)
    for k, (r, c) in enumerate(OFFSETS):
        for mask in range(256):
            for bit, (dr, dc) in enumerate(STEPS):
                if mask >> bit & 1 and (r + dr, c + dc) in STEPS:
                    table[k, mask] |= 1 << STEPS.index((r + dr, c + dc))
    return table


INSIDE = inside_table()


def equation_space(rows: int, cols: int) -> tuple:
    """The arrays of the equations. An anchor has at most 255 of them, nearly always a few."""
    n_cells = rows * cols
    capacity = 255 * n_cells if n_cells <= 2500 else max(637_500, 24 * n_cells)
    return (
        np.empty((capacity, 5), np.int32),  # eq
        np.empty((rows + 4) * (cols + 2) + 4, np.int32),  # head
        np.empty((3, capacity), np.int32),  # stacks
        np.zeros(8, np.int64),  # meta
        np.empty(4, np.int64),  # found
    )


@kernel
def start_equations(head, meta, refutes):
    """No equations yet."""
    for i in range(head.size):
        head[i] = NONE
    for k in range(meta.size):
        if k != FULL:  # that is for whoever plays the batch to see
            meta[k] = 0
    meta[FREE] = NONE
    meta[REFUTES] = refutes


@inlined
def queue(e, eq, stacks, meta):
    """Have an equation compared with its neighbours, by each method."""
    if not eq[e, FLAGS] & FOR_SUBSET:
        stacks[0, meta[N_SUBSET]] = e
        meta[N_SUBSET] += 1
    if not eq[e, FLAGS] & FOR_PAIRS:
        stacks[1, meta[N_PAIRS]] = e
        meta[N_PAIRS] += 1
    eq[e, FLAGS] |= FOR_SUBSET | FOR_PAIRS
    if meta[REFUTES] and not eq[e, FLAGS] & FOR_REFUTE:
        stacks[2, meta[N_REFUTE]] = e
        meta[N_REFUTE] += 1
        eq[e, FLAGS] |= FOR_REFUTE


@kernel
def new_equation(anchor, mask, need, eq, head, meta):
    """A place for an equation that its anchor does not have yet; NONE if it has, or no room."""
    e = head[anchor]
    while e != NONE:
        if eq[e, MASK] == mask:
            return np.int64(NONE)
        e = eq[e, NEXT]
    if meta[FREE] != NONE:
        e = meta[FREE]
        meta[FREE] = eq[e, NEXT]
    elif meta[N_USED] < eq.shape[0]:
        e = meta[N_USED]
        meta[N_USED] += 1
    else:
        meta[FULL] = 1  # something may be missed from here on; the batch is refused
        return np.int64(NONE)
    eq[e, ANCHOR] = anchor
    eq[e, MASK] = mask
    eq[e, NEED] = need
    eq[e, FLAGS] = 0
    eq[e, NEXT] = head[anchor]
    head[anchor] = e
    return np.int64(e)


@inlined
def add(anchor, mask, need, eq, head, stacks, meta):
    """Add an equation and queue it; its place, or NONE if it was there."""
    e = new_equation(anchor, mask, need, eq, head, meta)
    if e != NONE:
        queue(e, eq, stacks, meta)
    return e


@inlined
def free(e, eq, meta):
    """Give a dead equation's place back, unless it still stands in a stack."""
    if eq[e, FLAGS] == 0:
        eq[e, NEXT] = meta[FREE]
        meta[FREE] = e


@kernel
def take_out(x, mine, eq, head, stacks, meta, stride):
    """Cell x is known: take it out of every equation that has it."""
    for d in range(8):
        anchor = x + ROW_STEP[d] * stride + COL_STEP[d]
        bit = 1 << (7 - d)
        before = NONE
        e = np.int64(head[anchor])
        while e != NONE:
            after = np.int64(eq[e, NEXT])
            if eq[e, MASK] & bit:
                mask = eq[e, MASK] & ~bit
                twin = np.int64(head[anchor])
                while twin != NONE and eq[twin, MASK] != mask:
                    twin = np.int64(eq[twin, NEXT])
                if mask == 0 or twin != NONE:
                    if before == NONE:
                        head[anchor] = after
                    else:
                        eq[before, NEXT] = after
                    eq[e, MASK] = 0
                    free(e, eq, meta)
                    e = after
                    continue
                eq[e, MASK] = mask
                eq[e, NEED] -= mine
                queue(e, eq, stacks, meta)
            before = e
            e = after


@inlined
def covered_mask(i, seen, stride):
    """The covered neighbours of cell i as bits."""
    mask = 0
    for d in range(8):
        if seen[i + ROW_STEP[d] * stride + COL_STEP[d]] == COVERED:
            mask |= 1 << d
    return mask


@kernel
def read_news(seen, info, work, count, eq, head, stacks, meta, stride):
    """Take in all cells that ceased to be covered since the last time."""
    n_cells = work.size // 2
    while meta[N_READ] < n_cells - count[LEFT]:
        x = np.int64(work[n_cells + meta[N_READ]])
        meta[N_READ] += 1
        take_out(x, np.int64(seen[x] < 0), eq, head, stacks, meta, stride)
        if seen[x] >= 0:
            mask = covered_mask(x, seen, stride)
            if mask:
                add(x, mask, np.int64(need_in(info[x])), eq, head, stacks, meta)


@kernel
def find_deciding(count, eq, head, stacks, meta, stride):
    """Derive until an equation decides its cells; its place, or NONE when nothing new comes."""
    while meta[N_SUBSET] > 0:
        meta[N_SUBSET] -= 1
        e = np.int64(stacks[0, meta[N_SUBSET]])
        eq[e, FLAGS] &= ~FOR_SUBSET
        mask, need, anchor = np.int64(eq[e, MASK]), np.int64(eq[e, NEED]), np.int64(eq[e, ANCHOR])
        if mask == 0:
            free(e, eq, meta)
            continue
        count[WORK] += 1
        if need == 0 or need == SIZE[mask]:
            return e
        for k in range(25):
            other = anchor + ROW_OFFSET[k] * stride + COL_OFFSET[k]
            f = np.int64(head[other])
            while f != NONE:
                mask_f, need_f = np.int64(eq[f, MASK]), np.int64(eq[f, NEED])
                f = np.int64(eq[f, NEXT])
                here = INSIDE[k, mask_f]
                derived = NONE
                if here & mask == here and here != mask and SIZE[here] == SIZE[mask_f]:
                    derived = add(anchor, mask & ~here, need - need_f, eq, head, stacks, meta)
                else:
                    there = INSIDE[24 - k, mask]
                    if there & mask_f == there and there != mask_f and SIZE[there] == SIZE[mask]:
                        derived = add(other, mask_f & ~there, need_f - need, eq, head, stacks, meta)
                if derived != NONE:
                    left = eq[derived, NEED]
                    if left == 0 or left == SIZE[eq[derived, MASK]]:
                        queue(e, eq, stacks, meta)  # its other neighbours still have to be seen
                        return np.int64(derived)
    return np.int64(NONE)


@kernel
def find_pair(count, eq, head, stacks, meta, found, stride):
    """Two equations that decide each other's own cells, written into `found`; False for none."""
    while meta[N_PAIRS] > 0:
        meta[N_PAIRS] -= 1
        e = np.int64(stacks[1, meta[N_PAIRS]])
        eq[e, FLAGS] &= ~FOR_PAIRS
        mask, need, anchor = np.int64(eq[e, MASK]), np.int64(eq[e, NEED]), np.int64(eq[e, ANCHOR])
        if mask == 0:
            free(e, eq, meta)
            continue
        count[WORK] += 1
        for k in range(25):
            other = anchor + ROW_OFFSET[k] * stride + COL_OFFSET[k]
            f = np.int64(head[other])
            while f != NONE:
                mask_f, need_f = np.int64(eq[f, MASK]), np.int64(eq[f, NEED])
                f = np.int64(eq[f, NEXT])
                here = INSIDE[k, mask_f] & mask
                only_e, only_f = SIZE[mask] - SIZE[here], SIZE[mask_f] - SIZE[here]
                if only_e + only_f == 0:
                    continue
                more = need - need_f
                if more == only_e or -more == only_f:
                    queue(e, eq, stacks, meta)
                    there = INSIDE[24 - k, mask]
                    mines = 0 if more == only_e else 2
                    found[mines] = anchor
                    found[mines + 1] = mask & ~INSIDE[k, mask_f]
                    found[2 - mines] = other
                    found[3 - mines] = mask_f & ~there
                    return True
    return False


@kernel
def decide(
    anchor, mask, mined, method, truth, seen, info, work, zeros, count, log, stride, cascade
):
    """Flag or open the first covered cell of a mask; False if it has none."""
    for d in range(8):
        j = anchor + ROW_STEP[d] * stride + COL_STEP[d]
        if mask >> d & 1 and seen[j] == COVERED:
            make_move(
                j, mined, method, count[N_LOG], truth, seen, info, work, zeros, count, log,
                stride, cascade,
            )  # fmt: skip
            return True
    return False


@kernel
def run_equations(
    with_pairs, truth, seen, info, work, zeros, count, log, eq, head, stacks, meta, found,
    stride, cascade,
):  # fmt: skip
    """Make one move that an equation decides, or else a pair; False for neither.

    Whatever decides stays queued: its other cells have their turn when the single-clue rule is
    dry again.
    """
    read_news(seen, info, work, count, eq, head, stacks, meta, stride)
    if with_pairs:
        if not find_pair(count, eq, head, stacks, meta, found, stride):
            return False
        for part in range(2):
            if decide(
                found[2 * part], found[2 * part + 1], 1 - part, PAIRS, truth, seen, info, work,
                zeros, count, log, stride, cascade,
            ):  # fmt: skip
                return True
        return False
    e = find_deciding(count, eq, head, stacks, meta, stride)
    if e == NONE:
        return False
    queue(e, eq, stacks, meta)
    anchor, mask, mined = np.int64(eq[e, ANCHOR]), np.int64(eq[e, MASK]), np.int64(eq[e, NEED] > 0)
    return decide(
        anchor, mask, mined, SUBSET, truth, seen, info, work, zeros, count, log, stride, cascade
    )


@kernel
def run_once(fresh, truth, seen, info, work, zeros, count, log, facts, memo, stride, cascade):
    """`subset-once`: compare clues only, and make what one look proves, move by move.

    fresh: whether another look may be taken, or only what is left of the last one.
    """
    if fresh and memo[N_MADE] == memo[N_FACTS]:
        look_once(seen, info, count, facts, memo, stride)
    return make_next_fact(
        SUBSET, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    )


@kernel
def look_once(seen, info, count, facts, memo, stride):
    """Write into `facts` what clues inside other clues prove."""
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    memo[LOOKED] = count[N_LOG]
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] < 0 or covered_in(info[i]) == 0:
            continue
        mask = covered_mask(i, seen, stride)
        for k in range(25):
            j = i + ROW_OFFSET[k] * stride + COL_OFFSET[k]
            if seen[j] < 0 or covered_in(info[j]) == 0:
                continue
            count[WORK] += 1
            inner = covered_mask(j, seen, stride)
            here = INSIDE[k, inner]
            if here & mask != here or here == mask or SIZE[here] != SIZE[inner]:
                continue
            need = need_in(info[i]) - need_in(info[j])
            rest = mask & ~here
            if need == 0 or need == SIZE[rest]:
                for d in range(8):
                    if rest >> d & 1:
                        add_fact(i + ROW_STEP[d] * stride + COL_STEP[d], need > 0, facts, memo)


@kernel
def add_fact(cell, mined, facts, memo):
    """Add to `facts` unless it is there."""
    for k in range(memo[N_FACTS]):
        if facts[k, 0] == cell:
            return
    facts[memo[N_FACTS], 0] = cell
    facts[memo[N_FACTS], 1] = mined
    memo[N_FACTS] += 1
