"""Files that are whole or absent: the one atomic writer, the one lock, and hashes."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import secrets
from collections.abc import Collection, Iterator
from pathlib import Path, PurePath
from typing import Any

from tactful.errors import InputError

PART = ".part"
"""The ending of a file that is being written; one that is left over is of a killed run."""
LOCK = ".tactful.lock"
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
_DESKTOP = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})  # what file managers leave in any folder


def inside(folder: Path | str, name: PurePath | str, *, file: Path | str, field: str | None = None) -> Path:
    """``folder / name``, which a file, and not the user, names: for reading and for writing alike.

    Raises ``InputError`` with that ``file`` and its ``field`` where the name leads out of the folder: as an
    absolute path, by ``..``, or through a link; and where no file can have it.
    """
    path = Path(folder) / name
    try:
        path.is_file()  # a name that is too long says so here
        within = path.resolve().is_relative_to(Path(folder).resolve())
    except (OSError, ValueError, RuntimeError):
        raise InputError("is not a usable file name", file=file, field=field) from None
    if not within:
        raise InputError("leads out of the folder", file=file, field=field, expected="a file inside it")
    return path


def strangers(folder: Path, known: Collection[str]) -> list[str]:
    """What lies below a folder, links included, and is none of the ``known`` names, sorted."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    names = (path.relative_to(folder).as_posix() for path in found if path.name not in _DESKTOP)
    return sorted(name for name in names if name not in known)


def write_atomic(path: Path | str, data: bytes | str, *, private: bool = False) -> None:
    """Write a file whole or not at all: a file under this name is never half of one.

    ``private``: only the owner may read it, whatever the umask; so may its folder, where it is made here.
    Raises ``InputError`` where it cannot be written; nothing is left behind then.
    """
    path = Path(path)
    part = path.with_name(secrets.token_hex(8) + PART)  # short: a name may be as long as names can be
    mode = PRIVATE_FILE if private else 0o666
    try:
        path.parent.mkdir(mode=PRIVATE_FOLDER if private else 0o777, parents=True, exist_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as stream:
            stream.write(data.encode("utf-8", "replace") if isinstance(data, str) else data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except BaseException as err:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        if not isinstance(err, Exception):
            raise
        reason = (err.strerror or "I/O error") if isinstance(err, OSError) else type(err).__name__
        raise InputError(f"cannot be written ({reason})", file=path) from None


def write_json(path: Path | str, document: Any, *, private: bool = False, indent: int = 1) -> None:
    """`write_atomic` of a JSON document; NaN and infinity are errors, since JSON has neither.

    Half a surrogate pair, which UTF-8 cannot hold, is written as JSON's own escape.
    """
    text = json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False)
    if not _encodable(text):
        text = json.dumps(document, indent=indent, allow_nan=False)
    write_atomic(path, text + "\n", private=private)


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def make_private_folder(path: Path) -> None:
    """Make a folder that only its owner may enter, or close an existing one; so are parents made here.

    Raises ``InputError``.
    """
    try:
        for parent in [p for p in reversed(path.parents) if not p.exists()]:
            parent.mkdir(mode=PRIVATE_FOLDER)
        path.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
        path.chmod(PRIVATE_FOLDER)
    except OSError as err:
        raise InputError(f"cannot be used as output folder ({err.strerror})", file=path) from None


@contextlib.contextmanager
def locked(folder: Path, name: str = LOCK) -> Iterator[None]:
    """Hold a folder for this process while the ``with`` block lasts, however the process ends.

    The lock file stays: whoever removed it could take it from under a process that has just opened it.
    Raises ``InputError`` where another process holds it or the folder cannot be written.
    """
    import filelock

    lock = filelock.FileLock(folder / name, timeout=0, mode=PRIVATE_FILE, is_singleton=False)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise InputError("is in use by another run", file=folder, expected="another output folder") from None
    except OSError as err:
        raise InputError(f"cannot be used as output folder ({err.strerror})", file=folder) from None
    try:
        yield
    finally:
        lock.release()


def file_sha256(path: Path | str) -> str:
    """The SHA-256 of a file's bytes, as hexadecimal digits. Raises ``OSError``."""
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def is_part(name: str) -> bool:
    """Whether `write_atomic` gives a file this name while it writes it; so do no others."""
    return re.fullmatch(f"[0-9a-f]{{16}}{re.escape(PART)}", name) is not None


def remove_parts(folder: Path) -> None:
    """Delete what killed runs left half-written."""
    for part in folder.rglob(f"*{PART}"):
        if is_part(part.name):
            part.unlink(missing_ok=True)
