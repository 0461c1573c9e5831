"""Report Daggers: its tests of the game, its formula, its printed tables, and its claims."""

import re
import statistics
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.boards.maps import LEVELS
from minelab.inference.methods.entails import exactly, first_proof
from minelab.inference.position import Position
from minelab.lab.daggers import AGENTS, MEASURES, draw_maps
from minelab.lab.experiments import data_folder
from minelab.report import daggers
from minelab.report import figures as plots
from minelab.report.daggers import (
    Formula,
    averages,
    by_map,
    combinations_test,
    game_checks,
    green_maps,
    printed_tables,
    row_slips,
)
from minelab.report.representations.daggers import terms
from tests.naive import FULL, random_views

EASY1, EASY3 = ml.printed_board("daggers-easy1"), ml.printed_board("daggers-easy3")
TEST1, TEST2 = ml.printed_board("daggers-test1"), ml.printed_board("daggers-test2")


# Its tests of the game


def test_the_reports_tests_of_the_game_pass_on_its_maps_and_on_drawn_ones():
    for board in (EASY1, EASY3, TEST1, TEST2, *draw_maps(20).values()):
        table = game_checks(board)
        assert table["passed"].all(), table
        assert len(table) == 6


def test_a_broken_game_fails_them(monkeypatch):
    monkeypatch.setattr("minelab.report.daggers.DAGGERS", replace(ml.DAGGERS, cascade=False))
    assert not game_checks(EASY1)["passed"].all()
    monkeypatch.setattr("minelab.report.daggers.DAGGERS", replace(ml.DAGGERS, lives=2))
    assert not game_checks(EASY1)["passed"].all()


# Its formula


def test_not_entailing_no_dagger_does_not_prove_a_dagger():
    """The report's footnote (D12) turned into a counterexample."""
    view = ml.View.parse("01?\n01?")
    formula = Formula(view)
    assert formula.is_satisfiable("2_0") and formula.is_satisfiable("~2_0")


def test_the_formula_of_figure_2_is_the_printed_one_and_proves_the_dagger():
    printed = (
        "(~2_0 & 2_1 | 2_0 & ~2_1) & "
        "(2_0 & ~2_1 & ~2_2 | ~2_0 & 2_1 & ~2_2 | ~2_0 & ~2_1 & 2_2) & "
        "(~2_1 & 2_2 | 2_1 & ~2_2) & ~2_1"
    )
    formula = Formula(ml.View.parse("01?\n01?\n01?"))
    assert meaning(formula.text(no_dagger=(1, 2))) == meaning(printed)
    assert not formula.is_satisfiable("~2_1") and formula.is_satisfiable("2_1")


def meaning(formula):
    """A formula as printed, its parts in any order."""
    parts = re.split(r" & (?![^(]*\))", formula)
    return [
        {frozenset(term.split(" & ")) for term in part.strip("()").split(" | ")} for part in parts
    ]


FIGURE_5 = {
    1: "(1 & ~2 & ~3 & ~4 & ~5| 2 & ~1 & ~3 & ~4 & ~5| 3 & ~1 & ~2 & ~4 & ~5"
    "| 4 & ~1 & ~2 & ~3 & ~5| 5 & ~1 & ~2 & ~3 & ~4)",
    2: "(1 & 2 & ~3 & ~4 & ~5| 1 & 3 & ~2 & ~4 & ~5| 1 & 4 & ~2 & ~3 & ~5| 1 & 5 & ~2 & ~3 & ~4"
    "| 2 & 3 & ~1 & ~4 & ~5| 2 & 4 & ~1 & ~3 & ~5| 2 & 5 & ~1 & ~3 & ~4| 3 & 4 & ~1 & ~2 & ~5"
    "| 3 & 5 & ~1 & ~2 & ~4| 4 & 5 & ~1 & ~2 & ~3)",
    3: "(1 & 2 & 3 & ~4 & ~5| 1 & 2 & 4 & ~3 & ~5| 1 & 2 & 5 & ~3 & ~4| 1 & 3 & 4 & ~2 & ~5"
    "| 1 & 3 & 5 & ~2 & ~4| 1 & 4 & 5 & ~2 & ~3| 2 & 3 & 4 & ~1 & ~5| 2 & 3 & 5 & ~1 & ~4"
    "| 2 & 4 & 5 & ~1 & ~3| 3 & 4 & 5 & ~1 & ~2)",
    4: "(1 & 2 & 3 & 4 & ~5| 1 & 2 & 3 & 5 & ~4| 1 & 2 & 4 & 5 & ~3| 1 & 3 & 4 & 5 & ~2"
    "| 2 & 3 & 4 & 5 & ~1)",
}


@pytest.mark.parametrize("daggers", FIGURE_5)
def test_the_combinations_of_figure_5_are_the_printed_ones(daggers):
    assert combinations_test(5, daggers) == FIGURE_5[daggers]


def multiplied_out(relation):
    """A list of combinations as clauses: one literal from each combination, in all ways.

    Clauses that always hold, and clauses that follow from a shorter one, are dropped on the way.
    """
    clauses = {frozenset()}
    for term in relation:
        longer = {clause | {literal} for clause in clauses for literal in term}
        sound = {clause for clause in longer if not any(f"~{name}" in clause for name in clause)}
        clauses = {c for c in sound if not any(other < c for other in sound)}
    return clauses


@pytest.mark.parametrize("size", range(1, 6))
def test_the_formula_multiplied_out_is_what_we_write_down(size):
    names = [str(k) for k in range(1, size + 1)]
    for n in range(size + 1):
        ours = {
            frozenset(str(k) if k > 0 else f"~{-k}" for k in clause)
            for clause in exactly(n, list(range(1, size + 1)))
        }
        assert multiplied_out(terms(n, names)) == ours


def test_the_reports_formula_and_our_clauses_say_the_same():
    for view in random_views(300 * FULL, seed=64):
        view = ml.View(view.codes)
        formula, position = Formula(view), Position(view)
        for cell in position.touching:
            name = f"{cell[1]}_{cell[0]}"
            proof, _ = first_proof(position, [cell], safe=False)
            assert formula.is_satisfiable(f"~{name}") == (proof is None)


def test_the_sizes_of_a_clue():
    sizes = Formula(ml.View.parse("???\n?3?\n???")).sizes().iloc[0]
    assert (sizes["cells"], sizes["daggers"]) == (8, 3)
    assert (sizes["combinations"], sizes["literals"]) == (56, 448)
    assert sizes["multiplied out"] == 8**56
    clauses = [*combinations(range(8), 4), *combinations(range(8), 6)]
    assert (sizes["our clauses"], sizes["our literals"]) == (98, sum(map(len, clauses)))


# The tables that it prints


def test_the_printed_tables_are_whole():
    table = printed_tables()
    maps = [f"{level}{k}" for level in LEVELS for k in range(1, 11)]
    for number, measures in {
        2: ("guesses", "sps_cycles", "won"),
        3: ("guesses", "sps_cycles", "won"),
        4: ("sat_tests", "sat_solutions"),
    }.items():
        for name in measures:
            assert list(by_map(number, name).index) == maps
    assert by_map(2, "guesses")["EASY1"] == 1.4 and by_map(3, "sps_cycles")["HARD7"] == 17.4
    assert by_map(4, "sat_tests")["HARD8"] == 118.8
    assert len(table) == 8 * 30 + 14  # and the averages below


def test_two_rows_of_table_3_slip():
    slips = row_slips()
    assert list(zip(slips["table"], slips["map"], slips["measure"], strict=True)) == [
        (3, "MEDIUM4", "sps_cycles"),
        (3, "MEDIUM6", "sps_cycles"),
    ]


def test_the_averages_are_those_of_the_rows():
    table = averages()
    assert len(table) == 8
    assert (table["printed"] - table["ours"]).abs().max() < 0.05


def test_one_set_of_ten_maps_gives_the_averages_of_the_green_ones():
    (ten,) = green_maps()
    assert set(ten) == {
        "EASY7", "EASY8", "MEDIUM5", "MEDIUM8", "MEDIUM10", "HARD3", "HARD5", "HARD7", "HARD9",
        "HARD10",
    }  # fmt: skip


# Its claims in numbers


def row(agent, level, seed, **values):
    return {"agent": agent, "level": level, "map_seed": seed, "runs": 1000} | {
        name: values.get(name, 0.0) for name in MEASURES
    }


@pytest.fixture
def table():
    """Two maps a level. On the first of each the solver saves two guesses of three, and a blast."""
    rows = []
    for level in LEVELS:
        for seed, helps in ((1, True), (2, False)):
            first = {"guesses": 3, "won": 0.5, "blasts": 2, "sps_cycles": 4, "sps_clues": 10}
            second = first | {"sat_tests": 12, "sat_solutions": 0}
            if helps:
                second |= {"guesses": 1, "won": 0.75, "blasts": 1, "sat_solutions": 2}
            rows += [row("dagger-1", level, seed, **first), row("dagger-2", level, seed, **second)]
            rows.append(row("dagger-1-untold", level, seed, **first | {"sps_cycles": 5}))
    return pd.DataFrame(rows)


def test_what_the_solver_saves_worked_out_by_hand(table):
    """Of ten maps per level every second one is helped: 3 probes become 1, 2 daggers hit 1."""
    many = pd.concat([table.assign(map_seed=table["map_seed"] + 2 * k) for k in range(5)])
    claims = daggers.logic_claims(many)
    density = (4 / 25 + 10 / 64) / 2, 25 / 144
    assert claims.loc["D06", "ours"] == pytest.approx(0.25)
    hit, spared, hit_hard, spared_hard = claims.loc["D07", "ours"]
    assert hit == hit_hard == pytest.approx(0.25)
    assert (spared, spared_hard) == pytest.approx(density)
    useful, anything = claims.loc["D08", "ours"]
    assert anything == pytest.approx(0.5) and 0.2 < useful < 0.4, "noise hides half of those at 2"
    before, after = claims.loc["D04", "ours"]
    assert before - after == pytest.approx(claims.loc["D05", "ours"])
    assert before - after > 2, "those that gain most by chance are chosen"
    assert claims.loc["D09", "ours"].tolist() == pytest.approx([12, 12 * 30 / 30])
    assert claims["ours"].between(claims["low"], claims["high"]).all()


def test_what_passes_cost_by_hand(table):
    costs = daggers.cost_claims(table)
    assert costs["cells"].tolist() == [4 * 25, 4 * 64, 4 * 144]
    assert costs["wasted"].tolist() == pytest.approx([0.9, 1 - 10 / 256, 1 - 10 / 576])
    assert (costs["sps_cycles, untold"] - costs["sps_cycles"] == 1).all()


def test_the_printed_averages_beside_ours(table):
    table.loc[table["map_seed"] == 2, ["guesses", "won", "sps_cycles", "sat_tests"]] += 2
    beside = daggers.beside_printed(table)
    assert list(beside.index) == ["D01"] * 3 + ["D02"] * 3 + ["D03"] * 2
    guesses = beside[beside["measure"] == "guesses"].set_index("agent")
    assert guesses["ours"].tolist() == [4, 3]
    # Maps with 1 and 5 guesses at each of three levels: a variance of 8, over ten maps per level in
    # the report and over two of ours. The printed runs add a fifth of their own variance.
    runs = daggers.run_variance(table, "dagger-2", "guesses")
    error = ((3 * 8 + runs.sum() / 5) / 10 + 3 * 8 / 2) ** 0.5 / 3
    assert guesses.loc["dagger-2", "error"] == pytest.approx(error)
    apart = (1.2 - 3) / guesses.loc["dagger-2", "error"]
    assert guesses.loc["dagger-2", "errors_apart"] == pytest.approx(apart)


def test_runs_on_one_map_differ_as_printed(table):
    """From the file of the printed tables; where all runs agree, one number stands for five."""
    printed = pd.read_csv(data_folder() / "published" / "daggers.csv")
    rows = printed[(printed["table"] == 2) & (printed["measure"] == "guesses")]
    easy = rows[rows["map"].str.startswith("EASY")][[f"run{k}" for k in range(1, 6)]]
    by_hand = [statistics.variance(some) for row in easy.to_numpy() if (some := five(row))]
    found = daggers.run_variance(table, "dagger-1", "guesses")
    assert len(easy) == 10 and 0 < len(by_hand) < 10
    assert found["EASY"] == pytest.approx(sum(by_hand) / 10)
    assert set(found.index) == set(LEVELS)


def five(row):
    """Five printed runs, or none."""
    return [float(run) for run in row] if not pd.isna(row).any() else []


def test_runs_that_win_half_of_the_time_differ_most(table):
    assert daggers.run_variance(table, "dagger-1", "won").tolist() == [0.25] * 3
    second = daggers.run_variance(table, "dagger-2", "won")
    assert second.tolist() == pytest.approx([(0.25 + 0.1875) / 2] * 3)


def test_the_error_is_that_of_thirty_maps_with_five_runs_and_of_our_own():
    """Against many draws of ten maps per level with five games on each, and of a hundred maps."""
    stored = ml.load("daggers").query("agent == 'dagger-1'")
    rng = np.random.default_rng(1)
    drawn = np.zeros(4000)
    for _, maps in stored.groupby("level"):
        chance = rng.choice(maps["won"].to_numpy(), (len(drawn), 10))
        drawn += rng.binomial(5, chance).mean(axis=1) / 5 / 3
        drawn -= rng.choice(maps["won"].to_numpy(), (len(drawn), len(maps))).mean(axis=1) / 3
    beside = daggers.beside_printed(ml.load("daggers")).loc["D01"].set_index("measure")
    assert beside.loc["won", "error"] == pytest.approx(drawn.std(), rel=0.05)


@pytest.mark.parametrize("level", LEVELS)
def test_a_stored_row_comes_out_again(level):
    stored = ml.load("daggers").set_index(["agent", "level", "map_seed"])
    for agent in ("dagger-1", "dagger-2+safe"):
        runs = ml.play_runs(ml.daggers_map(level, seed=7), agent, runs=1000)
        for name in MEASURES:
            assert runs[name].mean() == pytest.approx(stored.loc[(agent, level, 7), name]), name


def test_the_figure_has_a_dot_for_each_agent_and_level():
    panels = plots.daggers_levels(ml.load("daggers"), ("Left", "Right"))
    for axes, title in zip(panels, ("Left", "Right"), strict=True):
        assert axes.get_title(loc="left") == title
        names = [label.get_text() for label in axes.get_yticklabels()]
        assert names == [name for level in LEVELS for name in (level, *AGENTS)]
        dots = [spot for some in axes.collections for spot in some.get_offsets() if spot.any()]
        assert len(dots) == len(AGENTS) * len(LEVELS)
        assert len(axes.lines) == 6  # a cross where the report prints a number
