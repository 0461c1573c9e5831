"""Verdicts: claims of the reports as dots, each with what we find behind it.

A filled dot holds, a half one holds in part, a hollow one does not, a dashed one cannot be decided;
a thin ring marks what is borderline. All of it is plain HTML: each dot is the summary of a
`details`, and its shape is made of borders, so it has the colour of the text on any page. Where
style sheets are allowed, what a dot says appears in one place below all dots: the claim and the
finding while the pointer or the focus is on it, the statistics once it is opened. Where they are
stripped, a tooltip has the sentence, and the statistics open beside the dot.
"""

import re
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any

from minelab._later import pd
from minelab.report.claims import all_claims, claims
from minelab.report.claims.ledger import HOLDS, IN_PART, NOT, UNDECIDED, Part
from minelab.report.claims.say import number

GLYPHS = {HOLDS: "●", IN_PART: "◐", NOT: "○", UNDECIDED: "◌"}
WORDS = {
    HOLDS: ("holds", "hold"), IN_PART: ("in part",) * 2, NOT: ("does not", "do not"),
    UNDECIDED: ("undecided",) * 2,
}  # fmt: skip
BORDERS = {
    HOLDS: "6px solid", IN_PART: "2px solid; border-left-width:6px", NOT: "2px solid",
    UNDECIDED: "2px dashed",
}  # fmt: skip
ROUND = "display:inline-block; border-radius:50%; vertical-align:middle"
SOFT = "opacity:.75"  # of words, in the colour that the page gives them
PRINTED = re.compile(r"\b(Fig|Table)s?\s(\d+)")


def verdicts(ids: str | Iterable[str] | None = None) -> "Verdicts":
    """Claims of the reports with our verdicts, as dots for a notebook.

    ids: which claims, as for `claims`: some ids, a report's label, first letters, or all (None).

    Returns a `Verdicts`, which shows itself as the last line of a cell: a dot per claim, all of
    them by report and notebook, a few in a line. A dot tells what the report says and what we find;
    opened, it has the parts of the claim and how close each was, the 95% interval, the number of
    cases, and why we differ. Its `table` holds the rows of `claims`, its `counts` says how many
    claims have each verdict.

    >>> verdicts(["C06"]).counts
    '1 holds'
    """
    return Verdicts(claims(ids))


class Verdicts:
    """Rows of `claims`, drawn as dots."""

    def __init__(self, table: "pd.DataFrame") -> None:
        self.table = table

    @property
    def counts(self) -> str:
        """How many claims have each verdict."""
        return " · ".join(f"{n} {words}" for _, n, words in self.counted())

    def counted(self) -> list[tuple[str, int, str]]:
        """Each verdict that occurs, how often, and what it is called then."""
        counts = self.table["verdict"].value_counts()
        return [
            (name, int(counts[name]), singular if counts[name] == 1 else plural)
            for name, (singular, plural) in WORDS.items() if name in counts
        ]  # fmt: skip

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": repr(self)}

    @property
    def html(self) -> str:
        """The dots, with their legend; all claims in a grid, some in a strip."""
        dots = {str(name): dot(str(name), row) for name, row in self.table.iterrows()}
        whole = len(dots) > 1 and dots.keys() >= all_claims().keys()
        legend = [f"{shape(name)} {n} {words}" for name, n, words in self.counted()]
        if n := int(self.table["borderline"].sum()):
            legend.append(f"{ring(shape(HOLDS))} of these, {n} borderline")
        return (
            f"<style>{style_sheet()}</style>\n"
            f'<div class="minelab-claims {"grid" if whole else "strip"}">\n'
            f"<p>{' &ensp; '.join(legend)}</p>\n"
            f"{self.grid(dots) if whole else ' '.join(dots.values())}\n"
            f'<p class="hint" style="{SOFT}">Point at a dot to read what the report says and '
            "what we find. Open it for the numbers.</p>\n</div>"
        )

    def grid(self, dots: dict[str, str]) -> str:
        """A row per report, a column per notebook."""
        home = {name: claim.notebook for name, claim in all_claims().items()}
        homes = sorted(set(home.values()))
        heads = "".join(
            f'<th scope="col" style="text-align:left"><a href="{name}.ipynb">{int(name[:2])} '
            f"{name[3:].replace('_', ' ')}</a></th>"
            for name in homes
        )
        rows = ""
        for report, ids in self.table.groupby("report", sort=False).groups.items():
            label = "several" if report == "all" else link_to_report(str(report), str(report))
            rows += f'<tr><th scope="row" style="text-align:left">{label}</th>'
            for notebook in homes:
                shown = " ".join(dots[name] for name in ids if home[name] == notebook)
                rows += f'<td style="text-align:left; vertical-align:top">{shown}</td>'
            rows += "</tr>\n"
        return f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>\n{rows}</tbody></table>"

    def __repr__(self) -> str:
        lines = [
            f"{name}  {row['verdict']}{', borderline' * row['borderline']}: {row['finding']}"
            for name, row in self.table.iterrows()
        ]
        return "\n".join([*lines, self.counts])


def style_sheet() -> str:
    """What pages add that allow style sheets."""
    text = (files("minelab.report") / "pages" / "claims.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|\n\s*", "", text, flags=re.S)


# One claim


def dot(name: str, row: "pd.Series[Any]") -> str:
    """A claim as a dot: its sentence in a tooltip, its statistics behind it."""
    verdict = str(row["verdict"]) + ", borderline" * bool(row["borderline"])
    who = "Several reports say" if row["report"] == "all" else f"{row['report']} says"
    said = f"{name}, {verdict}. {who}: {row['claim']} We find: {row['finding']}"
    mark = shape(str(row["verdict"]), said)
    mark = ring(mark) if row["borderline"] else mark
    return (
        '<details name="minelab-claim" style="display:inline-block; vertical-align:top">'
        '<summary style="display:inline-block; padding:3px; cursor:pointer">'
        f"{mark} <small>{escape(name)}</small></summary>"
        f"<div>{statistics(name, row)}</div></details>"
    )


def shape(verdict: str, said: str = "") -> str:
    """The dot itself. Its letter is only seen where styles are stripped."""
    tip = f' title="{escape(said)}"' if said else ""
    return (
        f'<span{tip} style="{ROUND}; box-sizing:border-box; width:12px; height:12px; '
        f'font-size:0px; border:{BORDERS[verdict]}">{GLYPHS[verdict]}</span>'
    )


def ring(mark: str) -> str:
    """The thin ring around a verdict that is borderline."""
    return f'<span style="{ROUND}; line-height:0; border:1px solid; padding:2px">{mark}</span>'


def statistics(name: str, row: "pd.Series[Any]") -> str:
    """What a dot shows once it is opened."""
    report, where, verdict = (str(row[key]) for key in ("report", "where", "verdict"))
    value, low, high = (number(float(row[key])) for key in ("statistic", "low", "high"))
    who = "several reports" if report == "all" else report
    source = escape(who if where == "-" else f"{who}, {where}")
    borderline = ", <i>borderline</i>" if row["borderline"] else ""
    parts = "".join(f"<li>{line_of(part)}</li>" for part in row["parts"])
    lines = [
        f'<b>{escape(name)}</b> <span style="{SOFT}">{source}</span> · '
        f"<b>{GLYPHS[verdict]} {verdict}</b>{borderline}",
        f"<b>The report{'s' * (report == 'all')}:</b> {escape(str(row['claim']))}",
        f"<b>We find:</b> {escape(str(row['finding']))}",
        f"<b>Why:</b> {escape(str(row['why']))}" if row["why"] else "",
        " · ".join(links(name, report, where)),
        f'<span style="{SOFT}">The test, with the number that decides:</span>',
        f'<ul style="{SOFT}; list-style:none">{parts}</ul>',
        f'<span style="{SOFT}">Overall {value}, 95% interval {low} to {high}, '
        f"from {row['n']:,} cases.</span>",
    ]
    return "".join(line if line[:3] == "<ul" else f"<p>{line}</p>" for line in lines if line)


def line_of(part: Part) -> str:
    """A part of a claim: its verdict as a mark, what it says, and how close it was."""
    only_just = ", <i>borderline</i>" if part.borderline else ""
    return escape(f"{GLYPHS[part.verdict]} {part.text}: {part.shown}") + only_just


def links(name: str, report: str, where: str) -> Iterable[str]:
    """To the page of the report, the notebook that shows the claim, and the figures there.

    `site.Links` finds the cell of a figure by its tag; elsewhere the link leads to the notebook.
    What is no claim of ours has no links.
    """
    if name not in all_claims():
        return
    home = all_claims()[name].notebook
    if report != "all":
        yield link_to_report(report, f"{name} on the page of {report}", f"#{name}")
    yield f'<a href="{home}.ipynb">notebook {int(home[:2])}</a>'
    for kind, n in PRINTED.findall(where):
        tag = f"{report}-{kind}-{n}".lower()
        word = "Figure" if kind == "Fig" else kind
        yield f'<a href="{home}.ipynb#reproduces:{tag}">{report}\'s {word} {n} here</a>'


def link_to_report(report: str, text: str, anchor: str = "") -> str:
    """A link from a notebook to the page of a report."""
    return f'<a href="../docs/reports/{report.lower()}.md{anchor}">{text}</a>'
