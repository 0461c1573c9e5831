"""Record and Turn: a played game, its reasons, and how to keep it.

A record holds the board as it was drawn and every move with the reason that implied it. It is
saved as JSON lines, a header and one line a turn, and replayed against its board when loaded:
a record that does not fit its board is refused.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from minelab.board import MAX_SEED, Board
from minelab.game import Game, IllegalMove
from minelab.grid import Cell, check_cell, check_whole
from minelab.hindsight import look_back
from minelab.reasons import (
    Constraint,
    Deduction,
    Flag,
    Guess,
    Move,
    Open,
    Reason,
    Step,
    Supposition,
)
from minelab.rules import PRESETS, Rules, Status, performance
from minelab.view import Observation, View
from minelab.words import Span, explain, plain

FORMAT, VERSION = "minelab-record", 1


@dataclass(frozen=True)
class Turn:
    """One lap of the loop: a reason, the move it implies, and what came to light."""

    number: int
    """Counted from 1."""
    reason: Reason
    observations: tuple[Observation, ...] = ()

    @property
    def move(self) -> Move:
        return self.reason.move

    @property
    def cell(self) -> Cell:
        return self.reason.cell

    @property
    def method(self) -> str:
        """The method that proved the move, or "guess"."""
        return "guess" if isinstance(self.reason, Guess) else self.reason.method


@dataclass(frozen=True)
class Setting:
    """What a game is played with: all that is needed to play it again."""

    board: Board
    agent: str
    rules: Rules
    seed: int
    told: bool = False
    """Whether the number of mines was in the views."""
    first: Cell | None = None
    guesses: tuple[Cell, ...] = ()
    """The cells given for when the agent must guess, the first one included."""


class Record:
    """A played game.

    >>> from minelab.play import play
    >>> record = play(Board.parse("1M2\\n24M\\nM3M"), "basic", seed=3, first=(0, 0))
    >>> record.score, record.guesses, len(record.turns)
    (0.75, 5, 9)
    """

    def __init__(
        self,
        setting: Setting,
        status: Status,
        counters: Mapping[str, int],
        turns: Callable[[], tuple[Turn, ...]],
    ) -> None:
        """`turns` is called when the turns are first asked for."""
        self.setting = setting
        self.status = status
        self.counters = dict(counters)
        self._make_turns = turns

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The moves in order, each with its reason."""
        return self._make_turns()

    @property
    def board(self) -> Board:
        """The board as it was drawn; a protected first click may have moved mines since."""
        return self.setting.board

    @cached_property
    def final_board(self) -> Board:
        """The board as it was played."""
        return self.after(len(self.turns)).board

    @property
    def agent(self) -> str:
        return self.setting.agent

    @property
    def rules(self) -> Rules:
        return self.setting.rules

    @property
    def seed(self) -> int:
        return self.setting.seed

    @property
    def score(self) -> float:
        return self.rules.score(self.status)

    @property
    def won(self) -> bool:
        return self.rules.won(self.status)

    @property
    def blasts(self) -> int:
        return self.status.blasts

    @property
    def wrong_flags(self) -> int:
        return self.status.wrong_flags

    @property
    def performance(self) -> int:
        """Daggers' measure of a game (its Table 1): see `rules.performance`."""
        status = self.status
        return performance(
            status.n_cells,
            status.n_mines,
            probes=len(self.openings),
            gold=status.gold,
            blasts=status.blasts,
            right_flags=status.right_flags,
            wrong_flags=status.wrong_flags,
            won=int(self.won),
        )

    @property
    def openings(self) -> tuple[Cell, ...]:
        """The cells opened by a move, in order."""
        return tuple(turn.cell for turn in self.turns if isinstance(turn.move, Open))

    @property
    def flags(self) -> tuple[Cell, ...]:
        """The cells flagged, in order."""
        return tuple(turn.cell for turn in self.turns if isinstance(turn.move, Flag))

    @property
    def guesses(self) -> int:
        """Openings without a proof, the first included."""
        return self.counters["guesses"]

    @property
    def random_picks(self) -> int:
        """Those of the guesses that were chosen by lot."""
        return self.counters["random_picks"]

    def after(self, n_turns: int) -> Game:
        """The game as it stood after so many turns."""
        check_whole("n_turns", n_turns, 0, len(self.turns))
        game = self._start()
        for turn in self.turns[:n_turns]:
            game.play(turn.move)
        return game

    def view(self, n_turns: int) -> View:
        """What the player saw after so many turns."""
        return self.after(n_turns).view

    def replay(self) -> Iterator[tuple[View, Turn]]:
        """Each turn with the view just before it, checked against the board on the way."""
        game = self._start()
        for turn in self.turns:
            view = game.view
            try:
                seen = game.play(turn.move)
            except IllegalMove as error:
                raise ValueError(f"turn {turn.number} does not fit the board: {error}") from None
            if seen != turn.observations:
                raise ValueError(
                    f"turn {turn.number} does not fit the board: the record saw "
                    f"{turn.observations}, the board shows {seen}"
                )
            yield view, turn
        if game.status != self.status:
            raise ValueError(f"the record ends with {self.status}, the board with {game.status}")

    def verify(self) -> None:
        """Replay the record against its board; a ValueError says where they part."""
        for _ in self.replay():
            pass

    def explain(self, turn: int | Turn) -> str:
        """The reason for a turn, in plain words; a guess stands beside complete inference."""
        return plain(self.sentence(turn))

    def sentence(self, turn: int | Turn) -> list[Span]:
        """The same, in spans that carry the marks of the board."""
        if not isinstance(turn, Turn):
            turn = self.turns[check_whole("turn", turn, 1, len(self.turns)) - 1]
        game = self.after(turn.number - 1)
        seen = look_back(game, turn) if isinstance(turn.reason, Guess) else None
        return explain(turn.reason, game.view, seen)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record as JSON lines: whole or not at all."""
        lines = [to_json(self), *map(turn_to_json, self.turns)]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        target = Path(path)
        temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        try:
            temporary.write_text(text, encoding="utf-8")
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Record":
        """Read a record and check it against its board."""
        data = Path(path).read_bytes()
        try:
            record = from_json([json.loads(line) for line in data.decode("utf-8").splitlines()])
            record.verify()
        except (KeyError, TypeError, IndexError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"{path} is damaged: {type(error).__name__}: {error}") from None
        except ValueError as error:
            raise ValueError(f"{path} is not a record that can be read: {error}") from None
        return record

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        mine = (self.setting, self.status, self.counters, self.turns)
        return mine == (other.setting, other.status, other.counters, other.turns)

    def __repr__(self) -> str:
        result = f"score {self.score:.3g}, {self.guesses} guesses, {self.blasts} blasts"
        return f"<Record {self.agent} on {self.board.rows}x{self.board.cols}: {result}>"

    def _start(self) -> Game:
        return Game(self.board, self.rules, told=self.setting.told)


def to_json(record: Record) -> dict[str, Any]:
    """The header of a record."""
    setting, status = record.setting, record.status
    return {
        "format": FORMAT,
        "version": VERSION,
        "agent": setting.agent,
        "board": str(setting.board).split("\n"),
        "board_seed": setting.board.seed,
        "rules": asdict(setting.rules),
        "seed": setting.seed,
        "told": setting.told,
        "first": setting.first,
        "guesses": setting.guesses,
        "status": asdict(status),
        "counters": record.counters,
        "turns": len(record.turns),
    }


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """One turn as a line of the file."""
    reason = turn.reason
    line: dict[str, Any] = {"turn": turn.number}
    line["open" if isinstance(turn.move, Open) else "flag"] = turn.cell
    if isinstance(reason, Guess):
        line |= {"guess": reason.rule, "chance": reason.chance}
    else:
        line["method"] = reason.method
        line["because"] = [constraint_to_json(constraint) for constraint in reason.because]
        if reason.supposed:
            line["supposed"] = [supposition_to_json(s) for s in reason.supposed]
        if reason.layouts is not None:
            line["layouts"] = reason.layouts
    line["saw"] = [[*seen.cell, seen.code] for seen in turn.observations]
    return line


def constraint_to_json(constraint: Constraint) -> dict[str, Any]:
    line: dict[str, Any] = {"cells": sorted(constraint.cells), "mines": constraint.mines}
    if constraint.clue is not None:
        line["clue"] = constraint.clue
    if constraint.because:
        line["because"] = [constraint_to_json(c) for c in constraint.because]
    return line


def supposition_to_json(supposed: Supposition) -> dict[str, Any]:
    return {
        "cell": supposed.cell,
        "is_mine": supposed.is_mine,
        "steps": [
            [constraint_to_json(step.constraint), step.cells, step.is_mine]
            for step in supposed.steps
        ],
        "broken": [constraint_to_json(c) for c in supposed.broken],
    }


def from_json(lines: list[Any]) -> Record:
    """A record from its lines, not yet checked against its board."""
    if not lines or not isinstance(lines[0], dict) or lines[0].get("format") != FORMAT:
        raise ValueError(f'it does not begin with a line {{"format": "{FORMAT}", ...}}')
    header, *rest = lines
    if header["version"] != VERSION:
        raise ValueError(f"it has version {header['version']}; this minelab reads {VERSION}")
    if len(rest) != header["turns"]:
        raise ValueError(f"it should have {header['turns']} turns and has {len(rest)}")
    drawn = Board.parse("\n".join(header["board"]))
    board = Board(drawn.mines, drawn.gold, seed=header["board_seed"], letter=drawn.letter)
    first = None if header["first"] is None else pair(header["first"], board)
    rules = Rules(**header["rules"])
    if rules.name in PRESETS and rules != PRESETS[rules.name]:
        raise ValueError(f"its rules are called {rules.name!r} and are not these")
    seed = check_whole("seed", header["seed"], 0, MAX_SEED)
    given = tuple(pair(cell, board) for cell in header["guesses"])
    setting = Setting(board, str(header["agent"]), rules, seed, bool(header["told"]), first, given)
    turns = tuple(turn_from_json(line, k, board) for k, line in enumerate(rest, start=1))
    counters = {
        str(name): check_whole(name, n, 0, MAX_SEED) for name, n in header["counters"].items()
    }
    for name, n in count_reasons(turns).items():
        if counters.get(name) != n:
            raise ValueError(f"it counts {counters.get(name)} {name}, its turns hold {n}")
    return Record(setting, Status(**header["status"]), counters, lambda: turns)


def count_reasons(turns: Iterable[Turn]) -> dict[str, int]:
    """What the reasons of a game add up to."""
    counters = {"guesses": 0, "random_picks": 0}
    for turn in turns:
        if isinstance(turn.reason, Guess):
            counters["guesses"] += 1
            counters["random_picks"] += turn.reason.rule == "random"
        else:
            name = f"deduced_{turn.method}"
            counters[name] = counters.get(name, 0) + 1
    return counters


def turn_from_json(line: dict[str, Any], number: int, board: Board) -> Turn:
    if line["turn"] != number:
        raise ValueError(f"line {number + 1} holds turn {line['turn']}, not {number}")
    is_mine = "flag" in line
    cell = pair(line["flag" if is_mine else "open"], board)
    reason: Reason
    if "guess" in line:
        reason = Guess(cell, line["guess"], line["chance"])
    else:
        because = tuple(constraint_from_json(c, board) for c in line["because"])
        supposed = tuple(supposition_from_json(s, board) for s in line.get("supposed", ()))
        layouts = line.get("layouts")
        reason = Deduction(cell, is_mine, line["method"], because, supposed, layouts)
    seen = tuple(Observation(pair(saw[:2], board), saw[2]) for saw in line["saw"])
    return Turn(number, reason, seen)


def constraint_from_json(line: dict[str, Any], board: Board) -> Constraint:
    return Constraint(
        frozenset(pair(cell, board) for cell in line["cells"]),
        line["mines"],
        pair(line["clue"], board) if "clue" in line else None,
        tuple(constraint_from_json(c, board) for c in line.get("because", ())),
    )


def supposition_from_json(line: dict[str, Any], board: Board) -> Supposition:
    steps = tuple(
        Step(constraint_from_json(c, board), tuple(pair(x, board) for x in cells), is_mine)
        for c, cells, is_mine in line["steps"]
    )
    broken = tuple(constraint_from_json(c, board) for c in line["broken"])
    return Supposition(pair(line["cell"], board), line["is_mine"], steps, broken)


def pair(cell: Any, board: Board) -> Cell:
    return check_cell("cell", cell, board.rows, board.cols)
