"""Exact odds: the chance of a mine in each covered cell, all layouts that fit equally likely.

The search is in engine/odds.py; here a view goes in and an `Odds` comes out.
"""

from dataclasses import dataclass, field
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minelab.grid import COVERED, GOLD, Cell, cells_where, check_whole, count_around
from minelab.reasons import Contradiction
from minelab.view import View

TOTAL_CANNOT_BE = "the clues leave no way to place the total of mines"
FIRST_STATES, MOST_STATES = 1 << 14, 1 << 22


@dataclass(frozen=True, eq=False)
class Odds:
    """What can be said about the covered cells of a view."""

    risk: NDArray[np.float64]
    """The chance of a mine; nan where a cell is not covered, exactly 0 or 1 where it is certain."""
    exact: bool
    """False if the position was too large to solve; then the risks are estimates."""
    count: Any = field(repr=False)
    """Counts the layouts when they are asked for."""

    @cached_property
    def layouts(self) -> int | None:
        """How many layouts fit; None if the position was too large to solve."""
        return int(self.count()) if self.exact else None

    @cached_property
    def safe(self) -> tuple[Cell, ...]:
        """The covered cells that are certainly safe, row by row."""
        return cells_where(self.risk == 0) if self.exact else ()

    @cached_property
    def mined(self) -> tuple[Cell, ...]:
        """The covered cells that are certainly mined, row by row."""
        return cells_where(self.risk == 1) if self.exact else ()


def odds(view: View, mines: int | None = None, *, density: float | None = None) -> Odds:
    """The exact chance of a mine in every covered cell.

    mines: all mines of the board, known ones included; by default what the view says.
    density: instead, the chance of a mine in any cell before anything was seen, when the total
        is not known.

    >>> odds(View.parse("1 2 1\\n? ? ?"), mines=2).mined
    ((1, 0), (1, 2))
    """
    if not isinstance(view, View):
        raise ValueError(f"view must be a View, not {view!r}")
    if density is not None and (mines is not None or not 0 < density < 1):
        raise ValueError(f"density must be above 0 and below 1, without mines, not {density!r}")
    if mines is None and density is None:
        mines = view.mines
    if mines is None and density is None:
        raise ValueError("give mines (all of the board), or density if the total is not known")
    if mines is not None:
        mines = check_whole("mines", mines, 0, view.codes.size)
    View(view.codes, mines).check()
    left = -1 if mines is None else mines - len(view.known)
    n_states = FIRST_STATES
    while True:
        solved = solve(view, left, density, n_states)
        if solved is not None:
            return solved
        n_states *= 8
        if n_states > MOST_STATES:
            return estimate(view, left, density)


def solve(view: View, mines: int, density: float | None, n_states: int) -> Odds | None:
    """The odds, or None if so many states do not suffice."""
    from minelab.engine import odds as engine

    rows, cols = view.rows, view.cols
    seen, info = padded_view(view)
    certain, mines = settle_certain(seen, info, rows, cols, mines)
    space = engine.odds_space(rows, cols, n_states)
    label, boxes, clues, order, steps, parts = space[:6]
    moves, tally = space[9], space[12]
    n = rows * cols
    tables = fold_tables(n)
    starts, bounds, sums = np.zeros(n + 2, np.int64), np.empty((n, 2), np.int32), np.empty((n, 2))
    ratio = 1.0 if density is None else density / (1 - density)
    end, part = engine.evaluate(
        seen, info, rows, cols, mines, ratio, *space, *tables, starts, bounds, sums
    )
    if end == engine.TOO_LARGE:
        return None
    if end == engine.IMPOSSIBLE:
        raise impossible(part, label, boxes, order, parts, view)
    chance = box_risks(boxes, bounds, sums, tally[engine.N_BOX])
    if density is None and tally[engine.OUTSIDE] > 0:
        before, _, can_before, _ = tables
        elsewhere = engine.outside_risk(mines, tally, parts, before, can_before, starts)
    else:
        elsewhere = density or 0.0
    inner = label[2 * (cols + 2) + 2 : (rows + 2) * (cols + 2) + 2].reshape(rows, cols + 2)[
        :, :cols
    ]
    in_box = np.append(chance, 0.0)[np.where(inner < 0, -inner - 1, -1)]
    risk = np.where(inner < 0, in_box, elsewhere)
    risk = np.where(np.isnan(certain), risk, certain)
    risk = np.where(view.codes == COVERED, risk, np.nan)
    n_parts, n_outside = int(tally[engine.N_PART]), int(tally[engine.OUTSIDE])
    kept = (boxes, order, parts[:n_parts], space[6][:, 3], moves, space[10], n_outside)
    return Odds(risk, True, partial(count_layouts, kept, mines))


def settle_certain(
    seen: NDArray[np.int8], info: NDArray[np.int32], rows: int, cols: int, mines: int
) -> tuple[NDArray[np.float64], int]:
    """Settle what single clues decide, in the arrays; the risks of these cells, and mines left.

    If a clue can't be met, nothing is settled: the search will name the clues.
    """
    from minelab.engine import odds as engine
    from minelab.engine import state, suppose

    settled_seen, settled_info = seen.copy(), info.copy()
    mark, *rest = suppose.trial_space(rows, cols)
    if not engine.settle_certain(settled_seen, settled_info, mark, *rest, cols + 2):
        return np.full((rows, cols), np.nan), mines
    marks = inside(mark, rows, cols)
    risk = np.where(marks == suppose.MINED, 1.0, np.where(marks == suppose.SAFE, 0.0, np.nan))
    settled_seen[mark != suppose.UNMARKED] = state.OUTSIDE
    seen[:], info[:] = settled_seen, settled_info
    found = int((marks == suppose.MINED).sum())
    if 0 <= mines < found:
        raise Contradiction(TOTAL_CANNOT_BE)
    return risk, mines if mines < 0 else mines - found


def fold_tables(n: int) -> tuple[NDArray[Any], ...]:
    """Tables for folding parts: a part of k boxes adds as many places as mines came before it."""
    size = min((n + 1) * (n + 2) // 2, 4_000_000 + 2 * n)
    return np.empty(size), np.empty(size), np.empty(size, np.bool_), np.empty(size, np.bool_)


def padded_view(view: View) -> tuple[NDArray[np.int8], NDArray[np.int32]]:
    """A view as the engine holds it: `seen` and `info` of engine/state.py."""
    from minelab.engine import state

    rows, cols = view.rows, view.cols
    codes = np.where(view.codes == GOLD, 0, view.codes).astype(np.int32)
    covered = codes == COVERED
    known = (codes < 0) & ~covered
    need = np.where(codes >= 0, codes - count_around(known), 0) + state.NEED_0
    words = count_around(covered) + covered + need * state.ONE_NEED + (codes >= 0) * state.OPEN
    seen = np.full((rows + 4) * (cols + 2) + 4, state.OUTSIDE, np.int8)
    info = np.full(seen.size, state.NEED_0 * state.ONE_NEED, np.int32)
    inside(seen, rows, cols)[:] = codes
    inside(info, rows, cols)[:] = words
    return seen, info


def inside(array: NDArray[Any], rows: int, cols: int) -> NDArray[Any]:
    """The cells of the board in one of the engine's padded arrays, as a table."""
    first = 2 * (cols + 2) + 2
    return array[first : first + rows * (cols + 2)].reshape(rows, cols + 2)[:, :cols]


def box_risks(
    boxes: NDArray[np.int32], bounds: NDArray[np.int32], sums: NDArray[np.float64], n: int
) -> NDArray[np.float64]:
    """The risk of a cell of each box; certain only where no placement says otherwise."""
    size, least, most = boxes[:n, 0], bounds[:n, 0], bounds[:n, 1]
    risk = sums[:n, 0] / sums[:n].sum(axis=1)
    inside = np.clip(risk, np.nextafter(0, 1), np.nextafter(1, 0))
    return np.where(most == 0, 0.0, np.where(least == size, 1.0, inside))


def impossible(
    part: int,
    label: NDArray[np.int64],
    boxes: NDArray[np.int32],
    order: NDArray[np.int32],
    parts: NDArray[np.int64],
    view: View,
) -> Contradiction:
    """The error for clues that cannot be met together, or a total that cannot be."""
    if part < 0:
        return Contradiction(TOTAL_CANNOT_BE)
    numbers = {
        int(clue) + 1
        for box in order[parts[part, 0] : parts[part, 1]]
        for clue in boxes[box, 2 : 2 + abs(int(boxes[box, 1]))]
    }
    stride = view.cols + 2
    cells = [(int(i) // stride - 2, int(i) % stride - 2) for i in np.flatnonzero(label > 0)]
    clues = [cell for cell, i in zip(cells, label[label > 0], strict=True) if int(i) in numbers]
    return Contradiction(f"the clues at {clues} cannot all be met")


def count_layouts(space: tuple[Any, ...], mines: int) -> int:
    """The number of layouts, exactly: the engine's transitions gone through with whole numbers."""
    boxes, order, parts, states, moves, layers, n_outside = space
    ways_of: dict[int, int] = {0: 1}
    for part in range(len(parts)):
        first, end, first_final, end_final, end_move = (int(x) for x in parts[part, :5])
        ways = {int(layers[first, 0]): 1}
        for place in range(first, end):
            size = int(boxes[order[place], 0])
            last = layers[place + 1, 1] if place + 1 < end else end_move
            for s, to, n in moves[layers[place, 1] : last].tolist():
                ways[to] = ways.get(to, 0) + ways.get(s, 0) * comb(size, n)
        of_part = {int(states[s]): ways.get(s, 0) for s in range(first_final, end_final)}
        folded: dict[int, int] = {}
        for a, x in ways_of.items():
            for b, y in of_part.items():
                folded[a + b] = folded.get(a + b, 0) + x * y
        ways_of = folded
    if mines < 0:
        return sum(ways_of.values()) << int(n_outside)
    return sum(w * comb(n_outside, mines - t) for t, w in ways_of.items() if t <= mines)


def estimate(view: View, mines: int, density: float | None) -> Odds:
    """Chances read off single clues, for positions that are too large to solve."""
    left = float(density or 0) if mines < 0 else mines / max(1, len(view.covered))
    return Odds(np.where(view.codes == COVERED, left, np.nan), False, lambda: 0)
