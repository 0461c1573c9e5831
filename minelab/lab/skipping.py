"""What SWEPT's basic agent would gain if it skipped finished cells, as its report proposes; timed.

A clue is finished when nothing around it is unknown. Seconds depend on the machine and the day; on
each board both forms play one after the other.
"""

from collections.abc import Generator
from functools import partial
from typing import Any

import pandas as pd

from minelab.agents.catalogue import agent
from minelab.agents.players import AroundReader
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.games.compiled import random_order
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.reasons import Deduction
from minelab.lab.stats import key_of
from minelab.lab.timing import seconds


class Skipping(AroundReader):
    """SWEPT's basic agent, which never applies its rule to a clue again once it is finished."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.finished: set[Cell] = set()

    def apply(self, clue: Cell) -> Generator[Deduction, None, bool]:
        if clue not in self.finished and (yield from super().apply(clue)):
            self.finished.add(clue)
        return clue in self.finished


FORMS: dict[str, type[AroundReader]] = {"basic-002": AroundReader, "skipping": Skipping}


def game(form: str, board: Board, seed: int) -> Record:
    """A game of one of the two forms."""
    order = random_order(board.rows, board.cols, seed)
    return play(board, FORMS[form](agent("basic-002"), order, iter(())), seed=seed)


def measure(side: int, density: float, boards: range, tries: int = 5) -> pd.DataFrame:
    """CPU seconds per game, the least of some tries, in turn; a row per form and game.

    boards: the seeds of the boards, which are also the seeds of play.
    """
    rows = []
    for seed in boards:
        board = Board.random(side, side, density=density, seed=seed)
        turns = [(partial(game, form, board, seed), form) for form in FORMS] * tries
        taken = [(form, seconds(play_it, 1)) for play_it, form in turns]
        for form in FORMS:
            least = min(time for who, time in taken if who == form)
            rows.append({"agent": form} | key_of(board, seed) | {"seconds": least})
    return pd.DataFrame(rows)
