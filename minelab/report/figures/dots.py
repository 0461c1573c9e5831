"""Dots and bars: one measure of many agents, one below another."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

from minelab._checks import check_one_of
from minelab.agents.catalogue import agent as agent_of
from minelab.boards.maps import LEVELS
from minelab.display.palette import agent_colour, colour, method_colour, method_rank
from minelab.inference.methods import family
from minelab.lab.daggers import AGENTS, level_of, per_level
from minelab.lab.reach import shares
from minelab.lab.stats import POINT, as_share, difference_of
from minelab.report.daggers import by_map
from minelab.report.figures.canvas import (
    ALONE,
    DASHED,
    SIZES,
    label,
    lay_out,
    pair,
    start,
    takes_on,
)  # fmt: skip
from minelab.report.figures.curves import signed
from minelab.report.figures.labels import Entry, beside_points, column
from minelab.report.figures.measures import (
    averages,
    check_table,
    measure_of,
    one_of_each,
    size,
    subtitle,
    value_axis,
)  # fmt: skip
from minelab.report.tidy import ENDS, look

GROUPS = {"random": "guess at random", "chosen": "choose their guesses"}
"""By how agents guess, what a group of at least three is called."""
FORMS = {"readable": "full", "engine": "none"}
"""How the marks of the two forms of an agent are filled."""
PRINTED = {"dagger-1": 2, "dagger-2": 3}
"""The agents whose results the Daggers report prints, and in which table."""
CLICKS = {"classic": ("safe", "first click safe"), "classic-zero": ("zero", "first click opens")}
"""By rules, what win-rates.csv calls its first click, and what we call it."""
GAMES = ["agent", "rows", "cols", "mines", "rules", "won"]
PUBLISHED = ["source", "first_click", "rows", "cols", "mines", "percent"]


@takes_on
def by_agent(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """A measure of each agent at one point, the largest on top; parameters as in `by_density`.

    Dots show places, not lengths, so the axis need not begin at 0. Agents that guess at random and
    agents that choose, at least three of each, are two groups; all marks are then dots, and their
    colour is the strongest method. Of a table of times with both forms the engine's marks are
    hollow.
    """
    forms = [games]
    if isinstance(games, pd.DataFrame) and "form" in games:
        forms = [games[games["form"] == form] for form in FORMS if form in set(games["form"])]
    tables = [averages(part, measure, agents, plot="by_agent") for part in forms]
    one_of_each(pd.concat(tables), [name for name in POINT if name in tables[0]], "by_agent")
    table = tables[0].sort_values("mean", ascending=False, kind="stable")
    rows, shades, methods = in_groups(table["agent"].tolist())
    words, where = measure_of(measure), size(table)
    where += f", density {table['density'].iloc[0]:.2g}" if "density" in table else ""
    notes = ("filled: readable form, hollow: engine",) if len(tables) > 1 else ()
    about = subtitle(measure, where.removeprefix(", "), table, games, "bars", *notes)
    axes = start(title, about, (ALONE[0], max(2.4, 1.3 + 0.22 * len(rows))), ax)
    for part, fill in zip(tables, FORMS.values(), strict=False):
        part = part.assign(row=part["agent"].map(rows.index))
        part = part[part["mean"] > 0] if words.axis == "log" else part
        dots(axes, part, shades, fill, marks=dict.fromkeys(shades, "o") if methods else None)
    everything = pd.concat(tables)
    value_axis(axes, "x", words, everything)
    if words.axis == "share":
        ends = everything[[*ENDS]].to_numpy(float)
        low, high = float(np.nanmin(ends)), float(np.nanmax(ends))
        beyond = 0.04 * (high - low) or 0.02
        axes.set_xlim(low - beyond, high + beyond)
        axes.xaxis.set_major_locator(MaxNLocator(6))
    values = [part.set_index("agent")["mean"] for part in tables]
    texts = {name: ", ".join(words.value(v[name]) for v in values if name in v) for name in rows}
    name_rows(axes, rows, texts)
    lay_out(axes)
    if methods:
        swatch = {"ls": "", "marker": "s", "ms": 9, "mew": 0}
        entries = [Entry(name, swatch | {"color": method_colour(name)}) for name in methods]
        column(axes, entries, "strongest method", first=(0.99, 0.02))
    return axes


def arrow(ax: Axes, a: str, b: str, words: str = "") -> Axes:
    """An arrow from the dot of one agent to that of another, in a chart of `by_agent`.

    ax: the axes that `by_agent` gave. a, b: two of its agents. words: what the arrow says.
    """
    rows = [tick.get_text() for tick in ax.get_yticklabels()]
    for name in (a, b):
        check_one_of("agents", name, rows)
    spots = {
        rows[round(y)]: (x, y) for dots in ax.collections for x, y in np.asarray(dots.get_offsets())
        if isinstance(dots, PathCollection)
    }  # fmt: skip
    ax.annotate(
        "", spots[b], spots[a], arrowprops={"arrowstyle": "-|>", "color": colour("ink"), "lw": 1.2,
        "shrinkA": 6, "shrinkB": 6, "connectionstyle": "arc3,rad=0.35"},
    )  # fmt: skip
    middle = (max(spots[a][0], spots[b][0]), (spots[a][1] + spots[b][1]) / 2)
    ax.annotate(
        words, middle, (9, 0), textcoords="offset points", va="center", fontsize=9,
        color=colour("ink"),
    )  # fmt: skip
    return ax


def in_groups(names: list[str]) -> tuple[list[str], dict[str, str], list[str]]:
    """The rows of the chart, with headings if there are two groups, and the colours of agents.

    The last list is what the colours mean: the methods of two groups, from the weakest.
    """
    shades = {name: look(names)["palette"][name] for name in names}
    try:
        known = {name: agent_of(name) for name in names}
    except ValueError:  # one of a reader's own
        return names, shades, []
    lots = [name for name in names if known[name].guess == "random"]
    others = [name for name in names if name not in lots]
    if min(len(lots), len(others)) < 3:
        return names, shades, []
    best = {name: [family(str(m)) for m in known[name].methods][-1:] or ["guess"] for name in names}
    shades = {name: method_colour(best[name][0]) for name in names}
    used = sorted({method for (method,) in best.values()} - {"guess"}, key=method_rank)
    return [GROUPS["chosen"], *others, GROUPS["random"], *lots], shades, used


def dots(
    axes: Axes, table: pd.DataFrame, shades: dict[str, str], fill: str = "full",
    marks: dict[str, str] | None = None,
) -> None:  # fmt: skip
    """A mark of each agent in its `row`, at `mean`, with its interval."""
    if table.empty:
        return
    names, marks = [*table["agent"].unique()], marks or look(table)["markers"]
    low, high = table["low"].to_numpy(float), table["high"].to_numpy(float)
    hues = [shades[name] for name in table["agent"]]
    axes.hlines(table["row"], low, high, color=hues, lw=3, alpha=0.35)
    for big in (False, True):  # shapes with little body are drawn larger
        part = table[[(marks[name] in SIZES) == big for name in table["agent"]]]
        if len(part):
            sns.scatterplot(
                part, x="mean", y="row", hue="agent", style="agent", hue_order=names,
                style_order=names, palette=shades, markers=marks, s=150 if big else 75,
                legend=False, ax=axes, zorder=3, clip_on=False,
            )  # fmt: skip
            if fill == "none":
                rims = [shades[name] for name in part["agent"]]
                axes.collections[-1].set(facecolor=colour("surface"), edgecolor=rims, linewidth=1.4)


def name_rows(axes: Axes, rows: Sequence[str], texts: dict[str, str]) -> None:
    """Names at the left, values at the right; headings are soft and have none."""
    axes.set_yticks(range(len(rows)), list(rows), fontsize=9.5)
    for place, (name, tick) in enumerate(zip(rows, axes.get_yticklabels(), strict=True)):
        heading = not texts.get(name)
        tick.set(color=colour("soft" if heading else "ink"))
        tick.set_fontweight("normal" if heading else "bold")
        axes.annotate(
            texts.get(name, ""), (1, place), (8, 0), xycoords=("axes fraction", "data"),
            textcoords="offset points", va="center_baseline", fontsize=9.5, color=colour("soft"),
        )  # fmt: skip
    axes.set_ylim(len(rows) - 0.3, -0.7)
    label(axes, y="", grid="x")


def details(table: pd.DataFrame, title: str = "") -> Axes:
    """What variants of guess rules save beyond random guesses, one group below another.

    table: as from `bonuses.details`.
    title: the finding, as a sentence.
    """
    check_table("table", table, ["group", "detail", "agent", *ENDS])
    groups = {
        str(name): part["detail"].tolist() for name, part in table.groupby("group", sort=False)
    }
    rows = [row for name, part in groups.items() for row in (name, *part)]
    about = "Mines saved per 100 beyond random guesses, mean of densities 0.1 to 0.9; bars: 95%"
    axes = start(title, about, (9.4, 1.3 + 0.24 * len(rows)))
    dots(axes, table.assign(row=table["detail"].map(rows.index)), look(table)["palette"])
    axes.set_xlim(0, 1.04 * float(table["high"].max()))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    label(axes, x="mines saved per 100")
    texts = {name: f"{gain:.1f}" for name, gain in zip(table["detail"], table["mean"], strict=True)}
    name_rows(axes, rows, texts)
    lay_out(axes)
    return axes


def reach(table: pd.DataFrame) -> Axes:
    """The provable cells that each agent misses where no single clue proves anything, per 100.

    table: the stored table `reach`, perhaps with rows of an agent of your own.
    """
    found = shares(table).sort_values("share found")
    positions = table.drop_duplicates(["mines", "board_seed", "turn"])
    missed, names = 100 * (1 - found["share found"]), [str(name) for name in found.index]
    axes = start(
        f"Nested clues miss {missed['aravind']:.0f} cells in 100, overlapping equations "
        f"{missed['ibs']:.0f}",
        f"Provable cells missed, per 100 of {positions['provable'].sum():,}, in {len(positions):,} "
        "positions where single clues are stuck; lines: 95%",
    )
    shades = {name: agent_colour(name) for name in names}
    sns.barplot(
        x=missed.to_numpy(), y=names, hue=names, palette=shades, legend=False, ax=axes, width=0.6,
        saturation=1,
    )  # fmt: skip
    for place, (value, half) in enumerate(zip(missed, 100 * found["±"], strict=True)):
        axes.hlines(place, max(0, value - half), value + half, color=colour("ink"), lw=1.2)
    axes.set_xlim(0, 1.05 * float((missed + 100 * found["±"]).max()))
    label(axes, x="provable cells missed, per 100")
    rows = [with_method(name) for name in names]
    texts = {row: "none" if v == 0 else f"{v:.1f}" for row, v in zip(rows, missed, strict=True)}
    name_rows(axes, rows, texts)
    lay_out(axes)
    return axes


def with_method(name: str) -> str:
    """An agent's name after that of its strongest method; alone if it is a reader's own agent."""
    try:
        return f"{agent_of(name).methods[-1]} ({name})"
    except ValueError:
        return name


def daggers_levels(table: pd.DataFrame, titles: tuple[str, str] = ("", "")) -> list[Axes]:
    """Guesses on the left and the share won on the right; a cross is what the report prints.

    table: the stored table `daggers`, a row per agent and map.
    titles: the findings, as sentences.
    """
    means = per_level(table, ["guesses", "won"])
    means = means[means["level"].isin(list(LEVELS)) & means["agent"].isin(AGENTS)]
    notes = f"{means['n'].max()} drawn maps per level; bars: 95% intervals over maps"
    rows = [(level, name) for level in LEVELS for name in (level, *AGENTS)]
    panels, shades = pair(), look(AGENTS)["palette"]
    for axes, measure, title in zip(panels, ("guesses", "won"), titles, strict=True):
        about = "Random probes per game" if measure == "guesses" else "Share of games won"
        start(title, f"{about}. {notes}; crosses: the report", ax=axes)
        ends = dict(zip((f"{measure}_low", measure, f"{measure}_high"), ENDS, strict=True))
        part = means[["level", "agent", *ends]].rename(columns=ends)
        places = [rows.index(row) for row in zip(part["level"], part["agent"], strict=True)]
        dots(axes, part.assign(row=places), shades)
        for place, (level, agent) in enumerate(rows):
            if agent in PRINTED:
                printed = by_map(PRINTED[agent], measure).groupby(level_of).mean()[level]
                axes.plot([printed], [place], "x", color=colour("ink"), ms=7, mew=1.6, zorder=4)
        name_rows(axes, [name for _, name in rows], dict.fromkeys(AGENTS, " "))
        axes.set_xlim(0, 1.03 if measure == "won" else None)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _, m=measure: measure_of(m).tick(x)))
        label(axes, x=measure_of(measure).label)
        lay_out(axes)
    return list(panels)


def strength(games: pd.DataFrame, published: pd.DataFrame, title: str = "") -> Axes:
    """Win rates less that of `exact` on the same level, in percentage points; rings: others.

    games: classic games of `exact` and other agents; a row per level and kind of first click.
    published: as from `sources.win_rates`; rates without a row are left out.
    title: the finding, as a sentence.
    """
    check_table("games", games, GAMES)
    check_table("published", published, PUBLISHED)
    games = games[games["rules"].isin(list(CLICKS))]
    if games.empty or "exact" not in set(games["agent"]):
        raise ValueError(f"games must have rules among {list(CLICKS)} and the agent 'exact'")
    key, leads, rows = ["rules", "rows", "cols", "mines"], [], list[str]()
    counts = games.groupby([*key, "agent"])["won"].agg(["sum", "size"])
    for level, part in counts.groupby(key):
        rules, *place = map(str, level)
        points = {str(k[-1]): as_share(k[-1], int(yes), int(n)) for k, yes, n in part.itertuples()}
        exact, rows = points.pop("exact"), [*rows, "{1} × {0}, ".format(*place) + CLICKS[rules][1]]
        for name, point in points.items():
            lead = difference_of(name, exact, point).scaled(100)
            leads.append((name, len(rows) - 1, lead.interval[0], lead.value, lead.interval[1]))
        here = (published[key[1:]].astype(str) == place).all(axis=1)
        others = published[here & (published["first_click"] == CLICKS[rules][0])]
        for name, percent in others[["source", "percent"]].to_numpy().tolist():
            leads.append((name, len(rows) - 1, np.nan, percent - 100 * exact.value, np.nan))
    table = pd.DataFrame(leads, columns=["agent", "row", *ENDS])
    about = f"Games won less those of exact, {counts['size'].min():,} games or more per point"
    about += "; bars: 95%; rings: published by others"
    axes = start(title, about, (9.2, 0.72 * len(rows) + 1.2))
    ours = table["low"].notna()
    dots(axes, table[~ours].assign(agent="ring"), {"ring": colour("soft")}, "none")
    dots(axes, table[ours], look(table)["palette"])
    axes.axvline(0, **DASHED)
    beyond = 0.09 * float(np.ptp(table["mean"])) or 1
    axes.set_xlim(table["mean"].min() - beyond, table["mean"].max() + beyond)
    name_rows(axes, rows, {})
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.xaxis.set_major_locator(MultipleLocator(1))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: signed([x])[0]))
    label(axes, x="percentage points of games won more than exact, which is at 0")
    lay_out(axes)
    for _, part in table.groupby("row"):
        beside_points(axes, dict(zip(part["agent"], zip(part["mean"], part["row"], strict=True),
                                     strict=True)), fontsize=8.5, fontweight="normal")  # fmt: skip
    return axes
