"""Compiling ahead: every kind of call once, none twice."""

from numba import typeof

from minelab.agents.catalogue import CATALOGUE, agent
from minelab.games.compiled import plan_of
from minelab.lab.warm import agent_calls, other_calls


def kind(who):
    return typeof(plan_of(who, 8, 9))


def test_every_kind_of_agent_is_played_and_none_twice():
    kinds = [kind(call.args[0]) for call in agent_calls()]
    assert len(kinds) == len(set(kinds))
    used = [agent(name) for name in [*CATALOGUE, "charles+total+average", "ibs+sum"]]
    assert {kind(who) for who in used if who.compiled} <= set(kinds)


def test_the_other_calls_run():
    for call in other_calls():
        call()
