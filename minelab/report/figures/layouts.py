"""All layouts that fit a small view, one by one, and the share that has a mine in each cell."""

from collections.abc import Collection
from math import ceil

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from minelab._checks import shown
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import View
from minelab.display.palette import colour, risk_colour, text_on
from minelab.report import layouts as listing
from minelab.report.figures.canvas import MARGIN, new_figure

MOST = 8
"""Layouts that can be looked at side by side."""
IN_A_ROW = 3
CELL = 0.52
"""Inches of a cell."""


def layouts(view: View, title: str = "") -> Figure:
    """Every layout that fits a view with its number of mines, and the shares that follow.

    title: the finding, as a sentence.
    """
    if not isinstance(view, View):
        raise ValueError(f"view must be a View, not {shown(view)}")
    fitting = listing.layouts(view)
    if not 1 <= len(fitting) <= MOST:
        raise ValueError(f"view must have 1 to {MOST} layouts, not {len(fitting)}")
    n = len(fitting) + 1
    shape = ceil(n / IN_A_ROW), min(n, IN_A_ROW)
    size = (shape[1] * (CELL * view.cols + 0.5), shape[0] * (CELL * view.rows + 0.55) + 0.4)
    figure = new_figure(size)
    grid = list(figure.subplots(*shape, squeeze=False).flat)
    for place, (axes, mines) in enumerate(zip(grid, [*fitting, None], strict=False), 1):
        head = f"layout {place} of {len(fitting)}" if mines is not None else "share with a mine"
        risk = listing.shares(view) if mines is None else None
        draw_board(axes, view, head, mines or (), risk)
    for axes in grid:
        axes.set_axis_off()
    figure.suptitle(
        title, x=MARGIN / 72 / size[0], ha="left", fontsize=11, fontweight="bold",
        color=colour("ink"),
    )  # fmt: skip
    return figure


def draw_board(
    axes: Axes, view: View, head: str, mines: Collection[Cell] = (),
    risk: NDArray[np.float64] | None = None,
) -> None:  # fmt: skip
    """One small board: clues, covered cells, mines; or the risk of each covered cell."""
    for row, col in view.cells():
        code = int(view[row, col])
        text, ink, fill = "", colour("ink"), colour("covered" if code == COVERED else "open")
        if code > 0:
            text, ink = str(code), colour(f"digit{code}")
        elif code == COVERED and risk is not None:
            chance = float(risk[row, col])
            text, fill = f"{chance:.0%}", risk_colour(chance)
            ink = text_on(fill)
        box = Rectangle((col, row), 0.94, 0.94, fc=fill, ec=colour("hairline"), lw=0.8)
        axes.add_patch(box)
        if (row, col) in mines:
            axes.plot([col + 0.47], [row + 0.47], "o", ms=11, color=colour("ink"))
        size = 9 if risk is not None and code == COVERED else 12
        axes.text(
            col + 0.47, row + 0.47, text, ha="center", va="center_baseline", fontsize=size,
            fontweight="bold", color=ink,
        )  # fmt: skip
    axes.set_xlim(-0.05, view.cols)
    axes.set_ylim(view.rows, -0.05)
    axes.set_aspect("equal")
    axes.set_title(head, loc="left", fontsize=9, color=colour("soft"), pad=4)
