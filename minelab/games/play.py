"""The only place where a board and an agent meet.

`play` plays one game and remembers it; `play_many` plays the games of one key, a row each.
Either plays agents of the catalogue with the engine; `play` also plays their readable form and
agents written in plain Python, move by move through a Game.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_list, check_text, check_whole, check_yes_or_no, shown
from minelab.agents import guesses as guess_rules
from minelab.agents.catalogue import Agent, Player, Reader, agent, reader
from minelab.agents.guesses import next_covered
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import Game, IllegalMove
from minelab.boards.grid import MAX_ROWS, Cell, check_cell, check_size
from minelab.boards.rules import REPORT, Rules, Status, check_rules
from minelab.boards.view import Flag, Move, Open, View
from minelab.games.compiled import (
    GUESS_RULES,
    METHODS,
    STATUS,
    Orders,
    named_counts,
    orders,
    rule_codes,
)
from minelab.games.record import Record, Setting, Turn, check_counters, count_reasons
from minelab.inference.methods import prove
from minelab.inference.position import Position, clue_constraint
from minelab.inference.reasons import Constraint, Deduction, Guess, Reason, check_reason

if TYPE_CHECKING:
    import pandas as pd

SEEN = 1
"""The place of what is seen in the engine's workspace."""


def play(
    board: Board,
    agent: str | Agent | Player | type[Player],
    *,
    seed: int = 0,
    rules: Rules = REPORT,
    first: Cell | None = None,
    guesses: Iterable[Cell] = (),
    engine: bool = True,
) -> Record:
    """Play one game and remember it.

    board: the board to play on.
    agent: the name of an agent, an Agent, or a Player (a class is made anew for the game).
    seed: the game's own random order of cells, in which it guesses.
    rules: REPORT unless said otherwise.
    first: the cell of the first guess.
    guesses: when the agent must guess, the next covered cell of this list, afterwards its
        own rule.
    engine: False plays the readable form of an agent.

    >>> record = play(Board.random(10, 10, mines=20, seed=7), "basic", seed=0)
    >>> same = play(Board.random(10, 10, mines=20, seed=7), "basic", seed=0, engine=False)
    >>> (record.score, record.guesses) == (same.score, same.guesses)
    True
    """
    if not isinstance(board, Board):
        raise ValueError(f"board must be a Board, not {shown(board)}")
    check_rules(rules)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    listed = check_list("guesses", guesses, "cells")
    given = [check_cell("guesses", cell, board.rows, board.cols) for cell in listed]
    check_yes_or_no("engine", engine)
    if first is not None:
        first = check_cell("first", first, board.rows, board.cols)
        given.insert(0, first)
    chosen = resolve(agent)
    told = bool(chosen.told)
    setting = Setting(board, chosen.name, rules, seed, told, first, tuple(given))
    plain = board.gold is None and rules.opening is None  # the engine knows neither
    if isinstance(chosen, Agent) and chosen.compiled_on(board.mines.size) and engine and plain:
        return play_compiled(setting, chosen, given)
    if isinstance(chosen, Agent):
        order = random_order(board.rows, board.cols, seed)
        return play_by_moves(setting, reader(chosen, order, iter(given)), iter(()))
    return play_by_moves(setting, chosen, iter(given))


def play_again(record: Record, *, engine: bool = True) -> Record:
    """The game of a record played anew, from what the record says that it was played with.

    The two are equal unless the record was changed, or made by other code or in the other form.
    So of a record from a stranger this tells whether its reasons are those of its agent.

    >>> played = play(Board.random(5, 5, mines=5, seed=1), "charles", first=(2, 2))
    >>> play_again(played) == played
    True
    """
    if not isinstance(record, Record):
        raise ValueError(f"record must be a Record, not {shown(record)}")
    setting = record.setting
    given = setting.guesses[setting.first is not None :]  # the first cell is one of them
    return play(
        setting.board, setting.agent, seed=setting.seed, rules=setting.rules, first=setting.first,
        guesses=given, engine=engine,
    )  # fmt: skip


def resolve(who: object) -> Agent | Player:
    """An agent from its name; a Player from its class."""
    if isinstance(who, type) and issubclass(who, Player):
        who = who()
    if isinstance(who, Player):
        check_text("name of the player", who.name)
        return who
    if isinstance(who, str):
        return agent(who)
    if not isinstance(who, Agent):
        raise ValueError(f"agent must be a name, an Agent or a Player, not {shown(who)}")
    return who


def random_order(rows: int, cols: int, seed: int) -> list[Cell]:
    """A game's own random order of all its cells."""
    from minelab.engine.chance import shuffle

    order = np.arange(rows * cols, dtype=np.int32)
    shuffle(order, seed)
    return [(int(cell) // cols, int(cell) % cols) for cell in order]


def play_by_moves(setting: Setting, player: Player, given: Iterator[Cell]) -> Record:
    """Ask a player for one move after the other."""
    game = Game(setting.board, setting.rules, told=setting.told)
    rng = np.random.default_rng(setting.seed)
    turns: list[Turn] = []
    if setting.rules.opening is not None:
        promised = promise(game.view, setting.rules.opening)
        turns.append(Turn(1, promised, game.play(promised.move)))
    while not game.over:
        view = game.view
        reason = as_reason(player.move(view, rng), view, given, trusted=isinstance(player, Reader))
        turns.append(Turn(len(turns) + 1, reason, game.play(reason.move)))
    player.finish(game.view)
    if not isinstance(player.counters, Mapping):
        raise ValueError(f"counters must be names with numbers, not {shown(player.counters)}")
    counters = check_counters({**player.counters, **count_reasons(turns)}, turns)
    return Record(setting, game.status, counters, lambda: tuple(turns))


def promise(view: View, cell: Cell) -> Deduction:
    """The rules say of the cell that they open first: neither it nor a neighbour is a mine."""
    said = Constraint(frozenset({cell, *view.neighbours(cell)}), 0)
    return Deduction(cell, False, "rules", (said,))


def as_reason(
    answer: Move | Reason, view: View, given: Iterator[Cell], *, trusted: bool = False
) -> Reason:
    """What a player answered, as a reason; a guess gives way to the next given cell.

    trusted: its deductions are ours, or checked already.
    """
    reason: object = answer
    if isinstance(answer, Flag):
        reason = Deduction(answer.cell, is_mine=True, method="player")
    elif isinstance(answer, Open):
        reason = Guess(answer.cell, rule="player")
    if not isinstance(reason, Deduction | Guess):
        raise ValueError(f"move must give an Open, Flag, Deduction or Guess, not {shown(answer)}")
    try:
        if isinstance(reason, Guess) or not trusted:
            reason = check_reason(reason, view.rows, view.cols)
    except ValueError as error:
        # The answer is not printed whole: its proof may be as long as one likes.
        what = f"{type(answer).__name__} of {shown(answer.cell)}"
        raise IllegalMove(f"a player cannot answer with the {what}: {error}") from None
    if isinstance(reason, Guess) and (cell := next_covered(given, view)) is not None:
        return Guess(cell, "given")
    return reason


class EngineGame(NamedTuple):
    """A game as the engine leaves it."""

    status: Status
    counters: dict[str, int]
    moves: NDArray[np.int32]
    """A row a move: the cell, padded; whether it was flagged; the method or rule; the source."""
    codes: NDArray[np.int8]
    """What the engine saw in the end."""


def play_compiled(setting: Setting, agent: Agent, given: list[Cell]) -> Record:
    """Play with the engine; the turns are put together when somebody asks for them."""
    status, counters, moves, _ = engine_game(setting, agent, given)
    if agent.until == "near":  # its proofs rest on what it noted on the way
        order = random_order(setting.board.rows, setting.board.cols, setting.seed)
        player = reader(agent, order, iter(given))
        return Record(
            setting, status, counters, lambda: play_by_moves(setting, player, iter(())).turns
        )
    return Record(setting, status, counters, lambda: turns_from_log(setting, agent, moves))


def engine_game(setting: Setting, agent: Agent, given: list[Cell]) -> EngineGame:
    """One game of the engine, with its log."""
    from minelab.engine import play as engine
    from minelab.engine import state

    board, rules = setting.board, setting.rules
    rows, cols = board.rows, board.cols
    space = engine.workspace(rows, cols, [r * cols + c for r, c in given], log=True)
    layout, count, log = space[engine.LAYOUT], space[engine.COUNT], space[engine.LOG]
    layout[:] = board.mines.reshape(-1)
    plan, methods, *spaces = orders(agent, rows, cols)
    room = engine.play_game(
        rows, cols, board.n_mines, board.seed, setting.seed, plan, methods, rule_codes(rules),
        space, *spaces,
    )  # fmt: skip
    check_room(room, board.n_mines, rows, cols)
    check_equations(spaces)
    counts = {name: int(values[0]) for name, values in named_counts(count[np.newaxis]).items()}
    status = Status(
        n_cells=rows * cols,
        n_mines=board.n_mines,
        lives=None if rules.lives is None else counts["lives"],
        opened=counts["opened"],
        blasts=counts["blasts"],
        right_flags=counts["flagged"] - counts["wrong_flags"],
        wrong_flags=counts["wrong_flags"],
    )
    counters = {name: n for name, n in counts.items() if name not in STATUS}
    seen = space[SEEN][: (rows + 4) * (cols + 2)].reshape(rows + 4, cols + 2)
    return EngineGame(status, counters, log[: count[state.N_LOG]].copy(), seen[2:-2, 2:].copy())


def turns_from_log(setting: Setting, agent: Agent, moves: NDArray[np.int32]) -> tuple[Turn, ...]:
    """The engine's moves made again on a Game, with the reasons that the readable form gives."""
    from minelab.engine import state

    game = Game(setting.board, setting.rules, told=setting.told)
    mines = setting.board.n_mines if "methods" in agent.told else None
    cols = setting.board.cols
    turns = []
    # A proof that was found some moves before it was used is given for the view of that moment.
    looks = {-1 - source for _, _, code, source in moves.tolist() if source < 0}
    views: dict[int, View] = {}
    for made, (i, _, code, source) in enumerate(moves.tolist()):
        if made in looks:
            views[made] = game.view
        reason: Reason
        if code >= state.GIVEN:
            rule = GUESS_RULES[code - state.GIVEN]
            reason = guess_reason(rule, unpad(i, cols), game, setting.seed)
            views = {}
        elif source >= 0:
            because = clue_constraint(game.codes, unpad(source, cols))
            reason = Deduction(unpad(i, cols), because.mines > 0, "single", (because,))
        else:
            name = next(str(m) for m in agent.asked if str(m).startswith(METHODS[code]))
            try:
                reason = prove(game.view, unpad(i, cols), name, mines)
            except LookupError:
                reason = prove(views[-1 - source], unpad(i, cols), name, mines)
        turns.append(Turn(made + 1, reason, game.play(reason.move)))
    return tuple(turns)


def guess_reason(rule: str, cell: Cell, game: Game, seed: int) -> Guess:
    """A guess of the engine, with the chance that its rule claims."""
    if rule in ("given", "random", "corner"):
        return Guess(cell, rule)
    board = game.board
    order = random_order(board.rows, board.cols, seed) if rule == "average-lot" else []
    guess = guess_rules.GUESS_RULES[rule](Position(game.view), order)
    assert guess.cell == cell, "the engine and the readable form follow one rule"
    return guess


def unpad(i: int, cols: int) -> Cell:
    """The cell with this index in the engine's padded arrays."""
    return i // (cols + 2) - 2, i % (cols + 2) - 2


def check_room(room: bool, mines: int, rows: int, cols: int) -> None:
    if not room:
        raise ValueError(
            f"mines must leave room for a protected first click: {mines} on {rows} x {cols} do not"
        )


def check_equations(spaces: list[Any]) -> None:
    """Refuse games in which there was no room for all equations, and something may be missing."""
    from minelab.engine import equations

    eq_space = spaces[Orders._fields.index("equations") - 2]
    if eq_space is not None and eq_space[3][equations.FULL]:
        raise RuntimeError("the equations of a game did not fit; please report this board")


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
    """Play many games with the engine, one row each.

    games: how many, or the range of their numbers; a game's key is (seed, rows, cols, mines,
        number), so any part of a longer run can be made by itself.

    >>> table = play_many("basic", 10, 10, mines=20, games=50, seed=1)
    >>> float(table["score"].mean().round(3))
    0.881
    """
    import pandas as pd

    rows, cols = check_size(rows, cols)
    mines = check_whole("mines", mines, 0, rows * cols)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    check_rules(rules)
    if rules.opening is not None:
        raise ValueError(f"rules must leave the first cell to the agent, not {rules.name!r}")
    chosen = resolve(agent)
    if not isinstance(chosen, Agent) or not chosen.compiled_on(rows * cols):
        raise ValueError(f"agent must be one that the engine can play, not {agent!r}")
    numbers = games if isinstance(games, range) else range(check_whole("games", games, 0, MAX_ROWS))
    if numbers.step != 1 or not 0 <= numbers.start <= numbers.stop <= MAX_SEED:
        raise ValueError(f"games must be a count or a range in steps of 1, not {games!r}")
    check_whole("games", len(numbers), 0, MAX_ROWS)
    counts, seeds = run_batch(chosen, rows, cols, mines, numbers, seed, rules, first)
    table = named_counts(counts)
    score, won = score_games(rules, rows * cols, mines, table)
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


def run_batch(
    agent: Agent,
    rows: int,
    cols: int,
    mines: int,
    numbers: range,
    seed: int,
    rules: Rules,
    first: Cell | None,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The counters and the seeds of the games with these numbers."""
    from minelab.engine import play as engine
    from minelab.engine import state

    forced = []
    if first is not None:
        r, c = check_cell("first", first, rows, cols)
        forced = [r * cols + c]
    counts = np.empty((len(numbers), state.N_COUNTERS), np.int64)
    seeds = np.empty((len(numbers), 2), np.int64)
    plan, methods, *spaces = orders(agent, rows, cols)
    failed = engine.play_batch(
        counts, seeds, numbers.start, seed, rows, cols, mines, plan, methods, rule_codes(rules),
        engine.workspace(rows, cols, forced), *spaces,
    )  # fmt: skip
    check_room(failed < 0, mines, rows, cols)
    check_equations(spaces)
    return counts, seeds


def score_games(
    rules: Rules, n_cells: int, mines: int, table: dict[str, NDArray[np.int64]]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """`Rules.score` and `Rules.won` for a whole table at once."""
    if rules.goal == "open":
        won = (table["opened"] == n_cells - mines) & (table["lives"] != 0)
        return won.astype(float), won
    won = (table["blasts"] == 0) & (table["wrong_flags"] == 0)
    if mines == 0:
        return (table["wrong_flags"] == 0).astype(float), won
    return np.maximum(0, (table["flagged"] - 2 * table["wrong_flags"]) / mines), won
