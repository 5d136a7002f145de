"""Writing the protected variants of a data set once, in the layout that `protected_data` reads."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tactful.bench.guiguard.protected_data import ANNOTATIONS, FORM, ROWS, AnyCase, place_of, rules_digest
from tactful.bench.guiguard.protecting import Method, ProtectedCase, TaskLabels, annotated, protect_each
from tactful.errors import InputError
from tactful.formats import is_bare_png, receipt_to_json
from tactful.models import ModelRewriter
from tactful.protect import RewriterLike
from tactful.runs import LOCK, MANIFEST, RowFile, RunFolder, file_sha256, inside, strangers, write_atomic
from tactful.terms import CaseData, TaskCase

# PNG is lossless at any level; 1 takes half the time of the usual 6, and a quarter more room.
_COMPRESSION = 1
_COUNTS = ("written", "copied", "kept", "failed")


@dataclass(frozen=True, slots=True)
class ProtectOutcome:
    """What a call wrote (``copied`` of them bit for bit), kept from an earlier one, and could not protect."""

    out: Path
    failed: tuple[str, ...]
    by_method: dict[str, dict[str, int]]

    @property
    def written(self) -> int:
        return sum(counts["written"] for counts in self.by_method.values())

    @property
    def copied(self) -> int:
        return sum(counts["copied"] for counts in self.by_method.values())

    @property
    def kept(self) -> int:
        return sum(counts["kept"] for counts in self.by_method.values())

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
    settings = {"data": data.sha256, "seed": seed, "by": by, "rewriter": rewriter_json(rewriter)}
    counts = {method.name: Counter(dict.fromkeys(_COUNTS, 0)) for method in methods}
    failed: list[str] = []
    with RunFolder(out, settings, form=FORM) as folder:
        rows = RowFile(folder.out / ROWS)
        _only_ours(folder.out, rows)
        folder.write("running", methods=_tally(rows), public=data.public)
        status = "stopped"
        try:
            for method in methods:
                for at, task in enumerate(data.tasks, start=1):
                    if _finished(folder.out, rows, data, method, task):
                        counts[method.name]["kept"] += len(task.screens)
                    else:
                        each = protect_each(task, method, seed=seed, labels=labels, rewriter=rewriter)
                        failed += _write(folder.out, rows, data, method, each, counts[method.name])
                    if after is not None:
                        after(method.name, at, len(data.tasks))
            status = "complete"
        finally:
            folder.write(status, methods=_tally(rows), public=data.public)
    return ProtectOutcome(folder.out, tuple(failed), {name: dict(each) for name, each in counts.items()})


def rewriter_json(rewriter: RewriterLike | None) -> Any:
    """What a manifest says of a rewriter: its model, sampling and prompt where it tells them."""
    if rewriter is None:
        return None
    return rewriter.to_json() if isinstance(rewriter, ModelRewriter) else type(rewriter).__name__


def _only_ours(out: Path, rows: RowFile) -> None:
    """``InputError`` for a folder with a file that has no row."""
    ours = {LOCK, MANIFEST, ROWS, *(row["output"] for row in rows.rows().values() if "output" in row)}
    others = strangers(out, ours)
    if others:
        raise InputError(f"holds '{others[0]}', which has no row", file=out, expected="another output folder")


def _tally(rows: RowFile) -> dict[str, dict[str, int]]:
    """Screens by method over all calls: how many have a picture, how many have none."""
    tally: dict[str, dict[str, int]] = {}
    for row in rows.rows().values():
        each = tally.setdefault(row["method"], {"screens": 0, "copied": 0, "failed": 0, "hidden": 0})
        each["failed" if "problem" in row else "screens"] += 1
        each["copied"] += bool(row.get("copied"))
        each["hidden"] += len(row.get("hidden", ()))
    return tally


def _finished(out: Path, rows: RowFile, data: CaseData, method: Method, task: TaskCase) -> bool:
    """Whether every screen has its row, made by the same rules from the same picture, and its file."""
    for case in task.screens:
        row, source = rows.get(place_of(method, case, data)), case.step.screenshot
        if row is None or "problem" in row or row.get("rules") != rules_digest(method) or source is None:
            return False
        for file, sha256 in ((out / row["output"], row["sha256"]), (source, row["source_sha256"])):
            if not file.is_file() or file_sha256(file) != sha256:
                return False
    return True


def _write(
    out: Path, rows: RowFile, data: CaseData, method: Method, each: Iterable[AnyCase], counts: Counter[str]
) -> list[str]:
    """Pictures and rows of a task's screens; what could not be protected, in words."""
    failed = []
    for screen in each:
        place = place_of(method, screen.case, data)
        row: dict[str, Any] = {
            "method": method.name,
            "place": place,
            "platform": screen.case.platform,
            "lang": screen.case.lang,
            "step": screen.case.step.index,
            "rules": rules_digest(method),
        }
        target = inside(out, f"{place}.png", file=out)
        if isinstance(screen, ProtectedCase):
            picture, about = _picture(screen, target)
            rows.add(
                place, row | {"output": f"{place}.png"} | about
            )  # first: no picture is ever there without its row
            write_atomic(target, picture, private=True)
            counts["written"] += 1
            counts["copied"] += bool(about["copied"])
        else:
            target.unlink(missing_ok=True)  # an earlier one would pass for it
            rows.add(place, row | {"problem": screen.reason})
            counts["failed"] += 1
            failed.append(f"{place}: {screen.reason}")
    return failed


def _picture(screen: ProtectedCase, target: Path) -> tuple[bytes, dict[str, Any]]:
    """The picture of a screen, and what its row says. Leaky methods keep part of what was there."""
    source = screen.case.step.screenshot
    assert source is not None  # it was protected, so it was read
    raw = source.read_bytes()
    touched = any(t.operator != "keep" and t.box.area for t in screen.screen.receipt.treatments)
    copied = not touched and is_bare_png(raw)
    picture = raw if copied else screen.screen.to_bytes(compress_level=_COMPRESSION)
    if target.resolve() == source.resolve():
        raise InputError("would overwrite the originals", file=target, expected="another output folder")
    return picture, {
        "sha256": hashlib.sha256(picture).hexdigest(),
        "source_sha256": hashlib.sha256(raw).hexdigest(),
        "copied": copied,
        "width": screen.screen.size[0],
        "height": screen.screen.size[1],
        "hidden": {str(i): list(box.tuple()) for i, box in screen.hidden.items()},
        "boxes": [list(region.box.tuple()) for region in screen.screen.regions],
        **receipt_to_json(screen.screen.receipt),
    }
