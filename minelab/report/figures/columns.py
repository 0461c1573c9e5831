"""Columns: several counts of one agent in one unit, against density."""

from collections.abc import Mapping

import pandas as pd

from minelab._checks import shown
from minelab.display.palette import agent_colour
from minelab.report.figures.canvas import Canvas, lay_out, line_look
from minelab.report.figures.curves import (
    SIZE_DASHES,
    check_at,
    density_axis,
    draw,
    read_out,
    to_curve,
    widest,
)
from minelab.report.figures.measures import means, one_of_each, size, subtitle

MARKERS = ("o", "s", "D", "^", "v", "P")


def by_column(
    games: pd.DataFrame, agent: str, columns: Mapping[str, str], title: str = "", *,
    measure: str, at: float | None = None, on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """Several columns of one agent's games against density, one curve per column.

    games: a table of games, as from `load`; also one of cost.
    columns: what each curve is called, and its column; at most 6.
    title: the finding, as a sentence.
    measure: what all of them are measured in, a word of the other plots such as "visits".
    at: the density of the dashed line; by default where curves are farthest apart.
    on: a panel of `pair`, instead of a figure of its own.
    """
    if not isinstance(columns, Mapping):
        raise ValueError(f"columns must be columns by name, not {shown(columns)}")
    if not 1 <= len(columns) <= len(SIZE_DASHES):
        raise ValueError(f"columns must be 1 to {len(SIZE_DASHES)}, not {len(columns)}")
    tables = [means(games, column, [agent]) for column in columns.values()]
    table = pd.concat(tables, ignore_index=True)
    one_of_each(table, ["rules", "rows", "cols"], "by_column")
    curves = [
        to_curve(name, part, ["density", "mean"], line_look(agent_colour(agent), marker, dash))
        for name, part, marker, dash in zip(columns, tables, MARKERS, SIZE_DASHES, strict=False)
    ]
    at = check_at(widest(curves, measure) if at is None else at, curves)
    about = subtitle(measure, f"{agent}, {size(table)}", table, games, "bands")
    axes = draw(curves, measure, title, about, on)
    density_axis(axes, table["density"])
    lay_out(axes)
    read_out(axes, curves, measure, at, f"at {at:.2f}")
    return axes.figure
