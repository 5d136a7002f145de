"""What the formats of agents' runs share: a step to be written, a screenshot to be found, a run's folder."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats.records import (
    a_kind,
    json_lines,
    read_object,
    text_of,
)
from tactful.runs import make_private_folder, write_atomic, write_json
from tactful.terms import Completion, Problem, Step, Trajectory

ACTIONS = ("click", "type", "scroll", "key", "back", "wait", "done")


@dataclass(frozen=True, slots=True)
class RunAction:
    """What an agent does, in pixels of the screenshot. ``kind``: click, type, scroll, key, back, wait, done.

    ``dx, dy`` scroll by that many pixels (positive dy: further down the page); ``text`` is what is typed, or
    the answer that done gives; ``success`` is done's claim. Raises ``ValueError`` for another kind.
    """

    kind: str
    x: int = 0
    y: int = 0
    dx: int = 0
    dy: int = 0
    text: str = field(default="", repr=False)
    key: str = ""
    success: bool = True

    def __post_init__(self) -> None:
        if self.kind not in ACTIONS:
            raise ValueError(f"unknown kind of action '{self.kind}'")


@dataclass(frozen=True, slots=True)
class RunStep:
    """One step of a run as an agent's framework records it: the screen before it (PNG bytes) and its words.

    ``target`` names what is pressed ("the Send button"). ``reflection`` is what the agent thinks of the step
    before, as it decides on this one. ``outcome`` is the reflector's letter on this step (A: as expected, B:
    wrong page, C: no change), ``error`` what went wrong with it in words, empty where nothing did.
    ``seconds`` counts from the start of the run.
    """

    action: RunAction
    png: bytes = field(repr=False)
    plan: str = field(default="", repr=False)
    thought: str = field(default="", repr=False)
    description: str = field(default="", repr=False)
    reflection: str = field(default="", repr=False)
    outcome: str = "A"
    error: str = field(default="", repr=False)
    subgoal: str = field(default="", repr=False)
    progress: str = field(default="", repr=False)
    target: str = field(default="", repr=False)
    seconds: int = 0


def write_run(
    folder: Path,
    screenshots: Sequence[str],
    steps: Sequence[RunStep],
    rows: Sequence[Mapping[str, Any]],
    result: Mapping[str, Any],
) -> tuple[Path, ...]:
    """Write screenshots, ``traj.jsonl`` and ``task_result.json``, and give the screenshots' paths.

    Raises ``InputError`` where there is no step or the folder cannot be written.
    """
    if not steps:
        raise InputError("a run without steps", file=folder, expected="at least one step")
    images = tuple(folder / name for name in screenshots)
    make_private_folder(images[0].parent)
    for step, image in zip(steps, images, strict=True):
        write_atomic(image, step.png, private=True)
    write_atomic(folder / "traj.jsonl", json_lines(rows), private=True)
    write_json(folder / "task_result.json", result, private=True)
    return images


def run_of(
    file: Path,
    platform: str,
    goal: str,
    steps: Sequence[Step],
    source: str,
    completion: Completion,
    problems: Sequence[Problem],
    expected: str,
) -> Trajectory:
    """The trajectory of a run's records; ``RecordError`` where no record is usable."""
    if not steps:
        raise RecordError("no usable record", file=file, expected=expected)
    ordered = tuple(sorted(problems, key=lambda p: (str(p.file), p.line or 0)))
    return Trajectory(file.parent.resolve().name, platform, goal, tuple(steps), source, completion, ordered)


def records_file(folder: Path | str) -> Path:
    """The ``traj.jsonl`` of a run that is named by its folder or by that file."""
    path = Path(folder)
    return path if path.is_file() else path / "traj.jsonl"


def task_result(folder: Path) -> tuple[dict[str, Any], list[Problem]]:
    """The result beside a run's records, empty where there is none; malformed is empty and a problem."""
    file = folder / "task_result.json"
    if not file.exists():
        return {}, []
    try:
        return read_object(file, "the result of a run"), []
    except RecordError as err:
        return {}, [Problem(file, None, err.problem)]


def screenshot_of(folder: Path, record: Mapping[str, Any], name: str, notes: list[str]) -> Path | None:
    """The screenshot that a field of a record names; what is wrong with it goes into ``notes``."""
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        notes.append(f"field '{name}': {a_kind(value)} (expected the path of a screenshot)")
        return None
    screenshot, missing = find_screenshot(folder, value)
    if missing:
        notes.append(missing)
    return screenshot


def find_screenshot(root: Path, recorded: str) -> tuple[Path | None, str]:
    """The file that a record names, and "" or why there is none.

    Recorded paths often come from another machine, so the bare name is looked for in ``root`` and its
    ``images/`` too. A path that leads out of ``root`` is never followed.
    """
    pure = PurePosixPath(recorded.strip().replace("\\", "/"))
    if not pure.name or pure.name == ".." or "\x00" in recorded:
        return None, "the record names no screenshot"
    tried = [] if pure.is_absolute() or ".." in pure.parts else [root / pure]
    tried += [root / "images" / pure.name, root / pure.name]
    for path in tried:
        try:
            if path.is_file():
                return path, ""
        except OSError:
            continue  # a name too long for the file system is a missing file
    return None, "the screenshot that the record names is missing"


def joined(*parts: object) -> str:
    """The non-empty parts as paragraphs, each once."""
    texts = (text_of(part).strip() for part in parts)
    return "\n\n".join(dict.fromkeys(text for text in texts if text))


def cut_boilerplate(text: str) -> str:
    """The text before a line of three or more dashes: what follows is the framework's prompt."""
    return re.split(r"(?:^|\n)[ \t]*-{3,}[ \t]*(?:\n|$)", text, maxsplit=1)[0].strip()
