"""Games played on from a position, on layouts drawn at random from all that fit.

They teach the champion how to rank close candidates (benchmarks/training.py), and its slowest form
decides by them when few cells are covered.

A layout is drawn by going back through the moves of the search for odds, as endgame.py lists them
all, each step by its weight. All candidates for a guess are tried on the same layouts, and the luck
of the guesses that follow is taken out, so that few games tell which candidate is better.
"""

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
from minelab.engine.lookahead import MOST_CANDIDATES, NEVER, NOWHERE, Lookahead, decide, weigh
from minelab.engine.luck import Luck, luck_space, make_guess, reach_guess
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


class Rollouts(NamedTuple):
    """What games are played on with."""

    game: Game
    luck: Luck
    """Its look-ahead guesses, and says what was luck."""
    stream: Any
    """uint64, one place: the stream of random numbers that draws layouts."""
    candidates: Any
    """int64: the cells that are tried."""
    results: Any
    """float64, [layout, candidate]: what the games came to, less luck."""


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
        np.empty((n_layouts, MOST_CANDIDATES)),
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
    game, space = rollouts.game, rollouts.luck
    lookahead, exact, value, luck = space.lookahead, False, 0.0, 0.0
    guess = i
    while True:
        if guess == NOWHERE:
            guess, value, exact = decide(position_of(game), space.exact.odds, lookahead)
            if exact:
                return value - luck
        log_n = weigh(position_of(game), space.exact.odds)
        if guess == NOWHERE or log_n == NEVER:
            make_move(space.exact.best[0], 0, CHAMPION, 0, game)
        else:
            gain, _ = make_guess(guess, log_n, game, space)
            luck += gain
        guess = np.int64(NOWHERE)
        if not reach_guess(game, space):
            return (1.0 if game.count[LIVES] > 0 else 0.0) - luck


@kernel
def try_all(n, position, odds, rollouts):
    """Open each of n candidates on the same drawn layouts; `results` has what that came to.

    Afterwards `odds` are those of the last evaluation.
    """
    game, candidates, results = rollouts.game, rollouts.candidates, rollouts.results
    for k in range(results.shape[0]):
        weigh(position, odds)
        draw_layout(position, odds, game.layout, rollouts.stream)
        lay_truth(game.truth, game.layout, game.rows, game.cols)
        for c in range(n):
            begin_at(position, rollouts)
            results[k, c] = play_on(candidates[c], rollouts)


@kernel
def choose_by(position, odds, lookahead, rollouts):
    """`decide`, and if rollouts is not None by them where few cells are covered."""
    cell, value, exact = decide(position, odds, lookahead)
    if rollouts is not None:
        n = close_to_best(position, lookahead, rollouts)
        if n > 1:
            rollouts.stream[0] = stream_of(position)
            try_all(n, position, odds, rollouts)
            cell, value = best_by_results(n, rollouts)
    return cell, value, exact


@inlined
def close_to_best(position, lookahead, rollouts):
    """List the candidates to be played on, those close to the best; how many, 0 for none."""
    effort, values, n = lookahead.effort, lookahead.values, lookahead.compared[0]
    if position.covered >= effort.rolled_below or n < 2:
        return 0
    best = values[0]
    for k in range(1, n):
        best = max(best, values[k])
    m = 0
    for k in range(n):
        if values[k] > best - effort.close:
            rollouts.candidates[m] = lookahead.candidates[0, k]
            m += 1
    return m


@inlined
def stream_of(position):
    """The beginning of a stream that depends on what is open alone."""
    hashed = absorb(np.uint64(0), ORDER)
    for i in range(position.seen.size):
        if position.seen[i] >= 0:
            hashed = absorb(absorb(hashed, i), position.seen[i])
    return hashed


@inlined
def best_by_results(n, rollouts):
    """The candidate with the best mean result, and that mean."""
    results = rollouts.results
    best, value = rollouts.candidates[0], -np.inf
    for c in range(n):
        total = 0.0
        for k in range(results.shape[0]):
            total += results[k, c]
        if total / results.shape[0] > value:
            best, value = rollouts.candidates[c], total / results.shape[0]
    return best, value


@kernel
def choose_in_view(codes, total, space, lookahead, rollouts):
    """`choose_by` for a view; space: a `ViewOdds`."""
    return choose_by(pad_view(codes, total, space), space.odds, lookahead, rollouts)
