"""An agent that fails: what is said, what is kept, and how its time is limited."""

import sys
import threading
import time

import pytest

import minelab as ml
from minelab.games.limits import OutOfTime, Stopwatch

BOARD = ml.Board.random(10, 10, mines=20, seed=13)


class Fails(ml.Player):
    """Opens cell after cell; the fifth turn goes wrong."""

    turn = 0

    def move(self, view, rng):
        self.turn += 1
        return self.fifth(view) if self.turn == 5 else ml.Open(view.covered[0])


class Crashes(Fails):
    def fifth(self, view):
        return [][7]


class Loops(Fails):
    def fifth(self, view):
        while True:
            time.sleep(0.001)


class CatchesExceptions(Fails):
    def fifth(self, view):
        while True:
            try:
                time.sleep(0.001)
            except Exception:
                continue


class CatchesTwice(Fails):
    """Even a bare except only helps as often as it is passed."""

    def fifth(self, view):
        for _ in range(2):
            try:
                while True:
                    time.sleep(0.001)
            except BaseException:
                continue
        while True:
            time.sleep(0.001)


class Slow(Fails):
    def fifth(self, view):
        time.sleep(0.4)
        return ml.Open(view.covered[0])


class Forgets(Fails):
    def fifth(self, view):
        ml.Open(view.covered[0])


class GivesCell(Fails):
    def fifth(self, view):
        return view.covered[0]


class GivesAllProofs(Fails):
    def fifth(self, view):
        return [ml.Deduction(cell, True, "mine", ()) for cell in view.covered[:3]]


class Yields(Fails):
    def fifth(self, view):
        yield ml.Open(view.covered[0])


class GivesTheClass(Fails):
    def fifth(self, view):
        return ml.Open


class OpensTwoNumbers(Fails):
    def fifth(self, view):
        return ml.Open(0, 4)


class TakesAProofThatIsNotThere(Fails):
    def fifth(self, view):
        return [proof for proof in ml.deduce(view, "single") if proof.cell == (99, 99)][0]


class WritesIntoTheView(Fails):
    def fifth(self, view):
        view.codes[0, 0] = 1


class ChangesTheView(Fails):
    def fifth(self, view):
        view.mines = 1


class OpensADeduction(Fails):
    def fifth(self, view):
        return ml.Open(ml.Deduction(view.covered[0], False, "mine", ()))


class OpensAgain(Fails):
    def fifth(self, view):
        return ml.Open((0, 0))


class Exits(Fails):
    def fifth(self, view):
        sys.exit()


class Recurs(Fails):
    def fifth(self, view):
        return self.fifth(view)


SENTENCES = {
    Crashes: "failed in turn 5: IndexError: list index out of range (line",
    Loops: "failed in turn 5: it took longer than 0.2 s for a move (line",
    CatchesExceptions: "failed in turn 5: it took longer than 0.2 s for a move (line",
    CatchesTwice: "failed in turn 5: it took longer than 0.2 s for a move (line",
    Slow: "failed in turn 5: it took longer than 0.2 s for a move (line",
    Forgets: "Guess, not None; a return is missing",
    GivesCell: "not (0, 4); did you mean ml.Open((0, 4))?",
    GivesAllProofs: "not a list of 3; did you mean its first element?",
    Yields: "Guess, not a generator; write return instead of yield.",
    GivesTheClass: "not the class itself; did you mean ml.Open(cell)?",
    OpensTwoNumbers: "; a cell is one pair, as in ml.Open((0, 1)).",
    TakesAProofThatIsNotThere: "; is the list empty? ml.deduce gives none where nothing can",
    WritesIntoTheView: "; change a copy, such as view.codes.copy().",
    ChangesTheView: "view.mines = 1); views and proofs can't be changed.",
    OpensADeduction: "this Open can't be played: its cell is a Deduction, which is a move itself",
    OpensAgain: "cannot open (0, 0): it is open already; view.covered has the cells that are left.",
    Exits: "failed in turn 5: it called exit",
    Recurs: "failed in turn 5: RecursionError: maximum recursion depth exceeded",
}


@pytest.mark.parametrize("agent", SENTENCES)
def test_a_mistake_is_answered_with_one_sentence_and_the_game_so_far(agent):
    with pytest.raises(ValueError) as caught:
        ml.play(BOARD, agent, seed=1, seconds=0.2)
    error = caught.value
    kind = ml.IllegalMove if agent in (OpensADeduction, OpensAgain) else ml.AgentError
    assert type(error) is kind and (error.agent, error.turn) == (agent.__name__, 5)
    assert str(error).startswith(f"{agent.__name__} ") and SENTENCES[agent] in str(error)
    call = f"ml.play(ml.Board.random(10, 10, mines=20, seed=13), {agent.__name__}, seed=1"
    assert error.call == f"{call}, seconds=0.2)" and str(error).endswith(error.call)
    assert error.record.turns == ml.play(BOARD, Fails5, seed=1).turns[:4]
    error.record.verify()
    assert "player" in ml.player(error.record).html


class Fails5(Fails):
    def fifth(self, view):
        return ml.Open(view.covered[0])


def test_the_cause_is_the_error_of_the_agent():
    with pytest.raises(ml.AgentError) as caught:
        ml.play(BOARD, Crashes)
    assert isinstance(caught.value.__cause__, IndexError)
    with pytest.raises(ml.AgentError) as caught:
        ml.play(BOARD, Loops, game_seconds=0.2)
    assert "0.2 s for the whole game" in str(caught.value)
    assert isinstance(caught.value.__cause__.__cause__, OutOfTime)  # its traceback shows where


@pytest.mark.parametrize(
    ("board", "options"),
    [
        (ml.Board.random(4, 4, mines=3, seed=9), {"seed": 3}),
        (ml.Board.parse("1M2\n24M\nM3M"), {"first": (0, 2), "guesses": [(2, 1), (1, 1)]}),
        (ml.Board.random(5, 5, mines=2, seed=2), {"rules": ml.CLASSIC_ZERO, "first": (0, 0)}),
        (ml.Board.random(4, 4, mines=3, seed=9), {"rules": ml.Rules(lives=7)}),
    ],
)
def test_the_call_in_the_message_repeats_the_game(board, options):
    class Third(ml.Player):
        def move(self, view, rng):
            return ml.Open(view.covered[0]) if len(view.covered) > view.codes.size - 2 else 1 / 0

    with pytest.raises(ml.AgentError) as caught:
        ml.play(board, Third, **options)
    with pytest.raises(ml.AgentError) as again:
        eval(caught.value.call, {"ml": ml, "Third": Third})
    assert again.value.record == caught.value.record and str(again.value) == str(caught.value)


def test_a_wrong_flag_that_no_layout_fits_is_a_contradiction_with_its_turn():
    def hopeful(position):
        for clue in position.in_row_order():
            yield ml.Deduction(min(clue.cells), True, "hopeful", (clue,))

    with pytest.raises(ml.Contradiction, match="so a flag or a proof was wrong. To rep") as caught:
        ml.play(BOARD, ml.Agent("hopeful", methods=("single", hopeful)))
    assert caught.value.record.turns and caught.value.agent == "hopeful"


def test_what_the_board_forbids_is_not_the_fault_of_the_agent():
    board = ml.Board.random(3, 3, mines=8, seed=1)
    with pytest.raises(ValueError, match="^mines must leave room"):
        ml.play(board, Fails5, rules=ml.CLASSIC_ZERO)


def test_time_is_limited_in_any_thread():
    said = []

    def work():
        try:
            ml.play(BOARD, Loops, seconds=0.2)
        except ml.AgentError as error:
            said.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert len(said) == 3 and all("longer than 0.2 s" in text for text in said)


def test_a_call_that_ends_with_its_time_leaves_no_error_behind():
    ended = late = 0
    with Stopwatch(0.1) as watch:
        for k in range(30):
            try:
                watch.call(time.sleep, 0.097 + k / 5000)
                ended += 1
            except TimeoutError:
                late += 1
            for _ in range(1000):  # here an error that was sent too late would be raised
                pass
    assert ended + late == 30 and late


@pytest.mark.parametrize("limit", [0, -1, "1", float("nan"), True])
def test_a_limit_must_be_a_time(limit):
    with pytest.raises(ValueError, match="seconds must be a number from 0.001"):
        ml.play(BOARD, Fails5, seconds=limit)
    with pytest.raises(ValueError, match="game_seconds must be a number from 0.001"):
        ml.add_agent(ml.sweep(["basic"], 3, 3, mines=[2], boards=2, seed=1), Fails5, game_seconds=0)
