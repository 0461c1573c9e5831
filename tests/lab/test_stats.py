"""Statistics against independent references: scipy.stats, exact binomial coverage, simulation."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

import minelab as ml
from minelab.lab.stats import (
    MEASURES,
    POINT,
    Point,
    above,
    as_share,
    below,
    combined,
    contributions,
    difference_of,
    error_of_few,
    grouped,
    half_point,
    holm,
    mean_of,
    mean_of_further,
    on_log_scale,
    over_boards,
    pooled,
    ratio_of,
    share_of,
    simulated,
    slope_of,
    slopes,
    steps,
    student,
    times_of,
    wilson,
    with_further,
    within,
)

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
    assert row["score"] == pytest.approx(scores.mean())
    assert (row["score_low"], row["score_high"]) == pytest.approx((known.low, known.high))


def test_shares_have_wilsons_interval():
    table = ml.summary(GAMES)
    for agent, mines, measure in (("basic", 10, "no_blast"), ("random", 13, "won")):
        games = games_of(agent, mines)
        yes = (games["blasts"] == 0 if measure == "no_blast" else games["won"]).sum()
        known = scipy_stats.binomtest(int(yes), 300).proportion_ci(method="wilson")
        row = row_of(table, agent=agent, mines=mines)
        assert row[measure] == yes / 300
        ends = row[f"{measure}_low"], row[f"{measure}_high"]
        assert ends == pytest.approx((known.low, known.high), abs=1e-12)


def test_a_mean_of_shares_is_a_mean():
    maps = pd.DataFrame({"level": "EASY", "won": [0.2, 0.5, 0.9]})
    row = grouped(maps, ["level"], ["won"]).iloc[0]
    assert (row["won_low"], row["won_high"]) == pytest.approx(mean_of(0, maps["won"]).interval)


def test_one_game_has_a_mean_and_no_interval():
    row = ml.summary(GAMES[:1], ["score"]).iloc[0]
    assert row["n"] == 1 and np.isnan(row["score_low"]) and np.isnan(row["score_high"])


def test_any_number_of_the_table_can_be_summarised():
    assert list(ml.summary(GAMES, ["work"]).columns[-3:]) == ["work", "work_low", "work_high"]
    assert "work" in ml.summary(GAMES, "work")
    mines = ml.summary(GAMES, "mines")
    assert (mines["mines_low"] == mines["mines"]).all(), "also one that is the same in all games"


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
        (GAMES.drop(columns="board_seed"), "basic", "charles", r"it has no \['board_seed'\]"),
        (GAMES[:0], "basic", "charles", "at least one row"),
        (None, "basic", "charles", "games must be a table with .* not None"),
        (GAMES, (0, 0), "charles", r"a must be one of .* not \(0, 0\)"),
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
    with pytest.raises(ValueError, match=r"it has no \['luck'\]"):
        ask(GAMES, ["luck"])


@pytest.mark.parametrize(
    ("measures", "message"),
    [
        (None, "measures must be a list of columns, not None"),
        ([], "measures must be at least one column"),
        ([[1]], r"measure must be a text .* not \[1\]"),
        (["rules"], "numbers in the column 'rules', not"),
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


# Intervals.


def exact_coverage(n, p):
    """How often Wilson's interval of n yes or no holds the true share p, summed over all counts."""
    low, high = wilson(np.arange(n + 1), n)
    return scipy_stats.binom.pmf(np.arange(n + 1), n, p)[(low <= p) & (p <= high)].sum()


@pytest.mark.parametrize("n", [20, 60, 300])
def test_wilsons_interval_covers_every_share_nearly_always(n):
    covered = [exact_coverage(n, p) for p in np.linspace(0.005, 0.995, 199)]
    assert min(covered) > 0.83 and 0.945 < np.mean(covered) < 0.965


def test_a_share_that_never_happened_has_an_interval():
    assert share_of(0, [False] * 300).interval == pytest.approx((0, 0.01264), abs=1e-5)
    assert share_of(0, [True] * 20).interval[1] == 1


@pytest.mark.parametrize("margin", [0.1, 0.3, 0.5])
@pytest.mark.parametrize("yes", [3, 17, 40])
def test_the_test_of_a_share_agrees_with_its_interval(yes, margin):
    point = as_share(0, yes, 60)
    low, high = point.interval
    assert (low > margin) == (2 * point.p_above(margin) < 0.05)
    assert (high < margin) == (2 * point.p_below(margin) < 0.05)


@pytest.mark.parametrize(("a", "b"), [((9, 0.1), (400, 0.2)), ((40, 0.02), (40, 0.05))])
def test_the_difference_of_two_shares_is_covered(a, b):
    """Exactly: over all pairs of counts."""
    (n, p), (m, q) = a, b
    covered = 0
    for k, j in np.ndindex(n + 1, m + 1):
        chance = scipy_stats.binom.pmf(k, n, p) * scipy_stats.binom.pmf(j, m, q)
        if chance > 1e-7:
            low, high = difference_of(0, as_share(0, k, n), as_share(0, j, m)).interval
            covered += chance * (low <= q - p <= high)
    assert covered > 0.93


def test_intervals_hold_the_truth_as_often_as_they_say():
    """Of skewed values: a mean, a ratio, a slope, a difference of two means."""
    rng = np.random.default_rng(4)
    held = {"mean": 0, "ratio": 0, "slope": 0, "difference": 0}
    for _ in range(1000):
        x = rng.exponential(2, 60)
        y = 3 * x + rng.normal(0, 1, 60)
        for name, point, truth in (
            ("mean", mean_of(0, x), 2),
            ("ratio", ratio_of(0, y, x), 3),
            ("slope", slope_of(0, x, y), 3),
            ("difference", difference_of(0, mean_of(0, x), mean_of(0, rng.normal(5, 9, 8))), 3),
        ):
            low, high = point.interval
            held[name] += low <= truth <= high
    assert all(920 <= n <= 975 for n in held.values()), held


def test_a_mean_a_slope_and_a_difference_are_those_of_scipy():
    rng = np.random.default_rng(1)
    x, y = rng.normal(0, 1, 12), rng.normal(1, 3, 30)
    known = scipy_stats.ttest_1samp(x, 0).confidence_interval(0.95)
    assert mean_of(0, x).interval == pytest.approx((known.low, known.high))
    welch = scipy_stats.ttest_ind(y, x, equal_var=False)
    point = difference_of(0, mean_of(0, x), mean_of(0, y))
    ends = welch.confidence_interval(0.95)
    assert point.interval == pytest.approx((ends.low, ends.high))
    assert 2 * point.p_above(0) == pytest.approx(welch.pvalue)
    line, slope = scipy_stats.linregress(x, y[:12]), slope_of(0, x, y[:12])
    assert (slope.value, slope.error) == pytest.approx((line.slope, line.stderr))
    assert slope.degrees == 10


def test_a_single_value_has_no_interval():
    assert np.isnan(mean_of(0, [3]).interval).all()
    assert above([mean_of(0, [3])]).tolist() == [False]


def test_guesses_of_one_game_count_as_one():
    """Games whose guesses are all alike tell no more than one guess each."""
    games = np.repeat(np.arange(40), 25)
    hits = pd.Series(np.repeat(np.random.default_rng(5).random(40) < 0.5, 25))
    rows = pd.DataFrame({"mines": 10, "board_seed": games})
    point, alone = over_boards("x", hits, rows), mean_of("x", hits)
    assert point.value == alone.value and point.n == 40
    assert point.error == pytest.approx(5 * alone.error, rel=0.05)
    low, high = point.interval
    assert 0 <= low < high <= 1


def test_guesses_that_never_hit_are_so_many_games_without_a_hit():
    rows = pd.DataFrame({"mines": 10, "board_seed": np.repeat(np.arange(40), 25)})
    never = over_boards("x", pd.Series([False] * 1000), rows)
    assert never.interval == share_of("x", [False] * 40).interval


def test_a_ratio_is_the_mean_of_what_boards_contribute():
    a, b = np.array([1.0, 5, 2, 0]), np.array([2.0, 6, 6, 3])
    point = ratio_of(0, a, b)
    assert contributions(a, b).mean() == pytest.approx(point.value) == pytest.approx(8 / 17)
    # The textbook's linearised error: residuals a - r b, over n times the mean of b.
    error = (a - 8 / 17 * b).std(ddof=1) / 4**0.5 / b.mean()
    assert point.error == pytest.approx(error)


def test_a_further_mean_scatters_by_its_own_size_and_by_ours():
    """Against many draws of 40 values and of 10 more, each measured with a variance of 4."""
    rng = np.random.default_rng(2)
    ours, theirs = rng.normal(0, 3, (20_000, 40)), rng.normal(0, 13**0.5, (20_000, 10))
    spread = (theirs.mean(axis=1) - ours.mean(axis=1)).std()
    error = np.sqrt(np.mean([mean_of_further(0, x, 10, 4).error ** 2 for x in ours[:2000]]))
    assert error == pytest.approx(spread, rel=0.03)


def test_the_half_point_of_a_known_curve_is_found():
    """With its interval: of 200 samples about 190 have the truth in it."""
    inside = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        x = rng.uniform(0.05, 0.25, 600)
        yes = rng.random(600) < 1 / (1 + np.exp((x - 0.15) * 2 * np.log(3) / 0.06))
        half, width = half_point(8, x, yes.astype(float))
        low, high = half.interval
        inside += low < 0.15 < high
        assert 0.03 < width < 0.12
    assert 182 <= inside <= 198


def test_an_interval_on_a_logarithmic_axis_stays_above_zero():
    low, high = on_log_scale(np.array([1.0, 2.0]), np.array([2.5, 2.2]))
    assert (low > 0).all() and low * high == pytest.approx(np.array([1, 4]))
    assert high[1] == pytest.approx(2.2, rel=0.01), "a narrow interval is the same either way"


def test_a_few_orders_have_the_error_of_a_mean():
    assert error_of_few([1, 2, 4, 9]) == pytest.approx(mean_of(0, [1, 2, 4, 9]).error)
    assert error_of_few([0.5]) == 0, "one order is enough where nothing is random"


# Points made of points, and tests over several of them.


def test_the_mean_of_points_weighs_each_the_same():
    points = [Point(0, 1.0, 0.3, 10), Point(2, 3.0, 0.4, 30)]
    mean = pooled(points)
    assert (mean.at, mean.value, mean.n) == ("all", 2, 40)
    assert mean.error == pytest.approx(0.25)
    assert steps(points) == [difference_of(2, *points)]
    assert (steps(points)[0].value, slopes(points)[0].value) == (2, 1)
    assert slopes(points)[0].error == pytest.approx(0.25)
    half = combined(0, points, [0.5, 0.5])
    assert half.interval == mean.interval == pytest.approx(student(2, 0.25, mean.degrees))


def test_times_as_much_is_compared_with_one():
    point = times_of("x", [2.0, 4.0, 6.2], [1.0, 2.0, 3.0])
    assert (point.neutral, ratio_of("x", [1, 2], [2, 5]).neutral) == (1, 0)
    assert pooled([point, point]).neutral == 1 and difference_of(0, point, point).neutral == 0
    fall = point.scaled(-1, plus=1)
    assert fall.value == pytest.approx(1 - point.value) and fall.neutral == 0
    assert fall.interval == pytest.approx([1 - end for end in point.interval[::-1]])
    assert share_of(0, [True] * 9).scaled(plus=-1).interval[1] > 0, "it may leave 0 to 1"


def draw(mean, n=400, seed=0):
    return mean_of(mean, np.random.default_rng(seed).normal(mean, 1, n))


def test_sides_are_told_apart():
    points = [draw(1), draw(0, seed=1), draw(-1)]
    assert above(points).tolist() == [True, False, False]
    assert below(points).tolist() == [False, False, True]
    assert within(points, 0.5).tolist() == [False, True, False]
    assert within(points, 0.5, of=1).tolist() == [True, False, False]
    assert above(points, 2).tolist() == [False] * 3


def test_a_difference_that_never_varies_is_certain():
    assert above([mean_of(0, [0.1, 0.1, 0.1])]).tolist() == [True]
    assert above([mean_of(0, [0.0, 0.0])]).tolist() == [False]
    assert within([mean_of(0, [0.0, 0.0])], 0.01).tolist() == [True]


def test_a_further_estimate_has_its_own_error_and_ours():
    ours = mean_of(0, np.random.default_rng(3).normal(5, 2, 400))
    assert with_further(ours, 10).error == pytest.approx(2 * np.sqrt(1 / 400 + 1 / 10), rel=0.1)


def test_a_simulated_result_has_the_scatter_of_its_draws():
    point = simulated("mean of 30", np.random.default_rng(5).normal(4, 0.5, 5000), 30)
    assert point.interval == pytest.approx((3.02, 4.98), abs=0.05)
    assert point.n == 30


def test_testing_many_points_finds_no_more_than_chance():
    rng = np.random.default_rng(3)
    alarms = [
        above([mean_of(k, rng.normal(0, 1, 50)) for k in range(20)]).any() for _ in range(200)
    ]
    assert np.mean(alarms) < 0.06


# One home.

BY_HAND = re.compile(r"ndtri|stdtr|1\.96|scipy\.stats|statsmodels|ddof|\bstdev\b|\.sem\(|\.std\(")


def test_no_interval_is_computed_elsewhere():
    root = Path(ml.__file__).parent
    by_hand = [
        f"{path.relative_to(root)}: {line.strip()}"
        for path in sorted(root.rglob("*.py"))
        if path != root / "lab" / "stats.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if BY_HAND.search(line)
    ]
    assert not by_hand, "use minelab.lab.stats"


def test_statistics_load_scipys_functions_only_when_asked():
    import subprocess
    import sys

    heavy = "scipy", "pandas", "seaborn", "matplotlib"
    code = (
        f"import sys, minelab.lab.stats as stats; assert not set({heavy}) & set(sys.modules)\n"
        "stats.share_of(0, [True]).interval, stats.mean_of(0, [1, 2]).interval\n"
        "assert 'scipy.special' in sys.modules and 'scipy.stats' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
