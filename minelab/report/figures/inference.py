"""What the agents can prove, and the printed games among many (notebook 02)."""

import pandas as pd

from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.lab.reach import shares
from minelab.report.figures.canvas import PAIR, Canvas, bare, empty_axes, new_figure


def reach(table: pd.DataFrame) -> Canvas:
    """The share of provable cells that each agent finds where no single clue proves anything."""
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
    return axes.figure


PRINTED_RUNS = {
    ("cowan-11", "aravind"): (7, 19, "aravind, board of Figure 11"),
    ("cowan-29", "charles"): (4, 20, "charles, board of Figure 29"),
}
"""COWAN's printed games: guesses, mines found of 20, and what to call them."""


def replays(table: pd.DataFrame) -> Canvas:
    """Where COWAN's two printed games lie among ten thousand orders of guessing."""
    figure = new_figure(PAIR)
    panels = figure.subplots(1, 2, sharey=True)
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
        bare(axes)
        axes.grid(axis="y", color=colour("hairline"), lw=0.8)
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
    return figure
