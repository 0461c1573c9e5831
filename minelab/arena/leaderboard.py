"""The leaderboard: the agents of a course on the same boards, in order, with ties said.

It is a tournament by the reports' rules. An agent that fails, or can't even be loaded, gets a last
place and a note; the others play on.
"""

from collections.abc import Iterable
from os import PathLike
from typing import TYPE_CHECKING

from minelab._checks import check_list, check_path, check_whole
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.arena.tournament import play_entrants
from minelab.boards.board import MAX_SEED
from minelab.boards.rules import REPORT
from minelab.games.limits import Limits
from minelab.lab.grade import MINES, SIDE
from minelab.lab.runner import Crew
from minelab.lab.stats import compare, mean_of, significant

if TYPE_CHECKING:
    import pandas as pd


def leaderboard(
    agents: Iterable[str | Agent | type[Player]],
    *,
    boards: int = 100,
    seed: int = 1,
    seconds: float = 1.0,
    game_seconds: float = 3.0,
    folder: str | PathLike[str] | None = None,
) -> "pd.DataFrame":
    """Let agents play the same boards, and put them in order.

    agents: names, Agents, classes of Player, or files such as "anna.py:Wary".
    boards: how many boards of 10 x 10 with 20 mines.
    seed: chooses the boards.
    seconds, game_seconds: the most time for a move and for a game of an agent of your own.
    folder: where the games of each agent are kept; called again, only new or changed agents play.

    Returns a table with a row per agent, best first: `place`, `agent`, the mean `score` with its
    95% interval `low` to `high`, by how much it is `behind` the one above on the same boards, with
    the interval `behind_low` to `behind_high`, and `tie`: whether the two are not significantly
    apart (adjusted by Holm's method). `failed` counts games that failed and count as
    lost; `note` says why the first did.

    >>> leaderboard(["basic", "random"], boards=20)[["place", "agent", "tie"]]
       place   agent    tie
    0      1   basic  False
    1      2  random  False
    """
    listed = check_list("agents", agents, "agents")
    boards = check_whole("boards", boards, 2, 10_000)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    limits = Limits(seconds, game_seconds).check()
    place = None if folder is None else check_path("folder", folder)
    if not listed:
        raise ValueError("agents must be at least one agent, not an empty list")
    level, crew = (SIDE, SIDE, MINES), Crew()
    return in_order(
        play_entrants(listed, [level], boards, REPORT, seed, limits, place, crew, judged=False)
    )


def in_order(games: "pd.DataFrame") -> "pd.DataFrame":
    """The agents of a table in order of their mean score, each beside the one above."""
    import pandas as pd

    names: list[str] = games["agent"].unique().tolist()
    means = {name: mean_of(name, games["score"][games["agent"] == name]) for name in names}
    order = sorted(means, key=lambda name: -means[name].value)
    steps = [
        compare(games, lower, upper).iloc[0] for upper, lower in zip(order, order[1:], strict=False)
    ]
    apart = [False, *significant([step["p"] for step in steps])] if steps else [False]
    rows = []
    for k, name in enumerate(order):
        notes = [note for note in games["note"][games["agent"] == name] if note]
        low, high = means[name].interval
        row = {"place": k + 1, "agent": name, "score": means[name].value, "low": low, "high": high}
        for end in ("difference", "low", "high"):
            column = "behind" if end == "difference" else f"behind_{end}"
            row[column] = steps[k - 1][end] if k else float("nan")
        row["tie"] = k > 0 and not apart[k]
        rows.append(row | {"failed": len(notes), "note": notes[0] if notes else ""})
    return pd.DataFrame(rows)
