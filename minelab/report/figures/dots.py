"""Dots and bars: one measure of many agents, one below another."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.ticker import MaxNLocator, MultipleLocator

from minelab._checks import check_one_of
from minelab.agents.catalogue import agent as agent_of
from minelab.boards.maps import LEVELS
from minelab.display.palette import agent_colour, colour
from minelab.lab import reach as reaches
from minelab.lab.daggers import AGENTS, level_of, per_level
from minelab.lab.stats import POINT, check_table, difference_of
from minelab.lab.strength import Rate, rates
from minelab.report.daggers import by_map
from minelab.report.figures import canvas, points
from minelab.report.figures.canvas import SIZES, finish, start
from minelab.report.figures.marks import draw_dots
from minelab.report.figures.points import measure_of
from minelab.report.tidy import ENDS, in_rows, look

FORMS = ("readable", "engine")
"""The two forms of an agent; the marks of the second are hollow."""
PRINTED = {"dagger-1": 2, "dagger-2": 3}
"""The agents whose results the Daggers report prints, and in which table."""
CLICKS = {"classic": ("safe", "first click safe"), "classic-zero": ("zero", "first click opens")}
"""By rules, what win-rates.csv calls its first click, and what we call it."""
GAMES = ["agent", "rows", "cols", "mines", "rules", "won"]
PUBLISHED = ["source", "first_click", "rows", "cols", "mines", "percent"]


def by_agent(
    games: pd.DataFrame, measure: str = "score", title: str = "", *,
    agents: Iterable[str] | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """A measure of each agent at one point, the largest on top; parameters as in `by_density`.

    Dots show places, not lengths, so the axis need not begin at 0. Agents that guess at random and
    agents that choose, at least three of each, are two groups. Of a table of times with both forms
    the engine's marks are hollow.

    plots.by_agent(ml.load("density-10").query("mines == 30"))
    """
    forms, words = {"": games}, measure_of(measure)
    if isinstance(games, pd.DataFrame) and "form" in games:
        forms = {form: games[games["form"] == form] for form in FORMS if form in {*games["form"]}}
    tables = [points.averages(part, measure, agents, plot="by_agent") for part in forms.values()]
    points.one_of_each(pd.concat(tables), POINT, "by_agent")
    table = tables[0].sort_values("mean", ascending=False, kind="stable")
    rows, looks = in_groups(table["agent"].tolist())
    where = [points.size(table)] if "rows" in table else []
    where += [f"density {table['density'].iloc[0]:.2g}"] if "density" in table else []
    notes = ["filled: readable form, hollow: engine"] if len(tables) > 1 else []
    about = points.subtitle(measure, ", ".join(where), table, games, "bars", *notes)
    axes = start(title, about, ax, (canvas.ALONE[0], max(2.4, 1.3 + 0.22 * len(rows))))
    for form, part in zip(forms, tables, strict=True):
        part = part.assign(row=part["agent"])
        part = part[part["mean"] > 0] if words.axis == "log" else part
        dots(axes, part, rows, looks, hollow=form == "engine")
    points.value_axis(axes, "x", words)
    values = [part.set_index("agent")["mean"] for part in tables]
    texts = {name: ", ".join(words.value(v[name]) for v in values if name in v) for name in rows}
    name_rows(axes, rows, [texts[name] for name in rows])
    return finish(axes, words.label, grid="x")


def arrow(ax: Axes, a: str, b: str, words: str = "") -> Axes:
    """An arrow from the dot of one agent to that of another, in a chart of `by_agent`.

    ax: the axes that `by_agent` gave. a, b: two of its agents. words: what the arrow says.

    plots.arrow(plots.by_agent(ml.load("density-10").query("mines == 30")), "swept", "corners", "better")
    """  # noqa: E501
    rows = [tick.get_text() for tick in ax.get_yticklabels()]
    marks = [dots.get_offsets() for dots in ax.collections if isinstance(dots, PathCollection)]
    spots = {rows[round(y)]: (x, y) for x, y in np.concatenate(marks)}
    for name in (a, b):
        check_one_of("agents", name, [*spots])
    canvas.point(ax, spots[a], spots[b], words)
    return ax


def in_groups(names: list[str]) -> tuple[list[str], dict[str, Any]]:
    """The rows of the chart, with headings if there are two groups, and the looks of agents."""
    looks = look(names)
    try:
        known = {name: agent_of(name) for name in names}
    except ValueError:  # one of a reader's own
        return names, looks
    at_random = [name for name in names if known[name].guess == "random"]
    others = [name for name in names if name not in at_random]
    if min(len(at_random), len(others)) < 3:
        return names, looks
    return ["choose their guesses", *others, "guess at random", *at_random], looks


def dots(
    axes: Axes, table: pd.DataFrame, rows: Sequence[str], looks: dict[str, Any],
    hollow: bool = False,
) -> None:  # fmt: skip
    """A mark of each agent in its `row`, at `mean`, with its interval."""
    table = table.assign(row=table["row"].map(rows.index))
    shades = [looks["palette"][name] for name in table["agent"]]
    axes.hlines(table["row"], table["low"], table["high"], shades, lw=3, alpha=0.35)
    sizes = {name: 2 * SIZES.get(mark, 6) ** 2 for name, mark in looks["markers"].items()}
    draw_dots(axes, table, "mean", "row", looks, hollow=hollow, size="agent", sizes=sizes)


def name_rows(axes: Axes, rows: Sequence[str], texts: Sequence[str]) -> None:
    """Names at the left, values at the right; headings are soft and have none."""
    axes.set_yticks(range(len(rows)), list(rows), fontsize=9.5)
    for place, (text, tick) in enumerate(zip(texts, axes.get_yticklabels(), strict=True)):
        tick.set(color=colour("ink" if text else "soft"), weight="bold" if text else "normal")
        axes.annotate(
            text, (1, place), (8, 0), ("axes fraction", "data"), "offset points",
            va="center_baseline", fontsize=9.5, color=colour("soft"),
        )  # fmt: skip
    axes.set_ylim(len(rows) - 0.3, -0.7)


def details(table: pd.DataFrame, title: str = "") -> Axes:
    """What variants of guess rules find beyond random guesses, one group below another.

    table: as from `bonuses.details`.
    title: the finding, as a sentence.

    plots.details(bonuses.details())
    """
    check_table("table", table, ["group", "detail", "agent", *ENDS])
    groups = table.groupby("group", sort=False)["detail"]
    rows = [row for name, part in groups for row in (str(name), *part)]
    about = "Mines found per 100 beyond random guesses, mean of densities 0.1 to 0.9; bars: 95%"
    if len(groups) > 1:
        about += ". Compare within a group: each has other boards"
    axes = start(title, about, size=(9.4, 1.3 + 0.24 * len(rows)))
    table = table.assign(row=table["detail"], agent="charles")  # one look for all
    dots(axes, table, rows, look(table) | {"markers": {"charles": "o"}})
    axes.set_xlim(0, 1.04 * float(table["high"].max()))
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    gains = table.set_index("detail")["mean"].map("{:.1f}".format)
    name_rows(axes, rows, [gains.get(row, "") for row in rows])
    return finish(axes, "more mines found, per 100", grid="x")


def reach(table: pd.DataFrame) -> Axes:
    """The provable cells that each agent misses where no single clue proves anything, per 100.

    table: the stored table `reach`, perhaps with rows of an agent of your own.

    plots.reach(ml.load("reach"))
    """
    shares = reaches.shares(table).sort_values("share found").reset_index()
    positions = table.drop_duplicates(["mines", "board_seed", "turn"])
    missed, half = 100 * (1 - shares["share found"]), 100 * shares["±"]
    bars = shares.assign(mean=missed, low=(missed - half).clip(lower=0), high=missed + half)
    named = missed.set_axis(shares["agent"])
    axes = start(
        f"Nested clues miss {named['aravind']:.0f} cells in 100, overlapping equations "
        f"{named['ibs']:.0f}",
        f"Provable cells missed, per 100 of {positions['provable'].sum():,}, in {len(positions):,} "
        "positions where single clues are stuck; lines: 95%",
    )
    bar_chart(axes, bars, x="value", y="agent", hue="agent", width=0.6)
    axes.set_xlim(0, 1.05 * float(bars["high"].max()))
    texts = [f"{value:.1f}" if value else "none" for value in missed]
    name_rows(axes, [with_method(name) for name in shares["agent"]], texts)
    return finish(axes, "provable cells missed, per 100", grid="x")


def bar_chart(axes: Axes, table: pd.DataFrame, **how: Any) -> None:
    """Bars of the colours of agents, from low, mean and high."""
    names = [*dict.fromkeys(table["agent"])]
    sns.barplot(
        in_rows(table), hue_order=names, palette={name: agent_colour(name) for name in names},
        saturation=1, legend=False, estimator="median", errorbar=("pi", 100), ax=axes,
        err_kws={"color": colour("ink"), "lw": 1.2}, **how,
    )  # fmt: skip


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

    plots.daggers_levels(ml.load("daggers"))
    """
    means = per_level(table, ["guesses", "won"])
    means = means[means["level"].isin(list(LEVELS)) & means["agent"].isin(AGENTS)]
    means = means.assign(row=means["level"] + means["agent"])
    notes = f"{means['n'].max()} drawn maps per level; bars: 95% intervals over maps"
    rows = [(level, name) for level in LEVELS for name in ("", *AGENTS)]
    panels = canvas.pair()
    for axes, measure, title in zip(panels, ("guesses", "won"), titles, strict=True):
        label = measure_of(measure).label
        start(title, f"{label.capitalize()}. {notes}; crosses: the report's maps", axes)
        ends = dict(zip((f"{measure}_low", measure, f"{measure}_high"), ENDS, strict=True))
        part = means[["row", "agent", *ends]].rename(columns=ends)
        dots(axes, part, [level + name for level, name in rows], look(AGENTS))
        for place, (level, agent) in enumerate(rows):
            if agent in PRINTED:
                printed = by_map(PRINTED[agent], measure).groupby(level_of).mean()[level]
                cross = axes.plot([printed], [place + 0.3], "x", color=colour("ink"), zorder=4)
                cross[0].set(markersize=7, markeredgewidth=1.6)
        name_rows(axes, [name or level for level, name in rows], [" " * bool(n) for _, n in rows])
        axes.set_xlim(0, 1.03 if measure == "won" else None)
        points.value_axis(axes, "x", measure_of(measure))
        finish(axes, label, grid="x")
    return list(panels)


def strength(games: pd.DataFrame, published: pd.DataFrame, title: str = "") -> Axes:
    """Win rates minus that of `exact` on the same level, in percentage points; rings: others.

    games: the table `strength`, or classic games of `exact` and other agents; a row per level and
        kind of first click.
    published: as from `sources.win_rates`; rates without a row are left out.
    title: the finding, as a sentence.

    plots.strength(ml.load("strength"), sources.win_rates())
    """
    check_table("games", games, GAMES)
    check_table("published", published, PUBLISHED)
    games = games[games["rules"].isin(list(CLICKS))]
    if not (games["agent"] == "exact").any():
        raise ValueError(f"games must have rules among {list(CLICKS)} and the agent 'exact'")
    found = rates(games)
    levels: dict[tuple[Any, ...], dict[str, Rate]] = {}
    for (*level, name), rate in sorted(found.items()):
        levels.setdefault(tuple(level), {})[name] = rate
    leads = []
    for (rules, *sizes), agents in levels.items():
        place = [*map(str, sizes)]
        row = f"{place[1]} × {place[0]}, {CLICKS[rules][1]}"
        exact = agents.pop("exact").won
        for name, rate in agents.items():
            lead = difference_of(name, exact, rate.best).scaled(100)
            leads.append((name, row, lead.interval[0], lead.value, lead.interval[1]))
        here = (published[["rows", "cols", "mines"]].astype(str) == place).all(axis=1)
        others = published[here & (published["first_click"] == CLICKS[rules][0])]
        for name, percent in zip(others["source"], others["percent"], strict=True):
            leads.append((name, row, np.nan, percent - 100 * exact.value, np.nan))
    table = pd.DataFrame(leads, columns=["agent", "row", *ENDS])
    rows = [*dict.fromkeys(table["row"])]
    n = min(rate.won.n for rate in found.values())
    about = f"Games won in 100, minus those of exact. {n:,} games per dot or more; bars: 95%; "
    about += "rings: published"
    axes = start(title, about, size=(9.2, 0.72 * len(rows) + 1.2))
    ours, rings = table[table["low"].notna()], table[table["low"].isna()]
    ring = {"palette": {"ring": colour("soft")}, "markers": {"ring": "o"}}
    dots(axes, rings.assign(agent="ring"), rows, ring, hollow=True)
    dots(axes, ours, rows, look(ours))
    axes.axvline(0, **canvas.DASHED)
    beyond = 0.09 * float(np.ptp(table["mean"])) or 1
    axes.set_xlim(table["mean"].min() - beyond, table["mean"].max() + beyond)
    name_rows(axes, rows, [""] * len(rows))
    axes.tick_params(axis="y", labelcolor=colour("ink"))
    axes.xaxis.set_major_locator(MultipleLocator(1))
    axes.xaxis.set_major_formatter(lambda x, _: points.signed(x))
    finish(axes, "games in 100 won more than by exact (dashed line)", grid="x")
    for y, row in enumerate(rows):
        part = table[table["row"] == row].sort_values("mean")
        spots = {name: (x, y) for name, x in zip(part["agent"], part["mean"], strict=True)}
        sides = [*canvas.UPRIGHT, *canvas.BESIDE, *canvas.ASLANT]
        canvas.name_points(axes, spots, sides, fontsize=8.5, fontweight="normal")
    return axes
