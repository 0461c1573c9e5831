"""How a picture is kept in a notebook, so that it is seen wherever the notebook is read.

A notebook gets a picture twice. As HTML it has its alt text, which JupyterLab ignores beside a PNG,
and shrinks with the page. As PNG it is there for viewers that show no HTML. JupyterLab shows both
in notebooks that it does not trust; SVG it would refuse.

A figure may have other colours on a dark page. A second picture would take as many bytes again, so
the HTML has only a second palette, which a few lines of script put in place of the first. They look
at the colour behind the picture, so they follow every theme, and where scripts don't run, the
light picture stays. A board is SVG and brings its dark colours in a style sheet, which browsers use
where the page, or JupyterLab, is dark.
"""

import html
import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from minelab.display.palette import dark_twin

SHADES = 64
"""Colours of a PNG: nobody sees more, and they would take twice the bytes."""
SHARP = 1.75
"""Pixels of a PNG for each pixel of the page, so that it is sharp on fine screens too."""
WIDEST = 1785
"""Pixels of a PNG's width at most."""
HEAD = 33
"""Bytes of a PNG before its palette: its signature, and its size."""
PALETTE = len("data:image/png;base64,") + HEAD // 3 * 4
"""Where a palette begins in the address of a PNG: three bytes are four letters."""
FOLLOW = (files("minelab.display") / "static" / "follow.js").read_text(encoding="utf-8")
STATEMENTS = re.sub(r"//.*|\n *", " ", FOLLOW.replace("PALETTE", str(PALETTE))).strip()
ONLOAD = f'onload="{html.escape(STATEMENTS)}"'
"""What a picture does when it is loaded: it takes the palette for the page that it is on."""
COLOUR = re.compile(r'(fill|stroke)="(#[0-9A-Fa-f]{6})"')
IN_LAB = (
    "<style>[data-jp-theme-light] img{color-scheme:light}"
    "[data-jp-theme-light=false] img{color-scheme:dark}</style>"
)
"""JupyterLab's theme, whatever that of the system is, decides on the colours of SVG."""


def printable(text: str) -> str:
    """Text without the characters that XML forbids."""
    return re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


@dataclass(frozen=True)
class Image:
    """A picture in pixels or as SVG, with what it shows in words."""

    data: bytes | str
    alt: str
    width: int
    """Pixels of the page that it takes, if there is room."""
    dark: bytes = b""
    """For a PNG, the palette that it has on a dark page, if it is another."""

    @property
    def html(self) -> str:
        """The picture for a page or a notebook; it shrinks if the page is narrow."""
        return self.tag if isinstance(self.data, bytes) else self.tag + IN_LAB

    @property
    def tag(self) -> str:
        """The picture alone."""
        kind = "png" if isinstance(self.data, bytes) else "svg+xml"
        data = self.data if isinstance(self.data, bytes) else in_both_themes(self.data).encode()
        return (
            f'<img src="data:image/{kind};base64,{b64encode(data).decode()}" '
            f'alt="{html.escape(printable(self.alt))}" width="{self.width}" '
            f'style="max-width:100%"{self.follow}>'
        )

    @property
    def follow(self) -> str:
        """Attributes that let a picture follow the theme of its page."""
        if not self.dark:
            return ""
        return f' data-dark="{b64encode(self.dark).decode()}" {ONLOAD}'

    @cached_property
    def png(self) -> bytes | None:
        """The picture in pixels; None for an SVG where resvg-py is not installed."""
        if isinstance(self.data, bytes):
            return self.data
        try:
            from resvg_py import svg_to_bytes
        except ModuleNotFoundError:
            return None
        library = find_spec("matplotlib")  # to import it would take half a second
        assert library is not None and library.submodule_search_locations
        fonts = f"{library.submodule_search_locations[0]}/mpl-data/fonts/ttf"
        png = svg_to_bytes(
            svg_string=self.data, width=min(round(SHARP * self.width), WIDEST), dpi=96,
            background="#ffffff", skip_system_fonts=True, sans_serif_family="DejaVu Sans",
            font_family="DejaVu Sans",
            font_files=[f"{fonts}/{name}" for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")],
        )  # fmt: skip
        return few_shades(bytes(png))

    def bundle(self, page: str | None = None) -> tuple[dict[str, str], dict[str, Any]]:
        """What `_repr_mimebundle_` returns: HTML, perhaps of a whole widget, and the PNG."""
        shown = {"text/html": page or self.html}
        if self.png is None:
            return shown, {}
        about = {"alt": printable(self.alt), "width": self.width}
        return {**shown, "image/png": b64encode(self.png).decode()}, {"image/png": about}


def in_both_themes(svg: str) -> str:
    """A picture that has dark colours on a dark page."""
    rules = "".join(
        f'[{part}="{shade}"]{{{part}:{dark_twin(shade.upper())}}}'
        for part, shade in sorted(set(COLOUR.findall(svg)))
    )
    sheet = f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>"
    return re.sub("(<svg[^>]*>)", rf"\1{sheet}", svg, count=1)


def few_shades(png: bytes) -> bytes:
    """The same picture in a third of the bytes; colours of small marks are kept too."""
    from PIL import Image as Pixels

    file = BytesIO()
    pixels = Pixels.open(BytesIO(png)).convert("RGB")
    few = pixels.quantize(SHADES, Pixels.Quantize.MAXCOVERAGE, 1, dither=Pixels.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def dark_palette(png: bytes, twin: bytes) -> bytes:
    """The part of a PNG that holds its colours, with those that a twin has in the same places."""
    from zlib import crc32

    import numpy as np
    from PIL import Image as Pixels

    places = np.asarray(Pixels.open(BytesIO(png))).ravel()
    shades = np.asarray(Pixels.open(BytesIO(twin)).convert("RGB")).reshape(-1, 3)
    n = (int.from_bytes(png[HEAD : HEAD + 4])) // 3
    many = np.maximum(np.bincount(places, minlength=n), 1)
    means = [np.bincount(places, shades[:, k], n) / many for k in range(3)]
    chunk = b"PLTE" + np.column_stack(means).round().astype(np.uint8).tobytes()
    return png[HEAD : HEAD + 4] + chunk + crc32(chunk).to_bytes(4)


def with_palette(png: bytes, palette: bytes) -> bytes:
    """A PNG with other colours in the same places."""
    return png[:HEAD] + palette + png[HEAD + len(palette) :]


def pixels(png: bytes) -> bytes:
    """The size and the colours of a PNG, however it is packed."""
    from PIL import Image as Pixels

    picture = Pixels.open(BytesIO(png)).convert("RGB")
    return f"{picture.size}".encode() + picture.tobytes()
