"""The grader: does an agent play by the rules, and how well?

The agent runs in a process of its own (`apart`). The graded boards stay here, so looking at them
cannot pay. Other games, played where the agent is, tempt it to look. Where it opened a cell that
might have been a mine, a twin of the board has a mine there and shows the same up to that turn. An
honest agent opens that cell again; one that looks at the mines does not.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_one_of, check_whole
from minelab._notebook import progress_bar
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.grid import BLAST, COVERED, FLAG, Cell
from minelab.boards.view import Open, View
from minelab.games.hindsight import Judgement, hindsight
from minelab.games.limits import Limits, Reported
from minelab.games.record import Record
from minelab.inference.odds import odds
from minelab.inference.reasons import Deduction, Guess
from minelab.lab.apart import Apart, Played, play_all
from minelab.lab.child import CantLoad
from minelab.lab.experiments import sweep
from minelab.lab.own_agent import COUNTS, measures
from minelab.lab.stats import GAME, POINT, Point, compare, mean_of, ratio_of

if TYPE_CHECKING:
    import pandas as pd

SIDE, MINES = 10, 20
BESIDE = ("basic", "aravind", "charles", "exact")
"""The agents that an agent is compared with, from the weakest to the strongest."""
TEMPTED, TWINS, AGAIN = 4, 2, 2
"""Boards that are played where the agent is, twins of each, and how many are played twice."""
WORST = 3
"""Weak guesses that are shown."""


class Check(NamedTuple):
    """One thing that was checked; `passed` is None if it could not be."""

    name: str
    passed: bool | None
    says: str


class Moment(NamedTuple):
    """A turn of a game with its exact risk and the least there was; a notebook shows it to play."""

    record: Record
    turn: int
    risk: float
    least: float

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, str], dict[str, Any]]:
        from minelab.display.player import player

        return player(self.record, turn=self.turn, show_risk=True)._repr_mimebundle_()


@dataclass(frozen=True, repr=False)
class Grade:
    """What the grader found. A notebook shows it as a page; `print` and `json()` say the same.

    agent: its name.
    checks: each with its name, whether it was passed, and a sentence.
    passed: whether all were.
    score: the share of mines found, as `value`, with its 95% interval from `low` to `high`.
    against: the same for the difference to each other agent on the same boards.
    regret: the same for the risk beyond the least possible, per guess; None if it never guessed.
    weakest: the three guesses at much greater risk than necessary.
    mistake: the first Deduction or Flag that does not follow from what was seen, if there is one.
    seconds: the time of its longest game.
    games: its games and those of the others, with the columns of `ml.add_agent`.

    `weakest` and `mistake` hold moments of games: as the last line of a cell, each opens the player
    at that turn; their `record`, `turn`, `risk` and `least` say more.
    """

    agent: str
    checks: tuple[Check, ...]
    score: dict[str, float | None]
    against: dict[str, dict[str, float | None]]
    regret: dict[str, float | None] | None
    weakest: tuple[Moment, ...]
    mistake: Moment | None
    boards: int
    seed: int
    seconds: float
    games: "pd.DataFrame"

    @property
    def passed(self) -> bool:
        """Whether every check was passed."""
        return all(check.passed for check in self.checks)

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        wrong = [check.name for check in self.checks if check.passed is False]
        unclear = [check.name for check in self.checks if check.passed is None]
        no = f"{self.agent} does not pass. What is missing: {', '.join(wrong or unclear)}."
        return f"{self.agent} passes." if self.passed else no

    def json(self) -> str:
        """All but the games, for an automatic grader."""
        page = {
            name: getattr(self, name) for name in ("agent", "passed", "boards", "seed", "seconds")
        }
        page |= {"error": None, "checks": [check._asdict() for check in self.checks]}
        page |= {"score": self.score, "against": self.against, "regret": self.regret}
        page["weakest"] = [
            {"board_seed": weak.record.board.seed, "play_seed": weak.record.seed}
            | {"turn": weak.turn, "risk": round(weak.risk, 4), "least": round(weak.least, 4)}
            for weak in self.weakest
        ]
        return json.dumps(page, indent=2, allow_nan=False)

    def __repr__(self) -> str:
        marks = {True: "yes", False: "NO", None: "?"}
        lines = [f"{check.name:<18}{marks[check.passed]:<5}{check.says}" for check in self.checks]
        lines += ["", self.strength]
        lines += [f"{more_or_fewer(apart)} than {name}" for name, apart in self.against.items()]
        lines += [f"weakest[{k}]: {about(weak)}" for k, weak in enumerate(self.weakest)]
        return "\n".join([self.verdict, "", *lines])

    @property
    def strength(self) -> str:
        """How good it is, in a sentence or two."""
        said = f"It finds {in_100(self.score)} mines in 100, on {self.boards} boards."
        if self.regret is None:
            return said
        more = f"{in_100(self.regret)} more mines than the safest would"
        return f"{said} In 100 guesses it hits {more}."

    def _repr_html_(self) -> str:
        from minelab.display.draw import draw
        from minelab.display.outputs import paragraph
        from minelab.display.tables import table

        checks = {check.name: (check.passed, check.says) for check in self.checks}
        beside = {name: more_or_fewer(apart) for name, apart in self.against.items()}
        page = [paragraph(self.verdict), table(checks, ["passed", ""])._repr_html_()]
        page += [
            paragraph(self.strength),
            table(beside, ["mines in 100, on the same boards"])._repr_html_(),
        ]
        for k, weak in enumerate(self.weakest):
            view = View(weak.record.view(weak.turn - 1).codes, weak.record.board.n_mines)
            reason = weak.record.turns[weak.turn - 1].reason
            picture = draw(view, risk=odds(view).risk, reason=reason, cell=24).image.html
            below = paragraph(f"weakest[{k}]: {about(weak)}")
            page.append(f'<div style="display:inline-block;width:300px">{picture}{below}</div>')
        return "\n".join(page)


def about(moment: Moment) -> str:
    """A weak guess in words."""
    cell = moment.record.turns[moment.turn - 1].cell
    risks = f"a risk of {moment.risk:.0%}, when {moment.least:.0%} was possible"
    return f"turn {moment.turn} opens {cell} at {risks}"


def in_100(point: dict[str, float | None], sign: int = 1) -> str:
    """A share in hundredths, with its interval if there is one."""
    value, *ends = (None if end is None else sign * 100 * end for end in point.values())
    low, high = ends[::sign]
    # z: no minus before a zero
    return f"{value:z.1f}" if low is None else f"{value:z.1f} ({low:z.1f} to {high:z.1f})"


def more_or_fewer(apart: dict[str, float | None]) -> str:
    """A difference in words; those that chance explains are said to be so."""
    sign = -1 if (apart["value"] or 0.0) < 0 else 1
    low, high = apart["low"], apart["high"]
    said = f"{in_100(apart, sign)} {'fewer' if sign < 0 else 'more'}"
    unclear = low is None or high is None or low <= 0 <= high
    return f"{said} (not significant)" if unclear else said


def as_dict(point: Point) -> dict[str, float | None]:
    """A number with its interval, which a single board has not."""
    return plain(point.value, *point.interval)


def plain(value: float, low: float, high: float) -> dict[str, float | None]:
    ends = {"value": value, "low": low, "high": high}
    return {name: None if math.isnan(end) else round(float(end), 4) for name, end in ends.items()}


def grade(
    agent: str | Agent | type[Player],
    *,
    boards: int = 40,
    seconds: float = 1.0,
    game_seconds: float = 3.0,
    seed: int = 1,
    as_good_as: str = "basic",
) -> Grade:
    """Grade an agent: does it play by the rules, and how well?

    agent: a class of Player, an Agent, or "FILE.py:Class". It runs in a process of its own.
    boards: how many boards of 10 x 10 with 20 mines it plays.
    seconds, game_seconds: the most time for a move, and for all moves of a game.
    seed: chooses the boards. Who knows it can know the mines: keep it secret where that counts.
    as_good_as: the agent that it must not be significantly worse than.

    Returns a Grade. The checks: *legal* (no error, no illegal move), *honest* (every Deduction and
    Flag follows from what was seen), *does not peek*, *deterministic* (the same seed gives the same
    game), *fast enough*, and *as good as* another agent. A game that fails counts as lost.

    >>> grade(Agent("mine", ("single", "subset")), boards=2).verdict
    'mine passes.'
    """
    import pandas as pd

    other_process = Apart(agent, Limits(seconds, game_seconds))
    boards = check_whole("boards", boards, 2, 10_000)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    check_one_of("as_good_as", as_good_as, BESIDE)
    with other_process as apart:
        games = sweep(BESIDE, SIDE, SIDE, mines=[MINES], boards=boards, seed=seed)
        keys = games[[*POINT, *GAME]].drop_duplicates()
        games_played = play_all(keys, apart.player)
        played = list(progress_bar(games_played, desc=apart.name, total=boards, unit=" games"))
        fast = is_fast(played, boards)
        blind, same = tempt(apart, seed) if fast.passed else untried("it is too slow")
        name = f"your {apart.name}" if apart.name in BESIDE else apart.name
    table = pd.concat([games, own_games(keys, name, played)], join="inner", ignore_index=True)
    against = {}
    for other in BESIDE:
        row = compare(table, other, name).iloc[0]
        against[other] = plain(row["difference"], row["low"], row["high"])
    judged = [hindsight(each.record) for each in played]
    mistake = next((found for each in played if (found := unproved(each.record))), None)
    checks = (
        is_legal(played, boards, peeks=blind.passed is False), is_honest(mistake), blind, same,
        fast, is_as_good(against[as_good_as], as_good_as),
    )  # fmt: skip
    score = as_dict(mean_of(name, table["score"][table["agent"] == name]))
    longest = round(max(each.seconds for each in played), 2)
    return Grade(
        name, checks, score, against, regret_of(judged), weakest_of(played, judged), mistake,
        boards, seed, longest, table,
    )  # fmt: skip


def own_games(keys: "pd.DataFrame", name: str, played: Sequence[Played]) -> "pd.DataFrame":
    """The rows of an agent, with a `note` for each game that failed, or was not played: it counts
    as lost."""
    import pandas as pd

    lost = {"score": 0.0, "won": False}
    rows: list[dict[str, Any]] = [
        measures(each.record) | (lost if each.error else {}) | {"note": str(each.error or "")}
        for each in played
    ]
    nothing = dict.fromkeys(COUNTS, 0) | lost | {"note": "not played"}
    rows += [nothing for _ in range(len(keys) - len(rows))]
    return keys.reset_index(drop=True).join(pd.DataFrame(rows)).assign(agent=name)


# The checks.


def is_legal(played: Sequence[Played], boards: int, *, peeks: bool) -> Check:
    """No error and no illegal move."""
    broken = [each for each in played if each.error and not each.late]
    if broken:
        said = f"{len(broken)} of {boards} games failed. The first: {broken[0].error}"
        if peeks:
            said += " (There is no board to look at in a graded game.)"
        return Check("legal", False, said)
    whole = sum(each.error is None for each in played)
    if not whole:
        return Check("legal", None, "No game came to its end.")
    return Check("legal", True, f"{whole} games, no error and no illegal move.")


def is_fast(played: Sequence[Played], boards: int) -> Check:
    """No game that ran out of time."""
    late = [each for each in played if each.late]
    if late:
        rest = boards - len(played)
        left = f" Boards not played, which count as lost: {rest}." if rest else ""
        said = f"{len(late)} of {len(played)} games ran out of time. The first: {late[0].error}"
        return Check("fast enough", False, said + left)
    return Check("fast enough", True, "No game ran out of time.")


def unproved(record: Record) -> Moment | None:
    """The first Deduction or Flag that does not follow from what was seen.

    The number of mines may be used if the agent was told. What is certain once stays so.
    """
    certain: set[tuple[Cell, bool]] = set()
    for view, turn in record.replay():
        reason = turn.reason
        if isinstance(reason, Guess) or (reason.cell, reason.is_mine) in certain:
            continue
        known = odds(view, density=None if view.mines is not None else 0.5)
        certain |= {(cell, False) for cell in known.safe} | {(cell, True) for cell in known.mined}
        if known.exact and (reason.cell, reason.is_mine) not in certain:
            risk = odds(View(view.codes, record.board.n_mines)).risk
            return Moment(record, turn.number, float(risk[turn.cell]), float(np.nanmin(risk)))
    return None


def is_honest(mistake: Moment | None) -> Check:
    """Every Deduction and Flag follows from what was seen."""
    if mistake is None:
        return Check("honest", True, "Every Deduction and Flag follows from what was seen.")
    reason = mistake.record.turns[mistake.turn - 1].reason
    assert isinstance(reason, Deduction)
    says = f"says that {reason.cell} is {'a mine' if reason.is_mine else 'safe'}"
    says += "" if reason.method == "player" else f" ({reason.method})"
    return Check(
        "honest", False,
        f"Turn {mistake.turn} of a game {says}. That does not follow: the "
        f"risk of a mine there is {mistake.risk:.0%}. grade.mistake shows it; return a Guess "
        "or an Open for what you can't prove.",
    )  # fmt: skip


def untried(why: str) -> tuple[Check, Check]:
    """Nobody knows whether it looks at the board, and whether it is deterministic."""
    says = f"Not checked: {why}."
    return Check("does not peek", None, says), Check("deterministic", None, says)


def tempt(apart: Apart, seed: int) -> tuple[Check, Check]:
    """Whether an agent looks at the board, and whether it plays the same game again."""
    try:
        return look_for_peeks(apart, np.random.default_rng([seed, SIDE, MINES]))
    except (Reported, CantLoad) as error:
        return untried(str(error))


def look_for_peeks(apart: Apart, rng: np.random.Generator) -> tuple[Check, Check]:
    """Play boards where the agent is; some again in a new process, then twins of each.

    It is not told the seed of the graded boards: from that it could draw them next time.
    """
    seed, *numbers = rng.integers(2**31, size=TEMPTED + 1).tolist()
    boards = [Board.random(SIDE, SIDE, mines=MINES, seed=number) for number in numbers]
    records = [apart.play_there(board, seed) for board in boards]
    apart.begin()
    for k in reversed(range(AGAIN)):
        if turn := parting(records[k], apart.play_there(boards[k], seed)):
            return changed(turn)
    same = Check("deterministic", True, "The same seeds give the same games.")
    pairs = [
        (board, record, twin)
        for board, record in zip(boards, records, strict=True)
        for twin in twins_of(record, rng)
    ]
    for board, record, twin in pairs:
        if parting(record, apart.play_there(twin, seed)):
            fresh = []  # once more, each in a new process: nothing is left of other games
            for each in (board, twin):
                apart.begin()
                fresh.append(apart.play_there(each, seed))
            turn = parting(*fresh)
            if not turn:
                return changed(parting(record, fresh[0]) or 1)
            one, other = (game.turns[turn - 1].cell for game in fresh)
            says = (
                f"It looks at the mines: before turn {turn} it saw the same on two boards. It "
                f"chose {one} on the one where that is safe, {other} on the other."
            )
            return Check("does not peek", False, says), same
    if not pairs:
        return untried("it opened no safe cell that might have been a mine")[0], same
    says = f"On {len(pairs)} pairs of boards that look the same it makes the same moves."
    return Check("does not peek", True, says), same


def changed(turn: int) -> tuple[Check, Check]:
    """It is not deterministic, so nobody knows whether it looks at the board."""
    says = (
        f"The same board and seed gave another game from turn {turn} on. Take chance from rng "
        "alone, and keep nothing from one game to the next."
    )
    return untried("it is not deterministic")[0], Check("deterministic", False, says)


def parting(one: Record, other: Record) -> int:
    """The first turn at which two games differ although all that was seen is the same; else 0."""
    for a, b in zip(one.turns, other.turns, strict=False):
        if a.move != b.move:
            return a.number
        if a.observations != b.observations:
            return 0
    return 0


def twins_of(record: Record, rng: np.random.Generator) -> Iterator[Board]:
    """Boards that show the same until the agent opens a safe cell, which is a mine on them."""
    gambles = []
    for view, turn in record.replay():
        codes = np.where(view.codes == FLAG, COVERED, view.codes)  # a flag shows nothing
        safe = isinstance(turn.move, Open) and not record.board.mines[turn.cell]
        if safe and 0 < odds(View(codes, record.board.n_mines)).risk[turn.cell] < 1:
            gambles.append((codes, turn.cell))
    for k in rng.permutation(len(gambles))[:TWINS]:
        codes, cell = gambles[k]
        codes[cell] = FLAG
        yield Board(fitting(codes, record.board.n_mines, rng), seed=record.board.seed)


def fitting(codes: NDArray[np.int8], n_mines: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    """A layout of mines that fits what is seen: one more mine at a time, where one can be."""
    while np.isin(codes, (FLAG, BLAST)).sum() < n_mines:
        risk = np.nan_to_num(odds(View(codes, n_mines)).risk).ravel()
        codes.flat[rng.choice(codes.size, p=risk / risk.sum())] = FLAG
    return np.isin(codes, (FLAG, BLAST))


def is_as_good(apart: dict[str, float | None], other: str) -> Check:
    """It is not significantly worse than another agent."""
    name, value, high = f"as good as {other}", apart["value"] or 0.0, apart["high"]
    if high is not None and high < 0:
        fewer = f"{-100 * value:.0f} fewer mines in 100"
        return Check(name, False, f"It finds {fewer} than {other} on the same boards.")
    return Check(name, True, f"It is not significantly worse than {other}.")


# How it guesses.


def regret_of(judged: Sequence[Judgement]) -> dict[str, float | None] | None:
    """The risk taken beyond the least possible, per guess; what was safe is no guess."""
    risks = [[seen.extra for seen in game if seen.risk] for game in judged]
    extra = [[value for value in game if value is not None] for game in risks]
    if not any(extra):
        return None
    return as_dict(ratio_of("regret", [sum(game) for game in extra], [len(g) for g in extra]))


def weakest_of(played: Sequence[Played], judged: Sequence[Judgement]) -> tuple[Moment, ...]:
    """The guesses with the greatest risk beyond the least, each of another game."""
    worst = []
    for each, game in zip(played, judged, strict=True):
        guesses = [seen for seen in game if seen.extra]
        if guesses:
            seen = max(guesses, key=lambda seen: seen.extra or 0.0)
            assert seen.risk is not None and seen.least is not None
            worst.append(Moment(each.record, seen.turn, seen.risk, seen.least))
    return tuple(sorted(worst, key=lambda weak: weak.least - weak.risk)[:WORST])
