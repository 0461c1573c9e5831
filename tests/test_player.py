import html
import json
import re
import subprocess
import sys
from html.parser import HTMLParser

import numpy as np
import pytest

import minelab as ml
from minelab.player import as_list, game_of, to_script, without_places
from minelab.words import Span, percent

HOSTILE = "</script><script>alert(1)</script>${alert`2`}'\"\\<!--&\u2028"


class Mallory(ml.Player):
    name = HOSTILE

    def move(self, view, rng):
        return ml.Guess(view.covered[0], rule=HOSTILE, chance=0.5)


@pytest.fixture(scope="module")
def record():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=7), "basic", seed=0)


def game(record, **arguments):
    """The embedded game, as the script reads it."""
    (line,) = re.findall(r"^const game = (.*);$", ml.player(record, **arguments).html, re.M)
    return json.loads(line)


def sentence(game, turn):
    """A turn's sentence, put together again as player.js does it."""
    cells = iter(turn.get("p", ()))
    cols = game["cols"]
    text = ""
    for _, first, *others in game["sentences"][turn["s"]]:
        text += first
        for piece in others:
            cell = next(cells)
            text += f"({cell // cols},\N{NO-BREAK SPACE}{cell % cols}){piece}"
    return text


def test_the_embedded_game_is_the_record(record):
    data = game(record)
    assert (data["agent"], data["rows"], data["cols"], data["mines"]) == ("basic", 10, 10, 20)
    assert data["truth"] == str(record.final_board).replace("\n", "")
    assert len(data["turns"]) == len(record.turns)
    for entry, turn in zip(data["turns"], record.turns, strict=True):
        assert divmod(entry["c"], 10) == turn.cell
        assert bool(entry.get("f")) == isinstance(turn.move, ml.Flag)
        assert data["methods"][entry["m"]]["name"] == turn.method
        assert [divmod(c, 10) for c in entry.get("o", ())] == [
            seen.cell for seen in turn.observations[1:]
        ]


def test_sentences_are_those_of_the_record(record):
    data = game(record)
    for turn in record.turns:
        assert sentence(data, data["turns"][turn.number - 1]) == record.explain(turn)
    assert len(data["sentences"]) < 40  # they are shared


def test_a_guess_tells_its_risk_beside_the_least(record):
    data = game(record)
    said = {
        seen.turn: (sentence(data, data["turns"][seen.turn - 1]), seen)
        for seen in ml.hindsight(record)
    }
    assert len(said) == record.guesses
    for text, seen in said.values():
        assert f"the risk is {percent(seen.risk)}" in text
        if any(seen.proved_with_total):
            assert text.startswith("No proof found. ") and "provably" in text
        else:
            assert text.startswith("No proof exists. ") and "the least" in text
    assert {text[:14] for text, _ in said.values()} == {"No proof found", "No proof exist"}


def test_of_very_large_games_no_risks_are_told(record, monkeypatch):
    monkeypatch.setattr(sys.modules["minelab.player"], "MAX_LOOKED_AT", record.guesses * 100 - 1)
    data = game(record)
    assert sentence(data, data["turns"][0]) == (
        "No proof found. Opens one of 100 covered cells at random."
    )


def test_the_marks_of_a_turn_are_those_of_its_reason(record):
    data = game(record)
    for turn in record.turns:
        if turn.method == "single":
            (why,) = data["turns"][turn.number - 1]["w"]
            assert divmod(why, 10) == turn.reason.because[0].clue


def test_an_expert_game_is_small():
    record = ml.play(ml.Board.random(16, 30, mines=99, seed=17), "basic", seed=1)
    assert len(record.turns) == 480
    assert len(to_script(game_of(record, 1, None))) <= 60_000
    assert len(ml.player(record).html) <= 160_000


def test_a_large_game_keeps_a_small_fallback():
    record = ml.play(ml.Board.random(60, 60, mines=500, seed=17), "basic", seed=1)
    assert len(ml.player(record).picture.svg) <= 45_000


def test_a_cascade_is_one_turn():
    record = ml.play(ml.Board.random(9, 9, mines=5, seed=2), "basic", seed=1, rules=ml.CLASSIC)
    data = game(record)
    opened = [len(turn.get("o", ())) + 1 for turn in data["turns"] if not turn.get("f")]
    assert max(opened) > 5
    assert sum(opened) == record.status.opened + record.blasts
    assert data["result"] == ("won" if record.won else "lost")


def test_the_player_is_the_same_each_time(record):
    assert ml.player(record).html == ml.player(record).html
    other = ml.play(ml.Board.random(10, 10, mines=20, seed=8), "basic", seed=0)
    keys = [
        re.search(r'data-minelab-player="(\w+)"', ml.player(r).html)[1] for r in (record, other)
    ]
    assert keys[0] != keys[1]


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]


def test_hostile_names_stay_text(tmp_path):
    record = ml.play(ml.Board.parse("1M\n11"), Mallory())
    shown = ml.player(record)
    assert game(record)["agent"] == HOSTILE
    found = Tags(shown.html)
    assert found.tags == ["div", "img", "script"]
    assert not [name for name in found.attributes if name.startswith("on")]
    assert shown.html.count("</script>") == 1
    shown.save(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert Tags(page).tags.count("script") == 1
    assert f"<title>{html.escape(HOSTILE)}" in page


def test_a_notebook_gets_html_a_picture_and_text(record):
    bundle = ml.player(record)._repr_mimebundle_(include=None, exclude=None)
    assert set(bundle) == {"text/html", "image/svg+xml", "text/plain"}
    assert bundle["image/svg+xml"] == ml.strip(record).svg
    assert bundle["text/plain"].startswith("<Playback of <Record basic")


def test_without_scripts_a_picture_stands_in(record):
    text = ml.player(record).html
    assert re.search(
        r'<div data-minelab-player="\w{12}" data-lm-suppress-shortcuts="true"><img ', text
    )
    assert "data:image/svg+xml;base64," in text
    assert "<style" not in text and "<svg" not in text.split("<script>")[0]


def test_the_player_needs_no_network(record):
    urls = set(re.findall(r"https?://[^\"'\s<>`]+", ml.player(record).html))
    assert urls == {"http://www.w3.org/2000/svg"}


def test_risks_are_embedded_as_changes(record):
    risks = [
        np.where(view.codes == -1, 0.25 if turn.number % 2 else 0.999, np.nan)
        for view, turn in record.replay()
    ]
    changes = game(record, risks=risks)["risks"]
    now = np.full(100, -1)
    for risk, change in zip(risks, changes, strict=True):
        for value, *cells in change:
            now[cells] = value
        expected = np.where(np.isnan(risk), -1, np.where(risk == 0.25, 25, 99)).ravel()
        assert (now == expected).all()
    assert "risks" not in game(record)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"turn": 101}, "turn must be a whole number from 0 to 100"),
        ({"turn": -1}, "turn must be"),
        ({"risks": []}, "risks must hold one array for each of 100 turns"),
    ],
)
def test_bad_arguments_are_named(record, arguments, message):
    with pytest.raises(ValueError, match=message):
        ml.player(record, **arguments)


def test_risks_must_fit_the_board(record):
    with pytest.raises(ValueError, match="risk must have shape"):
        ml.player(record, risks=[np.zeros((2, 2))] * 100).html  # noqa: B018


def test_a_game_without_turns_can_be_shown():
    record = ml.play(ml.Board.parse("MM\nMM"), "basic", rules=ml.Rules(goal="open"))
    assert game(record)["start"] == len(record.turns) == 0


def test_cells_are_lifted_out_of_sentences():
    spans = [Span("So "), Span("(1,\N{NO-BREAK SPACE}20)", "move"), Span(" is safe (not 3, 4).")]
    assert without_places(spans) == (
        [["", "So "], ["move", "", ""], ["", " is safe (not 3, 4)."]],
        [(1, 20)],
    )


def test_three_steps_make_a_list_and_two_do_not():
    step = [Span("", "step"), Span("it follows"), Span(", and ")]
    proof = [Span("Then "), *step, *step, *step[:2], Span(". "), Span("So "), Span("x", "move")]
    marks = [span.mark for span in as_list(proof)]
    assert marks.count("step") == 3 and marks[-2:] == ["rest", "move"]
    assert [span.text for span in as_list(proof)].count(";") == 2
    assert "step" not in [span.mark for span in as_list([*step, *step, *proof[-2:]])]


def test_only_the_fixed_skeleton_is_parsed_as_html(record):
    text = ml.player(record).html
    assert text.count("innerHTML") == text.count("innerHTML = SKELETON") == 1
    assert "insertAdjacentHTML" not in text and "document.write" not in text


def test_the_player_comes_with_the_package():
    code = "from minelab.player import resource; resource('player.js'), resource('player.css')"
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")
