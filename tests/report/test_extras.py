"""The site for a static host: its pages lead to each other, and nothing is asked of the network."""

import builtins
import re
from base64 import b64encode
from doctest import DocTestParser
from symtable import symtable

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes

import minelab as ml
from minelab._files import REPOSITORY
from minelab.cli import main
from minelab.report import build
from minelab.report.extras import reference

ASKED = re.compile(
    r"""(?:src|srcset|data|action)=["']?(?:https?:)?//|url\(["']?(?:https?:)?//|<link|@import"""
)


def test_the_reference_says_what_examples_need_and_hides_private_parameters():
    """Whoever pasted an example met a NameError, and ml.Odds seemed to take `_found`."""
    text = reference()
    calls = re.findall(r"```text\n(.*)", text)
    assert len(calls) > 40 and not [call for call in calls if re.search(r"[(,] ?_", call)]
    assert "`from minelab import *`" in text.partition("## ")[0]
    for name in ml.__all__:
        examples = DocTestParser().get_examples(getattr(ml, name).__doc__ or "")
        table = symtable("".join(example.source for example in examples), name, "exec")
        here = {x.get_name() for x in table.get_symbols() if x.is_assigned() or x.is_imported()}
        used = {x.get_name() for x in table.get_symbols() if x.is_referenced()}
        assert used <= {*here, *ml.__all__, *dir(builtins)}, name


def test_every_public_name_is_in_the_reference():
    text = reference()
    assert re.findall(r"^## ml\.(\w+)", text, re.M) == sorted(ml.__all__, key=str.lower)
    assert "play(board, agent, *, seed=0, rules=" in text
    assert ">>> record = play(Board.random(10, 10, mines=20, seed=7)" in text
    assert "- `explain`: The reason for a turn in plain words" in text
    assert text.count("```") % 2 == 0


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A site of one notebook and two claims, with a page of docs/."""
    root = tmp_path_factory.mktemp("site")
    cells = [new_markdown_cell("# 1. A?\n\n**In short.** Yes."), new_code_cell("1")]
    (root / "notebooks").mkdir()
    (root / "notebooks" / "01_a.ipynb").write_text(writes(new_notebook(cells=cells)))
    (root / "docs" / "teaching").mkdir(parents=True)
    (root / "docs" / "curve.png").write_bytes(b"curve")
    (root / "docs" / "arena.md").write_text(
        "# How to talk\n\nSee [A](../notebooks/01_a.ipynb), [a lesson](teaching/README.md#b), "
        "[the root](../docs) and\n\n![a curve](curve.png)"
    )
    (root / "docs" / "teaching" / "README.md").write_text("# A lesson\n\n## B\n\n`x[y](z)`")
    some = ml.verdicts(["C06", "A14"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minelab.display.stored.typical_games", list)  # they take a while
        patch.setattr("minelab.report.verdicts.verdicts", lambda *ids: some)
        build.publish(root)
    return {path.name: path.read_text(encoding="utf-8") for path in (root / "site").iterdir()}


def test_all_pages_are_there_and_all_links_lead_to_one(site):
    assert {"index.html", "01_a.html", "explore.html", "player.html", "reference.html"} <= set(site)
    assert "arena.html" in site and "protocol.html" not in site
    for name in ("index", "01_a", "explore", "player", "reference", "arena", "teaching"):
        text = site[f"{name}.html"]
        local = re.findall(r'<a [^>]*href="([^":#]+)(?:#[^"]*)?"', text)
        missing = {link for link in local if not link.endswith(".ipynb")} - set(site)
        assert not missing, name  # the claims' notebooks are not in this small site
    assert {"explore.html", "player.html", "reference.html"} <= set(
        re.findall(r'href="([^"]+)"', site["index.html"])
    )


def test_a_page_of_docs_brings_its_pictures_and_leads_to_no_file_of_the_repository(site):
    arena = site["arena.html"]
    assert 'href="teaching.html#b"' in arena and "x[y](z)" in site["teaching.html"]
    assert f'src="data:image/png;base64,{b64encode(b"curve").decode()}"' in arena
    assert REPOSITORY or "the root and" in arena


def test_no_page_asks_for_anything(site):
    for name, text in site.items():
        assert not ASKED.search(text), name
    assert "data-minelab-explore" in site["explore.html"]
    assert "data-minelab-player" in site["player.html"]


def test_without_notebooks_there_is_no_site(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="run this in a copy of the repository"):
        main(["report", "--site"])
    assert not list(tmp_path.iterdir())
