"""Run the notebooks and write what they show: clean notebooks, figures, docs/reports, HTML.

Notebooks are stored with their outputs, so that they can be read without running anything. To make
two runs give the same bytes, everything that depends on the run or the machine is removed: widget
state, progress bars, timings, versions. A code cell tagged `figure:NAME` also writes its picture
to figures/. docs/reports has a page per report, with links to the cells that are tagged
`reproduces:PLACE`. All of these are made from the notebooks on disk; the HTML by `site`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any

from tqdm import tqdm

from minelab._files import write_whole
from minelab.display.images import pixels
from minelab.display.page import without_packing
from minelab.report import launch

HERE = Path(__file__).parent
KERNEL = "python3"
PNG = b"\x89PNG"
ENDINGS = (".svg", ".png", ".json")
"""Of files in figures/ that a notebook makes, or made once."""
TIMEOUT = 600
"""Seconds that one cell may take."""
WORKERS = 2
"""Notebooks executed at the same time, each in its own kernel."""
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": KERNEL},
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
        "version": "3.11.7",
    },
}
"""What JupyterLab would write: a notebook with anything else counts as changed once it is open."""
FOLDED = {
    "appendix": {"jp-MarkdownHeadingCollapsed": True},
    "fold": {"jupyter": {"source_hidden": True}},
    "numbers": {"jupyter": {"outputs_hidden": True, "source_hidden": True}},
}
"""What folds a cell in JupyterLab, by its tag: all below an appendix's heading; code; all of it."""
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
MADE_BY = re.compile(r"python -m minelab run ([\w-]+)")
SEED = re.compile(
    r"(?:\b(?:board|play) )?seeds? \d+(?: to \d+)?|(?:the )?printed (?:guess(?:es)?|random probe)"
)

Notebook = Any  # nbformat's node: a dictionary whose keys are attributes too
Node = Any


class ReportError(ValueError):
    """A notebook fails, warns, or shows something other than the stored one."""


def run(
    paths: Sequence[Path | str] = (),
    *,
    root: Path | str = ".",
    check: bool = False,
    pages: bool = True,
) -> None:
    """Execute notebooks and write those that changed, figures, docs/reports and the HTML report.

    paths: the notebooks to execute; all of `root`/notebooks by default.
    root: the folder that holds notebooks/, figures/ and report/.
    check: write nothing, and raise `ReportError` if anything stored would change.
    pages: write the HTML report too.
    """
    root = Path(root)
    chosen = [Path(path) for path in paths] or notebooks(root)
    if not chosen:
        raise ReportError(
            f"no notebooks in {root / 'notebooks'}; run this in a copy of the repository"
        )

    def refresh(path: Path) -> str:
        try:
            fresh = execute(path, bar.update)
        except ReportError as problem:
            return str(problem)
        if check:
            return difference(path, fresh)
        if without_packing(path.read_text(encoding="utf-8")) != without_packing(dumps(fresh)):
            write_whole(path, dumps(fresh))
        return ""

    n_cells = sum(cell.cell_type == "code" for path in chosen for cell in load(path).cells)
    with (
        tqdm(desc="notebooks", total=n_cells, unit=" cells", disable=None) as bar,
        ThreadPoolExecutor(WORKERS) as pool,
    ):
        problems = list(pool.map(refresh, chosen))
    if not any(problems):
        problems.extend(update_figures(root, check) + update_docs(root, check))
    if any(problems):
        raise ReportError("\n".join(filter(None, problems)))
    if pages and not check:
        from minelab.report.site import write_site

        write_site(root)


def notebooks(root: Path) -> list[Path]:
    """The notebooks of a checkout, in reading order."""
    return sorted((root / "notebooks").glob("*.ipynb"))


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, unless it holds these bytes already."""
    if not path.exists() or path.read_bytes() != data:
        write_whole(path, data)


# Reading, executing and cleaning one notebook


def load(path: Path) -> Notebook:
    """Read a notebook; a cell without an id gets one from its place, not a random one."""
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


def execute(path: Path, tick: Callable[[], object] = bool) -> Notebook:
    """Run a notebook from the top in its own folder and return it, cleaned.

    tick: called after each cell of code.
    """
    notebook = load(path)
    launch.in_notebook(notebook, path.stem)
    run_cells(path, notebook, tick)
    clean(notebook)
    for place, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr":
                warning = output.text.strip().splitlines()[0]
                raise ReportError(f"{where(path, notebook, place)}: writes to stderr: {warning}")
    return notebook


def run_cells(path: Path, notebook: Notebook, tick: Callable[[], object]) -> None:
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
        timeout=TIMEOUT,
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=True,  # without it a cell that uses an Output widget crashes
        coalesce_streams=True,
        record_timing=False,
        on_notebook_start=begin,
        on_cell_start=arrive,
        on_cell_executed=lambda **cell: tick(),
        extra_arguments=["--log-level=ERROR", "--HistoryManager.enabled=False"],
    )
    try:
        asyncio.run(client.async_execute(env=environment()))
    except (CellControlSignal, DeadKernelError) as problem:
        raise ReportError(f"{where(path, notebook, here)}: {brief(problem)}") from None
    except NoSuchKernel:
        raise ReportError(f"{path}: no Jupyter kernel is called {KERNEL!r}") from None


def environment() -> dict[str, str]:
    """The variables of a kernel: it runs this minelab."""
    code = filter(None, [str(HERE.parents[1]), os.environ.get("PYTHONPATH")])
    quiet = {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}  # older kernels warn of their debugger
    return {**os.environ, **quiet, "PYTHONPATH": os.pathsep.join(code)}


def in_slices(get_message: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Wait for a message in short slices, and look again after each.

    When a cell prints into an Output widget, nbclient sends on the channel that it is waiting on
    without asyncio's knowledge, so asyncio may miss the reply until the time is up (nbclient issue
    312).
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
    """Name a cell by its number from the top and its first line."""
    lines = notebook.cells[place].source.strip().splitlines() or [""]
    return f"{path}: cell {place + 1} ({lines[0]!r})"


def brief(problem: Exception) -> str:
    """What went wrong in a cell, without the coloured traceback around it."""
    if hasattr(problem, "ename"):
        return f"{problem.ename}: {problem.evalue}"  # type: ignore[attr-defined]
    return str(problem).strip().splitlines()[0]


def clean(notebook: Notebook) -> None:
    """Remove everything that depends on the run or the machine."""
    import nbformat

    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        cell.metadata = nbformat.from_dict({"tags": tags} if tags else {})
        for tag in FOLDED.keys() & set(tags):
            cell.metadata.update(nbformat.from_dict(FOLDED[tag]))
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if keep(output)]


def keep(output: Node) -> bool:
    """Tidy an output in place; False if nothing is left that is worth keeping."""
    if output.output_type == "stream":
        return bool(output.text.strip())
    if output.output_type == "error":
        # A cell tagged raises-exception may fail; its traceback is full of addresses and paths.
        output.traceback = [f"{output.ename}: {output.evalue}"]
        return True
    live = output.data.pop(WIDGET_VIEW, None) is not None
    # Beside a live widget a bare text is only its name; a picture or a table stays.
    return bool(set(output.data) - {"text/plain"} if live else output.data)


def difference(path: Path, fresh: Notebook) -> str:
    """Say where a notebook shows something else than the stored one; empty if it does not.

    What belongs to one run is no difference: the stored one may have been run in JupyterLab.
    """
    stored = load(path)
    clean(stored)
    if len(stored.cells) != len(fresh.cells):
        return f"{path}: its launch links differ from the stored ones; run make"
    for place, (old, new) in enumerate(zip(stored.cells, fresh.cells, strict=True)):
        for part in sorted(old.keys() | new.keys()):
            texts = {
                without_packing(json.dumps(cell.get(part), sort_keys=True)) for cell in (old, new)
            }
            if len(texts) > 1:
                return f"{where(path, fresh, place)}: {part} differ from the stored ones; run make"
    return ""


# Figures


@dataclass(frozen=True)
class Figure:
    """A picture that a tagged cell shows, with what figures/README.md says about it."""

    name: str
    notebook: str
    caption: str
    tables: dict[str, dict[str, Any]]
    """The stored tables that it shows, by name, with their facts (seed, hash)."""
    data: bytes

    @property
    def seed(self) -> str:
        """The seed of its tables; without a table, the seeds that its caption names."""
        seeds = {name: str(facts["seed"]) for name, facts in self.tables.items() if facts}
        if len(set(seeds.values())) > 1:
            return ", ".join(f"{seed} ({name})" for name, seed in seeds.items())
        return next(iter(seeds.values()), ", ".join(SEED.findall(self.caption)) or "none")

    def file(self, ending: str) -> str:
        """The name of a file that belongs to it."""
        return str(Path(self.name).with_suffix(f".{ending}"))

    def note(self) -> str:
        """Where the picture comes from, for machines: the JSON file beside it."""
        commands = [f"python -m minelab run {name}" for name in self.tables]
        about = {
            "figure": self.name,
            "pixels": sha256(pixels(self.data)).hexdigest(),
            "notebook": f"notebooks/{self.notebook}",
            "caption": self.caption,
            "seed": self.seed,
            "tables": {name: facts.get("hash") for name, facts in self.tables.items()},
            "commands": [*commands, f"python -m minelab report notebooks/{self.notebook}"],
        }
        return json.dumps(about, indent=1, ensure_ascii=False) + "\n"

    def row(self) -> str:
        """Its row in figures/README.md."""
        notebook = f"notebooks/{self.notebook}"
        cells = [
            f"[{self.name}]({self.name})",
            f"[{self.notebook}](../{notebook})",
            self.caption.replace("|", r"\|"),
            self.seed,
            f"`python -m minelab report {notebook}`",
        ]
        return f"| {' | '.join(cells)} |"


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
            shown = [o.data["image/png"] for o in cell.outputs if "image/png" in o.get("data", ())]
            if not shown:
                raise ReportError(f"{where(path, notebook, place)}: shows no picture for {tag}")
            below = text_after(notebook, place)
            yield Figure(
                name=f"{name}.png",
                notebook=path.name,
                caption=caption(below),
                tables={table: facts(table, data) for table in MADE_BY.findall(below)},
                data=base64.b64decode(shown[0]),
            )


def text_after(notebook: Notebook, place: int) -> str:
    """The first paragraph of the text that follows a cell: below a figure, its caption."""
    following = notebook.cells[place + 1 : place + 2]
    text = "".join(cell.source for cell in following if cell.cell_type == "markdown")
    return str(text.partition("\n\n")[0])


def caption(text: str) -> str:
    """A caption without its asterisks, its number and what makes the figure."""
    plain = re.sub(r" Made by [^.]*\.(?=\*?$)", "", text).strip("*")
    return re.sub(r"^Figure [\d.]+\.? *", "", plain)


def update_figures(root: Path, check: bool = False) -> list[str]:
    """Make figures/ hold what the stored notebooks show; with check only say where it does not."""
    shown = [figure for path in notebooks(root) for figure in figures(path, load(path))]
    names = [figure.name for figure in shown]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        return [f"figures/{name}: made by two cells" for name in twice]
    folder = root / "figures"
    files = {figure.name: figure.data for figure in shown}
    files |= {figure.file("json"): figure.note().encode() for figure in shown}
    files["README.md"] = figure_table(shown).encode()
    present = sorted(folder.glob("*")) if folder.exists() else []
    stale = [path for path in present if path.suffix in ENDINGS and path.name not in files]
    for path in () if check else stale:
        path.unlink()
    problems = [f"figures/{path.name}: no notebook makes it" for path in stale if check]
    return problems + hold(root, "figures", files, check)


def hold(root: Path, folder: str, files: dict[str, bytes], check: bool) -> list[str]:
    """Make a folder hold these files; with check only say where it does not."""
    problems = []
    for name, data in files.items():
        path = root / folder / name
        if not check:
            write(path, data)
        elif not path.exists() or not alike(path.read_bytes(), data):
            problems.append(f"{(Path(folder) / name).as_posix()}: not what the notebooks show")
    return problems


def alike(stored: bytes, fresh: bytes) -> bool:
    """Whether two files are the same, or show the same pixels."""
    png = stored.startswith(PNG) and fresh.startswith(PNG)
    return pixels(stored) == pixels(fresh) if png else stored == fresh


def figure_table(shown: list[Figure]) -> str:
    """The README of figures/: each picture with what makes it."""
    lines = [
        "# Figures",
        "",
        "`make` writes this folder from the executed notebooks; please don't edit it by hand. The",
        "JSON file beside a picture says where it comes from: seed, hashes of tables, commands.",
        "",
        "| figure | notebook | what it shows | seed | made by |",
        "|---|---|---|---|---|",
    ]
    ordered = sorted(shown, key=lambda figure: (figure.notebook, figure.name))
    return "\n".join([*lines, *(figure.row() for figure in ordered), ""])


# A page per report


def report_pages(root: Path) -> dict[str, str]:
    """The page of each of the five reports as Markdown, by the name of its file."""
    from minelab.report.report_pages import pages

    return pages({path.stem: load(path) for path in notebooks(root)})


def update_docs(root: Path, check: bool = False) -> list[str]:
    """Make docs/reports hold a page per report, and the README the links that open a notebook.

    With check only say where they don't.
    """
    files = {f"docs/reports/{name}.md": text for name, text in report_pages(root).items()}
    if (root / "README.md").exists():
        files["README.md"] = launch.in_readme((root / "README.md").read_text(encoding="utf-8"))
    return hold(root, ".", {name: text.encode() for name, text in files.items()}, check)


def publish(root: Path) -> None:
    """Write site/ for a static host: the report from the stored notebooks, and more pages."""
    from minelab.report.extras import extra_pages
    from minelab.report.site import write_site

    if not notebooks(root):
        raise ReportError("no notebooks in notebooks; run this in a copy of the repository")
    write_site(root, "site", extra_pages(root))
    write(root / "site" / ".nojekyll", b"")
