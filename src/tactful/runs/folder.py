"""The one output folder of a long job: held by one process, of one set of settings, taken up after a kill."""

from __future__ import annotations

import contextlib
import hashlib
import json
import platform
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Self

from tactful.errors import InputError
from tactful.runs.files import LOCK, locked, make_private_folder, remove_parts, write_json
from tactful.runs.optional import versions

MANIFEST = "manifest.json"


def fingerprint(settings: Mapping[str, Any]) -> str:
    """A hash that tells settings apart, whatever the order of their names."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True, default=str).encode()).hexdigest()


class RunFolder:
    """A run's output folder, held while the ``with`` block lasts.

    ::

        with RunFolder(out, settings, form="tactful-guiguard-run") as folder:
            folder.write("running", total=12)      # manifest.json
            ...
            folder.write("complete", done=12)

    The folder is the owner's alone. The same settings take up an earlier run (its manifest is ``earlier``);
    others are refused, as is a folder that holds something else or that another process works in: always
    one ``InputError`` that names the folder and what differs. ``status`` in the manifest is ``running``,
    ``complete``, ``incomplete``, ``stopped`` or ``failed``.

    Subclasses set ``form`` (what the manifest calls itself), ``packages`` (whose versions it records) and
    ``ours`` (names that may lie in a folder whose manifest is not written yet).
    """

    form: ClassVar[str] = "tactful-run"
    packages: ClassVar[Iterable[str]] = ()
    ours: ClassVar[Iterable[str]] = ()

    def __init__(self, out: Path | str, settings: Mapping[str, Any], *, form: str | None = None) -> None:
        self.out = Path(out)
        self.settings = json.loads(json.dumps(settings, default=str))
        self.earlier: Mapping[str, Any] | None = None
        self._form = form or self.form
        self._held = contextlib.ExitStack()

    def __enter__(self) -> Self:
        if not self.out.is_dir():
            make_private_folder(self.out)
        self._held.enter_context(locked(self.out))
        try:
            self.earlier = self._take_up()
            make_private_folder(self.out)  # only now: a folder of something else keeps its mode
            remove_parts(self.out)
        except BaseException:
            self._held.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def write(self, status: str, **more: Any) -> None:
        """Write the manifest. Raises ``InputError`` where it cannot be written."""
        from tactful import __version__

        document = {
            "format": self._form,
            "tactful": __version__,
            "python": platform.python_version(),
            "packages": versions(self.packages),
            "status": status,
            "settings": self.settings,
            "fingerprint": fingerprint(self.settings),
            **more,
        }
        write_json(self.out / MANIFEST, document, private=True, indent=2)

    def _take_up(self) -> Mapping[str, Any] | None:
        """The manifest of an earlier start of this very run; None in a new folder."""
        path = self.out / MANIFEST
        if not path.is_file():
            if any(entry.name not in {LOCK, *self.ours} for entry in self.out.iterdir()):
                raise InputError(
                    "is not empty and holds no run of this kind",
                    file=self.out,
                    expected="an empty or new folder, or an earlier run",
                )
            return None
        earlier = read_manifest(self.out, self._form)
        # Manifests of earlier versions have no fingerprint.
        old = earlier.get("fingerprint") or fingerprint(earlier.get("settings") or {})
        if old != fingerprint(self.settings):
            raise InputError(
                f"holds a run with other settings ({self._differences(earlier.get('settings'))})",
                file=self.out,
                expected="the same settings, or another output folder",
            )
        return earlier

    def _differences(self, old: Any) -> str:
        before = old if isinstance(old, dict) else {}
        names = {*before, *self.settings}
        return ", ".join(sorted(n for n in names if before.get(n) != self.settings.get(n))) or "their order"


def read_manifest(folder: Path | str, form: str | None = None) -> dict[str, Any]:
    """The manifest of a run's folder. Raises ``InputError`` where it is none, or of another ``form``."""
    path = Path(folder) / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(manifest, dict) or (form is not None and manifest["format"] != form):
            raise ValueError
    except (OSError, ValueError, KeyError):
        raise InputError("is not a manifest of such a run", file=path, expected=form) from None
    return manifest
