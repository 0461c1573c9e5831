"""How well `exact` plays: win rates under classic rules, and scores beside the reports' agents.

Classic rules: the first cell is a corner and safe; 95% intervals after Wilson. Report rules:
10x10, all agents on the same boards, so that differences are taken board by board; 95%
intervals by Student's t.
"""

import argparse

import numpy as np
from scipy.stats import binomtest, t
from tqdm.auto import tqdm

import minelab as ml
from minelab.agents import CATALOGUE
from minelab.grid import check_whole

LEVELS = {"9x9/10": (9, 9, 10), "16x16/40": (16, 16, 40), "16x30/99": (16, 30, 99)}
PUBLISHED = {  # win rates in %, first click safe and in a corner
    "PSEQ, Tu et al. 2017": (91.68, 78.12, 39.62),
    "the same, deeper endgame (D256)": (91.69, 78.23, 40.05),
    "McAJBen/MinesweeperAI": (90.6, 76.6, 38.1),
    "D. N. Hill's solver": (None, None, 41.13),
}
DENSITIES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
BONUSES = [  # told the total, or better guesses, as COWAN and IBS tried them
    "cowan+total", "cowan+average", "cowan+total+average", "charles+total", "charles+average",
    "charles+total+average", "ibs+total", "ibs+sum", "ibs+last",
]  # fmt: skip


def win_rate(rows, cols, mines, games, seed, workers):
    """The share of classic games that `exact` wins, and its 95% interval, in %."""
    table = ml.sweep(
        ["exact"], rows, cols, mines=[mines], boards=games, seed=seed, rules=ml.CLASSIC,
        first=(0, 0), workers=workers,
    )  # fmt: skip
    wins = int(table["won"].sum())
    low, high = binomtest(wins, games).proportion_ci(method="wilson")
    return 100 * wins / games, 100 * low, 100 * high


def classic(games, seed, workers):
    """Print win rates beside published ones."""
    print(f"\nwins in % of {games:,} classic games a level, first click safe, in a corner")
    print(f"{'':<34}" + "".join(f"{level:>10}" for level in LEVELS))
    levels = tqdm(LEVELS.values(), desc="classic", disable=None, leave=False)
    rates = [win_rate(*level, games, seed, workers) for level in levels]
    for title, figures in zip(("exact", "  from", "  to"), zip(*rates, strict=True), strict=True):
        print(f"{title:<34}" + "".join(f"{figure:>10.2f}" for figure in figures))
    for source, figures in PUBLISHED.items():
        print(f"{source:<34}" + "".join(f"{figure or '':>10}" for figure in figures))


def scores(agent, boards, seed, workers):
    """The agent's scores under report rules: a row per density, a column per board."""
    games = ml.sweep(
        [agent], 10, 10, densities=DENSITIES, boards=boards, seed=seed, workers=workers
    )
    return games["score"].to_numpy().reshape(len(DENSITIES), boards)


def report_rules(boards, seed, workers):
    """Print by how much `exact` scores more than each agent of the reports."""
    rivals = [name for name, agent in CATALOGUE.items() if agent.report != "minelab"] + BONUSES
    ours = scores("exact", boards, seed, workers)
    reach = t.ppf(0.975, boards - 1) / np.sqrt(boards)  # of an interval, in standard deviations
    print(f"\nscore of exact less that of each agent, report rules, {boards:,} boards a density")
    print(f"{'':<22}" + "".join(f"{density:>8}" for density in DENSITIES) + f"{'interval':>12}")
    print(f"{'exact itself':<22}" + "".join(f"{mean:>8.3f}" for mean in ours.mean(axis=1)))
    doubtful, at_last = [], {}
    for rival in tqdm(rivals, desc="report rules", disable=None, leave=False):
        gain = ours - scores(rival, boards, seed, workers)
        mean, half = gain.mean(axis=1), gain.std(axis=1, ddof=1) * reach
        above = mean - half > 0
        marked = "".join(
            f"{m:>7.3f}{' ' if up else '*'}" for m, up in zip(mean, above, strict=True)
        )
        tqdm.write(f"{rival:<22}{marked}{f'±{half.max():.3f}':>12}")
        doubtful += [(rival, d) for d, up in zip(DENSITIES[:-1], above, strict=False) if not up]
        at_last[rival] = mean[-1], half[-1]
    print("* the interval reaches 0 or below; the last column is the widest of the nine")
    but = ", ".join(f"{rival} at {density}" for rival, density in doubtful)
    print(f".1 to .8: the interval lies above 0 for every agent{' but ' + but if but else ''}")
    rival = min(at_last, key=lambda name: at_last[name][0])
    gain, half = at_last[rival]
    print(f".9: the least difference is {gain:+.4f} ±{half:.4f}, from {rival}")


def main():
    """Read the options and print both tables."""
    parser = argparse.ArgumentParser(description="How well exact plays.")
    parser.add_argument("--games", type=int, default=200_000, help="classic games a level")
    parser.add_argument("--boards", type=int, default=5_000, help="boards a density, report rules")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    check_whole("games", options.games, 1, 10**9)
    check_whole("boards", options.boards, 2, 10**9)  # one board has no spread
    classic(options.games, options.seed, options.workers)
    report_rules(options.boards, options.seed, options.workers)


if __name__ == "__main__":
    main()
