"""Games checked against the true board, their counters, their other form and their record."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.agents.guesses import CHOSEN_BY
from minelab.boards.game import Game
from minelab.boards.grid import Cell
from minelab.boards.rules import Status
from minelab.boards.view import Flag, Open, View
from minelab.games.compiled import NAME_OF_CODE, engine_game, unpad
from minelab.games.play import play
from minelab.games.record import Record, Turn
from minelab.inference.reasons import Guess
from tests.soak.cases import Case


class Wrong(Exception):
    """A check that failed."""


def must(holds: object, message: str) -> None:
    if not holds:
        raise Wrong(message)


class Step(NamedTuple):
    """A move of a game, in either form."""

    cell: Cell
    is_mine: bool
    by: str
    """The method or the guess rule."""
    proved: bool


class Played(NamedTuple):
    """A finished game, in either form."""

    status: Status
    counters: dict[str, int]
    steps: list[Step]
    codes: NDArray[np.int8] | None
    """What the engine saw in the end."""


def play_case(case: Case, engine: bool) -> Played | None:
    """The game of a case; None if there is no room for its first click."""
    from minelab.engine.state import GIVEN

    try:
        if engine:
            status, counters, log, codes = engine_game(case.setting, case.agent, [*case.given])
            cols = case.board.cols
            steps = [
                Step(unpad(i, cols), bool(is_mine), CHOSEN_BY[code], False)
                if code >= GIVEN
                else Step(unpad(i, cols), bool(is_mine), NAME_OF_CODE[code], True)
                for i, is_mine, code, _ in log.tolist()
            ]
            return Played(status, counters, steps, codes)
        record = play_record(case, engine=False)
        return Played(record.status, record.counters, [*map(as_step, record.turns)], None)
    except ValueError as error:
        if "room" not in str(error):
            raise
        return None


def play_record(case: Case, engine: bool) -> Record:
    return play(
        case.board, case.agent, seed=case.number, rules=case.rules, guesses=case.given,
        engine=engine,
    )  # fmt: skip


def as_step(turn: Turn) -> Step:
    reason = turn.reason
    if isinstance(reason, Guess):
        return Step(turn.cell, False, reason.rule, False)
    return Step(turn.cell, reason.is_mine, reason.method, True)


class Look(NamedTuple):
    """A position of a game, and the move that was made there."""

    view: View
    step: Step


def check_game(case: Case, played: Played, chosen: set[int]) -> dict[int, Look]:
    """Check every deduction against the board and the end against the counters.

    Returns the chosen positions.
    """
    game = Game(case.board, case.rules, knows_total=bool(case.agent.total_for))
    looks = {}
    for k, step in enumerate(played.steps):
        if k in chosen:
            looks[k] = Look(game.view, step)
        if step.proved and game.board.mines[step.cell] != step.is_mine:
            raise Wrong(f"move {k + 1}: {step} is not so\n{game.view}")
        game.play(Flag(step.cell) if step.is_mine else Open(step.cell))
    status, counters = played.status, played.counters
    must(game.over, "the game stopped before its end")
    must(game.status == status, f"ends with {status}, its moves with {game.status}")
    if played.codes is not None:
        same = bool((game.codes == played.codes).all())
        must(same, f"the engine saw\n{played.codes}\nnot\n{game.view}")
    guesses = [step for step in played.steps if not step.proved]
    must(counters["guesses"] == len(guesses), f"{len(guesses)} guesses, not {counters}")
    at_random = sum(step.by == "random" for step in guesses)
    must(counters["random_picks"] == at_random, f"{at_random} random picks, not {counters}")
    for name, n in Counter(step.by for step in played.steps if step.proved).items():
        must(counters[f"deduced_{name}"] == n, f"{n} deductions by {name}, not {counters}")
    proved = sum(n for name, n in counters.items() if name.startswith("deduced_"))
    must(proved == len(played.steps) - len(guesses), f"{proved} deductions counted")
    must(status.wrong_flags == 0 and status.blasts <= len(guesses), f"too much went off: {status}")
    must(0 <= case.rules.score(status) <= 1, f"a score of {case.rules.score(status)}")
    return looks


def check_forms(case: Case, played: Played | None, other: Played | None) -> None:
    """Both forms of an agent must know the same at every guess, and guess and score the same."""
    if played is None or other is None:
        must(played is other, "only one form found no room for the first click")
        return
    here, there = (knowledge(case, game) for game in (played, other))
    for k, (one, two) in enumerate(zip(here, there, strict=False)):
        must(one == two, f"guess {k + 1} differs between the forms:\n{one}\n{two}")
    must(len(here) == len(there), f"{len(here)} guesses in one form, {len(there)} in the other")
    # Where only opening counts, flags after the last safe cell don't matter.
    same = replace(played.status, right_flags=other.status.right_flags)
    if case.rules.goal == "mark":
        same = played.status
    must(same == other.status, f"{played.status} in one form, {other.status} in the other")


def knowledge(case: Case, played: Played) -> list[tuple[str, Cell]]:
    """What was seen at every guess, and the cell that was taken."""
    guesses = {k for k, step in enumerate(played.steps) if not step.proved}
    looks = check_game(case, played, guesses)
    return [(str(look.view), look.step.cell) for look in looks.values()]


def check_record(case: Case, played: Played) -> None:
    """The record must have the same game and true reasons, and come back from a file."""
    record = play_record(case, engine=case.engine)
    must([*map(as_step, record.turns)] == played.steps, "the record has other moves")
    mines = record.final_board.mines
    for turn in record.turns:
        if isinstance(turn.reason, Guess) or turn.reason.supposed:
            continue  # what breaks under a supposition is not true
        for said in turn.reason.because:
            n = sum(bool(mines[cell]) for cell in said.cells)
            must(n == said.mines, f"turn {turn.number} rests on {said}, there are {n}")
    with TemporaryDirectory() as folder:
        path = Path(folder, "record.jsonl")
        record.save(path)
        must(Record.load(path) == record, "the record does not come back from its file")
    if record.turns:
        record.explain(1 + case.number % len(record.turns))
