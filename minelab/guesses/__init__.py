"""Guess rules, one a file: which cell to open when nothing can be proved.

A rule gets the position and the game's own random order of all cells; it has no other source
of chance, so the same seed gives the same game.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeAlias

from minelab.champion import FORMS
from minelab.grid import COVERED, Cell
from minelab.guesses.champion import champion
from minelab.guesses.clues import average, rule
from minelab.guesses.corners import corners
from minelab.guesses.exact import exact
from minelab.guesses.random import random
from minelab.knowledge import Position
from minelab.reasons import Guess
from minelab.view import View

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
