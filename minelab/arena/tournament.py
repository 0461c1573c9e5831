"""The tournament: agents, players and programs on the same boards, and one fair table.

A part is some games of one entrant at one level. It is kept in a file of its own, named by all that
it depends on, so a tournament that was stopped goes on, and a new entrant leaves the others' games
as they are. Agents of the catalogue are played by the engine, all others in their own processes.
"""

import hashlib
import json
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from html import escape
from inspect import signature
from itertools import count
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from minelab._checks import check_list, check_one_of, check_path, check_type, check_whole, escaped
from minelab._later import pd
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.arena.judge import Judge, Judged
from minelab.arena.program import Program, found
from minelab.boards.board import MAX_SEED, Board, mine_count
from minelab.boards.grid import check_size
from minelab.boards.rules import CLASSIC, CUSTOM, PRESETS, Rules
from minelab.boards.view import Flag, Move, Open
from minelab.games.compiled import engine_game, unpad
from minelab.games.limits import Limits
from minelab.games.play import play_many, resolve
from minelab.games.record import Record, Setting
from minelab.lab.apart import Apart, Played, described, digest, is_file, play_all
from minelab.lab.child import CantLoad
from minelab.lab.experiments import compiled
from minelab.lab.grade import in_100
from minelab.lab.own_agent import COUNTS, measures
from minelab.lab.runner import Crew, Part, code_digest, gather
from minelab.lab.stats import GAME, POINT, Point, compare, mean_of, ratio_of, share_of

Entrant: TypeAlias = "str | Agent | type[Player] | Program"
LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
BATCH = 50
"""Games in a part."""
LOST = {"score": 0.0, "won": False}
STYLE = (
    ":root{color-scheme:light dark}body{font:15px sans-serif;margin:2em;overflow-wrap:anywhere}"
    "table{white-space:nowrap;display:block;overflow-x:auto}"
    "td,th{padding:.2em .7em;text-align:right}td:nth-child(3),th:nth-child(3){text-align:left}"
)
"""Of the page: numbers to the right, the name in the third column to the left."""


@dataclass(frozen=True, repr=False)
class Standing:
    """The result of a tournament; a notebook shows its table, `html()` and `json()` write it.

    table: a row per level and entrant, best first: its `place`; the mean `score` (classic: the
        share of games won) with its 95% interval `low` to `high`; the paired `difference` to the
        reference, from `difference_low` to `difference_high`; under classic rules the same
        `corrected` for luck, with `saving`, the share of games that the correction saves; the
        `guesses` per game, and the `regret` of each, the risk beyond the least; milliseconds per
        move `ms`; how many games `failed`, and in `note` why the first did.
    games: a row per game.
    reference, rules, seed: as given.
    """

    table: "pd.DataFrame"
    games: "pd.DataFrame"
    reference: str
    rules: str
    seed: int

    def __repr__(self) -> str:
        return "\n".join([self.says, self.shown().to_string(index=False), *self.notes()])

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes())
        return f"<p>{escape(self.says)}</p>{self.shown().to_html(index=False, border=0)}{notes}"

    @property
    def says(self) -> str:
        """What the table shows."""
        means = "share of games won" if is_won_or_lost(self.rules) else "mean share of mines found"
        without = "corrected: without luck; " if "corrected" in self.table else ""
        return (
            f"Rules: {self.rules}, seed {self.seed}. Score ({means}), difference to "
            f"{self.reference} on the same boards, and regret of a guess in hundredths, with 95% "
            f"intervals; {without}guesses per game; milliseconds per move."
        )

    def shown(self) -> "pd.DataFrame":
        """The table for readers: each number with its interval."""
        rows = []
        for row in self.table.to_dict("records"):
            line = {name: row[name] for name in ("level", "place", "agent", "games")}
            for name in self.table.columns.intersection(["score", "difference", "corrected"]):
                ends = ("low", "high") if name == "score" else (f"{name}_low", f"{name}_high")
                point = {end: row[end] for end in (name, *ends)}
                line[name] = "" if np.isnan(point[name]) else in_100(point)
            line["guesses"] = f"{row['guesses']:.1f}"
            line["regret"] = "" if np.isnan(row["regret"]) else f"{100 * row['regret']:.1f}"
            line["ms"] = "" if np.isnan(row["ms"]) else f"{row['ms']:.2g}"
            rows.append(line | {"failed": row["failed"]})
        return pd.DataFrame(rows)

    def notes(self) -> list[str]:
        """Who failed, and why the first time."""
        failed = self.table[self.table["note"] != ""]
        return [f"{row.agent}, {row.level}: {row.note}" for row in failed.itertuples()]

    def html(self) -> str:
        """A page of its own."""
        title = f"Standing under {self.rules} rules"
        head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
        wide = '<meta name="viewport" content="width=device-width">'
        return f"{head}{wide}<style>{STYLE}</style><h1>{title}</h1>{self._repr_html_()}\n"

    def json(self) -> str:
        """The table for a program; what is not known is null."""
        rows = self.table.astype(object).where(self.table.notna(), None).to_dict("records")
        page = {"rules": self.rules, "reference": self.reference, "seed": self.seed}
        return json.dumps(page | {"standing": rows}, indent=2, allow_nan=False)


def tournament(
    entrants: Iterable[Entrant],
    *,
    games: int = 100,
    levels: Iterable[str | tuple[int, int, int]] = ("expert",),
    rules: Rules = CLASSIC,
    seed: int = 1,
    reference: str | None = None,
    seconds: float | None = 5.0,
    game_seconds: float | None = 60.0,
    folder: str | PathLike[str] | None = None,
    workers: int | None = None,
) -> Standing:
    """Let any solvers play the same boards, and compare them.

    entrants: names, Agents, classes of Player, files such as "anna.py:Wary", or Programs.
    games: how many at each level.
    levels: "beginner", "intermediate", "expert", or (rows, cols, mines).
    rules: CLASSIC by default; any that have a name.
    seed: chooses the boards; who knows it can know the mines.
    reference: the name of the entrant that the others are compared with; by default the first.
    seconds, game_seconds: the most time for a move and for a game of a class or a file; None for
        any. A Program has its own.
    folder: where games are kept; called again, only what is missing is played.
    workers: how many games are played at a time; by default one per core.

    Returns a Standing. A game that an entrant can't finish, for whatever reason, counts as lost.

    >>> standing = tournament(["exact", "basic"], games=20, levels=["beginner"])
    >>> standing.table["agent"].tolist()
    ['exact', 'basic']
    """
    listed = check_list("entrants", entrants, "entrants")
    sizes = [check_level(level) for level in check_list("levels", levels, "levels")]
    games, seed = check_whole("games", games, 2, 10**6), check_whole("seed", seed, 0, MAX_SEED)
    check_type("rules", rules, Rules)
    if rules.name == CUSTOM or rules.opening is not None:
        raise ValueError(f"rules must be report, classic or classic-zero, not {rules.name!r}")
    limits = Limits(seconds, game_seconds).check()
    place = None if folder is None else check_path("folder", folder)
    if not listed or not sizes:
        raise ValueError("a tournament needs at least one entrant and one level")
    if reference is not None and all(map(is_named, listed)):
        check_one_of("reference", reference, told_apart(map(name_of, listed), listed))
    table = play_entrants(listed, sizes, games, rules, seed, limits, place, Crew(workers))
    names = table["agent"].unique().tolist()
    reference = check_one_of("reference", names[0] if reference is None else reference, names)
    return Standing(standing(table, reference), table, reference, rules.name, seed)


def from_file(text: str) -> dict[str, Any]:
    """The arguments of a tournament that a TOML file describes, with its programs started."""
    try:
        plan = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"this is not TOML: {error}") from None
    known = [*signature(tournament).parameters.keys() - {"folder", "workers"}, "programs"]
    for name in plan:
        check_one_of("the names in the file", name, sorted(known))
    times = {name: plan[name] for name in ("seconds", "game_seconds") if name in plan}
    commands = check_list("programs", plan.pop("programs", []), "commands")
    entrants = check_list("entrants", plan.get("entrants", []), "entrants")
    if "rules" in plan:
        plan["rules"] = PRESETS[check_one_of("rules", plan["rules"], PRESETS)]
    return plan | {"entrants": [*entrants, *(Program(command, **times) for command in commands)]}


def check_level(level: object) -> tuple[int, int, int]:
    """Rows, columns and mines of a level."""
    if isinstance(level, str):
        return LEVELS[check_one_of("levels", level, LEVELS)]
    three = check_list("levels", level, "rows, columns and mines")
    if len(three) != 3:
        raise ValueError(f"levels must have rows, columns and mines, not {level!r}")
    rows, cols = check_size(*three[:2])
    return rows, cols, mine_count(rows, cols, three[2], None)


def play_entrants(
    entrants: Sequence[Entrant],
    levels: Sequence[tuple[int, int, int]],
    games: int,
    rules: Rules,
    seed: int,
    limits: Limits,
    folder: Path | None,
    crew: Crew,
    judged: bool = True,
) -> "pd.DataFrame":
    """The games of all, a row each; names that occur twice are told apart."""
    batches = [range(k, min(k + BATCH, games)) for k in range(0, games, BATCH)]
    parts, whose = [], []
    for k, who in enumerate(entrants):
        made_from = fingerprint(who)  # so that a wrong name or file is an error before any game
        for level in levels:
            for batch in batches:
                how = {"level": level, "games": batch, "rules": rules, "seed": seed}
                how |= {"limits": limits, "judged": judged}
                key = json.dumps([made_from, str(how), code_digest()])
                name = digest(key.encode())[:16]
                parts.append(Part(play_part, {"who": who} | how, len(batch), name))
                whose += [k] * len(batch)
    table = gather(parts, folder, crew=crew, label="tournament", unit=" games")
    own = pd.Series(whose)
    names = told_apart(table["agent"][~own.duplicated()], entrants)
    return table.assign(agent=own.map(dict(enumerate(names))))


def told_apart(names: Iterable[str], entrants: Iterable[Entrant]) -> list[str]:
    """Names that occur twice with the file they are from, or else a number; without what no
    terminal should get, which names of files may hold."""
    names, apart = [escaped(name) for name in names], list[str]()
    for name, who in zip(names, entrants, strict=True):
        if names.count(name) > 1 and is_file(who):
            file = who if who.endswith(".py") else who.rpartition(":")[0]
            name = f"{name} in {escaped(file)}"
        numbered = (f"{name} ({k})" for k in count(2))
        apart.append(name if name not in apart else next(n for n in numbered if n not in apart))
    return apart


def fingerprint(who: Entrant) -> str:
    """All that an entrant's games depend on beside the boards."""
    if not isinstance(who, Program):
        return str(described(who)["digest"])
    files = [Path(word).read_bytes() for word in found(who.command) if Path(word).is_file()]
    contents = [hashlib.sha256(data).hexdigest() for data in files]
    return json.dumps([who.command, who.most, who.options, contents])


def play_part(
    who: Entrant,
    level: tuple[int, int, int],
    games: range,
    rules: Rules,
    seed: int,
    limits: Limits,
    judged: bool,
) -> "pd.DataFrame":
    """Some games of an entrant."""
    rows, cols, mines = level
    keys = play_many("random", rows, cols, mines=mines, games=games, seed=seed, rules=rules)
    keys = keys[[*POINT, *GAME]]
    judge = Judge(rules) if judged else None
    name, outcomes = name_of(who), list[dict[str, Any]]()
    chosen = None if isinstance(who, type | Program) or is_file(who) else resolve(who)
    with ExitStack() as stack:
        try:
            if isinstance(chosen, Agent) and compiled(chosen, rows * cols):
                played = by_engine(keys, chosen, rules)
            elif isinstance(who, Program):
                program = stack.enter_context(who.again())
                played = seen_to_the_end(play_all(keys, lambda board, seed: program))
            else:
                apart = stack.enter_context(Apart(who, limits))
                name = apart.name
                played = seen_to_the_end(play_all(keys, apart.player))
            for one, moves in played:
                outcomes.append(outcome(one, moves, judge))
            note = "not played, since the games before failed"
        except CantLoad as error:
            note = str(error)
    nothing = dict.fromkeys((*COUNTS, *Judged._fields, "moves", "seconds"), 0)
    unplayed = nothing | LOST | {"note": note}
    outcomes += [unplayed for _ in range(len(keys) - len(outcomes))]
    return keys.assign(agent=name).join(pd.DataFrame(outcomes))


def name_of(who: Entrant) -> str:
    """What an entrant is called before it could say so itself."""
    if isinstance(who, str):
        return who.rpartition(":")[2] if is_file(who) else who
    return str(who.name)


def is_named(who: Entrant) -> bool:
    """Whether the name of an entrant is known before it plays."""
    if isinstance(who, type):
        return issubclass(who, Player) and "__init__" not in vars(who)
    return isinstance(who, str | Agent | Program) and not is_file(who)


def by_engine(
    keys: "pd.DataFrame", agent: Agent, rules: Rules
) -> Iterator[tuple[Played, list[Move]]]:
    """Games of an agent of the catalogue."""
    for number, key in enumerate(keys.to_dict("records")):
        size = {"mines": key["mines"], "seed": key["board_seed"]}
        board = Board.random(key["rows"], key["cols"], **size)
        setting = Setting(board, agent.name, rules, key["play_seed"], bool(agent.total_for))
        if number == 0:
            engine_game(setting, agent, [])  # nobody's time to begin is counted
        start = time.perf_counter()
        game = engine_game(setting, agent, [])
        seconds = time.perf_counter() - start
        record = Record(setting, game.status, game.counters, lambda: ())
        moves: list[Move] = [
            (Flag if flagged else Open)(unpad(i, board.cols))
            for i, flagged, *_ in game.moves.tolist()
        ]
        yield Played(record, None, seconds), moves


def seen_to_the_end(games: Iterable[Played]) -> Iterator[tuple[Played, list[Move]]]:
    """Games with their moves."""
    return ((played, [turn.move for turn in played.record.turns]) for played in games)


def outcome(played: Played, moves: Sequence[Move], judge: Judge | None) -> dict[str, Any]:
    """The columns of one game."""
    row: dict[str, Any] = measures(played.record)
    if judge is not None:
        row |= judge.judge(played.record.board, moves)._asdict()
    row |= {"moves": len(moves), "seconds": played.seconds, "note": str(played.error or "")}
    return row | (LOST if played.error else {})


def standing(games: "pd.DataFrame", reference: str) -> "pd.DataFrame":
    """The table of a Standing."""
    rows = []
    for (n_rows, n_cols, mines), part in games.groupby(["rows", "cols", "mines"], sort=False):
        by_name = {str(name): own for name, own in part.groupby("agent", sort=False)}
        scores = {name: score_of(name, own) for name, own in by_name.items()}
        for place, name in enumerate(sorted(scores, key=lambda name: -scores[name].value), 1):
            low, high = scores[name].interval
            row = {"level": f"{n_rows}x{n_cols}, {mines}", "place": place, "agent": name}
            row |= {"games": len(by_name[name]), "score": scores[name].value, "low": low}
            row |= {"high": high} | against(part, reference, name) | costs(by_name[name])
            rows.append(row)
    return pd.DataFrame(rows)


def score_of(name: str, games: "pd.DataFrame") -> Point:
    """The mean score, which under classic rules is the share of games won."""
    if is_won_or_lost(games["rules"].iloc[0]):
        return share_of(name, games["won"])
    return mean_of(name, games["score"])


def is_won_or_lost(rules: str) -> bool:
    """Whether the score of a game by these rules is 1 or 0."""
    return PRESETS[rules].goal == "open"


def against(games: "pd.DataFrame", reference: str, name: str) -> dict[str, float]:
    """The paired difference to the reference, with luck and without it."""
    columns = {"difference": games}
    if Judge(PRESETS[games["rules"].iloc[0]]).sees_luck:
        columns["corrected"] = games.assign(score=games["score"] - games["luck"])
    cells: dict[str, float] = {}
    widths: list[float] = []
    for column, table in columns.items():
        value = low = high = np.nan
        if name != reference:
            row = compare(table, reference, name).iloc[0]
            value, low, high = row["difference"], row["low"], row["high"]
        cells |= {column: value, f"{column}_low": low, f"{column}_high": high}
        widths.append(high - low)
    if len(widths) == 2:
        cells["saving"] = 1 - (widths[1] / widths[0]) ** 2 if widths[0] else np.nan
    return cells


def costs(games: "pd.DataFrame") -> dict[str, Any]:
    """Guesses and time, and what went wrong."""
    notes = [note for note in games["note"] if note]
    guesses, moves = games["guesses"], games["moves"].sum()
    milliseconds = 1000 * games["seconds"].sum() / moves if moves else np.nan
    regret = ratio_of("regret", games["regret"], guesses).value if guesses.any() else np.nan
    return {
        "guesses": guesses.mean(), "regret": regret, "ms": milliseconds,
        "failed": len(notes), "note": notes[0] if notes else "",
    }  # fmt: skip
