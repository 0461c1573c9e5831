"""Whole games, and batches of them without a return to Python.

`play_game` is the loop: prove what can be proved, else guess. `play_batch` plays the games of
one key (root, rows, cols, n_mines) from number `start` on, or one given game. It alone is called
from Python, so that an agent is compiled once. An agent comes as data: a `Plan`, and the `Spaces`
that its methods work on.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.engine.chance import (
    BOARD_SEED,
    NO_ROOM,
    ORDER,
    PLAY_SEED,
    clear_around,
    game_seed,
    lay_mines,
    start_stream,
)
from minelab.engine.choose import choose
from minelab.engine.clues import run_single, visit
from minelab.engine.compile import batch, inlined
from minelab.engine.methods import ask, best_by_odds, start_methods
from minelab.engine.state import (
    GUESSES,
    N_COUNTERS,
    N_WORK,
    count_wrong_flags,
    fill_order,
    is_over,
    lay_truth,
    make_move,
    start_game,
)
from minelab.engine.total import run_total_alone

NOTHING, STUCK, ONCE, RECURSIVE = range(4)  # how long an agent infers: see `Agent.until`
AS_GIVEN = -1  # in place of a number: the game whose layout and seeds are there already


class Plan(NamedTuple):
    """How an agent infers and guesses."""

    until: int
    """When the methods give way to a guess: NOTHING, STUCK, ONCE or RECURSIVE."""
    methods: Any
    """int64: the codes of the methods beyond the single-clue rule, cheaper first."""
    at_least: int
    """How many clues must touch a cell that `assume` tries."""
    knows_total: bool | None
    """True if the methods know the number of mines; None if not, so that this is not compiled."""
    rule: int | None
    """The code of a guess rule without odds; None for guesses at random."""
    odds_rule: int | None
    """The code of a guess rule that goes by the odds."""
    own_look: bool
    """Whether that needs odds that no method has computed."""


@inlined
def prove_all(plan, game, spaces):
    """Make every move that the methods prove: after each fact the single-clue rule comes first."""
    last = np.int64(-1)  # the more expensive method that proved something, until the next guess
    proved = True
    while proved and not is_over(game):
        if game.count[N_WORK] > 0:  # after many a guess single clues decide nothing
            run_single(game)
        proved = False
        if not is_over(game):
            proved = run_total_alone(plan.knows_total, game)
        for method in plan.methods:
            if proved or is_over(game):
                break
            if plan.until == ONCE and last >= 0 and method != last:
                continue
            fresh = plan.until != ONCE or last < 0
            proved = ask(method, fresh, plan, game, spaces)
            if proved:
                last = method


@inlined
def protect_first_click(i, board_seed, game):
    """Move mines away from the first click as the rules want it; False if there is no room."""
    layout, rows, cols, stride = game.layout, game.rows, game.cols, game.stride
    r, c = i // stride - 2, i % stride - 2
    moved = clear_around(layout, rows, cols, r, c, game.clear_within, board_seed)
    if moved > 0:
        lay_truth(game.truth, layout, rows, cols)
    return moved != NO_ROOM


@inlined
def play_game(board_seed, play_seed, plan, game, spaces):
    """Play one game on the layout of `game`; False if a protected first click finds no room."""
    start_game(game)
    lay_truth(game.truth, game.layout, game.rows, game.cols)
    game.stream[0] = start_stream(play_seed, ORDER)
    fill_order(game)
    start_methods(game, spaces)
    while not is_over(game):
        if plan.until == STUCK or plan.until == ONCE:
            prove_all(plan, game, spaces)
            if is_over(game):
                break
        best = best_by_odds(plan, game, spaces)
        i, chosen_by = choose(plan.rule, plan.odds_rule, best, game)
        if game.count[GUESSES] == 0 and game.clear_within >= 0:
            if not protect_first_click(i, board_seed, game):
                return False
        game.count[GUESSES] += 1
        make_move(i, 0, chosen_by, 0, game)
        if not is_over(game):
            visit(i, game, spaces.visits)
    count_wrong_flags(game)
    return True


@batch
def play_batch(counts, seeds, start, root, plan, game, spaces):
    """Play one game per row of `counts`; -1, or the row whose first click found no room.

    Writes the counters into `counts` and each game's board and play seed into `seeds`.
    start: the number of the first game, or AS_GIVEN.
    """
    rows, cols, n_mines = game.rows, game.cols, game.n_mines
    for k in range(counts.shape[0]):
        if start != AS_GIVEN:
            seeds[k, 0] = game_seed(root, rows, cols, n_mines, start + k, BOARD_SEED)
            seeds[k, 1] = game_seed(root, rows, cols, n_mines, start + k, PLAY_SEED)
            lay_mines(game.layout, n_mines, seeds[k, 0])
        if not play_game(seeds[k, 0], seeds[k, 1], plan, game, spaces):
            return k
        for c in range(N_COUNTERS):
            counts[k, c] = game.count[c]
    return -1
