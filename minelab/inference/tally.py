"""A tally of the work that methods do. A position may have one; then the methods report to it."""

from collections import Counter
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minelab.boards.grid import Cell
    from minelab.inference.methods.groups import Group
    from minelab.inference.position import Position
    from minelab.inference.reasons import Constraint

COUNTS = (
    "looks", "clues", "visits", "pairs", "claims", "derived", "deciding", "assumptions", "repeated",
    "nodes",
)  # fmt: skip


class Tally(Counter[str]):
    """How often each kind of work was done; data/README.md explains the counts under `cost`."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(COUNTS, 0))
        self.supposed: set[object] = set()
        self.group_sizes: list[list[int]] = []
        """For each enumeration, the number of cells in each group."""

    def look(self, position: "Position") -> None:
        """All open cells are read."""
        self["looks"] += 1
        self["clues"] += len(position.view.open)

    def visit(self) -> None:
        """One constraint is looked at by itself."""
        self["visits"] += 1

    def derive(self, constraint: "Constraint") -> None:
        """A constraint is looked at that may be derived from others."""
        if constraint.because:
            self["derived"] += 1
            self["deciding"] += constraint.mines in (0, len(constraint.cells))

    def suppose(self, position: "Position", cell: "Cell", is_mine: bool) -> None:
        """A cell is supposed to be mined or safe, perhaps as before in the same position."""
        facts = frozenset(position.constraints.values()), position.mines_left
        self["assumptions"] += 1
        self["repeated"] += (facts, cell, is_mine) in self.supposed
        self.supposed.add((facts, cell, is_mine))

    def enumerate(self, groups: "list[Group]") -> None:
        """All placements of these groups are listed."""
        self["nodes"] += sum(len(group.placements) for group in groups)
        self.group_sizes.append([sum(map(len, group.boxes)) for group in groups])

    def frontier(self) -> dict[str, float]:
        """The largest frontier and group, and the number of states, 2 to the cells, as log2."""
        looks = [cells for cells in self.group_sizes if cells]
        by_group = sum(2**n for cells in looks for n in cells)
        at_once = sum(2 ** sum(cells) for cells in looks)
        return {
            "frontier": max(map(sum, looks), default=0),
            "largest_group": max(map(max, looks), default=0),
            "log2_by_group": round(log2(by_group or 1), 6),
            "log2_at_once": round(log2(at_once or 1), 6),
        }
