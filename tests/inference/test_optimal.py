"""Perfect play: published values, brute force over all moves, and no agent that does better."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

import minelab as ml
from minelab import CLASSIC, REPORT, Board, Contradiction, Flag, Guess, OptimalPlayer, View
from minelab.agents.catalogue import CATALOGUE
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.inference.optimal import LIMIT, optimal
from minelab.lab.shortfall import RULES, all_boards, shortfall
from tests.naive import FULL, around, layouts, random_views

PUBLISHED = {
    (3, 3): [8, 24, 33, 27, 16, 6, 2, 1],
    (3, 4): [11, 52, 124, 173, 157],
    (4, 4): [15, 102, 400, 961, 1461],
}
"""In how many layouts perfect play wins, with 1, 2, 3 ... mines."""


def untouched(rows, cols, mines):
    return View(np.full((rows, cols), COVERED), mines)


def outcomes(cell, codes, possible):
    """What opening a cell may lead to: the code of the cell, and the layouts that remain."""
    parts = {}
    for layout in possible:
        shown = BLAST if cell in layout else len(around(cell, *codes.shape) & layout)
        parts.setdefault(shown, []).append(layout)
    return parts.items()


def with_code(codes, cell, code):
    changed = codes.copy()
    changed[cell] = code
    return changed


class Brute:
    """Every move in every order, flags included, as the rules have it; nothing is known to be wise.

    `total` is the most that can be reached, summed up over the layouts that are possible: wins,
    or right flags less wrong ones, never less than 0 in a layout.
    """

    def __init__(self, aim, flags="any"):
        self.aim = aim
        self.flags = flags
        self.memo = {}

    def total(self, codes, possible):
        key = codes.tobytes(), frozenset(possible)
        if key not in self.memo:
            self.memo[key] = self.search(codes, possible)
        return self.memo[key]

    def search(self, codes, possible):
        covered = [(int(r), int(c)) for r, c in np.argwhere(codes == COVERED)]
        if self.aim == "win" and all(layout >= set(covered) for layout in possible):
            return len(possible)
        if not covered:
            return sum(self.score(codes, layout) for layout in possible)
        return max(self.moves(codes, possible, covered))

    def moves(self, codes, possible, covered):
        for cell in covered:
            yield self.opening(codes, possible, cell)
            proved = all(cell in layout for layout in possible)
            if self.aim == "score" and (proved or self.flags == "any"):
                yield self.total(with_code(codes, cell, FLAG), possible)

    def opening(self, codes, possible, cell):
        return sum(
            self.total(with_code(codes, cell, code), part)
            for code, part in outcomes(cell, codes, possible)
            if code != BLAST or self.aim == "score"
        )

    def score(self, codes, layout):
        flagged = {(int(r), int(c)) for r, c in np.argwhere(codes == FLAG)}
        return max(0, len(flagged & layout) - len(flagged - layout))


def layout_sets(view):
    return [frozenset(map(tuple, np.argwhere(table).tolist())) for table in layouts(view)]


def brute(view, aim, flags="any", possible=None):
    """The value of a view, and of opening each covered cell first."""
    possible = layout_sets(view) if possible is None else possible
    search = Brute(aim, flags)
    whole = len(possible) * (1 if aim == "win" else view.mines)
    if whole == 0:
        return Fraction(1), {cell: Fraction(1) for cell in view.covered}
    cells = {c: Fraction(search.opening(view.codes, possible, c), whole) for c in view.covered}
    return Fraction(search.total(view.codes, possible), whole), cells


def small_views(n, seed, most_covered):
    """Positions of games with few cells covered, the total told, some with known mines."""
    found = 0
    for view in random_views(100 * n, seed):
        if view.mines is not None and len(view.covered) <= most_covered:
            yield view
            found += 1
            if found == n:
                return


def agrees(view, aim, flags):
    best = optimal(view, aim=aim, flags=flags)
    value, cells = brute(view, aim, flags)
    assert best.fraction == value, (str(view), view.mines)
    assert best.value == float(value)
    assert best.layouts == len(layouts(view))
    assert best.first_moves == tuple(c for c in view.covered if cells[c] == value)
    expected = np.full(view.codes.shape, np.nan)
    for cell, wins in cells.items():
        expected[cell] = float(wins)
    np.testing.assert_array_equal(best.values, expected)
    assert best.stop or best.first_moves
    assert best.wins == (value * best.layouts if aim == "win" else None)


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "wins"),
    [(*shape, k + 1, wins) for shape, row in PUBLISHED.items() for k, wins in enumerate(row)],
)
def test_published_values(rows, cols, mines, wins):
    best = optimal(rows, cols, mines=mines)
    assert (best.wins, best.layouts) == (wins, comb(rows * cols, mines))
    assert best.fraction == Fraction(wins, best.layouts)


def test_published_first_moves():
    best = optimal(4, 4, mines=4)
    edge = [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0), (2, 3), (3, 1), (3, 2)]
    assert best.first_moves == tuple(edge)


def test_published_position():
    best = optimal(View.parse("?????\n?1???\n?3???\n?????"), mines=5)
    assert (best.wins, best.layouts, best.first_moves) == (285, 360, ((0, 2),))


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 2), (2, 3)])
@pytest.mark.parametrize(("aim", "flags"), [("win", "any"), ("score", "any"), ("score", "proved")])
def test_whole_boards_equal_brute_force(rows, cols, aim, flags):
    for mines in range(rows * cols + 1):
        agrees(untouched(rows, cols, mines), aim, flags)


@pytest.mark.parametrize(
    ("aim", "flags", "most"), [("win", "any", 9), ("score", "any", 7), ("score", "proved", 7)]
)
def test_positions_equal_brute_force(aim, flags, most):
    known = 0
    for view in small_views(150 * FULL, seed=3, most_covered=most):
        agrees(view, aim, flags)
        known += bool(view.known)
    assert known > 50


@pytest.mark.full
def test_nine_cells_and_the_score():
    agrees(untouched(3, 3, 7), "score", "proved")


@pytest.mark.parametrize("first_click", ["safe", "zero"])
@pytest.mark.parametrize(("rows", "cols", "mines"), [(2, 3, 1), (2, 3, 2), (1, 5, 2), (3, 3, 2)])
def test_a_protected_first_click(rows, cols, mines, first_click):
    view = untouched(rows, cols, mines)
    values = {}
    for cell in view.covered:
        free = {cell} if first_click == "safe" else {cell} | around(cell, rows, cols)
        possible = [layout for layout in layout_sets(view) if not layout & free]
        if possible:
            values[cell] = brute(view, "win", possible=possible)[1][cell]
    best = optimal(rows, cols, mines=mines, first_click=first_click)
    assert best.fraction == max(values.values())
    assert best.first_moves == tuple(c for c in view.covered if values.get(c) == best.fraction)
    assert Fraction(best.wins, best.layouts) == best.fraction
    assert np.isnan(best.values).sum() == len(view.covered) - len(values)


def test_a_safe_first_click_leaves_the_best_first_moves_as_they_are():
    any_click, safe = optimal(3, 4, mines=3), optimal(3, 4, mines=3, first_click="safe")
    assert (safe.wins, safe.layouts) == (any_click.wins, comb(11, 3))
    assert safe.first_moves == any_click.first_moves


def test_turned_positions_have_turned_values():
    for view in small_views(40 * FULL, seed=4, most_covered=12):
        for aim in ("win", "score"):
            straight = optimal(view, aim=aim)
            turned = optimal(View(np.rot90(view.codes), view.mines), aim=aim)
            assert turned.fraction == straight.fraction
            np.testing.assert_array_equal(turned.values, np.rot90(straight.values))


def test_blasts_behind_us_are_paid_for_in_the_score_alone():
    flagged, blasted = View.parse("1?\n?M\n11"), View.parse("1?\n?*\n11")
    assert optimal(flagged, mines=1).value == optimal(blasted, mines=1).value == 1
    assert optimal(flagged, mines=1, aim="score").value == 1
    assert optimal(blasted, mines=1, aim="score").value == 0


@pytest.mark.parametrize("aim", ["win", "score"])
def test_the_value_of_a_game_that_is_over_is_its_result(aim):
    for view in (View.parse("1M\n11", mines=1), View.parse("1?\n11", mines=1)):
        best = optimal(view, aim=aim)
        assert (best.value, best.first_moves, best.stop, best.layouts) == (1, (), True, 1)


def test_where_mines_are_dense_perfect_play_flags_everything():
    best = optimal(3, 3, mines=8, aim="score")
    assert (best.fraction, best.first_moves, best.stop) == (Fraction(7, 8), (), True)
    bound = optimal(3, 3, mines=8, aim="score", flags="proved")
    assert bound.fraction < best.fraction
    assert not bound.stop


def test_a_cell_that_is_certainly_safe_is_always_a_best_move():
    for view in small_views(60 * FULL, seed=5, most_covered=9):
        for aim in ("win", "score"):
            assert set(ml.odds(view).safe) <= set(optimal(view, aim=aim).first_moves)


@pytest.mark.parametrize("name", CATALOGUE)
@pytest.mark.parametrize(("rows", "cols", "mines"), [(3, 3, 3), (3, 4, 2), (2, 4, 5)])
def test_no_agent_is_better_than_perfect(name, rows, cols, mines):
    boards = all_boards(rows, cols, mines)
    wins = optimal(rows, cols, mines=mines).wins
    proved = optimal(rows, cols, mines=mines, aim="score", flags="proved").fraction
    assert proved <= optimal(rows, cols, mines=mines, aim="score").fraction
    for seed in range(FULL):  # with its order of guessing fixed, an agent is one way to play
        won = sum(ml.play(b, name, seed=seed, rules=RULES["win"]).won for b in boards)
        assert won <= wins
        found = sum(
            mines - record.blasts - record.wrong_flags
            for record in (ml.play(b, name, seed=seed) for b in boards)
        )
        assert Fraction(found, mines * len(boards)) <= proved


@pytest.mark.parametrize(
    ("aim", "options", "rows", "cols", "mines"),
    [
        ("win", {}, 3, 4, 3),
        ("score", {}, 3, 3, 3),
        ("score", {}, 3, 3, 6),
        ("score", {"flags": "proved"}, 3, 3, 6),
    ],
)
def test_the_player_scores_what_optimal_says(aim, options, rows, cols, mines):
    player = OptimalPlayer(aim, **options)
    boards = all_boards(rows, cols, mines)
    scores = [ml.play(board, player, rules=RULES[aim]).score for board in boards]
    assert np.mean(scores) == pytest.approx(
        optimal(rows, cols, mines=mines, aim=aim, **options).value, abs=1e-12
    )


def test_the_player_with_a_protected_first_click():
    player = OptimalPlayer(first_click="zero")
    record = ml.play(Board.random(4, 4, mines=2, seed=1), player, rules=ml.CLASSIC_ZERO)
    first = record.turns[0]
    assert first.reason == Guess(optimal(4, 4, mines=2, first_click="zero").first_moves[0],
                                 "optimal", 0.0)  # fmt: skip
    assert first.observations[0].code == 0


def test_the_player_says_what_it_risks():
    record = ml.play(Board.parse("M100\n1100\n0000"), OptimalPlayer, rules=REPORT)
    guess = record.turns[0].reason
    assert guess == Guess((0, 0), "optimal", 1 / 12)
    assert "by the rule optimal" in record.explain(1)
    assert record.agent == "optimal"
    record.verify()


def test_a_player_that_flags_the_rest_is_ready_for_the_next_game():
    player = OptimalPlayer("score")
    board = Board.random(3, 3, mines=8, seed=2)
    for _ in range(2):
        record = ml.play(board, player)
        assert [turn.move for turn in record.turns] == [Flag(c) for c in record.view(0).covered]
        assert record.score == 7 / 8
    assert ml.play(Board.random(3, 3, mines=1, seed=2), player).turns[0].method == "guess"


def test_ties_broken_at_random_are_the_mean_of_several_orders():
    at_random = ml.Agent("at-random", ("single",), "average-lot", total_for=("guess",))
    table = shortfall([at_random, "exact"], 3, 3, mines=2, orders=3)
    assert list(table["orders"]) == [3, 3, 1, 1]


def test_shortfall():
    table = shortfall(["basic", "exact", OptimalPlayer], 3, 3, mines=2, orders=4)
    assert list(table["aim"]) == ["win", "score"] * 3
    by = table.set_index(["agent", "aim"])
    assert by.loc[("optimal", "win"), "shortfall"] == pytest.approx(0, abs=1e-12)
    assert (by["shortfall"] >= -1e-12).all()
    assert by.loc["basic", "orders"].tolist() == [4, 4]
    assert by.loc["exact", "orders"].tolist() == [1, 1]
    assert (by.loc["exact", "error"] == 0).all()
    assert by.loc[("basic", "win"), "error"] > 0
    assert by.loc[("exact", "win"), "optimal"] == optimal(3, 3, mines=2).value
    assert (table["layouts"] == 36).all()
    wins = [ml.play(b, "exact", rules=RULES["win"]).won for b in all_boards(3, 3, 2)]
    assert by.loc[("exact", "win"), "value"] == pytest.approx(np.mean(wins))


def test_the_rules_of_shortfall_are_those_of_perfect_play():
    assert RULES["score"] is REPORT
    assert RULES["win"] == replace(CLASSIC, first_click="any", name="classic-any")
    assert {tuple(np.flatnonzero(b.mines)) for b in all_boards(2, 3, 2)} == set(
        combinations(range(6), 2)
    )


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((3, 3), {}, "give mines"),
        ((3,), {"mines": 1}, "cols must be a whole number from 1 to 2000, not None"),
        ((0, 3), {"mines": 0}, "rows must be a whole number from 1 to 2000, not 0"),
        (("3", 3), {"mines": 1}, "rows must be .* not '3'"),
        ((View.parse("??"), 3), {"mines": 1}, "cols .* 3"),
        ((3, 3), {"mines": 10}, "mines must be a whole number from 0 to 9, not 10"),
        ((3, 3), {"mines": -1}, "mines must be a whole number from 0 to 9, not -1"),
        ((3, 3), {"mines": 1.5}, "mines must be a whole number from 0 to 9, not 1.5"),
        ((3, 3), {"mines": 1, "aim": "fun"}, "aim must be one of 'win', 'score', not 'fun'"),
        ((3, 3), {"mines": 1, "flags": "all"}, "flags must be one of .* not 'all'"),
        ((3, 3), {"mines": 1, "first_click": 0}, "first_click must be one of .* not 0"),
        ((3, 3), {"mines": 1, "limit": 0}, "limit must be a whole number from 1 to .* not 0"),
        ((View.parse("1?"),), {"mines": 1, "first_click": "safe"}, "first_click .* 'safe'"),
        ((2, 2), {"mines": 4, "first_click": "safe"}, "room for a protected first click: 4"),
        ((5, 13), {"mines": 1}, "at most 64 covered cells .* not 65"),
        ((8, 8), {"mines": 10}, f"limit={LIMIT}"),
        ((4, 4), {"mines": 4, "limit": 100_000}, "limit=100000"),
    ],
)
def test_bad_input(arguments, options, message):
    with pytest.raises(ValueError, match=message):
        optimal(*arguments, **options)


def test_a_search_that_is_too_long_is_given_up_on_the_way():
    with pytest.raises(ValueError, match="tiny boards"):
        optimal(4, 4, mines=12, aim="score", limit=4_000_000)


@pytest.mark.parametrize("picture", ["111\n???\n121\n000", "1?1?1\n?0???"])
def test_positions_that_cannot_be_are_refused(picture):
    codes = [[{"?": COVERED}.get(x, x) for x in row] for row in picture.split()]
    view = View(np.array(codes).astype(int), 2)
    with pytest.raises(Contradiction):
        optimal(view)


def test_bad_input_to_the_others():
    with pytest.raises(ValueError, match="aim must be one of"):
        OptimalPlayer("fun")
    with pytest.raises(ValueError, match="flags must be one of"):
        OptimalPlayer(flags="all")
    with pytest.raises(ValueError, match="agents must be a list"):
        shortfall("exact", 3, 3, mines=1)
    with pytest.raises(ValueError, match="agents must be a list of agents, not None"):
        shortfall(None, 2, 2, mines=1)
    with pytest.raises(ValueError, match="agents must be at least one agent"):
        shortfall([], 2, 2, mines=1)
    with pytest.raises(ValueError, match="orders must be a whole number from 1"):
        shortfall(["exact"], 3, 3, mines=1, orders=0)
    with pytest.raises(ValueError, match="mines must be a whole number from 0 to 9"):
        shortfall(["exact"], 3, 3, mines=10)


def test_sixty_four_cells():
    best = optimal(8, 8, mines=1)
    assert (best.wins, best.layouts) == (63, 64)
    assert optimal(8, 8, mines=63).wins == 1
