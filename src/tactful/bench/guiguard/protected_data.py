"""The protected variants of a data set: made in memory, or once on disk and read by every evaluation.

::

    OUT/METHOD/TASK/NAME.png     the protected picture; a clean PNG that needed nothing is copied bit for bit
    OUT/screens.rows.jsonl       one row a screen and method: treatments, hidden boxes, hashes, or the problem
    OUT/manifest.json            versions, seed, the data's hash, who labelled, counts by method

TASK and NAME are keyed hashes where the data set is not public, since they may hold words of the task. No row
holds a private value. A screen that cannot be protected leaves no picture, and its row says why.
"""

from __future__ import annotations

import hashlib
import json
import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from tactful.bench.guiguard.protecting import (
    Method,
    NotProtected,
    ProtectedCase,
    TaskLabels,
    all_protected,
    annotated,
    guarded,
    parse_method,
    protect_each,
)
from tactful.errors import InputError, ProtectionError, TactfulError, told
from tactful.formats import load_screen_image, receipt_from_json, regions_from_json
from tactful.protect import RewriterLike
from tactful.runs import MANIFEST, file_sha256, inside, read_rows
from tactful.terms import Box, CaseData, ProtectedScreen, ScreenCase, TaskCase

FORM, ROWS = "tactful-protected-data", "screens.rows.jsonl"
_OLD_MANIFEST = "screens.manifest.json"
ANNOTATIONS, GUARD = "annotations", "guard"
# What an evaluation sees of a row.
_MADE = ("place", "sha256", "problem", "hidden", "rules", "covered", "risky")


AnyCase: TypeAlias = ProtectedCase | NotProtected


class Protected(ABC):
    """Where an evaluation gets protected screens from: memory or disk."""

    by = ANNOTATIONS
    """Who said what is private."""

    @abstractmethod
    def screen(self, task: TaskCase, method: Method, index: int) -> AnyCase:
        """The screen at ``index`` of ``task.screens``; `NotProtected` where it has no protected form."""

    @abstractmethod
    def fingerprint(self, methods: Iterable[Method]) -> str:
        """Tells these methods' screens from those of another source, so that no evaluation mixes them."""

    def each(self, task: TaskCase, method: Method) -> Iterator[AnyCase]:
        """The task's screens one by one, in step order."""
        return (self.screen(task, method, index) for index in range(len(task.screens)))

    def task(self, task: TaskCase, method: Method) -> tuple[ProtectedCase, ...]:
        """The same together. ``ProtectionError`` where one of them has no protected form."""
        return all_protected(self.each(task, method))


class InMemory(Protected):
    """Protects when asked, and keeps the pictures of the last ``keep`` pairs of task and method."""

    def __init__(
        self,
        *,
        seed: int = 0,
        labels: TaskLabels = annotated,
        rewriter: RewriterLike | None = None,
        keep: int = 2,
    ) -> None:
        self.seed, self._labels, self._rewriter, self._keep = seed, labels, rewriter, max(1, keep)
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, Method], tuple[AnyCase, ...]] = OrderedDict()

    def __repr__(self) -> str:
        return f"InMemory(seed={self.seed})"

    def each(self, task: TaskCase, method: Method) -> Iterator[AnyCase]:
        """See `Protected`."""
        return iter(self._of(task, method))

    def screen(self, task: TaskCase, method: Method, index: int) -> AnyCase:
        """See `Protected`."""
        return self._of(task, method)[index]

    def fingerprint(self, methods: Iterable[Method]) -> str:
        """See `Protected`. Seed, labels, rewriter; data and the methods' rules are the evaluation's own."""
        rewriter = None if self._rewriter is None else type(self._rewriter).__name__
        return _digest("in memory", self.seed, _name(self._labels), rewriter)

    def _of(self, task: TaskCase, method: Method) -> tuple[AnyCase, ...]:
        """Two threads that ask for the same task protect it once."""
        key = (task.id, method)
        with self._lock:
            if key not in self._known:
                self._known[key] = tuple(
                    protect_each(task, method, seed=self.seed, labels=self._labels, rewriter=self._rewriter)
                )
                while len(self._known) > self._keep:
                    self._known.popitem(last=False)
            self._known.move_to_end(key)
            return self._known[key]


class ProtectedData(Protected):
    """The protected variants that lie in a folder; see `read_protected`."""

    def __init__(
        self,
        folder: Path,
        rows: Sequence[dict[str, Any]],
        data: CaseData,
        by: str,
        seed: int,
        settings: Mapping[str, Any],
    ) -> None:
        self.folder, self._data, self.by, self.seed = folder, data, by, seed
        self._settings = settings
        self._rows = {(row["method"], row["place"]): row for row in rows}

    def __repr__(self) -> str:
        return f"ProtectedData({str(self.folder)!r}, {len(self._rows)} screens)"

    @property
    def methods(self) -> tuple[Method, ...]:
        """The methods that have rows, in the order of their making; those of policy files are left out."""
        found = []
        for name in dict.fromkeys(method for method, _ in self._rows):
            try:
                found.append(parse_method(name))
            except InputError:
                continue
        return tuple(found)

    def screen(self, task: TaskCase, method: Method, index: int) -> AnyCase:
        """See `Protected`. A picture that is missing, damaged or changed is `NotProtected`."""
        case = task.screens[index]
        row = self._rows.get((method.name, place_of(method, case, self._data)))
        if row is None:
            return NotProtected(case, f"no screen of the method {method.name} in the protected data")
        if "problem" in row:
            return NotProtected(case, row["problem"])
        try:
            return self._load(case, method, row)
        except TactfulError as err:
            return NotProtected(case, told(err))
        except (OSError, KeyError, ValueError, TypeError) as err:
            return NotProtected(case, f"the protected data is damaged ({type(err).__name__})")

    def fingerprint(self, methods: Iterable[Method]) -> str:
        """See `Protected`. The manifest's settings, and of each screen the picture's hash and what it hides.

        Only what the data at hand needs is in it: a folder may get further methods later.
        """
        places = [
            (method.name, place_of(method, case, self._data))
            for method in sorted(methods, key=lambda method: method.name)
            for case in self._data.screens
        ]
        rows = [self._rows.get(place, {}) for place in places]
        return _digest("folder", self._settings, [[row.get(key) for key in _MADE] for row in rows])

    def _load(self, case: ScreenCase, method: Method, row: dict[str, Any]) -> ProtectedCase:
        file = inside(self.folder, row["output"], file=self.folder, field="output")
        if file_sha256(file) != row["sha256"]:
            raise ProtectionError("the picture in the protected data is not the one that was written")
        source = case.step.screenshot
        if source is None or file_sha256(source) != row["source_sha256"]:
            raise ProtectionError("the screenshot is not the one that the protected data was made from")
        if row["rules"] != rules_digest(method):
            raise ProtectionError("the protected data was made by another policy of that name")
        regions = regions_from_json(row)
        if self.by == ANNOTATIONS:
            known = case.regions or ()
            if [r.box for r in known] != [r.box for r in regions]:
                raise ProtectionError("the labels are not those that the protected data was made from")
            regions = known
        receipt = receipt_from_json(row, case.step.screenshot.name if case.step.screenshot else "screen")
        screen = ProtectedScreen(receipt.name, load_screen_image(file), receipt, regions)
        hidden = {int(index): Box(*box) for index, box in row["hidden"].items()}
        return ProtectedCase(case, screen, hidden)


def read_protected(path: Path | str, data: CaseData) -> ProtectedData:
    """The folder that ``write_protected`` (``tactful bench protect``) wrote for ``data``, or for more of it.

    ``InputError`` where there is none, or it has no screen of ``data``. Every screen is checked when it is
    asked for: its original and its labels must be those that its protected form was made from.
    """
    folder = Path(path)
    manifest = folder / (_OLD_MANIFEST if (folder / _OLD_MANIFEST).is_file() else MANIFEST)
    try:
        settings = json.loads(manifest.read_text(encoding="utf-8"))["settings"]
        made_from, by, seed = settings["data"], str(settings["by"]), int(settings["seed"])
    except OSError as err:
        raise InputError(
            f"cannot be read ({err.strerror})", file=manifest, expected="a folder of `tactful bench protect`"
        ) from None
    except (ValueError, KeyError, TypeError):
        raise InputError("is not a manifest of protected data", file=manifest) from None
    # A part of the data is served from the folder of the whole, under the names that it has there.
    whole = replace(data, sha256=str(made_from))
    rows = read_rows(folder / ROWS)
    places = {row["place"].split("/", 1)[1] for row in rows}
    if not any(screen_key(case, whole) in places for case in data.screens):
        raise InputError("was made from other data", file=folder, expected="the protected form of this data")
    return ProtectedData(folder, rows, whole, by, seed, settings)


def open_protected(
    data: CaseData,
    methods: Iterable[Method],
    folder: Path | str | None = None,
    *,
    by: str = ANNOTATIONS,
    seed: int = 0,
    keep: int = 2,
) -> Protected:
    """The protected screens of ``data``: from the folder where there is one, else painted when asked for.

    ``by``: the annotations or the guard say what is private. ``InputError`` for what cannot be painted here.
    """
    if folder is not None:
        return read_protected(folder, data)
    if by not in (ANNOTATIONS, GUARD):
        raise InputError(f"nobody called '{by}'", field="--by", expected="annotations or guard")
    if any("replace_llm" in method.rules().operators for method in methods):
        raise InputError(
            "replace_llm needs a model",
            field="protected",
            expected="a folder of `tactful bench protect`, or --rewriter where the command has it",
        )
    if by == ANNOTATIONS:
        return InMemory(seed=seed, keep=keep)
    return InMemory(seed=seed, labels=guarded(), keep=keep)


def protect_summary(folder: Path) -> dict[str, Any]:
    """What the protected variants hold: screens, copies, failures, and the share of labels treated."""
    rows = read_rows(folder / ROWS)
    methods = []
    for method in dict.fromkeys(row["method"] for row in rows):
        own = [row for row in rows if row["method"] == method]
        made = [row for row in own if "problem" not in row]
        hits, n = sum(row["covered"] for row in made), sum(row["risky"] for row in made)
        methods.append(
            {
                "method": method,
                "screens": len(made),
                "copied": sum(bool(row["copied"]) for row in made),
                "failed": len(own) - len(made),
                "coverage": {"value": hits / n if n else None, "hits": hits, "n": n},
            }
        )
    return {"evaluation": "protect", "methods": methods}


def place_of(method: Method, case: ScreenCase, data: CaseData) -> str:
    """METHOD/TASK/NAME below the folder, unique and safe as a path; also the key of the row."""
    return f"{method.name}/{screen_key(case, data)}"


def screen_key(case: ScreenCase, data: CaseData) -> str:
    """TASK/NAME of a screen where the data is public, keyed hashes of them where it is not."""
    return f"{task_key(case.task, data)}/{_part(case.id.removeprefix(f'{case.task}/'), data)}"


def task_key(task: str, data: CaseData) -> str:
    """A task's id where the data is public, a keyed hash of it where it is not; safe as a path."""
    return _part(task, data)


def _part(name: str, data: CaseData) -> str:
    key = data.sha256.encode()[:64]
    digest = hashlib.blake2b(name.encode("utf-8", "surrogatepass"), key=key, digest_size=8).hexdigest()
    if not data.public:
        return digest
    plain = "".join(c if c.isalnum() or c in "._-" else "_" for c in name).lstrip(".")
    fits = plain == name and len(plain.encode()) <= 120
    return plain if fits else f"{plain.encode()[:80].decode(errors='ignore')}-{digest}"


def rules_digest(method: Method) -> str:
    """What the method does to which regions: a policy file may change under its name."""
    policy = method.rules()
    text = "\n".join(f"{rule.when.words}: {rule.operator}" for rule in policy.rules)
    return hashlib.sha256(f"{text}\n{policy.default}".encode()).hexdigest()[:16]


def _digest(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def _name(function: object) -> str:
    return getattr(function, "__qualname__", type(function).__name__)
