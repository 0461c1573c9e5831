from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from minelab import _checks as checks

DIGITS = 10**5000  # too many to be printed


class Unprintable:
    def __repr__(self):
        raise RuntimeError("no")


WRONG = {
    "whole": (lambda x: checks.check_whole("n", x, 1, 9), [0, 10, 1.0, "3", True, None, DIGITS]),
    "number": (
        lambda x: checks.check_number("n", x, 0, 1),
        [-0.1, 1.1, "0.5", None, False, 1j, float("nan"), 10**400, DIGITS, np.array([0.5])],
    ),
    "yes or no": (lambda x: checks.check_yes_or_no("n", x), [0, 1, "no", None, np.array([True])]),
    "text": (
        lambda x: checks.check_text("n", x),
        [None, b"x", 5, "x" * 1001, "\x1b[2J", "a\n", "\ud800"],
    ),
    "one of": (
        lambda x: checks.check_one_of("n", x, ("a", "b")),
        ["c", "", None, ["a"], np.array(["a", "b"]), DIGITS, Unprintable()],
    ),
    "list": (lambda x: checks.check_list("n", x, "cells"), [5, None, "text", np.array(3)]),
    "path": (lambda x: checks.check_path("n", x), [5, True, None, "", "a\0b", b"x", ["x"]]),
}


@pytest.mark.parametrize("check", WRONG)
def test_what_is_wrong_is_named_with_its_argument(check):
    call, values = WRONG[check]
    for value in values:
        with pytest.raises(ValueError, match="^n must be .*, not ") as caught:
            call(value)
        named = checks.shown(value)
        assert str(caught.value).endswith(named) and len(named) < 100


def test_what_is_right_comes_back_in_its_plain_kind():
    assert type(checks.check_whole("n", np.int8(3), 1, 9)) is int
    assert type(checks.check_number("n", Fraction(1, 2), 0, 1)) is float
    assert checks.check_yes_or_no("n", np.True_) is True
    assert checks.check_text("n", "\u00e9 " * 500) == "\u00e9 " * 500
    assert checks.check_one_of("n", "b", {"a": 1, "b": 2}) == "b"
    assert checks.check_list("n", np.array([1, 2]), "numbers") == [1, 2]
    assert checks.check_list("n", iter("ab"), "letters") == ["a", "b"]
    assert checks.check_path("n", "x") == checks.check_path("n", Path("x")) == Path("x")
