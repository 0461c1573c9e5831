"""What all widgets share: their scripts and style sheets, and how data and games reach a page.

The player and the stepper are pieces of HTML that need neither kernel nor network
(`self_contained`). The explorer and the playground are live: they talk to Python through anywidget
(`live_class`). Their scripts are in static/: page.js is part of all widgets, live.js of live ones.
"""

import base64
import gzip
import json
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, TypeVar

from minelab._notebook import display_bundle
from minelab.boards.grid import Cell
from minelab.display import palette
from minelab.display.images import Image, pixels
from minelab.games.explain import Marks
from minelab.inference.reasons import Reason
from minelab.inference.words import Span

PACKED = re.compile("(?:H4sIAAAAAAA|iVBORw0KGgo)[A-Za-z0-9+/]+=*")
"""Packed data wherever it occurs: so begin gzip without a date and PNG in base64."""

Action = TypeVar("Action")


def resource(name: str) -> str:
    """A script or a style sheet from the folder static/."""
    return slim((files("minelab.display") / "static" / name).read_text(encoding="utf-8"))


def slim(text: str) -> str:
    """A script or a style sheet without its comments and its indentation."""
    without_blocks = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    lines = (line.strip() for line in without_blocks.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def script(*names: str) -> str:
    """The scripts of a widget, after what all widgets share."""
    return "\n".join(map(resource, ("page.js", *names)))


def style_sheet(more: Callable[[palette.Theme], Mapping[str, str]], *names: str) -> str:
    """The palette and more colours as CSS variables, for both themes, then the style sheets."""

    def variables(theme: palette.Theme) -> str:
        shades = {name: palette.colour(name, theme) for name in palette.COLOURS} | dict(more(theme))
        return "".join(f"--{name}:{shade};" for name, shade in shades.items())

    light, dark = map(variables, palette.THEMES)
    sheets = "\n".join(map(resource, ("player.css", *names)))
    return f':host{{{light}}}:host([data-theme="dark"]){{{dark}}}\n{sheets}'


def method_shades(methods: Iterable[str], theme: palette.Theme) -> dict[str, str]:
    """The colours of methods, by their number."""
    return {f"m{k}": palette.method_colour(name, theme) for k, name in enumerate(methods)}


def risk_shades(theme: palette.Theme) -> dict[str, str]:
    """The colours of risks, in tenths, and of the numerals on them."""
    shades: dict[str, str] = {}
    for k, shade in enumerate(palette.RISK_SCALE[theme]):
        shades |= {f"risk{k}": shade, f"risk-ink{k}": palette.text_on(shade)}
    return shades


# What the scripts are told of cells, sentences and reasons.


def flat(cells: Iterable[Cell], cols: int) -> list[int]:
    """Cells counted row by row."""
    return [r * cols + c for r, c in cells]


def words_of(spans: Iterable[Span]) -> list[list[str]]:
    """A sentence as page.js writes it: the mark and the text of each span."""
    return [[span.mark, span.text] for span in spans]


def marks_of(reason: Reason, cols: int) -> dict[str, list[int]]:
    """The cells that a reason marks on the board, by the name of the mark."""
    marks = Marks.of(reason)
    then = sorted(marks.then)
    cells: dict[str, Iterable[Cell]] = {
        "scope": sorted(marks.scope),
        "why": marks.why,
        "tabA": marks.why[:1] if marks.lettered else (),
        "tabB": marks.why[1:2] if marks.lettered else (),
        "supposed": marks.supposed,
        "then a mine": [cell for cell in then if marks.then[cell]],
        "then safe": [cell for cell in then if not marks.then[cell]],
        "broken": [marks.broken] if marks.broken else [],
        "move": [reason.cell],
    }
    return {name: flat(marked, cols) for name, marked in cells.items() if marked}


# Widgets that need neither kernel nor network.


def pack(text: str) -> str:
    """A text as gzip in base64, which page.js unpacks.

    Versions of Python disagree on byte 9, which names the operating system: here it is always 3.

    >>> pack("mines")[:14]
    'H4sIAAAAAAACA8'
    """
    data = bytearray(gzip.compress(text.encode(), 9, mtime=0))
    data[9] = 3
    return base64.b64encode(data).decode()


def without_packing(text: str) -> str:
    """A text with a digest of what was packed instead of each packed piece and each PNG.

    Builds of zlib pack the same data differently, so texts are compared in this form.
    """

    def digest(packed: re.Match[str]) -> str:
        try:
            return sha256(content(packed[0])).hexdigest()
        except (OSError, EOFError, ValueError, zlib.error):  # damaged
            return packed[0]

    return PACKED.sub(digest, text)


def content(packed: str) -> bytes:
    """What was packed, or the pixels of a PNG."""
    data = base64.b64decode(packed)
    return gzip.decompress(data) if packed.startswith("H4sI") else pixels(data)


def self_contained(kind: str, css: str, data: object, image: Image, *more: str) -> str:
    """A widget as a piece of HTML; without scripts, or in a very old browser, its picture.

    kind: the name of its script; more scripts may follow. The function `start` of the last one
        gets the host, the style sheet and the data.
    """
    code = script(f"{kind}.js", *more)
    content = json.dumps({"css": css, "data": data}, separators=(",", ":"))
    key = sha256(f"{code}{content}".encode()).hexdigest()[:12]
    return (
        f'<div data-minelab-{kind}="{key}" data-lm-suppress-shortcuts="true">'
        f"{image.tag}</div>\n"
        f'<script>(() => {{\n"use strict";\n{code}\n'
        f"begin(\"[data-minelab-{kind}='{key}']\", start,\n"
        f'"{pack(content)}");\n}})();</script>\n'
    )


# Live widgets.


def to_script(value: object) -> str:
    """A value as a JavaScript literal that can't end the script that contains it."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def live_script(kind: str, **constants: object) -> str:
    """The script of a live widget, after the constants that it uses."""
    lines = [f"const {name} = {to_script(value)};" for name, value in constants.items()]
    return "\n".join([*lines, script("live.js", f"{kind}.js")])


@cache
def live_class(esm: str) -> Any:
    """The class of a live widget with this script; only here is anywidget imported."""
    import anywidget
    import traitlets

    class Live(anywidget.AnyWidget):
        """Carries the state, and the share of work done, to the page and messages back."""

        _esm = esm
        state = traitlets.Dict().tag(sync=True)
        share = traitlets.Float().tag(sync=True)

    return Live


STILL = """<style>
.jp-OutputArea-child:has(> .jupyter-widgets):has(~ * [data-minelab-still]) { display: none }
.jp-OutputArea-child:has(> .lm-Panel > .lm-Widget) + :has([data-minelab-still]) { display: none }
</style>"""
"""JupyterLab hides error messages of widgets that are gone, and what replaces one that lives."""


def display_widget(show: Any) -> None:
    """Display the live widget of a show, if anywidget is installed."""
    with suppress(ModuleNotFoundError):
        display_bundle((show.widget._repr_mimebundle_()[0], {}), repr(show))


def display_still(show: Any, image: Any = None) -> None:
    """Display what a notebook keeps of a widget: its picture, or a sentence if there is none.

    image: an `Image`, or the `Still` of a slider.

    It is an output of its own, below the widget. Of a single output JupyterLab would show only
    the widget, and an error message once the kernel is gone.
    """
    words = "<p>Run this cell to use its controls.</p>"
    if find_spec("anywidget") is None:
        words = "<p>Install anywidget to use the controls of this cell.</p>"
    page = f"<div data-minelab-still>{image.html if image else words}</div>{STILL}"
    display_bundle(image.bundle(page) if image else ({"text/html": page}, {}), repr(show))


def asked_for(message: object, actions: Mapping[str, Action]) -> tuple[Action, dict[str, Any]]:
    """The action that a message of the page names, and the message; or a ValueError.

    What the message lacks is None in what comes back.
    """
    name = message.get("do") if isinstance(message, dict) else None
    if not isinstance(message, dict) or not isinstance(name, str) or name not in actions:
        raise ValueError(f"do must be one of {list(actions)}, not {name!r:.80}")
    return actions[name], defaultdict(lambda: None, message)


def as_sentence(refusal: ValueError) -> str:
    """An error message for people who see no Python."""
    text = str(refusal)
    return f"{text[:1].upper()}{text[1:]}."
