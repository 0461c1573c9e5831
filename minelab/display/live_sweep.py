"""A sweep that is watched: games played in the background, ever more boards a point.

Games are those of `sweep`: same seed, same games, and once all are played the same table. They
are played in stages, and who watches is told after each. A change of what is played ends the run
at hand at once; games that serve the new setting as well are kept.
"""

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from minelab._checks import check_list, check_number, check_one_of, check_whole
from minelab.agents.catalogue import Agent
from minelab.agents.guesses import GUESS_RULES
from minelab.boards.board import MAX_SEED, Board, mine_count
from minelab.games.play import play, play_many
from minelab.games.record import Record
from minelab.lab.designs import TWENTIETHS
from minelab.lab.stats import GAME, POINT, compare, summary

if TYPE_CHECKING:
    import pandas as pd

MOST_AGENTS = 12
"""Curves that can be told apart."""
SIZES = (4, 30)
MOST_BOARDS = 2000
MOST_GAMES = 500_000
"""Games that are kept for agents that are not shown at the moment."""
GUESSES = {"own": "", "random": "random", "average": "average", "least": "exact"}
"""What agents guess by when stuck, as the setting and as `Agent` calls it."""
MEANS = ("score", "guesses", "blasts", "no_blast")
ENDS = ("difference", "low", "high")
MEASURES = ("score", "guesses", "no_blast")
WHICH = ("typical", "worst")
FIRST_STAGE, FIRST_CELLS = 5, 500
"""Boards a point before the first curves are shown, and about how many cells they may have."""
PART = 20_000
"""Cells on the boards that are played between two looks at whether to go on."""
PAUSE = 0.1
"""Seconds between two reports of progress."""


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


def guessing_by(agent: Agent, guess: str) -> Agent:
    """The agent with another guess rule, told the total if the rule needs it, or a ValueError."""
    rule = GUESSES[guess] or agent.guess
    if rule == agent.guess:
        return agent
    if not agent.methods:
        raise ValueError("it has no methods to get stuck with")
    told = agent.told or (("guess",) if GUESS_RULES[str(rule)].needs_total else ())
    other = replace(agent, name=f"{agent.name}+{guess}", guess=rule, told=told)
    if not other.compiled:
        raise ValueError("the engine can't play its methods with this rule")
    return other


class Cancelled(Exception):
    """The run is no longer wanted."""


class Run:
    """One answer to one setting, until it is done or another is wanted."""

    def __init__(self, n_games: int) -> None:
        self.cancelled = threading.Event()
        self.n_games, self.n_played = n_games, 0
        self.reported = 0.0

    def check(self) -> None:
        if self.cancelled.is_set():
            raise Cancelled


class LiveSweep:
    """Games of agents at every density, played while somebody watches."""

    def __init__(self, offered: dict[str, Agent], setting: Setting) -> None:
        self.offered, self.setting = offered, setting
        self.phase = "idle"
        """idle, preparing, playing, done, stopped or failed."""
        self.said = ""
        """What happened last, in words."""
        self.curves: list[dict[str, Any]] = []
        """The measure of each agent at every density, with its interval."""
        self._played: dict[tuple[Agent, int], pd.DataFrame] = {}
        self._lock = threading.RLock()  # changes and runs come from several threads
        self._ended = threading.Condition(self._lock)
        self._depth = 0
        self._run: Run | None = None

    def tell(self) -> None:
        """Called, with the lock held, when anything has changed: for who watches."""

    def tell_share(self) -> None:
        """Called, with the lock held, when some more games have been played."""

    @property
    def agents(self) -> list[Agent]:
        """The chosen agents as they play, with the guess rule that was asked for."""
        variants = map(self.variant, self.setting.agents)
        return list({one.name: one for one in variants if isinstance(one, Agent)}.values())

    def variant(self, name: str) -> Agent | str:
        """An agent with the guess rule that was asked for, or why it can't have it."""
        try:
            return guessing_by(self.offered[name], self.setting.guess)
        except ValueError as refusal:
            return str(refusal)

    @property
    def boards(self) -> int:
        """How many boards a point all agents have played."""
        return min((self._n(a, m) for a in self.agents for m in self.setting.mines), default=0)

    @property
    def games(self) -> "pd.DataFrame":
        """The games that all agents have played so far, as `sweep` gives them, a row each."""
        import pandas as pd

        with self._lock:
            n = self.boards
            if not n:
                raise ValueError("no games have been played yet: wait() plays them")
            parts = [self._played[a, m][:n] for a in self.agents for m in self.setting.mines]
        return pd.concat(parts, ignore_index=True)

    def _n(self, agent: Agent, mines: int) -> int:
        """How many games an agent has played at a point, no more than asked for."""
        games = self._played.get((agent, mines))
        return 0 if games is None else min(len(games), self.setting.boards)

    @property
    def share(self) -> float:
        """How much of the games has been played, from 0 to 1."""
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
        """Play what is missing, in the background; what is played at this moment is given up."""
        with self._telling():
            self.stop()
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
                self._end("stopped", f"Stopped at {self.boards} boards a point.")

    def wait(self, timeout: float | None = None) -> Self:
        """Play all games that were asked for and return when they are there.

        timeout: seconds after which a TimeoutError is raised; the games go on.
        A RuntimeError says that they have failed, or were stopped by somebody else.
        """
        if timeout is not None:
            timeout = check_number("timeout", timeout, 0, threading.TIMEOUT_MAX)
        with self._lock:
            if self.phase not in ("done", "failed") and self._run is None:
                self.start()
            if not self._ended.wait_for(lambda: self._run is None, timeout):
                raise TimeoutError(f"only {self.boards} boards a point after {timeout} seconds")
            if self.phase != "done":
                raise RuntimeError(self.said)
        return self

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Hold the lock, and tell who watches when all is done."""
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

    def _work(self, run: Run, setting: Setting, agents: list[Agent]) -> None:
        """Play stage after stage and tell of each."""
        try:
            self._prepare(run, setting, agents)
            for n in stages(setting.size**2, setting.boards):
                points = [(a, m) for m in setting.mines for a in agents if self._n(a, m) < n]
                if points:
                    in_threads([partial(self._play, run, setting, *key, n) for key in points])
                    self._show(run)
            with self._telling():
                run.check()
                said = f"Done: {setting.boards} boards a point."
                self._end("done", said if agents else "There is no agent to play.")
        except Cancelled:
            pass
        except Exception as error:  # whatever it is, it must be said
            with self._telling():
                if self._run is run:
                    self._end("failed", f"The run has failed: {type(error).__name__}: {error}")

    def _prepare(self, run: Run, setting: Setting, agents: list[Agent]) -> None:
        """Have the engine compiled, or loaded, for agents that it has not played yet."""
        unready = [agent for agent in agents if parts_of(agent) not in READY]
        for k, agent in enumerate(unready, 1):
            with self._telling():
                run.check()
                self.phase = "preparing"
                self.said = (
                    f"Preparing the engine for {agent.name}, {k} of {len(unready)}. On a machine "
                    "where this is the first time, it is compiled: a minute or two in all."
                )
            play_many(agent, setting.size, setting.size, mines=1, games=1, seed=0)
            READY.add(parts_of(agent))
        if unready:
            with self._telling():
                run.check()
                self.phase, self.said = "playing", ""

    def _play(self, run: Run, setting: Setting, agent: Agent, mines: int, n: int) -> None:
        """Let an agent play until it has n games at a point."""
        import pandas as pd

        run.check()
        before = self._played.get((agent, mines))
        start = 0 if before is None else len(before)
        side, numbers = setting.size, range(start, n)
        games = play_many(agent, side, side, mines=mines, games=numbers, seed=setting.seed)
        if before is not None:
            games = pd.concat([before, games], ignore_index=True)
        with self._lock:
            run.check()
            self._played[agent, mines] = games
            run.n_played += n - start
            if time.monotonic() - run.reported > PAUSE:
                run.reported = time.monotonic()
                self.tell_share()

    def _show(self, run: Run) -> None:
        """Tell of the curves as they are after a stage."""
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

        means = summary(pd.concat([part for some in parts.values() for part in some]), [measure])
        names = {"x": "density", "mean": measure}
        names |= {end: f"{measure}_{end}" for end in ("low", "high")}
        return [
            {"name": agent} | {name: rounded(part[column]) for name, column in names.items()}
            for agent, part in means.groupby("agent", sort=False)
        ]

    def table(self) -> "pd.DataFrame | None":
        """The agents at the density that is read: means, and the paired difference of score.

        `difference`, `low` and `high` are against the first agent. None before the first games.
        """
        parts = self._parts([self.setting.at])
        if not parts:
            return None
        import pandas as pd

        means = summary(pd.concat([part for (part,) in parts.values()]), MEANS)
        first, *others = parts
        rows: list[dict[str, Any]] = [{"agent": first}]
        for name in others:
            (one,), (other,) = parts[first], parts[name]
            n = min(len(one), len(other))
            pair = pd.concat([one[:n], other[:n]])[["agent", *POINT, *GAME, "score"]]
            found = compare(pair, first, name).iloc[0]
            rows.append({"agent": name} | {end: found[end] for end in ENDS})
        ends = pd.DataFrame(rows, columns=["agent", *ENDS])
        return means.merge(ends, on="agent", sort=False)

    def game(self, which: str = "typical", agent: str | None = None) -> Record:
        """A game at the density that is read: games are ordered by score, then blasts and guesses.

        which: "typical", the middle one, or "worst", the last one.
        agent: the name of one of `agents`; the first unless said otherwise.
        """
        check_one_of("which", which, WHICH)
        with self._lock:
            players = {one.name: one for one in self.agents}
            chosen = check_one_of(
                "agent", next(iter(players), "") if agent is None else agent, players
            )
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
"""Parts of the engine that have been used in this process: they need not be prepared again."""


def parts_of(agent: Agent) -> tuple[Any, ...]:
    """What decides which parts of the engine an agent needs."""
    return agent.asked, agent.guess, agent.told, agent.until


def stages(n_cells: int, boards: int) -> Iterator[int]:
    """How many boards a point are played before each look: few at first, then ever more.

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

    The threads are ones that nobody waits for when Python ends.
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
    """Numbers; None where there is none."""
    return [None if value != value else round(value, 5) for value in column.tolist()]
