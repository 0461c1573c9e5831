import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

import minelab as ml
from minelab.lab.stats import MEASURES, POINT, holm

GAMES = ml.sweep(["random", "basic", "charles"], 8, 8, mines=[0, 10, 13], boards=300, seed=2)


def games_of(agent, mines):
    return GAMES[(GAMES["agent"] == agent) & (GAMES["mines"] == mines)]


def row_of(table, **key):
    (row,) = table[np.logical_and.reduce([table[k] == v for k, v in key.items()])].to_dict(
        "records"
    )
    return row


def test_a_summary_has_a_row_per_agent_and_point_and_an_interval_per_measure():
    table = ml.summary(GAMES)
    intervals = [f"{m}{end}" for m in MEASURES for end in ("", "_low", "_high")]
    assert list(table) == ["agent", *POINT, "n", *intervals]
    assert len(table) == 3 * 3
    assert set(table["n"]) == {300}


def test_means_have_students_interval():
    scores = games_of("basic", 10)["score"]
    row = row_of(ml.summary(GAMES), agent="basic", mines=10)
    known = scipy_stats.ttest_1samp(scores, 0).confidence_interval(0.95)
    assert row["score"] == scores.mean()
    assert (row["score_low"], row["score_high"]) == pytest.approx((known.low, known.high))


def test_shares_have_wilsons_interval():
    row = row_of(ml.summary(GAMES), agent="basic", mines=10)
    p, n, z = (games_of("basic", 10)["blasts"] == 0).mean(), 300, scipy_stats.norm.ppf(0.975)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert row["no_blast"] == p
    assert (row["no_blast_low"], row["no_blast_high"]) == pytest.approx(
        (middle - half, middle + half)
    )
    none = row_of(ml.summary(GAMES), agent="random", mines=13)
    assert (none["won"], none["won_low"]) == (0, 0)
    assert none["won_high"] == pytest.approx(z * z / (n + z * z))


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    rng = np.random.default_rng(3)
    held = {"score": [], "won": []}
    for _ in range(200):
        games = GAMES[:60].assign(
            agent="x",
            mines=1,
            density=0.1,
            score=rng.normal(0.7, 0.2, 60),
            won=rng.random(60) < 0.3,
        )
        (row,) = ml.summary(games, held).to_dict("records")
        for name, truth in (("score", 0.7), ("won", 0.3)):
            held[name].append(row[f"{name}_low"] <= truth <= row[f"{name}_high"])
    assert all(0.9 <= np.mean(found) <= 0.98 for found in held.values())


def test_one_game_has_a_mean_and_no_interval():
    row = ml.summary(GAMES[:1], ["score"]).iloc[0]
    assert row["n"] == 1 and np.isnan(row["score_low"]) and np.isnan(row["score_high"])


def test_any_number_of_the_table_can_be_summarised():
    assert list(ml.summary(GAMES, ["work"]).columns[-3:]) == ["work", "work_low", "work_high"]
    assert "work" in ml.summary(GAMES, "work")


def test_a_comparison_is_paired_board_by_board():
    a, b = games_of("basic", 10), games_of("charles", 10)
    row = row_of(ml.compare(GAMES, "basic", "charles"), mines=10)
    test = scipy_stats.ttest_rel(b["score"], a["score"])
    known = test.confidence_interval(0.95)
    assert (row["a"], row["b"], row["measure"], row["n"]) == ("basic", "charles", "score", 300)
    assert row["difference"] == pytest.approx(b["score"].mean() - a["score"].mean())
    assert (row["low"], row["high"]) == pytest.approx((known.low, known.high))
    assert row["p"] == pytest.approx(test.pvalue)
    assert row["better"] == (b["score"].to_numpy() > a["score"].to_numpy()).mean()
    assert row["high"] - row["low"] < (ml.summary(GAMES)["score_high"] - 0).max()


def test_pairs_are_found_whatever_the_order_of_the_rows():
    shuffled = GAMES.sample(frac=1, random_state=1)
    expected = ml.compare(GAMES, "basic", "charles").sort_values("mines", ignore_index=True)
    found = ml.compare(shuffled, "basic", "charles").sort_values("mines", ignore_index=True)
    pd.testing.assert_frame_equal(found, expected)


def test_swapping_the_agents_turns_the_sign():
    there, back = ml.compare(GAMES, "basic", "charles"), ml.compare(GAMES, "charles", "basic")
    assert there["difference"].tolist() == (-back["difference"]).tolist()
    assert there["low"].to_numpy() == pytest.approx(-back["high"].to_numpy())
    assert there["better"].tolist() == back["worse"].tolist()


def test_all_intervals_at_once_are_wider_and_hold_together():
    table = ml.compare(GAMES, "basic", "charles", "guesses")
    varied = table[table["low"] < table["high"]]
    assert len(varied) >= 2
    assert (varied["low_all"] < varied["low"]).all() and (varied["high_all"] > varied["high"]).all()
    wide = scipy_stats.t.ppf(1 - 0.025 / len(table), 299) / scipy_stats.t.ppf(0.975, 299)
    ratio = (varied["high_all"] - varied["low_all"]) / (varied["high"] - varied["low"])
    assert ratio.to_numpy() == pytest.approx(wide)


def test_equals_seldom_differ_anywhere():
    rng = np.random.default_rng(5)
    any_alone, any_adjusted, any_wide = [], [], []
    games = GAMES[GAMES["agent"] != "random"].groupby(["agent", "mines"]).head(40)
    for _ in range(100):
        table = ml.compare(games.assign(score=rng.random(len(games))), "basic", "charles")
        any_alone.append((table["p"] < 0.05).any())
        any_adjusted.append((table["p_holm"] < 0.05).any())
        any_wide.append(((table["low_all"] > 0) | (table["high_all"] < 0)).any())
    assert 0.08 < np.mean(any_alone) < 0.25  # three points: one in seven
    assert np.mean(any_adjusted) < 0.1 and np.mean(any_wide) < 0.1


def test_holm_adjusts_the_least_most():
    p = np.array([0.012, 0.6, 0.001, 0.02, np.nan])
    assert holm(p)[:4].tolist() == pytest.approx([0.036, 0.6, 0.004, 0.04])
    assert np.isnan(holm(p)[4])
    assert holm(np.array([0.9, 0.8])).tolist() == [1, 1]


def test_where_nothing_differs_the_difference_is_nothing_for_sure():
    row = row_of(ml.compare(GAMES, "basic", "charles"), mines=0)
    assert (row["difference"], row["low"], row["high"], row["p"]) == (0, 0, 0, 1)


def test_where_everything_differs_equally_the_difference_is_sure():
    moved = GAMES.assign(score=(GAMES["agent"] == "charles") * 0.5)
    table = ml.compare(moved, "basic", "charles")
    assert table[["difference", "low", "high"]].to_numpy() == pytest.approx(0.5)
    assert (table["p_holm"] == 0).all()


def test_shares_can_be_compared_too():
    row = row_of(ml.compare(GAMES, "basic", "charles", "no_blast"), mines=10)
    a, b = ((games_of(name, 10)["blasts"] == 0).mean() for name in ("basic", "charles"))
    assert (row["mean_a"], row["mean_b"]) == pytest.approx((a, b))
    assert row["low"] < b - a < row["high"]


OTHER_BOARDS = ml.sweep(["charles"], 8, 8, mines=[0, 10, 13], boards=300, seed=3)
BASIC = GAMES[GAMES["agent"] == "basic"]
NAMELESS = GAMES.assign(agent=GAMES["agent"].where(GAMES.index > 0, None))
DOUBLED = pd.concat([GAMES, GAMES[["agent"]]], axis=1)


@pytest.mark.parametrize(
    ("games", "a", "b", "message"),
    [
        (GAMES, "basic", "chales", "b must be one of 'basic', .* not 'chales'"),
        (GAMES, "basic", "basic", "b must be another agent than a"),
        (pd.concat([BASIC, OTHER_BOARDS]), "basic", "charles", "not paired: 1800 .* mines 0"),
        (GAMES[:-1], "basic", "charles", "not paired: 1 were played .* mines 13"),
        (pd.concat([GAMES, BASIC]), "basic", "charles", "'basic' plays some games twice"),
        (GAMES.drop(columns="board_seed"), "basic", "charles", r"columns \['board_seed'\]"),
        (GAMES[:0], "basic", "charles", "at least one row"),
        (None, "basic", "charles", "games must be a table of games with .* not None"),
        (GAMES, (0, 0), "charles", r"a must be one of .* not \(0, 0\)"),
        (GAMES, "basic", {}, r"b must be one of .* not \{\}"),
        (GAMES, "basic", object(), "b must be one of .* not <object"),
        (NAMELESS, "basic", "charles", "names in the column 'agent', one in each row"),
        (GAMES.assign(agent=7), "basic", "charles", "names in the column 'agent'"),
        (GAMES.assign(mines="x"), "basic", "charles", "numbers in the column 'mines', not"),
        (DOUBLED, "basic", "charles", "the column 'agent' once, not 2 times"),
    ],
)
def test_games_that_cannot_be_compared_are_refused(games, a, b, message):
    with pytest.raises(ValueError, match=message):
        ml.compare(games, a, b)


@pytest.mark.parametrize("ask", [ml.summary, lambda g, m: ml.compare(g, "basic", "charles", m[0])])
def test_a_measure_that_is_not_there_is_named(ask):
    with pytest.raises(ValueError, match=r"columns \['luck'\]"):
        ask(GAMES, ["luck"])


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        (None, "measures must be a list of columns, not None"),
        ([], "measures must be at least one column"),
        ([[1]], r"measure must be a text .* not \[1\]"),
        (["rules"], "numbers in the column 'rules', not"),
        (np.array(3), r"measures must be a list of columns, not array\(3\)"),
    ],
)
def test_measures_must_be_columns_of_numbers(measures, message):
    with pytest.raises(ValueError, match=message):
        ml.summary(GAMES, measures)


def test_a_measure_must_be_a_column_of_numbers():
    with pytest.raises(ValueError, match=r"measure must be a text .* not \[\]"):
        ml.compare(GAMES, "basic", "charles", measure=[])
    with pytest.raises(ValueError, match="numbers in the column 'rules', not"):
        ml.compare(GAMES, "basic", "charles", measure="rules")
    with pytest.raises(ValueError, match="True or False in the column 'won'"):
        ml.summary(GAMES.assign(won=5), ["won"])
