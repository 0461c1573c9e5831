"""Guesses beside complete inference: against brute force, in tables, in words and in the player."""

import sys
from dataclasses import replace

import numpy as np
import pytest

import minelab as ml
from minelab import Board, Flag, Guess, Open, Player, View, deduce, hindsight, play
from minelab.agents.catalogue import CATALOGUE
from minelab.games.explain import explain
from minelab.games.hindsight import NOTHING, Hindsight, Proved, guesses_of
from minelab.inference.words import plain
from minelab.lab.hindsight import AGENTS, guess_table, measure, misses
from tests import naive

MODULE = sys.modules["minelab.games.hindsight"]
FORMS = [*CATALOGUE, "charles+total", "cowan+average", "charles+total+average", "ibs+sum"]


def said(record, turn):
    return record.explain(turn).replace("\N{NO-BREAK SPACE}", " ")


def proved_by_force(view):
    """How many covered cells are safe in all layouts that fit, and how many are mined in all."""
    covered = view.codes == naive.COVERED
    mined = naive.layouts(view).mean(axis=0)
    return (int((mined[covered] == 0).sum()), int((mined[covered] == 1).sum()))


@pytest.mark.parametrize("name", FORMS)
def test_every_number_agrees_with_brute_force(name):
    for seed in range(4 * naive.FULL):
        board = Board.random(3, 4, mines=2 + seed % 7, seed=seed)
        record = play(board, name, seed=seed)
        looked_back = hindsight(record)
        assert len(looked_back) == record.guesses
        for (game, turn), seen in zip(guesses_of(record), looked_back, strict=True):
            told, untold = View(game.codes, board.n_mines), View(game.codes)
            risk = np.where(game.codes == naive.COVERED, naive.layouts(told).mean(axis=0), np.inf)
            assert seen.risk == pytest.approx(risk[turn.cell], abs=1e-12)
            assert seen.least == pytest.approx(risk.min(), abs=1e-12)
            assert seen.proved == proved_by_force(untold)
            assert seen.proved_with_total == proved_by_force(told)
            assert (seen.turn, seen.cell) == (turn.number, turn.cell)
            assert (seen.rule, seen.claimed) == (turn.reason.rule, turn.reason.chance)
            assert seen.is_mine == board.mines[turn.cell]
            assert seen.covered == len(told.covered)


@pytest.mark.parametrize("name", ["basic", "aravind-once", "random", "charles"])
def test_what_the_clues_prove_is_what_groups_prove(name):
    met = 0
    for seed in range(6):
        record = play(Board.random(10, 10, mines=22, seed=seed), name, seed=seed)
        for (game, _), seen in zip(guesses_of(record), hindsight(record), strict=True):
            found = [d.is_mine for d in deduce(View(game.codes), "groups")]
            assert seen.proved == (found.count(False), found.count(True))
            met += any(seen.proved)
    assert met > 0 or name == "charles"


def games(name, boards=12, side=10, mines=30):
    for seed in range(boards):
        yield play(Board.random(side, side, mines=mines, seed=seed), name, seed=seed)


def test_exact_misses_nothing_and_takes_the_least_risk():
    for record in games("exact"):
        for seen in hindsight(record):
            assert seen.proved_with_total == seen.proved == NOTHING
            assert seen.extra == pytest.approx(0, abs=1e-10)
            assert seen.claimed == pytest.approx(seen.risk, abs=1e-12)


def test_swept_misses_only_what_the_total_proves():
    seen = [seen for record in games("swept") for seen in hindsight(record)]
    assert all(guess.proved == NOTHING for guess in seen)
    assert any(guess.proved_with_total != NOTHING for guess in seen)


def test_extra_risk_is_never_negative_and_certainty_is_never_wrong():
    for name in ("random", "basic", "corners", "charles+average", "ibs+sum"):
        for record in games(name, boards=4):
            for seen in hindsight(record):
                assert 0 <= seen.least <= seen.risk <= 1
                assert seen.extra >= 0
                assert (seen.least == 0) == (seen.proved_with_total.safe > 0)
                assert seen.is_mine or seen.risk < 1
                assert not seen.is_mine or seen.risk > 0
                assert seen.proved.safe <= seen.proved_with_total.safe
                assert seen.proved.mined <= seen.proved_with_total.mined


def one_two_one():
    """`basic` sees nothing in 1-2-1; all three cells below it can be proved."""
    guesses = [(0, 0), (0, 1), (0, 2), (1, 0)]
    return play(Board.parse("121\nM2M"), "basic", guesses=guesses)


def test_basic_misses_one_two_one():
    *_, before, seen = hindsight(one_two_one())
    assert before.proved == NOTHING
    assert seen == Hindsight(
        4, (1, 0), "given", True, 3, None, 1.0, 0.0, Proved(1, 2), Proved(1, 2)
    )
    assert said(one_two_one(), 4) == (
        "No proof found. Opens (1, 0), as given: the risk is 100%, "
        "though one cell was provably safe and two provably mines."
    )


class Flagger(Player):
    """Flags these cells first, then opens what is covered, row by row."""

    name = "flagger"

    def __init__(self, *cells, opens=()):
        self.flags, self.opens = list(cells), list(opens)

    def move(self, view, rng):
        if self.opens:
            return Open(self.opens.pop(0))
        return Flag(self.flags.pop(0)) if self.flags else Open(view.covered[0])


@pytest.mark.parametrize(
    "player",
    [
        Flagger((1, 1)),  # the clues do not show it
        Flagger((0, 1), (1, 0), opens=[(0, 0)]),  # now a clue has too many
    ],
    ids=["unseen", "impossible"],
)
def test_after_a_wrong_flag_nothing_is_said_about_risk(player):
    opened = len(player.opens)
    record = play(Board.parse("1M\n11"), player)
    assert record.wrong_flags > 0
    later = hindsight(record)[opened:]
    assert later
    for seen in later:
        assert (seen.risk, seen.least, seen.extra) == (None, None, None)
        assert seen.proved is seen.proved_with_total is None
        assert "risk" not in record.explain(seen.turn)
        assert record.explain(seen.turn).startswith("No proof found. Opens (")
    ml.player(record).html  # noqa: B018


def test_a_right_flag_counts_as_a_known_mine():
    record = play(Board.parse("1M\n11"), Flagger((0, 1)))
    first, *_ = hindsight(record)
    assert (first.risk, first.least) == (0, 0)
    assert (first.proved, first.proved_with_total) == (NOTHING, (3, 0))


@pytest.mark.parametrize("rules", [ml.CLASSIC, ml.CLASSIC_ZERO], ids=lambda rules: rules.name)
def test_a_protected_first_opening_has_no_risk(rules):
    board = Board.random(6, 6, mines=9, seed=4)
    first = next(zip(*np.nonzero(board.mines), strict=True))
    record = play(board, "basic", seed=1, rules=rules, first=tuple(map(int, first)))
    seen = hindsight(record)[0]
    assert (seen.risk, seen.least, seen.is_mine) == (0, 0, False)
    assert seen.proved_with_total == NOTHING
    assert said(record, 1) == (
        f"No proof exists. Opens {seen.cell}, as given: the rules keep the first opening safe."
    )


def test_the_total_is_the_boards_own_whether_or_not_the_agent_knows_it():
    board = Board.random(5, 5, mines=10, seed=1)
    untold, told = (play(board, name, seed=2) for name in ("ibs", "ibs+total"))
    assert hindsight(untold)[0] == hindsight(told)[0]
    assert hindsight(untold)[0].risk == pytest.approx(0.4)


def estimated(which, monkeypatch):
    """Make some odds too large to solve: those with the total, those without, or all."""
    real = ml.odds

    def odds(view, mines=None, *, density=None):
        found = real(view, mines, density=density)
        return replace(found, exact=False) if which(density) else found

    monkeypatch.setattr(MODULE, "odds", odds)


def test_estimates_are_left_out(monkeypatch):
    record = one_two_one()
    with monkeypatch.context() as patch:
        estimated(lambda density: True, patch)
        seen = hindsight(record)[3]
        assert (seen.risk, seen.least, seen.proved, seen.proved_with_total) == (None,) * 4
        assert said(record, 4) == "No proof found. Opens (1, 0), as given."
    with monkeypatch.context() as patch:
        estimated(lambda density: density is None, patch)
        seen = hindsight(record)[3]
        assert (seen.risk, seen.proved, seen.proved_with_total) == (None, (1, 2), None)
        assert said(record, 4) == "No proof found. Opens (1, 0), as given."
    with monkeypatch.context() as patch:
        estimated(lambda density: density is not None, patch)
        seen = hindsight(record)[3]
        assert (seen.risk, seen.proved, seen.proved_with_total) == (1, None, (1, 2))
        assert "though with the number of mines one cell was provably safe" in said(record, 4)


def test_a_table_has_a_row_for_each_guess():
    records = [*games("basic", boards=3), *games("charles+average", boards=3)]
    table = guess_table(records)
    assert len(table) == sum(record.guesses for record in records)
    for _, row in table.iloc[::7].iterrows():
        board = Board.random(row.rows, row.cols, mines=row.mines, seed=row.board_seed)
        record = play(board, row.agent, seed=row.play_seed)
        seen = next(seen for seen in hindsight(record) if seen.turn == row.turn)
        assert (seen.cell, seen.rule, seen.is_mine) == ((row.row, row.col), row.rule, row.mine)
        assert (row.risk, row.least) == (round(seen.risk, 12), round(seen.least, 12))
        assert (row.safe, row.mined) == seen.proved
        assert (row.safe_with_total, row.mined_with_total) == seen.proved_with_total
        claimed = np.nan if seen.claimed is None else seen.claimed
        assert row.claimed == pytest.approx(claimed, abs=1e-12, nan_ok=True)


def test_what_is_left_out_is_missing_from_the_table():
    table = guess_table([play(Board.parse("1M\n11"), Flagger((1, 1)))])
    assert len(table) == 3
    assert table[["risk", "least", "safe", "mined_with_total"]].isna().all(axis=None)
    assert list(table["mine"]) == [False, True, False]
    assert misses(table).empty


@pytest.fixture(scope="module")
def table():
    return measure(range(3, 5), densities=(0.2, 0.4))


def test_the_experiment_is_the_same_in_parts(table):
    assert set(table["agent"]) == set(AGENTS)
    assert set(table["mines"]) == {20, 40} and set(table["board_seed"]) == {3, 4}
    part = measure(range(4, 5), densities=[0.4])
    whole = table[(table["mines"] == 40) & (table["board_seed"] == 4)]
    assert whole.reset_index(drop=True).equals(part)


def test_every_agent_of_the_experiment_begins_on_the_same_boards(table):
    at_random = table[(table["turn"] == 1) & (table["rule"] == "random")]
    first = at_random.groupby(["mines", "board_seed"])[["row", "col", "mine"]].nunique()
    assert (first == 1).all(axis=None)


def test_a_summary_says_how_far_each_agent_is_from_complete_inference(table):
    summary = misses(table)
    assert list(summary.index) == list(AGENTS)
    counts = table["agent"].value_counts()
    assert (summary["guesses"] == counts[summary.index]).all()
    exact, basic, swept = (summary.loc[name] for name in ("exact", "basic", "swept"))
    assert exact[["% provable", "% provable with the total"]].eq(0).all()
    assert exact["% extra risk"] == pytest.approx(0, abs=1e-8)
    assert swept["% provable"] == 0 < basic["% provable"] <= basic["% provable with the total"]
    part = table[table["agent"] == "basic"]
    assert basic["% provable"] == pytest.approx(100 * (part["safe"] + part["mined"] > 0).mean())
    assert basic["% extra risk"] == pytest.approx(100 * (part["risk"] - part["least"]).mean())
    assert basic["± risk"] > 0


def test_risks_come_true():
    """What is said to be mined with a chance of so much is mined so often."""
    boards = {"random": 12, "charles+average": 40}
    table = guess_table(record for name in boards for record in games(name, boards[name], 8, 14))
    for _, part in table.groupby("agent"):
        off = (part["mine"] - part["risk"]).sum()
        assert len(part) > 150
        assert abs(off) < 3.5 * np.sqrt((part["risk"] * (1 - part["risk"])).sum())


COVERED = View.parse("????\n????")


AT_RANDOM = "Opens one of eight covered cells at random: the risk is"
CORNER = "Opens (0, 1) by the rule corner: the risk is 50%; the least was 25%."


@pytest.mark.parametrize(
    ("guess", "numbers", "exists", "said"),
    [
        ((), (0.231, 0.07, (0, 0), (0, 0)), False, f"{AT_RANDOM} 23%; the least was 7%."),
        ((), (0.07, 0.07, (0, 0), (0, 0)), False, f"{AT_RANDOM} 7%, the least there was."),
        ((), (0.074, 0.068, (0, 0), (0, 0)), False, f"{AT_RANDOM} 7%, close to the least."),
        ((), (0.14, 0, (6, 0), (6, 0)), True,
         f"{AT_RANDOM} 14%, though six cells were provably safe."),
        ((), (0, 0, (1, 2), (1, 2)), True,
         f"{AT_RANDOM} 0%; one cell was provably safe and two provably mines."),
        ((), (0.5, 0, (1, 0), (3, 2)), True,
         f"{AT_RANDOM} 50%, though one cell was provably safe (three safe and two mined with the "
         "number of mines)."),
        ((), (0.5, 0, (0, 0), (3, 0)), True,
         f"{AT_RANDOM} 50%, though with the number of mines three cells were provably safe."),
        (("corner",), (0.5, 0.25, (0, 1), (0, 1)), True, f"{CORNER} One cell was provably mined."),
        (("corner",), (0.5, 0.25, (0, 0), (0, 2)), True,
         f"{CORNER} With the number of mines two cells were provably mined."),
        (("average", 0.31), (0.231, 0.07, (0, 0), (0, 0)), False,
         "Opens (0, 1) by the rule average, which puts its risk at 31%. It is 23%; the least was "
         "7%."),
        (("exact", 0.07), (0.07, 0.07, (0, 0), (0, 0)), False,
         "Opens (0, 1), whose risk of 7% is the least."),
        (("exact", 0), (0, 0, (1, 0), (1, 0)), True,
         "Opens (0, 1) by the rule exact, which puts its risk at 0%. It is 0%; one cell was "
         "provably safe."),
    ],
)  # fmt: skip
def test_a_guess_is_compared_with_the_least_risk(guess, numbers, exists, said):
    """A proof that exists and was missed is one that was not found."""
    guess, (risk, least, proved, with_total) = Guess((0, 1), *guess), numbers
    seen = Hindsight(
        1, guess.cell, guess.rule, False, 8, guess.chance, risk, least, Proved(*proved),
        Proved(*with_total),
    )  # fmt: skip
    sentence = f"No proof {'found' if exists else 'exists'}. {said}"
    assert plain(explain(guess, COVERED, seen)).replace("\N{NO-BREAK SPACE}", " ") == sentence


@pytest.mark.parametrize("name", FORMS)
def test_no_proof_exists_only_if_none_does(name):
    for record in games(name, boards=2, side=7, mines=12):
        for seen in hindsight(record):
            exists = record.explain(seen.turn).startswith("No proof exists. ")
            assert exists == (seen.proved_with_total == NOTHING)
