"""Faults made for real: signals, full disks, folders that can't be written, damaged files.

What was there before stays, what is half done goes on later, and the message names the file.
With MINELAB_FULL every bit of the files is turned, and runs are killed at more places.
"""

import ast
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from threading import Thread

import pandas as pd
import pytest

import minelab as ml
from minelab import _files as files
from minelab import cli
from minelab._files import write_whole
from minelab.games.record import Record
from minelab.lab import experiments, runner, tables
from minelab.lab.designs import EXPERIMENTS, Experiment, Sweep
from minelab.report import build as report
from tests.naive import FULL

ROOT = Path(__file__).parents[1]

# A real run of games, small, that may hurt itself: at the n-th call of a function of os it sends
# itself a signal, before the call is made.
RUN = """
import os, signal, sys
from minelab import cli
from minelab.lab import designs
folder, call, number, sign = sys.argv[1:5]
games = designs.Sweep(["random", "basic"], 8, 8, [6, 12], 30, seed=3)
designs.CHUNK = 64 * 10
designs.EXPERIMENTS["small"] = designs.Experiment("small", [games])
if call:
    usual, calls = getattr(os, call), []
    def hurt(*args):
        calls.append(args)
        if len(calls) == int(number):
            os.kill(os.getpid(), int(sign))
        return usual(*args)
    setattr(os, call, hurt)
cli.main(["run", "small", "--folder", folder, "--workers", "1", *sys.argv[5:]])
"""
SMALL = Sweep(["random", "basic"], 8, 8, [6, 12], 30, seed=3)
"""The same games here."""
PARTS = 12
"""Files of that run: a note, so many shards, and the table."""


def start(folder, call="", number=0, sign=0, *more):
    command = [sys.executable, "-c", RUN, folder, call, number, int(sign), *more]
    return subprocess.Popen(
        list(map(str, command)), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def finish(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def minelab(*arguments, **how):
    """A command of the command line in a process of its own."""
    command = [sys.executable, "-m", "minelab", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, **how)


@pytest.fixture
def games(monkeypatch):
    """The table that the run makes, and its hash."""
    table = ml.sweep(["random", "basic"], 8, 8, mines=[6, 12], boards=30, seed=3)
    monkeypatch.setitem(EXPERIMENTS, "small", Experiment("small"))
    return table


def temporary(folder):
    return [path for path in folder.rglob("*") if path.suffix == ".tmp"]


IN_THE_MIDDLE = ("replace", 3)
ELSEWHERE = [
    pytest.param(call, k, marks=pytest.mark.full)
    for call in ("fsync", "replace")
    for k in range(1, PARTS + 3)  # the last one is the table's
    if (call, k) != IN_THE_MIDDLE
]


@pytest.mark.parametrize(("call", "number"), [IN_THE_MIDDLE, *ELSEWHERE])
def test_a_run_killed_while_it_writes_loses_nothing(games, tmp_path, call, number):
    code, _, err = finish(start(tmp_path, call, number, signal.SIGKILL))
    assert code == -signal.SIGKILL
    assert not err or "resource_tracker" in err  # which outlives the run, in Python 3.14
    left = temporary(tmp_path)
    assert len(left) == 1 and not list(tmp_path.glob("*.parquet"))
    whole = [runner.read_shard(path) for path in tmp_path.rglob("*.shard")]
    assert len(whole) == max(0, number - 2) and all(table is not None for table in whole)
    for path in left:
        os.utime(path, (1, 1))  # as if it were long ago
    code, out, err = finish(start(tmp_path))
    assert (code, err) == (0, "") and "small: 120 rows" in out
    assert [path.name for path in tmp_path.iterdir()] == ["small.parquet"]
    assert experiments.load("small", tmp_path).equals(games)
    assert experiments.facts("small", tmp_path)["hash"] == tables.content_hash(games)


@pytest.mark.full
@pytest.mark.parametrize("number", [5, PARTS + 2])
def test_a_run_that_is_terminated_says_so_and_goes_on_later(games, tmp_path, number):
    code, _, err = finish(start(tmp_path, "replace", number, signal.SIGTERM))
    assert code == 128 + signal.SIGTERM
    assert err == "minelab: stopped; what is done is kept, so start again to go on\n"
    assert not temporary(tmp_path)
    kept = len(list(tmp_path.rglob("*.shard")))
    assert kept == number - 2
    assert finish(start(tmp_path))[0] == 0
    assert experiments.load("small", tmp_path).equals(games)


@pytest.mark.full
def test_a_table_stays_when_the_run_that_would_replace_it_is_killed(tmp_path):
    assert finish(start(tmp_path))[0] == 0
    before = (tmp_path / "small.parquet").read_bytes()
    code, _, _ = finish(start(tmp_path, "replace", PARTS + 2, signal.SIGKILL, "--again"))
    assert code == -signal.SIGKILL
    assert (tmp_path / "small.parquet").read_bytes() == before


def test_what_a_living_writer_has_in_hand_is_not_removed(tmp_path):
    target = tmp_path / "x.parquet"
    fresh, old, other = (
        tmp_path / name for name in (".x.parquet.1.tmp", ".x.parquet.2.tmp", ".y.parquet.3.tmp")
    )
    for path in (fresh, old, other):
        path.touch()
    for path in (old, other):
        os.utime(path, (1, 1))
    files.remove_forgotten(target)
    assert fresh.exists() and other.exists() and not old.exists()


def test_a_reader_finds_one_of_two_writers_files_whole(tmp_path):
    path = tmp_path / "game.jsonl"
    contents = [letter * 300_000 for letter in "ab"]
    write_whole(path, contents[0])

    def write(content):
        for _ in range(50):
            write_whole(path, content)

    writers = [Thread(target=write, args=[content]) for content in contents]
    for writer in writers:
        writer.start()
    reads = 0
    while any(writer.is_alive() for writer in writers):
        assert path.read_text() in contents
        reads += 1
    for writer in writers:
        writer.join()
    assert reads > 10
    assert list(tmp_path.iterdir()) == [path]


# Every way to write a file, each for a disk without room.

WRITERS = {
    "record.jsonl": lambda path: ml.play(ml.Board.parse("1M\n11"), "basic").save(path),
    "picture.svg": lambda path: ml.draw(ml.Board.parse("1M\n11")).save(path),
    "page.html": lambda path: ml.player(ml.play(ml.Board.parse("1M\n11"), "basic")).save(path),
    "table.parquet": lambda path: tables.write(path, pd.DataFrame({"n": [1, 2]}), {}),
    "games.parquet": lambda path: cli.main(["sweep", "--boards", "1", "--save", str(path)]),
    "figure.png": lambda path: report.write(path, b"figure" * 99),
    "network.npz": lambda path: save_network(path),
}


def save_network(path):
    from benchmarks.training import blank, save

    save(blank(), path, seed=1, share=1)


def write_without_room(folder):
    """Let every writer replace a file where the system refuses larger ones; what each says."""
    import resource

    said = {}
    with redirect_stdout(StringIO()):
        for name, write in WRITERS.items():
            write(folder / name)  # so that all is compiled
            (folder / name).write_text("old")
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        for name, write in WRITERS.items():
            try:
                write(folder / name)
            except (OSError, SystemExit) as error:
                said[name] = str(error)
    print(json.dumps(said))


def test_a_disk_without_room_leaves_the_old_files_and_says_which(tmp_path):
    code = "import sys; from pathlib import Path; from tests import test_faults\n"
    code += "test_faults.write_without_room(Path(sys.argv[1]))"
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    left = {path.name for path in tmp_path.iterdir()} - {".shards"}  # the games played so far
    assert set(said) == set(WRITERS) == left
    for name, message in said.items():
        assert "File too large" in message and ".tmp" not in message
        assert str(tmp_path) in message
        assert (tmp_path / name).read_text() == "old"


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_none_is_named(name, tmp_path):
    (tmp_path / "folder").write_text("a file")
    with pytest.raises((OSError, SystemExit), match="Not a directory") as caught:
        WRITERS[name](tmp_path / "folder" / name)
    assert str(tmp_path / "folder") in str(caught.value)
    assert (tmp_path / "folder").read_text() == "a file"


@contextmanager
def small_disk(folder, options):
    """A file system in memory, which only root can mount."""
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full(tmp_path):
    with small_disk(tmp_path, "size=16k"):
        (tmp_path / "file").write_text("old")
        done = minelab("play", "--rows", 20, "--save", tmp_path / "file")
        assert done.returncode == 1
        assert (
            done.stderr == f"minelab: [Errno 28] No space left on device: '{tmp_path / 'file'}'\n"
        )
        assert (tmp_path / "file").read_text() == "old"
        assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_can_only_be_read(tmp_path):
    with small_disk(tmp_path, "ro"):
        code, _, err = finish(start(tmp_path))
        assert code == 1 and err.startswith(f"minelab: cannot write to {tmp_path}")
        assert "Read-only file system" in err and "Traceback" not in err
        for name, write in WRITERS.items():
            with pytest.raises((OSError, SystemExit), match="Read-only file system") as caught:
                write(tmp_path / name)
            assert str(tmp_path) in str(caught.value)


def test_a_folder_without_the_right_to_write(tmp_path):
    if os.geteuid() == 0:
        pytest.skip("root may write anywhere")
    tmp_path.chmod(0o555)
    with pytest.raises(PermissionError, match=str(tmp_path / "x")):
        write_whole(tmp_path / "x", "text")


def test_a_device_and_a_folder_are_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/null")):
        kind = path.stat().st_mode
        with pytest.raises(OSError, match="can't be replaced by a file"):
            write_whole(path, "text")
        assert path.stat().st_mode == kind
    with pytest.raises(IsADirectoryError, match=str(tmp_path)):
        write_whole(tmp_path, "text")
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]
    assert not list(Path("/dev").glob(".null.*"))


def test_a_link_is_replaced_and_not_followed(tmp_path):
    (tmp_path / "elsewhere").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "elsewhere").read_text() == "old"
    assert (tmp_path / "link").read_text() == "new" and not (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("letter", ["x", "\u00e9", "\U0001f4a3"])
def test_a_name_as_long_as_the_system_allows(tmp_path, letter):
    path = tmp_path / (letter * (255 // len(letter.encode())))
    write_whole(path, "text")
    assert path.read_text() == "text" and list(tmp_path.iterdir()) == [path]
    left = tmp_path / f"{files.temporary_prefix(path)}1.tmp"
    left.touch()
    os.utime(left, (1, 1))
    files.remove_forgotten(path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_a_file_that_is_replaced_keeps_its_mode(tmp_path, mode):
    path = tmp_path / "x"
    path.write_text("old")
    path.chmod(mode)
    write_whole(path, "new")
    assert path.read_text() == "new" and path.stat().st_mode & 0o777 == mode


FEW_WORDS = ["run", "shortfall", "--dry-run"]
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""So few words are written at the very end."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a device that is always full")
def test_output_that_cannot_be_written_is_one_line_and_an_exit_code():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "minelab", *FEW_WORDS]
        done = subprocess.run(
            command, cwd=ROOT, env=BUFFERED, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "minelab: [Errno 28] No space left on device\n"


@pytest.mark.parametrize("options", [[], pytest.param(["-u"], marks=pytest.mark.full)])
def test_a_reader_who_has_seen_enough_is_no_error(options):
    process = subprocess.Popen(
        [sys.executable, *options, "-m", "minelab", *FEW_WORDS],
        cwd=ROOT, env=BUFFERED, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


def test_a_broken_pipe_to_another_process_is_an_error(monkeypatch):
    def broken():
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(cli, "catalogue", broken)
    with pytest.raises(SystemExit, match="minelab: .*Broken pipe"):
        cli.main(["agents"])


def test_a_handler_that_python_cannot_put_back_stays(monkeypatch):
    monkeypatch.setattr(signal, "getsignal", lambda sign: None)
    monkeypatch.setattr(signal, "signal", None)  # it does not come to that
    cli.main(["agents"])


def test_the_report_says_what_cannot_be_written(monkeypatch):
    def full(*args, **options):
        raise OSError(errno.ENOSPC, "No space left on device", "figures/x.svg")

    monkeypatch.setattr(report, "run", full)
    with pytest.raises(SystemExit, match="No space left on device: 'figures/x.svg'"):
        cli.main(["report"])


def test_too_little_memory_is_one_line(monkeypatch):
    def hungry():
        raise MemoryError("Unable to allocate 7.28 TiB")

    monkeypatch.setattr(cli, "catalogue", hungry)
    with pytest.raises(SystemExit, match="minelab: not enough memory: Unable to allocate"):
        cli.main(["agents"])


# Damaged files: every bit of them in turn.


def flipped(data, step):
    """The data with one bit turned, for every so many-th bit."""
    for bit in range(0, 8 * len(data), step):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        yield bytes(damaged)


def test_every_turned_bit_and_every_cut_of_a_shard_is_noticed(tmp_path):
    path = tmp_path / "00000.shard"
    whole = runner.encode(pd.DataFrame({"n": range(5), "name": list("abcde")}), path.name)
    path.write_bytes(whole)
    assert len(runner.read_shard(path)) == 5
    for damaged in flipped(whole, 1 if FULL > 1 else 29):
        path.write_bytes(damaged)
        assert runner.read_shard(path) is None
    for end in range(0, len(whole), 1 if FULL > 1 else 29):
        path.write_bytes(whole[:end])
        assert runner.read_shard(path) is None


def test_the_shard_of_another_part_is_not_taken(tmp_path):
    """Two shards that had changed places used to give a table in the wrong order."""
    first, second = (runner.shard_path(tmp_path, k) for k in range(2))
    first.write_bytes(runner.encode(pd.DataFrame({"n": [1]}), second.name))
    second.write_bytes(runner.encode(pd.DataFrame({"n": [0]}), first.name))
    parts = [runner.Part(pd.DataFrame, {"data": {"n": [k]}}) for k in range(2)]
    table = runner.gather(parts, tmp_path, crew=runner.Crew(1))
    assert table["n"].tolist() == [0, 1]


@pytest.mark.parametrize("command", [["odds", "--mines", "3"], ["play", "--picture"]])
def test_a_file_without_end_is_not_read_to_its_end(command):
    with pytest.raises(SystemExit, match="/dev/zero must have at most 16,000,000 bytes to hold a"):
        cli.main([*command, "/dev/zero"])


def test_a_pipe_or_a_folder_is_no_table(tmp_path):
    """A pipe used to be waited for, without end."""
    os.mkfifo(tmp_path / "density-30.parquet")
    (tmp_path / "density-20.parquet").mkdir()
    for name in ("density-30", "density-20"):
        with pytest.raises(ValueError, match=rf"{name}\.parquet is not a file"):
            ml.load(name, tmp_path)
        assert not experiments.is_current(name, tmp_path)


def test_a_pipe_and_a_folder_are_no_shards(tmp_path):
    """The pipe used to be waited for."""
    os.mkfifo(tmp_path / "00000.shard")
    (tmp_path / "00001.shard").mkdir()
    assert [runner.read_shard(runner.shard_path(tmp_path, k)) for k in range(2)] == [None, None]


@pytest.mark.parametrize("link", [".shards", ".shards/small"])
def test_a_run_neither_writes_nor_removes_anything_behind_a_link(link, games, tmp_path):
    (tmp_path / "elsewhere" / "small").mkdir(parents=True)
    (tmp_path / "elsewhere" / "small" / "diary").write_text("mine")
    (tmp_path / "data" / link).parent.mkdir(parents=True)
    (tmp_path / "data" / link).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(SystemExit, match=f"cannot write to .*{link}: it is a link"):
        cli.main(["run", "small", "--folder", str(tmp_path / "data")])
    left = [path.name for path in (tmp_path / "elsewhere").rglob("*")]
    assert sorted(left) == ["diary", "small"]


def test_a_table_that_does_not_say_its_design_is_made_anew(games, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(EXPERIMENTS, "small", Experiment("small", [SMALL]))
    tables.write(tmp_path / "small.parquet", games, {"hash": "of something else"})
    cli.main(["run", "small", "--folder", str(tmp_path)])
    assert "small: 120 rows" in capsys.readouterr().out
    assert experiments.load("small", tmp_path).equals(games)


def test_a_turned_bit_of_a_table_makes_it_anew_or_changes_no_value(monkeypatch, tmp_path):
    table = pd.DataFrame({"n": [1, 2, 3000], "share": [0.5, None, 2.0], "name": list("aba")})
    monkeypatch.setitem(EXPERIMENTS, "tiny", Experiment("tiny"))
    path, content = tmp_path / "tiny.parquet", tables.content_hash(table)
    tables.write(path, table, experiments.describe("tiny") | {"hash": content})
    whole = path.read_bytes()
    refused = harmless = 0
    for damaged in flipped(whole, 1 if FULL > 1 else 97):
        path.write_bytes(damaged)
        try:
            current = experiments.is_current("tiny", tmp_path)
        except ValueError as error:  # the bit was in the number of the version
            assert "the table tiny was made by minelab" in str(error)
            current = False
        if current:
            assert tables.content_hash(experiments.load("tiny", tmp_path)) == content
            harmless += 1
        else:
            refused += 1
    assert refused > harmless > 0  # names of encodings, the writer's, ...
    for end in range(0, len(whole), 1 if FULL > 1 else 97):
        path.write_bytes(whole[:end])
        with pytest.raises(ValueError, match=r"tiny\.parquet is damaged: .*minelab run tiny"):
            experiments.load("tiny", tmp_path)


def test_a_column_that_became_bytes_is_a_damaged_table(monkeypatch, tmp_path):
    """One turned bit can do that."""
    monkeypatch.setitem(EXPERIMENTS, "tiny", Experiment("tiny"))
    path, table = tmp_path / "tiny.parquet", pd.DataFrame({"name": [b"a", b"b"]})
    tables.write(path, table, experiments.describe("tiny") | {"hash": "x"})
    with pytest.raises(ValueError, match="column 'name' must hold numbers, texts .* not binary"):
        experiments.load("tiny", tmp_path)
    assert not experiments.is_current("tiny", tmp_path)


@pytest.mark.parametrize("name", ["basic", "charles"])
def test_a_turned_bit_of_a_record_is_noticed_or_told_by_playing_again(name, tmp_path):
    """What neither the file nor the board can tell, such as a seed, the agent itself tells."""
    record = ml.play(ml.Board.random(4, 4, mines=4, seed=5), name, seed=1, first=(0, 0))
    assert ml.play_again(record) == record
    path = tmp_path / "game.jsonl"
    record.save(path)
    whole = path.read_bytes()
    refused = equal = told = 0
    for damaged in flipped(whole, 1 if FULL > 1 else 41):
        path.write_bytes(damaged)
        try:
            loaded = Record.load(path)
        except ValueError as error:
            assert "game.jsonl" in str(error)
            refused += 1
            continue
        if loaded == record:
            equal += 1
            continue
        assert [turn.move for turn in loaded.turns] == [turn.move for turn in record.turns]
        for turn in loaded.turns:
            loaded.explain(turn)
        try:
            assert ml.play_again(loaded) != loaded
        except ValueError as error:
            assert "agent must be" in str(error) or "guesses" in str(error), error
        told += 1
    assert refused > 10 * told > 0


# One home for writing.

WRITES = {"write_text", "write_bytes", "replace", "rename", "to_csv", "to_json", "savetxt", "save"}
MAY = {
    "_files.py": {"open", "replace"},
    "profile.py": {"write_text"},  # a map for perf, in a temporary folder
    "child.py": {"open"},  # what an agent prints, in a temporary folder
}


def calls(path):
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]


@pytest.mark.parametrize(
    "path",
    [*sorted((ROOT / "minelab").rglob("*.py")), *sorted((ROOT / "benchmarks").glob("*.py"))],
    ids=lambda path: path.stem,
)
def test_files_are_written_in_one_place(path):
    for call in calls(path):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        owner = ast.unparse(getattr(call.func, "value", ast.Name("")))
        if name in ("write_text", "write_bytes") or (owner == "os" and name in WRITES):
            assert name in MAY.get(path.name, ()), ast.unparse(call)
        if name == "open" and owner in ("", "io", "os", "Path"):
            modes = {ast.unparse(x) for x in [*call.args[1:], *(k.value for k in call.keywords)]}
            harmless = modes <= {"'rb'", "os.O_RDONLY", "os.O_WRONLY"}
            assert harmless or name in MAY.get(path.name, ()), ast.unparse(call)
        if name in ("to_parquet", "savez", "savefig", "write_table") and owner != "writer":
            target = call.args[1 if name == "write_table" else 0]
            assert ast.unparse(target) in ("file", "buffer"), ast.unparse(call)


def test_a_write_outside_that_place_would_be_seen(tmp_path):
    (tmp_path / "bad.py").write_text("from pathlib import Path\nPath('x').write_text('y')\n")
    with pytest.raises(AssertionError):
        test_files_are_written_in_one_place(tmp_path / "bad.py")


@pytest.mark.parametrize(("times", "fails"), [(1, False), (2, False), (3, True)])
def test_a_folder_that_another_run_removes_is_made_again(tmp_path, monkeypatch, times, fails):
    folder, left, usual = tmp_path / "shards", [0] * times, os.replace

    def late(temporary, path):
        if left:
            left.pop()
            shutil.rmtree(folder)
        usual(temporary, path)

    monkeypatch.setattr(os, "replace", late)
    if fails:
        with pytest.raises(FileNotFoundError, match=str(folder / "00001.shard")):
            write_whole(folder / "00001.shard", "text")
    else:
        write_whole(folder / "00001.shard", "text")
        assert [path.name for path in folder.iterdir()] == ["00001.shard"]
