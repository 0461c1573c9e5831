"""What was aimed at, beside what the latest runs gave; where one falls short, the table says so."""

from collections.abc import Callable
from statistics import median
from typing import Any, NamedTuple

from pandas import isna

import minelab as ml
from benchmarks.odds import CALL, ENGINE, LIST, PEER, longer
from benchmarks.startup import label
from benchmarks.timing import Table, short, times
from minelab.lab.experiments import facts
from minelab.lab.strength import win_rates

Results = dict[str, Any]


class Aim(NamedTuple):
    """A figure that was aimed at."""

    what: str
    value: Callable[[Results], float]
    """From what was found, by question."""
    least: float | None = None
    most: float | None = None
    unit: str = ""

    def reached(self, value: float) -> bool:
        if self.least is not None:
            return value >= self.least
        return self.most is not None and value <= self.most

    def __str__(self) -> str:
        bound = f"at least {short(self.least)}" if self.least is not None else ""
        return f"{bound or f'at most {short(self.most or 0)}'}{self.unit}"


def games(agent: str) -> Callable[[Results], float]:
    """Games per CPU-second under report rules on 10x10 boards with 20 mines."""
    return lambda r: 1 / median(r["games"]["report"]["10x10, 20 mines"][agent][agent])


def expert(agent: str) -> Callable[[Results], float]:
    """Games per CPU-second of the ordinary game on the expert board."""
    return lambda r: 1 / median(r["games"]["classic"]["16x30, 99"]["seconds"][agent])


def growth(agent: str, density: str, large: str, small: str) -> Callable[[Results], float]:
    """How many times as long a cell takes on the larger of two boards."""

    def ratio(r: Results) -> float:
        sides = r["growth"]["seconds"][agent][density]
        return times(sides[large], sides[small])

    return ratio


def startup(name: str, state: str) -> Callable[[Results], float]:
    """CPU seconds of a first call, import included, with kernels cold or cached."""
    return lambda r: r["startup"]["first game"][name][state]["cpu"]


def against_toollib(ours: str) -> Callable[[Results], float]:
    """How many times as long as one of ours ms_toollib takes for a mid-game position."""
    return lambda r: 1 / longer(r["odds"]["mid-game"], ours, PEER)


SPEED = [
    *(Aim(f"`{a}`, 10x10, 20 mines, report rules", games(a), least, unit=" games per CPU-second")
      for a, least in (("basic", 60_000), ("aravind", 30_000), ("ibs", 30_000), ("swept", 10_000),
                       ("cowan", 3_000), ("charles", 3_000), ("ibs-hyper", 3_000))),
    Aim("`exact`, expert, classic rules", expert("exact"), 10_000, unit=" games per CPU-second"),
    Aim("`champion`, expert, classic rules", expert("champion"), 60, unit=" games per CPU-second"),
    Aim("odds by the engine, mid-game, mean",
        lambda r: 1e6 * r["odds"]["mid-game"]["seconds"][ENGINE]["mean"], most=10, unit=" µs"),
    Aim("ms_toollib / our engine", against_toollib(ENGINE), 100, unit=" times"),
    Aim("ms_toollib / `ml.odds`", against_toollib(CALL), 50, unit=" times"),
    Aim("ms_toollib / `ml.odds` of a list", against_toollib(LIST), 80, unit=" times"),
    Aim("`charles` at .15, a cell, side 300 / 50", growth("charles", "0.15", "300", "50"),
        most=1.5, unit=" times"),
    *(Aim(f"`{a}` at {d}, a cell, side 200 / 50", growth(a, d, "200", "50"), most=1.5,
          unit=" times") for a in ("cowan+total", "ibs-hyper+total", "swept+total")
      for d in ("0.15", "0.2", "0.3")),
    *(Aim(f"`exact` at {d}, a cell, side 1000 / 100", growth("exact", d, "1000", "100"), most=1.5,
          unit=" times") for d in ("0.1", "0.15", "0.2")),
    Aim("`exact`, 1000x1000 at .15, a game",
        lambda r: 1e6 * median(r["growth"]["seconds"]["exact"]["0.15"]["1000"]), most=0.3,
        unit=" s"),
    Aim("import", lambda r: r["startup"]["import"]["cpu"], most=1, unit=" s"),
    *(Aim(f"{label(name)}, nothing compiled", startup(name, "cold"), most=most, unit=" s")
      for name, most in (("basic", 3), ("swept", 10), ("charles", 10), ("exact", 10),
                         ("explorer", 12), ("champion", 25))),
    Aim("first game of `basic`, from the cache", startup("basic", "cached"), most=0.7, unit=" s"),
    *(Aim(f"explorer, {side}x{side}, first curves, median",
          lambda r, side=side: median(r["explore"]["seconds"][str(side)]), most=1, unit=" s")
      for side in (10, 20, 30)),
]  # fmt: skip
"""CPU time; the explorer by the clock."""
WINS = {
    ("exact", "classic", 9): 91.2, ("exact", "classic", 16): 77.4, ("exact", "classic", 30): 38.3,
    ("champion", "classic", 9): 91.8, ("champion", "classic", 16): 78.5,
    ("champion", "classic", 30): 41.0, ("champion-slow", "classic", 30): 41.13,
    ("champion", "classic-zero", 30): 54.3,
}  # fmt: skip
"""Percent of games to win, by agent, rules and columns: 9x9, 16x16, 16x30."""
WIN_HEAD = ["", "aim", "games", "won", "without luck", "games per CPU-second", "reached"]
VERDICT = {True: "yes", False: "**no**"}


def tables(results: Results) -> list[Table]:
    """Aims beside what was reached: speeds of the latest runs, wins of the table `strength`."""
    rows = []
    for aim in SPEED:
        value = aim.value(results)
        rows.append([aim.what, str(aim), short(value), VERDICT[aim.reached(value)]])
    won = [win_row(key, results) for key in WINS]
    return [
        Table(
            "Speed",
            ["", "aim", "measured", "reached"],
            rows,
            "CPU time, but the explorer by the clock.",
        ),
        Table("Wins in percent", WIN_HEAD, won, how_won()),
    ]


def win_row(key: tuple[str, str, int], results: Results) -> list[str]:
    """What an agent won at a level, with its interval, and without luck where that is known."""
    agent, rules, cols = key
    levels = win_rates(ml.load("strength"))
    won = levels.query("agent == @agent and rules == @rules and cols == @cols").iloc[0]
    level = {9: "9x9, 10", 16: "16x16, 40", 30: "16x30, 99"}[cols]
    start = "opening" if rules == "classic-zero" else "safe corner"
    best = "won" if isna(won["corrected"]) else "corrected"
    corrected = "corrected", "corrected_low", "corrected_high"
    return [
        f"`{agent}`, {level}, {start}",
        f"at least {WINS[key]}",
        f"{won['games']:,}",
        in_percent(*won[["won", "low", "high"]]),
        "" if best == "won" else in_percent(*won[[*corrected]]),
        short(expert(agent)(results)) if level == "16x30, 99" and rules == "classic" else "",
        VERDICT[bool(100 * won[best] >= WINS[key])],
    ]


def in_percent(value: float, low: float, high: float) -> str:
    """A share with its interval."""
    return f"{100 * value:.2f} ({100 * low:.2f} to {100 * high:.2f})"


def how_won() -> str:
    """How the table `strength` was made."""
    made = facts("strength")
    return (
        f"95% intervals, seed {made['seed']}: `{made['command']}`. Without luck: the luck of the "
        "first click and of each guess taken out of the result, as engine/luck.py says; where it "
        "is known, it decides. For `champion-slow` that is the champion's rate, plus what its own "
        "choices win more."
    )
