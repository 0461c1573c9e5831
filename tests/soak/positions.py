"""Positions checked against all layouts that fit: what methods prove, odds and guesses."""

from collections import Counter
from collections.abc import Collection
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.agents.catalogue import Agent
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import View
from minelab.inference.methods import METHODS, deduce
from minelab.inference.odds import is_large, odds
from tests.soak.games import Look, Step, must

COMPLETE = ("groups", "entails", "exact")
"""Methods that miss nothing; `exact` only if it knows the number of mines."""
CLOSE = 1e-9
MOST_NEAR = 14
"""With at most this many covered cells beside clues, all layouts can be tried."""
MOST_COVERED = 300
"""A SAT solver is asked about positions of up to this many covered cells."""


class Count(NamedTuple):
    """How many layouts fit a view, and how many of them have a mine in each covered cell."""

    layouts: int
    mined: dict[Cell, int]

    @property
    def certain(self) -> dict[Cell, bool]:
        return {cell: n > 0 for cell, n in self.mined.items() if n in (0, self.layouts)}


def near_clues(view: View, clues: Collection[Cell]) -> list[Cell]:
    """The covered cells that touch one of these clues."""
    beside = {n for clue in clues for n in view.neighbours(clue)}
    return [cell for cell in view.covered if cell in beside]


@cache
def placements(n: int) -> NDArray[np.int8]:
    """All ways to mine n cells, a row each."""
    return ((np.arange(2**n)[:, np.newaxis] >> np.arange(n)) & 1).astype(np.int8)


def count_by_hand(view: View, mines: int | None, clues: Collection[Cell] | None = None) -> Count:
    """Try all layouts of the cells beside clues; binomials count those of the other cells.

    mines: all mines of the board, or None if any number will do.
    clues: those that have to fit, by default all.
    """
    clues = view.open if clues is None else clues
    near = near_clues(view, clues)
    place = {cell: k for k, cell in enumerate(near)}
    known = set(view.known)
    fit = placements(len(near))
    for clue in clues:
        around = view.neighbours(clue)
        missing = (view.clue(clue) or 0) - len(known.intersection(around))
        columns = [place[cell] for cell in around if cell in place]
        fit = fit[fit[:, columns].sum(axis=1) == missing]
    far = len(view.covered) - len(near)
    left = None if mines is None else mines - len(known)

    def ways(cells: int, used: int) -> int:
        """The ways to mine the cells far from clues."""
        if left is None:
            return 1 << cells
        return comb(cells, left - used) if left >= used else 0

    layouts, mined = 0, dict.fromkeys(view.covered, 0)
    sums = fit.sum(axis=1)
    for used in np.unique(sums).tolist():
        rows = fit[sums == used]
        layouts += len(rows) * ways(far, used)
        for cell, n in zip(near, rows.sum(axis=0, dtype=int).tolist(), strict=True):
            mined[cell] += n * ways(far, used)
        if far:
            here = len(rows) * ways(far - 1, used + 1)  # one of the far cells is mined
            for cell in view.covered:
                if cell not in place:
                    mined[cell] += here
    return Count(layouts, mined)


def linked_clues(view: View, cell: Cell) -> set[Cell]:
    """The clues that are connected with a cell, directly or through others."""
    clues: set[Cell] = set()
    cells, fresh = {cell}, {cell}
    while fresh:
        new = {n for c in fresh for n in view.neighbours(c) if view[n] >= 0} - clues
        fresh = {n for c in new for n in view.neighbours(c) if view[n] == COVERED} - cells
        clues |= new
        cells |= fresh
    return clues


def inferred(step: Step, who: Agent, told: bool) -> bool:
    """Whether a method proved it, from clues and, if told, the total. (`rules` promise more.)"""
    by_total = (
        "methods" in who.total_for or step.by == "total"
    )  # which Daggers' agents use at the end
    return step.proved and step.by in METHODS and (told or not by_total)


def check_proof(look: Look, who: Agent) -> Counter[str]:
    """Check a deduction from clues alone against the layouts around it, on boards of any size."""
    if not inferred(look.step, who, told=False):
        return Counter()
    clues = linked_clues(look.view, look.step.cell)
    if len(near_clues(look.view, clues)) > MOST_NEAR:
        return Counter()
    must_follow(look, count_by_hand(look.view, None, clues), f"\n{look.view}")
    return Counter(proofs=1)


def must_follow(look: Look, counted: Count, where: str) -> None:
    """A deduction must hold in all layouts, not only in the true one."""
    cell, is_mine = look.step.cell, look.step.is_mine
    must(counted.certain.get(cell) == is_mine, f"{look.step} does not follow{where}")


def check_position(look: Look, who: Agent, n_mines: int, told: bool) -> Counter[str]:
    """Check what methods prove and odds say in a position against the count of all layouts.

    told: whether the number of mines may be used.
    """
    mines = n_mines if told else None
    view = View(look.view.codes, mines)
    counted = count_by_hand(view, mines)
    where = f"\n{view}\nmines {mines}"
    must(counted.layouts > 0, f"no layout fits{where}")
    certain = counted.certain
    claims = 0
    for method in METHODS:
        proved = {d.cell: d.is_mine for d in deduce(view, method)}
        claims += len(proved)
        false = {cell: mine for cell, mine in proved.items() if certain.get(cell) != mine}
        must(not false, f"{method} proves {false}, which does not follow{where}")
        complete = method in COMPLETE and (told or method != "exact")
        if complete and not (method == "exact" and is_large(view.codes.size)):
            missed = certain.keys() - proved.keys()
            must(not missed, f"{method} misses {sorted(missed)}{where}")
    known = odds(view, mines) if told else odds(view, density=0.5)
    if known.exact:
        must(known.layouts == counted.layouts, f"{known.layouts} layouts{where}\n{counted}")
        for cell, n in counted.mined.items():
            risk = float(known.risk[cell])
            sure = n in (0, counted.layouts) or risk in (0, 1)
            right = risk == n / counted.layouts if sure else abs(risk - n / counted.layouts) < CLOSE
            must(right, f"risk {risk} at {cell}, counted {n} of {counted.layouts}{where}")
    if inferred(look.step, who, told):
        must_follow(look, counted, where)
    check_guess(look, who, told, counted, where)
    return Counter({"positions": 1, "claims": claims, "odds": int(known.exact)})


def check_guess(look: Look, who: Agent, told: bool, counted: Count, where: str) -> None:
    """Check a guess in a position whose layouts are counted, if the agent knows as much."""
    step, large = look.step, is_large(look.view.codes.size)
    if step.proved:
        return
    methods = COMPLETE if "methods" in who.total_for and not large else COMPLETE[:2]
    if told == ("methods" in who.total_for) and who.until in ("stuck", "passes"):
        if set(methods) & set(who.methods):
            must(not counted.certain, f"{who.name} guesses, but {counted.certain} follows{where}")
    if told and step.by == "exact":
        least = min(counted.mined.values())
        risk = counted.mined[step.cell] / counted.layouts
        must(abs(risk - least / counted.layouts) < CLOSE, f"{step} is not the least risk{where}")


def check_large(look: Look, n_mines: int) -> Counter[str]:
    """Check odds against a SAT solver in a position with too many layouts to try."""
    view = View(look.view.codes, n_mines)
    known = odds(view)
    if not known.exact:
        return Counter()
    proved = {d.cell: d.is_mine for d in deduce(view, "entails")}
    certain = dict.fromkeys(known.safe, False) | dict.fromkeys(known.mined, True)
    differ = dict(proved.items() ^ certain.items())
    must(not differ, f"entails and odds differ at {differ}\n{view}\nmines {n_mines}")
    return Counter({"claims": len(proved), "odds": 1})
