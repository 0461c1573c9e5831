"""Players: agents asked for one move at a time. They see nothing but the view.

`Player` is for agents written in plain Python. `reader` makes a player out of a composition of
the catalogue, by the readable definitions in inference/methods and agents/guesses.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from minelab.agents.catalogue import Agent
from minelab.agents.guesses import GUESS_RULES, next_covered
from minelab.boards.grid import COVERED, FLAG, Cell, count_around
from minelab.boards.view import Flag, Move, View
from minelab.inference.methods import named_method
from minelab.inference.methods.entails import first_proof
from minelab.inference.methods.exact import exact
from minelab.inference.methods.single import conclude
from minelab.inference.odds import odds
from minelab.inference.optimal import LIMIT, check_options, optimal
from minelab.inference.position import Position, clue_constraint
from minelab.inference.reasons import Deduction, Guess, Reason
from minelab.inference.tally import Tally


class Player(ABC):
    """An agent written in plain Python. Subclass it and write `move`.

    It is asked for one move at a time and sees nothing but the view. `Open(cell)` counts as a
    guess and `Flag(cell)` as a proved mine; return a `Deduction` (from `ml.deduce`, say) or a
    `Guess` instead to keep the reason in the record.

    name: what it is called in tables and figures; the name of its class by default.
    total_for: () for an agent that does not know the number of mines; ("guess",) or
        ("methods", "guess") puts it into `view.mines`.
    counters: whatever it counts of its own work; the record keeps it.

    This one opens what single clues prove safe, and else the first covered cell:

    >>> import minelab as ml
    >>> class Cautious(ml.Player):
    ...     def move(self, view, rng):
    ...         proofs = ml.deduce(view, "single")
    ...         return proofs[0] if proofs else ml.Open(view.covered[0])
    >>> ml.play(ml.Board.random(10, 10, mines=20, seed=7), Cautious)
    <Record Cautious on 10x10: score 0.85, 6 guesses, 3 blasts>
    """

    name: str
    total_for: tuple[str, ...] = ()
    counters: Mapping[str, int] = MappingProxyType({})

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @abstractmethod
    def move(self, view: View, rng: np.random.Generator) -> Move | Reason:
        """The next move: an Open, a Flag, a Deduction or a Guess.

        view: what is seen now.
        rng: the game's own random generator; use no other, and the same seed gives the same game.
        """

    def begin(self, rules: str) -> None:  # noqa: B027 - most players play all games alike
        """Called before the first move of a game, with the name of its rules."""

    def finish(self, view: View) -> None:  # noqa: B027 - most players have nothing left to do
        """Called when the game is over, with the last view."""


def reader(
    agent: Agent, order: Sequence[Cell], given: Iterator[Cell], tally: Tally | None = None
) -> Player:
    """A player that follows the readable definitions.

    When it must guess, it takes the next covered cell of `given`, afterwards its own rule
    with the game's random order of all cells. `tally` counts its work, if that is wanted.
    """
    readers: dict[str, type[Reader]] = {
        "stuck": StuckReader, "once": OnceReader, "around": AroundReader, "passes": PassReader,
    }  # fmt: skip
    player = readers[agent.until](agent, order, given)
    player.tally = tally
    return player


class Reader(Player):
    """An agent played by its readable definitions."""

    tally: Tally | None = None

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        self.name = agent.name
        self.total_for = agent.total_for
        self.methods = [named_method(method) for method in agent.asked]
        self.rule = agent.guess if callable(agent.guess) else GUESS_RULES[agent.guess]
        self.order = order
        self.given = given

    def position(self, view: View) -> Position:
        """What the methods may know of a view."""
        if "methods" in self.total_for:
            position = Position(view, view.mines, self.tally)
        else:
            position = Position(View(view.codes, lives=view.lives), tally=self.tally)
        if self.tally is not None:
            self.tally.look(position)
        return position

    def guess(self, view: View) -> Guess:
        cell = next_covered(self.given, view)
        if cell is not None:
            return Guess(cell, "given")
        return self.rule(Position(view, tally=self.tally), self.order)


class StuckReader(Reader):
    """Tries the methods in order, cheaper first, until nothing more can be proved."""

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.proved: list[deque[Deduction]] = [deque() for _ in self.methods]
        self.last: int | None = None
        """The last method but the cheapest that has proved something since the last guess."""

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        position: Position | None = None
        for k, proved in enumerate(self.proved):
            # Proofs don't expire: those left over are used before the method is tried again.
            while proved and view[proved[0].cell] != COVERED:
                proved.popleft()
            if not proved and self.may_ask(k):
                position = position or self.position(view)
                proved.extend(self.methods[k](position))
            if proved:
                self.last = k or self.last
                return proved.popleft()
        self.last = None
        return self.guess(view)

    def may_ask(self, k: int) -> bool:
        """Whether method k may be tried now."""
        return True


class OnceReader(StuckReader):
    """Once a more expensive method proves something, no other is tried before the next guess.

    So COWAN's Algorithm 7 can be read: `subset-once` gets a single look, then a guess follows;
    `assume` is tried only in rounds where the equations proved nothing, until it is stuck.
    """

    def may_ask(self, k: int) -> bool:
        if k == 0 or self.last is None:
            return True
        return k == self.last and self.methods[k] is not named_method("subset-once")


class LapReader(Reader):
    """Moves as its `laps` say; `self.view` has moved on after each `yield` there."""

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.moves = self.laps()

    @abstractmethod
    def laps(self) -> Iterator[Reason]:
        """One move after another, until the game is over."""

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        self.view = view
        return next(self.moves)


class AroundReader(LapReader):
    """Report SWEPT's basic agent, which reads only the clues around the current cell.

    A visit opens a cell, applies the rule to its clue, then goes through its neighbours known
    to be safe, in the order in which they became known: those still covered are visited in
    turn, of the open ones only the clue is applied. A blast triggers nothing. A cell
    proved safe can therefore stay covered while guesses go on.
    """

    def __init__(self, agent: Agent, order: Sequence[Cell], given: Iterator[Cell]) -> None:
        super().__init__(agent, order, given)
        self.known_at: dict[Cell, int] = {}  # cells known to be safe, and when they became so
        self.proofs: dict[Cell, Deduction] = {}

    def laps(self) -> Iterator[Reason]:
        """Guess and visit, again and again."""
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

    def apply(self, clue: Cell) -> Generator[Deduction, None, bool]:
        """The mines that one clue proves; cells that it proves safe are only noted.

        Returns whether the clue is finished: nothing around it is unknown any more.
        """
        constraint = clue_constraint(self.view.codes, clue, safe=self.known_at)
        proofs = {d.cell: d for d in conclude(constraint, self.tally)}
        for cell in self.view.neighbours(clue):
            if cell in proofs and proofs[cell].is_mine:
                yield proofs[cell]
            elif cell in proofs:
                self.note_safe(cell)
                self.proofs[cell] = proofs[cell]
        return bool(proofs) or not constraint.cells

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


class PassReader(LapReader):
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

    def finish(self, view: View) -> None:
        self.view, self.over = view, True
        for flag in self.moves:
            codes = self.view.codes.copy()
            codes[flag.cell] = FLAG
            self.view = View(codes, view.mines, lives=view.lives)

    def laps(self) -> Iterator[Reason]:
        """Passes, then whatever comes after them."""
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
                    for proof in conclude(constraint, self.tally):
                        changed = True
                        if self.view[proof.cell] == COVERED:  # a field of zeros may have opened it
                            yield proof

    def look_up(self) -> Iterator[Reason]:
        """No single clue settles anything: open the rest, ask the solver, or guess."""
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


class OptimalPlayer(Player):
    """Plays perfectly on tiny boards, by the exhaustive search of `optimal`.

    aim: what it maximises: "win", the chance to win, or "score", the share of mines found.
    flags: "any" if it may flag cells that are not proved to be mines, "proved" if not.
    first_click: what the rules promise about the first cell: "any" (nothing), "safe" or "zero".
    limit: how much work is allowed for one position, in layouts visited.

    What is certain is proved as by the method `exact`; among equally good guesses it takes the
    first, row by row. What it has computed about a view it keeps for other games.

    >>> import minelab as ml
    >>> ml.play(ml.Board.random(3, 3, mines=2, seed=1), OptimalPlayer("score")).score
    1.0
    """

    name = "optimal"
    total_for = ("methods", "guess")

    def __init__(
        self,
        aim: str = "win",
        *,
        flags: str = "any",
        first_click: str = "any",
        limit: int = LIMIT,
    ) -> None:
        check_options(aim, flags, first_click, limit)
        self.aim, self.flags, self.first_click, self.limit = aim, flags, first_click, limit
        self.decided: dict[View, Move | Reason] = {}
        self.rest: tuple[Cell, ...] = ()
        """What is left to flag, proved or not, in the game under way."""

    def move(self, view: View, rng: np.random.Generator) -> Move | Reason:
        if len(view.covered) == view.codes.size:  # a new game
            self.rest = ()
        if view.covered == self.rest:
            move: Move | Reason = Flag(view.covered[0])
        else:
            if view not in self.decided:
                self.decided[view] = self.decide(view)
            move = self.decided[view]
        if isinstance(move, Flag):
            self.rest = view.covered[1:]
        return move

    def decide(self, view: View) -> Move | Reason:
        """A proof or the best guess; a bare flag if all that is covered is to be flagged."""
        for proof in exact(Position(view, view.mines)):
            return proof
        untouched = len(view.covered) == view.codes.size
        click = self.first_click if untouched else "any"
        best = optimal(view, aim=self.aim, flags=self.flags, first_click=click, limit=self.limit)
        if not best.first_moves:
            return Flag(view.covered[0])
        cell = best.first_moves[0]
        return Guess(cell, "optimal", float(odds(view).risk[cell]) if click == "any" else 0.0)
