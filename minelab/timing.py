"""Timing: CPU seconds per game, of the readable form and of the engine.

Seconds belong to one machine and one day, so this table is never the same twice. All agents play
the same boards, so that blocks with the same number can be compared.
"""

from collections.abc import Callable
from functools import partial
from time import thread_time
from typing import TYPE_CHECKING

from minelab.board import Board, mine_count
from minelab.play import play, play_many

if TYPE_CHECKING:
    import pandas as pd

ENGINE_GAMES = 20
"""Games in a block of the engine, which is too quick for one; a block of the other form is one."""
REPEATS = 3


def measure(agent: str, side: int, density: float, boards: int, seed: int = 1) -> "pd.DataFrame":
    """The seconds that an agent takes for a game, one row per form and block of games."""
    import pandas as pd

    mines = mine_count(side, side, None, density)
    by_engine = partial(play_many, agent, side, side, mines=mines, seed=seed)
    seeds = by_engine(games=boards)[["board_seed", "play_seed"]].to_numpy().tolist()
    key = (agent, side, side, mines, mines / side**2)
    rows = []
    for k, (board_seed, play_seed) in enumerate(seeds):
        board = Board.random(side, side, mines=mines, seed=board_seed)
        block = range(k * ENGINE_GAMES, (k + 1) * ENGINE_GAMES)
        readable = seconds(partial(play, board, agent, seed=play_seed, engine=False), REPEATS)
        engine = seconds(partial(by_engine, games=block), REPEATS) / ENGINE_GAMES
        rows.append((*key, "readable", k, 1, readable))
        rows.append((*key, "engine", k, ENGINE_GAMES, engine))
    columns = ["agent", "rows", "cols", "mines", "density", "form", "block", "games", "seconds"]
    return pd.DataFrame(rows, columns=columns)


def seconds(work: Callable[[], object], repeats: int = 1) -> float:
    """The least CPU time of this thread that a piece of work takes in so many tries."""
    times = []
    for _ in range(repeats):
        start = thread_time()
        work()
        times.append(thread_time() - start)
    return min(times)
