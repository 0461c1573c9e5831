"""The engine's form of Daggers' agents, compiled, not compiled and with bounds checked."""

import pytest

from tests.naive import FULL
from tests.test_reproducible import run

RUNS = """
import minelab as ml
for level in ("EASY", "MEDIUM", "HARD"):
    board = ml.daggers_map(level, seed=1)
    for name in ("dagger-1", "dagger-2+safe"):
        print(ml.play_runs(board, name, runs=4).to_csv())
board = ml.Board.parse("00\\n00")
print(ml.play_runs(board, "dagger-1", runs=2).to_csv())
print(ml.play_runs(ml.Board.parse("g"), "dagger-2", runs=2).to_csv())
"""


def test_the_runs_are_the_same_when_nothing_is_compiled():
    assert run(RUNS, NUMBA_DISABLE_JIT="1") == run(RUNS)


@pytest.mark.skipif(FULL == 1, reason="all is compiled anew for this")
def test_no_kernel_reads_or_writes_past_the_end(tmp_path):
    checked = run(RUNS, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert checked == run(RUNS)
