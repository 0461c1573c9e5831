"""Stacked bars of shares: methods behind an agent's moves, and methods that solve boards."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from minelab._checks import check_one_of
from minelab.display.palette import GUESS_TINT, colour, method_colour, method_rank
from minelab.lab.difficulty import LADDER, NEEDS_A_GUESS
from minelab.report.figures.canvas import Canvas, empty_axes, lay_out
from minelab.report.figures.labels import Entry, column
from minelab.report.figures.measures import check_table, chosen, one_of_each

AXES = {
    "density": "density (mines / cells)",
    "tenth": "tenth of the game, by turns",
}


def method_shares(
    table: pd.DataFrame, agent: str, title: str = "", *, by: str = "density",
    on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """Of an agent's moves, the share that each method proved and the share of guesses.

    table: games, as from `sweep` or `load`; or the table `progress`, which has the time.
    by: "density", or "tenth" for the course of the game, which only `progress` has.
    title: the finding, as a sentence.
    on: a panel of `pair`, instead of a figure of its own.
    """
    check_one_of("by", by, AXES)
    moves = moves_of(table, agent, by)
    games = table[table["agent"] == agent]
    shares = moves.div(moves.sum(axis=1), axis=0)
    axes = empty_axes(title, subtitle(games, agent, by), on=on)
    places = shares.index.to_numpy(float) + (by == "tenth")
    names = {name: name for name in map(str, shares)}
    stack(axes, places, shares, names, gap=0.1, x=AXES[by], y="share of moves")
    ticks = places if len(places) <= 11 else places[::2]
    axes.set_xticks(ticks, [f"{x:g}" for x in ticks])
    return axes.figure


def moves_of(table: pd.DataFrame, agent: str, by: str) -> pd.DataFrame:
    """Moves by method, one column each, cheapest first and guesses last; only methods in use."""
    check_table("table", table, ["agent"])
    counted = "moves" in table and "method" in table
    wanted = ["agent", "rows", "cols", "density", by, "board_seed", "play_seed"]
    check_table("table", table, [*wanted, *([] if counted else ["deduced_single", "guesses"])])
    chosen("agent", table["agent"].unique().tolist(), [agent])
    part = table[table["agent"] == agent]
    one_of_each(part, ["rows", "cols", *(["rules"] if "rules" in part else [])], "method_shares")
    if counted:
        moves = part.pivot_table("moves", by, "method", "sum", fill_value=0)
    else:
        proved = [name for name in map(str, table) if name.startswith("deduced_")]
        moves = part.groupby(by)[[*proved, "guesses"]].sum().rename(columns={"guesses": "guess"})
        moves = moves.rename(columns=lambda column: column.removeprefix("deduced_"))
    used = [method for method in map(str, moves) if moves[method].any()]
    used.sort(key=lambda method: (method == "guess", method_rank(method)))
    return moves[used]


def subtitle(games: pd.DataFrame, agent: str, by: str) -> str:
    """Who played on what, in words."""
    rows, cols = games[["rows", "cols"]].iloc[0]
    rules = games["rules"].iloc[0] if "rules" in games else "report"
    boards = games[["density", "board_seed", "play_seed"]].drop_duplicates()
    each = boards.groupby("density").size()
    if by == "density":
        n = f"{each.max():,} boards a point"
    else:
        low, high = each.index.min(), each.index.max()
        at = f"density {low:g}" if low == high else f"densities {low:g} to {high:g}"
        n = f"{at}, {len(boards):,} games"
    return f"{agent}, {rows} × {cols}, {rules} rules, {n}: the method behind each move"


def difficulty(table: pd.DataFrame, title: str = "", *, on: Canvas | None = None) -> Canvas:
    """Boards of one size by density, stacked by the cheapest methods that solve them.

    table: as `difficulty`, boards of one size.
    title: the finding, as a sentence.
    on: a panel of `pair`, instead of a figure of its own.
    """
    check_table("table", table, ["rows", "cols", "mines", "density", "rules", "difficulty"])
    one_of_each(table, ["rows", "cols", "rules"], "difficulty")
    rungs = [*LADDER, NEEDS_A_GUESS]
    counts = table.groupby(["density", "difficulty"]).size().unstack(fill_value=0)
    shares = counts.div(counts.sum(axis=1), axis=0).reindex(columns=rungs, fill_value=0.0)
    rows, cols, rules = table[["rows", "cols", "rules"]].iloc[0]
    n = f"{counts.sum(axis=1).max():,}"
    about = f"Cheapest methods that need no guess. {rows} × {cols}, {rules} rules, {n} boards a bar"
    axes = empty_axes(title, about, on=on)
    names = {rung: "needs a guess" if rung == NEEDS_A_GUESS else rung for rung in rungs}
    places = shares.index.to_numpy(float)
    stack(axes, places, shares, names, gap=0.02, x="density (mines / cells)", y="share of boards")
    return axes.figure


def stack(
    axes: Axes,
    places: NDArray[np.float64],
    shares: pd.DataFrame,
    names: Mapping[str, str],
    *,
    gap: float,
    x: str,
    y: str,
) -> None:
    """Draw one bar per row of shares, in the colours of methods, with a key beside them.

    names: the columns, methods and "guess", from the lowest to the topmost, and what the key
        calls them.
    gap: the distance between bars that sets their width if there is only one.
    """
    width = 0.8 * (np.diff(places).min() if len(places) > 1 else gap)
    below = np.zeros(len(shares))
    looks = {}
    for name in names:
        looks[name] = GUESS_TINT if name == "guess" else method_colour(name)
        axes.bar(places, shares[name], width, below, color=looks[name], lw=0, label=name)
        below += shares[name].to_numpy()
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: "0" if y == 0 else f"{y:.0%}"))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_xlim(places[0] - width, places[-1] + width)
    axes.set_xlabel(x, fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    lay_out(axes)
    swatch = {"ls": "", "marker": "s", "ms": 9, "mew": 0}
    column(axes, [Entry(names[name], swatch | {"color": looks[name]}) for name in [*names][::-1]])
