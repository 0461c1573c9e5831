"""How strong the champion is: win rates of the ordinary game, and scores beside `exact`.

A row for each thousand ordinary games, with sums; under report rules a row per game, since there
agents are compared board by board. A game's key (seed, rows, cols, mines, number) gives its board,
as for `play_many`.

The champion's ordinary games have a second result, from which luck is taken out: what a guess led
to, less what it had on average, both as the network values positions. That is 0 on average whatever
the network says, so the mean is right, and its interval is about half as wide (engine/luck.py).
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
COLUMNS = [
    "agent", "rows", "cols", "mines", "density", "rules", "game", "games", *SUMS, *CORRECTED,
]  # fmt: skip
TOGETHER = 1000
"""How many ordinary games make a row."""
LUCK_BY = "champion-1"
"""The form of the champion whose values say what was luck."""


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
        )[SUMS].assign(**dict.fromkeys(CORRECTED, np.nan))
    size = TOGETHER if ordinary else 1
    together = np.arange(len(games)) // size
    sums = table.groupby(together)[[*SUMS, *CORRECTED]].sum(min_count=1)
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
    """Ordinary games of a form of the champion: a row per game, with and without luck."""
    from minelab.engine import corrected, luck, state

    r, c = first_cell(rules.first_click, rows, cols)
    game = state.new_game(rows, cols, mines, rule_codes(rules), [r * cols + c])
    space = luck.luck_space(rows, cols, MOST_STATES, lookahead_space(LUCK_BY, rows, cols))
    won, results = np.empty(len(games), np.bool_), np.empty(len(games))
    guesses = np.empty(len(games), np.int64)
    corrected.play_corrected(
        won, results, guesses, games.start, seed, game, lookahead_space(agent, rows, cols),
        rollout_space(agent, rows, cols), space,
    )  # fmt: skip
    return pd.DataFrame(
        {"won": won, "score": won.astype(float), "guesses": guesses, "corrected": results,
         "squares": results**2}
    )  # fmt: skip


def win_rates(table: "pd.DataFrame") -> "pd.DataFrame":
    """The share of ordinary games that each agent wins at each level, with 95% intervals.

    table: as from `load("strength")`, or any table of games (a row per game).
    Returns a row per level and agent: `games`, `won` with its interval `low` to `high` (Wilson's),
    and with luck taken out `corrected`, `corrected_low`, `corrected_high` (Student's; missing for
    agents without it).
    """
    table = table.assign(**{name: 1 for name in ("games",) if name not in table})
    table = table.assign(**{name: np.nan for name in CORRECTED if name not in table})
    sums = table.groupby(LEVEL, sort=False, observed=True)
    rows = []
    for level, part in sums[["games", "won", *CORRECTED]]:
        n, won = int(part["games"].sum()), int(part["won"].sum())
        low, high = as_share(level[-1], won, n).interval
        row: dict[str, Any] = dict(zip(LEVEL, level, strict=True))
        row |= {"games": n, "won": won / n, "low": low, "high": high}
        mean, squares = part["corrected"].sum() / n, part["squares"].sum() / n
        if part["corrected"].isna().any() or n < 2:
            mean, squares = np.nan, np.nan
        error = np.sqrt(max(0.0, squares - mean**2) / (n - 1)) if n > 1 else np.nan
        below, above = student(mean, error, n - 1)
        row |= {"corrected": mean, "corrected_low": float(below), "corrected_high": float(above)}
        rows.append(row)
    return pd.DataFrame(rows)
