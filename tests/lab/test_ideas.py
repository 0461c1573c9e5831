"""Ideas of the reports in readable form."""

import pytest

from minelab import View
from minelab.inference.position import Position
from minelab.lab.ideas import (
    IDEAS,
    PLAYERS,
    beside_a_one,
    corners_below_density,
    least_of_a_group,
    measure,
)


def guess(rule, picture, mines=None):
    view = View.parse(picture, mines=mines)
    return rule(Position(view), view.covered[::-1])


def test_a_guess_beside_a_one_touches_no_other_clue():
    # The 1 at the top right has three covered cells of its own, the 2 has others.
    assert guess(beside_a_one, "2??1\n????").cell == (0, 2)
    assert guess(beside_a_one, "2???\n????").rule == "random"


def test_the_least_likely_cell_of_a_group_counts_its_layouts():
    # Both clues share their mine (2 layouts), or each has its own (3).
    chosen = guess(least_of_a_group, "1?1?\n????")
    assert (chosen.cell, chosen.chance) == ((0, 1), 1 / 5)
    assert guess(least_of_a_group, "???").rule == "random"


def test_corners_below_the_density_prefer_a_random_cell_on_a_sparse_board():
    picture = "M3??M\nM???M"  # the 3 misses one mine in three cells
    assert guess(corners_below_density, picture, mines=5).rule == "random"  # one mine in five
    assert guess(corners_below_density, picture, mines=6).rule == "corners"  # two in five


@pytest.mark.parametrize("base", [base for base in IDEAS if base != "dagger-2+total"])
def test_every_idea_plays_beside_the_agent_it_would_change(base):
    table = measure(base, range(1, 3), density=0.2)
    assert table["agent"].unique().tolist() == [base, *IDEAS[base]]
    assert table.groupby("agent").size().eq(2).all()


def test_playing_for_table_1_wins_with_no_false_stone():
    table = measure("dagger-2+total", range(1, 4), level="EASY").set_index("agent")
    assert (table.loc["table-1", "performance"] > 0).all()
    assert set(PLAYERS) <= {idea for ideas in IDEAS.values() for idea in ideas}
