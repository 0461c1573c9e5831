"""What claims, parts and findings are, how verdicts come from tests, the words of findings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import groupby

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab.lab.stats import LEVEL, Point, above, below, holm, pooled, within

HOLDS, IN_PART, NOT, UNDECIDED = (
    "holds", "holds in part", "does not hold", "cannot be decided",
)  # fmt: skip

CLOSE, SLIGHTLY, STRONGLY, LITTLE = 0.02, 0.03, 0.05, 0.01
MUCH_SLOWER, NOTICEABLY = 2.0, 1.1
NEAR_IN_COST = MUCH_SLOWER
NEAR, ABOUT = 0.05, 0.25
ALMOST_ALWAYS, MOSTLY, MUCH = 0.9, 0.5, 0.5
TOLERANCE = 0.25
"""A verdict is borderline if it changes with a threshold of ours this much larger or smaller."""


@dataclass(frozen=True)
class Part:
    """One thing that a claim says, and how close its test was."""

    text: str
    verdict: str
    value: float
    """The number that decides: of several densities or sizes the one that is furthest from what is
    claimed or, where nothing holds, the nearest."""
    needs: str
    """What that number has to be for the part to hold: "more than 2"."""
    margin: float
    """How far the number is on the claimed side of its threshold; on the other side, below 0."""
    otherwise: frozenset[str] = frozenset()
    """Other verdicts that come out if a threshold of ours is a little larger or smaller."""

    @property
    def borderline(self) -> bool:
        """Whether a threshold of ours decides, and only just."""
        return bool(self.otherwise)

    @property
    def shown(self) -> str:
        """The number, what it needs to be, and the margin."""
        if self.margin == 0 and self.verdict == HOLDS:
            return f"{self.needs}, exactly"
        unsure = ", not significant" if (self.margin > 0) != (self.verdict == HOLDS) else ""
        sign = number(self.margin, sign="+")
        return f"{number(self.value)}, needs {self.needs}; margin {sign}{unsure}"

    def __str__(self) -> str:
        word = ", borderline" if self.borderline else ""
        return f"{self.text}: {self.verdict}{word} ({self.shown})"


@dataclass(frozen=True)
class Finding:
    """What the tables say about a claim: a verdict for each of its parts, and for the whole."""

    parts: tuple[Part, ...]
    text: str
    statistic: float
    low: float
    high: float
    n: int
    neutral: float = 0.0
    """What the statistic would be if there were no difference."""

    @property
    def verdict(self) -> str:
        """Holds if all parts do, does not hold if no part does even in part."""
        return whole([part.verdict for part in self.parts])

    @property
    def borderline(self) -> bool:
        """Whether a borderline part decides the verdict."""
        verdicts = [part.verdict for part in self.parts]
        return any(
            whole([*verdicts[:k], other, *verdicts[k + 1 :]]) != self.verdict
            for k, part in enumerate(self.parts) for other in part.otherwise
        )  # fmt: skip

    @property
    def decisive(self) -> Part | None:
        """The part that is furthest from what is claimed or, where nothing holds, the nearest."""
        if not self.parts:
            return None
        choose = max if self.verdict == NOT else min
        return choose(self.parts, key=lambda part: part.margin / (abs(part.value) or 1))


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


def finding(parts: Part | Iterable[Part], text: str, point: Point | Sequence[Point]) -> Finding:
    """Decided parts with the number to show: one point, or the mean of several."""
    shown = point if isinstance(point, Point) else pooled(point)
    low, high = shown.interval
    own = (parts,) if isinstance(parts, Part) else tuple(parts)
    return Finding(own, text, shown.value, low, high, shown.n, shown.neutral)


# How a part is decided.


def verdict(held: ArrayLike) -> str:
    """Holds if all tests do, in part if at least one does."""
    tests = np.atleast_1d(np.asarray(held, dtype=bool))
    return HOLDS if tests.all() else IN_PART if tests.any() else NOT


def whole(verdicts: Sequence[str]) -> str:
    """The verdict on a claim whose parts have these; parts that are open don't refute it."""
    known = set(verdicts) - {UNDECIDED}
    if not known:
        return UNDECIDED
    if known == {HOLDS} and UNDECIDED in verdicts:
        return IN_PART
    return known.pop() if len(known) == 1 else IN_PART


def part(
    text: str,
    test: Callable[..., NDArray[np.bool_]],
    points: Sequence[Point],
    threshold: float = 0.0,
    of: float = 0.0,
    printed: bool = False,
) -> Part:
    """A part that holds where the points pass a test: `above`, `below` or `within`.

    threshold: what they are compared with; for `within`, how close to `of` they must be.
    printed: whether the threshold is the report's, not ours.
    """
    close = test is within
    neutral = 0.0 if close else points[0].neutral
    values = np.array([point.value for point in points])

    def limit(scale: float) -> float:
        return neutral + scale * (threshold - neutral)

    def margins(scale: float) -> NDArray[np.float64]:
        if close:
            return np.asarray(limit(scale) - abs(values - of))
        return np.asarray(limit(scale) - values if test is below else values - limit(scale))

    def decided(scale: float, level: float) -> str:
        found = verdict(test(points, limit(scale), *((of,) if close else ()), level=level))
        return UNDECIDED if found == NOT and (margins(scale) > 0).all() else found

    own, spare = decided(1.0, LEVEL), margins(1.0)
    k = int(np.argmax(spare) if own in (NOT, UNDECIDED) else np.argmin(spare))
    words = {above: "more than", below: "less than"}.get(test, "within")
    needs = f"{words} {threshold:g}" + (f" of {of:g}" if of else "")
    ours = not printed and threshold != neutral
    other = shifted(decided, lambda scale: verdict(margins(scale) > 0), ours)
    return Part(text, own, float(values[k]), needs, float(spare[k]), other)


def prints(numbers: Sequence[tuple[str, Point, float]], about: float = 0.0) -> list[Part]:
    """A part for each number that a report prints: it holds unless ours differs significantly.

    numbers: what it is, ours, and the printed one. Where the report's number is a mean of its own
        games, the error of ours must include that of such a mean.
    about: by which share of the number ours may differ, if the report says "about".

    The numbers are tested together, by Holm's method.
    """

    def chance(k: int, scale: float) -> float:
        ends = [(point, value, scale * about * abs(value)) for _, point, value in numbers]
        p = [2 * min(q.p_below(v - give), q.p_above(v + give), 0.5) for q, v, give in ends]
        return float(holm(np.array(p))[k])

    return [
        printed_number(*entry, about, partial(chance, k)) for k, entry in enumerate(numbers)
    ]  # fmt: skip


def printed_number(
    text: str, point: Point, value: float, about: float, chance: Callable[[float], float]
) -> Part:
    """A part of `prints`; `chance` is the p-value of the difference, by how much larger `about`."""
    low, high = point.interval

    def margin(scale: float) -> float:
        return (high - low) / 2 + scale * about * abs(value) - abs(point.value - value)

    def decided(scale: float, level: float) -> str:
        return verdict(chance(scale) >= 1 - level)

    needs = f"{'about ' if about else ''}{number(value, 4)} as printed"
    other = shifted(decided, lambda scale: verdict(margin(scale) > 0), about > 0)
    return Part(text, decided(1.0, LEVEL), point.value, needs, margin(1.0), other)


def shifted(
    decided: Callable[[float, float], str], at_face_value: Callable[[float], str], ours: bool
) -> frozenset[str]:
    """The verdicts that come out with another threshold of ours, or level of significance.

    decided: the verdict by how much larger the threshold is, and by the level.
    at_face_value: the verdict if nothing had an error.
    """
    levels = [1 - (1 - LEVEL) * (1 + sign * TOLERANCE) for sign in (-1, 1)]
    found = {decided(1.0, level) for level in levels}
    for scale in (1 - TOLERANCE, 1 + TOLERANCE) if ours else ():
        found.add(decided(scale, LEVEL))
        if at_face_value(scale) != at_face_value(1.0):
            found.add(at_face_value(scale))
    return frozenset(found - {decided(1.0, LEVEL)})


def fact(text: str, right: ArrayLike) -> Part:
    """A part that needs no statistics: whether each of these is as claimed."""
    cases = np.atleast_1d(np.asarray(right, dtype=bool))
    yes, n = int(cases.sum()), len(cases)
    return Part(text, verdict(cases), yes, f"{n} of {n}", float(yes - n))


def never(text: str, cases: int, of: int) -> Part:
    """A part that a single case refutes: so many among those looked at."""
    return Part(text, NOT if cases else HOLDS, cases / of, f"none of {of:,}", -cases / of)


# Pieces of sentences.


def span(points: Sequence[Point], held: NDArray[np.bool_], none: str = "no density") -> str:
    """Where a test held: densities or sizes, neighbours joined; to be read after "at".

    none: what it says if the test held nowhere.
    """
    pairs = zip(points, held, strict=True)
    runs = [[p.at for p, _ in run] for holds, run in groupby(pairs, lambda x: bool(x[1])) if holds]
    parts = [f"{run[0]:g}" + (f" to {run[-1]:g}" if len(run) > 1 else "") for run in runs]
    return ", ".join(parts) or none


def number(value: float, digits: int = 3, sign: str = "") -> str:
    """A number to so many significant digits, without an exponent."""
    value = 0.0 if abs(value) < 1e-9 else value
    places = max(0, digits - 1 - int(np.floor(np.log10(abs(value))))) if value else 0
    text = f"{value:{sign},.{min(places, 6)}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")


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
