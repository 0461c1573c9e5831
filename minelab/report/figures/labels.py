"""Names of curves, placed where they cover nothing.

`column` lists names, with a sample of each curve and perhaps a value, in a corner of the axes that
is free, else to the right of them. `beside` puts each name next to its own curve. Both look at what
is drawn already, in pixels, so they come last.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox, Transform
from numpy.typing import NDArray

from minelab.display.palette import colour
from minelab.report.figures.canvas import SLACK, from_corner, settle

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
APART = 8.0
"""Points by which a name must be nearer to its own curve than to any other."""
CORNERS = ((1, 1), (0, 0), (0, 1), (1, 0))
INSIDE = tuple((x / 10, y / 10) for y in (10, 0, 8, 6, 4, 2) for x in range(10, -1, -1))
PLACES = (*CORNERS, *INSIDE)
"""Where a column is tried, as parts of the axes: corners, along top and bottom, then within."""
NAME: dict[str, Any] = {"fontsize": 9.5, "fontweight": "bold", "color": colour("ink")}
VALUE: dict[str, Any] = {"fontsize": 9.5, "color": colour("soft"), "ha": "right"}
HEAD: dict[str, Any] = {"fontsize": 8.5, "color": colour("soft"), "ha": "right"}


@dataclass(frozen=True)
class Entry:
    """A name with its value, if any, and how its curve is drawn, in Matplotlib's words."""

    name: str
    look: dict[str, Any]
    value: str = ""


def column(axes: Axes, entries: Sequence[Entry], head: str = "") -> None:
    """The names one below another, in a free corner of the axes or else right of them."""
    width, height = column_size(axes, entries, head)
    box = free_place(axes, width, height)
    if box is not None:
        corner = axes.transAxes.inverted().transform((box.x0, box.y1))
        fill_column(axes, entries, head, from_corner(axes, *corner), 0, width)
        return
    fill_column(axes, entries, head, from_corner(axes, 1, 1), 2 * GAP, width)
    settle(axes)


def free_place(axes: Axes, width: float, height: float) -> Bbox | None:
    """Where in the axes a column of this size in points covers nothing."""
    drawn, room = ink(axes), axes.bbox
    wide, high = width * pixels(axes), height * pixels(axes)
    for x, y in PLACES:
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
    names = max(width_of(axes, entry.name, NAME) for entry in entries)
    values = max(width_of(axes, entry.value, VALUE) for entry in entries)
    width = sample_width(entries) + GAP + names + (2 * GAP + values if values else 0)
    return max(width, width_of(axes, head, HEAD)), ROW * (len(entries) + bool(head))


def sample_width(entries: Sequence[Entry]) -> float:
    """How wide the samples of curves are, or of plain colours."""
    return SAMPLE if any(entry.look["ls"] for entry in entries) else SWATCH


def fill_column(
    axes: Axes, entries: Sequence[Entry], head: str, place: Transform, left: float, width: float
) -> None:
    """Write a column; `place` takes points right of and above its upper edge."""
    right, y, wide = left + width, -ROW / 2, sample_width(entries)
    if head:
        axes.text(right, y - BASELINE, head, transform=place, **HEAD)
        y -= ROW
    for entry in entries:
        at = [left, left + wide / 2, left + wide]
        sample = Line2D(at, [y] * 3, markevery=[1], transform=place, clip_on=False, **entry.look)
        axes.add_line(sample)
        axes.text(
            left + wide + GAP,
            y - BASELINE,
            entry.name,
            transform=place,
            **NAME,
            label=f"{entry.name} {entry.value}".strip(),
        )
        axes.text(right, y - BASELINE, entry.value, transform=place, **VALUE, label="value")
        y -= ROW


def beside(axes: Axes, curves: Sequence[tuple[Entry, Sequence[Points]]], **how: Any) -> None:
    """Each name next to its own curve, which is given by the lines that it is made of, in data.

    A column instead, if there is no room, or if curves are told apart by their dashes alone.
    how: the manner of the text, by default bold and in ink.
    """
    entries, how = [entry for entry, _ in curves], NAME | how
    own = [
        np.concatenate([dense(axes.transData.transform(line)) for line in lines])
        for _, lines in curves
    ]
    alike = len({entry.look["color"] for entry in entries}) < len(entries)
    texts: list[Text] = []
    for place, entry in enumerate(entries):
        others = np.concatenate([OFF, *own[:place], *own[place + 1 :]])
        size = extent(axes, entry.name, how)
        spot = None if alike else best_spot(axes, size, own[place], others)
        if spot is None:
            for text in texts:
                text.remove()
            column(axes, entries)
            return
        x, y = axes.transAxes.inverted().transform(spot)
        centred = {"transform": axes.transAxes, "ha": "center", "va": "center"}
        texts.append(axes.text(x, y, entry.name, **how | centred))


OFF = np.array([[-1e6, -1e6]])
"""A point that is far from everything."""


def best_spot(axes: Axes, size: Bbox, own: Points, others: Points) -> tuple[float, float] | None:
    """Where a name covers nothing, is near its own curve and far from the others, in pixels."""
    drawn, point = ink(axes), pixels(axes)
    best, found = -np.inf, None
    for x, y in around(own, size, point):
        box = Bbox.from_bounds(x - size.width / 2, y - size.height / 2, size.width, size.height)
        if not within(box, axes.bbox) or distance(drawn, box) <= CLEAR * point:
            continue
        near, far = distance(own, box), distance(others, box)
        # Beyond some distance it no longer matters how far the others are.
        merit = min(far, 60 * point) - 2 * near
        if far > near + APART * point and merit > best:
            best, found = merit, (x, y)
    return found


def around(own: Points, size: Bbox, point: float) -> Iterator[tuple[float, float]]:
    """Middles of a name near a curve: above, below, right and left; from its middle outwards."""
    some = own[:: max(1, len(own) // 60)]
    for x, y in sorted(some, key=lambda spot: abs(spot[0] - own[:, 0].mean())):
        for points in (8, 12, 18, 26, 36):
            across, up = size.width / 2 + points * point, size.height / 2 + points * point
            yield from ((x, y + up), (x, y - up), (x + across, y), (x - across, y))


def ink(axes: Axes) -> Points:
    """Points all along what is drawn in the axes, in pixels; grid, ticks and title apart."""
    pieces = [line.get_path().transformed(line.get_transform()).vertices for line in axes.lines]
    for collection in axes.collections:
        shape = collection.get_transform()
        pieces += [path.transformed(shape).vertices for path in collection.get_paths()]
    # The four corners of a bar or of a text, and back to the first.
    boxes = [bar.get_window_extent() for bar in axes.patches]
    boxes += [text.get_window_extent() for text in axes.texts if text.get_text()]
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


def width_of(axes: Axes, text: str, how: dict[str, Any]) -> float:
    """How wide a text is in points."""
    return float(extent(axes, text, how).width / pixels(axes)) if text else 0.0


def extent(axes: Axes, text: str, how: dict[str, Any]) -> Bbox:
    """The size of a text in pixels, wherever it is placed."""
    trial = axes.text(0, 0, text, transform=axes.transAxes, **how)
    box = trial.get_window_extent().expanded(SLACK, 1)
    trial.remove()
    return box


def pixels(axes: Axes) -> float:
    """Pixels in a point."""
    return axes.figure.dpi / 72
