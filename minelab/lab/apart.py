"""An agent in a process of its own, with limits on time, memory and files.

The referee stays here, with the boards; the other process gets views and answers with moves. So an
agent can neither look at a graded board nor stop, fill or end our own process. A process that does
not answer in time is killed, and the next game begins in a new one. Answers are JSON: what an agent
sends is data here, never code. SECURITY.md says what this does not protect against.
"""

import base64
import contextlib
import gc
import hashlib
import importlib.util
import json
import math
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeGuard

import numpy as np

from minelab._checks import check_path, check_text, shown
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player, Reader, reader
from minelab.boards.board import Board
from minelab.boards.grid import COVERED
from minelab.boards.rules import PRESETS, REPORT, Rules
from minelab.boards.view import View
from minelab.games.compiled import random_order
from minelab.games.limits import FAILURES, Limits, Reported, Stopwatch, what_happened
from minelab.games.play import as_reason, play, resolve
from minelab.games.record import Record, Turn, from_lines, to_json, turn_from_json, turn_to_json
from minelab.inference.odds import odds
from minelab.inference.reasons import Reason
from minelab.lab.child import (
    FILE,
    FILES,
    GRACE,
    MOST_ANSWER,
    PROCESSOR,
    CantLoad,
    Child,
    Gone,
    Late,
)
from minelab.lab.own_agent import resolve_anew

if TYPE_CHECKING:
    import pandas as pd

MEMORY = 2 * 2**30
"""Bytes that an agent may use beside what minelab itself needs."""
START = 300
"""Seconds to begin: to import minelab, and to load or compile the engine."""
LOAD = 30
"""Seconds to load an agent's own code."""
GIVE_UP = 3
"""After so many games in a row that ended for lack of time, or with their process, no more are
played."""
INSIDE = "MINELAB_GRADED"
"""The setting that tells a process that it is the other one."""


class Played(NamedTuple):
    """A game, to its end or as far as it came, why it ended early, and the time that it took."""

    record: Record
    error: ValueError | None = None
    seconds: float = 0.0

    @property
    def late(self) -> bool:
        """Whether the agent had no time left."""
        return self.error is not None and isinstance(self.error.__cause__, Late)


class Apart(Child):
    """An agent in a process of its own; use it in a `with` block.

    agent: a class of Player, an Agent, a name, or "FILE.py:Class".
    limits: the time for a move, and for a game.
    """

    def __init__(self, agent: str | Agent | type[Player], limits: Limits) -> None:
        if INSIDE in os.environ:
            raise ValueError(
                "an agent that is graded can't grade; put your own trials below "
                "if __name__ == '__main__': or into another file"
            )
        self.limits = limits.check()
        self.what = described(agent)
        self.named = agent if isinstance(agent, str) else getattr(agent, "__name__", "agent")
        self.asked = 0
        super().__init__()

    def __enter__(self) -> Self:
        try:
            self.begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.close()

    def begin(self) -> None:
        """Begin a new process; `name` and `total_for` are what the agent says about itself."""
        own = str(Path(__file__).parents[2])
        kept = {k: v for k, v in os.environ.items() if k.startswith(("NUMBA_", "COVERAGE_"))}
        paths = [own, *(path or os.getcwd() for path in sys.path)]  # for what the agent imports
        # Another order of sets of texts each time: an agent that depends on it is found out.
        kept |= {"PYTHONPATH": os.pathsep.join(paths), "PYTHONHASHSEED": str(self.starts)}
        kept |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        kept |= {"PYTHONDONTWRITEBYTECODE": "1", INSIDE: "1"}
        serving = "from minelab.lab.apart import serve; serve()"
        self.start([sys.executable, "-u", "-c", serving], **kept)
        try:
            self.ask({}, START)
            known = self.ask(self.what, LOAD)
            self.name = check_text("name", known["name"])
            self.total_for = ("guess",) if known["knows_total"] else ()
            self.in_code = check_text("class", known["class"])
        except (Reported, KeyError, ValueError) as error:
            why = str(error)
            if isinstance(error, KeyError):
                why = "its process answered with something else than its name"
            if isinstance(error, Late):
                why = f"its code is not loaded after {LOAD} s; a file should only define things"
            raise CantLoad(f"{self.named} can't be graded: {why}") from None

    def ask(self, message: dict[str, Any], patience: float) -> dict[str, Any]:
        """Send a message and wait so many seconds for the answer."""
        if self.process is None:
            self.begin()
        self.asked += 1
        self.say(json.dumps(message | {"number": self.asked}).encode() + b"\n")
        line = self.hear(patience)
        try:
            answer = json.loads(line)
            if answer["number"] != self.asked:
                raise ValueError("an answer that nobody asked for")
            if answer["error"] is not None:
                kind = Late if answer.get("late") is True else Reported
                raise kind(str(answer["error"])[:MOST_ANSWER])
        except (ValueError, KeyError, TypeError, RecursionError):
            self.stop()
            raise Gone("its process answered with something else than a move") from None
        assert isinstance(answer, dict)
        return answer

    def player(self, board: Board, seed: int) -> Player:
        """The agent for one game, whose board stays here."""
        return Remote(self, board, seed)

    def play_there(self, board: Board, seed: int) -> Record:
        """A game in the other process, where the board is too: a temptation to look at it."""
        message = {"play": str(board).split("\n"), "seed": seed, "limits": self.limits}
        in_all = self.limits.game_seconds
        answer = self.ask(message, START if in_all is None else in_all + 2 * GRACE)
        try:
            record = from_lines(answer["record"])
            record.verify()
            if str(record.board) != str(board):
                raise ValueError("a game that nobody asked for")
        except (KeyError, TypeError, IndexError, AttributeError, RecursionError, ValueError):
            raise Gone("its process answered with something else than a game") from None
        return record


def play_one(player: Player, board: Board, seed: int, rules: Rules = REPORT) -> Played:
    """A game to its end, or as far as it comes."""
    start = time.monotonic()
    try:
        record, error = play(board, player, seed=seed, rules=rules), None
    except FAILURES as failed:
        record, error = failed.record, failed  # type: ignore[union-attr]
    return Played(record, error, getattr(player, "used", time.monotonic() - start))


def play_all(keys: "pd.DataFrame", player: Callable[[Board, int], Player]) -> Iterator[Played]:
    """The games of a table, until it is clear that an agent is too slow, or always dies.

    player: who plays on a board with a seed.
    """
    in_vain = 0
    for key in keys.to_dict("records"):
        size = {"mines": key["mines"], "seed": key["board_seed"]}
        board, seed = Board.random(key["rows"], key["cols"], **size), key["play_seed"]
        played = play_one(player(board, seed), board, seed, PRESETS[key["rules"]])
        yield played
        cause = None if played.error is None else played.error.__cause__
        in_vain = in_vain + 1 if isinstance(cause, Late | Gone | CantLoad) else 0
        if in_vain == GIVE_UP:
            return


def is_file(agent: object) -> TypeGuard[str]:
    """Whether an agent is given as FILE.py or FILE.py:Class."""
    return isinstance(agent, str) and (agent.endswith(".py") or ".py:" in agent)


def described(agent: str | Agent | type[Player]) -> dict[str, Any]:
    """What the other process needs to make the agent."""
    if is_file(agent):
        path, _, name = agent.rpartition(":")
        if not path.endswith(".py"):
            path, name = agent, ""
        file = check_path("file", path).resolve()
        if not file.is_file():
            raise FileNotFoundError(f"no file {path}")
        return {
            "file": str(file),
            "class": name,
            "digest": digest(file.read_bytes() + name.encode()),
        }
    cloudpickle = pickler()
    who = resolve(agent) if isinstance(agent, str) else agent
    if not (isinstance(who, type) and issubclass(who, Player)):
        resolve_anew(who)  # a class of Player is not made here: its own code runs there only
    module = sys.modules.get(getattr(who, "__module__", ""))
    by_value = module is not None and not module.__name__.startswith("minelab.")
    try:
        if by_value:
            cloudpickle.register_pickle_by_value(module)
        data = cloudpickle.dumps(who)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise ValueError(
            f"{shown(agent)} can't be sent to another process: {why}. Make what it needs in its "
            "own __init__, or put it into a file and grade FILE.py:Class"
        ) from None
    finally:
        if by_value:
            cloudpickle.unregister_pickle_by_value(module)
    return {"pickle": base64.b64encode(data).decode(), "digest": digest(data)}


def pickler() -> Any:
    """The library that pickles classes of a notebook: joblib needs it, or brings it along."""
    try:
        return import_module("cloudpickle")
    except ImportError:
        return import_module("joblib.externals.cloudpickle")


def digest(data: bytes) -> str:
    """A fingerprint of an agent's code."""
    return hashlib.sha256(data).hexdigest()


class Remote(Player):
    """Asks the agent in the other process for each move."""

    name = "remote"

    def __init__(self, apart: Apart, board: Board, seed: int) -> None:
        self.apart, self.board, self.seed = apart, board, seed
        if apart.process is None:
            apart.begin()
        self.name, self.total_for = apart.name, apart.total_for
        self.in_code, self.limits = apart.in_code, apart.limits
        self.used = 0.0
        self.begun, self.rules = False, REPORT.name

    def begin(self, rules: str) -> None:
        self.rules = rules

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        seconds, in_all = self.limits
        message = {
            "codes": view.codes.tolist(), "mines": view.mines, "lives": view.lives,
            "new": None if self.begun else [self.seed, self.rules], "used": self.used,
            "limits": self.limits,
        }  # fmt: skip
        self.begun = True
        left = math.inf if in_all is None else max(0.0, in_all - self.used)
        most = min(left, START if seconds is None else seconds)
        start = time.monotonic()
        try:
            answer = self.apart.ask(message, most + GRACE)
        finally:
            self.used += time.monotonic() - start
        try:
            return turn_from_json(answer["turn"], 1, self.board).reason
        except (KeyError, TypeError, AttributeError, RecursionError):
            raise Gone("its process answered with something else than a move") from None


# The other process.


def serve() -> None:
    """Make an agent and answer for it, until nobody asks any more.

    Answers go where nothing that the agent prints can get; it reads nothing from the keyboard.
    """
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    odds(View(np.full((10, 10), COVERED), 20))  # so that no agent waits for the engine
    set_limits()
    who: Any = None
    player: Any = None
    rng: Any = None
    for line in questions:
        message = json.loads(line)
        answer: dict[str, Any] = {"error": None, "number": message["number"]}
        try:
            if "digest" in message:
                who = load(message)
                known = resolve(who)
                answer |= {"name": known.name, "knows_total": bool(known.total_for)}
                answer["class"] = getattr(who, "__name__", "agent")
            elif "play" in message:
                answer["record"] = lines_of(tempting_game(who, message))
            elif "codes" in message:
                codes = np.array(message["codes"], dtype=np.int8)
                view = View(codes, message["mines"], lives=message["lives"])
                if message["new"] is not None:
                    player, rng = begin(who, view, *message["new"])
                with Stopwatch(*message["limits"]) as watch:
                    watch.used = message["used"]
                    reply = watch.call(player.move, view, rng)
                reason = as_reason(reply, view, iter(()), trusted=isinstance(player, Reader))
                answer["turn"] = turn_to_json(Turn(1, reason))
        except (Exception, SystemExit) as error:
            answer |= {"error": what_happened(error), "late": isinstance(error, TimeoutError)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def set_limits() -> None:
    """Limit this process for good, where the system can; child.py ends one that is late."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    import psutil

    memory = psutil.Process().memory_info().vms + MEMORY
    limits = {"AS": memory, "FSIZE": FILE, "NOFILE": FILES, "CPU": PROCESSOR, "CORE": 0}
    for name, most in limits.items():
        with contextlib.suppress(AttributeError, ValueError, OSError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))


def load(message: dict[str, Any]) -> Agent | type[Player]:
    """The agent that a message describes."""
    if "pickle" in message:
        who: Agent | type[Player] = pickle.loads(base64.b64decode(message["pickle"]))
        return who
    path = Path(message["file"])
    sys.path.insert(0, str(path.parent))  # for what it imports from beside it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    own = {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, Agent)
        or (isinstance(thing, type) and issubclass(thing, Player) and thing.__module__ == path.stem)
    }
    wanted = message["class"] or (next(iter(own)) if len(own) == 1 else "")
    if wanted in own:
        return own[wanted]
    there = ", ".join(own) or "none"
    which = f"no agent {wanted!r}" if wanted else "not one agent"
    raise Reported(f"{path.name} has {which}; those in it are: {there}. Write FILE.py:NAME")


def begin(
    who: Agent | type[Player], view: View, seed: int, rules: str
) -> tuple[Player, np.random.Generator]:
    """The agent at the start of a game."""
    agent = resolve(who)
    if isinstance(agent, Agent):
        agent = reader(agent, random_order(view.rows, view.cols, seed), iter(()))
    agent.begin(rules)
    return agent, np.random.default_rng(seed)


def tempting_game(who: Agent | type[Player], message: dict[str, Any]) -> Record:
    """A game as `ml.play` plays it, to its end or as far as the agent comes."""
    gc.collect()  # of earlier games nothing is left to see
    board = Board.parse("\n".join(message["play"]))
    seconds, game_seconds = message["limits"]
    limits = {"seconds": seconds, "game_seconds": game_seconds}
    try:
        return play(board, who, seed=message["seed"], engine=False, **limits)
    except FAILURES as error:
        return error.record  # type: ignore[union-attr]


def lines_of(record: Record) -> list[str]:
    """A game as the lines of its file."""
    return [json.dumps(line) for line in (to_json(record), *map(turn_to_json, record.turns))]
