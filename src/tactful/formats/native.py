"""Our own JSON of one trajectory, regions included: what is written is read back equal.

The document::

    {"schema": "tactful.trajectory", "version": 1, "id": "...", "platform": "android", "goal": "...",
     "source": "...", "completion": {"success": true, "hit_step_limit": false, "detail": {}},
     "steps": [{"index": 0, "screenshot": "images/1.png", "plan": "...", "regions": [...], "record": {}}],
     "problems": [{"file": "traj.jsonl", "line": 3, "reason": "..."}]}

Paths inside the document's folder are written relative to it, so that a run can be moved; others are
absolute. ``regions`` null means that nobody labelled the step. The file holds private text: it is written
readable for its owner alone, and replaces an older one only when it is complete.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats._records import field_of, kind, read_json, region_of, region_record, required
from tactful.terms import Completion, Problem, Step, Trajectory

SCHEMA = "tactful.trajectory"
VERSION = 1
_EXPECTED = f"a {SCHEMA} document of version {VERSION}"
_STEP_TEXTS = ("plan", "reasoning", "semantic_action", "raw_action", "feedback", "error", "outcome")


def write_trajectory(trajectory: Trajectory, path: Path | str) -> Path:
    """Write the document and give its path.

    Raises ``InputError`` where it cannot be written or a record holds something that is not JSON; an older
    file at ``path`` is then untouched.
    """
    path = Path(path)
    try:
        text = json.dumps(_document(trajectory, path.parent), indent=1, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise InputError(
            "a record holds a value that JSON cannot", file=path, expected="JSON values"
        ) from None
    temporary: str | None = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text + "\n")
        os.replace(temporary, path)
        temporary = None
    except OSError as err:
        reason = f"cannot be written ({err.strerror or 'error'})"
        raise InputError(reason, file=path, expected="a writable file") from None
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
    return path


def read_trajectory(path: Path | str) -> Trajectory:
    """The trajectory of a document; steps that are malformed or miss their screenshot are ``problems``.

    Raises ``RecordError`` where the file is not such a document or has no usable step.
    """
    path = Path(path)
    document = read_json(path, _EXPECTED)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise RecordError("not a trajectory document", file=path, field="schema", expected=_EXPECTED)
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        raise RecordError("another version of the document", file=path, field="version", expected=_EXPECTED)
    try:
        return _trajectory(document, path)
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_EXPECTED) from None


def _trajectory(document: Mapping[str, Any], path: Path) -> Trajectory:
    problems = [_problem(record, path.parent) for record in field_of(document, "problems", list, [])]
    records = required(document, "steps", list)
    steps: list[Step] = []
    for position, record in enumerate(records):
        try:
            step = _step(record, path.parent)
        except ValueError as err:
            problems.append(Problem(path, None, f"steps[{position}]: {err}"))
            continue
        if step.screenshot is not None and not step.screenshot.is_file():
            problem = Problem(path, None, f"steps[{position}]: the screenshot is missing")
            if problem not in problems:
                problems.append(problem)
        steps.append(step)
    if records and not steps:
        raise ValueError("no usable step")
    ending = field_of(document, "completion", dict, {})
    return Trajectory(
        id=required(document, "id", str),
        platform=required(document, "platform", str),
        goal=required(document, "goal", str),
        steps=tuple(steps),
        source=required(document, "source", str),
        completion=Completion(
            field_of(ending, "success", bool, None) if ending.get("success") is not None else None,
            field_of(ending, "hit_step_limit", bool, None)
            if ending.get("hit_step_limit") is not None
            else None,
            field_of(ending, "detail", dict, {}),
        ),
        problems=tuple(problems),
    )


def _document(trajectory: Trajectory, folder: Path) -> dict[str, Any]:
    ending = trajectory.completion
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "id": trajectory.id,
        "platform": trajectory.platform,
        "goal": trajectory.goal,
        "source": trajectory.source,
        "completion": {
            "success": ending.success,
            "hit_step_limit": ending.hit_step_limit,
            "detail": dict(ending.detail),
        },
        "steps": [_step_record(step, folder) for step in trajectory.steps],
        "problems": [
            {"file": _stored(p.file, folder), "line": p.line, "reason": p.reason} for p in trajectory.problems
        ],
    }


def _step_record(step: Step, folder: Path) -> dict[str, Any]:
    return {
        "index": step.index,
        "screenshot": None if step.screenshot is None else _stored(step.screenshot, folder),
        **{name: getattr(step, name) for name in _STEP_TEXTS},
        "done": step.done,
        "points": [list(point) for point in step.points],
        "typed": list(step.typed),
        "regions": None if step.regions is None else [region_record(region) for region in step.regions],
        "record": dict(step.record),
    }


def _step(record: object, folder: Path) -> Step:
    if not isinstance(record, dict):
        raise ValueError(f"a {kind(record)} where a step was expected")
    index = required(record, "index", int)
    name = record.get("screenshot")
    texts = {key: field_of(record, key, str, "") for key in _STEP_TEXTS}
    typed = field_of(record, "typed", list, [])
    if not all(isinstance(text, str) for text in typed):
        raise ValueError("field 'typed': not all strings")
    regions = record.get("regions")
    return Step(
        index=index,
        screenshot=None if name is None else _opened(required(record, "screenshot", str), folder),
        **texts,
        done=None if record.get("done") is None else field_of(record, "done", bool, None),
        points=tuple(_point(value) for value in field_of(record, "points", list, [])),
        typed=tuple(typed),
        regions=None if regions is None else _regions(regions),
        record=field_of(record, "record", dict, {}),
    )


def _regions(records: object) -> Any:
    if not isinstance(records, list):
        raise ValueError(f"field 'regions': a {kind(records)} (expected a list or null)")
    regions = []
    for position, record in enumerate(records):
        try:
            regions.append(region_of(record))
        except ValueError as err:
            raise ValueError(f"regions[{position}]: {err}") from None
    return tuple(regions)


def _point(value: object) -> tuple[int, int]:
    if isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value):
        return value[0], value[1]
    raise ValueError("field 'points': not a pair of whole numbers")


def _problem(record: object, folder: Path) -> Problem:
    if not isinstance(record, dict):
        raise ValueError("field 'problems': an entry is not an object")
    line = record.get("line")
    if line is not None and type(line) is not int:
        raise ValueError("field 'problems': a line that is not a whole number")
    return Problem(_opened(required(record, "file", str), folder), line, required(record, "reason", str))


def _stored(path: Path, folder: Path) -> str:
    """Relative to the document's folder where it lies inside, absolute otherwise."""
    try:
        return path.relative_to(folder).as_posix()
    except ValueError:
        inside = Path(os.path.relpath(path, folder))
        return inside.as_posix() if ".." not in inside.parts else str(path.absolute())


def _opened(stored: str, folder: Path) -> Path:
    return folder / stored
