"""What density does to the agents: where they part, what basic can't see, and what is hard."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from minelab.lab.stats import above, below, contributions, over_boards
from minelab.report.claims.across import hard_curves
from minelab.report.claims.ledger import ranged, span
from minelab.report.claims.tables import EVERYWHERE, gains
from minelab.report.published import DENSITIES, MEANS, READINGS

if TYPE_CHECKING:
    import pandas as pd

SIDES = (10, 20, 30)


def parting(
    pairs: Iterable[tuple[str, str]],
    measure: str = "score",
    sides: Iterable[int] = SIDES,
    where: tuple[float, float] = EVERYWHERE,
) -> "pd.DataFrame":
    """Where the second agent of each pair has more or less than the first on the same boards.

    where: the least and the greatest density that are looked at.

    `mean` is that of the differences at all densities looked at; `most` is the largest with its
    95% interval, `at` the density where it is found;
    `more` and `less` are the densities at which the difference is significantly above or below 0
    (Holm's method over all densities of the table).
    """
    import pandas as pd

    rows = []
    for a, b in pairs:
        for side in sides:
            points = gains(f"density-{side}", a, b, measure, where)
            most = max(points, key=lambda point: abs(point.value))
            spans = [span(points, test(points), "none") for test in (above, below)]
            mean = round(sum(point.value for point in points) / len(points), 3)
            rows.append((f"{b} − {a}", side, most.n, mean, ranged(most), most.at, *spans))
    columns = ["difference", "side", "boards", "mean", "most", "at", "more", "less"]
    return pd.DataFrame(rows, columns=columns).set_index(["difference", "side"])


def beyond_basic(games: "pd.DataFrame", guesses: "pd.DataFrame", agent: str) -> "pd.DataFrame":
    """How often an agent works out what single clues can't, by density.

    games, guesses: the tables of games and of guesses. `games`: the share of the agent's games
    with such a proof; `proofs`: how many a game has; `of all`: their share of all its proofs;
    `boards`: how many. `could` is the share of basic's guesses at which complete inference would
    have proved something, with its 95% interval over boards, of so many `guesses`.
    """
    import pandas as pd

    played = games[games["agent"] == agent]
    proved = [name for name in map(str, games) if name.startswith("deduced_")]
    more = played[proved].sum(axis=1) - played["deduced_single"]
    counts = played[["density"]].assign(any=more > 0, more=more, all=played[proved].sum(axis=1))
    by_density = counts.groupby("density")
    stuck = guesses[guesses["agent"] == "basic"]
    stuck = stuck.assign(could=stuck["safe"] + stuck["mined"] > 0)
    rows = {}
    for density, some in stuck.groupby("density"):
        own = by_density.get_group(density)
        could = over_boards(density, some["could"], some)
        low, high = could.interval
        rows[density] = {
            "games": own["any"].mean(),
            "proofs": own["more"].mean(),
            "of all": own["more"].sum() / own["all"].sum(),
            "boards": len(own),
            "could": could.value,
            "low": low,
            "high": high,
            "guesses": len(some),
        }
    return pd.DataFrame(rows).T.rename_axis("density").astype({"boards": int, "guesses": int})


def with_hits(games: "pd.DataFrame") -> "pd.DataFrame":
    """Games with a column `hits`, whose mean is the share of all guesses that hit a mine.

    A game with many guesses weighs more than one with few: the share is a ratio of two sums. The
    column holds what each game contributes to that ratio.
    """
    hits = games["blasts"].astype(float)
    for _, part in games.groupby(["agent", "rows", "cols", "mines"], observed=True):
        sums = part["blasts"].to_numpy(float), part["guesses"].to_numpy(float)
        hits[part.index] = contributions(*sums)
    return games.assign(hits=hits)


def hard_table() -> "pd.DataFrame":
    """What each definition of hard looks at, by density, and the density that it gives."""
    import pandas as pd

    rows = [
        (name, point.at, point.value, *point.interval, point.n, hard)
        for name, (points, hard) in hard_curves().items()
        for point in points
    ]
    columns = ["definition", "density", "value", "low", "high", "n", "hard"]
    return pd.DataFrame(rows, columns=columns)


def printed_means(agents: Iterable[str]) -> "pd.DataFrame":
    """The means that IBS published of some agents, ten boards each, as a table to lay over."""
    import pandas as pd

    rows = [
        (agent, density, score)
        for agent in agents
        for density, score in zip(DENSITIES, MEANS[READINGS[agent]], strict=True)
    ]
    return pd.DataFrame(rows, columns=["agent", "density", "score"])
