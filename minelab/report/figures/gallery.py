"""The gallery: every figure function, each with the call of one line that ends its docstring."""

import inspect
import sys
from html import escape

from matplotlib import pyplot as plt

from minelab._checks import check_one_of
from minelab.lab import threshold
from minelab.report import bonuses, density, figures, sources

NAMES = {"bonuses": bonuses, "density": density, "sources": sources, "threshold": threshold}
"""What the calls use besides `ml` and `plots`: modules of `minelab.report`."""


class Gallery:
    """What `gallery` shows in a notebook: a picture for each call."""

    def __init__(self, pictures: dict[str, str]) -> None:
        self.pictures = pictures

    def _repr_html_(self) -> str:
        pairs = self.pictures.items()
        return "".join(f"<p><code>{escape(call)}</code></p>{image}" for call, image in pairs)

    def __repr__(self) -> str:
        return "\n".join(self.pictures)


def gallery(*names: str) -> Gallery:
    r"""Every figure function with a call of one line, and what it draws.

    names: which of them; all by default, which takes about a minute.

    >>> gallery("layouts")
    plots.layouts(ml.View.parse("111??\n?????", mines=3))
    """
    known, pictures, before = figures.__all__, {}, plt.get_fignums()
    for name in names or (name for name in known if name != "gallery"):
        call = call_of(check_one_of("names", name, known))
        eval(call, NAMES | {"ml": sys.modules["minelab"], "plots": figures})
        figure = plt.figure(plt.get_fignums()[-1])
        pictures[call] = figure.image().html  # type: ignore[attr-defined]
        for number in set(plt.get_fignums()) - set(before):
            plt.close(number)
    return Gallery(pictures)


def call_of(name: str) -> str:
    """The call in the docstring of a figure function."""
    lines = (inspect.getdoc(getattr(figures, name)) or "").splitlines()
    return next(line for line in lines if line.startswith("plots."))
