"""Looking ahead: the value of a guess, over all that the cell may show.

Where few layouts are left, the rest is played perfectly (endgame.py). Else the safest cells are
candidates; each is opened in thought, for each clue that it may show, and the positions that follow
are valued (value.py). Those that are close get a second look: a position where nothing is certain
has the value of its best reply.

Candidates are ranked by the chance to win and by another that is exact, the chance to survive both
this guess and the next. In later parts of a game the ranking is a learned one: the network is right
on average but overstates differences, and rollouts taught how much of them to believe.

Without a network a position is worth a little more if something in it is certainly safe. The same
holds where a game goes on after a blast and the aim is the score.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import BLAST, COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import N_BOX, N_CELL, SIZE, Position
from minelab.engine.endgame import COMPONENT_LAYOUTS, endgame_space, play_out
from minelab.engine.exact import CELL, preference, rank
from minelab.engine.odds import SOLVED, evaluate, log_layouts, outside_risk
from minelab.engine.state import ONE_COVERED, ONE_NEED, OPEN, covered_in, need_in
from minelab.engine.value import (
    BY_TWO_SAFE,
    SLIGHT,
    Valuation,
    chance_to_win,
    correct,
    describe,
    fill_risks,
    valuation_space,
)
from minelab.engine.view_odds import pad_view

NOWHERE = -1
MOST_LOOKS = 3_000_000  # of a perfect search; beyond it the rest is looked at as if it were long
MOST_CANDIDATES = 64
REPLY_WINDOW = 0.05  # how much more risk than the least a reply may have
FEW_COVERED, AT_EDGE, MOST_FAR = 4, 6, 2  # which cells that no clue touches are candidates
FIRST, SECOND = 0.8, 0.2  # what the two safest cells count in the safety of the next guess
RARE = 0.003 + SLIGHT  # answers that get no second look
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
    """float64: the values of opening the candidates, by which they are ranked."""
    two_safe: Any
    """float64: the chances to survive them and the guess after them."""
    corrections: Any
    """float64: what `Network.ranking` adds to their values."""
    extra: Any
    """float64: what `values` have beyond the chance to win."""
    compared: Any
    """int64, one place: how many candidates were compared last."""
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
        two_safe=np.empty(MOST_CANDIDATES),
        corrections=np.empty(MOST_CANDIDATES),
        extra=np.empty(MOST_CANDIDATES),
        compared=np.zeros(1, np.int64),
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
    lookahead.compared[0] = 0
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
    n = list_candidates(
        0, effort.candidates, effort.window, effort.sift, position, odds.graph.label, lookahead
    )
    if n == 0:
        return np.int64(NOWHERE), 0.0, False
    if effort.for_score:
        if position.mines > DENSE * position.covered:
            return candidates[0, 0], 0.0, False
        for k in range(n):
            values[k] = value_in_score(candidates[0, k], risks[0, k], log_n, position, odds)
    else:
        n = value_candidates(n, log_n, position, odds, lookahead)
    lookahead.compared[0] = n
    best = 0
    for k in range(1, n):
        if rank(values[k]) > rank(values[best]):
            best = k
    cell, value = candidates[0, best], values[best]
    if value == LAST_RESORT:
        safety = 1 - risks[0, best]
        value, _, _, _ = value_of_opening(
            cell, safety, NEVER, 0.0, log_n, position, odds, lookahead
        )
    elif not effort.for_score:
        value -= lookahead.extra[best]
    return cell, value, False


@inlined
def value_candidates(n, log_n, position, odds, lookahead):
    """The value of each of n candidates; how many are left.

    Where some get a second look, those far from the best are dropped.
    """
    effort, candidates, values = lookahead.effort, lookahead.candidates, lookahead.values
    risks, two_safe, extra = lookahead.risks, lookahead.two_safe, lookahead.extra
    most, close = second_looks(position, effort)
    weight, slack = effort.two_safe, close if effort.plies > 1 else 0.0
    best = LAST_RESORT
    for k in range(n):
        values[k] = LAST_RESORT
        safety = 1 - risks[0, k]
        if safety * (1 + weight) > best - slack:
            value, tells, two_safe[k], lookahead.corrections[k] = value_of_opening(
                candidates[0, k], safety, best - slack, weight, log_n, position, odds, lookahead
            )
            extra[k] = weight * two_safe[k]
            if tells:
                values[k] = value + extra[k]
                best = max(best, values[k])
    if effort.plies < 2 or best == LAST_RESORT:
        return n
    n = keep_close(best - slack, most, n, lookahead)
    best = LAST_RESORT
    for k in range(n if n > 1 else 0):
        if position.covered < effort.ranked_below:
            ranking = lookahead.valuation.network.ranking
            extra[k] = ranking[BY_TWO_SAFE] * two_safe[k] + lookahead.corrections[k]
        floor = NEVER if are_played_on(position, effort) else best - extra[k]
        values[k] = extra[k] + value_with_reply(
            candidates[0, k], 1 - risks[0, k], floor, log_n, position, odds, lookahead
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
def list_candidates(ply, most, window, sift, position, label, lookahead):
    """List the candidates: cells that are not certain, the safest first; how many.

    sift: whether those that no clue touches are left out where they are all alike. A cell beside
    others that a clue touches is kept, and one with few covered neighbours; of the rest at the
    edges the first two.
    """
    seen, chance = position.seen, lookahead.valuation.chance
    candidates, risks = lookahead.candidates, lookahead.risks
    least = 1.0
    for i in range(seen.size):
        if seen[i] == COVERED and 0 < chance[i] < least:
            least = chance[i]
    highest = least + window + SLIGHT
    n, n_far = 0, 0
    for i in range(seen.size):
        if seen[i] != COVERED or not 0 < chance[i] < 1 or chance[i] > highest:
            continue
        covered = covered_in(position.info[i])
        if sift and label[i] == 0 and covered > FEW_COVERED:
            if not touches_component(i, position.stride, label):
                if covered > AT_EDGE or n_far >= MOST_FAR:
                    continue
                n_far += 1
        wish = preference(chance[i], covered, i)
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
def touches_component(i, stride, label):
    """Whether a cell has a neighbour that a clue touches."""
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if label[j] < 0:
                return True
    return False


@inlined
def are_played_on(position, effort):
    """Whether candidates with a second look are then played on."""
    return effort.rollouts > 0 and position.covered < effort.rolled_below


@inlined
def second_looks(position, effort):
    """How many candidates get a second look, and how close to the best they must be."""
    if are_played_on(position, effort):
        return effort.rolled, effort.rolled_close
    return effort.second, effort.close


@inlined
def keep_close(least, most, n, lookahead):
    """Keep the candidates of at least this value, the best of them if many; how many."""
    candidates, risks, values = lookahead.candidates, lookahead.risks, lookahead.values
    kept = 0
    for k in range(n):
        better = 0
        for other in range(n):
            more = rank(values[other]) - rank(values[k])
            better += more > 0 or (more == 0 and other < k)
        if values[k] < least or better >= most:
            risks[0, k] = -1.0
    for k in range(n):
        if risks[0, k] >= 0:
            candidates[0, kept], risks[0, kept] = candidates[0, k], risks[0, k]
            values[kept] = values[k]
            lookahead.two_safe[kept] = lookahead.two_safe[k]
            lookahead.corrections[kept] = lookahead.corrections[k]
            lookahead.extra[kept] = lookahead.extra[k]
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
def mean_over_answers(
    i, safety, floor, weight, second_look, log_n, position, odds, lookahead
):  # fmt: skip
    """The value of opening a cell; whether it tells anything, that is may show several things; the
    chance to survive it and the next guess; and the correction by `Network.ranking`.

    safety: the chance that it is no mine.
    floor: given up when the value, and the chance to survive times `weight`, can't come to it.
    weight: 0 where only the value is asked for.
    second_look: None, or anything else to look for the best reply where nothing is certain.
    log_n: the log of the number of layouts.
    """
    low = -need_in(position.info[i])
    after = with_one_less(position, 0)
    total, two_safe, left, n_answers = 0.0, 0.0, safety, 0
    correction = 0.0
    for clue in range(low, low + covered_in(position.info[i])):
        if total + left + weight * (two_safe + left) < floor:
            return total + left, True, two_safe + left, correction
        open_in_thought(i, clue, position)
        log_after = weigh(after, odds)
        if log_after != NEVER:
            share = np.exp(log_after - log_n)
            if weight > 0:
                two_safe += share * next_safety(after, odds)
            value, described = value_of_position(log_after, after, odds, lookahead)
            if weight > 0 and described and position.covered < lookahead.effort.ranked_below:
                correction += share * correct(lookahead.valuation)
            if second_look is not None:
                if described and share > RARE and not any_safe(after, odds):
                    value = best_reply(value, log_after, after, odds, lookahead)
            total += share * value
            left -= share
            n_answers += 1
        cover_again(i, clue, position)
    return total, n_answers > 1, two_safe, correction


@kernel
def value_of_opening(i, safety, floor, weight, log_n, position, odds, lookahead):
    """`mean_over_answers` without a second look."""
    return mean_over_answers(i, safety, floor, weight, None, log_n, position, odds, lookahead)


@kernel
def value_with_reply(i, safety, floor, log_n, position, odds, lookahead):
    """The value alone, with a second look."""
    value, _, _, _ = mean_over_answers(i, safety, floor, 0.0, 1, log_n, position, odds, lookahead)
    return value


@inlined
def next_safety(position, odds):
    """The safety of the next guess after an evaluation: mostly that of the safest cell, and for
    the rest that of the second."""
    graph = odds.graph
    least, second = 1.0, 1.0
    for box in range(graph.tally[N_BOX]):
        least, second = two_least(odds.risk[box], graph.boxes[box, SIZE] > 1, least, second)
    n_free = position.covered - graph.tally[N_CELL]
    if n_free > 0:
        least, second = two_least(outside_risk(position, odds), n_free > 1, least, second)
    return FIRST * (1 - least) + SECOND * (1 - second)


@inlined
def two_least(risk, several, least, second):
    """The two least risks, with a cell of this risk or several."""
    if risk < least:
        return risk, risk if several else least
    return least, min(risk, second)


@inlined
def best_reply(value, log_n, position, odds, lookahead):
    """The value of the best next guess; `value` if none tells anything."""
    effort, candidates, risks = lookahead.effort, lookahead.candidates, lookahead.risks
    n = list_candidates(
        1, effort.replies, REPLY_WINDOW, effort.sift, position, odds.graph.label, lookahead
    )
    best = NEVER
    for k in range(n):
        safety = 1 - risks[1, k]
        if safety > best:
            reply, tells, _, _ = value_of_opening(
                candidates[1, k], safety, best, 0.0, log_n, position, odds, lookahead
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
def chance_to_go_on_in_view(codes, total, i, space):
    """`chance_to_go_on` for a view; space: a `ViewOdds`."""
    position = pad_view(codes, total, space)
    return chance_to_go_on(i, weigh(position, space.odds), position, space.odds)


@kernel
def merits_in_view(codes, total, i, space, lookahead):
    """What is found of opening a cell of a view: its value, the chance to survive it and the next
    guess with its weight, and the correction: see `value_candidates`."""
    position, odds = pad_view(codes, total, space), space.odds
    log_n = weigh(position, odds)
    value, _, two_safe, correction = value_of_opening(
        i, 1.0, NEVER, 1.0, log_n, position, odds, lookahead
    )
    weight = lookahead.effort.two_safe
    if position.covered < lookahead.effort.ranked_below:
        weight = lookahead.valuation.network.ranking[BY_TWO_SAFE]
    if lookahead.effort.plies > 1:
        value = value_with_reply(i, 1.0, NEVER, log_n, position, odds, lookahead)
    return value, two_safe, weight, correction
