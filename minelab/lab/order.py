"""Order: what an agent knows before each guess, by when its dear methods are asked.

IBS asks its dear methods only where the cheap ones are dry, and supposes that asking them at every
turn would infer more. So the same methods play the same boards in three ways: dear ones last, as
IBS does; dear ones first, so that they are asked at every turn; and all of them run dry in thought
at every turn, before anything is opened. Agents that know equally much guess the same cells.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from minelab.agents.catalogue import Agent, agent
from minelab.agents.guesses import GUESS_RULES
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.games.play import play
from minelab.inference.methods import Method, named_method
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction, Guess
from minelab.lab.cost import counting

if TYPE_CHECKING:
    import pandas as pd

SIDE = 8
METHODS = agent("ibs-hyper").methods
"""IBS's methods, cheaper first."""


def everything(position: Position) -> Iterator[Deduction]:
    """All that the methods prove together, nothing opened: each asked again until all are dry."""
    thought = position.copy()
    methods = [named_method(method) for method in METHODS]
    k = 0
    while k < len(methods):
        news = [d for d in methods[k](thought) if thought.settle(d.cell, d.is_mine)]
        yield from news
        k = 0 if news else k + 1


ORDERS: dict[str, tuple[str | Method, ...]] = {
    "dear last": METHODS,
    "dear first": METHODS[::-1],
    "all at every turn": (everything,),
}


def measure(density: float, boards: range) -> "pd.DataFrame":
    """What is known before each guess: a row for each order, game and guess.

    boards: the seeds of the boards, which are also the seeds of play.
    """
    import pandas as pd

    rows = []
    for seed in boards:
        board = Board.random(SIDE, SIDE, density=density, seed=seed)
        for order, methods in ORDERS.items():
            key = (order, SIDE, SIDE, board.n_mines, board.n_mines / SIDE**2, seed, seed)
            rows += [(*key, *seen) for seen in before_guesses(board, methods, seed)]
    columns = (
        "order", "rows", "cols", "mines", "density", "board_seed", "play_seed", "guess", "known",
        "work",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(columns))


def before_guesses(
    board: Board, methods: tuple[str | Method, ...], seed: int
) -> list[tuple[int, int, int]]:
    """The number of each guess, the cells known before it, and the work done for them."""
    seen: list[tuple[int, int, int]] = []

    def by_lot(position: Position, order: Iterable[Cell]) -> Guess:
        known = board.mines.size - len(position.view.covered)
        work = tally["visits"] + tally["pairs"]
        seen.append((len(seen) + 1, known, work))
        return GUESS_RULES["random"](position, list(order))

    with counting() as tally:
        play(board, Agent("ordered", methods, by_lot), seed=seed, engine=False)
    return seen
