"""Games per CPU-second of every agent that the engine plays, beside two slower ways to play.

Beside the readable form of each agent; and, in classic games, beside a player who opens the cell
of least risk as ms_toollib has it. Daggers' agents are left out: they play their own game, and
the engine knows them only there.
"""

from functools import partial

import numpy as np
from tqdm.auto import tqdm

import minelab as ml
from benchmarks.timing import Table, race, short, times
from minelab.agents.catalogue import CATALOGUE
from minelab.agents.champion import FORMS, SLOW
from minelab.boards.grid import COVERED, count_around
from minelab.inference.odds import rank
from tests.positions import toollib_board

try:
    import ms_toollib as toollib
except ImportError:
    toollib = None

FULL = {"share": 1.0, "rounds": 7, "readable": 5, "peer": 40, "seed": 1}
QUICK = {"share": 0.02, "rounds": 2, "readable": 1, "peer": 2, "seed": 1}
BOARDS = {"10x10, 20 mines": (10, 10, 20), "20x20, 120": (20, 20, 120), "16x30, 99": (16, 30, 99)}
GAMES = dict(zip(BOARDS, (2000, 400, 500), strict=True))
CHAMPION_TAKES, SLOW_TAKES = 20, 200
"""Forms of the champion play so many times fewer games, since they think so much longer."""
AGENTS = [name for name, agent in CATALOGUE.items() if agent.compiled]
BASE, PEER = "basic", "least risk by ms_toollib"
SMALLEST = next(iter(BOARDS))
CERTAIN = 1e-12
REPEATS = 5  # of games that are over too soon to be timed


class LeastRisk(ml.Player):
    """Opens what is safe, else the cell of least risk, as ms_toollib has it; ties as `exact`."""

    name = PEER
    total_for = ("methods", "guess")

    def __init__(self):
        self.safe = []

    def move(self, view, rng):
        while self.safe:
            cell = self.safe.pop()
            if view[cell] == COVERED:
                return ml.Open(cell)
        risk = np.array(toollib.cal_probability_onboard(toollib_board(view), view.mines)[0])
        covered = view.covered
        self.safe = [cell for cell in covered if risk[cell] < CERTAIN]
        if self.safe:
            return ml.Open(self.safe.pop())
        hidden = count_around((view.codes == COVERED) & (risk < 1 - CERTAIN))
        return ml.Open(min(covered, key=lambda cell: (rank(risk[cell]), hidden[cell])))


def measure(share, rounds, readable, peer, seed):
    """CPU seconds a game, by rounds: report rules, the readable form, classic rules."""
    found = {"report": {}, "readable": {}, "classic": {}}
    for board, size in BOARDS.items():
        played = {agent: games_of(agent, board, share) for agent in AGENTS}
        contenders = {
            agent: partial(play_batch, agent, *size, games=n, seed=seed)
            for agent, n in played.items()
        }
        found["report"][board] = {}
        for agent in tqdm(AGENTS, desc=board, disable=None, leave=False):
            play_batch(agent, *size, games=1, seed=seed)  # compiled or loaded
            spent = race({name: contenders[name] for name in (BASE, agent)}, rounds)
            found["report"][board][agent] = {
                name: [s / played[name] for s in seconds] for name, seconds in spent.items()
            }
    boards = first_boards(*BOARDS[SMALLEST], readable, seed)
    for agent in tqdm(AGENTS, desc="readable", disable=None, leave=False):
        n = games_of(agent, SMALLEST, share)
        engine = partial(play_batch, agent, *BOARDS[SMALLEST], games=n, seed=seed)
        by_hand = partial(play_each, agent, boards, rules=ml.REPORT, engine=False)
        spent = race({"engine": engine, "readable": by_hand}, rounds)
        found["readable"][agent] = {
            "engine": [s / n for s in spent["engine"]],
            "readable": [s / readable for s in spent["readable"]],
        }
    for board, size in BOARDS.items():
        found["classic"][board] = classic(size, rounds, peer, seed)
    return found


def games_of(agent, board, share):
    """How many games of an agent are timed at once."""
    fewer = SLOW_TAKES if agent == SLOW else CHAMPION_TAKES if agent in FORMS else 1
    return max(1, round(share * GAMES[board] / fewer))


def play_batch(agent, rows, cols, mines, **how):
    return ml.play_many(agent, rows, cols, mines=mines, **how)


def play_each(agent, boards, **how):
    """Game after game; how many were won."""
    return [ml.play(board, agent, seed=seed, **how).won for board, seed in boards]


def first_boards(rows, cols, mines, games, seed):
    """The first boards that an agent meets in a batch, with the seeds of its guesses."""
    keys = ml.play_many("random", rows, cols, mines=mines, games=games, seed=seed)
    return [
        (ml.Board.random(rows, cols, mines=mines, seed=board_seed), play_seed)
        for board_seed, play_seed in keys[["board_seed", "play_seed"]].to_numpy().tolist()
    ]


def classic(size, rounds, games, seed):
    """Seconds a game of exact, two champions and the peer, and how many of the games each wins."""
    how = {"rules": ml.CLASSIC, "first": (0, 0)}
    contenders = {
        agent: partial(play_batch, agent, *size, games=games, seed=seed, **how)
        for agent in ("exact", "champion", SLOW)
    }
    wins = {agent: work()["won"].to_numpy() for agent, work in contenders.items()}
    if toollib:
        boards = first_boards(*size, games, seed)
        contenders[PEER] = partial(play_each, LeastRisk, boards, **how)
        wins[PEER] = np.array(contenders[PEER]())
    once = contenders["exact"]
    contenders["exact"] = lambda: [once() for _ in range(REPEATS)]
    spent = race(contenders, rounds, label="classic")
    spent["exact"] = [s / REPEATS for s in spent["exact"]]
    return {
        "games": games,
        "seconds": {name: [s / games for s in spent[name]] for name in contenders},
        "wins": {name: int(won.sum()) for name, won in wins.items()},
        "same_as_exact": {name: int((won == wins["exact"]).sum()) for name, won in wins.items()},
    }


def ratios(found):
    """How many times as long as `basic` or `exact` an agent takes, and the readable form."""
    report = {
        f"{board}: {agent} / {BASE}": times(spent[agent], spent[BASE])
        for board, by_agent in found["report"].items()
        for agent, spent in by_agent.items()
        if agent != BASE
    }
    readable = {
        f"{agent}: readable / engine": times(spent["readable"], spent["engine"])
        for agent, spent in found["readable"].items()
    }
    classic = {
        f"{board}, classic: {name} / exact": times(seconds, part["seconds"]["exact"])
        for board, part in found["classic"].items()
        for name, seconds in part["seconds"].items()
        if name != "exact"
    }
    return report | readable | classic


def tables(found):
    def speed(seconds):
        return short(1 / np.median(seconds))

    def takes(name, seconds, part):
        ratio = short(times(seconds, part["seconds"]["exact"]))
        return "" if name == "exact" else f"{ratio} times as long"

    rows = []
    for agent, spent in found["readable"].items():
        speeds = [speed(by_agent[agent][agent]) for by_agent in found["report"].values()]
        rows.append([agent, *speeds, f"{short(times(spent['readable'], spent['engine']))} times"])
    yield Table(
        "Games per CPU-second of one core, report rules",
        ["agent", *found["report"], "readable form takes"],
        rows,
        "The last column is for the first board.",
    )
    for board, part in found["classic"].items():
        rows = [
            [name, speed(seconds), takes(name, seconds, part)]
            + [str(part["wins"][name]), str(part["same_as_exact"][name])]
            for name, seconds in part["seconds"].items()
        ]
        yield Table(
            f"{board}, classic rules, the same {part['games']} boards for all",
            ["player", "games per CPU-second", "a game takes", "won", "ends as for `exact`"],
            rows,
        )
