"""The screens of a folder of trajectories with their truth, as cards and contact sheets need them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.errors import InputError

INDEX = "index.jsonl"
_EXPECTED = "a folder that `tactful world trajectories` wrote to its end"


@dataclass(frozen=True, slots=True)
class SampleScreen:
    """One screen: its picture, what it shows, and the records of its regions (see ``truth_document``)."""

    trajectory: str
    image: Path
    width: int
    height: int
    app: str
    view: str
    regions: tuple[Mapping[str, Any], ...] = field(repr=False)
    target: bool = False


@dataclass(frozen=True, slots=True)
class SampleRun:
    """One trajectory: its line of the index, and its screens in order."""

    row: Mapping[str, Any] = field(repr=False)
    screens: tuple[SampleScreen, ...] = field(repr=False)


def read_runs(folder: Path | str) -> tuple[SampleRun, ...]:
    """The trajectories of a folder in the order of its index.

    Raises ``InputError`` with the file where the folder, its index or a screen's truth is not what
    `tactful world trajectories` writes.
    """
    folder = Path(folder)
    runs = []
    for row in _lines(folder / INDEX):
        place = folder / str(row.get("folder", row.get("id", "")))
        files = sorted((place / "truth").glob("*.json"), key=_number)
        screens = [_screen(str(row["id"]), place, file) for file in files]
        if not screens:
            raise InputError("no screens", file=place / "truth", expected=_EXPECTED)
        runs.append(SampleRun(row, tuple(screens)))
    if not runs:
        raise InputError("no trajectories", file=folder / INDEX, expected=_EXPECTED)
    return tuple(runs)


def _screen(trajectory: str, place: Path, file: Path) -> SampleScreen:
    document = _json(file)
    try:
        return SampleScreen(
            trajectory=trajectory,
            image=place / document["image"],
            width=int(document["width"]),
            height=int(document["height"]),
            app=str(document["app"]),
            view=str(document["view"]),
            regions=tuple(document["regions"]),
            target=document.get("target") is not None,
        )
    except (KeyError, TypeError, ValueError) as err:
        raise InputError(
            "not the truth of a screen", file=file, field=str(err).strip("'"), expected=_EXPECTED
        ) from None


def _number(file: Path) -> tuple[int, str]:
    digits = "".join(ch for ch in file.stem.split("@")[0] if ch.isdigit())
    return int(digits or 0), file.name


def _lines(file: Path) -> list[Mapping[str, Any]]:
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as err:
        raise InputError(
            f"cannot be read ({err.strerror or 'error'})", file=file, expected=_EXPECTED
        ) from None
    rows: list[Mapping[str, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or "id" not in row:
            raise InputError("not a line of the index", file=file, line=number, expected=_EXPECTED)
        rows.append(row)
    return rows


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError("cannot be read as JSON", file=file, expected=_EXPECTED) from None
