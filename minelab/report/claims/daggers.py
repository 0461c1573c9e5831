"""Daggers: another game, and a SAT solver, on random maps of the report's levels."""

from dataclasses import replace
from typing import Any

import numpy as np

from minelab.boards.maps import LEVELS
from minelab.boards.rules import DAGGERS
from minelab.games.play import play
from minelab.lab.experiments import load
from minelab.lab.stats import Point, above, mean_of, over_boards, ratio_of, share_of, times_of
from minelab.report.claims.ledger import (
    MOSTLY,
    Finding,
    agrees,
    claim,
    finding,
    near,
    percents,
    spanned,
    verdict,
)
from minelab.report.claims.tables import games_of
from minelab.report.daggers import (
    PRINTED,
    beside_printed,
    by_agent,
    fall,
    further_average,
    green_maps,
)
from minelab.report.sources import printed_board

REPORT = "Daggers"
MEASURES = {
    "guesses": "random probes", "sps_cycles": "cycles", "won": "of the games won",
    "sat_tests": "tests", "sat_solutions": "solutions",
}  # fmt: skip
SAVES = 0.1
"""Logic is useful on a map if it saves at least so many guesses per game."""


def printed_averages(name: str) -> Finding:
    """Whether printed averages over thirty maps may come from maps like ours."""
    rows: Any = beside_printed(load("daggers")).loc[[name]]
    agent = PRINTED[name][0]
    parts = [
        f"{row.ours:.2f} {MEASURES[str(row.measure)]} (printed {row.printed:g}, "
        f"{abs(row.errors_apart):.1f} standard errors apart)"
        for row in rows.itertuples()
    ]  # fmt: skip
    tests = [
        agrees(further_average(load("daggers"), agent, str(row.measure)), row.printed)
        for row in rows.itertuples()
    ]
    maps = load("daggers")
    first = rows.iloc[0]
    point = mean_of(name, maps[maps["agent"] == agent][first["measure"]])
    return finding(verdict(tests), f"On 300 random maps {agent}: " + ", ".join(parts) + ".", point)


@claim(
    "D01", REPORT, "Table 2", "Agent 1: 2.7 random probes, 8.6 cycles and 90% of the games won.",
    "The thirty maps are not printed; ours have their sizes and counts. Holds: the printed average "
    "lies where 95% of averages over thirty maps, with five runs on each, would lie.",
)  # fmt: skip
def agent_1() -> Finding:
    return printed_averages("D01")


@claim(
    "D02", REPORT, "Table 3", "Agent 2: 1.2 random probes, 7.5 cycles and 89% of the games won.",
    "As above. For two rows of the table the printed mean is not the mean of the printed runs.",
)  # fmt: skip
def agent_2() -> Finding:
    return printed_averages("D02")


@claim("D03", REPORT, "Table 4", "19.4 tests and 0.6 solutions per map.", "As above.")
def tests_and_solutions() -> Finding:
    return printed_averages("D03")


def maps_of(measure: str) -> Any:
    """A measure by map, a column per agent."""
    return by_agent(load("daggers"), measure)


def helped() -> Any:
    """The maps on which the solver proves something."""
    return maps_of("sat_solutions")["dagger-2"] > 0


@claim(
    "D04", REPORT, "Tables 2-3",
    "On the ten maps helped by logic, random probes fall from 4.7 to 0.84.",
    "The report chose its maps after the runs: of those with a solution, mostly those with a "
    "large fall.",
)  # fmt: skip
def probes_on_helped_maps() -> Finding:
    guesses, on = maps_of("guesses"), helped()
    before, after = (mean_of(name, guesses[name][on]) for name in ("dagger-1", "dagger-2"))
    saved = probes_saved()
    tests = [agrees(before, 4.7), agrees(after, 0.84), above([saved])[0]]
    text = (
        f"On {on.sum()} of 300 maps they fall from {spanned(before)} to {spanned(after)}. Choices "
        f"of ten printed maps that give the printed averages: {len(green_maps())}."
    )
    return finding(verdict(tests), text, saved)


def probes_saved() -> Point:
    """How many random probes per game the solver saves on the maps it helps."""
    guesses = maps_of("guesses")
    return mean_of("saved", (guesses["dagger-1"] - guesses["dagger-2"])[helped()])


@claim("D05", REPORT, "6", "That is a fall of about four.", "About: within a quarter.")
def fall_of_four() -> Finding:
    saved = probes_saved()
    return finding(verdict(near(saved, 4)), f"They fall by {spanned(saved)} per game.", saved)


@claim("D06", REPORT, "6", "Equal win rates would separate with more runs on those maps.")
def win_rates_separate() -> Finding:
    won = maps_of("won")
    gain = mean_of("won", (won["dagger-2"] - won["dagger-1"])[helped()])
    text = f"With 1,000 runs per map dagger-2's share of games won is {spanned(gain, 3)} higher."
    return finding(verdict(above([gain])), text, gain)


@claim(
    "D07", REPORT, "6",
    "The chance of probing a dagger falls by about 15% on easy and medium maps, 50% on hard ones.",
    "The report does not say where these figures come from.",
)  # fmt: skip
def daggers_hit() -> Finding:
    blasts = maps_of("blasts")
    hard = blasts.index.get_level_values("level") == "HARD"
    groups = {"easy and medium": ~hard, "hard": hard}
    falls = [replace(fall(blasts[on]), at=name) for name, on in groups.items()]
    text = (
        "The number of daggers hit falls by "
        + ", ".join(f"{percents(p)} on {p.at} maps" for p in falls)
        + "."
    )
    tests = [near(falls[0], 0.15), near(falls[1], 0.5)]
    return finding(verdict(tests), text, falls[1])


@claim(
    "D08", REPORT, "6", "Logic is useful on ten of thirty maps only.",
    f"Useful: it saves {SAVES} probes per game. Five runs can show large falls only.",
)  # fmt: skip
def useful_maps() -> Finding:
    guesses = maps_of("guesses")
    fewer = guesses["dagger-1"] - guesses["dagger-2"]
    point = share_of("useful", fewer > SAVES)
    safe = share_of("safe", guesses["dagger-1"] - guesses["dagger-2+safe"] > SAVES)
    text = (
        f"It is useful on {percents(point)} of the random maps; if safe cells are proved too, on "
        f"{percents(safe)}."
    )
    return finding(verdict(agrees(point, 1 / 3)), text, point)


@claim(
    "D09", REPORT, "6, Table 4",
    "More than 20 tests per map are wasted where logic does not help; a solution takes 26 tests.",
    "The printed 26 is a mean over the maps with tests; the printed rows give 32 per solution.",
)  # fmt: skip
def wasted_tests() -> Finding:
    guesses, tests = maps_of("guesses"), maps_of("sat_tests")["dagger-2"]
    solutions = maps_of("sat_solutions")["dagger-2"]
    useless = guesses["dagger-1"] - guesses["dagger-2"] <= SAVES
    wasted = mean_of("wasted", tests[useless])
    each = ratio_of("each", tests, solutions)
    text = (
        f"{spanned(wasted, 1)} tests per map where logic saves less than {SAVES} probes; "
        f"{spanned(each, 1)} tests per solution."
    )
    return finding(verdict([above([wasted], 20)[0], agrees(each, 26)]), text, each)


@claim(
    "D10", REPORT, "4",
    "EASY3 needs single clues only, EASY1 a random probe, test maps 1 and 2 the solver and no "
    "random probe.",
)  # fmt: skip
def printed_maps() -> Finding:
    easy3 = play(printed_board("daggers-easy3"), "dagger-1", rules=DAGGERS)
    easy1 = play(printed_board("daggers-easy1"), "dagger-1", rules=DAGGERS)
    solved = [
        play(printed_board(f"daggers-test{k}"), "dagger-2", rules=DAGGERS) for k in (1, 2)
    ]  # fmt: skip
    tests = [
        probes(easy3) == 0 and easy3.won, probes(easy1) > 0,
        *(probes(game) == 0 and game.counters["sat_solutions"] > 0 for game in solved),
    ]  # fmt: skip
    text = (
        f"Random probes: EASY3 {probes(easy3)}, EASY1 {probes(easy1)}, test maps "
        f"{probes(solved[0])} and {probes(solved[1])} with "
        f"{solved[0].counters['sat_solutions']} and {solved[1].counters['sat_solutions']} "
        "solutions."
    )
    return finding(verdict(tests), text, share_of("maps", tests))


def probes(record: Any) -> int:
    """The number of random probes in a game; the first opening, (0, 0), is not one."""
    return int(record.random_picks)


@claim("D11", REPORT, "3.2", "Passes over the whole grid are wasteful.",
       "Wasteful: most of the cells looked at are finished or covered. Passes are counted, not "
       "timed: only games of Minesweeper were timed.")  # fmt: skip
def whole_grid_passes() -> Finding:
    rows = games_of("daggers", "dagger-1")
    cells = np.array([LEVELS[str(level)].side ** 2 for level in rows["level"]])
    useful = ratio_of("useful", rows["sps_clues"], rows["sps_cycles"] * cells)
    point = useful.scaled(-1, plus=1)
    scans = games_of("cost", "basic")
    lists = times_of("engine", scans["engine_work"], scans["looks"] * scans["rows"] * scans["cols"])
    text = (
        f"{percents(point)} of the cells that passes look at have no clue to work with. In games "
        f"of basic, the engine, which keeps lists, makes {percents(lists, 1)} of the looks that "
        "passes over the whole board would make."
    )
    return finding(verdict(above([point], MOSTLY)), text, point)


@claim(
    "D12", REPORT, "3.3, footnote", "If a cell cannot be proved safe, it holds a dagger.",
    "A cell that is not proved safe may be safe or a dagger. The test in the report's text is "
    "right, the footnote is not.",
)  # fmt: skip
def not_safe_is_a_dagger() -> Finding:
    rows = games_of("guesses", "swept")
    rows = rows[rows["risk"].notna() & (rows["safe"] == 0)]
    point = over_boards("safe", ~rows["mine"].astype(bool), rows)
    text = (
        f"Of {len(rows):,} cells that complete inference could not prove safe, {percents(point)} "
        "were safe."
    )
    return finding(verdict(point.value == 0), text, point)


@claim(
    "D13", REPORT, "3.2", "Opening the rest when all daggers are marked saves passes.",
    "The rule is used only after a pass that changed nothing; the cells that remain then touch "
    "no clue.",
)  # fmt: skip
def opening_the_rest() -> Finding:
    cycles = maps_of("sps_cycles")
    saved = mean_of("passes", cycles["dagger-1-untold"] - cycles["dagger-1"])
    text = f"It saves {spanned(saved)} passes per game on the random maps."
    return finding(verdict(above([saved])), text, saved)
