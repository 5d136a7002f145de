"""Writing the protected variants of a data set once, in the layout that `protected_data` reads."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.protected_data import ANNOTATIONS, STORE, file_sha256, place_of, rules_digest
from tactful.bench.guiguard.protecting import (
    Method,
    NotProtected,
    ProtectedCase,
    TaskLabels,
    annotated,
    protect_each,
)
from tactful.bench.guiguard.store import RowStore
from tactful.errors import InputError
from tactful.formats import is_bare_png, receipt_to_json
from tactful.protect import RewriterLike
from tactful.terms import CaseData, TaskCase

_COMPRESSION = (
    1  # PNG is lossless at any level; 1 takes half the time of the usual 6, and a quarter more room
)


@dataclass(frozen=True, slots=True)
class ProtectOutcome:
    """What a call wrote (``copied`` of them bit for bit), kept from an earlier one, and could not protect."""

    out: Path
    written: int
    copied: int
    kept: int
    failed: tuple[str, ...]
    by_method: dict[str, dict[str, int]]

    def to_json(self) -> dict[str, Any]:
        return {
            "out": str(self.out),
            "written": self.written,
            "copied": self.copied,
            "kept": self.kept,
            "failed": list(self.failed),
            "methods": self.by_method,
        }


def write_protected(
    data: CaseData,
    methods: Sequence[Method],
    out: Path | str,
    *,
    seed: int = 0,
    by: str = ANNOTATIONS,
    labels: TaskLabels = annotated,
    rewriter: RewriterLike | None = None,
    rewriter_name: str | None = None,
    after: Callable[[str, int, int], None] | None = None,
) -> ProtectOutcome:
    """Write the protected form of every screen of ``data`` under every method; a second call goes on.

    ``by`` names who labelled (``annotations``, ``guard``), ``labels`` are theirs. A task is done whole or
    done again, since its replacements depend on its earlier screens. ``after(method, done, total)`` is told
    of every task. More methods may be added to a folder later. ``InputError`` where the folder holds other
    data, another seed, or cannot be written; a screen that fails is counted and stops nothing.
    """
    if any(method.operator == "keep" for method in methods):
        raise InputError("would copy the originals", field="methods", expected="methods that hide something")
    out = Path(out)
    settings = {"data": data.sha256, "seed": seed, "by": by, "rewriter": rewriter_name}
    counts = {method.name: {"written": 0, "copied": 0, "kept": 0, "failed": 0} for method in methods}
    failed: list[str] = []
    with RowStore(out, STORE, settings) as store:
        for method in methods:
            for at, task in enumerate(data.tasks, start=1):
                job = _Job(out, data, method, store, counts[method.name])
                if job.finished(task):
                    counts[method.name]["kept"] += len(task.screens)
                else:
                    each = protect_each(task, method, seed=seed, labels=labels, rewriter=rewriter)
                    failed += job.write(each)
                if after is not None:
                    after(method.name, at, len(data.tasks))
        outcome = ProtectOutcome(
            out,
            sum(c["written"] for c in counts.values()),
            sum(c["copied"] for c in counts.values()),
            sum(c["kept"] for c in counts.values()),
            tuple(failed),
            counts,
        )
        store.close("complete", methods=_tally(store), public=data.public)
    return outcome


def _tally(store: RowStore) -> dict[str, dict[str, int]]:
    """Screens by method over all calls: how many have a picture, how many have none."""
    found: dict[str, dict[str, int]] = {}
    for row in store.rows():
        each = found.setdefault(row["method"], {"screens": 0, "copied": 0, "failed": 0, "hidden": 0})
        each["failed" if "problem" in row else "screens"] += 1
        each["copied"] += bool(row.get("copied"))
        each["hidden"] += len(row.get("hidden", ()))
    return found


@dataclass(frozen=True, slots=True)
class _Job:
    """One task under one method, on its way to the disk."""

    out: Path
    data: CaseData = field(repr=False)
    method: Method
    store: RowStore = field(repr=False)
    counts: dict[str, int]

    def finished(self, task: TaskCase) -> bool:
        """Whether every screen has its row, made by the same rules from the same picture, and its file."""
        rows = dict(self.store.items())
        for case in task.screens:
            row = rows.get(place_of(self.method, case, self.data))
            if row is None or "problem" in row or row.get("rules") != rules_digest(self.method):
                return False
            file = self.out / row["output"]
            if not file.is_file() or file_sha256(file) != row["sha256"]:
                return False
            source = case.step.screenshot
            if source is None or not source.is_file() or file_sha256(source) != row["source_sha256"]:
                return False
        return True

    def write(self, each: Iterator[ProtectedCase | NotProtected]) -> list[str]:
        """Pictures and rows of the task's screens; what could not be protected, in words."""
        failed = []
        for found in each:
            place = place_of(self.method, found.case, self.data)
            row: dict[str, Any] = {
                "method": self.method.name,
                "place": place,
                "platform": found.case.platform,
                "lang": found.case.lang,
                "step": found.case.step.index,
                "rules": rules_digest(self.method),
            }
            if isinstance(found, ProtectedCase):
                row |= self._picture(found, place)
                self.counts["written"] += 1
                self.counts["copied"] += bool(row["copied"])
            else:
                (self.out / f"{place}.png").unlink(missing_ok=True)  # an earlier one would pass for it
                row["problem"] = found.reason
                self.counts["failed"] += 1
                failed.append(f"{place}: {found.reason}")
            self.store.add(place_of(self.method, found.case, self.data), row)
        return failed

    def _picture(self, found: ProtectedCase, place: str) -> dict[str, Any]:
        source = found.case.step.screenshot
        assert source is not None  # it was protected, so it was read
        raw = source.read_bytes()
        touched = any(t.operator != "keep" and t.box.area for t in found.screen.receipt.treatments)
        copied = not touched and is_bare_png(raw)
        data = raw if copied else found.screen.to_bytes(compress_level=_COMPRESSION)
        target = self.out / f"{place}.png"
        if target.resolve() == source.resolve():
            raise InputError("would overwrite the originals", file=self.out, expected="another output folder")
        try:
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _write(target, data)
        except OSError as err:
            raise InputError(f"cannot be written ({err.strerror})", file=target) from None
        return {
            "output": f"{place}.png",
            "sha256": hashlib.sha256(data).hexdigest(),
            "source_sha256": hashlib.sha256(raw).hexdigest(),
            "copied": copied,
            "width": found.screen.size[0],
            "height": found.screen.size[1],
            "hidden": {str(i): list(box.tuple()) for i, box in found.hidden.items()},
            "boxes": [list(region.box.tuple()) for region in found.screen.regions],
            **receipt_to_json(found.screen.receipt),
        }


def _write(path: Path, data: bytes) -> None:
    """All or nothing, and the owner's alone: leaky methods keep part of what was there."""
    part = path.with_name(f"{secrets.token_hex(8)}.part")
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as stream:
            stream.write(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
