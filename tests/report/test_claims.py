"""The ledger: every claim is there and decided, and the tests it is made of do what they say."""

import re

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab import cli
from minelab.boards.grid import COVERED, count_around
from minelab.games.compiled import course
from minelab.inference.methods import deduce
from minelab.lab.stats import Point, above, below, mean_of, with_further, within
from minelab.report.claims import all_claims, corners
from minelab.report.claims.cowan_bonuses import interactions
from minelab.report.claims.cowan_scores import wins_by_luck
from minelab.report.claims.everything import around, single_clues_decide
from minelab.report.claims.ibs import known_more
from minelab.report.claims.ledger import (
    HOLDS,
    IN_PART,
    NOT,
    UNDECIDED,
    Finding,
    Part,
    claim,
    fact,
    fitting,
    never,
    no_more,
    part,
    prints,
    verdict,
)
from minelab.report.claims.say import more, number, span
from minelab.report.claims.swept import crossing
from minelab.report.claims.tables import gains, games_of, levels, overall, same_games

NUMBERS = {"A": 35, "B": 12, "C": 11, "D": 13, "E": 11, "X": 2}
"""How many claims each report makes, by the letter of their ids."""


@pytest.fixture(scope="module")
def ledger():
    return ml.claims()


def test_every_claim_is_in_the_ledger():
    expected = [f"{letter}{k:02}" for letter, n in NUMBERS.items() for k in range(1, n + 1)]
    assert list(all_claims()) == expected


def test_every_claim_is_decided_with_a_number(ledger):
    assert set(ledger["verdict"]) <= {HOLDS, IN_PART, NOT, UNDECIDED}
    assert (ledger["n"] > 0).all()
    assert (ledger["low"] <= ledger["statistic"]).all()
    assert (ledger["statistic"] <= ledger["high"]).all()
    for text in ("report", "where", "claim", "finding"):
        assert (ledger[text].str.len() > 0).all()


def test_every_verdict_follows_from_its_parts_and_has_a_margin(ledger):
    decided = ledger[ledger["verdict"] != UNDECIDED]
    assert decided["margin"].notna().all()
    for name, row in decided.iterrows():
        verdicts = {part.verdict for part in row["parts"]}
        assert row["verdict"] != HOLDS or verdicts == {HOLDS}, name
        assert row["verdict"] != NOT or verdicts <= {NOT, UNDECIDED}, name
        assert not row["borderline"] or any(part.borderline for part in row["parts"]), name


def test_four_agents_that_deduce_everything_are_judged_alike(ledger):
    for name in ("A26", "C04", "C09", "E07"):
        assert any("nothing" in part.text for part in ledger.loc[name, "parts"]), name


def test_sentences_with_several_readings_have_a_part_for_each(ledger):
    assert len(ledger.loc["A31", "parts"]) > 1


def test_a_printed_number_has_one_meaning(ledger):
    for name, parts in ledger["parts"].items():
        needs = [part.needs.split(" as printed")[0] for part in parts if "printed" in part.needs]
        assert len(needs) == len(set(needs)), name


@pytest.mark.parametrize("name", "A09 A13 A14 A33 B09 B10 B11 C07 C09 C10 E01 E07".split())
def test_what_can_hardly_fail_is_said_to(ledger, name):
    assert "hardly fail" in ledger.loc[name, "why"]


def test_printed_games_are_played_by_the_agents_of_the_catalogue(ledger):
    for name, agents in (
        ("A15", ("aravind", "aravind-once")), ("A16", ("charles", "charles-once"))
    ):  # fmt: skip
        assert all(f"{who} passes through" in ledger.loc[name, "finding"] for who in agents)
        named = {part.text.split(":")[0] for part in ledger.loc[name, "parts"]} & {*agents}
        assert len(named) == 1, "no game is played by both"


def test_sentences_that_the_printed_rows_refute(ledger):
    """As counted by hand in Tables 2 to 4."""
    spared, hard = ledger.loc["D07", "parts"]
    asked, each = ledger.loc["D09", "parts"]
    values = [part.value for part in (spared, hard, asked, each)]
    assert values == pytest.approx([0.10596, 0.55903, 12 / 20, 582 / 18.2], abs=1e-5)
    assert [spared.verdict, asked.verdict, each.verdict] == [NOT] * 3 and hard.verdict == HOLDS


def test_findings_are_sentences_with_a_number(ledger):
    for name, row in ledger.iterrows():
        assert re.search(r"\d", row["finding"]), name
        assert row["finding"].endswith("."), name
        assert row["claim"].endswith("."), name
        assert "nan" not in row["finding"], name


def test_only_what_cannot_be_replayed_or_hardly_acts_is_left_open(ledger):
    assert list(ledger.index[ledger["verdict"] == UNDECIDED]) == ["B08"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A01", IN_PART),
        ("A02", NOT),
        ("A08", HOLDS),
        ("A12", NOT),
        ("A14", HOLDS),
        ("A25", HOLDS),
        ("A26", NOT),
        ("A31", IN_PART),
        ("B02", HOLDS),
        ("B10", HOLDS),
        ("B11", HOLDS),
        ("C02", NOT),
        ("C06", HOLDS),
        ("C10", HOLDS),
        ("D01", HOLDS),
        ("D03", NOT),
        ("D08", HOLDS),
        ("D09", NOT),
        ("D10", HOLDS),
        ("E03", HOLDS),
        ("E04", HOLDS),
    ],  # fmt: skip
)
def test_verdicts_that_the_prose_rests_on(ledger, name, expected):
    assert ledger.loc[name, "verdict"] == expected


def test_a_share_whose_interval_covers_the_threshold_is_left_open(ledger):
    games = [part.verdict for part in ledger.loc["B12", "parts"] if part.text.startswith("games")]
    assert games == [UNDECIDED, HOLDS]


COST = ["A02", "A07", "A18", "A20", "A24", "B05", "C07", "C08", "D11", "E09"]


@pytest.mark.parametrize("name", COST)
def test_cost_is_named_for_the_engine_too(ledger, name):
    assert "engine" in ledger.loc[name, "finding"].lower()


@pytest.mark.parametrize("name", ["A07", "A18", "A20", "A24", "B05"])
def test_cost_is_decided_by_time_and_by_work(ledger, name):
    finding = ledger.loc[name, "finding"]
    assert "times the time" in finding and "times the work" in finding


@pytest.mark.parametrize("name", ["A02", "C07", "C08"])
def test_time_is_given_beside_other_counts(ledger, name):
    assert re.search(r"\btime\b", ledger.loc[name, "finding"])


def test_why_passes_over_the_grid_are_not_timed(ledger):
    assert "timed" in ledger.loc["D11", "why"]


@pytest.mark.parametrize("name", ["C01", "C02", "C05", "X02"])
def test_swept_is_judged_by_its_own_basic_agent(ledger, name):
    assert "basic-002" in ledger.loc[name, "finding"]


def test_each_game_counts_once(ledger):
    games = ml.load("order").groupby(["mines", "board_seed"]).ngroups
    assert f"of {games} games" in ledger.loc["B11", "finding"]


def test_what_is_compared_with_no_difference(ledger):
    assert set(ledger["neutral"]) == {0.0, 1.0}
    assert (ledger.loc[["A02", "A07", "A14", "A18", "A24", "B05"], "neutral"] == 1).all()
    assert (ledger.loc[["A01", "C01", "X01"], "neutral"] == 0).all()


def test_some_claims_or_those_of_a_report():
    assert list(ml.claims(["C06", "A05"]).index) == ["C06", "A05"]
    assert list(ml.claims("X").index) == list(ml.claims("all").index) == ["X01", "X02"]
    assert set(ml.claims("daggers")["report"]) == {"Daggers"}
    with pytest.raises(ValueError, match="A01 to X02, not .*Z99"):
        ml.claims(["Z99"])


def test_a_claim_has_one_entry():
    with pytest.raises(ValueError, match="A01 is already in the ledger"):
        claim("A01", "COWAN", "-", "Again.", notebook="01_representation")(
            lambda: Finding((), "", 0, 0, 0, 1)
        )


# The numbers that verdicts are made of; tests/lab/test_stats.py covers their intervals.


def test_a_part_has_the_number_that_decides_and_its_margin():
    points = [Point(0.1, 0.05, 0.001, 900), Point(0.2, 0.012, 0.001, 900)]
    held = part("gains", above, points)
    assert (held.verdict, held.value, held.margin) == (HOLDS, 0.012, 0.012)
    some = part("gains strongly", above, points, 0.03)
    assert (some.verdict, some.value, some.margin) == (IN_PART, 0.012, pytest.approx(-0.018))
    none = part("falls", below, points)
    assert (none.verdict, none.value, none.margin) == (NOT, 0.012, -0.012)
    near = part("near .06", within, points[:1], 0.02, of=0.06)
    assert (near.verdict, near.value, near.margin) == (HOLDS, 0.05, pytest.approx(0.01))
    assert near.needs == "within 0.02 of 0.06"


def test_a_threshold_of_ours_within_a_quarter_is_borderline():
    point = [Point(0.1, 0.012, 0.0001, 900)]
    assert part("little", below, point, 0.01).otherwise == {HOLDS}
    assert not part("little", below, [Point(0.1, 0.02, 0.0001, 900)], 0.01).borderline
    assert not part("at most .01", below, point, 0.01, printed=True).borderline
    twice = Point(0.1, 2.05, 0.001, 900, neutral=1)
    assert part("near in cost", below, [twice], 2).borderline
    assert not part("near in cost", below, [Point(0.1, 2.3, 0.001, 900, neutral=1)], 2).borderline
    unsure = Point(0.1, 1.95, 1.0, 10_000)
    assert part("more", above, [unsure]).otherwise == {HOLDS}, "p is .051"


def test_a_claim_is_borderline_if_a_borderline_part_decides_it():
    close, other, clear = (
        Part("a", HOLDS, 1, "", 1, frozenset({NOT})), Part("b", NOT, 1, "", -2),
        Part("c", HOLDS, 1, "", 3),
    )  # fmt: skip

    def whole(*parts):
        found = Finding(parts, "", 0, 0, 0, 1)
        return found.verdict, found.borderline, found.decisive

    assert whole(close, clear) == (HOLDS, True, close)
    assert whole(other, clear) == (IN_PART, False, other)
    assert whole(close, other) == (IN_PART, True, other)
    assert whole(close, clear, other) == (IN_PART, False, other)
    assert whole() == (UNDECIDED, False, None)


def test_of_readings_that_exclude_each_other_the_one_that_fits_decides():
    none, half, all_ = (fact("", right) for right in (False, [True, False], True))
    left = part("more", above, [Point(0, 0.5, 0.5, 400)])
    assert fitting([none], [half, none]) == [half, none]
    assert fitting([half], [all_]) == [all_] and fitting([none], [left]) == [left]
    assert fitting([half], [all_, none]) == [half], "the first of two as near"
    third = fact("", [True, False, False])
    assert fitting([third], [half, half]) == [half, half], "the one whose worst part is nearest"


def test_a_number_that_may_be_chance_on_either_side_leaves_a_part_open():
    some, clear, little, wrong = (Point(0, value, 0.5, 400) for value in (0.5, 5, -0.5, -5))
    left = part("more", above, [some])
    assert left.verdict == UNDECIDED and "too uncertain to decide" in left.shown
    assert part("more", above, [some, little]).verdict == UNDECIDED
    assert part("more", above, [some, wrong]).verdict == NOT
    assert part("more", above, [clear, wrong]).verdict == IN_PART
    assert part("more", above, [Point(0, 0.0, 0.0, 400)]).verdict == NOT, "surely not more"
    for test, point in ((below, clear), (within, clear), (above, wrong)):
        assert part("", test, [point], 1).verdict == NOT
    assert Finding((left,), "", 0, 0, 0, 1).verdict == UNDECIDED
    assert Finding((left, part("", above, [clear])), "", 0, 0, 0, 1).verdict == IN_PART
    assert Finding((left, part("", above, [wrong])), "", 0, 0, 0, 1).verdict == NOT


@pytest.mark.parametrize("error", [0.0, 0.0001, 0.002, 0.02])
def test_no_number_is_both_more_and_no_more(error):
    for value in np.linspace(-0.02, 0.02, 41):
        points = [Point(0.1, value, error, 900)]
        both = part("more", above, points).verdict, no_more("no more", points).verdict
        assert both != (HOLDS, HOLDS), value
        assert both[0] != HOLDS or both[1] == NOT, value


def test_no_more_needs_enough_games_and_is_refuted_by_a_little_more():
    few, tiny, none = (
        Point(0.1, value, error, 900)
        for value, error in ((0.001, 0.01), (0.001, 0.0001), (0, 0.001))
    )
    assert no_more("", [few]).verdict == UNDECIDED
    assert no_more("", [tiny]).verdict == NOT and no_more("", [tiny]).margin == -0.001
    assert no_more("", [none]).verdict == HOLDS
    assert no_more("", [none, tiny]).verdict == IN_PART
    # One of many points alone: adjusted for their number it would not count as more.
    chance = Point(0.1, 0.0021, 0.001, 900)
    assert not above([chance] + 9 * [none]).any()
    assert no_more("", [chance] + 9 * [none]).verdict == IN_PART


def test_a_printed_number_holds_unless_ours_differs_significantly():
    point = Point(0, 4.0, 0.1, 1000)
    same, other = prints([("a", point, 4.1), ("b", point, 4.5)])
    assert (same.verdict, other.verdict) == (HOLDS, NOT)
    assert same.margin == pytest.approx(0.096, abs=0.001) and other.margin < 0
    (about,) = prints([("b", point, 4.5)], about=0.25)
    assert about.verdict == HOLDS and about.margin == pytest.approx(0.821, abs=0.001)
    (counted,) = prints([("c", Point(0, 32.0, 0.0, 30), 26)])
    assert (counted.verdict, counted.needs, counted.margin) == (NOT, "26 as printed", -6)
    by_unit = [prints([("d", Point(0, ours, 0.0, 30), 26)], unit=1)[0] for ours in (26.45, 26.55)]
    assert [rounded.verdict for rounded in by_unit] == [HOLDS, NOT]


def test_more_printed_numbers_do_not_make_it_easier_to_agree():
    point = Point(0, 4.0, 0.1, 1000)
    (alone,) = prints([("a", point, 4.21)])
    together, _ = prints([("a", point, 4.21), ("b", point, 4.0)])
    assert alone == together and alone.verdict == NOT and alone.margin < 0


def test_a_printed_number_in_a_very_wide_interval_is_left_open():
    verdicts = [prints([("a", Point(0, 4.0, error, 1000), 5.0)])[0] for error in (0.6, 1.1, 1.4)]
    assert [found.verdict for found in verdicts] == [HOLDS, HOLDS, UNDECIDED]
    assert verdicts[1].otherwise == {UNDECIDED} and verdicts[2].otherwise == {HOLDS}
    assert prints([("a", Point(0, 4.0, 1.4, 1000), 9.0)])[0].verdict == NOT


def test_the_error_of_a_reports_own_games_counts():
    values = np.random.default_rng(3).normal(5, 2, 400)
    ours = mean_of(0, values)
    printed = 5 + 1.0
    assert prints([("a", ours, printed)])[0].verdict == NOT
    assert prints([("a", with_further(ours, 10), printed)])[0].verdict == HOLDS


def test_facts_and_single_cases():
    assert fact("all", [True, True]).shown == "2 of 2, exactly"
    assert (fact("some", [True, False]).verdict, fact("no", False).verdict) == (IN_PART, NOT)
    assert never("none", 0, 30).shown == "none of 30, exactly"
    assert never("some", 3, 30).verdict == NOT and never("some", 3, 30).margin == -0.1


def test_numbers_have_three_digits_and_no_exponent():
    shown = [number(value) for value in (0, -0.0, 0.0000632, 2.0504, 27.6, 6659)]
    assert shown == ["0", "0", "0.000063", "2.05", "27.6", "6,659"]
    assert number(-0.05, sign="+") == "−0.05"


def test_an_interaction_is_what_two_bonuses_do_only_together():
    games = ml.load("bonuses").query("mines == 90").set_index(["board_seed", "play_seed"])
    none, total, average, both = (
        games.loc[games["agent"] == f"charles{bonus}", "score"]
        for bonus in ("", "+total", "+average", "+total+average")
    )
    (found,) = interactions("charles", (0.9, 0.9))
    assert found.value == pytest.approx((both - average - total + none).mean())
    assert found.n == len(none)


def test_luck_on_one_board_is_counted_over_all_pairs_of_games():
    games = ml.load("replays").query("board == 'cowan-29'")
    basic, charles = (
        games.loc[games["agent"] == name, "blasts"].to_numpy() for name in ("basic", "charles")
    )
    pairs = (basic[:, None] < charles[None, :]).mean()
    assert wins_by_luck("cowan-29") == pytest.approx(pairs)


def test_a_curve_passes_a_level_with_an_interval():
    """Against many draws of the two points between which it passes."""
    rng = np.random.default_rng(6)
    points = [Point(0.1, 0.7, 0.02, 500), Point(0.2, 0.4, 0.03, 500)]
    found = crossing(points, 0.5)
    a, b = rng.normal(0.7, 0.02, 20_000), rng.normal(0.4, 0.03, 20_000)
    drawn = 0.1 + 0.1 * (a - 0.5) / (a - b)
    assert found.value == pytest.approx(0.1 + 0.1 * 2 / 3)
    assert found.error == pytest.approx(drawn.std(), rel=0.05)
    with pytest.raises(ValueError, match=r"never falls through 0\.9"):
        crossing(points, 0.9)


def test_an_order_that_infers_more_would_be_seen():
    def table(known):
        rows = [(0.2, 1, k + 1, 4, 4, cells, 10 * k) for k, cells in enumerate(known)]
        columns = ["density", "board_seed", "guess", "rows", "cols", "known", "work"]
        return pd.DataFrame(rows, columns=columns).set_index(["density", "board_seed", "guess"])

    last = table([0, 3, 9])
    assert known_more(last, last)[["more", "differs"]].to_numpy().tolist() == [[0, 0]]
    better = known_more(last, table([0, 5]))  # which then needs no third guess
    assert better[["more", "differs", "guesses", "work"]].to_numpy().tolist() == [[9, 2, 3, 10]]
    assert known_more(table([0, 5]), last)["more"].tolist() == [-9]


@pytest.mark.parametrize(("power", "rate"), [(1.7, 0), (0, 0.01)])
def test_powers_and_exponentials_are_told_apart(monkeypatch, power, rate):
    cells = np.repeat(np.array([25, 100, 225, 400, 900]), 16)
    noise = np.random.default_rng(7).normal(0, 0.2, len(cells))
    grown = np.log(cells), power * np.log(cells) + rate * cells + noise
    monkeypatch.setattr(corners, "by_side", lambda *_: grown)
    better = corners.power_fits_better("any")
    assert (above([better]) if power else below([better])).all()
    assert below(corners.exponents_by_size("any"), 3).all() == (power > 0)


def test_cost_of_games_that_are_not_stored_is_an_error():
    with pytest.raises(ValueError, match="no such games of basic and charles on side 30"):
        overall("cost", "basic", "charles", "work", 30, (0.7, 0.9))


def test_points_come_from_paired_games():
    table = ml.load("density-10")
    ours = {point.at: point for point in gains("density-10", "basic", "charles")}
    theirs = ml.compare(table[table["agent"].isin(["basic", "charles"])], "basic", "charles")
    assert {0.0, 1.0} == set(theirs["density"].round(4)) - set(ours), "where nothing can differ"
    for row in theirs[theirs["density"].between(0.01, 0.99)].itertuples():
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
    assert verdict(np.array([False, True])) == IN_PART
    assert verdict(False) == NOT


def test_span():
    points = [Point(at, 0.0, 1.0, 5) for at in (0.1, 0.2, 0.3, 0.5)]
    assert span(points, np.array([True, True, False, True])) == "0.1 to 0.2, 0.5"
    assert span(points, np.array([False] * 4)) == "no density"
    assert span(points, np.array([False] * 4), "no size") == "no size"


def test_differences_are_said_in_words():
    assert more(Point(0, 0.12, 0.01, 1000)) == "0.120 more (0.100 to 0.140)"
    assert more(Point(0, -3.0, 0.25, 1000), 1, "guesses") == "3.0 fewer guesses (2.5 to 3.5)"
    assert more(Point(0, -0.01, 0.01, 1000), 2) == "0.01 less (−0.01 to 0.03)"


# How it is shown.


def test_the_command_prints_claims_and_counts(capsys):
    cli.main(["claims", "C06", "X"])
    text = capsys.readouterr().out
    assert "HOLDS. Of its three covered cells" in text
    assert text.count("\n\n") == 3
    with pytest.raises(SystemExit, match="A01 to X02"):
        cli.main(["claims", "nothing"])


def test_the_command_tells_what_is_borderline(capsys):
    cli.main(["claims", "A20"])
    text = capsys.readouterr().out
    assert "HOLDS IN PART (borderline)." in text and "- the score rises strongly: holds" in text


def test_a_stack_of_boards_is_looked_at_as_each_board_alone():
    games = [course(ml.Board.random(6, 7, mines=9, seed=seed), "basic", seed) for seed in range(5)]
    codes = np.concatenate([game.before_guesses() for game in games])
    counted = [count_around(board == COVERED) for board in codes]
    np.testing.assert_array_equal(around(codes == COVERED), counted)


@pytest.mark.parametrize("agent", ["basic", "basic-002"])
def test_single_clues_decide_where_the_method_proves_a_cell(agent):
    played = course(ml.Board.random(9, 9, mines=16, seed=2), agent, 2)
    codes = played.before(np.arange(1, played.codes.size + 1))
    proved = [bool(deduce(ml.View(board), "single")) for board in codes]
    assert single_clues_decide(codes).tolist() == proved
    assert any(proved) and not all(proved)


def test_agents_are_compared_on_the_same_games_only():
    games = games_of("size", "basic")
    assert same_games(games, games_of("size", "charles"))[0] is games
    with pytest.raises(ValueError, match="row by row: those of basic and basic"):
        same_games(games, games[::-1])
