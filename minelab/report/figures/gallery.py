"""The gallery: every figure function, each with a call of one line on stored tables."""

import ast
from collections.abc import Callable
from html import escape
from pathlib import Path
from types import SimpleNamespace

from matplotlib import pyplot as plt

from minelab._checks import check_one_of
from minelab.boards.board import Board
from minelab.boards.view import View
from minelab.lab.experiments import load
from minelab.lab.stats import compare
from minelab.report import bonuses, density, sources, threshold
from minelab.report import figures as plots

ml = SimpleNamespace(load=load, compare=compare, Board=Board, View=View)

CALLS: dict[str, Callable[[], object]] = {
    "by_density": lambda: plots.by_density(ml.load("density-10"), agents=["basic", "exact"]),
    "arrow": lambda: plots.arrow(
        plots.by_agent(ml.load("density-10").query("mines == 30")), "swept", "corners", "better"
    ),
    "brackets": lambda: plots.brackets(
        plots.by_density(ml.load("density-10"), agents=["exact", "basic"]),
        ml.load("density-10"),
        {"all ideas": ("basic", "exact")},
    ),
    "by_size": lambda: plots.by_size(ml.load("size"), "guesses", agents=["basic", "charles"]),
    "by_column": lambda: plots.by_column(
        ml.load("cost").query("rows == 10"),
        "basic",
        {"clues read": "clues", "looks": "visits"},
        measure="visits",
    ),
    "by_agent": lambda: plots.by_agent(ml.load("density-10").query("mines == 30")),
    "by_two": lambda: plots.by_two(
        ml.load("density-10").groupby("agent")[["guesses", "score"]].mean(), "guesses", "score"
    ),
    "calibration": lambda: plots.calibration(ml.load("guesses"), rules=["average", "exact"]),
    "daggers_levels": lambda: plots.daggers_levels(ml.load("daggers")),
    "details": lambda: plots.details(bonuses.details()),
    "differences": lambda: plots.differences(ml.compare(ml.load("density-10"), "basic", "charles")),
    "difficulty": lambda: plots.difficulty(ml.load("difficulty").query("rows == cols == 16")),
    "half_points": lambda: plots.half_points(threshold.half_points(ml.load("solvable"))),
    "halves": lambda: plots.halves(bonuses.halves(ml.load("guesses"))),
    "hard_definitions": lambda: plots.hard_definitions(density.hard_table()),
    "large": lambda: plots.large(ml.Board.random(200, 200, density=0.08, seed=1), side=12),
    "layouts": lambda: plots.layouts(ml.View.parse("111??\n?????", mines=3)),
    "method_shares": lambda: plots.method_shares(ml.load("density-10"), "charles"),
    "misses": lambda: plots.misses(ml.load("guesses")),
    "needless": lambda: plots.needless(density.needless(ml.load("guesses"), ["basic", "charles"])),
    "pair": lambda: plots.by_density(ml.load("density-10"), agents=["basic"], ax=plots.pair()[0]),
    "panels": lambda: plots.panels(
        [ml.load("density-10"), ml.load("density-20")], agents=["basic"]
    ),
    "reach": lambda: plots.reach(ml.load("reach")),
    "replays": lambda: plots.replays(ml.load("replays")),
    "representation_times": lambda: plots.representation_times(ml.load("representations")),
    "saved": lambda: plots.saved(
        ml.load("bonuses"), ["charles", "charles+total", "charles+average"]
    ),
    "shortfall": lambda: plots.shortfall(ml.load("shortfall"), agents=["basic", "exact"]),
    "solved_by_density": lambda: plots.solved_by_density(ml.load("solvable"), sides=(8, 32)),
    "strength": lambda: plots.strength(ml.load("strength"), sources.win_rates()),
}
"""By figure function, a call of it. `density` and such are modules of `minelab.report`."""


def written() -> dict[str, str]:
    """The calls above as text, each in one line."""
    text = Path(__file__).read_text(encoding="utf-8")
    lambdas = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda))
    return {name: ast.unparse(node.body) for name, node in zip(CALLS, lambdas, strict=True)}


class Gallery:
    """What `gallery` shows in a notebook: a picture for each call."""

    def __init__(self, pictures: dict[str, str]) -> None:
        self.pictures = pictures

    def _repr_html_(self) -> str:
        return "".join(
            f"<p><code>{escape(call)}</code></p>{picture}"
            for call, picture in self.pictures.items()
        )

    def __repr__(self) -> str:
        return "\n".join(self.pictures)


def gallery(*names: str) -> Gallery:
    """Every figure function with a call of one line, and what it draws.

    names: which of them; all by default, which takes about a minute.

    >>> gallery("layouts")
    plots.layouts(ml.View.parse('111??\\n?????', mines=3))
    """
    calls, pictures, before = written(), {}, plt.get_fignums()
    for name in names or CALLS:
        CALLS[check_one_of("names", name, CALLS)]()
        figure = plt.figure(plt.get_fignums()[-1])
        pictures[calls[name]] = figure.image().html  # type: ignore[attr-defined]
        for number in set(plt.get_fignums()) - set(before):
            plt.close(number)
    return Gallery(pictures)
