"""Agents as compositions: methods in order, a guess rule, and what the agent is told.

The catalogue has one agent per line, each citing its report. Without a guess rule an agent guesses
at random.
"""

from dataclasses import dataclass, replace

from minelab._checks import check_one_of, check_text, shown
from minelab._later import pd
from minelab.agents.champion import FORMS
from minelab.agents.guesses import GUESS_RULES, GuessRule
from minelab.inference.methods import METHODS, Method, named_method
from minelab.inference.odds import is_large

TOTAL_FOR = ((), ("guess",), ("methods", "guess"))
UNTIL = ("stuck", "once", "around", "passes")


PASSES = (("single",), ("single", "entails-mines"), ("single", "entails"))


@dataclass(frozen=True)
class Agent:
    """A composition: methods, cheaper first, and a guess rule for when they are stuck.

    name: what the agent is called in tables and figures.
    methods: a list of names of methods (see `minelab.inference.methods`) or functions of your own.
        After every new fact the cheaper ones are tried again before a more expensive one.
    guess: the name of a guess rule (see `minelab.agents.guesses`), or a function of your own.
    total_for: what is given the number of mines: (), ("guess",) or ("methods", "guess").
    until: when the methods give way to a guess. "stuck": when nothing more can be proved. "once": a
        more expensive method that proves something is the last one tried before the next guess.
        "around": only the clues around the current cell are read. "passes": the whole grid is
        scanned again and again, as Daggers does.
    report, section: where the agent is described.

    >>> mine = Agent("mine", methods=["single", "subset"], guess="average")
    >>> mine.compiled  # the engine can play it
    True
    """

    name: str
    methods: tuple[str | Method, ...] = ()
    guess: str | GuessRule = "random"
    total_for: tuple[str, ...] = ()
    until: str = "stuck"
    report: str = ""
    section: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.methods, list | tuple):
            raise ValueError(
                f"methods must be a list of names or functions, not {shown(self.methods)}"
            )
        object.__setattr__(self, "methods", tuple(self.methods))  # a list is taken too
        for method in self.methods:
            named_method(method)
        check_text("name", self.name)
        if not callable(self.guess):
            check_one_of("guess", self.guess, sorted(GUESS_RULES))
        given = self.total_for
        words = isinstance(given, tuple) and all(isinstance(word, str) for word in given)
        if not words or given not in TOTAL_FOR:
            raise ValueError(f"total_for must be one of {TOTAL_FOR}, not {shown(given)}")
        check_one_of("until", self.until, UNTIL)
        if self.until == "around" and (self.methods != ("single",) or "methods" in given):
            raise ValueError('until="around" goes with methods=("single",) and no total for them')
        if self.until == "passes" and self.methods not in PASSES:
            raise ValueError(f'until="passes" goes with methods from {PASSES}')
        if not callable(self.guess) and GUESS_RULES[self.guess].needs_total and not given:
            raise ValueError(f"the guess rule {self.guess!r} has to be told the number of mines")

    @property
    def asked(self) -> tuple[str | Method, ...]:
        """The methods in the order in which they are tried.

        The total is the most expensive constraint, since it covers every cell; agents that reduce
        equations try it only when every cheaper method is stuck.
        """
        reduces = any(method in ("subset", "subset-once", "pairs") for method in self.methods)
        return (*self.methods, "total") if reduces and "methods" in self.total_for else self.methods

    @property
    def compiled(self) -> bool:
        """Whether the engine plays this agent; if not, the readable form does."""
        asked = self.asked
        rows = [METHODS.get(str(name)) for name in asked] + [GUESS_RULES.get(str(self.guess))]
        if self.until == "passes" or any(row is None or row.code is None for row in rows):
            return False
        if asked and asked[0] != "single":
            return False
        if "subset-once" in asked and (self.until != "once" or "subset" in asked):
            return False
        if sum(method in asked for method in ("assume-1", "assume", "assume-3")) > 1:
            return False
        if "exact" in asked and (
            "groups" in asked or self.until != "stuck" or "methods" not in self.total_for
        ):
            return False
        # `pairs` and `refute` work on the equations that `subset` keeps.
        first_subset = asked.index("subset") if "subset" in asked else len(asked)
        return not any(method in ("pairs", "refute") for method in asked[:first_subset])

    def compiled_on(self, n_cells: int) -> bool:
        """Whether the engine plays this agent on a board of so many cells.

        On large boards it has odds for guesses only if the method `exact` keeps them.
        """
        by_odds = self.guess in ("exact", *FORMS) and "exact" not in self.asked
        return self.compiled and not (by_odds and is_large(n_cells))


CATALOGUE = {
    agent.name: agent
    for agent in (
        Agent("random", report="minelab", section="the floor"),
        Agent("basic", ("single",), report="COWAN", section="2.1; also IBS, SWEPT, Corners"),
        Agent("basic-002", ("single",), until="around", report="SWEPT", section="Inference"),
        Agent("cowan", ("single", "assume"), report="COWAN", section="1.3.1, 2.2"),
        Agent("cowan-1", ("single", "assume-1"), report="COWAN", section="2.2.1"),
        Agent("cowan-3", ("single", "assume-3"), report="COWAN", section="2.2.1"),
        Agent("aravind", ("single", "subset"), report="COWAN", section="1.3.2, 2.3"),
        Agent(
            "aravind-once", ("single", "subset-once"), until="once", report="COWAN", section="2.3"
        ),
        Agent("charles", ("single", "subset", "assume"), report="COWAN", section="2.4"),
        Agent(
            "charles-once", ("single", "subset-once", "assume"), until="once",
            report="COWAN", section="2.4, Algorithm 7",
        ),
        Agent("ibs", ("single", "subset", "pairs"), report="IBS", section="Inference"),
        Agent("ibs-hyper", ("single", "subset", "pairs", "refute"), report="IBS",
              section="Efficiency"),
        Agent("swept", ("single", "groups"), report="SWEPT", section="Improved Agent"),
        Agent("dagger-1", ("single",), total_for=("guess",), until="passes", report="Daggers",
              section="3.2"),
        Agent("dagger-2", ("single", "entails-mines"), total_for=("guess",), until="passes",
              report="Daggers", section="3.3"),
        Agent("dagger-2+safe", ("single", "entails"), total_for=("guess",), until="passes",
              report="Daggers", section="3.3, and safe cells"),
        Agent("dagger-2+total", ("single", "entails"), total_for=("methods", "guess"),
              until="passes", report="Daggers",
              section="3.3, safe cells and the number of daggers"),
        Agent("corners", ("single",), "corners", report="Corners", section="Representation"),
        Agent("corners-raw", ("single",), "corners-raw", report="Corners",
              section="Representation, the formula as printed"),
        Agent("exact", ("single", "exact"), "exact", total_for=("methods", "guess"),
              report="minelab", section="beyond the reports"),
        *(
            Agent(form, ("single", "exact"), form, total_for=("methods", "guess"), report="minelab",
                  section="beyond the reports")
            for form in FORMS
        ),
    )
}  # fmt: skip

MODIFIERS = {"total": "is told the number of mines: COWAN s6, IBS Global Information"} | {
    rule.name: rule.modifier for rule in GUESS_RULES.values() if rule.modifier
}
"""What may follow the name of an agent after a +."""


def agent(name: str) -> Agent:
    """The agent with this name.

    name: an agent of the catalogue (`ml.catalogue()`), with modifiers after a +, as in
        "charles+total": `total` tells its methods the number of mines, the name of a guess rule
        replaces its random guesses.
    Returns an Agent; a ValueError suggests the closest name if this one is unknown.

    >>> agent("ibs+sum").total_for
    ('guess',)
    """
    if not isinstance(name, str) or "+" not in name or name in CATALOGUE:
        return CATALOGUE[check_one_of("agent", name, CATALOGUE)]
    base, *modifiers = name.split("+")
    modifiers.sort(key=lambda modifier: modifier != "total")  # one agent, one name
    changed = CATALOGUE[check_one_of("agent", base, CATALOGUE)]
    for modifier in modifiers:
        changed = modified(changed, modifier)
    return changed


def modified(base: Agent, modifier: str) -> Agent:
    """The agent with one modifier more, or a ValueError if the two don't go together."""
    name = f"{base.name}+{modifier}"
    check_one_of("modifier", modifier, MODIFIERS)
    if modifier == "total":
        if not base.methods or base.until in ("around", "passes") or "methods" in base.total_for:
            raise ValueError(f"{name!r} cannot be: {base.name} has no use for the total")
        return replace(base, name=name, total_for=("methods", "guess"))
    if not base.methods or base.guess != "random":
        raise ValueError(f"{name!r} cannot be: {base.name} has a guess rule of its own")
    return guessing_by(base, modifier, name)


def guessing_by(base: Agent, rule: str, name: str) -> Agent:
    """The agent with another guess rule and name; it knows the mine count if the rule needs it."""
    total_for = base.total_for or (("guess",) if GUESS_RULES[rule].needs_total else ())
    return replace(base, name=name, guess=rule, total_for=total_for)


def catalogue() -> "pd.DataFrame":
    """The agents as a table: one row per agent.

    Columns: `report` and `section` (where it is described), `methods` (cheaper first), `guess` (its
    guess rule), `total_for` (what is given the number of mines) and `until` (when it guesses).

    >>> catalogue().loc["charles", "methods"]
    ('single', 'subset', 'assume')
    """
    columns = ["name", "report", "section", "methods", "guess", "total_for", "until"]
    rows = [[getattr(agent, column) for column in columns] for agent in CATALOGUE.values()]
    return pd.DataFrame(rows, columns=columns).set_index("name")
