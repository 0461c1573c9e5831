"""Statistics: every mean, share, ratio, slope and interval of minelab is computed here.

All intervals are at 95%. Each kind of quantity has one kind of interval:

    a mean, a paired difference     Student's, n - 1 degrees of freedom
    a share of n independent games  Wilson's: 0 of 300 is 0 to 1.3%
    a ratio of two sums             linearised: a ratio is the mean of what each board contributes
                                    to it, and gets Student's interval; n is the number of boards.
                                    Guesses of one board depend on each other, so their means and
                                    shares are such ratios, never means over single guesses. A
                                    share is cut at 0 and 1; if all boards agree, it is Wilson's
                                    over boards
    a sum of independent estimates  standard errors add in quadrature; degrees of freedom after
                                    Welch and Satterthwaite; a share counts with Agresti and
                                    Coull's standard error, which is never 0
    the slope of a line             least squares, n - 2 degrees of freedom
    the half-point of a curve       a logistic fit, linearised, with the normal quantile
    a mean of n further values      the scatter of n values, and our own, together
    a result that was simulated     the scatter of the draws, with the normal quantile

Where many densities or sizes are tested together, Holm's method adjusts the p-values. The
distributions are SciPy's; it is imported only when a number is asked for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import stdev
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab._checks import check_list, check_one_of, check_text, shown
from minelab._later import pd, special
from minelab.boards.board import Board
from minelab.boards.rules import Rules

Floats = NDArray[np.float64]

LEVEL = 0.95
POINT = ["rows", "cols", "mines", "density", "rules"]
"""What games must have in common to be averaged or compared."""
GAME = ["board_seed", "play_seed"]
"""What identifies a game of a point: the board, and the order of random guesses. Tables without
seeds number their games (`game`)."""
BOARD = ["mines", "board_seed"]
"""What identifies a board in a table of guesses or positions, which has boards of one size."""
MEASURES = ("score", "guesses", "random_picks", "blasts", "won", "no_blast")
WORDS = ("agent", "rules")
"""Columns of names; all others that are used hold numbers."""
TEXTS = ("string", "categorical")  # as pandas calls them
RATES = ("won", "no_blast")
"""Measures that are yes or no."""


# Tables of games.


def key_of(board: Board, play_seed: int, rules: Rules | None = None) -> dict[str, Any]:
    """The columns by which a table knows a game, apart from its agent; `rules` if it has them."""
    density = board.n_mines / board.mines.size
    size = {"rows": board.rows, "cols": board.cols, "mines": board.n_mines, "density": density}
    named = {} if rules is None else {"rules": rules.name}
    return size | named | {"board_seed": board.seed, "play_seed": play_seed}


def summary(games: "pd.DataFrame", measures: Iterable[str] = MEASURES) -> "pd.DataFrame":
    """The mean of each measure with its 95% interval, for each agent at each point.

    A point is one size of board, number of mines and set of rules.

    games: a table of games, such as `ml.sweep` and `ml.load` give: a row per game.
    measures: columns of that table; `no_blast` is the share of games without a blast.
        Yes-or-no columns get Wilson's interval, all others Student's.

    Returns a table with a row per agent and point: `agent`, `rows`, `cols`, `mines`, `density`,
    `rules`, the number of games `n`, and for each measure, say `score`, its mean `score` with the
    interval `score_low` to `score_high`. The interval of a single game is missing. Of 20 intervals
    expect one to miss the truth. To compare two agents use `compare`: they met the same boards.

    >>> from minelab import sweep
    >>> games = sweep(["basic"], 10, 10, mines=[10, 20], boards=200, seed=1)
    >>> table = summary(games, ["score", "won"])
    >>> table[["agent", "density", "n", "score", "score_low", "score_high"]].round(3)
       agent  density    n  score  score_low  score_high
    0  basic      0.1  200  0.966      0.958       0.974
    1  basic      0.2  200  0.866      0.854       0.878
    """
    several = [measures] if isinstance(measures, str) else measures
    measures = check_list("measures", several, "columns")
    if not measures:
        raise ValueError("measures must be at least one column, not an empty list")
    key = ["agent", *POINT]
    check_columns(games, key, measures)
    values = {name: measured(games, name) for name in measures}
    values |= {name: values[name].astype(bool) for name in values if name in RATES}
    return grouped(games[key].assign(**values), key, measures)


def grouped(table: "pd.DataFrame", by: list[str], measures: Iterable[str]) -> "pd.DataFrame":
    """The mean and interval of each measure in each group of rows: Wilson's if it is True or False.

    Columns: those of `by`, `n`, and for each measure `x` also `x_low` and `x_high`.
    """
    groups = table.groupby(by, sort=False, observed=True)
    means = groups.size().rename("n").reset_index()
    for name in measures:
        values = groups[name]
        mean, n = values.mean().to_numpy(float), values.count().to_numpy()
        if table[name].dtype == bool:
            low, high = wilson(mean * n, n)
        else:
            mean = mean.round(12)  # the last bit depends on the version of pandas
            low, high = student(mean, spread(values) / np.sqrt(n), n - 1)
        means = means.assign(**{name: mean, f"{name}_low": low, f"{name}_high": high})
    return means


def spread(values: Any) -> Floats:
    """The standard deviation in each group; 0, not nearly 0, where all values are the same."""
    same = values.max().to_numpy() == values.min().to_numpy()
    deviation = values.std().to_numpy(float)
    return np.where(same & ~np.isnan(deviation), 0.0, deviation)


def compare(games: "pd.DataFrame", a: str, b: str, measure: str = "score") -> "pd.DataFrame":
    """By how much agent b exceeds agent a on the same boards, at each point.

    games: a table of games in which both agents played the same boards.
    a, b: the names of the two agents.
    measure: a column of that table, or `no_blast`.

    Returns a table with a row per point: `rows`, `cols`, `mines`, `density`, `rules`, `a`, `b`,
    `measure`, the number of boards `n`, the means `mean_a` and `mean_b`, and the mean `difference`
    of b minus a with its 95% interval `low` to `high` (Student's, of the paired differences).
    Among many intervals some miss by chance: `low_all` to `high_all` are wider (Bonferroni), so
    that all of them hold at once with 95% confidence. `p` is the p-value of the paired t test,
    `p_holm` the same adjusted by Holm's method for all points of this table. `better` and `worse`
    are the shares of boards on which b has more, or less, than a.

    >>> from minelab import sweep
    >>> games = sweep(["basic", "charles"], 10, 10, densities=[0, 0.2], boards=200, seed=1)
    >>> compare(games, "basic", "charles")[["density", "difference", "low", "high"]].round(3)
       density  difference    low   high
    0      0.0       0.000  0.000  0.000
    1      0.2       0.053  0.044  0.062
    """
    check_columns(games, ["agent", *POINT], [measure])
    check_columns(games, game_columns(games))
    known = sorted(games["agent"].unique())
    for side, name in (("a", a), ("b", b)):
        check_one_of(side, name, known)
    if a == b:
        raise ValueError(f"b must be another agent than a, not {b!r} again")
    pairs = paired(games[games["agent"] == a], games[games["agent"] == b], measure)
    more = pairs["b"] - pairs["a"]
    pairs = pairs.assign(difference=more, better=more > 0, worse=more < 0)
    points = pairs.groupby(POINT, sort=False)
    means = points[["a", "b", "better", "worse"]].mean()
    table = grouped(pairs, POINT, ["difference"])
    value, n = table["difference"].to_numpy(), table["n"].to_numpy()
    error = spread(points["difference"]) / np.sqrt(n)
    low_all, high_all = student(value, error, n - 1, 1 - (1 - LEVEL) / len(table))
    p = np.minimum(2 * p_above(np.abs(value), error, n - 1), 1)
    table = table.rename(columns={"difference_low": "low", "difference_high": "high"}).assign(
        a=a, b=b, measure=measure, mean_a=means["a"].to_numpy(), mean_b=means["b"].to_numpy(),
        low_all=low_all, high_all=high_all, p=p, p_holm=holm(p),
        better=means["better"].to_numpy(), worse=means["worse"].to_numpy(),
    )  # fmt: skip
    names = ["a", "b", "measure", "n", "mean_a", "mean_b", "difference", "low", "high"]
    return table[[*POINT, *names, "low_all", "high_all", "p", "p_holm", "better", "worse"]]


def game_columns(games: "pd.DataFrame") -> list[str]:
    """The columns that tell one game of a point from another."""
    return ["game"] if "game" in games and "board_seed" not in games else GAME


def paired(a: "pd.DataFrame", b: "pd.DataFrame", measure: str) -> "pd.DataFrame":
    """A measure of two agents' games side by side, in the columns `a` and `b`.

    A ValueError if they did not play the same games.
    """
    key = [*POINT, *game_columns(a)]
    sides, names = [], []
    for side, rows in (("a", a), ("b", b)):
        names.append(rows["agent"].iloc[0])
        if rows.duplicated(key).any():
            raise ValueError(f"{names[-1]!r} plays some games twice: are two tables in one?")
        sides.append(rows[key].assign(**{side: measured(rows, measure).astype(float)}))
    both = sides[0].merge(sides[1], how="outer", on=key, indicator=True, sort=False)
    alone = both[both["_merge"] != "both"]
    if len(alone):
        point = ", ".join(f"{name} {alone.iloc[0][name]}" for name in POINT)
        raise ValueError(
            f"the games of {names[0]!r} and {names[1]!r} are not paired: {len(alone)} were played "
            f"by one of the two only, the first of them at {point}"
        )
    return both


def measured(games: "pd.DataFrame", measure: str) -> "pd.Series[Any]":
    """A column of a table of games, or whether they passed without a blast."""
    return games["blasts"] == 0 if measure == "no_blast" else games[measure]


def check_table(what: str, table: "pd.DataFrame", wanted: Iterable[str]) -> None:
    """Refuse what is not a table with these columns, each once, and at least one row."""
    wanted = list(wanted)
    if not isinstance(table, pd.DataFrame):
        raise ValueError(f"{what} must be a table with the columns {wanted}, not {shown(table)}")
    missing = [name for name in wanted if name not in table]
    if missing:
        raise ValueError(f"{what} must be a table with the columns {wanted}; it has no {missing}")
    if table.empty:
        raise ValueError(f"{what} must have at least one row")
    for name in wanted:
        if table[name].ndim > 1:
            times = table[name].shape[1]
            raise ValueError(f"{what} must have the column {name!r} once, not {times} times")


def check_columns(
    games: "pd.DataFrame", wanted: Iterable[str], measures: Iterable[str] = ()
) -> None:
    """Refuse what is not a table of games with these columns and valid values in them."""
    from pandas.api.types import infer_dtype

    measures = [check_text("measure", name) for name in measures]
    columns = ["blasts" if name == "no_blast" else name for name in (*wanted, *measures)]
    check_table("games", games, columns)
    for name in columns:
        values: Any = games[name]
        words = name in WORDS and name not in measures
        if words and (infer_dtype(values) not in TEXTS or values.isna().any()):
            raise ValueError(f"games must have names in the column {name!r}, one in each row")
        if not words and values.dtype.kind not in "biuf" and infer_dtype(values) != "boolean":
            raise ValueError(f"games must have numbers in the column {name!r}, not {values.dtype}")
        if name in RATES and not (values.dtype == bool or values.isin((0, 1)).all()):
            raise ValueError(f"games must have True or False in the column {name!r}")


# Intervals and tests, of numbers or of arrays.


def wilson(yes: ArrayLike, n: ArrayLike) -> tuple[Floats, Floats]:
    """Wilson's interval of a share: so many yes among n.

    >>> low, high = wilson(0, 300)
    >>> float(low), round(float(high), 4)
    (0.0, 0.0126)
    """
    yes, n = np.asarray(yes, dtype=float), np.asarray(n, dtype=float)
    z2 = special.ndtri((1 + LEVEL) / 2) ** 2
    middle = (yes + z2 / 2) / (n + z2)
    half = np.sqrt(z2 * (yes * (n - yes) / n + z2 / 4)) / (n + z2)
    return np.where(yes <= 0, 0.0, middle - half), np.where(yes >= n, 1.0, middle + half)


def student(
    value: ArrayLike, error: ArrayLike, freedom: ArrayLike, level: float = LEVEL
) -> tuple[Floats, Floats]:
    """Student's interval of a value with this standard error and these degrees of freedom.

    Without error it is the value itself. With infinite degrees of freedom it is the normal one.
    """
    value, error = np.asarray(value, dtype=float), np.asarray(error, dtype=float)
    half = np.where(error == 0, 0.0, special.stdtrit(freedom, (1 + level) / 2) * error)
    return value - half, value + half


def p_above(value: ArrayLike, error: ArrayLike, freedom: ArrayLike, margin: float = 0) -> Floats:
    """The one-sided p-value of a value above the margin (t test)."""
    excess, error = np.asarray(value, dtype=float) - margin, np.asarray(error, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = special.stdtr(freedom, -excess / error)
    return np.where(error == 0, excess <= 0, p)


def holm(p: Floats) -> Floats:
    """P-values adjusted by Holm's method, so that the chance of any false alarm stays below 5%.

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, kind="stable")
    tests = np.count_nonzero(~np.isnan(p))
    factors = np.maximum(tests - np.arange(len(p)), 1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1)
    return adjusted


def on_log_scale(value: Any, high: Any) -> tuple[Any, Any]:
    """The interval of a positive mean by its logarithm, which never reaches down to 0.

    high: the upper end of the mean's own interval.
    """
    factor = np.exp((high - value) / value)
    return value / factor, value * factor


# Points: a number with its standard error, at a density, a size or for an agent.


@dataclass(frozen=True)
class Point:
    """An estimate with its standard error, from n independent boards, games or maps."""

    at: Any
    """The density, the side of the board, or a name."""
    value: float
    error: float
    n: int
    freedom: float | None = None
    """Degrees of freedom of the error, if not n - 1."""
    is_share: bool = False
    """Whether it lies between 0 and 1, and so does its interval."""
    neutral: float = 0.0
    """The value that means no difference: 1 for how many times as much, else 0."""

    @property
    def degrees(self) -> float:
        """Degrees of freedom of the error."""
        return self.n - 1 if self.freedom is None else self.freedom

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of this point by itself."""
        low, high = map(float, student(self.value, self.error, self.degrees))
        return (max(0.0, low), min(1.0, high)) if self.is_share else (low, high)

    def p_above(self, margin: float) -> float:
        """The one-sided p-value of a value above the margin."""
        return float(p_above(self.value, self.error, self.degrees, margin))

    def p_below(self, margin: float) -> float:
        """The one-sided p-value of a value below the margin."""
        return float(p_above(-self.value, self.error, self.degrees, -margin))

    def p_within(self, margin: float, of: float = 0) -> float:
        """The one-sided p-value of a value closer to `of` than the margin."""
        return max(self.p_above(of - margin), self.p_below(of + margin))

    def scaled(self, by: float = 1, plus: float = 0) -> "Point":
        """The point times a number, plus a number."""
        value, error = by * self.value + plus, abs(by) * self.error
        return Point(self.at, value, error, self.n, self.degrees)


class Share(Point):
    """A share of n independent yes or no: Wilson's interval, and the score test it belongs to."""

    @property
    def interval(self) -> tuple[float, float]:
        low, high = map(float, wilson(round(self.value * self.n), self.n))
        return low, high

    def p_above(self, margin: float) -> float:
        return float(p_above(self.value, self.error_at(margin), np.inf, margin))

    def p_below(self, margin: float) -> float:
        return float(p_above(-self.value, self.error_at(margin), np.inf, -margin))

    def error_at(self, margin: float) -> float:
        """The standard error if the margin were the true share."""
        return float(np.sqrt(max(0.0, margin * (1 - margin)) / self.n))


def mean_of(at: Any, values: ArrayLike) -> Point:
    """A mean; of a single value the error is not known."""
    array = np.asarray(values, dtype=float)
    n = len(array)
    error = float(array.std(ddof=1)) / n**0.5 if n > 1 else np.nan
    return Point(at, float(array.mean()), error, n)


def share_of(at: Any, hits: ArrayLike) -> Share:
    """The share of yes among independent yes or no."""
    array = np.asarray(hits, dtype=bool)
    return as_share(at, int(array.sum()), len(array))


def as_share(at: Any, yes: int, n: int) -> Share:
    """So many yes among n; the error, Agresti and Coull's, is for sums and differences."""
    p = (yes + 2) / (n + 4)
    return Share(at, yes / n, float(np.sqrt(p * (1 - p) / (n + 4))), n, is_share=True)


def ratio_of(at: Any, over: ArrayLike, under: ArrayLike, share: bool = False) -> Point:
    """The ratio of two sums over the same boards.

    share: whether it is a share of yes or no, several on each board, and so between 0 and 1.
    """
    a, b = np.asarray(over, dtype=float), np.asarray(under, dtype=float)
    value = float(a.sum() / b.sum())
    if share and value in (0, 1):  # all boards agree, so how they differ tells nothing
        boards = int(np.count_nonzero(b))
        return as_share(at, int(value) * boards, boards)
    return replace(mean_of(at, contributions(a, b)), value=value, is_share=share)


def contributions(over: Floats, under: Floats) -> Floats:
    """What each board contributes to a ratio of sums, linearised: their mean is the ratio."""
    value, typical = over.sum() / under.sum(), under.mean()
    return np.asarray(value + (over - value * under) / typical)


def times_of(at: Any, over: ArrayLike, under: ArrayLike) -> Point:
    """How many times as much: a ratio of two sums of the same kind."""
    return replace(ratio_of(at, over, under), neutral=1.0)


def over_boards(
    at: Any, values: "pd.Series[Any]", rows: "pd.DataFrame", board: Sequence[str] = BOARD
) -> Point:
    """The mean, or the share of True, of values of which a board has several, such as guesses.

    rows: whose index they have; its columns `board` say on which board each of them was.
    """
    own = values[rows.index]
    boards = own.astype(float).groupby([rows[name] for name in board])
    return ratio_of(at, boards.sum(), boards.size(), share=own.dtype == bool)


def mean_of_further(at: Any, values: ArrayLike, n: int, within: float = 0.0) -> Point:
    """The mean that n further values of the same kind would have: a prediction, with its error.

    within: the variance of a further value about what it estimates, if it is measured less
        exactly than ours are.
    """
    array = np.asarray(values, dtype=float)
    variance = float(array.var(ddof=1))
    error = float(np.sqrt((variance + within) / n + variance / len(array)))
    return Point(at, float(array.mean()), error, len(array))


def simulated(at: Any, draws: ArrayLike, n: int) -> Point:
    """What a design with n boards or maps gives: the mean of many draws, and their scatter."""
    array = np.asarray(draws, dtype=float)
    return Point(at, float(array.mean()), float(array.std(ddof=1)), n, np.inf)


def with_further(point: Point, n: int) -> Point:
    """A point as n further boards or maps would show it: with their error as well as its own."""
    return replace(point, error=point.error * float(np.sqrt(1 + point.n / n)))


def error_of_few(values: Sequence[float]) -> float:
    """The standard error of a mean of a few numbers, by exact sums: stored tables hold its bits."""
    return float(stdev(values) / len(values) ** 0.5) if len(values) > 1 else 0.0


def slope_of(at: Any, x: ArrayLike, y: ArrayLike) -> Point:
    """The slope of the straight line through points, by least squares."""
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    slope, level = np.polyfit(x, y, 1)
    off, freedom = y - level - slope * x, len(x) - 2
    error = np.sqrt((off**2).sum() / freedom / ((x - x.mean()) ** 2).sum())
    return Point(at, float(slope), float(error), len(x), freedom)


STEPS, CLOSE = 50, 1e-12


def half_point(at: Any, x: Floats, yes: Floats) -> tuple[Point, float]:
    """Where a logistic curve through yes or no crosses one half, and how wide its fall is.

    The width is the distance from three quarters to one quarter. Newton's method; the error is
    that of a ratio of the two coefficients, linearised.
    """
    design = np.column_stack([np.ones_like(x), x - x.mean()])
    coefficients = np.zeros(2)
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-design @ coefficients))
        information = (design * (share * (1 - share))[:, None]).T @ design
        step = np.linalg.solve(information, design.T @ (yes - share))
        coefficients += step
        if np.abs(step).max() < CLOSE * np.abs(coefficients).max():
            break
    level, slope = coefficients
    gradient = np.array([-1 / slope, level / slope**2])
    error = float(np.sqrt(gradient @ np.linalg.solve(information, gradient)))
    half = Point(at, float(x.mean() - level / slope), error, len(x), np.inf)
    return half, float(2 * np.log(3) / abs(slope))


# Points made of independent points.


def combined(at: Any, points: Sequence[Point], weights: Sequence[float]) -> Point:
    """A weighted sum of independent points."""
    weighted = list(zip(weights, points, strict=True))
    variances = np.array([(weight * point.error) ** 2 for weight, point in weighted])
    degrees = np.array([point.degrees for point in points], dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        freedom = float(variances.sum() ** 2 / (variances**2 / degrees).sum())
    value = sum(weight * point.value for weight, point in weighted)
    n = sum(point.n for point in points)
    return Point(at, float(value), float(np.sqrt(variances.sum())), n, freedom)


def pooled(points: Sequence[Point]) -> Point:
    """The mean over the points, each with the same weight."""
    mean = combined("all", points, [1 / len(points)] * len(points))
    return replace(mean, neutral=points[0].neutral)


def difference_of(at: Any, a: Point, b: Point) -> Point:
    """By how much b exceeds a, from different boards."""
    return replace(combined(at, [a, b], [-1, 1]), n=min(a.n, b.n))


def steps(points: Sequence[Point]) -> list[Point]:
    """By how much each point exceeds the one before it."""
    return [difference_of(b.at, a, b) for a, b in zip(points, points[1:], strict=False)]


def slopes(points: Sequence[Point]) -> list[Point]:
    """The slope from each point to the next; `at` says where they are."""
    runs = [b.at - a.at for a, b in zip(points, points[1:], strict=False)]
    return [rise.scaled(1 / run) for rise, run in zip(steps(points), runs, strict=True)]


# Tests over several points, adjusted by Holm's method.


def above(points: Sequence[Point], margin: float = 0) -> NDArray[np.bool_]:
    """At which points the value is significantly above the margin."""
    return significant([2 * point.p_above(margin) for point in points])


def below(points: Sequence[Point], margin: float = 0, level: float = LEVEL) -> NDArray[np.bool_]:
    """At which points the value is significantly below the margin."""
    return significant([2 * point.p_below(margin) for point in points], level)


def within(points: Sequence[Point], margin: float, of: float = 0) -> NDArray[np.bool_]:
    """At which points the value is significantly closer to `of` than the margin."""
    return significant([2 * point.p_within(margin, of) for point in points])


def significant(p: Sequence[float], level: float = LEVEL) -> NDArray[np.bool_]:
    """Which p-values stay below 5%, or what another level leaves, after Holm's adjustment."""
    return holm(np.array(p)) < 1 - level
