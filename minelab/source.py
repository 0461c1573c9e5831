"""The package's own source in a notebook, so that the text never shows code of another day."""

import inspect
from pathlib import Path
from textwrap import dedent
from typing import Any

PACKAGE = Path(__file__).resolve().parent


class Source:
    """The source of a function or class, for a notebook to show.

    Jupyter highlights it in the colours of the reader's theme, which is why it comes as Markdown.
    """

    def __init__(self, thing: Any) -> None:
        thing = inspect.unwrap(getattr(thing, "py_func", thing))  # py_func: compiled by numba
        try:
            file = inspect.getsourcefile(thing)
            self.text = dedent(inspect.getsource(thing)).strip()
        except (TypeError, OSError):
            raise ValueError(f"thing must be a function or a class, not {thing!r}") from None
        where = Path(file or "").resolve()
        inside = where.is_relative_to(PACKAGE)
        self.file = where.relative_to(PACKAGE.parent).as_posix() if inside else where.name

    def __repr__(self) -> str:
        return f"# {self.file}\n{self.text}"

    def _repr_markdown_(self) -> str:
        fence = "`" * 4  # a docstring may hold three of its own
        return f"From `{self.file}`:\n\n{fence}python\n{self.text}\n{fence}"


def show(thing: Any) -> Source:
    """The source of a function or class, with the file that it stands in.

    >>> from minelab.grid import check_size
    >>> show(check_size)
    # minelab/grid.py
    def check_size(rows: object, cols: object) -> tuple[int, int]:
        \"\"\"Both sides as ints, or a ValueError.\"\"\"
        return check_whole("rows", rows, 1, MAX_SIDE), check_whole("cols", cols, 1, MAX_SIDE)
    """
    return Source(thing)
