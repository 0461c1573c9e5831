"""Three roads to what is certain, and several ways to run a game: all of them say the same.

`groups` enumerates, `entails` asks a SAT solver, odds count. On small positions each is held
against brute force elsewhere; here they are held against one another on larger ones.
"""

from itertools import islice

import pytest

import minelab as ml
from minelab import Board, View, deduce, odds
from minelab.lab.designs import Sweep
from minelab.lab.runner import Crew, gather
from tests.naive import COMPILED, FULL, random_views
from tests.positions import mid_game_views


def certain(view):
    """What each road proves: for each, the safe cells and the mines."""
    density = None if view.mines is not None else 0.3
    found = odds(view, density=density)
    assert found.exact
    yield set(found.safe), set(found.mined)
    for method in ("groups", "entails"):
        proved = deduce(view, method)
        yield (
            {d.cell for d in proved if not d.is_mine},
            {d.cell for d in proved if d.is_mine},
        )


def all_agree(view):
    by_odds, by_groups, by_entails = certain(view)
    assert by_odds == by_groups == by_entails, f"{view}\n{view.mines}"
    return len(by_odds[0]) + len(by_odds[1])


def test_scattered_positions():
    views = random_views(300 * FULL, seed=31, most_covered=30, most_side=9)
    assert sum(map(all_agree, views)) > 300 * FULL


def stuck_views(n, seed, size=(10, 12)):
    """Where `basic` has to guess, told the total and not, on boards of all densities."""
    for k in range(n):
        board = Board.random(*size, density=0.12 + 0.02 * (k % 7), seed=seed + k)
        stuck = [
            v for v, turn in ml.play(board, "basic", seed=k).replay() if turn.method == "guess"
        ]
        view = stuck[len(stuck) // 2]
        yield view
        yield View(view.codes, board.n_mines)


def test_positions_in_which_single_clues_are_stuck():
    proved = [all_agree(view) for view in stuck_views(60 * FULL, seed=32)]
    assert sum(n > 0 for n in proved) > 20 * FULL


def test_mid_game_positions_of_the_expert_board():
    for view in islice(mid_game_views(seed=33), 10 * FULL):
        all_agree(view)


@pytest.mark.skipif(FULL == 1, reason="every agent is loaded anew in each process: at full size")
def test_every_agent_plays_the_same_games_in_threads_and_in_processes(monkeypatch):
    monkeypatch.setattr("minelab.lab.designs.CHUNK", 42 * 20)
    parts = Sweep(COMPILED, 6, 7, [4, 9], 40, seed=3).parts()
    by_threads = gather(parts, crew=Crew(2))
    assert gather(parts, crew=Crew(2, processes=True)).equals(by_threads)
