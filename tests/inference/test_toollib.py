"""Exact odds against those of ms_toollib, a library in Rust that was written by others."""

from itertools import islice

import numpy as np
import pytest

from minelab import odds
from minelab.boards.grid import COVERED
from tests.naive import FULL
from tests.positions import FRONTIER, frontier, mid_game_views, scattered_views, toollib_board

toollib = pytest.importorskip("ms_toollib", reason="ms_toollib (extra `bench`) is not installed")


def assert_same_odds(view):
    """The same chance of a mine in every covered cell."""
    found = odds(view)
    theirs, _ = toollib.cal_probability_onboard(toollib_board(view), view.mines)
    covered = view.codes == COVERED
    assert found.exact, str(view)
    assert np.allclose(found.risk[covered], np.array(theirs)[covered], rtol=0, atol=1e-9), str(view)


def test_odds_of_mid_game_expert_positions():
    views = list(islice(mid_game_views(seed=1), 50 * FULL))
    assert len(set(views)) == len(views)
    for view in views:
        assert_same_odds(view)


def test_odds_of_scattered_positions():
    for view in islice(scattered_views(seed=1), 3 * FULL):
        assert len(frontier(view)) in FRONTIER and not view.known
        assert_same_odds(view)
