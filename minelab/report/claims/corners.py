"""Corners: single clues, and a choice by corners and clues, on 30 x 30."""

from itertools import product

import numpy as np

from minelab.boards.board import Board
from minelab.boards.grid import COVERED, count_around
from minelab.games.play import play
from minelab.inference.methods import deduce
from minelab.lab.stats import (
    Point,
    above,
    below,
    mean_of,
    over_boards,
    pooled,
    ratio_of,
    share_of,
    slopes,
    steps,
    within,
)
from minelab.report.claims.ledger import (
    NEAR,
    Finding,
    agrees,
    claim,
    finding,
    listed,
    percents,
    percents_at,
    ranged,
    span,
    spanned,
    verdict,
)
from minelab.report.claims.tables import by_density, by_side, exponent, gains, games_of, levels

REPORT = "Corners"
TABLE = "density-30"


@claim("E01", REPORT, "Fig 2", "The score of basic falls with density.")
def basic_falls() -> Finding:
    scores = levels(TABLE, "basic")
    falls = steps(scores)
    text = (
        "On 30 × 30 the score is "
        + ", ".join(f"{p.value:.2f} at {p.at:g}" for p in scores[1:-1:2])
        + "."
    )
    return finding(verdict(below(falls)), text, falls)


@claim(
    "E02", REPORT, "after Fig 2", "Games without an explosion get rarer with density.",
    "On 30 × 30 almost every game has one from .2 on, so there is little left to fall.",
)  # fmt: skip
def unharmed_games_rarer() -> Finding:
    rows = games_of("hard", "basic").query("rows == 30")
    chosen = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]
    shares = [
        share_of(at, rows[np.isclose(rows["density"], at, atol=0.001)]["blasts"] == 0)
        for at in chosen
    ]  # fmt: skip
    falls = steps(shares)
    text = f"On 30 × 30 the share of such games is {percents_at(shares, 1)}."
    return finding(verdict(below(falls)), text, falls)


def fewer(measure: str) -> Point:
    """The relative fall of a measure from basic to corners, all densities together."""
    one, other = games_of(TABLE, "basic"), games_of(TABLE, "corners")
    return ratio_of(measure, other[measure], one[measure]).scaled(-1, plus=1)


@claim(
    "E03", REPORT, "Results", "The improved agent makes 10.03% fewer random picks.",
    "Its picks by corner or by clue are guesses too. The saving depends on the densities, and the "
    "report does not say which ones its mean covers. Holds: the number lies in our interval over "
    "all densities.",
)  # fmt: skip
def fewer_random_picks() -> Finding:
    measures = {"random_picks": "random picks", "guesses": "guesses of any kind"}
    whole = {measure: fewer(measure) for measure in measures}
    parts = [
        f"{percents(whole[measure], 1)} fewer {words} (by density "
        f"{percents_at(fewer_by_density(measure))})"
        for measure, words in measures.items()
    ]
    tests = [agrees(point, 0.1003) for point in whole.values()]
    text = "Over all densities from 0 to 1 it makes " + ", but ".join(parts) + "."
    return finding(verdict(tests), text, whole["random_picks"])


def fewer_by_density(measure: str) -> list[Point]:
    """The relative fall of a measure from basic to corners at each density from .1 to .9."""
    one, other = games_of(TABLE, "basic"), games_of(TABLE, "corners")
    return [
        ratio_of(at, other[measure][part.index], part[measure]).scaled(-1, plus=1)
        for at, part in by_density(one, (0.1, 0.9))
    ]


@claim(
    "E04", REPORT, "Results", "It lifts safe identification by up to 11.75%.",
)  # fmt: skip
def lift_of_score() -> Finding:
    points = gains(TABLE, "basic", "corners")
    best = max(points, key=lambda point: point.value)
    relative = max(relative_gains(), key=lambda point: point.value)
    text = (
        f"Its largest gain in score is {ranged(best)}, at {best.at:g}; relative to basic it is "
        f"{percents(relative)}, at {relative.at:g}."
    )
    return finding(verdict([agrees(best, 0.1175), agrees(relative, 0.1175)]), text, best)


def relative_gains() -> list[Point]:
    """The gain of corners on basic, as a share of basic's score, by density."""
    one, other = games_of(TABLE, "basic"), games_of(TABLE, "corners")
    return [
        ratio_of(at, other["score"][part.index], part["score"]).scaled(plus=-1)
        for at, part in by_density(one) if part["score"].sum() > 0
    ]  # fmt: skip


@claim(
    "E05", REPORT, "Text", "A cell picked at random is a mine half of the time.",
    "The chance is the share of mines among the covered cells, which grows with density. Half: "
    "within .05.",
)  # fmt: skip
def half_are_mines() -> Finding:
    rows = games_of("density-10", "basic")
    points = [
        ratio_of(at, part["blasts"], part["guesses"]) for at, part in by_density(rows)
        if 0 < at < 1
    ]  # fmt: skip
    held = within(points, NEAR, of=0.5)
    shown = percents_at([point for point in points if round(20 * point.at) % 4 == 2])
    text = (
        f"Of basic's guesses on 10 × 10 {shown} are mines; significantly within {NEAR} of half at "
        f"{span(points, held)}."
    )
    return finding(verdict(held), text, next(p for p in points if p.at == 0.3))


@claim("E06", REPORT, "Text", "Going to the corners first helps.",
       "A corner touches three cells only, so its clue is more often complete. But any board has "
       "four corners: on 30 × 30, the report's size, they hardly matter. Tested from .1 to .9.",
       )  # fmt: skip
def corners_help() -> Finding:
    arms = {
        "alone": ("basic", "basic+corners-lot"),
        "with the choice by clues": ("basic+clue", "corners"),
    }
    tests, parts, means = [], [], []
    for side, (name, pair) in product((30, 10), arms.items()):
        points = gains("ablations", *pair, where=(0.1, 0.9), side=side)
        held = above(points)
        tests.append(held)
        means.append(pooled(points))
        parts.append(
            f"{name}, side {side}, {ranged(means[-1], 4)}, significant at {span(points, held)}"
        )
    return finding(verdict(*tests), "Gain in score: " + "; ".join(parts) + ".", means[0])


@claim(
    "E07", REPORT, "Text", "Its constraints deduce all they can for the whole board.",
    "True of its own constraints, single clues, which it applies until nothing more can be proved. "
    "It does not see what follows from several clues together, as the report says itself.",
)  # fmt: skip
def deduces_all() -> Finding:
    rows = games_of("guesses", "corners")
    rows = rows[rows["safe"].notna()]
    missed = over_boards("missed", rows["safe"] + rows["mined"] > 0, rows)
    games = []
    for seed, density in product(range(20), (0.1, 0.2, 0.3, 0.4, 0.6, 0.8)):
        record = play(Board.random(10, 10, density=density, seed=seed), "corners", seed=seed)
        left = [
            len(deduce(view, "single")) > 0
            for view, turn in record.replay() if turn.method == "guess"
        ]  # fmt: skip
        games.append((sum(left), len(left)))
    proved, guesses = np.array(games).T
    by_single = ratio_of("single", proved, guesses, share=True)
    text = (
        f"A single clue still proved something before {proved.sum()} of {guesses.sum():,} guesses "
        f"in 120 games; all clues together did before {percents(missed)} of its guesses."
    )
    return finding(verdict(not proved.any()), text, by_single)


@claim(
    "E08", REPORT, "Rules", "If identified neighbours less the clue equal the unexplored ones, all "
    "these are mines.",
    "If identified neighbours means identified mines, the rule never applies, since they don't "
    "exceed the clue. If it means all identified neighbours, the rule marks safe cells as mines. "
    "Right would be: the clue less the identified mines equals the unexplored cells.",
)  # fmt: skip
def printed_mine_rule() -> Finding:
    counts: dict[str, list[tuple[int, int]]] = {"mines": [], "neighbours": [], "correct": []}
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
            ("correct", codes - mines == unexplored),
        ):
            marked = all_mined[unfinished & fires]
            counts[name].append((int(marked.sum()), marked.size))
    right, fired = (
        {name: np.array(boards)[:, k] for name, boards in counts.items()} for k in (0, 1)
    )
    total = {name: int(fires.sum()) for name, fires in fired.items()}
    read = ratio_of("neighbours", right["neighbours"], fired["neighbours"], share=True)
    text = (
        f"At {clues:,} unfinished clues half-way through games of basic: read as identified mines "
        f"it applies {total['mines']} times; as identified neighbours {total['neighbours']} times, "
        f"and in {percents(read, 1)} of them all are mines; the correct rule applies "
        f"{total['correct']} times, and in {right['correct'].sum()} of them all are."
    )
    sound = [0 < total[name] == right[name].sum() for name in ("mines", "neighbours")]
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
            f"{engine.value:.2f}); an exponential's squared error is larger by {spanned(better)}"
        )
    text = (
        "Clues read and used grow with the cells, sides 5 to 30 at density .2, to the power: "
        + "; ".join(parts)
        + "."
    )
    return finding(verdict(*tests), text, exponents[1])


def local_exponents(agent: str) -> list[Point]:
    """The power of the cells with which the cost grows from each size to the next."""
    x, y = by_side(agent, "read")
    return slopes([mean_of(at, y[x == at]) for at in np.unique(x)])


def power_fits_better(agent: str) -> Point:
    """By how much the squared errors of an exponential in the cells exceed those of a power."""
    x, y = by_side(agent, "read")
    off = [y - np.polyval(np.polyfit(by, y, 1), by) for by in (x, np.exp(x))]
    return mean_of(agent, off[1] ** 2 - off[0] ** 2)
