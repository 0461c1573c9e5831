"""What kind of move the number of mines proves."""

import pytest

from minelab import Board, play
from minelab.lab.mine_count import kinds_of_moves


@pytest.mark.parametrize(
    ("picture", "first", "kinds"),
    [
        ("MM\nMM", None, {"rest_mined": 4}),
        ("00\n00", None, {"rest_safe": 1}),  # the 0 that it opens proves the others
        ("1M100", (0, 2), {"others_safe": 2}),
    ],
)
def test_moves_by_the_number_of_mines_are_sorted(picture, first, kinds):
    record = play(Board.parse(picture), "ibs+total", first=first)
    counted = kinds_of_moves(record)
    assert {kind: n for kind, n in counted.items() if n} == kinds
