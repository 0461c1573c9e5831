"""Slow and obvious twins of the package's code, and small random cases to hold them against.

A layout is a set of mined cells. A table of layouts is an array of booleans (layout, row, column).
"""

import os
from collections import Counter
from functools import cache
from math import comb

import numpy as np
import pandas as pd
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from minelab import Board, View
from minelab.agents.catalogue import CATALOGUE
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.engine.play import AS_GIVEN, play_batch
from minelab.engine.state import N_COUNTERS, new_game
from minelab.games.compiled import plan_of, rule_codes

FULL = 10 if os.environ.get("MINELAB_FULL") else 1
"""How many times as many random cases are drawn."""

MOST_COVERED = 14

COMPILED = [name for name, agent in CATALOGUE.items() if agent.compiled]
"""The agents of the catalogue that the engine plays."""

FORMS = [(name, True) for name in COMPILED] + [(name, False) for name in CATALOGUE]
"""All agents of the catalogue in each of their forms: (name, whether the engine plays)."""

boards = arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, max_side=6)).map(Board)
"""Boards of all kinds, up to 6x6, for property tests."""

seeds = st.integers(0, 2**31 - 1)

numbers = st.one_of(
    st.integers(-3, 12),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.fractions(),
    st.complex_numbers(),
    st.builds(np.int8, st.integers(-3, 12)),
    st.builds(np.uint64, st.integers(0, 2**64 - 1)),
    st.builds(np.float32, st.floats(width=32)),
)
TROUBLE = [
    np.array(3), np.array("x"), np.array([0.5, 2]), np.array(["a", "b"]), pd.NA, 10**400, 10**5000,
    pd.Series([1, 2]), pd.Series(["a"]), pd.DataFrame({"a": [1], "b": ["x"]}), [[]], {}, "", "\0",
]  # fmt: skip
"""Values that are not what they seem: lists that are none, no truth value, too many digits."""
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.builds(np.bool_, st.booleans()),
    numbers,
    st.text(max_size=5),
    st.binary(max_size=3),
    st.lists(numbers, max_size=3),
    st.tuples(numbers, numbers),
    st.dictionaries(st.text(max_size=2), numbers, max_size=2),
    st.sets(st.integers(0, 3), min_size=3),
    arrays(np.int64, array_shapes(max_dims=2, max_side=3), elements=st.integers(-3, 12)),
    st.sampled_from([object(), int, len, Board, Board.parse("1M")]),
    st.integers(0, len(TROUBLE) - 1).map(lambda k: TROUBLE[k]),  # they can't all be printed
)
"""Values of all kinds; few arguments want any one of them."""


def around(cell, rows, cols):
    """The cells that touch a cell."""
    r, c = cell
    square = {(y, x) for y in (r - 1, r, r + 1) for x in (c - 1, c, c + 1)} - {cell}
    return {(y, x) for y, x in square if 0 <= y < rows and 0 <= x < cols}


def count_clues(mines):
    """How many mines each cell of a table touches, cell by cell."""
    rows, cols = mines.shape
    return [
        [sum(bool(mines[n]) for n in around((r, c), rows, cols)) for c in range(cols)]
        for r in range(rows)
    ]


def fits(layout, view):
    """Whether mines on exactly these cells would show what the view shows."""
    if view.mines is not None and len(layout) != view.mines:
        return False
    for cell in view.cells():
        if view[cell] in (FLAG, BLAST) and cell not in layout:
            return False
        if view[cell] >= 0:
            touched = around(cell, view.rows, view.cols) & layout
            if cell in layout or len(touched) != view.clue(cell):
                return False
    return True


@cache
def subsets(n):
    """All subsets of n things, a row each."""
    return (np.arange(2**n)[:, np.newaxis] >> np.arange(n)) & 1 == 1


def layouts(view):
    """All layouts that fit a view, by trying every subset of its covered cells."""
    tries = subsets(len(view.covered))
    table = np.zeros((len(tries), view.rows, view.cols), dtype=bool)
    for k, cell in enumerate(view.covered):
        table[:, *cell] = tries[:, k]
    for cell in view.known:
        table[:, *cell] = True
    fit = np.ones(len(tries), dtype=bool)
    for cell in view.open:
        touched = np.zeros(len(tries), dtype=int)
        for n in around(cell, view.rows, view.cols):
            touched += table[:, *n]
        fit &= touched == view.clue(cell)
    if view.mines is not None:
        fit &= table.sum(axis=(1, 2)) == view.mines
    return table[fit]


def count_layouts(view, clues=None):
    """How many layouts fit for each number of covered mines, and how many of them mine each cell.

    Backtracking over the cells that touch a clue, with whole numbers; the others are all alike.
    clues: the clues that count, by default all.
    """
    clues = set(view.open if clues is None else clues)
    near = [cell for cell in view.covered if around(cell, view.rows, view.cols) & clues]
    far = len(view.covered) - len(near)
    touched = {clue: around(clue, view.rows, view.cols) for clue in clues}
    need = {clue: view.clue(clue) - len(touched[clue] & set(view.known)) for clue in clues}
    room = {clue: len(touched[clue] & set(near)) for clue in clues}
    clues_of = [[clue for clue in clues if cell in touched[clue]] for cell in near]
    mined = {cell: Counter() for cell in view.covered}

    def fill(k, used):
        """The ways to go on from cell number k, by the number of mines in the end."""
        if k == len(near):
            return Counter([used])
        ways = Counter()
        for mine in (0, 1):
            for clue in clues_of[k]:
                need[clue] -= mine
                room[clue] -= 1
            if all(0 <= need[clue] <= room[clue] for clue in clues_of[k]):
                found = fill(k + 1, used + mine)
                ways.update(found)
                if mine:
                    mined[near[k]].update(found)
            for clue in clues_of[k]:
                need[clue] += mine
                room[clue] += 1
        return ways

    def with_far(ways, cells, mines=0):
        """The ways together with those of so many cells elsewhere, and so many mines."""
        together = Counter()
        for used, n in ways.items():
            for extra in range(cells + 1):
                together[used + extra + mines] += n * comb(cells, extra)
        return together

    possible = all(0 <= need[clue] <= room[clue] for clue in need)
    ways = fill(0, 0) if possible else Counter()
    for cell in view.covered:
        mined[cell] = with_far(mined[cell], far) if cell in near else with_far(ways, far - 1, 1)
    return with_far(ways, far), mined


def random_view(rng, most_covered=MOST_COVERED, most_side=5):
    """A position that a game could reach, up to 5x5, at most 14 cells covered, some mines known.

    In every other one the player is told the number of mines.
    """
    shape = rng.integers(1, most_side + 1, size=2)
    board = Board(rng.random(shape) < rng.uniform(0.1, 0.9))
    codes = np.where(board.mines, rng.choice([FLAG, BLAST], size=shape), board.clues)
    cells = rng.permutation(board.mines.size)
    n_covered = rng.integers(1, min(most_covered, cells.size) + 1)
    codes.reshape(-1)[cells[:n_covered]] = COVERED
    return View(codes, board.n_mines if rng.random() < 0.5 else None)


def random_views(n, seed, **limits):
    """So many random positions, each with a seed of its own."""
    return (random_view(np.random.default_rng([seed, k]), **limits) for k in range(n))


def played_by_engine(board, name, rules, seed, log=False, rubbish=0):
    """The engine's arrays after a game; they are filled with rubbish before it."""
    game = new_game(board.rows, board.cols, board.n_mines, rule_codes(rules), log=log)
    for array in game:
        if isinstance(array, np.ndarray):
            array.fill(rubbish)
    game.layout[:] = board.mines.reshape(-1)
    plan, spaces = plan_of(CATALOGUE[name], board.rows, board.cols)
    counts, seeds = np.empty((1, N_COUNTERS), np.int64), np.array([[board.seed, seed]])
    play_batch(counts, seeds, AS_GIVEN, 0, plan, game, spaces)
    return game


def guess_by_guess(record):
    """What an agent knew whenever it had to guess, and the cell that it took."""
    return [(view, turn.cell) for view, turn in record.replay() if turn.method == "guess"]
