"""The playground: play yourself, ask any agent for a hint, and look back at what you risked.

The game lives here, in `OwnGame`. The page sends what was clicked and is sent what the player may
see: the codes of the view, risks computed from the view, sentences. The board itself stays here
until the game is over and its player asks for the replay. Agents asked for a hint get only the
view.

Flags are pencil marks: they come and go freely, cost nothing, and neither risks nor hints rely on
them. Where every cell has to be marked, the game ends when no unmarked cell is left.

Undo takes back the last action. The player has seen what an opening showed, so an opening that is
taken back is counted, the record says so, and its risk stays in the sum. Once the game is over,
nothing can be taken back.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_one_of, check_whole, check_yes_or_no, shown
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.players import Player, reader
from minelab.boards.board import MAX_SEED, Board, mine_count
from minelab.boards.game import Game, IllegalMove
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, Cell, check_cell, neighbours
from minelab.boards.maps import LEVELS, daggers_map
from minelab.boards.rules import CLASSIC, DAGGERS, REPORT, Rules, Status, check_rules
from minelab.boards.view import Flag, Move, Open, View
from minelab.display.draw import CELL_SIZES, Picture, draw
from minelab.display.page import (
    as_sentence,
    asked_for,
    display_still,
    display_widget,
    flat,
    live_class,
    live_script,
    marks_of,
    method_shades,
    risk_shades,
    style_sheet,
    words_of,
)
from minelab.display.palette import METHOD_COLOURS
from minelab.display.pen import GLYPHS, whole_percent
from minelab.display.player import Playback, about, n_gold, player
from minelab.games.compiled import random_order
from minelab.games.explain import TIE, explain
from minelab.games.hindsight import look_back
from minelab.games.play import as_reason, promise, resolve
from minelab.games.record import Record, Setting, Turn, count_reasons
from minelab.inference.methods import METHODS, family, prove
from minelab.inference.odds import Odds, odds
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction, Guess, Reason
from minelab.inference.words import is_are, mines_word, noun, percent, place, word

SIDES = ("rows", "cols", "mines")
MAX_SIDE = 50
SIDE, DENSITY = 10, 0.2  # of boards whose size nobody gave
SHOWN = ("flag", "struck", "blast", "gold", "then a mine", "then safe", "broken")
"""The shapes that a playground draws."""
PROOFS = ("single", "subset", "pairs", "assume", "refute", "groups")
"""The methods that look for a proof of the player's own move, in this order, before the number of
mines is used."""


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
    """Play yourself, with hints, odds and a replay; needs a notebook with anywidget.

    board: the board of the first game; at random unless given.
    rows, cols: the size of random boards, 1 to 50 each; 10 unless given.
    mines, density: their number of mines, or mines / cells; a density of 0.2 unless given. The
        page has fields for rows, columns and mines, which the next new board follows.
    rules: ml.REPORT, ml.CLASSIC, ml.DAGGERS, or your own; the page offers the first three too.
    level: "EASY", "MEDIUM" or "HARD": the maps for the daggers rules.
    seed: the seed of the first board; every new board takes the next one.
    agent: who gives hints: a name, an Agent or a Player. The page offers the whole catalogue too.

    Returns a Playground, which a notebook shows. It can also be played from Python: `open`,
    `flag`, `chord`, `hint`, `follow`, `undo`, `new`, `replay`. Its `record` is the game so far,
    for `ml.player` and `ml.hindsight`.

    >>> game = playground(Board.parse("1M2\\n24M\\nM3M"))
    >>> game.open((0, 0))
    >>> game.said
    'You opened (0,\\xa00): clue 1. Risk 44%, the least possible.'
    """
    check_rules(rules)
    check_one_of("level", level, LEVELS)
    other = "" if board is None else "board"
    check_no_size(rules, other, rows=rows, cols=cols, mines=mines, density=density)
    if board is not None:
        if not isinstance(board, Board):
            raise ValueError(f"board must be a Board, not {shown(board)}")
        rows, cols, mines = board.rows, board.cols, board.n_mines
    if mines is None and density is None:
        density = DENSITY
    rows, cols = (SIDE if side is None else side for side in (rows, cols))
    size = check_size(rows, cols, mines, density)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    return Playground(board, rules, size, level, seed, resolve(agent))


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


odds_of: Callable[[View], Odds] = lru_cache(maxsize=256)(odds)


class Made(NamedTuple):
    """A move that was made, with its reason if an agent or the rules gave one."""

    move: Move
    reason: Reason | None = None


class Risk(NamedTuple):
    """The chance of a mine in the cell that was opened, and the least chance of any cell."""

    taken: float
    least: float
    exact: bool = True


class Hint(NamedTuple):
    """What an agent would do, and the view that it was shown."""

    agent: str
    reason: Reason
    view: View


class OwnGame:
    """A game that a person plays: flags that come and go, hints, undo, the risk of each opening."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self.board, self.rules = board, rules
        self.game = Game(board, rules, told=True)  # knows the openings alone, not the flags
        self.moves: tuple[Made, ...] = ()
        """The openings, and the flags that are set, in order."""
        self.past: list[tuple[Made, ...]] = []
        """The moves as they were before each action."""
        self.risks: list[Risk] = []
        """One for each opening, including those that were taken back."""
        self.undone = self.hints = 0
        self.hint: Hint | None = None
        self.board_shown = False
        self.said = f"Open any cell. {aim_of(rules, board)}"
        """What happened last, in words."""
        if rules.opening is not None:
            self._open([rules.opening], promise(self.view, rules.opening))
            self.past, self.risks = [], []
            opened = f"The rules have opened {place(rules.opening)}: no mine touches it."
            self.said = f"{opened} {aim_of(rules, board)}"

    @property
    def view(self) -> View:
        """What is open; flags are not part of it."""
        return self.game.view

    @property
    def flags(self) -> frozenset[Cell]:
        """The flags that are set."""
        return frozenset(made.move.cell for made in self.moves if isinstance(made.move, Flag))

    @property
    def codes(self) -> NDArray[np.int8]:
        """The view with the flags: what the person sees."""
        codes = self.game.codes.copy()
        for cell in self.flags:
            codes[cell] = FLAG
        return codes

    @property
    def over(self) -> bool:
        marked = self.rules.goal == "mark" and not (self.codes == COVERED).any()
        return self.board_shown or self.game.over or marked

    @property
    def status(self) -> Status:
        """The state of the game, with its flags judged; not for the person before the end."""
        right = len(self.flags) - len(self.wrong_flags)
        return replace(self.game.status, right_flags=right, wrong_flags=len(self.flags) - right)

    @property
    def wrong_flags(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in sorted(self.flags) if not self.game.board.mines[cell])

    @property
    def odds(self) -> Odds:
        """The chance of a mine in each covered cell, given the view."""
        known = odds_of(self.view)
        return replace(known, risk=np.zeros(known.risk.shape)) if self.first_is_safe else known

    @property
    def first_is_safe(self) -> bool:
        """Whether the rules will move a mine out of the way of the next opening."""
        return self.rules.reach >= 0 and self.game.status.opened + self.game.status.blasts == 0

    @property
    def extra_risk(self) -> float:
        """The risk taken beyond the least possible, over all openings; estimates do not count."""
        return sum(risk.taken - risk.least for risk in self.risks if risk.exact)

    @property
    def record(self) -> Record:
        """The game so far as a Record. Whoever reads it can see the board.

        A move of the player's own carries its cheapest proof in the view of that moment, or counts
        as a guess. The counters say how many openings were taken back and how many hints given.
        """
        game = Game(self.board, self.rules, told=True)
        turns: list[Turn] = []
        for move, reason in self.moves:
            reason = reason or own_reason(game, move)
            turns.append(Turn(len(turns) + 1, reason, game.play(move)))
        hints = f", {self.hints} {noun('hint', self.hints)}" if self.hints else ""
        name = f"you{hints}{f', {self.undone} undone' if self.undone else ''}"
        setting = Setting(self.board, name, self.rules, seed=0, told=True)
        counters = count_reasons(turns) | {"undone": self.undone, "hints": self.hints}
        return Record(setting, game.status, counters, lambda: tuple(turns))

    def open(self, cell: Cell) -> None:
        """Open a covered cell."""
        cell = self._playable("open", cell)
        if cell in self.flags:
            raise IllegalMove(f"cannot open {place(cell)}: it is flagged")
        self._open([cell])

    def flag(self, cell: Cell) -> None:
        """Set a flag, or take it off."""
        cell = self._playable("flag", cell)
        if self.game.codes[cell] != COVERED:
            raise IllegalMove(f"cannot flag {place(cell)}: it is open")
        if cell in self.flags:
            self._settle(tuple(made for made in self.moves if made.move != Flag(cell)))
            self.said = f"You took the flag off {place(cell)}."
        else:
            self._flag(Made(Flag(cell)))

    def chord(self, cell: Cell) -> None:
        """Open everything around a clue whose mines are all flagged or gone off."""
        cell = self._playable("open around", cell)
        refused = f"cannot open around {place(cell)}"
        clue, codes = self.view.clue(cell), self.codes
        if clue is None:
            raise IllegalMove(f"{refused}: it shows no clue")
        around = neighbours(cell, self.board.rows, self.board.cols)
        marked = sum(codes[n] in (FLAG, BLAST) for n in around)
        if marked != clue:
            beside = f"{mines_word(marked)} {is_are(marked)} marked beside it"
            raise IllegalMove(f"{refused}: its clue is {clue}, and {beside}")
        covered = [n for n in around if codes[n] == COVERED]
        if not covered:
            raise IllegalMove(f"{refused}: nothing is covered there")
        self._open(covered, around=cell)

    def ask(self, who: Agent | Player) -> Hint:
        """The next move of an agent, with its reason."""
        if self.over:
            raise IllegalMove("no hint: the game is over")
        opened = [made.move.cell for made in self.moves if isinstance(made.move, Open)]
        try:
            reason, seen = next_move(who, self.view, self.flags, opened[-1] if opened else None)
        except Exception as error:  # an agent of the user's own may fail in any way
            what = f"{type(error).__name__}: {error}"
            raise ValueError(f"{who.name} has no answer: {what}") from error
        self.hint = Hint(who.name, reason, seen)
        self.hints += 1
        return self.hint

    def follow(self) -> None:
        """Do what the hint says."""
        if self.hint is None:
            raise IllegalMove("there is no hint to follow")
        reason = self.hint.reason
        if isinstance(reason.move, Flag):
            self._flag(Made(reason.move, reason))
        else:
            self._open([reason.cell], reason)

    def undo(self) -> None:
        """Take back the last action; an opening is counted. A game that is over stays over.

        The end shows which flags are wrong. If it could be undone, a player could mark all cells,
        read off the mines, undo that and play on.
        """
        if self.over:
            raise IllegalMove("cannot undo: the game is over")
        if not self.past:
            raise IllegalMove("cannot undo: nothing has been done")
        before = self.past.pop()
        openings = [m for m in self.moves if isinstance(m.move, Open) and m not in before]
        n = len(openings)
        self.undone += n
        self.moves, self.hint = before, None
        self.game = Game(self.board, self.rules, told=True)
        for move, _ in before:
            if isinstance(move, Open):
                self.game.play(move)
        counted = f"{word(n)} {noun('opening', n)}, which still {'counts' if n == 1 else 'count'}"
        self.said = f"You took back {counted}." if n else "Undone."

    def show_board(self) -> None:
        """End the game now, so that the board may be shown."""
        if not self.moves:
            raise IllegalMove("cannot replay: nothing has been done")
        self.board_shown, self.hint = True, None

    def _playable(self, verb: str, cell: object) -> Cell:
        cell = check_cell("cell", cell, self.board.rows, self.board.cols)
        if self.over:
            raise IllegalMove(f"cannot {verb} {place(cell)}: the game is over")
        return cell

    def _settle(self, moves: tuple[Made, ...]) -> None:
        """After an action: these are the moves now."""
        self.past.append(self.moves)
        self.moves, self.hint = moves, None

    def _flag(self, made: Made) -> None:
        self._settle((*self.moves, made))
        self.said = f"You flagged {place(made.move.cell)}."

    def _open(
        self, cells: Sequence[Cell], reason: Reason | None = None, around: Cell | None = None
    ) -> None:
        """Open cells, one after another; flags on cells that were opened go."""
        first = self.first_is_safe
        codes: list[int] = []
        risks: list[Risk] = []
        made: list[Made] = []
        for cell in cells:
            if made and (self.game.over or self.game.codes[cell] != COVERED):
                continue  # a mine has ended the game, or a field of zeros has opened the cell
            known = self.odds
            codes.append(self.game.open(cell)[0].code)
            risks.append(Risk(float(known.risk[cell]), float(np.nanmin(known.risk)), known.exact))
            made.append(Made(Open(cell), reason))
        still = [m for m in self.moves if isinstance(m.move, Open) or self._is_covered(m.move.cell)]
        self._settle((*still, *made))
        self.risks += risks
        what = opened_one(cells[0], codes[0]) if around is None else opened_around(around, codes)
        self.said = f"{what} {'The rules keep the first opening safe.' if first else taken(risks)}"

    def _is_covered(self, cell: Cell) -> bool:
        return bool(self.game.codes[cell] == COVERED)


def next_move(
    who: Agent | Player, view: View, flags: frozenset[Cell], last: Cell | None
) -> tuple[Reason, View]:
    """What an agent would do, and the view in which it would.

    It is shown the clues and not the flags; flags that it proves itself count as set.
    last: the cell opened last, for agents that look only around that cell.
    """
    seen = view if who.told else View(view.codes, lives=view.lives)
    rng = np.random.default_rng(0)
    if isinstance(who, Agent):
        in_hand = [last] if who.until == "near" and last is not None and view[last] >= 0 else []
        who = reader(who, random_order(view.rows, view.cols, 0), iter(in_hand))
        for cell in in_hand:
            who.move(with_code(seen, cell, COVERED), rng)
    while True:
        reason = as_reason(who.move(seen, rng), seen, iter(()))
        if seen[reason.cell] != COVERED:
            raise IllegalMove(f"it would move at {reason.cell}, which is not covered")
        if isinstance(reason.move, Open) or reason.cell not in flags:
            return reason, seen
        seen = with_code(seen, reason.cell, FLAG)


def with_code(view: View, cell: Cell, code: int) -> View:
    """The view with one cell changed."""
    codes = view.codes.copy()
    codes[cell] = code
    return View(codes, view.mines, lives=view.lives)


def own_reason(game: Game, move: Move) -> Reason:
    """The cheapest proof of the player's own move; without one, an opening is a guess.

    Nothing is proved while there is a wrong flag.
    """
    view, cell, is_mine = game.view, move.cell, isinstance(move, Flag)
    known = odds_of(view) if game.status.wrong_flags == 0 else None
    if known is None or not known.exact or known.risk[cell] != is_mine:
        return Deduction(cell, True, "own") if is_mine else Guess(cell, "given")
    position = Position(view)
    for name in PROOFS:
        look = METHODS[name].exhaustive or METHODS[name]
        for proof in look(position):
            if proof.cell == cell:
                return proof
    return prove(view, cell, "exact", view.mines)


def aim_of(rules: Rules, board: Board) -> str:
    """When a game ends, for somebody who does not know the rules."""
    aim = "open or flag every cell" if rules.goal == "mark" else "open every cell without a mine"
    if rules.lives is None:
        mine = "A mine does not end the game"
    elif board.gold is not None:
        mine = "A mine costs a life, gold brings one"
    else:
        mine = "A mine costs a life" if rules.lives > 1 else "The first mine ends the game"
    return f"To finish, {aim}. {mine}."


def opened_one(cell: Cell, code: int) -> str:
    what = {BLAST: "a mine", GOLD: "gold"}.get(code, f"clue {code}")
    return f"You opened {place(cell)}: {what}."


def opened_around(cell: Cell, codes: list[int]) -> str:
    blasts = codes.count(BLAST)
    mines = f", {word(blasts)} with a mine" if blasts else ""
    return f"You opened {word(len(codes))} {noun('cell', len(codes))} around {place(cell)}{mines}."


def taken(risks: list[Risk]) -> str:
    """What openings risked, beside the least possible; of several, the one with most extra risk."""
    risk = max(risks, key=lambda risk: (risk.taken - risk.least, risk.taken))
    several = len(risks) > 1
    this, least = percent(risk.taken), percent(risk.least)
    if not risk.exact:
        return f"Risk about {this}, the least about {least}: too large to solve exactly."
    if risk.taken == 0:
        return f"Risk 0%: {'all were' if several else 'it was'} provably safe."
    lead = "The greatest risk was" if several else "Risk"
    if risk.taken < risk.least + TIE:
        return f"{lead} {this}, the least possible."
    if this == least:
        return f"{lead} {this}, close to the least possible."
    return f"{lead} {this}; the least possible was {least}."


class Playground:
    """Games that a person plays, one after another; playground.js shows them in a notebook."""

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
        """The agent that gives hints."""
        self.shows_odds = False
        self.answered = 0
        """How many messages from the page have been answered."""
        self._widget: Any = None
        self.game = OwnGame(self._drawn(rules, size, seed) if board is None else board, rules)
        _ = self.game.odds  # compiled now rather than at the first click

    def _drawn(self, rules: Rules, size: tuple[int, int, int], seed: int) -> Board:
        """The board with this size and seed, or the map that the rules want."""
        if rules.opening is not None:
            return daggers_map(self.level, seed=seed)
        rows, cols, mines = size
        if rules.reach >= 0 and mines == rows * cols:
            raise ValueError(
                f"mines must be at most {rows * cols - 1}, since the {rules.name} rules keep the "
                f"first opening safe, not {mines}"
            )
        return Board.random(rows, cols, mines=mines, seed=seed)

    @property
    def view(self) -> View:
        """What is open; flags are not part of it."""
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
        """Open everything around a clue whose mines are all flagged or gone off."""
        self.game.chord(cell)
        self._tell()

    def hint(self, agent: str | None = None) -> Hint:
        """The next move of an agent, with its reason; from now on `agent` gives the hints."""
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
        """Take back the last action; an opening that is taken back is counted."""
        self.game.undo()
        self._tell()

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
        rules = rules or self.game.rules
        check_no_size(rules, "", rows=rows, cols=cols, mines=mines)
        asked = zip((rows, cols, mines), self.size, strict=True)
        size = check_size(*(before if side is None else side for side, before in asked))
        self.game = OwnGame(self._drawn(rules, size, seed), rules)
        self.size, self.seed = size, seed
        self._tell()

    def show_odds(self, on: bool) -> None:
        """Show the risk of each covered cell, or hide it."""
        self.shows_odds = check_yes_or_no("on", on)
        self._tell()

    def replay(self) -> Playback:
        """The game in the player. This shows the board, so a game that is not over ends here."""
        self.game.show_board()
        self._tell()
        return player(self.record)

    def receive(self, message: object) -> dict[str, str] | None:
        """Do what the page asks for; a message that makes no sense changes nothing but `said`."""
        self.answered += 1
        try:
            act, checked = asked_for(message, ACTIONS)
            done = act(self, checked)
        except ValueError as refusal:
            self.game.said = as_sentence(refusal)
            self._tell()
            return None
        return {"replay": done.html} if isinstance(done, Playback) else None

    def _tell(self) -> None:
        """Tell the page what has changed."""
        if self._widget is not None:
            self._widget.state = self.state

    @property
    def state(self) -> dict[str, Any]:
        """All that the page is told."""
        game, cols = self.game, self.game.board.cols
        return {
            "rows": game.board.rows,
            "cols": cols,
            "size": None if game.rules.opening else self.size,
            "most": MAX_SIDE,
            "about": about(game.board) if game.rules.opening else "",
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
        """The live widget; made when it is first shown."""
        if self._widget is None:
            self._widget = live_class(page_script())(state=self.state)
            self._widget.on_msg(self._on_message)
        return self._widget

    def _on_message(self, widget: Any, message: object, buffers: object) -> None:
        reply = self.receive(message)
        if reply is not None:
            widget.send(reply)

    @property
    def picture(self) -> Picture:
        """The position, for where no widget can be shown."""
        return draw(View(self.game.codes))

    def _ipython_display_(self) -> None:
        display_widget(self)
        display_still(self, self.picture.image)

    def __repr__(self) -> str:
        return f"<Playground {about(self.game.board)}, {self.game.rules.name} rules>"


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


def page_script() -> str:
    """playground.js with its style sheet and shapes."""
    css = style_sheet(
        lambda theme: method_shades(METHOD_COLOURS, theme) | risk_shades(theme),
        "live.css",
        "playground.css",
    )
    glyphs = {name: GLYPHS[name] for name in SHOWN}
    return live_script("playground", CSS=css, GLYPHS=glyphs, SIZES=CELL_SIZES)


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
        "words": words_of(explain(reason, seen, looked_back)),
        "marks": marks_of(reason, seen.cols),
    }
