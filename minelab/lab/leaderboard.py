"""The leaderboard: many agents on the same boards, in order, with ties said.

Agents of the catalogue are played by the engine, all others in processes of their own (`apart`).
An agent that fails, or can't even be loaded, gets a last place and a note; the others play on.
"""

import json
from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from minelab._checks import check_list, check_path, check_whole
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED
from minelab.games.limits import Limits
from minelab.games.play import play_many, resolve
from minelab.lab.apart import Apart, CantLoad, described, digest, is_file
from minelab.lab.experiments import compiled
from minelab.lab.grade import MINES, SIDE, own_games
from minelab.lab.runner import code_digest, encode, keep, read_shard
from minelab.lab.stats import GAME, POINT, compare, mean_of, significant

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
    import pandas as pd

    listed = check_list("agents", agents, "agents")
    for who in listed:
        described(who)  # so that a wrong name or file is an error before any game
    boards = check_whole("boards", boards, 2, 10_000)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    limits = Limits(seconds, game_seconds).check()
    place = None if folder is None else check_path("folder", folder)
    if not listed:
        raise ValueError("agents must be at least one agent, not an empty list")
    tables: dict[str, pd.DataFrame] = {}
    for who in listed:
        games = games_of(who, boards, seed, limits, place)
        name, k = games["agent"].iloc[0], 1
        while name in tables:  # two students may have the same idea
            k += 1
            name = f"{games['agent'].iloc[0]} ({k})"
        tables[name] = games.assign(agent=name)
    return standing(pd.concat(tables.values(), ignore_index=True))


def games_of(
    who: str | Agent | type[Player], boards: int, seed: int, limits: Limits, folder: Path | None
) -> "pd.DataFrame":
    """The games of one agent, from the folder if they are there."""
    chosen = None if isinstance(who, type) or is_file(who) else resolve(who)
    if chosen is not None and compiled(chosen, SIDE * SIDE):
        assert isinstance(chosen, Agent)
        games = play_many(chosen, SIDE, SIDE, mines=MINES, games=boards, seed=seed)
        return games.assign(note="")
    made_from = json.dumps([described(who)["digest"], boards, seed, limits, code_digest()])
    path = None if folder is None else folder / f"{digest(made_from.encode())[:16]}.shard"
    kept = None if path is None else read_shard(path)
    if kept is not None:
        return kept
    games = new_games(who, boards, seed, limits)
    if path is not None:
        keep(path, encode(games, path.name))
    return games


def new_games(
    who: str | Agent | type[Player], boards: int, seed: int, limits: Limits
) -> "pd.DataFrame":
    """Let an agent play in a process of its own."""
    keys = play_many("random", SIDE, SIDE, mines=MINES, games=boards, seed=seed)[[*POINT, *GAME]]
    try:
        with Apart(who, limits) as apart:
            return own_games(keys, apart.name, list(apart.play_all(keys)))
    except CantLoad as error:
        name = who if isinstance(who, str) else getattr(who, "__name__", "agent")
        return own_games(keys, name, []).assign(note=str(error))


def standing(games: "pd.DataFrame") -> "pd.DataFrame":
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
