"""Verdicts: claims of the reports as a table to read, each beside what we find.

The table is plain HTML, so that it also shows where scripts and style sheets are stripped.
"""

import base64
import html
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from minelab.report.claims import claims
from minelab.report.claims.ledger import HOLDS, IN_PART, NOT, UNDECIDED, Part

if TYPE_CHECKING:
    import pandas as pd

GLYPHS = {HOLDS: "●", IN_PART: "◐", NOT: "○", UNDECIDED: "◌"}
WORDS = {
    HOLDS: ("holds", "hold"), IN_PART: ("in part",) * 2, NOT: ("does not", "do not"),
    UNDECIDED: ("undecided",) * 2,
}  # fmt: skip
GREY = "#6B7684"  # on light and dark pages
SOFT = f"var(--jp-ui-font-color2, {GREY})"  # for words, which need more contrast
WIDTH, HEIGHT = 110, 16


def verdicts(ids: str | Iterable[str] | None = None) -> "Verdicts":
    """Claims of the reports with our verdicts, as a table for a notebook.

    ids: which claims, as for `claims`: some ids, a report's label, first letters, or all (None).

    Returns a `Verdicts`, which shows itself as the last line of a cell: what the report says, our
    verdict and whether it is borderline, what we find and how close each part was, with its 95%
    interval, the number of cases, and why we differ. Its `table` holds the rows of `claims`, its
    `counts` says how many claims have each verdict.

    >>> verdicts(["C06"]).counts
    '1 holds'
    """
    return Verdicts(claims(ids))


class Verdicts:
    """Rows of `claims`, drawn as an HTML table."""

    def __init__(self, table: "pd.DataFrame") -> None:
        self.table = table

    @property
    def counts(self) -> str:
        """How many claims have each verdict."""
        counts = self.table["verdict"].value_counts()
        return " · ".join(
            f"{counts[name]} {singular if counts[name] == 1 else plural}"
            for name, (singular, plural) in WORDS.items() if name in counts
        )  # fmt: skip

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": repr(self)}

    @property
    def html(self) -> str:
        """The table, with a picture of the interval in each row."""
        head = "".join(
            f'<th style="text-align:left">{name}</th>'
            for name in ("Report says", "Verdict", "We find", "", "n", "Why")
        )
        rows = "".join(row_of(str(name), row) for name, row in self.table.iterrows())
        note = (
            f"{self.counts}; {self.table['borderline'].sum()} borderline. In grey, for each part "
            "of a claim: the number that decides, what it needs to be, and the margin by which it "
            "is (+) or is not (−). Borderline: a threshold of ours, a quarter larger or smaller, "
            "would change the verdict. Whiskers: 95% intervals; the thin line marks no difference "
            "(0, or 1 for a ratio); each row has its own scale."
        )
        return (
            f'<table style="text-align:left"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>'
            f'</table>\n<p style="color:{SOFT}">{note}</p>'
        )

    def __repr__(self) -> str:
        lines = [
            f"{name}  {row['verdict']}{', borderline' * row['borderline']}: {row['finding']}"
            for name, row in self.table.iterrows()
        ]
        return "\n".join([*lines, self.counts])


def row_of(name: str, row: "pd.Series[Any]") -> str:
    """The table row of one claim."""
    verdict = str(row["verdict"])
    where = "" if row["where"] == "-" else f", {row['where']}"
    source = html.escape(f"{row['report']}{where}")
    only_just = "<br><i>borderline</i>" if row["borderline"] else ""
    cells = [
        f'<b>{html.escape(name)}</b> <span style="color:{SOFT}">{source}</span><br>'
        f"{html.escape(str(row['claim']))}",
        f"<b>{GLYPHS[verdict]}&nbsp;{verdict.replace(' ', '&nbsp;')}</b>{only_just}",
        html.escape(str(row["finding"])) + "".join(map(line_of, row["parts"])),
        whisker(*(float(str(row[key])) for key in ("statistic", "low", "high", "neutral"))),
        f"{row['n']:,}",
        html.escape(str(row["why"])),
    ]
    return "<tr>" + "".join(f'<td style="text-align:left">{cell}</td>' for cell in cells) + "</tr>"


def line_of(part: Part) -> str:
    """A part of a claim: its verdict as a mark, what it says, and how close it was."""
    only_just = ", <i>borderline</i>" if part.borderline else ""
    text = html.escape(f"{GLYPHS[part.verdict]} {part.text}: {part.shown}")
    return f'<br><span style="color:{SOFT}">{text}{only_just}</span>'


def whisker(value: float, low: float, high: float, neutral: float) -> str:
    """A picture of an interval, with a thin line at the value that means no difference."""
    ends = min(low, neutral), max(high, neutral)
    width = (ends[1] - ends[0]) or 1.0

    def x(at: float) -> str:
        return f"{8 + (at - ends[0]) / width * (WIDTH - 16):.1f}"

    middle = HEIGHT / 2
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<path d="M{x(neutral)} 1V{HEIGHT - 1}" stroke="{GREY}"/>'
        f'<path d="M{x(low)} {middle}H{x(high)}" stroke="{GREY}" stroke-width="3"/>'
        f'<circle cx="{x(value)}" cy="{middle}" r="4" fill="{GREY}"/></svg>'
    )
    data = base64.b64encode(svg.encode()).decode()
    alt = f"{value:.3g}, from {low:.3g} to {high:.3g}"
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{alt}" width="{WIDTH}" '
        'style="max-width:none">'
    )
