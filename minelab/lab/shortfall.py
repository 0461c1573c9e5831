"""Shortfall: the gap between each agent and perfect play, on tiny boards.

An agent plays every layout once, so luck with boards plays no part: for a fixed order of guessing
its mean is exact. Agents that guess at random are averaged over several orders.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from statistics import fmean

import numpy as np

from minelab._checks import check_list, check_whole
from minelab._later import pd
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.champion import FORMS
from minelab.agents.guesses import GUESS_RULES
from minelab.agents.players import Player
from minelab.boards.board import Board
from minelab.boards.grid import check_size
from minelab.boards.rules import CLASSIC, REPORT, Rules
from minelab.games.play import play, resolve
from minelab.inference.optimal import optimal
from minelab.lab.stats import error_of_few

RULES = {"win": replace(CLASSIC, first_click="any", name="classic-any"), "score": REPORT}
"""The rules that go with each aim. No cell is protected, so all layouts count."""


def shortfall(
    agents: Iterable[str | Agent | Player | type[Player]],
    rows: int,
    cols: int,
    *,
    mines: int,
    orders: int = 10,
    flags: str = "any",
) -> "pd.DataFrame":
    """The gap between agents and perfect play over all boards of a size; a row per agent and aim.

    agents: names, agents of your own, or players.
    rows, cols, mines: the size of the boards and their number of mines.
    orders: how many orders of guessing agents that guess at random are averaged over.
    flags: of perfect play, as for `optimal`.

    The columns: `rows`, `cols`, `mines`; `layouts`, the number of boards; `aim`, "win" or "score",
    which is both what perfect play maximises and what is counted; `agent`; `orders`, 1 for agents
    without chance; `value`, the agent's mean, and `error`, the standard error of that mean over
    the orders; `optimal`, the mean of perfect play; `shortfall`, how much the agent misses.

    >>> shortfall(["exact"], 3, 3, mines=3).set_index("aim")["shortfall"].round(3).to_dict()
    {'win': 0.036, 'score': 0.016}
    """
    from minelab._notebook import progress_bar

    rows, cols = check_size(rows, cols)
    orders = check_whole("orders", orders, 1, 10**6)
    chosen = [resolve(agent) for agent in check_list("agents", agents, "agents")]
    if not chosen:
        raise ValueError("agents must be at least one agent, not an empty list")
    best = {aim: optimal(rows, cols, mines=mines, aim=aim, flags=flags) for aim in RULES}
    boards = all_boards(rows, cols, mines)
    table = []
    jobs = [(agent, aim) for agent in chosen for aim in RULES]
    for agent, aim in progress_bar(jobs, desc="shortfall"):
        means = mean_scores(agent, boards, RULES[aim], orders)
        value = fmean(means)
        perfect = best[aim].value
        key = (rows, cols, mines, len(boards), aim, agent.name, len(means))
        table.append((*key, value, error_of_few(means), perfect, perfect - value))
    columns = (
        "rows", "cols", "mines", "layouts", "aim", "agent", "orders", "value", "error", "optimal",
        "shortfall",
    )  # fmt: skip
    return pd.DataFrame(table, columns=list(columns))


def all_boards(rows: int, cols: int, mines: int) -> list[Board]:
    """Every layout of this many mines, a board each."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    return [Board(np.isin(cells, mined)) for mined in combinations(range(cells.size), mines)]


def mean_scores(
    agent: Agent | Player, boards: list[Board], rules: Rules, orders: int
) -> list[float]:
    """The agent's mean over all boards, for each order of guessing.

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
    """The agents of the catalogue on 4 x 4 with this many mines.

    Not Daggers' agents, who play another game, nor the champion, who plays tiny boards perfectly.
    """
    agents = [
        name
        for name, agent in CATALOGUE.items()
        if agent.until != "passes" and agent.guess not in FORMS
    ]
    return shortfall(agents, 4, 4, mines=mines)
