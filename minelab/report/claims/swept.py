"""SWEPT: a recursive basic agent (`basic-002`), and enumeration by groups."""

import numpy as np

from minelab.report.claims.ledger import (
    ALMOST_ALWAYS,
    NEAR,
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
    Point,
    above,
    at_most,
    below,
    by_density,
    chosen,
    difference_of,
    exponent,
    gains,
    games_of,
    less,
    levels,
    mean_of,
    of_guesses,
    overall,
    pooled,
    ratio_of,
    share_of,
    steps,
    times_of,
    within,
)
from minelab.inference.methods import deduce
from minelab.games.play import play
from minelab.report.sources import printed_board, printed_game
from minelab.boards.view import View

REPORT = "SWEPT"
BASIC = "basic-002"
"""SWEPT's own basic agent, which does not run its rules until they are dry."""


@claim(
    "C01", REPORT, "Score", "The score of basic falls with density.",
    f"Its basic agent is {BASIC}, here and in the next.",
)  # fmt: skip
def basic_falls() -> Finding:
    tables = ("density-10", "density-20", "density-30")
    falls = [steps(levels(name, BASIC)) for name in tables]
    tests = [below(points) for points in falls]
    ends = levels("density-10", BASIC)
    text = (
        f"That of {BASIC} on 10 × 10 from {ends[0].value:.2f} at 0 to {ends[10].value:.2f} at .5 "
        f"and {ends[-2].value:.2f} at .95; it falls at {sum(map(np.sum, tests))} of "
        f"{sum(map(len, tests))} steps on three sizes."
    )
    return finding(verdict(*tests), text, falls[0])


def crossing(points: list[Point], level: float = 0.5) -> Point:
    """The density at which a falling curve passes a level, between two points on a line."""
    for a, b in zip(points, points[1:], strict=False):
        if a.value >= level > b.value:
            fall, width = a.value - b.value, b.at - a.at
            part = (a.value - level) / fall
            error = np.hypot((1 - part) * a.error, part * b.error) / fall * width
            return Point(a.at, a.at + part * width, float(error), a.n)
    raise ValueError(f"the curve does not pass {level}")


def loss_free_shares(side: int) -> list[Point]:
    """The share of its basic agent's games without a blast on boards of this side, by density."""
    rows = games_of("hard", BASIC)
    rows = rows[rows["rows"] == side]
    return [share_of(at, some["blasts"] == 0) for at, some in by_density(rows)]


def loss_free(side: int, share: float = 0.5) -> Point:
    """Up to which density this share of its basic agent's games pass without a blast."""
    return crossing(loss_free_shares(side), share)


@claim(
    "C02", REPORT, "Score",
    "The game becomes hard for basic near .2: there games without loss start to vanish.",
    "Start: a game in ten has a loss; vanish: almost all have one. On small boards they are all "
    "but gone near .2, but they start to vanish far below. The report does not say how large its "
    "boards are. The larger the board, the sooner: there is more room for the first loss.",
)  # fmt: skip
def hard_near_a_fifth() -> Finding:
    sides = (6, 10, 20, 30)
    starts, halves, ends = (
        [loss_free(side, share) for side in sides]
        for share in (ALMOST_ALWAYS, 0.5, 1 - ALMOST_ALWAYS)
    )
    tests = [within([less(point, 0.2) for point in points], NEAR) for points in (starts, ends)]
    score = {point.at: point.value for point in levels("density-10", BASIC)}[0.2]
    left = next(p.value for p in loss_free_shares(10) if p.at == 0.2)
    text = (
        f"Of the games of {BASIC} on sides 6, 10, 20, 30 nine in ten pass without a blast up to "
        f"{listed(starts, 3)}, half up to {listed(halves, 3)}, one in ten up to "
        f"{listed(ends, 3)}. On side 10 these are {spanned(starts[1], 3)}, "
        f"{spanned(halves[1], 3)} and {spanned(ends[1], 3)}; at .2 {left:.1%} are left, and the "
        f"score is still {score:.2f}."
    )
    return finding(verdict(*tests), text, ends[1])


@claim(
    "C03", REPORT, "Decisions", "A printed game on 6 × 6 with 8 mines: eight mines, four found.",
    "Played to the end of its own rules, with the same guesses, basic would need fewer.",
)  # fmt: skip
def printed_trace() -> Finding:
    board, game = printed_board("swept"), printed_game("swept")
    record = play(board, game.agent, guesses=game.guesses)
    opened = tuple(seen.cell for turn in record.turns for seen in turn.observations
                   if seen.cell in game.openings)  # fmt: skip
    same = [a == b for a, b in zip(opened, game.openings, strict=False)]
    full = play(board, "basic", guesses=game.guesses)
    found = board.n_mines - record.blasts
    text = (
        f"basic-002 with the printed guesses makes {sum(same)} of {len(game.openings)} openings in "
        f"the printed order and finds {found} of {board.n_mines} mines; basic to the fix-point "
        f"needs {full.guesses} guesses for {record.guesses} and finds "
        f"{board.n_mines - full.blasts}."
    )
    tests = [*same, len(opened) == len(game.openings), found == game.found]
    return finding(verdict(tests), text, share_of("openings", same))


@claim(
    "C04", REPORT, "Inference", "Basic deduces all that rules of a single clue can.",
    "It looks at a clue again only while it works its way around; what a later cell would settle "
    "is not seen. Holds: it needs no more guesses than the same rules run until they are dry, on "
    "drawn boards and in the printed game.",
)  # fmt: skip
def single_clues_exhausted() -> Finding:
    points = gains("density-10", "basic", BASIC, "guesses", where=(0.05, 0.95))
    board, game = printed_board("swept"), printed_game("swept")
    printed, dry = (play(board, name, guesses=game.guesses).guesses for name in (BASIC, "basic"))
    text = (
        f"It guesses {ranged(pooled(points), 1)} times more than the same rules run until they "
        f"are dry; surely more at {span(points, above(points))}; in the printed game {printed} "
        f"times, not {dry}."
    )
    return finding(verdict(at_most(points), printed <= dry), text, points)


@claim(
    "C05", REPORT, "Performance", "The improved agent succeeds more often, also on larger boards.",
    f"Tested against the report's own {BASIC}, at all densities with mines and without a full "
    "board. The same rules run until they are dry (basic) leave less to gain, and nothing on "
    "nearly empty and nearly full boards.",
)  # fmt: skip
def improved_succeeds() -> Finding:
    tables = ("density-10", "density-20", "density-30")
    arms = {
        rival: (
            gains("size", rival, "swept", key="rows"),
            *(gains(name, rival, "swept", where=(0.05, 0.95)) for name in tables),
        )
        for rival in (BASIC, "basic")
    }
    parts = [
        f"against {rival} {signed(by_size[0].value)} on side {by_size[0].at:g}, "
        f"{signed(by_size[-1].value)} on side {by_size[-1].at:g}, better at densities "
        + ", ".join(
            f"{span(points, above(points))} (side {name[-2:]})"
            for name, points in zip(tables, by_density, strict=True)
        )
        for rival, (by_size, *by_density) in arms.items()
    ]
    text = "Score of swept at density .3: " + "; ".join(parts) + "."
    return finding(verdict(*map(above, arms[BASIC])), text, arms[BASIC][0])


@claim("C06", REPORT, "Improved agent", "The improved agent solves 1-2-1, basic does not.")
def one_two_one() -> Finding:
    view = View.parse("1 2 1\n? ? ?")
    by_groups, by_single = len(deduce(view, "groups")), len(deduce(view, "single"))
    text = f"Of its three covered cells groups prove {by_groups}, single clues {by_single}."
    solved = verdict([by_groups == 3, by_single == 0])
    return finding(solved, text, Point("1-2-1", by_groups, 0.0, 3))


@claim(
    "C07", REPORT, "Efficiency", "Grouping shrinks the 2 to the N states of enumeration.",
    "Decided by counts alone: what all states at once would take can't be timed, since no game "
    "would end.",
)  # fmt: skip
def grouping_shrinks() -> Finding:
    rows = games_of("cost", "swept")
    rows = rows[rows["rows"] == 10]
    saved = rows["log2_at_once"] - rows["log2_by_group"]
    points = [mean_of(at, saved[rows["density"] == at]) for at in sorted(rows["density"].unique())]
    middle = rows[rows["density"].round(2) == 0.2].mean(numeric_only=True)
    time, engine = (
        overall("timing", "basic", "swept", "seconds", form=form) for form in ("readable", "engine")
    )
    text = (
        f"By a factor of 2 to the {spanned(pooled(points), 1)}. At .2 the frontier has up to "
        f"{middle['frontier']:.0f} cells, the largest group {middle['largest_group']:.0f}: 2 to "
        f"the {middle['log2_at_once']:.0f} states become 2 to the {middle['log2_by_group']:.0f}; "
        f"{rows['nodes'].mean():.0f} placements a game fit the clues. The engine takes "
        f"{rows['engine_nodes'].mean():.0f} steps. By groups a game takes {spanned(time)} times "
        f"the time of basic (engine: {engine.value:.2f})."
    )
    return finding(verdict(above(points)), text, points)


@claim(
    "C08", REPORT, "Efficiency",
    "Basic meets no limits of time or space; passing over finished cells would save it time.",
    "No limit: its work and its time grow by less than the square of the cells. What passing over "
    "finished cells saves is counted, not timed: no form differs in that alone. The improved agent "
    "is another matter (C07).",
)  # fmt: skip
def finished_cells() -> Finding:
    rows = chosen(games_of("cost", "basic"), 10)
    saved = ratio_of("clues", rows["clues"] - rows["visits"], rows["clues"])
    engine = times_of("engine", rows["engine_work"], rows["clues"])
    growth, with_lists = exponent("basic"), exponent("basic", "engine_work")
    in_time = exponent("basic", "seconds")
    text = (
        f"{percents(saved)} of the clues that it reads are finished. Clues read and weighed grow "
        f"with the cells to the power {spanned(growth)}, time to the power {spanned(in_time)}. The "
        f"engine, which keeps lists, looks at {percents(engine)} as many, to the power "
        f"{spanned(with_lists)}."
    )
    return finding(verdict(above([saved]), below([growth, in_time], 2)), text, saved)


@claim(
    "C09", REPORT, "Improved agent", "The improved agent deduces everything.",
    "From the clues alone it does. It does not use the number of mines, which would prove more "
    "near the end.",
)  # fmt: skip
def deduces_everything() -> Finding:
    rows = games_of("guesses", "swept")
    rows = rows[rows["safe"].notna()]
    left = rows["safe"] + rows["mined"] > 0
    missed = rows["safe_with_total"] + rows["mined_with_total"] > 0
    with_total = of_guesses("total", rows, missed)
    text = (
        f"Before {left.sum()} of {len(rows):,} guesses the clues still proved something; with the "
        f"number of mines before {percents(with_total, 1)}."
    )
    return finding(verdict([not left.any(), not missed.any()]), text, with_total)


@claim(
    "C10", REPORT, "Performance", "The game is hard where two or more clues are needed at once.",
    f"Tested from .05 to .3, where there are boards of both kinds. Hard: {BASIC} loses a mine "
    "more often.",
)  # fmt: skip
def two_clues_needed() -> Finding:
    basic, swept = games_of("density-10", BASIC), games_of("density-10", "swept")
    needed = swept["deduced_groups"].to_numpy() > 0
    unharmed = basic["blasts"].to_numpy() == 0
    points, shares = [], {}
    for at in np.unique(basic["density"].round(2)):
        here = basic["density"].round(2).to_numpy() == at
        one, two = here & ~needed, here & needed
        shares[at] = needed[here].mean()
        if 0.05 <= at <= 0.3:
            parts = (share_of(at, unharmed[some]) for some in (two, one))
            points.append(difference_of(at, *parts))
    held = above(points)
    text = (
        f"Where one clue at a time suffices for swept, {BASIC} passes unharmed more often: "
        f"{ranged(pooled(points), 2)} of the games, surely at {span(points, held)}. Boards that "
        f"need two clues: {shares[0.1]:.0%} at .1, {shares[0.2]:.0%} at .2, {shares[0.3]:.0%} at "
        ".3."
    )
    return finding(verdict(held), text, points)


def two_clue_share() -> list[Point]:
    """The share of swept's deductions that need two clues or more, by density."""
    rows = games_of("density-10", "swept")
    return [
        ratio_of(at, some["deduced_groups"], some["deduced_groups"] + some["deduced_single"])
        for at, some in by_density(rows) if 0 < at < 1
    ]  # fmt: skip
