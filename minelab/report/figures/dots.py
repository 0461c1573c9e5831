"""Dots: one measure of many agents, one below another."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from minelab.display.palette import colour
from minelab.lab.stats import POINT
from minelab.report.figures.canvas import ALONE, Canvas, agent_look, empty_axes, lay_out
from minelab.report.figures.measures import (
    means,
    measure_of,
    one_of_each,
    size,
    subtitle,
    value_axis,
)


def by_agent(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """A measure of each agent at one point, the largest on top; parameters as in `by_density`.

    Dots show places, not lengths, so the axis need not begin at 0.
    """
    table = means(games, measure, agents).sort_values("mean", kind="stable")
    one_of_each(table, POINT, "by_agent")
    words = measure_of(measure)
    values, ends = table["mean"].to_numpy(float), table[["low", "high"]].to_numpy(float)
    where = f"{size(table)}, density {table['density'].iloc[0]:.2g}"
    inches = (ALONE[0], max(2.4, 1.3 + 0.25 * len(table)))
    axes = empty_axes(title, subtitle(measure, where, table, games, "bars"), inches, on)
    for place, (name, value, (low, high)) in enumerate(
        zip(table["agent"], values, ends, strict=True)
    ):
        look = agent_look(name)
        axes.hlines(place, low, high, color=look["color"], lw=3, alpha=0.35)
        dot = value if value > 0 or words.axis != "log" else np.nan
        axes.plot([dot], [place], label=name, clip_on=False, **look | {"ms": look["ms"] + 3})
        axes.annotate(
            words.value(value), (1, place), (8, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", va="center_baseline", fontsize=9.5, color=colour("soft"),
        )  # fmt: skip
    axes.set_yticks(range(len(table)), list(table["agent"]), fontsize=9.5, fontweight="bold")
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.set_ylim(-0.7, len(table) - 0.3)
    value_axis(axes, "x", words, values, np.ravel(ends))
    if words.axis == "share":
        low, high = np.nanmin([*values, *np.ravel(ends)]), np.nanmax([*values, *np.ravel(ends)])
        beyond = 0.04 * (high - low) or 0.02
        axes.set_xlim(low - beyond, high + beyond)
        axes.xaxis.set_major_locator(MaxNLocator(6))
    lay_out(axes)
    return axes.figure
