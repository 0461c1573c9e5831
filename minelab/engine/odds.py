"""Exact odds: the chance of a mine in every covered cell, all layouts that fit equally likely.

0. `settle_certain`: what single clues decide is settled first, and left out of the rest.
1. `build`: cells that touch the same clues are alike, a box, of which only the number of mines
   matters. Boxes and clues that hang together form a part. The boxes of a part are put into an
   order in which few clues are half-finished at a time.
2. `solve_part`: a dynamic programme over the boxes. A state is what each half-finished clue still
   needs, and the mines used so far; its weight is the number of ways to get there (divided by
   2 ** cells, so that it stays a float). The transitions are stored for the way back.
3. `fold`: the parts, and the covered cells that no clue touches, meet in the total; folding them
   from both ends gives for every part how much each number of mines in it weighs outside.
4. `way_back`: both together. What is possible is kept apart from what it weighs, so that certain
   never depends on rounding.

  label    int64    per cell: number + 1 of an unfinished clue, -number - 1 of a box, 0 for neither
  boxes    int32    a row per box: SIZE, N_CLUES, its clues (8)
  clues    int32    a row per clue: NEED, LEFT (boxes not placed yet), ROOM (their cells), SLOT,
                    N_BOXES, its boxes (8)
  order    int32    all boxes, part by part, in the order in which they are done
  steps    int32    a row per place in `order`, for each clue of the box: its slot, whether it
                    opens or closes here, and the room it has afterwards
  parts    int64    a row per part: its places in `order`, its final states, the end of its
                    transitions, the most mines it can hold
  states   uint64   a row per state: three words of 16 slots, 4 bits a slot, and the mines used
  weight   float64  per state: the ways to get there, and the weight of what comes after
  possible bool     per state: whether anything can come after it
  moves    int32    a row per transition: from, to, mines put into the box
  layers   int64    a row per place in `order`: its first state, its first transition
  table    int64    a hash table of the states of one layer: the state, and the layer's stamp
  tally    int64    counters, see below
"""

import numpy as np

from minelab.engine.compile import kernel
from minelab.engine.state import QUEUED, covered_in, need_in
from minelab.engine.suppose import MINES_LEFT, N_QUEUE, NO_TOTAL, propagate
from minelab.grid import COVERED

SIZE, N_CLUES, CLUE_0 = 0, 1, 2
NEED, LEFT, ROOM, SLOT, N_BOXES, BOX_0 = 0, 1, 2, 3, 4, 5
NO_SLOT = -1
OPENS, CLOSES = 1, 2
STEP_SLOT, STEP_KIND, STEP_ROOM = 0, 8, 16  # columns of `steps`
FIRST_PLACE, END_PLACE, FIRST_FINAL, END_FINAL, END_MOVE, MOST_MINES = range(6)  # of `parts`
N_BOX, N_CLUE, N_PART, N_ORDER, N_STATE, N_MOVE, STAMP, OUTSIDE = range(8)  # places in `tally`
SLOTS = 48
SOLVED, TOO_LARGE, IMPOSSIBLE = 0, 1, 2

HASH = np.uint64(0x9E3779B97F4A7C15)
FOUR, FIFTEEN, S29, S32 = np.uint64(4), np.uint64(15), np.uint64(29), np.uint64(32)


def choose_table():
    """CHOOSE[n, k] / 2 ** n for boxes of up to eight cells."""
    table = np.zeros((9, 9))
    table[0, 0] = 1
    for n in range(1, 9):
        for k in range(n + 1):
            table[n, k] = (table[n - 1, k] + (table[n - 1, k - 1] if k else 0)) / 2
    return table


CHOOSE = choose_table()


def odds_space(rows: int, cols: int, n_states: int = 1 << 16) -> tuple:
    """The arrays of an evaluation, with room for so many states and eight times as many moves."""
    n = rows * cols + 1
    return (
        np.zeros((rows + 4) * (cols + 2) + 4, np.int64),  # label
        np.empty((n, 10), np.int32),  # boxes
        np.empty((n, 13), np.int32),  # clues
        np.empty(n, np.int32),  # order
        np.empty((n, 24), np.int32),  # steps
        np.empty((n, 6), np.int64),  # parts
        np.empty((n_states, 4), np.uint64),  # states
        np.empty((n_states, 2), np.float64),  # weight
        np.empty(n_states, np.bool_),  # possible
        np.empty((8 * n_states, 3), np.int32),  # moves
        np.empty((n + 1, 2), np.int64),  # layers
        np.zeros((4 * n_states, 2), np.int64),  # table
        np.zeros(8, np.int64),  # tally
    )


@kernel
def settle_certain(seen, info, mark, trail, queue, trial, stride):
    """Follow single clues as far as they go; False if one can't be met. `mark` has the result."""
    trial[MINES_LEFT] = NO_TOTAL
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] >= 0 and covered_in(info[i]) > 0:
            need = need_in(info[i])
            if need == 0 or need == covered_in(info[i]):
                info[i] |= QUEUED
                queue[trial[N_QUEUE]] = i
                trial[N_QUEUE] += 1
    return propagate(seen, info, mark, trail, queue, trial, stride, True)


@kernel
def build(seen, info, rows, cols, label, boxes, clues, order, steps, parts, tally):
    """Find clues, boxes and parts, and the order in which boxes are done."""
    number_clues(seen, info, rows, cols, label, clues, tally)
    find_boxes(seen, rows, cols, label, boxes, clues, tally)
    tally[N_PART] = 0
    tally[N_ORDER] = 0
    for c in range(tally[N_CLUE]):
        if clues[c, LEFT] > 0:
            part = tally[N_PART]
            parts[part, FIRST_PLACE] = tally[N_ORDER]
            if not order_part(c, boxes, clues, order, steps, tally):
                return TOO_LARGE
            parts[part, END_PLACE] = tally[N_ORDER]
            tally[N_PART] += 1
    return SOLVED


@kernel
def number_clues(seen, info, rows, cols, label, clues, tally):
    """Number the open cells that still have covered neighbours."""
    for i in range(label.size):
        label[i] = 0
    n = 0
    for r in range(rows):
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            if seen[i] >= 0 and covered_in(info[i]) > 0:
                clues[n, NEED] = need_in(info[i])
                clues[n, LEFT] = 0
                clues[n, ROOM] = covered_in(info[i])
                clues[n, SLOT] = NO_SLOT
                clues[n, N_BOXES] = 0
                n += 1
                label[i] = n
    tally[N_CLUE] = n


@kernel
def find_boxes(seen, rows, cols, label, boxes, clues, tally):
    """Give each covered cell that a clue touches to a box.

    Cells of one box lie at most two apart, so that the window before a cell has them all.
    """
    n = 0
    tally[OUTSIDE] = 0
    stride = cols + 2
    for r in range(rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + cols):
            if seen[i] != COVERED:
                continue
            touching = 0
            for base in range(i - stride, i + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    if label[j] > 0:
                        boxes[n, CLUE_0 + touching] = label[j] - 1
                        touching += 1
            if touching == 0:
                tally[OUTSIDE] += 1
                continue
            box = n
            for base in range(i - 2 * stride, i + 1, stride):
                for j in range(base - 2, base + 3):
                    if box == n and label[j] < 0:
                        other = -label[j] - 1
                        same = boxes[other, N_CLUES] == touching
                        for k in range(touching):
                            same = same and boxes[other, CLUE_0 + k] == boxes[n, CLUE_0 + k]
                        if same:
                            box = other
            label[i] = -box - 1
            if box < n:
                boxes[box, SIZE] += 1
                continue
            boxes[n, SIZE] = 1
            boxes[n, N_CLUES] = touching
            for k in range(touching):
                c = boxes[n, CLUE_0 + k]
                clues[c, BOX_0 + clues[c, N_BOXES]] = n
                clues[c, N_BOXES] += 1
                clues[c, LEFT] += 1
            n += 1
    tally[N_BOX] = n


@kernel
def order_part(start, boxes, clues, order, steps, tally):
    """Place the boxes of one part; False if too many clues would be half-finished at a time.

    Only boxes that touch a half-finished clue are considered, and of these the one that leaves
    the fewest half-finished. A placed box is recognised by N_CLUES < 0.
    """
    free = (np.int64(1) << SLOTS) - 1
    box = np.int64(clues[start, BOX_0])
    first = tally[N_ORDER]
    front = first  # boxes before this place have had their clues' other boxes considered
    while box >= 0:
        at = tally[N_ORDER]
        order[at] = box
        tally[N_ORDER] += 1
        n = np.int64(boxes[box, N_CLUES])
        for k in range(n):
            c = boxes[box, CLUE_0 + k]
            kind = 0
            if clues[c, SLOT] == NO_SLOT:
                kind = OPENS
            clues[c, LEFT] -= 1
            clues[c, ROOM] -= boxes[box, SIZE]
            if clues[c, LEFT] == 0:
                kind |= CLOSES
            if kind == OPENS:
                if free == 0:
                    return False
                slot = 0
                while not free >> slot & 1:
                    slot += 1
                clues[c, SLOT] = slot
                free &= ~(np.int64(1) << slot)
            steps[at, STEP_SLOT + k] = clues[c, SLOT]
            steps[at, STEP_KIND + k] = kind
            steps[at, STEP_ROOM + k] = clues[c, ROOM]
            if kind == CLOSES:
                free |= np.int64(1) << clues[c, SLOT]
        boxes[box, N_CLUES] = -n
        box = np.int64(-1)
        least = 99
        while front < tally[N_ORDER] and not has_open_clue(order[front], boxes, clues):
            front += 1
        for place in range(front, tally[N_ORDER]):
            done = order[place]
            for k in range(-boxes[done, N_CLUES]):
                c = boxes[done, CLUE_0 + k]
                if clues[c, LEFT] == 0:
                    continue
                for m in range(clues[c, N_BOXES]):
                    candidate = np.int64(clues[c, BOX_0 + m])
                    if boxes[candidate, N_CLUES] < 0:
                        continue
                    cost = 0
                    for q in range(boxes[candidate, N_CLUES]):
                        other = boxes[candidate, CLUE_0 + q]
                        if clues[other, SLOT] == NO_SLOT:
                            cost += 1
                        if clues[other, LEFT] == 1:
                            cost -= 1
                    if cost < least:
                        least = cost
                        box = candidate
    return True


@kernel
def has_open_clue(box, boxes, clues):
    """Whether a placed box touches a clue with boxes left."""
    for k in range(-boxes[box, N_CLUES]):
        if clues[boxes[box, CLUE_0 + k], LEFT] > 0:
            return True
    return False


@kernel
def solve_part(
    part, boxes, clues, order, steps, parts, states, weight, moves, layers, table, tally
):
    """Go forward through the boxes of a part: all states, their weights, all transitions."""
    first = tally[N_STATE]
    if first >= states.shape[0]:
        return TOO_LARGE
    for k in range(4):
        states[first, k] = 0
    weight[first, 0] = 1.0
    tally[N_STATE] += 1
    begin, end = first, first + 1
    for place in range(parts[part, FIRST_PLACE], parts[part, END_PLACE]):
        layers[place, 0] = begin
        layers[place, 1] = tally[N_MOVE]
        tally[STAMP] += 1
        box = order[place]
        for s in range(begin, end):
            if not expand(s, place, box, boxes, clues, steps, states, weight, moves, table, tally):
                return TOO_LARGE
        begin, end = end, tally[N_STATE]
        if begin == end:
            return IMPOSSIBLE
    parts[part, FIRST_FINAL] = begin
    parts[part, END_FINAL] = end
    parts[part, END_MOVE] = tally[N_MOVE]
    most = 0
    for s in range(begin, end):
        most = max(most, np.int64(states[s, 3]))
    parts[part, MOST_MINES] = most
    return SOLVED


@kernel
def expand(s, place, box, boxes, clues, steps, states, weight, moves, table, tally):
    """Fill one box in all ways that its clues allow; False if there is no room for the states."""
    size = np.int64(boxes[box, SIZE])
    n = -np.int64(boxes[box, N_CLUES])
    least, most = 0, size
    for k in range(n):
        need = needed(s, place, k, box, boxes, clues, steps, states)
        least = max(least, need - steps[place, STEP_ROOM + k])
        most = min(most, need)
    for mines in range(least, most + 1):
        new = tally[N_STATE]
        if new >= states.shape[0] or tally[N_MOVE] >= moves.shape[0]:
            return False
        for w in range(3):
            states[new, w] = states[s, w]
        states[new, 3] = states[s, 3] + np.uint64(mines)
        for k in range(n):
            kind, slot = steps[place, STEP_KIND + k], np.int64(steps[place, STEP_SLOT + k])
            if kind == OPENS | CLOSES:
                continue
            shift = FOUR * np.uint64(slot % 16)
            left = needed(s, place, k, box, boxes, clues, steps, states) - mines
            if kind == CLOSES:
                left = 0
            word = states[new, slot // 16] & ~(FIFTEEN << shift)
            states[new, slot // 16] = word | (np.uint64(left) << shift)
        to = find_or_add(new, states, table, tally)
        ways = weight[s, 0] * CHOOSE[size, mines]
        if to == new:
            weight[to, 0] = ways
            tally[N_STATE] += 1
        else:
            weight[to, 0] += ways
        move = tally[N_MOVE]
        moves[move, 0] = s
        moves[move, 1] = to
        moves[move, 2] = mines
        tally[N_MOVE] += 1
    return True


@kernel
def needed(s, place, k, box, boxes, clues, steps, states):
    """The mines that the k-th clue of a box still misses in a state."""
    if steps[place, STEP_KIND + k] & OPENS:
        return np.int64(clues[boxes[box, CLUE_0 + k], NEED])
    slot = np.int64(steps[place, STEP_SLOT + k])
    return np.int64((states[s, slot // 16] >> (FOUR * np.uint64(slot % 16))) & FIFTEEN)


@kernel
def find_or_add(new, states, table, tally):
    """The state of this layer that equals the new one, or the new one itself."""
    key = np.uint64(0)
    for w in range(4):
        key = (key ^ states[new, w]) * HASH
        key ^= key >> S29
    at = np.int64((key >> S32) % np.uint64(table.shape[0]))
    while table[at, 1] == tally[STAMP]:
        s = table[at, 0]
        same = True
        for w in range(4):
            same = same and states[s, w] == states[new, w]
        if same:
            return s
        at = (at + 1) % table.shape[0]
    table[at, 0] = new
    table[at, 1] = tally[STAMP]
    return new


@kernel
def fold(mines, ratio, parts, states, weight, tally, before, after, can_before, can_after, starts):
    """What each number of mines in all parts before, and in all parts after a part, weighs.

    mines: how many are covered, or -1 if that is not known; then each weighs `ratio` more than
    a safe cell. starts: where the numbers of a part begin in the four tables.
    """
    n_parts = tally[N_PART]
    starts[0] = 0
    most = 0
    for p in range(n_parts):
        starts[p + 1] = starts[p] + most + 1
        most += parts[p, MOST_MINES]
    for k in range(starts[n_parts] + most + 1):
        before[k] = 0.0
        can_before[k] = False
    before[0] = 1.0
    can_before[0] = True
    most = 0
    for p in range(n_parts):
        for t in range(most + 1):
            if can_before[starts[p] + t]:
                for s in range(parts[p, FIRST_FINAL], parts[p, END_FINAL]):
                    to = starts[p + 1] + t + np.int64(states[s, 3])
                    before[to] += before[starts[p] + t] * weight[s, 0]
                    can_before[to] = True
        most += parts[p, MOST_MINES]
        scale(before, starts[p + 1], most + 1)
    weigh_outside(mines, ratio, tally[OUTSIDE], after, can_after, starts[n_parts], most)
    for p in range(n_parts - 1, -1, -1):
        most -= parts[p, MOST_MINES]
        for t in range(most + 1):
            total, can = 0.0, False
            for s in range(parts[p, FIRST_FINAL], parts[p, END_FINAL]):
                of = starts[p + 1] + t + np.int64(states[s, 3])
                total += weight[s, 0] * after[of]
                can = can or can_after[of]
            after[starts[p] + t] = total
            can_after[starts[p] + t] = can
        scale(after, starts[p], most + 1)
    return can_after[0]


@kernel
def scale(table, first, n):
    """Divide by the greatest, so that nothing overflows."""
    top = 0.0
    for k in range(first, first + n):
        top = max(top, table[k])
    if top > 0:
        for k in range(first, first + n):
            table[k] /= top


@kernel
def weigh_outside(mines, ratio, n_outside, after, can_after, first, most):
    """How the cells that no clue touches weigh each number of mines elsewhere.

    With the total known that is C(n_outside, mines - t): as logarithms first, from one to the
    next, then scaled to the greatest.
    """
    top = -np.inf
    log = 0.0
    for t in range(most + 1):
        after[first + t] = 0.0
        can_after[first + t] = False
        if mines < 0:
            log = t * np.log(ratio)
        else:
            left = mines - t
            if left < 0 or left > n_outside:
                continue
            if top > -np.inf:  # C(n, left) / C(n, left + 1)
                log += np.log((left + 1) / (n_outside - left))
        can_after[first + t] = True
        after[first + t] = log
        top = max(top, log)
    for t in range(most + 1):
        if can_after[first + t]:
            after[first + t] = np.exp(after[first + t] - top)


@kernel
def way_back(
    part, boxes, order, parts, states, weight, possible, moves, layers, tally, before, after,
    can_before, can_after, starts, bounds, sums,
):  # fmt: skip
    """Sum up, for each box of a part, the weight with a mine in a cell of it and without."""
    first, end = parts[part, FIRST_PLACE], parts[part, END_PLACE]
    here, there = starts[part], starts[part + 1]
    reach = there - here
    for s in range(layers[first, 0], parts[part, END_FINAL]):
        weight[s, 1] = 0.0
        possible[s] = False
    for s in range(parts[part, FIRST_FINAL], parts[part, END_FINAL]):
        mines = np.int64(states[s, 3])
        for t in range(reach):
            if can_before[here + t] and can_after[there + t + mines]:
                weight[s, 1] += before[here + t] * after[there + t + mines]
                possible[s] = True
    last_move = parts[part, END_MOVE]
    for place in range(end - 1, first - 1, -1):
        box = order[place]
        size = np.int64(boxes[box, SIZE])
        sums[box, 0] = 0.0
        sums[box, 1] = 0.0
        bounds[box, 0] = size
        bounds[box, 1] = 0
        for m in range(layers[place, 1], last_move):
            s, to, mines = moves[m, 0], moves[m, 1], np.int64(moves[m, 2])
            if not possible[to]:
                continue
            possible[s] = True
            ways = CHOOSE[size, mines] * weight[to, 1]
            weight[s, 1] += ways
            sums[box, 0] += weight[s, 0] * ways * mines
            sums[box, 1] += weight[s, 0] * ways * (size - mines)
            bounds[box, 0] = min(bounds[box, 0], mines)
            bounds[box, 1] = max(bounds[box, 1], mines)
        last_move = layers[place, 1]


@kernel
def outside_bounds(mines, tally, parts, can_before, starts):
    """The least and the most mines that the cells which no clue touches can hold."""
    n = tally[OUTSIDE]
    most_inside = 0
    for p in range(tally[N_PART]):
        most_inside += parts[p, MOST_MINES]
    first = starts[tally[N_PART]]
    least, most = n, 0
    for t in range(most_inside + 1):
        left = mines - t
        if can_before[first + t] and 0 <= left <= n:
            least = min(least, left)
            most = max(most, left)
    return least, most


@kernel
def outside_risk(mines, tally, parts, before, can_before, starts):
    """The chance of a mine in a cell that no clue touches, the total being known.

    With t mines in the parts, `left = mines - t` of the outside cells are mined, in
    C(n, left) ways; the ways are taken relative to the first possible t, in logarithms.
    """
    n = tally[OUTSIDE]
    most = 0
    for p in range(tally[N_PART]):
        most += parts[p, MOST_MINES]
    first = starts[tally[N_PART]]
    log, started, top = 0.0, False, -np.inf
    for again in range(2):
        log, started = 0.0, False
        total, mined = 0.0, 0.0
        for t in range(most + 1):
            left = mines - t
            if left < 0 or left > n:
                continue
            if started:
                log += np.log((left + 1) / (n - left))
            started = True
            if can_before[first + t]:
                if again == 0:
                    top = max(top, log)
                else:
                    ways = before[first + t] * np.exp(log - top)
                    total += ways
                    mined += ways * left / n
    return mined / total


@kernel
def evaluate(
    seen, info, rows, cols, mines, ratio, label, boxes, clues, order, steps, parts, states,
    weight, possible, moves, layers, table, tally, before, after, can_before, can_after, starts,
    bounds, sums,
):  # fmt: skip
    """All of it; SOLVED, TOO_LARGE or IMPOSSIBLE, and the part where that came up (-1: the total).

    mines: covered mines, or -1 if unknown.
    """
    if build(seen, info, rows, cols, label, boxes, clues, order, steps, parts, tally) != SOLVED:
        return TOO_LARGE, tally[N_PART]
    tally[N_STATE] = 0
    tally[N_MOVE] = 0
    for p in range(tally[N_PART]):
        end = solve_part(
            p, boxes, clues, order, steps, parts, states, weight, moves, layers, table, tally
        )
        if end != SOLVED:
            return end, p
    if not fold(
        mines, ratio, parts, states, weight, tally, before, after, can_before, can_after, starts
    ):
        return IMPOSSIBLE, -1
    for p in range(tally[N_PART]):
        way_back(
            p, boxes, order, parts, states, weight, possible, moves, layers, tally, before,
            after, can_before, can_after, starts, bounds, sums,
        )  # fmt: skip
    return SOLVED, -1
