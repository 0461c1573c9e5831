"""Small tables for notebooks: values as a reader writes them, not as Python does.

True is "yes", a missing value is a dash, a list of cells has no brackets around it. Words are on
the left of their column and numbers on the right, with as many decimals as the column needs.

The HTML is our own: `DataFrame.to_html` can't align single columns, and puts the names of an index
of two levels into a heading row of its own.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from numbers import Integral, Real
from typing import Any

import numpy as np

from minelab._checks import check_list, shown
from minelab._later import pd
from minelab.inference.words import place

MISSING = "–"
MOST_DECIMALS = 4


def table(rows: Any, heads: Iterable[str] | None = None) -> "SmallTable":
    """Show a few rows as a table for readers.

    rows: a data frame; or a dictionary of rows by name; or a list of rows without names. A row is
        a dictionary, a list, or a single value.
    heads: the headings of the columns; unless given, the names in the data frame, or the keys.

    Returns a SmallTable, which a notebook shows as HTML and a terminal as text.

    >>> table({"basic": (1285, False), "swept": (1394, True)}, ["clues read", "misses nothing"])
           clues read  misses nothing
    basic       1,285  no
    swept       1,394  yes
    """
    frame = as_frame(rows)
    if heads is not None:
        texts = check_list("heads", heads, "texts")
        if len(texts) != frame.shape[1] or not all(isinstance(text, str) for text in texts):
            n = frame.shape[1]
            raise ValueError(f"heads must be {n} texts, one for each column, not {shown(texts)}")
        frame = frame.set_axis(texts, axis=1)
    names = [frame.index.get_level_values(k).tolist() for k in range(frame.index.nlevels)]
    above = list(frame.index.names)
    if above == [None] and names == [list(range(len(frame)))]:
        names, above = [], []  # rows that are only numbered have no names
    names[:-1] = map(once, names[:-1])
    values = [frame.iloc[:, k].tolist() for k in range(frame.shape[1])]
    columns = [Column(plain(head), values, True) for head, values in zip(above, names, strict=True)]
    columns += map(Column, map(plain, frame.columns), values)
    return SmallTable(columns)


def once(names: list[Any]) -> list[Any]:
    """Names, with a blank for each name that repeats the one above."""
    return ["" if k and names[k] == names[k - 1] else name for k, name in enumerate(names)]


def as_frame(rows: Any) -> "pd.DataFrame":
    """Rows in any of the forms that `table` takes, as a data frame."""
    if isinstance(rows, pd.DataFrame):
        return rows
    if isinstance(rows, Mapping):
        return as_frame([*rows.values()]).set_axis(pd.Index([*rows], dtype=object))
    listed = check_list("rows", rows, "rows")
    several = (isinstance(row, Mapping | list | tuple) and not is_cell(row) for row in listed)
    rows = [row if whole else [row] for row, whole in zip(listed, several, strict=True)]
    return pd.DataFrame(rows, dtype=object)


def is_cell(thing: object) -> bool:
    """Whether this is a row and a column of the board."""
    return isinstance(thing, tuple) and len(thing) == 2 and all(type(part) is int for part in thing)


@dataclass(frozen=True)
class Column:
    """One column of a table."""

    head: str
    values: list[Any]
    is_name: bool = False
    """Whether it holds the names of the rows."""

    @property
    def words(self) -> list[str]:
        """The values as a reader writes them."""
        return [in_words(value, self.decimals) for value in self.values]

    @property
    def decimals(self) -> int:
        """As many as the value that needs most, up to four."""
        fractions = (
            f"{float(value):.{MOST_DECIMALS}f}".rstrip("0")
            for value in self.values
            if is_real(value) and not isinstance(value, Integral)
        )
        return max((len(text.partition(".")[2]) for text in fractions), default=0)

    @property
    def is_left(self) -> bool:
        """Names and words are on the left, numbers on the right."""
        return self.is_name or not all(is_real(value) for value in self.values)


def is_real(value: object) -> bool:
    """Whether this is a number; nan counts as one, True does not."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def in_words(value: Any, decimals: int = 0) -> str:
    """A value as a reader writes it.

    >>> [in_words(value, 2) for value in (1234, -0.5, True, None, (3, 4), [(0, 1), (2, 3)], [])]
    ['1,234', '−0.50', 'yes', '–', '(3,\\xa04)', '(0,\\xa01), (2,\\xa03)', 'none']
    """
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if pd.api.types.is_scalar(value) and pd.isna(value):  # None, nan, or pandas' own
        return MISSING
    if isinstance(value, Real):
        whole = isinstance(value, Integral)
        return (f"{value:,}" if whole else f"{float(value):,.{decimals}f}").replace("-", "−")
    if is_cell(value):
        return place(value)
    several = isinstance(value, Collection) and getattr(value, "ndim", 1) > 0
    if several and not isinstance(value, str | Mapping):
        return ", ".join(in_words(each, decimals) for each in value) or "none"
    return str(value)


def plain(head: object) -> str:
    """A heading, without the underscores of a Python name."""
    return "" if head is None else str(head).replace("_", " ")


@dataclass(frozen=True, repr=False)
class SmallTable:
    """A table of words, for a notebook or a terminal."""

    columns: list[Column]

    def _repr_html_(self) -> str:
        heads, *rows = [*zip(*map(html_column, self.columns), strict=True)] or [()]
        body = "".join(f"<tr>{''.join(row)}</tr>\n" for row in rows)
        return f"<table><thead><tr>{''.join(heads)}</tr></thead><tbody>\n{body}</tbody></table>"

    def __repr__(self) -> str:
        lines = zip(*map(text_column, self.columns), strict=True)
        return "\n".join("  ".join(line).rstrip() for line in lines)


def html_column(column: Column) -> list[str]:
    """The cells of a column, its heading first; names are headings of their rows."""
    align = f"text-align:{'left' if column.is_left else 'right'}"
    tag, style = ("th", f"{align}; white-space:nowrap") if column.is_name else ("td", align)
    head = f'<th style="{align}">{escape(column.head)}</th>'
    return [head, *(f'<{tag} style="{style}">{escape(word)}</{tag}>' for word in column.words)]


def text_column(column: Column) -> list[str]:
    """A column for a terminal, its heading first, all of the same width."""
    words = [column.head, *column.words]
    width = max(map(len, words))
    return [word.ljust(width) if column.is_left else word.rjust(width) for word in words]
