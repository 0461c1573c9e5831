"""What the reports print and others published: boards, SWEPT's game, mean scores, win rates."""

import pytest

import minelab as ml
from minelab.lab.designs import EXPERIMENTS
from minelab.report.sources import (
    DENSITIES,
    MEANS,
    READINGS,
    beside_published,
    entries,
    perfect_play,
    win_rates,
)
from tests.naive import FULL

NAMES = list(entries())
WITH_GAME = [name for name in NAMES if "game" in entries()[name]]


@pytest.mark.parametrize("name", NAMES)
def test_a_board_parses_prints_back_and_its_clues_equal_its_mines(name):
    picture = "\n".join(entries()[name]["picture"])
    board = ml.printed_board(name)
    assert str(board) == picture
    for r, row in enumerate(picture.split("\n")):
        for c, letter in enumerate(row):
            assert board.mines[r, c] == (letter in "Md")
            if letter not in "Md":
                around = board.mines[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2]
                assert int(around.sum()) == (0 if letter == "g" else int(letter))


def test_the_table_lists_every_board():
    table = ml.printed_boards()
    assert list(table.index) == NAMES
    assert set(table["report"]) == {"COWAN", "SWEPT", "Daggers"}
    assert table.loc["cowan-11", "mines"] == 20


@pytest.mark.parametrize("name", WITH_GAME)
def test_a_printed_game_fits_its_board(name):
    board, game = ml.printed_board(name), ml.printed_game(name)
    assert all(board.mines[cell] for cell in (*game.flags, *game.blasts))
    assert not set(game.flags) & {*game.openings, *game.guesses}
    if game.openings:
        hit = {cell for cell in game.openings if board.mines[cell]}
        assert hit == set(game.blasts)
    if game.answers:
        shown = board.letters()
        assert game.answers == tuple(str(shown[cell]) for cell in game.openings)
    if game.found is not None:
        assert entries()[name]["game"]["of"] == board.n_mines
        assert game.found == board.n_mines - len(game.blasts)


@pytest.mark.parametrize("name", ["swep", "cowan11", 11, None])
def test_an_unknown_name_is_refused_and_the_nearest_named(name):
    with pytest.raises(ValueError, match="name must be one of") as caught:
        ml.printed_board(name)
    hints = {"swep": "'swept'", "cowan11": "'cowan-11'"}
    if name in hints:
        assert f"did you mean {hints[name]}?" in str(caught.value)


def test_a_board_without_a_game_says_which_have_one():
    with pytest.raises(ValueError, match="'swept'"):
        ml.printed_game("daggers-2")


def cells_in(part):
    """Every [row, column] at any depth of a printed game."""
    if isinstance(part, dict):
        part = list(part.values())
    if not isinstance(part, list):
        return []
    if len(part) == 2 and all(isinstance(number, int) for number in part):
        return [tuple(part)]
    return [cell for inner in part for cell in cells_in(inner)]


@pytest.mark.parametrize("name", WITH_GAME)
def test_every_cell_in_the_file_lies_on_its_board(name):
    board = ml.printed_board(name)
    found = cells_in(entries()[name]["game"])
    assert found
    assert all(0 <= r < board.rows and 0 <= c < board.cols for r, c in found)


def opened(record):
    return tuple(turn.cell for turn in record.turns if isinstance(turn.move, ml.Open))


@pytest.mark.parametrize("engine", [True, False])
def test_basic_002_makes_all_32_openings_of_swept_in_the_printed_order(engine):
    board, game = ml.printed_board("swept"), ml.printed_game("swept")
    record = ml.play(board, "basic-002", guesses=game.guesses, engine=engine)
    assert len(game.openings) == 32
    assert opened(record) == game.openings
    assert record.guesses == len(game.guesses) == 11
    assert (board.n_mines - record.blasts, board.n_mines) == (game.found, 8) == (4, 8)
    assert record.score == 0.5
    flags = {turn.cell for turn in record.turns if isinstance(turn.move, ml.Flag)}
    assert flags == set(game.flags)


@pytest.mark.parametrize("engine", [True, False])
def test_basic_needs_four_of_the_printed_guesses_and_ends_five_of_eight(engine):
    board, game = ml.printed_board("swept"), ml.printed_game("swept")
    record = ml.play(board, "basic", guesses=game.guesses, engine=engine)
    guessed = [turn.cell for turn in record.turns if turn.method == "guess"]
    assert guessed == [(3, 5), (4, 5), (5, 3), (2, 5)]
    assert board.n_mines - record.blasts == 5
    assert record.score == 5 / 8


# IBS's published means of ten boards: ours should lie within three standard errors

(DESIGN,) = EXPERIMENTS["published-001"].sweeps


@pytest.fixture(scope="module")
def table():
    games = ml.sweep(
        DESIGN.agents,
        DESIGN.rows,
        DESIGN.cols,
        densities=DENSITIES,
        boards=60 * FULL,
        seed=DESIGN.seed,
        first=DESIGN.first,
    )
    return beside_published(games)


def outside(table, agent):
    """The densities at which an agent lies more than three standard errors away."""
    far = table[(table["agent"] == agent) & (table["errors_apart"].abs() > 3)]
    return far["density"].tolist()


@pytest.mark.parametrize("agent", ["basic", "ibs", "ibs-hyper", "ibs+total", "ibs+last-flags"])
def test_our_means_lie_where_ten_boards_may_lie(table, agent):
    assert outside(table, agent) == []
    apart = table[table["agent"] == agent]["errors_apart"]
    assert apart.abs().mean() < 1.4  # of chance alone it would be .8


def test_the_last_bonus_is_not_what_its_text_says(table):
    # Whether claims are summed or the last one wins: without flags among the unopened tiles the
    # agent does better than the published one, from the middle densities on.
    assert {0.5, 0.6, 0.7, 0.8} <= set(outside(table, "ibs+last"))
    assert {0.7, 0.8} == set(outside(table, "ibs+sum"))
    assert (table[table["agent"] == "ibs+last"]["errors_apart"][2:] < 0).all()


def test_the_experiment_plays_every_reading_as_ibs_did():
    assert set(READINGS) == set(DESIGN.agents) and set(READINGS.values()) == set(MEANS)
    assert (DESIGN.rows, DESIGN.cols, DESIGN.first) == (20, 20, (0, 0))
    assert {round(400 * density) for density in DENSITIES} <= set(DESIGN.mines)


def test_perfect_play_is_as_published_on_every_tiny_board():
    table = perfect_play()
    assert len(table) == 18 and (table["published"] == table["ours"]).all()


def test_win_rates_are_percent_with_a_source_and_a_level():
    table = win_rates()
    assert table["percent"].between(0, 100).all() and (table["reference"] != "").all()
    assert set(table["first_click"]) == {"safe", "zero", "random", "unknown"}
    assert not table.duplicated(["source", "first_click", "rows", "cols", "mines"]).any()
    best = (
        table[table["rows"].eq(16) & table["cols"].eq(30)].groupby("first_click")["percent"].max()
    )
    assert best["safe"] == 41.13 and best["zero"] == 54.3
