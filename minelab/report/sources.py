"""What the reports print and what others have published, from data/boards and data/published.

Boards and games of the reports, what their authors say about them, the mean scores that IBS
published, win rates of other solvers, and perfect play on tiny boards. Cells are (row, column)
throughout; report Daggers prints (x, y).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from minelab._checks import check_one_of
from minelab._files import DATA
from minelab._later import pd
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.optimal import optimal
from minelab.lab.stats import mean_of_further

# Boards and games that the reports print


Step: TypeAlias = tuple[str, Cell, str]

STEPS = {"q": "query", "m": "mark", "c": "check", "s": "scan"}
RESULTS = {"-": "nothing", "s": "safe", "b": "mines"}


@dataclass(frozen=True)
class PrintedGame:
    """What a report prints about a game on one of its boards; empty where it prints nothing."""

    agent: str
    guesses: tuple[Cell, ...] = ()
    openings: tuple[Cell, ...] = ()
    """The cells opened, in order, including the guesses."""
    answers: tuple[str, ...] = ()
    """What each opening showed: a clue, or M."""
    blasts: tuple[Cell, ...] = ()
    flags: tuple[Cell, ...] = ()
    inferred: Mapping[int, tuple[Cell, ...]] = field(default_factory=dict)
    """By figure, the cells that its caption says were inferred by equations or suppositions."""
    found: int | None = None
    """Mines found without setting them off."""
    figures: Mapping[int, View] = field(default_factory=dict)
    """The printed boards by the number of their figure; the eight of COWAN's Figure 10 by their
    place in it. A mine that went off is a blast, though the report prints M for it too."""
    log: tuple[Step, ...] = ()
    """SWEPT's log: what was done (`query`, `mark`, `check` or `scan`), the cell, and the result:
    the clue or M of a query, and whether a check found nothing, safe cells or mines."""
    note: str = ""
    """What the report leaves open, and how we read it."""


def printed_board(name: str) -> Board:
    """A board that a report prints.

    name: its name in the index of `printed_boards()`, such as "cowan-10".

    Returns the `Board`.

    >>> print(printed_board("cowan-10"))
    1M2
    24M
    M3M
    """
    return Board.parse("\n".join(entry(name)["picture"]))


def printed_game(name: str) -> PrintedGame:
    """What a report prints about its game on one of its boards.

    name: the board's name; the column `game of` of `printed_boards()` says which have a game.

    Returns a `PrintedGame` with the fields `agent`, `guesses`, `openings`, `answers`, `blasts`,
    `flags`, `inferred`, `found`, `figures`, `log` and `note`; what the report does not print is
    empty. Where the guesses of a game follow only from its boards, `note` says how we chose.

    >>> game = printed_game("swept")
    >>> len(game.openings), len(game.guesses), game.found
    (32, 11, 4)
    >>> printed_game("cowan-11").figures[15]
    <View 10x10, 36 covered>
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
        inferred=inferred(game),
        found=game.get("found"),
        figures={
            int(number): View.parse(picture.replace("/", "\n"))
            for number, picture in game.get("figures", {}).items()
        },
        log=tuple(logged(token) for line in game.get("log", ()) for token in line.split()),
        note=entry(name).get("note", ""),
    )


def inferred(game: Mapping[str, Any]) -> dict[int, tuple[Cell, ...]]:
    """By figure, the cells that a game's captions list."""
    listed = game.get("proved_by_equations", {}) | game.get("proved_by_assuming", {})
    return {int(number): cells(listed[number]) for number in sorted(listed, key=int)}


def logged(token: str) -> Step:
    """A step of SWEPT's log, such as c45s: a check at (4, 5) found its hidden cells safe."""
    kind, row, column, result = token[0], token[1], token[2], token[3:]
    answer = result.removeprefix("=") if kind == "q" else RESULTS.get(result, "")
    return STEPS[kind], (int(row), int(column)), answer


def printed_boards() -> "pd.DataFrame":
    """The boards that the reports print, one row per board.

    Returns a table indexed by the board's `name`, with the columns `report`, `where` (the figure
    or section), `rows`, `cols`, `mines`, and `game of` (the agent whose game on this board is
    printed; empty if there is none).

    >>> printed_boards().loc[["swept"], ["report", "rows", "cols", "mines", "game of"]]
          report  rows  cols  mines    game of
    name
    swept  SWEPT     6     6      8  basic-002
    """
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
    """Everything the file of boards says about one board."""
    return entries()[check_one_of("name", name, entries())]


@lru_cache(maxsize=1)
def entries() -> dict[str, dict[str, Any]]:
    """The file of boards, by name."""
    text = (DATA / "boards" / "boards.json").read_text(encoding="utf-8")
    return {item["name"]: item for item in json.loads(text)}


def cells(pairs: Sequence[Sequence[int]]) -> tuple[Cell, ...]:
    return tuple((r, c) for r, c in pairs)


# Numbers that others have published

BOARDS = 10
"""Boards behind each mean score that IBS published; its report does not print them."""
DENSITIES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
MEANS = {
    "basic": (0.983, 0.948, 0.758, 0.646, 0.545, 0.485, 0.428, 0.357, 0.237),
    "advanced": (0.990, 0.969, 0.870, 0.737, 0.619, 0.520, 0.457, 0.351, 0.252),
    "hyper_advanced": (0.995, 0.981, 0.878, 0.748, 0.644, 0.509, 0.461, 0.370, 0.232),
    "bonus_1": (0.998, 0.971, 0.866, 0.716, 0.617, 0.510, 0.463, 0.394, 0.268),
    "bonus_2": (0.998, 0.988, 0.906, 0.800, 0.701, 0.615, 0.501, 0.417, 0.278),
}
"""The mean scores that IBS published, by its names for its agents, at each density."""
READINGS = {
    "basic": "basic",
    "ibs": "advanced",
    "ibs-hyper": "hyper_advanced",
    "ibs+total": "bonus_1",
    "ibs+sum": "bonus_2",
    "ibs+last": "bonus_2",
    "ibs+last-flags": "bonus_2",
    "ibs+sum-printed": "bonus_2",
}
"""Our agents, and the agent of IBS that each of them interprets.

IBS says about its last bonus that a cell beside no clue is a mine with probability
mines / unopened tiles. Only if flagged tiles count as unopened do we get its figures.
"""


def beside_published(games: "pd.DataFrame") -> "pd.DataFrame":
    """Each mean score that IBS published beside ours.

    games: the table `published-001`.

    Returns a row per agent and density: `published` is a mean of ten boards, `ours` of `n`
    boards. Ten boards say little, so `errors_apart` says how many standard errors lie between the
    two. `error` is the standard error of their difference, from the spread of our boards.
    """
    rows = []
    for agent, name in READINGS.items():
        for density, published in zip(DENSITIES, MEANS[name], strict=True):
            at = (games["agent"] == agent) & np.isclose(games["density"], density)
            ours = mean_of_further(density, games.loc[at, "score"], BOARDS)
            apart = (published - ours.value) / ours.error
            rows.append((agent, name, density, published, ours.n, ours.value, ours.error, apart))
    columns = ["agent", "name", "density", "published", "n", "ours", "error", "errors_apart"]
    return pd.DataFrame(rows, columns=columns)


def win_rates() -> "pd.DataFrame":
    """Win rates of the ordinary game that others have published, in percent.

    `first_click` says what the game promises about the first click: safe, a zero, nothing
    (random), or unknown.
    """
    return published_table("win-rates")


def perfect_play() -> "pd.DataFrame":
    """The layouts of tiny boards that perfect play wins: as others have it, and by our `optimal`.

    The player knows the number of mines, and the first click may hit one. Who first computed the
    column `published` is not known to us.
    """
    table = published_table("optimal").rename(columns={"wins": "published"})
    sizes = zip(table["rows"], table["cols"], table["mines"], strict=True)
    ours = [optimal(rows, cols, mines=n).wins or 0 for rows, cols, n in sizes]
    return table.assign(ours=ours)


def answers() -> "pd.DataFrame":
    """What the authors say about their agents' decisions, beside what we find; a row per answer.

    Reports were asked for decisions that their authors don't agree with (`disagree`) and for some
    that surprised them (`surprise`). Columns: `report`, `section`, `about`, `quotation` (the
    report's own words, shortened) and `comment` (ours).

    >>> answers()["report"].unique().tolist()
    ['COWAN', 'IBS', 'SWEPT', 'Corners']
    """
    path = DATA / "published" / "answers.json"
    return pd.DataFrame(json.loads(path.read_text(encoding="utf-8")))


def published_table(name: str) -> "pd.DataFrame":
    """A file of data/published."""
    return pd.read_csv(DATA / "published" / f"{name}.csv", keep_default_na=False)
