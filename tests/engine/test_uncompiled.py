"""Kernels that no game of the catalogue's agents runs say the same when nothing is compiled.

Games of the catalogue's own agents are compared in test_reproducible.py.
"""

import pytest

from tests.games.test_contract import MODIFIED
from tests.test_reproducible import run

MORE_AGENTS = """
import sys
import minelab as ml
for name in sys.argv[1:]:
    for seed in range(3):
        board = ml.Board.random(5, 6, mines=4 + 2 * seed, seed=seed)
        record = ml.play(board, name, seed=seed)
        print(name, record.status, record.counters)
        print([(turn.move, turn.method) for turn in record.turns])
"""

LARGE_BOARDS = """
import sys
import minelab as ml
ml.odds  # loads the module
sys.modules["minelab.inference.odds"].LARGE = 0  # any board counts as large
for seed in range(3):
    board = ml.Board.random(8, 9, density=0.1 + 0.06 * seed, seed=seed)
    for rules in (ml.REPORT, ml.CLASSIC):
        for name in ("exact", "champion"):
            record = ml.play(board, name, seed=seed, rules=rules)
            print(name, record.status, [(turn.move, turn.method) for turn in record.turns])
"""

ESTIMATES = """
import minelab as ml
from minelab.inference.odds import estimate
from minelab.report.representations.ours import Engine
from tests.naive import random_views
from tests.report.test_representations import counts_of
for view in random_views(25, seed=42):
    print(estimate(view, view.mines, 0.3 if view.mines is None else None).risk.round(12).tolist())
    print([table.tolist() for table in counts_of(Engine(view))])
"""

LOOKING_AHEAD = """
import minelab as ml
view = ml.View.parse("2????\\n?????\\n?????\\n?????", mines=6)
for form in ("champion", "champion-1", "champion-score"):
    plan = ml.consider(view, form=form)
    print(plan.choice.cell, plan.safest.cell, plan.value and round(plan.value, 9), plan.exact)
"""

SAMPLE = """
import minelab as ml
from benchmarks import training
from minelab.agents.champion import network
start = training.Start(ml.CLASSIC, (0, 0), 6, 7, 8, 1.0)
found = training.sample_chunk("champion-1", network(), 3, 300, start, 0, 6)
print([table.round(9).tolist() for table in found])
"""


def test_the_games_of_other_agents_and_of_large_boards():
    games = MORE_AGENTS + LARGE_BOARDS
    assert run(games, *MODIFIED, NUMBA_DISABLE_JIT="1") == run(games, *MODIFIED)


@pytest.mark.parametrize(
    "kernels", [ESTIMATES + LOOKING_AHEAD, pytest.param(SAMPLE, marks=pytest.mark.full)]
)
def test_estimates_and_what_looks_ahead_and_the_games_to_learn_from(kernels):
    assert run(kernels, NUMBA_DISABLE_JIT="1") == run(kernels)
