"""The playground: play yourself, ask any agent for a hint, and look back at what you risked.

A `Playground` is an `OwnGame` on a page. The page sends what was clicked and is sent what the
player may see. The board itself stays here until the game is over and its player asks for the
replay.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from minelab._checks import check_one_of, check_type, check_whole, check_yes_or_no, shown
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, Board, mine_count
from minelab.boards.grid import COVERED
from minelab.boards.maps import LEVELS, daggers_map
from minelab.boards.rules import CLASSIC, DAGGERS, REPORT, Rules
from minelab.boards.view import Open, View
from minelab.display import page
from minelab.display.draw import CELL_SIZES, Picture, draw
from minelab.display.palette import METHOD_COLOURS
from minelab.display.pen import GLYPHS, whole_percent
from minelab.display.player import Playback, about, hindsights, n_gold, player
from minelab.games.explain import explain
from minelab.games.hindsight import look_back
from minelab.games.own import Hint, OwnGame
from minelab.games.play import resolve
from minelab.games.record import Record, Turn
from minelab.inference.methods import family
from minelab.inference.reasons import Guess
from minelab.inference.words import noun, percent, place, word

SIDES = ("rows", "cols", "mines")
MAX_SIDE = 50
SIDE, DENSITY = 10, 0.2  # of boards whose size nobody gave


def playground(
    board: Board | Record | None = None,
    *,
    rules: Rules | None = None,
    rows: int | None = None,
    cols: int | None = None,
    mines: int | None = None,
    density: float | None = None,
    level: str = "MEDIUM",
    seed: int = 0,
    agent: str | Agent | Player | type[Player] | None = None,
) -> "Playground":
    """Play yourself, with hints, odds and a replay; needs a notebook with anywidget.

    board: the board of the first game; at random unless given. Or a Record, to beat its agent on
        its board, under its rules: the page shows the risk of each of your guesses beside that of
        the agent's, and in the end both scores.
    rows, cols: the size of random boards, 1 to 50 each; 10 unless given.
    mines, density: their number of mines, or mines / cells; a density of 0.2 unless given. The
        page has fields for rows, columns and mines, which the next new board follows.
    rules: ml.REPORT unless given; ml.CLASSIC, ml.DAGGERS or your own. The page offers these
        three.
    level: "EASY", "MEDIUM" or "HARD": the maps for the daggers rules.
    seed: the seed of the first board; every new board takes the next one.
    agent: who gives hints: a name, an Agent or a Player; "charles" unless given. The page offers
        the whole catalogue too.

    Returns a Playground, which a notebook shows. It can also be played from Python: `open`,
    `flag`, `chord`, `hint`, `follow`, `undo`, `new`, `replay`. Its `record` is the game so far,
    for `ml.player` and `ml.hindsight`.

    >>> game = playground(Board.parse("1M2\\n24M\\nM3M"))
    >>> game.open((0, 0))
    >>> game.said
    'You opened (0,\\xa00): clue 1. Risk 44%, the least possible.'
    """
    rival = board if isinstance(board, Record) else None
    if rival is not None:
        if rules is not None:
            raise ValueError("rules cannot be given together with a record, which has its own")
        board, rules = rival.board, rival.rules
    rules = REPORT if rules is None else rules
    check_type("rules", rules, Rules)
    check_one_of("level", level, LEVELS)
    other = "" if board is None else "board"
    check_no_size(rules, other, rows=rows, cols=cols, mines=mines, density=density)
    if board is not None:
        if not isinstance(board, Board):
            raise ValueError(f"board must be a Board or a Record, not {shown(board)}")
        rows, cols, mines = board.rows, board.cols, board.n_mines
    if mines is None and density is None:
        density = DENSITY
    rows, cols = (SIDE if side is None else side for side in (rows, cols))
    size = check_size(rows, cols, mines, density)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    return Playground(
        board, rules, size, level, seed, resolve("charles" if agent is None else agent), rival
    )


def check_no_size(rules: Rules, other: str, **given: object) -> None:
    """Refuse a size where something else decides it: a board, or rules with maps of their own."""
    if rules.opening is not None:
        other = other or f"the {rules.name} rules, whose maps have a level"
    named = [name for name, value in given.items() if value is not None]
    if named and other:
        raise ValueError(f"{' and '.join(named)} cannot be given together with {other}")


def check_size(
    rows: object, cols: object, mines: object, density: object = None
) -> tuple[int, int, int]:
    """Rows, columns and mines of a board that fits the page."""
    rows, cols = check_whole("rows", rows, 1, MAX_SIDE), check_whole("cols", cols, 1, MAX_SIDE)
    return rows, cols, mine_count(rows, cols, mines, density)


class Playground(OwnGame):
    """Games that a person plays, one after another; playground.js shows them in a notebook."""

    def __init__(
        self,
        board: Board | None,
        rules: Rules,
        size: tuple[int, int, int],
        level: str,
        seed: int,
        agent: Agent | Player,
        rival: Record | None,
    ) -> None:
        self.size, self.level, self.seed = size, level, seed
        presets = [REPORT, CLASSIC, DAGGERS]
        self.choices = presets if rules in presets else [*presets, rules]
        self.agents: dict[str, Agent | Player] = {agent.name: agent} | {
            name: known for name, known in CATALOGUE.items() if name != agent.name
        }
        self.agent = agent.name
        """The agent that gives hints."""
        self.shows_odds = False
        self.answered = 0
        """How many messages from the page have been answered."""
        self._widget: Any = None
        super().__init__(self._drawn(rules, size, seed) if board is None else board, rules)
        self.duel = None if rival is None else Duel(rival)
        if self.duel is not None:
            self.said = f"{self.duel.said} on this board. {self.said}"
        _ = self.odds  # compiled now rather than at the first click

    def _drawn(self, rules: Rules, size: tuple[int, int, int], seed: int) -> Board:
        """The board with this size and seed, or the map that the rules want."""
        if rules.opening is not None:
            return daggers_map(self.level, seed=seed)
        rows, cols, mines = size
        if rules.safe_radius >= 0 and mines == rows * cols:
            raise ValueError(
                f"mines must be at most {rows * cols - 1}, since the {rules.name} rules keep the "
                f"first opening safe, not {mines}"
            )
        return Board.random(rows, cols, mines=mines, seed=seed)

    def hint(self, agent: str | None = None) -> Hint:
        """The next move of an agent, with its reason; from now on `agent` gives the hints."""
        if agent is not None:
            self.agent = check_one_of("agent", agent, self.agents)
        return self.ask(self.agents[self.agent])

    def new(
        self,
        rules: Rules | None = None,
        *,
        rows: int | None = None,
        cols: int | None = None,
        mines: int | None = None,
    ) -> None:
        """Begin again: on the next board, or under other rules on a board of the same seed.

        rows, cols, mines: the size of this board and of later ones; as before unless given.
        """
        seed = self.seed if rules else (self.seed + 1) % MAX_SEED
        rules = rules or self.rules
        check_no_size(rules, "", rows=rows, cols=cols, mines=mines)
        asked = zip((rows, cols, mines), self.size, strict=True)
        size = check_size(*(before if side is None else side for side, before in asked))
        board = self._drawn(rules, size, seed)
        self.size, self.seed, self.duel = size, seed, None
        super().__init__(board, rules)
        self.tell()

    def show_odds(self, on: bool) -> None:
        """Show the risk of each covered cell, or hide it."""
        self.shows_odds = check_yes_or_no("on", on)
        self.tell()

    def replay(self) -> Playback:
        """The game in the player, beside the agent's if there is one to beat.

        This shows the board, so a game that is not over ends here.
        """
        self.show_board()
        return player([self.record, self.duel.rival] if self.duel else self.record)

    def receive(self, message: object) -> dict[str, str] | None:
        """Do what the page asks for; a message that makes no sense changes nothing but `said`."""
        self.answered += 1
        try:
            act, checked = page.asked_for(message, ACTIONS)
            done = act(self, checked)
        except ValueError as refusal:
            self.said = page.as_sentence(refusal)
            self.tell()
            return None
        return {"replay": done.html} if isinstance(done, Playback) else None

    def tell(self) -> None:
        """Tell the page what has changed."""
        if self._widget is not None:
            self._widget.state = self.state

    @property
    def state(self) -> dict[str, Any]:
        """All that the page is told."""
        return {
            "rows": self.board.rows,
            "cols": self.board.cols,
            "size": None if self.rules.opening else self.size,
            "most": MAX_SIDE,
            "about": about(self.board) if self.rules.opening else "",
            "against": "" if self.duel is None else f"against {self.duel.name}",
            "rules": [rules.name for rules in self.choices],
            "chosen": self.choices.index(self.rules),
            "codes": self.codes.ravel().tolist(),
            "wrong": page.flat(self.wrong_flags, self.board.cols) if self.over else [],
            "counters": counters(self),
            "said": self.said,
            "end": end_of(self, self.duel) if self.over else "",
            "duel": None if self.duel is None else self.duel.sides(self),
            "over": self.over,
            "shown": self.board_shown,
            "agents": list(self.agents),
            "agent": self.agent,
            "hint": None if self.hinted is None else hint_of(self, self.hinted),
            "odds": percents(self) if self.shows_odds else None,
            "exact": self.odds.exact if self.shows_odds else True,
            "undone": self.undone,
            "can_undo": bool(self.past) and not self.over,
            "can_replay": bool(self.moves),
            "answered": self.answered,
        }

    @property
    def widget(self) -> Any:
        """The live widget; made when it is first shown."""
        if self._widget is None:
            self._widget = page.live_class(page_script())(state=self.state)
            self._widget.on_msg(self._on_message)
        return self._widget

    def _on_message(self, widget: Any, message: object, buffers: object) -> None:
        reply = self.receive(message)
        if reply is not None:
            widget.send(reply)

    @property
    def picture(self) -> Picture:
        """The position, for where no widget can be shown."""
        return draw(View(self.codes))

    def _ipython_display_(self) -> None:
        page.display_widget(self)
        page.display_still(self, self.picture.image)

    def __repr__(self) -> str:
        return f"<Playground {about(self.board)}, {self.rules.name} rules>"


def chosen_rules(game: Playground, message: dict[str, Any]) -> Rules:
    return game.choices[check_whole("rules", message["rules"], 0, len(game.choices) - 1)]


ACTIONS: dict[str, Callable[[Playground, dict[str, Any]], object]] = {
    "open": lambda game, message: game.open(message["cell"]),
    "flag": lambda game, message: game.flag(message["cell"]),
    "chord": lambda game, message: game.chord(message["cell"]),
    "hint": lambda game, message: game.hint(message["agent"]),
    "follow": lambda game, message: game.follow(),
    "dismiss": lambda game, message: game.dismiss(),
    "undo": lambda game, message: game.undo(),
    "odds": lambda game, message: game.show_odds(message["on"]),
    "new": lambda game, message: game.new(**{side: message[side] for side in SIDES}),
    "rules": lambda game, message: game.new(chosen_rules(game, message)),
    "replay": lambda game, message: game.replay(),
}
"""What the page may ask for; the arguments are checked where they are used."""


class Guessed(NamedTuple):
    """The risk of a guess, if it is known, and whether it hit a mine."""

    risk: float | None
    hit: bool


class Duel:
    """A recorded game to beat on its board. Guesses are openings that could have hit a mine."""

    def __init__(self, rival: Record) -> None:
        self.rival, self.name = rival, rival.agent
        seen = [Guessed(guess.risk, guess.is_mine) for guess in hindsights(rival)]
        self.guesses = [guess for guess in seen if guess.risk != 0]
        self.said = f"{self.name} {result_of(rival.rules, rival.score, rival.won)}"
        """How the agent did."""

    def sides(self, game: OwnGame) -> list[dict[str, Any]]:
        """Both sides guess by guess; before the end no more of the agent's than of the person's."""
        own = [Guessed(risk.taken, risk.hit) for risk in game.risks if risk.taken]
        others = self.guesses if game.over else self.guesses[: len(own)]
        return [
            {
                "name": name,
                "guesses": [["–" if g.risk is None else percent(g.risk), g.hit] for g in guesses],
                "sum": f"{sum(guess.risk or 0 for guess in guesses):.2f}",
            }
            for name, guesses in (("you", own), (self.name, others))
        ]

    def end(self, game: OwnGame) -> str:
        """Who has won."""
        if not game.game.over and (game.codes == COVERED).any():
            return f"You stopped before the last cell; {self.said}."
        score, won = game.rules.score(game.status), game.game.won
        helped = [f"{game.hints} {noun('hint', game.hints)}"] if game.hints else []
        helped += [f"{game.undone} {noun('opening', game.undone)} undone"] if game.undone else []
        mine, theirs = (score, self.rival.score)
        if game.rules.goal == "open":
            mine, theirs = won, self.rival.won
        who = "a draw" if mine == theirs else "you win" if mine > theirs else f"{self.name} wins"
        by = f", with {' and '.join(helped)}" if helped and mine >= theirs else ""
        return f"You {result_of(game.rules, score, won)}, {self.said}: {who}{by}."


def result_of(rules: Rules, score: float, won: bool) -> str:
    """How somebody did, as a verb."""
    return f"scored {score:.2f}" if rules.goal == "mark" else "won" if won else "lost"


def page_script() -> str:
    """playground.js with its style sheet and shapes."""
    css = page.style_sheet(
        lambda theme: page.method_shades(METHOD_COLOURS, theme) | page.risk_shades(theme),
        "live.css",
        "playground.css",
    )
    return page.live_script("playground", CSS=css, GLYPHS=GLYPHS, SIZES=CELL_SIZES)


def counters(game: OwnGame) -> list[list[str]]:
    """The numbers beside the board, each after its name; gold with how much there is."""
    status, board = game.game.status, game.board
    left = status.n_mines - status.blasts - len(game.flags)
    gold = [] if board.gold is None else [["Gold", str(status.gold), str(n_gold(board))]]
    blasts = ["Blasts", str(status.blasts)]
    return [
        ["Mines left", str(left)],
        ["Covered", str(int((game.codes == COVERED).sum()))],
        blasts if status.lives is None else ["Lives", str(status.lives)],
        *gold,
        ["Extra risk", f"{abs(round(game.extra_risk, 2)):.2f}"],
    ]


def end_of(game: OwnGame, duel: Duel | None) -> str:
    """How a game ended, and who won if there was an agent to beat."""
    status, marks = game.status, game.rules.goal == "mark"
    right, wrong, blasts = status.right_flags, status.wrong_flags, status.blasts
    flags = f"{word(right)} right {noun('flag', right)}, {word(wrong)} wrong"
    counts = f"{flags}, {word(blasts)} {noun('blast', blasts)}."
    if duel is not None:
        return f"{duel.end(game)} {counts.capitalize() if marks else ''}".strip()
    number = f"This was board {game.board.seed}."
    if marks:
        return f"The score is {game.rules.score(status):.2f}: {counts} {number}"
    result = "Won: every safe cell is open." if game.game.won else "Lost: no life is left."
    return f"{result if game.game.over else 'Ended before the last cell.'} {number}"


def percents(game: OwnGame) -> list[int]:
    """The risk of each covered cell in percent, -1 elsewhere."""
    risks = np.where(game.codes == COVERED, game.odds.risk, np.nan)
    return whole_percent(risks).ravel().tolist()


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
        "words": page.words_of(explain(reason, seen, looked_back)),
        "marks": page.marks_of(reason, seen.cols),
    }
