"""What a position is worth: features of an evaluated position, and a small network over them.

The features say what the risks alone don't: how much is undecided, what can still be learned, and
where two cells may stay a coin toss to the end. The network is data (minelab/champion.npz); its
hidden units are x / (1 + |x|), which every machine rounds alike.

  chance   float64  per cell: its risk if it is covered; 1 for known mines and beyond the border,
                    0 for what is open
  x        float64  the features, in the order of FEATURES
  net      first and second layer, output (weights, then bias), and the mean and scale of features
"""

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import END_CELL, FIRST_CELL, N_BOX, N_CELL, N_PART
from minelab.engine.endgame import part_worth
from minelab.engine.odds import box_risk, outside_risk
from minelab.engine.state import covered_in, need_in

FEATURES = (
    "undecided", "mines", "density", "free cells", "free risk", "safe", "any safe",
    "least risk", "second risk", "log layouts", "frontier", "doubt", "under .1", "under .25",
    "under .4", "open parts", "open doubt", "open danger", "closed parts", "closed cells",
    "closed doubt", "closed danger", "safe beside", "zeros hoped", "best zero", "contacts",
    "free corners", "free edges", "pairs", "pairs in a box", "squares", "worst part",
    "closed loss", "closed unknown", "loss and nothing else", "closed",
)  # fmt: skip
N_FEATURES = len(FEATURES)
(
    UNDECIDED, MINES, DENSITY, FREE, FREE_RISK, SAFE, ANY_SAFE, LEAST, SECOND, LOG_LAYOUTS,
    FRONTIER, DOUBT, UNDER_1, UNDER_25, UNDER_4, OPEN_PARTS, OPEN_DOUBT, OPEN_DANGER,
    CLOSED_PARTS, CLOSED_CELLS, CLOSED_DOUBT, CLOSED_DANGER, BESIDE, ZEROS, BEST_ZERO, CONTACTS,
    CORNERS, EDGES, PAIRS, BOX_PAIRS, SQUARES, WORST, CLOSED_LOSS, UNKNOWN, LOSS_ALONE, CLOSED,
) = range(N_FEATURES)  # fmt: skip
HIDDEN_1, HIDDEN_2 = 32, 16
FAINT = 0.02  # chances of a coin toss below this are left out


@kernel
def fill_risks(covered, mines, seen, parts_space, search, folds, chance):
    """The risk of every covered cell after an evaluation."""
    boxes, cells, parts, tally = parts_space[2], parts_space[3], parts_space[8], parts_space[9]
    sums, bounds = search[9], search[10]
    before, after, starts = folds
    elsewhere = 0.0
    if covered > tally[N_CELL]:
        elsewhere = outside_risk(covered, mines, parts, tally, before, after, starts)
    for i in range(seen.size):
        code = seen[i]
        chance[i] = elsewhere if code == COVERED else 0.0 if code >= 0 else 1.0
    for k in range(tally[N_CELL]):
        chance[cells[k, 0]] = box_risk(cells[k, 1], boxes, sums, bounds)
    return elsewhere


@kernel
def describe(
    covered, mines, log_n, elsewhere, seen, info, rows, cols, parts_space, search, chance, x,
    endgame,
):  # fmt: skip
    """The features of an evaluated position: counted and added up first, then brought to size."""
    tally = parts_space[9]
    for f in range(N_FEATURES):
        x[f] = 0
    x[LEAST] = 1
    x[SECOND] = 1
    left = mines
    for p in range(tally[N_PART]):
        left -= describe_part(p, seen, info, cols + 2, parts_space, search, chance, x, endgame)
    n_free = covered - tally[N_CELL]
    if elsewhere == 0:
        x[SAFE] += n_free
    elif elsewhere == 1:
        left -= n_free
    elif n_free > 0:
        describe_free(n_free, elsewhere, seen, parts_space[0], rows, cols, x)
    undecided = x[FRONTIER] + x[FREE]
    closed = x[FREE] == 0 and x[OPEN_PARTS] == 0
    x[LOSS_ALONE] = x[CLOSED_LOSS] if closed else 0.0
    x[CLOSED] = closed
    x[UNDECIDED] = undecided / 100
    x[MINES] = left / 20
    x[DENSITY] = left / max(1, undecided)
    x[FREE] /= 100
    x[ANY_SAFE] = x[SAFE] > 0
    x[SAFE] = np.log1p(x[SAFE])
    x[LOG_LAYOUTS] = log_n / 20
    x[FRONTIER] /= 20
    x[DOUBT] /= 10
    x[UNDER_1] /= 5
    x[UNDER_25] /= 10
    x[UNDER_4] /= 20
    x[OPEN_PARTS] /= 3
    x[OPEN_DOUBT] /= 10
    x[CLOSED_PARTS] /= 3
    x[CLOSED_CELLS] /= 10
    x[CLOSED_DOUBT] /= 5
    x[BESIDE] = np.log1p(x[BESIDE])
    x[CONTACTS] /= 30
    x[EDGES] = np.sqrt(x[EDGES] / 10)


@kernel
def describe_part(p, seen, info, stride, parts_space, search, chance, x, endgame):
    """Add what a part brings; how many of its cells are certain mines."""
    cells, parts, tally = parts_space[3], parts_space[8], parts_space[9]
    n_mined, n, doubt, lowest, touching, foreign = 0, 0, 0.0, 1.0, 0, 0
    first_box, end_box = np.int64(cells[parts[p, FIRST_CELL], 1]), tally[N_BOX]
    if p + 1 < tally[N_PART]:
        end_box = np.int64(cells[parts[p + 1, FIRST_CELL], 1])
    for k in range(parts[p, FIRST_CELL], parts[p, END_CELL]):
        i = np.int64(cells[k, 0])
        q = chance[i]
        if q == 1:
            n_mined += 1
        elif q == 0:
            describe_safe(i, seen, stride, chance, x)
        else:
            n += 1
            doubt += 4 * q * (1 - q)
            lowest = min(lowest, q)
            outer, others = describe_doubtful(
                i, first_box, end_box, seen, info, stride, parts_space[0], chance, x
            )
            touching += outer
            foreign += others
    if n == 0:
        return n_mined
    danger = -np.log1p(-lowest)
    x[FRONTIER] += n
    x[DOUBT] += doubt
    x[WORST] = max(x[WORST], danger)
    x[CONTACTS] += touching
    if touching > 0:
        x[OPEN_PARTS] += 1
        x[OPEN_DOUBT] += doubt
        x[OPEN_DANGER] += danger
        return n_mined
    x[CLOSED_PARTS] += 1
    x[CLOSED_CELLS] += n
    x[CLOSED_DOUBT] += doubt
    x[CLOSED_DANGER] += danger
    worth = -1.0
    if foreign == 0:
        worth = part_worth(p, seen, stride, chance, parts_space, search, endgame)
    if worth > 0:
        x[CLOSED_LOSS] -= np.log(worth)
    else:
        x[CLOSED_LOSS] += danger
        x[UNKNOWN] += 1
    return n_mined


@kernel
def describe_safe(i, seen, stride, chance, x):
    """Add what a safe cell brings: whether it can teach something, and its chance to be a 0."""
    useful, zero = False, 1.0
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED:
                useful = useful or 0 < chance[j] < 1
                zero *= 1 - chance[j]
    x[SAFE] += 1
    if useful:
        x[BESIDE] += 1
        x[ZEROS] += zero
        x[BEST_ZERO] = max(x[BEST_ZERO], zero)


@kernel
def describe_doubtful(i, first_box, end_box, seen, info, stride, label, chance, x):
    """Add what an undecided cell brings; its neighbours outside all parts, and in other parts."""
    q = chance[i]
    note_risk(q, x)
    x[UNDER_1] += q < 0.1
    x[UNDER_25] += q < 0.25
    x[UNDER_4] += q < 0.4
    touching, foreign = 0, 0
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED and 0 < chance[j] < 1:
                touching += label[j] == 0
                foreign += label[j] < 0 and not first_box <= -label[j] - 1 < end_box
    for j in (i + 1, i + stride):
        if 0 < chance[j] < 1:
            kind = BOX_PAIRS if label[j] == label[i] else PAIRS
            note_toss(side_by_side(i, j, stride, chance, seen, info), kind, x)
    for j in (i + stride - 1, i + stride + 1):
        if 0 < chance[j] < 1:
            note_toss(corner_to_corner(i, j, stride, chance, seen, info), PAIRS, x)
    note_toss(in_a_square(i, stride, chance), SQUARES, x)
    return touching, foreign


@kernel
def describe_free(n_free, risk, seen, label, rows, cols, x):
    """Add what undecided cells that no clue touches bring."""
    stride = cols + 2
    x[FREE] = n_free
    x[FREE_RISK] = risk
    note_risk(risk, x)
    if n_free > 1:
        note_risk(risk, x)
    first, last = 2 * stride + 2, (rows + 1) * stride + 2
    for c in range(cols):
        x[EDGES] += is_free(first + c, seen, label) + is_free(last + c, seen, label)
    for r in range(rows):
        i = (r + 2) * stride + 2
        x[EDGES] += is_free(i, seen, label) + is_free(i + cols - 1, seen, label)
    for i in (first, first + cols - 1, last, last + cols - 1):
        x[CORNERS] += is_free(i, seen, label)


@inlined
def note_risk(q, x):
    """Keep the two least risks."""
    if q < x[LEAST]:
        x[SECOND] = x[LEAST]
        x[LEAST] = q
    else:
        x[SECOND] = min(x[SECOND], q)


@inlined
def note_toss(toss, kind, x):
    """Add the loss that a coin toss at the end would bring, unless it is faint."""
    if toss > FAINT:
        x[kind] -= np.log1p(-toss / 2)


@inlined
def is_free(i, seen, label):
    """1 if a cell is covered and no clue touches it, else 0; a number, as cells are added up."""
    return np.int64(seen[i] == COVERED and label[i] == 0)


@inlined
def one_of_two(a, b, stride, chance, seen, info):
    """The chance that just one of two cells is mined: 1 if a clue says so, else as if apart."""
    for base in range(a - stride, a + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] >= 0 and covered_in(info[j]) == 2 and need_in(info[j]) == 1:
                near_b = False
                for row in range(b - stride, b + stride + 1, stride):
                    near_b = near_b or row - 1 <= j <= row + 1
                if near_b:
                    return 1.0
    return chance[a] * (1 - chance[b]) + chance[b] * (1 - chance[a])


@kernel
def side_by_side(a, b, stride, chance, seen, info):
    """The chance that two neighbours stay a toss: all that sees only one of them is mined."""
    away = stride if b == a + 1 else 1
    product = 1.0
    for end in (2 * a - b, 2 * b - a):
        for j in (end - away, end, end + away):
            product *= chance[j]
            if product < FAINT:
                return 0.0
    return product * one_of_two(a, b, stride, chance, seen, info)


@kernel
def corner_to_corner(a, b, stride, chance, seen, info):
    """The same for two cells that meet at a corner."""
    step = b - a
    along = 1 if step == stride + 1 else -1
    product = 1.0
    for j in (
        a - step, a - stride, a - along, a - stride + along, a + stride - along,
        b + step, b + stride, b + along, b + stride - along, b - stride + along,
    ):  # fmt: skip
        product *= chance[j]
        if product < FAINT:
            return 0.0
    return product * one_of_two(a, b, stride, chance, seen, info)


@kernel
def in_a_square(a, stride, chance):
    """The chance that the square right of and below a cell stays a toss between its diagonals."""
    b, c, d = a + 1, a + stride, a + stride + 1
    inside = 0 < chance[b] < 1 and 0 < chance[c] < 1 and 0 < chance[d] < 1
    if not inside:
        return 0.0
    product = 1.0
    for j in (a - stride - 1, b - stride + 1, c + stride - 1, d + stride + 1):
        product *= chance[j]
        if product < FAINT:
            return 0.0
    qa, qb, qc, qd = chance[a], chance[b], chance[c], chance[d]
    return product * (qa * qd * (1 - qb) * (1 - qc) + qb * qc * (1 - qa) * (1 - qd))


@kernel
def chance_to_win(x, net, hidden):
    """What the network says of these features."""
    first, bias_1, second, bias_2, output, bias_3, mean, scale = net
    h, g = hidden
    for o in range(HIDDEN_1):
        h[o] = bias_1[o]
    for f in range(N_FEATURES):
        value = (x[f] - mean[f]) * scale[f]
        for o in range(HIDDEN_1):
            h[o] += first[f, o] * value
    for o in range(HIDDEN_2):
        g[o] = bias_2[o]
    for f in range(HIDDEN_1):
        value = h[f] / (1 + abs(h[f]))
        for o in range(HIDDEN_2):
            g[o] += second[f, o] * value
    total = bias_3[0]
    for f in range(HIDDEN_2):
        total += output[f] * (g[f] / (1 + abs(g[f])))
    return 1 / (1 + np.exp(-total))
