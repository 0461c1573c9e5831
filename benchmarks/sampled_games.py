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
from minelab.engine.compile import batch
from minelab.engine.exact import position_of
from minelab.engine.lookahead import NEVER, NOWHERE, decide, list_candidates, weigh
from minelab.engine.luck import make_guess, open_first, reach_guess
from minelab.engine.state import LIVES, make_move
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
    luck, result = 0.0, UNKNOWN
    open_first(board_seed, game, space)
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
