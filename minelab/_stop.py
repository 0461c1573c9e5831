"""How a command is told to stop: with one line, and with all processes that it has started."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

TIDY = 1.5
"""Seconds in which a command that is told to stop may tidy up."""


@contextlib.contextmanager
def stopped_by_signals(note: str) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM stop a command with one line, and with all processes it has started.

    The command gets a KeyboardInterrupt and may tidy up. A thread does the rest, since the main one
    hears of a signal only between two steps of Python, and compiled code can take longer.
    """
    usual = signal.getsignal(signal.SIGTERM)
    # Only the main thread gets signals; a handler that Python did not set (None) can't be restored.
    if threading.current_thread() is not threading.main_thread() or usual is None:
        yield
        return
    signals, tell = os.pipe()
    if hasattr(os, "set_blocking"):  # Windows has none before Python 3.12, and can do without
        os.set_blocking(tell, False)
    watch = Watch(signals, note)
    watch.start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    before = signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    try:
        yield
        watch.over.set()
    except BaseException as error:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # told once is enough
        if isinstance(error, KeyboardInterrupt):
            os.write(tell, bytes([signal.SIGINT]))  # in case that no signal was the cause
        elif not watch.code:
            raise
        watch.said.wait()
        sys.exit(watch.code)
    finally:
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGTERM, usual)
        os.close(tell)


class Watch(threading.Thread):
    """Waits for a signal to stop; then says so, ends what was started since, and soon the process.

    signals: where numbers of signals are read.
    note: what is said after "stopped".
    """

    def __init__(self, signals: int, note: str) -> None:
        super().__init__(daemon=True)
        self.signals, self.note = signals, note
        self.began = time.time() - 0.1  # the times at which processes began are coarse
        self.code = 0
        """The exit code, once there was a signal."""
        self.said, self.over = threading.Event(), threading.Event()

    def run(self) -> None:
        import psutil  # now: there is no time to lose later

        told = b"?"
        while told and told[0] not in (signal.SIGINT, signal.SIGTERM):
            told = os.read(self.signals, 1)
        if not told:  # the command has ended
            os.close(self.signals)
            return
        self.code = 128 + told[0]
        with contextlib.suppress(OSError):
            os.write(2, f"minelab: stopped{self.note}\n".encode())
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what breaks now is meant to
        for child in psutil.Process().children():
            with contextlib.suppress(psutil.Error):
                if child.create_time() >= self.began:
                    for descendant in (*child.children(recursive=True), child):
                        descendant.terminate()
        self.said.set()
        if not self.over.wait(TIDY):
            os._exit(self.code)
