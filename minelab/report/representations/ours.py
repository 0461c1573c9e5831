"""minelab's two forms: codes with constraints for reading, flat arrays for speed."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minelab.boards.board import Board
from minelab.boards.grid import COVERED, GOLD, Cell, neighbours
from minelab.boards.view import View
from minelab.inference.position import Position, clue_constraint
from minelab.inference.reasons import Constraint
from minelab.report.representations.base import News, Representation


class Ours(Representation):
    """minelab's readable form: the codes of the view, and a constraint for each open clue."""

    report, structure, relation = "minelab", "codes, constraints", "constraints"

    def __init__(self, view: View) -> None:
        self.codes = view.codes.copy()
        self.constraints: dict[Cell, Constraint] = Position(view).constraints

    def update(self, cell: Cell, code: int) -> None:
        """At most nine constraints change; they are never edited, so each is built again."""
        self.codes[cell] = code
        for clue in (cell, *neighbours(cell, *self.codes.shape)):
            if self.codes[clue] >= 0:
                constraint = clue_constraint(self.codes, clue)
                if constraint.cells:
                    self.constraints[clue] = constraint
                else:
                    self.constraints.pop(clue, None)

    def relations(self) -> list[Constraint]:
        return list(self.constraints.values())

    def terms(self) -> int:
        return sum(len(constraint.cells) for constraint in self.constraints.values())

    @staticmethod
    def truth(board: Board) -> dict[str, Any]:
        return {"mines": board.mines}


class Engine(Representation):
    """minelab's compiled form: a byte for what is seen, a word for what the clue still says."""

    report, structure, relation = "engine", "two flat arrays", "counts in a word"

    def __init__(self, view: View) -> None:
        from minelab.engine import state

        self.rows, self.cols = view.rows, view.cols
        size = state.padded_size(view.rows, view.cols)
        self.seen = np.empty(size, np.int8)
        self.info = np.empty(size, np.int32)
        self.work = np.empty(view.rows * view.cols, np.int32)
        self.count = np.zeros(state.N_COUNTERS, np.int64)
        self.count[state.LEFT] = view.codes.size
        state.cover_all(self.seen, self.info, self.rows, self.cols)
        shown = view.codes != COVERED
        r, c = np.nonzero(shown)
        self.ready(r, c, view.codes[shown])()

    def update(self, cell: Cell, code: int) -> None:
        self.updates([(cell, code)])()

    def updates(self, news: News) -> Callable[[], None]:
        """All of them in one call, as the engine's own loop makes them."""
        cells, codes = zip(*news, strict=True)
        r, c = np.transpose(cells)
        return self.ready(r, c, np.array(codes, np.int8))

    def ready(
        self, r: NDArray[np.int64], c: NDArray[np.int64], codes: NDArray[np.int8]
    ) -> Callable[[], None]:
        from minelab.engine.state import enter_codes

        stride = self.cols + 2
        cells, codes = (r + 2) * stride + c + 2, codes * (codes != GOLD)
        return partial(
            enter_codes, cells, codes, self.seen, self.info, self.work, self.count, stride
        )

    def relations(self) -> list[NDArray[np.int32]]:
        """Nothing is written down: the words themselves are the relations, and name no cell."""
        return [self.info]

    def terms(self) -> int:
        return 0

    @staticmethod
    def truth(board: Board) -> dict[str, Any]:
        from minelab.engine import state

        truth = np.empty(state.padded_size(board.rows, board.cols), np.int8)
        state.lay_truth(truth, board.mines.reshape(-1), board.rows, board.cols)
        return {"truth": truth}
