"""Ratios that must not grow: what tests/test_guard.py holds against guard.json.

Ratios hardly depend on the machine. Each is of CPU times in this process, the contenders taking
turns, so that a busy machine slows both; too slow is what is so in each of some attempts.
`python -m benchmarks.guard` makes guard.json again.
"""

import json
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median

import minelab as ml
from benchmarks.games import first_boards, play_batch, play_each
from benchmarks.run import machine
from benchmarks.timing import race, times
from minelab._files import write_whole

REFERENCE = Path(__file__).with_name("guard.json")
MOST = 2
"""How many times the reference a ratio may be."""
ROUNDS, ATTEMPTS, SEED = 7, 3, 1
HOW = (
    "python -m benchmarks.guard: CPU time a game, contenders in turn, the median ratio of "
    f"{ROUNDS} rounds, of {ATTEMPTS} attempts the middle one"
)


def contenders():
    """What is timed, and how many games each plays in one go."""
    small, expert = (10, 10, 20), (16, 30, 99)
    boards = first_boards(*small, 20, SEED)
    classic = {"rules": ml.CLASSIC, "first": (0, 0), "seed": SEED}

    def batch(agent, size, games, **how):
        return partial(play_batch, agent, *size, games=games, **({"seed": SEED} | how)), games

    return {
        "engine": batch("charles", small, 300),
        "readable": (
            partial(play_each, "charles", boards[:2], rules=ml.REPORT, engine=False), 2
        ),
        "single": (partial(play_each, "charles", boards, rules=ml.REPORT), 20),
        "basic": batch("basic", expert, 300),
        "exact": batch("exact", expert, 60),
        "exact, classic": batch("exact", expert, 60, **classic),
        "champion, classic": batch("champion", expert, 10, **classic),
    }  # fmt: skip


RATIOS = {
    "engine / readable form": ("engine", "readable"),
    "batch / single games": ("engine", "single"),
    "single games / batch": ("single", "engine"),
    "exact / basic": ("exact", "basic"),
    "champion / exact": ("champion, classic", "exact, classic"),
}
"""Times of games: the first in units of the second. What gets slower stands first."""


def measure(timed):
    """Every ratio once."""
    for work, _ in timed.values():  # compiled or loaded, before the clock runs
        work()
    spent = race({name: work for name, (work, _) in timed.items()}, ROUNDS)
    each = {name: [s / timed[name][1] for s in spent[name]] for name in timed}
    return {name: times(each[a], each[b]) for name, (a, b) in RATIOS.items()}


def regressions(reference, attempt, attempts=ATTEMPTS):
    """What is more than twice the reference in every attempt, in words with its figures.

    attempt: measures every ratio once.
    """
    least = {}
    for _ in range(attempts):
        found = attempt()
        least = {name: min(ratio, least.get(name, ratio)) for name, ratio in found.items()}
        slow = {name: r for name, r in least.items() if r > MOST * reference[name]}
        if not slow:
            return []
    return [
        f"{name}: {ratio:.3g}, {ratio / reference[name]:.1f} times the {reference[name]:.3g} "
        f"of {REFERENCE.name}, the least of {attempts} attempts"
        for name, ratio in slow.items()
    ]


def main():
    """Measure the reference and write it."""
    timed = contenders()
    found = [measure(timed) for _ in range(ATTEMPTS)]
    middle = {name: median(one[name] for one in found) for name in RATIOS}
    made = {"how": HOW, "made": f"{date.today():%d %B %Y}", "machine": machine(), "ratios": middle}
    write_whole(REFERENCE, json.dumps(made, indent=1) + "\n")
    print(json.dumps(found, indent=1), json.dumps(made, indent=1), sep="\n")


if __name__ == "__main__":
    main()
