"""Complete inference from exact odds, the total included: beyond the reports."""

from collections.abc import Iterator

from minelab.inference.odds import is_large, odds_in_play
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction


def exact(position: Position) -> Iterator[Deduction]:
    """A cell with a mine in all layouts that fit, or in none, is fact.

    The search is the engine's, checked against brute force; the total has to be known. On large
    boards the clues alone decide, and layouts are not counted.
    """
    total = position.total
    if total is None:
        return
    mines = total.mines + sum(position.settled.values()) + len(position.view.known)
    found = odds_in_play(position.view, mines)
    layouts = None if is_large(position.view.codes.size) else found.layouts
    for cell in found.safe:
        yield Deduction(cell, False, "exact", (total,), layouts=layouts)
    for cell in found.mined:
        yield Deduction(cell, True, "exact", (total,), layouts=layouts)
