"""Points: a number at each of several densities or sizes, with how sure it is.

All tests of the ledger are made of these. Games of two agents on the same boards give paired
differences; otherwise two means, a share, or a ratio of sums. Intervals are at 95%.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab.lab.experiments import load
from minelab.lab.stats import LEVEL, holm, measured, ratio

EVERYWHERE = (-np.inf, np.inf)


@dataclass(frozen=True)
class Point:
    """A value with its standard error, from n independent things."""

    at: Any
    """The density, the side of the board, or a name."""
    value: float
    error: float
    n: int
    is_share: bool = False
    neutral: float = 0.0
    """What says that there is no difference: 1 for how many times as much, else 0."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval, this point by itself."""
        from scipy.special import stdtrit

        reach = float(stdtrit(max(1, self.n - 1), (1 + LEVEL) / 2)) * self.error
        low, high = self.value - reach, self.value + reach
        return (max(0.0, low), min(1.0, high)) if self.is_share else (low, high)

    def p_above(self, margin: float) -> float:
        """How easily chance alone lifts a value at the margin so high."""
        from scipy.special import stdtr

        if self.error == 0:
            return float(self.value <= margin)
        return float(stdtr(max(1, self.n - 1), (margin - self.value) / self.error))

    def p_below(self, margin: float) -> float:
        return Point(self.at, -self.value, self.error, self.n).p_above(-margin)


def above(points: Sequence[Point], margin: float = 0) -> NDArray[np.bool_]:
    """At which points the value is surely above the margin; Holm's method over the points."""
    return sure([2 * point.p_above(margin) for point in points])


def below(points: Sequence[Point], margin: float = 0) -> NDArray[np.bool_]:
    return sure([2 * point.p_below(margin) for point in points])


def at_most(points: Sequence[Point], margin: float = 0) -> NDArray[np.bool_]:
    """At which points the value is surely not above the margin; one that never varies may be on it.

    That a value is not surely above says less: there may be too few boards to see it.
    """
    on_it = [point.error == 0 and point.value == margin for point in points]
    return np.logical_or(below(points, margin), on_it)


def within(points: Sequence[Point], margin: float) -> NDArray[np.bool_]:
    """At which points the value is surely no farther from 0 than the margin."""
    p = [2 * max(point.p_below(margin), point.p_above(-margin)) for point in points]
    return sure(p)


def sure(p: list[float]) -> NDArray[np.bool_]:
    return holm(np.array(p)) < 1 - LEVEL


def pooled(points: Sequence[Point]) -> Point:
    """The mean over the points, each weighing the same."""
    k = len(points)
    error = float(np.sqrt(sum(point.error**2 for point in points))) / k
    value = sum(point.value for point in points) / k
    is_share = all(point.is_share for point in points)
    n = sum(point.n for point in points)
    return Point("all", value, error, n, is_share, points[0].neutral)


# Where points come from.


def mean_of(at: Any, values: ArrayLike) -> Point:
    """A mean."""
    array = np.asarray(values, dtype=float)
    error = float(array.std(ddof=1)) / len(array) ** 0.5 if len(array) > 1 else 0.0
    return Point(at, float(array.mean()), error, len(array))


def share_of(at: Any, hits: ArrayLike) -> Point:
    """A share; its error is Agresti and Coull's, which is never 0."""
    array = np.asarray(hits, dtype=bool)
    n, p = len(array), (array.sum() + 2) / (len(array) + 4)
    return Point(at, float(array.mean()), float(np.sqrt(p * (1 - p) / (n + 4))), n, True)


def ratio_of(at: Any, over: ArrayLike, under: ArrayLike) -> Point:
    """The ratio of two sums over the same things."""
    return Point(at, *ratio(over, under), len(np.asarray(over)))


def times_of(at: Any, over: ArrayLike, under: ArrayLike) -> Point:
    """How many times as much: a ratio of two sums of the same kind."""
    return replace(ratio_of(at, over, under), neutral=1.0)


def less(point: Point, value: float) -> Point:
    """The point with a number taken away, to be held against a margin."""
    return replace(point, value=point.value - value, is_share=False, neutral=0.0)


def difference_of(at: Any, a: Point, b: Point) -> Point:
    """What b has more than a, from different boards."""
    return Point(at, b.value - a.value, float(np.hypot(a.error, b.error)), min(a.n, b.n))


@lru_cache(maxsize=2)  # they are large, and several agents of one are asked for in a row
def table_of(name: str) -> Any:
    """A stored table."""
    return load(name)


@cache
def games_of(name: str, agent: str) -> Any:
    """An agent's rows of a stored table, in the order of their boards."""
    table = table_of(name)
    rows = table[table["agent"] == agent]
    if rows.empty:
        raise ValueError(f"the table {name} has no games of {agent!r}")
    order = [key for key in ("rows", "mines", "board_seed", "play_seed", "block") if key in rows]
    return rows.sort_values(order, kind="stable", ignore_index=True)


def by_point(rows: Any, key: str, where: tuple[float, float]) -> Iterable[tuple[float, Any]]:
    """The rows of each density, or of each other point, as marks: which rows they are."""
    values = rows[key].to_numpy().round(4)
    for at in np.unique(values):
        if where[0] - 1e-9 <= at <= where[1] + 1e-9:
            yield float(at), values == at


def by_density(rows: Any) -> list[tuple[float, Any]]:
    """The rows of each density."""
    return [(float(at), some) for at, some in rows.groupby("density")]


def levels(
    name: str,
    agent: str,
    measure: str = "score",
    where: tuple[float, float] = EVERYWHERE,
    key: str = "density",
) -> list[Point]:
    """The mean of a measure at each point."""
    rows = games_of(name, agent)
    values = measured(rows, measure).to_numpy()
    make = share_of if values.dtype == bool else mean_of
    return [make(at, values[some]) for at, some in by_point(rows, key, where)]


def gains(
    name: str,
    a: str,
    b: str,
    measure: str = "score",
    where: tuple[float, float] = EVERYWHERE,
    key: str = "density",
    side: int | None = None,
) -> list[Point]:
    """What agent b has more than agent a on the same boards, at each point.

    side: of a table with several sizes, the boards of this one; densities of several sizes are
        never thrown together.
    """
    return [mean_of(at, more) for at, more in differences(name, a, b, measure, where, key, side)]


def differences(
    name: str,
    a: str,
    b: str,
    measure: str,
    where: tuple[float, float],
    key: str,
    side: int | None = None,
) -> Iterable[tuple[float, NDArray[np.float64]]]:
    """Board by board, what agent b has more than agent a."""
    one, other = games_of(name, a), games_of(name, b)
    if side is not None:
        one, other = (rows[rows["rows"] == side].reset_index(drop=True) for rows in (one, other))
    if key == "density" and one["rows"].nunique() > 1:
        raise ValueError(f"{name} has boards of several sizes: say of which side")
    for column in ("board_seed", "play_seed"):
        if not np.array_equal(one[column], other[column]):
            raise ValueError(f"{a} and {b} did not meet the same boards in {name}")
    more = measured(other, measure).astype(float) - measured(one, measure).astype(float)
    for at, some in by_point(one, key, where):
        yield at, more.to_numpy()[some]


def chosen(rows: Any, side: int, form: str = "readable") -> Any:
    """The rows of a table of cost or timing for boards of this side, in the readable form."""
    rows = rows[rows["rows"] == side]
    return (rows[rows["form"] == form] if "form" in rows else rows).reset_index(drop=True)


def ratios(
    name: str, a: str, b: str, measure: str, where: tuple[float, float] = EVERYWHERE, side: int = 10
) -> list[Point]:
    """How many times as much the readable form of b takes as that of a, at each density."""
    one, other = (chosen(games_of(name, agent), side) for agent in (a, b))
    over, under = other[measure].to_numpy(), one[measure].to_numpy()
    return [times_of(at, over[some], under[some]) for at, some in by_point(one, "density", where)]


def overall(
    name: str,
    a: str,
    b: str,
    measure: str,
    side: int = 10,
    where: tuple[float, float] = EVERYWHERE,
    form: str = "readable",
) -> Point:
    """The same over all densities at once, of either form."""
    one, other = (
        rows[rows["density"].round(2).between(*where)]
        for rows in (chosen(games_of(name, agent), side, form) for agent in (a, b))
    )
    if one.empty or len(one) != len(other):
        raise ValueError(f"{name} has no such games of {a} and {b} on side {side} at {where}")
    return times_of(side, other[measure], one[measure])


def of_guesses(at: Any, rows: Any, values: Any) -> Point:
    """The mean over guesses; those of a game hang together, so how games differ is what counts."""
    games = values[rows.index].astype(float).groupby([rows["mines"], rows["board_seed"]])
    return replace(ratio_of(at, games.sum(), games.size()), is_share=values.dtype == bool)


def by_game(rows: Any, values: Any) -> list[Point]:
    """The same at each density."""
    return [of_guesses(at, some, values) for at, some in by_density(rows)]


def by_side(agent: str, measure: str, density: float = 0.2) -> tuple[Any, Any]:
    """The logarithms of the cells, and of a measure of cost at one density, game by game."""
    rows = games_of("timing" if measure == "seconds" else "cost", agent)
    rows = rows[rows["form"] == "readable"] if "form" in rows else rows
    rows = rows[np.isclose(rows["density"], density, atol=0.01)]
    cost = rows["work"] + rows["clues"] if measure == "read" else rows[measure]
    return np.log(rows["rows"] * rows["cols"]).to_numpy(), np.log(cost).to_numpy()


def exponent(agent: str, measure: str = "read") -> Point:
    """The power of the number of cells with which a cost grows at density .2.

    measure: by default the clues read and the constraints weighed in the readable form.
    """
    x, y = by_side(agent, measure)
    slope, rest = np.polyfit(x, y, 1)
    off = y - slope * x - rest
    error = np.sqrt((off**2).sum() / (len(x) - 2) / ((x - x.mean()) ** 2).sum())
    return Point(agent, float(slope), float(error), len(x))


def steps(points: Sequence[Point]) -> list[Point]:
    """What each point has more than the one before it."""
    return [difference_of(b.at, a, b) for a, b in zip(points, points[1:], strict=False)]
