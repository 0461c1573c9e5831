"""Replays: the games that reports print, played again.

COWAN prints a game of `aravind` and one of `charles` board by board, and SWEPT the log of one. They
are played again here, move by move, beside what the printed agents could have proved. Each of
COWAN's boards is also played in ten thousand random orders of guessing.
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import zip_longest

import numpy as np
import pandas as pd

from minelab.agents.catalogue import CATALOGUE
from minelab.agents.players import AroundReader, Player
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import LETTERS, Open, View
from minelab.display.draw import Frame, Picture, lay_out
from minelab.games.compiled import random_order
from minelab.games.explain import Marks
from minelab.games.hindsight import hindsight
from minelab.games.play import play
from minelab.games.record import Record
from minelab.inference.methods import deduce
from minelab.inference.methods.single import conclude
from minelab.inference.methods.subset import conclude_derived, subset_once
from minelab.inference.position import Position, clue_constraint, difference
from minelab.inference.reasons import Constraint, Deduction, Guess, Reason
from minelab.inference.words import noun, place
from minelab.report.sources import PrintedGame, Step, printed_board, printed_game

BOARDS = ("cowan-11", "cowan-29")
AGENTS = ("basic", "aravind", "charles")
ORDERS = 10_000
MINES = 20
"""On each of the two boards."""
SOLVED = {"cowan-11": 11}
"""The figure that shows the solved board, which is no position of the game."""


def measure(orders: int = ORDERS) -> pd.DataFrame:
    """Both boards played by each agent with the play seeds 0, 1, 2, ...: a row per game."""
    rows = []
    for name in BOARDS:
        board = printed_board(name)
        for agent in AGENTS:
            for seed in range(orders):
                game = play(board, agent, seed=seed)
                rows.append((name, agent, seed, game.score, game.blasts, game.guesses))
    columns = ["board", "agent", "play_seed", "score", "blasts", "guesses"]
    return pd.DataFrame(rows, columns=columns)


PRINTED = {
    ("cowan-11", "basic"): (11, 18),
    ("cowan-11", "aravind"): (7, 19),
    ("cowan-29", "charles"): (4, 20),
}
"""The guesses and the mines found in the one game that COWAN prints."""


def beside_the_printed(games: pd.DataFrame) -> pd.DataFrame:
    """Each printed result, our means, and the share of our games that do as well, in percent."""
    rows = {}
    for (board, agent), (guesses, mines) in PRINTED.items():
        part = games[(games["board"] == board) & (games["agent"] == agent)]
        safely = MINES - part["blasts"]
        few, many = part["guesses"] <= guesses, safely >= mines
        rows[agent] = {
            "printed guesses": guesses,
            "printed found": mines,
            "mean guesses": part["guesses"].mean(),
            "mean found": safely.mean(),
            "% no more guesses": 100 * few.mean(),
            "% no fewer found": 100 * many.mean(),
            "% both": 100 * (few & many).mean(),
        }
    return pd.DataFrame(rows).T


def move_by_move(record: Record, printed: PrintedGame) -> pd.DataFrame:
    """The openings of a game beside those that a report prints, one row per opening."""
    opened = [turn for turn in record.turns if isinstance(turn.move, Open)]
    seen = [turn.observations[0].code for turn in opened]
    answers = ["M" if code < 0 else str(code) for code in seen]
    both = zip(printed.openings, printed.answers, record.openings, answers, opened, strict=True)
    rows = [(*four, four[:2] == four[2:], turn.method) for *four, turn in both]
    columns = ["printed", "printed answer", "ours", "our answer", "equal", "by"]
    return pd.DataFrame(rows, columns=columns, index=range(1, len(rows) + 1))


# COWAN's games, board by board


def skipping(position: Position) -> Iterator[Deduction]:
    """One pass over COWAN's derived equations; after one that settles a cell, the next is skipped.

    That is what becomes of a loop that removes entries from the list it goes through. The report
    does not print it; its boards fit no other form that we tried.
    """
    clues = position.in_row_order()
    derived: dict[tuple[frozenset[Cell], int], Constraint] = {}
    for a in clues:
        for b in clues:
            if a.cells < b.cells or b.cells < a.cells:
                rest = difference(*((b, a) if a.cells < b.cells else (a, b)))
                derived.setdefault((rest.cells, rest.mines), rest)
    settled: set[Cell] = set()
    for equation in (equations := iter(derived.values())):
        news = [d for d in conclude_derived(equation, None) if d.cell not in settled]
        settled |= {d.cell for d in news}
        yield from news
        if news:
            next(equations, None)


class AsPrinted(Player):
    """COWAN's agents as the boards of its two games show them.

    A round is a guess, single clues, one pass over the equations, and single clues again. If the
    equations prove nothing, `charles` goes on with suppositions.
    """

    def __init__(self, who: str) -> None:
        self.name = f"{who} as printed"
        self.supposes = who == "charles"
        self.moves = self.rounds()

    def move(self, view: View, rng: np.random.Generator) -> Reason:
        self.view = view
        return next(self.moves)

    def rounds(self) -> Iterator[Reason]:
        """Round after round; `self.view` has moved on after each `yield`."""
        while True:
            yield Guess(self.view.covered[0], "first covered")
            yield from self.until_stuck("single")
            proofs = [*skipping(Position(self.view))]
            yield from proofs
            yield from self.until_stuck("single")
            while self.supposes and not proofs and (news := deduce(self.view, "assume")):
                yield from news
                yield from self.until_stuck("single")

    def until_stuck(self, method: str) -> Iterator[Deduction]:
        while proofs := deduce(self.view, method):
            yield from proofs


def printed_record(name: str) -> Record:
    """A game that COWAN or SWEPT prints, played again with its guesses.

    The agents of Figures 11 to 29 are `AsPrinted`; the others are those of the catalogue.

    >>> printed_record("cowan-11")
    <Record aravind as printed on 10x10: score 0.95, 7 guesses, 1 blasts>
    """
    game = printed_game(name)
    who = AsPrinted(game.agent) if name in BOARDS else game.agent
    return play(printed_board(name), who, guesses=game.guesses)


def positions(record: Record) -> list[View]:
    """What was seen after 0, 1, 2, ... turns."""
    last = record.view(len(record.turns))
    return [*(view for view, _ in record.replay()), last]


def figure_by_figure(record: Record, figures: Mapping[int, View]) -> pd.DataFrame:
    """Each printed board beside the position of a game that is nearest to it.

    Columns: `turn`, after which the position is reached, and `apart`: the cells in which it
    differs, each with the printed character and ours. It is empty if the two boards are equal.
    """
    seen = positions(record)
    rows = {}
    for number, printed in figures.items():
        apart = [np.argwhere(view.codes != printed.codes) for view in seen]
        turn = min(range(len(seen)), key=lambda n: len(apart[n]))
        cells = [(int(r), int(c)) for r, c in apart[turn]]
        words = [
            f"{c}: {LETTERS[printed[c]]} printed, {LETTERS[seen[turn][c]]} ours" for c in cells
        ]
        rows[number] = {"turn": turn, "apart": "; ".join(words)}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("figure")


CHEAPEST_FIRST = ("single", "subset", "assume", "groups")
"""What is asked at each printed guess: one clue, COWAN's two methods, and complete inference."""


def printed_guesses(name: str) -> pd.DataFrame:
    """The guesses of a printed game, and what could have been proved before each; a row per guess.

    Columns: `cell`, `figure` (the first that shows it), `mine`, the exact `risk` with the number of
    mines known, then how many cells each method proves safe, and `by`, the cheapest that proves
    one, or nothing.

    >>> printed_guesses("cowan-29")["by"].tolist()
    ['', '', 'subset', 'subset']
    """
    game, record = printed_game(name), printed_record(name)
    seen = positions(record)
    rows = {}
    for judged in hindsight(record):
        before = seen[judged.turn - 1]
        safe = {method: len(safe_cells(before, method)) for method in CHEAPEST_FIRST}
        shown = (number for number, view in game.figures.items() if covers(view, judged.cell))
        rows[judged.turn] = {
            "cell": judged.cell,
            "figure": next(shown, None),
            "mine": judged.is_mine,
            "risk": judged.risk,
            **safe,
            "by": next((method for method in CHEAPEST_FIRST if safe[method]), ""),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("turn")


def covers(view: View, cell: Cell) -> bool:
    """Whether a printed board of a game under way shows a cell."""
    return cell not in view.covered and len(view.covered) > 0


def safe_cells(view: View, method: str) -> list[Cell]:
    """The covered cells that a method proves safe."""
    return [d.cell for d in deduce(view, method) if not d.is_mine]


def by_equations(name: str) -> pd.DataFrame:
    """The cells that each caption says were inferred by equations, and what three forms infer.

    `skipping` is the form that plays the printed game; `one pass` skips nothing, and `until stuck`
    also pairs what is derived. A row per figure.
    """
    game, record = printed_game(name), printed_record(name)
    turns = {turn.cell: turn.number for turn in record.turns if turn.method == "subset"}
    rows = {}
    for number, cells in game.inferred.items():
        if cells[0] in turns:
            view = record.view(min(turns[cell] for cell in cells) - 1)
            rows[number] = {
                "printed": sorted(cells),
                "skipping": sorted(d.cell for d in skipping(Position(view))),
                "one pass": sorted({d.cell for d in subset_once(Position(view))}),
                "until stuck": sorted(d.cell for d in deduce(view, "subset")),
            }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("figure")


def beside_the_agents(name: str, agents: tuple[str, ...]) -> pd.DataFrame:
    """A printed game, and the agents that take its list of guesses; a row per game.

    Columns: `guesses`, `blasts`, `found` (mines that never went off), `figures` (how many of the
    printed boards the game passes through) and `boards` (how many are printed). The solved board of
    Figure 11 is not counted.
    """
    board, game = printed_board(name), printed_game(name)
    shown = {figure: view for figure, view in game.figures.items() if figure != SOLVED.get(name)}
    records = [printed_record(name), *(play(board, who, guesses=game.guesses) for who in agents)]
    rows = {}
    for record in records:
        through = figure_by_figure(record, shown)["apart"] == ""
        unharmed = board.n_mines - record.blasts
        rows[record.agent] = [record.guesses, record.blasts, unharmed, through.sum(), len(shown)]
    columns = ["guesses", "blasts", "found", "figures", "boards"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns)


def covered_and_solved(name: str) -> Picture:
    """A printed board twice: as an agent finds it, and solved; COWAN's Figure 1 shows it so."""
    board = printed_board(name)
    covered, solved = View(np.full(board.mines.shape, COVERED)), View.parse(str(board))
    frames = [
        Frame("Covered", "", "what the agent starts from", covered),
        Frame("Solved", "", f"{board.n_mines} mines", solved),
    ]
    return lay_out(frames, f"The board {name}, covered and solved.")


def printed_over_ours(name: str, figures: tuple[int, ...]) -> Picture:
    """Printed boards, and below each the replay just before its next guess.

    The ring is the guess; warm cells with a circle are those that complete inference proves safe.
    """
    game, record = printed_game(name), printed_record(name)
    turns = figure_by_figure(record, game.figures)["turn"]
    above, below = [], []
    for number in figures:
        reached = turns[number]
        turn = next(t for t in record.turns[reached:] if t.method == "guess")
        view, between = record.view(turn.number - 1), turn.number - 1 - reached
        safe = safe_cells(view, "groups")
        words = f"{len(safe)} safe {noun('cell', len(safe))}, guesses {place(turn.cell)}"
        words += f"; {between} moves after Figure {number}" if between else ""
        marks = Marks(move=turn.cell, scope=frozenset(safe), then=dict.fromkeys(safe, False))
        above.append(Frame(f"Figure {number}", "", "as printed", game.figures[number]))
        below.append(Frame(f"Turn {turn.number}", "guess", words, view, marks))
    told = "; ".join(f"{frame.title} {frame.caption}" for frame in (*above, *below))
    alt = f"Printed boards of {name}, and ours before the guess. {told}."
    return lay_out([*above, *below], alt, len(figures), coordinates=True)


# SWEPT's log


class Logged(AroundReader):
    """`basic-002`, writing the log that SWEPT prints."""

    def __init__(self, given: Iterator[Cell], order: Sequence[Cell]) -> None:
        super().__init__(CATALOGUE["basic-002"], order, given)
        self.log: list[Step] = []

    def laps(self) -> Iterator[Reason]:
        while self.view.covered:
            guess = self.guess(self.view)
            yield guess
            yield from self.visit(guess.cell)

    def finish(self, view: View) -> None:
        """The log goes on after the last opening, until nothing is left to check."""
        self.view = view
        for _ in self.moves:
            pass

    def visit(self, cell: Cell) -> Iterator[Deduction]:
        if self.view[cell] < 0:
            self.log.append(("query", cell, "M"))
        yield from super().visit(cell)

    def note_open(self, cell: Cell) -> None:
        self.log += [("query", cell, LETTERS[self.view[cell]]), ("mark", cell, "")]
        super().note_open(cell)

    def apply(self, clue: Cell) -> Generator[Deduction, None, bool]:
        proofs = {
            d.cell: d.is_mine
            for d in conclude(clue_constraint(self.view.codes, clue, safe=self.known_at))
        }
        result = "nothing" if not proofs else "mines" if any(proofs.values()) else "safe"
        self.log.append(("check", clue, result))
        if result == "safe":
            self.log += [
                ("mark", cell, "") for cell in self.view.neighbours(clue) if cell in proofs
            ]
        return (yield from super().apply(clue))

    def safe_around(self, cell: Cell) -> Iterator[Cell]:
        self.log.append(("scan", cell, ""))
        return super().safe_around(cell)


def beside_the_log() -> pd.DataFrame:
    """SWEPT's printed log beside that of our `basic-002`, one row per step."""
    board, game = printed_board("swept"), printed_game("swept")
    ours = Logged(iter(game.guesses), random_order(board.rows, board.cols, 0))
    play(board, ours)
    rows = [(a, b, a == b) for a, b in zip_longest(game.log, ours.log)]
    return pd.DataFrame(rows, columns=["printed", "ours", "equal"], index=range(1, len(rows) + 1))
