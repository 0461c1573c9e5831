"""Cost: the work that the readable forms of the agents do in a game, counted.

The counts don't depend on the machine: how often a clue is read, a constraint looked at, two
constraints compared, a cell supposed to be mined or safe. The readable form scans as the reports
do, the whole board at every look. What the engine counts in the same game is in the same row.
"""

from collections.abc import Iterable

import numpy as np
import pandas as pd

from minelab.agents.catalogue import Agent, agent
from minelab.agents.players import reader
from minelab.boards.board import Board, mine_count
from minelab.boards.view import View
from minelab.games.compiled import random_order
from minelab.games.play import play, play_many
from minelab.games.record import Record
from minelab.inference.methods import prove_all
from minelab.inference.position import Position
from minelab.inference.tally import Tally

SEEDS = ("board_seed", "play_seed")
WORDS = {
    "clues": "clues read", "visits": "constraints", "pairs": "comparisons",
    "assumptions": "suppositions", "nodes": "layouts", "work": "work",
}  # fmt: skip
"""What the counts are called where they are shown; work is constraints, comparisons and
estimates; `prices` adds layouts."""


def play_counted(board: Board, who: str | Agent, tally: Tally, *, seed: int = 0) -> Record:
    """A game of an agent's readable form, whose work goes into the tally; otherwise as `play`.

    >>> tally = Tally()
    >>> record = play_counted(Board.random(8, 8, mines=14, seed=3), "cowan", tally)
    >>> tally["visits"], tally["assumptions"]
    (374, 41)
    """
    chosen = who if isinstance(who, Agent) else agent(who)
    order = random_order(board.rows, board.cols, seed)
    return play(board, reader(chosen, order, iter(()), tally), seed=seed)


def by_method(view: View, methods: Iterable[str]) -> pd.DataFrame:
    """How many cells each method proves in a view, and the work that takes; a row per method."""
    rows = {}
    for method in methods:
        tally = Tally()
        proofs = prove_all(Position(view, view.mines, tally), [method])
        counts = {WORDS[count]: tally[count] for count in WORDS if count in tally}
        rows[method] = {"cells proved": len(proofs), **counts}
    return pd.DataFrame.from_dict(rows, orient="index").drop(columns=WORDS["clues"])


def prices(counted: pd.DataFrame, games: pd.DataFrame, agents: list[str]) -> pd.DataFrame:
    """The mean work of agents per game, beside their mean score.

    counted: a table of counted games, such as `cost`.
    games: a table of games on boards of the same size; the densities of `counted` are used.
    """
    counted = counted.assign(work=counted["work"] + counted["nodes"])
    price = counted.groupby("agent")[[*WORDS]].mean().loc[agents].round().astype(int)
    same = games[games["density"].round(2).isin(counted["density"].round(2))]
    score = same.groupby("agent")["score"].mean().round(3)
    return price.rename(columns=WORDS).assign(score=score)


def power(games: pd.DataFrame, column: str, agent: str) -> float:
    """The power of the number of cells with which a count grows, on boards of several sizes."""
    own = games[games["agent"] == agent]
    return float(np.polyfit(np.log(own["rows"] ** 2.0), np.log(own[column]), 1)[0])


def measure(agent: str, side: int, density: float, boards: int, seed: int = 1) -> pd.DataFrame:
    """The work of an agent's readable form; a row per game."""
    mines = mine_count(side, side, None, density)
    games = play_many(agent, side, side, mines=mines, games=boards, seed=seed)
    rows = []
    for board_seed, play_seed, guesses in games[[*SEEDS, "guesses"]].to_numpy().tolist():
        tally = Tally()
        board = Board.random(side, side, mines=mines, seed=board_seed)
        record = play_counted(board, agent, tally, seed=play_seed)
        assert record.guesses == guesses, "both forms play the same games"
        work = tally["visits"] + tally["pairs"] + tally["claims"]
        rows.append({**tally, "work": work, **tally.frontier()})
    same = ["agent", "rows", "cols", "mines", "density", *SEEDS, "guesses"]
    engine = games[["work", "assumptions", "nodes"]].add_prefix("engine_")
    return pd.concat([games[same], pd.DataFrame(rows), engine], axis=1)
