"""Daggers: another game, and a SAT solver, on random maps of the report's levels."""

from functools import cache
from typing import Any

import numpy as np

from minelab.boards.maps import LEVELS
from minelab.boards.rules import DAGGERS
from minelab.boards.view import Flag, Open
from minelab.games.play import play
from minelab.games.record import Record
from minelab.lab.daggers import level_of
from minelab.lab.stats import Point, above, mean_of, over_boards, ratio_of, share_of, times_of
from minelab.report.claims import limits, say
from minelab.report.claims.ledger import Finding, claim, fact, finding, fitting, never, part, prints
from minelab.report.claims.tables import games_of, table_of
from minelab.report.daggers import (
    ANY,
    PRINTED,
    USEFUL,
    beside_printed,
    by_agent,
    by_map,
    further_average,
    green_maps,
    logic_points,
)
from minelab.report.sources import printed_board, printed_game

REPORT = "Daggers"
MEASURES = {
    "guesses": "random probes", "sps_cycles": "cycles", "won": "of the games won",
    "sat_tests": "tests", "sat_solutions": "solutions",
}  # fmt: skip
SAVINGS = (0.1, 0.5, 1, 1.5, 2, 3)
"""Probes that logic may have to save per game to be called useful."""


MAPS_LIKE_THEIRS = (
    "The thirty maps are not printed; ours have their sizes and counts. The printed averages are "
    "compared with averages over thirty such maps, with five runs on each."
)


def printed_averages(name: str) -> Finding:
    """Whether printed averages over thirty maps may come from maps like ours."""
    rows: Any = beside_printed(table_of("daggers")).loc[[name]]
    agent = PRINTED[name][0]
    parts = [
        f"{row.ours:.2f} {MEASURES[str(row.measure)]} (printed {row.printed:g}, "
        f"{abs(row.errors_apart):.1f} standard errors apart)"
        for row in rows.itertuples()
    ]  # fmt: skip
    maps = table_of("daggers")
    decided = prints([
        (MEASURES[row.measure], further_average(maps, agent, row.measure), row.printed)
        for row in rows.itertuples()
    ])  # fmt: skip
    point = mean_of(name, maps[maps["agent"] == agent][rows.iloc[0]["measure"]])
    return finding(decided, f"On 300 random maps {agent}: " + ", ".join(parts) + ".", point)


@claim(
    "D01", REPORT, "Table 2", "Agent 1: 2.7 random probes, 8.6 cycles and 90% of the games won.",
    MAPS_LIKE_THEIRS, notebook="07_daggers_and_gold",
)  # fmt: skip
def agent_1() -> Finding:
    return printed_averages("D01")


@claim(
    "D02", REPORT, "Table 3", "Agent 2: 1.2 random probes, 7.5 cycles and 89% of the games won.",
    MAPS_LIKE_THEIRS + " In two rows the printed mean is not that of the printed runs.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def agent_2() -> Finding:
    return printed_averages("D02")


@claim("D03", REPORT, "Table 4", "19.4 tests and 0.6 solutions per map.",
       MAPS_LIKE_THEIRS, notebook="07_daggers_and_gold")  # fmt: skip
def tests_and_solutions() -> Finding:
    return printed_averages("D03")


def maps_of(measure: str) -> Any:
    """A measure by map, a column per agent."""
    return by_agent(table_of("daggers"), measure)


@cache
def all_said() -> list[tuple[str, str, float | None, Point]]:
    """Every printed number about the solver beside ours; they are simulated once."""
    return logic_points(table_of("daggers"))


def said(name: str) -> list[tuple[str, Point, float]]:
    """What a claim about the solver says, ours, and the printed number."""
    return [
        (what, ours, printed or 0) for claim, what, printed, ours in all_said() if claim == name
    ]


@claim(
    "D04", REPORT, "Tables 2-3",
    "On the ten maps helped by logic, random probes fall from 4.7 to 0.84.",
    "The report chose these maps after the runs, nine of them among the ten with the largest fall. "
    "We do the same: of thirty maps like its own, with five runs on each, the ten with the largest "
    "fall. The second number varies so much from thirty maps to the next that it can't be decided.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def probes_on_helped_maps() -> Finding:
    (_, before, _), (_, after, _) = said("D04")
    text = (
        f"On the ten maps of thirty with the largest fall they fall from {say.spanned(before)} to "
        f"{say.spanned(after)}. Exactly {len(green_maps())} choice of ten printed maps gives the "
        "printed averages."
    )
    return finding(prints(said("D04")), text, before)


@claim("D05", REPORT, "6", "That is a fall of around four.", "Counted as in D04.",
       notebook="07_daggers_and_gold")  # fmt: skip
def fall_of_four() -> Finding:
    ((_, saved, _),) = said("D05")
    text = f"On the ten maps of thirty with the largest fall they fall by {say.spanned(saved)}."
    return finding(prints(said("D05"), limits.ABOUT), text, saved)


@claim(
    "D06", REPORT, "6", "Equal win rates would separate with more runs on those maps.",
    f"Those maps: where logic saves {USEFUL} probes per game or more, as on the printed ones.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def win_rates_separate() -> Finding:
    ((_, gain, _),) = said("D06")
    text = (
        f"With 1,000 runs on each of {gain.n} such maps dagger-2's share of games won is "
        f"{say.spanned(gain, 3)} higher."
    )
    return finding(part("more games won", above, [gain]), text, gain)


@claim(
    "D07", REPORT, "6",
    "The chance of probing a dagger falls by around 15% on easy and medium maps, 50% on hard ones.",
    "The report seems to derive these figures from the probes saved, and does not say how. Of "
    "three readings the one that fits best decides: by which share fewer daggers are hit, as "
    "twenty and ten maps would show it (the error of five runs each is left out; with it this "
    "reading is open); by the report's own rows, the probes saved per game times the share of "
    "cells with a dagger; and, as in the sentence before, by which share probes "
    "fall on the ten maps of D04.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def daggers_hit() -> Finding:
    numbers, (green,) = said("D07"), green_maps()
    before, after = (by_map(table, "guesses") for table in (2, 3))
    levels = [LEVELS[level_of(name)] for name in before.index]
    saved = (before - after) * [level.daggers / level.side**2 for level in levels]
    spared, fewer = [], []
    for name, is_hard, printed in (("easy and medium", False, 0.15), ("hard", True, 0.5)):
        maps = before.index[before.index.str.startswith("HARD") == is_hard]
        ten = maps.intersection(green)
        fall = 1 - after[ten].sum() / before[ten].sum()
        rows = Point(name, saved[maps].mean(), 0.0, len(maps)), Point(name, fall, 0.0, len(ten))
        spared.append((f"daggers spared per game, {name}", rows[0], printed))
        fewer.append((f"fewer probes on the ten maps, {name}", rows[1], printed))
    (_, easy, _), (_, ours, _), (_, hard, _), (_, ours_hard, _) = numbers
    own, ten_maps = ([point for _, point, _ in reading] for reading in (spared, fewer))
    text = (
        f"Daggers spared per game on easy and medium maps, and on hard ones: {say.listed(own, 3)} "
        f"by the report's own rows, {say.spanned(ours)} and {say.spanned(ours_hard)} on maps like "
        f"its own, where {say.percents(easy)} and {say.percents(hard)} fewer are hit. On the "
        f"report's ten maps the shares of the probes saved are {say.listed(ten_maps)}."
    )
    readings = (prints(reading, limits.ABOUT) for reading in (spared, fewer, numbers[::2]))
    return finding(fitting(*readings), text, ours_hard)


@claim(
    "D08", REPORT, "6", "Logic is useful on ten of thirty maps only.",
    "The report does not say how much logic has to save to be useful. Of two readings the one that "
    f"fits decides: {USEFUL} probes per game or more in means of five runs, a number chosen since "
    "ten printed maps reach it, nine of them the report's ten, so that only like maps can refute "
    f"it; and anything at all, more than {ANY} probes per game in a thousand runs. By its rows the "
    "solver proved a dagger on 16 maps, and probes fell on 18.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def useful_maps() -> Finding:
    guesses = maps_of("guesses")
    saved, with_safe = (guesses["dagger-1"] - guesses[f"dagger-2{safe}"] for safe in ("", "+safe"))
    (_, useful, _), _ = said("D08")
    curve = ", ".join(f"{(saved > least).mean():.0%} more than {least:g}" for least in SAVINGS)
    text = (
        f"With five runs each, {say.percents(useful)} of thirty maps save {USEFUL} probes per game "
        f"or more. With 1,000 runs: {curve}. If safe cells are proved too: "
        f"{(with_safe > ANY).mean():.0%} more than {ANY}."
    )
    return finding(fitting(*([reading] for reading in prints(said("D08")))), text, useful)


@claim(
    "D09", REPORT, "6, Table 4",
    "On each map where logic does not help more than 20 tests are wasted; a solution takes 26.",
    "Decided on the report's own rows: it says, in each, so a single map refutes it. Not helped "
    "are all but the ten of D04; of any twenty, at most twelve have more than 20 tests. Table 4 "
    "prints means of 20.8 for them and of 26.5 for the others, which is that of all maps where the "
    "solver was asked. Ours are counted as in D04.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def wasted_tests() -> Finding:
    (_, tests, _), (_, ours, _) = said("D09")
    asked, solved = (by_map(4, measure) for measure in ("sat_tests", "sat_solutions"))
    (green,), each = green_maps(), asked.sum() / solved.sum()
    others = asked.drop([*green])
    few = int((others <= 20).sum())
    text = (
        f"By the report's own rows {len(others) - few} of {len(others)} maps that were not helped "
        f"took more than 20 tests, {(others == 0).sum()} none, {others.mean():.1f} on average; "
        f"a solution took {each:.1f}. On random maps like its own it is {say.spanned(tests, 1)} "
        f"tests per map and {say.spanned(ours, 1)} per solution."
    )
    parts = [
        never("more than 20 tests on each map that was not helped", few, len(others)),
        *prints([("tests per solution", Point("rows", each, 0.0, len(asked)), 26)], unit=1),
    ]
    return finding(parts, text, ours)


@claim(
    "D10", REPORT, "4",
    "EASY3 needs single clues only, EASY1 a random probe, test maps 1 and 2 the solver and no "
    "random probe.",
    "The games of EASY3 and test map 1 are compared cell by cell, of test map 2 the stones: its "
    "printed list of probes is damaged. On EASY1 the printed random probe is taken; Figure 4 ends "
    "before the last two cells.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def printed_maps() -> Finding:
    easy3 = play(printed_board("daggers-easy3"), "dagger-1", rules=DAGGERS)
    printed = printed_game("daggers-easy1").guesses
    easy1 = play(printed_board("daggers-easy1"), "dagger-1", rules=DAGGERS, guesses=printed)
    solved = [
        play(printed_board(f"daggers-test{k}"), "dagger-2", rules=DAGGERS) for k in (1, 2)
    ]  # fmt: skip
    tests = [
        easy3.guesses == 0 and easy3.won, easy1.guesses > 0,
        *(game.guesses == 0 and game.counters["sat_solutions"] > 0 for game in solved),
    ]  # fmt: skip
    text = (
        f"Random probes: EASY3 {easy3.guesses}, EASY1 {easy1.guesses}, test maps "
        f"{solved[0].guesses} and {solved[1].guesses} with "
        f"{solved[0].counters['sat_solutions']} and {solved[1].counters['sat_solutions']} "
        "solutions."
    )
    names = "EASY3", "EASY1", "test map 1", "test map 2"
    parts = [fact(name, right) for name, right in zip(names, tests, strict=True)]
    orders = [
        in_order(easy3, "daggers-easy3", Open), in_order(easy3, "daggers-easy3", Flag),
        in_order(solved[0], "daggers-test1", Open), in_order(solved[0], "daggers-test1", Flag),
        in_order(solved[1], "daggers-test2", Flag),
        in_order(easy1, "daggers-easy1", Open) and in_order(easy1, "daggers-easy1", Flag),
    ]  # fmt: skip
    parts.append(fact("cells in the printed order", orders))
    return finding(parts, text, share_of("maps", tests))


def in_order(record: Record, name: str, kind: type[Open] | type[Flag]) -> bool:
    """Whether a game opens, or flags, the cells of a printed game, as far as printed, in order."""
    printed = printed_game(name)
    cells = tuple(turn.cell for turn in record.turns if isinstance(turn.move, kind))
    expected = printed.openings if kind is Open else printed.flags
    return cells[: len(expected)] == expected


@claim("D11", REPORT, "3.2", "Passes over the whole grid are wasteful.",
       "Wasteful: most of the cells looked at are finished or covered. Passes are counted, not "
       "timed: only games of Minesweeper were timed.", notebook="05_efficiency")  # fmt: skip
def whole_grid_passes() -> Finding:
    rows = games_of("daggers", "dagger-1")
    cells = np.array([LEVELS[str(level)].side ** 2 for level in rows["level"]])
    useful = ratio_of("useful", rows["sps_clues"], rows["sps_cycles"] * cells)
    point = useful.scaled(-1, plus=1)
    scans = games_of("cost", "basic")
    lists = times_of("engine", scans["engine_work"], scans["looks"] * scans["rows"] * scans["cols"])
    text = (
        f"{say.percents(point)} of the cells that passes look at have no clue to work with. In "
        f"games of basic, the engine, which keeps lists, makes {say.percents(lists, 1)} of the "
        "looks that passes over the whole board would make."
    )
    return finding(part("cells looked at in vain", above, [point], limits.MOSTLY), text, point)


@claim(
    "D12", REPORT, "3.3, footnote", "If a cell cannot be proved safe, it holds a dagger.",
    "A cell that is not proved safe may be safe or a dagger. The test in the report's text is "
    "right, the footnote is not.",
    notebook="02_inference",
)  # fmt: skip
def not_safe_is_a_dagger() -> Finding:
    rows = games_of("guesses", "swept")
    rows = rows[rows["risk"].notna() & (rows["safe"] == 0)]
    safe = ~rows["mine"].astype(bool)
    point = over_boards("safe", safe, rows)
    text = (
        f"Of {len(rows):,} cells that complete inference could not prove safe, "
        f"{say.percents(point)} were safe."
    )
    missed = never("what is not proved safe is never safe", safe.sum(), len(rows))
    return finding(missed, text, point)


@claim(
    "D13", REPORT, "3.2", "Opening the rest when all daggers are marked saves passes.",
    "We check after a pass that changed nothing, as its tables suggest: on EASY3 the last dagger "
    "is flagged in the second pass, a check then would end the game in it, and Table 2 has three. "
    "On EASY1 five runs of our agent all take the seven passes of Table 2 once in a thousand times "
    "only; those of Table 3 (4, 4, 7, 4, 6) fit. The cells that remain after such a pass touch no "
    "clue, so the check hardly acts, and saves a random probe, not a pass: as placed, it can "
    "hardly hold. Checked after every pass it would save about one per game, but not fit EASY3.",
    notebook="07_daggers_and_gold",
)  # fmt: skip
def opening_the_rest() -> Finding:
    cycles = maps_of("sps_cycles")
    saved = mean_of("passes", cycles["dagger-1-untold"] - cycles["dagger-1"])
    guesses = maps_of("guesses")
    acts = int((guesses["dagger-1-untold"] != guesses["dagger-1"]).sum())
    text = (
        f"As we placed it, the check changes the games on {acts} of {len(guesses)} random maps, "
        f"where it spares a random probe; it saves {say.spanned(saved)} passes per game."
    )
    return finding(part("passes saved", above, [saved]), text, saved)
