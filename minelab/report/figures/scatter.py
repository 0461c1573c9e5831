"""Scatters: two measures of agents, reports or guesses against each other; risks by guess rule."""

from collections.abc import Iterable

import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes

from minelab.display.palette import AGENTS, agent_colour, colour, rule_look
from minelab.inference.methods import family
from minelab.lab.hindsight import misses as counted
from minelab.lab.stats import check_table, grouped
from minelab.report.figures import canvas, marks, points
from minelab.report.figures.canvas import DASHED, NOTE, PAIR, finish, sample, start
from minelab.report.figures.points import measure_of
from minelab.report.replays import MINES, PRINTED
from minelab.report.representations import medians
from minelab.report.tidy import ENDS, keywords, look

AGENT_OF = {
    "COWAN": "cowan", "IBS": "ibs", "SWEPT": "swept", "Daggers": "dagger", "Corners": "corners",
    "minelab": "basic", "engine": "exact",
}  # fmt: skip
"""The agent whose colour a report has."""
SIDE = 30
"""Cells in a row of the boards whose representations are compared."""
MISSES = ["agent", "density", "board_seed", "risk", "least", "safe", "mined"]
PROVABLE = "guesses while a cell could be proved from the clues (%)"
EXTRA = "risk taken beyond the least (percentage points)"
RUNS = {
    ("cowan-11", "aravind"): "aravind, board of Figure 11",
    ("cowan-29", "charles"): "charles, board of Figure 29",
}
"""What to call COWAN's printed games."""
FEWEST = 10
"""The fewest guesses that make a point."""
THREAD = {"arrowstyle": "-", "color": colour("soft"), "shrinkB": 10}


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
    ax: axes to draw on, such as a panel of `pair`, instead of a figure of its own.

    plots.by_two(ml.load("density-10").groupby("agent")[["guesses", "score"]].mean(), "guesses", "score")
    """  # noqa: E501
    table = table.reset_index() if isinstance(table, pd.DataFrame) else table
    check_table("table", table, ["agent", x, y])
    axes, looks = start(title, about, ax), look(map(str, table["agent"]))
    if not any(family(name) in AGENTS for name in looks["markers"]):  # shapes belong to agents
        looks["markers"] = dict.fromkeys(looks["markers"], "o")
        looks["palette"] = dict.fromkeys(looks["palette"], colour("soft"))
    marks.draw_dots(axes, table, x, y, looks, s=70)
    for which, name in (("x", x), ("y", y)):
        points.value_axis(axes, which, measure_of(name))
    axes.margins(0.12)
    finish(axes, measure_of(x).label, measure_of(y).label, "both")
    spots = dict(zip(looks["hue_order"], zip(table[x], table[y], strict=True), strict=True))
    if arrow:
        canvas.point(axes, spots[arrow[0]], spots[arrow[1]], arrow[2])
    canvas.name_points(axes, spots, fontsize=8.5)
    return axes


def misses(table: pd.DataFrame, titles: tuple[str, str] = ("", "")) -> Axes:
    """What each agent's guesses leave unproved against what they risk beyond the least.

    table: as `guesses`.
    titles: the finding about proofs and the one about risks; together they are a sentence.

    plots.misses(ml.load("guesses"))
    """
    check_table("table", table, MISSES)
    boards = len(table[["mines", "board_seed"]].drop_duplicates())
    shares = counted(table)
    half = shares[["± provable", "± extra risk"]].to_numpy().max()
    about = f"{len(table):,} guesses on {boards} boards; 95% intervals are ±{half:.1f} at most"
    shares = shares.rename(columns={"% provable": PROVABLE, "% extra risk": EXTRA})
    axes = canvas.new_figure((PAIR[0], 6.2)).subplots()
    return by_two(shares, PROVABLE, EXTRA, " ".join(titles).strip(), about=about, ax=axes)


def representation_times(table: pd.DataFrame) -> Axes:
    """Time to update with one cell against time to write down the relations; area: memory.

    table: the stored table `representations`.

    plots.representation_times(ml.load("representations"))
    """
    costs = medians(table, SIDE)
    axes = start(
        "IBS saves time when a cell opens, COWAN when it infers",
        f"Microseconds, {SIDE} × {SIDE} board in mid-game, median of five games; log scales; "
        "area: bytes per cell",
    )
    looks = look(AGENT_OF) | {"markers": dict.fromkeys(AGENT_OF, "o")}
    marks.draw_dots(
        axes, costs.assign(agent=costs.index), "update_us", "relations_us", looks,
        size="bytes_per_cell", sizes=(40, 1400),
    )  # fmt: skip
    for which in ("x", "y"):
        points.value_axis(axes, which, points.LOG)
    axes.set(xlim=(0.006, 500), ylim=(0.06, 8000))
    finish(axes, "to take in one more cell (µs)", "to write down the relations (µs)", "both")
    for report, row in costs.iterrows():
        much, spot = row["bytes_per_cell"], (row["update_us"], row["relations_us"])
        off = (6 + much**0.5, 0)
        axes.annotate(f"{report}, {much:.0f} bytes", spot, off, va="center", weight="bold", **NOTE)
    return axes


def replays(table: pd.DataFrame) -> list[Axes]:
    """Where COWAN's two printed games lie among ten thousand orders of guessing.

    table: the stored table `replays`.

    plots.replays(ml.load("replays"))
    """
    title = "COWAN's two printed games are ordinary ones for their boards"
    panels = list(canvas.new_figure(PAIR, title).subplots(1, 2, sharey=True))
    for axes, (run, name) in zip(panels, RUNS.items(), strict=True):
        guesses, mines = PRINTED[run]
        games = table[(table["board"] == run[0]) & (table["agent"] == run[1])]
        games = games.assign(found=MINES - games["blasts"])
        spots = games.groupby(["guesses", "found"]).size().rename("share") / len(games)
        start("", f"{name}; area: share of {len(games):,} games", axes)
        sns.scatterplot(
            spots.reset_index(), x="guesses", y="found", size="share", legend=False, lw=0,
            sizes=(1, 3000 * spots.max()), color=agent_colour(run[1]), ax=axes,
        )  # fmt: skip
        axes.plot([guesses], [mines], "o", ms=18, mfc="none", mec=colour("ink"), mew=1.6)
        words = f"COWAN's game: {guesses} guesses, {mines} of {MINES}, like "
        axes.annotate(
            f"{words}{spots.get((guesses, mines), 0):.1%} of ours", (guesses, mines), (6, 21.1),
            va="center", arrowprops=THREAD, **NOTE | {"textcoords": "data"},
        )  # fmt: skip
        axes.set(xlim=(0, 30), xticks=range(0, 31, 5), ylim=(10.5, 21.5), yticks=range(11, 21))
        up = "mines found, of 20" if axes is panels[0] else ""
        canvas.label(axes, "guesses, the first included", up, "y")
    return panels


def calibration(
    guesses: pd.DataFrame, title: str = "", *, rules: Iterable[str] | None = None,
    ax: Axes | None = None,
) -> Axes:  # fmt: skip
    """The share of mines among guesses of about the same estimated risk, one curve per rule.

    guesses: a row per guess with the columns rule, claimed and mine, as from `guess_table`.
    title: the finding, as a sentence.
    rules: which guess rules; by default all that estimate a risk.
    ax: as in `by_two`.

    A dot is a tenth of the range of estimates, its area the number of guesses; tenths with fewer
    than 10 guesses are left out.

    plots.calibration(ml.load("guesses"), rules=["average", "exact"])
    """
    check_table("guesses", guesses, ["rule", "claimed", "mine"])
    claims = guesses.assign(agent=guesses["rule"]).dropna(subset=["claimed"])
    if claims.empty:
        raise ValueError("guesses must have at least one row in which a risk is claimed")
    names = points.chosen("rules", claims["agent"].unique().tolist(), rules)
    claims = claims[claims["agent"].isin(names)].astype({"mine": bool})
    said = claims["claimed"].clip(0, 1)
    claims = claims.assign(said=said, part=(10 * said).astype(int).clip(upper=9))
    table = grouped(claims, ["agent", "part"], ["said", "mine"])
    table = table[table["n"] >= FEWEST]
    if table.empty:
        raise ValueError(f"guesses must be at least {FEWEST} that claim about the same risk")
    table = table.rename(columns={"mine": "mean", "mine_low": "low", "mine_high": "high"})
    above = (table["mean"] - table["said"]).groupby(table["agent"]).mean()
    order = above.sort_values(ascending=False).index
    over = "; risks over 1 count as 1" if (claims["claimed"] > 1).any() else ""
    about = f"{len(claims):,} guesses in ten bins{over}; bars: 95%"
    axes, looks = start(title, about, ax, (5.4, 5.4)), keywords({n: rule_look(n) for n in order})
    marks.draw_curves(axes, table, "said", looks, "bars")
    for line in axes.lines:
        line.set(markersize=0, linewidth=1.2)
    marks.draw_dots(axes, table, "said", "mean", looks, size="n", sizes=(14, 330))
    how = DASHED | {"color": colour("soft"), "label": "if the rule were right"}
    right = axes.plot([0, 1], [0, 1], **how)
    axes.set_aspect("equal")
    for which in ("x", "y"):
        points.share_axis(axes, which)
    finish(axes, "risk the rule said", "share that were mines", "both")
    called_half = claims["claimed"].eq(0.5).groupby(claims["agent"]).mean()
    often = str(called_half.idxmax())
    if called_half[often] >= 0.5:
        words = f"{called_half[often]:.0%} of the guesses\nby {often} say exactly 0.5"
        hits = claims[(claims["agent"] == often) & (claims["claimed"] == 0.5)]["mine"].mean()
        how = NOTE | {"textcoords": "data", "ha": "right", "va": "center", "arrowprops": THREAD}
        axes.annotate(words, (0.5, hits), (0.98, 0.24), **how)
    return canvas.name_curves(axes, [*(sample(looks, name) for name in order), *right])


def halves(table: pd.DataFrame, title: str = "", *, ax: Axes | None = None) -> Axes:
    """The exact risk of guesses that a report puts at one half, a dot per rule and density.

    table: as from `bonuses.halves`; points of fewer than 10 guesses are left out.
    title, ax: as in `by_two`.

    plots.halves(bonuses.halves(ml.load("guesses")))
    """
    check_table("table", table, ["rule", "density", "risk", "low", "high", "guesses"])
    risks = table[table["guesses"] >= FEWEST].rename(columns={"rule": "agent", "risk": "mean"})
    # A few high risks can lift the mean above nine tenths of them.
    risks = risks.assign(low=risks[[*ENDS]].min(axis=1), high=risks[[*ENDS]].max(axis=1))
    about = f"Exact risk of {risks['guesses'].sum():,} guesses; bars: the middle 80 of 100"
    axes = start(title, about, ax)
    looks = keywords({str(name): rule_look(str(name)) for name in risks["agent"].unique()})
    marks.draw_curves(axes, risks, "density", looks, "bars")
    points.share_axis(axes)
    half = axes.axhline(0.5, **DASHED, label="what the rule says")
    finish(axes, points.density_axis(axes, (0.0, 0.95)), "exact risk", "y")
    return canvas.name_curves(axes, [*(sample(looks, name) for name in looks["hue_order"]), half])
