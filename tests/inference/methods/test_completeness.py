"""What methods find: complete ones exactly what brute force finds, cheaper ones less and less."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from minelab import Agent, Board, Contradiction, View, deduce, play
from minelab.inference.methods import METHODS
from tests.naive import FULL, layouts, random_view, random_views

COMPLETE = ["groups", "entails"]


def facts(view, method, mines=None):
    return {(d.cell, d.is_mine) for d in deduce(view, method, mines)}


def certain(view):
    """What is the same in every layout that fits."""
    possible = layouts(view)
    return {
        (cell, bool(possible[0, *cell]))
        for cell in view.covered
        if (possible[:, *cell] == possible[0, *cell]).all()
    }


@pytest.mark.parametrize("method", COMPLETE)
def test_a_complete_method_finds_exactly_what_brute_force_finds(method):
    for view in random_views(1000 * FULL, seed=4):
        assert facts(view, method) == certain(view), str(view)


def test_exact_finds_exactly_what_brute_force_finds_where_the_total_is_known():
    told = [view for view in random_views(400 * FULL, seed=8) if view.mines is not None]
    for view in told:
        assert facts(view, "exact") == certain(view), str(view)


def inconsistent_views(n, seed):
    """Positions with a clue, or a total, changed so that no layout fits."""
    found = 0
    for k in range(100 * n):
        rng = np.random.default_rng([seed, k])
        view = random_view(rng)
        codes, mines = view.codes.copy(), view.mines
        if view.open and rng.random() < 0.8:
            codes[view.open[rng.integers(len(view.open))]] = rng.integers(0, 9)
        elif mines is not None:
            mines = int(rng.integers(0, codes.size + 1))
        changed = View(codes, mines)
        if len(layouts(changed)) == 0:
            yield changed
            found += 1
            if found == n:
                return


@pytest.mark.parametrize("method", COMPLETE)
def test_a_complete_method_refuses_every_position_that_cannot_be(method):
    for view in inconsistent_views(300 * FULL, seed=5):
        with pytest.raises(Contradiction):
            deduce(view, method)


@pytest.mark.parametrize("method", COMPLETE)
def test_a_contradiction_names_the_clues_that_cannot_be_met_together(method):
    view = View.parse("""
        1 1 1
        ? ? ?
        1 2 1
        0 0 0
    """)  # the lower row wants mines at both ends, the upper one mine for all three
    with pytest.raises(Contradiction, match=r"\(0, 1\).*\(2, 1\)"):
        deduce(view, method)


@pytest.mark.parametrize(
    ("cheaper", "costlier"),
    [*pairwise(["subset-once", "subset", "pairs"]), ("assume-3", "assume"), ("assume", "assume-1")]
    + [(method, "groups") for method in METHODS if method not in (*COMPLETE, "total")]
    + [("total", "groups"), ("groups", "entails"), ("entails", "groups")],
)
def test_what_a_cheaper_method_proves_a_costlier_one_proves_too(cheaper, costlier):
    for view in random_views(300 * FULL, seed=6):
        view = view if cheaper == "total" or costlier == "groups" else View(view.codes)
        with_single = facts_with_single(view, costlier)
        assert facts_with_single(view, cheaper) <= with_single, str(view)


def facts_with_single(view, method):
    """What a method proves together with the single-clue rule."""

    def both(position):
        for name in ("single", method):
            yield from METHODS[name](position)

    return facts(view, both)


@pytest.mark.parametrize("methods", [("single", "subset", "pairs"), ("single", "subset", "assume")])
def test_the_order_of_the_methods_does_not_change_what_is_known_at_a_guess(methods):
    orders = [Agent("any order", order) for order in permutations(methods)]
    for seed in range(12 * FULL):
        board = Board.random(8, 8, density=0.15 + 0.01 * (seed % 12), seed=seed)
        known = {
            tuple(
                (str(view), turn.cell) for view, turn in record.replay() if turn.method == "guess"
            )
            for record in (play(board, agent, seed=seed, engine=False) for agent in orders)
        }
        assert len(known) == 1
