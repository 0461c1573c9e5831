"""Daggers' claims in numbers: on tables small enough to check by hand, and on the stored one."""

import statistics

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.boards.maps import LEVELS
from minelab.lab.daggers import AGENTS, MEASURES
from minelab.lab.designs import EXPERIMENTS
from minelab.lab.experiments import data_folder
from minelab.report import dagger_claims
from minelab.report import figures as plots


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


def test_what_the_solver_is_worth_by_hand(table):
    claims = dagger_claims.logic_claims(table)
    assert claims["ours"].tolist() == pytest.approx(
        [3, 1, 2, 0.25, 0.25, 0.25, 0.5, 0.5, 12, 12 * 6 / 6]
    )
    assert claims["n"].tolist() == [3, 3, 3, 3, 4, 2, 6, 6, 3, 6]
    within = claims["ours"].between(claims["low"], claims["high"])
    assert within.all()


def test_what_passes_cost_by_hand(table):
    costs = dagger_claims.cost_claims(table)
    assert costs["cells"].tolist() == [4 * 25, 4 * 64, 4 * 144]
    assert costs["wasted"].tolist() == pytest.approx([0.9, 1 - 10 / 256, 1 - 10 / 576])
    assert (costs["sps_cycles, untold"] - costs["sps_cycles"] == 1).all()


def test_the_printed_averages_beside_ours(table):
    table.loc[table["map_seed"] == 2, ["guesses", "won", "sps_cycles", "sat_tests"]] += 2
    beside = dagger_claims.beside_printed(table)
    assert list(beside.index) == ["D01"] * 3 + ["D02"] * 3 + ["D03"] * 2
    guesses = beside[beside["measure"] == "guesses"].set_index("agent")
    assert guesses["ours"].tolist() == [4, 3]
    # Maps with 1 and 5 guesses at each of three levels: a variance of 8, over ten maps per level in
    # the report and over two of ours. The printed runs add a fifth of their own variance.
    runs = dagger_claims.run_variance(table, "dagger-2", "guesses")
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
    found = dagger_claims.run_variance(table, "dagger-1", "guesses")
    assert len(easy) == 10 and 0 < len(by_hand) < 10
    assert found["EASY"] == pytest.approx(sum(by_hand) / 10)
    assert set(found.index) == set(LEVELS)


def five(row):
    """Five printed runs, or none."""
    return [float(run) for run in row] if not pd.isna(row).any() else []


def test_runs_that_win_half_of_the_time_differ_most(table):
    assert dagger_claims.run_variance(table, "dagger-1", "won").tolist() == [0.25] * 3
    second = dagger_claims.run_variance(table, "dagger-2", "won")
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
    beside = dagger_claims.beside_printed(ml.load("daggers")).loc["D01"].set_index("measure")
    assert beside.loc["won", "error"] == pytest.approx(drawn.std(), rel=0.05)


def test_the_stored_table_holds_every_agent_on_every_map():
    stored = ml.load("daggers")
    assert len(stored) == 6 * 3 * 100
    assert (stored["runs"] == 1000).all()
    assert set(stored.groupby(["agent", "level"]).size()) == {100}
    sizes = {part.arguments["runs"] for part in EXPERIMENTS["daggers"].parts()}
    assert sizes == {1000}


@pytest.mark.parametrize("level", LEVELS)
def test_a_stored_row_comes_out_again(level):
    stored = ml.load("daggers").set_index(["agent", "level", "map_seed"])
    for agent in ("dagger-1", "dagger-2+safe"):
        runs = ml.play_runs(ml.daggers_map(level, seed=7), agent, runs=1000)
        for name in MEASURES:
            assert runs[name].mean() == pytest.approx(stored.loc[(agent, level, 7), name]), name


def test_the_figure_has_a_dot_for_each_agent_and_level():
    figure = plots.daggers_levels(ml.load("daggers"), ("Left", "Right"))
    for axes, title in zip(figure.axes, ("Left", "Right"), strict=True):
        assert axes.get_title(loc="left") == title
        assert len(axes.get_yticks()) == len(AGENTS) * len(LEVELS)
        assert len(axes.lines) == 12 + 6  # a cross where the report prints a number
