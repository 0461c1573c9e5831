"""Text pictures: whatever the text, it parses and prints back, or a ValueError says why not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minelab import Board, View
from tests.naive import FULL, boards

SPACES = " \t\r\n\x0b\x0c\x1c\x85\u2028\u3000"
LETTERS = "012345678MdgF?*"
rectangles = st.integers(1, 4).flatmap(
    lambda cols: st.lists(st.text("01?M", min_size=cols, max_size=cols), min_size=1, max_size=4)
)
texts = st.one_of(
    st.text(st.sampled_from(LETTERS + SPACES) | st.characters(), max_size=60),
    rectangles.map("\n".join),
)


def cells_of(text):
    """The picture that a text holds, without spaces and blank lines."""
    return "\n".join("".join(line.split()) for line in text.splitlines() if line.strip())


def prints_back_or_is_refused(parse, text):
    try:
        parsed = parse(text)
    except ValueError as error:
        said = ("picture", "cannot be", "must sit", "not both")
        assert any(words in str(error) for words in said), error
    else:
        assert str(parsed) == cells_of(text)
        assert parse(str(parsed)) == parsed


@pytest.mark.parametrize("parse", [Board.parse, View.parse])
@settings(max_examples=400 * FULL)
@given(text=texts)
def test_any_text_prints_back_or_is_refused(parse, text):
    prints_back_or_is_refused(parse, text)


@pytest.mark.parametrize("parse", [Board.parse, View.parse])
@settings(max_examples=200 * FULL)
@given(board=boards, data=st.data())
def test_a_board_with_one_letter_changed_prints_back_or_is_refused(parse, board, data):
    picture = str(board)
    at = data.draw(st.integers(0, len(picture) - 1))
    letter = data.draw(st.sampled_from(LETTERS + SPACES))
    prints_back_or_is_refused(parse, picture[:at] + letter + picture[at + 1 :])
