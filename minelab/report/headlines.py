"""Headlines: the numbers that answer the reports' questions, each from its stored table.

Each has a notebook that explains it; here they are side by side, for the first page.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from minelab.games.play import play
from minelab.lab import cost, reach
from minelab.lab.experiments import load
from minelab.lab.stats import compare, summary
from minelab.report.sources import printed_board, printed_game

if TYPE_CHECKING:
    import pandas as pd

SIDE = 30
"""The side of the boards whose bytes are counted."""
LATE = 0.6
"""Up to this density COWAN expects little from knowing the mine count."""


def headlines() -> "pd.DataFrame":
    """A row per headline: its notebook, what is measured, and the number as text."""
    import pandas as pd

    parts = {
        1: held, 2: proved, 3: replayed, 4: by_density, 5: costs, 6: bonuses, 7: daggers, 8: beyond
    }  # fmt: skip
    rows = [(number, *line) for number, part in parts.items() for line in part()]
    return pd.DataFrame(rows, columns=["notebook", "what", "number"]).set_index(
        ["notebook", "what"]
    )


def held() -> Iterator[tuple[str, str]]:
    """Memory."""
    costs = load("representations").query("rows == @SIDE")
    bytes_each = (costs["bytes"] / SIDE**2).groupby(costs["report"]).median()
    yield "bytes per cell in the engine's arrays", f"{bytes_each['engine']:.0f}"
    yield "bytes per cell in SWEPT's lists", f"{bytes_each['SWEPT']:.0f}"


def proved() -> Iterator[tuple[str, str]]:
    """Inference where no single clue proves anything."""
    shares = reach.shares(load("reach"))["share found"]
    words = {
        "aravind": "subsets", "ibs": "pairs", "ibs-hyper": "contradictions", "swept": "enumeration"
    }  # fmt: skip
    for name, method in words.items():
        yield f"provable cells found by {method}", f"{shares[name]:.1%}"


def replayed() -> Iterator[tuple[str, str]]:
    """SWEPT's printed game."""
    printed = printed_game("swept")
    record = play(printed_board("swept"), "basic-002", guesses=printed.guesses)
    same = sum(a == b for a, b in zip(record.openings, printed.openings, strict=True))
    yield "openings of SWEPT's game as printed", f"{same} of {len(printed.openings)}"
    guesses = [view for view, turn in record.replay() if turn.method == "guess"]
    early = sum(bool(reach.tally(view, ["single"])["single"]) for view in guesses)
    yield "its guesses while a single clue proved something", f"{early} of {len(guesses)}"


def by_density() -> Iterator[tuple[str, str]]:
    """The fall of the score."""
    games = load("density-10")
    score = summary(games[games["agent"] == "basic"], ["score"]).set_index("mines")["score"]
    for mines in (20, 50):
        yield f"score of basic at density {mines / 100}", f"{score[mines]:.2f}"
    gain = compare(games, "basic", "charles").set_index("density")["difference"]
    yield f"largest gain of charles over basic, at density {gain.idxmax()}", f"{gain.max():+.3f}"


def costs() -> Iterator[tuple[str, str]]:
    """Work."""
    work = load("cost").query("rows == 10")
    price = cost.prices(work, load("density-10"), ["ibs", "ibs-hyper"])
    hyper, plain = price.loc["ibs-hyper"], price.loc["ibs"]
    yield "work of ibs-hyper, relative to ibs", f"{hyper['work'] / plain['work']:.0f} times"
    yield "what it gains in score", f"{hyper['score'] - plain['score']:+.3f}"
    swept = work[work["agent"] == "swept"]
    factor = (swept["log2_at_once"] - swept["log2_by_group"]).mean()
    yield "states of enumeration saved by groups", f"a factor of 2 to the {factor:.0f}"


def bonuses() -> Iterator[tuple[str, str]]:
    """Knowing the mine count, and choosing the guess."""
    games = load("density-10").query("0 < density < 1")
    number = compare(games, "charles", "charles+total").set_index("density")["difference"]
    early, late = number[number.index <= LATE], number[number.index > LATE]
    yield f"gain from knowing the mine count, up to density {LATE}", f"{early.mean():+.3f}"
    yield "above that", f"{late.mean():+.3f}"
    choice = compare(games, "charles", "charles+average")["difference"]
    yield "gain from choosing the guess", f"{choice.mean():+.3f}"


def daggers() -> Iterator[tuple[str, str]]:
    """The SAT solver."""
    mean = load("daggers").groupby("agent")[["guesses", "won"]].mean()
    steps = [
        ("dagger-1", "dagger-2", "what the solver brings"),
        ("dagger-2", "dagger-2+safe", "and proving safe cells too"),
    ]
    for before, after, what in steps:
        more = mean.loc[after] - mean.loc[before]
        yield f"{what}: random probes per game", f"{more['guesses']:+.2f}".replace("-", "−")
        yield f"{what}: share of games won", f"{more['won']:+.3f}"


def beyond() -> Iterator[tuple[str, str]]:
    """The ordinary game at its expert level."""
    games = load("strength").query("rows == 16 and cols == 30")
    for rules, click in (("classic", "safe"), ("classic-zero", "opening")):
        won = games[games["rules"] == rules].groupby("agent")["won"].mean()
        for name in ("exact", "champion"):
            yield f"expert games won by {name}, first click {click}", f"{won[name]:.1%}"
