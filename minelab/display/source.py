"""The package's own source in a notebook, so that a text never shows outdated code."""

import inspect
from html import escape
from pathlib import Path
from textwrap import dedent
from typing import Any

from minelab._checks import shown

PACKAGE = Path(__file__).resolve().parents[1]

# Jupyter's own colours of code: they follow its theme.
COLOURS = {
    "Keyword": "keyword",
    "Operator.Word": "keyword",
    "Name.Function": "def",
    "Name.Class": "def",
    "Name.Decorator": "meta",
    "Literal.String": "string",
    "Literal.Number": "number",
    "Comment": "comment",
}
STYLE = (
    "font-family: var(--jp-code-font-family, monospace); "
    "font-size: var(--jp-code-font-size, 13px); line-height: 1.4; margin: 0; white-space: pre-wrap"
)


class Source:
    """The source of a function or class, for a notebook to show."""

    def __init__(self, thing: Any) -> None:
        thing = inspect.unwrap(getattr(thing, "py_func", thing))  # py_func: compiled by numba
        try:
            file = inspect.getsourcefile(thing)
            self.text = dedent(inspect.getsource(thing)).strip()
        except (TypeError, OSError):
            raise ValueError(f"thing must be a function or a class, not {shown(thing)}") from None
        where = Path(file or "").resolve()
        inside = where.is_relative_to(PACKAGE)
        self.file = where.relative_to(PACKAGE.parent).as_posix() if inside else where.name

    def __repr__(self) -> str:
        return f"# {self.file}\n{self.text}"

    def _repr_html_(self) -> str:
        head = f'<div style="margin-bottom: 4px">From <code>{escape(self.file)}</code>:</div>'
        return f'{head}<pre style="{STYLE}">{highlight(self.text)}</pre>'


def highlight(text: str) -> str:
    """Python as HTML, coloured if Pygments is installed (Jupyter brings it)."""
    try:
        from pygments import lex  # type: ignore[import-untyped]
        from pygments.lexers import PythonLexer  # type: ignore[import-untyped]
    except ImportError:
        return escape(text)
    return "".join(span(str(kind), word) for kind, word in lex(text, PythonLexer())).strip()


def span(kind: str, word: str) -> str:
    """A word in the colour of its kind, such as Token.Keyword.Namespace."""
    for name, colour in COLOURS.items():
        if kind.startswith(f"Token.{name}"):
            style = f"color: var(--jp-mirror-editor-{colour}-color)"
            return f'<span style="{style}">{escape(word)}</span>'
    return escape(word)


def show(thing: Any) -> Source:
    """Show the source of a function or class, with the name of its file.

    thing: a function, a method or a class, in plain Python or compiled by numba.

    Returns a Source, which a notebook shows in colours; `text` is the source, `file` its file.

    >>> from minelab.boards.grid import check_size
    >>> show(check_size)
    # minelab/boards/grid.py
    def check_size(rows: object, cols: object) -> tuple[int, int]:
        \"\"\"Both sides as ints, or a ValueError.\"\"\"
        return check_whole("rows", rows, 1, MAX_SIDE), check_whole("cols", cols, 1, MAX_SIDE)
    """
    return Source(thing)
