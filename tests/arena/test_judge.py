"""The referee's judgement: regret as hindsight has it, and luck that is 0 on average."""

from itertools import combinations

import numpy as np
import pytest

import minelab as ml
from minelab.arena.judge import Judge
from minelab.boards.rules import CLASSIC, REPORT, Rules

ANY_CLICK = Rules(lives=1, cascade=True, goal="open")


class Flags(ml.Player):
    """Flags a cell, rightly or not, before it opens another in a fixed order."""

    def move(self, view, rng):
        first = view.covered[0]
        return ml.Flag(first) if not view.known and view.open else ml.Open(view.covered[-1])


@pytest.mark.parametrize("who", ["exact", Flags])
@pytest.mark.parametrize("rules", [ANY_CLICK, CLASSIC])
def test_luck_is_nothing_on_average_over_all_layouts(who, rules):
    """Under classic rules over those that need no mine to move from the first cell."""
    judge, lucks, first = Judge(rules), [], None
    for mined in combinations(range(9), 3):
        board = ml.Board(np.isin(np.arange(9), mined).reshape(3, 3))
        record = ml.play(board, who, rules=rules)
        first = first or record.turns[0].cell
        if rules.first_click == "any" or not board.mines[first]:
            lucks.append(judge.judge(board, [turn.move for turn in record.turns]).luck)
    assert len(lucks) in (84, 56) and max(lucks) > 0.1 > -0.1 > min(lucks)
    assert np.mean(lucks) == pytest.approx(0, abs=1e-9)


def test_guesses_and_regret_are_those_of_hindsight():
    judge = Judge(REPORT)
    for seed in (1, 2, 4):
        board = ml.Board.random(8, 8, mines=12, seed=seed)
        record = ml.play(board, "random", seed=seed)
        seen = [guess for guess in ml.hindsight(record) if guess.risk]
        judged = judge.judge(board, [turn.move for turn in record.turns])
        assert judged.guesses == len(seen) > 2 and judged.luck == 0
        assert judged.regret == pytest.approx(sum(guess.extra for guess in seen))
