"""Daggers' agents over arrays: the twin of `players.PassReader`, but for the solver.

Passes go over the whole grid, cell by cell, until one changes nothing. The solver is asked
outside: `play_runs` comes back when it is to be asked, and is called again with what it said.
"""

from typing import Any, NamedTuple

import numpy as np

from minelab.boards.grid import COVERED, FLAG
from minelab.engine.chance import ORDER, next_in_order, start_stream
from minelab.engine.compile import batch, inlined, kernel
from minelab.engine.state import (
    ANYWHERE,
    BLASTS,
    FLAGGED,
    GUESSES,
    LIVES,
    N_COUNTERS,
    OPEN,
    PICKED,
    Game,
    covered_in,
    fill_order,
    flag_cell,
    is_over,
    need_in,
    new_game,
    open_cell,
    padded,
    settle,
    start_game,
)

CYCLES, CLUES, PROBES, FOUND, TESTS, SOLUTIONS = range(6)  # places in `tally`
N_TALLY = 6

NO_PROOF, NOT_ASKED = -1, -2  # what `play_runs` may be called with instead of a cell


class Run(NamedTuple):
    """A game of Daggers & Gold."""

    game: Game
    gold: Any
    """int64: the cells with gold; opening one brings a life."""
    tally: Any
    """int64: CYCLES (passes), CLUES (looked at), PROBES (cells opened), FOUND (gold), and of the
    solver TESTS and SOLUTIONS."""


def new_run(rows: int, cols: int, n_mines: int, gold: Any) -> Run:
    """The arrays of a game; gold: cells, as row-by-row numbers."""
    game = new_game(rows, cols, n_mines, rules=(1, ANYWHERE, 1, 0))
    gold = np.array(gold, np.int64)
    gold = (gold // cols + 2) * (cols + 2) + gold % cols + 2
    return Run(game, gold, np.empty(N_TALLY, np.int64))


@inlined
def probe(i, run):
    """Open cell i and all that a 0 or gold there opens."""
    game, gold, tally = run
    tally[PROBES] += 1
    open_cell(i, game)
    n_open = 0
    for k in range(gold.size):
        n_open += game.seen[gold[k]] >= 0
    game.count[LIVES] += n_open - tally[FOUND]
    tally[FOUND] = n_open


@kernel
def begin(seed, run):
    """A new game, with (0, 0) open."""
    game = run.game
    start_game(game)
    fill_order(game)
    game.stream[0] = start_stream(seed, ORDER)
    for k in range(N_TALLY):
        run.tally[k] = 0
    probe(padded(0, game.cols), run)


@kernel
def act(clue, mined, run):
    """Flag or open all covered neighbours of a clue, row by row."""
    game = run.game
    seen, stride = game.seen, game.stride
    for base in range(clue - stride, clue + stride + 1, stride):
        for j in range(base - 1, base + 2):
            if seen[j] != COVERED:
                continue
            if not mined:
                probe(j, run)
            elif is_over(game):  # a flag that comes after the end is no move
                seen[j] = FLAG
                settle(j, 1, game)
            else:
                flag_cell(j, game)


@kernel
def run_passes(run):
    """Go over the grid until that changes nothing."""
    game, tally = run.game, run.tally
    info = game.info
    changed = True
    while changed:
        changed = False
        tally[CYCLES] += 1
        for r in range(game.rows):
            first = (r + 2) * game.stride + 2
            for i in range(first, first + game.cols):
                covered, need = covered_in(info[i]), need_in(info[i])
                if info[i] & OPEN and covered > 0:
                    tally[CLUES] += 1
                    if need == 0 or need == covered:
                        changed = True
                        act(i, need > 0, run)


@kernel
def open_rest(run):
    """Open every covered cell without a flag."""
    game = run.game
    for cell in range(game.rows * game.cols):
        i = padded(cell, game.cols)
        if game.seen[i] == COVERED:
            probe(i, run)


@kernel
def guess(run):
    """Open the first covered cell in the game's random order."""
    order, stream, count = run.game.order, run.game.stream, run.game.count
    i, stream[0] = next_in_order(order, stream[0], count[PICKED])
    while run.game.seen[i] != COVERED:
        count[PICKED] += 1
        i, stream[0] = next_in_order(order, stream[0], count[PICKED])
    count[PICKED] += 1
    count[GUESSES] += 1
    probe(np.int64(i), run)


@kernel
def go_on(knows_total, asks, run):
    """Play on until the game is over, or until the solver is to be asked: True then."""
    game = run.game
    while not is_over(game):
        run_passes(run)
        if is_over(game):
            break
        if knows_total and game.count[FLAGGED] + game.count[BLASTS] == game.n_mines:
            open_rest(run)
        elif asks:
            return True
        else:
            guess(run)
    return False


@batch
def play_runs(k, knows_total, asks, cell, mined, seeds, counts, tallies, run):
    """Play a game for each seed from number k on; the counters of each, a row per game.

    Returns the number of the game whose solver is to be asked, or how many games there are.

    knows_total: whether the number of mines is known; then the rest is opened when all are marked.
    asks: whether there is a solver.
    cell, mined: what it proved in game k; or NO_PROOF, or NOT_ASKED if that is yet to begin.
    """
    game = run.game
    while k < seeds.size:
        if cell == NOT_ASKED:
            begin(seeds[k], run)
        elif cell == NO_PROOF:
            guess(run)
        elif mined:
            flag_cell(cell, game)
        else:
            probe(cell, run)
        if go_on(knows_total, asks, run):
            return k
        for c in range(N_COUNTERS):
            counts[k, c] = game.count[c]
        for c in range(N_TALLY):
            tallies[k, c] = run.tally[c]
        cell = NOT_ASKED
        k += 1
    return k
