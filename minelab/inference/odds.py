"""Exact odds: the chance of a mine in each covered cell, all layouts that fit equally likely.

The search is in engine/odds.py and engine/view_odds.py.
A view goes in and an `Odds` comes out.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from json import dumps
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_type, check_whole, shown
from minelab.boards.grid import COVERED, Cell, cells_where, count_around
from minelab.boards.view import Contradiction, View

TOTAL_CANNOT_BE = "the clues leave no way to place the total of mines"
LARGE = 4096
"""On boards of more cells the total enters a game as the running density."""
MOST_LAYOUTS = 10**308
"""More are no number in the JSON of other languages."""
FIRST_STATES, MOST_STATES = 1 << 17, 1 << 20


@dataclass(frozen=True, eq=False)
class Odds:
    """The chance of a mine in each covered cell of a view.

    risk: a table of chances, one per cell; nan where a cell is not covered, exactly 0 or 1 where
        it is certain.
    exact: False if the position was too large to solve; then the risks are estimates.
    safe, mined: the cells that are certain, row by row.
    layouts: how many layouts fit; None if the position was too large to solve.

    >>> known = odds(View.parse("1??\\n?2?"), mines=2)
    >>> float(known.risk[1, 0]), known.layouts, known.exact
    (0.5, 4, True)
    """

    risk: NDArray[np.float64]
    exact: bool
    _count: Callable[[], int] | None = field(default=None, repr=False)
    view: View | None = field(default=None, repr=False)
    """The view that the odds are about, if it is known."""

    def __post_init__(self) -> None:
        self.risk.flags.writeable = False

    @cached_property
    def layouts(self) -> int | None:
        """How many layouts fit; None if the position was too large to solve."""
        return None if self._count is None else self._count()

    @cached_property
    def safe(self) -> tuple[Cell, ...]:
        """The cells that are certainly safe, row by row."""
        return cells_where(self.risk == 0) if self.exact else ()

    @cached_property
    def mined(self) -> tuple[Cell, ...]:
        """The cells that are certainly mines, row by row."""
        return cells_where(self.risk == 1) if self.exact else ()

    def json(self) -> str:
        """The same for another program; what is not known, or not covered, is null."""
        n = self.layouts
        known = {
            "exact": self.exact,
            "layouts": None if n is None or n >= MOST_LAYOUTS else n if n < 2**53 else float(n),
            "risk": [[None if np.isnan(x) else x for x in row] for row in self.risk.tolist()],
            "safe": self.safe,
            "mined": self.mined,
        }
        return dumps(known, allow_nan=False)

    def _repr_html_(self) -> str:
        from minelab.display.outputs import odds_html

        return odds_html(self)


def odds(view: View, mines: int | None = None, *, density: float | None = None) -> Odds:
    """The exact chance of a mine in every covered cell.

    All layouts that fit the clues and the number of mines are equally likely.

    view: what is seen.
    mines: the number of mines on the board, known ones included; by default the view's.
    density: when the number of mines is not known, the chance of a mine in a cell about which
        nothing is known.
    Returns an Odds. A view that no layout fits raises a Contradiction.

    >>> odds(View.parse("1 2 1\\n? ? ?"), mines=2).mined
    ((1, 0), (1, 2))
    """
    check_type("view", view, View)
    if density is not None:
        if mines is not None:
            raise ValueError(
                f"give mines or density, not both: mines={shown(mines)}, density={shown(density)}"
            )
        if not isinstance(density, float | int | np.floating) or not 0 < density < 1:
            raise ValueError(f"density must be a number above 0 and below 1, not {shown(density)}")
        density = float(density)
    if mines is None and density is None:
        mines = view.mines
    if mines is None and density is None:
        raise ValueError("give mines (all of the board), or density if the total is not known")
    if mines is not None:
        mines = check_whole("mines", mines, 0, view.codes.size)
    n_states = FIRST_STATES
    while True:
        solved = solve(view, mines, density, n_states)
        if solved is not None:
            return solved
        n_states *= 8
        if n_states > MOST_STATES:
            return estimate(view, mines, density)


def is_large(n_cells: int) -> bool:
    """Whether a game on so many cells goes by the running density."""
    return n_cells > LARGE


def odds_in_play(view: View, mines: int) -> Odds:
    """The odds that a game goes by: exact, and on large boards by the running density.

    What is certain then follows from the clues alone.
    """
    if not is_large(view.codes.size):
        return odds(view, mines)
    return odds(view, density=running_density(view, mines))


def safest_cell(view: View, known: Odds) -> Cell:
    """The cell of least risk; among equals the fewest covered neighbours, then the first."""
    hidden = count_around(view.codes == COVERED)
    return min(view.covered, key=lambda cell: (rank(float(known.risk[cell])), hidden[cell]))


def rank(risk: float) -> int:
    """A risk to ten decimals, so that machines agree on what is equal.

    The odd offset keeps fractions like 1 / 2048 off the edge between two ranks.
    """
    return int(risk * 1e10 + 0.314)


def running_density(view: View, mines: int) -> float:
    """The share of mines among the covered cells, in hundredths, never none and never all."""
    left, covered = mines - len(view.known), max(1, len(view.covered))
    return min(99, max(1, (200 * left + covered) // (2 * covered))) / 100


def solve(view: View, mines: int | None, density: float | None, n_states: int) -> Odds | None:
    """The odds, or None if so many states do not suffice."""
    from minelab.engine.odds import IMPOSSIBLE, TOO_LARGE
    from minelab.engine.view_odds import ROUNDED, solve_view

    risk = np.empty(view.codes.shape)
    space = workspace(view.rows, view.cols, n_states)
    total = -1 if mines is None else mines
    end, broken, _, _ = solve_view(view.codes, total, density or 0.0, risk, space)
    if end == TOO_LARGE:
        return None
    if end == IMPOSSIBLE:
        raise impossible(view, mines, broken)
    if end == ROUNDED:
        return Odds(risk, False, view=view)
    return Odds(risk, True, partial(count_layouts, view, mines, density, n_states), view)


def workspace(rows: int, cols: int, n_states: int) -> Any:
    """The engine's arrays for views of this size; each thread keeps those it used last."""
    key = (rows, cols, n_states)
    if getattr(kept, "key", None) != key:
        from minelab.engine.view_odds import view_space

        kept.key, kept.space = key, view_space(*key)
    return kept.space


kept = threading.local()


def impossible(view: View, mines: int | None, broken: int) -> Contradiction:
    """The error for clues that cannot be met together, or a total that cannot be."""
    from minelab.engine.odds import THE_TOTAL

    try:
        View(view.codes, mines).check()
    except Contradiction as error:
        return error
    if broken == THE_TOTAL:
        return Contradiction(TOTAL_CANNOT_BE)
    stride = view.cols + 2
    clues = connected_clues(view, (broken // stride - 2, broken % stride - 2))
    return Contradiction(f"the clues at {clues} cannot all be met")


def connected_clues(view: View, clue: Cell) -> list[Cell]:
    """The component of clues connected with this one through shared covered cells."""
    component, todo = {clue}, [clue]
    while todo:
        for covered in view.neighbours(todo.pop()):
            if view[covered] == COVERED:
                new = {cell for cell in view.neighbours(covered) if view[cell] >= 0} - component
                component |= new
                todo += new
    return sorted(component)


def count_layouts(view: View, mines: int | None, density: float | None, n_states: int) -> int:
    """The number of layouts, exactly: the engine's moves gone through with whole numbers."""
    from minelab.engine import components as c
    from minelab.engine.view_odds import solve_view

    risk = np.empty(view.codes.shape)
    space = workspace(view.rows, view.cols, n_states)
    total = -1 if mines is None else mines
    *_, covered, left = solve_view(view.codes, total, density or 0.0, risk, space)
    graph, moves, layers = space.odds.graph, space.odds.moves, space.odds.layers
    ways_of: dict[int, int] = {0: 1}  # the ways for each number of mines
    for component in graph.components[: graph.tally[c.N_COMPONENTS]]:
        first, end = int(component[c.FIRST_PLACE]), int(component[c.END_PLACE])
        ways: dict[tuple[int, int], int] = {(int(layers[first, 0]), 0): 1}  # of state and mines
        for place in range(first, end):
            size = int(graph.boxes[graph.order[place], c.SIZE])
            last = layers[place + 1, 1] if place + 1 < end else component[c.END_MOVE]
            leading: dict[int, list[tuple[int, int]]] = {}
            for s, to, n in moves[layers[place, 1] : last].tolist():
                leading.setdefault(s, []).append((to, n))
            after: dict[tuple[int, int], int] = {}
            for (s, used), x in ways.items():
                for to, n in leading.get(s, ()):
                    key = to, used + n
                    after[key] = after.get(key, 0) + x * comb(size, n)
            ways = after
        folded: dict[int, int] = {}
        for a, x in ways_of.items():
            for (_, b), y in ways.items():
                folded[a + b] = folded.get(a + b, 0) + x * y
        ways_of = folded
    outside, left = int(covered - graph.tally[c.N_CELL]), int(left)
    if mines is None:
        return sum(ways_of.values()) << outside
    return sum(n * comb(outside, left - t) for t, n in ways_of.items() if t <= left)


def estimate(view: View, mines: int | None, density: float | None) -> Odds:
    """Chances for positions that are too large to solve, or to fold their total in.

    The total enters as the running density. Parts are solved one by one; the cells of a part that
    is too large for itself, and those that touch no clue, get that density.
    """
    from minelab.engine.odds import IMPOSSIBLE
    from minelab.engine.view_odds import estimate_view

    if density is None:
        assert mines is not None, "either is given"
        density = running_density(view, mines)
    risk = np.empty(view.codes.shape)
    space = workspace(view.rows, view.cols, MOST_STATES)
    end, broken = estimate_view(view.codes, density, risk, space)
    if end == IMPOSSIBLE:
        raise impossible(view, mines, broken)
    return Odds(risk, False, view=view)
