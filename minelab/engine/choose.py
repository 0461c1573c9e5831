"""Guess rules over arrays: the twins of agents/guesses, and their codes.

Chances are compared as exact fractions: a clue that misses m mines among h covered cells estimates
m / h for each of them, and 840 is divisible by every h from 1 to 8.
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.chance import next_in_order
from minelab.engine.compile import kernel
from minelab.engine.state import (
    FLAGGED,
    GIVEN,
    LEFT,
    N_FORCED,
    PICKED,
    RANDOM_PICKS,
    covered_in,
    mines_left,
    need_in,
)

RANDOM, AVERAGE, SUM, LAST, MEAN, MAX, CORNER, CORNERS, CORNERS_RAW = range(GIVEN + 1, GIVEN + 10)
LEAST_RISK, AVERAGE_TOTAL, AVERAGE_MOST, AVERAGE_LOT, CORNERS_LOT, CLUE = range(26, 32)
LAST_FLAGS, CHAMPION, SUM_PRINTED = 32, 33, 37  # other forms of the champion have 34 to 36, and 38

WHOLE = 840
NOWHERE = -1


@kernel
def choose(rule, odds_rule, best, game):
    """The next cell to open without a proof, and the code of the rule that chose it.

    rule, odds_rule: one of them, or None for agents that guess at random; so numba compiles no
        other rule for them.
    best: the choice of odds_rule, LEAST_RISK or looking ahead.
    """
    seen, order, stream, count = game.seen, game.order, game.stream, game.count
    while count[N_FORCED] < game.forced.size:
        i = game.forced[count[N_FORCED]]
        count[N_FORCED] += 1
        if seen[i] == COVERED:
            return i, GIVEN
    if odds_rule is not None:
        return best, odds_rule
    if rule is not None:
        i = NOWHERE
        if rule == CORNERS or rule == CORNERS_RAW or rule == CORNERS_LOT or rule == CLUE:
            if rule != CLUE:
                i = corner(game)
            if i != NOWHERE:
                return i, CORNER
            if rule != CORNERS_LOT:
                i = of_best_clue(rule == CORNERS_RAW, game)
        else:
            if rule == AVERAGE_LOT:  # draws all: it must choose, nothing is left
                while count[PICKED] < order.size:
                    _, stream[0] = next_in_order(order, stream[0], count[PICKED])
                    count[PICKED] += 1
            i = of_least_estimate(rule, game)
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
def of_least_estimate(rule, game):
    """COWAN's and IBS's rules: the covered cell with the least combined estimate.

    Among equals the first in `order`, which is row by row as long as nothing was drawn: these rules
    always find a cell, so nothing ever is, but by AVERAGE_LOT on purpose.
    """
    seen, info, order, count, stride = game.seen, game.info, game.order, game.count, game.stride
    best, best_top, best_bottom, best_hidden = NOWHERE, 0, 1, 0
    mines, left = mines_left(game.n_mines, game), count[LEFT]
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
        if rule == AVERAGE_TOTAL:  # one more estimate: mines / left
            top, bottom = total * left + WHOLE * mines, WHOLE * left * (n + 1)
        elif rule == AVERAGE or rule == AVERAGE_MOST or rule == AVERAGE_LOT:
            bottom = WHOLE * n
            if n == 0:
                top, bottom = 1, 2
        elif n == 0:
            top, bottom = mines, left
            if rule == LAST_FLAGS or rule == SUM_PRINTED:
                bottom += count[FLAGGED]
            if rule == SUM_PRINTED:
                top = game.n_mines
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
        more = top * best_bottom - best_top * bottom
        if best == NOWHERE or more < 0 or (more == 0 and hidden < best_hidden):
            best, best_top, best_bottom, best_hidden = i, top, bottom, hidden
    return best


@kernel
def corner(game):
    """A covered corner, NOWHERE if all four are known."""
    top, bottom = 2 * game.stride + 2, (game.rows + 1) * game.stride + 2
    for i in (top, top + game.cols - 1, bottom, bottom + game.cols - 1):
        if game.seen[i] == COVERED:
            return i
    return NOWHERE


@kernel
def of_best_clue(raw_clue, game):
    """Corners' rule: a covered cell of the clue with the least estimate, if that is below half."""
    seen, info, stride = game.seen, game.info, game.stride
    best, least = NOWHERE, WHOLE // 2
    for r in range(game.rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + game.cols):
            if seen[i] >= 0 and covered_in(info[i]) > 0:
                mines = seen[i] if raw_clue else need_in(info[i])
                estimate = mines * (WHOLE // covered_in(info[i]))
                if estimate < least:
                    best, least = i, estimate
    if best == NOWHERE:
        return NOWHERE
    for base in range(best - stride, best + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED:
                return j
    return NOWHERE
