"""Complete inference and the least risk, from exact odds over the arrays of a game.

What is certain is opened or flagged; where nothing is, the cell of least risk is the guess.
Risks that agree to ten decimals are equal; then fewer covered neighbours decide, then the first
row by row. A cell's `preference` has all three in one number.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import N_CELL, Position
from minelab.engine.odds import SOLVED, Odds, evaluate, odds_space, outside_risk
from minelab.engine.state import (
    LEFT,
    N_FACTS,
    Facts,
    add_fact,
    clear_facts,
    covered_in,
    make_next_fact,
    mines_left,
    new_facts,
)

EXACT = 7  # the code of complete inference among the methods (methods.py)
NOWHERE = -1
CELL_BITS = 24
CELL = (1 << CELL_BITS) - 1


class Exact(NamedTuple):
    """What complete inference and guesses by risk work on."""

    odds: Odds
    facts: Facts
    best: Any
    """int64, one place: the cell of least risk when nothing was certain."""


def exact_space(rows: int, cols: int, n_states: int) -> Exact:
    """The arrays of exact odds in a game, with room for so many states."""
    return Exact(odds_space(rows, cols, n_states), new_facts(rows * cols), np.zeros(1, np.int64))


@inlined
def rank(risk):
    """A risk to ten decimals. (The odd offset keeps fractions like 1 / 2048 off the edge.)"""
    return np.int64(risk * 1e10 + 0.314)


@inlined
def preference(risk, hidden, i):
    """The least is the best guess."""
    return (rank(risk) << 4 | hidden) << CELL_BITS | i


@inlined
def position_of(game):
    """What is seen in a game, and what is left of its cells and mines."""
    return Position(
        game.rows, game.cols, game.stride, game.seen, game.info, game.count[LEFT],
        mines_left(game.n_mines, game),
    )  # fmt: skip


@kernel
def run_exact(method, game, space):
    """Make one move that is certain, the total included; False if nothing is."""
    if make_next_fact(method, space.facts, game):
        return True
    look(game, space)
    return make_next_fact(method, space.facts, game)


@kernel
def look(game, space):
    """Note all that is certain, and the cell of least risk."""
    odds, facts, graph = space.odds, space.facts, space.odds.graph
    seen, info, stride = game.seen, game.info, game.stride
    clear_facts(facts, game)
    position = position_of(game)
    end, _ = evaluate(position, 0.0, odds)
    best = (np.int64(1) << 62) - 1
    if end != SOLVED:  # too large: the guess that follows knows no odds
        for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
            if seen[i] == COVERED:
                best = min(best, preference(0.0, covered_in(info[i]), i))
        space.best[0] = best & CELL
        return
    for k in range(graph.tally[N_CELL]):
        i = np.int64(graph.cells[k, 0])
        risk = odds.risk[graph.cells[k, 1]]
        if risk == 0 or risk == 1:
            add_fact(i, risk == 1, facts)
        best = min(best, preference(risk, covered_in(info[i]), i))
    if position.covered > graph.tally[N_CELL]:
        risk = outside_risk(position, odds)
        certain = risk == 0 or risk == 1
        if certain or rank(risk) <= best >> CELL_BITS + 4:
            for r in range(game.rows):
                first = (r + 2) * stride + 2
                for i in range(first, first + game.cols):
                    if seen[i] == COVERED and graph.label[i] == 0:
                        if certain:
                            add_fact(i, risk == 1, facts)
                        best = min(best, preference(risk, covered_in(info[i]), i))
    sort_facts(facts)
    space.best[0] = best & CELL


@kernel
def least_risk(game, space):
    """The cell of least risk, for agents whose methods don't know the odds."""
    look(game, space)
    clear_facts(space.facts, game)
    return space.best[0]


@inlined
def sort_facts(facts):
    """Put what is certain into the order of the rows."""
    cells, n = facts.cells, facts.tally[N_FACTS]
    gap = n // 2
    while gap > 0:
        for k in range(gap, n):
            cell, mined, at = cells[k, 0], cells[k, 1], k
            while at >= gap and cells[at - gap, 0] > cell:
                cells[at, 0] = cells[at - gap, 0]
                cells[at, 1] = cells[at - gap, 1]
                at -= gap
            cells[at, 0] = cell
            cells[at, 1] = mined
        gap //= 2
