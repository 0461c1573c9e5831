"""Guess rules over arrays: the twins of minelab/guesses.

Chances are compared as exact fractions: a clue that misses m mines among h covered cells claims
m / h, and 840 is divisible by every h from 1 to 8.
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.chance import next_in_order
from minelab.engine.compile import kernel
from minelab.engine.state import (
    AVERAGE,
    AVERAGE_LOT,
    AVERAGE_MOST,
    AVERAGE_TOTAL,
    BLASTS,
    CHAMPION,
    CLUE,
    CORNER,
    CORNERS,
    CORNERS_LOT,
    CORNERS_RAW,
    FLAGGED,
    GIVEN,
    LAST,
    LAST_FLAGS,
    LEAST_RISK,
    LEFT,
    MAX,
    MEAN,
    N_FORCED,
    PICKED,
    RANDOM,
    RANDOM_PICKS,
    covered_in,
    need_in,
)

WHOLE = 840
NOWHERE = -1


@kernel
def choose(rule, by_rule, best, n_mines, seen, info, order, stream, count, forced, rows, cols):
    """The next cell to open without a proof: the next given one, else the rule's.

    by_rule: None for agents that only guess at random. best: what LEAST_RISK, or looking ahead,
    chooses.
    Answers the cell and the code of the rule that chose it.
    """
    while count[N_FORCED] < forced.size:
        i = forced[count[N_FORCED]]
        count[N_FORCED] += 1
        if seen[i] == COVERED:
            return i, GIVEN
    if by_rule is not None:
        i = NOWHERE
        if rule == CORNERS or rule == CORNERS_RAW or rule == CORNERS_LOT or rule == CLUE:
            if rule != CLUE:
                i = corner(seen, rows, cols)
            if i != NOWHERE:
                return i, CORNER
            if rule != CORNERS_LOT:
                i = of_best_clue(rule == CORNERS_RAW, seen, info, rows, cols)
        elif rule == LEAST_RISK or rule >= CHAMPION:
            i = best
        else:
            if rule == AVERAGE_LOT:
                while count[PICKED] < order.size:
                    _, stream[0] = next_in_order(order, stream[0], count[PICKED])
                    count[PICKED] += 1
            i = of_least_claim(rule, n_mines, seen, info, order, count, cols + 2)
        if i != NOWHERE:
            return i, rule
    while True:
        cell, stream[0] = next_in_order(order, stream[0], count[PICKED])
        count[PICKED] += 1
        i = np.int64(cell)
        if seen[i] == COVERED:
            count[RANDOM_PICKS] += 1
            return i, RANDOM


@kernel
def of_least_claim(rule, n_mines, seen, info, order, count, stride):
    """COWAN's and IBS's rules: the covered cell with the least combined claim.

    Among equals the first in `order`, which is row by row as long as nothing was drawn.
    """
    best, best_top, best_bottom, best_hidden = NOWHERE, 0, 1, 0
    mines, left = n_mines - count[FLAGGED] - count[BLASTS], count[LEFT]
    for k in range(order.size):
        i = np.int64(order[k])
        if seen[i] != COVERED:
            continue
        n, total, last, most = 0, 0, 0, 0
        for base in range(i - stride, i + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] >= 0:
                    last = need_in(info[j]) * (WHOLE // covered_in(info[j]))
                    total += last
                    most = max(most, last)
                    n += 1
        top, bottom, hidden = total, WHOLE, 0
        if rule == AVERAGE_TOTAL:  # one more claim: mines / left
            top, bottom = total * left + WHOLE * mines, WHOLE * left * (n + 1)
        elif rule == AVERAGE or rule == AVERAGE_MOST or rule == AVERAGE_LOT:
            bottom = WHOLE * n
            if n == 0:
                top, bottom = 1, 2
        elif n == 0:
            top, bottom = mines, left
            if rule == LAST_FLAGS:
                bottom += count[FLAGGED]
        elif rule == LAST or rule == LAST_FLAGS:
            top = last
        elif rule == MEAN:
            bottom = WHOLE * n
        elif rule == MAX:
            top = most
        if rule == AVERAGE or rule == AVERAGE_TOTAL:
            hidden = covered_in(info[i])
        elif rule == AVERAGE_MOST:
            hidden = -covered_in(info[i])
        ahead = top * best_bottom - best_top * bottom
        if best == NOWHERE or ahead < 0 or (ahead == 0 and hidden < best_hidden):
            best, best_top, best_bottom, best_hidden = i, top, bottom, hidden
    return best


@kernel
def corner(seen, rows, cols):
    """A covered corner, NOWHERE if all four are known."""
    stride = cols + 2
    top, bottom = 2 * stride + 2, (rows + 1) * stride + 2
    for i in (top, top + cols - 1, bottom, bottom + cols - 1):
        if seen[i] == COVERED:
            return i
    return NOWHERE


@kernel
def of_best_clue(raw_clue, seen, info, rows, cols):
    """Corners' rule: a covered cell of the clue that claims least, if that is below one half."""
    best, best_claim = NOWHERE, WHOLE // 2
    stride = cols + 2
    for r in range(rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + cols):
            if seen[i] >= 0 and covered_in(info[i]) > 0:
                mines = seen[i] if raw_clue else need_in(info[i])
                claim = mines * (WHOLE // covered_in(info[i]))
                if claim < best_claim:
                    best, best_claim = i, claim
    if best == NOWHERE:
        return NOWHERE
    for base in range(best - stride, best + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED:
                return j
    return NOWHERE
