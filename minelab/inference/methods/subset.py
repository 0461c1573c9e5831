"""One constraint inside another: COWAN's equations (s2.3, Algorithms 4 to 6), IBS's reduction.

The pairing itself is `Equations` in inference/position.py.
"""

from collections.abc import Iterator

from minelab.boards.view import View
from minelab.inference.position import Position, differences
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.tally import Tally
from minelab.inference.words import (
    Span,
    base_clues,
    clue_span,
    listed,
    mines_word,
    place,
    places,
    word,
)


def subset(position: Position) -> Iterator[Deduction]:
    """If A lies inside B, the cells of B outside A hold the mines that A does not.

    What is derived pairs again, until nothing new comes.
    """
    for derived in position.equations():
        yield from conclude_derived(derived, position.tally)


def subset_once(position: Position) -> Iterator[Deduction]:
    """The same with clues only: what is derived does not pair again."""
    equations = position.equations(derive=False)
    for clue in equations:
        for derived in differences(clue, equations.overlapping(clue)):
            yield from conclude_derived(derived, position.tally)


def conclude_derived(derived: Constraint, tally: Tally | None) -> Iterator[Deduction]:
    """What a derived constraint proves by itself."""
    if tally is not None:
        tally.derive(derived)
    if derived.because and derived.mines in (0, len(derived.cells)):
        for cell in sorted(derived.cells):
            yield Deduction(cell, derived.mines > 0, "subset", derived.because)


def explain_subset(deduction: Deduction, view: View) -> list[Span] | None:
    """A lies inside B."""
    if len(deduction.because) != 2:
        return None
    a, b = deduction.because
    if deduction.cell not in b.cells - a.cells:
        return None
    if a.clue is None or b.clue is None:
        return explain_chain(deduction, view)
    left = b.mines - a.mines
    rest = "none is" if left == 0 else f"{word(left)} {'is' if left == 1 else 'are'}"
    end = ", as many as it has cells. " if left else ". "
    return [
        Span("Every covered neighbour of "),
        Span(f"A at {place(a.clue)}", "why"),
        Span(" is also one of "),
        Span(f"B at {place(b.clue)}", "why"),
        Span(f". A needs {mines_word(a.mines)} and B needs {word(b.mines)}: "),
        Span(f"{rest} left for the rest of B{end}"),
    ]


def explain_chain(deduction: Deduction, view: View) -> list[Span]:
    """Clues taken from one another, more than once."""
    clues = sorted(set(base_clues(deduction.because)))
    a, b = deduction.because
    cells = sorted(b.cells - a.cells) if deduction.method == "subset" else [deduction.cell]
    left = b.mines - a.mines if deduction.method == "subset" else int(deduction.is_mine)
    return [
        Span("Taken from one another, "),
        *listed([clue_span(clue, view) for clue in clues]),
        Span(f" leave {mines_word(left)} for {places(cells)}. "),
    ]
