"""Boards by what it takes to solve them, against brute force."""

import numpy as np
import pytest

import minelab as ml
from minelab import CLASSIC, CLASSIC_ZERO, REPORT, Agent, Board, Rules, View, difficulty, play
from minelab import solvable_board as find_board
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.inference.methods import METHODS
from minelab.lab.difficulty import LADDER, NEEDS_A_GUESS, measure
from tests import naive

EXAMPLES = {
    "single": "00000 00011 0002M 2224M MM2MM",
    "subset": "0112M 01M32 024M2 12MM2 1M321",
    "pairs": "001M1 11122 M201M M4121 M3M10",
    "assume": "02M3M1 02M422 1212M1 M21332 M21MM1",
    "refute": "0002M2 0113M2 13M322 M3M33M 1212MM",
    "groups": "00111011 111M112M M11112M3 221113M2 2M12M311 M313M411 M302M3M1 M2011211",
    "exact": "01232 01MMM 014M4 003M3 002M2",
    NEEDS_A_GUESS: "00111 111M1 M2221 34M21 MM22M",
}
RUNGS = [*LADDER, NEEDS_A_GUESS]


def on_rung(rung):
    """An agent with the methods of a rung."""
    return Agent(rung, LADDER[rung], total_for=("methods", "guess") if rung == "exact" else ())


def solves(agent, board, first=(0, 0), rules=REPORT, engine=True):
    record = play(board, agent, seed=3, first=first, rules=rules, engine=engine)
    return record.won and record.guesses <= 1


@pytest.mark.parametrize("engine", [True, False], ids=["engine", "readable"])
@pytest.mark.parametrize("rung", RUNGS)
def test_a_board_needs_its_rung_and_no_costlier_one(rung, engine):
    board = Board.parse(EXAMPLES[rung].replace(" ", "\n"))
    assert difficulty(board) == rung
    for k, other in enumerate(LADDER):
        assert solves(on_rung(other), board, engine=engine) == (k >= RUNGS.index(rung)), other


def test_the_ladder_climbs_in_the_order_of_cost():
    order = list(METHODS)
    assert [order.index(rung) for rung in LADDER] == sorted(order.index(rung) for rung in LADDER)
    assert all(methods[-1] == rung for rung, methods in LADDER.items())


def test_a_costlier_rung_solves_all_that_a_cheaper_one_solves():
    before = np.zeros(2000 * naive.FULL, bool)
    for rung in LADDER:
        games = ml.play_many(
            on_rung(rung), 8, 8, mines=13, games=len(before), seed=5, first=(0, 0),
            rules=Rules(first_click="zero"),
        )  # fmt: skip
        solved = (games["won"] & (games["guesses"] <= 1)).to_numpy()
        assert not (before & ~solved).any()
        assert solved.sum() > before.sum() or rung in ("assume", "refute", "groups")
        before = solved


def solved_by_force(board, first, told):
    """Whether trying all layouts finishes the board, with or without the number of mines."""
    codes = np.full(board.mines.shape, COVERED, np.int8)
    news = [first]
    while news:
        for cell in news:
            codes[cell] = BLAST if board.mines[cell] else board.clues[cell]
        view = View(codes, board.n_mines if told else None)
        mined = naive.layouts(view).mean(axis=0)
        news = [cell for cell in view.covered if mined[cell] == 0]
        for cell in view.covered:
            if mined[cell] == 1:
                codes[cell] = FLAG
    return not (codes == COVERED).any() and not (codes == BLAST).any()


def test_difficulty_agrees_with_brute_force():
    rungs = set()
    for seed in range(40 * naive.FULL):
        board = Board.random(4, 4, mines=2 + seed % 5, seed=seed)
        rung = difficulty(board, first=(1, 0))
        rungs.add(rung)
        assert solved_by_force(board, (1, 0), told=True) == (rung != NEEDS_A_GUESS)
        assert solved_by_force(board, (1, 0), told=False) == (rung not in ("exact", NEEDS_A_GUESS))
    assert {"single", "exact", NEEDS_A_GUESS} <= rungs


def test_many_boards_at_once_are_as_difficult_as_one_by_one():
    table = measure(8, 8, mines=12, games=range(150), seed=4)
    for row in table.itertuples():
        board = Board.random(8, 8, mines=12, seed=row.board_seed)
        assert difficulty(board, rules=CLASSIC_ZERO) == row.difficulty
    assert {"single", "subset", NEEDS_A_GUESS} <= set(table["difficulty"])


def test_a_mine_under_the_first_opening_is_no_solution():
    board = Board.parse("M1\n11")
    assert difficulty(board) == NEEDS_A_GUESS
    assert difficulty(board, rules=Rules(lives=1, goal="open")) == NEEDS_A_GUESS
    assert difficulty(board, first=(1, 1)) == NEEDS_A_GUESS


def test_difficulty_depends_on_the_rules():
    board = Board.parse("M10\n110\n000")
    assert difficulty(board) == NEEDS_A_GUESS
    assert difficulty(board, first=(2, 2)) == "single"
    assert difficulty(board, rules=Rules(first_click="zero")) in LADDER


@pytest.mark.parametrize("rules", [REPORT, CLASSIC, CLASSIC_ZERO], ids=lambda rules: rules.name)
@pytest.mark.parametrize("by", ["basic", "charles", "ibs-hyper", "swept", "exact", "ibs+total"])
def test_the_board_is_solved_with_one_guess_in_both_forms(by, rules):
    for first in ((0, 0), (3, 2)):
        board = find_board(8, 8, mines=10, by=by, seed=2, first=first, rules=rules)
        assert board.n_mines == 10 and not board.mines[first]
        for engine in (True, False):
            for seed in (0, 1):
                record = play(board, by, seed=seed, first=first, rules=rules, engine=engine)
                assert record.won and record.guesses == 1 and record.blasts == 0
                assert record.final_board == board  # nothing had to be moved


def test_it_is_the_first_of_the_draws_that_is_solved():
    games = ml.play_many("basic", 6, 6, mines=8, games=400, seed=9, first=(2, 2))
    for row in games.itertuples():
        board = Board.random(6, 6, mines=8, seed=row.board_seed)
        if solves("basic", board, first=(2, 2), engine=False):
            break
    assert row.Index > 0
    assert find_board(6, 6, mines=8, by="basic", seed=9, first=(2, 2), draws=row.Index + 1) == board
    with pytest.raises(ValueError, match=f"none of {row.Index} boards"):
        find_board(6, 6, mines=8, by="basic", seed=9, first=(2, 2), draws=row.Index)


def test_the_same_seed_finds_the_same_board():
    one, same, other = (find_board(9, 9, mines=12, seed=seed) for seed in (1, 1, 2))
    assert one == same != other


def test_a_board_may_need_no_guess_at_all():
    board = find_board(3, 3, mines=9, by="exact", seed=1)
    assert play(board, "exact").guesses == 0
    assert find_board(3, 3, mines=0, seed=1).n_mines == 0


def test_a_search_that_finds_nothing_says_so():
    with pytest.raises(ValueError, match=r"none of 300 boards of 4 x 4 with 14 mines is solved by "
                       r"charles from \(0, 0\) without another guess"):  # fmt: skip
        find_board(4, 4, mines=14, seed=1, draws=300)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 0}, "rows must be a whole number from 1 to 2000, not 0"),
        ({"mines": 37}, "mines must be a whole number from 0 to 36, not 37"),
        ({"mines": None}, "mines must be"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"first": (6, 0)}, r"first \(6, 0\) is off the board"),
        ({"first": None}, "first must be a cell"),
        ({"draws": 0}, "draws must be a whole number from 1 to .*, not 0"),
        ({"by": "charls"}, "did you mean 'charles'"),
        ({"by": Agent("mine", ("entails",))}, "by must be an agent that the engine can play"),
        ({"rules": "report"}, "rules must be a Rules"),
        ({"mines": 33, "rules": CLASSIC_ZERO}, "room"),
    ],
)
def test_bad_arguments_are_named(options, message):
    usual = {"rows": 6, "cols": 6, "mines": 5, "seed": 1, "draws": 50}
    with pytest.raises(ValueError, match=message):
        find_board(**(usual | options))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"board": "1M"}, "board must be a Board"),
        ({"first": (9, 9)}, r"first \(9, 9\) is off the board"),
        ({"first": None}, "first must be a cell"),
        ({"rules": None}, "rules must be a Rules"),
    ],
)
def test_bad_arguments_of_difficulty_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        difficulty(**({"board": Board.parse("1M\n11")} | options))
