"""One click opens what the game opens."""

import numpy as np
import pytest

import minelab as ml
from minelab.report.opening import opening


@pytest.mark.parametrize("seed", range(25))
def test_it_is_what_the_game_opens(seed):
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
def test_bad_arguments_are_named(board, first, message):
    with pytest.raises(ValueError, match=message):
        opening(board, first)
