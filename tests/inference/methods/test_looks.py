"""What one look of a method says, in which order and why, on positions one can check by eye."""

import sys

import pytest

from minelab import Contradiction, View, deduce
from minelab.inference.methods import METHODS, prove
from minelab.inference.methods.entails import first_proof
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint
from tests.naive import random_views

ONE_TWO_ONE = """
    1 2 1
    ? ? ?
"""


def look(picture, method, mines=None, first=True):
    """The deductions of one look."""
    row = METHODS[method]
    return list((row if first else row.exhaustive)(Position(View.parse(picture), mines)))


def facts(picture, method, mines=None, first=True):
    return [(d.cell, d.is_mine) for d in look(picture, method, mines, first)]


def clues(deduction):
    """The clues that a deduction rests on, None for the total."""
    return [constraint.clue for constraint in deduction.because]


@pytest.mark.parametrize("method", METHODS)
def test_a_deduction_bears_the_name_of_its_method(method):
    named = method.removesuffix("-once").removesuffix("-mines").rstrip("-13")
    views = random_views(40, seed=7)
    found = [d for view in views for d in METHODS[method](Position(view, view.mines))]
    assert {d.method for d in found} == {named}


@pytest.mark.parametrize(("mines", "is_mine"), [(0, False), (2, True)])
def test_single_reads_a_total_of_no_mines_or_of_all(mines, is_mine):
    assert facts("? ?", "single", mines) == [((0, 0), is_mine), ((0, 1), is_mine)]
    assert facts("? ?", "single", mines=1) == facts("? ?", "single") == []


@pytest.mark.parametrize("method", ["single", "total"])
def test_cells_are_proved_row_by_row(method):
    rows = "? ? ? ?\n? ? ? ?\n? ? ? ?"
    found = [cell for cell, _ in facts(rows, method, mines=0)]
    assert found == sorted(found) and len(found) == 12


def test_total_takes_away_clues_that_share_no_cell_and_names_them():
    view = "? 1 ? ? 1 ? ?"
    for mines, is_mine in [(2, False), (3, True)]:
        (proof,) = look(view, "total", mines)
        assert (proof.cell, proof.is_mine) == ((0, 6), is_mine)
        assert clues(proof) == [None, (0, 1), (0, 4)]
        assert proof.because[0] == Constraint(frozenset(View.parse(view).covered), mines)
    assert facts("0 ?", "total", mines=0) == []  # the clue accounts for all there is


def test_pairs_compares_both_ways_what_follows_too():
    # 2 less 1 leaves the left cell, which in turn leaves the right one of the 2.
    assert facts("? 2 ? 1", "pairs") == [((0, 2), True), ((0, 0), True)]


def test_pairs_lists_the_cells_of_two_clues_row_by_row():
    view = """
        ? 1
        ? M
        2 ?
    """
    found = look(view, "pairs")
    assert [(d.cell, d.is_mine) for d in found[:2]] == [((0, 0), False), ((2, 1), True)]
    assert clues(found[0]) == [(0, 1), (2, 0)]


@pytest.mark.parametrize("method", ["assume", "refute"])
def test_suppositions_stop_at_the_first_cell_that_teaches_something(method):
    assert facts(ONE_TWO_ONE, method) == [((1, 1), False)]
    assert facts(ONE_TWO_ONE, method, first=False) == [
        ((1, 1), False),
        ((1, 0), True),
        ((1, 2), True),
    ]


def test_a_supposition_that_breaks_proves_its_opposite_and_no_more():
    view = """
        1 ? 1
        1 ? ?
        ? 2 ?
    """
    # Without a mine in the middle the clue 2 lacks one. What it would settle is no proof.
    assert facts(view, "assume") == [((1, 1), True)]
    assert facts(view, "assume", first=False) == [
        ((1, 1), True),
        ((0, 1), False),
        ((1, 2), False),
        ((2, 0), False),
    ]


def test_what_both_suppositions_prove_is_listed_row_by_row():
    view = """
        ? ? 1
        ? 3 ?
    """
    found = look(view, "assume")
    assert [(d.cell, d.is_mine) for d in found] == [((0, 0), True), ((1, 0), True)]


def test_two_suppositions_that_agree_say_how_each_got_there():
    (proof,) = look("? ? 1 ?", "assume-1", mines=1)
    assert (proof.cell, proof.is_mine) == ((0, 0), False)
    mined, safe = proof.supposed
    assert (mined.cell, mined.is_mine, safe.cell, safe.is_mine) == ((0, 1), True, (0, 1), False)
    # With a mine beside the clue none is left; without, the clue's other cell has the only one.
    assert [step.cells for step in mined.steps] == [((0, 3),), ((0, 0),)]
    assert [(step.cells, step.is_mine) for step in safe.steps] == [
        (((0, 3),), True),
        (((0, 0),), False),
    ]
    assert clues(proof) == [(0, 2), None, (0, 2)]


def test_refute_tries_every_cell_of_a_clue_and_no_other():
    assert facts("0 ?", "refute") == [((0, 1), False)]
    assert facts("? ?", "refute", mines=0) == []


def test_entails_says_what_it_asked():
    position = Position(View.parse(ONE_TWO_ONE))
    # At the ends safe is impossible; in the middle safe is possible, and mined is not.
    first, tests = first_proof(position, [(1, 0), (1, 1)], safe=True)
    assert (first.cell, first.is_mine, tests) == ((1, 0), True, 1)
    first, tests = first_proof(position, [(1, 1), (1, 2)], safe=True)
    assert (first.cell, first.is_mine, tests) == ((1, 1), False, 2)
    first, tests = first_proof(position, [(1, 1), (1, 2)], safe=False)
    assert (first.cell, first.is_mine, tests) == ((1, 2), True, 2)
    assert first_proof(position, [(1, 1)], safe=False) == (None, 1)
    assert first_proof(Position(View.parse("1??")), [(0, 2)], safe=True) == (None, 2)


def test_entails_rests_on_every_clue_after_the_total():
    (proof, *_) = look(ONE_TWO_ONE, "entails", mines=2)
    assert clues(proof) == [None, (0, 0), (0, 1), (0, 2)]
    (proof, *_) = look(ONE_TWO_ONE, "entails")
    assert clues(proof) == [(0, 0), (0, 1), (0, 2)]


def test_entails_says_whether_the_total_is_what_cannot_be_met():
    view = """
        1 ? ?
        ? ? 1
    """  # each clue has one mine, so three are too many for both
    message = r"the clues at \[\(0, 0\), \(1, 2\)\] cannot all be met with the total$"
    with pytest.raises(Contradiction, match=message):
        look(view, "entails", mines=3)
    view = """
        1 1 1
        ? ? ?
        1 2 1
    """
    with pytest.raises(Contradiction, match=r"\(2, 2\)\] cannot all be met$"):
        look(view, "entails")


def test_groups_rest_on_their_own_clues_after_the_total():
    view = "? 1 M 2 ? ?"
    left, right = look(view, "groups")
    assert (left.cell, left.is_mine, clues(left)) == ((0, 0), False, [(0, 1)])
    assert (right.cell, right.is_mine, clues(right)) == ((0, 4), True, [(0, 3)])
    told = look(view, "groups", mines=2)
    assert [(d.cell, d.is_mine, clues(d)) for d in told] == [
        ((0, 0), False, [None, (0, 1)]),
        ((0, 4), True, [None, (0, 3)]),
        ((0, 5), False, [None, (0, 1), (0, 3)]),
    ]


@pytest.mark.parametrize(("method", "mines"), [("groups", None), ("groups", 3), ("exact", 3)])
def test_proofs_by_enumeration_say_how_many_layouts_fit(method, mines):
    view = """
        ? ? 1
        ? 3 ?
    """  # mines on the left, and a third one above or below
    found = look(view, method, mines)
    assert [(d.cell, d.is_mine, d.layouts) for d in found] == [
        ((0, 0), True, 2),
        ((1, 0), True, 2),
    ]


def test_exact_does_not_count_the_layouts_of_large_boards(monkeypatch):
    assert [d.layouts for d in look("1 ? ? 0", "exact", mines=1)] == [1, 1]
    monkeypatch.setattr(
        sys.modules["minelab.inference.odds"], "LARGE", 0
    )  # any board counts as large
    assert [(d.cell, d.layouts) for d in look("1 ? ? 0", "exact", mines=1)] == [
        ((0, 2), None),
        ((0, 1), None),
    ]


def test_a_proof_of_any_cell_can_be_asked_for():
    view = View.parse(ONE_TWO_ONE)
    assert prove(view, (1, 2), "subset") in look(ONE_TWO_ONE, "subset")
    for method in [name for name, row in METHODS.items() if row.exhaustive]:
        if method != "assume-3":
            proof = prove(view, (1, 2), method)  # not the cell at which it would stop
            assert (proof.cell, proof.is_mine) == ((1, 2), True)
    assert prove(View.parse("??"), (0, 1), "single", mines=2).is_mine
    with pytest.raises(LookupError, match=r"single proves nothing about \(1, 1\)"):
        prove(view, (1, 1), "single")


def test_a_method_sees_the_total_of_the_view_unless_another_is_given():
    view = View.parse("? ?", mines=2)
    assert [d.is_mine for d in deduce(view, "single")] == [True, True]
    assert [d.is_mine for d in deduce(view, "single", mines=0)] == [False, False]
