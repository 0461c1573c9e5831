"""IBS: equations and subtraction of pairs, contradictions, two bonuses, on 20 x 20."""

from dataclasses import replace
from typing import Any

import numpy as np

from minelab.games.play import play_many
from minelab.lab.experiments import load
from minelab.lab.order import ORDERS
from minelab.lab.stats import (
    Point,
    above,
    at_most,
    combined,
    difference_of,
    mean_of,
    pooled,
    ratio_of,
    share_of,
    times_of,
    within,
)
from minelab.report.claims.ledger import (
    CLOSE,
    LITTLE,
    MUCH,
    MUCH_SLOWER,
    UNDECIDED,
    Finding,
    claim,
    finding,
    more,
    percents,
    ranged,
    signed,
    span,
    spanned,
    verdict,
)
from minelab.report.claims.tables import between, by_density, costs, gains, games_of, ratios

REPORT = "IBS"
TABLE = "published-001"
GAME = ["density", "board_seed"]
"""What identifies a game of the table order."""
ADVANCED = ("ibs", "ibs-hyper")


@claim(
    "B01", REPORT, "Performance",
    "The advanced agent and the hyper agent beat basic from density 0 to .8.",
    "Without mines there is nothing to lose. The report played ten boards per density.",
)  # fmt: skip
def advanced_beats_basic() -> Finding:
    arms = {name: gains(TABLE, "basic", name, where=(0, 0.8)) for name in ADVANCED}
    held = {name: above(points) for name, points in arms.items()}
    text = "; ".join(
        f"{name} scores {more(pooled(points))} than basic, significantly more at "
        f"{span(points, held[name])}"
        for name, points in arms.items()
    )
    return finding(verdict(*held.values()), text + ".", arms["ibs"])


@claim("B02", REPORT, "Performance", "The gap to basic is largest between .3 and .6.")
def largest_gap() -> Finding:
    tests, parts, points = [], [], []
    for name in ADVANCED:
        gaps = gains(TABLE, "basic", name)
        best = max(gaps, key=lambda point: point.value)
        outside = max(
            (p for p in gaps if not 0.3 <= p.at <= 0.6), key=lambda point: point.value
        )  # fmt: skip
        inside = max(between(gaps, 0.3, 0.6), key=lambda point: point.value)
        points.append(difference_of(name, outside, inside))
        tests.append(above(points[-1:]))
        parts.append(
            f"{name} gains most, {ranged(best)}, at {best.at:g}; outside .3 to .6 at most "
            f"{signed(outside.value)}"
        )
    return finding(verdict(*tests), "; ".join(parts) + ".", points)


@claim(
    "B03", REPORT, "Performance", "At no density is basic better.",
    "The report's own means of ten boards say otherwise at .8 and .9; that was chance. With the "
    "same order of guesses the advanced agents know all that basic knows.",
)  # fmt: skip
def basic_nowhere_better() -> Finding:
    arms = [gains(TABLE, name, "basic") for name in ADVANCED]
    most = max((point for points in arms for point in points), key=lambda point: point.value)
    text = (
        f"basic scores {more(pooled(arms[0]))} than ibs on average. The largest difference in "
        f"favour of basic, at any density and against either, is {ranged(most, 4)}."
    )
    return finding(verdict(*(at_most(points) for points in arms)), text, arms[0])


def close_from(name: str) -> float | None:
    """From which of IBS's densities on, up to .9, an agent is significantly close to basic.

    None if it is not significantly apart from basic at the density before.
    """
    points = between(gains(TABLE, "basic", name), 0.2, 0.9)
    near, far = within(points, CLOSE), above(points, CLOSE)
    for k in range(1, len(points)):
        if far[k - 1] and near[k:].all():
            return float(points[k].at)
    return None


@claim(
    "B04", REPORT, "Performance", "The game becomes hard near .8, where all three agents meet.",
    "Meet: close at .8 and .9, not close from .2 to .7.",
)  # fmt: skip
def agents_meet() -> Finding:
    arms = [gains(TABLE, "basic", name) for name in ADVANCED]
    met = [within(points, CLOSE) for points in arms]
    meet = [span(points, near) for points, near in zip(arms, met, strict=True)]
    at_eight = [point for points in arms for point in between(points, 0.8, 0.8)]
    late = [within(between(points, 0.8, 0.9), CLOSE) for points in arms]
    early = [above(between(points, 0.2, 0.7), CLOSE) for points in arms]
    text = (
        f"ibs is significantly within {CLOSE} of basic at {meet[0]}, ibs-hyper at {meet[1]}; at "
        f".8 the differences are {', '.join(signed(point.value) for point in at_eight)}."
    )
    return finding(verdict(*late, *early), text, at_eight[1])


@claim("B05", REPORT, "Efficiency", "The hyper agent takes much more time.",
       "What it gains for it is small.")  # fmt: skip
def hyper_is_slow() -> Finding:
    price = costs("ibs", "ibs-hyper")
    gain = pooled(gains(TABLE, "ibs", "ibs-hyper", where=(0.1, 0.9)))
    text = f"ibs-hyper takes {price.of('ibs')}, and scores {more(gain, 4)}."
    return finding(verdict(above(price.readable, MUCH_SLOWER)), text, price.time)


@claim(
    "B06", REPORT, "Bonus 1", "Knowing the number of mines begins to help at .8.",
    "Before: little. The report compares it with the hyper agent, although it is not built on it.",
)  # fmt: skip
def total_from_eight_tenths() -> Finding:
    own = gains(TABLE, "ibs", "ibs+total")
    other = gains(TABLE, "ibs-hyper", "ibs+total", where=(0.8, 1))
    late, early = between(own, 0.8, 1), between(own, 0, 0.7)
    text = (
        f"Against ibs {signed(late[0].value)} at .8, {ranged(late[1])} at .9 and "
        f"{signed(late[2].value)} at 1, significantly more at {span(own, above(own))}; against "
        f"ibs-hyper {', '.join(signed(point.value) for point in other)}."
    )
    return finding(verdict(above(late), above(other), within(early, LITTLE)), text, late[1])


@claim(
    "B07", REPORT, "Bonus 2", "The better choice helps clearly from .3 to .9.",
    "IBS means to add up the estimates of all clues, but its code keeps the last one (ibs+last); "
    "ibs+sum adds them up.",
)  # fmt: skip
def selection_from_three_tenths() -> Finding:
    arms = {
        (base, rule): gains(TABLE, base, rule, where=(0.3, 0.9))
        for base in ADVANCED for rule in ("ibs+last", "ibs+last-flags")
    }  # fmt: skip
    added = pooled(gains(TABLE, "ibs", "ibs+sum", where=(0.3, 0.9)))
    held = {pair: above(points) for pair, points in arms.items()}
    text = "; ".join(
        f"{rule} − {base} {signed(pooled(points).value)}, significantly better at "
        f"{span(points, held[base, rule])}"
        for (base, rule), points in arms.items()
    )  # fmt: skip
    text += f". ibs+sum − ibs {signed(added.value)}."
    return finding(verdict(*held.values()), text, arms["ibs", "ibs+last-flags"])


@claim(
    "B08", REPORT, "Performance", "In the 5 × 5 game with 7 mines only one mine goes off.",
    "The pictures of that game are lost. Games of that size show how common it is.",
)  # fmt: skip
def one_bomb_only() -> Finding:
    games = play_many("ibs", 5, 5, mines=7, games=2000, seed=1)
    point = share_of("5 × 5", games["blasts"] == 1)
    text = (
        f"The game cannot be replayed. Of 2,000 such games of ibs {percents(point)} hit exactly "
        f"one mine, {(games['blasts'] == 0).mean():.0%} none."
    )
    return finding(UNDECIDED, text, point)


@claim(
    "B09", REPORT, "Inference",
    "Subtracting one equation from another finds what subset reduction cannot.",
    "ibs tries subsets first, so what pairs prove is what subsets could not. Holds: at any "
    "density.",
)  # fmt: skip
def pairs_add() -> Finding:
    rows = games_of("density-10", "ibs")
    points = [mean_of(density, part["deduced_pairs"]) for density, part in by_density(rows)]
    most = max(points, key=lambda point: point.value)
    held = above(points)
    text = (
        f"On 10 × 10 pairs prove up to {spanned(most)} moves per game, at {most.at:g}; "
        f"significantly more than none at {span(points, held)}."
    )
    return finding(verdict(bool(held.any())), text, most)


@claim(
    "B10", REPORT, "Efficiency",
    "Trying contradictions again only after the knowledge has changed would save much.",
    "Much: half of the suppositions, and of the time, or more. The time saved is an upper "
    "estimate: it counts all the time that ibs-hyper takes beyond ibs as suppositions of equal "
    "length.",
)  # fmt: skip
def repeated_suppositions() -> Finding:
    rows = games_of("cost", "ibs-hyper")
    rows = rows[rows["rows"] == 10]
    points = [
        ratio_of(density, part["repeated"], part["assumptions"])
        for density, part in by_density(rows)
    ]
    whole = ratio_of("all", rows["repeated"], rows["assumptions"])
    held = above(points, MUCH)
    spent = ratios("timing", "ibs-hyper", "ibs", "seconds")
    saved = [share_of_rest(share, other) for share, other in zip(points, spent, strict=True)]
    most = max(saved, key=lambda point: point.value)
    in_time = above(saved, MUCH)
    engine = times_of("engine", rows["engine_assumptions"], rows["assumptions"])
    text = (
        f"ibs-hyper repeats {percents(whole)} of its suppositions with the same knowledge; "
        f"significantly more than half at {span(points, held)}. At most {percents(most)} of the "
        f"time would be saved, at {most.at:g}; significantly more than half at "
        f"{span(saved, in_time)}. The engine makes {spanned(engine)} times as many suppositions in "
        "the same games."
    )
    return finding(verdict(held, in_time), text, whole)


def share_of_rest(share: Point, other: Point) -> Point:
    """A share of what another share leaves."""
    rest = 1 - other.value
    spread = combined(share.at, [share, other], [rest, -share.value])
    return replace(spread, value=share.value * rest, n=min(share.n, other.n))


@claim(
    "B11", REPORT, "Inference", "Using the expensive methods at every turn would infer more.",
    "Each method only adds to what is known. Repeated until none proves anything more, they end "
    "with the same knowledge in any order; used at every turn they only cost more.",
)  # fmt: skip
def expensive_methods_every_turn() -> Finding:
    last, *others = (before_guesses(order) for order in ORDERS)
    arms = [known_more(last, other) for other in others]
    points = [
        ratio_of(at, part["more"], part["guesses"]) for arm in arms for at, part in by_density(arm)
    ]
    work = [times_of("work", arm["work"], last.groupby(GAME)["work"].max()) for arm in arms]
    differ = share_of("games", np.any([arm["differs"] > 0 for arm in arms], axis=0))
    text = (
        f"With the expensive methods first, or all methods exhausted at every turn, the number of "
        f"known cells before a guess differs in {percents(differ, 1)} of {differ.n} games on 8 × 8 "
        f"({len(last):,} guesses), on average by {ranged(pooled(points), 2)}. The work is "
        f"{spanned(work[0], 1)} and {spanned(work[1], 1)} times as much."
    )
    return finding(verdict(above(points)), text, differ)


def before_guesses(order: str) -> Any:
    """What is known before each guess if methods are used in this order."""
    table = load("order")
    return table[table["order"] == order].set_index([*GAME, "guess"])


def known_more(last: Any, other: Any) -> Any:
    """Game by game, how many more cells are known before guesses than with expensive methods last.

    An agent that needs no further guess knows all cells.
    """
    import pandas as pd

    cells = int(last["rows"].iloc[0] * last["cols"].iloc[0])
    both = pd.DataFrame({"last": last["known"], "other": other["known"]}).fillna(cells)
    both["more"] = both["other"] - both["last"]
    both["differs"] = both["more"] != 0
    games = both.groupby(GAME)[["more", "differs"]].sum()
    games["guesses"] = both.groupby(GAME).size()
    games["work"] = other.groupby(GAME)["work"].max()
    return games.reset_index("density")
