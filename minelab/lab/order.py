"""Order: what an agent knows before each guess, by when its costly methods are asked.

IBS asks its costly methods only when the cheap ones are stuck, and expects that asking them at
every turn would infer more. So the same methods play the same boards in three ways: costly ones
last, as IBS does; costly ones first, so that they are asked at every turn; and all of them at every
turn, until nothing more can be proved, before anything is opened. Agents that know equally much
guess the same cells.
"""

from collections.abc import Iterator, Sequence

import pandas as pd

from minelab.agents.catalogue import Agent, agent
from minelab.agents.guesses.random import random
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.inference.methods import Method, prove_all
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction, Guess
from minelab.inference.tally import Tally
from minelab.lab.cost import play_counted
from minelab.lab.stats import key_of

SIDE = 8
CHEAPEST_FIRST = agent("ibs-hyper").methods
"""IBS's methods, cheapest first."""


def everything(position: Position) -> Iterator[Deduction]:
    """All that the methods prove together while nothing is opened, until all are stuck."""
    yield from prove_all(position.copy(), CHEAPEST_FIRST)


ORDERS: dict[str, tuple[str | Method, ...]] = {
    "dear last": CHEAPEST_FIRST,
    "dear first": CHEAPEST_FIRST[::-1],
    "all at every turn": (everything,),
}
"""The methods of each order, by its name in the table, where "dear" means expensive."""


def measure(density: float, boards: range) -> pd.DataFrame:
    """What is known before each guess: a row per order, game and guess.

    boards: the seeds of the boards, which are also the seeds of play.
    """
    rows = []
    for seed in boards:
        board = Board.random(SIDE, SIDE, density=density, seed=seed)
        for order, methods in ORDERS.items():
            key = {"order": order} | key_of(board, seed)
            for guess, known, work in before_guesses(board, methods, seed):
                rows.append(key | {"guess": guess, "known": known, "work": work})
    return pd.DataFrame(rows)


def before_guesses(
    board: Board, methods: tuple[str | Method, ...], seed: int
) -> list[tuple[int, int, int]]:
    """The number of each guess, the cells known before it, and the work done until then."""
    tally = Tally()
    rows: list[tuple[int, int, int]] = []

    def at_random(position: Position, order: Sequence[Cell]) -> Guess:
        known = board.mines.size - len(position.view.covered)
        rows.append((len(rows) + 1, known, tally["visits"] + tally["pairs"]))
        return random(position, order)

    play_counted(board, Agent("ordered", methods, at_random), tally, seed=seed)
    return rows
