"""Shortfall: how far each agent is from perfect play on tiny boards.

An agent plays all layouts of a board once, so that luck with boards plays no part: once its
order of guessing is fixed, its mean is exact. Agents that guess at random are the mean over some
orders.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

import numpy as np

from minelab._checks import check_list, check_whole
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.champion import FORMS
from minelab.agents.guesses import GUESS_RULES
from minelab.agents.players import Player
from minelab.boards.board import Board
from minelab.boards.grid import check_size
from minelab.boards.rules import CLASSIC, REPORT, Rules
from minelab.games.play import play, resolve
from minelab.inference.optimal import LIMIT, optimal

if TYPE_CHECKING:
    import pandas as pd

RULES = {"win": replace(CLASSIC, first_click="any", name="classic-any"), "score": REPORT}
"""The rules that go with each aim. Nothing is protected, so that all layouts count."""
SIDE, ORDERS = 4, 10  # of the experiment


def shortfall(
    agents: Iterable[str | Agent | Player | type[Player]],
    rows: int,
    cols: int,
    *,
    mines: int,
    orders: int = ORDERS,
    flags: str = "any",
    limit: int = LIMIT,
) -> "pd.DataFrame":
    """What each agent reaches on all boards of a size, beside perfect play; a row per aim.

    orders: how many orders of guessing agents that guess at random are the mean of; `error` is
        the standard error of that mean. The others need one, and their error is 0.
    flags, limit: of the perfect player, as for `optimal`.

    >>> shortfall(["exact"], 3, 3, mines=3).set_index("aim")["shortfall"].round(3).to_dict()
    {'win': 0.036, 'score': 0.016}
    """
    import pandas as pd
    from tqdm.auto import tqdm

    rows, cols = check_size(rows, cols)
    mines = check_whole("mines", mines, 0, rows * cols)
    orders = check_whole("orders", orders, 1, 10**6)
    chosen = [resolve(agent) for agent in check_list("agents", agents, "agents")]
    if not chosen:
        raise ValueError("agents must be at least one agent, not an empty list")
    best = {
        aim: optimal(rows, cols, mines=mines, aim=aim, flags=flags, limit=limit) for aim in RULES
    }
    boards = all_boards(rows, cols, mines)
    table = []
    jobs = [(agent, aim) for agent in chosen for aim in RULES]
    for agent, aim in tqdm(jobs, desc="shortfall", delay=2, disable=None, leave=False):
        means = mean_scores(agent, boards, RULES[aim], orders)
        value = fmean(means)
        error = stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
        perfect = best[aim].value
        key = (rows, cols, mines, len(boards), aim, agent.name, len(means))
        table.append((*key, value, error, perfect, perfect - value))
    columns = (
        "rows", "cols", "mines", "layouts", "aim", "agent", "orders", "value", "error", "optimal",
        "shortfall",
    )  # fmt: skip
    return pd.DataFrame(table, columns=list(columns))


def all_boards(rows: int, cols: int, mines: int) -> list[Board]:
    """Every layout of so many mines, a board each."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    return [Board(np.isin(cells, mined)) for mined in combinations(range(cells.size), mines)]


def mean_scores(
    agent: Agent | Player, boards: list[Board], rules: Rules, orders: int
) -> list[float]:
    """The agent's mean over all boards, once for each order of guessing.

    An agent that never chose at random would do the same in every other order.
    """
    draws = (
        not isinstance(agent, Agent) or callable(agent.guess) or GUESS_RULES[agent.guess].at_random
    )
    means: list[float] = []
    for seed in range(orders):
        records = [play(board, agent, seed=seed, rules=rules) for board in boards]
        means.append(fmean(record.score for record in records))
        if not draws and not any(record.random_picks for record in records):
            break
    return means


def measure(mines: int) -> "pd.DataFrame":
    """The agents of the catalogue on 4x4 with so many mines.

    Daggers' play their own game; the champion searches tiny boards to the end.
    """
    agents = [
        name
        for name, agent in CATALOGUE.items()
        if agent.until != "passes" and agent.guess not in FORMS
    ]
    return shortfall(agents, SIDE, SIDE, mines=mines)
