"""The compiled single-clue rule against its readable twin."""

from minelab import CLASSIC, REPORT, Board, deduce, play
from tests.naive import FULL, guess_by_guess


def test_the_engine_guesses_only_when_single_clues_prove_nothing_more():
    for seed in range(60 * FULL):
        board = Board.random(7, 8, density=0.05 + seed % 5 * 0.05, seed=seed)
        for rules in (REPORT, CLASSIC):
            for view, _ in guess_by_guess(play(board, "basic", seed=seed, rules=rules)):
                assert not deduce(view, "single"), str(view)


def test_the_engine_proves_only_what_is_so():
    for seed in range(60 * FULL):
        record = play(Board.random(7, 8, density=0.2, seed=seed), "basic", seed=seed)
        for turn in record.turns:
            if turn.method == "single":
                assert turn.reason.is_mine == record.board.mines[turn.cell]


def test_work_counts_the_clues_that_were_looked_at():
    record = play(Board.parse("00\n00"), "basic", first=(0, 0))
    # Each 0 is queued once at most: by then another may have opened all around it.
    assert 1 <= record.counters["work"] <= 4
    assert record.counters["deduced_single"] == 3
    assert play(Board.parse("MM"), "basic").counters["work"] == 0
