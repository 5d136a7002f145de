"""The labels beside a run: ``truth/`` as the world writes it, or ``annotations/`` made by a person.

Both hold one JSON a screen, shortened::

    {"id": "phone/screen_1", "image": "images/screen_1.png", "platform": "android", "lang": "en",
     "task": "Look up ...", "step": 0, "split": "train", "width": 1080, "height": 2400,
     "action": {"kind": "click", "x": 162, "y": 833, "dx": 0, "dy": 0, "text": "", "key": ""},
     "target": {"box": [42, 692, 282, 975], "words": "Contacts"}, "regions": [{"text": "19:54", ...}]}

Only width, height and regions must be there. Click targets in a file of their own are read here too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import BeforeValidator

from tactful.errors import RecordError
from tactful.formats import (
    Annotation,
    Pixels,
    Record,
    String,
    natural_key,
    read_annotation,
    read_json,
    read_jsonl,
)
from tactful.runs import inside
from tactful.terms import CaseAction, Problem, Target

FOLDERS = ("truth", "annotations")
TARGETS = ("click_targets.jsonl", "click_targets.json")
_TARGETS = 'click targets: {"image": "Android/2/images/a.png", "box": [x1, y1, x2, y2], "text": "Send"}'
_KINDS = frozenset(
    {"click", "double", "long", "type", "scroll", "drag", "key", "back", "home", "open", "wait", "answer"}
    | {"done", "fail", "other"}
)


class _ActionRecord(Record):
    kind: String
    x: int = 0
    y: int = 0
    dx: int = 0
    dy: int = 0
    text: String = ""
    key: String = ""


class _TargetRecord(Record):
    box: Pixels
    words: String = ""
    text: String = ""

    def target(self) -> Target:
        return Target(self.box, self.words or self.text)


class _ImageTarget(_TargetRecord):
    image: String


class _LabelsRecord(Record):
    """What a label file says beside the annotation; an empty action is none."""

    action: Annotated[_ActionRecord | None, BeforeValidator(lambda value: value or None)] = None
    target: _TargetRecord | None = None
    split: String = ""


@dataclass(frozen=True, slots=True)
class ScreenLabels:
    """What a label file says of one screen; ``made`` marks a screen of the world, which nobody owns."""

    annotation: Annotation
    action: CaseAction | None = None
    target: Target | None = None
    split: str = ""
    made: bool = False


def read_labels(run: Path) -> tuple[tuple[ScreenLabels, ...], tuple[Problem, ...]]:
    """The labels in the folder of a run, none where it has no label folder. Malformed files are problems."""
    folder = next((run / name for name in FOLDERS if (run / name).is_dir()), None)
    if folder is None:
        return (), ()
    try:
        names = [entry.name for entry in folder.iterdir() if entry.name.lower().endswith(".json")]
    except OSError as err:
        return (), (Problem(folder, None, f"cannot be listed ({err.strerror or 'error'})"),)
    found: list[ScreenLabels] = []
    problems: list[Problem] = []
    for name in sorted(names, key=natural_key):
        if name.startswith(".") or name.lower().endswith(".units.json"):
            continue
        file = inside(run, f"{folder.name}/{name}", file=folder / name)
        try:
            found.append(_labels(read_annotation(file), read_json(file, "a screen's labels")))
        except RecordError as err:
            problems.append(Problem(file, None, err.problem))
        except ValueError as err:
            problems.append(Problem(file, None, str(err)))
    return tuple(found), tuple(problems)


def _labels(annotation: Annotation, document: Mapping[str, Any]) -> ScreenLabels:
    record = _LabelsRecord.read(document)
    return ScreenLabels(
        annotation,
        None if record.action is None else _action(record.action, annotation.platform),
        None if record.target is None else record.target.target(),
        record.split,
        made="needs" in document and "wrong" in document,
    )


def _action(record: _ActionRecord, platform: str) -> CaseAction:
    name, key = record.kind, record.key.lower()
    if name == "done" and record.text:
        name = "answer"  # what the agents' own records call it
    if name == "key" and key in ("home", "back") and platform == "android":
        name, key = key, ""
    points = ((record.x, record.y),) if name in ("click", "double", "long") else ()
    return CaseAction(name if name in _KINDS else "other", points, record.text, key, record.dx, record.dy)


def labels_by_step(
    labels: Sequence[ScreenLabels], images: Sequence[str]
) -> tuple[dict[int, ScreenLabels], list[str]]:
    """Step -> labels, and the ids of labels that are for no step.

    ``images`` are the screenshots' paths as recorded, in order of the steps. A label file is for a screenshot
    with its path, its name, or its id as stem. Where no file of the folder is, and every id ends in a number
    of its own, the number counts the steps from 1.
    """
    found: dict[int, ScreenLabels] = {}
    left: list[ScreenLabels] = []
    paths = [PurePosixPath(image.replace("\\", "/")) for image in images]
    for one in labels:
        at = _step_of(one.annotation, paths)
        if at is None or at in found:
            left.append(one)
        else:
            found[at] = one
    if not found and left:
        counted = {_counted(one.annotation.id): one for one in left}
        if len(counted) == len(left) and set(counted) <= set(range(1, len(images) + 1)):
            return {number - 1: one for number, one in counted.items()}, []
    return found, [one.annotation.id for one in left]


def _step_of(annotation: Annotation, paths: Sequence[PurePosixPath]) -> int | None:
    image = PurePosixPath(annotation.image.replace("\\", "/"))
    stem = PurePosixPath(annotation.id).name
    for fits in (
        [
            at
            for at, path in enumerate(paths)
            if image.name and path.parts[-len(image.parts) :] == image.parts
        ],
        [at for at, path in enumerate(paths) if image.name and path.name == image.name],
        [at for at, path in enumerate(paths) if not image.name and path.stem == stem],
    ):
        if fits:
            return fits[0]
    return None


def _counted(name: str) -> int:
    digits = re.search(r"(\d+)$", name)
    return int(digits[1]) if digits and len(digits[1]) < 9 else -1


def read_targets(root: Path) -> tuple[dict[str, Target], tuple[Problem, ...]]:
    """Click targets of a user's own file ``click_targets.json`` or ``.jsonl`` in ``root``: image -> target.

    The JSON is a list of objects, the JSONL one object a line: ``image`` (path below ``root``), ``box`` in
    pixels, and ``text``, the words that a person would call it by. The public release has no such file; its
    readers can write one. Malformed entries are problems; ``RecordError`` where the file is no such list.
    """
    file = next((root / name for name in TARGETS if (root / name).is_file()), None)
    if file is None:
        return {}, ()
    problems: list[Problem] = []
    if file.suffix == ".jsonl":
        rows, bad = read_jsonl(file, _TARGETS)
        problems += bad
        entries: list[tuple[int | None, Any]] = list(rows)
    else:
        document = read_json(file, _TARGETS)
        if not isinstance(document, list):
            raise RecordError("no list of targets", file=file, expected="a list of " + _TARGETS)
        entries = [(None, entry) for entry in document]
    found: dict[str, Target] = {}
    for at, (line, entry) in enumerate(entries):
        where = "" if line else f"[{at}]: "
        try:
            record = _ImageTarget.read(entry)
            image = PurePosixPath(record.image.replace("\\", "/")).as_posix()
            if image in found:
                raise ValueError("field 'image': given twice")
            found[image] = record.target()
        except ValueError as err:
            problems.append(Problem(file, line, where + str(err)))
    return found, tuple(problems)
