"""Exact odds: our engine, our Python call and ms_toollib, in turn on the same positions.

In each round every contender goes through all positions, one after the other; its time for a
position is the median of its rounds, in CPU time. What they answer is compared.

A contender is given the views and prepares a function that goes through them once: seconds and
a table of risks for each, None where the contender gave up.
"""

import argparse
import ctypes
import time
from itertools import islice

import numpy as np
from numba import njit
from tqdm.auto import tqdm

import minelab as ml
from minelab.engine.odds import SOLVED, evaluate
from minelab.engine.views import prepare, write_risks
from minelab.grid import COVERED, check_whole
from minelab.odds import MOST_STATES, workspace
from tests.positions import mid_game_views, scattered_views, toollib_board

try:
    import ms_toollib as toollib
except ImportError:
    toollib = None

ROUNDS = 3
TOLERANCE = 1e-9

CLOCK = time.CLOCK_PROCESS_CPUTIME_ID
read_clock = ctypes.CDLL(None).clock_gettime  # what time.process_time reads, for compiled code
read_clock.argtypes = [ctypes.c_int, ctypes.c_void_p]


@njit
def cpu_seconds(clock):
    """The CPU time of this process; `clock` has room for seconds and nanoseconds."""
    read_clock(CLOCK, clock.ctypes.data)
    return clock[0] + 1e-9 * clock[1]


# The engine without Python around it: `evaluate_all` and `by_engine` know how it is called.


@njit
def evaluate_all(codes, seen, info, left, risk, solved, seconds, parts_space, search, folds):
    """Evaluate all positions; for each the risks of its covered cells, and the time."""
    rows, cols = codes.shape[1:]
    clock = np.zeros(2, np.int64)
    for k in range(len(codes)):
        start = cpu_seconds(clock)
        covered, mines = left[k]
        end, _ = evaluate(
            seen[k], info[k], rows, cols, covered, mines, 0.0, parts_space, search, folds
        )
        seconds[k] = cpu_seconds(clock) - start
        solved[k] = end == SOLVED
        if solved[k]:
            write_risks(codes[k], seen[k], covered, mines, 0.0, risk[k], parts_space, search, folds)


def by_engine(views):
    """The engine over prepared arrays; single clues are settled before, as they are in a game."""
    rows, cols = views[0].rows, views[0].cols
    _, _, trials, *spaces = workspace(rows, cols, MOST_STATES)
    codes = np.array([view.codes for view in views])
    size = (rows + 4) * (cols + 2) + 4
    seen, info = np.empty((len(views), size), np.int8), np.empty((len(views), size), np.int32)
    risk, left = np.empty(codes.shape), []
    for k, view in enumerate(views):
        _, *counts = prepare(codes[k], view.mines, risk[k], seen[k], info[k], trials)
        left.append(counts)
    solved, seconds = np.zeros(len(views), np.bool_), np.empty(len(views))

    def once():
        evaluate_all(codes, seen, info, np.array(left), risk, solved, seconds, *spaces)
        return seconds.copy(), [r if ok else None for r, ok in zip(risk, solved, strict=True)]

    return once


def by_calls(prepare, read):
    """A contender in Python: `prepare` makes a call for a view, `read` its answer's risks."""

    def contender(views):
        calls = [prepare(view) for view in views]

        def once():
            seconds, risks = [], []
            for call in calls:
                start = time.process_time()
                answer = call()
                seconds.append(time.process_time() - start)
                risks.append(read(answer))
            return np.array(seconds), risks

        return once

    return contender


def toollib_call(function):
    """Prepares calls of one of ms_toollib's functions."""

    def prepare(view):
        board = toollib_board(view)
        return lambda: getattr(toollib, function)(board, view.mines)

    return prepare


def read_enumeration(answer):
    """The risks near clues come one by one, the others as one number."""
    near, elsewhere, *_ = answer
    risk = np.full((16, 30), elsewhere)
    for cell, chance in near:
        risk[cell] = chance
    return risk


PEER = "ms_toollib"
SCATTERED = {
    "our engine": by_engine,
    "ml.odds": by_calls(
        lambda view: lambda: ml.odds(view), lambda found: found.risk if found.exact else None
    ),
    PEER: by_calls(toollib_call("cal_probability_onboard"), lambda answer: np.array(answer[0])),
}
# Its plain enumeration is often faster in a game; scattered positions it may not finish.
MID_GAME = SCATTERED | {
    "ms_toollib, enumeration": by_calls(toollib_call("cal_probability_enum"), read_enumeration)
}


def compare(views, contenders):
    """Seconds of each contender for each view, how many were too much for it, and the largest
    difference in any cell from what ms_toollib says."""
    passes = {name: prepare(views) for name, prepare in contenders.items()}
    covered = [view.codes == COVERED for view in views]
    seconds = {name: [] for name in contenders}
    for _ in tqdm(range(ROUNDS), desc="rounds", disable=None, leave=False):
        answers = {}
        for name, once in passes.items():
            spent, answers[name] = once()
            seconds[name].append(spent)
    gaps = [
        np.abs(risk - theirs)[cells].max()
        for risks in answers.values()
        for risk, theirs, cells in zip(risks, answers[PEER], covered, strict=True)
        if risk is not None
    ]
    refused = {name: sum(risk is None for risk in risks) for name, risks in answers.items()}
    return {name: np.median(s, axis=0) for name, s in seconds.items()}, refused, np.max(gaps)


def report(title, views, contenders, unit, per_second):
    """Measure, and print a table."""
    seconds, refused, widest = compare(views, contenders)
    print(f"\n{title}, CPU {unit} a position")
    print(f"{'':<25}{'mean':>9}{'median':>9}{'p95':>9}{'max':>9}   ms_toollib takes")
    theirs = seconds[PEER]
    for name, ours in seconds.items():
        figures = ours.mean(), np.median(ours), np.quantile(ours, 0.95), ours.max()
        line = f"{name:<25}" + "".join(f"{figure * per_second:>9,.1f}" for figure in figures)
        if name != PEER:
            line += f"   {theirs.mean() / ours.mean():.1f} times as long"
            line += f" (medians: {np.median(theirs) / np.median(ours):.1f})"
        print(line)
    for name, n in refused.items():
        if n:
            print(f"{name} could not solve {n} of {len(views)}")
    print(f"largest difference from ms_toollib in any cell: {widest:.0e}")
    if not widest <= TOLERANCE:
        raise SystemExit(f"the answers differ by {widest}: the times above mean nothing")


def main():
    """Read the options, draw the positions, print the tables."""
    parser = argparse.ArgumentParser(description="Exact odds beside ms_toollib.")
    parser.add_argument("--mid-game", type=int, default=300, help="so many positions")
    parser.add_argument("--scattered", type=int, default=40, help="so many positions")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if toollib is None:
        print("\nexact odds: left out, ms_toollib is not installed (extra `bench`)")
        return

    def drawn(views, n):
        n = check_whole("the number of positions", n, 1, 10**6)
        return list(tqdm(islice(views, n), total=n, desc="drawing", disable=None, leave=False))

    views = drawn(mid_game_views(options.seed), options.mid_game)
    report(f"{len(views)} mid-game expert positions", views, MID_GAME, "microseconds", 1e6)
    views = drawn(scattered_views(options.seed), options.scattered)
    report(f"{len(views)} scattered 16x30 positions", views, SCATTERED, "milliseconds", 1e3)


if __name__ == "__main__":
    main()
