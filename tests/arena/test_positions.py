"""The benchmark set: its positions are real, what it says of them is true, and it scores odds."""

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab import cli
from minelab.arena.positions import CHEAP, as_sample, measure, number_of, positions, score_odds
from minelab.arena.program import Program
from minelab.boards.grid import COVERED
from minelab.boards.rules import PRESETS
from tests.arena.programs import EXAMPLE, faulty


@pytest.fixture(scope="module")
def table():
    how = ("classic", "classic-zero", "report")
    return pd.concat([measure(8, 8, 12, rules, range(12), seed=5) for rules in how])


@pytest.fixture(scope="module")
def samples(table):
    return [as_sample(row) for row in table.itertuples()]


def test_positions_are_seen_in_the_games_that_they_name(table, samples):
    for row, sample in zip(table.itertuples(), samples, strict=True):
        board = ml.Board.random(row.rows, row.cols, mines=row.mines, seed=row.board_seed)
        record = ml.play(board, "exact", seed=row.play_seed, rules=PRESETS[row.rules])
        assert np.array_equal(record.view(row.turn - 1).codes, sample.view.codes)
        assert not ml.deduce(sample.view, "single")


def test_what_is_said_of_them_is_true(table, samples):
    for row, sample in zip(table.itertuples(), samples, strict=True):
        known = ml.odds(sample.view)
        assert np.allclose(sample.risk, known.risk, rtol=1e-6, equal_nan=True)
        assert np.array_equal(np.isin(sample.risk, (0, 1)), np.isin(known.risk, (0, 1)))
        assert (row.safe, row.mined) == (len(known.safe), len(known.mined))
        best = known.safe[0] if known.safe else ml.consider(sample.view).choice.cell
        assert sample.best == best
        proofs = [name for name in CHEAP if ml.deduce(sample.view, name)]
        certain = known.safe or known.mined
        assert sample.hardness == (proofs[0] if proofs else "guess") or not proofs and certain
    assert {"guess", "subset"} <= set(table["hardness"])


def test_a_number_is_made_by_itself():
    whole = measure(8, 8, 12, "classic", range(4), seed=5)
    part = measure(8, 8, 12, "classic", range(2, 4), seed=5)
    assert whole[2:].reset_index(drop=True).equals(part)


def test_a_text_is_0_or_1_only_if_that_is_certain():
    texts = [number_of(x) for x in (0.0, 1.0, 1 - 1e-12, 1e-12, 1 / 3, np.nan)]
    assert texts == ["0", "1", "0.999999999999", "1e-12", "0.3333333", "-"]


def test_exact_odds_have_no_fault_and_others_have_theirs(samples):
    score = score_odds(lambda view: ml.odds(view).risk, samples)
    assert score.worst < 1e-6 and (score.missed, score.false, score.regret) == (0, 0, 0)
    assert score.cells == sum(len(sample.view.covered) for sample in samples)
    even = score_odds(lambda view: np.full(view.codes.shape, 0.25), samples)
    truth = np.concatenate([sample.risk[sample.view.codes == COVERED] for sample in samples])
    assert even.mean == pytest.approx(np.abs(truth - 0.25).mean())
    assert even.missed == 1 and even.false == 0 and even.regret > 0
    assert even.calibration["n"].tolist() == [len(truth)]
    assert even.calibration["exact"][0] == pytest.approx(truth.mean())
    sure = score_odds(lambda view: np.round(ml.odds(view).risk), samples)
    assert sure.false == (~np.isin(truth, (0, 1))).sum() and sure.missed == 0


def test_a_program_is_asked_by_the_protocol(samples):
    with Program(EXAMPLE) as program:
        score = score_odds(program, samples)
    assert 0 < score.mean < 0.2 and score.false == 0 and score.missed > 0
    with Program(faulty("none")) as silent, pytest.raises(ValueError, match="none says no odds"):
        score_odds(silent, samples)
    with (
        Program(faulty("crash", at=1)) as broken,
        pytest.raises(ValueError, match="crash failed: its"),
    ):
        score_odds(broken, samples)


@pytest.mark.parametrize(
    ("solver", "words"),
    [(lambda view: [0.5], "a number for each of 8 x 8 cells"), (lambda view: None, "a number for"),
     (lambda view: np.full(view.codes.shape, 1.5), "chances from 0 to 1"),
     (lambda view: np.full(view.codes.shape, np.nan), "chances from 0 to 1")],
)  # fmt: skip
def test_an_answer_that_is_no_chance_is_refused(solver, words, samples):
    with pytest.raises(ValueError, match=words):
        score_odds(solver, samples)
    with pytest.raises(ValueError, match="at least one position"):
        score_odds(solver, [])


def test_the_stored_set_is_spread_over_the_levels():
    found = positions(8)
    assert [sample.view.codes.size for sample in found[::2]] == [81, 256, 480, 100]
    assert {sample.rules for sample in found} == {"classic", "report"}
    table = ml.load("positions")
    assert len(table) == 20_000 and table["picture"].nunique() == 20_000 - 254


def test_more_are_made_on_the_command_line(tmp_path, capsys):
    path = tmp_path / "more.parquet"
    cli.main(["positions", str(path), "--number", "3", "--level", "beginner", "--seed", "4"])
    assert "3 positions in" in capsys.readouterr().out
    assert pd.read_parquet(path).equals(measure(9, 9, 10, "classic", range(3), seed=4))
