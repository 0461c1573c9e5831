"""Points from the stored tables: what agents score, gain and cost at each density or size.

What an agent costs is decided on its readable form, which scans the board as the reports do. The
engine counts its visits of constraints, its suppositions and its steps of enumeration together.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.lab.experiments import load, stored
from minelab.lab.stats import (
    Floats,
    Point,
    mean_of,
    measured,
    over_boards,
    ratio_of,
    share_of,
    slope_of,
    times_of,
)
from minelab.lab.tables import widened
from minelab.report.claims import say
from minelab.report.claims.ledger import Part, part

Range = tuple[float, float]
EVERYWHERE = (-np.inf, np.inf)
INNER = (0.001, 0.999)
"""Without mines, and without safe cells, no two agents can differ."""
GAME = ("rows", "mines", "board_seed", "play_seed", "block")
"""What identifies a game of a table; a timed game was played in several blocks."""
UNUSED = ["rules", "won", "wrong_flags", "lives", "opened", "flagged"]
NOTHING_LEFT = 0.01
"""A share below this has no room to fall."""


table_of = cache(load)
"""A stored table as a whole, read once; the large ones are better asked for agent by agent."""


@cache
def all_games(name: str) -> tuple[Any, dict[str, NDArray[np.int64]]]:
    """A stored table without the columns that no claim uses, and the rows of each agent."""
    table = stored(name).drop(columns=UNUSED, errors="ignore")
    places: Any = table.groupby("agent", sort=False).indices
    return table, places


@cache
def games_of(name: str, agent: str) -> Any:
    """An agent's rows of a stored table."""
    table, places = all_games(name)
    if agent not in places:
        raise ValueError(f"the table {name} has no games of {agent!r}")
    return widened(table.iloc[places[agent]].reset_index(drop=True))


def same_games(one: Any, other: Any) -> tuple[Any, Any]:
    """The rows of two agents, once it is certain that they played the same games in one order."""
    if not all(np.array_equal(one[key], other[key]) for key in GAME if key in one):
        who = " and ".join(str(rows["agent"].iloc[0]) for rows in (one, other) if len(rows))
        raise ValueError(f"these are not the same games, row by row: those of {who}")
    return one, other


def both_of(name: str, a: str, b: str) -> tuple[Any, Any]:
    """The rows of two agents of a stored table, who played the same games."""
    return same_games(games_of(name, a), games_of(name, b))


def by_density(rows: Any, where: Range = EVERYWHERE, key: str = "density") -> Iterable[Any]:
    """The rows of each density, or of each other value of a column, with that value."""
    for at, some in rows.groupby(key):
        if where[0] - 1e-9 <= at <= where[1] + 1e-9:
            yield float(at), some


def between(points: Iterable[Point], low: float, high: float) -> list[Point]:
    """Those of the points that are at densities from low to high."""
    return [point for point in points if low - 1e-9 <= point.at <= high + 1e-9]


def levels(name: str, agent: str, measure: str = "score", key: str = "density") -> list[Point]:
    """The mean of a measure at each density between 0 and 1, or at each size."""
    rows = games_of(name, agent)
    values = measured(rows, measure).to_numpy()
    make = share_of if values.dtype == bool else mean_of
    where = INNER if key == "density" else EVERYWHERE
    return [make(at, values[part.index]) for at, part in by_density(rows, where, key)]


def gains(
    name: str,
    a: str,
    b: str,
    measure: str = "score",
    where: Range | None = None,
    key: str = "density",
    side: int | None = None,
) -> list[Point]:
    """By how much agent b exceeds agent a on the same boards, at each density or size.

    where: from which density to which, by default between 0 and 1 (`INNER`).
    side: of a table with several sizes, the boards of this one; densities of several sizes are
        never averaged together.
    """
    rows, more = differences(name, a, b, measure, side)
    if key == "density" and rows["rows"].nunique() > 1:
        raise ValueError(f"{name} has boards of several sizes: say of which side")
    where = where or (INNER if key == "density" else EVERYWHERE)
    return [mean_of(at, more[part.index]) for at, part in by_density(rows, where, key)]


def relative_gains(
    name: str, a: str, b: str, measure: str, where: Range = EVERYWHERE, key: str = "density"
) -> list[Point]:
    """By which share of agent a's measure agent b exceeds it, at each density or size."""
    one, other = both_of(name, a, b)
    return [
        ratio_of(at, other[measure][rows.index], rows[measure]).scaled(plus=-1)
        for at, rows in by_density(one, where, key)
    ]


def differences(
    name: str, a: str, b: str, measure: str = "score", side: int | None = None
) -> tuple[Any, Floats]:
    """The games of agent a, and game by game by how much agent b exceeds it on the same boards.

    side: of which boards the games are; their index still says where their differences are.
    """
    one, other = both_of(name, a, b)
    was, now = (measured(rows, measure).to_numpy(float) for rows in (one, other))
    return one if side is None else one[one["rows"] == side], now - was


@cache
def chosen(name: str, agent: str, side: int, form: str = "readable") -> Any:
    """An agent's rows of a table of cost or timing, for boards of this side and in this form."""
    rows = games_of(name, agent)
    rows = rows[rows["rows"] == side]
    return (rows[rows["form"] == form] if "form" in rows else rows).reset_index(drop=True)


def ratios(name: str, a: str, b: str, measure: str) -> list[Point]:
    """How many times as much the readable form of b takes as that of a on side 10, by density."""
    rows_a, rows_b = same_games(*(chosen(name, agent, 10) for agent in (a, b)))
    return [
        times_of(at, rows_b[measure][part.index], part[measure]) for at, part in by_density(rows_a)
    ]


def overall(
    name: str,
    a: str,
    b: str,
    measure: str | list[str],
    side: int = 10,
    where: Range = EVERYWHERE,
    form: str = "readable",
) -> Point:
    """The same over all densities at once, in either form; several measures are added up."""
    pair = (chosen(name, agent, side, form) for agent in (a, b))
    one, other = same_games(*(rows[rows["density"].round(2).between(*where)] for rows in pair))
    if one.empty:
        raise ValueError(f"{name} has no such games of {a} and {b} on side {side} at {where}")
    measures = measure if isinstance(measure, list) else [measure]
    return times_of(side, other[measures].sum(axis=1), one[measures].sum(axis=1))


class Costs(NamedTuple):
    """How many times as much one agent costs as another."""

    time: Point
    work: Point
    engine_time: Point
    engine_work: Point

    def parts(self, text: str, test: Any, threshold: float) -> list[Part]:
        """What a claim is decided on: time and work of the readable forms, each by itself."""
        return [
            part(f"{text}, in {what}", test, [point], threshold)
            for what, point in (("time", self.time), ("work", self.work))
        ]

    def of(self, name: str) -> str:
        """In words; `name` is the agent, or its method, that they are compared with."""
        return (
            f"{say.spanned(self.time)} times the time of {name} and {say.spanned(self.work)} times "
            f"the work (engine: {self.engine_time.value:.2f} and {self.engine_work.value:.2f})"
        )


def costs(a: str, b: str) -> Costs:
    """How many times as much agent b costs as agent a on side 10, over all densities at once."""
    return Costs(
        overall("timing", a, b, "seconds"),
        overall("cost", a, b, "work"),
        overall("timing", a, b, "seconds", form="engine"),
        overall("cost", a, b, ["engine_work", "engine_assumptions", "engine_nodes"]),
    )


def shares_by_density(rows: Any, values: Any) -> list[Point]:
    """The mean, or the share of True, of values of guesses at each density."""
    return [over_boards(at, values, part) for at, part in by_density(rows)]


def by_side(agent: str, measure: str) -> tuple[Floats, Floats]:
    """The logarithms of the cells, and of a measure of cost at density .2, game by game."""
    rows = games_of("timing" if measure == "seconds" else "cost", agent)
    rows = rows[rows["form"] == "readable"] if "form" in rows else rows
    rows = rows[np.isclose(rows["density"], 0.2, atol=0.01)]
    cost = rows["work"] + rows["clues"] if measure == "read" else rows[measure]
    return np.log(rows["rows"] * rows["cols"]).to_numpy(), np.log(cost).to_numpy()


def exponent(agent: str, measure: str = "read") -> Point:
    """The power of the number of cells with which a cost grows at density .2.

    measure: by default the clues read and the constraints weighed in the readable form.
    """
    return slope_of(agent, *by_side(agent, measure))
