"""What is measured in a table of games: its mean at every point, its words and its axis."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator
from numpy.typing import NDArray

from minelab._checks import check_list, check_one_of, shown
from minelab.display.palette import colour
from minelab.lab.stats import POINT, RATES, check_columns, on_log_scale, summary
from minelab.report.figures.canvas import number


def seconds(value: float) -> str:
    """A time in the unit that suits it.

    >>> [seconds(t) for t in (2.5e-5, 0.001, 0.0123, 12)]
    ['25 µs', '1 ms', '12 ms', '12 s']
    """
    unit, size = "µs", 1e-6
    for larger, more in (("ms", 1e-3), ("s", 1.0)):
        if value >= 0.995 * more:
            unit, size = larger, more
    return f"{float(f'{value / size:.2g}'):,g} {unit}"


def count(value: float) -> str:
    """A mean count.

    >>> [count(n) for n in (0.25, 37.7, 1234.5, 1.2e6)]
    ['0.2', '37.7', '1,234', '1.2 million']
    """
    if value >= 1e6:
        return f"{value / 1e6:.1f} million"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def power_of_2(value: float) -> str:
    """A power of two, as Matplotlib writes it.

    >>> power_of_2(33.9)
    '$2^{34}$'
    """
    return f"$2^{{{value:.0f}}}$"


def part(value: float) -> str:
    """A share on an axis.

    >>> [part(x) for x in (0, 0.5, 1)]
    ['0', '0.50', '1']
    """
    return number(value) if value in (0, 1) else f"{value:.2f}"


@dataclass(frozen=True)
class Measure:
    """A measure of games: its words, its kind of axis, how values and ticks are written."""

    label: str
    """The label of the axis."""
    about: str
    """What the subtitle calls it, with its unit."""
    axis: Literal["share", "count", "log"] = "count"
    """From 0 to 1, from 0 upwards, or logarithmic."""
    value: Callable[[float], str] = count
    tick: Callable[[float], str] = number


def share(label: str, about: str) -> Measure:
    """A measure from 0 to 1."""
    return Measure(label, about, "share", "{:.2f}".format, part)


MEASURES = {
    "score": share("score", "Score (mines never detonated / mines)"),
    "won": share("share won", "Share of games won"),
    "solved": share("share solved", "Boards solved without a guess after an opening"),
    "no_blast": share("share without explosion", "Share of games without explosion"),
    "hits": share("share of guesses that hit a mine", "Share of guesses that hit a mine"),
    "guesses": Measure("guesses a game", "Guesses a game, the first included"),
    "random_picks": Measure("random picks a game", "Guesses by lot, a game"),
    "blasts": Measure("explosions a game", "Explosions a game"),
    "seconds": Measure("time a game", "CPU time a game", "log", seconds, seconds),
    "work": Measure("work a game", "Work a game (looks at constraints)", "log"),
    "visits": Measure("visits a game", "Constraints looked at, a game", "log"),
    "pairs": Measure("pairs a game", "Pairs of constraints compared, a game", "log"),
    "clues": Measure("clues read a game", "Clues read, a game", "log"),
    "assumptions": Measure("suppositions a game", "Suppositions a game", "log"),
    "nodes": Measure("steps a game", "Steps of enumeration a game", "log"),
    "engine_work": Measure("work a game", "Work of the engine a game", "log"),
    "repeated_share": share("share repeated", "Suppositions made before in the same position"),
    "states": Measure("states", "States of enumeration in a game", "count", power_of_2, power_of_2),
}


def measure_of(name: str) -> Measure:
    """The words for a column; a column unknown here is called by its name."""
    plain = name.replace("_", " ")
    return MEASURES.get(name, Measure(f"{plain} a game", f"{plain.capitalize()} a game"))


def means(games: pd.DataFrame, measure: str, agents: Iterable[str] | None = None) -> pd.DataFrame:
    """The mean of a measure at each point with its 95% interval, agents in the order asked for.

    Columns: agent, those of a point, n, mean, low, high.
    """
    check_columns(games, ["agent"], [measure])
    if "rules" not in games:  # tables of cost and time: all of them under the report rules
        games = games.assign(rules="report")
    check_columns(games, POINT)
    if "form" in games:
        one_of_each(games, ["form"], "this plot")
    names = chosen("agents", games["agent"].unique().tolist(), agents)
    table = summary(games[games["agent"].isin(names)], [measure])
    order = pd.Categorical(table["agent"], names).codes.argsort(kind="stable")
    names_of = {measure: "mean", f"{measure}_low": "low", f"{measure}_high": "high"}
    table = table.rename(columns=names_of).iloc[order].reset_index(drop=True)
    return as_logarithms(table) if measure_of(measure).axis == "log" else table


def as_logarithms(table: pd.DataFrame) -> pd.DataFrame:
    """With the intervals of the means' logarithms, which never reach down to 0."""
    low, high = on_log_scale(table["mean"].where(table["mean"] > 0), table["high"])
    return table.assign(low=low.fillna(table["low"]), high=high.fillna(table["high"]))


def chosen(what: str, known: list[str], names: Iterable[str] | None) -> list[str]:
    """The names asked for, each once; by default all that are known."""
    given = [names] if isinstance(names, str) else names
    asked = known if given is None else check_list(what, given, "names")
    for name in asked:
        check_one_of(what, name, sorted(known))
    if not asked:
        raise ValueError(f"{what} must be at least one of {sorted(known)}")
    return list(dict.fromkeys(asked))


def check_table(what: str, table: pd.DataFrame, wanted: list[str]) -> None:
    """Refuse a table that lacks columns or has no rows."""
    if not isinstance(table, pd.DataFrame):
        raise ValueError(f"{what} must be a table with the columns {wanted}, not {shown(table)}")
    missing = [name for name in wanted if name not in table]
    if missing:
        raise ValueError(f"{what} must be a table with the columns {wanted}; it has no {missing}")
    if table.empty:
        raise ValueError(f"{what} must have at least one row")
    for name in wanted:
        if table[name].ndim > 1:
            raise ValueError(f"{what} must have the column {name!r} once, not twice or more")


def one_of_each(table: pd.DataFrame, columns: Iterable[str], plot: str) -> None:
    """Refuse rows that differ in one of these columns."""
    for column in columns:
        values = sorted(table[column].unique().tolist())
        if len(values) > 1:
            raise ValueError(
                f"{plot} shows rows with one {column!r} alone, not {values}: choose, for "
                f"example games[games[{column!r}] == {values[0]!r}]"
            )


def is_one_density(table: pd.DataFrame) -> bool:
    """Whether all have about the same density; small boards can't have just any."""
    return bool(np.ptp(table["density"]) <= 0.03)


def size(table: pd.DataFrame) -> str:
    """The size of the boards, in words."""
    return "{} × {}".format(*table[["rows", "cols"]].iloc[0])


def subtitle(
    measure: str, where: str, table: pd.DataFrame, games: pd.DataFrame, shape: str, *notes: str
) -> str:
    """What was measured, where, how often, and what the bands or bars are."""
    words = measure_of(measure)
    # Only under the report rules is the score what its words say.
    by_report = measure != "score" or table["rules"].iloc[0] == "report"
    about = words.about if by_report else "Score"
    kind = "Wilson " if measure in RATES else ""
    parts = [f"{about}. {setting(where, table, games)}", f"95% {kind}{shape}"]
    if words.axis == "log":
        parts.append("log scale (0 is left out)" if (table["mean"] == 0).any() else "log scale")
    return "; ".join([*parts, *notes])


def setting(where: str, table: pd.DataFrame, games: pd.DataFrame, same: str = "") -> str:
    """Where and by which rules was played, and how many games make a point, in words."""
    least, most = table["n"].min(), table["n"].max()
    many = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    unit = "block" if "block" in games else "board"
    rules = table["rules"].iloc[0]
    return f"{where}, {rules} rules, {same}{many} {unit}{'' if most == 1 else 's'} a point"


def value_axis(
    axes: Axes, which: Literal["x", "y"], words: Measure, values: NDArray[np.float64],
    ends: NDArray[np.float64],
) -> None:  # fmt: skip
    """The axis of a measure: from 0 to 1, from 0, or logarithmic; `ends` are those of intervals."""
    axis = axes.xaxis if which == "x" else axes.yaxis
    limit = axes.set_xlim if which == "x" else axes.set_ylim
    everything = np.concatenate([values, ends[np.isfinite(ends)]])
    beyond = 0.02 if which == "x" else 0  # a dot at 0 must not cover the names
    if words.axis == "share":
        limit(-beyond, 1.02)
        axis.set_major_locator(FixedLocator([0, 0.25, 0.5, 0.75, 1]))
    elif words.axis == "log":
        # An interval may reach down to 0, where the axis never comes.
        positive = everything[everything > 0] if (everything > 0).any() else np.array([1.0])
        floor = values[values > 0].min() / 3 if (values > 0).any() else 0
        low, high = max(floor, 0.9 * positive.min()), 1.2 * positive.max()
        (axes.set_xscale if which == "x" else axes.set_yscale)("log", nonpositive="clip")
        limit(low, high)
        axis.set_major_locator(LogLocator(subs=[1.0] if high > 60 * low else [1.0, 2.0, 5.0]))
    else:
        most = everything.max() or 1
        limit(-beyond * most, 1.04 * most)
        axis.set_major_locator(MaxNLocator(6))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: words.tick(value)))
    axes.grid(axis=which, color=colour("hairline"), lw=0.8)
    axis.set_label_text(words.label, fontsize=9)
