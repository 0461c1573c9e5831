"""What a newcomer waits for: import, the first game with nothing compiled, the next first game.

Each figure comes from a fresh process; the cold ones get an empty cache folder of their own. Python
keeps the bytecode of all modules, as it does by default, and has it from the first process on.
"""

import json
import os
import subprocess
import sys
import tempfile
from statistics import median

from tqdm.auto import tqdm

from benchmarks.timing import Table

FULL = {
    "calls": ["basic", "swept", "charles", "exact", "champion", "explorer", "all curves"],
    "repeats": 3,
}
QUICK = {"calls": ["basic"], "repeats": 1}
TIMED = """
import os, time; start = time.perf_counter(); cpu = time.process_time()
import minelab as ml
{call}
print([time.perf_counter() - start, time.process_time() - cpu], flush=True)
os._exit(0)  # the explorer may still play
"""
CALLS = {
    "explorer": """
explorer = ml.explore()
explorer.start()
while not explorer.curves:
    time.sleep(0.01)
""",
    "all curves": "ml.explore().wait()",
}
"""What is timed; else the game of an agent by this name."""
GAME = "ml.play(ml.Board.random(10, 10, mines=20, seed=7), {name!r}, seed=0)"


def measure(calls, repeats):
    """Wall and CPU seconds, from the first line of a process to its last."""
    found, imports = {}, []
    seconds("", "")  # keeps the bytecode
    for name in tqdm(calls, desc="start-up", disable=None, leave=False):
        call = CALLS.get(name, GAME.format(name=name))
        with tempfile.TemporaryDirectory() as cache:
            cold = seconds(call, cache)
            cached = []
            for _ in range(repeats):
                imports.append(seconds("", cache))
                cached.append(seconds(call, cache))
        found[name] = {"cold": cold, "cached": middle(cached)}
    return {"import": middle(imports), "first game": found}


def seconds(call, cache):
    """Wall and CPU seconds of a fresh process."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", TIMED.format(call=call)]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    wall, cpu = json.loads(output.stdout)
    return {"wall": wall, "cpu": cpu}


def middle(tries):
    """The medians of some tries."""
    return {kind: median(one[kind] for one in tries) for kind in tries[0]}


def label(name):
    """A call in words."""
    shown = {"explorer": "first curve of the explorer", "all curves": "all games of the explorer"}
    return shown.get(name) or f"first game of `{name}`"


def ratios(found):
    """CPU time of the first game: from the cache against the import, and cold against cached."""
    base, games = found["import"]["cpu"], found["first game"]
    warm = {f"{a}: cached / import": one["cached"]["cpu"] / base for a, one in games.items()}
    return warm | {
        f"{a}: cold / cached": one["cold"]["cpu"] / one["cached"]["cpu"] for a, one in games.items()
    }


def tables(found):
    games = found["first game"]
    lines = {"import": found["import"]}
    for kind, state in (("cached", "from the cache"), ("cold", "nothing compiled")):
        lines |= {f"{label(name)}, {state}": one[kind] for name, one in games.items()}
    rows = [[name, f"{one['wall']:.2f}", f"{one['cpu']:.2f}"] for name, one in lines.items()]
    yield Table("Seconds, the import included", ["", "wall", "CPU"], rows)
