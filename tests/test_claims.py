"""The ledger: every claim is there and decided, and the tests it is made of do what they say."""

import re

import numpy as np
import pytest

import minelab as ml
from minelab import cli
from minelab.claims import all_claims
from minelab.claims.ledger import HOLDS, IN_PART, NOT, UNDECIDED, Finding, claim, span, verdict
from minelab.claims.points import (
    Point,
    above,
    below,
    difference_of,
    gains,
    levels,
    mean_of,
    pooled,
    ratio_of,
    share_of,
    steps,
    within,
)

NUMBERS = {"A": 31, "B": 11, "C": 10, "D": 13, "E": 9, "X": 2}
"""How many claims each report makes, by the letter of their ids."""


@pytest.fixture(scope="module")
def ledger():
    return ml.claims()


def test_every_claim_is_in_the_ledger():
    expected = [f"{letter}{k:02}" for letter, n in NUMBERS.items() for k in range(1, n + 1)]
    assert sorted(all_claims()) == expected


def test_every_claim_is_decided_with_a_number(ledger):
    assert set(ledger["verdict"]) <= {HOLDS, IN_PART, NOT, UNDECIDED}
    assert (ledger["n"] > 0).all()
    assert (ledger["low"] <= ledger["statistic"]).all()
    assert (ledger["statistic"] <= ledger["high"]).all()
    for text in ("report", "where", "claim", "finding"):
        assert (ledger[text].str.len() > 0).all()


def test_findings_are_sentences_with_a_number(ledger):
    for name, row in ledger.iterrows():
        assert re.search(r"\d", row["finding"]), name
        assert row["finding"].endswith("."), name
        assert row["claim"].endswith("."), name
        assert "nan" not in row["finding"], name


def test_only_what_cannot_be_replayed_is_left_open(ledger):
    assert list(ledger.index[ledger["verdict"] == UNDECIDED]) == ["B08"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("A08", HOLDS), ("A26", NOT), ("B02", HOLDS), ("C06", HOLDS), ("D10", HOLDS), ("E04", NOT)],
)
def test_verdicts_that_the_prose_rests_on(ledger, name, expected):
    assert ledger.loc[name, "verdict"] == expected


def test_some_claims_or_those_of_a_report():
    assert list(ml.claims(["C06", "A05"]).index) == ["C06", "A05"]
    assert list(ml.claims("X").index) == ["X01", "X02"]
    with pytest.raises(ValueError, match="A01 to X02, not .*Z99"):
        ml.claims(["Z99"])


def test_a_claim_has_one_entry():
    with pytest.raises(ValueError, match="A01 stands in the ledger"):
        claim("A01", "COWAN", "-", "Again.")(lambda: Finding(HOLDS, "", 0, 0, 0, 1))


# The tests that verdicts are made of, on numbers whose truth is known.


def draw(mean, n=400, seed=0):
    return mean_of(mean, np.random.default_rng(seed).normal(mean, 1, n))


def test_sides_are_told_apart():
    points = [draw(1), draw(0, seed=1), draw(-1)]
    assert above(points).tolist() == [True, False, False]
    assert below(points).tolist() == [False, False, True]
    assert within(points, 0.5).tolist() == [False, True, False]
    assert above(points, 2).tolist() == [False] * 3


def test_a_difference_that_never_varies_is_sure():
    assert above([mean_of(0, [0.1, 0.1, 0.1])]).tolist() == [True]
    assert above([mean_of(0, [0.0, 0.0])]).tolist() == [False]
    assert within([mean_of(0, [0.0, 0.0])], 0.01).tolist() == [True]


def test_looking_at_many_points_finds_no_more_than_chance():
    rng = np.random.default_rng(3)
    found = [
        above([mean_of(k, rng.normal(0, 1, 50)) for k in range(20)]).any() for _ in range(200)
    ]  # fmt: skip
    assert np.mean(found) < 0.06


def test_intervals_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(4)
    held = {"mean": 0, "share": 0, "ratio": 0}
    for _ in range(400):
        x = rng.exponential(2, 60)
        y = 3 * x + rng.normal(0, 1, 60)
        for name, point, truth in (
            ("mean", mean_of(0, x), 2),
            ("share", share_of(0, rng.random(60) < 0.1), 0.1),
            ("ratio", ratio_of(0, y, x), 3),
        ):
            low, high = point.interval
            held[name] += low <= truth <= high
    assert all(0.91 <= n / 400 <= 0.99 for n in held.values()), held


def test_a_share_stays_a_share():
    assert share_of(0, [True] * 20).interval[1] == 1
    assert share_of(0, [False] * 20).interval[0] == 0
    assert share_of(0, [False] * 20).error > 0


def test_the_mean_of_points_weighs_each_the_same():
    points = [Point(0, 1.0, 0.3, 10), Point(1, 3.0, 0.4, 30)]
    assert pooled(points) == Point("all", 2.0, 0.25, 40)
    assert steps(points) == [difference_of(1, *points)]
    assert steps(points)[0].value == 2


def test_points_come_from_paired_games():
    table = ml.load("density-10")
    ours = {point.at: point for point in gains("density-10", "basic", "charles")}
    theirs = ml.compare(table[table["agent"].isin(["basic", "charles"])], "basic", "charles")
    for row in theirs.itertuples():
        point = ours[round(row.density, 4)]
        assert point.value == pytest.approx(row.difference, abs=1e-12)
        assert point.interval == pytest.approx((row.low, row.high), abs=1e-9)
    (at,) = [point for point in levels("density-10", "basic", "no_blast") if point.at == 0.2]
    games = table[(table["agent"] == "basic") & (table["mines"] == 20)]
    assert at.value == (games["blasts"] == 0).mean()


def test_sizes_are_not_thrown_together():
    with pytest.raises(ValueError, match="say of which side"):
        gains("ablations", "basic", "corners")
    assert gains("ablations", "basic", "corners", side=30)[0].n == 200


def test_verdict():
    assert verdict([True, True]) == HOLDS
    assert verdict([True], np.array([False, True])) == IN_PART
    assert verdict(False) == NOT


def test_span():
    points = [Point(at, 0.0, 1.0, 5) for at in (0.1, 0.2, 0.3, 0.5)]
    assert span(points, np.array([True, True, False, True])) == "0.1 to 0.2, 0.5"
    assert span(points, np.array([False] * 4)) == "nowhere"


# How it is shown.


def test_the_command_prints_claims_and_counts(capsys):
    cli.main(["claims", "C06", "X"])
    text = capsys.readouterr().out
    assert "HOLDS. Of its three covered cells" in text
    assert text.count("\n\n") == 3
    with pytest.raises(SystemExit, match="A01 to X02"):
        cli.main(["claims", "nothing"])


def test_the_table_for_notebooks():
    shown = ml.verdicts(["C06", "B08"])
    assert shown.counts == "1 holds · 1 undecided"
    page = shown._repr_mimebundle_()["text/html"]
    assert "●&nbsp;holds" in page and "◌&nbsp;cannot&nbsp;be&nbsp;decided" in page
    assert page.count("<tr>") == 3 and "<svg" not in page and "<script" not in page
    assert repr(shown).startswith("C06  holds: ")


def test_what_a_claim_says_is_text():
    table = ml.claims(["C06"]).assign(claim="<script>alert(1)</script> & more")
    page = type(ml.verdicts(["C06"]))(table).html
    assert "<script" not in page and "&lt;script&gt;" in page
