"""The leaderboard: an order, with ties said, and games that are kept."""

from pathlib import Path

import pytest

import minelab as ml
from minelab.arena import tournament as module
from minelab.arena.leaderboard import leaderboard


class Same(ml.Player):
    """Plays as `First` does, under another name."""

    def move(self, view, rng):
        return ml.Open(view.covered[0])


class First(Same):
    pass


FILE = "import minelab as ml\nclass Filed(ml.Player):\n    def move(self, view, rng):\n        {}\n"
OPENS = "return ml.Open(view.covered[0])"


def test_the_order_is_that_of_the_means_and_its_differences_those_of_compare():
    table = leaderboard(["random", "exact", "basic"], boards=60, seed=3)
    assert table["agent"].tolist() == ["exact", "basic", "random"]
    assert table["place"].tolist() == [1, 2, 3] and not table["tie"].any()
    games = ml.sweep(["basic", "exact"], 10, 10, mines=[20], boards=60, seed=3)
    wanted = ml.compare(games, "basic", "exact").iloc[0]
    assert table["behind"][1] == wanted["difference"]
    assert (table["behind_low"][1], table["behind_high"][1]) == (wanted["low"], wanted["high"])
    score = ml.summary(games, ["score"]).set_index("agent").loc["exact"]
    assert table[["score", "low", "high"]].iloc[0].tolist() == pytest.approx(
        score[["score", "score_low", "score_high"]].tolist()
    )


def test_agents_alike_are_tied_and_names_that_occur_twice_are_told_apart():
    table = leaderboard([ml.Agent("basic", ("single",)), "basic", "charles"], boards=40)
    assert table["agent"].tolist() == ["charles", "basic", "basic (2)"]
    assert table["tie"].tolist() == [False, False, True] and table["behind"][2] == 0


def test_files_whose_classes_have_one_name_are_told_apart_by_their_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("anna", "bert"):
        Path(f"{name}.py").write_text(FILE.format(OPENS))
    table = leaderboard(["anna.py", "basic", "bert.py:Filed", "bert.py"], boards=2)
    assert table["agent"].tolist() == [
        "basic", "Filed in anna.py", "Filed in bert.py", "Filed in bert.py (2)",
    ]  # fmt: skip


def test_names_of_files_that_steer_a_terminal_are_quoted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none").mkdir()
    for place in (Path(), Path("none")):
        (place / "a\x1b[2Jb.py").write_text(FILE.format(OPENS) if place == Path() else "")
    file = "a\x1b[2Jb.py"
    table = leaderboard(["basic", file, f"{file}:Filed", f"none/{file}"], boards=2)
    assert set(table["agent"]) == {
        "basic", r"Filed in a\x1b[2Jb.py", r"Filed in a\x1b[2Jb.py (2)", r"none/a\x1b[2Jb.py",
    }  # fmt: skip
    assert all(note.isprintable() for note in table["note"]) and any(table["note"])


def test_games_are_kept_and_only_what_changed_is_played_again(tmp_path, monkeypatch):
    file = tmp_path / "anna.py"
    file.write_text(FILE.format(OPENS))
    agents = ["basic", f"{file}:Filed"]
    table = leaderboard(agents, boards=3, folder=tmp_path / "kept")
    assert table["agent"].tolist() == ["basic", "Filed"] and not table["failed"].any()
    played = []
    whole = module.play_part
    monkeypatch.setattr(module, "play_part", lambda **how: played.append(how) or whole(**how))
    again = leaderboard(agents, boards=3, folder=tmp_path / "kept")
    assert again.equals(table) and not played
    file.write_text(FILE.format("return 1 / 0"))
    broken = leaderboard(agents, boards=3, folder=tmp_path / "kept")
    assert len(played) == 1 and broken["failed"].tolist() == [0, 3]
    assert "ZeroDivisionError" in broken["note"][1] and broken["score"][1] == 0


@pytest.mark.full
def test_an_agent_that_cannot_be_loaded_is_last_and_the_others_play_on(tmp_path):
    file = tmp_path / "bert.py"
    file.write_text("import nowhere")
    table = leaderboard([f"{file}:Bert", First, Same, "basic"], boards=3)
    assert table["agent"][0] == "basic" and table["failed"].max() == 3
    assert "No module named 'nowhere'" in table["note"].max()


@pytest.mark.parametrize(
    ("agents", "options", "words"),
    [([], {}, "at least one agent"), ("basic", {}, "agents must be a list"),
     (["chrales"], {}, "did you mean 'charles'"), ([First()], {}, "must be a class"),
     (["basic"], {"boards": 1}, "boards must be"), (["basic"], {"folder": 7}, "folder must be")],
)  # fmt: skip
def test_bad_input_is_refused(agents, options, words):
    with pytest.raises(ValueError, match=words):
        leaderboard(agents, **options)
    with pytest.raises(FileNotFoundError):
        leaderboard(["basic", "nowhere.py:X"])
