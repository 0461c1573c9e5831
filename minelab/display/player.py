"""The player: recorded games to scrub through, as HTML that needs neither kernel nor network.

One game, or up to four on the same board side by side. A record is embedded once, as what changes
from turn to turn; player.js shows it. Where scripts don't run, a picture stands in its place.
"""

import html
import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab._checks import check_list, check_path, check_whole, shown
from minelab._files import write_whole
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import Open, View
from minelab.display.draw import (
    CELL_SIZES,
    Picture,
    check_risk,
    draw,
    frames_at,
    last_frame,
    lay_out,
    printable,
    size_in_words,
    strip,
)
from minelab.display.page import self_contained, style_sheet
from minelab.display.palette import (
    METHODS,
    RISK_SCALE,
    SHAPES,
    Theme,
    agent_colour,
    agent_marker,
    colour,
    method_colour,
    method_rank,
    text_on,
)
from minelab.display.pen import GLYPHS
from minelab.games.explain import Marks, explain
from minelab.games.hindsight import Hindsight, hindsight
from minelab.games.record import Record, Turn
from minelab.inference.odds import odds
from minelab.inference.words import Span, noun, place, word

MAX_TURNS = 40_000
MAX_GAMES = 4
MAX_LOOKED_AT = 1_000_000  # cells, over all positions that are solved; larger games tell no risks
MAX_UNSOLVED = 5  # positions too large to solve; after so many no more are tried
MAX_FALLBACK = 33_000  # characters of SVG; a longer film strip gives way to the last position
PLACE = re.compile(
    r"\((0|[1-9][0-9]{0,3}),\N{NO-BREAK SPACE}(0|[1-9][0-9]{0,3})\)|([1-9][0-9]{1,5})"
)

TOO_LONG = "the game is too large to solve every position"
WRONG_FLAG, TOO_LARGE, BY_THE_RULES = range(3)
GAPS = (
    "a wrong flag stands on the board",
    "this position is too large to solve",
    "the rules open a corner that they know to be safe",
)
"""Why a position has no risks."""


def player(
    record: Record | Sequence[Record],
    *,
    turn: int = 1,
    risks: bool | Sequence[ArrayLike] = True,
) -> "Playback":
    """A game to scrub through, or up to four games on the same board, side by side.

    record: the game, or a list of games.
    turn: the turn to open at; 0 is the covered board.
    risks: whether the exact chance of a mine in each cell can be switched on; or these chances
        for each turn of one game, as known before it (nan where not covered).
    """
    records = several(record)
    longest = max(len(one.turns) for one in records)
    if longest > MAX_TURNS:
        raise ValueError(f"a player shows games of at most {MAX_TURNS} turns, not {longest}")
    turn = check_whole("turn", turn, 0, max(1, longest))
    return Playback(records, min(turn, longest), check_risks(risks, records))


def several(record: Record | Sequence[Record]) -> tuple[Record, ...]:
    """One to four records of the same board, or a ValueError."""
    records = (record,) if isinstance(record, Record) else record
    if not isinstance(records, list | tuple) or not all(isinstance(r, Record) for r in records):
        raise ValueError(f"record must be a Record or a list of Records, not {shown(record)}")
    if not 1 <= len(records) <= MAX_GAMES:
        raise ValueError(f"record must be from 1 to {MAX_GAMES} Records, not {len(records)}")
    first, *others = (layout(one.board) for one in records)
    for number, other in enumerate(others, 2):
        if other != first:
            raise ValueError(f"record must hold games on one board; number {number} has another")
    return tuple(records)


def layout(board: Board) -> tuple[str, ...]:
    """The picture of a board, which its seed does not change."""
    return tuple(map("".join, board.letters()))


def check_risks(
    risks: bool | Sequence[ArrayLike], records: Sequence[Record]
) -> bool | Sequence[ArrayLike]:
    """Whether risks are wanted, or one array a turn; else a ValueError."""
    if isinstance(risks, bool | np.bool_):
        return bool(risks)
    if len(records) > 1:
        raise ValueError(f"risks must be True or False for several games, not {shown(risks)}")
    given = check_list("risks", risks, "arrays, one for each turn, or True or False")
    n = len(records[0].turns)
    if len(given) != n:
        raise ValueError(f"risks must hold one array for each of {n} turns, not {len(given)}")
    views = (view for view, _ in records[0].replay())
    return [check_risk("risks", risk, view) for risk, view in zip(given, views, strict=True)]


class Playback:
    """What a notebook shows for `player(record)`; `save` makes a page of it."""

    def __init__(
        self,
        record: Record | Sequence[Record],
        turn: int = 1,
        risks: bool | Sequence[ArrayLike] = True,
    ) -> None:
        self.records = several(record)
        self.turn = turn
        self.risks = risks

    @cached_property
    def html(self) -> str:
        """The player as a piece of HTML."""
        games = games_of(self.records, self.turn, self.risks)
        return self_contained("player", "player.js", css_of(self.records), games, self.picture)

    @cached_property
    def picture(self) -> Picture:
        """What is shown where scripts don't run: the film strip, or the end of a large game."""
        film = self.film
        if len(film.svg) <= MAX_FALLBACK:
            return film
        record = self.records[0]
        game = record.after(len(record.turns))
        return draw(game, truth=game.board, cell=16 if max(game.view.codes.shape) <= 50 else None)

    @cached_property
    def film(self) -> Picture:
        """A game as a film strip; of several, where they part and how they end."""
        return strip(self.records[0]) if len(self.records) == 1 else side_by_side(self.records)

    @property
    def title(self) -> str:
        """The agents and the board."""
        names = ", ".join(dict.fromkeys(record.agent for record in self.records))
        return f"{names}, {about(self.records[0])}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a page that holds the player and nothing else."""
        style = f"body{{margin:16px;background:{colour('surface')}}}"
        dark = f"body{{background:{colour('surface', 'dark')}}}"
        page = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{html.escape(printable(self.title))}</title>\n"
            f"<style>:root{{color-scheme:light dark}}{style}"
            f"@media(prefers-color-scheme:dark){{{dark}}}</style>\n</head>\n<body>\n"
            f"{self.html}</body>\n</html>\n"
        )
        write_whole(check_path("path", path), page)

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, str]:
        return {
            "text/html": self.html,
            "image/svg+xml": self.film.svg,
            "text/plain": repr(self),
        }

    def __repr__(self) -> str:
        return f"<Playback of {' and '.join(map(repr, self.records))}>"


def side_by_side(records: Sequence[Record]) -> Picture:
    """Where several games on one board part, and how each ends."""
    turn = parting(records)
    frames = []
    for record in records:
        for frame in frames_at(record, {turn} if turn else set()):
            frames.append(replace(frame, caption=f"{record.agent}: {frame.caption}"))
    for record in records:
        frame = last_frame(record)
        frames.append(replace(frame, caption=f"{record.agent}: {frame.caption}"))
    told = "; ".join(f"{frame.title}, {frame.caption}" for frame in frames)
    apart = f"They part at turn {turn}." if turn else "They make the same moves."
    alt = f"{in_words(records)}, {size_in_words(frames[0].view)}. {apart} {told}."
    return lay_out(frames, alt, "light")


def parting(records: Sequence[Record]) -> int:
    """The first turn that is not the same move in all games; 0 if there is none."""
    moves = zip_longest(*([turn.move for turn in record.turns] for record in records))
    return next((n for n, made in enumerate(moves, 1) if len(set(made)) > 1), 0)


def in_words(records: Sequence[Record]) -> str:
    """What a comparison is called."""
    return f"One board, {word(len(records))} agents"


def css_of(records: Sequence[Record]) -> str:
    """The style sheet; agents and methods have their colours by their number."""

    def more(theme: Theme) -> dict[str, str]:
        agents = {f"agent{k}": agent_colour(r.agent, theme) for k, r in enumerate(records)}
        return agents | method_shades(methods_of(records), theme) | risk_shades(theme)

    return style_sheet(more, "player.css")


def method_shades(methods: Iterable[str], theme: Theme) -> dict[str, str]:
    """The colours of methods, by their number."""
    return {f"m{k}": method_colour(name, theme) for k, name in enumerate(methods)}


def risk_shades(theme: Theme) -> dict[str, str]:
    """The colours of risks, in tenths, and of the numerals on them."""
    shades: dict[str, str] = {}
    for k, shade in enumerate(RISK_SCALE[theme]):
        shades |= {f"risk{k}": shade, f"risk-ink{k}": text_on(shade)}
    return shades


def methods_of(records: Sequence[Record]) -> list[str]:
    """The methods of the palette, then others that the games used."""
    used = (turn.method for record in records for turn in record.turns)
    return list(dict.fromkeys([*METHODS, *used]))


def about(record: Record) -> str:
    """Width, height, mines and gold of a board."""
    board = record.board
    size = f"{board.cols} × {board.rows}, {board.n_mines} {noun('mine', board.n_mines)}"
    return f"{size}, {n_gold(board)} gold" if n_gold(board) else size


def has_gold(record: Record) -> bool:
    """Whether gold is worth counting."""
    return record.rules.opening is not None or n_gold(record.board) > 0


def has_lives(record: Record) -> bool:
    """Whether lives are worth counting: where there is one and no gold, a blast tells it."""
    return has_gold(record) or (record.rules.lives or 1) > 1


def n_gold(board: Board) -> int:
    return 0 if board.gold is None else int(board.gold.sum())


def games_of(
    record: Record | Sequence[Record], start: int = 1, risks: bool | Sequence[ArrayLike] = True
) -> dict[str, Any]:
    """All that player.js needs to know: what the games share, and each game."""
    records = several(record)
    first = records[0]
    methods = methods_of(records)
    together = len(records) > 1
    rules = {one.rules.name for one in records}
    board = f"board {first.board.seed}"
    return {
        "title": in_words(records) if together else None,
        "about": f"{about(first)} · {board}" if together else about(first),
        "note": None if together else f"{first.rules.name} rules · {board}",
        "rows": first.board.rows,
        "cols": first.board.cols,
        "mines": first.board.n_mines,
        "methods": [{"name": name, "rank": method_rank(name)} for name in methods],
        "glyphs": GLYPHS,
        "sizes": CELL_SIZES,
        "gaps": GAPS,
        "start": start,
        "games": [
            game_of(one, methods, risks)
            | {"name": name, "note": f"{one.rules.name} rules" if len(rules) > 1 else None}
            for one, name in zip(records, names_of(records), strict=True)
        ],
    }


def names_of(records: Sequence[Record]) -> list[str]:
    """The agents; those that play more than one of the games with their seeds."""
    agents = [record.agent for record in records]
    return [
        f"{record.agent}, seed {record.seed}" if agents.count(record.agent) > 1 else record.agent
        for record in records
    ]


def game_of(
    record: Record, methods: list[str], risks: bool | Sequence[ArrayLike]
) -> dict[str, Any]:
    """One game: its turns, its truth and its risks."""
    sentences: dict[str, int] = {}
    looked_back = {seen.turn: seen for seen in hindsights(record)}
    game: dict[str, Any] = {
        "marker": SHAPES[agent_marker(record.agent)],
        "gold": n_gold(record.board) if has_gold(record) else None,
        "lives": record.rules.lives,
        "mortal": has_lives(record),
        "goal": record.rules.goal,
        "result": result(record),
        "truth": "".join(record.final_board.letters().flat),
        "turns": [
            turn_of(turn, view, looked_back.get(turn.number), methods, sentences)
            for view, turn in record.replay()
        ],
        "risks": risks_of(record, risks),
    }
    game["sentences"] = [json.loads(sentence) for sentence in sentences]
    return game


def hindsights(record: Record) -> tuple[Hindsight, ...]:
    """What could be known at each guess, where that takes a moment and not minutes."""
    looked_at = record.guesses * record.board.mines.size
    return hindsight(record) if looked_at <= MAX_LOOKED_AT else ()


def risks_of(record: Record, risks: bool | Sequence[ArrayLike]) -> list[Any] | str | None:
    """The risks as changes from turn to turn; or why there are none; or None if not wanted."""
    if not isinstance(risks, bool):
        return risk_changes([np.asarray(risk, dtype=float) for risk in risks])
    if not risks:
        return None
    if len(record.turns) * record.board.mines.size > MAX_LOOKED_AT:
        return TOO_LONG
    return risk_changes(exact_risks(record))


def exact_risks(record: Record) -> list[NDArray[np.float64] | int]:
    """Before each turn, the exact chance of a mine in each covered cell; or the number of a gap.

    As in hindsight: the number of mines is known, flags count as mines, nothing is estimated.
    """
    game = record.after(0)
    found: list[NDArray[np.float64] | int] = []
    unsolved = 0
    for turn in record.turns:
        risk = risk_before(game) if unsolved < MAX_UNSOLVED else TOO_LARGE
        unsolved += isinstance(risk, int) and risk == TOO_LARGE
        found.append(risk)
        game.play(turn.move)
    return found


def risk_before(game: Game) -> NDArray[np.float64] | int:
    """The risks in a game as it stands, or the number of a gap."""
    first = game.status.opened + game.status.blasts == 0
    if game.status.wrong_flags:
        return WRONG_FLAG
    if first and game.rules.opening is not None:
        return BY_THE_RULES
    if first and game.rules.reach >= 0:  # the rules move a mine out of the way, wherever it is
        return np.where(game.codes == COVERED, 0.0, np.nan)
    known = odds(View(game.codes, game.board.n_mines))
    return known.risk if known.exact else TOO_LARGE


def result(record: Record) -> str:
    """What the last counter says at the end."""
    if record.rules.goal == "open":
        return "won" if record.won else "lost"
    return f"{record.score:.2f}"


def turn_of(
    turn: Turn,
    view: View,
    looked_back: Hindsight | None,
    methods: list[str],
    sentences: dict[str, int],
) -> dict[str, Any]:
    """One turn with its sentence and its marks; what is empty is left out."""
    marks = Marks.of(turn.reason)

    def flat(cells: Sequence[Cell]) -> list[int]:
        return [r * view.cols + c for r, c in cells]

    spans = as_list(explain(turn.reason, view, looked_back))
    template, lifted = without_numbers(spans, turn.cell, view)
    key = json.dumps([methods.index(turn.method), *template])
    number = sentences.setdefault(key, len(sentences))
    then = sorted(marks.then)
    entry = {
        "o": flat([seen.cell for seen in turn.observations[1:]]),
        "p": lifted,
        "w": flat(marks.why),
        "x": flat([cell for cell in sorted(marks.scope) if view[cell] < 0]),
        "ab": int(marks.lettered),
        "u": flat(marks.supposed),
        "tm": flat([cell for cell in then if marks.then[cell]]),
        "ts": flat([cell for cell in then if not marks.then[cell]]),
        "f": int(not isinstance(turn.move, Open)),
    }
    if marks.broken is not None:
        entry["b"] = flat([marks.broken])[0]
    first = {"c": flat([turn.cell])[0], "s": number}
    return first | {name: value for name, value in entry.items() if value or name == "b"}


def as_list(spans: list[Span]) -> list[Span]:
    """Three or more steps of a proof become a numbered list; what comes after it says so."""
    if sum(span.mark == "step" for span in spans) < 3:
        return [span for span in spans if span.mark != "step"]
    last = max(k for k, span in enumerate(spans) if span.text == "So ")
    listed = []
    for k, span in enumerate(spans):
        ends = k < last and spans[k + 1].mark == "step" and span.text.strip() in (",", ";", ", and")
        text = ";" if ends else span.text
        listed.append(Span(text, "rest" if k == last else span.mark))
    return listed


def without_numbers(spans: list[Span], move: Cell, view: View) -> tuple[list[list[str]], list[int]]:
    """A sentence as [mark, text, text, ...] a span, with what stands between the texts.

    That is a cell, counted row by row, or -1 - n for a number n; the cell of the move is understood
    where a mark has no text. Sentences that differ only in these are then one and the same: a game
    of hundreds of turns has a few dozen.
    """
    template: list[list[str]] = []
    lifted: list[int] = []
    for mark, text in merged(spans):
        if mark and text == place(move):
            template.append([mark])
            continue
        pieces, at = [], 0
        for found in PLACE.finditer(text):
            r, c, number = (None if x is None else int(x) for x in found.groups())
            if r is None or c is None:
                lifted.append(-1 - (number or 0))
            elif r < view.rows and c < view.cols:
                lifted.append(r * view.cols + c)
            else:
                continue  # no cell of this board, but a text that looks like one
            pieces.append(text[at : found.start()])
            at = found.end()
        template.append([mark, *pieces, text[at:]])
    return template, lifted


def merged(spans: list[Span]) -> list[tuple[str, str]]:
    """Marks and texts, with neighbours that have no mark made one."""
    together: list[tuple[str, str]] = []
    for span in spans:
        if not span.mark and together and not together[-1][0]:
            together[-1] = ("", together[-1][1] + span.text)
        else:
            together.append((span.mark, span.text))
    return [(mark, text) for mark, text in together if mark or text]


def risk_changes(risks: Sequence[NDArray[np.float64] | int]) -> list[Any]:
    """For each turn, what is new in the risks in whole percent, or the number of a gap.

    What is new begins with [old, new, old, new, ...]: most cells far from any clue share one
    risk and change it together. [percent, cell, steps to the next cells ...] follow for the cells
    that differ from that. Only covered cells count: what is left of the others is not shown.
    """
    changes: list[Any] = []
    before = np.array([-1])
    for risk in risks:
        if isinstance(risk, int):
            changes.append(risk)
            continue
        now = whole_percent(risk).ravel()
        before = np.broadcast_to(before, now.shape)
        moved, after = moved_together(before, now)
        off = (now >= 0) & (now != after)
        cells = [
            [int(p), *np.diff(np.flatnonzero(off & (now == p)), prepend=0).tolist()]
            for p in np.unique(now[off])
        ]
        changes.append([moved, *cells] if moved or cells else [])
        before = np.where(off, now, after)
    return changes


def moved_together(
    before: NDArray[np.int64], now: NDArray[np.int64]
) -> tuple[list[int], NDArray[np.int64]]:
    """Pairs of old and new percent that most of their cells follow; and all cells after them."""
    moved: list[int] = []
    after = before.copy()
    covered = now >= 0
    for old in np.unique(before[covered]):
        values, counts = np.unique(now[covered & (before == old)], return_counts=True)
        new = values[counts.argmax()]
        if counts.max() > counts[values == old].sum() + 1:
            after[before == old] = new
            moved += [int(old), int(new)]
    return moved, after


def whole_percent(risk: NDArray[np.float64]) -> NDArray[np.int64]:
    """As `words.percent` rounds; -1 where there is no risk."""
    near = np.rint(100 * risk)
    safe_from_ends = np.where((risk > 0) & (risk < 1), np.clip(near, 1, 99), near)
    return np.where(np.isnan(risk), -1, np.nan_to_num(safe_from_ends)).astype(np.int64)
