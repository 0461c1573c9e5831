"""Difficulty: what share of the boards each rung of methods is the first to solve."""

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter

from minelab.difficulty import LADDER, NEEDS_A_GUESS
from minelab.palette import GUESS_TINT, colour, method_colour
from minelab.plots.canvas import Canvas, empty_axes, lay_out
from minelab.plots.labels import Entry, column
from minelab.plots.measures import check_table, one_of_each

WANTED = ["rows", "cols", "mines", "density", "rules", "difficulty"]


def difficulty(table: pd.DataFrame, title: str = "", *, on: Canvas | None = None) -> Canvas:
    """Boards of one size by density, stacked by the cheapest methods that solve them.

    table: as `difficulty`, boards of one size.
    title: the finding, as a sentence.
    on: a panel of `pair`, instead of a figure of its own.
    """
    check_table("table", table, WANTED)
    one_of_each(table, ["rows", "cols", "rules"], "difficulty")
    rungs = [*LADDER, NEEDS_A_GUESS]
    counts = pd.crosstab(table["density"], table["difficulty"])
    shares = counts.div(counts.sum(axis=1), axis=0).reindex(columns=rungs, fill_value=0.0)
    rows, cols, rules = table[["rows", "cols", "rules"]].iloc[0]
    n = f"{counts.sum(axis=1).max():,}"
    about = f"Cheapest methods that need no guess. {rows} × {cols}, {rules} rules, {n} boards a bar"
    axes = empty_axes(title, about, on=on)
    places = shares.index.to_numpy(float)
    width = 0.8 * (np.diff(places).min() if len(places) > 1 else 0.02)
    looks = {rung: GUESS_TINT if rung == NEEDS_A_GUESS else method_colour(rung) for rung in rungs}
    below = np.zeros(len(shares))
    for rung in rungs:
        axes.bar(places, shares[rung], width, below, color=looks[rung], lw=0, label=rung)
        below += shares[rung].to_numpy()
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: "0" if y == 0 else f"{y:.0%}"))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_xlim(places[0] - width, places[-1] + width)
    axes.set_xlabel("density (mines / cells)", fontsize=9)
    axes.set_ylabel("share of boards", fontsize=9)
    lay_out(axes)
    swatch = {"ls": "", "marker": "s", "ms": 9, "mew": 0}
    entries = [
        Entry("needs a guess" if rung == NEEDS_A_GUESS else rung, swatch | {"color": looks[rung]})
        for rung in rungs[::-1]
    ]
    column(axes, entries)
    return axes.figure
