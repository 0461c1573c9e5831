"""The page of each report: nothing is left out, and every link leads to a cell that exists."""

import re
import shutil
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import minelab as ml
from minelab.agents.catalogue import CATALOGUE
from minelab.report import build
from minelab.report.index import Spot, places, spots
from minelab.report.report_pages import reports
from minelab.report.site import write_site

ROOT = Path(__file__).parents[2]
NOTEBOOKS = {path.stem: build.load(path) for path in build.notebooks(ROOT)}
PLACES = places()
SHOWN = spots(NOTEBOOKS)
RULES = [rule for report in reports().values() for rule in report["rules"]]


def test_a_tagged_cell_is_found_by_its_figure_or_by_the_heading_above():
    cells = [
        new_markdown_cell("# A\n\n## The `second`\n\ntext"),
        new_code_cell("1", id="one", metadata={"tags": ["reproduces:cowan-fig-1"]}),
        new_code_cell("2", id="two", metadata={"tags": ["figure:x", "reproduces:cowan-fig-1"]}),
        new_markdown_cell("*Figure 1.2. A dot.*"),
    ]
    found = spots({"01_a": new_notebook(cells=cells)})
    both = [Spot("01_a", "one", "The second"), Spot("01_a", "two", "Figure 1.2")]
    assert found == {"cowan-fig-1": both}


def test_all_numbered_figures_and_tables_of_the_reports_are_listed():
    counted = PLACES[PLACES["kind"].isin(["figure", "table"])].groupby(["report", "kind"])["number"]
    numbers = {key: sorted(map(int, group)) for key, group in counted}
    most = {
        ("COWAN", "figure"): 42, ("SWEPT", "figure"): 1, ("Daggers", "figure"): 9,
        ("Daggers", "table"): 4, ("Corners", "figure"): 3,
    }  # fmt: skip
    assert numbers == {key: list(range(1, n + 1)) for key, n in most.items()}
    assert PLACES.index.is_unique
    for what in PLACES["what"]:
        assert len(re.findall(r"[^\W\d]{2,}", what)) <= 10, what


def test_every_place_has_a_cell_or_a_reason():
    by_section = PLACES.assign(shown=PLACES.index.isin(SHOWN)).groupby(["report", "section"])
    section_shown = by_section["shown"].transform("any") & (PLACES["kind"] == "section")
    without = PLACES[~PLACES.index.isin(SHOWN) & (PLACES["not_shown"] == "") & ~section_shown]
    assert list(without.index) == []


def test_every_tag_names_a_place():
    assert set(SHOWN) - set(PLACES.index) == set()


@pytest.fixture(scope="module")
def html(tmp_path_factory):
    """The HTML report of the stored notebooks, without their outputs, which take long to write."""
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "docs", root / "docs")
    for name in NOTEBOOKS:
        notebook = build.load(ROOT / "notebooks" / f"{name}.ipynb")
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs = []
        build.write(root / "notebooks" / f"{name}.ipynb", build.dumps(notebook).encode())
    write_site(root)
    return root / "report"


def test_every_link_of_the_html_report_is_followed_and_leads_to_a_cell(html):
    pages = {path.name: path.read_text(encoding="utf-8") for path in html.iterdir()}
    ids = {name: set(re.findall(r'\bid="([^"]*)"', text)) for name, text in pages.items()}
    followed = Counter()
    for name, text in pages.items():
        for target, anchor in re.findall(r'href="(?!https?:|data:)([^"#]*)#?([^"]*)"', text):
            assert (target or name) in pages or (html / target).exists(), (name, target)
            if anchor.startswith("cell-id="):
                assert unquote(anchor) in ids[target], (name, target, anchor)
                followed[name] += 1
    about = {f"{label.lower()}.html" for label in reports()}
    assert about < set(followed) and "index.html" in followed
    assert all(f'href="{name}"' in pages["index.html"] for name in about)


@pytest.mark.parametrize("label", reports())
def test_every_link_of_a_page_in_docs_leads_to_a_cell(label):
    folder = ROOT / "docs" / "reports"
    text = (folder / f"{label.lower()}.md").read_text(encoding="utf-8")
    for file, cell in re.findall(r"\]\(([^)#]+)#cell-id=([^)]+)\)", text):
        assert (folder / file).is_file()
        assert cell in {cell.id for cell in NOTEBOOKS[Path(file).stem].cells}


def test_the_pages_in_docs_are_what_the_notebooks_and_the_ledger_say():
    assert build.update_docs(ROOT, check=True) == []


def test_a_page_that_is_not_up_to_date_is_named_and_written(tmp_path):
    stale = tmp_path / "docs" / "reports" / "ibs.md"
    build.update_docs(tmp_path)
    stale.write_text("old")
    problem = ["docs/reports/ibs.md: not what the notebooks show"]
    assert build.update_docs(tmp_path, check=True) == problem
    build.update_docs(tmp_path)
    assert build.update_docs(tmp_path, check=True) == []


def test_every_agent_of_a_report_has_its_rule():
    named = {rule["agent"] for rule in RULES} | {rule["literal"] for rule in RULES}
    for name in named - {""}:
        assert ml.agent(name).name == name
    assert {agent.name for agent in CATALOGUE.values() if agent.report != "minelab"} <= named


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["agent"])
def test_a_rule_that_departs_says_why(rule):
    assert bool(rule["ours"]) == bool(rule["why"])
    assert rule["ours"] or rule["literal"] == rule["agent"]
