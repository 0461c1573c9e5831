from dataclasses import replace

import pytest

from minelab import CLASSIC, CLASSIC_ZERO, DAGGERS, REPORT, Board, Rules
from minelab.boards.rules import PRESETS, Status

BOARD = Board.parse("M1\n11")


def after(rules, *events, board=BOARD):
    status = rules.start(board)
    for event in events:
        status = rules.after(status, event)
    return status


def test_a_game_starts_with_everything_covered():
    assert REPORT.start(BOARD) == Status(n_cells=4, n_mines=1, lives=None)
    assert CLASSIC.start(BOARD).lives == 1


def test_each_event_is_counted():
    status = after(REPORT, "open", "open", "flag", "wrong flag")
    assert (status.opened, status.right_flags, status.wrong_flags, status.flagged) == (2, 1, 1, 2)
    assert (status.covered, status.safe_left) == (0, 1)


@pytest.mark.parametrize(
    ("events", "score", "won"),
    [
        (["flag", "open", "open", "open"], 1.0, True),
        (["blast", "open", "open", "open"], 0.0, False),
        (["flag", "wrong flag", "open", "open"], 0.0, False),
        (["blast", "wrong flag", "wrong flag", "wrong flag"], 0.0, False),
    ],
)
def test_report_score_is_right_flags_less_wrong_ones_and_never_below_zero(events, score, won):
    status = after(REPORT, *events)
    assert REPORT.over(status)
    assert (REPORT.score(status), REPORT.won(status)) == (score, won)


def test_a_report_game_is_won_only_when_it_is_over():
    assert not REPORT.won(after(REPORT, "flag"))


def test_a_mine_does_not_end_a_report_game():
    assert not REPORT.over(after(REPORT, "blast"))


def test_without_mines_the_score_is_one_unless_something_is_flagged():
    empty = Board.parse("00")
    assert REPORT.score(after(REPORT, "open", "open", board=empty)) == 1
    assert REPORT.score(after(REPORT, "open", "wrong flag", board=empty)) == 0


@pytest.mark.parametrize("rules", [CLASSIC, CLASSIC_ZERO])
def test_the_first_mine_loses_a_classic_game(rules):
    status = after(rules, "open", "blast")
    assert rules.over(status)
    assert (rules.won(status), rules.score(status)) == (False, 0)


def test_a_classic_game_is_won_when_all_safe_cells_are_open():
    status = after(CLASSIC, "open", "open", "open")
    assert CLASSIC.over(status)
    assert (CLASSIC.won(status), CLASSIC.score(status)) == (True, 1)
    assert not CLASSIC.over(after(CLASSIC, "open", "open", "flag"))


def test_lives_are_lost_one_by_one():
    rules = Rules(lives=2)
    board = Board.parse("MM\n22")
    assert not rules.over(after(rules, "blast", board=board))
    assert rules.over(after(rules, "blast", "blast", board=board))


def test_how_far_a_first_click_is_protected():
    presets = REPORT, CLASSIC, CLASSIC_ZERO, DAGGERS
    assert [rules.safe_radius for rules in presets] == [-1, 0, 1, -1]
    assert (REPORT.opening, DAGGERS.opening) == (None, (0, 0))


def test_presets_know_their_names_and_a_name_does_not_make_a_rule():
    assert set(PRESETS) == {"report", "classic", "classic-zero", "daggers"}
    assert Rules(name="mine") == REPORT


def test_the_name_of_a_preset_is_kept_for_the_preset():
    """Else a record could not tell by which of the two it was played."""
    assert Rules(name="report").name == "report"
    assert replace(REPORT, lives=2).name == Rules(name="report", lives=2).name == "custom"
    assert replace(REPORT, lives=2, name="two lives").name == "two lives"
