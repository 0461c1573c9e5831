"""The canvas: axes with a finding above them and no more lines than needed."""

from typing import Any, TypeAlias

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, ScaledTranslation, Transform

from minelab.display.palette import agent_dash, colour, variant_look
from minelab.report.figures.shown import ReportFigure

Canvas: TypeAlias = Figure | SubFigure

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


def new_figure(size: tuple[float, float]) -> ReportFigure:
    """An empty figure of this many inches, with a constrained layout."""
    shade = colour("surface")
    figure = plt.figure(
        figsize=size, facecolor=shade, layout="constrained", FigureClass=ReportFigure
    )
    assert isinstance(figure, ReportFigure)
    return figure


def pair() -> tuple[SubFigure, SubFigure]:
    """Two empty panels side by side, to be given to two plots as `on`.

    >>> left, right = pair()
    >>> left.figure.get_size_inches().tolist()
    [10.6, 4.7]
    """
    left, right = new_figure(PAIR).subfigures(1, 2, facecolor=colour("surface"), squeeze=False)[0]
    return left, right


def empty_axes(
    title: str, subtitle: str, size: tuple[float, float] = ALONE, on: Canvas | None = None
) -> Axes:
    """Axes in a new figure, or in a panel of one."""
    if on is None:
        on = new_figure(size)
    axes: Axes = on.subplots()
    set_title(axes, title)
    axes.text(
        0, 1.03, subtitle, transform=axes.transAxes, fontsize=8.5, color=colour("soft"),
        va="bottom", label="subtitle",
    )  # fmt: skip
    bare(axes)
    return axes


def set_title(axes: Axes, title: str, pad: float = 24) -> Text:
    """Write the finding this many points above the axes."""
    return axes.set_title(
        title, loc="left", fontsize=11, fontweight="bold", color=colour("ink"), pad=pad
    )


def bare(axes: Axes) -> None:
    """Remove all spines but the bottom one, and draw quiet ticks."""
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.spines["bottom"].set_color(colour("soft"))
    axes.tick_params(which="both", labelsize=9, color=colour("line"), labelcolor=colour("soft"))
    axes.tick_params(which="minor", length=0)
    axes.tick_params(axis="y", length=0)
    axes.set_axisbelow(True)


def lay_out(axes: Axes) -> None:
    """Break title and subtitle where the figure ends, and give everything its place.

    To be called when curves, ticks and labels of the axes are there; what is placed by looking
    at the picture, such as names, comes afterwards.
    """
    title, subtitle = set_title(axes, axes.get_title(loc="left")), axes.texts[0]
    subtitle.set(transform=from_corner(axes, 0, 1), position=(0, 8))
    subtitle.set_in_layout(False)  # as long as its length would push the axes together
    settle(axes)
    room = axes.figure.bbox.x1 - axes.bbox.x0 - MARGIN / 72 * axes.figure.dpi
    wrap(title, room)
    wrap(subtitle, room)
    subtitle.set_in_layout(True)
    if not title.get_text() or "\n" in title.get_text() + subtitle.get_text():
        set_title(axes, title.get_text(), pad=24 + 11 * subtitle.get_text().count("\n"))
        settle(axes)
    align(axes)


def align(axes: Axes) -> None:
    """Align panels side by side: those with fewer lines of title get empty lines above."""
    root = axes.get_figure(root=True)
    assert root is not None
    panels = [one for panel in root.subfigs for one in panel.axes if one.get_title(loc="left")]
    heads = [(one.get_title(loc="left"), one.texts[0].get_text()) for one in panels]
    most = [
        max((part.count("\n") for part in parts), default=0) for parts in zip(*heads, strict=True)
    ]
    for one, (title, about) in zip(panels, heads, strict=True):
        one.texts[0].set_text("\n" * (most[1] - about.count("\n")) + about)
        set_title(one, "\n" * (most[0] - title.count("\n")) + title, pad=24 + 11 * most[1])
    if len(panels) > 1:
        settle(axes)


def settle(axes: Axes) -> None:
    """Let the layout decide where the axes are."""
    root = axes.get_figure(root=True)
    assert root is not None
    engine = root.get_layout_engine()
    assert isinstance(engine, ConstrainedLayoutEngine)
    engine.set(w_pad=MARGIN / 72, h_pad=MARGIN / 72)
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


def agent_look(name: str) -> dict[str, Any]:
    """How the curve of an agent is drawn, in Matplotlib's words."""
    return line_look(*variant_look(name), agent_dash(name))


def line_look(shade: str, marker: str, dash: tuple[float, ...] = ()) -> dict[str, Any]:
    """A curve with markers that have a white rim; stars and crosses have little body."""
    return {
        "color": shade,
        "lw": LINE,
        "ls": (0, dash) if dash else "-",
        "marker": marker,
        "ms": {"*": 10, "P": 8}.get(marker, 6),
        "mec": shade if marker == "x" else colour("surface"),
        "mew": 1.6 if marker == "x" else 0.8,
    }


def number(value: float) -> str:
    """A number for an axis: no more digits than needed, thousands apart.

    >>> [number(x) for x in (0, 0.25, 2.5, 1200, 3e6)]
    ['0', '0.25', '2.5', '1,200', '3 million']
    """
    if value >= 1e6:
        return f"{value / 1e6:g} million"
    return f"{value:,.0f}" if value >= 1000 else f"{value:g}"
