"""Exact odds: the chance of a mine in every covered cell, on the same positions.

In each round every contender goes through all positions, one after the other; its time for a
position is the median of its rounds, in CPU time. The clock of each runs from the position, in the
form that it takes, to the risks of all cells. What they answer is compared.

A contender is given the views and prepares a function that goes through them once: seconds for
each, or one figure if it takes all at once; and a table of risks for each, None where it gave up.
"""

import ctypes
import time
from collections import Counter
from itertools import islice
from math import comb, prod

import numpy as np
from numba import njit
from tqdm.auto import tqdm

import minelab as ml
from benchmarks.timing import Table, short, times
from minelab.boards.grid import COVERED
from minelab.engine.view_odds import SOLVED, solve_view
from minelab.inference.methods.groups import groups_of
from minelab.inference.odds import MOST_STATES, workspace
from tests.positions import mid_game_views, scattered_views, toollib_board

try:
    import ms_toollib as toollib
except ImportError:
    toollib = None

FULL = {"mid_game": 300, "scattered": 30, "rounds": {"mid-game": 11, "scattered": 3}, "seed": 0}
QUICK = {"mid_game": 10, "scattered": 2, "rounds": {"mid-game": 2, "scattered": 2}, "seed": 0}
TOLERANCE = 1e-9
FIGURES = ("median", "mean", "p95", "max")

CLOCK = time.CLOCK_PROCESS_CPUTIME_ID
read_clock = ctypes.CDLL(None).clock_gettime  # what time.process_time reads, for compiled code
read_clock.argtypes = [ctypes.c_int, ctypes.c_void_p]


@njit
def read_seconds(clock):
    """The CPU time of this process; `clock` has room for seconds and nanoseconds."""
    read_clock(CLOCK, clock.ctypes.data)
    return clock[0] + 1e-9 * clock[1]


# The engine without Python around it.


@njit
def solve_all(codes, mines, risk, solved, seconds, space):
    """Solve all positions; for each the risks of its covered cells, and the time."""
    clock = np.zeros(2, np.int64)
    for k in range(len(codes)):
        start = read_seconds(clock)
        end, _, _, _ = solve_view(codes[k], mines[k], 0.0, risk[k], space)
        seconds[k] = read_seconds(clock) - start
        solved[k] = end == SOLVED


def by_engine(views):
    """The engine in compiled code, from one position to the next."""
    codes = np.array([view.codes for view in views])
    mines = np.array([view.mines for view in views])
    risk, solved, seconds = np.empty(codes.shape), np.empty(len(views), bool), np.empty(len(views))
    space = workspace(*codes.shape[1:], MOST_STATES)

    def once():
        solve_all(codes, mines, risk, solved, seconds, space)
        return seconds.copy(), [
            r.copy() if ok else None for r, ok in zip(risk, solved, strict=True)
        ]

    return once


def by_list(views):
    """One call of `ml.odds` for all views; the time is the mean for a view."""

    def once():
        start = time.process_time()
        found = ml.odds(views)
        seconds = np.array([time.process_time() - start]) / len(views)
        return seconds, [known.risk if known.exact else None for known in found]

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


def enumerate_odds(view):
    """The odds from all placements that the readable `groups` goes through, in whole numbers."""
    found = groups_of(view)
    ways, mined = [], {}  # by the number of mines in a group: placements, and those mines in a box
    for k, group in enumerate(found):
        ways.append(Counter())
        for placement in group.placements:
            mines = sum(placement)
            weight = prod(comb(len(box), n) for box, n in zip(group.boxes, placement, strict=True))
            ways[k][mines] += weight
            for box, n in zip(group.boxes, placement, strict=True):
                mined.setdefault((k, box), Counter())[mines] += weight * n
    left = view.mines - len(view.known)
    outside = len(view.covered) - sum(len(box) for _, box in mined)

    def layouts(counts, cells, mines):
        """How many layouts so many placements, cells outside and mines left make."""
        return sum(n * comb(cells, mines - m) for m, n in counts.items() if m <= mines)

    together = fold(ways)
    total = layouts(together, outside, left)
    elsewhere = layouts(together, outside - 1, left - 1) / total if outside else 0.0
    risk = np.where(view.codes == COVERED, elsewhere, np.nan)
    others = [fold(ways[:k] + ways[k + 1 :]) for k in range(len(found))]
    for (k, box), counts in mined.items():
        chance = layouts(fold([counts, others[k]]), outside, left) / (total * len(box))
        for cell in box:
            risk[cell] = chance
    return risk


def fold(parts):
    """The ways of all parts together, by the number of mines."""
    together = Counter({0: 1})
    for part in parts:
        before, together = together, Counter()
        for a, x in before.items():
            for b, y in part.items():
                together[a + b] += x * y
    return together


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


ENGINE, CALL, LIST = "our engine", "`ml.odds`", "`ml.odds` of a list"
PEER = "ms_toollib, `cal_probability_onboard`"
SCATTERED = {
    ENGINE: by_engine,
    CALL: by_calls(
        lambda view: lambda: ml.odds(view), lambda found: found.risk if found.exact else None
    ),
    LIST: by_list,
}
if toollib:
    SCATTERED[PEER] = by_calls(
        toollib_call("cal_probability_onboard"), lambda answer: np.array(answer[0])
    )
# Enumerations go through all layouts of a part: scattered positions they may not finish.
MID_GAME = SCATTERED | {
    "our readable enumeration": by_calls(
        lambda view: lambda: enumerate_odds(view), lambda risk: risk
    )
}
if toollib:
    MID_GAME["ms_toollib, `cal_probability_enum`"] = by_calls(
        toollib_call("cal_probability_enum"), read_enumeration
    )


def measure(mid_game, scattered, rounds, seed):
    """Seconds of each contender for both kinds of position, and how far their answers differ."""
    found = {}
    for kind, views, n, contenders in (
        ("mid-game", mid_game_views(seed), mid_game, MID_GAME),
        ("scattered", scattered_views(seed), scattered, SCATTERED),
    ):
        drawn = tqdm(islice(views, n), total=n, desc=f"drawing {kind}", disable=None, leave=False)
        found[kind] = compare(list(drawn), contenders, rounds[kind])
    return found


def compare(views, contenders, rounds):
    """Seconds of each contender, how many positions it gave up, and the largest difference.

    The difference is that in any cell from what the engine says.
    """
    passes = {name: prepare(views) for name, prepare in contenders.items()}
    passes[ENGINE]()  # compiled, before the clock runs
    covered = [view.codes == COVERED for view in views]
    spent = {name: [] for name in contenders}
    for _ in tqdm(range(rounds), desc="rounds", disable=None, leave=False):
        answers = {}
        for name, once in passes.items():
            seconds, answers[name] = once()
            spent[name].append(seconds)
    gaps = [
        np.abs(risk - ours)[cells].max()
        for risks in answers.values()
        for risk, ours, cells in zip(risks, answers[ENGINE], covered, strict=True)
        if risk is not None and ours is not None
    ]
    widest = float(np.max(gaps))
    if not widest <= TOLERANCE:
        raise ValueError(f"the odds differ by {widest}: their times would mean nothing")
    gave_up = {name: sum(risk is None for risk in risks) for name, risks in answers.items()}
    figures = {name: spread(np.median(taken, axis=0)) for name, taken in spent.items()}
    medians = {name: np.median(taken, axis=1).tolist() for name, taken in spent.items()}
    means = {name: np.mean(taken, axis=1).tolist() for name, taken in spent.items()}
    return {
        "positions": len(views), "seconds": figures, "medians": medians, "means": means,
        "gave_up": gave_up, "widest": widest,
    }  # fmt: skip


def spread(seconds):
    """What is told of a contender's times: only the mean, if that is what was measured."""
    if len(seconds) == 1:
        return {"mean": float(seconds[0])}
    figures = {"median": np.median(seconds), "mean": np.mean(seconds)}
    figures |= {"p95": np.quantile(seconds, 0.95), "max": np.max(seconds)}
    return {name: float(figure) for name, figure in figures.items()}


def longer(part, name, other=ENGINE):
    """How many times as long as another a contender takes, in the middle round.

    By the median position; a list is timed as a whole and has only a mean, so there by the mean.
    """
    kind = "means" if name == LIST else "medians"
    return times(part[kind][name], part[kind][other])


def ratios(found):
    """How many times as long as the engine each contender takes."""
    return {
        f"{kind}: {name} / engine": longer(part, name)
        for kind, part in found.items()
        for name in part["medians"]
        if name != ENGINE
    }


def tables(found):
    titles = {
        "mid-game": ("mid-game expert positions, CPU microseconds a position", 1e6),
        "scattered": ("scattered 16x30 positions, CPU milliseconds a position", 1e3),
    }
    for kind, (title, unit) in titles.items():
        part = found[kind]
        rows = [
            [name, *(short(figures[x] * unit) if x in figures else "" for x in FIGURES)]
            + [f"{short(longer(part, name))} times"]
            for name, figures in part["seconds"].items()
        ]
        rows[0][-1] = ""
        head = ["", *FIGURES, "median / engine's"]
        unsolved = ", ".join(f"{name} {n}" for name, n in part["gave_up"].items() if n)
        note = f"Largest difference between two answers in any cell: {part['widest']:.0e}."
        note += f" Not solved: {unsolved}." if unsolved else " All were solved."
        note += " A list is timed as a whole: its mean is compared with means."
        note += "" if toollib or len(rows) > 3 else " ms_toollib is not installed (extra `bench`)."
        yield Table(f"{part['positions']} {title}", head, rows, note)
