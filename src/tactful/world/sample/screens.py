"""The screens of a folder of trajectories with their truth, as cards and contact sheets need them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tactful.errors import InputError
from tactful.terms import Risk

INDEX = "index.jsonl"
_TEXTS = ("id", "platform", "lang", "group", "size")
_RISKS = frozenset(risk.value for risk in Risk)
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
    split: str
    target: bool = False


@dataclass(frozen=True, slots=True)
class SampleRun:
    """One trajectory: its line of the index, and its screens in order."""

    row: Mapping[str, Any] = field(repr=False)
    screens: tuple[SampleScreen, ...] = field(repr=False)


def read_runs(folder: Path | str) -> tuple[SampleRun, ...]:
    """The trajectories of a folder in the order of its index.

    Raises ``InputError`` with the file where the folder, its index or a screen's truth is not what
    `tactful world trajectories` writes, or a picture is missing.
    """
    folder = Path(folder)
    runs = []
    for number, row in enumerate(_lines(folder / INDEX), start=1):
        place = folder / row["id"]
        if row["id"] in ("", ".", "..") or Path(row["id"]).name != row["id"]:
            raise InputError(
                "not a folder of this sample",
                file=folder / INDEX,
                line=number,
                field="id",
                expected=_EXPECTED,
            )
        files = sorted((place / "truth").glob("*.json"), key=_number)
        screens = [_screen(row["id"], place, file) for file in files]
        if not screens:
            raise InputError("no screens", file=place / "truth", expected=_EXPECTED)
        runs.append(SampleRun(row, tuple(screens)))
    if not runs:
        raise InputError("no trajectories", file=folder / INDEX, expected=_EXPECTED)
    return tuple(runs)


def _screen(trajectory: str, place: Path, file: Path) -> SampleScreen:
    document = _json(file)
    try:
        image = place / document["image"]
        regions = tuple(document["regions"])
        if not image.resolve().is_relative_to(place.resolve()) or not all(map(_is_region, regions)):
            raise ValueError("image or regions")
        screen = SampleScreen(
            trajectory=trajectory,
            image=image,
            width=int(document["width"]),
            height=int(document["height"]),
            app=str(document["app"]),
            view=str(document["view"]),
            regions=regions,
            target=document.get("target") is not None,
            split=str(document["split"]),
        )
    except (KeyError, TypeError, ValueError) as err:
        raise InputError(
            "not the truth of a screen", file=file, field=str(err).strip("'"), expected=_EXPECTED
        ) from None
    if not screen.image.is_file():
        raise InputError("the picture is missing", file=screen.image, expected=_EXPECTED)
    return screen


def _is_region(region: Any) -> bool:
    if not isinstance(region, dict):
        return False
    texts = ("text", "risk", "type", "need")
    box = region.get("box")
    return (
        all(isinstance(region.get(name), str) for name in texts)
        and all(isinstance(region.get(name), bool) for name in ("necessary", "inner"))
        and isinstance(box, list)
        and len(box) == 4
        and all(type(v) is int for v in box)
        and region["risk"] in _RISKS
    )


def _number(file: Path) -> tuple[int, str]:
    digits = "".join(ch for ch in file.stem.split("@")[0] if ch.isdigit())
    return int(digits or 0), file.name


def _lines(file: Path) -> list[dict[str, Any]]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        reason = getattr(err, "strerror", None) or "not UTF-8"
        raise InputError(f"cannot be read ({reason})", file=file, expected=_EXPECTED) from None
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in _TEXTS):
            raise InputError("not a line of the index", file=file, line=number, expected=_EXPECTED)
        rows.append(row)
    return rows


def _json(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise InputError("cannot be read as JSON", file=file, expected=_EXPECTED) from None
