"""A process of its own for who decides, asked in lines of text, with limits on what it may use.

It is killed, with all that it has started in its group, when it does not answer in time.
"""

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from minelab._checks import escaped
from minelab.games.limits import Reported

FILE = 10 * 2**20
"""The most bytes of a file that it writes, and of all that it prints."""
FILES = 64
"""Files that it may have open at a time."""
PROCESSOR = 600
"""Seconds of work after which its process ends, even if nobody is left to end it."""
GRACE = 1.0
"""Seconds to end by itself."""
MOST_ANSWER = 10**7
"""Bytes in a line."""
WAITING = 8
"""Lines that wait to be read; beyond that the writer waits."""
ROOM = 4096
"""Bytes that every pipe has room for."""
PASSED_ON = (
    "APPDATA", "HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "LOCALAPPDATA", "PATH", "SYSTEMROOT",
    "TEMP", "TMP", "TMPDIR", "USERPROFILE", "VIRTUAL_ENV",
)  # fmt: skip
"""The settings of our process that the other one gets; keys and passwords may be in the rest."""


class Late(Reported):
    """There was no answer in time."""


class Gone(Reported):
    """The process ended by itself, or answered what it should not."""


class CantLoad(ValueError):
    """It fails before the first game; the message quotes it and its file."""

    def __init__(self, message: str) -> None:
        super().__init__(escaped(message))


class Child:
    """A process that reads and writes lines; it works in a temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="minelab-"))
        self.starts = 0
        self.process: subprocess.Popen[bytes] | None = None
        self.close = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.kill: Callable[[], object] = self.close

    def start(self, command: Sequence[str], **settings: str) -> None:
        """Begin the process; `settings` are added to its environment."""
        self.stop()
        place = self.folder / str(self.starts)
        place.mkdir()
        self.starts += 1
        kept = {key: os.environ[key] for key in PASSED_ON if key in os.environ} | settings
        self.printed = place / "printed.txt"
        with open(self.printed, "wb") as printed:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=printed, cwd=place,
                env=kept, start_new_session=True,
            )  # fmt: skip
        self.kill = weakref.finalize(self, end, self.process)
        self.lines: queue.Queue[bytes] = queue.Queue(WAITING)
        assert self.process.stdout is not None
        self.ear = threading.Thread(
            target=listen, args=(self.process.stdout, self.lines), daemon=True
        )
        self.ear.start()

    def stop(self) -> None:
        """End the process, and all that it has started in its group."""
        if self.process is None:
            return
        self.process = None
        self.kill()
        for _ in range(WAITING + 1):  # the ear may be waiting for room
            with contextlib.suppress(queue.Empty):
                self.lines.get_nowait()
        self.ear.join(1)

    def wait(self) -> int | None:
        """The exit code of a process that has a second to end; None if it doesn't."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(GRACE) if self.process else None
        return None

    def say(self, text: bytes) -> None:
        """Send lines."""
        assert self.process is not None and self.process.stdin is not None
        if len(text) <= ROOM:
            write(self.process.stdin, text)
        else:  # who does not read keeps a thread waiting, not us
            arguments = (self.process.stdin, text)
            threading.Thread(target=write, args=arguments, daemon=True).start()

    def hear(self, patience: float) -> bytes:
        """The next line, for which we wait so many seconds."""
        try:
            line = self.lines.get(timeout=max(0.0, patience))
        except queue.Empty:
            self.stop()
            raise Late("it did not answer in time, and its process was stopped") from None
        if line:
            return line
        code = self.wait()
        self.stop()
        how = f"by signal {-code}" if code and code < 0 else f"with exit code {code}"
        what = "closed the file that it answers in" if code is None else f"ended {how}"
        raise Gone(f"its process {what}{last_words(self.printed)}")


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process and its group."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    with contextlib.suppress(OSError):
        if process.stdin:
            process.stdin.close()


def write(file: IO[bytes], text: bytes) -> None:
    """Write a text; if the reader has ended, there will be no answer."""
    with contextlib.suppress(OSError, ValueError):
        file.write(text)
        file.flush()


def listen(file: IO[bytes], lines: "queue.Queue[bytes]") -> None:
    """Put lines into a queue, an empty one at the end."""
    with contextlib.suppress(ValueError, OSError), file:
        while line := file.readline(MOST_ANSWER):
            lines.put(line)
    lines.put(b"")


def last_words(path: Path) -> str:
    """The end of what a process printed, for an error message."""
    with contextlib.suppress(OSError), open(path, "rb") as file:
        file.seek(max(0, path.stat().st_size - 1000))
        lines = [line.strip() for line in file.read().decode(errors="replace").splitlines()]
        said = " / ".join(line for line in lines[-3:] if line)
        return f"; it printed last: {said[-300:]}" if said else ""
    return ""
