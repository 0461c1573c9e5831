"""Run the notebooks and put down what they show: clean notebooks, figures, an HTML report.

Notebooks are kept with their outputs, so that they can be read without running anything. To make
two runs give the same bytes, everything that belongs to one run or one machine is taken out
again: widget state, progress bars, timings, versions. A code cell tagged `figure:NAME` also
leaves its picture in figures/. Figures and pages are always made from the notebooks on disk.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import html
import json
import os
import re
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import Empty
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from tqdm import tqdm

from minelab._files import write_whole
from minelab.display.page import without_packing

KERNEL = "python3"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
RUN_METADATA = {"execution", "ExecuteTime", "papermill", "collapsed", "scrolled", "trusted"}
PROGRESS = re.compile(r"^.*\d+%\|.*\|.*$|^.*\d+(it)? \[\d\d:\d\d, .*\]$")
RASTER_WIDTH = 1400
PAGE_POINTS = 675  # 900 pixels
MADE_BY = re.compile(r"python -m minelab run ([\w-]+)")
SEED = re.compile(
    r"(?:\b(?:board|play) )?seeds? \d+(?: to \d+)?|(?:the )?printed (?:guess(?:es)?|random probe)"
)
PICTURES = {"image/svg+xml": "svg", "image/png": "png"}  # the better one first

Notebook = Any  # nbformat's node: a dictionary that also answers to attributes
Node = Any


class ReportError(Exception):
    """A notebook that fails, warns, or shows something else than the stored one."""


@dataclass(frozen=True)
class Figure:
    """A picture that a tagged cell shows, with what the table in figures/ says about it."""

    name: str
    notebook: str
    caption: str
    tables: dict[str, dict[str, Any]]
    """The stored tables that it shows, by name, with what they say about themselves."""
    data: bytes

    @property
    def seed(self) -> str:
        """The seed of its tables; without a table, where its caption says that chance came from."""
        seeds = {name: str(facts["seed"]) for name, facts in self.tables.items() if facts}
        if len(set(seeds.values())) > 1:
            return ", ".join(f"{seed} ({name})" for name, seed in seeds.items())
        return next(iter(seeds.values()), ", ".join(SEED.findall(self.caption)) or "none")

    @property
    def raster(self) -> str:
        """The name of its PNG."""
        return str(Path(self.name).with_suffix(".png"))

    def note(self) -> str:
        """Where the picture comes from, for machines: the file beside it."""
        hashes = {name: facts.get("hash") for name, facts in self.tables.items()}
        commands = [f"python -m minelab run {name}" for name in self.tables]
        about = {
            "figure": self.name,
            "sha256": sha256(self.data).hexdigest(),
            "notebook": f"notebooks/{self.notebook}",
            "caption": self.caption,
            "seed": self.seed,
            "tables": hashes,
            "commands": [*commands, f"python -m minelab report notebooks/{self.notebook}"],
        }
        return json.dumps(about, indent=1, ensure_ascii=False) + "\n"


def run(
    paths: Sequence[Path | str] = (),
    *,
    root: Path | str = ".",
    check: bool = False,
    pages: bool = True,
    timeout: int = 600,
    workers: int = 2,
) -> None:
    """Execute notebooks and write them, their figures and the HTML report.

    paths: the notebooks to execute; all of `root`/notebooks by default.
    root: the folder that holds notebooks/, figures/ and report/.
    check: write nothing, and raise `ReportError` if anything stored would change.
    pages: write the HTML report too.
    timeout: seconds that one cell may take.
    workers: notebooks executed at the same time, each in a kernel of its own.
    """
    root = Path(root)
    chosen = [Path(path) for path in paths] or notebooks(root)
    if not chosen:
        raise ReportError(f"no notebooks in {root / 'notebooks'}")

    def refresh(path: Path) -> str:
        try:
            fresh = dumps(execute(path, timeout))
        except ReportError as problem:
            return str(problem)
        if check:
            return difference(path, fresh)
        if is_new(path, fresh):
            write(path, fresh.encode())
        return ""

    with ThreadPoolExecutor(workers) as pool:
        jobs = pool.map(refresh, chosen)
        problems = list(tqdm(jobs, "notebooks", len(chosen), unit="notebook", disable=None))
    if not any(problems):
        problems.extend(update_figures(root, check))
    if any(problems):
        raise ReportError("\n".join(filter(None, problems)))
    if pages and not check:
        write_pages(root)


def notebooks(root: Path) -> list[Path]:
    """The notebooks of a checkout, in reading order."""
    return sorted((root / "notebooks").glob("*.ipynb"))


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, and leave it alone if it holds these bytes already."""
    if path.exists() and path.read_bytes() == data:
        return
    write_whole(path, data)


# Reading, executing and cleaning one notebook


def load(path: Path) -> Notebook:
    """Read a notebook; a cell without an id gets one from its place, not from chance."""
    import nbformat

    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        cells = raw["cells"]
    except (OSError, ValueError, KeyError) as problem:
        raise ReportError(f"{path}: not a readable notebook ({problem})") from None
    seen: set[str] = set()
    for place, cell in enumerate(cells, 1):
        if cell.get("id") in {None, *seen}:
            cell["id"] = f"cell-{place}"
        seen.add(cell["id"])
    raw["nbformat"], raw["nbformat_minor"] = 4, 5
    return nbformat.v4.to_notebook(raw)


def dumps(notebook: Notebook) -> str:
    """The text of a notebook file, the same for the same notebook."""
    import nbformat

    return str(nbformat.v4.writes(notebook)) + "\n"


def execute(path: Path, timeout: int = 600) -> Notebook:
    """Run a notebook from the top in its own folder and return it, cleaned."""
    notebook = load(path)
    run_cells(path, notebook, timeout)
    clean(notebook)
    for place, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr":
                warning = output.text.strip().splitlines()[0]
                raise ReportError(f"{where(path, notebook, place)}: writes to stderr: {warning}")
    return notebook


def run_cells(path: Path, notebook: Notebook, timeout: int) -> None:
    """Fill in the outputs of a notebook; an error in a cell is raised with the cell's name."""
    from jupyter_client.kernelspec import NoSuchKernel
    from nbclient import NotebookClient
    from nbclient.exceptions import CellControlSignal, DeadKernelError

    here = 0

    def arrive(cell: Node, cell_index: int) -> None:
        nonlocal here
        here = cell_index

    def begin(notebook: Notebook) -> None:
        channel = client.kc.shell_channel  # type: ignore[union-attr]
        channel.get_msg = in_slices(channel.get_msg)

    client = NotebookClient(
        notebook,
        kernel_name=KERNEL,
        timeout=timeout,
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=True,  # without it a cell that uses an Output widget crashes
        coalesce_streams=True,
        record_timing=False,
        on_notebook_start=begin,
        on_cell_start=arrive,
        extra_arguments=["--log-level=ERROR", "--HistoryManager.enabled=False"],
    )
    try:
        with TemporaryDirectory() as settings:
            # Else matplotlib writes the date and random names into SVG pictures.
            Path(settings, "matplotlibrc").write_text("svg.hashsalt: minelab\n")
            stable = {"MATPLOTLIBRC": settings, "SOURCE_DATE_EPOCH": "0"}
            asyncio.run(client.async_execute(env={**os.environ, **stable}))
    except (CellControlSignal, DeadKernelError) as problem:
        raise ReportError(f"{where(path, notebook, here)}: {brief(problem)}") from None
    except NoSuchKernel:
        raise ReportError(f"{path}: no Jupyter kernel is called {KERNEL!r}") from None


def in_slices(get_message: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Wait for a message in short slices, looking anew each time.

    When a cell prints into an Output widget, nbclient sends on the channel that it is waiting on,
    past asyncio, which may then miss the reply until the time is up (nbclient issue 312).
    """

    async def get(timeout: float | None = None) -> Any:
        deadline = float("inf") if timeout is None else monotonic() + timeout
        while True:
            try:
                return await get_message(timeout=0.2)
            except Empty:
                if monotonic() >= deadline:
                    raise

    return get


def where(path: Path, notebook: Notebook, place: int) -> str:
    """Name a cell so that it can be found: its number from the top and its first line."""
    lines = notebook.cells[place].source.strip().splitlines() or [""]
    return f"{path}: cell {place + 1} ({lines[0]!r})"


def brief(problem: Exception) -> str:
    """What went wrong in a cell, without the coloured traceback around it."""
    if hasattr(problem, "ename"):
        return f"{problem.ename}: {problem.evalue}"  # type: ignore[attr-defined]
    return str(problem).strip().splitlines()[0]


def clean(notebook: Notebook) -> None:
    """Take out all that belongs to one run or one machine."""
    notebook.metadata.pop("widgets", None)
    notebook.metadata["kernelspec"] = {
        "display_name": "Python 3",
        "language": "python",
        "name": KERNEL,
    }
    notebook.metadata["language_info"] = {"file_extension": ".py", "name": "python"}
    for cell in notebook.cells:
        cell.metadata = {k: v for k, v in cell.metadata.items() if k not in RUN_METADATA}
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if keep(output)]


def keep(output: Node) -> bool:
    """Tidy an output in place; False if nothing of it is worth keeping."""
    if output.output_type == "stream":
        lines = re.split(r"(?<=[\r\n])", output.text)
        output.text = "".join(line for line in lines if not PROGRESS.match(line.strip("\r\n")))
        return bool(output.text.strip())
    if output.output_type == "error":
        # A cell tagged raises-exception may fail; its traceback is full of addresses and paths.
        output.traceback = [f"{output.ename}: {output.evalue}"]
        return True
    if "image/svg+xml" in output.data:
        output.data["image/svg+xml"] = fit(output.data["image/svg+xml"])
    live = output.data.pop(WIDGET_VIEW, None) is not None
    # Beside a live widget a bare text is only its name; a picture or a table stays.
    return bool(set(output.data) - {"text/plain"} if live else output.data)


def fit(svg: str) -> str:
    """A picture wider than a page of a notebook shrinks with it instead of being cut off."""
    size = re.search(r'<svg[^>]* (width="([\d.]+)pt")[^>]*?( height="[\d.]+pt")?[^>]*>', svg)
    if size is None or float(size[2]) <= PAGE_POINTS or "viewBox" not in size[0]:
        return svg
    root = re.sub(r' height="[\d.]+pt"', "", size[0]).replace(size[1], 'width="100%"')
    return svg.replace(size[0], root, 1)


def difference(path: Path, fresh: str) -> str:
    """Say where the stored notebook differs from the fresh one; empty if it does not."""
    if not is_new(path, fresh):
        return ""
    import nbformat

    old, new = load(path), nbformat.v4.reads(fresh)
    for place, (before, after) in enumerate(zip(old.cells, new.cells, strict=True)):
        for part in sorted(before.keys() | after.keys()):
            if comparable(before.get(part)) != comparable(after.get(part)):
                return f"{where(path, new, place)}: {part} differ from the stored ones"
    return f"{path}: the notebook's own metadata differ from the stored ones"


def is_new(path: Path, fresh: str) -> bool:
    """Whether a notebook shows something else than the stored one."""
    return without_packing(path.read_text(encoding="utf-8")) != without_packing(fresh)


def comparable(part: Any) -> str:
    """A part of a cell as text, with what is packed in it replaced by a digest of its content."""
    return without_packing(json.dumps(part, sort_keys=True))


# Figures


def figures(path: Path, notebook: Notebook) -> Iterator[Figure]:
    """The pictures of the cells tagged `figure:NAME`; the captions below say what they show."""
    from minelab.lab.experiments import facts

    data = path.parents[1] / "data"
    for place, cell in enumerate(notebook.cells):
        for tag in cell.metadata.get("tags", ()):
            if not tag.startswith("figure:"):
                continue
            name = tag.removeprefix("figure:")
            if not re.fullmatch(r"[\w-]+", name):
                raise ReportError(f"{where(path, notebook, place)}: {name!r} can't name a file")
            found = picture(cell)
            if found is None:
                raise ReportError(f"{where(path, notebook, place)}: shows no picture for {tag}")
            output, kind = found
            content, below = output.data[kind], text_after(notebook, place)
            yield Figure(
                name=f"{name}.{PICTURES[kind]}",
                notebook=path.name,
                caption=caption(below) or alt_text(output, kind),
                tables={name: facts(name, data) for name in MADE_BY.findall(below)},
                data=base64.b64decode(content) if kind == "image/png" else content.encode(),
            )


def text_after(notebook: Notebook, place: int) -> str:
    """The first paragraph of the text that follows a cell: below a figure, its caption."""
    following = notebook.cells[place + 1 : place + 2]
    text = "".join(cell.source for cell in following if cell.cell_type == "markdown")
    return str(text.partition("\n\n")[0])


def caption(text: str) -> str:
    """A caption without its slant, its number and what makes the figure, which stand elsewhere."""
    plain = re.sub(r" Made by [^.]*\.(?=\*?$)", "", text).strip("*")
    return re.sub(r"^Figure [\d.]+\.? *", "", plain)


def picture(cell: Node) -> tuple[Node, str] | None:
    """The first output of a cell that is a picture, and its kind."""
    for kind in PICTURES:
        for output in cell.outputs:
            if kind in output.get("data", {}):
                return output, kind
    return None


def alt_text(output: Node, kind: str) -> str:
    """What a picture says about itself: its alt text, or the title inside an SVG."""
    metadata = output.metadata
    alt = metadata.get("alt") or metadata.get(kind, {}).get("alt", "")
    if not alt and kind == "image/svg+xml":
        title = re.search(r"<title[^>]*>(.*?)</title>", output.data[kind], re.DOTALL)
        alt = html.unescape(title[1]) if title else ""
    return " ".join(str(alt).split())


def update_figures(root: Path, check: bool = False) -> list[str]:
    """Make figures/ hold what the stored notebooks show, or only say where it does not."""
    shown = [figure for path in notebooks(root) for figure in figures(path, load(path))]
    names = [figure.name for figure in shown]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        return [f"figures/{name}: made by two cells" for name in twice]
    folder = root / "figures"
    files = {figure.name: figure.data for figure in shown}
    files |= {note_name(figure): figure.note().encode() for figure in shown}
    files["README.md"] = figure_table(shown).encode()
    drawn = [figure for figure in shown if figure.raster != figure.name]
    known = {*files, *(figure.raster for figure in drawn)}
    stale = [
        path
        for ending in (*PICTURES.values(), "json")
        for path in sorted(folder.glob(f"*.{ending}"))
        if path.name not in known
    ]
    if check:
        problems = [f"figures/{path.name}: no notebook makes it" for path in stale]
        for name, data in files.items():
            if not (folder / name).exists() or (folder / name).read_bytes() != data:
                problems.append(f"figures/{name}: not what the notebooks show")
        missing = [figure.raster for figure in drawn if not (folder / figure.raster).exists()]
        return problems + [f"figures/{name}: missing" for name in missing]
    for path in stale:
        path.unlink()
    for figure in drawn:  # before the notes, which say that it was done
        note, raster = folder / note_name(figure), folder / figure.raster
        if not raster.exists() or not note.exists() or note.read_bytes() != files[note.name]:
            write(raster, rasterize(figure.data.decode()))
    for name, data in files.items():
        write(folder / name, data)
    return []


def rasterize(svg: str) -> bytes:
    """An SVG as a PNG, opaque, with the fonts that come with matplotlib."""
    import matplotlib
    from resvg_py import svg_to_bytes

    fonts = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return bytes(
        svg_to_bytes(
            svg_string=svg, width=RASTER_WIDTH, dpi=96, background="#ffffff",
            skip_system_fonts=True, sans_serif_family="DejaVu Sans", font_family="DejaVu Sans",
            font_files=[str(fonts / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")],
        )
    )  # fmt: skip


def note_name(figure: Figure) -> str:
    return str(Path(figure.name).with_suffix(".json"))


def figure_table(shown: list[Figure]) -> str:
    """The README of figures/: each picture with what makes it."""
    lines = [
        "# Figures",
        "",
        "`make` writes this folder from the executed notebooks; please don't edit it by hand. The",
        "JSON file beside a picture says where it comes from: seed, hashes of tables, commands.",
        "",
    ]
    if not shown:
        return "\n".join([*lines, "No notebook has a figure yet.", ""])
    lines += ["| figure | notebook | what it shows | seed | made by |", "|---|---|---|---|---|"]
    for figure in sorted(shown, key=lambda figure: (figure.notebook, figure.name)):
        notebook = f"notebooks/{figure.notebook}"
        cells = [
            f"[{figure.name}]({figure.name})",
            f"[{figure.notebook}](../{notebook})",
            figure.caption.replace("|", r"\|"),
            figure.seed,
            f"`python -m minelab report {notebook}`",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


# The HTML report


def write_pages(root: Path) -> None:
    """Write report/: a page per notebook and an index of them."""
    paths = notebooks(root)
    folder = root / "report"
    contents = []
    for path in paths:
        notebook = load(path)
        heading = title(notebook) or path.stem
        write(folder / f"{path.stem}.html", page(notebook, heading, paths).encode())
        contents.append(f'<li><a href="{path.stem}.html">{html.escape(heading)}</a></li>')
    write(folder / "index.html", INDEX.format(contents="\n".join(contents)).encode())


def title(notebook: Notebook) -> str:
    """The first heading of a notebook."""
    for cell in notebook.cells:
        found = re.search(r"^# +(.+)$", cell.source, re.MULTILINE)
        if cell.cell_type == "markdown" and found:
            return re.sub(r"[*`]", "", found[1]).strip()
    return ""


def page(notebook: Notebook, heading: str, paths: Sequence[Path]) -> str:
    """A notebook as one HTML page that is read without a network."""
    from nbconvert import HTMLExporter

    notebook.metadata["title"] = heading
    text, _ = HTMLExporter().from_notebook_node(notebook)
    maths = any(
        re.search(r"\$[^$\n]+\$|\\\(|\\\[|\\begin\{", cell.source)
        for cell in notebook.cells
        if cell.cell_type == "markdown"
    )
    # nbconvert loads require.js and MathJax from the network; the first is never needed here,
    # the second only where there are formulas, which stay legible as text without it.
    for script in re.findall(r'<script src="https?://[^"]*">\s*</script>', text):
        if not (maths and "mathjax" in script.lower()):
            text = text.replace(script, "")
    for other in paths:
        text = text.replace(f'href="{other.name}', f'href="{other.stem}.html')
    text = str(text).replace("</head>", f"<style>{FIT}</style></head>", 1)
    return re.sub(r"(<body[^>]*>)", rf"\1{CONTENTS}", text, count=1)


FIT = (
    ":root { color-scheme: light; } "
    ".jp-RenderedSVG svg, .jp-RenderedSVG img { max-width: 100%; height: auto; }"
)
"""Pages are light on every system, as their figures are; wide pictures shrink to the page."""
CONTENTS = (
    '<p style="margin: 12px 24px; font: 14px system-ui, sans-serif">'
    '<a href="index.html">minelab: contents</a></p>'
)

INDEX = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>minelab: the report</title>
<style>
:root {{ color-scheme: light; }}
body {{ font: 1.1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; }}
body {{ padding: 0 1rem; }}
</style>
</head>
<body>
<main>
<h1>minelab: the report</h1>
<p>Agents that play Minesweeper by inference. Each page is one notebook, as it ran.</p>
<ul>
{contents}
</ul>
</main>
</body>
</html>
"""


def main(argv: Sequence[str] | None = None) -> int:
    """The command `python -m minelab report`."""
    parser = argparse.ArgumentParser("python -m minelab report", description=__doc__.split("\n")[0])
    parser.add_argument("notebook", nargs="*", help="notebooks to execute (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail on a difference")
    parser.add_argument("--no-html", action="store_true", help="leave the HTML report alone")
    options = parser.parse_args(argv)
    try:
        run(options.notebook, check=options.check, pages=not options.no_html)
    except (ReportError, OSError) as problem:
        print(problem, file=sys.stderr)
        return 1
    except ModuleNotFoundError as missing:
        print(f'{missing}; pip install -e ".[notebooks]" brings it', file=sys.stderr)
        return 1
    return 0
