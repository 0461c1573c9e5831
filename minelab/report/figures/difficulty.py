"""Difficulty: what share of the boards each rung of methods is the first to solve."""

import pandas as pd

from minelab.lab.difficulty import LADDER, NEEDS_A_GUESS
from minelab.report.figures.canvas import Canvas, empty_axes
from minelab.report.figures.measures import check_table, one_of_each
from minelab.report.figures.stacks import stack

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
    counts = table.groupby(["density", "difficulty"]).size().unstack(fill_value=0)
    shares = counts.div(counts.sum(axis=1), axis=0).reindex(columns=rungs, fill_value=0.0)
    rows, cols, rules = table[["rows", "cols", "rules"]].iloc[0]
    n = f"{counts.sum(axis=1).max():,}"
    about = f"Cheapest methods that need no guess. {rows} × {cols}, {rules} rules, {n} boards a bar"
    axes = empty_axes(title, about, on=on)
    names = {rung: "needs a guess" if rung == NEEDS_A_GUESS else rung for rung in rungs}
    places = shares.index.to_numpy(float)
    stack(axes, places, shares, names, gap=0.02, x="density (mines / cells)", y="share of boards")
    return axes.figure
