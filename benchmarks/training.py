"""How the champion's network was made: games are played, then it is fitted; again and again.

In the first round the rule of thumb plays, in each later one the network of the round before. Some
guesses are drawn, so that the network also sees what follows from poorer ones. Chunks of games have
seeds of their own and are put together in order: the samples are the same with any number of
workers.
"""

import argparse
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm.auto import tqdm

from minelab._checks import check_number, check_whole
from minelab._files import write_whole
from minelab.agents.champion import FORMS, LAYERS, NETWORK, THUMB
from minelab.boards.board import MAX_SEED
from minelab.boards.grid import Cell
from minelab.boards.rules import CLASSIC, CLASSIC_ZERO, Rules
from minelab.games.compiled import rule_codes
from minelab.inference.odds import MOST_STATES
from minelab.lab.runner import MOST_WORKERS

Array = NDArray[np.float64]
Network = tuple[Array, ...]

ROWS, COLS, MINES = 16, 30, 99
STARTS: tuple[tuple[Rules, Cell, float], ...] = (
    (CLASSIC, (0, 0), 0.62),
    (CLASSIC_ZERO, (3, 3), 0.38),
)
"""How games begin, and the share of games that begin so."""
CHUNK = 2500
"""Games that are played at a time."""
SAMPLES_PER_GAME = 20
"""Room for samples: a game seldom has more than ten."""


@dataclass(frozen=True)
class Round:
    """Games to be played, and a network fitted to the samples of the last few rounds."""

    form: str
    games: int
    drawn_of_1000: int
    """How many guesses of a thousand are drawn."""
    rounds: int
    """How many rounds the network is fitted to, this one included."""
    epochs: int


ROUNDS = (
    Round(THUMB, 130_000, 200, 1, 12),
    Round("champion-1", 130_000, 200, 1, 20),
    Round("champion-1", 240_000, 150, 2, 26),
)

LEAST_SHARE = 0.0001
"""Of the games: a dozen of them are the fewest that can be learned from."""


class Played(NamedTuple):
    """What came of the games of a chunk."""

    samples: Array
    targets: Array
    steady: Array
    """Per game: what it came to, less its luck."""


def train(*, seed: int = 1, share: float = 1.0, workers: int | None = None) -> Network:
    """Make the network again; with share=0.01 from a hundredth of the games."""
    seed = check_whole("seed", seed, 0, MAX_SEED - len(ROUNDS))  # each round has one of its own
    if workers is not None:
        check_whole("workers", workers, 1, MOST_WORKERS)
    share = check_number("share", share, LEAST_SHARE, 1)
    network = blank()
    played: list[tuple[Array, Array]] = []
    for k, this in enumerate(ROUNDS):
        found = sample_games(
            this.form, network, games=max(1, int(this.games * share)), seed=seed + k,
            drawn_of_1000=this.drawn_of_1000, workers=workers, about=f"round {k + 1}",
        )  # fmt: skip
        played.append((found.samples, found.targets))
        samples, targets = map(np.concatenate, zip(*played[-this.rounds :], strict=True))
        network = fit(samples, targets, seed=seed + k, epochs=this.epochs)
    return network


def sample_games(
    form: str,
    network: Network,
    *,
    games: int,
    seed: int,
    drawn_of_1000: int = 0,
    starts: Sequence[tuple[Rules, Cell, float]] = STARTS,
    workers: int | None = None,
    about: str = "games",
) -> Played:
    """Play expert games of one form of the champion, from each start its share, and sample them."""
    chunks = [
        (rules, first, start, min(CHUNK, int(games * share) - start))
        for rules, first, share in starts
        for start in range(0, int(games * share), CHUNK)
    ]

    def one(chunk: tuple[Rules, Cell, int, int]) -> Played:
        rules, first, start, n = chunk
        return sample_chunk(form, network, rules, first, seed, start, n, drawn_of_1000)

    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        parts = list(
            tqdm(pool.map(one, chunks), about, len(chunks), delay=2, disable=None, leave=False)
        )
    return Played(*map(np.concatenate, zip(*parts, strict=True)))


def sample_chunk(
    form: str,
    network: Network,
    rules: Rules,
    first: Cell,
    seed: int,
    start: int,
    games: int,
    drawn_of_1000: int,
) -> Played:
    """Play and sample some games of one start."""
    from benchmarks.sampled_games import Samples, sample_batch
    from minelab.engine.lookahead import lookahead_space
    from minelab.engine.luck import luck_space
    from minelab.engine.state import new_game
    from minelab.engine.value import N_FEATURES

    room = games * SAMPLES_PER_GAME
    samples = Samples(np.empty((room, N_FEATURES)), np.empty(room), np.empty(room))
    steady = np.empty(games)
    game = new_game(ROWS, COLS, MINES, rule_codes(rules), [first[0] * COLS + first[1]])
    lookahead = lookahead_space(ROWS, COLS, FORMS[form], network)
    space = luck_space(ROWS, COLS, MOST_STATES, lookahead)
    n = sample_batch(steady, start, seed, drawn_of_1000, game, space, samples)
    return Played(samples.features[:n].copy(), samples.targets[:n].copy(), steady)


def blank() -> Network:
    """A network that knows nothing, for the rule of thumb, which asks none."""
    from minelab.engine.value import HIDDEN_1, HIDDEN_2, N_FEATURES

    n = N_FEATURES
    shapes = ((n, HIDDEN_1), HIDDEN_1, (HIDDEN_1, HIDDEN_2), HIDDEN_2, HIDDEN_2, 1, n, n)
    return tuple(np.zeros(shape) for shape in shapes)


def fit(
    samples: Array, targets: Array, *, seed: int, epochs: int, batch: int = 2048, rate: float = 3e-3
) -> Network:
    """Fit a network to samples: cross-entropy, Adam, a rate that falls along a cosine."""
    from minelab.engine.value import HIDDEN_1, HIDDEN_2

    rng = np.random.default_rng(seed)
    mean = samples.mean(axis=0)
    scale = 1 / np.maximum(samples.std(axis=0), 1e-3)
    x = ((samples - mean) * scale).astype(np.float32)
    t = targets.astype(np.float32)
    sizes = (x.shape[1], HIDDEN_1, HIDDEN_2)
    weights: list[Any] = [
        np.float32(rng.normal(0, sizes[0] ** -0.5, sizes[:2])), np.zeros(HIDDEN_1, np.float32),
        np.float32(rng.normal(0, sizes[1] ** -0.5, sizes[1:])), np.zeros(HIDDEN_2, np.float32),
        np.float32(rng.normal(0, sizes[2] ** -0.5, sizes[2])), np.zeros(1, np.float32),
    ]  # fmt: skip
    momentum = [np.zeros_like(w) for w in weights]
    spread = [np.zeros_like(w) for w in weights]
    batches = -(-len(x) // batch)
    steps = tqdm(range(epochs * batches), "fitting", delay=2, disable=None, leave=False)
    for step in steps:
        if step % batches == 0:
            order = rng.permutation(len(x))
        some = order[step % batches * batch :][:batch]
        slopes = gradient(weights, x[some], t[some])
        pace = rate * (1 + np.cos(np.pi * step / len(steps))) / 2
        for w, slope, m, s in zip(weights, slopes, momentum, spread, strict=True):
            m += 0.1 * (slope - m)
            s += 0.001 * (slope * slope - s)
            w -= (
                pace
                * (m / (1 - 0.9 ** (step + 1)))
                / (np.sqrt(s / (1 - 0.999 ** (step + 1))) + 1e-8)
            )
    return (*(w.astype(float) for w in weights), mean, scale)


def gradient(weights: list[Any], x: Any, t: Any) -> tuple[Any, ...]:
    """The slope of the cross-entropy in each weight."""
    first, bias_1, second, bias_2, output, bias_3 = weights
    a = x @ first + bias_1
    h = a / (1 + np.abs(a))
    b = h @ second + bias_2
    g = b / (1 + np.abs(b))
    error = (1 / (1 + np.exp(-(g @ output + bias_3))) - t) / len(t)
    by_b = np.outer(error, output) / (1 + np.abs(b)) ** 2
    by_a = by_b @ second.T / (1 + np.abs(a)) ** 2
    return (
        x.T @ by_a, by_a.sum(axis=0), h.T @ by_b, by_b.sum(axis=0), g.T @ error,
        error.sum(keepdims=True),
    )  # fmt: skip


def save(network: Network, path: Path, *, seed: int, share: float) -> None:
    """Write a network with how it was made; there is never half a file."""
    from minelab import __version__

    facts = {
        "command": f"python -m minelab train --seed {seed}"
        + (f" --share {share}" if share < 1 else ""),
        "seed": seed,
        "version": __version__,
        "rounds": [vars(this) for this in ROUNDS],
    }
    layers: dict[str, Any] = dict(zip(LAYERS, network, strict=True))
    file = BytesIO()
    np.savez(file, facts=json.dumps(facts), **layers)
    write_whole(path, file.getvalue())


def main(arguments: Sequence[str]) -> None:
    """The command `python -m minelab train`."""
    parser = argparse.ArgumentParser("minelab train", description=__doc__.splitlines()[0])
    option = parser.add_argument
    option("--seed", type=int, default=1, help="of the games and of the training")
    option("--share", type=float, default=1.0, help="the share of the games to use, for a trial")
    option("--out", type=Path, default=Path(NETWORK), metavar="FILE")
    option("--workers", type=int, help="threads (default: one per core)")
    options = parser.parse_args(arguments)
    network = train(seed=options.seed, share=options.share, workers=options.workers)
    save(network, options.out, seed=options.seed, share=options.share)
    print(f"written to {options.out}; the agent uses minelab/agents/{NETWORK}")
