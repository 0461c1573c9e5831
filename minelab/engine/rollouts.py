"""Games played on from a position, on layouts drawn at random from all that fit.

They teach the champion how to rank close candidates (benchmarks/training.py), and its slowest form
decides by them.

A layout is drawn by going back through the moves of the search for odds, as endgame.py lists them
all, each step by its weight. All candidates for a guess are tried on the same layouts, and the luck
of the guesses that follow is taken out, so that few games tell which candidate is better.

Still, results are noisy and close candidates differ little. So they don't decide alone: they
correct what the search thought, as much as their noise allows. Layouts are added while more of
them may still change the choice.
"""

from math import erf
from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.engine.chance import ORDER, absorb, draw
from minelab.engine.choose import CHAMPION
from minelab.engine.compile import inlined, kernel
from minelab.engine.components import (
    END_CELL,
    END_MOVE,
    END_PLACE,
    FINAL,
    FIRST_CELL,
    FIRST_PLACE,
    LEAST,
    MOST,
    N_CELL,
    N_COMPONENTS,
    SIZE,
)
from minelab.engine.exact import position_of
from minelab.engine.lookahead import (
    MOST_CANDIDATES,
    NEVER,
    NOWHERE,
    Lookahead,
    are_played_on,
    decide,
    value_of_opening,
    weigh,
)
from minelab.engine.luck import Luck, keep_position, luck_space, reach_guess, value_found
from minelab.engine.odds import range_of_mines
from minelab.engine.state import (
    FLAGGED,
    LEFT,
    LIVES,
    N_COUNTERS,
    SAFE_LEFT,
    Game,
    clear_facts,
    lay_truth,
    make_move,
    new_game,
)
from minelab.engine.view_odds import pad_view

FINE = 1 << 30  # into how many steps a random number between 0 and 1 is divided
CLASSIC = (1, -1, 1, 0)  # one life, no protected click, cascades, every safe cell to open
AT_A_TIME = 16  # layouts that are added before the results are judged again
BELIEVED = 0.33  # how much of the difference that the search claims between candidates is true
SPREAD = 0.014  # by how much, on average (root mean square), true differences stray from that
LEAST_NOISE = 1e-4  # the least variance of a result: a few can agree by chance
LEAST_GAIN = 0.001  # candidates that promise less than this beside the best are given up
SLOTS = 1 << 14  # of the memory


class Memory(NamedTuple):
    """What was found in positions, which many of the games come through again: by key."""

    keys: Any
    cells: Any
    values: Any
    exact: Any


class Rollouts(NamedTuple):
    """What games are played on with."""

    game: Game
    luck: Luck
    """Its look-ahead guesses, and says what was luck."""
    stream: Any
    """uint64, one place: the stream of random numbers that draws layouts."""
    candidates: Any
    """int64: the cells that are tried."""
    claims: Any
    """float64: what the search thinks of them."""
    results: Any
    """float64, [layout, candidate]: what the games came to, less luck."""
    memory: Memory


def rollout_space(
    rows: int, cols: int, n_states: int, lookahead: Lookahead, n_layouts: int
) -> Rollouts:
    """The arrays on boards of one size, for results on so many layouts.

    n_states: for how many states the search for odds has room.
    """
    return Rollouts(
        new_game(rows, cols, rows * cols, CLASSIC),
        luck_space(rows, cols, n_states, lookahead),
        np.zeros(1, np.uint64),
        np.empty(MOST_CANDIDATES, np.int64),
        np.empty(MOST_CANDIDATES),
        np.empty((n_layouts, MOST_CANDIDATES)),
        Memory(
            np.zeros(SLOTS, np.uint64),
            np.empty(SLOTS, np.int64),
            np.empty(SLOTS),
            np.empty(SLOTS, np.bool_),
        ),
    )


@inlined
def up_to(total, stream):
    """A random number between 0 and a total."""
    drawn, stream[0] = draw(stream[0], FINE)
    return (drawn + 0.5) / FINE * total


@kernel
def draw_layout(position, odds, layout, stream):
    """Draw one of the layouts of an evaluated position, all equally likely, into a flat array."""
    before, after, starts, components = odds.before, odds.after, odds.starts, odds.graph.components
    n_components, label, seen = odds.graph.tally[N_COMPONENTS], odds.graph.label, position.seen
    for k in range(layout.size):
        layout[k] = seen[padded_cell(k, position)] == FLAG or (
            seen[padded_cell(k, position)] == BLAST
        )
    least, extra = range_of_mines(odds.graph)
    first, total = starts[n_components], 0.0
    for t in range(extra + 1):
        total += before[first + t] * after[first + t]
    left, t = up_to(total, stream), np.int64(0)
    for k in range(extra + 1):
        weight = before[first + k] * after[first + k]
        if weight > 0:
            t = k
            left -= weight
            if left <= 0:
                break
    outside = position.mines - least - t
    for c in range(n_components - 1, -1, -1):
        final = odds.start[components[c, FINAL]]
        width = min(components[c, MOST] - components[c, LEAST], t) + 1
        size = starts[c + 1] - starts[c]
        total = 0.0
        for k in range(width):
            if t - k < size:
                total += before[starts[c] + t - k] * odds.ways[final + k]
        left, drawn = up_to(total, stream), np.int64(0)
        for k in range(width):
            weight = before[starts[c] + t - k] * odds.ways[final + k] if t - k < size else 0.0
            if weight > 0:
                drawn = k
                left -= weight
                if left <= 0:
                    break
        t -= drawn
        draw_component(c, components[c, LEAST] + drawn, position, odds, layout, stream)
    n_free = position.covered - odds.graph.tally[N_CELL]
    for k in range(layout.size):
        i = padded_cell(k, position)
        if seen[i] == COVERED and label[i] == 0:
            layout[k] = up_to(n_free, stream) < outside
            outside -= layout[k]
            n_free -= 1


@kernel
def draw_component(component, used, position, odds, layout, stream):
    """Draw the mines of a component that has so many."""
    span, start, ways, moves = odds.span, odds.start, odds.ways, odds.moves
    cells, components = odds.graph.cells, odds.graph.components
    cols, stride = position.cols, position.stride
    state, end_move = components[component, FINAL], components[component, END_MOVE]
    first_place = components[component, FIRST_PLACE]
    for place in range(components[component, END_PLACE] - 1, first_place - 1, -1):
        box, first_move = odds.graph.order[place], odds.layers[place, 1]
        size = np.int64(odds.graph.boxes[box, SIZE])
        total = 0.0
        for m in range(first_move, end_move):
            s, k = np.int64(moves[m, 0]), used - np.int64(moves[m, 2])
            if moves[m, 1] == state and span[s, 0] <= k <= span[s, 1]:
                total += ways[start[s] + k - span[s, 0]] * odds.chances[size, moves[m, 2]]
        left, chosen, need = up_to(total, stream), np.int64(0), np.int64(0)
        for m in range(first_move, end_move):
            s, k = np.int64(moves[m, 0]), used - np.int64(moves[m, 2])
            if moves[m, 1] == state and span[s, 0] <= k <= span[s, 1]:
                weight = ways[start[s] + k - span[s, 0]] * odds.chances[size, moves[m, 2]]
                if weight > 0:
                    chosen, need = s, np.int64(moves[m, 2])
                    left -= weight
                    if left <= 0:
                        break
        state = chosen
        used -= need
        for k in range(components[component, FIRST_CELL], components[component, END_CELL]):
            if cells[k, 1] == box:
                i = np.int64(cells[k, 0])
                mined = up_to(size, stream) < need
                layout[(i // stride - 2) * cols + i % stride - 2] = mined
                need -= mined
                size -= 1
        end_move = first_move


@inlined
def padded_cell(k, position):
    """The place of a cell, counted row by row, in padded arrays."""
    return (k // position.cols + 2) * position.stride + k % position.cols + 2


@kernel
def begin_at(position, rollouts):
    """Put a position on the drawn layout into the game."""
    game = rollouts.game
    for k in range(position.seen.size):
        game.seen[k] = position.seen[k]
        game.info[k] = position.info[k]
    for k in range(N_COUNTERS):
        game.count[k] = 0
    game.count[LEFT] = position.covered
    game.count[SAFE_LEFT] = position.covered - position.mines
    game.count[FLAGGED] = game.n_mines - position.mines
    game.count[LIVES] = 1
    clear_facts(rollouts.luck.exact.facts, game)


@kernel
def play_on(i, rollouts):
    """Open a cell and play the game on: its result less its luck.

    As soon as the rest can be played out perfectly, the chance to win is the result.
    """
    game, space, luck = rollouts.game, rollouts.luck, 0.0
    key = key_of(game)
    value = mean_once(i, key, rollouts)
    while True:
        if i == NOWHERE:
            weigh(position_of(game), space.exact.odds)
            make_move(space.exact.best[0], 0, CHAMPION, 0, game)
        else:
            luck += open_once(i, key, rollouts) - value
        if not reach_guess(game, space):
            return (1.0 if game.count[LIVES] > 0 else 0.0) - luck
        key = key_of(game)
        i, value, exact = decide_once(key, rollouts)
        if exact:
            return value - luck
        if i != NOWHERE and rollouts.luck.lookahead.effort.plies > 1:  # it was a second look's
            value = mean_once(i, key, rollouts)


@inlined
def key_of(game):
    """The key of a game's position in the memory."""
    return absorb(stream_of(game), position_of(game).mines)


@kernel
def decide_once(key, rollouts):
    """`decide` for the position of the game, which has this key."""
    memory, space = rollouts.memory, rollouts.luck
    slot = np.int64(key % np.uint64(SLOTS))
    if memory.keys[slot] != key:
        cell, value, exact = decide(position_of(rollouts.game), space.exact.odds, space.lookahead)
        memory.keys[slot] = key
        memory.cells[slot], memory.values[slot], memory.exact[slot] = cell, value, exact
    return memory.cells[slot], memory.values[slot], memory.exact[slot]


@kernel
def mean_once(i, key, rollouts):
    """The value that opening a cell has on average in the position of this key."""
    memory, space, position = rollouts.memory, rollouts.luck, position_of(rollouts.game)
    key = absorb(key, i)
    slot = np.int64(key % np.uint64(SLOTS))
    if memory.keys[slot] != key:
        log_n = weigh(position, space.exact.odds)
        memory.values[slot], _, _, _ = value_of_opening(
            i, 1.0, NEVER, 0.0, log_n, position, space.exact.odds, space.lookahead
        )
        memory.keys[slot] = key
    return memory.values[slot]


@kernel
def open_once(i, key, rollouts):
    """Open a cell in the position of this key; the value of what that shows."""
    memory, game = rollouts.memory, rollouts.game
    before = keep_position(game, rollouts.luck)
    make_move(i, 0, CHAMPION, 0, game)
    key = absorb(absorb(key, i), np.int64(game.seen[i]) - BLAST)
    slot = np.int64(key % np.uint64(SLOTS))
    if memory.keys[slot] != key:
        memory.values[slot], _ = value_found(i, before, game, rollouts.luck)
        memory.keys[slot] = key
    return memory.values[slot]


@kernel
def try_all(n, first, last, position, odds, rollouts):
    """Open each of n candidates on the same drawn layouts, those from the first to before the last;
    `results` has what that came to."""
    game, candidates, results = rollouts.game, rollouts.candidates, rollouts.results
    weigh(position, odds)
    for k in range(first, last):
        draw_layout(position, odds, game.layout, rollouts.stream)
        lay_truth(game.truth, game.layout, game.rows, game.cols)
        for c in range(n):
            begin_at(position, rollouts)
            results[k, c] = play_on(candidates[c], rollouts)


@kernel
def choose_by(position, odds, lookahead, rollouts):
    """`decide`, and if rollouts is not None also by them."""
    cell, value, exact = decide(position, odds, lookahead)
    if rollouts is not None:
        n = list_close(position, lookahead, rollouts)
        if n > 1:
            rollouts.stream[0] = stream_of(position)
            cell, value = best_of_played(n, position, odds, rollouts)
    return cell, value, exact


@inlined
def list_close(position, lookahead, rollouts):
    """List the candidates to be played on, those with a second look; how many, 0 for none."""
    n = lookahead.compared[0]
    if n > lookahead.effort.rolled or not are_played_on(position, lookahead.effort):
        return 0
    for k in range(n):
        rollouts.candidates[k] = lookahead.candidates[0, k]
        rollouts.claims[k] = lookahead.values[k]
    return n


@inlined
def stream_of(position):
    """The beginning of a stream that depends on what is open alone."""
    hashed = absorb(np.uint64(0), ORDER)
    for i in range(position.seen.size):
        if position.seen[i] >= 0:
            hashed = absorb(absorb(hashed, i), position.seen[i])
    return hashed


@inlined
def best_of_played(n, position, odds, rollouts):
    """The best of n candidates, and the mean of its results."""
    results, tried = rollouts.results, 0
    while n > 1 and tried < results.shape[0]:
        more = min(tried + AT_A_TIME, results.shape[0])
        try_all(n, tried, more, position, odds, rollouts)
        tried = more
        n = keep_promising(n, tried, rollouts)
    total = 0.0
    for k in range(tried):
        total += results[k, 0]
    return rollouts.candidates[0], total / tried


@kernel
def keep_promising(n, tried, rollouts):
    """Keep the best candidate, as the first, and those that may yet turn out better; how many."""
    claims, claimed, lead = rollouts.claims, 0, 0.0
    for c in range(1, n):
        if claims[c] > claims[claimed]:
            claimed = c
    best = claimed
    for c in range(n):
        mean, _ = difference(c, claimed, tried, rollouts)
        if mean > lead:
            best, lead = c, mean
    swap(0, best, tried, rollouts)
    kept = 1
    for c in range(1, n):
        mean, spread = difference(c, 0, tried, rollouts)
        if hoped(mean, spread) > LEAST_GAIN:
            swap(kept, c, tried, rollouts)
            kept += 1
    return kept


@kernel
def difference(c, other, tried, rollouts):
    """By how much a candidate is better than another, after results on so many layouts: the mean
    and standard deviation of what that may be."""
    results, claims = rollouts.results, rollouts.claims
    total, squares = 0.0, 0.0
    for k in range(tried):
        more = results[k, c] - results[k, other]
        total += more
        squares += more * more
    mean = total / tried
    noise = (max(0.0, squares / tried - mean * mean) + LEAST_NOISE) / (tried - 1)
    claim = BELIEVED * (claims[c] - claims[other])
    trust = SPREAD * SPREAD / (SPREAD * SPREAD + noise)
    return claim + trust * (mean - claim), np.sqrt(trust * noise)


@inlined
def hoped(mean, spread):
    """The mean of what is above 0 of a normal distribution, the rest counted as 0."""
    z = mean / spread
    return mean * (1 + erf(z / np.sqrt(2))) / 2 + spread * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)


@inlined
def swap(a, b, tried, rollouts):
    """Swap two candidates."""
    candidates, claims, results = rollouts.candidates, rollouts.claims, rollouts.results
    candidates[a], candidates[b] = candidates[b], candidates[a]
    claims[a], claims[b] = claims[b], claims[a]
    for k in range(tried):
        results[k, a], results[k, b] = results[k, b], results[k, a]


@kernel
def choose_in_view(codes, total, space, lookahead, rollouts):
    """`choose_by` for a view; space: a `ViewOdds`."""
    return choose_by(pad_view(codes, total, space), space.odds, lookahead, rollouts)
