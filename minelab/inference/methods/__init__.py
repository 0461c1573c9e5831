"""Inference, one method a file, as people should read it: a Position in, deductions out.

A method takes one look and yields what it can prove; whoever asked settles the cells and asks
again. `deduce` does that until the method has nothing more to say.
"""

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import partial
from typing import TypeAlias

from minelab._checks import check_iterable, check_whole, shown
from minelab.boards.grid import Cell
from minelab.boards.view import View
from minelab.inference.methods.assume import assume
from minelab.inference.methods.entails import entails
from minelab.inference.methods.exact import exact
from minelab.inference.methods.groups import groups
from minelab.inference.methods.pairs import pairs
from minelab.inference.methods.refute import refute
from minelab.inference.methods.single import single
from minelab.inference.methods.subset import subset, subset_once
from minelab.inference.methods.total import total
from minelab.inference.position import Position
from minelab.inference.reasons import Checks, Deduction

Method: TypeAlias = Callable[[Position], Iterator[Deduction]]

METHODS: dict[str, Method] = {
    "single": single,
    "subset": subset,
    "subset-once": subset_once,
    "pairs": pairs,
    "assume-1": partial(assume, at_least=1),
    "assume": assume,
    "assume-3": partial(assume, at_least=3),
    "refute": refute,
    "groups": groups,
    "entails-mines": partial(entails, safe=False),
    "entails": entails,
    "total": total,
    "exact": exact,
}
"""All methods by name, cheaper first; `total` is the last resort of agents told the total."""

EXHAUSTIVE: dict[str, Method] = {
    "assume-1": partial(assume, at_least=1, first=False),
    "assume": partial(assume, first=False),
    "assume-3": partial(assume, at_least=3, first=False),
    "refute": partial(refute, first=False),
}
"""Methods that stop at the first cell that teaches something, made to go on."""


def family(name: str) -> str:
    """The name of a method or an agent without its variant: `assume` for `assume-3`."""
    return re.split(r"[-+]", name, maxsplit=1)[0]


def named_method(method: str | Method) -> Method:
    """The method with this name; a function of somebody's own, which is not taken at its word."""
    if callable(method):
        return method if method in METHODS.values() else partial(checked, method)
    if not isinstance(method, str) or method not in METHODS:
        near = get_close_matches(method, METHODS, n=1) if isinstance(method, str) else ()
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"method must be one of {sorted(METHODS)}, not {shown(method)}{hint}")
    return METHODS[method]


def checked(method: Method, position: Position) -> Iterator[Deduction]:
    """What a method yields, in plain types; a ValueError if that is no deduction on this board."""
    checks = Checks(position.view.rows, position.view.cols)
    for found in check_iterable("what a method gives", method(position), "Deductions"):
        if not isinstance(found, Deduction):
            raise ValueError(f"a method must yield Deductions, not {shown(found)}")
        deduction = checks.reason(found)
        assert isinstance(deduction, Deduction)
        yield deduction


def deduce(view: View, method: str | Method, mines: int | None = None) -> list[Deduction]:
    """All that one method can prove about a view, nothing opened, in the order of proof.

    method: its name, or a function of your own.
    mines: the number of mines on the board, if the method may use it; by default what the
        view says.

    >>> for d in deduce(View.parse("1 2 1\\n? ? ?"), "subset"):
    ...     print(d.cell, "mine" if d.is_mine else "safe")
    (1, 2) mine
    (1, 0) mine
    (1, 1) safe
    """
    look = named_method(method)
    if not isinstance(view, View):
        raise ValueError(f"view must be a View, not {shown(view)}")
    if mines is not None:
        mines = check_whole("mines", mines, 0, view.codes.size)
    position = Position(view, view.mines if mines is None else mines)
    found: list[Deduction] = []
    before = -1
    while before < len(found):
        before = len(found)
        found += [d for d in look(position) if position.settle(d.cell, d.is_mine)]
    return found


def prove(view: View, cell: Cell, method: str, mines: int | None = None) -> Deduction:
    """The proof by which one look of a method settles a cell."""
    look = EXHAUSTIVE.get(method) or named_method(method)
    for deduction in look(Position(view, mines)):
        if deduction.cell == cell:
            return deduction
    raise LookupError(f"{method} proves nothing about {cell} in this view")
