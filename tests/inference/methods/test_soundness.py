"""One contract for every method: what it proves holds in all layouts that fit."""

from functools import cache
from itertools import combinations

import pytest

from minelab import deduce
from minelab.inference.methods import METHODS
from tests.naive import FULL, fits, layouts, random_views


def test_the_brute_force_finds_exactly_the_layouts_that_fit():
    for view in random_views(60, seed=1):
        if len(view.covered) <= 8:
            known = set(view.known)
            tries = [
                known | set(some)
                for k in range(len(view.covered) + 1)
                for some in combinations(view.covered, k)
            ]
            table = layouts(view)
            found = [{cell for cell in view.cells() if table[k, *cell]} for k in range(len(table))]
            expected = [layout for layout in tries if fits(layout, view)]
            assert sorted(map(sorted, found)) == sorted(map(sorted, expected))


@cache
def positions():
    """Positions, each with the cells that all its layouts have mined, and those that none has."""
    solved = []
    for view in random_views(2000 * FULL, seed=2):
        possible = layouts(view)
        assert len(possible) > 0
        solved.append((view, possible.all(axis=0), ~possible.any(axis=0)))
    return solved


@pytest.mark.parametrize("method", METHODS)
def test_what_a_method_proves_holds_in_every_layout_that_fits(method):
    proved = 0
    for view, mined, safe in positions():
        for deduction in deduce(view, method):
            proved += 1
            certain = mined if deduction.is_mine else safe
            assert certain[deduction.cell], f"{view}\n{deduction}"
    assert proved > 100 * FULL  # the positions do give methods something to say


@pytest.mark.parametrize("method", METHODS)
def test_each_cell_is_proved_once_and_was_covered(method):
    for view in random_views(200 * FULL, seed=3):
        cells = [deduction.cell for deduction in deduce(view, method)]
        assert len(cells) == len(set(cells))
        assert set(cells) <= set(view.covered)
