"""Record and Turn: a played game, its reasons, and how to keep it.

A record holds the board as it was drawn and every move with its reason. It is saved as JSON lines,
a header and one line per turn. When it is loaded it is replayed, and refused if it does not fit
its board.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from typing import Any

from minelab._checks import check_text, check_whole, check_yes_or_no, escaped, shown
from minelab._files import each_once, read_text, write_whole
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import Game, IllegalMove
from minelab.boards.grid import BLAST, GOLD, Cell, check_cell
from minelab.boards.rules import Rules, Status, performance
from minelab.boards.view import Flag, Move, Observation, Open, View
from minelab.games.explain import explain
from minelab.games.hindsight import look_back
from minelab.inference.reasons import (
    Constraint,
    Deduction,
    Guess,
    Reason,
    Step,
    Supposition,
    check_reason,
)
from minelab.inference.words import Span, plain

FORMAT, VERSION = "minelab-record", 1

MOST_BYTES = 10**9
"""The most bytes of a record's file; a game on the largest board takes about 600 MB."""


@dataclass(frozen=True)
class Turn:
    """One turn of a game: a reason, the move it implies, and what came to light.

    number: counted from 1.
    reason: a Deduction or a Guess.
    observations: what the move showed, cell by cell.

    >>> import minelab as ml
    >>> turn = ml.play(ml.Board.parse("1M"), "basic", first=(0, 0)).turns[1]
    >>> turn.number, turn.move, turn.method
    (2, Flag(cell=(0, 1)), 'single')
    """

    number: int
    reason: Reason
    observations: tuple[Observation, ...] = ()

    @property
    def move(self) -> Move:
        """The move that was made, an `Open` or a `Flag`."""
        return self.reason.move

    @property
    def cell(self) -> Cell:
        """The cell that was opened or flagged."""
        return self.reason.cell

    @property
    def method(self) -> str:
        """The method that proved the move, or "guess"."""
        return "guess" if isinstance(self.reason, Guess) else self.reason.method


@dataclass(frozen=True)
class Setting:
    """All that is needed to play a game again."""

    board: Board
    agent: str
    rules: Rules
    seed: int
    knows_total: bool = False
    """Whether the number of mines was in the views."""
    first: Cell | None = None
    guesses: tuple[Cell, ...] = ()
    """The cells given for when the agent must guess, the first one included."""


class Record:
    """A played game: the board, every turn with its reason, and the result. `ml.play` makes it.

    setting: all that is needed to play the game again: board, agent, rules, seed and given cells.
    turns: the moves in order, each with its reason and what came to light.
    board, agent, rules, seed: what was played; `final_board` is the board after a protected first
        click has moved mines.
    score, won, blasts, wrong_flags, guesses, random_picks: the result.
    counters: what the agent counted on the way, by name.
    status: the referee's counts at the end of the game.

    `explain(turn)` says why a move was made, `view(n)` shows what was seen after n turns, `save`
    and `load` keep the game in a file. `ml.player(record)` steps through it.

    >>> from minelab.games.play import play
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
        self.setting = setting
        self.status = status
        self.counters = dict(counters)
        self._make_turns = turns
        self._reached: tuple[int, Game] | None = None

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The moves in order, each with its reason."""
        return self._make_turns()

    @property
    def board(self) -> Board:
        """The board as it was drawn; a protected first click may have moved mines later."""
        return self.setting.board

    @cached_property
    def final_board(self) -> Board:
        """The board as it was played."""
        return self.after(len(self.turns)).board

    @property
    def agent(self) -> str:
        """The name of the agent."""
        return self.setting.agent

    @property
    def rules(self) -> Rules:
        """The rules that were played by."""
        return self.setting.rules

    @property
    def seed(self) -> int:
        """The seed of the agent's random choices."""
        return self.setting.seed

    @property
    def score(self) -> float:
        """The score at the end, as the rules count it."""
        return self.rules.score(self.status)

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.rules.won(self.status)

    @property
    def blasts(self) -> int:
        """How many mines went off."""
        return self.status.blasts

    @property
    def wrong_flags(self) -> int:
        """How many flags are on cells without a mine."""
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
        """How many cells were opened without a proof, the first included."""
        return self.counters["guesses"]

    @property
    def random_picks(self) -> int:
        """How many of the guesses were chosen at random."""
        return self.counters["random_picks"]

    def after(self, n_turns: int) -> Game:
        """The game as it was after so many turns."""
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
            make_again(game, turn)
            yield view, turn
        self._check_end(game)

    def verify(self) -> None:
        """Replay the record against its board; a ValueError says where they differ.

        Whether the reasons prove the moves is not checked: `play_again` does that.
        """
        game = self._start()
        for turn in self.turns:
            make_again(game, turn)
        self._check_end(game)

    def _check_end(self, game: Game) -> None:
        if game.status != self.status:
            raise ValueError(f"the record ends with {self.status}, the board with {game.status}")

    def explain(self, turn: int | Turn) -> str:
        """The reason for a turn in plain words; a guess is compared with complete inference."""
        return plain(self.sentence(turn))

    def sentence(self, turn: int | Turn) -> list[Span]:
        """The same as spans, which carry the marks of the board."""
        if not isinstance(turn, Turn):
            turn = self.turns[check_whole("turn", turn, 1, len(self.turns)) - 1]
        # Played on from the turn explained before, so that all turns in order cost one replay.
        reached, self._reached = self._reached, None
        n_turns = turn.number - 1
        done, game = reached if reached and reached[0] <= n_turns else (0, self._start())
        for earlier in self.turns[done:n_turns]:
            game.play(earlier.move)
        seen = look_back(game, turn) if isinstance(turn.reason, Guess) else None
        sentence = explain(turn.reason, game.view, seen)
        self._reached = n_turns, game
        return sentence

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file as JSON lines, whole or not at all."""
        lines = [to_json(self), *map(turn_to_json, self.turns)]
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        write_whole(path, text)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Record":
        """Read a record from a file and check it against its board."""
        text = read_text(path, MOST_BYTES, "a record")
        try:
            record = from_lines(text.removesuffix("\n").split("\n"))
            record.verify()
        except (
            KeyError, TypeError, IndexError, AttributeError, RecursionError, json.JSONDecodeError
        ) as error:  # fmt: skip
            message = f"{path} is damaged: {type(error).__name__}: {error}"
        except ValueError as error:
            message = f"{path} is not a record that can be read: {error}"
        else:
            return record
        raise ValueError(escaped(message))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        mine = (self.setting, self.status, self.counters, self.turns)
        return mine == (other.setting, other.status, other.counters, other.turns)

    def __repr__(self) -> str:
        result = f"score {self.score:.3g}, {self.guesses} guesses, {self.blasts} blasts"
        return f"<Record {self.agent} on {self.board.rows}x{self.board.cols}: {result}>"

    def _repr_html_(self) -> str:
        from minelab.display.outputs import record_html

        return record_html(self)

    def _start(self) -> Game:
        return Game(self.board, self.rules, knows_total=self.setting.knows_total)


def make_again(game: Game, turn: Turn) -> None:
    """Make the move of a turn; a ValueError if it is illegal, or shows something else."""
    try:
        seen = game.play(turn.move)
    except IllegalMove as error:
        raise ValueError(f"turn {turn.number} does not fit the board: {error}") from None
    if seen != turn.observations:
        raise ValueError(
            f"turn {turn.number} does not fit the board: the record saw "
            f"{turn.observations!s:.200}, the board shows {seen!s:.200}"
        )


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
        "told": setting.knows_total,
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


def from_lines(lines: Sequence[str]) -> Record:
    """A record from the lines of its file, not yet checked against its board."""
    header = read_line(lines[0]) if lines[0] else None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ValueError(f'it does not begin with a line {{"format": "{FORMAT}", ...}}')
    version = header["version"]
    if type(version) is not int or version != VERSION:  # True and 1.0 are equal to 1 too
        raise ValueError(f"it has version {shown(version)}; this minelab reads {VERSION}")
    if not isinstance(header["board"], list):
        raise ValueError(f"board must be a list of rows, not {shown(header['board'])}")
    drawn = Board.parse("\n".join(header["board"]))
    board = Board(drawn.mines, drawn.gold, seed=header["board_seed"], letter=drawn.letter)
    if len(lines) - 1 != check_whole("turns", header["turns"], 0, board.mines.size):
        raise ValueError(f"it should have {header['turns']} turns and has {len(lines) - 1}")
    first = None if header["first"] is None else pair(header["first"], board)
    rules = Rules(**header["rules"])
    if rules.name != header["rules"]["name"]:
        raise ValueError(f"its rules are called {header['rules']['name']!r} and are not these")
    seed = check_whole("seed", header["seed"], 0, MAX_SEED)
    given = tuple(pair(cell, board) for cell in header["guesses"])
    told = check_yes_or_no("told", header["told"])
    setting = Setting(board, check_text("agent", header["agent"]), rules, seed, told, first, given)
    turns = tuple(
        turn_from_json(read_line(line), k, board) for k, line in enumerate(lines[1:], start=1)
    )
    counters = check_counters(header["counters"], turns)
    return Record(setting, Status(**header["status"]), counters, lambda: turns)


def read_line(text: str) -> Any:
    """The value of a line of JSON; a ValueError if a key is there twice."""
    return json.loads(text, object_pairs_hook=partial(each_once, "the key"))


def check_counters(counters: Mapping[str, int], turns: Iterable[Turn]) -> dict[str, int]:
    """The counters in plain types; a ValueError if they disagree with the turns."""
    held = count_reasons(turns)
    for key in counters.keys() - held.keys():
        check_text("a counter", key)
    plain_counts = {key: check_whole(shown(key), n, 0, MAX_SEED) for key, n in counters.items()}
    counted = held.keys() | {key for key in plain_counts if key.startswith("deduced_")}
    for key in sorted(counted):
        if plain_counts.get(key) != held.get(key, 0):
            raise ValueError(
                f"the counters have {plain_counts.get(key)} {key:.99}, the turns {held.get(key, 0)}"
            )
    return plain_counts


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
    if type(line["turn"]) is not int or line["turn"] != number:
        raise ValueError(f"line {number + 1} holds turn {line['turn']!r:.99}, not {number}")
    if len(line.keys() & {"open", "flag"}) != 1 or len(line.keys() & {"guess", "method"}) != 1:
        raise ValueError(f"turn {number} must open or flag a cell, by a guess or by a method")
    is_mine = "flag" in line
    cell = line["flag" if is_mine else "open"]
    reason: Reason
    if "guess" in line:
        reason = Guess(cell, line["guess"], line["chance"])
    else:
        because = tuple(map(constraint_from_json, line["because"]))
        supposed = tuple(map(supposition_from_json, line.get("supposed", ())))
        reason = Deduction(cell, is_mine, line["method"], because, supposed, line.get("layouts"))
    seen = tuple(
        Observation(pair([row, col], board), check_whole("saw", code, BLAST, GOLD))
        for row, col, code in line["saw"]
    )
    return Turn(number, check_reason(reason, board.rows, board.cols), seen)


def constraint_from_json(line: dict[str, Any]) -> Constraint:
    cells = frozenset(map(tuple, line["cells"]))
    because = tuple(map(constraint_from_json, line.get("because", ())))
    return Constraint(cells, line["mines"], line.get("clue"), because)


def supposition_from_json(line: dict[str, Any]) -> Supposition:
    steps = tuple(
        Step(constraint_from_json(constraint), cells, is_mine)
        for constraint, cells, is_mine in line["steps"]
    )
    broken = tuple(map(constraint_from_json, line["broken"]))
    return Supposition(line["cell"], line["is_mine"], steps, broken)


def pair(cell: Any, board: Board) -> Cell:
    return check_cell("cell", cell, board.rows, board.cols)
