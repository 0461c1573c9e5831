"""The threshold: boards solved without a guess, by density, and where half of them are."""

from collections.abc import Iterable
from typing import Any

import pandas as pd

from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.report.figures.canvas import Canvas, empty_axes, lay_out, line_look, number
from minelab.report.figures.curves import by_density
from minelab.report.figures.labels import Entry, column
from minelab.report.figures.measures import check_table
from minelab.report.threshold import SOLVER, THEORY, with_solved

WANTED = ["side", "cells", "half", "low", "high"]


def solved_by_density(
    games: pd.DataFrame, title: str = "", *, sides: Iterable[int] | None = None,
    at: float | None = None, on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """The share of boards solved without a guess against density, one curve per side.

    games: as `solvable`, games of one agent.
    sides: which of them, at most 6; all by default.
    The rest as in `by_density`.
    """
    check_table("games", games, ["rows", "won", "guesses"])
    chosen = games if sides is None else games[games["rows"].isin(list(sides))]
    return by_density(with_solved(chosen), "solved", title, at=at, on=on)


def half_points(halves: pd.DataFrame, title: str = "", *, on: Canvas | None = None) -> Canvas:
    """The density at which half of the boards are solved against their cells, both as logarithms.

    halves: as from `threshold.half_points`. The dashed line is as steep as theory says it becomes,
        drawn through the largest size.
    """
    check_table("halves", halves, WANTED)
    about = "Half of the boards are solved without a guess; log scales, 95% bars"
    axes = empty_axes(title, about, on=on)
    look = line_look(agent_colour(SOLVER), agent_marker(SOLVER))
    cells, half = halves["cells"].to_numpy(float), halves["half"].to_numpy(float)
    axes.vlines(cells, halves["low"], halves["high"], color=look["color"], lw=3, alpha=0.35)
    axes.plot(cells, half, label="half", **look | {"lw": 1.2})
    theory = half[-1] * (cells / cells[-1]) ** THEORY
    dashed: dict[str, Any] = {"color": colour("soft"), "lw": 1.2, "ls": (0, (3, 2.5))}
    shown = theory <= 1.35 * half.max()
    axes.plot(cells[shown], theory[shown], label="theory", **dashed)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(cells[::2], [number(n) for n in cells[::2]])
    axes.set_xticks([], minor=True)
    low, high = (
        0.9 * min(half.min(), halves["low"].min()),
        1.1 * max(half.max(), theory[shown].max()),
    )
    axes.set_ylim(low, high)
    ticks = [k / 100 for k in range(1, 100) if low <= k / 100 <= high]
    ticks = ticks[:: max(1, len(ticks) // 8)]
    axes.set_yticks(ticks, [number(tick) for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_xlabel("cells of the board", fontsize=9)
    axes.set_ylabel("density at which half are solved", fontsize=9)
    lay_out(axes)
    column(axes, [Entry("half-point", look), Entry("as cells to the power −1/6", dashed)])
    return axes.figure
