"""The screens of the world: phones and desktops in device pixels, with their density."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """``width`` and ``height`` are the screenshot's pixels, ``scale`` device pixels per CSS pixel."""

    name: str
    platform: str  # phone, desktop
    width: int
    height: int
    scale: float


SIZES: tuple[Size, ...] = (
    Size("phone-1080", "phone", 1080, 2400, 3.0),
    Size("phone-1440", "phone", 1440, 3120, 3.5),
    Size("phone-720", "phone", 720, 1600, 2.0),
    Size("desktop-1920", "desktop", 1920, 1080, 1.0),
    Size("desktop-1366", "desktop", 1366, 768, 1.0),
    Size("desktop-2560", "desktop", 2560, 1440, 1.25),
)
