"""The threshold: up to which density boards are solved without a guess after the first opening.

On boards of one size the share of solved boards falls with density from nearly all to nearly none.
Theory predicts how the density where it is one half moves as boards grow: on n cells a pattern of
k mines that leaves two layouts possible is expected about n * density**k times, so the density at
which one is likely falls as n**(-1/k). The smallest such pattern inside a board has six mines.
"""

import numpy as np
import pandas as pd

from minelab._checks import check_number, check_whole
from minelab.boards.rules import CLASSIC_ZERO
from minelab.games.play import play_many
from minelab.lab.stats import Point, half_point, slope_of, slopes, summary

SOLVER = "swept+total"
"""Complete inference that uses the mine count on boards of any size; `exact` does not use it in
proofs on large boards."""
THEORY = -1 / 6
"""The exponent of the number of cells in the limit of large boards (Louf 2025)."""


def with_solved(games: pd.DataFrame) -> pd.DataFrame:
    """Games with a column `solved`: won, and with no guess but the first opening."""
    return games.assign(solved=games["won"] & (games["guesses"] <= 1))


def solved_share(side: int, density: float, boards: int = 200, seed: int = 1) -> pd.DataFrame:
    """The share of square boards that need no guess after an opening, with its 95% interval.

    side, density: the boards. boards, seed: how many are drawn, and from which seed.

    Returns one row: `boards`, `mines`, `density`, and the share `solved` from `low` to `high`.

    >>> solved_share(8, 0.15, boards=500)["solved"].round(2).item()
    0.58
    """
    side = check_whole("side", side, 4, 512)
    density = check_number("density", density, 0, 1 - 4 / side**2)  # room for an opening
    games = play_many(
        SOLVER, side, side, mines=round(density * side**2),
        games=check_whole("boards", boards, 1, 10**6), seed=seed, rules=CLASSIC_ZERO, first=(0, 0),
    )  # fmt: skip
    table = summary(with_solved(games), ["solved"])
    return table.rename(columns={"n": "boards", "solved_low": "low", "solved_high": "high"})[
        ["boards", "mines", "density", "solved", "low", "high"]
    ]


def half_points(games: pd.DataFrame) -> pd.DataFrame:
    """For each side the density at which half of the boards are solved, with its 95% interval.

    A logistic curve is fitted to the games of each side; `spread` is the distance in density over
    which it falls from three quarters to one quarter.
    """
    rows = []
    table = with_solved(games)
    for side in sorted(table["rows"].unique().tolist()):
        part = table[table["rows"] == side]
        half, spread = half_point(
            side, part["density"].to_numpy(float), part["solved"].to_numpy(float)
        )
        rows.append((side, side * side, half.n, half.value, *half.interval, half.error, spread))
    columns = ["side", "cells", "boards", "half", "low", "high", "error", "spread"]
    return pd.DataFrame(rows, columns=columns)


def exponents(halves: pd.DataFrame) -> pd.DataFrame:
    """How the half-point falls from each size to the next, as a power of the number of cells.

    The last row is a straight line through all sizes, in logarithms; its interval is Student's, so
    it widens if the sizes do not lie on a line.
    """
    cells, half = np.log(halves["cells"].to_numpy(float)), halves["half"].to_numpy(float)
    errors, counts = halves["error"].to_numpy(float) / half, halves["boards"]
    points = [
        Point(*values, freedom=np.inf)
        for values in zip(cells, np.log(half), errors, counts, strict=True)
    ]
    sides = halves["side"].tolist()
    names = [f"{a} to {b}" for a, b in zip(sides, sides[1:], strict=False)]
    falls = [*slopes(points), slope_of("all", cells, np.log(half))]
    rows = [(fall.value, *fall.interval) for fall in falls]
    index = pd.Index([*names, "all, one line"], name="sides")
    return pd.DataFrame(rows, columns=["exponent", "low", "high"], index=index)


def six_mine_patterns(side: int, density: float) -> float:
    """How often the smallest undecidable pattern is expected inside a square board.

    It is a 4 x 4 square with mines at its four corners, two more on a diagonal of its inner 2 x 2
    block, and ten free cells; there are two such patterns, one for each diagonal. Mines are treated
    as independent.
    """
    places = max(0, side - 3) ** 2
    return 2 * places * density**6 * (1 - density) ** 10
