"""A program in any language as a Player, by the line protocol of docs/protocol.md.

It runs without a shell, in a process of its own, and is told nothing but the view, the rules and a
number for its own chance. Whatever it does, a game ends in time, and says why.
"""

import contextlib
import re
import shlex
import shutil
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_list, check_one_of, check_text, shown
from minelab.agents.players import Player
from minelab.boards.grid import COVERED
from minelab.boards.rules import PRESETS, REPORT
from minelab.boards.view import View
from minelab.games.limits import Limits
from minelab.inference.reasons import Deduction, Guess, Reason
from minelab.lab.child import FILE, FILES, PROCESSOR, CantLoad, Child, Gone, Late

VERSION = 1
HANDSHAKE = 30
"""Seconds to begin and say what it is."""
MOST_OPTIONS = 100
CELL = re.compile(r"(-?\d{1,9})\s+(-?\d{1,9})", re.ASCII)
MOVES = "a move is open ROW COL or flag ROW COL; why TEXT and odds may come before it"
MEMORY = 2 * 2**30
"""Bytes of data that a program may hold. (Address space that is only reserved does not count.)"""


class Program(Player):
    """A program that speaks the protocol of docs/protocol.md, as a Player.

    command: how it is started, as one text or a list of words; no shell reads it.
    seconds, game_seconds: the most time for a move, and for all moves of a game; None for any.
    options: values for options that the program offers.

    It is started at once, and again after a game that it could not finish. What it does wrong (an
    end, silence, an illegal move, words that are no answer) is an AgentError or an IllegalMove.
    `close` ends it; so does the end of a `with` block.

    >>> import sys
    >>> import minelab as ml
    >>> with Program([sys.executable, "examples/player.py"]) as program:
    ...     ml.play(ml.Board.random(9, 9, mines=10, seed=7), program, rules=ml.CLASSIC).agent
    'python-example'
    """

    total_for = ("methods", "guess")

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        seconds: float | None = 5.0,
        game_seconds: float | None = 60.0,
        options: Mapping[str, object] | None = None,
    ) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else command
        except ValueError as error:
            raise ValueError(f"command {shown(command)} can't be read: {error}") from None
        self.command: list[str] = check_list("command", words, "words")
        if not self.command or not all(isinstance(word, str) for word in self.command):
            raise ValueError(f"command must name a program, not {shown(command)}")
        self.most = Limits(seconds, game_seconds).check()
        self.options = {check_text("options", name): str(x) for name, x in (options or {}).items()}
        given = f", options={self.options}" if self.options else ""
        self.in_code = f"ml.Program({shlex.join(self.command)!r}{self.most}{given})"
        self.rules, self.new, self.used = REPORT.name, True, 0.0
        self.playing = False
        """Whether a game has begun that is not over yet."""
        self.odds: NDArray[np.float64] | None = None
        """The chances of a mine that it gave with its last move, if it gave any."""
        self.child = Child()
        self.start()

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the program end, by force if it doesn't."""
        if self.child.process is not None:
            self.tell("quit")
            self.child.wait()
        self.child.stop()
        self.child.close()

    def again(self) -> "Program":
        """The same in another process."""
        return Program(self.command, **self.most._asdict(), options=self.options)

    def start(self) -> None:
        """Start the program and let it say its name."""
        try:
            self.child.start(found(self.command))
            limit(self.child)
            self.tell(f"minelab {VERSION}")
            said = self.read_handshake()
            self.name = check_text("name", said["name"])
            for option, value in self.options.items():
                check_one_of("options", option, said["options"])
                self.tell(f"set {option} {check_text('options', value)}")
        except (OSError, ValueError, Late, Gone) as error:
            self.child.stop()
            raise CantLoad(f"{shlex.join(self.command)} can't play: {error}") from None

    def read_handshake(self) -> dict[str, Any]:
        """What it says before it is ready."""
        end, said = time.monotonic() + HANDSHAKE, dict[str, Any](name="", options=[])
        while (words := self.read(end))[0] != "ready":
            if words[0] == "name" and words[1]:
                said["name"] = words[1]
            elif words[0] == "option" and words[1]:
                said["options"].append(words[1].split()[0])
            else:
                raise Gone(f"it began with {quoted(words)} instead of name, option or ready")
            if len(said["options"]) > MOST_OPTIONS:
                raise Gone(f"it began with more than {MOST_OPTIONS} options")
        if not said["name"]:
            raise Gone("it was ready before it said its name")
        return said

    def tell(self, *lines: str) -> None:
        """Send lines."""
        self.child.say("".join(f"{line}\n" for line in lines).encode())

    def read(self, end: float) -> tuple[str, str]:
        """The first word of the next line, and the rest; empty lines count for nothing."""
        while (left := end - time.monotonic()) > 0:
            line = self.child.hear(min(left, threading.TIMEOUT_MAX)).decode(errors="replace")
            if words := line.split(maxsplit=1):
                return words[0], "".join(words[1:]).rstrip()
        self.child.stop()
        raise Late("it did not answer in time, and its process was stopped")

    def check_silent(self, end: float) -> None:
        """Refuse what it wrote before it was asked: it would be taken for the next answer."""
        while not self.child.lines.empty() and time.monotonic() < end:
            if line := self.child.hear(0).decode(errors="replace").strip():
                raise Gone(f"it wrote {shown(line)} before it was asked")

    def begin(self, rules: str) -> None:
        self.rules, self.new, self.used = check_one_of("rules", rules, PRESETS), True, 0.0
        if self.playing:  # nobody knows what it may still say about that game
            self.child.stop()
        if self.child.process is None:
            self.start()
        self.playing = True

    def finish(self, view: View) -> None:
        self.playing = False

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        start = time.monotonic()
        seconds, in_all = (np.inf if most is None else most for most in self.most)
        end = start + min(seconds, in_all - self.used)
        try:
            self.check_silent(end)
            if self.new:
                size = f"{view.rows} {view.cols} {view.mines}"
                self.tell(f"game {size} {self.rules} {int(rng.integers(2**31))}")
                if (words := self.read(end)) != ("ready", ""):
                    raise Gone(f"it answered {quoted(words)} instead of ready")
                self.new = False
            self.tell("view", str(view), "go")
            return self.read_move(view, end)
        except Late:
            kind = f"{seconds:g} s for a move" if seconds <= in_all else f"{in_all:g} s for a game"
            raise Late(f"it did not answer in time ({kind}) and was stopped") from None
        except Gone:
            self.child.stop()
            raise
        finally:
            self.used += time.monotonic() - start

    def read_move(self, view: View, end: float) -> Reason:
        """Its move, and what it says before."""
        self.odds, why = None, "player"
        while True:
            kind, rest = words = self.read(end)
            try:
                if kind == "why":
                    why = check_text("why", " ".join(rest.split()))
                elif kind == "odds":
                    self.odds = read_odds(rest, view)
                elif kind in ("open", "flag") and (cell := CELL.fullmatch(rest)):
                    row, col = map(int, cell.groups())
                    break
                else:
                    raise ValueError(MOVES)
            except ValueError as error:
                raise Gone(f"it answered {quoted(words)}: {error}") from None
        if kind == "flag":
            return Deduction((row, col), is_mine=True, method=why)
        inside = self.odds is not None and row in range(view.rows) and col in range(view.cols)
        chance = float(self.odds[row, col]) if inside and self.odds is not None else np.nan
        return Guess((row, col), why, None if np.isnan(chance) else chance)


def found(command: Sequence[str]) -> list[str]:
    """A command that can be called from another folder."""
    program = shutil.which(command[0])
    if program is None:
        raise FileNotFoundError(f"no program {command[0]!r} is found")
    return [str(Path(program).absolute()), *(in_full(word) for word in command[1:])]


def in_full(word: str) -> str:
    """The full name of a file; another word as it is."""
    with contextlib.suppress(OSError):
        return str(Path(word).absolute()) if Path(word).is_file() else word
    return word


def limit(child: Child) -> None:
    """Limit what a program may use, where the system can."""
    if sys.platform != "linux":
        return
    import resource

    limits = {"DATA": MEMORY, "FSIZE": FILE, "NOFILE": FILES, "CPU": PROCESSOR, "CORE": 0}
    assert child.process is not None
    for name, most in limits.items():
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(child.process.pid, getattr(resource, f"RLIMIT_{name}"), (most, most))


def read_odds(text: str, view: View) -> NDArray[np.float64]:
    """A chance per cell, row by row; what stands for cells that aren't covered is left out."""
    words, covered = text.split(), (view.codes == COVERED).ravel()
    if len(words) != covered.size:
        raise ValueError(f"odds must have {covered.size} words, one per cell, not {len(words)}")
    chances = (float(word) if x else np.nan for word, x in zip(words, covered, strict=True))
    with contextlib.suppress(ValueError):
        risk = np.array(list(chances))
        if np.all((risk[covered] >= 0) & (risk[covered] <= 1)):
            return risk.reshape(view.codes.shape)
    raise ValueError("odds must have a number from 0 to 1 for each covered cell")


def quoted(words: tuple[str, str]) -> str:
    """A line for an error message."""
    return shown(" ".join(words).strip())
