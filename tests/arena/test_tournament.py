"""Tournaments: one table for all, that names who fails, and goes on after a stop."""

import json
import subprocess
import sys
import time

import pandas as pd
import psutil
import pytest

import minelab as ml
from minelab import cli
from minelab.arena import tournament as module
from minelab.arena.program import Program
from minelab.arena.tournament import tournament
from tests.arena.programs import EXAMPLE, faulty, reference_programs

LEVELS = ["beginner", (5, 5, 4)]


class Crashes(ml.Player):
    def move(self, view, rng):
        return ml.Open(view.covered[0]) if len(view.covered) > 60 else 1 / 0


class Loops(ml.Player):
    def move(self, view, rng):
        while True:
            pass


@pytest.fixture(scope="module")
def standing(tmp_path_factory):
    """A tournament of all kinds of entrants."""
    programs = [Program(command) for command in reference_programs(tmp_path_factory.mktemp("c"))]
    who = ["exact", *programs, Program(faulty("kill", at=40)), Crashes, Loops]
    folder = tmp_path_factory.mktemp("games")
    return tournament(who, games=8, levels=LEVELS, seconds=0.5, game_seconds=1, folder=folder)


def test_the_order_is_that_of_the_wins_and_differences_are_paired(standing):
    for _, part in standing.table.groupby("level"):
        assert part["place"].tolist() == list(range(1, 8))
        assert part["score"].is_monotonic_decreasing
    games = standing.games[standing.games["rows"] == 9]
    for row in standing.table[standing.table["level"] == "9x9, 10"].itertuples():
        own = games[games["agent"] == row.agent]
        assert row.score == own["won"].mean() and row.games == 8
        if row.agent != "exact":
            apart = ml.compare(games, "exact", row.agent).iloc[0]
            assert (row.difference, row.difference_low) == (apart["difference"], apart["low"])
            steady = ml.compare(games.assign(steady=games["score"] - games["luck"]), "exact",
                                row.agent, "steady").iloc[0]  # fmt: skip
            assert row.corrected == steady["difference"]
    exact = ml.play_many("exact", 9, 9, mines=10, games=8, seed=1, rules=ml.CLASSIC)
    own = games[games["agent"] == "exact"].reset_index(drop=True)
    assert own[["board_seed", "play_seed", "won"]].equals(exact[["board_seed", "play_seed", "won"]])
    assert not own["regret"].any()


def test_those_that_fail_are_named_and_the_others_play_on(standing):
    notes = standing.table.set_index(["level", "agent"])[["failed", "note"]]
    for name in ("python-example", "c-example", "js-example", "exact"):
        assert notes.loc[("9x9, 10", name)].tolist() == [0, ""]
    failed, note = notes.loc[("9x9, 10", "Loops")]
    assert failed == 8 and "longer than 0.5 s for a move" in note
    assert "ZeroDivisionError" in notes.loc[("9x9, 10", "Crashes"), "note"]
    failed, note = notes.loc[("9x9, 10", "kill")]
    assert 0 < failed < 8 and "ended by signal 9" in note
    assert "Loops, 9x9, 10: Loops failed in turn 1" in repr(standing)


def test_it_is_written_as_a_page_and_for_programs(standing):
    page = json.loads(standing.json())
    assert page["reference"] == "exact" and len(page["standing"]) == 14
    assert page["standing"][0]["difference"] is None or page["standing"][0]["agent"] != "exact"
    assert "c-example" in standing.html() and "<script" not in standing.html()


def without_times(table):
    return (
        table.drop(columns="seconds").sort_values(["agent", "rows", "board_seed"]).to_dict("list")
    )


def noted(monkeypatch):
    """The parts that are played from now on."""
    played, play_part = [], module.play_part
    monkeypatch.setattr(module, "play_part", lambda **how: played.append(how) or play_part(**how))
    return played


def test_kept_games_are_not_played_again_and_a_new_entrant_leaves_them(tmp_path, monkeypatch):
    how = {"games": 4, "levels": ["beginner"], "folder": tmp_path / "kept"}
    with Program(EXAMPLE) as program:
        whole = tournament(["exact", program], **how)
        played = noted(monkeypatch)
        again = tournament([program, "basic", "exact"], reference="exact", **how)
    assert [part["who"] for part in played] == ["basic"]
    old = again.games[again.games["agent"] != "basic"]
    assert without_times(old) == without_times(whole.games)


def test_a_tournament_that_was_killed_goes_on_to_the_same_table(tmp_path, monkeypatch, capsys):
    """Each game takes a moment, so that the kill comes between two parts."""
    monkeypatch.setattr(module, "BATCH", 2)
    text = f'games = 8\nlevels = ["beginner"]\nentrants = ["exact"]\nprograms = [{EXAMPLE!r}]\n'
    file = tmp_path / "cup.toml"
    file.write_text(text)
    code = (
        "from minelab import cli\nfrom minelab.arena import tournament as t\nimport sys, time\n"
        "t.BATCH, outcome = 2, t.outcome\n"
        "t.outcome = lambda *a: (time.sleep(0.3), outcome(*a))[1]\n"
        "cli.main(['tournament', sys.argv[1], '--workers', '1'])"
    )
    run = subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.DEVNULL)
    games = tmp_path / "cup.toml.games"
    end = time.monotonic() + 120
    while len(list(games.glob("*.shard"))) < 3 and time.monotonic() < end:
        time.sleep(0.05)
    children = psutil.Process(run.pid).children(recursive=True)
    run.kill()
    run.wait()
    kept = list(games.glob("*.shard"))
    assert 3 <= len(kept) < 8
    gone, alive = psutil.wait_procs(children, timeout=5)
    assert not alive  # the program's input has ended
    played = noted(monkeypatch)
    page, result = tmp_path / "cup.html", tmp_path / "cup.json"
    cli.main(["tournament", str(file), "--html", str(page), "--json", str(result)])
    assert len(played) == 8 - len(kept) and "python-example" in capsys.readouterr().out
    there = json.loads(result.read_text())["standing"]
    with Program(EXAMPLE) as program:
        fresh = json.loads(tournament(["exact", program], games=8, levels=["beginner"]).json())
    drop = [{k: v for k, v in row.items() if k != "ms"} for row in there]
    assert drop == [{k: v for k, v in row.items() if k != "ms"} for row in fresh["standing"]]
    assert page.read_text().startswith("<!doctype html>")


def test_a_program_killed_in_mid_game_loses_that_game_only():
    class Assassin(Program):
        """Kills its own program at a move, as somebody outside might."""

        moves = 0

        def again(self):
            return self

        def close(self):
            pass

        def move(self, view, rng):
            self.moves += 1
            if self.moves == 30:
                psutil.Process(self.child.process.pid).kill()
            return super().move(view, rng)

    program = Assassin(EXAMPLE)
    table = tournament(["basic", program], games=6, levels=["beginner"]).table
    row = table[table["agent"] == "python-example"].iloc[0]
    assert row["failed"] == 1 and "ended by signal 9" in row["note"]
    Program.close(program)


def test_report_rules_have_a_mean_score_and_no_correction():
    standing = tournament(["basic", "exact"], games=5, levels=[(6, 6, 6)], rules=ml.REPORT)
    table = standing.table
    assert "corrected" not in repr(standing) and "mean share of mines found" in repr(standing)
    assert "corrected" not in table and table["agent"][0] == "exact"
    games = ml.sweep(["exact"], 6, 6, mines=[6], boards=5, seed=1)
    assert table["score"][0] == pytest.approx(games["score"].mean())


@pytest.mark.parametrize(
    ("entrants", "options", "words"),
    [([], {}, "at least one entrant"), (["chrales"], {}, "did you mean 'charles'"),
     (["basic"], {"levels": ["export"]}, "did you mean 'expert'"),
     (["basic"], {"levels": [(9, 9)]}, "levels must have rows, columns and mines"),
     (["basic"], {"levels": []}, "at least one entrant and one level"),
     (["basic"], {"games": 1}, "games must be"), (["basic"], {"reference": "me"}, "reference must"),
     (["basic"], {"rules": ml.DAGGERS}, "rules must be report"),
     (["basic"], {"rules": ml.Rules(lives=2)}, "rules must be report"), ("basic", {}, "a list of")],
)  # fmt: skip
def test_bad_input_is_refused(entrants, options, words):
    with pytest.raises(ValueError, match=words):
        tournament(entrants, **{"games": 2, "levels": [(3, 3, 1)]} | options)


@pytest.mark.parametrize(
    ("text", "words"),
    [("games = ", "this is not TOML"), (f"a = {'[' * 10**5}", "this is not TOML"),
     ("game = 3", "did you mean 'games'"),
     ('rules = "clasic"', "did you mean 'classic'"), ("", "at least one entrant")],
)  # fmt: skip
def test_a_file_that_describes_no_tournament_is_refused(text, words, tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text(text)
    with pytest.raises(SystemExit, match=words):
        cli.main(["tournament", str(path)])


def test_a_wrong_reference_is_an_error_before_any_game(tmp_path):
    with pytest.raises(ValueError, match="reference must be one of 'basic', 'basic .2.', 'Loops'"):
        tournament(["basic", "basic", Loops], games=2, reference="Loop", folder=tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_name_stays_text_on_the_page():
    code = "print('name <b>bold\\nready')"
    with Program([sys.executable, "-c", f"{code}; input()"]) as program:
        page = tournament([program, "basic"], games=2, levels=[(3, 3, 1)]).html()
    assert "<b>" not in page and page.count("&lt;b&gt;bold") >= 2


def test_time_to_load_the_engine_is_not_counted(monkeypatch):
    def slow_to_begin(setting, chosen, given):
        if not called:
            time.sleep(1)
        called.append(setting)
        return engine_game(setting, chosen, given)

    called, engine_game = [], module.engine_game
    monkeypatch.setattr(module, "engine_game", slow_to_begin)
    standing = tournament(["basic"], games=3, levels=[(5, 5, 4)], workers=1)
    assert standing.games["seconds"].sum() < 0.5


def test_the_table_of_games_is_a_table_for_compare(standing):
    games = standing.games[standing.games["rows"] == 5]
    assert isinstance(ml.compare(games, "exact", "c-example", "guesses"), pd.DataFrame)
