"""Panels: several measures on several sizes of board, small, for the whole picture at once."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D

from minelab._checks import check_list
from minelab.display.palette import colour
from minelab.report.figures.canvas import MARGIN, bare, new_figure
from minelab.report.figures.curves import Curve, curves_of_agents, density_axis, draw_curve
from minelab.report.figures.measures import means, measure_of, one_of_each, size, value_axis

WIDE, HIGH, KEY = 3.5, 2.3, 1.5
"""Inches of one panel, and of the title and the key."""
IN_A_ROW = 6
"""Names in a row of the key."""


def panels(
    tables: Sequence[pd.DataFrame], measures: Sequence[str] = ("score", "guesses", "no_blast"),
    title: str = "", *, agents: Iterable[str] | None = None,
) -> Figure:  # fmt: skip
    """A panel for each measure and table against density, one curve per agent.

    tables: tables of games, each of one size of board; measures are one below another, side
        by side the sizes.
    title: the finding, as a sentence.
    agents: which of them, at most 12; all by default.
    """
    tables = check_list("tables", tables, "tables")
    measures = check_list("measures", measures, "columns")
    if not tables or not measures:
        raise ValueError("tables and measures must be at least one each")
    names = None if agents is None else check_list("agents", agents, "names")
    shape = len(measures), len(tables)
    figure = new_figure((WIDE * shape[1], HIGH * shape[0] + KEY))
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(w_pad=MARGIN / 72, h_pad=MARGIN / 72)
    grid = np.atleast_2d(figure.subplots(*shape, squeeze=False))
    curves: list[Curve] = []
    for row, measure in enumerate(measures):
        for place, games in enumerate(tables):
            table = means(games, measure, names)
            one_of_each(table, ["rules", "rows", "cols"], "panels")
            curves = curves_of_agents(table, "density")
            axes = grid[row, place]
            panel(axes, curves, measure)
            density_axis(axes, table["density"])
            axes.set_xlabel("density (mines / cells)" if row == len(measures) - 1 else "")
            if place:
                axes.set_ylabel("")
            if not row:
                n, rules = table["n"].max(), table["rules"].iloc[0]
                head = f"{size(table)}, {rules} rules, {n:,} boards a point"
                axes.set_title(head, loc="left", fontsize=8.5, color=colour("soft"), pad=8)
    figure.suptitle(
        title, x=MARGIN / 72 / figure.get_figwidth(), ha="left", fontsize=11, fontweight="bold",
        color=colour("ink"),
    )  # fmt: skip
    key(figure, curves)
    return figure


def panel(axes: Axes, curves: Sequence[Curve], measure: str) -> None:
    """The curves of one panel with their bands."""
    bare(axes)
    for place, curve in enumerate(curves):
        draw_curve(axes, curve, place)
    ends = np.concatenate([[*curve.low, *curve.high] for curve in curves])
    value_axis(axes, "y", measure_of(measure), np.concatenate([curve.y for curve in curves]), ends)


def key(figure: Figure, curves: Sequence[Curve]) -> None:
    """The names below all panels, with a sample of each curve."""
    samples = [Line2D([], [], label=curve.name, **curve.look) for curve in curves]
    figure.legend(
        handles=samples, loc="outside lower left", ncols=IN_A_ROW, frameon=False,
        prop={"weight": "bold", "size": 9.5}, labelcolor=colour("ink"), handlelength=4.5,
    )  # fmt: skip
