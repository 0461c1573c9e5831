"""Exact odds: the chance of a mine in every covered cell, all layouts that fit equally likely.

1. `parts` finds what hangs together and in which order to go through it.
2. `solve_part`: a dynamic programme over the boxes of a part. A state is what each half-finished
   clue still needs. Its weights, one for each number of mines used so far, are the ways to get
   there; each mine weighs as if mines lay independently at the density of what is covered, so
   that weights stay near what they will be worth in the end. The moves are kept for the way back.
3. `fold`: the parts, and the covered cells that no clue touches, meet in the total; folding them
   from both ends gives what each number of mines in a part weighs outside it.
4. `way_back`: both together, from the last box of a part to its first.

With the total unknown, parts are independent: the number of mines is left out of 2, and 3 falls
away. Certain never depends on rounding: a weight is 0 only where nothing is possible, since
products are not let below TINY. So that nothing that counts comes near TINY, the parts are
weighed again at another density where the total is far from what they expect (`balance`).

  chances  float64  [size, mines]: the chance of so many mines in a box, cells independent
  keys     uint64   a row per state: three words of 16 slots, 4 bits a slot
  span     int32    a row per state: the least and the most mines used
  start    int64    per state: where its weights begin in `ways` and `rest`
  ways     float64  the weight of all ways to a state, for each number of mines used
  rest     float64  the weight of all that can come after, likewise
  moves    int32    a row per transition: from, to, mines put into the box
  layers   int64    a row per place in `order`: its first state, its first transition
  table    int64    a hash table of the states of one layer: the state, and the layer's stamp
  sums     float64  a row per box: the weight with a mine in a cell of it, and without
  bounds   int32    a row per box: the least and the most mines in it
  scales   float64  the log of what the weights of a part were divided by, and those of the fold
  before, after     for each part: what the parts before it, and those after it with the outside,
  starts            weigh for each number of mines beyond the least; where that begins
"""

import math

import numpy as np

from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    ALONE,
    END_MOVE,
    END_PLACE,
    FINAL,
    FIRST_PLACE,
    LEAST,
    MOST,
    N_CELL,
    N_CLUES,
    N_MOVE,
    N_PART,
    N_STATE,
    N_WEIGHT,
    N_WORDS,
    ROOM_AFTER,
    SHIFT,
    SIZE,
    STAMP,
    WORD,
    forget_parts,
    gather_part,
    order_part,
)
from minelab.engine.state import OPEN, covered_in
from minelab.engine.suppose import NO_TOTAL

SOLVED, TOO_LARGE, IMPOSSIBLE = 0, 1, 2
THE_TOTAL = -2  # in place of a clue that cannot be met
TINY = 1e-150
SMALL = 1e-20  # weights are scaled up when all of a layer are below
FAR = 8.0  # standard deviations between a total and what the parts expect
DENSITIES = 0.01, 0.99  # the least and the greatest to begin with
WIDE_DENSITIES = 0.001, 0.999
MOST_ROUNDS = 4

HASH = np.uint64(0x9E3779B97F4A7C15)
FIFTEEN, S29, S32 = np.uint64(15), np.uint64(29), np.uint64(32)


def solve_space(rows: int, cols: int, n_states: int) -> tuple:
    """The arrays of the search, with room for so many states; a power of two."""
    n = rows * cols + 1
    return (
        np.empty((9, 9)),  # chances
        np.empty((n_states, N_WORDS), np.uint64),  # keys
        np.empty((n_states, 2), np.int32),  # span
        np.empty(n_states, np.int64),  # start
        np.empty(8 * n_states),  # ways
        np.empty(8 * n_states),  # rest
        np.empty((4 * n_states, 3), np.int32),  # moves
        np.empty((n + 1, 2), np.int64),  # layers
        np.zeros((4 * n_states, 2), np.int64),  # table
        np.empty((n, 2)),  # sums
        np.empty((n, 2), np.int32),  # bounds
        np.empty(n + 1),  # scales
    )


def fold_space(rows: int, cols: int) -> tuple:
    """The arrays in which parts are folded; each part takes as many places as mines can differ."""
    n = rows * cols
    size = min((n + 1) * (n + 2) // 2, 4_000_000 + 2 * n)
    return np.empty(size), np.empty(size), np.empty(n + 2, np.int64)


@kernel
def evaluate(seen, info, rows, cols, covered, mines, density, parts_space, search, folds):
    """The odds of a position: SOLVED, TOO_LARGE or IMPOSSIBLE, and a clue that cannot be met.

    covered: the number of covered cells. mines: how many of them are mined, or NO_TOTAL; then
    density is the chance of a mine in each.
    """
    label, clues, boxes, cells, order, waiting, steps, change, parts, tally = parts_space
    (
        chances, keys, span, start, ways, rest, moves, layers, table, sums, bounds, scales,
    ) = search  # fmt: skip
    before, after, starts = folds
    forget_parts(label, clues, cells, tally)
    forget_states(tally)
    in_total = mines != NO_TOTAL
    counted = in_total or not DENSITIES[0] <= density <= DENSITIES[1]
    weighed_at = mines / max(1, covered) if in_total else density
    weighed_at = min(DENSITIES[1], max(DENSITIES[0], weighed_at))
    fill_chances(chances, weighed_at)
    stride = cols + 2
    for i in range(2 * stride + 2, info.size - 2 * stride - 2):
        if info[i] & OPEN == 0 or covered_in(info[i]) == 0 or label[i] != 0:
            continue
        gather_part(i, seen, info, stride, label, clues, boxes, cells, parts, tally)
        part = tally[N_PART] - 1
        if not order_part(part, clues, boxes, order, waiting, steps, change, parts, tally):
            return TOO_LARGE, np.int64(i)
        end = solve_part(
            part, counted, boxes, order, steps, change, parts, chances, keys, span, start, ways,
            moves, layers, table, scales, tally,
        )  # fmt: skip
        if end != SOLVED:
            return end, np.int64(i)
    if in_total:
        outside = covered - tally[N_CELL]
        if not total_can_be(outside, mines, parts, tally):
            return IMPOSSIBLE, np.int64(THE_TOTAL)
        for _ in range(MOST_ROUNDS):
            balanced = balance(outside, mines, weighed_at, parts, start, ways, tally)
            if balanced == weighed_at:
                break
            weighed_at = balanced
            fill_chances(chances, weighed_at)
            forget_states(tally)
            for part in range(tally[N_PART]):
                solve_part(
                    part, counted, boxes, order, steps, change, parts, chances, keys, span, start,
                    ways, moves, layers, table, scales, tally,
                )  # fmt: skip
        end = fold(
            outside, mines, weighed_at, parts, start, ways, scales, tally, before, after, starts
        )
        if end != SOLVED:
            return end, np.int64(THE_TOTAL)
    for part in range(tally[N_PART]):
        if in_total:
            weigh_final(part, parts, start, rest, before, after, starts)
        elif counted:
            weigh_by_density(part, density, weighed_at, parts, start, ways, rest)
        else:
            rest[start[parts[part, FINAL]]] = 1.0
        way_back(
            part, counted, boxes, order, parts, chances, span, start, ways, rest, moves, layers,
            sums, bounds,
        )  # fmt: skip
    return SOLVED, np.int64(0)


@inlined
def forget_states(tally):
    tally[N_STATE] = 0
    tally[N_WEIGHT] = 0
    tally[N_MOVE] = 0


@inlined
def total_can_be(outside, mines, parts, tally):
    """Whether the least and the most mines of all parts leave room for the total."""
    least, most = np.int64(0), np.int64(outside)
    for p in range(tally[N_PART]):
        least += parts[p, LEAST]
        most += parts[p, MOST]
    return least <= mines <= most


@inlined
def balance(outside, mines, density, parts, start, ways, tally):
    """The density at which to weigh mines: the given one, or if the total is far from what
    parts weighed at it expect, the one at which they expect it."""
    shift = 0.0
    mean, variance = expected(shift, outside, density, parts, start, ways, tally)
    if (mines - mean) ** 2 <= FAR**2 * variance + 1e-6:
        return density
    logit = np.log(density / (1 - density))
    low = np.log(WIDE_DENSITIES[0] / WIDE_DENSITIES[1]) - logit
    high = np.log(WIDE_DENSITIES[1] / WIDE_DENSITIES[0]) - logit
    for _ in range(40):
        shift = (low + high) / 2
        mean, _ = expected(shift, outside, density, parts, start, ways, tally)
        if mean < mines:
            low = shift
        else:
            high = shift
    return 1 / (1 + np.exp(-logit - shift))


@kernel
def expected(shift, outside, density, parts, start, ways, tally):
    """Mean and variance of the mines if each weighed e^shift times more than at this density."""
    chance = density
    if shift != 0:
        chance = 1 / (1 + (1 - density) / density * np.exp(-shift))
    mean, variance = outside * chance, outside * chance * (1 - chance)
    for p in range(tally[N_PART]):
        first = start[parts[p, FINAL]]
        width = parts[p, MOST] - parts[p, LEAST] + 1
        if width == 1:
            mean += parts[p, LEAST]
            continue
        top = 0.0
        if shift != 0:
            top = -np.inf
            for k in range(width):
                if ways[first + k] > 0:
                    top = max(top, np.log(ways[first + k]) + shift * k)
        total, first_moment, second_moment = 0.0, 0.0, 0.0
        for k in range(width):
            weight = ways[first + k]
            if shift != 0 and weight > 0:
                weight = np.exp(np.log(weight) + shift * k - top)
            total += weight
            first_moment += weight * k
            second_moment += weight * k * k
        of_part = first_moment / total
        mean += parts[p, LEAST] + of_part
        variance += max(0.0, second_moment / total - of_part * of_part)
    return mean, variance


@kernel
def fill_chances(chances, density):
    """The chance of each number of mines in a box of each size."""
    chances[0, 0] = 1.0
    for n in range(1, 9):
        chances[n, 0] = chances[n - 1, 0] * (1 - density)
        chances[n, n] = chances[n - 1, n - 1] * density
        for k in range(1, n):
            chances[n, k] = chances[n - 1, k] * (1 - density) + chances[n - 1, k - 1] * density


@kernel
def solve_part(
    part, counted, boxes, order, steps, change, parts, chances, keys, span, start, ways, moves,
    layers, table, scales, tally,
):  # fmt: skip
    """Go forward through the boxes of a part: all states, their weights, all moves."""
    begin = tally[N_STATE]
    if begin >= keys.shape[0] or tally[N_WEIGHT] >= ways.size:
        return TOO_LARGE
    for w in range(N_WORDS):
        keys[begin, w] = 0
    span[begin, 0] = 0
    span[begin, 1] = 0
    start[begin] = tally[N_WEIGHT]
    scales[part] = 0.0
    ways[tally[N_WEIGHT]] = 1.0
    tally[N_STATE] += 1
    tally[N_WEIGHT] += 1
    end = begin + 1
    for place in range(parts[part, FIRST_PLACE], parts[part, END_PLACE]):
        first_move = tally[N_MOVE]
        layers[place, 0] = begin
        layers[place, 1] = first_move
        box = np.int64(order[place])
        if not next_states(
            begin, end, place, box, counted, boxes, steps, change, keys, span, moves, table, tally
        ):
            return TOO_LARGE
        begin, end = end, tally[N_STATE]
        if begin == end:
            return IMPOSSIBLE
        size = np.int64(boxes[box, SIZE])
        if not weigh_states(
            begin, end, first_move, size, counted, chances, span, start, ways, moves, tally
        ):
            return TOO_LARGE
        scales[part] += scale_up(ways, start[begin], tally[N_WEIGHT])
    parts[part, END_MOVE] = tally[N_MOVE]
    parts[part, FINAL] = begin
    parts[part, LEAST] = span[begin, 0]
    parts[part, MOST] = span[begin, 1]
    return SOLVED


@inlined
def next_states(
    begin, end, place, box, counted, boxes, steps, change, keys, span, moves, table, tally
):
    """Fill one box in all ways that its clues allow, from each state; False for want of room."""
    size = np.int64(boxes[box, SIZE])
    n_clues = np.int64(boxes[box, N_CLUES])
    tally[STAMP] += 1
    stamp = tally[STAMP]
    mask = np.int64(15)
    while mask < 2 * (end - begin) * (size + 1) and mask + 1 < table.shape[0]:
        mask = 2 * mask + 1
    new, move = tally[N_STATE], tally[N_MOVE]
    add_0, add_1, add_2 = change[place, 0], change[place, 1], change[place, 2]
    off_0, off_1, off_2 = change[place, 3], change[place, 4], change[place, 5]
    for s in range(begin, end):
        if new + size >= keys.shape[0] or move + size >= moves.shape[0]:
            return False
        key_0, key_1, key_2 = keys[s, 0] + add_0, keys[s, 1] + add_1, keys[s, 2] + add_2
        least, most = np.int64(0), size
        for k in range(n_clues):
            word = steps[place, WORD + k]
            if word == ALONE:
                need = np.int64(steps[place, SHIFT + k])
            else:
                key = key_0 if word == 0 else key_1 if word == 1 else key_2
                need = np.int64(key >> np.uint64(steps[place, SHIFT + k]) & FIFTEEN)
            least = max(least, need - steps[place, ROOM_AFTER + k])
            most = min(most, need)
        for mines in range(least, most + 1):
            n = np.uint64(mines)
            k_0, k_1, k_2 = key_0 - n * off_0, key_1 - n * off_1, key_2 - n * off_2
            low, high = np.int64(span[s, 0]), np.int64(span[s, 1])
            if counted:
                low += mines
                high += mines
            code = (k_0 ^ (k_1 * HASH >> S29) ^ (k_2 * HASH >> S32)) * HASH
            at = np.int64(code >> S32) & mask
            to = new
            while table[at, 1] == stamp:
                other = table[at, 0]
                if keys[other, 0] == k_0 and keys[other, 1] == k_1 and keys[other, 2] == k_2:
                    to = other
                    break
                at = (at + 1) & mask
            if to == new:
                table[at, 0] = new
                table[at, 1] = stamp
                keys[new, 0], keys[new, 1], keys[new, 2] = k_0, k_1, k_2
                span[new, 0] = low
                span[new, 1] = high
                new += 1
            else:
                span[to, 0] = min(span[to, 0], low)
                span[to, 1] = max(span[to, 1], high)
            moves[move, 0] = s
            moves[move, 1] = to
            moves[move, 2] = mines
            move += 1
    tally[N_STATE] = new
    tally[N_MOVE] = move
    return True


@inlined
def weigh_states(begin, end, first_move, size, counted, chances, span, start, ways, moves, tally):
    """The weights of a new layer, from the moves that lead to it; False for want of room."""
    first = tally[N_WEIGHT]
    last = first
    for s in range(begin, end):
        start[s] = last
        last += span[s, 1] - span[s, 0] + 1
    if last > ways.size:
        return False
    tally[N_WEIGHT] = last
    for k in range(first, last):
        ways[k] = 0.0
    for m in range(first_move, tally[N_MOVE]):
        s, to, mines = moves[m, 0], moves[m, 1], np.int64(moves[m, 2])
        chance = chances[size, mines]
        at = start[to]
        if counted:
            at += span[s, 0] + mines - span[to, 0]
        source = start[s]
        for k in range(span[s, 1] - span[s, 0] + 1):
            if ways[source + k] > 0:
                ways[at + k] += max(ways[source + k] * chance, TINY)
    return True


@inlined
def scale_up(weights, first, end):
    """Make the greatest weight 1 if all are small, so that none gets lost; the divisor's log."""
    top = 0.0
    for k in range(first, end):
        top = max(top, weights[k])
    if not 0 < top < SMALL:
        return 0.0
    for k in range(first, end):
        if weights[k] > 0:
            weights[k] = max(weights[k] / top, TINY)
    return np.log(top)


@kernel
def fold(outside, mines, density, parts, start, ways, scales, tally, before, after, starts):
    """What each number of mines in all parts before, and in all parts after a part, weighs."""
    n_parts = tally[N_PART]
    starts[0] = 0
    reach, least = np.int64(0), np.int64(0)
    for p in range(n_parts):
        starts[p + 1] = starts[p] + reach + 1
        reach += parts[p, MOST] - parts[p, LEAST]
        least += parts[p, LEAST]
    if starts[n_parts] + reach + 1 > before.size:
        return TOO_LARGE
    for k in range(starts[n_parts] + reach + 1):
        before[k] = 0.0
        after[k] = 0.0
    before[0] = 1.0
    scales[n_parts] = 0.0
    reach = 0
    for p in range(n_parts):
        width = parts[p, MOST] - parts[p, LEAST] + 1
        of_part = start[parts[p, FINAL]]
        for t in range(reach + 1):
            weight = before[starts[p] + t]
            if weight > 0:
                to = starts[p + 1] + t
                for k in range(width):
                    if ways[of_part + k] > 0:
                        before[to + k] += max(weight * ways[of_part + k], TINY)
        reach += width - 1
        scales[n_parts] += scale_up(before, starts[p + 1], starts[p + 1] + reach + 1)
    if not weigh_outside(outside, mines - least, density, after, starts[n_parts], reach):
        return IMPOSSIBLE
    for p in range(n_parts - 1, -1, -1):
        width = parts[p, MOST] - parts[p, LEAST] + 1
        of_part = start[parts[p, FINAL]]
        reach -= width - 1
        for t in range(reach + 1):
            total = 0.0
            of = starts[p + 1] + t
            for k in range(width):
                if ways[of_part + k] > 0 and after[of + k] > 0:
                    total += max(ways[of_part + k] * after[of + k], TINY)
            after[starts[p] + t] = total
        scale_up(after, starts[p], starts[p] + reach + 1)
    return SOLVED if after[0] > 0 else IMPOSSIBLE


@kernel
def weigh_outside(n, mines, density, after, first, reach):
    """How n cells that no clue touches weigh t more mines elsewhere: C(n, mines - t) ways.

    Each of these mines has been weighed by its odds already, which is taken back here. From the
    greatest weight, 1, to both sides; False if none is possible.
    """
    low, high = max(np.int64(0), mines - n), min(reach, mines)
    if low > high:
        return False
    odds = density / (1 - density)
    best = low
    while best < high and (mines - best) > odds * (n - mines + best + 1):
        best += 1
    after[first + best] = 1.0
    for t in range(best, high):
        left = mines - t
        after[first + t + 1] = max(after[first + t] * left / (odds * (n - left + 1)), TINY)
    for t in range(best, low, -1):
        left = mines - t + 1
        after[first + t - 1] = max(after[first + t] * (odds * (n - left + 1)) / left, TINY)
    return True


@kernel
def weigh_final(part, parts, start, rest, before, after, starts):
    """What each number of mines in a part weighs outside it."""
    here, there = starts[part], starts[part + 1]
    first = start[parts[part, FINAL]]
    width = parts[part, MOST] - parts[part, LEAST] + 1
    for k in range(width):
        total = 0.0
        for t in range(there - here):
            if before[here + t] > 0 and after[there + t + k] > 0:
                total += max(before[here + t] * after[there + t + k], TINY)
        rest[first + k] = total
    scale_up(rest, first, first + width)


@kernel
def weigh_by_density(part, density, weighed_at, parts, start, ways, rest):
    """What each number of mines in a part weighs more at this density than at the other."""
    first = start[parts[part, FINAL]]
    width = parts[part, MOST] - parts[part, LEAST] + 1
    shift = np.log(density) - np.log1p(-density) - np.log(weighed_at) + np.log1p(-weighed_at)
    top = -np.inf
    for k in range(width):
        if ways[first + k] > 0:
            top = max(top, np.log(ways[first + k]) + shift * k)
    for k in range(width):
        rest[first + k] = 0.0
        if ways[first + k] > 0:
            joint = np.log(ways[first + k]) + shift * k - top  # the greatest of them is 0
            rest[first + k] = max(np.exp(joint) / ways[first + k], TINY)
    scale_up(rest, first, first + width)


@kernel
def way_back(
    part, counted, boxes, order, parts, chances, span, start, ways, rest, moves, layers, sums,
    bounds,
):  # fmt: skip
    """Sum up, for each box of a part, the weight with a mine in a cell of it and without."""
    first, end = parts[part, FIRST_PLACE], parts[part, END_PLACE]
    end_move = parts[part, END_MOVE]
    end_weight = start[parts[part, FINAL]]
    for place in range(end - 1, first - 1, -1):
        box = np.int64(order[place])
        size = np.int64(boxes[box, SIZE])
        first_weight, first_move = start[layers[place, 0]], layers[place, 1]
        for k in range(first_weight, end_weight):
            rest[k] = 0.0
        mined, safe = 0.0, 0.0
        least, most = size, np.int64(0)
        for m in range(first_move, end_move):
            s, to, mines = moves[m, 0], moves[m, 1], np.int64(moves[m, 2])
            chance = chances[size, mines]
            at = start[to]
            if counted:
                at += span[s, 0] + mines - span[to, 0]
            source = start[s]
            both = 0.0
            for k in range(span[s, 1] - span[s, 0] + 1):
                if rest[at + k] > 0:
                    weight = max(rest[at + k] * chance, TINY)
                    rest[source + k] += weight
                    both += ways[source + k] * weight
            if both > 0:
                mined += both * mines
                safe += both * (size - mines)
                least = min(least, mines)
                most = max(most, mines)
        sums[box, 0], sums[box, 1] = mined, safe
        bounds[box, 0], bounds[box, 1] = least, most
        scale_up(rest, first_weight, end_weight)
        end_weight, end_move = first_weight, first_move


@kernel
def box_risk(box, boxes, sums, bounds):
    """The chance of a mine in a cell of a box: 0 or 1 if certain, and only then."""
    if bounds[box, 1] == 0:
        return 0.0
    if bounds[box, 0] == boxes[box, SIZE]:
        return 1.0
    return min(1 - 1e-16, max(1e-300, sums[box, 0] / (sums[box, 0] + sums[box, 1])))


@kernel
def outside_risk(covered, mines, parts, tally, before, after, starts):
    """The chance of a mine in a cell that no clue touches, the total being known."""
    n = covered - tally[N_CELL]
    first = starts[tally[N_PART]]
    least, reach = np.int64(0), np.int64(0)
    for p in range(tally[N_PART]):
        least += parts[p, LEAST]
        reach += parts[p, MOST] - parts[p, LEAST]
    total, mined = 0.0, 0.0
    fewest, most = n, np.int64(0)
    for t in range(reach + 1):
        if before[first + t] > 0 and after[first + t] > 0:
            left = mines - least - t
            weight = before[first + t] * after[first + t]
            total += weight
            mined += weight * left
            fewest = min(fewest, left)
            most = max(most, left)
    if most == 0:
        return 0.0
    if fewest == n:
        return 1.0
    return min(1 - 1e-16, max(1e-300, mined / total / n))


@kernel
def log_layouts(covered, mines, parts_space, search, folds):
    """The natural log of the number of layouts, after an evaluation with a total."""
    parts, tally = parts_space[8], parts_space[9]
    density, scales = search[0][1, 1], search[11]
    before, after, starts = folds
    n_parts, n = tally[N_PART], covered - tally[N_CELL]
    first = starts[n_parts]
    least, reach = np.int64(0), np.int64(0)
    for p in range(n_parts):
        least += parts[p, LEAST]
        reach += parts[p, MOST] - parts[p, LEAST]
    total, best = 0.0, np.int64(0)
    for t in range(reach + 1):
        total += before[first + t] * after[first + t]
        if after[first + t] == 1:
            best = t
    log = np.log(total) + scales[n_parts]
    for p in range(n_parts):
        log += scales[p]
    left = mines - least - best
    log += math.lgamma(n + 1) - math.lgamma(left + 1) - math.lgamma(n - left + 1)
    return (
        log - tally[N_CELL] * np.log1p(-density) - (least + best) * np.log(density / (1 - density))
    )
