"""The stepper shows what the methods prove, each step once, and nothing else."""

import json
import re

import pytest

import minelab as ml
from minelab.display.page import PACKED, content
from minelab.display.stepper import POSITIONS, SHOWN, proofs
from minelab.games.explain import explain
from minelab.inference.words import plain


@pytest.fixture(scope="module")
def stepper():
    return ml.stepper()


def shelf(stepper):
    """The embedded positions, as the script reads them."""
    (packed,) = PACKED.findall(stepper.html)
    return json.loads(content(packed))["data"]


def test_every_step_of_every_method_is_there(stepper):
    data = shelf(stepper)
    assert tuple(data["methods"]) == SHOWN
    for entry, (name, view) in zip(data["positions"], POSITIONS.items(), strict=True):
        assert (entry["name"], entry["rows"], entry["cols"]) == (name, view.rows, view.cols)
        assert entry["codes"] == view.codes.ravel().tolist()
        for method, steps in zip(SHOWN, entry["steps"], strict=True):
            found = ml.deduce(view, method)
            assert [(divmod(s["cell"], view.cols), s["mine"]) for s in steps] == [
                (d.cell, d.is_mine) for d in found
            ]


def test_the_words_are_those_of_the_proof(stepper):
    data = shelf(stepper)
    for name, entry in zip(POSITIONS, data["positions"], strict=True):
        for method, steps in zip(SHOWN, entry["steps"], strict=True):
            for (seen, proof), step in zip(proofs(POSITIONS[name], method), steps, strict=True):
                said = "".join(text for _, text in step["words"])
                assert said == plain(explain(proof, seen))


def test_marks_name_cells_of_the_position(stepper):
    for entry in shelf(stepper)["positions"]:
        n = entry["rows"] * entry["cols"]
        for steps in entry["steps"]:
            for step in steps:
                assert step["marks"]["why"] or entry["mines"] is not None
                assert all(0 <= k < n for cells in step["marks"].values() for k in cells)


def test_mines_proved_before_are_flagged_in_the_view_of_a_step():
    (first, _), (second, _), (third, proof) = proofs(POSITIONS["1-2-1"], "subset")
    assert [str(view) for view in (first, second, third)] == ["121\n???", "121\n??M", "121\nM?M"]
    assert proof.cell == (1, 1) and not proof.is_mine


def test_each_position_shows_something_that_a_cheaper_method_misses(stepper):
    for entry in shelf(stepper)["positions"]:
        counts = [len(steps) for steps in entry["steps"]]
        assert 0 in counts and max(counts) > 0


def test_it_is_small_and_the_same_each_time(stepper):
    assert len(stepper.html) <= 45_000
    assert ml.stepper().html == stepper.html
    bundle, about = stepper._repr_mimebundle_()
    assert bundle["image/png"] and about["image/png"]["alt"] == stepper.picture.alt
    assert repr(stepper) == "<Stepper: 8 positions, 8 methods>"
    assert "data:image/svg+xml;base64," in bundle["text/html"]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", stepper.html)


@pytest.mark.parametrize(
    ("positions", "methods", "message"),
    [
        ({}, ["single"], "at least one position and one method"),
        (None, [], "at least one position and one method"),
        (5, ["single"], "positions must be views by name, not 5"),
        ({5: ml.View.parse("1?")}, ["single"], "positions must have texts as names, not 5"),
        (None, None, "methods must be a list of names of methods, not None"),
        (None, [len], "methods must be a text .* not <built-in"),
        (None, ["sngle"], "did you mean 'single'"),
        ({"a": "1?"}, ["single"], "positions must be views"),
        ({"a": ml.View.parse("\n".join(["?" * 13] * 2))}, ["single"], "at most 12 x 12"),
        ({"a": ml.View.parse("?1??\n???2\n??3?\n????\n?1??")}, ["groups"], None),
        ({"a": ml.View.parse("1?1\n???\n?3?", mines=1)}, ["groups"], "must fit its clues"),
    ],
)
def test_what_cannot_be_shown_is_refused(positions, methods, message):
    if message is None:
        ml.stepper(positions, methods)
        return
    with pytest.raises(ValueError, match=message):
        ml.stepper(positions, methods)
