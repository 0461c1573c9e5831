"""A table made in parts: each part is a call that gives some of its rows.

Parts are made by threads, by processes or on a Dask cluster; whoever makes them, the table is the
same. A finished part is kept in a file of its own, a shard, until the table is done, so that a
run that was stopped goes on where it was. A shard begins with a digest of the rest: one that was
damaged is made again.
"""

import contextlib
import hashlib
import os
import random
import shutil
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    as_completed,
)
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from minelab._checks import check_whole
from minelab._files import write_whole

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

DIGEST = hashlib.sha256().digest_size
MOST_WORKERS = 1024
MOST_DEATHS = 3
"""How often in a row worker processes may die before a run gives up."""
PATIENCE = 10
"""Seconds to wait for a scheduler to answer."""
DELAY = 2
"""Seconds after which a progress bar appears."""


class Stopped(OSError):
    """A run that could not go on."""

    def __str__(self) -> str:
        return f"{super().__str__()}; what is done is kept, so start again to go on"


class Part(NamedTuple):
    """Some rows of a table: a function that can be imported, and what to call it with."""

    make: "Callable[..., pd.DataFrame]"
    arguments: dict[str, Any]
    size: int = 1
    """How much of the work it is, for the progress bar."""


@dataclass(frozen=True)
class Crew:
    """Who makes the parts. The engine leaves the interpreter's lock, so threads do for its games.

    workers: how many; as many as there are cores unless said otherwise.
    processes: processes instead of threads; a script that starts them needs the usual
        `if __name__ == "__main__":`.
    cluster: the address of a Dask scheduler, or a client of one, instead of this machine.
    """

    workers: int | None = None
    processes: bool = False
    cluster: "str | Client | None" = None

    def __post_init__(self) -> None:
        if self.workers is not None:
            check_whole("workers", self.workers, 1, MOST_WORKERS)
        if self.cluster is not None and not hasattr(self.cluster, "get_executor"):
            if not isinstance(self.cluster, str) or "://" not in self.cluster:
                raise ValueError(f"cluster must be like tcp://HOST:PORT, not {self.cluster!r}")

    @property
    def size(self) -> int:
        """How many work here at the same time."""
        return self.workers or os.cpu_count() or 1

    @contextlib.contextmanager
    def executor(self) -> Iterator[Executor]:
        """Those who make the parts, at work until the end of the `with`."""
        if self.cluster is not None:
            with dask_client(self.cluster) as client:
                yield client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        elif self.processes:
            import multiprocessing

            fresh = multiprocessing.get_context("spawn")  # forks don't go with threads
            with ProcessPoolExecutor(self.size, fresh, start_worker) as pool:
                yield pool
        else:
            with ThreadPoolExecutor(self.size) as pool:
                yield pool


@contextlib.contextmanager
def dask_client(cluster: "str | Client") -> "Iterator[Client]":
    """A client of a Dask cluster, closed afterwards if it was opened here."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise ValueError('a cluster needs Dask: pip install "minelab[cluster]"') from None
    with contextlib.ExitStack() as opened:
        client = cluster
        if isinstance(client, str):
            try:
                client = Client(cluster, timeout=PATIENCE)  # type: ignore[no-untyped-call]
            except (OSError, ValueError) as error:
                raise ValueError(f"no Dask scheduler answers at {cluster!r}: {error}") from None
            opened.enter_context(client)
        try:
            yield client
        except KilledWorker as error:
            raise Stopped(f"workers of the cluster keep dying: {error}") from None
        except CancelledError:
            raise Stopped("the Dask scheduler went away") from None


def start_worker() -> None:
    """What a worker process does first: leave Ctrl-C to the run, and end when the run does."""
    import multiprocessing

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    run = multiprocessing.parent_process()
    assert run is not None, "only worker processes are started so"

    def follow() -> None:
        run.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def gather(
    parts: Sequence[Part],
    folder: Path | None = None,
    *,
    crew: Crew | None = None,
    label: str | None = None,
    unit: str = "part",
) -> "pd.DataFrame":
    """The rows of all parts, one part below the other.

    folder: where finished parts are kept; those that are there already are not made again.
    label, unit: what the progress bar says, and counts.
    """
    import pandas as pd

    tables: dict[int, pd.DataFrame] = {}
    if folder is not None:
        kept = ((k, read_shard(shard_path(folder, k))) for k in range(len(parts)))
        tables = {k: table for k, table in kept if table is not None}
    total, done = sum(part.size for part in parts), sum(parts[k].size for k in tables)
    missing = set(range(len(parts))) - set(tables)
    with (
        progress_bar(label, unit, total, done) as bar,
        contextlib.closing(make_all(parts, missing, crew or Crew())) as made,
    ):
        for k, table in made:
            if folder is not None:
                keep(shard_path(folder, k), encode(table))
            tables[k] = table
            bar.update(parts[k].size)
    return pd.concat([tables[k] for k in range(len(parts))], ignore_index=True)


def make_all(
    parts: Sequence[Part], missing: Iterable[int], crew: Crew
) -> "Generator[tuple[int, pd.DataFrame]]":
    """The missing parts with their numbers, in the order in which they are finished."""
    left = set(missing)
    deaths = 0
    while left:
        # Dear and cheap parts mixed, so that the time left can be foretold from the rate so far.
        order = random.Random(0).sample(sorted(left), len(left))
        with crew.executor() as executor:
            futures: dict[Future[pd.DataFrame], int] = {}
            try:
                for k in order:
                    futures[executor.submit(make, parts[k], code_digest())] = k
                for future in as_completed(list(futures)):
                    yield (k := futures.pop(future)), future.result()
                    left.remove(k)
                    deaths = 0
            except BrokenExecutor:
                deaths += 1  # what the dead worker had in hand is made by the next ones
                if deaths > MOST_DEATHS:
                    raise Stopped(
                        f"worker processes have died {deaths} times in a row, perhaps for want "
                        "of memory; fewer workers need less"
                    ) from None
            finally:
                for future in futures:
                    future.cancel()


def make(part: Part, code: str) -> "pd.DataFrame":
    """Make a part, here or on another machine."""
    if code != code_digest():
        raise Stopped("this worker has another version of minelab than the run it works for")
    return part.make(**part.arguments)


@cache
def code_digest() -> str:
    """A fingerprint of the package's source: what other code made is made again."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def shard_path(folder: Path, k: int) -> Path:
    """Where part k of a table is kept."""
    return folder / f"{k:05}.shard"


def encode(table: "pd.DataFrame") -> bytes:
    """A table as the content of a shard."""
    buffer = BytesIO()
    table.to_parquet(buffer, index=False, compression="zstd")
    data = buffer.getvalue()
    return hashlib.sha256(data).digest() + data


def read_shard(path: Path) -> "pd.DataFrame | None":
    """The table in a shard; None if there is none that can be read."""
    import pandas as pd

    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    digest, data = content[:DIGEST], content[DIGEST:]
    if hashlib.sha256(data).digest() != digest:
        return None
    try:
        return pd.read_parquet(BytesIO(data))
    except MemoryError:
        raise
    except Exception:  # whatever it is, it is no part of a table
        return None


def keep(path: Path, data: bytes) -> None:
    """Write a file of a run, or stop the run with the reason why it can't be written."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise Stopped(f"cannot write to {path.parent}: {error.strerror or error}") from error


def remove(folder: Path) -> None:
    """Remove shards that nobody needs any more; another run may be doing the same."""
    shutil.rmtree(folder, ignore_errors=True)


def progress_bar(label: str | None, unit: str, total: int, done: int) -> Any:
    """A bar with the rate and the time left, in terminals and notebooks; elsewhere none."""
    from tqdm import auto, std

    in_notebook = getattr(auto, "notebook_tqdm", std.tqdm) is not std.tqdm
    return auto.tqdm(
        desc=label, total=total, initial=done, unit=unit, unit_scale=True, smoothing=0,
        delay=DELAY, leave=False, disable=False if in_notebook else None,
    )  # fmt: skip
