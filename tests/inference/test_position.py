import pytest

from minelab import Contradiction, View
from minelab.boards.grid import COVERED
from minelab.inference.position import Position, clue_constraint
from tests.naive import around, random_views

VIEW = View.parse("""
    M 2 ?
    2 ? ?
    ? 1 ?
""")


def test_a_clue_less_its_known_mines_is_a_constraint_on_its_covered_neighbours():
    constraint = clue_constraint(VIEW.codes, (0, 1))
    assert (constraint.clue, constraint.mines) == ((0, 1), 1)
    assert constraint.cells == {(0, 2), (1, 1), (1, 2)}


def test_cells_known_to_be_safe_can_be_left_out():
    assert clue_constraint(VIEW.codes, (0, 1), safe={(1, 1)}).cells == {(0, 2), (1, 2)}


def test_constraints_say_what_the_clues_say():
    for view in random_views(300, seed=6):
        position = Position(view)
        for clue in view.open:
            near = around(clue, view.rows, view.cols)
            covered = {n for n in near if view[n] == COVERED}
            if covered:
                constraint = position.constraints.pop(clue)
                assert constraint.cells == covered
                assert constraint.mines == view.clue(clue) - len(near & set(view.known))
        assert not position.constraints  # finished clues have none


def test_touching_lists_the_unfinished_clues_around_a_cell():
    for view in random_views(100, seed=7):
        position = Position(view)
        for cell in view.covered:
            expected = [clue for clue in view.open if cell in around(clue, view.rows, view.cols)]
            assert position.touching.get(cell, []) == expected


def test_settling_a_cell_takes_it_out_of_its_constraints():
    position = Position(VIEW)
    assert position.settle((1, 1), is_mine=True)
    assert position.settled == {(1, 1): True}
    assert (1, 1) not in position.unknown
    assert [str(c) for c in position.constraints.values()] == [
        "(0, 2) + (1, 2) = 0",
        "(2, 0) = 0",
        "(1, 2) + (2, 0) + (2, 2) = 0",
    ]


def test_settling_a_cell_again_is_no_news():
    position = Position(VIEW)
    position.settle((1, 2), is_mine=False)
    assert not position.settle((1, 2), is_mine=False)


def test_a_cell_cannot_be_both_a_mine_and_safe():
    position = Position(VIEW)
    position.settle((1, 2), is_mine=False)
    with pytest.raises(Contradiction, match=r"\(1, 2\) would be both a mine and safe"):
        position.settle((1, 2), is_mine=True)


def test_a_clue_that_nothing_can_meet_is_a_contradiction():
    position = Position(View.parse("2 ?\n? ?"))
    position.settle((0, 1), is_mine=False)
    with pytest.raises(Contradiction, match=r"clue at \(0, 0\) would need 2 mines in 1 covered"):
        position.settle((1, 1), is_mine=False)


def test_a_finished_clue_has_no_constraint():
    position = Position(View.parse("1 ?"))
    position.settle((0, 1), is_mine=True)
    assert position.constraints == {}
