"""Protecting a whole run onto disk: in step order, resumable, and nothing unprotected or half-written.

In the output folder: the protected images under their own names (PNG), `receipts.jsonl` (one line a finished
screen: what was found, what was done and why, without private values; it is also what a resumed run reads)
and `manifest.json` (versions, settings, seeds, how every screen ended, and the hash of every image).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform as host
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tactful import __version__
from tactful.errors import InputError, ProtectionError, TactfulError
from tactful.flow import protect, recall, recognize
from tactful.formats import receipt_to_json
from tactful.guard import Guard
from tactful.runs import (
    LOCK,
    MANIFEST,
    file_sha256,
    inside,
    is_part,
    locked,
    remove_parts,
    strangers,
    versions,
    write_atomic,
    write_json,
)
from tactful.terms import ProtectedScreen, Region, Risk, Screen

RECEIPTS = "receipts.jsonl"


class RunItem(Protocol):
    """One screen of a run: its name below the input, its file, and how to load it."""

    @property
    def name(self) -> str: ...

    @property
    def path(self) -> Path: ...

    def load(self) -> Screen: ...


@dataclass(frozen=True, slots=True)
class ScreenOutcome:
    """How one screen ended: "done", "kept" (finished by an earlier call) or "failed" with its error."""

    file: str
    status: str
    output: str | None = None
    size: tuple[int, int] | None = None
    regions: Mapping[str, int] | None = None
    covered: int = 0
    risky: int = 0
    seconds: float = 0.0
    error: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "status": self.status,
            "output": self.output,
            "width": None if self.size is None else self.size[0],
            "height": None if self.size is None else self.size[1],
            "regions": None if self.regions is None else dict(self.regions),
            "covered": self.covered,
            "risky": self.risky,
            "seconds": round(self.seconds, 3),
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """How a run ended: its screens in order, those of earlier calls included."""

    out: Path
    screens: tuple[ScreenOutcome, ...]
    total: int
    seconds: float
    stopped: bool = False

    @property
    def failed(self) -> int:
        return sum(s.status == "failed" for s in self.screens)

    def to_json(self) -> dict[str, Any]:
        covered, risky = sum(s.covered for s in self.screens), sum(s.risky for s in self.screens)
        return {
            "out": str(self.out),
            "manifest": str(self.out / MANIFEST),
            "total": self.total,
            "done": sum(s.status == "done" for s in self.screens),
            "kept": sum(s.status == "kept" for s in self.screens),
            "failed": self.failed,
            "stopped": self.stopped,
            "coverage": {"value": covered / risky if risky else None, "covered": covered, "risky": risky},
            "seconds": round(self.seconds, 3),
            "screens": [s.to_json() for s in self.screens],
        }


# Operators whose output depends on the screens before: such a run resumes only with its vault.
_SHARED_STATE = frozenset({"replace", "replace_llm", "fixed"})

Watcher = Callable[[ScreenOutcome, Screen | None, ProtectedScreen | None], None]


def protect_run(
    items: Sequence[RunItem],
    out: Path,
    guard: Guard,
    *,
    settings: Mapping[str, Any],
    jobs: int = 1,
    after: Watcher | None = None,
    checkpoint: Callable[[], None] | None = None,
    resume: bool = True,
) -> RunOutcome:
    """Protect ``items`` in order into ``out``; a second call with the same settings goes on from there.

    ``jobs`` screens are recognized at a time; painting stays in step order, so that pseudonyms do not depend
    on timing. ``after`` sees every outcome (progress, reports). ``checkpoint`` runs before each image is put
    in place (an encrypted vault is saved there). ``resume=False`` does every screen again. A screen that
    fails leaves no image and is counted; the others go on. Raises ``InputError`` when ``out`` cannot be used.
    """
    begun = time.perf_counter()
    folder = _OutputFolder(
        out, items, settings, resumable=resume and _resumable(guard, checkpoint is not None)
    )
    outcomes: list[ScreenOutcome] = []
    stopped = False
    with folder, ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        try:
            for item, future in _read_ahead(pool, items, folder, guard, window=max(1, jobs) + 1):
                outcome, screen, safe = _finish(item, future, folder, guard, checkpoint)
                outcomes.append(outcome)
                if after is not None:
                    after(outcome, screen, safe)
        except KeyboardInterrupt:
            stopped = True
            pool.shutdown(wait=False, cancel_futures=True)
        result = RunOutcome(out, tuple(outcomes), len(items), time.perf_counter() - begun, stopped)
        folder.close(result)
    return result


def _resumable(guard: Guard, has_vault_file: bool) -> bool:
    return has_vault_file or not (guard.policy.operators & _SHARED_STATE)


def _read_ahead(
    pool: ThreadPoolExecutor, items: Sequence[RunItem], folder: _OutputFolder, guard: Guard, *, window: int
) -> Iterator[tuple[RunItem, Future[_Recognized] | None]]:
    """Items in order, each with its recognition under way; None where an earlier call finished it."""
    pending: list[tuple[RunItem, Future[_Recognized] | None]] = []
    for item in items:
        work = None if folder.finished(item) else pool.submit(_recognize, item, guard)
        pending.append((item, work))
        if len(pending) >= window:
            yield pending.pop(0)
    yield from pending


@dataclass(frozen=True, slots=True)
class _Recognized:
    screen: Screen
    regions: tuple[Region, ...]
    sha256: str
    seconds: float


def _recognize(item: RunItem, guard: Guard) -> _Recognized:
    begun = time.perf_counter()
    screen = item.load()
    regions = recognize(screen, guard.session)
    return _Recognized(screen, regions, file_sha256(item.path), time.perf_counter() - begun)


def _finish(
    item: RunItem,
    future: Future[_Recognized] | None,
    folder: _OutputFolder,
    guard: Guard,
    checkpoint: Callable[[], None] | None,
) -> tuple[ScreenOutcome, Screen | None, ProtectedScreen | None]:
    if future is None:
        return folder.kept(item), None, None
    try:
        seen = future.result()
        begun = time.perf_counter()
        safe = protect(seen.screen, recall(seen.screen, seen.regions, guard.session), guard.session)
        if checkpoint is not None:
            checkpoint()
        seconds = seen.seconds + time.perf_counter() - begun
        return folder.write(item, seen.sha256, safe, seconds), seen.screen, safe
    except TactfulError as err:
        problem = str(err)
    except Exception as err:
        # The text of a stranger's exception may quote the screen: only its type is told.
        problem = f"{item.path}: {type(err).__name__}"
    folder.discard(item)
    return ScreenOutcome(item.name, "failed", error=problem), None, None


_PACKAGES = ("numpy", "pillow", "rapidocr", "onnxruntime", "openvino", "presidio-analyzer", "phonenumbers")


class _OutputFolder:
    """The output folder: what an earlier call left, and the writing of what this one adds.

    Every image in it has its line in the receipts, written first, so that a run that is killed leaves none
    that the next one, whatever its settings, does not know of.
    """

    def __init__(
        self, out: Path, items: Sequence[RunItem], settings: Mapping[str, Any], *, resumable: bool
    ) -> None:
        self.out = out
        self.settings = dict(settings)
        self._outputs = _output_names(items)
        _refuse_overwriting(out, items, self._outputs)
        _prepare(out)
        with contextlib.ExitStack() as held:
            held.enter_context(locked(out))
            old = _prepare(out)  # again: another run may have ended since
            self._salt = str(old.get("salt") or secrets.token_hex(16))
            self._fingerprint = _fingerprint(self.settings, self._salt)
            remove_parts(out)
            same = resumable and old.get("fingerprint") == self._fingerprint
            self._rows = self._take_up(_read_receipts(out / RECEIPTS), _listed(old), same)
            self._earlier = dict(self._rows)
            self._write_manifest({"status": "running", "total": len(items)})
            self._write_receipts()
            self._held = held.pop_all()

    def __enter__(self) -> _OutputFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def _take_up(
        self, rows: Sequence[Mapping[str, Any]], listed: Iterable[str], same: bool
    ) -> dict[str, dict[str, Any]]:
        """The receipts that still hold; every other image of ours goes. A folder with more is refused."""
        files = {name: self._inside(name) for name in (*listed, *(str(row["output"]) for row in rows))}
        others = strangers(self.out, {LOCK, MANIFEST, RECEIPTS, *files})
        if others:
            raise InputError(
                f"holds '{others[0]}', which no receipt vouches for",
                file=self.out,
                expected="nothing but an earlier run, or another output folder",
            )
        last = {str(row["file"]): dict(row) for row in rows} if same else {}
        kept = {name: row for name, row in last.items() if self._holds(name, row, files[str(row["output"])])}
        for output in files.keys() - {row["output"] for row in kept.values()}:
            files[output].unlink(missing_ok=True)
        return kept

    def _holds(self, name: str, row: Mapping[str, Any], file: Path) -> bool:
        """Whether the image is the one of the receipt, and no other screen of this run will have its name."""
        free = row["output"] not in self._outputs.values()
        if not free and self._outputs.get(name) != row["output"]:
            return False
        return file.is_file() and file_sha256(file) == row["output_sha256"]

    def _inside(self, name: str) -> Path:
        return inside(self.out, name, file=self.out, field="output")

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
        """The receipt first, then its image: no image is ever there without one."""
        name = self._outputs[item.name]
        data = safe.to_bytes()
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
        target = self.out / name
        try:
            self._inside(name)
            with (self.out / RECEIPTS).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(row) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            write_atomic(target, data)
        except (InputError, OSError) as err:
            reason = err.problem if isinstance(err, InputError) else f"cannot be written ({err.strerror})"
            raise ProtectionError(f"{target}: {reason}") from None
        self._rows[item.name] = row
        return ScreenOutcome(
            item.name, "done", name, safe.size, counts, safe.receipt.covered, safe.receipt.risky, seconds
        )

    def discard(self, item: RunItem) -> None:
        """What an earlier call wrote for an item that fails now must not pass for its protected form."""
        self._rows.pop(item.name, None)
        with contextlib.suppress(InputError):  # it was not written either
            self._inside(self._outputs[item.name]).unlink(missing_ok=True)

    def close(self, result: RunOutcome) -> None:
        status = "stopped" if result.stopped else "failed" if result.failed else "complete"
        summary = result.to_json()
        summary.pop("out"), summary.pop("manifest")
        self._write_receipts()
        outputs = {row["output"]: row["output_sha256"] for row in self._rows.values()}
        self._write_manifest({"status": status, **summary, "outputs": outputs})

    def _write_receipts(self) -> None:
        write_atomic(self.out / RECEIPTS, "".join(json.dumps(row) + "\n" for row in self._rows.values()))

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
        write_json(self.out / MANIFEST, manifest, indent=2)


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
        elif all(entry.name == LOCK or is_part(entry.name) for entry in out.iterdir()):
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


def _listed(manifest: Mapping[str, Any]) -> tuple[str, ...]:
    """The images that an earlier manifest vouches for."""
    outputs = manifest.get("outputs")
    return tuple(outputs) if isinstance(outputs, dict) else ()


def _fingerprint(settings: Mapping[str, Any], salt: str) -> str:
    """Tells whether two calls had the same settings; slow on purpose, since the task text may be private."""
    text = json.dumps(settings, sort_keys=True, default=str)
    return hashlib.scrypt(text.encode(), salt=salt.encode(), n=2**14, r=8, p=1, dklen=16).hex()


def _read_receipts(path: Path) -> list[dict[str, Any]]:
    """The receipts of earlier calls in order; a line torn by a kill is left out and its screen done again."""
    rows: list[dict[str, Any]] = []
    if not path.is_file():
        return rows
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if isinstance(row, dict) and {"file", "sha256", "output", "output_sha256"} <= row.keys():
            rows.append(row)
    return rows
