"""What hangs together: boxes of cells that are alike, and parts that share no clue.

Cells that touch the same clues are alike, a box, of which only the number of mines matters.
Boxes and clues that hang together form a part, which can be solved by itself. Its boxes are put
into an order in which few clues are half-finished at a time.

  label    int32    per cell: number + 1 of an unfinished clue, -number - 1 of a box, 0 for neither
  clues    int32    a row per clue: NEED, LEFT (boxes not placed yet), ROOM (their cells), SLOT,
                    AT (its cell), N_BOXES, its boxes (8)
  boxes    int32    a row per box: SIZE, COST, STATE, N_CLUES, its clues (8)
  cells    int32    the cells of the boxes, part by part: the cell, its box
  order    int32    all boxes, part by part, in the order in which they are done
  waiting  int32    boxes of half-finished clues, while an order is sought
  steps    int32    a row per place in `order`, for each clue of the box: which word of a state it
                    stands in and where, and the room it has afterwards; for a clue that has no
                    other box, ALONE and what it needs
  change   uint64   a row per place: what to add to the words of a state (clues that open here),
                    and what to take off for each mine
  parts    int64    a row per part: its clues, cells and places in `order`, and its solution
  tally    int64    counters: N_CLUE, N_BOX, N_CELL, N_ORDER, N_PART and those of `odds`
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import covered_in, need_in

NEED, LEFT, ROOM, SLOT, AT, N_BOXES, BOX_0 = range(7)
SIZE, COST, STATE, N_CLUES, CLUE_0 = range(5)
UNPLACED, WAITING, PLACED = range(3)
WORD, SHIFT, ROOM_AFTER, ALONE = 0, 8, 16, -1  # columns of `steps`, and a value of WORD
(
    FIRST_CLUE, END_CLUE, FIRST_CELL, END_CELL, FIRST_PLACE, END_PLACE, END_MOVE, FINAL,
    LEAST, MOST,
) = range(10)  # fmt: skip
N_CLUE, N_BOX, N_CELL, N_ORDER, N_PART, N_STATE, N_WEIGHT, N_MOVE, STAMP = range(9)
N_WORDS = 3
SLOTS = 16 * N_WORDS
NO_SLOT = -1
MANY_STATES, TRIES = 2000.0, 24  # from how many states on several orders are tried, and how many


def parts_space(rows: int, cols: int) -> tuple:
    """The arrays for the parts of a position."""
    n = rows * cols + 1
    return (
        np.zeros((rows + 4) * (cols + 2) + 4, np.int32),  # label
        np.empty((n, 14), np.int32),  # clues
        np.empty((n, 12), np.int32),  # boxes
        np.empty((n, 2), np.int32),  # cells
        np.empty(n, np.int32),  # order
        np.empty(n, np.int32),  # waiting
        np.empty((n, 24), np.int32),  # steps
        np.empty((n, 2 * N_WORDS), np.uint64),  # change
        np.empty((n, 10), np.int64),  # parts
        np.zeros(9, np.int64),  # tally
    )


@kernel
def forget_parts(label, clues, cells, tally):
    """Take all labels off again."""
    for c in range(tally[N_CLUE]):
        label[clues[c, AT]] = 0
    for k in range(tally[N_CELL]):
        label[cells[k, 0]] = 0
    tally[N_CLUE] = 0
    tally[N_BOX] = 0
    tally[N_CELL] = 0
    tally[N_ORDER] = 0
    tally[N_PART] = 0


@inlined
def number_clue(i, info, label, clues, tally):
    """Give the clue at i the next number."""
    c = tally[N_CLUE]
    clues[c, NEED] = need_in(info[i])
    clues[c, LEFT] = 0
    clues[c, ROOM] = covered_in(info[i])
    clues[c, SLOT] = NO_SLOT
    clues[c, AT] = i
    clues[c, N_BOXES] = 0
    tally[N_CLUE] = c + 1
    label[i] = c + 1


@kernel
def gather_part(start, seen, info, stride, label, clues, boxes, cells, parts, tally):
    """Add the part that hangs together with the clue at `start`."""
    part = tally[N_PART]
    tally[N_PART] += 1
    parts[part, FIRST_CLUE] = tally[N_CLUE]
    parts[part, FIRST_CELL] = tally[N_CELL]
    parts[part, FIRST_PLACE] = tally[N_ORDER]
    c = tally[N_CLUE]
    number_clue(start, info, label, clues, tally)
    while c < tally[N_CLUE]:
        i = np.int64(clues[c, AT])
        for base in range(i - stride, i + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] == COVERED and label[j] == 0:
                    gather_cell(j, c, seen, info, stride, label, clues, boxes, tally)
                    cells[tally[N_CELL], 0] = j
                    cells[tally[N_CELL], 1] = -label[j] - 1
                    tally[N_CELL] += 1
        c += 1
    parts[part, END_CLUE] = tally[N_CLUE]
    parts[part, END_CELL] = tally[N_CELL]


@kernel
def gather_cell(j, c, seen, info, stride, label, clues, boxes, tally):
    """Put the covered cell j, which clue c touches, into the box of its kind."""
    new = tally[N_BOX]
    touching = 0
    for base in range(j - stride, j + stride + 1, stride):
        for k in range(base - 1, base + 2):
            if seen[k] >= 0:
                if label[k] == 0:
                    number_clue(k, info, label, clues, tally)
                boxes[new, CLUE_0 + touching] = label[k] - 1
                touching += 1
    box = new
    for k in range(clues[c, N_BOXES]):
        other = np.int64(clues[c, BOX_0 + k])
        same = boxes[other, N_CLUES] == touching
        for q in range(touching):
            same = same and boxes[other, CLUE_0 + q] == boxes[new, CLUE_0 + q]
        if same:
            box = other
    label[j] = -box - 1
    if box < new:
        boxes[box, SIZE] += 1
        return
    boxes[new, SIZE] = 1
    boxes[new, STATE] = UNPLACED
    boxes[new, N_CLUES] = touching
    for k in range(touching):
        clue = boxes[new, CLUE_0 + k]
        clues[clue, BOX_0 + clues[clue, N_BOXES]] = new
        clues[clue, N_BOXES] += 1
        clues[clue, LEFT] += 1
    tally[N_BOX] += 1


@kernel
def order_part(part, clues, boxes, order, waiting, steps, change, parts, tally):
    """Place the boxes of a part; False if too many clues would be half-finished at a time.

    In a large part it matters much where to begin, so that several places are tried.
    """
    first, n = parts[part, FIRST_CLUE], parts[part, END_CLUE] - parts[part, FIRST_CLUE]
    best = first
    least = place_boxes(
        part, first, np.inf, clues, boxes, order, waiting, steps, change, parts, tally
    )
    if least < MANY_STATES:
        return True
    for k in range(1, TRIES):
        clue = first + k * (n - 1) // (TRIES - 1)
        load = place_boxes(
            part, clue, least, clues, boxes, order, waiting, steps, change, parts, tally
        )
        if load < least:
            best, least = clue, load
    place_boxes(part, best, np.inf, clues, boxes, order, waiting, steps, change, parts, tally)
    return least < np.inf


@kernel
def place_boxes(part, start, limit, clues, boxes, order, waiting, steps, change, parts, tally):
    """Place the boxes of a part, one of a clue first; about how many states that makes.

    Only boxes that touch a half-finished clue are considered, and of these the one that leaves
    the fewest half-finished: COST is how many it opens less how many it closes. Gives up, with
    infinity, where the states pass a limit or too many clues are half-finished at a time.
    """
    first = parts[part, FIRST_PLACE]
    tally[N_ORDER] = first
    for c in range(parts[part, FIRST_CLUE], parts[part, END_CLUE]):
        clues[c, LEFT] = clues[c, N_BOXES]
        clues[c, SLOT] = NO_SLOT
        clues[c, ROOM] = 0
        for k in range(clues[c, N_BOXES]):
            box = np.int64(clues[c, BOX_0 + k])
            clues[c, ROOM] += boxes[box, SIZE]
            boxes[box, COST] = 0
            boxes[box, STATE] = UNPLACED
    for c in range(parts[part, FIRST_CLUE], parts[part, END_CLUE]):
        for k in range(clues[c, N_BOXES]):
            boxes[clues[c, BOX_0 + k], COST] += clues[c, LEFT] > 1
    free = (np.int64(1) << SLOTS) - 1
    n_waiting, n_open, load = 0, 0, 0.0
    box = np.int64(clues[start, BOX_0])
    while True:
        at = tally[N_ORDER]
        order[at] = box
        tally[N_ORDER] += 1
        boxes[box, STATE] = PLACED
        freed = np.int64(0)
        for w in range(2 * N_WORDS):
            change[at, w] = 0
        for k in range(boxes[box, N_CLUES]):
            c = np.int64(boxes[box, CLUE_0 + k])
            clues[c, LEFT] -= 1
            clues[c, ROOM] -= boxes[box, SIZE]
            steps[at, ROOM_AFTER + k] = clues[c, ROOM]
            left, slot = clues[c, LEFT], np.int64(clues[c, SLOT])
            opens = slot == NO_SLOT
            if opens and left == 0:
                steps[at, WORD + k] = ALONE
                steps[at, SHIFT + k] = clues[c, NEED]
                continue
            if opens:
                if free == 0:
                    return np.inf
                slot = np.int64(0)
                while not free >> slot & 1:
                    slot += 1
                clues[c, SLOT] = slot
                free &= ~(np.int64(1) << slot)
                n_open += 1
            word, shift = slot // 16, slot % 16 * 4
            steps[at, WORD + k] = word
            steps[at, SHIFT + k] = shift
            if opens:
                change[at, word] += np.uint64(clues[c, NEED]) << np.uint64(shift)
            change[at, N_WORDS + word] += np.uint64(1) << np.uint64(shift)
            if left == 0:
                freed |= np.int64(1) << slot
                n_open -= 1
            elif opens or left == 1:
                for m in range(clues[c, N_BOXES]):
                    other = np.int64(clues[c, BOX_0 + m])
                    if boxes[other, STATE] == PLACED:
                        continue
                    boxes[other, COST] -= opens + (left == 1)
                    if boxes[other, STATE] == UNPLACED:
                        boxes[other, STATE] = WAITING
                        waiting[n_waiting] = other
                        n_waiting += 1
        free |= freed
        load += 2.0**n_open
        if load >= limit:
            return np.inf
        if n_waiting == 0:
            break
        best = 0
        for k in range(1, n_waiting):
            if boxes[waiting[k], COST] < boxes[waiting[best], COST]:
                best = k
        box = np.int64(waiting[best])
        n_waiting -= 1
        for k in range(best, n_waiting):
            waiting[k] = waiting[k + 1]
    parts[part, END_PLACE] = tally[N_ORDER]
    return load
