import subprocess
import sys

import numpy as np
import pytest

from minelab import REPORT, Board, agent, play_many
from minelab.engine import state
from minelab.engine.play import play_batch
from minelab.games.compiled import plan_of, unpad
from tests.naive import COMPILED, played_by_engine

BOARD = Board.random(6, 6, mines=8, seed=2)


def test_given_cells_are_translated_into_the_padded_board():
    forced = state.new_game(3, 4, forced=[0, 5, 11]).forced
    assert [unpad(int(i), 4) for i in forced] == [(0, 0), (1, 1), (2, 3)]


@pytest.mark.parametrize("name", COMPILED)
def test_a_game_without_a_log_is_the_same_game(name):
    with_log, without = (
        played_by_engine(BOARD, name, REPORT, 3, log=log).count for log in (True, False)
    )
    assert with_log[state.N_LOG] == 36
    with_log[state.N_LOG] = without[state.N_LOG] = 0
    assert with_log.tolist() == without.tolist()


@pytest.mark.parametrize("name", COMPILED)
def test_a_workspace_may_hold_anything_before_a_game(name):
    clean, ones, other = (
        played_by_engine(BOARD, name, REPORT, 3, rubbish=rubbish).count.tolist()
        for rubbish in (0, 1, 77)
    )
    assert clean == ones == other


@pytest.mark.parametrize("forced", [[], [3]])
def test_a_batch_says_which_game_found_no_room(forced):
    counts = np.empty((5, state.N_COUNTERS), np.int64)
    seeds = np.empty((5, 2), np.int64)
    plan, spaces = plan_of(agent("basic"), 1, 4)
    zero_first = (1, 1, 1, 0)

    def batch(n_mines):
        game = state.new_game(1, 4, n_mines, zero_first, forced)
        return play_batch(counts, seeds, 0, 1, plan, game, spaces)

    assert batch(n_mines=3) >= 0
    assert batch(n_mines=1) == -1


@pytest.mark.parametrize("name", COMPILED)
def test_counters_of_a_batch_add_up(name):
    games = play_many(name, 7, 8, mines=10, games=300, seed=4)
    proved = sum(games[column] for column in games if column.startswith("deduced_"))
    assert (proved + games["guesses"] == 56).all()
    assert (games["opened"] + games["blasts"] + games["flagged"] == 56).all()
    assert (games["blasts"] + games["flagged"] == 10).all()
    assert (games["random_picks"] <= games["guesses"]).all()


def test_the_search_of_groups_does_not_get_lost():
    """On this board 153 cells are connected; a search in plain order had not ended after minutes.

    In a process of its own, so that a search that gets lost is a failure and not a suite without
    end.
    """
    game = 'minelab.play_many("swept", 20, 20, mines=200, games=2, seed=9)["nodes"].max()'
    command = [sys.executable, "-c", f"import minelab; print({game})"]
    nodes = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    assert int(nodes) < 1_000_000
