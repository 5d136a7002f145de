"""The screens of a folder of trajectories with their truth, as cards and contact sheets need them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from tactful.errors import InputError
from tactful.terms import Category, Risk

INDEX = "index.jsonl"
_EXPECTED = "a folder that `tactful world trajectories` wrote to its end"
M = TypeVar("M", bound=BaseModel)


class SampleRegion(BaseModel):
    """A region of a screen's truth, as far as it is counted and drawn."""

    model_config = ConfigDict(frozen=True)
    box: tuple[int, int, int, int]
    risk: Risk
    category: Category | None
    type: str
    need: str
    necessary: bool
    inner: bool


class RunRow(BaseModel):
    """A line of the index, as far as it is counted."""

    model_config = ConfigDict(frozen=True)
    id: str
    platform: str
    lang: str
    group: str
    size: str
    cross: bool = False
    private_bound: bool = False
    success: bool = False


class SampleScreen(BaseModel):
    """A screen as its truth file tells it (see ``truth_document``): its picture, its place, its regions."""

    model_config = ConfigDict(frozen=True)
    image: Path
    width: int
    height: int
    app: str
    view: str
    split: str
    regions: tuple[SampleRegion, ...] = Field(repr=False)
    target: Annotated[bool, BeforeValidator(lambda raw: raw is not None)] = False

    @property
    def form(self) -> str:
        """phone or desktop, by its shape."""
        return "phone" if self.width < self.height else "desktop"


@dataclass(frozen=True, slots=True)
class SampleRun:
    """One trajectory: its line of the index, and its screens in order."""

    row: RunRow = field(repr=False)
    screens: tuple[SampleScreen, ...] = field(repr=False)


def read_runs(folder: Path | str) -> tuple[SampleRun, ...]:
    """The trajectories of a folder in the order of its index.

    Raises ``InputError`` with the file where the folder, its index or a screen's truth is not what
    `tactful world trajectories` writes, or a picture is missing.
    """
    index = Path(folder) / INDEX
    runs = []
    for number, line in enumerate(_read(index).splitlines(), start=1):
        row = _parsed(RunRow, line, index, number)
        if row.id in ("", ".", "..") or Path(row.id).name != row.id:
            problem = "not a folder of this sample"
            raise InputError(problem, file=index, line=number, field="id", expected=_EXPECTED)
        place = index.parent / row.id
        screens = tuple(
            _screen(place, file) for file in sorted((place / "truth").glob("*.json"), key=_number)
        )
        if not screens:
            raise InputError("no screens", file=place / "truth", expected=_EXPECTED)
        runs.append(SampleRun(row, screens))
    if not runs:
        raise InputError("no trajectories", file=index, expected=_EXPECTED)
    return tuple(runs)


def _screen(place: Path, file: Path) -> SampleScreen:
    screen = _parsed(SampleScreen, _read(file), file)
    image = place / screen.image
    if not image.resolve().is_relative_to(place.resolve()):
        raise InputError("not the truth of a screen", file=file, field="image", expected=_EXPECTED)
    if not image.is_file():
        raise InputError("the picture is missing", file=image, expected=_EXPECTED)
    return screen.model_copy(update={"image": image})


def _number(file: Path) -> tuple[int, str]:
    digits = "".join(ch for ch in file.stem.split("@")[0] if ch.isdigit())
    return int(digits or 0), file.name


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as err:
        reason = getattr(err, "strerror", None) or "not UTF-8"
        raise InputError(f"cannot be read ({reason})", file=file, expected=_EXPECTED) from None


def _parsed(model: type[M], text: str, file: Path, line: int | None = None) -> M:
    try:
        return model.model_validate(json.loads(text))
    except ValidationError as err:
        where = ".".join(map(str, err.errors(include_url=False, include_input=False)[0]["loc"])) or None
    except ValueError:
        where = None
    what = "the truth of a screen" if line is None else "a line of the index"
    raise InputError(f"not {what}", file=file, line=line, field=where, expected=_EXPECTED)
