"""What every representation offers: built from a view, updated by what one more cell shows."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from minelab.boards.board import Board
from minelab.boards.grid import COVERED, GOLD, Cell
from minelab.boards.view import View

News: TypeAlias = Iterable[tuple[Cell, int]]
"""Cells that show something now, and what: a clue, FLAG or BLAST."""


class Representation(ABC):
    """A way to hold what is known about a board."""

    report: str
    structure: str
    """What the knowledge is kept in."""
    relation: str
    """What it infers with."""

    @abstractmethod
    def __init__(self, view: View) -> None:
        """Built from a view."""

    @abstractmethod
    def update(self, cell: Cell, code: int) -> None:
        """One more cell shows something: a clue, FLAG or BLAST."""

    @abstractmethod
    def relations(self) -> list[Any]:
        """What the clues say about the covered cells."""

    @abstractmethod
    def terms(self) -> int:
        """How many times the relations name a cell, in all."""

    @staticmethod
    def truth(board: Board) -> dict[str, Any] | None:
        """The board as the game holds it; None where the report does not say."""
        return None

    def updates(self, news: News) -> Callable[[], None]:
        """A function that makes many updates, one after the other."""

        def make() -> None:
            for cell, code in news:
                self.update(cell, code)

        return make


def known(view: View) -> Iterator[tuple[Cell, int]]:
    """The cells of a view that show something, and what."""
    for r, row in enumerate(view.codes.tolist()):
        for c, code in enumerate(row):
            if code != COVERED:
                yield (r, c), code


def clue_of(code: int) -> int | None:
    """The clue that a code means, or None if it is not a clue; gold counts as 0."""
    return None if code < 0 else code % GOLD
