"""COWAN: what do its two bonuses bring, the number of mines and the choice of the guess?"""

import numpy as np

from minelab.lab.stats import (
    Point,
    above,
    below,
    difference_of,
    mean_of,
    pooled,
    share_of,
    steps,
    within,
)
from minelab.report.claims import limits, say
from minelab.report.claims.ledger import Finding, claim, finding, largest, never, part, parts_of
from minelab.report.claims.tables import (
    between,
    by_density,
    costs,
    differences,
    gains,
    games_of,
    levels,
    relative_gains,
)

REPORT = "COWAN"


@claim(
    "A17", REPORT, "6, Fig 33",
    "Knowing the number of mines has little effect up to density .6, and a decent gain above.",
    "Decent: more than slightly. The section names equations and assuming, so charles plays. The "
    "gain comes at the highest densities, where few safe cells remain. A19 covers boards full "
    "of mines.",
    notebook="06_bonuses",
)  # fmt: skip
def total_helps_late() -> Finding:
    points, alone = (gains("bonuses", name, f"{name}+total") for name in ("charles", "cowan"))
    early, late = between(points, 0, 0.6), between(points, 0.65, 1)
    best = largest(late)
    text = (
        f"charles+total scores {say.more(pooled(early), 4)} than charles up to .6 and "
        f"{say.more(pooled(late))} above. The gain is significantly more than {limits.LITTLE} at "
        f"{say.held_at(above, points, limits.LITTLE)}, than {limits.SLIGHTLY} at "
        f"{say.held_at(above, points, limits.SLIGHTLY)}, and largest at {best.at:g}: "
        f"{say.signed(best.value)}. With cowan it is "
        f"{say.signed(pooled(between(alone, 0, 0.6)).value)} up to .6 and "
        f"{say.signed(pooled(between(alone, 0.65, 1)).value)} above."
    )
    parts = [
        part("little effect up to .6", within, early, limits.LITTLE),
        part("a decent gain above", above, late, limits.SLIGHTLY),
    ]
    return finding(parts, text, late)


@claim(
    "A19", REPORT, "6",
    "Boards without mines, and boards full of mines, are solved at once if the number is known.",
    "It can hardly fail: the first look at the number settles every cell.",
    notebook="06_bonuses",
)  # fmt: skip
def ends_solved_at_once() -> Finding:
    guessed = {
        f"{name} at {at:g}": games_of("bonuses", name).query("density == @at")["guesses"] > 0
        for name in ("cowan+total", "charles+total") for at in (0, 1)
    }  # fmt: skip
    point = share_of("all", ~np.concatenate(list(guessed.values())))
    text = (
        f"cowan+total and charles+total need no guess in {point.value:.0%} of {point.n:,} games at "
        "densities 0 and 1."
    )
    parts = [
        never(f"{name}: no game with a guess", int(games.sum()), len(games))
        for name, games in guessed.items()
    ]
    return finding(parts, text, point)


@claim(
    "A20", REPORT, "7, Fig 36", "Choosing by the average raises the score strongly and saves time.",
    "Strongly: by more than .05 on average over the densities; at the lowest and the highest there "
    "is less than that to gain. The choice itself costs time at every guess; in return there are "
    "fewer guesses.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_helps() -> Finding:
    whole = costs("charles", "charles+average")
    points, alone = (gains("bonuses", name, f"{name}+average") for name in ("charles", "cowan"))
    text = (
        f"charles+average scores {say.more(pooled(points))} than charles, significantly more than "
        f"{limits.STRONGLY} at {say.held_at(above, points, limits.STRONGLY)}; it takes "
        f"{whole.of('charles')}. With cowan the gain is {say.signed(pooled(alone).value)}."
    )
    parts = [
        part("the score rises strongly", above, [pooled(points)], limits.STRONGLY),
        *whole.parts("with the choice against without", below, 1),
    ]
    return finding(parts, text, points)


@claim(
    "A21", REPORT, "7, Fig 38",
    "At density .3 all versions of the advanced agent get worse as the board grows.",
    "The score of Fig 38 decides, as in A22. That a larger board takes more random moves and more "
    "time (Figs 39 and 40) can hardly fail; per cell the random moves fall. A cell at the border "
    "has fewer clues around it, and a small board has more such cells for its size.",
    notebook="06_bonuses",
)  # fmt: skip
def larger_is_worse() -> Finding:
    names = ["cowan", "aravind", "charles", "cowan+average", "charles+average"]
    sizes = {name: levels("size", name, key="rows") for name in names}
    ends = [difference_of(name, points[0], points[-1]) for name, points in sizes.items()]
    changes = [step for points in sizes.values() for step in steps(points)]
    text = (
        "From side 5 to 50 the score changes: "
        + ", ".join(f"{p.at} {say.signed(p.value)}" for p in ends)
        + f". Of {len(changes)} steps from one size to the next it falls significantly at "
        f"{below(changes).sum()} and rises at {above(changes).sum()}."
    )
    return finding(part("the score falls", below, changes), text, ends)


@claim(
    "A22", REPORT, "7, Fig 38", "Both together with the selection stay best at all sizes.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_best_at_all_sizes() -> Finding:
    rivals = ["basic", "cowan", "aravind", "charles"]
    arms = {name: gains("size", name, "charles+average", key="rows") for name in rivals}
    gain = "; ".join(f"on {name} {say.gained(points)}" for name, points in arms.items())
    text = f"Gain of charles+average at density .3, and at which sides: {gain}."
    return finding(parts_of(arms, "better than {}", above), text, arms["charles"])


@claim("A23", REPORT, "7, Fig 39", "The selection lowers the number of guesses.",
       notebook="06_bonuses")  # fmt: skip
def selection_lowers_guesses() -> Finding:
    points = gains("size", "charles", "charles+average", "guesses", key="rows")
    text = (
        f"At density .3 charles+average makes {say.more(points[1], 1, 'guesses per game')} than "
        f"charles on side {points[1].at:g} and {say.more(points[-1], 1, 'guesses per game')} on "
        f"side {points[-1].at:g}; significantly fewer at sides {say.held_at(below, points)}."
    )
    return finding(part("fewer guesses", below, points), text, points[1])


@claim(
    "A25", REPORT, "7, Figs 41-42",
    "The number of mines on top of the selection pays above density .75.",
    "It adds to the selection there, but less than it adds without the selection; on average the "
    "number alone is better than both.",
    notebook="06_bonuses",
)  # fmt: skip
def both_bonuses() -> Finding:
    above_that = (0.8, 0.95)
    arms, words = {}, []
    for name in ("cowan", "charles"):
        both = f"{name}+total+average"
        arms[name] = gains("bonuses", f"{name}+average", both, where=above_that)
        alone = pooled(gains("bonuses", f"{name}+total", both, where=above_that))
        together = pooled(interactions(name, above_that))
        words.append(
            f"{name} {say.gained(arms[name])}; that is {say.more(together)} than without the "
            f"selection, and with both it scores {say.more(alone)} than with the number alone"
        )
    text = f"Gain by the number above .75, with the selection: {'; '.join(words)}."
    return finding(parts_of(arms, "adds to {}+average", above), text, arms["charles"])


def interactions(name: str, where: tuple[float, float]) -> list[Point]:
    """What the number of mines gains with the selection, minus what it gains without it."""
    (games, beside), (_, alone) = (
        differences("bonuses", name + arm, f"{name}+total{arm}") for arm in ("+average", "")
    )
    more = beside - alone
    return [mean_of(at, more[rows.index]) for at, rows in by_density(games, where)]


@claim(
    "A27", REPORT, "7", "Among cells of equal chance the one with the fewest covered neighbours is "
    "best.",
    "Tested from .1 to .9, on sides 10 and 30. On side 30 a random choice is hardly worse up to "
    ".3; at .1 and .2 less than one mine in a hundred is missed, so there is little to gain. The "
    "report's reason, that such a cell gives a clue that is easier to solve, is not tested.",
    notebook="06_bonuses",
)  # fmt: skip
def fewest_neighbours() -> Finding:
    rivals = {"the most": "charles+average-most", "a random choice": "charles+average-lot"}
    arms = {
        f"{words}, side {side}": gains(
            "ablations", rival, "charles+average", where=(0.1, 0.9), side=side
        )
        for words, rival in rivals.items() for side in (10, 30)
    }  # fmt: skip
    gain = "; ".join(f"{arm}, {say.gained(points)}" for arm, points in arms.items())
    text = f"Gain in score by the fewest, against {gain}."
    return finding(parts_of(arms, "better than {}", above), text, arms["a random choice, side 10"])


@claim(
    "A31", REPORT, "7", "Saving guesses by the selection helps especially on larger boards.",
    "Three readings: the share of guesses saved grows with the side, for the sentence follows one "
    "about random moves; the share of blasts spared grows; and the gain in score grows. The gain "
    "has a ceiling, the mines that charles misses: on large boards there are few.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_and_size() -> Finding:
    pair = "charles", "charles+average"
    saved, spared = (
        [point.scaled(-1) for point in relative_gains("size", *pair, measure, key="rows")]
        for measure in ("guesses", "blasts")
    )
    score, found = gains("size", *pair, key="rows"), levels("size", "charles", key="rows")
    growth = {
        what: [difference_of(f"{arm[k].at:g}", arm[k], arm[-1]) for k in (0, 1)]
        for what, arm in (("share of guesses saved", saved), ("share of blasts spared", spared),
                          ("gain in score", score))
    }  # fmt: skip
    most = growth["share of guesses saved"][0]
    text = (
        f"Guesses saved at density .3: {say.percents_at(saved)}; from side 5 to 50 the share grows "
        f"by {say.spanned(most.scaled(100), 0)} points. Blasts spared: {say.percents_at(spared)}. "
        f"The gain in score is {say.signed_at(score)}; charles misses {1 - found[0].value:.0%} of "
        f"the mines on side 5, {1 - found[-1].value:.0%} on side 50."
    )
    return finding(parts_of(growth, "the {} grows to side 50", above), text, most)
