"""What is shown while a cell of a notebook runs; and bars, which terminals have too."""

import sys
import threading
from collections.abc import Callable
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
    """Let nobody but the thread that runs the cells draw and show Matplotlib's figures.

    Every message of a widget ends with the hooks that do so after a cell. JupyterLab handles
    messages in another thread: there the hooks would meet a figure that a cell is still drawing.
    """
    ipython = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython else None
    for hook in [*shell.events.callbacks["post_execute"]] if shell else []:
        if hook.__module__.startswith("matplotlib"):
            shell.events.unregister("post_execute", hook)
            shell.events.register("post_execute", by_cells(hook))


def by_cells(hook: Callable[[], object]) -> Callable[[], object]:
    """The hook, for the thread that runs the cells alone."""
    return lambda: hook() if threading.current_thread() is threading.main_thread() else None


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
