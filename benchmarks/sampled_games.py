"""Games that are played to train the champion's network, compiled.

A sample is the position right after a guess that went well, before anything that is certain now is
opened: just what looking ahead has to value. Its target is mostly what looking ahead said at the
next guess, and for the rest the result of the game. A game is over when the rest can be played out
perfectly: its result is the chance to win then.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.engine.chance import (
    BOARD_SEED,
    ORDER,
    PLAY_SEED,
    draw,
    game_seed,
    lay_mines,
    start_stream,
)
from minelab.engine.choose import CHAMPION
from minelab.engine.compile import batch, kernel
from minelab.engine.exact import position_of
from minelab.engine.lookahead import (
    NEVER,
    NOWHERE,
    cover_again,
    decide,
    list_candidates,
    open_in_thought,
    value_of_opening,
    value_of_position,
    value_with_reply,
    weigh,
    with_one_less,
)
from minelab.engine.luck import make_guess, open_first, reach_guess
from minelab.engine.rollouts import try_all
from minelab.engine.state import LIVES, covered_in, make_move, need_in
from minelab.engine.value import N_FEATURES, fill_risks

UNKNOWN = -1.0
TRUST = 0.8  # how much of a target is what looking ahead said at the next guess
CHOICES = 5  # among how many of the safest cells a guess is drawn, when it is drawn


class Samples(NamedTuple):
    """Positions to learn from."""

    features: Any
    """float64, a row per sample."""
    values: Any
    """float64: what looking ahead said at the next guess; UNKNOWN if there was none."""
    targets: Any
    """float64: what the network is to say."""


@batch
def sample_game(board_seed, play_seed, drawn_of_1000, game, space, samples, n_samples):
    """Play one game and sample it: how many samples there are now, and its result less its luck.

    drawn_of_1000: how many guesses in a thousand are drawn from the safest cells.
    space: a `Luck`.
    """
    features, values, targets = samples
    odds, lookahead, stream = space.exact.odds, space.lookahead, game.stream
    by_network = lookahead.effort.plies > 0
    stream[0] = start_stream(play_seed, ORDER)
    first_sample, sampled = n_samples, False
    luck, result = open_first(board_seed, game, space), UNKNOWN
    if not by_network:
        luck = 0.0
    while reach_guess(game, space):
        position = position_of(game)
        i, value, exact = decide(position, odds, lookahead)
        if sampled and (exact or by_network):
            values[n_samples - 1] = value
        sampled = False
        if exact:
            result = value
            break
        log_n = weigh(position, odds)
        if i == NOWHERE or log_n == NEVER:
            make_move(space.exact.best[0], 0, CHAMPION, 0, game)
            continue
        drawn, stream[0] = draw(stream[0], 1000)
        if drawn < drawn_of_1000:
            fill_risks(position, odds, lookahead.valuation.chance)
            n = list_candidates(
                0, CHOICES, lookahead.effort.window, False, position, odds.graph.label, lookahead
            )
            drawn, stream[0] = draw(stream[0], n)
            i = lookahead.candidates[0, drawn]
        gain, described = make_guess(i, log_n, game, space)
        if by_network:
            luck += gain
        sampled = described and n_samples < features.shape[0]
        if sampled:
            for f in range(N_FEATURES):
                features[n_samples, f] = lookahead.valuation.x[f]
            values[n_samples] = UNKNOWN
            n_samples += 1
    if result == UNKNOWN:
        result = 1.0 if game.count[LIVES] > 0 else 0.0
    target = result
    for k in range(n_samples - 1, first_sample - 1, -1):
        if values[k] != UNKNOWN:
            target = TRUST * values[k] + (1 - TRUST) * target
        targets[k] = target
    return n_samples, result - luck


@batch
def sample_batch(steady, start, root, drawn_of_1000, game, space, samples):
    """Play and sample a game per place of `steady`, the games of one key from number `start` on.

    Returns how many samples there are; no more are kept than there is room for.
    """
    rows, cols, n_mines = game.rows, game.cols, game.n_mines
    n_samples = np.int64(0)
    for k in range(steady.size):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        play_seed = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
        lay_mines(game.layout, n_mines, board_seed)
        n_samples, steady[k] = sample_game(
            board_seed, play_seed, drawn_of_1000, game, space, samples, n_samples
        )
    return n_samples


class Choices(NamedTuple):
    """Guesses between close candidates, to learn their ranking from: a row per candidate."""

    guess: Any
    """int64: the number of the guess; the candidates of one have the same."""
    merits: Any
    """float64: the value with a second look, the chance to survive two guesses; then, over the
    positions that the network values, the sum of their chances and of these times the features."""
    results: Any
    """float64, a column per layout: what the game came to, less luck, after this candidate."""


@kernel
def fill_merits(i, log_n, merits, position, odds, lookahead):
    """The merits of opening a cell."""
    value, _, two_safe, _ = value_of_opening(i, 1.0, NEVER, 1.0, log_n, position, odds, lookahead)
    for k in range(merits.size):
        merits[k] = 0.0
    merits[0] = value_with_reply(i, 1.0, NEVER, log_n, position, odds, lookahead)
    merits[1] = two_safe
    low = -need_in(position.info[i])
    after = with_one_less(position, 0)
    for clue in range(low, low + covered_in(position.info[i])):
        open_in_thought(i, clue, position)
        log_after = weigh(after, odds)
        if log_after != NEVER:
            _, described = value_of_position(log_after, after, odds, lookahead)
            if described:
                share = np.exp(log_after - log_n)
                merits[2] += share
                for f in range(N_FEATURES):
                    merits[3 + f] += share * lookahead.valuation.x[f]
        cover_again(i, clue, position)


@batch
def sample_choices(n_games, start, root, most_covered, one_in, game, space, rollouts, choices):
    """Play games of one key from number `start` on, and try the candidates of one guess in so many.

    space: a `Luck`, with the look-ahead that guesses. Returns how many rows there are; no more
    are kept than there is room for.
    """
    guess, merits, results = choices
    rows, cols, n_mines = game.rows, game.cols, game.n_mines
    odds, lookahead = space.exact.odds, space.lookahead
    n, n_guesses = np.int64(0), np.int64(0)
    for g in range(n_games):
        board_seed = game_seed(root, rows, cols, n_mines, start + g, BOARD_SEED)
        play_seed = game_seed(root, rows, cols, n_mines, start + g, PLAY_SEED)
        lay_mines(game.layout, n_mines, board_seed)
        rollouts.stream[0] = start_stream(play_seed, ORDER)
        open_first(board_seed, game, space)
        while reach_guess(game, space):
            position = position_of(game)
            best, _, exact = decide(position, odds, lookahead)
            if exact or best == NOWHERE:
                break
            m = lookahead.compared[0]
            if m > 1 and position.covered < most_covered and n + m <= len(guess):
                drawn, rollouts.stream[0] = draw(rollouts.stream[0], one_in)
                if drawn == 0:
                    log_n = weigh(position, odds)
                    for c in range(m):
                        i = lookahead.candidates[0, c]
                        rollouts.candidates[c] = i
                        guess[n + c] = n_guesses
                        fill_merits(i, log_n, merits[n + c], position, odds, lookahead)
                    try_all(m, 0, results.shape[1], position, odds, rollouts)
                    for c in range(m):
                        for k in range(results.shape[1]):
                            results[n + c, k] = rollouts.results[k, c]
                    n += m
                    n_guesses += 1
            make_move(best, 0, CHAMPION, 0, game)
    return n
