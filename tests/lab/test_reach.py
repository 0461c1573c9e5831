"""Reach and replays: the tables of notebook 02 and their figures."""

import matplotlib

matplotlib.use("Agg")

import pytest
from matplotlib import pyplot as plt

import minelab as ml
from minelab.display.draw import choices, guesses
from minelab.lab import reach
from minelab.report import figures as plots
from minelab.report import replays

VIEW = ml.View.parse("0123M\n23MM3\nMM55M\n3????\n1????", mines=11)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    plt.close("all")


def test_the_stored_table_begins_as_it_is_made():
    live, stored = reach.measure(boards=3), ml.load("reach")
    key = ["mines", "board_seed", "turn", "agent"]
    assert stored.merge(live[key], on=key).equals(live)


def test_what_is_proved_is_provable_and_groups_prove_all():
    table = ml.load("reach")
    assert (table["found"] <= table["provable"]).all()
    swept = table[table["agent"] == "swept"]
    assert (swept["found"] == swept["provable"]).all()
    assert (swept["provable"] > 0).all()


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("aravind-once", "aravind"), ("aravind", "ibs"), ("ibs", "ibs-hyper"),
        ("aravind", "charles"), ("cowan", "charles"), ("cowan-3", "cowan"), ("cowan", "cowan-1"),
        ("ibs-hyper", "swept"), ("charles", "swept"),
    ],
)  # fmt: skip
def test_an_agent_with_more_methods_never_proves_less(less, more):
    gains, losses = reach.versus(ml.load("reach"), more, less)
    assert gains > 0 and losses == 0


def test_cowan_and_aravind_each_see_what_the_other_misses():
    assert min(reach.versus(ml.load("reach"), "cowan", "aravind")) > 100
    assert min(reach.versus(ml.load("reach"), "charles", "ibs")) > 10


def test_single_clues_prove_nothing_in_these_positions():
    board = ml.Board.random(8, 8, mines=19, seed=3)
    positions = list(reach.stuck_positions(board, seed=3))
    assert positions
    assert all(ml.deduce(view, "single") == [] for _, view in positions)


def test_shares_are_counted_over_cells():
    shares = reach.shares(ml.load("reach"))
    table = ml.load("reach").query("agent == 'aravind'")
    expected = table["found"].sum() / table["provable"].sum()
    assert shares.loc["aravind", "share found"] == pytest.approx(expected)
    assert shares.loc["swept", ["share found", "±"]].tolist() == [1, 0]


def test_replays_begin_as_they_are_made():
    live, stored = replays.measure(orders=3), ml.load("replays")
    assert stored[stored["play_seed"] < 3].reset_index(drop=True).equals(live)


def test_the_reach_figure_says_what_the_table_says():
    axes = plots.reach(ml.load("reach"))
    missed = 100 * (1 - reach.shares(ml.load("reach"))["share found"])
    assert f"miss {missed['aravind']:.0f} cells in 100" in axes.get_title(loc="left")
    assert sorted(bar.get_width() for bar in axes.patches) == pytest.approx(sorted(missed))
    assert axes.get_legend() is None


def test_the_replay_figure_circles_the_printed_games():
    panels = plots.replays(ml.load("replays"))
    circled = [tuple(map(int, panel.lines[0].get_xydata()[0])) for panel in panels]
    assert circled == [(7, 19), (4, 20)]
    for panel, (_, found) in zip(panels, circled, strict=True):
        low, high = panel.get_ylim()
        assert low < found < high


def test_five_rules_choose_five_cells_on_figure_35():
    assert {rule: guess.cell for rule, guess in guesses(VIEW).items()} == {
        "average": (4, 1),
        "sum": (4, 2),
        "last": (3, 1),
        "corners": (4, 4),
        "random": (4, 3),
    }


def test_the_picture_of_choices_names_them_all():
    picture = choices(VIEW)
    for rule, guess in guesses(VIEW).items():
        assert f"{rule} opens ({guess.cell[0]},\N{NO-BREAK SPACE}{guess.cell[1]})" in picture.alt
        assert f">{rule}</text>" in picture.svg


def test_a_stuck_position_has_something_to_prove_but_not_by_single_clues(monkeypatch):
    view = reach.stuck(density=0.2, seed=1)
    assert view == reach.stuck(0.2, 1)
    assert ml.deduce(view, "groups") and not ml.deduce(view, "single")
    monkeypatch.setattr(reach, "stuck_positions", lambda board, seed: ())
    with pytest.raises(ValueError, match="no such position"):
        reach.stuck(density=0, seed=1)


def test_the_first_miss_is_a_guess_at_which_the_method_proves_something():
    record = ml.play(ml.Board.random(10, 10, mines=25, seed=4), "basic", seed=4)
    turn, view, proofs = reach.first_miss(record, "groups")
    assert record.turns[turn - 1].method == "guess" and view == record.view(turn - 1)
    assert proofs and all(record.board.mines[proof.cell] == proof.is_mine for proof in proofs)
    earlier = [k for k in range(turn - 1) if record.turns[k].method == "guess"]
    assert not any(ml.deduce(record.view(k), "groups") for k in earlier)


def test_where_nothing_is_missed_that_is_said():
    record = ml.play(ml.Board.random(8, 8, mines=10, seed=1), "swept", seed=1)
    with pytest.raises(ValueError, match="'groups' proves nothing"):
        reach.first_miss(record, "groups")


def test_openings_stand_beside_the_printed_ones():
    board, game = ml.printed_board("swept"), ml.printed_game("swept")
    moves = replays.move_by_move(ml.play(board, "basic-002", guesses=game.guesses), game)
    assert len(moves) == 32 and moves["equal"].all()
    assert moves.iloc[0].tolist() == [(3, 5), "M", (3, 5), "M", True, "guess"]
