"""Whole games, and batches of them without a return to Python.

`play_game` is the loop: prove what can be proved, else guess. `play_batch` plays the games of
one key (root, rows, cols, n_mines) from number `start` on.

An agent comes as data: `plan` says how it infers, guesses and what it is told, `methods` lists
the methods beyond the single-clue rule, cheaper first. `space` is the workspace of a game (the
arrays of `state`, and more), to be used again by the next one. Parts that only some agents need
come as workspaces of their own, None for the others; numba drops what hangs on a None before it
compiles, so nobody waits for a part that was not asked for.
"""

import numpy as np

from minelab.engine.chance import (
    BOARD_SEED,
    NO_ROOM,
    ORDER,
    PLAY_SEED,
    clear_around,
    game_seed,
    lay_mines,
    start_stream,
)
from minelab.engine.choose import choose
from minelab.engine.clues import run_single, run_total, visit
from minelab.engine.compile import batch, inlined, kernel
from minelab.engine.equations import run_equations, run_once, start_equations
from minelab.engine.exact import BEST, NOWHERE, least_risk, run_exact
from minelab.engine.groups import run_groups, start_groups
from minelab.engine.large_boards import least_local_risk, run_local, start_local
from minelab.engine.lookahead import decide
from minelab.engine.refute import run_refute
from minelab.engine.state import (
    ASSUME,
    BLASTS,
    CHAMPION,
    EXACT,
    FLAGGED,
    GROUPS,
    GUESSES,
    LEAST_RISK,
    LEFT,
    N_COUNTERS,
    PAIRS,
    REFUTE,
    SUBSET,
    SUBSET_ONCE,
    TOTAL,
    count_wrong_flags,
    is_over,
    lay_truth,
    make_move,
    start_game,
)
from minelab.engine.suppose import N_FACTS, N_MADE, NO_TOTAL, run_assume, start_memory

# Places in the workspace that Python reads or writes.
LAYOUT, COUNT, LOG = 7, 9, 10

NOTHING, DRY, ONCE, NEAR = range(4)  # how long an agent infers: see `Agent.until`


def workspace(rows: int, cols: int, forced=(), log: bool = False) -> tuple:
    """The arrays of a game. `forced`: cells, row-by-row numbers, to guess before all others."""
    size = (rows + 4) * (cols + 2) + 4
    n_cells = rows * cols
    given = np.array(forced, np.int64)
    return (
        np.empty(size, np.int8),  # truth
        np.empty(size, np.int8),  # seen
        np.empty(size, np.int32),  # info
        np.empty(2 * n_cells, np.int32),  # work
        np.empty(n_cells, np.int32),  # zeros
        np.empty(n_cells, np.int32),  # order
        np.empty(1, np.uint64),  # stream
        np.empty(n_cells, np.bool_),  # layout
        (given // cols + 2) * (cols + 2) + given % cols + 2,  # forced
        np.empty(N_COUNTERS, np.int64),  # count
        np.empty((n_cells if log else 0, 4), np.int32),  # log
    )


def near_workspace(rows: int, cols: int) -> tuple:
    """What only SWEPT's recursive form needs."""
    size = (rows + 4) * (cols + 2) + 4
    return (
        np.empty(size, np.int32),  # known_at
        np.empty(size, np.int32),  # proof
        np.empty((rows * cols + 1, 10), np.int32),  # frame
    )


@inlined
def fill_order(order, rows, cols):
    """All cells row by row, not shuffled yet."""
    cell = 0
    for r in range(rows):
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            order[cell] = i
            cell += 1


@kernel
def ask(
    method, fresh, at_least, told, rows, cols, rules, space, taken, eq_space, try_space,
    group_space, refute_space, exact_space, local_space,
):  # fmt: skip
    """Ask one of the dearer methods for a move; whether it proved one, which is made then.

    fresh: whether `subset-once` may look again, or only make what its last look proved.
    """
    truth, seen, info, work, zeros, order, stream, layout, forced, count, log = space
    lives, reach_of_first, cascade, must_mark = rules
    stride = cols + 2
    if taken is not None and method == TOTAL:
        return run_total(
            1, told, truth, seen, info, work, zeros, taken, count, log, rows, cols, cascade,
            must_mark,
        )  # fmt: skip
    if eq_space is not None:
        eq, head, stacks, meta, found = eq_space
        if method == SUBSET or method == PAIRS:
            return run_equations(
                method == PAIRS, truth, seen, info, work, zeros, count, log, eq, head, stacks,
                meta, found, stride, cascade,
            )  # fmt: skip
        if refute_space is not None:
            mark, trail, line, diary, step, tried, reach, tiles, memo, facts, _, cursor = (
                refute_space
            )
            if method == REFUTE:
                return run_refute(
                    told, truth, seen, info, work, zeros, count, log, eq, head, stacks, meta,
                    mark, trail, line, diary, step, tried, reach, tiles, memo, facts, cursor,
                    rows, cols, cascade,
                )  # fmt: skip
    if try_space is not None:
        mark, trail, queue, trial, tried, reach, tiles, memo, facts, found_at, cursor = try_space
        if method == ASSUME:
            return run_assume(
                at_least, told, truth, seen, info, work, zeros, count, log, mark, trail, queue,
                trial, tried, reach, tiles, memo, facts, found_at, cursor, rows, cols, cascade,
            )  # fmt: skip
        if method == SUBSET_ONCE:
            return run_once(
                fresh, truth, seen, info, work, zeros, count, log, facts, memo, stride, cascade
            )
    if exact_space is not None:
        parts_space, search, folds, facts, memo = exact_space
        if method == EXACT and local_space is not None:
            return run_local(
                told, truth, seen, info, work, zeros, count, log, cols, cascade, parts_space,
                search, facts, memo, local_space,
            )  # fmt: skip
        if method == EXACT or (method == GROUPS and group_space is None):
            return run_exact(
                method, told, truth, seen, info, work, zeros, count, log, rows, cols, cascade,
                parts_space, search, folds, facts, memo,
            )  # fmt: skip
    if group_space is not None:
        (
            mark, trail, queue, trial, cells, placed, witness, visited, choice, pile, pending,
            facts, memo,
        ) = group_space  # fmt: skip
        if method == GROUPS:
            return run_groups(
                truth, seen, info, work, zeros, count, log, mark, trail, queue, trial, cells,
                placed, witness, visited, choice, pile, pending, facts, memo, stride, cascade,
            )  # fmt: skip
    return False


@kernel
def prove_all(
    until, at_least, told, methods, rows, cols, rules, space, taken, eq_space, try_space,
    group_space, refute_space, exact_space, local_space,
):  # fmt: skip
    """Make every move that the methods prove: the single-clue rule first, after each fact anew."""
    truth, seen, info, work, zeros, order, stream, layout, forced, count, log = space
    lives, reach, cascade, must_mark = rules
    last = np.int64(-1)  # the dearer method that proved something, until the next guess
    proved = True
    while proved and not is_over(count, must_mark):
        run_single(truth, seen, info, work, zeros, count, log, cols + 2, cascade, must_mark)
        proved = False
        if taken is not None and not is_over(count, must_mark):
            proved = run_total(
                0, told, truth, seen, info, work, zeros, taken, count, log, rows, cols,
                cascade, must_mark,
            )  # fmt: skip
        for method in methods:
            if proved or is_over(count, must_mark):
                break
            if until == ONCE and last >= 0 and method != last:
                continue
            fresh = until != ONCE or last < 0
            proved = ask(
                method, fresh, at_least, told, rows, cols, rules, space, taken, eq_space, try_space,
                group_space, refute_space, exact_space, local_space,
            )  # fmt: skip
            if proved:
                last = method


@kernel
def play_game(
    rows, cols, n_mines, board_seed, play_seed, plan, methods, rules, space, by_rule, taken,
    near_space, eq_space, try_space, group_space, refute_space, exact_space, local_space,
    ahead_space,
):  # fmt: skip
    """Play one game on the layout of `space`; False if a protected first click finds no room."""
    truth, seen, info, work, zeros, order, stream, layout, forced, count, log = space
    until, rule, at_least, told = plan
    lives, reach, cascade, must_mark = rules
    stride = cols + 2
    start_game(seen, info, rows, cols, count, n_mines, lives)
    lay_truth(truth, layout, rows, cols)
    stream[0] = start_stream(play_seed, ORDER)
    fill_order(order, rows, cols)
    if near_space is not None:
        known_at, proof, frame = near_space
        for i in range(known_at.size):
            known_at[i] = 0
    if eq_space is not None:
        eq, head, stacks, meta, found = eq_space
        start_equations(head, meta, refute_space is not None)
    if try_space is not None:
        _, _, _, _, tried, _, tiles, memo, _, _, _ = try_space
        start_memory(tried, tiles, memo)
    if refute_space is not None:
        _, _, _, _, _, tried, _, tiles, memo, _, _, _ = refute_space
        start_memory(tried, tiles, memo)
    if group_space is not None:
        _, _, _, _, _, placed, _, _, _, pile, _, _, memo = group_space
        start_groups(placed, pile, memo)
    if exact_space is not None:
        memo = exact_space[-1]
        memo[N_FACTS] = 0
        memo[N_MADE] = 0
    if local_space is not None:
        stamps, _, fields, note = local_space
        start_local(seen, info, stride, stamps, fields, note)
    looks_first = rule == LEAST_RISK or rule >= CHAMPION
    for method in methods:
        looks_first = looks_first and method != EXACT
    while not is_over(count, must_mark):
        if until == DRY or until == ONCE:
            prove_all(
                until, at_least, n_mines if told == 2 else NO_TOTAL, methods, rows, cols, rules,
                space, taken, eq_space, try_space, group_space, refute_space, exact_space,
                local_space,
            )  # fmt: skip
            if is_over(count, must_mark):
                break
        best = NOWHERE
        if exact_space is not None:
            parts_space, search, folds, facts, memo = exact_space
            if looks_first:
                best = least_risk(
                    n_mines, seen, info, count, rows, cols, parts_space, search, folds, facts, memo
                )
            else:
                best = memo[BEST]
            if ahead_space is not None and count[LEFT] < rows * cols:
                better, _, _ = decide(
                    count[LEFT], n_mines - count[FLAGGED] - count[BLASTS], seen, info, rows, cols,
                    parts_space, search, folds, ahead_space,
                )  # fmt: skip
                best = best if better == NOWHERE else better
        if local_space is not None:
            best = least_local_risk(seen, info, stride, local_space)
        i, chosen_by = choose(
            rule, by_rule, best, n_mines, seen, info, order, stream, count, forced, rows, cols
        )
        if count[GUESSES] == 0 and reach >= 0:
            r, c = i // stride - 2, i % stride - 2
            moved = clear_around(layout, rows, cols, r, c, reach, board_seed)
            if moved == NO_ROOM:
                return False
            if moved > 0:
                lay_truth(truth, layout, rows, cols)
        count[GUESSES] += 1
        make_move(i, 0, chosen_by, 0, truth, seen, info, work, zeros, count, log, stride, cascade)
        if near_space is not None and not is_over(count, must_mark):
            visit(
                i, truth, seen, info, work, zeros, count, log, known_at, proof, frame,
                rows, cols, cascade, must_mark,
            )  # fmt: skip
    count_wrong_flags(seen, layout, rows, cols, count)
    return True


@batch
def play_batch(
    counts, seeds, start, root, rows, cols, n_mines, plan, methods, rules, space, by_rule, taken,
    near_space, eq_space, try_space, group_space, refute_space, exact_space, local_space,
    ahead_space,
):  # fmt: skip
    """Play one game per row of `counts`; -1, or the row whose first click found no room.

    Writes the counters into `counts` and each game's board and play seed into `seeds`.
    """
    layout, count = space[LAYOUT], space[COUNT]
    for k in range(counts.shape[0]):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        play_seed = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
        seeds[k, 0] = board_seed
        seeds[k, 1] = play_seed
        lay_mines(layout, n_mines, board_seed)
        room = play_game(
            rows, cols, n_mines, board_seed, play_seed, plan, methods, rules, space, by_rule,
            taken, near_space, eq_space, try_space, group_space, refute_space, exact_space,
            local_space, ahead_space,
        )  # fmt: skip
        if not room:
            return k
        for c in range(N_COUNTERS):
            counts[k, c] = count[c]
    return -1
