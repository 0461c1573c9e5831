"""COWAN: do assuming, equations and both together score more, with fewer guesses?

The standards, and what `above` and `within` demand, are at the top of `__init__.py`."""

import numpy as np

from minelab.lab.stats import Point, above, below, pooled, share_of, steps, within
from minelab.report.claims import limits, say
from minelab.report.claims.ledger import Finding, claim, finding, never, no_more, part, parts_of
from minelab.report.claims.tables import (
    INNER,
    between,
    both_of,
    differences,
    gains,
    games_of,
    levels,
    shares_by_density,
    table_of,
)

REPORT = "COWAN"
MIDDLE = (0.1, 0.7)
"""Where the report says that both together beat basic (A08) and guess less (A10)."""


@claim(
    "A03", REPORT, "2.2.1, Fig 3",
    "Assuming only on cells in three or more facts lowers the score and raises the guesses at all "
    "densities.",
    "On nearly empty and nearly full boards there is nothing to assume.",
    notebook="04_density_curves",
)  # fmt: skip
def three_facts_worse() -> Finding:
    score = gains("density-10", "cowan", "cowan-3")
    guesses = gains("density-10", "cowan", "cowan-3", "guesses")
    text = (
        f"cowan-3 scores {say.more(pooled(score))} than cowan, significantly less at "
        f"{say.held_at(below, score)}. It makes "
        f"{say.more(pooled(guesses), 2, 'guesses per game')}, significantly more at "
        f"{say.held_at(above, guesses)}."
    )
    parts = [part("scores less", below, score), part("guesses more", above, guesses)]
    return finding(parts, text, score)


@claim(
    "A04", REPORT, "2.2.1",
    "Every form of assuming beats basic in score, always.",
    "On nearly empty and nearly full boards all agents do equally well.",
    notebook="04_density_curves",
)  # fmt: skip
def assuming_beats_basic() -> Finding:
    arms = {name: gains("density-10", "basic", name) for name in ("cowan-1", "cowan", "cowan-3")}
    gain = "; ".join(f"{name} {say.gained(points)}" for name, points in arms.items())
    parts = parts_of(arms, "{} beats basic", above)
    return finding(parts, f"Gain in score on basic: {gain}.", arms["cowan"])


@claim(
    "A05", REPORT, "2.4, Figs 5-6",
    "Assuming and equations each win on some boards.",
    "It can hardly fail: two methods that differ at all win on some board each, unless one knows "
    "all that the other knows.",
    notebook="04_density_curves",
)  # fmt: skip
def each_wins_somewhere() -> Finding:
    games, gain = differences("density-10", "cowan", "aravind")
    gain = gain[games["mines"] == 20]
    wins = [share_of("equations", gain > 0), share_of("assuming", gain < 0)]
    text = (
        f"On 10 × 10 with 20 mines equations score more on {say.percents(wins[0])} of the boards, "
        f"assuming on {say.percents(wins[1])}."
    )
    parts = [part(f"boards won by {win.at}", above, [win]) for win in wins]
    return finding(parts, text, wins[0])


@claim(
    "A06", REPORT, "2.4, Figs 7-8",
    "Assuming and equations are close in score and in guesses, with very little difference.",
    "Close in guesses: within two hundredths of the cells; little: within one.",
    notebook="04_density_curves",
)  # fmt: skip
def assuming_and_equations_close() -> Finding:
    score = gains("density-10", "cowan", "aravind")
    guesses = gains("density-10", "cowan", "aravind", "guesses")
    widest, most = (max(arm, key=lambda point: abs(point.value)) for arm in (score, guesses))
    text = (
        f"aravind scores {say.more(pooled(score))} than cowan; the largest difference is "
        f"{say.signed(widest.value)}, at {widest.at:g}. It makes "
        f"{say.more(pooled(guesses), 2, 'guesses per game')}, at most {most.value:.1f}, at "
        f"{most.at:g}. They are significantly within "
        f"{limits.LITTLE} in score at {say.held_at(within, score, limits.LITTLE)}, and within one "
        f"guess at {say.held_at(within, guesses, limits.LITTLE * 100)}."
    )
    parts = [
        part("close in score", within, score, limits.CLOSE),
        part("close in guesses", within, guesses, limits.CLOSE * 100),
        part("little difference in score", within, score, limits.LITTLE),
        part("little difference in guesses", within, guesses, limits.LITTLE * 100),
    ]
    return finding(parts, text, score)


@claim(
    "A08", REPORT, "4, Fig 30",
    "Both together beat basic between densities .1 and .7, and equal it at very low and very high "
    "ones.",
    "The report says when the agent is better, from .1 to .7, and that it is the same at very low "
    "and very high densities: so these are all the others. Same, as read off a graph: within .02. "
    "It would fail if the agent were not better at one of the former, or .02 better at one of the "
    "latter. Even there it is a little better.",
    notebook="04_density_curves",
)  # fmt: skip
def both_beat_basic() -> Finding:
    points = gains("density-10", "basic", "charles")
    inside = between(points, *MIDDLE)
    outside = [point for point in points if point not in inside]
    text = (
        f"From .1 to .7 charles scores {say.more(pooled(inside))} than basic, and significantly "
        f"more at {say.held_at(above, inside)}. Elsewhere the difference is "
        f"{say.signed_at(outside)}."
    )
    parts = [
        part("better from .1 to .7", above, inside),
        part("the same elsewhere", within, outside, limits.CLOSE),
    ]
    return finding(parts, text, inside)


@claim(
    "A09", REPORT, "4", "Basic never beats the advanced agents.",
    "Never: at no density, and on no board if both guess in the same order. It can hardly fail: "
    "with the same order the advanced agent knows all that basic knows. If each has its own order, "
    "basic can win by luck.",
    notebook="04_density_curves",
)  # fmt: skip
def basic_never_better() -> Finding:
    names = ("cowan", "aravind", "charles")
    arms = {name: gains("density-10", name, "basic") for name in names}
    games = games_of("density-10", "basic")
    inner = games["density"].between(*INNER)
    single = np.concatenate([differences("density-10", a, "basic")[1][inner] for a in names])
    by_luck = ", ".join(
        f"{wins_by_luck(f'cowan-{figure}'):.0%} of the games on the board of Fig {figure}"
        for figure in (11, 29)
    )
    text = (
        f"basic scores {say.more(pooled(arms['charles']))} than charles on average. With the same "
        f"order of guesses it scores more than cowan, aravind or charles in {(single > 0).sum():,} "
        f"of {len(single):,} comparisons on single boards. If each has its own order, basic beats "
        f"charles in {by_luck}."
    )
    parts = [
        no_more("at no density", [p for own in arms.values() for p in own]),
        never("on no board, with the same order", int((single > 0).sum()), len(single)),
    ]
    return finding(parts, text, arms["charles"])


def wins_by_luck(board: str) -> float:
    """How often basic hits fewer mines than charles on a printed board, in independent games."""
    games = table_of("replays")
    games = games[games["board"] == board]
    basic, charles = (
        np.bincount(games.loc[games["agent"] == name, "blasts"], minlength=21)
        for name in ("basic", "charles")
    )
    fewer = np.cumsum(basic) - basic
    return float((fewer * charles).sum() / (basic.sum() * charles.sum()))


@claim("A10", REPORT, "4, Fig 31", "Both together need fewer guesses between .1 and .7.",
       notebook="04_density_curves")  # fmt: skip
def both_guess_less() -> Finding:
    points = gains("density-10", "basic", "charles", "guesses", MIDDLE)
    text = (
        f"charles makes {say.more(pooled(points), 2, 'guesses per game')} than basic, "
        f"significantly fewer at {say.held_at(below, points)}."
    )
    return finding(part("fewer guesses", below, points), text, points)


@claim(
    "A11", REPORT, "4",
    "Both together are only a little better than either alone; assuming is a little better than "
    "equations.",
    "Decided on the agent that the text describes, whose methods take turns until none proves "
    "anything more (charles). If each is asked once (charles-once), the agent hovers around the "
    "two, as the report also says. Better: on average; a little: less than .03 at every density.",
    notebook="04_density_curves",
)  # fmt: skip
def only_slightly_better() -> Finding:
    pairs = [
        ("cowan", "charles"), ("aravind", "charles"), ("aravind", "cowan"),
        ("cowan", "charles-once"), ("aravind", "charles-once"),
    ]  # fmt: skip
    arms = {pair: gains("density-10", *pair) for pair in pairs}
    parts = []
    for a, b in pairs[:3]:
        parts += [
            part(f"{b} better than {a}", above, [pooled(arms[a, b])]),
            part(f"{b} only a little better than {a}", below, arms[a, b], limits.SLIGHTLY),
        ]
    gain = ", ".join(f"{b} on {a} {say.signed(pooled(arms[a, b]).value)}" for a, b in pairs)
    text = f"Gain in score on average: {gain}."
    return finding(parts, text, arms["cowan", "charles"])


@claim(
    "A12", REPORT, "4",
    "As density grows and fewer of the mines are found, the guesses fall too.",
    "In the next sentence the report says the opposite, that the agent has to pick more cells at "
    "random; that is right.",
    notebook="04_density_curves",
)  # fmt: skip
def guesses_fall_with_density() -> Finding:
    guesses = {
        name: levels("density-10", name, "guesses")
        for name in ("basic", "cowan", "aravind", "charles")
    }
    rises = [step for points in guesses.values() for step in steps(points)]
    text = "Guesses per game at densities .1, .5 and .9: " + "; ".join(
        f"{name} {say.listed([p for p in points if p.at in (0.1, 0.5, 0.9)], 1)}"
        for name, points in guesses.items()
    ) + (
        f". Of {len(rises)} steps of .05 they rise significantly at {above(rises).sum()} and fall "
        f"at {below(rises).sum()}."
    )  # fmt: skip
    return finding(part("guesses fall", below, rises), text, rises)


@claim(
    "A13", REPORT, "4",
    "The game is hard where a guess is more likely a mine than not, and gets harder as density "
    "grows.",
    "It can hardly fail: the more mines there are among the covered cells, the more guesses hit "
    "one.",
    notebook="04_density_curves",
)  # fmt: skip
def guesses_hit_more_often() -> Finding:
    points = guesses_that_hit()
    text = (
        f"Guesses of charles that hit a mine: {say.percents_at(points)}; significantly more than "
        f"half at {say.held_at(above, points, 0.5)}."
    )
    parts = [
        part("mines become more likely", above, steps(points)),
        part("in the end more likely than not", above, points[-1:], 0.5, printed=True),
    ]
    return finding(parts, text, points[-1])


def guesses_that_hit() -> list[Point]:
    """The share of the guesses of charles that hit a mine, by density."""
    rows = games_of("guesses", "charles")
    return shares_by_density(rows, rows["mine"])


@claim(
    "A33", REPORT, "2.4",
    "Both together should need the smaller number of guesses of the two, and find the larger "
    "number of mines.",
    "The report only hoped so, and then found that the agent hovers around the two. It can hardly "
    "fail: with the same order of guesses the agent knows at each guess all that either knows.",
    notebook="04_density_curves",
)  # fmt: skip
def best_of_both() -> Finding:
    both, cowan = both_of("density-10", "charles", "cowan")
    aravind = both_of("density-10", "charles", "aravind")[1]
    inner = both["density"].between(*INNER)
    both, cowan, aravind = (games[inner] for games in (both, cowan, aravind))
    least = np.minimum(cowan["guesses"], aravind["guesses"])
    too_many = int((both["guesses"] > least).sum())
    too_few = int((both["score"] < np.maximum(cowan["score"], aravind["score"])).sum())
    fewer = share_of("fewer", both["guesses"] < least)
    text = (
        f"Of {len(both):,} boards charles needs more guesses than the better of cowan and aravind "
        f"on {too_many}, and fewer than both on {say.percents(fewer, 1)}; it finds fewer mines "
        f"than the better of the two on {too_few}."
    )
    parts = [
        never("never more guesses than the better", too_many, len(both)),
        never("never fewer mines than the better", too_few, len(both)),
    ]
    return finding(parts, text, fewer)
