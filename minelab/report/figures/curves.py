"""Curves: a measure, or a paired difference, against density or size, one curve per agent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from minelab._checks import check_list, check_number, check_one_of, shown
from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.inference.methods import family
from minelab.lab.stats import POINT, check_table, mean_of_further, student
from minelab.lab.threshold import SOLVER, THEORY, with_solved
from minelab.report.figures import canvas, points
from minelab.report.figures.canvas import DASHED, NOTE, finish, sample, start
from minelab.report.figures.marks import (
    DASHES,
    by_board,
    draw_bars,
    draw_curves,
    draw_dots,
    looks_of,
)
from minelab.report.figures.points import inner, measure_of, one_of_each
from minelab.report.tidy import ENDS, keywords, look

MARKERS = ("o", "s", "D", "^", "v", "P")
"""What tells curves of one agent apart, beside their dashes."""
BANDS = 3
"""Differences that can be told apart in one figure."""
PRINTED = 10
"""Boards behind each mean that a report prints."""
WIDE = "\u2007"
"""A space as wide as a digit."""
DIFFERENCE = [*POINT, "a", "b", "measure", "n", "difference", "low", "high", "p_holm"]
SHORT = ["rows", "cols", "mines", "aim", "agent", "orders", "error", "shortfall"]
AIMS = {"win": "wins missed, share of all boards", "score": "score missed"}
HARD = ["definition", "density", "value", "low", "high", "n", "hard"]
DEFINITIONS = {
    "half of basic-002's games without a blast":
        ("basic-002", "clean games\nof basic-002", "{:.0f}% are clean"),
    "the steepest fall while agents differ":
        ("charles", "how fast the score\nof charles falls", "{:.0f} mines in 100 per 0.05"),
    "the agents meet again":
        ("ibs", "lead of ibs\nover basic", "{:.0f} mines in 100"),
    "where the share of deductions that need two clues is largest":
        ("swept", "swept's proofs from\ntwo clues or more", "{:.0f}% of all proofs"),
}  # fmt: skip
"""By definition of hard: whose colour it has, what its curve shows, and how a value of it reads."""


def by_density(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, at: float | None = None,
    printed: pd.DataFrame | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """A measure against density, one curve per agent, or for one agent one per board size.

    games: a table of games, as from `sweep` or `load`, or of `ml.tidy`; also one of cost or time,
        or your own with the columns agent, density and the measure. Densities above 0.95 are left
        out, and so are those at which a share has fallen to 0 for good.
    measure: a column, or `no_blast` for the share of games without a blast.
    title: the finding, as a sentence.
    agents: which of them, at most 12; all by default.
    at: the density of the dashed line, at which the names are ordered and have their values;
        where the agents other than `random` are farthest apart unless said otherwise.
    printed: means of ten boards that a report prints, to be laid over as hollow marks: a table with
        the columns agent, density and the measure. Bands then say where such means should lie.
    ax: axes to draw on, such as a panel of `pair`, instead of a figure of its own.

    Returns the axes.

    plots.by_density(ml.load("density-10"), agents=["basic", "exact"])
    """
    table = points.averages(games, measure, agents, plot="by_density", one=["rules"])
    check_table("games", table, ["density"])
    table, where = until_empty(inner(table), measure), points.size(table)
    names = [*dict.fromkeys(table["agent"])]
    if len(names) == 1 and where and len(table[["rows", "cols"]].drop_duplicates()) > 1:
        where = names[0]
        looks, table = by_board(table, where)
    else:
        one_of_each(table, ["rows", "cols"], "by_density")
        looks = looks_of(names)
    notes = ["bands"]
    if printed is not None:
        check_table("printed", printed, ["agent", "density", measure])
        points.chosen("printed agents", names, printed["agent"].unique())
        table = of_ten_boards(table, games, measure)
        notes = [f"bands for means of {PRINTED} boards", "hollow: published means"]
    about = points.subtitle(measure, where, table, games, *notes)
    return chart(table, "density", measure, looks, at, title, about, ax, printed)


def by_size(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """A measure against the side of square boards of one density; parameters as in `by_density`.

    plots.by_size(ml.load("size"), "guesses", agents=["basic", "charles"])
    """
    table = points.averages(games, measure, agents, plot="by_size", one=["rules"])
    check_table("games", table, ["rows", "cols", "density"])
    if (table["rows"] != table["cols"]).any():
        raise ValueError("by_size shows square boards alone: games must have as many rows as cols")
    if not points.is_one_density(table):
        one_of_each(table, ["density"], "by_size")
    where = f"Density {table['density'].median():.2g}"
    about = points.subtitle(measure, where, table, games, "bands")
    return chart(table, "rows", measure, looks_of(table["agent"]), None, title, about, ax)


def by_column(
    games: pd.DataFrame, agent: str, columns: Mapping[str, str], title: str = "", *,
    measure: str, at: float | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Several columns of one agent's games against density, one curve per column.

    games: a table of games, as from `load`; also one of cost.
    agent: the name of one of its agents.
    columns: what each curve is called, and its column; at most 6.
    measure: what all of them are measured in, a word of the other plots such as "visits".
    title, at, ax: as in `by_density`.

    plots.by_column(ml.load("cost").query("rows == 10"), "basic", {"clues read": "clues", "looks": "visits"}, measure="visits")
    """  # noqa: E501
    if not isinstance(columns, Mapping) or not 1 <= len(columns) <= len(DASHES):
        raise ValueError(
            f"columns must be 1 to {len(DASHES)} columns by name, not {shown(columns)}"
        )
    one = ["rules", "rows", "cols"]
    parts = {
        name: points.averages(games, column, [agent], plot="by_column", one=one)
        for name, column in columns.items()
    }
    table = inner(pd.concat(part.assign(agent=name) for name, part in parts.items()))
    about = points.subtitle(measure, f"{agent}, {points.size(table)}", table, games, "bands")
    looks = zip(columns, MARKERS, DASHES, strict=False)
    shades = keywords({name: (agent_colour(agent), mark, dash) for name, mark, dash in looks})
    return chart(table, "density", measure, shades, at, title, about, ax)


def differences(*tables: pd.DataFrame, title: str = "", ax: Axes | None = None) -> Axes:
    """Paired differences with their bands, and bars under them where they are not 0.

    tables: comparisons of one measure, as from `compare`, at most three; against density, or
        against the side of the board if that is what varies.
    title, ax: as in `by_density`.

    The bands are 95% intervals of each point by itself; the bars allow for the number of points.

    plots.differences(ml.compare(ml.load("density-10"), "basic", "charles"))
    """
    for table in tables:
        check_table("tables", table, DIFFERENCE)
    table = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["a", "b"])
    n_pairs = len(table[["a", "b"]].drop_duplicates())
    if not 1 <= n_pairs <= BANDS:
        raise ValueError(f"tables must hold 1 to {BANDS} comparisons, not {n_pairs}")
    one_of_each(table, ["measure", "rules"], "differences")
    x, where = "rows", f"Density {table['density'].median():.2g}"
    if table["rows"].nunique() == 1 or not points.is_one_density(table):
        one_of_each(table, ["rows", "cols"], "differences")
        x, where, table = "density", points.size(table), inner(table)
    what = measure_of(table["measure"].iloc[0]).label
    about = points.setting(where, table, table, same="the same ")
    # A curve has the colour of the second agent, or of the first if all have the same second.
    wears = "a" if table["b"].nunique() == 1 < n_pairs else "b"
    table = table.assign(agent=table["b"] + " − " + table["a"], mean=table["difference"])
    pairs = table.groupby("agent").agg({"mean": "mean", wears: "first"})
    worn = pairs.sort_values("mean", ascending=False)[wears]
    looks = look({str(name): agent for name, agent in worn.items()})
    axes = start(title, f"Paired difference in {what}. {about}; 95% bands", ax)
    draw_curves(axes, table, x, looks)
    axes.axhline(0, color=colour("ink"), lw=1.4, zorder=2.5)
    draw_bars(axes, table, x, looks)
    finish(axes, x_axis(axes, x, table), f"difference in {what}", "y")
    return canvas.name_curves(axes, [sample(looks, name) for name in looks["hue_order"]], most=0.5)


def panels(
    tables: Sequence[pd.DataFrame], measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None,
) -> list[Axes]:  # fmt: skip
    """A panel for each table against density, one curve per agent.

    tables: tables of games, each of one size of board.
    measure, title, agents: as in `by_density`.

    Returns the axes.

    plots.panels([ml.load("density-10"), ml.load("density-20")], agents=["basic"])
    """
    tables = check_list("tables", tables, "tables")
    if not tables:
        raise ValueError("tables must be at least one")
    names = None if agents is None else check_list("agents", agents, "names")
    how: dict[str, Any] = {"plot": "panels", "one": ["rules", "rows", "cols"]}
    means = [inner(points.averages(games, measure, names, **how)) for games in tables]
    looks, words = looks_of(means[0]["agent"]), measure_of(measure)
    figure = canvas.new_figure((3.6 * len(tables), 4.6), title)
    grid = list(figure.subplots(1, len(tables), squeeze=False).flat)
    for axes, games, table in zip(grid, tables, means, strict=True):
        start("", points.setting(points.size(table), table, games), axes)
        draw_curves(axes, positive(table, measure), "density", looks)
        points.value_axis(axes, "y", words, from_0=True)
        up = words.label if axes is grid[0] else ""
        canvas.label(axes, x_axis(axes, "density", table), up, "y")
    canvas.key(figure, [sample(looks, name) for name in looks["hue_order"]])
    return grid


def brackets(
    ax: Axes, games: pd.DataFrame, steps: Mapping[str, tuple[str, str]],
    at: Sequence[float] = (0.3, 0.5),
) -> Axes:  # fmt: skip
    """Brackets between curves of scores, with what each step adds in mines per 100.

    ax, games: the axes that `by_density` gave, and the games that it drew.
    steps: what a step is called, and the two agents whose curves it joins.
    at: the densities of the brackets.

    plots.brackets(plots.by_density(ml.load("density-10"), agents=["exact", "basic"]), ml.load("density-10"), {"all ideas": ("basic", "exact")})
    """  # noqa: E501
    means = points.averages(games, "score").pivot_table("mean", "density", "agent")
    for density in at:
        near = means.loc[min(means.index, key=lambda known: abs(known - density))]
        x, words = density + 0.018, []
        for name, (a, b) in steps.items():
            low, high = sorted((near[a], near[b]))
            ends = [x - 0.006, x + 0.006, x, x, x - 0.006, x + 0.006]
            ax.plot(ends, [low, low, low, high, high, high], color=colour("ink"), lw=1.6)
            words.append(f"{name} {100 * (near[b] - near[a]):+.0f}".replace("-", "−"))
        # Below all curves, where nothing is, from the highest bracket to the lowest.
        lowest = min(near[name] for pair in steps.values() for name in pair)
        ax.annotate("\n".join(words[::-1]), (x, lowest), (-14, -4), va="top", ha="right", **NOTE)
    return ax


def shortfall(
    table: pd.DataFrame, aim: str = "win", title: str = "", *,
    agents: Iterable[str] | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """What each agent misses of perfect play, against the number of mines.

    table: as from `ml.shortfall`, of one size of board.
    aim: "win" or "score".
    title, agents, ax: as in `by_density`.

    plots.shortfall(ml.load("shortfall"), agents=["basic", "exact"])
    """
    check_table("table", table, SHORT)
    check_one_of("aim", aim, AIMS)
    table = table[table["aim"] == aim]
    one_of_each(table, ["rows", "cols"], "shortfall")
    names = points.chosen("agents", table["agent"].unique().tolist(), agents)
    part = table[table["agent"].isin(names)]
    low, high = student(part["shortfall"], part["error"], part["orders"] - 1)
    part = part.assign(low=low, high=high, mean=part["shortfall"])
    about = f"{AIMS[aim].capitalize()}. All boards of {points.size(table)}; bars are 95%"
    axes, looks = start(title, about, ax), looks_of(names)
    draw_curves(axes, part, "mines", looks, "bars")
    points.value_axis(axes, "y", measure_of(aim), from_0=True)
    axes.set_xticks(sorted({*part["mines"]}))
    finish(axes, "mines on the board", AIMS[aim], "y")
    means = {name: float(part["mean"][part["agent"] == name].mean()) for name in names}
    return name_in_order(axes, looks, means, "{:.3f}".format, "mean")


def solved_by_density(
    games: pd.DataFrame, title: str = "", *, sides: Iterable[int] | None = None,
    at: float | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """The share of boards solved without a guess against density, one curve per side.

    games: as `solvable`, games of one agent.
    sides: which of them, at most 6; all by default.
    title, at, ax: as in `by_density`.

    plots.solved_by_density(ml.load("solvable"), sides=(8, 32))
    """
    check_table("games", games, ["rows", "won", "guesses"])
    part = games if sides is None else games[games["rows"].isin(list(sides))]
    return by_density(with_solved(part), "solved", title, at=at, ax=ax)


def half_points(halves: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """The density at which half of the boards are solved against their cells, both as logarithms.

    halves: as from `threshold.half_points`. The dashed line is as steep as theory says it becomes,
        drawn through the largest size.
    title, ax: as in `by_density`.

    plots.half_points(threshold.half_points(ml.load("solvable")))
    """
    check_table("halves", halves, ["side", "cells", "half", "low", "high"])
    axes = start(title, "Where half of the boards need a guess; log scales, 95% bars", ax)
    looks = keywords({"threshold": (agent_colour(SOLVER), agent_marker(SOLVER), ())})
    table = halves.rename(columns={"half": "mean"}).assign(agent="threshold")
    draw_curves(axes, table, "cells", looks, "bars")
    cells, half = halves["cells"].to_numpy(float), halves["half"].to_numpy(float)
    theory = half[-1] * (cells / cells[-1]) ** THEORY
    near = theory <= 1.35 * half.max()
    name = "theory: cells to the power −1/6"
    (line,) = axes.plot(cells[near], theory[near], **DASHED, label=name)
    for which in ("x", "y"):
        points.value_axis(axes, which, points.LOG)
    axes.yaxis.set_major_locator(MaxNLocator(8))
    finish(axes, "cells of the board", "threshold (mines / cells)", "y")
    return canvas.name_curves(axes, [sample(looks, "threshold"), line])


def hard_definitions(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """What each definition of hard looks at, with a pin at the density that it calls hard.

    The rows are numbered in the order of their pins.

    table: as from `density.hard_table`.
    title, ax: as in `by_density`.

    plots.hard_definitions(density.hard_table())
    """
    check_table("table", table, HARD)
    hard = table.groupby("definition")["hard"].first().sort_values(ascending=False)
    known = {
        name: DEFINITIONS[check_one_of("definition", name, DEFINITIONS)] for name in hard.index
    }
    about = "What each meaning measures, on a scale of its own from 0, with 95% bands; "
    about += f"{table['n'].min():,} boards or more per point"
    axes = start(title, about, ax, (canvas.ALONE[0], 4.6))
    curves = table[table["density"] <= points.DENSEST]
    curves = curves.assign(agent=curves["definition"], mean=curves["value"])
    place = curves["agent"].map([*hard.index].index)
    top = curves.groupby("agent")["high"].transform("max") / 0.64
    for end in ENDS:
        curves[end] = place + curves[end].clip(lower=0) / top
    draw_curves(
        axes, curves, "density", look({str(name): agent for name, (agent, *_) in known.items()})
    )
    for row, (name, pin) in enumerate(hard.items()):
        part = curves[curves["definition"] == name]
        value = 100 * float(np.interp(pin, part["density"], part["value"]))
        axes.axhline(row, color=colour("line"), lw=0.8, zorder=1)
        axes.plot([pin, pin], [row, row + 0.68], **DASHED)
        axes.text(pin, row + 0.7, f"{pin:.2f}", ha="center", va="bottom", **canvas.NAME)
        words = known[str(name)][-1].format(value)
        axes.annotate(words, (pin, row + 0.7), (16, 0), va="bottom", **NOTE | canvas.SOFT)
    rows = enumerate([words for _, words, _ in known.values()])
    axes.set_yticks(np.arange(len(hard)) + 0.4, [f"{len(hard) - k}. {words}" for k, words in rows])
    axes.tick_params(axis="y", labelcolor=colour("ink"), labelsize=9.5)
    axes.set_ylim(-0.12, len(hard) + 0.12)
    return finish(axes, points.density_axis(axes, (0.0, 0.95)), "")


def of_ten_boards(table: pd.DataFrame, games: pd.DataFrame, measure: str) -> pd.DataFrame:
    """With the interval in which the mean of ten further boards lies."""
    if "end" in games:
        raise ValueError("games must be single games, not means, to compare printed means with")
    groups = dict(iter(games.groupby(["agent", "density"])[measure]))
    where = zip(table["agent"], table["density"], strict=True)
    ends = np.array([mean_of_further(None, groups[at], PRINTED).interval for at in where])
    return table.assign(low=ends[:, 0], high=ends[:, 1])


# Axes and what is read from them.


def until_empty(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Without the densities at which a share has fallen to 0 for good, but for the first two."""
    most = table.groupby("density")["mean"].max()
    if measure_of(measure).axis != "share" or most.iloc[-1] >= 0.005 or (most < 0.005).all():
        return table
    shown_ = most.index[: np.flatnonzero(most >= 0.005)[-1] + 3]
    return table[table["density"].isin(shown_)]


def positive(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Without zeros, if the axis of the measure is logarithmic."""
    return table[table["mean"] > 0] if measure_of(measure).axis == "log" else table


def x_axis(axes: Axes, x: str, table: pd.DataFrame) -> str:
    """The horizontal axis, of density or of sides, logarithmic if the other is; and its label."""
    if x == "density":
        return points.density_axis(axes, table[x])
    axes.set_xscale(axes.get_yscale())
    axes.set_xticks(np.unique(table[x]), [str(side) for side in np.unique(table[x])])
    axes.set_xticks([], minor=True)
    return "side of the board (cells)"


def widest(table: pd.DataFrame, measure: str) -> float:
    """Where the curves are farthest apart, among the densities that most of them have.

    Boards without mines do not count, nor does `random`, far from all.
    """
    values = table.pivot_table("mean", "density", "agent")
    values = values[values.index > 0] if values.index.max() > 0 else values
    values = values[[name for name in values if family(str(name)) != "random"] or [*values]]
    if measure_of(measure).axis == "log":
        values = values.where(values > 0).map(np.log)
    if values.shape[1] == 1:
        return float(values.index[len(values) // 2])
    apart = values.max(axis=1) - values.min(axis=1)
    return float(values.index[np.lexsort((apart.fillna(0), values.count(axis=1)))[-1]])


def chart(
    table: pd.DataFrame, x: str, measure: str, looks: dict[str, Any], at: float | None, title: str,
    about: str, ax: Axes | None, printed: pd.DataFrame | None = None,
) -> Axes:  # fmt: skip
    """Curves, both axes, a dashed line, and the names in the order there, with their values."""
    default = widest(table, measure) if x == "density" else table.groupby("agent")[x].max().min()
    at = check_number("at", default if at is None else at, table[x].min(), table[x].max())
    axes, words = start(title, about, ax), measure_of(measure)
    draw_curves(axes, positive(table, measure), x, looks)
    if printed is not None:
        draw_dots(axes, inner(printed), x, measure, looks, hollow=True, s=40)
    points.value_axis(axes, "y", words, from_0=True)
    axes.axvline(at, **DASHED)
    finish(axes, x_axis(axes, x, table), words.label, "y")
    values = {}
    for name in looks["hue_order"]:
        part = table[table["agent"] == name].sort_values(x)
        values[name] = float(np.interp(at, part[x], part["mean"], left=np.nan, right=np.nan))
    head = f"at {at:.2f}" if x == "density" else f"at side {at:g}"
    return name_in_order(axes, looks, values, words.value, head)


def name_in_order(
    axes: Axes, looks: dict[str, Any], values: Mapping[str, float], write: Any, head: str
) -> Axes:
    """The names in the order of these values, the highest first, each after its value."""
    order = sorted(values, key=lambda name: np.nan_to_num(values[name], nan=-np.inf))[::-1]
    texts = {name: "–" if np.isnan(values[name]) else write(values[name]) for name in order}
    wide = max(map(len, texts.values()))
    samples = [sample(looks, name) for name in order]
    for line in samples:
        line.set_label(f"{texts[str(line.get_label())].rjust(wide, WIDE)}  {line.get_label()}")
    spec = axes.get_subplotspec()  # names outside would make one of two panels narrow
    most = 0.4 if spec and spec.get_gridspec().ncols > 1 else 0
    return canvas.name_curves(axes, samples, head, most=most)
