"""Strength: win rates of the ordinary game, ours beside those that others have published."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from minelab.display.palette import colour
from minelab.lab.stats import summary
from minelab.report.figures.canvas import MARGIN, agent_look, bare, new_figure, number
from minelab.report.figures.measures import check_table

CLICKS = {"classic": ("safe", "first click safe"), "classic-zero": ("zero", "first click opens")}
"""By rules, what win-rates.csv calls its first click, and what we call it."""
GAMES = ["agent", "rows", "cols", "mines", "rules", "won"]
PUBLISHED = ["source", "first_click", "rows", "cols", "mines", "percent"]
RING: dict[str, Any] = {"marker": "o", "ms": 6, "mfc": colour("surface"), "mec": colour("soft")}
WIDE, ROW, REST = 3.5, 0.26, 0.75
"""Inches of a panel, of one row in it, and of its head and axis."""


def strength(games: pd.DataFrame, published: pd.DataFrame, title: str = "") -> Figure:
    """A panel for each level and first click: our win rates with 95% bars, others' as rings.

    games: classic games of one or more agents; levels side by side, first clicks in rows.
    published: as from `sources.win_rates`; rates without a panel are left out.
    title: the finding, as a sentence.
    """
    check_table("games", games, GAMES)
    check_table("published", published, PUBLISHED)
    kinds = [rules for rules in CLICKS if rules in set(games["rules"])]
    if not kinds:
        raise ValueError(f"games must have rules among {list(CLICKS)}")
    levels = games[["rows", "cols", "mines"]].drop_duplicates().sort_values(["rows", "cols"])
    rates = rates_of(games, published)
    most = [
        max(len(panel_rows(rates, rules, level)) for level in levels.itertuples(index=False))
        for rules in kinds
    ]
    size = (WIDE * len(levels), 0.4 + sum(ROW * n + REST for n in most))
    figure = new_figure(size)
    engine = figure.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(w_pad=MARGIN / 72, h_pad=MARGIN / 72, hspace=0.06, wspace=0.03)
    grid = figure.subplots(len(kinds), len(levels), squeeze=False, height_ratios=most)
    for line, rules in zip(grid, kinds, strict=True):
        for axes, level in zip(line, levels.itertuples(index=False), strict=True):
            rows, cols, mines = level
            draw_panel(axes, panel_rows(rates, rules, level))
            head = f"{cols} × {rows}, {mines} mines, {CLICKS[rules][1]}"
            axes.set_title(head, loc="left", fontsize=8.5, color=colour("soft"), pad=6)
    figure.suptitle(
        title, x=MARGIN / 72 / size[0], ha="left", fontsize=11, fontweight="bold",
        color=colour("ink"),
    )  # fmt: skip
    return figure


def rates_of(games: pd.DataFrame, published: pd.DataFrame) -> pd.DataFrame:
    """All win rates in percent, one row each: name, rules, level, rate, low, high, whether ours."""
    games = games.assign(density=games["mines"] / (games["rows"] * games["cols"]))
    ours = summary(games, ["won"])
    ours = ours.assign(name=ours["agent"], is_ours=True)
    for column, source in (("rate", "won"), ("low", "won_low"), ("high", "won_high")):
        ours[column] = 100 * ours[source]
    rules_of = {click: rules for rules, (click, _) in CLICKS.items()}
    others = published.assign(
        name=published["source"], is_ours=False, rules=published["first_click"].map(rules_of),
        rate=published["percent"], low=float("nan"), high=float("nan"),
    )  # fmt: skip
    columns = ["name", "rules", "rows", "cols", "mines", "rate", "low", "high", "is_ours"]
    return pd.concat([ours[columns], others[columns].dropna(subset=["rules"])])


def panel_rows(rates: pd.DataFrame, rules: str, level: tuple[int, int, int]) -> pd.DataFrame:
    """The rates of one panel, the lowest first, at the bottom."""
    at = (rates[["rows", "cols", "mines"]] == list(level)).all(axis=1) & (rates["rules"] == rules)
    return rates[at].sort_values("rate", kind="stable")


def draw_panel(axes: Axes, rates: pd.DataFrame) -> None:
    """A line for each name: a filled mark of the agent, or a ring."""
    bare(axes)
    values = rates[["rate", "low", "high"]].to_numpy(float)
    for place, (name, is_ours, (rate, low, high)) in enumerate(
        zip(rates["name"], rates["is_ours"], values, strict=True)
    ):
        look: dict[str, Any] = RING
        if is_ours:
            look = agent_look(name)
            axes.hlines(place, low, high, color=look["color"], lw=4, alpha=0.35)
            look = look | {"ms": look["ms"] + 2}
        axes.plot([rate], [place], label=name, clip_on=False, zorder=3, **look)
        axes.annotate(
            f"{rate:.2f}" if is_ours else f"{rate:g}", (1, place), (5, 0),
            xycoords=("axes fraction", "data"), textcoords="offset points",
            va="center_baseline", fontsize=8.5, color=colour("soft"),
        )  # fmt: skip
    axes.set_yticks(range(len(rates)), list(rates["name"]), fontsize=9)
    for label, is_ours in zip(axes.get_yticklabels(), rates["is_ours"], strict=True):
        label.set(color=colour("ink"), fontweight="bold" if is_ours else "normal")
    axes.set_ylim(-0.7, len(rates) - 0.3)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    beyond = 0.08 * (high - low) or 1
    axes.set_xlim(low - beyond, high + beyond)
    axes.xaxis.set_major_formatter(lambda x, _: number(round(x, 2)))
    axes.grid(axis="x", color=colour("hairline"), lw=0.8)
    axes.set_xlabel("games won (%)", fontsize=9)
