"""What a claim and a finding are, how a verdict comes from tests, and the words of findings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from minelab.lab.stats import Point, pooled

HOLDS, IN_PART, NOT, UNDECIDED = (
    "holds", "holds in part", "does not hold", "cannot be decided",
)  # fmt: skip

CLOSE, SLIGHTLY, STRONGLY, LITTLE = 0.02, 0.03, 0.05, 0.01
MUCH_SLOWER, NOTICEABLY = 2.0, 1.1
NEAR_IN_COST = MUCH_SLOWER
NEAR, ABOUT = 0.05, 0.25
ALMOST_ALWAYS, MOSTLY, MUCH = 0.9, 0.5, 0.5


@dataclass(frozen=True)
class Finding:
    """What the tables say about a claim."""

    verdict: str
    text: str
    statistic: float
    low: float
    high: float
    n: int
    neutral: float = 0.0
    """What the statistic would be if there were no difference."""


@dataclass(frozen=True)
class Claim:
    """A claim of a report in our words, and the test that decides it."""

    id: str
    report: str
    where: str
    text: str
    why: str
    """Why we and the report differ, or what explains the finding; may be empty."""
    decide: Callable[[], Finding] = field(repr=False)

    @cached_property
    def finding(self) -> Finding:
        """The result of the test, which runs once."""
        return self.decide()


LEDGER: dict[str, Claim] = {}


def claim(
    id: str, report: str, where: str, text: str, why: str = ""
) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Enter a claim into the ledger; the decorated function is its test."""

    def enter(decide: Callable[[], Finding]) -> Callable[[], Finding]:
        if id in LEDGER:
            raise ValueError(f"claim {id} is already in the ledger")
        LEDGER[id] = Claim(id, report, where, text, why, decide)
        return decide

    return enter


def verdict(*tests: NDArray[np.bool_] | Sequence[bool] | bool) -> str:
    """Holds if all tests do, in part if at least one does."""
    held = np.concatenate([np.atleast_1d(np.asarray(test, dtype=bool)) for test in tests])
    return HOLDS if held.all() else IN_PART if held.any() else NOT


def finding(decided: str, text: str, point: Point | Sequence[Point]) -> Finding:
    """A verdict with the number behind it: one point, or the mean of several."""
    shown = point if isinstance(point, Point) else pooled(point)
    low, high = shown.interval
    return Finding(decided, text, shown.value, low, high, shown.n, shown.neutral)


def agrees(point: Point, printed: float) -> bool:
    """Whether a printed value lies in our interval."""
    low, high = point.interval
    return low <= printed <= high


def near(point: Point, printed: float) -> bool:
    """Whether a value printed as about so much lies in our interval, or all of that near it."""
    low, high = point.interval
    return agrees(point, printed) or max(printed - low, high - printed) <= ABOUT * printed


# Pieces of sentences.


def span(points: Sequence[Point], held: NDArray[np.bool_], none: str = "no density") -> str:
    """Where a test held: densities or sizes, neighbours joined; to be read after "at".

    none: what it says if the test held nowhere.
    """
    pairs = zip(points, held, strict=True)
    runs = [[p.at for p, _ in run] for holds, run in groupby(pairs, lambda x: bool(x[1])) if holds]
    parts = [f"{run[0]:g}" + (f" to {run[-1]:g}" if len(run) > 1 else "") for run in runs]
    return ", ".join(parts) or none


def signed(value: float, digits: int = 3) -> str:
    """A difference with its sign."""
    return f"{value:+.{digits}f}".replace("-", "−")


def ranged(point: Point, digits: int = 3) -> str:
    """A difference with its sign and its interval."""
    low, high = point.interval
    return f"{signed(point.value, digits)} ({signed(low, digits)} to {signed(high, digits)})"


def more(point: Point, digits: int = 3, noun: str = "") -> str:
    """A difference in words, with its interval: "0.12 more (0.10 to 0.14)", or less.

    noun: what is counted: "3.0 fewer guesses (2.5 to 3.5)".
    """
    sign = -1 if point.value < 0 else 1
    low, high = sorted(sign * end for end in point.interval)
    word = "more" if sign > 0 else "fewer" if noun else "less"
    ends = f"({low:.{digits}f} to {high:.{digits}f})".replace("-", "−")
    return " ".join(filter(None, [f"{abs(point.value):.{digits}f}", word, noun, ends]))


def spanned(point: Point, digits: int = 2) -> str:
    """A number with its interval."""
    low, high = point.interval
    return f"{point.value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def listed(points: Sequence[Point], digits: int = 2) -> str:
    """Numbers in a row."""
    return ", ".join(f"{point.value:.{digits}f}" for point in points)


def percents(point: Point, digits: int = 0) -> str:
    """A share with its interval, in percent."""
    low, high = point.interval
    return f"{100 * point.value:.{digits}f}% ({100 * low:.{digits}f} to {100 * high:.{digits}f})"


def percents_at(points: Sequence[Point], digits: int = 0) -> str:
    """Shares in percent, each with its density."""
    return ", ".join(f"{point.value:.{digits}%} at {point.at:g}" for point in points)
