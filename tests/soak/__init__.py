"""Soak: random games of all kinds, for as long as you like, with every deduction checked.

A case is one whole number. Board, rules, agent and its form are drawn from it. The game is checked
against the true board and its own counters, and sometimes against the other form of the agent, its
record, and, position by position, all layouts that fit. A failure is reported with its number,
which makes the same case again.
"""

import argparse
import os
import sys
import threading
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import NamedTuple, TypeAlias

import numpy as np
from joblib import Parallel, delayed
from joblib.externals.loky import ProcessPoolExecutor

from minelab._checks import check_whole
from minelab._notebook import progress_bar
from minelab.lab.runner import end_with
from tests.soak.cases import LAST, Case, also, describe, draw, most_cells
from tests.soak.games import Wrong, check_forms, check_game, check_record, play_case
from tests.soak.positions import (
    MOST_COVERED,
    MOST_NEAR,
    check_large,
    check_position,
    check_proof,
    near_clues,
)

REPLAY = "python -m minelab soak --replay"
MOST_WRONG = 20
"""A soak goes on after a failure, so that one does not hide another, up to this many."""
PROOFS = 30
"""How many deductions of a game are checked against the layouts around them."""
MEASURES = {
    "games": "played to the end",
    "moves": "made in them",
    "deductions": "each checked against the true board",
    "both forms": "games played by the engine and by the readable form, guess by guess",
    "records": "every constraint that a turn rests on checked against the board; saved and loaded",
    "proofs": "deductions checked against all layouts of their part of the board",
    "positions": "all layouts tried, and every method checked against them",
    "claims": "cells that methods proved there",
    "odds": "positions whose risks were checked against the count of layouts, or a SAT solver",
    "no room": "boards too full for a protected first click",
}
Tally: TypeAlias = Counter[tuple[str, str, str]]
"""What was tried: by heading, label and measure."""


class Result(NamedTuple):
    """What came of a case."""

    number: int
    done: Tally = Counter()
    wrong: str = ""
    gave_up: bool = False


Attempt: TypeAlias = Callable[[int], Result]


def check_case(case: Case) -> Counter[str]:
    """Play a case and check everything about it; a Wrong says what is not as it must be."""
    rng = np.random.default_rng([case.number, 1])
    played = play_case(case, case.engine)
    small = case.board.mines.size <= most_cells(case.agent, False, 0)
    done: Counter[str] = Counter()
    if case.engine and small and rng.random() < 0.5:
        check_forms(case, played, play_case(case, engine=False))
        done["both forms"] += 1
    if played is None:
        return done + Counter({"no room": 1})
    n = len(played.steps)
    guesses = [k for k, step in enumerate(played.steps) if not step.proved]
    chosen = {int(k) for k in rng.integers(0, max(1, n), 4)}
    chosen |= {int(k) for k in rng.integers(max(0, n - 8), max(1, n), 2)}  # few cells are left
    chosen |= {int(k) for k in rng.choice(guesses, min(4, len(guesses)), replace=False)}
    proved = [k for k, step in enumerate(played.steps) if step.proved]
    proofs = {int(k) for k in rng.choice(proved, min(PROOFS, len(proved)), replace=False)}
    seen = check_game(case, played, chosen | proofs)
    for k in sorted(proofs):
        done += check_proof(seen[k], case.agent)
    looks = [look for k, look in seen.items() if k in chosen]
    done += Counter(games=1, moves=n, deductions=len(proved))
    if small and rng.random() < 0.4:
        check_record(case, played)
        done["records"] += 1
    for more in also(case) if case.engine else ():
        again = play_case(more, engine=True)
        if again is not None:
            try:
                check_game(more, again, set())
            except Wrong as error:
                raise Wrong(f"{error}\non the board of seed {more.board.seed}") from None
            deductions = sum(step.proved for step in again.steps)
            done += Counter(games=1, moves=len(again.steps), deductions=deductions)
    few = [look for look in looks if len(near_clues(look.view, look.view.open)) <= MOST_NEAR]
    for k in rng.permutation(len(few))[:2].tolist():
        done += check_position(few[k], case.agent, case.board.n_mines, bool(rng.integers(2)))
    many = [look for look in looks if look not in few and len(look.view.covered) <= MOST_COVERED]
    if many and rng.random() < 0.25:
        done += check_large(many[0], case.board.n_mines)
    return done


def try_case(number: int) -> Result:
    """Draw a case and check it."""
    try:
        case = draw(number)
        done = check_case(case)
        tally = {(*label, what): n for label in case.labels() for what, n in done.items()}
        return Result(number, Counter(tally))
    except Wrong as error:
        return Result(number, wrong=f"{describe(number)}\nWRONG: {error}")
    except Exception:  # whatever it is, no case may raise it
        return Result(number, wrong=f"{describe(number)}\nWRONG: {traceback.format_exc()}")


class Workers:
    """Processes that try cases, one for each thread that asks; one that fails is replaced."""

    def __init__(self, attempt: Attempt, limit: float) -> None:
        self.attempt, self.limit = attempt, limit
        self.pools: dict[int, ProcessPoolExecutor] = {}

    def try_case(self, number: int) -> Result:
        """What comes of a case: a process that dies is a failure, one that is late gives up."""
        thread = threading.get_ident()
        if thread not in self.pools:
            pool = ProcessPoolExecutor(1, initializer=end_with, initargs=(os.getpid(),))
            pool.submit(callable, self.attempt).result()  # its imports don't count for the limit
            self.pools[thread] = pool
        try:
            return self.pools[thread].submit(self.attempt, number).result(self.limit)
        except TimeoutError:
            result = Result(number, gave_up=True)
        except BrokenExecutor as error:
            result = Result(number, wrong=f"{describe(number)}\nWRONG: {error}")
        self.pools.pop(thread).shutdown(kill_workers=True)
        return result

    def stop(self) -> None:
        for pool in tuple(self.pools.values()):
            pool.shutdown(kill_workers=True)


def results(
    numbers: Iterator[int], workers: int, limit: float, attempt: Attempt
) -> Generator[Result]:
    """What comes of the cases; 0 workers try them here, one by one and without a time limit."""
    if workers == 0:
        yield from map(attempt, numbers)
        return
    crew = Workers(attempt, limit)
    threads = Parallel(
        workers, "threading", return_as="generator_unordered", batch_size=1, pre_dispatch="n_jobs"
    )
    made = threads(delayed(crew.try_case)(number) for number in numbers)
    try:
        for result in made:  # noqa: UP028 - `yield from` would close it, with a warning
            yield result
    finally:
        crew.stop()
        with warnings.catch_warnings(action="ignore"):  # joblib warns of unused results
            made.close()


@dataclass
class Outcome:
    """What a soak has tried, and what went wrong."""

    tally: Tally = field(default_factory=Counter)
    cases: int = 0
    wrong: list[int] = field(default_factory=list)
    gave_up: list[int] = field(default_factory=list)
    seconds: float = 0.0
    stopped: bool = False

    def add(self, result: Result) -> None:
        self.cases += 1
        self.tally.update(result.done)
        if result.wrong:
            self.wrong.append(result.number)
        if result.gave_up:
            self.gave_up.append(result.number)

    def __str__(self) -> str:
        """A table of what was tried, and the verdict."""
        rows = dict.fromkeys((heading, label) for heading, label, _ in sorted(self.tally))
        lines = [" " * 26 + "".join(f"{measure:>12}" for measure in MEASURES)]
        for heading, label in sorted(rows, key=in_order):
            counts = (self.tally[heading, label, measure] for measure in MEASURES)
            lines.append(f"{f'{heading}: {label}':26}" + "".join(f"{n:12,}" for n in counts))
        lines += ["", *(f"{measure}: {meaning}" for measure, meaning in MEASURES.items()), ""]
        ended = "stopped by hand after" if self.stopped else "in"
        verdict = "nothing wrong in the others" if self.gave_up else "nothing wrong"
        if self.wrong:
            verdict = f"WRONG in {sorted(self.wrong)}"
        lines.append(f"{self.cases:,} cases {ended} {self.seconds / 60:.1f} minutes: {verdict}")
        if self.gave_up:
            lines.append(f"given up for taking too long: {sorted(self.gave_up)}")
        return "\n".join(lines)


def in_order(row: tuple[str, str]) -> tuple[bool, str, int, str]:
    """Rows of the table: all cases first; sizes and shares by their number."""
    heading, label = row
    digits = "".join(letter for letter in label if letter.isdigit())
    number = int(digits) if label.startswith("up to") else 0
    return heading != "cases", heading, number, label


def soak(
    *,
    minutes: float | None = None,
    cases: int | None = None,
    seed: int = 1,
    workers: int = 1,
    limit: float = 300.0,
    attempt: Attempt = try_case,
) -> Outcome:
    """Try cases until the time is up, or a number of them.

    minutes, cases: how long, or how many; whichever is reached first ends it.
    seed: the number of the first case; the others follow one by one.
    workers: processes; 0 for this one, in which the time limit does not work.
    limit: seconds after which a case is given up.
    """
    seed = check_whole("seed", seed, 0, LAST)
    workers = check_whole("workers", workers, 0, 1000)
    if minutes is None and cases is None:
        raise ValueError("give minutes or cases: when should it end?")
    for name, value in (("minutes", minutes), ("limit", limit)):
        if value is not None and not 0 < value < float("inf"):
            raise ValueError(f"{name} must be a number above 0, not {value!r}")
    if cases is not None:
        cases = check_whole("cases", cases, 1, LAST)
    outcome, start = Outcome(), monotonic()
    seconds = float("inf") if minutes is None else 60 * minutes

    def numbers() -> Iterator[int]:
        for number in count(seed) if cases is None else range(seed, seed + cases):
            if monotonic() - start >= seconds or len(outcome.wrong) >= MOST_WRONG:
                return
            yield number

    total, unit = (round(seconds), "s") if cases is None else (cases, " cases")
    with (
        progress_bar(desc="soak", unit=unit, total=total, unit_scale=True, smoothing=0) as bar,
        closing(results(numbers(), workers, limit, attempt)) as made,
    ):
        try:
            for result in made:
                outcome.add(result)
                if result.wrong:
                    bar.write(f"{result.wrong}\nagain: {REPLAY} {result.number}\n")
                done = min(total, int(monotonic() - start)) if cases is None else outcome.cases
                bar.set_postfix_str(
                    f"{outcome.tally['cases', 'all', 'games']:,} games", refresh=False
                )
                bar.update(done - bar.n)
        except KeyboardInterrupt:
            outcome.stopped = True
    outcome.seconds = monotonic() - start
    return outcome


def main(arguments: Sequence[str]) -> None:
    """The command `python -m minelab soak`: print what was tried, also when stopped."""
    parser = argparse.ArgumentParser(
        "minelab soak",
        description="Boards, rules and agents are drawn from a number, one case after another. "
        "Every deduction is compared with the truth, and a sample of positions with all layouts "
        "that fit. It continues after a failure. The exit code is 1 if a case failed or was "
        "given up.",
    )
    option = parser.add_argument
    option("--minutes", type=float, help="how long (default: 1)")
    option("--cases", type=int, help="or how many cases")
    option("--seed", type=int, default=1, help="the number of the first case")
    option("--workers", type=int, default=1, help="processes; 0 runs in this one")
    option("--limit", type=float, default=300, help="seconds before a case is given up")
    option("--replay", type=int, metavar="CASE", help="only this case, in this process")
    options = parser.parse_args(arguments)
    if options.replay is not None:
        return replay(check_whole("replay", options.replay, 0, 2 * LAST))
    minutes = 1 if options.minutes is None and options.cases is None else options.minutes
    outcome = soak(
        minutes=minutes, cases=options.cases, seed=options.seed, workers=options.workers,
        limit=options.limit,
    )  # fmt: skip
    print(outcome)
    if outcome.wrong or outcome.gave_up:
        sys.exit(1)


def replay(number: int) -> None:
    """Run one case again."""
    print(describe(number))
    result = try_case(number)
    if result.wrong:
        sys.exit(result.wrong)
    tried = {what: n for (heading, _, what), n in result.done.items() if heading == "cases"}
    print(f"nothing wrong: {', '.join(f'{n} {what}' for what, n in tried.items())}")
