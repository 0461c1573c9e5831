"""The explorer: move a slider and watch the curves of agents follow, with their intervals.

A `LiveSweep` plays the games in the background, in stages with more and more boards per point.
They are the games of `sweep`: same seed, same games, and in the end the same table. Agents that
the engine can't play, such as Players, play the same boards move by move in Python. A change of
what is played stops the current run at once; games that the new setting needs too are kept. The
`Explorer` is a LiveSweep on a page: the page sends what was changed and is sent curves, the table
in words and what the controls show.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from minelab._checks import check_list, check_number, check_one_of, check_whole, shown
from minelab._notebook import cell_number
from minelab.agents.catalogue import CATALOGUE, Agent
from minelab.agents.guesses import GUESS_RULES
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, Board, mine_count
from minelab.display.draw import guesses_in_words
from minelab.display.images import Image
from minelab.display.page import (
    as_sentence,
    asked_for,
    display_still,
    display_widget,
    live_class,
    live_script,
    style_sheet,
)
from minelab.display.palette import (
    AGENTS,
    COLOURS,
    DASHES,
    MARKERS,
    SHAPES,
    THEMES,
    agent_colour,
    agent_dash,
    agent_marker,
)
from minelab.display.player import player
from minelab.games.play import play, play_many, resolve
from minelab.games.record import Record
from minelab.inference.methods import family
from minelab.inference.words import noun
from minelab.lab.designs import TWENTIETHS
from minelab.lab.own_agent import measures
from minelab.lab.stats import GAME, POINT, compare, summary

if TYPE_CHECKING:
    import pandas as pd

OFFERED = ("basic", "aravind", "cowan", "charles", "ibs", "swept", "corners", "exact", "random")
CHOSEN = ("basic", "aravind", "cowan", "charles", "swept", "exact")
MOST_AGENTS = 12
"""More curves can't be told apart."""
SIZES = (4, 30)
MOST_BOARDS = 2000
MOST_GAMES = 500_000
"""Above so many games, those of agents that are not shown are dropped."""
GUESSES = {
    "own": ("", "each by its own rule", ""),
    "random": ("random", "at random", ""),
    "average": (
        "average", "by the average clue",
        "Each clue estimates the risk of the cells around it. The cell with the lowest average is "
        "opened.",
    ),
    "least": (
        "exact", "at the least risk",
        "The cell with the lowest exact risk is opened, so agents are told the number of mines.",
    ),
}  # fmt: skip
"""How agents guess when nothing can be proved: the rule that all get, its words, more words."""
MEASURES = {
    "score": ("score", "score: the share of mines found", 3),
    "guesses": ("guesses", "guesses per game", 2),
    "no_blast": ("no blast", "share of games without a blast", 3),
}
"""What can be shown: its words, those at the axis, and digits in the table."""
BESIDE = {"score": 3, "guesses": 1, "blasts": 1}
"""What the table shows beside the measure, the first two others, with so many digits."""
ENDS = ("difference", "low", "high")
WHICH = ("typical", "worst")
FIRST_STAGE, FIRST_CELLS = 5, 500
"""Boards per point before the first curves are shown, and about how many cells they may have."""
PART = 20_000
"""Cells on the boards that are played between two checks whether to go on."""
PAUSE = 0.1
"""Seconds between two reports of progress."""
REDRAW = 2.0
"""Seconds after which the curves are drawn again, while an agent is slow."""
BOARDS = (20, 50, 100, 200, 400, 1000, MOST_BOARDS)
"""Where the slider of boards stops; other numbers can be given in Python."""

Contender: TypeAlias = Agent | type[Player]
"""Who may play: both have a name."""


def explore(
    agents: Iterable[str | Agent | type[Player]] | None = None,
    *,
    size: int = 10,
    density: float = 0.25,
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
    agent plays in Python. An agent that raises an error is left out, and the page says why. A
    cell that ends with `explorer.wait()` also keeps a picture, for readers without a kernel.

    >>> explorer = explore(["basic", "charles"], boards=20)
    >>> table = explorer.wait().games
    >>> float(table[table["mines"] == 20].groupby("agent")["score"].mean()["charles"].round(2))
    0.92
    """
    listed = [] if agents is None else check_list("agents", agents, "agents")
    given: dict[str, Contender] = {}
    for who in dict.fromkeys(map(contender, listed)):
        if who.name in given:
            raise ValueError(f"agents must have different names, not {who.name!r} twice")
        given[who.name] = who
    if agents is not None and not given:
        raise ValueError("agents must be at least one agent, not an empty list")
    offered = given | {name: CATALOGUE[name] for name in OFFERED if name not in given}
    chosen = tuple(given) if given else CHOSEN
    setting = Setting(chosen, size, density, boards, seed, guess, measure)
    return Explorer(offered, checked(setting, offered))


def contender(who: object) -> Contender:
    """An Agent or a class of Player, or a ValueError."""
    if isinstance(who, Player):
        raise ValueError(f"agents must be classes, to begin each game anew, not {shown(who)}")
    agent = resolve(who)
    return agent if isinstance(agent, Agent) else type(agent)


@dataclass(frozen=True)
class Setting:
    """What is asked for: the parameters of `explore`."""

    agents: tuple[str, ...]
    size: int
    density: float
    boards: int
    seed: int
    guess: str
    measure: str

    @property
    def mines(self) -> list[int]:
        """The points of the curves, as numbers of mines."""
        return list(dict.fromkeys(mine_count(self.size, self.size, None, d) for d in TWENTIETHS))

    @property
    def at(self) -> int:
        """The number of mines where the curves are read."""
        return min(self.mines, key=lambda mines: abs(mines / self.size**2 - self.density))


def checked(setting: Setting, offered: Iterable[str]) -> Setting:
    """The setting with agents in the order of the offer, or a ValueError."""
    names = list(offered)
    agents = check_list("agents", setting.agents, "names")
    for name in agents:
        check_one_of("agents", name, names)
    if len(set(agents)) > MOST_AGENTS:
        raise ValueError(f"agents must be at most {MOST_AGENTS}, not {len(set(agents))}")
    return replace(
        setting,
        agents=tuple(name for name in names if name in agents),
        size=check_whole("size", setting.size, *SIZES),
        density=check_number("density", setting.density, 0, 1),
        boards=check_whole("boards", setting.boards, 2, MOST_BOARDS),
        seed=check_whole("seed", setting.seed, 0, MAX_SEED),
        guess=check_one_of("guess", setting.guess, GUESSES),
        measure=check_one_of("measure", setting.measure, MEASURES),
    )


def guessing_by(who: Contender, guess: str) -> Contender:
    """The agent with another guess rule, or a ValueError; it knows the mine count if it must."""
    rule, *_ = GUESSES[guess]
    if not rule:
        return who
    if not isinstance(who, Agent):
        raise ValueError("a Player chooses its own guesses")
    if rule == who.guess:
        return who
    if not who.methods:
        raise ValueError("it has no methods, only guesses")
    told = who.told or (("guess",) if GUESS_RULES[rule].needs_total else ())
    return replace(who, name=f"{who.name}+{guess}", guess=rule, told=told)


def in_engine(who: Contender, setting: Setting) -> bool:
    """Whether the engine plays this agent; Python is slower."""
    return isinstance(who, Agent) and who.compiled_on(setting.size**2)


def engine_agent(who: Contender, setting: Setting) -> Agent:
    """The agent that the engine plays: this one, or `random` if only its boards are needed."""
    return who if isinstance(who, Agent) and in_engine(who, setting) else CATALOGUE["random"]


def play_games(who: Contender, setting: Setting, mines: int, numbers: range) -> "pd.DataFrame":
    """The games with these numbers: by the engine, or the same boards move by move."""
    import pandas as pd

    agent, side = engine_agent(who, setting), setting.size
    games = play_many(agent, side, side, mines=mines, games=numbers, seed=setting.seed)
    if agent is who:
        return games
    rows = []
    for key in games[[*POINT, *GAME]].to_dict("records"):
        board = Board.random(side, side, mines=mines, seed=key["board_seed"])
        rows.append({"agent": who.name} | key | measures(play(board, who, seed=key["play_seed"])))
    return pd.DataFrame(rows)


class Cancelled(Exception):
    """The run is not wanted any more."""


class Run:
    """The games for one setting, until all are played or the setting changes."""

    def __init__(self, n_games: int) -> None:
        self.cancelled = threading.Event()
        self.n_games, self.n_played = n_games, 0
        self.reported = self.drawn = 0.0

    def check(self) -> None:
        if self.cancelled.is_set():
            raise Cancelled


class LiveSweep:
    """Games of agents at every density, played in the background."""

    def __init__(self, offered: dict[str, Contender], setting: Setting) -> None:
        self.offered, self.setting = offered, setting
        self.phase = "idle"
        """idle, preparing, playing, done, stopped or failed."""
        self.said = ""
        """What happened last, in words."""
        self.curves: list[dict[str, Any]] = []
        """The measure of each agent at every density, with its interval."""
        self._played: dict[tuple[Contender, int], pd.DataFrame] = {}
        self._failed: dict[Contender, str] = {}
        """Agents that raised an error, with what happened."""
        self._lock = threading.RLock()  # changes and runs come from several threads
        self._ended = threading.Condition(self._lock)
        self._depth = 0
        self._run: Run | None = None

    def tell(self) -> None:
        """Called, with the lock held, when anything has changed."""

    def tell_share(self) -> None:
        """Called, with the lock held, when more games have been played."""

    @property
    def agents(self) -> list[Contender]:
        """The chosen agents as they play, with the guess rule that was asked for."""
        variants = map(self.variant, self.setting.agents)
        return list({each.name: each for each in variants if not isinstance(each, str)}.values())

    def variant(self, name: str) -> Contender | str:
        """An agent with the guess rule that was asked for, or why it can't play."""
        try:
            who = guessing_by(self.offered[name], self.setting.guess)
        except ValueError as refusal:
            return str(refusal)
        return self._failed.get(who, who)

    @property
    def boards(self) -> int:
        """How many boards per point all agents have played."""
        return min((self._n(a, m) for a in self.agents for m in self.setting.mines), default=0)

    @property
    def games(self) -> "pd.DataFrame":
        """The games that all agents have played so far, as `sweep` gives them: one row per game.

        Columns that only the engine fills are left out if an agent plays in Python.
        """
        import pandas as pd

        with self._lock:
            n = self.boards
            if not n:
                raise ValueError("no games have been played yet: wait() plays them")
            agents, setting = self.agents, self.setting
            parts = [self._played[a, m][:n] for a in agents for m in setting.mines]
        slow = not all(in_engine(agent, setting) for agent in agents)
        return pd.concat(parts, ignore_index=True, join="inner" if slow else "outer")

    def _n(self, agent: Contender, mines: int) -> int:
        """How many games an agent has played at a point, no more than asked for."""
        games = self._played.get((agent, mines))
        return 0 if games is None else min(len(games), self.setting.boards)

    @property
    def share(self) -> float:
        """The share of the games that has been played, from 0 to 1."""
        run = self._run
        if run is None:
            return self.boards / self.setting.boards
        return run.n_played / run.n_games if run.n_games else 1.0

    def change(self, **changes: Any) -> None:
        """Ask for something else: any of the parameters of `explore`, agents by name."""
        known = [field.name for field in fields(Setting)]
        for name in changes:
            if name not in known:
                raise ValueError(f"a change must be one of {known}, not {name!r}")
        with self._telling():
            before, agents = self.setting, self.agents
            now = self.setting = checked(replace(before, **changes), self.offered)
            if (now.size, now.seed) != (before.size, before.seed):
                self._played.clear()
                self.curves = []
            other = self.agents != agents or not self._played or now.boards != before.boards
            if other and self.phase != "idle":
                self.start()
            elif other or now.measure != before.measure:
                self.curves = self._draw()

    def start(self) -> None:
        """Play what is missing, in the background; games that are being played now are dropped."""
        with self._telling():
            self.stop()
            self._failed.clear()
            agents, setting = self.agents, self.setting
            self.curves = self._draw()
            if sum(map(len, self._played.values())) > MOST_GAMES:
                self._played = {key: g for key, g in self._played.items() if key[0] in agents}
            run = Run(len(agents) * len(setting.mines) * setting.boards)
            run.n_played = sum(self._n(a, m) for a in agents for m in setting.mines)
            self._run, self.phase, self.said = run, "playing", ""
            threading.Thread(target=self._work, args=(run, setting, agents), daemon=True).start()

    def stop(self) -> None:
        """Stop playing; what has been played stays."""
        with self._telling():
            if self._run is not None:
                self._run.cancelled.set()
                self._end("stopped", f"Stopped at {self.boards} boards per point.")

    def wait(self, timeout: float | None = None) -> Self:
        """Play all games that were asked for and return when they are done.

        timeout: seconds after which a TimeoutError is raised; the games go on.
        A RuntimeError says that the run has failed, or that somebody else stopped it.
        """
        if timeout is not None:
            timeout = check_number("timeout", timeout, 0, threading.TIMEOUT_MAX)
        with self._lock:
            if self.phase not in ("done", "failed") and self._run is None:
                self.start()
            if not self._ended.wait_for(lambda: self._run is None, timeout):
                raise TimeoutError(f"only {self.boards} boards per point after {timeout} seconds")
            if self.phase != "done":
                raise RuntimeError(self.said)
        return self

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Hold the lock, and call `tell` once at the end."""
        with self._lock:
            self._depth += 1
            try:
                yield
            finally:
                self._depth -= 1
                if not self._depth:
                    self.tell()

    def _end(self, phase: str, said: str) -> None:
        self._run, self.phase, self.said = None, phase, said
        self._ended.notify_all()

    def _work(self, run: Run, setting: Setting, agents: list[Contender]) -> None:
        """Play stage after stage and show the curves after each; slow agents come last."""
        try:
            self._prepare(run, setting, agents)
            fast = [agent for agent in agents if in_engine(agent, setting)]
            slow = [agent for agent in agents if agent not in fast]
            first, *more = stages(setting.size**2, setting.boards)
            begin = [(first, fast), (1, slow), (first, slow)]
            for n, several in [*begin, *product(more, [fast]), *product(more, [slow])]:
                self._play_stage(run, setting, several, n)
            with self._telling():
                run.check()
                said = f"Done: {setting.boards} boards per point."
                self._end("done", said if self.agents else "No agent is left to play.")
        except Cancelled:
            pass
        except Exception as error:  # whatever it is, the page must show it
            with self._telling():
                if self._run is run:
                    self._end("failed", f"The run has failed: {type(error).__name__}: {error}")

    def _prepare(self, run: Run, setting: Setting, agents: list[Contender]) -> None:
        """Compile the engine, or load it, for agents that it has not played yet."""
        needed = dict.fromkeys(engine_agent(agent, setting) for agent in agents)
        unready = [agent for agent in needed if parts_of(agent) not in READY]
        for k, agent in enumerate(unready, 1):
            with self._telling():
                run.check()
                self.phase = "preparing"
                self.said = (
                    f"Preparing the engine for {agent.name}, {k} of {len(unready)}. The first "
                    "time on a machine it is compiled, which takes a minute or two in all."
                )
            play_many(agent, setting.size, setting.size, mines=1, games=1, seed=0)
            READY.add(parts_of(agent))
        if unready:
            with self._telling():
                run.check()
                self.phase, self.said = "playing", ""

    def _play_stage(self, run: Run, setting: Setting, agents: list[Contender], n: int) -> None:
        """Let agents play until they have n games at every point: all fast ones, or all slow."""
        agents = [agent for agent in agents if agent not in self._failed]
        points = [(a, m) for m in setting.mines for a in agents if self._n(a, m) < n]
        jobs = [partial(self._play, run, setting, *key, n) for key in points]
        if not jobs:
            return
        if in_engine(agents[0], setting):
            in_threads(jobs)
        else:
            with self._telling():
                run.check()
                names = ", ".join(agent.name for agent in agents)
                self.said = f"Playing in Python, which takes longer: {names}."
            for job in jobs:  # threads would only wait for one another
                job()
        self._show(run)

    def _play(self, run: Run, setting: Setting, who: Contender, mines: int, n: int) -> None:
        """Let an agent play until it has n games at a point; a slow one game by game."""
        import pandas as pd

        fast = in_engine(who, setting)
        while who not in self._failed and (start := self._n(who, mines)) < n:
            run.check()
            numbers = range(start, n if fast else start + 1)
            try:
                games = play_games(who, setting, mines, numbers)
            except Exception as error:
                if fast:
                    raise
                return self._leave_out(run, setting, who, error)
            with self._lock:
                run.check()
                before = self._played.get((who, mines))
                if before is not None:
                    games = pd.concat([before, games], ignore_index=True)
                self._played[who, mines] = games
                run.n_played += len(numbers)
                if time.monotonic() - run.reported > PAUSE:
                    run.reported = time.monotonic()
                    self.tell_share()
            if not fast and time.monotonic() - run.drawn > REDRAW:
                self._show(run)

    def _leave_out(self, run: Run, setting: Setting, who: Contender, error: Exception) -> None:
        """Go on without an agent of the reader's own that raised an error."""
        with self._telling():
            run.check()
            run.n_games -= len(setting.mines) * setting.boards
            run.n_played -= sum(self._n(who, mines) for mines in setting.mines)
            self._failed[who] = f"it raised {type(error).__name__}: {error!s:.200}"
            self.curves = self._draw()

    def _show(self, run: Run) -> None:
        """Show the curves of the games so far."""
        run.drawn = time.monotonic()
        curves = self._draw()
        with self._telling():
            run.check()
            self.curves = curves

    def _parts(self, mines: Sequence[int]) -> "dict[str, list[pd.DataFrame]]":
        """The games at these points of all agents that have played at every point."""
        with self._lock:
            most, every = self.setting.boards, self.setting.mines
            ready = [a for a in self.agents if all(self._n(a, m) for m in every)]
            return {a.name: [self._played[a, m][:most] for m in mines] for a in ready}

    def _draw(self) -> list[dict[str, Any]]:
        """The curves of the measure that is shown."""
        parts, measure = self._parts(self.setting.mines), self.setting.measure
        if not parts:
            return []
        import pandas as pd

        games = [part for played in parts.values() for part in played]
        means = summary(pd.concat(games, join="inner"), [measure])
        names = {"x": "density", "mean": measure}
        names |= {end: f"{measure}_{end}" for end in ("low", "high")}
        return [
            {"name": agent} | {name: rounded(part[column]) for name, column in names.items()}
            for agent, part in means.groupby("agent", sort=False)
        ]

    def table(self) -> "pd.DataFrame | None":
        """The agents at the density that is read; None before the first games.

        Columns: those of `ml.summary`, and the paired `difference` from the first agent in the
        measure that is shown, with its 95% interval, `low` to `high`.
        """
        parts, measure = self._parts([self.setting.at]), self.setting.measure
        if not parts:
            return None
        import pandas as pd

        games = pd.concat([part for (part,) in parts.values()], join="inner")
        means = summary(games, dict.fromkeys([measure, *BESIDE]))
        first, *others = parts
        rows: list[dict[str, Any]] = [{"agent": first}]
        for name in others:
            (mine,), (other,) = parts[first], parts[name]
            n = min(len(mine), len(other))
            pair = pd.concat([mine[:n], other[:n]], join="inner")
            difference = compare(pair, first, name, measure).iloc[0]
            rows.append({"agent": name} | {end: difference[end] for end in ENDS})
        ends = pd.DataFrame(rows, columns=["agent", *ENDS])
        return means.merge(ends, on="agent", sort=False)

    def game(self, which: str = "typical", agent: str | None = None) -> Record:
        """A game at the density that is read, where games are sorted by score, blasts and guesses.

        which: "typical", the game in the middle, or "worst".
        agent: the name of one of `agents`; the first unless given.
        """
        check_one_of("which", which, WHICH)
        with self._lock:
            players = {each.name: each for each in self.agents}
            chosen = next(iter(players), "") if agent is None else agent
            check_one_of("agent", chosen, players)
            setting = self.setting
            games = self._played.get((players[chosen], setting.at))
        if games is None:
            raise ValueError(f"{chosen} has not played at this density yet")
        order = games[: setting.boards].sort_values(
            ["score", "blasts", "guesses"], ascending=[True, False, False], kind="stable"
        )
        row = order.iloc[0 if which == "worst" else len(order) // 2]
        seed = int(row["board_seed"])
        board = Board.random(setting.size, setting.size, mines=setting.at, seed=seed)
        return play(board, players[chosen], seed=int(row["play_seed"]))


READY: set[tuple[Any, ...]] = set()
"""Parts of the engine that this process has used: they need not be prepared again."""


def parts_of(agent: Agent) -> tuple[Any, ...]:
    """The parts of an agent that decide which parts of the engine it needs."""
    return agent.asked, agent.guess, agent.told, agent.until


def stages(n_cells: int, boards: int) -> Iterator[int]:
    """How many boards per point have been played after each stage: few at first, then more.

    >>> list(stages(100, 400)), list(stages(900, 60))
    ([5, 10, 20, 40, 80, 160, 320, 400], [2, 4, 8, 16, 32, 54, 60])
    """
    n = min(boards, max(2, min(FIRST_STAGE, FIRST_CELLS // n_cells)))
    while n < boards:
        yield n
        n = min(2 * n, n + max(2, PART // n_cells), boards)
    yield n


def in_threads(jobs: Sequence[Callable[[], None]]) -> None:
    """Do all jobs, in as many threads as there are cores; the first error is raised here.

    Python does not wait for these threads when it ends.
    """
    left = iter(jobs)
    errors: list[Exception] = []

    def work() -> None:
        try:
            for job in left:
                if errors:
                    return
                job()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(os.cpu_count() or 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def rounded(column: "pd.Series[float]") -> list[float | None]:
    """Numbers to five decimals; None where one is missing."""
    return [None if value != value else round(value, 5) for value in column.tolist()]


class Explorer(LiveSweep):
    """Curves of agents that sharpen while games are played; explore.js shows them in a notebook."""

    def __init__(self, offered: dict[str, Contender], setting: Setting) -> None:
        super().__init__(offered, setting)
        self._own_looks = own_looks(offered)
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
                act, checked = asked_for(message, ACTIONS)
                act(self, checked)
            except ValueError as refusal:
                self.said = as_sentence(refusal)

    def _change_by_page(self, message: dict[str, Any]) -> None:
        changes = message.get("changes")
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
        which, name = message.get("which"), message.get("agent")
        if which not in WHICH or name not in [each.name for each in self.agents]:
            raise ValueError(f"no such game: {which!r:.40} of {name!r:.40}")
        self._asked += 1
        number = self._asked

        def work() -> None:
            try:
                record = self.game(which, name)
                reply = {"game": player(record).html, "about": about(record, which)}
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
            cells = setting.size**2
            low_seed = setting.seed - setting.seed % 100
            variants = {name: self.variant(name) for name in setting.agents}
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
                "guesses": [[name, words] for name, (_, words, _) in GUESSES.items()],
                "measure": setting.measure,
                "measures": [[name, words] for name, (words, *_) in MEASURES.items()],
                "axis": MEASURES[setting.measure][1],
                "agents": [self._chip(name) for name in self.offered],
                "guess_note": GUESSES[setting.guess][2],
                "note": left_out(variants),
                "top": cells if setting.measure == "guesses" else 1,
                "looks": {
                    each.name: self._own_looks.get(name) or look(each.name)
                    for name, each in variants.items()
                    if not isinstance(each, str)
                },
                "curves": self.curves,
                "table": table_in_words(self.table(), setting.measure),
                "done": self.boards,
                "phase": self.phase,
                "said": self.said,
                "answered": self._answered,
            }

    def _chip(self, name: str) -> dict[str, Any]:
        """What the page shows of an agent on offer."""
        variant = self.variant(name)
        why = variant if isinstance(variant, str) else ""
        wears = self._own_looks.get(name) or look(name)
        return {"name": name, "on": name in self.setting.agents, "why": why} | wears

    @property
    def widget(self) -> Any:
        """The live widget; made when it is first shown."""
        with self._lock:
            if self._widget is None:
                self._widget = live_class(page_script())(state=self.state, share=self.share)
                self._widget.on_msg(lambda _, message, buffers: self.receive(message))
                self._widget.observe(self._widget_closed, "comm")
            return self._widget

    def _widget_closed(self, change: Any) -> None:
        if change["new"] is None:
            self.stop()

    @property
    def image(self) -> Image:
        """The curves of the games so far, like `ml.plots` draws them."""
        from matplotlib import pyplot as plt

        from minelab.report.figures import by_density

        at = self.setting.at / self.setting.size**2
        figure: Any = by_density(self.games, self.setting.measure, at=at).figure
        plt.close(figure)
        image: Image = figure.image()
        return image

    def wait(self, timeout: float | None = None) -> Self:
        """As `LiveSweep.wait`; in a notebook the widget is shown first, to watch the games."""
        if cell_number() is not None and not self._views:
            display_widget(self)
            self._shown_in = cell_number()
        return super().wait(timeout)

    def _ipython_display_(self) -> None:
        """The widget, unless `wait` has shown it in this cell; below it the curves, if finished."""
        if self._shown_in is None or self._shown_in != cell_number():
            display_widget(self)
        display_still(self, self.image if self.phase == "done" and self.agents else None)

    def __repr__(self) -> str:
        setting = self.setting
        size = f"{setting.size} × {setting.size}, {setting.boards} boards per point"
        by = "" if setting.guess == "own" else f", guessing {GUESSES[setting.guess][1]}"
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


def look(name: str) -> dict[str, Any]:
    """Colours, marker and dash of an agent."""
    shades = {theme: agent_colour(name, theme) for theme in THEMES}
    return shades | {"shape": SHAPES[agent_marker(name)], "dash": list(agent_dash(name))}


def own_looks(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Looks of the agents that the palette does not know, or gives a look that another has.

    They wear the colours of families that are not here and soft ink; marker and dash vary too.
    """
    known = {name: look(name) for name in names}
    here = {family(name) for name in known}
    shades = [*(AGENTS[name] for name in AGENTS if name not in here), COLOURS["soft"]]
    taken = {MARKERS[name] for name in here if name in MARKERS}
    shapes = [SHAPES[marker] for marker in SHAPES if marker not in taken]
    dashes = list(dict.fromkeys(DASHES.values()))
    seen: list[dict[str, Any]] = []
    own: dict[str, dict[str, Any]] = {}
    for name, wears in known.items():
        if family(name) not in AGENTS or wears in seen:
            lap, k = divmod(len(own), len(shades))
            wears = dict(zip(THEMES, shades[k], strict=True))
            wears |= {
                "shape": shapes[len(own) % len(shapes)],
                "dash": list(dashes[lap % len(dashes)]),
            }
            own[name] = wears
        seen.append(wears)
    return own


def left_out(variants: "dict[str, Contender | str]") -> str:
    """Which agents do not play, and why.

    >>> left_out({"cowan": "no such rule", "exact": CATALOGUE["exact"], "swept": "no such rule"})
    'Left out: cowan, swept (no such rule).'
    """
    reasons = dict.fromkeys(why for why in variants.values() if isinstance(why, str))
    names = {why: ", ".join(name for name in variants if variants[name] == why) for why in reasons}
    words = "; ".join(f"{several} ({why})" for why, several in names.items())
    return f"Left out: {words}." if words else ""


def table_in_words(table: "pd.DataFrame | None", measure: str) -> dict[str, Any]:
    """The table as the page shows it: the measure, its interval, other means, the difference."""
    if table is None:
        return {"heads": [], "rows": []}
    words, _, digits = MEASURES[measure]
    beside = dict([item for item in BESIDE.items() if item[0] != measure][:2])
    rows = [
        [
            row["agent"],
            number(row[measure], digits),
            f"{number(row[f'{measure}_low'], digits)} to {number(row[f'{measure}_high'], digits)}",
            *(number(row[name], n) for name, n in beside.items()),
            difference(row["difference"], row["low"], row["high"], digits),
        ]
        for row in table.to_dict("records")
    ]
    heads = [words.capitalize(), "95% interval", *map(str.capitalize, beside)]
    return {"heads": [*heads, f"Difference from {table['agent'].iloc[0]}"], "rows": rows}


def number(value: float, digits: int) -> str:
    return "–" if value != value else f"{value:.{digits}f}"


def difference(more: float, low: float, high: float, digits: int) -> str:
    """A paired difference with half the width of its interval.

    >>> difference(-0.0521, -0.0621, -0.0421, 3)
    '−0.052 ± 0.010'
    """
    signed = "" if more != more else f"{more:+.{digits}f}".replace("-", "−")
    return f"{signed} ± {(high - low) / 2:.{digits}f}" if low == low else signed or "–"


def about(record: Record, which: str) -> str:
    """The caption above the player of a game."""
    board, kind = record.board, "a typical" if which == "typical" else "the worst"
    where = f"{kind} game at density {board.n_mines / board.mines.size:.2f}"
    guesses = guesses_in_words(record.guesses)
    blasts = f"{record.blasts} {noun('blast', record.blasts)}"
    return f"{record.agent}, {where}: score {record.score:.3f}, {guesses}, {blasts}"


def page_script() -> str:
    """explore.js with its style sheet."""
    css = style_sheet(lambda theme: {}, "live.css", "explore.css")
    return live_script("explore", CSS=css)
