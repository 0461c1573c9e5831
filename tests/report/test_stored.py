"""nbval with `tests.stored`: a cell that shows something else than is stored fails."""

import subprocess
import sys
from pathlib import Path

import nbformat

from minelab.report.build import run

ROOT = Path(__file__).parents[2]
SOURCES = (
    "import matplotlib.pyplot as plt\nprint('one')",
    "print('two')",
    "plt.plot([1, 2]);",
    "print('three')",
)


def test_every_output_is_compared(tmp_path, no_address):
    path = tmp_path / "four.ipynb"
    cells = [nbformat.v4.new_code_cell(source) for source in SOURCES]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    run([path], root=tmp_path, pages=False)
    notebook = nbformat.read(path, 4)
    _, other_text, other_picture, less = notebook.cells
    other_text.source = "print('too')"
    other_picture.source = "plt.plot([2, 1]);"
    less.outputs = []
    nbformat.write(notebook, path)
    options = ["-q", "-p", "tests.stored", "--nbval-lax", "--nbval-current-env"]
    command = [sys.executable, "-m", "pytest", *options, str(path)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    for words in ("1 passed", "1 shows something", "2 shows something", "3 shows more"):
        assert words in said, said
