"""The guard: no ratio of speeds grows to more than twice what is stored. No seconds here.

Compiled code is what is guarded, so without it there is nothing to measure.
"""

import json
from functools import partial

import numba
import pytest

from benchmarks import guard

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT or numba.config.BOUNDSCHECK),
    reason="the engine is not compiled as it is for use",
)
REFERENCE = json.loads(guard.REFERENCE.read_text(encoding="utf-8"))["ratios"]


def test_no_ratio_has_doubled():
    slow = guard.regressions(REFERENCE, partial(guard.measure, guard.contenders()))
    assert not slow, "\n".join(slow)


def test_an_agent_that_takes_thrice_its_time_is_caught():
    timed = guard.contenders()
    work, games = timed["exact"]
    timed["exact"] = (lambda: [work() for _ in range(3)]), games
    (slow,) = guard.regressions(REFERENCE, partial(guard.measure, timed))
    assert slow.startswith("exact / basic: ") and "of guard.json" in slow


def test_what_is_slow_once_is_measured_again():
    attempts = iter([{"a / b": 5.0}, {"a / b": 1.9}])
    assert guard.regressions({"a / b": 1.0}, lambda: next(attempts)) == []


def test_what_is_slow_each_time_is_said_with_its_figures():
    attempts = iter([{"a / b": 5.0, "c / d": 1.0}, {"a / b": 3.0, "c / d": 9.0}])
    said = guard.regressions({"a / b": 1.2, "c / d": 2.0}, lambda: next(attempts), attempts=2)
    assert said == ["a / b: 3, 2.5 times the 1.2 of guard.json, the least of 2 attempts"]


def test_the_reference_has_every_ratio_and_says_how_it_was_made():
    assert set(REFERENCE) == set(guard.RATIOS)
    assert json.loads(guard.REFERENCE.read_text(encoding="utf-8"))["how"] == guard.HOW
