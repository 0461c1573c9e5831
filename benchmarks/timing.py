"""How the benchmarks measure and show: contenders take turns, and tables are text.

A question is a module with the sizes of its run (FULL, and QUICK to try it out), `measure`, which
gives plain data, `ratios` of that data, which should not depend on the machine, and `tables`.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tqdm.auto import tqdm

Work = Callable[[], object]


def cpu_seconds(work: Work) -> float:
    """The CPU time of this process that a piece of work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def race(contenders: Mapping[str, Work], rounds: int, label: str = "") -> dict[str, list[float]]:
    """The CPU seconds of each contender in each round.

    They take turns, so that a busy machine slows all of them. Nothing should be left to compile.
    """
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    turns = [(name, work) for _ in range(rounds) for name, work in contenders.items()]
    for name, work in tqdm(turns, desc=label, delay=1, disable=None, leave=False):
        seconds[name].append(cpu_seconds(work))
    return seconds


def times(slow: Sequence[float], fast: Sequence[float]) -> float:
    """How many times as long one contender takes as the other: the median of the rounds."""
    return median(a / b for a, b in zip(slow, fast, strict=True))


@dataclass(frozen=True)
class Table:
    """Rows of text under a head; the first column has names, the others figures."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""

    def __str__(self) -> str:
        """Markdown in which columns stand below one another."""
        lines = [list(self.head), *map(list, self.rows)]
        widths = [max(3, *map(len, column)) for column in zip(*lines, strict=True)]
        rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
        texts = [
            "| "
            + " | ".join(
                cell.rjust(width) if k else cell.ljust(width)
                for k, (cell, width) in enumerate(zip(line, widths, strict=True))
            )
            + " |"
            for line in (lines[0], rule, *lines[1:])
        ]
        parts = [f"{self.title}:", "\n".join(texts), self.note]
        return "\n\n".join(part for part in parts if part)


def short(value: float) -> str:
    """A figure with three digits that count, and no fewer than all before the point."""
    if value == 0:
        return "0"
    return f"{value:,.0f}" if abs(value) >= 99.95 else f"{float(f'{value:.3g}'):g}"
