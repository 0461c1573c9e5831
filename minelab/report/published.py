"""Published figures beside ours: IBS's means, win rates of other solvers, perfect play.

IBS published with its code the mean scores of ten boards a point. Ten boards say little: the
question is whether our means, of many boards, lie where such a mean may lie by chance.
"""

from typing import TYPE_CHECKING

import numpy as np

from minelab.inference.optimal import optimal
from minelab.lab.stats import mean_of_further

if TYPE_CHECKING:
    import pandas as pd

BOARDS = 10
DENSITIES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
MEANS = {
    "basic": (0.983, 0.948, 0.758, 0.646, 0.545, 0.485, 0.428, 0.357, 0.237),
    "advanced": (0.990, 0.969, 0.870, 0.737, 0.619, 0.520, 0.457, 0.351, 0.252),
    "hyper_advanced": (0.995, 0.981, 0.878, 0.748, 0.644, 0.509, 0.461, 0.370, 0.232),
    "bonus_1": (0.998, 0.971, 0.866, 0.716, 0.617, 0.510, 0.463, 0.394, 0.268),
    "bonus_2": (0.998, 0.988, 0.906, 0.800, 0.701, 0.615, 0.501, 0.417, 0.278),
}
"""The mean scores that IBS published, by its names for its agents, at each density."""
READINGS = {
    "basic": "basic",
    "ibs": "advanced",
    "ibs-hyper": "hyper_advanced",
    "ibs+total": "bonus_1",
    "ibs+sum": "bonus_2",
    "ibs+last": "bonus_2",
    "ibs+last-flags": "bonus_2",
}
"""Our agents, and what they are readings of.

Of its last bonus IBS says that a cell beside no clue has the chance mines / unopened tiles. That
flagged tiles count among the unopened is the one reading that gives its figures.
"""


def beside_published(games: "pd.DataFrame") -> "pd.DataFrame":
    """Each published mean beside ours, and how many standard errors they lie apart.

    games: the table `published-001`. The standard error is that of the difference between a mean
    of ten boards and ours, with the spread of our boards.
    """
    import pandas as pd

    rows = []
    for agent, name in READINGS.items():
        for density, published in zip(DENSITIES, MEANS[name], strict=True):
            at = (games["agent"] == agent) & np.isclose(games["density"], density)
            ours = mean_of_further(density, games.loc[at, "score"], BOARDS)
            apart = (published - ours.value) / ours.error
            rows.append((agent, name, density, published, ours.n, ours.value, ours.error, apart))
    columns = ["agent", "name", "density", "published", "n", "ours", "error", "errors_apart"]
    return pd.DataFrame(rows, columns=columns)


def win_rates() -> "pd.DataFrame":
    """Win rates of the ordinary game that others have published, in percent, a row each.

    `first_click`: what is promised of it: safe, a zero, nothing (random), or unknown.
    """
    return read("win-rates")


def perfect_play() -> "pd.DataFrame":
    """In how many layouts perfect play wins on tiny boards, as published and as `optimal` has it.

    The number of mines is known, and the first click may hit one.
    """
    table = read("optimal").rename(columns={"wins": "published"})
    sizes = zip(table["rows"], table["cols"], table["mines"], strict=True)
    ours = [optimal(rows, cols, mines=n).wins or 0 for rows, cols, n in sizes]
    return table.assign(ours=ours)


def read(name: str) -> "pd.DataFrame":
    """A file of data/published."""
    import pandas as pd

    from minelab.lab.experiments import data_folder

    return pd.read_csv(data_folder() / "published" / f"{name}.csv", keep_default_na=False)
