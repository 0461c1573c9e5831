"""Pictures of boards, views and games, as SVG text.

`draw` shows one position with the marks of a reason; `strip` shows a whole game as a film strip;
`choices` shows what each guess rule would open. Equal positions give equal text.
"""

import os
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab._checks import (
    check_list,
    check_path,
    check_type,
    check_whole,
    check_yes_or_no,
    shown,
)
from minelab._files import write_whole
from minelab.agents.guesses import GUESS_RULES
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD
from minelab.boards.view import View
from minelab.display.images import Image, printable
from minelab.display.palette import colour, method_colour, method_rank
from minelab.display.pen import COARSE, Pen
from minelab.games.compiled import random_order
from minelab.games.explain import Marks
from minelab.games.record import Record, Turn
from minelab.inference.methods import METHODS, family
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction, Guess, Reason, check_reason
from minelab.inference.words import noun, percent, place, places, word

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"

# Cell sizes by the number of columns: the first entry that is wide enough.
CELL_SIZES = ((5, 44), (9, 40), (10, 38), (12, 34), (16, 28), (20, 26), (24, 22))
SMALL = 6  # columns of a board that is shown larger among others if its rows are numbered
COARSE_SIDE = 50  # boards with a longer side are drawn with tiny cells unless told otherwise


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing that a notebook shows when it is the last line of a cell."""

    svg: str
    alt: str
    """What the picture shows, in words."""
    width: int
    height: int

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to an .svg file."""
        path = check_path("path", path)
        if path.suffix.lower() != ".svg":
            raise ValueError(f"path must end in .svg, not {str(path)!r}")
        write_whole(path, self.svg)

    @cached_property
    def image(self) -> Image:
        """The picture as a notebook keeps it."""
        return Image(self.svg, self.alt, self.width)

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, str], dict[str, Any]]:
        return self.image.bundle()

    def __repr__(self) -> str:
        return f"<Picture {self.width}x{self.height}: {self.alt}>"


def draw(
    what: Board | View | Game,
    *,
    risk: ArrayLike | None = None,
    reason: Reason | Marks | None = None,
    coordinates: bool = True,
    truth: Board | None = None,
    cell: int | None = None,
) -> Picture:
    """Draw a position as a picture that a notebook shows.

    what: a View, a Board (all of it is shown), or a Game (what its player sees).
    risk: the chance of a mine in each cell, nan where a cell is not covered; shown as a heat map.
    reason: a Deduction or a Guess; marks its move, the clues that prove it and the cells that
        these clues touch.
    coordinates: whether rows and columns are numbered.
    truth: the board behind a view; shows covered mines in grey and strikes out wrong flags.
    cell: the size of a cell in pixels; unless given, it depends on the size of the board.

    Returns a Picture: `svg` is its text, `alt` describes it in words, `save(path)` writes a file.

    >>> view = View.parse("1?2\\n???\\n???")
    >>> draw(view)
    <Picture 168x164: Board of 3 rows, 3 columns: 7 covered, 2 open>
    >>> draw(view, reason=Guess((2, 2)), coordinates=False).alt
    'Board of 3 rows, 3 columns: 7 covered, 2 open; the move is (2,\\xa02)'
    """
    view, truth = seen_by(what, truth)
    size = cell_size(view) if cell is None else check_whole("cell", cell, 1, 200)
    marks = marked(reason, view)
    risks = None if risk is None else check_risk(risk, view)
    coordinates = check_yes_or_no("coordinates", coordinates) and size >= COARSE
    left, top, edge = (28, 24, 8) if coordinates else (8, 8, 8)
    pen = Pen(size, left, top)
    pen.board(view, marks, risks, truth)
    if coordinates:
        pen.coordinates(view, marks.move)
    width, height = left + size * view.cols + edge, top + size * view.rows + edge
    return picture(pen.parts, describe(view, marks), width, height)


def seen_by(what: object, truth: Board | None) -> tuple[View, Board | None]:
    """The view to draw, and the truth behind it if it is to be shown."""
    view = getattr(what, "view", what)  # a game, or whatever else has a view
    if isinstance(what, Board):
        codes = np.where(what.mines, COVERED, what.clues)
        codes = codes if what.gold is None else np.where(what.gold, GOLD, codes)
        view = View(codes.astype(np.int8))
    if not isinstance(view, View):
        raise ValueError(f"only a Board, a View or a Game can be drawn, not {shown(what)}")
    if truth is not None and not (
        isinstance(truth, Board) and truth.mines.shape == view.codes.shape
    ):
        raise ValueError(f"truth must be a {view.rows} x {view.cols} Board, not {shown(truth)}")
    return view, what if isinstance(what, Board) else truth


def marked(reason: Reason | Marks | None, view: View) -> Marks:
    """The marks of a reason, or a ValueError if it is not a reason on this board."""
    if reason is None or isinstance(reason, Marks):
        return reason or Marks()
    if not isinstance(reason, Deduction | Guess):
        raise ValueError(f"reason must be a Deduction, a Guess or Marks, not {shown(reason)}")
    return Marks.of(check_reason(reason, view.rows, view.cols))


def check_risk(risk: ArrayLike, view: View) -> NDArray[np.float64]:
    """The risks as an array of floats, or a ValueError."""
    try:
        risks = np.asarray(risk, dtype=float)
    except (TypeError, ValueError, OverflowError):
        size = f"{view.rows} x {view.cols}"
        raise ValueError(f"risk must be a table of {size} numbers, not {shown(risk)}") from None
    if risks.shape != view.codes.shape:
        raise ValueError(f"risk must have shape {view.codes.shape}, not {risks.shape}")
    if ((risks < 0) | (risks > 1)).any():
        raise ValueError("risk must be from 0 to 1, or nan")
    return risks


def cell_size(view: View) -> int:
    """The size of a cell that suits a board: large boards have small cells."""
    side = max(view.rows, view.cols)
    if side > COARSE_SIDE:
        return max(1, min(COARSE - 1, 800 // side))
    wide = next((size for cols, size in CELL_SIZES if view.cols <= cols), 868 // view.cols)
    return max(18, min(wide, 560 // view.rows))


def describe(view: View, marks: Marks) -> str:
    """A view in words, for readers who can't see its picture."""
    counts = {
        "covered": view.codes == COVERED,
        "open": view.codes >= 0,
        "flagged": view.codes == FLAG,
        "blown up": view.codes == BLAST,
    }
    told = ", ".join(f"{mask.sum()} {name}" for name, mask in counts.items() if mask.any())
    text = f"Board of {size_in_words(view)}: {told}"
    if marks.move is not None:
        text += f"; the move is {place(marks.move)}"
    if 0 < len(marks.why) <= 4:
        text += f", because of the {noun('clue', len(marks.why))} at {places(list(marks.why))}"
    elif marks.why:
        text += f", because of {len(marks.why)} clues"
    return text


def size_in_words(view: View) -> str:
    return f"{view.rows} {noun('row', view.rows)}, {view.cols} {noun('column', view.cols)}"


def picture(parts: Sequence[str], alt: str, width: int, height: int) -> Picture:
    """The parts on an opaque background, so that a page of any colour shows a clean card."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(printable(alt))}" '
        f'font-family="{FONT}">'
        f'<rect width="{width}" height="{height}" fill="{colour("surface")}"/>'
        f"{''.join(parts)}</svg>"
    )
    return Picture(svg, alt, width, height)


@dataclass(frozen=True)
class Frame:
    """One board of a film strip."""

    title: str
    method: str
    caption: str
    view: View
    marks: Marks = Marks()
    truth: Board | None = None


def strip(record: Record, turns: Iterable[int] | None = None) -> Picture:
    """Draw a game as a film strip: the boards after its most telling turns, with captions.

    record: the game.
    turns: the numbers of the turns to show; unless given, the first guess, the first use of each
        method, the deepest proof, as many blasts as there is room for, and the end.

    Returns a Picture, as `draw` does.

    >>> from minelab.games.play import play
    >>> record = play(Board.parse("1M2\\n24M\\nM3M"), "basic", seed=3, first=(0, 0))
    >>> strip(record, [1]).alt
    'Film strip of basic, 3 rows, 3 columns. Turn 1 guess: a guess at a given cell.'
    """
    check_type("record", record, Record)
    total = len(record.turns)
    if turns is None:
        frames = [*frames_at(record, telling_turns(record)), last_frame(record)]
    else:
        asked = check_list("turns", turns, "numbers of turns")
        frames = frames_at(record, {check_whole("turns", turn, 1, total) for turn in asked})
        if not frames:
            raise ValueError("turns must name at least one turn")
    told = "; ".join(f"{' '.join(filter(None, (f.title, f.method)))}: {f.caption}" for f in frames)
    alt = f"Film strip of {record.agent}, {size_in_words(frames[0].view)}. {told}."
    return lay_out(frames, alt, coordinates=frames[0].view.cols <= SMALL)


def telling_turns(record: Record) -> set[int]:
    """The turns that tell the story of a game."""
    first: dict[str, int] = {}
    for turn in record.turns:
        first.setdefault(turn.method, turn.number)
    chosen = set(first.values())
    proofs = [turn for turn in record.turns if isinstance(turn.reason, Deduction)]
    if proofs:
        chosen.add(max(proofs, key=depth).number)
    blasts = [turn.number for turn in record.turns if is_blast(turn) and turn.number not in chosen]
    row = 5 if len(chosen) < 5 else 10
    return chosen | set(blasts[: max(0, row - 1 - len(chosen))])


def depth(turn: Turn) -> tuple[int, int]:
    """How deep a proof is: how expensive its method, then how many cells it marks."""
    marks = Marks.of(turn.reason)
    return method_rank(turn.method), len(marks.why) + len(marks.then)


def is_blast(turn: Turn) -> bool:
    return any(seen.code == BLAST for seen in turn.observations)


def frames_at(record: Record, numbers: set[int]) -> list[Frame]:
    """The position after each of these turns, with the marks of the turn."""
    deepest = max((depth(turn) for turn in record.turns), default=(0, 0))
    frames = []
    for view, turn in record.replay():
        if turn.number in numbers:
            words = caption(turn, view)
            if depth(turn) == deepest > (2, 1) and len(words.split()) <= 9:
                words = f"the deepest proof: {words}"
            after = seen_after(view, turn)
            title = f"Turn {turn.number}"
            frames.append(Frame(title, turn.method, words, after, Marks.of(turn.reason)))
    return frames


def last_frame(record: Record) -> Frame:
    """How the game ended, with the truth."""
    game = record.after(len(record.turns))
    return Frame("End", "", ending(record), game.view, truth=game.board)


def seen_after(view: View, turn: Turn) -> View:
    """What the player sees once a turn is made."""
    codes = view.codes.copy()
    codes[turn.cell] = FLAG
    for cell, code in turn.observations:
        codes[cell] = code
    return View(codes, view.mines, lives=view.lives)


def caption(turn: Turn, view: View) -> str:
    """A turn in at most twelve words, without coordinates."""
    reason = turn.reason
    if isinstance(reason, Guess):
        return guess_caption(reason, is_blast(turn), int((view.codes == COVERED).sum()))
    if family(reason.method) == "single":
        return single_caption(reason, view)
    method = "refute" if len(reason.supposed) == 1 else family(reason.method)
    by_default = "by the rules" if method == "rules" else "by a proof"
    row = METHODS.get(method)
    safe, mine, why = row.caption if row else ("safe", "a mine", by_default)
    return f"{mine if reason.is_mine else safe} {why}"


def guess_caption(guess: Guess, blast: bool, n_covered: int) -> str:
    risk = "" if guess.chance is None else f" at {percent(guess.chance)} risk"
    if blast:
        return f"a guess{risk} hits a mine"
    if risk:
        return f"a guess{risk}"
    if guess.rule == "given":
        return "a guess at a given cell"
    how = " at random" if guess.rule == "random" else ""
    return f"a guess: one of {n_covered} covered {noun('cell', n_covered)}{how}"


def single_caption(deduction: Deduction, view: View) -> str:
    clues = Marks.of(deduction).why
    number = view.clue(clues[0]) if clues else None
    if number is None:
        return "the total says so"
    if deduction.is_mine:
        return f"a {number} needs all the covered cells around it"
    if number == 0:
        return "a 0 touches no mine: its neighbours are safe"
    mines = "mine" if number == 1 else f"{word(number)} mines"
    return f"a {number} has its {mines}: the cells left are safe"


def ending(record: Record) -> str:
    """The result of a game in at most twelve words."""
    guesses = guesses_in_words(record.guesses)
    if record.rules.goal == "open":
        return f"{'won' if record.won else 'lost'} after {len(record.turns)} turns; {guesses}"
    n = record.status.n_mines
    blasts = f"{word(record.blasts)} {noun('blast', record.blasts)}"
    wrong = f", {record.wrong_flags} wrong flags" if record.wrong_flags else ""
    return f"{n - record.blasts} of {n} mines never went off; {guesses}, {blasts}{wrong}"


def guesses_in_words(n: int) -> str:
    return f"{n} {'guess' if n == 1 else 'guesses'}"


def lay_out(
    frames: Sequence[Frame], alt: str, most: int = 5, *, coordinates: bool = False
) -> Picture:
    """Boards side by side, `most` per row or as many as fit, with words beneath.

    coordinates: whether rows and columns are numbered.
    """
    view = frames[0].view
    size = strip_cell(view, roomy=coordinates)
    beside, over = (20, 16) if coordinates else (0, 0)
    column = max(size * view.cols, 190) + beside
    per_row = max(1, min(most, 1330 // (column + 18)))
    lines = [textwrap.wrap(frame.caption, int((column - beside) / 6.4)) for frame in frames]
    pitch = over + size * view.rows + 36 + 17 * max(map(len, lines)) + 18
    parts: list[str] = []
    for k, frame in enumerate(frames):
        left = 14 + beside + k % per_row * (column + 18)
        top = 14 + over + k // per_row * pitch
        pen = Pen(size, left, top)
        if coordinates:
            pen.coordinates(frame.view, frame.marks.move)
        pen.board(frame.view, frame.marks, None, frame.truth)
        parts += [*pen.parts, *words_below(frame, lines[k], left, top + size * view.rows)]
    width = 28 + min(len(frames), per_row) * (column + 18) - 18
    height = 14 + ((len(frames) - 1) // per_row + 1) * pitch
    return picture(parts, alt, width, height)


def strip_cell(view: View, roomy: bool = False) -> int:
    """Cells of a film strip: 20 pixels, less on wide boards; with room, more on small ones."""
    if max(view.rows, view.cols) > COARSE_SIDE:
        return max(1, 400 // max(view.rows, view.cols))
    most = 30 if roomy and view.cols <= SMALL else 20
    return max(COARSE, min(most, 240 // view.cols))


def words_below(frame: Frame, lines: list[str], left: float, bottom: float) -> list[str]:
    """Turn, method and caption of one board."""
    ink, soft = colour("ink"), colour("soft")
    after = left + 8.4 * len(frame.title) + 10
    parts = [
        f'<text x="{left}" y="{bottom + 24}" font-size="14" font-weight="600" fill="{ink}">'
        f"{escape(printable(frame.title))}</text>"
    ]
    if frame.method:
        parts.append(
            f'<rect x="{after:.1f}" y="{bottom + 13}" width="12" height="12" rx="2" '
            f'fill="{method_colour(frame.method)}"/>'
            f'<text x="{after + 16:.1f}" y="{bottom + 24}" font-size="14" fill="{ink}">'
            f"{escape(printable(frame.method))}</text>"
        )
    return parts + [
        f'<text x="{left}" y="{bottom + 43 + 17 * k}" font-size="12.5" fill="{soft}">'
        f"{escape(printable(line))}</text>"
        for k, line in enumerate(lines)
    ]


RULES = ("average", "sum", "last", "corners", "random")
"""The guess rules of the reports."""


def guesses(view: View, rules: Sequence[str] = RULES) -> dict[str, Guess]:
    """What each of these guess rules would open; the random order of cells is that of seed 0."""
    order = random_order(view.rows, view.cols, 0)
    return {rule: GUESS_RULES[rule](Position(view), order) for rule in rules}


def choices(view: View) -> Picture:
    """One position, once for each guess rule, with the cell that the rule would open."""
    chosen = guesses(view)
    frames = [
        Frame(rule, "", choice_caption(guess), view, Marks(move=guess.cell))
        for rule, guess in chosen.items()
    ]
    told = "; ".join(f"{rule} opens {place(guess.cell)}" for rule, guess in chosen.items())
    return lay_out(frames, f"One position, {len(frames)} guess rules: {told}.", coordinates=True)


def choice_caption(guess: Guess) -> str:
    """What a guess rule opens, and the risk that it expects there."""
    if guess.chance is not None:
        return f"opens {place(guess.cell)}, a risk of {percent(guess.chance)} by its estimate"
    how = "a corner" if guess.rule == "corner" else "at random"
    return f"opens {place(guess.cell)}, {how}"
