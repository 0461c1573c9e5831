"""The explorer: move a slider and watch the curves of agents follow, with their intervals.

The `Explorer` is a `LiveSweep` on a page: the page sends what was changed and is sent curves and
what the controls show. Below the live widget a notebook keeps `Stored`, the same page with stored
results, for readers without Python.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any, Self

from minelab._checks import check_list
from minelab._notebook import cell_number
from minelab.agents.catalogue import Agent
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED
from minelab.display import page, palette
from minelab.display.images import Image
from minelab.display.player import player
from minelab.display.stored import Stored, about, picture_of, style
from minelab.lab import live
from minelab.lab.curves import pick
from minelab.lab.own_agent import play_row

OFFERED = (
    "basic", "aravind", "cowan", "charles", "charles+average", "ibs", "swept", "corners", "exact",
    "random",
)  # fmt: skip
CHOSEN = ("basic", "charles", "charles+average", "exact")
BOARDS = (20, 50, 100, 200, 400, 1000, live.MOST_BOARDS)
"""Where the slider of boards stops; other numbers can be given in Python."""


def explore(
    agents: Iterable[str | Agent | type[Player]] | None = None,
    *,
    size: int = 10,
    density: float = 0.3,
    boards: int = 400,
    seed: int = 1,
    guess: str = "own",
    measure: str = "score",
) -> "Explorer":
    """Compare agents by density with sliders and live curves; needs a notebook with anywidget.

    agents: the agents to begin with, at most 12: names, Agents of your own, or classes of Player.
        The others are compared with the first. The page offers more of the catalogue. Players,
        and Agents that the engine can't play, are slower; their curves come last.
    size: the side of the square boards, 4 to 30.
    density: where the curves are read, mines / cells; the nearest point counts.
    boards: how many boards per point, 2 to 2000.
    seed: the seed of all games, as in `ml.sweep`.
    guess: how agents guess when nothing can be proved: "own", each by its own rule; "random";
        "average", by the mean of the clues' estimates; "least", at the least exact risk.
    measure: what curves and table show: "score", "guesses" or "no_blast".

    Returns an Explorer. It plays once a page shows it, or when `wait()` is called; `games` is the
    table of the games so far, with the columns of `ml.sweep`, or those of `ml.add_agent` if an
    agent plays in Python. An agent that raises an error is left out, and the page says why. Click a
    point of a curve to see a typical game there; `game()` returns it.

    Without a kernel a notebook shows the same page with the results of the tables density-10, -20
    and -30, if they have these agents and this size. Otherwise it keeps a picture of the games,
    once they are all played: end the cell with `explorer.wait()`.

    >>> explorer = explore(["basic", "charles"], boards=20)
    >>> table = explorer.wait().games
    >>> float(table[table["mines"] == 20].groupby("agent")["score"].mean()["charles"].round(2))
    0.92
    """
    listed = [] if agents is None else check_list("agents", agents, "agents")
    given: dict[str, live.Contender] = {}
    for who in dict.fromkeys(map(live.contender, listed)):
        if who.name in given:
            raise ValueError(f"agents must have different names, not {who.name!r} twice")
        given[who.name] = who
    if agents is not None and not given:
        raise ValueError("agents must be at least one agent, not an empty list")
    offered = given | {name: live.contender(name) for name in OFFERED if name not in given}
    chosen = tuple(given) if given else CHOSEN
    setting = live.LiveSetting(chosen, size, density, boards, seed, guess, measure)
    return Explorer(offered, live.checked(setting, offered))


class Explorer(live.LiveSweep):
    """Curves of agents that sharpen while games are played; explore.js shows them in a notebook."""

    def __init__(self, offered: dict[str, live.Contender], setting: live.LiveSetting) -> None:
        super().__init__(offered, setting)
        self._looks = palette.looks_of(offered)
        self._views = 0
        self._asked = 0
        self._answered: object = None
        self._widget: Any = None
        self._shown_in: int | None = None

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
            number = message.get("id") if isinstance(message, dict) else None
            self._answered = number if isinstance(number, str) else None
            try:
                act, arguments = page.asked_for(message, ACTIONS)
                act(self, arguments)
            except ValueError as refusal:
                self.said = page.as_sentence(refusal)

    def _change_by_page(self, message: dict[str, Any]) -> None:
        changes = message["changes"]
        if not isinstance(changes, dict):
            raise ValueError(f"changes must be names with values, not {changes!r:.80}")
        self.change(**{str(name): value for name, value in changes.items()})

    def _enter(self) -> None:
        """A page shows this: play, unless all games are played or the reader has stopped."""
        self._views += 1
        if self.phase == "idle":
            self.start()

    def _leave(self) -> None:
        """A page stops showing this; after the last one, nobody waits for the games."""
        self._views = max(0, self._views - 1)
        if not self._views and self._run is not None:
            self.stop()
            self.phase = "idle"

    def _send_game(self, message: dict[str, Any]) -> None:
        """Make the player of a game in the background, and send it."""
        which, name = message["which"], message["agent"]
        if which not in live.WHICH or name not in [each.name for each in self.agents]:
            raise ValueError(f"no such game: {which!r:.40} of {name!r:.40}")
        self.change(density=message["density"])
        self._asked += 1
        number = self._asked

        def work() -> None:
            try:
                who, games = self.games_here(name)
                record = play_row(pick(games, which), who)
                reply = {"game": player(record).html, "about": about(record, which, games)}
            except Exception as error:  # whatever it is, the page must show it
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
            low_seed = setting.seed - setting.seed % 100
            variants = {name: self.variant(name) for name in self.offered}
            playing = {name: variants[name] for name in setting.agents}
            names = {name: getattr(each, "name", name) for name, each in variants.items()}
            looks = palette.looks_of(names.values())
            return {
                "size": setting.size,
                "sizes": list(range(live.SIZES[0], live.SIZES[1] + 1)),
                "densities": [mines / setting.size**2 for mines in setting.mines],
                "at": setting.mines.index(setting.at),
                "boards": setting.boards,
                "steps": sorted({*BOARDS, setting.boards}),
                "seed": setting.seed,
                "seeds": list(range(low_seed, min(low_seed + 99, MAX_SEED) + 1)),
                "guess": setting.guess,
                "measure": setting.measure,
                "agents": [self._chip(name) for name in self.offered],
                "note": left_out(playing),
                "looks": {
                    names[name]: on_page(looks[names[name]])
                    for name, each in playing.items()
                    if not isinstance(each, str)
                },
                "curves": self.curves,
                "done": self.boards,
                "phase": self.phase,
                "said": self.said,
                "answered": self._answered,
            }

    def _chip(self, name: str) -> dict[str, Any]:
        """What the page shows of an agent on offer."""
        variant = self.variant(name)
        why = variant if isinstance(variant, str) else ""
        wears = on_page(self._looks[name])
        return {"name": name, "on": name in self.setting.agents, "why": why} | wears

    @property
    def widget(self) -> Any:
        """The live widget; made when it is first shown."""
        with self._lock:
            if self._widget is None:
                self._widget = page.live_class(page_script())(state=self.state, share=self.share)
                self._widget.on_msg(lambda _, message, buffers: self.receive(message))
                self._widget.observe(self._widget_closed, "comm")
            return self._widget

    def _widget_closed(self, change: Any) -> None:
        if change["new"] is None:
            self.stop()

    @property
    def still(self) -> Any:
        """What a notebook keeps: stored results; else a picture of the games; or nothing."""
        known = Stored.of(self.offered, self.setting, self._chip)
        if known is None and self.phase == "done" and self.agents:
            return self.image
        return known

    @property
    def image(self) -> Image:
        """The curves of the games so far, like `ml.plots` draws them."""
        return picture_of(self.games, self.setting)

    def wait(self, timeout: float | None = None) -> Self:
        """As `LiveSweep.wait`; in a notebook the widget is shown first, to watch the games."""
        if cell_number() is not None and not self._views:
            page.display_widget(self)
            self._shown_in = cell_number()
        return super().wait(timeout)

    def _ipython_display_(self) -> None:
        """The widget, unless `wait` has shown it in this cell; below it what a notebook keeps."""
        if self._shown_in is None or self._shown_in != cell_number():
            page.display_widget(self)
        page.display_still(self, self.still)

    def __repr__(self) -> str:
        setting = self.setting
        size = f"{setting.size} × {setting.size}, {setting.boards} boards per point"
        by = "" if setting.guess == "own" else f", guess {setting.guess}"
        return f"<Explorer {size}, seed {setting.seed}: {', '.join(setting.agents)}{by}>"


ACTIONS: dict[str, Callable[[Explorer, dict[str, Any]], None]] = {
    "enter": lambda explorer, message: explorer._enter(),
    "leave": lambda explorer, message: explorer._leave(),
    "change": Explorer._change_by_page,
    "stop": lambda explorer, message: explorer.stop(),
    "start": lambda explorer, message: explorer.start(),
    "game": Explorer._send_game,
}
"""What the page may ask for."""


def on_page(look: palette.Look) -> dict[str, Any]:
    """Colours, marker and dash of an agent, as the page takes them."""
    shades = {theme: getattr(look, theme) for theme in palette.THEMES}
    return shades | {"shape": palette.SHAPES[look.marker], "dash": list(look.dash)}


def left_out(variants: dict[str, live.Contender | str]) -> str:
    """Which agents do not play, and why.

    >>> left_out({"cowan": "no rule", "exact": live.contender("exact"), "swept": "no rule"})
    'Left out: cowan, swept (no rule).'
    """
    reasons = dict.fromkeys(why for why in variants.values() if isinstance(why, str))
    names = {why: ", ".join(name for name in variants if variants[name] == why) for why in reasons}
    words = "; ".join(f"{several} ({why})" for why, several in names.items())
    return f"Left out: {words}." if words else ""


def page_script() -> str:
    """explore.js with its style sheet."""
    return page.live_script("explore", CSS=style())
