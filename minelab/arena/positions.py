"""Positions from real games with all that is known of them; and how far another's odds are off.

In each position single clues prove nothing, so there is something to think about. The games are
those of `exact`, which opens what is certain and else the cell of least risk.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minelab._checks import check_list, check_type, check_whole, shown
from minelab._later import pd
from minelab.agents.catalogue import agent
from minelab.agents.champion import consider
from minelab.arena.program import Program, read_odds
from minelab.boards.board import Board
from minelab.boards.game import Game
from minelab.boards.grid import COVERED, Cell
from minelab.boards.rules import PRESETS
from minelab.boards.view import Flag, Open, View
from minelab.games.compiled import engine_game, unpad
from minelab.games.limits import Reported, what_happened
from minelab.games.record import Setting
from minelab.inference.methods import deduce
from minelab.inference.odds import odds
from minelab.lab.difficulty import NEEDS_A_GUESS
from minelab.lab.experiments import load

PLAYER = "exact"
CHEAP = ("subset", "pairs", "assume", "refute")
"""Methods that may prove something where single clues don't, the cheapest first."""
BEGUN = 8
"""One in so many cells must be open: before that, positions are alike."""
DIGITS = 7
EDGES = (0.0, 1e-6, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1 - 1e-6, 1.0)
"""Where the bins of a calibration end."""

Solver: TypeAlias = "Callable[[View], ArrayLike] | Program"


def measure(
    rows: int, cols: int, mines: int, rules: str, numbers: range, seed: int
) -> "pd.DataFrame":
    """A position per number, a row each; none depends on another."""
    return pd.DataFrame([one_of(rows, cols, mines, rules, k, seed) for k in numbers])


def one_of(rows: int, cols: int, mines: int, rules: str, number: int, seed: int) -> dict[str, Any]:
    """A position drawn at random among those of a game; a game without one is drawn again."""
    rng = np.random.default_rng([seed, rows, cols, mines, number])
    while True:
        seeds = rng.integers(2**31, size=2).tolist()
        board = Board.random(rows, cols, mines=mines, seed=seeds[0])
        setting = Setting(board, PLAYER, PRESETS[rules], seeds[1], knows_total=True)
        moves = engine_game(setting, agent(PLAYER), []).moves.tolist()
        stuck = [k for k, (*_, source) in enumerate(moves) if k and source < 0]
        if not stuck:
            continue
        turn = stuck[int(rng.integers(len(stuck)))]
        game = Game(board, PRESETS[rules])
        for i, flagged, *_ in moves[:turn]:
            game.play((Flag if flagged else Open)(unpad(i, cols)))
        view = View(game.codes, mines)
        known = odds(view)
        early = BEGUN * len(view.open) < view.codes.size
        if early or not known.exact or deduce(view, "single"):
            continue
        best = known.safe[0] if known.safe else consider(view).choice.cell
        return {
            "rows": rows, "cols": cols, "mines": mines, "rules": rules, "board_seed": seeds[0],
            "play_seed": seeds[1], "turn": turn + 1, "picture": str(view).replace("\n", "/"),
            "risk": " ".join(map(number_of, known.risk.ravel())), "safe": len(known.safe),
            "mined": len(known.mined), "best_row": best[0], "best_col": best[1],
            "hardness": hardness(view, len(known.safe) + len(known.mined)),
        }  # fmt: skip


def number_of(risk: float) -> str:
    """A risk as a text that is 0 or 1 only if it is certain."""
    short = f"{risk:.{DIGITS}g}"
    return "-" if np.isnan(risk) else short if short not in "01" or risk in (0, 1) else repr(risk)


def hardness(view: View, certain: int) -> str:
    """The cheapest method that proves anything; "guess" if nothing can be proved."""
    if not certain:
        return NEEDS_A_GUESS
    for method in CHEAP:
        if deduce(view, method):
            return method
    by_clues = odds(View(view.codes), density=0.5)  # what is certain is so at any density
    return "groups" if by_clues.safe or by_clues.mined else "exact"


class Sample(NamedTuple):
    """A position of the benchmark set.

    view: what is seen, with the number of mines.
    rules: "classic" or "report".
    risk: the exact chance of a mine in each covered cell, to seven digits; nan elsewhere.
    best: the cell that the champion opens, or the first that is certainly safe.
    hardness: the cheapest method that proves anything, or "guess".
    """

    view: View
    rules: str
    risk: NDArray[np.float64]
    best: Cell
    hardness: str


def positions(n: int | None = None) -> list[Sample]:
    """The benchmark set: 20,000 positions from real games, with exact odds.

    n: only so many, evenly spread over the levels; by default all.

    `ml.load("positions")` is the table behind it, and data/README.md its card.

    >>> [(sample.view.rows, sample.rules) for sample in positions(4)]
    [(9, 'classic'), (16, 'classic'), (16, 'classic'), (10, 'report')]
    """
    table = load("positions")
    if n is not None:
        places = np.linspace(0, len(table), check_whole("n", n, 1, len(table)), endpoint=False)
        table = table.iloc[places.astype(int)]
    return [as_sample(row) for row in table.itertuples()]


def as_sample(row: Any) -> Sample:
    """A row of the table."""
    view = View.parse(row.picture.replace("/", "\n"), mines=int(row.mines))
    best = int(row.best_row), int(row.best_col)
    return Sample(view, row.rules, read_odds(row.risk, view), best, row.hardness)


@dataclass(frozen=True)
class OddsScore:
    """How far a solver's chances are from the exact ones.

    positions, cells: how many it was asked about.
    mean, worst: the mean and the greatest distance of a chance from the exact one.
    missed: the share of provable cells that it does not call certain.
    false: how many cells it calls certain that are not, or are the opposite.
    regret: the mean risk beyond the least, were it to open the cell that it thinks safest.
    calibration: for each range of what it says, the number of cells `n`, the mean of what it
        `says`, and the mean `exact` risk.
    """

    positions: int
    cells: int
    mean: float
    worst: float
    missed: float
    false: int
    regret: float
    calibration: "pd.DataFrame"


def score_odds(solver: Solver, samples: Iterable[Sample] | int = 1000) -> OddsScore:
    """How far another program's chances of mines are off.

    solver: a function that gets a view and returns a chance for each cell, row by row; what it says
        of cells that aren't covered does not count. Or a Program that says `odds`.
    samples: positions, or how many of the benchmark set.

    >>> score_odds(lambda view: odds(view).risk, 8).worst < 1e-6
    True
    """
    listed: Sequence[Sample]
    if not callable(solver) and not isinstance(solver, Program):
        raise ValueError(f"solver must be a function of a view or a Program, not {shown(solver)}")
    if isinstance(samples, Integral):
        listed = positions(samples)  # type: ignore[arg-type]
    else:
        listed = check_list("samples", samples, "positions")
    for sample in listed:
        check_type("samples", sample, Sample)
    if not listed:
        raise ValueError("samples must be at least one position")
    said, exact, regrets = [], [], []
    for sample in listed:
        covered = sample.view.codes == COVERED
        chances = chances_of(solver, sample, covered)
        said.append(chances)
        exact.append(sample.risk[covered])
        regrets.append(exact[-1][np.argmin(chances)] - exact[-1].min())
    says, truth = np.concatenate(said), np.concatenate(exact)
    provable, certain = np.isin(truth, (0, 1)), np.isin(says, (0, 1))
    away = np.abs(says - truth)
    bins = pd.cut(pd.Series(says), EDGES, include_lowest=True)
    table = pd.DataFrame({"says": says, "exact": truth}).groupby(bins, observed=True)
    calibration = table.mean().assign(n=table.size()).rename_axis("range").reset_index()
    return OddsScore(
        len(listed), len(says), float(away.mean()), float(away.max()),
        float((provable & ~certain).sum() / max(1, provable.sum())),
        int((certain & (says != truth)).sum()), float(np.mean(regrets)), calibration,
    )  # fmt: skip


def chances_of(solver: Solver, sample: Sample, covered: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What a solver says about the covered cells of a position."""
    if isinstance(solver, Program):
        solver.begin(sample.rules)
        try:
            solver.move(sample.view, np.random.default_rng(0))
        except Reported as error:
            raise ValueError(f"{solver.name} failed: {what_happened(error)}") from None
        solver.finish(sample.view)
        answer: Any = solver.odds
        if answer is None:
            raise ValueError(f"{solver.name} says no odds before its move")
    else:
        answer = solver(sample.view)
    try:
        chances = np.asarray(answer, dtype=float).reshape(covered.shape)[covered]
    except (TypeError, ValueError, OverflowError):
        size = f"{covered.shape[0]} x {covered.shape[1]}"
        raise ValueError(
            f"solver must give a number for each of {size} cells, not {shown(answer)}"
        ) from None
    if not np.all((chances >= 0) & (chances <= 1)):
        raise ValueError(f"solver must give chances from 0 to 1, not {shown(answer)}")
    return chances
