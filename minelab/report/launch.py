"""Links that open a notebook on Binder or in Google Colab, and the cell that Colab needs.

All are made from `REPOSITORY` in `_files`. While it is empty there are none.
"""

import re
from typing import Any

from minelab._files import REPOSITORY

TAG = "launch"
FIRST = "00_report"
BLOCK = re.compile(r"(<!-- launch -->\n).*?(<!-- end -->)", re.DOTALL)
"""The place of the links in the README."""
COLAB = """\
import sys

if "google.colab" in sys.modules:  # in Google Colab; elsewhere this cell does nothing
    get = "cd /content; test -d {name} || git clone -q --depth 1 {address}"
    get_ipython().system(f"{{get}}; pip install -q -e '{name}[notebooks]'")
    sys.path.insert(0, "/content/{name}")"""


def links(name: str, address: str) -> str:
    """Links to a notebook on Binder and in Colab, as Markdown."""
    place, file = address.removeprefix("https://github.com/"), f"notebooks/{name}.ipynb"
    binder = f"https://mybinder.org/v2/gh/{place}/HEAD?urlpath=lab/tree/{file}"
    colab = f"https://colab.research.google.com/github/{place}/blob/main/{file}"
    return f"Open it [on Binder]({binder}) or [in Colab]({colab})."


def in_notebook(notebook: Any, name: str, address: str | None = None) -> None:
    """Put the links and Colab's cell below the first cell of a notebook, or take them away."""
    import nbformat.v4 as nb

    address = REPOSITORY if address is None else address
    cells = [cell for cell in notebook.cells if TAG not in cell.metadata.get("tags", ())]
    if address:
        code = COLAB.format(address=address, name=address.rpartition("/")[2])
        text = nb.new_markdown_cell(links(name, address), id=f"{TAG}-links")
        colab = nb.new_code_cell(code, id=f"{TAG}-colab")
        text.metadata["tags"], colab.metadata["tags"] = [TAG], ["fold", TAG]
        cells[1:1] = [text, colab]
    notebook.cells = cells


def in_readme(text: str, address: str | None = None) -> str:
    """The README with the links and the line that clones the repository, or without them."""
    address = REPOSITORY if address is None else address
    said = f"{links(FIRST, address)} Or get a copy: `git clone {address}`\n" if address else ""
    return BLOCK.sub(lambda place: place[1] + said + place[2], text)
