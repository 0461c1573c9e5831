"""Agents played by the engine: names on our side, codes and arrays on the engine's."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from minelab.agents.catalogue import Agent, agent
from minelab.agents.champion import FORMS, lookahead_space, rollout_space
from minelab.agents.guesses import CHOSEN_BY, GUESS_RULES
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import COVERED, Cell, check_cell
from minelab.boards.rules import REPORT, Rules, Status
from minelab.boards.view import View
from minelab.games.record import Setting, Turn
from minelab.inference.methods import METHODS, family, prove
from minelab.inference.odds import MOST_STATES, is_large
from minelab.inference.position import Position, clue_constraint
from minelab.inference.reasons import Deduction, Guess, Reason

NAME_OF_CODE = {
    row.code: name
    for name, row in sorted(METHODS.items(), key=lambda item: item[1].code or 0)
    if row.code is not None and name == family(name)
}
"""The methods of the engine by code; their variants are counted with them."""
IN_EVERY_TABLE = range(8)
"""The codes of methods that have a column in every table; a younger one only where it is used."""

STATUS = ("blasts", "wrong_flags", "lives", "opened", "flagged")
"""Counters that are part of a game's status."""


def plan_of(agent: Agent, rows: int, cols: int) -> tuple[Any, Any]:
    """An agent as the engine plays it: a `Plan`, and the `Spaces` for boards of one size."""
    from minelab.engine import exact, methods, play

    until = {"stuck": play.STUCK, "once": play.ONCE, "around": play.RECURSIVE}[agent.until]
    codes = [METHODS[str(method)].code for method in agent.asked[1:]]
    knows_total, by_odds = "methods" in agent.total_for, agent.guess in ("exact", *FORMS)
    large = is_large(rows * cols)
    plan = play.Plan(
        until=until if agent.methods else play.NOTHING,
        methods=np.array(codes, np.int64),
        at_least=max([METHODS[str(method)].at_least for method in agent.methods], default=0),
        knows_total=knows_total or None,
        rule=None if by_odds or agent.guess == "random" else GUESS_RULES[str(agent.guess)].code,
        odds_rule=GUESS_RULES[str(agent.guess)].code if by_odds else None,
        own_look=by_odds and exact.EXACT not in codes,
    )
    needs_odds = by_odds or exact.EXACT in codes or (methods.GROUPS in codes and knows_total)
    spaces = methods.make_spaces(
        rows, cols, codes, knows_total=knows_total, recursive=agent.until == "around",
        n_states=MOST_STATES if needs_odds else 0,
        large=large,
        lookahead=lookahead_space(str(agent.guess), rows, cols)
        if agent.guess in FORMS and not large else None,
        rollouts=rollout_space(str(agent.guess), rows, cols)
        if agent.guess in FORMS and not large else None,
    )  # fmt: skip
    return plan, spaces


def rule_codes(rules: Rules) -> tuple[int, int, int, int]:
    """Rules as the engine reads them: lives, clear_within, cascade, must_mark."""
    lives = -1 if rules.lives is None else rules.lives
    return lives, rules.safe_radius, int(rules.cascade), int(rules.goal == "mark")


def named_counts(agent: Agent, counts: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """The engine's counters of an agent's games by name, one entry per game."""
    from minelab.engine import state

    names = {
        "blasts": state.BLASTS,
        "wrong_flags": state.WRONG_FLAGS,
        "guesses": state.GUESSES,
        "random_picks": state.RANDOM_PICKS,
        "lives": state.LIVES,
        "opened": state.OPENED,
        "flagged": state.FLAGGED,
    }
    used = {family(str(method)) for method in agent.methods}
    for code, method in NAME_OF_CODE.items():
        if code in IN_EVERY_TABLE or method in used:
            names[f"deduced_{method}"] = state.DEDUCED + code
    names |= {"assumptions": state.ASSUMPTIONS, "nodes": state.NODES, "work": state.WORK}
    return {name: counts[:, column] for name, column in names.items()}


def random_order(rows: int, cols: int, seed: int) -> list[Cell]:
    """A game's own random order of all its cells."""
    from minelab.engine.chance import shuffle

    order = np.arange(rows * cols, dtype=np.int32)
    shuffle(order, seed)
    return [(int(cell) // cols, int(cell) % cols) for cell in order]


class EngineGame(NamedTuple):
    """A game as the engine leaves it."""

    status: Status
    counters: dict[str, int]
    moves: NDArray[np.int32]
    """One row per move: the cell, padded; whether it was flagged; method or rule; the source."""
    codes: NDArray[np.int8]
    """What the engine saw in the end."""


def engine_game(setting: Setting, agent: Agent, given: list[Cell]) -> EngineGame:
    """One game of the engine, with its log."""
    from minelab.engine import state
    from minelab.engine.play import AS_GIVEN

    board, rules = setting.board, setting.rules
    rows, cols = board.rows, board.cols
    forced = [r * cols + c for r, c in given]
    game = state.new_game(rows, cols, board.n_mines, rule_codes(rules), forced, log=True)
    game.layout[:] = board.mines.reshape(-1)
    played = run_games(agent, game, np.array([[board.seed, setting.seed]]), AS_GIVEN)
    counts = {name: int(values[0]) for name, values in named_counts(agent, played).items()}
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
    seen = game.seen[: (rows + 4) * (cols + 2)].reshape(rows + 4, cols + 2)
    moves = game.log[: game.count[state.N_LOG]].copy()
    return EngineGame(status, counters, moves, seen[2:-2, 2:].copy())


class Course(NamedTuple):
    """A game of the engine by the reports' rules, cell by cell: a turn settles one cell."""

    codes: NDArray[np.int8]
    """What each cell shows in the end."""
    turns: NDArray[np.int64]
    """The turn that settled it; the first is 1."""
    guesses: NDArray[np.int64]
    """The turns that were guesses."""

    def before(self, turns: NDArray[np.int64]) -> NDArray[np.int8]:
        """What was seen before each of some turns: turn, row, column."""
        return np.where(self.turns < turns[:, np.newaxis, np.newaxis], self.codes, np.int8(COVERED))

    def before_guesses(self) -> NDArray[np.int8]:
        """What was seen before each guess."""
        return self.before(self.guesses)


def course(board: Board, name: str, seed: int) -> Course:
    """A game of an agent of the catalogue without the reasons for its moves, which take time."""
    from minelab.engine import state

    _, _, moves, codes = engine_game(Setting(board, name, REPORT, seed), agent(name), [])
    turns = np.empty(codes.shape, np.int64)
    turns[unpad(moves[:, 0], board.cols)] = np.arange(1, len(moves) + 1)
    return Course(codes, turns, np.flatnonzero(moves[:, 2] >= state.GIVEN) + 1)


def turns_from_log(setting: Setting, agent: Agent, moves: NDArray[np.int32]) -> tuple[Turn, ...]:
    """The engine's moves made again on a Game, with the reasons that the readable form gives."""
    from minelab.engine import state

    game = Game(setting.board, setting.rules, knows_total=setting.knows_total)
    mines = setting.board.n_mines if "methods" in agent.total_for else None
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
            reason = guess_reason(CHOSEN_BY[code], unpad(i, cols), game, setting.seed)
            views = {}
        elif source >= 0:
            because = clue_constraint(game.codes, unpad(source, cols))
            reason = Deduction(unpad(i, cols), because.mines > 0, "single", (because,))
        else:
            name = next(str(m) for m in agent.asked if family(str(m)) == NAME_OF_CODE[code])
            try:
                reason = prove(game.view, unpad(i, cols), name, mines)
            except LookupError:
                reason = prove(views[-1 - source], unpad(i, cols), name, mines)
        turns.append(Turn(made + 1, reason, game.play(reason.move)))
    return tuple(turns)


def guess_reason(rule: str, cell: Cell, game: Game, seed: int) -> Guess:
    """A guess of the engine, with its rule's estimate of the risk."""
    if rule in ("given", "random", "corner"):
        return Guess(cell, rule)
    board = game.board
    order = random_order(board.rows, board.cols, seed) if GUESS_RULES[rule].at_random else []
    guess = GUESS_RULES[rule](Position(game.view), order)
    assert guess.cell == cell, "the engine and the readable form follow one rule"
    return guess


def unpad(i: Any, cols: int) -> Any:
    """The cell with this index in the engine's padded arrays, or the cells with these."""
    return i // (cols + 2) - 2, i % (cols + 2) - 2


def run_games(
    agent: Agent, game: Any, seeds: NDArray[np.int64], start: int, root: int = 0
) -> NDArray[np.int64]:
    """The counters of a game per row of `seeds`, which has the seeds then: see `play_batch`."""
    from minelab.engine import equations, play, state

    counts = np.empty((len(seeds), state.N_COUNTERS), np.int64)
    plan, spaces = plan_of(agent, game.rows, game.cols)
    if play.play_batch(counts, seeds, start, root, plan, game, spaces) >= 0:
        size = f"{game.n_mines} on {game.rows} x {game.cols}"
        raise ValueError(f"mines must leave room for a protected first click: {size} do not")
    if spaces.equations is not None and spaces.equations.tally[equations.FULL]:
        raise RuntimeError("the equations of a game did not fit; please report this board")
    return counts


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
    from minelab.engine.state import new_game

    forced = []
    if first is not None:
        r, c = check_cell("first", first, rows, cols)
        forced = [r * cols + c]
    seeds = np.empty((len(numbers), 2), np.int64)
    game = new_game(rows, cols, mines, rule_codes(rules), forced)
    return run_games(agent, game, seeds, numbers.start, seed), seeds


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
