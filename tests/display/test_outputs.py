"""What a notebook shows for records, odds and hindsight."""

import re

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.display.draw import strip
from minelab.display.outputs import what_is_certain
from tests.tags import Tags


@pytest.fixture(scope="module")
def record():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=7), "basic", seed=0)


def words(html):
    return re.sub(r"<[^>]*>", " ", html.split("</p>")[0]).strip()


def test_a_record_shows_its_film_strip_and_its_result(record):
    html = record._repr_html_()
    assert html.endswith(strip(record).image.html)
    assert words(html) == (
        "basic, 10 × 10, 20 mines, report rules: score 0.85, 6 guesses, 3 blasts in 100 turns"
    )
    lost = ml.play(ml.Board.parse("1M\n11"), "random", rules=ml.Rules(lives=1, goal="open"), seed=3)
    assert f": {'won' if lost.won else 'lost'}, score" in words(lost._repr_html_())


def test_odds_show_a_heat_map_on_their_board(record):
    view = ml.View(record.view(40).codes, 20)
    known = ml.odds(view)
    assert known._repr_html_().endswith(ml.draw(view, risk=known.risk).image.html)
    assert words(known._repr_html_()) == (
        "The risk of a mine in percent. 18 cells are certainly safe, 10 certainly mined."
    )
    # Odds that somebody made by hand have no view: their covered cells are where the risks are.
    bare = ml.Odds(np.array([[0.5, np.nan]]), True)
    assert Tags(bare._repr_html_()).tags == ["p", "img", "style"]


@pytest.mark.parametrize(
    ("risk", "exact", "said"),
    [
        ([[0.25, 0.5]], True, "No cell is certain; the least risk is 25%."),
        ([[0.25, 0.5]], False, "risks are estimates, the least about 25%."),
        ([[0.0, 1.0]], True, "One cell is certainly safe, one certainly mined."),
        ([[np.nan, np.nan]], True, "No cell is covered."),
    ],
)
def test_odds_say_what_is_certain(risk, exact, said):
    assert what_is_certain(ml.Odds(np.array(risk), exact)).endswith(said)


def test_hindsight_is_a_tuple_with_a_table(record):
    judged = ml.hindsight(record)
    assert isinstance(judged, tuple) and judged[0].turn == 1 and len(judged) == record.guesses
    table = judged.table()
    assert list(table["turn"]) == [seen.turn for seen in judged]
    assert table["extra"].tolist() == pytest.approx([seen.extra for seen in judged])
    assert [tuple(row) for row in table[["safe", "mined"]].values] == [s.proved for s in judged]
    html = judged._repr_html_()
    assert words(html) == (
        "6 guesses; before 5 of them a cell was provably safe. "
        "The risk taken beyond the least possible adds up to 3.60."
    )
    assert html.count("<tr>") == 1 + record.guesses


def test_hindsight_of_a_game_without_guesses_or_numbers_can_be_shown():
    class Flagger(ml.Player):
        def move(self, view, rng):
            cell = view.covered[0]
            return ml.Flag(cell) if cell == (0, 0) else ml.Open(cell)

    judged = ml.hindsight(ml.play(ml.Board.parse("1M\n11"), Flagger()))
    assert pd.isna(judged.table()["risk"]).all() and "–" in judged._repr_html_()
    empty = ml.hindsight(ml.play(ml.Board.parse("0"), "basic", rules=ml.DAGGERS))
    assert len(empty.table()) == 0 and "0 guesses" in empty._repr_html_()
