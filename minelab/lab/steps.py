"""What one step costs: the neighbours that a program reads or writes when a cell is settled.

SWEPT stores for each cell which neighbours are safe, mined and hidden, and says that storing less
would cost much time (Efficiency). With its lists a settled cell is written into the records of its
neighbours, and a rule compares lengths; without them a rule reads all neighbours of its clue.
Corners counts each step of a query (Efficiency): it updates the cell and its neighbours and checks
all that were updated.
"""

from collections.abc import Generator
from typing import Any

import pandas as pd

from minelab.agents.catalogue import agent
from minelab.agents.players import AroundReader
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.games.compiled import random_order
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.position import clue_constraint
from minelab.inference.reasons import Deduction
from minelab.lab.stats import key_of

Rules = list[tuple[Cell, bool]]
"""The clues to which a rule is applied, each with whether it is finished already."""


class RuleCounter(AroundReader):
    """SWEPT's basic agent, which also lists the clues to which it applies its rule."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        self.applied: Rules = []

    def apply(self, clue: Cell) -> Generator[Deduction, None, bool]:
        left = clue_constraint(self.view.codes, clue, safe=self.known_at).cells
        self.applied.append((clue, not left))
        return (yield from super().apply(clue))


def swept_rules(board: Board, seed: int) -> tuple[Record, Rules]:
    """A game of SWEPT's basic agent, and the clues to which it applies its rule."""
    player = RuleCounter(agent("basic-002"), random_order(board.rows, board.cols, seed), iter(()))
    return play(board, player, seed=seed), player.applied


def corners_rules(board: Board, seed: int) -> tuple[Record, Rules]:
    """A game of `corners`, and the clues that it checks: of each settled cell and around it."""
    record = play(board, "corners", seed=seed)
    game, checked = record.after(0), []
    for _, turn in record.replay():
        game.play(turn.move)
        around = (turn.cell, *game.view.neighbours(turn.cell))
        for clue in (cell for cell in around if game.view[cell] >= 0):
            checked.append((clue, not clue_constraint(game.view.codes, clue).cells))
    return record, checked


RULES = {"basic-002": swept_rules, "corners": corners_rules}


def measure(agent: str, side: int, density: float, boards: range) -> pd.DataFrame:
    """What a game's steps read and write; a row per game.

    boards: the seeds of the boards, which are also the seeds of play.
    """
    rows = []
    for seed in boards:
        board = Board.random(side, side, density=density, seed=seed)
        record, applied = RULES[agent](board, seed)
        view, settled = record.view(0), [turn.cell for turn in record.turns]
        steps = {
            "settled": len(settled),
            "applied": len(applied),
            "finished": sum(finished for _, finished in applied),
            "read": sum(len(view.neighbours(clue)) for clue, _ in applied),
            "written": sum(len(view.neighbours(cell)) for cell in settled),
        }
        rows.append({"agent": agent} | key_of(board, seed) | steps)
    return pd.DataFrame(rows)
