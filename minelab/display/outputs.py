"""What a notebook shows for a Record, for Odds and for hindsight as the last line of a cell."""

from html import escape

import numpy as np

from minelab.boards.grid import COVERED
from minelab.boards.view import View
from minelab.display.draw import draw, guesses_in_words, strip
from minelab.display.images import printable
from minelab.display.player import about
from minelab.display.tables import table
from minelab.games.hindsight import Judgement
from minelab.games.record import Record
from minelab.inference.odds import Odds
from minelab.inference.words import noun, percent, word


def record_html(record: Record) -> str:
    """A film strip, below a line with the board, the rules and the result."""
    blasts = f"{record.blasts} {noun('blast', record.blasts)}"
    result = f"score {record.score:.3g}, {guesses_in_words(record.guesses)}, {blasts}"
    if record.rules.goal == "open":
        result = f"{'won' if record.won else 'lost'}, {result}"
    game = f"{about(record.board)}, {record.rules.name} rules"
    line = f"{record.agent}, {game}: {result} in {len(record.turns)} turns"
    return paragraph(line) + strip(record).image.html


def odds_html(odds: Odds) -> str:
    """A heat map of the risks, below a line that says what is certain."""
    risk = odds.risk
    view = odds.view or View(np.where(np.isnan(risk), 0, COVERED).astype(np.int8))
    return paragraph(what_is_certain(odds)) + draw(view, risk=risk).image.html


def what_is_certain(odds: Odds) -> str:
    """How many cells are certain, or the least risk if none is."""
    if np.isnan(odds.risk).all():
        return "No cell is covered."
    least = percent(float(np.nanmin(odds.risk)))
    if not odds.exact:
        return f"The position is too large to solve: risks are estimates, the least about {least}."
    safe, mined = len(odds.safe), len(odds.mined)
    if not safe and not mined:
        return f"The risk of a mine in percent. No cell is certain; the least risk is {least}."
    cells = f"{word(safe)} {noun('cell', safe)} {'is' if safe == 1 else 'are'} certainly safe"
    return f"The risk of a mine in percent. {cells.capitalize()}, {word(mined)} certainly mined."


def judgement_html(judgement: Judgement) -> str:
    """A table of the guesses, below a line that sums them up."""
    n = len(judgement)
    avoidable = sum(
        bool(seen.proved_with_total and seen.proved_with_total.safe) for seen in judgement
    )
    extra = sum(seen.extra or 0.0 for seen in judgement)
    line = (
        f"{guesses_in_words(n)}; before {avoidable} of them a cell was provably safe. "
        f"The risk taken beyond the least possible adds up to {extra:.2f}."
    )
    frame = judgement.table()[
        ["turn", "cell", "rule", "mine", "risk", "least", "safe_with_total", "mined_with_total"]
    ]
    heads = ["turn", "cell", "rule", "hit a mine", "risk", "least risk", "provably safe", "mined"]
    return paragraph(line) + table(frame.round(3), heads)._repr_html_()


def paragraph(line: str) -> str:
    return f'<p style="margin:0 0 8px">{escape(printable(line))}</p>'
