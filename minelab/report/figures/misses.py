"""Misses: what each agent's guesses leave unproved, and what they risk beyond the least."""

import pandas as pd
from matplotlib.axes import Axes

from minelab.display.palette import colour
from minelab.lab.hindsight import misses as counted
from minelab.report.figures.canvas import (
    PAIR,
    Canvas,
    agent_look,
    empty_axes,
    lay_out,
    new_figure,
    number,
)
from minelab.report.figures.measures import check_table

WANTED = ["agent", "density", "board_seed", "risk", "least", "safe", "mined"]

WORDS = {
    "provable": (
        "Guesses while the clues proved a cell, in percent",
        "guesses while something was provable (%)",
    ),
    "extra risk": (
        "Risk beyond the least, percent a guess",
        "risk beyond the least (percentage points)",
    ),
}
"""By measure, what the subtitle and what the axis call it."""


def misses(table: pd.DataFrame, titles: tuple[str, str] = ("", "")) -> Canvas:
    """Two panels of agents: guesses while something was provable, and extra risk per guess.

    table: as `guesses`; agents are in the order of what they miss.
    titles: the findings, as sentences.
    """
    check_table("table", table, WANTED)
    found = counted(table)
    found = found.sort_values(["% provable", "% extra risk"], ascending=False, kind="stable")
    size = (PAIR[0], 1.4 + 0.22 * len(found))
    figure = new_figure(size)
    panels = figure.subfigures(1, 2, facecolor=colour("surface"), squeeze=False)[0]
    boards = len(table[["mines", "board_seed"]].drop_duplicates())
    where = f"{len(table):,} guesses on {boards} boards; 95% bars"
    for panel, title, (what, (about, label)) in zip(panels, titles, WORDS.items(), strict=True):
        axes = empty_axes(title, f"{about}. {where}", on=panel)
        draw_rows(axes, found, what)
        axes.set_xlabel(label, fontsize=9)
        lay_out(axes)
    return figure


def draw_rows(axes: Axes, found: pd.DataFrame, what: str) -> None:
    """A dot with its interval for each agent, and its number at the right."""
    for place, (name, row) in enumerate(found.iterrows()):
        look = agent_look(str(name))
        value, error = row[f"% {what}"], row[f"± {what}"]
        axes.hlines(
            place, max(0, value - error), value + error, color=look["color"], lw=3, alpha=0.35
        )
        axes.plot([value], [place], label=name, clip_on=False, **look | {"ms": look["ms"] + 2})
        axes.annotate(
            f"{value:.1f}", (1, place), (8, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", va="center_baseline", fontsize=9.5, color=colour("soft"),
        )  # fmt: skip
    axes.set_yticks(range(len(found)), list(found.index), fontsize=9, fontweight="bold")
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.set_ylim(-0.7, len(found) - 0.3)
    most = float((found[f"% {what}"] + found[f"± {what}"]).max())
    axes.set_xlim(-0.02 * most, 1.03 * most)
    axes.xaxis.set_major_formatter(lambda x, _: number(x))
    axes.grid(axis="x", color=colour("hairline"), lw=0.8)
