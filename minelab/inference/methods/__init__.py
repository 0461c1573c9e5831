"""Inference, one method per file, as people should read it: a Position in, deductions out.

A method takes one look and yields what it can prove; the caller settles the cells and asks again.
`deduce` does that until the method proves nothing more.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from minelab._checks import check_iterable, check_one_of, check_type, check_whole, shown
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.methods.assume import assume
from minelab.inference.methods.entails import entails, explain_entails
from minelab.inference.methods.exact import exact, explain_exact
from minelab.inference.methods.groups import explain_groups, groups
from minelab.inference.methods.pairs import explain_pairs, pairs
from minelab.inference.methods.refute import refute
from minelab.inference.methods.single import explain_single, single
from minelab.inference.methods.subset import explain_subset, subset, subset_once
from minelab.inference.methods.total import explain_total, total
from minelab.inference.position import Position
from minelab.inference.reasons import Checks, Deduction
from minelab.inference.suppose import explain_supposed
from minelab.inference.words import Span

Method: TypeAlias = Callable[[Position], Iterator[Deduction]]
"""A function of your own: it takes one look at a position and yields what it can prove."""


@dataclass(frozen=True)
class MethodRow:
    """All that the package knows about one method. It is called like the function that it holds."""

    name: str
    proofs: Method
    code: int | None
    """Its code in the engine; None for a method that has only the readable form."""
    explain: Callable[[Deduction, View], list[Span] | None]
    """The sentence for a proof; None if the proof lacks what the sentence needs."""
    colour: tuple[str, str] | None = None
    """On a light page and on a dark one. Variants have the colour of their family."""
    drawn_like: str = ""
    """The method whose rank it shares; without a colour of its own, also the colour."""
    caption: tuple[str, str, str] = ("safe", "a mine", "by a proof")
    """On a film strip: how it begins for a safe cell, for a mine, and how it ends."""
    needs_total: bool = False
    """Whether it proves nothing unless it may use the number of mines."""
    at_least: int = 0
    """How many clues must touch a cell before `assume` tries it."""
    exhaustive: Method | None = None
    """The same method made to go on after the first cell that teaches something."""

    def __call__(self, position: Position) -> Iterator[Deduction]:
        return self.proofs(position)


def assume_row(name: str, at_least: int, colour: tuple[str, str] | None = None) -> MethodRow:
    """A variant of `assume`, which tries only cells that so many clues touch."""
    return MethodRow(
        name, partial(assume, at_least=at_least), 3, explain_supposed, colour, at_least=at_least,
        caption=("safe", "a mine", "whichever way another cell turns out"),
        exhaustive=partial(assume, at_least=at_least, first=False),
    )  # fmt: skip


METHODS: dict[str, MethodRow] = {
    row.name: row
    for row in (
        MethodRow("single", single, 0, explain_single, ("#8995AA", "#6F777E")),
        MethodRow("subset", subset, 1, explain_subset, ("#3D5CA4", "#52A1FE"),
                  caption=("safe, as", "a mine, as", "one clue's cells lie inside another's")),
        MethodRow("subset-once", subset_once, 8, explain_subset),
        MethodRow("pairs", pairs, 2, explain_pairs, ("#2C8C7C", "#87D7C8"),
                  caption=("safe, as", "a mine, as", "one clue needs so many more than another")),
        assume_row("assume-1", 1),
        assume_row("assume", 2, ("#AF72F9", "#D8B8FB")),
        assume_row("assume-3", 3),
        MethodRow("refute", refute, 4, explain_supposed, ("#560077", "#B540D2"),
                  caption=("a mine", "no mine", "here would break a clue"),
                  exhaustive=partial(refute, first=False)),
        MethodRow("groups", groups, 5, explain_groups, ("#39560E", "#1B8C53"),
                  caption=("safe", "a mine", "in every layout of its group")),
        MethodRow("entails-mines", partial(entails, safe=False), None, explain_entails),
        MethodRow("entails", entails, None, explain_entails, ("#999559", "#9DA62D"), "groups",
                  ("if a mine were", "if no mine were", "here, the clues could not be met")),
        MethodRow("total", total, 6, explain_total, drawn_like="exact", needs_total=True,
                  caption=("safe, as", "a mine, as", "the total says so")),
        MethodRow("exact", exact, 7, explain_exact, ("#191C21", "#F6F8FD"), needs_total=True,
                  caption=("safe", "a mine", "in every layout with this total")),
    )
}  # fmt: skip
"""The registry of methods, cheaper first: all names, codes, sentences and colours."""


def family(name: str) -> str:
    """The name of a method or an agent without its variant: `assume` for `assume-3`."""
    return re.split(r"[-+]", name, maxsplit=1)[0]


def named_method(method: str | Method) -> Method:
    """The method with this name; a function of your own is wrapped, and what it yields checked."""
    if callable(method):
        return method if isinstance(method, MethodRow) else partial(checked, method)
    return METHODS[check_one_of("method", method, METHODS)]


def checked(method: Method, position: Position) -> Iterator[Deduction]:
    """What a method yields, in plain types; a ValueError if it is no deduction on this board."""
    checks = Checks(position.view.rows, position.view.cols)
    for given in check_iterable("what a method yields", method(position), "Deductions"):
        if not isinstance(given, Deduction):
            raise ValueError(f"a method must yield Deductions, not {shown(given)}")
        deduction = checks.reason(given)
        assert isinstance(deduction, Deduction)
        yield deduction


def deduce(view: View, method: str | Method, mines: int | None = None) -> list[Deduction]:
    """All that one method can prove about a view without opening anything, in the order of proof.

    view: what is seen.
    method: its name (`ml.catalogue()` shows which agents use which), or a function of your own that
        takes a Position and yields Deductions.
    mines: the number of mines on the board, if the method may use it; by default the view's.
    Returns a list of Deductions.

    >>> for d in deduce(View.parse("1 2 1\\n? ? ?"), "subset"):
    ...     print(d.cell, "mine" if d.is_mine else "safe")
    (1, 2) mine
    (1, 0) mine
    (1, 1) safe
    """
    check_type("view", view, View)
    if mines is not None:
        mines = check_whole("mines", mines, 0, view.codes.size)
    return prove_all(Position(view, view.mines if mines is None else mines), [method])


def prove_all(position: Position, methods: Iterable[str | Method]) -> list[Deduction]:
    """Settle all that methods prove together, the first asked again after every new fact."""
    looks = [named_method(method) for method in methods]
    proofs: list[Deduction] = []
    k = 0
    while k < len(looks):
        news = [d for d in looks[k](position) if position.settle(d.cell, d.is_mine)]
        proofs += news
        k = 0 if news else k + 1
    return proofs


def prove(view: View, cell: Cell, method: str, mines: int | None = None) -> Deduction:
    """The proof by which one look of a method settles a cell."""
    look = METHODS[method].exhaustive or METHODS[method]
    for deduction in look(Position(view, mines)):
        if deduction.cell == cell:
            return deduction
    raise LookupError(f"{method} proves nothing about {cell} in this view")
