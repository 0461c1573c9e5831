"""The table `guesses`: every guess of many games beside what complete inference knew before it."""

from collections.abc import Iterable
from functools import lru_cache

import pandas as pd

from minelab.boards.board import Board
from minelab.games.hindsight import guesses_of, look_back, survey
from minelab.games.play import play
from minelab.games.record import Record
from minelab.lab.stats import key_of, over_boards

SIDE = 10
AGENTS = (
    "random", "basic", "basic-002", "corners", "aravind", "aravind-once", "cowan", "cowan-1",
    "cowan-3", "charles", "charles-once", "ibs", "ibs-hyper", "swept", "cowan+total",
    "charles+total", "ibs+total", "cowan+average", "cowan+total+average", "charles+average",
    "charles+total+average", "ibs+sum", "ibs+last", "exact",
)  # fmt: skip
"""The agents of the reports, their bonus forms, `random` and `exact`."""
PROVED = ("safe", "mined", "safe_with_total", "mined_with_total")


def guess_table(records: Iterable[Record]) -> pd.DataFrame:
    """The guesses of many games, a row per guess; what is too large to solve is missing."""
    # Agents that guess alike pass through the same positions of a board.
    look = lru_cache(maxsize=512)(survey)
    rows = []
    for record in records:
        key = {"agent": record.agent} | key_of(record.board, record.seed, record.rules)
        for game, turn in guesses_of(record):
            seen = look_back(game, turn, look)
            row, col = seen.cell
            place = {"turn": seen.turn, "row": row, "col": col}
            guess = {"rule": seen.rule, "covered": seen.covered, "claimed": seen.claimed}
            truth = {"risk": seen.risk, "least": seen.least, "mine": seen.is_mine}
            proved = (*(seen.proved or (None, None)), *(seen.proved_with_total or (None, None)))
            rows.append(key | place | guess | truth | dict(zip(PROVED, proved, strict=True)))
    table = pd.DataFrame(rows)
    # Sums in another order differ in their last digits; twelve are the same everywhere.
    numbers = ["claimed", "risk", "least", *PROVED]
    return table.assign(**{name: table[name].astype(float).round(12) for name in numbers})


def measure(boards: range, densities: Iterable[float]) -> pd.DataFrame:
    """The guesses of each agent on the same boards of several densities, a row per guess.

    boards: the seeds of the boards, which are also the seeds of play.
    """
    games = [
        (Board.random(SIDE, SIDE, density=density, seed=seed), name, seed)
        for density in densities
        for seed in boards
        for name in AGENTS
    ]
    return guess_table(play(board, name, seed=seed) for board, name, seed in games)


def misses(table: pd.DataFrame) -> pd.DataFrame:
    """How far each agent's guesses are from complete inference, in percent, with 95% intervals.

    The share of guesses made while a cell was provable, from the clues alone and with the number
    of mines; the mean risk taken, and how much of it was above the least. After each comes
    half the width of its interval, as a column ±. Guesses on one board depend on each other, so the
    intervals are over boards.
    """
    known = table.dropna(subset=["risk", "safe", "safe_with_total"])
    measures = {
        "% provable": known["safe"] + known["mined"] > 0,
        "% provable with the total": known["safe_with_total"] + known["mined_with_total"] > 0,
        "% risk": known["risk"],
        "% extra risk": known["risk"] - known["least"],
    }
    rows: dict[str, dict[str, float]] = {}
    for name, part in known.groupby("agent", sort=False):
        rows[str(name)] = {"guesses": len(part)}
        for column, values in measures.items():
            point = over_boards(name, values, part)
            half = max(abs(end - point.value) for end in point.interval)
            rows[str(name)] |= {column: 100 * point.value, f"± {column[2:]}": 100 * half}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("agent")
