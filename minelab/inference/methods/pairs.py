"""Two constraints that overlap: IBS's third step (Inference), tried in both directions."""

from collections.abc import Iterator

from minelab.boards.view import View
from minelab.inference.methods.subset import explain_chain
from minelab.inference.position import Equations, Position
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.words import Span, mines_word, noun, place, word


def pairs(position: Position) -> Iterator[Deduction]:
    """If B needs k mines more than A and has k cells that A lacks, these k cells are mines.

    Then no mine is left for the cells that only A has. Clues pair, and so does all that follows
    from them by `subset`.
    """
    equations = Equations(position.in_row_order())
    for b in list(equations):
        for a in equations.overlapping(b):
            yield from compare(a, b)


def compare(a: Constraint, b: Constraint) -> Iterator[Deduction]:
    """What two constraints prove in this direction."""
    only_a, only_b = a.cells - b.cells, b.cells - a.cells
    if b.mines - a.mines == len(only_b):
        for cell in sorted(only_a | only_b):
            yield Deduction(cell, cell in only_b, "pairs", (a, b))


def explain_pairs(deduction: Deduction, view: View) -> list[Span] | None:
    """B needs k mines more than A and has k cells that A lacks."""
    if len(deduction.because) != 2:
        return None
    a, b = deduction.because
    if a.clue is None or b.clue is None:
        return explain_chain(deduction, view)
    more, own = b.mines - a.mines, len(b.cells - a.cells)
    if own == 0:
        return [
            Span("Every covered neighbour of "),
            Span(f"B at {place(b.clue)}", "why"),
            Span(" is also one of "),
            Span(f"A at {place(a.clue)}", "why"),
            Span(f", and both need {mines_word(a.mines)}. So the cells of A outside B are safe. "),
        ]
    outside = f"only {word(own)} {noun('cell', own)} of B {'lies' if own == 1 else 'lie'} outside A"
    these = "that cell is a mine" if own == 1 else "those cells are mines"
    return [
        Span(f"B at {place(b.clue)}", "why"),
        Span(f" needs {mines_word(more)} more than "),
        Span(f"A at {place(a.clue)}", "why"),
        Span(f", and {outside}. So {these}, and the cells of A outside B are safe. "),
    ]
