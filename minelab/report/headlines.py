"""Headlines: the sentences that answer the reports' questions, their numbers from stored tables.

Each has a notebook that explains it; here they are side by side, for the first page.
"""

from collections.abc import Iterator

import pandas as pd

from minelab.games.hindsight import hindsight
from minelab.games.play import play
from minelab.lab import cost, reach, strength
from minelab.lab.experiments import load
from minelab.lab.stats import above, compare
from minelab.report.claims.say import span
from minelab.report.claims.tables import gains, overall
from minelab.report.density import needless
from minelab.report.replays import BOARDS, printed_record
from minelab.report.representations import medians
from minelab.report.sources import printed_board, printed_game, win_rates

SIDE = 30
"""The side of the boards whose bytes are counted."""
LATE = 0.6
"""Up to this density COWAN expects little from knowing the mine count."""
TESTED = (0.05, 0.95)
"""The lowest and the highest density on 10 x 10 that a mean is taken over."""


def headlines() -> dict[int, list[str]]:
    """The sentences by notebook."""
    parts = {
        0: ideas, 1: held, 2: proved, 3: replayed, 4: by_density, 5: costs, 6: bonuses, 7: daggers,
        8: beyond,
    }  # fmt: skip
    return {number: list(part()) for number, part in parts.items()}


def gain(a: str, b: str) -> pd.Series:
    """How many more mines the second agent finds on the same boards, per 100, by density."""
    difference = compare(load("density-10"), a, b).set_index("density")["difference"]
    return 100 * difference.loc[slice(*TESTED)]


def ideas() -> Iterator[str]:
    """What each idea finds, over all densities."""
    clues, choice = gain("basic", "charles").mean(), gain("charles", "charles+average").mean()
    total = gain("charles", "charles+total").mean()
    low, high = TESTED
    yield f"Means over the densities {low} to {high} on 10 × 10, in more mines found per 100:"
    yield f"Combining clues {clues:.1f}."
    yield f"After that, choosing the guess {choice:.1f}, or knowing the mine count {total:.1f}."
    every = gain("charles", "swept").mean()
    yield f"After combining clues (charles), proving all that can be proved (swept) {every:.1f}."
    could = needless(load("guesses"), ["basic"]).set_index("density")["mean"][0.3]
    yield f"At density 0.3 something was provable at {could:.0%} of basic's guesses."
    clues, choice, lead = (
        gain(a, b)[0.5]
        for a, b in (("basic", "charles"), ("charles", "charles+average"), ("basic", "exact"))
    )
    yield f"At density 0.5: clues {clues:.0f}, choice {choice:.0f}, basic to exact {lead:.0f}."


def held() -> Iterator[str]:
    """Memory and time of the forms in which a board is held."""
    each = medians(load("representations"), side=SIDE)
    size, search = each["bytes_per_cell"], each["relations_us"]
    yield (
        f"SWEPT's lists take {size['SWEPT'] / size['Daggers']:.0f} times the memory of Daggers' "
        "maps, the largest and the smallest form of the five."
    )
    yield f"COWAN's list answers in {search['COWAN']:.0f} µs, IBS's search in {search['IBS']:,.0f}."


def proved() -> Iterator[str]:
    """Inference where no single clue proves anything."""
    share = 100 * reach.shares(load("reach"))["share found"]
    nested, pairs, contradictions, every = share[["aravind", "ibs", "ibs-hyper", "swept"]]
    yield f"Of 100 provable cells nested clues find {nested:.0f}, pairs {pairs:.0f}."
    yield f"Contradictions find {contradictions:.1f}, enumeration {every:.0f}."


def replayed() -> Iterator[str]:
    """The printed games of SWEPT and COWAN."""
    printed = printed_game("swept")
    record = play(printed_board("swept"), "basic-002", guesses=printed.guesses)
    same = sum(a == b for a, b in zip(record.openings, printed.openings, strict=True))
    yield f"{same} of {len(printed.openings)} openings of SWEPT's game are as printed."
    guesses = [view for view, turn in record.replay() if turn.method == "guess"]
    early = sum(bool(reach.tally(view, ["single"])["single"]) for view in guesses)
    yield f"{early} of its {len(guesses)} guesses came while a single clue proved something."
    judged = [seen for name in BOARDS for seen in hindsight(printed_record(name))]
    safe = [str(seen.proved.safe) for seen in judged if seen.is_mine and seen.proved]
    number = " and ".join(safe)
    yield f"Blasts in COWAN's two games: {len(safe)}, while {number} cells were provably safe."


def by_density() -> Iterator[str]:
    """The fall of the score."""
    score = load("density-10").query("mines == 30").groupby("agent")["score"].mean() * 100
    yield (
        f"At density 0.3 basic finds {score['basic']:.0f} of 100 mines, charles "
        f"{score['charles']:.0f}."
    )
    points = gains("density-10", "basic", "charles", where=TESTED)
    most = max(points, key=lambda point: point.value)
    where = span(points, above(points), "none")
    yield f"charles is significantly better at {where}, most at {most.at}."


def costs() -> Iterator[str]:
    """Work."""
    work = load("cost").query("rows == 10")
    reads, needs = work[work["agent"] == "basic"][["clues", "engine_work"]].mean()
    yield f"basic reads {reads:,.0f} clues per game where {needs:.0f} suffice."
    yield (
        "Means over six densities from 0.1 to 0.8 on 10 × 10; contradictions are those of "
        "ibs-hyper, pairs those of ibs:"
    )
    price = cost.prices(work, load("density-10"), ["ibs", "ibs-hyper"])
    hyper, plain = price.loc["ibs-hyper"], price.loc["ibs"]
    more = 1000 * (hyper["score"] - plain["score"])
    yield (
        f"Contradictions do {hyper['work'] / plain['work']:.0f} times the work of pairs for "
        f"{more:.0f} more mines in 1,000."
    )
    time = overall("timing", "ibs", "ibs-hyper", "seconds").value
    yield f"They take {time:.1f} times the time."


def bonuses() -> Iterator[str]:
    """Knowing the mine count, and choosing the guess."""
    number = gain("charles", "charles+total")
    early, late = number[number.index <= LATE].mean(), number[number.index > LATE].mean()
    choice = gain("charles", "charles+average").mean()
    yield f"Choosing the guess finds {choice:.0f} more mines in 100."
    yield f"The mine count finds {early:.1f} more up to density {LATE} and {late:.0f} above."


def daggers() -> Iterator[str]:
    """The SAT solver."""
    mean = load("daggers").groupby("agent")[["guesses", "won"]].mean()
    words = {
        "dagger-1": "Without the solver", "dagger-2": "With it",
        "dagger-2+safe": "If it is also asked for safe cells",
    }  # fmt: skip
    for name, word in words.items():
        probes, won = mean["guesses"][name], 100 * mean["won"][name]
        yield f"{word}: {probes:.1f} random probes per game, {won:.0f} of 100 games won."


def beyond() -> Iterator[str]:
    """The ordinary game at its expert level, the first click safe."""
    levels = strength.rates(load("strength").query("cols == 30 and rules == 'classic'"))
    won = {agent: 100 * rate.best.value for (*_, agent), rate in levels.items()}
    published = win_rates().query("cols == 30 and first_click == 'safe'")["percent"].max()
    yield (
        f"Of 100 expert games exact wins {won['exact']:.1f}, champion {won['champion']:.1f}, "
        f"champion-slow {won['champion-slow']:.2f}, the best published solver {published:.2f}."
    )
