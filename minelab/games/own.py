"""A game that a person plays: flags that come and go, hints, undo, and the risk of each opening.

What the person may see is the view, the flags, risks computed from the view, and sentences. Agents
asked for a hint get only the view.

Flags are pencil marks: they come and go freely, cost nothing, and neither risks nor hints rely on
them. Where every cell has to be marked, the game ends when no unmarked cell is left.

Undo takes back the last action. The player has seen what an opening showed, so an opening that is
taken back is counted, the record says so, and its risk stays in the sum. Once the game is over,
nothing can be taken back.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.agents.catalogue import Agent
from minelab.agents.players import Player, reader
from minelab.boards.board import Board
from minelab.boards.game import Game, IllegalMove
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, Cell, check_cell, neighbours
from minelab.boards.rules import Rules, Status
from minelab.boards.view import Flag, Move, Open, View
from minelab.games.compiled import random_order
from minelab.games.explain import TIE
from minelab.games.play import as_reason, promise
from minelab.games.record import Record, Setting, Turn, count_reasons
from minelab.inference.methods import prove
from minelab.inference.odds import Odds, odds
from minelab.inference.reasons import Deduction, Guess, Reason
from minelab.inference.words import is_are, mines_word, noun, percent, place, word

PROOFS = ("single", "subset", "pairs", "assume", "refute", "groups")
"""The methods that look for a proof of the player's own move, in this order, before the number of
mines is used."""

odds_of: Callable[[View], Odds] = lru_cache(maxsize=256)(odds)


class Made(NamedTuple):
    """A move that was made, with its reason if an agent or the rules gave one."""

    move: Move
    reason: Reason | None = None


class Risk(NamedTuple):
    """The chance of a mine in the cell that was opened, and the least chance of any cell."""

    taken: float
    least: float
    exact: bool
    hit: bool


class Hint(NamedTuple):
    """What an agent would do, and the view that it was shown."""

    agent: str
    reason: Reason
    view: View


class OwnGame:
    """A game that a person plays: flags that come and go, hints, undo, the risk of each opening."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board, self.rules = board, rules
        self.game = Game(board, rules, knows_total=True)  # knows the openings alone, not the flags
        self.moves: tuple[Made, ...] = ()
        """The openings, and the flags that are set, in order."""
        self.past: list[tuple[Made, ...]] = []
        """The moves as they were before each action."""
        self.risks: list[Risk] = []
        """One for each opening, including those that were taken back."""
        self.undone = self.hints = 0
        self.hinted: Hint | None = None
        """The last hint, until the next action."""
        self.board_shown = False
        self.said = f"Open any cell. {aim_of(rules, board)}"
        """What happened last, in words."""
        if rules.opening is not None:
            self._open([rules.opening], promise(self.view, rules.opening))
            self.past, self.risks = [], []
            opened = f"The rules have opened {place(rules.opening)}: no mine touches it."
            self.said = f"{opened} {aim_of(rules, board)}"

    def tell(self) -> None:
        """Called when anything has changed."""

    @property
    def view(self) -> View:
        """What is open; flags are not part of it."""
        return self.game.view

    @property
    def flags(self) -> frozenset[Cell]:
        """The flags that are set."""
        return frozenset(made.move.cell for made in self.moves if isinstance(made.move, Flag))

    @property
    def codes(self) -> NDArray[np.int8]:
        """The view with the flags: what the person sees."""
        codes = self.game.codes.copy()
        for cell in self.flags:
            codes[cell] = FLAG
        return codes

    @property
    def over(self) -> bool:
        marked = self.rules.goal == "mark" and not (self.codes == COVERED).any()
        return self.board_shown or self.game.over or marked

    @property
    def status(self) -> Status:
        """The state of the game, with its flags judged; not for the person before the end."""
        right = len(self.flags) - len(self.wrong_flags)
        return replace(self.game.status, right_flags=right, wrong_flags=len(self.flags) - right)

    @property
    def wrong_flags(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in sorted(self.flags) if not self.game.board.mines[cell])

    @property
    def odds(self) -> Odds:
        """The chance of a mine in each covered cell, given the view."""
        known = odds_of(self.view)
        return replace(known, risk=np.zeros(known.risk.shape)) if self.game.first_is_safe else known

    @property
    def extra_risk(self) -> float:
        """The risk taken beyond the least possible, over all openings; estimates do not count."""
        return sum(risk.taken - risk.least for risk in self.risks if risk.exact)

    @property
    def record(self) -> Record:
        """The game so far as a Record. Whoever reads it can see the board.

        A move of the player's own carries its cheapest proof in the view of that moment, or counts
        as a guess. The counters say how many openings were taken back and how many hints given.
        """
        game = Game(self.board, self.rules, knows_total=True)
        turns: list[Turn] = []
        for move, reason in self.moves:
            reason = reason or own_reason(game, move)
            turns.append(Turn(len(turns) + 1, reason, game.play(move)))
        hints = f", {self.hints} {noun('hint', self.hints)}" if self.hints else ""
        name = f"you{hints}{f', {self.undone} undone' if self.undone else ''}"
        setting = Setting(self.board, name, self.rules, seed=0, knows_total=True)
        counters = count_reasons(turns) | {"undone": self.undone, "hints": self.hints}
        return Record(setting, game.status, counters, lambda: tuple(turns))

    def open(self, cell: Cell) -> None:
        """Open a covered cell."""
        cell = self._playable("open", cell)
        if cell in self.flags:
            raise IllegalMove(f"cannot open {place(cell)}: it is flagged")
        self._open([cell])

    def flag(self, cell: Cell) -> None:
        """Set a flag, or take it off."""
        cell = self._playable("flag", cell)
        if self.game.codes[cell] != COVERED:
            raise IllegalMove(f"cannot flag {place(cell)}: it is open")
        if cell in self.flags:
            left = tuple(made for made in self.moves if made.move != Flag(cell))
            self._settle(left, f"You took the flag off {place(cell)}.")
        else:
            self._flag(Made(Flag(cell)))

    def chord(self, cell: Cell) -> None:
        """Open everything around a clue whose mines are all flagged or gone off."""
        cell = self._playable("open around", cell)
        refused = f"cannot open around {place(cell)}"
        clue, codes = self.view.clue(cell), self.codes
        if clue is None:
            raise IllegalMove(f"{refused}: it shows no clue")
        around = neighbours(cell, self.board.rows, self.board.cols)
        marked = sum(codes[n] in (FLAG, BLAST) for n in around)
        if marked != clue:
            beside = f"{mines_word(marked)} {is_are(marked)} marked beside it"
            raise IllegalMove(f"{refused}: its clue is {clue}, and {beside}")
        covered = [n for n in around if codes[n] == COVERED]
        if not covered:
            raise IllegalMove(f"{refused}: nothing is covered there")
        self._open(covered, around=cell)

    def ask(self, who: Agent | Player) -> Hint:
        """The next move of an agent, with its reason."""
        if self.over:
            raise IllegalMove("no hint: the game is over")
        opened = [made.move.cell for made in self.moves if isinstance(made.move, Open)]
        try:
            reason, seen = next_move(who, self.view, self.flags, opened[-1] if opened else None)
        except Exception as error:  # an agent of the user's own may fail in any way
            what = f"{type(error).__name__}: {error}"
            raise ValueError(f"{who.name} has no answer: {what}") from error
        self.hinted = Hint(who.name, reason, seen)
        self.hints += 1
        self.tell()
        return self.hinted

    def follow(self) -> None:
        """Do what the hint says."""
        if self.hinted is None:
            raise IllegalMove("there is no hint to follow")
        reason = self.hinted.reason
        if isinstance(reason.move, Flag):
            self._flag(Made(reason.move, reason))
        else:
            self._open([reason.cell], reason)

    def dismiss(self) -> None:
        """Put the hint away."""
        self.hinted = None
        self.tell()

    def undo(self) -> None:
        """Take back the last action; an opening is counted. A game that is over stays over.

        The end shows which flags are wrong. If it could be undone, a player could mark all cells,
        read off the mines, undo that and play on.
        """
        if self.over:
            raise IllegalMove("cannot undo: the game is over")
        if not self.past:
            raise IllegalMove("cannot undo: nothing has been done")
        before = self.past.pop()
        openings = [m for m in self.moves if isinstance(m.move, Open) and m not in before]
        n = len(openings)
        self.undone += n
        self.moves, self.hinted = before, None
        self.game = Game(self.board, self.rules, knows_total=True)
        for move, _ in before:
            if isinstance(move, Open):
                self.game.play(move)
        counted = f"{word(n)} {noun('opening', n)}, which still {'counts' if n == 1 else 'count'}"
        self.said = f"You took back {counted}." if n else "Undone."
        self.tell()

    def show_board(self) -> None:
        """End the game now, so that the board may be shown."""
        if not self.moves:
            raise IllegalMove("cannot replay: nothing has been done")
        self.board_shown, self.hinted = True, None
        self.tell()

    def _playable(self, verb: str, cell: object) -> Cell:
        cell = check_cell("cell", cell, self.board.rows, self.board.cols)
        if self.over:
            raise IllegalMove(f"cannot {verb} {place(cell)}: the game is over")
        return cell

    def _settle(self, moves: tuple[Made, ...], said: str) -> None:
        """After an action: these are the moves now, and this is what happened."""
        self.past.append(self.moves)
        self.moves, self.hinted, self.said = moves, None, said
        self.tell()

    def _flag(self, made: Made) -> None:
        self._settle((*self.moves, made), f"You flagged {place(made.move.cell)}.")

    def _open(
        self, cells: Sequence[Cell], reason: Reason | None = None, around: Cell | None = None
    ) -> None:
        """Open cells, one after another; flags on cells that were opened go."""
        first = self.game.first_is_safe
        codes: list[int] = []
        risks: list[Risk] = []
        made: list[Made] = []
        for cell in cells:
            if made and (self.game.over or self.game.codes[cell] != COVERED):
                continue  # a mine has ended the game, or a field of zeros has opened the cell
            known = self.odds
            codes.append(self.game.open(cell)[0].code)
            chance, least = float(known.risk[cell]), float(np.nanmin(known.risk))
            risks.append(Risk(chance, least, known.exact, codes[-1] == BLAST))
            made.append(Made(Open(cell), reason))
        still = [m for m in self.moves if isinstance(m.move, Open) or self._is_covered(m.move.cell)]
        self.risks += risks
        what = opened_one(cells[0], codes[0]) if around is None else opened_around(around, codes)
        why = "The rules keep the first opening safe." if first else taken(risks)
        self._settle((*still, *made), f"{what} {why}")

    def _is_covered(self, cell: Cell) -> bool:
        return bool(self.game.codes[cell] == COVERED)


def next_move(
    who: Agent | Player, view: View, flags: frozenset[Cell], last: Cell | None
) -> tuple[Reason, View]:
    """What an agent would do, and the view in which it would.

    It is shown the clues and not the flags; flags that it proves itself count as set.
    last: the cell opened last, for agents that look only around that cell.
    """
    seen = view if who.total_for else View(view.codes, lives=view.lives)
    rng = np.random.default_rng(0)
    if isinstance(who, Agent):
        in_hand = [last] if who.until == "around" and last is not None and view[last] >= 0 else []
        who = reader(who, random_order(view.rows, view.cols, 0), iter(in_hand))
        for cell in in_hand:
            who.move(with_code(seen, cell, COVERED), rng)
    while True:
        reason = as_reason(who.move(seen, rng), seen, iter(()))
        if seen[reason.cell] != COVERED:
            raise IllegalMove(f"it would move at {reason.cell}, which is not covered")
        if isinstance(reason.move, Open) or reason.cell not in flags:
            return reason, seen
        seen = with_code(seen, reason.cell, FLAG)


def with_code(view: View, cell: Cell, code: int) -> View:
    """The view with one cell changed."""
    codes = view.codes.copy()
    codes[cell] = code
    return View(codes, view.mines, lives=view.lives)


def own_reason(game: Game, move: Move) -> Reason:
    """The cheapest proof of the player's own move; without one, an opening is a guess.

    Nothing is proved while there is a wrong flag.
    """
    view, cell, is_mine = game.view, move.cell, isinstance(move, Flag)
    known = odds_of(view) if game.status.wrong_flags == 0 else None
    if known is None or not known.exact or known.risk[cell] != is_mine:
        return Deduction(cell, True, "own") if is_mine else Guess(cell, "given")
    for name in PROOFS:
        with suppress(LookupError):
            return prove(view, cell, name)
    return prove(view, cell, "exact", view.mines)


def aim_of(rules: Rules, board: Board) -> str:
    """When a game ends, for somebody who does not know the rules."""
    aim = "open or flag every cell" if rules.goal == "mark" else "open every cell without a mine"
    if rules.lives is None:
        mine = "A mine does not end the game"
    elif board.gold is not None:
        mine = "A mine costs a life, gold brings one"
    else:
        mine = "A mine costs a life" if rules.lives > 1 else "The first mine ends the game"
    return f"To finish, {aim}. {mine}."


def opened_one(cell: Cell, code: int) -> str:
    what = {BLAST: "a mine", GOLD: "gold"}.get(code, f"clue {code}")
    return f"You opened {place(cell)}: {what}."


def opened_around(cell: Cell, codes: list[int]) -> str:
    blasts = codes.count(BLAST)
    mines = f", {word(blasts)} with a mine" if blasts else ""
    return f"You opened {word(len(codes))} {noun('cell', len(codes))} around {place(cell)}{mines}."


def taken(risks: list[Risk]) -> str:
    """What openings risked, beside the least possible; of several, the one with most extra risk."""
    risk = max(risks, key=lambda risk: (risk.taken - risk.least, risk.taken))
    several = len(risks) > 1
    this, least = percent(risk.taken), percent(risk.least)
    if not risk.exact:
        return f"Risk about {this}, the least about {least}: too large to solve exactly."
    if risk.taken == 0:
        return f"Risk 0%: {'all were' if several else 'it was'} provably safe."
    lead = "The greatest risk was" if several else "Risk"
    if risk.taken < risk.least + TIE:
        return f"{lead} {this}, the least possible."
    if this == least:
        return f"{lead} {this}, close to the least possible."
    return f"{lead} {this}; the least possible was {least}."
