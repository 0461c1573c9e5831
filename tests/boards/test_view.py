import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from minelab import View
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD
from tests.naive import boards, random_views


@st.composite
def views(draw):
    """Any part of any board, seen."""
    board = draw(boards)
    marks = st.sampled_from([COVERED, FLAG, BLAST])
    codes = np.where(board.mines, draw(arrays(np.int8, board.mines.shape, elements=marks)), -1)
    shown = draw(arrays(np.bool_, board.mines.shape))
    codes = np.where(shown & ~board.mines, board.clues, codes)
    return View(codes, draw(st.sampled_from([None, board.n_mines])))


@given(views())
def test_a_view_parses_back_from_its_picture(view):
    again = View.parse(str(view), mines=view.mines)
    assert again == view
    assert hash(again) == hash(view)
    assert str(again) == str(view)


@given(views())
def test_every_cell_is_covered_or_open_or_a_known_mine(view):
    assert sorted(view.covered + view.open + view.known) == list(view.cells())


@given(views())
def test_only_open_cells_have_a_clue(view):
    for cell in view.cells():
        assert (view.clue(cell) is not None) == (cell in view.open)


def test_the_letters_of_a_picture():
    view = View.parse("""
        ? 3 M
        * 4 M
    """)
    assert view.codes.tolist() == [[COVERED, 3, FLAG], [BLAST, 4, FLAG]]


def test_gold_is_open_and_its_clue_is_zero():
    view = View.parse("g?")
    assert (view[(0, 0)], view.clue((0, 0)), view.open) == (GOLD, 0, ((0, 0),))


def test_a_view_cannot_be_written_to():
    view = View.parse("1?")
    with pytest.raises(ValueError, match="read-only"):
        view.codes[0, 1] = 0
    with pytest.raises(AttributeError):
        view.mines = 3


def test_a_view_does_not_follow_the_array_it_was_made_from():
    codes = np.full((2, 2), COVERED)
    view = View(codes)
    codes[0, 0] = 3
    assert view[(0, 0)] == COVERED


def test_views_differ_by_mine_count_and_lives():
    view = View.parse("1?")
    assert view == View.parse("1 ?")
    assert view != View.parse("1?", mines=1)
    assert view != View(view.codes, lives=1)
    assert view != "1?"


def test_positions_drawn_for_the_tests_are_possible():
    for view in random_views(300, seed=5):
        view.check()
        assert 1 <= len(view.covered) <= 14


def test_a_cell_of_numpy_leaves_no_trace():
    view = View.parse("?" * 37)  # of a size that no other test asks about
    cells = view.neighbours((np.int64(0), np.int64(7)))
    assert {type(x) for cell in cells for x in cell} == {int}
    assert {type(x) for cell in view.neighbours((0, 7)) for x in cell} == {int}
