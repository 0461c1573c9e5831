"""The manner of the stored notebooks: short cells, no raw values, numbers that a cell has shown."""

import ast
import html
import re
from pathlib import Path

import pytest

from minelab.report import build as report

STORED = report.notebooks(Path(__file__).parents[2])
LINES, LINES_OF_MORE = 6, 10
"""Of a cell; of one with a class or a slider."""
WORDS, WORDS_OF_AN_ANSWER = 1600, 40
SECTIONS = range(5, 10)
"""Headings before the appendix, the exercises included."""
RAW_WORDS = {"True", "False", "None", "NaN", "nan", "dtype:"}
RAW = re.compile(r"array\(|\{'|<[\w.]+ object at|\w+\(\w+=")
NUMBER = re.compile(r"(?<![\w.,-])[−+-]?\d[\d,]*(?:\.\d+)?%?")


def shown(cell):
    """What a cell shows as text, by entry and line: streams, tables, what has no better form."""
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        if "text/html" in data:
            text = re.sub(r"<(style|script|pre).*?</\1>", "", data["text/html"], flags=re.S)
            yield from map(html.unescape, re.split(r"<[^>]+>", text))
        elif not any(kind.startswith("image/") for kind in data):
            yield from (output.get("text") or data.get("text/plain", "")).splitlines()


def numbers(text):
    """The numbers in a text with their decimals; a percentage is a share with two more."""
    for word in NUMBER.findall(text):
        bare = word.rstrip("%").replace(",", "").replace("−", "-").lstrip("+")
        decimals = len(bare.partition(".")[2])
        yield word, abs(float(bare)) / (100 if "%" in word else 1), decimals + 2 * ("%" in word)


@pytest.fixture(params=STORED, ids=lambda path: path.name)
def notebook(request):
    return report.load(request.param)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook):
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def test_cells_are_short(notebook):
    for cell in code(notebook):
        lines = [line for line in cell.source.splitlines() if line.strip()]
        long = lines[0].startswith("class ") or "slider" in cell.metadata.get("tags", ())
        most = LINES_OF_MORE if long else LINES
        assert len(lines) <= most, cell.source


def test_nothing_is_shown_as_python_has_it(notebook):
    for cell in code(notebook):
        for text in shown(cell):
            assert text.strip() not in RAW_WORDS and not RAW.search(text), (cell.source, text)
            assert text.split()[-1:] not in [[word] for word in RAW_WORDS], (cell.source, text)
        for output in cell.outputs:
            assert set(output.get("data", {"text"})) != {"text/plain"}, cell.source


def story(notebook):
    """The texts before the appendix."""
    tagged = ("appendix" in cell.metadata.get("tags", ()) for cell in notebook.cells)
    end = next((place for place, is_appendix in enumerate(tagged) if is_appendix), None)
    return [cell.source for cell in notebook.cells[:end] if cell.cell_type == "markdown"]


def test_a_question_comes_first_with_a_short_answer(notebook):
    first = prose(notebook)[0]
    assert re.match(r"# \d\. .+\?\n", first)
    (answer,) = re.findall(r"^\*\*In short\.\*\* (.+)$", first, re.M)
    assert len(answer.split()) <= WORDS_OF_AN_ANSWER
    assert re.search(r"\*\*[^*]*(\d|[Tt]en)[^*]*\*\*", answer)  # bold, with its number


def test_exercises_with_folded_solutions_come_last(notebook):
    last = story(notebook)[-1]
    assert last.startswith("## Exercises")
    assert len(re.findall(r"^\d\. ", last, re.M)) == last.count("<details>") >= 2
    assert re.search(r"(Before|Next): \[.*\]\(\d\d_\w+\.ipynb\)$", last)


def test_the_story_is_short_and_has_few_sections(notebook):
    text = "\n".join(story(notebook))
    assert len(re.findall(r"^## ", text, re.M)) in SECTIONS
    assert len(text.split()) <= WORDS


def test_the_numbers_of_the_answer_are_shown_by_a_cell(notebook):
    text = " ".join(text for cell in code(notebook) for text in shown(cell))
    found = [value for _, value, _ in numbers(text)]
    found_in_percent = [value / 100 for value in found]
    answer = re.sub(r"`[^`]*`|\d+ × \d+", "", prose(notebook)[0])
    for word, value, decimals in numbers(answer):
        if decimals or value > 12:
            # Tables of percentages have no signs.
            near = (abs(one - value) < 0.51 / 10**decimals for one in [*found, *found_in_percent])
            assert any(near), word


def test_no_verdict_is_typed_by_hand(notebook):
    for text in prose(notebook):
        assert not re.search(r"^\|.*\b(report says|verdict)\b.*\|", text, re.M | re.I), text


def test_captions_follow_their_figures_and_are_counted(notebook):
    captions = []
    for cell, after in zip(notebook.cells, notebook.cells[1:], strict=False):
        if any(tag.startswith("figure:") for tag in cell.metadata.get("tags", ())):
            assert after.cell_type == "markdown" and after.source.startswith("*Figure "), (
                cell.source
            )
            captions.append(re.match(r"\*Figure (\d+)\.(\d+)\.", after.source).groups())
    assert [int(number) for _, number in captions] == list(range(1, len(captions) + 1))
    assert len({chapter for chapter, _ in captions}) <= 1


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.name)
def test_a_caption_names_the_seeds_of_its_tables(path):
    for figure in report.figures(path, report.load(path)):
        seeds = {str(facts["seed"]) for facts in figure.tables.values()}
        named = re.search(r"\bseeds? (\d+)\b(?! to)(?: and (\d+))?", figure.caption)
        if seeds and named:
            assert {*filter(None, named.groups())} == seeds, figure.caption


def test_the_code_of_all_cells_can_be_read():
    for path in STORED:
        for cell in code(report.load(path)):
            ast.parse("\n".join(line for line in cell.source.splitlines() if line[:1] != "%"))
