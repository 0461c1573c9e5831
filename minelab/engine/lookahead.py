"""Looking ahead: the value of a guess, over all that the cell may show.

Where few layouts are left, the rest is played perfectly (endgame.py). Else the safest cells are
candidates; each is opened in thought, for each clue that it may show, and the positions that follow
are valued (value.py). Those that are close get a second look: a position where nothing is certain
has the value of its best reply.

Without a network a position is worth a little more if something in it is certainly safe. The same
holds where a game goes on after a blast and the aim is the score.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import BLAST, COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import N_CELL, Position
from minelab.engine.endgame import COMPONENT_LAYOUTS, endgame_space, play_out
from minelab.engine.exact import CELL, preference, rank
from minelab.engine.odds import SOLVED, evaluate, log_layouts, outside_risk
from minelab.engine.state import ONE_COVERED, ONE_NEED, OPEN, covered_in, need_in
from minelab.engine.value import Valuation, chance_to_win, describe, fill_risks, valuation_space
from minelab.engine.view_odds import pad_view

NOWHERE = -1
MOST_LOOKS = 3_000_000  # of a perfect search; beyond it the rest is looked at as if it were long
MOST_CANDIDATES = 16
WINDOW, REPLY_WINDOW = 0.10, 0.05  # how much more risk than the least a candidate may have
CLOSE = 0.02  # how near to the best a candidate must be for a second look
RARE = 0.003  # answers that get no second look
PROGRESS = 0.2  # what it is worth, without a network, that something is safe
IN_SCORE, DENSE = 0.1, 0.45  # the same for the score, and the density up to which it counts
NEVER, LAST_RESORT = -np.inf, -2.0  # the log of no layouts; the value of a cell that can wait


class Lookahead(NamedTuple):
    """What looking ahead works on."""

    effort: Any
    """How far to look: an `Effort` of agents/champion.py."""
    candidates: Any
    """int64, [ply, k]: cells, the best by `preference` first."""
    risks: Any
    """float64, [ply, k]: their risks."""
    values: Any
    """float64: the values of opening the candidates."""
    valuation: Valuation


def lookahead_space(rows: int, cols: int, effort: Any, network: Any) -> Lookahead:
    """The arrays of looking ahead on boards of one size."""
    most_layouts = max(COMPONENT_LAYOUTS, effort.layouts, effort.leaf_layouts)
    endgame = endgame_space(rows, cols, most_layouts, effort.for_score, MOST_LOOKS)
    return Lookahead(
        effort,
        candidates=np.empty((2, MOST_CANDIDATES), np.int64),
        risks=np.empty((2, MOST_CANDIDATES)),
        values=np.empty(MOST_CANDIDATES),
        valuation=valuation_space(rows, cols, network, endgame),
    )


@kernel
def decide(position, odds, lookahead):
    """The cell to open, the value of that, and whether it is exact.

    NOWHERE if the position is too large, or if nothing but mines is left.
    """
    effort, candidates, values = lookahead.effort, lookahead.candidates, lookahead.values
    chance, seen, risks = lookahead.valuation.chance, position.seen, lookahead.risks
    log_n = weigh(position, odds)
    if log_n == NEVER:
        return np.int64(NOWHERE), 0.0, False
    fill_risks(position, odds, chance)
    for i in range(seen.size):
        if seen[i] == COVERED and chance[i] == 0:
            return np.int64(i), 0.0, False
    if log_n <= np.log(effort.layouts) + 1e-6:
        solved, value, cell = play_out(position, chance, odds, lookahead.valuation.endgame)
        if solved:
            return cell, value, True
    n = list_candidates(0, effort.candidates, WINDOW, position, lookahead)
    if n == 0:
        return np.int64(NOWHERE), 0.0, False
    if effort.for_score:
        if position.mines > DENSE * position.covered:
            return candidates[0, 0], 0.0, False
        for k in range(n):
            values[k] = value_in_score(candidates[0, k], risks[0, k], log_n, position, odds)
    else:
        n = value_candidates(n, log_n, position, odds, lookahead)
    best = 0
    for k in range(1, n):
        if rank(values[k]) > rank(values[best]):
            best = k
    cell, value = candidates[0, best], values[best]
    if value == LAST_RESORT:
        safety = 1 - risks[0, best]
        value, _ = value_of_opening(cell, safety, NEVER, log_n, position, odds, lookahead)
    return cell, value, False


@inlined
def value_candidates(n, log_n, position, odds, lookahead):
    """The value of each of n candidates; how many are left.

    Where some get a second look, those far from the best are dropped.
    """
    effort, candidates, values = lookahead.effort, lookahead.candidates, lookahead.values
    risks = lookahead.risks
    slack = CLOSE if effort.plies > 1 else 0.0
    best = LAST_RESORT
    for k in range(n):
        values[k] = LAST_RESORT
        if 1 - risks[0, k] > best - slack:
            value, tells = value_of_opening(
                candidates[0, k], 1 - risks[0, k], best - slack, log_n, position, odds, lookahead
            )
            if tells:
                values[k] = value
                best = max(best, value)
    if effort.plies < 2 or best == LAST_RESORT:
        return n
    n = keep_close(best, n, lookahead)
    best = LAST_RESORT
    for k in range(n if n > 1 else 0):
        values[k] = value_with_reply(
            candidates[0, k], 1 - risks[0, k], best, log_n, position, odds, lookahead
        )
        best = max(best, values[k])
    return n


@inlined
def weigh(position, odds):
    """Evaluate a position: the log of the number of its layouts, NEVER if there is none."""
    end, _ = evaluate(position, 0.0, odds)
    if end != SOLVED:
        return NEVER
    return log_layouts(position, odds)


@kernel
def list_candidates(ply, most, window, position, lookahead):
    """List the candidates: cells that are not certain, the safest first; how many."""
    seen, chance = position.seen, lookahead.valuation.chance
    candidates, risks = lookahead.candidates, lookahead.risks
    least = 1.0
    for i in range(seen.size):
        if seen[i] == COVERED and 0 < chance[i] < least:
            least = chance[i]
    n = 0
    for i in range(seen.size):
        if seen[i] != COVERED or not 0 < chance[i] < 1 or chance[i] > least + window:
            continue
        wish = preference(chance[i], covered_in(position.info[i]), i)
        if n == most and wish >= candidates[ply, n - 1]:
            continue
        k = n if n < most else n - 1
        n = k + 1
        while k > 0 and candidates[ply, k - 1] > wish:
            candidates[ply, k] = candidates[ply, k - 1]
            k -= 1
        candidates[ply, k] = wish
    for k in range(n):
        candidates[ply, k] &= CELL
        risks[ply, k] = chance[candidates[ply, k]]
    return n


@inlined
def keep_close(best, n, lookahead):
    """Keep the candidates that are close to the best, the best of them if many; how many."""
    candidates, risks, values = lookahead.candidates, lookahead.risks, lookahead.values
    kept = 0
    for k in range(n):
        better = 0
        for other in range(n):
            better += values[other] > values[k] or (values[other] == values[k] and other < k)
        if values[k] < best - CLOSE or better >= lookahead.effort.second:
            risks[0, k] = -1.0
    for k in range(n):
        if risks[0, k] >= 0:
            candidates[0, kept], risks[0, kept] = candidates[0, k], risks[0, k]
            values[kept] = values[k]
            kept += 1
    return kept


@inlined
def open_in_thought(i, clue, position):
    """Open a cell that shows this clue, until `cover_again`."""
    position.seen[i] = clue
    position.info[i] += OPEN + clue * ONE_NEED
    change_around(i, -ONE_COVERED, position)


@inlined
def cover_again(i, clue, position):
    """Undo `open_in_thought`."""
    position.seen[i] = COVERED
    position.info[i] -= OPEN + clue * ONE_NEED
    change_around(i, ONE_COVERED, position)


@inlined
def change_around(i, by, position):
    """Change the `info` words of a cell and its neighbours."""
    info, stride = position.info, position.stride
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            info[j] += by


@inlined
def with_one_less(position, n_mines):
    """The position with one covered cell less, and so many mines less."""
    return Position(
        position.rows, position.cols, position.stride, position.seen, position.info,
        position.covered - 1, position.mines - n_mines,
    )  # fmt: skip


@kernel
def value_of_position(log_n, position, odds, lookahead):
    """The value of an evaluated position, and whether its features were computed for that.

    log_n: the log of the number of layouts. Afterwards the valuation has the risks and features.
    """
    effort, valuation = lookahead.effort, lookahead.valuation
    chance = valuation.chance
    elsewhere = fill_risks(position, odds, chance)
    if log_n <= np.log(effort.leaf_layouts) + 1e-6:
        solved, value, _ = play_out(position, chance, odds, valuation.endgame)
        if solved:
            return value, False
    describe(log_n, elsewhere, position, odds, valuation)
    if effort.plies == 0:
        return (1 + PROGRESS * any_safe(position, odds)) / (1 + PROGRESS), True
    return chance_to_win(valuation.x, valuation.network, valuation.hidden), True


@inlined
def mean_over_answers(i, safety, floor, second_look, log_n, position, odds, lookahead):
    """The value of opening a cell, and whether it tells anything: it may show several things.

    safety: the chance that it is no mine. Given up when the value can't pass `floor`.
    second_look: None, or anything else to look for the best reply where nothing is certain.
    log_n: the log of the number of layouts.
    """
    low = -need_in(position.info[i])
    after = with_one_less(position, 0)
    total, left, n_answers = 0.0, safety, 0
    for clue in range(low, low + covered_in(position.info[i])):
        if total + left < floor:
            return total + left, True
        open_in_thought(i, clue, position)
        log_after = weigh(after, odds)
        if log_after != NEVER:
            value, described = value_of_position(log_after, after, odds, lookahead)
            share = np.exp(log_after - log_n)
            if second_look is not None:
                if described and share > RARE and not any_safe(after, odds):
                    value = best_reply(value, log_after, after, odds, lookahead)
            total += share * value
            left -= share
            n_answers += 1
        cover_again(i, clue, position)
    return total, n_answers > 1


@kernel
def value_of_opening(i, safety, floor, log_n, position, odds, lookahead):
    """`mean_over_answers` without a second look."""
    return mean_over_answers(i, safety, floor, None, log_n, position, odds, lookahead)


@kernel
def value_with_reply(i, safety, floor, log_n, position, odds, lookahead):
    """The value alone, with a second look."""
    value, _ = mean_over_answers(i, safety, floor, 1, log_n, position, odds, lookahead)
    return value


@inlined
def best_reply(value, log_n, position, odds, lookahead):
    """The value of the best next guess; `value` if none tells anything."""
    candidates, risks = lookahead.candidates, lookahead.risks
    n = list_candidates(1, lookahead.effort.replies, REPLY_WINDOW, position, lookahead)
    best = NEVER
    for k in range(n):
        safety = 1 - risks[1, k]
        if safety > best:
            reply, tells = value_of_opening(
                candidates[1, k], safety, best, log_n, position, odds, lookahead
            )
            if tells:
                best = max(best, reply)
    return value if best == NEVER else best


@inlined
def value_in_score(i, risk, log_n, position, odds):
    """The value of opening a cell for the score: no blast, and going on without a guess."""
    value = chance_to_go_on(i, log_n, position, odds)
    after = with_one_less(position, 1)
    position.seen[i] = BLAST
    change_around(i, -ONE_COVERED - ONE_NEED, position)
    weigh(after, odds)
    value += risk * any_safe(after, odds)
    position.seen[i] = COVERED
    change_around(i, ONE_COVERED + ONE_NEED, position)
    return 1 - risk + IN_SCORE * value


@kernel
def chance_to_go_on(i, log_n, position, odds):
    """The chance that a cell is safe and that something is certainly safe afterwards."""
    low = -need_in(position.info[i])
    after = with_one_less(position, 0)
    total = 0.0
    for clue in range(low, low + covered_in(position.info[i])):
        open_in_thought(i, clue, position)
        log_after = weigh(after, odds)
        if log_after != NEVER and any_safe(after, odds):
            total += np.exp(log_after - log_n)
        cover_again(i, clue, position)
    return total


@kernel
def any_safe(position, odds):
    """Whether something is certainly safe in an evaluated position."""
    graph = odds.graph
    for k in range(graph.tally[N_CELL]):
        if odds.risk[graph.cells[k, 1]] == 0:
            return True
    return position.covered > graph.tally[N_CELL] and outside_risk(position, odds) == 0


@kernel
def decide_in_view(codes, total, space, lookahead):
    """`decide` for a view; space: a `ViewOdds`."""
    return decide(pad_view(codes, total, space), space.odds, lookahead)


@kernel
def chance_to_go_on_in_view(codes, total, i, space):
    """`chance_to_go_on` for a view; space: a `ViewOdds`."""
    position = pad_view(codes, total, space)
    return chance_to_go_on(i, weigh(position, space.odds), position, space.odds)
