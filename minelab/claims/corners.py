"""Corners: single clues, and a choice by corners and clues, on 30 x 30."""

from itertools import product

import numpy as np

from minelab.board import Board
from minelab.claims.ledger import (
    ABOUT,
    NEAR,
    Finding,
    claim,
    finding,
    near,
    percents,
    ranged,
    span,
    spanned,
    verdict,
)
from minelab.claims.points import (
    Point,
    above,
    below,
    by_density,
    exponent,
    gains,
    games_of,
    levels,
    pooled,
    ratio_of,
    share_of,
    steps,
    within,
)
from minelab.grid import COVERED, count_around
from minelab.methods import deduce
from minelab.play import play

REPORT = "Corners"
TABLE = "density-30"


@claim("E01", REPORT, "Fig 2", "The score of basic falls with density.")
def basic_falls() -> Finding:
    scores = levels(TABLE, "basic")
    falls = steps(scores)
    text = "On 30 × 30: " + ", ".join(f"{p.value:.2f} at {p.at:g}" for p in scores[1:-1:2]) + "."
    return finding(verdict(below(falls)), text, falls)


@claim(
    "E02", REPORT, "after Fig 2", "Games without an explosion get rarer with density.",
    "On 30 × 30 hardly a game passes without one from .2 on; what is rare cannot get much rarer.",
)  # fmt: skip
def unharmed_games_rarer() -> Finding:
    rows = games_of("hard", "basic").query("rows == 30")
    chosen = [0.05, 0.1, 0.15, 0.2, 0.25]
    shares = [
        share_of(at, rows[np.isclose(rows["density"], at, atol=0.001)]["blasts"] == 0)
        for at in chosen
    ]  # fmt: skip
    falls = steps(shares)
    text = "On 30 × 30: " + ", ".join(f"{p.value:.1%} at {p.at:g}" for p in shares) + "."
    return finding(verdict(below(falls)), text, falls)


def fewer(measure: str) -> Point:
    """By how much of itself a measure falls from basic to corners, all densities together."""
    one, other = games_of(TABLE, "basic"), games_of(TABLE, "corners")
    left = ratio_of(measure, other[measure], one[measure])
    return Point(measure, 1 - left.value, left.error, left.n)


@claim(
    "E03", REPORT, "Results", "The improved agent makes 10.03% fewer random picks.",
    "Its picks by corner or by clue are guesses too. The report does not say which densities its "
    "mean covers.",
)  # fmt: skip
def fewer_random_picks() -> Finding:
    picks, guesses = fewer("random_picks"), fewer("guesses")
    tests = [near(point, 0.1003) for point in (picks, guesses)]
    text = (
        f"Over all densities {percents(picks, 1)} fewer picks by lot, but {percents(guesses, 1)} "
        "fewer guesses of any kind."
    )
    return finding(verdict(tests), text, picks)


@claim(
    "E04", REPORT, "Results", "It lifts safe identification by up to 11.75%.",
)  # fmt: skip
def lift_of_score() -> Finding:
    points = gains(TABLE, "basic", "corners")
    base = levels(TABLE, "basic")
    best = max(points, key=lambda point: point.value)
    relative = [gain.value / level.value for gain, level in zip(points, base, strict=True)
                if level.value > 0]  # fmt: skip
    tests = [near(best, 0.1175), abs(max(relative) - 0.1175) <= ABOUT * 0.1175]
    text = (
        f"At most {ranged(best)} of the score, at {best.at:g}; relative to basic at most "
        f"{max(relative):.0%}."
    )
    return finding(verdict(tests), text, best)


@claim(
    "E05", REPORT, "Text", "A cell picked at random is a mine half of the time.",
    "It is as often a mine as mines are among the covered cells, which grows with density. Half: "
    "within .05.",
)  # fmt: skip
def half_are_mines() -> Finding:
    rows = games_of("density-10", "basic")
    points = [
        ratio_of(at, some["blasts"], some["guesses"]) for at, some in by_density(rows)
        if 0 < at < 1
    ]  # fmt: skip
    held = within([Point(p.at, p.value - 0.5, p.error, p.n) for p in points], NEAR)
    shown = ", ".join(f"{p.value:.0%} at {p.at:g}" for p in points if round(20 * p.at) % 4 == 2)
    text = (
        f"Of basic's guesses on 10 × 10 {shown} are mines; within {NEAR} of half at "
        f"{span(points, held)}."
    )
    return finding(verdict(held), text, points[3])


@claim("E06", REPORT, "Text", "Going to the corners first helps.",
       "A corner touches three cells only, so its clue is more often complete. But there are four "
       "corners on any board: on 30 × 30, the report's size, they hardly count.")  # fmt: skip
def corners_help() -> Finding:
    arms = {
        "alone": ("basic", "basic+corners-lot"),
        "beside the choice by clues": ("basic+clue", "corners"),
    }
    tests, parts = [], []
    for side in (30, 10):
        for name, pair in arms.items():
            points = gains("ablations", *pair, where=(0.1, 0.9), side=side)
            held = above(points)
            tests.append(held)
            parts.append(
                f"{name}, side {side}, {ranged(pooled(points), 4)}, better at {span(points, held)}"
            )
    return finding(verdict(*tests), "Of the score: " + "; ".join(parts) + ".", points)


@claim(
    "E07", REPORT, "Text", "Its constraints deduce all they can for the whole board.",
    "True of single clues, which it runs until they are dry. What follows from several clues "
    "together it does not see.",
)  # fmt: skip
def deduces_all() -> Finding:
    rows = games_of("guesses", "corners")
    rows = rows[rows["safe"].notna()]
    missed = share_of("missed", rows["safe"] + rows["mined"] > 0)
    left_by_single = 0
    for seed, density in product(range(20), (0.1, 0.2, 0.3)):
        record = play(Board.random(10, 10, density=density, seed=seed), "corners", seed=seed)
        for view, turn in record.replay():
            left_by_single += turn.method == "guess" and len(deduce(view, "single")) > 0
    text = (
        f"Before {percents(missed)} of its guesses the clues together still proved something; a "
        f"single clue did before {left_by_single} in 60 games."
    )
    return finding(verdict([left_by_single == 0, missed.value == 0]), text, missed)


@claim(
    "E08", REPORT, "Rules", "Mines are found where identified mines less the clue equal the "
    "unexplored cells.",
    "Identified mines never exceed the clue, so the printed rule can only speak where no cell is "
    "left. The clue less the identified mines is what must equal the unexplored cells.",
)  # fmt: skip
def printed_mine_rule() -> Finding:
    fires = clues = 0
    for seed, density in product(range(100), (0.1, 0.2, 0.3)):
        view = play(Board.random(10, 10, density=density, seed=seed), "basic", seed=seed).view(50)
        known, unexplored = count_around(view.codes < COVERED), count_around(view.codes == COVERED)
        unfinished = (view.codes >= 0) & (unexplored > 0)
        clues += int(unfinished.sum())
        fires += int((unfinished & (known - view.codes == unexplored)).sum())
    text = f"It fires at {fires} of {clues:,} unfinished clues, half-way through games of basic."
    return finding(verdict(fires > 0), text, Point("fires", fires / clues, 0.0, clues))


@claim("E09", REPORT, "Efficiency", "The cost is polynomial in the size of the board.",
       "Holds: a power of the number of cells fits, with an exponent below three.")  # fmt: skip
def polynomial() -> Finding:
    exponents = [exponent(name) for name in ("basic", "corners")]
    text = "Clues read and weighed grow with the cells to the power " + ", ".join(
        f"{spanned(p)} ({p.at})" for p in exponents
    ) + ", sides 5 to 30 at density .2."  # fmt: skip
    return finding(verdict(below(exponents, 3)), text, exponents[1])
