"""Files: written whole or not at all, and read up to a size. The one home of both.

Whatever happens to a writer, a full disk, a signal or another writer, a reader finds the old file
or the new one. What is read may come from a stranger, so there is a limit.
"""

import contextlib
import errno
import os
import stat
import time
from pathlib import Path
from uuid import uuid4

from minelab._checks import check_path

FORGOTTEN = 3600
"""Seconds after which a temporary file belongs to a writer that was killed."""


def write_whole(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a file whole or not at all; its folder is made if need be.

    A file that is replaced keeps its mode. A link is replaced, not followed. What is neither a
    file nor a link to one stays as it is.
    """
    path = check_path("path", path)
    data = content.encode() if isinstance(content, str) else content
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.parent.exists() and not path.parent.is_dir():
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "A device can't be replaced by a file", str(path))
    mode = None
    with contextlib.suppress(FileNotFoundError):
        found = path.lstat().st_mode
        mode = stat.S_IMODE(found) if stat.S_ISREG(found) else None
    for last in (False, False, True):
        temporary = path.with_name(f"{temporary_prefix(path)}{uuid4().hex}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(temporary, "wb") as file:
                if mode is not None:
                    os.chmod(temporary, mode)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
            return
        except OSError as error:
            # A folder that is missing may be another run's, which tidied it away at this moment.
            if last or not isinstance(error, FileNotFoundError):
                # The name that the caller knows, not the temporary one.
                raise OSError(error.errno, error.strerror or str(error), str(path)) from error
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def temporary_prefix(path: Path) -> str:
    """How temporary names begin: with the file's own, cut so that there is room for the rest."""
    return f".{path.name[:50]}."


def remove_forgotten(path: Path) -> None:
    """Remove what writers of this file have left that were killed long ago."""
    for temporary in path.parent.iterdir():
        if temporary.name.startswith(temporary_prefix(path)) and temporary.suffix == ".tmp":
            with contextlib.suppress(OSError):
                if time.time() - temporary.stat().st_mtime > FORGOTTEN:
                    temporary.unlink()


def read_text(path: str | os.PathLike[str], most: int, what: str) -> str:
    """The text of a file of at most so many bytes, or a ValueError; `what` it is to hold."""
    with open(check_path("path", path), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{path} must have at most {most:,} bytes to hold {what}, and has more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path} is not text in UTF-8: {error}") from None
