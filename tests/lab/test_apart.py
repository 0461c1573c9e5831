"""Agents in a process of their own: what hostile ones do there stays there."""

import os
import subprocess
import sys
import threading
import time

import psutil
import pytest

import minelab as ml
from minelab.games.limits import Limits
from minelab.lab import apart as apart_module
from minelab.lab.apart import Apart, play_one
from minelab.lab.child import PASSED_ON, CantLoad, Gone

BOARD = ml.Board.random(6, 6, mines=6, seed=4)
LIMITS = Limits(0.5, 2)


class Plain(ml.Player):
    """Opens cell after cell, and does something else in turn 3."""

    turn = 0

    def move(self, view, rng):
        self.turn += 1
        if self.turn == 3:
            self.third(view)
        return ml.Open(view.covered[0])

    def third(self, view):
        pass


class Loops(Plain):
    def third(self, view):
        while True:
            pass


class LoopsInC(Plain):
    def third(self, view):
        pow(7, 10**9)


class CatchesAll(Plain):
    def third(self, view):
        while True:
            try:
                time.sleep(1)
            except BaseException:
                continue


class EatsMemory(Plain):
    def third(self, view):
        self.much = [bytes(2**30) for _ in range(64)]


class FillsDisk(Plain):
    def third(self, view):
        with open("much", "wb") as file:
            for _ in range(10**4):
                file.write(bytes(2**20))


class PrintsForever(Plain):
    def third(self, view):
        while True:
            print("on and on" * 1000)


class OpensFiles(Plain):
    def third(self, view):
        self.files = [open(os.devnull) for _ in range(1000)]


class Exits(Plain):
    def third(self, view):
        sys.exit(0)


class ExitsHard(Plain):
    def third(self, view):
        print("goodbye")
        os._exit(7)


class KillsItself(Plain):
    def third(self, view):
        os.kill(os.getpid(), 9)


class Asks(Plain):
    def third(self, view):
        input("a cell, please: ")


class Shouts(Plain):
    """Writes to every file descriptor it can find, that of the answers too."""

    def third(self, view):
        for number in range(3, 20):
            try:
                os.write(number, b'{"error": null, "turn": {"turn": 1}}\n')
            except OSError:
                continue


class LeavesThread(Plain):
    def third(self, view):
        threading.Thread(target=time.sleep, args=(600,)).start()


class LeavesProcess(Plain):
    def third(self, view):
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])


FATES = {
    Loops: "longer than 0.5 s for a move .*in third",
    LoopsInC: "did not answer in time",
    CatchesAll: "did not answer in time",
    EatsMemory: "MemoryError",
    FillsDisk: "File too large",
    PrintsForever: "File too large",
    OpensFiles: "Too many open files",
    Exits: "it called exit",
    ExitsHard: "process ended with exit code 7; it printed last: goodbye",
    KillsItself: "process ended by signal 9",
    Asks: "EOFError",
    Shouts: "something else than a move",
    LeavesThread: None,
    LeavesProcess: None,
}
NORMAL = (LoopsInC, EatsMemory, ExitsHard)
"""Those that are tried in every run; the others with MINELAB_FULL."""


def play_here(apart):
    """A game whose board stays here."""
    return play_one(apart.player(BOARD, 1), BOARD, 1)


def descendants():
    return set(psutil.Process().children(recursive=True))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize(
    "agent", [who if who in NORMAL else pytest.param(who, marks=pytest.mark.full) for who in FATES]
)
def test_a_hostile_agent_fails_with_a_sentence_and_the_next_game_begins(agent):
    before = descendants()
    with Apart(agent, LIMITS) as apart:
        start = time.monotonic()
        played = play_here(apart)
        assert played.seconds < 5 and time.monotonic() - start < 30
        folder = apart.folder
        if FATES[agent] is None:
            assert played.error is None and played.record.openings[2] == (0, 2)
        else:
            with pytest.raises(ml.AgentError, match=FATES[agent]):
                raise played.error
            assert len(played.record.turns) == 2
            assert (
                f"ml.Board.random(6, 6, mines=6, seed=4), {agent.__name__}, seed=1, seconds="
                in (str(played.error))
            )
            assert play_here(apart).record.turns == played.record.turns
    assert not folder.exists()
    gone, alive = psutil.wait_procs(descendants() - before, timeout=5)
    assert not alive


class Curious(Plain):
    """Opens cells in an order that shows what it knows of the world outside."""

    def third(self, view):
        raise LookupError(" ".join(sorted(os.environ)) + " in " + os.getcwd())


@pytest.mark.full
def test_secrets_of_the_environment_stay_here(monkeypatch):
    monkeypatch.setenv("TOKEN_OF_THE_COURSE", "secret")
    with Apart(Curious, LIMITS) as apart:
        said = str(play_here(apart).error)
    assert "LookupError" in said and "PATH" in PASSED_ON
    assert "TOKEN" not in said


FILE = """
import minelab as ml
from beside import cell

class One(ml.Player):
    def move(self, view, rng):
        return ml.Open(cell(view))

class Two(One):
    pass
"""


FORGED = """
import os
for number in range(3, 20):
    try:
        os.write(number, b'{"number": 2, "error": null}\\n')
    except OSError:
        continue
"""


@pytest.fixture
def file(tmp_path):
    (tmp_path / "beside.py").write_text("def cell(view):\n    return view.covered[-1]\n")
    path = tmp_path / "student.py"
    path.write_text(FILE)
    return path


class GivesAnotherGame(Plain):
    """Makes its process answer with a game on a board of its own, where it never fails."""

    def third(self, view):
        apart_module.tempting_game = lambda *_: ml.play(
            ml.Board.random(6, 6, mines=0, seed=0), "exact"
        )


def test_a_forged_game_is_no_answer():
    with Apart(GivesAnotherGame, LIMITS) as apart:
        assert apart.play_there(BOARD, 1).board.mines.tolist() == BOARD.mines.tolist()
        with pytest.raises(Gone, match="something else than a game"):
            apart.play_there(BOARD, 1)


def test_an_agent_of_a_file_may_import_what_is_beside_it(file):
    with Apart(f"{file}:Two", LIMITS) as apart:
        assert (apart.name, apart.in_code) == ("Two", "Two")
        assert play_here(apart).record.openings[:2] == ((5, 5), (5, 4))


@pytest.mark.full
@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        (FILE, "Three", "student.py has no agent 'Three'; those in it are: One, Two"),
        (FILE, "", "student.py has not one agent; those in it are: One, Two"),
        ("def move(:", "One", r"SyntaxError: invalid syntax \(student.py, line 1\)$"),
        ("import nothing_of_this_name", "One", "No module named 'nothing_of_this_name'"),
        ("raise SystemExit", "One", "it called exit"),
        ("import os; os._exit(3)", "One", "its process ended with exit code 3"),
        ("while True:\n    pass", "One", "its code is not loaded after 1 s"),
        ("import minelab as ml\nml.grade('basic')", "One", "an agent that is graded can't grade"),
        (FORGED, "One", "answered with something else than its name"),
        (FILE.replace("def move", "def moves"), "One", "One has no method move"),
    ],
)
def test_a_file_that_cannot_be_used_is_answered_with_the_reason(
    file, text, name, words, monkeypatch
):
    file.write_text(text)
    if "while" in text:
        monkeypatch.setattr(apart_module, "LOAD", 1)
    with pytest.raises(CantLoad, match=words), Apart(f"{file}:{name}".rstrip(":"), LIMITS):
        pass


def test_the_reason_steers_no_terminal(tmp_path):
    """The name of the file, what is missing in it and the line that failed are a stranger's."""
    file = tmp_path / "a\x1b[2Jb.py"
    for text, name in (("x = 1", "\u202eOne"), ("raise ValueError('\x1b[2J')", "One"), ("", "")):
        file.write_text(text)
        with pytest.raises(CantLoad, match="can't be graded") as failed:
            Apart(f"{file}:{name}".rstrip(":"), LIMITS).begin()
        assert str(failed.value).isprintable()


def test_an_answer_that_steers_a_terminal_is_quoted():
    assert str(Gone("why \x1b[2J")) == r"why \x1b[2J"


@pytest.mark.parametrize(
    ("agent", "words"),
    [(7, "agent must be a name, an Agent or a Player"), (Plain(), "agent must be a class"),
     (int, "agent must be a name, an Agent or a Player"), ("chrales", "did you mean 'charles'")],
)  # fmt: skip
def test_what_is_no_agent_is_refused_before_a_process_begins(agent, words):
    with pytest.raises(ValueError, match=words):
        Apart(agent, LIMITS)
    with pytest.raises(FileNotFoundError, match="no file nowhere.py"):
        Apart("nowhere.py:One", LIMITS)
