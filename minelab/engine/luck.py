"""The luck of guesses and of the first click, so that a game's result can be corrected for it.

The luck of a guess is the value of the position that it led to, less the value that opening the
cell had on average, both by the same network. It is 0 on average whatever the network says. So the
result of a game less its luck is right on average too, and varies less.

Games are classic ones of an agent that opens all that is certain. A loop over `reach_guess` and
`make_guess` plays one: corrected.py has it, and benchmarks/sampled_games.py.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.engine.chance import clear_around
from minelab.engine.choose import CHAMPION
from minelab.engine.clues import run_single
from minelab.engine.compile import kernel
from minelab.engine.components import Position
from minelab.engine.exact import EXACT, Exact, exact_space, position_of, run_exact
from minelab.engine.lookahead import (
    NEVER,
    Lookahead,
    open_in_thought,
    value_of_opening,
    value_of_position,
    weigh,
    with_one_less,
)
from minelab.engine.state import (
    ANYWHERE,
    clear_facts,
    is_over,
    lay_truth,
    make_move,
    padded_size,
    start_game,
)
from minelab.engine.view_odds import pad_view


class Luck(NamedTuple):
    """What the luck of guesses is measured with."""

    exact: Exact
    lookahead: Lookahead
    seen: Any
    info: Any
    """`seen` and `info` of the game as they were before a guess."""


def luck_space(rows: int, cols: int, n_states: int, lookahead: Lookahead) -> Luck:
    """The arrays on boards of one size; the search for odds has room for so many states."""
    size = padded_size(rows, cols)
    return Luck(
        exact_space(rows, cols, n_states),
        lookahead,
        np.empty(size, np.int8),
        np.empty(size, np.int32),
    )


@kernel
def open_first(board_seed, game, space):
    """Begin a game on its layout: the first of the forced cells is opened; the luck of that.

    If the rules promise a clue of 0, there is no luck.
    """
    rows, cols, stride = game.rows, game.cols, game.stride
    start_game(game)
    first = np.int64(game.forced[0])
    if game.clear_within != ANYWHERE:
        r, c = first // stride - 2, first % stride - 2
        clear_around(game.layout, rows, cols, r, c, game.clear_within, board_seed)
    lay_truth(game.truth, game.layout, rows, cols)
    clear_facts(space.exact.facts, game)
    if game.clear_within > 0:
        make_move(first, 0, CHAMPION, 0, game)
        return 0.0
    log_n = weigh(position_of(game), space.exact.odds)
    if game.clear_within == 0:  # of the layouts without a mine there
        log_n += np.log1p(-game.n_mines / (rows * cols))
    luck, _ = make_guess(first, log_n, game, space)
    return luck


@kernel
def reach_guess(game, space):
    """Make all moves that are certain; False if that ends the game, True if a guess is next."""
    while not is_over(game):
        run_single(game)
        if not is_over(game) and not run_exact(EXACT, game, space.exact):
            return True
    return False


@kernel
def make_guess(i, log_n, game, space):
    """Open a cell; the luck of that, and whether its features were computed for the value.

    log_n: the log of the number of layouts before.
    """
    odds, lookahead, before = space.exact.odds, space.lookahead, keep_position(game, space)
    mean, _, _, _ = value_of_opening(i, 1.0, NEVER, 0.0, log_n, before, odds, lookahead)
    make_move(i, 0, CHAMPION, 0, game)
    value, described = value_found(i, before, game, space)
    return value - mean, described


@kernel
def keep_position(game, space):
    """Copy what is seen now; the position, of which the number of covered cells and mines stay."""
    for k in range(space.seen.size):
        space.seen[k] = game.seen[k]
        space.info[k] = game.info[k]
    return position_of(game)


@kernel
def value_found(i, before, game, space):
    """The value of the kept position with what cell i shows now, and whether its features were
    computed for that."""
    odds, lookahead, seen, info = space.exact.odds, space.lookahead, space.seen, space.info
    if game.seen[i] < 0:
        return 0.0, False
    after = Position(
        game.rows, game.cols, game.stride, seen, info, before.covered - 1, before.mines
    )
    open_in_thought(i, np.int64(game.seen[i]), after)
    return value_of_position(weigh(after, odds), after, odds, lookahead)


@kernel
def values_in_view(codes, total, i, clue, space, lookahead):
    """The value of what opening a cell of a view led to, and the value that it had on average.

    clue: what the cell showed; below 0 for a mine.
    space: a `ViewOdds`, with the odds of the view.
    """
    position, odds = pad_view(codes, total, space), space.odds
    log_n = weigh(position, odds)
    if log_n == NEVER:  # too large: no luck is seen
        return 0.0, 0.0
    mean, _, _, _ = value_of_opening(i, 1.0, NEVER, 0.0, log_n, position, odds, lookahead)
    if clue < 0:
        return 0.0, mean
    open_in_thought(i, np.int64(clue), position)
    after = with_one_less(position, 0)
    log_after = weigh(after, odds)
    if log_after == NEVER:
        return mean, mean
    value, _ = value_of_position(log_after, after, odds, lookahead)
    return value, mean
