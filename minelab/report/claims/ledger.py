"""What a claim and a finding are, and how a verdict comes from tests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from minelab.report.claims.points import Point, pooled

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
    """Where we and the report differ, why; else what stands behind it. Perhaps nothing."""
    decide: Callable[[], Finding] = field(repr=False)

    @cached_property
    def finding(self) -> Finding:
        """The test, made once."""
        return self.decide()


LEDGER: dict[str, Claim] = {}


def claim(
    id: str, report: str, where: str, text: str, why: str = ""
) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Enter a claim into the ledger; what follows is its test."""

    def enter(decide: Callable[[], Finding]) -> Callable[[], Finding]:
        if id in LEDGER:
            raise ValueError(f"claim {id} stands in the ledger already")
        LEDGER[id] = Claim(id, report, where, text, why, decide)
        return decide

    return enter


def verdict(*tests: NDArray[np.bool_] | Sequence[bool] | bool) -> str:
    """Holds if all tests do, in part if some do."""
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


def span(points: Sequence[Point], held: NDArray[np.bool_]) -> str:
    """Where a test held: a list of densities or sizes, runs drawn together."""
    runs: list[list[Point]] = []
    for k, point in enumerate(points):
        if held[k]:
            if k and held[k - 1]:
                runs[-1].append(point)
            else:
                runs.append([point])
    if not runs:
        return "nowhere"
    ends = [(run[0].at, run[-1].at) for run in runs]
    return ", ".join(f"{a:g}" if a == b else f"{a:g} to {b:g}" for a, b in ends)


def signed(value: float, digits: int = 3) -> str:
    """A difference with its sign."""
    return f"{value:+.{digits}f}".replace("-", "−")


def ranged(point: Point, digits: int = 3) -> str:
    """A difference with its interval."""
    low, high = point.interval
    return f"{signed(point.value, digits)} ({signed(low, digits)} to {signed(high, digits)})"


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
