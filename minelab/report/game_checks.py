"""The tests that Daggers makes of its game (its section 4.1), on any map."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, Cell, cells_where, neighbours
from minelab.boards.rules import DAGGERS

if TYPE_CHECKING:
    import pandas as pd


def game_checks(board: Board) -> "pd.DataFrame":
    """A row a test: what is expected, what is seen, and whether the two agree."""
    import pandas as pd

    table = pd.DataFrame(checks(board), columns=["test", "expected", "seen"])
    table["passed"] = [a == b for a, b in zip(table["expected"], table["seen"], strict=True)]
    return table


def checks(board: Board) -> Iterator[tuple[str, Any, Any]]:
    """Each test with what it expects and what it sees; a map without daggers lacks the last two."""
    game = Game(board, DAGGERS)
    safe = board.mines.size - board.n_mines
    yield "covered cells at the start", board.mines.size, int((game.codes == COVERED).sum())
    yield "lives, gold and safe cells left", (1, 0, safe), purse(game)
    game.open((0, 0))
    yield "cells opened or left covered against the rule of 0 and gold", [], astray(game)
    gold, opened = int((game.codes == GOLD).sum()), int((game.codes >= 0).sum())
    yield "the same three, counted on the board", (1 + gold, gold, safe - opened), purse(game)
    daggers = cells_where(board.mines)
    if game.over or not daggers:
        return
    flagged = Game(board, DAGGERS)
    flagged.open((0, 0))
    flagged.flag(daggers[0])
    yield (
        "cells with a stone after one was put",
        [daggers[0]],
        [*cells_where(flagged.codes == FLAG)],
    )
    shown = game.open(daggers[0])
    expected = [(daggers[0], BLAST)], (gold, gold, safe - opened)
    yield "what a dagger shows, and its price", expected, ([*map(tuple, shown)], purse(game))


def purse(game: Game) -> tuple[int, int, int]:
    """Lives, gold found, and safe cells that are not open yet."""
    status = game.status
    return status.lives or 0, status.gold, status.safe_left


def astray(game: Game) -> list[Cell]:
    """Open clues that touch no open 0 or gold, and covered cells that touch one."""
    found = []
    for cell in cells_where(game.codes != BLAST):
        around = neighbours(cell, game.board.rows, game.board.cols)
        beside = any(game.codes[n] in (0, GOLD) for n in around)
        is_zero = game.codes[cell] in (0, GOLD)
        if not is_zero and beside != (game.codes[cell] >= 0):
            found.append(cell)
    return found
