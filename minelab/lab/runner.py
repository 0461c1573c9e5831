"""A table made in parts: who makes them, and how finished parts are kept.

A part is a call that returns some rows of the table. Threads, processes or a Dask cluster make
the parts; the table is the same whoever does. A finished part is kept in a file of its own, a
shard, until the table is complete, so a run that was stopped goes on where it was. A shard begins
with a digest of its name and the rest; a damaged or misplaced one is made again.
"""

import hashlib
import os
import random
import threading
import time
import warnings
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from minelab._checks import check_whole
from minelab._files import write_whole
from minelab._later import pd

if TYPE_CHECKING:
    import pyarrow as pa
    from distributed import Client

DIGEST = hashlib.sha256().digest_size
MOST_WORKERS = 1024
PATIENCE = 10
"""Seconds to wait for a Dask scheduler to answer."""


KEPT = "; what is done is kept, so start again to go on"


class Stopped(OSError):
    """A run that cannot continue."""

    def __str__(self) -> str:
        return f"{super().__str__()}{KEPT}"


class Part(NamedTuple):
    """Some rows of a table: a function that can be imported, and its arguments."""

    make: "Callable[..., pd.DataFrame]"
    arguments: dict[str, Any]
    size: int = 1
    """Its share of the work, for the progress bar."""
    name: str = ""
    """What its shard is called, if not by its number: for parts that several tables share."""


Job: TypeAlias = tuple[int, Part, str, int]
"""The arguments of `make`."""


@dataclass(frozen=True)
class Crew:
    """Who makes the parts.

    workers: how many; by default one per core.
    processes: processes instead of threads. Compiled games run side by side in threads; plain
        Python needs processes.
    cluster: the address of a Dask scheduler, or a client of one, instead of this machine.
    """

    workers: int | None = None
    processes: bool = False
    cluster: "str | Client | None" = None

    def __post_init__(self) -> None:
        if self.workers is not None:
            check_whole("workers", self.workers, 1, MOST_WORKERS)
        if self.cluster is not None and not hasattr(self.cluster, "scheduler_info"):
            if not isinstance(self.cluster, str) or "://" not in self.cluster:
                raise ValueError(f"cluster must be like tcp://HOST:PORT, not {self.cluster!r}")

    @property
    def size(self) -> int:
        """How many parts are made at the same time on this machine."""
        return self.workers or os.cpu_count() or 1

    def make_all(self, jobs: Sequence[Job]) -> "Generator[tuple[int, pd.DataFrame]]":
        """The parts with their numbers, in the order in which they are finished."""
        if not jobs:
            return
        if self.cluster is not None:
            with dask_client(self.cluster) as client:
                from distributed import as_completed

                calls = as_completed(client.map(make, *zip(*jobs, strict=True), pure=False))  # type: ignore[no-untyped-call]
                for call in calls:
                    yield call.result()
            return
        from joblib import Parallel, delayed

        backend = "loky" if self.processes else "threading"
        pool = Parallel(self.size, backend, return_as="generator_unordered", batch_size=1)
        made = pool(delayed(make)(*job) for job in jobs)
        try:
            for finished in made:  # noqa: UP028 - `yield from` would close it, with a warning
                yield finished
        except BrokenExecutor:
            raise Stopped(
                "a worker process died, perhaps for lack of memory; fewer workers need less"
            ) from None
        finally:
            with warnings.catch_warnings(action="ignore"):  # joblib warns of unused parts
                made.close()


@contextmanager
def dask_client(cluster: "str | Client") -> "Iterator[Client]":
    """A client of a Dask cluster, closed afterwards if it was opened here."""
    try:
        from distributed import Client, KilledWorker
    except ImportError:
        raise ValueError('a cluster needs Dask: pip install "minelab[cluster]"') from None
    with ExitStack() as opened:
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
    tables: dict[int, pd.DataFrame] = {}
    if folder is not None:
        kept = ((k, read_shard(shard_path(folder, k, part.name))) for k, part in enumerate(parts))
        tables = {k: table for k, table in kept if table is not None}
    tables |= dict(make_missing(parts, set(tables), folder, crew, label, unit))
    return pd.concat([tables[k] for k in range(len(parts))], ignore_index=True)


def stream(
    parts: Sequence[Part], folder: Path, *, crew: Crew, label: str, unit: str
) -> "Iterator[pa.Table]":
    """The rows of all parts in their order, of which memory holds only a few parts at a time.

    All parts are made and kept before the first is returned; see `gather`.
    """
    done = {k for k in range(len(parts)) if shard_content(shard_path(folder, k)) is not None}
    for _ in make_missing(parts, done, folder, crew, label, unit):
        pass
    for k in range(len(parts)):
        content = shard_content(shard_path(folder, k))
        if content is None:
            raise Stopped(f"a part of the table has gone: {shard_path(folder, k)}")
        yield read_arrow(content)


def make_missing(
    parts: Sequence[Part],
    done: Collection[int],
    folder: Path | None,
    crew: Crew | None,
    label: str | None,
    unit: str,
) -> "Iterator[tuple[int, pd.DataFrame]]":
    """Make and keep all parts that are not done; each with its number, as soon as it is there."""
    from minelab._notebook import progress_bar

    # Slow and quick parts mixed, so that the rate so far predicts the time left.
    missing = [k for k in range(len(parts)) if k not in done]
    random.Random(0).shuffle(missing)
    jobs = [(k, parts[k], code_digest(), os.getpid()) for k in missing]
    total, so_far = sum(part.size for part in parts), sum(parts[k].size for k in done)
    scale = {"unit": unit, "unit_scale": True, "smoothing": 0}
    with (
        progress_bar(desc=label, total=total, initial=so_far, **scale) as bar,
        closing((crew or Crew()).make_all(jobs)) as made,
    ):
        for k, table in made:
            if folder is not None:
                path = shard_path(folder, k, parts[k].name)
                keep(path, encode(table, path.name))
            yield k, table
            bar.update(parts[k].size)


def make(k: int, part: Part, code: str, run: int) -> "tuple[int, pd.DataFrame]":
    """Make part k for the run with this process id: in it, beside it or on another machine."""
    if os.getppid() == run:
        end_with(run)
    if code != code_digest():
        raise Stopped("this worker has another version of minelab than the run it works for")
    return k, part.make(**part.arguments)


@cache
def end_with(run: int) -> None:
    """End this worker process as soon as its run has ended, even if that was killed."""

    def watch() -> None:
        while os.getppid() == run:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


@cache
def code_digest() -> str:
    """A fingerprint of the package's source: what other code made is made again."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        digest.update(f"{path.relative_to(package).as_posix()}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def shard_path(folder: Path, k: int, name: str = "") -> Path:
    """Where part k of a table is kept."""
    return folder / f"{name or f'{k:05}'}.shard"


def encode(table: "pd.DataFrame", name: str) -> bytes:
    """A table as the content of the shard with this name."""
    import pyarrow as pa

    arrow = pa.Table.from_pandas(table, preserve_index=False)
    buffer = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="lz4")  # a third of Parquet's time, twice its size
    with pa.ipc.new_file(buffer, arrow.schema, options=options) as writer:
        writer.write_table(arrow)
    data: bytes = buffer.getvalue().to_pybytes()
    return digest(name, data) + data


def digest(name: str, data: bytes) -> bytes:
    """The fingerprint at the beginning of a shard."""
    return hashlib.sha256(name.encode() + b"\n" + data).digest()


def read_shard(path: Path) -> "pd.DataFrame | None":
    """The table in a shard; None if there is no file, a damaged one, or one of another name."""
    content = shard_content(path)
    return None if content is None else read_arrow(content).to_pandas()


def read_arrow(content: bytes) -> "pa.Table":
    """The table in the content of a shard."""
    import pyarrow as pa

    return pa.ipc.open_file(content).read_all()


def shard_content(path: Path) -> bytes | None:
    """The Arrow file in a shard; None as for `read_shard`."""
    if not path.is_file():  # nothing, or a pipe, which would be waited for
        return None
    content = path.read_bytes()
    data = content[DIGEST:]
    return data if digest(path.name, data) == content[:DIGEST] else None


def keep(path: Path, data: bytes) -> None:
    """Write a file of a run, or stop the run and say why the file can't be written."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise Stopped(f"cannot write to {path.parent}: {error.strerror or error}") from error
