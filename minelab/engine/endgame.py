"""Perfect play of a position of which few layouts are left, straight from its evaluation.

The layouts are listed by going back through the moves of the search for odds: from the cells that
no clue touches over the last component to the first. Every state has a way to it, so no layout that
was begun is ever given up. Then optimal.py is asked.
"""

from typing import Any, NamedTuple

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
    N_COMPONENTS,
)
from minelab.engine.odds import range_of_mines
from minelab.engine.optimal import (
    LOOKS,
    MINE,
    TOO_LARGE,
    Search,
    best_opening,
    search_space,
)
from minelab.engine.state import padded_size

NOWHERE, NO_BIT = -1, -1
STATE, USED, REST = range(3)
MOST_CELLS = 64
COMPONENT_LAYOUTS, PARTS_OF = 128, 1000  # the most layouts of one; to what weights are rounded
NEARLY_HALF = 0.499  # added before rounding down, so that 1 / 16 is not on the edge
SLOTS = 1 << 16
ONE = np.uint64(1)
EVERY_2ND, EVERY_4TH = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
EVERY_8TH, BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
S1, S2, S4, S56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


class Endgame(NamedTuple):
    """What perfect play of the rest works on."""

    bits: Any
    """int8 per cell: its bit in a layout, NO_BIT if opening it shows nothing more."""
    cell_of: Any
    """int64 per bit: its cell."""
    masks: Any
    """uint64, two lists of layouts, as far as they are known: their mines, a bit per cell."""
    marks: Any
    """int32, for each of them: the STATE it leads to, the mines USED in its component up to there,
    and the mines for all components before (REST)."""
    members: Any
    """int64: the bits of a box, or of the cells that no clue touches."""
    perfect: Search
    drawn: Any
    """uint64, one place: the last of the random numbers that name layouts."""


def endgame_space(
    rows: int, cols: int, most_layouts: int, goes_on: bool, most_looks: int
) -> Endgame:
    """The arrays for positions of at most so many layouts.

    goes_on: whether a game goes on after a blast; then what is lost is the blasts.
    """
    n = most_layouts
    nothing = np.zeros((MOST_CELLS, n), np.uint8)
    return Endgame(
        bits=np.empty(padded_size(rows, cols), np.int8),
        cell_of=np.empty(MOST_CELLS, np.int64),
        masks=np.empty((2, n), np.uint64),
        marks=np.empty((2, n, 3), np.int32),
        members=np.empty(MOST_CELLS, np.int64),
        perfect=search_space(
            np.zeros(n, np.uint64), nothing, np.zeros((1, n), np.uint64), goes_on, False,
            most_looks, SLOTS,
        ),
        drawn=np.zeros(1, np.uint64),
    )  # fmt: skip


@kernel
def play_out(position, chance, odds, endgame):
    """The chance to win an evaluated position by perfect play, and the cell to open next.

    chance: the risk of every covered cell.
    First of all returns whether it could be solved: there must not be too many layouts or cells.
    Where a game goes on after a blast, the chance is 1 less the blasts.
    """
    seen = position.seen
    n_cells = np.int64(0)
    clear_bits(endgame)
    for i in range(seen.size):
        if seen[i] == COVERED and 0 < chance[i] < 1:
            n_cells = number_cell(i, position, chance, endgame, n_cells)
    if n_cells > MOST_CELLS:
        return False, 0.0, np.int64(NOWHERE)
    side, n = list_layouts(n_cells, position, chance, odds, endgame)
    if n <= 0:
        return False, 0.0, np.int64(NOWHERE)
    for layout in range(n):
        endgame.perfect.weights[layout] = 1
    return solve_layouts(side, n, n_cells, position.stride, endgame)


@inlined
def component_value(component, position, chance, odds, endgame):
    """The chance to get through one component by perfect play, as if nothing else were left.

    Each number of mines counts as likely as all other components make it. Negative if there are
    too many layouts or cells.
    """
    masks, marks, rest = endgame.masks, endgame.marks, odds.rest
    cells, components = odds.graph.cells, odds.graph.components
    n_cells = np.int64(0)
    clear_bits(endgame)
    for k in range(components[component, FIRST_CELL], components[component, END_CELL]):
        i = np.int64(cells[k, 0])
        if 0 < chance[i] < 1:
            n_cells = number_cell(i, position, chance, endgame, n_cells)
    if n_cells > MOST_CELLS:
        return -1.0
    final, least = components[component, FINAL], components[component, LEAST]
    first, width = odds.start[final], components[component, MOST] - least + 1
    odds_of_mine = odds.chances[1, 1] / odds.chances[1, 0]
    side, n, top, scale = 0, np.int64(0), 0.0, 1.0
    for k in range(width):
        top = max(top, rest[first + k] * scale)
        scale *= odds_of_mine
    scale = 1.0
    for k in range(width):
        weight = np.int64(rest[first + k] * scale / top * PARTS_OF + NEARLY_HALF)
        scale *= odds_of_mine
        if weight > 0 and odds.ways[first + k] > 0 and n < COMPONENT_LAYOUTS:
            masks[side, n] = 0
            marks[side, n, STATE] = final
            marks[side, n, USED] = least + k
            marks[side, n, REST] = weight
            n += 1
    side, n = go_through(component, side, n, COMPONENT_LAYOUTS, chance, odds, endgame)
    if n <= 0:
        return -1.0
    for layout in range(n):
        endgame.perfect.weights[layout] = marks[side, layout, REST]
    solved, value, _ = solve_layouts(side, n, n_cells, position.stride, endgame)
    return value if solved else -1.0


@kernel
def solve_layouts(side, n, n_cells, stride, endgame):
    """The chance to win by perfect play, given all layouts and their weights, and the next cell."""
    cell_of, drawn, perfect = endgame.cell_of, endgame.drawn, endgame.perfect
    layouts = endgame.masks[side]
    if n == 1:
        return True, 1.0, first_safe(layouts[0], cell_of, n_cells)
    weight = np.int64(0)
    for layout in range(n):
        drawn[0] += GOLDEN
        perfect.names[layout, 0] = mix(drawn[0])
        perfect.names_2[layout, 0] = mix(drawn[0] ^ GOLDEN)
        weight += perfect.weights[layout]
    fill_shows(layouts, n, n_cells, stride, endgame)
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


@inlined
def clear_bits(endgame):
    """No cell has a bit yet."""
    for i in range(endgame.bits.size):
        endgame.bits[i] = NO_BIT


@kernel
def number_cell(i, position, chance, endgame, n):
    """Give a bit to a cell that is not decided, and to the safe cells that it touches.

    n: how many have one. Returns how many have one now; more than MOST_CELLS if there is no room.
    """
    seen, stride, bits = position.seen, position.stride, endgame.bits
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            tells = j == i or (seen[j] == COVERED and chance[j] == 0)
            if tells and bits[j] == NO_BIT:
                if n >= MOST_CELLS:
                    return np.int64(MOST_CELLS + 1)
                bits[j] = n
                endgame.cell_of[n] = j
                n += 1
    return n


@inlined
def first_safe(layout, cell_of, n_cells):
    """The first cell without a mine in a layout."""
    for k in range(n_cells):
        if not layout >> np.uint64(k) & ONE:
            return cell_of[k]
    return np.int64(NOWHERE)


@inlined
def list_layouts(n_cells, position, chance, odds, endgame):
    """All layouts of an evaluated position: in which of the two lists they are, and how many.

    -1 if there is no room for them.
    """
    before, after, starts = odds.before, odds.after, odds.starts
    components, masks, marks = odds.graph.components, endgame.masks, endgame.marks
    n_components, most = odds.graph.tally[N_COMPONENTS], masks.shape[1]
    least, extra = range_of_mines(odds.graph)
    n_members = 0
    for k in range(n_cells):
        i = endgame.cell_of[k]
        if odds.graph.label[i] == 0 and chance[i] > 0:
            endgame.members[n_members] = k
            n_members += 1
    side, n = 0, np.int64(0)
    first = starts[n_components]
    for t in range(extra + 1):
        if before[first + t] > 0 and after[first + t] > 0:
            outside = position.mines - least - t if n_members > 0 else 0
            n = add_subsets(
                outside, n_members, np.uint64(0), 0, 0, least + t, side, n, most, endgame
            )
            if n < 0:
                return side, n
    for c in range(n_components - 1, -1, -1):
        least -= components[c, LEAST]
        width = components[c, MOST] - components[c, LEAST] + 1
        final = components[c, FINAL]
        new = np.int64(0)
        for e in range(n):  # how many mines this component gets
            for k in range(width):
                rest = marks[side, e, REST] - components[c, LEAST] - k
                t = rest - least
                inside = 0 <= t < starts[c + 1] - starts[c]
                if inside and before[starts[c] + t] > 0 and odds.ways[odds.start[final] + k] > 0:
                    if new == most:
                        return side, np.int64(-1)
                    masks[1 - side, new] = masks[side, e]
                    marks[1 - side, new, STATE] = final
                    marks[1 - side, new, USED] = components[c, LEAST] + k
                    marks[1 - side, new, REST] = rest
                    new += 1
        side, n = go_through(c, 1 - side, new, most, chance, odds, endgame)
        if n < 0:
            return side, n
    return side, n


@kernel
def go_through(component, side, n, most, chance, odds, endgame):
    """Go back through a component from its end, with each layout begun; which list, and how many.

    -1 if there are more than `most`.
    """
    masks, marks, members = endgame.masks, endgame.marks, endgame.members
    span, moves, layers = odds.span, odds.moves, odds.layers
    cells, components = odds.graph.cells, odds.graph.components
    end_move = components[component, END_MOVE]
    first_place = components[component, FIRST_PLACE]
    for place in range(components[component, END_PLACE] - 1, first_place - 1, -1):
        box = odds.graph.order[place]
        n_members = 0
        for k in range(components[component, FIRST_CELL], components[component, END_CELL]):
            i = cells[k, 0]
            if cells[k, 1] == box and 0 < chance[i] < 1:
                members[n_members] = endgame.bits[i]
                n_members += 1
        new = np.int64(0)
        for e in range(n):
            for m in range(layers[place, 1], end_move):
                if moves[m, 1] != marks[side, e, STATE]:
                    continue
                s, in_box = np.int64(moves[m, 0]), np.int64(moves[m, 2])
                used = marks[side, e, USED] - in_box
                if not span[s, 0] <= used <= span[s, 1]:
                    continue
                if odds.ways[odds.start[s] + used - span[s, 0]] == 0:
                    continue
                new = add_subsets(
                    in_box if n_members > 0 else 0, n_members, masks[side, e], s, used,
                    marks[side, e, REST], 1 - side, new, most, endgame,
                )  # fmt: skip
                if new < 0:
                    return side, new
        side, n = 1 - side, new
        end_move = layers[place, 1]
    return side, n


@kernel
def add_subsets(size, n_members, mask, state, used, rest, side, n, most, endgame):
    """Add a layout for each choice of so many members as mines; the new number, -1 for no room.

    mask, state, used, rest: the layout without them, and its marks.
    side, n: the list to add to, and how many it has.
    """
    marks = endgame.marks
    if size < 0 or size > n_members or n_members > 62:
        return np.int64(-1) if n_members > 62 else n
    subset = (np.int64(1) << size) - 1
    while subset < np.int64(1) << n_members:
        if n >= most:
            return np.int64(-1)
        chosen = mask
        for k in range(n_members):
            if subset >> k & 1:
                chosen |= ONE << np.uint64(endgame.members[k])
        endgame.masks[side, n] = chosen
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
def fill_shows(layouts, n, n_cells, stride, endgame):
    """What each cell shows in each layout: MINE, or its mines among the cells with a bit."""
    bits, shows = endgame.bits, endgame.perfect.shows
    for k in range(n_cells):
        i = endgame.cell_of[k]
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
