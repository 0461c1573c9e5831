"""Perfect play of a position of which few layouts are left, straight from its evaluation.

The layouts are listed by going back through the moves of the search for odds: from the cells that
no clue touches over the last part to the first. Every state has a way to it, so that no layout
begun is ever given up. Then engine/optimal.py is asked.

  bits     int8    per cell: its bit in a layout, NO_BIT if it says nothing more
  masks    uint64  two lists of layouts, so far as they are known: their mines, a bit per cell
  marks    int32   for each of them: STATE it leads to, mines USED in its part up to there, and
                   the mines for all parts before (REST)
  members  int64   the bits of a box, or of the cells that no clue touches
"""

from typing import Any

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.chance import GOLDEN, mix
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    END_CELL,
    END_MOVE,
    END_PLACE,
    FINAL,
    FIRST_CELL,
    FIRST_PLACE,
    LEAST,
    MOST,
    N_PART,
)
from minelab.engine.optimal import (
    LOOKS,
    MINE,
    TOO_LARGE,
    Search,
    best_opening,
    search_space,
)

NOWHERE, NO_BIT = -1, -1
STATE, USED, REST = range(3)
MOST_CELLS = 64
PART_LAYOUTS, PARTS_OF = 128, 1000  # the most layouts of a part; to what weights are rounded
SLOTS = 1 << 16
ONE = np.uint64(1)
EVERY_2ND, EVERY_4TH = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
EVERY_8TH, BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
S1, S2, S4, S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


def endgame_space(
    rows: int, cols: int, most_layouts: int, goes_on: bool, most_looks: int
) -> tuple[Any, ...]:
    """The arrays for positions of at most so many layouts.

    goes_on: whether a game goes on after a blast; then what is lost is the blasts.
    """
    n = most_layouts
    nothing = np.zeros((MOST_CELLS, n), np.uint8)
    search = search_space(
        np.zeros(n, np.uint64), nothing, np.zeros((1, n), np.uint64), goes_on, False, most_looks,
        SLOTS,
    )  # fmt: skip
    return (
        np.empty((rows + 4) * (cols + 2) + 4, np.int8),  # bits
        np.empty((2, n), np.uint64),  # masks
        np.empty((2, n, 3), np.int32),  # marks
        np.empty(MOST_CELLS, np.int64),  # members
        np.empty(MOST_CELLS, np.int64),  # cell_of
        search,
        np.zeros(1, np.uint64),  # drawn
    )


@kernel
def play_out(covered, mines, seen, stride, chance, parts_space, search, folds, endgame):
    """The chance to win an evaluated position by perfect play, and the cell to open next.

    chance: the risk of every covered cell. First of all, whether it could be solved: there must
    not be too many layouts or cells. Where a game goes on after a blast, 1 less the blasts.
    """
    bits, masks, marks, members, cell_of, perfect, drawn = endgame
    n_cells = np.int64(0)
    for i in range(seen.size):
        bits[i] = NO_BIT
    for i in range(seen.size):
        if seen[i] == COVERED and 0 < chance[i] < 1:
            n_cells = number_cell(i, seen, stride, chance, bits, cell_of, n_cells)
    if n_cells > MOST_CELLS:
        return False, 0.0, np.int64(NOWHERE)
    side, n = list_layouts(
        covered, mines, chance, parts_space, search, folds, bits, masks, marks, members, cell_of,
        n_cells,
    )  # fmt: skip
    if n <= 0:
        return False, 0.0, np.int64(NOWHERE)
    for layout in range(n):
        perfect.weights[layout] = 1
    return solve_layouts(side, n, n_cells, stride, endgame)


@kernel
def part_worth(p, seen, stride, chance, parts_space, search, endgame):
    """The chance to get through one part by perfect play, as if nothing else were left.

    Each number of mines counts as likely as all other parts make it. Negative if there are too
    many layouts or cells.
    """
    bits, masks, marks, members, cell_of, perfect, drawn = endgame
    cells, parts = parts_space[3], parts_space[8]
    chances, start, ways, rest = search[0], search[3], search[4], search[5]
    n_cells = np.int64(0)
    for i in range(seen.size):
        bits[i] = NO_BIT
    for k in range(parts[p, FIRST_CELL], parts[p, END_CELL]):
        i = np.int64(cells[k, 0])
        if 0 < chance[i] < 1:
            n_cells = number_cell(i, seen, stride, chance, bits, cell_of, n_cells)
    if n_cells > MOST_CELLS:
        return -1.0
    first = start[parts[p, FINAL]]
    width = parts[p, MOST] - parts[p, LEAST] + 1
    odds = chances[1, 1] / chances[1, 0]
    side, n, top, scale = 0, np.int64(0), 0.0, 1.0
    for k in range(width):
        top = max(top, rest[first + k] * scale)
        scale *= odds
    scale = 1.0
    for k in range(width):
        weight = np.int64(rest[first + k] * scale / top * PARTS_OF + 0.5)
        scale *= odds
        if weight > 0 and ways[first + k] > 0 and n < PART_LAYOUTS:
            masks[side, n] = 0
            marks[side, n, STATE] = parts[p, FINAL]
            marks[side, n, USED] = parts[p, LEAST] + k
            marks[side, n, REST] = weight
            n += 1
    side, n = through_part(
        p, side, n, PART_LAYOUTS, chance, parts_space, search, bits, masks, marks, members
    )
    if n <= 0:
        return -1.0
    for layout in range(n):
        perfect.weights[layout] = marks[side, layout, REST]
    solved, worth, _ = solve_layouts(side, n, n_cells, stride, endgame)
    return worth if solved else -1.0


@kernel
def solve_layouts(side, n, n_cells, stride, endgame):
    """The chance to win by perfect play, given all layouts and their weights, and the next cell."""
    bits, masks, marks, members, cell_of, perfect, drawn = endgame
    if n == 1:
        return True, 1.0, first_safe(masks[side, 0], cell_of, n_cells)
    layouts = masks[side]
    weight = np.int64(0)
    for layout in range(n):
        drawn[0] += GOLDEN
        perfect.names[layout, 0] = mix(drawn[0])
        perfect.names_2[layout, 0] = mix(drawn[0] ^ GOLDEN)
        weight += perfect.weights[layout]
    fill_shows(layouts, n, bits, cell_of, n_cells, stride, perfect.shows)
    perfect.tally[LOOKS] = 0
    these = Search(
        perfect.goes_on, perfect.may_stop, layouts, perfect.weights, perfect.shows[:n_cells],
        perfect.names, perfect.names_2, perfect.stack, perfect.frames, perfect.marks,
        perfect.bounds, perfect.counts[:, :n_cells], perfect.beliefs, perfect.losses,
        perfect.tally,
    )  # fmt: skip
    lost, cell = best_opening(these, n)
    if lost == TOO_LARGE or cell == NOWHERE:
        return False, 0.0, np.int64(NOWHERE)
    return True, (weight - lost) / weight, cell_of[cell]


@kernel
def number_cell(i, seen, stride, chance, bits, cell_of, n):
    """Give a bit to a cell that is not decided, and to the safe cells that it touches.

    Answers how many there are now; more than MOST_CELLS if there is no room.
    """
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            told = j == i or (seen[j] == COVERED and chance[j] == 0)
            if told and bits[j] == NO_BIT:
                if n >= MOST_CELLS:
                    return np.int64(MOST_CELLS + 1)
                bits[j] = n
                cell_of[n] = j
                n += 1
    return n


@inlined
def first_safe(layout, cell_of, n_cells):
    for k in range(n_cells):
        if not layout >> np.uint64(k) & ONE:
            return cell_of[k]
    return np.int64(NOWHERE)


@kernel
def list_layouts(
    covered, mines, chance, parts_space, search, folds, bits, masks, marks, members, cell_of,
    n_cells,
):  # fmt: skip
    """All layouts of an evaluated position: in which of the two lists they are, and how many.

    -1 if there is no room for them.
    """
    label, parts, tally = parts_space[0], parts_space[8], parts_space[9]
    start, ways = search[3], search[4]
    before, after, starts = folds
    n_parts = tally[N_PART]
    least, reach = np.int64(0), np.int64(0)
    for p in range(n_parts):
        least += parts[p, LEAST]
        reach += parts[p, MOST] - parts[p, LEAST]
    n_members = 0
    for k in range(n_cells):
        i = cell_of[k]
        if label[i] == 0 and chance[i] > 0:
            members[n_members] = k
            n_members += 1
    side, n = 0, np.int64(0)
    first = starts[n_parts]
    for t in range(reach + 1):
        if before[first + t] > 0 and after[first + t] > 0:
            outside = mines - least - t if n_members > 0 else 0
            n = add_subsets(
                np.uint64(0),
                0,
                0,
                least + t,
                outside,
                n_members,
                members,
                masks,
                marks,
                side,
                n,
                masks.shape[1],
            )
            if n < 0:
                return side, n
    for p in range(n_parts - 1, -1, -1):
        least -= parts[p, LEAST]
        width = parts[p, MOST] - parts[p, LEAST] + 1
        final = parts[p, FINAL]
        new = np.int64(0)
        for e in range(n):  # how many mines fall to this part
            for k in range(width):
                rest = marks[side, e, REST] - parts[p, LEAST] - k
                t = rest - least
                inside = 0 <= t < starts[p + 1] - starts[p]
                if inside and before[starts[p] + t] > 0 and ways[start[final] + k] > 0:
                    if new == masks.shape[1]:
                        return side, np.int64(-1)
                    masks[1 - side, new] = masks[side, e]
                    marks[1 - side, new, STATE] = final
                    marks[1 - side, new, USED] = parts[p, LEAST] + k
                    marks[1 - side, new, REST] = rest
                    new += 1
        side, n = through_part(
            p, 1 - side, new, masks.shape[1], chance, parts_space, search, bits, masks, marks,
            members,
        )  # fmt: skip
        if n < 0:
            return side, n
    return side, n


@kernel
def through_part(p, side, n, most, chance, parts_space, search, bits, masks, marks, members):
    """Go back through a part from its end, with each layout begun; which list, and how many.

    -1 if there are more than `most`.
    """
    cells, order, parts = parts_space[3], parts_space[4], parts_space[8]
    span, start, ways, moves, layers = search[2], search[3], search[4], search[6], search[7]
    end_move = parts[p, END_MOVE]
    for place in range(parts[p, END_PLACE] - 1, parts[p, FIRST_PLACE] - 1, -1):
        box = order[place]
        n_members = 0
        for k in range(parts[p, FIRST_CELL], parts[p, END_CELL]):
            i = cells[k, 0]
            if cells[k, 1] == box and 0 < chance[i] < 1:
                members[n_members] = bits[i]
                n_members += 1
        new = np.int64(0)
        for e in range(n):
            for m in range(layers[place, 1], end_move):
                if moves[m, 1] != marks[side, e, STATE]:
                    continue
                s, of_box = np.int64(moves[m, 0]), np.int64(moves[m, 2])
                used = marks[side, e, USED] - of_box
                if not span[s, 0] <= used <= span[s, 1]:
                    continue
                if ways[start[s] + used - span[s, 0]] == 0:
                    continue
                new = add_subsets(
                    masks[side, e], s, used, marks[side, e, REST],
                    of_box if n_members > 0 else 0, n_members, members, masks, marks, 1 - side,
                    new, most,
                )  # fmt: skip
                if new < 0:
                    return side, new
        side, n = 1 - side, new
        end_move = layers[place, 1]
    return side, n


@kernel
def add_subsets(mask, state, used, rest, size, n_members, members, masks, marks, side, n, most):
    """Add a layout for each choice of so many members as mines; the new number, -1 for no room."""
    if size < 0 or size > n_members or n_members > 62:
        return np.int64(-1) if n_members > 62 else n
    subset = (np.int64(1) << size) - 1
    while subset < np.int64(1) << n_members:
        if n >= most:
            return np.int64(-1)
        chosen = mask
        for k in range(n_members):
            if subset >> k & 1:
                chosen |= ONE << np.uint64(members[k])
        masks[side, n] = chosen
        marks[side, n, STATE] = state
        marks[side, n, USED] = used
        marks[side, n, REST] = rest
        n += 1
        if size == 0:
            break
        low = subset & -subset  # the next number with as many bits
        ripple = subset + low
        subset = ripple | ((subset ^ ripple) >> 2) // low
    return n


@kernel
def fill_shows(layouts, n, bits, cell_of, n_cells, stride, shows):
    """What each cell shows in each layout: MINE, or its mines among the cells with a bit."""
    for k in range(n_cells):
        i = cell_of[k]
        around = np.uint64(0)
        for base in range(i - stride, i + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if bits[j] != NO_BIT:
                    around |= ONE << np.uint64(bits[j])
        for layout in range(n):
            if layouts[layout] >> np.uint64(k) & ONE:
                shows[k, layout] = MINE
            else:
                shows[k, layout] = count_bits(layouts[layout] & around)


@inlined
def count_bits(word):
    """How many bits of a word are set."""
    word = word - (word >> S1 & EVERY_2ND)
    word = (word & EVERY_4TH) + (word >> S2 & EVERY_4TH)
    return (word + (word >> S4) & EVERY_8TH) * BYTES >> S56
