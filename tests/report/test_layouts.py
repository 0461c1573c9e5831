"""Layouts one by one are the definition of the odds; an opening is what one click opens."""

import numpy as np
import pytest

import minelab as ml
from minelab.report.layouts import layouts, opening, shares
from tests import naive

VIEW = ml.View.parse("111??\n?????", mines=3)


def test_the_layouts_of_the_small_board_are_those_found_by_hand():
    assert set(layouts(VIEW)) == {
        frozenset({(1, 1), (0, 4), (1, 4)}),
        *(frozenset({(1, 0), (r, 3), (s, 4)}) for r in (0, 1) for s in (0, 1)),
    }


@pytest.mark.parametrize("seed", range(30))
def test_shares_are_the_odds(seed):
    board = ml.Board.random(3, 4, mines=4, seed=seed)
    record = ml.play(board, "basic", seed=seed)
    for turn in (0, 2, 5):
        view = record.view(min(turn, len(record.turns)))
        view = ml.View(view.codes, mines=4)
        if view.covered:
            np.testing.assert_allclose(shares(view), ml.odds(view).risk)
            assert len(layouts(view)) == ml.odds(view).layouts == len(naive.layouts(view))


def test_known_mines_count():
    view = ml.View.parse("M2?\n???", mines=2)
    assert layouts(view) == [frozenset({cell}) for cell in [(0, 2), (1, 0), (1, 1), (1, 2)]]


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (ml.View.parse("1?"), "view must carry the number of mines"),
        (ml.View.parse("?" * 40, mines=20), "at most 100,000 placements"),
    ],
)
def test_what_cannot_be_listed_is_refused(view, message):
    with pytest.raises(ValueError, match=message):
        layouts(view)


def test_an_impossible_view_has_no_shares():
    with pytest.raises(ValueError, match="at least one layout"):
        shares(ml.View.parse("1?", mines=0))


@pytest.mark.parametrize("seed", range(25))
def test_an_opening_is_what_the_game_opens(seed):
    board = ml.Board.random(9, 12, density=0.08 + 0.004 * seed, seed=seed)
    for cell in ((0, 0), (4, 6), (8, 11)):
        if not board.mines[cell]:
            game = ml.Game(board, ml.Rules(cascade=True))
            game.open(cell)
            np.testing.assert_array_equal(opening(board, cell), game.view.codes >= 0)


def test_a_mine_or_a_clue_opens_nothing_else():
    board = ml.Board.parse("M1\n11")
    assert [opening(board, cell).sum() for cell in ((0, 0), (1, 1))] == [1, 1]


@pytest.mark.parametrize(
    ("board", "first", "message"),
    [("M1", (0, 0), "board must be a Board"), (ml.Board.parse("M1"), (2, 0), "off the board")],
)
def test_bad_arguments_of_an_opening_are_named(board, first, message):
    with pytest.raises(ValueError, match=message):
        opening(board, first)
