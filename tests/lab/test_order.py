"""What is known before guesses does not depend on the order of methods, and the table can tell."""

import pytest

import minelab as ml
from minelab.inference.position import Position
from minelab.lab import order
from minelab.lab.order import CHEAPEST_FIRST, ORDERS, before_guesses, everything, measure

BOARDS = [ml.Board.random(6, 6, density=density, seed=7) for density in (0.2, 0.3, 0.4)]


def known(board, methods):
    return [cells for _, cells, _ in before_guesses(board, methods, seed=7)]


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_known_is_what_the_records_say(board):
    record = ml.play(board, "ibs-hyper", seed=7)
    covered = [len(v.covered) for v, turn in record.replay() if turn.method == "guess"]
    assert known(board, CHEAPEST_FIRST) == [board.mines.size - n for n in covered]


def test_fewer_methods_know_less():
    """So the measure would show it if an order inferred more than another."""
    last, weak = (
        sum(map(len, (known(b, m) for b in BOARDS))) for m in (CHEAPEST_FIRST, ("single",))
    )
    assert weak > last


def test_a_closure_of_fewer_methods_knows_less(monkeypatch):
    """Nor is the third order the same as the others by construction."""
    full = [known(board, (everything,)) for board in BOARDS]
    assert full == [known(board, CHEAPEST_FIRST) for board in BOARDS]
    monkeypatch.setattr(order, "CHEAPEST_FIRST", CHEAPEST_FIRST[:1])
    assert [known(board, (everything,)) for board in BOARDS] != full


def test_everything_is_proved_before_anything_is_opened():
    view = ml.View.parse("1 2 1\n? ? ?")
    assert {d.cell for d in everything(Position(view))} == {(1, 0), (1, 1), (1, 2)}


def test_a_row_for_each_order_and_guess():
    table = measure(0.3, range(1, 3))
    assert list(table["order"].unique()) == list(ORDERS)
    for _, game in table.groupby(["order", "board_seed"]):
        assert game["guess"].tolist() == list(range(1, len(game) + 1))
        assert game["known"].is_monotonic_increasing and game["work"].is_monotonic_increasing
        assert game["known"].iloc[0] == game["work"].iloc[0] == 0
