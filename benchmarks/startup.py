"""What a newcomer waits for: import, the first game with nothing compiled, the next first game.

Each figure comes from a fresh process; the cold one gets an empty cache folder of its own.
"""

import os
import subprocess
import sys
import tempfile

TIMED = """
import time; start = time.perf_counter(); cpu = time.process_time()
import minelab as ml
{game}
print(time.perf_counter() - start, time.process_time() - cpu)
"""
GAME = "ml.play(ml.Board.random(10, 10, mines=20, seed=7), 'basic', seed=0)"


def seconds(game: str, cache: str) -> tuple[float, float]:
    """Wall and CPU seconds of a fresh process from its first line to its last."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    command = [sys.executable, "-c", TIMED.format(game=game)]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    wall, cpu = map(float, output.stdout.split())
    return wall, cpu


if __name__ == "__main__":
    print("\nstart-up, seconds          wall     CPU")
    with tempfile.TemporaryDirectory() as cache:
        for name, game in (
            ("import minelab", ""),
            ("first game, cold", GAME),
            ("first game, cached", GAME),
        ):
            wall, cpu = seconds(game, cache)
            print(f"{name:<22}{wall:>9.2f}{cpu:>8.2f}")
