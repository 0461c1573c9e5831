"""Figures of the report: a tidy table in, a figure out. Nothing is saved here.

The title is the finding, in the caller's words; the subtitle says what was measured on what, and
is read from the table. Colours, markers and dashes are those of the agents, the same in every
figure; no colour speaks alone. Names stand beside their curves or in a free corner, in the order
of the curves at a dashed line, with the values there.
"""

from minelab.plots.calibration import calibration
from minelab.plots.canvas import pair
from minelab.plots.columns import by_column
from minelab.plots.curves import by_density, by_size
from minelab.plots.daggers import daggers_levels
from minelab.plots.differences import differences
from minelab.plots.difficulty import difficulty
from minelab.plots.dots import by_agent
from minelab.plots.halves import halves
from minelab.plots.hard import hard_definitions
from minelab.plots.inference import reach, replays
from minelab.plots.large import large
from minelab.plots.layouts import layouts
from minelab.plots.misses import misses
from minelab.plots.panels import panels
from minelab.plots.representation import representation_bytes, representation_times
from minelab.plots.shares import method_shares
from minelab.plots.shortfall import shortfall
from minelab.plots.strength import strength
from minelab.plots.threshold import half_points, solved_by_density

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
