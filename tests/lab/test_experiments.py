import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab import CLASSIC, play_many, sweep
from minelab.cli import main
from minelab.lab import experiments, tables
from minelab.lab.designs import EXPERIMENTS, Experiment, Sweep
from minelab.lab.runner import Crew, gather
from tests import parts


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
    as_array = np.array([0.1, 0.2])
    assert sweep(["basic"], 6, 5, densities=as_array, boards=4, seed=1).equals(by_density)


def test_all_agents_of_a_sweep_meet_the_same_boards():
    games = sweep(["random", "basic", "basic-002"], 6, 5, mines=[3, 6], boards=5, seed=1)
    seeds = games.groupby("agent")[["board_seed", "play_seed"]]
    first, *others = (table.reset_index(drop=True) for _, table in seeds)
    assert all(table.equals(first) for table in others)


def test_a_sweep_cut_into_pieces_is_the_same_table(monkeypatch):
    whole = sweep(["random", "basic"], 6, 5, mines=[3, 6], boards=20, seed=1, workers=1)
    monkeypatch.setattr("minelab.lab.designs.CHUNK", 30 * 7)
    assert sweep(["random", "basic"], 6, 5, mines=[3, 6], boards=20, seed=1).equals(whole)


def test_a_sweep_is_written_as_it_is_played_and_goes_on_where_it_was(monkeypatch, tmp_path):
    monkeypatch.setattr("minelab.lab.designs.CHUNK", 30 * 7)
    how = {"agents": ["random", "basic"], "rows": 6, "cols": 5, "mines": [3, 6], "seed": 1}
    whole = sweep(**how, boards=20)
    path, parts_made = tmp_path / "games.parquet", []

    def stops(self, jobs):
        made = make_all(self, jobs)
        for k, table in made:
            parts_made.append(k)
            yield k, table
            if len(parts_made) == 5:
                made.close()
                raise KeyboardInterrupt

    make_all = Crew.make_all
    monkeypatch.setattr(Crew, "make_all", stops)
    with pytest.raises(KeyboardInterrupt):
        sweep(**how, boards=20, save=path)
    assert not path.exists()
    means = sweep(**how, boards=20, save=path)
    assert sorted(parts_made) == list(range(12)), "no part was made twice"
    assert list(tmp_path.iterdir()) == [path]
    assert pd.read_parquet(path).equals(whole)
    expected = ml.summary(whole, ["score"]).drop(columns=["score_low", "score_high"])
    pd.testing.assert_frame_equal(means, expected)


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
        ({"densities": 0.5}, "densities must be a list of densities, not 0.5"),
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


def test_the_same_games_are_not_played_twice():
    once = sweep(["basic"], 6, 6, densities=[0.2], boards=4, seed=1)
    assert sweep(["basic", "basic"], 6, 6, densities=[0.19, 0.2], boards=4, seed=1).equals(once)


TABLE = pd.concat([parts.measure(k) for k in range(parts.PARTS)], ignore_index=True)


@pytest.fixture
def squares(monkeypatch):
    """An experiment that is quick to make."""
    monkeypatch.setitem(EXPERIMENTS, "squares", parts.squares())
    return EXPERIMENTS["squares"]


def test_an_experiment_is_made_and_loaded(squares, tmp_path):
    path = experiments.run("squares", tmp_path)
    assert path == tmp_path / "squares.parquet"
    assert experiments.load("squares", tmp_path).equals(TABLE)
    assert list(tmp_path.iterdir()) == [path]


def test_a_table_says_how_it_was_made(squares, tmp_path):
    facts = tables.facts(experiments.run("squares", tmp_path))
    assert facts == {
        "experiment": "squares",
        "about": "squares",
        "design": squares.design,
        "seed": 1,
        "version": ml.__version__,
        "command": "python -m minelab run squares",
        "rows": len(TABLE),
        "hash": tables.content_hash(TABLE),
    }


def test_games_that_are_stored_are_those_of_a_sweep(monkeypatch, tmp_path):
    design = Sweep(["random", "basic"], 6, 5, [3, 6], 50, seed=4, first=(0, 0))
    monkeypatch.setitem(EXPERIMENTS, "games", Experiment("games", [design]))
    experiments.run("games", tmp_path)
    games = sweep(["random", "basic"], 6, 5, mines=[3, 6], boards=50, seed=4, first=(0, 0))
    assert experiments.load("games", tmp_path).equals(games)


def test_two_runs_write_the_same_bytes(squares, tmp_path):
    first = experiments.run("squares", tmp_path / "a").read_bytes()
    assert experiments.run("squares", tmp_path / "b", crew=Crew(1)).read_bytes() == first


def when_changed(path):
    return path.stat().st_mtime_ns


def test_a_table_that_is_there_is_left_alone_unless_asked_for_again(squares, tmp_path):
    path = experiments.run("squares", tmp_path)
    before = when_changed(path)
    assert when_changed(experiments.run("squares", tmp_path)) == before
    assert when_changed(experiments.run("squares", tmp_path, again=True)) > before


def with_other_values(path):
    tables.write(path, TABLE.assign(n=0), tables.facts(path))


def cut_short(path):
    path.write_bytes(path.read_bytes()[:1000])


def without_facts(path):
    TABLE.to_parquet(path)


@pytest.mark.parametrize("spoil", [with_other_values, cut_short, without_facts])
def test_a_table_that_is_not_as_it_was_made_is_made_again(squares, tmp_path, spoil):
    path = experiments.run("squares", tmp_path)
    spoil(path)
    assert not experiments.is_current("squares", tmp_path)
    experiments.run("squares", tmp_path)
    assert experiments.load("squares", tmp_path).equals(TABLE)
    assert experiments.is_current("squares", tmp_path)


def test_another_design_makes_another_table(squares, tmp_path, monkeypatch):
    experiments.run("squares", tmp_path)
    monkeypatch.setitem(EXPERIMENTS, "squares", replace(squares, calls=squares.calls[:3]))
    experiments.run("squares", tmp_path)
    assert len(experiments.load("squares", tmp_path)) == 3 * parts.ROWS


def test_shards_of_other_code_or_another_design_are_not_used(squares, tmp_path, monkeypatch):
    folder = experiments.shard_folder("squares", tmp_path)
    monkeypatch.setattr(experiments, "code_digest", lambda: "other code")
    assert experiments.shard_folder("squares", tmp_path) != folder
    monkeypatch.undo()
    monkeypatch.setitem(EXPERIMENTS, "squares", replace(squares, first_board=2))
    assert experiments.shard_folder("squares", tmp_path) != folder


def test_seconds_are_measured_alone_and_not_hashed(tmp_path, monkeypatch):
    crews = []
    gather = experiments.gather

    def watched(*args, crew, **how):
        crews.append(crew)
        return gather(*args, crew=crew, **how)

    monkeypatch.setattr(experiments, "gather", watched)
    for name, how in (("timed", {"timed": True}), ("plain", {"processes": True}), ("quick", {})):
        few = replace(parts.squares(**how), calls=parts.squares().calls[:2])
        monkeypatch.setitem(EXPERIMENTS, name, few)
        experiments.run(name, tmp_path, crew=Crew(2))
    assert crews == [Crew(1), Crew(2, processes=True), Crew(2)]
    assert tables.facts(tmp_path / "timed.parquet")["hash"] is None
    assert experiments.is_current("timed", tmp_path)


def test_an_experiment_that_fails_leaves_no_table(monkeypatch, tmp_path):
    bad = Experiment("fails", module="tests.parts", calls=[{"number": "x"}])
    monkeypatch.setitem(EXPERIMENTS, "fails", bad)
    with pytest.raises(TypeError):
        experiments.run("fails", tmp_path)
    assert not list(tmp_path.glob("*.parquet")) and not list(tmp_path.rglob("*.tmp"))


def test_a_table_that_was_not_made_says_how_to_make_it(squares, tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m minelab run squares"):
        experiments.load("squares", tmp_path)


@pytest.mark.parametrize("ask", [experiments.load, experiments.run, experiments.is_current])
def test_a_table_of_a_newer_version_is_refused(squares, tmp_path, ask):
    path = experiments.run("squares", tmp_path)
    tables.write(path, TABLE, tables.facts(path) | {"version": "99.0.0"})
    message = f"squares was made by minelab 99.0.0, and this is {ml.__version__}: update minelab"
    with pytest.raises(ValueError, match=message):
        ask("squares", tmp_path)


def test_a_table_of_a_newer_version_can_be_made_again(squares, tmp_path):
    path = experiments.run("squares", tmp_path)
    tables.write(path, TABLE, tables.facts(path) | {"version": "99.0.0"})
    experiments.run("squares", tmp_path, again=True)
    assert experiments.load("squares", tmp_path).equals(TABLE)


@pytest.mark.parametrize("ask", [experiments.load, experiments.run, experiments.facts])
def test_an_unknown_experiment_is_refused(ask):
    with pytest.raises(ValueError, match="experiment must be one of .* not 'densty-10'; did you"):
        ask("densty-10")
    for name in (5, None, np.array(["cost", "x"]), pd.NA, 10**5000):
        with pytest.raises(ValueError, match="experiment must be one of .* not "):
            ask(name)


@pytest.mark.parametrize("ask", [experiments.load, experiments.run, experiments.facts])
@pytest.mark.parametrize("folder", [5, [], 0, "", b"data", "a\0b"])
def test_only_none_means_the_folder_of_the_package(ask, folder):
    with pytest.raises(ValueError, match="folder must be the name of a file, not "):
        ask("replays", folder)


@pytest.fixture
def minelab(squares, tmp_path, capsys):
    """The command line, writing into an empty folder."""

    def command(*arguments):
        try:
            main(["run", *arguments, "--folder", str(tmp_path)])
        except SystemExit as end:
            return str(end)
        return capsys.readouterr().out

    return command


def test_the_command_line_makes_tables_and_says_so(minelab, tmp_path):
    made = minelab("squares")
    assert made.startswith("squares: 12,000 rows, 0.1 MB in ")
    assert (tmp_path / "squares.parquet").exists()
    assert minelab("squares") == "squares: there already\n"
    assert minelab("squares", "--again").endswith(", the same as before\n")


def test_the_command_line_says_when_a_table_has_changed(minelab, tmp_path):
    minelab("squares")
    path = tmp_path / "squares.parquet"
    tables.write(path, TABLE, tables.facts(path) | {"hash": "other"})
    assert minelab("squares") == "minelab: of the same design, but not as before: squares"


def test_a_dry_run_says_how_much_there_is_to_do_and_does_nothing(minelab, tmp_path):
    said = minelab("squares", "density-10", "--dry-run", "--workers", "2")
    assert re.search(r"^squares +in parts: 24 +about 5 s$", said, re.MULTILINE)
    games = f"{EXPERIMENTS['density-10'].n_games:,} games"
    assert re.search(rf"^density-10 +{games} +about \d+", said, re.MULTILINE)
    assert "in all with 2 workers" in said
    assert not list(tmp_path.iterdir())


def test_a_dry_run_counts_what_is_done(minelab, squares, tmp_path):
    gather(squares.parts()[:6], experiments.shard_folder("squares", tmp_path))
    assert "25% of it done" in minelab("squares", "--dry-run")
    minelab("squares")
    assert minelab("squares", "--dry-run") == "nothing to do: all tables are there\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["squars"], "experiment must be one of .* did you mean 'squares'"),
        (["squares", "--workers", "0"], "workers must be a whole number from 1 to 1024, not 0"),
        (["squares", "--cluster", "here"], "cluster must be like tcp://HOST:PORT, not 'here'"),
    ],
)
def test_the_command_line_refuses_what_cannot_be(minelab, tmp_path, arguments, message):
    assert re.match(f"minelab: {message}", minelab(*arguments))
    assert not list(tmp_path.iterdir())
