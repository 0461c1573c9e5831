"""Arguments of all kinds: the public calls take them or raise a ValueError, never anything else."""

import re

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import minelab as ml
from minelab import Board, Game, View
from minelab.agents import CATALOGUE, MODIFIERS
from minelab.board import MAX_SEED
from tests.naive import FULL, anything

BOARD = Board.parse("1M2\n24M\nM3M")
VIEW = View.parse("1?2\n???\n???", mines=4)
MAP = ml.daggers_map("EASY", seed=1)
RECORD = ml.play(BOARD, "basic")

SEEDED = {
    "board": lambda x: Board.random(3, 3, mines=2, seed=x),
    "board of a table": lambda x: Board(BOARD.mines, seed=x),
    "play": lambda x: ml.play(BOARD, "basic", seed=x),
    "games": lambda x: ml.play_many("basic", 3, 3, mines=2, games=2, seed=x),
    "sweep": lambda x: ml.sweep(["basic"], 3, 3, mines=[2], boards=1, seed=x, workers=1),
    "map": lambda x: ml.daggers_map("EASY", seed=x),
    "runs": lambda x: ml.play_runs(MAP, "dagger-1", runs=1, seed=x),
    "solvable board": lambda x: ml.solvable_board(4, 4, mines=1, by="basic", seed=x),
}
CALLS = {
    "rows": lambda x: Board.random(x, 3, mines=1, seed=1),
    "cols": lambda x: ml.play_many("basic", 3, x, mines=1, games=1, seed=1),
    "mines": lambda x: Board.random(3, 3, mines=x, seed=1),
    "mines of games": lambda x: ml.play_many("basic", 3, 3, mines=x, games=1, seed=1),
    "mines of a sweep": lambda x: ml.sweep(["basic"], 3, 3, mines=[x], boards=1, seed=1),
    "density": lambda x: Board.random(3, 3, density=x, seed=1),
    "densities": lambda x: ml.sweep(["basic"], 3, 3, densities=[x], boards=1, seed=1),
    "table of mines": lambda x: Board(x),
    "table of gold": lambda x: Board(BOARD.mines, x),
    "letter": lambda x: str(Board(BOARD.mines, letter=x)),
    "reach": lambda x: BOARD.protected((0, 0), x),
    "codes": lambda x: View(x),
    "mines of a view": lambda x: View(VIEW.codes, x),
    "lives of a view": lambda x: View(VIEW.codes, lives=x),
    "mines of a picture": lambda x: View.parse("1?", mines=x),
    "picture": lambda x: View.parse(x),
    "cell of a view": lambda x: VIEW[x],
    "row of a view": lambda x: VIEW[x, 0],
    "clue": lambda x: VIEW.clue(x),
    "protected cell": lambda x: BOARD.protected(x, 0),
    "view of odds": lambda x: ml.odds(x),
    "mines of odds": lambda x: ml.odds(VIEW, x),
    "density of odds": lambda x: ml.odds(VIEW, density=x),
    "method": lambda x: ml.deduce(VIEW, x),
    "mines of deduce": lambda x: ml.deduce(VIEW, "groups", x),
    "view of deduce": lambda x: ml.deduce(x, "groups"),
    "agent": lambda x: ml.agent(x),
    "who plays": lambda x: ml.play(BOARD, x),
    "who sweeps": lambda x: ml.sweep([x], 3, 3, mines=[2], boards=1, seed=1),
    "agents": lambda x: ml.sweep(x, 3, 3, mines=[2], boards=1, seed=1),
    "played board": lambda x: ml.play(x, "basic"),
    "played rules": lambda x: ml.play(BOARD, "basic", rules=x),
    "first": lambda x: ml.play(BOARD, "basic", first=x),
    "first of games": lambda x: ml.play_many("basic", 3, 3, mines=2, games=1, seed=1, first=x),
    "given guess": lambda x: ml.play(BOARD, "basic", guesses=[x]),
    "lives": lambda x: ml.Rules(lives=x),
    "first click": lambda x: ml.Rules(first_click=x),
    "cascade": lambda x: ml.Rules(cascade=x),
    "goal": lambda x: ml.Rules(goal=x),
    "name of rules": lambda x: ml.Rules(name=x),
    "name of an agent": lambda x: ml.Agent(x),
    "methods": lambda x: ml.Agent("mine", x),
    "guess": lambda x: ml.Agent("mine", ("single",), x),
    "told": lambda x: ml.Agent("mine", ("single",), told=x),
    "until": lambda x: ml.Agent("mine", ("single",), until=x),
    "board of a game": lambda x: Game(x),
    "rules of a game": lambda x: Game(BOARD, x),
    "level": lambda x: ml.daggers_map(x, seed=1),
    "who runs": lambda x: ml.play_runs(MAP, x, runs=1),
    "map of runs": lambda x: ml.play_runs(x, "dagger-1", runs=1),
    "rows of perfect play": lambda x: ml.optimal(x, 2, mines=1),
    "mines of perfect play": lambda x: ml.optimal(2, 2, mines=x),
    "aim": lambda x: ml.optimal(2, 2, mines=1, aim=x),
    "who solves": lambda x: ml.solvable_board(4, 4, mines=1, by=x, seed=1),
    "mines to solve": lambda x: ml.solvable_board(2, 2, mines=x, by="basic", seed=1),
    "view to consider": lambda x: ml.consider(x),
    "form": lambda x: ml.consider(VIEW, form=x),
    "stored table": lambda x: ml.load(x),
    "printed board": lambda x: ml.printed_board(x),
    "printed game": lambda x: ml.printed_game(x),
    "claims": lambda x: x is None or isinstance(x, str) or ml.claims(x),
    "table of games": lambda x: ml.summary(x),
    "strip": lambda x: ml.strip(x),
    "player": lambda x: ml.player(x),
    "explained turn": lambda x: RECORD.explain(x),
    "turns so far": lambda x: RECORD.after(x),
}


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=12 * FULL)
@given(value=anything)
def test_an_argument_of_any_kind_is_taken_or_refused(name, value):
    assume(not (callable(value) and name in ("method", "guess")))  # functions of one's own
    try:
        CALLS[name](value)
    except ValueError as error:
        assert str(error)


@pytest.mark.parametrize("name", SEEDED)
@settings(max_examples=15 * FULL)
@given(seed=anything | st.integers(0, MAX_SEED))
def test_a_seed_is_a_whole_number_that_fits_or_is_refused(name, seed):
    whole = isinstance(seed, int | np.integer) and not isinstance(seed, bool)
    if whole and 0 <= seed <= MAX_SEED:
        SEEDED[name](seed)
    else:
        with pytest.raises(ValueError, match=r"seed must be a whole number from 0 to"):
            SEEDED[name](seed)


sides = st.integers(-5, 2005)


@settings(max_examples=40 * FULL)
@given(rows=sides, cols=sides, mines=st.integers(-5, 2005**2))
def test_a_board_has_the_size_that_was_asked_for_or_is_refused(rows, cols, mines):
    fits = 1 <= rows <= 2000 and 1 <= cols <= 2000 and 0 <= mines <= rows * cols
    try:
        board = Board.random(rows, cols, mines=mines, seed=1)
    except ValueError as error:
        assert not fits and re.match(r"(rows|cols|mines) must be a whole number", str(error))
    else:
        assert fits and (board.mines.shape, board.n_mines) == ((rows, cols), mines)


parts_of_names = st.one_of(
    st.sampled_from([*CATALOGUE, *MODIFIERS, "basic", "", " ", "once", "+"]), st.text(max_size=6)
)


@settings(max_examples=300 * FULL)
@given(st.lists(parts_of_names, min_size=1, max_size=4), st.sampled_from(["+", "-", ""]))
def test_any_name_is_an_agent_of_that_name_or_is_refused(parts, glue):
    name = glue.join(parts)
    try:
        agent = ml.agent(name)
    except ValueError as error:
        assert "must be one of" in str(error) or "cannot be" in str(error)
        return
    assert sorted(agent.name.split("+")) == sorted(name.split("+"))
    assert ml.agent(agent.name) == agent
    record = ml.play(BOARD, agent, seed=1)
    assert record.agent == agent.name
    record.verify()
