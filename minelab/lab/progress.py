"""Progress: which method proves what, and when in the game.

The turns of a game are cut into tenths; in each tenth the moves that each method proved are
counted, and the guesses.
"""

from collections import Counter

import pandas as pd

from minelab.boards.board import mine_count
from minelab.games.play import play_many
from minelab.lab.own_agent import play_row
from minelab.lab.stats import key_of


def measure(agent: str, side: int, density: float, boards: int, seed: int = 1) -> pd.DataFrame:
    """The moves of an agent: a row per game, tenth of the game and method that made any."""
    mines = mine_count(side, side, None, density)
    games = play_many(agent, side, side, mines=mines, games=boards, seed=seed)
    rows = []
    for game in games.to_dict("records"):
        record = play_row(game, agent)
        key = {"agent": agent} | key_of(record.board, record.seed)
        n = len(record.turns)
        tally = Counter((10 * k // n, turn.method) for k, turn in enumerate(record.turns))
        for (tenth, method), moves in sorted(tally.items()):
            rows.append(key | {"tenth": tenth, "method": method, "moves": moves})
    return pd.DataFrame(rows)
