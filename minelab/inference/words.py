"""Words: pieces of the sentences that explain a proof or a guess.

A sentence is a list of spans. A span carries the mark that the same thing has on the board
("move", "why", "supposed" or none), so that words and picture agree. Empty spans give the
sentence its structure: one with the mark "step" comes before each step of a proof by supposition,
one with the mark "so" before the conclusion.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.reasons import Constraint, Deduction

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Span(NamedTuple):
    """A piece of a sentence."""

    text: str
    mark: str = ""


def plain(spans: list[Span]) -> str:
    """The sentence without its marks."""
    return "".join(span.text for span in spans)


def verdict(deduction: Deduction) -> list[Span]:
    """The conclusion of a proof."""
    end = " is a mine." if deduction.is_mine else " is safe."
    return [Span("", "so"), Span("So "), Span(place(deduction.cell), "move"), Span(end)]


def explain_other(deduction: Deduction, view: View) -> list[Span]:
    """A method of somebody's own, or a move without a proof."""
    if not deduction.because:
        return [Span(f"The agent's own reason ({deduction.method}). ")]
    clues = sorted(set(base_clues(deduction.because)))
    spans = listed([clue_span(clue, view) for clue in clues])
    return [Span(f"By {deduction.method}, from "), *spans, Span(". ")]


def clue_span(clue: Cell, view: View) -> Span:
    return Span(f"clue {view.clue(clue)} at {place(clue)}", "why")


def source_spans(constraint: Constraint, view: View) -> list[Span]:
    """Where a constraint comes from: a clue, several, or the total."""
    clues = sorted(set(base_clues((constraint,))))
    if not clues:
        return [Span("the number of mines")]
    the = [Span("the ")] if len(clues) == 1 else []
    return [*the, *listed([clue_span(clue, view) for clue in clues])]


def base_clues(constraints: Iterable[Constraint]) -> Iterator[Cell]:
    """The clues that constraints were derived from."""
    for constraint in constraints:
        if constraint.clue is not None:
            yield constraint.clue
        yield from base_clues(constraint.because)


def listed(spans: list[Span]) -> list[Span]:
    """Spans as people list things: a, b and c."""
    out: list[Span] = []
    for k, span in enumerate(spans):
        out += [Span("" if k == 0 else " and " if k == len(spans) - 1 else ", "), span]
    return out[1:]


def place(cell: Cell) -> str:
    """A cell with a no-break space, so that it stays on one line."""
    return f"({cell[0]},\N{NO-BREAK SPACE}{cell[1]})"


def places(cells: list[Cell]) -> str:
    """Cells as people list them: a, b and c."""
    *others, last = map(place, sorted(cells))
    return f"{', '.join(others)} and {last}" if others else last


def word(n: int) -> str:
    """A count in words up to eight, then in digits."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def mines_word(n: int) -> str:
    """A number of mines in words."""
    return f"{word(n)} {noun('mine', n)}"


def is_are(n: int) -> str:
    return "is" if n == 1 else "are"


def noun(name: str, n: int) -> str:
    """A noun in the number that fits its count."""
    return name if n == 1 else name + "s"


def percent(chance: float) -> str:
    """Whole percent; what is not certain never rounds to certain."""
    return f"{min(max(round(chance * 100), 1), 99) if 0 < chance < 1 else round(chance * 100)}%"
