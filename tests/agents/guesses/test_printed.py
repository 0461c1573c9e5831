"""Rules as the reports print them, where our main form departs."""

from fractions import Fraction

from minelab import View
from minelab.agents.guesses import GUESS_RULES
from minelab.inference.position import Position


def guess(rule, picture, mines=None):
    view = View.parse(picture, mines=mines)
    return GUESS_RULES[rule](Position(view), view.covered[::-1])


def test_corners_as_printed_counts_mines_that_are_found():
    # The 3 has two of its mines and three covered cells: one of three is missing.
    picture = "M3??M\nM???M"
    assert guess("corners", picture).chance == float(Fraction(1, 3))
    assert guess("corners-raw", picture).rule == "random"


def test_ibs_as_printed_spreads_all_mines_over_all_cells_not_opened():
    picture = "2????\nM????\nM????"  # four mines, of which two are found; the clue says one half
    assert guess("sum", picture, mines=4).chance == 2 / 12
    assert guess("sum-printed", picture, mines=4).chance == 4 / 14
