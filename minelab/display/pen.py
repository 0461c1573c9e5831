"""Pen: how each state of a cell looks, in SVG.

A cell is drawn with plain attributes on plain shapes: no ids, classes or styles. So many pictures
can share a page, and a page that strips styles still shows them whole. Cells that look alike are
one path, which keeps pictures small.
"""

import base64
import json
import re
from collections.abc import Sequence
from importlib.resources import files
from io import BytesIO
from itertools import groupby, pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from minelab.boards.board import Board
from minelab.boards.grid import BLAST, COVERED, FLAG, GOLD, Cell, cells_where
from minelab.boards.view import View
from minelab.display.palette import colour, risk_colour, text_on
from minelab.games.explain import Marks

COARSE = 12  # smaller cells, in pixels, are blocks of colour: no digit could be read
FLAT = 18  # smaller cells, in pixels, have square corners; neighbours that look alike are joined

Glyph: TypeAlias = list[tuple[str, float, str]]
"""Shapes in a cell of 100 x 100: each a path, the width of its line or 0 to fill it, and a colour.

After the first point everything is relative and linear, so a shape is scaled number by number.
"""
GLYPHS: dict[str, Glyph] = json.loads(
    (files("minelab.display") / "static" / "glyphs.json").read_text(encoding="utf-8")
)


class Pen:
    """Draws one board whose upper left corner is at (left, top)."""

    def __init__(self, size: int, left: float, top: float) -> None:
        self.size, self.left, self.top = size, left, top
        self.gap = 1.5 if size >= 20 else 1.0
        self.face = size - self.gap
        self.radius = min(max(round(0.22 * size) / 2, 2), 4)
        self.flat = size < FLAT
        self.parts: list[str] = []

    def board(
        self, view: View, shown: Marks, risk: NDArray[np.float64] | None, truth: Board | None
    ) -> None:
        """Every cell of a view, then the marks, the move above all else."""
        if self.size < COARSE:
            self.blocks(view, shown, risk, truth)
            return
        codes = view.codes
        covered = codes == COVERED
        self.covered_cells(view, shown, risk)
        self.faces(cells_where(codes == BLAST), colour("blast"))
        clues = [cell for cell in view.open if cell not in shown.why]
        if self.flat:
            self.faces(clues, colour("open"))
            self.lines(view)
        else:
            self.faces(clues, colour("hairline"))
            self.faces(clues, colour("open"), inset=1)
        self.faces(shown.why, colour("whyline"))
        self.faces(shown.why, colour("why"), inset=2)
        for n in range(1, 9):
            self.digits(cells_where(codes == n), str(n), colour(f"digit{n}"))
        self.glyphs("flag", cells_where(codes == FLAG))
        self.glyphs("blast", cells_where(codes == BLAST))
        self.glyphs("gold", cells_where(codes == GOLD))
        if truth is not None:
            self.glyphs("struck", cells_where((codes == FLAG) & ~truth.mines))
            self.glyphs("truth", cells_where(covered & truth.mines), opacity=0.5)
        if risk is not None:
            self.numerals(risk, covered)
        self.marks(view, shown)

    def covered_cells(self, view: View, shown: Marks, risk: NDArray[np.float64] | None) -> None:
        """Grey keys with a darker lower edge, in the colours of scope or risk."""

        def fill(cell: Cell) -> str:
            if view.codes[cell] == COVERED and risk is not None:
                known = not np.isnan(risk[cell])
                return risk_colour(risk[cell]) if known else colour("covered")
            warm = cell in shown.scope and view.codes[cell] == COVERED
            return colour("scope" if warm else "covered")

        cells = cells_where((view.codes == COVERED) | (view.codes == FLAG))
        self.faces(cells, colour("edge"))
        for shade, group in groupby(sorted(cells, key=fill), key=fill):
            self.faces(list(group), shade, lift=1.6)

    def marks(self, view: View, shown: Marks) -> None:
        if self.size >= 24 and shown.lettered:
            for letter, cell in zip("AB", shown.why, strict=True):
                self.tab(cell, letter)
        for cell in shown.supposed:
            is_move = cell == shown.move
            if not is_move or self.size >= 24:
                self.frame(cell, "supposed", 2, -4.5 if is_move else -1, dashed=True)
            if not is_move and view.codes[cell] == COVERED:
                self.digits([cell], "?", colour("supposed"))
        self.glyphs("then a mine", [cell for cell, mine in shown.then.items() if mine])
        self.glyphs("then safe", [cell for cell, mine in shown.then.items() if not mine])
        if shown.broken is not None:
            self.glyphs("broken", [shown.broken])
        if shown.move is not None:
            line, grow = (2, 1) if self.flat else (3, 0.5)
            self.frame(shown.move, "surface", 2 * line, grow)
            self.frame(shown.move, "move", line, grow)

    def coordinates(self, view: View, move: Cell | None) -> None:
        """The numbers of rows and columns; those of the move are bold."""
        px = 11 if self.size >= 20 else 9
        here = (-1, -1) if move is None else move
        for k in range(view.cols):
            x, _ = self.middle((0, k))
            self.label(str(k), x, self.top - 8, px, k == here[1])
        for k in range(view.rows):
            _, y = self.middle((k, 0))
            self.label(str(k), self.left - 13, y + 0.36 * px, px, k == here[0])

    def blocks(
        self, view: View, shown: Marks, risk: NDArray[np.float64] | None, truth: Board | None
    ) -> None:
        """A board of tiny cells: an image with one pixel per cell, and a ring around the move."""
        names = ["covered", "open", "edge", "blast", "gold", "soft", "whyline"]
        shades = [colour(name) for name in names]
        codes = view.codes
        covered = codes == COVERED
        index = np.select(
            [covered, codes == FLAG, codes == BLAST, codes == GOLD], [0, 2, 3, 4], default=1
        )
        if risk is not None:
            known = covered & ~np.isnan(risk)
            index[known] = len(shades) + np.round(risk[known] * 10).astype(int)
            shades += [risk_colour(k / 10) for k in range(11)]
        if truth is not None:
            index[covered & truth.mines] = 5
        for cell in shown.why:
            index[cell] = 6
        width, height = self.size * view.cols, self.size * view.rows
        image = base64.b64encode(png(index.astype(np.uint8), shades)).decode()
        self.parts.append(
            f'<image x="{self.left}" y="{self.top}" width="{width}" height="{height}" '
            f'preserveAspectRatio="none" image-rendering="pixelated" '
            f'href="data:image/png;base64,{image}"/>'
        )
        if shown.move is not None:
            self.frame(shown.move, "surface", 5, 3)
            self.frame(shown.move, "move", 2.5, 3)

    def faces(self, cells: Sequence[Cell], fill: str, *, inset: float = 0, lift: float = 0) -> None:
        """Squares of one colour: inset from their edges, lifted from the lower one."""
        if not cells:
            return
        if self.flat and not inset:
            self.parts.append(f'<path fill="{fill}" d="{self.runs(cells, lift)}"/>')
            return
        # A rounded square is a smaller square whose line has round joins.
        r = max(self.radius - inset, 1)
        side = self.face - 2 * inset - 2 * r
        shape = f"h{number(side)}v{number(side - lift)}h{number(-side)}z"
        x, y = self.corner(cells[0])
        path = f"M{number(x + inset + r)} {number(y + inset + r)}{shape}"
        for (r0, c0), (r1, c1) in pairwise(cells):
            path += f"m{(c1 - c0) * self.size} {(r1 - r0) * self.size}{shape}"
        self.parts.append(
            f'<path fill="{fill}" stroke="{fill}" stroke-width="{number(2 * r)}" '
            f'stroke-linejoin="round" d="{path}"/>'
        )

    def runs(self, cells: Sequence[Cell], lift: float) -> str:
        """One rectangle for each run of neighbouring cells in a row."""
        path = ""
        height = number(self.face - lift)
        for _, run in groupby(enumerate(sorted(cells)), key=lambda item: in_run(*item)):
            (_, first), *rest = run
            x, y = self.corner(first)
            width = number((len(rest) + 1) * self.size - self.gap)
            path += f"M{number(x)} {number(y)}h{width}v{height}h-{width}z"
        return path

    def lines(self, view: View) -> None:
        """The gaps between joined cells."""
        wide, high = self.size * view.cols, self.size * view.rows
        down = "".join(
            f"M{self.left + k * self.size} {self.top}v{high}" for k in range(view.cols + 1)
        )
        across = "".join(
            f"M{self.left} {self.top + k * self.size}h{wide}" for k in range(view.rows + 1)
        )
        self.parts.append(
            f'<path stroke="{colour("hairline")}" stroke-width="{number(self.gap)}" '
            f'd="{down}{across}"/>'
        )

    def glyphs(self, name: str, cells: Sequence[Cell], opacity: float = 1) -> None:
        """The same shape in many cells."""
        if not cells:
            return
        text = "".join(self.glyph_path(*shape, cells) for shape in GLYPHS[name])
        self.parts.append(text if opacity == 1 else f'<g opacity="{opacity}">{text}</g>')

    def glyph_path(self, path: str, line: float, name: str, cells: Sequence[Cell]) -> str:
        shade = "#FFFFFF" if name == "white" else colour(name)
        scale = self.face / 100
        d = "".join(scaled(path, scale, *self.corner(cell)) for cell in cells)
        if not line:
            return f'<path fill="{shade}" d="{d}"/>'
        return (
            f'<path fill="none" stroke="{shade}" stroke-width="{number(line * scale)}" '
            f'stroke-linecap="round" stroke-linejoin="round" d="{d}"/>'
        )

    def digits(self, cells: Sequence[Cell], text: str, fill: str) -> None:
        """The same character in the middle of many cells."""
        px = 0.56 * self.size
        self.texts([(cell, text) for cell in cells], px, fill, weight=600)

    def numerals(self, risk: NDArray[np.float64], covered: NDArray[np.bool_]) -> None:
        """Risks in whole percent; certain ones are bold, and no risk has a dot beneath."""
        if self.size < 24:
            return
        percents = whole_percent(risk)
        rows = [
            (cell, str(percents[cell]), text_on(risk_colour(chance)), chance in (0, 1))
            for cell in cells_where(covered & ~np.isnan(risk))
            for chance in [float(risk[cell])]
        ]
        for (fill, bold), group in groupby(sorted(rows, key=key_of), key=key_of):
            cells = [(cell, text) for cell, text, _, _ in group]
            self.texts(cells, 0.34 * self.size, fill, weight=700 if bold else 400)
        for cell in cells_where(covered & (risk == 0)):
            x, y = self.middle(cell)
            ink = text_on(risk_colour(0))
            self.parts.append(
                f'<circle cx="{number(x)}" cy="{number(y + 0.36 * self.face)}" '
                f'r="{number(max(1.2, 0.04 * self.size))}" fill="{ink}"/>'
            )

    def texts(
        self, cells: Sequence[tuple[Cell, str]], px: float, fill: str, *, weight: int
    ) -> None:
        if not cells:
            return
        spots = ((*self.middle(cell), text) for cell, text in cells)
        inside = "".join(
            f'<text x="{number(x)}" y="{number(y + 0.36 * px)}">{text}</text>'
            for x, y, text in spots
        )
        self.parts.append(
            f'<g fill="{fill}" font-size="{number(px)}" font-weight="{weight}" '
            f'text-anchor="middle">{inside}</g>'
        )

    def label(self, text: str, x: float, y: float, px: int, strong: bool) -> None:
        """A number beside the board."""
        name, weight = ("ink", 700) if strong else ("soft", 400)
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{px}" text-anchor="middle" '
            f'fill="{colour(name)}" font-weight="{weight}">{text}</text>'
        )

    def tab(self, cell: Cell, letter: str) -> None:
        """A letter in the upper left corner of a clue."""
        x, y = self.corner(cell)
        side = 0.34 * self.face
        fill, ink = colour("whyline"), colour("surface")
        self.parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(side)}" '
            f'height="{number(side)}" rx="{number(self.radius / 2)}" fill="{fill}"/>'
            f'<text x="{number(x + side / 2)}" y="{number(y + 0.8 * side)}" '
            f'font-size="{number(0.8 * side)}" font-weight="700" text-anchor="middle" '
            f'fill="{ink}">{letter}</text>'
        )

    def frame(
        self, cell: Cell, name: str, line: float, grow: float, *, dashed: bool = False
    ) -> None:
        """An outline, `grow` pixels outside the edge of a cell."""
        x, y = self.corner(cell)
        side = number(self.face + 2 * grow)
        dashes = ' stroke-dasharray="4 2.5"' if dashed else ""
        self.parts.append(
            f'<rect x="{number(x - grow)}" y="{number(y - grow)}" width="{side}" '
            f'height="{side}" rx="{number(max(self.radius + grow, 1.5))}" fill="none" '
            f'stroke="{colour(name)}" stroke-width="{number(line)}"{dashes}/>'
        )

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell's face."""
        half = self.gap / 2
        return self.left + cell[1] * self.size + half, self.top + cell[0] * self.size + half

    def middle(self, cell: Cell) -> tuple[float, float]:
        half = self.size / 2
        return self.left + cell[1] * self.size + half, self.top + cell[0] * self.size + half


def key_of(row: tuple[Cell, str, str, bool]) -> tuple[str, bool]:
    return row[2:]


def in_run(k: int, cell: Cell) -> tuple[int, int]:
    """Equal for neighbouring cells of a row in a sorted list."""
    return cell[0], cell[1] - k


def whole_percent(risk: NDArray[np.float64]) -> NDArray[np.int64]:
    """Risks in whole percent, rounded as `explain.percent` does; -1 where there is no risk."""
    rounded = np.rint(100 * risk)
    between = np.where((risk > 0) & (risk < 1), np.clip(rounded, 1, 99), rounded)
    return np.where(np.isnan(risk), -1, np.nan_to_num(between)).astype(np.int64)


def number(x: float) -> str:
    """A number in as few characters as SVG accepts."""
    text = f"{x:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def scaled(path: str, scale: float, x: float, y: float) -> str:
    """A shape of `GLYPHS` at another place and size."""
    offsets = iter((x, y))

    def move(match: re.Match[str]) -> str:
        value = number(float(match[0]) * scale + next(offsets, 0))
        # Two numbers that only a sign or a point separated need a space now.
        return value if value[0] == "-" or path[match.start() - 1] in "Mmlhvcs" else f" {value}"

    return re.sub(r" ?(-?(?:\d+\.?\d*|\.\d+))", move, path)


def png(index: NDArray[np.uint8], shades: Sequence[str]) -> bytes:
    """An image with one pixel per cell, in colours from a list."""
    from PIL import Image

    image, file = Image.fromarray(index), BytesIO()
    image.putpalette(bytes.fromhex("".join(shade[1:] for shade in shades)))
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
