"""A text detector that fails without saying so, and pages on which a working one sees nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tactful.errors import RecognitionError
from tactful.guard import Guard
from tactful.recognize import ScreenReader, ScreenRecognizer, load_engine
from tactful.selftest.canary import SEEN, draw_lines, guard, visible_share
from tactful.selftest.cases import Case
from tactful.terms import Box

Map = NDArray[np.float32]
Fault = Callable[[Map], Any]
Page = tuple[Image.Image, tuple[Box, ...]]

_VALUES = (
    "Margaret Whitfield",
    "m.whitfield@example.com",
    "4111 1111 1111 1111",
    "+44 20 7946 0958",
    "Bob Li",
)


@cache
def _engine() -> Any:
    return load_engine()


class _Faulty:
    """The installed models, whose detector's maps go through ``fault``."""

    name = "faulty"

    def __init__(self, fault: Fault) -> None:
        self._real, self._fault = _engine(), fault
        self.characters = self._real.characters

    def detect(self, batch: Map) -> Any:
        return self._fault(self._real.detect(batch))

    def recognize(self, lines: Sequence[Map]) -> Any:
        return self._real.recognize(lines)


def _blotted(rows: slice, columns: slice, value: float) -> Fault:
    """A map with a value in a part of it; the bounds are in quarters."""

    def fault(found: Map) -> Map:
        height, width = (side // 4 for side in found.shape)
        area = [
            slice(None if s.start is None else s.start * n, None if s.stop is None else s.stop * n)
            for s, n in ((rows, height), (columns, width))
        ]
        changed = found.copy()
        changed[area[0], area[1]] = value
        return changed

    return fault


def _raises(found: Map) -> Map:
    raise RuntimeError("4111 1111 1111 1111")


_ALL = slice(None)
_FAULTS: dict[str, Fault] = {
    "NaN": lambda found: found * np.nan,
    "one NaN": _blotted(slice(0, 1), slice(0, 1), np.nan),
    "infinite": lambda found: found + np.inf,
    "minus infinite": lambda found: found - np.inf,
    "zeros": lambda found: found * 0,
    "ones": lambda found: found * 0 + 1,
    "a constant half": lambda found: found * 0 + 0.5,
    "a constant just below the threshold": lambda found: found * 0 + 0.29,
    "inverted": lambda found: 1 - found,
    "half as sure": lambda found: found * 0.5,
    "a tenth as sure": lambda found: found * 0.1,
    "256 times as sure": lambda found: found * 256,
    "negative": lambda found: -found,
    "upper half empty": _blotted(slice(0, 2), _ALL, 0),
    "lower half empty": _blotted(slice(2, None), _ALL, 0),
    "left half empty": _blotted(_ALL, slice(0, 2), 0),
    "right half empty": _blotted(_ALL, slice(2, None), 0),
    "middle empty": _blotted(slice(1, 3), slice(1, 3), 0),
    "lower half full": _blotted(slice(2, None), _ALL, 1),
    "right half full": _blotted(_ALL, slice(2, None), 1),
    "half of the rows": lambda found: found[: found.shape[0] // 2],
    "half of the columns": lambda found: found[:, : found.shape[1] // 2],
    "an empty map": lambda found: found[:0, :0],
    "no list at all": lambda found: [],
    "nothing": lambda found: None,
    "one number": lambda found: np.float32(0),
    "a batch of maps": lambda found: found[None],
    "integers": lambda found: found.astype(np.int64),
    "upside down": lambda found: found[::-1].copy(),
    "mirrored": lambda found: found[:, ::-1].copy(),
    "moved by 40 rows": lambda found: np.roll(found, 40, axis=0),
    "moved by 80 columns": lambda found: np.roll(found, 80, axis=1),
    "noise": lambda found: np.random.default_rng(1).random(found.shape, np.float32),
    "blurred to one blot": lambda found: np.sqrt(np.sqrt(np.sqrt(found))),
    "an exception": _raises,
}


@cache
def _page(kind: str) -> Page:
    if kind == "dark":
        return draw_lines(_VALUES, size=(480, 380), ink=(230, 230, 230), paper=(24, 26, 30))
    if kind == "large type":
        return draw_lines(_VALUES, size=(760, 440), font=ImageFont.load_default(52))
    return draw_lines(_VALUES, size=(480, 380))


def _leaks(page: Page, keeper: Guard) -> str | None:
    image, boxes = page
    try:
        shown = keeper.protect(image).image
    except RecognitionError as err:
        return None if "4111" not in str(err) else "a value in the error"
    shares = [visible_share(image, shown, box) for box in boxes]
    leaked = [str(i) for i, share in enumerate(shares) if share > SEEN]
    return f"values {', '.join(leaked)} of {len(boxes)}" if leaked else None


def _faulty(fault: Fault, kind: str) -> str | None:
    reader = ScreenReader(_Faulty(fault))
    return _leaks(_page(kind), Guard(operator="black", recognizer=ScreenRecognizer(reader=reader)))


def _drawn(size: tuple[int, int], type_size: int, count: int, ink: int, paper: int) -> Page:
    """Values scattered thinly over a screen: ``count`` of them, in one size of type."""
    image = Image.new("RGB", size, (paper,) * 3)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(type_size)
    boxes = []
    for i in range(count):
        at = (60 + i * 731 % (size[0] // 2), 60 + i * (size[1] - 160) // count)
        value = _VALUES[i % len(_VALUES)]
        pen.text(at, value, fill=(ink,) * 3, font=font)
        x1, y1, x2, y2 = pen.textbbox(at, value, font=font)
        boxes.append(Box(int(x1), int(y1), int(x2) + 1, int(y2) + 1))
    return image, tuple(boxes)


def _sparse(size: tuple[int, int], type_size: int, count: int, ink: int = 20, paper: int = 255) -> str | None:
    return _leaks(_drawn(size, type_size, count, ink, paper), guard())


def _faint(step: int, paper: int) -> str | None:
    ink = paper - step if paper > 128 else paper + step
    image, boxes = draw_lines(_VALUES, size=(480, 380), ink=(ink,) * 3, paper=(paper,) * 3)
    shown = guard().protect(image).image
    hidden = [np.asarray(shown.crop(box.tuple()), np.int16) - paper for box in boxes]
    leaked = [str(i) for i, left in enumerate(hidden) if (np.abs(left).max(axis=2) == step).mean() > 0.05]
    return f"values {', '.join(leaked)} of {len(boxes)}" if leaked else None


_PHONE, _DESK = (2160, 3840), (4096, 2304)
_SPARSE = [(_DESK, 12, 2), (_DESK, 22, 2), (_DESK, 90, 2), (_PHONE, 16, 3), (_PHONE, 40, 4)]
_FAINT = [(step, paper) for step in (14, 10, 5, 4) for paper in (255, 128, 20)]
_PAGES = {"light": 1, "dark": 6, "large type": 6}  # every how many-th fault is tried on it

CASES = (
    *(
        Case(
            "detector", f"{name}, {kind}", partial(_faulty, fault, kind), short=kind == "light" and i % 4 == 0
        )
        for i, (name, fault) in enumerate(_FAULTS.items())
        for kind, every in _PAGES.items()
        if i % every == 0
    ),
    *(
        Case(
            "detector",
            f"{size[0]} x {size[1]}, type {t}, {n} lines",
            partial(_sparse, size, t, n),
            short=False,
        )
        for size, t, n in _SPARSE
    ),
    *(
        Case("detector", f"{step} of 255 from {paper}", partial(_faint, step, paper), short=step == 10)
        for step, paper in _FAINT
    ),
)
