"""Does a program keep to the protocol? `python -m minelab protocol COMMAND` says."""

from collections.abc import Callable, Sequence

from minelab.arena.program import Program
from minelab.boards.board import Board
from minelab.boards.rules import CLASSIC, REPORT, Rules
from minelab.lab.apart import play_one
from minelab.lab.child import CantLoad
from minelab.lab.grade import Check

GAMES = (
    (Board.random(9, 9, mines=10, seed=1), CLASSIC),
    (Board.random(5, 7, mines=8, seed=2), REPORT),
    (Board.random(1, 1, mines=0, seed=0), CLASSIC),
    (Board.random(16, 30, mines=99, seed=3), CLASSIC),
)
"""Boards of all shapes, the least one too."""


def conforms(command: str | Sequence[str], *, seconds: float = 5.0) -> list[Check]:
    """What was tried with a program, whether that went well, and in words.

    command: how the program is started, as for `Program`.
    seconds: the most time for a move.
    """
    try:
        program = Program(command, seconds=seconds)
    except CantLoad as error:
        return [Check("begins", False, str(error))]
    with program:
        checks = [Check("begins", True, f"It is called {program.name}.")]
        checks += [plays(program, board, rules) for board, rules in GAMES]
        return [*checks, *(check(program) for check in AFTERWARDS)]


def plays(program: Program, board: Board, rules: Rules) -> Check:
    """A game comes to its end."""
    name = f"{board.rows} x {board.cols}, {rules.name}"
    played = play_one(program, board, 7, rules)
    if played.error is not None:
        return Check(name, False, str(played.error).split(" To repeat it")[0])
    return Check(name, True, f"{len(played.record.turns)} moves, {played.seconds:.2f} s.")


def repeats(program: Program) -> Check:
    """The same number for its chance gives the same game."""
    board, rules = GAMES[1]
    games = [play_one(program, board, 11, rules).record.turns for _ in range(2)]
    same = games[0] == games[1]
    says = "The same seed gives the same game" if same else "The same seed gave two games"
    return Check("repeats", same, f"{says}.")


def ignores(program: Program) -> Check:
    """Lines of later versions are no reason to stop."""
    if program.child.process is None:
        program.start()
    program.tell("some words of a later version")
    check = plays(program, *GAMES[0])
    says = "It goes on after a line that it does not know." if check.passed else check.says
    return Check("ignores", check.passed, says)


def quits(program: Program) -> Check:
    """It ends when it is told to."""
    if program.child.process is None:
        return Check("quits", False, "It was stopped before.")
    program.tell("quit")
    code = program.child.wait()
    says = "It did not end." if code is None else f"Told to quit, it ended with code {code}."
    return Check("quits", code == 0, says)


AFTERWARDS: tuple[Callable[[Program], Check], ...] = (repeats, ignores, quits)
