"""How the champion was made: games are played, then a network is fitted; again and again.

One network is made from expert games, another from games on small boards. In the first round the
rule of thumb plays, in each later one the network of the round before. Some guesses are drawn, so
that the network also sees what follows from poorer ones. Chunks of games have seeds of their own
and are put together in order: the samples are the same with any number of workers.

For expert games the ranking of close candidates comes last. The network is right on average, but it
overstates how far two candidates are apart. So some guesses are played on from each candidate on
the same layouts, drawn at random, and a line is fitted to how the results differ within a guess.
"""

import argparse
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm.auto import tqdm

from minelab._checks import check_number, check_whole
from minelab._files import write_whole
from minelab.agents.champion import FORMS, LAYERS, NETWORK, SMALL_NETWORK, THUMB
from minelab.boards.board import MAX_SEED
from minelab.boards.grid import Cell
from minelab.boards.rules import CLASSIC, CLASSIC_ZERO, Rules
from minelab.games.compiled import rule_codes
from minelab.inference.odds import MOST_STATES
from minelab.lab.runner import MOST_WORKERS

Array = NDArray[np.float64]
Network = tuple[Array, ...]


class Start(NamedTuple):
    """How games begin, and the share of games that begin so."""

    rules: Rules
    first: Cell
    rows: int
    cols: int
    mines: int
    share: float


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
SMALL_ROUNDS = (
    Round(THUMB, 150_000, 200, 1, 25),
    Round("champion-1", 150_000, 200, 1, 30),
)
"""A guess in which something is left to learn is rare on small boards; games are quick."""


@dataclass(frozen=True)
class Ranking:
    """Guesses whose candidates are played on, to learn how to rank them."""

    games: int
    one_in: int
    """In how many guesses one is played on."""
    layouts: int
    """On how many layouts."""
    form: str
    """The form of the champion that plays on."""
    ridge: float
    """How much the weights of features are held back, in parts of the mean of the diagonal."""


RANKING = Ranking(30_000, 2, 10, "champion-1", 0.3)


@dataclass(frozen=True)
class Recipe:
    """How a network is made."""

    starts: tuple[Start, ...]
    rounds: tuple[Round, ...]
    batch: int
    """Samples in a step of fitting."""
    ranking: Ranking | None = None
    """None: close candidates are ranked as all are."""


RECIPES = {
    NETWORK: Recipe(
        (
            Start(CLASSIC, (0, 0), 16, 30, 99, 0.62),
            Start(CLASSIC_ZERO, (3, 3), 16, 30, 99, 0.38),
        ),
        ROUNDS, 2048, RANKING,
    ),
    SMALL_NETWORK: Recipe(
        (
            Start(CLASSIC, (0, 0), 16, 16, 40, 0.34),
            Start(CLASSIC_ZERO, (3, 3), 16, 16, 40, 0.2),
            Start(CLASSIC, (0, 0), 9, 9, 10, 0.2),
            Start(CLASSIC_ZERO, (3, 3), 9, 9, 10, 0.1),
            Start(CLASSIC, (0, 0), 10, 10, 20, 0.1),
            Start(CLASSIC, (0, 0), 12, 12, 36, 0.06),
        ),
        SMALL_ROUNDS, 256,
    ),
}  # fmt: skip
"""By the file of the network."""
LEAST_NOISE = 1e-4
"""The least variance that a result counts with: those of few layouts can agree by chance."""

LEAST_SLOPE = 0.05
"""How much results follow the chance to win at least, so that a ranking of few games stays sane."""

LEAST_SHARE = 0.0001
"""Of the games: a dozen of them are the fewest that can be learned from."""


class Played(NamedTuple):
    """What came of the games of a chunk."""

    samples: Array
    targets: Array
    steady: Array
    """Per game: what it came to, less its luck."""


def train(
    name: str = NETWORK, *, seed: int = 1, share: float = 1.0, workers: int | None = None
) -> Network:
    """Make a network again; with share=0.01 from a hundredth of the games."""
    from minelab.engine.value import BY_TWO_SAFE

    recipe = RECIPES[name]
    # Each round has a seed of its own, and the ranking.
    seed = check_whole("seed", seed, 0, MAX_SEED - len(recipe.rounds) - 1)
    if workers is not None:
        check_whole("workers", workers, 1, MOST_WORKERS)
    share = check_number("share", share, LEAST_SHARE, 1)
    network = blank()
    played: list[tuple[Array, Array]] = []
    for k, this in enumerate(recipe.rounds):
        found = sample_games(
            this.form, network, games=max(1, int(this.games * share)), seed=seed + k,
            drawn_of_1000=this.drawn_of_1000, starts=recipe.starts, workers=workers,
            about=f"round {k + 1}",
        )  # fmt: skip
        played.append((found.samples, found.targets))
        samples, targets = map(np.concatenate, zip(*played[-this.rounds :], strict=True))
        network = fit(samples, targets, seed=seed + k, epochs=this.epochs, batch=recipe.batch)
    if recipe.ranking is None:
        ranking = network[-1]
        ranking[BY_TWO_SAFE] = FORMS["champion"].two_safe
    else:
        ranking = learn_ranking(
            network, games=max(1, int(recipe.ranking.games * share)),
            seed=seed + len(recipe.rounds), starts=recipe.starts, workers=workers,
        )  # fmt: skip
    return (*network[:-1], ranking)


def sample_games(
    form: str,
    network: Network,
    *,
    games: int,
    seed: int,
    drawn_of_1000: int = 0,
    starts: Sequence[Start],
    workers: int | None = None,
    about: str = "games",
) -> Played:
    """Play games of one form of the champion, from each start its share, and sample them."""
    parts = in_chunks(
        partial(sample_chunk, form, network, seed, drawn_of_1000), games, starts, workers, about
    )
    return Played(*map(np.concatenate, zip(*parts, strict=True)))


def in_chunks(
    make: Callable[[Start, int, int], Any],
    games: int,
    starts: Sequence[Start],
    workers: int | None,
    about: str,
) -> list[Any]:
    """What comes of the games, chunk by chunk: from each start its share."""
    chunks = [
        (start, number, min(CHUNK, int(games * start.share) - number))
        for start in starts
        for number in range(0, int(games * start.share), CHUNK)
    ]
    with ThreadPoolExecutor(workers or os.cpu_count()) as pool:
        made = pool.map(lambda chunk: make(*chunk), chunks)
        return list(tqdm(made, about, len(chunks), delay=2, disable=None, leave=False))


def sample_chunk(
    form: str,
    network: Network,
    seed: int,
    drawn_of_1000: int,
    start: Start,
    number: int,
    games: int,
) -> Played:
    """Play and sample some games of one start, from this number on."""
    from benchmarks.sampled_games import Samples, sample_batch
    from minelab.engine.lookahead import lookahead_space
    from minelab.engine.luck import luck_space
    from minelab.engine.value import N_FEATURES

    room = games * SAMPLES_PER_GAME
    samples = Samples(np.empty((room, N_FEATURES)), np.empty(room), np.empty(room))
    steady = np.empty(games)
    game, (rows, cols) = game_from(start), start[2:4]
    lookahead = lookahead_space(rows, cols, FORMS[form], network)
    space = luck_space(rows, cols, MOST_STATES, lookahead)
    n = sample_batch(steady, number, seed, drawn_of_1000, game, space, samples)
    return Played(samples.features[:n].copy(), samples.targets[:n].copy(), steady)


def game_from(start: Start) -> Any:
    """The engine's game that begins so."""
    from minelab.engine.state import new_game

    forced = start.first[0] * start.cols + start.first[1]
    return new_game(start.rows, start.cols, start.mines, rule_codes(start.rules), [forced])


def learn_ranking(
    network: Network, *, games: int, seed: int, starts: Sequence[Start], workers: int | None = None
) -> Array:
    """The weights by which close candidates are ranked: see `Network.ranking` of the engine."""
    parts = in_chunks(partial(choices_chunk, network, seed), games, starts, workers, "ranking")
    n_guesses = np.cumsum([0, *(len(np.unique(guess)) for guess, _, _ in parts)])
    guesses = np.concatenate(
        [guess + n for (guess, _, _), n in zip(parts, n_guesses, strict=False)]
    )
    return fit_ranking(guesses, *(np.concatenate([part[k] for part in parts]) for k in (1, 2)))


def choices_chunk(
    network: Network, seed: int, start: Start, number: int, games: int
) -> tuple[NDArray[np.int64], Array, Array]:
    """Guesses between close candidates from some games of one start, from this number on: see
    `Choices`."""
    from benchmarks.sampled_games import Choices, sample_choices
    from minelab.engine.lookahead import lookahead_space
    from minelab.engine.luck import luck_space
    from minelab.engine.rollouts import rollout_space
    from minelab.engine.value import N_FEATURES

    effort, on = FORMS["champion"]._replace(ranked_below=0), FORMS[RANKING.form]
    room, n = games * SAMPLES_PER_GAME, RANKING.layouts
    choices = Choices(
        np.empty(room, np.int64), np.empty((room, N_FEATURES + 3)), np.empty((room, n))
    )
    game, (rows, cols) = game_from(start), start[2:4]
    space = luck_space(rows, cols, MOST_STATES, lookahead_space(rows, cols, effort, network))
    plays_on = lookahead_space(rows, cols, on, network)
    rollouts = rollout_space(rows, cols, MOST_STATES, plays_on, n)
    below = FORMS["champion"].ranked_below
    n = sample_choices(games, number, seed, below, RANKING.one_in, game, space, rollouts, choices)
    return choices.guess[:n].copy(), choices.merits[:n].copy(), choices.results[:n].copy()


def fit_ranking(guesses: NDArray[np.int64], merits: Array, results: Array) -> Array:
    """A line through the results of candidates, as they differ from the mean of their guess.

    guesses: the number of the guess of each candidate. merits, results: as in `Choices`.
    Returns the weights of all merits beside the first, the chance to win, which weighs 1; all 0 if
    there are fewer guesses than weights.
    """
    n = np.bincount(guesses)
    if len(n) <= merits.shape[1]:
        return np.zeros(merits.shape[1] - 1)

    def within_guess(values: Array) -> Array:
        sums = np.zeros((len(n), values.shape[1]))
        np.add.at(sums, guesses, values)
        return values - (sums / n[:, np.newaxis])[guesses]

    x, differences = within_guess(merits), within_guess(results)
    noise = differences.var(axis=1, ddof=1) / results.shape[1]
    noise = np.bincount(guesses, noise) / (n - 1)
    weighted = x / np.maximum(noise, LEAST_NOISE)[guesses, np.newaxis]
    squares = weighted.T @ x
    held_back = np.full(len(squares), RANKING.ridge * np.diag(squares)[2:].mean())
    held_back[:2] = 0
    line = np.linalg.solve(squares + np.diag(held_back), weighted.T @ differences.mean(axis=1))
    ranking: Array = line[1:] / max(LEAST_SLOPE, line[0])
    return ranking


def blank() -> Network:
    """A network that knows nothing, for the rule of thumb, which asks none."""
    from minelab.engine.value import HIDDEN_1, HIDDEN_2, N_FEATURES

    n = N_FEATURES
    shapes = ((n, HIDDEN_1), HIDDEN_1, (HIDDEN_1, HIDDEN_2), HIDDEN_2, HIDDEN_2, 1, n, n, n + 2)
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
    return (*(w.astype(float) for w in weights), mean, scale, np.zeros(x.shape[1] + 2))


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


def save(network: Network, path: Path, *, seed: int, share: float, name: str = NETWORK) -> None:
    """Write a network with how it was made; there is never half a file."""
    from minelab import __version__

    recipe = RECIPES[name]
    facts = {
        "command": f"python -m minelab train --seed {seed}"
        + (f" --share {share}" if share < 1 else "")
        + (f" --network {name}" if name != NETWORK else ""),
        "seed": seed,
        "version": __version__,
        "rounds": [vars(this) for this in recipe.rounds],
        "ranking": recipe.ranking and vars(recipe.ranking),
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
    option("--network", choices=RECIPES, default=NETWORK, help="which one to make")
    option("--out", type=Path, metavar="FILE", help="by default the name of the network")
    option("--workers", type=int, help="threads (default: one per core)")
    options = parser.parse_args(arguments)
    name, path = options.network, options.out or Path(options.network)
    network = train(name, seed=options.seed, share=options.share, workers=options.workers)
    save(network, path, seed=options.seed, share=options.share, name=name)
    print(f"written to {path}; the agent uses minelab/agents/{name}")
