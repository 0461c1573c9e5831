"""How well `exact` and `champion` play: wins of the ordinary game, and scores beside perfect play.

Classic rules: 95% intervals after Wilson, beside published figures. Report rules: scores by
density, all agents on the same boards, so that differences are taken board by board (Student's
intervals); and on 4x4, where perfect play can be computed, over all boards.

The same seed gives the same tables on every machine.
"""

from functools import partial

import pandas as pd
from tqdm.auto import tqdm

import minelab as ml
from benchmarks.timing import Table
from minelab.agents.catalogue import CATALOGUE
from minelab.agents.champion import first_cell
from minelab.inference.words import noun
from minelab.lab.designs import LEVELS
from minelab.lab.shortfall import shortfall
from minelab.lab.stats import compare, share_of
from minelab.report.sources import win_rates

# Seed 1 is that of the games which the champion's network was trained on.
FULL = {"exact": 50_000, "champion": 5_000, "boards": 1_000, "tiny": [1, 2, 3, 4, 5], "seed": 21}
QUICK = {"exact": 200, "champion": 20, "boards": 20, "tiny": [1, 2], "seed": 21}
STARTS = {"safe": ("a safe corner", ml.CLASSIC), "zero": ("an opening", ml.CLASSIC_ZERO)}
DENSITIES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
OURS = ("exact", "champion-score")
BONUSES = [  # told the total, or better guesses, as COWAN and IBS tried them
    "cowan+total", "cowan+average", "cowan+total+average", "charles+total", "charles+average",
    "charles+total+average", "ibs+total", "ibs+sum", "ibs+last",
]  # fmt: skip
RIVALS = [
    name for name, agent in CATALOGUE.items() if agent.compiled and agent.report != "minelab"
] + BONUSES
TINY = ("charles", "exact", "champion", "champion-score")


def measure(exact, champion, boards, tiny, seed):
    """Win rates, scores less those of the reports' agents, and what perfect play reaches."""
    games = {"exact": exact, "champion": champion}
    jobs = [(start, level, agent) for start in STARTS for level in LEVELS for agent in games]
    bar = partial(tqdm, disable=None, leave=False)
    return {
        "classic": [
            win_rate(*job, games[job[2]], seed) for job in bar(jobs, desc="ordinary games")
        ],
        "score": gains(bar(RIVALS, desc="scores"), boards, seed),
        "tiny": [row for mines in bar(tiny, desc="perfect play") for row in beside_perfect(mines)],
    }


def win_rate(start, level, agent, games, seed):
    """The share of games that an agent wins at a level, with its interval, in percent."""
    rows, cols, mines = level
    rules = STARTS[start][1]
    table = ml.sweep(
        [agent], rows, cols, mines=[mines], boards=games, seed=seed, rules=rules,
        first=first_cell(rules.first_click, rows, cols),
    )  # fmt: skip
    low, high = share_of(agent, table["won"]).interval
    return {
        "start": start, "level": f"{rows}x{cols}, {mines}", "agent": agent, "games": games,
        "won": int(table["won"].sum()), "percent": 100 * float(table["won"].mean()),
        "low": 100 * low, "high": 100 * high,
    }  # fmt: skip


def gains(rivals, boards, seed):
    """What our agents score more than each rival at each density, with intervals."""
    sweep = partial(ml.sweep, rows=10, cols=10, densities=DENSITIES, boards=boards, seed=seed)
    own = sweep(OURS)
    rows = []
    for rival in rivals:
        games = pd.concat([own, sweep([rival])])
        rows += [
            {"agent": ours, "rival": rival, "density": row.density, "mean": row.mean_b}
            | {"difference": row.difference, "low": row.low, "high": row.high}
            for ours in OURS
            for row in compare(games, rival, ours).itertuples()
        ]
    return rows


def beside_perfect(mines):
    """The mean score of agents over all 4x4 boards with so many mines, beside perfect play."""
    table = shortfall(TINY, 4, 4, mines=mines, orders=2)
    columns = ["mines", "layouts", "aim", "agent", "value", "optimal"]
    return table[columns].to_dict("records")


def ratios(found):
    """None: the same seed gives the same games on every machine."""
    return {}


def tables(found):
    levels = list(dict.fromkeys(row["level"] for row in found["classic"]))
    for start, (words, _) in STARTS.items():
        yield classic_table(found, start, f"Wins in percent, the first click {words}", levels)
    yield score_table(found["score"])
    for aim, words in (("win", "Chance to win"), ("score", "Mean score")):
        yield tiny_table([row for row in found["tiny"] if row["aim"] == aim], words)


def classic_table(found, start, title, levels):
    """Our win rates above the published ones for the same first click."""
    rows, games = [], {}
    for agent in ("exact", "champion"):
        figures = [r for r in found["classic"] if (r["start"], r["agent"]) == (start, agent)]
        games[agent] = figures[0]["games"]
        cells = [f"{r['percent']:.2f} ({r['low']:.2f} to {r['high']:.2f})" for r in figures]
        rows.append([f"`{agent}`", *cells])
    published = win_rates()
    published = published[published["first_click"] == start]
    for (source, _), part in published.groupby(["source", "reference"], sort=False):
        at = {f"{r.rows}x{r.cols}, {r.mines}": f"{r.percent}" for r in part.itertuples()}
        rows.append([source, *(at.get(level, "") for level in levels)])
    played = ", ".join(f"`{agent}` {n:,}" for agent, n in games.items())
    note = f"Games a level: {played}; 95% intervals. Below ours: published figures."
    return Table(title, ["", *levels], rows, note)


def score_table(score):
    """Our mean scores at each density, and what the best rival there lacks."""
    rows = []
    for density in DENSITIES:
        rows.append([f".{round(10 * density)}"])
        for agent in OURS:
            there = [r for r in score if r["agent"] == agent and r["density"] == density]
            best = min(there, key=lambda row: row["difference"])
            half = (best["high"] - best["low"]) / 2
            gain = f"{best['difference']:+.4f} ±{half:.4f}, {best['rival']}"
            rows[-1] += [f"{best['mean']:.4f}", gain]
    above = sum(row["low"] > 0 for row in score)
    rivals = {row["rival"] for row in score}
    note = (
        f"Of {len(score)} differences (two agents of ours, {len(rivals)} of the reports, nine "
        f"densities), {above} lie above 0 with their 95% interval."
    )
    head = ["density", *(name for agent in OURS for name in (f"`{agent}`", "less the best rival"))]
    return Table("Mean score, 10x10, report rules, beside agents of the reports", head, rows, note)


def tiny_table(tiny, words):
    """What agents reach of perfect play, by the number of mines."""
    points = {row["mines"]: f"{row['mines']} {noun('mine', row['mines'])}" for row in tiny}
    perfect = {row["mines"]: row["optimal"] for row in tiny}
    rows = [["perfect play", *(f"{perfect[mines]:.4f}" for mines in points)]]
    for agent in TINY:
        values = {row["mines"]: row["value"] for row in tiny if row["agent"] == agent}
        rows.append([f"`{agent}`", *(f"{values[mines]:.4f}" for mines in points)])
    return Table(f"{words}, all 4x4 boards", ["", *points.values()], rows)
