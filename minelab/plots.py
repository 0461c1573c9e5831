"""Figures of the report: a table in, axes out. Nothing is saved here.

The title is the finding, the subtitle says what was measured. Colours and markers are those of
the agents; no colour speaks alone.
"""

from typing import TYPE_CHECKING

from minelab.palette import agent_colour, agent_marker, colour
from minelab.reach import shares
from minelab.representations import medians

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

ALONE = (7.2, 4.2)
"""Inches of a figure that stands alone."""

AGENT_OF = {
    "COWAN": "cowan",
    "IBS": "ibs",
    "SWEPT": "swept",
    "Daggers": "dagger",
    "Corners": "corners",
    "minelab": "basic",
    "engine": "exact",
}
"""The agent whose colour and marker a report wears."""


def representation_bytes(table: "pd.DataFrame", side: int = 30) -> "Axes":
    """Memory per cell of each representation in the middle of a game, least at the bottom."""
    costs = medians(table, side).sort_values("bytes")
    per_cell = costs["bytes_per_cell"]
    most, least = per_cell.iloc[-1], per_cell.iloc[0]
    axes = empty_axes(
        f"{costs.index[-1]}'s {costs['structure'].iloc[-1]} takes {most / least:.0f} times "
        "the memory of flat arrays",
        f"Bytes per cell of a {side} × {side} board in mid-game, median of five games; log scale",
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
    return axes


def representation_times(table: "pd.DataFrame", side: int = 30) -> "Axes":
    """Time to take in one cell against time to write down the relations."""
    costs = medians(table, side)
    axes = empty_axes(
        "What is saved when a cell opens is paid when the agent infers",
        f"Microseconds, {side} × {side} board in mid-game, median of five games; log scales",
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
    return axes


def reach(table: "pd.DataFrame") -> "Axes":
    """The share of provable cells that each agent finds where single clues are dry."""
    found = shares(table).sort_values("share found")
    positions = table.drop_duplicates(["mines", "board_seed", "turn"])
    finds = found["share found"]
    axes = empty_axes(
        f"Pairs of clues prove {finds['ibs']:.0%} of what can be proved, subsets "
        f"{finds['aravind']:.0%}",
        f"Share of {positions['provable'].sum():,} provable cells, {len(positions):,} positions "
        "where single clues are dry; bars are 95%",
    )
    for place, (name, row) in enumerate(found.iterrows()):
        value, error = row["share found"], row["±"]
        shade = agent_colour(str(name))
        axes.hlines(place, value - error, min(1, value + error), color=shade, lw=3, alpha=0.35)
        axes.plot(
            [value], [place], agent_marker(str(name)), color=shade, ms=9, mec=colour("surface")
        )
        text = "all" if value == 1 else f"{value:.1%}"
        axes.annotate(text, (1.01, place), va="center", fontsize=9.5, color=colour("ink"))
    axes.set_yticks(range(len(found)), list(found.index), fontsize=9.5, fontweight="bold")
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.grid(axis="x", color=colour("hairline"), lw=0.8)
    axes.set_xlim(0.75, 1.05)
    axes.set_xticks([0.75, 0.8, 0.85, 0.9, 0.95, 1], ["75%", "80%", "85%", "90%", "95%", "100%"])
    axes.set_xlabel("provable cells found (the axis starts at 75%)", fontsize=9)
    return axes


PRINTED_RUNS = {
    ("cowan-11", "aravind"): (7, 19, "aravind, board of Figure 11"),
    ("cowan-29", "charles"): (4, 20, "charles, board of Figure 29"),
}
"""COWAN's printed games: guesses, mines found of 20, and what to call them."""


def replays(table: "pd.DataFrame") -> "list[Axes]":
    """Where COWAN's two printed games lie among ten thousand orders of guessing."""
    import matplotlib.pyplot as plt

    figure, panels = plt.subplots(
        1, 2, figsize=(10.6, 4.7), facecolor=colour("surface"), layout="constrained", sharey=True
    )
    for axes, ((board, agent), (guesses, found, name)) in zip(
        panels, PRINTED_RUNS.items(), strict=True
    ):
        games = table[(table["board"] == board) & (table["agent"] == agent)]
        cells = games.groupby(["guesses", 20 - games["blasts"]]).size() / len(games)
        at = cells.index.to_frame().to_numpy()
        axes.scatter(*at.T, s=cells * 3000, color=agent_colour(agent), lw=0)
        axes.plot([guesses], [found], "o", ms=18, mfc="none", mec=colour("ink"), mew=1.6)
        share = cells.get((guesses, found), 0)
        axes.annotate(
            f"COWAN's game: {guesses} guesses, {found} of 20; so end {share:.1%} of ours",
            (guesses, found), (6, 21.1), fontsize=9, va="center", color=colour("ink"),
            arrowprops={"arrowstyle": "-", "color": colour("soft"), "shrinkB": 9},
        )  # fmt: skip
        title = f"{name}; area: share of {len(games):,} games"
        axes.set_title(title, loc="left", fontsize=9.5, fontweight="bold", color=colour("ink"))
        axes.spines[["top", "left", "right"]].set_visible(False)
        axes.spines["bottom"].set_color(colour("soft"))
        axes.tick_params(labelsize=9, color=colour("line"), labelcolor=colour("soft"))
        axes.tick_params(axis="y", length=0)
        axes.grid(axis="y", color=colour("hairline"), lw=0.8)
        axes.set_axisbelow(True)
        axes.set_xlim(0, 30)
        axes.set_xticks(range(0, 31, 5))
        axes.set_ylim(10.5, 21.5)
        axes.set_yticks(range(11, 21))
        axes.set_xlabel("guesses, the first included", fontsize=9)
    panels[0].set_ylabel("mines found, of 20", fontsize=9)
    figure.suptitle(
        "COWAN's two printed games are ordinary ones for their boards",
        x=0.01, ha="left", fontsize=11, fontweight="bold", color=colour("ink"),
    )  # fmt: skip
    return list(panels)


def empty_axes(title: str, subtitle: str, size: tuple[float, float] = ALONE) -> "Axes":
    """Axes with a finding above them and no more lines than needed."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=size, facecolor=colour("surface"), layout="constrained")
    axes.set_title(title, loc="left", fontsize=11, fontweight="bold", color=colour("ink"), pad=24)
    axes.text(
        0, 1.03, subtitle, transform=axes.transAxes, fontsize=8.5, color=colour("soft"), va="bottom"
    )
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.spines["bottom"].set_color(colour("soft"))
    axes.tick_params(which="both", labelsize=9, color=colour("line"), labelcolor=colour("soft"))
    axes.tick_params(which="minor", length=0)
    axes.tick_params(axis="y", length=0)
    axes.set_axisbelow(True)
    return axes


def dot(axes: "Axes", x: float, y: float, report: str) -> None:
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


def beside(axes: "Axes", text: str, x: float, y: float, *, bold: bool = False) -> None:
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
