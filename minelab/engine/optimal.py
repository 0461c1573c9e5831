"""Perfect play on tiny boards: an exhaustive search over beliefs.

A belief is the set of layouts that still fit what was seen. Opening a cell splits it into parts,
one for each thing the cell may show. What a player cannot avoid losing is summed over all layouts
of a belief, so that it is a whole number:

  to win         the layouts that are lost; a blast loses a layout
  for the score  the mistakes made in all layouts; a blast is one, a wrong flag is one, and the
                 game goes on

What keeps the search small, and why nothing is missed:

1. A cell that is safe in all layouts is opened at once: it costs nothing, and what it shows can
   be ignored. So it makes no difference which of these are open already: the layouts alone tell
   one belief from another, and what a belief loses has to be computed only once.
2. A flag answers nothing, so it can wait until nothing more will be opened; then all that is
   covered is flagged. The layouts have equally many mines, so that costs the same in each.
3. Beliefs that a symmetry of the position carries into each other lose the same.
4. A guess loses at least the layouts with a mine there. Guesses are tried by that number, and
   given up when they can't be better than the best so far (`cut`).
5. To win, a cell that would show the same wherever it is safe can wait: whoever opens it now
   goes on as if it were safe, and may as well open it last. If there are only such cells, what
   follows is one fixed sequence, and it wins in one layout.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.engine.chance import GOLDEN, mix
from minelab.engine.compile import batch, kernel

MINE = 9  # what a cell shows when a mine goes off; 0 to 8 is its clue
NOWHERE = -1
TOO_LARGE, UNDER_WAY = -1, -2
BEGIN, END, TOP, CUT, BEST, LOW, FREE, CELL, SHOWN, BELOW, TOTAL, WEIGHT = range(12)  # of `frames`
OPENED, NAME, NAME_2 = 0, 1, 2  # columns of `marks`
CUT_SHORT, TAKEN = 1, 2  # bits of `losses`; the first says that it is only a lower bound
LOOKS, MOST_LOOKS = 0, 1  # places in `tally`
MOST_SLOTS = 1 << 22
PROBES = 8

ZERO, ONE = np.uint64(0), np.uint64(1)
ROOT, NO_CUT = np.int64(0), np.int64(1 << 60)


class Search(NamedTuple):
    """What the search works on."""

    goes_on: bool
    """Whether a game goes on after a blast."""
    may_stop: bool
    """Whether all that is covered may be flagged, proved or not."""
    mined: Any
    """Per layout: its mines, a bit per cell."""
    weights: Any
    """Per layout: how much it counts, 1 if all are equally likely."""
    shows: Any
    """Per cell and layout: what opening the cell shows, a clue or MINE."""
    names: Any
    """Per layout, and per symmetry of the position: a random number for its image."""
    names_2: Any
    """The same with other numbers; a belief is told by 128 bits."""
    stack: Any
    """Numbers of layouts: the beliefs on the way to the one in hand, and their parts."""
    frames: Any
    """Per depth, a belief: BEGIN, END, its place on the stack, and TOP, where the stack is free;
    its WEIGHT;
    CUT, the loss from which on it is of no interest; BEST, the least loss so far, and LOW, which no
    move goes below. Then the opening under way: whether it is FREE of risk, its CELL, the next
    thing SHOWN; BELOW what loss it is of interest, and its TOTAL so far."""
    marks: Any
    """Per depth, the same belief: what is open, a bit per cell, and its two names."""
    bounds: Any
    """Per depth: where the part for each thing shown begins in `stack`."""
    counts: Any
    """Per depth and cell: in how many layouts it is mined; 0 once it has been tried."""
    beliefs: Any
    """A hash table: the names of beliefs that have been solved."""
    losses: Any
    """Per place in that table: four times the loss, and two bits; 0 if the place is free."""
    tally: Any
    """LOOKS: layouts looked at so far, all beliefs together; MOST_LOOKS: the most allowed."""


def search_space(
    mined: Any, shows: Any, images: Any, goes_on: bool, may_stop: bool, most_looks: int,
    most_slots: int = MOST_SLOTS,
) -> Search:  # fmt: skip
    """The arrays of a search.

    images: per symmetry of the position, the mines of each layout after it.
    """
    n_cells, n = shows.shape
    names = scramble(images.T + GOLDEN)
    n_slots = min(most_slots, 1 << (n << 12).bit_length())
    return Search(
        goes_on,
        may_stop,
        mined,
        np.ones(n, np.int64),
        shows,
        names,
        scramble(names + GOLDEN),
        np.empty((n_cells + 2) * n, np.int32),
        np.empty((n_cells + 2, WEIGHT + 1), np.int64),
        np.empty((n_cells + 2, NAME_2 + 1), np.uint64),
        np.empty((n_cells + 2, MINE + 2), np.int64),
        np.empty((n_cells + 2, n_cells), np.int64),
        np.zeros((n_slots, 2), np.uint64),
        np.zeros(n_slots, np.int64),
        np.array([0, most_looks]),
    )


def scramble(numbers: Any) -> Any:
    """Each number as a random one: the same always the same."""
    plain = getattr(mix, "py_func", mix)  # there is no other when nothing is compiled
    return np.ascontiguousarray(plain(numbers.astype(np.uint64)))


@batch
def loss_of_opening(search, n, cell):
    """What perfect play loses after this cell was opened first; TOO_LARGE beyond the most looks.

    n: how many layouts there are; their numbers are the first on the stack.
    """
    start_search(search, n)
    begin_opening(search, ROOT, cell, NO_CUT)
    return search.frames[ROOT, TOTAL] if see_through(search) else np.int64(TOO_LARGE)


@kernel
def best_opening(search, n):
    """What perfect play loses, or TOO_LARGE, and the cell that it opens next.

    A cell that is safe in all layouts comes first. If it makes no difference what is opened, the
    cell that is mined in the fewest layouts.
    """
    frame, count = search.frames[ROOT], search.counts[ROOT]
    for layout in range(n):
        search.stack[layout] = layout
    start_search(search, n)
    cell = find_telling(search, 0, n, search.marks[ROOT])
    if cell != NOWHERE:
        begin_opening(search, ROOT, cell, NO_CUT)
        return (frame[TOTAL] if see_through(search) else np.int64(TOO_LARGE)), np.int64(cell)
    count_mines(search, 0, n, count)
    weight = frame[WEIGHT]
    best, loss = least_mined(count, weight), loss_of_stopping(search, ROOT)
    while True:
        cell = least_mined(count, weight)
        if cell == NOWHERE or count[cell] >= loss:
            return loss, np.int64(best)
        count[cell] = 0
        if can_wait(search, 0, n, cell):
            continue
        begin_opening(search, ROOT, cell, loss)
        if not see_through(search):
            return np.int64(TOO_LARGE), np.int64(best)
        if frame[TOTAL] < loss:
            best, loss = cell, frame[TOTAL]


@kernel
def start_search(search, n):
    """The first belief: all layouts, nothing open."""
    frame = search.frames[ROOT]
    frame[BEGIN], frame[END], frame[TOP] = 0, n, n
    frame[WEIGHT] = weight_of(search, 0, n)
    search.marks[ROOT, OPENED] = ZERO


@kernel
def see_through(search):
    """See the opening of the first belief to its end; False beyond the most looks."""
    frames = search.frames
    depth = ROOT
    while True:
        if find_part(search, depth):
            depth += 1
            loss = enter(search, depth)
        elif depth == ROOT:
            return True
        else:
            loss = end_opening(search, depth)
        if loss == TOO_LARGE:
            return False
        if loss != UNDER_WAY:
            depth -= 1
            frames[depth, TOTAL] += loss


@kernel
def begin_opening(search, depth, cell, below):
    """Open a cell of the belief at this depth; it is of interest if it loses less than `below`."""
    frame, bounds = search.frames[depth], search.bounds[depth]
    split(frame[BEGIN], frame[END], frame[TOP], search.shows[cell], bounds, search.stack)
    frame[CELL] = cell
    frame[SHOWN] = 0
    frame[BELOW] = below
    frame[TOTAL] = weight_of(search, bounds[MINE], bounds[MINE + 1])


@kernel
def find_part(search, depth):
    """Make the next part of an opening the belief one deeper; False if no more can matter."""
    frame, inner, bounds = search.frames[depth], search.frames[depth + 1], search.bounds[depth]
    last = MINE if search.goes_on else MINE - 1
    while frame[SHOWN] <= last and frame[TOTAL] < frame[BELOW]:
        begin, end = bounds[frame[SHOWN]], bounds[frame[SHOWN] + 1]
        frame[SHOWN] += 1
        if end - begin > 1:  # one layout alone loses nothing
            inner[BEGIN], inner[END] = begin, end
            inner[TOP] = frame[TOP] + frame[END] - frame[BEGIN]
            inner[CUT] = frame[BELOW] - frame[TOTAL]
            bit = ONE << np.uint64(frame[CELL])
            search.marks[depth + 1, OPENED] = search.marks[depth, OPENED] | bit
            return True
    return False


@kernel
def enter(search, depth):
    """What the belief at this depth loses, if that is known; else its first opening is begun.

    If the loss is not below the belief's CUT, any number from CUT up to it may be given instead.
    """
    frame, marks = search.frames[depth], search.marks[depth]
    begin, end = frame[BEGIN], frame[END]
    n = end - begin
    search.tally[LOOKS] += n
    if search.tally[LOOKS] > search.tally[MOST_LOOKS]:
        return TOO_LARGE
    if n > 2:
        name_belief(search, begin, end, marks)
        at = find(search, marks)
        known = search.losses[at]
        if is_at(search, at, marks) and (not known & CUT_SHORT or known >> 2 >= frame[CUT]):
            return known >> 2
    cell = find_telling(search, begin, end, marks)
    if n == 2:  # if no safe cell tells them apart, the others do, each mined in one of the two
        if cell != NOWHERE:
            return 0
        return min(search.weights[search.stack[begin]], search.weights[search.stack[begin + 1]])
    frame[FREE] = cell != NOWHERE
    if frame[FREE]:
        begin_opening(search, depth, cell, frame[CUT])
        return UNDER_WAY
    frame[WEIGHT] = weight_of(search, begin, end)
    count_mines(search, begin, end, search.counts[depth])
    frame[BEST] = loss_of_stopping(search, depth)
    frame[LOW] = frame[BEST]
    return guess(search, depth)


@kernel
def end_opening(search, depth):
    """An opening has been seen to its end: what its belief loses, or the next guess is begun."""
    frame = search.frames[depth]
    if frame[FREE]:
        return remember(search, depth, frame[TOTAL], frame[TOTAL] >= frame[CUT])
    frame[LOW] = min(frame[LOW], frame[TOTAL])
    if frame[TOTAL] < frame[BELOW]:
        frame[BEST] = frame[TOTAL]
    return guess(search, depth)


@kernel
def guess(search, depth):
    """Begin the next guess that may be better than the best so far; else what the belief loses."""
    frame, count = search.frames[depth], search.counts[depth]
    begin, end = frame[BEGIN], frame[END]
    below = min(frame[BEST], frame[CUT])
    while True:
        cell = least_mined(count, frame[WEIGHT])
        if cell == NOWHERE or count[cell] >= below:
            if cell != NOWHERE:
                frame[LOW] = min(frame[LOW], count[cell])
            return remember(search, depth, frame[LOW], frame[LOW] < frame[BEST])
        count[cell] = 0
        if search.goes_on or not can_wait(search, begin, end, cell):
            begin_opening(search, depth, cell, below)
            return UNDER_WAY


@kernel
def remember(search, depth, loss, cut_short):
    """Keep what the belief at this depth loses."""
    marks = search.marks[depth]
    at = find(search, marks)
    search.beliefs[at, 0] = marks[NAME]
    search.beliefs[at, 1] = marks[NAME_2]
    search.losses[at] = loss << 2 | TAKEN | (CUT_SHORT if cut_short else 0)
    return loss


@kernel
def split(begin, end, top, shown, bounds, stack):
    """Put the layouts of a belief onto the stack once more, part by part."""
    for v in range(MINE + 2):
        bounds[v] = 0
    for k in range(begin, end):
        bounds[shown[stack[k]] + 1] += 1
    at = top
    for v in range(MINE + 2):
        at += bounds[v]
        bounds[v] = at
    for k in range(begin, end):
        layout = stack[k]
        v = shown[layout]
        stack[bounds[v]] = layout
        bounds[v] += 1
    for v in range(MINE + 1, 0, -1):  # each part has moved its bound on to the next
        bounds[v] = bounds[v - 1]
    bounds[0] = top


@kernel
def find_telling(search, begin, end, marks):
    """Open what is safe in all layouts until a cell tells layouts apart: that cell, or NOWHERE."""
    stack = search.stack
    mined = ZERO
    for k in range(begin, end):
        mined |= search.mined[stack[k]]
    for cell in range(search.shows.shape[0]):
        bit = ONE << np.uint64(cell)
        if (mined | marks[OPENED]) & bit:
            continue
        marks[OPENED] |= bit
        shown = search.shows[cell]
        first = shown[stack[begin]]
        for k in range(begin + 1, end):
            if shown[stack[k]] != first:
                return cell
    return NOWHERE


@kernel
def can_wait(search, begin, end, cell):
    """Whether a cell shows the same wherever it is safe."""
    shown = search.shows[cell]
    first = MINE
    for k in range(begin, end):
        v = shown[search.stack[k]]
        if v != MINE:
            if first != MINE and v != first:
                return False
            first = v
    return True


@kernel
def count_mines(search, begin, end, count):
    """In how many layouts of a belief each cell is mined."""
    for cell in range(search.shows.shape[0]):
        shown = search.shows[cell]
        n = 0
        for k in range(begin, end):
            if shown[search.stack[k]] == MINE:
                n += search.weights[search.stack[k]]
        count[cell] = n


@kernel
def least_mined(count, n):
    """The cell that is mined in the fewest layouts, but in some; NOWHERE if none is left.

    n: all layouts, by what they count.
    """
    best = NOWHERE
    for cell in range(count.size):
        if 0 < count[cell] < n and (best == NOWHERE or count[cell] < count[best]):
            best = cell
    return best


@kernel
def weight_of(search, begin, end):
    """How much the layouts of a stretch of the stack count together."""
    total = 0
    for k in range(begin, end):
        total += search.weights[search.stack[k]]
    return total


@kernel
def loss_of_stopping(search, depth):
    """What is lost if nothing more is opened, or, where that is no way to play, the simplest way.

    To win, that is to bet on one layout; else to open everything.
    """
    frame, count = search.frames[depth], search.counts[depth]
    if not search.goes_on:
        most = 0
        for k in range(frame[BEGIN], frame[END]):
            most = max(most, search.weights[search.stack[k]])
        return frame[WEIGHT] - most
    total = 0
    for cell in range(count.size):
        if 0 < count[cell] < frame[WEIGHT]:
            total += frame[WEIGHT] - count[cell] if search.may_stop else count[cell]
    return total


@kernel
def name_belief(search, begin, end, marks):
    """Two numbers that name a belief and its images: those of the image with the least."""
    stack = search.stack
    image = 0
    for g in range(search.names.shape[1]):
        name = ZERO
        for k in range(begin, end):
            name ^= search.names[stack[k], g]
        if g == 0 or name < marks[NAME]:
            marks[NAME], image = name, g
    name = ZERO
    for k in range(begin, end):
        name ^= search.names_2[stack[k], image]
    marks[NAME_2] = name


@kernel
def find(search, marks):
    """Where a belief is in the table, or could be; if no place is free, another is overwritten."""
    mask = search.losses.size - 1
    home = np.int64(marks[NAME] & np.uint64(mask))
    for k in range(PROBES):
        at = (home + k) & mask
        if search.losses[at] == 0 or is_at(search, at, marks):
            return at
    return home


@kernel
def is_at(search, at, marks):
    """Whether a place in the table holds this belief."""
    same = search.beliefs[at, 0] == marks[NAME] and search.beliefs[at, 1] == marks[NAME_2]
    return same and search.losses[at] > 0
