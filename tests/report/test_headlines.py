"""The numbers of the first page."""

import re

import minelab as ml
from minelab.report.headlines import headlines


def test_every_notebook_with_a_measurement_has_its_numbers():
    table = headlines()
    assert sorted(set(table.index.get_level_values("notebook"))) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert table["number"].str.contains(r"\d").all()
    assert table.index.is_unique


def test_they_are_those_of_the_tables():
    number = headlines()["number"].droplevel("notebook")
    games = ml.load("density-10").query("agent == 'basic' and mines == 20")
    assert number["score of basic at density 0.2"] == f"{games['score'].mean():.2f}"
    assert number["openings of SWEPT's game as printed"] == "32 of 32"
    found = ml.load("reach").query("agent == 'aravind'")
    share = found["found"].sum() / found["provable"].sum()
    assert number["provable cells found by subsets"] == f"{share:.1%}"
    won = ml.load("daggers").groupby("agent")["won"].mean()
    said = float(number["what the solver brings: share of games won"])
    assert abs(said - (won["dagger-2"] - won["dagger-1"])) < 0.001


def test_signs_are_not_hyphens():
    assert not headlines()["number"].map(lambda text: bool(re.match("-", text))).any()
