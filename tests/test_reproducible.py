"""Same key, same row: in any process, alone or in a batch, compiled or not."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

import minelab as ml
from minelab import CLASSIC, CLASSIC_ZERO, REPORT, Board, play_many, sweep
from minelab.agents.catalogue import CATALOGUE
from tests.naive import COMPILED, FULL

ROOT = Path(__file__).parent.parent
ONE_LINER = (
    "import minelab as ml; "
    "r = ml.play(ml.Board.random(10, 10, mines=20, seed=7), 'basic', seed=0); "
    "print(r.score, r.guesses, len(r.turns))"
)

SMALL_GAMES = """
import sys
import minelab as ml
for name in sys.argv[1:]:
    for rules in (ml.REPORT, ml.CLASSIC, ml.Rules(lives=2, cascade=True)):
        for rows, cols, mines in [(1, 1, 0), (1, 6, 2), (5, 1, 1), (5, 6, 6)]:
            for seed in range(3):
                board = ml.Board.random(rows, cols, mines=mines, seed=seed)
                record = ml.play(board, name, seed=seed, rules=rules, guesses=[(0, 0)])
                print(name, record.status, record.counters)
                print([(turn.move, turn.method) for turn in record.turns])
    record = ml.play(ml.Board.random(9, 17, mines=30, seed=2), name, seed=2)
    print(name, record.counters, [(turn.move, turn.method) for turn in record.turns])
"""

OTHER_KERNELS = """
import minelab as ml
from tests.naive import random_views
for view in random_views(25, seed=41):
    found = ml.odds(view, density=None if view.mines is not None else 0.3)
    print(found.risk.round(12).tolist(), found.layouts)
for aim in ("win", "score"):
    best = ml.optimal(2, 3, mines=2, aim=aim)
    print(best.value, best.layouts, best.first_moves)
for name in ("dagger-1", "dagger-2+total"):
    print(ml.play_runs(ml.daggers_map("EASY", seed=1), name, runs=3).to_csv())
"""
"""What no game of the catalogue's agents runs: odds of a view, perfect play, Daggers' runs."""

LARGER = """
from itertools import islice
from tests.naive import COMPILED
from tests.positions import mid_game_views, scattered_views
for name in COMPILED:
    print(ml.play_many(name, 16, 30, mines=99, games=5, seed=1, rules=ml.CLASSIC).to_csv())
for name in ("basic", "exact", "champion"):
    print(ml.play_many(name, 66, 66, mines=870, games=1, seed=1).to_csv())
for view in [*islice(mid_game_views(5), 20), *islice(scattered_views(5), 5)]:
    print(ml.odds(view).risk.round(12).tolist())
    if not ml.odds(view).safe:
        print([ml.consider(view, form=form) for form in ("champion", "champion-1")])
"""
"""The expert board, where the champion looks further ahead, and boards that count as large."""


def run(code, *arguments, **environment):
    """What a fresh process prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-c", code, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300 if FULL == 1 else 3600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_one_liner_prints_the_same_line_in_every_process():
    readable = ONE_LINER.replace("seed=0", "seed=0, engine=False")
    lines = {run(ONE_LINER, PYTHONHASHSEED="1"), run(ONE_LINER, PYTHONHASHSEED="2"), run(readable)}
    assert lines == {"0.85 6 100\n"}


def test_the_games_are_the_same_when_nothing_is_compiled():
    uncompiled = run(SMALL_GAMES, *COMPILED, NUMBA_DISABLE_JIT="1")
    assert uncompiled == run(SMALL_GAMES, *COMPILED)


def test_the_other_kernels_say_the_same_when_nothing_is_compiled():
    assert run(OTHER_KERNELS, NUMBA_DISABLE_JIT="1") == run(OTHER_KERNELS)


@pytest.mark.full
def test_kernels_neither_read_nor_write_past_the_end(tmp_path):
    """Everything is compiled anew for this; without the compiler NumPy itself checks the ends."""
    names, code = COMPILED, SMALL_GAMES + OTHER_KERNELS + LARGER
    checked = run(code, *names, NUMBA_BOUNDSCHECK="1", NUMBA_CACHE_DIR=str(tmp_path))
    assert checked == run(code, *names)


@pytest.mark.parametrize("rules", [REPORT, CLASSIC, CLASSIC_ZERO], ids=lambda rules: rules.name)
@pytest.mark.parametrize("first", [None, (2, 3)])
def test_any_row_of_a_sweep_is_given_back_by_one_call(rules, first):
    games = sweep(
        COMPILED,
        6,
        7,
        densities=[0.05, 0.2, 0.4],
        boards=8 * FULL,
        seed=3,
        rules=rules,
        first=first,
    )
    counters = [name for name in games if name.startswith("deduced_")]
    for row in games.itertuples():
        board = Board.random(row.rows, row.cols, mines=row.mines, seed=row.board_seed)
        record = ml.play(board, row.agent, seed=row.play_seed, rules=rules, first=first)
        for name in ("score", "won", "blasts", "wrong_flags", "guesses", "random_picks"):
            assert getattr(record, name) == getattr(row, name), (name, row)
        for name in (*counters, "assumptions", "nodes", "work"):
            assert record.counters[name] == getattr(row, name), (name, row)
        status = record.status
        assert (status.opened, status.flagged) == (row.opened, row.flagged)
        assert (-1 if status.lives is None else status.lives) == row.lives


def test_a_sweep_is_the_same_with_any_number_of_workers_and_in_parts(monkeypatch):
    monkeypatch.setattr("minelab.lab.designs.CHUNK", 42 * 30)  # many jobs for the workers
    whole = sweep(COMPILED, 6, 7, mines=[4, 9], boards=100, seed=3, workers=1)
    assert sweep(COMPILED, 6, 7, mines=[4, 9], boards=100, seed=3, workers=3).equals(whole)
    parts = [
        play_many(name, 6, 7, mines=mines, games=range(*ends), seed=3)
        for name in COMPILED
        for mines in (4, 9)
        for ends in pairwise([0, 1, 37, 100])
    ]
    assert pd.concat(parts, ignore_index=True).equals(whole)


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_game_leaves_nothing_behind_for_the_next(name):
    board = Board.random(6, 7, mines=8, seed=1)
    before = ml.play(board, name, seed=2)
    ml.play(Board.random(9, 9, mines=30, seed=5), name, seed=3, rules=CLASSIC)
    assert ml.play(board, name, seed=2) == before
