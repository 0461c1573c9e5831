"""A large board: all of it as a picture, and a piece of it with its clues."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from minelab._checks import check_whole
from minelab.boards.board import Board
from minelab.boards.grid import Cell, check_cell
from minelab.display.palette import colour, method_colour
from minelab.report.figures.canvas import MARGIN, PAIR, new_figure
from minelab.report.layouts import opening

MINE, LATER, FIRST = 0, 1, 2
SHADES = (colour("ink"), method_colour("single"), colour("hairline"))
NAMES = ("mine", "proved later", "opened by the first click")


def large(
    board: Board, title: str = "", *, first: Cell = (0, 0), piece: Cell = (0, 0), side: int = 24
) -> Figure:
    """What the first click opens on a large board, what is left to be proved, and a piece of it.

    first: the first click.
    piece, side: the upper left cell of the piece that is shown with its clues, and its size.
    title: the finding, as a sentence.
    """
    side = check_whole("side", side, 2, min(40, board.rows, board.cols))
    row, col = check_cell("piece", piece, board.rows - side + 1, board.cols - side + 1)
    codes = np.where(opening(board, first), FIRST, LATER)
    codes = np.where(board.mines, MINE, codes)
    size = (PAIR[0], 5.6)
    figure = new_figure(size)
    whole, part = figure.subplots(1, 2)
    picture(whole, codes, f"all {board.mines.size:,} cells; the frame is the piece")
    corner = (col - 0.5, row - 0.5)
    whole.add_patch(Rectangle(corner, side, side, fill=False, ec=colour("blast"), lw=1.2))
    inside = (slice(row, row + side), slice(col, col + side))
    picture(part, codes[inside], f"{side} × {side} cells from ({row}, {col})")
    write_clues(part, board.clues[inside], codes[inside])
    key(figure)
    figure.suptitle(
        title, x=MARGIN / 72 / size[0], ha="left", fontsize=11, fontweight="bold",
        color=colour("ink"),
    )  # fmt: skip
    return figure


def picture(axes: Axes, codes: NDArray[np.int64], head: str) -> None:
    """A dot of colour for each cell."""
    axes.imshow(codes, ListedColormap(SHADES), vmin=MINE, vmax=FIRST, interpolation="nearest")
    axes.set_axis_off()
    axes.set_title(head, loc="left", fontsize=9, color=colour("soft"), pad=4)


def write_clues(axes: Axes, clues: NDArray[np.int8], codes: NDArray[np.int64]) -> None:
    """The clues of the safe cells; a zero is left out."""
    for row, col in np.argwhere((codes != MINE) & (clues > 0)):
        axes.text(
            col, row, str(clues[row, col]), ha="center", va="center_baseline", fontsize=7,
            fontweight="bold", color=colour("ink"),
        )  # fmt: skip


def key(figure: Figure) -> None:
    """The three colours below both panels."""
    swatches = [
        Rectangle((0, 0), 1, 1, fc=shade, ec=colour("line"), label=name)
        for shade, name in zip(SHADES, NAMES, strict=True)
    ]
    figure.legend(
        handles=swatches[::-1], loc="outside lower left", ncols=3, frameon=False,
        prop={"size": 9}, labelcolor=colour("ink"),
    )  # fmt: skip
