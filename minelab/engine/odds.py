"""Exact odds: the chance of a mine in every covered cell, all layouts that fit equally likely.

1. components.py says what is connected and in which order to go through it.
2. `solve_component`: a dynamic programme over the boxes of a component. A state is what each
   half-finished clue still needs. Its weights, one for each number of mines used so far, are the
   ways to get there; each mine weighs as if mines were independent at the density of the covered
   cells, so that weights stay near their final size. The moves are kept for the way back.
3. `fold`: the total connects the components and the covered cells that no clue touches; folding
   them from both ends gives what each number of mines in a component weighs outside it.
4. `go_back`: both together, from the last box of a component to its first.

With the total unknown, components are independent: the number of mines is left out of step 2, and
there is no step 3. Whether a cell is certain never depends on rounding: a weight is 0 only where
nothing is possible, since products are not let below TINY. So that no weight of importance comes
near TINY, the components are weighed again at another density where the total is far from what
they expect (`balance`).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    ALONE,
    ALONG,
    COST,
    END_MOVE,
    END_PLACE,
    FINAL,
    FIRST_PLACE,
    LEAST,
    MOST,
    N_CELL,
    N_CLUES,
    N_COMPONENTS,
    N_MOVE,
    N_STATE,
    N_WEIGHT,
    N_WORDS,
    ROOM_AFTER,
    SHIFT,
    SIZE,
    STAMP,
    WORD,
    Graph,
    clear_graph,
    gather_component,
    graph_space,
    order_boxes,
)
from minelab.engine.state import NO_TOTAL, is_unfinished

SOLVED, TOO_LARGE, IMPOSSIBLE = 0, 1, 2
THE_TOTAL = -2  # in place of a clue that cannot be met
TINY = 1e-150
SMALL = 1e-20  # weights are scaled up when all of a layer are below
FAR = 8.0  # standard deviations between a total and what the components expect
DENSITIES = 0.01, 0.99  # the least and the greatest to begin with
WIDE_DENSITIES = 0.001, 0.999
MOST_ROUNDS = 4

HASH = np.uint64(0x9E3779B97F4A7C15)
FIFTEEN, S29, S32 = np.uint64(15), np.uint64(29), np.uint64(32)


class Odds(NamedTuple):
    """What the search for odds works on."""

    graph: Graph
    chances: Any
    """float64, [size, mines]: the chance of so many mines in a box, cells independent."""
    keys: Any
    """uint64, a row per state: three words of 16 slots, 4 bits per slot."""
    span: Any
    """int32, a row per state: the least and the most mines used."""
    start: Any
    """int64 per state: where its weights begin in `ways` and `rest`."""
    ways: Any
    """float64: the weight of all ways to a state, for each number of mines used."""
    rest: Any
    """float64: the weight of all that can come after, likewise."""
    moves: Any
    """int32, a row per transition: from, to, mines put into the box."""
    layers: Any
    """int64, a row per place in `order`: its first state, its first transition."""
    table: Any
    """int64, a hash table of the states of one layer: the state, and the layer's stamp."""
    risk: Any
    """float64 per box: the chance of a mine in a cell of it; 0 or 1 if certain, and only then."""
    scales: Any
    """float64: the log of what the weights of each component were divided by, and of the fold."""
    before: Any
    """float64, for each component: what the components before it weigh, for each number of mines
    beyond the least."""
    after: Any
    """float64: the same for those after it, together with the cells that no clue touches."""
    starts: Any
    """int64 per component: where that begins."""


def odds_space(rows: int, cols: int, n_states: int) -> Odds:
    """The arrays of the search, with room for so many states; a power of two."""
    n = rows * cols
    n_folds = min((n + 1) * (n + 2) // 2, 4_000_000 + 2 * n)
    return Odds(
        graph_space(rows, cols),
        chances=np.empty((9, 9)),
        keys=np.empty((n_states, N_WORDS), np.uint64),
        span=np.empty((n_states, 2), np.int32),
        start=np.empty(n_states, np.int64),
        ways=np.empty(8 * n_states),
        rest=np.empty(8 * n_states),
        moves=np.empty((4 * n_states, 3), np.int32),
        layers=np.empty((n + 2, 2), np.int64),
        table=np.zeros((4 * n_states, 2), np.int64),
        risk=np.empty(n + 1),
        scales=np.empty(n + 2),
        before=np.empty(n_folds),
        after=np.empty(n_folds),
        starts=np.empty(n + 2, np.int64),
    )


@kernel
def evaluate(position, density, odds):
    """The odds of a position: SOLVED, TOO_LARGE or IMPOSSIBLE, and a clue that cannot be met.

    density: the chance of a mine in each covered cell if the position has NO_TOTAL.
    """
    graph, mines, info = odds.graph, position.mines, position.info
    clear_graph(graph)
    clear_states(graph)
    in_total = mines != NO_TOTAL
    counted = in_total or not DENSITIES[0] <= density <= DENSITIES[1]
    weighed_at = mines / max(1, position.covered) if in_total else density
    weighed_at = min(DENSITIES[1], max(DENSITIES[0], weighed_at))
    fill_chances(weighed_at, odds.chances)
    for i in range(info.size):
        if not is_unfinished(info[i]) or graph.label[i] != 0:
            continue
        component = gather_component(i, position, graph)
        end = go_forward(component, counted, odds)
        if end != SOLVED:
            return end, i
    if in_total:
        end = meet_total(weighed_at, counted, position, odds)
        if end != SOLVED:
            return end, np.int64(THE_TOTAL)
    for component in range(graph.tally[N_COMPONENTS]):
        if in_total:
            weigh_by_total(component, odds)
        elif counted:
            weigh_by_density(component, density, weighed_at, odds)
        else:
            odds.rest[odds.start[graph.components[component, FINAL]]] = 1.0
        go_back(component, counted, odds)
    return SOLVED, np.int64(0)


@kernel
def solve_alone(component, odds):
    """The odds of one component by itself, with all the room and at the density of `chances`."""
    graph = odds.graph
    clear_states(graph)
    end = go_forward(component, False, odds)
    if end == SOLVED:
        odds.rest[odds.start[graph.components[component, FINAL]]] = 1.0
        go_back(component, False, odds)
    return end


@inlined
def meet_total(density, counted, position, odds):
    """Fold the components in with the total, weighed again if need be; SOLVED if there is a way."""
    graph, mines = odds.graph, position.mines
    outside = position.covered - graph.tally[N_CELL]
    least, extra = range_of_mines(graph)
    if not least <= mines <= least + extra + outside:
        return IMPOSSIBLE
    for _ in range(MOST_ROUNDS):
        balanced = balance(outside, mines, density, odds)
        if balanced == density:
            break
        density = balanced
        fill_chances(density, odds.chances)
        clear_states(graph)
        for component in range(graph.tally[N_COMPONENTS]):
            solve_component(component, counted, odds)
    return fold(outside, mines, density, odds)


@inlined
def clear_states(graph):
    """Forget all states of the search."""
    graph.tally[N_STATE] = 0
    graph.tally[N_WEIGHT] = 0
    graph.tally[N_MOVE] = 0


@inlined
def range_of_mines(graph):
    """The fewest mines in all components together, and how many more there can be."""
    least, extra = np.int64(0), np.int64(0)
    for c in range(graph.tally[N_COMPONENTS]):
        least += graph.components[c, LEAST]
        extra += graph.components[c, MOST] - graph.components[c, LEAST]
    return least, extra


@inlined
def balance(outside, mines, density, odds):
    """The density at which to weigh mines: the given one, or if the total is far from what
    components weighed at it expect, the one at which they expect it."""
    shift = 0.0
    mean, variance = expected(shift, outside, density, odds)
    if (mines - mean) ** 2 <= FAR**2 * variance + 1e-6:
        return density
    logit = np.log(density / (1 - density))
    low = np.log(WIDE_DENSITIES[0] / WIDE_DENSITIES[1]) - logit
    high = np.log(WIDE_DENSITIES[1] / WIDE_DENSITIES[0]) - logit
    for _ in range(40):
        shift = (low + high) / 2
        mean, _ = expected(shift, outside, density, odds)
        if mean < mines:
            low = shift
        else:
            high = shift
    return 1 / (1 + np.exp(-logit - shift))


@kernel
def expected(shift, outside, density, odds):
    """Mean and variance of the mines if each weighed e^shift times more than at this density."""
    components, ways = odds.graph.components, odds.ways
    chance = density
    if shift != 0:
        chance = 1 / (1 + (1 - density) / density * np.exp(-shift))
    mean, variance = outside * chance, outside * chance * (1 - chance)
    for c in range(odds.graph.tally[N_COMPONENTS]):
        first = odds.start[components[c, FINAL]]
        width = components[c, MOST] - components[c, LEAST] + 1
        if width == 1:
            mean += components[c, LEAST]
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
        beyond_least = first_moment / total
        mean += components[c, LEAST] + beyond_least
        variance += max(0.0, second_moment / total - beyond_least * beyond_least)
    return mean, variance


@kernel
def fill_chances(density, chances):
    """The chance of each number of mines in a box of each size."""
    chances[0, 0] = 1.0
    for n in range(1, 9):
        chances[n, 0] = chances[n - 1, 0] * (1 - density)
        chances[n, n] = chances[n - 1, n - 1] * density
        for k in range(1, n):
            chances[n, k] = chances[n - 1, k] * (1 - density) + chances[n - 1, k - 1] * density


@kernel
def go_forward(component, counted, odds):
    """Order the boxes of a component and solve it; if it is too large so, then in another order."""
    tally = odds.graph.tally
    n_states, n_weights, n_moves = tally[N_STATE], tally[N_WEIGHT], tally[N_MOVE]
    for by in (COST, ALONG):
        tally[N_STATE], tally[N_WEIGHT], tally[N_MOVE] = n_states, n_weights, n_moves
        end = TOO_LARGE
        if order_boxes(component, by, odds.graph):
            end = solve_component(component, counted, odds)
        if end != TOO_LARGE:
            break
    return end


@kernel
def solve_component(component, counted, odds):
    """Go forward through the boxes of a component: all states, their weights, all moves."""
    keys, span, start, ways, scales = odds.keys, odds.span, odds.start, odds.ways, odds.scales
    components, tally = odds.graph.components, odds.graph.tally
    begin = tally[N_STATE]
    if begin >= keys.shape[0] or tally[N_WEIGHT] >= ways.size:
        return TOO_LARGE
    for w in range(N_WORDS):
        keys[begin, w] = 0
    span[begin, 0] = 0
    span[begin, 1] = 0
    start[begin] = tally[N_WEIGHT]
    scales[component] = 0.0
    ways[tally[N_WEIGHT]] = 1.0
    tally[N_STATE] += 1
    tally[N_WEIGHT] += 1
    end = begin + 1
    for place in range(components[component, FIRST_PLACE], components[component, END_PLACE]):
        first_move = tally[N_MOVE]
        odds.layers[place, 0] = begin
        odds.layers[place, 1] = first_move
        box = np.int64(odds.graph.order[place])
        if not next_states(begin, end, place, box, counted, odds):
            return TOO_LARGE
        begin, end = end, tally[N_STATE]
        if begin == end:
            return IMPOSSIBLE
        if not weigh_states(begin, end, first_move, box, counted, odds):
            return TOO_LARGE
        scales[component] += scale_up(ways, start[begin], tally[N_WEIGHT])
    components[component, END_MOVE] = tally[N_MOVE]
    components[component, FINAL] = begin
    components[component, LEAST] = span[begin, 0]
    components[component, MOST] = span[begin, 1]
    return SOLVED


@inlined
def next_states(begin, end, place, box, counted, odds):
    """Fill one box in all ways that its clues allow, from each state; False for want of room."""
    keys, span, moves, table = odds.keys, odds.span, odds.moves, odds.table
    boxes, steps, change, tally = (
        odds.graph.boxes, odds.graph.steps, odds.graph.change, odds.graph.tally,
    )  # fmt: skip
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
def weigh_states(begin, end, first_move, box, counted, odds):
    """The weights of a new layer, from the moves that lead to it; False for want of room."""
    span, start, ways, moves = odds.span, odds.start, odds.ways, odds.moves
    size, tally = np.int64(odds.graph.boxes[box, SIZE]), odds.graph.tally
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
        chance = odds.chances[size, mines]
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


@inlined
def fold(outside, mines, density, odds):
    """What each number of mines in all components before, and after a component, weighs."""
    before, after, starts = odds.before, odds.after, odds.starts
    components, start, ways = odds.graph.components, odds.start, odds.ways
    n_components = odds.graph.tally[N_COMPONENTS]
    starts[0] = 0
    extra, least = np.int64(0), np.int64(0)
    for c in range(n_components):
        starts[c + 1] = starts[c] + extra + 1
        extra += components[c, MOST] - components[c, LEAST]
        least += components[c, LEAST]
    if starts[n_components] + extra + 1 > before.size:
        return TOO_LARGE
    for k in range(starts[n_components] + extra + 1):
        before[k] = 0.0
        after[k] = 0.0
    before[0] = 1.0
    odds.scales[n_components] = 0.0
    extra = np.int64(0)
    for c in range(n_components):
        width = components[c, MOST] - components[c, LEAST] + 1
        own = start[components[c, FINAL]]
        for t in range(extra + 1):
            weight = before[starts[c] + t]
            if weight > 0:
                to = starts[c + 1] + t
                for k in range(width):
                    if ways[own + k] > 0:
                        before[to + k] += max(weight * ways[own + k], TINY)
        extra += width - 1
        odds.scales[n_components] += scale_up(before, starts[c + 1], starts[c + 1] + extra + 1)
    if not weigh_outside(outside, mines - least, density, after, starts[n_components], extra):
        return IMPOSSIBLE
    for c in range(n_components - 1, -1, -1):
        width = components[c, MOST] - components[c, LEAST] + 1
        own = start[components[c, FINAL]]
        extra -= width - 1
        for t in range(extra + 1):
            total = 0.0
            of = starts[c + 1] + t
            for k in range(width):
                if ways[own + k] > 0 and after[of + k] > 0:
                    total += max(ways[own + k] * after[of + k], TINY)
            after[starts[c] + t] = total
        scale_up(after, starts[c], starts[c] + extra + 1)
    return SOLVED if after[0] > 0 else IMPOSSIBLE


@kernel
def weigh_outside(n, mines, density, after, first, extra):
    """How n cells that no clue touches weigh t more mines elsewhere: C(n, mines - t) ways.

    Each of these mines has been weighed by its odds already, which is divided out here. From the
    greatest weight, 1, to both sides; False if none is possible.
    """
    low, high = max(np.int64(0), mines - n), min(extra, mines)
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


@inlined
def weigh_by_total(component, odds):
    """What each number of mines in a component weighs outside it."""
    before, after, components = odds.before, odds.after, odds.graph.components
    here, there = odds.starts[component], odds.starts[component + 1]
    first = odds.start[components[component, FINAL]]
    width = components[component, MOST] - components[component, LEAST] + 1
    for k in range(width):
        total = 0.0
        for t in range(there - here):
            if before[here + t] > 0 and after[there + t + k] > 0:
                total += max(before[here + t] * after[there + t + k], TINY)
        odds.rest[first + k] = total
    scale_up(odds.rest, first, first + width)


@inlined
def weigh_by_density(component, density, weighed_at, odds):
    """What each number of mines in a component weighs more at this density than at the other."""
    components, ways, rest = odds.graph.components, odds.ways, odds.rest
    first = odds.start[components[component, FINAL]]
    width = components[component, MOST] - components[component, LEAST] + 1
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
def go_back(component, counted, odds):
    """The risk of each box of a component: the weight with a mine in a cell of it, of the whole."""
    span, start, ways, rest, moves = odds.span, odds.start, odds.ways, odds.rest, odds.moves
    components, layers, risk = odds.graph.components, odds.layers, odds.risk
    first, end = components[component, FIRST_PLACE], components[component, END_PLACE]
    end_move = components[component, END_MOVE]
    end_weight = start[components[component, FINAL]]
    for place in range(end - 1, first - 1, -1):
        box = np.int64(odds.graph.order[place])
        size = np.int64(odds.graph.boxes[box, SIZE])
        first_weight, first_move = start[layers[place, 0]], layers[place, 1]
        for k in range(first_weight, end_weight):
            rest[k] = 0.0
        mined, safe = 0.0, 0.0
        least, most = size, np.int64(0)
        for m in range(first_move, end_move):
            s, to, mines = moves[m, 0], moves[m, 1], np.int64(moves[m, 2])
            chance = odds.chances[size, mines]
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
        if most == 0 or least == size:
            risk[box] = 0.0 if most == 0 else 1.0
        else:
            risk[box] = min(1 - 1e-16, max(1e-300, mined / (mined + safe)))
        scale_up(rest, first_weight, end_weight)
        end_weight, end_move = first_weight, first_move


@kernel
def outside_risk(position, odds):
    """The chance of a mine in a cell that no clue touches, the total being known."""
    before, after, tally = odds.before, odds.after, odds.graph.tally
    n = position.covered - tally[N_CELL]
    first = odds.starts[tally[N_COMPONENTS]]
    least, extra = range_of_mines(odds.graph)
    total, mined = 0.0, 0.0
    fewest, most = n, np.int64(0)
    for t in range(extra + 1):
        if before[first + t] > 0 and after[first + t] > 0:
            left = position.mines - least - t
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
def log_layouts(position, odds):
    """The natural log of the number of layouts, after an evaluation with a total."""
    before, after, tally, scales = odds.before, odds.after, odds.graph.tally, odds.scales
    density = odds.chances[1, 1]
    n_components, n = tally[N_COMPONENTS], position.covered - tally[N_CELL]
    first = odds.starts[n_components]
    least, extra = range_of_mines(odds.graph)
    total, best = 0.0, np.int64(0)
    for t in range(extra + 1):
        total += before[first + t] * after[first + t]
        if after[first + t] == 1:
            best = t
    log = np.log(total) + scales[n_components]
    for c in range(n_components):
        log += scales[c]
    left = position.mines - least - best
    log += math.lgamma(n + 1) - math.lgamma(left + 1) - math.lgamma(n - left + 1)
    return (
        log - tally[N_CELL] * np.log1p(-density) - (least + best) * np.log(density / (1 - density))
    )
