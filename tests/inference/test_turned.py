"""What must not change: a position turned or mirrored, something far away, a flag on a sure mine.

No brute force is needed for these, so positions may be larger than it could take.
"""

from fractions import Fraction

import numpy as np
import pytest

from minelab import Board, View, deduce, odds
from minelab.boards.grid import COVERED, FLAG
from minelab.inference.methods import METHODS
from tests.naive import FULL, count_layouts, random_views

SYMMETRIC = [
    "single", "subset", "subset-once", "pairs", "assume-1", "refute", "groups", "entails",
    "entails-mines", "exact",
]  # fmt: skip
"""Methods whose closure does not depend on the order in which they look.

`assume` and `assume-3` try no cell that stands in fewer than two or three unfinished clues, and
what is settled first finishes clues; `total` takes clues away row by row, as they come. And
`assume-1`, told the total, may settle by a cell what otherwise two trials of it agree on.
"""


def turned(table, quarters, mirrored):
    """A table after some quarter turns, and mirrored after that."""
    table = np.rot90(table, quarters)
    return np.fliplr(table) if mirrored else table


def in_all_directions(view):
    """How to turn a view, and the view so turned: its seven other symmetries."""
    for turn in [(k, mirrored) for k in range(4) for mirrored in (False, True)][1:]:
        yield turn, View(turned(view.codes, *turn), view.mines)


def verdicts(view, method):
    """A table of what a method proves: 1 for safe, 2 for a mine."""
    table = np.zeros(view.codes.shape, dtype=int)
    for deduction in deduce(view, method):
        table[deduction.cell] = 1 + deduction.is_mine
    return table


def larger_views(n, seed):
    return random_views(n, seed, most_covered=40, most_side=9)


def known(view):
    """What odds have to be told about a position."""
    return {} if view.mines is not None else {"density": 0.3}


def test_turned_positions_have_turned_odds():
    for view in larger_views(150 * FULL, seed=21):
        here = odds(view, **known(view))
        for turn, other in in_all_directions(view):
            there = odds(other, **known(other))
            expected = turned(here.risk, *turn)
            where = f"{turn} of\n{view}\n{view.mines}"
            assert np.allclose(there.risk, expected, rtol=0, atol=1e-12, equal_nan=True), where
            for certain in (0, 1):
                assert np.array_equal(there.risk == certain, expected == certain), where
            assert (there.layouts, there.exact) == (here.layouts, here.exact), where


@pytest.mark.parametrize("method", SYMMETRIC)
def test_turned_positions_have_turned_deductions(method):
    for view in random_views(40 * FULL, seed=22, most_covered=25, most_side=7):
        view = View(view.codes) if method == "assume-1" else view
        here = verdicts(view, method)
        for turn, other in in_all_directions(view):
            where = f"{turn} of\n{view}\n{view.mines}"
            assert np.array_equal(verdicts(other, method), turned(here, *turn)), where


def test_a_flag_on_a_sure_mine_changes_no_odds():
    flagged = 0
    for view in larger_views(300 * FULL, seed=23):
        before = odds(view, **known(view))
        for mine in before.mined[:2]:
            codes = view.codes.copy()
            codes[mine] = FLAG
            after = odds(View(codes, view.mines), **known(view))
            expected = before.risk.copy()
            expected[mine] = np.nan
            where = f"{mine} of\n{view}\n{view.mines}"
            assert np.allclose(after.risk, expected, rtol=0, atol=1e-12, equal_nan=True), where
            assert after.safe == before.safe, where
            assert after.mined == tuple(cell for cell in before.mined if cell != mine), where
            assert after.layouts == before.layouts, where
            flagged += 1
    assert flagged > 50 * FULL


def two_apart(rng):
    """Two positions of one board, and both at once, with a wall of flagged mines between them."""
    rows, left, right = rng.integers(2, 6, size=3)
    mines = rng.random((rows, left + 1 + right)) < rng.uniform(0.1, 0.6)
    mines[:, left] = True
    board = Board(mines)
    covered = rng.random(mines.shape) < rng.uniform(0.2, 0.6)
    codes = np.where(board.mines, FLAG, board.clues)
    codes[covered] = COVERED
    codes[:, left] = FLAG
    return View(codes[:, : left + 1]), View(codes[:, left:]), View(codes), board.n_mines


def several_apart(n, seed):
    return (two_apart(np.random.default_rng([seed, k])) for k in range(n))


def test_something_far_away_changes_no_odds_where_the_total_is_not_known():
    for here, there, both, _ in several_apart(150 * FULL, seed=24):
        alone, beside, together = (odds(view, density=0.3) for view in (here, there, both))
        left = together.risk[:, : here.cols]
        where = f"{here}\nbeside\n{there}"
        assert np.allclose(left, alone.risk, rtol=0, atol=1e-12, equal_nan=True), where
        assert np.array_equal(left == 0, alone.risk == 0), where
        assert np.array_equal(left == 1, alone.risk == 1), where
        assert together.layouts == alone.layouts * beside.layouts, where


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("total", "exact")])
def test_something_far_away_proves_nothing_here_where_the_total_is_not_known(method):
    for here, there, both, _ in several_apart(40 * FULL, seed=25):
        together = verdicts(both, method)
        where = f"{here}\nbeside\n{there}"
        assert np.array_equal(together[:, : here.cols], verdicts(here, method)), where
        assert np.array_equal(together[:, here.cols - 1 :], verdicts(there, method)), where


def test_a_total_ties_what_is_far_apart_as_counting_says():
    for here, there, both, mines in several_apart(150 * FULL, seed=26):
        left = mines - len(both.known)
        ways_here, mined = count_layouts(here)
        ways_there, _ = count_layouts(there)

        def with_the_rest(ways, left=left, others=ways_there):
            return sum(n * others[left - used] for used, n in ways.items())

        layouts = with_the_rest(ways_here)
        found = odds(both, mines)
        assert found.layouts == layouts, str(both)
        for cell in here.covered:
            chance = Fraction(with_the_rest(mined[cell]), layouts)
            assert abs(found.risk[cell] - chance) <= 1e-12, f"{cell} of\n{both}"
            assert (found.risk[cell] == 0) == (chance == 0), f"{cell} of\n{both}"
            assert (found.risk[cell] == 1) == (chance == 1), f"{cell} of\n{both}"
