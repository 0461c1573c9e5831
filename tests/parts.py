"""Experiments for tests: quick to make, or slow enough to be killed in the middle.

`python -m tests.parts NAME FOLDER [processes]` runs one of them as the command line would.
"""

import os
import signal
import sys
import time
from pathlib import Path

import pandas as pd

from minelab import cli
from minelab.lab import designs
from minelab.lab.designs import Experiment

PARTS, ROWS = 24, 500


def measure(number, pause=0.0, diary=None, fatal=False):
    """Some squares. A line of the diary says that this part was made, and by which process."""
    time.sleep(pause)
    if fatal:
        os.kill(os.getpid(), signal.SIGKILL)
    if diary:
        with open(diary, "a") as file:
            file.write(f"{number} {os.getpid()}\n")
    numbers = range(ROWS * number, ROWS * (number + 1))
    return pd.DataFrame(
        {"n": numbers, "square": [n * n for n in numbers], "name": f"part {number}"}
    )


def squares(pause=0.0, diary=None, **how):
    """An experiment of so many parts."""
    calls = [{"number": k, "pause": pause, "diary": diary} for k in range(PARTS)]
    return Experiment("squares", module="tests.parts", calls=calls, seconds=1, **how)


def made(diary):
    """The numbers of the parts that a diary says were made, and the processes that made them."""
    lines = [line.split() for line in Path(diary).read_text().splitlines()]
    return [int(number) for number, _ in lines], {int(process) for _, process in lines}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    diary = str(folder.with_suffix(".diary"))
    designs.EXPERIMENTS["squares"] = squares(pause=0.12, diary=diary)
    cli.main(["run", "squares", "--folder", str(folder), *sys.argv[2:]])
