"""Time and memory per cell as boards grow: flat means that no method is quadratic in the board.

Report rules. The sides take turns in each round. Memory is the most that is allocated at a time
for a game on the largest board.
"""

import tracemalloc
from functools import partial
from statistics import median

from tqdm.auto import tqdm

import minelab as ml
from benchmarks.timing import Table, race, short, times

FULL = {
    "agents": [
        "basic",
        "charles",
        "ibs-hyper",
        "swept",
        "exact",
        "cowan+total",
        "ibs-hyper+total",
        "swept+total",
    ],
    "rounds": {"0.1": 7, "0.15": 7, "0.2": 7, "0.3": 3},  # by density; dense boards take longer
    "sides": [25, 50, 100, 200, 300, 1000],
    "seed": 3,
}
QUICK = FULL | {"agents": ["basic"], "rounds": {"0.1": 2, "0.3": 2}, "sides": [25, 100]}
BASE = 100  # the side that others are held against
DENSITY = 0.2  # for memory
CELLS = 90_000
"""Boards of a side are played until about so many cells are done."""


def measure(agents, rounds, sides, seed):
    """CPU seconds a cell, by rounds, and bytes a cell."""
    found = {"seconds": {}, "bytes": {}}
    for agent in tqdm(agents, desc="growth", disable=None, leave=False):
        found["seconds"][agent] = {
            density: growth(agent, float(density), sides, n, seed) for density, n in rounds.items()
        }
        found["bytes"][agent] = memory(agent, max(sides), seed)
    return found


def growth(agent, density, sides, rounds, seed):
    """The CPU seconds per cell of each side, by rounds."""
    games = {side: max(1, CELLS // side**2) for side in sides}
    contenders = {
        str(side): partial(
            ml.play_many, agent, side, side, mines=round(density * side**2), games=n, seed=seed
        )
        for side, n in games.items()
    }
    for side in (min(sides), BASE):  # large boards have kernels of their own
        ml.play_many(agent, side, side, mines=side, games=1, seed=seed)
    spent = race(contenders, rounds, label=f"{agent} at {density}")
    return {str(side): [s / n / side**2 for s in spent[str(side)]] for side, n in games.items()}


def memory(agent, side, seed):
    """Bytes per cell that a game takes at most; the engine's arrays all come from NumPy."""
    tracemalloc.start()
    ml.play_many(agent, side, side, mines=round(DENSITY * side**2), games=1, seed=seed)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / side**2


def ratios(found):
    """The time per cell of the largest board against that of side 100."""
    return {
        f"{agent} at {density}: side {max(by_side, key=int)} / {BASE}": times(
            by_side[max(by_side, key=int)], by_side[str(BASE)]
        )
        for agent, by_density in found["seconds"].items()
        for density, by_side in by_density.items()
    }


def tables(found):
    for agent, by_density in found["seconds"].items():
        rows = []
        for density, by_side in by_density.items():
            last = max(by_side, key=int)
            rows.append(
                [density, *(short(1e9 * median(seconds)) for seconds in by_side.values())]
                + [f"{times(by_side[last], by_side[str(BASE)]):.2f}"]
            )
        head = ["density", *(f"side {side}" for side in by_side)]
        yield Table(
            f"`{agent}`, CPU nanoseconds per cell",
            [*head, f"{last} / {BASE}"],
            rows,
            f"Side {last}, density {DENSITY}: {short(found['bytes'][agent])} bytes per cell.",
        )
