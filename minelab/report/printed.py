"""Boards and games that stand in the reports, read from data/boards/.

Cells are (row, column) throughout; report Daggers prints (x, y). A game holds what its report
prints of it: the guesses, the cells in the order in which they were opened, the flags, the score.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from minelab._checks import shown
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.lab.experiments import data_folder

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class PrintedGame:
    """What a report prints of a game on one of its boards; empty where it prints nothing."""

    agent: str
    guesses: tuple[Cell, ...] = ()
    openings: tuple[Cell, ...] = ()
    """The cells opened, in order, the guesses among them."""
    answers: tuple[str, ...] = ()
    """What each opening showed: a clue, or M."""
    blasts: tuple[Cell, ...] = ()
    flags: tuple[Cell, ...] = ()
    proved: tuple[Cell, ...] = ()
    """Cells that the report says were proved by equations."""
    found: int | None = None
    """Mines found without setting them off."""


def printed_board(name: str) -> Board:
    """The board with this name; `printed_boards()` lists them.

    >>> print(printed_board("cowan-10"))
    1M2
    24M
    M3M
    """
    return Board.parse("\n".join(entry(name)["picture"]))


def printed_game(name: str) -> PrintedGame:
    """What the report prints of its game on the board with this name.

    >>> game = printed_game("swept")
    >>> len(game.openings), len(game.guesses), game.found
    (32, 11, 4)
    """
    game = entry(name).get("game")
    if game is None:
        with_game = [other for other, item in entries().items() if "game" in item]
        raise ValueError(f"name must be a board with a game, one of {with_game}, not {name!r}")
    return PrintedGame(
        agent=game["agent"],
        guesses=cells(game.get("guesses", ())),
        openings=cells(game.get("openings", ())),
        answers=tuple(game.get("answers", ())),
        blasts=cells(game.get("blasts", ())),
        flags=cells(game.get("flags", ())),
        proved=cells(sum(game.get("proved_by_equations", {}).values(), [])),
        found=game.get("found"),
    )


def printed_boards() -> "pd.DataFrame":
    """The boards of the reports as a table."""
    import pandas as pd

    boards = {name: printed_board(name) for name in entries()}
    columns = {
        "report": [item["report"] for item in entries().values()],
        "where": [item["figure"] for item in entries().values()],
        "rows": [board.rows for board in boards.values()],
        "cols": [board.cols for board in boards.values()],
        "mines": [board.n_mines for board in boards.values()],
        "game of": [item.get("game", {}).get("agent", "") for item in entries().values()],
    }
    return pd.DataFrame(columns, index=pd.Index(boards, name="name"))


def entry(name: str) -> dict[str, Any]:
    """All that the file has under a name."""
    if not isinstance(name, str) or name not in entries():
        near = get_close_matches(shown(name), entries(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"name must be one of {list(entries())}, not {shown(name)}{hint}")
    return entries()[name]


@lru_cache(maxsize=1)
def entries() -> dict[str, dict[str, Any]]:
    """The file of boards, by name."""
    text = (data_folder() / "boards" / "boards.json").read_text(encoding="utf-8")
    return {item["name"]: item for item in json.loads(text)}


def cells(pairs: Sequence[Sequence[int]]) -> tuple[Cell, ...]:
    return tuple((r, c) for r, c in pairs)
