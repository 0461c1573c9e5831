"""Shares: methods behind an agent's moves, methods that solve boards, and what an idea saves."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from minelab._checks import check_one_of
from minelab.display import palette
from minelab.display.palette import colour, mix
from minelab.lab.difficulty import LADDER, NEEDS_A_GUESS
from minelab.lab.stats import check_table
from minelab.report.figures import canvas, points
from minelab.report.figures.canvas import NOTE, finish, start, swatch
from minelab.report.figures.dots import bar_chart
from minelab.report.figures.points import DENSITY, inner, one_of_each

AXES = {"density": DENSITY, "tenth": "tenth of the game, by turns"}
GAIN = "#2A5DA8"
"""The colour of mines saved; lost ones are in that of a blast."""


def method_shares(
    table: pd.DataFrame, agent: str, title: str = "", *, by: str = "density",
    ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Of an agent's moves, the share that each method proved and the share of guesses.

    table: games, as from `sweep` or `load`; or the table `progress`, which has the time.
    agent: the name of one of its agents.
    by: "density", or "tenth" for the course of the game, which only `progress` has.
    title: the finding, as a sentence.
    ax: axes to draw on, such as a panel of `pair`, instead of a figure of its own.

    plots.method_shares(ml.load("density-10"), "charles")
    """
    check_one_of("by", by, AXES)
    wanted = ["agent", "rows", "cols", "density", by, "board_seed", "play_seed"]
    in_rows = {"moves", "method"} <= {*getattr(table, "columns", ())}
    check_table("table", table, [*wanted, *([] if in_rows else ["deduced_single", "guesses"])])
    points.chosen("agent", table["agent"].unique().tolist(), [agent])
    games = inner(table[table["agent"] == agent])
    one_of_each(games, ["rows", "cols", "rules"], "method_shares")
    moves = games
    if not in_rows:
        proved = [name for name in map(str, table) if name.startswith("deduced_")]
        moves = games.melt(by, [*proved, "guesses"], "method", "moves")
        moves["method"] = moves["method"].str.removeprefix("deduced_").replace("guesses", "guess")
    moves = moves[moves["moves"] > 0]
    moves = moves.assign(**{by: moves[by] + (by == "tenth")})
    used = sorted({*moves["method"]}, key=lambda name: (name == "guess", palette.method_rank(name)))
    boards = games[["density", "board_seed", "play_seed"]].drop_duplicates()["density"]
    at = " to ".join(dict.fromkeys(f"{density:g}" for density in (boards.min(), boards.max())))
    about = (
        f"Method of each move. {agent}, {points.size(games)}, {len(boards):,} games of density {at}"
    )
    axes = start(title, about, ax)
    return stack(axes, moves, by, {name: name for name in used}, "share of moves", "moves")


def difficulty(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """Boards of one size by density, stacked by the cheapest methods that solve them.

    table: as `difficulty`, boards of one size.
    title, ax: as in `method_shares`.

    plots.difficulty(ml.load("difficulty").query("rows == cols == 16"))
    """
    check_table("table", table, ["rows", "cols", "mines", "density", "rules", "difficulty"])
    one_of_each(table, ["rows", "cols", "rules"], "difficulty")
    each = table.groupby("density").size().max()
    about = f"{points.size(table)}, {table['rules'].iloc[0]} rules, {each:,} boards per bar"
    axes = start(title, f"Cheapest methods that need no guess. {about}", ax)
    names = {rung: rung for rung in LADDER} | {NEEDS_A_GUESS: "needs a guess"}
    boards = table.rename(columns={"difficulty": "method"})
    return stack(axes, boards, "density", names, "share of boards")


def stack(
    axes: Axes, long: pd.DataFrame, x: str, names: dict[str, str], what: str,
    weights: str | None = None,
) -> Axes:  # fmt: skip
    """A bar per value of x, filled by method, the first name at the bottom; names at the right."""
    places = np.unique(long[x])
    gap = float(np.diff(places).min()) if len(places) > 1 else 0.1
    edges = places[0] + gap * (np.arange(round(np.ptp(places) / gap) + 2) - 0.5)
    shades = {name: palette.method_colour(name) for name in names}
    shades["guess"] = palette.TINTS["guess"][0]
    sns.histplot(
        long, x=x, weights=weights, hue="method", hue_order=[*names][::-1], multiple="fill",
        bins=edges.tolist(), palette=shades, alpha=1, shrink=0.8, linewidth=0, legend=False,
        ax=axes,
    )  # fmt: skip
    points.share_axis(axes, percent=True)
    points.density_axis(axes, edges)
    finish(axes, AXES[x], what, "y")
    samples = [swatch(shades[name], names[name]) for name in [*names][::-1]]
    return canvas.name_curves(axes, samples, outside=True)


def needless(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """A bar per density and agent: the share of its guesses made while a cell could be proved.

    table: as from `density.needless`; at most three agents.
    title, ax: as in `method_shares`.

    plots.needless(density.needless(ml.load("guesses"), ["basic", "charles"]))
    """
    check_table("table", table, ["agent", "density", "mean", "low", "high", "boards"])
    names = table["agent"].unique().tolist()
    if len(names) > 3:
        raise ValueError(f"table must have at most 3 agents, not {len(names)}")
    about = f"Guesses made while complete inference could prove a cell. {table['boards'].max()} "
    axes = start(title, about + "boards per bar; lines: 95%", ax)
    bar_chart(axes, table, x="density", y="value", hue="agent", native_scale=True)
    for name, bars in zip(names, axes.containers, strict=True):
        part = table[table["agent"] == name].sort_values("density")
        for bar, share, high in zip(bars, part["mean"], part["high"], strict=True):
            spot = (bar.get_x() + bar.get_width() / 2, high)
            axes.annotate(f"{100 * share:.0f}", spot, (0, 3), ha="center", **NOTE)
    points.share_axis(axes, percent=True)
    axes.set_xticks(sorted({*table["density"]}))
    finish(axes, DENSITY, "share of guesses", "y")
    return canvas.name_curves(axes, [swatch(palette.agent_colour(name), name) for name in names])


def saved(
    games: pd.DataFrame, agents: Iterable[str], title: str = "", *, ax: Axes | None = None
) -> Axes:
    """Mines per 100 that agents save beyond the first of them, by density; the best is outlined.

    games: a table of games in which all of them played, or what `ml.tidy` made of it.
    agents: the agent to compare with, then the others, from top to bottom.
    title, ax: as in `method_shares`.

    plots.saved(ml.load("bonuses"), ["charles", "charles+total", "charles+average"])
    """
    one = ["rules", "rows", "cols"]
    table = inner(points.averages(games, "score", agents, plot="saved", one=one))
    names = table["agent"].unique().tolist()
    if len(names) < 2:
        raise ValueError(f"agents must be at least two, not {names}")
    score = table[table["density"] > 0].pivot_table("mean", "agent", "density").dropna(axis=1)
    gains = 100 * (score - score.loc[names[0]]).loc[names[1:]]
    where = points.setting(points.size(table), table, games)
    about = f"More mines found than by {names[0]}, per 100; outlined: the best, from +1 on. {where}"
    axes, page = start(title, about, ax, (canvas.PAIR[0], 3.2)), colour("surface")
    whole = gains.round()
    shade = np.sign(whole) * np.sqrt(whole.abs())  # so that one mine can be seen
    most = float(shade.abs().max(axis=None)) or 1
    ends = [mix(page, colour("blast"), 0.8), page, mix(page, GAIN, 0.8)]
    sns.heatmap(
        shade, cmap=LinearSegmentedColormap.from_list("gain", ends), vmin=-most, vmax=most,
        annot=whole.map(points.signed), fmt="", annot_kws={"size": 8.5, "c": colour("ink")},
        cbar=False, linewidths=1.5, linecolor=page, ax=axes,
        xticklabels=[f"{density:.2g}" for density in gains.columns],
    )  # fmt: skip
    for col, best in enumerate(gains.to_numpy().argmax(axis=0)):
        if gains.iloc[best, col] >= 1:
            axes.add_patch(Rectangle((col, best), 1, 1, fill=False, ec=colour("ink"), lw=1.6))
    axes.tick_params(axis="both", length=0, labelcolor=colour("ink"), rotation=0)
    axes.set_yticklabels(names[1:], fontweight="bold")
    return finish(axes, DENSITY)
