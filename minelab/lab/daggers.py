"""Daggers & Gold measured: the report's agents on many maps, in many runs.

Runs on one map differ only in their random probes, so another map says more than another run: the
intervals of a level are over maps, those of a map over runs. The engine goes over the grid; the
solver is asked once about each position, since its answer to the same view is always the same.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from minelab._checks import check_numbers, check_whole
from minelab._later import pd
from minelab.agents.catalogue import Agent, agent
from minelab.agents.players import PassReader
from minelab.boards.board import MAX_SEED, Board
from minelab.boards.game import check_opening
from minelab.boards.grid import MAX_ROWS
from minelab.boards.maps import LEVELS, daggers_map
from minelab.boards.rules import DAGGERS, performance
from minelab.boards.view import View
from minelab.lab.runner import Crew, Part, gather
from minelab.lab.stats import grouped

AGENTS = ("dagger-1", "dagger-2", "dagger-2+safe", "dagger-2+total")
UNTOLD = "-untold"
"""Ends the name of an agent without the rule that opens the rest when all daggers are marked."""
MEASURES = (
    "guesses", "sps_cycles", "won", "sat_tests", "sat_solutions", "blasts", "gold", "sps_clues",
    "probes", "performance",
)  # fmt: skip


def play_runs(
    board: Board, who: str | Agent, *, runs: range | int, seed: int = 0
) -> "pd.DataFrame":
    """Play one map of Daggers & Gold again and again; one row per run.

    board: the map.
    who: one of Daggers' agents, such as "dagger-2".
    runs: how many, or the range of their numbers; a run is determined by (seed, map, number).
    seed: of the random probes; the same seed gives the same table.

    The columns: `agent`; `rows`, `cols`, `mines` of the map; `play_seed`, with which
    `play(board, who, rules=DAGGERS, seed=play_seed)` repeats the run; `won`; `guesses`, which are
    the random probes; `sps_cycles` and `sps_clues`, the passes over the grid and the clues with
    covered neighbours met in them; `sat_tests` and `sat_solutions`, the questions to the solver
    and the cells that it proved; `blasts`, `gold`, `lives`, `opened`, `flagged`; `probes`, and
    `performance`, the report's own measure.

    >>> table = play_runs(daggers_map("HARD", seed=1), "dagger-2", runs=100)
    >>> table[["guesses", "sps_cycles", "sat_tests"]].mean().tolist()
    [3.41, 13.81, 63.7]
    """
    chosen = who if isinstance(who, Agent) else agent(who)
    if chosen.until != "passes" or chosen.guess != "random":
        raise ValueError(f"who must be one of Daggers' agents, not {chosen.name!r}")
    check_opening(board, DAGGERS)
    seed = check_whole("seed", seed, 0, MAX_SEED)
    seeds = play_seeds(board, check_numbers("runs", runs, MAX_ROWS, MAX_SEED), seed)
    counts = run_engine(board, chosen, seeds)
    table = {"agent": chosen.name, "rows": board.rows, "cols": board.cols, "mines": board.n_mines}
    return pd.DataFrame(table | {"play_seed": seeds} | counts, index=range(len(seeds)))


def play_seeds(board: Board, numbers: range, seed: int) -> NDArray[np.int64]:
    """The seed of each run's random order of cells."""
    from minelab.engine.chance import PLAY_SEED, game_seed

    key = (seed, board.rows, board.cols, crc32(str(board).encode()))
    return np.array([game_seed(*key, number, PLAY_SEED) for number in numbers], np.int64)


def run_engine(board: Board, who: Agent, seeds: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """The results of the runs, a column each."""
    from minelab.engine import daggers, state

    gold = np.zeros(0) if board.gold is None else np.flatnonzero(board.gold)
    run = daggers.new_run(board.rows, board.cols, board.n_mines, gold)
    state.lay_truth(run.game.truth, board.mines.reshape(-1), board.rows, board.cols)
    counts = np.zeros((len(seeds), state.N_COUNTERS), np.int64)
    tallies = np.zeros((len(seeds), daggers.N_TALLY), np.int64)
    knows_total = int(bool(who.total_for))
    asks = int(who.methods != ("single",))
    solver = Solver(who, board)
    k, cell, mined = 0, daggers.NOT_ASKED, 0
    arrays = seeds, counts, tallies, run
    while (k := daggers.play_runs(k, knows_total, asks, cell, mined, *arrays)) < len(seeds):
        cell, mined, tests = solver.ask(run.game.seen)
        run.tally[daggers.TESTS] += tests
        run.tally[daggers.SOLUTIONS] += cell >= 0
    opened, lives = counts[:, state.OPENED], counts[:, state.LIVES]
    results = {
        "won": (opened == board.mines.size - board.n_mines) & (lives > 0),
        "guesses": counts[:, state.GUESSES],
        "sps_cycles": tallies[:, daggers.CYCLES],
        "sps_clues": tallies[:, daggers.CLUES],
        "sat_tests": tallies[:, daggers.TESTS],
        "sat_solutions": tallies[:, daggers.SOLUTIONS],
        "blasts": counts[:, state.BLASTS],
        "gold": tallies[:, daggers.FOUND],
        "lives": lives,
        "opened": opened,
        "flagged": counts[:, state.FLAGGED],
        "probes": tallies[:, daggers.PROBES],
    }
    of_columns: Any = performance
    columns = {name: results[name] for name in ("probes", "gold", "blasts", "won")}
    results["performance"] = of_columns(
        board.mines.size, board.n_mines, right_flags=results["flagged"], wrong_flags=0, **columns
    )
    return results


class Solver:
    """What an agent's solver answers about positions; it is asked about each only once."""

    def __init__(self, who: Agent, board: Board) -> None:
        self.reader = PassReader(who, (), iter(()))
        self.board = board
        self.known: dict[bytes, tuple[int, int, int]] = {}

    def ask(self, seen: NDArray[np.int8]) -> tuple[int, int, int]:
        """The cell that is proved, as the engine numbers cells, whether mined, and the tests."""
        key = seen.tobytes()
        if key not in self.known:
            self.known[key] = self.prove(seen)
        return self.known[key]

    def prove(self, seen: NDArray[np.int8]) -> tuple[int, int, int]:
        """The same, from the solver itself."""
        from minelab.engine.daggers import NO_PROOF

        rows, cols = self.board.rows, self.board.cols
        codes = seen[: (rows + 4) * (cols + 2)].reshape(rows + 4, cols + 2)[2:-2, 2:]
        proof, tests = self.reader.ask(View(codes, self.board.n_mines))
        if proof is None:
            return NO_PROOF, 0, tests
        r, c = proof.cell
        return (r + 2) * (cols + 2) + c + 2, int(proof.is_mine), tests


def draw_maps(n: int = 10, seed: int = 1) -> dict[str, Board]:
    """n maps of each level, named as the report names its own: EASY1, EASY2 and so on."""
    n = check_whole("n", n, 1, 10**6)
    return {
        f"{level}{k + 1}": daggers_map(level, seed=seed + k) for level in LEVELS for k in range(n)
    }


def play_maps(
    maps: Mapping[str, Board],
    agents: Iterable[str] = ("dagger-1", "dagger-2"),
    *,
    runs: int = 1000,
    workers: int | None = None,
) -> "pd.DataFrame":
    """Every agent on every map; one row per run, as from `play_runs`, with `level` and `map`.

    maps: by name, as from `load_maps` or `draw_maps`; EASY1 and EASY2 are of one level.
    runs: how many per agent and map.
    workers: processes, by default one per core; 1 works in this one.
    """
    runs = check_whole("runs", runs, 1, MAX_ROWS)
    agents = list(agents)
    if (total := runs * len(maps) * len(agents)) > MAX_ROWS:
        raise ValueError(f"all maps must have at most {MAX_ROWS:,} runs together, not {total:,}")
    parts = [
        Part(play_map, {"name": name, "board": board, "who": who, "runs": runs})
        for who in map(dagger_agent, agents)
        for name, board in maps.items()
    ]
    return gather(parts, crew=Crew(workers, processes=True), label="maps", unit=" maps")


def dagger_agent(name: str) -> Agent:
    """The agent with this name, untold if it says so."""
    if name.endswith(UNTOLD):
        return replace(agent(name.removesuffix(UNTOLD)), name=name, total_for=())
    return agent(name)


def play_map(name: str, board: Board, who: Agent, runs: int) -> "pd.DataFrame":
    """The runs of one agent on one map."""
    table = play_runs(board, who, runs=runs)
    table.insert(1, "level", level_of(name))
    table.insert(2, "map", name)
    return table


def level_of(name: str) -> str:
    """The name of a map without its number.

    >>> level_of("MEDIUM10"), level_of("my-map 7"), level_of("12")
    ('MEDIUM', 'my-map', '12')
    """
    return re.sub(r"[\W_]*\d+$", "", name) or name


def measure(level: str, maps: range, runs: int, agents: Sequence[str]) -> "pd.DataFrame":
    """The means of each agent's runs on the maps with these seeds; a row per agent and map."""
    rows = []
    for seed in maps:
        board = daggers_map(level, seed=seed)
        for name in agents:
            means = play_runs(board, dagger_agent(name), runs=runs)[list(MEASURES)].mean()
            key = {"agent": name, "level": level, "map_seed": seed, "runs": runs}
            rows.append(key | means.to_dict())
    return pd.DataFrame(rows)


def per_map(games: "pd.DataFrame", measures: Iterable[str] = MEASURES) -> "pd.DataFrame":
    """The means of each agent on each map, with 95% intervals over runs."""
    return means(games, ["agent", "level", "map"], measures)


def per_level(games: "pd.DataFrame", measures: Iterable[str] = MEASURES) -> "pd.DataFrame":
    """The means of each agent at each level, and over all maps, with 95% intervals over maps.

    games: a row per run, or the stored table of means.
    """
    name = "map" if "map" in games else "map_seed"
    maps = games.groupby(["agent", "level", name], sort=False)[list(measures)].mean()
    maps = maps.astype(float).reset_index()
    return means(pd.concat([maps, maps.assign(level="all")]), ["agent", "level"], measures)


def means(table: "pd.DataFrame", by: list[str], measures: Iterable[str]) -> "pd.DataFrame":
    """Means of groups: columns `guesses`, `guesses_low`, `guesses_high` and so on, and `n`.

    Counts are cut at 0 and shares of games at 1.
    """
    measures = list(measures)
    averages = grouped(table, by, measures)
    for name in measures:
        if table[name].min() >= 0:
            averages[f"{name}_low"] = averages[f"{name}_low"].clip(lower=0)
        if name == "won":
            averages[f"{name}_high"] = averages[f"{name}_high"].clip(upper=1)
    return averages


COLUMNS = {
    "guesses": "random probes", "sps_cycles": "SPS cycles", "won": "won", "sat_tests": "SAT tests",
    "sat_solutions": "SAT solutions",
}  # fmt: skip


def report_tables(games: "pd.DataFrame") -> str:
    """The report's Tables 2 to 4 for a table of runs, with an interval beside each mean."""
    agents = list(dict.fromkeys(games["agent"]))
    titles = {"dagger-1": "Table 2. ", "dagger-2": "Table 3. "}
    runs = f"{games.groupby(['agent', 'map']).size().max():,} runs on each map"
    parts = [
        f"{titles.get(name, '')}{name}, {runs}\n{text_table(games, name, list(COLUMNS)[:3])}"
        for name in agents
    ]
    parts += [
        f"{'Table 4. ' if name == 'dagger-2' else ''}{name}, its solver\n"
        f"{text_table(games, name, list(COLUMNS)[3:])}"
        for name in agents
        if len(dagger_agent(name).methods) > 1
    ]
    foot = "In brackets 95% intervals: of a map over its runs, of a level and of all over maps."
    return "\n\n".join([*parts, foot])


def text_table(games: "pd.DataFrame", name: str, measures: list[str]) -> str:
    """One agent's means as text: the maps of each level, the level, and all at the end."""
    part = games[games["agent"] == name]
    maps, levels = per_map(part, measures), per_level(part, measures)
    rows = {}
    for level in levels.itertuples():
        for row in maps[maps["level"] == level.level].itertuples():
            rows[row.map] = [shown(row, column) for column in measures]
        rows[f"{level.level} ({level.n} maps)"] = [shown(level, column) for column in measures]
    columns = [COLUMNS[column] for column in measures]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).to_string()


def shown(row: Any, name: str) -> str:
    """A mean with its interval; a share in percent."""
    value, low, high = (getattr(row, name + end) for end in ("", "_low", "_high"))
    if name == "won":
        return f"{value:.1%} ({100 * low:.1f} to {100 * high:.1f})"
    return f"{value:.2f} ({low:.2f} to {high:.2f})"
