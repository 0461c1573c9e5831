"""The methods beyond the single-clue rule: their codes, what each works on, and how it is asked.

A new method has a kernel file of its own and an entry here: a code, a field of `Spaces` that
`make_spaces` fills, and an argument and a few lines in `start_used` (called by `start_methods`) and
`ask_used` (called by `ask`).

Spaces that an agent doesn't use are None, and numba drops a branch on `x is not None` before it
compiles, so nobody waits for the compilation of a method that is not used. It does so only where x
is an argument, not where it is a field of a tuple: hence `start_used`, `ask_used`, `best_of_used`.
"""

from typing import Any, NamedTuple

from minelab.engine.clues import Visits, start_visits, visits_space
from minelab.engine.compile import inlined, kernel
from minelab.engine.equations import (
    Equations,
    equation_space,
    run_once,
    run_pairs,
    run_subset,
    start_equations,
)
from minelab.engine.exact import (
    EXACT,
    NOWHERE,
    Exact,
    exact_space,
    least_risk,
    position_of,
    run_exact,
)
from minelab.engine.groups import Groups, group_space, run_groups, start_groups
from minelab.engine.groups_total import (
    GroupsTotal,
    groups_total_space,
    run_groups_total,
    start_groups_total,
)
from minelab.engine.large_boards import (
    Large,
    large_space,
    least_risk_of_all,
    run_large,
    start_large,
)
from minelab.engine.lookahead import Lookahead
from minelab.engine.refute import Refute, refute_space, run_refute
from minelab.engine.rollouts import Rollouts, choose_by
from minelab.engine.state import LEFT, NO_TOTAL, SINGLE, Facts, clear_facts, new_facts
from minelab.engine.suppose import Assume, assume_space, run_assume, start_memory
from minelab.engine.total import Total, run_total, start_total, total_space

SUBSET, PAIRS, ASSUME, REFUTE, GROUPS, TOTAL = range(SINGLE + 1, EXACT)
SUBSET_ONCE = 8  # credited to SUBSET


class Spaces(NamedTuple):
    """What the methods of an agent work on; None for what it doesn't use."""

    visits: Visits | None
    """For the recursive form of the single-clue rule."""
    total: Total | None
    """For `total` beyond what the number of mines proves alone."""
    equations: Equations | None
    once: Facts | None
    """For `subset-once`."""
    assume: Assume | None
    refute: Refute | None
    groups: Groups | None
    """Without the total."""
    groups_total: GroupsTotal | None
    """With the total, beside `exact`."""
    exact: Exact | None
    """For complete inference with the total, and for guesses by risk or by looking ahead."""
    large: Large | None
    """For the method `exact` on large boards; compiled with it, so that no size compiles again."""
    lookahead: Lookahead | None
    rollouts: Rollouts | None
    """For a look-ahead that plays close candidates on."""


def make_spaces(
    rows: int,
    cols: int,
    methods: Any,
    *,
    knows_total: bool = False,
    recursive: bool = False,
    n_states: int = 0,
    large: bool = False,
    lookahead: Lookahead | None = None,
    rollouts: Rollouts | None = None,
) -> Spaces:
    """The arrays that an agent needs on boards of one size.

    methods: codes.
    knows_total: whether the methods know the number of mines.
    recursive: whether the single-clue rule takes its recursive form.
    n_states: how many states the search for odds has room for; 0 if no odds are needed.
    large: whether the board is so large that `exact` solves components one by one.
    """
    used = set(methods)
    equations = refute = None
    if used & {SUBSET, PAIRS, REFUTE}:
        equations = equation_space(rows, cols)
        if REFUTE in used:
            refute = refute_space(rows, cols, len(equations.eq))
    return Spaces(
        visits=visits_space(rows, cols) if recursive else None,
        total=total_space(rows, cols) if TOTAL in used and knows_total else None,
        equations=equations,
        once=new_facts(rows * cols) if SUBSET_ONCE in used else None,
        assume=assume_space(rows, cols) if ASSUME in used else None,
        refute=refute,
        groups=group_space(rows, cols) if GROUPS in used and not knows_total else None,
        groups_total=groups_total_space(rows, cols) if GROUPS in used and knows_total else None,
        exact=exact_space(rows, cols, n_states) if n_states else None,
        large=large_space(rows, cols, large) if EXACT in used and lookahead is None else None,
        lookahead=lookahead,
        rollouts=rollouts,
    )


@inlined
def start_methods(game, spaces):
    """Prepare all that is used for a new game."""
    start_used(
        game, spaces.visits, spaces.total, spaces.equations, spaces.once, spaces.assume,
        spaces.refute, spaces.groups, spaces.groups_total, spaces.exact, spaces.large,
    )  # fmt: skip


@kernel
def start_used(
    game, visits, total, equations, once, assume, refute, groups, groups_total, exact, large
):  # fmt: skip
    """`start_methods` for those that are not None."""
    if visits is not None:
        start_visits(visits)
    if total is not None:
        start_total(total)
    if equations is not None:
        start_equations(refute is not None, equations)
    if once is not None:
        clear_facts(once, game)
    if assume is not None:
        start_memory(assume.memory)
        clear_facts(assume.facts, game)
    if refute is not None:
        start_memory(refute.memory)
    if groups is not None:
        start_groups(game, groups)
    if exact is not None:
        clear_facts(exact.facts, game)
    if groups_total is not None:
        start_groups_total(exact, groups_total)
    if large is not None:
        start_large(game, large)


@inlined
def ask(method, fresh, plan, game, spaces):
    """Ask a method for a move; whether it proved one, which is made then.

    fresh: whether `subset-once` may look again, or only make the moves that its last look proved.
    """
    n_mines = NO_TOTAL if plan.knows_total is None else game.n_mines
    return ask_used(
        method, fresh, plan.at_least, n_mines, game, spaces.total, spaces.equations, spaces.once,
        spaces.assume, spaces.refute, spaces.groups, spaces.groups_total, spaces.exact,
        spaces.large,
    )  # fmt: skip


@kernel
def ask_used(
    method, fresh, at_least, n_mines, game, total, equations, once, assume, refute, groups,
    groups_total, exact, large,
):  # fmt: skip
    """`ask` for those that are not None."""
    if total is not None and method == TOTAL:
        return run_total(method, game, total)
    if equations is not None:
        if method == SUBSET:
            return run_subset(method, game, equations)
        if method == PAIRS:
            return run_pairs(method, game, equations)
        if refute is not None and method == REFUTE:
            return run_refute(method, n_mines, game, equations, refute)
    if once is not None and method == SUBSET_ONCE:
        return run_once(SUBSET, fresh, game, once)
    if assume is not None and method == ASSUME:
        return run_assume(method, at_least, n_mines, game, assume)
    if groups is not None and method == GROUPS:
        return run_groups(method, game, groups)
    if groups_total is not None and method == GROUPS:
        return run_groups_total(method, game, exact, groups_total)
    if large is not None and method == EXACT:
        if large.in_use:
            return run_large(method, game, exact, large)
    if exact is not None and method == EXACT:
        return run_exact(method, game, exact)
    return False


@inlined
def best_by_odds(plan, game, spaces):
    """The best guess by the odds or by looking ahead; NOWHERE for agents that guess otherwise."""
    return best_of_used(
        plan.odds_rule, plan.own_look, game, spaces.exact, spaces.large, spaces.lookahead,
        spaces.rollouts,
    )  # fmt: skip


@kernel
def best_of_used(odds_rule, own_look, game, exact, large, lookahead, rollouts):
    """`best_by_odds` for those that are not None."""
    best = NOWHERE
    if odds_rule is not None:
        best = least_risk(game, exact) if own_look else exact.best[0]
        if lookahead is not None and game.count[LEFT] < game.rows * game.cols:
            better, _, _ = choose_by(position_of(game), exact.odds, lookahead, rollouts)
            best = best if better == NOWHERE else better
        if large is not None:
            if large.in_use:
                best = least_risk_of_all(game, large)
    return best
