"""Equations over arrays: the twin of `position.Equations`, methods/subset.py and methods/pairs.py.

An equation says how many mines are among some neighbours of one open cell, its anchor; so its
cells are eight bits, one per direction, row by row. B minus A, where A is a subset of B, lies
around B's anchor again. Two equations can share a cell only if their anchors are at most two
apart: 25 offsets, for each of which a table translates eight bits from one frame to the other.

Equations are kept from guess to guess: each cell that ceases to be covered is removed from the
equations around it, and only those that changed are compared with their neighbours again.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    N_FACTS,
    N_LOG,
    N_MADE,
    WORK,
    add_fact,
    clear_facts,
    covered_in,
    make_move,
    make_next_fact,
    need_in,
    news,
    padded_size,
)

ANCHOR, MASK, NEED, NEXT, FLAGS = range(5)
FOR_SUBSET, FOR_PAIRS, FOR_REFUTE = range(3)  # stacks; a bit each in FLAGS, a counter in `tally`
IN_TRIAL = 1 << 3  # one more bit of FLAGS, for a trial of `refute`
N_READ, N_USED, FREE, FULL, N_STACKS = range(3, 8)
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
    table, masks = np.zeros((25, 256), np.int64), np.arange(256)
    for k, (r, c) in enumerate(OFFSETS):
        for bit, (dr, dc) in enumerate(STEPS):
            if (r + dr, c + dc) in STEPS:
                table[k] |= (masks >> bit & 1) << STEPS.index((r + dr, c + dc))
    return table


INSIDE = inside_table()


class Equations(NamedTuple):
    """The equations of a position."""

    eq: Any
    """int32, a row per equation: ANCHOR, MASK (its bits; 0 for a dead one), NEED (its mines), NEXT
    (the next equation of the same anchor), FLAGS (in which stacks it waits)."""
    head: Any
    """int32 per cell: the first equation anchored there, NONE for none."""
    stacks: Any
    """int32, a row each for `subset`, `pairs` and `refute`: equations that are new or changed."""
    tally: Any
    """int64: how many wait in each stack, N_READ (news), N_USED (rows of `eq`), FREE (the first of
    the free rows below that), FULL (whether one was missing), N_STACKS (3 if `refute` reads)."""
    pair: Any
    """int64, what a pair decides: an anchor and bits for the mines, the same for safe cells."""


def equation_space(rows: int, cols: int) -> Equations:
    """The arrays of the equations. An anchor has at most 255 of them, nearly always a few."""
    n_cells = rows * cols
    capacity = 255 * n_cells if n_cells <= 2500 else max(637_500, 24 * n_cells)
    return Equations(
        eq=np.empty((capacity, 5), np.int32),
        head=np.empty(padded_size(rows, cols), np.int32),
        stacks=np.empty((3, capacity), np.int32),
        tally=np.zeros(8, np.int64),
        pair=np.empty(4, np.int64),
    )


@kernel
def start_equations(for_refute, equations):
    """No equations yet."""
    head, tally = equations.head, equations.tally
    for i in range(head.size):
        head[i] = NONE
    for k in range(tally.size):
        if k != FULL:  # that is for whoever plays the batch to see
            tally[k] = 0
    tally[FREE] = NONE
    tally[N_STACKS] = 2 + for_refute


@inlined
def queue(e, equations):
    """Have an equation compared with its neighbours, by each method."""
    eq, stacks, tally = equations.eq, equations.stacks, equations.tally
    for k in range(tally[N_STACKS]):
        if not eq[e, FLAGS] & 1 << k:
            eq[e, FLAGS] |= 1 << k
            stacks[k, tally[k]] = e
            tally[k] += 1


@inlined
def next_queued(stack, equations):
    """Take the next living equation from a stack; NONE if there is none."""
    eq, tally = equations.eq, equations.tally
    e = np.int64(NONE)
    while tally[stack] > 0 and e == NONE:
        tally[stack] -= 1
        e = np.int64(equations.stacks[stack, tally[stack]])
        eq[e, FLAGS] &= ~(1 << stack)
        if eq[e, MASK] == 0:
            free(e, equations)
            e = np.int64(NONE)
    return e


@inlined
def find(anchor, mask, equations):
    """The equation of an anchor that has these cells, or NONE."""
    eq = equations.eq
    e = np.int64(equations.head[anchor])
    while e != NONE and eq[e, MASK] != mask:
        e = np.int64(eq[e, NEXT])
    return e


@inlined
def new_equation(anchor, mask, need, equations):
    """A row for an equation that its anchor does not have yet; NONE if it has, or no row."""
    eq, head, tally = equations.eq, equations.head, equations.tally
    if find(anchor, mask, equations) != NONE:
        return np.int64(NONE)
    if tally[FREE] != NONE:
        e = tally[FREE]
        tally[FREE] = eq[e, NEXT]
    elif tally[N_USED] < eq.shape[0]:
        e = tally[N_USED]
        tally[N_USED] += 1
    else:
        tally[FULL] = 1  # something may be missed from here on; the batch is refused
        return np.int64(NONE)
    eq[e, ANCHOR] = anchor
    eq[e, MASK] = mask
    eq[e, NEED] = need
    eq[e, FLAGS] = 0
    eq[e, NEXT] = head[anchor]
    head[anchor] = e
    return np.int64(e)


@inlined
def add(anchor, mask, need, equations):
    """Add an equation and queue it; its row, or NONE if it was there."""
    e = new_equation(anchor, mask, need, equations)
    if e != NONE:
        queue(e, equations)
    return e


@inlined
def free(e, equations):
    """Give a dead equation's row back, unless it still waits in a stack."""
    eq, tally = equations.eq, equations.tally
    if eq[e, FLAGS] == 0:
        eq[e, NEXT] = tally[FREE]
        tally[FREE] = e


@kernel
def remove_cell(x, mine, equations, stride):
    """Cell x is known: remove it from every equation that has it."""
    eq, head = equations.eq, equations.head
    for d in range(8):
        anchor = x + ROW_STEP[d] * stride + COL_STEP[d]
        bit = 1 << (7 - d)
        before = NONE
        e = np.int64(head[anchor])
        while e != NONE:
            after = np.int64(eq[e, NEXT])
            if eq[e, MASK] & bit:
                mask = eq[e, MASK] & ~bit
                if mask == 0 or find(anchor, mask, equations) != NONE:
                    if before == NONE:
                        head[anchor] = after
                    else:
                        eq[before, NEXT] = after
                    eq[e, MASK] = 0
                    free(e, equations)
                    e = after
                    continue
                eq[e, MASK] = mask
                eq[e, NEED] -= mine
                queue(e, equations)
            before = e
            e = after


@inlined
def covered_mask(i, seen, stride):
    """The covered neighbours of cell i as bits."""
    mask = np.int64(0)
    for d in range(8):
        if seen[i + ROW_STEP[d] * stride + COL_STEP[d]] == COVERED:
            mask |= 1 << d
    return mask


@inlined
def read_news(game, equations):
    """Learn about all cells that ceased to be covered since the last time."""
    seen, stride = game.seen, game.stride
    for k in news(equations.tally, N_READ, game):
        x = np.int64(game.work[k])
        remove_cell(x, np.int64(seen[x] < 0), equations, stride)
        if seen[x] >= 0:
            mask = covered_mask(x, seen, stride)
            if mask:
                add(x, mask, np.int64(need_in(game.info[x])), equations)


@kernel
def find_deciding(count, equations, stride):
    """Derive until an equation decides its cells; its row, or NONE when nothing new comes."""
    eq, head = equations.eq, equations.head
    while True:
        e = next_queued(FOR_SUBSET, equations)
        if e == NONE:
            return np.int64(NONE)
        mask, need, anchor = np.int64(eq[e, MASK]), np.int64(eq[e, NEED]), np.int64(eq[e, ANCHOR])
        count[WORK] += 1
        if need == 0 or need == SIZE[mask]:
            return e
        for k in range(25):
            other = anchor + ROW_OFFSET[k] * stride + COL_OFFSET[k]
            f = np.int64(head[other])
            while f != NONE:
                mask_f, need_f = np.int64(eq[f, MASK]), np.int64(eq[f, NEED])
                f = np.int64(eq[f, NEXT])
                here, there = INSIDE[k, mask_f], INSIDE[24 - k, mask]
                if here & mask == here and here != mask and SIZE[here] == SIZE[mask_f]:
                    at, rest, left = anchor, mask & ~here, need - need_f
                elif there & mask_f == there and there != mask_f and SIZE[there] == SIZE[mask]:
                    at, rest, left = other, mask_f & ~there, need_f - need
                else:
                    continue
                derived = add(at, rest, left, equations)
                if derived != NONE and (left == 0 or left == SIZE[rest]):
                    queue(e, equations)  # its other neighbours still have to be compared
                    return derived


@kernel
def find_pair(count, equations, stride):
    """Find two equations that decide each other's own cells, into `pair`; False for none."""
    eq, head, pair = equations.eq, equations.head, equations.pair
    while True:
        e = next_queued(FOR_PAIRS, equations)
        if e == NONE:
            return False
        mask, need, anchor = np.int64(eq[e, MASK]), np.int64(eq[e, NEED]), np.int64(eq[e, ANCHOR])
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
                    queue(e, equations)
                    mines = 0 if more == only_e else 2
                    pair[mines] = anchor
                    pair[mines + 1] = mask & ~INSIDE[k, mask_f]
                    pair[2 - mines] = other
                    pair[3 - mines] = mask_f & ~INSIDE[24 - k, mask]
                    return True


@kernel
def settle_first(anchor, mask, mined, method, game):
    """Flag or open the first covered cell of a mask; False if it has none."""
    for d in range(8):
        j = anchor + ROW_STEP[d] * game.stride + COL_STEP[d]
        if mask >> d & 1 and game.seen[j] == COVERED:
            make_move(j, mined, method, game.count[N_LOG], game)
            return True
    return False


@kernel
def run_subset(method, game, equations):
    """Make one move that an equation decides; False for none.

    An equation that decides stays queued: its other cells are settled when the single-clue rule
    is stuck again.
    """
    eq = equations.eq
    read_news(game, equations)
    e = find_deciding(game.count, equations, game.stride)
    if e == NONE:
        return False
    queue(e, equations)
    anchor, mask, mined = np.int64(eq[e, ANCHOR]), np.int64(eq[e, MASK]), np.int64(eq[e, NEED] > 0)
    return settle_first(anchor, mask, mined, method, game)


@kernel
def run_pairs(method, game, equations):
    """Make one move that a pair of equations decides; False for none. They stay queued too."""
    pair = equations.pair
    read_news(game, equations)
    if not find_pair(game.count, equations, game.stride):
        return False
    for k in range(2):
        if settle_first(pair[2 * k], pair[2 * k + 1], 1 - k, method, game):
            return True
    return False


@kernel
def run_once(method, fresh, game, facts):
    """`subset-once`: compare clues only, and make the moves that one look proves.

    fresh: whether clues may be compared again, or only what is left of the last time is used.
    """
    if fresh and facts.tally[N_MADE] == facts.tally[N_FACTS]:
        compare_clues(game, facts)
    return make_next_fact(method, facts, game)


@inlined
def compare_clues(game, facts):
    """Keep as facts what clues inside other clues prove."""
    seen, info, stride = game.seen, game.info, game.stride
    clear_facts(facts, game)
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] < 0 or covered_in(info[i]) == 0:
            continue
        mask = covered_mask(i, seen, stride)
        for k in range(25):
            j = i + ROW_OFFSET[k] * stride + COL_OFFSET[k]
            if seen[j] < 0 or covered_in(info[j]) == 0:
                continue
            game.count[WORK] += 1
            inner = covered_mask(j, seen, stride)
            here = INSIDE[k, inner]
            if here & mask != here or here == mask or SIZE[here] != SIZE[inner]:
                continue
            need = need_in(info[i]) - need_in(info[j])
            rest = mask & ~here
            if need == 0 or need == SIZE[rest]:
                for d in range(8):
                    if rest >> d & 1:
                        add_new(i + ROW_STEP[d] * stride + COL_STEP[d], need > 0, facts)


@kernel
def add_new(cell, mined, facts):
    """Add a fact unless it is there."""
    for k in range(facts.tally[N_FACTS]):
        if facts.cells[k, 0] == cell:
            return
    add_fact(cell, mined, facts)
