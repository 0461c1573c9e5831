"""Everything that fits, group by group: SWEPT's improved agent, which tries all placements.

Covered cells that share clues, directly or through others, form a group; groups know nothing
of one another, so each is enumerated by itself. Cells that touch the same clues are alike (a
box): only how many of them are mined matters.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import comb, prod

from minelab.boards.grid import Cell
from minelab.boards.view import Contradiction, View
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.words import Span, is_are, mines_word, noun

Box = tuple[Cell, ...]


def groups(position: Position) -> Iterator[Deduction]:
    """A cell that is the same in all placements that fit is fact; nothing is missed.

    If the number of mines is known, placements must leave room for it: complete inference.
    """
    every = [Group(constraints) for constraints in connected(position)]
    outside = [cell for cell in position.unknown if cell not in position.touching]
    total = position.total
    if total is not None:
        keep_what_fits(every, len(outside), total.mines)
    told = () if total is None else (total,)
    for group in every:
        because = (*told, *group.constraints)
        for box, (least, most) in group.bounds().items():
            if most == 0 or least == len(box):
                for cell in box:
                    yield Deduction(cell, most > 0, "groups", because, layouts=group.layouts)
    if total is not None and outside:
        everything = (total, *(c for group in every for c in group.constraints))
        left = sums(group.counts() for group in every)
        if total.mines - min(left) == 0 or total.mines - max(left) == len(outside):
            for cell in outside:
                yield Deduction(cell, min(left) != total.mines, "groups", everything)


def groups_of(view: View) -> "list[Group]":
    """The groups of a view, row by row.

    >>> [group.layouts for group in groups_of(View.parse("1??\\n???\\n??1"))]
    [5]
    """
    return [Group(constraints) for constraints in connected(Position(view))]


def connected(position: Position) -> Iterator[list[Constraint]]:
    """The constraints of each group, row by row."""
    left = dict.fromkeys(sorted(position.constraints))
    while left:
        start = next(iter(left))
        group, waiting = set(), [start]
        while waiting:
            clue = waiting.pop()
            if clue in left:
                del left[clue]
                group.add(clue)
                for cell in position.constraints[clue].cells:
                    waiting.extend(position.touching[cell])
        yield [position.constraints[clue] for clue in sorted(group)]


@dataclass
class Group:
    """A component of connected constraints, and all placements that meet them."""

    constraints: list[Constraint]
    boxes: list[Box] = field(init=False)
    placements: list[tuple[int, ...]] = field(init=False)
    """For each placement, how many mines each box holds."""

    def __post_init__(self) -> None:
        touching: dict[Cell, tuple[int, ...]] = {}
        for k, constraint in enumerate(self.constraints):
            for cell in sorted(constraint.cells):
                touching[cell] = (*touching.get(cell, ()), k)
        boxes: dict[tuple[int, ...], Box] = {}
        for cell, clues in touching.items():
            boxes[clues] = (*boxes.get(clues, ()), cell)
        self.boxes = list(boxes.values())
        self.placements = list(self._place(list(boxes)))
        if not self.placements:
            clues_of = [c.clue for c in self.constraints]
            raise Contradiction(
                f"the clues at {clues_of} cannot all be met", tuple(self.constraints)
            )

    def _place(self, clues_of: list[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """All ways to fill the boxes, one box after the other."""
        missing = [constraint.mines for constraint in self.constraints]
        room = [len(constraint.cells) for constraint in self.constraints]

        def fill(k: int) -> Iterator[tuple[int, ...]]:
            if k == len(self.boxes):
                yield ()
                return
            size = len(self.boxes[k])
            for clue in clues_of[k]:
                room[clue] -= size
            least = max(0, *(missing[clue] - room[clue] for clue in clues_of[k]))
            most = min(size, *(missing[clue] for clue in clues_of[k]))
            for mines in range(least, most + 1):
                for clue in clues_of[k]:
                    missing[clue] -= mines
                for rest in fill(k + 1):
                    yield (mines, *rest)
                for clue in clues_of[k]:
                    missing[clue] += mines
            for clue in clues_of[k]:
                room[clue] += size

        return fill(0)

    @property
    def layouts(self) -> int:
        """How many layouts of single cells the placements represent."""
        return sum(
            prod(comb(len(box), mines) for box, mines in zip(self.boxes, placement, strict=True))
            for placement in self.placements
        )

    def bounds(self) -> dict[Box, tuple[int, int]]:
        """The least and the most mines that each box holds in any placement."""
        columns = zip(*self.placements, strict=True)
        return {box: (min(c), max(c)) for box, c in zip(self.boxes, columns, strict=True)}

    def counts(self) -> set[int]:
        """How many mines the group can hold."""
        return {sum(placement) for placement in self.placements}


def sums(choices: Iterable[set[int]]) -> set[int]:
    """All sums of one number out of each set."""
    total = {0}
    for numbers in choices:
        total = {a + b for a in total for b in numbers}
    return total


def keep_what_fits(every: list[Group], n_outside: int, mines: int) -> None:
    """Drop placements that no choice for the other groups brings to the total."""
    allowed = []
    for group in every:
        others = sums(other.counts() for other in every if other is not group)
        allowed.append(
            {n for n in group.counts() if any(0 <= mines - n - m <= n_outside for m in others)}
        )
    if not all(allowed) or (not every and mines > n_outside):
        raise Contradiction(f"the clues leave no way to place the total of {mines} mines")
    for group, numbers in zip(every, allowed, strict=True):
        group.placements = [p for p in group.placements if sum(p) in numbers]


def explain_groups(deduction: Deduction, view: View) -> list[Span] | None:
    """The same in all layouts of a group."""
    clues = [constraint for constraint in deduction.because if constraint.clue is not None]
    told = [constraint for constraint in deduction.because if constraint.clue is None]
    if deduction.layouts is None and not told:
        return None
    state = "a mine" if deduction.is_mine else "safe"
    if deduction.layouts is None:
        left = f"{mines_word(told[0].mines)} {is_are(told[0].mines)} left".capitalize()
        hold = "nothing but mines" if deduction.is_mine else "none of them"
        rest = f"the cells that no clue touches hold {hold}"
        return [Span(f"{left}, and in all layouts that fit the clues {rest}. ")]
    cells = {cell for constraint in clues for cell in constraint.cells}
    total = " and the number of mines" if told else ""
    one = deduction.layouts == 1
    every = "" if one else f", and the cell is {state} in all of them"
    return [
        Span(f"The {len(cells)} covered {noun('cell', len(cells))} of this group have "),
        Span(f"{'only one layout that fits' if one else f'{deduction.layouts} layouts that fit'} "),
        Span(f"{len(clues)} {noun('clue', len(clues))}", "why"),
        Span(f"{total}{every}. "),
    ]
