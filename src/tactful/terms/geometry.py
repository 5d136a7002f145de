"""Boxes in pixels: origin top left, (x1, y1, x2, y2) with x2 and y2 exclusive."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Box:
    """A rectangle of whole pixels with x1 <= x2 and y1 <= y2; ``ValueError`` otherwise."""

    x1: int
    y1: int
    x2: int
    y2: int

    def __post_init__(self) -> None:
        if self.x2 < self.x1 or self.y2 < self.y1:
            raise ValueError("a box needs x1 <= x2 and y1 <= y2")

    @classmethod
    def around(cls, x1: float, y1: float, x2: float, y2: float) -> Box:
        """The smallest whole-pixel box that holds the given corners, in any order."""
        left, right = min(x1, x2), max(x1, x2)
        top, bottom = min(y1, y2), max(y1, y2)
        return cls(math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom))

    @classmethod
    def of(cls, values: Sequence[float]) -> Box:
        """From a sequence of four numbers, x1 y1 x2 y2."""
        x1, y1, x2, y2 = values
        return cls.around(x1, y1, x2, y2)

    @classmethod
    def hull(cls, boxes: Iterable[Box]) -> Box:
        """The smallest box that holds all of ``boxes``; ``ValueError`` for none."""
        items = list(boxes)
        if not items:
            raise ValueError("the hull of no boxes")
        return cls(
            min(b.x1 for b in items),
            min(b.y1 for b in items),
            max(b.x2 for b in items),
            max(b.y2 for b in items),
        )

    @property
    def width(self) -> int:
        return self.x2 - self.x1

    @property
    def height(self) -> int:
        return self.y2 - self.y1

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def center(self) -> tuple[float, float]:
        return (self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2

    def tuple(self) -> tuple[int, int, int, int]:
        """(x1, y1, x2, y2), the order that Pillow takes."""
        return self.x1, self.y1, self.x2, self.y2

    def overlap(self, other: Box) -> int:
        """The shared area in pixels."""
        width = min(self.x2, other.x2) - max(self.x1, other.x1)
        height = min(self.y2, other.y2) - max(self.y1, other.y1)
        return width * height if width > 0 and height > 0 else 0

    def iou(self, other: Box) -> float:
        """Intersection over union (GUIGuard-Bench, equation 3); 0 when both are empty."""
        shared = self.overlap(other)
        union = self.area + other.area - shared
        return shared / union if union else 0.0

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        return self.x1 <= x < self.x2 and self.y1 <= y < self.y2

    def grow(self, by: int) -> Box:
        """A box larger by ``by`` pixels on every side (smaller if negative, never inside out)."""
        by = max(by, -(self.width // 2), -(self.height // 2))
        return Box(self.x1 - by, self.y1 - by, self.x2 + by, self.y2 + by)

    def shift(self, dx: int, dy: int) -> Box:
        return Box(self.x1 + dx, self.y1 + dy, self.x2 + dx, self.y2 + dy)

    def clip(self, width: int, height: int) -> Box:
        """The part inside an image of the given size; may be empty."""
        x1, x2 = (min(max(v, 0), width) for v in (self.x1, self.x2))
        y1, y2 = (min(max(v, 0), height) for v in (self.y1, self.y2))
        return Box(x1, y1, x2, y2)
