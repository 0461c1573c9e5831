"""Small tables for notebooks: values as a reader writes them, not as Python does.

A yes is "yes" and not True, what is missing is a dash and not NaN, a list of cells has no brackets
around it; words stand left and numbers right, with as many decimals as their column needs.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from minelab._checks import check_list, shown
from minelab.inference.words import place

if TYPE_CHECKING:
    import pandas as pd

MISSING = "–"
MOST_DECIMALS = 4


def table(rows: Any, heads: Iterable[str] | None = None) -> "SmallTable":
    """Some rows as a table to read.

    rows: a data frame; or a dictionary of rows by their names; or a list of rows without names. A
        row is a dictionary, a list, or a single value.
    heads: what stands above the columns; the names in the data frame, or the keys, unless given.

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
        names, above = [], []  # rows that are only counted have no names
    names[:-1] = map(once, names[:-1])
    values = [frame.iloc[:, k].tolist() for k in range(frame.shape[1])]
    columns = [Column(plain(head), values, True) for head, values in zip(above, names, strict=True)]
    columns += map(Column, map(plain, frame.columns), values)
    return SmallTable(columns)


def once(names: list[Any]) -> list[Any]:
    """Names of which those that repeat the one above are left out."""
    return ["" if k and names[k] == names[k - 1] else name for k, name in enumerate(names)]


def as_frame(rows: Any) -> "pd.DataFrame":
    """Rows in any of the forms that `table` takes, as a data frame."""
    import pandas as pd

    if isinstance(rows, pd.DataFrame):
        return rows
    if isinstance(rows, Mapping):
        return as_frame([*rows.values()]).set_axis(pd.Index([*rows], dtype=object))
    listed = check_list("rows", rows, "rows")
    return pd.DataFrame([row if is_row(row) else [row] for row in listed], dtype=object)


def is_row(thing: object) -> bool:
    """Whether this is several values, and not one: a text, a number, or a cell of the board."""
    return isinstance(thing, Mapping | list | tuple) and not is_cell(thing)


def is_cell(thing: object) -> bool:
    """Whether this is a row and a column of the board."""
    return isinstance(thing, tuple) and len(thing) == 2 and all(type(part) is int for part in thing)


@dataclass(frozen=True)
class Column:
    """What stands one below another."""

    head: str
    values: list[Any]
    is_name: bool = False

    @property
    def words(self) -> list[str]:
        """The values as a reader writes them."""
        return [in_words(value, self.decimals) for value in self.values]

    @property
    def decimals(self) -> int:
        """As many as the value that needs most."""
        fractions = (
            f"{float(value):.{MOST_DECIMALS}f}".rstrip("0")
            for value in self.values
            if is_real(value) and not isinstance(value, Integral)
        )
        return max((len(text.partition(".")[2]) for text in fractions), default=0)

    @property
    def is_left(self) -> bool:
        """Names and words stand left, numbers right."""
        return self.is_name or not all(is_real(value) for value in self.values)


def is_real(value: object) -> bool:
    """Whether this is a number, or nothing where a number might be."""
    return isinstance(value, Real) and not isinstance(value, bool | np.bool_)


def is_missing(value: Any) -> bool:
    """Whether there is nothing: None, or what pandas has in its place."""
    import pandas as pd

    return bool(pd.api.types.is_scalar(value) and pd.isna(value))


def in_words(value: Any, decimals: int = 0) -> str:
    """A value as a reader writes it.

    >>> [in_words(value, 2) for value in (1234, -0.5, True, None, (3, 4), [(0, 1), (2, 3)], [])]
    ['1,234', '−0.50', 'yes', '–', '(3,\\xa04)', '(0,\\xa01), (2,\\xa03)', 'none']
    """
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if is_missing(value):
        return MISSING
    if isinstance(value, Real):
        whole = isinstance(value, Integral)
        return (f"{value:,}" if whole else f"{float(value):,.{decimals}f}").replace("-", "−")
    if is_cell(value):
        return place(value)
    several = isinstance(value, Collection) and getattr(value, "ndim", 1) > 0
    if several and not isinstance(value, str | Mapping):
        return ", ".join(in_words(one, decimals) for one in value) or "none"
    return str(value)


def plain(head: object) -> str:
    """A head without the underscores of a name."""
    return "" if head is None else str(head).replace("_", " ")


@dataclass(frozen=True, repr=False)
class SmallTable:
    """A table of words, for a notebook or a terminal."""

    columns: list[Column]

    def _repr_html_(self) -> str:
        heads = "".join(html_cell("th", one.head, one.is_left) for one in self.columns)
        rows = zip(
            *([self.html_of(one, word) for word in one.words] for one in self.columns), strict=True
        )
        body = "".join(f"<tr>{''.join(row)}</tr>\n" for row in rows)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>\n{body}</tbody></table>"

    @staticmethod
    def html_of(column: Column, word: str) -> str:
        """One entry; names are headings of their rows."""
        if column.is_name:
            return html_cell("th", word, True, "; white-space:nowrap")
        return html_cell("td", word, column.is_left)

    def __repr__(self) -> str:
        lines = zip(*(text_column(one) for one in self.columns), strict=True)
        return "\n".join("  ".join(line).rstrip() for line in lines)


def html_cell(tag: str, word: str, is_left: bool, more: str = "") -> str:
    side = "left" if is_left else "right"
    return f'<{tag} style="text-align:{side}{more}">{escape(word)}</{tag}>'


def text_column(column: Column) -> list[str]:
    """A column for a terminal, its head first, all of one width."""
    words = [column.head, *column.words]
    width = max(map(len, words))
    return [word.ljust(width) if column.is_left else word.rjust(width) for word in words]
