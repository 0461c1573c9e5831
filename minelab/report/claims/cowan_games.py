"""COWAN: what happens in its games? The printed ones, what is proved when, which guess is safer."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from minelab.boards.grid import COVERED
from minelab.boards.view import View
from minelab.games.play import play
from minelab.inference.methods import deduce
from minelab.inference.odds import odds
from minelab.lab.stats import BOARD, Point, above, ratio_of, share_of
from minelab.report.claims import limits, say
from minelab.report.claims.everything import (
    Stack,
    around,
    before_guesses,
    left_by_all_clues,
    some_boards,
)
from minelab.report.claims.ledger import Finding, Part, claim, fact, finding, fitting, never, part
from minelab.report.claims.tables import games_of, table_of
from minelab.report.replays import (
    MINES,
    PRINTED,
    SOLVED,
    figure_by_figure,
    printed_guesses,
    printed_record,
)
from minelab.report.sources import printed_board, printed_game

REPORT = "COWAN"


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
