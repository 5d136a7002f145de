"""Text units that a host gives instead of letting them be read: ``*.units.json``, UIAutomator, accessibility.

Our own form::

    {"width": 1080, "height": 2400, "platform": "android", "task": "Reply to Sam", "image": "shot.png",
     "units": [{"text": "Sam Sample", "box": [48, 210, 320, 262]}]}

``platform``, ``task`` and ``image`` may be left out; a unit may also have "confidence", "readable", "role"
and "hint". A file that names an ``image``, or has an image of the same stem beside it, gives a screen with
pixels, which is what protection needs. What such a file leaves out is not looked for in the pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from tactful.errors import InputError, RecordError
from tactful.formats.accessibility import is_accessibility, units_from_accessibility
from tactful.formats.agent_runs import find_screenshot
from tactful.formats.images import EXTENSIONS, load_screen_image
from tactful.formats.records import read_bytes, read_json
from tactful.formats.schema import Pixels, Record, Share, String
from tactful.formats.uiautomator import is_uiautomator, units_from_uiautomator
from tactful.runs import inside
from tactful.terms import Problem, Screen, TaskState, TextUnit

SUFFIX = ".units.json"
_EXPECTED = (
    "text units: width, height and units with text and box, a UIAutomator dump, or an accessibility tree"
)


class _UnitRecord(Record):
    text: String
    box: Pixels
    confidence: Share = 1.0
    readable: bool = True
    role: String = ""
    hint: String = ""


class _About(Record):
    """What both JSON forms may say of a screen; null is as good as absent."""

    platform: String | None = None
    task: String | None = None
    image: String | None = None


class _ScreenRecord(_About):
    width: Annotated[int, Field(gt=0)]
    height: Annotated[int, Field(gt=0)]
    units: list[_UnitRecord]


@dataclass(frozen=True, slots=True)
class GivenUnits:
    """A file of text units: the screen without pixels, its image, and what could not be placed."""

    screen: Screen
    image: Path | None = None
    problems: tuple[Problem, ...] = ()

    def load(self) -> Screen:
        """The screen with its pixels where it has an image.

        Raises ``ImageError``, or ``RecordError`` where the image is not of the size that the units are for.
        """
        if self.image is None:
            return self.screen
        pixels = load_screen_image(self.image)
        if pixels.size != (self.screen.width, self.screen.height):
            size = f"{pixels.size[0]}x{pixels.size[1]}"
            wanted = f"{self.screen.width}x{self.screen.height}, the size in its text units"
            raise RecordError(f"the image is {size}", file=self.image, expected=wanted)
        return replace(self.screen, image=pixels)


def units_stem(name: str) -> str:
    """The name of the screen that a units file is for: "a.units.json" and "a.xml" are for "a"."""
    return name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else Path(name).stem


def read_units(path: Path | str) -> GivenUnits:
    """A file of text units in any of the three forms, told apart by content.

    Raises ``RecordError`` with the entry's number for anything malformed: a unit left out would be a unit
    left unprotected.
    """
    path = Path(path)
    data = read_bytes(path, _EXPECTED)
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if path.suffix.lower() == ".xml" or head.startswith(b"<") or is_uiautomator(head):
        return _from_dump(path, data)
    document = read_json(path, _EXPECTED)
    try:
        if is_accessibility(document):
            return _from_tree(document, path)
        screen = _ScreenRecord.read(document)
        image, problems = _image_of(screen, path)
        return GivenUnits(_screen(screen, path.name), image, problems)
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_EXPECTED) from None


def _screen(record: _ScreenRecord, name: str) -> Screen:
    units = []
    for position, unit in enumerate(record.units):
        box = unit.box.clip(record.width, record.height)
        if not box.area:
            raise ValueError(f"units[{position}]: field 'box': no area on the screen")
        units.append(TextUnit(**dict(unit) | {"box": box}))
    state = TaskState(goal=record.task or "")
    return Screen(name, record.width, record.height, None, record.platform or "", tuple(units), state)


def _from_tree(document: Mapping[str, Any], path: Path) -> GivenUnits:
    units, width, height, unplaced = units_from_accessibility(document)
    about = _About.read(document)
    image, problems = _image_of(about, path)
    if unplaced:
        reason = f"{unplaced} texts without bounds: they cannot be found on the screen"
        problems = (*problems, Problem(path, None, reason))
    state = TaskState(goal=about.task or "")
    screen = Screen(path.name, width, height, None, about.platform or "web", units, state)
    return GivenUnits(screen, image, problems)


def _from_dump(path: Path, data: bytes) -> GivenUnits:
    """A dump says no screen size, so the image beside it does where there is one."""
    image = _image_beside(path)
    size = None if image is None else load_screen_image(image).size
    units, width, height = units_from_uiautomator(data, size, file=path)
    return GivenUnits(Screen(path.name, width, height, None, "android", units), image)


def _image_of(about: _About, path: Path) -> tuple[Path | None, tuple[Problem, ...]]:
    """The image that the document names, else the one beside it; a named one that is gone is a problem."""
    if not about.image:
        return _image_beside(path), ()
    image, missing = find_screenshot(path.parent, about.image, "image")
    return image, (Problem(path, None, f"field 'image': {missing}"),) if missing else ()


def _image_beside(path: Path) -> Path | None:
    stem = units_stem(path.name)
    candidates = [path.with_name(stem + suffix) for suffix in sorted(EXTENSIONS)]
    images = [candidate for candidate in candidates if candidate.is_file()]
    if len(images) > 1:
        raise InputError("more than one image of this name lies beside it", file=path, expected="one image")
    return inside(path.parent, images[0].name, file=images[0]) if images else None
