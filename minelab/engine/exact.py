"""Complete inference and the least risk, from exact odds over the arrays of a game.

What is certain is opened or flagged; where nothing is, the cell of least risk is the guess.
Risks that agree to ten decimals are equal; then fewer covered neighbours decide, then the first
row by row. A cell's `preference` has all three in one number.
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import N_CELL
from minelab.engine.odds import SOLVED, box_risk, evaluate, outside_risk
from minelab.engine.state import BLASTS, FLAGGED, LEFT, N_LOG, covered_in
from minelab.engine.suppose import LOOKED, N_FACTS, N_MADE, make_next_fact

NOWHERE = -1
BEST = 2  # a place in `memo`: the cell of least risk when nothing was certain
CELL_BITS = 24
CELL = (1 << CELL_BITS) - 1


@inlined
def rank(risk):
    """A risk to ten decimals. (The odd offset keeps fractions like 1 / 2048 off the edge.)"""
    return np.int64(risk * 1e10 + 0.314)


@inlined
def preference(risk, hidden, i):
    """The least is the best guess."""
    return (rank(risk) << 4 | hidden) << CELL_BITS | i


@kernel
def run_exact(
    method, told, truth, seen, info, work, zeros, count, log, rows, cols, cascade, parts_space,
    search, folds, facts, memo,
):  # fmt: skip
    """Make one move that is certain, the total included; False if nothing is.

    method: who gets the credit, `exact`, or `groups` for agents told the total.
    """
    stride = cols + 2
    if make_next_fact(
        method, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    ):
        return True
    look(told, seen, info, count, rows, cols, parts_space, search, folds, facts, memo)
    return make_next_fact(
        method, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    )


@kernel
def look(told, seen, info, count, rows, cols, parts_space, search, folds, facts, memo):
    """Note all that is certain, and the cell of least risk."""
    stride = cols + 2
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    memo[LOOKED] = count[N_LOG]
    mines = told - count[FLAGGED] - count[BLASTS]
    end, _ = evaluate(seen, info, rows, cols, count[LEFT], mines, 0.0, parts_space, search, folds)
    best = (np.int64(1) << 62) - 1
    if end != SOLVED:  # too large: the guess that follows knows no odds
        for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
            if seen[i] == COVERED:
                best = min(best, preference(0.0, covered_in(info[i]), i))
        memo[BEST] = best & CELL
        return
    label, boxes, cells = parts_space[0], parts_space[2], parts_space[3]
    parts, tally = parts_space[8], parts_space[9]
    sums, bounds = search[9], search[10]
    for k in range(tally[N_CELL]):
        i = np.int64(cells[k, 0])
        risk = box_risk(cells[k, 1], boxes, sums, bounds)
        if risk == 0 or risk == 1:
            add_fact(i, risk == 1, facts, memo)
        best = min(best, preference(risk, covered_in(info[i]), i))
    if count[LEFT] > tally[N_CELL]:
        before, after, starts = folds
        risk = outside_risk(count[LEFT], mines, parts, tally, before, after, starts)
        certain = risk == 0 or risk == 1
        if certain or rank(risk) <= best >> CELL_BITS + 4:
            for r in range(rows):
                first = (r + 2) * stride + 2
                for i in range(first, first + cols):
                    if seen[i] == COVERED and label[i] == 0:
                        if certain:
                            add_fact(i, risk == 1, facts, memo)
                        best = min(best, preference(risk, covered_in(info[i]), i))
    memo[BEST] = best & CELL


@kernel
def least_risk(told, seen, info, count, rows, cols, parts_space, search, folds, facts, memo):
    """The cell of least risk, for agents whose methods don't know the odds."""
    look(told, seen, info, count, rows, cols, parts_space, search, folds, facts, memo)
    memo[N_FACTS] = 0
    return memo[BEST]


@inlined
def add_fact(i, mined, facts, memo):
    """Keep a certain cell, in the order of the rows."""
    k = memo[N_FACTS]
    while k > 0 and facts[k - 1, 0] > i:
        facts[k, 0] = facts[k - 1, 0]
        facts[k, 1] = facts[k - 1, 1]
        k -= 1
    facts[k, 0] = i
    facts[k, 1] = mined
    memo[N_FACTS] += 1
