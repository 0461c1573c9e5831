"""COWAN: what do its methods cost in time, work and space, and is it well spent?"""

import numpy as np

from minelab.boards.board import Board
from minelab.boards.view import View
from minelab.games.compiled import course
from minelab.inference.position import Position
from minelab.lab.stats import above, below, pooled, ratio_of, times_of
from minelab.report.claims import limits, say
from minelab.report.claims.ledger import (
    Finding,
    claim,
    fact,
    finding,
    largest,
    no_more,
    part,
    parts_of,
)
from minelab.report.claims.tables import (
    both_of,
    by_density,
    costs,
    gains,
    games_of,
    overall,
    ratios,
    table_of,
)
from minelab.report.representations.copies import DENSITY, SIDE, TURNS

REPORT = "COWAN"
FEW = (0.1, 0.3)
"""The densities that are counted and timed on boards of every size."""


@claim(
    "A01", REPORT, "2.2.1, Fig 3",
    "Assuming on all covered cells beside clues finds no more than assuming on those in two or "
    "more facts.",
    "A cell in one fact sometimes settles a neighbour. The gain is real, but about one mine in a "
    "thousand. The report doesn't say how many boards it played; a hundred per density could "
    "hardly show it.",
    notebook="05_efficiency",
)  # fmt: skip
def all_cells_no_better() -> Finding:
    points = gains("density-10", "cowan", "cowan-1")
    most = largest(points)
    text = (
        f"cowan-1 scores {say.more(pooled(points), 4)} than cowan, significantly more at "
        f"{say.held_at(above, points)}. The gain is largest at {most.at:g}: {say.ranged(most, 4)}."
    )
    return finding(no_more("scores no more", points), text, points)


@claim(
    "A02", REPORT, "2.2.1, Fig 4",
    "It takes twice the time or more, depending on the size of the board.",
    "The sentence names the solving time, and a factor of two at every size. So time decides, with "
    "counted work beside it; it would hold if both doubled on side 10, 15 and 20. The agent does "
    "make three times the suppositions. But most of those about cells in one fact end at once, and "
    "reading the board costs the same. Sizes are compared at densities .1 to .3.",
    notebook="05_efficiency",
)  # fmt: skip
def all_cells_slower() -> Finding:
    price = costs("cowan", "cowan-1")
    time, work, suppositions = (
        [overall(table, "cowan", "cowan-1", what, side, FEW) for side in (10, 15, 20)]
        for table, what in (("timing", "seconds"), ("cost", "work"), ("cost", "assumptions"))
    )
    text = (
        f"On side 10 cowan-1 takes {price.of('cowan')}. At densities .1 to .3 on sides 10, 15 and "
        f"20 it takes {say.listed(time)} times the time and {say.listed(work)} times the work, "
        f"with {say.listed(suppositions, 1)} times the suppositions."
    )
    parts = [
        part("twice the time", above, [price.time, *time], 2, printed=True),
        part("twice the work", above, [price.work, *work], 2, printed=True),
    ]
    return finding(parts, text, price.time)


@claim(
    "A07", REPORT, "2.4, 4, Figs 9 and 32",
    "Equations are much faster than assuming and near basic; assuming is slowest, both together "
    "lie between.",
    "The report says in one place that both together are slower than either, in another that they "
    "lie between. All agents spend much of their time on reading the whole board again and again.",
    notebook="05_efficiency",
)  # fmt: skip
def who_is_fast() -> Finding:
    assuming, over_basic = costs("aravind", "cowan"), costs("basic", "aravind")
    both, both_over_equations = costs("cowan", "charles"), costs("aravind", "charles")
    text = (
        f"Assuming takes {assuming.of('equations')}; equations take {over_basic.of('basic')}; both "
        f"together take {both.of('assuming alone')}, and "
        f"{both_over_equations.of('equations alone')}."
    )
    parts = [
        *assuming.parts("assuming against equations", above, limits.MUCH_SLOWER),
        *over_basic.parts("equations against basic", below, limits.NEAR_IN_COST),
        *both.parts("both against assuming", below, 1),
        *both_over_equations.parts("both against equations", above, 1),
    ]
    return finding(parts, text, assuming.time)


@claim(
    "A14", REPORT, "3.1", "Assuming needs at least three times the space of the knowledge base.",
    "The report says in brackets what it counts: the main knowledge base and one for each of the "
    "two suppositions. In parallel, as its prose has it; Algorithm 3 makes the second copy only if "
    "the first supposition holds. So facts are counted, and it can hardly fail; it would if a copy "
    "held only a part. In bytes Python needs less, because copies share their lists of cells.",
    notebook="01_representation",
)  # fmt: skip
def copies_take_space() -> Finding:
    table = table_of("copies")
    in_bytes = times_of("bytes", table["bytes_with_copies"], table["bytes"])
    held, kept = [], []
    for seed in table["board_seed"]:
        board = Board.random(SIDE, SIDE, density=DENSITY, seed=seed)
        position = Position(View(course(board, "basic", seed).before(np.array([TURNS + 1]))[0]))
        bases = [position, position.copy(), position.copy()]  # `Trial` works on a copy
        held.append(sum(len(base.constraints) for base in bases))
        kept.append(len(position.constraints))
    in_facts = times_of("facts", held, kept)
    text = (
        f"With both suppositions {in_facts.value:.2f} times the facts are held, in each of "
        f"{len(held)} positions in mid-game. In Python that takes {say.spanned(in_bytes)} times "
        "the bytes."
    )
    enough = [a >= 3 * b for a, b in zip(held, kept, strict=True)]
    return finding(fact("three times the facts, by position", enough), text, in_facts)


@claim(
    "A18", REPORT, "6, Fig 34", "Using the number of mines costs noticeable time.",
    "We keep a count of mines and cells, and list the cells only when a method asks for them. The "
    "report updates a fact that lists every cell after each move; that its knowledge base grows by "
    "such a fact is certain on any board, so it decides nothing.",
    notebook="05_efficiency",
)  # fmt: skip
def total_costs_time() -> Finding:
    whole = costs("charles", "charles+total")
    arms = {
        "time": ratios("timing", "charles", "charles+total", "seconds"),
        "work": ratios("cost", "charles", "charles+total", "work"),
    }
    text = (
        f"charles+total takes {whole.of('charles')}. By density: time {say.listed(arms['time'])}, "
        f"work {say.listed(arms['work'])}."
    )
    parts = parts_of(arms, "with the number against without, in {}", above, limits.NOTICEABLY)
    return finding(parts, text, whole.time)


@claim(
    "A24", REPORT, "7, Fig 40",
    "With the selection the time lies between that of basic and that of the advanced agent without "
    "it.",
    "Work is counted at density .3, as in the figure. Too few games were timed at .3 alone, so "
    "time is that of .1 to .3 together. It can't be decided: few blocks of games were timed.",
    notebook="05_efficiency",
)  # fmt: skip
def selection_in_between() -> Finding:
    with_it, parts, words = "charles+average", [], []
    for rival, word, beside in (("basic", "more", above), ("charles", "less", below)):
        work = [overall("cost-by-side", rival, with_it, "work", s) for s in (5, 10, 15, 20, 30)]
        time, engine = (
            [overall("timing", rival, with_it, "seconds", s, FEW, form) for s in (10, 15, 20)]
            for form in ("readable", "engine")
        )
        parts += parts_of(
            {"work": work, "time": time}, f"{word} {{}} than {rival}", beside, 1
        )  # fmt: skip
        words.append(
            f"against {rival} {say.listed(work)} times the work on sides 5, 10, 15, 20, 30, and "
            f"{say.listed(time)} times the time on 10, 15, 20 (engine: {say.listed(engine)}), in "
            f"{', '.join(str(point.n) for point in time)} timed blocks"
        )
    return finding(parts, f"Cost of {with_it}: {'; '.join(words)}.", work)


@claim(
    "A29", REPORT, "2.3", "An equation derived from a subset almost always teaches something.",
    "Teaches: it settles a cell. Others may still be a step towards one that does.",
    notebook="05_efficiency",
)  # fmt: skip
def derived_equations_teach() -> Finding:
    rows = games_of("cost", "aravind")
    rows = rows[rows["rows"] == 10]
    point = ratio_of("aravind", rows["deciding"], rows["derived"])
    points = [
        ratio_of(at, part["deciding"], part["derived"])
        for at, part in by_density(rows) if part["derived"].sum() > 0
    ]  # fmt: skip
    best = largest(points)
    text = (
        f"{say.percents(point)} of the derived equations settle a cell; at best {best.value:.0%}, "
        f"at density {best.at:g}."
    )
    return finding(part("settles a cell", above, points, limits.ALMOST_ALWAYS), text, point)


@claim(
    "A32", REPORT, "5", "Both together take longer than either alone.",
    "Section 4 says that they lie between the two (A07).",
    notebook="05_efficiency",
)  # fmt: skip
def both_slowest() -> Finding:
    arms = {rival: costs(rival, "charles") for rival in ("cowan", "aravind")}
    text = "Both together take " + ", and ".join(c.of(rival) for rival, c in arms.items()) + "."
    parts = [p for rival, c in arms.items() for p in c.parts(f"against {rival}", above, 1)]
    return finding(parts, text, arms["cowan"].time)


@claim(
    "A34", REPORT, "2.4",
    "Asking equations before assuming spares the slower method nodes, and time.",
    "Nodes: suppositions. Time: the constraints visited and compared, in the readable form.",
    notebook="05_efficiency",
)  # fmt: skip
def equations_first() -> Finding:
    first, last = both_of("variants", "equations first", "CSP first")
    nodes, work = (times_of(what, last[what], first[what]) for what in ("assumptions", "work"))
    text = (
        f"With assuming first the agent makes {say.spanned(nodes)} times the suppositions and "
        f"{say.spanned(work)} times the work. It makes {last['guesses'].mean():.2f} guesses per "
        f"game, with equations first {first['guesses'].mean():.2f}."
    )
    parts = [part("suppositions", above, [nodes], 1), part("work", above, [work], 1)]
    return finding(parts, text, nodes)


@claim(
    "A35", REPORT, "5",
    "What makes assuming slow is copying the facts for its two suppositions.",
    "Each supposition copies all constraints and changes a few; a program that takes its steps "
    "back touches only those. Much of the cost: more than half of the constraints touched. Copies "
    "are counted, not timed.",
    notebook="05_efficiency",
)  # fmt: skip
def copies_cost_time() -> Finding:
    rows = games_of("variants", "equations first")
    copied = ratio_of("copied", rows["copied"], rows["copied"] + rows["work"], share=True)
    changed = ratio_of("changed", rows["changed"], rows["copied"], share=True)
    text = (
        f"Of the constraints that a game of charles touches, {say.percents(copied)} are copied for "
        f"a supposition; {say.percents(changed)} of the copies are changed by it."
    )
    among = part("copies among all that is touched", above, [copied], limits.MUCH)
    return finding(among, text, copied)
