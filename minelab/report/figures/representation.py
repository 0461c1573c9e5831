"""What it costs to hold a board in the ways of the reports (notebook 01)."""

import pandas as pd
from matplotlib.axes import Axes

from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.report.figures.canvas import Canvas, empty_axes
from minelab.report.representations import medians

AGENT_OF = {
    "COWAN": "cowan",
    "IBS": "ibs",
    "SWEPT": "swept",
    "Daggers": "dagger",
    "Corners": "corners",
    "minelab": "basic",
    "engine": "exact",
}
"""The agent whose colour and marker a report has."""
SIDE = 30


def representation_bytes(table: pd.DataFrame) -> Canvas:
    """Memory per cell of each representation in the middle of a game, least at the bottom."""
    costs = medians(table, SIDE).sort_values("bytes")
    per_cell = costs["bytes_per_cell"]
    most, least = per_cell.iloc[-1], per_cell.iloc[0]
    axes = empty_axes(
        f"{costs.index[-1]}'s {costs['structure'].iloc[-1]} takes {most / least:.0f} times "
        "the memory of flat arrays",
        f"Bytes per cell of a {SIDE} × {SIDE} board in mid-game, median of five games; log scale",
    )
    rows = zip(costs.index, per_cell, costs["structure"], strict=True)
    for place, (report, value, structure) in enumerate(rows):
        axes.hlines(place, least / 1.6, value, color=colour("line"), lw=0.8, zorder=0)
        dot(axes, value, place, report)
        beside(axes, f"{value:.0f}   {structure}", value, place)
    axes.set_xscale("log")
    axes.set_xlim(least / 1.6, most * 7)
    axes.set_xticks([10, 100, 1000], ["10", "100", "1,000"])
    axes.set_yticks(range(len(costs)), list(costs.index), fontsize=9.5, fontweight="bold")
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.set_xlabel("bytes per cell", fontsize=9)
    return axes.figure


def representation_times(table: pd.DataFrame) -> Canvas:
    """Time to update with one cell against time to write down the relations."""
    costs = medians(table, SIDE)
    axes = empty_axes(
        "What is saved when a cell opens is paid when the agent infers",
        f"Microseconds, {SIDE} × {SIDE} board in mid-game, median of five games; log scales",
    )
    for report, cost in costs.iterrows():
        dot(axes, cost["update_us"], cost["relations_us"], str(report))
        beside(axes, str(report), cost["update_us"], cost["relations_us"], bold=True)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.006, 150)
    axes.set_ylim(0.06, 5000)
    axes.set_xticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
    axes.set_yticks([0.1, 1, 10, 100, 1000], ["0.1", "1", "10", "100", "1,000"])
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_xlabel("to take in one more cell (µs)", fontsize=9)
    axes.set_ylabel("to write down the relations (µs)", fontsize=9)
    return axes.figure


def dot(axes: Axes, x: float, y: float, report: str) -> None:
    """A report's mark, with a white rim."""
    agent = AGENT_OF[report]
    size = 12 if agent_marker(agent) in "*P" else 9  # stars and crosses have little body
    axes.plot(
        [x],
        [y],
        agent_marker(agent),
        color=agent_colour(agent),
        ms=size,
        mec=colour("surface"),
        mew=0.8,
    )


def beside(axes: Axes, text: str, x: float, y: float, *, bold: bool = False) -> None:
    """Words to the right of a point."""
    axes.annotate(
        text,
        (x, y),
        (9, 0),
        textcoords="offset points",
        va="center",
        fontsize=9.5,
        fontweight="bold" if bold else "normal",
        color=colour("ink"),
    )
