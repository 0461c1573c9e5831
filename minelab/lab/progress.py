"""Progress: which method proves what, and when in the game.

The turns of a game are cut into tenths; in each tenth the moves that each method proved are
counted, and the guesses.
"""

from collections import Counter

import pandas as pd

from minelab.boards.board import Board, mine_count
from minelab.games.play import play, play_many


def measure(agent: str, side: int, density: float, boards: int, seed: int = 1) -> pd.DataFrame:
    """The moves of an agent: a row per game, tenth of the game and method that made any."""
    mines = mine_count(side, side, None, density)
    games = play_many(agent, side, side, mines=mines, games=boards, seed=seed)
    rows = []
    for board_seed, play_seed in games[["board_seed", "play_seed"]].to_numpy().tolist():
        board = Board.random(side, side, mines=mines, seed=board_seed)
        turns = play(board, agent, seed=play_seed).turns
        key = (agent, side, side, mines, mines / side**2, board_seed, play_seed)
        tally = Counter((10 * k // len(turns), turn.method) for k, turn in enumerate(turns))
        rows += [(*key, *when, n) for when, n in sorted(tally.items())]
    columns = (
        "agent", "rows", "cols", "mines", "density", "board_seed", "play_seed", "tenth", "method",
        "moves",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(columns))
