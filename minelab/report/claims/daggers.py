"""Daggers: another game, and a SAT solver, on random maps of the report's levels."""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from minelab.boards.maps import LEVELS
from minelab.boards.rules import DAGGERS
from minelab.games.play import play
from minelab.lab.experiments import load
from minelab.lab.stats import (
    Point,
    above,
    mean_of,
    mean_of_further,
    over_boards,
    ratio_of,
    share_of,
    simulated,
    times_of,
    with_further,
)
from minelab.report.claims.ledger import (
    ABOUT,
    MOSTLY,
    Finding,
    claim,
    fact,
    finding,
    never,
    part,
    percents,
    prints,
    spanned,
)
from minelab.report.claims.tables import games_of
from minelab.report.daggers import (
    MAPS_PER_LEVEL,
    PRINTED,
    RUNS_PER_MAP,
    TABLES,
    beside_printed,
    by_agent,
    fall,
    further_average,
    green_maps,
    run_variance,
)
from minelab.report.sources import printed_board

REPORT = "Daggers"
MEASURES = {
    "guesses": "random probes", "sps_cycles": "cycles", "won": "of the games won",
    "sat_tests": "tests", "sat_solutions": "solutions",
}  # fmt: skip
DRAWS = 2000
SAVINGS = (0.1, 0.5, 1, 1.5, 2, 3)
"""Probes that logic may have to save per game to be called useful; the report gives no number."""


def printed_averages(name: str) -> Finding:
    """Whether printed averages over thirty maps may come from maps like ours."""
    rows: Any = beside_printed(load("daggers")).loc[[name]]
    agent = PRINTED[name][0]
    parts = [
        f"{row.ours:.2f} {MEASURES[str(row.measure)]} (printed {row.printed:g}, "
        f"{abs(row.errors_apart):.1f} standard errors apart)"
        for row in rows.itertuples()
    ]  # fmt: skip
    maps = load("daggers")
    decided = prints([
        (MEASURES[row.measure], further_average(maps, agent, row.measure), row.printed)
        for row in rows.itertuples()
    ])  # fmt: skip
    point = mean_of(name, maps[maps["agent"] == agent][rows.iloc[0]["measure"]])
    return finding(decided, f"On 300 random maps {agent}: " + ", ".join(parts) + ".", point)


@claim(
    "D01", REPORT, "Table 2", "Agent 1: 2.7 random probes, 8.6 cycles and 90% of the games won.",
    "The thirty maps are not printed; ours have their sizes and counts. The printed averages are "
    "compared with averages over thirty such maps, with five runs on each.",
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


class Reported(NamedTuple):
    """What the report's design gives on maps like ours, each with the scatter of such a result."""

    before: Point
    after: Point
    saved: Point
    tests_elsewhere: Point
    tests_per_solution: Point


@cache
def as_reported() -> Reported:
    """Thirty maps with five runs on each; the ten with the largest fall are called helped.

    Drawn many times from our maps, ten of each level. The mean of five runs is ours of many runs
    plus noise, as large as the printed runs of that level differ; where no probe is ever needed,
    all runs agree.
    """
    table, rng = load("daggers"), np.random.default_rng(1)
    means, first = maps_of("guesses"), maps_of("guesses")["dagger-1"]
    levels = first.index.get_level_values("level")
    seen = {}
    for name in ("dagger-1", "dagger-2"):
        noise = np.sqrt(levels.map(run_variance(table, name, "guesses")) / RUNS_PER_MAP)
        own = means[name].to_numpy()
        drawn = own + (own > 0) * noise.to_numpy() * rng.standard_normal((DRAWS, len(own)))
        seen[name] = np.maximum(drawn, 0)
    lots = rng.random((DRAWS, len(first)))
    chosen = np.hstack([
        np.argsort(np.where(levels == level, lots, 1), axis=1)[:, :MAPS_PER_LEVEL]
        for level in LEVELS
    ])  # fmt: skip
    before, after = (np.take_along_axis(seen[name], chosen, 1) for name in seen)
    order = np.argsort(after - before, axis=1)
    ten, others = order[:, :10], order[:, 10:]
    tests, found = (
        maps_of(name)["dagger-2"].to_numpy()[chosen] for name in ("sat_tests", "sat_solutions")
    )
    results = {
        "before": np.take_along_axis(before, ten, 1).mean(axis=1),
        "after": np.take_along_axis(after, ten, 1).mean(axis=1),
        "saved": np.take_along_axis(before - after, ten, 1).mean(axis=1),
        "tests_elsewhere": np.take_along_axis(tests, others, 1).mean(axis=1),
        "tests_per_solution": tests.sum(axis=1) / found.sum(axis=1),
    }
    maps = chosen.shape[1]
    return Reported(**{name: simulated(name, draws, maps) for name, draws in results.items()})


@claim(
    "D04", REPORT, "Tables 2-3",
    "On the ten maps helped by logic, random probes fall from 4.7 to 0.84.",
    "The report chose these maps after the runs, mostly those with a large fall. We do the same: "
    "of thirty maps like its own, with five runs on each, the ten with the largest fall.",
)  # fmt: skip
def probes_on_helped_maps() -> Finding:
    ours, on = as_reported(), helped()
    guesses = maps_of("guesses")[on].mean()
    text = (
        f"On the ten maps of thirty with the largest fall they fall from {spanned(ours.before)} to "
        f"{spanned(ours.after)}. On all {on.sum()} of 300 maps where the solver proves something, "
        f"with 1,000 runs each, from {guesses['dagger-1']:.2f} to {guesses['dagger-2']:.2f}. "
        f"Choices of ten printed maps that give the printed averages: {len(green_maps())}."
    )
    parts = prints([("before", ours.before, 4.7), ("after", ours.after, 0.84)])
    return finding(parts, text, ours.saved)


@claim("D05", REPORT, "6", "That is a fall of around four.", "Counted as in D04.")
def fall_of_four() -> Finding:
    saved = as_reported().saved
    text = f"On the ten maps of thirty with the largest fall they fall by {spanned(saved)}."
    return finding(prints([("the fall", saved, 4)], ABOUT), text, saved)


@claim("D06", REPORT, "6", "Equal win rates would separate with more runs on those maps.")
def win_rates_separate() -> Finding:
    won = maps_of("won")
    gain = mean_of("won", (won["dagger-2"] - won["dagger-1"])[helped()])
    text = f"With 1,000 runs per map dagger-2's share of games won is {spanned(gain, 3)} higher."
    return finding(part("more games won", above, [gain]), text, gain)


@claim(
    "D07", REPORT, "6",
    "The chance of probing a dagger falls by around 15% on easy and medium maps, 50% on hard ones.",
    "The report does not say where these figures come from. Two readings: by which share fewer "
    "daggers are hit; and the probes saved per game times the share of cells with a dagger, in "
    "daggers per game. Both as twenty and ten maps with five runs each would show it.",
)  # fmt: skip
def daggers_hit() -> Finding:
    blasts, guesses = maps_of("blasts"), maps_of("guesses")
    levels = blasts.index.get_level_values("level")
    density = np.array([LEVELS[name].daggers / LEVELS[name].side ** 2 for name in levels])
    spared = (guesses["dagger-1"] - guesses["dagger-2"]) * density
    first, second = (run_variance(load("daggers"), name, "guesses") for name in TABLES)
    noise = (first + second) / RUNS_PER_MAP
    hit, saved = [], []
    for name, on, maps in (
        ("easy and medium", levels != "HARD", 20),
        ("hard", levels == "HARD", 10),
    ):
        runs = float((noise.reindex(levels[on]).to_numpy() * density[on] ** 2).mean())
        whole = fall(blasts[on])
        hit.append(replace(with_further(whole, maps), at=name))
        saved.append(mean_of_further(name, spared[on], maps, runs))
    text = (
        "The number of daggers hit falls by "
        + ", ".join(f"{percents(p)} on {p.at} maps" for p in hit)
        + ". The probes saved would have hit "
        + ", ".join(f"{spanned(p)} daggers per game on {p.at} maps" for p in saved)
        + "."
    )
    parts = []
    for words, (easy, late) in (("fewer daggers hit", hit), ("daggers spared", saved)):
        parts += prints(
            [(f"{words}, {easy.at}", easy, 0.15), (f"{words}, {late.at}", late, 0.5)], ABOUT
        )
    return finding(parts, text, hit[1])


@claim(
    "D08", REPORT, "6", "Logic is useful on ten of thirty maps only.",
    "The report does not say how much logic has to save to be useful, so each part takes another "
    "number of probes per game. A third of the maps is right for one to two probes; in the printed "
    "tables the ten largest falls are two probes and more.",
)  # fmt: skip
def useful_maps() -> Finding:
    guesses = maps_of("guesses")
    fewer = guesses["dagger-1"] - guesses["dagger-2"]
    with_safe = guesses["dagger-1"] - guesses["dagger-2+safe"]
    shares = [mean_of_further(least, fewer > least, 30) for least in SAVINGS]
    text = (
        "Share of the random maps, by the probes per game that logic saves there: "
        + ", ".join(f"{p.value:.0%} more than {p.at:g}" for p in shares)
        + f". If safe cells are proved too: {(with_safe > SAVINGS[0]).mean():.0%} more than "
        f"{SAVINGS[0]}."
    )
    parts = prints([(f"saves more than {p.at:g}", p, 1 / 3) for p in shares])
    return finding(parts, text, shares[3])


@claim(
    "D09", REPORT, "6, Table 4",
    "More than 20 tests per map are wasted where logic does not help; a solution takes 26 tests.",
    "Table 4 prints 20.8 for the maps that were not helped. Counted as in D04: the twenty maps of "
    "thirty with the smallest falls. The printed 26 is a mean over the maps that were helped; the "
    "printed rows give 32 per solution.",
)  # fmt: skip
def wasted_tests() -> Finding:
    ours = as_reported()
    text = (
        f"{spanned(ours.tests_elsewhere, 1)} tests per map on the twenty maps of thirty with the "
        f"smallest falls; {spanned(ours.tests_per_solution, 1)} tests per solution."
    )
    parts = prints([
        ("tests where logic does not help", ours.tests_elsewhere, 20.8),
        ("tests per solution", ours.tests_per_solution, 26),
    ])  # fmt: skip
    return finding(parts, text, ours.tests_per_solution)


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
    names = "EASY3", "EASY1", "test map 1", "test map 2"
    parts = [fact(name, right) for name, right in zip(names, tests, strict=True)]
    return finding(parts, text, share_of("maps", tests))


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
    return finding(part("cells looked at in vain", above, [point], MOSTLY), text, point)


@claim(
    "D12", REPORT, "3.3, footnote", "If a cell cannot be proved safe, it holds a dagger.",
    "A cell that is not proved safe may be safe or a dagger. The test in the report's text is "
    "right, the footnote is not.",
)  # fmt: skip
def not_safe_is_a_dagger() -> Finding:
    rows = games_of("guesses", "swept")
    rows = rows[rows["risk"].notna() & (rows["safe"] == 0)]
    safe = ~rows["mine"].astype(bool)
    point = over_boards("safe", safe, rows)
    text = (
        f"Of {len(rows):,} cells that complete inference could not prove safe, {percents(point)} "
        "were safe."
    )
    return finding(never("not proved safe, and yet safe", safe.sum(), len(rows)), text, point)


@claim(
    "D13", REPORT, "3.2", "Opening the rest when all daggers are marked saves passes.",
    "The rule is used only after a pass that changed nothing; the cells that remain then touch "
    "no clue. So it is in Fig 3: the last dagger is flagged there, and the pass goes on by single "
    "clues.",
)  # fmt: skip
def opening_the_rest() -> Finding:
    cycles = maps_of("sps_cycles")
    saved = mean_of("passes", cycles["dagger-1-untold"] - cycles["dagger-1"])
    text = f"It saves {spanned(saved)} passes per game on the random maps."
    return finding(part("passes saved", above, [saved]), text, saved)
