"""Variants of agents that the reports name and never tried."""

import pandas as pd
import pytest

import minelab as ml
from minelab.inference.position import Position
from minelab.inference.suppose import Trial
from minelab.lab import designs
from minelab.lab.variants import VARIANTS, Copies, beside_better, measure

RESULT = ["score", "blasts", "guesses"]


def test_the_design_has_all_variants():
    assert set(designs.VARIANTS) == set(VARIANTS)


def test_a_search_after_any_new_constraint_repeats_nothing_and_finds_the_same():
    always, after = (measure(name, 0.6, range(1, 4)) for name in ("always", "after 1"))
    assert after[RESULT].equals(always[RESULT])
    assert always["repeated"].sum() > 0 and after["repeated"].sum() == 0


def test_a_patient_search_does_less_and_never_less_than_none():
    work = [
        measure(name, 0.4, range(1, 4))["work"].sum() for name in ("after 1", "after 5", "never")
    ]
    assert work == sorted(work, reverse=True) and len(set(work)) == 3


@pytest.mark.parametrize("density", [0.2, 0.4])
def test_the_order_of_two_methods_changes_the_cost_and_not_the_game(density):
    one, other = (measure(name, density, range(1, 5)) for name in ("equations first", "CSP first"))
    assert one[RESULT].equals(other[RESULT])
    assert one["assumptions"].sum() < other["assumptions"].sum()


def test_a_supposition_copies_all_constraints_and_changes_some():
    tally = Copies()
    view = ml.View.parse("1??1\n????\n1??1")
    Trial(Position(view, tally=tally), (0, 1), is_mine=True)
    assert (tally["assumptions"], tally["copied"]) == (1, 4)
    assert 0 < tally["changed"] <= tally["copied"]


def test_an_agent_is_held_against_the_better_of_two_on_each_board():
    guesses = {"a": [1, 5, 3], "b": [4, 2, 3], "mine": [1, 1, 4]}
    games = pd.DataFrame(
        [
            {"agent": name, "rows": 5, "mines": 3, "board_seed": k, "play_seed": k}
            | {"guesses": n, "blasts": 0}
            for name, numbers in guesses.items()
            for k, n in enumerate(numbers)
        ]
    )
    table = beside_better(games, "mine", "a", "b")
    third = pytest.approx(1 / 3)
    assert table.loc[("mine", "guesses"), ["fewer", "equal", "more"]].tolist() == [third] * 3
    assert table.loc[("mine", "blasts"), "equal"] == 1
