"""Figures of the report: a tidy table in, Matplotlib's axes out. Nothing is saved here.

Seaborn draws the marks, from the rows of `ml.tidy` and with the keywords of `ml.look`. The title
is the finding, in the caller's words; the subtitle is read from the table and says what was
measured on what. Each agent has the same colour, marker and dashes in every figure, so that nothing
is told by colour alone. Names are in a free corner, in the order of the curves at a dashed line,
with the values there. `gallery` shows all functions.
"""

from minelab.report.figures.boards import large, layouts
from minelab.report.figures.canvas import pair, single
from minelab.report.figures.curves import (
    brackets,
    by_column,
    by_density,
    by_size,
    differences,
    half_points,
    hard_definitions,
    panels,
    shortfall,
    solved_by_density,
)
from minelab.report.figures.dots import arrow, by_agent, daggers_levels, details, reach, strength
from minelab.report.figures.gallery import gallery
from minelab.report.figures.scatter import (
    by_two,
    calibration,
    halves,
    misses,
    replays,
    representation_times,
)
from minelab.report.figures.shares import difficulty, method_shares, needless, saved

__all__ = [
    "arrow", "brackets", "by_agent", "by_column", "by_density", "by_size", "by_two", "calibration",
    "daggers_levels", "details", "differences", "difficulty", "gallery", "half_points", "halves",
    "hard_definitions", "large", "layouts", "method_shares", "misses", "needless", "pair", "panels",
    "reach", "replays", "representation_times", "saved", "shortfall", "single",
    "solved_by_density", "strength",
]  # fmt: skip
