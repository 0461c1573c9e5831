"""Statistics of tables of games: means with intervals, and paired differences.

Games are grouped into points: one size, number of mines and set of rules. All intervals are at
95%. SciPy has the distributions.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab._checks import check_list, check_one_of, check_text, shown

if TYPE_CHECKING:
    import pandas as pd

LEVEL = 0.95
POINT = ["rows", "cols", "mines", "density", "rules"]
"""What games must have in common to be averaged or compared."""
GAME = ["board_seed", "play_seed"]
"""What makes a game of a point: the board, and the order of random guesses; in tables that have
no seeds, its number (`game`)."""
MEASURES = ("score", "guesses", "random_picks", "blasts", "won", "no_blast")
WORDS = ("agent", "rules")
"""Columns of names; all others that are looked at hold numbers."""
TEXTS = ("string", "categorical")  # as pandas calls them
RATES = ("won", "no_blast")
"""Measures that are yes or no: of these the share, with Wilson's interval."""


def summary(games: "pd.DataFrame", measures: Iterable[str] = MEASURES) -> "pd.DataFrame":
    """The means of an agent's games at each point, each with its 95% interval.

    measures: columns of the table; `no_blast` is the share of games without an explosion. Of a
        yes or no the interval is Wilson's, of any other number Student's.

    The column `score` has its interval in `score_low` and `score_high`, and so on; `n` is the
    number of games. Each interval stands for itself: among 20 of them expect one to miss. To
    compare two agents use `compare`, since they met the same boards.

    >>> from minelab import sweep
    >>> games = sweep(["basic"], 10, 10, mines=[10, 20], boards=200, seed=1)
    >>> table = summary(games, ["score", "won"])
    >>> table[["agent", "density", "n", "score", "score_low", "score_high"]].round(3)
       agent  density    n  score  score_low  score_high
    0  basic      0.1  200  0.966      0.958       0.974
    1  basic      0.2  200  0.866      0.854       0.878
    """
    import pandas as pd

    several = [measures] if isinstance(measures, str) else measures
    measures = check_list("measures", several, "columns")
    if not measures:
        raise ValueError("measures must be at least one column, not an empty list")
    check_columns(games, ["agent", *POINT], measures)
    rows = []
    for key, part in games.groupby(["agent", *POINT], sort=False):
        row = dict(zip(["agent", *POINT], key, strict=True)) | {"n": len(part)}
        for measure in measures:
            values = measured(part, measure)
            interval = wilson if measure in RATES or values.dtype == bool else student
            low, high = interval(values)
            row |= {measure: values.mean(), f"{measure}_low": low, f"{measure}_high": high}
        rows.append(row)
    return pd.DataFrame(rows)


def compare(games: "pd.DataFrame", a: str, b: str, measure: str = "score") -> "pd.DataFrame":
    """What agent b has more than agent a, board by board: one row per point.

    Both must have played the same games. `difference` is the mean of b less a, over `n` boards;
    `low` and `high` are its 95% interval, each point by itself (paired, Student's). Where many
    points are looked at together, some intervals miss by chance. `low_all` and `high_all` are
    wider (Bonferroni), so that all of them hold at once with 95%; `p` is the chance of such a
    difference between equals, `p_holm` the same adjusted by Holm's method for all points of this
    table. `better` and `worse` are the shares of boards on which b has more, or less, than a.

    >>> from minelab import sweep
    >>> games = sweep(["basic", "charles"], 10, 10, densities=[0, 0.2], boards=200, seed=1)
    >>> compare(games, "basic", "charles")[["density", "difference", "low", "high"]].round(3)
       density  difference    low   high
    0      0.0       0.000  0.000  0.000
    1      0.2       0.053  0.044  0.062
    """
    import pandas as pd

    check_columns(games, ["agent", *POINT], [measure])
    check_columns(games, game_columns(games))
    pairs = paired(games, a, b, measure)
    points = [(key, part["b"] - part["a"], part) for key, part in pairs.groupby(POINT, sort=False)]
    all_at_once = 1 - (1 - LEVEL) / len(points)
    p = np.array([p_value(more) for _, more, _ in points])
    rows = []
    for (key, more, part), p_alone, p_holm in zip(points, p, holm(p), strict=True):
        (low, high), (low_all, high_all) = student(more), student(more, all_at_once)
        rows.append(
            dict(zip(POINT, key, strict=True))
            | {"a": a, "b": b, "measure": measure, "n": len(more)}
            | {"mean_a": part["a"].mean(), "mean_b": part["b"].mean(), "difference": more.mean()}
            | {"low": low, "high": high, "low_all": low_all, "high_all": high_all}
            | {"p": p_alone, "p_holm": p_holm}
            | {"better": (more > 0).mean(), "worse": (more < 0).mean()}
        )
    return pd.DataFrame(rows)


def game_columns(games: "pd.DataFrame") -> list[str]:
    """The columns that tell one game of a point from another."""
    return ["game"] if "game" in games and "board_seed" not in games else GAME


def paired(games: "pd.DataFrame", a: str, b: str, measure: str) -> "pd.DataFrame":
    """A measure of two agents side by side, game by game; a ValueError if they don't match."""
    game = game_columns(games)
    known = sorted(games["agent"].unique())
    for side, name in (("a", a), ("b", b)):
        check_one_of(side, name, known)
    if a == b:
        raise ValueError(f"b must be another agent than a, not {b!r} again")
    sides = []
    for side, name in (("a", a), ("b", b)):
        part = games[games["agent"] == name]
        if part.duplicated([*POINT, *game]).any():
            raise ValueError(f"{name!r} plays some games twice: are two tables in one?")
        sides.append(part[[*POINT, *game]].assign(**{side: measured(part, measure).astype(float)}))
    both = sides[0].merge(sides[1], how="outer", on=[*POINT, *game], indicator=True, sort=False)
    alone = both[both["_merge"] != "both"]
    if len(alone):
        point = ", ".join(f"{name} {alone.iloc[0][name]}" for name in POINT)
        raise ValueError(
            f"the games of {a!r} and {b!r} are not paired: {len(alone)} were played by one of "
            f"the two only, the first of them at {point}"
        )
    return both


def measured(games: "pd.DataFrame", measure: str) -> "pd.Series[Any]":
    """A column of a table of games, or whether they passed without an explosion."""
    return games["blasts"] == 0 if measure == "no_blast" else games[measure]


def check_columns(
    games: "pd.DataFrame", wanted: Iterable[str], measures: Iterable[str] = ()
) -> None:
    """Refuse what is no table of games, or has no such columns, or no rows, or wrong values."""
    import pandas as pd
    from pandas.api.types import infer_dtype

    measures = [check_text("measure", name) for name in measures]
    columns = ["blasts" if name == "no_blast" else name for name in (*wanted, *measures)]
    if not isinstance(games, pd.DataFrame):
        raise ValueError(f"games must be a table of games with {columns}, not {shown(games)}")
    missing = [name for name in columns if name not in games.columns]
    if missing:
        raise ValueError(f"games must be a table of games with the columns {missing}")
    if games.empty:
        raise ValueError("games must have at least one row")
    for name in columns:
        values: Any = games[name]
        if values.ndim > 1:
            raise ValueError(
                f"games must have the column {name!r} once, not {values.shape[1]} times"
            )
        words = name in WORDS and name not in measures
        if words and (infer_dtype(values) not in TEXTS or values.isna().any()):
            raise ValueError(f"games must have names in the column {name!r}, one in each row")
        if not words and values.dtype.kind not in "biuf" and infer_dtype(values) != "boolean":
            raise ValueError(f"games must have numbers in the column {name!r}, not {values.dtype}")
        if name in RATES and not (values.dtype == bool or values.isin((0, 1)).all()):
            raise ValueError(f"games must have True or False in the column {name!r}")


def wilson(values: "pd.Series[bool]") -> tuple[float, float]:
    """Wilson's interval of a share."""
    from scipy.special import ndtri

    n, yes, z = len(values), int(values.sum()), float(ndtri((1 + LEVEL) / 2))
    middle = (yes + z * z / 2) / (n + z * z)
    reach = z * (yes * (n - yes) / n + z * z / 4) ** 0.5 / (n + z * z)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def student(values: "pd.Series[float]", level: float = LEVEL) -> tuple[float, float]:
    """Student's interval of a mean; of one value alone it is not known."""
    from scipy.special import stdtrit

    mean, n = float(values.mean()), len(values)
    if n < 2:
        return np.nan, np.nan
    reach = float(values.std() / n**0.5 * stdtrit(n - 1, (1 + level) / 2))
    return mean - reach, mean + reach


def ratio(over: ArrayLike, under: ArrayLike) -> tuple[float, float]:
    """The ratio of two sums over the same things, and its standard error (linearised).

    Of boards, say, whose guesses hang together: what counts is how boards differ.
    """
    a, b = np.asarray(over, dtype=float), np.asarray(under, dtype=float)
    value = a.sum() / b.sum()
    return float(value), float((a - value * b).std(ddof=1) * len(a) ** 0.5 / b.sum())


def p_value(differences: "pd.Series[float]") -> float:
    """The chance that equals differ so much on average, or more (paired t test)."""
    from scipy.special import stdtr

    n = len(differences)
    if n < 2:
        return np.nan
    if differences.nunique() == 1:  # the test divides by how much they vary
        return float(differences.iloc[0] == 0)
    errors = abs(differences.mean()) / (differences.std() / n**0.5)
    return float(2 * stdtr(n - 1, -errors))


def holm(p: NDArray[np.float64]) -> NDArray[np.float64]:
    """Holm's adjustment for many tests: the chance that any of them errs is held down.

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    order = np.argsort(p, kind="stable")
    tests = np.count_nonzero(~np.isnan(p))
    factors = np.maximum(tests - np.arange(len(p)), 1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1)
    return adjusted
