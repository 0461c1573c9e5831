"""Chances read off the clues: the better selections of COWAN (s7) and IBS (Better Decisions).

A clue that misses m mines among h covered cells gives each of them the estimate m / h. A cell
that several clues touch has several estimates; the rules differ in how they combine these.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from minelab.boards.grid import COVERED, FLAG, Cell, count_around
from minelab.inference.position import Position
from minelab.inference.reasons import Guess

Combine: TypeAlias = Callable[[list[Fraction]], Fraction]


def average(
    position: Position,
    order: Sequence[Cell],
    with_total: bool = False,
    ties: str = "fewest",
    unseen: Fraction = Fraction(1, 2),
) -> Guess:
    """COWAN: the mean of the estimates, one half without a clue; then fewest covered neighbours.

    with_total: the total's estimate, mines left over covered cells, joins those of every cell, as
    in the report's code.
    ties: among equals "fewest" covered neighbours, "most", or the first in random order ("lot").
    unseen: the estimate of a cell that touches no clue.
    """
    view = position.view
    joins = []
    if with_total:
        assert view.mines is not None, "this rule needs to be told the number of mines"
        joins = [Fraction(view.mines - len(view.known), len(view.covered))]
    hidden = count_around(view.codes == COVERED)
    sign = {"fewest": 1, "most": -1, "lot": 0}[ties]

    def estimate(cell: Cell) -> tuple[Fraction, int]:
        all_of_cell = estimates(position, cell) + joins
        mean = mean_of(all_of_cell) if all_of_cell else unseen
        return mean, sign * int(hidden[cell])

    name = "average-total" if with_total else "average" if ties == "fewest" else f"average-{ties}"
    in_order = order if ties == "lot" else position.unknown
    unknown = set(position.unknown)
    return least(name, {cell: estimate(cell) for cell in in_order if cell in unknown})


def estimates(position: Position, cell: Cell) -> list[Fraction]:
    """What the clues around a cell estimate for it, row by row."""
    around = [position.constraints[clue] for clue in position.touching.get(cell, ())]
    if position.tally is not None:
        position.tally["claims"] += len(around)
    return [Fraction(c.mines, len(c.cells)) for c in around]


def sum_of(numbers: list[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))


def mean_of(numbers: list[Fraction]) -> Fraction:
    return sum_of(numbers) / len(numbers)


def last_of(numbers: list[Fraction]) -> Fraction:
    """What IBS's code computes: it overwrites its sum instead of adding to it."""
    return numbers[-1]


def rule(
    name: str, combine: Combine, flags_too: bool = False, all_mines: bool = False
) -> Callable[[Position, Sequence[Cell]], Guess]:
    """IBS: the estimates combined; without a clue, the mines left over the covered cells.

    flags_too: over all cells that are not open, those with a flag among them.
    all_mines: all mines of the board, also those that are known, as the report's text has it.
    """

    def choose(position: Position, order: Sequence[Cell]) -> Guess:
        unknown = position.unknown
        mines = position.view.mines
        assert mines is not None, f"the rule {name} needs to be told the number of mines"
        left = mines if all_mines else mines - len(position.view.known)
        flags = int((position.view.codes == FLAG).sum()) if flags_too else 0
        elsewhere = Fraction(left, len(unknown) + flags)
        by_cell = {cell: estimates(position, cell) for cell in unknown}
        return least(name, {c: (combine(e) if e else elsewhere, 0) for c, e in by_cell.items()})

    return choose


def least(name: str, estimate: dict[Cell, tuple[Fraction, int]]) -> Guess:
    """The cell of the least estimate, the first of these among equals."""
    cell = min(estimate, key=lambda c: estimate[c])
    return Guess(cell, name, float(estimate[cell][0]))
