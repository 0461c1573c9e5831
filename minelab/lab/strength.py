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

from typing import Any

import numpy as np

from minelab._later import pd
from minelab.agents.champion import FORMS, first_cell, lookahead_space, rollout_space
from minelab.boards.rules import PRESETS, Rules
from minelab.games.compiled import rule_codes
from minelab.games.play import play_many
from minelab.inference.odds import MOST_STATES
from minelab.lab.stats import as_share, student

LEVEL = ["rules", "rows", "cols", "mines", "agent"]
SUMS = ["won", "score", "guesses"]
CORRECTED = ["corrected", "squares"]
MORE = ["more", "more_squares"]
COLUMNS = [
    "agent", "rows", "cols", "mines", "density", "rules", "game", "games", *SUMS, *CORRECTED, *MORE,
]  # fmt: skip
TOGETHER = 1000
"""How many ordinary games make a row."""
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
    """Ordinary games of a form of the champion: a row per game, with and without luck, and for one
    that plays games on what that wins more."""
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


def win_rates(table: "pd.DataFrame") -> "pd.DataFrame":
    """The share of ordinary games that each agent wins at each level, with 95% intervals.

    table: as from `load("strength")`, or any table of games (a row per game).
    Returns a row per level and agent: `games`, `won` with its interval `low` to `high` (Wilson's),
    and with luck taken out `corrected`, `corrected_low`, `corrected_high` (Student's; missing for
    agents without it). `more`, `more_low`, `more_high` is what the choices of `champion-slow` win
    more; its `corrected` is that of `champion` plus this.
    """
    table = table.assign(**{name: 1 for name in ("games",) if name not in table})
    table = table.assign(**{name: np.nan for name in (*CORRECTED, *MORE) if name not in table})
    sums = table.groupby(LEVEL, sort=False, observed=True)
    groups = [(level, part, int(part["games"].sum())) for level, part in sums]
    means = {level: mean_of_sums(part, n, *CORRECTED) for level, part, n in groups}
    rows = []
    for level, part, n in groups:
        won, (corrected, error) = int(part["won"].sum()), means[level]
        more, more_error = mean_of_sums(part, n, *MORE)
        judged = (*level[:-1], JUDGE)
        if not np.isnan(more) and judged in means:
            corrected, error = means[judged][0] + more, np.hypot(means[judged][1], more_error)
        low, high = as_share(level[-1], won, n).interval
        row: dict[str, Any] = dict(zip(LEVEL, level, strict=True))
        row |= {"games": n, "won": won / n, "low": low, "high": high}
        row |= with_interval("corrected", corrected, error, n)
        rows.append(row | with_interval("more", more, more_error, n))
    return pd.DataFrame(rows)


def mean_of_sums(table: "pd.DataFrame", n: int, total: str, squares: str) -> tuple[float, float]:
    """The mean of n numbers and its standard error, from sums of them and of their squares."""
    if table[total].isna().any() or n < 2:
        return np.nan, np.nan
    mean = table[total].sum() / n
    return mean, np.sqrt(max(0.0, table[squares].sum() / n - mean**2) / (n - 1))


def with_interval(name: str, mean: float, error: float, n: int) -> dict[str, float]:
    """A mean and the ends of its interval, by their names."""
    low, high = student(mean, error, n - 1)
    return {name: mean, f"{name}_low": float(low), f"{name}_high": float(high)}
