"""Worker processes that try cases: one that dies or takes too long is replaced."""

import multiprocessing
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from multiprocessing.connection import wait
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from minelab.lab.shards import start_worker
from tests.soak.cases import describe

Tally: TypeAlias = Counter[tuple[str, str, str]]
"""What was tried: by heading, label and measure."""
READY = "ready"


class Result(NamedTuple):
    """What came of a case."""

    number: int
    done: Tally = Counter()
    wrong: str = ""
    gave_up: bool = False


Attempt: TypeAlias = Callable[[int], Result]


def serve(pipe: Any, attempt: Attempt) -> None:
    """What a worker process does: one case after the other, until there are no more."""
    start_worker()
    pipe.send(READY)
    while (number := pipe.recv()) is not None:
        pipe.send(attempt(number))


class Worker:
    """A process that tries cases. It may take too long, or die: then there is a new one."""

    def __init__(self, attempt: Attempt, limit: float) -> None:
        self.attempt, self.limit = attempt, limit
        self.start()

    def start(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self.pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=serve, args=(theirs, self.attempt), daemon=True)
        self.process.start()
        theirs.close()
        try:
            self.pipe.recv()  # READY: its imports take nothing of the time of the first case
        except (EOFError, OSError):
            raise ChildProcessError(f"a worker could not start: {self.died()}") from None

    def give(self, number: int) -> None:
        try:
            self.pipe.send(number)
        except OSError:  # it died while it had nothing to do
            self.stop()
            self.start()
            self.pipe.send(number)
        self.number, self.until = number, monotonic() + self.limit

    def result(self) -> Result | None:
        """What came of the case, None if it is still at it."""
        try:
            if self.pipe.poll():
                result: Result = self.pipe.recv()
                return result
        except (EOFError, OSError):
            died = self.died()
            self.start()
            return Result(self.number, wrong=f"{describe(self.number)}\nWRONG: {died}")
        if monotonic() > self.until:
            self.stop()
            self.start()
            return Result(self.number, gave_up=True)
        return None

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def died(self) -> str:
        """How a process ended that has left its pipe."""
        self.process.join(timeout=10)
        self.stop()
        return f"its process died with exit code {self.process.exitcode}"


def results(
    numbers: Iterator[int], workers: int, limit: float, attempt: Attempt
) -> Generator[Result]:
    """What comes of the cases; 0 workers try them here, one by one and without a time limit."""
    if workers == 0:
        yield from map(attempt, numbers)
        return
    crew = [Worker(attempt, limit) for _ in range(workers)]
    try:
        busy = [worker for worker in crew if assign(worker, numbers)]
        while busy:
            wait([worker.pipe for worker in busy], timeout=1)
            for worker in tuple(busy):
                result = worker.result()
                if result is not None:
                    yield result
                    if not assign(worker, numbers):
                        busy.remove(worker)
    finally:
        for worker in crew:
            worker.stop()


def assign(worker: Worker, numbers: Iterator[int]) -> bool:
    """Give a worker the next case; False if there is none."""
    for number in numbers:
        worker.give(number)
        return True
    return False
