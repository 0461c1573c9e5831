"""A reason in plain sentences.

A sentence is a list of spans, each with the mark that the same thing wears on the board
("move", "why", "supposed" or none), so that words and picture say one thing. Empty spans tell how
the sentence is built: one with the mark "step" comes before each step of a proof by supposition,
one with the mark "so" before the conclusion. What joins two steps is a span of its own, just before
the second.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from minelab.agents.champion import FORMS, Plan, consider
from minelab.boards.grid import COVERED, Cell
from minelab.boards.view import View, is_mine
from minelab.inference.odds import is_large
from minelab.inference.reasons import Constraint, Deduction, Guess, Reason, Step, Supposition

if TYPE_CHECKING:
    from minelab.games.hindsight import Hindsight

TIE = 1e-10  # risks this close are equal
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Span(NamedTuple):
    """A piece of a sentence."""

    text: str
    mark: str = ""


def explain(reason: Reason, view: View, hindsight: "Hindsight | None" = None) -> list[Span]:
    """Why a move is made, given what was seen just before it.

    hindsight: for a guess, what complete inference knew; without it nothing is said of that.
    """
    if isinstance(reason, Guess):
        return explain_guess(reason, view, hindsight)
    why = SENTENCES[reason.method] if is_whole(reason) else explain_other
    return [*why(reason, view), *verdict(reason)]


def is_whole(deduction: Deduction) -> bool:
    """Whether a deduction carries what the sentence for its method speaks of."""
    if deduction.method == "pairs":
        return len(deduction.because) == 2
    if deduction.method == "subset":
        cells = [constraint.cells for constraint in deduction.because]
        return len(cells) == 2 and deduction.cell in cells[1] - cells[0]
    if deduction.method in ("assume", "refute"):
        return len(deduction.supposed) in (1, 2)
    if deduction.method == "groups" and deduction.layouts is None:
        return any(constraint.clue is None for constraint in deduction.because)  # the total
    return deduction.method in SENTENCES and len(deduction.because) > 0


def plain(spans: list[Span]) -> str:
    """The sentence without its marks."""
    return "".join(span.text for span in spans)


def explain_guess(guess: Guess, view: View, hindsight: "Hindsight | None") -> list[Span]:
    """How the cell was chosen, and its risk beside the least possible."""
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
        return [begin, cell, Span(f" by the rule {guess.rule}{looked_back}")]
    if hindsight is not None and hindsight.risk == 0 and exists:
        return [begin, cell, Span(looked_back)]  # a first opening that the rules protect
    if guess.rule == "exact" and exists:
        return [begin, cell, Span(f", whose risk of {percent(guess.chance)} is the least.")]
    if guess.rule == "exact-running":
        risk = f", whose risk of {percent(guess.chance)} is the least"
        how = "the number of mines entering as the share of mines among the covered cells"
        return [begin, cell, Span(f"{risk}, {how}{risk_taken(hindsight, '. It is')}")]
    told = view.mines is not None and not is_large(view.codes.size)
    if guess.rule in FORMS and exists and view.open and told:
        plan = consider(view, form=guess.rule)
        if plan.choice.cell == guess.cell:
            return [begin, cell, *explain_plan(plan)]
    claim = f" by the rule {guess.rule}, which puts its risk at {percent(guess.chance)}"
    return [begin, cell, Span(claim + risk_taken(hindsight, ". It is"))]


def explain_plan(plan: Plan) -> list[Span]:
    """Why the champion opens a cell, though another may be safer."""
    choice, safest = plan.choice, plan.safest
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
    elif plan.exact and plan.worth is not None:
        end = f"; played out to the end, this wins {percent(plan.worth)} of all layouts"
    elif odd and choice.goes_on > safest.goes_on:
        on = f"{percent(choice.goes_on)} of all cases, from there in {percent(safest.goes_on)}"
        end = f", but from here something safe is certain next in {on}"
    elif plan.worth is not None:
        end = f"; looking ahead, the chance to win is about {percent(plan.worth)}"
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
    found = provable(hindsight)
    return f"{taken}{beside}{f' {found[0].upper()}{found[1:]}.' if certain.mined else ''}"


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
        return f"{cells} safe and {word(mined)} mined"
    return f"{cells} {'safe' if safe else 'mined'}"


def explain_single(deduction: Deduction, view: View) -> list[Span]:
    """The clue either has all its mines, or needs every covered cell it has left."""
    constraint = deduction.because[0]
    covered = [cell for cell in constraint.cells if view[cell] == COVERED]
    missing = constraint.mines - sum(is_mine(view[cell]) for cell in constraint.cells)
    if constraint.clue is None:  # the total decides by itself
        left = f"{mines_word(missing)} {is_are(missing)} left".capitalize()
        return [Span(f"{left} for {word(len(covered))} covered {noun('cell', len(covered))}. ")]
    mines = [cell for cell in view.neighbours(constraint.clue) if is_mine(view[cell])]
    if deduction.is_mine:
        more = "more " if mines else ""
        needs = f"{word(missing)} {more}{noun('mine', missing)}"
        around = [cell for cell in view.neighbours(constraint.clue) if view[cell] == COVERED]
        kind = "covered" if len(around) == len(covered) else "unknown"  # some are known safe
        has = f"{word(len(covered))} {kind} {noun('neighbour', len(covered))}"
        why = f" needs {needs} and has only {has}. "
    elif not mines:
        why = " touches no mine. "
    else:
        which = "mine" if len(mines) == 1 else f"{word(len(mines))} mines"
        why = f" already touches its {which} at {places(mines)}. "
    return [Span("The "), clue_span(constraint.clue, view), Span(why)]


def explain_subset(deduction: Deduction, view: View) -> list[Span]:
    """A lies inside B."""
    a, b = deduction.because
    if a.clue is None or b.clue is None:
        return explain_chain(deduction, view)
    left = b.mines - a.mines
    rest = "none is" if left == 0 else f"{word(left)} {'is' if left == 1 else 'are'}"
    end = ", as many as it has cells. " if left else ". "
    return [
        Span("Every covered neighbour of "),
        Span(f"A at {place(a.clue)}", "why"),
        Span(" is also one of "),
        Span(f"B at {place(b.clue)}", "why"),
        Span(f". A needs {mines_word(a.mines)} and B needs {word(b.mines)}: "),
        Span(f"{rest} left for the rest of B{end}"),
    ]


def explain_chain(deduction: Deduction, view: View) -> list[Span]:
    """Clues taken from one another, more than once."""
    clues = sorted(set(base_clues(deduction.because)))
    a, b = deduction.because
    cells = sorted(b.cells - a.cells) if deduction.method == "subset" else [deduction.cell]
    left = b.mines - a.mines if deduction.method == "subset" else int(deduction.is_mine)
    return [
        Span("Taken from one another, "),
        *listed([clue_span(clue, view) for clue in clues]),
        Span(f" leave {mines_word(left)} for {places(cells)}. "),
    ]


def explain_pairs(deduction: Deduction, view: View) -> list[Span]:
    """B needs as many mines more than A as it has cells of its own."""
    a, b = deduction.because
    if a.clue is None or b.clue is None:
        return explain_chain(deduction, view)
    more, own = b.mines - a.mines, len(b.cells - a.cells)
    if own == 0:
        return [
            Span("Every covered neighbour of "),
            Span(f"B at {place(b.clue)}", "why"),
            Span(" is also one of "),
            Span(f"A at {place(a.clue)}", "why"),
            Span(f", and both need {mines_word(a.mines)}. So the cells of A outside B are safe. "),
        ]
    outside = f"only {word(own)} {noun('cell', own)} of B {'lies' if own == 1 else 'lie'} outside A"
    these = "that cell is a mine" if own == 1 else "those cells are mines"
    return [
        Span(f"B at {place(b.clue)}", "why"),
        Span(f" needs {mines_word(more)} more than "),
        Span(f"A at {place(a.clue)}", "why"),
        Span(f", and {outside}. So {these}, and the cells of A outside B are safe. "),
    ]


def explain_supposed(deduction: Deduction, view: View) -> list[Span]:
    """One supposition broke, or two agree."""
    if len(deduction.supposed) == 2:
        return explain_either(deduction, view)
    (supposed,) = deduction.supposed
    state = "a mine" if supposed.is_mine else "safe"
    spans = [Span("Suppose "), Span(place(supposed.cell), "supposed"), Span(f" were {state}. ")]
    if supposed.steps:
        spans.append(Span("Then "))
        for step in supposed.steps:
            spans += [Span("", "step"), *step_spans(step, view), Span(", ")]
        spans[-1] = Span(", and ")
    else:
        spans.append(Span("Then "))
    return [*spans, Span("", "step"), *broken_spans(supposed, view), Span(". ")]


def explain_either(deduction: Deduction, view: View) -> list[Span]:
    """Whatever the supposed cell is, the other follows."""
    spans = [Span("Either way the same: ")]
    for supposed in deduction.supposed:
        state = "a mine" if supposed.is_mine else "safe"
        spans += [Span("if "), Span(place(supposed.cell), "supposed"), Span(f" is {state}, ")]
        for k, step in enumerate(supposed.steps):
            spans += [Span(", then " if k else ""), *step_spans(step, view)]
        spans.append(Span("; " if supposed.is_mine else ". "))
    return spans


def step_spans(step: Step, view: View) -> list[Span]:
    """What one constraint makes of some cells."""
    n = len(step.cells)
    state = noun("mine", n) if step.is_mine else "safe"
    state = "a mine" if state == "mine" else state
    verb = "makes" if step.constraint.clue or not step.constraint.because else "make"
    return [
        *source_spans(step.constraint, view),
        Span(f" {verb} {places(list(step.cells))} {state}"),
    ]


def broken_spans(supposed: Supposition, view: View) -> list[Span]:
    """The constraint that cannot be met, or the two that cannot both be."""
    if len(supposed.broken) == 1:
        broken = supposed.broken[0]
        if broken.clue is None:
            return [Span("the number of mines on the board could not be right")]
        if broken.mines < 0:
            return [*source_spans(broken, view), Span(" would touch too many mines")]
        wanted = view.clue(broken.clue) or 0
        which = "mine" if wanted == 1 else mines_word(wanted)
        return [*source_spans(broken, view), Span(f" could not find its {which}")]
    clues = sorted(set(base_clues(supposed.broken)))
    return [*listed([clue_span(clue, view) for clue in clues]), Span(" could not all be met")]


def explain_groups(deduction: Deduction, view: View) -> list[Span]:
    """The same in all layouts of a group."""
    clues = [constraint for constraint in deduction.because if constraint.clue is not None]
    told = [constraint for constraint in deduction.because if constraint.clue is None]
    state = "a mine" if deduction.is_mine else "safe"
    if deduction.layouts is None:
        left = f"{mines_word(told[0].mines)} {is_are(told[0].mines)} left".capitalize()
        hold = "nothing but mines" if deduction.is_mine else "none of them"
        rest = f"the cells that no clue touches hold {hold}"
        return [Span(f"{left}, and in all layouts that fit the clues {rest}. ")]
    cells = {cell for constraint in clues for cell in constraint.cells}
    total = " and the number of mines" if told else ""
    one = deduction.layouts == 1
    every = "" if one else f", and the cell is {state} in all of them"
    return [
        Span(f"The {len(cells)} covered {noun('cell', len(cells))} of this group have "),
        Span(f"{'only one layout that fits' if one else f'{deduction.layouts} layouts that fit'} "),
        Span(f"{len(clues)} {noun('clue', len(clues))}", "why"),
        Span(f"{total}{every}. "),
    ]


def explain_total(deduction: Deduction, view: View) -> list[Span]:
    """What the clues leave of the total."""
    total, *taken = deduction.because
    if not taken:
        return explain_single(deduction, view)
    held = sum(constraint.mines for constraint in taken)
    left = total.mines - held
    rest = len(total.cells) - sum(len(constraint.cells) for constraint in taken)
    clues = [clue_span(constraint.clue, view) for constraint in taken if constraint.clue]
    verb = "holds" if len(clues) == 1 else "hold"
    spans = [Span(f"{mines_word(total.mines).capitalize()} {is_are(total.mines)} left; ")]
    spans += [*listed(clues), Span(f" {verb} {word(held)} of them")]
    remain = "No mine is" if left == 0 else f"{mines_word(left)} {is_are(left)}".capitalize()
    others = "the one other covered cell" if rest == 1 else f"the other {word(rest)} covered cells"
    return [*spans, Span(f". {remain} left for {others}. ")]


def explain_rules(deduction: Deduction, view: View) -> list[Span]:
    return [Span("The rules open this cell first: no mine touches it. ")]


def explain_entails(deduction: Deduction, view: View) -> list[Span]:
    state = "safe" if deduction.is_mine else "a mine"
    told = any(constraint.clue is None for constraint in deduction.because)
    what = "the clues and the number of mines" if told else "the clues"
    return [Span(f"If {place(deduction.cell)} were {state}, {what} could not all be met. ")]


def explain_exact(deduction: Deduction, view: View) -> list[Span]:
    """The same in all layouts that fit the clues and the total."""
    total = deduction.because[0]
    n, state = len(total.cells), "a mine" if deduction.is_mine else "safe"
    if deduction.layouts is None:
        return [Span(f"The cell is {state} in all layouts that fit the clues. ")]
    left = f"{mines_word(total.mines)} {is_are(total.mines)} left".capitalize()
    one = deduction.layouts == 1
    fit = "one layout fits" if one else f"{deduction.layouts} layouts fit"
    every = "there" if one else "in all of them"
    return [
        Span(f"{left} in {word(n)} covered {noun('cell', n)}: {fit} the clues and this total. "),
        Span(f"The cell is {state} {every}. "),
    ]


def explain_other(deduction: Deduction, view: View) -> list[Span]:
    """A method of somebody's own, or a move without a proof."""
    if not deduction.because:
        return [Span(f"The agent's own reason ({deduction.method}). ")]
    clues = sorted(set(base_clues(deduction.because)))
    spans = listed([clue_span(clue, view) for clue in clues])
    return [Span(f"By {deduction.method}, from "), *spans, Span(". ")]


SENTENCES: dict[str, Callable[[Deduction, View], list[Span]]] = {
    "single": explain_single,
    "subset": explain_subset,
    "pairs": explain_pairs,
    "assume": explain_supposed,
    "refute": explain_supposed,
    "groups": explain_groups,
    "total": explain_total,
    "rules": explain_rules,
    "entails": explain_entails,
    "exact": explain_exact,
}


def base_clues(constraints: Iterable[Constraint]) -> Iterator[Cell]:
    """The clues that constraints were derived from."""
    for constraint in constraints:
        if constraint.clue is not None:
            yield constraint.clue
        yield from base_clues(constraint.because)


def clue_span(clue: Cell, view: View) -> Span:
    return Span(f"clue {view.clue(clue)} at {place(clue)}", "why")


def source_spans(constraint: Constraint, view: View) -> list[Span]:
    """Where a constraint comes from: a clue, several, or the total."""
    clues = sorted(set(base_clues((constraint,))))
    if not clues:
        return [Span("the number of mines")]
    the = [Span("the ")] if len(clues) == 1 else []
    return [*the, *listed([clue_span(clue, view) for clue in clues])]


def listed(spans: list[Span]) -> list[Span]:
    """Spans as people list things: a, b and c."""
    out: list[Span] = []
    for k, span in enumerate(spans):
        out += [Span("" if k == 0 else " and " if k == len(spans) - 1 else ", "), span]
    return out[1:]


def verdict(deduction: Deduction) -> list[Span]:
    end = " is a mine." if deduction.is_mine else " is safe."
    return [Span("", "so"), Span("So "), Span(place(deduction.cell), "move"), Span(end)]


def place(cell: Cell) -> str:
    """A cell with a no-break space, so that it stays on one line."""
    return f"({cell[0]},\N{NO-BREAK SPACE}{cell[1]})"


def places(cells: list[Cell]) -> str:
    """Cells as people list them: a, b and c."""
    *others, last = map(place, sorted(cells))
    return f"{', '.join(others)} and {last}" if others else last


def word(n: int) -> str:
    """A count in words up to eight, then in digits."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def mines_word(n: int) -> str:
    """A number of mines in words."""
    return f"{word(n)} {noun('mine', n)}"


def is_are(n: int) -> str:
    return "is" if n == 1 else "are"


def noun(name: str, n: int) -> str:
    """A noun in the number that fits its count."""
    return name if n == 1 else name + "s"


def percent(chance: float) -> str:
    """Whole percent; what is not certain never rounds to certain."""
    return f"{min(max(round(chance * 100), 1), 99) if 0 < chance < 1 else round(chance * 100)}%"
