"""A show on a page: its script, its style sheet with the colours of both themes, its picture.

What the scripts share stands in page.js.
"""

import base64
import html
import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.resources import files

from minelab.display.draw import Picture, printable
from minelab.display.palette import COLOURS, THEMES, Theme, colour


def resource(name: str) -> str:
    """A script or a style sheet from the folder static/."""
    return slim((files("minelab.display") / "static" / name).read_text(encoding="utf-8"))


def slim(text: str) -> str:
    """A script or a style sheet without its comments and its indentation."""
    without_blocks = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    lines = (line.strip() for line in without_blocks.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def script(name: str) -> str:
    """The script of a show, after what all of them share."""
    return f"{resource('page.js')}\n{resource(name)}"


def to_script(value: object) -> str:
    """A value as a JavaScript literal that can't end the script it stands in."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def style_sheet(more: Callable[[Theme], Mapping[str, str]], *names: str) -> str:
    """The palette and more colours as CSS variables, for both themes, before style sheets."""

    def variables(theme: Theme) -> str:
        shades = {name: colour(name, theme) for name in COLOURS} | dict(more(theme))
        return "".join(f"--{name}:{shade};" for name, shade in shades.items())

    light, dark = map(variables, THEMES)
    sheets = "\n".join(map(resource, names))
    return f':host{{{light}}}:host([data-theme="dark"]){{{dark}}}\n{sheets}'


def image_tag(picture: Picture) -> str:
    """A picture for where scripts don't run."""
    data = base64.b64encode(picture.svg.encode()).decode()
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{html.escape(printable(picture.alt))}" '
        f'width="{picture.width}" style="max-width:100%">'
    )


def self_contained(kind: str, name: str, css: str, data: object, picture: Picture) -> str:
    """A show as a piece of HTML that needs neither kernel nor network.

    name: its script, whose function `start` gets the host, the style sheet and the data.
    """
    text = f"{script(name)}\nconst css = {to_script(css)};\nconst data = {to_script(data)};\n"
    key = sha256(text.encode()).hexdigest()[:12]
    # Every copy of this piece finds the hosts that no other copy has started.
    starter = (
        f"for (const host of document.querySelectorAll(\"[data-minelab-{kind}='{key}']\"))\n"
        "  if (!host.shadowRoot) start(host, css, data);\n"
    )
    return (
        f'<div data-minelab-{kind}="{key}" data-lm-suppress-shortcuts="true">'
        f"{image_tag(picture)}</div>\n"
        f'<script>(() => {{\n"use strict";\n{text}{starter}}})();</script>\n'
    )
