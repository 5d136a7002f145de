"""The public GUIGuard-Bench release: ``data/eval.jsonl``, the image labels, and the image tree.

One line of ``data/eval.jsonl`` is one step, shortened::

    {"id": 0, "platform": "android", "task_folder": "Android/2", "task_goal": "Call the first ...",
     "step_index": 0, "image": "Android/2/images/s1.png", "messages": [...], "outcome": "A", "done": false,
     "privacy_labels": [...]}

``image_privacy_labels_public_en.json`` holds labels an image, in the order of ``lensFrame`` and ``index``; it
labels the steps that ``eval.jsonl`` leaves unlabelled. `guiguard_labels` reads both forms of a label.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from tactful.errors import RecordError
from tactful.formats.actions import ActionFacts, code_action, phone_action
from tactful.formats.agent_runs import cut_boilerplate, find_screenshot
from tactful.formats.agent_s3 import read_agent_s3
from tactful.formats.guiguard_labels import regions_of
from tactful.formats.images import natural_key
from tactful.formats.mobile_agent import read_mobile_agent
from tactful.formats.records import a_kind, read_json, read_jsonl, text_of
from tactful.formats.schema import Record, String
from tactful.runs import inside
from tactful.terms import Problem, Step, Trajectory

SOURCE = "guiguard-bench"
EVAL = PurePosixPath("data/eval.jsonl")
LABELS = "image_privacy_labels_public_en.json"
_EXPECTED = "the GUIGuard-Bench release: data/eval.jsonl or " + LABELS


class _EvalRecord(Record):
    """A line of ``data/eval.jsonl``."""

    image: String
    step_index: int
    task_folder: String = ""
    task_goal: String = ""
    platform: String = ""
    outcome: Annotated[String, BeforeValidator(text_of)] = ""
    done: Any = None
    messages: Any = None
    privacy_labels: Any = None


class _ImageRecord(Record):
    """An entry of the image labels."""

    info: String
    labels: list[Any]
    order: Annotated[Any, Field(validation_alias="lensFrame")] = None
    index: Any = None


@dataclass(frozen=True, slots=True)
class Release:
    """One trajectory per task folder in natural order, and the problems that belong to none of them."""

    trajectories: tuple[Trajectory, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """One step of one task folder as a label file gives it."""

    task: str
    image: str
    step: Step
    goal: str = ""
    platform: str = ""


def is_guiguard_release(folder: Path) -> bool:
    """Whether a folder has the release's layout."""
    return (folder / EVAL).is_file() or (folder / LABELS).is_file()


def read_guiguard(root: Path | str) -> Release:
    """The release under ``root``; a task folder with its own ``traj.jsonl`` gives its steps from there.

    Malformed labels and missing screenshots are ``problems``. Raises ``RecordError`` where neither label
    file exists or no record is usable.
    """
    root = Path(root)
    problems: list[Problem] = []
    tasks: dict[str, list[_Row]] = {}
    if (root / EVAL).is_file():
        for row in _eval_rows(root, problems):
            tasks.setdefault(row.task, []).append(row)
    if (root / LABELS).is_file():
        _add_labels(root, tasks, problems)
    for folder in sorted(root.glob("*/*/traj.jsonl")):
        tasks.setdefault(folder.parent.relative_to(root).as_posix(), [])
    trajectories: list[Trajectory] = []
    for task in sorted(tasks, key=natural_key):
        trajectory = _trajectory(root, task, tasks[task], problems)
        if trajectory is not None:
            trajectories.append(trajectory)
    if not trajectories:
        raise RecordError("no usable record", file=root, expected=_EXPECTED)
    return Release(tuple(trajectories), tuple(problems))


def _eval_rows(root: Path, problems: list[Problem]) -> list[_Row]:
    file = inside(root, EVAL, file=root)
    records, bad = read_jsonl(file, _EXPECTED)
    problems += bad
    rows: list[_Row] = []
    for line, record in records:
        notes: list[str] = []
        try:
            rows.append(_eval_row(root, record, notes))
        except ValueError as err:
            notes.append(str(err))
        problems += [Problem(file, line, note) for note in notes]
    return rows


def _eval_row(root: Path, row: dict[str, Any], notes: list[str]) -> _Row:
    record = _EvalRecord.read(row)
    task = record.task_folder or _task_of(record.image)
    screenshot, missing = find_screenshot(root, record.image, "image")
    if missing:
        notes.append(missing)
    labels = record.privacy_labels
    if labels is not None and not isinstance(labels, list):
        notes.append(f"field 'privacy_labels': {a_kind(labels)} (expected a list)")
        labels = None
    parts = _message_parts(record.messages)
    facts = _facts(parts.get("action", ""))
    step = Step(
        index=record.step_index,
        screenshot=screenshot,
        plan=parts.get("plan", ""),
        reasoning=parts.get("thought", ""),
        semantic_action=parts.get("description", ""),
        raw_action=parts.get("action", ""),
        feedback=record.outcome,
        outcome=record.outcome,
        done=record.done if isinstance(record.done, bool) else None,
        points=facts.points,
        typed=facts.typed,
        regions=None if labels is None else regions_of(labels, notes),
        record=row,
    )
    goal = cut_boilerplate(record.task_goal)
    return _Row(task, _key(record.image), step, goal, record.platform or _platform_of(task))


def _facts(action: str) -> ActionFacts:
    """An object on phones, code on desktops, or prose; all stay whole in ``raw_action``."""
    for read in (phone_action, code_action):
        with suppress(ValueError):
            return read(action)
    return ActionFacts()


def _add_labels(root: Path, tasks: dict[str, list[_Row]], problems: list[Problem]) -> None:
    """Labels of images: for the steps that have none, and as steps where no record names the image."""
    file = inside(root, LABELS, file=root)
    entries = read_json(file, _EXPECTED)
    if not isinstance(entries, list):
        raise RecordError(f"{a_kind(entries)}", file=file, expected="a list of labelled images")
    known = {(row.task, row.image): (row.task, at) for rows in tasks.values() for at, row in enumerate(rows)}
    for position, entry in enumerate(entries):
        notes: list[str] = []
        try:
            row = _label_row(root, entry, notes)
        except ValueError as err:
            problems.append(Problem(file, None, f"[{position}]: {err}"))
            continue
        place = known.get((row.task, row.image))
        if place is None:
            tasks.setdefault(row.task, []).append(row)
            problems += [Problem(file, None, f"[{position}]: {note}") for note in notes]
        elif tasks[place[0]][place[1]].step.regions is None:
            old = tasks[place[0]][place[1]]
            tasks[place[0]][place[1]] = replace(old, step=replace(old.step, regions=row.step.regions))
            problems += [Problem(file, None, f"[{position}]: {note}") for note in notes]


def _label_row(root: Path, entry: Any, notes: list[str]) -> _Row:
    record = _ImageRecord.read(entry)
    screenshot, missing = find_screenshot(root, record.info, "info")
    if missing:
        notes.append(missing)
    order = next((number for number in (record.order, record.index) if type(number) is int), None)
    if order is None:
        raise ValueError("fields 'lensFrame' and 'index': neither is a whole number")
    task = _task_of(record.info)
    step = Step(order, screenshot, regions=regions_of(record.labels, notes), record=entry)
    return _Row(task, _key(record.info), step, "", _platform_of(task))


def _message_parts(messages: object) -> dict[str, str]:
    """The parts of a step's messages by their headings (plan, thought, action, ...)."""
    texts: list[str] = []
    for message in messages if isinstance(messages, list) else []:
        content = message.get("content") if isinstance(message, dict) else None
        for part in content if isinstance(content, list) else [content]:
            text = part.get("text") if isinstance(part, dict) else part
            if isinstance(text, str):
                texts.append(text)
    heading = r"^(Task|Plan|Current Subgoal|Thought|Action|Description):"
    pieces = re.split(heading, "\n".join(texts), flags=re.MULTILINE)
    return {name.lower(): text.strip() for name, text in zip(pieces[1::2], pieces[2::2], strict=True)}


def _key(image: str) -> str:
    return PurePosixPath(image.replace("\\", "/")).name


def _task_of(image: str) -> str:
    """ "Android/2/images/x.png" belongs to "Android/2"."""
    parts = [part for part in PurePosixPath(image.replace("\\", "/")).parts[:-1] if part != "images"]
    if not parts or ".." in parts:
        raise ValueError("field 'image': not inside a task folder")
    return "/".join(parts)


def _platform_of(task: str) -> str:
    return {"android": "android", "pc": "pc"}.get(task.split("/")[0].lower(), "")


def _trajectory(root: Path, task: str, rows: list[_Row], problems: list[Problem]) -> Trajectory | None:
    goal = next((row.goal for row in rows if row.goal), "")
    platform = next((row.platform for row in rows if row.platform), _platform_of(task))
    steps = tuple(sorted((row.step for row in rows), key=lambda step: step.index))
    run = _run(root, root / task, platform, problems)
    if run is None:
        return Trajectory(task, platform, goal, steps, SOURCE) if steps else None
    labelled = {row.image: row.step.regions for row in rows}
    used: set[str] = set()
    full: list[Step] = []
    for step in run.steps:
        name = _key(text_of(step.record.get("image") or step.record.get("screenshot_file")))
        used.add(name)
        full.append(replace(step, regions=labelled.get(name)))
    rest = [row for row in rows if row.image not in used]
    problems += [
        Problem(root / task / "traj.jsonl", None, f"step {row.step.index} is labelled but not recorded")
        for row in rest
    ]
    return replace(
        run,
        id=task,
        platform=platform,
        goal=goal or run.goal,
        source=SOURCE,
        steps=(*full, *(r.step for r in rest)),
    )


def _run(root: Path, folder: Path, platform: str, problems: list[Problem]) -> Trajectory | None:
    if not (folder / "traj.jsonl").is_file():
        return None
    inside(root, folder.relative_to(root) / "traj.jsonl", file=folder)
    try:
        return read_agent_s3(folder) if platform == "pc" else read_mobile_agent(folder)
    except RecordError as err:
        problems.append(Problem(folder / "traj.jsonl", err.line, err.problem))
        return None
