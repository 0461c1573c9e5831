"""Pieces of the sentences in findings: numbers with their intervals, and where tests held."""

from collections.abc import Callable, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from minelab.lab.stats import Point, above, pooled


def span(points: Sequence[Point], held: NDArray[np.bool_], none: str = "no density") -> str:
    """Where a test held: densities or sizes, neighbours joined; to be read after "at".

    none: what it says if the test held nowhere.
    """
    pairs = zip(points, held, strict=True)
    runs = [[p.at for p, _ in run] for holds, run in groupby(pairs, lambda x: bool(x[1])) if holds]
    parts = [f"{run[0]:g}" + (f" to {run[-1]:g}" if len(run) > 1 else "") for run in runs]
    return ", ".join(parts) or none


def held_at(test: Callable[..., NDArray[np.bool_]], points: Sequence[Point], *limits: float) -> str:
    """Where the points pass a test, each by itself: densities or sizes, to be read after "at"."""
    return span(points, test(points, *limits))


def number(value: float, digits: int = 3, sign: str = "") -> str:
    """A number to so many significant digits, without an exponent."""
    value = round(value, 12)  # the last bit depends on the order of a sum
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
    ends = f"({100 * low:.{digits}f} to {100 * high:.{digits}f})"
    return f"{100 * point.value:.{digits}f}% {ends}".replace("-", "−")


def gained(points: Sequence[Point], digits: int = 3) -> str:
    """The mean of gains with its interval, and where they are significant by themselves."""
    return f"{ranged(pooled(points), digits)}, significant at {held_at(above, points)}"


def signed_at(points: Sequence[Point]) -> str:
    """Differences with their signs, each with its density or size."""
    return ", ".join(f"{signed(point.value)} at {point.at:g}" for point in points)


def percents_at(points: Sequence[Point], digits: int = 0) -> str:
    """Shares in percent, each with its density."""
    return ", ".join(f"{point.value:.{digits}%} at {point.at:g}" for point in points)
