"""What Daggers claims in numbers, beside the stored table of drawn maps (`load("daggers")`).

A row of that table is the mean of 1,000 runs of an agent on one map. Intervals are over maps.
"""

from typing import TYPE_CHECKING

from minelab.boards.maps import LEVELS
from minelab.lab.stats import Point, mean_of, mean_of_further, pooled, ratio_of, share_of

if TYPE_CHECKING:
    import pandas as pd

PRINTED = {
    "D01": ("dagger-1", {"guesses": 2.7, "sps_cycles": 8.6, "won": 0.90}),
    "D02": ("dagger-2", {"guesses": 1.2, "sps_cycles": 7.5, "won": 0.89}),
    "D03": ("dagger-2", {"sat_tests": 19.4, "sat_solutions": 0.6}),
}
"""The averages below Tables 2 to 4."""
MAPS_A_LEVEL = 10
RUNS_A_MAP = 5
TABLES = {"dagger-1": 2, "dagger-2": 3}
"""Where the runs of each agent are printed; what its solver does, in Table 4."""


def beside_printed(table: "pd.DataFrame") -> "pd.DataFrame":
    """The report's averages over its thirty maps beside ours over many.

    `error` is the standard error of such an average over as few maps and runs as the report has,
    ten maps of each level and five runs on each: how far maps differ, a fifth of how far runs on
    one map do, and how far our own mean may be off.
    `errors_apart` is how many of these lie between the two.
    """
    import pandas as pd

    rows = []
    for claim, (agent, averages) in PRINTED.items():
        for measure, printed in averages.items():
            point = further_average(table, agent, measure)
            apart = (printed - point.value) / point.error
            rows.append((claim, agent, measure, printed, point.value, point.error, apart))
    columns = ["claim", "agent", "measure", "printed", "ours", "error", "errors_apart"]
    return pd.DataFrame(rows, columns=columns).set_index("claim")


def further_average(table: "pd.DataFrame", agent: str, measure: str) -> Point:
    """The average of a measure that the report's design would give on other maps."""
    levels = table[table["agent"] == agent].groupby("level", sort=False)[measure]
    runs = run_variance(table, agent, measure) / RUNS_A_MAP
    return pooled(
        [mean_of_further(level, maps, MAPS_A_LEVEL, runs[level]) for level, maps in levels]
    )


def run_variance(table: "pd.DataFrame", agent: str, measure: str) -> "pd.Series[float]":
    """How much runs on one map differ, by level: the mean of their variances.

    A share of wins has that of its mean. Of the rest our table has means only; the report prints
    each of its runs, or one number where all agree.
    """
    if measure == "won":
        own = table[table["agent"] == agent]
        return (own["won"] * (1 - own["won"])).groupby(own["level"]).mean()
    from minelab.report.dagger_tables import printed_tables

    number = 4 if measure.startswith("sat_") else TABLES[agent]
    printed = printed_tables()
    printed = printed[(printed["table"] == number) & (printed["measure"] == measure)]
    printed = printed[printed["level"].isin(LEVELS)]
    variance = printed[[f"run{k + 1}" for k in range(RUNS_A_MAP)]].var(axis=1).fillna(0)
    return variance.groupby(printed["level"]).mean()


def by_agent(table: "pd.DataFrame", measure: str) -> "pd.DataFrame":
    """One measure by map, a column an agent."""
    return table.pivot(index=["level", "map_seed"], columns="agent", values=measure)


def logic_claims(table: "pd.DataFrame") -> "pd.DataFrame":
    """D04 to D09: what the solver is worth, where it proves something and elsewhere.

    `n` is the number of maps; of D08 the value is a share of maps.
    """
    import pandas as pd

    guesses, won, blasts = (by_agent(table, name) for name in ("guesses", "won", "blasts"))
    tests = by_agent(table, "sat_tests")["dagger-2"]
    solutions = by_agent(table, "sat_solutions")["dagger-2"]
    helped = solutions > 0
    fewer = guesses["dagger-1"] - guesses["dagger-2"]
    hard = pd.Series(blasts.index.get_level_values("level") == "HARD", index=blasts.index)
    rows = [
        ("D04", "guesses of dagger-1 where the solver proves something", 4.7,
         mean_of("maps", guesses["dagger-1"][helped])),
        ("D04", "guesses of dagger-2 there", 0.84, mean_of("maps", guesses["dagger-2"][helped])),
        ("D05", "fewer guesses there", 4, mean_of("maps", fewer[helped])),
        ("D06", "gain in the share won there", None,
         mean_of("maps", (won["dagger-2"] - won["dagger-1"])[helped])),
        ("D07", "fall in daggers hit, easy and medium", 0.15, fall(blasts[~hard])),
        ("D07", "fall in daggers hit, hard", 0.50, fall(blasts[hard])),
        ("D08", "share of maps where the solver proves something", 1 / 3,
         share_of("maps", helped)),
        ("D08", "share of maps where it saves a tenth of a guess", 1 / 3,
         share_of("maps", fewer > 0.1)),
        ("D09", "tests where it saves less than that", 20.8,
         mean_of("maps", tests[fewer <= 0.1])),
        ("D09", "tests per solution, of all", 26, ratio_of("maps", tests, solutions)),
    ]  # fmt: skip
    columns = ["claim", "what", "report", "ours", "low", "high", "n"]
    found = [(*said, point.value, *point.interval, point.n) for *said, point in rows]
    return pd.DataFrame(found, columns=columns).set_index("claim")


def fall(blasts: "pd.DataFrame") -> Point:
    """By how much of itself the number of daggers hit falls from the first agent to the second."""
    return ratio_of("fall", blasts["dagger-2"], blasts["dagger-1"]).scaled(-1, plus=1)


def cost_claims(table: "pd.DataFrame") -> "pd.DataFrame":
    """D11 and D13: cells that passes go over, those that matter, and passes without the count.

    By level: cells looked at by passes over the whole grid, clues with a covered neighbour among
    them, and the passes of `dagger-1` that knows the number of daggers, and that does not.
    """
    first = table[table["agent"] == "dagger-1"].groupby("level", sort=False)
    untold = table[table["agent"] == "dagger-1-untold"].groupby("level", sort=False)
    rows = first[["sps_cycles", "sps_clues"]].mean()
    rows.insert(1, "cells", [LEVELS[str(level)].side ** 2 for level in rows.index])
    rows["cells"] *= rows["sps_cycles"]
    rows["wasted"] = 1 - rows["sps_clues"] / rows["cells"]
    rows["sps_cycles, untold"] = untold["sps_cycles"].mean()
    return rows
