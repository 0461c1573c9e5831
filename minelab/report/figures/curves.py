"""Curves: the mean of a measure against density or size, one curve per agent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import SubFigure
from matplotlib.ticker import FuncFormatter, Locator, MultipleLocator
from numpy.typing import NDArray

from minelab._checks import check_number
from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.inference.methods import family
from minelab.report.figures.canvas import Canvas, agent_look, empty_axes, lay_out, line_look, number
from minelab.report.figures.labels import Entry, column, make_room
from minelab.report.figures.measures import (
    check_table,
    chosen,
    is_one_density,
    means,
    measure_of,
    one_of_each,
    size,
    subtitle,
    value_axis,
)

MOST = 12
"""Curves that can be told apart in one figure."""
SIZE_DASHES = ((), (6, 2), (2, 1.5), (1, 1.5), (6, 2, 1, 2), (9, 2, 3, 2))
"""Dashes of the sizes of board, where one agent is shown alone."""


@dataclass(frozen=True)
class Curve:
    """A curve from left to right with its interval, and how it is drawn."""

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    look: dict[str, Any]

    def at(self, x: float) -> float:
        """The height of the curve at x, nan beyond its ends."""
        return float(np.interp(x, self.x, self.y, left=np.nan, right=np.nan))

    def lines(self) -> list[NDArray[np.float64]]:
        """The points of the curve and of both edges of its band."""
        return [np.column_stack([self.x, y]) for y in (self.y, self.low, self.high)]


def by_density(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, at: float | None = None,
    printed: pd.DataFrame | None = None, on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """A measure against density, one curve per agent, or for one agent one per board size.

    games: a table of games, as from `sweep` or `load`; also one of cost or time.
    measure: a column, or `no_blast` for the share of games without a blast.
    title: the finding, as a sentence.
    agents: which of them, at most 12; all by default.
    at: the density of the dashed line, at which the names are ordered and have their values;
        where the agents other than `random` are farthest apart unless said otherwise.
    printed: means that a report prints, to be laid over as hollow marks: a table with the columns
        agent, density and the measure.
    on: a panel of `pair`, instead of a figure of its own.
    """
    table = means(games, measure, agents)
    one_of_each(table, ["rules"], "by_density")
    if len(table[["rows", "cols"]].drop_duplicates()) > 1 and table["agent"].nunique() == 1:
        curves, where = curves_of_sizes(table), table["agent"].iloc[0]
    else:
        one_of_each(table, ["rows", "cols"], "by_density")
        curves, where = curves_of_agents(table, "density"), size(table)
    at = check_at(widest(curves, measure) if at is None else at, curves)
    check_printed(printed, measure, curves)
    notes = () if printed is None else ("hollow: the report's own means",)
    about = subtitle(measure, where, table, games, "bands", *notes)
    axes = draw(curves, measure, title, about, on)
    if printed is not None:
        lay_over(axes, printed, measure, curves)
    density_axis(axes, table["density"])
    lay_out(axes)
    read_out(axes, curves, measure, at, f"at {at:.2f}")
    return axes.figure


def by_size(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, at: float | None = None, on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """A measure against the side of square boards of one density; parameters as in `by_density`.

    at: the side of the dashed line; by default the largest that all have.
    """
    table = means(games, measure, agents)
    one_of_each(table, ["rules"], "by_size")
    if (table["rows"] != table["cols"]).any():
        raise ValueError("by_size shows square boards alone: games must have as many rows as cols")
    if not is_one_density(table):
        one_of_each(table, ["density"], "by_size")
    curves = curves_of_agents(table, "rows")
    at = check_at(min(curve.x[-1] for curve in curves) if at is None else at, curves)
    where = f"Density {table['density'].median():.2g}"
    about = subtitle(measure, where, table, games, "bands")
    axes = draw(curves, measure, title, about, on)
    side_axis(axes, table["rows"], measure_of(measure).axis)
    lay_out(axes)
    read_out(axes, curves, measure, at, f"at side {at:g}")
    return axes.figure


def curves_of_agents(table: pd.DataFrame, x: str) -> list[Curve]:
    """One curve per agent, in the order of the table."""
    parts = table.groupby("agent", sort=False)
    if len(parts) > MOST:
        raise ValueError(
            f"agents must be at most {MOST}, else their curves can't be told apart, not "
            f"{len(parts)}: choose with agents=[...]"
        )
    return [to_curve(str(name), part, [x, "mean"], agent_look(str(name))) for name, part in parts]


def curves_of_sizes(table: pd.DataFrame) -> list[Curve]:
    """One curve per board size, in the colour of the one agent."""
    agent = table["agent"].iloc[0]
    parts = list(table.groupby(["rows", "cols"]))
    if len(parts) > len(SIZE_DASHES):
        raise ValueError(f"games must be of at most {len(SIZE_DASHES)} sizes, not {len(parts)}")
    looks = [line_look(agent_colour(agent), agent_marker(agent), dash) for dash in SIZE_DASHES]
    return [
        to_curve(f"{rows} × {cols}", part, ["density", "mean"], look)
        for ((rows, cols), part), look in zip(parts, looks, strict=False)
    ]


def to_curve(name: str, part: pd.DataFrame, columns: list[str], look: dict[str, Any]) -> Curve:
    """The curve of two columns of a table, with the interval in `low` and `high`."""
    values = part.sort_values(columns[0])[[*columns, "low", "high"]].to_numpy(float)
    x, y, low, high = values.T
    return Curve(name, x, y, low, high, look)


def draw(curves: Sequence[Curve], measure: str, title: str, about: str, on: Canvas | None) -> Axes:
    """Curves with their bands, and the axis of the measure."""
    words = measure_of(measure)
    axes = empty_axes(title, about, on=on)
    for place, curve in enumerate(curves):
        if words.axis == "log":
            off = np.where(curve.y > 0, 0, np.nan)
            curve = replace(curve, y=curve.y + off, low=curve.low + off, high=curve.high + off)
        draw_curve(axes, curve, place)
    ends = np.concatenate([[*curve.low, *curve.high] for curve in curves])
    value_axis(axes, "y", words, np.concatenate([curve.y for curve in curves]), ends)
    return axes


def draw_curve(axes: Axes, curve: Curve, place: int) -> None:
    """A curve and its band; if it has many points, only some have a marker."""
    shade, above = curve.look["color"], place / 100
    axes.fill_between(
        curve.x, curve.low, curve.high, color=shade, alpha=0.16, lw=0, zorder=2 + above
    )
    every = min(4, max(1, len(curve.x) // 5))
    where = (place % every, every)
    axes.plot(
        curve.x,
        curve.y,
        label=curve.name,
        markevery=where,
        clip_on=False,
        zorder=3 + above,
        **curve.look,
    )


def check_at(at: float, curves: Sequence[Curve]) -> float:
    """Refuse a dashed line beyond the curves."""
    low, high = min(curve.x[0] for curve in curves), max(curve.x[-1] for curve in curves)
    return check_number("at", at, low, high)


def check_printed(printed: pd.DataFrame | None, measure: str, curves: Sequence[Curve]) -> None:
    """Refuse printed means of agents that are not shown."""
    if printed is not None:
        check_table("printed", printed, ["agent", "density", measure])
        chosen("printed agents", [curve.name for curve in curves], printed["agent"].unique())


def lay_over(axes: Axes, printed: pd.DataFrame, measure: str, curves: Sequence[Curve]) -> None:
    """Means that a report prints, as hollow marks of the agents' colours."""
    looks = {curve.name: curve.look for curve in curves}
    for name, part in printed.groupby("agent", sort=False):
        look = looks[str(name)]
        hollow = {"lw": 0.7, "mfc": colour("surface"), "mec": look["color"], "mew": 1.3}
        axes.plot(part["density"], part[measure], zorder=4, **look | hollow)


class DensityTicks(Locator):
    """Ticks at steps of 0.05, or at wider ones if there is no room."""

    def __call__(self) -> Sequence[float]:
        assert self.axis is not None
        return self.tick_values(*self.axis.get_view_interval())

    def tick_values(self, vmin: float, vmax: float) -> Sequence[float]:
        assert self.axis is not None
        most = min(11, self.axis.get_tick_space())
        step = next((step for step in (0.05, 0.1, 0.2) if vmax - vmin <= most * step), 0.5)
        return MultipleLocator(step).tick_values(vmin, vmax)


def density_axis(axes: Axes, densities: "pd.Series[float]") -> None:
    """The horizontal axis from the lowest density to the highest."""
    low, high = densities.min(), densities.max()
    beyond = 0.02 * (high - low) or 0.02
    axes.set_xlim(low - beyond, high + beyond)
    axes.xaxis.set_major_locator(DensityTicks())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: number(round(x, 2))))
    axes.set_xlabel("density (mines / cells)", fontsize=9)


def side_axis(axes: Axes, sides: "pd.Series[int]", axis: str = "") -> None:
    """The horizontal axis from the smallest board to the largest; logarithmic if the other is."""
    ticks = np.unique(sides)
    if axis == "log":
        axes.set_xscale("log")
    axes.set_xticks(ticks, [str(side) for side in ticks])
    axes.set_xticks([], minor=True)
    axes.set_xlabel("side of the board (cells)", fontsize=9)


def widest(curves: Sequence[Curve], measure: str) -> float:
    """Where the curves are farthest apart, among the places that most of them have.

    Boards without mines or without free cells do not count, nor does `random`, far from all.
    """
    compared = [curve for curve in curves if family(curve.name) != "random"] or curves
    places = np.unique(np.concatenate([curve.x for curve in compared]))
    inner = places[(places > 0) & (places < 1)]
    places = inner if len(inner) else places
    values = np.array([[curve.at(x) for curve in compared] for x in places])
    if measure_of(measure).axis == "log":
        values = np.log(np.where(values > 0, values, np.nan))
    if len(compared) == 1:
        return float(places[len(places) // 2])
    known = np.isfinite(values).sum(axis=1)
    spread = [np.ptp(row[np.isfinite(row)]) if any(np.isfinite(row)) else 0 for row in values]
    return float(places[np.lexsort((np.array(spread), known))[-1]])


def read_out(axes: Axes, curves: Sequence[Curve], measure: str, at: float, head: str) -> None:
    """A dashed line, and the names in the order of the curves there, with their values."""
    values = {curve.name: curve.at(at) for curve in curves}
    ordered = sorted(curves, key=lambda curve: np.nan_to_num(values[curve.name], nan=-np.inf))
    axes.axvline(at, color=colour("ink"), lw=1, ls=(0, (3, 2.5)), zorder=1.5)
    write = measure_of(measure).value
    texts = {name: "–" if np.isnan(y) else write(y) for name, y in values.items()}
    entries = [Entry(curve.name, curve.look, texts[curve.name]) for curve in ordered[::-1]]
    if isinstance(axes.figure, SubFigure):  # names beside it would make one of two panels narrow
        make_room(axes, entries, head, most=0.4)
    column(axes, entries, head)
