"""Daggers & Gold: the game, the report's agents on its own maps, their solver, and many runs."""

from itertools import product
from time import process_time

import numpy as np
import pytest

import minelab as ml
from minelab.agents.players import PassReader
from minelab.boards.grid import COVERED, FLAG, neighbours
from minelab.boards.maps import LEVELS
from minelab.boards.rules import performance
from minelab.cli import main
from minelab.inference.methods.entails import first_proof
from minelab.inference.position import Position
from minelab.lab.daggers import (
    AGENTS,
    dagger_agent,
    draw_maps,
    level_of,
    measure,
    per_level,
    per_map,
    play_maps,
)
from minelab.lab.experiments import data_folder
from minelab.report.daggers import printed_tables
from tests.naive import FULL, layouts, random_views

EASY1, EASY3 = ml.printed_board("daggers-easy1"), ml.printed_board("daggers-easy3")
MAPS = data_folder() / "boards" / "daggers.json"
TEST1, TEST2 = ml.printed_board("daggers-test1"), ml.printed_board("daggers-test2")


def play(board, agent, **arguments):
    return ml.play(board, agent, rules=ml.DAGGERS, **arguments)


def opened(record):
    return tuple(turn.cell for turn in record.turns if isinstance(turn.move, ml.Open))


def flagged(record, method=None):
    return tuple(
        turn.cell
        for turn in record.turns
        if isinstance(turn.move, ml.Flag) and method in (None, turn.method)
    )


# The game, as the report tests it (its section 4.1).


def test_these_rules_open_the_corner_first():
    game = ml.Game(EASY1, ml.DAGGERS)
    for move in (ml.Open((1, 1)), ml.Flag((0, 0)), ml.Flag((4, 4))):
        with pytest.raises(ml.IllegalMove, match=r"open \(0, 0\) first"):
            game.play(move)
    game.open((0, 0))
    game.flag((2, 3))


@pytest.mark.parametrize("picture", ["d1\n11", "1d\n11"])
def test_a_board_without_a_safe_corner_is_refused(picture):
    with pytest.raises(ValueError, match=r"board must have 0 or gold at \(0, 0\)"):
        play(ml.Board.parse(picture), "dagger-1")
    with pytest.raises(ValueError, match=r"board must have 0 or gold at \(0, 0\)"):
        ml.play_runs(ml.Board.parse(picture), "dagger-1", runs=1)


def test_the_first_cell_is_given_and_no_guess():
    for name in (*AGENTS, "basic", "charles", "exact", "random"):
        record = play(EASY1, name, seed=3)
        first = record.turns[0]
        assert (first.cell, first.method) == ((0, 0), "rules")
        assert record.guesses == sum(turn.method == "guess" for turn in record.turns)
        assert record.explain(1).startswith("The rules open this cell first")
        record.verify()


def test_gold_brings_a_life_wherever_lives_are_counted_and_nothing_elsewhere():
    board = ml.Board.parse("g01d\n0011\n0000")
    assert play(board, "dagger-1").status.lives == 2
    assert ml.play(board, "basic", first=(2, 0), rules=ml.CLASSIC).status.lives == 2
    assert ml.play(board, "basic", first=(2, 0)).status.lives is None


def test_a_record_with_gold_and_lives_is_kept(tmp_path):
    record = play(ml.daggers_map("HARD", seed=3), "dagger-2", seed=2)
    record.save(tmp_path / "game.jsonl")
    assert ml.Record.load(tmp_path / "game.jsonl") == record
    assert record.counters["sat_tests"] > 0


def test_the_engine_has_no_batches_under_these_rules():
    with pytest.raises(ValueError, match="rules must leave the first cell to the agent"):
        ml.sweep(["basic"], 5, 5, mines=[4], boards=1, seed=1, rules=ml.DAGGERS)


# The report's performance measure (its Table 1).


def test_performance_of_easy3_by_hand():
    record = play(EASY3, "dagger-1")
    assert len(opened(record)) == 9 and len(flagged(record)) == 4
    assert record.performance == -9 + 24 + 4 + 4 * 24 == 115


def test_performance_counts_hits_and_a_loss():
    record = play(EASY1, "random", guesses=[(0, 4), (2, 3)])
    assert not record.won and record.blasts == 2
    assert record.performance == -3 + 24 - 2 * 24


def test_a_wrong_flag_costs_a_thousand():
    class Flags(ml.Player):
        def move(self, view, rng):
            return ml.Flag(view.covered[0]) if not view.known else ml.Open(view.covered[0])

    record = play(ml.Board.parse("0111\n01d1\n0111\n0000"), Flags)
    assert record.wrong_flags == 1
    assert record.performance == performance(
        16, 1, probes=len(opened(record)), gold=0, blasts=record.blasts, right_flags=0,
        wrong_flags=1, won=0,
    )  # fmt: skip
    assert record.performance < -1000


# The agents on the maps that the report prints.


def test_easy3_in_the_printed_order_of_probes_and_stones():
    printed = ml.printed_game("daggers-easy3")
    record = play(EASY3, "dagger-1")
    assert opened(record) == printed.openings
    assert flagged(record) == printed.flags
    assert record.counters["sps_cycles"] == 3
    assert record.guesses == 0 and record.won


def test_easy1_as_printed_up_to_and_with_its_random_probe():
    record = play(EASY1, "dagger-1", guesses=[(1, 4)])
    moves = [(type(turn.move), turn.cell) for turn in record.turns]
    o, s = ml.Open, ml.Flag
    assert moves[:9] == [
        (o, (0, 0)), (s, (2, 3)), (s, (3, 2)), (o, (3, 3)), (o, (4, 2)), (o, (4, 3)),
        (o, (1, 4)), (s, (0, 4)), (o, (2, 4)),
    ]  # fmt: skip
    assert [turn.cell for turn in record.turns if turn.method == "guess"] == [(1, 4)]
    left = [record.after(k).status.safe_left for k in range(1, 10)]
    assert left == [6, 6, 6, 5, 4, 3, 2, 2, 1]  # "Covered Cells" of Figure 4
    assert record.after(1).status.lives == 2 and record.won


def test_test_map_1_with_the_printed_stone_of_the_solver():
    printed = ml.printed_game("daggers-test1")
    record = play(TEST1, "dagger-2")
    assert opened(record) == printed.openings
    assert flagged(record) == printed.flags
    assert flagged(record, "entails") == ((2, 1),)
    assert record.guesses == 0 and record.won
    assert (record.counters["sat_tests"], record.counters["sat_solutions"]) == (2, 1)


def test_test_map_2_with_the_printed_stone_of_the_solver():
    printed = ml.printed_game("daggers-test2")
    record = play(TEST2, "dagger-2")
    assert flagged(record) == printed.flags
    assert flagged(record, "entails") == ((2, 3),)
    assert record.guesses == 0 and record.won
    assert (record.counters["sat_tests"], record.counters["sat_solutions"]) == (3, 1)


def test_what_table_2_and_3_print_for_easy1_can_come_out():
    """All printed pairs of random probes and cycles are among our runs, and 5 tests at each stop.

    Seven cycles need passes that go on when the game is won in the middle of one.
    """
    runs = ml.play_runs(EASY1, "dagger-2", runs=500)
    pairs = set(zip(runs["guesses"], runs["sps_cycles"], strict=True))
    assert pairs == {(1, 4), (1, 6), (1, 7), (2, 5), (2, 6), (2, 7)}
    rows = printed_tables().query("map == 'EASY1'").set_index(["table", "measure"])
    columns = [f"run{k}" for k in range(1, 6)]
    for table in (2, 3):
        probes, cycles = (rows.loc[(table, name), columns] for name in ("guesses", "sps_cycles"))
        assert set(zip(probes, cycles, strict=True)) <= pairs
    assert set(runs.loc[runs["guesses"] == 1, "sat_tests"]) == {5}
    assert set(rows.loc[(4, "sat_tests"), columns]) == {5}


def passes_by_hand(board, guesses):
    """Agent 1 once more, as plainly as can be: random probes, cycles, and whether it won."""
    n, truth = board.rows, board.letters()
    seen = {cell: "?" for cell in product(range(n), range(n))}
    lives, order = 1, iter(guesses)

    def probe(cell):
        nonlocal lives
        if seen[cell] == "?":
            seen[cell] = str(truth[cell])
            lives += {"g": 1, "d": -1}.get(seen[cell], 0)
            if seen[cell] in "0g":
                for other in neighbours(cell, n, n):
                    probe(other)

    def is_over():
        return lives == 0 or all(x != "?" and x != "s" for c, x in seen.items() if truth[c] != "d")

    probes = cycles = 0
    probe((0, 0))
    while not is_over():
        changed = True
        while changed:
            changed = False
            cycles += 1
            for cell in seen:
                if seen[cell] in set("12345678"):
                    around = sorted(neighbours(cell, n, n))
                    covered = [c for c in around if seen[c] == "?"]
                    marked = sum(seen[c] in "sd" for c in around)
                    if covered and int(seen[cell]) == marked:
                        changed = True
                        for c in covered:
                            probe(c)
                    elif covered and int(seen[cell]) - marked == len(covered):
                        changed = True
                        seen.update(dict.fromkeys(covered, "s"))
        covered = [c for c, letter in seen.items() if letter == "?"]
        if is_over():
            break
        if sum(letter in "sd" for letter in seen.values()) == board.n_mines:
            for c in covered:
                probe(c)
        else:
            probes += 1
            probe(next(c for c in order if seen[c] == "?"))
    return probes, cycles, lives > 0


@pytest.mark.parametrize("level", LEVELS)
def test_agent_1_is_what_it_is_by_hand(level):
    rng = np.random.default_rng(1)
    for seed in range(20 * FULL):
        board = ml.daggers_map(level, seed=seed)
        cells = list(product(range(board.rows), range(board.cols)))
        order = [cells[k] for k in rng.permutation(len(cells))]
        record = play(board, "dagger-1", guesses=order)
        result = (record.guesses, record.counters["sps_cycles"], record.won)
        assert result == passes_by_hand(board, order), str(board)


def test_the_rest_is_opened_when_all_daggers_are_marked_and_that_is_no_guess():
    board = ml.Board.parse("""
        0 0 0 0 0
        0 0 0 0 0
        0 0 1 2 2
        0 0 2 d d
        0 0 2 d 3
    """)
    told, untold = play(board, "dagger-1"), play(board, dagger_agent("dagger-1-untold"))
    assert (told.guesses, untold.guesses) == (0, 1)
    last = told.turns[-1]
    assert (last.cell, last.method) == ((4, 4), "total")
    assert told.explain(last) == "No mines are left for one covered cell. So (4,\xa04) is safe."
    assert told.won and untold.won


def test_passes_go_on_after_the_win_and_flags_put_then_are_no_moves():
    record = play(EASY1, "dagger-1", guesses=[(4, 4)])
    assert record.won and record.counters["sps_cycles"] == 7
    assert record.turns[-1].cell == (1, 4) and (0, 4) not in flagged(record)


# The solver.


def test_the_solvers_verdicts_equal_brute_force():
    """Which cells must hold a dagger, and which can't: each position tested cell by cell."""
    found = 0
    for view in random_views(300 * FULL, seed=61):
        possible = layouts(view)
        mined, safe = possible.all(axis=0), ~possible.any(axis=0)
        position = Position(view, view.mines)
        for cell in view.covered:
            daggers, tests = first_proof(position, [cell], safe=False)
            assert (daggers is not None) == mined[cell]
            assert tests == 1
            both, _ = first_proof(position, [cell], safe=True)
            assert (both is not None) == (mined[cell] or safe[cell])
            assert both is None or both.is_mine == mined[cell]
            found += both is not None
    assert found > 300


@pytest.mark.parametrize("name", AGENTS[1:])
def test_what_an_agents_solver_says_first_equals_brute_force(name):
    """One cell a call: the first in row order of those that it may test, and how many tests."""
    who = ml.agent(name)
    reader = PassReader(who, (), iter(()))
    asks_safe, told = who.methods[1] == "entails", "methods" in who.total_for
    said = 0
    for view in random_views(300 * FULL, seed=62):
        if view.mines is None and told:
            continue
        possible = layouts(view if told else ml.View(view.codes))
        tests = 0
        expected = None
        for cell in view.covered:
            shown = [n for n in view.neighbours(cell) if view[n] not in (COVERED, FLAG)]
            if not shown and not told:
                continue
            tests += 1
            if possible[:, *cell].all():
                expected = (cell, True)
                break
            tests += asks_safe
            if asks_safe and not possible[:, *cell].any():
                expected = (cell, False)
                break
        proof, asked = reader.ask(view)
        assert (proof and (proof.cell, proof.is_mine), asked) == (expected, tests), str(view)
        said += proof is not None
    assert said > 60


def test_entails_agrees_with_groups():
    for view in random_views(200 * FULL, seed=63):
        facts = [
            {(d.cell, d.is_mine) for d in ml.deduce(view, method)}
            for method in ("entails", "groups", "entails-mines")
        ]
        assert facts[0] == facts[1]
        assert facts[2] == {fact for fact in facts[0] if fact[1]}


def test_dagger_2_never_guesses_while_a_dagger_can_be_proved():
    for seed in range(20):
        record = play(ml.daggers_map("MEDIUM", seed=seed), "dagger-2", seed=seed)
        for view, turn in record.replay():
            if turn.method == "guess":
                plain = ml.View(view.codes)
                assert not any(d.is_mine for d in ml.deduce(plain, "groups"))


def test_with_safe_cells_and_the_count_inference_is_complete():
    for seed in range(15):
        board = ml.daggers_map("MEDIUM", seed=seed)
        for name in ("dagger-2+safe", "dagger-2+total"):
            record = play(board, name, seed=seed)
            for view, turn in record.replay():
                if turn.method == "guess":
                    known = view if name.endswith("total") else ml.View(view.codes)
                    assert ml.deduce(known, "groups") == []


# Many runs.

COLUMNS = ["sps_cycles", "sps_clues", "sat_tests", "sat_solutions"]


@pytest.mark.parametrize("name", [*AGENTS, "dagger-1-untold", "dagger-2-untold"])
@pytest.mark.parametrize("level", LEVELS)
def test_a_run_of_the_engine_is_the_game_that_play_plays(name, level):
    who = dagger_agent(name)
    for seed in range(5 * FULL):
        board = ml.daggers_map(level, seed=seed)
        for row in ml.play_runs(board, who, runs=3, seed=seed).itertuples():
            record = play(board, who, seed=row.play_seed)
            status = record.status
            assert (row.won, row.guesses, row.performance) == (
                record.won, record.guesses, record.performance,
            )  # fmt: skip
            for counter in COLUMNS:
                assert getattr(row, counter) == record.counters[counter], (counter, str(board))
            for count in ("blasts", "gold", "lives", "opened", "flagged"):
                assert getattr(row, count) == getattr(status, count), (count, str(board))
            assert row.probes == len(opened(record))


def test_runs_are_the_same_in_parts_and_with_any_number_of_workers():
    board = ml.daggers_map("HARD", seed=2)
    whole = ml.play_runs(board, "dagger-2", runs=60)
    parts = [ml.play_runs(board, "dagger-2", runs=range(*ends)) for ends in [(0, 7), (7, 60)]]
    assert sum((part.to_dict("records") for part in parts), []) == whole.to_dict("records")
    maps = draw_maps(2)
    one = play_maps(maps, runs=20, workers=1)
    assert play_maps(maps, runs=20, workers=2).equals(one)


def test_maps_without_a_guess_give_fixed_counters_in_every_run():
    fixed = 0
    for name, board in draw_maps(6).items():
        for agent in AGENTS:
            runs = ml.play_runs(board, agent, runs=40)
            if (runs["guesses"] == 0).any():
                fixed += 1
                assert (runs["guesses"] == 0).all(), name
                assert (runs.drop(columns="play_seed").nunique() == 1).all()
                assert runs["won"].all()
    assert fixed > 8


def test_the_order_of_runs_is_a_matter_of_the_map():
    seeds = [tuple(ml.play_runs(b, "dagger-1", runs=3)["play_seed"]) for b in draw_maps(3).values()]
    assert len(set(seeds)) == 9


@pytest.mark.parametrize("name", ["basic", "exact", "dagger-1+average"])
def test_only_daggers_agents_have_runs(name):
    with pytest.raises(ValueError, match="who must be one of Daggers' agents"):
        ml.play_runs(EASY1, name, runs=1)


def test_the_stronger_agent_guesses_less():
    games = play_maps(draw_maps(5), AGENTS, runs=100, workers=1)
    guesses = per_level(games).query("level == 'all'").set_index("agent")["guesses"]
    assert guesses.loc[list(AGENTS)].is_monotonic_decreasing


def test_means_of_a_map_and_of_a_level():
    games = play_maps(draw_maps(3), ["dagger-1"], runs=50, workers=1)
    maps, levels = per_map(games), per_level(games)
    assert list(levels["level"]) == ["EASY", "MEDIUM", "HARD", "all"]
    assert list(levels["n"]) == [3, 3, 3, 9] and set(maps["n"]) == {50}
    easy = maps[maps["level"] == "EASY"]["guesses"].mean()
    assert levels["guesses"].iloc[0] == pytest.approx(easy)
    inside = maps[
        (maps["guesses_low"] <= maps["guesses"]) & (maps["guesses"] <= maps["guesses_high"])
    ]
    assert len(inside) == 9
    assert maps["won_high"].max() <= 1 and maps["won_low"].min() >= 0


@pytest.mark.parametrize(
    ("name", "level"), [("EASY1", "EASY"), ("HARD10", "HARD"), ("test", "test"), ("a-2", "a")]
)
def test_the_level_is_the_name_without_its_number(name, level):
    assert level_of(name) == level


def test_a_stored_row_is_the_mean_of_its_runs():
    row = measure("EASY", range(4, 5), 30, ["dagger-2"]).iloc[0]
    runs = ml.play_runs(ml.daggers_map("EASY", seed=4), "dagger-2", runs=30)
    assert (row["map_seed"], row["runs"], row["agent"]) == (4, 30, "dagger-2")
    assert row["guesses"] == runs["guesses"].mean() and row["won"] == runs["won"].mean()


@pytest.mark.full
@pytest.mark.parametrize(("agent", "seconds"), [("dagger-1", 60), ("dagger-2", 240)])
def test_thirty_maps_a_thousand_times_in_good_time(agent, seconds):
    """By CPU time, of which two cores have twice as much."""
    start = process_time()
    games = play_maps(draw_maps(10), [agent], runs=1000, workers=1)
    assert len(games) == 30_000
    assert process_time() - start < 2 * seconds


def test_the_command_prints_the_tables(capsys):
    main(["daggers", "--maps", str(MAPS), "--runs", "20", "--workers", "1"])
    text = capsys.readouterr().out
    for title in ("Table 2. dagger-1, 20 runs", "Table 3. dagger-2, 20 runs", "Table 4. dagger-2"):
        assert title in text
    rows = [line.split() for line in text.splitlines()]
    assert [row[1:5] for row in rows if row[:1] == ["EASY3"]][:2] == [
        ["0.00", "(0.00", "to", "0.00)"]
    ] * 2
    assert ["TEST1", "2.00", "(2.00", "to", "2.00)", "1.00", "(1.00", "to", "1.00)"] in rows
    assert sum(row[:1] == ["EASY"] for row in rows) == 3  # a level stands in each table


def test_the_command_draws_maps_and_takes_other_agents(capsys):
    main(["daggers", "--draw", "2", "--runs", "5", "--agents", "dagger-2+total", "--workers", "1"])
    text = capsys.readouterr().out
    assert text.startswith("Maps drawn with the seeds 1 to 2, not those of the report.")
    assert "dagger-2+total, its solver" in text and "HARD2" in text and "all (6 maps)" in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--maps", "no-such-file.json"], "no-such-file.json"),
        (["--runs", "0"], "runs must be a whole number from 1"),
        (["--draw", "0"], "--draw must be a whole number from 1"),
        (["--agents", "basic"], "who must be one of Daggers' agents"),
        (["--agents", "dager-1"], "did you mean 'dagger-1'?"),
    ],
)
def test_the_command_says_what_is_wrong(options, said):
    with pytest.raises(SystemExit) as caught:
        main(["daggers", "--workers", "1", *options])
    assert said in str(caught.value)


# Agents and counters.


@pytest.mark.parametrize("methods", [(), ("single", "subset"), ("entails",)])
def test_passes_go_with_single_clues_and_the_solver_alone(methods):
    with pytest.raises(ValueError, match='until="passes" goes with methods from'):
        ml.Agent("mine", methods, until="passes")


@pytest.mark.parametrize("name", ["dagger-1+total", "dagger-2+safe+total", "dagger-1+safe"])
def test_what_a_dagger_agent_has_no_use_for_is_refused(name):
    with pytest.raises(ValueError, match="cannot be|modifier must be one of"):
        ml.agent(name)


@pytest.mark.parametrize("name", AGENTS)
def test_daggers_agents_play_under_other_rules_too(name):
    board = ml.Board.random(6, 6, mines=6, seed=3)
    for rules in (ml.REPORT, ml.CLASSIC):
        record = ml.play(board, name, seed=1, rules=rules)
        assert record.turns[0].method == "guess" and record.wrong_flags == 0
        record.verify()


def test_a_players_own_counters_are_kept():
    class Counting(ml.Player):
        def __init__(self):
            self.counters = {"looks": 0, "ends": 0}

        def move(self, view, rng):
            self.counters["looks"] += 1
            return ml.Open(view.covered[0])

        def finish(self, view):
            self.counters["ends"] += len(view.covered) == 0

    record = ml.play(ml.Board.parse("00\n00"), Counting)
    assert (record.counters["looks"], record.counters["ends"]) == (4, 1)
