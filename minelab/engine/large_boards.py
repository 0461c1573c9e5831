"""Complete inference and the least risk on large boards: each component by itself.

On a board of many components the total can't be folded in before every guess. Here it enters
through the running density instead, the share of mines among the covered cells, rounded to
hundredths. That makes components independent, so a component is solved again only when something
near it has changed, or when the density has. What is certain follows from clues alone.

A component that was solved gets a stamp, which its cells and clues carry, and its best guess goes
into a heap; an entry counts as long as its cell carries its stamp. Free cells, those that no clue
touches, have a heap of their own, in which an entry counts while its number of covered neighbours
is right; those with all eight covered are found row by row.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import AT, N_CELL, N_CLUE, clear_graph, gather_component
from minelab.engine.exact import CELL, CELL_BITS, position_of, preference
from minelab.engine.odds import SOLVED, fill_chances, solve_alone
from minelab.engine.state import (
    LEFT,
    N_FACTS,
    OPEN,
    add_fact,
    clear_facts,
    covered_in,
    make_next_fact,
    mines_left,
    padded_size,
)

N_READ, N_GUESSES, N_FREE, CURSOR, LAST_STAMP, HUNDREDTHS = range(6)
ALL = 9  # covered cells around a cell of which nothing is known, itself included


class Large(NamedTuple):
    """What was solved on a large board."""

    in_use: bool
    """False on a board that is not large."""
    stamps: Any
    """int32 per cell: the stamp of its component, 0 for none."""
    guesses: Any
    """int64, a heap of the best guesses: `preference`, stamp."""
    free: Any
    """int64, a heap of free cells that have lost a covered neighbour, or never had eight:
    `preference` without risk, 0."""
    tally: Any
    """int64: N_READ (news), N_GUESSES, N_FREE, CURSOR (the first cell that may have all neighbours
    covered), LAST_STAMP, HUNDREDTHS (the running density)."""


def large_space(rows: int, cols: int, in_use: bool) -> Large:
    """The arrays that remember what was solved."""
    n = rows * cols
    return Large(
        in_use,
        stamps=np.empty(padded_size(rows, cols), np.int32),
        guesses=np.empty((2 * n, 2), np.int64),
        free=np.empty((2 * n, 2), np.int64),
        tally=np.empty(6, np.int64),
    )


@kernel
def start_large(game, large):
    """Nothing solved yet; every cell is free."""
    if not large.in_use:
        return
    for i in range(large.stamps.size):
        large.stamps[i] = 0
    for k in range(large.tally.size):
        large.tally[k] = 0
    list_free(game, large)


@kernel
def run_large(method, game, exact, large):
    """Make one move that the clues prove; False if there is none."""
    facts = exact.facts
    if make_next_fact(method, facts, game):
        return True
    seen, work = game.seen, game.work
    stamps, guesses, tally = large.stamps, large.guesses, large.tally
    clear_facts(facts, game)
    before = tally[LAST_STAMP]
    left, mines = game.count[LEFT], mines_left(game.n_mines, game)
    hundredths = min(99, max(1, (200 * mines + left) // (2 * left)))
    if hundredths != tally[HUNDREDTHS]:
        tally[HUNDREDTHS] = hundredths
        fill_chances(hundredths / 100, exact.odds.chances)
        n = tally[N_GUESSES]
        tally[N_GUESSES] = 0
        for k in range(n):  # solving adds at most one entry for each that has been read
            i, stamp = guesses[k, 0] & CELL, guesses[k, 1]
            if seen[i] == COVERED and stamps[i] == stamp:
                solve_around(i, 1, before, game, exact, large)
    n_cells = work.size // 2
    for k in range(tally[N_READ], n_cells - left):
        i = np.int64(work[n_cells + k])
        distance = 1 if seen[i] >= 0 else 2  # around a mine, others have a hidden cell less
        solve_around(i, distance, before, game, exact, large)
        if seen[i] < 0:
            update_free(i, game, large)
    tally[N_READ] = n_cells - left
    return make_next_fact(method, facts, game)


@kernel
def solve_around(i, distance, before, game, exact, large):
    """Solve the components of all clues this close to cell i not solved since stamp `before`."""
    info, stride = game.info, game.stride
    for base in range(i - distance * stride, i + distance * stride + 1, stride):
        for j in range(base - distance, base + distance + 1):
            if info[j] & OPEN and covered_in(info[j]) > 0 and large.stamps[j] <= before:
                solve_clue(j, game, exact, large)


@kernel
def solve_clue(clue, game, exact, large):
    """Solve the component of a clue: keep the facts in it, or if there is none its best guess.

    A component that is too large to solve is guessed at as if no clue touched it.
    """
    odds, facts, graph = exact.odds, exact.facts, exact.odds.graph
    stamps, tally = large.stamps, large.tally
    clear_graph(graph)
    solved = solve_alone(gather_component(clue, position_of(game), graph), odds) == SOLVED
    tally[LAST_STAMP] += 1
    for c in range(graph.tally[N_CLUE]):
        stamps[graph.clues[c, AT]] = tally[LAST_STAMP]
    best = np.int64(-1)
    n_facts = facts.tally[N_FACTS]
    for k in range(graph.tally[N_CELL]):
        i = np.int64(graph.cells[k, 0])
        stamps[i] = tally[LAST_STAMP]
        risk = tally[HUNDREDTHS] / 100
        if solved:
            risk = odds.risk[graph.cells[k, 1]]
            if risk == 0 or risk == 1:
                add_fact(i, risk == 1, facts)
        choice = preference(risk, np.int64(covered_in(game.info[i])), i)
        if best < 0 or choice < best:
            best = choice
    if facts.tally[N_FACTS] == n_facts:
        add_guess(best, tally[LAST_STAMP], game.seen, large)


@kernel
def least_risk_of_all(game, large):
    """The cell of least risk, by the components as they were solved last."""
    guesses, tally = large.guesses, large.tally
    best = np.int64(-1)
    while tally[N_GUESSES] > 0:
        i = guesses[0, 0] & CELL
        if game.seen[i] == COVERED and large.stamps[i] == guesses[0, 1]:
            best = guesses[0, 0]
            break
        tally[N_GUESSES] = drop_top(guesses, tally[N_GUESSES])
    free = best_free(game, large)
    if free >= 0:
        choice = preference(tally[HUNDREDTHS] / 100, free >> CELL_BITS, free & CELL)
        if best < 0 or choice < best:
            best = choice
    return best & CELL


@inlined
def is_free(i, seen, stride):
    """Whether a cell is covered and no clue touches it."""
    free = seen[i] == COVERED
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            free = free and seen[j] < 0
    return free


@kernel
def best_free(game, large):
    """The best of the free cells, -1 if there is none."""
    seen, info, heap, tally = game.seen, game.info, large.free, large.tally
    while tally[N_FREE] > 0:
        i, hidden = heap[0, 0] & CELL, heap[0, 0] >> CELL_BITS
        if is_free(i, seen, game.stride) and covered_in(info[i]) == hidden:
            return heap[0, 0]
        tally[N_FREE] = drop_top(heap, tally[N_FREE])
    while tally[CURSOR] < seen.size:
        i = tally[CURSOR]
        if seen[i] == COVERED and covered_in(info[i]) == ALL:
            return ALL << CELL_BITS | i
        tally[CURSOR] += 1
    return np.int64(-1)


@kernel
def list_free(game, large):
    """Fill the heap of free cells."""
    seen, info, stride, heap = game.seen, game.info, game.stride, large.free
    n = np.int64(0)
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] == COVERED and covered_in(info[i]) < ALL and is_free(i, seen, stride):
            heap[n, 0] = np.int64(covered_in(info[i])) << CELL_BITS | i
            heap[n, 1] = 0
            n += 1
    for k in range(n // 2, -1, -1):
        sink(k, heap, n)
    large.tally[N_FREE] = n


@kernel
def update_free(i, game, large):
    """Free cells around i have one covered neighbour less."""
    stride, heap, tally = game.stride, large.free, large.tally
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if not is_free(j, game.seen, stride):
                continue
            if tally[N_FREE] == heap.shape[0]:
                list_free(game, large)
            else:
                choice = np.int64(covered_in(game.info[j])) << CELL_BITS | j
                tally[N_FREE] = push(choice, 0, heap, tally[N_FREE])


@kernel
def add_guess(choice, stamp, seen, large):
    """Keep the best guess of a component; entries that no longer count make room if need be."""
    guesses, tally = large.guesses, large.tally
    if tally[N_GUESSES] == guesses.shape[0]:
        n = tally[N_GUESSES]
        tally[N_GUESSES] = 0
        for k in range(n):
            i, old = guesses[k, 0] & CELL, guesses[k, 1]
            if seen[i] == COVERED and large.stamps[i] == old:
                tally[N_GUESSES] = push(guesses[k, 0], old, guesses, tally[N_GUESSES])
    tally[N_GUESSES] = push(choice, stamp, guesses, tally[N_GUESSES])


@kernel
def push(value, stamp, heap, n):
    """Add an entry to a heap of n; how many it has now."""
    k = n
    while k > 0 and value < heap[(k - 1) // 2, 0]:
        heap[k, 0] = heap[(k - 1) // 2, 0]
        heap[k, 1] = heap[(k - 1) // 2, 1]
        k = (k - 1) // 2
    heap[k, 0] = value
    heap[k, 1] = stamp
    return n + 1


@kernel
def drop_top(heap, n):
    """Remove the least entry of a heap of n; how many it has now."""
    heap[0, 0] = heap[n - 1, 0]
    heap[0, 1] = heap[n - 1, 1]
    sink(0, heap, n - 1)
    return n - 1


@kernel
def sink(k, heap, n):
    """Let entry k of a heap of n sink to where it belongs."""
    value, stamp = heap[k, 0], heap[k, 1]
    while 2 * k + 1 < n:
        child = 2 * k + 1
        if child + 1 < n and heap[child + 1, 0] < heap[child, 0]:
            child += 1
        if value <= heap[child, 0]:
            break
        heap[k, 0] = heap[child, 0]
        heap[k, 1] = heap[child, 1]
        k = child
    heap[k, 0] = value
    heap[k, 1] = stamp
