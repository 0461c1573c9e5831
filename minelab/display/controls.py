"""Sliders: `ipywidgets.interact`, for notebooks that people also read without running them."""

import asyncio
import math
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from html import escape
from typing import Any

from minelab._checks import check_yes_or_no, shown
from minelab._notebook import show_figures_here
from minelab.display.page import display_still


def interact(
    function: Callable[..., object] | None = None, /, *, keep: bool = False, **choices: object
) -> Any:
    """Controls for the arguments of a function: `ipywidgets.interact` that keeps a first picture.

    A notebook that is read without a kernel has no controls. It shows what the function showed
    at first, or what it shows at each stop of its only slider.

    function: is called again whenever a control moves. What it prints, displays and returns
        appears below the controls, which begin at its default arguments.
    choices: a control per argument, as for `ipywidgets.interact`: (1, 50) and (0.1, 0.9, 0.1) are
        sliders, a list or a dictionary is a menu, True or False a box to tick.
    keep: whether to keep what every stop shows, side by side; for one slider of whole numbers.

    Returns the function. Without one it is a decorator:

        @ml.interact(mines=(10, 40), seed=(1, 50))
        def watch(mines=20, seed=1):
            return ml.strip(ml.play(ml.Board.random(10, 10, mines=mines, seed=seed), "charles"))
    """
    stops = stops_of(choices) if check_yes_or_no("keep", keep) else []
    if function is None:
        return lambda later: interact(later, keep=keep, **choices)
    if not callable(function):
        raise ValueError(f"function must be a function, not {shown(function)}")
    import ipywidgets

    still = Still(", ".join(choices))
    first = still.of_first_call(function)
    ipywidgets.interact(first, **choices)
    show_figures_here()
    answer_here(first.widget)  # type: ignore[attr-defined]
    if stops:
        still.keep_stops(function, stops)
    display_still(getattr(function, "__name__", "controls"), still if still.html else None)
    return function


def answer_here(controls: Any) -> None:
    """Let controls call their function in the thread that runs the cells, and for news only.

    JupyterLab may hear of a control in another thread while a cell still draws, and Matplotlib
    then draws both figures into one. A slider of floats answers with its own value, which it may
    have rounded to 0.15000000000000002.
    """
    cells = threading.current_thread()
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:  # no notebook
        return

    async def update() -> None:
        controls.update()

    def answer(change: dict[str, Any]) -> None:
        old, new = change["old"], change["new"]
        if isinstance(old, float) and isinstance(new, float) and math.isclose(old, new):
            return
        if threading.current_thread() is cells:
            controls.update()
        else:  # JupyterLab shows what comes before the message of the control is dealt with
            asyncio.run_coroutine_threadsafe(update(), loop).result()

    for control in controls.kwargs_widgets:
        control.unobserve(controls.update, "value")
        control.observe(answer, "value")


def stops_of(choices: Mapping[str, object]) -> list[dict[str, int]]:
    """The arguments of a call at each stop of the only slider, or a ValueError.

    >>> stops_of({"mines": (9, 12)})
    [{'mines': 9}, {'mines': 10}, {'mines': 11}, {'mines': 12}]
    """
    match [*choices.items()]:
        case [(name, (int(low), int(high)))]:
            return [{name: stop} for stop in range(low, high + 1)]
    raise ValueError(f"keep needs one slider of whole numbers, such as (1, 5), not {choices}")


class Still:
    """What a function showed when it was called first, as HTML and, if it drew any, as PNG."""

    def __init__(self, controls: str) -> None:
        self.note = f"<p><small>Run this cell to move its controls: {escape(controls)}.</small></p>"
        self.html = ""
        self.png: tuple[str, dict[str, Any]] | None = None

    def of_first_call(self, function: Callable[..., object]) -> Callable[..., object]:
        """The function, with what it shows kept here when it is called first."""
        calls = 0

        @wraps(function)
        def wrapper(**values: object) -> object:
            nonlocal calls
            calls += 1
            if calls > 1:
                return function(**values)
            first, outputs = captured(function, values)
            if parts := self.page(first.stdout, outputs):
                self.html = parts + self.note
            sys.stdout.write(first.stdout)
            sys.stderr.write(first.stderr)
            for output in outputs:
                output.display()
            return None

        return wrapper

    def keep_stops(self, function: Callable[..., object], stops: Sequence[dict[str, int]]) -> None:
        """Keep what the function shows at each stop instead, side by side."""
        parts = []
        for stop in stops:
            seen, outputs = captured(function, stop)
            words = ", ".join(f"{name} = {value}" for name, value in stop.items())
            page = self.page(seen.stdout, outputs)
            parts.append(f"<div><p><b>{escape(words)}</b></p>{page}</div>")
        row = f'<div style="display:flex; flex-wrap:wrap; gap:24px">{"".join(parts)}</div>'
        self.html = row + self.note

    def page(self, text: str, outputs: list[Any]) -> str:
        """The text that was printed, then the pictures and tables; the first PNG is kept too."""
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
        return "".join(parts)

    def bundle(self, page: str) -> tuple[dict[str, str], dict[str, Any]]:
        """What `_repr_mimebundle_` returns: a page that holds the HTML, and the PNG."""
        if self.png is None:
            return {"text/html": page}, {}
        data, about = self.png
        return {"text/html": page, "image/png": data}, {"image/png": about}


def captured(function: Callable[..., object], values: dict[str, Any]) -> tuple[Any, list[Any]]:
    """What a call prints and displays, and of it what stays: no progress bars."""
    from IPython.display import display
    from IPython.utils.capture import capture_output
    from ipywidgets.widgets.interaction import show_inline_matplotlib_plots

    with capture_output() as seen:
        result = function(**values)
        if result is not None:
            display(result)  # type: ignore[no-untyped-call]
        show_inline_matplotlib_plots()
    return seen, [output for output in seen.outputs if not output.transient]
