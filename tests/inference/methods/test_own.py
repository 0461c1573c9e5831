"""Methods of one's own are not taken at their word."""

import numpy as np
import pytest

import minelab as ml
from minelab import Agent, Board, Deduction, View, deduce
from minelab.inference.methods.total import total

VIEW = View.parse("1?2\n???\n???", mines=4)


def yielding(*claims):
    return lambda position: iter(claims)


@pytest.mark.parametrize(
    ("method", "message"),
    [
        (lambda position: None, "what a method yields must be a list of Deductions, not None"),
        (yielding(5), "a method must yield Deductions, not 5"),
        (yielding(Deduction((0, 1), "yes", "mine")), "is_mine must be True or False, not 'yes'"),
        (yielding(Deduction((9, 9), True, "mine")), r"cell \(9, 9\) is off the board"),
        (yielding(Deduction((0, 1), True, None)), "method must be a text"),
    ],
)
def test_what_is_no_deduction_is_refused(method, message):
    with pytest.raises(ValueError, match=message):
        deduce(VIEW, method)
    with pytest.raises(ValueError, match=message):
        ml.find_mistake(method, boards=1)
    with pytest.raises(ValueError, match=message):
        ml.play(Board.parse("1M\n11"), Agent("mine", (method,)))


def test_a_deduction_of_numpy_becomes_a_plain_one():
    cell = tuple(np.argwhere(VIEW.codes == -1)[0])
    (found,) = deduce(VIEW, yielding(Deduction(cell, np.bool_(True), "mine")))
    assert found == Deduction((0, 1), True, "mine")
    assert {type(x) for x in found.cell} == {int} and found.is_mine is True


def test_a_method_sees_what_was_settled_since_its_last_claim():
    left = []

    def method(position):
        for cell in list(position.unknown):
            left.append(len(position.unknown))
            yield Deduction(cell, False, "mine")

    deduce(View.parse("???"), method)
    assert left == [3, 2, 1]


def test_a_constraint_of_many_claims_stays_one():
    position = View.parse("???\n???", mines=6)
    found = deduce(position, lambda position: total(position))
    assert len(found) == 6
    assert len({id(deduction.because[0]) for deduction in found}) == 1


def test_all_claims_from_one_look_at_the_total_rest_on_the_same_constraint():
    """Each had a total of its own: 4 GB on a picture of 12 kB."""
    found = deduce(View.parse("???\n???", mines=6), "total")
    assert len(found) == 6
    assert len({id(deduction.because[0]) for deduction in found}) == 1
