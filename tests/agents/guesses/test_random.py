from minelab import View
from minelab.agents.guesses import next_covered
from minelab.agents.guesses.random import random
from minelab.games.compiled import random_order
from minelab.inference.position import Position

VIEW = View.parse("1?M\n?1?")


def test_the_first_covered_cell_in_the_games_order_is_taken():
    order = [(0, 0), (0, 2), (1, 2), (0, 1), (1, 0), (1, 1)]
    guess = random(Position(VIEW), order)
    assert (guess.cell, guess.rule, guess.chance) == ((1, 2), "random", None)


def test_every_covered_cell_is_taken_equally_often():
    n = 3000
    cells = [random(Position(VIEW), random_order(2, 3, seed)).cell for seed in range(n)]
    assert set(cells) == set(VIEW.covered)
    for cell in VIEW.covered:
        assert abs(cells.count(cell) - n / 3) < 4 * (n * (1 / 3) * (2 / 3)) ** 0.5


def test_given_cells_that_are_covered_no_more_are_passed_over():
    given = iter([(0, 0), (0, 2), (1, 0), (0, 0)])
    assert next_covered(given, VIEW) == (1, 0)
    assert next_covered(given, VIEW) is None
