"""Daggers: another game, and a SAT solver. Maps of the report's levels are drawn."""

from dataclasses import replace
from typing import Any

import numpy as np

from minelab.report.claims.ledger import (
    MOSTLY,
    Finding,
    agrees,
    claim,
    finding,
    near,
    percents,
    ranged,
    spanned,
    verdict,
)
from minelab.report.claims.points import (
    Point,
    above,
    games_of,
    mean_of,
    of_guesses,
    ratio_of,
    share_of,
    times_of,
)
from minelab.report.daggers import PRINTED, beside_printed, by_agent, fall
from minelab.report.daggers import green_maps
from minelab.lab.experiments import load
from minelab.boards.maps import LEVELS
from minelab.games.play import play
from minelab.report.sources import printed_board
from minelab.boards.rules import DAGGERS

REPORT = "Daggers"
MEASURES = {
    "guesses": "random probes", "sps_cycles": "cycles", "won": "of the games won",
    "sat_tests": "tests", "sat_solutions": "solutions",
}  # fmt: skip
SAVES = 0.1
"""Logic is useful on a map if it saves at least so many guesses a game."""


def printed_averages(name: str) -> Finding:
    """Whether printed averages over thirty maps may come from maps like ours."""
    rows: Any = beside_printed(load("daggers")).loc[[name]]
    agent = PRINTED[name][0]
    parts = [
        f"{row.ours:.2f} {MEASURES[str(row.measure)]} (printed {row.printed:g}, "
        f"{abs(row.errors_apart):.1f} standard errors apart)"
        for row in rows.itertuples()
    ]  # fmt: skip
    tests = [abs(row.errors_apart) <= 1.96 for row in rows.itertuples()]
    maps = load("daggers")
    first = rows.iloc[0]
    point = mean_of(name, maps[maps["agent"] == agent][first["measure"]])
    return finding(verdict(tests), f"On 300 drawn maps {agent}: " + ", ".join(parts) + ".", point)


@claim(
    "D01", REPORT, "Table 2", "Agent 1: 2.7 random probes, 8.6 cycles and 90% of the games won.",
    "The thirty maps are not printed; ours have their sizes and counts. Holds: within what thirty "
    "maps, five runs on each, scatter.",
)  # fmt: skip
def agent_1() -> Finding:
    return printed_averages("D01")


@claim(
    "D02", REPORT, "Table 3", "Agent 2: 1.2 random probes, 7.5 cycles and 89% of the games won.",
    "As above; and two of the table's own rows do not have the mean that is printed.",
)  # fmt: skip
def agent_2() -> Finding:
    return printed_averages("D02")


@claim("D03", REPORT, "Table 4", "19.4 tests and 0.6 solutions a map.", "As above.")
def tests_and_solutions() -> Finding:
    return printed_averages("D03")


def maps_of(measure: str) -> Any:
    """A measure by map, a column an agent."""
    return by_agent(load("daggers"), measure)


def helped() -> Any:
    """The maps on which the solver proves something."""
    return maps_of("sat_solutions")["dagger-2"] > 0


@claim(
    "D04", REPORT, "Tables 2-3",
    "On the ten maps helped by logic, random probes fall from 4.7 to 0.84.",
    "The report's maps were chosen after their runs: of those with a solution, mostly those with "
    "a large fall.",
)  # fmt: skip
def probes_on_helped_maps() -> Finding:
    guesses, some = maps_of("guesses"), helped()
    before, after = (mean_of(name, guesses[name][some]) for name in ("dagger-1", "dagger-2"))
    fall = mean_of("fall", (guesses["dagger-1"] - guesses["dagger-2"])[some])
    tests = [agrees(before, 4.7), agrees(after, 0.84), above([fall])[0]]
    text = (
        f"On {some.sum()} of 300 maps they fall from {spanned(before)} to {spanned(after)}; "
        f"choices of ten printed maps that give the printed averages: {len(green_maps())}."
    )
    return finding(verdict(tests), text, fall)


@claim("D05", REPORT, "6", "That is a fall of about four.", "About: within a quarter.")
def fall_of_four() -> Finding:
    guesses, some = maps_of("guesses"), helped()
    fall = mean_of("fall", (guesses["dagger-1"] - guesses["dagger-2"])[some])
    return finding(verdict(near(fall, 4)), f"A fall of {spanned(fall)} probes a game.", fall)


@claim("D06", REPORT, "6", "Equal win rates would separate with more runs on those maps.")
def win_rates_separate() -> Finding:
    won, some = maps_of("won"), helped()
    gain = mean_of("won", (won["dagger-2"] - won["dagger-1"])[some])
    text = f"With 1,000 runs a map dagger-2 wins {ranged(gain)} more of the games there."
    return finding(verdict(above([gain])), text, gain)


@claim(
    "D07", REPORT, "6",
    "The chance of probing a dagger falls by about 15% on easy and medium maps, 50% on hard ones.",
    "The report shows no ground for these figures.",
)  # fmt: skip
def daggers_hit() -> Finding:
    blasts = maps_of("blasts")
    hard = blasts.index.get_level_values("level") == "HARD"
    groups = {"easy and medium": ~hard, "hard": hard}
    falls = [replace(fall(blasts[some]), at=name) for name, some in groups.items()]
    text = "Daggers hit fall by " + ", ".join(f"{percents(p)} on {p.at} maps" for p in falls) + "."
    tests = [near(falls[0], 0.15), near(falls[1], 0.5)]
    return finding(verdict(tests), text, falls[1])


@claim(
    "D08", REPORT, "6", "Logic is useful on ten of thirty maps only.",
    f"Useful: it saves {SAVES} of a probe a game. Five runs show large falls only.",
)  # fmt: skip
def useful_maps() -> Finding:
    guesses = maps_of("guesses")
    fewer = guesses["dagger-1"] - guesses["dagger-2"]
    point = share_of("useful", fewer > SAVES)
    safe = share_of("safe", guesses["dagger-1"] - guesses["dagger-2+safe"] > SAVES)
    low, high = point.interval
    text = (
        f"On {percents(point)} of the drawn maps; if safe cells are proved too, on "
        f"{percents(safe)}."
    )
    return finding(verdict(low <= 1 / 3 <= high), text, point)


@claim(
    "D09", REPORT, "6, Table 4",
    "More than 20 tests a map are wasted where logic does not help; 26 tests go into a solution.",
    "The printed 26 is a mean over the maps with tests; the printed rows give 32 a solution.",
)  # fmt: skip
def wasted_tests() -> Finding:
    guesses, tests = maps_of("guesses"), maps_of("sat_tests")["dagger-2"]
    solutions = maps_of("sat_solutions")["dagger-2"]
    useless = guesses["dagger-1"] - guesses["dagger-2"] <= SAVES
    wasted = mean_of("wasted", tests[useless])
    each = ratio_of("each", tests, solutions)
    text = (
        f"Where it saves less than {SAVES} of a probe, {spanned(wasted, 1)} tests; "
        f"{spanned(each, 1)} tests a solution."
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
    """Random probes of a game; (0, 0) is none."""
    return int(record.random_picks)


@claim("D11", REPORT, "3.2", "Passes over the whole grid are wasteful.",
       "Wasteful: most of the cells looked at are finished or covered. Passes are counted, not "
       "timed: all the stored seconds are of Minesweeper.")  # fmt: skip
def whole_grid_passes() -> Finding:
    rows = games_of("daggers", "dagger-1")
    cells = np.array([LEVELS[str(level)].side ** 2 for level in rows["level"]])
    useful = ratio_of("useful", rows["sps_clues"], rows["sps_cycles"] * cells)
    point = Point("wasted", 1 - useful.value, useful.error, useful.n, True)
    scans = games_of("cost", "basic")
    lists = times_of("engine", scans["engine_work"], scans["looks"] * scans["rows"] * scans["cols"])
    text = (
        f"{percents(point)} of the cells that passes look at have no clue to work with. In games "
        f"of basic, were all cells looked at as often as it reads the board, the engine's lists "
        f"would leave {percents(lists, 1)} of the looks."
    )
    return finding(verdict(above([point], MOSTLY)), text, point)


@claim(
    "D12", REPORT, "3.3, footnote", "If a cell cannot be proved safe, it holds a dagger.",
    "A cell that is not proved safe may still be either. The test in the report's text is right, "
    "the footnote is not.",
)  # fmt: skip
def not_safe_is_a_dagger() -> Finding:
    rows = games_of("guesses", "swept")
    rows = rows[rows["risk"].notna() & (rows["safe"] == 0)]
    point = of_guesses("safe", rows, ~rows["mine"].astype(bool))
    text = (
        f"Counterexamples: of {len(rows):,} cells that complete inference could not prove safe, "
        f"{percents(point)} were safe."
    )
    return finding(verdict(point.value == 0), text, point)


@claim(
    "D13", REPORT, "3.2", "Opening the rest when all daggers are marked saves passes.",
    "The rule is asked only after a pass that changed nothing; the cells that are left then touch "
    "no clue.",
)  # fmt: skip
def opening_the_rest() -> Finding:
    cycles = maps_of("sps_cycles")
    saved = mean_of("passes", cycles["dagger-1-untold"] - cycles["dagger-1"])
    text = f"It saves {ranged(saved, 2)} passes a game on the drawn maps."
    return finding(verdict(above([saved])), text, saved)
