"""The notebook runner on tiny notebooks, and what it promises about the stored ones."""

import base64
import gzip
import json
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

import minelab as ml
from minelab.lab.experiments import facts
from minelab.report import build as report

ROOT = Path(__file__).parents[2]
STORED = report.notebooks(ROOT)
DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJCAIAAABv85FHAAAAFklEQV"
    "R42mP4jxsw0FqOgYGBrvahAQCxt+8RhmGgXAAAAABJRU5ErkJggg=="
)
"""A PNG of 9 by 9 pixels."""


def save(path, *cells):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(new_notebook(cells=list(cells))), encoding="utf-8")
    return path


def snapshot(root):
    files = (path for path in sorted(root.rglob("*")) if path.is_file())
    return {
        str(path.relative_to(root)): (path.read_bytes(), path.stat().st_mtime_ns) for path in files
    }


@pytest.fixture(scope="module")
def checkout(tmp_path_factory, no_address):
    """A folder with two notebooks that were run once."""
    root = tmp_path_factory.mktemp("checkout")
    save(
        root / "notebooks" / "01_dot.ipynb",
        new_markdown_cell("# A `dot`\n\nNext: [the end](02_end.ipynb)"),
        new_code_cell("import sys\nfor i in range(3):\n    print(i, flush=True)"),
        new_code_cell(
            "from ipywidgets import IntSlider, interact\n"
            "from minelab._notebook import progress_bar\n"
            "list(progress_bar(range(9), delay=0, mininterval=0))\n"
            "interact(lambda x: print(x), x=IntSlider(3));",
        ),
        new_code_cell(
            "import base64, minelab\nfrom IPython.display import Image\n"
            f"assert minelab.__file__ == {ml.__file__!r}\nImage(base64.b64decode({DOT!r}))",
            metadata={"tags": ["figure:dot"]},
        ),
        new_markdown_cell(
            "*Figure 1.1. A dot, board seed 7. Made by this notebook.*\n\nIt is small."
        ),
    )
    save(root / "notebooks" / "02_end.ipynb", new_markdown_cell("# The end"))
    report.run(root=root)
    return root


def test_a_second_run_changes_no_file(checkout):
    before = snapshot(checkout)
    report.run(root=checkout)
    assert snapshot(checkout) == before
    assert not list(checkout.rglob("*.tmp"))


def test_what_belongs_to_one_run_is_gone(checkout):
    stored = report.load(checkout / "notebooks" / "01_dot.ipynb")
    prints, slider, dot = (cell for cell in stored.cells if cell.cell_type == "code")
    assert [output.text for output in prints.outputs] == ["0\n1\n2\n"]
    assert slider.outputs == []
    assert [cell.execution_count for cell in (prints, slider, dot)] == [1, 2, 3]
    assert stored.metadata == report.METADATA


def test_a_tagged_cell_leaves_its_picture_and_a_row(checkout):
    assert (checkout / "figures" / "dot.png").read_bytes() == base64.b64decode(DOT)
    row = (checkout / "figures" / "README.md").read_text().splitlines()[-1]
    assert "01_dot.ipynb" in row
    assert "| A dot, board seed 7. | board seed 7 | `python -m minelab report " in row


def test_the_pages_link_to_each_other_and_need_no_network(checkout):
    index = (checkout / "report" / "index.html").read_text()
    assert '<a href="01_dot.html">A dot</a>' in index
    page = (checkout / "report" / "01_dot.html").read_text()
    assert page.count('<a href="index.html">') == page.count('href="02_end.html"') == 2
    for path in (checkout / "report").iterdir():
        assert not re.search(r'(src|href)="(https?:)?//', path.read_text()), path.name


def test_check_names_the_cell_that_differs(checkout, tmp_path):
    path = tmp_path / "notebooks" / "01.ipynb"
    text = (checkout / "notebooks" / "01_dot.ipynb").read_text()
    path.parent.mkdir()
    path.write_text(text.replace(r'"2\n"', r'"5\n"'))
    named = r"01\.ipynb: cell 2 .'import sys'.: outputs .*; run make"
    with pytest.raises(report.ReportError, match=named):
        report.run(root=tmp_path, check=True)
    assert r'"5\n"' in path.read_text()
    assert [found.name for found in tmp_path.iterdir()] == ["notebooks"]


def test_data_that_another_zlib_packed_is_no_difference(tmp_path):
    def stored(text, level):
        packed = base64.b64encode(gzip.compress(text.encode(), level, mtime=0)).decode()
        output = new_output("display_data", data={"text/html": f'<p data-x="{packed}">H4sI</p>'})
        cells = [new_code_cell("1", outputs=[output], id="a")]
        return new_notebook(cells=cells)

    path = tmp_path / "a.ipynb"
    path.write_text(report.dumps(stored("clue " * 99, 9)), encoding="utf-8")
    assert report.dumps(stored("clue " * 99, 0)) != path.read_text(encoding="utf-8")
    assert report.difference(path, stored("clue " * 99, 0)) == ""
    assert "outputs differ" in report.difference(path, stored("clues " * 99, 9))


def test_warnings_and_errors_fail_and_are_all_named(tmp_path):
    warns = save(
        tmp_path / "notebooks" / "a.ipynb",
        new_code_cell("import warnings; warnings.warn('old')"),
    )
    fails = save(tmp_path / "notebooks" / "b.ipynb", new_code_cell("1\n1 / 0"))
    before = snapshot(tmp_path)
    with pytest.raises(report.ReportError) as caught:
        report.run([warns, fails], root=tmp_path)
    assert re.search(r"a\.ipynb: cell 1 .*warn.*: writes to stderr: .*old", str(caught.value))
    assert "b.ipynb: cell 1 ('1'): ZeroDivisionError: division by zero" in str(caught.value)
    assert snapshot(tmp_path) == before


def test_figures_that_no_notebook_makes_are_noticed_and_removed(tmp_path):
    (tmp_path / "figures").mkdir()
    stale = tmp_path / "figures" / "old.png"
    stale.write_bytes(b"")
    assert "figures/old.png: no notebook makes it" in report.update_figures(tmp_path, check=True)
    report.update_figures(tmp_path)
    assert not stale.exists()
    assert report.update_figures(tmp_path, check=True) == []


def test_a_figure_cell_without_a_picture_is_an_error(tmp_path):
    cell = new_code_cell("1", metadata={"tags": ["figure:none"]})
    path = save(tmp_path / "notebooks" / "a.ipynb", cell)
    with pytest.raises(report.ReportError, match="shows no picture"):
        list(report.figures(path, report.load(path)))


def test_a_widget_keeps_the_picture_beside_it_but_not_its_bare_name():
    view = {report.WIDGET_VIEW: {"model_id": "1f"}, "text/plain": "IntSlider(value=3)"}
    assert not report.keep(new_output("display_data", data=dict(view)))
    beside = new_output("display_data", data={**view, "image/png": DOT})
    assert report.keep(beside)
    assert report.WIDGET_VIEW not in beside.data


def test_the_note_beside_a_figure_names_its_tables(tmp_path):
    output = new_output("display_data", data={"image/png": DOT})
    cell = new_code_cell("1", metadata={"tags": ["figure:dot"]}, outputs=[output])
    caption = new_markdown_cell("*Figure 1.1. Who misses. Made by `python -m minelab run size`.*")
    save(tmp_path / "notebooks" / "a.ipynb", cell, caption)
    shutil.copytree(ROOT / "data", tmp_path / "data", ignore=shutil.ignore_patterns("d*"))
    report.update_figures(tmp_path)
    note = json.loads((tmp_path / "figures" / "dot.json").read_text())
    assert note["caption"] == "Who misses."
    assert note["seed"] == str(facts("size")["seed"]) == "5"
    assert note["tables"] == {"size": facts("size")["hash"]}
    assert note["commands"][0] == "python -m minelab run size"
    (tmp_path / "figures" / "dot.png").unlink()
    problem = "figures/dot.png: not what the notebooks show"
    assert report.update_figures(tmp_path, check=True) == [problem]


@pytest.mark.parametrize(
    ("tables", "caption", "seed"),
    [
        ({"a": {"seed": 1}, "b": {"seed": 1}}, "Seed 9.", "1"),
        ({"a": {"seed": 1}, "b": {"seed": 5}}, "", "1 (a), 5 (b)"),
        ({}, "10 × 10, board seed 7, play seed 0.", "board seed 7, play seed 0"),
        ({}, "SWEPT's game with the printed guesses.", "the printed guesses"),
        ({}, "All layouts.", "none"),
        ({"missing": {}}, "All layouts.", "none"),
    ],
)
def test_the_seed_of_a_figure_is_that_of_its_tables_or_in_its_caption(tables, caption, seed):
    assert report.Figure("dot.png", "a.ipynb", caption, tables, b"").seed == seed


def test_ids_do_not_come_from_chance(tmp_path):
    path = tmp_path / "a.ipynb"
    cells = [{"cell_type": "markdown", "metadata": {}, "source": "x"}] * 2
    path.write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})
    )
    assert [cell.id for cell in report.load(path).cells] == ["cell-1", "cell-2"]


@pytest.mark.parametrize("text", ["", "{}", "not json"])
def test_a_damaged_notebook_is_named(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(report.ReportError, match=r"a\.ipynb: not a readable notebook"):
        report.load(path)


def test_a_folder_without_notebooks_is_an_error(tmp_path):
    with pytest.raises(report.ReportError, match="no notebooks"):
        report.run(root=tmp_path)


def test_the_stored_figures_are_those_of_the_notebooks():
    assert report.update_figures(ROOT, check=True) == []


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.name)
class TestStoredNotebook:
    def test_every_code_cell_was_run_in_order(self, path):
        code = [cell for cell in report.load(path).cells if cell.cell_type == "code"]
        assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))

    def test_it_is_clean(self, path):
        notebook = report.load(path)
        report.clean(notebook)
        assert report.dumps(notebook) == path.read_text(encoding="utf-8")

    def test_its_pictures_are_seen_everywhere_and_said_in_words(self, path):
        assert path.stat().st_size < 2_500_000
        for cell in report.load(path).cells:
            for output in cell.get("outputs", ()):
                page = output.get("data", {}).get("text/html", "")
                for tag in re.findall(r"<img [^>]*>", page):
                    assert re.search(r' alt="[^"]{6}', tag), cell.source
                if page.startswith(("<img", "<div data-minelab")) and "<img" in page:
                    assert "image/png" in output.data, cell.source
                    assert len(output.metadata["image/png"]["alt"]) > 30, cell.source

    def test_it_holds_no_path_of_a_machine(self, path):
        text = re.sub(r"[\w+/]{200,}=*", "", path.read_text(encoding="utf-8"))  # without pictures
        ours = [str(Path.home()), str(ROOT)]
        places = ["site-packages", "/home/", "/Users/", "/tmp/", r"C:\\Users", *ours]
        assert not [place for place in places if place in text]
