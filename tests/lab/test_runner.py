import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial
from io import StringIO
from pathlib import Path
from shutil import rmtree

import pandas as pd
import pytest

import minelab as ml
from minelab import _notebook
from minelab.lab import experiments, runner
from minelab.lab.designs import EXPERIMENTS, Sweep
from minelab.lab.runner import Crew, Part, Stopped, gather, make
from tests.parts import PARTS, ROWS, made, measure, squares

ROOT = Path(__file__).parents[2]
STOPPED = "minelab: stopped; what is done is kept"
TABLE = pd.concat([measure(k) for k in range(PARTS)], ignore_index=True)


@pytest.fixture
def diary(tmp_path):
    path = tmp_path / "diary"
    path.touch()
    return str(path)


def test_a_table_is_its_parts_one_below_the_other():
    assert gather(squares().parts()).equals(TABLE)


def test_what_is_kept_is_not_made_again(tmp_path, diary):
    parts = squares(diary=diary).parts()
    gather(parts[:7], tmp_path / "shards")
    assert gather(parts, tmp_path / "shards").equals(TABLE)
    assert sorted(made(diary)[0]) == list(range(PARTS))


def cut_short(data):
    return data[: len(data) // 2]


def with_one_bit_turned(data):
    return data[:-20] + bytes([data[-20] ^ 1]) + data[-19:]


@pytest.mark.parametrize("damage", [cut_short, with_one_bit_turned, lambda data: b""])
def test_a_damaged_shard_is_noticed_and_made_again(tmp_path, diary, damage):
    parts = squares(diary=diary).parts()
    gather(parts, tmp_path)
    for k in (3, 11):
        path = runner.shard_path(tmp_path, k)
        path.write_bytes(damage(path.read_bytes()))
    assert gather(parts, tmp_path).equals(TABLE)
    assert sorted(made(diary)[0][PARTS:]) == [3, 11]


def test_a_part_that_fails_stops_the_run_and_keeps_the_others(tmp_path):
    parts = [*squares().parts()[:5], Part(measure, {"number": "x"})]
    with pytest.raises(TypeError):
        gather(parts, tmp_path, crew=Crew(workers=1))
    assert not list(tmp_path.glob("*.tmp"))
    assert gather(parts[:5], tmp_path).equals(TABLE[: 5 * ROWS])


GAMES = Sweep(["random", "basic"], 6, 7, [4, 9], 60, seed=3)


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr("minelab.lab.designs.CHUNK", 42 * 20)
    return GAMES.parts()


@pytest.fixture(scope="module")
def cluster():
    """Two Dask workers, each a process of its own."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, worker_dashboard_address=None
    ) as cluster:
        yield cluster


def test_games_are_the_same_whoever_plays_them(small_parts, cluster):
    assert len(small_parts) == 12
    alone = gather(small_parts, crew=Crew(workers=1))
    assert len(alone) == 2 * 2 * 60
    crews = [Crew(3), Crew(2, processes=True), Crew(cluster=cluster.scheduler_address)]
    for crew in crews:
        assert gather(small_parts, crew=crew).equals(alone), crew


def test_a_sweep_that_a_cluster_plays_is_written_as_the_same_table(tmp_path, small_parts, cluster):
    sweep = partial(ml.sweep, GAMES.agents, 6, 7, mines=GAMES.mines, boards=60, seed=3)
    path = tmp_path / "games.parquet"
    means = sweep(cluster=cluster.scheduler_address, save=path)
    assert list(tmp_path.iterdir()) == [path]
    assert pd.read_parquet(path).equals(sweep())
    assert means["n"].tolist() == [60] * 4


def test_a_dask_worker_that_is_killed_changes_nothing(tmp_path, cluster):
    from distributed import Client

    with Client(cluster) as client:
        before = client.run(os.getpid)
        parts = squares(pause=0.1, diary=str(tmp_path / "diary")).parts()
        with in_the_middle(
            tmp_path / "diary", lambda: os.kill(min(before.values()), signal.SIGKILL)
        ):
            table = gather(parts, crew=Crew(cluster=client))
        assert table.equals(TABLE)
        assert client.run(os.getpid) != before


@contextmanager
def in_the_middle(diary, act):
    """Do something as soon as a diary says that some parts were made."""
    from threading import Thread

    acted = []

    def watch():
        wait_for(lambda: diary.exists() and len(made(diary)[0]) >= 6)
        act()
        acted.append(len(made(diary)[0]))

    thread = Thread(target=watch)
    thread.start()
    yield
    thread.join()
    assert 6 <= acted[0] < PARTS


def wait_for(ready, seconds=60):
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


def test_a_worker_process_that_dies_stops_the_run_which_goes_on_later(tmp_path):
    parts = squares(pause=0.1).parts()
    fatal = [*parts[:20], Part(measure, {"number": 0, "pause": 0.5, "fatal": True}), *parts[21:]]
    with pytest.raises(Stopped, match="a worker process died, .*; what is done is kept"):
        gather(fatal, tmp_path, crew=Crew(2, processes=True))
    assert 0 < len(list(tmp_path.iterdir())) < PARTS
    assert gather(parts, tmp_path, crew=Crew(2, processes=True)).equals(TABLE)


def test_a_worker_with_other_code_is_refused():
    with pytest.raises(Stopped, match="another version of minelab"):
        make(0, Part(measure, {"number": 1}), "other code", run=0)


@pytest.mark.parametrize(
    ("crew", "message"),
    [
        ({"workers": 0}, "workers must be a whole number from 1 to 1024, not 0"),
        ({"workers": 1.5}, "workers must be .* not 1.5"),
        ({"cluster": "localhost"}, "cluster must be like tcp://HOST:PORT, not 'localhost'"),
        ({"cluster": 8786}, "cluster must be like tcp://HOST:PORT, not 8786"),
    ],
)
def test_a_crew_that_cannot_be_is_refused(crew, message):
    with pytest.raises(ValueError, match=message):
        Crew(**crew)


def test_a_cluster_that_does_not_answer_is_named(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(runner, "PATIENCE", 0.5)
    with pytest.raises(ValueError, match="no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        gather(squares().parts(), crew=Crew(cluster="tcp://127.0.0.1:1"))


def start_run(folder, *options, **how):
    """The run of an experiment in a process of its own; a part takes a moment."""
    command = [sys.executable, "-m", "tests.parts", str(folder), *options]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how
    )


def finish(process):
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def stored(folder):
    assert sorted(path.name for path in folder.iterdir()) == ["squares.parquet"]
    return pd.read_parquet(folder / "squares.parquet").astype(TABLE.dtypes)


@pytest.mark.parametrize(
    ("options", "sign", "says"),
    [
        ((), signal.SIGINT, STOPPED),
        (("--processes",), signal.SIGKILL, ""),
        pytest.param((), signal.SIGKILL, "", marks=pytest.mark.full),
        pytest.param(("--processes",), signal.SIGINT, STOPPED, marks=pytest.mark.full),
        pytest.param(("--processes",), signal.SIGTERM, STOPPED, marks=pytest.mark.full),
    ],
)
def test_a_run_that_is_killed_goes_on_where_it_was(tmp_path, options, sign, says):
    folder, diary = tmp_path / "data", tmp_path / "data.diary"
    run = start_run(folder, "--workers", "2", *options, start_new_session=True)
    wait_for(lambda: len(list(folder.rglob("*.shard"))) >= 4)
    if sign == signal.SIGINT:
        os.killpg(run.pid, sign)  # as a terminal does it
    else:
        run.send_signal(sign)
    code, _, err = finish(run)
    assert code != 0
    assert says in err and "Traceback" not in err
    wait_for(lambda: no_process_of(run.pid))
    whole = [runner.read_shard(path) for path in (folder / ".shards").rglob("*.shard")]
    assert 4 <= len(whole) < PARTS
    assert all(table is not None for table in whole)
    assert not (folder / "squares.parquet").exists()
    before = len(made(diary)[0])
    assert finish(start_run(folder))[0] == 0
    assert stored(folder).equals(TABLE)
    assert len(made(diary)[0]) == before + PARTS - len(whole)


def no_process_of(session):
    """Whether every process of a session has ended."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(of) == session and state != "Z":
            return False
    return True


@pytest.mark.full
def test_two_runs_at_once_do_not_hurt_each_other(tmp_path):
    runs = [start_run(tmp_path / "data", "--workers", str(n)) for n in (1, 2)]
    for code, out, err in map(finish, runs):
        assert (code, err) == (0, "")
        assert "squares: 12,000 rows" in out
    assert stored(tmp_path / "data").equals(TABLE)


def test_a_run_whose_shards_vanish_makes_the_table_all_the_same(tmp_path):
    parts = squares(pause=0.05, diary=str(tmp_path / "diary")).parts()
    with in_the_middle(tmp_path / "diary", lambda: rmtree(tmp_path / "shards", ignore_errors=True)):
        assert gather(parts, tmp_path / "shards").equals(TABLE)


def no_file_over(size):
    """What a process may be told before it starts; the system then refuses larger files."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.full
def test_a_disk_without_room_stops_the_run_which_goes_on_later(tmp_path):
    folder, diary = tmp_path / "data", tmp_path / "data.diary"
    sizes = [len(runner.encode(measure(k))) for k in range(PARTS)]
    # Where lines are counted, coverage has no room for its file either, and says so.
    env = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
    code, _, err = finish(start_run(folder, env=env, preexec_fn=no_file_over(min(sizes) - 1)))
    assert code != 0 and "Traceback" not in err
    assert f"minelab: cannot write to {folder}" in err
    assert "File too large; what is done is kept, so start again to go on" in err
    assert made(diary)[0], "there was room for the first small file, so play began"
    assert not list(folder.rglob("*.tmp")) and not list(folder.rglob("*.shard"))
    code, _, err = finish(start_run(folder, env=env, preexec_fn=no_file_over(max(sizes))))
    assert code != 0 and "File too large" in err  # the table itself
    assert not list(folder.rglob("*.tmp")) and not list(folder.glob("*.parquet"))
    before = len(made(diary)[0])
    assert finish(start_run(folder))[0] == 0
    assert stored(folder).equals(TABLE)
    assert len(made(diary)[0]) == before, "all shards were there"


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_played(
    diary, tmp_path, monkeypatch
):
    folder = tmp_path / "data"
    folder.write_text("a file, not a folder")
    monkeypatch.setitem(EXPERIMENTS, "squares", squares(diary=diary))
    with pytest.raises(Stopped, match=f"cannot write to {folder}.*Not a directory"):
        experiments.run("squares", folder)
    assert made(diary)[0] == []


class Terminal(StringIO):
    def isatty(self):
        return True


def test_the_bar_says_the_rate_and_the_time_left_on_a_terminal_only(monkeypatch, capsys):
    monkeypatch.setattr(_notebook, "DELAY", 0)
    gather(squares(pause=0.02).parts(), label="squares", unit=" parts", crew=Crew(1))
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys, "stderr", Terminal())
    gather(squares(pause=0.02).parts(), label="squares", unit=" parts", crew=Crew(1))
    shown = sys.stderr.getvalue()
    assert "squares:" in shown and "/24.0 [" in shown
    assert "<00:0" in shown and "parts/s" in shown
