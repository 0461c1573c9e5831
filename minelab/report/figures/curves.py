"""Curves: a measure, or a paired difference, against density or size, one curve per agent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, MaxNLocator

from minelab._checks import check_list, check_number, shown
from minelab.display.palette import agent_colour, agent_marker, colour
from minelab.inference.methods import family
from minelab.lab.stats import POINT, mean_of_further
from minelab.report.figures.canvas import (
    DASHED,
    LINE,
    SIZES,
    SOFT,
    bare,
    key,
    label,
    lay_out,
    line_look,
    new_figure,
    number,
    start,
    takes_on,
)  # fmt: skip
from minelab.report.figures.labels import Entry, column, make_room
from minelab.report.figures.measures import (
    averages,
    check_table,
    chosen,
    inner,
    is_one_density,
    measure_of,
    one_of_each,
    setting,
    size,
    subtitle,
    value_axis,
)  # fmt: skip
from minelab.report.tidy import in_rows, keywords, look

Styles: TypeAlias = dict[str, tuple[str, str, tuple[float, ...]]]
"""Colour, marker and dash of each curve."""

MOST = 12
"""Curves that can be told apart in one figure."""
DASHES = ((), (6, 2), (2, 1.5), (1, 1.5), (6, 2, 1, 2), (9, 2, 3, 2))
MARKERS = ("o", "s", "D", "^", "v", "P")
"""What tells curves of one agent apart."""
BANDS, LEVEL = 3, 0.05
"""Differences that can be told apart in one figure, and the level of their tests."""
PRINTED = 10
"""Boards behind each mean that a report prints."""
DIFFERENCE = [*POINT, "a", "b", "measure", "n", "difference", "low", "high", "p_holm"]


@takes_on
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
    """
    table = averages(games, measure, agents, plot="by_density", one=["rules"])
    check_table("games", table, ["density"])
    table, where = until_empty(inner(table), measure), size(table)
    if (
        table["agent"].nunique() == 1
        and where
        and len(table[["rows", "cols"]].drop_duplicates()) > 1
    ):
        where, agent = table["agent"].iloc[0], table["agent"].iloc[0]
        sizes = [
            f"{rows} × {cols}" for rows, cols in zip(table["rows"], table["cols"], strict=True)
        ]
        table = table.assign(agent=sizes).sort_values(["rows", "cols"], kind="stable")
        names, looks = [*dict.fromkeys(table["agent"])], DASHES
        if len(names) > len(DASHES):
            raise ValueError(f"games must be of at most {len(DASHES)} sizes, not {len(names)}")
        shade, marker = agent_colour(agent), agent_marker(agent)
        styles = {name: (shade, marker, dash) for name, dash in zip(names, looks, strict=False)}
    else:
        one_of_each(table, [name for name in ("rows", "cols") if name in table], "by_density")
        styles = styles_of(table["agent"].unique().tolist())
    at = check_at(widest(table, measure) if at is None else at, table["density"])
    shape: tuple[str, ...] = ("bands",)
    if printed is not None:
        check_table("printed", printed, ["agent", "density", measure])
        chosen("printed agents", [*styles], printed["agent"].unique())
        table = of_ten_boards(table, games, measure)
        shape = (f"bands for means of {PRINTED} boards", "hollow: published means")
    axes = start(title, subtitle(measure, where, table, games, *shape), ax=ax)
    if printed is not None:
        lay_over(axes, inner(printed), measure, styles)
    return chart(axes, table, "density", measure, styles, at)


@takes_on
def by_size(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, at: float | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """A measure against the side of square boards of one density; parameters as in `by_density`.

    at: the side of the dashed line; by default the largest that all have.
    """
    table = averages(games, measure, agents, plot="by_size", one=["rules"])
    check_table("games", table, ["rows", "cols", "density"])
    if (table["rows"] != table["cols"]).any():
        raise ValueError("by_size shows square boards alone: games must have as many rows as cols")
    if not is_one_density(table):
        one_of_each(table, ["density"], "by_size")
    styles = styles_of(table["agent"].unique().tolist())
    largest = float(table.groupby("agent")["rows"].max().min())
    at = check_at(largest if at is None else at, table["rows"])
    where = f"Density {table['density'].median():.2g}"
    axes = start(title, subtitle(measure, where, table, games, "bands"), ax=ax)
    return chart(axes, table, "rows", measure, styles, at)


@takes_on
def by_column(
    games: pd.DataFrame, agent: str, columns: Mapping[str, str], title: str = "", *,
    measure: str, at: float | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Several columns of one agent's games against density, one curve per column.

    games: a table of games, as from `load`; also one of cost.
    columns: what each curve is called, and its column; at most 6.
    measure: what all of them are measured in, a word of the other plots such as "visits".
    title, at, ax: as in `by_density`.
    """
    if not isinstance(columns, Mapping):
        raise ValueError(f"columns must be columns by name, not {shown(columns)}")
    if not 1 <= len(columns) <= len(DASHES):
        raise ValueError(f"columns must be 1 to {len(DASHES)}, not {len(columns)}")
    one = ["rules", "rows", "cols"]
    parts = [averages(games, what, [agent], plot="by_column", one=one) for what in columns.values()]
    named = [part.assign(agent=name) for name, part in zip(columns, parts, strict=True)]
    table = inner(pd.concat(named, ignore_index=True))
    shade = agent_colour(agent)
    looks = zip(columns, MARKERS, DASHES, strict=False)
    styles: Styles = {name: (shade, marker, dash) for name, marker, dash in looks}
    at = check_at(widest(table, measure) if at is None else at, table["density"])
    where = f"{agent}, {size(table)}"
    axes = start(title, subtitle(measure, where, table, games, "bands"), ax=ax)
    return chart(axes, table, "density", measure, styles, at)


@takes_on
def differences(*tables: pd.DataFrame, title: str = "", ax: Axes | None = None) -> Axes:
    """Paired differences with their bands, and bars under them where they are not 0.

    tables: comparisons of one measure, as from `compare`, at most three; against density, or
        against the side of the board if that is what varies.
    title, ax: as in `by_density`.

    The bands are 95% intervals of each point by itself; the bars allow for the number of points.
    """
    for table in tables:
        check_table("tables", table, DIFFERENCE)
    table = pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=["a", "b"])
    n_pairs = len(table[["a", "b"]].drop_duplicates())
    if not 1 <= n_pairs <= BANDS:
        raise ValueError(f"tables must hold 1 to {BANDS} comparisons, not {n_pairs}")
    one_of_each(table, ["measure", "rules"], "differences")
    by_side = table["rows"].nunique() > 1 and is_one_density(table)
    if not by_side:
        one_of_each(table, ["rows", "cols"], "differences")
        table = inner(table)
    where = f"Density {table['density'].median():.2g}" if by_side else size(table)
    what, x = measure_of(table["measure"].iloc[0]).label, "rows" if by_side else "density"
    about = setting(where, table, table, same="the same ")
    # A curve has the colour of the second agent, or of the first if all have the same second.
    wears = "a" if table["b"].nunique() == 1 < n_pairs else "b"
    table = table.assign(agent=table["b"] + " − " + table["a"], mean=table["difference"])
    table = table.sort_values(x, kind="stable")
    order = table.groupby("agent", sort=False)["mean"].mean().sort_values(ascending=False).index
    worn = table.drop_duplicates("agent").set_index("agent")[wears]
    looks = styles_of(worn.unique().tolist())
    styles = {str(name): looks[worn[name]] for name in order}
    axes = start(title, f"Paired difference in {what}. {about}; 95% bands", ax=ax)
    draw(axes, table, x, styles)
    axes.axhline(0, color=colour("ink"), lw=1.4, zorder=2.5)
    label(axes, y=f"difference in {what}", grid="y")
    bars(axes, table, x, styles)
    if by_side:
        side_axis(axes, table["rows"])
    else:
        density_axis(axes, table["density"])
    lay_out(axes)
    entries = [Entry(name, line_look(*style)) for name, style in styles.items()]
    make_room(axes, entries)
    column(axes, entries)
    return axes


def panels(
    tables: Sequence[pd.DataFrame], measures: Sequence[str] = ("score",), title: str = "", *,
    agents: Iterable[str] | None = None,
) -> list[Axes]:  # fmt: skip
    """A panel for each measure and table against density, one curve per agent.

    tables: tables of games, each of one size of board; measures are one below another, side
        by side the sizes.
    title, agents: as in `by_density`.

    Returns the axes, row by row.
    """
    tables = check_list("tables", tables, "tables")
    measures = check_list("measures", measures, "columns")
    if not tables or not measures:
        raise ValueError("tables and measures must be at least one each")
    names = None if agents is None else check_list("agents", agents, "names")
    one = ["rules", "rows", "cols"]
    cells = [
        (row, games, measure, inner(averages(games, measure, names, plot="panels", one=one)))
        for row, measure in enumerate(measures)
        for games in tables
    ]
    high = 3.4 if len(measures) == 1 else 2.5
    figure = new_figure((3.6 * len(tables), high * len(measures) + 1.2), title)
    grid = list(figure.subplots(len(measures), len(tables), squeeze=False).flat)
    styles: Styles = {}
    for axes, (row, games, measure, table) in zip(grid, cells, strict=True):
        styles = styles_of(table["agent"].unique().tolist())
        bare(axes)
        curves(axes, table, "density", measure, styles)
        density_axis(axes, table["density"])
        label(
            axes,
            x=None if row == len(measures) - 1 else "",
            y=None if axes in grid[:: len(tables)] else "",
        )
        if not row:
            axes.set_title(setting(size(table), table, games), loc="left", pad=8, **SOFT)
    last = styles_of(cells[-1][3]["agent"].unique().tolist())
    key(
        figure, [Line2D([], [], label=name, **line_look(*style)) for name, style in last.items()], 6
    )
    return grid


def brackets(
    ax: Axes, games: pd.DataFrame, steps: Mapping[str, tuple[str, str]],
    at: Sequence[float] = (0.3, 0.5), measure: str = "score",
) -> Axes:  # fmt: skip
    """Brackets between curves of `by_density`, with what each step adds in mines per 100.

    ax: the axes that `by_density` gave for these games.
    steps: what a step is called, and the two agents whose curves it joins.
    at: the densities of the brackets.
    """
    means = averages(games, measure).pivot_table("mean", "density", "agent")
    for density in at:
        near = means.loc[min(means.index, key=lambda known: abs(known - density))]
        x, words = density + 0.012, []
        for name, (a, b) in steps.items():
            low, high = sorted((near[a], near[b]))
            ax.plot([x - 0.006, x, x, x - 0.006], [low, low, high, high], color=colour("ink"), lw=1)
            words.append(f"{name} {100 * (near[b] - near[a]):+.0f}".replace("-", "−"))
        # Below all curves, where nothing is, from the highest bracket to the lowest.
        lowest = min(near[name] for pair in steps.values() for name in pair)
        ax.annotate(
            "\n".join(words[::-1]), (x, lowest), (-14, -4), textcoords="offset points", va="top",
            ha="right", fontsize=9, color=colour("ink"),
        )  # fmt: skip
    return ax


# Marks.


def styles_of(names: list[str]) -> Styles:
    """Colour, marker and dash of agents, as `ml.look` has them; refuses more than can be told."""
    if len(names) > MOST:
        raise ValueError(
            f"agents must be at most {MOST}, else their curves can't be told apart, not "
            f"{len(names)}: choose with agents=[...]"
        )
    looks = look(names)
    return {
        name: (looks["palette"][name], looks["markers"][name], tuple(looks["dashes"][name]))
        for name in names
    }


def curves(axes: Axes, table: pd.DataFrame, x: str, measure: str, styles: Styles) -> None:
    """Curves with their bands, and the axis of the measure; a logarithmic one has no zeros."""
    words = measure_of(measure)
    draw(axes, table[table["mean"] > 0] if words.axis == "log" else table, x, styles)
    value_axis(axes, "y", words, table)


def draw(axes: Axes, table: pd.DataFrame, x: str, styles: Styles, style: str = "band") -> None:
    """Curves and their intervals; if they have many points, only some have a marker."""
    names = [name for name in styles if name in set(table["agent"])]
    before = len(axes.lines)
    around = {"alpha": 0.16, "lw": 0} if style == "band" else {"elinewidth": 3}
    around |= {"zorder": 2}
    rows = in_rows(table[["agent", x, "low", "mean", "high"]])
    if names:
        sns.lineplot(
            rows, x=x, y="value", hue="agent", **keywords({name: styles[name] for name in names}),
            ax=axes, legend=False, err_style=style, err_kws=around, linewidth=LINE, zorder=3,
            markeredgecolor=colour("surface"), markeredgewidth=0.8, clip_on=False,
            markevery=max(1, round(table[x].nunique() / 10)),
        )  # fmt: skip
    if style == "bars":
        for bar in axes.collections:
            bar.set_alpha(0.35)
    lines = [line for line in axes.lines[before:] if line.get_marker() not in ("", "None", None)]
    for name, line in zip(names, lines, strict=True):
        line.set(label=name, markersize=SIZES.get(styles[name][1], 6))


def bars(axes: Axes, table: pd.DataFrame, x: str, styles: Styles) -> None:
    """Under the bands a bar for each curve, over the points where it is not 0; vertical axis."""
    values = np.array([0, *table[["low", "mean", "high"]].to_numpy(float).ravel()])
    low, high = (round(float(end), 9) for end in (np.nanmin(values), np.nanmax(values)))
    step, left = 0.05 * (high - low or 1), table[x].min()
    for place, name in enumerate(styles):
        part = table[table["agent"] == name]
        at, where = part[x].to_numpy(float), part["p_holm"].to_numpy(float) < LEVEL
        ends = at[[0, -1]] if len(at) > 1 else at[0] + np.array([-0.01, 0.01])
        edges = np.array([ends[0], *(at[1:] + at[:-1]) / 2, ends[1]])
        y = np.full(len(at), low - (place + 1.5) * step)[where]
        axes.hlines(y, edges[:-1][where], edges[1:][where], color=styles[name][0], lw=4)
    alike = len({shade for shade, _, _ in styles.values()}) < len(styles)
    note = f"bars{', in the order of the names' if alike else ''}: not 0"
    if not (table["p_holm"] < LEVEL).any():
        note = "no bars: different from 0 at no point"
    note += (
        f" at the {LEVEL:.0%} level (Holm{'' if alike else chr(8217) + 's test over all points'})"
    )
    bottom = low - (len(styles) + 2) * step
    axes.text(left, bottom, note, va="center", **SOFT)
    axes.set_ylim(bottom - step, high + step)
    ticks = MaxNLocator(5).tick_values(low, high) if high > low else [0.0]
    inside = [tick for tick in ticks if low - step < tick < high + step]
    axes.set_yticks(inside, signed(inside))


def signed(values: Sequence[float]) -> list[str]:
    """Differences with their signs, all with as many digits as one of them needs.

    >>> signed([-0.05, 0, 0.025])
    ['−0.050', '0', '+0.025']
    """
    rounded = [round(value, 9) for value in values]
    digits = max(len(f"{value:.6g}".partition(".")[2]) for value in rounded)
    return [f"{value:+,.{digits}f}".replace("-", "−") if value else "0" for value in rounded]


def of_ten_boards(table: pd.DataFrame, games: pd.DataFrame, measure: str) -> pd.DataFrame:
    """With the interval in which the mean of ten further boards lies."""
    if "end" in games:
        raise ValueError("games must be single games, not means, to compare printed means with")
    groups = dict(iter(games.groupby(["agent", "density"])[measure]))
    points = zip(table["agent"], table["density"], strict=True)
    ends = [mean_of_further(None, groups[point], PRINTED).interval for point in points]
    low, high = np.array(ends).T
    return table.assign(low=low, high=high)


def lay_over(axes: Axes, printed: pd.DataFrame, measure: str, styles: Styles) -> None:
    """Means that a report prints, as hollow marks of the agents' colours."""
    for name, part in printed.groupby("agent", sort=False):
        shade, marker, _ = styles[str(name)]
        look_ = line_look(shade, marker) | {"mfc": colour("surface"), "mec": shade, "mew": 1.3}
        axes.plot(part["density"], part[measure], zorder=4, **look_ | {"ls": ""})


# Axes and what is read from them.


def until_empty(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """Without the densities at which a share has fallen to 0 for good, but for the first two."""
    most = table.groupby("density")["mean"].max()
    if measure_of(measure).axis != "share" or most.iloc[-1] >= 0.005 or (most < 0.005).all():
        return table
    last = most.index.get_loc(most[most >= 0.005].index[-1])
    return table[table["density"] <= most.index[min(int(last) + 2, len(most) - 1)]]  # type: ignore[arg-type]


def density_axis(axes: Axes, densities: Any) -> None:
    """The horizontal axis from the lowest density to the highest."""
    low, high = min(densities), max(densities)
    beyond = 0.02 * (high - low) or 0.02
    axes.set_xlim(low - beyond, high + beyond)
    axes.xaxis.set_major_locator(MaxNLocator(10, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: number(round(x, 2))))
    label(axes, x="density (mines / cells)")


def side_axis(axes: Axes, sides: "pd.Series[int]", axis: str = "") -> None:
    """The horizontal axis from the smallest board to the largest; logarithmic if the other is."""
    ticks = np.unique(sides)
    if axis == "log":
        axes.set_xscale("log")
    axes.set_xticks(ticks, [str(side) for side in ticks])
    axes.set_xticks([], minor=True)
    label(axes, x="side of the board (cells)")


def check_at(at: float, places: "pd.Series[Any]") -> float:
    """Refuse a dashed line beyond the curves."""
    return check_number("at", at, float(places.min()), float(places.max()))


def widest(table: pd.DataFrame, measure: str) -> float:
    """Where the curves are farthest apart, among the densities that most of them have.

    Boards without mines do not count, nor does `random`, far from all.
    """
    compared = table[[family(name) != "random" for name in table["agent"]]]
    compared = table if compared.empty else compared
    values = compared.pivot_table("mean", "density", "agent")
    values = values[values.index > 0] if (values.index > 0).any() else values
    if measure_of(measure).axis == "log":
        values = values.where(values > 0).map(np.log)
    if values.shape[1] == 1:
        return float(values.index[len(values) // 2])
    spread = (values.max(axis=1) - values.min(axis=1)).fillna(0)
    return float(values.index[np.lexsort((spread, values.count(axis=1)))[-1]])


def chart(axes: Axes, table: pd.DataFrame, x: str, measure: str, styles: Styles, at: float) -> Axes:
    """Curves, both axes, a dashed line, and the names in the order there, with their values."""
    curves(axes, table, x, measure, styles)
    if x == "density":
        density_axis(axes, table[x])
    else:
        side_axis(axes, table[x], measure_of(measure).axis)
    lay_out(axes)
    values = {}
    for name in styles:
        part = table[table["agent"] == name].sort_values(x)
        values[name] = float(np.interp(at, part[x], part["mean"], left=np.nan, right=np.nan))
    axes.axvline(at, **DASHED)
    write = measure_of(measure).value
    texts = {name: "–" if np.isnan(y) else write(y) for name, y in values.items()}
    order = sorted(styles, key=lambda name: np.nan_to_num(values[name], nan=-np.inf))[::-1]
    entries = [Entry(name, line_look(*styles[name]), texts[name]) for name in order]
    head = f"at {at:.2f}" if x == "density" else f"at side {at:g}"
    spec = axes.get_subplotspec()
    if spec and spec.get_gridspec().ncols > 1:  # names outside would make one of two panels narrow
        make_room(axes, entries, head, most=0.4)
    column(axes, entries, head)
    return axes
