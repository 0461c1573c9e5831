"""IBS: equations and subtraction of pairs, contradictions, two bonuses, on 20 x 20."""

from itertools import product
from typing import Any

import numpy as np

from minelab._later import pd
from minelab.agents.catalogue import agent
from minelab.boards.board import Board
from minelab.boards.view import View
from minelab.games.compiled import course
from minelab.games.play import play_many
from minelab.inference.methods import prove_all
from minelab.inference.position import Position
from minelab.lab.order import ORDERS, SIDE
from minelab.lab.stats import (
    Point,
    above,
    below,
    difference_of,
    mean_of,
    pooled,
    ratio_of,
    share_of,
    times_of,
    within,
)
from minelab.report.claims import limits, say
from minelab.report.claims.ledger import Finding, claim, finding, largest, no_more, part, parts_of
from minelab.report.claims.tables import (
    between,
    both_of,
    by_density,
    costs,
    gains,
    games_of,
    table_of,
)

REPORT = "IBS"
TABLE = "published-001"
GAME = ["density", "board_seed"]
"""What identifies a game of the table order."""
ADVANCED = ("ibs", "ibs-hyper")
BOARDS = 6
"""Games per density that are looked at turn by turn."""


@claim(
    "B01", REPORT, "Performance",
    "The advanced agent and the hyper agent beat basic from density 0 to .8.",
    "Without mines there is nothing to lose, so 0 itself is left out.",
    notebook="04_density_curves",
)  # fmt: skip
def advanced_beats_basic() -> Finding:
    arms = {name: between(gains(TABLE, "basic", name), 0, 0.8) for name in ADVANCED}
    gain = "; ".join(f"{name} {say.gained(points)}" for name, points in arms.items())
    parts = parts_of(arms, "{} beats basic", above)
    return finding(parts, f"Gain in score on basic: {gain}.", arms["ibs"])


@claim(
    "B02", REPORT, "Performance", "Between .3 and .6 the gap is large; elsewhere smaller.",
    "The gap to basic. Large: above .05 on average over these densities. Smaller: each of them is "
    "compared with the best one outside.",
    notebook="04_density_curves",
)  # fmt: skip
def largest_gap() -> Finding:
    parts, words, points = [], [], []
    for name in ADVANCED:
        gaps = gains(TABLE, "basic", name)
        inside = between(gaps, 0.3, 0.6)
        best = largest(p for p in gaps if p not in inside)
        points = [difference_of(p.at, best, p) for p in inside]
        parts += [
            part(f"{name}: the gap from .3 to .6", above, [pooled(inside)], limits.STRONGLY),
            part(f"{name}: the gap less the largest outside", above, points),
        ]
        words.append(
            f"{name} gains {say.ranged(pooled(inside))} from .3 to .6 ({say.signed_at(inside)}), "
            f"elsewhere at most {say.signed_at([best])}"
        )
    return finding(parts, "; ".join(words) + ".", points)


@claim(
    "B03", REPORT, "Performance", "At no density is basic better.",
    "Means of ten boards, which its authors published but did not print in the report, say "
    "otherwise at .8 and .9; that was chance. It can hardly fail: with the same order of guesses "
    "the advanced agents know all that basic knows.",
    notebook="04_density_curves",
)  # fmt: skip
def basic_nowhere_better() -> Finding:
    arms = [gains(TABLE, name, "basic") for name in ADVANCED]
    most = largest(point for points in arms for point in points)
    text = (
        f"basic scores {say.more(pooled(arms[0]))} than ibs on average. Where it comes closest, at "
        f"any density and to either, it scores {say.more(most, 4)}."
    )
    parts = [
        no_more(f"basic no better than {name}", points)
        for name, points in zip(ADVANCED, arms, strict=True)
    ]
    return finding(parts, text, arms[0])


@claim(
    "B04", REPORT, "Performance", "The game becomes hard near .8, where all three agents meet.",
    "That the game is hard where the agents meet is our reading: the report names both in a row. "
    "Meet: close at .8 and .9, not close from .2 to .7, on the report's grid of .1. A straight "
    "line between its points falls below .02 at .71 and .72, so by the standard for near, as in "
    "C02, it would fail; but of the densities that the report played, .8 is the first at which "
    "they are close. At .1 they are close too, because games are easy.",
    notebook="04_density_curves",
)  # fmt: skip
def agents_meet() -> Finding:
    arms = {name: gains(TABLE, "basic", name) for name in ADVANCED}
    late, early = (
        {name: between(points, *span) for name, points in arms.items()}
        for span in ((0.8, 0.9), (0.2, 0.7))
    )
    text = "; ".join(
        f"{name} is significantly within {limits.CLOSE} of basic at "
        f"{say.held_at(within, points, limits.CLOSE)}, and at .8 {late[name][0].value:.3f} apart"
        for name, points in arms.items()
    )
    parts = [
        *parts_of(late, "{} close to basic from .8 on", within, limits.CLOSE),
        *parts_of(early, "{} not close before", above, limits.CLOSE),
    ]
    return finding(parts, f"{text}.", late["ibs-hyper"][0])


@claim("B05", REPORT, "Efficiency", "The hyper agent takes much more time.",
       "What it gains for it is small.", notebook="05_efficiency")  # fmt: skip
def hyper_is_slow() -> Finding:
    price = costs("ibs", "ibs-hyper")
    gain = pooled(gains(TABLE, "ibs", "ibs-hyper", where=(0.1, 0.9)))
    text = f"ibs-hyper takes {price.of('ibs')}, and scores {say.more(gain, 4)}."
    parts = price.parts("ibs-hyper against ibs", above, limits.MUCH_SLOWER)
    return finding(parts, text, price.time)


@claim(
    "B06", REPORT, "Bonus 1", "Knowing the number of mines begins to help at .8.",
    "The report compares it with the advanced agent and the hyper agent and doesn't say which of "
    "them it extends; ours extends the advanced one. Begins: from .8 on it adds more than "
    ".01, before it adds less.",
    notebook="06_bonuses",
)  # fmt: skip
def total_from_eight_tenths() -> Finding:
    arms = {name: gains(TABLE, name, "ibs+total", where=(0.1, 1)) for name in ADVANCED}
    late, early = (
        {name: between(points, *span) for name, points in arms.items()}
        for span in ((0.8, 1), (0, 0.7))
    )
    gain = "; ".join(
        f"on {name} {say.signed_at(between(points, 0.7, 1))}, significantly more than 0 at "
        f"{say.held_at(above, points)}"
        for name, points in arms.items()
    )
    parts = [
        *parts_of(late, "adds to {} from .8 on", above, limits.LITTLE),
        *parts_of(early, "adds little to {} before", below, limits.LITTLE),
    ]
    return finding(parts, f"Gain of ibs+total {gain}.", arms["ibs"][-2])


@claim(
    "B07", REPORT, "Bonus 2", "The better choice helps clearly from .3 to .9.",
    "Decided on the rule as the text has it (ibs+sum-printed). The published means fit another "
    "one, which keeps the last estimate instead of adding them up (ibs+last-flags). Clearly: above "
    "0 at each density, and above .05 on average over them.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_from_three_tenths() -> Finding:
    rules = ("ibs+sum-printed", "ibs+sum", "ibs+last", "ibs+last-flags")
    arms = {
        (rule, base): gains(TABLE, base, rule, where=(0.3, 0.9))
        for rule in rules for base in ADVANCED
    }  # fmt: skip
    gain = "; ".join(f"{rule} {say.gained(arms[rule, 'ibs'])}" for rule in rules)
    hyper = ", ".join(say.signed(pooled(arms[rule, "ibs-hyper"]).value) for rule in rules)
    printed = {base: arms[rules[0], base] for base in ADVANCED}
    parts = [
        *parts_of(printed, "beats {}", above),
        *parts_of(
            {a: [pooled(p)] for a, p in printed.items()}, "beats {} clearly", above, limits.STRONGLY
        ),
    ]
    text = f"Gain in score on ibs: {gain}. On ibs-hyper they gain {hyper}."
    return finding(parts, text, printed["ibs"])


@claim(
    "B08", REPORT, "Performance", "In the 5 × 5 game with 7 mines only one mine goes off.",
    "Our copy of the report has no pictures of that game, and the text does not say which agent "
    "played. Games of that size show how common it is.",
    notebook="03_play_by_play",
)  # fmt: skip
def one_bomb_only() -> Finding:
    words, points = [], []
    for name in ADVANCED:
        blasts = play_many(name, 5, 5, mines=7, games=2000, seed=1)["blasts"]
        points.append(share_of(name, blasts == 1))
        none = (blasts == 0).mean()
        words.append(f"of {name} {say.percents(points[-1])} hit exactly one mine, {none:.0%} none")
    text = f"The game cannot be replayed. Of 2,000 such games {'; '.join(words)}."
    return finding((), text, points[0])


@claim(
    "B09", REPORT, "Inference",
    "Subtracting one equation from another finds what subset reduction cannot.",
    "ibs tries subsets first, so what pairs prove is what subsets could not. The report gives an "
    "example, so the sentence can hardly fail; the number says how often it happens.",
    notebook="02_inference",
)  # fmt: skip
def pairs_add() -> Finding:
    rows = games_of("density-10", "ibs")
    points = [mean_of(density, part["deduced_pairs"]) for density, part in by_density(rows)]
    most = largest(points)
    text = (
        f"On 10 × 10 pairs prove up to {say.spanned(most)} moves per game, at {most.at:g}; "
        f"significantly more than none at {say.held_at(above, points)}."
    )
    return finding(part("moves by pairs, at best", above, [most]), text, most)


@claim(
    "B10", REPORT, "Efficiency",
    "Trying contradictions again only after the knowledge has changed substantially would save "
    "much time.",
    "The report proposes it and leaves open how much is substantial. So it holds if one of the "
    "amounts that we tried saves much, at little loss of score. Much: half of the work. Little: "
    ".01. It can hardly fail: even never searching loses less than .01. Work is counted, not "
    "timed.",
    notebook="05_efficiency",
)  # fmt: skip
def patient_search() -> Finding:
    always, ibs = both_of("variants", "always", "never")
    saved, lost = [], []
    for wait in (1, 2, 5, 10):
        _, rows = both_of("variants", "always", f"after {wait}")
        saved.append(times_of(wait, rows["work"], always["work"]).scaled(-1, plus=1))
        lost.append(pooled(gains("variants", f"after {wait}", "always")))
    gain = pooled(gains("variants", "never", "always")).value
    repeated = ratio_of("repeated", always["repeated"], always["assumptions"], share=True)
    least = times_of("ibs", ibs["work"], always["work"])
    best = int(np.argmax([point.value for point in saved]))
    text = (
        f"If ibs-hyper waits for {', '.join(f'{p.at}' for p in saved)} new constraints before it "
        f"searches again, it saves {', '.join(f'{p.value:.0%}' for p in saved)} of its work. With "
        f"{saved[best].at} it saves {say.percents(saved[best])} and scores "
        f"{say.more(lost[best].scaled(-1), 4)}. Of the {gain:.4f} that searching gains, it "
        f"loses {', '.join(f'{p.value / gain:.0%}' for p in lost)}. ibs-hyper repeats "
        f"{say.percents(repeated)} of its suppositions with the same knowledge; ibs, which never "
        f"searches, does {say.percents(least)} of its work."
    )
    parts = [
        part("work saved, at best", above, [saved[best]], limits.MUCH),
        part("score lost by that", below, [lost[best]], limits.LITTLE),
    ]
    return finding(parts, text, saved[best])


@claim(
    "B11", REPORT, "Inference", "Using the expensive methods at every turn would infer more.",
    "The report says where: at each step, before the agent goes on. There it can hardly fail; it "
    "would if the methods added nothing to single clues. In a game they gain nothing, and the "
    "report says no such thing: repeated until none proves anything more, methods know the same "
    "before each guess in any order, and only cost more.",
    notebook="02_inference",
)  # fmt: skip
def expensive_methods_every_turn() -> Finding:
    last, *others = (before_guesses(order) for order in ORDERS)
    arms = [known_more(last, other) for other in others]
    work = [times_of("work", arm["work"], last.groupby(GAME)["work"].max()) for arm in arms]
    differ = share_of("games", np.any([arm["differs"] > 0 for arm in arms], axis=0))
    each = proved_more_at_each_turn()
    text = (
        f"At a turn at which single clues prove cells, pairs and subsets prove {say.spanned(each)} "
        f"more, in {each.n} games on 8 × 8. But before guesses the number of known cells differs "
        f"in {say.percents(differ, 1)} of {differ.n} games ({len(last):,} guesses), whether the "
        "expensive methods come first or all are exhausted at every turn. The work is "
        f"{say.spanned(work[0], 1)} and {say.spanned(work[1], 1)} times as much."
    )
    return finding(part("more cells proved per turn", above, [each]), text, each)


def proved_more_at_each_turn() -> Point:
    """How many cells more the methods of ibs prove at a turn at which single clues prove some."""
    games = []
    methods = tuple(map(str, agent("ibs").methods))
    for seed, density in product(range(BOARDS), (0.1, 0.2, 0.3, 0.4, 0.5)):
        played = course(Board.random(SIDE, SIDE, density=density, seed=seed), "ibs", seed)
        more = []
        for codes in played.before(np.arange(1, played.codes.size + 1)):
            position = Position(View(codes))
            if prove_all(position, methods[:1]):
                more.append(len(prove_all(position, methods)))
        games.append((sum(more), len(more)))
    return ratio_of("turn", *np.array(games).T)


def before_guesses(order: str) -> Any:
    """What is known before each guess if methods are used in this order."""
    table = table_of("order")
    return table[table["order"] == order].set_index([*GAME, "guess"])


def known_more(last: Any, other: Any) -> Any:
    """Game by game, how many more cells are known before guesses than with expensive methods last.

    An agent that needs no further guess knows all cells.
    """
    cells = int(last["rows"].iloc[0] * last["cols"].iloc[0])
    both = pd.DataFrame({"last": last["known"], "other": other["known"]}).fillna(cells)
    both["more"] = both["other"] - both["last"]
    both["differs"] = both["more"] != 0
    games = both.groupby(GAME)[["more", "differs"]].sum()
    games["guesses"] = both.groupby(GAME).size()
    games["work"] = other.groupby(GAME)["work"].max()
    return games.reset_index("density")


@claim(
    "B12", REPORT, "Bonus 1",
    "The number of mines helps from .8 on because the last covered cells are then often all mines.",
    "Often: in more than half of the games. Because: more than half of the moves that rest on the "
    "number flag all cells that are left; the others need clues subtracted first. Each density is "
    "decided by itself.",
    notebook="06_bonuses",
)  # fmt: skip
def the_rest_are_mines() -> Finding:
    kinds = ["rest_mined", "rest_safe", "others_mined", "others_safe"]
    chance, share = [], []
    for at, rows in by_density(table_of("mine-count"), (0.1, 0.9)):
        chance.append(share_of(at, rows["rest_mined"] > 0))
        moves = rows[kinds].sum(axis=1)
        if moves.any():
            share.append(ratio_of(at, rows["rest_mined"], moves, share=True))
    text = (
        "Games in which all cells left are flagged at once: "
        f"{say.percents_at(between(chance, 0.5, 0.9))}. Their share of the moves that rest on the "
        f"number: {say.percents_at(between(share, 0.5, 0.9))}."
    )
    parts = [
        part(f"{what} at {point.at:g}", above, [point], limits.MOSTLY)
        for what, points in (
            ("games in which the rest are mines", chance),
            ("flags on all cells left, among moves that rest on the number,", share),
        )
        for point in between(points, 0.8, 0.9)
    ]
    return finding(parts, text, between(share, 0.8, 0.9))
