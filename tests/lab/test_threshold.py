"""Where half of the boards are solved without a guess, and how that is measured."""

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.lab.threshold import (
    SOLVER,
    exponents,
    half_points,
    solved_share,
    with_solved,
)


def games(side, half, spread, n, seed):
    """Games of one side whose shares follow a logistic curve."""
    rng = np.random.default_rng(seed)
    x = np.repeat(np.linspace(half - 0.05, half + 0.05, 9), n)
    share = 1 / (1 + np.exp((x - half) * 2 * np.log(3) / spread))
    solved = rng.random(len(x)) < share
    return pd.DataFrame(
        {"rows": side, "density": x, "won": True, "guesses": np.where(solved, 1, 2)}
    )


def test_solved_means_won_with_one_guess():
    table = pd.DataFrame({"won": [True, True, False], "guesses": [1, 2, 1]})
    assert with_solved(table)["solved"].tolist() == [True, False, False]


def test_exponents_of_a_power_law_come_out():
    sides = (8, 16, 32, 64)
    halves = half_points(pd.concat([games(s, 0.2 * s ** (-1 / 3), 0.05, 20_000, s) for s in sides]))
    assert halves["side"].tolist() == list(sides)
    table = exponents(halves)
    assert list(table.index) == ["8 to 16", "16 to 32", "32 to 64", "all, one line"]
    assert (table["low"] < -1 / 6).all() and (table["high"] > -1 / 6).all()
    assert (table["high"] - table["low"] < 0.05).all()


def test_a_bend_widens_the_interval_of_the_one_line():
    halves = pd.DataFrame({"side": [8, 16, 32, 64], "boards": 100, "error": 1e-6})
    halves["cells"] = halves["side"] ** 2
    straight = exponents(halves.assign(half=0.3 * halves["cells"] ** -0.1)).iloc[-1]
    bent = exponents(halves.assign(half=[0.2, 0.199, 0.18, 0.13])).iloc[-1]
    assert straight["high"] - straight["low"] < 1e-9 < 0.01 < bent["high"] - bent["low"]


def test_the_solver_proves_all_that_exact_proves_and_more_on_large_boards():
    """On boards that are not large both know the number of mines, and solve the same ones."""
    setting = {"rules": ml.CLASSIC_ZERO, "first": (0, 0), "seed": 10}
    for side, mines, n in ((8, 11, 400), (24, 90, 200)):
        both = [
            with_solved(ml.play_many(name, side, side, mines=mines, games=n, **setting))["solved"]
            for name in (SOLVER, "exact")
        ]
        assert both[0].equals(both[1]) and 0 < both[0].mean() < 1


def test_the_share_is_that_of_the_games():
    row = solved_share(8, 10 / 64, boards=300, seed=3).iloc[0]
    table = ml.play_many(
        SOLVER, 8, 8, mines=10, games=300, seed=3, rules=ml.CLASSIC_ZERO, first=(0, 0)
    )
    assert row["solved"] == with_solved(table)["solved"].mean()
    assert row["low"] < row["solved"] < row["high"] and row["boards"] == 300


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"side": 3}, "side must be a whole number from 4 to 512, not 3"),
        ({"density": 0.99}, "density must be a number from 0 to 0.9375, not 0.99"),
        ({"density": "x"}, "density must be a number from 0 to 0.9375, not 'x'"),
        ({"boards": 0}, "boards must be a whole number from 1"),
    ],
)
def test_bad_arguments_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        solved_share(**({"side": 8, "density": 0.1} | options))
