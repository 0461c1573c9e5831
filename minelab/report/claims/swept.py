"""SWEPT: a recursive basic agent (`basic-002`), and enumeration by groups."""

from dataclasses import replace
from functools import cache

import numpy as np

from minelab.boards.view import View
from minelab.games.play import play
from minelab.inference.methods import deduce
from minelab.lab.stats import (
    Point,
    above,
    below,
    combined,
    difference_of,
    mean_of,
    over_boards,
    pooled,
    ratio_of,
    share_of,
    steps,
    times_of,
    within,
)
from minelab.report.claims import limits, say
from minelab.report.claims.everything import (
    left_by_all_clues,
    left_by_single_clues,
    single_clues_decide,
)
from minelab.report.claims.ledger import Finding, claim, fact, finding, never, part, parts_of
from minelab.report.claims.tables import (
    NOTHING_LEFT,
    between,
    both_of,
    by_density,
    exponent,
    gains,
    games_of,
    levels,
    overall,
    ratios,
)
from minelab.report.sources import printed_board, printed_game

REPORT = "SWEPT"
BASIC = "basic-002"
"""SWEPT's own basic agent, which stops before its rules are exhausted."""


@claim(
    "C01", REPORT, "Score", "The score of basic falls with density.",
    f"Its basic agent is {BASIC}, here and in C02. It can hardly fail: the more mines there are, "
    "the more guesses hit one.",
    notebook="04_density_curves",
)  # fmt: skip
def basic_falls() -> Finding:
    scores = {side: levels(f"density-{side}", BASIC) for side in ("10", "20", "30")}
    falls = {side: steps(points) for side, points in scores.items()}
    tests = np.concatenate([below(points) for points in falls.values()])
    text = (
        f"The score of {BASIC} on 10 × 10 falls from {scores['10'][0].value:.2f} at .05 to "
        f"{scores['10'][9].value:.2f} at .5 and {scores['10'][-1].value:.2f} at .95. On three "
        f"sizes it falls significantly at {tests.sum()} of {len(tests)} steps."
    )
    return finding(parts_of(falls, "falls from step to step, side {}", below), text, falls["10"])


def crossing(points: list[Point], level: float = 0.5) -> Point:
    """The density at which a falling curve passes a level, straight from point to point."""
    for a, b in zip(points, points[1:], strict=False):
        if a.value >= level > b.value:
            fall, width = a.value - b.value, b.at - a.at
            part = (a.value - level) / fall
            spread = combined(a.at, [a, b], [1 - part, part]).scaled(width / fall)
            return replace(spread, value=a.at + part * width, n=a.n)
    raise ValueError(f"the curve never falls through {level}")


@cache
def shares_without_blast(side: int) -> list[Point]:
    """The share of games of SWEPT's basic agent without a blast on this side, by density."""
    rows = games_of("hard", BASIC)
    rows = rows[rows["rows"] == side]
    return [share_of(at, part["blasts"] == 0) for at, part in by_density(rows)]


def without_blast(side: int, share: float = 0.5) -> Point:
    """Up to which density this share of the games of SWEPT's basic agent has no blast."""
    return crossing(shares_without_blast(side), share)


@claim(
    "C02", REPORT, "Score",
    "The game becomes hard for basic near .2: there games without a blast start to decline.",
    "Start: 1 game in 10 has a blast. The report does not say how large its boards are. The larger "
    "the board, the lower the density: there is more room for the first blast. At .2 such games "
    "are nearly gone.",
    notebook="04_density_curves",
)  # fmt: skip
def hard_near_a_fifth() -> Finding:
    sides = (6, 10, 20, 30)
    starts, halves, ends = (
        [without_blast(side, share) for side in sides]
        for share in (limits.ALMOST_ALWAYS, 0.5, 1 - limits.ALMOST_ALWAYS)
    )
    score = {point.at: point.value for point in levels("density-10", BASIC)}[0.2]
    left = next(p.value for p in shares_without_blast(10) if p.at == 0.2)
    text = (
        f"Games of {BASIC} without a blast, on sides 6, 10, 20, 30: 9 in 10 up to density "
        f"{say.listed(starts, 3)}, half up to {say.listed(halves, 3)}, 1 in 10 up to "
        f"{say.listed(ends, 3)}. On side 10 these densities are {say.spanned(starts[1], 3)}, "
        f"{say.spanned(halves[1], 3)} and {say.spanned(ends[1], 3)}; at .2 {left:.1%} of the games "
        f"have no blast, and the score is still {score:.2f}."
    )
    return finding(part("the decline starts", within, starts, limits.NEAR, of=0.2), text, starts[1])


@claim(
    "C03", REPORT, "Decisions",
    "A printed game on 6 × 6 with 8 mines: 32 openings in this order, four mines found.",
    "basic-002 makes the recursive checks that the text describes. In which order it visits "
    "neighbours the text leaves open, so that is taken from the log. It would fail if one opening "
    "were out of place. That these checks find everything is another claim (C04).",
    notebook="03_play_by_play",
)  # fmt: skip
def printed_trace() -> Finding:
    board, game = printed_board("swept"), printed_game("swept")
    record = play(board, game.agent, guesses=game.guesses)
    opened = tuple(seen.cell for turn in record.turns for seen in turn.observations
                   if seen.cell in game.openings)  # fmt: skip
    same = [a == b for a, b in zip(opened, game.openings, strict=False)]
    full = play(board, "basic", guesses=game.guesses)
    safe = board.n_mines - record.blasts
    text = (
        f"basic-002 with the printed guesses makes {sum(same)} of {len(game.openings)} openings in "
        f"the printed order and finds {safe} of {board.n_mines} mines; basic, which exhausts its "
        f"rules, needs {full.guesses} guesses instead of {record.guesses} and finds "
        f"{board.n_mines - full.blasts}."
    )
    parts = [
        fact("openings in the printed order", same),
        fact("as many openings as printed", len(opened) == len(game.openings)),
        fact("mines found as printed", safe == game.found),
    ]
    return finding(parts, text, share_of("openings", same))


@claim(
    "C04", REPORT, "Inference",
    "Basic deduces everything that its rules of a single clue can.",
    "It looks at a clue again only while it moves around it, and misses what a later cell would "
    "settle. The report limits the sentence to these rules, so they alone are tested.",
    notebook="02_inference",
)  # fmt: skip
def single_clues_exhausted() -> Finding:
    points = gains("density-10", "basic", BASIC, "guesses")
    board, game = printed_board("swept"), printed_game("swept")
    record = play(board, BASIC, guesses=game.guesses)
    views = [view.codes for view, turn in record.replay() if turn.method == "guess"]
    missed = int(single_clues_decide(np.array(views)).sum())
    own = left_by_single_clues(BASIC)
    text = (
        f"{own.words} In the printed game they do before {missed} of {len(views)} guesses. {BASIC} "
        f"makes {say.more(pooled(points), 1, 'guesses per game')} than the same rules applied "
        "until nothing more can be proved."
    )
    parts = [own.part, never("nor in the printed game", missed, len(views))]
    return finding(parts, text, own.point)


@claim(
    "C05", REPORT, "Performance",
    "The improved agent solves boards with a higher success rate than basic, also larger ones.",
    f"Success is a game without a blast, as in the report's section on the score, and the score "
    f"itself. Tested against the report's own {BASIC}; games without a blast where at least 1% of "
    "them are left.",
    notebook="04_density_curves",
)  # fmt: skip
def improved_succeeds() -> Finding:
    tables = ("density-10", "density-20", "density-30")
    by_size = gains("size", BASIC, "swept", key="rows")
    parts, words = [part("a higher score at .3, sides 5 to 50", above, by_size)], []
    for name in tables:
        side = name[-2:]
        last = [p.at for p in levels(name, "swept", "no_blast") if p.value >= NOTHING_LEFT][-1]
        unharmed = between(gains(name, BASIC, "swept", "no_blast"), 0, last)
        score = gains(name, BASIC, "swept")
        parts += [
            part(f"more games without a blast, side {side}", above, unharmed),
            part(f"a higher score, side {side}", above, score),
        ]
        words.append(
            f"on side {side} {say.ranged(pooled(unharmed))} of the games without a blast up to "
            f"{last:g}, and {say.signed(pooled(score).value)} in score"
        )
    text = (
        f"swept against {BASIC}: " + "; ".join(words) + f". At density .3 the score gains "
        f"{say.signed(by_size[0].value)} on side {by_size[0].at:g} and "
        f"{say.signed(by_size[-1].value)} on side {by_size[-1].at:g}."
    )
    return finding(parts, text, by_size)


@claim("C06", REPORT, "Improved agent", "The improved agent solves 1-2-1, basic does not.",
       notebook="02_inference")  # fmt: skip
def one_two_one() -> Finding:
    view = View.parse("1 2 1\n? ? ?")
    by_groups, by_single = len(deduce(view, "groups")), len(deduce(view, "single"))
    text = f"Of its three covered cells groups prove {by_groups}, single clues {by_single}."
    parts = [fact("groups prove all three", by_groups == 3), fact("basic none", by_single == 0)]
    return finding(parts, text, Point("1-2-1", by_groups, 0.0, 3))


@claim(
    "C07", REPORT, "Efficiency", "Grouping shrinks the 2 to the N states of enumeration.",
    "It can hardly fail: two groups have fewer states apart than together. The number says how "
    "much it saves. Enumerating all states at once can't be timed, since no game would end.",
    notebook="05_efficiency",
)  # fmt: skip
def grouping_shrinks() -> Finding:
    rows = games_of("cost", "swept")
    rows = rows[rows["rows"] == 10]
    saved = rows["log2_at_once"] - rows["log2_by_group"]
    points = [mean_of(at, saved[part.index]) for at, part in by_density(rows)]
    middle = rows[rows["density"].round(2) == 0.2].mean(numeric_only=True)
    time, engine = (
        overall("timing", "basic", "swept", "seconds", form=form) for form in ("readable", "engine")
    )
    text = (
        f"The number shrinks by a factor of 2 to the {say.spanned(pooled(points), 1)}. At .2 up to "
        f"{middle['frontier']:.0f} cells touch a clue, the largest group has "
        f"{middle['largest_group']:.0f}: 2 to the {middle['log2_at_once']:.0f} states become 2 to "
        f"the {middle['log2_by_group']:.0f}; {rows['nodes'].mean():.0f} placements per game fit "
        f"the clues. The engine takes {rows['engine_nodes'].mean():.0f} steps per game. By groups "
        f"a game takes {say.spanned(time)} times the time of basic (engine: {engine.value:.2f})."
    )
    return finding(part("powers of 2 saved", above, points), text, points)


@claim(
    "C08", REPORT, "Efficiency",
    "Skipping finished cells would save basic time.",
    "The report also met no limits of time or space, which cannot be tested; how work and time "
    "grow is shown. That skipping spares looks at clues can hardly fail; whether it spares time "
    "can, for the program must know which cells are finished. Both forms play the same moves, ours "
    "with its whole game timed. C07 covers the improved agent.",
    notebook="05_efficiency",
)  # fmt: skip
def finished_cells() -> Finding:
    rows = games_of("steps", BASIC)
    spared = ratio_of("clues", rows["finished"], rows["applied"])
    forms = "skipping", BASIC, "skipping", "seconds"
    saved, *larger = (overall(*forms, side).scaled(-1, plus=1) for side in (10, 20, 30))
    points = [point.scaled(-1, plus=1) for point in ratios(*forms)]
    growth, in_time, engine = (
        exponent(BASIC, measure) for measure in ("read", "seconds", "engine_work")
    )
    text = (
        f"{say.percents(spared)} of the clues to which {BASIC} applies its rule are finished. "
        f"Skipping them saves {say.percents(saved)} of its time on side 10 "
        f"({say.percents_at(points)}), and at .2 {say.percents(larger[0])} on side 20, "
        f"{say.percents(larger[1])} on side 30. The clues it reads and uses grow with the cells to "
        f"the power {say.spanned(growth)}, its time to the power {say.spanned(in_time)}, its work "
        f"in the engine to the power {say.spanned(engine)}."
    )
    parts = [
        part("clues that could be skipped", above, [spared]),
        part("time saved on side 10", above, [saved]),
    ]
    return finding(parts, text, saved)


@claim(
    "C09", REPORT, "Improved agent", "The improved agent deduces everything before it goes on.",
    "As described, the method is complete: it tries all placements in a group, and groups share no "
    "clue. So it can hardly fail, like E07: the games only confirm that our swept is built so, and "
    "the report prints no game of its own. The agent is not told the number of mines, which would "
    "prove more near the end.",
    notebook="02_inference",
)  # fmt: skip
def deduces_everything() -> Finding:
    rows = games_of("guesses", "swept").dropna(subset=["safe"])
    missed = rows["safe_with_total"] + rows["mined_with_total"] > 0
    with_total, every = over_boards("total", missed, rows), left_by_all_clues("swept")
    text = f"{every.words} With the number of mines it is {say.percents(with_total, 1)}."
    return finding(every.part, text, every.point)


@claim(
    "C10", REPORT, "Performance", "The game is hard where two or more clues are needed at once.",
    "The sentence is about the improved agent, and the report says what it means by hard: more "
    "placements are possible. So these are counted, on boards where swept proves a cell by several "
    "clues against the others. It compares boards, not densities: .05 to .25 are taken together; "
    "above, hardly any board is of the other kind. It can hardly fail, being nearly a definition: "
    "placements are tried only where single clues prove nothing. Blasts decide nothing: on such "
    "boards proofs succeeded, which spares blasts. Basic, which can't combine clues, does worse.",
    notebook="02_inference",
)  # fmt: skip
def two_clues_needed() -> Finding:
    games, basic = both_of("density-10", "swept", "basic")
    tries, words = [], []
    for at, rows in by_density(games, (0.05, 0.25)):
        two, nodes = rows["deduced_groups"] > 0, rows["nodes"]
        tries.append(difference_of(at, mean_of(at, nodes[~two]), mean_of(at, nodes[two])))
        hits = [own["blasts"][rows.index] > 0 for own in (games, basic)]
        own, other = (f"{hit[two].mean():.0%} and {hit[~two].mean():.0%}" for hit in hits)
        words.append(f"{own} (basic: {other}) at {at:g}")
    whole = pooled(tries)
    text = (
        f"On boards that need two clues swept takes {say.spanned(whole, 0)} more steps of "
        f"enumeration ({', '.join(f'{p.value:.0f} at {p.at:g}' for p in tries)}). Its games with "
        f"a blast, on these boards and on the others: {', '.join(words)}."
    )
    return finding(part("more placements to try", above, [whole]), text, whole)


def two_clue_share() -> list[Point]:
    """The share of swept's deductions that need two clues or more, by density."""
    rows = games_of("density-10", "swept")
    return [
        ratio_of(at, part["deduced_groups"], part["deduced_groups"] + part["deduced_single"])
        for at, part in by_density(rows) if 0 < at < 1
    ]  # fmt: skip


@claim(
    "C11", REPORT, "Efficiency", "Storing less about each cell would cost much time.",
    "Counted in neighbours. With its lists a settled cell is written into the records of its "
    "neighbours, and a rule compares two lengths; without them a rule reads all neighbours of its "
    "clue. Much: twice as much.",
    notebook="01_representation",
)  # fmt: skip
def lists_save_time() -> Finding:
    rows = games_of("steps", BASIC)
    rows = rows[rows["rows"] == 10]
    points = [
        times_of(at, some["read"], some["written"] + some["applied"])
        for at, some in by_density(rows)
    ]
    whole = times_of("all", rows["read"], rows["written"] + rows["applied"])
    text = (
        f"Without lists {BASIC} reads {say.spanned(whole)} times as many neighbours as it writes "
        f"and compares with them; by density {say.listed(points)}."
    )
    return finding(part("without lists", above, points, limits.MUCH_SLOWER), text, whole)
