"""The folder of a run: one writer at a time, one set of settings, a manifest that says what came of it.

::

    OUT/manifest.json    settings, versions, counts, failures
    OUT/logs/*.eval      Inspect's logs: prompts and messages are in them
    OUT/report/          the report
    OUT/.cache/          answers of a run that is not finished, deleted when it is

The folder and what is written into it are the owner's alone, whatever the umask.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tactful import __version__
from tactful.errors import InputError
from tactful.runs import versions

MANIFEST, LOGS, CACHE, LOCK = "manifest.json", "logs", ".cache", ".tactful.lock"
FORMAT = "tactful-cimemories-run"
# Prompts and messages are in there: nobody else is to read them.
_OWN_FOLDER, _OWN_FILE = 0o700, 0o600
_PACKAGES = ("inspect_ai", "numpy", "openai")


def fingerprint(settings: Mapping[str, Any]) -> str:
    """Tells runs of different settings apart."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True, default=str).encode()).hexdigest()


class RunFolder:
    """A run's folder, held while the ``with`` block lasts; the lock goes with the process, however it ends.

    ``InputError`` where another process holds it, where it holds something else, or a run of other settings.
    """

    form: str = FORMAT
    """What the manifest calls itself."""

    def __init__(self, out: Path, settings: Mapping[str, Any], form: str = "") -> None:
        self.out = out
        self.form = form or self.form
        self.settings = dict(settings)
        self._stream: IO[bytes] | None = None

    @property
    def logs(self) -> Path:
        return self.out / LOGS

    @property
    def cache(self) -> Path:
        return self.out / CACHE

    def __enter__(self) -> Self:
        try:
            self.out.mkdir(mode=_OWN_FOLDER, parents=True, exist_ok=True)
            self._stream = _lock(self.out)
            try:
                self._check()
                for part in (self.out, self.logs, self.cache):
                    part.mkdir(mode=_OWN_FOLDER, exist_ok=True)
                    part.chmod(_OWN_FOLDER)  # made by hand, or before folders were closed
            except BaseException:
                self._release()
                raise
        except OSError as err:
            raise InputError(f"cannot be used as output folder ({err.strerror})", file=self.out) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, err: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def write(self, status: str, **more: Any) -> None:
        """The manifest; ``status`` is running, complete, incomplete or stopped."""
        document = {
            "format": self.form,
            "tactful": __version__,
            "python": platform.python_version(),
            "packages": versions(_PACKAGES),
            "status": status,
            "settings": self.settings,
            "fingerprint": fingerprint(self.settings),
            **more,
        }
        part = self.out / f"{secrets.token_hex(8)}.part"
        try:
            with open(part, "x", encoding="utf-8", opener=_own) as stream:
                stream.write(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
            for log in self.logs.glob("*"):
                if log.is_file():
                    log.chmod(_OWN_FILE)
            part.replace(self.out / MANIFEST)
        except OSError as err:
            part.unlink(missing_ok=True)
            raise InputError(f"cannot be written ({err.strerror})", file=self.out / MANIFEST) from None

    def forget_answers(self) -> None:
        """Deletes the kept answers: the logs have them now."""
        shutil.rmtree(self.cache, ignore_errors=True)

    def _release(self) -> None:
        if self._stream is not None:
            (self.out / LOCK).unlink(missing_ok=True)
            self._stream.close()
            self._stream = None

    def _check(self) -> None:
        """That the folder is new, or holds this very run."""
        path = self.out / MANIFEST
        if not path.is_file():
            others = [entry.name for entry in self.out.iterdir() if entry.name != LOCK]
            if others:
                raise InputError(
                    "is not empty and holds no run of this benchmark",
                    file=self.out,
                    expected="an empty or new folder, or an earlier run",
                )
            return
        try:
            earlier = json.loads(path.read_text(encoding="utf-8"))
            found, settings = earlier["fingerprint"], earlier["settings"]
        except (ValueError, KeyError, TypeError):
            raise InputError("is not a manifest of this benchmark", file=path) from None
        if found != fingerprint(self.settings):
            raise InputError(
                f"holds a run with other settings ({_differences(settings, self.settings)})",
                file=self.out,
                expected="the same settings, or another output folder",
            )


def _differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    names = sorted(key for key in {*old, *new} if old.get(key) != json.loads(json.dumps(new.get(key))))
    return ", ".join(names) or "their order"


def _lock(out: Path) -> IO[bytes] | None:
    """Holds the folder; None where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    path = out / LOCK
    while True:
        stream = os.fdopen(_own(str(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb")
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.close()
            raise InputError("is in use by another run", file=out, expected="another output folder") from None
        try:
            # Whoever held it before may have removed the file between our opening and our locking it.
            if os.fstat(stream.fileno()).st_ino == path.stat().st_ino:
                return stream
        except FileNotFoundError:
            pass
        stream.close()


def _own(path: str, flags: int) -> int:
    """Opens a file that only its owner may read."""
    return os.open(path, flags, _OWN_FILE)


def file_sha256(path: Path) -> str:
    """The SHA-256 of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
