"""Tables and keywords for seaborn: a curve of the report in one call of your own.

Seaborn averages what it is given and draws intervals of its own making. Here the mean and its
interval are computed first, by `ml.summary`, and become three rows per point. Seaborn then only has
to draw: the median of the three is the mean, and the range of the three is the interval.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from minelab._checks import check_list, check_one_of, check_text, shown
from minelab._later import pd
from minelab.display import palette
from minelab.lab.stats import POINT, RATES, check_columns, grouped, measured

ENDS = ("low", "mean", "high")
"""The three rows of a point."""


def tidy(games: "pd.DataFrame", measure: str = "score") -> "pd.DataFrame":
    """The mean of a measure and its 95% interval as rows, ready for seaborn.

    games: a table of games, such as `ml.sweep` and `ml.load` give; or a table of your own, with
        the column `agent`, a column to be measured, and those of `rows`, `cols`, `mines`,
        `density` and `rules` that it has, which tell its points apart.
    measure: a column of numbers, or of yes and no; `no_blast` is the share of games without a
        blast.

    Returns three rows per agent and point. `value` is the number, `end` says which: "low", "mean"
    or "high"; `n` is the number of games, `measure` what was measured. Draw it with the keywords
    of `ml.look`. Don't pass the games themselves to seaborn: it would average all points that
    have the same x, whatever their size and rules, and put intervals of another kind around them.

    >>> from minelab import sweep
    >>> games = sweep(["basic"], 10, 10, mines=[20], boards=200, seed=1)
    >>> tidy(games, "score")[["agent", "density", "n", "end", "value"]].round(3)
       agent  density    n   end  value
    0  basic      0.2  200   low  0.854
    1  basic      0.2  200  mean  0.866
    2  basic      0.2  200  high  0.878
    """
    return in_rows(means(games, measure))


def means(games: "pd.DataFrame", measure: str) -> "pd.DataFrame":
    """A row per agent and point with `n`, `measure`, `low`, `mean` and `high`."""
    check_columns(games, ["agent"])
    check_one_of("measure", check_text("measure", measure), measures_in(games))
    key = ["agent", *(name for name in POINT if name in games.columns)]
    check_columns(games, key, [measure])
    values = measured(games, measure)
    values = values.astype(bool) if measure in RATES else values
    table = grouped(games[key].assign(mean=values), key, ["mean"])
    table = table.rename(columns={"mean_low": "low", "mean_high": "high"})
    return table.assign(measure=measure)


def measures_in(games: "pd.DataFrame") -> list[str]:
    """The columns that can be averaged, and `no_blast` where there are blasts."""
    known = {str(name) for name in games.select_dtypes(["number", "bool"]).columns}
    known |= {"no_blast"} if "blasts" in known else set()
    return sorted(known - {*POINT})


def in_rows(table: "pd.DataFrame") -> "pd.DataFrame":
    """Low, mean and high below each other instead of side by side."""
    others = [name for name in table.columns if name not in ENDS]
    parts = [table[others].assign(end=end, value=table[end]) for end in ENDS]
    return pd.concat(parts).sort_index(kind="stable").reset_index(drop=True)


def look(agents: "Iterable[str] | pd.DataFrame") -> dict[str, Any]:
    """How the report draws agents, as keywords for `seaborn.lineplot` and `seaborn.relplot`.

    agents: names, in the order in which they are to be drawn; or a table with the column `agent`;
        or, by what a curve is called, the agent that it is to look like.

    Returns palette, order, markers and dashes, and how to read the rows of `ml.tidy`: the median
    of three is the mean, their whole range the interval. Don't use them with the games themselves:
    the band would reach from the worst game to the best.

    >>> import seaborn as sns
    >>> from minelab import sweep
    >>> games = sweep(["basic", "charles"], 8, 8, densities=[0.1, 0.2, 0.3], boards=50, seed=1)
    >>> axes = sns.lineplot(
    ...     tidy(games, "score"), x="density", y="value", hue="agent", **look(games)
    ... )
    >>> [line.get_color() for line in axes.lines[:2]]
    ['#8995AA', '#92265D']
    """
    names = names_in(agents)
    worn = {name: name for name in names}
    if isinstance(agents, Mapping):
        worn = {name: check_text("agents", agents[name]) for name in names}
    looks = palette.looks_of(worn.values())
    wears = {name: looks[agent] for name, agent in worn.items()}
    return keywords({name: (each.light, each.marker, each.dash) for name, each in wears.items()})


def names_in(agents: "Iterable[str] | pd.DataFrame") -> list[str]:
    """The names given, or those in the column `agent`, each once."""
    if isinstance(agents, pd.DataFrame):
        check_columns(agents, ["agent"])
        return [str(name) for name in agents["agent"].unique()]
    given = [agents] if isinstance(agents, str) else agents
    names = [check_text("agents", name) for name in check_list("agents", given, "names")]
    if not names:
        raise ValueError(f"agents must be at least one name, not {shown(agents)}")
    return list(dict.fromkeys(names))


def keywords(styles: dict[str, tuple[str, str, tuple[float, ...]]]) -> dict[str, Any]:
    """Seaborn's keywords for curves with these colours, markers and dashes."""
    return {
        "palette": {name: shade for name, (shade, _, _) in styles.items()},
        "hue_order": [*styles],
        "style": "agent",
        "style_order": [*styles],
        "markers": {name: marker for name, (_, marker, _) in styles.items()},
        "dashes": {name: dash or "" for name, (_, _, dash) in styles.items()},
        "estimator": "median",
        "errorbar": ("pi", 100),
    }
