"""Suppositions: what follows, in which order, and which steps lead to what breaks."""

import pytest

from minelab import View
from minelab.inference.methods import METHODS
from minelab.inference.position import Position
from minelab.inference.suppose import Trial, by_frequency, evidence


def trial(picture, cell, is_mine, mines=None, reduce=False):
    return Trial(Position(View.parse(picture), mines), cell, is_mine, reduce)


def told(steps):
    """Of each step the clue, None for the total, the cells and what they are taken for."""
    return [(step.constraint.clue, list(step.cells), step.is_mine) for step in steps]


def test_cells_are_tried_in_the_order_of_their_clues():
    position = Position(View.parse("1 2 1\n? ? ?"))
    assert by_frequency(position, at_least=1) == [(1, 1), (1, 0), (1, 2)]
    assert by_frequency(position, at_least=3) == [(1, 1)]
    position.settle((1, 1), is_mine=False)
    assert by_frequency(position, at_least=1) == [(1, 0), (1, 2)]


def test_what_breaks_comes_with_the_steps_that_lead_to_it():
    supposed = trial("1 2 1\n? ? ?", (1, 1), is_mine=True).supposition()
    assert told(supposed.steps) == [((0, 0), [(1, 0)], False), ((0, 1), [(1, 2)], True)]
    assert [(constraint.clue, constraint.mines) for constraint in supposed.broken] == [((0, 2), -1)]
    used = evidence([supposed, supposed])
    assert used == (*(step.constraint for step in supposed.steps), *supposed.broken)


CHAIN = "? 1 ? 1 ? 1 ? 1 ?"


def test_what_follows_spreads_to_both_sides_at_once():
    middle = trial(CHAIN, (0, 4), is_mine=True)
    assert middle.broken is None
    assert middle.follows == {(0, 2): False, (0, 6): False, (0, 0): True, (0, 8): True}
    assert told(middle.steps) == [
        ((0, 3), [(0, 2)], False),
        ((0, 5), [(0, 6)], False),
        ((0, 1), [(0, 0)], True),
        ((0, 7), [(0, 8)], True),
    ]


def test_steps_that_lead_elsewhere_are_left_out():
    middle = trial(CHAIN, (0, 4), is_mine=True)
    assert told(middle.supposition([(0, 8)]).steps) == [
        ((0, 5), [(0, 6)], False),
        ((0, 7), [(0, 8)], True),
    ]
    assert told(middle.supposition([(0, 2)]).steps) == [((0, 3), [(0, 2)], False)]
    assert middle.supposition().steps == ()


def test_one_step_may_settle_many_cells_row_by_row():
    (step,) = trial("? ? ?\n? 1 ?\n? ? ?", (1, 0), is_mine=True).steps
    others = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 0), (2, 1), (2, 2)]
    assert told([step]) == [((1, 1), others, False)]


def test_the_total_rests_on_all_that_was_settled():
    view = """
        M ?
        3 ?
        1 ?
    """
    lowest = trial(view, (2, 1), is_mine=True, mines=3)
    # The clue 1 has its mine, so of three mines in all the last one is above.
    assert lowest.follows == {(1, 1): False, (0, 1): True}
    steps = [((2, 0), [(1, 1)], False), (None, [(0, 1)], True)]
    assert told(lowest.supposition([(0, 1)]).steps) == steps


def test_equations_that_overlap_and_cannot_both_hold_refute():
    view = """
        ? M ? M M
        ? 5 ? 7 ?
        M M ? M M
    """
    # The 7 wants two of the three cells between the clues, or more; with a mine beside it the 5
    # has only one left for them. No equation lies inside the other.
    corner = trial(view, (0, 0), is_mine=True, reduce=True)
    assert [constraint.clue for constraint in corner.broken] == [(1, 1), (1, 3)]
    assert trial(view, (0, 0), is_mine=True).broken is None
    found = METHODS["refute"].exhaustive(Position(View.parse(view)))
    assert [(d.cell, d.is_mine) for d in found] == [
        ((0, 0), False),
        ((1, 0), False),
        ((1, 4), True),
    ]


def test_a_derived_equation_may_be_what_breaks():
    view = """
        1 ? ?
        ? 2 2
        ? ? 1
    """
    # With a mine in the corner the middle 2 needs one more, and the clue of the opposite corner
    # has it: nothing is left for the lower row, against the clue 1 there.
    corner = trial(view, (0, 2), is_mine=True, reduce=True)
    clue, derived = corner.broken
    assert (clue.clue, clue.mines, set(clue.cells)) == ((2, 2), 1, {(2, 1)})
    assert (derived.clue, derived.mines, set(derived.cells)) == (None, 0, {(2, 0), (2, 1)})
    assert [constraint.clue for constraint in derived.because] == [(0, 0), (1, 1)]


def test_a_derived_equation_rests_on_what_its_clues_touch():
    view = """
        1 ? ? 3 ?
        ? 2 4 M M
        ? ? 3 M M
    """
    corner = trial(view, (0, 2), is_mine=True, reduce=True)
    assert told(corner.steps) == [((0, 3), [(0, 4)], False)]
    assert [constraint.clue for constraint in corner.broken] == [(2, 2), None]
    assert corner.supposition().steps == ()  # nothing broke on the right


@pytest.mark.parametrize(
    ("picture", "mine"),
    [
        ("? M 3 ?\n? ? ? ?\n0 ? ? 1", (0, 3)),  # the 0 first, then the 3, against the 1
        ("? 2 2 ? 3 ?\n? M ? ? ? ?\n2 2 ? M ? 1", (0, 5)),  # only the second reduction breaks
    ],
)
def test_reduction_goes_on_with_what_it_has_settled(picture, mine):
    assert trial(picture, mine, is_mine=False, reduce=True).broken
    assert not trial(picture, mine, is_mine=True, reduce=True).broken


def test_the_total_is_asked_again_after_a_reduction():
    # The second clue has its mine. That leaves the two last cells for two mines.
    first = trial("? 1 ? M 1 ? ? ?", (0, 0), is_mine=True, mines=4, reduce=True)
    assert first.follows == {(0, 2): False, (0, 5): False, (0, 6): True, (0, 7): True}


@pytest.mark.parametrize("method", ["assume", "refute"])
def test_a_position_that_cannot_be_gives_one_proof_a_cell(method):
    found = list(METHODS[method].exhaustive(Position(View.parse("1 1 1\n? ? ?\n1 2 1"))))
    assert found
    assert len({d.cell for d in found}) == len(found)
