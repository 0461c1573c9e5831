"""How long the explorer takes from a slider's move to the first curves.

Without a browser: a change is made as the page makes it, and the clock stops when the curves of
all agents are handed to the page. Wall time, since that is what a reader waits.
"""

import threading
import time
from statistics import median

import minelab as ml
from benchmarks.timing import Table, short
from minelab.lab.live import LiveSweep

FULL = {"sizes": [10, 20, 30], "moves": 12}
QUICK = {"sizes": [10], "moves": 2}
LONGEST = 60  # seconds


class Watched(LiveSweep):
    """A live sweep that says when it has curves to show."""

    def __init__(self, offered, setting):
        super().__init__(offered, setting)
        self.shown = threading.Event()

    def tell(self):
        if self.curves:
            self.shown.set()


def measure(sizes, moves):
    """Seconds to the first curves of all agents after each move, by the size of boards."""
    page = ml.explore(boards=20)
    sweep = Watched(page.offered, page.setting)
    sweep.wait()  # compiled or loaded
    sweep.change(boards=400)
    seconds = {
        str(size): [wait_for_curves(sweep, size, seed) for seed in range(2, moves + 2)]
        for size in sizes
    }
    sweep.stop()
    return {"agents": len(sweep.agents), "seconds": seconds}


def wait_for_curves(sweep, size, seed):
    """Seconds from a change of the size of boards, and of the seed, to the curves."""
    sweep.stop()
    sweep.shown.clear()
    start = time.perf_counter()
    sweep.change(size=size, seed=seed)
    if not sweep.shown.wait(LONGEST):
        raise TimeoutError(f"no curves of {size}x{size} boards after {LONGEST} seconds")
    return time.perf_counter() - start


def ratios(found):
    """None: what a reader waits depends on the machine."""
    return {}


def tables(found):
    rows = [
        [f"{size}x{size}", short(1e3 * median(seconds)), short(1e3 * max(seconds))]
        for size, seconds in found["seconds"].items()
    ]
    moves = min(map(len, found["seconds"].values()))
    yield Table(
        f"Milliseconds to the curves of {found['agents']} agents, {moves} moves a size",
        ["boards", "median", "most"],
        rows,
    )
