"""The links that open a notebook elsewhere, and the cell that Colab needs."""

import ast
import re
import sys
from pathlib import Path
from types import ModuleType

import nbformat.v4 as nb
import pytest

from minelab._files import REPOSITORY
from minelab.report import build, launch

ROOT = Path(__file__).parents[2]
ADDRESS = "https://github.com/someone/mines"


@pytest.fixture
def notebook():
    return nb.new_notebook(cells=[nb.new_markdown_cell("# A?"), nb.new_code_cell("import minelab")])


def test_without_an_address_nothing_is_rendered(notebook):
    launch.in_notebook(notebook, "00_report", "")
    assert [cell.source for cell in notebook.cells] == ["# A?", "import minelab"]
    text = "a\n<!-- launch -->\nold\n<!-- end -->\nb"
    assert launch.in_readme(text, "") == "a\n<!-- launch -->\n<!-- end -->\nb"


def test_what_is_stored_has_the_links_of_the_address_that_is_set():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert launch.in_readme(readme) == readme and launch.BLOCK.search(readme)
    for path in build.notebooks(ROOT):
        stored, fresh = build.load(path), build.load(path)
        launch.in_notebook(fresh, path.stem)
        assert [c.source for c in fresh.cells] == [c.source for c in stored.cells], path.name
    if not REPOSITORY:
        assert "git clone" not in readme


def test_links_and_a_folded_cell_come_below_the_question_once(notebook):
    for _ in range(2):
        launch.in_notebook(notebook, "00_report", ADDRESS)
        build.clean(notebook)
    first, text, code, _ = notebook.cells
    assert first.source == "# A?"
    places = re.findall(r"\((https://[^)]*)\)", text.source)
    assert places == [
        "https://mybinder.org/v2/gh/someone/mines/HEAD?urlpath=lab/tree/notebooks/00_report.ipynb",
        "https://colab.research.google.com/github/someone/mines/blob/main/notebooks/00_report.ipynb",
    ]
    assert "!" not in text.source  # text, no picture from elsewhere
    assert code.metadata["jupyter"]["source_hidden"]
    launch.in_notebook(notebook, "00_report", "")
    assert len(notebook.cells) == 2
    text = launch.in_readme("<!-- launch -->\n<!-- end -->", ADDRESS)
    assert f"git clone {ADDRESS}`" in text and "00_report.ipynb" in text


def test_the_cell_does_nothing_but_in_colab(notebook, monkeypatch):
    launch.in_notebook(notebook, "00_report", ADDRESS)
    source, commands = notebook.cells[2].source, []
    assert len(source.splitlines()) <= 6 and ast.parse(source)
    monkeypatch.setattr(sys, "path", list(sys.path))
    names = {"get_ipython": lambda: type("Shell", (), {"system": commands.append})}
    exec(source, dict(names))
    assert not commands
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("google.colab"))
    exec(source, dict(names))
    (command,) = commands
    assert f"test -d mines || git clone -q --depth 1 {ADDRESS};" in command
    assert "pip install -q -e 'mines[notebooks]'" in command
    assert sys.path[0] == "/content/mines"
