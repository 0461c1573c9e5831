"""The contract: the engine and the readable form play the same games.

Same board, agent and seeds, either form: the same knowledge at every guess, the same guesses,
the same score. Every agent of the catalogue is held to it.
"""

from itertools import cycle, product

import pytest

import minelab as ml
from minelab import CLASSIC, CLASSIC_ZERO, REPORT, Board, Rules
from minelab.agents.catalogue import CATALOGUE
from minelab.agents.guesses import GUESS_RULES
from minelab.inference.methods import METHODS
from tests.naive import FULL, guess_by_guess
from tests.test_reproducible import run

MODIFIED = "cowan+total charles+total+average ibs+total ibs+sum swept+total".split()
ALSO_MODIFIED = """
    basic+total aravind+total aravind+average ibs+total+sum ibs-hyper+total ibs-hyper+last
    swept+mean cowan+max corners+total
""".split()
USED_RULES = {ml.agent(name).guess for name in (*CATALOGUE, *MODIFIED)}
MODIFIED += [
    f"basic+{name}"
    for name, row in GUESS_RULES.items()
    if row.modifier and row.code is not None and name not in USED_RULES
]
AGENTS = [*CATALOGUE, *MODIFIED, *(ALSO_MODIFIED if FULL > 1 else [])]
"""The catalogue and what modifiers make of it, with every rule that has a compiled form; more of
these at full size."""

SIZES = [(1, 1), (1, 9), (7, 1), (2, 2), (3, 4), (8, 8), (12, 10)]
DENSITIES = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.5, 0.8, 1]
OTHER_RULES = [
    CLASSIC,
    CLASSIC_ZERO,
    Rules(lives=2, name="two lives"),
    Rules(cascade=True, name="cascade"),
    Rules(goal="open", name="open all"),
    Rules(lives=3, first_click="safe", cascade=True, name="three lives, cascade"),
    Rules(first_click="zero", cascade=True, goal="open", name="open all from a zero"),
]


TUPLES = [
    (), ("subset", "assume-1"), ("assume", "subset"), ("subset", "refute", "pairs"), ("groups",),
    ("assume-3", "subset", "pairs"), ("pairs",), ("subset-once",), ("pairs", "subset"),
    ("refute", "subset"), ("assume-1", "assume-3"), ("subset", "groups", "assume"),
    ("exact",), ("subset", "exact"), ("exact", "assume"), ("groups", "exact"),
]  # fmt: skip
"""Methods beyond `single` in tuples that no report has; the engine refuses some of them."""
USED = {method for agent in CATALOGUE.values() for method in agent.methods}.union(*TUPLES)
TUPLES += [(name,) for name, row in METHODS.items() if row.code is not None and name not in USED]


def cases():
    """Sizes, densities and rules: report rules on every second board, all others in turn."""
    others = cycle(OTHER_RULES)
    for k, (size, density) in enumerate(product(SIZES, DENSITIES)):
        for n in range(FULL):
            rules = next(others) if (k + n) % 2 else REPORT
            yield Board.random(*size, density=density, seed=10 * k + n), rules


def outcome(board, name, rules, seed, engine):
    """The game, or the refusal of a first click that finds no room."""
    try:
        return ml.play(board, name, seed=seed, rules=rules, engine=engine)
    except ValueError as error:
        assert "room" in str(error)
        return None


@pytest.mark.parametrize("name", AGENTS)
def test_both_forms_of_an_agent_play_the_same_games(name):
    if not ml.agent(name).compiled:
        pytest.skip("the engine does not play this agent")
    played = 0
    for seed, (board, rules) in enumerate(cases()):
        fast = outcome(board, name, rules, seed, engine=True)
        slow = outcome(board, name, rules, seed, engine=False)
        if fast is None or slow is None:
            assert fast is slow, f"no room on\n{board}\nby {rules.name}"
            continue
        played += 1
        where = f"seed {seed}, rules {rules.name} on\n{board}"
        assert guess_by_guess(fast) == guess_by_guess(slow), where
        for what in ("score", "won", "blasts", "wrong_flags", "guesses", "random_picks"):
            assert getattr(fast, what) == getattr(slow, what), f"{what}, {where}"
        # Where only opening counts, a game ends with the last safe cell, and which mines are
        # flagged by then depends on the order of proofs that are equally good.
        if rules.goal == "mark":
            assert fast.status == slow.status, where
    assert played >= 60 * FULL


@pytest.mark.parametrize("name", ["cowan", "charles", "ibs-hyper"])
def test_both_forms_play_the_same_games_where_a_board_has_many_tiles(name):
    for seed in range(3 * FULL):
        board = Board.random(25, 26, density=0.18, seed=seed)
        fast, slow = (ml.play(board, name, seed=seed, engine=engine) for engine in (True, False))
        assert guess_by_guess(fast) == guess_by_guess(slow), f"seed {seed} on\n{board}"
        assert fast.status == slow.status


def test_both_forms_of_exact_play_the_same_games_on_large_boards(monkeypatch):
    board = Board.random(65, 64, density=0.2, seed=4)
    fast, slow = (ml.play(board, "exact", engine=engine) for engine in (True, False))
    assert guess_by_guess(fast) == guess_by_guess(slow)
    assert fast.status == slow.status
    assert {turn.reason.rule for turn in fast.turns if turn.method == "guess"} == {"exact-running"}
    monkeypatch.setattr("minelab.inference.odds.LARGE", 0)  # any board counts as large
    for seed, (board, rules) in enumerate(cases()):
        fast = outcome(board, "exact", rules, seed, engine=True)
        slow = outcome(board, "exact", rules, seed, engine=False)
        assert (fast is None) == (slow is None)
        if fast is not None and slow is not None:
            where = f"seed {seed}, rules {rules.name} on\n{board}"
            assert guess_by_guess(fast) == guess_by_guess(slow), where
            assert fast.score == slow.score, where


@pytest.mark.parametrize("name", AGENTS)
def test_both_forms_follow_the_same_given_guesses(name):
    if not ml.agent(name).compiled:
        pytest.skip("the engine does not play this agent")
    for seed in range(7 * FULL):
        board = Board.random(6, 7, density=0.2, seed=seed)
        given = [(seed % 6, 3), (0, 0), (seed % 6, 3), (5, 6), (2, seed % 7)]
        options = {"seed": seed, "first": (2, 2), "guesses": given}
        fast = ml.play(board, name, **options)
        slow = ml.play(board, name, **options, engine=False)
        assert guess_by_guess(fast) == guess_by_guess(slow)
        assert fast.status == slow.status


ALL_TOLD = ("methods", "guess")
COMPOSITIONS = [
    ml.Agent("+".join((*methods, guess, *given)), ("single", *methods), guess, total_for=given)
    for methods in TUPLES
    for guess, given in [("random", ()), ("random", ALL_TOLD), ("exact", ALL_TOLD)]
    if guess == "random" or "exact" in methods
] + [
    ml.Agent(f"{name}-by-odds", methods, "exact", total_for=total_for, until=until)
    for name, methods, total_for, until in [
        ("single", ("single",), ("guess",), "stuck"),
        ("around", ("single",), ("guess",), "around"),
        ("charles", ("single", "subset", "assume"), ("guess",), "stuck"),
        ("groups", ("single", "groups"), ("guess",), "stuck"),
    ]
]


UNCOMPILED = """
from tests.games.test_contract import COMPOSITIONS, check_games
for agent in filter(lambda agent: agent.compiled, COMPOSITIONS):
    check_games(agent, 5)
    print(agent.name)
"""


def check_games(agent, boards):
    for seed in range(boards):
        size = [(8, 8), (12, 12), (6, 12)][seed % 3]
        board = Board.random(*size, density=0.12 + 0.01 * (seed % 14), seed=seed)
        fast, readable = (ml.play(board, agent, seed=seed, engine=form) for form in (True, False))
        assert guess_by_guess(fast) == guess_by_guess(readable)
        assert fast.status == readable.status


def test_both_forms_of_any_composition_play_the_same_games():
    """The engine runs as plain Python: compiling it for each composition takes minutes."""
    names = [agent.name for agent in COMPOSITIONS if agent.compiled]
    assert run(UNCOMPILED, NUMBA_DISABLE_JIT="1").split() == names


@pytest.mark.full
@pytest.mark.parametrize(
    "agent", [agent for agent in COMPOSITIONS if agent.compiled], ids=lambda agent: agent.name
)
def test_both_forms_of_any_composition_play_the_same_games_compiled(agent):
    check_games(agent, 15 * FULL)


@pytest.mark.parametrize(
    ("methods", "guess", "total_for", "until"),
    [
        (("exact",), "random", (), "stuck"),
        (("exact",), "exact", ("guess",), "stuck"),
        (("exact",), "exact", ALL_TOLD, "once"),
        (("groups", "exact"), "exact", ALL_TOLD, "stuck"),
    ],
)
def test_the_readable_form_plays_what_the_odds_of_the_engine_do_not_cover(
    methods, guess, total_for, until
):
    agent = ml.Agent("composed", ("single", *methods), guess, total_for=total_for, until=until)
    assert not agent.compiled
    record = ml.play(Board.random(6, 6, mines=7, seed=1), agent, seed=1)
    assert record.guesses > 0


def test_odds_for_guesses_alone_are_the_engines_on_boards_that_are_not_large():
    agent = ml.Agent("by-odds", ("single",), "exact", total_for=("guess",))
    assert agent.compiled_on(64 * 64) and not agent.compiled_on(64 * 64 + 1)
    assert ml.agent("exact").compiled_on(10**6)
    with pytest.raises(ValueError, match="one that the engine can play"):
        ml.play_many(agent, 65, 64, mines=4, games=1, seed=1)
    record = ml.play(Board.random(65, 64, mines=4, seed=1), agent, seed=1)
    assert record.won
