"""Differences between two agents on the same boards."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from minelab.display.palette import colour
from minelab.lab.stats import POINT
from minelab.report.figures.canvas import Canvas, agent_look, empty_axes, lay_out
from minelab.report.figures.curves import Curve, density_axis, draw_curve, side_axis, to_curve
from minelab.report.figures.labels import Entry, beside, make_room
from minelab.report.figures.measures import (
    check_table,
    is_one_density,
    measure_of,
    one_of_each,
    setting,
    size,
)

MOST = 3
"""Bands that can be told apart."""
LEVEL = 0.05
WANTED = [*POINT, "a", "b", "measure", "n", "difference", "low", "high", "p_holm"]


def differences(*tables: pd.DataFrame, title: str = "", on: Canvas | None = None) -> Canvas:
    """Paired differences with their bands, and bars under them where they are not 0.

    tables: comparisons of one measure, as from `compare`, at most three; against density, or
        against the side of the board if that is what varies.
    title: the finding, as a sentence.
    on: a panel of `pair`, instead of a figure of its own.

    The bands are 95% intervals of each point by itself; the bars allow for the number of points.
    """
    for table in tables:
        check_table("tables", table, WANTED)
    table = pd.concat(tables) if tables else pd.DataFrame(columns=["a", "b"])
    n_pairs = len(table[["a", "b"]].drop_duplicates())
    if not 1 <= n_pairs <= MOST:
        raise ValueError(f"tables must hold 1 to {MOST} comparisons, not {n_pairs}")
    one_of_each(table, ["measure", "rules"], "differences")
    by_side = table["rows"].nunique() > 1 and is_one_density(table)
    if not by_side:
        one_of_each(table, ["rows", "cols"], "differences")
    where = f"Density {table['density'].median():.2g}" if by_side else size(table)
    label = measure_of(table["measure"].iloc[0]).label
    about = setting(where, table, table, same="the same ")
    axes = empty_axes(title, f"Paired difference in {label}. {about}; 95% bands", on=on)
    curves, differs = difference_curves(table, "rows" if by_side else "density")
    for place, curve in enumerate(curves):
        draw_curve(axes, curve, place)
    axes.axhline(0, color=colour("ink"), lw=1.4, zorder=2.5)
    axes.set_ylabel(f"difference in {label}", fontsize=9)
    if by_side:
        side_axis(axes, table["rows"])
    else:
        density_axis(axes, table["density"])
    draw_bars(axes, curves, differs)
    lay_out(axes)
    entries = [Entry(curve.name, curve.look) for curve in curves]
    make_room(axes, entries)
    beside(axes, [(entry, curve.lines()) for entry, curve in zip(entries, curves, strict=True)])
    return axes.figure


def difference_curves(table: pd.DataFrame, x: str) -> tuple[list[Curve], list[NDArray[np.bool_]]]:
    """A curve for each comparison, the highest first, and where it differs from 0.

    It has the colour of the second agent, or of the first if all have the same second.
    """
    parts = [part.sort_values(x) for _, part in table.groupby(["a", "b"], sort=False)]
    parts.sort(key=lambda part: -part["difference"].mean())
    wears = "a" if table["b"].nunique() == 1 < len(parts) else "b"
    curves = []
    for part in parts:
        name = "{} − {}".format(*part[["b", "a"]].iloc[0])
        curves.append(to_curve(name, part, [x, "difference"], agent_look(part[wears].iloc[0])))
    return curves, [part["p_holm"].to_numpy(float) < LEVEL for part in parts]


def draw_bars(axes: Axes, curves: Sequence[Curve], differs: Sequence[NDArray[np.bool_]]) -> None:
    """Under the bands a bar for each curve, over the points where it is not 0; vertical axis."""
    values = np.concatenate([[0, *curve.y, *curve.low, *curve.high] for curve in curves])
    low, high = (round(float(end), 9) for end in (np.nanmin(values), np.nanmax(values)))
    step = 0.05 * (high - low or 1)
    for place, (curve, where) in enumerate(zip(curves, differs, strict=True)):
        ends = curve.x[[0, -1]] if len(curve.x) > 1 else curve.x[0] + np.array([-0.01, 0.01])
        edges = np.array([ends[0], *(curve.x[1:] + curve.x[:-1]) / 2, ends[1]])
        y = np.full(len(curve.x), low - (place + 1.5) * step)[where]
        axes.hlines(y, edges[:-1][where], edges[1:][where], color=curve.look["color"], lw=4)
    alike = len({curve.look["color"] for curve in curves}) < len(curves)
    note = f"bars{', in the order of the names' if alike else ''}: not 0"
    if not np.concatenate(differs).any():
        note = "no bars: nowhere different from 0"
    level = f"the {LEVEL:.0%} level"
    note += f" at {level} (Holm)" if alike else f" at {level} (Holm's test over all points)"
    bottom = low - (len(curves) + 2) * step
    axes.text(curves[0].x[0], bottom, note, fontsize=8.5, color=colour("soft"), va="center")
    axes.set_ylim(bottom - step, high + step)
    ticks = MaxNLocator(5).tick_values(low, high) if high > low else [0.0]
    shown = [tick for tick in ticks if low - step < tick < high + step]
    axes.set_yticks(shown, signed(shown))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)


def signed(values: Sequence[float]) -> list[str]:
    """Differences with their signs, all with as many digits as one of them needs.

    >>> signed([-0.05, 0, 0.025])
    ['−0.050', '0', '+0.025']
    """
    rounded = [round(value, 9) for value in values]
    digits = max(len(f"{value:.6g}".partition(".")[2]) for value in rounded)
    return [f"{value:+,.{digits}f}".replace("-", "−") if value else "0" for value in rounded]
