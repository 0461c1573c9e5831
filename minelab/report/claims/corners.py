"""Corners: single clues, and a choice by corners and clues, on 30 x 30."""

import numpy as np

from minelab.boards.grid import COVERED, count_around
from minelab.games.compiled import course
from minelab.lab.stats import (
    Point,
    above,
    below,
    mean_of,
    pooled,
    ratio_of,
    share_of,
    slope_of,
    slopes,
    steps,
    with_further,
    within,
)
from minelab.report.bonuses import first_clues
from minelab.report.claims import limits, say
from minelab.report.claims.everything import (
    around,
    left_by_all_clues,
    left_by_single_clues,
    some_boards,
)
from minelab.report.claims.ledger import (
    Finding,
    claim,
    fact,
    finding,
    fitting,
    largest,
    never,
    part,
    parts_of,
    prints,
)
from minelab.report.claims.tables import (
    EVERYWHERE,
    INNER,
    NOTHING_LEFT,
    Range,
    both_of,
    by_density,
    by_side,
    exponent,
    gains,
    games_of,
    levels,
    relative_gains,
)

REPORT = "Corners"
TABLE = "density-30"
PRINTED, MAIN = "corners-raw", "corners"
"""The rule as printed, clue / hidden cells, and as it is meant, missing mines / hidden cells."""
BOUNDED = 0.1
FEWEST = 10
"""Boards per density where the report does not say how many: the fewest that any report plays."""


@claim(
    "E01", REPORT, "Fig 2", "The score of basic falls with density.",
    "Our copy of the report has no picture of the figure; its text says that random picks, and "
    "with them explosions, increase. It can hardly fail: the more mines there are, the more "
    "guesses hit one.",
    notebook="04_density_curves",
)  # fmt: skip
def basic_falls() -> Finding:
    scores = levels(TABLE, "basic")
    falls = steps(scores)
    text = (
        "On 30 × 30 the score is "
        + ", ".join(f"{p.value:.2f} at {p.at:g}" for p in scores[1:-1:2])
        + "."
    )
    return finding(part("falls from step to step", below, falls), text, falls)


@claim(
    "E02", REPORT, "after Fig 2", "Games without an explosion get rarer with density.",
    "On 30 × 30 hardly any are left at .2, so the steps from there on are left out.",
    notebook="04_density_curves",
)  # fmt: skip
def unharmed_games_rarer() -> Finding:
    rows = games_of("hard", "basic").query("rows == 30")
    chosen = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35]
    shares = [
        share_of(at, rows[np.isclose(rows["density"], at, atol=0.001)]["blasts"] == 0)
        for at in chosen
    ]  # fmt: skip
    left = [share for share in shares if share.value >= NOTHING_LEFT]
    falls = steps(shares[: len(left) + 1])
    text = f"On 30 × 30 the share of such games is {say.percents_at(shares, 1)}."
    return finding(part("falls from step to step", below, falls), text, falls)


def fewer_in_all(agent: str, measure: str, where: Range = EVERYWHERE) -> Point:
    """By which share an agent does less than basic over all densities; `at` is their number."""
    one, other = both_of(TABLE, "basic", agent)
    one = one[one["density"].between(*where)]
    change = ratio_of(one["density"].nunique(), other[measure][one.index], one[measure])
    return change.scaled(-1, plus=1)


@claim(
    "E03", REPORT, "Results", "The improved agent makes 10.03% fewer random picks.",
    "Decided on the rule as printed (corners-raw). The report says neither how many games its mean "
    "covers nor which densities: of two readings, two chances, the one that fits decides. Picks by "
    "corner or by clue are its educated guesses, not random picks.",
    notebook="06_bonuses",
)  # fmt: skip
def fewer_random_picks() -> Finding:
    readings = {
        "random picks, densities 0 to 1": fewer_in_all(PRINTED, "random_picks"),
        "random picks, densities .1 to .9": fewer_in_all(PRINTED, "random_picks", INNER),
    }
    every, meant = fewer_in_all(PRINTED, "guesses"), fewer_in_all(MAIN, "random_picks")
    fall = "; ".join(f"{say.percents(p, 1)} fewer {name}" for name, p in readings.items())
    change = relative_gains(TABLE, "basic", PRINTED, "random_picks", (0.1, 0.9))
    by_density = say.percents_at([point.scaled(-1) for point in change])
    text = (
        f"{PRINTED} against basic: {fall}. Fewer random picks by density: {by_density}. It makes "
        f"{say.percents(every, 1)} fewer guesses of any kind; {MAIN} makes "
        f"{say.percents(meant, 1)} fewer random picks."
    )
    numbers = [(name, with_further(p, FEWEST * p.at), 0.1003) for name, p in readings.items()]
    decided = fitting(*([reading] for reading in prints(numbers)))
    return finding(decided, text, next(iter(readings.values())))


@claim(
    "E04", REPORT, "Results", "It lifts safe identification by up to 11.75%.",
    "The largest gain at any density, with the rule as printed (corners-raw), as a share of "
    "basic's score or in points: the report does not say which. Both can't be 11.75%, so the one "
    "that fits decides: two readings are two chances. The largest of several means is more often "
    "too high than too low.",
    notebook="06_bonuses",
)  # fmt: skip
def lift_of_score() -> Finding:
    relative, best, meant = (
        largest(points)
        for points in (
            relative_gains(TABLE, "basic", PRINTED, "score", INNER),
            gains(TABLE, "basic", PRINTED),
            relative_gains(TABLE, "basic", MAIN, "score", INNER),
        )
    )  # fmt: skip
    text = (
        f"Relative to basic the largest gain of {PRINTED} is {say.percents(relative, 1)}, at "
        f"{relative.at:g}; in points it is {say.percents(best, 1)}, at {best.at:g}. Relative to "
        f"basic that of {MAIN} is {say.percents(meant, 1)}, at {meant.at:g}."
    )
    parts = prints([
        ("relative to basic", with_further(relative, FEWEST), 0.1175),
        ("in points", with_further(best, FEWEST), 0.1175),
    ])  # fmt: skip
    return finding(fitting(*([reading] for reading in parts)), text, relative)


@claim(
    "E05", REPORT, "Text", "A cell picked at random is a mine half of the time.",
    "The chance is the share of mines among the covered cells, which grows with density. Half: "
    "within .05. On boards whose density is within .05 of a half it could not come out otherwise, "
    "so these are left out.",
    notebook="04_density_curves",
)  # fmt: skip
def half_are_mines() -> Finding:
    rows = games_of("density-10", "basic")
    points = [
        ratio_of(at, part["blasts"], part["guesses"]) for at, part in by_density(rows)
        if 0 < at < 1
    ]  # fmt: skip
    shown = say.percents_at([point for point in points if round(20 * point.at) % 4 == 2])
    text = (
        f"Mines among basic's guesses on 10 × 10: {shown}; significantly within {limits.NEAR} of "
        f"half at {say.held_at(within, points, limits.NEAR, 0.5)}."
    )
    others = [point for point in points if round(abs(point.at - 0.5), 2) > limits.NEAR]
    decided = part("half are mines", within, others, limits.NEAR, of=0.5)
    return finding(decided, text, next(p for p in points if p.at == 0.3))


@claim("E06", REPORT, "Text", "Going to the corners first helps.",
       "A corner touches three cells only, so its clue is more often complete. But any board has "
       "four corners: on 30 × 30, the report's size, they hardly matter. Tested from .1 to .9.",
       notebook="06_bonuses",
       )  # fmt: skip
def corners_help() -> Finding:
    ways = {
        "alone": ("ablations", "basic", "basic+corners-lot"),
        "with the choice by clues as printed": ("corners-first", "basic+clue-raw", PRINTED),
        "with the choice by clues as meant": ("ablations", "basic+clue", MAIN),
    }
    arms = {
        f"{name}, side {side}": gains(*way, where=(0.1, 0.9), side=side)
        for side in (30, 10) for name, way in ways.items()
    }  # fmt: skip
    gain = "; ".join(f"{arm}, {say.gained(points, 4)}" for arm, points in arms.items())
    shown = pooled(arms["alone, side 30"])
    return finding(parts_of(arms, "{}", above), f"Gain in score: {gain}.", shown)


@claim(
    "E07", REPORT, "Text", "It deduces everything that its constraints can, for the whole board.",
    "Its constraints are single clues. The report limits the sentence to them, and says itself "
    "that more could be inferred from all clues. It can hardly fail: rules that are repeated until "
    "nothing changes leave nothing. SWEPT says the same of rules that it does not repeat (C04).",
    notebook="02_inference",
)  # fmt: skip
def deduces_all() -> Finding:
    own, every = left_by_single_clues("corners"), left_by_all_clues("corners")
    return finding(own.part, f"{own.words} {every.words}", own.point)


@claim(
    "E08", REPORT, "Rules", "If identified neighbours less the clue equal the unexplored ones, all "
    "these are mines.",
    "If identified neighbours means identified mines, the rule never applies, since they don't "
    "exceed the clue. If it means all identified neighbours, the rule marks safe cells as mines. "
    "Right would be: the clue less the identified mines equals the unexplored cells.",
    notebook="02_inference",
)  # fmt: skip
def printed_mine_rule() -> Finding:
    boards = some_boards(100, (0.1, 0.2, 0.3))
    halfway = np.array([51])
    codes = np.concatenate([course(b, "basic", b.seed).before(halfway) for b in boards])
    covered, mined = codes == COVERED, np.array([board.mines for board in boards])
    unexplored, mines, identified = around(covered), around(codes < COVERED), around(~covered)
    unfinished = (codes >= 0) & (unexplored > 0)
    all_mined = around(covered & mined) == unexplored
    rules = {
        "mines": mines - codes == unexplored,
        "neighbours": identified - codes == unexplored,
        "correct": codes - mines == unexplored,
    }
    fired = {name: (unfinished & fires).sum(axis=(1, 2)) for name, fires in rules.items()}
    right = {
        name: (unfinished & fires & all_mined).sum(axis=(1, 2)) for name, fires in rules.items()
    }
    clues = int(unfinished.sum())
    total = {name: int(fires.sum()) for name, fires in fired.items()}
    read = ratio_of("neighbours", right["neighbours"], fired["neighbours"], share=True)
    text = (
        f"At {clues:,} unfinished clues half-way through games of basic: read as identified mines "
        f"it applies {total['mines']} times; as identified neighbours {total['neighbours']} times, "
        f"and in {say.percents(read, 1)} of them all are mines; the correct rule applies "
        f"{total['correct']} times, and in {right['correct'].sum()} of them all are."
    )
    parts = [
        fact("read as identified mines, it ever applies", total["mines"] > 0),
        never("read as identified neighbours, it is never wrong", int(
            (fired["neighbours"] - right["neighbours"]).sum()), total["neighbours"]),
    ]  # fmt: skip
    return finding(parts, text, read)


@claim(
    "E09", REPORT, "Efficiency", "The cost is polynomial in the size of the board.",
    "Holds: a power of the number of cells fits better than an exponential (mean squared error of "
    "the logarithm). It can hardly fail: single clues are read, and no combinations of them. Not "
    "counted: the clues that corners compares when it guesses, at most as many as one look reads.",
    notebook="05_efficiency",
)  # fmt: skip
def polynomial() -> Finding:
    decided, parts, exponents = [], [], []
    for name in ("basic", "corners"):
        whole, local, better = exponent(name), exponents_by_size(name), power_fits_better(name)
        engine = exponent(name, "engine_work")
        decided.append(part(f"{name}: a power fits better than an exponential", above, [better]))
        exponents.append(whole)
        parts.append(
            f"{name} {say.spanned(whole)}, from size to size {say.listed(local)} (engine "
            f"{engine.value:.2f}); an exponential's squared error is larger by "
            f"{say.spanned(better)}"
        )
    text = (
        "Clues read and used grow with the cells, sides 5 to 30 at density .2, to the power: "
        + "; ".join(parts)
        + "."
    )
    return finding(decided, text, exponents[1])


def exponents_by_size(agent: str) -> list[Point]:
    """The power of the cells with which the cost grows from each size to the next."""
    x, y = by_side(agent, "read")
    return slopes([mean_of(at, y[x == at]) for at in np.unique(x)])


def power_fits_better(agent: str) -> Point:
    """By how much the squared errors of an exponential in the cells exceed those of a power."""
    x, y = by_side(agent, "read")
    off = [y - np.polyval(np.polyfit(by, y, 1), by) for by in (x, np.exp(x))]
    return mean_of(agent, off[1] ** 2 - off[0] ** 2)


@claim(
    "E10", REPORT, "Representation",
    "A corner's clue counts fewer mines, and more often decides its neighbours: by a 0 or a 3.",
    "Exact, for the first safe cell of a board of 30 × 30. It can hardly fail: a corner has three "
    "neighbours only. The corner itself is as risky as any cell, and so is each neighbour.",
    notebook="06_bonuses",
)  # fmt: skip
def clues_of_corners() -> Finding:
    tables = {mines / 900: first_clues(30, 30, mines) for mines in range(90, 900, 90)}
    fewer_mines, decides = [], []
    for table in tables.values():
        corner, others = table.loc["corner"], table.loc[["edge", "inside"]]
        fewer_mines.append(bool((corner["mines"] < others["mines"]).all()))
        decides.append(bool((corner["decides"] > others["decides"]).all()))
    shown = [
        (at, table["decides"].to_dict()) for at, table in tables.items() if at in (0.1, 0.2, 0.5)
    ]
    some = ", ".join(f"{d['corner']:.0%} and {d['inside']:.0%} at {at:g}" for at, d in shown)
    text = (
        f"Of three neighbours fewer are mines than of five or eight. The clue of a corner, and of "
        f"a cell inside, is 0 or counts all its neighbours with a chance of {some}."
    )
    parts = [
        fact("fewer mines around a corner, by density", fewer_mines),
        fact("decides its neighbours more often, by density", decides),
    ]
    two = tables[0.2]["decides"]
    return finding(parts, text, Point("at .2", float(two["corner"] - two["inside"]), 0.0, 900))


@claim(
    "E11", REPORT, "Efficiency",
    "Settling a cell takes a bounded number of looks at neighbours, however large the board.",
    "The report counts O(1) for a query and its updates and O(n) for the neighbours, where n can "
    "only be their number. So the looks per settled cell are divided by the mean number of "
    "neighbours, which is smaller on small boards. Bounded: they grow with less than a tenth of a "
    "power of the cells.",
    notebook="05_efficiency",
)  # fmt: skip
def bounded_steps() -> Finding:
    rows = games_of("steps", "corners")
    rows = rows[np.isclose(rows["density"], 0.2, atol=0.01)]
    around = {
        side: count_around(np.ones((side, side), dtype=bool)).mean() for side in set(rows["rows"])
    }
    each = rows["read"] / rows["settled"] / rows["rows"].map(around)
    growth = slope_of("growth", 2 * np.log(rows["rows"]), np.log(each))
    by_size = [mean_of(side, each[some.index]) for side, some in by_density(rows, key="rows")]
    text = (
        "Looks per settled cell and neighbour: "
        + ", ".join(f"{p.value:.2f} on side {p.at:g}" for p in by_size)
        + f"; they grow with the cells to the power {say.spanned(growth)}."
    )
    return finding(part("the power of the cells", below, [growth], BOUNDED), text, growth)
