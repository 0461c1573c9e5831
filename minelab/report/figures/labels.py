"""Names of curves and points, placed where they cover nothing.

`column` lists names, with a sample of each curve and perhaps a value, in a corner of the axes that
is free, else to the right of them. `beside_points` puts a name next to each point. Both look at
what is drawn already, in pixels, so they come last.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from minelab.display.palette import colour
from minelab.report.figures.canvas import SLACK, SOFT, from_corner, settle

Points: TypeAlias = NDArray[np.float64]

ROW = 14.0
"""Points from one name of a column to the next."""
SAMPLE, SWATCH = 30.0, 9.0
"""Points of a curve, or of a plain colour, that are shown beside its name."""
GAP = 7.0
CLEAR = 6.0
"""Points between words and what is drawn."""
BASELINE = 3.4
"""Points from the middle of a line of text down to its baseline."""
CORNERS = ((1, 1), (0, 0), (0, 1), (1, 0))
PLACES = (*CORNERS, *((x / 10, y / 10) for y in (10, 0, 8, 6, 4, 2) for x in range(10, -1, -1)))
"""Where a column is tried, as parts of the axes: corners, along top and bottom, then within."""
NAME: dict[str, Any] = {"fontsize": 9.5, "fontweight": "bold", "color": colour("ink")}
VALUE: dict[str, Any] = {"fontsize": 9.5, "color": colour("soft"), "ha": "right"}
HEAD: dict[str, Any] = {**SOFT, "ha": "right"}


@dataclass(frozen=True)
class Entry:
    """A name with its value, if any, and how its curve is drawn, in Matplotlib's words."""

    name: str
    look: dict[str, Any]
    value: str = ""


def column(
    axes: Axes, entries: Sequence[Entry], head: str = "", outside: bool = False,
    first: tuple[float, float] = CORNERS[0],
) -> None:  # fmt: skip
    """The names one below another, in a free corner of the axes or else right of them.

    first: the place that is tried first, as a part of the axes.
    """
    width, height = column_size(axes, entries, head)
    box = None if outside else free_place(axes, width, height, first)
    left, corner = 2 * GAP, (1.0, 1.0)
    if box:  # held by the nearer edge, should the axes still become wider or narrower
        at_right = box.x0 + box.x1 > axes.bbox.x0 + axes.bbox.x1
        left = -width if at_right else 0
        spot = box.x1 if at_right else box.x0, box.y1
        corner = tuple(axes.transAxes.inverted().transform(spot).tolist())
    place, y = from_corner(axes, *corner), -ROW / 2
    right, wide = left + width, sample_width(entries)
    if head:
        axes.text(right, y - BASELINE, head, transform=place, **HEAD)
        y -= ROW
    for name, look, value in ((entry.name, entry.look, entry.value) for entry in entries):
        at = [left, left + wide / 2, left + wide]
        axes.add_line(Line2D(at, [y] * 3, markevery=[1], transform=place, clip_on=False, **look))
        said = f"{name} {value}".strip()
        axes.text(left + wide + GAP, y - BASELINE, name, transform=place, label=said, **NAME)
        axes.text(right, y - BASELINE, value, transform=place, label="value", **VALUE)
        y -= ROW
    if not box:
        settle(axes)


def free_place(
    axes: Axes, width: float, height: float, first: tuple[float, float] = CORNERS[0]
) -> Bbox | None:
    """Where in the axes a column of this size in points covers nothing."""
    drawn, room = ink(axes), axes.bbox
    wide, high = width * pixels(axes), height * pixels(axes)
    for x, y in (first, *PLACES):
        left, low = room.x0 + x * (room.width - wide), room.y0 + y * (room.height - high)
        box = Bbox.from_bounds(left, low, wide, high)
        if within(box, room) and distance(drawn, box) > CLEAR * pixels(axes):
            return box
    return None


def make_room(axes: Axes, entries: Sequence[Entry], head: str = "", most: float = 0.5) -> None:
    """Raise the upper end of the axis if no column of these names would fit inside otherwise.

    most: the part of the axes that may be given to the names; if they need more, nothing is done.
    """
    width, height = column_size(axes, entries, head)
    share = (height + 2 * CLEAR) * pixels(axes) / axes.bbox.height
    if share <= most and free_place(axes, width, height) is None:
        low, high = axes.get_ylim()
        if axes.get_yscale() == "log":
            axes.set_ylim(low, low * (high / low) ** (1 / (1 - share)))
        else:
            axes.set_ylim(low, low + (high - low) / (1 - share))


def column_size(axes: Axes, entries: Sequence[Entry], head: str) -> tuple[float, float]:
    """Width and height of a column in points."""
    names = max(size_of(axes, entry.name, NAME)[0] for entry in entries)
    values = max(size_of(axes, entry.value, VALUE)[0] for entry in entries)
    width = sample_width(entries) + GAP + names + (2 * GAP + values if values else 0)
    return max(width, size_of(axes, head, HEAD)[0]), ROW * (len(entries) + bool(head))


def sample_width(entries: Sequence[Entry]) -> float:
    """How wide the samples of curves are, or of plain colours."""
    return SAMPLE if any(entry.look["ls"] for entry in entries) else SWATCH


def beside_points(axes: Axes, points: Mapping[str, tuple[float, float]], **how: Any) -> None:
    """A name next to each point, given in data; where there is no room, it points there."""
    how, point = NAME | how, pixels(axes)
    spots = np.array([axes.transData.transform(spot) for spot in points.values()])
    for name, spot in zip(points, spots, strict=True):
        wide, high = (part * point for part in size_of(axes, name, how))
        drawn = np.concatenate([ink(axes), spots])
        tried: list[tuple[float, float, float]] = []
        for far in (9.0, 16.0, 26.0, 40.0, 60.0, 85.0):
            across, up = wide / 2 + far * point, high / 2 + far * point
            for x, y in ((across, 0), (-across, 0), (0, up), (0, -up), (across, up), (across, -up),
                         (-across, up), (-across, -up)):  # fmt: skip
                low, bottom = spot + (x - wide / 2, y - high / 2)
                box = Bbox.from_bounds(low, bottom, wide, high)
                if within(box, axes.bbox) and distance(drawn, box) > 3 * point:
                    tried.append((far, x, y))
            if tried:
                break
        if not tried:
            continue
        far, x, y = tried[0]
        arrow = {"arrowstyle": "-", "color": colour("soft"), "lw": 0.7, "shrinkB": 5, "shrinkA": 1}
        axes.annotate(
            name, points[name], (x / point, y / point), textcoords="offset points", ha="center",
            va="center", arrowprops=arrow if far > 9 else None, **how,
        )  # fmt: skip


OFF = np.array([[-1e6, -1e6]])
"""A point that is far from everything."""


def ink(axes: Axes) -> Points:
    """Points all along what is drawn in the axes, in pixels; grid, ticks and title apart."""
    pieces = [line.get_path().transformed(line.get_transform()).vertices for line in axes.lines]
    for collection in axes.collections:
        dots = np.asarray(collection.get_offsets(), dtype=float)
        if len(dots) > 1:  # a scatter: dots, all of one shape
            pieces += [spot[None] for spot in axes.transData.transform(dots)]
            continue
        shape = collection.get_transform()
        pieces += [path.transformed(shape).vertices for path in collection.get_paths()]
    # The four corners of a bar or of a text, and back to the first.
    boxes = [bar.get_window_extent() for bar in axes.patches]
    for text in axes.texts:
        text.get_window_extent()  # moves a note to its place; with its arrow it would be too large
        boxes += [Text.get_window_extent(text)] if text.get_text() else []
    pieces += [box.corners()[[0, 1, 3, 2, 0]] for box in boxes]
    return np.concatenate([OFF, *(dense(np.asarray(piece, float)) for piece in pieces)])


def dense(vertices: Points) -> Points:
    """Points along a line through vertices, at most 3 pixels apart."""
    vertices = vertices[np.isfinite(vertices).all(axis=1)].clip(-1e4, 1e4)
    if len(vertices) < 2:
        return vertices
    along = np.concatenate([[0], np.hypot(*np.diff(vertices, axis=0).T).cumsum()])
    at = np.append(np.arange(0, along[-1], 3), along[-1])
    return np.column_stack([np.interp(at, along, vertices[:, k]) for k in (0, 1)])


def within(box: Bbox, room: Bbox) -> bool:
    """Whether one box lies in another."""
    level = room.x0 <= box.x0 and box.x1 <= room.x1
    return bool(level and room.y0 <= box.y0 and box.y1 <= room.y1)


def distance(points: Points, box: Bbox) -> float:
    """How far the nearest point is from a box; 0 if it is inside."""
    x = np.maximum(np.maximum(box.x0 - points[:, 0], points[:, 0] - box.x1), 0)
    y = np.maximum(np.maximum(box.y0 - points[:, 1], points[:, 1] - box.y1), 0)
    return float(np.hypot(x, y).min())


def size_of(axes: Axes, text: str, how: dict[str, Any]) -> tuple[float, float]:
    """How wide and how high a text is, in points."""
    if not text:
        return 0.0, 0.0
    trial = axes.text(0, 0, text, transform=axes.transAxes, **how)
    box = trial.get_window_extent().expanded(SLACK, 1)
    trial.remove()
    return float(box.width / pixels(axes)), float(box.height / pixels(axes))


def pixels(axes: Axes) -> float:
    """Pixels in a point."""
    return axes.figure.dpi / 72
