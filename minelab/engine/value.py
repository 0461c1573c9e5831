"""The value of a position: features of an evaluated position, and a small network over them.

The features say what the risks alone don't: how much is undecided, what can still be learned, and
where two cells may stay a coin toss to the end. The network is data (agents/champion.npz); its
hidden units are x / (1 + |x|), which every machine rounds alike.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import END_CELL, FIRST_CELL, N_BOX, N_CELL, N_COMPONENTS
from minelab.engine.endgame import Endgame, component_value
from minelab.engine.odds import outside_risk
from minelab.engine.state import covered_in, need_in, padded_size

FEATURES = (
    "undecided", "mines", "density", "free cells", "free risk", "safe", "any safe",
    "least risk", "second risk", "log layouts", "frontier", "doubt", "under .1", "under .25",
    "under .4", "open components", "open doubt", "open danger", "closed components",
    "closed cells", "closed doubt", "closed danger", "safe beside", "zeros hoped", "best zero",
    "contacts", "free corners", "free edges", "pairs", "pairs in a box", "squares",
    "worst component", "closed loss", "closed unknown", "loss and nothing else", "closed",
)  # fmt: skip
N_FEATURES = len(FEATURES)
(
    UNDECIDED, MINES, DENSITY, FREE, FREE_RISK, SAFE, ANY_SAFE, LEAST, SECOND, LOG_LAYOUTS,
    FRONTIER, DOUBT, UNDER_1, UNDER_25, UNDER_4, OPEN_COMPONENTS, OPEN_DOUBT, OPEN_DANGER,
    CLOSED_COMPONENTS, CLOSED_CELLS, CLOSED_DOUBT, CLOSED_DANGER, BESIDE, ZEROS, BEST_ZERO,
    CONTACTS, CORNERS, EDGES, PAIRS, BOX_PAIRS, SQUARES, WORST, CLOSED_LOSS, UNKNOWN, LOSS_ALONE,
    CLOSED,
) = range(N_FEATURES)  # fmt: skip
HIDDEN_1, HIDDEN_2 = 32, 16
SLIGHT = 1e-9  # bounds are off by this: at a risk of exactly .25 rounding does not decide
FAINT = 0.02 + SLIGHT  # chances of a coin toss up to this are left out


BY_TWO_SAFE, CONSTANT, OF_FEATURES = range(3)  # where the weights of a ranking begin


class Network(NamedTuple):
    """The weights and biases of two hidden layers and the output, and the scaling of features."""

    first: Any
    bias_1: Any
    second: Any
    bias_2: Any
    output: Any
    bias_3: Any
    mean: Any
    scale: Any
    ranking: Any
    """How close candidates are ranked: the weight of the chance to survive two guesses, and what
    the positions that may follow add, a constant and a weight per feature."""


class Valuation(NamedTuple):
    """What the value of a position is computed with."""

    chance: Any
    """float64 per cell: its risk if it is covered; 1 for known mines and beyond the border, 0 for
    what is open."""
    x: Any
    """float64: the features, in the order of FEATURES."""
    network: Network
    hidden: tuple[Any, Any]
    """float64: the units of the two hidden layers."""
    endgame: Endgame


def valuation_space(rows: int, cols: int, network: Any, endgame: Endgame) -> Valuation:
    """The arrays for positions of one size; network: its layers, in the order of `Network`."""
    return Valuation(
        chance=np.empty(padded_size(rows, cols)),
        x=np.empty(N_FEATURES),
        network=Network(*network),
        hidden=(np.empty(HIDDEN_1), np.empty(HIDDEN_2)),
        endgame=endgame,
    )


@kernel
def fill_risks(position, odds, chance):
    """The risk of every covered cell after an evaluation; returns that of cells no clue touches."""
    graph, seen = odds.graph, position.seen
    elsewhere = 0.0
    if position.covered > graph.tally[N_CELL]:
        elsewhere = outside_risk(position, odds)
    for i in range(seen.size):
        code = seen[i]
        chance[i] = elsewhere if code == COVERED else 0.0 if code >= 0 else 1.0
    for k in range(graph.tally[N_CELL]):
        chance[graph.cells[k, 0]] = odds.risk[graph.cells[k, 1]]
    return elsewhere


@kernel
def describe(log_n, elsewhere, position, odds, valuation):
    """The features of an evaluated position: counted and added up first, then scaled.

    log_n: the log of the number of layouts. elsewhere: the risk of cells that no clue touches.
    """
    x, tally = valuation.x, odds.graph.tally
    for f in range(N_FEATURES):
        x[f] = 0
    x[LEAST] = 1
    x[SECOND] = 1
    left = position.mines
    for c in range(tally[N_COMPONENTS]):
        left -= describe_component(c, position, odds, valuation)
    n_free = position.covered - tally[N_CELL]
    if elsewhere == 0:
        x[SAFE] += n_free
    elif elsewhere == 1:
        left -= n_free
    elif n_free > 0:
        describe_free(n_free, elsewhere, position, odds.graph.label, x)
    undecided = x[FRONTIER] + x[FREE]
    closed = x[FREE] == 0 and x[OPEN_COMPONENTS] == 0
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
    x[OPEN_COMPONENTS] /= 3
    x[OPEN_DOUBT] /= 10
    x[CLOSED_COMPONENTS] /= 3
    x[CLOSED_CELLS] /= 10
    x[CLOSED_DOUBT] /= 5
    x[BESIDE] = np.log1p(x[BESIDE])
    x[CONTACTS] /= 30
    x[EDGES] = np.sqrt(x[EDGES] / 10)


@inlined
def describe_component(component, position, odds, valuation):
    """Add the features of a component; how many of its cells are certain mines."""
    x, chance = valuation.x, valuation.chance
    cells, components, tally = odds.graph.cells, odds.graph.components, odds.graph.tally
    n_mined, n, doubt, lowest, touching, foreign = 0, 0, 0.0, 1.0, 0, 0
    first_box, end_box = np.int64(cells[components[component, FIRST_CELL], 1]), tally[N_BOX]
    if component + 1 < tally[N_COMPONENTS]:
        end_box = np.int64(cells[components[component + 1, FIRST_CELL], 1])
    for k in range(components[component, FIRST_CELL], components[component, END_CELL]):
        i = np.int64(cells[k, 0])
        q = chance[i]
        if q == 1:
            n_mined += 1
        elif q == 0:
            describe_safe(i, position, chance, x)
        else:
            n += 1
            doubt += 4 * q * (1 - q)
            lowest = min(lowest, q)
            outer, others = describe_doubtful(
                i, first_box, end_box, position, odds.graph.label, chance, x
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
        x[OPEN_COMPONENTS] += 1
        x[OPEN_DOUBT] += doubt
        x[OPEN_DANGER] += danger
        return n_mined
    x[CLOSED_COMPONENTS] += 1
    x[CLOSED_CELLS] += n
    x[CLOSED_DOUBT] += doubt
    x[CLOSED_DANGER] += danger
    value = -1.0
    if foreign == 0:
        value = component_value(component, position, chance, odds, valuation.endgame)
    if value > 0:
        x[CLOSED_LOSS] -= np.log(value)
    else:
        x[CLOSED_LOSS] += danger
        x[UNKNOWN] += 1
    return n_mined


@kernel
def describe_safe(i, position, chance, x):
    """Add the features of a safe cell: whether opening it tells anything, its chance to be a 0."""
    seen, stride = position.seen, position.stride
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
def describe_doubtful(i, first_box, end_box, position, label, chance, x):
    """Add the features of an undecided cell that a clue touches.

    Coin tosses between several such cells count with the first of them, row by row. Returns how
    many neighbours it has outside all components, and in other components than that of the boxes
    given.
    """
    seen, stride = position.seen, position.stride
    q = chance[i]
    note_risk(q, x)
    x[UNDER_1] += q < 0.1 - SLIGHT
    x[UNDER_25] += q < 0.25 - SLIGHT
    x[UNDER_4] += q < 0.4 - SLIGHT
    touching, foreign = 0, 0
    for base in range(i - stride, i + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] == COVERED and 0 < chance[j] < 1:
                touching += label[j] == 0
                foreign += label[j] < 0 and not first_box <= -label[j] - 1 < end_box
    for step in (1, stride):
        for j in (i + step, i - step):
            if counts_with(i, j, label, chance):
                kind = BOX_PAIRS if label[j] == label[i] else PAIRS
                note_toss(side_by_side(min(i, j), max(i, j), position, chance), kind, x)
    for step in (stride - 1, stride + 1):
        for j in (i + step, i - step):
            if counts_with(i, j, label, chance):
                note_toss(corner_to_corner(min(i, j), max(i, j), position, chance), PAIRS, x)
    above, left = label[i - stride] == 0, label[i - 1] == 0
    note_toss(in_a_square(i, stride, chance), SQUARES, x)
    if left:
        note_toss(in_a_square(i - 1, stride, chance), SQUARES, x)
    if above and label[i - stride + 1] == 0:
        note_toss(in_a_square(i - stride, stride, chance), SQUARES, x)
    if above and left and label[i - stride - 1] == 0:
        note_toss(in_a_square(i - stride - 1, stride, chance), SQUARES, x)
    return touching, foreign


@inlined
def describe_free(n_free, risk, position, label, x):
    """Add the features of undecided cells that no clue touches."""
    rows, cols, stride, seen = position.rows, position.cols, position.stride, position.seen
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
    """Add the expected loss from a coin toss at the end, unless it is faint."""
    if toss > FAINT:
        x[kind] -= np.log1p(-toss / 2)


@inlined
def counts_with(i, j, label, chance):
    """Whether a coin toss of an undecided cell and this neighbour counts with the former."""
    return 0 < chance[j] < 1 and (j > i or label[j] == 0)


@inlined
def is_free(i, seen, label):
    """1 if a cell is covered and no clue touches it, else 0; a number, as cells are added up."""
    return np.int64(seen[i] == COVERED and label[i] == 0)


@inlined
def one_of_two(a, b, position, chance):
    """The chance that just one of two cells is mined: 1 if a clue says so, or as if independent."""
    seen, info, stride = position.seen, position.info, position.stride
    for base in range(a - stride, a + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] >= 0 and covered_in(info[j]) == 2 and need_in(info[j]) == 1:
                touches_b = False
                for row in range(b - stride, b + stride + 1, stride):
                    touches_b = touches_b or row - 1 <= j <= row + 1
                if touches_b:
                    return 1.0
    return chance[a] * (1 - chance[b]) + chance[b] * (1 - chance[a])


@kernel
def side_by_side(a, b, position, chance):
    """The chance that two neighbours stay a toss: every cell that touches only one is mined."""
    away = position.stride if b == a + 1 else 1
    product = 1.0
    for end in (2 * a - b, 2 * b - a):
        for j in (end - away, end, end + away):
            product *= chance[j]
            if product < FAINT:
                return 0.0
    return product * one_of_two(a, b, position, chance)


@kernel
def corner_to_corner(a, b, position, chance):
    """The same for two cells that meet at a corner."""
    stride = position.stride
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
    return product * one_of_two(a, b, position, chance)


@kernel
def in_a_square(a, stride, chance):
    """The chance that the square right of and below a cell stays a toss between its diagonals."""
    b, c, d = a + 1, a + stride, a + stride + 1
    undecided = 0 < chance[a] < 1 and 0 < chance[b] < 1
    if not (undecided and 0 < chance[c] < 1 and 0 < chance[d] < 1):
        return 0.0
    product = 1.0
    for j in (a - stride - 1, b - stride + 1, c + stride - 1, d + stride + 1):
        product *= chance[j]
        if product < FAINT:
            return 0.0
    qa, qb, qc, qd = chance[a], chance[b], chance[c], chance[d]
    return product * (qa * qd * (1 - qb) * (1 - qc) + qb * qc * (1 - qa) * (1 - qd))


@kernel
def chance_to_win(x, network, hidden):
    """The network's estimate for a position with these features."""
    first, bias_1, second, bias_2, output, bias_3, mean, scale, _ = network
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


@inlined
def correct(valuation):
    """What the ranking adds for a position with these features."""
    ranking, x = valuation.network.ranking, valuation.x
    total = ranking[CONSTANT]
    for f in range(N_FEATURES):
        total += ranking[OF_FEATURES + f] * x[f]
    return total
