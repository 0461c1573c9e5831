"""The playground: play yourself, ask any agent for a hint, and look back at what you risked.

The game lives here. The page sends what was clicked and is sent what the player may see: the codes
of the view, risks worked out from the view, sentences. The board itself stays here until the game
is over and its player asks for the replay. Agents asked for a hint get the view alone.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from minelab._checks import check_one_of, check_whole, check_yes_or_no, shown
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, Board, mine_count
from minelab.boards.grid import COVERED, Cell
from minelab.boards.maps import LEVELS, daggers_map
from minelab.boards.rules import CLASSIC, DAGGERS, REPORT, Rules, check_rules
from minelab.boards.view import Open, View
from minelab.display import page
from minelab.display.draw import CELL_SIZES, Picture, draw
from minelab.display.own_game import Hint, OwnGame
from minelab.display.page import style_sheet, to_script
from minelab.display.palette import METHOD_COLOURS
from minelab.display.pen import GLYPHS
from minelab.display.player import Playback, as_list, method_shades, player, risk_shades
from minelab.games.explain import Marks, explain
from minelab.games.hindsight import look_back
from minelab.games.play import resolve
from minelab.games.record import Record, Turn
from minelab.inference.methods import family
from minelab.inference.reasons import Guess, Reason
from minelab.inference.words import noun, percent, place, word

MAX_SIDE = 50
SIDE, DENSITY = 10, 0.2  # of boards whose size nobody gave
SHOWN = ("flag", "struck", "blast", "gold", "then a mine", "then safe", "broken")
"""The shapes that a playground draws."""


def playground(
    board: Board | None = None,
    *,
    rules: Rules = REPORT,
    rows: int | None = None,
    cols: int | None = None,
    mines: int | None = None,
    density: float | None = None,
    level: str = "MEDIUM",
    seed: int = 0,
    agent: str | Agent | Player | type[Player] = "charles",
) -> "Playground":
    """A board to play on, with hints, odds and a replay; needs a notebook with anywidget.

    board: the board of the first game; or else
    rows, cols: the sides, 1 to 50, and
    mines or density: how many mines, or mines / cells; 10 x 10 with 20 mines unless given.
    rules: ml.REPORT, ml.CLASSIC, ml.DAGGERS, or rules of your own; the first three can be chosen
        on the page too.
    level: "EASY", "MEDIUM" or "HARD", the maps that the daggers rules are played on.
    seed: of the first board; every new board takes the next one.
    agent: who is asked for hints at first: a name, an Agent or a Player; the catalogue can be
        chosen from on the page.

    Its `record` is the game so far, for `ml.player` and `ml.hindsight`; how undo, flags and hints
    enter it is told in own_game.py.

    >>> game = playground(Board.parse("1M2\\n24M\\nM3M"))
    >>> game.open((0, 0))
    >>> game.said
    'You opened (0,\\xa00): clue 1. Risk 44%, the least possible.'
    """
    check_rules(rules)
    check_one_of("level", level, LEVELS)
    given = {"rows": rows, "cols": cols, "mines": mines, "density": density}
    named = [name for name, value in given.items() if value is not None]
    if named and (board is not None or rules.opening is not None):
        other = "board" if board is not None else f"the {rules.name} rules, whose maps have a level"
        raise ValueError(f"{' and '.join(named)} cannot be given together with {other}")
    if board is not None:
        if not isinstance(board, Board):
            raise ValueError(f"board must be a Board, not {shown(board)}")
        rows, cols, mines = board.rows, board.cols, board.n_mines
    rows = check_whole("rows", SIDE if rows is None else rows, 1, MAX_SIDE)
    cols = check_whole("cols", SIDE if cols is None else cols, 1, MAX_SIDE)
    if mines is None and density is None:
        density = DENSITY
    size = (rows, cols, mine_count(rows, cols, mines, density))
    seed = check_whole("seed", seed, 0, MAX_SEED)
    return Playground(board, rules, size, level, seed, resolve(agent))


class Playground:
    """Games that a person plays, one after the other; a notebook shows them with playground.js."""

    def __init__(
        self,
        board: Board | None,
        rules: Rules,
        size: tuple[int, int, int],
        level: str,
        seed: int,
        agent: Agent | Player,
    ) -> None:
        self.size, self.level, self.seed = size, level, seed
        presets = [REPORT, CLASSIC, DAGGERS]
        self.choices = presets if rules in presets else [*presets, rules]
        self.agents: dict[str, Agent | Player] = {agent.name: agent} | {
            name: known for name, known in CATALOGUE.items() if name != agent.name
        }
        self.agent = agent.name
        """Who is asked for hints."""
        self.shows_odds = False
        self.answered = 0
        """How many messages of the page have been answered."""
        self._widget: Any = None
        self.game = OwnGame(self._drawn(rules) if board is None else board, rules)
        _ = self.game.odds  # compiled now rather than at the first click

    def _drawn(self, rules: Rules) -> Board:
        """The board with the present number, as the rules want it."""
        if rules.opening is not None:
            return daggers_map(self.level, seed=self.seed)
        rows, cols, mines = self.size
        return Board.random(rows, cols, mines=mines, seed=self.seed)

    @property
    def view(self) -> View:
        """What has come to light; flags are not part of it."""
        return self.game.view

    @property
    def record(self) -> Record:
        """The game so far as a Record: see `OwnGame.record`."""
        return self.game.record

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def said(self) -> str:
        """What happened last, in words."""
        return self.game.said

    @property
    def extra_risk(self) -> float:
        """The risk taken beyond the least possible, over all openings."""
        return self.game.extra_risk

    def open(self, cell: Cell) -> None:
        """Open a covered cell."""
        self.game.open(cell)
        self._tell()

    def flag(self, cell: Cell) -> None:
        """Set a flag, or take it off."""
        self.game.flag(cell)
        self._tell()

    def chord(self, cell: Cell) -> None:
        """Open all around a clue that has its mines, flagged or gone off."""
        self.game.chord(cell)
        self._tell()

    def hint(self, agent: str | None = None) -> Hint:
        """The next move of an agent, with its reason; `agent` is asked from now on."""
        if agent is not None:
            self.agent = check_one_of("agent", agent, self.agents)
        hint = self.game.ask(self.agents[self.agent])
        self._tell()
        return hint

    def follow(self) -> None:
        """Do what the hint says."""
        self.game.follow()
        self._tell()

    def dismiss(self) -> None:
        """Put the hint away."""
        self.game.hint = None
        self._tell()

    def undo(self) -> None:
        """Take back the last thing done; an opening, or the end of the game, is counted."""
        self.game.undo()
        self._tell()

    def new(self, rules: Rules | None = None) -> None:
        """Begin again: on the next board, or on the one with this number under other rules."""
        if rules is None:
            rules, self.seed = self.game.rules, (self.seed + 1) % MAX_SEED
        self.game = OwnGame(self._drawn(rules), rules)
        self._tell()

    def show_odds(self, on: bool) -> None:
        """Show the risk of each covered cell, or hide it."""
        self.shows_odds = check_yes_or_no("on", on)
        self._tell()

    def replay(self) -> Playback:
        """The game in the player. It shows the board, so a game under way ends here."""
        self.game.show_board()
        self._tell()
        return player(self.record)

    def receive(self, message: object) -> dict[str, str] | None:
        """Do what the page asks for; a message that makes no sense changes nothing but `said`."""
        self.answered += 1
        what = message.get("do") if isinstance(message, dict) else None
        try:
            if not isinstance(message, dict) or not isinstance(what, str) or what not in ACTIONS:
                raise ValueError(f"do must be one of {list(ACTIONS)}, not {what!r:.80}")
            done = ACTIONS[what](self, message)
        except ValueError as refusal:
            self.game.said = f"{str(refusal)[:1].upper()}{str(refusal)[1:]}."
            self._tell()
            return None
        return {"replay": done.html} if isinstance(done, Playback) else None

    def _tell(self) -> None:
        """Let the page know how the game stands."""
        if self._widget is not None:
            self._widget.state = self.state

    @property
    def state(self) -> dict[str, Any]:
        """All that the page is told."""
        game, cols = self.game, self.game.board.cols
        return {
            "rows": game.board.rows,
            "cols": cols,
            "about": about(game.board),
            "rules": [rules.name for rules in self.choices],
            "chosen": self.choices.index(game.rules),
            "codes": game.codes.ravel().tolist(),
            "wrong": flat(game.wrong_flags, cols) if game.over else [],
            "counters": counters(game),
            "said": game.said,
            "end": end_of(game) if game.over else "",
            "over": game.over,
            "shown": game.board_shown,
            "agents": list(self.agents),
            "agent": self.agent,
            "hint": None if game.hint is None else hint_of(game, game.hint),
            "odds": percents(game) if self.shows_odds else None,
            "exact": game.odds.exact if self.shows_odds else True,
            "undone": game.undone,
            "can_undo": bool(game.past) and not game.over,
            "can_replay": bool(game.moves),
            "answered": self.answered,
        }

    @property
    def widget(self) -> Any:
        """The live widget, of anywidget; made when it is first shown."""
        if self._widget is None:
            self._widget = live_class()(state=self.state)
            self._widget.on_msg(self._on_message)
        return self._widget

    def _on_message(self, widget: Any, message: object, buffers: object) -> None:
        reply = self.receive(message)
        if reply is not None:
            widget.send(reply)

    @property
    def picture(self) -> Picture:
        """The position as it stands, for where no widget can be shown."""
        return draw(View(self.game.codes))

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, Any]:
        still = {"image/svg+xml": self.picture.svg, "text/plain": repr(self)}
        try:
            live, *_ = self.widget._repr_mimebundle_()
        except ModuleNotFoundError as missing:
            return {**still, "text/plain": f"{self!r}: to play, install {missing.name}"}
        return {**live, **still}

    def __repr__(self) -> str:
        return f"<Playground {about(self.game.board)}, {self.game.rules.name} rules>"


def part(message: dict[str, Any], name: str) -> Any:
    """A part of a message; what it is worth is checked where it is used."""
    return message.get(name)


def chosen_rules(game: Playground, message: dict[str, Any]) -> Rules:
    return game.choices[check_whole("rules", part(message, "rules"), 0, len(game.choices) - 1)]


ACTIONS: dict[str, Callable[[Playground, dict[str, Any]], object]] = {
    "open": lambda game, message: game.open(part(message, "cell")),
    "flag": lambda game, message: game.flag(part(message, "cell")),
    "chord": lambda game, message: game.chord(part(message, "cell")),
    "hint": lambda game, message: game.hint(part(message, "agent")),
    "follow": lambda game, message: game.follow(),
    "dismiss": lambda game, message: game.dismiss(),
    "undo": lambda game, message: game.undo(),
    "odds": lambda game, message: game.show_odds(part(message, "on")),
    "new": lambda game, message: game.new(),
    "rules": lambda game, message: game.new(chosen_rules(game, message)),
    "replay": lambda game, message: game.replay(),
}
"""What the page may ask for."""


@lru_cache(maxsize=1)
def live_class() -> Any:
    """The widget's class; only here is anywidget imported."""
    import anywidget
    import traitlets

    class Live(anywidget.AnyWidget):
        """Carries the state to the page and messages back; the game is not in it."""

        _esm = script()
        state = traitlets.Dict().tag(sync=True)

    return Live


def script() -> str:
    """playground.js with its style sheet and shapes."""
    css = style_sheet(
        lambda theme: method_shades(METHOD_COLOURS, theme) | risk_shades(theme),
        "player.css", "playground.css",
    )  # fmt: skip
    glyphs = {name: GLYPHS[name] for name in SHOWN}
    return (
        f"const CSS = {to_script(css)};\nconst GLYPHS = {to_script(glyphs)};\n"
        f"const SIZES = {to_script(CELL_SIZES)};\n{page.script('playground.js')}"
    )


def counters(game: OwnGame) -> list[list[str]]:
    """The numbers beside the board, each with its name."""
    status, gold = game.game.status, game.board.gold
    left = status.n_mines - status.blasts - len(game.flags)
    purse = [] if gold is None else [["Gold", f"{status.gold} / {int(gold.sum())}"]]
    blasts = ["Blasts", str(status.blasts)]
    return [
        ["Mines left", str(left)],
        ["Covered", str(int((game.codes == COVERED).sum()))],
        blasts if status.lives is None else ["Lives", str(status.lives)],
        *purse,
        ["Extra risk", f"{abs(round(game.extra_risk, 2)):.2f}"],
    ]


def end_of(game: OwnGame) -> str:
    """How a game ended."""
    status = game.status
    number = f"This was board {game.board.seed}."
    if game.rules.goal == "open":
        result = "Won: every safe cell is open." if game.game.won else "Lost: no life is left."
        return f"{result if game.game.over else 'Ended before the last cell.'} {number}"
    right, wrong, blasts = status.right_flags, status.wrong_flags, status.blasts
    flags = f"{word(right)} right {noun('flag', right)}, {word(wrong)} wrong"
    lost = f"{word(blasts)} {noun('blast', blasts)}"
    return f"The score is {game.rules.score(status):.2f}: {flags}, {lost}. {number}"


def percents(game: OwnGame) -> list[int]:
    """The risk of each covered cell in percent, -1 elsewhere."""
    risks = np.where(game.codes == COVERED, game.odds.risk, np.nan)
    return [-1 if np.isnan(p) else int(percent(p)[:-1]) for p in risks.flat]


def hint_of(game: OwnGame, hint: Hint) -> dict[str, Any]:
    """A hint in words and marks."""
    agent, reason, seen = hint
    method, looked_back = "guess", None
    if isinstance(reason, Guess):
        looked_back = look_back(game.game, Turn(0, reason))
    else:
        method = reason.method
    known = list(METHOD_COLOURS)
    verb = "open" if isinstance(reason.move, Open) else "flag"
    return {
        "agent": agent,
        "method": method,
        "shade": known.index(family(method)) if family(method) in known else -1,
        "move": f"{verb} {place(reason.cell)}",
        "words": [list(span) for span in as_list(explain(reason, seen, looked_back))],
        "marks": marks_of(reason, seen.cols),
    }


def about(board: Board) -> str:
    """Width, height, mines and gold of a board."""
    n = 0 if board.gold is None else int(board.gold.sum())
    size = f"{board.cols} × {board.rows}, {board.n_mines} {noun('mine', board.n_mines)}"
    return f"{size}, {n} gold" if n else size


def flat(cells: Iterable[Cell], cols: int) -> list[int]:
    """Cells counted row by row."""
    return [r * cols + c for r, c in cells]


def marks_of(reason: Reason, cols: int) -> dict[str, list[int]]:
    """The cells that a reason marks on the board, by the name of the mark."""
    shown = Marks.of(reason)
    then = sorted(shown.then)
    marks: dict[str, Iterable[Cell]] = {
        "scope": sorted(shown.scope),
        "why": shown.why,
        "tabA": shown.why[:1] if shown.lettered else (),
        "tabB": shown.why[1:2] if shown.lettered else (),
        "supposed": shown.supposed,
        "then a mine": [cell for cell in then if shown.then[cell]],
        "then safe": [cell for cell in then if not shown.then[cell]],
        "broken": [shown.broken] if shown.broken else [],
        "move": [reason.cell],
    }
    return {name: flat(cells, cols) for name, cells in marks.items() if cells}
