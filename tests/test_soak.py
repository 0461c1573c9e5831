"""The soak finds faults that were planted, tells how to see them again, and else none."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest

from minelab import Constraint, Deduction, Guess, View, agent, cli
from minelab.agents.catalogue import CATALOGUE
from minelab.agents.guesses import CHOSEN_BY, GUESS_RULES
from minelab.engine.state import GIVEN
from minelab.games.compiled import unpad
from minelab.inference.methods import METHODS
from tests import soak
from tests.naive import FULL, layouts, random_views
from tests.soak import Outcome, Result, cases, try_case
from tests.soak import games as soak_games
from tests.soak import positions as soak_positions
from tests.soak.cases import draw
from tests.soak.positions import count_by_hand

ROOT = Path(__file__).parents[1]
FREQUENT = [name for name in CATALOGUE if not name.startswith("champion")]


def try_frequent(number):
    """A case, if its agent is one that other tests play too, so that the engine has it compiled."""
    return try_case(number) if draw(number).agent.name in FREQUENT else Result(number)


def small_soak(cases=40, **how):
    return soak.soak(**({"cases": cases, "workers": 0, "attempt": try_frequent} | how))


def test_a_short_soak_finds_nothing_and_counts_the_same_in_another_process(capsys):
    here = small_soak(cases=60 * FULL)
    apart = small_soak(cases=60 * FULL, workers=1)
    assert here.wrong == apart.wrong == [], capsys.readouterr().out
    assert here.tally == apart.tally
    counts = {what: here.tally["cases", "all", what] for what in soak.MEASURES}
    del counts["no room"]  # which is rare
    assert min(counts.values()) > 0, counts
    assert counts["games"] > 100 * FULL and counts["positions"] > 30 * FULL
    assert f"{60 * FULL} cases" in str(here) and "nothing wrong" in str(here)


def test_cases_are_of_all_kinds():
    cases = [draw(number) for number in range(1, 2000)]
    assert {case.agent.name for case in cases} > {*CATALOGUE, "composed", "charles+total"}
    assert {rules for case in cases if (rules := case.rules.name) != "custom"} == {
        "report", "classic", "classic-zero", "daggers"
    }  # fmt: skip
    sizes = [case.board.mines.size for case in cases]
    assert min(sizes) == 1 and max(sizes) > 4096
    assert {case.board.n_mines / case.board.mines.size for case in cases} >= {0, 1}
    assert sum(case.board.gold is not None for case in cases) > 50
    assert 0.5 < np.mean([case.engine for case in cases]) < 0.9
    assert max(case.board.mines.size for case in cases if not case.engine) <= 144  # a HARD map
    assert {case.agent.total_for for case in cases} == {(), ("guess",), ("methods", "guess")}
    assert str(draw(7)) == str(draw(7)) != str(draw(8))


def test_layouts_counted_by_hand_are_all_that_fit():
    for view in random_views(40 * FULL, seed=3, most_covered=10):
        counted = count_by_hand(view, view.mines)
        fitting = layouts(view)
        assert counted.layouts == len(fitting)
        assert counted.mined == {cell: int(fitting[:, *cell].sum()) for cell in view.covered}


def lying(method):
    """The method, with one more claim: the first covered cell is safe."""

    def lie(position):
        yield from method(position)
        if position.unknown:
            yield Deduction(position.unknown[0], False, "single")

    return lie


def method_that_lies(monkeypatch):
    row = METHODS["single"]
    monkeypatch.setitem(METHODS, "single", replace(row, proofs=lying(row.proofs)))


def method_that_misses(monkeypatch):
    weaker = replace(METHODS["groups"], proofs=METHODS["subset"].proofs)
    monkeypatch.setitem(METHODS, "groups", weaker)


def rule_of_one_form(monkeypatch):
    last = lambda position, order: Guess(position.view.covered[-1])  # noqa: E731
    monkeypatch.setitem(GUESS_RULES, "random", replace(GUESS_RULES["random"], choose=last))


def log_with_a_wrong_fact(monkeypatch):
    def changed(setting, agent, given):
        game = usual(setting, agent, given)
        proved = np.flatnonzero(game.moves[:, 2] < 16)[:1]
        game.moves[proved, 1] ^= 1
        return game

    usual = soak_games.engine_game
    monkeypatch.setattr(soak_games, "engine_game", changed)


def wrong_counter(monkeypatch):
    def changed(*how):
        game = usual(*how)
        return game._replace(counters=game.counters | {"guesses": game.counters["guesses"] + 1})

    usual = soak_games.engine_game
    monkeypatch.setattr(soak_games, "engine_game", changed)


def wrong_view(monkeypatch):
    def changed(*how):
        game = usual(*how)
        game.codes[0, 0] = 7
        return game

    usual = soak_games.engine_game
    monkeypatch.setattr(soak_games, "engine_game", changed)


def odds_slightly_off(monkeypatch):
    def changed(*how, **more):
        known = usual(*how, **more)
        return replace(known, risk=np.clip(known.risk + 1e-6, 0, 1))

    usual = soak_positions.odds
    monkeypatch.setattr(soak_positions, "odds", changed)


def solver_that_misses(monkeypatch):
    """What a SAT solver is asked on positions too large to try all layouts."""

    def changed(view, method, *how):
        found = usual(view, method, *how)
        return (
            found[1:]
            if method == "entails" and len(view.covered) > soak_positions.MOST_NEAR
            else found
        )

    usual = soak_positions.deduce
    monkeypatch.setattr(soak_positions, "deduce", changed)


def wrong_reason(monkeypatch):
    def changed(view, cell, *how):
        proof = usual(view, cell, *how)
        return replace(proof, because=(Constraint(frozenset({cell}), int(not proof.is_mine)),))

    module = sys.modules["minelab.games.compiled"]
    usual = module.prove
    monkeypatch.setattr(module, "prove", changed)


def guess_called_a_proof(monkeypatch):
    """Safe guesses pass for proofs by `single`: true, but nothing says so. Not the first one."""

    def changed(*how):
        game = usual(*how)
        moves, counters = game.moves, dict(game.counters)
        for k in range(1, len(moves)):
            cell, code = unpad(int(moves[k, 0]), game.codes.shape[1]), moves[k, 2]
            if code >= GIVEN and game.codes[cell] >= 0:
                moves[k, 2] = 0
                counters["guesses"] -= 1
                counters["random_picks"] -= CHOSEN_BY[code] == "random"
                counters["deduced_single"] = counters.get("deduced_single", 0) + 1
        return game._replace(counters=counters)

    usual = soak_games.engine_game
    monkeypatch.setattr(soak_games, "engine_game", changed)


def test_a_guess_that_passes_for_a_proof_is_noticed_on_large_boards(monkeypatch):
    guess_called_a_proof(monkeypatch)
    large = [number for number in range(1, 160) if draw(number).board.mines.size > 80]
    says = "by='single', proved=True) does not follow"
    found = (number for number in large if says in try_frequent(number).wrong)
    assert len(list(islice(found, 3))) == 3


@pytest.mark.parametrize(
    ("plant", "says"),
    [
        (method_that_lies, "which does not follow|is not so|Contradiction"),
        (method_that_misses, "groups misses|guesses, but|differs between the forms"),
        (rule_of_one_form, "differs between the forms"),
        (log_with_a_wrong_fact, "is not so"),
        (guess_called_a_proof, "does not follow|differs between the forms|in the other"),
        (wrong_counter, "guesses, not"),
        (wrong_view, "the engine saw"),
        (odds_slightly_off, "risk .* counted"),
        (solver_that_misses, "entails and odds differ|entails misses"),
        (wrong_reason, "rests on"),
    ],
)
def test_a_planted_fault_is_found_and_found_again(plant, says, monkeypatch, capsys):
    plant(monkeypatch)
    numbers = range(1, 400)
    first = next(result for result in map(try_frequent, numbers) if result.wrong)
    with pytest.raises(SystemExit, match=f"(?s)case {first.number}:.*WRONG: .*({says})"):
        cli.main(["soak", "--replay", str(first.number)])
    monkeypatch.undo()
    capsys.readouterr()
    cli.main(["soak", "--replay", str(first.number)])
    assert "nothing wrong: " in capsys.readouterr().out


def test_a_guess_that_is_not_the_safest_is_noticed():
    view = View.parse("1??\n???", mines=2)
    counted = count_by_hand(view, 2)
    for cell, n in counted.mined.items():
        guess = soak_games.Look(view, soak_games.Step(cell, False, "exact", False))
        if n == min(counted.mined.values()):
            soak_positions.check_guess(guess, agent("exact"), True, counted, "")
        else:
            with pytest.raises(soak.Wrong, match="is not the least risk"):
                soak_positions.check_guess(guess, agent("exact"), True, counted, "")


def test_a_failure_is_told_with_its_replay_and_the_soak_goes_on(monkeypatch, capsys):
    def check(case):
        if case.number % 2:
            raise soak.Wrong("planted")
        return Counter(games=1)

    monkeypatch.setattr(soak, "check_case", check)
    with pytest.raises(SystemExit) as end:
        cli.main(["soak", "--cases", "6", "--workers", "0"])
    assert end.value.code == 1
    out = capsys.readouterr().out
    for number in (1, 3, 5):
        assert f"case {number}: " in out
        assert f"again: python -m minelab soak --replay {number}\n" in out
    assert "6 cases" in out and "WRONG in [1, 3, 5]" in out


def test_an_error_of_any_kind_is_a_failure(monkeypatch):
    monkeypatch.setattr(soak, "check_case", lambda case: 1 / 0)
    assert "ZeroDivisionError" in try_case(1).wrong


def test_too_many_failures_end_a_soak(capsys):
    outcome = small_soak(cases=100, attempt=lambda number: Result(number, wrong="planted"))
    assert outcome.cases == len(outcome.wrong) == soak.MOST_WRONG


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_soak_that_is_stopped_says_what_it_did(sign, monkeypatch, capsys):
    def check(case):
        if case.number == 4:
            os.kill(os.getpid(), sign)
            time.sleep(10)
        return Counter(games=1)

    monkeypatch.setattr(soak, "check_case", check)
    before = signal.getsignal(signal.SIGTERM)
    bystander = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    time.sleep(0.2)
    cli.main(["soak", "--minutes", "5", "--workers", "0"])
    bystander.communicate(b"\n")
    assert bystander.returncode == 0  # a command ends only what it started
    assert "3 cases stopped by hand after" in capsys.readouterr().out
    assert signal.getsignal(signal.SIGTERM) == before


def dies_at_two(number):
    if number == 2:
        os._exit(3)
    return Result(number, Counter({("cases", "all", "games"): 1}))


def stays_at_two(number):
    if number == 2:
        time.sleep(600)
    return Result(number, Counter({("cases", "all", "games"): 1}))


def test_a_case_that_kills_its_process_is_a_failure(capsys):
    outcome = small_soak(cases=4, workers=1, attempt=dies_at_two)
    assert (outcome.cases, outcome.wrong, outcome.gave_up) == (4, [2], [])
    assert outcome.tally["cases", "all", "games"] == 3
    assert "case 2: " in (out := capsys.readouterr().out) and "EXIT(3)" in out


def test_a_case_that_takes_too_long_is_given_up():
    outcome = small_soak(cases=4, workers=2, limit=1.0, attempt=stays_at_two)
    assert (outcome.cases, outcome.wrong, outcome.gave_up) == (4, [], [2])
    assert "nothing wrong in the others\ngiven up for taking too long: [2]" in str(outcome)


def test_a_soak_with_cases_given_up_is_not_a_success(monkeypatch, capsys):
    monkeypatch.setattr(soak, "soak", lambda **how: Outcome(cases=4, gave_up=[2]))
    with pytest.raises(SystemExit) as end:
        cli.main(["soak", "--cases", "4"])
    assert end.value.code == 1 and "nothing wrong in the others" in capsys.readouterr().out


def test_a_case_that_cannot_be_drawn_is_a_failure(monkeypatch):
    def broken(number):
        raise KeyError("planted")

    monkeypatch.setattr(soak, "draw", broken)
    monkeypatch.setattr(cases, "draw", broken)
    assert "case 5\nWRONG: " in (wrong := try_case(5).wrong) and "KeyError: 'planted'" in wrong
    with pytest.raises(SystemExit, match="case 5\n"):
        cli.main(["soak", "--replay", "5"])


def test_time_ends_a_soak(monkeypatch):
    seconds = map(float, count())  # a clock on which every look takes one
    monkeypatch.setattr(soak, "monotonic", lambda: next(seconds))
    outcome = small_soak(cases=None, minutes=1, attempt=Result)
    assert 10 < outcome.cases < 60 < outcome.seconds < 70 and not outcome.stopped


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"minutes": 0}, "minutes must be a number above 0, not 0"),
        ({"minutes": float("nan")}, "minutes must be a number above 0, not nan"),
        ({}, "give minutes or cases"),
        ({"cases": 0}, "cases must be .* not 0"),
        ({"cases": 1, "seed": -1}, "seed must be .* not -1"),
        ({"cases": 1, "workers": -1}, "workers must be .* not -1"),
        ({"cases": 1, "limit": 0}, "limit must be a number above 0, not 0"),
    ],
)
def test_bad_arguments_are_refused(how, message):
    with pytest.raises(ValueError, match=message):
        soak.soak(**how)


def test_an_outcome_without_cases_prints():
    assert "0 cases in 0.0 minutes: nothing wrong" in str(Outcome())
