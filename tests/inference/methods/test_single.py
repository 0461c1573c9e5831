from minelab import Flag, Open, View, deduce
from minelab.inference.methods import METHODS, named_method
from minelab.inference.methods.single import single
from minelab.inference.position import Position
from tests.naive import around, random_views


def proved(picture):
    return {(d.cell, d.is_mine) for d in deduce(View.parse(picture), "single")}


def test_a_zero_makes_all_its_neighbours_safe():
    view = """
        ? ? ?
        ? 0 ?
        ? ? ?
    """
    assert proved(view) == {((r, c), False) for r in range(3) for c in range(3) if (r, c) != (1, 1)}


def test_a_clue_with_as_many_covered_cells_as_missing_mines_has_them_all_mined():
    view = """
        2 ?
        ? 2
    """
    assert proved(view) == {((0, 1), True), ((1, 0), True)}


def test_a_clue_that_touches_all_its_mines_makes_the_rest_safe():
    view = """
        M 1 ?
        1 1 ?
        ? ? ?
    """
    assert proved(view) == {((0, 2), False), ((1, 2), False)} | {((2, c), False) for c in range(3)}


def test_a_mine_that_went_off_counts_as_known():
    assert proved("* 1 ?") == {((0, 2), False)}


def test_one_answer_leads_to_the_next():
    # The 0 settles the middle column, and only then does the 1 know its mine.
    found = [(d.cell, d.is_mine) for d in deduce(View.parse("1?0\n???"), "single")]
    assert found == [
        ((0, 1), False),
        ((1, 1), False),
        ((1, 2), False),
        ((1, 0), True),
    ]


def test_one_two_one_is_beyond_single_clues():
    assert proved("1 2 1\n? ? ?") == set()


def test_a_deduction_carries_its_constraint_and_implies_its_move():
    (mine,) = deduce(View.parse("1?"), "single")
    assert (mine.move, mine.because[0].clue, mine.because[0].mines) == (Flag((0, 1)), (0, 0), 1)
    (safe,) = deduce(View.parse("0?"), "single")
    assert safe.move == Open((0, 1))


def test_gold_says_zero():
    assert proved("g ?") == {((0, 1), False)}


def test_nothing_follows_from_a_covered_board():
    assert proved("? ?\n? ?") == set()


def test_single_agrees_with_a_look_at_every_clue():
    """One look: each clue alone, by counting."""
    for view in random_views(300, seed=4):
        expected = set()
        for clue in view.open:
            near = around(clue, view.rows, view.cols)
            covered = {n for n in near if n in view.covered}
            missing = view.clue(clue) - len(near & set(view.known))
            if missing in (0, len(covered)):
                expected |= {(cell, missing > 0) for cell in covered}
        assert {(d.cell, d.is_mine) for d in single(Position(view))} == expected


def test_a_method_may_be_a_function_of_your_own():
    assert list(named_method(single)(Position(View.parse("1?"))))[0].cell == (0, 1)
    assert deduce(View.parse("0?"), single) == deduce(View.parse("0?"), "single")
    assert METHODS["single"].proofs is single
