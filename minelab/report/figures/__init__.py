"""Figures of the report: a tidy table in, a figure out. Nothing is saved here.

The title is the finding, in the caller's words; the subtitle is read from the table and says what
was measured on what. Each agent has the same colour, marker and dashes in every figure, so that
nothing is told by colour alone. Names are beside their curves or in a free corner, in the order of
the curves at a dashed line, with the values there.
"""

from minelab.report.figures.calibration import calibration, halves
from minelab.report.figures.canvas import pair
from minelab.report.figures.columns import by_column
from minelab.report.figures.curves import by_density, by_size
from minelab.report.figures.daggers import daggers_levels
from minelab.report.figures.differences import differences
from minelab.report.figures.dots import by_agent
from minelab.report.figures.hard import hard_definitions
from minelab.report.figures.inference import reach, replays
from minelab.report.figures.large import large
from minelab.report.figures.layouts import layouts
from minelab.report.figures.misses import misses
from minelab.report.figures.panels import panels
from minelab.report.figures.representation import representation_bytes, representation_times
from minelab.report.figures.shares import difficulty, method_shares
from minelab.report.figures.shortfall import shortfall
from minelab.report.figures.strength import strength
from minelab.report.figures.threshold import half_points, solved_by_density

__all__ = [
    "by_agent",
    "by_column",
    "by_density",
    "by_size",
    "calibration",
    "daggers_levels",
    "differences",
    "difficulty",
    "half_points",
    "halves",
    "hard_definitions",
    "large",
    "layouts",
    "method_shares",
    "misses",
    "pair",
    "panels",
    "reach",
    "replays",
    "representation_bytes",
    "representation_times",
    "shortfall",
    "solved_by_density",
    "strength",
]
