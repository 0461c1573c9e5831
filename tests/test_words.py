"""Phrases that readers stumble over stay out of all that people read."""

import ast
import re
from pathlib import Path

import pytest

from minelab.report import build

ROOT = Path(__file__).parents[1]
NEVER = {
    r"by lot": "at random",
    r"dear(er|est)": "more expensive, most expensive",
    r"(runs?|ran) dry": "is stuck, nothing more can be proved",
    r"at nowhere": "at no density",
    r"h[au]ngs? together": "are connected",
    r"surely better": "significantly better",
    r"boards a point": "boards per point",
    r"times more": "how many more, or so many times as many",
}
"""Each phrase, and what to say instead."""
PHRASE = re.compile(r"\b(" + "|".join(NEVER).replace(" ", r"\s+") + r")\b", re.IGNORECASE)
A_FACTOR = {"minelab/engine/odds.py": ["times more"]}
"""Where a phrase is right: a weight that is multiplied."""
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SOURCES = sorted(
    path for path in (ROOT / "minelab").rglob("*") if path.suffix in (".py", ".js", ".html", ".j2")
)


def phrases(text):
    return [match.group() for match in PHRASE.finditer(text)]


def written(path):
    """What a file says to people: a page all, a notebook its cells, Python its strings."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        return "\n".join(cell.source + "\n" + printed(cell) for cell in build.load(path).cells)
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        constants = (node.value for node in nodes if isinstance(node, ast.Constant))
        return "\n".join(value for value in constants if isinstance(value, str))
    return text


def printed(cell):
    """What a cell shows as plain text."""
    outputs = cell.get("outputs", ())
    return "\n".join(
        out.get("text") or out.get("data", {}).get("text/plain", "") for out in outputs
    )


@pytest.mark.parametrize(
    "path", [*PAGES, *build.notebooks(ROOT)], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_a_page_or_a_notebook_has_none_of_them(path):
    assert phrases(written(path)) == []


def test_no_string_of_the_package_has_one_of_them():
    found = {path.relative_to(ROOT).as_posix(): phrases(written(path)) for path in SOURCES}
    assert {name: said for name, said in found.items() if said} == A_FACTOR


@pytest.mark.parametrize("name", ["page.md", "words.py", "cells.ipynb"])
def test_they_are_found_across_a_line_break_in_all_kinds_of_files(tmp_path, name):
    from nbformat.v4 import new_markdown_cell, new_notebook

    text = "Picks are made by\nlot."
    path = tmp_path / name
    forms = {
        ".md": text,
        ".py": f'def f(x):\n    """{text}"""\n    return f"{{x}} is dearer"  # by lot\n',
        ".ipynb": build.dumps(new_notebook(cells=[new_markdown_cell(text)])),
    }
    path.write_text(forms[path.suffix], encoding="utf-8")
    assert phrases(written(path)) == ["by\nlot", "dearer"][: 1 + (path.suffix == ".py")]
