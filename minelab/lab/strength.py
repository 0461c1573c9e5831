"""How strong the champion is: win rates of the ordinary game, and scores beside `exact`.

A row for each thousand ordinary games, with sums; under report rules a row per game, since there
agents are compared board by board. A game's key (seed, rows, cols, mines, number) gives its board,
as for `play_many`.

The champion's ordinary games have a second result, from which luck is taken out: what a guess led
to, less what it had on average, both as the network values positions. That is 0 on average whatever
the network says, so the mean is right, and its interval is about half as wide (engine/luck.py).

`champion-slow` has a third: what its choices win more than those of `champion` in the same
positions, each judged by games played on from both (engine/corrected.py). The mean of that and the
champion's rate give the sharpest figure for it.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab._later import pd
from minelab.agents.champion import FORMS, first_cell, lookahead_space, rollout_space
from minelab.boards.rules import PRESETS, Rules
from minelab.games.compiled import rule_codes
from minelab.games.play import play_many
from minelab.inference.odds import MOST_STATES
from minelab.lab.stats import Point, Share, as_share

LEVEL = ["rules", "rows", "cols", "mines", "agent"]
SUMS = ["won", "score", "guesses"]
CORRECTED = ["corrected", "squares"]
MORE = ["more", "more_squares"]
COLUMNS = [
    "agent", "rows", "cols", "mines", "density", "rules", "game", "games", *SUMS, *CORRECTED, *MORE,
]  # fmt: skip
TOGETHER = 1000
"""How many ordinary games make a row, at most."""
LUCK_BY = "champion-1"
"""The form of the champion whose values say what was luck."""
JUDGE = "champion"
"""The form that a slower one is compared with, choice by choice."""
JUDGED_ON = 24
"""On how many layouts a choice other than the judge's is played on."""


def measure(
    agent: str, rows: int, cols: int, mines: int, rules: str, games: range, seed: int
) -> "pd.DataFrame":
    """Games of one agent at one level; classic ones begin with a good cell for their rules."""
    how = PRESETS[rules]
    ordinary = how.goal == "open"
    if ordinary and agent in FORMS:
        table = corrected_games(agent, rows, cols, mines, how, games, seed)
    else:
        first = first_cell(how.first_click, rows, cols) if ordinary else None
        table = play_many(
            agent, rows, cols, mines=mines, games=games, seed=seed, rules=how, first=first
        )[SUMS].assign(**dict.fromkeys([*CORRECTED, *MORE], np.nan))
    size = TOGETHER if ordinary else 1
    together = np.arange(len(games)) // size
    sums = table.groupby(together)[[*SUMS, *CORRECTED, *MORE]].sum(min_count=1)
    counts = np.bincount(together)
    sums = sums.assign(
        agent=agent, rows=rows, cols=cols, mines=mines, density=mines / (rows * cols), rules=rules,
        game=games.start + size * np.arange(len(sums)), games=counts,
    )  # fmt: skip
    small = {"game": "int32", "games": "int16", "won": "int16", "guesses": "int32"}
    return sums.reset_index(drop=True)[COLUMNS].astype(small)


def corrected_games(
    agent: str, rows: int, cols: int, mines: int, rules: Rules, games: range, seed: int
) -> "pd.DataFrame":
    """Ordinary games of a form of the champion: a row per game, with and without luck.

    For a form that plays games on, also what its choices win more than those of `JUDGE`.
    """
    from minelab.engine import corrected, luck, rollouts, state

    r, c = first_cell(rules.first_click, rows, cols)
    game = state.new_game(rows, cols, mines, rule_codes(rules), [r * cols + c])
    space = luck.luck_space(rows, cols, MOST_STATES, lookahead_space(LUCK_BY, rows, cols))
    won, results = np.empty(len(games), np.bool_), np.empty(len(games))
    guesses, more, judge = np.empty(len(games), np.int64), np.empty(len(games)), None
    plays_on = rollout_space(agent, rows, cols)
    if plays_on is not None:
        by = lookahead_space(JUDGE, rows, cols)
        judge = rollouts.rollout_space(rows, cols, MOST_STATES, by, JUDGED_ON)
    corrected.play_corrected(
        won, results, guesses, more, games.start, seed, game, lookahead_space(agent, rows, cols),
        plays_on, space, judge,
    )  # fmt: skip
    if judge is None:
        more[:] = np.nan
    return pd.DataFrame(
        {"won": won, "score": won.astype(float), "guesses": guesses, "corrected": results,
         "squares": results**2, "more": more, "more_squares": more**2}
    )  # fmt: skip


class Rate(NamedTuple):
    """How often an agent wins at a level."""

    won: Share
    corrected: Point
    """The same without luck, NaN where that is not known."""
    more: Point
    """What its choices win more than those of `JUDGE`, likewise."""

    @property
    def best(self) -> Point:
        """The figure with the least luck in it."""
        return self.won if np.isnan(self.corrected.value) else self.corrected


def rates(table: "pd.DataFrame") -> dict[tuple[Any, ...], Rate]:
    """How often each agent wins ordinary games, by rules, rows, columns, mines and agent.

    table: as from `load("strength")`, or any table of games (a row per game).
    """
    table = table.assign(**{name: 1 for name in ("games",) if name not in table})
    table = table.assign(**{name: np.nan for name in (*CORRECTED, *MORE) if name not in table})
    found = {}
    for level, part in table.groupby(LEVEL, sort=False, observed=True):
        n, agent = int(part["games"].sum()), str(level[-1])
        corrected, more = (mean_of_sums(agent, part, n, *of) for of in (CORRECTED, MORE))
        found[level] = Rate(as_share(agent, int(part["won"].sum()), n), corrected, more)
    for level, rate in found.items():
        judge = found.get((*level[:-1], JUDGE))
        value = judge.corrected.value + rate.more.value if judge else np.nan
        if judge and not np.isnan(value):
            error = float(np.hypot(judge.corrected.error, rate.more.error))
            found[level] = rate._replace(corrected=Point(rate.won.at, value, error, rate.won.n))
    return found


def win_rates(table: "pd.DataFrame") -> "pd.DataFrame":
    """The share of ordinary games that each agent wins at each level, with 95% intervals.

    table: as from `load("strength")`, or any table of games (a row per game).
    Returns a row per level and agent: `games`, `won` with its interval `low` to `high` (Wilson's),
    and with luck taken out `corrected`, `corrected_low`, `corrected_high` (Student's; missing for
    agents without it). `more`, `more_low`, `more_high` is what the choices of `champion-slow` win
    more; where `champion` has played, its `corrected` is the champion's plus this.
    """
    rows = []
    for level, rate in rates(table).items():
        row: dict[str, Any] = dict(zip(LEVEL, level, strict=True)) | {"games": rate.won.n}
        for name, point in rate._asdict().items():
            start = "" if name == "won" else f"{name}_"
            low, high = point.interval
            row |= {name: point.value, f"{start}low": low, f"{start}high": high}
        rows.append(row)
    return pd.DataFrame(rows)


def mean_of_sums(agent: str, table: "pd.DataFrame", n: int, total: str, squares: str) -> Point:
    """The mean of n numbers, from sums of them and of their squares."""
    if table[total].isna().any() or n < 2:
        return Point(agent, np.nan, np.nan, n)
    mean = float(table[total].sum() / n)
    variance = max(0.0, float(table[squares].sum() / n) - mean**2)
    return Point(agent, mean, (variance / (n - 1)) ** 0.5, n)
