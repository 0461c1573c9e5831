"""Complete inference from exact odds, the total included: beyond the reports."""

from collections.abc import Iterator

from minelab.boards.view import View
from minelab.inference.odds import is_large, odds_in_play
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.inference.words import Span, is_are, mines_word, noun, word


def exact(position: Position) -> Iterator[Deduction]:
    """A cell with a mine in all layouts that fit, or in none, is fact.

    The search is the engine's, checked against brute force; the total has to be known. On large
    boards the clues alone decide, and layouts are not counted.
    """
    total = position.total
    if total is None:
        return
    mines = total.mines + sum(position.settled.values()) + len(position.view.known)
    known = odds_in_play(position.view, mines)
    layouts = None if is_large(position.view.codes.size) else known.layouts
    for cell in known.safe:
        yield Deduction(cell, False, "exact", (total,), layouts=layouts)
    for cell in known.mined:
        yield Deduction(cell, True, "exact", (total,), layouts=layouts)


def explain_exact(deduction: Deduction, view: View) -> list[Span]:
    """The same in all layouts that fit the clues and the total."""
    total = deduction.because[0]
    n, state = len(total.cells), "a mine" if deduction.is_mine else "safe"
    if deduction.layouts is None:
        return [Span(f"The cell is {state} in all layouts that fit the clues. ")]
    left = f"{mines_word(total.mines)} {is_are(total.mines)} left".capitalize()
    one = deduction.layouts == 1
    fit = "one layout fits" if one else f"{deduction.layouts} layouts fit"
    every = "there" if one else "in all of them"
    return [
        Span(f"{left} in {word(n)} covered {noun('cell', n)}: {fit} the clues and this total. "),
        Span(f"The cell is {state} {every}. "),
    ]
