"""Guess rules, one per file: which cell to open when nothing can be proved.

A rule gets the position and the game's own random order of all cells; it has no other source
of chance, so the same seed gives the same game.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from minelab.agents.guesses.champion import champion
from minelab.agents.guesses.clues import Combine, average, last_of, mean_of, rule, sum_of
from minelab.agents.guesses.corners import corners
from minelab.agents.guesses.exact import exact
from minelab.agents.guesses.random import random
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import View
from minelab.inference.position import Position
from minelab.inference.reasons import Guess

GuessRule: TypeAlias = Callable[[Position, Sequence[Cell]], Guess]
"""A function of your own: a position and the game's random order of all cells in, a guess out."""


@dataclass(frozen=True)
class RuleRow:
    """All that the package knows about one guess rule. It is called like the function it holds."""

    name: str
    choose: GuessRule
    code: int | None
    """Its code in the engine; None for a rule that has only the readable form."""
    modifier: str = ""
    """What it does as a modifier, after the + in an agent's name; rules without a text are none."""
    needs_total: bool = False
    """Whether it has to know the number of mines."""
    at_random: bool = False
    """Whether it reads the random order for more than `random(position, order)`.

    For all other rules the order is empty when a game of the engine is explained.
    """
    drawn: tuple[str, str] | None = None
    """Colour and marker in figures that compare rules."""

    def __call__(self, position: Position, order: Sequence[Cell]) -> Guess:
        return self.choose(position, order)


def ibs(
    name: str, combine: Combine, code: int, modifier: str, drawn: tuple[str, str] | None = None,
    **more: Any,
) -> RuleRow:  # fmt: skip
    """A rule of IBS's kind: a way to combine the estimates of the clues around a cell."""
    return RuleRow(name, rule(name, combine, **more), code, modifier, needs_total=True, drawn=drawn)


GUESS_RULES: dict[str, RuleRow] = {
    row.name: row
    for row in (
        RuleRow("random", random, 17, at_random=True),
        RuleRow("average", average, 18, "guesses by the mean of the clues' estimates: COWAN s7",
                drawn=("#B45400", "s")),
        RuleRow("average-total", partial(average, with_total=True), 27,
                "as +average, with the estimate of the total among those of every cell",
                needs_total=True),
        RuleRow("average-most", partial(average, ties="most"), 28,
                "as +average, but among equals the cell with most covered neighbours"),
        RuleRow("average-lot", partial(average, ties="lot"), 29,
                "as +average, but among equals at random", at_random=True),
        ibs("sum", sum_of, 19, "guesses by the sum of the clues' estimates: IBS Better Decisions",
            drawn=("#2A5DA8", "D")),
        ibs("last", last_of, 20, "guesses by the last clue's estimate, as IBS's code did",
            drawn=("#2C8C7C", "v")),
        ibs("last-flags", last_of, 32, "as +last, with flags among the cells over which the mines "
            "left are spread", flags_too=True),
        ibs("sum-printed", sum_of, 37, "as +sum, with all mines of the board over all cells not "
            "opened, as IBS's text has it", flags_too=True, all_mines=True),
        ibs("mean", mean_of, 21, "guesses by the mean of the estimates, otherwise as +sum"),
        ibs("max", max, 22, "guesses by the greatest of the estimates, otherwise as +sum"),
        RuleRow("corners", corners, 24, drawn=("#845F47", "<")),
        RuleRow("corners-raw", partial(corners, raw_clue=True), 25),
        RuleRow("corners-lot", partial(corners, by_clue=False), 30,
                "opens the corners first, then guesses at random: half of Corners' rule",
                at_random=True),
        RuleRow("clue", partial(corners, corners_first=False), 31,
                "guesses by the clue of the least estimate: the other half of Corners' rule"),
        RuleRow("exact", exact, 26, needs_total=True, drawn=("#14171C", "*")),
        *(
            RuleRow(form, partial(champion, form=form), code, needs_total=True)
            for form, code in (("champion", 33), ("champion-0", 34), ("champion-1", 35),
                               ("champion-score", 36), ("champion-slow", 38))
        ),
    )
}  # fmt: skip
"""The registry of guess rules. Names, codes, needs and modifiers come from here."""
CHOSEN_BY = {16: "given", 23: "corner"} | {
    row.code: row.name for row in GUESS_RULES.values() if row.code is not None
}
"""What the engine notes as the rule of a guess, by code: also a given cell, and a corner."""


def next_covered(cells: Iterator[Cell], view: View) -> Cell | None:
    """The next of these cells that is covered, None when they have run out."""
    return next((cell for cell in cells if view[cell] == COVERED), None)
