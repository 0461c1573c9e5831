from itertools import pairwise

import numpy as np
import pytest

import minelab as ml
from minelab import Agent, Board, Guess, Open, Player
from minelab.agents.catalogue import CATALOGUE
from minelab.inference.methods.single import single

BOARD = Board.random(6, 6, mines=7, seed=2)


def first_covered(position, order):
    return Guess(position.view.covered[0], "first")


def test_an_agent_is_found_by_its_name():
    assert ml.agent("basic") is CATALOGUE["basic"]
    assert ml.agent("basic").methods == ("single",)


def test_the_catalogue_is_a_table_with_an_agent_a_row():
    table = ml.catalogue()
    assert list(table.index) == list(CATALOGUE)
    assert {"report", "section", "methods", "guess", "total_for"} <= set(table.columns)
    assert table.loc["basic-002", "report"] == "SWEPT"


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_agent_of_the_catalogue_cites_its_source(name):
    assert CATALOGUE[name].name == name
    assert CATALOGUE[name].report and CATALOGUE[name].section


def test_methods_and_guess_rules_may_be_functions_of_your_own():
    mine = Agent("mine", methods=(single,), guess=first_covered)
    assert not mine.compiled
    record = ml.play(BOARD, mine)
    assert record.agent == "mine"
    assert record.turns[0].reason == Guess((0, 0), "first")
    assert record.counters["deduced_single"] > 0
    assert record.random_picks == 0


def test_a_function_plays_as_its_name_does():
    named = ml.play(BOARD, Agent("x", ("single",)), seed=5, engine=False)
    own = ml.play(BOARD, Agent("x", (single,)), seed=5)
    assert own == named


def test_an_agent_of_your_own_plays_like_the_catalogues_with_the_same_parts():
    assert ml.play(BOARD, Agent("basic", ("single",)), seed=5) == ml.play(BOARD, "basic", seed=5)


def test_after_each_fact_the_cheaper_methods_are_asked_first():
    asked = []

    def cheap(position):
        asked.append("cheap")
        return single(position)

    def costly(position):
        asked.append("costly")
        return iter(())

    ml.play(BOARD, Agent("both", (cheap, costly), guess=first_covered))
    assert all(before == "cheap" for before, after in pairwise(asked) if after == "costly")


def test_swepts_agent_leaves_cells_covered_that_it_has_proved_safe():
    # The 1 at (0, 1) is opened by a guess and explodes into nothing: no clue is looked at again.
    board = Board.parse("""
        1 M 1 0
        1 1 1 0
    """)
    guesses = [(0, 0), (0, 1), (0, 3)]
    record = ml.play(board, "basic-002", guesses=guesses)
    after_blast = record.view(2)
    assert after_blast[(0, 1)] < 0
    assert {d.cell for d in ml.deduce(after_blast, "single")} == {(1, 0), (1, 1)}
    assert record.turns[2].cell == (0, 3)  # a guess, though these are provably safe
    assert record.turns[2].method == "guess"


class Counts(Player):
    name = "counts"

    def __init__(self):
        self.asked = 0

    def move(self, view, rng):
        self.asked += 1
        assert isinstance(rng, np.random.Generator)
        return Open(view.covered[0])


def test_a_player_is_asked_for_every_move():
    player = Counts()
    record = ml.play(BOARD, player)
    assert player.asked == len(record.turns) == 36
    assert (record.agent, record.guesses, record.random_picks) == ("counts", 36, 0)


def test_a_class_of_players_is_made_anew_for_each_game():
    assert ml.play(BOARD, Counts) == ml.play(BOARD, Counts)


def test_a_player_without_a_move_cannot_be_made():
    with pytest.raises(TypeError, match="move"):
        type("Idle", (Player,), {})()


@pytest.mark.parametrize("name", [*CATALOGUE, "charles+total+average", "ibs+total+sum"])
@pytest.mark.parametrize("size", [(1, 1), (1, 30), (30, 1), (300, 2), (2, 300)])
def test_every_agent_plays_every_shape_and_density(name, size):
    if not ml.agent(name).compiled and size[0] * size[1] > 100:
        pytest.skip("too long for the readable form")
    if name == "champion-slow" and size[0] * size[1] > 100:
        size = (30, 2)  # what it adds to the champion happens where few cells are covered
    for density in (0, 0.15, 1):
        record = ml.play(Board.random(*size, density=density, seed=1), name, seed=2)
        assert record.status.covered == 0
        assert record.wrong_flags == 0


def test_methods_may_be_a_list():
    mine = Agent("mine", methods=["single", "subset"])
    assert mine == Agent("mine", methods=("single", "subset")) and hash(mine)


def test_a_player_is_called_after_its_class():
    class Careful(Player):
        def move(self, view, rng):
            return Open(view.covered[0])

    class Named(Careful):
        name = "careful too"

    class Heir(Named):
        pass

    names = [ml.play(BOARD, who()).agent for who in (Careful, Named, Heir)]
    assert names == ["Careful", "careful too", "Heir"]
