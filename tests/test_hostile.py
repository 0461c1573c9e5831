"""Input from strangers: too large, too deep, of other kinds, with markup in its names.

It is refused with a message that names the value and the limit, or it stays what it is: text.
"""

import ast
import html
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import minelab as ml
from minelab import cli
from minelab.boards import maps
from minelab.boards.game import Game
from minelab.boards.grid import MAX_PICTURE, MAX_ROWS
from minelab.display import page
from minelab.display.draw import Frame, choices, lay_out, printable
from minelab.display.images import ONLOAD
from minelab.display.source import Source
from minelab.games import record
from minelab.games.record import Record
from minelab.lab import experiments, tables
from minelab.lab.designs import EXPERIMENTS, Experiment
from minelab.report import build as report
from minelab.report.claims import Part
from minelab.report.verdicts import Verdicts
from tests.naive import FULL
from tests.tags import Tags

ROOT = Path(__file__).parents[1]
PACKAGE = sorted((ROOT / "minelab").rglob("*.py"))
EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(2)>'\"\\<!--&]]>"
LONE = f"{EVIL}\u2028\ud800\x00"
"""The same with what no name may hold, no file in UTF-8 and no XML."""
BOARD = ml.Board.parse("1M2\n24M\nM3M")


# Nothing that is read is run.

UNSAFE_MODULES = {
    "pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "yaml", "subprocess",
    "ctypes", "code", "runpy",
}  # fmt: skip
UNSAFE_CALLS = {
    "eval", "exec", "compile", "__import__", "read_pickle", "to_pickle", "system", "popen",
}  # fmt: skip
HARMLESS = {"re.compile", "super().compile"}
WORKERS = {"Parallel", "cpu_count", "delayed"}
"""What may be taken from joblib; its `load` would unpickle a file."""
MEANT = {
    ("engine", "cache.py"): ["pickle"],  # kernels that it compiled and kept itself, as numba does
    ("engine", "view_odds.py"): ["solve_views.compile"],  # a kernel of ours
    ("games", "limits.py"): ["ctypes"],  # to raise an error in another thread
    ("figures", "gallery.py"): ["eval"],  # the calls in our own docstrings
    ("lab", "apart.py"): ["pickle"],  # an agent, in a process that is there for it
    ("lab", "child.py"): ["subprocess"],  # that process, or a program of the arena
}
"""Where something is run on purpose."""


def imported(node):
    if isinstance(node, ast.Import):
        return {alias.name.split(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom) and node.module == "joblib":
        return {"joblib"} if {alias.name for alias in node.names} - WORKERS else set()
    return {(node.module or "").split(".")[0]} if isinstance(node, ast.ImportFrom) else set()


def unsafe(source):
    """What a piece of Python could run that it was handed as data."""
    found = []
    for node in ast.walk(ast.parse(source)):
        found += imported(node) & UNSAFE_MODULES
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            last = name.split(".")[-1]
            options = {k.arg: ast.unparse(k.value) for k in node.keywords}
            if last in UNSAFE_CALLS and name not in HARMLESS:
                found.append(name)
            if name in ("np.load", "numpy.load") and options.get("allow_pickle") != "False":
                found.append(name)
            if options.get("shell") == "True" or options.get("allow_pickle") == "True":
                found.append(name)
            if last == "query" and not isinstance(node.args[0], ast.Constant):
                found.append(name)  # pandas evaluates its text
    return found


@pytest.mark.parametrize("path", PACKAGE, ids=lambda path: path.stem)
def test_the_package_runs_nothing_that_it_reads(path):
    assert sorted(unsafe(path.read_text())) == MEANT.get(path.parts[-2:], [])


@pytest.mark.parametrize(
    "source",
    [
        "import joblib", "from joblib import Parallel, load", "from joblib.pool import Pool",
        "import pickle", "from pickle import loads", "import yaml", "eval('1')", "exec(text)",
        "np.load(path)", "np.load(path, allow_pickle=True)", "pd.read_pickle(path)",
        "games.query(text)", "run(command, shell=True)", "__import__('os').system('ls')",
    ],
)  # fmt: skip
def test_what_would_run_it_is_seen(source):
    assert unsafe(source)


def test_arrow_is_new_enough_not_to_unpickle_types():
    """Before 14.0.1 a Parquet file could bring a Python type that was unpickled on reading."""
    text = (ROOT / "pyproject.toml").read_text()
    assert int(re.search(r'"pyarrow>=(\d+)', text)[1]) > 14


# Limits.


def refused(call, *parts):
    """The message of a ValueError, which is short and names these parts."""
    with pytest.raises(ValueError) as caught:
        call()
    message = str(caught.value)
    assert len(message) < 1500
    for part in parts:
        assert part in message, message
    return message


@pytest.mark.parametrize("parse", [ml.Board.parse, ml.View.parse])
def test_a_huge_picture_is_refused_with_its_size(parse):
    refused(lambda: parse("?" * (MAX_PICTURE + 1)), "at most 16,000,000", "not 16,000,001")
    refused(lambda: parse("0" * 100_000), "cols", "1 to 2000, not 100000")
    refused(lambda: parse("0\n" * 100_000), "rows", "1 to 2000, not 100000")
    refused(lambda: parse("0\n" + "0" * 100_000), "row 1", "100000 cells")
    refused(lambda: parse(" " * 10_000_000), "at least one row")
    refused(lambda: parse(["0"] * 1_000_000), "must be text")


def test_the_largest_picture_with_spaces_is_read():
    row, rows = " ".join("?" * 2000), 2000 if FULL > 1 else 200
    assert 2000 * (len(row) + 2) < MAX_PICTURE
    assert ml.View.parse("\r\n".join([row] * rows)).codes.shape == (rows, 2000)


@pytest.fixture
def lines():
    """A saved game, line by line."""
    played = ml.play(BOARD, "charles", seed=3, first=(0, 0))
    return [record.to_json(played), *map(record.turn_to_json, played.turns)]


def load(lines, tmp_path):
    path = tmp_path / "game.jsonl"
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("".join(f"{text}\n" for text in texts))
    return Record.load(path)


def test_a_record_of_a_stranger_may_be_so_large(lines, tmp_path, monkeypatch):
    monkeypatch.setattr(record, "MOST_BYTES", 1000)
    message = "game.jsonl must have at most 1,000 bytes to hold a record, and has more"
    refused(lambda: load(lines, tmp_path), message)


def test_a_million_turns_are_more_than_a_board_has_cells(lines, tmp_path):
    header, first, *_ = lines
    many = [header | {"turns": 1_000_000}] + [json.dumps(first)] * 1_000_000
    refused(lambda: load(many, tmp_path), "turns", "from 0 to 9, not 1000000")


def test_a_board_beyond_the_limit_is_refused(lines, tmp_path):
    lines[0]["board"] = ["0" * 2001]
    refused(lambda: load(lines, tmp_path), "cols", "1 to 2000, not 2001")


def test_a_record_that_saw_too_much_is_refused_in_few_words(lines, tmp_path):
    first = next(line for line in lines[1:] if line["saw"])
    first["saw"] *= 100_000
    refused(lambda: load(lines, tmp_path), "turn 1 does not fit the board", "the record saw")


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "[" * 900 + "]" * 900])
def test_deep_json_is_a_value_error(lines, tmp_path, deep):
    refused(lambda: load([deep], tmp_path), "game.jsonl")
    refused(lambda: load([lines[0], deep, *lines[2:]], tmp_path), "game.jsonl")
    lines[0]["board"] = "deep"
    refused(lambda: load([json.dumps(lines[0]).replace('"deep"', deep)], tmp_path), "game.jsonl")


@pytest.mark.parametrize("depth", [102, 400, 5000])
def test_a_constraint_is_not_derived_without_end(lines, tmp_path, depth):
    inside = '{"cells":[[0,0]],"mines":0,"because":['
    deep = f"{inside * depth}{']}' * depth}"
    proved = next(k for k, line in enumerate(lines) if "method" in line)
    lines[proved]["because"] = "deep"
    lines[proved] = json.dumps(lines[proved]).replace('"deep"', f"[{deep}]")
    message = refused(lambda: load(lines, tmp_path), "game.jsonl")
    assert "at most 100 derivations deep" in message or "RecursionError" in message


def with_turn(**changes):
    def change(lines):
        k = next(k for k, line in enumerate(lines) if set(changes) & set(line) and k)
        lines[k] |= changes

    return change


def with_header(**changes):
    return lambda lines: lines[0].update(changes)


BECAUSE = {"cells": [[0, 0]], "mines": 0}
HUGE = "x" * 10_000_000


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (with_header(agent=HUGE), "agent must be a text of up to 1000 letters .*, not 'xxx"),
        (with_header(seed=HUGE), "seed must be a whole number"),
        (with_header(seed=1e300), "seed must be a whole number from 0 to .* not 1e"),
        (with_header(first=HUGE), "must be a cell"),
        (with_header(version=HUGE), "it has version 'xxx"),
        (with_header(version="\x1b[2J"), r"it has version '\\x1b\[2J'"),
        (with_header(version=True), "it has version True; this minelab reads 1"),
        (with_header(version=1.0), "it has version 1.0; this minelab reads 1"),
        (with_header(board={"1M2": 0, "24M": 0, "M3M": 0}), "board must be a list of rows, not {"),
        (with_header(rules={"\x1b[2J": 1}), r"unexpected keyword argument '\\x1b\[2J'"),
        (with_header(status={"\u202e": 1}), r"unexpected keyword argument '\\u202e'"),
        (with_header(board=[HUGE]), "cols must be .* from 1 to 2000"),
        (with_turn(chance=float("nan")), "chance must be a number from -1000000 to 1000000"),
        (with_turn(chance=float("inf")), "chance must be a number from -1000000 to 1000000"),
        (with_turn(chance=10**400), "chance must be a number from -1000000 to 1000000"),
        (with_turn(because=[BECAUSE | {"mines": 10}]), "mines must be .* from -9 to 9, not 10"),
        (with_turn(because=[BECAUSE | {"cells": [[0, 9]]}]), "is off the board"),
        (lambda lines: lines[1].update(turn=True), "line 2 holds turn True, not 1"),
        (lambda lines: lines[1].update(open=[0, 0], flag=[0, 0]), "turn 1 must open or flag a"),
        (lambda lines: lines[1].update(guess="random", method="single"), "by a guess or by a meth"),
        (lambda lines: lines[1]["saw"][0].append(1), "too many values"),
    ],
)
def test_a_record_with_values_beyond_all_limits_is_refused(lines, tmp_path, change, message):
    change(lines)
    assert re.search(message, refused(lambda: load(lines, tmp_path), "game.jsonl"))


@pytest.mark.parametrize("letter", [*"\u202e\u200b\u2028\u2029\x85\ufeff\u3164\ufe0f\u2800"])
@pytest.mark.parametrize("raw", [False, True])
def test_a_name_holds_nothing_that_turns_or_hides_letters(lines, tmp_path, letter, raw):
    """Written as it is, a separator of lines used to count as damage."""
    lines[0]["agent"] = f"basic{letter}x"
    lines[0] = json.dumps(lines[0], ensure_ascii=not raw)
    message = refused(lambda: load(lines, tmp_path), "agent must be a text of up to 1000 letters")
    assert message.isprintable() and letter not in message


def test_names_in_all_scripts_are_names(lines, tmp_path):
    lines[0]["agent"] = "\xe9\u4e2d\u05d0 \xa0\u0301"
    assert load(lines, tmp_path).agent == "\xe9\u4e2d\u05d0 \xa0\u0301"


def test_a_key_that_appears_twice_is_refused(lines, tmp_path):
    again = json.dumps(lines[0])[:-1] + ',"agent":"other"}'
    refused(lambda: load([again, *lines[1:]], tmp_path), "the key 'agent' appears 2 times")
    again = json.dumps(lines[1])[:-1] + ',"saw":[]}'
    refused(lambda: load([lines[0], again, *lines[2:]], tmp_path), "the key 'saw' appears 2 times")


def test_a_long_record_is_checked_without_a_view_a_turn(monkeypatch):
    """A view takes as long as the board is large: a view a turn would be quadratic."""
    played = ml.play(ml.Board.random(30, 30, mines=150, seed=1), "basic", seed=1)
    assert len(played.turns) == 900

    def view(game):
        raise AssertionError("a view was made")

    monkeypatch.setattr(Game, "view", property(view))
    played.verify()


def odd_reasons(rng):
    """Deductions that no method of ours would give: too much, too little, of other methods."""
    cells = [[r, c] for r in range(3) for c in range(3)]

    def some(most):
        return [cells[k] for k in rng.permutation(9)[: rng.integers(0, most + 1)]]

    def constraint(depth=2):
        line = {"cells": some(4), "mines": int(rng.integers(-9, 10))}
        if rng.random() < 0.6:
            line["clue"] = cells[rng.integers(9)]
        if depth and rng.random() < 0.4:
            line["because"] = [constraint(depth - 1) for _ in range(rng.integers(0, 3))]
        return line

    def supposition():
        steps = [
            [constraint(), some(3) or [[0, 0]], bool(rng.integers(2))]
            for _ in range(rng.integers(0, 4))
        ]
        broken = [constraint() for _ in range(rng.integers(0, 3))]
        return {"cell": cells[rng.integers(9)], "is_mine": True, "steps": steps, "broken": broken}

    methods = ["single", "subset", "pairs", "assume", "assume-3", "refute", "groups", "total"]
    methods += ["rules", "entails", "exact", "guess", "player", "", EVIL]
    line = {"method": methods[rng.integers(len(methods))]}
    line["because"] = [constraint() for _ in range(rng.integers(0, 4))]
    line["supposed"] = [supposition() for _ in range(rng.integers(0, 4))]
    if rng.random() < 0.5:
        line["layouts"] = int(rng.integers(-5, 10**6))
    return line


def test_whatever_loads_can_be_explained_and_shown(lines, tmp_path):
    rng = np.random.default_rng(1)
    for _ in range(40 * FULL):
        changed = [dict(line) for line in lines]
        for line in changed[1:]:
            if "flag" in line or rng.random() < 0.7:
                for key in ("guess", "chance", "method", "because", "supposed", "layouts"):
                    line.pop(key, None)
                line |= odd_reasons(rng)
        odd = tmp_path / "odd.jsonl"
        counts = record.count_reasons(
            record.turn_from_json(line, k, BOARD) for k, line in enumerate(changed[1:], 1)
        )
        changed[0] = changed[0] | {"counters": counts}
        loaded = load(changed, tmp_path)
        for turn in loaded.turns:
            assert loaded.explain(turn)
        assert Tags(ml.player(loaded).html).tags == ["div", "img", "script"]
        loaded.save(odd)
        assert Record.load(odd) == loaded


# Maps


def test_maps_of_strangers_have_limits(tmp_path, monkeypatch):
    path = tmp_path / "maps.json"

    def read(text):
        path.write_text(text)
        return ml.load_maps(path)

    refused(lambda: read("[" * 100_000), "is not JSON")
    refused(lambda: read('{"a":' * 100_000), "is not JSON")
    refused(lambda: read(json.dumps({"a": ["x"] * 10})), "row 0", "a row of letters")
    refused(lambda: read(json.dumps({"a": [[HUGE]]})), "row 0, column 0")
    refused(lambda: read(json.dumps({"a": [["0"] * 3000] * 3000})), "rows must be")
    refused(lambda: read(json.dumps({HUGE: 7})), "the name of a map", "up to 1000 letters")
    refused(lambda: read(json.dumps({"a": 7})), "a row of letters")
    refused(lambda: read(f'{{"a": [[{"7" * 9999}]]}}'), "row 0, column 0", "7777")
    names = ",".join(f'"{k}":0' for k in range(200_000))  # once counted one by one: hours
    refused(lambda: read(f"{{{names}}}"), "at most 10,000 maps, not 200,000")
    refused(lambda: read(f'{{{names},"7":1}}'), "map '7' appears 2 times")
    refused(lambda: read(json.dumps({"E\x1b[2J": [["0"]]})), "the name of a map", r"E\x1b[2J")
    monkeypatch.setattr(maps, "MOST_BYTES", 1000)
    refused(lambda: read(" " * 1001), "maps.json must have at most 1,000 bytes to hold maps")


# Tables


@pytest.fixture
def tiny(monkeypatch, tmp_path):
    """Writes a table where the one of an experiment is expected."""
    monkeypatch.setitem(EXPERIMENTS, "tiny", Experiment("tiny"))
    table = pd.DataFrame({"n": [1, 2, 3]})
    usual = experiments.describe("tiny") | {"rows": 3, "hash": tables.content_hash(table)}

    def write(table=table, **facts):
        tables.write(tmp_path / "tiny.parquet", table, usual | facts)
        return experiments.load("tiny", tmp_path)

    assert len(write()) == 3
    return write


def test_a_table_of_a_stranger_is_refused(tiny, tmp_path, monkeypatch):
    refused(lambda: tiny(experiment="other"), "no table tiny", "it says 'other'")
    refused(lambda: tiny(pd.DataFrame({"n": [[1], [2]]})), "column 'n' must hold numbers", "list")
    refused(lambda: tiny(pd.DataFrame({"n": pd.to_datetime(["2020"])})), "timestamp")
    wide = pd.DataFrame([range(1001)], columns=[f"c{k}" for k in range(1001)])
    refused(lambda: tiny(wide), "at most 1,000 columns, not 1,001")
    with monkeypatch.context() as limits:
        limits.setattr(pd, "read_parquet", None)  # it does not come to that
        limits.setattr(tables, "MAX_VALUES", 2)
        refused(lambda: tiny(), "at most 2 values, not 3")
    with monkeypatch.context() as limits:
        limits.setattr(tables, "MAX_BYTES", 2)
        refused(lambda: tiny(), "at most 2 bytes, not")
    monkeypatch.setattr(tables, "MAX_ROWS", 2)
    refused(lambda: tiny(), "at most 2 rows, not 3")
    refused(lambda: experiments.load("tiny", tmp_path), "make it again with: python -m minelab run")


def test_a_word_in_many_rows_is_looked_at_before_it_is_written_out(tiny, tmp_path, monkeypatch):
    """A file of 300 bytes once took 3 GB."""
    monkeypatch.setattr(pd, "read_parquet", None)  # it does not come to that
    words = pd.Series(["x" * 10**6] * 300, dtype="category")
    refused(lambda: tiny(pd.DataFrame({"n": words})), "at most 10,000 letters: 1,000,000")
    assert (tmp_path / "tiny.parquet").stat().st_size < 10_000
    words = pd.Series(["x" * 900, "y" * 800] * 150, dtype="category")
    monkeypatch.setattr(tables, "MAX_VALUES", 100_000)
    refused(lambda: tiny(pd.DataFrame({"n": words})), "at most 100,000 letters, not 255,000")
    two = pd.DataFrame({"n": words[:100], "m": words[:100]})  # 85,000 letters each
    refused(lambda: tiny(two), "at most 100,000 letters, not 170,000")
    refused(lambda: tiny(experiment="other"), "no table tiny")
    for steering in (
        {"n": ["\x1b[2J"]}, {"\x1b[2J": ["n"]}, {"n": ["a\u202eb"]}, {"\u2028": [1]},
        {"n": ["a\u3164b"]}, {"n": ["\U000e0100"]}, {"\ufe0f": [1]},
    ):  # fmt: skip
        refused(lambda steering=steering: tiny(pd.DataFrame(steering)), "can be printed")


def test_a_table_cannot_steer_a_terminal_with_its_version(tiny):
    assert refused(lambda: tiny(version="99\x1b[2J"), "made by minelab 99").isprintable()


def test_a_table_has_plain_values_whatever_it_tells_pandas(tiny, tmp_path):
    """`period[D]` used to be a TypeError where the table was compared with its hash."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    def store(arrow):
        known = {tables.KEY: json.dumps(experiments.describe("tiny"))}
        pq.write_table(arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), **known}),
                       tmp_path / "tiny.parquet")  # fmt: skip
        return lambda: experiments.load("tiny", tmp_path)

    days = pd.DataFrame({"n": pd.period_range("2020", periods=3, freq="D")})
    metadata = pa.Schema.from_pandas(days).metadata
    column = pa.table({"n": pa.array([1, 2, 3])})
    refused(store(column.replace_schema_metadata(metadata)), "tiny.parquet", "not period[D]")
    assert not experiments.is_current("tiny", tmp_path)
    by_row = pd.DataFrame({"m": [1, 2]}, index=pd.Index([4, 5], name="n"))
    for odd in (by_row, pd.DataFrame({"n": [1]}, index=pd.RangeIndex(5, 6)), pd.DataFrame([[1]])):
        refused(store(pa.Table.from_pandas(odd)), "tells pandas of an index, or of other columns")
        assert not experiments.is_current("tiny", tmp_path)
    twice = pa.table([pa.array(["a"]), pa.array(["b"])], names=["n", "n"])
    refused(store(twice), "two columns have the same name")
    refused(store(pa.table({"n": pa.array([1], pa.time64("us"))})), "tiny.parquet", "time64")
    ends = np.array([0, 1, 2], "<i4").tobytes()
    words = pa.Array.from_buffers(
        pa.string(), 2, [None, pa.py_buffer(ends), pa.py_buffer(b"\xff\xfe")]
    )
    refused(store(pa.table({"n": words})), "tiny.parquet", "Invalid UTF8")


def test_a_table_without_facts_or_with_others_is_refused(tiny, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    path = tmp_path / "tiny.parquet"
    again = b'{"experiment": "tiny", "experiment": "tiny"}'
    for content in (b"[]", b"7", b"{", b"[" * 100_000, b"\xff", b"{}", again):
        pq.write_table(pa.table({"n": [1]}).replace_schema_metadata({tables.KEY: content}), path)
        refused(lambda: experiments.load("tiny", tmp_path), "tiny")
        assert not experiments.is_current("tiny", tmp_path)


# Arguments that would take all memory, or all time.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play --rows 99999999999", "rows must be a whole number from 1 to 2000"),
        ("play --mines 99999999999", "mines must be a whole number from 0 to 100, not 99999999999"),
        ("play --seed 99999999999999999999", "seed must be a whole number from 0 to"),
        ("sweep --boards 100000001", "boards must be a whole number from 1 to 100000000"),
        ("sweep --boards 99999999", "at most 100,000,000 games, not 399,999,996"),
        ("sweep --boards 9999999 --rows 2000 --cols 2000", "at most 1,000,000 parts, not 4,000"),
        ("sweep --workers 99999", "workers must be a whole number from 1 to 1024, not 99999"),
        ("run all --workers 99999", "workers must be a whole number from 1 to 1024, not 99999"),
        ("daggers --runs 100000001", "runs must be a whole number from 1 to 100000000"),
        ("daggers --runs 99999999", "at most 100,000,000 runs together, not 5,999,999,940"),
        ("daggers --draw 99999999", "--draw must be a whole number from 1 to 1000, not 99999999"),
        ("train --share 1e-9", "share must be a number from 0.0001 to 1, not 1e-09"),
        ("train --seed 9223372036854775807", "seed must be a whole number from 0 to 922"),
        ("train --workers 99999", "workers must be a whole number from 1 to 1024, not 99999"),
    ],
)
def test_arguments_that_ask_for_too_much(arguments, message, capsys):
    with pytest.raises(SystemExit, match=f"minelab: .*{message}"):
        cli.main(arguments.split())


@pytest.mark.parametrize(
    "call",
    [
        lambda n: ml.play_many("basic", 3, 3, mines=1, games=n, seed=1),
        lambda n: ml.play_many("basic", 3, 3, mines=1, games=range(5, 5 + n), seed=1),
        lambda n: ml.play_runs(ml.daggers_map("EASY", seed=1), "dagger-1", runs=n),
        lambda n: ml.play_runs(ml.daggers_map("EASY", seed=1), "dagger-1", runs=range(n)),
        lambda n: ml.sweep(["basic"], 3, 3, mines=[1], boards=n, seed=1),
    ],
)
def test_a_table_beyond_all_memory_is_refused_at_once(call):
    refused(lambda: call(MAX_ROWS + 1), "from", "to 100000000, not 100000001")


# Paths


@pytest.mark.parametrize("name", ["../x", "/tmp/x", "..", "", "a/b", "density-10/../../x", "x\0y"])
def test_names_lead_nowhere_but_into_the_folder(name, tmp_path):
    folder = tmp_path / "data"
    for call in (experiments.load, experiments.run, experiments.facts, experiments.shard_folder):
        refused(lambda call=call: call(name, folder), "experiment must be one of")
    refused(lambda: ml.printed_board(name), "name must be one of")
    with pytest.raises(SystemExit, match="experiment must be one of"):
        cli.main(["run", name, "--folder", str(folder)])
    with pytest.raises(SystemExit, match="a question must be one of"):
        cli.main(["bench", name])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["../x", "/tmp/x", "..", "a/b", "a.b", "x y", EVIL])
def test_a_figure_is_written_into_its_folder(name, tmp_path):
    import nbformat

    data = {"image/png": ""}
    output = nbformat.v4.new_output("display_data", data=data)
    cell = nbformat.v4.new_code_cell("1", outputs=[output])
    cell.metadata["tags"] = [f"figure:{name}"]
    notebook = nbformat.v4.new_notebook(cells=[cell])
    with pytest.raises(report.ReportError, match="can't name a file"):
        list(report.figures(tmp_path / "notebooks" / "n.ipynb", notebook))


# Markup stays text.


SCRIPTED = {"script", "iframe", "object", "embed", "link", "meta", "base", "form", "foreignobject"}


PAGE = r"(\.\./docs/reports/)?\w+\.(ipynb|md)(#[\w:=-]*)?"
"""A link to another notebook, or to the page of a report, which loads nothing by itself."""


def without_script(text):
    """Whether a piece of HTML or SVG can run nothing and load nothing."""
    found = Tags(text)
    return (
        not SCRIPTED & set(found.tags)
        and not [name for name, _ in found.attributes if name.startswith("on")]
        and all(
            (value or "").startswith(("data:image/", "#"))
            or (name == "href" and re.fullmatch(PAGE, value or ""))
            for name, value in found.attributes
            if name in ("src", "href", "xlink:href")
        )
    )


class Mallory(ml.Player):
    name = EVIL

    def move(self, view, rng):
        if len(view.covered) > 3:
            return ml.Guess(view.covered[0], rule=EVIL, chance=0.5)
        return ml.Deduction(view.covered[0], is_mine=True, method=EVIL)


@pytest.fixture(scope="module")
def evil():
    return ml.play(BOARD, Mallory(), rules=ml.Rules(name=EVIL))


def test_names_in_a_record_file_stay_text(evil, tmp_path):
    evil.save(tmp_path / "evil.jsonl")
    loaded = Record.load(tmp_path / "evil.jsonl")
    assert loaded == evil
    for shown in (ml.player(loaded), ml.player([loaded, loaded])):
        assert Tags(shown.html).tags == ["div", "img", "script"]
        assert shown.html.count("</script>") == 1
        is_ours(shown.html)
        shown.save(tmp_path / "page.html")
        text = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert f"<title>{html.escape(printable(EVIL))}" in text
        assert Tags(text).tags.count("script") == 1


def test_names_in_pictures_stay_text(evil):
    view = ml.View.parse("1?2\n???\n???", mines=3)
    frame = Frame(LONE, LONE, LONE, view)
    pictures = [
        ml.strip(evil),
        ml.player([evil, evil]).film,
        lay_out([frame], LONE),
        choices(view),
    ]
    for picture in pictures:
        root = ElementTree.fromstring(picture.svg)  # well-formed, or it raises
        tags = {element.tag.split("}")[-1] for element in root.iter()}
        assert tags <= {"svg", "g", "path", "text", "rect", "circle", "image"}
        assert without_script(picture.svg)
    texts = [element.text for element in ElementTree.fromstring(pictures[2].svg).iter()]
    assert printable(LONE) in texts


def test_names_in_tables_and_sources_stay_text(evil):
    found = {"report": EVIL, "where": EVIL, "claim": EVIL, "verdict": "holds", "finding": EVIL}
    part = Part(EVIL, "holds", 1.0, EVIL, 0.5)
    found |= {"borderline": False, "parts": (part,)}
    found |= {"why": EVIL, "n": 1, "statistic": 1.0, "low": 0.0, "high": 2.0, "neutral": 0.0}
    found |= {"borderline": True, "parts": (Part(EVIL, "holds", 1.0, EVIL, 0.5),)}
    shown = [
        ml.table({EVIL: {EVIL: EVIL}})._repr_html_(),
        ml.table(pd.DataFrame({EVIL: [EVIL]}, index=pd.Index([EVIL], name=EVIL)))._repr_html_(),
        Verdicts(pd.DataFrame([found], index=[EVIL])).html,
        evil._repr_html_(),
    ]
    for text in shown:
        assert without_script(text), text
        assert html.escape(EVIL) in text
    source = Source(Mallory)
    source.text = source.file = EVIL
    assert without_script(source._repr_html_())


def test_names_of_positions_in_a_stepper_stay_text():
    shown = ml.stepper({LONE: ml.View.parse("121\n???")}, ["single", "subset"])
    assert Tags(shown.html).tags == ["div", "img", "script"]
    is_ours(shown.html)
    assert without_script(shown.picture.svg)


def test_names_of_agents_reach_the_explorer_as_data():
    mine = ml.Agent(EVIL, methods=("single",))
    explorer = ml.explore([mine], size=4, boards=2).wait()
    assert explorer.state["agents"][0]["name"] == EVIL
    is_ours(ml.explore().still.html)


SCRIPTS = {name: (f"{name}.js",) for name in ("player", "playground", "stepper")}
SCRIPTS["explore"] = ("explore.js", "stored.js")


def test_our_scripts_set_markup_from_constants_only():
    for name in SCRIPTS:
        text = page.script(*SCRIPTS[name])
        for value in re.findall(r"innerHTML\s*=\s*([^;]+);", text):
            constant = re.search(rf"const {re.escape(value)} = `([^`]*)`", text)
            assert constant, (name, value)
            for inside in re.findall(r"\$\{([^}]*)\}", constant[1]):
                assert re.search(rf'^const {inside} = ["`][^$]*["`];$', text, re.M), (name, inside)
        assert not re.search(
            r"outerHTML|insertAdjacentHTML|document\.write|\beval\(|Function\(", text
        )


OURS = re.compile(
    r'<div data-minelab-(\w+)="(\w+)" data-lm-suppress-shortcuts="true">(<img [^>]*>)</div>\n'
    r'<script>\(\(\) => \{\n"use strict";\n(.*)\n'
    r"""begin\("\[data-minelab-\1='\2'\]", start,\n"([\w+/]+=*)"\);\n\}\)\(\);</script>\n""",
    re.S,
)


STILL = re.compile(
    r"<div data-minelab-still>(.*?)(?:<p><small>[^<]*</small></p>)?</div><style>[^<]*</style>", re.S
)
"""What a notebook keeps of a live widget."""


def is_ours(text):
    """A show as `page` makes it: our script, and beside it only data."""
    kept = STILL.fullmatch(text)
    found = OURS.fullmatch(kept[1] if kept else text)
    assert found, text[:300]
    kind, _, image, script, packed = found.groups()
    assert script == page.script(*SCRIPTS[kind])
    content = json.loads(page.content(packed))
    assert set(content) == {"css", "data"}  # nothing but data
    if kind == "explore":  # and the script that shows its games
        assert content["data"]["player"]["code"] == page.script("player.js")
    assert without_script(image.replace(ONLOAD, ""))


@pytest.mark.parametrize("path", report.notebooks(ROOT), ids=lambda path: path.stem)
def test_a_stored_notebook_runs_no_script_but_ours(path):
    for cell in report.load(path).cells:
        if cell.cell_type == "markdown":
            assert not SCRIPTED & set(Tags(cell.source).tags)
        for output in cell.get("outputs", ()):
            assert set(output.get("data", ())) <= {
                "text/html", "text/plain", "image/png"
            }  # fmt: skip
            for kind, content in output.get("data", {}).items():
                if kind == "text/html" and "<script" in content:
                    is_ours(content)
                elif kind != "text/plain":
                    ours = re.sub(STYLE, "", content).replace(ONLOAD, "")
                    assert kind == "image/png" or without_script(ours)


STYLE = re.compile(r"<style.*?</style>", re.S)


@pytest.mark.parametrize(
    "text",
    [
        "<script>1</script>", "<img src=x onerror=1>", "<a href='javascript:1'>", "<iframe>",
        "<svg onload=1>", "<img src='http://x/y.png'>", "<svg><script>1</script></svg>",
    ],
)  # fmt: skip
def test_what_could_run_is_seen(text):
    assert not without_script(text)
