"""Agents: a name, methods in order, a guess rule, and what the agent is told.

The catalogue has one composition a line, each citing its report. `Player` is for agents
written in plain Python; `reader` makes a player out of a composition, by the readable
definitions in `methods/` and `guesses/`.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from minelab._checks import check_one_of, check_text, shown
from minelab.agents.champion import FORMS
from minelab.agents.guesses import GUESS_RULES, NEEDS_TOTAL, GuessRule, next_covered
from minelab.boards.grid import COVERED, FLAG, Cell, count_around
from minelab.boards.view import Move, View
from minelab.inference.methods import Method, named_method
from minelab.inference.methods.entails import first_proof
from minelab.inference.methods.single import conclude
from minelab.inference.odds import is_large
from minelab.inference.position import Position, clue_constraint
from minelab.inference.reasons import Deduction, Guess, Reason

if TYPE_CHECKING:
    import pandas as pd

TOLD = ((), ("guess",), ("methods", "guess"))
COMPILED = (
    "single", "subset", "subset-once", "pairs", "assume-1", "assume", "assume-3", "refute",
    "groups", "total", "exact", "random", "average", "sum", "last", "mean", "max", "corners",
    "corners-raw", "average-total", "average-most", "average-lot", "corners-lot", "clue",
    "last-flags", *FORMS,
)  # fmt: skip
"""The methods and guess rules that the engine knows."""
UNTIL = ("dry", "once", "near", "passes")


PASSES = (("single",), ("single", "entails-mines"), ("single", "entails"))


class Player(ABC):
    """An agent written in plain Python.

    It is asked for one move at a time and sees nothing but the view. A bare `Open` counts as
    a guess; return a `Deduction` or a `Guess` to have the reason in the record.
    """

    name = "player"
    told: tuple[str, ...] = ()
    """What it is told of the number of mines: () for nothing, else the total is in the view."""
    counters: Mapping[str, int] = MappingProxyType({})
    """What it counts of its own work; the record keeps it."""

    @abstractmethod
    def move(self, view: View, rng: np.random.Generator) -> Move | Reason:
        """The next move, for a reason or without one."""

    def finish(self, view: View) -> None:  # noqa: B027 - most players have nothing left to do
        """The game is over; what is seen at its end."""


@dataclass(frozen=True)
class Agent:
    """A composition: methods, cheaper first, and a rule for when they have nothing to say.

    methods: names of methods (see `minelab.inference.methods`) or functions of your own; after
        every new fact the cheaper ones are asked again before a more expensive one.
    guess: the name of a guess rule, or a function of your own.
    told: where the number of mines may be used: (), ("guess",) or ("methods", "guess").
    until: "dry", as long as anything can be proved; "once", a dearer method that proves
        anything is the last to be asked before the next guess; "near", only around the cell
        in hand; "passes", over the whole grid again and again, as Daggers does.
    """

    name: str
    methods: tuple[str | Method, ...] = ()
    guess: str | GuessRule = "random"
    told: tuple[str, ...] = ()
    until: str = "dry"
    report: str = ""
    section: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.methods, tuple):
            raise ValueError(
                f"methods must be a tuple of names or functions, not {shown(self.methods)}"
            )
        for method in self.methods:
            named_method(method)
        check_text("name", self.name)
        if not callable(self.guess):
            check_one_of("guess", self.guess, sorted(GUESS_RULES))
        words = isinstance(self.told, tuple) and all(isinstance(word, str) for word in self.told)
        if not words or self.told not in TOLD:
            raise ValueError(f"told must be one of {TOLD}, not {shown(self.told)}")
        check_one_of("until", self.until, UNTIL)
        if self.until == "near" and (self.methods != ("single",) or "methods" in self.told):
            raise ValueError('until="near" goes with methods=("single",) and no total for them')
        if self.until == "passes" and self.methods not in PASSES:
            raise ValueError(f'until="passes" goes with methods from {PASSES}')
        if self.guess in NEEDS_TOTAL and not self.told:
            raise ValueError(f"the guess rule {self.guess!r} has to be told the number of mines")

    @property
    def asked(self) -> tuple[str | Method, ...]:
        """The methods in the order in which they are asked.

        The total speaks about every covered cell at once, so it is the dearest constraint to
        use; agents that reduce equations reach for it where all cheaper ones are dry.
        """
        reduces = any(method in ("subset", "subset-once", "pairs") for method in self.methods)
        return (*self.methods, "total") if reduces and "methods" in self.told else self.methods

    @property
    def compiled(self) -> bool:
        """Whether the engine plays this agent; if not, the readable form does."""
        asked = self.asked
        if self.until == "passes" or not all(part in COMPILED for part in (*asked, self.guess)):
            return False
        if asked and asked[0] != "single":
            return False
        if "subset-once" in asked and (self.until != "once" or "subset" in asked):
            return False
        if sum(method in asked for method in ("assume-1", "assume", "assume-3")) > 1:
            return False
        if "exact" in asked and (
            "groups" in asked or self.until != "dry" or "methods" not in self.told
        ):
            return False
        # `pairs` and `refute` work on the equations that `subset` keeps.
        first_subset = asked.index("subset") if "subset" in asked else len(asked)
        return not any(method in ("pairs", "refute") for method in asked[:first_subset])

    def compiled_on(self, n_cells: int) -> bool:
        """Whether the engine plays this agent on a board of so many cells.

        On large ones it has odds for guesses only where the method `exact` keeps them.
        """
        by_odds = self.guess in ("exact", *FORMS) and "exact" not in self.asked
        return self.compiled and not (by_odds and is_large(n_cells))


CATALOGUE = {
    agent.name: agent
    for agent in (
        Agent("random", report="minelab", section="the floor"),
        Agent("basic", ("single",), report="COWAN", section="2.1; also IBS, SWEPT, Corners"),
        Agent("basic-002", ("single",), until="near", report="SWEPT", section="Inference"),
        Agent("cowan", ("single", "assume"), report="COWAN", section="1.3.1, 2.2"),
        Agent("cowan-1", ("single", "assume-1"), report="COWAN", section="2.2.1"),
        Agent("cowan-3", ("single", "assume-3"), report="COWAN", section="2.2.1"),
        Agent("aravind", ("single", "subset"), report="COWAN", section="1.3.2, 2.3"),
        Agent(
            "aravind-once", ("single", "subset-once"), until="once", report="COWAN", section="2.3"
        ),
        Agent("charles", ("single", "subset", "assume"), report="COWAN", section="2.4"),
        Agent(
            "charles-once", ("single", "subset-once", "assume"), until="once",
            report="COWAN", section="2.4, Algorithm 7",
        ),
        Agent("ibs", ("single", "subset", "pairs"), report="IBS", section="Inference"),
        Agent("ibs-hyper", ("single", "subset", "pairs", "refute"), report="IBS",
              section="Efficiency"),
        Agent("swept", ("single", "groups"), report="SWEPT", section="Improved Agent"),
        Agent("dagger-1", ("single",), told=("guess",), until="passes", report="Daggers",
              section="3.2"),
        Agent("dagger-2", ("single", "entails-mines"), told=("guess",), until="passes",
              report="Daggers", section="3.3"),
        Agent("dagger-2+safe", ("single", "entails"), told=("guess",), until="passes",
              report="Daggers", section="3.3, and safe cells"),
        Agent("dagger-2+total", ("single", "entails"), told=("methods", "guess"), until="passes",
              report="Daggers", section="3.3, safe cells and the number of daggers"),
        Agent("corners", ("single",), "corners", report="Corners", section="Representation"),
        Agent("exact", ("single", "exact"), "exact", told=("methods", "guess"), report="minelab",
              section="beyond the reports"),
        *(
            Agent(form, ("single", "exact"), form, told=("methods", "guess"), report="minelab",
                  section="beyond the reports")
            for form in FORMS
        ),
    )
}  # fmt: skip

MODIFIERS = {
    "total": "is told the number of mines: COWAN s6, IBS Global Information",
    "average": "guesses by the mean of the clues' claims: COWAN s7",
    "sum": "guesses by the sum of the clues' claims: IBS Better Decisions",
    "last": "guesses by the last clue's claim, as IBS's code did",
    "last-flags": "as +last, with flags among the cells over which the mines left are spread",
    "mean": "guesses by the mean of the claims, otherwise as +sum",
    "max": "guesses by the greatest of the claims, otherwise as +sum",
    "average-total": "as +average, with the claim of the total among those of every cell",
    "average-most": "as +average, but among equals the cell with most covered neighbours",
    "average-lot": "as +average, but among equals by lot",
    "corners-lot": "opens the corners first, then guesses by lot: half of Corners' rule",
    "clue": "guesses by the clue that claims least: the other half of Corners' rule",
}
"""What may follow the name of an agent after a +."""


def agent(name: str) -> Agent:
    """The agent with this name: one of the catalogue, with modifiers, as in "charles+total".

    >>> agent("ibs+sum").told
    ('guess',)
    """
    if not isinstance(name, str):
        raise ValueError(f"agent must be the name of one, not {shown(name)}")
    if name in CATALOGUE:
        return CATALOGUE[name]
    base, *modifiers = name.split("+")
    modifiers.sort(key=lambda modifier: modifier != "total")  # one agent, one name
    if base not in CATALOGUE:
        near = get_close_matches(base, CATALOGUE, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"agent must be one of {sorted(CATALOGUE)}, not {shown(name)}{hint}")
    changed = CATALOGUE[base]
    for modifier in modifiers:
        changed = modified(changed, modifier)
    return changed


def modified(base: Agent, modifier: str) -> Agent:
    """The agent with one modifier more, or a ValueError if the two don't go together."""
    name = f"{base.name}+{modifier}"
    if modifier not in MODIFIERS:
        near = get_close_matches(modifier, MODIFIERS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(
            f"modifier must be one of {sorted(MODIFIERS)}, not {shown(modifier)}{hint}"
        )
    if modifier == "total":
        if not base.methods or base.until in ("near", "passes") or "methods" in base.told:
            raise ValueError(f"{name!r} cannot be: {base.name} has no use for the total")
        return replace(base, name=name, told=("methods", "guess"))
    if not base.methods or base.guess != "random":
        raise ValueError(f"{name!r} cannot be: {base.name} has a guess rule of its own")
    told = base.told or (("guess",) if modifier in NEEDS_TOTAL else ())
    return replace(base, name=name, guess=modifier, told=told)


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
    readers: dict[str, type[Reader]] = {
        "dry": DryReader, "once": OnceReader, "near": NearReader, "passes": PassReader,
    }  # fmt: skip
    return readers[agent.until](agent, order, given)


class Reader(Player):
    """An agent played by its readable definitions."""

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        self.name = agent.name
        self.told = agent.told
        self.methods = [named_method(method) for method in agent.asked]
        self.rule = agent.guess if callable(agent.guess) else GUESS_RULES[agent.guess]
        self.order = order
        self.given = given

    def position(self, view: View) -> Position:
        """What the methods may know of a view."""
        if "methods" in self.told:
            return Position(view, view.mines)
        return Position(View(view.codes, lives=view.lives))

    def guess(self, view: View) -> Guess:
        cell = next_covered(self.given, view)
        return self.rule(Position(view), self.order) if cell is None else Guess(cell, "given")


class DryReader(Reader):
    """Asks the methods in order, cheaper first, until they have nothing more to say."""

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.proved: list[deque[Deduction]] = [deque() for _ in self.methods]

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        position: Position | None = None
        for k, proved in enumerate(self.proved):
            # Proofs don't expire: what a method said before is used up before it is asked again.
            while proved and view[proved[0].cell] != COVERED:
                proved.popleft()
            if not proved and self.may_ask(k):
                position = position or self.position(view)
                proved.extend(self.methods[k](position))
            if proved:
                self.note_proof(k)
                return proved.popleft()
        self.note_guess()
        return self.guess(view)

    def may_ask(self, k: int) -> bool:
        """Whether method k may be asked now."""
        return True

    def note_proof(self, k: int) -> None:
        """Method k has proved something."""

    def note_guess(self) -> None:
        """The agent is about to guess."""


class OnceReader(DryReader):
    """After a dearer method has proved anything, no other is asked before the next guess.

    COWAN's published code works so: `subset-once` gets a single look, then a guess follows;
    `assume` is reached only in rounds where the equations did nothing, and runs dry.
    """

    last: int | None = None

    def may_ask(self, k: int) -> bool:
        if k == 0 or self.last is None:
            return True
        return k == self.last and self.methods[k] is not named_method("subset-once")

    def note_proof(self, k: int) -> None:
        self.last = k if k > 0 else self.last

    def note_guess(self) -> None:
        self.last = None


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
            guess = self.guess(self.view)
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


class PassReader(Reader):
    """Report Daggers' agents, which go over the whole grid, cell by cell, again and again.

    A clue that decides something is acted on at once. A pass that changed something is followed
    by another; only after one that changed nothing the agent looks up: if all mines are marked it
    opens the rest, else a solver may be asked for one cell, and at last it guesses. So passes go
    on when a game is won in the middle of one, and are counted; flags put then are no moves.
    """

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.solver = agent.methods[1:]
        self.count = {"sps_cycles": 0, "sps_clues": 0, "sat_tests": 0, "sat_solutions": 0}
        self.counters = self.count
        self.over = False
        self.moves: Iterator[Reason] = self.laps()

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        self.view = view
        return next(self.moves)

    def finish(self, view: View) -> None:
        self.view, self.over = view, True
        for flag in self.moves:
            codes = self.view.codes.copy()
            codes[flag.cell] = FLAG
            self.view = View(codes, view.mines, lives=view.lives)

    def laps(self) -> Iterator[Reason]:
        """Passes, then whatever comes after them; `self.view` has moved on after each `yield`."""
        while not self.over:
            yield from self.passes()
            if not self.over:
                yield from self.look_up()

    def passes(self) -> Iterator[Deduction]:
        """What single clues prove, until a pass over the grid changes nothing."""
        changed = True
        while changed:
            changed = False
            self.count["sps_cycles"] += 1
            for cell in self.view.cells():
                if self.view[cell] >= 0:
                    constraint = clue_constraint(self.view.codes, cell)
                    self.count["sps_clues"] += len(constraint.cells) > 0
                    for proof in conclude(constraint):
                        changed = True
                        if self.view[proof.cell] == COVERED:  # a field of zeros may have opened it
                            yield proof

    def look_up(self) -> Iterator[Reason]:
        """Single clues are dry: open the rest, ask the solver, or guess."""
        left = Position(self.view, self.view.mines).total
        if left is not None and left.mines == 0:
            for cell in sorted(left.cells):
                if self.view[cell] == COVERED:
                    yield Deduction(cell, False, "total", (left,))
        else:
            proof, tests = self.ask(self.view) if self.solver else (None, 0)
            self.count["sat_tests"] += tests
            self.count["sat_solutions"] += proof is not None
            yield proof or self.guess(self.view)

    def ask(self, view: View) -> tuple[Deduction | None, int]:
        """The first cell that the solver proves, row by row, and how many tests that took.

        Cells are tested that have a neighbour turned over, a clue or a mine; all of them, if
        the number of mines may be used.
        """
        position = self.position(view)
        beside = count_around((view.codes != COVERED) & (view.codes != FLAG)) > 0
        everywhere = position.total is not None
        cells = [cell for cell in view.covered if everywhere or beside[cell]]
        return first_proof(position, cells, safe=self.solver == ("entails",))
