"""Ctrl-C and SIGTERM end a command soon, with one line and with every process that it started."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import psutil
import pytest

ROOT = Path(__file__).parents[1]
KEPT = "; what is done is kept, so start again to go on"
CELL = """
import subprocess, pathlib, time
subprocess.Popen(["sleep", "600"])
pathlib.Path("begun").touch()
time.sleep(600)
"""


@pytest.fixture
def start(tmp_path):
    """Starts a command in a session and a folder of its own, as a terminal would."""
    (tmp_path / "notebooks").mkdir()
    cells = [nbformat.v4.new_code_cell(CELL)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "notebooks" / "slow.ipynb")
    runs = []

    def command(*arguments):
        run = subprocess.Popen(
            [sys.executable, "-m", "minelab", *arguments],
            cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        runs.append(run)
        return run

    yield command
    for run in runs:  # if the test has failed
        if run.poll() is None:
            run.kill()
            run.communicate()


def has_workers(process, folder):
    """Two processes are past their imports; before, Ctrl-C in a terminal makes them complain."""
    times = [child.cpu_times() for child in process.children(recursive=True)]
    return sum(time.user > 1 for time in times) >= 2


def has_a_child(process, folder):
    return process.children()


def has_begun(process, folder):
    return (folder / "notebooks" / "begun").exists()


def has_shards(process, folder):
    return list(folder.rglob("*.shard"))


def is_busy(process, folder):
    """Imports are over: it compiles kernels, or runs them."""
    return process.cpu_times().user > 4


DAGGERS = (["daggers", "--runs", "1000000", "--workers", "2"], has_workers)
REPORT = (["report", "--check"], has_begun)
RUN = (["run", "density-10", "--folder", "data", "--workers", "2"], has_shards)
RUN_PROCESSES = ([*RUN[0], "--processes"], has_workers)
BENCH = (["bench", "odds"], is_busy)
BENCH_PROCESS = (["bench", "startup", "--quick"], has_a_child)


@pytest.mark.parametrize(
    ("command", "sign"),
    [
        pytest.param(DAGGERS, signal.SIGINT, id="daggers-int"),
        pytest.param(REPORT, signal.SIGTERM, id="report-term"),
        *(
            pytest.param(command, sign, marks=pytest.mark.full, id=f"{name}-{sign.name}")
            for name, command, sign in (
                ("daggers", DAGGERS, signal.SIGTERM),
                ("report", REPORT, signal.SIGINT),
                ("run", RUN, signal.SIGINT),
                ("run", RUN, signal.SIGTERM),
                ("bench-process", BENCH_PROCESS, signal.SIGTERM),
                ("run-processes", RUN_PROCESSES, signal.SIGINT),
                ("run-processes", RUN_PROCESSES, signal.SIGTERM),
                ("bench", BENCH, signal.SIGINT),
                ("bench", BENCH, signal.SIGTERM),
            )
        ),
    ],
)
def test_a_command_stops_when_told(command, sign, start, tmp_path):
    arguments, works = command
    run = start(*arguments)
    process, until = psutil.Process(run.pid), time.monotonic() + 180
    while not works(process, tmp_path):
        assert run.poll() is None and time.monotonic() < until, run.communicate()
        time.sleep(0.05)
    started = process.children(recursive=True)
    told = time.monotonic()
    if sign == signal.SIGINT:
        os.killpg(run.pid, sign)  # as a terminal does it
    else:
        run.send_signal(sign)
    _, err = run.communicate(timeout=60)
    # Two seconds where nothing else runs, and longer by as much as the machine is busy.
    busy = max(1, os.getloadavg()[0] / (os.cpu_count() or 1))
    assert time.monotonic() - told < 2 * busy
    assert run.returncode == 128 + sign
    assert err == f"minelab: stopped{KEPT if arguments[0] == 'run' else ''}\n"
    while any(map(alive, started)):
        assert time.monotonic() - told < 2 * busy + 1, [child.cmdline() for child in started]
        time.sleep(0.05)


def alive(process):
    """Whether it still runs; one that has ended may wait for somebody to notice."""
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def test_an_interrupt_without_a_signal_is_the_same_and_other_signals_change_nothing():
    """A handler of another signal tells the same thread, which goes on waiting."""
    code = (
        "import os, signal; from minelab import cli\n"
        "signal.signal(signal.SIGUSR1, lambda *_: print('heard', flush=True))\n"
        "def agents():\n"
        "    signal.raise_signal(signal.SIGUSR1)\n"
        "    os.write(1, b'goes on ')\n"
        "    raise KeyboardInterrupt\n"
        "cli.catalogue = agents\n"
        "cli.main(['agents'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 130
    assert (done.stdout, done.stderr) == ("heard\ngoes on ", "minelab: stopped\n")


def test_to_be_told_twice_is_to_be_told_once():
    """Some send a signal to a process and then to its group; the line may be slow in coming."""
    code = (
        "import os, signal, threading, time\n"
        "from minelab._stop import stopped_by_signals\n"
        "write = os.write\n"
        "os.write = lambda file, data: (time.sleep(0.6 * (file == 2)), write(file, data))[1]\n"
        "with stopped_by_signals(''):\n"
        "    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGTERM)).start()\n"
        "    signal.raise_signal(signal.SIGTERM)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, "minelab: stopped\n")
