import numpy as np
import pytest

from minelab.boards.grid import cells_where, check_cell, neighbours, picture_rows
from tests.naive import around


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (6, 1), (2, 2), (4, 5)])
def test_neighbours_are_the_cells_that_touch_a_cell(shape):
    for cell in np.ndindex(shape):
        listed = neighbours(cell, *shape)
        assert len(listed) == len(set(listed))
        assert set(listed) == around(cell, *shape)


def test_neighbours_are_listed_clockwise_from_north():
    assert neighbours((1, 1), 3, 3) == (
        (0, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (2, 1),
        (2, 0),
        (1, 0),
        (0, 0),
    )


def test_cells_of_numpy_become_pairs_of_ints():
    assert [type(x) for x in check_cell("cell", np.array([1, 2]), 3, 3)] == [int, int]


def test_blank_lines_and_spaces_of_a_picture_do_not_count():
    assert picture_rows("\n  1 M\n\n\tM 2  \n", "board") == [["1", "M"], ["M", "2"]]


def test_cells_are_listed_row_by_row():
    assert cells_where(np.array([[0, 1], [1, 1]]) > 0) == ((0, 1), (1, 0), (1, 1))
