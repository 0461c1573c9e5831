"""Stacked bars of shares: the common part of `difficulty` and `method_shares`."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from minelab.display.palette import GUESS_TINT, colour, method_colour
from minelab.report.figures.canvas import lay_out
from minelab.report.figures.labels import Entry, column


def stack(
    axes: Axes,
    places: NDArray[np.float64],
    shares: pd.DataFrame,
    names: Mapping[str, str],
    *,
    gap: float,
    x: str,
    y: str,
) -> None:
    """Draw a bar a row of shares, in the colours of methods, with a key beside them.

    names: the columns, methods and "guess", from the lowest to the topmost, and what the key
        calls them.
    gap: from bar to bar, where there is only one.
    """
    width = 0.8 * (np.diff(places).min() if len(places) > 1 else gap)
    below = np.zeros(len(shares))
    looks = {}
    for name in names:
        looks[name] = GUESS_TINT if name == "guess" else method_colour(name)
        axes.bar(places, shares[name], width, below, color=looks[name], lw=0, label=name)
        below += shares[name].to_numpy()
    axes.set_ylim(0, 1)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: "0" if y == 0 else f"{y:.0%}"))
    axes.grid(axis="y", color=colour("hairline"), lw=0.8)
    axes.set_xlim(places[0] - width, places[-1] + width)
    axes.set_xlabel(x, fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    lay_out(axes)
    swatch = {"ls": "", "marker": "s", "ms": 9, "mew": 0}
    column(axes, [Entry(names[name], swatch | {"color": looks[name]}) for name in [*names][::-1]])
