"""Marks: curves with their intervals, dots, and bars of significance, in the looks of agents."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.report.figures import canvas, points
from minelab.report.figures.canvas import SIZES
from minelab.report.tidy import ENDS, in_rows, keywords, look

MOST = 12
"""Curves that can be told apart in one figure."""
DASHES = ((), (6, 2), (2, 1.5), (1, 1.5), (6, 2, 1, 2), (9, 2, 3, 2))
"""What tells curves of one agent apart."""
LEVEL = 0.05
"""The level of the tests behind bars."""


def looks_of(agents: Iterable[str]) -> dict[str, Any]:
    """The keywords of `ml.look`; refuses more agents than can be told apart."""
    names = [*dict.fromkeys(agents)]
    if len(names) > MOST:
        raise ValueError(
            f"agents must be at most {MOST}, else their curves can't be told apart, not "
            f"{len(names)}: choose with agents=[...]"
        )
    return look(names)


def by_board(table: pd.DataFrame, agent: str) -> tuple[dict[str, Any], pd.DataFrame]:
    """Looks by size of board of one agent, which differ by their dash, and the sizes as agents."""
    table = table.sort_values(["rows", "cols"], kind="stable")
    table["agent"] = table["rows"].astype(str) + " × " + table["cols"].astype(str)
    names = [*dict.fromkeys(table["agent"])]
    if len(names) > len(DASHES):
        raise ValueError(f"games must be of at most {len(DASHES)} sizes, not {len(names)}")
    like = agent_colour(agent), agent_marker(agent)
    return keywords({name: (*like, dash) for name, dash in zip(names, DASHES, strict=False)}), table


def draw_curves(
    axes: Axes, table: pd.DataFrame, x: str, looks: dict[str, Any], style: str = "band"
) -> None:
    """Curves and their intervals; if they have many points, only some have a marker."""
    if table.empty:
        return
    if style == "bars":  # seaborn's make Matplotlib 3.10 warn where a curve has one point
        looks = looks | {"errorbar": None}
        shades = [looks["palette"][name] for name in table["agent"]]
        axes.vlines(table[x], table["low"], table["high"], shades, lw=3, alpha=0.35, zorder=2)
    sns.lineplot(
        in_rows(table[["agent", x, *ENDS]]), x=x, y="value", hue="agent", **looks, ax=axes,
        legend=False, err_kws={"alpha": 0.16, "lw": 0, "zorder": 2}, linewidth=1.8, zorder=3,
        clip_on=False, markeredgecolor=colour("surface"), markeredgewidth=0.8,
        markevery=max(1, round(table["agent"].value_counts().max() / 10)),
    )  # fmt: skip
    names = [name for name in looks["hue_order"] if name in set(table["agent"])]
    for name, line in zip(names, axes.lines[-len(names) :], strict=True):
        line.set(label=name, markersize=SIZES.get(looks["markers"][name], 6))


def draw_dots(
    axes: Axes, table: pd.DataFrame, x: str, y: str, looks: dict[str, Any], *,
    hollow: bool = False, **how: Any,
) -> None:  # fmt: skip
    """A mark for each row, in the colour and shape of its agent."""
    sns.scatterplot(
        table, x=x, y=y, hue="agent", style="agent", palette=looks["palette"],
        markers=looks["markers"], legend=False, ax=axes, zorder=4, clip_on=False, **how,
    )  # fmt: skip
    if hollow:
        rims = [looks["palette"][name] for name in table["agent"]]
        axes.collections[-1].set(facecolor=colour("surface"), edgecolor=rims, linewidth=1.4)


def draw_bars(axes: Axes, table: pd.DataFrame, x: str, looks: dict[str, Any]) -> None:
    """Under the bands a bar for each curve, at the points where it is not 0; vertical axis."""
    ends, rows = np.append(table[[*ENDS]].to_numpy(float), 0).round(9), len(looks["palette"])
    low, high = np.nanmin(ends), np.nanmax(ends)
    step = 0.05 * (high - low or 1)
    places = np.unique(table[x])
    edges = np.array([places[0], *(places[1:] + places[:-1]) / 2, places[-1]])
    sure = table[table["p_holm"] < LEVEL]
    for place, (name, shade) in enumerate(looks["palette"].items()):
        at = np.searchsorted(places, sure[x][sure["agent"] == name])
        y = [low - (place + 1.5) * step] * len(at)
        axes.hlines(y, edges[at], edges[at + 1], color=shade, lw=4, capstyle="projecting")
    note = "bars: where it is significant" if len(sure) else "no bars: nothing is significant"
    note = f"{note} ({LEVEL:.0%} level, Holm)"
    axes.text(table[x].min(), low - (rows + 2) * step, note, va="center", **canvas.SOFT)
    axes.set_ylim(low - (rows + 3) * step, high + step)
    ticks = MaxNLocator(5).tick_values(low, low + 20 * step)
    axes.set_yticks([tick for tick in ticks if low - step < tick < high + step])
    axes.yaxis.set_major_formatter(lambda y, _: points.signed(y))
