"""Where our files are; writing a file whole or not at all, and reading a file up to a limit.

Whatever happens to a writer (a full disk, a signal, a second writer), a reader gets the old file or
the new one. Files that are read may come from strangers, hence the limit.
"""

import contextlib
import errno
import os
import stat
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from minelab._checks import check_path, shown

REPOSITORY = ""
"""The address of the repository on GitHub, https://github.com/OWNER/NAME; empty while it has none.

The launch links and what is said about where to get a table are made from it.
"""
PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent
CHECKOUT = ROOT if (ROOT / "pyproject.toml").is_file() and (ROOT / "data").is_dir() else None
"""The copy of the repository that this package runs from; None if it was installed from a wheel."""
DATA = (CHECKOUT or PACKAGE) / "data"
"""What comes with the package: boards, what others published, and tables; in a wheel small ones."""
FORGOTTEN = 3600
"""Seconds after which a temporary file must be from a writer that was killed."""


def write_whole(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a file whole or not at all; a missing folder is created.

    A file that is replaced keeps its permissions. A link is replaced, not followed. Anything that
    is neither a file nor a link to one is left alone, with an error.
    """
    path = check_path("path", path)
    data = content.encode() if isinstance(content, str) else content
    check_target(path)
    mode = None
    with contextlib.suppress(FileNotFoundError):
        present = path.lstat().st_mode
        mode = stat.S_IMODE(present) if stat.S_ISREG(present) else None
    for last in (False, False, True):
        try:
            with replacing(path) as temporary, open(temporary, "wb") as file:
                if mode is not None:
                    os.chmod(temporary, mode)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            return
        except FileNotFoundError:  # another run may have removed the folder at this moment
            if last:
                raise


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary file beside a path, to be written here; it takes its place once that is done."""
    temporary = path.with_name(f"{temporary_prefix(path)}{uuid4().hex}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        os.replace(temporary, path)
    except OSError as error:  # name the file that the caller knows
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def check_target(path: Path) -> None:
    """Refuse to write a file where something is that is no file."""
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.parent.exists() and not path.parent.is_dir():
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "A device can't be replaced by a file", str(path))


def temporary_prefix(path: Path) -> str:
    """How temporary names begin: with the file's own name, cut to leave room for the rest."""
    return f".{path.name[:50]}."


def remove_forgotten(path: Path) -> None:
    """Remove the temporary files of writers of this file that were killed long ago."""
    for temporary in path.parent.iterdir():
        if temporary.name.startswith(temporary_prefix(path)) and temporary.suffix == ".tmp":
            with contextlib.suppress(OSError):
                if time.time() - temporary.stat().st_mtime > FORGOTTEN:
                    temporary.unlink()


def read_text(path: str | os.PathLike[str], most: int, what: str) -> str:
    """The text of a file of at most `most` bytes; `what` says in the error what it should hold."""
    with open(check_path("path", path), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{path} must have at most {most:,} bytes to hold {what}, and has more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not text in UTF-8: {error}") from None


def each_once(what: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which no key may appear twice; `what` says in the error what it is."""
    name, times = Counter(name for name, _ in pairs).most_common(1)[0] if pairs else ("", 0)
    if times > 1:
        raise ValueError(f"{what} {shown(name)} appears {times} times")
    return dict(pairs)
