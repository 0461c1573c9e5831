"""Hindsight: each guess of a game compared with what complete inference knew at that moment.

Was there a proof, from the clues alone or with the number of mines? How great was the risk taken,
and how great the least possible? Risks always use the board's own number of mines, whether or not
the agent knew it: one yardstick for all agents. So the extra risk of an agent that was not told
includes the price of not knowing. Flags count as known mines.

Nothing is estimated. Where a position is too large to solve, or a flag is wrong, the numbers are
left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_type
from minelab._later import pd
from minelab.boards.game import Game
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.odds import Odds, odds
from minelab.inference.reasons import Guess

if TYPE_CHECKING:
    from minelab.games.record import Record, Turn


class Proved(NamedTuple):
    """How many covered cells can be proved safe, and how many mined."""

    safe: int
    mined: int


NOTHING = Proved(0, 0)


@dataclass(frozen=True)
class Hindsight:
    """One guess, and what could have been known before it.

    turn, cell, rule, is_mine: the guess, and whether it hit a mine.
    covered: how many cells were covered.
    claimed: the rule's own estimate of the risk, if it makes one.
    risk: the exact chance of a mine in the cell, the number of mines known; None if left out.
    least: the least such chance among all covered cells; `extra` is risk minus least.
    proved: how many cells complete inference proves safe and mined from the clues alone.
    proved_with_total: the same with the number of mines.

    >>> import minelab as ml
    >>> first = hindsight(ml.play(ml.Board.random(4, 4, mines=4, seed=1), "basic"))[0]
    >>> first.covered, first.risk
    (16, 0.25)
    """

    turn: int
    cell: Cell
    rule: str
    is_mine: bool
    covered: int
    claimed: float | None = None
    risk: float | None = None
    least: float | None = None
    proved: Proved | None = None
    proved_with_total: Proved | None = None

    @property
    def extra(self) -> float | None:
        """The risk taken beyond the least possible."""
        return None if self.risk is None or self.least is None else self.risk - self.least


class Judgement(tuple[Hindsight, ...]):
    """The guesses of a game, each beside what could have been known; a notebook shows a table."""

    __slots__ = ()

    def table(self) -> "pd.DataFrame":
        """The guesses as a data frame, one row per guess; a number that is not known is missing.

        Columns: turn, cell, rule, mine (whether it hit one), covered (cells covered before it),
        claimed (the risk that the rule expected), risk (the exact risk), least (the least risk of
        any cell), extra (the difference of these two); then how many cells could be proved safe
        and mined from the clues alone, and the same with the mine count (safe_with_total,
        mined_with_total).
        """
        rows = [
            (seen.turn, seen.cell, seen.rule, seen.is_mine, seen.covered, seen.claimed, seen.risk,
             seen.least, seen.extra, *(seen.proved or (None, None)),
             *(seen.proved_with_total or (None, None)))
            for seen in self
        ]  # fmt: skip
        table = pd.DataFrame(rows, columns=list(COLUMNS))
        return table.astype(dict.fromkeys(("claimed", "risk", "least", "extra"), float)).astype(
            dict.fromkeys(COLUMNS[-4:], "Int64")
        )

    def _repr_html_(self) -> str:
        from minelab.display.outputs import judgement_html

        return judgement_html(self)


COLUMNS = (
    "turn", "cell", "rule", "mine", "covered", "claimed", "risk", "least", "extra", "safe", "mined",
    "safe_with_total", "mined_with_total",
)  # fmt: skip


def hindsight(record: "Record") -> Judgement:
    """Judge every guess of a game by what complete inference knew before it.

    record: the game.

    Returns a Judgement: a tuple with one Hindsight per guess. `table()` makes a data frame of it.

    >>> from minelab import Board, play
    >>> board = Board.parse("121\\nM2M")
    >>> record = play(board, "basic", guesses=[(0, 0), (0, 1), (0, 2), (1, 1)])
    >>> judgement = hindsight(record)
    >>> judgement[3].proved  # basic sees nothing in a 1-2-1
    Proved(safe=1, mined=2)
    >>> judgement.table()["least"].round(2).tolist()
    [0.33, 0.33, 0.5, 0.0]
    """
    from minelab.games.record import Record

    check_type("record", record, Record)
    return Judgement(look_back(game, turn) for game, turn in guesses_of(record))


def guesses_of(record: "Record") -> Iterator[tuple[Game, "Turn"]]:
    """Each guess with the game as it was just before it."""
    game = record.after(0)
    for turn in record.turns:
        if isinstance(turn.reason, Guess):
            yield game, turn
        game.play(turn.move)


class Survey(NamedTuple):
    """What complete inference says about a position."""

    risk: NDArray[np.float64] | None
    proved: Proved | None
    proved_with_total: Proved | None


def survey(view: View) -> Survey:
    """What can be known of a view that carries the number of mines, with it and without it."""
    known = odds(view)
    with_total = count(known)
    # The total only adds to what the clues prove: where it proves nothing, they don't either.
    proved: Proved | None = NOTHING
    if with_total != NOTHING:
        # What is certain is so at any density.
        proved = count(odds(View(view.codes), density=0.5))
    return Survey(known.risk if known.exact else None, proved, with_total)


def count(known: Odds) -> Proved | None:
    """How many cells are certain; None if the position was too large to solve."""
    return Proved(len(known.safe), len(known.mined)) if known.exact else None


def look_back(game: Game, turn: "Turn", look: Callable[[View], Survey] = survey) -> Hindsight:
    """A guess judged by what could be known just before it."""
    guess = turn.reason
    assert isinstance(guess, Guess), "only guesses are judged"
    protected = game.first_is_safe
    is_mine = bool(game.board.mines[guess.cell]) and not protected
    seen = (turn.number, guess.cell, guess.rule, is_mine, game.status.covered, guess.chance)
    if game.status.wrong_flags:
        return Hindsight(*seen)
    risk, proved, with_total = look(View(game.codes, game.board.n_mines))
    if protected:  # the rules move a mine out of the way, wherever the first opening is
        return Hindsight(*seen, 0.0, 0.0, proved, with_total)
    if risk is None:
        return Hindsight(*seen, None, None, proved, with_total)
    return Hindsight(*seen, float(risk[guess.cell]), float(np.nanmin(risk)), proved, with_total)
