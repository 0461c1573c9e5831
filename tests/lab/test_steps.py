"""What a game's steps read and write."""

import pytest

from minelab.lab.steps import measure


@pytest.mark.parametrize("agent", ["basic-002", "corners"])
def test_every_cell_is_settled_once_and_written_to_all_its_neighbours(agent):
    table = measure(agent, 6, 0.2, range(1, 4))
    assert (table["settled"] == 36).all()
    assert (table["written"] == 4 * 3 + 16 * 5 + 16 * 8).all()
    assert (table["finished"] < table["applied"]).all()
    assert table["read"].between(3 * table["applied"], 8 * table["applied"]).all()
