"""A guess carries the name of its rule, the same in both forms of an agent."""

import pytest

from minelab import Agent, Board, play
from minelab.agents.champion import FORMS
from minelab.agents.guesses import GUESS_RULES


@pytest.mark.parametrize("rule", [rule for rule in GUESS_RULES if rule not in FORMS])
def test_both_forms_name_the_rule_of_a_guess(rule):
    methods = ("single", "exact") if rule == "exact" else ("single",)  # as agents have it
    who = Agent("by-rule", methods, rule, total_for=("methods", "guess"))
    for seed in range(3):
        board = Board.random(6, 6, mines=6, seed=seed)
        fast, slow = (play(board, who, seed=seed, engine=engine).turns for engine in (True, False))
        names = [
            [(t.cell, t.reason.rule) for t in turns if t.method == "guess"]
            for turns in (fast, slow)
        ]
        assert names[0] == names[1]
        assert {by for _, by in names[0]} <= {rule, "corner", "random"}
