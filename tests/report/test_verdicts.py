"""The ledger as dots: one per claim, each with its sentence and its statistics, safe as text."""

import re
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest

import minelab as ml
from minelab.report.claims import all_claims
from minelab.report.claims.ledger import HOLDS, IN_PART, NOT, UNDECIDED, Part
from minelab.report.verdicts import BORDERS, GLYPHS, Verdicts
from tests.tags import Tags

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole():
    """All claims, each with the finding of C06 and with the verdicts in turn."""
    known = all_claims()
    row = ml.claims(["C06"]).iloc[0].to_dict()
    verdicts = [HOLDS, IN_PART, NOT, UNDECIDED]
    rows = [
        row | {"report": claim.report, "where": claim.where, "verdict": verdicts[k % 4]}
        for k, claim in enumerate(known.values())
    ]
    return Verdicts(pd.DataFrame(rows, index=[*known]))


def test_every_claim_is_shown_in_a_notebook_that_exists():
    notebooks = {claim.notebook for claim in all_claims().values()}
    assert all((ROOT / "notebooks" / f"{name}.ipynb").is_file() for name in notebooks)


def test_the_whole_ledger_has_one_dot_per_claim_by_report_and_notebook(whole):
    body = whole.html.partition("<tbody>")[2]
    rows = body.split("<tr>")[1:]
    home = {name: claim.notebook for name, claim in all_claims().items()}
    notebooks = sorted({*home.values()})
    assert len(rows) == 6
    for row, report in zip(rows, whole.table["report"].unique(), strict=True):
        cells = [re.findall(r"<small>(\w+)</small>", cell) for cell in row.split("<td")[1:]]
        ids = whole.table.index[whole.table["report"] == report]
        assert cells == [[name for name in ids if home[name] == notebook] for notebook in notebooks]


def test_a_few_claims_are_a_strip():
    shown = ml.verdicts(["C06", "B08"])
    page = shown._repr_mimebundle_()["text/html"]
    assert re.findall(r"<small>(\w+)</small>", page) == ["C06", "B08"]
    assert "<table" not in page
    assert shown.counts == "1 holds · 1 undecided"
    assert repr(shown).startswith("C06  holds: ")


def test_shapes_tell_verdicts_apart_where_styles_are_kept_and_where_they_are_not(whole):
    assert len(set(BORDERS.values())) == len(set(GLYPHS.values())) == 4
    dots = re.findall(r"<summary.*?border:([^\"]+)\">(.)</span>", whole.html)
    pairs = [(BORDERS[verdict], GLYPHS[verdict]) for verdict in whole.table["verdict"]]
    assert Counter(dots) == Counter(pairs)


def test_a_dot_needs_no_script_and_says_its_sentence(whole):
    page = Tags(whole.html)
    assert not {"script", "svg", "link"} & {*page.tags}
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert page.tags.count("details") == page.tags.count("summary") == len(whole.table)
    row = whole.table.loc["A05"]
    said = [text for name, text in page.attributes if name == "title" and text[:4] == "A05,"]
    assert said == [f"A05, holds. COWAN says: {row['claim']} We find: {row['finding']}"]
    assert "Several reports say: " in next(
        text for name, text in page.attributes if name == "title" and text[:4] == "X01,"
    )
    assert "all says" not in whole.html


def test_an_opened_dot_leads_to_report_notebook_and_figure(whole):
    part = whole.html.partition("<b>A07</b>")[2].partition("</details>")[0]
    assert re.findall(r'href="([^"]+)"', part) == [
        "../docs/reports/cowan.md#A07",
        "05_efficiency.ipynb",
        "05_efficiency.ipynb#reproduces:cowan-fig-9",
    ]


def test_borderline_and_margins_are_shown():
    part = Part("close in score", HOLDS, 0.018, "within 0.02", 0.002, frozenset([NOT]))
    table = ml.claims(["C06"]).assign(verdict=IN_PART, borderline=True, parts=[(part,)])
    shown = Verdicts(table)
    line = "close in score: 0.018, must be within 0.02 (0.002 to spare), <i>borderline"
    assert line in shown.html
    assert "of these, 1 borderline" in shown.html
    assert shown.html.count("border:1px solid") == 2  # of legend and dot
    assert "C06  holds in part, borderline: " in repr(shown)
    assert "border:1px solid" not in Verdicts(table.assign(borderline=False)).html
