"""What the formats of agents' runs share: a step to be written, a screenshot to be found, a run's folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from tactful.errors import InputError, RecordError
from tactful.formats.records import (
    a_kind,
    json_lines,
    read_jsonl,
    read_object,
    text_of,
)
from tactful.runs import inside, make_private_folder, write_atomic, write_json
from tactful.terms import Completion, Problem, Step, Trajectory

StepReader: TypeAlias = Callable[[Path, dict[str, Any], Mapping[str, Any], int, list[str]], Step | None]
"""A record of a run (its folder, the record, the one after it, the steps so far) as a step, None for none.

What is wrong with the record goes into the list of notes.
"""
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


@dataclass(frozen=True, slots=True)
class RunRecords:
    """The records of ``traj.jsonl`` with their lines, ``task_result.json``, and what is wrong with either.

    ``expected`` says what the records should be. ``result`` is empty where there is none, or a malformed one.
    """

    file: Path
    expected: str
    rows: list[tuple[int, dict[str, Any]]] = field(repr=False)
    result: dict[str, Any] = field(repr=False)
    problems: list[Problem]

    @classmethod
    def read(cls, path: Path | str, expected: str) -> RunRecords:
        """The records of a run that is named by its folder or by its ``traj.jsonl``."""
        named = Path(path).is_file()
        file = Path(path) if named else inside(path, "traj.jsonl", file=path)
        rows, problems = read_jsonl(file, expected)
        beside = inside(file.parent, "task_result.json", file=file)
        result: dict[str, Any] = {}
        if beside.exists():
            try:
                result = read_object(beside, "the result of a run")
            except RecordError as err:
                problems.append(Problem(beside, None, err.problem))
        return cls(file, expected, rows, result, problems)

    @property
    def folder(self) -> Path:
        """Where the run lies."""
        return self.file.parent

    def trajectory(
        self, platform: str, source: str, goal: str, completion: Completion, step: StepReader
    ) -> Trajectory:
        """The run with the steps that ``step`` reads; ``RecordError`` where no record is usable."""
        steps: list[Step] = []
        problems = list(self.problems)
        for position, (line, record) in enumerate(self.rows):
            notes: list[str] = []
            following = self.rows[position + 1][1] if position + 1 < len(self.rows) else {}
            read = step(self.folder, record, following, len(steps), notes)
            problems += [Problem(self.file, line, note) for note in notes]
            steps += [] if read is None else [read]
        if not steps:
            raise RecordError("no usable record", file=self.file, expected=self.expected)
        ordered = tuple(sorted(problems, key=lambda p: (str(p.file), p.line or 0)))
        name = self.folder.resolve().name
        return Trajectory(name, platform, goal, tuple(steps), source, completion, ordered)


def screenshot_of(folder: Path, record: Mapping[str, Any], name: str, notes: list[str]) -> Path | None:
    """The screenshot that a field of a record names; what is wrong with it goes into ``notes``."""
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        notes.append(f"field '{name}': {a_kind(value)} (expected the path of a screenshot)")
        return None
    screenshot, missing = find_screenshot(folder, value, name)
    if missing:
        notes.append(missing)
    return screenshot


def find_screenshot(root: Path, recorded: str, field: str) -> tuple[Path | None, str]:
    """The file that a record's ``field`` names, and "" or why there is none.

    Recorded paths often come from another machine, so the bare name is looked for in ``root`` and its
    ``images/`` too. A path that leads out of ``root`` is never followed; ``InputError`` where one does by a
    link, since nobody's recording has such a thing.
    """
    pure = PurePosixPath(recorded.strip().replace("\\", "/"))
    if not pure.name or pure.name == ".." or "\x00" in recorded:
        return None, "the record names no screenshot"
    tried = [] if pure.is_absolute() or ".." in pure.parts else [root / pure]
    tried += [root / "images" / pure.name, root / pure.name]
    for path in tried:
        try:
            if path.is_file():
                return inside(root, path.relative_to(root), file=path, field=field), ""
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
