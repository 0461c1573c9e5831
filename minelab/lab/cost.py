"""Cost: what the readable forms of the agents do in a game, counted.

The counts belong to no machine: how often a clue is read, a constraint looked at, two constraints
compared, a cell supposed to be mined or safe. The readable form scans as the reports do, all over
again at every look; what the engine counts in the same game stands beside it.

The methods themselves count nothing. While a game is counted, the few functions that all of their
work passes through report to a tally.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

from minelab.boards.board import Board, mine_count
from minelab.boards.view import View
from minelab.games.play import play, play_many
from minelab.inference.methods import deduce
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint
from minelab.inference.suppose import Trial

if TYPE_CHECKING:
    import pandas as pd

COUNTS = (
    "looks", "clues", "visits", "pairs", "claims", "derived", "deciding", "assumptions", "repeated",
    "nodes",
)  # fmt: skip
SEEDS = ("board_seed", "play_seed")
WORDS = {
    "clues": "clues read", "visits": "constraints", "pairs": "pairs",
    "assumptions": "suppositions", "nodes": "placements", "work": "work",
}  # fmt: skip
"""What the counts are called where they are shown; work is constraints, pairs and placements."""


class Tally(Counter[str]):
    """What the readable methods did in one game."""

    def __init__(self) -> None:
        super().__init__(dict.fromkeys(COUNTS, 0))
        self.supposed: set[object] = set()
        self.parts: list[list[int]] = []
        """For each look of enumeration, the number of cells in each group."""

    def look(self, position: Position, *_: object) -> None:
        """All open cells were read."""
        self["looks"] += 1
        self["clues"] += len(position.view.open)

    def visit(self, *_: object) -> None:
        """One constraint was looked at by itself."""
        self["visits"] += 1

    def compare(self, others: list[Constraint], *_: object) -> None:
        """A constraint was held against all that overlap it."""
        self["pairs"] += len(others)

    def claim(self, claims: list[Any], *_: object) -> None:
        """A guess rule weighed what the clues around a cell claim."""
        self["claims"] += len(claims)

    def derive(self, _: object, constraint: Constraint) -> None:
        """A constraint that was taken from others was looked at."""
        if constraint.because:
            self["derived"] += 1
            self["deciding"] += constraint.mines in (0, len(constraint.cells))

    def suppose(self, _: object, trial: Trial, position: Position, *rest: object) -> None:
        """A cell was supposed to be mined or safe, perhaps as before in the same position."""
        facts = frozenset(position.constraints.values()), position.mines_left
        known = (facts, trial.cell, trial.is_mine)
        self["assumptions"] += 1
        self["repeated"] += known in self.supposed
        self.supposed.add(known)

    def start_groups(self, *_: object) -> None:
        """Enumeration begins a look."""
        self.parts.append([])

    def enumerate_group(self, _: object, group: Any) -> None:
        """All placements of one group were listed."""
        self["nodes"] += len(group.placements)
        self.parts[-1].append(sum(map(len, group.boxes)))

    def frontier(self) -> dict[str, float]:
        """How large the groups were, and the states that 2 to the cells makes of them."""
        looks = [cells for cells in self.parts if cells]
        by_group = sum(2**n for cells in looks for n in cells)
        at_once = sum(2 ** sum(cells) for cells in looks)
        return {
            "frontier": max(map(sum, looks), default=0),
            "largest_group": max(map(max, looks), default=0),
            "log2_by_group": round(log2(by_group or 1), 6),
            "log2_at_once": round(log2(at_once or 1), 6),
        }


WATCHED: dict[str, Callable[..., None]] = {
    "minelab.agents.catalogue:Reader.position": Tally.look,
    "minelab.agents.catalogue:conclude": Tally.visit,
    "minelab.inference.methods.single:conclude": Tally.visit,
    "minelab.inference.suppose:Trial._conclude": Tally.visit,
    "minelab.inference.suppose:Trial.__init__": Tally.suppose,
    "minelab.inference.position:Equations.overlapping": Tally.compare,
    "minelab.inference.methods.subset:conclude_derived": Tally.derive,
    "minelab.inference.methods.groups:connected": Tally.start_groups,
    "minelab.inference.methods.groups:Group.__post_init__": Tally.enumerate_group,
    "minelab.agents.guesses.clues:claims": Tally.claim,
}
"""The functions that report, and what to: it gets the result, then the arguments."""
ONE_AT_A_TIME = threading.Lock()


@contextmanager
def counting() -> Iterator[Tally]:
    """Count what the readable methods do in this thread until the end of the `with`."""
    tally = Tally()
    with ONE_AT_A_TIME, ExitStack() as undo:
        for place, note in WATCHED.items():
            owner, name = resolve(place)
            function = getattr(owner, name)
            undo.callback(setattr, owner, name, function)
            setattr(owner, name, reporting(function, note, tally))
        yield tally


def resolve(place: str) -> tuple[Any, str]:
    """The module or class that holds a function, and the function's name there."""
    module, _, path = place.partition(":")
    *outer, name = path.split(".")
    owner: Any = import_module(module)
    for part in outer:
        owner = getattr(owner, part)
    return owner, name


def reporting(
    function: Callable[..., Any], note: Callable[..., None], tally: Tally
) -> Callable[..., Any]:
    """The same function, which notes each of its calls from this thread."""
    thread = threading.get_ident()

    def reports(*arguments: Any, **options: Any) -> Any:
        result = function(*arguments, **options)
        if threading.get_ident() == thread:
            note(tally, result, *arguments)
        return result

    return reports


def by_method(view: View, methods: Iterable[str]) -> "pd.DataFrame":
    """What each method proves in a view, and what it counts on the way."""
    import pandas as pd

    rows = {}
    for method in methods:
        with counting() as tally:
            proved = len(deduce(view, method))
        rows[method] = {"cells proved": proved, **{WORDS[c]: tally[c] for c in WORDS if c in tally}}
    return pd.DataFrame.from_dict(rows, orient="index").drop(columns=WORDS["clues"])


def prices(counted: "pd.DataFrame", games: "pd.DataFrame", agents: list[str]) -> "pd.DataFrame":
    """What agents do in a game on average, beside the score that it buys.

    counted, games: tables of counted and of plain games on the same size of board; of the second
        those of the same densities count.
    """
    counted = counted.assign(work=counted["work"] + counted["nodes"])
    price = counted.groupby("agent")[[*WORDS]].mean().loc[agents].round().astype(int)
    same = games[games["density"].round(2).isin(counted["density"].round(2))]
    score = same.groupby("agent")["score"].mean().round(3)
    return price.rename(columns=WORDS).assign(score=score)


def power(games: "pd.DataFrame", column: str, agent: str) -> float:
    """The power of the number of cells with which a count grows, on boards of several sizes."""
    some = games[games["agent"] == agent]
    return float(np.polyfit(np.log(some["rows"] ** 2.0), np.log(some[column]), 1)[0])


def measure(agent: str, side: int, density: float, boards: int, seed: int = 1) -> "pd.DataFrame":
    """What the readable form of an agent does on some boards, one row per game."""
    import pandas as pd

    mines = mine_count(side, side, None, density)
    games = play_many(agent, side, side, mines=mines, games=boards, seed=seed)
    rows = []
    for board_seed, play_seed, guesses in games[[*SEEDS, "guesses"]].to_numpy().tolist():
        board = Board.random(side, side, mines=mines, seed=board_seed)
        with counting() as tally:
            record = play(board, agent, seed=play_seed, engine=False)
        assert record.guesses == guesses, "both forms play the same games"
        work = tally["visits"] + tally["pairs"] + tally["claims"]
        rows.append({**tally, "work": work, **tally.frontier()})
    same = ["agent", "rows", "cols", "mines", "density", *SEEDS, "guesses"]
    engine = games[["work", "assumptions", "nodes"]].add_prefix("engine_")
    return pd.concat([games[same], pd.DataFrame(rows), engine], axis=1)
