"""COWAN: assuming, equations, both; two bonuses. The standards, and what `above` and `within`
demand, are at the top of `__init__.py`."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from minelab.boards.board import Board
from minelab.boards.grid import COVERED
from minelab.boards.view import View
from minelab.games.compiled import course
from minelab.games.play import play
from minelab.inference.methods import deduce
from minelab.inference.odds import odds
from minelab.inference.position import Position
from minelab.lab.stats import (
    BOARD,
    Point,
    above,
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
from minelab.report.claims import limits, say
from minelab.report.claims.everything import (
    Stack,
    around,
    before_guesses,
    left_by_all_clues,
    some_boards,
)
from minelab.report.claims.ledger import (
    Finding,
    Part,
    claim,
    fact,
    finding,
    fitting,
    largest,
    never,
    no_more,
    part,
    parts_of,
)
from minelab.report.claims.tables import (
    INNER,
    between,
    both_of,
    by_density,
    costs,
    differences,
    gains,
    games_of,
    levels,
    overall,
    ratios,
    relative_gains,
    shares_by_density,
    table_of,
)
from minelab.report.replays import (
    MINES,
    PRINTED,
    SOLVED,
    figure_by_figure,
    printed_guesses,
    printed_record,
)
from minelab.report.representations.copies import DENSITY, SIDE, TURNS
from minelab.report.sources import printed_board, printed_game

REPORT = "COWAN"
MIDDLE = (0.1, 0.7)
"""Where the report says that both together beat basic (A08) and guess less (A10)."""
FEW = (0.1, 0.3)
"""The densities that are counted and timed on boards of every size."""


@claim(
    "A01", REPORT, "2.2.1, Fig 3",
    "Assuming on all covered cells beside clues finds no more than assuming on those in two or "
    "more facts.",
    "A cell in one fact sometimes settles a neighbour. The gain is real, but about one mine in a "
    "thousand: the report's 100 boards per density could hardly show it.",
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
    "A03", REPORT, "2.2.1, Fig 3",
    "Assuming only on cells in three or more facts lowers the score and raises the guesses at all "
    "densities.",
    "On nearly empty and nearly full boards there is nothing to assume.",
    notebook="04_density_curves",
)  # fmt: skip
def three_facts_worse() -> Finding:
    score = gains("density-10", "cowan", "cowan-3")
    guesses = gains("density-10", "cowan", "cowan-3", "guesses")
    text = (
        f"cowan-3 scores {say.more(pooled(score))} than cowan, significantly less at "
        f"{say.held_at(below, score)}. It makes "
        f"{say.more(pooled(guesses), 2, 'guesses per game')}, significantly more at "
        f"{say.held_at(above, guesses)}."
    )
    parts = [part("scores less", below, score), part("guesses more", above, guesses)]
    return finding(parts, text, score)


@claim(
    "A04", REPORT, "2.2.1",
    "Every form of assuming beats basic in score, always.",
    "On nearly empty and nearly full boards all agents do equally well.",
    notebook="04_density_curves",
)  # fmt: skip
def assuming_beats_basic() -> Finding:
    arms = {name: gains("density-10", "basic", name) for name in ("cowan-1", "cowan", "cowan-3")}
    gain = "; ".join(f"{name} {say.gained(points)}" for name, points in arms.items())
    parts = parts_of(arms, "{} beats basic", above)
    return finding(parts, f"Gain in score on basic: {gain}.", arms["cowan"])


@claim(
    "A05", REPORT, "2.4, Figs 5-6",
    "Assuming and equations each win on some boards.",
    "It can hardly fail: two methods that differ at all win on some board each, unless one knows "
    "all that the other knows.",
    notebook="04_density_curves",
)  # fmt: skip
def each_wins_somewhere() -> Finding:
    games, gain = differences("density-10", "cowan", "aravind")
    gain = gain[games["mines"] == 20]
    wins = [share_of("equations", gain > 0), share_of("assuming", gain < 0)]
    text = (
        f"On 10 × 10 with 20 mines equations score more on {say.percents(wins[0])} of the boards, "
        f"assuming on {say.percents(wins[1])}."
    )
    parts = [part(f"boards won by {win.at}", above, [win]) for win in wins]
    return finding(parts, text, wins[0])


@claim(
    "A06", REPORT, "2.4, Figs 7-8",
    "Assuming and equations are close in score and in guesses, with very little difference.",
    "Close in guesses: within two hundredths of the cells; little: within one.",
    notebook="04_density_curves",
)  # fmt: skip
def assuming_and_equations_close() -> Finding:
    score = gains("density-10", "cowan", "aravind")
    guesses = gains("density-10", "cowan", "aravind", "guesses")
    widest, most = (max(arm, key=lambda point: abs(point.value)) for arm in (score, guesses))
    text = (
        f"aravind scores {say.more(pooled(score))} than cowan; the largest difference is "
        f"{say.signed(widest.value)}, at {widest.at:g}. It makes "
        f"{say.more(pooled(guesses), 2, 'guesses per game')}, at most {most.value:.1f}, at "
        f"{most.at:g}. They are significantly within "
        f"{limits.LITTLE} in score at {say.held_at(within, score, limits.LITTLE)}, and within one "
        f"guess at {say.held_at(within, guesses, limits.LITTLE * 100)}."
    )
    parts = [
        part("close in score", within, score, limits.CLOSE),
        part("close in guesses", within, guesses, limits.CLOSE * 100),
        part("little difference in score", within, score, limits.LITTLE),
        part("little difference in guesses", within, guesses, limits.LITTLE * 100),
    ]
    return finding(parts, text, score)


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
    "A08", REPORT, "4, Fig 30",
    "Both together beat basic between densities .1 and .7, and equal it at very low and very high "
    "ones.",
    "The report says when the agent is better, from .1 to .7, and that it is the same at very low "
    "and very high densities: so these are all the others. Same, as read off a graph: within .02. "
    "It would fail if the agent were not better at one of the former, or .02 better at one of the "
    "latter. Even there it is a little better.",
    notebook="04_density_curves",
)  # fmt: skip
def both_beat_basic() -> Finding:
    points = gains("density-10", "basic", "charles")
    inside = between(points, *MIDDLE)
    outside = [point for point in points if point not in inside]
    text = (
        f"From .1 to .7 charles scores {say.more(pooled(inside))} than basic, and significantly "
        f"more at {say.held_at(above, inside)}. Elsewhere the difference is "
        f"{say.signed_at(outside)}."
    )
    parts = [
        part("better from .1 to .7", above, inside),
        part("the same elsewhere", within, outside, limits.CLOSE),
    ]
    return finding(parts, text, inside)


@claim(
    "A09", REPORT, "4", "Basic never beats the advanced agents.",
    "Never: at no density, and on no board if both guess in the same order. It can hardly fail: "
    "with the same order the advanced agent knows all that basic knows. If each has its own order, "
    "basic can win by luck.",
    notebook="04_density_curves",
)  # fmt: skip
def basic_never_better() -> Finding:
    names = ("cowan", "aravind", "charles")
    arms = {name: gains("density-10", name, "basic") for name in names}
    games = games_of("density-10", "basic")
    inner = games["density"].between(*INNER)
    single = np.concatenate([differences("density-10", a, "basic")[1][inner] for a in names])
    by_luck = ", ".join(
        f"{wins_by_luck(f'cowan-{figure}'):.0%} of the games on the board of Fig {figure}"
        for figure in (11, 29)
    )
    text = (
        f"basic scores {say.more(pooled(arms['charles']))} than charles on average. With the same "
        f"order of guesses it scores more than cowan, aravind or charles in {(single > 0).sum():,} "
        f"of {len(single):,} comparisons on single boards. If each has its own order, basic beats "
        f"charles in {by_luck}."
    )
    parts = [
        no_more("at no density", [p for own in arms.values() for p in own]),
        never("on no board, with the same order", int((single > 0).sum()), len(single)),
    ]
    return finding(parts, text, arms["charles"])


def wins_by_luck(board: str) -> float:
    """How often basic hits fewer mines than charles on a printed board, in independent games."""
    games = table_of("replays")
    games = games[games["board"] == board]
    basic, charles = (
        np.bincount(games.loc[games["agent"] == name, "blasts"], minlength=21)
        for name in ("basic", "charles")
    )
    fewer = np.cumsum(basic) - basic
    return float((fewer * charles).sum() / (basic.sum() * charles.sum()))


@claim("A10", REPORT, "4, Fig 31", "Both together need fewer guesses between .1 and .7.",
       notebook="04_density_curves")  # fmt: skip
def both_guess_less() -> Finding:
    points = gains("density-10", "basic", "charles", "guesses", MIDDLE)
    text = (
        f"charles makes {say.more(pooled(points), 2, 'guesses per game')} than basic, "
        f"significantly fewer at {say.held_at(below, points)}."
    )
    return finding(part("fewer guesses", below, points), text, points)


@claim(
    "A11", REPORT, "4",
    "Both together are only a little better than either alone; assuming is a little better than "
    "equations.",
    "Decided on the agent that the text describes, whose methods take turns until none proves "
    "anything more (charles). If each is asked once (charles-once), the agent hovers around the "
    "two, as the report also says. Better: on average; a little: less than .03 at every density.",
    notebook="04_density_curves",
)  # fmt: skip
def only_slightly_better() -> Finding:
    pairs = [
        ("cowan", "charles"), ("aravind", "charles"), ("aravind", "cowan"),
        ("cowan", "charles-once"), ("aravind", "charles-once"),
    ]  # fmt: skip
    arms = {pair: gains("density-10", *pair) for pair in pairs}
    parts = []
    for a, b in pairs[:3]:
        parts += [
            part(f"{b} better than {a}", above, [pooled(arms[a, b])]),
            part(f"{b} only a little better than {a}", below, arms[a, b], limits.SLIGHTLY),
        ]
    gain = ", ".join(f"{b} on {a} {say.signed(pooled(arms[a, b]).value)}" for a, b in pairs)
    text = f"Gain in score on average: {gain}."
    return finding(parts, text, arms["cowan", "charles"])


@claim(
    "A12", REPORT, "4",
    "As density grows and fewer of the mines are found, the guesses fall too.",
    "In the next sentence the report says the opposite, that the agent has to pick more cells at "
    "random; that is right.",
    notebook="04_density_curves",
)  # fmt: skip
def guesses_fall_with_density() -> Finding:
    guesses = {
        name: levels("density-10", name, "guesses")
        for name in ("basic", "cowan", "aravind", "charles")
    }
    rises = [step for points in guesses.values() for step in steps(points)]
    text = "Guesses per game at densities .1, .5 and .9: " + "; ".join(
        f"{name} {say.listed([p for p in points if p.at in (0.1, 0.5, 0.9)], 1)}"
        for name, points in guesses.items()
    ) + (
        f". Of {len(rises)} steps of .05 they rise significantly at {above(rises).sum()} and fall "
        f"at {below(rises).sum()}."
    )  # fmt: skip
    return finding(part("guesses fall", below, rises), text, rises)


@claim(
    "A13", REPORT, "4",
    "The game is hard where a guess is more likely a mine than not, and gets harder as density "
    "grows.",
    "It can hardly fail: the more mines there are among the covered cells, the more guesses hit "
    "one.",
    notebook="04_density_curves",
)  # fmt: skip
def guesses_hit_more_often() -> Finding:
    points = guesses_that_hit()
    text = (
        f"Guesses of charles that hit a mine: {say.percents_at(points)}; significantly more than "
        f"half at {say.held_at(above, points, 0.5)}."
    )
    parts = [
        part("mines become more likely", above, steps(points)),
        part("in the end more likely than not", above, points[-1:], 0.5, printed=True),
    ]
    return finding(parts, text, points[-1])


def guesses_that_hit() -> list[Point]:
    """The share of the guesses of charles that hit a mine, by density."""
    rows = games_of("guesses", "charles")
    return shares_by_density(rows, rows["mine"])


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


def printed_play(name: str) -> tuple[list[Part], str, Point]:
    """Whether our agents, with the printed guesses, pass through the printed boards."""
    game = printed_game(name)
    shown = {figure: view for figure, view in game.figures.items() if figure != SOLVED.get(name)}
    guesses, mines = PRINTED[name, game.agent]
    readings, words = [], []
    for agent in (f"{game.agent}-once", game.agent):
        record = play(printed_board(name), agent, guesses=game.guesses)
        equal = figure_by_figure(record, shown)["apart"] == ""
        found = MINES - record.blasts
        same = record.guesses == guesses, found == mines
        readings.append([
            fact(f"{agent}: boards equal to the printed ones", equal),
            fact(f"{agent}: as many guesses and mines", same),
        ])  # fmt: skip
        words.append(
            f"{agent} passes through {equal.sum()} of {len(equal)} boards, needs {record.guesses} "
            f"guesses and finds {found} mines"
        )
    fitted = figure_by_figure(printed_record(name), shown)["apart"] == ""
    games = table_of("replays").query("board == @name and agent == @game.agent")
    as_many = share_of(game.agent, games["guesses"] <= guesses)
    text = (
        f"With the printed guesses {'; '.join(words)}. A player that we fitted to the figures "
        f"passes through {fitted.sum()}. In 10,000 random orders of guessing {game.agent} needs no "
        f"more guesses than printed in {say.percents(as_many)}."
    )
    return fitting(*readings), text, as_many


@claim(
    "A15", REPORT, "3.2, Figs 11-19",
    "On the board of Fig 11 equations find 19 of 20 mines with 7 guesses, basic 18 with 11.",
    "The text has equations used until nothing more can be inferred (aravind); Algorithms 4 to 6 "
    "show one round and do not say when it is repeated, so we also try one per guess "
    "(aravind-once). Given the printed guesses the two part at Fig 14, so no game can be both: it "
    "would hold if either passed through all printed boards. The first does better than printed, "
    "the second comes near and decides. Of the game of basic only the result is printed; since "
    "almost any result is possible, it decides nothing.",
    notebook="03_play_by_play",
)  # fmt: skip
def fig_11() -> Finding:
    parts, text, point = printed_play("cowan-11")
    guesses, mines = PRINTED["cowan-11", "basic"]
    games = table_of("replays").query("board == 'cowan-11' and agent == 'basic'")
    same = (games["guesses"] == guesses) & (MINES - games["blasts"] == mines)
    text += f" Of 10,000 games of basic {same.sum():,} end as printed."
    return finding(parts, text, point)


@claim(
    "A16", REPORT, "3.3, Figs 20-29",
    "On the board of Fig 29 both together find all 20 mines with 4 guesses. First the agent gets "
    "all it can from equations; at Fig 25 they are stuck, and assuming goes on.",
    "The figures print the whole game but its first board, which is a picture. With all that "
    "equations prove, charles needs one guess fewer than printed; charles-once, which fits better, "
    "decides (as in A15). In one pass too (subset-once) equations prove cells before the same two "
    "guesses.",
    notebook="03_play_by_play",
)  # fmt: skip
def fig_29() -> Finding:
    parts, text, point = printed_play("cowan-29")
    view, guesses = printed_game("cowan-29").figures[25], printed_guesses("cowan-29")
    missed = int((guesses["subset"] > 0).sum())
    equations, assumed = (
        {d.cell for d in deduce(view, method)} for method in ("subset", "assume")
    )  # fmt: skip
    printed = {(9, column) for column in range(1, 7)}
    text += (
        f" In the printed game equations prove a cell before {missed} of {len(guesses)} guesses. "
        f"At Fig 25 they prove {len(equations)} cells and assuming {len(assumed)}; the report "
        f"prints {len(printed)}."
    )
    parts += [
        never("all from equations first, before every guess", missed, len(guesses)),
        fact("Fig 25: equations stuck, assuming goes on", [not equations, assumed >= printed]),
    ]  # fmt: skip
    return finding(parts, text, point)


@claim(
    "A17", REPORT, "6, Fig 33",
    "Knowing the number of mines has little effect up to density .6, and a decent gain above.",
    "Decent: more than slightly. The section names equations and assuming, so charles plays. The "
    "gain comes at the highest densities, where few safe cells remain. A19 covers boards full "
    "of mines.",
    notebook="06_bonuses",
)  # fmt: skip
def total_helps_late() -> Finding:
    points, alone = (gains("bonuses", name, f"{name}+total") for name in ("charles", "cowan"))
    early, late = between(points, 0, 0.6), between(points, 0.65, 1)
    best = largest(late)
    text = (
        f"charles+total scores {say.more(pooled(early), 4)} than charles up to .6 and "
        f"{say.more(pooled(late))} above. The gain is significantly more than {limits.LITTLE} at "
        f"{say.held_at(above, points, limits.LITTLE)}, than {limits.SLIGHTLY} at "
        f"{say.held_at(above, points, limits.SLIGHTLY)}, and largest at {best.at:g}: "
        f"{say.signed(best.value)}. With cowan it is "
        f"{say.signed(pooled(between(alone, 0, 0.6)).value)} up to .6 and "
        f"{say.signed(pooled(between(alone, 0.65, 1)).value)} above."
    )
    parts = [
        part("little effect up to .6", within, early, limits.LITTLE),
        part("a decent gain above", above, late, limits.SLIGHTLY),
    ]
    return finding(parts, text, late)


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
    "A19", REPORT, "6",
    "Boards without mines, and boards full of mines, are solved at once if the number is known.",
    "It can hardly fail: the first look at the number settles every cell.",
    notebook="06_bonuses",
)  # fmt: skip
def ends_solved_at_once() -> Finding:
    guessed = {
        f"{name} at {at:g}": games_of("bonuses", name).query("density == @at")["guesses"] > 0
        for name in ("cowan+total", "charles+total") for at in (0, 1)
    }  # fmt: skip
    point = share_of("all", ~np.concatenate(list(guessed.values())))
    text = (
        f"cowan+total and charles+total need no guess in {point.value:.0%} of {point.n:,} games at "
        "densities 0 and 1."
    )
    parts = [
        never(f"{name}: no game with a guess", int(games.sum()), len(games))
        for name, games in guessed.items()
    ]
    return finding(parts, text, point)


@claim(
    "A20", REPORT, "7, Fig 36", "Choosing by the average raises the score strongly and saves time.",
    "Strongly: by more than .05 on average over the densities; at the lowest and the highest there "
    "is less than that to gain. The choice itself costs time at every guess; in return there are "
    "fewer guesses.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_helps() -> Finding:
    whole = costs("charles", "charles+average")
    points, alone = (gains("bonuses", name, f"{name}+average") for name in ("charles", "cowan"))
    text = (
        f"charles+average scores {say.more(pooled(points))} than charles, significantly more than "
        f"{limits.STRONGLY} at {say.held_at(above, points, limits.STRONGLY)}; it takes "
        f"{whole.of('charles')}. With cowan the gain is {say.signed(pooled(alone).value)}."
    )
    parts = [
        part("the score rises strongly", above, [pooled(points)], limits.STRONGLY),
        *whole.parts("with the choice against without", below, 1),
    ]
    return finding(parts, text, points)


@claim(
    "A21", REPORT, "7, Fig 38",
    "At density .3 all versions of the advanced agent get worse as the board grows.",
    "A cell at the border has fewer clues around it, and a small board has more such cells for "
    "its size.",
    notebook="06_bonuses",
)  # fmt: skip
def larger_is_worse() -> Finding:
    names = ["cowan", "aravind", "charles", "cowan+average", "charles+average"]
    sizes = {name: levels("size", name, key="rows") for name in names}
    ends = [difference_of(name, points[0], points[-1]) for name, points in sizes.items()]
    changes = [step for points in sizes.values() for step in steps(points)]
    text = (
        "From side 5 to 50 the score changes: "
        + ", ".join(f"{p.at} {say.signed(p.value)}" for p in ends)
        + f". Of {len(changes)} steps from one size to the next it falls significantly at "
        f"{below(changes).sum()} and rises at {above(changes).sum()}."
    )
    return finding(part("the score falls", below, changes), text, ends)


@claim(
    "A22", REPORT, "7, Fig 38", "Both together with the selection stay best at all sizes.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_best_at_all_sizes() -> Finding:
    rivals = ["basic", "cowan", "aravind", "charles"]
    arms = {name: gains("size", name, "charles+average", key="rows") for name in rivals}
    gain = "; ".join(f"on {name} {say.gained(points)}" for name, points in arms.items())
    text = f"Gain of charles+average at density .3, and at which sides: {gain}."
    return finding(parts_of(arms, "better than {}", above), text, arms["charles"])


@claim("A23", REPORT, "7, Fig 39", "The selection lowers the number of guesses.",
       notebook="06_bonuses")  # fmt: skip
def selection_lowers_guesses() -> Finding:
    points = gains("size", "charles", "charles+average", "guesses", key="rows")
    text = (
        f"At density .3 charles+average makes {say.more(points[1], 1, 'guesses per game')} than "
        f"charles on side {points[1].at:g} and {say.more(points[-1], 1, 'guesses per game')} on "
        f"side {points[-1].at:g}; significantly fewer at sides {say.held_at(below, points)}."
    )
    return finding(part("fewer guesses", below, points), text, points[1])


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
    "A25", REPORT, "7, Figs 41-42",
    "The number of mines on top of the selection pays above density .75.",
    "It adds to the selection there, but less than it adds without the selection; on average the "
    "number alone is better than both.",
    notebook="06_bonuses",
)  # fmt: skip
def both_bonuses() -> Finding:
    above_that = (0.8, 0.95)
    arms, words = {}, []
    for name in ("cowan", "charles"):
        both = f"{name}+total+average"
        arms[name] = gains("bonuses", f"{name}+average", both, where=above_that)
        alone = pooled(gains("bonuses", f"{name}+total", both, where=above_that))
        together = pooled(interactions(name, above_that))
        words.append(
            f"{name} {say.gained(arms[name])}; that is {say.more(together)} than without the "
            f"selection, and with both it scores {say.more(alone)} than with the number alone"
        )
    text = f"Gain by the number above .75, with the selection: {'; '.join(words)}."
    return finding(parts_of(arms, "adds to {}+average", above), text, arms["charles"])


def interactions(name: str, where: tuple[float, float]) -> list[Point]:
    """What the number of mines gains with the selection, minus what it gains without it."""
    (games, beside), (_, alone) = (
        differences("bonuses", name + arm, f"{name}+total{arm}") for arm in ("+average", "")
    )
    more = beside - alone
    return [mean_of(at, more[rows.index]) for at, rows in by_density(games, where)]


@claim(
    "A26", REPORT, "2.3", "With subsets the program deduces everything before it guesses.",
    "Two clues that overlap can settle cells too when neither contains the other, and so can "
    "longer chains. Our aravind repeats its own rules until they prove nothing, so that these "
    "leave nothing is by construction and decides nothing.",
    notebook="02_inference",
)  # fmt: skip
def subsets_complete() -> Finding:
    table = table_of("reach")
    rows = table[table["agent"] == "aravind"]
    boards = rows.groupby(BOARD)[["found", "provable"]].sum()
    point = ratio_of("aravind", boards["found"], boards["provable"])
    every = left_by_all_clues("aravind")
    guesses = printed_guesses("cowan-11")
    missed = int(guesses["by"].isin(("single", "subset")).sum())
    text = (
        f"{every.words} In the printed game (Figs 11-19) subsets prove a cell before {missed} of "
        f"{len(guesses)} guesses. Where basic is stuck and something can be proved ({len(rows):,} "
        f"positions on 8 × 8), aravind proves {say.percents(point, 1)} of the provable cells."
    )
    parts = [every.part, never("nor subsets in the printed game", missed, len(guesses))]
    return finding(parts, text, every.point)


@claim(
    "A27", REPORT, "7", "Among cells of equal chance the one with the fewest covered neighbours is "
    "best.",
    "Tested from .1 to .9, on sides 10 and 30.",
    notebook="06_bonuses",
)  # fmt: skip
def fewest_neighbours() -> Finding:
    rivals = {"the most": "charles+average-most", "a random choice": "charles+average-lot"}
    arms = {
        f"{words}, side {side}": gains(
            "ablations", rival, "charles+average", where=(0.1, 0.9), side=side
        )
        for words, rival in rivals.items() for side in (10, 30)
    }  # fmt: skip
    gain = "; ".join(f"{arm}, {say.gained(points)}" for arm, points in arms.items())
    text = f"Gain in score by the fewest, against {gain}."
    return finding(parts_of(arms, "better than {}", above), text, arms["a random choice, side 10"])


@claim(
    "A28", REPORT, "2.4.1", "In the agent with both, assuming works mostly at the very end.",
    "The very end: the last fifth of a game's moves. Work: cells proved, not suppositions tried. "
    "Games at densities .1 to .6 are taken together.",
    notebook="03_play_by_play",
)  # fmt: skip
def assuming_at_the_end() -> Finding:
    points, halves = [], []
    for name in ("charles", "charles-once"):
        rows = games_of("progress", name)
        moves = rows[rows["method"] == "assume"]
        late = moves.assign(late=moves["moves"].where(moves["tenth"] >= 8, 0))
        late["half"] = moves["moves"].where(moves["tenth"] >= 5, 0)
        games = late.groupby(BOARD)[["late", "half", "moves"]].sum()
        points.append(ratio_of(name, games["late"], games["moves"], share=True))
        halves.append(ratio_of(name, games["half"], games["moves"], share=True))
    text = (
        f"charles makes {say.percents(points[0])} of its proofs by assuming in the last fifth of "
        f"its moves, charles-once {say.percents(points[1])}; in the second half of them "
        f"{say.percents(halves[0])} and {say.percents(halves[1])}."
    )
    parts = [part(f"{p.at}: mostly in the last fifth", above, [p], limits.MOSTLY) for p in points]
    return finding(parts, text, points[0])


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
    "A30", REPORT, "3.2", "A guess beside a 1 is safer than one among several 2s.",
    "Beside a 1: the cell touches one clue alone. Among 2s: it touches two clues or more, all of "
    "them 2s. Tested for the clues as they are printed on the board, and for the mines that they "
    "still miss.",
    notebook="03_play_by_play",
)  # fmt: skip
def ones_safer_than_twos() -> Finding:
    boards = some_boards(60, (0.15, 0.2, 0.25, 0.3))
    codes, of_board = before_guesses("charles", boards)
    risk = cache(lambda k: odds(View(codes[k]), boards[of_board[k]].n_mines).risk)
    parts, words, points = [], [], []
    for reading in ("by printed clues", "by mines missing"):
        one, two = ones_and_twos(codes, missing="missing" in reading)
        both = np.flatnonzero(one.any(axis=(1, 2)) & two.any(axis=(1, 2)))
        risks = [(risk(k)[one[k]].mean(), risk(k)[two[k]].mean(), 1) for k in both]
        ones, twos, positions = (
            np.bincount(of_board[both], values) for values in np.array(risks).T
        )  # fmt: skip
        played = positions > 0
        points.append(ratio_of(reading, (twos - ones)[played], positions[played]))
        parts.append(part(f"riskier among 2s, {reading}", above, points[-1:]))
        words.append(
            f"{ones.sum() / positions.sum():.0%} beside a 1 and {twos.sum() / positions.sum():.0%} "
            f"among 2s {reading}, in the {len(both)} positions of {played.sum()} games that have "
            "both"
        )
    return finding(parts, f"The mean risk is {'; '.join(words)}.", points[0])


def ones_and_twos(codes: Stack, missing: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The covered cells beside a lone 1, and those among 2s, on a stack of boards.

    missing: whether clues count as the mines that they still miss.
    """
    covered = codes == COVERED
    clues = codes - around(codes < COVERED) if missing else codes
    clue = (codes >= 0) & (around(covered) > 0)
    touched = around(clue)
    one = covered & (touched == 1) & (around(clue & (clues == 1)) == 1)
    two = covered & (touched >= 2) & (around(clue & (clues == 2)) == touched)
    return one, two


@claim(
    "A31", REPORT, "7", "Saving guesses by the selection helps especially on larger boards.",
    "Three readings: the share of guesses saved grows with the side, for the sentence follows one "
    "about random moves; the share of blasts spared grows; and the gain in score grows. The gain "
    "has a ceiling, the mines that charles misses: on large boards there are few.",
    notebook="06_bonuses",
)  # fmt: skip
def selection_and_size() -> Finding:
    pair = "charles", "charles+average"
    saved, spared = (
        [point.scaled(-1) for point in relative_gains("size", *pair, measure, key="rows")]
        for measure in ("guesses", "blasts")
    )
    score, found = gains("size", *pair, key="rows"), levels("size", "charles", key="rows")
    growth = {
        what: [difference_of(f"{arm[k].at:g}", arm[k], arm[-1]) for k in (0, 1)]
        for what, arm in (("share of guesses saved", saved), ("share of blasts spared", spared),
                          ("gain in score", score))
    }  # fmt: skip
    most = growth["share of guesses saved"][0]
    text = (
        f"Guesses saved at density .3: {say.percents_at(saved)}; from side 5 to 50 the share grows "
        f"by {say.spanned(most.scaled(100), 0)} points. Blasts spared: {say.percents_at(spared)}. "
        f"The gain in score is {say.signed_at(score)}; charles misses {1 - found[0].value:.0%} of "
        f"the mines on side 5, {1 - found[-1].value:.0%} on side 50."
    )
    return finding(parts_of(growth, "the {} grows to side 50", above), text, most)


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
    "A33", REPORT, "2.4",
    "Both together need the smaller number of guesses of the two, and find the larger number of "
    "mines.",
    "The report only hoped so, and then found that the agent hovers around the two. It can hardly "
    "fail: with the same order of guesses the agent knows at each guess all that either knows.",
    notebook="04_density_curves",
)  # fmt: skip
def best_of_both() -> Finding:
    both, cowan = both_of("density-10", "charles", "cowan")
    aravind = both_of("density-10", "charles", "aravind")[1]
    inner = both["density"].between(*INNER)
    both, cowan, aravind = (games[inner] for games in (both, cowan, aravind))
    least = np.minimum(cowan["guesses"], aravind["guesses"])
    too_many = int((both["guesses"] > least).sum())
    too_few = int((both["score"] < np.maximum(cowan["score"], aravind["score"])).sum())
    fewer = share_of("fewer", both["guesses"] < least)
    text = (
        f"Of {len(both):,} boards charles needs more guesses than the better of cowan and aravind "
        f"on {too_many}, and fewer than both on {say.percents(fewer, 1)}; it finds fewer mines "
        f"than the better of the two on {too_few}."
    )
    parts = [
        never("never more guesses than the better", too_many, len(both)),
        never("never fewer mines than the better", too_few, len(both)),
    ]
    return finding(parts, text, fewer)


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
