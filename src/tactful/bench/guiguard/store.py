"""The rows of one evaluation, kept as they come, so that a run that was cut off goes on where it stopped.

::

    OUT/NAME.rows.jsonl      {"key": "android/3/black", "row": {...}} a line, in the order of their coming
    OUT/NAME.manifest.json   versions, settings (with seeds and the data's hash), how many rows, how it ended
    OUT/.NAME.lock           while a process holds the store

Use::

    with RowStore(out, "recognition", {"seed": 0, "data": data.sha256, "recognizer": "local"}) as store:
        done = store.done()
        for case in data.screens:
            if case.id not in done:
                store.add(case.id, row)  # no private value in key, row or settings
        rows = store.rows()

Several stores may share a folder. Their files are the owner's alone (0600), as is a folder made for them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tactful import __version__
from tactful.errors import InputError
from tactful.runs import versions

FORMAT = "tactful-guiguard-rows"
_FILE, _FOLDER = 0o600, 0o700
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_PACKAGES = ("numpy", "pillow", "rapidocr", "onnxruntime", "openvino", "inspect_ai", "openai")
_EXPECTED = "the rows of an evaluation, one JSON object with key and row a line"

Row = dict[str, Any]


class RowStore:
    """The rows of the evaluation ``name`` in ``folder``; held by one process from here to `close`.

    ``settings`` are all that a row depends on (seed, data hash, model, prompt version, ...), JSON values
    without private text. Rows of an earlier call with the same settings are taken up; a last line that was
    torn by a kill is dropped. Raises ``InputError`` where the store holds rows of other settings or of
    another version of the program, is damaged, is in use, or cannot be written; ``ValueError`` for a
    ``name`` that is no plain file name.
    """

    def __init__(self, folder: Path | str, name: str, settings: Mapping[str, Any]) -> None:
        if not _NAME.fullmatch(name):
            raise ValueError("a store's name is letters, digits, dots, dashes")
        self.folder = Path(folder)
        self.name = name
        self.settings: dict[str, Any] = json.loads(json.dumps(settings, sort_keys=True, allow_nan=False))
        self._thread = threading.Lock()
        self._rows: dict[str, Row] = {}
        self._stream: IO[bytes] | None = None
        try:
            self.folder.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
            self._held = hold(self.folder / f".{name}.lock")
        except OSError as err:
            raise _unusable(self.folder, err) from None
        try:
            self._check_settings()
            self._rows = self._take_up()
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            self._stream = os.fdopen(_own(str(self.path), flags), "ab", buffering=0)
            self.path.chmod(_FILE)  # it may have been copied here
            self.write_manifest("running")
        except OSError as err:
            self._release()
            raise _unusable(self.folder, err) from None
        except BaseException:
            self._release()
            raise

    @property
    def path(self) -> Path:
        """The file of rows."""
        return self.folder / f"{self.name}.rows.jsonl"

    @property
    def manifest(self) -> Path:
        """The file that says what the rows came from."""
        return self.folder / f"{self.name}.manifest.json"

    def __enter__(self) -> RowStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close("complete" if kind is None else "stopped")

    def done(self, *, again: Callable[[Row], bool] | None = None) -> frozenset[str]:
        """The keys that have a row, less those whose row is to be made ``again`` (a call that failed)."""
        return frozenset(key for key, row in self._rows.items() if again is None or not again(row))

    def rows(self) -> tuple[Row, ...]:
        """All rows, in the order in which their keys first came."""
        return tuple(dict(row) for row in self._rows.values())

    def items(self) -> tuple[tuple[str, Row], ...]:
        """All keys with their rows, in the order in which the keys first came."""
        return tuple((key, dict(row)) for key, row in self._rows.items())

    def add(self, key: str, row: Mapping[str, Any]) -> None:
        """Keep a row: it is on the disk when this returns. A later row takes an earlier one's place.

        Raises ``InputError`` where it cannot be written (what stood there is untouched), ``ValueError`` or
        ``TypeError`` for a row that JSON cannot hold, ``RuntimeError`` after `close`.
        """
        line = json.dumps({"key": key, "row": row}, allow_nan=False).encode() + b"\n"
        with self._thread:
            if self._stream is None:
                raise RuntimeError("the store is closed")
            size = os.fstat(self._stream.fileno()).st_size
            try:
                left = memoryview(line)
                while left:
                    left = left[self._stream.write(left) :]
            except OSError as err:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._stream.fileno(), size)  # a torn line would spoil those after it
                raise _unusable(self.path, err) from None
            self._rows[key] = json.loads(line)["row"]

    def write_manifest(self, status: str, **more: Any) -> None:
        """``status`` is running, complete or stopped; ``more`` are further entries, such as counts."""
        document = {
            "format": FORMAT,
            "name": self.name,
            "status": status,
            "tactful": __version__,
            "python": platform.python_version(),
            "packages": versions(_PACKAGES),
            "settings": self.settings,
            "fingerprint": _fingerprint(self.settings),
            "rows": len(self._rows),
            **more,
        }
        text = json.dumps(document, indent=1, allow_nan=False) + "\n"
        part = self.folder / f"{secrets.token_hex(8)}.part"
        try:
            with open(part, "xb", opener=_own) as stream:
                stream.write(text.encode())
            part.replace(self.manifest)
        except OSError as err:
            part.unlink(missing_ok=True)
            raise _unusable(self.manifest, err) from None

    def close(self, status: str = "complete", **more: Any) -> None:
        """The manifest with its last word, and the store is free for others; a second call does nothing."""
        if self._stream is None:
            return
        try:
            self.write_manifest(status, **more)
        finally:
            self._release()

    def _release(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None
        if self._held is not None:
            (self.folder / f".{self.name}.lock").unlink(missing_ok=True)
            self._held.close()
            self._held = None

    def _check_settings(self) -> None:
        if not self.manifest.is_file():
            if self.path.is_file() and self.path.stat().st_size:
                raise InputError(
                    "holds rows without their manifest", file=self.path, expected="another output folder"
                )
            return
        try:
            earlier = json.loads(self.manifest.read_text(encoding="utf-8"))
            found, settings, version = earlier["fingerprint"], earlier["settings"], earlier["tactful"]
            names = {
                key for key in {*settings, *self.settings} if settings.get(key) != self.settings.get(key)
            }
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError("is not a manifest of an evaluation", file=self.manifest) from None
        if found != _fingerprint(self.settings):
            names |= {"the program's version"} if version != __version__ else set()
            raise InputError(
                f"holds {self.name} rows of other settings ({', '.join(sorted(names)) or 'their order'})",
                file=self.folder,
                expected="the same settings, or another output folder",
            )

    def _take_up(self) -> dict[str, Row]:
        """The rows of an earlier call; what a kill tore off the end is cut away."""
        if not self.path.is_file():
            return {}
        data = self.path.read_bytes()
        rows, whole = _parse(data, self.path)
        if whole < len(data):
            os.truncate(self.path, whole)
        elif data and not data.endswith(b"\n"):
            with self.path.open("ab") as stream:
                stream.write(b"\n")
        return rows


def read_rows(path: Path | str) -> tuple[Row, ...]:
    """The rows of a ``NAME.rows.jsonl``, finished or still growing, without taking hold of it.

    Raises ``InputError`` where it cannot be read or is damaged.
    """
    path = Path(path)
    try:
        return tuple(_parse(path.read_bytes(), path)[0].values())
    except OSError as err:
        raise InputError(f"cannot be read ({err.strerror})", file=path, expected=_EXPECTED) from None


def hold(path: Path) -> IO[bytes] | None:
    """Holds a lock file for this process; None where the system has no such locks.

    The lock goes with the process, however it ends. Whoever lets go removes the file, then closes the
    stream. Raises ``InputError`` where another process holds it.
    """
    try:
        import fcntl
    except ImportError:
        return None
    while True:
        stream = os.fdopen(_own(str(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.close()
            raise InputError(
                "is in use by another run", file=path.parent, expected="another output folder"
            ) from None
        try:
            # Whoever held it before may have removed the file between our opening and our locking it.
            if os.fstat(stream.fileno()).st_ino == path.stat().st_ino:
                return stream
        except FileNotFoundError:
            pass
        stream.close()


def _parse(data: bytes, path: Path) -> tuple[dict[str, Row], int]:
    """The rows, and how many bytes of ``data`` are whole lines."""
    rows: dict[str, Row] = {}
    whole = 0
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            whole += len(line) + (number < len(lines))
            continue
        try:
            record = json.loads(line)
            key, row = record["key"], record["row"]
            if not isinstance(key, str) or not isinstance(row, dict):
                raise TypeError
        except (ValueError, KeyError, TypeError):
            if number == len(lines):
                break  # torn by a kill: its row is made again
            raise InputError("a damaged line", file=path, line=number, expected=_EXPECTED) from None
        rows[key] = row
        whole += len(line) + (number < len(lines))
    return rows, whole


def _fingerprint(settings: Mapping[str, Any]) -> str:
    text = json.dumps({"settings": settings, "tactful": __version__}, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _own(path: str, flags: int) -> int:
    """Opens a file that only its owner may read."""
    return os.open(path, flags, _FILE)


def _unusable(path: Path, err: OSError) -> InputError:
    return InputError(f"cannot be written ({err.strerror or 'error'})", file=path)
