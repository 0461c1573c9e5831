"""What the reports print as examples, and the pictures of notebook 02."""

import pytest

import minelab as ml
from minelab.agents.guesses.clues import average
from minelab.inference.methods.groups import Group, connected
from minelab.inference.position import Position, difference
from minelab.lab.reach import proved


def cells(view, method):
    """What a method proves, as {cell: is it a mine}."""
    return {d.cell: d.is_mine for d in ml.deduce(view, method)}


# Equations


def test_cowans_figure_2_is_one_equation():
    view = ml.View.parse("1????\n?????\n?????\n?????\n?????")
    (equation,) = Position(view).constraints.values()
    assert (equation.cells, equation.mines) == ({(0, 1), (1, 0), (1, 1)}, 1)
    assert str(equation) == "(0, 1) + (1, 0) + (1, 1) = 1"


def test_cowans_subset_leaves_three_mines_for_three_cells():
    rest = difference(ml.Constraint(frozenset("ABCDE"), 4), ml.Constraint(frozenset("DE"), 1))
    assert (rest.cells, rest.mines) == (set("ABC"), 3)
    view = ml.View.parse("""
        ? ? ? 1
        ? 4 ? 1
    """)
    assert cells(view, "single") == {}
    assert cells(view, "subset") == {(0, 0): True, (0, 1): True, (1, 0): True}


@pytest.mark.parametrize("method", ["single", "subset", "pairs", "assume", "refute", "groups"])
def test_a_plain_difference_is_not_drawn(method):
    """COWAN's warning: {A, B, C} = 1 and {B, D, E} = 1 do not make A, C, D and E safe."""
    view = ml.View.parse("""
        1 ? ?
        ? ? ?
        ? ? 1
    """)
    assert cells(view, method) == {}
    (group,) = map(Group, connected(Position(view)))
    assert group.layouts == 5


def test_ibs_takes_away_an_equation_inside_another():
    """A + B + C + D = 2 and B + C + D = 1 give A = 1."""
    rest = difference(ml.Constraint(frozenset("ABCD"), 2), ml.Constraint(frozenset("BCD"), 1))
    assert (rest.cells, rest.mines) == ({"A"}, 1)


def test_ibs_compares_two_that_overlap():
    """A + B + C = 2 and B + C + D = 1 make A a mine and D safe."""
    view = ml.View.parse("""
        ? ? ? ?
        M 3 2 M
    """)
    assert [c.mines for c in Position(view).in_row_order()] == [2, 1]
    assert cells(view, "subset") == {}
    assert cells(view, "pairs") == {(0, 0): True, (0, 3): False}


# Several clues


@pytest.mark.parametrize("method", ["subset", "pairs", "assume", "refute", "groups", "entails"])
def test_one_two_one_has_its_mines_at_the_ends(method):
    view = ml.View.parse("121\n???")
    assert cells(view, "single") == {}
    assert cells(view, method) == {(1, 0): True, (1, 1): False, (1, 2): True}


def test_single_clues_solve_daggers_figure_1():
    view = ml.View.parse("""
        0 0 0 1 ?
        0 g 1 2 ?
        0 1 2 M ?
        0 1 M 3 ?
        0 1 1 2 1
    """)
    assert cells(view, "single") == {(3, 4): True, (2, 4): False}


def test_daggers_figure_2_is_entailed():
    view = ml.View.parse("01?\n01?\n01?")
    assert cells(view, "single") == {}
    assert cells(view, "entails") == {(0, 2): False, (1, 2): True, (2, 2): False}


# COWAN's games


@pytest.mark.parametrize("engine", [True, False])
def test_cowans_3x3_game_is_played_as_printed(engine):
    game = ml.printed_game("cowan-10")
    record = ml.play(ml.printed_board("cowan-10"), "cowan", guesses=game.guesses, engine=engine)
    flags = tuple(turn.cell for turn in record.turns if isinstance(turn.move, ml.Flag))
    guessed = [turn for turn in record.turns if turn.method == "guess"]
    blasts = {turn.cell for turn in guessed if turn.observations[0].code < 0}
    assert flags == game.flags
    assert tuple(turn.cell for turn in guessed) == game.guesses
    assert blasts == set(game.blasts)
    assert record.guesses == 4
    assert 4 - record.blasts == game.found == 2
    supposed = {
        turn.cell: turn.reason.supposed[0].cell for turn in record.turns if turn.method == "assume"
    }
    assert supposed == {(1, 2): (0, 1), (1, 0): (0, 1), (2, 2): (2, 0)}


@pytest.fixture
def figure_25():
    """The position at which COWAN's equations are at a dead end: the last twelve cells."""
    return ml.printed_game("cowan-29").figures[25]


def test_at_figure_25_the_combined_agent_needs_its_csp_stage(figure_25):
    assert len(figure_25.covered) == 12
    assert proved(figure_25, ml.agent("aravind")) == {}
    printed = {(9, 1): False, (9, 2): True, (9, 3): True, (9, 4): False, (9, 5): False}
    assert cells(figure_25, "assume") == printed | {(9, 6): True}  # what Figure 26 shows
    assert proved(figure_25, ml.agent("charles")).keys() >= cells(figure_25, "assume").keys()


def test_figure_25_is_played_out_without_another_guess(figure_25):
    board = ml.printed_board("cowan-29")
    view, charles = figure_25, ml.agent("charles")
    while view.covered:
        codes = view.codes.copy()
        for cell, is_mine in proved(view, charles).items():
            codes[cell] = -2 if is_mine else board.clues[cell]
        assert (codes != view.codes).any()
        view = ml.View(codes)
    assert len(view.known) == 20


FIGURE_35 = """
    0 1 2 3 M
    2 3 M M 3
    M M 5 5 M
    3 ? ? ? ?
    1 ? ? ? ?
"""


def test_at_figure_35_average_guesses_the_printed_cell():
    position = Position(ml.View.parse(FIGURE_35))
    assert average(position, ()) == ml.Guess((4, 1), "average", 0.5)


@pytest.mark.parametrize(
    ("board", "agent", "guesses", "found"),
    [
        ("cowan-11", "basic", 11, 18),
        ("cowan-11", "aravind", 7, 19),
        ("cowan-29", "charles", 4, 20),
    ],
)
def test_a_printed_game_lies_within_ten_thousand(board, agent, guesses, found):
    games = ml.load("replays").query("board == @board and agent == @agent")
    assert len(games) == 10_000
    same = (games["guesses"] == guesses) & (games["blasts"] == 20 - found)
    assert same.mean() > 0.02
    assert games["guesses"].quantile(0.1) <= guesses <= games["guesses"].quantile(0.9)
    assert games["blasts"].quantile(0.1) <= 20 - found <= games["blasts"].quantile(0.9)


# One picture for each strict step

STEPS = {
    ("single", "subset"): "121\n???",
    ("subset-once", "subset"): "??21\n2???",
    ("subset", "pairs"): "????\nM32M",
    ("pairs", "assume"): "?2?\n3??\n??2",
    ("assume", "subset"): "???\n11?\n???",
    ("assume", "assume-1"): "???\n11?\n???",
    ("assume-3", "assume"): "????\nM32M",
    ("assume-1", "pairs"): "????\n??43\n2???",
    ("pairs", "refute"): "1??1\n?32?\n???1",
    ("assume-1", "refute"): "1??1\n?32?\n???1",
    ("refute", "groups"): "??M??\n?45?2\nM????",
    ("refute", "entails"): "??M??\n?45?2\nM????",
}


@pytest.mark.parametrize(("cheaper", "costlier"), STEPS)
def test_a_picture_shows_what_the_cheaper_method_misses(cheaper, costlier):
    view = ml.View.parse(STEPS[cheaper, costlier])
    assert cells(view, cheaper) == {}
    assert cells(view, costlier) != {}
    assert cells(view, costlier).items() <= cells(view, "groups").items()


def test_the_total_proves_what_the_clues_alone_do_not():
    view = ml.View.parse("1??\n???", mines=1)
    assert cells(ml.View(view.codes), "groups") == {}
    assert cells(view, "total") == {(0, 2): False, (1, 2): False} == cells(view, "groups")
