"""How far it is to the best: tiny boards, boards without a guess, and what counts as hard."""

from collections.abc import Iterable
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from minelab._checks import check_one_of
from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.lab.stats import student
from minelab.report.figures.canvas import (
    ALONE,
    DASHED,
    TITLE,
    label,
    lay_out,
    line_look,
    number,
    start,
    takes_on,
)
from minelab.report.figures.curves import by_density, density_axis, draw, styles_of
from minelab.report.figures.labels import Entry, column
from minelab.report.figures.measures import check_table, chosen, one_of_each
from minelab.report.threshold import SOLVER, THEORY, with_solved

SHORT = ["rows", "cols", "mines", "aim", "agent", "orders", "error", "shortfall"]
AIMS = {"win": "wins missed, share of all boards", "score": "score missed"}
HALF = ["side", "cells", "half", "low", "high"]
HARD = ["definition", "density", "value", "low", "high", "n", "hard"]
DEFINITIONS = {
    "half of basic-002's games without loss": (
        "basic-002",
        "clean games of basic-002;\npin: half of them",
    ),
    "the steepest fall while agents differ": (
        "charles",
        "fall of charles's score;\npin: most, while agents differ",
    ),
    "the agents meet again": ("ibs", "lead of ibs over basic;\npin: down to 2 mines in 100"),
    "most deductions that need two clues": (
        "swept",
        "swept's proofs from two clues\nor more; pin: most",
    ),
}
"""By definition of hard: the agent whose colour it has, and what its curve and its pin show."""


@takes_on
def shortfall(
    table: pd.DataFrame, aim: str = "win", title: str = "", *,
    agents: Iterable[str] | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """What each agent misses of perfect play, against the number of mines.

    table: as from `ml.shortfall`, of one size of board.
    aim: "win" or "score".
    title: the finding, as a sentence.
    agents: which of them; all by default.
    ax: axes to draw on, such as a panel of `pair`, instead of a figure of its own.
    """
    check_table("table", table, SHORT)
    check_one_of("aim", aim, AIMS)
    table = table[table["aim"] == aim]
    one_of_each(table, ["rows", "cols"], "shortfall")
    names = chosen("agents", table["agent"].unique().tolist(), agents)
    part = table[table["agent"].isin(names)]
    low, high = student(part["shortfall"], part["error"], part["orders"] - 1)
    part = part.assign(low=low, high=high, mean=part["shortfall"])
    rows, cols = table[["rows", "cols"]].iloc[0]
    about = f"{AIMS[aim].capitalize()}. All boards of {rows} × {cols}; bars are 95%"
    axes, styles = start(title, about, ax=ax), styles_of(names)
    draw(axes, part, "mines", styles, "bars")
    mines = sorted(part["mines"].unique())
    axes.set_xticks(mines, [str(n) for n in mines])
    axes.set_ylim(0, 1.06 * float(part["high"].max()) or 1)
    axes.yaxis.set_major_formatter(lambda y, _: number(round(y, 3)))
    label(axes, "mines on the board", AIMS[aim], grid="y")
    lay_out(axes)
    means = part.groupby("agent")["mean"].mean().sort_values(ascending=False)
    looks = {name: line_look(*style) for name, style in styles.items()}
    column(
        axes, [Entry(str(k), looks[str(k)], f"{value:.3f}") for k, value in means.items()], "mean"
    )
    return axes


@takes_on
def solved_by_density(
    games: pd.DataFrame, title: str = "", *, sides: Iterable[int] | None = None,
    at: float | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """The share of boards solved without a guess against density, one curve per side.

    games: as `solvable`, games of one agent.
    sides: which of them, at most 6; all by default.
    The rest as in `by_density`.
    """
    check_table("games", games, ["rows", "won", "guesses"])
    part = games if sides is None else games[games["rows"].isin(list(sides))]
    return by_density(with_solved(part), "solved", title, at=at, ax=ax)


@takes_on
def half_points(halves: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """The density at which half of the boards are solved against their cells, both as logarithms.

    halves: as from `threshold.half_points`. The dashed line is as steep as theory says it becomes,
        drawn through the largest size.
    title, ax: as in `shortfall`.
    """
    check_table("halves", halves, HALF)
    about = "Half of the boards are solved without a guess; log scales, 95% bars"
    axes, style = start(title, about, ax=ax), (agent_colour(SOLVER), agent_marker(SOLVER), ())
    table = halves.rename(columns={"half": "mean"}).assign(agent="half")
    draw(axes, table, "cells", {"half": style}, "bars")
    cells, half = halves["cells"].to_numpy(float), halves["half"].to_numpy(float)
    theory = half[-1] * (cells / cells[-1]) ** THEORY
    near = theory <= 1.35 * half.max()
    dashed: dict[str, Any] = DASHED | {"color": colour("soft"), "lw": 1.2}
    axes.plot(cells[near], theory[near], label="theory", **dashed)
    axes.set(xscale="log", yscale="log")
    axes.set_xticks(cells[::2], [number(n) for n in cells[::2]])
    low = 0.9 * min(half.min(), halves["low"].min())
    high = 1.1 * max(half.max(), theory[near].max())
    axes.set_ylim(low, high)
    ticks = [k / 100 for k in range(1, 100) if low <= k / 100 <= high]
    ticks = ticks[:: max(1, len(ticks) // 8)]
    axes.set_yticks(ticks, [number(tick) for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.set_yticks([], minor=True)
    label(axes, "cells of the board", "density at which half are solved", grid="y")
    lay_out(axes)
    names = Entry("half-point", line_look(*style)), Entry("as cells to the power −1/6", dashed)
    column(axes, names)
    return axes


def hard_definitions(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """A ruler of density with a pin where each definition of hard puts it, and its curve above.

    table: as from `density.hard_table`.
    title, ax: as in `shortfall`.
    """
    check_table("table", table, HARD)
    for name in table["definition"].unique():
        check_one_of("definition", name, DEFINITIONS)
    about = (
        f"What each definition measures, by density, with 95% bands; {table['n'].min():,} boards"
    )
    axes = start(title, f"{about} or more per point", (ALONE[0], 4.6), ax)
    hard = table.groupby("definition", sort=False)["hard"].first().sort_values(ascending=False)
    for place, (name, at) in enumerate(hard.items()):
        agent, words = DEFINITIONS[str(name)]
        part = table[(table["definition"] == name) & (table["density"] <= 0.95)]
        top = float(part["high"].max()) / 0.64
        curve = part[["density"]].assign(agent=str(name))
        for end, column_ in (("low", "low"), ("mean", "value"), ("high", "high")):
            curve[end] = place + part[column_].clip(lower=0) / top
        draw(axes, curve, "density", {str(name): (agent_colour(agent), agent_marker(agent), ())})
        axes.axhline(place, color=colour("line"), lw=0.8, zorder=1)
        axes.plot([at, at], [-0.12, place + 0.68], **DASHED)
        axes.text(at, place + 0.7, f"{at:.2f}", ha="center", va="bottom", **TITLE | {"fontsize": 9})
    names = [DEFINITIONS[str(name)][1] for name in hard.index]
    axes.set_yticks([place + 0.4 for place in range(len(hard))], names)
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.set_ylim(-0.12, len(hard) + 0.12)
    density_axis(axes, (0.0, 0.95))
    label(axes, y="")
    lay_out(axes)
    return axes
