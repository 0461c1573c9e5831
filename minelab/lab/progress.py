"""Progress: which method proves what, and when in the game.

The turns of a game are cut into tenths; in each tenth the moves that each method proved are
counted, and the guesses.
"""

from collections import Counter

import pandas as pd

from minelab.boards.board import mine_count
from minelab.games.play import play_many
from minelab.lab.own_agent import play_row


def measure(agent: str, side: int, density: float, boards: int, seed: int = 1) -> pd.DataFrame:
    """The moves of an agent: a row per game, tenth of the game and method that made any."""
    mines = mine_count(side, side, None, density)
    games = play_many(agent, side, side, mines=mines, games=boards, seed=seed)
    rows = []
    for game in games.to_dict("records"):
        turns = play_row(game, agent).turns
        key = (agent, side, side, mines, mines / side**2, game["board_seed"], game["play_seed"])
        tally = Counter((10 * k // len(turns), turn.method) for k, turn in enumerate(turns))
        rows += [(*key, *when, n) for when, n in sorted(tally.items())]
    columns = (
        "agent", "rows", "cols", "mines", "density", "board_seed", "play_seed", "tenth", "method",
        "moves",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(columns))
