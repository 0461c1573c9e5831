"""Variants: what the reports would change in their agents and never tried, counted.

COWAN's combined agent asks equations before suppositions, to spare nodes of the slower method
(s2.4); here it also asks them the other way round. IBS would search for contradictions only after
its knowledge has changed substantially (Efficiency); here `refute` waits for so many new
constraints. And COWAN blames the cost of suppositions on the copies they work on (s5); so each
supposition counts the constraints that a copy takes, and those that it changes.
"""

from collections.abc import Callable, Iterator

import pandas as pd

from minelab.agents.catalogue import Agent, agent
from minelab.boards.board import Board
from minelab.boards.grid import Cell
from minelab.inference.methods import Method
from minelab.inference.methods.refute import refute
from minelab.inference.position import Position
from minelab.inference.reasons import Constraint, Deduction
from minelab.inference.suppose import Trial
from minelab.inference.tally import Tally
from minelab.lab.cost import play_counted
from minelab.lab.stats import key_of, share_of

SIDE = 10
COUNTS = ("visits", "pairs", "assumptions", "repeated", "copied", "changed")


def patient(new: int) -> Method:
    """`refute`, which searches only if so many constraints are new since its last search.

    It remembers that search, so each game needs one of its own.
    """
    last: set[Constraint] = set()

    def search(position: Position) -> Iterator[Deduction]:
        now = set(position.constraints.values())
        if len(now - last) >= new:
            last.clear()
            last.update(now)
            yield from refute(position)

    return search


def hyper(new: int) -> Callable[[], Agent]:
    """`ibs-hyper` with a patient `refute`."""
    return lambda: Agent("ibs-hyper", (*agent("ibs").methods, patient(new)))


VARIANTS: dict[str, Callable[[], Agent]] = {
    "equations first": lambda: agent("charles"),
    "CSP first": lambda: Agent("CSP first", ("single", "assume", "subset")),
    "never": lambda: agent("ibs"),
    "always": lambda: agent("ibs-hyper"),
    **{f"after {new}": hyper(new) for new in (1, 2, 5, 10)},
}
"""Agents by name: the order of COWAN's two methods, and when IBS searches for contradictions."""


class Copies(Tally):
    """A tally that also counts what copies cost: constraints copied, constraints changed."""

    def suppose(self, position: Position, cell: Cell, is_mine: bool) -> None:
        """A supposition; its simple form is followed once more, uncounted, to see what changes."""
        super().suppose(position, cell, is_mine)
        before = position.copy()
        before.tally = None
        after = Trial(before, cell, is_mine).position
        self["copied"] += len(before.constraints)
        self["changed"] += len(before.constraints.items() - after.constraints.items())


def measure(variant: str, density: float, boards: range) -> pd.DataFrame:
    """Games of one variant; a row per game.

    boards: the seeds of the boards, which are also the seeds of play.
    """
    rows = []
    for seed in boards:
        board = Board.random(SIDE, SIDE, density=density, seed=seed)
        tally = Copies()
        record = play_counted(board, VARIANTS[variant](), tally, seed=seed)
        rows.append(
            {"agent": variant}
            | key_of(board, seed, record.rules)
            | {"score": record.score, "blasts": record.blasts, "guesses": record.guesses}
            | {count: tally[count] for count in COUNTS}
            | {"work": tally["visits"] + tally["pairs"]}
        )
    return pd.DataFrame(rows)


def beside_better(games: pd.DataFrame, agent: str, a: str, b: str) -> pd.DataFrame:
    """On which share of the boards an agent has fewer guesses, or blasts, than the better of two.

    COWAN hoped that its combined agent would need the minimum of both agents' guesses and find the
    maximum of their mines (s2.4). A row per measure: the shares `fewer`, `equal` and `more`, the
    95% interval of the last, and the number of boards `n`.
    """
    rows = {}
    key = ["rows", "mines", "board_seed", "play_seed"]
    for measure in ("guesses", "blasts"):
        by_agent = games.pivot_table(measure, key, "agent", observed=True)
        more = by_agent[agent] - by_agent[[a, b]].min(axis=1)
        shares = share_of(measure, more < 0), share_of(measure, more == 0), share_of("", more > 0)
        rows[agent, measure] = [*(s.value for s in shares), *shares[2].interval, len(more)]
    columns = ["fewer", "equal", "more", "low", "high", "n"]
    table = pd.DataFrame.from_dict(rows, orient="index", columns=columns)
    return table.set_index(pd.MultiIndex.from_tuples(rows, names=["agent", "measure"]))
