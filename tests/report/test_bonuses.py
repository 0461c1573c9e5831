"""What notebook 06 says of guess rules is what positions and tables say."""

from itertools import combinations

import numpy as np
import pytest

import minelab as ml
from minelab.agents.guesses.clues import average
from minelab.boards.grid import neighbours
from minelab.inference.position import Position
from minelab.report import bonuses

FIGURE_35 = "0123M\n23MM3\nMM55M\n3????\n1????"


@pytest.fixture(scope="module")
def guesses():
    return ml.load("guesses")


def test_cowans_figure_35_is_weighed_as_printed():
    table = bonuses.weighed(ml.View.parse(FIGURE_35, mines=11))
    assert table["average"].round(2).tolist() == [0.56, 0.67, 0.67, 0.67, 0.5, 0.5, 0.5, 0.5]
    assert table.loc["(3, 1)", "estimates"] == "0.67, 0.50, 0.50"
    assert table.loc["(4, 4)", "estimates"] == "none"


def test_sums_may_exceed_1_and_exact_risks_count_layouts():
    """Three layouts fit the clues, each with three mines; two more stand somewhere in the rest."""
    table = bonuses.weighed(ml.View.parse(FIGURE_35, mines=11))
    assert table["sum"].max() == pytest.approx(5 / 3)
    assert table.loc["(4, 2)", "sum"] == pytest.approx(5 / 8)
    assert table["exact"].tolist() == pytest.approx([2 / 3] * 4 + [1 / 3] + [2 / 3] * 3)
    assert table["exact"].sum() == pytest.approx(5)


def test_the_average_is_what_the_rule_says():
    record = ml.play(ml.Board.random(8, 8, mines=14, seed=3), "basic", seed=3)
    view = record.view(len(record.turns) // 2)
    told = ml.View(view.codes, mines=14)
    table = bonuses.weighed(told)
    guess = average(Position(told), ())
    assert table["average"].min() == guess.chance
    assert table.loc[str(guess.cell), "average"] == guess.chance


def test_a_view_without_the_number_of_mines_is_refused():
    with pytest.raises(ValueError, match="view must have the number of mines"):
        bonuses.weighed(ml.View.parse(FIGURE_35))


def test_prices_are_risks_beyond_the_least(guesses):
    table = bonuses.prices(guesses, ["charles", "charles+average", "exact"])
    for agent, row in table.iterrows():
        some = guesses[guesses["agent"] == agent]
        assert row["extra"] == pytest.approx((some["risk"] - some["least"]).mean())
        assert row["low"] <= row["extra"] <= row["high"]
        assert row["guesses"] == len(some)
    assert np.isnan(table.loc["charles", "said"])
    assert table.loc["exact", ["extra", "best"]].tolist() == [0, 1]
    with pytest.raises(ValueError, match="agents must be among .*, not 'nobody'"):
        bonuses.prices(guesses, ["nobody"])


def test_halves_are_guesses_that_were_called_one_half(guesses):
    table = bonuses.halves(guesses).set_index(["rule", "density"])
    average = guesses.query("rule == 'average' and claimed == 0.5 and density == 0.8")
    assert table.loc[("average", 0.8), "guesses"] == len(average)
    assert table.loc[("average", 0.8), "risk"] == pytest.approx(average["risk"].mean())
    at_random = guesses.query("agent == 'corners' and rule == 'random' and density == 0.6")
    assert table.loc[("corners", 0.6), "mines"] == at_random["mine"].mean()
    assert (table["low"] <= table["high"]).all()


def test_one_half_is_cowans_own_rule_and_another_number_is_not():
    boards = [ml.Board.random(8, 8, mines=20, seed=seed) for seed in range(5)]
    methods = ml.agent("charles").methods

    def guesses(agent):
        games = [ml.play(board, agent) for board in boards]
        return [[turn.cell for turn in game.turns if turn.method == "guess"] for game in games]

    def rule(unseen):
        return ml.Agent("mine", methods=methods, guess=bonuses.average_with(unseen))

    assert guesses(rule(0.5)) == guesses("charles+average") != guesses(rule(0.1))


def test_details_are_gains_over_the_agent_that_guesses_at_random():
    table = bonuses.details().set_index("agent")
    ablations = ml.load("ablations").query("rows == 30 and 0 < density < 1")
    apart = ml.compare(ablations, "basic", "corners-raw")["difference"]
    assert table["mean"]["corners-raw"] == pytest.approx(100 * apart.mean())
    assert (table["low"] < table["mean"]).all() and (table["mean"] < table["high"]).all()
    assert table["mean"]["corners-raw"] < table["mean"]["corners"] / 2  # half is lost in print


def test_first_clues_are_what_all_layouts_of_a_small_board_say():
    cells = {"corner": (0, 0), "edge": (0, 1), "inside": (1, 1)}
    table = bonuses.first_clues(3, 3, 2)
    pairs = list(combinations(np.ndindex(3, 3), 2))
    for where, cell in cells.items():
        around = set(neighbours(cell, 3, 3))
        clues = np.array([len(around & set(mines)) for mines in pairs if cell not in mines])
        expected = [clues.mean(), (clues == 0).mean(), (clues == len(around)).mean()]
        assert table.loc[where, ["mines", "0", "all"]].tolist() == pytest.approx(expected)


def test_corners_as_printed_lies_where_the_report_does_and_corners_does_not():
    table = bonuses.against_basic(ml.load("density-30"), ["corners", "corners-raw"])
    picks = table.xs("fewer random picks", level="what")
    inside = (picks["low"] < picks["report"]) & (picks["report"] < picks["high"])
    assert inside.to_dict() == {"corners": False, "corners-raw": True}
