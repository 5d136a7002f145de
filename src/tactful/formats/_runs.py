"""What the writers of agents' runs share: a step in words, and files for their owner alone."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.errors import InputError

_FILE, _FOLDER = 0o600, 0o700

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


def write_private(path: Path, data: bytes) -> None:
    """Write a file readable for its owner alone, whole or not at all; ``InputError`` where that fails."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE), "wb") as stream:
            stream.write(data)
        os.replace(part, path)
    except OSError as err:
        reason = f"cannot be written ({err.strerror or 'error'})"
        raise InputError(reason, file=path, expected="a writable file") from None


def make_private(folder: Path) -> None:
    """Make a folder, and those missing above it, for its owner alone; ``InputError`` where that fails."""
    try:
        # The mode of mkdir is for the last one only.
        for part in [*reversed([p for p in folder.parents if not p.exists()]), folder]:
            part.mkdir(mode=_FOLDER, exist_ok=True)
    except OSError as err:
        reason = f"cannot be made ({err.strerror or 'error'})"
        raise InputError(reason, file=folder, expected="a folder that can be written") from None


def json_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """The rows as JSON lines in UTF-8."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def json_document(document: Mapping[str, Any]) -> bytes:
    """A whole document as JSON in UTF-8."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()
