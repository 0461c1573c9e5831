"""The explorer: turn parameters and watch the curves of agents follow, with their intervals.

The games are played by a LiveSweep. The page sends what was changed and is told how things stand:
curves, the table in words, what the controls show.
"""

import threading
from base64 import b64encode
from collections.abc import Callable, Iterable
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from minelab._checks import check_list
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.boards.board import MAX_SEED
from minelab.display import page
from minelab.display.live_sweep import (
    GUESSES,
    MEASURES,
    MOST_BOARDS,
    SIZES,
    WHICH,
    LiveSweep,
    Setting,
    checked,
)
from minelab.display.page import style_sheet, to_script
from minelab.display.palette import (
    SHAPES,
    THEMES,
    agent_colour,
    agent_dash,
    agent_marker,
)
from minelab.display.player import player
from minelab.games.play import resolve
from minelab.games.record import Record
from minelab.inference.words import noun

if TYPE_CHECKING:
    import pandas as pd

OFFERED = ("basic", "aravind", "cowan", "charles", "ibs", "swept", "corners", "exact", "random")
CHOSEN = ("basic", "aravind", "cowan", "charles", "swept", "exact")
BOARDS = (20, 50, 100, 200, 400, 1000, MOST_BOARDS)
"""Where the slider of boards stops; other numbers can be given in Python."""


def explore(
    agents: Iterable[str | Agent] | None = None,
    *,
    size: int = 10,
    density: float = 0.25,
    boards: int = 400,
    seed: int = 1,
    guess: str = "own",
    measure: str = "score",
) -> "Explorer":
    """Curves of agents against density that follow sliders; needs a notebook with anywidget.

    agents: those to begin with, at most 12, by name or as Agents that the engine can play; the
        page offers some of the catalogue besides. The first is what the others are compared with.
    size: the side of the square boards, 4 to 30.
    density: where the curves are read, mines / cells; the nearest point is taken.
    boards: how many boards a point, 2 to 2000.
    seed: the root of every game's key, as in `ml.sweep`.
    guess: what agents guess by when stuck: "own", each by its own rule; "random"; "average", the
        mean of the clues' claims; "least", the least exact risk.
    measure: what is shown: "score", "guesses" or "no_blast".

    Games are played once the page shows it, or by `wait`; `games` is their table so far. A cell
    that ends with `explorer.wait()` also keeps a picture, for readers without a kernel.

    >>> explorer = explore(["basic", "charles"], boards=20)
    >>> table = explorer.wait().games
    >>> float(table[table["mines"] == 20].groupby("agent")["score"].mean()["charles"].round(2))
    0.92
    """
    listed = [] if agents is None else check_list("agents", agents, "agents")
    several = list(dict.fromkeys(map(playable, listed)))
    given = {one.name: one for one in several}
    if agents is not None and not given:
        raise ValueError("agents must be at least one agent, not an empty list")
    if len(given) < len(several):
        raise ValueError(f"agents must have names of their own, not {[a.name for a in several]}")
    offered = given | {name: CATALOGUE[name] for name in OFFERED if name not in given}
    chosen = tuple(given) if given else CHOSEN
    setting = Setting(chosen, size, density, boards, seed, guess, measure)
    return Explorer(offered, checked(setting, offered))


def playable(who: object) -> Agent:
    """An agent that the engine can play, or a ValueError."""
    agent = resolve(who)
    if not isinstance(agent, Agent) or not agent.compiled:
        raise ValueError(f"agents must be ones that the engine can play, not {agent.name!r}")
    return agent


class Explorer(LiveSweep):
    """Curves of agents that sharpen while they are watched; a notebook shows explore.js."""

    def __init__(self, offered: dict[str, Agent], setting: Setting) -> None:
        super().__init__(offered, setting)
        self._views = 0
        self._asked = 0
        self._answered: object = None
        self._widget: Any = None

    def tell(self) -> None:
        if self._widget is not None:
            self._widget.state = self.state
            self.tell_share()

    def tell_share(self) -> None:
        if self._widget is not None:
            self._widget.share = self.share

    def close(self) -> None:
        """Stop, and take the widget off the page."""
        self.stop()
        if self._widget is not None:
            self._widget.close()

    def receive(self, message: object) -> None:
        """Do what the page asks for; a message that makes no sense changes nothing but `said`."""
        with self._telling():
            what, number = None, None
            if isinstance(message, dict):
                what, number = message.get("do"), message.get("id")
            self._answered = number if isinstance(number, str) else None
            try:
                if not isinstance(message, dict) or not isinstance(what, str) or what not in DO:
                    raise ValueError(f"do must be one of {list(DO)}, not {what!r:.80}")
                DO[what](self, message)
            except ValueError as refusal:
                self.said = f"{str(refusal)[:1].upper()}{str(refusal)[1:]}."

    def _change_by_page(self, message: dict[str, Any]) -> None:
        changes = message.get("changes")
        if not isinstance(changes, dict):
            raise ValueError(f"changes must be names with values, not {changes!r:.80}")
        self.change(**{str(name): value for name, value in changes.items()})

    def _enter(self) -> None:
        """A page shows this: play, unless all is there or the reader has stopped it."""
        self._views += 1
        if self.phase == "idle":
            self.start()

    def _leave(self) -> None:
        """A page shows this no more; when it was the last, nobody waits for the games."""
        self._views = max(0, self._views - 1)
        if not self._views and self._run is not None:
            self.stop()
            self.phase = "idle"

    def _send_game(self, message: dict[str, Any]) -> None:
        """Make the player of a game in the background, and send it."""
        which, name = message.get("which"), message.get("agent")
        if which not in WHICH or name not in [one.name for one in self.agents]:
            raise ValueError(f"no such game: {which!r:.40} of {name!r:.40}")
        self._asked += 1
        number = self._asked

        def work() -> None:
            try:
                record = self.game(which, name)
                reply = {"game": player(record).html, "about": about(record, which)}
            except Exception as error:  # whatever it is, the page must say it
                reply = {"game": "", "about": f"No game to show: {error}"}
            with self._lock:
                if number == self._asked and self._widget is not None:
                    self._widget.send(reply)

        threading.Thread(target=work, daemon=True).start()

    @property
    def state(self) -> dict[str, Any]:
        """All that the page is told."""
        with self._lock:
            setting = self.setting
            cells = setting.size**2
            low_seed = setting.seed - setting.seed % 100
            return {
                "size": setting.size,
                "sizes": list(SIZES),
                "densities": [mines / cells for mines in setting.mines],
                "at": setting.mines.index(setting.at),
                "boards": setting.boards,
                "steps": sorted({*BOARDS, setting.boards}),
                "seed": setting.seed,
                "seeds": [low_seed, min(low_seed + 99, MAX_SEED)],
                "guess": setting.guess,
                "guesses": list(GUESSES),
                "measure": setting.measure,
                "measures": [[name, name.replace("_", " ")] for name in MEASURES],
                "agents": [self._chip(name) for name in self.offered],
                "note": left_out({name: self.variant(name) for name in setting.agents}),
                "top": cells if setting.measure == "guesses" else 1,
                "looks": {one.name: look(one.name) for one in self.agents},
                "curves": self.curves,
                "table": rows_of(self.table()),
                "done": self.boards,
                "phase": self.phase,
                "said": self.said,
                "answered": self._answered,
            }

    def _chip(self, name: str) -> dict[str, Any]:
        """What the page shows of an agent on offer."""
        variant = self.variant(name)
        why = variant if isinstance(variant, str) else ""
        return {"name": name, "on": name in self.setting.agents, "why": why} | look(name)

    @property
    def widget(self) -> Any:
        """The live widget, of anywidget; made when it is first shown."""
        with self._lock:
            if self._widget is None:
                self._widget = live_class()(state=self.state, share=self.share)
                self._widget.on_msg(lambda _, message, buffers: self.receive(message))
                self._widget.observe(self._widget_closed, "comm")
            return self._widget

    def _widget_closed(self, change: Any) -> None:
        if change["new"] is None:
            self.stop()

    @property
    def picture(self) -> bytes:
        """The curves of the games so far as a PNG file, like `ml.plots` draws them."""
        from matplotlib import pyplot as plt

        from minelab.report.figures import by_density

        setting, file = self.setting, BytesIO()
        figure = by_density(self.games, setting.measure, at=setting.at / setting.size**2)
        figure.savefig(file, dpi=160, metadata={"Software": None})  # type: ignore[union-attr]
        plt.close(figure)  # type: ignore[arg-type]
        return file.getvalue()

    def _repr_mimebundle_(self, **kwargs: object) -> dict[str, Any]:
        """The live widget; once all games are played, also a picture for where none can be shown.

        So a notebook that ends a cell with `explorer.wait()` can be read without a kernel.
        """
        still = {"text/plain": repr(self)}
        if self.phase == "done" and self.agents:
            still["image/png"] = b64encode(self.picture).decode()
        try:
            live, *_ = self.widget._repr_mimebundle_()
        except ModuleNotFoundError as missing:
            return {**still, "text/plain": f"{self!r}: to explore, install {missing.name}"}
        return {**live, **still}

    def __repr__(self) -> str:
        setting = self.setting
        size = f"{setting.size} × {setting.size}, {setting.boards} boards a point"
        by = "" if setting.guess == "own" else f", guessing by {setting.guess}"
        return f"<Explorer {size}, seed {setting.seed}: {', '.join(setting.agents)}{by}>"


DO: dict[str, Callable[[Explorer, dict[str, Any]], None]] = {
    "enter": lambda explorer, message: explorer._enter(),
    "leave": lambda explorer, message: explorer._leave(),
    "change": Explorer._change_by_page,
    "stop": lambda explorer, message: explorer.stop(),
    "start": lambda explorer, message: explorer.start(),
    "game": Explorer._send_game,
}
"""What the page may ask for."""


def look(name: str) -> dict[str, Any]:
    """Colours, marker and dash of an agent."""
    shades = {theme: agent_colour(name, theme) for theme in THEMES}
    return shades | {"shape": SHAPES[agent_marker(name)], "dash": list(agent_dash(name))}


def left_out(variants: dict[str, Agent | str]) -> str:
    """Which agents are not played, and why.

    >>> left_out({"cowan": "no such rule", "exact": CATALOGUE["exact"], "swept": "no such rule"})
    'Left out: cowan, swept (no such rule).'
    """
    reasons = dict.fromkeys(why for why in variants.values() if isinstance(why, str))
    names = {why: ", ".join(name for name in variants if variants[name] == why) for why in reasons}
    words = "; ".join(f"{some} ({why})" for why, some in names.items())
    return f"Left out: {words}." if words else ""


def rows_of(table: "pd.DataFrame | None") -> list[dict[str, Any]]:
    """The table in words: score, its interval, guesses, blasts, difference."""
    return [
        {
            "name": row["agent"],
            "values": [
                number(row["score"]),
                f"{number(row['score_low'])} to {number(row['score_high'])}",
                number(row["guesses"], 1),
                number(row["blasts"], 1),
                difference(row["difference"], row["low"], row["high"]),
            ],
        }
        for row in ([] if table is None else table.to_dict("records"))
    ]


def number(value: float, digits: int = 3) -> str:
    return "–" if value != value else f"{value:.{digits}f}"


def difference(more: float, low: float, high: float) -> str:
    """A paired difference with half the width of its interval.

    >>> difference(-0.0521, -0.0621, -0.0421)
    '−0.052 ± 0.010'
    """
    signed = "" if more != more else f"{more:+.3f}".replace("-", "−")
    return f"{signed} ± {(high - low) / 2:.3f}" if low == low else signed or "–"


def about(record: Record, which: str) -> str:
    """What is said above the player of a game."""
    board, one = record.board, "a typical" if which == "typical" else "the worst"
    density = board.n_mines / board.mines.size
    guesses = f"{record.guesses} guess" + ("" if record.guesses == 1 else "es")
    blasts = f"{record.blasts} {noun('blast', record.blasts)}"
    where = f"{one} game at density {density:.2f}"
    return f"{record.agent}, {where}: score {record.score:.3f}, {guesses}, {blasts}"


@lru_cache(maxsize=1)
def live_class() -> Any:
    """The widget's class; only here is anywidget imported."""
    import anywidget
    import traitlets

    class Live(anywidget.AnyWidget):
        """Carries the state to the page and messages back; the games are not in it."""

        _esm = script()
        state = traitlets.Dict().tag(sync=True)
        share = traitlets.Float().tag(sync=True)

    return Live


def script() -> str:
    """explore.js with its style sheet."""
    css = style_sheet(lambda theme: {}, "player.css", "explore.css")
    return f"const CSS = {to_script(css)};\n{page.script('explore.js')}"
