import pandas as pd
import pytest

import minelab as ml
from minelab import CLASSIC, experiments, play_many, sweep


def test_a_sweep_plays_every_agent_at_every_density():
    games = sweep(["random", "basic"], 6, 5, densities=[0, 0.1, 1], boards=4, seed=1)
    points = games.groupby(["agent", "mines"], sort=False).size()
    assert points.to_dict() == {
        (agent, mines): 4 for agent in ("random", "basic") for mines in (0, 3, 30)
    }
    assert list(games.index) == list(range(24))


def test_mines_may_be_given_instead_of_densities():
    by_density = sweep(["basic"], 6, 5, densities=[0.1, 0.2], boards=4, seed=1)
    assert sweep(["basic"], 6, 5, mines=[3, 6], boards=4, seed=1).equals(by_density)


def test_all_agents_of_a_sweep_meet_the_same_boards():
    games = sweep(["random", "basic", "basic-002"], 6, 5, mines=[3, 6], boards=5, seed=1)
    seeds = games.groupby("agent")[["board_seed", "play_seed"]]
    first, *others = (table.reset_index(drop=True) for _, table in seeds)
    assert all(table.equals(first) for table in others)


def test_a_sweep_cut_into_pieces_is_the_same_table(monkeypatch):
    whole = sweep(["random", "basic"], 6, 5, mines=[3, 6], boards=20, seed=1, workers=1)
    monkeypatch.setattr(experiments, "CHUNK", 30 * 7)
    assert sweep(["random", "basic"], 6, 5, mines=[3, 6], boards=20, seed=1).equals(whole)


def test_rules_and_the_first_cell_reach_every_game():
    games = sweep(["basic"], 6, 5, mines=[4], boards=6, seed=1, rules=CLASSIC, first=(0, 0))
    alone = play_many("basic", 6, 5, mines=4, games=6, seed=1, rules=CLASSIC, first=(0, 0))
    assert games.equals(alone)
    assert (games["rules"] == "classic").all()
    assert set(games["lives"]) <= {0, 1}


def test_an_agent_of_your_own_may_be_swept():
    mine = ml.Agent("mine", ("single",))
    games = sweep([mine, "basic"], 6, 5, mines=[4], boards=6, seed=1).drop(columns="agent")
    assert games[:6].equals(games[6:].reset_index(drop=True))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"densities": [0.1], "mines": [3]}, "give densities or mines, one of them"),
        ({}, "give densities or mines, one of them"),
        ({"densities": []}, "at least one"),
        ({"densities": [1.5]}, "density must be a number from 0 to 1, not 1.5"),
        ({"mines": [31]}, "mines must be a whole number from 0 to 30, not 31"),
        ({"mines": [3], "boards": 0}, "boards must be a whole number from 1 to .*, not 0"),
        ({"mines": [3], "seed": -1}, "seed must be a whole number from 0 to .*, not -1"),
        ({"mines": [3], "rows": 0}, "rows must be a whole number from 1 to 2000, not 0"),
        ({"mines": [3], "agents": ["basc"]}, "did you mean 'basic'"),
        ({"mines": [3], "agents": []}, "at least one"),
        ({"mines": [3], "agents": "basic"}, "agents must be .*'basic'"),
        ({"mines": [3], "first": (6, 0)}, r"first \(6, 0\) is off the board"),
        ({"mines": [3], "workers": 0}, "workers must be .* not 0"),
        ({"mines": [3], "workers": -1}, "workers must be .* not -1"),
        ({"mines": [27], "rules": ml.CLASSIC_ZERO}, "room"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(options, message):
    usual = {"agents": ["basic"], "rows": 6, "cols": 5, "boards": 3, "seed": 1}
    with pytest.raises(ValueError, match=message):
        sweep(**(usual | options))


@pytest.fixture
def squares(monkeypatch):
    """An experiment that is quick to make."""

    def make():
        return pd.DataFrame({"n": [1, 2, 3], "square": [1, 4, 9]})

    monkeypatch.setitem(experiments.EXPERIMENTS, "squares", make)
    return make


def test_an_experiment_is_made_and_loaded(squares, tmp_path):
    path = experiments.run("squares", tmp_path)
    assert path == tmp_path / "squares.parquet"
    assert experiments.load("squares", tmp_path).equals(squares())
    assert list(tmp_path.iterdir()) == [path]


def test_an_experiment_that_fails_leaves_no_file(monkeypatch, tmp_path):
    def fail():
        raise OSError("no space left on the disk")

    monkeypatch.setitem(experiments.EXPERIMENTS, "fails", fail)
    with pytest.raises(OSError, match="no space"):
        experiments.run("fails", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_table_that_was_not_made_says_how_to_make_it(squares, tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m minelab run squares"):
        experiments.load("squares", tmp_path)


@pytest.mark.parametrize("ask", [experiments.load, experiments.run])
def test_an_unknown_experiment_is_refused(ask):
    with pytest.raises(ValueError, match="experiment must be one of .* not 'nonesuch'"):
        ask("nonesuch")
