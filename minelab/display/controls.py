"""Sliders: `ipywidgets.interact`, for notebooks that people also read without running them."""

import sys
from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any

from minelab._checks import shown
from minelab.display.page import display_still


def interact(function: Callable[..., object] | None = None, /, **choices: object) -> Any:
    """Controls for the arguments of a function: `ipywidgets.interact` that keeps a first picture.

    A notebook that is read without a kernel has no controls. It shows what the function showed
    at first.

    function: is called again whenever a control moves. What it prints, displays and returns
        appears below the controls, which begin at its default arguments.
    choices: a control per argument, as for `ipywidgets.interact`: (1, 50) and (0.1, 0.9, 0.1) are
        sliders, a list or a dictionary is a menu, True or False a box to tick.

    Returns the function. Without one it is a decorator:

        @ml.interact(mines=(10, 40), seed=(1, 50))
        def watch(mines=20, seed=1):
            return ml.strip(ml.play(ml.Board.random(10, 10, mines=mines, seed=seed), "charles"))
    """
    if function is None:
        return lambda later: interact(later, **choices)
    if not callable(function):
        raise ValueError(f"function must be a function, not {shown(function)}")
    import ipywidgets

    still = Still(", ".join(choices))
    ipywidgets.interact(still.of_first_call(function), **choices)
    display_still(getattr(function, "__name__", "controls"), still if still.html else None)
    return function


class Still:
    """What a function showed when it was called first, as HTML and, if it drew any, as PNG."""

    def __init__(self, controls: str) -> None:
        self.controls = controls
        self.html = ""
        self.png: tuple[str, dict[str, Any]] | None = None

    def of_first_call(self, function: Callable[..., object]) -> Callable[..., object]:
        """The function, with what it shows kept here when it is called first."""
        from IPython.display import display
        from IPython.utils.capture import capture_output
        from ipywidgets.widgets.interaction import show_inline_matplotlib_plots

        calls = 0

        @wraps(function)
        def wrapper(**values: object) -> object:
            nonlocal calls
            calls += 1
            if calls > 1:
                return function(**values)
            with capture_output() as first:
                result = function(**values)
                if result is not None:
                    display(result)  # type: ignore[no-untyped-call]
                show_inline_matplotlib_plots()
            outputs = [output for output in first.outputs if not output.transient]  # no bars
            self.keep(first.stdout, outputs)
            sys.stdout.write(first.stdout)
            sys.stderr.write(first.stderr)
            for output in outputs:
                output.display()  # type: ignore[no-untyped-call]
            return None

        return wrapper

    def keep(self, text: str, outputs: list[Any]) -> None:
        """Keep the text that was printed, then the pictures and tables."""
        parts = [f"<pre>{escape(text)}</pre>"] if text.strip() else []
        for output in outputs:
            data, metadata = output.data, output.metadata or {}
            if "image/png" in data and self.png is None:
                self.png = data["image/png"], metadata.get("image/png", {})
            if "text/html" in data:
                parts.append(data["text/html"])
            elif "image/png" in data:
                parts.append(
                    f'<img src="data:image/png;base64,{data["image/png"]}" alt="At first">'
                )
            elif "text/plain" in data:
                parts.append(f"<pre>{escape(data['text/plain'])}</pre>")
        note = f"<p><small>Run this cell to move its controls: {escape(self.controls)}.</small></p>"
        self.html = "".join([*parts, note] if parts else [])

    def bundle(self, page: str) -> tuple[dict[str, str], dict[str, Any]]:
        """What `_repr_mimebundle_` returns: a page that holds the HTML, and the PNG."""
        if self.png is None:
            return {"text/html": page}, {}
        data, about = self.png
        return {"text/html": page, "image/png": data}, {"image/png": about}
