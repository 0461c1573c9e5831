"""The structure of a position: boxes of cells that are alike, and components that share no clue.

Cells that touch the same clues are alike: together they are a box, of which only the number of
mines matters. Boxes and clues that are connected form a component, which can be solved by itself.
Its boxes are put into an order in which few clues are half-finished at a time.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import covered_in, need_in, padded_size

NEED, LEFT, ROOM, SLOT, AT, N_BOXES, BOX_0 = range(7)
SIZE, COST, ALONG, STATE, N_CLUES, CLUE_0 = range(6)
UNPLACED, WAITING, PLACED = range(3)
WORD, SHIFT, ROOM_AFTER, ALONE = 0, 8, 16, -1  # columns of `steps`, and a value of WORD
(
    FIRST_CLUE, END_CLUE, FIRST_CELL, END_CELL, FIRST_PLACE, END_PLACE, END_MOVE, FINAL,
    LEAST, MOST,
) = range(10)  # fmt: skip
N_CLUE, N_BOX, N_CELL, N_ORDER, N_COMPONENTS, N_STATE, N_WEIGHT, N_MOVE, STAMP = range(9)
N_WORDS = 3
SLOTS = 16 * N_WORDS
NO_SLOT = -1
MANY_STATES, TRIES = 2000.0, 24  # from how many states on several orders are tried, and how many


class Position(NamedTuple):
    """What is seen of a board, as in `Game`, and what is left."""

    rows: int
    cols: int
    stride: int
    seen: Any
    info: Any
    covered: int
    """How many cells are covered."""
    mines: int
    """How many of them are mined, or NO_TOTAL."""


class Graph(NamedTuple):
    """The clues, boxes and components of a position."""

    label: Any
    """int32 per cell: number + 1 of an unfinished clue, -number - 1 of a box, 0 for neither."""
    clues: Any
    """int32, a row per clue: NEED, LEFT (boxes not placed yet), ROOM (their cells), SLOT, AT (its
    cell), N_BOXES, its boxes (8)."""
    boxes: Any
    """int32, a row per box: SIZE, COST, ALONG (where it is on the longer side of the board), STATE,
    N_CLUES, its clues (8)."""
    cells: Any
    """int32, the cells of the boxes, component by component: the cell, its box."""
    order: Any
    """int32: all boxes, component by component, in the order in which they are filled."""
    waiting: Any
    """int32: boxes of half-finished clues, while an order is made."""
    steps: Any
    """int32, a row per place in `order`, for each clue of the box: the WORD of a state that it is
    in, its SHIFT there, and its ROOM_AFTER; for a clue that has no other box, ALONE and what it
    needs."""
    change: Any
    """uint64, a row per place: what to add to the words of a state (clues that open here), and
    what to subtract for each mine."""
    components: Any
    """int64, a row per component: where its clues, cells and places in `order` begin and end; then
    what odds.py adds: END_MOVE, FINAL (its last state), LEAST and MOST (its mines)."""
    tally: Any
    """int64: N_CLUE, N_BOX, N_CELL, N_ORDER, N_COMPONENTS, and those of odds.py: N_STATE,
    N_WEIGHT, N_MOVE, STAMP."""


def graph_space(rows: int, cols: int) -> Graph:
    """The arrays for the structure of a position."""
    n = rows * cols + 1
    return Graph(
        label=np.zeros(padded_size(rows, cols), np.int32),
        clues=np.empty((n, 14), np.int32),
        boxes=np.empty((n, 13), np.int32),
        cells=np.empty((n, 2), np.int32),
        order=np.empty(n, np.int32),
        waiting=np.empty(n, np.int32),
        steps=np.empty((n, 24), np.int32),
        change=np.empty((n, 2 * N_WORDS), np.uint64),
        components=np.empty((n, 10), np.int64),
        tally=np.zeros(9, np.int64),
    )


@kernel
def clear_graph(graph):
    """Remove all labels and components."""
    label, clues, cells, tally = graph.label, graph.clues, graph.cells, graph.tally
    for c in range(tally[N_CLUE]):
        label[clues[c, AT]] = 0
    for k in range(tally[N_CELL]):
        label[cells[k, 0]] = 0
    for k in range(N_COMPONENTS + 1):
        tally[k] = 0


@inlined
def number_clue(i, info, graph):
    """Give the clue at i the next number."""
    clues, tally = graph.clues, graph.tally
    c = tally[N_CLUE]
    clues[c, NEED] = need_in(info[i])
    clues[c, LEFT] = 0
    clues[c, ROOM] = covered_in(info[i])
    clues[c, SLOT] = NO_SLOT
    clues[c, AT] = i
    clues[c, N_BOXES] = 0
    tally[N_CLUE] = c + 1
    graph.label[i] = c + 1


@kernel
def gather_component(start, position, graph):
    """Add the component of the clue at `start`; its number."""
    seen, stride = position.seen, position.stride
    label, cells, components, tally = graph.label, graph.cells, graph.components, graph.tally
    component = tally[N_COMPONENTS]
    tally[N_COMPONENTS] += 1
    components[component, FIRST_CLUE] = tally[N_CLUE]
    components[component, FIRST_CELL] = tally[N_CELL]
    components[component, FIRST_PLACE] = tally[N_ORDER]
    c = tally[N_CLUE]
    number_clue(start, position.info, graph)
    while c < tally[N_CLUE]:
        i = np.int64(graph.clues[c, AT])
        for base in range(i - stride, i + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] == COVERED and label[j] == 0:
                    gather_cell(j, c, position, graph)
                    cells[tally[N_CELL], 0] = j
                    cells[tally[N_CELL], 1] = -label[j] - 1
                    tally[N_CELL] += 1
        c += 1
    components[component, END_CLUE] = tally[N_CLUE]
    components[component, END_CELL] = tally[N_CELL]
    return component


@inlined
def gather_cell(j, c, position, graph):
    """Put the covered cell j, which clue c touches, into the box of its kind."""
    stride = position.stride
    label, clues, boxes, tally = graph.label, graph.clues, graph.boxes, graph.tally
    new = tally[N_BOX]
    touching = 0
    for base in range(j - stride, j + stride + 1, stride):
        for k in range(base - 1, base + 2):
            if position.seen[k] >= 0:
                if label[k] == 0:
                    number_clue(k, position.info, graph)
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
    boxes[new, ALONG] = j if position.rows > position.cols else j % stride
    boxes[new, STATE] = UNPLACED
    boxes[new, N_CLUES] = touching
    for k in range(touching):
        clue = boxes[new, CLUE_0 + k]
        clues[clue, BOX_0 + clues[clue, N_BOXES]] = new
        clues[clue, N_BOXES] += 1
        clues[clue, LEFT] += 1
    tally[N_BOX] += 1


@kernel
def order_boxes(component, by, graph):
    """Order the boxes of a component; False if too many clues would be half-finished at a time.

    In a large component it matters much where to begin, so several places are tried.
    by: COST, or ALONG where that would not do.
    """
    first, clues = graph.components[component, FIRST_CLUE], graph.clues
    n = graph.components[component, END_CLUE] - first
    best = clues[first, BOX_0]
    least = place_boxes(component, best, by, np.inf, graph)
    if least < MANY_STATES:
        return True
    for k in range(1, TRIES):
        box = clues[first + k * (n - 1) // (TRIES - 1), BOX_0]
        load = place_boxes(component, box, by, least, graph)
        if load < least:
            best, least = box, load
    place_boxes(component, best, by, np.inf, graph)
    return least < np.inf


@kernel
def place_boxes(component, box, by, limit, graph):
    """Order the boxes of a component, beginning with one; about how many states that makes.

    Only boxes that touch a half-finished clue are considered, and of these the one with the least
    in column `by`. COST is how many clues a box opens less how many it closes. Gives up, with
    infinity, where the states pass a limit or too many clues are half-finished at a time.
    """
    order, waiting, boxes, tally = graph.order, graph.waiting, graph.boxes, graph.tally
    unplace_boxes(component, graph)
    tally[N_ORDER] = graph.components[component, FIRST_PLACE]
    free = (np.int64(1) << SLOTS) - 1
    n_waiting, n_open, load = 0, 0, 0.0
    box = np.int64(box)
    while True:
        order[tally[N_ORDER]] = box
        free, n_open, n_waiting = place_box(box, tally[N_ORDER], free, n_open, n_waiting, graph)
        tally[N_ORDER] += 1
        load += 2.0**n_open
        if free == NO_SLOT or load >= limit:
            return np.inf
        if n_waiting == 0:
            break
        best = 0
        for k in range(1, n_waiting):
            if boxes[waiting[k], by] < boxes[waiting[best], by]:
                best = k
        box = np.int64(waiting[best])
        n_waiting -= 1
        for k in range(best, n_waiting):
            waiting[k] = waiting[k + 1]
    graph.components[component, END_PLACE] = tally[N_ORDER]
    return load


@inlined
def unplace_boxes(component, graph):
    """Prepare the clues and boxes of a component for an order."""
    clues, boxes, components = graph.clues, graph.boxes, graph.components
    for c in range(components[component, FIRST_CLUE], components[component, END_CLUE]):
        clues[c, LEFT] = clues[c, N_BOXES]
        clues[c, SLOT] = NO_SLOT
        clues[c, ROOM] = 0
        for k in range(clues[c, N_BOXES]):
            box = np.int64(clues[c, BOX_0 + k])
            clues[c, ROOM] += boxes[box, SIZE]
            boxes[box, COST] = 0
            boxes[box, STATE] = UNPLACED
    for c in range(components[component, FIRST_CLUE], components[component, END_CLUE]):
        for k in range(clues[c, N_BOXES]):
            boxes[clues[c, BOX_0 + k], COST] += clues[c, LEFT] > 1


@inlined
def place_box(box, at, free, n_open, n_waiting, graph):
    """Put a box at a place: how it changes states, and which boxes wait now.

    free: a bit for each slot of a state that no half-finished clue uses; NO_SLOT is returned for
    it where one is missing. n_open: how many clues are half-finished.
    """
    clues, boxes, steps, change = graph.clues, graph.boxes, graph.steps, graph.change
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
                return np.int64(NO_SLOT), n_open, n_waiting
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
                    graph.waiting[n_waiting] = other
                    n_waiting += 1
    return free | freed, n_open, n_waiting
