"""Where a board and an agent meet.

`play` plays one game and remembers it; `play_many` plays many, one row each. Both play agents of
the catalogue with the engine; `play` also plays their readable form and agents written in plain
Python, move by move through a Game. A Game refuses an illegal move; `play_by_moves` catches it and
blames the agent (`blame` in limits.py).
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from inspect import isabstract

import numpy as np

from minelab._checks import (
    check_list,
    check_numbers,
    check_text,
    check_type,
    check_whole,
    check_yes_or_no,
    shown,
)
from minelab._later import pd
from minelab.agents.catalogue import Agent, agent
from minelab.agents.guesses import next_covered
from minelab.agents.players import Player, Reader, reader
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import Game, IllegalMove
from minelab.boards.grid import MAX_ROWS, Cell, check_cell, check_size
from minelab.boards.rules import REPORT, Rules
from minelab.boards.view import Flag, Move, Open, View
from minelab.games import compiled
from minelab.games.limits import UNLIMITED, Limits, OutOfTime, Stopwatch, blame
from minelab.games.record import Record, Setting, Turn, check_counters, count_reasons
from minelab.inference.reasons import Constraint, Deduction, Guess, Reason, check_reason


def play(
    board: Board,
    agent: str | Agent | Player | type[Player],
    *,
    seed: int = 0,
    rules: Rules = REPORT,
    first: Cell | None = None,
    guesses: Iterable[Cell] = (),
    engine: bool = True,
    seconds: float | None = None,
    game_seconds: float | None = None,
) -> Record:
    """Play one game and remember it.

    board: the board to play on.
    agent: the name of an agent (`ml.catalogue()`), an Agent, or a Player or its class.
    seed: chooses the game's own random order of cells, which decides random guesses.
    rules: REPORT by default; CLASSIC is the ordinary game.
    first: the cell to guess first.
    guesses: cells to guess, in this order, before the agent's own rule is asked.
    engine: False plays the readable form of an agent instead of the compiled one.
    seconds, game_seconds: the most time that a move, or all of them, may take; any by default. A
        call into compiled code ends before it is stopped; what the engine plays is not watched.

    Returns a Record. An agent that fails raises an AgentError with the game so far; its illegal
    moves are an IllegalMove, and flags that no layout fits a Contradiction, with the same in it.

    >>> record = play(Board.random(10, 10, mines=20, seed=7), "basic", seed=0)
    >>> same = play(Board.random(10, 10, mines=20, seed=7), "basic", seed=0, engine=False)
    >>> (record.score, record.guesses) == (same.score, same.guesses)
    True
    """
    check_type("board", board, Board)
    check_type("rules", rules, Rules)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    listed = check_list("guesses", guesses, "cells")
    given = [check_cell("guesses", cell, board.rows, board.cols) for cell in listed]
    check_yes_or_no("engine", engine)
    if first is not None:
        first = check_cell("first", first, board.rows, board.cols)
        given.insert(0, first)
    limits = Limits(seconds, game_seconds).check()
    chosen = resolve(agent)
    knows_total = bool(chosen.total_for)
    setting = Setting(board, chosen.name, rules, seed, knows_total, first, tuple(given))
    plain = board.gold is None and rules.opening is None  # the engine knows neither
    if isinstance(chosen, Agent) and chosen.compiled_on(board.mines.size) and engine and plain:
        return play_compiled(setting, chosen, given)
    if isinstance(chosen, Agent):
        order = compiled.random_order(board.rows, board.cols, seed)
        return play_by_moves(setting, reader(chosen, order, iter(given)), iter(()), limits, agent)
    return play_by_moves(setting, chosen, iter(given), limits, agent)


def play_again(record: Record, *, engine: bool = True) -> Record:
    """Play the game of a record again, with the same board, agent, rules and seed.

    The new record equals the old one unless the old one was changed, or made by other code or in
    the other form. So this tells whether the reasons in a stranger's record are its agent's own.

    record: the game to play again.
    engine: False plays the readable form of the agent.
    Returns the Record of the new game.

    >>> played = play(Board.random(5, 5, mines=5, seed=1), "charles", first=(2, 2))
    >>> play_again(played) == played
    True
    """
    check_type("record", record, Record)
    setting = record.setting
    given = setting.guesses[setting.first is not None :]  # the first cell is one of them
    return play(
        setting.board, setting.agent, seed=setting.seed, rules=setting.rules, first=setting.first,
        guesses=given, engine=engine,
    )  # fmt: skip


def resolve(who: object) -> Agent | Player:
    """An agent from its name; a Player from its class."""
    if isinstance(who, type) and issubclass(who, Player):
        if isabstract(who):
            raise ValueError(f"{who.__name__} has no method move(self, view, rng)")
        who = who()
    if isinstance(who, Player):
        check_text("name of the player", who.name)
        return who
    if isinstance(who, str):
        return agent(who)
    if not isinstance(who, Agent):
        hint = ""
        if isinstance(who, type) and hasattr(who, "move"):
            hint = f"; write class {who.__name__}(ml.Player)"
        raise ValueError(f"agent must be a name, an Agent or a Player, not {shown(who)}{hint}")
    return who


def play_by_moves(
    setting: Setting,
    player: Player,
    given: Iterator[Cell],
    limits: Limits = UNLIMITED,
    who: object = None,
) -> Record:
    """Ask a player for one move after another.

    who: the agent as the caller named it; an error names it so too.
    """
    game = Game(setting.board, setting.rules, knows_total=setting.knows_total)
    rng = np.random.default_rng(setting.seed)
    turns: list[Turn] = []
    own: Mapping[str, int] = {}
    if setting.rules.opening is not None:
        promised = promise(game.view, setting.rules.opening)
        turns.append(Turn(1, promised, game.play(promised.move)))

    def record() -> Record:
        played, counters = tuple(turns), {**own, **count_reasons(turns)}
        return Record(setting, game.status, counters, lambda: played)

    @contextmanager
    def blaming(*kinds: type[BaseException]) -> Iterator[None]:
        try:
            yield
        except kinds as error:
            blame(error, who or player, limits, record())

    anything = (Exception, SystemExit, OutOfTime)
    with Stopwatch(*limits) as watch:
        with blaming(*anything):
            watch.call(player.begin, setting.rules.name)
        while not game.over:
            view = game.view
            with blaming(*anything):
                answer = watch.call(player.move, view, rng)
                reason = as_reason(answer, view, given, trusted=isinstance(player, Reader))
            with blaming(IllegalMove):
                turns.append(Turn(len(turns) + 1, reason, game.play(reason.move)))
        with blaming(*anything):
            watch.call(player.finish, game.view)
            if not isinstance(player.counters, Mapping):
                what = shown(player.counters)
                raise ValueError(f"counters must be names with numbers, not {what}")
            own = check_counters({**player.counters, **count_reasons(turns)}, turns)
    return record()


def promise(view: View, cell: Cell) -> Deduction:
    """The reason for the first opening under Daggers' rules: no mine is in or around the cell."""
    said = Constraint(frozenset({cell, *view.neighbours(cell)}), 0)
    return Deduction(cell, False, "rules", (said,))


def as_reason(
    answer: Move | Reason, view: View, given: Iterator[Cell], *, trusted: bool = False
) -> Reason:
    """A player's answer as a reason; a guess is replaced by the next given cell.

    trusted: whether its deductions are our own, or checked already.
    """
    reason: object = answer
    if isinstance(answer, Flag):
        reason = Deduction(answer.cell, is_mine=True, method="player")
    elif isinstance(answer, Open):
        reason = Guess(answer.cell, rule="player")
    if not isinstance(reason, Deduction | Guess):
        what = shown(answer)
        hint = "; a return is missing" if answer is None else ""
        if isinstance(answer, list) and answer:
            what, hint = f"a list of {len(answer)}", "; did you mean its first element?"
        if isinstance(answer, tuple) and len(answer) == 2:
            hint = f"; did you mean ml.Open({shown(answer)})?"
        if isinstance(answer, Generator):
            what, hint = "a generator", "; write return instead of yield"
        if isinstance(answer, type) and issubclass(answer, Open | Flag | Deduction | Guess):
            what, hint = "the class itself", f"; did you mean ml.{answer.__name__}(cell)?"
        raise ValueError(f"move must give an Open, Flag, Deduction or Guess, not {what}{hint}")
    try:
        if isinstance(reason, Guess) or not trusted:
            reason = check_reason(reason, view.rows, view.cols)
    except ValueError as error:
        kind = type(answer).__name__  # the answer is not printed: its proof may be very long
        proof = "its cell is a Deduction, which is a move itself: return that"
        why = proof if isinstance(answer.cell, Deduction) else error
        raise IllegalMove(f"this {kind} can't be played: {why}") from None
    if isinstance(reason, Guess) and (cell := next_covered(given, view)) is not None:
        return Guess(cell, "given")
    return reason


def play_compiled(setting: Setting, agent: Agent, given: list[Cell]) -> Record:
    """Play with the engine; the turns are put together when somebody asks for them."""
    status, counters, moves, _ = compiled.engine_game(setting, agent, given)
    if agent.until == "around":  # its proofs depend on its own notes
        order = compiled.random_order(setting.board.rows, setting.board.cols, setting.seed)
        player = reader(agent, order, iter(given))
        return Record(
            setting, status, counters, lambda: play_by_moves(setting, player, iter(())).turns
        )
    return Record(setting, status, counters, lambda: compiled.turns_from_log(setting, agent, moves))


def play_many(
    agent: str | Agent,
    rows: int,
    cols: int,
    *,
    mines: int,
    games: range | int,
    seed: int,
    rules: Rules = REPORT,
    first: Cell | None = None,
) -> "pd.DataFrame":
    """Play many games with the engine: a table with one row per game.

    agent: the name of an agent, or an Agent that the engine can play.
    rows, cols, mines: the boards.
    games: how many, or the range of their numbers. A game follows from (seed, rows, cols, mines,
        number), so any part of a longer run can be played by itself.
    seed: the same seed gives the same games on every machine.
    rules: REPORT by default.
    first: the cell that is opened first in every game.

    Columns: `agent`, `rows`, `cols`, `mines`, `density`, `rules`; `board_seed` and `play_seed`
    (`play` repeats a game with them); `score`, `won`, `blasts`, `wrong_flags`, `guesses`,
    `random_picks`, `lives` (-1 where they don't count), `opened`, `flagged`; `deduced_METHOD`
    (cells that each method settled); `assumptions`, `nodes` and `work` (what inference cost).

    >>> table = play_many("basic", 10, 10, mines=20, games=50, seed=1)
    >>> float(table["score"].mean().round(3))
    0.881
    """
    rows, cols = check_size(rows, cols)
    mines = check_whole("mines", mines, 0, rows * cols)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    check_type("rules", rules, Rules)
    if rules.opening is not None:
        raise ValueError(f"rules must leave the first cell to the agent, not {rules.name!r}")
    chosen = resolve(agent)
    if not isinstance(chosen, Agent) or not chosen.compiled_on(rows * cols):
        raise ValueError(
            f"agent must be one that the engine can play, not {agent!r}; ml.sweep takes any"
        )
    numbers = check_numbers("games", games, MAX_ROWS, MAX_SEED)
    counts, seeds = compiled.run_batch(chosen, rows, cols, mines, numbers, seed, rules, first)
    table = compiled.named_counts(chosen, counts)
    score, won = compiled.score_games(rules, rows * cols, mines, table)
    if rules.lives is None:
        table["lives"] = np.full(len(numbers), -1)
    return pd.DataFrame(
        {
            "agent": chosen.name,
            "rows": rows,
            "cols": cols,
            "mines": mines,
            "density": mines / (rows * cols),
            "rules": rules.name,
            "board_seed": seeds[:, 0],
            "play_seed": seeds[:, 1],
            "score": score,
            "won": won,
        }
        | table
    )
