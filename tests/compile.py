"""Compile the engine before the tests begin: python -m tests.compile

Each of pytest's workers would compile all kernels that its tests use, both of them nearly all.
Here two processes share the agents, and the workers find the kernels in the cache.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import minelab as ml
from minelab.inference.odds import LARGE
from tests.games.test_contract import MODIFIED
from tests.naive import COMPILED

SLOWEST = ("exact", "champion")
"""They share most of their kernels, so one process takes both, and what else is about odds."""


def compile_odds() -> None:
    for name in SLOWEST:
        compile_agent(name)
    ml.odds(ml.View.parse("1??", mines=1))
    for aim in ("win", "score"):
        ml.optimal(2, 2, mines=1, aim=aim)
    side = int(LARGE**0.5) + 1
    ml.play(ml.Board.random(side, side, density=0.15, seed=1), "exact")


def compile_agent(name: str) -> None:
    """Play one game, and one in a batch."""
    ml.play(ml.Board.random(5, 5, mines=5, seed=1), name)
    ml.play_many(name, 5, 5, mines=5, games=1, seed=1)


if __name__ == "__main__":
    print("compiling the engine (two minutes the first time)", flush=True)
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        jobs = [pool.submit(compile_odds)]
        others = [name for name in (*COMPILED, *MODIFIED) if name not in SLOWEST]
        jobs += [pool.submit(compile_agent, name) for name in others]
        for job in jobs:
            job.result()
