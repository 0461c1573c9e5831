"""The risk that a guess rule estimates, against how often there was a mine; and one half."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from minelab._checks import check_whole
from minelab.display.palette import colour, rule_look
from minelab.lab.stats import share_of
from minelab.report.figures.canvas import Canvas, empty_axes, lay_out, line_look
from minelab.report.figures.curves import density_axis
from minelab.report.figures.labels import Entry, beside, column
from minelab.report.figures.measures import check_table, chosen, part

SQUARE = (5.4, 5.4)
FEWEST = 10
"""The fewest guesses that make a point."""
ASIDE = 0.008
"""Half of the distance between two rules at one density."""


def calibration(
    guesses: pd.DataFrame, title: str = "", *, rules: Iterable[str] | None = None, bins: int = 10,
    on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """The share of mines among guesses of about the same estimated risk, one curve per rule.

    guesses: a row per guess with the columns rule, claimed and mine, as from `guess_table`.
    title: the finding, as a sentence.
    rules: which guess rules; by default all that estimate a risk.
    bins: the number of equal parts of the estimates from 0 to 1; parts with fewer than 10
        guesses are left out.
    on: a panel of `pair`, instead of a figure of its own.
    """
    bins = check_whole("bins", bins, 1, 100)
    claims = claims_of(guesses, rules)
    curves = {str(name): binned(group, bins) for name, group in claims.groupby("rule", sort=False)}
    high = {name: (points["seen"] - points["said"]).mean() for name, points in curves.items()}
    order = sorted(curves, key=lambda name: high[name], reverse=True)
    curves = {name: curves[name] for name in order if len(curves[name])}
    if not curves:
        raise ValueError(f"guesses must be at least {FEWEST} that claim about the same risk")
    over = " (claims over 1 count as 1)" if (claims["claimed"] > 1).any() else ""
    about = f"{len(claims):,} guesses in {bins} bins{over}; 95% Wilson bars"
    axes = empty_axes(title, about, SQUARE, on)
    axes.plot([0, 1], [0, 1], color=colour("soft"), lw=1, ls=(0, (3, 2.5)), zorder=1.5)
    looks = {name: line_look(*rule_look(name)) | {"lw": 1.4} for name in curves}
    for name, points in curves.items():
        said, shade = points["said"], looks[name]["color"]
        axes.vlines(said, points["low"], points["high"], color=shade, lw=3, alpha=0.35)
        axes.plot(said, points["seen"], zorder=3, label=name, clip_on=False, **looks[name])
    square_axes(axes)
    lay_out(axes)
    lines = {name: [points[["said", "seen"]].to_numpy(float)] for name, points in curves.items()}
    beside(axes, [(Entry(name, looks[name]), line) for name, line in lines.items()])
    soft = {"color": colour("soft"), "fontsize": 8.5, "fontweight": "normal"}
    diagonal = Entry("said = seen", {"color": colour("soft"), "ls": "--"})
    beside(axes, [(diagonal, [np.array([[0.0, 0], [1, 1]])])], **soft)
    return axes.figure


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
    return pd.DataFrame(rows, columns=["said", "seen", "low", "high", "n"])


def square_axes(axes: Axes) -> None:
    """Both axes from 0 to 1 and equally long."""
    ticks = [0, 0.25, 0.5, 0.75, 1]
    axes.set(xlim=(0, 1.01), ylim=(0, 1.01), aspect="equal")
    axes.set_xticks(ticks, map(part, ticks))
    axes.set_yticks(ticks, map(part, ticks))
    axes.grid(color=colour("hairline"), lw=0.8)
    axes.set_xlabel("risk the rule said", fontsize=9)
    axes.set_ylabel("share that were mines", fontsize=9)


def halves(table: pd.DataFrame, title: str = "", *, on: Canvas | None = None) -> Canvas:
    """The exact risk of guesses that a report puts at one half, a dot per rule and density.

    table: as from `bonuses.halves`; points of fewer than 10 guesses are left out.
    title: the finding, as a sentence.
    on: a panel of `pair`, instead of a figure of its own.
    """
    check_table("table", table, ["rule", "density", "risk", "low", "high", "guesses"])
    shown = table[table["guesses"] >= FEWEST]
    about = f"Exact risk of {shown['guesses'].sum():,} guesses; bars: the middle 80 of 100"
    axes = empty_axes(title, about, on=on)
    axes.axhline(0.5, color=colour("ink"), lw=1, ls=(0, (3, 2.5)), zorder=1.5)
    entries = []
    for place, (name, some) in enumerate(shown.groupby("rule", sort=False)):
        look = line_look(*rule_look(str(name)))
        x = some["density"] + ASIDE * (2 * place - 1)
        axes.vlines(x, some["low"], some["high"], color=look["color"], lw=3, alpha=0.35)
        axes.plot(x, some["risk"], label=str(name), clip_on=False, **look | {"lw": 1.2})
        entries.append(Entry(str(name), look))
    density_axis(axes, pd.Series([0.0, 1.0]))
    axes.set_ylim(0, 1.02)
    ticks = [0, 0.25, 0.5, 0.75, 1]
    axes.set_yticks(ticks, map(part, ticks))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_ylabel("exact risk", fontsize=9)
    lay_out(axes)
    column(axes, [*entries, Entry("what they say", {"color": colour("ink"), "lw": 1, "ls": "--"})])
    return axes.figure
