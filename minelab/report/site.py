"""The HTML report: a page per notebook and per report, and a first page, from stored notebooks.

nbconvert makes the pages with the template in pages/. They need no network, and follow the system's
light or dark theme, as their pictures do. The first page is made of what the notebooks say: titles,
the paragraphs that begin **In short.**, first figures, and the beginning of notebook 0 with its
player.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from minelab.display.images import few_shades, with_palette
from minelab.display.page import slim
from minelab.display.palette import COLOURS, THEMES, colour
from minelab.report.build import Node, Notebook, load, notebooks, report_pages, write
from minelab.report.index import HEADING, spots

HERE = Path(__file__).parent
SVG = "data:image/svg+xml;base64,"
NEXT = re.compile(r"^(Before|Next|Back to the beginning): \[.*$", re.MULTILINE)
"""The last line of a notebook; on a page the template leads on."""
LIVE = re.compile(r"<p><small>Run this cell to move its controls: .*?</small></p>")
"""What a notebook says below the first picture of a slider; on a page nothing can be run."""
OUTLINE = "<!-- outline -->"
"""Where the template leaves room for the sections of a page."""
THUMBNAIL = 720
"""Pixels of the width of a card's picture."""


@dataclass(frozen=True)
class Page:
    """A page of the report, before it is one."""

    name: str
    notebook: Notebook

    @property
    def title(self) -> str:
        """The first heading."""
        cells = self.notebook.cells
        texts = (cell.source for cell in cells if cell.cell_type == "markdown")
        heading = next(filter(None, map(HEADING.search, texts)), None)
        return re.sub(r"[*`]", "", heading[1]).strip() if heading else self.name

    @property
    def answer(self) -> str:
        """The first paragraph that begins **In short.**, as HTML without these words."""
        opening = re.compile(r"^\*\*In short\.?\*\* *(.+?)(?:\n\s*\n|\Z)", re.M | re.S)
        matches = filter(None, (opening.search(cell.source) for cell in self.notebook.cells))
        return next((markdown(match[1]) for match in matches), "")

    def figures(self) -> Iterator[str]:
        """What the cells tagged `figure:NAME` show as HTML."""
        for cell in self.notebook.cells:
            if any(tag.startswith("figure:") for tag in tags_of(cell)):
                yield from (output.get("data", {}).get("text/html", "") for output in cell.outputs)


def text_page(name: str, text: str) -> Page:
    """A page from a text in Markdown."""
    import nbformat.v4 as nb

    return Page(name, nb.new_notebook(cells=[nb.new_markdown_cell(text, id=name)]))


def write_site(root: Path, folder: str = "report", more: Sequence[Page] = ()) -> None:
    """Write report/: a page per notebook and per report, a first page, and all of it on one.

    folder: its name, if it is another.
    more: pages that the first page lists at its end.
    """
    shown = [Page(path.stem, load(path)) for path in notebooks(root)]
    about = [text_page(name, text) for name, text in report_pages(root).items()]
    links = Links(shown, [*about, *more])
    made = {"index": links.follow(first_page(shown, about, more))}
    for pages in (shown, about, more):
        for before, page, after in zip([None, *pages], pages, [*pages[1:], None], strict=False):
            made[page.name] = links.follow(html_of(page, before, after))
    films = dict(film for page in shown for film in films_of(page))
    paper = {name: text for name, text in made.items() if name not in {p.name for p in more}}
    for name, text in {**made, "print": one_page(paper, films)}.items():
        write(root / folder / f"{name}.html", f"{text}\n".encode())


class Links:
    """Links between notebooks as links between pages."""

    def __init__(self, shown: Sequence[Page], about: Sequence[Page]) -> None:
        names = "|".join(re.escape(page.name) for page in [*shown, *about])
        self.files = re.compile(rf'href="(?:[\w./]*/)?({names})\.(?:ipynb|md)(?:#([^"]*))?"')
        self.spots = spots({page.name: page.notebook for page in shown})

    def follow(self, text: str) -> str:
        """A page whose links lead to pages, and to the cells that they name by tag."""

        def lead(link: re.Match[str]) -> str:
            name, anchor = link[1], link[2] or ""
            if anchor.startswith("reproduces:"):
                tagged = self.spots.get(anchor.removeprefix("reproduces:"), [])
                here = [spot for spot in tagged if spot.notebook == name] or tagged
                name, anchor = (here[0].notebook, f"cell-id={here[0].cell}") if here else (name, "")
            return f'href="{name}.html{"#" * bool(anchor)}{anchor}"'

        return self.files.sub(lead, text)


# A page


def html_of(page: Page, before: Page | None, after: Page | None) -> str:
    """A notebook as a page."""
    resources: dict[str, Any] = {"page": page, "before": before, "after": after}
    resources |= {"style": style(), "script": slim(resource("page.js"))}
    text = str(exporter().from_notebook_node(for_readers(page.notebook), resources)[0])
    story, fold, _ = text.partition('<details class="appendix"')
    sections = re.findall(r'<h2 id="([^"]*)">(.*?)<a class="anchor-link"', story)
    sections += [("appendix", "Appendix")] if fold else []
    plain = ((name, re.sub("<.*?>", "", said)) for name, said in sections)
    outline = "".join(f'<a href="#{name}">{said}</a>' for name, said in plain)
    return finish(text.replace(OUTLINE, outline))


def for_readers(notebook: Notebook) -> Notebook:
    """A copy without the line that leads on, and with the heading of its appendix as a title.

    Folded code that shows nothing is put in front of the folded code of the next cell.
    """
    copy = deepcopy(notebook)
    for cell, after in list(zip(copy.cells, copy.cells[1:], strict=False)):
        if is_set_up(cell) and after.cell_type == "code" and "show" not in tags_of(after):
            after.source = f"{cell.source}\n\n\n{after.source}"
            copy.cells.remove(cell)
    for cell in copy.cells:
        if cell.cell_type == "markdown":
            cell.source = NEXT.sub("", cell.source)
    tagged = (cell for cell in copy.cells if "appendix" in tags_of(cell))
    for cell in [*tagged][:1]:
        heading = HEADING.search(cell.source)
        cell.metadata["appendix"] = heading[1] if heading else "Appendix"
        cell.source = HEADING.sub("", cell.source, count=1)
    return copy


def is_set_up(cell: Node) -> bool:
    """Whether a cell is folded code that shows nothing."""
    return "fold" in tags_of(cell) and not cell.outputs


def tags_of(cell: Node) -> list[str]:
    """The tags of a cell."""
    return list(cell.metadata.get("tags", ()))


def finish(text: str) -> str:
    """A page for reading: captions marked, and no words about running."""
    text = LIVE.sub("", text)
    text = text.replace("<p><em>Figure ", '<p class="caption"><em>Figure ')
    return re.sub(r'<a class="anchor-link".*?</a>', "", text)


@cache
def exporter() -> Any:
    """nbconvert with the template in pages/."""
    from nbconvert import HTMLExporter

    return HTMLExporter(template_name="pages", extra_template_basedirs=[str(HERE)])


def markdown(text: str) -> str:
    """Markdown as HTML."""
    from nbconvert.filters import markdown2html

    return str(markdown2html(text.strip())).strip()


def resource(name: str) -> str:
    """A file of pages/."""
    return (HERE / "pages" / name).read_text(encoding="utf-8")


@cache
def style() -> str:
    """The style sheet of all pages, after the palette as variables."""
    light, dark = (
        "".join(f"--{name}:{colour(name, theme)};" for name in COLOURS) for theme in THEMES
    )
    themes = f":root{{{light}}}@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return themes + slim(resource("page.css"))


# The first page


def first_page(shown: Sequence[Page], about: Sequence[Page], more: Sequence[Page] = ()) -> str:
    """The question, the findings, a card per notebook, a dot per claim, and the reports."""
    from minelab.report.verdicts import verdicts

    start = shown[0]
    cells = start.notebook.cells
    at = next((k for k, cell in enumerate(cells) if player_of(cell)), 0)
    after = [cell.source for cell in cells[at + 1 : at + 2] if at and cell.cell_type == "markdown"]
    text = exporter().environment.get_template("contents.html.j2").render(
        style=style(), title=re.sub(r"^\d+\. ", "", start.title), player=player_of(cells[at]),
        opening=markdown(HEADING.sub("", cells[0].source, count=1)), after=map(markdown, after),
        cards=[(page, page.answer, thumbnail(page)) for page in shown],
        claims=verdicts().html, reports=about, more=more,
    )  # fmt: skip
    return finish(str(text))


def player_of(cell: Node) -> str:
    """The player that a cell shows, or nothing."""
    shown = (output.get("data", {}).get("text/html", "") for output in cell.get("outputs", ()))
    return next((text for text in shown if "data-minelab-player" in text), "")


def thumbnail(page: Page) -> str:
    """The first figure of a notebook, small, in both themes; empty if there is none."""
    for output in page.figures():
        if board := re.search(rf'<img src="({re.escape(SVG)}[^"]+)"', output):
            return f'<img src="{board[1]}" alt="">'
        if figure := re.search(r'<img src="data:image/png;base64,([^"]+)"', output):
            png = b64decode(figure[1])
            dark = re.search(r'data-dark="([^"]+)"', output)
            palette = b64decode(dark[1]) if dark else b""
            night = with_palette(png, palette)
            return (
                '<picture><source media="screen and (prefers-color-scheme: dark)" '
                f'srcset="{small(night)}"><img src="{small(png)}" alt=""></picture>'
            )
    return ""


def small(png: bytes) -> str:
    """A picture as small as a card's, as an address that holds it."""
    from PIL import Image

    picture, file = Image.open(BytesIO(png)).convert("RGB"), BytesIO()
    picture.thumbnail((THUMBNAIL, THUMBNAIL))
    picture.save(file, "PNG")
    return f"data:image/png;base64,{b64encode(few_shades(file.getvalue())).decode()}"


# All on one page, to be printed


def one_page(made: dict[str, str], films: dict[str, str]) -> str:
    """All pages below each other, for paper: no scripts, and a film strip for each player.

    made: the pages as HTML by their names, the first page first.
    films: what a player or a stepper is on paper, by its key.
    """
    names = "|".join(map(re.escape, made))
    text = "\n".join(
        f'<section class="chapter" id="{name}">{inside("main", page)}</section>'
        for name, page in made.items()
    )
    text = re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL)
    text = re.sub(rf'href="({names})\.html[^"]*"', r'href="#\1"', text)
    still = re.compile(r'(<div [^>]*data-minelab-\w+="(\w+)"[^>]*>)(<img[^>]*>)')
    text = still.sub(lambda player: player[1] + films.get(player[2], player[3]), text)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>{inside("head", made["index"])}</head>\n'
        f'<body>\n<main class="wide">\n{text}\n</main>\n</body>\n</html>'
    )


def inside(tag: str, page: str) -> str:
    """What a page has in its only element of this kind."""
    return page.partition(f"<{tag}")[2].partition(">")[2].rpartition(f"</{tag}>")[0]


def films_of(page: Page) -> Iterator[tuple[str, str]]:
    """The key of each player and stepper of a notebook, with its picture in pixels."""
    for cell in page.notebook.cells:
        for output in cell.get("outputs", ()):
            data, about = output.get("data", {}), output.get("metadata", {}).get("image/png", {})
            key = re.search(r'<div data-minelab-\w+="(\w+)"', data.get("text/html", ""))
            if key and "image/png" in data:
                words, width = escape(about.get("alt", "")), about.get("width", "")
                source = f"data:image/png;base64,{data['image/png'].strip()}"
                yield key[1], f'<img src="{source}" alt="{words}" width="{width}">'
