"""Perfect play on tiny boards, by exhaustive search.

The search is in engine/optimal.py; here a view goes in and an `Optimal` comes out.
"""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_one_of, check_whole, shown
from minelab.boards.grid import COVERED, FLAG, GOLD, Cell, check_size, count_around
from minelab.boards.view import View
from minelab.inference.odds import odds

AIMS = ("win", "score")
FLAGS = ("any", "proved")
FIRST_CLICKS = ("any", "safe", "zero")
MOST_COVERED = 64
LIMIT = 450_000_000
VISITS_PER_LAYOUT = 2000  # a search that may look at each layout less often is not begun


@dataclass(frozen=True)
class Optimal:
    """The value of a position under perfect play, and how to begin.

    aim: "win" or "score".
    fraction: the chance to win, or the expected score, exactly; `value` is the same as a float.
    layouts: how many layouts fit, all equally likely.
    wins: in how many of them perfect play wins; None if the aim is the score.
    first_moves: the best cells to open next, row by row; () if it is better to open no more.
    stop: whether it is as good to open no more cells and to flag what is covered.
    values: the value of opening each cell, with perfect play afterwards; nan where that is not
        possible.

    With a protected first click, layouts and wins count what the best first click leaves.

    >>> best = optimal(2, 2, mines=1)
    >>> best.value, best.wins, best.layouts
    (0.25, 1, 4)
    """

    aim: str
    fraction: Fraction
    layouts: int
    wins: int | None
    first_moves: tuple[Cell, ...]
    stop: bool
    values: NDArray[np.float64] = field(repr=False, compare=False)

    @property
    def value(self) -> float:
        """The chance to win, or the expected score, as a float."""
        return float(self.fraction)


def optimal(
    rows: View | int,
    cols: int | None = None,
    *,
    mines: int | None = None,
    aim: str = "win",
    flags: str = "any",
    first_click: str = "any",
    limit: int = LIMIT,
) -> Optimal:
    """Perfect play, by exhaustive search over what can be known.

    rows, cols: the size of an untouched board; or a View in their place.
    mines: the number of mines on the board, known ones included; by default the view's.
    aim: "win", to open every safe cell without a blast; or "score", the share of mines found
        under report rules, where a game goes on after a blast.
    flags: "any", perfect play for the score may flag cells that are not proved to be mines, and
        does so where mines are dense; "proved", it may not, nor do the agents of the reports.
    first_click: what the rules promise about the first cell of an untouched board: nothing
        ("any"), that it is "safe", or that its clue is "zero".
    limit: how much work is allowed, in layouts visited; the default takes about 20 seconds.
    Returns an Optimal.

    >>> best = optimal(4, 4, mines=4)
    >>> best.wins, best.layouts, best.first_moves[:3]
    (961, 1820, ((0, 1), (0, 2), (1, 0)))
    >>> optimal(View.parse("1?1\\n???\\n1?1"), mines=2, aim="score").fraction
    Fraction(3, 4)
    """
    check_options(aim, flags, first_click, limit)
    view = as_view(rows, cols, mines)
    if first_click != "any" and len(view.covered) < view.codes.size:
        raise ValueError(
            f'first_click must be "any" unless every cell is covered, not {first_click!r}'
        )
    may_stop = aim == "score" and flags == "any"
    layouts = all_layouts(view, limit)
    lost = lost_after(view, layouts, aim == "score", may_stop, first_click, limit)
    losses = {cell: Fraction(loss, n) for cell, (loss, n) in lost.items()}
    not_mined = len(view.covered) - mines_left(view)
    # Flagging all covered cells makes equally many mistakes in each layout.
    stop_loss = Fraction(not_mined) if may_stop or not_mined == 0 else None
    least = min(loss for loss in (stop_loss, *losses.values()) if loss is not None)
    first_moves = tuple(cell for cell in view.covered if losses.get(cell) == least)
    n = lost[first_moves[0]][1] if first_moves else layouts.size
    values = np.full(view.codes.shape, np.nan)
    for cell, loss in losses.items():
        values[cell] = float(value_of(loss, view, aim))
    return Optimal(
        aim=aim,
        fraction=value_of(least, view, aim),
        layouts=n,
        wins=int(n - n * least) if aim == "win" else None,
        first_moves=first_moves,
        stop=least == stop_loss,
        values=values,
    )


def value_of(loss: Fraction, view: View, aim: str) -> Fraction:
    """The chance to win, or the expected score, from what is lost per layout from here on."""
    if aim == "win":
        return 1 - loss
    blasts = sum(view[cell] != FLAG for cell in view.known)
    return (view.mines - blasts - loss) / view.mines if view.mines else Fraction(1)


def check_options(aim: object, flags: object, first_click: object, limit: object) -> None:
    check_one_of("aim", aim, AIMS)
    check_one_of("flags", flags, FLAGS)
    check_one_of("first_click", first_click, FIRST_CLICKS)
    check_whole("limit", limit, 1, 10**15)


def as_view(rows: object, cols: object, mines: object) -> View:
    """The position to solve, its total known; or a ValueError."""
    if isinstance(rows, View):
        if cols is not None:
            raise ValueError(f"cols goes with a number of rows, not with a view: {shown(cols)}")
        codes, mines = rows.codes, rows.mines if mines is None else mines
    else:
        sides = check_size(rows, cols)
        codes = np.full(sides, COVERED, np.int8)
    if mines is None:
        raise ValueError("give mines, the number of all mines of the board")
    view = View(codes, check_whole("mines", mines, 0, codes.size))
    if len(view.covered) > MOST_COVERED:
        raise ValueError(
            f"a position may have at most {MOST_COVERED} covered cells for perfect play, "
            f"not {len(view.covered)}"
        )
    view.check()
    return view


def too_large(limit: int) -> ValueError:
    return ValueError(
        f"perfect play is for tiny boards: this position needs more work than limit={limit}; "
        "a greater limit takes longer, about a second per 25 million"
    )


def mines_left(view: View) -> int:
    """How many of the covered cells are mined."""
    assert view.mines is not None
    return view.mines - len(view.known)


def covered_around(view: View, cell: Cell, number: dict[Cell, int]) -> int:
    """The covered neighbours of a cell, a bit each."""
    return sum(1 << number[n] for n in view.neighbours(cell) if n in number)


def known_around(view: View) -> NDArray[np.int8]:
    """How many known mines each cell touches."""
    return count_around((view.codes != COVERED) & (view.codes < 0))


def all_layouts(view: View, limit: int) -> NDArray[np.uint64]:
    """All layouts that fit a view: their mines, a bit per covered cell, row by row."""
    number = {cell: k for k, cell in enumerate(view.covered)}
    known = known_around(view)
    layouts = np.zeros(1, np.uint64)
    for cell, k in number.items():
        layouts = np.concatenate([layouts, layouts | np.uint64(1 << k)])
        sums = [(mines_left(view), (1 << len(number)) - 1)]
        for clue in view.neighbours(cell):
            if view[clue] >= 0:
                need = (view.clue(clue) or 0) - int(known[clue])
                sums.append((need, covered_around(view, clue, number)))
        for need, cells in sums:
            placed = np.bitwise_count(layouts & np.uint64(cells)).astype(int)
            room = (cells >> k + 1).bit_count()  # cells that come later
            layouts = layouts[(placed <= need) & (need <= placed + room)]
        if layouts.size * VISITS_PER_LAYOUT > limit:
            raise too_large(limit)
    if layouts.size == 0:
        odds(view)  # raises, and says which clues can't be met together
    return layouts


def what_shows(view: View, layouts: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Per covered cell and layout, what opening the cell shows: its clue, or MINE."""
    from minelab.engine.optimal import MINE

    number = {cell: k for k, cell in enumerate(view.covered)}
    known = known_around(view)
    shows = np.empty((len(number), layouts.size), np.uint8)
    for cell, k in number.items():
        around = np.uint64(covered_around(view, cell, number))
        clue = known[cell] + np.bitwise_count(layouts & around)
        shows[k] = np.where(has_bit(layouts, k), MINE, clue)
    return shows


def has_bit(layouts: NDArray[np.uint64], k: int) -> NDArray[np.uint64]:
    """1 where the k-th covered cell is mined, else 0."""
    return layouts >> np.uint64(k) & np.uint64(1)


def symmetries(view: View) -> list[tuple[int, ...]]:
    """The turns and reflections that change nothing: where each takes the covered cells."""
    codes = view.codes.copy()
    codes[codes == GOLD] = 0
    codes[(codes < 0) & (codes != COVERED)] = FLAG
    covered = codes == COVERED
    numbers = np.full(codes.shape, -1)
    numbers[covered] = np.arange(covered.sum())
    images = {}
    for quarters in range(4):
        for flip in (np.asarray, np.transpose):
            if np.array_equal(flip(np.rot90(codes, quarters)), codes):
                images[tuple(flip(np.rot90(numbers, quarters))[covered].tolist())] = True
    return list(images)


def moved(layouts: NDArray[np.uint64], to: tuple[int, ...]) -> NDArray[np.uint64]:
    """The layouts after a symmetry."""
    image = np.zeros_like(layouts)
    for k in range(len(to)):
        image |= has_bit(layouts, k) << np.uint64(to[k])
    return image


def lost_after(
    view: View,
    layouts: NDArray[np.uint64],
    goes_on: bool,
    may_stop: bool,
    first_click: str,
    limit: int,
) -> dict[Cell, tuple[int, int]]:
    """What opening each cell first loses, and in how many layouts it is allowed.

    Cells that can't be clicked first as promised are left out.
    """
    from minelab._notebook import progress_bar
    from minelab.engine import optimal as engine

    ways = symmetries(view)
    shows = what_shows(view, layouts)
    images = np.array([moved(layouts, to) for to in ways])
    search = engine.search_space(layouts, shows, images, goes_on, may_stop, limit)
    alike = [sorted({to[k] for to in ways}) for k in range(len(shows))]
    firsts = [k for k, cells in enumerate(alike) if cells[0] == k]
    lost: dict[Cell, tuple[int, int]] = {}
    for k in progress_bar(firsts, desc="perfect play"):
        most = {"any": engine.MINE, "safe": engine.MINE - 1, "zero": 0}[first_click]
        allowed = np.flatnonzero(shows[k] <= most)
        if allowed.size:
            search.stack[: allowed.size] = allowed
            loss = int(engine.loss_of_opening(search, allowed.size, k))
            if loss == engine.TOO_LARGE:
                raise too_large(limit)
            lost |= {view.covered[other]: (loss, allowed.size) for other in alike[k]}
    if first_click != "any" and not lost:
        raise ValueError(
            f"mines must leave room for a protected first click: {view.mines} on "
            f"{view.rows} x {view.cols} do not"
        )
    return lost
