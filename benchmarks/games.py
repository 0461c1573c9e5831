"""Games per CPU-second for every agent, in a batch, and how much the engine gains.

Times are CPU time of this process, the best of a few runs; `python -m minelab bench` runs it.
"""

import time
from functools import partial

import minelab as ml
from minelab.agents import CATALOGUE

BOARDS = {
    "10x10/20": (10, 10, 20, ml.REPORT),
    "20x20/120": (20, 20, 120, ml.REPORT),
    "16x30/99": (16, 30, 99, ml.REPORT),
    "classic": (16, 30, 99, ml.CLASSIC),
}
REPEATS = 3


def cpu_seconds(call) -> float:
    """The least CPU time of a few calls."""
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)


def batch_speed(agent: str, rows: int, cols: int, mines: int, rules: ml.Rules) -> float:
    """Games per CPU-second of one thread."""

    def play(games: int) -> None:
        first = (0, 0) if rules == ml.CLASSIC else None
        ml.play_many(agent, rows, cols, mines=mines, games=games, seed=1, rules=rules, first=first)

    play(2)
    games = 8
    while (seconds := cpu_seconds(partial(play, games))) < 0.2:
        games *= 4
    return games / seconds


def readable_speed(agent: str, rows: int, cols: int, mines: int, games: int = 20) -> float:
    """Games per CPU-second of the readable form."""
    boards = [ml.Board.random(rows, cols, mines=mines, seed=k) for k in range(games)]

    def play() -> None:
        for seed, board in enumerate(boards):
            ml.play(board, agent, seed=seed, engine=False)

    return games / cpu_seconds(play)


if __name__ == "__main__":
    print("games per CPU-second, report rules; classic: 16x30/99 under classic rules from a corner")
    print(f"{'agent':<16}" + "".join(f"{name:>12}" for name in BOARDS) + f"{'vs readable':>14}")
    for agent in CATALOGUE:
        speeds = [batch_speed(agent, *board) for board in BOARDS.values()]
        gain = speeds[0] / readable_speed(agent, *BOARDS["10x10/20"][:3])
        print(f"{agent:<16}" + "".join(f"{s:>12,.0f}" for s in speeds) + f"{gain:>13,.0f}x")
