"""Daggers & Gold measured: agents on many maps, in many runs.

The report plays each of its agents five times on thirty maps. Runs on one map differ only in
their random probes, so another map says more than another run: the intervals of a level are over
maps, those of a map over runs.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from minelab._checks import check_whole
from minelab.agents.catalogue import Agent, agent
from minelab.boards.board import Board
from minelab.boards.grid import MAX_ROWS
from minelab.boards.maps import LEVELS, daggers_map
from minelab.lab.runs import play_runs
from minelab.lab.shards import Crew, Part, gather
from minelab.lab.stats import grouped

if TYPE_CHECKING:
    import pandas as pd

AGENTS = ("dagger-1", "dagger-2", "dagger-2+safe", "dagger-2+total")
UNTOLD = "-untold"
"""Ends the name of an agent without the rule that opens the rest when all daggers are marked."""
MEASURES = (
    "guesses", "sps_cycles", "won", "sat_tests", "sat_solutions", "blasts", "gold", "sps_clues",
    "probes", "performance",
)  # fmt: skip


def draw_maps(n: int = 10, seed: int = 1) -> dict[str, Board]:
    """So many maps of each level, named as the report names its own: EASY1, EASY2 and so on."""
    n = check_whole("n", n, 1, 10**6)
    return {
        f"{level}{k + 1}": daggers_map(level, seed=seed + k) for level in LEVELS for k in range(n)
    }


def play_maps(
    maps: Mapping[str, Board],
    agents: Iterable[str] = ("dagger-1", "dagger-2"),
    *,
    runs: int = 1000,
    seed: int = 0,
    workers: int | None = None,
) -> "pd.DataFrame":
    """Every agent on every map, so many runs each: a row per run, under Daggers' rules.

    maps: by name, as from `load_maps` or `draw_maps`; EASY1 and EASY2 are of one level.
    seed: of the random probes; the same seed gives the same table.
    workers: processes, as many as there are cores unless said otherwise; 1 works here.
    """
    runs = check_whole("runs", runs, 1, MAX_ROWS)
    agents = list(agents)
    if (total := runs * len(maps) * len(agents)) > MAX_ROWS:
        raise ValueError(f"all maps must have at most {MAX_ROWS:,} runs together, not {total:,}")
    parts = [
        Part(play_map, {"name": name, "board": board, "who": who, "runs": runs, "seed": seed})
        for who in map(dagger_agent, agents)
        for name, board in maps.items()
    ]
    return gather(parts, crew=Crew(workers, processes=workers != 1), label="maps", unit=" maps")


def dagger_agent(name: str) -> Agent:
    """The agent with this name, untold if it says so."""
    if name.endswith(UNTOLD):
        return replace(agent(name.removesuffix(UNTOLD)), name=name, told=())
    return agent(name)


def play_map(name: str, board: Board, who: Agent, runs: int, seed: int) -> "pd.DataFrame":
    """The runs of one agent on one map."""
    table = play_runs(board, who, runs=runs, seed=seed)
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
    """What each agent does on maps of a level with these seeds: a row per map, means over runs."""
    import pandas as pd

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
    import pandas as pd

    name = "map" if "map" in games else "map_seed"
    maps = games.groupby(["agent", "level", name], sort=False)[list(measures)].mean()
    maps = maps.astype(float).reset_index()
    return means(pd.concat([maps, maps.assign(level="all")]), ["agent", "level"], measures)


def means(table: "pd.DataFrame", by: list[str], measures: Iterable[str]) -> "pd.DataFrame":
    """Means of groups: columns `guesses`, `guesses_low`, `guesses_high` and so on, and `n`.

    Counts are cut at 0 and shares of games at 1.
    """
    measures = list(measures)
    found = grouped(table, by, measures)
    for name in measures:
        if table[name].min() >= 0:
            found[f"{name}_low"] = found[f"{name}_low"].clip(lower=0)
        if name == "won":
            found[f"{name}_high"] = found[f"{name}_high"].clip(upper=1)
    return found


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
    import pandas as pd

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
