"""Shares: methods behind an agent's moves, methods that solve boards, and what an idea saves."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from minelab._checks import check_one_of
from minelab.display.palette import (
    TINTS,
    agent_colour,
    colour,
    method_colour,
    method_rank,
    mix,
    text_on,
)
from minelab.lab.difficulty import LADDER, NEEDS_A_GUESS
from minelab.report.figures.canvas import PAIR, label, lay_out, start, takes_on
from minelab.report.figures.curves import density_axis
from minelab.report.figures.labels import Entry, column
from minelab.report.figures.measures import (
    averages,
    check_table,
    chosen,
    inner,
    one_of_each,
    setting,
    share_axis,
    size,
)

AXES = {"density": "density (mines / cells)", "tenth": "tenth of the game, by turns"}
GAIN = "#2A5DA8"
"""The colour of mines saved; lost ones are in that of a blast."""


@takes_on
def method_shares(
    table: pd.DataFrame, agent: str, title: str = "", *, by: str = "density",
    ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Of an agent's moves, the share that each method proved and the share of guesses.

    table: games, as from `sweep` or `load`; or the table `progress`, which has the time.
    by: "density", or "tenth" for the course of the game, which only `progress` has.
    title: the finding, as a sentence.
    ax: axes to draw on, such as a panel of `pair`, instead of a figure of its own.
    """
    check_one_of("by", by, AXES)
    moves = moves_of(table, agent, by)
    games = inner(table[table["agent"] == agent])
    axes = start(title, about_moves(games, agent, by), ax=ax)
    long = moves.reset_index().melt(by, var_name="method", value_name="moves")
    long[by] += by == "tenth"
    stack(axes, long, by, "moves", {name: name for name in map(str, moves)})
    label(axes, AXES[by], "share of moves")
    lay_out(axes)
    return key_beside(axes, {name: name for name in map(str, moves)})


def moves_of(table: pd.DataFrame, agent: str, by: str) -> pd.DataFrame:
    """Moves by method, one column each, cheapest first and guesses last; only methods in use."""
    check_table("table", table, ["agent"])
    in_rows = "moves" in table and "method" in table
    wanted = ["agent", "rows", "cols", "density", by, "board_seed", "play_seed"]
    check_table("table", table, [*wanted, *([] if in_rows else ["deduced_single", "guesses"])])
    chosen("agent", table["agent"].unique().tolist(), [agent])
    part = inner(table[table["agent"] == agent])
    one_of_each(part, ["rows", "cols", *(["rules"] if "rules" in part else [])], "method_shares")
    if in_rows:
        moves = part.pivot_table("moves", by, "method", "sum", fill_value=0)
    else:
        proved = [name for name in map(str, table) if name.startswith("deduced_")]
        moves = part.groupby(by)[[*proved, "guesses"]].sum().rename(columns={"guesses": "guess"})
        moves = moves.rename(columns=lambda column: column.removeprefix("deduced_"))
    used = [method for method in map(str, moves) if moves[method].any()]
    used.sort(key=lambda method: (method == "guess", method_rank(method)))
    return moves[used]


def about_moves(games: pd.DataFrame, agent: str, by: str) -> str:
    """Who played on what, in words."""
    boards = games[["density", "board_seed", "play_seed"]].drop_duplicates()
    each = boards.groupby("density").size()
    if by == "density":
        n = f"{each.max():,} boards per point"
    else:
        low, high = each.index.min(), each.index.max()
        at = f"density {low:g}" if low == high else f"densities {low:g} to {high:g}"
        n = f"{at}, {len(boards):,} games"
    rules = f"{games['rules'].iloc[0]} rules, " if "rules" in games else ""
    return f"{agent}, {size(games)}, {rules}{n}: the method behind each move"


@takes_on
def needless(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """A bar per density and agent: the share of its guesses made while a cell could be proved.

    table: as from `density.needless`; at most three agents.
    title, ax: as in `method_shares`.
    """
    check_table("table", table, ["agent", "density", "mean", "low", "high", "boards"])
    names = chosen("agents", table["agent"].unique().tolist(), None)
    if len(names) > 3:
        raise ValueError(f"table must have at most 3 agents, not {len(names)}")
    about = f"Guesses made while complete inference could prove a cell. {table['boards'].max()} "
    axes = start(title, about + "boards per bar; lines: 95%", ax=ax)
    shades = {name: agent_colour(name) for name in names}
    sns.barplot(
        table, x="density", y="mean", hue="agent", hue_order=names, palette=shades, saturation=1,
        legend=False, errorbar=None, ax=axes, width=0.8,
    )  # fmt: skip
    for name, bars in zip(names, axes.containers, strict=True):
        part = table[table["agent"] == name].sort_values("density")
        middles = [bar.get_x() + bar.get_width() / 2 for bar in bars]
        axes.vlines(middles, part["low"], part["high"], color=colour("ink"), lw=1.2)
        for x, share, high in zip(middles, part["mean"], part["high"], strict=True):
            axes.annotate(
                f"{100 * share:.0f}", (x, high), (0, 3), textcoords="offset points", ha="center",
                fontsize=9, color=colour("ink"),
            )  # fmt: skip
    axes.set(ylim=(0, 1), xlabel="")
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    label(axes, "density (mines / cells)", "share of guesses", grid="y")
    lay_out(axes)
    swatch = {"ls": "", "marker": "s", "ms": 9, "mew": 0}
    column(axes, [Entry(name, swatch | {"color": shades[name]}) for name in names])
    return axes


@takes_on
def difficulty(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """Boards of one size by density, stacked by the cheapest methods that solve them.

    table: as `difficulty`, boards of one size.
    title, ax: as in `method_shares`.
    """
    check_table("table", table, ["rows", "cols", "mines", "density", "rules", "difficulty"])
    one_of_each(table, ["rows", "cols", "rules"], "difficulty")
    each = table.groupby("density").size().max()
    about = f"{size(table)}, {table['rules'].iloc[0]} rules, {each:,} boards per bar"
    axes = start(title, f"Cheapest methods that need no guess. {about}", ax=ax)
    names = {rung: "needs a guess" if rung == NEEDS_A_GUESS else rung for rung in
             (*LADDER, NEEDS_A_GUESS)}  # fmt: skip
    stack(axes, table.rename(columns={"difficulty": "method"}), "density", None, names)
    label(axes, "density (mines / cells)", "share of boards")
    lay_out(axes)
    return key_beside(axes, names)


def shade_of(name: str) -> str:
    """The colour of a method in a stack."""
    return TINTS["guess"][0] if name == "guess" else method_colour(name)


def stack(
    axes: Axes, long: pd.DataFrame, x: str, weights: str | None, names: dict[str, str]
) -> None:
    """A bar per value of x, filled by method, the first name at the bottom."""
    places = np.unique(long[x])
    gap = float(np.diff(places).min()) if len(places) > 1 else 0.1
    edges = places[0] + gap * (np.arange(round(np.ptp(places) / gap) + 2) - 0.5)
    sns.histplot(
        long, x=x, weights=weights, hue="method", hue_order=[*names][::-1], multiple="fill",
        bins=edges.tolist(), palette={name: shade_of(name) for name in names}, alpha=1, shrink=0.8,
        linewidth=0, legend=False, ax=axes,
    )  # fmt: skip
    present = [name for name in names if name in set(long["method"])]
    for name, bars in zip(present, axes.containers, strict=True):
        bars.set_label(name)
    share_axis(axes)
    density_axis(axes, places)
    axes.set(ylim=(0, 1), xlim=(places[0] - gap, places[-1] + gap))
    if x == "tenth":
        axes.set_xticks(places, [f"{place:.0f}" for place in places])
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
    label(axes, grid="y")


def key_beside(axes: Axes, names: dict[str, str]) -> Axes:
    """The names of the methods right of the axes, in the order of the stack."""
    swatch = {"ls": "", "marker": "s", "ms": 9, "mew": 0}
    entries = [Entry(names[name], swatch | {"color": shade_of(name)}) for name in [*names][::-1]]
    column(axes, entries, outside=True)
    return axes


@takes_on
def saved(
    games: pd.DataFrame, agents: Iterable[str], title: str = "", *, ax: Axes | None = None
) -> Axes:
    """Mines per 100 that agents save beyond the first of them, by density; the best is outlined.

    games: a table of games in which all of them played, or what `ml.tidy` made of it.
    agents: the agent to compare with, then the others, from top to bottom.
    title, ax: as in `method_shares`.
    """
    table = inner(averages(games, "score", agents, plot="saved", one=["rules", "rows", "cols"]))
    names = table["agent"].unique().tolist()
    if len(names) < 2:
        raise ValueError(f"agents must be at least two, not {names}")
    score = 100 * table.pivot_table("mean", "agent", "density").loc[names].dropna(axis=1)
    score = score[[density for density in score.columns if float(density) > 0]]
    gains = (score - score.loc[names[0]]).loc[names[1:]]
    about = f"Mines saved per 100 beyond {names[0]}. {setting(size(table), table, games)}"
    axes = start(title, f"{about}; outlined: the best, if it saves a mine", (PAIR[0], 3.2), ax)
    most = float(gains.abs().max(axis=None)) or 1
    page = colour("surface")
    scale = [mix(page, colour("blast"), 0.8), page, mix(page, GAIN, 0.8)]
    sns.heatmap(
        gains, cmap=LinearSegmentedColormap.from_list("gain", scale), vmin=-most, vmax=most,
        annot=gains.map(lambda gain: f"{gain:+.0f}".replace("-", "−").replace("+0", "0").replace(
            "−0", "0")), fmt="", annot_kws={"fontsize": 8.5}, cbar=False, linewidths=1.5,
        linecolor=page, ax=axes,
    )  # fmt: skip
    for text in axes.texts[1:]:
        row, col = int(text.get_position()[1]), int(text.get_position()[0])
        part = gains.iloc[row, col] / most
        text.set_color(text_on(mix(page, colour("blast") if part < 0 else GAIN, 0.8 * abs(part))))
    for col, density in enumerate(gains.columns):
        row = int(np.argmax(gains[density]))
        if gains[density].iloc[row] >= 1:
            axes.add_patch(Rectangle((col, row), 1, 1, fill=False, ec=colour("ink"), lw=1.6))
    axes.set_xticklabels([f"{density:.2g}" for density in gains.columns], rotation=0)
    axes.set_yticklabels(list(gains.index), rotation=0, fontweight="bold")
    axes.tick_params(axis="both", length=0, labelcolor=colour("ink"))
    axes.spines["bottom"].set_visible(False)
    label(axes, "density (mines / cells)", "")
    lay_out(axes)
    return axes
