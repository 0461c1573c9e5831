"""Groups over arrays: the twin of methods/groups.py, without the total.

A group is the covered cells that share clues, directly or through others. Instead of listing
every placement, the search finds one, then asks for each cell whether another placement has it
the other way. It has to change the first only near the cell: as soon as all clues around the
cells that changed are met, the rest can stay. If there is none, the cell is fact; nothing is
missed. Each placement that comes up is a witness for all its cells.

  cells    int32  the cells of the group in hand, near ones together
  placed   int8   per cell: 1 for a mine in the first placement (kept as a start for the next)
  witness  int8   per cell: 1 if seen safe, 2 if seen mined, 3 both
  visited  int64  per cell: the round in which it was last put into a group
  choice   int32  the search's open choices: the cell, the value, the length of the trail before,
                  and where the cell was found; what stands before that place is settled
  pile     int64  counters: N_READ, N_PENDING, N_ROUNDS
  pending  int32  clues near which something changed
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import kernel
from minelab.engine.state import GROUPS, LEFT, N_LOG, NODES, covered_in
from minelab.engine.suppose import (
    LOOKED,
    MINED,
    MINES_LEFT,
    N_FACTS,
    N_MADE,
    N_TRAIL,
    NO_TOTAL,
    SAFE,
    UNMARKED,
    make_next_fact,
    propagate,
    settle_in_trial,
    suppose,
    undo,
)

N_READ, N_PENDING, N_ROUNDS = range(3)
NONE = -1


def group_space(rows: int, cols: int) -> tuple:
    """The arrays of the search."""
    size = (rows + 4) * (cols + 2) + 4
    n_cells = rows * cols
    return (
        np.empty(n_cells + 1, np.int32),  # cells
        np.zeros(size, np.int8),  # placed
        np.empty(size, np.int8),  # witness
        np.zeros(size, np.int64),  # visited
        np.empty((n_cells + 1, 4), np.int32),  # choice
        np.zeros(3, np.int64),  # pile
        np.empty(9 * n_cells + 9, np.int32),  # pending
        np.empty((n_cells + 1, 2), np.int32),  # facts
        np.zeros(9, np.int64),  # memo
    )


@kernel
def start_groups(placed, pile, memo):
    """Nothing read yet; rounds go on counting, so that `visited` need not be wiped."""
    for i in range(placed.size):
        placed[i] = 0
    pile[N_READ] = 0
    pile[N_PENDING] = 0
    memo[N_FACTS] = 0
    memo[N_MADE] = 0


@kernel
def read_pending(seen, work, count, pile, pending, stride):
    """Collect the clues around the news."""
    n_cells = work.size // 2
    while pile[N_READ] < n_cells - count[LEFT]:
        x = np.int64(work[n_cells + pile[N_READ]])
        pile[N_READ] += 1
        for base in range(x - stride, x + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] >= 0:
                    pending[pile[N_PENDING]] = j
                    pile[N_PENDING] += 1


@kernel
def gather(clue, seen, cells, visited, pile, stride):
    """Put the group of a clue into `cells`; how many they are (0 if it was gathered before)."""
    n = 0
    mark = pile[N_ROUNDS]
    if visited[clue] == mark:
        return n
    visited[clue] = mark
    for base in range(clue - stride, clue + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED and visited[j] != mark:
                visited[j] = mark
                cells[n] = j
                n += 1
    at = 0
    while at < n:
        cell = np.int64(cells[at])
        at += 1
        for base in range(cell - stride, cell + stride + 1, stride):
            for k in range(base - 1, base + 2):
                if seen[k] < 0 or visited[k] == mark:
                    continue
                visited[k] = mark
                for row in range(k - stride, k + stride + 1, stride):
                    for j in range(row - 1, row + 2):
                        if seen[j] == COVERED and visited[j] != mark:
                            visited[j] = mark
                            cells[n] = j
                            n += 1
    return n


@kernel
def next_anywhere(first, n, mark, cells):
    """A cell of the group that is still open to choice, NONE if all are settled.

    first: where in the group to begin; the second answer is the cell's place there.
    """
    for k in range(first, n):
        if mark[cells[k]] == UNMARKED:
            return np.int64(cells[k]), k
    return np.int64(NONE), n


@kernel
def next_nearby(first, seen, info, mark, trail, trial, placed, stride):
    """A cell of an unfinished clue around a cell that changed, NONE if the rest can stay.

    first: where in the trail to begin; the second answer is where the clue was found.
    """
    for k in range(first, trial[N_TRAIL]):
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
    return np.int64(NONE), trial[N_TRAIL]


@kernel
def complete(
    n, nearby, seen, info, mark, trail, queue, trial, count, cells, placed, choice, stride
):  # fmt: skip
    """Settle what is still open to choice, as placed before where possible; False if nothing fits.

    nearby: only as far as the placement has to change, else the whole group.

    A cell that fitted neither way is chosen again first, as soon as an earlier choice has been
    turned: what broke it is settled before the search gets lost in cells that it doesn't touch.
    """
    depth, at, stuck = 0, np.int64(0), np.int64(NONE)
    while True:
        if stuck != NONE and mark[stuck] == UNMARKED:
            cell = stuck
        elif nearby:
            cell, at = next_nearby(at, seen, info, mark, trail, trial, placed, stride)
        else:
            cell, at = next_anywhere(at, n, mark, cells)
        if cell == NONE:
            return True
        value = np.int64(placed[cell])
        choice[depth, 0] = cell
        choice[depth, 1] = value
        choice[depth, 2] = trial[N_TRAIL]
        choice[depth, 3] = at
        depth += 1
        while True:
            count[NODES] += 1
            holds = settle_in_trial(cell, value, info, mark, trail, queue, trial, stride)
            if propagate(seen, info, mark, trail, queue, trial, stride, holds):
                break
            if depth > 0 and choice[depth - 1, 1] == NONE:
                stuck = np.int64(choice[depth - 1, 0])
            while depth > 0 and choice[depth - 1, 1] == NONE:
                depth -= 1
            if depth == 0:
                return False
            cell = np.int64(choice[depth - 1, 0])
            value = 1 - np.int64(choice[depth - 1, 1])
            undo(np.int64(choice[depth - 1, 2]), info, mark, trail, trial, stride)
            at = np.int64(choice[depth - 1, 3])
            choice[depth - 1, 1] = NONE  # both values have had their turn now


@kernel
def solve_group(
    n, seen, info, mark, trail, queue, trial, count, cells, placed, witness, choice, facts, memo,
    stride,
):  # fmt: skip
    """Write into `facts` what is the same in all placements of the group."""
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    memo[LOOKED] = count[N_LOG]
    trial[MINES_LEFT] = NO_TOTAL
    complete(n, False, seen, info, mark, trail, queue, trial, count, cells, placed, choice, stride)
    for k in range(n):
        placed[cells[k]] = mark[cells[k]] == MINED
        witness[cells[k]] = mark[cells[k]]
    undo(0, info, mark, trail, trial, stride)
    for k in range(n):
        cell = np.int64(cells[k])
        if witness[cell] == SAFE | MINED:
            continue
        other = 1 - np.int64(placed[cell])
        fits = suppose(
            cell, other, seen, info, mark, trail, queue, trial, count, NO_TOTAL, stride
        ) and complete(
            n, True, seen, info, mark, trail, queue, trial, count, cells, placed, choice, stride
        )
        if fits:
            for m in range(trial[N_TRAIL]):
                witness[trail[m]] |= mark[trail[m]]
        else:
            facts[memo[N_FACTS], 0] = cell
            facts[memo[N_FACTS], 1] = 1 - other
            memo[N_FACTS] += 1
        undo(0, info, mark, trail, trial, stride)


@kernel
def run_groups(
    truth, seen, info, work, zeros, count, log, mark, trail, queue, trial, cells, placed,
    witness, visited, choice, pile, pending, facts, memo, stride, cascade,
):  # fmt: skip
    """Solve the groups near which something changed until one teaches something."""
    read_pending(seen, work, count, pile, pending, stride)
    pile[N_ROUNDS] += 1
    while True:
        if make_next_fact(
            GROUPS, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
        ):
            return True
        if pile[N_PENDING] == 0:
            return False
        pile[N_PENDING] -= 1
        clue = np.int64(pending[pile[N_PENDING]])
        n = gather(clue, seen, cells, visited, pile, stride)
        if n > 0:
            solve_group(
                n, seen, info, mark, trail, queue, trial, count, cells, placed, witness,
                choice, facts, memo, stride,
            )  # fmt: skip
