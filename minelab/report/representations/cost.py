"""What each representation costs: bytes, and the time to build, to update and to infer with."""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd

from minelab.boards.board import Board
from minelab.boards.grid import FLAG, Cell
from minelab.boards.view import View
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.position import Position
from minelab.report.representations.base import Representation
from minelab.report.representations.corners import Corners
from minelab.report.representations.cowan import Cowan
from minelab.report.representations.daggers import Daggers
from minelab.report.representations.ibs import Ibs
from minelab.report.representations.ours import Engine, Ours
from minelab.report.representations.swept import Swept

REPRESENTATIONS: tuple[type[Representation], ...] = (
    Cowan, Ibs, Swept, Daggers, Corners, Ours, Engine,
)  # fmt: skip


def measure(
    sides: Sequence[int] = (10, 20, 30), boards: int = 5, repeats: int = 51
) -> pd.DataFrame:
    """What each representation costs in the middle of a game, one row per board and report.

    sides: the sizes of the square boards; a fifth of the cells are mined.
    boards: the number of games of `basic` per size, with board and play seed 1, 2, ...
    repeats: each time is the median of this many measurements; caches are warm.
    """
    rows = []
    for side in sides:
        for seed in range(1, boards + 1):
            board = Board.random(side, side, density=0.2, seed=seed)
            record = play(board, "basic", seed=seed)
            half = len(record.turns) // 2
            view, news = record.view(half), list(later_news(record, half))
            for kind in REPRESENTATIONS:
                key = {
                    "report": kind.report,
                    "structure": kind.structure,
                    "relation": kind.relation,
                }
                place = {"rows": side, "cols": side, "board_seed": seed, "play_seed": seed}
                rows.append(key | place | {"turn": half} | cost(kind, board, view, news, repeats))
    table = pd.DataFrame(rows)
    whole = ["truth_bytes", "dnf_terms", "cnf_clauses"]
    return table.astype(dict.fromkeys(whole, "Int64"))


def medians(table: pd.DataFrame, side: int) -> pd.DataFrame:
    """The costs on boards of one size: a row per report, the median of its boards."""
    chosen = table[table["rows"] == side]
    numbers = ["bytes", "build_us", "update_us", "relations_us", "equations", "terms"]
    costs = chosen.groupby("report", sort=False)[numbers].median()
    costs = costs.astype(dict.fromkeys(["bytes", "equations", "terms"], int))
    costs.insert(0, "structure", chosen.groupby("report", sort=False)["structure"].first())
    costs.insert(2, "bytes_per_cell", costs["bytes"] / side**2)
    return costs


def cost(
    kind: type[Representation],
    board: Board,
    view: View,
    news: list[tuple[Cell, int]],
    repeats: int,
) -> dict[str, Any]:
    """The sizes and times of one representation of one view."""
    built = kind(view)
    relations = built.relations()
    truth = kind.truth(board)
    formula = built if isinstance(built, Daggers) else None

    def fresh_updates() -> Callable[[], None]:
        return kind(view).updates(news)

    return {
        "bytes": size_in_bytes(*vars(built).values()),
        "truth_bytes": None if truth is None else size_in_bytes(*truth.values()),
        "relation_bytes": size_in_bytes(*relations),
        "build_us": microseconds(lambda: partial(kind, view), repeats),
        "update_us": microseconds(fresh_updates, repeats) / len(news),
        "relations_us": microseconds(lambda: built.relations, repeats),
        "equations": len(Position(view).constraints),
        "terms": built.terms(),
        "dnf_terms": formula and formula.dnf_terms(),
        "cnf_clauses": formula and formula.cnf_clauses(),
    }


def later_news(record: Record, turn: int) -> Iterator[tuple[Cell, int]]:
    """What each cell showed after a turn of a game, to its end."""
    for later in record.turns[turn:]:
        if later.observations:
            yield from later.observations
        else:
            yield later.cell, FLAG


def microseconds(prepare: Callable[[], Callable[[], object]], repeats: int) -> float:
    """The median time of a piece of work, without the time to prepare it."""
    times = []
    for _ in range(repeats):
        work = prepare()
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times) * 1e6


def size_in_bytes(*things: object) -> int:
    """The memory of objects with everything they hold, each counted once.

    Numbers, letters and None cost only their reference, since Python shares small ones; equal
    cells count once, as in a program that always passes on the tuples it has.
    """
    seen: set[object] = set()
    total = 0
    waiting = list(things)
    while waiting:
        thing = waiting.pop()
        key = thing if type(thing) is tuple else id(thing)
        small = thing is None or isinstance(thing, int) or (type(thing) is str and len(thing) < 2)
        if small or key in seen:
            continue
        seen.add(key)
        total += sys.getsizeof(thing)
        if isinstance(thing, np.ndarray):
            total += thing.nbytes if thing.base is not None else 0
        elif isinstance(thing, dict):
            waiting += [*thing, *thing.values()]
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += thing
        elif hasattr(thing, "__dict__"):
            waiting.append(vars(thing))
    return total
