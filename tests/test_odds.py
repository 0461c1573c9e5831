"""Exact odds against brute force, and against what must hold of any odds."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

from minelab import Board, Contradiction, View, deduce, odds, play
from minelab.grid import COVERED
from tests.methods.test_completeness import inconsistent_views
from tests.naive import FULL, layouts, random_views


def weighed(possible, density):
    """The chance of a mine in each cell, and 1 for each layout or more if mines are likely."""
    weight = (density / (1 - density)) ** possible.sum(axis=(1, 2)).astype(float)
    return np.tensordot(weight / weight.sum(), possible, axes=1)


def test_odds_equal_brute_force():
    for view in random_views(2000 * FULL, seed=7):
        possible = layouts(view)
        density = None if view.mines is not None else 0.3
        found = odds(view, density=density)
        covered = view.codes == COVERED
        expected = weighed(possible, density or 0.5)
        assert np.allclose(found.risk[covered], expected[covered], rtol=0, atol=1e-12), str(view)
        assert np.isnan(found.risk[~covered]).all()
        assert found.layouts == len(possible)
        assert found.exact


def test_certain_cells_are_those_of_complete_inference():
    for view in random_views(500 * FULL, seed=8):
        found = odds(view, density=None if view.mines is not None else 0.3)
        proved = deduce(view, "groups")
        assert set(found.safe) == {d.cell for d in proved if not d.is_mine}
        assert set(found.mined) == {d.cell for d in proved if d.is_mine}


def test_positions_that_cannot_be_are_refused():
    for view in inconsistent_views(300 * FULL, seed=9):
        with pytest.raises(Contradiction):
            odds(view, density=None if view.mines is not None else 0.3)


def test_a_contradiction_names_the_clues_or_the_total():
    with pytest.raises(Contradiction, match=r"\(0, 1\).*\(2, 1\)"):
        odds(View.parse("111\n???\n121\n000"), mines=2)
    with pytest.raises(Contradiction, match="total"):
        odds(View.parse("1??1\n1??1"), mines=3)


def test_mid_game_positions_keep_the_books():
    board = Board.random(16, 30, mines=99, seed=1)
    record = play(board, "ibs", seed=1, first=(0, 0))
    for view, turn in list(record.replay())[::40]:
        found = odds(view, mines=99)
        assert np.nansum(found.risk) == pytest.approx(99 - len(view.known), rel=1e-12)
        assert not any(board.mines[cell] for cell in found.safe)
        assert all(board.mines[cell] for cell in found.mined)
        assert turn.method == "guess" or turn.cell in (*found.safe, *found.mined)


def test_the_selector_of_cowan_calls_one_third_one_half():
    view = View.parse("0123M\n23MM3\nMM55M\n3????\n1????")  # COWAN Fig 35
    found = odds(view, density=0.5)
    assert found.layouts == 24
    assert found.risk[4, 1] == pytest.approx(1 / 3, abs=1e-12)


def test_a_million_cells_without_a_clue():
    found = odds(View(np.full((1000, 1000), COVERED)), mines=150_000)
    assert found.risk[0, 0] == pytest.approx(0.15, abs=1e-12)


def test_what_is_too_large_is_estimated_and_claims_nothing():
    board = Board.random(300, 300, density=0.2, seed=1)
    opened = np.random.default_rng(1).random((300, 300)) < 0.14
    view = View(np.where(opened & ~board.mines, board.clues, COVERED), board.n_mines)
    found = odds(view)  # thousands of parts: the total cannot be folded in
    assert not found.exact
    assert (found.safe, found.mined, found.layouts) == ((), (), None)
    assert np.nansum(found.risk) == pytest.approx(board.n_mines, rel=0.05)
    assert odds(view, density=0.2).exact


def test_odds_from_two_threads_do_not_mix():
    views = [view for view in random_views(60, seed=11) if view.mines is not None]
    expected = [odds(view).risk for view in views]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda view: odds(view).risk, views * 5))
    assert all(map(partial(np.array_equal, equal_nan=True), found, expected * 5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give mines"),
        ({"mines": 5}, "mines must be from 0 .* to 3, not 5"),
        ({"mines": 10}, "mines must be a whole number from 0 to 6"),
        ({"mines": -1}, "mines must be a whole number"),
        ({"density": 0}, "density must be above 0"),
        ({"density": float("nan")}, "density must be above 0"),
        ({"density": 0.2, "mines": 1}, "without mines"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        odds(View.parse("1??\n1?0"), **arguments)


def test_odds_want_a_view():
    with pytest.raises(ValueError, match="view must be a View"):
        odds("1??", mines=1)
