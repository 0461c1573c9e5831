"""The grader, held against agents whose faults are known."""

import gc
import itertools
import json
import random
import sys
import time

import numpy as np
import pytest

import minelab as ml
from minelab.lab.child import Child
from minelab.lab.grade import fitting, in_100, more_or_fewer, parting, twins_of, unproved

CHECKS = ["legal", "honest", "does not peek", "deterministic", "fast enough", "as good as basic"]


class Good(ml.Player):
    """What single clues and pairs of clues prove; else where the fewest neighbours are covered."""

    def move(self, view, rng):
        proofs = ml.deduce(view, "single") or ml.deduce(view, "subset")
        if proofs:
            return proofs[0]
        covered = set(view.covered)
        hidden = {cell: len(covered & {*view.neighbours(cell)}) for cell in view.covered}
        return ml.Guess(min(hidden, key=hidden.get), "fewest")


class Guesses(ml.Player):
    def move(self, view, rng):
        return ml.Open(view.covered[rng.integers(len(view.covered))])


class Peeks(Good):
    """Looks for the board among the variables of those who called it."""

    def move(self, view, rng):
        frame = sys._getframe()
        while frame and "game" not in frame.f_locals:
            frame = frame.f_back
        if frame is None:
            return super().move(view, rng)
        mines = frame.f_locals["game"].board.mines
        return next((ml.Open(cell) for cell in view.covered if not mines[cell]), None) or ml.Flag(
            view.covered[0]
        )


class PeeksByMemory(Good):
    """Looks for the board in all of Python's memory, when it would have to guess."""

    def move(self, view, rng):
        chosen = super().move(view, rng)
        if isinstance(chosen, ml.Guess):
            for thing in gc.get_objects():
                if isinstance(thing, ml.Board):
                    return ml.Open(next(cell for cell in view.covered if not thing.mines[cell]))
        return chosen


def careless(position):
    for a, b in itertools.permutations(position.in_row_order(), 2):
        if a.mines == b.mines and a.cells & b.cells:
            for cell in sorted(a.cells ^ b.cells):
                yield ml.Deduction(cell, False, "careless", (a, b))


class Unsound(Good):
    def move(self, view, rng):
        proofs = ml.deduce(view, "single") or ml.deduce(view, careless)
        return proofs[0] if proofs else super().move(view, rng)


class Loops(Good):
    def move(self, view, rng):
        while len(view.covered) < 90:
            pass
        return super().move(view, rng)


class CrashesOnTurn40(Good):
    turn = 0

    def move(self, view, rng):
        self.turn += 1
        return super().move(view, rng) if self.turn < 40 else self.nothing


class Slow(Good):
    def move(self, view, rng):
        time.sleep(0.2)
        return super().move(view, rng)


class Whimsical(Good):
    """Takes chance from elsewhere."""

    def move(self, view, rng):
        chosen = super().move(view, rng)
        return ml.Open(random.choice(view.covered)) if isinstance(chosen, ml.Guess) else chosen


class Remembers(Good):
    """Learns from one game to the next, which no game of its own shows."""

    games = []

    def move(self, view, rng):
        if len(view.covered) == view.codes.size:
            self.games.append(1)
            return ml.Open(view.covered[len(self.games) % 100])
        return super().move(view, rng)


WRONG = {
    Good: set(),
    Guesses: {"as good as basic"},
    Peeks: {"does not peek"},
    PeeksByMemory: {"does not peek"},
    Unsound: {"legal", "honest", "as good as basic"},
    Loops: {"fast enough", "as good as basic"},
    CrashesOnTurn40: {"legal", "as good as basic"},
    Slow: {"fast enough", "as good as basic"},
    Whimsical: {"deterministic"},
    Remembers: {"deterministic"},
}
SENTENCES = {
    Guesses: "fewer mines in 100 than basic",
    Peeks: "It looks at the mines: before turn",
    PeeksByMemory: "It looks at the mines: before turn",
    Unsound: "That does not follow: the risk of a mine there is",
    Loops: "longer than 1 s for a move (line",
    CrashesOnTurn40: "failed in turn 40: AttributeError",
    Slow: "longer than 3 s for the whole game",
    Whimsical: "Take chance from rng alone",
    Remembers: "keep nothing from one game to the next",
}
NORMAL = (Peeks, Unsound)
"""Those that are graded in every run; the others with MINELAB_FULL."""


@pytest.mark.parametrize(
    "agent", [who if who in NORMAL else pytest.param(who, marks=pytest.mark.full) for who in WRONG]
)
def test_an_agent_with_a_known_fault_gets_the_right_verdict(agent):
    boards = 8 if agent in NORMAL else 40
    # A machine that has much else to do must not make the others slow.
    limits = {} if agent in (Loops, Slow) else {"seconds": 20, "game_seconds": 60}
    grade = ml.grade(agent, boards=boards, **limits)
    assert [check.name for check in grade.checks] == CHECKS
    assert {check.name for check in grade.checks if check.passed is False} == WRONG[agent]
    assert grade.passed == (not WRONG[agent])
    assert SENTENCES.get(agent, "passes.") in str(grade)
    result = json.loads(grade.json())
    assert result["passed"] == grade.passed and result["agent"] == agent.__name__
    assert [check["name"] for check in result["checks"]] == CHECKS
    own = grade.games[grade.games["agent"] == agent.__name__]
    assert len(own) == boards and abs(own["score"].mean() - result["score"]["value"]) < 1e-4
    page = grade._repr_html_()
    assert page.count("<table>") == 2 and page.count("weakest[") == len(grade.weakest)
    for weak in grade.weakest:
        seen = {seen.turn: seen for seen in ml.hindsight(weak.record)}[weak.turn]
        assert (seen.risk, seen.least) == (weak.risk, weak.least) and seen.extra > 0
        assert "text/html" in weak._repr_mimebundle_()[0]


class Forgets(ml.Player):
    def move(self, view, rng):
        ml.Open(view.covered[0])


def test_no_process_of_an_agent_is_told_the_seed_of_the_graded_boards(monkeypatch):
    said = []
    say = Child.say
    monkeypatch.setattr(Child, "say", lambda self, text: said.append(text) or say(self, text))
    grade = ml.grade(Good, boards=2, seed=20261119)
    boards = {row.board_seed for row in grade.games.itertuples()}
    assert any(b'"play"' in text for text in said) and len(boards) == 2
    for secret in (20261119, *boards):
        assert not any(str(secret).encode() in text for text in said)


def test_an_agent_that_fails_at_once_has_not_shown_that_it_does_not_peek():
    checks = {check.name: check for check in ml.grade(Forgets, boards=2).checks}
    assert checks["legal"].passed is False and checks["does not peek"].passed is None


def test_its_games_and_differences_are_those_of_add_agent():
    grade = ml.grade(Good, boards=6, seed=5)
    games = ml.sweep(["basic"], 10, 10, mines=[20], boards=6, seed=5)
    games = ml.add_agent(games, Good)
    own = grade.games[grade.games["agent"] == "Good"]
    assert own["score"].tolist() == games["score"][6:].tolist()
    wanted = ml.compare(games, "basic", "Good").iloc[0]
    assert grade.against["basic"]["value"] == round(wanted["difference"], 4)
    assert grade.against["basic"]["low"] == round(wanted["low"], 4)
    exact = ml.hindsight(ml.play(ml.Board.random(10, 10, mines=20, seed=0), Good))
    assert any(seen.risk for seen in exact) and grade.regret["value"] > 0


@pytest.mark.parametrize("total_for", [(), ("guess",)])
def test_the_number_of_mines_proves_only_for_those_who_know_it(total_for):
    class Flags(ml.Player):
        def move(self, view, rng):
            return ml.Flag((0, 0)) if (0, 0) in view.covered else ml.Open(view.covered[0])

    Flags.total_for = total_for
    record = ml.play(ml.Board.parse("M1"), Flags)  # one mine in two cells
    assert (unproved(record).turn, unproved(record).risk) == (1, 0.5)
    assert (unproved(ml.play(ml.Board.parse("M"), Flags)) is None) == bool(total_for)


def test_a_zero_has_no_minus():
    """An agent that plays as another one found "0.0 more (-0.0 to 0.0)" mines."""
    assert in_100({"value": -0.0002, "low": -0.0004, "high": 0.0}) == "0.0 (0.0 to 0.0)"
    fewer = more_or_fewer({"value": -0.1, "low": -0.2, "high": 0.0})
    assert fewer == "10.0 (0.0 to 20.0) fewer (not significant)"
    assert in_100({"value": -0.1, "low": None, "high": None}) == "-10.0"


def test_what_clues_prove_is_honest_and_stays_so():
    class Proves(ml.Player):
        """Opens the last cell, then uses what its clue said, even when another has been opened."""

        def move(self, view, rng):
            if (0, 3) in view.covered:
                return ml.Open((0, 3))
            if (0, 2) in view.covered:
                return ml.Deduction((0, 2), False, "zero")
            return ml.Deduction(view.covered[-1], view.covered[-1] == (0, 0), "next")

    assert unproved(ml.play(ml.Board.parse("M100"), Proves)) is None
    assert unproved(ml.play(ml.Board.parse("01M1"), Proves)).turn == 2


def test_a_twin_shows_the_same_until_a_safe_cell_is_opened_that_is_mined_on_it():
    rng = np.random.default_rng(1)
    for seed in range(10):
        board = ml.Board.random(8, 8, mines=12, seed=seed)
        record = ml.play(board, Good, seed=seed)
        for twin in twins_of(record, rng):
            assert twin.n_mines == 12 and twin != board
            other = ml.play(twin, Good, seed=seed)
            assert parting(record, other) == 0
            turn = next(
                a for a, b in zip(record.turns, other.turns, strict=False) if
                a.observations != b.observations
            )  # fmt: skip
            assert twin.mines[turn.cell] and not board.mines[turn.cell]


def test_a_layout_that_fits_has_all_its_mines_and_the_clues_that_are_seen():
    view = ml.View.parse("1??\n???\n??2", mines=3)
    for seed in range(20):
        mines = fitting(view.codes.copy(), 3, np.random.default_rng(seed))
        board = ml.Board(mines)
        assert mines.sum() == 3 and (board.clues[0, 0], board.clues[2, 2]) == (1, 2)
        assert not mines[0, 0] and not mines[2, 2]


@pytest.mark.parametrize(
    ("options", "words"),
    [({"boards": 1}, "boards must be"), ({"seed": -1}, "seed must be"),
     ({"seconds": 0}, "seconds must be"), ({"as_good_as": "best"}, "as_good_as must be one of")],
)  # fmt: skip
def test_bad_input_is_refused(options, words):
    with pytest.raises(ValueError, match=words):
        ml.grade(Good, **options)
