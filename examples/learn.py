"""A learner in the environment minelab/Minesweeper-v0, and its curve beside the agents.

It knows no rule. A small network looks at the 24 cells around a covered one and guesses whether it
is a mine; it opens the cell that it thinks safest, and learns from what happens:
python examples/learn.py docs/learning-curve.png
"""

import sys

import gymnasium
import matplotlib.pyplot as plt
import numpy as np

import minelab as ml
from minelab.arena.environment import NAME

LEVEL, GAMES, BLOCK = (6, 6, 5), 10_000, 1000
AGENTS = ("random", "basic", "charles", "exact")
HIDDEN, RATE, BATCH, MEMORY, TRY = 64, 1e-3, 64, 50_000, 0.02
OUTSIDE, KINDS, REACH = 9, 11, 2
"""Codes from -1 to 9 are kinds of cells; a window reaches two cells from its centre."""


def windows(codes):
    """What is around every cell: for each of 24 places and each kind, whether it is there."""
    padded = np.pad(codes, REACH, constant_values=OUTSIDE)
    side = 2 * REACH + 1
    around = np.lib.stride_tricks.sliding_window_view(padded, (side, side)).reshape(-1, side**2)
    around = np.delete(around, side**2 // 2, axis=1)[:, :, None]
    return (around == np.arange(-1, KINDS - 1)).reshape(len(around), -1).astype(np.float32)


class Network:
    """Two layers, trained with Adam."""

    def __init__(self, rng):
        n = KINDS * ((2 * REACH + 1) ** 2 - 1)
        sizes = [(n, HIDDEN), (HIDDEN,), (HIDDEN,), ()]
        self.weights = [rng.normal(0, 0.1, size) for size in sizes]
        self.first = [np.zeros(size) for size in sizes]
        self.second = [np.zeros(size) for size in sizes]
        self.steps = 0

    def forward(self, features):
        into, bias, out, last = self.weights
        hidden = np.maximum(features @ into + bias, 0)
        return 1 / (1 + np.exp(-(hidden @ out + last))), hidden

    def learn(self, features, mines):
        risk, hidden = self.forward(features)
        out = self.weights[2]
        error = (risk - mines) / len(mines)
        back = np.outer(error, out) * (hidden > 0)
        self.steps += 1
        for k, g in enumerate([features.T @ back, back.sum(axis=0), hidden.T @ error, error.sum()]):
            self.first[k] = 0.9 * self.first[k] + 0.1 * g
            self.second[k] = 0.999 * self.second[k] + 0.001 * g**2
            scale = np.sqrt(self.second[k] / (1 - 0.999**self.steps)) + 1e-8
            self.weights[k] = self.weights[k] - RATE * self.first[k] / (1 - 0.9**self.steps) / scale


def learn(games, seed=1):
    """Whether each game was won."""
    env, rng = gymnasium.make(NAME, level=LEVEL), np.random.default_rng(seed)
    network, seen, mines, won = Network(rng), [], [], []
    for number in range(games):
        codes, info = env.reset(seed=seed if number == 0 else None)
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            features = windows(codes)[legal]
            k = int(np.argmin(network.forward(features)[0]))
            k = int(rng.integers(len(legal))) if rng.random() < TRY else k
            first = len(legal) == codes.size  # the rules protect it, so it tells nothing
            codes, _, over, _, info = env.step(legal[k])
            if not first:
                seen.append(features[k].copy())
                mines.append(over and not info["won"])
            if len(seen) > BATCH:
                chosen = rng.integers(max(0, len(seen) - MEMORY), len(seen), BATCH)
                network.learn(
                    np.stack([seen[i] for i in chosen]), np.array([mines[i] for i in chosen])
                )
        won.append(info["won"])
    return np.array(won)


def main(path):
    won = learn(GAMES)
    blocks = won.reshape(-1, BLOCK).mean(axis=1)
    rows, cols, mines = LEVEL
    _, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    axes.plot(np.arange(BLOCK, GAMES + 1, BLOCK), 100 * blocks, marker="o", label="learner")
    for name in AGENTS:
        table = ml.play_many(name, rows, cols, mines=mines, games=5000, seed=1, rules=ml.CLASSIC)
        share = 100 * table["won"].mean()
        axes.axhline(share, color="0.7", lw=1, zorder=0)
        axes.annotate(f"{name} {share:.0f}%", (GAMES, share), va="bottom", ha="right", fontsize=8)
    axes.set(xlabel="games played", ylabel="games won, %", ylim=(0, 100))
    axes.set_title(f"The learner wins {100 * blocks[-1]:.0f}% of its last {BLOCK:,} games")
    plt.savefig(path, dpi=150)
    print((100 * blocks).round(1).tolist())


if __name__ == "__main__":
    main(sys.argv[1])
