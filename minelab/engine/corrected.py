"""Whole games of the champion, with their results as they are and with luck taken out (luck.py).

A form that seldom chooses other than the champion can be judged by these choices alone. In the
positions that its games come to, both cells are opened on layouts drawn for this purpose, and the
champion plays on. What the form wins more is, on average, the sum of these differences over a
game: after each of them the rest of the game is counted as the champion's.
"""

from minelab.engine.chance import (
    BOARD_SEED,
    ORDER,
    PLAY_SEED,
    game_seed,
    lay_mines,
    start_stream,
)
from minelab.engine.choose import CHAMPION
from minelab.engine.compile import batch, inlined
from minelab.engine.exact import position_of
from minelab.engine.lookahead import NEVER, NOWHERE, decide, weigh
from minelab.engine.luck import make_guess, open_first, reach_guess
from minelab.engine.rollouts import choose_by, try_all
from minelab.engine.state import GUESSES, LIVES, make_move


@inlined
def play_one(board_seed, game, lookahead, rollouts, space, judge):
    """Play one game of the champion to its end: whether it is won, that less its luck, and what
    choices other than the judge's win more.

    As soon as the rest can be played out perfectly, the chance to win then is the result.
    lookahead, rollouts: how the champion looks, see `choose_by`; space: a `Luck`, by whose own
    lookahead luck is measured; judge: the `Rollouts` of a form to compare with, or None.
    """
    chance, more = -1.0, 0.0
    luck = open_first(board_seed, game, space)
    game.count[GUESSES] = 1
    while reach_guess(game, space):
        position = position_of(game)
        i, value, exact = choose_by(position, space.exact.odds, lookahead, rollouts)
        if judge is not None and not exact and i != NOWHERE:
            more += wins_more(i, position, space.exact.odds, judge)
        if exact and chance < 0:
            chance = value
        log_n = weigh(position, space.exact.odds)
        game.count[GUESSES] += 1
        if i == NOWHERE or log_n == NEVER:
            make_move(space.exact.best[0], 0, CHAMPION, 0, game)
        elif chance >= 0:
            make_move(i, 0, CHAMPION, 0, game)
        else:
            gain, _ = make_guess(i, log_n, game, space)
            luck += gain
    won = game.count[LIVES] > 0
    if chance < 0:
        chance = 1.0 if won else 0.0
    return won, chance - luck, more


@inlined
def wins_more(i, position, odds, judge):
    """What opening a cell wins more than the judge's choice; 0 where the judge plays perfectly."""
    j, _, exact = decide(position, odds, judge.luck.lookahead)
    if exact or i == j:
        return 0.0
    judge.candidates[0], judge.candidates[1] = i, j
    n = judge.results.shape[0]
    try_all(2, 0, n, position, odds, judge)
    total = 0.0
    for k in range(n):
        total += judge.results[k, 0] - judge.results[k, 1]
    return total / n


@batch
def play_corrected(
    won, corrected, guesses, more, start, root, game, lookahead, rollouts, space, judge
):
    """Play a game per place of `won`, the games of one key from number `start` on: `play_one`."""
    rows, cols, n_mines = game.rows, game.cols, game.n_mines
    for k in range(won.size):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        if judge is not None:
            play_seed = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
            judge.stream[0] = start_stream(play_seed, ORDER)
        lay_mines(game.layout, n_mines, board_seed)
        won[k], corrected[k], more[k] = play_one(
            board_seed, game, lookahead, rollouts, space, judge
        )
        guesses[k] = game.count[GUESSES]
