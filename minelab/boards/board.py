"""Board: where the mines (and the gold) are. The truth, which no agent ever gets.

A board prints and parses as a picture: `M` for a mine and the clue of every other cell.
Maps of Daggers & Gold write `d` for a dagger and `g` for gold.
"""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab._checks import check_number, check_one_of, check_whole, shown
from minelab.boards.grid import (
    MAX_SIDE,
    Cell,
    as_table,
    cells_where,
    check_cell,
    check_size,
    count_around,
    picture_rows,
)

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, eq=False)
class Board:
    """A rectangle of cells, some of them mined. Draw one with `random`, or `parse` a picture.

    mines: a table of True and False, one entry per cell.
    gold: the same for gold (Daggers & Gold); None on ordinary boards.
    seed: the board's own random stream; it decides where a mine under a first click moves.
    letter: how a picture of this board writes a mine: "M", or "d" on maps of Daggers & Gold.

    >>> board = Board.parse("1M2\\n24M\\nM3M")
    >>> board.n_mines, int(board.clues[1, 1])
    (4, 4)
    >>> print(board)
    1M2
    24M
    M3M
    """

    mines: NDArray[np.bool_]
    gold: NDArray[np.bool_] | None = None
    seed: int = field(default=0, kw_only=True)
    letter: str = field(default="M", kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mines", frozen_table("mines", self.mines))
        check_size(*self.mines.shape)
        object.__setattr__(self, "seed", check_whole("seed", self.seed, 0, MAX_SEED))
        check_one_of("letter", self.letter, ("M", "d"))
        if self.gold is not None:
            object.__setattr__(self, "gold", frozen_table("gold", self.gold))
            if self.gold.shape != self.mines.shape:
                raise ValueError(f"gold has shape {self.gold.shape}, mines {self.mines.shape}")
            for cell in cells_where(self.gold & (self.mines | (self.clues > 0))):
                raise ValueError(f"gold at {cell} must sit on a cell that no dagger touches")

    @classmethod
    def random(
        cls,
        rows: int,
        cols: int,
        *,
        mines: int | None = None,
        density: float | None = None,
        seed: int,
    ) -> "Board":
        """A board drawn uniformly from all layouts with that many mines.

        rows, cols: the sides, 1 to 2000.
        mines: how many mines; give this or density.
        density: mines per cell; the number of mines is rounded to the nearest whole number.
        seed: the same seed draws the same board on any machine.

        >>> print(Board.random(3, 5, mines=4, seed=1))
        11011
        M212M
        2M12M
        """
        from minelab.engine.chance import lay_mines

        rows, cols = check_size(rows, cols)
        count = mine_count(rows, cols, mines, density)
        seed = check_whole("seed", seed, 0, MAX_SEED)
        layout = np.empty(rows * cols, dtype=np.bool_)
        lay_mines(layout, count, seed)
        return cls(layout.reshape(rows, cols), seed=seed)

    @classmethod
    def parse(cls, picture: str) -> "Board":
        """A board from its complete picture; every clue is checked against the mines.

        picture: one line per row; M for a mine and 0 to 8 for the clue of any other cell; on maps
            of Daggers & Gold d for a dagger and g for gold. Spaces don't count.
        """
        letters = np.array(picture_rows(picture, "board"))
        for cell in cells_where(~np.isin(letters, list("012345678Mdg"))):
            raise ValueError(
                f"unknown character {str(letters[cell])!r} at {cell} of the board picture; "
                "expected 0-8, M (mine), or d (dagger) and g (gold)"
            )
        gold = letters == "g"
        if (letters == "M").any() and (letters == "d").any():
            raise ValueError("a board picture writes its mines as M or as d, not both")
        board = cls(
            (letters == "M") | (letters == "d"),
            gold if gold.any() else None,
            letter="d" if "d" in letters or ("g" in letters and "M" not in letters) else "M",
        )
        for cell in cells_where((board.letters() != letters) & ~board.mines):
            raise ValueError(
                f"the picture says {letters[cell]} at {cell}, "
                f"but that cell touches {board.clues[cell]} mines"
            )
        return board

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.mines.shape[0])

    @property
    def cols(self) -> int:
        """The number of columns."""
        return int(self.mines.shape[1])

    @cached_property
    def n_mines(self) -> int:
        """The number of mines."""
        return int(self.mines.sum())

    @cached_property
    def clues(self) -> NDArray[np.int8]:
        """How many mines each cell touches, the mined cells included."""
        clues = count_around(self.mines)
        clues.setflags(write=False)
        return clues

    def letters(self) -> NDArray[np.str_]:
        """The picture as a table of characters."""
        letters = np.where(self.mines, self.letter, self.clues.astype("U1"))
        return letters if self.gold is None else np.where(self.gold, "g", letters)

    def protected(self, cell: Cell, radius: int) -> "Board":
        """This board with no mine within `radius` of a cell; -1 leaves it as it is.

        Each mine there moves to a free cell drawn from the board's own random stream, so that all
        layouts that keep this area free stay equally likely.
        """
        from minelab.engine.chance import NO_ROOM, clear_around

        cell = check_cell("cell", cell, self.rows, self.cols)
        radius = check_whole("radius", radius, -1, MAX_SIDE)
        layout = self.mines.copy()
        moved = clear_around(layout.reshape(-1), self.rows, self.cols, *cell, radius, self.seed)
        if moved == NO_ROOM:
            raise ValueError(
                f"mines must leave room for a first click at {cell}: "
                f"{self.n_mines} mines on {self.rows} x {self.cols} do not"
            )
        if moved and self.gold is not None:
            raise ValueError(
                f"a first click at {cell} would move mines, and none may come to touch the gold: "
                "play a board with gold under DAGGERS, or begin elsewhere"
            )
        return Board(layout, self.gold, seed=self.seed, letter=self.letter)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return np.array_equal(self.letters(), other.letters())

    def __hash__(self) -> int:
        return hash((self.mines.shape, self.mines.tobytes()))

    def __str__(self) -> str:
        return "\n".join("".join(row) for row in self.letters())

    def __repr__(self) -> str:
        return f"<Board {self.rows}x{self.cols}, {self.n_mines} mines>"

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, str], dict[str, Any]]:
        from minelab.display.draw import draw

        return draw(self)._repr_mimebundle_()


def frozen_table(name: str, table: ArrayLike) -> NDArray[np.bool_]:
    """A read-only copy as a table of booleans, or a ValueError."""
    array = as_table(name, table)
    number = array.dtype.kind in "iuf" and np.isin(array, (0, 1)).all()
    if array.dtype != np.bool_ and not number:
        raise ValueError(f"{name} must be a table of True and False, not {shown(table)}")
    array = array.astype(np.bool_)
    array.setflags(write=False)
    return array


def mine_count(rows: int, cols: int, mines: object, density: object) -> int:
    """The number of mines from a count or a density: exactly one of them must be given."""
    if (mines is None) == (density is None):
        raise ValueError(
            "give mines or density, one of them, not "
            f"mines={shown(mines)}, density={shown(density)}"
        )
    if mines is not None:
        return check_whole("mines", mines, 0, rows * cols)
    return math.floor(check_number("density", density, 0, 1) * rows * cols + 0.5)
