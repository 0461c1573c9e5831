"""The gallery: every figure function, each with a call of one line on stored tables."""

from html import escape
from types import SimpleNamespace

from matplotlib import pyplot as plt

from minelab._checks import check_one_of
from minelab.boards.board import Board
from minelab.boards.view import View
from minelab.lab.experiments import load
from minelab.lab.stats import compare
from minelab.report import bonuses, density, figures, sources, threshold

CALLS = {
    "by_density": 'plots.by_density(ml.load("density-10"), agents=["basic", "exact"])',
    "arrow": 'plots.arrow(plots.by_agent(ml.load("density-10").query("mines == 30")), "swept", '
    '"corners", "corners beats swept")',
    "brackets": 'plots.brackets(plots.by_density(ml.load("density-10"), agents=["exact", "basic"])'
    ', ml.load("density-10"), {"all ideas": ("basic", "exact")})',
    "by_size": 'plots.by_size(ml.load("size"), "guesses", agents=["basic", "charles"])',
    "by_column": 'plots.by_column(ml.load("cost").query("rows == 10"), "basic", '
    '{"clues read": "clues", "looks": "visits"}, measure="visits")',
    "by_agent": 'plots.by_agent(ml.load("density-10").query("mines == 30"))',
    "by_two": 'plots.by_two(ml.load("density-10").groupby("agent")[["guesses", "score"]].mean(), '
    '"guesses", "score")',
    "calibration": 'plots.calibration(ml.load("guesses"), rules=["average", "exact"])',
    "daggers_levels": 'plots.daggers_levels(ml.load("daggers"))',
    "differences": 'plots.differences(ml.compare(ml.load("density-10"), "basic", "charles"))',
    "difficulty": 'plots.difficulty(ml.load("difficulty").query("rows == cols == 16"))',
    "half_points": 'plots.half_points(threshold.half_points(ml.load("solvable")))',
    "halves": 'plots.halves(bonuses.halves(ml.load("guesses")))',
    "hard_definitions": "plots.hard_definitions(density.hard_table())",
    "large": "plots.large(ml.Board.random(200, 200, density=0.08, seed=1), side=12)",
    "layouts": r'plots.layouts(ml.View.parse("111??\n?????", mines=3))',
    "method_shares": 'plots.method_shares(ml.load("density-10"), "charles")',
    "misses": 'plots.misses(ml.load("guesses"))',
    "needless": 'plots.needless(density.needless(ml.load("guesses"), ["basic", "charles"]))',
    "pair": 'plots.by_density(ml.load("density-10"), agents=["basic"], ax=plots.pair()[0])',
    "panels": 'plots.panels([ml.load("density-10"), ml.load("density-20")], agents=["basic"])',
    "reach": 'plots.reach(ml.load("reach"))',
    "replays": 'plots.replays(ml.load("replays"))',
    "representation_bytes": 'plots.representation_bytes(ml.load("representations"))',
    "representation_times": 'plots.representation_times(ml.load("representations"))',
    "saved": 'plots.saved(ml.load("bonuses"), ["charles", "charles+total", "charles+average"])',
    "shortfall": 'plots.shortfall(ml.load("shortfall"), agents=["basic", "exact"])',
    "solved_by_density": 'plots.solved_by_density(ml.load("solvable"), sides=(8, 32))',
    "strength": 'plots.strength(ml.load("strength"), sources.win_rates())',
}
"""By figure function, a call of it. `density` and such are modules of `minelab.report`."""


class Gallery:
    """What `gallery` shows in a notebook."""

    def __init__(self, pictures: dict[str, str]) -> None:
        self.pictures = pictures

    def _repr_html_(self) -> str:
        return "".join(
            f"<p><code>{escape(CALLS[name])}</code></p>{picture}"
            for name, picture in self.pictures.items()
        )

    def __repr__(self) -> str:
        return "\n".join(CALLS[name] for name in self.pictures)


def gallery(*names: str) -> Gallery:
    """Every figure function with a call of one line, and what it draws.

    names: which of them; all by default, which takes about a minute.

    >>> gallery("layouts")
    plots.layouts(ml.View.parse("111??\\n?????", mines=3))
    """
    ml = SimpleNamespace(load=load, compare=compare, Board=Board, View=View)
    scope = {"ml": ml, "plots": figures, "bonuses": bonuses, "density": density}
    scope |= {"sources": sources, "threshold": threshold}
    pictures, before = {}, plt.get_fignums()
    for name in names or CALLS:
        eval(CALLS[check_one_of("names", name, CALLS)], scope)
        figure = plt.figure(plt.get_fignums()[-1])
        pictures[name] = figure.image().html  # type: ignore[attr-defined]
        for number in set(plt.get_fignums()) - set(before):
            plt.close(number)
    return Gallery(pictures)
