"""Ideas of the reports that nobody has tried: guess rules and a player, in readable form only.

COWAN's author would guess beside a lone 1 (s3.2), and its limit of facts could follow the density
(s2.2.1). SWEPT looks "where bombs are likely to be" in its groups, without the number of mines.
Corners' limit of one half (Representation) is a number like any other, and its rule as printed can
do without going to the corners first. Daggers has a measure of
performance (Table 1), but no agent that plays for it. Each plays beside the agent it would change.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from math import comb, prod

import numpy as np
import pandas as pd

from minelab.agents.catalogue import Agent, agent
from minelab.agents.guesses.corners import corners
from minelab.agents.guesses.random import random
from minelab.agents.players import Player
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.boards.maps import daggers_map
from minelab.boards.rules import DAGGERS, REPORT, Rules
from minelab.boards.view import View
from minelab.games.play import play
from minelab.inference.methods import deduce
from minelab.inference.methods.assume import assume
from minelab.inference.methods.groups import groups_of
from minelab.inference.odds import odds
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction, Guess, Reason
from minelab.lab.stats import key_of


def beside_a_one(position: Position, order: Sequence[Cell]) -> Guess:
    """COWAN: a cell that touches one clue alone, which needs one mine among as many as can be."""
    lone = {
        cell: position.constraints[clues[0]]
        for cell, clues in sorted(position.touching.items()) if len(clues) == 1
    }  # fmt: skip
    ones = {cell: len(c.cells) for cell, c in lone.items() if c.mines == 1}
    if not ones:
        return random(position, order)
    cell = max(ones, key=lambda cell: ones[cell])
    return Guess(cell, "one", 1 / ones[cell])


def least_of_a_group(position: Position, order: Sequence[Cell]) -> Guess:
    """SWEPT: the cell that is a mine in the smallest share of its group's layouts."""
    shares: dict[Cell, Fraction] = {}
    for group in groups_of(position.view):
        weights = [
            prod(comb(len(box), n) for box, n in zip(group.boxes, mines, strict=True))
            for mines in group.placements
        ]
        for k, box in enumerate(group.boxes):
            held = sum(w * mines[k] for w, mines in zip(weights, group.placements, strict=True))
            shares |= dict.fromkeys(box, Fraction(held, len(box) * sum(weights)))
    if not shares:
        return random(position, order)
    cell = min(sorted(shares), key=lambda cell: shares[cell])
    return Guess(cell, "least", float(shares[cell]))


def corners_below_density(position: Position, order: Sequence[Cell]) -> Guess:
    """Corners: the clue's cell only if it is safer than a random one, by the number of mines."""
    view = position.view
    assert view.mines is not None, "this rule needs to be told the number of mines"
    limit = Fraction(view.mines - len(view.known), len(view.covered))
    return corners(position, order, limit=limit)


def assume_by_density(position: Position) -> Iterator[Deduction]:
    """COWAN: cells in one fact are tried too where that pays, and those in two not where it won't.

    The density is estimated from the clues.
    """
    view = position.view
    clues = [(view.clue(cell) or 0, len(view.neighbours(cell))) for cell in view.open]
    density = sum(n for n, _ in clues) / max(1, sum(around for _, around in clues))
    at_least = 3 if density < 0.15 or density > 0.7 else 1 if density < 0.35 else 2
    return assume(position, at_least)


class ForTable1(Player):
    """Daggers: stones first, then the safe cell that will open most; else the least risk."""

    name = "table-1"
    total_for = ("methods", "guess")

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        proofs = deduce(view, "single") or deduce(view, "exact")
        for proof in proofs:
            if proof.is_mine:
                return proof
        risk = odds(view).risk
        around = {c: sum(float(risk[n]) for n in view.neighbours(c)) for c in view.covered}
        if proofs:
            return min(proofs, key=lambda proof: around[proof.cell])
        cell = min(view.covered, key=lambda c: (round(float(risk[c]), 9), around[c]))
        return Guess(cell, self.name, float(risk[cell]))


IDEAS: dict[str, tuple[str, ...]] = {
    "charles": ("charles+one",),
    "swept": ("swept+least",),
    "corners": ("corners+0.3", "corners+0.4", "corners+density"),
    "corners-raw": ("basic+clue-raw",),
    "cowan": ("cowan+k",),
    "dagger-2+total": ("exact", "table-1"),
}
"""The agents of the catalogue, and what each of them would become."""
PLAYERS: dict[str, Agent | type[Player]] = {
    "charles+one": Agent("charles+one", agent("charles").methods, beside_a_one),
    "swept+least": Agent("swept+least", agent("swept").methods, least_of_a_group),
    "corners+0.3": Agent("corners+0.3", ("single",), partial(corners, limit=Fraction(3, 10))),
    "corners+0.4": Agent("corners+0.4", ("single",), partial(corners, limit=Fraction(2, 5))),
    "corners+density": Agent("corners+density", ("single",), corners_below_density, ("guess",)),
    "basic+clue-raw": Agent(
        "basic+clue-raw", ("single",), partial(corners, raw_clue=True, corners_first=False)
    ),
    "cowan+k": Agent("cowan+k", ("single", assume_by_density)),
    "table-1": ForTable1,
}


def measure(
    base: str, boards: range, density: float | None = None, level: str = "", side: int = 10
) -> pd.DataFrame:
    """Games of an agent and of what the ideas make of it, on the same boards; a row per game.

    boards: the seeds of the boards, which are also the seeds of play.
    density, side: of boards under report rules.
    level: of a map of Daggers & Gold, instead.
    """
    rules: Rules = DAGGERS if level else REPORT
    rows = []
    for seed in boards:
        board = (
            daggers_map(level, seed=seed) if level
            else Board.random(side, side, density=density, seed=seed)
        )  # fmt: skip
        for name in (base, *IDEAS[base]):
            record = play(board, PLAYERS.get(name, name), seed=seed, rules=rules)
            measured = ("score", "won", "blasts", "guesses", "performance")
            rows.append(
                {"agent": record.agent}
                | key_of(board, seed, rules)
                | {measure: getattr(record, measure) for measure in measured}
            )
    return pd.DataFrame(rows)
