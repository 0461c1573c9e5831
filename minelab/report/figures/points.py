"""What is measured in a table of games: its mean at every point, its words and its axis."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from matplotlib import ticker
from matplotlib.axes import Axes

from minelab._checks import check_list, check_one_of
from minelab.lab.stats import RATES, check_table, on_log_scale
from minelab.report.tidy import ENDS, means

DENSEST = 0.95
"""Where axes of density end: a board full of mines is no game, and who knows their number wins."""
DENSITY = "density (mines / cells)"


def seconds(value: float) -> str:
    """A time in the unit that suits it.

    >>> [seconds(t) for t in (2.5e-5, 0.001, 0.0123, 12)]
    ['25 µs', '1 ms', '12 ms', '12 s']
    """
    return ticker.EngFormatter("s")(float(f"{value:.2g}"))


def number(value: float) -> str:
    """A number for an axis: no more digits than needed, thousands apart.

    >>> [number(x) for x in (0, 0.25, 2.5, 1200, 3e6)]
    ['0', '0.25', '2.5', '1,200', '3 million']
    """
    if value >= 1e6:
        return f"{value / 1e6:g} million"
    return f"{value:,.0f}" if value >= 1000 else f"{round(value, 9):g}"


def signed(value: float) -> str:
    """A difference with its sign.

    >>> [signed(x) for x in (-0.05, 0, 2000)]
    ['−0.05', '0', '+2,000']
    """
    return f"{value:+,g}".replace("-", "−") if round(value, 9) else "0"


def count(value: float) -> str:
    """A mean count.

    >>> [count(n) for n in (0.25, 37.7, 1234.5, 1.2e6)]
    ['0.2', '37.7', '1,234', '1.2 million']
    """
    if value >= 1e6:
        return f"{value / 1e6:.1f} million"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


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
    return Measure(label, about, "share", "{:.2f}".format)


POWER = "$2^{{{:.0f}}}$".format
"""A power of two, as Matplotlib writes it."""
LOG = Measure("", "", "log")
MEASURES = {
    "score": share("score", "Score (mines never detonated / mines)"),
    "won": share("share won", "Share of games won"),
    "solved": share("share solved", "Boards solved without a guess after an opening"),
    "no_blast": share("share without a blast", "Share of games without a blast"),
    "hits": share("share of guesses that hit a mine", "Share of guesses that hit a mine"),
    "guesses": Measure("guesses per game", "Guesses per game, the first included"),
    "blasts": Measure("blasts per game", "Blasts per game"),
    "seconds": Measure("time per game", "CPU time per game", "log", seconds, seconds),
    "work": Measure("work per game", "Work per game (looks at constraints)", "log"),
    "visits": Measure("visits per game", "Constraints looked at per game", "log"),
    "pairs": Measure("pairs per game", "Pairs of constraints compared per game", "log"),
    "clues": Measure("clues read per game", "Clues read per game", "log"),
    "assumptions": Measure("suppositions per game", "Suppositions per game", "log"),
    "nodes": Measure("steps per game", "Steps of enumeration per game", "log"),
    "engine_work": Measure("work per game", "Work of the engine per game", "log"),
    "states": Measure("candidates", "Candidates per game", "count", POWER, POWER),
}


def measure_of(name: str) -> Measure:
    """The words for a column; a column unknown here is called by its name."""
    plain = name.replace("_", " ")
    return MEASURES.get(name, Measure(plain, plain.capitalize()))


def averages(
    games: pd.DataFrame, measure: str, agents: Iterable[str] | None = None, *,
    plot: str = "this plot", one: Iterable[str] = (),
) -> pd.DataFrame:  # fmt: skip
    """The mean of a measure at each point with its 95% interval, agents in the order asked for.

    games: a table of games, or what `ml.tidy` made of one.
    one: columns of which the plot shows one value alone.

    Columns: agent, those of a point, n, measure, low, mean, high.
    """
    if isinstance(games, pd.DataFrame) and {"end", "value"} <= {*games.columns}:
        check_table("games", games, ["agent", "end", "value"])
        key = [name for name in games.columns if name not in ("end", "value")]
        table = games.pivot(index=key, columns="end", values="value").reset_index()
        check_table("games", table, list(ENDS))
    else:
        table = means(games, measure)
        one_of_each(games, ["form"], plot)
    names = chosen("agents", table["agent"].unique().tolist(), agents)
    table = table[table["agent"].isin(names)]
    table = table.sort_values("agent", kind="stable", key=lambda column: column.map(names.index))
    one_of_each(table, one, plot)
    if measure_of(measure).axis == "log":  # intervals of logarithms never reach down to 0
        mean = table["mean"].where(table["mean"] > 0)
        for end, ends in zip(("low", "high"), on_log_scale(mean, table["high"]), strict=True):
            table[end] = ends.fillna(table[end]).where(mean > 0)
    return table


def inner(table: pd.DataFrame) -> pd.DataFrame:
    """Without boards that are full of mines, if there are others."""
    part = table[table["density"] <= DENSEST + 1e-9]
    return part if len(part) else table


def chosen(what: str, known: list[str], names: Iterable[str] | None) -> list[str]:
    """The names asked for, each once; by default all that are known."""
    given = [names] if isinstance(names, str) else names
    asked = known if given is None else check_list(what, given, "names")
    for name in asked:
        check_one_of(what, name, sorted(known))
    if not asked:
        raise ValueError(f"{what} must be at least one of {sorted(known)}")
    return list(dict.fromkeys(asked))


def one_of_each(table: pd.DataFrame, columns: Iterable[str], plot: str) -> None:
    """Refuse rows that differ in one of these columns, if they have it."""
    for column in (column for column in columns if column in table):
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
    """The size of the boards, in words, if the table says it."""
    return "{} × {}".format(*table[["rows", "cols"]].iloc[0]) if "rows" in table else ""


def subtitle(
    measure: str, where: str, table: pd.DataFrame, games: Any, shape: str, *notes: str
) -> str:
    """What was measured, where, how often, and what the bands or bars are."""
    words = measure_of(measure)
    # Only under the report rules is the score what its words say.
    other = measure == "score" and table.get("rules", pd.Series(["report"])).iloc[0] != "report"
    about = f"{'Score' if other else words.about}. {setting(where, table, games)}"
    parts = [about, f"95% {'Wilson ' if measure in RATES else ''}{shape}"]
    if words.axis == "log":
        parts.append("log scale (0 is left out)" if (table["mean"] == 0).any() else "log scale")
    return "; ".join([*parts, *notes])


def setting(where: str, table: pd.DataFrame, games: Any, same: str = "") -> str:
    """Where and by which rules was played, and how many games make a point, as far as is known."""
    parts = [where] if where else []
    parts += [f"{table['rules'].iloc[0]} rules"] if "rules" in table else []
    if "n" in table:
        least, most = table["n"].min(), table["n"].max()
        many = f"{least:,}" if least == most else f"{least:,} to {most:,}"
        unit = "block" if "block" in games else "board"
        parts.append(f"{same}{many} {unit}{'' if most == 1 else 's'} per point")
    return ", ".join(parts)


def value_axis(axes: Axes, which: str, words: Measure, from_0: bool = False) -> None:
    """The axis of what is drawn: logarithmic, or where its values are, perhaps from 0 on."""
    axis = getattr(axes, f"{which}axis")
    if words.axis == "log":
        axes.set(**{f"{which}scale": "log"})
        low, high = getattr(axes, f"get_{which}lim")()
        axis.set_major_locator(ticker.LogLocator(subs=[1.0] if high > 60 * low else [1.0, 2, 5]))
        axis.set_minor_locator(ticker.NullLocator())
    elif from_0 and words.axis == "share":
        share_axis(axes, which)
    else:
        axis.set_major_locator(ticker.MaxNLocator(6, steps=[1, 2, 2.5, 5, 10]))
        axes.set(**{f"{which}lim": (0, None)} if from_0 else {})
    axis.set_major_formatter(lambda value, _: words.tick(value))


def share_axis(axes: Axes, which: str = "y", percent: bool = False) -> None:
    """An axis from 0 to 1."""
    write = "{:.0%}".format if percent else number
    ticks = [0, 0.25, 0.5, 0.75, 1]
    axes.set(**{f"{which}ticks": ticks, f"{which}ticklabels": map(write, ticks)})
    axes.set(**{f"{which}lim": (0, 1 if percent else 1.02)})


def density_axis(axes: Axes, densities: Any) -> str:
    """The horizontal axis from the lowest density to the highest; its label."""
    low, high = min(densities), max(densities)
    beyond = 0.02 * (high - low) or 0.02
    axes.set_xlim(low - beyond, high + beyond)
    axes.xaxis.set_major_locator(ticker.MaxNLocator(11, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(lambda x, _: number(round(x, 2)))
    return DENSITY
