"""The experiments as data: which agents play which boards, or what is measured.

All agents of a sweep play the same boards, and those that guess at random share their guesses. An
agent with a rule for its first cell uses it, unless the sweep fixes that cell for all.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

from minelab.agents.catalogue import Agent
from minelab.boards.board import mine_count
from minelab.boards.grid import Cell
from minelab.boards.rules import CLASSIC, CLASSIC_ZERO, REPORT, Rules
from minelab.games.play import play_many
from minelab.lab.runner import Part

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 200_000
"""Cells on the boards of one part: rarely more than a few seconds of play."""
MOST_PARTS = 10**6
"""So many parts would take weeks."""


@dataclass(frozen=True)
class Sweep:
    """Every agent on the same boards, at every number of mines."""

    agents: Sequence[str | Agent]
    rows: int
    cols: int
    mines: Sequence[int]
    boards: int
    seed: int
    rules: Rules = REPORT
    first: Cell | None = None

    @property
    def n_games(self) -> int:
        return len(self.agents) * len(self.mines) * self.boards

    def parts(self) -> list[Part]:
        """Each part is one agent on some of the boards with one number of mines."""
        step = max(1, CHUNK // (self.rows * self.cols))
        n_parts = len(self.agents) * len(self.mines) * -(-self.boards // step)
        if n_parts > MOST_PARTS:
            raise ValueError(
                f"a sweep must come to at most {MOST_PARTS:,} parts, not {n_parts:,}: take fewer "
                "boards, or smaller ones"
            )
        batches = [range(k, min(k + step, self.boards)) for k in range(0, self.boards, step)]
        common: dict[str, Any] = {"rows": self.rows, "cols": self.cols, "seed": self.seed}
        common |= {"rules": self.rules, "first": self.first}
        return [
            Part(play_many, {"agent": agent, "mines": n, "games": games} | common, len(games))
            for agent, n, games in product(self.agents, self.mines, batches)
        ]


@dataclass(frozen=True)
class Experiment:
    """What makes one table: sweeps, or calls of the function `measure` of a module."""

    about: str
    sweeps: Sequence[Sweep] = ()
    module: str = ""
    calls: Sequence[Mapping[str, Any]] = ()
    seed: int = 1
    """The root of every game's key, or the seed of the first board."""
    seconds: float = 0
    """About how long it takes on one core of a 2.3 GHz Xeon."""
    processes: bool = False
    """Whether plain Python does the work: threads would wait for one another."""
    timed: bool = False
    """Whether seconds, or bytes of Python's own objects, are measured: then nothing else runs at
    the same time, and no two tables are alike."""

    @property
    def design(self) -> Any:
        """Everything that determines the table, as JSON."""
        # The module without its folder: a table stays current when its module moves.
        module = re.sub(r"^minelab\.\w+\.", "minelab.", self.module)
        parts = [{"module": module, **call} for call in self.calls]
        parts += [asdict(sweep) for sweep in self.sweeps]
        return json.loads(json.dumps(parts, default=lambda numbers: [numbers.start, numbers.stop]))

    @property
    def n_games(self) -> int:
        return sum(sweep.n_games for sweep in self.sweeps)

    def parts(self) -> list[Part]:
        """The calls that make the rows of the table."""
        calls = [Part(measure, {"module": self.module, **call}) for call in self.calls]
        return calls + [part for sweep in self.sweeps for part in sweep.parts()]


def measure(module: str, **arguments: Any) -> "pd.DataFrame":
    """The rows that the function `measure` of a module returns."""
    table: pd.DataFrame = import_module(module).measure(**arguments)
    return table


BONUSES = tuple(
    base + bonus
    for base in ("cowan", "charles")
    for bonus in ("", "+total", "+average", "+total+average")
)
AGENTS = (
    "random", "basic", "basic-002", "corners", "corners-raw", "cowan-1", "cowan", "cowan-3",
    "aravind-once", "aravind", "charles-once", "charles", "ibs", "ibs-hyper", "swept",
    "cowan+total", "cowan+average", "cowan+total+average", "charles+total", "charles+average",
    "charles+total+average", "ibs+total", "ibs+sum", "ibs+total+sum", "ibs+last", "swept+total",
    "exact",
)  # fmt: skip
"""The floor, the agents of the reports, their bonus forms, and `exact`."""
PUBLISHED = (
    "basic", "ibs", "ibs-hyper", "ibs+total", "ibs+last", "ibs+last-flags", "ibs+sum",
    "ibs+sum-printed",
)  # fmt: skip
ABLATIONS = (
    "charles", "charles+average", "charles+average-most", "charles+average-lot",
    "charles+total+average", "charles+total+average-total", "basic", "basic+corners-lot",
    "basic+clue", "corners", "corners-raw",
)  # fmt: skip
"""COWAN's selection with other tie rules and without; Corners' rule, its halves, and as printed."""
VARIANTS = (
    "equations first", "CSP first", "never", "always", "after 1", "after 2", "after 5", "after 10",
)  # fmt: skip
"""The order of COWAN's two methods, and when IBS searches for contradictions."""
DAGGERS = (
    "dagger-1", "dagger-2", "dagger-2+safe", "dagger-2+total", "dagger-1-untold", "dagger-2-untold",
)  # fmt: skip
"""Daggers' agents, also without the rule that opens the rest when all daggers are marked."""
NOT_COUNTED = ("random", "exact", "swept+total", "ibs+total+sum", "corners-raw")
READABLE = tuple(agent for agent in AGENTS if agent not in NOT_COUNTED)
"""Agents whose readable form is counted and timed."""

TENTHS = [k / 10 for k in range(11)]
TWENTIETHS = [k / 20 for k in range(21)]
FROM_5_TO_35 = [k / 100 for k in range(5, 36)]
SIDES = (5, 10, 15, 20, 25, 30, 40, 50)
NEAR_HALF: dict[int, Sequence[float]] = {
    8: (0.11, 0.125, 0.14, 0.155, 0.17, 0.185, 0.2, 0.22, 0.235),
    16: [k / 100 for k in range(11, 22)],
    32: [k / 100 for k in range(10, 21)],
    64: [k / 100 for k in range(9, 19)],
    128: [k / 100 for k in range(8, 17)],
    256: [k / 100 for k in range(7, 14)],
    512: [k / 100 for k in range(5, 12)],
    1024: [k / 100 for k in range(5, 10)],
}
"""By side, densities around the one at which half of the boards are solved without a guess."""
BOARDS_NEAR_HALF = dict(zip(NEAR_HALF, (3000, 3000, 3000, 2000, 1000, 600, 300, 120), strict=True))
OPENING: dict[str, Any] = {"rules": CLASSIC_ZERO, "first": (0, 0)}
"""A game that begins with an opening in the corner."""
LEVELS = ((8, 8, 10), (9, 9, 10), (16, 16, 40), (16, 30, 99))
"""Rows, columns and mines of the ordinary game: beginner in two sizes, intermediate, expert."""


def square(
    side: int, densities: Iterable[float], boards: int, seed: int, agents: Sequence[str] = AGENTS,
    **how: Any,
) -> Sweep:  # fmt: skip
    """A sweep over square boards; densities with the same number of mines are one point."""
    mines = dict.fromkeys(mine_count(side, side, None, density) for density in densities)
    return Sweep(agents, side, side, list(mines), boards, seed, **how)


def readable_games(boards: int, even: bool = False) -> list[dict[str, Any]]:
    """The games of the readable forms, which are slow: fewer on larger boards, unless even.

    ibs-hyper and swept take minutes for one large crowded board and are left out there.
    """
    slow = ("ibs-hyper", "swept")
    half, quarter = (boards, boards) if even else (boards // 2, boards // 4)
    games = [(a, 10, d, boards) for a in READABLE for d in (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)]
    for side, n in ((15, half), (20, quarter)):
        games += [(a, side, d, n) for a in READABLE for d in (0.1, 0.2)]
        games += [(a, side, 0.3, n) for a in READABLE if a not in slow]
    for side, n in ((5, boards), (30, quarter)):
        games += [(a, side, 0.2, n) for a in ("basic", "corners", "charles")]
    return [{"agent": a, "side": side, "density": d, "boards": n} for a, side, d, n in games]


def by_board(games: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The same games with all agents of a board together."""
    agents: dict[tuple[Any, ...], list[str]] = {}
    for game in games:
        key = game["side"], game["density"], game["boards"]
        agents.setdefault(key, []).append(game["agent"])
    return [
        {"agents": names, "side": side, "density": density, "boards": n}
        for (side, density, n), names in agents.items()
    ]


EXPERIMENTS: dict[str, Experiment] = {
    "density-10": Experiment(
        "every agent on 10 x 10 boards of 21 densities",
        [square(10, TWENTIETHS, 1000, seed=1)],
        seconds=130,
    ),
    "density-20": Experiment(
        "every agent on 20 x 20 boards of 11 densities",
        [square(20, TENTHS, 300, seed=1)],
        seconds=105,
    ),
    "density-30": Experiment(
        "every agent on 30 x 30 boards of 11 densities",
        [square(30, TENTHS, 100, seed=1)],
        seconds=105,
    ),
    "published-001": Experiment(
        "IBS's setting: 20 x 20, the first cell (0, 0)",
        [square(20, TENTHS, 1000, seed=2, agents=PUBLISHED, first=(0, 0))],
        seed=2,
        seconds=75,
    ),
    "frequency": Experiment(
        "how many clues must touch a cell before it is tested: cowan-1, cowan, cowan-3",
        [
            square(side, TENTHS, 1000, seed=3, agents=("basic", "cowan-1", "cowan", "cowan-3"))
            for side in (10, 15, 20)
        ],
        seed=3,
        seconds=85,
    ),
    "bonuses": Experiment(
        "COWAN's two bonuses, none, either and both",
        [square(10, TWENTIETHS, 2000, seed=4, agents=BONUSES)],
        seed=4,
        seconds=75,
    ),
    "size": Experiment(
        "every agent at density .3 on boards of growing size",
        [square(side, [0.3], 300, seed=5) for side in SIDES],
        seed=5,
        seconds=145,
    ),
    "hard": Experiment(
        "at which density basic, and SWEPT's own basic agent, stop finishing without a blast",
        [
            square(side, FROM_5_TO_35, 1000, seed=6, agents=("basic", "basic-002"))
            for side in (6, 10, 20, 30)
        ],
        seed=6,
        seconds=20,
    ),
    "ablations": Experiment(
        "COWAN's selection with other tie rules; Corners' rule without corners, without clues",
        [
            square(10, TENTHS, 2000, seed=7, agents=ABLATIONS),
            square(30, TENTHS, 200, seed=7, agents=ABLATIONS),
        ],
        seed=7,
        seconds=90,
    ),
    "classic": Experiment(
        "win rates of the ordinary game at its four levels, the first click safe or opening",
        [
            Sweep((*AGENTS, "champion"), rows, cols, [mines], 3000, 8, rules)
            for rows, cols, mines in LEVELS
            for rules in (CLASSIC, CLASSIC_ZERO)
        ],
        seed=8,
        seconds=75,
    ),
    "strength": Experiment(
        "how strong the champion is: 100,000 ordinary games per level; its score beside exact's",
        module="minelab.lab.strength",
        calls=[
            {"agent": agent, "rows": rows, "cols": cols, "mines": mines, "rules": rules.name}
            | {"games": range(k, k + 5000), "seed": 12}
            for rows, cols, mines in LEVELS[1:]
            for rules in (CLASSIC, CLASSIC_ZERO)
            for agent in ("exact", "champion")
            for k in range(0, 100_000, 5000)
        ]
        + [
            {"agent": agent, "rows": 10, "cols": 10, "mines": mines, "rules": "report"}
            | {"games": range(5000), "seed": 12}
            for mines in range(10, 100, 10)
            for agent in ("exact", "champion-score")
        ],
        seed=12,
        seconds=1100,
    ),
    "reach": Experiment(
        "how much of what can be proved at all each agent's methods prove (notebook 02)",
        module="minelab.lab.reach",
        calls=[
            {"densities": [density], "boards": range(k, k + 50)}
            for density in (0.1, 0.2, 0.3, 0.4)
            for k in range(1, 401, 50)
        ],
        seconds=50,
        processes=True,
    ),
    "guesses": Experiment(
        "every guess beside what complete inference knew: risk, least risk, what was provable",
        module="minelab.lab.hindsight",
        calls=[
            {"boards": range(k, k + 10), "densities": [density]}
            for density in (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)
            for k in range(1, 41, 10)
        ],
        seconds=85,
        processes=True,
    ),
    "shortfall": Experiment(
        "how far each agent is from perfect play, on all boards of 4 x 4",
        module="minelab.lab.shortfall",
        calls=[{"mines": mines} for mines in (1, 2, 3, 4, 5)],
        seed=0,
        seconds=100,
        processes=True,
    ),
    "solvable": Experiment(
        "which boards are solved without a guess after an opening, sides 8 to 1024 (notebook 08)",
        [
            square(side, densities, BOARDS_NEAR_HALF[side], 10, ["swept+total"], **OPENING)
            for side, densities in NEAR_HALF.items()
        ],
        seed=10,
        seconds=150,
    ),
    "difficulty": Experiment(
        "the cheapest methods that solve a board without a guess after an opening (notebook 08)",
        module="minelab.lab.difficulty",
        calls=[
            {"rows": rows, "cols": cols, "mines": mines, "games": range(3000), "seed": 11}
            for rows, cols, mines in (
                *((16, 16, n) for n in range(12, 69, 4)),
                (9, 9, 10),
                (16, 30, 99),
            )
        ],
        seed=11,
        seconds=15,
    ),
    "replays": Experiment(
        "COWAN's printed boards in ten thousand orders of guessing (notebook 02)",
        module="minelab.report.replays",
        calls=[{"orders": 10_000}],
        seed=0,
        seconds=6,
    ),
    "progress": Experiment(
        "which method proves what, and when in the game",
        module="minelab.lab.progress",
        calls=[
            {"agent": agent, "side": 10, "density": density, "boards": 50}
            for agent in ("cowan", "aravind", "charles-once", "charles", "ibs", "ibs-hyper")
            for density in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
        ],
        seconds=35,
        processes=True,
    ),
    "cost": Experiment(
        "what the readable forms do, counted, beside what the engine does",
        module="minelab.lab.cost",
        calls=readable_games(boards=16, even=True),
        seconds=375,
        processes=True,
    ),
    "cost-by-side": Experiment(
        "the same at density .3 as boards grow: basic, charles, charles+average",
        module="minelab.lab.cost",
        calls=[
            {"agent": agent, "side": side, "density": 0.3, "boards": boards, "seed": 5}
            for side, boards in ((5, 120), (10, 120), (15, 120), (20, 120), (30, 40))
            for agent in ("basic", "charles", "charles+average")
        ],
        seed=5,
        seconds=470,
        processes=True,
    ),
    "order": Experiment(
        "what is known at each guess if costly methods come last, first, or all at every turn",
        module="minelab.lab.order",
        calls=[
            {"density": density, "boards": range(k, k + 15)}
            for density in (0.1, 0.2, 0.3, 0.4, 0.5)
            for k in range(1, 61, 15)
        ],
        seconds=100,
        processes=True,
    ),
    "variants": Experiment(
        "what reports would change: COWAN's methods the other way round, IBS's patient search",
        module="minelab.lab.variants",
        calls=[
            {"variant": variant, "density": density, "boards": range(k, k + 25)}
            for variant in VARIANTS
            for density in (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)
            for k in range(1, 101, 25)
        ],
        seconds=600,
        processes=True,
    ),
    "mine-count": Experiment(
        "which moves of ibs+total rest on the number of mines, and how; IBS's setting",
        module="minelab.lab.mine_count",
        calls=[
            {"mines": mines, "games": range(k, k + 25), "seed": 2}
            for mines in range(40, 400, 40)
            for k in range(0, 100, 25)
        ],
        seed=2,
        seconds=90,
        processes=True,
    ),
    "steps": Experiment(
        "what one step of SWEPT's basic agent and of Corners' reads and writes",
        module="minelab.lab.steps",
        calls=[
            {"agent": agent, "side": side, "density": density, "boards": range(1, 41)}
            for agent in ("basic-002", "corners")
            for side, density in (
                *((10, density) for density in (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)),
                *((side, 0.2) for side in (5, 15, 20, 30)),
            )
        ],
        seconds=120,
        processes=True,
    ),
    "ideas": Experiment(
        "ideas of the reports that nobody has tried, beside the agents they would change",
        module="minelab.lab.ideas",
        calls=[
            {"base": base, "density": density, "boards": range(1, 51)}
            for base in ("charles", "swept", "corners", "cowan")
            for density in (0.1, 0.2, 0.3, 0.4, 0.6)
        ]
        + [
            {"base": "dagger-2+total", "level": level, "boards": range(1, 51)}
            for level in ("EASY", "MEDIUM", "HARD")
        ],
        seconds=200,
        processes=True,
    ),
    "corners-first": Experiment(
        "Corners' rule as printed, with and without going to the corners first",
        module="minelab.lab.ideas",
        calls=[
            {"base": "corners-raw", "side": side, "density": density, "boards": range(k, k + step)}
            for side, step, boards in ((10, 100, 400), (30, 10, 40))
            for density in TENTHS[1:-1]
            for k in range(1, boards, step)
        ],
        seconds=250,
        processes=True,
    ),
    "timing": Experiment(
        "seconds per game of both forms",
        module="minelab.lab.timing",
        calls=by_board(readable_games(boards=8)),
        seconds=220,
        timed=True,
    ),
    "daggers": Experiment(
        "Daggers' agents, 1,000 runs on each of 100 drawn maps per level (notebook 07)",
        module="minelab.lab.daggers",
        calls=[
            {"level": level, "maps": range(k, k + 5), "runs": 1000, "agents": DAGGERS}
            for level in ("EASY", "MEDIUM", "HARD")
            for k in range(1, 101, 5)
        ],
        seconds=500,
        processes=True,
    ),
    "representations": Experiment(
        "what each report's way to hold a board costs (notebook 01)",
        module="minelab.report.representations",
        calls=[{"sides": [10, 20, 30], "boards": 5, "repeats": 51}],
        seconds=25,
        timed=True,
    ),
    "copies": Experiment(
        "what it costs COWAN's agent to test cells on copies (notebook 01)",
        module="minelab.report.representations.copies",
        calls=[{"boards": 40}],
        seconds=2,
        timed=True,
    ),
}
"""The experiments by name, in the order in which `run all` makes them."""
