"""The odds of a view: padded as the engine holds it, settled by single clues, searched, written.

`solve_view` is exact or says that it cannot be; `estimate_view` goes component by component where
a position is too large as a whole.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import config, typeof

from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    BOX_0,
    N_BOX,
    N_BOXES,
    N_CELL,
    N_CLUE,
    NEED,
    SIZE,
    Position,
    clear_graph,
    gather_component,
)
from minelab.engine.odds import (
    DENSITIES,
    IMPOSSIBLE,
    SOLVED,
    THE_TOTAL,
    TOO_LARGE,
    Odds,
    evaluate,
    fill_chances,
    odds_space,
    outside_risk,
    solve_alone,
)
from minelab.engine.state import (
    NEED_0,
    NO_TOTAL,
    ONE_NEED,
    OPEN,
    OUTSIDE,
    QUEUED,
    covered_in,
    is_unfinished,
    need_in,
    padded_size,
)
from minelab.engine.suppose import (
    MINED,
    MINES_LEFT,
    N_QUEUE,
    N_TRAIL,
    UNMARKED,
    Trial,
    propagate,
    trial_space,
)

ROUNDED = 3  # beside SOLVED, TOO_LARGE and IMPOSSIBLE: the risks do not add up
NOWHERE = -1
ROUNDING = 1e-10


class ViewOdds(NamedTuple):
    """What the odds of a view are computed with."""

    seen: Any
    info: Any
    """The view as the engine holds it: see `Game`."""
    beside: Any
    """int32 per cell: what it and the two beside it add to the `info` of those above and below."""
    trial: Trial
    odds: Odds


def view_space(rows: int, cols: int, n_states: int) -> ViewOdds:
    """The arrays for views of one size, with room for so many states; a power of two."""
    size = padded_size(rows, cols)
    return ViewOdds(
        np.full(size, OUTSIDE, np.int8),
        np.empty(size, np.int32),
        np.zeros(size, np.int32),
        trial_space(rows, cols),
        odds_space(rows, cols, n_states),
    )


@inlined
def pad_view(codes, total, space):
    """A view as the engine holds it: a Position, with the total (or NO_TOTAL) less known mines.

    What cells add to the words around them is summed along rows, then across. There are no
    branches, so that LLVM takes many cells at a time.
    """
    seen, info, beside = space.seen, space.info, space.beside
    rows, cols = codes.shape
    stride = cols + 2
    covered, known = 0, 0
    for i in range(info.size):
        info[i] = 0
    for r in range(rows):
        first = (r + 2) * stride + 2
        for c in range(cols):
            code = codes[r, c]
            is_covered = code == COVERED
            is_known = (code == FLAG) | (code == BLAST)
            seen[first + c] = code
            info[first + c] = is_covered - is_known * ONE_NEED
            covered += is_covered
            known += is_known
    for i in range(1, info.size - 1):
        beside[i] = info[i - 1] + info[i] + info[i + 1]
    row = np.uint64(stride)  # an index without a sign is known not to count from the end
    for i in range(row, np.uint64(info.size) - row):
        code = np.int32(seen[i])
        own = NEED_0 * ONE_NEED
        if code >= 0:
            own += OPEN + (0 if code == GOLD else code) * ONE_NEED
        info[i] = own + beside[i - row] + beside[i] + beside[i + row]
    mines = NO_TOTAL if total == NO_TOTAL else total - known
    return Position(rows, cols, stride, seen, info, covered, mines)


@kernel
def broken_clue(info):
    """A clue that the cells around it can no longer meet, or NOWHERE."""
    for i in range(info.size):
        if info[i] & OPEN and not 0 <= need_in(info[i]) <= covered_in(info[i]):
            return i
    return NOWHERE


@inlined
def settle_certain(position, trial):
    """Follow single clues as far as they go; a clue that cannot be met, or NOWHERE.

    `trail` has the cells that are settled.
    """
    info, queue, tally = position.info, trial.queue, trial.tally
    tally[N_QUEUE] = 0
    tally[N_TRAIL] = 0
    tally[MINES_LEFT] = NO_TOTAL
    for i in range(info.size):
        word = info[i]
        if word & OPEN:
            need, covered = need_in(word), covered_in(word)
            if need < 0 or need > covered:
                return i
            if covered > 0 and (need == 0 or need == covered):
                info[i] = word | QUEUED
                queue[tally[N_QUEUE]] = i
                tally[N_QUEUE] += 1
    if propagate(True, position.seen, info, trial, position.stride):
        return NOWHERE
    return broken_clue(info)


@inlined
def prepare(codes, total, space):
    """Pad a view and settle what single clues decide, which leaves it out of all that follows.

    A settled cell is seen as FLAG or OUTSIDE. Returns a clue that cannot be met, THE_TOTAL or
    NOWHERE; and the position that is left.
    """
    trial = space.trial
    mark, tally = trial.mark, trial.tally
    position = pad_view(codes, total, space)
    seen, info = position.seen, position.info
    broken = settle_certain(position, trial)
    n_mined = 0
    for k in range(tally[N_TRAIL]):
        i = trial.trail[k]
        seen[i] = FLAG if mark[i] == MINED else OUTSIDE
        n_mined += mark[i] == MINED
        mark[i] = UNMARKED
    covered, mines = position.covered - tally[N_TRAIL], position.mines
    if total != NO_TOTAL:
        mines -= n_mined
        if broken == NOWHERE and not 0 <= mines <= covered:
            broken = THE_TOTAL
    rows, cols = codes.shape
    return broken, Position(rows, cols, position.stride, seen, info, covered, mines)


@inlined
def write_risks(codes, elsewhere, risk, position):
    """The risk of cells that are settled, and one of all others; nan for what is not covered."""
    rows, cols = codes.shape
    for r in range(rows):
        first = (r + 2) * position.stride + 2
        for c in range(cols):
            settled = 1.0 if position.seen[first + c] == FLAG else 0.0
            chance = elsewhere if position.seen[first + c] == COVERED else settled
            risk[r, c] = chance if codes[r, c] == COVERED else np.nan


@inlined
def write_boxes(first, risk, stride, odds):
    """The risk of each cell of a box, from the cell with number `first` on."""
    cells = odds.graph.cells
    for k in range(first, odds.graph.tally[N_CELL]):
        i = cells[k, 0]
        risk[i // stride - 2, i % stride - 2] = odds.risk[cells[k, 1]]


@kernel
def solve_view(codes, total, density, risk, space):
    """The odds of a view, written into `risk`.

    Returns what `evaluate` returns, or ROUNDED if the risks don't add up; and how many cells and
    mines `prepare` has left.
    """
    odds = space.odds
    broken, position = prepare(codes, total, space)
    end = SOLVED if broken == NOWHERE else IMPOSSIBLE
    if end == SOLVED:
        end, broken = evaluate(position, density, odds)
    if end == SOLVED:
        elsewhere = density
        if position.mines != NO_TOTAL and position.covered > odds.graph.tally[N_CELL]:
            elsewhere = outside_risk(position, odds)
        write_risks(codes, elsewhere, risk, position)
        write_boxes(0, risk, position.stride, odds)
        if not adds_up(elsewhere, position, odds):
            end = ROUNDED
    return end, broken, position.covered, position.mines


@kernel
def solve_views(codes, totals, density, risks, ends, space):
    """`solve_view` for many views of one size; a row of `ends` for what it returns of each."""
    for k in range(len(codes)):
        end, broken, covered, mines = solve_view(codes[k], totals[k], density, risks[k], space)
        ends[k, 0], ends[k, 1], ends[k, 2], ends[k, 3] = end, broken, covered, mines


@cache
def solver() -> Any:
    """`solve_views` for Python: its machine code, which trusts the types of what it is given.

    Before each call numba would look at all arrays of `space`, which takes half as long as a view.
    """
    if config.DISABLE_JIT:
        return solve_views
    example = (
        np.empty((1, 1, 1), np.int8), np.empty(1, np.int64), 0.0, np.empty((1, 1, 1)),
        np.empty((1, 4), np.int64), view_space(1, 1, 1),
    )  # fmt: skip
    return solve_views.compile(tuple(map(typeof, example)))


@kernel
def estimate_view(codes, density, risk, space):
    """The odds of a view component by component, each with all the room; written into `risk`.

    Returns what `evaluate` returns: TOO_LARGE if a component is, whose cells then get the density.
    """
    odds = space.odds
    graph = odds.graph
    broken, position = prepare(codes, NO_TOTAL, space)
    if broken != NOWHERE:
        return IMPOSSIBLE, broken
    density = min(DENSITIES[1], max(DENSITIES[0], density))
    write_risks(codes, density, risk, position)
    clear_graph(graph)
    fill_chances(density, odds.chances)
    worst = SOLVED
    for i in range(position.info.size):
        if not is_unfinished(position.info[i]) or graph.label[i] != 0:
            continue
        first_cell = graph.tally[N_CELL]
        end = solve_alone(gather_component(i, position, graph), odds)
        if end == IMPOSSIBLE:
            return end, i
        if end == TOO_LARGE:
            worst = TOO_LARGE
        else:
            write_boxes(first_cell, risk, position.stride, odds)
    return worst, NOWHERE


@inlined
def adds_up(elsewhere, position, odds):
    """Whether the risks around each clue that is left sum to its mines, and all to the total."""
    clues, boxes, tally = odds.graph.clues, odds.graph.boxes, odds.graph.tally
    for c in range(tally[N_CLUE]):
        around = 0.0
        for k in range(clues[c, N_BOXES]):
            box = clues[c, BOX_0 + k]
            around += boxes[box, SIZE] * odds.risk[box]
        if abs(around - clues[c, NEED]) > ROUNDING:
            return False
    mines = elsewhere * (position.covered - tally[N_CELL])
    for box in range(tally[N_BOX]):
        mines += boxes[box, SIZE] * odds.risk[box]
    left = position.mines
    return left == NO_TOTAL or abs(mines - left) <= ROUNDING * max(1, left)
