"""Scatters: two measures of agents, reports or guesses against each other."""

from collections.abc import Iterable
from typing import Any

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from minelab._checks import check_whole
from minelab.display.palette import agent_colour, agent_marker, colour, rule_look
from minelab.lab.hindsight import misses as counted
from minelab.lab.stats import share_of
from minelab.report.figures.canvas import (
    DASHED,
    PAIR,
    bare,
    label,
    lay_out,
    line_look,
    new_figure,
    start,
    takes_on,
)  # fmt: skip
from minelab.report.figures.curves import density_axis, draw
from minelab.report.figures.labels import Entry, beside_points, column
from minelab.report.figures.measures import check_table, chosen, measure_of, share_axis
from minelab.report.representations import medians
from minelab.report.tidy import look

AGENT_OF = {
    "COWAN": "cowan", "IBS": "ibs", "SWEPT": "swept", "Daggers": "dagger", "Corners": "corners",
    "minelab": "basic", "engine": "exact",
}  # fmt: skip
"""The agent whose colour and marker a report has."""
SIDE = 30
"""Cells in a row of the boards whose representations are compared."""
MISSES = ["agent", "density", "board_seed", "risk", "least", "safe", "mined"]
PROVABLE = "guesses while a cell could be proved from the clues (%)"
EXTRA = "risk taken beyond the least (percentage points)"
SQUARE = (5.4, 5.4)
FEWEST = 10
"""The fewest guesses that make a point."""
PRINTED_RUNS = {
    ("cowan-11", "aravind"): (7, 19, "aravind, board of Figure 11"),
    ("cowan-29", "charles"): (4, 20, "charles, board of Figure 29"),
}
"""COWAN's printed games: guesses, mines found of 20, and what to call them."""


@takes_on
def by_two(
    table: pd.DataFrame, x: str, y: str, title: str = "", *, about: str = "",
    arrow: tuple[str, str, str] | None = None, ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """Two measures of each agent against each other, a mark and a name for each.

    table: a row per agent, which is its index or its column `agent`; axes of work and time are
        logarithmic.
    x, y: two of its columns.
    title, about: the finding, as a sentence, and what was measured.
    arrow: two agents, and what it says above the arrow from the first to the second.
    """
    table = table.reset_index() if isinstance(table, pd.DataFrame) else table
    check_table("table", table, ["agent", x, y])
    names = table["agent"].astype(str).tolist()
    axes, marks = start(title, about, ax=ax), look(names)
    sns.scatterplot(
        table, x=x, y=y, hue="agent", style="agent", palette=marks["palette"],
        markers=marks["markers"], s=70, legend=False, ax=axes, zorder=3,
    )  # fmt: skip
    for name, scale in ((x, axes.set_xscale), (y, axes.set_yscale)):
        if measure_of(name).axis == "log":
            scale("log")
    axes.margins(0.12)
    axes.xaxis.set_major_formatter(lambda value, _: measure_of(x).tick(round(value, 9)))
    axes.yaxis.set_major_formatter(lambda value, _: measure_of(y).tick(round(value, 9)))
    label(axes, measure_of(x).label, measure_of(y).label, grid="both")
    lay_out(axes)
    spots = dict(zip(names, zip(table[x], table[y], strict=True), strict=True))
    if arrow:
        start_, end, words = spots[arrow[0]], spots[arrow[1]], arrow[2]
        style = {"arrowstyle": "->", "color": colour("ink"), "shrinkA": 6, "shrinkB": 6}
        axes.annotate("", end, start_, arrowprops=style)
        axes.plot(*zip(start_, end, strict=True), color="none")  # names keep away from it
        middle = axes.transData.transform([start_, end]).mean(axis=0)
        x_, y_ = axes.transData.inverted().transform(middle)
        axes.annotate(
            words, (x_, y_), (0, 5), ha="center", va="bottom",
            textcoords="offset points", fontsize=9, color=colour("ink"),
        )  # fmt: skip
    beside_points(axes, spots, fontsize=8.5)
    return axes


def misses(table: pd.DataFrame, titles: tuple[str, str] = ("", "")) -> Axes:
    """What each agent's guesses leave unproved against what they risk beyond the least.

    table: as `guesses`.
    titles: the finding about proofs and the one about risks; together they are a sentence.
    """
    check_table("table", table, MISSES)
    boards = len(table[["mines", "board_seed"]].drop_duplicates())
    found = counted(table)
    half = found[["± provable", "± extra risk"]].max().max()
    about = f"{len(table):,} guesses on {boards} boards; 95% intervals are ±{half:.1f} at most"
    axes = new_figure((PAIR[0], 6.2)).subplots()
    found = found.rename(columns={"% provable": PROVABLE, "% extra risk": EXTRA})
    return by_two(found, PROVABLE, EXTRA, " ".join(titles).strip(), about=about, ax=axes)


def representation_times(table: pd.DataFrame) -> Axes:
    """Time to update with one cell against time to write down the relations; area: memory.

    table: the stored table `representations`.
    """
    costs = medians(table, SIDE)
    axes = start(
        "IBS saves time when a cell opens, COWAN when it infers",
        f"Microseconds, {SIDE} × {SIDE} board in mid-game, median of five games; log scales; "
        "area: bytes per cell",
    )
    report_marks(axes, costs, "update_us", "relations_us", "bytes_per_cell")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(0.006, 500)
    axes.set_ylim(0.06, 8000)
    axes.set_xticks([0.01, 0.1, 1, 10, 100], ["0.01", "0.1", "1", "10", "100"])
    axes.set_yticks([0.1, 1, 10, 100, 1000], ["0.1", "1", "10", "100", "1,000"])
    label(axes, "to take in one more cell (µs)", "to write down the relations (µs)", grid="both")
    lay_out(axes)
    for report, row in costs.iterrows():
        text = f"{report}, {row['bytes_per_cell']:.0f} bytes"
        spot, off = (row["update_us"], row["relations_us"]), (6 + row["bytes_per_cell"] ** 0.5, 0)
        axes.annotate(
            text, spot, off, textcoords="offset points", va="center", fontsize=9, fontweight="bold"
        )
    return axes


def report_marks(axes: Axes, costs: pd.DataFrame, x: str, y: str, area: str | None = None) -> None:
    """A mark for each report, in the colour and shape of its agent."""
    names = [str(name) for name in costs.index]
    sns.scatterplot(
        costs, x=x, y=y, hue=names, style=names, size=area, sizes=(40, 1400) if area else None,
        palette={name: agent_colour(AGENT_OF[name]) for name in names},
        markers={name: "o" if area else agent_marker(AGENT_OF[name]) for name in names},
        legend=False, ax=axes, zorder=3, **({} if area else {"s": 90}),
    )  # fmt: skip


def replays(table: pd.DataFrame) -> list[Axes]:
    """Where COWAN's two printed games lie among ten thousand orders of guessing.

    table: the stored table `replays`.
    """
    figure = new_figure(PAIR, "COWAN's two printed games are ordinary ones for their boards")
    panels = list(figure.subplots(1, 2, sharey=True))
    for axes, ((board, agent), (guesses, found, name)) in zip(
        panels, PRINTED_RUNS.items(), strict=True
    ):
        games = table[(table["board"] == board) & (table["agent"] == agent)]
        cells = games.groupby(["guesses", 20 - games["blasts"]]).size() / len(games)
        spots = cells.rename("share").rename_axis(["x", "y"]).reset_index()
        sns.scatterplot(
            spots, x="x", y="y", size="share", sizes=(1, 3000 * cells.max()), legend=False, lw=0,
            color=agent_colour(agent), ax=axes,
        )  # fmt: skip
        axes.plot([guesses], [found], "o", ms=18, mfc="none", mec=colour("ink"), mew=1.6)
        share = cells.get((guesses, found), 0)
        axes.annotate(
            f"COWAN's game: {guesses} guesses, {found} of 20, like {share:.1%} of ours",
            (guesses, found), (6, 21.1), fontsize=9, va="center", color=colour("ink"),
            arrowprops={"arrowstyle": "-", "color": colour("soft"), "shrinkB": 9},
        )  # fmt: skip
        title = f"{name}; area: share of {len(games):,} games"
        axes.set_title(title, loc="left", fontsize=9.5, fontweight="bold", color=colour("ink"))
        bare(axes)
        axes.set(xlim=(0, 30), xticks=range(0, 31, 5), ylim=(10.5, 21.5), yticks=range(11, 21))
        label(axes, "guesses, the first included", "mines found, of 20", grid="y")
    label(panels[1], y="")
    return panels


@takes_on
def calibration(
    guesses: pd.DataFrame, title: str = "", *, rules: Iterable[str] | None = None, bins: int = 10,
    ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """The share of mines among guesses of about the same estimated risk, one curve per rule.

    guesses: a row per guess with the columns rule, claimed and mine, as from `guess_table`.
    title: the finding, as a sentence.
    rules: which guess rules; by default all that estimate a risk.
    bins: the number of equal parts of the estimates from 0 to 1; parts with fewer than 10
        guesses are left out. The area of a dot is the number of guesses.
    """
    bins = check_whole("bins", bins, 1, 100)
    claims = claims_of(guesses, rules)
    groups = {str(name): group for name, group in claims.groupby("rule", sort=False)}
    parts = {name: binned(group, bins) for name, group in groups.items()}
    high = {name: (points["mean"] - points["said"]).mean() for name, points in parts.items()}
    parts = {name: parts[name].assign(agent=name) for name in sorted(parts, key=lambda k: -high[k])}
    parts = {name: points for name, points in parts.items() if len(points)}
    if not parts:
        raise ValueError(f"guesses must be at least {FEWEST} that claim about the same risk")
    over = " (estimates over 1 count as 1)" if (claims["claimed"] > 1).any() else ""
    about = f"{len(claims):,} guesses in {bins} bins{over}; 95% Wilson bars; area: guesses"
    axes, table = start(title, about, SQUARE, ax), pd.concat(parts.values(), ignore_index=True)
    styles = {name: rule_look(name) for name in parts}
    draw(axes, table, "said", styles, "bars")
    for line in axes.lines:
        line.set(markersize=0, linewidth=1.2 if line.get_marker() != "None" else 3)
    axes.plot([0, 1], [0, 1], **DASHED | {"color": colour("soft")})
    sns.scatterplot(
        table, x="said", y="mean", hue="agent", style="agent", size="n", sizes=(14, 330),
        palette={name: style[0] for name, style in styles.items()}, legend=False, ax=axes,
        markers={name: style[1] for name, style in styles.items()}, zorder=3, clip_on=False,
    )  # fmt: skip
    axes.set_aspect("equal")
    share_axis(axes, "x")
    share_axis(axes, "y")
    axes.set(xlim=(0, 1.01), ylim=(0, 1.01))
    label(axes, "risk the rule said", "share that were mines", grid="both")
    lay_out(axes)
    halves_ = {name: (groups[name]["claimed"] == 0.5).mean() for name in parts}
    often = max(halves_, key=lambda name: halves_[name])
    if halves_[often] >= 0.5:
        words = f"{halves_[often]:.0%} of the guesses\nby {often} say exactly 0.5"
        hits = groups[often].query("claimed == 0.5")["mine"].mean()
        thread = {"arrowstyle": "-", "color": colour("soft"), "shrinkB": 12}
        where: dict[str, Any] = {"ha": "right", "va": "center", "fontsize": 9, "arrowprops": thread}
        axes.annotate(words, (0.5, hits), (0.98, 0.24), color=colour("ink"), **where)
    entries = [Entry(name, line_look(*style)) for name, style in styles.items()]
    column(axes, [*entries, Entry("said = seen", DASHED | {"color": colour("soft")})])
    return axes


def claims_of(guesses: pd.DataFrame, rules: Iterable[str] | None) -> pd.DataFrame:
    """The guesses of these rules that estimate a risk."""
    check_table("guesses", guesses, ["rule", "claimed", "mine"])
    claims = guesses.dropna(subset=["claimed"])
    if claims.empty:
        raise ValueError("guesses must have at least one row in which a risk is claimed")
    names = chosen("rules", claims["rule"].unique().tolist(), rules)
    return claims[claims["rule"].isin(names)]


def binned(claims: pd.DataFrame, bins: int) -> pd.DataFrame:
    """For each bin: mean estimate, share of mines with its interval, number of guesses."""
    said = claims["claimed"].clip(0, 1)
    rows = []
    for _, group in claims.groupby((said * bins).astype(int).clip(upper=bins - 1)):
        if len(group) >= FEWEST:
            seen = share_of(None, group["mine"].astype(bool))
            rows.append((said[group.index].mean(), seen.value, *seen.interval, seen.n))
    return pd.DataFrame(rows, columns=["said", "mean", "low", "high", "n"])


@takes_on
def halves(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """The exact risk of guesses that a report puts at one half, a dot per rule and density.

    table: as from `bonuses.halves`; points of fewer than 10 guesses are left out.
    title: the finding, as a sentence.
    """
    check_table("table", table, ["rule", "density", "risk", "low", "high", "guesses"])
    points = table[table["guesses"] >= FEWEST].rename(columns={"rule": "agent", "risk": "mean"})
    # A few high risks can lift the mean above nine tenths of them.
    points["low"] = points[["low", "mean"]].min(axis=1)
    points["high"] = points[["high", "mean"]].max(axis=1)
    about = f"Exact risk of {points['guesses'].sum():,} guesses; bars: the middle 80 of 100"
    axes = start(title, about, ax=ax)
    axes.axhline(0.5, **DASHED)
    styles = {str(name): rule_look(str(name)) for name in points["agent"].unique()}
    draw(axes, points, "density", styles, "bars")
    density_axis(axes, (0.0, 0.95))
    share_axis(axes)
    label(axes, y="exact risk", grid="y")
    lay_out(axes)
    entries = [Entry(name, line_look(*style)) for name, style in styles.items()]
    column(axes, [*entries, Entry("what they say", {"color": colour("ink"), "lw": 1, "ls": "--"})])
    return axes
