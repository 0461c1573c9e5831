"""Maps of Daggers & Gold: drawn with the report's numbers, or read from a file.

A map is a square Board: `d` for a dagger, `g` for gold, else the clue. No dagger touches gold, so
gold also says 0. (0, 0), which is opened first, is a 0 or gold.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import count
from reprlib import repr as brief
from typing import Any, NamedTuple

import numpy as np

from minelab._checks import check_one_of, check_text, check_whole
from minelab._files import read_text
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.grid import MAX_SIDE, Cell, cells_where, count_around, neighbours


class Level(NamedTuple):
    """What the maps of a level have in common."""

    side: int
    daggers: int
    gold: int


LEVELS = {"EASY": Level(5, 4, 1), "MEDIUM": Level(8, 10, 4), "HARD": Level(12, 25, 3)}
LETTERS = (*"012345678", "d", "g")
MOST_BYTES = 10**8
"""Of a file of maps: the largest map takes 20 MB."""
MOST_MAPS = 10_000


def daggers_map(level: str, *, seed: int) -> Board:
    """A map of one of the report's levels.

    The daggers are drawn uniformly among all layouts that leave (0, 0) and its neighbours free,
    then the gold among the cells that no dagger touches. A layout with too few of these is drawn
    again.

    level: "EASY", "MEDIUM" or "HARD".
    seed: the same seed draws the same map on any machine.
    Returns a square Board with daggers for mines and with gold.

    >>> print(daggers_map("EASY", seed=1))
    01d1g
    12210
    1d221
    12d2d
    01121
    """
    from minelab.engine import chance

    check_one_of("level", level, LEVELS)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    side, daggers, n_gold = LEVELS[level]
    for attempt in count():
        key = int(chance.game_seed(seed, side, side, daggers, attempt, chance.BOARD_SEED))
        drawn = Board.random(side, side, mines=daggers, seed=key).protected((0, 0), reach=1)
        free = cells_where(~drawn.mines & (drawn.clues == 0))
        if len(free) >= n_gold:
            break
    order = np.arange(len(free), dtype=np.int32)
    chance.shuffle(order, key)
    gold = np.zeros((side, side), dtype=np.bool_)
    for k in order[:n_gold].tolist():
        gold[free[k]] = True
    return Board(drawn.mines, gold, seed=seed, letter="d")


def load_maps(path: str | os.PathLike[str]) -> dict[str, Board]:
    """Your own maps by name, from a JSON file {"EASY1": [["0", "0", "1", "d", ...], ...], ...}.

    path: the file. Every cell is checked; a ValueError names the first that is wrong: the map, row
        and column (counted from 0), what is there and what was expected.
    Returns a dictionary of Boards by the names of the maps.

    >>> import json, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "maps.json"
    >>> rows = [["0", "0", "0"], ["0", "1", "1"], ["0", "1", "d"]]
    >>> _ = path.write_text(json.dumps({"TINY1": rows}))
    >>> load_maps(path)
    {'TINY1': <Board 3x3, 1 mines>}
    """
    text = read_text(path, MOST_BYTES, "maps")
    try:
        content = json.loads(
            text,
            object_pairs_hook=partial(each_once, path),
            parse_int=lambda digits: int(digits[:20]),  # a number is wrong, whichever it is
        )
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"{path} is not JSON: {error}") from None
    if not isinstance(content, dict) or not content:
        raise ValueError(f'{path} must hold maps by name, {{"EASY1": [["0", ...], ...], ...}}')
    if len(content) > MOST_MAPS:
        raise ValueError(f"{path} must hold at most {MOST_MAPS:,} maps, not {len(content):,}")
    for name in content:
        check_text(f"{path}: the name of a map", name)
    return {name: as_map(rows, f"{path}: map {name!r:.99}") for name, rows in content.items()}


def each_once(path: object, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of the file, in which no name may appear twice."""
    for name, times in Counter(name for name, _ in pairs).items():
        if times > 1:
            raise ValueError(f"{path}: map {name!r:.99} appears {times} times")
    return dict(pairs)


def as_map(rows: Any, where: str) -> Board:
    """A map from its rows of letters, or a ValueError that names the first wrong cell."""
    for check in (wrong_letters, wrong_shape, wrong_cells):
        for (r, c), found, expected in check(rows):
            raise ValueError(f"{where}, row {r}, column {c}: found {found}, expected {expected}")
    return Board.parse("\n".join(map("".join, rows)))


Wrong = tuple[Cell, str, str]
"""A cell, what was found there, and what was expected."""


def wrong_letters(rows: Any) -> Iterator[Wrong]:
    """What is no table of letters."""
    if not isinstance(rows, list) or not rows:
        yield (0, 0), brief(rows), "a list of rows"
        return
    for r, row in enumerate(rows):
        if not isinstance(row, list) or not row:
            yield (r, 0), brief(row), "a row of letters"
            return
        for c, letter in enumerate(row):
            if letter not in LETTERS:
                yield (r, c), brief(letter), '"0" to "8", "d" (dagger) or "g" (gold)'


def wrong_shape(rows: list[list[str]]) -> Iterator[Wrong]:
    """Where rows end too soon or too late, or there are too few or too many of them."""
    side = len(rows[0])
    if side > MAX_SIDE:
        yield (0, MAX_SIDE), "one more cell", f"at most {MAX_SIDE} cells per row"
    for r, row in enumerate(rows):
        if len(row) < side:
            yield (r, len(row)), "the end of the row", f"{side} cells, as in row 0"
        elif len(row) > side:
            yield (r, side), repr(row[side]), f"the end of the row after {side} cells, as in row 0"
    if len(rows) < side:
        yield (len(rows), 0), "the end of the map", f"{side} rows, as there are {side} columns"
    elif len(rows) > side:
        yield (side, 0), "one more row", f"{side} rows, as there are {side} columns"


def wrong_cells(rows: list[list[str]]) -> Iterator[Wrong]:
    """Clues that miscount, gold that a dagger touches, and a first cell that is not safe."""
    letters = np.array(rows)
    daggers = letters == "d"
    clues = count_around(daggers)
    if daggers[0, 0] or (clues[0, 0] > 0 and letters[0, 0] == str(clues[0, 0])):
        yield (0, 0), repr(rows[0][0]), '"0" or "g": this cell is opened first'
    for cell in cells_where((letters == "g") & (clues > 0)):
        beside = next(n for n in neighbours(cell, *letters.shape) if daggers[n])
        yield cell, "gold", f"{clues[cell]}, or no dagger at {beside}: none may touch gold"
    for cell in cells_where(~np.isin(letters, ["d", "g"]) & (letters != clues.astype("U1"))):
        yield cell, str(letters[cell]), f"{clues[cell]}, the number of daggers that touch it"
