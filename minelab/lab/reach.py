"""Reach: how much of what complete inference would prove each agent's methods prove.

The positions are those in which no single clue settles anything: `basic` is about to guess.
Enumerating all layouts proves there what can be proved at all; the question is how much of it the
other agents prove. Nothing is opened on the way.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

import pandas as pd

from minelab._checks import check_whole
from minelab.agents.catalogue import Agent, agent
from minelab.boards.board import Board, mine_count
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.methods import deduce, prove_all
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.lab.stats import BOARD, ratio_of

SIDE = 8
DENSITIES = (0.1, 0.2, 0.3, 0.4)
BOARDS = 400
"""Boards per density; a board's seed is also the seed of play."""
AGENTS = (
    "aravind-once", "aravind", "ibs", "cowan-3", "cowan", "cowan-1", "charles", "ibs-hyper",
    "swept",
)  # fmt: skip
METHODS = ("single", "subset", "pairs", "assume", "refute", "groups")


def tally(view: View, methods: Iterable[str] = METHODS) -> dict[str, int]:
    """How many cells of a view each method proves by itself, without opening any.

    >>> tally(View.parse("1 2 1\\n? ? ?"))
    {'single': 0, 'subset': 3, 'pairs': 3, 'assume': 3, 'refute': 3, 'groups': 3}
    """
    return {method: len(deduce(view, method)) for method in methods}


def proved(view: View, who: Agent) -> dict[Cell, bool]:
    """All that an agent's methods together prove in a view, without opening anything."""
    position = Position(view, view.mines if "methods" in who.total_for else None)
    prove_all(position, who.asked)
    return position.settled


def stuck_positions(board: Board, seed: int) -> Iterator[tuple[int, View]]:
    """What `basic` sees before each of its guesses, with the number of the turn.

    Of consecutive guesses only the first is taken: a blast that finishes no clue leaves nearly
    the same position.
    """
    turns = play(board, "basic", seed=seed).replay()
    for guessed, stretch in groupby(turns, key=lambda pair: pair[1].method == "guess"):
        if guessed:
            view, turn = next(stretch)
            yield turn.number, view


def stuck(density: float, seed: int) -> View:
    """The first position in which `basic` must guess although something can be proved.

    Boards are tried one after the other, from this seed on.
    """
    mines = mine_count(SIDE, SIDE, None, density)
    first = check_whole("seed", seed, 0, 10**9)
    for number in range(first, first + 1000):
        board = Board.random(SIDE, SIDE, mines=mines, seed=number)
        for _, view in stuck_positions(board, number):
            if deduce(view, "groups"):
                return view
    raise ValueError(f"no such position on 1,000 boards of density {density} from seed {seed} on")


def first_miss(record: Record, method: str) -> tuple[int, View, list[Deduction]]:
    """The first guess of a game at which a method would have proved something.

    Returns the number of the turn, the position before it, and the proofs.
    """
    for view, turn in record.replay():
        if turn.method == "guess" and (proofs := deduce(view, method)):
            return turn.number, view, proofs
    raise ValueError(f"{method!r} proves nothing at any guess of this game of {record.agent!r}")


def measure(
    boards: range | int = BOARDS,
    densities: Iterable[float] = DENSITIES,
    agents: Iterable[str | Agent] = AGENTS,
) -> pd.DataFrame:
    """How many cells each agent proves in each stuck position; a row per position and agent.

    boards: how many per density, or the range of their seeds; by number they begin at 1.
    """
    asked = [who if isinstance(who, Agent) else agent(who) for who in agents]
    complete = agent("swept")
    seeds = range(1, boards + 1) if isinstance(boards, int) else boards
    rows = []
    for density in densities:
        mines = round(SIDE * SIDE * density)
        for seed in seeds:
            board = Board.random(SIDE, SIDE, mines=mines, seed=seed)
            for turn, view in stuck_positions(board, seed):
                provable = len(proved(view, complete))
                if provable:
                    key = (SIDE, SIDE, mines, seed, seed, turn, len(view.covered), provable)
                    rows += [(*key, who.name, len(proved(view, who))) for who in asked]
    columns = (
        "rows", "cols", "mines", "board_seed", "play_seed", "turn", "covered", "provable", "agent",
        "found",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(columns))


def shares(table: pd.DataFrame) -> pd.DataFrame:
    """For each agent the share of provable cells that it proves, with a 95% interval.

    Positions of one game depend on each other, so the interval is that of a ratio over boards.
    """
    rows = {}
    for name, part in table.groupby("agent", sort=False):
        boards = part.groupby(BOARD)[["found", "provable"]].sum()
        share = ratio_of(name, boards["found"], boards["provable"])
        complete = (part["found"] == part["provable"]).mean()
        half = share.interval[1] - share.value
        rows[name] = (share.value, half, complete, (part["found"] == 0).mean())
    columns = ["share found", "±", "positions exhausted", "positions with nothing"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("agent")


def versus(table: pd.DataFrame, one: str, other: str) -> tuple[int, int]:
    """In how many positions one agent proves more than another, and in how many less."""
    key = ["mines", "board_seed", "turn"]
    proved = table.pivot(index=key, columns="agent", values="found")
    more = proved[one] - proved[other]
    return int((more > 0).sum()), int((more < 0).sum())
