"""Arguments of all kinds: the public calls take them or raise a ValueError, never anything else."""

import re
from numbers import Integral

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import minelab as ml
from minelab import Board, Game, View
from minelab.agents.catalogue import CATALOGUE, MODIFIERS
from minelab.boards.board import MAX_SEED
from tests.naive import FULL, TROUBLE, anything

BOARD = Board.parse("1M2\n24M\nM3M")
VIEW = View.parse("1?2\n???\n???", mines=4)
MAP = ml.daggers_map("EASY", seed=1)
RECORD = ml.play(BOARD, "basic")
GAMES = ml.sweep(["basic", "ibs"], 3, 3, mines=[2], boards=3, seed=1)

MADE_BY_OTHERS = {
    "AgentError", "Candidate", "Constraint", "Contradiction", "Deduction", "Flag", "Guess",
    "Hindsight", "IllegalMove", "Mistake", "Observation", "Odds", "Open", "Optimal", "Plan",
    "OddsScore", "Sample", "Standing", "Turn",
}  # fmt: skip
"""Results, errors and plain values, which are checked by those who take them."""
NOTHING_TO_SAY = {"catalogue", "Player", "printed_boards"}
"""Calls without arguments."""


def few(x, most=10**9):
    """The value; a number that would be taken and asks for much work is made small."""
    return x % 20 if isinstance(x, Integral) and 20 < x <= most else x


def games_with(column, value):
    """Games with the same value in all rows of a column."""
    values = [value] * len(GAMES)
    try:
        return GAMES.assign(**{column: values})
    except OverflowError:  # an older pandas has no type for it
        return GAMES.assign(**{column: pd.Series(values, dtype=object)})


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
    "radius": lambda x: BOARD.protected((0, 0), x),
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
    "total_for": lambda x: ml.Agent("mine", ("single",), total_for=x),
    "until": lambda x: ml.Agent("mine", ("single",), until=x),
    "board of a game": lambda x: Game(x),
    "rules of a game": lambda x: Game(BOARD, x),
    "level": lambda x: ml.daggers_map(x, seed=1),
    "who runs": lambda x: ml.play_runs(MAP, x, runs=1),
    "map of runs": lambda x: ml.play_runs(x, "dagger-1", runs=1),
    "rows of perfect play": lambda x: ml.optimal(x, 2, mines=1),
    "mines of perfect play": lambda x: ml.optimal(2, 2, mines=x),
    "aim": lambda x: ml.optimal(2, 2, mines=1, aim=x),
    "function with controls": lambda x: ml.interact(x),
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
    "turns of a view": lambda x: RECORD.view(x),
    "neighbours": lambda x: VIEW.neighbours(x),
    "board picture": lambda x: Board.parse(x),
    "knows_total": lambda x: Game(BOARD, knows_total=x),
    "move": lambda x: Game(BOARD).play(x),
    "opened cell": lambda x: Game(BOARD).open(x),
    "flagged cell": lambda x: Game(BOARD).flag(x),
    "given guesses": lambda x: ml.play(BOARD, "basic", guesses=x),
    "engine": lambda x: ml.play(BOARD, "basic", engine=x),
    "game played again": lambda x: ml.play_again(x),
    "engine of a game played again": lambda x: ml.play_again(RECORD, engine=x),
    "who plays many": lambda x: ml.play_many(x, 3, 3, mines=2, games=1, seed=1),
    "number of games": lambda x: ml.play_many("basic", 3, 3, mines=2, games=few(x), seed=1),
    "rules of games": lambda x: ml.play_many("basic", 3, 3, mines=2, games=1, seed=1, rules=x),
    "number of runs": lambda x: ml.play_runs(MAP, "dagger-1", runs=few(x)),
    "rows of a sweep": lambda x: ml.sweep(["basic"], few(x), 3, mines=[1], boards=1, seed=1),
    "all mines of a sweep": lambda x: ml.sweep(["basic"], 3, 3, mines=x, boards=1, seed=1),
    "all densities": lambda x: ml.sweep(["basic"], 3, 3, densities=x, boards=1, seed=1),
    "boards": lambda x: ml.sweep(["basic"], 3, 3, mines=[2], boards=few(x), seed=1),
    "rules of a sweep": lambda x: ml.sweep(["basic"], 3, 3, mines=[2], boards=1, seed=1, rules=x),
    "first of a sweep": lambda x: ml.sweep(["basic"], 3, 3, mines=[2], boards=1, seed=1, first=x),
    "workers": lambda x: ml.sweep(["basic"], 3, 3, mines=[2], boards=1, seed=1, workers=few(x)),
    "columns of perfect play": lambda x: ml.optimal(2, x, mines=1),
    "flags": lambda x: ml.optimal(2, 2, mines=1, flags=x),
    "first click of perfect play": lambda x: ml.optimal(2, 2, mines=1, first_click=x),
    "limit": lambda x: ml.optimal(2, 2, mines=1, limit=x),
    "aim of a player": lambda x: ml.OptimalPlayer(x),
    "flags of a player": lambda x: ml.OptimalPlayer(flags=x),
    "first cell to solve": lambda x: ml.solvable_board(4, 4, mines=1, by="basic", seed=1, first=x),
    "rules to solve": lambda x: ml.solvable_board(4, 4, mines=1, by="basic", seed=1, rules=x),
    "draws": lambda x: ml.solvable_board(4, 4, mines=1, by="basic", seed=1, draws=x),
    "difficult board": lambda x: ml.difficulty(x),
    "first cell of a difficulty": lambda x: ml.difficulty(BOARD, first=x),
    "rules of a difficulty": lambda x: ml.difficulty(BOARD, rules=x),
    "click of a first cell": lambda x: ml.first_cell(x, 9, 9),
    "rows of a first cell": lambda x: ml.first_cell("zero", x, 9),
    "looked back": lambda x: ml.hindsight(x),
    "games to compare": lambda x: ml.compare(x, "basic", "ibs"),
    "one to compare": lambda x: ml.compare(GAMES, x, "ibs"),
    "other to compare": lambda x: ml.compare(GAMES, "basic", x),
    "measure": lambda x: ml.compare(GAMES, "basic", "ibs", x),
    "measures": lambda x: ml.summary(GAMES, x),
    "one of the measures": lambda x: ml.summary(GAMES, [x]),
    "games of an agent": lambda x: ml.summary(games_with("agent", x)),
    "games of a number": lambda x: ml.compare(games_with("mines", x), "basic", "ibs"),
    "games to tidy": lambda x: ml.tidy(x),
    "measure to tidy": lambda x: ml.tidy(GAMES, x),
    "values to tidy": lambda x: ml.tidy(games_with("score", x)),
    "agents to draw": lambda x: ml.look(x),
    "agent to draw": lambda x: ml.look([x]),
    "table of agents to draw": lambda x: ml.look(games_with("agent", x)),
    "table to add to": lambda x: ml.add_agent(x, "random"),
    "agent to add": lambda x: ml.add_agent(GAMES, x),
    "rows of a table": lambda x: ml.add_agent(games_with("rows", few(x)), "random"),
    "mines of a table": lambda x: ml.add_agent(games_with("mines", x), "random"),
    "rules of a table": lambda x: ml.add_agent(games_with("rules", x), "random"),
    "agent to grade": lambda x: ml.grade(x, boards=1),
    "boards to grade": lambda x: ml.grade("basic", boards=x, as_good_as=None),
    "seed to grade": lambda x: ml.grade("basic", seed=x, as_good_as=None),
    "time to grade": lambda x: ml.grade("basic", seconds=x, as_good_as=None),
    "whom to be as good as": lambda x: ml.grade("basic", boards=1, as_good_as=x),
    "agents to rank": lambda x: ml.leaderboard(x, boards=1),
    "boards to rank": lambda x: ml.leaderboard([], boards=x),
    "entrants": lambda x: ml.tournament(x, games=2, levels=[(3, 3, 1)]),
    "games of a tournament": lambda x: ml.tournament([], games=x),
    "levels": lambda x: ml.tournament([], levels=x),
    "level of a tournament": lambda x: ml.tournament([], levels=[x]),
    "rules of a tournament": lambda x: ml.tournament([], rules=x),
    "program": lambda x: isinstance(x, str) or ml.Program(x),  # a text might name one
    "how many positions": lambda x: ml.positions(few(x)),
    "positions to score": lambda x: ml.score_odds(ml.odds, few(x)),
    "what a solver says": lambda x: ml.score_odds(lambda view: x, 1),
    "seconds": lambda x: ml.play(BOARD, "basic", seconds=x),
    "seconds of a game": lambda x: ml.add_agent(GAMES, "random", game_seconds=x),
    "method with a mistake": lambda x: ml.find_mistake(x, boards=1),
    "what a method gives": lambda x: ml.find_mistake(lambda position: x, boards=1),
    "what a method yields": lambda x: ml.find_mistake(lambda position: [x], boards=1),
    "boards with a mistake": lambda x: ml.find_mistake("single", boards=few(x)),
    "seed of a mistake": lambda x: ml.find_mistake("single", boards=1, seed=x),
    "agents to fall short": lambda x: ml.shortfall(x, 2, 2, mines=1, orders=1),
    "agent to fall short": lambda x: ml.shortfall([x], 2, 2, mines=1, orders=1),
    "orders": lambda x: ml.shortfall(["exact"], 2, 2, mines=1, orders=x),
    "flags of a shortfall": lambda x: ml.shortfall(["exact"], 2, 2, mines=1, flags=x),
    "drawn": lambda x: ml.draw(x),
    "risk": lambda x: ml.draw(VIEW, risk=x),
    "reason": lambda x: ml.draw(VIEW, reason=x),
    "cell of a reason": lambda x: ml.draw(VIEW, reason=ml.Guess(x)),
    "coordinates": lambda x: ml.draw(VIEW, coordinates=x),
    "truth": lambda x: ml.draw(VIEW, truth=x),
    "truth of a board": lambda x: ml.draw(BOARD, truth=x),
    "size of a cell": lambda x: ml.draw(VIEW, cell=x),
    "file of a picture": lambda x: ml.draw(VIEW).save(x),
    "turns of a strip": lambda x: ml.strip(RECORD, x),
    "turn": lambda x: ml.player(RECORD, turn=x),
    "show_risk": lambda x: ml.player(RECORD, show_risk=x),
    "positions": lambda x: ml.stepper(x, ["single"]),
    "position": lambda x: ml.stepper({"a": x}, ["single"]),
    "name of a position": lambda x: ml.stepper(as_key(x), ["single"]),
    "methods of a stepper": lambda x: ml.stepper({"a": VIEW}, x),
    "method of a stepper": lambda x: ml.stepper({"a": VIEW}, [x]),
    "rows to read": lambda x: ml.table(x),
    "row to read": lambda x: ml.table([few(x, 10**6000)])._repr_html_(),
    "heads": lambda x: ml.table([[1]], x),
    "head": lambda x: ml.table([[1]], [x]),
    "source": lambda x: ml.show(x),
    "verdicts": lambda x: x is None or isinstance(x, str) or ml.verdicts(x),
    "claim": lambda x: ml.claims([x]),
    "agents to explore": lambda x: ml.explore(x),
    "size to explore": lambda x: ml.explore(["basic"], size=x),
    "density to explore": lambda x: ml.explore(["basic"], density=x),
    "boards to explore": lambda x: ml.explore(["basic"], boards=x),
    "seed to explore": lambda x: ml.explore(["basic"], seed=x),
    "guess to explore": lambda x: ml.explore(["basic"], guess=x),
    "measure to explore": lambda x: ml.explore(["basic"], measure=x),
    "change": lambda x: ml.explore(["basic"]).change(agents=x),
    "kind of game": lambda x: ml.explore(["basic"]).game(x),
    "board to play on": lambda x: ml.playground(x),
    "rules to play by": lambda x: ml.playground(BOARD, rules=x),
    "rows to play on": lambda x: ml.playground(rows=few(x, 50), cols=3),
    "density to play on": lambda x: ml.playground(rows=3, cols=3, density=x),
    "level to play on": lambda x: ml.playground(rules=ml.DAGGERS, level=x),
    "seed to play on": lambda x: ml.playground(rows=3, cols=3, seed=x),
    "who hints": lambda x: ml.playground(BOARD, agent=x),
    "hint": lambda x: ml.playground(BOARD).hint(x),
    "odds on": lambda x: ml.playground(BOARD).show_odds(x),
    "folder": lambda x: ml.load("replays", x),
    "file of maps": lambda x: ml.load_maps(x),
    "file of a record": lambda x: ml.Record.load(x),
    "file to write": lambda x: RECORD.save(x),
}
OWN = ("method", "guess", "method with a mistake")
"""Where a function of one's own may stand, which does as it likes."""
WRITTEN = ("file of a picture", "file to write")
FILES = ("folder", "file of maps", "file of a record")
ACCIDENTS = re.compile(
    "truth value|invalid literal|Length mismatch|embedded null|ambiguous|Exceeds the limit"
    "|could not convert|inhomogeneous|unhashable"
)
"""What a ValueError says that nobody has raised on purpose."""


def as_key(x):
    """A position under this name."""
    return {x: VIEW} if x.__hash__ else {}


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=12 * FULL)
@given(value=anything)
def test_an_argument_of_any_kind_is_taken_or_refused(name, value):
    assume(
        not (callable(value) and name in OWN) and not (isinstance(value, str) and name in WRITTEN)
    )
    take_or_refuse(name, value)


@pytest.mark.parametrize("name", CALLS)
def test_what_is_not_what_it_seems_is_taken_or_refused(name):
    for value in TROUBLE:
        if not (isinstance(value, str) and name in WRITTEN):
            take_or_refuse(name, value)


def take_or_refuse(name, value):
    """Make the call; the ValueError that it may raise must be meant."""
    try:
        CALLS[name](value)
    except ValueError as error:
        assert str(error) and not ACCIDENTS.search(str(error))
    except OSError:
        assert name in FILES  # that are not there


def test_every_public_call_is_tried():
    calls = {name for name in ml.__all__ if callable(getattr(ml, name))}
    several = (*CALLS.values(), *SEEDED.values())
    tried = {name for call in several for name in call.__code__.co_names}
    assert calls - tried == (MADE_BY_OTHERS | NOTHING_TO_SAY) - tried


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
