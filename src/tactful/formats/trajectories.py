"""Our own JSON of one trajectory, regions included: what is written is read back equal.

The document::

    {"schema": "tactful.trajectory", "version": 1, "id": "...", "platform": "android", "goal": "...",
     "source": "...", "completion": {"success": true, "hit_step_limit": false, "detail": {}},
     "steps": [{"index": 0, "screenshot": "images/1.png", "plan": "...", "regions": [...], "record": {}}],
     "problems": [{"file": "traj.jsonl", "line": 3, "reason": "..."}]}

Screenshots lie in the document's folder, under names relative to it, so that a run can be moved. ``regions``
null means that nobody labelled the step. The file holds private text: it is written readable for its owner
alone, and replaces an older one only when it is complete.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from tactful.errors import RecordError
from tactful.formats.records import encode, plain, read_json
from tactful.formats.schema import Record, RegionRecord, String
from tactful.runs import inside, write_atomic
from tactful.terms import Completion, Problem, Step, Trajectory

SCHEMA = "tactful.trajectory"
VERSION = 1
_EXPECTED = f"a {SCHEMA} document of version {VERSION}"


class _StepRecord(Record):
    index: int
    screenshot: String | None = None
    plan: String = ""
    reasoning: String = ""
    semantic_action: String = ""
    raw_action: String = ""
    feedback: String = ""
    error: String = ""
    outcome: String = ""
    done: bool | None = None
    points: list[Annotated[tuple[int, int], Field(strict=False)]] = Field(default_factory=list)
    typed: list[String] = Field(default_factory=list)
    regions: list[RegionRecord] | None = None
    record: dict[Any, Any] = Field(default_factory=dict)

    def step(self, file: Path, position: int) -> Step:
        name, field = self.screenshot, f"steps[{position}].screenshot"
        values = dict(self) | {
            "screenshot": None if name is None else inside(file.parent, name, file=file, field=field),
            "points": tuple(self.points),
            "typed": tuple(self.typed),
            "regions": None if self.regions is None else tuple(record.region() for record in self.regions),
        }
        return Step(**values)


class _CompletionRecord(Record):
    success: bool | None = None
    hit_step_limit: bool | None = None
    detail: dict[Any, Any] = Field(default_factory=dict)


class _ProblemRecord(Record):
    file: String
    line: int | None = None
    reason: String


class _TrajectoryRecord(Record):
    """The document; its steps are read one by one, since a malformed one is a problem of the run."""

    id: String
    platform: String
    goal: String
    source: String
    completion: _CompletionRecord = _CompletionRecord()
    steps: list[Any]
    problems: list[_ProblemRecord] = Field(default_factory=list)


def write_trajectory(trajectory: Trajectory, path: Path | str) -> Path:
    """Write the document and give its path.

    Raises ``InputError`` where it cannot be written, a record holds something that is not JSON, or a
    screenshot lies elsewhere; an older file at ``path`` is then untouched.
    """
    path = Path(path)
    first = ("id", "platform", "goal", "source", "completion")
    document = {"schema": SCHEMA, "version": VERSION, **{n: plain(getattr(trajectory, n)) for n in first}}
    document["steps"] = [
        plain(step) | {"screenshot": step.screenshot and _inside(step.screenshot, path, f"steps[{at}]")}
        for at, step in enumerate(trajectory.steps)
    ]
    document["problems"] = [plain(p) | {"file": _stored(p.file, path.parent)} for p in trajectory.problems]
    write_atomic(path, encode(document, 1, file=path) + "\n", private=True)
    return path


def read_trajectory(path: Path | str) -> Trajectory:
    """The trajectory of a document; steps that are malformed or miss their screenshot are ``problems``.

    Raises ``RecordError`` where the file is not such a document or has no usable step, ``InputError`` where
    a screenshot lies outside the document's folder.
    """
    path = Path(path)
    document = read_json(path, _EXPECTED)
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise RecordError("not a trajectory document", file=path, field="schema", expected=_EXPECTED)
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        raise RecordError("another version of the document", file=path, field="version", expected=_EXPECTED)
    try:
        record = _TrajectoryRecord.read(document)
        problems = [Problem(path.parent / p.file, p.line, p.reason) for p in record.problems]
        steps = _steps(record.steps, path, problems)
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_EXPECTED) from None
    return Trajectory(
        record.id,
        record.platform,
        record.goal,
        steps,
        record.source,
        Completion(**dict(record.completion)),
        tuple(problems),
    )


def _steps(records: list[Any], path: Path, problems: list[Problem]) -> tuple[Step, ...]:
    steps: list[Step] = []
    for position, record in enumerate(records):
        try:
            step = _StepRecord.read(record).step(path, position)
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
    return tuple(steps)


def _inside(screenshot: Path, file: Path, step: str) -> str:
    name = os.path.relpath(screenshot, file.parent)
    inside(file.parent, name, file=file, field=f"{step}.screenshot")
    return Path(name).as_posix()


def _stored(path: Path, folder: Path) -> str:
    """Relative to the document's folder where it lies inside, absolute otherwise."""
    try:
        return path.relative_to(folder).as_posix()
    except ValueError:
        inside = Path(os.path.relpath(path, folder))
        return inside.as_posix() if ".." not in inside.parts else str(path.absolute())
