"""Shares: which method is behind the moves of an agent."""

import pandas as pd

from minelab._checks import check_one_of
from minelab.display.palette import method_rank
from minelab.report.figures.canvas import Canvas, empty_axes
from minelab.report.figures.measures import check_table, chosen, one_of_each
from minelab.report.figures.stacks import stack

AXES = {
    "density": "density (mines / cells)",
    "tenth": "tenth of the game, by turns",
}


def method_shares(
    table: pd.DataFrame, agent: str, title: str = "", *, by: str = "density",
    on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """Of an agent's moves, the share that each method proved and the share of guesses.

    table: games, as from `sweep` or `load`; or the table `progress`, which knows the time.
    by: "density", or "tenth" for the course of the game, which `progress` has alone.
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
    """Moves by method, a column each, cheapest first and guesses last; methods in use alone."""
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
