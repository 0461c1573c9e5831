"""Seven ways to hold one and the same view: the five reports', ours, and the engine's.

Each is built from a view and updated when one more cell shows something; both ways lead to the
same. `relations` writes down what the clues say about the covered cells, in the form in which
that report infers. `truth` is the board as the report's game holds it, where the agent can't
look. `measure` tells what all this costs, for notebook 01.
"""

from minelab.representations.corners import Corners
from minelab.representations.cost import REPRESENTATIONS, measure, medians
from minelab.representations.cowan import Cowan, Fact
from minelab.representations.daggers import Daggers
from minelab.representations.ibs import BoardTile, Ibs
from minelab.representations.ours import Engine, Ours
from minelab.representations.swept import Swept, SweptCell

__all__ = [
    "BoardTile",
    "Corners",
    "Cowan",
    "Daggers",
    "Engine",
    "Fact",
    "Ibs",
    "measure",
    "medians",
    "Ours",
    "REPRESENTATIONS",
    "Swept",
    "SweptCell",
]
