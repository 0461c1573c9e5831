"""The engine's counters against a recount of the whole board."""

import numpy as np
import pytest

from minelab import CLASSIC, Board, Rules
from minelab.boards.grid import BLAST, COVERED, FLAG
from minelab.engine import state
from minelab.games.compiled import unpad
from tests.naive import COMPILED, FULL, around, count_clues, played_by_engine

SHAPES = [(1, 1), (1, 6), (6, 1), (2, 2), (5, 4)]


def inner(array, rows, cols):
    """The cells of a padded array, without its pads."""
    return array[2 * (cols + 2) : (rows + 2) * (cols + 2)].reshape(rows, cols + 2)[:, 2:]


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_padded_indices_lead_back_to_their_cells(rows, cols):
    for number, cell in enumerate(np.ndindex(rows, cols)):
        i = state.padded(number, cols)
        assert unpad(i, cols) == cell


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_the_truth_holds_mines_and_clues(rows, cols):
    for seed in range(10):
        board = Board.random(rows, cols, density=0.4, seed=seed)
        truth = state.new_game(rows, cols).truth
        state.lay_truth(truth, board.mines.reshape(-1), rows, cols)
        expected = np.array(count_clues(board.mines)) + state.MINE * board.mines
        assert inner(truth, rows, cols).tolist() == expected.tolist()


@pytest.mark.parametrize("name", COMPILED)
@pytest.mark.parametrize("rules", [Rules(lives=1), CLASSIC, Rules(lives=2, cascade=True)])
def test_counters_agree_with_a_recount(name, rules):
    """Of games that were lost, so that much of the board is still covered."""
    for seed in range(20 * FULL):
        board = Board.random(6, 7, density=0.25, seed=seed)
        game = played_by_engine(board, name, rules, seed)
        codes, words, count = inner(game.seen, 6, 7), inner(game.info, 6, 7), game.count
        mines = game.layout.reshape(6, 7)  # a protected first click may have moved some
        assert count[state.OPENED] == (codes >= 0).sum()
        assert count[state.BLASTS] == (codes == BLAST).sum() == ((codes == BLAST) & mines).sum()
        assert count[state.FLAGGED] == (codes == FLAG).sum()
        assert count[state.LEFT] == (codes == COVERED).sum()
        assert count[state.SAFE_LEFT] == ((codes < 0) & ~mines).sum()
        for cell in zip(*np.nonzero(codes >= 0), strict=True):
            near = [codes[n] for n in around(cell, 6, 7)]
            known = near.count(FLAG) + near.count(BLAST)
            assert codes[cell] == sum(mines[n] for n in around(cell, 6, 7))
            assert state.covered_in(words[cell]) == near.count(COVERED)
            assert state.need_in(words[cell]) == codes[cell] - known


def test_pads_are_never_seen():
    board = Board.random(6, 7, density=0.2, seed=1)
    seen = played_by_engine(board, "basic", Rules(lives=2), 1).seen
    inner(seen, 6, 7)[:] = state.OUTSIDE
    assert (seen == state.OUTSIDE).all()
