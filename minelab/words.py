"""A reason in plain sentences.

A sentence is a list of spans, each with the mark that the same thing wears on the board
("move", "why" or none), so that words and picture say one thing.
"""

from typing import NamedTuple

from minelab.grid import Cell
from minelab.knowledge import clue_constraint
from minelab.reasons import Deduction, Guess, Reason
from minelab.view import View, is_mine

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Span(NamedTuple):
    """A piece of a sentence."""

    text: str
    mark: str = ""


def explain(reason: Reason, view: View) -> list[Span]:
    """Why a move is made, given what was seen just before it."""
    if isinstance(reason, Guess):
        return explain_guess(reason, view)
    if reason.method == "single":
        return explain_single(reason, view)
    return [Span(f"{reason.method} proves it. "), *verdict(reason)]


def plain(spans: list[Span]) -> str:
    """The sentence without its marks."""
    return "".join(span.text for span in spans)


def explain_guess(guess: Guess, view: View) -> list[Span]:
    n = len(view.covered)
    if guess.rule == "given":
        return [
            Span("No proof found. Opens "),
            Span(place(guess.cell), "move"),
            Span(", as given."),
        ]
    if guess.rule == "random":
        choice = f"one of {n} covered cells at random" if n > 1 else "the last covered cell"
        return [Span(f"No proof found. Opens {choice}.")]
    spans = [Span("No proof found. Opens "), Span(place(guess.cell), "move")]
    claim = "" if guess.chance is None else f", which it gives a risk of {percent(guess.chance)}"
    return [*spans, Span(f" by the rule {guess.rule}{claim}.")]


def explain_single(deduction: Deduction, view: View) -> list[Span]:
    """The clue either has all its mines, or needs every covered cell it has left."""
    clue = deduction.because[0].clue
    assert clue is not None, "single-clue proofs rest on a clue"
    number = view.clue(clue)
    left = clue_constraint(view.codes, clue)
    mines = [cell for cell in view.neighbours(clue) if is_mine(view[cell])]
    if deduction.is_mine:
        more = "more " if mines else ""
        needs = f"{word(left.mines)} {more}{noun('mine', left.mines)}"
        has = f"{word(len(left.cells))} covered {noun('neighbour', len(left.cells))}"
        why = f" needs {needs} and has only {has}. "
    elif not mines:
        why = " touches no mine. "
    else:
        which = "mine" if len(mines) == 1 else f"{word(len(mines))} mines"
        why = f" already touches its {which} at {places(mines)}. "
    start = [Span("The "), Span(f"clue {number} at {place(clue)}", "why")]
    return [*start, Span(why), *verdict(deduction)]


def verdict(deduction: Deduction) -> list[Span]:
    end = " is a mine." if deduction.is_mine else " is safe."
    return [Span("So "), Span(place(deduction.cell), "move"), Span(end)]


def place(cell: Cell) -> str:
    """A cell with a no-break space, so that it stays on one line."""
    return f"({cell[0]},\N{NO-BREAK SPACE}{cell[1]})"


def places(cells: list[Cell]) -> str:
    """Cells as people list them: a, b and c."""
    *others, last = map(place, sorted(cells))
    return f"{', '.join(others)} and {last}" if others else last


def word(n: int) -> str:
    """A count in words up to eight, then in digits."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def noun(name: str, n: int) -> str:
    """A noun in the number that fits its count."""
    return name if n == 1 else name + "s"


def percent(chance: float) -> str:
    """Whole percent; what is not certain never rounds to certain."""
    return f"{min(max(round(chance * 100), 1), 99) if 0 < chance < 1 else round(chance * 100)}%"
