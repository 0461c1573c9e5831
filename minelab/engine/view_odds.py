"""The odds of a view: padded as the engine holds it, settled by single clues, searched, written.

`solve_view` is exact or says that it cannot be; `estimate_view` goes component by component where
a position is too large as a whole.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    N_CELL,
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
    box_risk,
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
    trial: Trial
    odds: Odds


def view_space(rows: int, cols: int, n_states: int) -> ViewOdds:
    """The arrays for views of one size, with room for so many states; a power of two."""
    size = padded_size(rows, cols)
    return ViewOdds(
        np.empty(size, np.int8),
        np.empty(size, np.int32),
        trial_space(rows, cols),
        odds_space(rows, cols, n_states),
    )


@inlined
def pad_view(codes, total, seen, info):
    """A view as the engine holds it: a Position, with the total (or NO_TOTAL) less known mines."""
    rows, cols = codes.shape
    stride = cols + 2
    for i in range(seen.size):
        seen[i] = OUTSIDE
        info[i] = NEED_0 * ONE_NEED
    covered, known = 0, 0
    for r in range(rows):
        for c in range(cols):
            i = (r + 2) * stride + c + 2
            code = np.int64(codes[r, c])
            if code >= 0:
                code = 0 if code == GOLD else code
                info[i] += OPEN + code * ONE_NEED
            elif code == COVERED:
                covered += 1
                for base in range(i - stride, i + stride + 1, stride):
                    for j in range(base - 1, base + 2):
                        info[j] += 1
            elif code == FLAG or code == BLAST:
                known += 1
                for base in range(i - stride, i + stride + 1, stride):
                    for j in range(base - 1, base + 2):
                        info[j] -= ONE_NEED
            seen[i] = code
    mines = NO_TOTAL if total == NO_TOTAL else total - known
    return Position(rows, cols, stride, seen, info, covered, mines)


@kernel
def broken_clue(seen, info):
    """A clue that the cells around it can no longer meet, or NOWHERE."""
    for i in range(seen.size):
        if seen[i] >= 0 and not 0 <= need_in(info[i]) <= covered_in(info[i]):
            return i
    return NOWHERE


@inlined
def settle_certain(seen, info, trial, stride):
    """Follow single clues as far as they go; False if one can't be met. `trail` has the cells."""
    queue, tally = trial.queue, trial.tally
    tally[N_QUEUE] = 0
    tally[MINES_LEFT] = NO_TOTAL
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] >= 0 and covered_in(info[i]) > 0:
            need = need_in(info[i])
            if need == 0 or need == covered_in(info[i]):
                info[i] |= QUEUED
                queue[tally[N_QUEUE]] = i
                tally[N_QUEUE] += 1
    return propagate(True, seen, info, trial, stride)


@inlined
def prepare(codes, total, risk, space):
    """Pad a view and settle what single clues decide, which leaves it out of all that follows.

    Returns SOLVED or IMPOSSIBLE, then a clue that cannot be met or THE_TOTAL, and the position that
    is left.
    """
    trial = space.trial
    mark, tally = trial.mark, trial.tally
    position = pad_view(codes, total, space.seen, space.info)
    seen, info, stride = position.seen, position.info, position.stride
    tally[N_TRAIL] = 0
    broken = broken_clue(seen, info)
    if broken == NOWHERE and not settle_certain(seen, info, trial, stride):
        broken = broken_clue(seen, info)
    n_mined = 0
    for k in range(tally[N_TRAIL]):
        i = trial.trail[k]
        seen[i] = OUTSIDE
        risk[i // stride - 2, i % stride - 2] = 1.0 if mark[i] == MINED else 0.0
        n_mined += mark[i] == MINED
        mark[i] = UNMARKED
    covered, mines = position.covered - tally[N_TRAIL], position.mines
    end = SOLVED if broken == NOWHERE else IMPOSSIBLE
    if end == SOLVED and total != NO_TOTAL:
        mines -= n_mined
        if not 0 <= mines <= covered:
            end, broken = IMPOSSIBLE, THE_TOTAL
    rows, cols = codes.shape
    return end, np.int64(broken), Position(rows, cols, stride, seen, info, covered, mines)


@inlined
def spread_risk(codes, everywhere, risk, seen):
    """Give each covered cell that is left the same risk, and nan to those that aren't covered."""
    rows, cols = codes.shape
    for r in range(rows):
        for c in range(cols):
            if codes[r, c] != COVERED:
                risk[r, c] = np.nan
            elif seen[(r + 2) * (cols + 2) + c + 2] == COVERED:
                risk[r, c] = everywhere


@inlined
def write_risks(codes, density, risk, position, odds):
    """The risk of every cell that `prepare` has not settled, after an evaluation."""
    tally = odds.graph.tally
    elsewhere = density
    if position.mines != NO_TOTAL and position.covered > tally[N_CELL]:
        elsewhere = outside_risk(position, odds)
    spread_risk(codes, elsewhere, risk, position.seen)
    write_boxes(0, risk, position.stride, odds)


@inlined
def write_boxes(first, risk, stride, odds):
    """The risk of each cell of a box, from the cell with number `first` on."""
    cells = odds.graph.cells
    for k in range(first, odds.graph.tally[N_CELL]):
        i = cells[k, 0]
        risk[i // stride - 2, i % stride - 2] = box_risk(cells[k, 1], odds)


@kernel
def solve_view(codes, total, density, risk, space):
    """The odds of a view, written into `risk`.

    Returns what `evaluate` returns, or ROUNDED if the risks don't add up; and how many cells and
    mines `prepare` has left.
    """
    end, broken, position = prepare(codes, total, risk, space)
    if end == SOLVED:
        end, broken = evaluate(position, density, space.odds)
    if end == SOLVED:
        write_risks(codes, density, risk, position, space.odds)
        if not adds_up(codes, total, risk):
            end = ROUNDED
    return end, broken, position.covered, position.mines


@kernel
def estimate_view(codes, density, risk, space):
    """The odds of a view component by component, each with all the room; written into `risk`.

    Returns what `evaluate` returns: TOO_LARGE if a component is, whose cells then get the density.
    """
    odds = space.odds
    graph = odds.graph
    end, broken, position = prepare(codes, NO_TOTAL, risk, space)
    if end != SOLVED:
        return end, broken
    info, stride = position.info, position.stride
    density = min(DENSITIES[1], max(DENSITIES[0], density))
    spread_risk(codes, density, risk, position.seen)
    clear_graph(graph)
    fill_chances(density, odds.chances)
    worst = SOLVED
    for i in range(2 * stride + 2, info.size - 2 * stride - 2):
        if info[i] & OPEN == 0 or covered_in(info[i]) == 0 or graph.label[i] != 0:
            continue
        first_cell = graph.tally[N_CELL]
        end = solve_alone(gather_component(i, position, graph), odds)
        if end == IMPOSSIBLE:
            return end, np.int64(i)
        if end == TOO_LARGE:
            worst = TOO_LARGE
        else:
            write_boxes(first_cell, risk, stride, odds)
    return worst, np.int64(0)


@inlined
def adds_up(codes, total, risk):
    """Whether the risks around each clue sum to its mines, and all of them to the total."""
    rows, cols = codes.shape
    mines = 0.0
    for r in range(rows):
        for c in range(cols):
            code = np.int64(codes[r, c])
            if code == COVERED:
                mines += risk[r, c]
            elif code == FLAG or code == BLAST:
                mines += 1
            else:
                around = 0.0
                for y in range(max(0, r - 1), min(rows, r + 2)):
                    for x in range(max(0, c - 1), min(cols, c + 2)):
                        if codes[y, x] == COVERED:
                            around += risk[y, x]
                        elif codes[y, x] == FLAG or codes[y, x] == BLAST:
                            around += 1
                if abs(around - (0 if code == GOLD else code)) > ROUNDING:
                    return False
    return total == NO_TOTAL or abs(mines - total) <= ROUNDING * max(1, total)
