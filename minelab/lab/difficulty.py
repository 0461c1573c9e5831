"""Difficulty: what it takes to solve a board without a guess after the first opening.

A ladder of sets of methods, cheapest first; each proves all that the ones before it prove. The
first that finishes a board is its difficulty. `solvable_board` looks for a board that an agent
finishes without a guess.
"""

from minelab._checks import check_type, check_whole, shown
from minelab._later import pd
from minelab.agents.catalogue import Agent
from minelab.boards.board import Board
from minelab.boards.grid import Cell, check_cell, check_size
from minelab.boards.rules import CLASSIC_ZERO, REPORT, Rules
from minelab.games.play import play, play_many, resolve

LADDER = {
    "single": ("single",),
    "subset": ("single", "subset"),
    "pairs": ("single", "subset", "pairs"),
    "assume": ("single", "subset", "pairs", "assume"),
    "refute": ("single", "subset", "pairs", "assume", "refute"),
    "groups": ("single", "groups"),
    "exact": ("single", "exact"),
}
"""The methods of each rung, in the order of their cost; a rung has the name of its costliest.

`groups` proves all that the clues prove, and `exact` all that they and the number of mines prove,
so neither needs the methods between. Only `exact` knows the number of mines.
"""
NEEDS_A_GUESS = "guess"
FIRST_BATCH, LARGEST_BATCH = 20_000, 2_000_000
"""Cells of the boards that are drawn at a time: few at first, since most searches are short."""


def difficulty(board: Board, *, first: Cell = (0, 0), rules: Rules = REPORT) -> str:
    """The cheapest methods that finish a board without a guess after the first opening.

    board: the board to judge.
    first: the cell that is opened first.
    rules: the rules of the game; they may protect the first cell.

    Returns "single", "subset", "pairs", "assume", "refute", "groups" or "exact", the costliest
    method that is needed, or "guess" if not even all that can be known is enough.

    >>> difficulty(Board.parse("000\\n121\\nM2M"))
    'subset'
    """
    check_type("board", board, Board)
    first = check_cell("first", first, board.rows, board.cols)
    for rung in LADDER:
        record = play(board, on_rung(rung), first=first, rules=rules)
        if record.won and record.guesses <= 1:
            return rung
    return NEEDS_A_GUESS


def on_rung(rung: str) -> Agent:
    """An agent with the methods of a rung."""
    return Agent(rung, LADDER[rung], total_for=("methods", "guess") if rung == "exact" else ())


def measure(rows: int, cols: int, mines: int, games: range, seed: int) -> "pd.DataFrame":
    """The difficulty of many boards under classic rules, the corner opening a zero; a row each.

    games, seed: the numbers of the boards and their seed, as for `play_many`.
    """
    import numpy as np

    rungs = np.full(len(games), NEEDS_A_GUESS, dtype=object)
    for rung in reversed(LADDER):
        table = play_many(
            on_rung(rung), rows, cols, mines=mines, games=games, seed=seed, rules=CLASSIC_ZERO,
            first=(0, 0),
        )  # fmt: skip
        rungs[table["won"] & (table["guesses"] <= 1)] = rung
    key = ["rows", "cols", "mines", "density", "rules", "board_seed"]
    return table[key].assign(difficulty=rungs)


def solvable_board(
    rows: int,
    cols: int,
    *,
    mines: int,
    by: str | Agent = "charles",
    seed: int,
    first: Cell = (0, 0),
    rules: Rules = REPORT,
    draws: int = 100_000,
) -> Board:
    """A board that an agent finishes without a guess after the first opening.

    rows, cols, mines: the size of the board and its number of mines.
    by: the agent, one that the engine can play.
    seed: the same seed gives the same board.
    first: the cell that is opened first. Where the rules protect it, the mines in its way have
        been moved already.
    rules: the rules of the game.
    draws: after this many boards the search ends with a ValueError.

    Returns a Board. Boards are drawn until one is solved: all solvable boards are equally likely.

    >>> board = solvable_board(8, 8, mines=10, by="basic", seed=1)
    >>> play(board, "basic", first=(0, 0)).guesses
    1
    """
    from minelab._notebook import progress_bar

    rows, cols = check_size(rows, cols)
    first = check_cell("first", first, rows, cols)
    draws = check_whole("draws", draws, 1, 10**9)
    who = resolve(by)
    if not isinstance(who, Agent) or not who.compiled:
        raise ValueError(f"by must be an agent that the engine can play, not {shown(by)}")
    done, cells = 0, FIRST_BATCH
    with progress_bar(total=draws, unit="board") as bar:
        while done < draws:
            games = range(done, min(draws, done + max(1, cells // (rows * cols))))
            table = play_many(
                who, rows, cols, mines=mines, games=games, seed=seed, rules=rules, first=first
            )
            solved = table[table["won"] & (table["guesses"] <= 1)]
            if len(solved):
                board_seed = int(solved["board_seed"].iloc[0])
                board = Board.random(rows, cols, mines=mines, seed=board_seed)
                return board.protected(first, rules.safe_radius)
            bar.update(len(games))
            done, cells = games.stop, min(2 * cells, LARGEST_BATCH)
    raise ValueError(
        f"none of {draws} boards of {rows} x {cols} with {mines} mines is solved by {who.name} "
        f"from {first} without another guess; draw more of them, or lay fewer mines"
    )
