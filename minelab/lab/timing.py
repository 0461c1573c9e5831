"""Timing: CPU seconds per game, of the readable form and of the engine.

Seconds depend on the machine and the day, so this table is never the same twice. On each board all
agents play one after the other, so blocks with the same number can be compared even if the machine
is busier at one time than at another.
"""

from collections.abc import Callable, Sequence
from functools import partial
from time import thread_time

import pandas as pd

from minelab.boards.board import Board, mine_count
from minelab.games.play import play, play_many

ENGINE_GAMES = 20
"""Games per block of the engine, which is too quick for one. The readable form plays one."""


def measure(
    agents: Sequence[str], side: int, density: float, boards: int, seed: int = 1
) -> pd.DataFrame:
    """The seconds that agents take per game: a row per agent, form and block of games."""
    mines = mine_count(side, side, None, density)
    seeds = play_many("random", side, side, mines=mines, seed=seed, games=boards)
    for agent in agents:  # nothing is compiled while the clock runs
        play_many(agent, side, side, mines=mines, seed=seed, games=1)
    rows = []
    for k, keys in enumerate(seeds[["board_seed", "play_seed"]].to_numpy().tolist()):
        board = Board.random(side, side, mines=mines, seed=keys[0])
        block = range(k * ENGINE_GAMES, (k + 1) * ENGINE_GAMES)
        for agent in agents:
            by_hand = partial(play, board, agent, seed=keys[1], engine=False)
            batch = partial(play_many, agent, side, side, mines=mines, seed=seed, games=block)
            key = (agent, side, side, mines, mines / side**2)
            rows.append((*key, "readable", k, 1, seconds(by_hand)))
            rows.append((*key, "engine", k, ENGINE_GAMES, seconds(batch) / ENGINE_GAMES))
    columns = ["agent", "rows", "cols", "mines", "density", "form", "block", "games", "seconds"]
    return pd.DataFrame(rows, columns=columns)


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The least CPU time of this thread that a piece of work takes in several tries."""
    times = []
    for _ in range(repeats):
        start = thread_time()
        work()
        times.append(thread_time() - start)
    return min(times)
