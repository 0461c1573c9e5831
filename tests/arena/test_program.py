"""Programs as Players: those that keep to the protocol play; what the others do ends in time."""

import shlex
import sys
import time

import psutil
import pytest

import minelab as ml
from minelab import cli
from minelab.arena.conformance import conforms
from minelab.arena.program import Program
from minelab.games.limits import Limits
from minelab.lab.apart import play_all, play_one
from minelab.lab.child import CantLoad
from tests.arena.programs import EXAMPLE, faulty, reference_programs

BOARD = ml.Board.random(6, 6, mines=0, seed=1)
CANDID = {
    "loop": "did not answer in time .0.4 s for a move.",
    "sleep": "did not answer in time",
    "exit": "ended with exit code 3; it printed last: goodbye",
    "kill": "ended by signal 9",
    "crash": "ended with exit code 1; it printed last: .*ZeroDivisionError",
    "noise": "answered 'thinking...': a move is open ROW COL or flag ROW COL",
    "talk": "it wrote 'open 0 4' before it was asked",
    "again": r"cannot open \(0, 0\): it is open already",
    "outside": r"off the board, which has",
    "words": "answered 'open a b': a move is",
    "letters": "answered 'open . .': a move is open ROW COL",
    "odds": "answered 'odds 1 2 3': odds must have 36 words, one per cell, not 3",
    "unsure": "odds must have a number from 0 to 1 for each covered cell",
    "steers": "why must be a text of up to 1000 letters that can be printed",
    "blanks": "did not answer in time .0.4 s for a move.",
    "endless": "answered 'xxx|did not answer",
    "shout": "ended by signal 25|exit code 1|did not answer",
    "eat": "MemoryError",
    "deaf": "did not answer in time",
}


@pytest.fixture(scope="module")
def commands(tmp_path_factory):
    return reference_programs(tmp_path_factory.mktemp("compiled"))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals and limits")
@pytest.mark.parametrize("fault", CANDID)
def test_a_faulty_program_loses_with_a_reason_and_plays_the_next_game(fault):
    with Program(faulty(fault, at=3), seconds=0.4, game_seconds=1) as program:
        start = time.monotonic()
        played = play_one(program, BOARD, 1)
        assert time.monotonic() - start < 5
        with pytest.raises((ml.AgentError, ml.IllegalMove), match=CANDID[fault]):
            raise played.error
        assert len(played.record.turns) >= 2
        program.command = faulty("none")  # what is started again may be another version
        program.most = Limits()  # this game is not about time
        program.child.stop()
        assert play_one(program, BOARD, 1).error is None
        process = psutil.Process(program.child.process.pid)
    assert not process.is_running()


@pytest.mark.parametrize("fault", ["again", "outside", "talk"])
def test_after_a_game_that_it_could_not_finish_it_is_started_again(fault):
    """Nothing that it still says about the last game, or keeps from it, spoils the next one."""
    with Program(faulty(fault, at=3)) as program:
        first = program.child.process
        played = [play_one(program, BOARD, 1) for _ in range(2)]
        assert program.child.process is not first
    assert len({len(game.record.turns) for game in played}) == 1
    assert played[0].error.args == played[1].error.args


def test_a_game_that_was_finished_is_no_reason_to_start_again():
    with Program(faulty("none")) as program:
        first = program.child.process
        assert [play_one(program, BOARD, 1).error for _ in range(2)] == [None, None]
        assert program.child.process is first


def test_blanks_and_tabs_between_words_are_as_good_as_one():
    with Program(faulty("odd blanks")) as program:
        played = play_one(program, BOARD, 1)
    assert played.error is None and played.record.turns[2].reason.rule == "tabs and blanks"


def test_the_three_examples_conform_and_the_command_line_says_so(commands, capsys):
    for command, name in zip(commands, ("python", "c", "js"), strict=True):
        cli.main(["protocol", *command])
        said = capsys.readouterr().out
        assert f"It is called {name}-example" in said and " NO " not in said


@pytest.mark.parametrize("fault", ["noise", "exit", "again"])
def test_what_does_not_conform_is_said(fault, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["protocol", *faulty(fault, at=5)])
    assert ended.value.code == 1 and " NO " in capsys.readouterr().out


def test_a_program_that_is_no_player_does_not_conform():
    (check,) = conforms([sys.executable, "-c", "print('hello')"])
    assert check.passed is False and "it began with 'hello'" in check.says


def test_a_program_that_never_ends_its_options_is_no_player():
    endless = "while True: print('option a')"
    (check,) = conforms([sys.executable, "-c", endless])
    assert check.passed is False and "more than 100 options" in check.says


def test_what_it_prints_does_not_steer_a_terminal():
    dies = "import sys; sys.exit('\\x1b[2J' + chr(0x202E))"
    with pytest.raises(CantLoad, match=r"printed last: \\x1b\[2J\\u202e"):
        Program([sys.executable, "-c", dies])
    with Program(faulty("paint")) as program:
        played = play_one(program, BOARD, 1)
    assert r"printed last: \x1b[2J" in str(played.error) and str(played.error).isprintable()


def test_a_command_may_be_one_text(capsys):
    cli.main(["protocol", shlex.join(EXAMPLE)])
    assert " NO " not in capsys.readouterr().out


def test_a_program_that_stops_at_a_line_it_does_not_know_does_not_conform():
    checks = {check.name: check for check in conforms(faulty("strict", at=-1))}
    assert not checks["ignores"].passed and checks["repeats"].passed


def test_what_it_says_is_in_the_record():
    board = ml.Board.random(9, 9, mines=10, seed=3)
    with Program(EXAMPLE) as program:
        record = ml.play(board, program, rules=ml.CLASSIC)
        again = ml.play(board, program, rules=ml.CLASSIC)
    assert record.agent == "python-example" and record.turns == again.turns
    record.verify()
    guess = record.turns[0].reason
    assert guess.rule == "least estimated risk" and guess.chance == pytest.approx(10 / 81, abs=1e-6)
    assert {turn.reason.rule for turn in record.turns if turn.method == "guess"} >= {"single"}


def test_it_is_told_the_view_the_rules_and_options_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN_OF_THE_ARENA", "secret")
    path = tmp_path / "heard.txt"
    spy = (
        "import os, sys\nheard = open(sys.argv[1], 'w')\nprint(sorted(os.environ), file=heard)\n"
        "for line in sys.stdin:\n    print(line, end='', file=heard, flush=True)\n"
        "    if line.startswith('minelab'):\n        print('name spy\\noption depth 1\\nready')\n"
        "    if line.startswith('game'):\n        print('ready')\n"
        "    if line == 'go\\n':\n        print('open 0 0')\n    sys.stdout.flush()\n"
    )
    with Program([sys.executable, "-c", spy, str(path)], options={"depth": 7}) as program:
        with pytest.raises(ml.IllegalMove, match="game_seconds=60, options={'depth': '7'}\\)"):
            ml.play(ml.Board.parse("1M"), program)
    variables, *heard = path.read_text().splitlines()
    assert "PATH" in variables and "TOKEN" not in variables
    assert heard[:2] == ["minelab 1", "set depth 7"]
    assert heard[2].split()[:5] == ["game", "1", "2", "1", "report"]
    assert heard[3:] == ["view", "??", "go", "view", "1?", "go", "quit"]


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [("", {}, "command must name a program"), ("a 'b", {}, "can't be read: No closing"),
     ("no-such", {}, "no program 'no-such' is found"),
     (7, {}, "command must be a list"), (EXAMPLE, {"seconds": 0}, "seconds must be a number"),
     (faulty("none"), {"options": {"width": 1}}, "options must be one of 'depth'")],
)  # fmt: skip
def test_bad_input_is_refused(command, options, words):
    with pytest.raises(ValueError, match=words):
        Program(command, **options)


def test_rules_without_a_name_are_refused():
    with (
        Program(faulty("none")) as program,
        pytest.raises(ml.AgentError, match="rules must be one"),
    ):
        ml.play(BOARD, program, rules=ml.Rules(lives=2))


def test_a_program_that_cannot_begin_again_is_soon_given_up():
    keys = ml.play_many("random", 6, 6, mines=0, games=10, seed=1)
    with Program(faulty("kill")) as program:
        program.command = [sys.executable, "-c", "raise SystemExit(5)"]
        errors = [str(played.error) for played in play_all(keys, lambda board, seed: program)]
    assert len(errors) == 3 and "signal 9" in errors[0] and "exit code 5" in errors[2]


def test_a_program_that_cannot_begin_says_why():
    with pytest.raises(CantLoad, match="can't play: its process ended with exit code 5"):
        Program([sys.executable, "-c", "raise SystemExit(5)"])
