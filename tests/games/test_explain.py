"""Reasons in plain sentences; the wording is that of the guide to looks, section 8."""

import pytest

from minelab import Board, Constraint, Deduction, Guess, View, deduce, play
from minelab.games.explain import explain
from minelab.inference.words import Span, percent, places, plain


@pytest.mark.parametrize(
    ("picture", "cell", "sentence"),
    [
        ("M??\n?2?\n??*", (1, 2), "The clue 2 at (1, 1) already touches its two mines at (0, 0) "
         "and (2, 2). So (1, 2) is safe."),
        ("M1?", (0, 2), "The clue 1 at (0, 1) already touches its mine at (0, 0). "
         "So (0, 2) is safe."),
        ("MMM\n?3?", (1, 0), "The clue 3 at (1, 1) already touches its three mines at (0, 0), "
         "(0, 1) and (0, 2). So (1, 0) is safe."),
        ("0?", (0, 1), "The clue 0 at (0, 0) touches no mine. So (0, 1) is safe."),
        ("3?\n??", (0, 1), "The clue 3 at (0, 0) needs three mines and has only three covered "
         "neighbours. So (0, 1) is a mine."),
        ("M2?", (0, 2), "The clue 2 at (0, 1) needs one more mine and has only one covered "
         "neighbour. So (0, 2) is a mine."),
    ],
)  # fmt: skip
def test_a_single_clue_says_what_it_touches_or_needs(picture, cell, sentence):
    view = View.parse(picture)
    reason = next(d for d in deduce(view, "single") if d.cell == cell)
    assert plain(explain(reason, view)).replace("\N{NO-BREAK SPACE}", " ") == sentence


def test_a_cell_stays_on_one_line():
    view = View.parse("1 ?")
    (reason,) = deduce(view, "single")
    assert "(0,\N{NO-BREAK SPACE}1) is a mine" in plain(explain(reason, view))


def test_words_wear_the_marks_of_the_board():
    view = View.parse("0 ?")
    (reason,) = deduce(view, "single")
    marks = {
        span.mark: span.text.replace("\N{NO-BREAK SPACE}", " ") for span in explain(reason, view)
    }
    assert marks["why"] == "clue 0 at (0, 0)"
    assert marks["move"] == "(0, 1)"


@pytest.mark.parametrize(
    ("guess", "sentence"),
    [
        (Guess((0, 1)), "No proof found. Opens one of 9 covered cells at random."),
        (Guess((0, 1), "given"), "No proof found. Opens (0, 1), as given."),
        (
            Guess((0, 1), "least risk", chance=0.231),
            "No proof found. Opens (0, 1) by the rule least risk, which puts its risk at 23%.",
        ),
        (Guess((0, 1), "player"), "No proof found. Opens (0, 1), as the player chose."),
        (
            Guess((0, 1), "exact", chance=0.231),  # whether a proof exists, only hindsight knows
            "No proof found. Opens (0, 1) by the rule exact, which puts its risk at 23%.",
        ),
    ],
)
def test_a_guess_says_how_it_was_chosen(guess, sentence):
    view = View.parse("???\n???\n???")
    assert plain(explain(guess, view)).replace("\N{NO-BREAK SPACE}", " ") == sentence


def test_the_last_covered_cell():
    assert plain(explain(Guess((0, 1)), View.parse("1?"))) == (
        "No proof found. Opens the last covered cell."
    )


def test_a_method_without_words_of_its_own_is_named():
    reason = Deduction((0, 1), is_mine=False, method="mine-own")
    spans = explain(reason, View.parse("??"))
    assert "mine-own" in plain(spans)
    assert plain(spans).endswith("So (0,\N{NO-BREAK SPACE}1) is safe.")
    assert all(isinstance(span, Span) for span in spans)


def test_a_proof_by_constraints_that_leave_no_cell_can_be_explained_all_the_same():
    view = View.parse("1??")
    same = Constraint(frozenset({(0, 1)}), 1)
    reason = Deduction((0, 1), True, "subset", (same, same))
    assert plain(explain(reason, view)).endswith("(0,\N{NO-BREAK SPACE}1) is a mine.")


def test_a_guess_of_the_champion_is_explained_without_the_total_too():
    view = View.parse("1??\n???")
    said = plain(explain(Guess((0, 2), "champion", 0.5), view))
    assert "by the rule champion, which puts its risk at 50%" in said


def test_a_proof_that_names_no_clue_can_be_explained_all_the_same():
    reason = Deduction((0, 1), is_mine=False, method="single")  # as a Player may give it
    assert "is safe" in plain(explain(reason, View.parse("0?")))


@pytest.mark.parametrize(
    ("chance", "text"), [(0, "0%"), (1, "100%"), (0.001, "1%"), (0.999, "99%"), (0.146, "15%")]
)
def test_what_is_not_certain_never_rounds_to_certain(chance, text):
    assert percent(chance) == text


def test_places_are_listed_row_by_row():
    listed = places([(1, 0), (0, 2), (0, 1)]).replace("\N{NO-BREAK SPACE}", " ")
    assert listed == "(0, 1), (0, 2) and (1, 0)"


def test_on_a_large_board_the_sentences_say_how_the_total_enters():
    record = play(Board.random(65, 64, density=0.2, seed=4), "exact")
    guess = next(turn for turn in record.turns[1:] if turn.method == "guess")
    assert "the share of mines among the covered cells" in record.explain(guess)
    proof = next(turn for turn in record.turns if turn.method == "exact")
    assert "in all layouts that fit the clues" in record.explain(proof)
