"""A time limit for calls in any thread, on any system; and the error of an agent that fails.

A watcher raises `OutOfTime` in the thread that plays, and again until the call is left. Python
delivers it between two steps of Python, so a long call into compiled code, such as a huge power,
is stopped when that call returns. To be sure of the end, grade the agent in a process of its own
(`ml.grade`), which is killed.
"""

import ctypes
import math
import re
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self

from minelab._checks import check_number, escaped
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.players import Player
from minelab.boards.board import Board
from minelab.boards.game import IllegalMove
from minelab.boards.rules import PRESETS, REPORT, Rules
from minelab.boards.view import Contradiction

if TYPE_CHECKING:
    from minelab.games.record import Record, Setting

AGAIN = 0.1
"""Seconds between two looks at the clock; so often the error is raised until it is heeded."""
MOST_CELLS = 400
"""Boards without a seed that have more cells are not written out in an error."""
MOST_WORDS = 300
"""Letters of an agent's own error that are quoted."""
REMEDIES = {
    r"NoneType.*\.mines": 'view.mines is None unless the class has total_for = ("guess",)',
    r"\.move\(\) takes": "begin it with def move(self, view, rng):",
    r"(Open|Flag)\.__init__\(\) takes": "a cell is one pair, as in ml.Open((0, 1))",
    r"read-only": "change a copy, such as view.codes.copy()",
    r"FrozenInstanceError": "views and proofs can't be changed",
    r"IndexError.*\[0\]": "is the list empty? ml.deduce gives none where nothing can be proved",
    r": it is .* already": "view.covered has the cells that are left",
}
"""What helps against usual mistakes, by a sign of each in the error."""
OURS = (IllegalMove, Contradiction)
"""Errors that keep their kind, since they say what an agent did to the game."""
PACKAGE = str(Path(__file__).parents[1])

raise_in: Callable[[ctypes.c_ulong, Any], int] = ctypes.pythonapi.PyThreadState_SetAsyncExc


class OutOfTime(BaseException):
    """Raised in a call whose time is up. It is no Exception, so that agents don't catch it."""


class Stopwatch:
    """Limits the time of single calls, and of all of them together, to a tenth of a second.

    seconds: for one call; None for any time.
    in_all: for all calls; None for any time.
    """

    def __init__(self, seconds: float | None = None, in_all: float | None = None) -> None:
        self.seconds, self.in_all = seconds, in_all
        self.used = 0.0
        self.end: float | None = None
        """When the time of the current call is up."""
        self.thread = ctypes.c_ulong(threading.get_ident())
        self.lock, self.over = threading.Lock(), threading.Event()

    def __enter__(self) -> Self:
        if self.seconds is not None or self.in_all is not None:
            threading.Thread(target=self.watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What the function returns, or a TimeoutError, whose cause shows where it was."""
        left = math.inf if self.in_all is None else self.in_all - self.used
        limit = min(left, math.inf if self.seconds is None else self.seconds)
        if limit == math.inf:
            return function(*arguments)
        start = time.monotonic()
        late: OutOfTime | None = None
        try:
            try:
                self.end = start + limit
                answer = function(*arguments)
            finally:
                self.leave()
        except OutOfTime as error:
            late = error
            self.leave()  # in case that it was raised while leaving
        taken = time.monotonic() - start
        self.used += taken
        if late is not None or taken > limit:
            what = "the whole game" if limit == left else "a move"
            most = self.in_all if limit == left else self.seconds
            raise TimeoutError(f"it took longer than {most:g} s for {what}") from late
        return answer

    def leave(self) -> None:
        """The call is over: what was raised and is not delivered yet is taken back."""
        with self.lock:
            self.end = None
            raise_in(self.thread, None)

    def watch(self) -> None:
        """Raise the error in a call whose time is up, until it is left."""
        while not self.over.wait(AGAIN):
            with self.lock:
                if self.end is not None and time.monotonic() >= self.end:
                    raise_in(self.thread, ctypes.py_object(OutOfTime))


class Limits(NamedTuple):
    """The most seconds that a move, and all moves of a game, may take; None for any time."""

    seconds: float | None = None
    game_seconds: float | None = None

    def check(self) -> "Limits":
        """The same, or a ValueError that says which is no time."""
        for name, limit in self._asdict().items():
            if limit is not None:
                check_number(name, limit, 0.001, 10**6)
        return self

    def __str__(self) -> str:
        """As the end of a call."""
        given = {name: limit for name, limit in self._asdict().items() if limit is not None}
        return "".join(f", {name}={limit:g}" for name, limit in given.items())


UNLIMITED = Limits()


class AgentError(ValueError):
    """An agent failed in the middle of a game. The cause is its own error.

    agent: its name.
    turn: the number of the turn that it could not finish.
    call: the call that repeats the game.
    record: the game so far; `ml.player(error.record)` steps through it.

    >>> import minelab as ml
    >>> class Broken(ml.Player):
    ...     def move(self, view, rng):
    ...         return ml.Open(view.covered[0]) if len(view.covered) > 3 else 1 / 0
    >>> ml.play(ml.Board.random(2, 2, mines=1, seed=5), Broken)
    Traceback (most recent call last):
    minelab.games.limits.AgentError: Broken failed in turn 2: ZeroDivisionError: division ...
    """

    agent: str
    turn: int
    call: str
    record: "Record"


FAILURES = (AgentError, *OURS)
"""How an agent can fail in a game."""


def blame(error: BaseException, who: object, limits: Limits, record: "Record") -> NoReturn:
    """Raise the error for what an agent did, with its turn, its game and how to repeat it.

    An illegal move and a contradiction stay what they are; anything else is an AgentError.
    """
    turn = len(record.turns) + 1
    call = repeating(record.setting, who, getattr(who, "limits", limits))
    said = f"{record.agent} failed in turn {turn}: {what_happened(error)}"
    said += next((f"; {remedy}" for sign, remedy in REMEDIES.items() if re.search(sign, said)), "")
    said += f"{'' if said[-1] in '.?!' else '.'} To repeat it: {call}"
    raised: Any = error if isinstance(error, OURS) else AgentError(said)
    raised.args = (said,)
    raised.agent, raised.turn, raised.call, raised.record = record.agent, turn, call, record
    if raised is error:
        raise raised
    raise raised from error


def what_happened(error: BaseException) -> str:
    """An agent's own error in one line: its kind, its words and its place."""
    words = " ".join(str(error).split())
    words = words if len(words) <= MOST_WORDS else f"{words[:MOST_WORDS]}..."
    if isinstance(error, SystemExit):
        words = "it called exit, which would end the whole program"
    elif isinstance(error, Contradiction):
        words += ", so a flag or a proof was wrong"
    elif not isinstance(error, (*OURS, TimeoutError, Reported)):
        words = f"{type(error).__name__}: {words}" if words else type(error).__name__
    place = "" if isinstance(error, OURS) else place_of(error)
    return escaped(f"{words} ({place})" if place else words)


class Reported(Exception):
    """What happened in another process, in words, which may quote it."""

    def __init__(self, words: str) -> None:
        super().__init__(escaped(words))


def place_of(error: BaseException) -> str:
    """The last line of code outside of minelab that led to an error; nothing if there is none."""
    stack = traceback.extract_tb((error.__cause__ or error).__traceback__)
    own = [frame for frame in stack if not frame.filename.startswith(PACKAGE)]
    own = [frame for frame in own if "site-packages" not in frame.filename]
    # Code of an import, and of a dataclass:
    own = [frame for frame in own if not frame.filename.startswith(("<frozen", "<string>"))]
    if not own:
        return ""
    line = f": {own[-1].line}" if own[-1].line else ""
    return f"line {own[-1].lineno} in {own[-1].name}{line}"


def repeating(setting: "Setting", who: object, limits: Limits) -> str:
    """The call that plays a game again, as it would be typed."""
    options = [f"seed={setting.seed}"]
    if setting.rules != REPORT:
        options.append(f"rules={rules_in_code(setting.rules)}")
    if setting.first is not None:
        options.append(f"first={setting.first}")
    if given := setting.guesses[setting.first is not None :]:
        options.append(f"guesses={list(given)}")
    called = ", ".join([board_in_code(setting.board), agent_in_code(who), *options])
    return f"ml.play({called}{limits})"


def board_in_code(board: Board) -> str:
    """How to get a board again."""
    rows, cols, mines, seed = board.rows, board.cols, board.n_mines, board.seed
    if Board.random(rows, cols, mines=mines, seed=seed) == board:
        return f"ml.Board.random({rows}, {cols}, {mines=}, {seed=})"
    if board.mines.size <= MOST_CELLS:
        return f"ml.Board.parse({str(board)!r})"
    return "board"


def rules_in_code(rules: Rules) -> str:
    """How to get the same rules."""
    if PRESETS.get(rules.name) == rules:
        return f"ml.{rules.name.upper().replace('-', '_')}"
    options = {name: value for name, value in asdict(rules).items() if name != "name"}
    return f"ml.Rules({', '.join(f'{name}={value!r}' for name, value in options.items())})"


def agent_in_code(who: object) -> str:
    """How to name the agent in a call."""
    if isinstance(who, type):
        return who.__name__
    if isinstance(who, Player):
        return getattr(who, "in_code", f"{type(who).__name__}()")
    if isinstance(who, Agent) and CATALOGUE.get(who.name) != who:
        return "agent"
    return repr(who.name if isinstance(who, Agent) else who)
