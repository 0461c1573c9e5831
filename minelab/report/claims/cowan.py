"""COWAN: assuming, equations, both; two bonuses."""

from itertools import product

import numpy as np

from minelab.boards.board import Board
from minelab.boards.grid import COVERED, count_around
from minelab.boards.view import View
from minelab.games.hindsight import guesses_of
from minelab.games.play import play
from minelab.inference.odds import odds
from minelab.lab.experiments import load
from minelab.lab.stats import (
    BOARD,
    Point,
    above,
    at_most,
    below,
    difference_of,
    mean_of,
    pooled,
    ratio_of,
    share_of,
    steps,
    times_of,
    within,
)
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
    more,
    percents,
    percents_at,
    ranged,
    signed,
    span,
    spanned,
    verdict,
)
from minelab.report.claims.tables import (
    by_density,
    costs,
    differences,
    gains,
    games_of,
    levels,
    overall,
    ratios,
    shares_by_density,
)
from minelab.report.replays import PRINTED

REPORT = "COWAN"
MIDDLE = (0.1, 0.7)
FEW = (0.1, 0.3)
"""The densities that are counted and timed on boards of every size."""


@claim(
    "A01", REPORT, "2.2.1, Fig 3",
    "Assuming on all covered cells beside clues finds no more than assuming on those in two or "
    "more facts.",
    "A cell in one fact sometimes settles a neighbour. The gain is small (less than .01), but it "
    "is there.",
)  # fmt: skip
def all_cells_no_better() -> Finding:
    points = gains("density-10", "cowan", "cowan-1")
    held, little = at_most(points), below(points, LITTLE)
    text = (
        f"cowan-1 scores {more(pooled(points), 4)} than cowan: significantly more at "
        f"{span(points, above(points))}, no more at {span(points, held)}; the gain is below "
        f"{LITTLE} at {little.sum()} of {len(points)} densities."
    )
    return finding(verdict(held), text, points)


@claim(
    "A02", REPORT, "2.2.1, Fig 4",
    "It takes at least twice the time, and more on larger boards.",
    "Counted in suppositions the factor is larger than in time: most suppositions about cells in "
    "one fact end at once, and both agents spend the same time on reading the board. Sizes are "
    "compared at densities .1 to .3, which were played on all of them.",
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
        f"On side 10 it takes {spanned(whole)} times the time and {spanned(counted, 1)} times the "
        f"suppositions. On sides 10, 15 and 20: time {listed(time)}, suppositions "
        f"{listed(supposed, 1)}; from 10 to 20 time changes by {ranged(growth[0], 2)}, "
        f"suppositions by {ranged(growth[1], 1)}. The engine, on 1,000 boards per density from 0 "
        f"to 1: suppositions {listed(engine)}, from 10 to 20 by {ranged(growth[2], 2)}."
    )
    arms = [whole, *time], [counted, *supposed], engine
    tests = [above(points, MUCH_SLOWER) for points in arms]
    return finding(verdict(*tests, above(growth)), text, whole)


@claim(
    "A03", REPORT, "2.2.1, Fig 3",
    "Assuming only on cells in three or more facts lowers the score and raises the guesses at all "
    "densities.",
    "On nearly empty and nearly full boards there is nothing to assume.",
)  # fmt: skip
def three_facts_worse() -> Finding:
    score = gains("density-10", "cowan", "cowan-3")
    guesses = gains("density-10", "cowan", "cowan-3", "guesses")
    lower, raised = below(score), above(guesses)
    text = (
        f"cowan-3 scores {more(pooled(score))} than cowan, significantly less at "
        f"{span(score, lower)}; it makes {more(pooled(guesses), 2, 'guesses per game')}, "
        f"significantly more at {span(guesses, raised)}."
    )
    return finding(verdict(lower, raised), text, score)


@claim(
    "A04", REPORT, "2.2.1",
    "Every form of assuming beats basic in score, always.",
    "On nearly empty and nearly full boards all agents do equally well.",
)  # fmt: skip
def assuming_beats_basic() -> Finding:
    arms = {name: gains("density-10", "basic", name) for name in ("cowan-1", "cowan", "cowan-3")}
    held = {name: above(points) for name, points in arms.items()}
    text = "Against basic: " + "; ".join(
        f"{name} {signed(pooled(points).value)}, significantly better at {span(points, held[name])}"
        for name, points in arms.items()
    ) + "."  # fmt: skip
    return finding(verdict(*held.values()), text, arms["cowan"])


@claim(
    "A05", REPORT, "2.4, Figs 5-6",
    "Assuming and equations each win on some boards.",
)  # fmt: skip
def each_wins_somewhere() -> Finding:
    ((_, gain),) = differences("density-10", "cowan", "aravind", where=(0.2, 0.2))
    wins = [share_of("equations", gain > 0), share_of("assuming", gain < 0)]
    text = (
        f"On 10 × 10 with 20 mines equations score more on {percents(wins[0])} of the boards, "
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
        f"aravind scores {more(pooled(score))} than cowan; the largest difference is "
        f"{signed(widest.value)}, at {widest.at:g}. It makes "
        f"{more(pooled(guesses), 2, 'guesses per game')}."
    )
    return finding(verdict(near, near_in_guesses), text, score)


@claim(
    "A07", REPORT, "2.4, 4, Figs 9 and 32",
    "Equations are much faster than assuming and near basic; assuming is slowest, both together "
    "lie between.",
    "The report says in one place that both together are slower than either, in another that they "
    "lie between. All agents spend much of their time on reading the whole board again and again.",
)  # fmt: skip
def who_is_fast() -> Finding:
    assuming, over_basic = costs("aravind", "cowan"), costs("basic", "aravind")
    both, both_over_equations = costs("cowan", "charles"), costs("aravind", "charles")
    tests = [
        above(assuming.readable, MUCH_SLOWER), below(over_basic.readable, NEAR_IN_COST),
        below(both.readable, 1), above(both_over_equations.readable, 1),
    ]  # fmt: skip
    text = (
        f"Assuming takes {assuming.of('equations')}; equations take {over_basic.of('basic')}; both "
        f"together take {both.of('assuming alone')}, and "
        f"{both_over_equations.of('equations alone')}."
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
        f"charles scores {more(pooled(inside))} than basic there; it is significantly better at "
        f"{span(points, better)}. Outside the difference is within {LITTLE} at "
        f"{span(outside, equal)}"
        + "".join(
            f", {ranged(point)} at {point.at:g}"
            for point, same in zip(outside, equal, strict=True) if not same
        )
        + "."
    )  # fmt: skip
    return finding(verdict(above(inside), equal), text, inside)


@claim(
    "A09", REPORT, "4", "Basic never beats the advanced agents.",
    "Never: at no density, and on no board if both guess in the same order; then the advanced "
    "agent knows all that basic knows. If each has its own order, basic can win by luck.",
)  # fmt: skip
def basic_never_better() -> Finding:
    names = ("cowan", "aravind", "charles")
    arms = {name: gains("density-10", name, "basic") for name in names}
    boards = {name: list(differences("density-10", name, "basic")) for name in names}
    held = [[bool((gain <= 0).all()) for _, gain in parts] for parts in boards.values()]
    single = np.concatenate([gain for parts in boards.values() for _, gain in parts])
    by_luck = ", ".join(
        f"{wins_by_luck(f'cowan-{figure}'):.0%} of the games on the board of Fig {figure}"
        for figure in (11, 29)
    )
    text = (
        f"basic scores {more(pooled(arms['charles']))} than charles on average. With the same "
        f"order of guesses it scores more than cowan, aravind or charles in {(single > 0).sum():,} "
        f"of {len(single):,} comparisons on single boards. If each has its own order, basic beats "
        f"charles in {by_luck}."
    )
    return finding(verdict(*held), text, arms["charles"])


def wins_by_luck(board: str) -> float:
    """How often basic hits fewer mines than charles on a printed board, in independent games."""
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
    text = (
        f"charles makes {more(pooled(points), 2, 'guesses per game')} than basic, significantly "
        f"fewer at {span(points, held)}."
    )
    return finding(verdict(held), text, points)


@claim(
    "A11", REPORT, "4",
    "Both together are only slightly better than either alone; assuming is slightly better than "
    "equations.",
    "The report can be read in two ways: its methods take turns until none proves anything more "
    "(charles), or each is asked once (charles-once). Tested from .05 to .95; better: on average.",
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
        lower = below(steps(levels("density-10", name)))
        guesses = levels("density-10", name, "guesses")
        rises = steps(guesses)
        down, up = below(rises), above(rises)
        tests += [lower, down]
        parts.append(
            f"{name} {guesses[2].value:.1f} at .1, {guesses[10].value:.1f} at .5, "
            f"{guesses[18].value:.1f} at .9; they rise at {up.sum()} steps and fall at "
            f"{down.sum()} (the score falls at {lower.sum()})"
        )
    text = f"Guesses per game, over {len(rises)} steps of .05: " + "; ".join(parts) + "."
    return finding(verdict(*tests), text, rises)


@claim(
    "A13", REPORT, "4",
    "The game is hard where a guess is more likely a mine than not, and gets harder as density "
    "grows.",
)  # fmt: skip
def guesses_hit_more_often() -> Finding:
    points = guesses_that_hit()
    rises = above(steps(points))
    half = above(points, 0.5)
    text = (
        f"Of the guesses of charles {percents_at(points)} hit a mine; significantly more than half "
        f"at {span(points, half)}."
    )
    return finding(verdict(rises, bool(half.any())), text, points[-1])


def guesses_that_hit() -> list[Point]:
    """The share of the guesses of charles that hit a mine, by density."""
    rows = games_of("guesses", "charles")
    return shares_by_density(rows, rows["mine"])


@claim(
    "A14", REPORT, "3.1", "Assuming needs at least three times the space of the knowledge base.",
    "Each of its two suppositions is made on a copy, but copies share what never changes, such as "
    "the names of cells. A program that undoes its steps needs almost no extra space.",
)  # fmt: skip
def copies_take_space() -> Finding:
    table = load("copies")
    point = times_of("copies", table["bytes_with_copies"], table["bytes"])
    text = f"With both copies it takes {spanned(point)} times the space of one knowledge base."
    return finding(verdict(above([point], 3)), text, point)


def printed_runs(name: str) -> Finding:
    """Whether printed games lie where 95% of random orders of guessing do."""
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
    "One game each. Holds: both lie where 95% of orders of guessing on this board do.",
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
    "Decent: more than slightly. The gain comes at the highest densities, where few safe cells "
    "remain. A19 covers boards full of mines.",
)  # fmt: skip
def total_helps_late() -> Finding:
    points = gains("bonuses", "cowan", "cowan+total")
    early = [point for point in points if point.at <= 0.6]
    late = [point for point in points if 0.6 < point.at < 1]
    held = above(late, SLIGHTLY)
    best = max(late, key=lambda point: point.value)
    text = (
        f"cowan+total scores {more(pooled(early), 4)} than cowan up to .6 and "
        f"{more(pooled(late))} above; significantly more than {SLIGHTLY} at {span(late, held)}. "
        f"The gain is largest at {best.at:g}: {signed(best.value)}."
    )
    return finding(verdict(within(early, LITTLE), held), text, late)


@claim(
    "A18", REPORT, "6, Fig 34", "Using the number of mines costs noticeable time.",
    "It depends on how the total is used. Here it is one more equation, read once.",
)  # fmt: skip
def total_costs_time() -> Finding:
    whole = costs("cowan", "cowan+total")
    arms = {
        "time": ratios("timing", "cowan", "cowan+total", "seconds"),
        "work": ratios("cost", "cowan", "cowan+total", "work"),
    }
    held = {what: above(points, NOTICEABLY) for what, points in arms.items()}
    text = (
        f"cowan+total takes {whole.of('cowan')}. It takes significantly more than {NOTICEABLY} "
        "times as much "
        + " and ".join(f"at {span(arms[what], held[what])} by {what}" for what in arms)
        + "."
    )
    return finding(verdict(*held.values()), text, whole.time)


@claim(
    "A19", REPORT, "6",
    "Boards without mines, and boards full of mines, are solved at once if the number is known.",
)  # fmt: skip
def ends_solved_at_once() -> Finding:
    at_once = {
        f"{name} at {at:g}": games_of("bonuses", name).query("density == @at")["guesses"] == 0
        for name in ("cowan+total", "charles+total") for at in (0, 1)
    }  # fmt: skip
    text = "Games without a guess: " + ", ".join(
        f"{games.mean():.0%} of {name}" for name, games in at_once.items()
    ) + "."  # fmt: skip
    point = share_of("all", np.concatenate(list(at_once.values())))
    return finding(verdict([games.all() for games in at_once.values()]), text, point)


@claim(
    "A20", REPORT, "7, Fig 36", "Choosing by the average raises the score strongly and saves time.",
    "The choice itself costs time at every guess; in return there are fewer guesses. The score is "
    "tested from .1 to .9.",
)  # fmt: skip
def selection_helps() -> Finding:
    tests, parts = [], []
    for name in ("cowan", "charles"):
        points = gains("bonuses", name, f"{name}+average", where=(0.1, 0.9))
        strong = above(points, STRONGLY)
        whole = costs(name, f"{name}+average")
        tests += [strong, below(whole.readable, 1)]
        parts.append(
            f"{name}+average scores {more(pooled(points))} than {name}, significantly more than "
            f"{STRONGLY} at {span(points, strong)}; it takes {whole.of(name)}"
        )
    return finding(verdict(*tests), "; ".join(parts) + ".", points)


@claim(
    "A21", REPORT, "7, Fig 38", "At density .3 all agents get worse as the board grows.",
    "A cell at the border has fewer clues around it, and a small board has more such cells for "
    "its size.",
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
        f"From side {sizes[0].at:g} to {sizes[-1].at:g} the score changes: "
        + ", ".join(f"{p.at} {signed(p.value)}" for p in points)
        + f". Of {sum(map(len, falls))} steps from one size to the next it falls significantly at "
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
    text = "Gain of charles+average at density .3: " + "; ".join(
        f"{signed(pooled(points).value)} on {name}, significant at sides "
        f"{span(points, held[name], 'of no size')}"
        for name, points in arms.items()
    ) + "."  # fmt: skip
    return finding(verdict(*held.values()), text, arms["charles"])


@claim("A23", REPORT, "7, Fig 39", "The selection lowers the number of guesses.")
def selection_lowers_guesses() -> Finding:
    points = gains("size", "charles", "charles+average", "guesses", key="rows")
    held = below(points)
    text = (
        f"At density .3 charles+average makes {more(points[1], 1, 'guesses per game')} than "
        f"charles on side {points[1].at:g} and {more(points[-1], 1, 'guesses per game')} on side "
        f"{points[-1].at:g}; significantly fewer at sides {span(points, held, 'of no size')}."
    )
    return finding(verdict(held), text, points[1])


@claim(
    "A24", REPORT, "7, Fig 40",
    "With the selection the time lies between that of basic and that of the advanced agent without "
    "it.",
    "Work is counted at density .3, as in the figure. Too few games were timed at .3 alone, so "
    "time is that of .1 to .3 together.",
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
            f"against {rival} {listed(work)} times the work on sides 5, 10, 15, 20, 30, "
            f"significantly {word} at {span(work, held, 'no size')}; {listed(time)} times the time "
            f"on 10, 15, 20, significantly {word} at {span(time, held_in_time, 'no size')} "
            f"(engine: {listed(engine)})"
        )
    return finding(verdict(*tests), f"Cost of {with_it}: " + "; ".join(parts) + ".", work)


@claim(
    "A25", REPORT, "7, Figs 41-42",
    "The number of mines on top of the selection pays above density .75.",
    "Pays: it adds to the selection, and adds more than it does without the selection (the "
    "interaction of the two). It does add, but less than without the selection; and on average the "
    "number alone is better than both.",
)  # fmt: skip
def both_bonuses() -> Finding:
    tests, parts = [], []
    for name in ("cowan", "charles"):
        arms = [
            gains("bonuses", f"{name}{other}", f"{name}+total+average", where=(0.8, 0.95))
            for other in ("+average", "+total", "")
        ]
        points, together = arms[0], interactions(name, (0.8, 0.95))
        held, larger = above(points), above(together)
        tests += [held, larger]
        parts.append(
            f"{name} {ranged(pooled(points))}, significant at {span(points, held)}; that is "
            f"{more(pooled(together))} than without the selection, significantly more at "
            f"{span(together, larger)}; both against the number alone {ranged(pooled(arms[1]))}, "
            f"against neither {ranged(pooled(arms[2]))}"
        )
    text = "Gain by the number above .75, with the selection: " + "; ".join(parts) + "."
    return finding(verdict(*tests), text, points)


def interactions(name: str, where: tuple[float, float]) -> list[Point]:
    """What the number of mines gains with the selection, minus what it gains without it."""
    beside, alone = (
        differences("bonuses", name + arm, f"{name}+total{arm}", where=where)
        for arm in ("+average", "")
    )
    return [mean_of(at, a - b) for (at, a), (_, b) in zip(beside, alone, strict=True)]


@claim(
    "A26", REPORT, "2.3", "Subset reduction finds everything that can be deduced.",
    "Two clues that overlap can settle cells too when neither contains the other, and so can "
    "longer chains.",
)  # fmt: skip
def subsets_complete() -> Finding:
    table = load("reach")
    rows = table[table["agent"] == "aravind"]
    boards = rows.groupby(BOARD)[["found", "provable"]].sum()
    point = ratio_of("aravind", boards["found"], boards["provable"])
    own = games_of("guesses", "aravind").dropna(subset=["safe"])
    missed = shares_by_density(own, own["safe"] + own["mined"] > 0)
    text = (
        f"Where basic is stuck and something can be proved ({len(rows):,} positions on 8 × 8), "
        f"aravind proves {percents(point, 1)} of the provable cells. On 10 × 10 something was "
        f"still provable before {percents_at(missed)} of its own guesses."
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
        f"against {'the most' if other == 'most' else 'a random choice'}, side {side}, "
        f"{ranged(pooled(points))}, significantly better at {span(points, held[other, side])}"
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
        late = moves.assign(late=moves["moves"].where(moves["tenth"] >= 8, 0))
        games = late.groupby(BOARD)[["late", "moves"]].sum()
        points.append(ratio_of(name, games["late"], games["moves"], share=True))
    text = (
        f"charles makes {percents(points[0])} of its proofs by assuming in the last fifth of its "
        f"moves, charles-once {percents(points[1])}."
    )
    return finding(verdict(above(points, MOSTLY)), text, points[0])


@claim(
    "A29", REPORT, "2.3", "An equation derived from a subset almost always teaches something.",
    "Teaches: it settles a cell. Others may still be a step towards one that does.",
)  # fmt: skip
def derived_equations_teach() -> Finding:
    rows = games_of("cost", "aravind")
    rows = rows[rows["rows"] == 10]
    point = ratio_of("aravind", rows["deciding"], rows["derived"])
    points = [
        ratio_of(at, part["deciding"], part["derived"])
        for at, part in by_density(rows) if part["derived"].sum() > 0
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
        f"The mean risk is {ones.sum() / positions.sum():.0%} beside a 1 and "
        f"{twos.sum() / positions.sum():.0%} among 2s, in the {positions.sum():,.0f} positions of "
        f"{len(games)} games of charles that have both; among 2s it is {spanned(point, 3)} higher."
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
    grows = above(steps(points))
    text = (
        "Gain at density .3: "
        + ", ".join(f"{signed(p.value)} on side {p.at:g}" for p in points)
        + f"; from side 5 to 50 it changes by {ranged(growth)}, from side 10 by "
        f"{ranged(from_ten)}. Of {len(grows)} steps it grows significantly at {grows.sum()} and "
        f"shrinks at {below(steps(points)).sum()}."
    )
    return finding(verdict(grows, above([growth])), text, growth)
