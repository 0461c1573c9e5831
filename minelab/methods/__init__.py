"""Inference, one method a file, as people should read it: a Position in, deductions out.

A method takes one look and yields what it can prove; whoever asked settles the cells and asks
again. `deduce` does that until the method has nothing more to say.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import TypeAlias

from minelab.knowledge import Position
from minelab.methods.single import single
from minelab.reasons import Deduction
from minelab.view import View

Method: TypeAlias = Callable[[Position], Iterator[Deduction]]

METHODS: dict[str, Method] = {"single": single}


def named_method(method: str | Method) -> Method:
    """The method with this name; a function stands for itself."""
    if callable(method):
        return method
    if method not in METHODS:
        near = get_close_matches(str(method), METHODS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"method must be one of {sorted(METHODS)}, not {method!r}{hint}")
    return METHODS[method]


def deduce(view: View, method: str | Method) -> list[Deduction]:
    """All that one method can prove about a view, nothing opened, in the order of proof.

    >>> for d in deduce(View.parse("1?0\\n???"), "single"):
    ...     print(d.cell, "mine" if d.is_mine else "safe")
    (0, 1) safe
    (1, 1) safe
    (1, 2) safe
    (1, 0) mine
    """
    method = named_method(method)
    position = Position(view)
    found: list[Deduction] = []
    before = -1
    while before < len(found):
        before = len(found)
        found += [d for d in method(position) if position.settle(d.cell, d.is_mine)]
    return found
