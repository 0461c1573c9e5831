"""Agents, rules and counters as the engine has them: names on our side, codes there."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.agents.catalogue import Agent
from minelab.agents.champion import FORMS, ahead_space
from minelab.boards.rules import Rules
from minelab.inference.odds import MOST_STATES, is_large

METHODS = ("single", "subset", "pairs", "assume", "refute", "groups", "total", "exact")
"""Methods in the order of their codes; the forms of `subset` and `assume` share a code."""
GUESS_RULES = (
    "given", "random", "average", "sum", "last", "mean", "max", "corner", "corners", "corners-raw",
    "exact", "average-total", "average-most", "average-lot", "corners-lot", "clue",
    "last-flags", "champion", "champion-0", "champion-1", "champion-score",
)  # fmt: skip
"""Guess rules in the order of their codes, which begin at `state.GIVEN`."""
AT_LEAST = {"assume-1": 1, "assume": 2, "assume-3": 3}

STATUS = ("blasts", "wrong_flags", "lives", "opened", "flagged")
"""Counters that stand in a game's status."""


class Orders(NamedTuple):
    """An agent as the engine plays it, with the arrays that it needs on a board of one size."""

    plan: tuple[int, int, int, int]
    methods: NDArray[np.int64]
    by_rule: int | None
    total: NDArray[np.int8] | None
    near: tuple[Any, ...] | None
    equations: tuple[Any, ...] | None
    trials: tuple[Any, ...] | None
    groups: tuple[Any, ...] | None
    refute: tuple[Any, ...] | None
    exact: tuple[Any, ...] | None
    local: tuple[Any, ...] | None
    ahead: tuple[Any, ...] | None


def orders(agent: Agent, rows: int, cols: int) -> Orders:
    """The engine's orders for an agent."""
    from minelab.engine import equations, groups, local, play, refute, state, suppose

    until = {"dry": play.DRY, "once": play.ONCE, "near": play.NEAR}[agent.until]
    at_least = max([AT_LEAST.get(str(method), 0) for method in agent.methods], default=0)
    plan = (
        until if agent.methods else play.NOTHING,
        state.GIVEN + GUESS_RULES.index(str(agent.guess)),
        at_least,
        len(agent.told),
    )
    codes = [method_code(str(method)) for method in agent.asked[1:]]
    used = set(codes)
    counted_groups = state.GROUPS in used and "methods" in agent.told
    looks_ahead = agent.guess in FORMS and not is_large(rows * cols)
    by_odds = (
        counted_groups or state.EXACT in used or agent.guess == "exact" or agent.guess in FORMS
    )
    eq_space = trials = group_space = refute_space = None
    if used & {state.SUBSET, state.PAIRS, state.REFUTE}:
        eq_space = equations.equation_space(rows, cols)
    if used & {state.ASSUME, state.SUBSET_ONCE}:
        trials = suppose.trial_space(rows, cols) + suppose.memory_space(rows, cols)
    if state.GROUPS in used and not counted_groups:
        group_space = suppose.trial_space(rows, cols) + groups.group_space(rows, cols)
    if eq_space and state.REFUTE in used:
        refute_space = refute.refute_space(rows, cols, len(eq_space[0]))
        refute_space += suppose.memory_space(rows, cols)
    near = play.near_workspace(rows, cols) if agent.until == "near" else None
    total = np.empty((rows + 4) * (cols + 2) + 4, np.int8) if "methods" in agent.told else None
    methods = np.array(codes, np.int64)
    exact = exact_space(rows, cols) if by_odds else None
    large = state.EXACT in used and is_large(rows * cols)
    by_rule = None if agent.guess == "random" else 1
    return Orders(
        plan, methods, by_rule, total, near, eq_space, trials, group_space, refute_space, exact,
        local.local_space(rows, cols) if large else None,
        ahead_space(str(agent.guess), rows, cols) if looks_ahead else None,
    )  # fmt: skip


def exact_space(rows: int, cols: int) -> tuple[Any, ...]:
    """The arrays of exact odds: the parts, the search, the folding of parts, what is proved."""
    from minelab.engine import odds, parts

    return (
        parts.parts_space(rows, cols),
        odds.solve_space(rows, cols, MOST_STATES),
        odds.fold_space(rows, cols),
        np.empty((rows * cols + 1, 2), np.int32),  # facts
        np.zeros(9, np.int64),  # memo
    )


def method_code(name: str) -> int:
    """The code of a method beyond the single-clue rule."""
    from minelab.engine import state

    if name == "subset-once":
        return state.SUBSET_ONCE
    return METHODS.index("assume" if name in AT_LEAST else name)


def rule_codes(rules: Rules) -> tuple[int, int, int, int]:
    """Rules as the engine reads them: lives, reach, cascade, must_mark."""
    lives = -1 if rules.lives is None else rules.lives
    return lives, rules.reach, int(rules.cascade), int(rules.goal == "mark")


def named_counts(counts: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """The engine's counters by name, one entry a game."""
    from minelab.engine import state

    names = {
        "blasts": state.BLASTS,
        "wrong_flags": state.WRONG_FLAGS,
        "guesses": state.GUESSES,
        "random_picks": state.RANDOM_PICKS,
        "lives": state.LIVES,
        "opened": state.OPENED,
        "flagged": state.FLAGGED,
    }
    names |= {f"deduced_{method}": state.DEDUCED + k for k, method in enumerate(METHODS)}
    names |= {"assumptions": state.ASSUMPTIONS, "nodes": state.NODES, "work": state.WORK}
    return {name: counts[:, column] for name, column in names.items()}
