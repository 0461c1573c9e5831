"""Whole games of the champion, with their results as they are and with luck taken out (luck.py)."""

from minelab.engine.chance import BOARD_SEED, game_seed, lay_mines
from minelab.engine.choose import CHAMPION
from minelab.engine.compile import batch, inlined
from minelab.engine.exact import position_of
from minelab.engine.lookahead import NEVER, NOWHERE, weigh
from minelab.engine.luck import make_guess, open_first, reach_guess
from minelab.engine.rollouts import choose_by
from minelab.engine.state import GUESSES, LIVES, make_move


@inlined
def play_one(board_seed, game, lookahead, rollouts, space):
    """Play one game of the champion to its end: whether it is won, and that less its luck.

    As soon as the rest can be played out perfectly, the chance to win then stands for the result.
    lookahead, rollouts: how the champion looks, see `choose_by`; space: a `Luck`, by whose own
    lookahead luck is measured.
    """
    chance = -1.0
    luck = open_first(board_seed, game, space)
    game.count[GUESSES] = 1
    while reach_guess(game, space):
        position = position_of(game)
        i, value, exact = choose_by(position, space.exact.odds, lookahead, rollouts)
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
    return won, chance - luck


@batch
def play_corrected(won, corrected, guesses, start, root, game, lookahead, rollouts, space):
    """Play a game per place of `won`, the games of one key from number `start` on: `play_one`."""
    rows, cols, n_mines = game.rows, game.cols, game.n_mines
    for k in range(won.size):
        board_seed = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
        lay_mines(game.layout, n_mines, board_seed)
        won[k], corrected[k] = play_one(board_seed, game, lookahead, rollouts, space)
        guesses[k] = game.count[GUESSES]
