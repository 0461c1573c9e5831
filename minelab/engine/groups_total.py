"""Groups that know the total, over arrays: the twin of methods/groups.py with the number of mines.

A component is solved again only when something near it has changed. What it proves by itself is
proved whatever the total. The total can prove more only where it is near: where so few mines are
left over, or so little room for them, that some component can't have all its numbers of mines any
more. Only then everything is evaluated together.

What is known of a component is kept with one of its clues. All its clues are met again when it
changes, so its share is taken out of the sums before a new one goes in.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    AT,
    FINAL,
    LEAST,
    MOST,
    N_CELL,
    N_CLUE,
    clear_graph,
    gather_component,
)
from minelab.engine.exact import look, position_of, sort_facts
from minelab.engine.odds import (
    SOLVED,
    clear_states,
    fill_chances,
    go_back,
    go_forward,
)
from minelab.engine.state import (
    LEFT,
    add_fact,
    clear_facts,
    covered_in,
    make_next_fact,
    mines_left,
    news,
    padded_size,
)

FEWEST, EXTRA, CELLS, UNEVEN = range(4)  # of a component, and in all
N_READ, LAST_LOOK, WIDEST = range(4, 7)


class GroupsTotal(NamedTuple):
    """What was solved, and what that leaves for the total."""

    looks: Any
    """int32 per cell: the look in which the component of a clue was solved last."""
    shares: Any
    """int32, a row per cell, not 0 for one clue of each component: FEWEST (its mines at least),
    EXTRA (how many more it can have), CELLS, UNEVEN (1 if it can't have every number between)."""
    extras: Any
    """int32: how many components have so many EXTRA mines."""
    tally: Any
    """int64: the sums of the shares, N_READ (news), LAST_LOOK, WIDEST (no component has more EXTRA
    mines)."""


def groups_total_space(rows: int, cols: int) -> GroupsTotal:
    """The arrays that remember what was solved."""
    size = padded_size(rows, cols)
    return GroupsTotal(
        looks=np.empty(size, np.int32),
        shares=np.empty((size, 4), np.int32),
        extras=np.empty(rows * cols + 1, np.int32),
        tally=np.empty(7, np.int64),
    )


@kernel
def start_groups_total(exact, space):
    """Nothing solved yet."""
    for i in range(space.looks.size):
        space.looks[i] = 0
        for k in range(4):
            space.shares[i, k] = 0
    for k in range(space.extras.size):
        space.extras[k] = 0
    for k in range(space.tally.size):
        space.tally[k] = 0
    fill_chances(0.5, exact.odds.chances)  # whether something can be does not depend on chances


@kernel
def run_groups_total(method, game, exact, space):
    """Make one move that clues and total prove; False if they prove none."""
    facts = exact.facts
    if make_next_fact(method, facts, game):
        return True
    clear_facts(facts, game)
    solve_changed(game, exact, space)
    if total_is_near(game, space):
        look(game, exact)
    else:
        sort_facts(facts)
    return make_next_fact(method, facts, game)


@inlined
def solve_changed(game, exact, space):
    """Solve the components near the news."""
    seen, stride, looks, tally = game.seen, game.stride, space.looks, space.tally
    tally[LAST_LOOK] += 1
    for k in news(tally, N_READ, game):
        x = np.int64(game.work[k])
        for base in range(x - stride, x + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] >= 0 and looks[j] < tally[LAST_LOOK]:
                    if covered_in(game.info[j]) > 0:
                        solve_around(j, game, exact, space)
                    else:
                        take_out(j, space)


@kernel
def take_out(clue, space):
    """Take the share of a component out of the sums, if it is kept with this clue."""
    shares, tally = space.shares, space.tally
    space.looks[clue] = tally[LAST_LOOK]
    if shares[clue, CELLS] > 0:
        space.extras[shares[clue, EXTRA]] -= 1
        for k in range(4):
            tally[k] -= shares[clue, k]
            shares[clue, k] = 0


@kernel
def solve_around(clue, game, exact, space):
    """Solve the component of a clue: keep its share, and the facts in it.

    One that is too large to solve proves nothing, and could have any number of mines.
    """
    odds, graph, shares, tally = exact.odds, exact.odds.graph, space.shares, space.tally
    clear_graph(graph)
    clear_states(graph)
    component = gather_component(clue, position_of(game), graph)
    for c in range(graph.tally[N_CLUE]):
        take_out(np.int64(graph.clues[c, AT]), space)
    n_cells = graph.tally[N_CELL]
    least, most, uneven = np.int64(0), n_cells, False
    if go_forward(component, True, odds) == SOLVED:
        least = graph.components[component, LEAST]
        most = graph.components[component, MOST]
        first = odds.start[graph.components[component, FINAL]]
        for k in range(first, first + most - least + 1):
            odds.rest[k] = 1.0
            uneven = uneven or odds.ways[k] == 0
        go_back(component, True, odds)
        for k in range(n_cells):
            risk = odds.risk[graph.cells[k, 1]]
            if risk == 0 or risk == 1:
                add_fact(graph.cells[k, 0], risk == 1, exact.facts)
    shares[clue, FEWEST] = least
    shares[clue, EXTRA] = most - least
    shares[clue, CELLS] = n_cells
    shares[clue, UNEVEN] = uneven
    space.extras[most - least] += 1
    tally[WIDEST] = max(tally[WIDEST], most - least)
    for k in range(4):
        tally[k] += shares[clue, k]


@inlined
def total_is_near(game, space):
    """Whether the total may prove more than the components by themselves.

    It does not if each component can have all its numbers of mines. Without one of them, the
    others can have every number from their fewest to their most together; unless one has gaps,
    which the cells that no clue touches fill if there are enough. Each of these is a component too.
    """
    tally = space.tally
    while tally[WIDEST] > 0 and space.extras[tally[WIDEST]] == 0:
        tally[WIDEST] -= 1
    free = game.count[LEFT] - tally[CELLS]
    widest = max(tally[WIDEST], min(free, 1))
    over = mines_left(game.n_mines, game) - tally[FEWEST]
    room = tally[EXTRA] + free - over
    return over < widest or room < widest or (tally[UNEVEN] > 0 and free < widest)
