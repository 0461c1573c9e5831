"""Choices: one position, and the cell that each guess rule would open."""

from collections.abc import Iterable

from minelab.agents.guesses import GUESS_RULES
from minelab.boards.view import View
from minelab.display.draw import Frame, Picture, lay_out
from minelab.display.palette import Theme
from minelab.games.compiled import random_order
from minelab.games.explain import Marks
from minelab.inference.position import Position
from minelab.inference.reasons import Guess
from minelab.inference.words import percent, place

RULES = ("average", "sum", "last", "corners", "random")


def guesses(view: View, rules: Iterable[str] = RULES, seed: int = 0) -> dict[str, Guess]:
    """What each rule would open; `seed` stands for the game whose random order is used."""
    order = random_order(view.rows, view.cols, seed)
    return {rule: GUESS_RULES[rule](Position(view), order) for rule in rules}


def choices(
    view: View, rules: Iterable[str] = RULES, *, seed: int = 0, theme: Theme = "light"
) -> Picture:
    """The position once for each rule, with the cell that it would open and what it claims."""
    chosen = guesses(view, rules, seed)
    frames = [
        Frame(rule, "", claim(guess), view, Marks(move=guess.cell))
        for rule, guess in chosen.items()
    ]
    told = "; ".join(f"{rule} opens {place(guess.cell)}" for rule, guess in chosen.items())
    return lay_out(frames, f"One position, {len(frames)} guess rules: {told}.", theme)


def claim(guess: Guess) -> str:
    """What a rule says about the cell that it opens."""
    if guess.chance is not None:
        return f"opens {place(guess.cell)}, a risk of {percent(guess.chance)} by its count"
    corner = ", a corner" if guess.rule == "corner" else ", by lot"
    return f"opens {place(guess.cell)}{corner}"
