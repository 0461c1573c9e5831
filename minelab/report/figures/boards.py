"""Boards in figures: a large one as a picture, and all layouts that fit a small view."""

from collections.abc import Collection
from math import ceil
from typing import Any

import numpy as np
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from minelab._checks import check_whole, shown
from minelab.boards.board import Board
from minelab.boards.grid import COVERED, Cell, check_cell
from minelab.boards.view import View
from minelab.display.palette import RISK_SCALE, colour, method_colour, risk_colour, text_on
from minelab.report import layouts as listing
from minelab.report.figures.canvas import PAIR, SOFT, key, new_figure, swatch

MINE, LATER, FIRST = 0, 1, 2
SHADES = (colour("ink"), method_colour("single"), colour("hairline"))
NAMES = ("mine", "proved later", "opened by the first click")
MOST, IN_A_ROW = 8, 3
"""Layouts that can be looked at together, and side by side."""
CELL = 0.52
"""Inches of a cell."""
FILLS = [colour("covered"), colour("open"), *RISK_SCALE["light"]]


def large(board: Board, title: str = "", *, piece: Cell = (0, 0), side: int = 24) -> list[Axes]:
    """What a first click at (0, 0) opens on a large board, what is left, and a piece of it.

    board: the board; its cells are too many to be drawn one by one.
    piece, side: the upper left cell of the piece that is shown with its clues, and its size.
    title: the finding, as a sentence.

    plots.large(ml.Board.random(200, 200, density=0.08, seed=1), side=12)
    """
    side = check_whole("side", side, 2, min(40, board.rows, board.cols))
    row, col = check_cell("piece", piece, board.rows - side + 1, board.cols - side + 1)
    codes = np.where(board.mines, MINE, np.where(listing.opening(board), FIRST, LATER))
    figure = new_figure((PAIR[0], 5.6), title)
    whole, part = figure.subplots(1, 2)
    # seaborn would draw a million squares
    whole.imshow(codes, ListedColormap(SHADES), vmin=MINE, vmax=FIRST, interpolation="nearest")
    head(whole, f"all {board.mines.size:,} cells; red: the piece at the right")
    frame: dict[str, Any] = {"fill": False, "ec": colour("blast"), "lw": 1.2}
    whole.add_patch(Rectangle((col - 0.5, row - 0.5), side, side, **frame))
    inside = (slice(row, row + side), slice(col, col + side))
    clues, shades = board.clues[inside], codes[inside]
    texts = np.where((shades != MINE) & (clues > 0), clues.astype(str), "")
    squares(part, shades, list(SHADES), texts, 7)
    head(part, f"the piece: {side} × {side} cells from ({row}, {col})")
    key(figure, [*map(swatch, SHADES, NAMES)][::-1])
    return [whole, part]


def layouts(view: View, title: str = "") -> list[Axes]:
    r"""Every layout that fits a view with its number of mines, and the shares that follow.

    view: a small position, which at most eight layouts fit.
    title: the finding, as a sentence.

    plots.layouts(ml.View.parse("111??\n?????", mines=3))
    """
    if not isinstance(view, View):
        raise ValueError(f"view must be a View, not {shown(view)}")
    fitting = listing.layouts(view)
    if not 1 <= len(fitting) <= MOST:
        raise ValueError(f"view must have 1 to {MOST} layouts, not {len(fitting)}")
    n = len(fitting) + 1
    shape = ceil(n / IN_A_ROW), min(n, IN_A_ROW)
    size = (shape[1] * (CELL * view.cols + 0.5), shape[0] * (CELL * view.rows + 0.55) + 0.4)
    grid = list(new_figure(size, title).subplots(*shape, squeeze=False).flat)
    for place, (axes, mines) in enumerate(zip(grid, [*fitting, None], strict=False), 1):
        board(axes, view, mines or (), listing.shares(view) if mines is None else None)
        head(axes, "share with a mine" if mines is None else f"layout {place} of {len(fitting)}")
    for axes in grid[n:]:
        axes.set_axis_off()
    return grid


def board(
    axes: Axes, view: View, mines: Collection[Cell], risk: NDArray[np.float64] | None
) -> None:
    """One small board: clues, covered cells, mines; or the risk of each covered cell."""
    codes = np.asarray(view.codes)
    fills = np.where(codes == COVERED, 0, 1)
    texts = np.where(codes > 0, codes.astype(object), "")
    for cell in view.cells():
        if cell in mines:
            texts[cell] = "●"
        elif codes[cell] == COVERED and risk is not None:
            chance = float(risk[cell])
            fills[cell] = FILLS.index(risk_colour(chance), 2)
            texts[cell] = f"{chance:.0%}"
    squares(axes, fills, FILLS, texts, 12 if risk is None else 9.5)
    for text, (cell, code) in zip(axes.texts, np.ndenumerate(codes), strict=True):
        if code > 0:
            text.set(color=colour(f"digit{code}"), fontsize=12)
        elif risk is not None and code == COVERED:
            text.set_color(text_on(FILLS[fills[cell]]))


def squares(
    axes: Axes, codes: NDArray[np.int64], shades: list[str], texts: object, size: float
) -> None:
    """A square of colour for each cell, with a text in it."""
    sns.heatmap(
        codes, cmap=ListedColormap(shades), vmin=-0.5, vmax=len(shades) - 0.5, annot=texts, fmt="",
        cbar=False, square=True, linewidths=0.8, linecolor=colour("hairline"), ax=axes,
        annot_kws={"fontsize": size, "fontweight": "bold", "color": colour("ink")},
    )  # fmt: skip


def head(axes: Axes, words: str) -> None:
    """What a picture shows; it has no axes."""
    axes.set_axis_off()
    axes.set_title(words, loc="left", pad=4, **SOFT | {"fontsize": 9})
