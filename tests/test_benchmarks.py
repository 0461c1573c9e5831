"""Benchmarks: what they measure is right, and the page shows what is stored and nothing else."""

from importlib import import_module
from itertools import islice
from types import SimpleNamespace

import numpy as np
import pytest

import minelab as ml
from benchmarks import aims, odds, run
from benchmarks.timing import Table, race
from minelab import cli
from minelab.boards.grid import COVERED
from tests.naive import FULL, random_views
from tests.positions import mid_game_views


@pytest.mark.parametrize("name", run.QUESTIONS)
def test_the_page_shows_what_is_stored(name):
    page = run.PAGE.read_text(encoding="utf-8")
    assert run.fill(page, name, run.show(name, run.results()[name])) == page


def test_the_aims_are_held_against_what_is_stored():
    page = run.PAGE.read_text(encoding="utf-8")
    assert run.fill(page, "aims", run.show_aims()) == page


def test_an_aim_that_is_missed_is_said_to_be():
    found = {name: answer["found"] for name, answer in run.results().items()}
    found["startup"]["import"]["cpu"] = 1.01
    speed, _ = aims.tables(found)
    assert ["import", "at most 1 s", "1.01", "**no**"] in speed.rows


@pytest.mark.parametrize("name", run.QUESTIONS)
def test_what_is_stored_was_made_at_full_size(name):
    assert run.results()[name]["settings"] == import_module(f"benchmarks.{name}").FULL


@pytest.mark.parametrize(
    "name", ["games", "growth", "explore", pytest.param("odds", marks=pytest.mark.full)]
)
def test_a_quick_run_prints_tables_and_keeps_nothing(name, capsys):
    before = run.RESULTS.read_bytes(), run.PAGE.read_bytes()
    cli.main(["bench", name, "--quick"])
    printed = capsys.readouterr().out
    assert printed.count("\n| ---") >= 1 and f"minelab bench {name}" in printed
    assert (run.RESULTS.read_bytes(), run.PAGE.read_bytes()) == before


def test_an_unknown_question_is_refused():
    with pytest.raises(SystemExit, match="a question must be one of .* not 'chess'"):
        cli.main(["bench", "chess"])


def test_a_full_run_is_kept_and_held_against_the_one_before(tmp_path, monkeypatch, capsys):
    asked = SimpleNamespace(
        FULL={"n": 3}, measure=lambda n: {"n": n, "x": next(figures)},
        ratios=lambda found: {"x / n": found["x"] / found["n"]},
        tables=lambda found: [Table("Figures", ["", "x"], [["one", str(found["x"])]])],
    )  # fmt: skip
    figures = iter([6.0, 9.0])
    monkeypatch.setattr(run, "import_module", lambda name: asked)
    monkeypatch.setattr(run, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(run, "PAGE", tmp_path / "README.md")
    prose = "before\n<!-- made by the run: odds -->{}<!-- end of odds -->\nafter\n"
    run.PAGE.write_text(prose.format(""))
    run.run(["odds"])
    assert "run before" not in run.PAGE.read_text()
    run.run(["odds"])
    text = run.show("odds", run.results()["odds"])
    assert run.PAGE.read_text() == prose.format(f"\n\n{text}\n\n")
    assert text in capsys.readouterr().out
    assert "| one | 9.0 |" in text
    assert "0 lie within 20%" in text and "50% (x / n: 2, 3)" in text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "results.json"]


def test_a_page_without_marks_is_refused():
    with pytest.raises(ValueError, match="the page must have the marks"):
        run.fill("no marks", "odds", "a table")


def test_the_readable_enumeration_gives_the_odds():
    views = [*islice(mid_game_views(seed=2), 10 * FULL)]
    views += [view for view in random_views(200 * FULL, seed=1) if view.mines is not None]
    for view in views:
        ours = ml.odds(view).risk
        assert np.allclose(odds.enumerate_odds(view), ours, rtol=0, atol=1e-12, equal_nan=True)
        assert np.isnan(ours[view.codes != COVERED]).all()


def test_answers_that_differ_are_an_error():
    views = list(islice(mid_game_views(seed=2), 2))
    wrong = odds.by_calls(lambda view: lambda: ml.odds(view), lambda found: 1 - found.risk)
    with pytest.raises(ValueError, match="the odds differ by"):
        odds.compare(views, {odds.ENGINE: odds.by_engine, "wrong": wrong}, rounds=1)


def test_contenders_take_turns():
    turns = []
    spent = race({name: lambda name=name: turns.append(name) for name in "ab"}, rounds=3)
    assert "".join(turns) == "ababab" and list(map(len, spent.values())) == [3, 3]
