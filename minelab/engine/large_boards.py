"""Complete inference and the least risk on large boards: each part by itself.

On a board of many parts the total can't be folded in before every guess. Here it enters through
the running density instead, the share of mines among the covered cells, rounded to hundredths.
That makes parts independent, so a part is solved again only when something near it has changed,
or when the density has. What is certain follows from clues alone.

A part that was solved gets a stamp, which its cells and clues wear, and its best guess goes into
a heap; an entry counts as long as its cell wears its stamp. Cells that no clue touches, fields,
have a heap of their own, in which an entry counts while its number of covered neighbours is
right; those with all eight covered are found row by row.

  stamps   int32  per cell: the stamp of its part, 0 for none
  guesses  int64  a heap of the best guesses: `preference`, stamp
  fields   int64  a heap of cells that no clue touches and that have lost a covered neighbour, or
                  never had eight: `preference` without risk, 0
  note     int64  counters: N_READ (settled cells seen), N_GUESSES, N_FIELDS, CURSOR (the first
                  cell that may have all neighbours covered), LAST_STAMP, HUNDREDTHS
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    AT,
    FINAL,
    N_CELL,
    N_CLUE,
    N_MOVE,
    N_STATE,
    N_WEIGHT,
    forget_parts,
    gather_part,
    order_part,
)
from minelab.engine.exact import CELL, CELL_BITS, preference
from minelab.engine.odds import SOLVED, box_risk, fill_chances, solve_part, way_back
from minelab.engine.state import BLASTS, EXACT, FLAGGED, LEFT, N_LOG, OPEN, covered_in
from minelab.engine.suppose import LOOKED, N_FACTS, N_MADE, make_next_fact

N_READ, N_GUESSES, N_FIELDS, CURSOR, LAST_STAMP, HUNDREDTHS = range(6)
ALL = 9  # covered cells around a cell of which nothing is known, itself included


def local_space(rows: int, cols: int) -> tuple:
    """The arrays that remember what was solved."""
    n = rows * cols
    return (
        np.empty((rows + 4) * (cols + 2) + 4, np.int32),  # stamps
        np.empty((2 * n, 2), np.int64),  # guesses
        np.empty((2 * n, 2), np.int64),  # fields
        np.empty(6, np.int64),  # note
    )


@kernel
def start_local(seen, info, stride, stamps, fields, note):
    """Nothing solved yet; every cell is one that no clue touches."""
    for i in range(stamps.size):
        stamps[i] = 0
    for k in range(note.size):
        note[k] = 0
    find_fields(seen, info, stride, fields, note)


@kernel
def run_local(
    told, truth, seen, info, work, zeros, count, log, cols, cascade, parts_space, search,
    facts, memo, local,
):  # fmt: skip
    """Make one move that the clues prove; False if there is none."""
    stride = cols + 2
    if make_next_fact(
        EXACT, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    ):
        return True
    stamps, guesses, fields, note = local
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    memo[LOOKED] = count[N_LOG]
    before = note[LAST_STAMP]
    left, mines = count[LEFT], told - count[FLAGGED] - count[BLASTS]
    hundredths = min(99, max(1, (200 * mines + left) // (2 * left)))
    if hundredths != note[HUNDREDTHS]:
        note[HUNDREDTHS] = hundredths
        fill_chances(search[0], hundredths / 100)
        n = note[N_GUESSES]
        note[N_GUESSES] = 0
        for k in range(n):  # solving adds at most one entry for each that has been read
            i, stamp = guesses[k, 0] & CELL, guesses[k, 1]
            if seen[i] == COVERED and stamps[i] == stamp:
                solve_near(
                    i, 1, before, seen, info, stride, facts, memo, parts_space, search, local
                )
    n_cells = work.size // 2
    for k in range(note[N_READ], n_cells - left):
        i = np.int64(work[n_cells + k])
        reach = 1 if seen[i] >= 0 else 2  # around a mine, other parts have a hidden cell less
        solve_near(i, reach, before, seen, info, stride, facts, memo, parts_space, search, local)
        if seen[i] < 0:
            add_fields(i, seen, info, stride, fields, note)
    note[N_READ] = n_cells - left
    return make_next_fact(
        EXACT, facts, memo, truth, seen, info, work, zeros, count, log, stride, cascade
    )


@kernel
def solve_near(i, reach, before, seen, info, stride, facts, memo, parts_space, search, local):
    """Solve the parts of all clues near cell i that have not been solved since `before`."""
    stamps = local[0]
    for base in range(i - reach * stride, i + reach * stride + 1, stride):
        for j in range(base - reach, base + reach + 1):
            if info[j] & OPEN and covered_in(info[j]) > 0 and stamps[j] <= before:
                solve_local(j, seen, info, stride, facts, memo, parts_space, search, local)


@kernel
def solve_local(clue, seen, info, stride, facts, memo, parts_space, search, local):
    """Solve the part of a clue: what is certain in it becomes facts, else its best guess is kept.

    A part that is too large to solve is guessed at as if no clue touched it.
    """
    label, clues, boxes, cells, order, waiting, steps, change, parts, tally = parts_space
    (
        chances, keys, span, start, ways, rest, moves, layers, table, sums, bounds, scales,
    ) = search  # fmt: skip
    stamps, guesses, fields, note = local
    forget_parts(label, clues, cells, tally)
    tally[N_STATE] = 0
    tally[N_WEIGHT] = 0
    tally[N_MOVE] = 0
    gather_part(clue, seen, info, stride, label, clues, boxes, cells, parts, tally)
    solved = order_part(0, clues, boxes, order, waiting, steps, change, parts, tally)
    if solved:
        solved = SOLVED == solve_part(
            0, False, boxes, order, steps, change, parts, chances, keys, span, start, ways, moves,
            layers, table, scales, tally,
        )  # fmt: skip
    if solved:
        rest[start[parts[0, FINAL]]] = 1.0
        way_back(
            0, False, boxes, order, parts, chances, span, start, ways, rest, moves, layers, sums,
            bounds,
        )  # fmt: skip
    note[LAST_STAMP] += 1
    for c in range(tally[N_CLUE]):
        stamps[clues[c, AT]] = note[LAST_STAMP]
    best = np.int64(-1)
    n_facts = memo[N_FACTS]
    for k in range(tally[N_CELL]):
        i = np.int64(cells[k, 0])
        stamps[i] = note[LAST_STAMP]
        risk = box_risk(cells[k, 1], boxes, sums, bounds) if solved else note[HUNDREDTHS] / 100
        if solved and (risk == 0 or risk == 1):
            facts[memo[N_FACTS], 0] = i
            facts[memo[N_FACTS], 1] = risk == 1
            memo[N_FACTS] += 1
        choice = preference(risk, np.int64(covered_in(info[i])), i)
        if best < 0 or choice < best:
            best = choice
    if memo[N_FACTS] == n_facts:
        add_guess(best, note[LAST_STAMP], seen, stamps, guesses, note)


@kernel
def least_local_risk(seen, info, stride, local):
    """The cell of least risk, by the parts as they were solved last."""
    stamps, guesses, fields, note = local
    best = np.int64(-1)
    while note[N_GUESSES] > 0:
        i = guesses[0, 0] & CELL
        if seen[i] == COVERED and stamps[i] == guesses[0, 1]:
            best = guesses[0, 0]
            break
        note[N_GUESSES] = drop_top(guesses, note[N_GUESSES])
    field = next_field(seen, info, stride, fields, note)
    if field >= 0:
        choice = preference(note[HUNDREDTHS] / 100, field >> CELL_BITS, field & CELL)
        if best < 0 or choice < best:
            best = choice
    return best & CELL


@inlined
def is_field(i, seen, stride):
    """Whether a cell is covered and no clue touches it."""
    field = seen[i] == COVERED
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            field = field and seen[j] < 0
    return field


@kernel
def next_field(seen, info, stride, fields, note):
    """The best of the cells that no clue touches, -1 if there is none."""
    while note[N_FIELDS] > 0:
        i, hidden = fields[0, 0] & CELL, fields[0, 0] >> CELL_BITS
        if is_field(i, seen, stride) and covered_in(info[i]) == hidden:
            return fields[0, 0]
        note[N_FIELDS] = drop_top(fields, note[N_FIELDS])
    while note[CURSOR] < seen.size:
        i = note[CURSOR]
        if seen[i] == COVERED and covered_in(info[i]) == ALL:
            return ALL << CELL_BITS | i
        note[CURSOR] += 1
    return np.int64(-1)


@kernel
def find_fields(seen, info, stride, fields, note):
    """Fill the heap of cells that no clue touches."""
    n = np.int64(0)
    for i in range(2 * stride + 2, seen.size - 2 * stride - 2):
        if seen[i] == COVERED and covered_in(info[i]) < ALL and is_field(i, seen, stride):
            fields[n, 0] = np.int64(covered_in(info[i])) << CELL_BITS | i
            fields[n, 1] = 0
            n += 1
    for k in range(n // 2, -1, -1):
        sink(k, fields, n)
    note[N_FIELDS] = n


@kernel
def add_fields(i, seen, info, stride, fields, note):
    """Cells around i that no clue touches have one covered neighbour less."""
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if not is_field(j, seen, stride):
                continue
            if note[N_FIELDS] == fields.shape[0]:
                find_fields(seen, info, stride, fields, note)
            else:
                choice = np.int64(covered_in(info[j])) << CELL_BITS | j
                note[N_FIELDS] = push(choice, 0, fields, note[N_FIELDS])


@kernel
def add_guess(choice, stamp, seen, stamps, guesses, note):
    """Keep the best guess of a part; entries that count no more make room if need be."""
    if note[N_GUESSES] == guesses.shape[0]:
        n = note[N_GUESSES]
        note[N_GUESSES] = 0
        for k in range(n):
            i, old = guesses[k, 0] & CELL, guesses[k, 1]
            if seen[i] == COVERED and stamps[i] == old:
                note[N_GUESSES] = push(guesses[k, 0], old, guesses, note[N_GUESSES])
    note[N_GUESSES] = push(choice, stamp, guesses, note[N_GUESSES])


@kernel
def push(value, stamp, heap, n):
    """Add an entry to a heap of n; how many it has now."""
    k = n
    while k > 0 and value < heap[(k - 1) // 2, 0]:
        heap[k, 0] = heap[(k - 1) // 2, 0]
        heap[k, 1] = heap[(k - 1) // 2, 1]
        k = (k - 1) // 2
    heap[k, 0] = value
    heap[k, 1] = stamp
    return n + 1


@kernel
def drop_top(heap, n):
    """Take the least entry off a heap of n; how many it has now."""
    heap[0, 0] = heap[n - 1, 0]
    heap[0, 1] = heap[n - 1, 1]
    sink(0, heap, n - 1)
    return n - 1


@kernel
def sink(k, heap, n):
    """Let entry k of a heap of n sink to where it belongs."""
    value, stamp = heap[k, 0], heap[k, 1]
    while 2 * k + 1 < n:
        child = 2 * k + 1
        if child + 1 < n and heap[child + 1, 0] < heap[child, 0]:
            child += 1
        if value <= heap[child, 0]:
            break
        heap[k, 0] = heap[child, 0]
        heap[k, 1] = heap[child, 1]
        k = child
    heap[k, 0] = value
    heap[k, 1] = stamp
