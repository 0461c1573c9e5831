"""Seven ways to hold the same view: the five reports', ours, and the engine's.

Each can be built from a view or updated when one more cell shows something; both give the same
result. `relations` writes down what the clues say about the covered cells, in the form that the
report uses to infer. `truth` is the board as the report's game holds it, where the agent can't
look. `measure` measures what all this costs, for notebook 01.
"""

from minelab.report.representations.corners import Corners
from minelab.report.representations.cost import REPRESENTATIONS, measure, medians
from minelab.report.representations.cowan import Cowan, Fact
from minelab.report.representations.daggers import Daggers
from minelab.report.representations.ibs import BoardTile, Ibs
from minelab.report.representations.ours import Engine, Ours
from minelab.report.representations.swept import Swept, SweptCell

__all__ = [
    "REPRESENTATIONS", "Corners", "Cowan", "Daggers", "Engine", "Ibs", "Ours", "Swept",
    "BoardTile", "Fact", "SweptCell", "measure", "medians",
]  # fmt: skip
