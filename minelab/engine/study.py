"""Games that are studied: what positions after a guess came to, and win rates without the luck.

A sample is the position right after a guess that went well, before anything that is certain now is
opened: just what looking ahead has to value. Its target is for the greatest part what looking ahead
said at the next guess, for the rest what the game came to. A game is over when the rest can be
played out perfectly: it came to the chance to win then.

The luck of a guess is what the answer was worth less what it was worth on average, by the same
network. It is 0 on average whatever the network says, so that what a game came to, less its luck,
is right on average too, and varies less.

  samples  float64  a row per sample: its features
  values   float64  what looking ahead said at the next guess; UNKNOWN if there was none
  targets  float64  what a sample came to
  steady   float64  per game: what it came to, less its luck
  before            `seen` and `info` as they were before a guess
"""

from typing import Any

import numpy as np

from minelab.engine.chance import (
    BOARD_SEED,
    ORDER,
    PLAY_SEED,
    clear_around,
    draw,
    game_seed,
    lay_mines,
    start_stream,
)
from minelab.engine.clues import run_single
from minelab.engine.compile import batch, kernel
from minelab.engine.exact import BEST, run_exact
from minelab.engine.lookahead import (
    NEVER,
    NOWHERE,
    PLIES,
    WINDOW,
    decide,
    gather,
    leaf,
    one_ply,
    put,
    weigh,
)
from minelab.engine.play import LAYOUT
from minelab.engine.state import (
    BLASTS,
    CHAMPION,
    EXACT,
    FLAGGED,
    LEFT,
    LIVES,
    is_over,
    lay_truth,
    make_move,
    start_game,
)
from minelab.engine.suppose import N_FACTS, N_MADE
from minelab.engine.value import N_FEATURES, fill_risks

UNKNOWN = -1.0
TRUST = 0.8  # how much of a target is what looking ahead said at the next guess
CHOICES = 5  # among how many of the safest cells a guess is drawn, when it is drawn
CASCADE, MUST_MARK = 1, False


def room_to_look_back(rows: int, cols: int) -> tuple[Any, ...]:
    """The arrays of `before`."""
    size = (rows + 4) * (cols + 2) + 4
    return np.empty(size, np.int8), np.empty(size, np.int32)


@kernel
def study_game(
    rows, cols, n_mines, board_seed, play_seed, reach, drawn_of_1000, space, exact_space, ahead,
    before, samples, values, targets, n_samples,
):  # fmt: skip
    """Study one classic game, begun with the forced cell; how many samples there are now, and
    what the game came to less its luck.

    drawn_of_1000: how many guesses of a thousand are drawn from the safest cells.
    """
    truth, seen, info, work, zeros, order, stream, layout, forced, count, log = space
    parts_space, search, folds, facts, memo = exact_space
    settings, net, found, risks, worths, chance, x, hidden, endgame = ahead
    stride = cols + 2
    start_game(seen, info, rows, cols, count, n_mines, 1)
    first = np.int64(forced[0])
    clear_around(layout, rows, cols, first // stride - 2, first % stride - 2, reach, board_seed)
    lay_truth(truth, layout, rows, cols)
    stream[0] = start_stream(play_seed, ORDER)
    memo[N_FACTS] = 0
    memo[N_MADE] = 0
    first_sample, sampled = n_samples, False
    luck, came_to = 0.0, UNKNOWN
    make_move(first, 0, CHAMPION, 0, truth, seen, info, work, zeros, count, log, stride, CASCADE)
    while not is_over(count, MUST_MARK):
        run_single(truth, seen, info, work, zeros, count, log, stride, CASCADE, MUST_MARK)
        if is_over(count, MUST_MARK) or run_exact(
            EXACT, n_mines, truth, seen, info, work, zeros, count, log, rows, cols, CASCADE,
            parts_space, search, folds, facts, memo,
        ):  # fmt: skip
            continue
        covered, mines = count[LEFT], n_mines - count[FLAGGED] - count[BLASTS]
        i, worth, exact = decide(
            covered, mines, seen, info, rows, cols, parts_space, search, folds, ahead
        )
        if sampled and (exact or settings[PLIES] > 0):
            values[n_samples - 1] = worth
        sampled = False
        if exact:
            came_to = worth
            break
        log_n = weigh(covered, mines, seen, info, rows, cols, parts_space, search, folds)
        blind = i == NOWHERE or log_n == NEVER
        on_average = 0.0
        if blind:
            i = memo[BEST]
        else:
            drawn, stream[0] = draw(stream[0], 1000)
            if drawn < drawn_of_1000:
                fill_risks(covered, mines, seen, parts_space, search, folds, chance)
                n = gather(0, CHOICES, WINDOW, seen, info, chance, found, risks)
                drawn, stream[0] = draw(stream[0], n)
                i = found[0, drawn]
            on_average, _ = one_ply(
                i, 1.0, NEVER, log_n, covered, mines, seen, info, rows, cols, parts_space, search,
                folds, ahead,
            )  # fmt: skip
        was_seen, was_info = before
        for k in range(seen.size):
            was_seen[k] = seen[k]
            was_info[k] = info[k]
        make_move(i, 0, CHAMPION, 0, truth, seen, info, work, zeros, count, log, stride, CASCADE)
        if blind:
            continue
        real = 0.0
        if seen[i] >= 0:
            put(i, np.int64(seen[i]), was_seen, was_info, stride)
            log_n = weigh(
                covered - 1, mines, was_seen, was_info, rows, cols, parts_space, search, folds
            )
            real, described = leaf(
                log_n, covered - 1, mines, was_seen, was_info, rows, cols, parts_space, search,
                folds, ahead,
            )  # fmt: skip
            sampled = described and n_samples < samples.shape[0]
        if sampled:
            for f in range(N_FEATURES):
                samples[n_samples, f] = x[f]
            values[n_samples] = UNKNOWN
            n_samples += 1
        if settings[PLIES] > 0:
            luck += real - on_average
    if came_to == UNKNOWN:
        came_to = 1.0 if count[LIVES] > 0 else 0.0
    later = came_to
    for k in range(n_samples - 1, first_sample - 1, -1):
        if values[k] != UNKNOWN:
            later = TRUST * values[k] + (1 - TRUST) * later
        targets[k] = later
    return n_samples, came_to - luck


@batch
def study_batch(
    steady, start, root, rows, cols, n_mines, reach, drawn_of_1000, space, exact_space, ahead,
    before, samples, values, targets,
):  # fmt: skip
    """Study a game per place of `steady`, the games of one key from number `start` on.

    Answers how many samples there are; no more are taken than there is room for.
    """
    layout = space[LAYOUT]
    n_samples = np.int64(0)
    for k in range(steady.size):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        play_seed = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
        lay_mines(layout, n_mines, board_seed)
        n_samples, steady[k] = study_game(
            rows, cols, n_mines, board_seed, play_seed, reach, drawn_of_1000, space, exact_space,
            ahead, before, samples, values, targets, n_samples,
        )  # fmt: skip
    return n_samples
