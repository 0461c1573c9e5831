"""Guess rules, one a file: which cell to open when nothing can be proved.

A rule gets the position and the game's own random order of all cells; it has no other source
of chance, so the same seed gives the same game.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from minelab.agents.champion import FORMS
from minelab.agents.guesses.champion import champion
from minelab.agents.guesses.clues import average, rule
from minelab.agents.guesses.corners import corners
from minelab.agents.guesses.exact import exact
from minelab.agents.guesses.random import random
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import View
from minelab.inference.position import Position
from minelab.inference.reasons import Guess

GuessRule: TypeAlias = Callable[[Position, Sequence[Cell]], Guess]

GUESS_RULES: dict[str, GuessRule] = {
    "random": random,
    "average": average,
    "average-total": partial(average, with_total=True),
    "average-most": partial(average, ties="most"),
    "average-lot": partial(average, ties="lot"),
    "sum": rule("sum", lambda claims: sum(claims, Fraction(0))),
    "last": rule("last", lambda claims: claims[-1]),  # IBS's code: the sum never added up
    "last-flags": rule("last-flags", lambda claims: claims[-1], flags_too=True),
    "mean": rule("mean", lambda claims: sum(claims, Fraction(0)) / len(claims)),
    "max": rule("max", max),
    "corners": corners,
    "corners-raw": partial(corners, raw_clue=True),
    "corners-lot": partial(corners, by_clue=False),
    "clue": partial(corners, corners_first=False),
    "exact": exact,
    **{form: partial(champion, form=form) for form in FORMS},
}
NEEDS_TOTAL = ("sum", "last", "last-flags", "mean", "max", "exact", "average-total", *FORMS)
"""Rules that have to know the number of mines."""
BY_LOT = ("random", "average-lot", "corners-lot")
"""Rules that may choose by the game's random order even where they compare cells."""


def next_covered(cells: Iterator[Cell], view: View) -> Cell | None:
    """The next of these cells that is covered, None when they have run out."""
    return next((cell for cell in cells if view[cell] == COVERED), None)
