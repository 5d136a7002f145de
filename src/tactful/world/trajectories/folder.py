"""The folder of a job: locked while it runs, taken up again only with its settings and versions."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tactful import __version__
from tactful.errors import InputError
from tactful.formats import json_document, json_lines, make_private, write_private
from tactful.runs import versions

MANIFEST, INDEX, LOCK = "manifest.json", "index.jsonl", ".tactful.lock"
FORMAT = "tactful.world.trajectories"
_LEFT_OUT = ("files", "versions")  # of a run's summary, in the index
_PACKAGES = ("playwright", "faker", "lucide", "pillow", "pyyaml")


class TrajectoryFolder:
    """The folder, held while the ``with`` block lasts; the lock goes with the process, however it ends.

    ``InputError`` where another process holds it, where it holds something else, runs of other settings, or
    runs that other versions drew: one manifest cannot speak for both. The lock file stays: whoever removed
    it could take it from under a process that has just opened it.
    """

    def __init__(self, out: Path, settings: Mapping[str, Any]) -> None:
        self.out = out
        self.settings = {**settings, "langs": list(settings["langs"]) if settings.get("langs") else None}
        self.versions = drawn_with()
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> TrajectoryFolder:
        make_private(self.out)
        self._lock = _lock(self.out)
        try:
            self._check()
        except BaseException:
            self._release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._release()

    def write(
        self,
        status: str,
        *,
        summaries: Sequence[Mapping[str, Any]],
        planned: int,
        failed: Sequence[tuple[str, str]],
    ) -> None:
        """The index and the manifest. ``status`` is complete, incomplete or stopped."""
        rows = [{name: value for name, value in s.items() if name not in _LEFT_OUT} for s in summaries]
        write_private(self.out / INDEX, json_lines(rows))
        files = [[summary["id"], summary["files"]] for summary in summaries]
        manifest = {
            "format": FORMAT,
            **self.versions,
            "settings": self.settings,
            "status": status,
            "planned": planned,
            "runs": len(summaries),
            "screens": sum(int(summary["steps"]) for summary in summaries),
            "failed": [{"run": name, "problem": problem} for name, problem in failed],
            "sha256": hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest(),
        }
        write_private(self.out / MANIFEST, json_document(manifest))

    def _check(self) -> None:
        path = self.out / MANIFEST
        if not path.is_file():
            others = [entry.name for entry in self.out.iterdir() if entry.name not in (LOCK, INDEX)]
            if others:
                raise InputError(
                    "is not empty and holds no trajectories of the world",
                    file=self.out,
                    expected="an empty or new folder, or an earlier run",
                )
            # A job that is killed must be known again.
            start = {"format": FORMAT, **self.versions, "settings": self.settings, "status": "running"}
            write_private(path, json_document(start))
            return
        try:
            old = json.loads(path.read_text(encoding="utf-8"))
            known = old["format"] == FORMAT
            settings = old["settings"]
        except (OSError, ValueError, KeyError, TypeError):
            raise InputError("is no manifest of such a folder", file=path, expected=FORMAT) from None
        if not known or settings != self.settings:
            raise InputError(
                "the folder holds runs of other settings", file=self.out, expected="the same settings"
            )
        others = differing(old, self.versions)
        if others:
            raise InputError(
                f"the folder holds runs of other versions: {'; '.join(others)}",
                file=self.out,
                expected="another folder, or the versions that made this one",
            )

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def drawn_with() -> dict[str, Any]:
    """What decides the pixels beside the settings: tactful, packages, chromium, fonts."""
    return {
        "tactful": __version__,
        "packages": versions(_PACKAGES),
        "chromium": chromium_version(),
        "fonts": fonts_digest(),
    }


def differing(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Which versions of an earlier manifest are others now, as "NAME was ..., is ..."; fonts are a hash."""
    before, now = _flat(old), _flat(new)
    return [
        "fonts"
        if name == "fonts"
        else f"{name} was {before.get(name) or 'unknown'}, is {version or 'unknown'}"
        for name, version in now.items()
        if before.get(name) != version
    ]


def _flat(told: Mapping[str, Any]) -> dict[str, str]:
    packages = told.get("packages")
    names = {name: told.get(name) for name in ("tactful", "chromium", "fonts")}
    every = {**names, **(packages if isinstance(packages, dict) else {})}
    return {name: str(version) for name, version in every.items() if version is not None}


@cache
def chromium_version() -> str:
    """What ``--version`` of the Chromium says that would be started; empty for the driver's own."""
    from tactful.world.browser.driver import find_chromium

    path = find_chromium()
    return _said([path, "--version"]) if path else ""


@cache
def fonts_digest() -> str:
    """A hash over the fonts of this machine, which decide what texts look like; empty where unknown."""
    if shutil.which("fc-list") is None:
        return ""
    fonts = sorted(_said(["fc-list", "--format", "%{family} %{style} %{fontversion}\n"]).splitlines())
    return hashlib.sha256("\n".join(fonts).encode()).hexdigest() if fonts else ""


def _said(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _lock(out: Path) -> IO[bytes] | None:
    """None where the system has no such locks."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        stream = (out / LOCK).open("wb")
    except OSError as err:
        raise InputError(f"cannot be used as output folder ({err.strerror})", file=out) from None
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise InputError("is in use by another run", file=out, expected="another output folder") from None
    return stream
