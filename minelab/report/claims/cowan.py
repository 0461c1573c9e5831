"""COWAN: assuming, equations, both; two bonuses."""

from itertools import product

import numpy as np

from minelab.boards.board import Board
from minelab.report.claims.costs import costs
from minelab.report.claims.ledger import (
    ALMOST_ALWAYS,
    CLOSE,
    LITTLE,
    MOSTLY,
    MUCH_SLOWER,
    NEAR_IN_COST,
    NOTICEABLY,
    SLIGHTLY,
    STRONGLY,
    Finding,
    claim,
    finding,
    listed,
    percents,
    ranged,
    signed,
    span,
    spanned,
    verdict,
)
from minelab.report.claims.points import (
    EVERYWHERE,
    Point,
    above,
    at_most,
    below,
    by_density,
    by_game,
    difference_of,
    differences,
    gains,
    games_of,
    levels,
    mean_of,
    overall,
    pooled,
    ratio_of,
    ratios,
    share_of,
    steps,
    times_of,
    within,
)
from minelab.lab.experiments import load
from minelab.boards.grid import COVERED, count_around
from minelab.games.hindsight import guesses_of
from minelab.inference.odds import odds
from minelab.games.play import play
from minelab.report.replays import PRINTED
from minelab.boards.view import View

REPORT = "COWAN"
MIDDLE = (0.1, 0.7)
FEW = (0.1, 0.3)
"""The densities that are counted and timed on boards of every size."""


@claim(
    "A01", REPORT, "2.2.1, Fig 3",
    "Assuming on all covered cells beside clues finds no more than assuming on those in two or "
    "more facts.",
    "A cell in one fact does settle a neighbour now and then. It is little (less than .01), but "
    "more than nothing.",
)  # fmt: skip
def all_cells_no_better() -> Finding:
    points = gains("density-10", "cowan", "cowan-1")
    held, little = at_most(points), below(points, LITTLE)
    text = (
        f"cowan-1 scores {ranged(pooled(points), 4)} more than cowan; surely more at "
        f"{span(points, above(points))}, no more at {span(points, held)}; by less than {LITTLE} "
        f"at {little.sum()} of {len(points)} densities."
    )
    return finding(verdict(held), text, points)


@claim(
    "A02", REPORT, "2.2.1, Fig 4",
    "It takes at least twice the time, and more on larger boards.",
    "Counted in suppositions the factor is larger than in time, since most suppositions about "
    "cells in one fact end at once, and reading the board takes the same time for both. Sizes are "
    "compared at the densities .1 to .3, which all of them have.",
)  # fmt: skip
def all_cells_slower() -> Finding:
    time, supposed = (
        [overall(name, "cowan", "cowan-1", what, side, FEW) for side in (10, 15, 20)]
        for name, what in (("timing", "seconds"), ("cost", "assumptions"))
    )
    whole, counted = (
        overall(name, "cowan", "cowan-1", what)
        for name, what in (("timing", "seconds"), ("cost", "assumptions"))
    )
    engine = [overall("frequency", "cowan", "cowan-1", "assumptions", s) for s in (10, 15, 20)]
    growth = [difference_of("growth", arm[0], arm[-1]) for arm in (time, supposed, engine)]
    text = (
        f"On side 10 {spanned(whole)} times the time and {spanned(counted, 1)} times the "
        f"suppositions. By size, 10, 15 and 20: time {listed(time)}, suppositions "
        f"{listed(supposed, 1)}; from 10 to 20 time {ranged(growth[0], 2)}, suppositions "
        f"{ranged(growth[1], 1)}. The engine, on 1,000 boards of each density from 0 to 1: "
        f"suppositions {listed(engine)}, from 10 to 20 {ranged(growth[2], 2)}."
    )
    arms = [whole, *time], [counted, *supposed], engine
    tests = [above(points, MUCH_SLOWER) for points in arms]
    return finding(verdict(*tests, above(growth)), text, whole)


@claim(
    "A03", REPORT, "2.2.1, Fig 3",
    "Assuming only on cells in three or more facts lowers the score and raises the guesses at all "
    "densities.",
    "At the ends of the range there is nothing to assume.",
)  # fmt: skip
def three_facts_worse() -> Finding:
    score = gains("density-10", "cowan", "cowan-3")
    guesses = gains("density-10", "cowan", "cowan-3", "guesses")
    lower, more = below(score), above(guesses)
    text = (
        f"Score {ranged(pooled(score))}, lower at {span(score, lower)}; guesses "
        f"{ranged(pooled(guesses), 2)}, more at {span(guesses, more)}."
    )
    return finding(verdict(lower, more), text, score)


@claim(
    "A04", REPORT, "2.2.1",
    "Every form of assuming beats basic in score, always.",
    "Nearly empty and nearly full boards leave nothing to choose between the agents.",
)  # fmt: skip
def assuming_beats_basic() -> Finding:
    arms = {name: gains("density-10", "basic", name) for name in ("cowan-1", "cowan", "cowan-3")}
    held = {name: above(points) for name, points in arms.items()}
    text = "Better than basic: " + "; ".join(
        f"{name} {signed(pooled(points).value)}, at {span(points, held[name])}"
        for name, points in arms.items()
    ) + "."  # fmt: skip
    return finding(verdict(*held.values()), text, arms["cowan"])


@claim(
    "A05", REPORT, "2.4, Figs 5-6",
    "Assuming and equations each win on some boards.",
)  # fmt: skip
def each_wins_somewhere() -> Finding:
    ((_, more),) = differences("density-10", "cowan", "aravind", "score", (0.2, 0.2), "density")
    wins = [share_of("equations", more > 0), share_of("assuming", more < 0)]
    text = (
        f"10 × 10 with 20 mines: equations score more on {percents(wins[0])} of the boards, "
        f"assuming on {percents(wins[1])}."
    )
    return finding(verdict(above(wins)), text, wins[0])


@claim(
    "A06", REPORT, "2.4, Figs 7-8",
    "Assuming and equations are close in score and in guesses.",
    "Close in guesses: within two hundredths of the cells.",
)  # fmt: skip
def assuming_and_equations_close() -> Finding:
    score = gains("density-10", "cowan", "aravind")
    guesses = gains("density-10", "cowan", "aravind", "guesses")
    near, near_in_guesses = within(score, CLOSE), within(guesses, CLOSE * 100)
    widest = max(score, key=lambda point: abs(point.value))
    text = (
        f"aravind scores {ranged(pooled(score))} more than cowan, at most {signed(widest.value)} "
        f"(at {widest.at:g}); it guesses {ranged(pooled(guesses), 2)} times more."
    )
    return finding(verdict(near, near_in_guesses), text, score)


@claim(
    "A07", REPORT, "2.4, 4, Figs 9 and 32",
    "Equations are much faster than assuming and near basic; assuming is slowest, both together "
    "lie between.",
    "The report says in one place that both together are slower than either, in another that they "
    "lie between. Much of the time goes into reading the board again at every look, which all "
    "agents do alike.",
)  # fmt: skip
def who_is_fast() -> Finding:
    assuming, over_basic = costs("aravind", "cowan"), costs("basic", "aravind")
    both, both_over_equations = costs("cowan", "charles"), costs("aravind", "charles")
    tests = [
        above(assuming.readable, MUCH_SLOWER), below(over_basic.readable, NEAR_IN_COST),
        below(both.readable, 1), above(both_over_equations.readable, 1),
    ]  # fmt: skip
    text = (
        f"Assuming takes {assuming} of equations; equations {over_basic} of basic; both together "
        f"{both} of assuming alone, {both_over_equations} of equations alone."
    )
    return finding(verdict(*tests), text, assuming.time)


@claim(
    "A08", REPORT, "4, Fig 30",
    "Both together beat basic between densities .1 and .7, and equal it at very low and very high "
    "ones.",
    "Very low: below .1; very high: above .7; equal: within .01.",
)  # fmt: skip
def both_beat_basic() -> Finding:
    points = gains("density-10", "basic", "charles")
    inside = [point for point in points if MIDDLE[0] <= point.at <= MIDDLE[1]]
    outside = [point for point in points if point not in inside]
    better, equal = above(points), within(outside, LITTLE)
    text = (
        f"charles scores {ranged(pooled(inside))} more than basic there; the difference excludes "
        f"0 at {span(points, better)}. Outside it is within {LITTLE} at {span(outside, equal)}"
        + "".join(
            f", {ranged(point)} at {point.at:g}"
            for point, same in zip(outside, equal, strict=True) if not same
        )
        + "."
    )  # fmt: skip
    return finding(verdict(above(inside), equal), text, inside)


@claim(
    "A09", REPORT, "4", "Basic never beats the advanced agents.",
    "Never: at no density, on no board with the same order of guesses; there the advanced agent "
    "knows all that basic knows. Each with an order of its own, basic can win by luck.",
)  # fmt: skip
def basic_never_better() -> Finding:
    names = ("cowan", "aravind", "charles")
    arms = {name: gains("density-10", name, "basic") for name in names}
    boards = {
        name: list(differences("density-10", name, "basic", "score", EVERYWHERE, "density"))
        for name in names
    }
    held = [[bool((more <= 0).all()) for _, more in some] for some in boards.values()]
    lucky = sum(int((more > 0).sum()) for some in boards.values() for _, more in some)
    compared = sum(len(more) for some in boards.values() for _, more in some)
    lots = ", ".join(
        f"{wins_by_luck(f'cowan-{figure}'):.0%} of the games on the board of Fig {figure}"
        for figure in (11, 29)
    )
    text = (
        f"basic scores {ranged(pooled(arms['charles']))} more than charles on average. With the "
        f"same order of guesses it scores more than cowan, aravind or charles in {lucky:,} of "
        f"{compared:,} comparisons on single boards. Each with an order of its own, basic beats "
        f"charles in {lots}."
    )
    return finding(verdict(*held), text, arms["charles"])


def wins_by_luck(board: str) -> float:
    """How often basic loses fewer mines than charles on a printed board, each with its own lots."""
    games = load("replays")
    games = games[games["board"] == board]
    basic, charles = (
        np.bincount(games.loc[games["agent"] == name, "blasts"], minlength=21)
        for name in ("basic", "charles")
    )
    fewer = np.cumsum(basic) - basic
    return float((fewer * charles).sum() / (basic.sum() * charles.sum()))


@claim("A10", REPORT, "4, Fig 31", "Both together need fewer guesses between .1 and .7.")
def both_guess_less() -> Finding:
    points = gains("density-10", "basic", "charles", "guesses", MIDDLE)
    held = below(points)
    text = f"Guesses {ranged(pooled(points), 2)} against basic; fewer at {span(points, held)}."
    return finding(verdict(held), text, points)


@claim(
    "A11", REPORT, "4",
    "Both together are only slightly better than either alone; assuming is slightly better than "
    "equations.",
    "The report can be read in two ways: its methods in turn until all are dry (charles), or each "
    "asked once (charles-once). Tested from .05 to .95; better: on average.",
)  # fmt: skip
def only_slightly_better() -> Finding:
    pairs = [
        ("cowan", "charles"), ("aravind", "charles"), ("cowan", "charles-once"),
        ("aravind", "charles-once"), ("aravind", "cowan"),
    ]  # fmt: skip
    arms = {pair: gains("density-10", *pair, where=(0.05, 0.95)) for pair in pairs}
    tests = []
    for points in arms.values():
        tests += [below(points, SLIGHTLY), above([pooled(points)])]
    text = "On average " + ", ".join(
        f"{b} − {a} {signed(pooled(points).value)}" for (a, b), points in arms.items()
    ) + "."  # fmt: skip
    return finding(verdict(*tests), text, arms["cowan", "charles"])


@claim(
    "A12", REPORT, "4",
    "As density grows, fewer of the mines are found and guesses fall too.",
    "The report contradicts itself two sentences later: guesses rise.",
)  # fmt: skip
def guesses_fall_with_density() -> Finding:
    tests, parts = [], []
    for name in ("basic", "cowan", "aravind", "charles"):
        found = below(steps(levels("density-10", name)))
        guesses = levels("density-10", name, "guesses")
        rises = steps(guesses)
        fewer, more = below(rises), above(rises)
        tests += [found, fewer]
        parts.append(
            f"{name} {guesses[2].value:.1f} at .1, {guesses[10].value:.1f} at .5, "
            f"{guesses[18].value:.1f} at .9, more at {more.sum()} steps, fewer at {fewer.sum()} "
            f"(the score falls at {found.sum()})"
        )
    text = f"Guesses over {len(rises)} steps of .05: " + "; ".join(parts) + "."
    return finding(verdict(*tests), text, rises)


@claim(
    "A13", REPORT, "4",
    "The game is hard where a guess is more likely a mine than not, and ever more so as density "
    "grows.",
)  # fmt: skip
def guesses_hit_more_often() -> Finding:
    points = guesses_that_hit()
    rises = above(steps(points))
    half = above(points, 0.5)
    text = (
        "Of the guesses of charles "
        + ", ".join(f"{point.value:.0%} at {point.at:g}" for point in points)
        + f" hit a mine; surely more than half at {span(points, half)}."
    )
    return finding(verdict(rises, bool(half.any())), text, points[-1])


def guesses_that_hit() -> list[Point]:
    """The share of the guesses of charles that hit a mine, by density."""
    rows = games_of("guesses", "charles")
    return by_game(rows, rows["mine"])


@claim(
    "A14", REPORT, "3.1", "Assuming needs at least three times the space of the knowledge base.",
    "Its two suppositions are each made on a copy, but copies share what never changes, such as "
    "the names of cells. A program that takes its steps back needs next to nothing more.",
)  # fmt: skip
def copies_take_space() -> Finding:
    table = load("copies")
    point = times_of("copies", table["bytes_with_copies"], table["bytes"])
    text = f"With both copies it takes {spanned(point)} times the space of one."
    return finding(verdict(above([point], 3)), text, point)


def printed_runs(name: str) -> Finding:
    """Whether printed games lie where 95 of a hundred random orders of guessing do."""
    table = load("replays")
    tests, parts, points = [], [], []
    for (board, agent), (guesses, mines) in PRINTED.items():
        if board == name:
            games = table[(table["board"] == name) & (table["agent"] == agent)]
            for what, printed, values in (
                ("mines found", mines, 20 - games["blasts"]), ("guesses", guesses, games["guesses"])
            ):  # fmt: skip
                low, high = np.quantile(values, (0.025, 0.975))
                tests.append(bool(low <= printed <= high))
                parts.append(f"{agent} {printed} {what}, ours {low:g} to {high:g}")
            points.append(mean_of(agent, 20 - games["blasts"]))
    text = "In 95% of 10,000 orders of guessing: " + "; ".join(parts) + "."
    return finding(verdict(tests), text, points[-1])


@claim(
    "A15", REPORT, "3.2",
    "On the board of Fig 11 equations find 19 of 20 mines with 7 guesses, basic 18 with 11.",
    "One game each. Holds: both lie where most orders of guessing on this board do.",
)  # fmt: skip
def fig_11() -> Finding:
    return printed_runs("cowan-11")


@claim(
    "A16", REPORT, "3.3",
    "On the board of Fig 29 both together find all 20 mines with 4 guesses.",
    "One game, as for Fig 11.",
)  # fmt: skip
def fig_29() -> Finding:
    return printed_runs("cowan-29")


@claim(
    "A17", REPORT, "6, Fig 33",
    "Knowing the number of mines has little effect up to density .6, and a decent gain above.",
    "Decent: more than slightly. The gain comes at the very top, where only few safe cells are "
    "left to be told apart. Boards full of mines are left to A19.",
)  # fmt: skip
def total_helps_late() -> Finding:
    points = gains("bonuses", "cowan", "cowan+total")
    early = [point for point in points if point.at <= 0.6]
    late = [point for point in points if 0.6 < point.at < 1]
    held = above(late, SLIGHTLY)
    best = max(late, key=lambda point: point.value)
    text = (
        f"Gain of cowan+total {ranged(pooled(early), 4)} up to .6 and {ranged(pooled(late))} "
        f"above; more than {SLIGHTLY} at {span(late, held)}; most at {best.at:g}: "
        f"{signed(best.value)}."
    )
    return finding(verdict(within(early, LITTLE), held), text, late)


@claim(
    "A18", REPORT, "6, Fig 34", "Using the number of mines costs noticeable time.",
    "It depends on where the total is looked at: as one more equation it is looked at once.",
)  # fmt: skip
def total_costs_time() -> Finding:
    whole = costs("cowan", "cowan+total")
    arms = {
        "time": ratios("timing", "cowan", "cowan+total", "seconds"),
        "work": ratios("cost", "cowan", "cowan+total", "work"),
    }
    held = {what: above(points, NOTICEABLY) for what, points in arms.items()}
    text = f"cowan+total takes {whole} of cowan. Surely {NOTICEABLY} times as much: " + ", ".join(
        f"{what} {span(points, held[what])}" for what, points in arms.items()
    ) + "."  # fmt: skip
    return finding(verdict(*held.values()), text, whole.time)


@claim(
    "A19", REPORT, "6",
    "Boards without mines, and boards full of mines, are solved at once if the number is known.",
)  # fmt: skip
def ends_solved_at_once() -> Finding:
    points = [
        share_of(f"{name} at {at:g}", games_of("bonuses", name).query("density == @at")["guesses"]
                 == 0)
        for name in ("cowan+total", "charles+total") for at in (0, 1)
    ]  # fmt: skip
    text = "Without a guess: " + ", ".join(f"{p.value:.0%} of {p.at}" for p in points) + "."
    return finding(verdict([point.value == 1 for point in points]), text, points)


@claim(
    "A20", REPORT, "7, Fig 36", "Choosing by the average raises the score strongly and saves time.",
    "The choice itself costs time at every guess; what it saves is guesses. The score is tested "
    "from .1 to .9.",
)  # fmt: skip
def selection_helps() -> Finding:
    tests, parts = [], []
    for name in ("cowan", "charles"):
        points = gains("bonuses", name, f"{name}+average", where=(0.1, 0.9))
        strong = above(points, STRONGLY)
        whole = costs(name, f"{name}+average")
        tests += [strong, below(whole.readable, 1)]
        parts.append(
            f"{name} {ranged(pooled(points))}, at least {STRONGLY} at {span(points, strong)}, in "
            f"{whole}"
        )
    return finding(verdict(*tests), "; ".join(parts) + ".", points)


@claim(
    "A21", REPORT, "7, Fig 38", "At density .3 all agents get worse as the board grows.",
    "A cell at the border has fewer clues around it, and on a small board more of the cells lie "
    "there.",
)  # fmt: skip
def larger_is_worse() -> Finding:
    names = ["basic", "cowan", "aravind", "charles", "charles+average", "cowan+average"]
    falls, rises, points = [], [], []
    for name in names:
        sizes = levels("size", name, key="rows")
        falls.append(below(steps(sizes)))
        rises.append(above(steps(sizes)))
        points.append(difference_of(name, sizes[0], sizes[-1]))
    text = (
        f"From side {sizes[0].at:g} to {sizes[-1].at:g}: "
        + ", ".join(f"{p.at} {signed(p.value)}" for p in points)
        + f". Of {sum(map(len, falls))} steps from one size to the next the score surely falls at "
        f"{np.sum(falls)} and rises at {np.sum(rises)}."
    )
    return finding(verdict(*falls), text, points)


@claim(
    "A22", REPORT, "7, Fig 38", "Both together with the selection stay best at all sizes.",
)  # fmt: skip
def selection_best_at_all_sizes() -> Finding:
    rivals = ["basic", "cowan", "aravind", "charles"]
    arms = {name: gains("size", name, "charles+average", key="rows") for name in rivals}
    held = {name: above(points) for name, points in arms.items()}
    text = "Of charles+average at density .3: " + "; ".join(
        f"{signed(pooled(points).value)} on {name}, better at sides {span(points, held[name])}"
        for name, points in arms.items()
    ) + "."  # fmt: skip
    return finding(verdict(*held.values()), text, arms["charles"])


@claim("A23", REPORT, "7, Fig 39", "The selection lowers the number of guesses.")
def selection_lowers_guesses() -> Finding:
    points = gains("size", "charles", "charles+average", "guesses", key="rows")
    held = below(points)
    text = (
        f"At density .3 fewer at sides {span(points, held)}: {ranged(points[1], 1)} on side "
        f"{points[1].at:g}, {ranged(points[-1], 1)} on side {points[-1].at:g}."
    )
    return finding(verdict(held), text, points[1])


@claim(
    "A24", REPORT, "7, Fig 40",
    "With the selection the time lies between that of basic and that of the advanced agent without "
    "it.",
    "Work is counted at density .3, as in the figure; of time there are too few games at .3 alone, "
    "so it is that of .1 to .3 together.",
)  # fmt: skip
def selection_in_between() -> Finding:
    with_it, tests, parts = "charles+average", [], []
    for rival, word, beside in (("basic", "more", above), ("charles", "less", below)):
        work = [overall("cost-by-side", rival, with_it, "work", s) for s in (5, 10, 15, 20, 30)]
        time, engine = (
            [overall("timing", rival, with_it, "seconds", s, FEW, form) for s in (10, 15, 20)]
            for form in ("readable", "engine")
        )
        held, held_in_time = beside(work, 1), beside(time, 1)
        tests += [held, held_in_time]
        parts.append(
            f"against {rival} {listed(work)} times the work on sides 5, 10, 15, 20, 30, surely "
            f"{word} at {span(work, held)}; {listed(time)} times the time on 10, 15, 20, surely "
            f"{word} at {span(time, held_in_time)} (engine: {listed(engine)})"
        )
    return finding(verdict(*tests), f"{with_it} " + "; ".join(parts) + ".", work)


@claim(
    "A25", REPORT, "7, Figs 41-42",
    "The number of mines on top of the selection pays above density .75.",
    "Pays: it gains beside the selection, and there more than without it (the interaction of the "
    "two). It does gain, but less than without the selection; and on average the number alone is "
    "better than both.",
)  # fmt: skip
def both_bonuses() -> Finding:
    tests, parts = [], []
    for name in ("cowan", "charles"):
        arms = [
            gains("bonuses", f"{name}{other}", f"{name}+total+average", where=(0.8, 0.95))
            for other in ("+average", "+total", "")
        ]
        points, together = arms[0], interactions(name, (0.8, 0.95))
        held, more = above(points), above(together)
        tests += [held, more]
        parts.append(
            f"{name} {ranged(pooled(points))}, more at {span(points, held)}; less what it gains "
            f"without the selection {ranged(pooled(together))}, more {span(together, more)}; both "
            f"against the number alone {ranged(pooled(arms[1]))}, against neither "
            f"{ranged(pooled(arms[2]))}"
        )
    return finding(
        verdict(*tests), "Gain above .75 beside the selection: " + "; ".join(parts) + ".", points
    )


def interactions(name: str, where: tuple[float, float]) -> list[Point]:
    """What the number of mines gains beside the selection, less what it gains without it."""
    beside, alone = (
        differences("bonuses", name + arm, f"{name}+total{arm}", "score", where, "density")
        for arm in ("+average", "")
    )
    return [mean_of(at, a - b) for (at, a), (_, b) in zip(beside, alone, strict=True)]


@claim(
    "A26", REPORT, "2.3", "Subset reduction finds everything that can be deduced.",
    "Two clues that overlap, neither inside the other, can settle cells too, and so can longer "
    "chains.",
)  # fmt: skip
def subsets_complete() -> Finding:
    table = load("reach")
    rows = table[table["agent"] == "aravind"]
    boards = rows.groupby(["mines", "board_seed"])[["found", "provable"]].sum()
    point = ratio_of("aravind", boards["found"], boards["provable"])
    own = games_of("guesses", "aravind").dropna(subset=["safe"])
    missed = by_game(own, own["safe"] + own["mined"] > 0)
    text = (
        f"Where basic is stuck and something can be proved ({len(rows):,} positions on 8 × 8), "
        f"aravind finds {percents(point, 1)} of the provable cells. On 10 × 10 something was still "
        "provable before "
        + ", ".join(f"{p.value:.0%} at {p.at:g}" for p in missed)
        + " of its own guesses."
    )
    return finding(verdict([point.value == 1, *(p.value == 0 for p in missed)]), text, point)


@claim(
    "A27", REPORT, "7", "Among cells of equal chance the one with the fewest covered neighbours is "
    "best.",
    "Tested from .1 to .9, on sides 10 and 30.",
)  # fmt: skip
def fewest_neighbours() -> Finding:
    arms = {
        (other, side): gains(
            "ablations", f"charles+average-{other}", "charles+average", where=(0.1, 0.9), side=side
        )
        for other in ("most", "lot") for side in (10, 30)
    }  # fmt: skip
    held = {arm: above(points) for arm, points in arms.items()}
    text = "; ".join(
        f"against {'the most' if other == 'most' else 'drawing lots'}, side {side}, "
        f"{ranged(pooled(points))}, better at {span(points, held[other, side])}"
        for (other, side), points in arms.items()
    )
    return finding(verdict(*held.values()), text[0].upper() + text[1:] + ".", arms["lot", 10])


@claim(
    "A28", REPORT, "2.4.1", "In the agent with both, assuming works mostly at the very end.",
    "The very end: the last fifth of a game's moves.",
)  # fmt: skip
def assuming_at_the_end() -> Finding:
    points = []
    for name in ("charles", "charles-once"):
        rows = games_of("progress", name)
        moves = rows[rows["method"] == "assume"]
        late = moves["moves"].where(moves["tenth"] >= 8, 0)
        games = [moves["board_seed"], moves["mines"]]
        points.append(
            ratio_of(name, late.groupby(games).sum(), moves["moves"].groupby(games).sum())
        )
    text = (
        f"{percents(points[0])} of what charles proves by assuming falls into the last fifth of "
        f"its moves, {percents(points[1])} of charles-once."
    )
    return finding(verdict(above(points, MOSTLY)), text, points[0])


@claim(
    "A29", REPORT, "2.3", "An equation derived from a subset almost always teaches something.",
    "Teaches: it settles a cell. Others may still serve as a step to one that does.",
)  # fmt: skip
def derived_equations_teach() -> Finding:
    rows = games_of("cost", "aravind")
    rows = rows[rows["rows"] == 10]
    point = ratio_of("aravind", rows["deciding"], rows["derived"])
    points = [
        ratio_of(at, some["deciding"], some["derived"])
        for at, some in by_density(rows) if some["derived"].sum() > 0
    ]  # fmt: skip
    best = max(points, key=lambda p: p.value)
    text = (
        f"{percents(point)} of the derived equations settle a cell; at best {best.value:.0%}, at "
        f"density {best.at:g}."
    )
    return finding(verdict(above(points, ALMOST_ALWAYS)), text, point)


@claim(
    "A30", REPORT, "3.2", "A guess beside a 1 is safer than one among 2s.",
    "Beside a 1: the cell touches one clue alone, which still needs one mine. Among 2s: it touches "
    "two clues or more, each of which still needs two.",
)  # fmt: skip
def ones_safer_than_twos() -> Finding:
    games = []
    for seed, density in product(range(60), (0.15, 0.2, 0.25, 0.3)):
        board = Board.random(10, 10, density=density, seed=seed)
        record = play(board, "charles", seed=seed)
        views = [game.view for game, _ in guesses_of(record) if game.view.open]
        risks = [risk for view in views if (risk := ones_and_twos(view, board.n_mines))]
        if risks:
            games.append((*np.sum(risks, axis=0), len(risks)))
    ones, twos, positions = np.array(games).T
    point = ratio_of("twos − ones", twos - ones, positions)
    text = (
        f"Mean risk {ones.sum() / positions.sum():.0%} beside a 1 and "
        f"{twos.sum() / positions.sum():.0%} among 2s in the {positions.sum():,.0f} positions of "
        f"{len(games)} games of charles that have both: {ranged(point)}."
    )
    return finding(verdict(above([point])), text, point)


def ones_and_twos(view: View, mines: int) -> tuple[float, float] | None:
    """The mean risk of cells beside a 1 and among 2s, if a view has both."""
    covered = view.codes == COVERED
    missing = view.codes - count_around(view.codes < COVERED)
    clue = (view.codes >= 0) & (count_around(covered) > 0)
    touched = count_around(clue)
    one = covered & (touched == 1) & (count_around(clue & (missing == 1)) == 1)
    two = covered & (touched >= 2) & (count_around(clue & (missing == 2)) == touched)
    if not (one.any() and two.any()):
        return None
    risk = odds(view, mines).risk
    return float(risk[one].mean()), float(risk[two].mean())


@claim(
    "A31", REPORT, "7", "The selection helps more on larger boards.",
    "Tested from each size to the next, and from side 5 to side 50.",
)  # fmt: skip
def selection_and_size() -> Finding:
    points = gains("size", "charles", "charles+average", key="rows")
    growth, from_ten = (difference_of("growth", points[k], points[-1]) for k in (0, 1))
    more, fewer = above(steps(points)), below(steps(points))
    text = (
        "Gain at density .3: "
        + ", ".join(f"{signed(p.value)} on side {p.at:g}" for p in points)
        + f"; from side 5 to 50 {ranged(growth)}, from side 10 {ranged(from_ten)}. Of {len(more)} "
        f"steps it surely grows at {more.sum()} and shrinks at {fewer.sum()}."
    )
    return finding(verdict(more, above([growth])), text, growth)
