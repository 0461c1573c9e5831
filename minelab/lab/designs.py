"""The experiments as data: which agents play which boards, or what is measured.

All agents of a sweep play the same boards, and those that guess at random share their guesses. An
agent with a rule for its first cell uses it, unless the sweep fixes that cell for all.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from itertools import product
from typing import Any

from minelab._later import pd
from minelab.agents.catalogue import Agent
from minelab.boards.board import mine_count
from minelab.boards.grid import Cell
from minelab.boards.maps import LEVELS as MAP_LEVELS
from minelab.boards.rules import CLASSIC, CLASSIC_ZERO, REPORT, Rules
from minelab.games.play import play_many
from minelab.lab.runner import Part

CHUNK = 200_000
"""Cells on the boards of one part: rarely more than a few seconds of play."""
FEW_PARTS = 50
"""A sweep of more parts than this has larger ones, up to ten times as large."""
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
        usual = max(1, CHUNK // (self.rows * self.cols))
        step = max(usual, min(10 * usual, self.n_games // FEW_PARTS))
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
    first_board: int = 1
    """The seed of the first board, where neither sweeps nor calls have a seed."""
    seconds: float = 0
    """About how long it takes on one core of a 2.3 GHz Xeon."""
    processes: bool = False
    """Whether processes do the work, not threads."""
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
    def seed(self) -> int:
        """The root of every game's key, or the seed of the first board."""
        seeds = [sweep.seed for sweep in self.sweeps]
        seeds += [call["seed"] for call in self.calls if "seed" in call]
        return seeds[0] if seeds else self.first_board

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


def grid(**choices: Iterable[Any]) -> list[dict[str, Any]]:
    """A call for each combination of arguments; the last one changes first."""
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


def batches(first: int, n: int, size: int) -> list[range]:
    """n numbers from the first on, in batches of one size."""
    return [range(k, k + size) for k in range(first, first + n, size)]


in_python = partial(Experiment, processes=True)
"""An experiment in plain Python, for which threads would wait for one another."""


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
TO_80 = [0.1, 0.2, 0.3, 0.4, 0.6, 0.8]
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
EXPERT_GAMES = {"classic": 600_000, "classic-zero": 300_000}
"""How many expert games show how strong the champion is, the first click safe or opening."""


def square(
    side: int, densities: Iterable[float], boards: int, seed: int, agents: Sequence[str] = AGENTS,
    **how: Any,
) -> Sweep:  # fmt: skip
    """A sweep over square boards, by default of `AGENTS`; densities with the same number of mines
    are one point."""
    mines = dict.fromkeys(mine_count(side, side, None, density) for density in densities)
    return Sweep(agents, side, side, list(mines), boards, seed, **how)


def readable_games(boards: int, even: bool = False) -> list[dict[str, Any]]:
    """The games of the readable forms, which are slow: fewer on larger boards, unless even.

    ibs-hyper and swept take minutes for one large crowded board and are left out there.
    """
    slow = ("ibs-hyper", "swept")
    half, quarter = (boards, boards) if even else (boards // 2, boards // 4)
    games = [(a, 10, d, boards) for a in READABLE for d in TO_80]
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
        seconds=75,
    ),
    "frequency": Experiment(
        "how many clues must touch a cell before it is tested: cowan-1, cowan, cowan-3",
        [
            square(side, TENTHS, 1000, seed=3, agents=("basic", "cowan-1", "cowan", "cowan-3"))
            for side in (10, 15, 20)
        ],
        seconds=85,
    ),
    "bonuses": Experiment(
        "COWAN's two bonuses, none, either and both",
        [square(10, TWENTIETHS, 2000, seed=4, agents=BONUSES)],
        seconds=75,
    ),
    "size": Experiment(
        "every agent at density .3 on boards of growing size",
        [square(side, [0.3], 300, seed=5) for side in SIDES],
        seconds=145,
    ),
    "hard": Experiment(
        "at which density basic, and SWEPT's own basic agent, stop finishing without a blast",
        [
            square(side, FROM_5_TO_35, 1000, seed=6, agents=("basic", "basic-002"))
            for side in (6, 10, 20, 30)
        ],
        seconds=20,
    ),
    "ablations": Experiment(
        "COWAN's selection with other tie rules; Corners' rule without corners, without clues",
        [
            square(10, TENTHS, 2000, seed=7, agents=ABLATIONS),
            square(30, TENTHS, 200, seed=7, agents=ABLATIONS),
        ],
        seconds=90,
    ),
    "classic": Experiment(
        "win rates of the ordinary game at its four levels, the first click safe or opening",
        [
            Sweep((*AGENTS, "champion"), rows, cols, [mines], 3000, 8, rules)
            for rows, cols, mines in LEVELS
            for rules in (CLASSIC, CLASSIC_ZERO)
        ],
        seconds=75,
    ),
    "strength": Experiment(
        "how strong the champion is: 100,000 and more ordinary games per level, its score beside "
        "exact's",
        module="minelab.lab.strength",
        calls=[
            {"rows": rows, "cols": cols, "mines": mines, "rules": rules, "seed": 28} | how
            for rows, cols, mines in LEVELS[1:]
            for rules in ("classic", "classic-zero")
            for how in grid(
                agent=["exact", "champion"],
                games=batches(0, EXPERT_GAMES[rules] if mines == 99 else 100_000, 5000),
            )
        ]
        + [
            {"rows": 16, "cols": 30, "mines": 99, "rules": "classic", "seed": 28}
            | {"agent": "champion-slow", "games": games}
            for games in batches(0, 10_000, 250)
        ]
        + [
            {"rows": 10, "cols": 10, "rules": "report", "games": range(5000), "seed": 12} | how
            for how in grid(mines=range(10, 100, 10), agent=["exact", "champion-score"])
        ],
        seconds=5200,
    ),
    "reach": in_python(
        "how much of what can be proved at all each agent's methods prove (notebook 02)",
        module="minelab.lab.reach",
        calls=grid(densities=[[0.1], [0.2], [0.3], [0.4]], boards=batches(1, 400, 50)),
        seconds=50,
    ),
    "guesses": in_python(
        "every guess beside what complete inference knew: risk, least risk, what was provable",
        module="minelab.lab.hindsight",
        calls=grid(densities=[[density] for density in TO_80], boards=batches(1, 40, 10)),
        seconds=85,
    ),
    "positions": in_python(
        "the benchmark set: 20,000 positions from games of exact, with all that is known of them",
        module="minelab.arena.positions",
        calls=[
            {"rows": rows, "cols": cols, "mines": mines, "rules": rules, "numbers": k, "seed": 13}
            for rows, cols, mines, rules in (
                *((*level, "classic") for level in LEVELS[1:]),
                (10, 10, 20, "report"),
            )
            for k in batches(0, 5000, 500)
        ],
        seconds=120,
    ),
    "shortfall": in_python(
        "how far each agent is from perfect play, on all boards of 4 x 4",
        module="minelab.lab.shortfall",
        calls=grid(mines=range(1, 6)),
        first_board=0,
        seconds=100,
    ),
    "solvable": Experiment(
        "which boards are solved without a guess after an opening, sides 8 to 1024 (notebook 08)",
        [
            square(side, densities, BOARDS_NEAR_HALF[side], 10, ["swept+total"], **OPENING)
            for side, densities in NEAR_HALF.items()
        ],
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
        seconds=15,
    ),
    "replays": Experiment(
        "COWAN's printed boards in ten thousand orders of guessing (notebook 02)",
        module="minelab.report.replays",
        calls=[{"orders": 10_000}],
        first_board=0,
        seconds=6,
    ),
    "progress": in_python(
        "which method proves what, and when in the game",
        module="minelab.lab.progress",
        calls=grid(
            agent=["cowan", "aravind", "charles-once", "charles", "ibs", "ibs-hyper"],
            side=[10],
            density=TENTHS[1:7],
            boards=[50],
        ),
        seconds=35,
    ),
    "cost": in_python(
        "what the readable forms do, counted, beside what the engine does",
        module="minelab.lab.cost",
        calls=readable_games(boards=16, even=True),
        seconds=375,
    ),
    "cost-by-side": in_python(
        "the same at density .3 as boards grow: basic, charles, charles+average",
        module="minelab.lab.cost",
        calls=[
            {"agent": agent, "side": side, "density": 0.3, "boards": boards, "seed": 5}
            for side, boards in ((5, 120), (10, 120), (15, 120), (20, 120), (30, 40))
            for agent in ("basic", "charles", "charles+average")
        ],
        seconds=470,
    ),
    "order": in_python(
        "what is known at each guess if costly methods come last, first, or all at every turn",
        module="minelab.lab.order",
        calls=grid(density=TENTHS[1:6], boards=batches(1, 60, 15)),
        seconds=100,
    ),
    "variants": in_python(
        "what reports would change: COWAN's methods the other way round, IBS's patient search",
        module="minelab.lab.variants",
        calls=grid(variant=VARIANTS, density=TO_80, boards=batches(1, 100, 25)),
        seconds=600,
    ),
    "mine-count": in_python(
        "which moves of ibs+total rest on the number of mines, and how; IBS's setting",
        module="minelab.lab.mine_count",
        calls=grid(mines=range(40, 400, 40), games=batches(0, 100, 25), seed=[2]),
        seconds=90,
    ),
    "steps": in_python(
        "what one step of SWEPT's basic agent and of Corners' reads and writes",
        module="minelab.lab.steps",
        calls=[
            {"agent": agent, "side": side, "density": density, "boards": range(1, 41)}
            for agent in ("basic-002", "corners")
            for side, density in (
                *((10, density) for density in TO_80),
                *((side, 0.2) for side in (5, 15, 20, 30)),
            )
        ],
        seconds=120,
    ),
    "ideas": in_python(
        "ideas of the reports that nobody has tried, beside the agents they would change",
        module="minelab.lab.ideas",
        calls=grid(
            base=["charles", "swept", "corners", "cowan"],
            density=TO_80[:5],
            boards=[range(1, 51)],
        )
        + grid(base=["dagger-2+total"], level=MAP_LEVELS, boards=[range(1, 51)]),
        seconds=200,
    ),
    "corners-first": in_python(
        "Corners' rule as printed, with and without going to the corners first",
        module="minelab.lab.ideas",
        calls=[
            {"base": "corners-raw", "side": side} | call
            for side, boards, step in ((10, 400, 100), (30, 40, 10))
            for call in grid(density=TENTHS[1:-1], boards=batches(1, boards, step))
        ],
        seconds=250,
    ),
    "timing": Experiment(
        "seconds per game of both forms",
        module="minelab.lab.timing",
        calls=by_board(readable_games(boards=8)),
        seconds=220,
        timed=True,
    ),
    "skipping": Experiment(
        "seconds per game of SWEPT's basic agent, also if it skips finished cells",
        module="minelab.lab.skipping",
        calls=[
            {"side": side, "density": density, "boards": range(1, boards + 1)}
            for side, density, boards in (
                *((10, density, 30) for density in TO_80),
                (20, 0.2, 20),
                (30, 0.2, 10),
            )
        ],
        seconds=60,
        timed=True,
    ),
    "daggers": in_python(
        "Daggers' agents, 1,000 runs on each of 100 drawn maps per level (notebook 07)",
        module="minelab.lab.daggers",
        calls=grid(level=MAP_LEVELS, maps=batches(1, 100, 5), runs=[1000], agents=[DAGGERS]),
        seconds=500,
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
