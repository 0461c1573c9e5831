"""The engine compiled ahead: python -m minelab warm.

The first call of each kind compiles for a while. Here all kinds are called once, on all cores, so
that no later call has to wait.
"""

import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from minelab.agents.catalogue import CATALOGUE, Agent, agent
from minelab.agents.champion import consider
from minelab.boards.board import Board
from minelab.boards.view import View
from minelab.games.compiled import plan_of
from minelab.games.play import play_many
from minelab.inference.odds import odds
from minelab.inference.optimal import optimal
from minelab.lab.daggers import play_runs
from minelab.lab.designs import EXPERIMENTS

SIDE = 5


def warm(*more: Callable[[], Any]) -> int:
    """Compile all that agents, odds and experiments use; returns how many kinds of calls.

    more: calls of rooms that use this one.
    """
    from joblib import Parallel, cpu_count, delayed

    from minelab._notebook import progress_bar

    calls = [*more, *agent_calls(), *other_calls()]
    print(f"compiling the engine for {len(calls)} kinds of calls on {cpu_count()} cores")
    done = Parallel(n_jobs=-1, return_as="generator_unordered")(delayed(call)() for call in calls)
    with warnings.catch_warnings():
        # LLVM keeps memory, so joblib replaces a worker now and then, and says so.
        warnings.filterwarnings("ignore", "A worker stopped", UserWarning)
        for _ in progress_bar(done, total=len(calls), desc="compiled", unit="kind", delay=0):
            pass
    return len(calls)


def agent_calls() -> list[Callable[[], Any]]:
    """A call for each kind of agent, the slowest to compile first.

    Agents are of a kind if the engine works on arrays of the same types for them.
    """
    from numba import typeof

    played = [who for e in EXPERIMENTS.values() for sweep in e.sweeps for who in sweep.agents]
    kinds: dict[str, Agent] = {}
    for name in [*CATALOGUE, *played]:
        who = agent(name) if isinstance(name, str) else name
        if who.compiled:
            kinds.setdefault(str(typeof(plan_of(who, SIDE, SIDE))), who)
    slowest_first = [kinds[kind] for kind in sorted(kinds, key=len, reverse=True)]
    return [partial(play_many, who, SIDE, SIDE, mines=5, games=1, seed=1) for who in slowest_first]


def other_calls() -> list[Callable[[], Any]]:
    """A call for each kind of question."""
    view = View.parse("1 ? ?\n? ? ?\n? ? ?", mines=2)
    board = Board.random(SIDE, SIDE, mines=5, seed=1)
    return [
        partial(consider, view),
        partial(odds, view),
        *[partial(optimal, 2, 2, mines=1, aim=aim) for aim in ("win", "score")],
        *[partial(play_runs, board, name, runs=1) for name in ("dagger-1", "dagger-2")],
    ]
