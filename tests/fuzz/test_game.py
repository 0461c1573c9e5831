"""A game under all rules: any legal move keeps its books, any other raises and changes nothing."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import minelab as ml
from minelab import (
    CLASSIC,
    CLASSIC_ZERO,
    DAGGERS,
    REPORT,
    Board,
    Flag,
    Game,
    IllegalMove,
    Open,
    Rules,
)
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, cells_where
from tests.naive import FULL, anything, around, boards, count_clues, seeds

RULES = [
    REPORT,
    CLASSIC,
    CLASSIC_ZERO,
    Rules(cascade=True),
    Rules(lives=2),
    Rules(first_click="safe"),
    Rules(goal="open", lives=3),
    Rules(lives=2, first_click="zero", cascade=True),
]
maps = st.builds(ml.daggers_map, st.sampled_from(["EASY", "MEDIUM"]), seed=st.integers(0, 999))
dense = st.builds(
    Board.random,
    st.integers(2, 5),
    st.integers(2, 5),
    density=st.sampled_from([0.2, 0.3, 0.5]),
    seed=seeds,
)
settings_of_games = st.one_of(
    st.tuples(boards | dense, st.sampled_from(RULES)),
    st.tuples(dense, st.sampled_from([CLASSIC, CLASSIC_ZERO])),
    st.tuples(maps, st.sampled_from([DAGGERS, DAGGERS, REPORT, CLASSIC])),
)


def everything(game):
    """All that a move may change."""
    return game.codes.tobytes(), game.status, str(game.board), game.board.seed, game.view


class AnyGame(RuleBasedStateMachine):
    """Moves of all kinds in any order, checked against the board."""

    @initialize(setting=settings_of_games, knows_total=st.booleans())
    def begin(self, setting, knows_total):
        self.drawn, self.rules = setting
        self.knows_total = knows_total
        self.game = Game(self.drawn, self.rules, knows_total=knows_total)
        self.seen = self.game.view

    def covered(self):
        """The cells that may be opened now."""
        first = self.rules.opening
        if first is not None and self.game.codes[first] == COVERED:
            return (first,)
        return () if self.game.over else cells_where(self.game.codes == COVERED)

    @precondition(lambda self: self.covered())
    @rule(data=st.data())
    def open_a_cell(self, data):
        cell = data.draw(st.sampled_from(self.covered()))
        before, board = everything(self.game), self.game.board
        is_first = not (self.game.codes >= 0).any() and not (self.game.codes == BLAST).any()
        try:
            seen = self.game.open(cell)
        except IllegalMove:
            raise
        except ValueError as error:  # no mine can make way for a first click
            assert "first click" in str(error) and is_first and self.rules.safe_radius >= 0
            assert everything(self.game) == before
            return
        if not is_first or self.rules.safe_radius < 0:
            assert self.game.board is board
        elif self.rules.safe_radius >= 0:
            assert (
                seen[0].code == 0
                or (self.rules.safe_radius == 0 and seen[0].code > 0)
                or (seen[0].code == GOLD)
            )
        self.answers(cell, seen)

    def answers(self, cell, seen):
        """What came to light is what is new in the view; a field of zeros is open to its rim."""
        codes = self.game.codes
        news = {c for c in cells_where(codes != self.seen.codes)}
        assert seen[0].cell == cell and len(seen) == len(news)
        assert {c for c, _ in seen} == news
        assert all(codes[c] == code for c, code in seen)
        assert len(seen) == 1 or (self.rules.cascade and seen[0].code in (0, GOLD))
        if self.rules.cascade:
            for c, code in seen:
                if code in (0, GOLD):
                    assert all(codes[n] != COVERED for n in around(c, *codes.shape))

    @precondition(lambda self: self.covered() and self.covered() != (self.rules.opening,))
    @rule(data=st.data())
    def flag_a_cell(self, data):
        cell = data.draw(st.sampled_from(self.covered()))
        board = self.game.board
        assert self.game.flag(cell) == ()
        assert self.game.codes[cell] == FLAG and self.game.board is board
        assert (self.game.codes != self.seen.codes).sum() == 1

    def is_refused(self, move):
        before = everything(self.game)
        with pytest.raises(IllegalMove, match="cannot (open|flag)|a move must be"):
            self.game.play(move)
        assert everything(self.game) == before

    @precondition(lambda self: len(self.covered()) < self.drawn.mines.size)
    @rule(kind=st.sampled_from([Open, Flag]), data=st.data())
    def move_where_none_is_left(self, kind, data):
        taken = set(self.game.view.cells()) - set(self.covered())
        self.is_refused(kind(data.draw(st.sampled_from(sorted(taken)))))

    @precondition(lambda self: self.covered() == (self.rules.opening,))
    @rule()
    def flag_the_cell_that_the_rules_open(self):
        self.is_refused(Flag(self.rules.opening))

    @rule(kind=st.sampled_from([Open, Flag]), cell=anything)
    def move_where_no_cell_is(self, kind, cell):
        if not is_cell(cell, self.drawn.mines.shape):
            self.is_refused(kind(cell))

    @rule(what=anything | st.just(ml.Guess((0, 0))) | st.just(ml.Deduction((0, 0), False, "x")))
    def make_what_is_no_move(self, what):
        self.is_refused(what)

    @invariant()
    def nothing_covers_again(self):
        if hasattr(self, "game"):
            before, now = self.seen.codes, self.game.codes
            assert (now == before)[before != COVERED].all()
            self.seen = self.game.view

    @invariant()
    def the_view_shows_the_truth_and_no_more(self):
        if not hasattr(self, "game"):
            return
        codes, board, view = self.game.codes, self.game.board, self.game.view
        clues = np.array(count_clues(board.mines))
        shown = clues if board.gold is None else np.where(board.gold, GOLD, clues)
        assert (codes[codes >= 0] == shown[codes >= 0]).all()
        assert not board.mines[codes >= 0].any() and board.mines[codes == BLAST].all()
        assert np.array_equal(view.codes, codes)
        assert view.mines == (board.n_mines if self.knows_total else None)
        assert view.lives == self.game.status.lives
        assert board.n_mines == self.drawn.n_mines

    @invariant()
    def the_books_are_straight(self):
        if not hasattr(self, "game"):
            return
        codes, mines, status = self.game.codes, self.game.board.mines, self.game.status
        blasts, gold = int((codes == BLAST).sum()), int((codes == GOLD).sum())
        right, wrong = ((codes == FLAG) & mines).sum(), ((codes == FLAG) & ~mines).sum()
        safe_left = int((~mines & (codes < 0)).sum())
        assert (status.opened, status.blasts, status.gold) == ((codes >= 0).sum(), blasts, gold)
        assert (status.right_flags, status.wrong_flags) == (right, wrong)
        assert (status.covered, status.safe_left) == ((codes == COVERED).sum(), safe_left)
        lives = None if self.rules.lives is None else self.rules.lives - blasts + gold
        assert status.lives == lives and (lives is None or lives >= 0)
        self.ends_as_the_rules_say(blasts, int(right), int(wrong), safe_left, lives)

    def ends_as_the_rules_say(self, blasts, right, wrong, safe_left, lives):
        game, mines = self.game, self.drawn.n_mines
        all_done = not (game.codes == COVERED).any()
        if self.rules.goal == "open":
            won = safe_left == 0 and lives != 0
            assert (game.won, game.score) == (won, float(won))
            assert game.over == (safe_left == 0 or lives == 0 or all_done)
        else:
            assert game.over == (all_done or lives == 0)
            assert game.won == (game.over and blasts == wrong == 0)
            found = max(0, right - wrong) / mines if mines else float(wrong == 0)
            assert game.score == found


def is_cell(value, shape):
    """Whether a value stands for a cell of a board."""
    if not isinstance(value, tuple | list | np.ndarray | pd.Series) or np.shape(value) != (2,):
        return False
    whole = all(isinstance(x, int | np.integer) and not isinstance(x, bool) for x in value)
    return whole and all(0 <= x < side for x, side in zip(value, shape, strict=True))


def test_any_sequence_of_moves_keeps_the_books_straight():
    sizes = settings(max_examples=90 * FULL, stateful_step_count=30)
    run_state_machine_as_test(AnyGame, settings=sizes)
