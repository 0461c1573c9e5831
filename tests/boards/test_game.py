import pytest

from minelab import (
    CLASSIC,
    CLASSIC_ZERO,
    Board,
    Flag,
    Game,
    Open,
    Rules,
)
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD

BOARD = Board.parse("""
    1 M 2
    2 4 M
    M 3 M
""")

FIELD = Board.parse("""
    0 0 1 M
    0 0 1 1
    1 1 0 0
    M 1 0 0
""")


def test_opening_a_safe_cell_shows_its_clue():
    game = Game(BOARD)
    assert game.open((1, 1)) == (((1, 1), 4),)
    assert str(game.view) == "???\n?4?\n???"


def test_a_mine_goes_off_and_the_game_goes_on():
    game = Game(BOARD)
    assert game.open((0, 1)) == (((0, 1), BLAST),)
    assert (game.status.blasts, game.over) == (1, False)


def test_a_flag_brings_no_answer():
    game = Game(BOARD)
    assert game.flag((0, 0)) == ()
    assert game.flag((0, 1)) == ()
    assert str(game.view) == "MM?\n???\n???"
    assert (game.status.right_flags, game.status.wrong_flags) == (1, 1)


def test_a_move_is_made_whichever_it_is():
    game = Game(BOARD)
    game.play(Open((0, 0)))
    game.play(Flag((0, 1)))
    assert str(game.view) == "1M?\n???\n???"


def test_report_rules_open_one_cell_at_a_time():
    game = Game(FIELD)
    assert len(game.open((0, 0))) == 1


def test_a_cascade_opens_the_field_of_zeros_and_its_rim():
    game = Game(FIELD, Rules(cascade=True))
    seen = game.open((0, 0))
    assert seen[0] == ((0, 0), 0)
    assert str(game.view) == str(FIELD).replace("M", "?")
    assert len(seen) == len({observation.cell for observation in seen}) == 14


def test_a_cascade_leaves_flags_alone():
    game = Game(FIELD, Rules(cascade=True))
    game.flag((0, 1))
    game.open((0, 0))
    assert game.view[(0, 1)] == FLAG


def test_gold_opens_its_neighbours_as_a_zero_does():
    game = Game(Board.parse("g01d\n0011"), Rules(cascade=True))
    assert game.open((0, 0))[0] == ((0, 0), GOLD)
    assert str(game.view) == "g01?\n001?"


@pytest.mark.parametrize("seed", range(10))
def test_a_first_click_is_protected_as_the_rules_say(seed):
    board = Board.random(5, 5, mines=12, seed=seed)
    safe, zero = Game(board, CLASSIC), Game(board, CLASSIC_ZERO)
    assert safe.open((2, 2))[0].code >= 0
    assert zero.open((2, 2))[0].code == 0
    assert safe.board.n_mines == zero.board.n_mines == 12


def test_only_the_first_click_is_protected():
    game = Game(Board.parse("1M1"), Rules(first_click="safe"))
    game.open((0, 0))
    assert game.open((0, 1))[0].code == BLAST


def test_a_flag_does_not_use_up_the_protection():
    game = Game(Board.parse("M2M\n121"), Rules(first_click="safe"))
    game.flag((1, 1))
    assert game.open((0, 0))[0].code >= 0


def test_flags_are_judged_by_the_board_that_is_played():
    # The first click moves the flagged mine away, so the flag is wrong on the board played.
    game = Game(Board.parse("M100\n1100\n0000"), Rules(first_click="zero"))
    game.flag((0, 0))
    game.open((1, 1))
    assert not game.board.mines[0, 0]
    assert (game.status.right_flags, game.status.wrong_flags) == (0, 1)


def test_the_number_of_mines_is_in_the_view_only_if_it_is_asked_for():
    assert Game(BOARD).view.mines is None
    assert Game(BOARD, knows_total=True).view.mines == 4


def test_lives_left_are_in_the_view():
    game = Game(BOARD, Rules(lives=2))
    game.open((0, 1))
    assert game.view.lives == 1


def test_a_view_does_not_change_when_the_game_goes_on():
    game = Game(BOARD)
    before = game.view
    game.open((0, 0))
    assert before[(0, 0)] == COVERED


def snapshot(game):
    return game.codes.tobytes(), game.status, game.board


def test_no_mine_moves_on_a_board_with_gold():
    board = Board.parse("g01d\n0011\n0000")
    game = Game(board, CLASSIC)
    before = snapshot(game)
    with pytest.raises(ValueError, match=r"first click at \(0, 3\) would move mines.*DAGGERS"):
        game.open((0, 3))
    assert snapshot(game) == before
    assert game.open((1, 3))[0].code == 1
