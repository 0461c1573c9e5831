"""The experiments as data: they can be run, and every column that they give is described."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import minelab as ml
from minelab.lab import designs, tables
from minelab.lab.designs import AGENTS, EXPERIMENTS, Experiment, Sweep
from minelab.lab.experiments import data_folder, is_current

README = (Path(__file__).parents[2] / "data" / "README.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL))
GAMES = "A table of games"
LITTLE = {
    "reach": {"boards": 2, "densities": [0.3]},
    "replays": {"orders": 2},
    "difficulty": {"rows": 6, "cols": 6, "mines": 6, "games": range(2), "seed": 11},
    "strength": {
        "agent": "exact", "rows": 6, "cols": 6, "mines": 6, "rules": "classic",
        "games": range(2), "seed": 12,
    },
    "guesses": {"boards": range(1, 2), "densities": [0.2]},
    "positions": {
        "rows": 6, "cols": 6, "mines": 6, "rules": "classic", "numbers": range(2), "seed": 13,
    },
    "shortfall": {"mines": 1},
    "daggers": {"level": "EASY", "maps": range(1, 2), "runs": 2, "agents": ["dagger-1"]},
    "progress": {"agent": "charles", "side": 6, "density": 0.2, "boards": 2},
    "cost": {"agent": "swept", "side": 6, "density": 0.2, "boards": 2},
    "cost-by-side": {"agent": "charles", "side": 6, "density": 0.3, "boards": 2},
    "order": {"density": 0.3, "boards": range(1, 2)},
    "variants": {"variant": "after 2", "density": 0.3, "boards": range(1, 3)},
    "mine-count": {"mines": 320, "games": range(2), "seed": 2},
    "steps": {"agent": "corners", "side": 6, "density": 0.2, "boards": range(1, 3)},
    "ideas": {"base": "charles", "density": 0.2, "boards": range(1, 2)},
    "corners-first": {"base": "corners-raw", "side": 6, "density": 0.2, "boards": range(1, 2)},
    "timing": {"agents": ["charles"], "side": 6, "density": 0.2, "boards": 2},
    "skipping": {"side": 6, "density": 0.2, "boards": range(1, 3)},
    "representations": {"sides": [6], "boards": 1, "repeats": 1},
    "copies": {"boards": 1},
}  # fmt: skip
"""Calls of the measurements that take no time."""


def columns_in(section):
    """The columns that a section of the README describes."""
    entries = re.findall(r"^\| (`.*?) \|", SECTIONS[section], re.MULTILINE)
    return [name for entry in entries for name in re.findall(r"`([^`]+)`", entry)]


def little(name):
    """The table of an experiment, with as few rows as can be."""
    experiment = EXPERIMENTS[name]
    if experiment.module:
        return designs.measure(experiment.module, **LITTLE[name])
    sweep = experiment.sweeps[0]
    part = replace(sweep, agents=["basic"], mines=sweep.mines[1:2] or sweep.mines, boards=2)
    (only,) = part.parts()
    return only.make(**only.arguments)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_column_of_a_table_is_described(name):
    own = (title for title in SECTIONS if f"{name}.parquet" in title.split(" and "))
    section = next(own) if EXPERIMENTS[name].module else GAMES
    assert sorted(columns_in(section)) == sorted(little(name))
    assert f"`{name}`" in SECTIONS["Experiments"]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_can_be_cut_into_parts(name):
    experiment = EXPERIMENTS[name]
    parts = experiment.parts()
    assert experiment.about and experiment.seconds > 0 and parts
    assert json.loads(json.dumps(experiment.design)) == experiment.design
    for sweep in experiment.sweeps:
        assert all(ml.agent(agent).compiled for agent in sweep.agents)
        assert len(set(sweep.mines)) == len(sweep.mines), "no game is played twice"
        assert max(sweep.mines) <= sweep.rows * sweep.cols
        assert sweep.seed == experiment.seed
    if experiment.sweeps:
        assert sum(part.size for part in parts) == experiment.n_games
        points = {(s.rows, s.cols, m, s.rules.name) for s in experiment.sweeps for m in s.mines}
        assert len(points) == sum(len(sweep.mines) for sweep in experiment.sweeps)


def test_the_density_tables_are_as_large_as_promised():
    promised = {10: (21, 1000), 20: (11, 300), 30: (11, 100)}
    for side, (points, boards) in promised.items():
        (sweep,) = EXPERIMENTS[f"density-{side}"].sweeps
        assert (sweep.rows, sweep.cols, sweep.agents) == (side, side, AGENTS)
        assert len(sweep.mines) >= points and sweep.boards >= boards
        assert (sweep.mines[0], sweep.mines[-1]) == (0, side * side)


def test_all_agents_of_the_reports_are_there():
    reports = set(ml.catalogue().query("report not in ['minelab', 'Daggers']").index)
    assert reports <= set(AGENTS)
    assert {"random", "exact", "ibs+total", "ibs+sum", "charles+total+average"} <= set(AGENTS)


def test_parts_hold_all_games_once_and_not_too_many():
    sweep = Sweep(["basic", "random"], 30, 30, [90, 180], 1000, seed=1)
    parts = sweep.parts()
    assert max(part.size for part in parts) * 900 <= designs.CHUNK
    games = [
        (part.arguments["agent"], part.arguments["mines"], number)
        for part in parts
        for number in part.arguments["games"]
    ]
    assert len(games) == len(set(games)) == sweep.n_games == 4000


def test_a_design_says_all_that_the_table_follows_from():
    design = Experiment("x", [Sweep(["basic"], 5, 6, [3], 7, 8, ml.CLASSIC, (0, 1))]).design
    rules = {"lives": 1, "first_click": "safe", "cascade": True, "goal": "open", "name": "classic"}
    assert design == [
        {
            "agents": ["basic"], "rows": 5, "cols": 6, "mines": [3], "boards": 7, "seed": 8,
            "rules": rules, "first": [0, 1],
        }
    ]  # fmt: skip


def test_a_measurement_has_its_calls_in_the_design():
    calls = [{"boards": range(1, 51), "densities": [0.1]}]
    assert Experiment("x", module="minelab.lab.reach", calls=calls).design == [
        {"module": "minelab.reach", "boards": [1, 51], "densities": [0.1]}
    ]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_stored_table_has_this_design_and_the_values_of_its_hash(name):
    """`load` does not check the hash, which takes as long as reading; this does."""
    path = data_folder() / f"{name}.parquet"
    assert is_current(name)
    facts = tables.facts(path)
    assert facts["rows"] == len(tables.read_small(path))
    assert {"seed", "version", "hash", "command"} <= set(facts)


def test_all_tables_together_are_small_enough_to_be_kept():
    assert sum(path.stat().st_size for path in data_folder().rglob("*.parquet")) <= 25e6


REMADE = [name for name, made in EXPERIMENTS.items() if not made.timed and name != "daggers"]


@pytest.mark.parametrize("name", REMADE)
def test_the_code_still_makes_the_stored_table(name):
    """One part of each table, made again; which one depends on the table alone."""
    parts = EXPERIMENTS[name].parts()
    k = sum(map(ord, name)) * 7919 % len(parts) if EXPERIMENTS[name].sweeps else 0
    fresh = tables.small(parts[k].make(**parts[k].arguments))
    start = sum(part.size for part in parts[:k])
    stored = ml.load(name)[start : start + len(fresh)].reset_index(drop=True)
    assert tables.content_hash(stored) == tables.content_hash(fresh)
