"""The numbers of the first page: from the stored tables, and the same as in its text."""

import re
from functools import cache
from pathlib import Path

import pytest

import minelab as ml
from minelab.report.build import load
from minelab.report.headlines import headlines

ROOT = Path(__file__).parents[2]
CELLS = {cell.id: cell.source for cell in load(ROOT / "notebooks" / "00_report.ipynb").cells}
ROWS = re.findall(r"^\| \[(\d)\. (.*?)\]\((.*?)\) \| (.*?) \|$", "\n".join(CELLS.values()), re.M)


def numbers(text):
    return re.findall(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?", text)


@cache
def found():
    return headlines()


def said(number):
    return " ".join(found().get(number, ()))


def test_the_first_page_has_a_row_for_each_of_the_other_notebooks():
    others = sorted(path.name for path in (ROOT / "notebooks").glob("0[1-9]*.ipynb"))
    assert [name for _, _, name, _ in ROWS] == others


@pytest.mark.parametrize(("number", "question", "name"), [row[:3] for row in ROWS])
def test_a_row_gives_the_title_of_its_notebook(number, question, name):
    title = load(ROOT / "notebooks" / name).cells[0].source.splitlines()[0]
    assert title == f"# {number}. {question}"


@pytest.mark.parametrize(("number", "answer"), [(row[0], row[3]) for row in ROWS])
def test_the_numbers_of_an_answer_are_those_of_the_tables(number, answer):
    known = {*numbers(said(int(number)))}
    bold = numbers(" ".join(re.findall(r"\*\*(.*?)\*\*", answer)))
    exact = [word for word in numbers(answer) if "." in word]
    assert {*bold, *exact} <= known | {"100"}
    assert bold or int(number) not in found()


def test_the_answer_at_the_top_is_that_of_the_tables():
    clues, choice = (float(n) for n in re.findall(r"(?:clues|guess) (\d\.\d)", said(0)))
    more = re.search(r"pairs for (\d+) more mines in 1,000", said(5)).group(1)
    longer = re.search(r"take ([\d.]+) times the time", said(5)).group(1)
    top = CELLS["question"]
    assert f"**{clues:.0f} more mines in 100**" in top and f"**{choice:.0f}** more" in top
    assert f"**{more} in 1,000** and takes **{longer} times** as long" in top
    needless = int(re.search(r"provable at (\d+)%", said(0)).group(1))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "two in three" in CELLS["ladder-words"] and "two in three" in readme
    assert abs(needless - 200 / 3) < 4


def test_the_best_densities_in_the_title_of_the_figure_are_those_of_the_table():
    games = ml.load("density-10").query("0 < density < 1")
    steps = {"clues": ("basic", "charles"), "guess": ("charles", "charles+average")}
    for idea, pair in steps.items():
        gain = ml.compare(games, *pair).set_index("density")["difference"]
        assert re.search(rf"{idea}[\w ]* at (?:density )?{gain.idxmax()}", CELLS["report-summary"])


def test_headlines_are_those_of_the_tables():
    mines = ml.load("density-10").query("agent == 'charles' and mines == 30")["score"].mean()
    assert f"charles {100 * mines:.0f}." in said(4)
    found = ml.load("reach").query("agent == 'aravind'")
    assert f"find {100 * found['found'].sum() / found['provable'].sum():.0f}, pairs" in said(2)
    won = ml.load("daggers").groupby("agent")["won"].mean()
    assert f"{100 * won['dagger-2']:.0f} of 100 games won" in said(7)
    assert "32 of 32 openings" in said(3)


def test_the_solution_of_the_first_exercise_settles_the_row():
    board = ml.Board.random(10, 10, mines=30, seed=13)
    view = ml.play(board, "basic", seed=1).view(14)
    proofs = {proof.cell: proof.is_mine for proof in ml.deduce(view, "groups")}
    assert [proofs[7, column] for column in range(1, 9)] == [1, 1, 0, 0, 1, 0, 0, 0]
    assert not ml.deduce(view, "single")


def test_the_words_about_the_first_game_are_true():
    board = ml.Board.random(10, 10, mines=30, seed=13)
    charles = ml.play(board, "charles", seed=1)
    later = [t.number for t in charles.turns if t.method == "guess" and t.number > 15]
    assert later[0] - 15 == 60 and "sixty moves" in CELLS["why-they-part"]
