"""Whether an agent deduces everything before it guesses: one test for all who say so.

Three reports say it of four agents. Each is looked at before its own guesses, in games on 10 x 10
at six densities: do all clues together prove a cell? Two reports limit the sentence to the agent's
own rules (SWEPT's basic agent, Corners): do these?
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from minelab.agents.catalogue import agent
from minelab.boards.board import Board
from minelab.boards.view import View
from minelab.games.play import play
from minelab.inference.methods import deduce
from minelab.lab.stats import Point, over_boards, ratio_of
from minelab.report.claims.ledger import Part, never, percents
from minelab.report.claims.tables import games_of

DENSITIES = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)
BOARDS = 20


class Left(NamedTuple):
    """What was left to prove before guesses: decided, in a sentence, and as a share."""

    part: Part
    words: str
    point: Point


def provable(view: View, methods: tuple[str, ...]) -> bool:
    """Whether any of these methods proves a cell."""
    return any(deduce(view, method) for method in methods)


def left_by_own_rules(name: str) -> Left:
    """Before how many of its guesses an agent's own methods still prove a cell."""
    methods = tuple(map(str, agent(name).methods))
    games = []
    for seed, density in product(range(BOARDS), DENSITIES):
        record = play(Board.random(10, 10, density=density, seed=seed), name, seed=seed)
        guesses = [view for view, turn in record.replay() if turn.method == "guess"]
        games.append((sum(provable(view, methods) for view in guesses), len(guesses)))
    left, guesses = np.array(games).T
    point = ratio_of(name, left, guesses, share=True)
    words = (
        f"Its own rules still prove a cell before {percents(point)} of the {guesses.sum():,} "
        f"guesses of {name} in {len(games)} games."
    )
    return Left(never("its own rules leave nothing", left.sum(), guesses.sum()), words, point)


def left_by_all_clues(name: str) -> Left:
    """Before how many of an agent's guesses all clues together still prove a cell."""
    rows = games_of("guesses", name).dropna(subset=["safe"])
    left = rows["safe"] + rows["mined"] > 0
    point = over_boards(name, left, rows)
    words = (
        f"All clues together prove a cell before {percents(point, 1)} of the {len(rows):,} guesses "
        f"of {name}."
    )
    return Left(never("all clues together leave nothing", left.sum(), len(rows)), words, point)
