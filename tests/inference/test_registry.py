"""The registries of methods and guess rules, held against the engine's codes."""

from minelab.agents.catalogue import MODIFIERS, agent
from minelab.agents.guesses import CHOSEN_BY, GUESS_RULES
from minelab.engine import choose, methods, state
from minelab.games.compiled import IN_EVERY_TABLE, NAME_OF_CODE
from minelab.inference.methods import METHODS, family

CODES = {
    name.lower().replace("_", "-"): code
    for module in (state, choose, methods)
    for name, code in vars(module).items()
    if name.isupper()
}
CODES["exact rule"] = choose.LEAST_RISK


def test_methods_have_the_codes_of_the_engine():
    for name, row in METHODS.items():
        if row.code is not None:
            assert row.code == CODES.get(name, CODES[family(name)]), name
    assert list(NAME_OF_CODE)[:8] == list(IN_EVERY_TABLE)  # the order of columns in stored tables
    assert state.DEDUCED + max(NAME_OF_CODE) < state.N_COUNTERS


def test_guess_rules_have_the_codes_of_the_engine():
    for code, name in CHOSEN_BY.items():
        if family(name) != "champion":
            assert code == CODES["exact rule" if name == "exact" else name], name
    champions = [row.code for name, row in GUESS_RULES.items() if family(name) == "champion"]
    assert champions == [*range(choose.CHAMPION, choose.SUM_PRINTED), choose.SUM_PRINTED + 1]
    assert min(CHOSEN_BY) == state.GIVEN > max(row.code or 0 for row in METHODS.values())


def test_every_method_is_explained_and_drawn():
    for name, row in METHODS.items():
        drawn = METHODS[family(name)]
        assert drawn.colour or METHODS[drawn.drawn_like].colour, name
        assert callable(row.explain)


def test_every_modifier_makes_an_agent():
    for modifier in MODIFIERS:
        assert agent(f"charles+{modifier}").name == f"charles+{modifier}"
