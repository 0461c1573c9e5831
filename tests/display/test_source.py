"""What ml.show puts into a notebook."""

import re
import sys
from html import unescape

import pytest

import minelab as ml
from minelab.engine.state import lay_truth
from minelab.inference.methods.single import single


def text_of(page):
    return unescape(re.sub(r"<[^>]*>", "", page.split("<pre")[1].partition(">")[2]))


def test_source_is_shown_whole_with_its_file():
    page = ml.show(single)._repr_html_()
    assert "minelab/inference/methods/single.py" in page
    assert text_of(page) == ml.show(single).text
    assert ml.show(single).text.startswith("def single(")


def test_signs_are_escaped_and_keywords_coloured():
    page = ml.show(ml.Board.random)._repr_html_()
    assert "-&gt;" in page and "->" not in page
    assert re.search(
        r'<span style="color: var\(--jp-mirror-editor-keyword-color\)">def</span>', page
    )


def test_without_pygments_the_text_is_plain(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygments", None)
    page = ml.show(single)._repr_html_()
    assert "<span" not in page
    assert text_of(page) == ml.show(single).text


def test_a_compiled_function_and_a_method_can_be_shown():
    assert "def lay_truth(truth" in repr(ml.show(lay_truth))
    assert repr(ml.show(ml.View.clue)).startswith("# minelab/boards/view.py\ndef clue(self")


def test_code_from_elsewhere_shows_no_path_of_the_machine():
    assert ml.show(text_of).file == "test_source.py"


@pytest.mark.parametrize("thing", [3, "single", None, len])
def test_what_has_no_source_is_refused(thing):
    with pytest.raises(ValueError, match="thing must be a function or a class"):
        ml.show(thing)
