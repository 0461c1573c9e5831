"""The canvas: axes with a finding above them, no more lines than needed, and names that fit.

`start` makes the axes, `finish` labels them and gives everything its place. Names come last, since
they look at what is drawn already, in pixels: `name_curves` lists them, with a sample of each
curve, where the axes are free, else to the right of them; `name_points` puts one beside each point.
"""

from collections.abc import Mapping, Sequence
from textwrap import fill
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from minelab._notebook import show_figures_here
from minelab.display.palette import colour
from minelab.report.figures.shown import ReportFigure

ALONE = (7.2, 4.2)
"""Inches of a figure with one panel."""
PAIR = (10.6, 4.7)
"""Inches of two panels side by side."""
MARGIN = 6
"""Points between words and the edge of the figure, or what is drawn."""
SLACK = 1.06
"""How much wider a text may be at another resolution, where its letters are fitted to pixels."""
WIDER = 1.1
"""How much wider than the mean the letters of a line may be."""
SIZES = {"*": 10, "P": 8, "X": 8}
"""Points of markers with little body; others have 6."""
DASHED: dict[str, Any] = {"color": colour("ink"), "lw": 1, "ls": (0, (3, 2.5)), "zorder": 1.5}
"""A line that helps to read a value."""
TITLE: dict[str, Any] = {"fontsize": 11, "fontweight": "bold", "color": colour("ink")}
NAME: dict[str, Any] = {"fontsize": 9.5, "fontweight": "bold", "color": colour("ink")}
SOFT: dict[str, Any] = {"fontsize": 8.5, "color": colour("soft")}
NOTE: dict[str, Any] = {"fontsize": 9, "color": colour("ink"), "textcoords": "offset points"}
"""A remark inside a figure, for `Axes.annotate`."""
LEGEND: dict[str, Any] = {
    "frameon": True, "framealpha": 1, "facecolor": colour("surface"), "edgecolor": "none",
    "borderpad": 0, "borderaxespad": 0, "labelspacing": 0.35, "alignment": "left",
    "prop": {"weight": "bold", "size": 9.5}, "labelcolor": colour("ink"),
}  # fmt: skip
PLACES = [(1.0, 1.0), (1.0, 0.0), (0.0, 0.0), (0.0, 1.0)]
PLACES += [(x / 10, y / 10) for y in (10, 0, 8, 6, 4, 2) for x in range(10, -1, -1)]
"""Where names are tried, as parts of the axes: corners, along top and bottom, then within."""
BESIDE, UPRIGHT = [(1, 0), (-1, 0)], [(0, 1), (0, -1)]
ASLANT = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
"""Sides of a point; in a row of points a name above or below can't seem to be the next one's."""
OFF = np.array([[-1e6, -1e6]])
"""A point that is far from everything."""


def new_figure(size: tuple[float, float], title: str = "") -> ReportFigure:
    """An empty figure of this many inches; a title for several panels is above them."""
    engine = ConstrainedLayoutEngine(w_pad=MARGIN / 72, h_pad=MARGIN / 72, wspace=0.04, hspace=0.06)
    how: dict[str, Any] = {"facecolor": colour("surface"), "FigureClass": ReportFigure}
    figure: Any = plt.figure(figsize=size, layout=engine, **how)
    show_figures_here()
    if title:
        figure.suptitle(title, x=MARGIN / 72 / size[0], ha="left", **TITLE)
    return figure  # type: ignore[no-any-return]


def single(title: str = "") -> Axes:
    """Empty axes for a plot of your own; their figure fits its page, and has an alt text.

    plots.single("My own finding")
    """
    axes = plain(new_figure(ALONE).subplots())
    axes.set_title(title, loc="left", **TITLE)
    return axes


def pair() -> tuple[Axes, Axes]:
    """Two empty panels side by side, to be given to two figure functions as `ax`.

    plots.by_density(ml.load("density-10"), agents=["basic"], ax=plots.pair()[0])

    >>> left, right = pair()
    >>> left.figure.get_size_inches().tolist()
    [10.6, 4.7]
    """
    left, right = new_figure(PAIR).subplots(1, 2)
    return plain(left), plain(right)


def start(
    title: str, about: str, ax: Axes | None = None, size: tuple[float, float] = ALONE
) -> Axes:
    """The axes given, or those of a new figure, with a finding and what was measured above them."""
    axes = plain(new_figure(size).subplots() if ax is None else ax)
    axes.set_title(title, loc="left", pad=24, **TITLE)
    axes.annotate(
        about, (0, 1), (0, 8), "axes fraction", "offset points", va="bottom", label="subtitle",
        **SOFT,
    )  # fmt: skip
    return axes


def plain(axes: Axes) -> Axes:
    """The axes with one soft line, at the bottom."""
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.spines["bottom"].set_color(colour("soft"))
    axes.tick_params(labelsize=9, color=colour("line"), labelcolor=colour("soft"), left=False)
    axes.set_axisbelow(True)
    return axes


def label(axes: Axes, x: str = "", y: str = "", grid: Any = "") -> None:
    """Name the axes, and draw hairlines across one of them or both."""
    axes.set_xlabel(x, fontsize=9, color=colour("ink"))
    axes.set_ylabel(y, fontsize=9, color=colour("ink"))
    if grid:
        axes.grid(axis=grid, color=colour("hairline"), lw=0.8)


def finish(axes: Axes, x: str = "", y: str = "", grid: Any = "") -> Axes:
    """Name the axes, and break title and subtitle where the panel ends."""
    label(axes, x, y, grid)
    title, about = axes.get_title(loc="left"), axes.texts[0]
    # As long as it is, it would push the axes together; the title above it keeps its place.
    about.set_in_layout(not title or axes.figure.get_layout_engine() is None)
    settle(axes)
    spec = axes.get_subplotspec()
    part = spec.colspan.stop / spec.get_gridspec().ncols if spec else 1.0
    room = part * axes.figure.bbox.width - axes.bbox.x0 - MARGIN * pixels(axes)
    wrap(about, room)
    lines = about.get_text().count("\n")
    wrap(axes.set_title(title, loc="left", pad=24 + 11 * lines, **TITLE), room)
    if lines or "\n" in axes.get_title(loc="left"):
        settle(axes)
    return axes


def settle(axes: Axes) -> None:
    """Let the layout decide where the axes are."""
    root = axes.get_figure(root=True)
    if root and (engine := root.get_layout_engine()):  # a reader's own figure may have none
        engine.execute(root)
    axes.apply_aspect()


def wrap(text: Text, room: float) -> None:
    """Break a text into lines of at most this many pixels."""
    words = " ".join(text.get_text().split())
    text.set_text(words)
    letter = Text.get_window_extent(text).width / max(1, len(words))
    if room < SLACK * letter * len(words):
        text.set_text(fill(words, max(1, int(room / letter / WIDER))))


def point(axes: Axes, a: tuple[float, float], b: tuple[float, float], words: str) -> None:
    """An arrow from one place to another, and words above it, or beside it if it goes up."""
    style = {"arrowstyle": "-|>", "color": colour("ink"), "lw": 1.2, "shrinkA": 6, "shrinkB": 6}
    axes.annotate("", b, a, arrowprops=style)
    axes.plot(*zip(a, b, strict=True), color="none")  # names keep away from it
    ends = axes.transData.transform([a, b])
    wide, high = np.abs(ends[1] - ends[0])
    beside: dict[str, Any] = {"xytext": (9, 0), "va": "center"}
    above: dict[str, Any] = {"xytext": (0, 5), "va": "bottom", "ha": "center"}
    spot = tuple(axes.transData.inverted().transform(ends.mean(axis=0)))
    axes.annotate(words, spot, **NOTE, **(beside if high > wide else above))


# Names.


def sample(looks: dict[str, Any], name: str) -> Line2D:
    """A piece of a curve with its marker, as `ml.look` has it."""
    marker, dash = looks["markers"][name], looks["dashes"][name]
    return Line2D(
        [], [], color=looks["palette"][name], lw=1.8, ls=(0, tuple(dash)) if dash else "-",
        marker=marker, ms=SIZES.get(marker, 6), mec=colour("surface"), mew=0.8, label=name,
    )  # fmt: skip


def swatch(shade: str, name: str) -> Line2D:
    """A square of a plain colour."""
    how: dict[str, Any] = {"ls": "", "marker": "s", "ms": 9, "mec": colour("line"), "mew": 0.5}
    return Line2D([], [], color=shade, label=name, **how)


def key(figure: ReportFigure, lines: Sequence[Line2D]) -> None:
    """Names below all panels."""
    figure.legend(handles=lines, loc="outside lower left", ncols=6, **LEGEND | {"borderaxespad": 1})


def name_curves(
    axes: Axes, samples: Sequence[Line2D], head: str = "", *, most: float = 0, outside: bool = False
) -> Axes:
    """The names one below another, where the axes are free, or else right of them.

    most: the part of the axes by which their upper end may be raised to make room.
    """
    length = 3 if any(line.get_linestyle() != "None" for line in samples) else 1
    legend = axes.legend(
        handles=samples, loc="upper left", bbox_to_anchor=(1.03, 1), handlelength=length,
        title=head or None, title_fontproperties={"size": 8.5}, **LEGEND,
    )  # fmt: skip
    legend.get_title().set_color(colour("soft"))
    size = legend.get_window_extent().expanded(SLACK, 1)
    share = (size.height + 2 * MARGIN * pixels(axes)) / axes.bbox.height
    place = None if outside else free_place(axes, size)
    if not place and share <= most:
        scale = axes.yaxis.get_transform()
        low, high = scale.transform(np.array(axes.get_ylim()))
        axes.set_ylim(top=float(scale.inverted().transform(low + (high - low) / (1 - share))))
        place = free_place(axes, size)
    if place:  # held by the nearer edge, should the axes still become wider or narrower
        at_right = place.x0 + place.x1 > axes.bbox.x0 + axes.bbox.x1
        spot = axes.transAxes.inverted().transform((place.x1 if at_right else place.x0, place.y1))
        legend.set_bbox_to_anchor(tuple(spot), axes.transAxes)
        legend.set_loc("upper right" if at_right else "upper left")
    else:
        settle(axes)
    return axes


def free_place(axes: Axes, size: Bbox) -> Bbox | None:
    """Where in the axes a box of this size covers nothing."""
    drawn, room = ink(axes), axes.bbox
    above_axis = Bbox([[room.x0, room.y0 + pixels(axes)], room.max])  # else it hides the line
    for place in PLACES:
        low = above_axis.min + np.array(place) * np.subtract(above_axis.size, size.size)
        box = Bbox.from_bounds(low[0], low[1], *size.size)
        if is_free(axes, box, drawn, MARGIN):
            return box
    return None


def name_points(
    axes: Axes, points: Mapping[str, tuple[float, float]],
    sides: Sequence[tuple[int, int]] = (*BESIDE, *UPRIGHT, *ASLANT), **how: Any,
) -> None:  # fmt: skip
    """A name next to each point, given in data; where there is no room, a line leads to it.

    sides: where it may be, seen from the point, the best first.
    """
    spots = axes.transData.transform(np.array([*points.values()]))
    thread = {"arrowstyle": "-", "color": colour("soft"), "lw": 0.7, "shrinkB": 5, "shrinkA": 1}
    drawn = np.concatenate([ink(axes), spots])
    for (name, point), spot in zip(points.items(), spots, strict=True):
        note = axes.annotate(
            name, point, (0, 0), textcoords="offset points", ha="center", va="center",
            arrowprops=thread, **NAME | how,
        )  # fmt: skip
        extent = Text.get_window_extent(note).expanded(SLACK, 1)
        size = np.array(extent.size) / pixels(axes)
        for far, side in ((far, side) for far in (9, 16, 26, 40, 60, 85) for side in sides):
            off = np.array(side) * (size / 2 + far)
            low = spot + (off - size / 2) * pixels(axes)
            box = Bbox.from_bounds(low[0], low[1], *extent.size)
            if is_free(axes, box, drawn, 3):
                note.set_position(tuple(off))
                note.arrow_patch.set_visible(far > 9)  # type: ignore[union-attr]
                drawn = np.concatenate([drawn, outline(box).vertices])
                break
        else:
            note.remove()


def is_free(axes: Axes, box: Bbox, drawn: NDArray[np.float64], away: float) -> bool:
    """Whether a box lies in the axes and this many points away from all that is drawn."""
    beyond = np.maximum(box.min - drawn, drawn - box.max).clip(0)
    inside = np.less_equal([axes.bbox.min, box.max], [box.min, axes.bbox.max]).all()
    return bool(inside and np.hypot(*beyond.T).min() > away * pixels(axes))


def ink(axes: Axes) -> NDArray[np.float64]:
    """Points all along what is drawn in the axes, in pixels; grid, ticks and title apart."""
    spots, paths = [OFF], [line.get_path().transformed(line.get_transform()) for line in axes.lines]
    for drawn in axes.collections:
        dots = np.asarray(drawn.get_offsets(), dtype=float)
        if len(dots) > 1:  # a scatter: dots, all of one shape
            spots.append(axes.transData.transform(dots))
        else:
            paths += [path.transformed(drawn.get_transform()) for path in drawn.get_paths()]
    boxes = [bar.get_window_extent() for bar in axes.patches]
    for text in axes.texts:
        text.get_window_extent()  # moves a note to its place; with its arrow it would be too large
        boxes += [Text.get_window_extent(text)] if text.get_text() else []
    paths += [outline(box) for box in boxes]
    spots += [np.asarray(path.interpolated(25).vertices) for path in paths]
    points: NDArray[np.float64] = np.concatenate(spots)
    return points[np.isfinite(points).all(axis=1)]


def outline(box: Bbox) -> Path:
    """The edge of a box, with points along it."""
    return Path(box.corners()[[0, 1, 3, 2, 0]]).interpolated(9)


def pixels(axes: Axes) -> float:
    """Pixels in a point."""
    return axes.figure.dpi / 72
