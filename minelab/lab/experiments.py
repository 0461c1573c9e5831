"""Experiments: sweeps over boards, and the named ones that make one tidy table in data/ each.

`run` makes a table in parts (`runner`), so it can be stopped and goes on where it was, and stores
it together with how it was made (`tables`); `load` reads it. `designs` lists the experiments.
"""

import contextlib
import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minelab._checks import check_list, check_one_of, check_path, check_whole, escaped, shown
from minelab._files import CHECKOUT, DATA, REPOSITORY, check_target, remove_forgotten, replacing
from minelab._later import pd
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.boards.board import mine_count
from minelab.boards.grid import MAX_ROWS, Cell, check_size
from minelab.boards.rules import REPORT, Rules
from minelab.lab import tables
from minelab.lab.designs import EXPERIMENTS, Experiment, Sweep
from minelab.lab.own_agent import play_each, resolve_anew
from minelab.lab.runner import Crew, code_digest, gather, keep, stream
from minelab.lab.stats import GAME, POINT

if TYPE_CHECKING:
    import pyarrow as pa
    from distributed import Client


def sweep(
    agents: Iterable[str | Agent | type[Player]],
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
    cluster: "str | Client | None" = None,
    save: str | os.PathLike[str] | None = None,
) -> "pd.DataFrame":
    """Play every agent on the same boards; one row per game.

    agents: names, or Agents and classes of Player of your own. Those that the engine can't play
        are slower and come last; then the table has the columns of `add_agent`.
    rows, cols: the size of the boards.
    densities or mines: the points of the sweep, one of the two. Densities that come to the same
        number of mines are one point.
    boards: how many boards per point.
    seed: the root of every game's key; the same seed gives the same table.
    rules: the rules of the game.
    first: the cell that every agent opens first, instead of its own choice.
    workers: threads; by default one per core.
    cluster: the address of a Dask scheduler, or a client of one, that plays instead.
    save: a Parquet file for the table. Then memory holds only a part of it at a time, so that it
        may have any number of games; a sweep that was stopped goes on when it is called again.
        Returned are the means: a row per agent and point with `n` games and their mean `score`.

    The columns: `agent`; `rows`, `cols`, `mines`, `density`, `rules`; `board_seed` and
    `play_seed`, with which `play` repeats the game; the result in `score`, `won`, `blasts`,
    `wrong_flags`, `guesses`, `random_picks`, `lives`, `opened`, `flagged`; the moves that each
    method proved, `deduced_single` and so on; and the engine's work in `assumptions`, `nodes`
    and `work`. data/README.md explains each.

    >>> games = sweep(["random", "basic"], 10, 10, densities=[0.1, 0.2], boards=20, seed=1)
    >>> games.groupby(["agent", "mines"])["score"].mean().round(2).to_dict()
    {('basic', 10): 0.96, ('basic', 20): 0.86, ('random', 10): 0.0, ('random', 20): 0.0}
    """
    rows, cols = check_size(rows, cols)
    boards = check_whole("boards", boards, 1, MAX_ROWS)
    if (densities is None) == (mines is None):
        raise ValueError(
            "give densities or mines, one of them, not "
            f"densities={shown(densities)}, mines={shown(mines)}"
        )
    if densities is not None:
        several = check_list("densities", densities, "densities")
        points = [mine_count(rows, cols, None, density) for density in several]
    else:
        points = [mine_count(rows, cols, m, None) for m in check_list("mines", mines, "numbers")]
    agents = check_list("agents", agents, "agents")
    # The engine plays those that it can; the others follow, in Python.
    in_engine = {who: compiled(resolve_anew(who), rows * cols) for who in agents}
    agents, points = list(in_engine), list(dict.fromkeys(points))
    crew = Crew(workers, cluster=cluster)
    if not points or not agents:
        raise ValueError("a sweep needs at least one agent and one density")
    target = None if save is None else check_path("save", save)
    if target is not None:
        check_target(target)
    engine: list[Any] = [who for who in agents if in_engine[who]]
    design = Sweep(engine or ["random"], rows, cols, points, boards, seed, rules, first)
    n_games = len(agents) * len(points) * boards
    if n_games > MAX_ROWS:
        raise ValueError(f"a sweep must have at most {MAX_ROWS:,} games, not {n_games:,}")
    bar: dict[str, Any] = {"crew": crew, "label": "sweep", "unit": " games"}
    if target is not None and len(engine) == len(agents):
        about = {"design": Experiment("sweep", [design]).design}
        with shards(target, about) as folder:
            return write_games(target, stream(design.parts(), folder, **bar))
    games = gather(design.parts(), **bar)
    if len(engine) < len(agents):
        keys = games[[*POINT, *GAME]].drop_duplicates()
        played = [games] if engine else []
        for who in agents:
            if not in_engine[who]:
                played.append(play_each(keys, who, rules, first=first))
        games = pd.concat(played, join="inner", ignore_index=True)
    if target is None:
        return games
    import pyarrow as pa

    whole = pa.Table.from_pandas(games, preserve_index=False)
    return write_games(target, [whole])


def write_games(target: Path, parts: "Iterable[pa.Table]") -> "pd.DataFrame":
    """Write the games of a sweep, whole or not at all; returns their mean scores."""
    key, sums = ["agent", *POINT], []

    def seen() -> "Iterator[pa.Table]":
        for part in parts:
            scores = part.group_by(key, use_threads=False)
            sums.append(scores.aggregate([("score", "count"), ("score", "sum")]).to_pandas())
            yield part

    with replacing(target) as file:
        tables.write_parts(file, seen())
    means: pd.DataFrame = pd.concat(sums).groupby(key, sort=False).sum().reset_index()
    means["score"] = means.pop("score_sum") / means["score_count"]
    return means.rename(columns={"score_count": "n"})


def compiled(agent: Agent | Player | type[Player], n_cells: int) -> bool:
    """Whether the engine can play an agent on so many cells; Python is slower."""
    return isinstance(agent, Agent) and agent.compiled_on(n_cells)


def experiment(name: str) -> Experiment:
    """The experiment with this name."""
    return EXPERIMENTS[check_one_of("experiment", name, EXPERIMENTS)]


def data_folder() -> Path:
    """Where tables are written: data/ of the checkout that this package runs from, or ./data."""
    return DATA if CHECKOUT else Path("data")


def table_path(name: str, folder: Path | None = None) -> Path:
    """Where the table of an experiment is written."""
    experiment(name)
    place = data_folder() if folder is None else check_path("folder", folder)
    return place / f"{name}.parquet"


def stored_path(name: str, folder: Path | None = None) -> Path:
    """Where the table of an experiment is read: where it is written, or in the package."""
    path = table_path(name, folder)
    ours = DATA / path.name
    return ours if folder is None and not path.exists() and ours.exists() else path


def run(
    name: str, folder: Path | None = None, *, again: bool = False, crew: Crew | None = None
) -> Path:
    """Make the table of an experiment, unless it is there already; returns its path.

    again: make it even if it is there.
    crew: who makes it; by default threads or processes of this machine.
    """
    chosen, target = experiment(name), table_path(name, folder)
    if not again and is_current(name, folder):
        return target
    crew = crew or Crew()
    if chosen.timed:
        crew = Crew(workers=1)
    elif chosen.processes:
        crew = replace(crew, processes=True)
    about = describe(name)
    with shards(target, about) as parts:
        unit = " games" if chosen.n_games else " parts"
        table = gather(chosen.parts(), parts, crew=crew, label=name, unit=unit)
        about["rows"] = len(table)
        about["hash"] = None if chosen.timed else tables.content_hash(table)
        tables.write(target, table, about)
    return target


@contextlib.contextmanager
def shards(target: Path, about: tables.Facts) -> "Iterator[Path]":
    """The folder for the parts of a table, which is removed when the table is complete."""
    folder = shards_of(target, about)
    for path in (folder, folder.parent, folder.parent.parent):  # all below the table's folder
        if path.is_symlink():  # nothing is written, or later removed, anywhere else
            raise OSError(f"cannot write to {path}: it is a link to another place")
    keep(folder / "about.json", json.dumps(about).encode())
    yield folder
    remove_forgotten(target)
    shutil.rmtree(folder.parent, ignore_errors=True)  # another run may be doing the same
    with contextlib.suppress(OSError):  # another table is being made
        folder.parent.parent.rmdir()


def describe(name: str) -> tables.Facts:
    """The facts about a table that are known before it is made."""
    chosen = experiment(name)
    return {
        "experiment": name, "about": chosen.about, "design": chosen.design, "seed": chosen.seed,
        "version": this_version(), "command": f"python -m minelab run {name}",
    }  # fmt: skip


def shard_folder(name: str, folder: Path | None = None) -> Path:
    """Where the parts of the table of an experiment are kept until it is complete."""
    return shards_of(table_path(name, folder), describe(name))


def shards_of(target: Path, about: tables.Facts) -> Path:
    """Where the parts of a table are kept until it is complete.

    Another design or other code has another folder, so their parts never mix.
    """
    made_from = json.dumps(about) + code_digest()
    key = hashlib.sha256(made_from.encode()).hexdigest()[:16]
    return target.parent / ".shards" / target.stem / key


def forecast(names: Iterable[str], folder: Path | None = None, crew: Crew | None = None) -> str:
    """How much there is to do for these tables, and about how long it takes."""
    crew = crew or Crew()
    lines, total = [], 0.0
    for name in names:
        chosen, parts = experiment(name), experiment(name).parts()
        done = len(list(shard_folder(name, folder).glob("*.shard"))) / len(parts)
        seconds = chosen.seconds * (1 - done) / (1 if chosen.timed else crew.size)
        amount = f"{chosen.n_games:,} games" if chosen.n_games else f"in parts: {len(parts)}"
        so_far = f", {done:.0%} of it done" if done else ""
        lines.append(f"{name:<16}{amount:>16}   about {duration(seconds)}{so_far}")
        total += seconds
    if not lines:
        return "nothing to do: all tables are there"
    lines.append(
        f"about {duration(total)} in all with {crew.size} workers, as measured on a 2.3 GHz Xeon; "
        "the first time, three minutes more to compile"
    )
    return "\n".join(lines)


def duration(seconds: float) -> str:
    """Seconds, or minutes, rounded.

    >>> duration(42), duration(200)
    ('40 s', '3 min')
    """
    return f"{max(5, 5 * round(seconds / 5))} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def load(name: str, folder: Path | None = None) -> "pd.DataFrame":
    """The stored table of an experiment, such as the games of "density-30".

    name: the experiment; a wrong name is answered with all of them.
    folder: where the tables are; by default data/ of the checkout. An installed package has a few
        small tables, and looks for the others in ./data.

    A table of games has the columns that `sweep` returns, a row per game. data/README.md lists
    all tables with their columns. Damage to the stored values is noticed; whether they are still
    those that the design gives is checked by `python -m minelab run`.

    >>> games = load("density-30")
    >>> len(games), games["agent"].nunique()
    (29700, 27)
    """
    return tables.widened(stored(name, folder))


def stored(name: str, folder: Path | None = None) -> "pd.DataFrame":
    """The same in the small types of its file, which take a quarter of the memory."""
    path = stored_path(name, folder)
    if not path.exists():
        copy = (
            f"; or copy it from data/ of the repository{REPOSITORY and f' {REPOSITORY}'} to ./data"
        )
        raise FileNotFoundError(
            f"no table {name}; make it with: python -m minelab run {name}{'' if CHECKOUT else copy}"
        )
    try:
        known = tables.facts(path)
        check_version(name, known)
        if known.get("experiment") != name:
            raise tables.Damaged(
                f"this is no table {name}: it says {known.get('experiment')!r:.99}"
            )
        return tables.read_small(path)
    except tables.Damaged as error:
        raise ValueError(f"{error}; make it again with: python -m minelab run {name}") from None


def facts(name: str, folder: Path | None = None) -> tables.Facts:
    """What the stored table of an experiment says about itself; nothing if there is none."""
    path = stored_path(name, folder)
    try:
        return tables.facts(path) if path.exists() else {}
    except tables.Damaged:
        return {}


def is_current(name: str, folder: Path | None = None) -> bool:
    """Whether the stored table has the experiment's present design and the values of its hash."""
    known = facts(name, folder)
    check_version(name, known)
    if known.get("design") != experiment(name).design:
        return False
    try:
        table = load(name, folder)
    except ValueError:  # it is damaged
        return False
    return experiment(name).timed or known.get("hash") == tables.content_hash(table)


def check_version(name: str, known: tables.Facts) -> None:
    """Refuse a table that a later version of this package has made."""
    version = escaped(str(known.get("version") or "0")[:99])
    if tables.is_newer(version, than=this_version()):
        raise ValueError(
            f"the table {name} was made by minelab {version}, and this is {this_version()}: "
            f"update minelab, or make the table again with: python -m minelab run {name} --again"
        )


def this_version() -> str:
    """The version of this package."""
    from minelab import __version__

    return __version__
