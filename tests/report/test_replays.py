"""Our games beside the printed ones: board by board, step by step, and counted by hand."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab.boards.grid import BLAST, FLAG
from minelab.inference.position import Position
from minelab.report.replays import (
    BOARDS,
    PRINTED,
    beside_the_agents,
    beside_the_log,
    beside_the_printed,
    by_equations,
    covered_and_solved,
    figure_by_figure,
    printed_guesses,
    printed_over_ours,
    printed_record,
    skipping,
)
from minelab.report.sources import answers, printed_game


def test_a_printed_result_is_shown_beside_our_means_and_shares():
    (board, agent), (guesses, mines) = next(iter(PRINTED.items()))
    games = pd.DataFrame(
        {
            "board": board,
            "agent": agent,
            "guesses": [guesses, guesses + 1, guesses - 1, guesses + 4],
            "blasts": [20 - mines, 20 - mines, 21 - mines, 21 - mines],
        }
    )
    others = pd.DataFrame({"board": ["none"], "agent": [agent], "guesses": [0], "blasts": [0]})
    row = beside_the_printed(pd.concat([games, others])).loc[agent]
    assert (row["printed guesses"], row["printed found"]) == (guesses, mines)
    assert row["mean guesses"] == guesses + 1 and row["mean found"] == mines - 0.5
    shares = [row[name] for name in ("% no more guesses", "% no fewer found", "% both")]
    assert shares == pytest.approx([50, 50, 25])


# COWAN's games

FIGURES = [
    (name, number) for name in (*BOARDS, "cowan-10") for number in printed_game(name).figures
]


@lru_cache
def compared(name):
    return figure_by_figure(printed_record(name), printed_game(name).figures)


@pytest.mark.parametrize(("name", "number"), FIGURES)
def test_every_printed_board_is_a_position_of_the_replay(name, number):
    apart = compared(name).loc[number, "apart"]
    # Figure 11 is the solved board: it shows the mine that the game sets off like any other.
    assert apart == ("(8, 3): M printed, * ours" if number == 11 else "")


@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_come_in_the_order_of_their_figures(name):
    turns = compared(name)["turn"].drop(11, errors="ignore")
    assert turns.is_monotonic_increasing and turns.is_unique


@pytest.mark.parametrize("name", [*BOARDS, "cowan-10", "swept"])
def test_guesses_blasts_and_mines_found_are_as_printed(name):
    record, game = printed_record(name), printed_game(name)
    guessed = [turn for turn in record.turns if turn.method == "guess"]
    assert tuple(turn.cell for turn in guessed) == game.guesses
    assert tuple(turn.cell for turn in guessed if turn.observations[0].code < 0) == game.blasts
    assert record.board.n_mines - record.blasts == game.found


@pytest.mark.parametrize("name", BOARDS)
def test_captions_name_the_method_that_proves_their_cells(name):
    # Figures 27 to 29 say CSP, whose own steps are single clues.
    how = {turn.cell: turn.method for turn in printed_record(name).turns}
    for number, cells in printed_game(name).inferred.items():
        method = "subset" if number < 25 else "assume" if number == 26 else "single"
        assert {how[cell] for cell in cells} == {method}, number


def test_only_the_form_that_skips_infers_what_the_captions_say():
    table = pd.concat([by_equations(name) for name in BOARDS])
    assert list(table.index) == [13, 14, 15, 16, 17, 18, 22, 24]
    assert (table["skipping"] == table["printed"]).all()
    assert (table["one pass"] == table["printed"]).sum() == 1
    assert (table["until stuck"] == table["printed"]).sum() == 0


def settle(view, board, methods):
    """The view after all that methods prove, one after the other, is made known."""
    for method in methods:
        while proofs := method(view):
            codes = view.codes.copy()
            for proof in proofs:
                codes[proof.cell] = FLAG if proof.is_mine else board.clues[proof.cell]
            view = ml.View(codes)
            if method is not by_single:
                break
    return view


def by_single(view):
    return ml.deduce(view, "single")


def by_one_pass(view):
    return [*skipping(Position(view))]


@pytest.mark.parametrize(
    ("name", "number", "before"),
    [("cowan-11", n, n - 1) for n in range(13, 19)] + [("cowan-29", n, n - 1) for n in (23, 25)],
)
def test_the_guess_is_the_first_of_the_cells_that_lead_to_its_figure(name, number, before):
    board, game = ml.printed_board(name), printed_game(name)
    start, printed = settle(game.figures[before], board, [by_single]), game.figures[number]
    fitting, listed = [], game.inferred.get(number, ())
    for cell in start.covered:
        guessed = cell not in printed.covered and cell not in listed
        if guessed and board.mines[cell] == (cell in game.blasts):
            codes = start.codes.copy()
            codes[cell] = BLAST if board.mines[cell] else board.clues[cell]
            passes = [by_single, by_one_pass] if listed else [by_single]
            if settle(ml.View(codes), board, passes) == printed:
                fitting.append(cell)
    zeros = [cell for cell in fitting if board.clues[cell] == 0]
    (chosen,) = (cell for cell in game.guesses if cell in fitting)
    assert chosen == (zeros or fitting)[0]
    assert len(fitting) == 1 or all(str(cell) in game.note for cell in fitting)


def test_most_guesses_of_the_equations_came_too_early():
    table = printed_guesses("cowan-11").set_index("figure")
    assert (table["by"] == "subset").sum() == 4 and (table["by"] != "").sum() == 5
    assert table.loc[16, ["cell", "mine", "subset"]].tolist() == [(8, 3), True, 3]
    assert table.loc[16, "risk"] == pytest.approx(0.42, abs=0.005)
    assert table.loc[18, "by"] == "assume"  # which the agent of this game does not have


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cowan-11", {"aravind": 3, "aravind-once": 6, "charles": 2, "charles-once": 6}),
        ("cowan-29", {"aravind": 4, "aravind-once": 5, "charles": 3, "charles-once": 4}),
    ],
)
def test_agents_given_the_printed_guesses_need_no_more_of_them(name, expected):
    table = beside_the_agents(name, tuple(expected))
    assert table["guesses"].iloc[1:].to_dict() == expected
    first = table.iloc[0]
    assert first["figures"] == len(printed_game(name).figures) - (name == "cowan-11")
    assert (table["figures"].iloc[1:] < first["figures"]).all()


def test_below_a_printed_board_is_ours_before_the_guess_with_the_cells_that_were_safe():
    picture = printed_over_ours("cowan-11", (13, 15))
    assert "Turn 65 3 safe cells, guesses (8,\N{NO-BREAK SPACE}3)." in picture.alt
    # Figure 15 is what the agent saw when it guessed; after Figure 13 single clues went on.
    assert "8 moves after Figure 13" in picture.alt
    assert "after Figure 15" not in picture.alt


def test_cowans_figure_1_is_a_covered_board_beside_its_60_mines():
    picture = covered_and_solved("cowan-1")
    assert ">60 mines</text>" in picture.svg and "covered and solved" in picture.alt


# SWEPT's log


def test_our_log_is_swepts_step_by_step():
    log = beside_the_log()
    assert len(log) == 226 and log["equal"].all()
    kinds = [kind for kind, _, _ in printed_game("swept").log]
    assert {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)} == {
        "query": 32, "mark": 50, "check": 116, "scan": 28,
    }  # fmt: skip


# The authors' answers


def test_what_we_say_about_the_authors_answers_is_what_we_compute():
    said = answers().groupby("report")["comment"].agg(" ".join)
    table = printed_guesses("cowan-11").set_index("figure")
    assert f"a risk of {table.loc[16, 'risk']:.0%}" in said["COWAN"]
    view = printed_game("cowan-11").figures[15]
    risk = ml.odds(ml.View(view.codes, mines=20)).risk
    clues = {cell: [view[n] for n in view.neighbours(cell)] for cell in view.covered}
    ones = np.mean([risk[cell] for cell, near in clues.items() if 1 in near])
    twos = np.mean([risk[c] for c, near in clues.items() if near.count(2) > 1 and 1 not in near])
    assert f"a 1 have a mean risk of {ones:.0%}" in said["COWAN"]
    assert f"several 2s and no 1 have {twos:.0%}" in said["COWAN"]
    safe = {d.cell for d in ml.deduce(view, "subset")}
    assert safe == {(8, 6), (8, 7), (8, 8)}
    by = Counter(turn.method for turn in printed_record("cowan-11").turns)
    proved = by["single"] + by["subset"]
    moves = f"{proved} proved moves of this game, single clues make {by['single']} and equations"
    assert f"{moves} {by['subset']}" in said["COWAN"]
    early = (printed_guesses("swept")["by"] == "single").sum()
    assert f"before {early} of its 11 guesses" in said["SWEPT"]
    games = ml.load("density-30").query("density > .25 and density < .85")
    means = games.pivot_table(index="density", columns="agent", values="score")
    assert len(means) == 6 and (means["corners"] > means["swept"]).all()
    assert (means["corners-raw"] < means["swept"]).all()
