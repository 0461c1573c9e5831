"""Kernels that no game of the catalogue's agents runs say the same when nothing is compiled.

Games of the catalogue's own agents are compared in test_reproducible.py.
"""

from tests.test_contract import MODIFIED
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
import minelab as ml
ml.odds  # loads the module
import sys
sys.modules["minelab.odds"].LARGE = 0  # any board counts as large
for seed in range(4):
    board = ml.Board.random(8, 9, density=0.1 + 0.05 * seed, seed=seed)
    for rules in (ml.REPORT, ml.CLASSIC):
        for name in ("exact", "champion"):
            record = ml.play(board, name, seed=seed, rules=rules)
            print(name, record.status, [(turn.move, turn.reason) for turn in record.turns])
"""

VIEWS = """
import minelab as ml
from minelab.odds import estimate
from tests.naive import random_views
for view in random_views(25, seed=42):
    print(estimate(view, view.mines, 0.3 if view.mines is None else None).risk.round(12).tolist())
"""

LOOKING_AHEAD = """
import minelab as ml
for mines, seed in [(9, 1), (15, 3)]:
    board = ml.Board.random(7, 8, mines=mines, seed=seed)
    for view, turn in ml.play(board, "exact", seed=seed, rules=ml.CLASSIC).replay():
        if turn.method == "guess" and view.open:
            for form in ("champion", "champion-score"):
                plan = ml.consider(view, form=form)
                print(plan.choice, plan.safest, plan.worth and round(plan.worth, 12), plan.exact)
"""

STUDY = """
import minelab as ml
from minelab import training
from minelab.champion import network
training.ROWS, training.COLS, training.MINES = 6, 7, 8
found = training.study_chunk("champion-1", network(), ml.CLASSIC, (0, 0), 3, 0, 6, 300)
print([table.round(9).tolist() for table in found])
"""


def test_agents_with_modifiers():
    assert run(MORE_AGENTS, *MODIFIED, NUMBA_DISABLE_JIT="1") == run(MORE_AGENTS, *MODIFIED)


def test_large_boards():
    assert run(LARGE_BOARDS, NUMBA_DISABLE_JIT="1") == run(LARGE_BOARDS)


def test_views():
    assert run(VIEWS, NUMBA_DISABLE_JIT="1") == run(VIEWS)


def test_looking_ahead():
    assert run(LOOKING_AHEAD, NUMBA_DISABLE_JIT="1") == run(LOOKING_AHEAD)


def test_studied_games():
    assert run(STUDY, NUMBA_DISABLE_JIT="1") == run(STUDY)
