"""Corners: single clues, and a choice by corners and clues, on 30 x 30."""

from itertools import product

import numpy as np

from minelab.boards.board import Board
from minelab.report.claims.ledger import (
    NEAR,
    Finding,
    agrees,
    claim,
    finding,
    listed,
    percents,
    ranged,
    span,
    spanned,
    verdict,
)
from minelab.report.claims.points import (
    Point,
    above,
    below,
    by_density,
    by_side,
    exponent,
    gains,
    games_of,
    less,
    levels,
    mean_of,
    of_guesses,
    pooled,
    ratio_of,
    share_of,
    steps,
    within,
)
from minelab.boards.grid import COVERED, count_around
from minelab.inference.methods import deduce
from minelab.games.play import play

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
    chosen = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]
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
    "mean covers; what is saved depends on them. Holds: the number lies in our interval over all "
    "densities.",
)  # fmt: skip
def fewer_random_picks() -> Finding:
    measures = {"random_picks": "picks by lot", "guesses": "guesses of any kind"}
    whole = {measure: fewer(measure) for measure in measures}
    parts = [
        f"{percents(whole[measure], 1)} fewer {words} (by density "
        + ", ".join(f"{p.value:.0%} at {p.at:g}" for p in fewer_by_density(measure))
        + ")"
        for measure, words in measures.items()
    ]
    tests = [agrees(point, 0.1003) for point in whole.values()]
    text = "Over all densities from 0 to 1 " + ", but ".join(parts) + "."
    return finding(verdict(tests), text, whole["random_picks"])


def fewer_by_density(measure: str) -> list[Point]:
    """By how much of itself a measure falls from basic to corners, at .1 to .9."""
    one, other = games_of(TABLE, "basic"), games_of(TABLE, "corners")
    left = [
        ratio_of(at, other[measure][some.index], some[measure])
        for at, some in by_density(one) if 0.1 <= at <= 0.9
    ]  # fmt: skip
    return [Point(p.at, 1 - p.value, p.error, p.n) for p in left]


@claim(
    "E04", REPORT, "Results", "It lifts safe identification by up to 11.75%.",
)  # fmt: skip
def lift_of_score() -> Finding:
    points = gains(TABLE, "basic", "corners")
    best = max(points, key=lambda point: point.value)
    relative = max(relative_gains(), key=lambda point: point.value)
    text = (
        f"At most {ranged(best)} of the score, at {best.at:g}; relative to basic at most "
        f"{percents(relative)}, at {relative.at:g}."
    )
    return finding(verdict([agrees(best, 0.1175), agrees(relative, 0.1175)]), text, best)


def relative_gains() -> list[Point]:
    """What corners scores more than basic, as a share of basic's score, by density."""
    one, other = games_of(TABLE, "basic"), games_of(TABLE, "corners")
    return [
        less(ratio_of(at, other["score"][some.index], some["score"]), 1)
        for at, some in by_density(one) if some["score"].sum() > 0
    ]  # fmt: skip


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
    held = within([less(point, 0.5) for point in points], NEAR)
    shown = ", ".join(f"{p.value:.0%} at {p.at:g}" for p in points if round(20 * p.at) % 4 == 2)
    text = (
        f"Of basic's guesses on 10 × 10 {shown} are mines; within {NEAR} of half at "
        f"{span(points, held)}."
    )
    return finding(verdict(held), text, next(p for p in points if p.at == 0.3))


@claim("E06", REPORT, "Text", "Going to the corners first helps.",
       "A corner touches three cells only, so its clue is more often complete. But there are four "
       "corners on any board: on 30 × 30, the report's size, they hardly count. Tested from .1 to "
       ".9.")  # fmt: skip
def corners_help() -> Finding:
    arms = {
        "alone": ("basic", "basic+corners-lot"),
        "beside the choice by clues": ("basic+clue", "corners"),
    }
    tests, parts, means = [], [], []
    for side, (name, pair) in product((30, 10), arms.items()):
        points = gains("ablations", *pair, where=(0.1, 0.9), side=side)
        held = above(points)
        tests.append(held)
        means.append(pooled(points))
        parts.append(f"{name}, side {side}, {ranged(means[-1], 4)}, better at {span(points, held)}")
    return finding(verdict(*tests), "Of the score: " + "; ".join(parts) + ".", means[0])


@claim(
    "E07", REPORT, "Text", "Its constraints deduce all they can for the whole board.",
    "True of its own constraints, single clues, which it runs until they are dry. What follows "
    "from several clues together it does not see, as the report says itself.",
)  # fmt: skip
def deduces_all() -> Finding:
    rows = games_of("guesses", "corners")
    rows = rows[rows["safe"].notna()]
    missed = of_guesses("missed", rows, rows["safe"] + rows["mined"] > 0)
    left = []
    for seed, density in product(range(20), (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)):
        record = play(Board.random(10, 10, density=density, seed=seed), "corners", seed=seed)
        left += [
            len(deduce(view, "single")) > 0
            for view, turn in record.replay() if turn.method == "guess"
        ]  # fmt: skip
    by_single = share_of("single", left)
    text = (
        f"A single clue still proved something before {sum(left)} of {len(left):,} guesses in 120 "
        f"games; all clues together did before {percents(missed)} of its guesses."
    )
    return finding(verdict(not any(left)), text, by_single)


@claim(
    "E08", REPORT, "Rules", "If identified neighbours less the clue equal the unexplored ones, all "
    "these are mines.",
    "Read as identified mines it can never speak, since they don't exceed the clue. Read as all "
    "identified neighbours it marks safe cells. The clue less the identified mines is what must "
    "equal the unexplored cells.",
)  # fmt: skip
def printed_mine_rule() -> Finding:
    rules: dict[str, list[bool]] = {"mines": [], "neighbours": [], "right": []}
    clues = 0
    for seed, density in product(range(100), (0.1, 0.2, 0.3)):
        board = Board.random(10, 10, density=density, seed=seed)
        codes = play(board, "basic", seed=seed).view(50).codes
        unexplored = count_around(codes == COVERED)
        mines, identified = count_around(codes < COVERED), count_around(codes != COVERED)
        unfinished = (codes >= 0) & (unexplored > 0)
        all_mined = count_around((codes == COVERED) & board.mines) == unexplored
        clues += int(unfinished.sum())
        for name, fires in (
            ("mines", mines - codes == unexplored),
            ("neighbours", identified - codes == unexplored),
            ("right", codes - mines == unexplored),
        ):
            rules[name] += all_mined[unfinished & fires].tolist()
    read = share_of("neighbours", rules["neighbours"])
    text = (
        f"At {clues:,} unfinished clues half-way through games of basic: read as identified mines "
        f"it fires {len(rules['mines'])} times; as identified neighbours {read.n} times, and "
        f"{percents(read, 1)} of these times all are mines; turned round, {len(rules['right'])} "
        f"times, and {sum(rules['right'])} times all are."
    )
    sound = [len(found) > 0 and all(found) for found in (rules["mines"], rules["neighbours"])]
    return finding(verdict(sound), text, read)


@claim("E09", REPORT, "Efficiency", "The cost is polynomial in the size of the board.",
       "Holds: a power of the number of cells fits better than an exponential (mean squared error "
       "of the logarithm), and from size to size the exponent stays below three.")  # fmt: skip
def polynomial() -> Finding:
    tests, parts, exponents = [], [], []
    for name in ("basic", "corners"):
        whole, local, better = exponent(name), local_exponents(name), power_fits_better(name)
        engine = exponent(name, "engine_work")
        tests += [below(local, 3), above([better])]
        exponents.append(whole)
        parts.append(
            f"{name} {spanned(whole)}, from size to size {listed(local)} (engine "
            f"{engine.value:.2f}), and an exponential has {spanned(better)} more of squared error"
        )
    text = (
        "Clues read and weighed grow with the cells, sides 5 to 30 at density .2, to the power: "
        + "; ".join(parts)
        + "."
    )
    return finding(verdict(*tests), text, exponents[1])


def local_exponents(agent: str) -> list[Point]:
    """The power of the cells with which the cost grows from each size to the next."""
    x, y = by_side(agent, "read")
    sizes = [mean_of(at, y[x == at]) for at in np.unique(x)]
    return [
        Point(b.at, rise.value / (b.at - a.at), rise.error / (b.at - a.at), rise.n)
        for a, b, rise in zip(sizes, sizes[1:], steps(sizes), strict=False)
    ]


def power_fits_better(agent: str) -> Point:
    """By how much the squared errors of an exponential in the cells exceed those of a power."""
    x, y = by_side(agent, "read")
    off = [y - np.polyval(np.polyfit(by, y, 1), by) for by in (x, np.exp(x))]
    return mean_of(agent, off[1] ** 2 - off[0] ** 2)
