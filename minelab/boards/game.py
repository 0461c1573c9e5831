"""Game: the sole holder of a board while it is played. Moves go in, observations come out."""

from dataclasses import replace

import numpy as np

from minelab._checks import check_type, check_yes_or_no, shown
from minelab.boards.board import Board
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, Cell, check_cell, neighbours
from minelab.boards.rules import REPORT, Rules, Status
from minelab.boards.view import Flag, Move, Observation, Open, View


class IllegalMove(ValueError):
    """A move that the rules forbid. The game is unchanged.

    >>> game = Game(Board.parse("1M"))
    >>> game.open((0, 5))
    Traceback (most recent call last):
    minelab.boards.game.IllegalMove: cannot open: cell (0, 5) is off the board, which has ...
    """


class Game:
    """A game under way: open or flag cells, and read the `view`.

    board: the board to play on.
    rules: REPORT by default.
    knows_total: whether the views carry the number of mines.

    `status`, `score`, `won` and `over` tell how it is going.

    >>> game = Game(Board.parse("1M2\\n24M\\nM3M"))
    >>> game.open((0, 0))
    (Observation(cell=(0, 0), code=1),)
    >>> print(game.view)
    1??
    ???
    ???
    """

    def __init__(self, board: Board, rules: Rules = REPORT, *, knows_total: bool = False) -> None:
        check_opening(board, rules)
        self.board = board  # a protected first click replaces it
        self.rules = rules
        self.status: Status = rules.start(board)
        self._knows_total = check_yes_or_no("knows_total", knows_total)
        self.codes = np.full(board.mines.shape, COVERED, dtype=np.int8)

    @property
    def view(self) -> View:
        """What the player sees now."""
        total = self.board.n_mines if self._knows_total else None
        return View(self.codes, total, lives=self.status.lives)

    @property
    def over(self) -> bool:
        """Whether no move is left to make."""
        return self.rules.over(self.status)

    @property
    def first_is_safe(self) -> bool:
        """Whether the rules will move a mine out of the way of the next opening."""
        return self.rules.safe_radius >= 0 and self.status.opened + self.status.blasts == 0

    @property
    def won(self) -> bool:
        """Whether the game is won, as its rules define it."""
        return self.rules.won(self.status)

    @property
    def score(self) -> float:
        """The score so far, as the rules count it: see `Rules.score`."""
        return self.rules.score(self.status)

    def play(self, move: Move) -> tuple[Observation, ...]:
        """Make a move, an `Open` or a `Flag`; what came to light."""
        if not isinstance(move, Open | Flag):
            raise IllegalMove(f"a move must be an Open or a Flag, not {shown(move)}")
        return self.open(move.cell) if isinstance(move, Open) else self.flag(move.cell)

    def open(self, cell: Cell) -> tuple[Observation, ...]:
        """Open a cell; what came to light, the cell itself first."""
        cell = self._legal("open", cell)
        if self.first_is_safe:
            self.board = self.board.protected(cell, self.rules.safe_radius)
            self._judge_flags_again()
        seen: list[Observation] = []
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if self.codes[cell] == COVERED:
                seen.append(self._reveal(cell))
                if self.rules.cascade and seen[-1].code in (0, GOLD):
                    around = neighbours(cell, self.board.rows, self.board.cols)
                    waiting.extend(reversed(around))
        return tuple(seen)

    def flag(self, cell: Cell) -> tuple[Observation, ...]:
        """Mark a cell as a mine. Nothing comes to light."""
        cell = self._legal("flag", cell)
        self.codes[cell] = FLAG
        event = "flag" if self.board.mines[cell] else "wrong flag"
        self.status = self.rules.after(self.status, event)
        return ()

    def _judge_flags_again(self) -> None:
        """A mine that moved may have left a flag, or come under one."""
        flags = self.codes == FLAG
        right = int((flags & self.board.mines).sum())
        wrong = int(flags.sum()) - right
        self.status = replace(self.status, right_flags=right, wrong_flags=wrong)

    def _reveal(self, cell: Cell) -> Observation:
        if self.board.mines[cell]:
            code, event = BLAST, "blast"
        elif self.board.gold is not None and self.board.gold[cell]:
            code, event = GOLD, "gold"
        else:
            code, event = int(self.board.clues[cell]), "open"
        self.codes[cell] = code
        self.status = self.rules.after(self.status, event)
        return Observation(cell, code)

    def _legal(self, verb: str, cell: Cell) -> Cell:
        try:
            cell = check_cell("cell", cell, self.board.rows, self.board.cols)
        except ValueError as error:
            raise IllegalMove(f"cannot {verb}: {error}") from None
        if self.over:
            raise IllegalMove(f"cannot {verb} {cell}: the game is over")
        first = self.rules.opening
        if first is not None and self.codes[first] == COVERED and (verb, cell) != ("open", first):
            raise IllegalMove(f"cannot {verb} {cell}: these rules open {first} first")
        code = int(self.codes[cell])
        if code != COVERED:
            state = {FLAG: "flagged", BLAST: "a mine that went off"}.get(code, "open")
            raise IllegalMove(f"cannot {verb} {cell}: it is {state} already")
        return cell


def check_opening(board: Board, rules: Rules) -> None:
    """Refuse a board on which the cell that the rules open first touches a mine, or is one."""
    check_type("rules", rules, Rules)
    check_type("board", board, Board)
    cell = rules.opening
    if cell is not None and (board.mines[cell] or board.clues[cell] > 0):
        there = board.letters()[cell]
        raise ValueError(
            f"board must have 0 or gold at {cell}, which the {rules.name} rules open first, "
            f"not {there}"
        )
