"""Time per cell as boards grow: flat means that no method is quadratic in the board.

CPU nanoseconds per cell at density .15, report rules, and the ratio of side 200 to side 50.
"""

import time

import minelab as ml

SIDES = {25: 40, 50: 20, 100: 6, 200: 3}  # and how many games each
AGENTS = ("basic", "aravind", "ibs", "charles", "ibs-hyper", "swept")


def nanoseconds_per_cell(agent: str, side: int, games: int) -> float:
    """The least of three runs."""
    mines = round(0.15 * side * side)
    times = []
    for _ in range(3):
        start = time.process_time()
        ml.play_many(agent, side, side, mines=mines, games=games, seed=3)
        times.append(time.process_time() - start)
    return min(times) / games / side**2 * 1e9


if __name__ == "__main__":
    print("\nCPU nanoseconds per cell, density .15")
    print(f"{'agent':<16}" + "".join(f"{f'side {s}':>10}" for s in SIDES) + f"{'200 / 50':>12}")
    for agent in AGENTS:
        ml.play_many(agent, 10, 10, mines=15, games=2, seed=1)
        cost = {side: nanoseconds_per_cell(agent, side, games) for side, games in SIDES.items()}
        ratio = cost[200] / cost[50]
        print(f"{agent:<16}" + "".join(f"{c:>10.0f}" for c in cost.values()) + f"{ratio:>12.2f}")
