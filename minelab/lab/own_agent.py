"""Your own agent beside the others, and your own method put to the test.

`add_agent` lets an agent play the boards of a table; `find_mistake` looks for a position in which
a method claims what does not follow from the clues.
"""

import warnings
from itertools import product
from typing import Any, NamedTuple

from minelab._checks import check_one_of, check_whole
from minelab._later import pd
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.rules import PRESETS, Rules
from minelab.boards.view import View
from minelab.games.limits import FAILURES
from minelab.games.play import play, resolve
from minelab.games.record import Record
from minelab.inference.methods import Method, deduce, named_method
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.lab.stats import GAME, POINT, check_columns

SIDE, DENSITIES = 6, (0.15, 0.25, 0.4)
"""The boards on which a method is tested: small, so that all layouts are quickly counted."""


def add_agent(
    games: "pd.DataFrame",
    agent: str | Agent | type[Player],
    *,
    seconds: float | None = None,
    game_seconds: float | None = None,
) -> "pd.DataFrame":
    """A table of games with those of one more agent, on the same boards.

    games: a table of games, as from `sweep` or `load`.
    agent: the name of an agent, an Agent, or a class of Player. It plays every board of the
        table once, with the same order of random guesses.
    seconds, game_seconds: the most time for a move and for a game, as in `play`.

    A game in which the agent fails counts as lost, with score 0, and the others go on; a warning
    says how many failed, why the first did, and how to repeat it.

    Returns the rows of `games` and below them the new ones, with the columns `agent`, `rows`,
    `cols`, `mines`, `density`, `rules`, `board_seed`, `play_seed`, `score`, `won`, `blasts`,
    `wrong_flags`, `guesses`, `random_picks`, `opened` and `flagged`. What only the engine counts,
    such as `work`, is left out.

    >>> from minelab import compare, sweep
    >>> mine = Agent("mine", ("single", "pairs"))
    >>> games = add_agent(sweep(["basic"], 6, 6, mines=[6], boards=50, seed=1), mine)
    >>> compare(games, "basic", "mine")[["n", "difference"]].round(3)
        n  difference
    0  50       0.057
    """
    check_columns(games, ["agent", *POINT, *GAME])
    name = resolve_anew(agent).name
    if name in set(games["agent"]):
        raise ValueError(f"agent must have a name that the table has not yet, not {name!r}")
    for column in ("rows", "cols", "mines", *GAME):
        if games[column].dtype.kind not in "iu":
            kind = games[column].dtype
            raise ValueError(f"games must have whole numbers in the column {column!r}, not {kind}")
    keys = games[[*POINT, *GAME]].drop_duplicates()
    for rules in keys["rules"].unique():
        check_one_of("rules", rules, PRESETS)
    own = play_each(keys, agent, seconds=seconds, game_seconds=game_seconds)
    return pd.concat([games, own], join="inner", ignore_index=True)


def resolve_anew(who: object) -> Agent | Player:
    """As `resolve`, for several games: a class of Player, not an object that remembers the last."""
    if isinstance(who, Player):
        name = type(who).__name__
        raise ValueError(f"agent must be a class, to begin each game anew: {name}, not {name}(...)")
    return resolve(who)


def play_each(
    keys: "pd.DataFrame",
    agent: str | Agent | type[Player],
    rules: Rules | None = None,
    **options: Any,
) -> "pd.DataFrame":
    """The games of an agent on the boards of a table; those in which it fails count as lost.

    rules: by default those that the table names.
    options: those of `play`.
    """
    from minelab._notebook import progress_bar

    name = resolve(agent).name
    rows, failures = [], []
    for key in progress_bar(keys.to_dict("records"), desc=name, unit=" games"):
        try:
            result = measures(play_row(key, agent, rules=rules, **options))
        except FAILURES as error:
            failures.append(error)
            result = measures(error.record) | {"score": 0.0, "won": False}  # type: ignore[union-attr]
        rows.append({"agent": name} | key | result)
    if failures:
        how_many = f"{len(failures)} of {len(rows)} games of {name} failed and count as lost"
        warnings.warn(f"{how_many}. The first: {failures[0]}", stacklevel=3)
    return pd.DataFrame(rows)


COUNTS = ("blasts", "wrong_flags", "guesses", "random_picks", "opened", "flagged")


def play_row(
    row: Any, who: str | Agent | type[Player], *, rules: Rules | None = None, **options: Any
) -> Record:
    """Play the game of a row of a table again, perhaps by another agent.

    rules: by default those that the table names.
    options: those of `play`.
    """
    rows, cols, mines, seed = (int(row[name]) for name in ("rows", "cols", "mines", "board_seed"))
    board = Board.random(rows, cols, mines=mines, seed=seed)
    rules = rules or PRESETS[row["rules"]]
    return play(board, who, seed=int(row["play_seed"]), rules=rules, **options)


def measures(record: Record) -> dict[str, float]:
    """The columns of a record in a table of games."""
    status = record.status
    return {
        "score": record.score,
        "won": record.won,
        "blasts": record.blasts,
        "wrong_flags": record.wrong_flags,
        "guesses": record.guesses,
        "random_picks": record.random_picks,
        "opened": status.opened,
        "flagged": status.right_flags + status.wrong_flags,
    }


class Mistake(NamedTuple):
    """A conclusion that a method draws although the clues don't prove it.

    view: what the method was shown.
    claim: what it concluded.

    >>> mistake = find_mistake(lambda position: [Deduction((0, 0), True, "corner")])
    >>> mistake.claim.cell, mistake.claim.is_mine
    ((0, 0), True)
    """

    view: View
    claim: Deduction


def find_mistake(method: str | Method, *, boards: int = 100, seed: int = 0) -> Mistake | None:
    """A position in which a method concludes what the clues don't prove.

    method: its name, or a function of your own.
    boards: how many boards of 6 x 6 to look at, for each of three densities.
    seed: the number of the first board.

    Returns the first Mistake, with the view and the false claim, or None. The positions are those
    in which `basic` guesses. Each conclusion is checked against all layouts of mines that fit the
    clues; the method does not know the number of mines.

    >>> find_mistake("pairs", boards=5) is None
    True
    """
    look = named_method(method)
    boards = check_whole("boards", boards, 1, 10**6)
    seed = check_whole("seed", seed, 0, MAX_SEED - boards)
    for number, density in product(range(seed, seed + boards), DENSITIES):
        board = Board.random(SIDE, SIDE, density=density, seed=number)
        for view, turn in play(board, "basic", seed=number).replay():
            if turn.method == "guess" and (claims := list(look(Position(view)))):
                proved = {(d.cell, d.is_mine) for d in deduce(view, "groups")}
                for claim in claims:
                    if (claim.cell, claim.is_mine) not in proved:
                        return Mistake(view, claim)
    return None
