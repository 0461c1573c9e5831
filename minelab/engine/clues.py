"""What clues decide one by one: the twins of methods/single.py and methods/total.py.

`run_single` is the single-clue rule. A clue that misses no mine makes its covered neighbours safe;
a clue that misses as many as it has covered neighbours makes them mines. `settle` queues a clue the
moment it can decide, so each pop decides something or was overtaken by another clue.

`visit` is report SWEPT's recursive form of that rule, the twin of `players.NearReader`.
It looks only around the cell in hand. A visit opens a cell, applies the rule to its clue, then
goes through its neighbours known to be safe, in the order in which they became known: those
still covered are visited in turn, of the open ones only the clue is applied. A cell proved
safe away from the cell in hand can therefore stay covered while guesses go on.

  known_at   int32   per cell: when it became known to be safe, 0 for not known
  proof      int32   per cell: the clue that proved it safe
  frame      int32   a row per visit under way: the neighbours to go through (8), how many, next

`run_total` is the number of mines, alone or less the clues that share no cell.
"""

import numpy as np

from minelab.boards.grid import CLOCKWISE, COVERED
from minelab.engine.compile import kernel
from minelab.engine.state import (
    BLASTS,
    DEDUCED,
    FLAGGED,
    LEFT,
    N_LOG,
    N_WORK,
    QUEUED,
    SINGLE,
    STAMP,
    TOTAL,
    WORK,
    covered_in,
    flag_cell,
    is_over,
    make_move,
    need_in,
    note,
    open_cell,
)

ROW_STEPS = np.array([dr for dr, dc in CLOCKWISE])
COL_STEPS = np.array([dc for dr, dc in CLOCKWISE])
N_TO_DO, NEXT = 8, 9  # the last two columns of a frame


@kernel
def run_single(truth, seen, info, work, zeros, count, log, stride, cascade, must_mark):
    """Open and flag all that single clues prove, until none of them decides anything."""
    while count[N_WORK] > 0:
        count[N_WORK] -= 1
        clue = np.int64(work[count[N_WORK]])
        info[clue] &= ~QUEUED
        count[WORK] += 1
        mined = need_in(info[clue]) > 0
        for base in range(clue - stride, clue + stride + 1, stride):
            for j in range(base - 1, base + 2):
                if seen[j] != COVERED:
                    continue
                count[DEDUCED + SINGLE] += 1
                note(log, count, j, mined, SINGLE, clue)
                if mined:
                    flag_cell(j, seen, info, work, count, stride)
                else:
                    open_cell(j, truth, seen, info, work, zeros, count, stride, cascade)
                if is_over(count, must_mark):
                    return


@kernel
def apply_clue(clue, seen, info, work, count, log, known_at, proof, stride, must_mark):
    """What one clue proves of the neighbours of which nothing is known yet."""
    count[WORK] += 1
    hidden = 0
    for k in range(8):
        j = clue + ROW_STEPS[k] * stride + COL_STEPS[k]
        hidden += seen[j] == COVERED and known_at[j] == 0
    need = need_in(info[clue])
    if hidden == 0 or not (need == 0 or need == hidden):
        return
    mined = need > 0
    for k in range(8):
        j = clue + ROW_STEPS[k] * stride + COL_STEPS[k]
        if seen[j] == COVERED and known_at[j] == 0 and not is_over(count, must_mark):
            if mined:
                count[DEDUCED + SINGLE] += 1
                note(log, count, j, True, SINGLE, clue)
                flag_cell(j, seen, info, work, count, stride)
            else:
                count[STAMP] += 1
                known_at[j] = count[STAMP]
                proof[j] = clue


@kernel
def stamp_open(i, seen, count, known_at, rows, cols, cascade):
    """Note when cell i, and what a cascade opened with it, became known to be safe."""
    if seen[i] >= 0 and known_at[i] == 0:
        count[STAMP] += 1
        known_at[i] = count[STAMP]
    if cascade and seen[i] == 0:
        for r in range(rows):
            for j in range((r + 2) * (cols + 2) + 2, (r + 2) * (cols + 2) + 2 + cols):
                if seen[j] >= 0 and known_at[j] == 0:
                    count[STAMP] += 1
                    known_at[j] = count[STAMP]


@kernel
def fill_frame(frame, depth, i, known_at, stride):
    """List the neighbours of cell i that are known to be safe, longest known first."""
    n = 0
    for k in range(8):
        j = i + ROW_STEPS[k] * stride + COL_STEPS[k]
        if known_at[j] > 0:
            at = n
            while at > 0 and known_at[frame[depth, at - 1]] > known_at[j]:
                frame[depth, at] = frame[depth, at - 1]
                at -= 1
            frame[depth, at] = j
            n += 1
    frame[depth, N_TO_DO] = n
    frame[depth, NEXT] = 0


@kernel
def visit(
    i, truth, seen, info, work, zeros, count, log, known_at, proof, frame,
    rows, cols, cascade, must_mark,
):  # fmt: skip
    """All that follows from cell i, just opened."""
    stride = cols + 2
    stamp_open(i, seen, count, known_at, rows, cols, cascade)
    if seen[i] < 0:
        return
    apply_clue(i, seen, info, work, count, log, known_at, proof, stride, must_mark)
    fill_frame(frame, 0, i, known_at, stride)
    depth = 0
    while depth >= 0 and not is_over(count, must_mark):
        if frame[depth, NEXT] == frame[depth, N_TO_DO]:
            depth -= 1
            continue
        j = np.int64(frame[depth, frame[depth, NEXT]])
        frame[depth, NEXT] += 1
        fresh = seen[j] == COVERED
        if fresh:
            count[DEDUCED + SINGLE] += 1
            note(log, count, j, False, SINGLE, proof[j])
            open_cell(j, truth, seen, info, work, zeros, count, stride, cascade)
            stamp_open(j, seen, count, known_at, rows, cols, cascade)
        apply_clue(j, seen, info, work, count, log, known_at, proof, stride, must_mark)
        if fresh:
            depth += 1
            fill_frame(frame, depth, j, known_at, stride)


@kernel
def run_total(
    reduce, n_mines, truth, seen, info, work, zeros, taken, count, log, rows, cols, cascade,
    must_mark,
):  # fmt: skip
    """Make the moves that the total proves; False if it proves none.

    reduce: first take away clues that share no cell, row by row; `taken` marks their cells.
    """
    stride = cols + 2
    left, mines = count[LEFT], n_mines - count[FLAGGED] - count[BLASTS]
    if not reduce and mines != 0 and mines != left:
        return False
    for i in range(taken.size):
        taken[i] = 0
    for r in range(rows if reduce else 0):
        first = (r + 2) * stride + 2
        for clue in range(first, first + cols):
            if seen[clue] < 0 or covered_in(info[clue]) == 0:
                continue
            apart = True
            for base in range(clue - stride, clue + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    apart = apart and not (seen[j] == COVERED and taken[j])
            if not apart:
                continue
            left -= covered_in(info[clue])
            mines -= need_in(info[clue])
            for base in range(clue - stride, clue + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    taken[j] = 1
    if left == 0 or (mines != 0 and mines != left):
        return False
    method = TOTAL if reduce else SINGLE
    mined = np.int64(mines > 0)
    look = count[N_LOG]
    for r in range(rows):
        first = (r + 2) * stride + 2
        for i in range(first, first + cols):
            if seen[i] == COVERED and not taken[i] and not is_over(count, must_mark):
                make_move(
                    i, mined, method, look, truth, seen, info, work, zeros, count, log, stride,
                    cascade,
                )  # fmt: skip
    return True
