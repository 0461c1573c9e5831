"""Training: the same samples with any number of workers, targets that make sense, a file in one.

The games that it learns from are compiled with `full`, which takes long, and else plain Python.
"""

import json
from functools import partial

import numpy as np
import pytest

from benchmarks import training
from benchmarks.training import (
    Start,
    blank,
    choices_chunk,
    fit,
    fit_ranking,
    gradient,
    sample_games,
    save,
    train,
)
from minelab.agents.champion import LAYERS, THUMB, network
from minelab.boards.rules import CLASSIC
from tests.test_reproducible import run

CORNER = (Start(CLASSIC, (0, 0), 16, 30, 99, 1.0),)


@pytest.mark.full
def test_workers_change_nothing(monkeypatch):
    monkeypatch.setattr(training, "CHUNK", 150)  # so that there is work for two
    games = 250
    one, two = (
        sample_games(
            THUMB, network(), games=games, seed=5, drawn_of_1000=200, starts=CORNER, workers=n
        )
        for n in (1, 2)
    )
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a, b)
    assert len(one.steady) == games and len(one.samples) == len(one.targets) > games


@pytest.mark.full
def test_luck_is_taken_out_and_nothing_else():
    """What games came to less their luck has the mean of the wins, and varies less."""
    import minelab as ml

    games = 1500
    steady = sample_games("champion-1", network(), games=games, seed=6, starts=CORNER).steady
    won = ml.play_many(
        "champion-1", 16, 30, mines=99, games=games, seed=6, rules=CLASSIC, first=(0, 0)
    )["won"].to_numpy()
    assert steady.std() < 0.75 * won.std()
    difference = steady - won
    assert abs(difference.mean()) < 3 * difference.std() / games**0.5


def targets_are_chances():
    starts = (Start(CLASSIC, (0, 0), 6, 7, 8, 0.5), Start(CLASSIC, (0, 0), 7, 6, 8, 0.5))
    found = sample_games(
        "champion-1", network(), games=30, seed=7, drawn_of_1000=900, starts=starts, workers=1
    )
    assert len(found.steady) == 30 and len(found.samples) == len(found.targets) > 5
    assert found.targets.min() >= 0 and found.targets.max() <= 1
    assert 0.2 < found.targets.mean() < 0.8


@pytest.mark.full
def test_candidates_are_tried_on_the_same_layouts():
    """Guesses have several candidates each, and their results are about chances."""
    guess, merits, results = choices_chunk(network(), 8, *CORNER, 0, 100)
    counts = np.unique(guess, return_counts=True)[1]
    assert len(counts) > 1 and counts.min() > 1
    values, two_safe, described = merits[:, 0], merits[:, 1], merits[:, 2]
    assert ((0 < values) & (values < 1)).all() and ((0 < two_safe) & (two_safe <= 1)).all()
    assert ((0 <= described) & (described <= 1 + 1e-9)).all()
    assert results.shape == (len(guess), training.RANKING.layouts)
    assert abs(results.mean() - values.mean()) < 0.2


def test_games_to_learn_from():
    code = "from tests.test_training import targets_are_chances\ntargets_are_chances()"
    run(code, NUMBA_DISABLE_JIT="1")


def test_a_ranking_is_learned_within_guesses():
    """Not from what all candidates of a guess have in common, and relative to the chance to win."""
    rng = np.random.default_rng(3)
    guesses = np.repeat(np.arange(20_000), 3)
    merits = rng.normal(size=(60_000, 39))
    line = np.zeros(39)
    line[[0, 1, 5]] = 0.5, 0.2, -0.1
    common = rng.normal(0, 2, 20_000)[guesses]
    noise = rng.normal(0, 0.3, (60_000, 10))
    results = (merits @ line + common)[:, np.newaxis] + noise
    ranking = fit_ranking(guesses, merits, results)
    assert ranking[:1] == pytest.approx([0.4], abs=0.02)
    assert np.argmax(np.abs(ranking[1:])) == 3 and ranking[4] < -0.1
    assert np.abs(np.delete(ranking, [0, 4])).max() < 0.03


def test_slopes_are_those_of_the_loss():
    rng = np.random.default_rng(1)
    weights = [rng.normal(size=shape) for shape in ((5, 4), 4, (4, 3), 3, 3, 1)]
    x, t = rng.normal(size=(20, 5)), rng.uniform(size=20)

    def loss():
        first, bias_1, second, bias_2, output, bias_3 = weights
        h = x @ first + bias_1
        g = h / (1 + abs(h)) @ second + bias_2
        p = 1 / (1 + np.exp(-(g / (1 + abs(g)) @ output + bias_3)))
        return -np.mean(t * np.log(p) + (1 - t) * np.log(1 - p))

    slopes = gradient(weights, x, t)
    for w, slope in zip(weights, slopes, strict=True):
        for at in np.ndindex(w.shape):
            kept, (low, high) = w[at], (-1e-6, 1e-6)
            w[at] = kept + low
            below = loss()
            w[at] = kept + high
            above = loss()
            w[at] = kept
            assert (above - below) / 2e-6 == pytest.approx(slope[at], abs=1e-6)


def test_a_fit_learns():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(20_000, 36))
    t = 1 / (1 + np.exp(-(x[:, 0] - x[:, 1] * x[:, 2])))
    layers = dict(zip(LAYERS, fit(x, t, seed=1, epochs=40, batch=256), strict=True))
    z = (x - layers["mean"]) * layers["scale"]
    h = z @ layers["first"] + layers["bias_1"]
    g = h / (1 + abs(h)) @ layers["second"] + layers["bias_2"]
    p = 1 / (1 + np.exp(-(g / (1 + abs(g)) @ layers["output"] + layers["bias_3"])))
    assert np.mean((p - t) ** 2) < 0.1 * np.var(t)


@pytest.mark.parametrize(
    "make",
    [blank, pytest.param(partial(train, seed=3, share=0.002, workers=1), marks=pytest.mark.full)],
)
def test_a_network_is_written_whole(make, tmp_path):
    made = make()
    path = tmp_path / "network.npz"
    save(made, path, seed=3, share=0.002)
    with np.load(path, allow_pickle=False) as stored:
        assert all(
            np.array_equal(stored[name], layer) for name, layer in zip(LAYERS, made, strict=True)
        )
        facts = json.loads(str(stored["facts"]))
    assert facts["command"] == "python -m minelab train --seed 3 --share 0.002"
    assert [file.name for file in tmp_path.iterdir()] == ["network.npz"]


@pytest.mark.parametrize("share", [0, -1, 1.5])
def test_a_share_of_games_is_a_share(share):
    with pytest.raises(ValueError, match="share must be a number from 0.0001 to 1"):
        train(share=share)
