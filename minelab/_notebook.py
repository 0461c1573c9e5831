"""What is shown while a cell of a notebook runs; and bars, which terminals have too."""

import sys
import threading
from io import StringIO
from typing import Any

DELAY = 2
"""Seconds after which a bar appears."""


def cell_number() -> int | None:
    """The number of the notebook cell that runs now; None outside of a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell.execution_count if hasattr(shell, "kernel") else None  # type: ignore[union-attr]


def show_figures_here() -> None:
    """Let nobody but the thread that runs the cells show what Matplotlib has drawn.

    Every message of a widget ends with the hook that shows figures. JupyterLab handles messages
    beside the cells: there the hook would show a figure that a cell is still drawing.
    """
    ipython, inline = map(sys.modules.get, ("IPython", "matplotlib_inline.backend_inline"))
    shell = ipython.get_ipython() if ipython else None
    if inline and shell and inline.flush_figures in shell.events.callbacks["post_execute"]:
        shell.events.unregister("post_execute", inline.flush_figures)
        shell.events.register("post_execute", show_figures)


def show_figures() -> None:
    """The hook of Matplotlib in the thread that runs the cells."""
    if threading.current_thread() is threading.main_thread():
        sys.modules["matplotlib_inline.backend_inline"].flush_figures()


def display_bundle(bundle: tuple[dict[str, Any], dict[str, Any]], text: str) -> None:
    """Show what a `_repr_mimebundle_` returns, with a text for where nothing else can be shown."""
    from IPython.display import display

    data, metadata = bundle
    display({**data, "text/plain": text}, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]


def progress_bar(iterable: Any = None, **options: Any) -> Any:
    """A bar that appears after a while and vanishes at the end, in notebooks and terminals only.

    In a notebook it is a line of text that is empty at the end. A bar made of widgets would be
    saved, and when the notebook is opened again, its place would say that the widget is not found.

    options: those of tqdm.
    """
    from tqdm import tqdm

    class Line(tqdm):  # type: ignore[type-arg]
        shown: Any = None

        def display(self, msg: str | None = None, pos: int | None = None) -> None:
            from IPython.display import display

            text = str(self) if msg is None else msg
            data = {"text/plain": text} if text else {}
            if self.shown is None and text:  # empty at first: nbval looks at nothing else
                self.shown = display({}, raw=True, display_id=True)  # type: ignore[no-untyped-call]
            if self.shown is not None:
                self.shown.update(data, raw=True)

    options = {"delay": DELAY, "leave": False} | options
    if cell_number() is None:
        return tqdm(iterable, disable=None, **options)
    return Line(iterable, file=StringIO(), **options)
