import numpy as np
import pytest

from minelab import REPORT, Board
from minelab.engine import play as engine
from minelab.engine import state
from minelab.play import near_space, play_many, rule_codes, unpad
from tests.naive import COMPILED


def test_given_cells_are_translated_into_the_padded_board():
    forced = engine.workspace(3, 4, forced=[0, 5, 11])[engine.FORCED]
    assert [unpad(int(i), 4) for i in forced] == [(0, 0), (1, 1), (2, 3)]


def test_a_game_without_a_log_is_the_same_game():
    board = Board.random(6, 6, mines=8, seed=2)
    counts = []
    for log in (True, False):
        space = engine.workspace(6, 6, log=log)
        space[engine.LAYOUT][:] = board.mines.reshape(-1)
        engine.play_game(6, 6, 8, board.seed, 3, engine.DRY, rule_codes(REPORT), space, None)
        counts.append(space[engine.COUNT].copy())
    with_log, without = counts
    assert with_log[state.N_LOG] == 36
    with_log[state.N_LOG] = without[state.N_LOG] = 0
    assert with_log.tolist() == without.tolist()


def test_a_workspace_may_hold_anything_before_a_game():
    board = Board.random(6, 6, mines=8, seed=2)
    counts = []
    for rubbish in (0, 1, 77):
        space = engine.workspace(6, 6, log=True)
        for array in space:
            if array is not space[engine.FORCED]:
                array.fill(rubbish)
        space[engine.LAYOUT][:] = board.mines.reshape(-1)
        engine.play_game(6, 6, 8, board.seed, 3, engine.DRY, rule_codes(REPORT), space, None)
        counts.append(space[engine.COUNT].tolist())
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize("first", [None, (0, 3)])
def test_a_batch_says_which_game_found_no_room(first):
    counts = np.empty((5, state.N_COUNTERS), np.int64)
    seeds = np.empty((5, 2), np.int64)
    space = engine.workspace(1, 4, [] if first is None else [3])
    zero_first = (1, 1, 1, 0)
    codes = (engine.DRY, zero_first, space, None)
    assert engine.play_batch(counts, seeds, 0, 1, 1, 4, 3, *codes) >= 0
    assert engine.play_batch(counts, seeds, 0, 1, 1, 4, 1, *codes) == -1


@pytest.mark.parametrize("name", COMPILED)
def test_counters_of_a_batch_add_up(name):
    games = play_many(name, 7, 8, mines=10, games=300, seed=4)
    proved = sum(games[column] for column in games if column.startswith("deduced_"))
    assert (proved + games["guesses"] == 56).all()
    assert (games["opened"] + games["blasts"] + games["flagged"] == 56).all()
    assert (games["blasts"] + games["flagged"] == 10).all()
    assert (games["random_picks"] == games["guesses"]).all()


def test_only_agents_that_need_it_get_the_workspace_of_swepts_form():
    from minelab import agent

    assert near_space(agent("basic"), 5, 5) is None
    assert near_space(agent("basic-002"), 5, 5) is not None
