"""The compiled single-clue rule against its readable twin."""

from minelab import Board, play


def test_work_counts_the_clues_that_were_looked_at():
    record = play(Board.parse("00\n00"), "basic", first=(0, 0))
    # Each 0 is queued once at most: by then another may have opened all around it.
    assert 1 <= record.counters["work"] <= 4
    assert record.counters["deduced_single"] == 3
    assert play(Board.parse("MM"), "basic").counters["work"] == 0
