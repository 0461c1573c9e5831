"""What guess rules estimate and what is true: estimates, exact risks, the cost of each rule."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pandas as pd

from minelab.agents.guesses.clues import average, estimates
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.odds import odds
from minelab.inference.position import Position
from minelab.inference.reasons import Guess
from minelab.lab.stats import over_boards, pooled, ratio_of
from minelab.report.claims.tables import gains

HALF = 0.5
GAME = ["density", "board_seed", "play_seed"]
DETAILS = {
    "COWAN, 10 × 10: of equal cells it opens": ("ablations", 10, "charles", {
        "the one with the fewest covered neighbours (COWAN's)": "charles+average",
        "a random one": "charles+average-lot",
        "the one with the most covered neighbours": "charles+average-most",
    }),
    "Corners, 30 × 30: an estimate counts": ("ablations", 30, "basic", {
        "the mines not found yet (ours)": "corners",
        "all mines of the clue, as printed": "corners-raw",
    }),
    "IBS, 20 × 20: a cell gets": ("published-001", 20, "ibs", {
        "its last estimate": "ibs+last",
        "the sum, as printed": "ibs+sum-printed",
        "the sum, in our reading": "ibs+sum",
        "its last estimate, flags counted as covered": "ibs+last-flags",
    }),
}  # fmt: skip
"""By what a detail is about: table, side, the agent that guesses at random, agents by detail."""


def weighed(view: View) -> pd.DataFrame:
    """For each covered cell: the estimates of its clues, what two rules make of them, the truth.

    view: a view that has the number of mines.

    Returns a row per covered cell: `estimates` lists those of its clues; `average` is COWAN's
    mean of them, one half without a clue; `sum` is IBS's sum, and without a clue the mines left per
    covered cell; `exact` is the exact risk.
    """
    if view.mines is None:
        raise ValueError("view must have the number of mines, not None")
    position, risk = Position(view), odds(view, view.mines).risk
    elsewhere = (view.mines - len(view.known)) / len(view.covered)
    rows = {}
    for cell in position.unknown:
        given = [float(estimate) for estimate in estimates(position, cell)]
        rows[str(cell)] = {
            "estimates": ", ".join(f"{estimate:.2f}" for estimate in given) or "none",
            "average": sum(given) / len(given) if given else HALF,
            "sum": sum(given) if given else elsewhere,
            "exact": float(risk[cell]),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("cell")


def average_with(unseen: float) -> Callable[[Position, Sequence[Cell]], Guess]:
    """COWAN's rule, `average`, with another number than one half for cells that touch no clue.

    >>> from minelab.boards.view import View
    >>> position = Position(View.parse("2??\\n???"))
    >>> [average_with(number)(position, ()).cell for number in (0.5, 0.9)]
    [(0, 2), (1, 0)]
    """
    return partial(average, unseen=Fraction(unseen).limit_denominator())


def details() -> pd.DataFrame:
    """What details of a guess rule are worth: mines saved per 100 beyond random guesses.

    Returns a row per agent of `DETAILS`: what the detail is about (`group`), the `detail`, the
    `agent`, and the mean over densities from .1 to .9 with its 95% interval `low` to `high`.
    """
    rows = []
    for group, (table, side, base, agents) in DETAILS.items():
        for detail, agent in agents.items():
            gain = pooled(gains(table, base, agent, where=(0.1, 0.9), side=side)).scaled(100)
            rows.append((group, detail, agent, gain.interval[0], gain.value, gain.interval[1]))
    return pd.DataFrame(rows, columns=["group", "detail", "agent", "low", "mean", "high"])


def first_clues(rows: int, cols: int, mines: int) -> pd.DataFrame:
    """What the clue of the first safe cell says, by where the cell is; exact.

    Columns: its `neighbours`, the mean of the `mines` among them, the chances that it is a `0` and
    that `all` neighbours are mines, and of either, when it `decides` its neighbours by itself.

    >>> first_clues(30, 30, 180).round(2)["decides"].to_dict()
    {'corner': 0.52, 'edge': 0.33, 'inside': 0.17}
    """
    others = rows * cols - 1
    table = pd.DataFrame({"neighbours": {"corner": 3, "edge": 5, "inside": 8}})
    layouts = comb(others, mines)
    table["mines"] = table["neighbours"] * mines / others
    table["0"] = [comb(others - n, mines) / layouts for n in table["neighbours"]]
    table["all"] = [
        comb(others - n, mines - n) / layouts if mines >= n else 0.0 for n in table["neighbours"]
    ]
    return table.assign(decides=table["0"] + table["all"])


def against_basic(games: pd.DataFrame, agents: list[str]) -> pd.DataFrame:
    """The two numbers that Corners prints about its improved agent, for each of these agents.

    games: a table of games, such as `density-30`.

    Returns two rows per agent: how much smaller its number of random picks is than that of
    `basic`, all densities together, and the largest gain in score, relative to `basic`, with its
    density `at`; `report` is the printed number, `low` to `high` a 95% interval.
    """
    rows = {}
    for agent in agents:
        both = games[games["agent"].isin(["basic", agent])]
        wide = both.pivot_table(
            ["random_picks", "score"], [*GAME], "agent", observed=True
        ).swaplevel(axis=1)  # fmt: skip
        basic, own = wide["basic"], wide[agent]
        picks = ratio_of("all", own["random_picks"], basic["random_picks"]).scaled(-1, plus=1)
        gains = [
            ratio_of(at, own.loc[at, "score"], part["score"]).scaled(plus=-1)
            for at, part in basic.groupby(level="density") if part["score"].sum() > 0
        ]  # fmt: skip
        best = max(gains, key=lambda point: point.value)
        for what, point, printed in (
            ("fewer random picks", picks, 0.1003), ("best gain in score", best, 0.1175)
        ):  # fmt: skip
            rows[agent, what] = [printed, point.value, *point.interval, point.at]
    columns = ["report", "ours", "low", "high", "at"]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.set_index(pd.MultiIndex.from_tuples(rows, names=["agent", "what"]))


def prices(guesses: pd.DataFrame, agents: list[str]) -> pd.DataFrame:
    """The risk that agents estimate for the cells they guess, and the risk they really take.

    guesses: the table of guesses.
    agents: those to show, one row each.

    Returns a row per agent: `said` is the mean estimate, missing if the rule makes none; `risk` is
    the mean exact risk of the guessed cells and `least` that of the best cell on the board; `extra`
    is their difference, with its 95% interval `low` to `high` over boards; `best` is the share of
    guesses that took a cell of least risk, of `guesses` in all.
    """
    known = set(guesses["agent"])
    for agent in agents:
        if agent not in known:
            raise ValueError(f"agents must be among {sorted(known)}, not {agent!r}")
    rows = {}
    for agent in agents:
        own = guesses[guesses["agent"] == agent].dropna(subset=["risk"])
        point = over_boards(agent, own["risk"] - own["least"], own, GAME)
        low, high = point.interval
        rows[agent] = {
            "said": own["claimed"].mean(),
            "risk": own["risk"].mean(),
            "least": own["least"].mean(),
            "extra": point.value,
            "low": low,
            "high": high,
            "best": np.isclose(own["risk"], own["least"]).mean(),
            "guesses": len(own),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("agent")


def halves(guesses: pd.DataFrame) -> pd.DataFrame:
    """The exact risk of guesses whose risk a report puts at one half, by density.

    For COWAN's rule these are the cells whose mean estimate is one half, mostly cells without a
    clue; for Corners' rule the random picks, which its report calls a risk of one half. `low` and
    `high` are the 10% and 90% quantiles of these risks, `mines` is the share that were mines.
    """
    average = (guesses["rule"] == "average") & np.isclose(guesses["claimed"], HALF)
    at_random = (guesses["agent"] == "corners") & (guesses["rule"] == "random")
    rows = []
    for rule, which in (("average", average), ("corners", at_random)):
        for density, called_half in guesses[which].groupby("density"):
            risk = called_half["risk"].dropna()
            ends = risk.quantile([0.1, 0.9])
            mines = called_half["mine"].mean()
            rows.append((rule, density, risk.mean(), *ends, mines, len(called_half)))
    columns = ["rule", "density", "risk", "low", "high", "mines", "guesses"]
    return pd.DataFrame(rows, columns=columns)
