"""Agents: a name, methods in order, a guess rule, and what the agent is told.

The catalogue has one composition a line, each citing its report. `Player` is for agents
written in plain Python; `reader` makes a player out of a composition, by the readable
definitions in `methods/` and `guesses/`.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

import numpy as np

from minelab.grid import COVERED, Cell
from minelab.guesses import GUESS_RULES, GuessRule, next_covered
from minelab.knowledge import Position, clue_constraint
from minelab.methods import Method, named_method
from minelab.methods.single import conclude
from minelab.reasons import Deduction, Guess, Move, Reason
from minelab.view import View

if TYPE_CHECKING:
    import pandas as pd

TOLD = ((), ("guess",), ("methods", "guess"))
UNTIL = ("dry", "near")


class Player(ABC):
    """An agent written in plain Python.

    It is asked for one move at a time and sees nothing but the view. A bare `Open` counts as
    a guess; return a `Deduction` or a `Guess` to have the reason in the record.
    """

    name = "player"
    told: tuple[str, ...] = ()
    """What it is told of the number of mines: () for nothing, else the total is in the view."""

    @abstractmethod
    def move(self, view: View, rng: np.random.Generator) -> Move | Reason:
        """The next move, for a reason or without one."""


@dataclass(frozen=True)
class Agent:
    """A composition: methods, cheaper first, and a rule for when they have nothing to say.

    methods: names of methods (see `minelab.methods.METHODS`) or functions of your own; after every
        new fact the cheaper ones run dry again before a dearer one is asked.
    guess: the name of a guess rule, or a function of your own.
    told: where the number of mines may be used: (), ("guess",) or ("methods", "guess").
    until: "dry", as long as anything can be proved; "near", only around the cell in hand.
    """

    name: str
    methods: tuple[str | Method, ...] = ()
    guess: str | GuessRule = "random"
    told: tuple[str, ...] = ()
    until: str = "dry"
    report: str = ""
    section: str = ""

    def __post_init__(self) -> None:
        for method in self.methods:
            named_method(method)
        if isinstance(self.guess, str) and self.guess not in GUESS_RULES:
            raise ValueError(f"guess must be one of {sorted(GUESS_RULES)}, not {self.guess!r}")
        if tuple(self.told) not in TOLD:
            raise ValueError(f"told must be one of {TOLD}, not {self.told!r}")
        if self.until not in UNTIL:
            raise ValueError(f"until must be one of {UNTIL}, not {self.until!r}")
        if self.until == "near" and self.methods != ("single",):
            raise ValueError(f'until="near" goes with methods=("single",), not {self.methods!r}')

    @property
    def compiled(self) -> bool:
        """Whether the engine knows every part of this agent."""
        return all(isinstance(part, str) for part in (*self.methods, self.guess))


CATALOGUE = {
    agent.name: agent
    for agent in (
        Agent("random", report="minelab", section="the floor"),
        Agent("basic", ("single",), report="COWAN", section="2.1; also IBS, SWEPT, Corners"),
        Agent("basic-002", ("single",), until="near", report="SWEPT", section="Inference"),
    )
}


def agent(name: str) -> Agent:
    """The agent of the catalogue with this name."""
    if name not in CATALOGUE:
        near = get_close_matches(str(name), CATALOGUE, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"agent must be one of {sorted(CATALOGUE)}, not {name!r}{hint}")
    return CATALOGUE[name]


def catalogue() -> "pd.DataFrame":
    """The agents as a table."""
    import pandas as pd

    columns = ["name", "report", "section", "methods", "guess", "told", "until"]
    rows = [[getattr(agent, column) for column in columns] for agent in CATALOGUE.values()]
    return pd.DataFrame(rows, columns=columns).set_index("name")


def reader(agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> Player:
    """A player that follows the readable definitions.

    When it must guess, it takes the next covered cell of `given`, afterwards its own rule
    with the game's random order of all cells.
    """
    return (NearReader if agent.until == "near" else DryReader)(agent, order, given)


class Reader(Player):
    """An agent played by its readable definitions."""

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        self.name = agent.name
        self.told = agent.told
        self.methods = [named_method(method) for method in agent.methods]
        self.rule = agent.guess if callable(agent.guess) else GUESS_RULES[agent.guess]
        self.order = order
        self.given = given

    def guess(self, position: Position) -> Guess:
        cell = next_covered(self.given, position.view)
        return self.rule(position, self.order) if cell is None else Guess(cell, "given")


class DryReader(Reader):
    """Asks the methods in order, cheaper first, until they have nothing more to say."""

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.proved: list[deque[Deduction]] = [deque() for _ in self.methods]

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        position: Position | None = None
        for method, proved in zip(self.methods, self.proved, strict=True):
            # Proofs don't expire: what a method said before is used up before it is asked again.
            while proved and view[proved[0].cell] != COVERED:
                proved.popleft()
            if not proved:
                position = position or Position(view)
                proved.extend(method(position))
            if proved:
                return proved.popleft()
        return self.guess(position or Position(view))


class NearReader(Reader):
    """Report SWEPT's basic agent, which looks only around the cell in hand.

    A visit opens a cell, applies the rule to its clue, then goes through its neighbours known
    to be safe, in the order in which they became known: those still covered are visited in
    turn, of the open ones only the clue is applied. An explosion triggers nothing. A cell
    proved safe can therefore stay covered while guesses go on.
    """

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.known_at: dict[Cell, int] = {}  # cells known to be safe, and when they became so
        self.proofs: dict[Cell, Deduction] = {}
        self.moves: Iterator[Reason] = self.laps()

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        self.view = view
        return next(self.moves)

    def laps(self) -> Iterator[Reason]:
        """Guess and visit, again and again; `self.view` has moved on after each `yield`."""
        while True:
            guess = self.guess(Position(self.view))
            yield guess
            yield from self.visit(guess.cell)

    def visit(self, cell: Cell) -> Iterator[Deduction]:
        """All that follows from a cell just opened, the visits it leads to included."""
        if self.view[cell] < 0:
            return
        self.note_open(cell)
        yield from self.apply(cell)
        under_way = [self.safe_around(cell)]
        while under_way:
            for cell in under_way[-1]:
                fresh = self.view[cell] == COVERED
                if fresh:
                    yield self.proofs[cell]
                    self.note_open(cell)
                yield from self.apply(cell)
                if fresh:
                    under_way.append(self.safe_around(cell))
                    break
            else:
                under_way.pop()

    def apply(self, clue: Cell) -> Iterator[Deduction]:
        """Mines that one clue proves; cells that it proves safe are only noted."""
        constraint = clue_constraint(self.view.codes, clue, safe=self.known_at)
        proofs = {d.cell: d for d in conclude(constraint)}
        for cell in self.view.neighbours(clue):
            if cell in proofs and proofs[cell].is_mine:
                yield proofs[cell]
            elif cell in proofs:
                self.note_safe(cell)
                self.proofs[cell] = proofs[cell]

    def safe_around(self, cell: Cell) -> Iterator[Cell]:
        """The neighbours known to be safe now, longest known first."""
        known = [n for n in self.view.neighbours(cell) if n in self.known_at]
        return iter(sorted(known, key=self.known_at.__getitem__))

    def note_safe(self, cell: Cell) -> None:
        self.known_at.setdefault(cell, len(self.known_at))

    def note_open(self, cell: Cell) -> None:
        """A cell is open, and perhaps a field of zeros with it: all these are known to be safe."""
        self.note_safe(cell)
        if self.view[cell] == 0:
            for other in self.view.open:
                self.note_safe(other)
