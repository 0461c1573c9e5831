"""Calibration: the risk that a guess rule claims, against how often there was a mine."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from minelab._checks import check_whole
from minelab.display.palette import colour, rule_look
from minelab.lab.stats import share_of
from minelab.report.figures.canvas import Canvas, empty_axes, lay_out, line_look
from minelab.report.figures.labels import Entry, beside
from minelab.report.figures.measures import check_table, chosen, part

SQUARE = (5.4, 5.4)
FEWEST = 10
"""Guesses that make a point."""


def calibration(
    guesses: pd.DataFrame, title: str = "", *, rules: Iterable[str] | None = None, bins: int = 10,
    on: Canvas | None = None,
) -> Canvas:  # fmt: skip
    """The share of mines among guesses that claim about the same risk, one curve a guess rule.

    guesses: a row per guess with the columns rule, claimed and mine, as from `guess_table`.
    title: the finding, as a sentence.
    rules: which guess rules; all that claim a risk unless said otherwise.
    bins: how many equal parts the claims from 0 to 1 are cut into; parts with fewer than 10
        guesses are left out.
    on: a panel of `pair`, instead of a figure of its own.
    """
    bins = check_whole("bins", bins, 1, 100)
    claims = claims_of(guesses, rules)
    curves = {str(name): binned(some, bins) for name, some in claims.groupby("rule", sort=False)}
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
    """The guesses of some rules that claim a risk."""
    check_table("guesses", guesses, ["rule", "claimed", "mine"])
    claims = guesses.dropna(subset=["claimed"])
    if claims.empty:
        raise ValueError("guesses must have at least one row in which a risk is claimed")
    names = chosen("rules", claims["rule"].unique().tolist(), rules)
    return claims[claims["rule"].isin(names)]


def binned(claims: pd.DataFrame, bins: int) -> pd.DataFrame:
    """For each bin the mean claim, the share of mines, its interval, and how many guesses."""
    said = claims["claimed"].clip(0, 1)
    rows = []
    for _, some in claims.groupby((said * bins).astype(int).clip(upper=bins - 1)):
        if len(some) >= FEWEST:
            mines = some["mine"].astype(bool)
            seen = share_of(None, mines)
            rows.append((said[some.index].mean(), seen.value, *seen.interval, seen.n))
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
