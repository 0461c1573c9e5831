"""What was left to prove before guesses: one test for all who say that they deduce everything.

Three reports say it of four agents. Each is looked at before its own guesses, in games on 10 x 10
at six densities: do all clues together prove a cell? Two reports limit the sentence to the agent's
own rules, which are those of single clues (SWEPT's basic agent, Corners): do these?

Many positions are looked at together, as a stack of boards.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.boards.board import Board
from minelab.boards.grid import COVERED
from minelab.games.compiled import course
from minelab.lab.stats import Point, over_boards, ratio_of
from minelab.report.claims import say
from minelab.report.claims.ledger import Part, never
from minelab.report.claims.tables import games_of

DENSITIES = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)
BOARDS = 20

Stack = NDArray[np.int8]
"""The codes of several boards of one size: board, row, column."""


class Left(NamedTuple):
    """What was left to prove before guesses: decided, in a sentence, and as a share."""

    part: Part
    words: str
    point: Point


def around(masks: NDArray[np.bool_]) -> Stack:
    """For each cell of a stack of boards, how many of its neighbours are true."""
    padded = np.pad(masks.astype(np.int8), ((0, 0), (1, 1), (1, 1)))
    columns = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    squares: Stack = columns[..., :-2] + columns[..., 1:-1] + columns[..., 2:]
    return squares - masks


def single_clues_decide(codes: Stack) -> NDArray[np.bool_]:
    """On which boards of a stack a clue by itself proves the covered cells around it."""
    hidden, missing = around(codes == COVERED), codes - around(codes < COVERED)
    decides: NDArray[np.bool_] = (
        (codes >= 0) & (hidden > 0) & ((missing == 0) | (missing == hidden))
    )
    return np.asarray(decides.any(axis=(1, 2)))


@cache
def some_boards(n: int, densities: tuple[float, ...]) -> list[Board]:
    """So many boards of 10 x 10 at each density."""
    return [
        Board.random(10, 10, density=density, seed=seed)
        for seed, density in product(range(n), densities)
    ]


def before_guesses(name: str, boards: list[Board]) -> tuple[Stack, NDArray[np.int64]]:
    """What an agent saw before each guess in a game on each board, and the number of the board."""
    games = [course(board, name, board.seed).before_guesses() for board in boards]
    return np.concatenate(games), np.repeat(np.arange(len(games)), [len(game) for game in games])


def left_by_single_clues(name: str) -> Left:
    """Before how many of its guesses single clues, an agent's only rules, still prove a cell."""
    codes, boards = before_guesses(name, some_boards(BOARDS, DENSITIES))
    left, guesses = np.bincount(boards, single_clues_decide(codes)), np.bincount(boards)
    point = ratio_of(name, left, guesses, share=True)
    words = (
        f"Its own rules still prove a cell before {say.percents(point)} of the {guesses.sum():,} "
        f"guesses of {name} in {len(guesses)} games."
    )
    return Left(
        never("its own rules leave nothing", int(left.sum()), int(guesses.sum())), words, point
    )


def left_by_all_clues(name: str) -> Left:
    """Before how many of an agent's guesses all clues together still prove a cell."""
    rows = games_of("guesses", name).dropna(subset=["safe"])
    left = rows["safe"] + rows["mined"] > 0
    point = over_boards(name, left, rows)
    words = (
        f"All clues together prove a cell before {say.percents(point, 1)} of the {len(rows):,} "
        f"guesses of {name}."
    )
    return Left(never("all clues together leave nothing", int(left.sum()), len(rows)), words, point)
