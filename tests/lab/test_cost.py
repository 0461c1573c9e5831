import pandas as pd
import pytest

import minelab as ml
from minelab import Board, View
from minelab.agents.players import reader
from minelab.games.compiled import random_order
from minelab.inference.methods import METHODS
from minelab.inference.position import Position
from minelab.lab import cost
from minelab.lab.cost import Tally, measure, play_counted

BOARD = Board.random(8, 8, mines=14, seed=3)


def counted(agent):
    tally = Tally()
    play_counted(BOARD, agent, tally, seed=1)
    return tally


def test_a_one_two_one_costs_what_one_can_count():
    # Three clues, each looked at once; three of them overlap in pairs.
    view = View.parse("1 2 1\n? ? ?")
    for method, visits, pairs, derived in (("single", 3, 0, 0), ("subset-once", 0, 6, 4)):
        tally = Tally()
        list(METHODS[method](Position(view, tally=tally)))
        assert (tally["visits"], tally["pairs"], tally["derived"]) == (visits, pairs, derived)


@pytest.mark.parametrize("agent", ["basic-002", "charles+average", "ibs-hyper", "swept+total"])
def test_counting_does_not_change_the_game(agent):
    assert play_counted(BOARD, agent, Tally(), seed=1) == ml.play(
        BOARD, agent, seed=1, engine=False
    )


def test_each_kind_of_method_costs_its_own_kind_of_work():
    basic, cowan, swept = counted("basic"), counted("cowan"), counted("swept")
    assert basic["assumptions"] == basic["pairs"] == basic["nodes"] == 0
    assert cowan["assumptions"] > 0 and cowan["pairs"] == 0
    assert swept["nodes"] > 0 and swept["assumptions"] == 0
    assert counted("cowan+average")["claims"] > 0


def test_repeated_suppositions_are_those_of_an_unchanged_position():
    # After a blast far from all clues nothing is new, so the same cells are tried again.
    board = Board.parse("""
        0 1 M 1 0 0 1 M
        0 1 1 1 0 0 1 1
    """)
    tally, given = Tally(), iter([(0, 1), (0, 7), (1, 7)])
    order = random_order(board.rows, board.cols, seed=1)
    ml.play(board, reader(ml.agent("cowan-1"), order, given, tally))
    assert 0 < tally["repeated"] < tally["assumptions"]


@pytest.mark.parametrize("method", ["assume", "refute"])
def test_mined_and_safe_are_two_suppositions(method):
    """One look at a position in which nothing can be proved repeats nothing."""
    tally = Tally()
    assert not list(METHODS[method](Position(View.parse("1??\n???\n??1"), tally=tally)))
    assert tally["assumptions"] > 0 and tally["repeated"] == 0


def test_whole_frontiers_have_more_states_than_their_groups():
    table = measure("swept", 10, 0.3, boards=5)
    assert (table["log2_at_once"] >= table["log2_by_group"]).all()
    assert (table["frontier"] >= table["largest_group"]).all()
    assert (table["frontier"] > 0).all()


def test_a_row_holds_the_counts_of_both_forms():
    table = measure("ibs-hyper", 8, 0.25, boards=3)
    engine = ml.play_many("ibs-hyper", 8, 8, mines=16, games=3, seed=1)
    for name in ("work", "assumptions", "nodes"):
        assert table[f"engine_{name}"].tolist() == engine[name].tolist()
    assert table["board_seed"].tolist() == engine["board_seed"].tolist()
    assert (table["work"] == table["visits"] + table["pairs"] + table["claims"]).all()
    assert set(Tally()) <= set(table)


def test_methods_are_listed_with_what_they_prove_and_take():
    table = cost.by_method(View.parse("121\n???"), ["single", "subset", "groups"])
    assert table["cells proved"].tolist() == [0, 3, 3]
    assert table.loc["single"].tolist() == [0, 3, 0, 0, 0]
    assert table.loc["subset", "comparisons"] > 0 and table.loc["groups", "layouts"] == 1


def test_prices_are_means_beside_the_score_of_the_same_densities():
    counted, games = ml.load("cost").query("rows == 10"), ml.load("density-10")
    price = cost.prices(counted, games, ["swept", "basic"])
    assert list(price.index) == ["swept", "basic"]
    own = counted[counted["agent"] == "swept"]
    assert price.loc["swept", "work"] == round((own["work"] + own["nodes"]).mean())
    assert price.loc["swept", "layouts"] > 0 == price.loc["basic", "layouts"]
    assert price.loc["swept", "score"] > price.loc["basic", "score"]


def test_a_power_of_the_cells_is_found():
    rows = [("basic", side, 7 * side**3) for side in (5, 10, 20)]
    games = pd.DataFrame(rows, columns=["agent", "rows", "work"])
    assert cost.power(games, "work", "basic") == pytest.approx(1.5)
