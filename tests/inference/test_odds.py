"""Exact odds against brute force, and against what must hold of any odds."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import cycle, product
from math import comb

import numpy as np
import pytest

from minelab import Board, Contradiction, View, odds, play
from minelab.boards.grid import COVERED, FLAG, count_around
from tests.inference.methods.test_completeness import inconsistent_views
from tests.naive import FULL, count_layouts, layouts, random_views

DENSITIES = [0.05, 0.2, 0.5, 0.9]


def fractions(view, density):
    """The number of layouts and the chance of a mine in each covered cell, in whole numbers."""
    layouts, mined = count_layouts(view)
    if view.mines is not None:
        left = view.mines - len(view.known)
        layouts = Counter({left: layouts[left]})
        mined = {cell: Counter({left: ways[left]}) for cell, ways in mined.items()}
    likely = Fraction(1) if density is None else Fraction(density) / (1 - Fraction(density))

    def weight(ways):
        return sum(n * likely**mines for mines, n in ways.items())

    chances = {cell: weight(ways) / weight(layouts) for cell, ways in mined.items()}
    return layouts.total(), chances


def test_odds_equal_a_count_in_fractions():
    views = random_views(800 * FULL, seed=7, most_covered=20, most_side=8)
    for view, density in zip(views, cycle(DENSITIES), strict=False):
        density = None if view.mines is not None else density
        found = odds(view, density=density)
        layouts, chances = fractions(view, density)
        assert found.exact
        assert found.layouts == layouts, str(view)
        for cell in view.covered:
            assert abs(found.risk[cell] - chances[cell]) <= 1e-12, f"{cell} of\n{view}"
        assert found.safe == tuple(cell for cell, chance in chances.items() if chance == 0)
        assert found.mined == tuple(cell for cell, chance in chances.items() if chance == 1)
        assert np.isnan(found.risk[view.codes != COVERED]).all()


def test_the_count_in_fractions_equals_trying_every_layout():
    for view in random_views(100, seed=12):
        density = None if view.mines is not None else 0.3
        possible = layouts(view)
        number, chances = fractions(view, density)
        weight = (3 / 7 if density else 1) ** possible.sum(axis=(1, 2)).astype(float)
        expected = np.tensordot(weight / weight.sum(), possible, axes=1)
        assert number == len(possible)
        assert all(abs(expected[cell] - chances[cell]) < 1e-12 for cell in view.covered)


def far_tails(tiles, extra):
    """Many alike parts: in each a mine between two ones, or one beside either of them.

    The view, a total so many above the least, the cell between the ones of each part.
    """
    tile = ["F" * 8, "F??FF?FF", "F?1?1?FF", "F??FF?FF", "F" * 8]
    across = 20
    rows = -(-tiles // across)
    picture = np.full((5 * rows, 8 * across), FLAG)
    between = []
    for n in range(tiles):
        r, c = n // across * 5, n % across * 8
        for y, x in product(range(5), range(8)):
            picture[r + y, c + x] = {"F": FLAG, "?": COVERED, "1": 1}[tile[y][x]]
        between.append((r + 2, c + 3))
    mined = count_around(picture == FLAG)
    picture[picture == 1] += mined[picture == 1]
    view = View(picture)
    return view, len(view.known) + tiles + extra, between


@pytest.mark.parametrize("tiles", [20, 100, 400])
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_a_total_that_forces_what_is_unlikely(tiles, extra):
    view, mines, between = far_tails(tiles, extra)
    found = odds(view, mines)
    assert found.exact
    assert found.layouts == comb(tiles, extra) * 15**extra
    for cell in between:
        assert found.risk[cell] == pytest.approx(1 - extra / tiles, abs=1e-12)
    assert bool(found.mined) == (extra == 0)


@pytest.mark.parametrize("density", [1e-300, 1e-60, 1e-9, 0.001, 0.999, 1 - 1e-12])
def test_densities_near_none_and_all(density):
    for view in random_views(100, seed=13):
        if view.mines is None:
            found = odds(view, density=density)
            _, chances = fractions(view, density)
            assert found.exact
            assert all(abs(found.risk[cell] - chances[cell]) <= 1e-12 for cell in view.covered)


def test_the_clues_that_a_contradiction_names_cannot_be_met():
    named = 0
    for view in inconsistent_views(400 * FULL, seed=14):
        with pytest.raises(Contradiction) as caught:
            odds(view, density=None if view.mines is not None else 0.3)
        if "cannot all be met" in str(caught.value):
            cells = re.findall(r"\((\d+), (\d+)\)", str(caught.value))
            clues = {(int(r), int(c)) for r, c in cells}
            assert clues <= set(view.open)
            assert not count_layouts(view, clues)[0], f"{clues} of\n{view}"
            named += 1
    assert named > 20


def test_a_contradiction_names_the_clues_or_the_total():
    with pytest.raises(Contradiction, match=r"\(0, 1\).*\(2, 1\)"):
        odds(View.parse("111\n???\n121\n000"), mines=2)
    with pytest.raises(Contradiction, match="total"):
        odds(View.parse("1??1\n1??1"), mines=3)


def test_mid_game_positions_keep_the_books():
    board = Board.random(16, 30, mines=99, seed=1)
    record = play(board, "ibs", seed=1, first=(0, 0))
    for view, turn in list(record.replay())[::40]:
        found = odds(view, mines=99)
        assert np.nansum(found.risk) == pytest.approx(99 - len(view.known), rel=1e-12)
        assert not any(board.mines[cell] for cell in found.safe)
        assert all(board.mines[cell] for cell in found.mined)
        assert turn.method == "guess" or turn.cell in (*found.safe, *found.mined)


def test_the_selector_of_cowan_calls_one_third_one_half():
    view = View.parse("0123M\n23MM3\nMM55M\n3????\n1????")  # COWAN Fig 35
    found = odds(view, density=0.5)
    assert found.layouts == 24
    assert found.risk[4, 1] == pytest.approx(1 / 3, abs=1e-12)


def test_a_million_cells_without_a_clue():
    found = odds(View(np.full((1000, 1000), COVERED)), mines=150_000)
    assert found.risk[0, 0] == pytest.approx(0.15, abs=1e-12)


def test_what_is_too_large_is_estimated_and_claims_nothing():
    board = Board.random(300, 300, density=0.2, seed=1)
    opened = np.random.default_rng(1).random((300, 300)) < 0.14
    view = View(np.where(opened & ~board.mines, board.clues, COVERED), board.n_mines)
    found = odds(view)  # thousands of parts: the total cannot be folded in
    assert not found.exact
    assert (found.safe, found.mined, found.layouts) == ((), (), None)
    assert np.nansum(found.risk) == pytest.approx(board.n_mines, rel=0.05)
    assert odds(view, density=0.2).exact


def crowded_view():
    """One part is too large to solve; others and what single clues settle are not."""
    board = Board.random(40, 40, density=0.25, seed=2)
    opened = np.random.default_rng(2).random((40, 40)) < 0.4
    return board, np.where(opened & ~board.mines, board.clues, COVERED)


def test_a_part_that_is_too_large_spoils_no_other():
    board, codes = crowded_view()
    found = odds(View(codes), mines=board.n_mines)
    assert not found.exact and found.safe == ()
    beside_zero = (codes == COVERED) & (count_around(codes == 0) > 0)
    assert (found.risk[beside_zero] == 0).all()
    assert len(np.unique(found.risk[codes == COVERED])) > 50
    assert not board.mines[found.risk == 0].any() and board.mines[found.risk == 1].all()


def test_a_part_that_cannot_be_is_found_beside_one_that_is_too_large():
    _, codes = crowded_view()
    wide = np.full((44, 40), COVERED)
    wide[4:] = codes
    wide[:3, :3] = View.parse("M3M\n???\nM4M").codes
    for known in ({"density": 0.25}, {"mines": 400}):
        with pytest.raises(Contradiction, match="cannot all be met"):
            odds(View(wide), **known)


def test_a_large_position_that_cannot_be_is_refused():
    board = Board.random(300, 300, density=0.2, seed=1)
    opened = np.random.default_rng(1).random((300, 300)) < 0.14
    codes = np.where(opened & ~board.mines, board.clues, COVERED)
    with pytest.raises(Contradiction, match="total"):
        odds(View(codes, 2500))
    codes[99:102, 99:104] = COVERED
    codes[100, 100], codes[100, 102] = 0, 8
    with pytest.raises(Contradiction, match=r"\(100, 100\), \(100, 102\).*cannot all be met"):
        odds(View(codes, board.n_mines))


@pytest.mark.parametrize(
    "tile",
    [
        ".? m? .. m? .. mm .. ?m .m",
        "?. ?m .. .m ?? ?. ?m .. .m",
        "... m?? .m? ... ?.m ?.. ..? ..m ...",
    ],
)
def test_a_long_board_is_solved_along_its_longer_side(tile):
    wide = np.array([list((row * 130)[:130]) for row in tile.split()])
    for letters in (wide, wide.T):
        board = Board(letters == "m")
        found = odds(View(np.where(letters == ".", board.clues, COVERED)), density=0.3)
        assert found.exact and found.layouts == 1
        assert (found.risk[letters != "."] == board.mines[letters != "."]).all()


def test_a_list_is_answered_view_by_view():
    told = [view for view in random_views(80, seed=15) if view.mines is not None]
    board, codes = crowded_view()
    views = [*told, View(codes, board.n_mines), *(View(view.codes.T, view.mines) for view in told)]
    for view, known in zip(views, odds(iter(views)), strict=True):
        alone = odds(view)
        assert np.array_equal(known.risk, alone.risk, equal_nan=True)
        assert (known.exact, known.layouts, known.view) == (alone.exact, alone.layouts, view)
    assert odds([]) == []


def test_a_list_says_which_view_cannot_be():
    views = [View.parse("1??"), View.parse("111\n???\n121\n000")]
    with pytest.raises(Contradiction, match=r"view\[1\]: the clues at .* cannot all be met"):
        odds(views, density=0.2)
    with pytest.raises(ValueError, match=r"view\[1\] must be a View, not 'x'"):
        odds([views[0], "x"], density=0.2)
    with pytest.raises(ValueError, match="view must be a list of views, or a View, not 3"):
        odds(3)


def test_gold_is_a_clue_of_zero():
    found = odds(View.parse("g??\n??1"), mines=1)
    assert found.safe == ((0, 1), (1, 0), (1, 1))
    assert found.risk[0, 2] == 1


def test_risks_are_read_only():
    found = odds(View.parse("1??"), mines=1)
    with pytest.raises(ValueError, match="read-only"):
        found.risk[0, 1] = 0.5


def test_odds_from_two_threads_do_not_mix():
    views = [view for view in random_views(60, seed=11) if view.mines is not None]
    expected = [odds(view).risk for view in views]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda view: odds(view).risk, views * 5))
    assert all(map(partial(np.array_equal, equal_nan=True), found, expected * 5))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "give mines"),
        ({"mines": 5}, "mines must be from 0 .* to 3, not 5"),
        ({"mines": 10}, "mines must be a whole number from 0 to 6"),
        ({"mines": -1}, "mines must be a whole number"),
        ({"density": 0}, "density must be a number above 0"),
        ({"density": float("nan")}, "density must be a number above 0"),
        ({"density": "0.2"}, "density must be a number"),
        ({"density": 0.2, "mines": 1}, "not both"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        odds(View.parse("1??\n1?0"), **arguments)
