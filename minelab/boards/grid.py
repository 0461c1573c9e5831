"""Shapes, neighbours and the codes of cells, which boards, views and the engine share.

A cell is (row, column), as NumPy indexes. Flat integers exist only inside the engine.
"""

from functools import lru_cache
from numbers import Integral
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import ArrayLike, NDArray

from minelab._checks import check_whole, shown

Cell = tuple[int, int]

MAX_SIDE = 2000
MAX_PICTURE = 4 * MAX_SIDE**2
"""Characters of a text picture: room for the largest board, with spaces between its cells."""
MAX_ROWS = 10**8
"""Rows of one table: so many games take 22 GB."""

# What a player may see of a cell: 0 to 8 is the clue of an open cell, and these are the rest.
COVERED, FLAG, BLAST = -1, -2, -3
GOLD = 9  # an open cell with gold; no dagger touches it, so it also says 0

FIRST_CLICKS = ("any", "safe", "zero", "corner")
"""How the first cell that is opened may be protected, by the rules of a game."""

# The eight directions, clockwise from north: the order in which report SWEPT lists neighbours.
CLOCKWISE = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


@lru_cache(maxsize=1 << 16)
def neighbours(cell: Cell, rows: int, cols: int) -> tuple[Cell, ...]:
    """The up to eight cells around a cell, clockwise from north.

    >>> neighbours((0, 0), 3, 3)
    ((0, 1), (1, 1), (1, 0))
    """
    r, c = cell
    return tuple(
        (r + dr, c + dc) for dr, dc in CLOCKWISE if 0 <= r + dr < rows and 0 <= c + dc < cols
    )


def check_size(rows: object, cols: object) -> tuple[int, int]:
    """Both sides as ints, or a ValueError."""
    return check_whole("rows", rows, 1, MAX_SIDE), check_whole("cols", cols, 1, MAX_SIDE)


def as_table(name: str, table: ArrayLike) -> NDArray[Any]:
    """A copy as an array of rows and columns, or a ValueError."""
    try:
        array = np.array(table)
    except ValueError as error:
        raise ValueError(f"{name} must be a table of rows and columns: {error}") from None
    if array.ndim != 2:
        raise ValueError(f"{name} must be a table of rows and columns, not {array.ndim}-d")
    return array


def check_cell(name: str, cell: object, rows: int, cols: int) -> Cell:
    """The cell as a pair of ints on the board, or a ValueError."""
    try:
        first, second = cell  # type: ignore[misc]
    except (TypeError, ValueError):
        first = second = None
    if not all(isinstance(x, Integral) and not isinstance(x, bool) for x in (first, second)):
        raise ValueError(f"{name} must be a cell (row, column), not {shown(cell)}")
    r, c = int(first), int(second)  # type: ignore[call-overload]
    if not (0 <= r < rows and 0 <= c < cols):
        where = shown((r, c))
        raise ValueError(f"{name} {where} is off the board, which has {rows} rows, {cols} columns")
    return r, c


def picture_rows(text: str, what: str) -> list[list[str]]:
    """The characters of a text picture, row by row; blank lines and spaces don't count."""
    if not isinstance(text, str):
        raise ValueError(f"a {what} picture must be text, not {shown(text)}")
    if len(text) > MAX_PICTURE:
        raise ValueError(
            f"a {what} picture must have at most {MAX_PICTURE:,} characters, not {len(text):,}"
        )
    rows = [list("".join(line.split())) for line in text.splitlines() if line.strip()]
    if not rows:
        raise ValueError(f"a {what} picture needs at least one row of cells, not {text!r:.99}")
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(
                f"row {r} of the {what} picture has {len(row)} cells, "
                f"but row 0 has {len(rows[0])}: {''.join(row)!r:.99}"
            )
    check_size(len(rows), len(rows[0]))
    return rows


def cells_where(mask: NDArray[np.bool_]) -> tuple[Cell, ...]:
    """The cells where a table of booleans is true, row by row."""
    rows, cols = np.nonzero(mask)
    return tuple(zip(rows.tolist(), cols.tolist(), strict=True))


def count_around(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """For each cell, how many of its neighbours are true in a table of booleans."""
    squares = sliding_window_view(np.pad(mask, 1), (3, 3))
    counts: NDArray[np.int8] = squares.sum(axis=(2, 3), dtype=np.int8) - mask
    return counts
