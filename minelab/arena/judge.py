"""The referee's judgement of a game by exact odds, whoever played it and whatever it says.

A guess is an opening at a risk. Flags show nothing, so they count for nothing. The luck of a guess
is the value of what it showed, less the mean over all that it might have shown. Both are by one
network and exact odds, so luck is 0 on average, for every player, whatever the network says. A
result less its luck has the same mean, and varies less. Games are judged to their end: who plays on
perfectly is known for the champion alone.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.agents.champion import FORMS, network
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import COVERED, FLAG, Cell
from minelab.boards.rules import Rules
from minelab.boards.view import Move, Open, View
from minelab.inference.odds import MOST_STATES, odds, workspace


class Judged(NamedTuple):
    """What the guesses of a game came to."""

    guesses: int = 0
    """Openings at a risk, as far as it is known exactly."""
    regret: float = 0.0
    """The sum of their risks beyond the least."""
    luck: float = 0.0
    """How much of the chance to win they gained or lost by luck."""


class Judge:
    """Judges games on boards of one size under the same rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.sees_luck = rules.goal == "open" and rules.lives == 1 and rules.opening is None
        """Whether winning is what the network values."""

    def judge(self, board: Board, moves: Iterable[Move]) -> Judged:
        """The judgement of a game."""
        game, safe = Game(board, self.rules), set[Cell]()
        guesses, regret, luck = 0, 0.0, 0.0
        for move in moves:
            if not isinstance(move, Open) or move.cell in safe:
                game.play(move)
                continue
            first, codes = game.first_is_safe, game.codes.copy()
            codes[codes == FLAG] = COVERED
            known = odds(View(codes, board.n_mines))
            risk = float(known.risk[move.cell])
            shown = game.play(move)[0].code
            if not known.exact:
                continue
            safe.update(known.safe)
            if risk == 0:
                continue
            if not first:
                guesses += 1
                regret += risk - float(np.nanmin(known.risk))
            certain = risk == 1 or (first and self.rules.safe_radius > 0)
            if self.sees_luck and not certain:
                codes[known.risk == 1] = FLAG
                value, mean = self.values(codes, board.n_mines, move.cell, shown)
                luck += value - (mean / (1 - risk) if first else mean)
        return Judged(guesses, regret, luck)

    def values(
        self, codes: NDArray[np.int8], mines: int, cell: Cell, shown: int
    ) -> tuple[float, float]:
        """The value of what an opening led to, and its mean."""
        from minelab.engine.luck import values_in_view

        rows, cols = self.size = int(codes.shape[0]), int(codes.shape[1])
        i = (cell[0] + 2) * (cols + 2) + cell[1] + 2
        space = workspace(rows, cols, MOST_STATES)
        value, mean = values_in_view(codes, mines, i, shown, space, self.lookahead)
        return float(value), float(mean)

    @cached_property
    def lookahead(self) -> Any:
        """The arrays of the network that values positions."""
        from minelab.engine.lookahead import lookahead_space

        rows, cols = self.size
        return lookahead_space(rows, cols, FORMS["champion"], network())
