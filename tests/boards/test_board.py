import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minelab import Board
from tests.naive import boards, count_clues, seeds


@given(boards)
def test_a_board_parses_back_from_its_picture(board):
    assert Board.parse(str(board)) == board
    assert str(Board.parse(str(board))) == str(board)


@given(boards)
def test_spaces_between_cells_do_not_matter(board):
    assert Board.parse(" ".join(str(board)).replace("\n ", "\n  ")) == board


@given(boards)
def test_clues_count_the_mines_around_each_cell(board):
    assert board.clues.tolist() == count_clues(board.mines)


@given(st.integers(1, 12), st.integers(1, 12), st.data(), seeds)
def test_a_random_board_has_the_mines_that_were_asked_for(rows, cols, data, seed):
    mines = data.draw(st.integers(0, rows * cols))
    board = Board.random(rows, cols, mines=mines, seed=seed)
    assert (board.rows, board.cols, board.n_mines) == (rows, cols, mines)
    assert board == Board.random(rows, cols, mines=mines, seed=seed)


def test_different_seeds_draw_different_boards():
    drawn = {str(Board.random(8, 8, mines=16, seed=seed)) for seed in range(200)}
    assert len(drawn) == 200


@pytest.mark.parametrize(
    ("density", "mines"), [(0, 0), (0.05, 1), (0.12, 1), (0.13, 1), (0.5, 5), (0.95, 10), (1, 10)]
)
def test_a_density_is_rounded_to_the_nearest_number_of_mines(density, mines):
    assert Board.random(2, 5, density=density, seed=1).n_mines == mines


def test_the_smallest_boards():
    assert str(Board.random(1, 1, mines=0, seed=1)) == "0"
    assert str(Board.random(1, 1, mines=1, seed=1)) == "M"


def test_the_largest_board_is_drawn_and_counted_within_seconds():
    begin = time.perf_counter()
    board = Board.random(2000, 2000, density=0.2, seed=1)
    assert board.n_mines == 800_000
    assert board.clues.max() <= 8
    assert time.perf_counter() - begin < 5


def test_a_board_cannot_be_written_to():
    board = Board.parse("1M")
    with pytest.raises(ValueError, match="read-only"):
        board.mines[0, 0] = True
    with pytest.raises(ValueError, match="read-only"):
        board.clues[0, 0] = 5
    with pytest.raises(AttributeError):
        board.mines = np.zeros((1, 2), dtype=bool)


def test_a_board_does_not_follow_the_array_it_was_made_from():
    mines = np.zeros((2, 2), dtype=bool)
    board = Board(mines)
    mines[0, 0] = True
    assert board.n_mines == 0


def test_equal_boards_have_equal_hashes():
    assert hash(Board.parse("1M")) == hash(Board.parse("1 M"))
    assert Board.parse("1M") != Board.parse("M1")
    assert Board.parse("1M") != "1M"


def test_the_seed_of_numpy_is_kept_as_an_int():
    assert type(Board([[True]], seed=np.int64(5)).seed) is int
    assert type(Board.random(1, 1, mines=0, seed=np.int64(5)).seed) is int


@pytest.mark.parametrize("letter", ["M", "d"])
def test_a_board_with_gold_parses_back_with_its_own_letter(letter):
    mines, gold = np.zeros((2, 4), bool), np.zeros((2, 4), bool)
    mines[0, 0] = gold[0, 3] = True
    board = Board(mines, gold, letter=letter)
    assert str(Board.parse(str(board))) == str(board) == f"{letter}10g\n1100"
    assert Board.parse(str(board)) == board


def test_a_map_of_daggers_and_gold_prints_as_it_was_written():
    picture = "g01d\n0011"
    board = Board.parse(picture)
    assert str(board) == picture
    assert board.gold[0, 0] and board.gold.sum() == 1
    assert board != Board(board.mines)


@pytest.mark.parametrize("radius", [0, 1])
@pytest.mark.parametrize("seed", range(20))
def test_a_protected_board_has_as_many_mines_and_none_nearby(radius, seed):
    board = Board.random(4, 5, mines=8, seed=seed)
    moved = board.protected((1, 4), radius)
    assert moved.n_mines == 8
    assert not moved.mines[1 - radius : 2 + radius, 4 - radius :].any()
    assert moved == board.protected((1, 4), radius)


def test_a_board_without_mines_near_the_first_click_stays_as_it_is():
    board = Board.parse("001M\n0011")
    assert board.protected((0, 0), 1) == board


def test_only_mines_near_the_first_click_move():
    board = Board.parse("M101M\n11011")
    moved = board.protected((0, 0), 1)
    assert moved.mines[0, 4]
    assert not moved.mines[:2, :2].any()
