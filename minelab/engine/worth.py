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

from minelab.engine.compile import inlined, kernel
from minelab.engine.endgame import part_worth
from minelab.engine.odds import box_risk, outside_risk
from minelab.engine.parts import END_CELL, FIRST_CELL, N_BOX, N_CELL, N_PART
from minelab.engine.state import covered_in, need_in
from minelab.grid import COVERED

FEATURES = (
    "undecided", "mines", "density", "free cells", "free risk", "safe", "any safe",
    "least risk", "second risk", "log layouts", "frontier", "doubt", "under .1", "under .25",
    "under .4", "open parts", "open doubt", "open danger", "closed parts", "closed cells",
    "closed doubt", "closed danger", "safe beside", "zeros hoped", "best zero", "contacts",
    "free corners", "free edges", "pairs", "pairs in a box", "squares", "worst part",
    "closed loss", "closed unknown", "loss and nothing else", "closed",
)  # fmt: skip
N_FEATURES = len(FEATURES)
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
    """The features of an evaluated position."""
    stride = cols + 2
    label, cells, parts, tally = parts_space[0], parts_space[3], parts_space[8], parts_space[9]
    n_safe, n_mined, beside, contacts = 0, 0, 0, 0
    least, second = 1.0, 1.0
    frontier, doubt, under_1, under_2, under_4 = 0, 0.0, 0, 0, 0
    n_open, open_doubt, open_danger = 0, 0.0, 0.0
    n_closed, closed_cells, closed_doubt, closed_danger = 0, 0, 0.0, 0.0
    zeros, best_zero, worst = 0.0, 0.0, 0.0
    pairs, box_pairs, squares = 0.0, 0.0, 0.0
    closed_loss, unknown = 0.0, 0
    for p in range(tally[N_PART]):
        n, of_part, lowest, touching, foreign = 0, 0.0, 1.0, 0, 0
        first_box = cells[parts[p, FIRST_CELL], 1]
        end_box = tally[N_BOX]
        if p + 1 < tally[N_PART]:
            end_box = cells[parts[p + 1, FIRST_CELL], 1]
        for k in range(parts[p, FIRST_CELL], parts[p, END_CELL]):
            i = np.int64(cells[k, 0])
            q = chance[i]
            if q == 1:
                n_mined += 1
                continue
            if q == 0:
                n_safe += 1
                useful, zero = False, 1.0
                for base in range(i - stride, i + stride + 1, stride):
                    for j in range(base - 1, base + 2):
                        if seen[j] == COVERED:
                            useful = useful or 0 < chance[j] < 1
                            zero *= 1 - chance[j]
                beside += useful
                if useful:
                    zeros += zero
                    best_zero = max(best_zero, zero)
                continue
            n += 1
            of_part += 4 * q * (1 - q)
            lowest = min(lowest, q)
            if q < least:
                least, second = q, least
            else:
                second = min(second, q)
            under_1 += q < 0.1
            under_2 += q < 0.25
            under_4 += q < 0.4
            for base in range(i - stride, i + stride + 1, stride):
                for j in range(base - 1, base + 2):
                    if seen[j] == COVERED and 0 < chance[j] < 1:
                        touching += label[j] == 0
                        foreign += label[j] < 0 and not first_box <= -label[j] - 1 < end_box
            for j in (i + 1, i + stride):
                if 0 < chance[j] < 1:
                    toss = side_by_side(i, j, stride, chance, seen, info)
                    if toss > FAINT:
                        if label[j] == label[i]:
                            box_pairs -= np.log1p(-toss / 2)
                        else:
                            pairs -= np.log1p(-toss / 2)
            for j in (i + stride - 1, i + stride + 1):
                if 0 < chance[j] < 1:
                    toss = corner_to_corner(i, j, stride, chance, seen, info)
                    if toss > FAINT:
                        pairs -= np.log1p(-toss / 2)
            toss = in_a_square(i, stride, chance)
            if toss > FAINT:
                squares -= np.log1p(-toss / 2)
        if n == 0:
            continue
        frontier += n
        doubt += of_part
        danger = -np.log1p(-lowest)
        worst = max(worst, danger)
        contacts += touching
        if touching > 0:
            n_open += 1
            open_doubt += of_part
            open_danger += danger
        else:
            n_closed += 1
            closed_cells += n
            closed_doubt += of_part
            closed_danger += danger
            worth = -1.0
            if foreign == 0:
                worth = part_worth(p, seen, stride, chance, parts_space, search, endgame)
            if worth > 0:
                closed_loss -= np.log(worth)
            else:
                closed_loss += danger
                unknown += 1
    n_free = covered - tally[N_CELL]
    corners, edges = 0, 0
    if n_free > 0:
        if elsewhere == 0:
            n_safe += n_free
            n_free = 0
        elif elsewhere == 1:
            n_mined += n_free
            n_free = 0
        else:
            if elsewhere < least:
                least, second = elsewhere, elsewhere if n_free > 1 else least
            else:
                second = min(second, elsewhere)
            first, last = 2 * stride + 2, (rows + 1) * stride + 2
            for c in range(cols):
                edges += is_free(first + c, seen, label) + is_free(last + c, seen, label)
            for r in range(rows):
                i = (r + 2) * stride + 2
                edges += is_free(i, seen, label) + is_free(i + cols - 1, seen, label)
            for i in (first, first + cols - 1, last, last + cols - 1):
                corners += is_free(i, seen, label)
    undecided = frontier + n_free
    left = mines - n_mined
    x[0] = undecided / 100
    x[1] = left / 20
    x[2] = left / max(1, undecided)
    x[3] = n_free / 100
    x[4] = elsewhere if n_free > 0 else 0.0
    x[5] = np.log1p(n_safe)
    x[6] = n_safe > 0
    x[7] = least
    x[8] = second
    x[9] = log_n / 20
    x[10] = frontier / 20
    x[11] = doubt / 10
    x[12] = under_1 / 5
    x[13] = under_2 / 10
    x[14] = under_4 / 20
    x[15] = n_open / 3
    x[16] = open_doubt / 10
    x[17] = open_danger
    x[18] = n_closed / 3
    x[19] = closed_cells / 10
    x[20] = closed_doubt / 5
    x[21] = closed_danger
    x[22] = np.log1p(beside)
    x[23] = zeros
    x[24] = best_zero
    x[25] = contacts / 30
    x[26] = corners
    x[27] = np.sqrt(edges / 10)
    x[28] = pairs
    x[29] = box_pairs
    x[30] = squares
    x[31] = worst
    x[32] = closed_loss
    x[33] = unknown
    x[34] = closed_loss if n_free == 0 and n_open == 0 else 0.0
    x[35] = n_free == 0 and n_open == 0


@inlined
def is_free(i, seen, label):
    """Whether a cell is covered and no clue touches it."""
    return seen[i] == COVERED and label[i] == 0


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
