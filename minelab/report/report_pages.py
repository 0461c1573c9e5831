"""A page for each report: its names, its rules beside ours, where its figures are, its claims.

`python -m minelab report` writes the pages to docs/reports and adds them to the HTML report.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pandas as pd

from minelab._files import DATA
from minelab.report.index import Spot, places, spots
from minelab.report.sources import answers
from minelab.report.verdicts import GLYPHS, line_of, verdicts

NOTEBOOKS = "../../notebooks"
"""Where the notebooks are, seen from docs/reports."""
ABOUT = {
    "disagree": "On decisions that they don't agree with",
    "surprise": "On decisions that surprised them",
}
SPACE = "\N{NO-BREAK SPACE}"


def reports() -> dict[str, Any]:
    """What the pages say about each report, by its label.

    Each has a `title` and a `setting`, the `names` that it makes up, what it `contributes`, and its
    `rules`: a list with the `agent` that plays a rule here, `where` it is printed, what the report
    `says`, how `ours` departs and `why`, and the `literal` agent, which plays it as printed; empty
    if no agent does.
    """
    text = (DATA / "published" / "reports.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def pages(notebooks: Mapping[str, Any]) -> dict[str, str]:
    """The page of each report as Markdown, by the name of its file.

    notebooks: as for `spots`.
    """
    shown = spots(notebooks)
    return {label.lower(): page(label, report, shown) for label, report in reports().items()}


def page(label: str, report: dict[str, Any], shown: dict[str, list[Spot]]) -> str:
    """The page of one report."""
    parts = [
        f"# {label}: {report['title']}",
        f"{report['setting']}. {report['contributes']}",
        *(f"**{name}**: {meaning}." for name, meaning in report["names"].items()),
        "## Its rules, and ours",
        "`python -m minelab agents` lists all agents. *To the letter* names the one that plays the "
        "rule as the report prints it.",
        *(rule(entry) for entry in report["rules"]),
        *answers_of(label),
        "## Where its figures and tables are",
        table(["section", "figure or table", "what it shows", "where"], index_rows(label, shown)),
        "## Its claims, and what we find",
        *claims_of(label),
    ]
    return "\n\n".join(parts) + "\n"


def rule(entry: dict[str, str]) -> str:
    """A rule of the report beside ours."""
    lines = [f"### `{entry['agent']}` ({entry['where']})", "", f"* **The report:** {entry['says']}"]
    if not entry["ours"]:
        return "\n".join([*lines, "* **Ours:** the same."])
    literal = f"`{entry['literal']}`." if entry["literal"] else "no agent of ours."
    lines += [f"* **Ours:** {entry['ours']}", f"* **Why:** {entry['why']}"]
    return "\n".join([*lines, f"* **To the letter:** {literal}"])


def answers_of(label: str) -> Iterator[str]:
    """What its authors say about the decisions of their agents, if they were asked."""
    given = answers()
    given = given[given["report"] == label]
    if len(given):
        yield "## What its authors think of their agents' decisions"
    for _, answer in given.iterrows():
        yield f"{ABOUT[answer['about']]} ({answer['section']}):"
        yield f"> {answer['quotation']}"
        yield f"**We find:** {answer['comment']}"


def index_rows(label: str, shown: dict[str, list[Spot]]) -> Iterator[list[str]]:
    """A row for each place of a report: where it is there, what it shows, where it is here."""
    listed = places()
    for tag, place in listed[listed["report"] == label].iterrows():
        links = {spot.label: link(spot) for spot in reversed(shown.get(str(tag), ()))}
        where = [*reversed(links.values()), *filter(None, [place["not_shown"]])]
        yield [place["section"], called(place), place["what"], "; ".join(where)]


def called(place: "pd.Series[Any]") -> str:
    """What the report calls a place; empty for a section."""
    kind = str(place["kind"])
    named = {"section": "", "picture": "no number", "passage": "in the text"}
    return named.get(kind, f"{kind.capitalize()}{SPACE}{place['number']}")


def link(spot: Spot) -> str:
    """A link to a cell; readers that don't know cells go to its notebook."""
    number = int(spot.notebook.split("_")[0])
    text = spot.label if spot.label.startswith("Figure") else f"notebook {number}: {spot.label}"
    return f"[{text}]({NOTEBOOKS}/{spot.notebook}.ipynb#cell-id={spot.cell})"


def claims_of(label: str) -> Iterator[str]:
    """The claims of a report with our verdicts, and a line that counts them."""
    chosen = verdicts(label)
    yield (
        f"{len(chosen.table)} claims: {chosen.counts}. Below each finding are the parts of the "
        "claim: the number that decides, what it needs to be, and the margin. *Borderline*: a "
        "threshold of ours, a quarter larger or smaller, would change the verdict."
    )
    rows = []
    for name, row in chosen.table.iterrows():
        verdict = f"{GLYPHS[row['verdict']]}{SPACE}{row['verdict']}"
        verdict += ", borderline" * row["borderline"]
        parts = "".join(f"<br>{line_of(part)}" for part in row["parts"])
        why = f"<br>*{row['why']}*" if row["why"] else ""
        claim = f'<a id="{name}"></a>**{name}** ({row["where"]}) {row["claim"]}'
        rows.append([claim, verdict, row["finding"] + parts + why])
    yield table(["the report says", "verdict", "we find, *and why we differ*"], rows)


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    """A table in Markdown."""
    escaped = ([cell.replace("|", r"\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *escaped])
