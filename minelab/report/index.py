"""Where the notebooks show what a report prints: an index made from tags on cells.

data/published/places.csv lists the sections, figures and tables of the five reports. A cell with
the tag `reproduces:cowan-fig-15` shows COWAN's Figure 15. What has no number is tagged with its
heading or a word: `reproduces:ibs-efficiency`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from minelab.report.sources import published_table

TAG = "reproduces:"
SHORT = {"figure": "fig-", "table": "table-", "section": "sec-"}
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
CAPTION = re.compile(r"\*(Figure [\d.]*\d)")


@dataclass(frozen=True)
class Spot:
    """A tagged cell of a notebook."""

    notebook: str
    """The name of its file, without the ending."""
    cell: str
    """The id of the cell."""
    label: str
    """What a reader looks for in the notebook: a figure's number, else the heading above."""


def places() -> pd.DataFrame:
    """The sections, figures and tables of the reports in the order of the pages, by their tags.

    Columns: `report`, `section` (where it is), `kind` (section, figure, table; picture or passage
    if it has no number), `number` (or a word), `what` it shows, and `not_shown`, the reason if it
    can't be reproduced.
    """
    table = published_table("places")
    rows = zip(table["report"], table["kind"], table["number"], strict=True)
    return table.assign(tag=[tag_of(*row) for row in rows]).set_index("tag")


def tag_of(report: str, kind: str, number: str) -> str:
    """What a tag calls a place, without the word before the colon."""
    short = SHORT.get(kind, "") if number[0].isdigit() else ""
    return f"{report}-{short}{number}".lower().replace(" ", "-")


def spots(notebooks: Mapping[str, Any]) -> dict[str, list[Spot]]:
    """The cells that reproduce something, by what their tags name.

    notebooks: the notebooks by the names of their files, in reading order.
    """
    by_tag: dict[str, list[Spot]] = {}
    for name, notebook in notebooks.items():
        for place, cell in enumerate(notebook.cells):
            for tag in cell.metadata.get("tags", ()):
                if tag.startswith(TAG):
                    spot = Spot(name, cell.id, label(notebook.cells, place))
                    by_tag.setdefault(tag.removeprefix(TAG), []).append(spot)
    return by_tag


def label(cells: list[Any], place: int) -> str:
    """The figure that a cell shows, else the heading above it."""
    for below in cells[place + 1 : place + 2]:
        if caption := CAPTION.match(below.source):
            return caption[1]
    return next(headings(cells[: place + 1]), "")


def headings(cells: list[Any]) -> Iterator[str]:
    """The headings in these cells, the last one first."""
    for cell in reversed(cells):
        if cell.cell_type == "markdown":
            yield from reversed([re.sub(r"[*`]", "", h) for h in HEADING.findall(cell.source)])
