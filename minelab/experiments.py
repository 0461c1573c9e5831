"""Named experiments: each makes one tidy table in data/, a row per game or per measurement.

`sweep` plays agents over boards of many densities; all agents meet the same boards. Tables are
written whole or not at all.
"""

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from minelab.agents import Agent
from minelab.board import mine_count
from minelab.grid import Cell, check_size, check_whole
from minelab.play import play_many
from minelab.rules import REPORT, Rules

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 2_000_000
"""Cells that a worker plays before it reports back: some tenths of a second."""


def sweep(
    agents: Iterable[str | Agent],
    rows: int,
    cols: int,
    *,
    densities: Iterable[float] | None = None,
    mines: Iterable[int] | None = None,
    boards: int,
    seed: int,
    rules: Rules = REPORT,
    first: Cell | None = None,
    workers: int | None = None,
) -> "pd.DataFrame":
    """Play every agent on the same boards; one row per game.

    densities, or mines: the points of the sweep, one of the two.
    boards: how many boards a point.
    seed: the root of every game's key; the same seed gives the same table.
    workers: threads; as many as there are cores unless said otherwise.

    >>> games = sweep(["random", "basic"], 10, 10, densities=[0.1, 0.2], boards=20, seed=1)
    >>> games.groupby(["agent", "mines"])["score"].mean().round(2).to_dict()
    {('basic', 10): 0.96, ('basic', 20): 0.86, ('random', 10): 0.0, ('random', 20): 0.0}
    """
    import pandas as pd
    from tqdm.auto import tqdm

    rows, cols = check_size(rows, cols)
    boards = check_whole("boards", boards, 1, 10**9)
    if (densities is None) == (mines is None):
        raise ValueError(f"give densities or mines, one of them, not {densities=}, {mines=}")
    if mines is not None:
        points = [mine_count(rows, cols, m, None) for m in mines]
    else:
        points = [mine_count(rows, cols, None, density) for density in densities or ()]
    if isinstance(agents, str):
        raise ValueError(f"agents must be a list of agents, not the text {agents!r}")
    agents = list(agents)
    if workers is not None:
        workers = check_whole("workers", workers, 1, 1024)
    if not points or not agents:
        raise ValueError("a sweep needs at least one agent and one density")
    step = max(1, CHUNK // (rows * cols))
    jobs = [
        (agent, point, range(start, min(start + step, boards)))
        for agent in agents
        for point in points
        for start in range(0, boards, step)
    ]

    def play_job(job: tuple[str | Agent, int, range]) -> "pd.DataFrame":
        agent, point, games = job
        return play_many(
            agent, rows, cols, mines=point, games=games, seed=seed, rules=rules, first=first
        )

    pool = ThreadPoolExecutor(workers or os.cpu_count())
    try:
        tables = list(tqdm(pool.map(play_job, jobs), total=len(jobs), disable=None, leave=False))
    finally:
        pool.shutdown(cancel_futures=True)
    return pd.concat(tables, ignore_index=True)


def representations() -> "pd.DataFrame":
    """What each report's way to hold a board costs (notebook 01)."""
    from minelab.representations import measure

    return measure()


def reach() -> "pd.DataFrame":
    """How much of what can be proved each agent's methods prove (notebook 02)."""
    from minelab.reach import measure

    return measure()


def replays() -> "pd.DataFrame":
    """COWAN's printed boards in ten thousand orders of guessing (notebook 02)."""
    from minelab.replays import measure

    return measure()


EXPERIMENTS: dict[str, Callable[[], "pd.DataFrame"]] = {
    "representations": representations,
    "reach": reach,
    "replays": replays,
}


def data_folder() -> Path:
    """Where the tables are: data/ of the checkout that this package runs from."""
    return Path(__file__).resolve().parent.parent / "data"


def table_path(name: str, folder: Path | None = None) -> Path:
    """Where the table of an experiment is kept."""
    if name not in EXPERIMENTS:
        raise ValueError(f"experiment must be one of {sorted(EXPERIMENTS)}, not {name!r}")
    return (folder or data_folder()) / f"{name}.parquet"


def run(name: str, folder: Path | None = None) -> Path:
    """Make the table of an experiment; where it was written."""
    target = table_path(name, folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        EXPERIMENTS[name]().to_parquet(temporary, index=False, compression="zstd")
        os.replace(temporary, target)
    finally:
        temporary.unlink(missing_ok=True)
    return target


def load(name: str, folder: Path | None = None) -> "pd.DataFrame":
    """The stored table of an experiment."""
    import pandas as pd

    path = table_path(name, folder)
    if not path.exists():
        raise FileNotFoundError(f"no table {name}; make it with: python -m minelab run {name}")
    return pd.read_parquet(path)
