"""The tables that Daggers prints, and their arithmetic.

Table 2 holds the results of its first agent, Tables 3 and 4 those of the second: five runs on
each of thirty maps, or one number where all runs agree. Below stand averages over all maps and
over those that the report marks green; the marks themselves are lost.
"""

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from minelab.lab.daggers import level_of
from minelab.lab.experiments import data_folder

if TYPE_CHECKING:
    import pandas as pd


def printed_tables() -> "pd.DataFrame":
    """Tables 2 to 4: a row for each map, or average, and measure.

    `printed` is the mean as printed, `mean` the one of the printed runs; of wins only their share
    is printed.
    """
    import pandas as pd

    table = pd.read_csv(data_folder() / "published" / "daggers.csv")
    table = table.rename(columns={"mean": "printed"})
    runs = [f"run{k}" for k in range(1, 6)]
    table["mean"] = table[runs].mean(axis=1).fillna(table["printed"]).round(6)
    table.insert(1, "level", [level_of(name) for name in table["map"]])
    return table


def row_slips() -> "pd.DataFrame":
    """The rows whose printed mean is missing, or not that of their runs."""
    table = printed_tables()
    return table[~table["printed"].sub(table["mean"]).abs().lt(1e-6)]


def by_map(table: int, measure: str) -> "pd.Series[float]":
    """The means of one measure by map, from the printed runs."""
    rows = printed_tables()
    chosen = rows[(rows["table"] == table) & (rows["measure"] == measure)]
    return chosen[chosen["level"].isin(["EASY", "MEDIUM", "HARD"])].set_index("map")["mean"]


def averages() -> "pd.DataFrame":
    """The averages below the tables, beside what the printed rows give."""
    rows = printed_tables()
    printed = rows[rows["map"] == "average"][["table", "measure", "printed"]]
    ours = [by_map(*key).mean() for key in zip(printed["table"], printed["measure"], strict=True)]
    return printed.assign(ours=ours).reset_index(drop=True)


def green_maps() -> list[tuple[str, ...]]:
    """Every ten maps with a solution whose mean probes are the printed 4.7 and 0.84."""
    before, after = by_map(2, "guesses"), by_map(3, "guesses")
    solutions = by_map(4, "sat_solutions")
    names = solutions.index[solutions > 0]
    tens = np.array(list(combinations(range(len(names)), 10)))
    means = [part[names].to_numpy()[tens].mean(axis=1) for part in (before, after)]
    fits = (abs(means[0] - 4.7) < 0.05) & (abs(means[1] - 0.84) < 0.005)
    return [tuple(names[ten]) for ten in tens[fits]]
