"""Report Daggers: its tests of the game, its formula, and the tables it prints beside ours.

The maps that the report played on are not printed. Its numbers are compared with the stored table
of drawn maps (`load("daggers")`), in which a row is the mean of 1,000 runs of an agent on one map;
intervals are over maps.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from minelab._files import DATA
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, Cell, cells_where, neighbours
from minelab.boards.maps import LEVELS
from minelab.boards.rules import DAGGERS
from minelab.boards.view import View
from minelab.inference.methods.entails import exactly
from minelab.lab import stats
from minelab.lab.daggers import level_of
from minelab.report.representations.daggers import Daggers, terms

# The report's tests of its game (its section 4.1), on any map


def game_checks(board: Board) -> pd.DataFrame:
    """One row per test: what is expected, what is seen, and whether the two agree."""
    table = pd.DataFrame(checks(board), columns=["test", "expected", "seen"])
    table["passed"] = [a == b for a, b in zip(table["expected"], table["seen"], strict=True)]
    return table


def checks(board: Board) -> Iterator[tuple[str, Any, Any]]:
    """Each test with what it expects and what it sees; the last two need a dagger on the map."""
    game = Game(board, DAGGERS)
    safe = board.mines.size - board.n_mines
    yield "covered cells at the start", board.mines.size, int((game.codes == COVERED).sum())
    yield "lives, gold and safe cells left", (1, 0, safe), purse(game)
    game.open((0, 0))
    yield "cells opened or left covered against the rule of 0 and gold", [], wrongly_opened(game)
    gold, opened = int((game.codes == GOLD).sum()), int((game.codes >= 0).sum())
    now = 1 + gold, gold, safe - opened
    yield "lives, gold and safe cells after the first probe", now, purse(game)
    daggers = cells_where(board.mines)
    if game.over or not daggers:
        return
    flagged = Game(board, DAGGERS)
    flagged.open((0, 0))
    flagged.flag(daggers[0])
    stones = [*cells_where(flagged.codes == FLAG)]
    yield "cells with a stone after one was put", [daggers[0]], stones
    shown = game.open(daggers[0])
    expected = [(daggers[0], BLAST)], (gold, gold, safe - opened)
    seen = [*map(tuple, shown)], purse(game)
    yield "what a dagger shows, and that it costs a life", expected, seen


def purse(game: Game) -> tuple[int, int, int]:
    """Lives, gold found, and safe cells that are not open yet."""
    status = game.status
    return status.lives or 0, status.gold, status.safe_left


def wrongly_opened(game: Game) -> list[Cell]:
    """Open clues that touch no open 0 or gold, and covered cells that touch one."""
    wrong = []
    for cell in cells_where(game.codes != BLAST):
        around = neighbours(cell, game.board.rows, game.board.cols)
        beside = any(game.codes[n] in (0, GOLD) for n in around)
        is_zero = game.codes[cell] in (0, GOLD)
        if not is_zero and beside != (game.codes[cell] >= 0):
            wrong.append(cell)
    return wrong


# The formula that its second agent gives to a SAT solver
#
# For each clue the formula lists all combinations of daggers that fit it, one of which must hold;
# all clues hold at once. A solver wants clauses instead. Multiplying the formula out gives far too
# many, so our own method `entails` writes its clauses directly; `sizes` compares the two.


def combinations_test(n_cells: int, n_daggers: int) -> str:
    """The report's test of its combinations (Figure 5), as it prints them.

    >>> combinations_test(3, 1)
    '(1 & ~2 & ~3| 2 & ~1 & ~3| 3 & ~1 & ~2)'
    """
    names = [str(k) for k in range(1, n_cells + 1)]
    return f"({'| '.join(' & '.join(term) for term in terms(n_daggers, names))})"


class Formula:
    """The knowledge base of a view as the report writes it; `2_1` is a dagger at x 2, y 1.

    >>> print(Formula(View.parse("01?\\n01?")).text(no_dagger=(0, 2)))
    (2_0 & ~2_1 | 2_1 & ~2_0) & (2_0 & ~2_1 | 2_1 & ~2_0) & ~2_0
    """

    def __init__(self, view: View) -> None:
        self.held = Daggers(view)
        self.relations = [
            terms(n_daggers, [f"{x}_{y}" for x, y in cells])
            for cells, n_daggers in self.held.clues()
        ]

    def text(self, no_dagger: Cell | None = None) -> str:
        """The formula; with a cell (row, column), the test whether a dagger must be there."""
        denied = [] if no_dagger is None else [f"~{no_dagger[1]}_{no_dagger[0]}"]
        return " & ".join([self.held.formula(), *denied])

    def is_satisfiable(self, *literals: str) -> bool:
        """Whether all clues and these literals can hold, with one variable per combination."""
        from pysat.solvers import Solver

        number: dict[str, int] = {}

        def code(literal: str) -> int:
            name = literal.removeprefix("~")
            variable = number.setdefault(name, len(number) + 1)
            return -variable if literal.startswith("~") else variable

        with Solver("glucose4") as solver:
            for k, relation in enumerate(self.relations):
                chosen = [code(f"combination {k} {j}") for j in range(len(relation))]
                solver.add_clause(chosen)
                for holds, term in zip(chosen, relation, strict=True):
                    for literal in term:
                        solver.add_clause([-holds, code(literal)])
            return bool(solver.solve(assumptions=[code(literal) for literal in literals]))

    def sizes(self) -> pd.DataFrame:
        """How much each clue needs: the report's combinations, multiplied out, and our clauses."""
        rows = []
        for cells, n in self.held.clues():
            size, n_terms = len(cells), comb(len(cells), n)
            ours = list(exactly(n, list(range(1, size + 1))))
            written = (len(ours), sum(map(len, ours)))
            rows.append((size, n, n_terms, n_terms * size, size**n_terms, *written))
        columns = [
            "cells", "daggers", "combinations", "literals", "multiplied out", "our clauses",
            "our literals",
        ]  # fmt: skip
        return pd.DataFrame(rows, columns=columns)


# The tables that the report prints, and whether they add up
#
# Table 2 has the results of its first agent, Tables 3 and 4 those of the second: five runs on each
# of thirty maps, or one number where all runs agree. Below them are averages over all maps and
# over those that the report marks green; our copy has lost the marks.


@cache
def printed_tables() -> pd.DataFrame:
    """Tables 2 to 4: one row for each map (or average) and measure.

    `printed` is the mean as printed, `mean` that of the printed runs. The report prints only
    shares of wins, not single wins.
    """
    table = pd.read_csv(DATA / "published" / "daggers.csv")
    table = table.rename(columns={"mean": "printed"})
    runs = [f"run{k}" for k in range(1, 6)]
    table["mean"] = table[runs].mean(axis=1).fillna(table["printed"]).round(6)
    table.insert(1, "level", [level_of(name) for name in table["map"]])
    return table


def row_slips() -> pd.DataFrame:
    """The rows whose printed mean is missing, or is not the mean of their runs."""
    table = printed_tables()
    return table[~table["printed"].sub(table["mean"]).abs().lt(1e-6)]


def by_map(table: int, measure: str) -> "pd.Series[float]":
    """The means of one measure by map, from the printed runs."""
    rows = printed_tables()
    chosen = rows[(rows["table"] == table) & (rows["measure"] == measure)]
    return chosen[chosen["level"].isin(LEVELS)].set_index("map")["mean"]


def averages() -> pd.DataFrame:
    """The averages below the tables, beside those of the printed rows."""
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


# Its claims in numbers, beside the stored table of drawn maps

PRINTED = {
    "D01": ("dagger-1", {"guesses": 2.7, "sps_cycles": 8.6, "won": 0.90}),
    "D02": ("dagger-2", {"guesses": 1.2, "sps_cycles": 7.5, "won": 0.89}),
    "D03": ("dagger-2", {"sat_tests": 19.4, "sat_solutions": 0.6}),
}
"""The averages below Tables 2 to 4, by claim."""
MAPS_PER_LEVEL = 10
RUNS_PER_MAP = 5
TABLES = {"dagger-1": 2, "dagger-2": 3}
"""Which table prints the runs of each agent; Table 4 prints what the solver did."""
HELPED = 10
USEFUL, ANY = 2, 0.1
"""Probes saved per game: ten printed maps save the first number or more, all others at most 1.4;
and as few as we call anything at all."""
DRAWS = 2000


def beside_printed(table: pd.DataFrame) -> pd.DataFrame:
    """The report's averages over its thirty maps beside ours over many.

    `error` is the standard error of an average over as few maps and runs as the report has: ten
    maps per level, five runs on each. It combines how much maps differ, a fifth of how much runs on
    one map differ, and the error of our own mean. `errors_apart` is the distance between the two
    averages in these errors.
    """
    rows = []
    for claim, (agent, measures) in PRINTED.items():
        for measure, printed in measures.items():
            point = further_average(table, agent, measure)
            apart = (printed - point.value) / point.error
            rows.append((claim, agent, measure, printed, point.value, point.error, apart))
    columns = ["claim", "agent", "measure", "printed", "ours", "error", "errors_apart"]
    return pd.DataFrame(rows, columns=columns).set_index("claim")


def further_average(table: pd.DataFrame, agent: str, measure: str) -> stats.Point:
    """The average of a measure that the report's design would give on other maps."""
    levels = table[table["agent"] == agent].groupby("level", sort=False)[measure]
    runs = run_variance(table, agent, measure) / RUNS_PER_MAP
    return stats.pooled(
        [stats.mean_of_further(level, maps, MAPS_PER_LEVEL, runs[level]) for level, maps in levels]
    )


def run_variance(table: pd.DataFrame, agent: str, measure: str) -> "pd.Series[float]":
    """How much runs on one map differ, by level: the mean of their variances over maps.

    For wins the variance follows from the share won. For other measures our table has only means,
    so the report's printed runs are used; where it prints one number, all five runs agree.
    """
    if measure == "won":
        own = table[table["agent"] == agent]
        return (own["won"] * (1 - own["won"])).groupby(own["level"]).mean()
    number = 4 if measure.startswith("sat_") else TABLES[agent]
    printed = printed_tables()
    printed = printed[(printed["table"] == number) & (printed["measure"] == measure)]
    printed = printed[printed["level"].isin(LEVELS)]
    variance = printed[[f"run{k + 1}" for k in range(RUNS_PER_MAP)]].var(axis=1).fillna(0)
    return variance.groupby(printed["level"]).mean()


def by_agent(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """One measure by map, with a column per agent."""
    return table.pivot(index=["level", "map_seed"], columns="agent", values=measure)


def as_reported(table: pd.DataFrame) -> dict[str, stats.Point]:
    """What the report's design gives on maps like ours, each with the scatter of such a result.

    Thirty maps, ten of each level, with five runs on each, are drawn many times; the ten with the
    largest fall in random probes are called helped. The mean of five runs is ours of many runs plus
    noise, as large as the printed runs of that level differ; where no probe is ever needed, all
    runs agree.
    """
    rng, means = np.random.default_rng(1), by_agent(table, "guesses")
    levels = means.index.get_level_values("level")
    seen = []
    for name in TABLES:
        noise = np.sqrt(run_variance(table, name, "guesses")[levels].to_numpy() / RUNS_PER_MAP)
        own = means[name].to_numpy()
        drawn = own + (own > 0) * noise * rng.standard_normal((DRAWS, len(own)))
        seen.append(np.maximum(drawn, 0))
    draws = rng.random((DRAWS, len(means)))
    chosen = np.hstack([
        np.argsort(np.where(levels == level, draws, 1), axis=1)[:, :MAPS_PER_LEVEL]
        for level in LEVELS
    ])  # fmt: skip
    before, after = (np.take_along_axis(probes, chosen, 1) for probes in seen)
    tests, solutions = (
        by_agent(table, name)["dagger-2"].to_numpy()[chosen]
        for name in ("sat_tests", "sat_solutions")
    )
    order = np.argsort(after - before, axis=1)

    def mean(values: Any, maps: slice) -> Any:
        return np.take_along_axis(values, order[:, maps], 1).mean(axis=1)

    helped, others = slice(HELPED), slice(HELPED, None)
    results = {
        "before": mean(before, helped),
        "after": mean(after, helped),
        "saved": mean(before - after, helped),
        "useful": (before - after >= USEFUL).mean(axis=1),
        "tests elsewhere": mean(tests, others),
        "tests per solution": tests.sum(axis=1) / solutions.sum(axis=1),
    }
    return {name: stats.simulated(name, draws, chosen.shape[1]) for name, draws in results.items()}


def logic_points(table: pd.DataFrame) -> list[tuple[str, str, float | None, stats.Point]]:
    """D04 to D09: the claim, what is measured, the printed number, and ours.

    Ours has the error of a result from as few maps and runs as the report's; but in D06, which is
    about many runs, that of our own mean.
    """
    guesses, won, blasts = (by_agent(table, name) for name in ("guesses", "won", "blasts"))
    levels = guesses.index.get_level_values("level")
    density = np.array([LEVELS[name].daggers / LEVELS[name].side ** 2 for name in levels])
    saved, wins = (t["dagger-1"] - t["dagger-2"] for t in (guesses, won))
    first, second = (run_variance(table, name, "guesses")[levels] for name in TABLES)
    noise = (first + second).to_numpy() / RUNS_PER_MAP * density**2
    ours = as_reported(table)
    rows: list[tuple[str, str, float | None, stats.Point]] = [
        ("D04", "probes of Agent 1 on the ten maps helped most", 4.7, ours["before"]),
        ("D04", "probes of Agent 2 there", 0.84, ours["after"]),
        ("D05", "probes saved there", 4, ours["saved"]),
        ("D06", f"games won more where {USEFUL} probes are saved", None,
         stats.mean_of("won", -wins[saved >= USEFUL])),
    ]  # fmt: skip
    for name, on, maps, printed in (
        ("easy and medium", levels != "HARD", 20, 0.15), ("hard", levels == "HARD", 10, 0.5),
    ):  # fmt: skip
        spared = stats.mean_of_further(name, (saved * density)[on], maps, float(noise[on].mean()))
        hit = stats.with_further(fall(blasts[on]), maps)
        rows += [
            ("D07", f"fewer daggers hit, {name}", printed, hit),
            ("D07", f"daggers spared per game, {name}", printed, spared),
        ]
    return [
        *rows,
        ("D08", f"maps on which it saves {USEFUL} probes", 1 / 3, ours["useful"]),
        ("D08", f"maps on which it saves {ANY}", 1 / 3,
         stats.mean_of_further("any", saved > ANY, len(LEVELS) * MAPS_PER_LEVEL)),
        ("D09", "tests on the other twenty maps", 20.8, ours["tests elsewhere"]),
        ("D09", "tests per solution", 26, ours["tests per solution"]),
    ]  # fmt: skip


def logic_claims(table: pd.DataFrame) -> pd.DataFrame:
    """D04 to D09 as a table: what the report prints beside ours with its 95% interval."""
    columns = ["claim", "what", "report", "ours", "low", "high"]
    rows = [(*said, point.value, *point.interval) for *said, point in logic_points(table)]
    return pd.DataFrame(rows, columns=columns).set_index("claim")


def fall(blasts: pd.DataFrame) -> stats.Point:
    """The share by which the second agent hits fewer daggers than the first."""
    return stats.ratio_of("fall", blasts["dagger-2"], blasts["dagger-1"]).scaled(-1, plus=1)


def cost_claims(table: pd.DataFrame) -> pd.DataFrame:
    """D11 and D13: how many cells passes look at in vain, and passes without the dagger count.

    By level, for `dagger-1`: `sps_cycles` passes over the whole grid look at `cells` cells, among
    them `sps_clues` clues with a covered neighbour; the share `wasted` is the rest. The last
    column has the passes of the agent that does not know the number of daggers.
    """
    first = table[table["agent"] == "dagger-1"].groupby("level", sort=False)
    untold = table[table["agent"] == "dagger-1-untold"].groupby("level", sort=False)
    rows = first[["sps_cycles", "sps_clues"]].mean()
    rows.insert(1, "cells", [LEVELS[str(level)].side ** 2 for level in rows.index])
    rows["cells"] *= rows["sps_cycles"]
    rows["wasted"] = 1 - rows["sps_clues"] / rows["cells"]
    rows["sps_cycles, untold"] = untold["sps_cycles"].mean()
    return rows
