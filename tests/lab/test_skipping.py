"""SWEPT's basic agent without looks at finished clues."""

import pytest

from minelab.boards.board import Board
from minelab.lab.skipping import FORMS, Skipping, game, measure


@pytest.mark.parametrize("seed", range(12))
def test_skipping_changes_no_move(seed):
    board = Board.random(9, 9, density=0.1 + 0.05 * (seed % 5), seed=seed)
    plain, skipping = (game(form, board, seed) for form in FORMS)
    assert [turn.reason for turn in skipping.turns] == [turn.reason for turn in plain.turns]


def test_skipping_spares_looks_at_clues(monkeypatch):
    looks = dict.fromkeys(FORMS, 0)
    from minelab.agents import players

    constraint = players.clue_constraint
    for form in FORMS:

        def counted(*what, form=form, **how):
            looks[form] += 1
            return constraint(*what, **how)

        monkeypatch.setattr(players, "clue_constraint", counted)
        game(form, Board.random(9, 9, density=0.2, seed=1), 1)
    assert 0 < looks["skipping"] < looks["basic-002"] / 2


def test_both_forms_are_timed_on_each_board():
    table = measure(5, 0.2, range(1, 4))
    assert table.groupby("board_seed")["agent"].agg(list).tolist() == [[*FORMS]] * 3
    assert (table["seconds"] > 0).all() and issubclass(FORMS["skipping"], Skipping)
