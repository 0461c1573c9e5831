"""Agents and methods of one's own."""

import pandas as pd
import pytest

import minelab as ml
from minelab import Deduction
from minelab.inference.methods import METHODS
from minelab.lab.own_agent import add_agent, find_mistake

COLUMNS = ["score", "won", "blasts", "wrong_flags", "guesses", "random_picks", "opened", "flagged"]


class First(ml.Player):
    name = "first"

    def move(self, view, rng):
        return ml.Open(view.covered[0])


class Dice(ml.Player):
    name = "dice"

    def move(self, view, rng):
        return ml.Open(view.covered[rng.integers(len(view.covered))])


def hopeful(position):
    """Takes every clue that needs one mine more for one whose first cell has it."""
    for clue in position.in_row_order():
        if clue.mines == 1:
            yield ml.Deduction(min(clue.cells), True, "hopeful", (clue,))


def empty_handed(position):
    return iter(())


@pytest.fixture(scope="module")
def games():
    return ml.sweep(["basic", "charles"], 6, 6, mines=[4, 9], boards=12, seed=3)


@pytest.mark.parametrize("rules", [ml.REPORT, ml.CLASSIC, ml.CLASSIC_ZERO])
def test_an_agent_of_the_catalogue_gets_the_rows_that_the_engine_gives(rules):
    both = ml.sweep(["basic", "charles"], 6, 6, mines=[4, 9], boards=12, seed=3, rules=rules)
    basic, charles = (both[both["agent"] == name] for name in ("basic", "charles"))
    added = add_agent(basic, "charles").query("agent == 'charles'")
    for column in COLUMNS:
        assert added[column].tolist() == charles[column].tolist(), column


def test_it_meets_every_board_once_and_leaves_the_table_as_it_was(games):
    table = add_agent(games, First)
    own = table[table["agent"] == "first"]
    assert len(own) == 24 and len(table) == len(games) + 24
    assert table["score"][: len(games)].tolist() == games["score"].tolist()
    assert own["guesses"].tolist() == [36] * 24
    assert "work" not in table


def test_it_can_be_compared_and_summed_up_like_the_others(games):
    table = add_agent(games, First)
    assert ml.compare(table, "first", "basic")["difference"].min() > 0
    assert len(ml.summary(table)) == 6


def test_the_same_games_come_out_again(games):
    pd.testing.assert_frame_equal(add_agent(games, Dice), add_agent(games, Dice))


class Unlucky(First):
    """Fails in one game of three or so."""

    name = "unlucky"

    def move(self, view, rng):
        if len(view.covered) == 20 and rng.random() < 0.3:
            raise KeyError("lost")
        return super().move(view, rng)


def test_a_game_that_fails_counts_as_lost_and_the_others_go_on(games):
    with pytest.warns(UserWarning, match=r"unlucky failed and count as lost. The first: ") as said:
        table = add_agent(games, Unlucky)
    own = table[table["agent"] == "unlucky"]
    failed = own[own["guesses"] == 16]
    assert 0 < len(failed) < len(own) == 24
    assert f"{len(failed)} of 24 games" in str(said[0].message)
    assert not failed["won"].any() and not failed["score"].any()
    whole = add_agent(games, First).query("agent == 'first'")
    others = own["guesses"] == 36
    assert own["score"][others].tolist() == whole["score"][others.to_numpy()].tolist()


@pytest.mark.parametrize("rules", [ml.REPORT, ml.Rules(lives=2, cascade=True)])
def test_a_sweep_takes_players_and_lets_the_engine_play_the_others(rules):
    how = {"mines": [4, 9], "boards": 6, "seed": 3, "rules": rules, "first": (1, 1)}
    mixed = ml.sweep([Dice, "basic", First], 6, 6, **how)
    assert mixed["agent"].unique().tolist() == ["basic", "dice", "first"]
    basic = ml.sweep(["basic"], 6, 6, **how)
    assert mixed["score"][:12].tolist() == basic["score"].tolist()
    alone = ml.sweep([First], 6, 6, **how)
    own = mixed[mixed["agent"] == "first"].reset_index(drop=True)
    pd.testing.assert_frame_equal(own, alone)
    for key in own.to_dict("records"):
        board = ml.Board.random(6, 6, mines=key["mines"], seed=key["board_seed"])
        record = ml.play(board, First, seed=key["play_seed"], rules=rules, first=(1, 1))
        assert (record.score, record.guesses) == (key["score"], key["guesses"])


def test_a_method_of_ones_own_joins_too(games):
    mine = ml.Agent("mine", ("single", METHODS["subset"]))
    table = add_agent(games, mine)
    aravind = ml.sweep(["aravind"], 6, 6, mines=[4, 9], boards=12, seed=3)
    own = table[table["agent"] == "mine"]
    assert own["score"].tolist() == aravind["score"].tolist()


@pytest.mark.parametrize("method", [name for name in METHODS if name not in ("total", "exact")])
def test_no_method_of_the_package_makes_a_mistake(method):
    assert find_mistake(method, boards=6) is None


def test_a_false_method_is_found_out_with_a_layout_against_it():
    mistake = find_mistake(hopeful)
    assert mistake.claim.method == "hopeful" and mistake.claim.is_mine
    risk = ml.odds(mistake.view, density=0.25).risk[mistake.claim.cell]
    assert 0 <= risk < 1


def says_yes(position):
    yield Deduction(position.view.covered[0], "yes", "says yes")


def test_a_method_that_says_nothing_makes_no_mistake():
    assert find_mistake(empty_handed, boards=3) is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda games: add_agent(games, "basic"), "name that the table has not yet, not 'basic'"),
        (lambda games: add_agent(games, First()), "agent must be a class"),
        (lambda games: add_agent(games, 7), "agent must be a name, an Agent or a Player"),
        (lambda games: add_agent(games.drop(columns="mines"), First), "mines"),
        (lambda games: add_agent(games.assign(rules="mine"), First), "rules must be one of"),
        (lambda games: add_agent(None, First), "games must be a table .* not None"),
        (lambda games: add_agent(games.assign(rows="x"), First), "numbers in the column 'rows'"),
        (lambda games: add_agent(games.assign(mines=2.5), First), "whole numbers .* 'mines'"),
        (lambda games: add_agent(games.assign(play_seed=-1), First), "seed must be .* not -1"),
        (lambda games: find_mistake(lambda position: None), "Deductions, not None"),
        (lambda games: find_mistake(lambda position: iter([5])), "Deductions, not 5"),
        (lambda games: find_mistake(says_yes), "is_mine must be True or False, not 'yes'"),
        (lambda games: find_mistake("sinlge"), "method must be one of"),
        (lambda games: find_mistake("single", boards=0), "boards must be"),
        (lambda games: find_mistake("single", seed=-1), "seed must be"),
    ],
)
def test_bad_input_is_refused(call, words, games):
    with pytest.raises(ValueError, match=words):
        call(games)
