"""How a figure is shown in a notebook: as a picture that fits the page, with its alt text.

On a dark page it has dark colours. Both pictures have the same shape, so they differ only in the
colours of their palette: the page gets one picture and two palettes (see `display.images`).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import numpy as np
from matplotlib import colors
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.text import Text

from minelab._notebook import display_bundle
from minelab.display.images import SHARP, Image, dark_palette, few_shades
from minelab.display.palette import dark_twin

INCH = 96
"""Pixels of a page in an inch."""
COLOURED = ("color", "facecolor", "edgecolor", "markerfacecolor", "markeredgecolor")
"""The properties of artists that hold colours."""


class ReportFigure(Figure):
    """A figure that shows itself, whatever formats the notebook has chosen for others."""

    def image(self) -> Image:
        """The figure in pixels, with its alt text and its colours for a dark page."""
        self.draw_without_rendering()
        self.set_layout_engine("none")  # everything has its place; long words may count again
        for text in self.findobj(Text):
            text.set_in_layout(True)
        png = few_shades(self.pixels())
        with dark(self):
            palette = dark_palette(png, self.pixels())
        width = int.from_bytes(png[16:20])  # this is where a PNG says how wide it is
        return Image(png, describe(self), round(width / SHARP), palette)

    def pixels(self) -> bytes:
        """The figure as PNG, in all its colours."""
        file = BytesIO()
        self.savefig(file, dpi=SHARP * INCH, bbox_inches="tight", metadata={"Software": None})
        return file.getvalue()

    def _ipython_display_(self) -> None:
        display_bundle(self.image().bundle(), repr(self))


@contextmanager
def dark(figure: Figure) -> Iterator[None]:
    """The figure with the colours of a dark page, for a while."""
    before = [(artist, *pair) for artist in figure.findobj(Artist) for pair in held_by(artist)]
    for artist, name, held in before:
        artist.set(**{name: darker_scale(held) if name == "cmap" else darker(held)})
    yield
    for artist, name, held in before:
        artist.set(**{name: held})


def held_by(artist: Artist) -> Iterator[tuple[str, Any]]:
    """The properties of an artist that hold colours, with what they hold."""
    mapped = isinstance(artist, ScalarMappable) and artist.get_array() is not None
    if mapped:
        yield "cmap", artist.get_cmap()  # type: ignore[attr-defined]
    if hasattr(artist, "patch"):  # figures and axes tell the colour of their patch
        return
    for name in ("edgecolor",) if mapped else COLOURED:
        held = getattr(artist, f"get_{name}", lambda: "none")()
        both = name == "color" and hasattr(artist, "set_facecolor")  # it would set both others
        if not both and not (isinstance(held, str) and held.lower() in ("none", "auto")):
            yield name, held


def darker(held: Any) -> Any:
    """A colour, or those of a collection, for a dark page; what can be seen through stays so."""
    codes = colors.to_rgba_array(held)
    for place, code in enumerate(codes):
        if code[3] > 0:
            codes[place, :3] = colors.to_rgba_array(dark_twin(colors.to_hex(code).upper()))[0, :3]
    return codes if np.ndim(held) > 1 or len(codes) != 1 else tuple(codes[0])


def darker_scale(scale: colors.Colormap) -> colors.Colormap:
    """A colour map of squares for a dark page."""
    if isinstance(scale, colors.ListedColormap):
        return colors.ListedColormap(darker(scale(range(scale.N))))
    low, high = (dark_twin(colors.to_hex(scale(end)).upper()) for end in (0.0, 1.0))
    return colors.LinearSegmentedColormap.from_list("dark", [low, dark_twin("#FFFFFF"), high])


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
    rows = [text.get_text() for text in axes.get_yticklabels()]
    has_names = any(name[:1].isalpha() for name in rows)
    yield kind(axes, has_names)
    words = [text.get_text() for text in texts]
    if axes.axison:
        yield across(axes, "x")
        yield ", ".join(rows) if has_names and len(words) != len(rows) else ""
        yield "" if has_names else across(axes, "y")
    if has_names and len(words) == len(rows):
        words = [f"{name} {value}" for name, value in zip(rows, words, strict=True)]
    yield "" if axes.images else ", ".join(words)
    if legend := axes.get_legend():
        head = legend.get_title().get_text()
        yield f"{head}: " * bool(head) + ", ".join(text.get_text() for text in legend.get_texts())


def kind(axes: Axes, has_names: bool) -> str:
    """What sort of chart a panel is."""
    if axes.images:
        return "Map of cells"
    if any(isinstance(drawn, BarContainer) for drawn in axes.containers):
        return "Bar chart"
    if not axes.axison:
        return "Board"
    if any(drawn.get_array() is not None for drawn in axes.collections):
        return "Heat map"
    if any(line.get_linestyle() != "None" and np.size(line.get_xdata()) > 3 for line in axes.lines):
        return "Line chart"
    return "Dot chart" if has_names else "Scatter plot"


def across(axes: Axes, which: str) -> str:
    """What an axis shows and from where to where."""
    axis = getattr(axes, f"{which}axis")
    low, high = sorted(axis.get_view_interval())
    ticks = [t for t in axis.get_major_ticks() if low <= t.get_loc() <= high]
    ends = [tick.label1.get_text() for tick in ticks if tick.label1.get_text()]
    span = f" from {ends[0]} to {ends[-1]}" if len(ends) > 1 else ""
    name = axis.get_label_text()
    return f"{which}: {name}{span}" if name else ""
