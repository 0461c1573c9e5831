"""Groups over arrays: the twin of methods/groups.py, without the total.

A group is the covered cells that share clues, directly or through others. Instead of listing
every placement, the search makes one, then asks for each cell whether another placement has it
the other way. It has to change the first only near the cell: as soon as all clues around the
cells that changed are met, the rest can stay. If there is none, the cell is a fact; nothing is
missed. Each placement that comes up is a witness for all its cells.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.state import (
    NO_TOTAL,
    NODES,
    Facts,
    add_fact,
    clear_facts,
    covered_in,
    make_next_fact,
    new_facts,
    news,
    padded_size,
)
from minelab.engine.suppose import (
    MINED,
    MINES_LEFT,
    N_TRAIL,
    SAFE,
    UNMARKED,
    Trial,
    propagate,
    settle_in_trial,
    suppose,
    trial_space,
    undo,
)

N_READ, N_PENDING, N_ROUNDS = range(3)
NONE = -1


class Groups(NamedTuple):
    """What `groups` works on."""

    trial: Trial
    facts: Facts
    cells: Any
    """int32: the cells of the group in hand, near ones together."""
    placed: Any
    """int8 per cell: 1 for a mine in the first placement (kept as a start for the next)."""
    witness: Any
    """int8 per cell: 1 if it was safe in a placement, 2 if mined, 3 both."""
    visited: Any
    """int64 per cell: the round in which it was last put into a group."""
    choice: Any
    """int32, the search's open choices: the cell, the value, the length of the trail before, and
    where the search came upon the cell; all before that place is settled."""
    pending: Any
    """int32: clues near which something changed."""
    tally: Any
    """int64: N_READ (news), N_PENDING, N_ROUNDS."""


def group_space(rows: int, cols: int) -> Groups:
    """The arrays of the search."""
    size, n_cells = padded_size(rows, cols), rows * cols
    return Groups(
        trial_space(rows, cols),
        new_facts(n_cells),
        cells=np.empty(n_cells + 1, np.int32),
        placed=np.zeros(size, np.int8),
        witness=np.empty(size, np.int8),
        visited=np.zeros(size, np.int64),
        choice=np.empty((n_cells + 1, 4), np.int32),
        pending=np.empty(9 * n_cells + 9, np.int32),
        tally=np.zeros(3, np.int64),
    )


@kernel
def start_groups(game, space):
    """Nothing read yet; rounds go on counting, so that `visited` need not be wiped."""
    for i in range(space.placed.size):
        space.placed[i] = 0
    space.tally[N_READ] = 0
    space.tally[N_PENDING] = 0
    clear_facts(space.facts, game)


@inlined
def read_pending(game, space):
    """Collect the clues around the news."""
    pending, tally, stride = space.pending, space.tally, game.stride
    for k in news(tally, N_READ, game):
        x = np.int64(game.work[k])
        for base in range(x - stride, x + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if game.seen[j] >= 0:
                    pending[tally[N_PENDING]] = j
                    tally[N_PENDING] += 1


@inlined
def gather(clue, seen, space, stride):
    """Put the group of a clue into `cells`; how many they are (0 if it was gathered before)."""
    cells, visited = space.cells, space.visited
    mark = space.tally[N_ROUNDS]
    if visited[clue] == mark:
        return 0
    visited[clue] = mark
    n = add_around(clue, np.int64(0), seen, cells, visited, mark, stride)
    at = 0
    while at < n:
        cell = np.int64(cells[at])
        at += 1
        for base in range(cell - stride, cell + stride + 1, stride):
            for k in range(base - 1, base + 2):
                if seen[k] >= 0 and visited[k] != mark:
                    visited[k] = mark
                    n = add_around(k, n, seen, cells, visited, mark, stride)
    return n


@inlined
def add_around(clue, n, seen, cells, visited, mark, stride):
    """Add the covered cells around a clue to n cells, those that are new; how many now."""
    for base in range(clue - stride, clue + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED and visited[j] != mark:
                visited[j] = mark
                cells[n] = j
                n += 1
    return n


@kernel
def next_anywhere(first, n, mark, cells):
    """A cell of the group that is still open to choice, NONE if all are settled.

    first: where in the group to begin. Also returns the cell's place there.
    """
    for k in range(first, n):
        if mark[cells[k]] == UNMARKED:
            return np.int64(cells[k]), k
    return np.int64(NONE), n


@kernel
def next_nearby(first, seen, info, trial, placed, stride):
    """A cell of an unfinished clue around a cell that changed, NONE if the rest can stay.

    first: where in the trail to begin. Also returns the place of the cell that changed.
    """
    mark, trail = trial.mark, trial.trail
    n_trail = trial.tally[N_TRAIL]
    for k in range(first, n_trail):
        x = np.int64(trail[k])
        if (mark[x] == MINED) == placed[x]:
            continue
        for base in range(x - stride, x + stride + 1, stride):
            for clue in range(base - 1, base + 2):
                if seen[clue] < 0 or covered_in(info[clue]) == 0:
                    continue
                for row in range(clue - stride, clue + stride + 1, stride):
                    for j in range(row - 1, row + 2):
                        if seen[j] == COVERED and mark[j] == UNMARKED:
                            return j, k
    return np.int64(NONE), n_trail


@inlined
def complete(n, nearby, game, space):
    """Settle what is still open to choice, as placed before where possible; False if nothing fits.

    nearby: only as far as the placement has to change, else the whole group of n cells.

    A cell that fitted neither way is chosen again first, as soon as an earlier choice has been
    turned: what broke it is settled before the search gets lost in cells that it doesn't touch.
    """
    seen, info, stride = game.seen, game.info, game.stride
    trial, placed, choice = space.trial, space.placed, space.choice
    depth, at, stuck = 0, np.int64(0), np.int64(NONE)
    while True:
        if stuck != NONE and trial.mark[stuck] == UNMARKED:
            cell = stuck
        elif nearby:
            cell, at = next_nearby(at, seen, info, trial, placed, stride)
        else:
            cell, at = next_anywhere(at, n, trial.mark, space.cells)
        if cell == NONE:
            return True
        value = np.int64(placed[cell])
        choice[depth, 0] = cell
        choice[depth, 1] = value
        choice[depth, 2] = trial.tally[N_TRAIL]
        choice[depth, 3] = at
        depth += 1
        while True:
            game.count[NODES] += 1
            holds = settle_in_trial(cell, value, info, trial, stride)
            if propagate(holds, seen, info, trial, stride):
                break
            if depth > 0 and choice[depth - 1, 1] == NONE:
                stuck = np.int64(choice[depth - 1, 0])
            while depth > 0 and choice[depth - 1, 1] == NONE:
                depth -= 1
            if depth == 0:
                return False
            cell = np.int64(choice[depth - 1, 0])
            value = 1 - np.int64(choice[depth - 1, 1])
            undo(np.int64(choice[depth - 1, 2]), info, trial, stride)
            at = np.int64(choice[depth - 1, 3])
            choice[depth - 1, 1] = NONE  # both values have had their turn now


@inlined
def solve_group(n, game, space):
    """Keep as facts what is the same in all placements of the group of n cells."""
    trial, facts, cells = space.trial, space.facts, space.cells
    placed, witness, mark, trail = space.placed, space.witness, trial.mark, trial.trail
    clear_facts(facts, game)
    trial.tally[MINES_LEFT] = NO_TOTAL
    complete(n, False, game, space)
    for k in range(n):
        placed[cells[k]] = mark[cells[k]] == MINED
        witness[cells[k]] = mark[cells[k]]
    undo(0, game.info, trial, game.stride)
    for k in range(n):
        cell = np.int64(cells[k])
        if witness[cell] == SAFE | MINED:
            continue
        other = 1 - np.int64(placed[cell])
        if suppose(cell, other, NO_TOTAL, game, trial) and complete(n, True, game, space):
            for m in range(trial.tally[N_TRAIL]):
                witness[trail[m]] |= mark[trail[m]]
        else:
            add_fact(cell, 1 - other, facts)
        undo(0, game.info, trial, game.stride)


@kernel
def run_groups(method, game, space):
    """Solve the groups near which something changed until one proves a cell, and make the move."""
    tally = space.tally
    read_pending(game, space)
    tally[N_ROUNDS] += 1
    while True:
        if make_next_fact(method, space.facts, game):
            return True
        if tally[N_PENDING] == 0:
            return False
        tally[N_PENDING] -= 1
        n = gather(np.int64(space.pending[tally[N_PENDING]]), game.seen, space, game.stride)
        if n > 0:
            solve_group(n, game, space)
