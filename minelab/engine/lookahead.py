"""Looking ahead: what a guess is worth, over all that the cell may show.

Where few layouts are left, the rest is played perfectly (engine/endgame.py). Else the safest cells
are candidates; each is opened in thought, for each clue that it may show, and the positions that
follow are valued (engine/value.py). Those that are close get a second look: where a position leaves
nothing certain, it is worth what its best reply is.

Without a network a position is worth a little more if something in it is certainly safe. So it is,
too, where a game goes on after a blast and the aim is the score.

  settings  int64    PLIES, LAYOUTS (the most to play out), LEAF_LAYOUTS (the same in thought),
                     CANDIDATES, SECOND (how many get a second look), REPLIES, FOR_SCORE
  found     int64    [ply, k]: candidates, the best by `preference` first
  risks     float64  [ply, k]: their risks
  worths    float64  what opening the candidates is worth
"""

from typing import Any

import numpy as np

from minelab.boards.grid import BLAST, COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import N_CELL
from minelab.engine.endgame import PART_LAYOUTS, endgame_space, play_out
from minelab.engine.exact import CELL, preference, rank
from minelab.engine.odds import SOLVED, evaluate, log_layouts, outside_risk
from minelab.engine.state import ONE_COVERED, ONE_NEED, OPEN, covered_in, need_in
from minelab.engine.value import (
    HIDDEN_1,
    HIDDEN_2,
    N_FEATURES,
    chance_to_win,
    describe,
    fill_risks,
)
from minelab.engine.view_odds import pad_view

NOWHERE = -1
PLIES, LAYOUTS, LEAF_LAYOUTS, CANDIDATES, SECOND, REPLIES, FOR_SCORE = range(7)
MOST_LOOKS = 3_000_000  # of a perfect search; beyond it the rest is looked at as if it were long
MOST_CANDIDATES = 16
WINDOW, REPLY_WINDOW = 0.10, 0.05  # how much more risk than the least a candidate may have
CLOSE = 0.02  # how near to the best a candidate must be for a second look
RARE = 0.003  # answers that are not worth a second look
PROGRESS = 0.2  # what it is worth, without a network, that something is safe
IN_SCORE, DENSE = 0.1, 0.45  # the same for the score, and the density up to which it counts
NEVER, LAST_RESORT = -np.inf, -2.0  # the log of no layouts; the worth of a cell that can wait


def ahead_space(rows: int, cols: int, settings: Any, net: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arrays of looking ahead on boards of one size."""
    most_layouts = max(PART_LAYOUTS, settings[LAYOUTS], settings[LEAF_LAYOUTS])
    return (
        np.array(settings, np.int64),
        net,
        np.empty((2, MOST_CANDIDATES), np.int64),  # found
        np.empty((2, MOST_CANDIDATES)),  # risks
        np.empty(MOST_CANDIDATES),  # worths
        np.empty((rows + 4) * (cols + 2) + 4),  # chance
        np.empty(N_FEATURES),  # x
        (np.empty(HIDDEN_1), np.empty(HIDDEN_2)),  # hidden
        endgame_space(rows, cols, most_layouts, bool(settings[FOR_SCORE]), MOST_LOOKS),
    )


@kernel
def decide(covered, mines, seen, info, rows, cols, parts_space, search, folds, ahead):
    """The cell to open, what that is worth, and whether that is exact.

    covered, mines: how many cells are covered, and how many of them are mined. NOWHERE if the
    position is too large, or if nothing but mines is left.
    """
    settings, net, found, risks, worths, chance, x, hidden, endgame = ahead
    log_n = weigh(covered, mines, seen, info, rows, cols, parts_space, search, folds)
    if log_n == NEVER:
        return np.int64(NOWHERE), 0.0, False
    fill_risks(covered, mines, seen, parts_space, search, folds, chance)
    for i in range(seen.size):
        if seen[i] == COVERED and chance[i] == 0:
            return np.int64(i), 0.0, False
    if log_n <= np.log(settings[LAYOUTS]) + 1e-6:
        solved, worth, cell = play_out(
            covered, mines, seen, cols + 2, chance, parts_space, search, folds, endgame
        )
        if solved:
            return cell, worth, True
    n = gather(0, settings[CANDIDATES], WINDOW, seen, info, chance, found, risks)
    if n == 0:
        return np.int64(NOWHERE), 0.0, False
    if settings[FOR_SCORE]:
        if mines > DENSE * covered:
            return found[0, 0], 0.0, False
        for k in range(n):
            worths[k] = worth_in_score(
                found[0, k], risks[0, k], log_n, covered, mines, seen, info, rows, cols,
                parts_space, search, folds,
            )  # fmt: skip
    else:
        n = value(
            n, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds, ahead
        )
    best = 0
    for k in range(1, n):
        if rank(worths[k]) > rank(worths[best]):
            best = k
    cell, worth = found[0, best], worths[best]
    if worth == LAST_RESORT:
        worth, _ = one_ply(
            cell, 1 - risks[0, best], NEVER, log_n, covered, mines, seen, info, rows, cols,
            parts_space, search, folds, ahead,
        )  # fmt: skip
    return cell, worth, False


@kernel
def value(n, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds, ahead):
    """Find out what the candidates are worth; how many are left, those that were never in reach
    of the best being dropped if others get a second look."""
    settings, net, found, risks, worths, chance, x, hidden, endgame = ahead
    slack = CLOSE if settings[PLIES] > 1 else 0.0
    best = LAST_RESORT
    for k in range(n):
        worths[k] = LAST_RESORT
        if 1 - risks[0, k] > best - slack:
            worth, tells = one_ply(
                found[0, k], 1 - risks[0, k], best - slack, log_n, covered, mines, seen, info,
                rows, cols, parts_space, search, folds, ahead,
            )  # fmt: skip
            if tells:
                worths[k] = worth
                best = max(best, worth)
    if settings[PLIES] < 2 or best == LAST_RESORT:
        return n
    n = keep_close(best, n, settings[SECOND], found, risks, worths)
    best = LAST_RESORT
    for k in range(n if n > 1 else 0):
        worths[k] = two_plies(
            found[0, k], 1 - risks[0, k], best, log_n, covered, mines, seen, info, rows, cols,
            parts_space, search, folds, ahead,
        )  # fmt: skip
        best = max(best, worths[k])
    return n


@inlined
def weigh(covered, mines, seen, info, rows, cols, parts_space, search, folds):
    """Evaluate a position: the log of the number of its layouts, NEVER if there is none."""
    end, _ = evaluate(seen, info, rows, cols, covered, mines, 0.0, parts_space, search, folds)
    if end != SOLVED:
        return NEVER
    return log_layouts(covered, mines, parts_space, search, folds)


@kernel
def gather(ply, most, window, seen, info, chance, found, risks):
    """The candidates: cells that are not certain, the safest first; how many."""
    least = 1.0
    for i in range(seen.size):
        if seen[i] == COVERED and 0 < chance[i] < least:
            least = chance[i]
    n = 0
    for i in range(seen.size):
        if seen[i] != COVERED or not 0 < chance[i] < 1 or chance[i] > least + window:
            continue
        wish = preference(chance[i], covered_in(info[i]), i)
        if n == most and wish >= found[ply, n - 1]:
            continue
        k = n if n < most else n - 1
        n = k + 1
        while k > 0 and found[ply, k - 1] > wish:
            found[ply, k] = found[ply, k - 1]
            k -= 1
        found[ply, k] = wish
    for k in range(n):
        found[ply, k] &= CELL
        risks[ply, k] = chance[found[ply, k]]
    return n


@kernel
def keep_close(best, n, most, found, risks, worths):
    """Keep the candidates that are close to the best, the best of them if many; how many."""
    kept = 0
    for k in range(n):
        better = 0
        for other in range(n):
            ahead = worths[other] > worths[k] or (worths[other] == worths[k] and other < k)
            better += ahead
        if worths[k] < best - CLOSE or better >= most:
            risks[0, k] = -1.0
    for k in range(n):
        if risks[0, k] >= 0:
            found[0, kept], risks[0, kept] = found[0, k], risks[0, k]
            worths[kept] = worths[k]
            kept += 1
    return kept


@inlined
def put(i, clue, seen, info, stride):
    """Open a cell in thought."""
    seen[i] = clue
    info[i] += OPEN + clue * ONE_NEED
    change(i, -ONE_COVERED, info, stride)


@inlined
def take_back(i, clue, seen, info, stride):
    """Cover it again."""
    seen[i] = COVERED
    info[i] -= OPEN + clue * ONE_NEED
    change(i, ONE_COVERED, info, stride)


@inlined
def change(i, by, info, stride):
    """Tell all around a cell."""
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            info[j] += by


@kernel
def leaf(log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds, ahead):
    """What an evaluated position is worth, and whether its features were looked at for that.

    Afterwards x has the features, and `chance` the risks.
    """
    settings, net, found, risks, worths, chance, x, hidden, endgame = ahead
    elsewhere = fill_risks(covered, mines, seen, parts_space, search, folds, chance)
    if log_n <= np.log(settings[LEAF_LAYOUTS]) + 1e-6:
        solved, worth, _ = play_out(
            covered, mines, seen, cols + 2, chance, parts_space, search, folds, endgame
        )
        if solved:
            return worth, False
    describe(
        covered, mines, log_n, elsewhere, seen, info, rows, cols, parts_space, search, chance, x,
        endgame,
    )  # fmt: skip
    if settings[PLIES] == 0:
        safe = any_safe(covered, mines, parts_space, search, folds)
        return (1 + PROGRESS * safe) / (1 + PROGRESS), True
    return chance_to_win(x, net, hidden), True


@kernel
def one_ply(
    i, safety, floor, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds,
    ahead,
):  # fmt: skip
    """What opening a cell is worth, and whether it tells anything: it may show several things.

    safety: the chance that it is no mine. Given up when it can't pass `floor`.
    """
    low = -need_in(info[i])
    total, left, n_answers = 0.0, safety, 0
    for clue in range(low, low + covered_in(info[i])):
        if total + left < floor:
            return total + left, True
        put(i, clue, seen, info, cols + 2)
        log_after = weigh(covered - 1, mines, seen, info, rows, cols, parts_space, search, folds)
        if log_after != NEVER:
            worth, _ = leaf(
                log_after, covered - 1, mines, seen, info, rows, cols, parts_space, search, folds,
                ahead,
            )  # fmt: skip
            share = np.exp(log_after - log_n)
            total += share * worth
            left -= share
            n_answers += 1
        take_back(i, clue, seen, info, cols + 2)
    return total, n_answers > 1


@kernel
def two_plies(
    i, safety, floor, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds,
    ahead,
):  # fmt: skip
    """What opening a cell is worth, with the best reply where nothing is certain afterwards."""
    low = -need_in(info[i])
    total, left = 0.0, safety
    for clue in range(low, low + covered_in(info[i])):
        if total + left < floor:
            return total + left
        put(i, clue, seen, info, cols + 2)
        log_after = weigh(covered - 1, mines, seen, info, rows, cols, parts_space, search, folds)
        if log_after != NEVER:
            worth, described = leaf(
                log_after, covered - 1, mines, seen, info, rows, cols, parts_space, search, folds,
                ahead,
            )  # fmt: skip
            share = np.exp(log_after - log_n)
            stuck = described and not any_safe(covered - 1, mines, parts_space, search, folds)
            if stuck and share > RARE:
                worth = best_reply(
                    worth, log_after, covered - 1, mines, seen, info, rows, cols, parts_space,
                    search, folds, ahead,
                )  # fmt: skip
            total += share * worth
            left -= share
        take_back(i, clue, seen, info, cols + 2)
    return total


@kernel
def best_reply(
    worth, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds, ahead
):  # fmt: skip
    """What the best next guess is worth; `worth` if none tells anything."""
    settings, net, found, risks, worths, chance, x, hidden, endgame = ahead
    n = gather(1, settings[REPLIES], REPLY_WINDOW, seen, info, chance, found, risks)
    best = NEVER
    for k in range(n):
        if 1 - risks[1, k] > best:
            reply, tells = one_ply(
                found[1, k], 1 - risks[1, k], best, log_n, covered, mines, seen, info, rows, cols,
                parts_space, search, folds, ahead,
            )  # fmt: skip
            if tells:
                best = max(best, reply)
    return worth if best == NEVER else best


@kernel
def worth_in_score(
    i, risk, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds
):  # fmt: skip
    """What opening a cell is worth for the score: no blast, and going on without a guess."""
    goes_on = going_on(i, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds)
    seen[i] = BLAST
    change(i, -ONE_COVERED - ONE_NEED, info, cols + 2)
    weigh(covered - 1, mines - 1, seen, info, rows, cols, parts_space, search, folds)
    goes_on += risk * any_safe(covered - 1, mines - 1, parts_space, search, folds)
    seen[i] = COVERED
    change(i, ONE_COVERED + ONE_NEED, info, cols + 2)
    return 1 - risk + IN_SCORE * goes_on


@kernel
def going_on(i, log_n, covered, mines, seen, info, rows, cols, parts_space, search, folds):
    """The chance that a cell is safe and that something is certainly safe afterwards."""
    low = -need_in(info[i])
    total = 0.0
    for clue in range(low, low + covered_in(info[i])):
        put(i, clue, seen, info, cols + 2)
        log_after = weigh(covered - 1, mines, seen, info, rows, cols, parts_space, search, folds)
        if log_after != NEVER and any_safe(covered - 1, mines, parts_space, search, folds):
            total += np.exp(log_after - log_n)
        take_back(i, clue, seen, info, cols + 2)
    return total


@kernel
def any_safe(covered, mines, parts_space, search, folds):
    """Whether something is certainly safe in an evaluated position."""
    cells, parts, tally = parts_space[3], parts_space[8], parts_space[9]
    bounds = search[10]
    before, after, starts = folds
    for k in range(tally[N_CELL]):
        if bounds[cells[k, 1], 1] == 0:
            return True
    if covered == tally[N_CELL]:
        return False
    return outside_risk(covered, mines, parts, tally, before, after, starts) == 0


@kernel
def decide_view(codes, total, seen, info, parts_space, search, folds, ahead):
    """`decide` for a view."""
    rows, cols = codes.shape
    covered, known = pad_view(codes, seen, info)
    return decide(covered, total - known, seen, info, rows, cols, parts_space, search, folds, ahead)


@kernel
def going_on_in_view(codes, total, i, seen, info, parts_space, search, folds):
    """`going_on` for a view."""
    rows, cols = codes.shape
    covered, known = pad_view(codes, seen, info)
    log_n = weigh(covered, total - known, seen, info, rows, cols, parts_space, search, folds)
    return going_on(
        i, log_n, covered, total - known, seen, info, rows, cols, parts_space, search, folds
    )
