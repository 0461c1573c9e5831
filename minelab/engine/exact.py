"""Complete inference and the least risk, from exact odds over the arrays of a game.

What is certain is opened or flagged; where nothing is, `least_risk` names the cell to guess.
Risks within TIE are equal; then fewer covered neighbours decide, then the first row by row.
"""

from minelab.engine.compile import kernel
from minelab.engine.odds import N_BOX, SIZE, SOLVED, evaluate, outside_bounds, outside_risk
from minelab.engine.odds import OUTSIDE as N_OUTSIDE
from minelab.engine.state import BLASTS, FLAGGED, N_LOG, covered_in
from minelab.engine.suppose import LOOKED, N_FACTS, N_MADE, make_next_fact
from minelab.grid import COVERED

TIE = 1e-10
NOWHERE = -1


@kernel
def run_exact(
    method,
    told,
    truth,
    seen,
    info,
    work,
    zeros,
    count,
    log,
    rows,
    cols,
    cascade,
    odds,
    folds,
    facts,
    memo,
):
    """Make one move that is certain, the total included; False if nothing is.

    method: who gets the credit, `exact`, or `groups` for agents told the total.
    """
    stride = cols + 2
    if make_next_fact(
        method, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    ):
        return True
    label, boxes, tally = odds[0], odds[1], odds[12]
    before, after, can_before, can_after, starts, bounds, sums = folds
    parts = odds[5]
    mines = told - count[FLAGGED] - count[BLASTS]
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    memo[LOOKED] = count[N_LOG]
    end, _ = evaluate(
        seen, info, rows, cols, mines, 1.0, odds[0], odds[1], odds[2], odds[3], odds[4], odds[5],
        odds[6], odds[7], odds[8], odds[9], odds[10], odds[11], odds[12], before, after,
        can_before, can_after, starts, bounds, sums,
    )  # fmt: skip
    if end != SOLVED:
        tally[N_BOX] = NOWHERE  # the guess that follows knows no odds
        return False
    least, most = outside_bounds(mines, tally, parts, can_before, starts)
    for r in range(rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + cols):
            if seen[i] != COVERED:
                continue
            low, high, size = least, most, tally[N_OUTSIDE]
            if label[i] < 0:
                box = -label[i] - 1
                low, high, size = bounds[box, 0], bounds[box, 1], boxes[box, SIZE]
            if high == 0 or low == size:
                facts[memo[N_FACTS], 0] = i
                facts[memo[N_FACTS], 1] = high > 0
                memo[N_FACTS] += 1
    return make_next_fact(
        method, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    )


@kernel
def least_risk(told, seen, info, count, rows, cols, odds, folds):
    """The covered cell of least risk by the last evaluation; NOWHERE if there was none."""
    label, parts, tally = odds[0], odds[5], odds[12]
    before, _, can_before, _, starts, _, sums = folds
    if tally[N_BOX] == NOWHERE:
        return NOWHERE
    mines = told - count[FLAGGED] - count[BLASTS]
    elsewhere = 1.0
    if tally[N_OUTSIDE] > 0:
        elsewhere = outside_risk(mines, tally, parts, before, can_before, starts)
    best, best_risk, best_hidden = NOWHERE, 2.0, 0
    for r in range(rows):
        first = (r + 2) * (cols + 2) + 2
        for i in range(first, first + cols):
            if seen[i] != COVERED:
                continue
            risk = elsewhere
            if label[i] < 0:
                box = -label[i] - 1
                risk = sums[box, 0] / (sums[box, 0] + sums[box, 1])
            hidden = covered_in(info[i])
            if risk < best_risk - TIE or (risk < best_risk + TIE and hidden < best_hidden):
                best, best_risk, best_hidden = i, risk, hidden
    return best
