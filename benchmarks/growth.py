"""Time per cell as boards grow: flat means that no method is quadratic in the board.

CPU nanoseconds per cell, report rules: agents of the reports at density .15 up to side 200, and
`exact` at three densities up to a million cells.
"""

import time

import minelab as ml

SIDES = {25: 40, 50: 20, 100: 6, 200: 3}  # and how many games each
AGENTS = ("basic", "aravind", "ibs", "charles", "ibs-hyper", "swept")
LARGE_SIDES = {100: 20, 300: 3, 1000: 1}
DENSITIES = (0.12, 0.15, 0.2)


def nanoseconds_per_cell(agent: str, side: int, density: float, games: int) -> float:
    """The least of three runs."""
    mines = round(density * side * side)
    times = []
    for _ in range(3):
        start = time.process_time()
        ml.play_many(agent, side, side, mines=mines, games=games, seed=3)
        times.append(time.process_time() - start)
    return min(times) / games / side**2 * 1e9


def print_growth(name: str, agent: str, sides: dict[int, int], density: float, base: int) -> None:
    """A line of the table; the last figure is the ratio of the largest side to `base`."""
    ml.play_many(agent, max(25, base), max(25, base), mines=15, games=2, seed=1)
    cost = {side: nanoseconds_per_cell(agent, side, density, n) for side, n in sides.items()}
    ratio = cost[max(sides)] / cost[base]
    print(f"{name:<16}" + "".join(f"{c:>11.0f}" for c in cost.values()) + f"{ratio:>12.2f}")


def print_head(name: str, sides: dict[int, int], base: int) -> None:
    columns = "".join(f"{f'side {side}':>11}" for side in sides)
    print(f"{name:<16}{columns}{f'{max(sides)} / {base}':>12}")


if __name__ == "__main__":
    print("\nCPU nanoseconds per cell, density .15")
    print_head("agent", SIDES, 50)
    for agent in AGENTS:
        print_growth(agent, agent, SIDES, 0.15, 50)
    print("\nCPU nanoseconds per cell, exact")
    print_head("density", LARGE_SIDES, 100)
    for density in DENSITIES:
        print_growth(f"{density}", "exact", LARGE_SIDES, density, 100)
