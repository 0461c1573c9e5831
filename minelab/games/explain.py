"""Why a move was made: a reason in plain sentences, and the marks that it puts on the board."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from minelab.agents.champion import FORMS, Plan, consider
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.methods import METHODS, family
from minelab.inference.odds import is_large
from minelab.inference.reasons import Constraint, Deduction, Guess, Reason
from minelab.inference.words import Span, explain_other, noun, percent, place, verdict, word

if TYPE_CHECKING:
    from minelab.games.hindsight import Hindsight

TIE = 1e-10  # risks this close are equal


def explain(reason: Reason, view: View, hindsight: "Hindsight | None" = None) -> list[Span]:
    """Why a move is made, given what was seen just before it.

    hindsight: for a guess, what complete inference knew; None leaves that out.
    """
    if isinstance(reason, Guess):
        return explain_guess(reason, view, hindsight)
    why: list[Span] | None = None
    if reason.because and reason.method == "rules":
        why = [Span("The rules open this cell first: no mine touches it. ")]
    elif reason.because and reason.method in METHODS:
        why = METHODS[reason.method].explain(reason, view)
    return [*(why or explain_other(reason, view)), *verdict(reason)]


def explain_guess(guess: Guess, view: View, hindsight: "Hindsight | None") -> list[Span]:
    """How the cell was chosen, and its risk compared with the least possible."""
    cell = Span(place(guess.cell), "move")
    looked_back = risk_taken(hindsight)
    exists = hindsight is not None and hindsight.proved_with_total == (0, 0)
    begin = Span(f"No proof {'exists' if exists else 'found'}. Opens ")
    if guess.rule == "given":
        return [begin, cell, Span(f", as given{looked_back}")]
    if guess.rule == "random":
        n = len(view.covered)
        choice = f"one of {word(n)} covered cells at random" if n > 1 else "the last covered cell"
        return [begin, Span(f"{choice}{looked_back}")]
    if guess.chance is None:
        how = ", as the player chose" if guess.rule == "player" else f" by the rule {guess.rule}"
        return [begin, cell, Span(f"{how}{looked_back}")]
    if hindsight is not None and hindsight.risk == 0 and exists:
        return [begin, cell, Span(looked_back)]  # a first opening that the rules protect
    if guess.rule == "exact" and exists:
        return [begin, cell, Span(f", whose risk of {percent(guess.chance)} is the least.")]
    if guess.rule == "exact-running":
        risk = f", whose risk of {percent(guess.chance)} is the least"
        how = "the number of mines entering as the share of mines among the covered cells"
        return [begin, cell, Span(f"{risk}, {how}{risk_taken(hindsight, '. It is')}")]
    counted = view.mines is not None and not is_large(view.codes.size)
    if guess.rule in FORMS and exists and view.open and counted:
        plan = consider(view, form=guess.rule)
        if plan.choice.cell == guess.cell:
            return [begin, cell, *explain_plan(plan)]
    claim = f" by the rule {guess.rule}, which puts its risk at {percent(guess.chance)}"
    return [begin, cell, Span(claim + risk_taken(hindsight, ". It is"))]


def explain_plan(plan: Plan) -> list[Span]:
    """Why the champion opens a cell, though another may be safer."""
    choice, safest = plan.choice, plan.safest
    values = [percent(one.value or 0) for one in (choice, safest)]
    two_safe = [percent(one.two_safe or 0) for one in (choice, safest)]
    odd = choice.cell != safest.cell and percent(choice.risk) != percent(safest.risk)
    if not odd:
        spans = [Span(f", whose risk of {percent(choice.risk)} is the least")]
    else:
        spans = [
            Span(f": its risk is {percent(choice.risk)}. The safest, "),
            Span(f"{place(safest.cell)}, has {percent(safest.risk)}"),
        ]
    if plan.exact and plan.aim == "score":
        end = "; played out to the end, no cell costs fewer mines"
    elif plan.exact and plan.value is not None:
        end = f"; played out to the end, this wins {percent(plan.value)} of all layouts"
    elif odd and plan.decided_by == "two_safe":
        end = ", but here the chance to survive this guess and the next is about "
        end += ", there ".join(two_safe)
    elif odd and plan.decided_by == "correction":
        end = "; looking ahead, the two are close, and in games played on from similar positions "
        end += "this one did better"
    elif odd and plan.decided_by == "rollouts":
        end = "; in games played on from here on random layouts this one did best"
    elif odd and choice.goes_on > safest.goes_on:
        chances = f"{percent(choice.goes_on)}, there {percent(safest.goes_on)}"
        end = f", but here the chance to survive and then know a safe cell is {chances}"
        if plan.decided_by == "value":
            end += f", and the chance to win about {', there '.join(values)}"
    elif plan.value is not None:
        end = f"; looking ahead, the chance to win is about {percent(plan.value)}"
    else:
        end = ", but looking ahead nothing is better" if odd else ""
    return [*spans, Span(f"{end}.")]


def risk_taken(hindsight: "Hindsight | None", lead: str = ": the risk is") -> str:
    """The end of the sentence on a guess: its risk, the least, and what could be proved."""
    if hindsight is None or hindsight.proved_with_total is None:
        return "."
    risk, least, certain = hindsight.risk, hindsight.least, hindsight.proved_with_total
    assert risk is not None and least is not None
    taken = f"{lead} {percent(risk)}"
    if certain.safe:
        joined = "; " if risk == 0 else ", though "
        return f"{taken}{joined}{provable(hindsight)}."
    if risk == 0:
        return ": the rules keep the first opening safe."
    if risk < least + TIE:
        beside = ", the least there was."
    elif percent(risk) == percent(least):
        beside = ", close to the least."
    else:
        beside = f"; the least was {percent(least)}."
    also = provable(hindsight)
    return f"{taken}{beside}{f' {also[0].upper()}{also[1:]}.' if certain.mined else ''}"


def provable(hindsight: "Hindsight") -> str:
    """What complete inference proves, from the clues alone and with the number of mines."""
    alone, certain = hindsight.proved, hindsight.proved_with_total
    assert certain is not None
    if alone is None or not any(alone):
        return f"with the number of mines {provably(*certain)}"
    if alone == certain:
        return provably(*certain)
    more = [f"{word(n)} {what}" for n, what in zip(certain, ("safe", "mined"), strict=True) if n]
    return f"{provably(*alone)} ({' and '.join(more)} with the number of mines)"


def provably(safe: int, mined: int) -> str:
    n = safe or mined
    cells = f"{word(n)} {noun('cell', n)} {'was' if n == 1 else 'were'} provably"
    if safe and mined:
        return f"{cells} safe and {word(mined)} provably {'a mine' if mined == 1 else 'mines'}"
    return f"{cells} {'safe' if safe else 'mined'}"


@dataclass(frozen=True)
class Marks:
    """The cells that a picture points out, and as what."""

    move: Cell | None = None
    why: tuple[Cell, ...] = ()
    """The clues of the proof; they are labelled A and B if `lettered`."""
    scope: frozenset[Cell] = frozenset()
    """The covered cells that these clues touch."""
    lettered: bool = False
    supposed: tuple[Cell, ...] = ()
    then: Mapping[Cell, bool] = field(default_factory=lambda: MappingProxyType({}))
    """What would follow from the supposition: True for a mine, False for safe."""
    broken: Cell | None = None
    """The clue that could not be met."""

    @classmethod
    def of(cls, reason: Reason) -> "Marks":
        """The marks of a deduction or a guess."""
        if isinstance(reason, Guess):
            return cls(move=reason.cell)
        steps = [step for trial in reason.supposed for step in trial.steps]
        broken = [c for trial in reason.supposed for c in trial.broken]
        because = [*reason.because, *(step.constraint for step in steps), *broken]
        # The total of the board is a constraint without a clue: there is no cell to point at.
        clues = {c.clue: c.cells for c in unfold(because) if c.clue is not None}
        return cls(
            move=reason.cell,
            why=tuple(clues),
            scope=frozenset() if steps else frozenset().union(*clues.values()) - {reason.cell},
            lettered=len(clues) == 2 and family(reason.method) in ("subset", "pairs"),
            supposed=tuple(dict.fromkeys(trial.cell for trial in reason.supposed)),
            then=agreed(reason),
            broken=next((c.clue for c in broken if c.clue is not None), None),
        )


def agreed(deduction: Deduction) -> dict[Cell, bool]:
    """What follows from the suppositions of a proof, as far as these agree; not the move."""
    states: dict[Cell, set[bool]] = {}
    for trial in deduction.supposed:
        for step in trial.steps:
            for cell in step.cells:
                states.setdefault(cell, set()).add(step.is_mine)
    return {cell: s.pop() for cell, s in states.items() if len(s) == 1 and cell != deduction.cell}


def unfold(constraints: Iterable[Constraint]) -> list[Constraint]:
    """The constraints and all that they were derived from."""
    return [part for c in constraints for part in (c, *unfold(c.because))]
