"""Shortfall: how much of perfect play each agent misses on tiny boards."""

from collections.abc import Iterable

import pandas as pd

from minelab._checks import check_one_of
from minelab.display.palette import colour
from minelab.lab.stats import student
from minelab.report.figures.canvas import Canvas, agent_look, empty_axes, lay_out, number
from minelab.report.figures.labels import Entry, column
from minelab.report.figures.measures import check_table, chosen, one_of_each

WANTED = ["rows", "cols", "mines", "aim", "agent", "orders", "error", "shortfall"]
LABELS = {"win": "wins missed, share of all boards", "score": "score missed"}


def shortfall(
    table: pd.DataFrame, aim: str = "win", title: str = "", *,
    agents: Iterable[str] | None = None, on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """What each agent misses of perfect play, against the number of mines.

    table: as from `ml.shortfall`, of one size of board.
    aim: "win" or "score".
    title: the finding, as a sentence.
    agents: which of them; all by default.
    on: a panel of `pair`, instead of a figure of its own.
    """
    check_table("table", table, WANTED)
    check_one_of("aim", aim, LABELS)
    table = table[table["aim"] == aim]
    one_of_each(table, ["rows", "cols"], "shortfall")
    names = chosen("agents", table["agent"].unique().tolist(), agents)
    rows, cols = table[["rows", "cols"]].iloc[0]
    about = f"{LABELS[aim].capitalize()}. All boards of {rows} × {cols}; bars are 95%"
    axes = empty_axes(title, about, on=on)
    shown = table[table["agent"].isin(names)]
    low, high = student(shown["shortfall"], shown["error"], shown["orders"] - 1)
    shown = shown.assign(low=low, high=high)
    entries = []
    for name in names:
        part = shown[shown["agent"] == name].sort_values("mines")
        look = agent_look(name)
        axes.vlines(part["mines"], part["low"], part["high"], color=look["color"], lw=3, alpha=0.35)
        axes.plot(part["mines"], part["shortfall"], label=name, clip_on=False, **look)
        entries.append(Entry(name, look, f"{part['shortfall'].mean():.3f}"))
    mines = sorted(shown["mines"].unique())
    axes.set_xticks(mines, [str(n) for n in mines])
    axes.set_xlabel("mines on the board", fontsize=9)
    axes.set_ylabel(LABELS[aim], fontsize=9)
    axes.set_ylim(0, 1.06 * float(shown["high"].max()) or 1)
    axes.yaxis.set_major_formatter(lambda y, _: number(round(y, 3)))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    lay_out(axes)
    column(axes, sorted(entries, key=lambda entry: -float(entry.value)), "mean")
    return axes.figure
