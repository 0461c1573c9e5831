"""One half: what the risk was where a rule said one half."""

import pandas as pd

from minelab.display.palette import colour, rule_look
from minelab.report.figures.canvas import Canvas, empty_axes, lay_out, line_look
from minelab.report.figures.curves import density_axis
from minelab.report.figures.labels import Entry, column
from minelab.report.figures.measures import check_table, part

WANTED = ["rule", "density", "risk", "low", "high", "guesses"]
FEWEST = 10
"""Guesses that make a point."""
ASIDE = 0.008
"""Half of the distance between two rules at one density."""


def halves(table: pd.DataFrame, title: str = "", *, on: Canvas | None = None) -> Canvas:
    """The exact risk of guesses that were called one half, a dot for each rule and density.

    table: as from `bonuses.halves`; points of fewer than 10 guesses are left out.
    title: the finding, as a sentence.
    on: a panel of `pair`, instead of a figure of its own.
    """
    check_table("table", table, WANTED)
    shown = table[table["guesses"] >= FEWEST]
    about = f"Exact risk of {shown['guesses'].sum():,} guesses; bars: the middle 80 of 100"
    axes = empty_axes(title, about, on=on)
    axes.axhline(0.5, color=colour("ink"), lw=1, ls=(0, (3, 2.5)), zorder=1.5)
    entries = []
    for place, (name, some) in enumerate(shown.groupby("rule", sort=False)):
        look = line_look(*rule_look(str(name)))
        x = some["density"] + ASIDE * (2 * place - 1)
        axes.vlines(x, some["low"], some["high"], color=look["color"], lw=3, alpha=0.35)
        axes.plot(x, some["risk"], label=str(name), clip_on=False, **look | {"lw": 1.2})
        entries.append(Entry(str(name), look))
    density_axis(axes, pd.Series([0.0, 1.0]))
    axes.set_ylim(0, 1.02)
    ticks = [0, 0.25, 0.5, 0.75, 1]
    axes.set_yticks(ticks, map(part, ticks))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_ylabel("exact risk", fontsize=9)
    lay_out(axes)
    column(axes, [*entries, Entry("what they say", {"color": colour("ink"), "lw": 1, "ls": "--"})])
    return axes.figure
