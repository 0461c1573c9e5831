"""An agent of one's own beside the others, and a method of one's own put to the test.

`add_agent` lets it play the boards of a table; `find_mistake` looks for a position in which a
method claims what does not follow from the clues.
"""

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from minelab._checks import check_one_of, check_whole, shown
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.rules import PRESETS
from minelab.boards.view import View
from minelab.games.play import play, resolve
from minelab.games.record import Record
from minelab.inference.methods import Method, deduce, named_method
from minelab.inference.position import Position
from minelab.inference.reasons import Deduction
from minelab.lab.stats import GAME, POINT, check_columns

if TYPE_CHECKING:
    import pandas as pd

SIDE, DENSITIES = 6, (0.15, 0.25, 0.4)
"""The boards on which a method is tested: so small that all layouts are soon counted."""


def add_agent(games: "pd.DataFrame", agent: str | Agent | type[Player]) -> "pd.DataFrame":
    """The table with the games of one more agent, on the same boards.

    games: a table of games, as from `sweep` or `load`.
    agent: one of your own, or any other. It meets every board of the table once, with the same
        order of random guesses.

    Columns that only the engine counts, such as `work`, are left out.

    >>> from minelab import compare, sweep
    >>> mine = Agent("mine", ("single", "pairs"))
    >>> games = add_agent(sweep(["basic"], 6, 6, mines=[6], boards=50, seed=1), mine)
    >>> compare(games, "basic", "mine")[["n", "difference"]].round(3)
        n  difference
    0  50       0.057
    """
    import pandas as pd
    from tqdm.auto import tqdm

    check_columns(games, ["agent", *POINT, *GAME])
    if isinstance(agent, Player):
        raise ValueError(f"agent must be a class, to begin each game anew, not {shown(agent)}")
    name = resolve(agent).name
    if name in set(games["agent"]):
        raise ValueError(f"agent must have a name that the table has not yet, not {name!r}")
    for column in ("rows", "cols", "mines", *GAME):
        if games[column].dtype.kind not in "iu":
            kind = games[column].dtype
            raise ValueError(f"games must have whole numbers in the column {column!r}, not {kind}")
    keys = games[[*POINT, *GAME]].drop_duplicates()
    for rules in keys["rules"].unique():
        check_one_of("rules", rules, PRESETS)
    rows = []
    for key in tqdm(
        keys.to_dict("records"), name, unit=" games", delay=2, disable=None, leave=False
    ):
        size = {"mines": key["mines"], "seed": key["board_seed"]}
        board = Board.random(key["rows"], key["cols"], **size)
        record = play(board, agent, seed=key["play_seed"], rules=PRESETS[key["rules"]])
        rows.append({"agent": name} | key | measures(record))
    return pd.concat([games, pd.DataFrame(rows)], join="inner", ignore_index=True)


def measures(record: Record) -> dict[str, float]:
    """What a table of games says of a record."""
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
    """A claim of a method that does not follow from what it was shown."""

    view: View
    claim: Deduction


def find_mistake(method: str | Method, *, boards: int = 100, seed: int = 0) -> Mistake | None:
    """A position in which a method claims what the clues do not prove; None if none was met.

    method: its name, or a function of your own.
    boards: how many boards of 6 x 6 to look at, for each of three densities.
    seed: the first board.

    The positions are those in which `basic` guesses. Each claim is held against all layouts of
    mines that fit the clues; the number of mines is not told.

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
