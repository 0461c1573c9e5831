"""Small tables: values as a reader writes them."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.display.tables import in_words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (1234, "1,234"), (np.int64(-5), "−5"), (0.5, "0.50"), (np.float64(-0.125), "−0.12"),
        (True, "yes"), (np.bool_(False), "no"), (None, "–"), (float("nan"), "–"), ("M", "M"),
        ((3, 4), "(3,\N{NO-BREAK SPACE}4)"), ([(0, 1)], "(0,\N{NO-BREAK SPACE}1)"),
        (pd.NA, "–"), (Fraction(1, 3), "0.33"),
        (10**20, "100,000,000,000,000,000,000"), (np.array([1, 2]), "1, 2"),
        ((1, 0, 21), "1, 0, 21"), ([], "none"), (("single", "subset"), "single, subset"),
    ],
)  # fmt: skip
def test_a_value_in_words(value, words):
    assert in_words(value, 2) == words


@pytest.mark.parametrize(
    ("rows", "heads", "message"),
    [
        (None, None, "rows must be a list of rows, not None"),
        ("ab", None, "rows must be a list of rows, not 'ab'"),
        ([[1, 2]], 5, "heads must be a list of texts, not 5"),
        ([[1, 2]], ["a"], r"heads must be 2 texts, one for each column, not \['a'\]"),
        ([[1, 2]], ["a", 7], r"heads must be 2 texts, one for each column, not \['a', 7\]"),
    ],
)
def test_what_is_no_table_is_refused(rows, heads, message):
    with pytest.raises(ValueError, match=message):
        ml.table(rows, heads)


def rows_of(table):
    """The text of a table's cells, row by row, from its HTML."""
    rows = re.findall(r"<tr>(.*?)</tr>", table._repr_html_(), re.S)
    return [re.findall(r">([^<]*)</t[dh]>", row) for row in rows]


def test_rows_may_have_names_or_not():
    named = ml.table({"basic": [1, True], "swept": [2, False]}, ["work", "all"])
    assert rows_of(named) == [["", "work", "all"], ["basic", "1", "yes"], ["swept", "2", "no"]]
    nameless = ml.table([{"single": 0, "subset": 3}])
    assert rows_of(nameless) == [["single", "subset"], ["0", "3"]]
    single = ml.table({"turn 8": "No proof found."}, ["reason"])
    assert rows_of(single) == [["", "reason"], ["turn 8", "No proof found."]]


def test_a_cell_of_the_board_is_one_value():
    assert rows_of(ml.table({"guess": (3, 4)}, ["cell"]))[1] == ["guess", "(3,\N{NO-BREAK SPACE}4)"]


def test_a_data_frame_keeps_its_names_and_repeats_none():
    index = pd.MultiIndex.from_product(
        [["basic", "exact"], [0.1, 0.25]], names=["agent", "density"]
    )
    frame = pd.DataFrame({"no_blast": [1.0, 0.5, 1, 0.75]}, index=index)
    assert rows_of(ml.table(frame)) == [
        ["agent", "density", "no blast"],
        ["basic", "0.10", "1.00"], ["", "0.25", "0.50"],
        ["exact", "0.10", "1.00"], ["", "0.25", "0.75"],
    ]  # fmt: skip
    assert "no_blast" in frame  # and is left as it was


def test_words_stand_left_and_numbers_right():
    html = ml.table([["a word", 1.5]], ["what", "number"])._repr_html_()
    assert '<td style="text-align:left">a word</td><td style="text-align:right">1.5</td>' in html


def test_a_terminal_gets_columns_of_one_width():
    lines = repr(ml.table({"basic": 1285, "ibs": 7}, ["work"])).splitlines()
    assert lines == ["        work", "basic  1,285", "ibs        7"]
