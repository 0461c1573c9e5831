"""The stepper: choose a position and a method, and step through what the method proves there.

Like the player it is HTML that needs neither kernel nor network: everything is worked out
beforehand, and stepper.js shows it. Where scripts don't run, a picture takes its place.
"""

import textwrap
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from minelab._checks import check_list, check_text, shown
from minelab.boards.grid import FLAG
from minelab.boards.view import Contradiction, View
from minelab.display import page
from minelab.display.draw import Frame, Picture, lay_out
from minelab.display.pen import GLYPHS
from minelab.games.explain import Marks, explain
from minelab.inference.methods import deduce, named_method
from minelab.inference.reasons import Deduction, Reason
from minelab.inference.words import noun, plain

SHOWN = ("single", "subset", "pairs", "assume", "refute", "groups", "entails", "total")
MAX_SIDE = 12

POSITIONS = {
    "1-2-1": View.parse("121\n???"),
    "two clues": View.parse("????\nM32M"),
    "one inside": View.parse("???\n11?\n???"),
    "three equations": View.parse("????\n??43\n2???"),
    "a branch": View.parse("?2?\n3??\n??2"),
    "a long branch": View.parse("1??1\n?32?\n???1"),
    "only groups": View.parse("??M??\n?45?2\nM????"),
    "one mine": View.parse("1??\n???", mines=1),
}
"""Small positions; in each of them cheaper methods miss something."""


def stepper(
    positions: Mapping[str, View] | None = None, methods: Iterable[str] = SHOWN
) -> "Stepper":
    """Show what methods prove in small positions, one step at a time.

    positions: views by name, of at most 12 x 12 cells; eight examples unless given.
    methods: the names of the methods, in the order of their buttons.

    Returns a Stepper, which a notebook shows.

    >>> stepper({"1-2-1": View.parse("121\\n???")}, ["single", "subset"])
    <Stepper: 1 position, 2 methods>
    """
    if positions is not None and not isinstance(positions, Mapping):
        raise ValueError(f"positions must be views by name, not {shown(positions)}")
    chosen = dict(POSITIONS if positions is None else positions)
    names = tuple(check_list("methods", methods, "names of methods"))
    for method in names:
        named_method(check_text("methods", method))
    if not chosen or not names:
        raise ValueError("a stepper needs at least one position and one method")
    for name, view in chosen.items():
        if not isinstance(name, str):
            raise ValueError(f"positions must have texts as names, not {shown(name)}")
        if not isinstance(view, View) or max(view.rows, view.cols) > MAX_SIDE:
            raise ValueError(
                f"positions must be views of at most {MAX_SIDE} x {MAX_SIDE} cells, "
                f"not {shown(view)} ({name!r})"
            )
    return Stepper(chosen, names)


class Stepper:
    """What a notebook shows for `stepper()`."""

    def __init__(self, positions: dict[str, View], methods: tuple[str, ...]) -> None:
        self.positions = positions
        self.methods = methods
        self.proofs = {
            (name, method): proofs(view, method)
            for name, view in positions.items()
            for method in methods
        }

    @cached_property
    def html(self) -> str:
        """The stepper as a piece of HTML."""
        return page.self_contained("stepper", self.css, self.shelf, self.picture.image)

    @cached_property
    def picture(self) -> Picture:
        """The first position with the first step of each method that proves something there."""
        name, view = next(iter(self.positions.items()))
        frames = []
        for method in self.methods:
            steps = self.proofs[name, method]
            words = f"step 1 of {len(steps)}" if steps else "proves nothing here"
            marks = Marks.of(steps[0][1]) if steps else Marks()
            frames.append(Frame("", method, words, view, marks))
        alt = f"The position {name!r} and the first step of each method there."
        return lay_out(frames, alt)

    @property
    def css(self) -> str:
        """The style sheet, with the colours of the methods."""
        return page.style_sheet(
            lambda theme: page.method_shades(self.methods, theme), "stepper.css"
        )

    @property
    def shelf(self) -> dict[str, Any]:
        """All that stepper.js needs to know."""
        return {
            "methods": self.methods,
            "glyphs": GLYPHS,
            "positions": [
                {
                    "name": name,
                    "rows": view.rows,
                    "cols": view.cols,
                    "codes": view.codes.ravel().tolist(),
                    "mines": view.mines,
                    "steps": [
                        [entry(seen, proof) for seen, proof in self.proofs[name, method]]
                        for method in self.methods
                    ],
                }
                for name, view in self.positions.items()
            ],
        }

    def _repr_mimebundle_(self, **kwargs: object) -> tuple[dict[str, str], dict[str, Any]]:
        return self.picture.image.bundle(self.html)

    def __repr__(self) -> str:
        n, m = len(self.positions), len(self.methods)
        return f"<Stepper: {n} {noun('position', n)}, {m} {noun('method', m)}>"


def proofs(view: View, method: str) -> list[tuple[View, Deduction]]:
    """What a method proves, each with the view in which the mines proved before are flagged."""
    codes, steps = view.codes.copy(), []
    try:
        for proof in deduce(view, method):
            steps.append((View(codes, view.mines, lives=view.lives), proof))
            if proof.is_mine:
                codes[proof.cell] = FLAG
    except Contradiction as problem:
        raise ValueError(f"a position must fit its clues: {problem}") from None
    return steps


def in_words(reason: Reason, view: View) -> str:
    """Why a move is made, in lines that fit the page of a notebook."""
    return textwrap.fill(plain(explain(reason, view)), 88)


def entry(seen: View, proof: Deduction) -> dict[str, Any]:
    """One step with its sentence and its marks."""
    return {
        "cell": page.flat([proof.cell], seen.cols)[0],
        "mine": proof.is_mine,
        "words": page.words_of(explain(proof, seen)),
        "marks": page.marks_of(proof, seen.cols),
    }
