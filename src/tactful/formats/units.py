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
from typing import Any

from tactful.errors import InputError, RecordError
from tactful.formats._records import box_of, field_of, find_screenshot, kind, read_bytes, read_json, required
from tactful.formats.accessibility import is_accessibility, units_from_accessibility
from tactful.formats.images import EXTENSIONS, load_screen_image
from tactful.formats.uiautomator import is_uiautomator, read_uiautomator
from tactful.terms import Problem, Screen, TaskState, TextUnit

SUFFIX = ".units.json"
_EXPECTED = (
    "text units: width, height and units with text and box, a UIAutomator dump, or an accessibility tree"
)


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
            found = f"{pixels.size[0]}x{pixels.size[1]}"
            wanted = f"{self.screen.width}x{self.screen.height}, the size in its text units"
            raise RecordError(f"the image is {found}", file=self.image, expected=wanted)
        return replace(self.screen, image=pixels)


def is_units_file(path: Path) -> bool:
    """Whether a file's name says that it holds text units: ``*.units.json`` or ``*.xml``."""
    return path.name.lower().endswith((SUFFIX, ".xml"))


def units_stem(name: str) -> str:
    """The name of the screen that a units file is for: "a.units.json" and "a.xml" are for "a"."""
    return name[: -len(SUFFIX)] if name.lower().endswith(SUFFIX) else Path(name).stem


def read_units(path: Path | str) -> GivenUnits:
    """A file of text units in any of the three forms, told apart by content.

    Raises ``RecordError`` with the entry's number for anything malformed: a unit left out would be a unit
    left unprotected.
    """
    path = Path(path)
    head = read_bytes(path, _EXPECTED)[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if path.suffix.lower() == ".xml" or head.startswith(b"<") or is_uiautomator(head):
        return _dump(path)
    document = read_json(path, _EXPECTED)
    try:
        if is_accessibility(document):
            return _tree(document, path)
        return _own(document, path)
    except ValueError as err:
        raise RecordError(str(err), file=path, expected=_EXPECTED) from None


def parse_units(document: Mapping[str, Any], name: str = "screen") -> Screen:
    """A screen of our own form; ``ValueError`` naming the entry and field, never its text."""
    width, height = required(document, "width", int), required(document, "height", int)
    if width < 1 or height < 1:
        raise ValueError("fields 'width' and 'height': not positive")
    units = []
    for position, record in enumerate(required(document, "units", list)):
        try:
            units.append(_unit(record, width, height))
        except ValueError as err:
            raise ValueError(f"units[{position}]: {err}") from None
    return Screen(
        name=name,
        width=width,
        height=height,
        image=None,
        platform=_optional(document, "platform"),
        units=tuple(units),
        state=TaskState(goal=_optional(document, "task")),
    )


def _unit(record: object, width: int, height: int) -> TextUnit:
    if not isinstance(record, Mapping):
        raise ValueError(f"a {kind(record)} (expected an object with text and box)")
    box = box_of(record.get("box")).clip(width, height)
    if not box.area:
        raise ValueError("field 'box': no area on the screen")
    confidence = field_of(record, "confidence", (int, float), 1.0)
    if not 0.0 <= confidence <= 1.0:
        raise ValueError("field 'confidence': out of range (expected 0 to 1)")
    return TextUnit(
        text=required(record, "text", str),
        box=box,
        confidence=float(confidence),
        readable=field_of(record, "readable", bool, True),
        role=field_of(record, "role", str, ""),
        hint=field_of(record, "hint", str, ""),
    )


def _own(document: object, path: Path) -> GivenUnits:
    if not isinstance(document, Mapping):
        raise ValueError(f"a {kind(document)} where an object was expected")
    image, problems = _image_of(document, path)
    return GivenUnits(parse_units(document, path.name), image, problems)


def _tree(document: Mapping[str, Any], path: Path) -> GivenUnits:
    units, width, height, unplaced = units_from_accessibility(document)
    state = TaskState(goal=_optional(document, "task"))
    platform = _optional(document, "platform") or "web"
    image, problems = _image_of(document, path)
    if unplaced:
        reason = f"{unplaced} texts without bounds: they cannot be found on the screen"
        problems = (*problems, Problem(path, None, reason))
    return GivenUnits(Screen(path.name, width, height, None, platform, units, state), image, problems)


def _dump(path: Path) -> GivenUnits:
    """A dump says no screen size, so the image beside it does where there is one."""
    image = _image_beside(path)
    if image is None:
        units, width, height = read_uiautomator(path)
        return GivenUnits(Screen(path.name, width, height, None, "android", units))
    size = load_screen_image(image).size
    units, width, height = read_uiautomator(path, size)
    return GivenUnits(Screen(path.name, width, height, None, "android", units), image)


def _optional(document: Mapping[str, Any], name: str) -> str:
    value = document.get(name)
    return "" if value is None else str(field_of(document, name, str, ""))


def _image_of(document: Mapping[str, Any], path: Path) -> tuple[Path | None, tuple[Problem, ...]]:
    """The image that the document names, else the one beside it; a named one that is gone is a problem."""
    name = _optional(document, "image")
    if not name:
        return _image_beside(path), ()
    image, missing = find_screenshot(path.parent, name)
    return image, (Problem(path, None, f"field 'image': {missing}"),) if missing else ()


def _image_beside(path: Path) -> Path | None:
    stem = units_stem(path.name)
    found = [path.with_name(stem + suffix) for suffix in sorted(EXTENSIONS)]
    images = [candidate for candidate in found if candidate.is_file()]
    if len(images) > 1:
        raise InputError("more than one image of this name lies beside it", file=path, expected="one image")
    return images[0] if images else None
