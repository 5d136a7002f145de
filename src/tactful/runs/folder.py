"""The output folder of a run: what an earlier call left, and the atomic writing of what this one adds."""

from __future__ import annotations

import hashlib
import json
import os
import platform as host
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tactful import __version__
from tactful.errors import InputError, ProtectionError
from tactful.formats import receipt_to_json
from tactful.runs.optional import versions
from tactful.runs.outcome import MANIFEST, RECEIPTS, RunItem, RunOutcome, ScreenOutcome
from tactful.terms import ProtectedScreen, Region, Risk

PART = ".part"
LOCK = ".tactful.lock"
_PACKAGES = ("numpy", "pillow", "rapidocr", "onnxruntime", "openvino", "presidio-analyzer", "phonenumbers")


class OutputFolder:
    """The output folder: what an earlier call left, and the atomic writing of what this one adds."""

    def __init__(
        self, out: Path, items: Sequence[RunItem], settings: Mapping[str, Any], *, resumable: bool
    ) -> None:
        self.out = out
        self.settings = dict(settings)
        self._outputs = _output_names(items)
        _refuse_overwriting(out, items, self._outputs)
        old = _prepare(out)
        self._lock = _lock(out)
        self._salt = str(old.get("salt") or secrets.token_hex(16))
        fingerprint = _fingerprint(self.settings, self._salt)
        earlier = _read_receipts(out / RECEIPTS)
        if not resumable or old.get("fingerprint") != fingerprint:
            _remove_outputs(out, earlier)
            earlier = {}
        self._fingerprint = fingerprint
        self._earlier = {name: row for name, row in earlier.items() if self._intact(row)}
        _remove_parts(out)
        _write_text(out / RECEIPTS, "".join(json.dumps(r) + "\n" for r in self._earlier.values()))
        self._write_manifest({"status": "running", "total": len(items)})

    def finished(self, item: RunItem) -> bool:
        row = self._earlier.get(item.name)
        return row is not None and item.path.is_file() and row.get("sha256") == file_sha256(item.path)

    def kept(self, item: RunItem) -> ScreenOutcome:
        row = self._earlier[item.name]
        return ScreenOutcome(
            item.name,
            "kept",
            output=row["output"],
            size=(row["width"], row["height"]),
            regions=row["regions"],
            covered=row["covered"],
            risky=row["risky"],
        )

    def write(self, item: RunItem, sha256: str, safe: ProtectedScreen, seconds: float) -> ScreenOutcome:
        """The image first, then its receipt: a receipt promises that the image is there."""
        name = self._outputs[item.name]
        data = safe.to_bytes()
        target = self.out / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            _write_bytes(target, data)
            counts = _count(safe.regions)
            row = {
                "file": item.name,
                "sha256": sha256,
                "output": name,
                "output_sha256": hashlib.sha256(data).hexdigest(),
                "width": safe.size[0],
                "height": safe.size[1],
                "regions": counts,
                "covered": safe.receipt.covered,
                "risky": safe.receipt.risky,
                **receipt_to_json(safe.receipt),
            }
            with (self.out / RECEIPTS).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(row) + "\n")
        except OSError as err:
            target.unlink(missing_ok=True)
            raise ProtectionError(f"{target}: cannot be written ({err.strerror})") from None
        return ScreenOutcome(
            item.name, "done", name, safe.size, counts, safe.receipt.covered, safe.receipt.risky, seconds
        )

    def discard(self, item: RunItem) -> None:
        """What an earlier call wrote for an item that fails now must not pass for its protected form."""
        (self.out / self._outputs[item.name]).unlink(missing_ok=True)

    def close(self, result: RunOutcome) -> None:
        status = "stopped" if result.stopped else "failed" if result.failed else "complete"
        summary = result.to_json()
        summary.pop("out"), summary.pop("manifest")
        self._write_manifest({"status": status, **summary})
        if self._lock is not None:
            (self.out / LOCK).unlink(missing_ok=True)
            self._lock.close()

    def _intact(self, row: Mapping[str, Any]) -> bool:
        file = self.out / str(row.get("output"))
        return file.is_file() and file_sha256(file) == row.get("output_sha256")

    def _write_manifest(self, result: Mapping[str, Any]) -> None:
        manifest = {
            "tactful": __version__,
            "python": host.python_version(),
            "packages": versions(_PACKAGES),
            "settings": {k: v for k, v in self.settings.items() if not k.startswith("private:")},
            "salt": self._salt,
            "fingerprint": self._fingerprint,
            **result,
        }
        try:
            _write_text(self.out / MANIFEST, json.dumps(manifest, indent=2) + "\n")
        except OSError as err:
            raise InputError(f"cannot be written ({err.strerror})", file=self.out / MANIFEST) from None


def _count(regions: Iterable[Region]) -> dict[str, int]:
    counts = {risk.value: 0 for risk in Risk}
    for region in regions:
        counts[region.risk.value] += 1
    return counts


def _output_names(items: Sequence[RunItem]) -> dict[str, str]:
    """A PNG name for every item, below the output folder; two inputs never share one."""
    names: dict[str, str] = {}
    taken: set[str] = {MANIFEST, RECEIPTS}
    for item in items:
        name = Path(item.name).with_suffix(".png").as_posix()
        if name.casefold() in taken:
            name = f"{item.name}.png"
        taken.add(name.casefold())
        names[item.name] = name
    return names


def _refuse_overwriting(out: Path, items: Sequence[RunItem], names: Mapping[str, str]) -> None:
    """The originals must survive: no output may land on an input."""
    inputs = {item.path.resolve() for item in items}
    for name in names.values():
        if (out / name).resolve() in inputs:
            raise InputError("would overwrite the originals", file=out, expected="another output folder")


def _prepare(out: Path) -> dict[str, Any]:
    """Make the folder, or take up an earlier one of ours; returns its manifest ({} for a new folder)."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        manifest = out / MANIFEST
        if manifest.is_file():
            old = json.loads(manifest.read_text(encoding="utf-8"))
            if isinstance(old, dict) and "tactful" in old:
                return old
        elif all(entry.name == LOCK for entry in out.iterdir()):
            return {}
    except (ValueError, UnicodeDecodeError):
        raise InputError("is not a manifest of tactful", file=out / MANIFEST) from None
    except OSError as err:
        raise InputError(f"cannot be used as output folder ({err.strerror})", file=out) from None
    raise InputError(
        "is not empty and holds no run of tactful",
        file=out,
        expected="an empty or new folder, or an earlier run",
    )


def _lock(out: Path) -> IO[bytes] | None:
    """Holds the folder for this run: two at once would mix weaker and stronger protection.

    None where the system has no such locks. The lock goes with the process, however it ends.
    """
    try:
        import fcntl
    except ImportError:
        return None
    stream = (out / LOCK).open("wb")
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        stream.close()
        raise InputError("is in use by another run", file=out, expected="another output folder") from None
    return stream


def _fingerprint(settings: Mapping[str, Any], salt: str) -> str:
    """Tells whether two calls had the same settings; slow on purpose, since the task text may be private."""
    text = json.dumps(settings, sort_keys=True, default=str)
    return hashlib.scrypt(text.encode(), salt=salt.encode(), n=2**14, r=8, p=1, dklen=16).hex()


def _read_receipts(path: Path) -> dict[str, dict[str, Any]]:
    """Finished screens of an earlier call; a line torn by a kill is left out and its screen done again."""
    rows: dict[str, dict[str, Any]] = {}
    if not path.is_file():
        return rows
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and {"file", "sha256", "output", "output_sha256"} <= row.keys():
            rows[str(row["file"])] = row
    return rows


def _remove_outputs(out: Path, rows: Mapping[str, Mapping[str, Any]]) -> None:
    """Images of a run with other settings may be less protected than this one promises."""
    for row in rows.values():
        file = (out / str(row["output"])).resolve()
        if out.resolve() in file.parents:
            file.unlink(missing_ok=True)


def _remove_parts(out: Path) -> None:
    for part in out.rglob(f"*{PART}"):
        part.unlink(missing_ok=True)


def _write_text(path: Path, text: str) -> None:
    _write_bytes(path, text.encode())


def _write_bytes(path: Path, data: bytes) -> None:
    """All or nothing: a file under this name is always whole."""
    part = path.with_name(secrets.token_hex(8) + PART)  # short: a name may be as long as names can be
    try:
        with part.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def file_sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
