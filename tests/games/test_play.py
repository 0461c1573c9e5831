import numpy as np
import pytest

from minelab import (
    CLASSIC,
    Agent,
    Board,
    Deduction,
    Flag,
    Guess,
    Open,
    Player,
    Record,
    play,
    play_many,
)
from minelab.agents.catalogue import CATALOGUE
from tests.naive import COMPILED

BOARD = Board.parse("""
    1 M 2
    2 4 M
    M 3 M
""")

COLUMNS = """
    agent rows cols mines density rules board_seed play_seed score won blasts wrong_flags guesses
    random_picks lives opened flagged assumptions nodes work
""".split()


@pytest.mark.parametrize("engine", [True, False])
def test_the_first_cell_counts_as_a_guess(engine):
    record = play(BOARD, "basic", first=(2, 1), engine=engine)
    assert record.turns[0].reason == Guess((2, 1), "given")
    assert record.setting.first == (2, 1)
    assert record.guesses == record.random_picks + 1


@pytest.mark.parametrize("engine", [True, False])
def test_given_guesses_are_used_up_before_the_agents_own_rule(engine):
    given = [(0, 0), (0, 0), (2, 2), (1, 1)]
    record = play(BOARD, "random", guesses=given, engine=engine)
    rules = [turn.reason.rule for turn in record.turns]
    assert [turn.cell for turn in record.turns[:3]] == [(0, 0), (2, 2), (1, 1)]
    assert rules == ["given"] * 3 + ["random"] * 6
    assert record.random_picks == 6


@pytest.mark.parametrize("engine", [True, False])
def test_the_first_cell_comes_before_the_given_guesses(engine):
    record = play(BOARD, "random", first=(1, 0), guesses=[(0, 2)], engine=engine)
    assert [turn.cell for turn in record.turns[:2]] == [(1, 0), (0, 2)]


def test_the_same_seeds_play_the_same_game():
    board = Board.random(8, 8, mines=12, seed=1)
    assert play(board, "basic", seed=4) == play(board, "basic", seed=4)
    games = [play(board, "random", seed=seed).turns[0].cell for seed in range(30)]
    assert len(set(games)) > 10


def test_agents_that_guess_at_random_share_their_first_guess():
    guessing_at_random = [name for name in CATALOGUE if CATALOGUE[name].guess == "random"]
    board = Board.random(8, 8, mines=12, seed=1)
    for seed in range(10):
        cells = {play(board, name, seed=seed).turns[0].cell for name in guessing_at_random}
        assert len(cells) == 1


def test_a_game_leaves_its_board_as_it_was():
    board = Board.parse("M1\n11")
    play(board, "basic", rules=CLASSIC, first=(0, 0))
    assert str(board) == "M1\n11"


def test_a_board_without_a_safe_cell_is_all_blasts():
    record = play(Board.random(3, 3, mines=9, seed=1), "basic")
    assert (record.blasts, record.guesses, record.score, record.won) == (9, 9, 0, False)


def test_a_board_without_a_mine_is_won():
    record = play(Board.random(3, 3, mines=0, seed=1), "basic")
    assert (record.guesses, record.score, record.won) == (1, 1, True)
    assert play(Board.random(3, 3, mines=0, seed=1), "random").won


def test_a_large_board_is_played_and_explained():
    record = play(Board.random(120, 120, density=0.15, seed=1), "basic")
    assert len(record.turns) == 14400
    record.verify()


class Scripted(Player):
    """Gives its answers one after the other, then opens what is covered."""

    name = "scripted"

    def __init__(self, *answers, total_for=()):
        self.answers = list(answers)
        self.total_for = total_for
        self.views = []

    def move(self, view, rng):
        self.views.append(view)
        return self.answers.pop(0) if self.answers else Open(view.covered[0])


def test_a_players_answers_become_reasons():
    proof = Deduction((2, 2), True, "insight")
    record = play(BOARD, Scripted(Open((0, 0)), Flag((0, 1)), proof, Guess((1, 1), "random")))
    assert [turn.reason for turn in record.turns[:4]] == [
        Guess((0, 0), "player"),
        Deduction((0, 1), True, "player"),
        proof,
        Guess((1, 1), "random"),
    ]
    assert record.guesses == 7
    assert record.random_picks == 1
    assert (record.counters["deduced_player"], record.counters["deduced_insight"]) == (1, 1)


def test_a_players_guess_gives_way_to_the_given_one():
    record = play(BOARD, Scripted(Flag((0, 1)), Open((0, 0))), guesses=[(0, 1), (2, 1)])
    assert [turn.cell for turn in record.turns[:2]] == [(0, 1), (2, 1)]
    assert record.turns[1].reason == Guess((2, 1), "given")


@pytest.mark.parametrize(("total_for", "mines"), [((), None), (("guess",), 4)])
def test_the_number_of_mines_is_in_the_view_only_of_those_who_know_it(total_for, mines):
    player = Scripted(total_for=total_for)
    record = play(BOARD, player)
    assert {view.mines for view in player.views} == {mines}
    assert record.view(0).mines == mines


def test_an_agent_may_know_the_number_of_mines():
    def rule(position, order):
        assert position.view.mines == 4
        return Guess(position.view.covered[0], "mine")

    play(BOARD, Agent("told", guess=rule, total_for=("guess",)))


def test_a_player_may_answer_with_numbers_of_numpy(tmp_path):
    class Natural(Player):
        def move(self, view, rng):
            return Open(tuple(rng.choice(np.argwhere(view.codes == -1))))

    record = play(BOARD, Natural, seed=1)
    assert all(type(x) is int for turn in record.turns for x in turn.cell)
    record.save(tmp_path / "game.jsonl")
    assert Record.load(tmp_path / "game.jsonl") == record


def test_a_players_chance_is_the_games_own():
    class Lucky(Player):
        def move(self, view, rng):
            return Open(view.covered[rng.integers(len(view.covered))])

    board = Board.random(6, 6, mines=6, seed=1)
    assert play(board, Lucky, seed=3) == play(board, Lucky, seed=3)
    assert play(board, Lucky, seed=3) != play(board, Lucky, seed=4)


def test_many_games_are_a_table_with_a_row_each():
    table = play_many("basic", 6, 7, mines=8, games=20, seed=1)
    assert [name for name in table if not name.startswith("deduced_")] == COLUMNS
    assert (table["deduced_single"] <= table["opened"] + table["flagged"]).all()
    assert len(table) == 20
    assert (table["density"] == 8 / 42).all()
    assert (table["opened"] + table["flagged"] + table["blasts"] == 42).all()
    assert (table["lives"] == -1).all()


def test_any_part_of_many_games_can_be_played_by_itself():
    whole = play_many("basic", 6, 7, mines=8, games=50, seed=1)
    part = play_many("basic", 6, 7, mines=8, games=range(20, 33), seed=1)
    assert part.equals(whole[20:33].reset_index(drop=True))
    assert play_many("basic", 6, 7, mines=8, games=0, seed=1).empty


@pytest.mark.parametrize("name", COMPILED)
def test_all_agents_meet_the_same_boards(name):
    keys = ["board_seed", "play_seed"]
    table = play_many(name, 6, 7, mines=8, games=20, seed=1)
    assert table[keys].equals(play_many("random", 6, 7, mines=8, games=20, seed=1)[keys])
    assert table["board_seed"].is_unique


@pytest.mark.parametrize("other", [{"seed": 2}, {"rows": 5}, {"cols": 8}, {"mines": 9}])
def test_each_part_of_a_key_makes_other_boards(other):
    key = {"rows": 6, "cols": 7, "mines": 8, "seed": 1}
    here = play_many("random", **key, games=20)
    there = play_many("random", **(key | other), games=20)
    assert not set(here["board_seed"]) & set(there["board_seed"])
    assert not set(here["play_seed"]) & set(here["board_seed"])


def test_an_agent_that_proves_nothing_scores_nothing():
    table = play_many("random", 10, 10, mines=20, games=200, seed=1)
    assert (table["score"] == 0).all()
    assert (table["blasts"] == 20).all()
    assert (table["random_picks"] == 100).all()
