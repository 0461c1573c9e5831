"""IBS: a table of tiles; equations are written only when no single clue proves anything more."""

from collections.abc import Iterator
from dataclasses import dataclass

from minelab.boards.grid import FLAG, Cell, neighbours
from minelab.boards.view import View
from minelab.report.representations.base import Representation, clue_of, known


@dataclass
class BoardTile:
    """A tile of report IBS. A tile that is open and has no clue is a mine that went off."""

    i: int
    j: int
    clue: int | None = None
    opened: bool = False
    flagged: bool = False


class Ibs(Representation):
    """IBS: a table of tiles. Equations are written again whenever single clues are stuck."""

    report, structure, relation = "IBS", "table of tiles", "symbolic equations"

    def __init__(self, view: View) -> None:
        self.tiles = [[BoardTile(r, c) for c in range(view.cols)] for r in range(view.rows)]
        self.updates(known(view))()

    def update(self, cell: Cell, code: int) -> None:
        """One tile changes, nothing else."""
        tile = self.tiles[cell[0]][cell[1]]
        tile.opened, tile.flagged = code != FLAG, code == FLAG
        tile.clue = clue_of(code)

    def relations(self) -> list[str]:
        """Sums of unknowns, as text: the report keeps them as sympy equations."""
        return [
            " + ".join(self.symbol(tile) for tile in unknown) + f" = {mines}"
            for unknown, mines in self.unsatisfied()
        ]

    def terms(self) -> int:
        return sum(len(unknown) for unknown, _ in self.unsatisfied())

    def unsatisfied(self) -> Iterator[tuple[list[BoardTile], int]]:
        """The unopened tiles around each open one, and how many of them are mines."""
        for row in self.tiles:
            for tile in row:
                if tile.clue is not None:
                    cells = neighbours((tile.i, tile.j), len(self.tiles), len(row))
                    around = [self.tiles[i][j] for i, j in sorted(cells)]
                    unknown = [t for t in around if not t.opened and not t.flagged]
                    mines = sum(t.flagged or (t.opened and t.clue is None) for t in around)
                    if unknown:
                        yield unknown, tile.clue - mines

    def symbol(self, tile: BoardTile) -> str:
        between = "" if max(len(self.tiles), len(self.tiles[0])) <= 10 else "_"
        return f"x{tile.i}{between}{tile.j}"
