"""What claims, parts and findings are, how verdicts come from tests, the words of findings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab.lab.stats import LEVEL, Point, above, below, pooled, significant, within
from minelab.report.claims.limits import LITTLE, TOLERANCE, WIDE
from minelab.report.claims.say import number

HOLDS, IN_PART, NOT, UNDECIDED = (
    "holds", "holds in part", "does not hold", "cannot be decided",
)  # fmt: skip


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
        """The number, what it must be, and the margin."""
        if self.margin == 0 and self.verdict == HOLDS:
            return f"{self.needs}, exactly"
        side, unsure = "short" if self.margin < 0 else "to spare", ""
        if self.verdict == UNDECIDED:
            unsure = ", too uncertain to decide"
        elif (self.margin > 0) != (self.verdict == HOLDS):
            unsure = ", not significant"
        margin = number(abs(self.margin))
        return f"{number(self.value)}, must be {self.needs} ({margin} {side}{unsure})"

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
    notebook: str
    """The one notebook that shows it, named by its file."""
    decide: Callable[[], Finding] = field(repr=False)

    @cached_property
    def finding(self) -> Finding:
        """The result of the test, which runs once."""
        return self.decide()


LEDGER: dict[str, Claim] = {}


def claim(
    id: str, report: str, where: str, text: str, why: str = "", *, notebook: str
) -> Callable[[Callable[[], Finding]], Callable[[], Finding]]:
    """Enter a claim into the ledger; the decorated function is its test."""

    def enter(decide: Callable[[], Finding]) -> Callable[[], Finding]:
        if id in LEDGER:
            raise ValueError(f"claim {id} is already in the ledger")
        LEDGER[id] = Claim(id, report, where, text, why, notebook, decide)
        return decide

    return enter


def finding(parts: Part | Iterable[Part], text: str, point: Point | Sequence[Point]) -> Finding:
    """Decided parts with the number to show: one point, or the mean of several."""
    shown = point if isinstance(point, Point) else pooled(point)
    low, high = shown.interval
    own = (parts,) if isinstance(parts, Part) else tuple(parts)
    return Finding(own, text, shown.value, low, high, shown.n, shown.neutral)


# How a part is decided.


def verdict(held: ArrayLike, failed: ArrayLike = True) -> str:
    """Holds if all tests do, in part if at least one does; open if none does and none fails."""
    tests = np.atleast_1d(np.asarray(held, dtype=bool))
    if tests.any():
        return HOLDS if tests.all() else IN_PART
    return NOT if np.any(failed) else UNDECIDED


def whole(verdicts: Sequence[str]) -> str:
    """The verdict on a claim whose parts have these; a part that is open neither helps nor harms.

    But a claim with an open part never holds as a whole.
    """
    known = set(verdicts) - {UNDECIDED}
    if not known:
        return UNDECIDED
    return NOT if known == {NOT} else HOLDS if set(verdicts) == {HOLDS} else IN_PART


def fitting(*readings: Sequence[Part]) -> list[Part]:
    """The parts of the reading that fits best, of some that exclude each other.

    Of several that fit as well it is the one whose worst part is nearest; or the first.
    """
    fits = NOT, UNDECIDED, IN_PART, HOLDS

    def fit(parts: Sequence[Part]) -> tuple[int, float]:
        return fits.index(whole([p.verdict for p in parts])), min(p.margin for p in parts)

    best = max(readings, key=fit)
    return list(best)


def part(
    text: str,
    test: Callable[..., NDArray[np.bool_]],
    points: Sequence[Point],
    threshold: float = 0.0,
    of: float = 0.0,
    printed: bool = False,
) -> Part:
    """A part that holds where the points pass a test: `above`, `below` or `within`.

    It fails where they are significantly on the other side, each point by itself.
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

    def chance(point: Point, scale: float) -> float:
        if close:
            return point.p_within(limit(scale), of)
        return (point.p_below if test is below else point.p_above)(limit(scale))

    def decided(scale: float, level: float) -> str:
        p = np.array([chance(point, scale) for point in points])
        return verdict(significant(list(2 * p), level), p >= (1 + level) / 2)

    own, spare = decided(1.0, LEVEL), margins(1.0)
    k = int(np.argmax(spare) if own in (NOT, UNDECIDED) else np.argmin(spare))
    words = {above: "more than", below: "less than"}.get(test, "within")
    needs = f"{words} {threshold:g}" + (f" of {of:g}" if of else "")
    ours = not printed and threshold != neutral
    other = shifted(decided, ours)
    for scale in SCALES if ours else ():  # as if nothing had an error
        if (found := verdict(margins(scale) > 0)) != verdict(spare > 0):
            other.add(found)
    return Part(text, own, float(values[k]), needs, float(spare[k]), frozenset(other - {own}))


def no_more(text: str, points: Sequence[Point]) -> Part:
    """A part that fails where a difference in score is significantly above 0.

    It holds where it is not, each point by itself, if it is also significantly below `LITTLE`:
    otherwise too few games were played to say so.
    """

    def decided(scale: float, level: float) -> str:
        failed = np.array([2 * point.p_above(0) < 1 - level for point in points])
        return verdict(below(points, scale * LITTLE, level) & ~failed, failed)

    own, most = decided(1.0, LEVEL), max(point.value for point in points)
    return Part(text, own, most, "no more than 0", -most, frozenset(shifted(decided) - {own}))


def prints(
    numbers: Sequence[tuple[str, Point, float]], about: float = 0.0, unit: float = 0.0
) -> list[Part]:
    """A part for each number that a report prints: it fails if ours differs significantly.

    numbers: what it is, ours, and the printed one. Where the report's number is a mean of its own
        games, the error of ours must include that of such a mean.
    about: by which share of the number ours may differ, if the report says "about".
    unit: of the last printed digit, half of which it may differ too; for ours without an error.

    It holds if the interval of ours is no wider than `WIDE` of the number to either side;
    otherwise it could hardly have failed, and is left open. Each number is tested by itself:
    adjusting for their number would make it easier to agree.
    """

    def printed_number(text: str, point: Point, value: float) -> Part:
        half = (point.interval[1] - point.interval[0]) / 2

        def decided(scale: float, level: float) -> str:
            give = scale * about * abs(value) + unit / 2
            p = 2 * min(point.p_below(value - give), point.p_above(value + give))
            failed = p < 1 - level
            return verdict(not failed and half <= scale * WIDE * abs(value), failed)

        own = decided(1.0, LEVEL)
        give = f", to within {number(half)}" if half else ""
        needs = f"{'about ' if about else ''}{number(value, 4)} as printed{give}"
        margin = half + about * abs(value) + unit / 2 - abs(point.value - value)
        return Part(text, own, point.value, needs, margin, frozenset(shifted(decided) - {own}))

    return [printed_number(*entry) for entry in numbers]


SCALES = 1 - TOLERANCE, 1 + TOLERANCE


def shifted(decided: Callable[[float, float], str], ours: bool = True) -> set[str]:
    """The verdicts that come out with another level of significance, or threshold if it is ours.

    decided: the verdict by how much larger the threshold is, and by the level.
    """
    found = {decided(1.0, 1 - (1 - LEVEL) * scale) for scale in SCALES}
    return found | ({decided(scale, LEVEL) for scale in SCALES} if ours else set())


def fact(text: str, right: ArrayLike) -> Part:
    """A part that needs no statistics: whether each of these is as claimed."""
    cases = np.atleast_1d(np.asarray(right, dtype=bool))
    yes, n = int(cases.sum()), len(cases)
    return Part(text, verdict(cases), yes, f"{n} of {n}", float(yes - n))


def never(text: str, cases: int, of: int) -> Part:
    """A part that a single case refutes: so many among those looked at."""
    return Part(text, NOT if cases else HOLDS, cases / of, f"none of {of:,}", -cases / of)


def parts_of(
    arms: Mapping[str, Sequence[Point]],
    text: str,
    test: Callable[..., NDArray[np.bool_]],
    threshold: float = 0.0,
) -> list[Part]:
    """A part for each agent or other arm; "{}" in the text is its name."""
    return [part(text.format(arm), test, points, threshold) for arm, points in arms.items()]


def largest(points: Iterable[Point]) -> Point:
    """The point with the largest value."""
    return max(points, key=lambda point: point.value)
