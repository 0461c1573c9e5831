"""A game of the engine as arrays shows what its record shows."""

import numpy as np
import pytest

from minelab.boards.board import Board
from minelab.games.compiled import course
from minelab.games.play import play


@pytest.mark.parametrize("name", ["basic", "basic-002", "corners", "charles", "ibs"])
def test_a_course_passes_through_the_views_of_the_record(name):
    board = Board.random(7, 9, mines=13, seed=4)
    record, seen = play(board, name, seed=6), course(board, name, 6)
    views = [view.codes for view, _ in record.replay()]
    np.testing.assert_array_equal(seen.before(np.arange(1, len(views) + 1)), views)
    guesses = [turn.number for turn in record.turns if turn.method == "guess"]
    assert seen.guesses.tolist() == guesses
    np.testing.assert_array_equal(seen.before_guesses(), [views[k - 1] for k in guesses])
