"""One clue at a time: the rule that every report starts from (COWAN s2.1, Algorithms 1 and 2)."""

from collections.abc import Iterator

from minelab.boards.grid import COVERED
from minelab.boards.view import View, is_mine
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.words import Span, clue_span, is_are, mines_word, noun, places, word


def single(position: Position) -> Iterator[Deduction]:
    """A clue that misses no mine makes its covered cells safe; one that misses all, mines."""
    for clue in list(position.constraints):
        if clue in position.constraints:  # earlier answers may have finished it
            yield from conclude(position.constraints[clue])
    if position.mines_left in (0, position.n_unknown) and position.total:
        yield from conclude(position.total)


def conclude(constraint: Constraint) -> Iterator[Deduction]:
    """What one constraint proves by itself."""
    if constraint.mines in (0, len(constraint.cells)):
        for cell in sorted(constraint.cells):
            yield Deduction(cell, constraint.mines > 0, "single", (constraint,))


def explain_single(deduction: Deduction, view: View) -> list[Span]:
    """The clue either has all its mines, or needs every covered cell it has left."""
    constraint = deduction.because[0]
    covered = [cell for cell in constraint.cells if view[cell] == COVERED]
    missing = constraint.mines - sum(is_mine(view[cell]) for cell in constraint.cells)
    if constraint.clue is None:  # the total decides by itself
        left = f"{mines_word(missing)} {is_are(missing)} left".capitalize()
        return [Span(f"{left} for {word(len(covered))} covered {noun('cell', len(covered))}. ")]
    mines = [cell for cell in view.neighbours(constraint.clue) if is_mine(view[cell])]
    if deduction.is_mine:
        more = "more " if mines else ""
        needs = f"{word(missing)} {more}{noun('mine', missing)}"
        around = [cell for cell in view.neighbours(constraint.clue) if view[cell] == COVERED]
        kind = "covered" if len(around) == len(covered) else "unknown"  # some are known safe
        has = f"{word(len(covered))} {kind} {noun('neighbour', len(covered))}"
        why = f" needs {needs} and has only {has}. "
    elif not mines:
        why = " touches no mine. "
    else:
        which = "mine" if len(mines) == 1 else f"{word(len(mines))} mines"
        why = f" already touches its {which} at {places(mines)}. "
    return [Span("The "), clue_span(constraint.clue, view), Span(why)]
