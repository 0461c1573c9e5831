"""Four definitions of "hard": what each measures, and the density that it calls hard."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from minelab._checks import check_one_of
from minelab.display.palette import agent_colour, agent_marker, colour, method_colour
from minelab.report.figures.canvas import MARGIN, bare, line_look, new_figure, number
from minelab.report.figures.curves import density_axis, draw_curve, to_curve
from minelab.report.figures.measures import check_table

SIZE = (9.2, 6.0)
LOOKS = {
    "half of basic-002's games without loss": ("basic-002", "its games without explosion"),
    "the steepest fall while agents differ": ("charles", "score that charles loses per 0.05"),
    "the agents meet again": ("ibs", "score of ibs less that of basic"),
    "most deductions that need two clues": ("swept", "share of swept's proofs by groups"),
}
"""By definition: the agent whose colour it has, and what is measured."""
WANTED = ["definition", "density", "value", "low", "high", "n", "hard"]


def hard_definitions(table: pd.DataFrame, title: str = "") -> Figure:
    """A panel for each definition of hard, with a dashed line at the density that it gives.

    table: as from `density.hard_table`.
    title: the finding, as a sentence.
    """
    check_table("table", table, WANTED)
    for name in table["definition"].unique():
        check_one_of("definition", name, LOOKS)
    figure = new_figure(SIZE)
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(w_pad=MARGIN / 72, h_pad=MARGIN / 72, hspace=0.06, wspace=0.04)
    grid = figure.subplots(2, 2).flat
    parts = table.groupby("definition", sort=False)
    for axes, (name, part) in zip(grid, parts, strict=True):
        definition_panel(axes, str(name), part)
    figure.suptitle(
        title, x=MARGIN / 72 / SIZE[0], ha="left", fontsize=11, fontweight="bold",
        color=colour("ink"),
    )  # fmt: skip
    return figure


def definition_panel(axes: Axes, name: str, part: pd.DataFrame) -> None:
    """One definition: its curve with its band, and the dashed line."""
    agent, about = LOOKS[name]
    bare(axes)
    shade = method_colour("groups") if agent == "swept" else agent_colour(agent)
    curve = to_curve(name, part, ["density", "value"], line_look(shade, agent_marker(agent)))
    draw_curve(axes, curve, 0)
    hard = float(part["hard"].iloc[0])
    axes.axvline(hard, color=colour("ink"), lw=1, ls=(0, (3, 2.5)), zorder=1.5)
    axes.set_title(
        f"{name[0].upper()}{name[1:]}: {hard:.3g}", loc="left", fontsize=10, fontweight="bold",
        color=colour("ink"), pad=8,
    )  # fmt: skip
    axes.set_ylabel(about, fontsize=9)
    axes.yaxis.set_major_formatter(lambda y, _: number(round(y, 3)))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_ylim(min(0, part["low"].min()), None)
    density_axis(axes, pd.Series([0.0, 1.0]))
