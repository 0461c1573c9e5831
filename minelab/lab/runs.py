"""Runs: one map of Daggers & Gold played again and again, by the engine.

Runs differ only in their random probes. The engine does the passes; the solver gets the view,
and as it always says the same about the same view, it is asked once about each.
"""

from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_whole
from minelab.agents.catalogue import Agent, agent
from minelab.agents.players import PassReader
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import check_opening
from minelab.boards.grid import MAX_ROWS
from minelab.boards.rules import DAGGERS, performance
from minelab.boards.view import View

if TYPE_CHECKING:
    import pandas as pd


def play_runs(
    board: Board, who: str | Agent, *, runs: range | int, seed: int = 0
) -> "pd.DataFrame":
    """Play one map under Daggers' rules, a row per run.

    board: the map.
    who: one of Daggers' agents.
    runs: how many, or the range of their numbers; a run's key is (seed, map, number). Its row
        is given back by `play(board, who, rules=DAGGERS, seed=row.play_seed)`.

    >>> from minelab.boards.maps import daggers_map
    >>> table = play_runs(daggers_map("HARD", seed=1), "dagger-2", runs=100)
    >>> table[["guesses", "sps_cycles", "sat_tests"]].mean().tolist()
    [3.41, 13.81, 63.7]
    """
    import pandas as pd

    chosen = who if isinstance(who, Agent) else agent(who)
    if chosen.until != "passes" or chosen.guess != "random":
        raise ValueError(f"who must be one of Daggers' agents, not {chosen.name!r}")
    check_opening(board, DAGGERS)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    numbers = runs if isinstance(runs, range) else range(check_whole("runs", runs, 0, MAX_ROWS))
    for end in (*numbers[:1], *numbers[-1:]):
        check_whole("runs", end, 0, MAX_SEED)
    check_whole("runs", len(numbers), 0, MAX_ROWS)
    seeds = play_seeds(board, numbers, seed)
    counts = run_engine(board, chosen, seeds)
    table = {"agent": chosen.name, "rows": board.rows, "cols": board.cols, "mines": board.n_mines}
    return pd.DataFrame(table | {"play_seed": seeds} | counts, index=range(len(seeds)))


def play_seeds(board: Board, numbers: range, seed: int) -> NDArray[np.int64]:
    """The seed of each run: of its random order of cells."""
    from minelab.engine.chance import PLAY_SEED, game_seed

    key = (seed, board.rows, board.cols, crc32(str(board).encode()))
    return np.array([game_seed(*key, number, PLAY_SEED) for number in numbers], np.int64)


def run_engine(board: Board, who: Agent, seeds: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """What came of each run, by name."""
    from minelab.engine import daggers, state

    gold = np.zeros(0) if board.gold is None else np.flatnonzero(board.gold)
    run = daggers.new_run(board.rows, board.cols, board.n_mines, gold)
    state.lay_truth(run.game.truth, board.mines.reshape(-1), board.rows, board.cols)
    counts = np.zeros((len(seeds), state.N_COUNTERS), np.int64)
    tallies = np.zeros((len(seeds), daggers.N_TALLY), np.int64)
    told = int(bool(who.told))
    if who.methods == ("single",):
        daggers.play_all(told, seeds, counts, tallies, run)
    else:
        solver = Solver(who, board)
        for k, seed in enumerate(seeds):
            daggers.begin(seed, run)
            cell, mined = daggers.NOT_ASKED, 0
            while daggers.go_on(told, 1, cell, mined, run) == daggers.STUCK:
                cell, mined, tests = solver.ask(run.game.seen)
                run.tally[daggers.TESTS] += tests
                run.tally[daggers.SOLUTIONS] += cell >= 0
            counts[k], tallies[k] = run.game.count, run.tally
    return named(counts, tallies, board)


class Solver:
    """What an agent's solver says about positions, each of which it is asked about once."""

    def __init__(self, who: Agent, board: Board) -> None:
        self.reader = PassReader(who, (), iter(()))
        self.shape = board.mines.shape
        self.mines = board.n_mines
        self.known: dict[bytes, tuple[int, int, int]] = {}

    def ask(self, seen: NDArray[np.int8]) -> tuple[int, int, int]:
        """The cell that is proved, as the engine numbers cells, whether mined, and the tests."""
        key = seen.tobytes()
        if key not in self.known:
            self.known[key] = self.prove(seen)
        return self.known[key]

    def prove(self, seen: NDArray[np.int8]) -> tuple[int, int, int]:
        from minelab.engine.daggers import NO_PROOF

        rows, cols = self.shape
        codes = seen[: (rows + 4) * (cols + 2)].reshape(rows + 4, cols + 2)[2:-2, 2:]
        proof, tests = self.reader.ask(View(codes, self.mines))
        if proof is None:
            return NO_PROOF, 0, tests
        r, c = proof.cell
        return (r + 2) * (cols + 2) + c + 2, int(proof.is_mine), tests


def named(
    counts: NDArray[np.int64], tallies: NDArray[np.int64], board: Board
) -> dict[str, NDArray[np.int64]]:
    """The engine's counters by name, and what follows from them."""
    from minelab.engine import daggers, state

    lives, opened = counts[:, state.LIVES], counts[:, state.OPENED]
    blasts, flags = counts[:, state.BLASTS], counts[:, state.FLAGGED]
    probes, gold = tallies[:, daggers.PROBES], tallies[:, daggers.FOUND]
    won = (opened == board.mines.size - board.n_mines) & (lives > 0)
    measure: Any = performance  # of whole columns
    return {
        "won": won,
        "guesses": counts[:, state.GUESSES],
        "sps_cycles": tallies[:, daggers.CYCLES],
        "sps_clues": tallies[:, daggers.CLUES],
        "sat_tests": tallies[:, daggers.TESTS],
        "sat_solutions": tallies[:, daggers.SOLUTIONS],
        "blasts": blasts,
        "gold": gold,
        "lives": lives,
        "opened": opened,
        "flagged": flags,
        "probes": probes,
        "performance": measure(
            board.mines.size, board.n_mines, probes=probes, gold=gold, blasts=blasts,
            right_flags=flags, wrong_flags=0, won=won,
        ),
    }  # fmt: skip
