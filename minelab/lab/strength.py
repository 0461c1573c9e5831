"""How strong the champion is: win rates of the ordinary game, and scores beside `exact`.

A row per game, with as few columns as possible: a game's key (seed, rows, cols, mines, number)
gives its board, as for `play_many`.
"""

import pandas as pd

from minelab.agents.champion import first_cell
from minelab.boards.rules import PRESETS
from minelab.games.play import play_many

COLUMNS = ["agent", "rows", "cols", "mines", "density", "rules", "game", "won", "score", "guesses"]


def measure(
    agent: str, rows: int, cols: int, mines: int, rules: str, games: range, seed: int
) -> pd.DataFrame:
    """Games of one agent at one level; classic ones begin with a good cell for their rules."""
    how = PRESETS[rules]
    first = None if how.goal == "mark" else first_cell(how.first_click, rows, cols)
    table = play_many(
        agent, rows, cols, mines=mines, games=games, seed=seed, rules=how, first=first
    )
    return table.assign(game=list(games))[COLUMNS].astype({"game": "int32", "guesses": "int16"})
