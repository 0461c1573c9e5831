"""The odds of a view: padded as the engine holds it, settled by single clues, searched, written.

`solve_view` is exact or says that it cannot be; `estimate_view` goes part by part where a position
is too large as a whole.
"""

import numpy as np

from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD
from minelab.engine.compile import kernel
from minelab.engine.components import FINAL, N_CELL, N_PART, forget_parts, gather_part, order_part
from minelab.engine.odds import (
    DENSITIES,
    IMPOSSIBLE,
    SOLVED,
    THE_TOTAL,
    TOO_LARGE,
    box_risk,
    evaluate,
    fill_chances,
    forget_states,
    outside_risk,
    solve_part,
    way_back,
)
from minelab.engine.state import NEED_0, ONE_NEED, OPEN, OUTSIDE, QUEUED, covered_in, need_in
from minelab.engine.suppose import (
    MINED,
    MINES_LEFT,
    N_QUEUE,
    N_TRAIL,
    NO_TOTAL,
    UNMARKED,
    propagate,
)

ROUNDED = 3  # beside SOLVED, TOO_LARGE and IMPOSSIBLE: the risks do not add up
NOWHERE = -1
ROUNDING = 1e-10


@kernel
def pad_view(codes, seen, info):
    """A view as the engine holds it; answers its numbers of covered cells and of known mines."""
    rows, cols = codes.shape
    stride = cols + 2
    for i in range(seen.size):
        seen[i] = OUTSIDE
        info[i] = NEED_0 * ONE_NEED
    covered, known = 0, 0
    for r in range(rows):
        for c in range(cols):
            i = (r + 2) * stride + c + 2
            code = np.int64(codes[r, c])
            if code >= 0:
                code = 0 if code == GOLD else code
                info[i] += OPEN + code * ONE_NEED
            elif code == COVERED:
                covered += 1
                for base in range(i - stride, i + stride + 1, stride):
                    for j in range(base - 1, base + 2):
                        info[j] += 1
            elif code == FLAG or code == BLAST:
                known += 1
                for base in range(i - stride, i + stride + 1, stride):
                    for j in range(base - 1, base + 2):
                        info[j] -= ONE_NEED
            seen[i] = code
    return covered, known


@kernel
def broken_clue(seen, info):
    """A clue that the cells around it can no longer meet, or NOWHERE."""
    for i in range(seen.size):
        if seen[i] >= 0 and not 0 <= need_in(info[i]) <= covered_in(info[i]):
            return i
    return NOWHERE


@kernel
def settle_certain(seen, info, mark, trail, queue, trial, stride):
    """Follow single clues as far as they go; False if one can't be met. `trail` has the cells."""
    trial[N_TRAIL] = 0
    trial[N_QUEUE] = 0
    trial[MINES_LEFT] = NO_TOTAL
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] >= 0 and covered_in(info[i]) > 0:
            need = need_in(info[i])
            if need == 0 or need == covered_in(info[i]):
                info[i] |= QUEUED
                queue[trial[N_QUEUE]] = i
                trial[N_QUEUE] += 1
    return propagate(seen, info, mark, trail, queue, trial, stride, True)


@kernel
def prepare(codes, total, risk, seen, info, trials):
    """Pad a view and settle what single clues decide, which leaves it out of all that follows.

    Answers SOLVED, and how many cells and mines are left; or IMPOSSIBLE, and a clue that cannot be
    met or THE_TOTAL.
    """
    stride = codes.shape[1] + 2
    mark, trail, queue, trial = trials
    covered, known = pad_view(codes, seen, info)
    trial[N_TRAIL] = 0
    broken = broken_clue(seen, info)
    if broken == NOWHERE and not settle_certain(seen, info, mark, trail, queue, trial, stride):
        broken = broken_clue(seen, info)
    found = 0
    for k in range(trial[N_TRAIL]):
        i = trail[k]
        seen[i] = OUTSIDE
        risk[i // stride - 2, i % stride - 2] = 1.0 if mark[i] == MINED else 0.0
        found += mark[i] == MINED
        mark[i] = UNMARKED
    covered -= trial[N_TRAIL]
    if broken != NOWHERE:
        return IMPOSSIBLE, np.int64(broken), np.int64(0)
    if total == NO_TOTAL:
        return SOLVED, covered, np.int64(NO_TOTAL)
    mines = total - known - found
    if not 0 <= mines <= covered:
        return IMPOSSIBLE, np.int64(THE_TOTAL), np.int64(0)
    return SOLVED, covered, mines


@kernel
def write_risks(codes, seen, covered, mines, density, risk, parts_space, search, folds):
    """The risk of every cell that `prepare` has not settled, after an evaluation."""
    boxes, cells, parts, tally = parts_space[2], parts_space[3], parts_space[8], parts_space[9]
    sums, bounds = search[9], search[10]
    before, after, starts = folds
    rows, cols = codes.shape
    stride = cols + 2
    elsewhere = density
    if mines != NO_TOTAL and covered > tally[N_CELL]:
        elsewhere = outside_risk(covered, mines, parts, tally, before, after, starts)
    for r in range(rows):
        for c in range(cols):
            if codes[r, c] != COVERED:
                risk[r, c] = np.nan
            elif seen[(r + 2) * stride + c + 2] == COVERED:
                risk[r, c] = elsewhere
    for k in range(tally[N_CELL]):
        i = cells[k, 0]
        risk[i // stride - 2, i % stride - 2] = box_risk(cells[k, 1], boxes, sums, bounds)


@kernel
def solve_view(codes, total, density, risk, seen, info, trials, parts_space, search, folds):
    """The odds of a view, written into `risk`.

    Answers as `evaluate` does, or ROUNDED if the risks don't add up; and then how many cells and
    mines `prepare` has left.
    """
    rows, cols = codes.shape
    end, covered, mines = prepare(codes, total, risk, seen, info, trials)
    if end != SOLVED:
        return end, covered, np.int64(0), np.int64(0)
    end, broken = evaluate(
        seen, info, rows, cols, covered, mines, density, parts_space, search, folds
    )
    if end == SOLVED:
        write_risks(codes, seen, covered, mines, density, risk, parts_space, search, folds)
        if not adds_up(codes, total, risk):
            end = ROUNDED
    return end, broken, covered, mines


@kernel
def estimate_view(codes, density, risk, seen, info, trials, parts_space, search):
    """The odds of a view part by part, each with all the room; written into `risk`.

    Answers as `evaluate` does: TOO_LARGE if some part is, whose cells then get the density.
    """
    rows, cols = codes.shape
    stride = cols + 2
    label, clues, boxes, cells, order, waiting, steps, change, parts, tally = parts_space
    (
        chances, keys, span, start, ways, rest, moves, layers, table, sums, bounds, scales,
    ) = search  # fmt: skip
    end, broken, _ = prepare(codes, NO_TOTAL, risk, seen, info, trials)
    if end != SOLVED:
        return end, broken
    density = min(DENSITIES[1], max(DENSITIES[0], density))
    for r in range(rows):
        for c in range(cols):
            if codes[r, c] != COVERED:
                risk[r, c] = np.nan
            elif seen[(r + 2) * stride + c + 2] == COVERED:
                risk[r, c] = density
    forget_parts(label, clues, cells, tally)
    fill_chances(chances, density)
    worst = SOLVED
    for i in range(2 * stride + 2, info.size - 2 * stride - 2):
        if info[i] & OPEN == 0 or covered_in(info[i]) == 0 or label[i] != 0:
            continue
        first_cell = tally[N_CELL]
        gather_part(i, seen, info, stride, label, clues, boxes, cells, parts, tally)
        part = tally[N_PART] - 1
        forget_states(tally)
        end = TOO_LARGE
        if order_part(part, clues, boxes, order, waiting, steps, change, parts, tally):
            end = solve_part(
                part, False, boxes, order, steps, change, parts, chances, keys, span, start, ways,
                moves, layers, table, scales, tally,
            )  # fmt: skip
        if end == IMPOSSIBLE:
            return end, np.int64(i)
        if end == TOO_LARGE:
            worst = TOO_LARGE
            continue
        rest[start[parts[part, FINAL]]] = 1.0
        way_back(
            part, False, boxes, order, parts, chances, span, start, ways, rest, moves, layers,
            sums, bounds,
        )  # fmt: skip
        for k in range(first_cell, tally[N_CELL]):
            j = cells[k, 0]
            risk[j // stride - 2, j % stride - 2] = box_risk(cells[k, 1], boxes, sums, bounds)
    return worst, np.int64(0)


@kernel
def adds_up(codes, total, risk):
    """Whether the risks around each clue sum to its mines, and all of them to the total."""
    rows, cols = codes.shape
    mines = 0.0
    for r in range(rows):
        for c in range(cols):
            code = np.int64(codes[r, c])
            if code == COVERED:
                mines += risk[r, c]
            elif code == FLAG or code == BLAST:
                mines += 1
            else:
                around = 0.0
                for y in range(max(0, r - 1), min(rows, r + 2)):
                    for x in range(max(0, c - 1), min(cols, c + 2)):
                        if codes[y, x] == COVERED:
                            around += risk[y, x]
                        elif codes[y, x] == FLAG or codes[y, x] == BLAST:
                            around += 1
                if abs(around - (0 if code == GOLD else code)) > ROUNDING:
                    return False
    return total == NO_TOTAL or abs(mines - total) <= ROUNDING * max(1, total)
