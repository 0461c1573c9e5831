"""The champion: it guesses by looking ahead, and plays the end of a game perfectly.

The search is in the engine; here a view goes in and a `Plan` comes out. The networks that value
positions, and how close candidates are ranked, are the files champion.npz and champion-small.npz
beside this module; `python -m minelab train` makes the first again, and with the option
`--network champion-small.npz` the second.
"""

from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import as_file, files
from json import dumps
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_one_of, check_type
from minelab.boards.grid import FIRST_CLICKS, Cell, check_size
from minelab.boards.view import View
from minelab.inference.odds import LARGE, MOST_STATES, is_large, odds, safest_cell, workspace

SMALL = 300
"""Boards of fewer cells have a network of their own."""
THUMB, FOR_SCORE, SLOW = "champion-0", "champion-score", "champion-slow"


class Effort(NamedTuple):
    """How far a form of the champion looks; more of anything takes more time."""

    plies: int
    """Guesses that it looks ahead."""
    layouts: int
    """The most layouts that it plays out perfectly."""
    leaf_layouts: int
    """The same for positions at the end of the look-ahead."""
    candidates: int
    second: int
    """How many candidates get a second look."""
    replies: int
    """Answers that a second look tries."""
    close: float = 0.02
    """How near to the best a candidate must be for a second look."""
    window: float = 0.10
    """How much more risk than the least a candidate may have."""
    sift: bool = False
    """Whether cells that no clue touches are candidates only where that may matter."""
    two_safe: float = 0.0
    """How much surviving this guess and the next counts beside the chance to win."""
    ranked_below: int = 0
    """With fewer covered cells close candidates are ranked as rollouts have taught."""
    rolled_below: int = 0
    """With fewer covered cells candidates are played on."""
    rolled: int = 0
    """How many candidates then get a second look and are played on."""
    rolled_close: float = 0.0
    """How near to the best they must be."""
    rollouts: int = 0
    """On how many layouts they are played on at most."""
    for_score: bool = False
    """Whether the aim is the score of a game that goes on after a blast."""


FORMS = {
    "champion": Effort(
        2, 2000, 60, candidates=64, second=3, replies=4, window=0.15, sift=True, two_safe=0.3,
        ranked_below=430,
    ),
    "champion-1": Effort(1, 1000, 60, candidates=10, second=0, replies=0),
    THUMB: Effort(0, 1000, 0, candidates=10, second=0, replies=0),
    FOR_SCORE: Effort(0, 64, 0, candidates=10, second=0, replies=0, for_score=True),
}  # fmt: skip
FORMS[SLOW] = FORMS["champion"]._replace(
    rolled_below=430, rolled=8, rolled_close=0.05, rollouts=512
)
PLAYS_ON = FORMS["champion-1"]._replace(layouts=250, candidates=4)
"""How rollouts look ahead: many quick games tell more than a few careful ones."""
NETWORK, SMALL_NETWORK = "champion.npz", "champion-small.npz"
LAYERS = ("first", "bias_1", "second", "bias_2", "output", "bias_3", "mean", "scale", "ranking")


@dataclass(frozen=True)
class Candidate:
    """A cell that may be opened next.

    cell: (row, column) of the cell.
    risk: the exact chance of a mine.
    goes_on: the chance that it is safe and that afterwards some cell is certainly safe.
    value: the chance to win if it is opened, as the network estimates it; None where the network
        is not asked.
    two_safe: the chance to survive it and the guess after it; None likewise.
    correction: what rollouts have taught beyond these two, in units of the chance to win; None
        likewise.

    >>> consider(View.parse("1 ? ?\\n? ? ?\\n? ? ?", mines=2)).choice.cell
    (0, 2)
    """

    cell: Cell
    risk: float
    goes_on: float
    value: float | None = None
    two_safe: float | None = None
    correction: float | None = None


@dataclass(frozen=True)
class Plan:
    """What the champion would do in a position where nothing is certainly safe.

    choice: the cell to open.
    safest: the cell of least risk.
    value: the chance to win if `choice` is opened, exact or as the network estimates it; None for
        forms without a network and where the aim is the score.
    exact: whether the rest of the game was played out perfectly.
    aim: "win" or "score".
    decided_by: what speaks most for `choice` beside `safest`, "value", "two_safe" or "correction";
        "rollouts" if "champion-slow" chose other than "champion" would. None if they are the same
        cell, or where the network is not asked.

    >>> plan = consider(View.parse("1 ? ?\\n? ? ?\\n? ? ?", mines=2))
    >>> plan.exact, plan.aim
    (True, 'win')
    """

    choice: Candidate
    safest: Candidate
    value: float | None
    exact: bool
    aim: str
    decided_by: str | None = None

    def json(self) -> str:
        """The same for another program."""
        return dumps(asdict(self), allow_nan=False)


def consider(view: View, *, form: str = "champion") -> Plan:
    """What the champion would open, and what it thinks of the safest cell.

    view: a position in which nothing is certainly safe; it must carry the number of mines.
    form: "champion", or a form that looks less far ("champion-1", "champion-0"), or one that also
        plays games on from close candidates ("champion-slow"), or one that plays for the score of
        the reports ("champion-score").
    Returns a Plan.

    >>> plan = consider(View.parse("1 ? ?\\n? ? ?\\n? ? ?", mines=2))
    >>> plan.choice.cell, plan.exact
    ((0, 2), True)
    """
    check_type("view", view, View)
    check_one_of("form", form, FORMS)
    if view.mines is None:
        raise ValueError("the champion has to be told the number of mines: View(..., mines=...)")
    if is_large(view.codes.size):
        raise ValueError(f"view must have at most {LARGE:,} cells, not {view.codes.size:,}")
    known = odds(view)
    if known.safe:
        raise ValueError(f"there is nothing to guess: {known.safe[0]} is certainly safe")
    cell, value, exact = look(view, form)
    safest = safest_cell(view, known)
    asks_network = not exact and value is not None
    (choice, weight), (beside, _) = (
        candidate(view, one, known.risk, form if asks_network else None)
        for one in (safest if cell is None else cell, safest)
    )
    reason = decided_by(choice, beside, weight)
    if FORMS[form].rollouts > 0 and reason and look(view, "champion")[0] != cell:
        reason = "rollouts"
    return Plan(
        choice,
        beside,
        None if form == FOR_SCORE else value,
        exact,
        "score" if form == FOR_SCORE else "win",
        reason,
    )


def candidate(
    view: View, cell: Cell, risk: NDArray[np.float64], form: str | None
) -> tuple[Candidate, float]:
    """A cell with what is known of opening it, and what two safe guesses count for the choice.

    form: of the champion; None where looking ahead is not asked.
    """
    from minelab.engine.lookahead import chance_to_go_on_in_view, merits_in_view

    space = workspace(view.rows, view.cols, MOST_STATES)
    i = (cell[0] + 2) * (view.cols + 2) + cell[1] + 2
    goes_on = chance_to_go_on_in_view(view.codes, view.mines, i, space)
    one = Candidate(cell, float(risk[cell]), float(goes_on))
    if form is None:
        return one, 0.0
    lookahead = lookahead_space(form, view.rows, view.cols)
    found = merits_in_view(view.codes, view.mines, i, space, lookahead)
    value, two_safe, weight, correction = map(float, found)
    return replace(one, value=value, two_safe=two_safe, correction=correction), weight


def decided_by(choice: Candidate, safest: Candidate, weight: float) -> str | None:
    """What speaks most for the choice beside the safest cell; weight: of two safe guesses."""
    if choice.cell == safest.cell or choice.value is None:
        return None
    merits = [(one.value or 0, one.two_safe or 0, one.correction or 0) for one in (choice, safest)]
    value, two_safe, correction = (a - b for a, b in zip(*merits, strict=True))
    more = {"value": value, "two_safe": weight * two_safe, "correction": correction}
    return max(more, key=more.__getitem__)


def look(view: View, form: str) -> tuple[Cell | None, float | None, bool]:
    """The cell to open, its value, and whether that is exact.

    The cell is None if the position is too large.
    """
    from minelab.engine.lookahead import NOWHERE
    from minelab.engine.rollouts import choose_in_view

    space = workspace(view.rows, view.cols, MOST_STATES)
    lookahead = lookahead_space(form, view.rows, view.cols)
    rollouts = rollout_space(form, view.rows, view.cols)
    i, value, exact = choose_in_view(view.codes, view.mines, space, lookahead, rollouts)
    if i == NOWHERE:
        return None, None, False
    cell = int(i) // (view.cols + 2) - 2, int(i) % (view.cols + 2) - 2
    return cell, float(value) if exact or lookahead.effort.plies > 0 else None, bool(exact)


def first_cell(first_click: str, rows: int, cols: int) -> Cell:
    """A good first cell: the corner, or, if the first clue is sure to be 0, a cell further in.

    A corner touches the fewest cells, so it is most often a 0. Where the rules promise a 0, an
    opening away from the border is larger. Of all cells (2, 2) is best on 9x9 with 10 mines and on
    16x16 with 40, where `exact` wins 0.31 and 0.20 points more than from (3, 3); on 16x30 with 99
    mines it is (3, 3).

    first_click: what the rules promise, as in `Rules`.
    rows, cols: the size of the board.
    Returns the cell as (row, column).

    >>> first_cell("safe", 16, 30), first_cell("zero", 16, 30)
    ((0, 0), (3, 3))
    """
    rows, cols = check_size(rows, cols)
    if check_one_of("first_click", first_click, FIRST_CLICKS) != "zero":
        return 0, 0
    inward = 2 if rows * cols < SMALL else 3
    return min(inward, (rows - 1) // 2), min(inward, (cols - 1) // 2)


def effort_on(form: str, rows: int, cols: int) -> Effort:
    """How far a form looks on boards of one size: on small ones none plays games on.

    How far rollouts are trusted was measured on expert boards.
    """
    effort = FORMS[form]
    return effort if rows * cols >= SMALL else effort._replace(rollouts=0)


def lookahead_space(form: str, rows: int, cols: int) -> Any:
    """The engine's arrays for a form of the champion on boards of one size."""
    from minelab.engine import lookahead

    return lookahead.lookahead_space(
        rows, cols, effort_on(form, rows, cols), network_for(rows, cols)
    )


def rollout_space(form: str, rows: int, cols: int) -> Any:
    """The arrays of rollouts, on boards of one size; None for a form without."""
    from minelab.engine import lookahead, rollouts

    most = effort_on(form, rows, cols).rollouts
    if most == 0:
        return None
    plays_on = lookahead.lookahead_space(rows, cols, PLAYS_ON, network_for(rows, cols))
    return rollouts.rollout_space(rows, cols, MOST_STATES, plays_on, most)


def network_for(rows: int, cols: int) -> tuple[Any, ...]:
    """The network for boards of one size."""
    return network(SMALL_NETWORK if rows * cols < SMALL else NETWORK)


@cache
def network(name: str = NETWORK) -> tuple[Any, ...]:
    """A network that values positions, layer by layer."""
    with (
        as_file(files("minelab.agents") / name) as path,
        np.load(path, allow_pickle=False) as stored,
    ):
        return tuple(stored[layer] for layer in LAYERS)
