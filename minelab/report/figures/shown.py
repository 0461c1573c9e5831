"""How a figure is shown in a notebook: as a picture that fits the page, with its alt text."""

import re
from collections.abc import Iterator
from io import BytesIO

import numpy as np
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

from minelab._notebook import display_bundle
from minelab.display.images import SHARP, Image, few_shades

INCH = 96
"""Pixels of a page in an inch."""


class ReportFigure(Figure):
    """A figure that shows itself, whatever formats the notebook has chosen for others."""

    def image(self) -> Image:
        """The figure in pixels, with its alt text."""
        file = BytesIO()
        self.savefig(file, dpi=SHARP * INCH, bbox_inches="tight", metadata={"Software": None})
        png = few_shades(file.getvalue())
        width = int.from_bytes(png[16:20])  # this is where a PNG says how wide it is
        return Image(png, describe(self), round(width / SHARP))

    def _ipython_display_(self) -> None:
        display_bundle(self.image().bundle(), repr(self))


def describe(figure: Figure) -> str:
    """A figure that has been drawn, in words: its finding, then what is in each panel."""
    keys = [text.get_text() for key in figure.legends for text in key.get_texts()]
    parts = [figure.get_suptitle(), *(part for axes in figure.axes for part in panel(axes))]
    parts += [f"Key: {', '.join(keys)}"] if keys else []
    plain = (re.sub("[${}]", "", " ".join(part.split())).rstrip(".") for part in parts)
    return "".join(f"{part}. " for part in plain if part).rstrip()


def panel(axes: Axes) -> Iterator[str]:
    """The finding above a panel, its kind, its axes, and its names with their numbers."""
    yield axes.get_title(loc="left")
    texts = [text for text in axes.texts if text.get_text().strip()]
    if texts and texts[0].get_label() == "subtitle":
        yield texts.pop(0).get_text()
    rows = {tick.get_loc(): tick.label1.get_text() for tick in axes.yaxis.get_major_ticks()}
    has_names = any(name[:1].isalpha() for name in rows.values())
    yield kind(axes, has_names)
    words = [str(text.get_label()) or text.get_text() for text in texts]
    words = [word for word in words if word != "value"]
    if axes.axison:
        yield across(axes, "x")
        yield "" if has_names else across(axes, "y")
    if has_names:
        values = words or [dots_at(axes, place) for place in rows]
        words = [f"{name} {value}" for name, value in zip(rows.values(), values, strict=False)]
    yield "" if axes.images else ", ".join(words)


def dots_at(axes: Axes, place: float) -> str:
    """Where the dots of a row are."""
    lines = (np.asarray(line.get_xydata(), dtype=float) for line in axes.lines)
    points = [line[0] for line in lines if len(line) == 1]
    return " and ".join(f"{x:.3g}" for x, y in points if y == place)


def kind(axes: Axes, has_names: bool) -> str:
    """What sort of chart a panel is."""
    if axes.images:
        return "Map of cells"
    if any(isinstance(drawn, BarContainer) for drawn in axes.containers):
        return "Bar chart"
    if not axes.axison:
        return "Board"
    if has_names:
        return "Dot chart"
    points = [np.size(line.get_xdata()) for line in axes.lines]
    return "Line chart" if max(points, default=0) > 3 else "Scatter plot"


def across(axes: Axes, which: str) -> str:
    """What an axis shows and from where to where."""
    axis = getattr(axes, f"{which}axis")
    low, high = sorted(axis.get_view_interval())
    ticks = [t for t in axis.get_major_ticks() if low <= t.get_loc() <= high]
    ends = [tick.label1.get_text() for tick in ticks if tick.label1.get_text()]
    reach = f" from {ends[0]} to {ends[-1]}" if len(ends) > 1 else ""
    name = axis.get_label_text()
    return f"{which}: {name}{reach}" if name else ""
