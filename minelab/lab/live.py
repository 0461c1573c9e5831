"""A sweep in the background: the games of `sweep`, played in stages, with curves after each stage.

Same seed, same games, and in the end the same table. Agents that the engine can't play, such as
Players, play the same boards move by move in Python, after the others. A change of what is played
stops the current run at once; games that the new setting needs too are kept. `ml.explore` puts a
`LiveSweep` on a page.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from itertools import product
from typing import Any, Self, TypeAlias

from minelab._checks import check_list, check_number, check_one_of, check_whole
from minelab._later import pd
from minelab.agents.catalogue import CATALOGUE, Agent, guessing_by
from minelab.agents.players import Player
from minelab.boards.board import MAX_SEED, mine_count
from minelab.games.play import play_many
from minelab.games.record import Record
from minelab.lab.curves import curves, pick
from minelab.lab.designs import TWENTIETHS
from minelab.lab.experiments import compiled
from minelab.lab.own_agent import measures, play_row, resolve_anew
from minelab.lab.stats import GAME, POINT

MOST_AGENTS = 12
"""More curves can't be told apart."""
SIZES = (4, 30)
MOST_BOARDS = 2000
MOST_GAMES = 500_000
"""Above so many games, those of agents that are not shown are dropped."""
RULES = {"own": "", "random": "random", "average": "average", "least": "exact"}
"""How agents guess when nothing can be proved: the rule that all get, or each its own."""
MEASURES = ("score", "guesses", "no_blast")
WHICH = ("typical", "worst")
FIRST_STAGE, FIRST_CELLS = 5, 500
"""Boards per point before the first curves are shown, and about how many cells they may have."""
PART = 20_000
"""Cells on the boards that are played between two checks whether to go on."""
PAUSE = 0.1
"""Seconds between two reports of progress."""
REDRAW = 2.0
"""Seconds after which the curves are drawn again, while an agent is slow."""

Contender: TypeAlias = Agent | type[Player]
"""Who may play: both have a name."""


def contender(who: object) -> Contender:
    """An Agent or a class of Player, or a ValueError."""
    agent = resolve_anew(who)
    return agent if isinstance(agent, Agent) else type(agent)


@dataclass(frozen=True)
class LiveSetting:
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


def checked(setting: LiveSetting, offered: Iterable[str]) -> LiveSetting:
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
        guess=check_one_of("guess", setting.guess, RULES),
        measure=check_one_of("measure", setting.measure, MEASURES),
    )


def variant_of(who: Contender, guess: str) -> Contender:
    """The agent with the guess rule that was asked for, or a ValueError."""
    rule = RULES[guess]
    if not rule:
        return who
    if not isinstance(who, Agent):
        raise ValueError("a Player chooses its own guesses")
    if rule == who.guess:
        return who
    if not who.methods:
        raise ValueError("it has no methods, only guesses")
    return guessing_by(who, rule, f"{who.name}+{guess}")


def engine_agent(who: Contender, setting: LiveSetting) -> Agent:
    """The agent that the engine plays: this one, or `random` if only its boards are needed."""
    return who if isinstance(who, Agent) and compiled(who, setting.size**2) else CATALOGUE["random"]


def play_games(who: Contender, setting: LiveSetting, mines: int, numbers: range) -> "pd.DataFrame":
    """The games with these numbers: by the engine, or the same boards move by move."""
    agent, side = engine_agent(who, setting), setting.size
    games = play_many(agent, side, side, mines=mines, games=numbers, seed=setting.seed)
    if agent is who:
        return games
    keys = games[[*POINT, *GAME]].to_dict("records")
    rows = [{"agent": who.name} | key | measures(play_row(key, who)) for key in keys]
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

    def __init__(self, offered: dict[str, Contender], setting: LiveSetting) -> None:
        self.offered, self.setting = offered, setting
        self.phase = "idle"
        """idle, preparing, playing, done, stopped or failed."""
        self.said = ""
        """What happened last, in words."""
        self.curves: list[dict[str, Any]] = []
        """What `curves` makes of the games so far."""
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
            who = variant_of(self.offered[name], self.setting.guess)
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
        with self._lock:
            n = self.boards
            if not n:
                raise ValueError("no games have been played yet: wait() plays them")
            agents, setting = self.agents, self.setting
            parts = [self._played[a, m][:n] for a in agents for m in setting.mines]
        slow = not all(compiled(agent, setting.size**2) for agent in agents)
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
        known = [field.name for field in fields(LiveSetting)]
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

    def _work(self, run: Run, setting: LiveSetting, agents: list[Contender]) -> None:
        """Play stage after stage and show the curves after each; slow agents come last."""
        try:
            fast = [agent for agent in agents if compiled(agent, setting.size**2)]
            slow = [agent for agent in agents if agent not in fast]
            first, *more = stages(setting.size**2, setting.boards)
            for ready in self._prepared(run, setting, agents):
                self._play_stage(run, setting, [agent for agent in ready if agent in fast], first)
            begin = [(1, slow), (first, slow)]
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

    def _prepared(
        self, run: Run, setting: LiveSetting, agents: list[Contender]
    ) -> Iterator[list[Contender]]:
        """Agents that can play at once, then each of those that the engine must be prepared for."""
        needed = dict.fromkeys(engine_agent(agent, setting) for agent in agents)
        unready = [agent for agent in needed if parts_of(agent) not in READY]
        yield [agent for agent in agents if agent not in unready]
        for k, agent in enumerate(unready, 1):
            with self._telling():
                run.check()
                self.phase = "preparing"
                self.said = (
                    f"Preparing the engine for {agent.name}, {k} of {len(unready)}. The first "
                    "time on a machine it is compiled, which takes up to a minute in all."
                )
            play_many(agent, setting.size, setting.size, mines=1, games=1, seed=0)
            READY.add(parts_of(agent))
            with self._telling():
                run.check()
                self.phase, self.said = "playing", ""
            yield [agent]

    def _play_stage(self, run: Run, setting: LiveSetting, agents: list[Contender], n: int) -> None:
        """Let agents play until they have n games at every point: all fast ones, or all slow."""
        agents = [agent for agent in agents if agent not in self._failed]
        points = [(a, m) for m in setting.mines for a in agents if self._n(a, m) < n]
        jobs = [partial(self._play, run, setting, *key, n) for key in points]
        if not jobs:
            return
        if compiled(agents[0], setting.size**2):
            in_threads(jobs)
        else:
            with self._telling():
                run.check()
                names = ", ".join(agent.name for agent in agents)
                self.said = f"Playing in Python, which takes longer: {names}."
            for job in jobs:  # threads would only wait for one another
                job()
        self._show(run)

    def _play(self, run: Run, setting: LiveSetting, who: Contender, mines: int, n: int) -> None:
        """Let an agent play until it has n games at a point; a slow one game by game."""
        fast = compiled(who, setting.size**2)
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

    def _leave_out(self, run: Run, setting: LiveSetting, who: Contender, error: Exception) -> None:
        """Go on without an agent of the reader's own that raised an error."""
        with self._telling():
            run.check()
            run.n_games -= len(setting.mines) * setting.boards
            run.n_played -= sum(self._n(who, mines) for mines in setting.mines)
            own = error.__cause__ or error  # not the AgentError that names its game
            self._failed[who] = f"it raised {type(own).__name__}: {own!s:.200}"
            self.curves = self._draw()

    def _show(self, run: Run) -> None:
        """Show the curves of the games so far."""
        run.drawn = time.monotonic()
        curves = self._draw()
        with self._telling():
            run.check()
            self.curves = curves

    def _draw(self) -> list[dict[str, Any]]:
        """The curves of all agents that have played at every point."""
        with self._lock:
            setting = self.setting
            ready = [a for a in self.agents if all(self._n(a, m) for m in setting.mines)]
            parts = {
                agent.name: [self._played[agent, m][: setting.boards] for m in setting.mines]
                for agent in ready
            }
        return curves(parts, setting.measure) if parts else []

    def game(self, which: str = "typical", agent: str | None = None) -> Record:
        """A game at the density that is read.

        which: "typical", the game whose score is nearest the mean, or "worst", the one with the
            lowest score. Of several, see `pick`.
        agent: the name of one of `agents`; the first unless given.
        """
        check_one_of("which", which, WHICH)
        who, games = self.games_here(agent)
        return play_row(pick(games, which), who)

    def games_here(self, agent: str | None = None) -> "tuple[Contender, pd.DataFrame]":
        """An agent, by default the first, and its games at the density that is read."""
        with self._lock:
            players = {each.name: each for each in self.agents}
            chosen = next(iter(players), "") if agent is None else agent
            check_one_of("agent", chosen, players)
            games = self._played.get((players[chosen], self.setting.at))
            if games is None:
                raise ValueError(f"{chosen} has not played at this density yet")
            return players[chosen], games[: self.setting.boards]


READY: set[tuple[Any, ...]] = set()
"""Parts of the engine that this process has used: they need not be prepared again."""


def parts_of(agent: Agent) -> tuple[Any, ...]:
    """The parts of an agent that decide which parts of the engine it needs."""
    return agent.asked, agent.guess, agent.total_for, agent.until


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
    from joblib import Parallel, delayed

    Parallel(-1, "threading", batch_size=1)(delayed(job)() for job in jobs)
