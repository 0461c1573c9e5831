"""The command line: what it prints, and what it says about bad arguments."""

import io
import json
import re

import pytest

import minelab as ml
from minelab import cli
from minelab._files import DATA


@pytest.fixture
def minelab(capsys):
    """Runs a command and gives what it printed."""

    def run(*arguments):
        cli.main(arguments)
        return capsys.readouterr().out

    return run


def test_odds_of_a_picture_in_a_file(minelab, tmp_path):
    path = tmp_path / "position.txt"
    path.write_text("1?1\n???\n")
    lines = minelab("odds", str(path), "--mines", "1").splitlines()
    assert [line.split() for line in lines[:2]] == [["1", "50%", "1"], ["0%", "50%", "0%"]]
    assert lines[3:] == [
        "layouts that fit: 2",
        "certainly safe: (1, 0), (1, 2)",
        "certainly mined: none",
    ]


def test_odds_of_a_picture_on_standard_input(minelab, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("1 2 1\n? ? ?\n"))
    assert "certainly mined: (1, 0), (1, 2)" in minelab("odds", "-", "--density", "0.2")


def test_odds_of_the_sample_for_another_program(minelab):
    path = DATA / "boards" / "position.txt"
    answer = json.loads(minelab("odds", str(path), "--mines", "99", "--json"))
    view = ml.View.parse(path.read_text(), mines=99)
    known = ml.odds(view)
    assert answer["exact"] and answer["safe"] == [] and answer["layouts"] == float(known.layouts)
    for row, risks in zip(answer["risk"], known.risk.tolist(), strict=True):
        assert [x is None or x == risk for x, risk in zip(row, risks, strict=True)] == [True] * 30
    plan = ml.consider(view)
    assert answer["champion"]["choice"]["cell"] == list(plan.choice.cell)
    assert answer["champion"]["value"] == plan.value
    assert json.loads(minelab("odds", str(path), "--density", "0.2", "--json"))["champion"] is None


@pytest.mark.parametrize(
    ("picture", "options", "message"),
    [
        ("1?1", (), "give mines"),
        ("1x1", ("--mines", "1"), "unknown character 'x' at"),
        ("121\n0??", ("--mines", "2"), "cannot all be met"),
        ("1?1", ("--mines", "4"), "mines must be"),
    ],
)
def test_odds_say_what_is_wrong(tmp_path, picture, options, message):
    path = tmp_path / "position.txt"
    path.write_text(picture)
    with pytest.raises(SystemExit, match=message):
        cli.main(["odds", str(path), *options])


def test_a_picture_is_spaced_with_brackets_around_one_cell():
    assert cli.spaced("1?\n?0", (1, 0)) == " 1  ?\n[?] 0"


def test_a_map_of_daggers_is_played_by_its_name_with_the_printed_counts(minelab):
    lines = minelab("play", "--map", "EASY3", "--watch").splitlines()
    left = [int(line.split()[-1]) for line in lines if line.startswith("Covered cells")]
    lives = [int(line.split()[2]) for line in lines if line.startswith("Lives left")]
    # Figure 3 of Daggers, after each probe: its covered cells are those without a dagger.
    assert list(dict.fromkeys(left)) == [10, 9, 8, 7, 6, 5, 4, 1, 0]
    assert lives == [1] * left.index(1) + [2] * (len(left) - left.index(1))
    assert lines[-1].startswith("dagger-1: score 1.000 (won)")


def test_a_map_of_ones_own_is_played_by_its_name(minelab, tmp_path):
    path = tmp_path / "maps.json"
    path.write_text('{"TINY1": [["0", "0", "0"], ["0", "1", "1"], ["0", "1", "d"]]}')
    out = minelab("play", "--map", "TINY1", "--maps", str(path), "--agent", "dagger-2")
    assert "Lives left: 1  Gold collected: 0 of 0\nCovered cells: 1  Without a dagger: 0" in out
    with pytest.raises(SystemExit, match="--map must be one of 'TINY1', not 'TINY2'; did you mean"):
        cli.main(["play", "--map", "TINY2", "--maps", str(path)])
    with pytest.raises(SystemExit, match="--maps needs --map"):
        cli.main(["play", "--maps", str(path)])


AGENT = """
import minelab as ml

class Mine(ml.Player):
    def move(self, view, rng):
        proofs = ml.deduce(view, "single")
        return proofs[0] if proofs else ml.Open(view.covered[0])

class Crashes(ml.Player):
    def move(self, view, rng):
        return 1 / 0
"""


PATIENT = ["--seconds", "20", "--game-seconds", "60"]
"""The machine may have much else to do."""


@pytest.fixture
def agent(tmp_path):
    path = tmp_path / "agent.py"
    path.write_text(AGENT)
    return path


def test_a_grade_is_printed_and_written_and_the_exit_code_says_whether_it_passes(
    minelab, agent, tmp_path
):
    result = tmp_path / "result.json"
    how = ["--boards", "4", "--json", str(result), *PATIENT]
    assert minelab("grade", f"{agent}:Mine", *how).startswith("Mine passes.")
    assert json.loads(result.read_text())["passed"] is True
    with pytest.raises(SystemExit) as ended:
        minelab("grade", f"{agent}:Crashes", *how)
    assert ended.value.code == 1 and json.loads(result.read_text())["passed"] is False
    with pytest.raises(SystemExit, match=r"agent.py:Nobody can't be graded") as ended:
        minelab("grade", f"{agent}:Nobody", *how)
    page = json.loads(result.read_text())
    assert page["passed"] is False and page["error"] in str(ended.value.code)


def test_a_secret_seed_is_another_each_time_and_said_at_the_end(minelab, agent, tmp_path):
    seeds = []
    for name in ("one", "two"):
        result = tmp_path / name
        minelab(
            "grade", f"{agent}:Mine", "--seed", "secret", "--boards", "2", "--json", str(result),
            *PATIENT,
        )  # fmt: skip
        seeds.append(json.loads(result.read_text())["seed"])
    assert seeds[0] != seeds[1] and min(seeds) > 10**9


@pytest.mark.parametrize(
    ("options", "code"),
    [(["nowhere.py:Mine"], 2), (["{}:Mine", "--boards", "0"], 2), (["chrales"], 2), ([], 2),
     (["{}:Mine", "--as-good-as", "me"], 2), (["{}"], "can't be graded: .* Mine, Crashes")],
)  # fmt: skip
def test_a_wrong_command_has_another_exit_code_than_an_agent_that_does_not_pass(
    minelab, agent, options, code
):
    with pytest.raises(SystemExit) as ended:
        minelab("grade", *(option.format(agent) for option in options))
    assert ended.value.code == code or re.search(str(code), str(ended.value.code))


def test_the_leaderboard_says_ties_and_why_an_agent_failed(minelab, agent, tmp_path):
    names = ["aravind", "charles", f"{agent}:Crashes"]
    how = ["--boards", "5", "--folder", str(tmp_path / "kept")]
    lines = minelab("leaderboard", *names, *how).splitlines()
    assert lines[2].endswith("not significantly apart from the one above")
    assert lines[3].split()[:2] == ["3", "Crashes"] and "ZeroDivisionError" in lines[4]


STEERS = "a\x1b[2Jb\u202e"
"""The name of a file that clears a terminal and turns the direction of writing."""


@pytest.mark.parametrize(
    "words",
    [
        ("grade", f"{STEERS}.py"),
        ("leaderboard", f"{STEERS}.py", "--boards", "2"),
        ("run", "copies", "--folder", f"{STEERS}/file"),
        ("agents", STEERS),
        ("play", "--rows", "3", "--cols", "3", "--mines", "1", "--save", f"{STEERS}.jsonl"),
        ("sweep", "--rows", "3", "--cols", "3", "--boards", "1", "--densities", "0.2",
         "--save", f"{STEERS}.parquet"),
    ],
)  # fmt: skip
def test_a_name_of_a_file_steers_no_terminal(words, tmp_path, monkeypatch, capsys):
    """`leaderboard *.py` shows the names of strangers' files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / STEERS).mkdir()
    (tmp_path / STEERS / "file").touch()
    said = ""
    try:
        cli.main(words)
    except SystemExit as ended:
        said = str(ended.code)
    out, err = capsys.readouterr()
    said += out + err
    assert said.replace("\n", "").isprintable(), said
    assert r"\x1b[2Jb" in said


def test_the_leaderboard_has_no_minus_before_a_zero(minelab, agent, monkeypatch):
    """Two agents that play alike were behind each other by -0.000."""
    table = ml.leaderboard(["basic", "charles"], boards=2)
    monkeypatch.setattr(
        "minelab.arena.leaderboard.leaderboard",
        lambda agents, **how: table.assign(behind=-0.0, behind_low=-0.0004, note=""),
    )
    said = minelab("leaderboard", "basic", "charles")
    assert " 0.000 " in said and "-0.000" not in said


def test_what_a_terminal_has_no_letter_for_is_written_as_an_escape(monkeypatch):
    """A minus sign in a finding used to end `claims` where output is in Windows' old code."""
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="cp1252"))
    cli.main(["claims", "A01"])
    assert r"\u2212" in written.getvalue().decode("cp1252")


def test_a_command_runs_where_pipes_always_wait(minelab, monkeypatch):
    """On Windows Python 3.11 can't do otherwise, and asks for nothing else."""
    monkeypatch.delattr("os.set_blocking")
    monkeypatch.setattr("signal.set_wakeup_fd", lambda number, **how: -1)
    assert "basic" in minelab("agents")
