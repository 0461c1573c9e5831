"""Maps of Daggers & Gold: drawn with the report's numbers, or read from a file.

A map is a square Board: `d` for a dagger, `g` for gold, else the clue. No dagger touches gold, so
gold also says 0. (0, 0), which is opened first, is a 0 or gold.
"""

import json
import os
from functools import partial
from itertools import count
from reprlib import repr as brief
from typing import Any, NamedTuple

import numpy as np

from minelab._checks import check_one_of, check_text, check_whole
from minelab._files import each_once, read_text
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import check_opening
from minelab.boards.grid import cells_where
from minelab.boards.rules import DAGGERS


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
        drawn = Board.random(side, side, mines=daggers, seed=key).protected((0, 0), radius=1)
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

    path: the file. Every cell is checked; a ValueError names the map and the first cell that is
        wrong, (row, column) counted from 0.
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
            object_pairs_hook=partial(each_once, f"{path}: map"),
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


def as_map(rows: Any, where: str) -> Board:
    """A map from its rows of letters, or a ValueError that says what is wrong, and where."""
    for r, row in enumerate(rows if isinstance(rows, list) and rows else [rows]):
        if not isinstance(row, list) or not row:
            raise ValueError(f"{where}, row {r}: found {brief(row)}, expected a row of letters")
        for c, letter in enumerate(row):
            if letter not in LETTERS:
                expected = '"0" to "8", "d" (dagger) or "g" (gold)'
                place = f"{where}, row {r}, column {c}"
                raise ValueError(f"{place}: found {brief(letter)}, expected {expected}")
    try:
        board = Board.parse("\n".join(map("".join, rows)))
        check_opening(board, DAGGERS)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if board.rows != board.cols:
        raise ValueError(f"{where}: a map must be a square, not {board.rows} x {board.cols}")
    return board
