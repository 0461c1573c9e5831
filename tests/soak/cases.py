"""Cases: a board, rules, an agent and its form, all drawn from one whole number."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from minelab._checks import check_whole
from minelab.agents.catalogue import CATALOGUE, MODIFIERS, UNTIL, Agent, agent
from minelab.agents.guesses import GUESS_RULES
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.boards.maps import LEVELS, daggers_map
from minelab.boards.rules import CLASSIC, CLASSIC_ZERO, DAGGERS, REPORT, Rules
from minelab.games.record import Setting
from minelab.inference.methods import METHODS
from minelab.lab.daggers import AGENTS as DAGGER_AGENTS

LAST = 10**15
"""The greatest number of a first case."""
MORE, MORE_CELLS = 10, 4000
"""How many more boards an agent of the engine plays, and how many cells they have in all."""
SIZES, SHARES = (16, 64, 256, 1600, 4096, 10_000), (0.1, 0.2, 0.3, 0.5, 1)
"""The rows of a table of cases: up to this many cells, up to this share of mines."""


@dataclass(frozen=True)
class Case:
    """A game to be played."""

    number: int
    board: Board
    agent: Agent
    rules: Rules
    given: tuple[Cell, ...]
    """Cells to guess first."""
    engine: bool
    """Whether the engine plays, or the readable form."""

    @property
    def setting(self) -> Setting:
        knows_total = bool(self.agent.total_for)
        seed = self.number
        return Setting(self.board, self.agent.name, self.rules, seed, knows_total, None, self.given)

    def __str__(self) -> str:
        who, board = self.agent, self.board
        form = "engine" if self.engine else "readable form"
        picture = f"\n{board}" if board.cols <= 80 and board.rows <= 40 else ""
        return (
            f"case {self.number}: {who.name} ({', '.join(map(str, who.methods)) or 'no method'}; "
            f"guess {who.guess}; total for {who.total_for}; until {who.until}; {form})\n"
            f"on {board.rows}x{board.cols} with {board.n_mines} mines, board seed {board.seed}, "
            f"given {list(self.given)}\nby {self.rules}{picture}"
        )

    def labels(self) -> Iterator[tuple[str, str]]:
        """The headings under which it is counted."""
        name, n = self.agent.name, self.board.mines.size
        kind = "with modifiers" if "+" in name else "composed"
        yield "cases", "all"
        yield "agent", name if name in CATALOGUE else kind
        yield "form", "engine" if self.engine else "readable"
        yield "rules", self.rules.name + (" with gold" if self.board.gold is not None else "")
        yield "cells", f"up to {min(most for most in SIZES if n <= most):,}"
        share = self.board.n_mines / n
        yield "mines", f"up to {min(most for most in SHARES if share <= most):.0%}"


def draw(number: int) -> Case:
    """The case with this number."""
    check_whole("number", number, 0, 2 * LAST)
    rng = np.random.default_rng(number)
    who = draw_agent(rng)
    rules = draw_rules(rng, who)
    engine = bool(rng.random() < 0.9)
    rows, cols = draw_size(rng)
    density = float(rng.choice([0.0, 1.0, *rng.uniform(0, 1, 4), *rng.beta(3, 12, 14)]))
    engine = engine and rules.opening is None
    while rows * cols > most_cells(who, engine and who.compiled_on(rows * cols), density):
        rows, cols = (rows + 1) // 2, (cols + 1) // 2
    if rules == DAGGERS and rng.random() < 0.5:
        board = daggers_map(str(rng.choice(list(LEVELS))), seed=number)
    else:
        board = draw_board(rng, rows, cols, density, rules, number)
        if board.gold is not None and rows * cols > most_cells(who, False, density):
            board = Board(board.mines, seed=number)  # gold would take it from the engine
    given = [(int(rng.integers(board.rows)), int(rng.integers(board.cols))) for _ in range(4)]
    return Case(
        number,
        board,
        who,
        rules,
        tuple(given[: max(0, int(rng.integers(-6, 5)))]),
        engine and board.gold is None and who.compiled_on(board.mines.size),
    )


def describe(number: int) -> str:
    """The case with this number in words; only the number if the case can't be drawn."""
    try:
        return str(draw(number))
    except Exception:  # whoever tries the case reports it
        return f"case {number}"


def also(case: Case) -> Iterator[Case]:
    """The same on a few more boards; fewer if they are large."""
    rows, cols, mines = case.board.rows, case.board.cols, case.board.n_mines
    for k in range(1, 1 + min(MORE, MORE_CELLS // (rows * cols))):
        board = Board.random(rows, cols, mines=mines, seed=case.number + k * LAST)
        yield replace(case, board=board)


def draw_agent(rng: np.random.Generator) -> Agent:
    """One of the catalogue, one with modifiers, or random methods and a random guess rule."""
    kind = rng.random()
    while True:
        try:
            if kind < 0.5:
                return agent(str(rng.choice(list(CATALOGUE))))
            if kind < 0.8:
                base = str(rng.choice(list(CATALOGUE)))
                added = rng.choice(list(MODIFIERS), size=rng.integers(1, 3), replace=False)
                return agent("+".join([base, *added]))
            n = int(rng.integers(0, 5))
            methods = tuple(map(str, rng.choice(list(METHODS), size=n, replace=False)))
            if rng.random() < 0.7:  # as the engine likes it: `single`, then the cheaper first
                methods = ("single", *(m for m in METHODS if m in methods and m != "single"))
            return Agent(
                "composed",
                methods,
                str(rng.choice(list(GUESS_RULES))),
                [(), ("guess",), ("methods", "guess")][rng.integers(3)],
                str(rng.choice(UNTIL)),
            )
        except ValueError:  # these don't go together
            continue


def draw_rules(rng: np.random.Generator, who: Agent) -> Rules:
    if rng.random() < (0.5 if who.name in DAGGER_AGENTS else 0.05):
        return DAGGERS
    if rng.random() < 0.7:
        return [REPORT, REPORT, REPORT, REPORT, CLASSIC, CLASSIC_ZERO][rng.integers(6)]
    return Rules(
        lives=[None, 1, 2, 5][rng.integers(4)],
        first_click=["any", "any", "safe", "zero", "corner"][rng.integers(5)],
        cascade=bool(rng.integers(2)),
        goal=["mark", "open"][rng.integers(2)],
    )


def draw_size(rng: np.random.Generator) -> tuple[int, int]:
    """Small boards mostly, whose layouts can be counted; some large, some long and thin."""
    kind = rng.random()
    if kind < 0.55:
        rows, cols = rng.integers(1, 8, 2)
    elif kind < 0.85:
        rows, cols = rng.integers(4, 17, 2)
    elif kind < 0.93:
        rows, cols = rng.integers(10, 41, 2)
    elif kind < 0.99:
        rows, cols = rng.permutation([rng.integers(1, 4), rng.integers(10, 200)])
    else:
        rows, cols = rng.integers(65, 90, 2)
    return int(rows), int(cols)


def most_cells(who: Agent, engine: bool, density: float) -> int:
    """How many cells a board may have for an agent to finish it within seconds."""
    if not engine or not who.compiled:
        return 48 if {"groups", "refute"} & set(who.methods) else 80
    if "groups" in who.methods:  # enumeration grows with the size of a group
        return 400 if density < 0.15 else 64
    return 600 if str(who.guess).startswith("champion") and density > 0.15 else 10**5


def draw_board(
    rng: np.random.Generator, rows: int, cols: int, density: float, rules: Rules, seed: int
) -> Board:
    board = Board.random(rows, cols, density=density, seed=seed)
    if rules.opening is not None:
        free = rows * cols - min(2, rows) * min(2, cols)
        board = Board.random(rows, cols, mines=min(board.n_mines, free), seed=seed)
        board = board.protected((0, 0), radius=1)
    if rules.safe_radius < 0 and rng.random() < (0.5 if rules.opening else 0.1):
        zeros = ~board.mines & (board.clues == 0)
        gold = zeros & (rng.random(zeros.shape) < 0.3)
        return Board(board.mines, gold if gold.any() else None, seed=seed)
    return board
