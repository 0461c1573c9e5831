"""The player: recorded games to step through, as HTML that needs neither kernel nor network.

One game, or up to four on the same board side by side. The page holds each game once, as what
changes from turn to turn; player.js shows it. Where scripts don't run, a picture takes its place.
"""

import html
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_whole, check_yes_or_no, shown
from minelab._files import write_whole
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import COVERED
from minelab.boards.view import Open, View
from minelab.display import draw, page, palette
from minelab.display.images import printable
from minelab.display.pen import GLYPHS, whole_percent
from minelab.games.explain import explain
from minelab.games.hindsight import Hindsight, hindsight
from minelab.games.record import Record, Turn
from minelab.inference.odds import odds
from minelab.inference.words import noun, word

MAX_TURNS = 40_000
MAX_GAMES = 4
MAX_LOOKED_AT = 1_000_000  # cells over all positions that are solved; larger games show no risks
MAX_UNSOLVED = 5  # after so many positions that are too large to solve, no more are tried
MAX_FALLBACK = 33_000  # characters of SVG; instead of a longer film strip, the last position

TOO_LONG = "the game is too large to solve every position"
WRONG_FLAG, TOO_LARGE, BY_THE_RULES = range(3)
GAPS = (
    "there is a wrong flag on the board",
    "this position is too large to solve",
    "the rules open a corner that they know to be safe",
)
"""Why a position has no risks."""


def player(
    record: Record | Sequence[Record], *, turn: int = 1, show_risk: bool = False
) -> "Playback":
    """Show a game to step through, or up to four games on the same board, side by side.

    record: the game, or a list of games.
    turn: the turn to open at; 0 is the covered board.
    show_risk: whether the exact chance of a mine in each cell is switched on at first.

    Returns a Playback, which a notebook shows; `save(path)` writes it as a page of its own.

    >>> from minelab.games.play import play
    >>> player(play(Board.parse("1M2\\n24M\\nM3M"), "basic", seed=3, first=(0, 0)))
    <Playback of <Record basic on 3x3: score 0.75, 5 guesses, 1 blasts>>
    """
    records = several(record)
    longest = max(len(each.turns) for each in records)
    if longest > MAX_TURNS:
        raise ValueError(f"a player shows games of at most {MAX_TURNS} turns, not {longest}")
    turn = check_whole("turn", turn, 0, max(1, longest))
    show_risk = check_yes_or_no("show_risk", show_risk)
    return Playback(records, min(turn, longest), show_risk)


def several(record: Record | Sequence[Record]) -> tuple[Record, ...]:
    """One to four records of the same board, or a ValueError."""
    records = (record,) if isinstance(record, Record) else record
    if not isinstance(records, list | tuple) or not all(isinstance(r, Record) for r in records):
        raise ValueError(f"record must be a Record or a list of Records, not {shown(record)}")
    if not 1 <= len(records) <= MAX_GAMES:
        raise ValueError(f"record must be from 1 to {MAX_GAMES} Records, not {len(records)}")
    # The letters of a board don't depend on its seed.
    first, *others = (each.board.letters().tolist() for each in records)
    for number, other in enumerate(others, 2):
        if other != first:
            raise ValueError(f"record must hold games on one board; number {number} has another")
    return tuple(records)


class Playback:
    """What a notebook shows for `player(record)`."""

    def __init__(self, records: tuple[Record, ...], turn: int, show_risk: bool) -> None:
        self.records, self.turn, self.show_risk = records, turn, show_risk

    @cached_property
    def html(self) -> str:
        """The player as a piece of HTML."""
        games = games_of(self.records, self.turn) | {"risk": self.show_risk}
        return page.self_contained("player", css_of(self.records), games, self.picture.image)

    @cached_property
    def picture(self) -> draw.Picture:
        """What is shown where scripts don't run: the film strip, or the end of a large game."""
        film = self.film
        if len(film.svg) <= MAX_FALLBACK:
            return film
        record = self.records[0]
        game = record.after(len(record.turns))
        return draw.draw(
            game, truth=game.board, cell=16 if max(game.view.codes.shape) <= 50 else None
        )

    @cached_property
    def film(self) -> draw.Picture:
        """One game as a film strip; several games at the player's turn and how they end."""
        if len(self.records) == 1:
            return draw.strip(self.records[0])
        return side_by_side(self.records, self.turn)

    @property
    def title(self) -> str:
        """The agents and the board."""
        names = ", ".join(dict.fromkeys(record.agent for record in self.records))
        return f"{names}, {about(self.records[0].board)}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a page that holds the player and nothing else."""
        style = f"body{{margin:16px;background:{palette.colour('surface')}}}"
        dark = f"body{{background:{palette.colour('surface', 'dark')}}}"
        document = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{html.escape(printable(self.title))}</title>\n"
            f"<style>:root{{color-scheme:light dark}}{style}"
            f"@media(prefers-color-scheme:dark){{{dark}}}</style>\n</head>\n<body>\n"
            f"{self.html}</body>\n</html>\n"
        )
        write_whole(path, document)

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, str], dict[str, Any]]:
        return self.film.image.bundle(self.html)

    def __repr__(self) -> str:
        return f"<Playback of {' and '.join(map(repr, self.records))}>"


def side_by_side(records: Sequence[Record], at: int) -> draw.Picture:
    """Several games at a turn, or where they part if it is the first, and how each ends."""
    turn = parting(records)
    at = at if at > 1 else turn
    frames = [
        replace(frame, caption=f"{record.agent}: {frame.caption}")
        for record in records
        for frame in draw.frames_at(record, {at} if at else set())
    ]
    for record in records:
        frame = draw.last_frame(record)
        frames.append(replace(frame, caption=f"{record.agent}: {frame.caption}"))
    told = "; ".join(f"{frame.title}, {frame.caption}" for frame in frames)
    apart = f"They part at turn {turn}." if turn else "They make the same moves."
    alt = f"{in_words(records)}, {draw.size_in_words(frames[0].view)}. {apart} {told}."
    return draw.lay_out(frames, alt)


def parting(records: Sequence[Record]) -> int:
    """The first turn that is not the same move in all games; 0 if there is none."""
    moves = zip_longest(*([turn.move for turn in record.turns] for record in records))
    return next((n for n, made in enumerate(moves, 1) if len(set(made)) > 1), 0)


def in_words(records: Sequence[Record]) -> str:
    """The title of a comparison."""
    return f"One board, {word(len(records))} agents"


def css_of(records: Sequence[Record]) -> str:
    """The style sheet; agents and methods have their colours by their number."""

    def more(theme: palette.Theme) -> dict[str, str]:
        looks = looks_of(records)
        agents = {f"agent{k}": getattr(look, theme) for k, look in enumerate(looks)}
        return agents | page.method_shades(methods_of(records), theme) | page.risk_shades(theme)

    return page.style_sheet(more)


def looks_of(records: Sequence[Record]) -> list[palette.Look]:
    """How the agents are drawn, in the order of their games."""
    looks = palette.looks_of(record.agent for record in records)
    return [looks[record.agent] for record in records]


def methods_of(records: Sequence[Record]) -> list[str]:
    """The methods of the palette, then others that the games used."""
    used = (turn.method for record in records for turn in record.turns)
    return list(dict.fromkeys([*palette.OWN_COLOURS, *used]))


def about(board: Board) -> str:
    """Width, height, mines and gold of a board."""
    size = f"{board.cols} × {board.rows}, {board.n_mines} {noun('mine', board.n_mines)}"
    return f"{size}, {n_gold(board)} gold" if n_gold(board) else size


def n_gold(board: Board) -> int:
    return 0 if board.gold is None else int(board.gold.sum())


def games_of(records: Sequence[Record], start: int) -> dict[str, Any]:
    """All that player.js needs to know: what the games share, and each game."""
    first = records[0]
    methods = methods_of(records)
    together = len(records) > 1
    rules = {record.rules.name for record in records}
    board = f"board {first.board.seed}"
    return {
        "title": in_words(records) if together else None,
        "about": f"{about(first.board)} · {board}" if together else about(first.board),
        "note": None if together else f"{first.rules.name} rules · {board}",
        "rows": first.board.rows,
        "cols": first.board.cols,
        "mines": first.board.n_mines,
        "methods": [{"name": name, "rank": palette.method_rank(name)} for name in methods],
        "glyphs": GLYPHS,
        "sizes": draw.CELL_SIZES,
        "gaps": GAPS,
        "start": start,
        "games": [
            game_of(record, methods, look)
            | {"name": name, "note": f"{record.rules.name} rules" if len(rules) > 1 else None}
            for record, name, look in zip(
                records, names_of(records), looks_of(records), strict=True
            )
        ],
    }


def names_of(records: Sequence[Record]) -> list[str]:
    """The agents; those that play more than one of the games with their seeds."""
    agents = [record.agent for record in records]
    return [
        f"{record.agent}, seed {record.seed}" if agents.count(record.agent) > 1 else record.agent
        for record in records
    ]


def game_of(record: Record, methods: list[str], look: palette.Look) -> dict[str, Any]:
    """One game: its turns, its truth and its risks."""
    looked_back = {seen.turn: seen for seen in hindsights(record)}
    counts_gold = record.rules.opening is not None or n_gold(record.board) > 0
    return {
        "marker": palette.SHAPES[look.marker],
        "gold": n_gold(record.board) if counts_gold else None,
        "lives": record.rules.lives,
        # Whether lives are worth counting: if there is only one and no gold, a blast ends the game.
        "mortal": counts_gold or (record.rules.lives or 1) > 1,
        "goal": record.rules.goal,
        "result": result(record),
        "truth": "".join(record.final_board.letters().flat),
        "turns": [
            turn_of(turn, view, looked_back.get(turn.number), methods)
            for view, turn in record.replay()
        ],
        "risks": risks_of(record),
    }


def hindsights(record: Record) -> Sequence[Hindsight]:
    """What could be known at each guess, unless that would take minutes."""
    looked_at = record.guesses * record.board.mines.size
    return hindsight(record) if looked_at <= MAX_LOOKED_AT else ()


def result(record: Record) -> str:
    """What the last counter says at the end."""
    if record.rules.goal == "open":
        return "won" if record.won else "lost"
    return f"{record.score:.2f}"


def turn_of(
    turn: Turn, view: View, looked_back: Hindsight | None, methods: list[str]
) -> dict[str, Any]:
    """One turn with its sentence and its marks."""
    return {
        "cell": page.flat([turn.cell], view.cols)[0],
        "flag": not isinstance(turn.move, Open),
        "more": page.flat([seen.cell for seen in turn.observations[1:]], view.cols),
        "method": methods.index(turn.method),
        "words": page.words_of(explain(turn.reason, view, looked_back)),
        "marks": page.marks_of(turn.reason, view.cols),
    }


def risks_of(record: Record) -> list[list[int] | int] | str:
    """The risks as changes from turn to turn, or why there are none."""
    if len(record.turns) * record.board.mines.size > MAX_LOOKED_AT:
        return TOO_LONG
    return risk_changes(exact_risks(record))


def exact_risks(record: Record) -> list[NDArray[np.float64] | int]:
    """Before each turn, the exact chance of a mine in each covered cell; or the number of a gap.

    As in hindsight: the number of mines is known, flags count as mines, nothing is estimated.
    """
    game = record.after(0)
    risks: list[NDArray[np.float64] | int] = []
    unsolved = 0
    for turn in record.turns:
        risk = risk_before(game) if unsolved < MAX_UNSOLVED else TOO_LARGE
        unsolved += isinstance(risk, int) and risk == TOO_LARGE
        risks.append(risk)
        game.play(turn.move)
    return risks


def risk_before(game: Game) -> NDArray[np.float64] | int:
    """The risks in a game as it is now, or the number of a gap."""
    if game.status.wrong_flags:
        return WRONG_FLAG
    if game.rules.opening is not None and not game.status.opened:
        return BY_THE_RULES
    if game.first_is_safe:
        return np.where(game.codes == COVERED, 0.0, np.nan)
    known = odds(View(game.codes, game.board.n_mines))
    return known.risk if known.exact else TOO_LARGE


def risk_changes(risks: Sequence[NDArray[np.float64] | int]) -> list[list[int] | int]:
    """For each turn, how much the risk of each cell changes in whole percent; or a gap's number.

    It starts from -1, no risk. A cell that is no longer covered keeps its last risk, which is not
    shown. So most changes are 0, which gzip makes small.
    """
    changes: list[list[int] | int] = []
    before = np.array([-1])
    for risk in risks:
        if isinstance(risk, int):
            changes.append(risk)
        else:
            percents = whole_percent(risk).ravel()
            now = np.where(percents < 0, before, percents)
            changes.append((now - before).tolist())
            before = now
    return changes
