"""What the site has beyond the report: explorer, player, a reference of names, pages of docs/."""

import inspect
import re
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from minelab._files import REPOSITORY
from minelab.boards.board import Board
from minelab.display.explore import explore
from minelab.display.player import player
from minelab.games.play import play
from minelab.report.site import Page, text_page

PAGES = {
    "arena": "arena.md", "protocol": "protocol.md", "teaching": "teaching/README.md",
    "where": "where.md", "roads-not-taken": "roads-not-taken.md",
}  # fmt: skip
"""The pages of docs/ that readers need, by their names; those that are there."""
LINK = re.compile(r"(!?)\[([^]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


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
    root = root.resolve()
    there = {root / "docs" / file: name for name, file in PAGES.items()}
    return pages + [
        text_page(name, self_contained(path, root, there))
        for path, name in there.items()
        if path.exists()
    ]


def self_contained(path: Path, root: Path, pages: dict[Path, str]) -> str:
    """The text of a file of docs/ without links that lead out of the site.

    Its pictures are in it. A link to one of `pages` leads to its name; one to another file of the
    repository leads to the repository's address, or is only words while there is none.
    """

    def follow(link: re.Match[str]) -> str:
        picture, words, target, anchor = link.groups(default="")
        file = (path.parent / target).resolve()
        if file in pages:
            return f"[{words}]({pages[file]}.md{anchor})"
        if not file.exists() or file.parent in (root / "notebooks", root / "docs" / "reports"):
            return link[0]
        if picture:
            return f"![{words}](data:image/png;base64,{b64encode(file.read_bytes()).decode()})"
        there = f"{REPOSITORY}/blob/main/{file.relative_to(root).as_posix()}{anchor}"
        return f"[{words}]({there})" if REPOSITORY else words

    return LINK.sub(follow, path.read_text(encoding="utf-8"))


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
    examples = "Examples leave out `ml.`: before them comes `from minelab import *`."
    lines = ["# Reference", "", f"What `import minelab as ml` has. {examples}", ""]
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
    """The public parameters of a function or a class without their types."""
    try:
        signature = inspect.signature(item)
    except ValueError:
        return ""
    empty = inspect.Parameter.empty
    public = [p for p in signature.parameters.values() if not p.name.startswith("_")]
    plain = [p.replace(annotation=empty) for p in public]
    return str(signature.replace(parameters=plain, return_annotation=empty))
