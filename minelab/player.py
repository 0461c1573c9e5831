"""The player: a recorded game to scrub through, as HTML that needs neither kernel nor network.

The record is embedded once, as what changes from turn to turn; player.js shows it. Where scripts
don't run, a picture of the game stands in its place.
"""

import base64
import html
import json
import os
import re
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab.board import Board
from minelab.draw import CELL_SIZES, Picture, check_risk, draw, printable, strip
from minelab.grid import Cell, check_whole
from minelab.hindsight import Hindsight, hindsight
from minelab.marks import Marks
from minelab.palette import (
    COLOURS,
    METHODS,
    RISK_SCALE,
    SHAPES,
    THEMES,
    Theme,
    agent_colour,
    agent_marker,
    colour,
    method_colour,
    method_rank,
    text_on,
)
from minelab.pen import GLYPHS
from minelab.reasons import Open
from minelab.record import Record, Turn
from minelab.view import View
from minelab.words import Span, explain, noun, percent

MAX_TURNS = 40_000
MAX_LOOKED_AT = 1_000_000  # cells, over all guesses; of larger games no risks are told
MAX_FALLBACK = 45_000  # characters of SVG; a longer film strip gives way to the last position
PLACE = re.compile(r"\((\d+),\N{NO-BREAK SPACE}(\d+)\)")


def player(
    record: Record, *, turn: int = 1, risks: Sequence[ArrayLike] | None = None
) -> "Playback":
    """A game to scrub through.

    record: the game.
    turn: the turn to open at; 0 is the covered board.
    risks: for each turn, the chance of a mine in each cell as known before it (nan where not
        covered); adds a switch that shows them.
    """
    n = len(record.turns)
    if n > MAX_TURNS:
        raise ValueError(f"a player shows games of at most {MAX_TURNS} turns, not {n}")
    turn = check_whole("turn", turn, 0, max(1, n))
    if risks is not None and len(risks) != n:
        raise ValueError(f"risks must hold one array for each of {n} turns, not {len(risks)}")
    return Playback(record, min(turn, n), risks)


class Playback:
    """What a notebook shows for `player(record)`; `save` makes a page of it."""

    def __init__(
        self, record: Record, turn: int = 1, risks: Sequence[ArrayLike] | None = None
    ) -> None:
        self.record = record
        self.turn = turn
        self.risks = risks

    @cached_property
    def html(self) -> str:
        """The player as a piece of HTML."""
        script = (
            f"{resource('player.js')}\n"
            f"const css = {to_script(css_of(self.record))};\n"
            f"const game = {to_script(game_of(self.record, self.turn, self.risks))};\n"
        )
        key = sha256(script.encode()).hexdigest()[:12]
        # Every copy of this piece finds the hosts that no other copy has started.
        starter = (
            f"for (const host of document.querySelectorAll(\"[data-minelab-player='{key}']\"))\n"
            "  if (!host.shadowRoot) start(host, css, game);\n"
        )
        return (
            f'<div data-minelab-player="{key}" data-lm-suppress-shortcuts="true">'
            f"{image_tag(self.picture)}</div>\n"
            f'<script>(() => {{\n"use strict";\n{script}{starter}}})();</script>\n'
        )

    @cached_property
    def picture(self) -> Picture:
        """What is shown where scripts don't run: the film strip, or the end of a large game."""
        film = strip(self.record)
        if len(film.svg) <= MAX_FALLBACK:
            return film
        game = self.record.after(len(self.record.turns))
        return draw(game, truth=game.board, cell=16 if max(game.view.codes.shape) <= 50 else None)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a page that holds the player and nothing else."""
        title = html.escape(printable(f"{self.record.agent}, {about(self.record)}"))
        style = f"body{{margin:16px;background:{colour('surface')}}}"
        dark = f"body{{background:{colour('surface', 'dark')}}}"
        page = (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>:root{{color-scheme:light dark}}{style}"
            f"@media(prefers-color-scheme:dark){{{dark}}}</style>\n</head>\n<body>\n"
            f"{self.html}</body>\n</html>\n"
        )
        Path(path).write_text(page, encoding="utf-8")

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, str]:
        return {
            "text/html": self.html,
            "image/svg+xml": strip(self.record).svg,
            "text/plain": repr(self),
        }

    def __repr__(self) -> str:
        return f"<Playback of {self.record!r}>"


def resource(name: str) -> str:
    """A text file that lies beside this module."""
    return (files("minelab") / name).read_text(encoding="utf-8")


def to_script(value: object) -> str:
    """A value as a JavaScript literal that can't end the script it stands in."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def image_tag(picture: Picture) -> str:
    data = base64.b64encode(picture.svg.encode()).decode()
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{html.escape(printable(picture.alt))}" '
        f'width="{picture.width}" style="max-width:100%">'
    )


def css_of(record: Record) -> str:
    """The style sheet, with the colours of both themes."""
    light, dark = ("".join(variables(record, theme)) for theme in THEMES)
    return f':host{{{light}}}:host([data-theme="dark"]){{{dark}}}\n{resource("player.css")}'


def variables(record: Record, theme: Theme) -> list[str]:
    """The palette as CSS variables; methods by their number in `methods_of`."""
    shades = {name: colour(name, theme) for name in COLOURS}
    shades["agent"] = agent_colour(record.agent, theme)
    for k, name in enumerate(methods_of(record)):
        shades[f"m{k}"] = method_colour(name, theme)
    for k, shade in enumerate(RISK_SCALE[theme]):
        shades |= {f"risk{k}": shade, f"risk-ink{k}": text_on(shade)}
    return [f"--{name}:{shade};" for name, shade in shades.items()]


def methods_of(record: Record) -> list[str]:
    """The methods of the palette, then others that the game used."""
    return list(dict.fromkeys([*METHODS, *(turn.method for turn in record.turns)]))


def about(record: Record) -> str:
    """Width, height, mines and gold of a board."""
    board = record.board
    size = f"{board.cols} × {board.rows}, {board.n_mines} {noun('mine', board.n_mines)}"
    return f"{size}, {n_gold(board)} gold" if n_gold(board) else size


def has_purse(record: Record) -> bool:
    """Whether gold and lives are worth showing."""
    return record.rules.opening is not None or n_gold(record.board) > 0


def n_gold(board: Board) -> int:
    return 0 if board.gold is None else int(board.gold.sum())


def game_of(record: Record, start: int, risks: Sequence[ArrayLike] | None) -> dict[str, Any]:
    """All that player.js needs to know of a record."""
    methods = methods_of(record)
    sentences: dict[str, int] = {}
    looked_back = {seen.turn: seen for seen in hindsights(record)}
    game: dict[str, Any] = {
        "agent": record.agent,
        "marker": SHAPES[agent_marker(record.agent)],
        "about": about(record),
        "note": f"{record.rules.name} rules · board {record.board.seed}",
        "rows": record.board.rows,
        "cols": record.board.cols,
        "mines": record.board.n_mines,
        "gold": n_gold(record.board) if has_purse(record) else None,
        "lives": record.rules.lives,
        "goal": record.rules.goal,
        "result": result(record),
        "truth": "".join(record.final_board.letters().flat),
        "methods": [{"name": name, "rank": method_rank(name)} for name in methods],
        "glyphs": GLYPHS,
        "sizes": CELL_SIZES,
        "start": start,
        "turns": [
            turn_of(turn, view, looked_back.get(turn.number), methods, sentences)
            for view, turn in record.replay()
        ],
    }
    game["sentences"] = [json.loads(sentence) for sentence in sentences]
    if risks is not None:
        views = (view for view, _ in record.replay())
        game["risks"] = risk_changes(
            [check_risk(risk, view) for risk, view in zip(risks, views, strict=True)]
        )
    return game


def hindsights(record: Record) -> tuple[Hindsight, ...]:
    """What could be known at each guess, where that takes a moment and not minutes."""
    looked_at = record.guesses * record.board.mines.size
    return hindsight(record) if looked_at <= MAX_LOOKED_AT else ()


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
    shown = Marks.of(turn.reason)

    def flat(cells: Sequence[Cell]) -> list[int]:
        return [r * view.cols + c for r, c in cells]

    template, places = without_places(as_list(explain(turn.reason, view, looked_back)))
    number = sentences.setdefault(json.dumps(template), len(sentences))
    then = sorted(shown.then)
    entry = {
        "o": flat([seen.cell for seen in turn.observations[1:]]),
        "p": flat(places),
        "w": flat(shown.why),
        "x": flat([cell for cell in sorted(shown.scope) if view[cell] < 0]),
        "ab": int(shown.lettered),
        "u": flat(shown.supposed),
        "tm": flat([cell for cell in then if shown.then[cell]]),
        "ts": flat([cell for cell in then if not shown.then[cell]]),
        "f": int(not isinstance(turn.move, Open)),
    }
    if shown.broken is not None:
        entry["b"] = flat([shown.broken])[0]
    first = {"c": flat([turn.cell])[0], "m": methods.index(turn.method), "s": number}
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


def without_places(spans: list[Span]) -> tuple[list[list[str]], list[Cell]]:
    """A sentence as [mark, text, text, ...] a span, with the cells that stand between the texts.

    Sentences that differ only in their cells are then one and the same: a game of hundreds of
    turns has a few dozen.
    """
    template, places = [], []
    for span in spans:
        pieces = PLACE.split(span.text)  # text, row, column, text, row, column, text
        template.append([span.mark, *pieces[::3]])
        places += [(int(r), int(c)) for r, c in zip(pieces[1::3], pieces[2::3], strict=True)]
    return template, places


def risk_changes(risks: list[NDArray[np.float64]]) -> list[list[list[int]]]:
    """For each turn, [percent, cell, cell, ...] for the cells whose risk is new; -1 is none."""
    changes = []
    before = np.full(risks[0].size, -1) if risks else np.array([])
    for risk in risks:
        now = np.array([-1 if np.isnan(p) else int(percent(p)[:-1]) for p in risk.flat])
        new = {
            int(value): np.flatnonzero((now == value) & (before != value)).tolist()
            for value in np.unique(now[now != before])
        }
        changes.append([[value, *cells] for value, cells in new.items()])
        before = now
    return changes
