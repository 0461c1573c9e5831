"""What the explorer shows of games: a curve per agent with its intervals, and a game to look at."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from minelab._later import pd
from minelab.lab.stats import mean_of, measured, summary

BESIDE = ("score", "guesses", "blasts")
"""What is known beside the measure that is shown."""

Values: TypeAlias = NDArray[np.float64]


def curves(parts: "Mapping[str, Sequence[pd.DataFrame]]", measure: str) -> list[dict[str, Any]]:
    """A measure of each agent at every density, and what a table shows beside it.

    parts: for each agent its games, one table per density. All played the same boards in the
        same order, though some may have played fewer.

    Each curve has a `name`, the densities `x`, the `mean` with its interval `low` to `high`, other
    means `beside` it, and the paired difference from the first agent: that much `more`, with `half`
    the width of its interval. All but the name are lists with a number per density.
    """
    games = pd.concat([part for played in parts.values() for part in played], join="inner")
    means = summary(games, dict.fromkeys([measure, *BESIDE]))
    values = {
        name: [measured(part, measure).to_numpy(float) for part in played]
        for name, played in parts.items()
    }
    first = next(iter(parts))
    drawn = []
    for name, part in means.groupby("agent", sort=False):
        pairs = zip(values[first], values[str(name)], strict=True)
        differences = [difference(a, b) for a, b in pairs if name != first]
        drawn.append(
            {
                "name": name,
                "x": rounded(part["density"]),
                "mean": rounded(part[measure]),
                "low": rounded(part[f"{measure}_low"]),
                "high": rounded(part[f"{measure}_high"]),
                "beside": {other: rounded(part[other]) for other in BESIDE if other != measure},
                "more": rounded(more for more, _ in differences),
                "half": rounded(half for _, half in differences),
            }
        )
    return drawn


def difference(a: Values, b: Values) -> tuple[float, float]:
    """By how much b exceeds a on the boards that both played, and half the 95% interval of that."""
    n = min(len(a), len(b))
    point = mean_of(0, b[:n] - a[:n])
    low, high = point.interval
    return point.value, (high - low) / 2


def rounded(values: Iterable[float]) -> list[float | None]:
    """Numbers to five decimals; None where one is missing."""
    return [None if value != value else round(float(value), 5) for value in values]


def pick(games: "pd.DataFrame", which: str) -> "pd.Series[Any]":
    """The row of a typical game among the games of one agent at one density, or of the worst.

    Typical is the game whose score is nearest the mean; of several, the one whose guesses are
    nearest theirs; then the first. The worst has the lowest score, then most blasts and guesses.
    """
    if which == "worst":
        order = games.assign(blasts=-games["blasts"], guesses=-games["guesses"])
        order = order.sort_values(["score", "blasts", "guesses"], kind="stable")
    else:
        columns = games[["score", "guesses"]]
        distance = (columns - columns.mean()).abs().round(9)
        order = distance.sort_values(["score", "guesses"], kind="stable")
    row: pd.Series[Any] = games.loc[order.index[0]]
    return row
