"""Daggers & Gold: guesses and wins of each agent, level by level, beside the report's."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from minelab.boards.maps import LEVELS
from minelab.display.palette import colour
from minelab.lab.daggers import AGENTS, level_of, per_level
from minelab.report.daggers import by_map
from minelab.report.figures.canvas import Canvas, agent_look, empty_axes, lay_out, pair
from minelab.report.figures.measures import measure_of

PRINTED = {"dagger-1": 2, "dagger-2": 3}
"""The agents whose results the report prints, and in which table."""


def daggers_levels(table: pd.DataFrame, titles: tuple[str, str] = ("", "")) -> Canvas:
    """Guesses on the left and the share won on the right; a cross is what the report prints.

    table: the stored table `daggers`, a row per agent and map.
    titles: the findings, as sentences.
    """
    means = per_level(table, ["guesses", "won"]).set_index(["level", "agent"])
    n_maps = int(means["n"].loc[list(LEVELS)].max())
    notes = f"{n_maps} drawn maps a level; bars: 95% intervals over maps"
    panels = pair()
    for panel, measure, title in zip(panels, ("guesses", "won"), titles, strict=True):
        about = "Random probes a game" if measure == "guesses" else "Share of games won"
        axes = empty_axes(title, f"{about}. {notes}; crosses: the report", on=panel)
        draw_levels(axes, means, measure)
        lay_out(axes)
    return panels[0].figure


def draw_levels(axes: Axes, means: pd.DataFrame, measure: str) -> None:
    """One dot per agent, the levels from top to bottom."""
    rows = [(level, agent) for level in LEVELS for agent in AGENTS]
    places = {row: -k - k // len(AGENTS) for k, row in enumerate(rows)}
    for (level, agent), place in places.items():
        mean, low, high = (
            float(means[measure + end][level, agent]) for end in ("", "_low", "_high")
        )
        look = agent_look(agent) | {"ms": 9}
        axes.hlines(place, low, high, color=look["color"], lw=3, alpha=0.35)
        axes.plot([mean], [place], **look)
        if agent in PRINTED:
            printed = by_map(PRINTED[agent], measure).groupby(level_of).mean()[level]
            axes.plot([printed], [place], "x", color=colour("ink"), ms=7, mew=1.6, zorder=4)
    names = [f"{level}  {agent}" if agent == AGENTS[0] else agent for level, agent in rows]
    axes.set_yticks(list(places.values()), names, fontsize=9)
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.grid(axis="x", color=colour("hairline"), lw=0.8)
    axes.set_xlim(0, 1.03 if measure == "won" else None)
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: measure_of(measure).tick(x)))
    axes.set_xlabel(measure_of(measure).label, fontsize=9)
