"""The canvas: axes with a finding above them and no more lines than needed."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, ScaledTranslation, Transform

from minelab.display.palette import colour
from minelab.report.figures.shown import ReportFigure

ALONE = (7.2, 4.2)
"""Inches of a figure with one panel."""
PAIR = (10.6, 4.7)
"""Inches of two panels side by side."""
MARGIN = 6
"""Points between words and the edge of the figure."""
SLACK = 1.06
"""How much wider a text may be at another resolution, where its letters are fitted to pixels."""
LINE = 1.8
"""Points of a curve's width."""
SIZES = {"*": 10, "P": 8, "X": 8}
"""Points of markers with little body; others have 6."""
DASHED: dict[str, Any] = {"color": colour("ink"), "lw": 1, "ls": (0, (3, 2.5)), "zorder": 1.5}
"""A line that helps to read a value."""
TITLE: dict[str, Any] = {"fontsize": 11, "fontweight": "bold", "color": colour("ink")}
SOFT: dict[str, Any] = {"fontsize": 8.5, "color": colour("soft")}


def new_figure(size: tuple[float, float], title: str = "") -> ReportFigure:
    """An empty figure of this many inches; a title for several panels is above them."""
    engine = ConstrainedLayoutEngine(w_pad=MARGIN / 72, h_pad=MARGIN / 72, wspace=0.04, hspace=0.06)
    figure = plt.figure(
        figsize=size, facecolor=colour("surface"), layout=engine, FigureClass=ReportFigure
    )
    assert isinstance(figure, ReportFigure)
    if title:
        figure.suptitle(title, x=MARGIN / 72 / size[0], ha="left", **TITLE)
    return figure


def pair() -> tuple[Axes, Axes]:
    """Two empty panels side by side, to be given to two figure functions as `ax`.

    >>> left, right = pair()
    >>> left.figure.get_size_inches().tolist()
    [10.6, 4.7]
    """
    left, right = new_figure(PAIR).subplots(1, 2)
    return left, right


def takes_on(draw: Callable[..., Axes]) -> Callable[..., Axes]:
    """Lets a figure function take its axes by their former name, `on`, too."""

    @wraps(draw)
    def drawn(*tables: Any, on: Axes | None = None, **options: Any) -> Axes:
        return draw(*tables, **options | ({} if on is None else {"ax": on}))

    return drawn


def start(
    title: str, subtitle: str, size: tuple[float, float] = ALONE, ax: Axes | None = None
) -> Axes:
    """The axes given, or those of a new figure, with a finding and what was measured above them."""
    axes: Axes = new_figure(size).subplots() if ax is None else ax
    axes.set_title(title, loc="left", **TITLE)
    axes.text(
        0, 8, subtitle, transform=from_corner(axes, 0, 1), label="subtitle", va="bottom", **SOFT
    )
    bare(axes)
    return axes


def bare(axes: Axes) -> None:
    """Remove all spines but the bottom one, and draw quiet ticks."""
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.spines["bottom"].set_color(colour("soft"))
    axes.tick_params(which="both", labelsize=9, color=colour("line"), labelcolor=colour("soft"))
    axes.tick_params(which="minor", length=0)
    axes.tick_params(axis="y", length=0)
    axes.set_axisbelow(True)


def label(axes: Axes, x: str | None = None, y: str | None = None, grid: Any = "") -> None:
    """Name the axes, and draw hairlines across one of them."""
    for name, write in ((x, axes.set_xlabel), (y, axes.set_ylabel)):
        if name is not None:
            write(name, fontsize=9, color=colour("ink"))
    if grid:
        axes.grid(axis=grid, color=colour("hairline"), lw=0.8)


def lay_out(axes: Axes) -> None:
    """Break title and subtitle where the panel ends, and give everything its place.

    To be called when curves, ticks and labels of the axes are there; what is placed by looking
    at the picture, such as names, comes afterwards.
    """
    title, subtitle = axes.get_title(loc="left"), axes.texts[0]
    # As long as it is, it would push the axes together; the title above it keeps its place.
    subtitle.set_in_layout(not title or axes.figure.get_layout_engine() is None)
    settle(axes)
    spec = axes.get_subplotspec()
    part = spec.colspan.stop / spec.get_gridspec().ncols if spec else 1.0
    room = part * axes.figure.bbox.width - axes.bbox.x0 - MARGIN / 72 * axes.figure.dpi
    wrap(subtitle, room)
    pad = 24 + 11 * subtitle.get_text().count("\n")
    wrap(axes.set_title(title, loc="left", pad=pad, **TITLE), room)
    settle(axes)


def settle(axes: Axes) -> None:
    """Let the layout decide where the axes are."""
    root = axes.get_figure(root=True)
    assert root is not None
    engine = root.get_layout_engine()
    if engine is not None:  # a reader's own figure may have none
        engine.execute(root)
    axes.apply_aspect()


def from_corner(axes: Axes, x: float, y: float) -> Transform:
    """Points right of and above a place that is given as a fraction of the axes."""
    points = Affine2D().scale(1 / 72) + axes.figure.dpi_scale_trans
    return points + ScaledTranslation(x, y, axes.transAxes)  # type: ignore[arg-type]


def wrap(text: Text, room: float) -> None:
    """Break a text into lines of at most this many pixels."""
    lines: list[str] = []
    for word in text.get_text().split():
        longer = f"{lines[-1]} {word}" if lines else word
        text.set_text(longer)
        if lines and SLACK * text.get_window_extent().width <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    text.set_text("\n".join(lines))


def key(figure: Figure, handles: list[Any], columns: int) -> None:
    """Names below all panels."""
    figure.legend(
        handles=handles, loc="outside lower left", ncols=columns, frameon=False,
        prop={"weight": "bold", "size": 9.5}, labelcolor=colour("ink"), handlelength=4.5,
    )  # fmt: skip


def line_look(shade: str, marker: str, dash: tuple[float, ...] = ()) -> dict[str, Any]:
    """A curve with markers that have a white rim, in Matplotlib's words."""
    return {
        "color": shade, "lw": LINE, "ls": (0, dash) if dash else "-", "marker": marker,
        "ms": SIZES.get(marker, 6), "mec": colour("surface"), "mew": 0.8,
    }  # fmt: skip


def number(value: float) -> str:
    """A number for an axis: no more digits than needed, thousands apart.

    >>> [number(x) for x in (0, 0.25, 2.5, 1200, 3e6)]
    ['0', '0.25', '2.5', '1,200', '3 million']
    """
    if value >= 1e6:
        return f"{value / 1e6:g} million"
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"
