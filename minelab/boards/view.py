"""View: all that a player may see; and the moves it may answer with.

A view is an array of codes: 0 to 8 is the clue of an open cell, and the constants of `grid` name
the rest. It has no way back to the board behind it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_whole
from minelab.boards.grid import (
    BLAST,
    COVERED,
    FLAG,
    GOLD,
    Cell,
    as_table,
    cells_where,
    check_cell,
    check_size,
    count_around,
    neighbours,
    picture_rows,
)

LETTERS = {COVERED: "?", FLAG: "M", BLAST: "*", GOLD: "g"} | {n: str(n) for n in range(9)}
CODES = {letter: code for code, letter in LETTERS.items()}


class Contradiction(ValueError):
    """A position that no layout of mines fits, or a supposition that failed.

    broken: the constraints that cannot be met, where they are known.

    >>> View.parse("3?")
    Traceback (most recent call last):
    minelab.boards.view.Contradiction: the clue 3 at (0, 0) cannot ...
    """

    def __init__(self, message: str, broken: tuple[Any, ...] = ()) -> None:
        super().__init__(message)
        self.broken = broken


@dataclass(frozen=True)
class Open:
    """The move that opens a cell.

    cell: (row, column), counted from 0.

    >>> import minelab as ml
    >>> ml.Game(ml.Board.parse("1M")).play(Open((0, 0)))
    (Observation(cell=(0, 0), code=1),)
    """

    cell: Cell


@dataclass(frozen=True)
class Flag:
    """The move that marks a cell as a mine. It is final and brings no answer.

    cell: (row, column), counted from 0.

    >>> import minelab as ml
    >>> ml.Game(ml.Board.parse("1M")).play(Flag((0, 1)))
    ()
    """

    cell: Cell


Move: TypeAlias = Open | Flag


class Observation(NamedTuple):
    """What one cell turned out to be.

    cell: (row, column).
    code: its clue, or BLAST (-3) for a mine, or GOLD (9).

    >>> import minelab as ml
    >>> ml.Game(ml.Board.parse("1M")).open((0, 1))
    (Observation(cell=(0, 1), code=-3),)
    """

    cell: Cell
    code: int


@dataclass(frozen=True, eq=False)
class View:
    """What a player sees of a board. It is read-only and prints as a picture.

    codes: a table with one code per cell: the clue of an open cell, or COVERED, FLAG, BLAST, GOLD.
    mines: the number of mines on the whole board, if the player is told.
    lives: the lives left, in games that count them.

    In pictures `?` is covered, 0 to 8 open, `M` a known mine (flagged), `*` a mine that went off
    and `g` gold.

    >>> view = View.parse("1?2\\n???\\n???", mines=4)
    >>> view.clue((0, 2)), view.mines, len(view.covered)
    (2, 4, 7)
    >>> print(view)
    1?2
    ???
    ???
    """

    codes: NDArray[np.int8]
    mines: int | None = None
    lives: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        codes = as_table("codes", self.codes)
        check_size(*codes.shape)
        for cell in cells_where(~np.isin(codes, list(LETTERS)))[:1]:
            raise ValueError(f"codes must be from {sorted(LETTERS)}, not {codes[cell]} at {cell}")
        codes = codes.astype(np.int8)
        codes.setflags(write=False)
        object.__setattr__(self, "codes", codes)
        if self.mines is not None:
            object.__setattr__(self, "mines", check_whole("mines", self.mines, 0, codes.size))
        if self.lives is not None:
            object.__setattr__(self, "lives", check_whole("lives", self.lives, 0, 10**9))

    @classmethod
    def parse(cls, picture: str, mines: int | None = None) -> "View":
        """A view from its picture; `mines` is the number of mines on the board, if known."""
        rows = picture_rows(picture, "view")
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                if letter not in CODES:
                    raise ValueError(
                        f"unknown character {letter!r} at {(r, c)} of the view picture; "
                        "expected ? (covered), 0-8, M (known mine), * (blast) or g (gold)"
                    )
        view = cls(np.array([[CODES[x] for x in row] for row in rows], dtype=np.int8), mines)
        view.check()
        return view

    def check(self) -> None:
        """Refuse a clue that by itself no layout of mines could give."""
        known = count_around((self.codes == FLAG) | (self.codes == BLAST))
        covered = count_around(self.codes == COVERED)
        clues = np.where(self.codes == GOLD, 0, self.codes)
        impossible = (clues >= 0) & ((clues < known) | (clues > known + covered))
        for cell in cells_where(impossible)[:1]:
            raise Contradiction(
                f"the clue {clues[cell]} at {cell} cannot be: it touches "
                f"{known[cell]} known mines and {covered[cell]} covered cells"
            )
        if self.mines is not None and not 0 <= self.mines - len(self.known) <= len(self.covered):
            raise Contradiction(
                f"mines must be from {len(self.known)} (the known mines of the picture) to "
                f"{len(self.known) + len(self.covered)}, not {self.mines}"
            )

    @property
    def rows(self) -> int:
        """The number of rows."""
        return int(self.codes.shape[0])

    @property
    def cols(self) -> int:
        """The number of columns."""
        return int(self.codes.shape[1])

    def __getitem__(self, cell: Cell) -> int:
        """The code of a cell: its clue if it is open, else COVERED, FLAG, BLAST or GOLD."""
        return int(self.codes[check_cell("cell", cell, self.rows, self.cols)])

    def clue(self, cell: Cell) -> int | None:
        """The clue of an open cell (gold says 0), None for every other cell."""
        code = self[cell]
        return None if code < 0 else 0 if code == GOLD else code

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells around a cell, clockwise from north."""
        return neighbours(check_cell("cell", cell, self.rows, self.cols), self.rows, self.cols)

    @cached_property
    def covered(self) -> tuple[Cell, ...]:
        """The cells about which nothing has been shown, row by row."""
        return cells_where(self.codes == COVERED)

    @cached_property
    def open(self) -> tuple[Cell, ...]:
        """The open cells, row by row."""
        return cells_where(self.codes >= 0)

    @cached_property
    def known(self) -> tuple[Cell, ...]:
        """The known mines, flagged or gone off, row by row."""
        return cells_where((self.codes == FLAG) | (self.codes == BLAST))

    def cells(self) -> Iterator[Cell]:
        """Every cell, row by row."""
        return ((r, c) for r in range(self.rows) for c in range(self.cols))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.mines, self.lives) == (other.mines, other.lives) and np.array_equal(
            self.codes, other.codes
        )

    def __hash__(self) -> int:
        return hash((self.codes.shape, self.codes.tobytes(), self.mines, self.lives))

    def __str__(self) -> str:
        return "\n".join("".join(LETTERS[int(code)] for code in row) for row in self.codes)

    def __repr__(self) -> str:
        told = "" if self.mines is None else f", mines={self.mines}"
        return f"<View {self.rows}x{self.cols}, {len(self.covered)} covered{told}>"

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, str], dict[str, Any]]:
        from minelab.display.draw import draw

        return draw(self)._repr_mimebundle_()


def is_mine(code: int) -> bool:
    """Whether a code means a known mine."""
    return code in (FLAG, BLAST)
