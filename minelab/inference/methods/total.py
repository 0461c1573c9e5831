"""The number of mines minus what the clues account for. Agents try it last."""

from collections.abc import Iterator

from minelab.boards.view import View
from minelab.inference.methods.single import explain_single
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.words import Span, clue_span, is_are, listed, mines_word, word


def total(position: Position) -> Iterator[Deduction]:
    """Subtract clues that share no cell from the total; the rest may be all mines, or none.

    Pairing the total with all equations would explode, so this is done once, with the clues row by
    row, and what is left does not pair again.
    """
    whole = position.total
    if whole is None:
        return
    cells, mines = set(whole.cells), whole.mines
    taken: list[Constraint] = []
    for constraint in position.in_row_order():
        if constraint.cells <= cells:
            taken.append(constraint)
            cells -= constraint.cells
            mines -= constraint.mines
    if mines in (0, len(cells)):
        for cell in sorted(cells):
            yield Deduction(cell, mines > 0, "total", (whole, *taken))


def explain_total(deduction: Deduction, view: View) -> list[Span]:
    """What the clues leave of the total."""
    total, *taken = deduction.because
    if not taken:
        return explain_single(deduction, view)
    held = sum(constraint.mines for constraint in taken)
    left = total.mines - held
    rest = len(total.cells) - sum(len(constraint.cells) for constraint in taken)
    clues = [clue_span(constraint.clue, view) for constraint in taken if constraint.clue]
    verb = "holds" if len(clues) == 1 else "hold"
    spans = [Span(f"{mines_word(total.mines).capitalize()} {is_are(total.mines)} left; ")]
    spans += [*listed(clues), Span(f" {verb} {word(held)} of them")]
    remain = "No mine is" if left == 0 else f"{mines_word(left)} {is_are(left)}".capitalize()
    others = "the one other covered cell" if rest == 1 else f"the other {word(rest)} covered cells"
    return [*spans, Span(f". {remain} left for {others}. ")]
