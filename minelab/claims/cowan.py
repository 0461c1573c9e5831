"""COWAN: assuming, equations, both; two bonuses."""

from copy import deepcopy
from itertools import product

import numpy as np

from minelab.board import Board
from minelab.claims.ledger import (
    ALMOST_ALWAYS,
    CLOSE,
    LITTLE,
    MOSTLY,
    MUCH_SLOWER,
    NOTICEABLY,
    SLIGHTLY,
    STRONGLY,
    Finding,
    claim,
    finding,
    percents,
    ranged,
    signed,
    span,
    spanned,
    verdict,
)
from minelab.claims.points import (
    above,
    below,
    by_density,
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
    within,
)
from minelab.experiments import load
from minelab.grid import COVERED, count_around
from minelab.hindsight import guesses_of
from minelab.odds import odds
from minelab.play import play
from minelab.replays import PRINTED
from minelab.representations.cost import size_in_bytes
from minelab.representations.cowan import Cowan

REPORT = "COWAN"
MIDDLE = (0.1, 0.7)


@claim(
    "A01", REPORT, "2.2.1, Fig 3",
    "Assuming on all covered cells beside clues finds no more than assuming on those in two or "
    "more facts.",
    "No more: by less than little. A cell in one fact does settle a neighbour now and then.",
)  # fmt: skip
def all_cells_no_better() -> Finding:
    points = gains("density-10", "cowan", "cowan-1")
    held = below(points, LITTLE)
    more = above(points)
    text = (
        f"cowan-1 scores {ranged(pooled(points))} more than cowan; by less than {LITTLE} at "
        f"{held.sum()} of {len(points)} densities, though by more than nothing at "
        f"{span(points, more)}."
    )
    return finding(verdict(held), text, points)


@claim(
    "A02", REPORT, "2.2.1, Fig 4",
    "It takes at least twice the time, and more on larger boards.",
    "Counted in suppositions the factor is larger than in time, since most suppositions about "
    "cells in one fact end at once.",
)  # fmt: skip
def all_cells_slower() -> Finding:
    points = [overall("timing", "cowan", "cowan-1", "seconds", side) for side in (10, 15, 20)]
    counted = [overall("cost", "cowan", "cowan-1", "assumptions", side) for side in (10, 15, 20)]
    grows = above([difference_of("growth", points[0], points[-1])])
    text = (
        f"Times {spanned(points[0])} on side 10, {points[1].value:.2f} on 15, "
        f"{points[2].value:.2f} on 20; suppositions times {counted[0].value:.1f}, "
        f"{counted[1].value:.1f}, {counted[2].value:.1f}."
    )
    tests = above(points, MUCH_SLOWER), above(counted, MUCH_SLOWER), grows
    return finding(verdict(*tests), text, points[0])


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
    assuming = overall("timing", "aravind", "cowan", "seconds")
    over_basic = overall("timing", "basic", "aravind", "seconds")
    both, both_over_equations = (
        overall("timing", name, "charles", "seconds") for name in ("cowan", "aravind")
    )
    counted = overall("cost", "aravind", "cowan", "work")
    both_counted = overall("cost", "cowan", "charles", "work")
    tests = [
        above([assuming, counted], MUCH_SLOWER), below([over_basic], MUCH_SLOWER),
        below([both, both_counted], 1), above([both_over_equations], 1),
    ]  # fmt: skip
    text = (
        f"Assuming takes {spanned(assuming)} times as long as equations (work "
        f"{counted.value:.2f} times), equations {over_basic.value:.2f} times as long as basic; "
        f"both together {both.value:.2f} times assuming alone (work {both_counted.value:.2f} "
        "times)."
    )
    return finding(verdict(*tests), text, assuming)


@claim(
    "A08", REPORT, "4, Fig 30",
    "Both together beat basic between densities .1 and .7, and equal it at very low and very high "
    "ones.",
    "Very low: below .1; very high: from .85 on; equal: within .01.",
)  # fmt: skip
def both_beat_basic() -> Finding:
    points = gains("density-10", "basic", "charles")
    inside = [point for point in points if MIDDLE[0] <= point.at <= MIDDLE[1]]
    outside = [point for point in points if point not in inside and not 0.7 < point.at < 0.85]
    better = above(points)
    tests = above(inside), within(outside, LITTLE)
    text = (
        f"charles scores {ranged(pooled(inside))} more than basic there; the difference excludes "
        f"0 at {span(points, better)}."
    )
    return finding(verdict(*tests), text, inside)


@claim(
    "A09", REPORT, "4", "Basic never beats the advanced agents.",
    "Never: nowhere by as much as little. With the same order of guesses the advanced agent knows "
    "all that basic knows.",
)  # fmt: skip
def basic_never_better() -> Finding:
    arms = [gains("density-10", name, "basic") for name in ("cowan", "aravind", "charles")]
    held = [below(points, LITTLE) for points in arms]
    lucky = np.concatenate(
        [more for _, more in differences("density-10", "charles", "basic", "score", MIDDLE,
                                         "density")]
    )  # fmt: skip
    text = (
        f"basic scores {ranged(pooled(arms[-1]))} more than charles on average, and more on "
        f"{(lucky > 0).sum():,} of the {len(lucky):,} boards between .1 and .7."
    )
    return finding(verdict(*held), text, arms[-1])


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
    "asked once (charles-once).",
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
    fewer_found, fewer_guesses, more_guesses = [], [], []
    for name in ("cowan", "aravind", "charles"):
        fewer_found.append(below(steps(levels("density-10", name))))
        guesses = levels("density-10", name, "guesses")
        fewer_guesses.append(below(steps(guesses)))
        more_guesses.append(above(steps(guesses)))
    n_steps = sum(map(len, more_guesses))
    rises = steps(guesses)
    text = (
        f"charles guesses {guesses[2].value:.1f} times at .1, {guesses[10].value:.1f} at .5 and "
        f"{guesses[18].value:.1f} at .9. For three agents guesses rise at "
        f"{np.sum(more_guesses)} of {n_steps} steps of .05 and fall at {np.sum(fewer_guesses)}; "
        f"the score falls at {np.sum(fewer_found)}."
    )
    return finding(verdict(*fewer_found, *fewer_guesses), text, rises)


@claim(
    "A13", REPORT, "4",
    "The game is hard where a guess is more likely a mine than not, and ever more so as density "
    "grows.",
)  # fmt: skip
def guesses_hit_more_often() -> Finding:
    points = levels("guesses", "charles", "mine")
    rises = above(steps(points))
    half = above(points, 0.5)
    text = (
        "Of the guesses of charles "
        + ", ".join(f"{point.value:.0%} at {point.at:g}" for point in points)
        + f" hit a mine; surely more than half at {span(points, half)}."
    )
    return finding(verdict(rises, bool(half.any())), text, points[-1])


@claim(
    "A14", REPORT, "3.1", "Assuming needs at least three times the space of the knowledge base.",
    "Its two suppositions are each made on a copy, but copies share what never changes, such as "
    "the names of cells. A program that takes its steps back needs next to nothing more.",
)  # fmt: skip
def copies_take_space() -> Finding:
    shares = []
    for seed in range(40):
        board = Board.random(10, 10, density=0.2, seed=seed)
        view = play(board, "basic", seed=seed).view(40)
        base = Cowan(view).state()
        both = size_in_bytes(base, deepcopy(base), deepcopy(base))
        shares.append((both, size_in_bytes(base)))
    point = ratio_of("copies", *zip(*shares, strict=True))
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
    "left to be told apart.",
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
    points = ratios("timing", "cowan", "cowan+total", "seconds")
    counted = overall("cost", "cowan", "cowan+total", "work")
    whole = overall("timing", "cowan", "cowan+total", "seconds")
    held = above(points, NOTICEABLY)
    text = (
        f"cowan+total takes {spanned(whole)} times as long as cowan over all densities, and "
        f"{counted.value:.3f} times the work; surely {NOTICEABLY} times at {span(points, held)}."
    )
    return finding(verdict(held), text, whole)


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
    "The choice itself costs time at every guess; what it saves is guesses.",
)  # fmt: skip
def selection_helps() -> Finding:
    tests, parts = [], []
    for name in ("cowan", "charles"):
        points = gains("bonuses", name, f"{name}+average", where=(0.1, 0.9))
        strong = above(points, STRONGLY)
        whole = overall("timing", name, f"{name}+average", "seconds")
        tests += [strong, below([whole], 1)]
        parts.append(
            f"{name} {ranged(pooled(points))}, at least {STRONGLY} at {span(points, strong)}, in "
            f"{spanned(whole)} times the time"
        )
    return finding(verdict(*tests), "; ".join(parts) + ".", points)


@claim(
    "A21", REPORT, "7, Fig 38", "At density .3 all agents get worse as the board grows.",
    "On a small board a larger share of the cells lies at the border, where clues speak of fewer "
    "cells.",
)  # fmt: skip
def larger_is_worse() -> Finding:
    names = ["basic", "cowan", "aravind", "charles", "charles+average", "cowan+average"]
    points = []
    for name in names:
        sizes = levels("size", name, key="rows", where=(10, 50))
        points.append(difference_of(name, sizes[0], sizes[-1]))
    text = "From side 10 to 50: " + ", ".join(f"{p.at} {signed(p.value)}" for p in points) + "."
    return finding(verdict(below(points)), text, points)


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
)  # fmt: skip
def selection_in_between() -> Finding:
    over = [overall("timing", "basic", "charles+average", "seconds", s) for s in (10, 15, 20)]
    under = [overall("timing", "charles", "charles+average", "seconds", s) for s in (10, 15, 20)]
    tests = above(over, 1), below(under, 1)
    text = (
        "charles+average takes "
        + ", ".join(f"{p.value:.2f}" for p in over)
        + " times as long as basic on sides 10, 15, 20, and "
        + ", ".join(f"{p.value:.2f}" for p in under)
        + " times as long as charles."
    )
    return finding(verdict(*tests), text, under[0])


@claim(
    "A25", REPORT, "7, Figs 41-42",
    "The number of mines on top of the selection pays above density .75.",
)  # fmt: skip
def both_bonuses() -> Finding:
    tests, parts = [], []
    for name in ("cowan", "charles"):
        points = gains("bonuses", f"{name}+average", f"{name}+total+average", where=(0.75, 0.95))
        held = above(points[1:])
        tests.append(held)
        parts.append(f"{name} {ranged(pooled(points[1:]))}, more at {span(points[1:], held)}")
    return finding(verdict(*tests), "Gain above .75: " + "; ".join(parts) + ".", points[1:])


@claim(
    "A26", REPORT, "2.3", "Subset reduction finds everything that can be deduced.",
    "Two clues that overlap, neither inside the other, can settle cells too, and so can longer "
    "chains.",
)  # fmt: skip
def subsets_complete() -> Finding:
    table = load("reach")
    boards = table[table["agent"] == "aravind"].groupby(["mines", "board_seed"])
    found, provable = boards["found"].sum(), boards["provable"].sum()
    point = ratio_of("aravind", found, provable)
    positions = int((table["agent"] == "aravind").sum())
    text = (
        f"Where basic is stuck and something can be proved ({positions:,} positions on 8 × 8), "
        f"aravind finds {percents(point, 1)} of the provable cells."
    )
    return finding(verdict(point.value == 1), text, point)


@claim(
    "A27", REPORT, "7", "Among cells of equal chance the one with the fewest covered neighbours is "
    "best.",
)  # fmt: skip
def fewest_neighbours() -> Finding:
    arms = {
        other: gains(
            "ablations", f"charles+average-{other}", "charles+average", where=(0.1, 0.9), side=10
        )
        for other in ("most", "lot")
    }
    held = {other: above(points) for other, points in arms.items()}
    text = "; ".join(
        f"against {'the most' if other == 'most' else 'drawing lots'} "
        f"{ranged(pooled(points))}, better at {span(points, held[other])}"
        for other, points in arms.items()
    )
    return finding(verdict(*held.values()), text[0].upper() + text[1:] + ".", arms["lot"])


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
    ones, twos = [], []
    for seed, density in product(range(60), (0.15, 0.2, 0.25, 0.3)):
        board = Board.random(10, 10, density=density, seed=seed)
        record = play(board, "charles", seed=seed)
        for game, _ in guesses_of(record):
            view = game.view
            if not view.open:
                continue
            missing = view.codes - count_around(view.codes < COVERED)
            clue = (view.codes >= 0) & (count_around(view.codes == COVERED) > 0)
            touched = count_around(clue)
            one = (touched == 1) & (count_around(clue & (missing == 1)) == 1)
            two = (touched >= 2) & (count_around(clue & (missing == 2)) == touched)
            covered = view.codes == COVERED
            if (one & covered).any() and (two & covered).any():
                risk = odds(view, board.n_mines).risk
                ones.append(risk[one & covered].mean())
                twos.append(risk[two & covered].mean())
    point = mean_of("twos − ones", np.array(twos) - np.array(ones))
    text = (
        f"Mean risk {np.mean(ones):.0%} beside a 1 and {np.mean(twos):.0%} among 2s in the "
        f"{len(ones):,} positions of charles that have both: {ranged(point)}."
    )
    return finding(verdict(above([point])), text, point)


@claim(
    "A31", REPORT, "7", "The selection helps more on larger boards.",
)  # fmt: skip
def selection_and_size() -> Finding:
    points = gains("size", "charles", "charles+average", key="rows", where=(10, 50))
    growth = difference_of("growth", points[0], points[-1])
    text = (
        f"Gain at density .3: {ranged(points[0])} on side {points[0].at:g}, {ranged(points[-1])} "
        f"on side {points[-1].at:g}."
    )
    return finding(verdict(above([growth])), text, growth)
