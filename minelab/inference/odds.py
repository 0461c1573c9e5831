"""Exact odds: the chance of a mine in each covered cell, all layouts that fit equally likely.

The search is in engine/odds.py and engine/view_odds.py.
A view goes in and an `Odds` comes out.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from json import dumps
from math import comb
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_list, check_type, check_whole, shown
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
    _found: tuple[int | None, float | None, int] | None = field(default=None, repr=False)
    """What led to them: the number of mines, the density and the room for states."""
    view: View | None = field(default=None, repr=False)
    """The view that the odds are about, if it is known."""

    def __post_init__(self) -> None:
        self.risk.flags.writeable = False

    @cached_property
    def layouts(self) -> int | None:
        """How many layouts fit; None if the position was too large to solve."""
        if self._found is None or self.view is None:
            return None
        return count_layouts(self.view, *self._found)

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


@overload
def odds(view: View, mines: int | None = None, *, density: float | None = None) -> Odds: ...


@overload
def odds(
    view: Iterable[View], mines: int | None = None, *, density: float | None = None
) -> list[Odds]: ...


def odds(
    view: View | Iterable[View], mines: int | None = None, *, density: float | None = None
) -> Odds | list[Odds]:
    """The exact chance of a mine in every covered cell.

    All layouts that fit the clues and the number of mines are equally likely.

    view: what is seen. A list of many views takes about half the time per view.
    mines: the number of mines on the board, known ones included; by default the view's.
    density: when the number of mines is not known, the chance of a mine in a cell about which
        nothing is known.
    Returns an Odds, or a list of them. A view that no layout fits raises a Contradiction.

    >>> odds(View.parse("1 2 1\\n? ? ?"), mines=2).mined
    ((1, 0), (1, 2))
    >>> [known.layouts for known in odds([View.parse("1??"), View.parse("2?\\n??")], mines=2)]
    [1, 3]
    """
    if density is not None:
        if mines is not None:
            raise ValueError(
                f"give mines or density, not both: mines={shown(mines)}, density={shown(density)}"
            )
        if not isinstance(density, float | int | np.floating) or not 0 < density < 1:
            raise ValueError(f"density must be a number above 0 and below 1, not {shown(density)}")
        density = float(density)
    if isinstance(view, View):
        return solve(view, mines_of(view, mines, density), density)
    views = check_list("view", view, "views, or a View")
    for k, one in enumerate(views):
        check_type(f"view[{k}]", one, View)
    return solve_all(views, [mines_of(one, mines, density) for one in views], density)


def mines_of(view: View, mines: int | None, density: float | None) -> int | None:
    """The number of mines by which to go, None if that is the density."""
    if mines is not None:
        return check_whole("mines", mines, 0, view.codes.size)
    if view.mines is None and density is None:
        raise ValueError("give mines (all of the board), or density if the total is not known")
    return view.mines if density is None else None


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


def solve_all(
    views: Sequence[View], mines: Sequence[int | None], density: float | None
) -> list[Odds]:
    """The odds of many views, those of one size together."""
    by_size: dict[tuple[int, ...], list[int]] = {}
    for k, view in enumerate(views):
        by_size.setdefault(view.codes.shape, []).append(k)
    found: dict[int, Odds] = {}
    for group in by_size.values():
        codes = np.array([views[k].codes for k in group])
        risks, ends = search(codes, [mines[k] for k in group], density, FIRST_STATES)
        for k, risk, end in zip(group, risks, ends[:, 0].tolist(), strict=True):
            if end == engine().SOLVED:
                found[k] = Odds(risk, True, (mines[k], density, FIRST_STATES), views[k])
                continue
            try:
                found[k] = solve(views[k], mines[k], density)
            except Contradiction as error:
                raise Contradiction(f"view[{k}]: {error}") from None
    return [found[k] for k in range(len(views))]


def solve(
    view: View, mines: int | None, density: float | None, n_states: int = FIRST_STATES
) -> Odds:
    """The odds of a view: in more room if this is too little, and an estimate if all is."""
    codes = np.array(view.codes, order="C", ndmin=3)
    (risk,), ends = search(codes, [mines], density, n_states)
    end, broken, *_ = ends[0].tolist()
    if end == engine().SOLVED:
        return Odds(risk, True, (mines, density, n_states), view)
    if end == engine().IMPOSSIBLE:
        raise impossible(view, mines, broken)
    if end == engine().ROUNDED:
        return Odds(risk, False, view=view)
    if n_states < MOST_STATES:
        return solve(view, mines, density, MOST_STATES)
    return estimate(view, mines, density)


def search(
    codes: NDArray[np.int8], mines: Sequence[int | None], density: float | None, n_states: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """The risks of views of one size, and for each a row of what the engine's search returned."""
    totals = np.array([-1 if n is None else n for n in mines], np.int64)
    risks, ends = np.empty(codes.shape), np.empty((len(codes), 4), np.int64)
    space = workspace(codes.shape[1], codes.shape[2], n_states)
    engine().solver()(codes, totals, density or 0.0, risks, ends, space)
    return risks, ends


@cache
def engine() -> Any:
    """The engine's odds, imported when they are first asked for, since numba takes a while."""
    from minelab.engine import view_odds

    return view_odds


def workspace(rows: int, cols: int, n_states: int) -> Any:
    """The engine's arrays for views of this size; each thread keeps those it used last."""
    key = (rows, cols, n_states)
    if getattr(kept, "key", None) != key:
        kept.key, kept.space = key, engine().view_space(*key)
    return kept.space


kept = threading.local()


def impossible(view: View, mines: int | None, broken: int) -> Contradiction:
    """The error for clues that cannot be met together, or a total that cannot be."""
    try:
        View(view.codes, mines).check()
    except Contradiction as error:
        return error
    if broken == engine().THE_TOTAL:
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

    _, ends = search(np.array(view.codes, order="C", ndmin=3), [mines], density, n_states)
    covered, left = int(ends[0, 2]), int(ends[0, 3])
    space = workspace(view.rows, view.cols, n_states)
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
    outside = covered - int(graph.tally[c.N_CELL])
    if mines is None:
        return sum(ways_of.values()) << outside
    return sum(n * comb(outside, left - t) for t, n in ways_of.items() if t <= left)


def estimate(view: View, mines: int | None, density: float | None) -> Odds:
    """Chances for positions that are too large to solve, or to fold their total in.

    The total enters as the running density. Parts are solved one by one; the cells of a part that
    is too large for itself, and those that touch no clue, get that density.
    """
    if density is None:
        assert mines is not None, "either is given"
        density = running_density(view, mines)
    risk = np.empty(view.codes.shape)
    space = workspace(view.rows, view.cols, MOST_STATES)
    end, broken = engine().estimate_view(view.codes, density, risk, space)
    if end == engine().IMPOSSIBLE:
        raise impossible(view, mines, broken)
    return Odds(risk, False, view=view)
