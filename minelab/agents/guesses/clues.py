"""Chances read off the clues: the better selections of COWAN (s7) and IBS (Better Decisions).

A clue that misses m mines among h covered cells claims m / h for each of them. A cell in
several clues has several claims; the rules differ in what they make of these.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from minelab.boards.grid import COVERED, FLAG, Cell, count_around
from minelab.inference.position import Position
from minelab.inference.reasons import Guess


def average(
    position: Position, order: Sequence[Cell], with_total: bool = False, ties: str = "fewest"
) -> Guess:
    """COWAN: the mean of the claims, one half without a clue; then fewest covered neighbours.

    with_total: the total's claim, mines left over covered cells, joins those of every cell, as
    in the report's code.
    ties: among equals "fewest" covered neighbours, "most", or the first by "lot".
    """
    view = position.view
    joins = []
    if with_total:
        assert view.mines is not None, "this rule needs to be told the number of mines"
        joins = [Fraction(view.mines - len(view.known), len(view.covered))]

    hidden = count_around(view.codes == COVERED)

    sign = {"fewest": 1, "most": -1, "lot": 0}[ties]

    def claim(cell: Cell) -> tuple[Fraction, int]:
        said = claims(position, cell) + joins
        mean = sum(said, Fraction(0)) / len(said) if said else Fraction(1, 2)
        return mean, sign * int(hidden[cell])

    name = "average-total" if with_total else "average" if ties == "fewest" else f"average-{ties}"
    in_order = order if ties == "lot" else position.unknown
    unknown = set(position.unknown)
    return least(name, {cell: claim(cell) for cell in in_order if cell in unknown})


def claims(position: Position, cell: Cell) -> list[Fraction]:
    """What the clues around a cell claim for it, row by row."""
    around = [position.constraints[clue] for clue in position.touching.get(cell, ())]
    if position.tally is not None:
        position.tally["claims"] += len(around)
    return [Fraction(c.mines, len(c.cells)) for c in around]


def rule(
    name: str, combine: Callable[[list[Fraction]], Fraction], flags_too: bool = False
) -> Callable[[Position, Sequence[Cell]], Guess]:
    """IBS: the claims combined; without a clue, the mines left over the covered cells.

    flags_too: over all cells that are not open, those with a flag among them.
    """

    def choose(position: Position, order: Sequence[Cell]) -> Guess:
        unknown = position.unknown
        mines = position.view.mines
        assert mines is not None, f"the rule {name} needs to be told the number of mines"
        left = mines - len(position.view.known)
        flags = int((position.view.codes == FLAG).sum()) if flags_too else 0
        elsewhere = Fraction(left, len(unknown) + flags)
        said = {cell: claims(position, cell) for cell in unknown}
        return least(name, {c: (combine(s) if s else elsewhere, 0) for c, s in said.items()})

    return choose


def least(name: str, claim: dict[Cell, tuple[Fraction, int]]) -> Guess:
    """The cell of the least claim, the first of these among equals."""
    cell = min(claim, key=lambda c: claim[c])
    return Guess(cell, name, float(claim[cell][0]))
