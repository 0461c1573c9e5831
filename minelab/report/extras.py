"""What the site has beyond the report: explorer, player, a reference of names, pages of docs/."""

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from minelab.boards.board import Board
from minelab.display.explore import explore
from minelab.display.player import player
from minelab.games.play import play
from minelab.report.site import Page, text_page

PAGES = ("arena", "protocol", "teaching", "where", "roads-not-taken")
"""The pages of docs/ that readers need; those that are there."""


def extra_pages(root: Path) -> list[Page]:
    """The pages that follow those of the report."""
    board = Board.random(10, 10, mines=30, seed=13)
    games = player([play(board, agent, seed=1) for agent in ("basic", "charles")])
    about = f"{board.rows} × {board.cols}, {board.n_mines} mines"
    pages = [
        widget_page("explore", "Explore densities", explore().still.html),
        widget_page("player", f"Two games on one board ({about})", games.html),
        text_page("reference", reference()),
    ]
    docs = (root / "docs" / f"{name}.md" for name in PAGES)
    return pages + [text_page(p.stem, p.read_text(encoding="utf-8")) for p in docs if p.exists()]


def widget_page(name: str, title: str, html: str) -> Page:
    """A page with something that answers without a kernel."""
    import nbformat.v4 as nb

    page = text_page(name, f"# {title}")
    page.notebook.cells.append(
        nb.new_code_cell(
            "", id=f"{name}-it", outputs=[nb.new_output("display_data", {"text/html": html})]
        )
    )
    return page


def reference() -> str:
    """All public names with their docstrings, as Markdown."""
    lines = ["# Reference", "", "What `import minelab as ml` has.", ""]
    face = sys.modules["minelab"]  # which imports this room, not the other way round
    for name in sorted(face.__all__, key=str.lower):
        lines += entry(name, getattr(face, name))
    return "\n".join(lines)


def entry(name: str, item: Any) -> Iterator[str]:
    """A name with its parameters, its docstring and its examples; a class also with its members."""
    if not (inspect.isclass(item) or inspect.isfunction(item)):
        yield from (f"## ml.{name}", "", f"`{item!r}`", "")
        return
    text, prompt, examples = (inspect.getdoc(item) or "").partition(">>>")
    first, _, rest = text.partition("\n\n")
    yield from (f"## ml.{name}", "", first, "", "```text", f"{name}{parameters(item)}")
    yield from (["", rest.rstrip()] if rest.strip() else [])
    yield from ("```", "")
    if prompt:
        yield from ("```pycon", f">>>{examples}", "```", "")
    members = vars(item).items() if inspect.isclass(item) else ()
    for member, value in members:
        said = inspect.getdoc(getattr(value, "__func__", value))
        if not member.startswith("_") and said and hasattr(type(value), "__get__"):
            yield f"- `{member}`: {' '.join(said.partition(chr(10) * 2)[0].split())}"
    yield ""


def parameters(item: Any) -> str:
    """The parameters of a function or a class without their types."""
    try:
        signature = inspect.signature(item)
    except ValueError:
        return ""
    empty = inspect.Parameter.empty
    plain = [p.replace(annotation=empty) for p in signature.parameters.values()]
    return str(signature.replace(parameters=plain, return_annotation=empty))
