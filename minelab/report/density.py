"""What density does to agents: where they differ, what basic can't see, and what is hard."""

from collections.abc import Iterable

import pandas as pd

from minelab.lab.stats import above, below, contributions, over_boards
from minelab.report.claims.across import hard_curves
from minelab.report.claims.say import ranged, span
from minelab.report.claims.tables import EVERYWHERE, gains
from minelab.report.sources import DENSITIES, MEANS, READINGS

SIDES = (10, 20, 30)


def parting(
    pairs: Iterable[tuple[str, str]],
    sides: Iterable[int] = SIDES,
    where: tuple[float, float] = EVERYWHERE,
) -> pd.DataFrame:
    """Where the second agent of each pair scores more or less than the first on the same boards.

    pairs: the agents to compare, each pair as (first, second).
    sides: the sizes of the boards, each with a table `density-SIDE`.
    where: the lowest and the highest density that count.

    Returns a row per pair and side: `mean` is the mean difference over these densities, `most` the
    largest difference with its 95% interval, and `at` its density; `more` and `less` are the
    densities at which the difference is significantly above or below 0 (Holm's method over all
    densities of the table).
    """
    rows = []
    for a, b in pairs:
        for side in sides:
            points = gains(f"density-{side}", a, b, where=where)
            most = max(points, key=lambda point: abs(point.value))
            spans = [span(points, test(points), "none") for test in (above, below)]
            mean = round(sum(point.value for point in points) / len(points), 3)
            rows.append((f"{b} − {a}", side, most.n, mean, ranged(most), most.at, *spans))
    columns = ["difference", "side", "boards", "mean", "most", "at", "more", "less"]
    return pd.DataFrame(rows, columns=columns).set_index(["difference", "side"])


def beyond_basic(games: pd.DataFrame, agent: str) -> pd.DataFrame:
    """How often an agent proves what no single clue proves, by density.

    games: a table of games.

    Returns a row per density: `games` is the share of the agent's games with such a proof,
    `proofs` their number per game, `of all` their share of all its proofs, `boards` the number of
    boards.
    """
    played = games[games["agent"] == agent]
    proved = [name for name in map(str, games) if name.startswith("deduced_")]
    more = played[proved].sum(axis=1) - played["deduced_single"]
    counts = played[["density"]].assign(any=more > 0, more=more, all=played[proved].sum(axis=1))
    by_density = counts.groupby("density")
    sums = by_density[["more", "all"]].sum()
    return by_density.agg(games=("any", "mean"), proofs=("more", "mean")).assign(
        **{"of all": sums["more"] / sums["all"], "boards": by_density.size()}
    )


def needless(guesses: pd.DataFrame, agents: Iterable[str]) -> pd.DataFrame:
    """How many guesses were made while complete inference could prove a cell, safe or mined.

    guesses: the table of guesses.

    Returns a row per agent and density: the share `mean` with its 95% interval over boards, `low`
    to `high`, the number of `guesses`, and that of `boards`.
    """
    could = guesses["safe"] + guesses["mined"] > 0
    rows = []
    for agent in agents:
        own = guesses[guesses["agent"] == agent]
        for density, part in own.groupby("density"):
            share = over_boards(density, could, part)
            rows.append((agent, density, share.value, *share.interval, len(part), share.n))
    columns = ["agent", "density", "mean", "low", "high", "guesses", "boards"]
    return pd.DataFrame(rows, columns=columns)


def with_hits(games: pd.DataFrame) -> pd.DataFrame:
    """Games with a column `hits`, whose mean is the share of all guesses that hit a mine.

    A game with many guesses weighs more than one with few: the share is a ratio of two sums. The
    column holds what each game contributes to that ratio.
    """
    hits = games["blasts"].astype(float)
    for _, part in games.groupby(["agent", "rows", "cols", "mines"], observed=True):
        sums = part["blasts"].to_numpy(float), part["guesses"].to_numpy(float)
        hits[part.index] = contributions(*sums)
    return games.assign(hits=hits)


def hard_table() -> pd.DataFrame:
    """For each definition of hard, its measure by density and the density that it calls hard."""
    rows = [
        (name, point.at, point.value, *point.interval, point.n, hard)
        for name, (points, hard) in hard_curves().items()
        for point in points
    ]
    columns = ["definition", "density", "value", "low", "high", "n", "hard"]
    return pd.DataFrame(rows, columns=columns)


def printed_means(agents: Iterable[str]) -> pd.DataFrame:
    """The means of ten boards that IBS published for these agents, to draw over our curves."""
    rows = [
        (agent, density, score)
        for agent in agents
        for density, score in zip(DENSITIES, MEANS[READINGS[agent]], strict=True)
    ]
    return pd.DataFrame(rows, columns=["agent", "density", "score"])
