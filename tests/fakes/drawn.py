"""Drawn faces and avatars: no real person's picture is kept with the tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

Pixels = NDArray[np.uint8]
Colour = tuple[int, int, int]
Tint = tuple[float, ...]


def screen(width: int = 1080, height: int = 2400, colour: Colour = (250, 250, 252)) -> Image.Image:
    return Image.new("RGB", (width, height), colour)


def pixels(image: Image.Image) -> Pixels:
    return np.asarray(image.convert("RGB"), dtype=np.uint8)


def face(size: int, skin: Colour = (224, 172, 138)) -> Image.Image:
    """A shaded frontal face with hair, neck and shoulders, good enough for a detector."""
    n = 800
    image = np.full((n, n, 3), (96, 120, 150), np.float64)
    ys, xs = np.mgrid[0:n, 0:n] / n
    dark = tuple(0.72 * c for c in skin)
    light = tuple(min(255.0, 1.12 * c) for c in skin)
    hair = (52.0, 36.0, 26.0)

    def oval(x: float, y: float, rx: float, ry: float, colour: Tint, soft: float, alpha: float = 1) -> None:
        inside = 1 - np.hypot((xs - x) / rx, (ys - y) / ry)
        weight = (np.clip(inside / soft, 0, 1) * alpha)[..., None]
        image[:] = image * (1 - weight) + np.array(colour) * weight

    oval(0.5, 0.46, 0.34, 0.42, hair, 0.05)
    oval(0.5, 1.05, 0.42, 0.24, (60, 70, 110), 0.05)  # shoulders
    oval(0.5, 0.86, 0.13, 0.2, dark, 0.15)  # neck
    oval(0.5, 0.52, 0.26, 0.36, skin, 0.04)
    oval(0.5, 0.62, 0.2, 0.22, light, 0.9, 0.35)
    oval(0.5, 0.26, 0.25, 0.12, hair, 0.25)  # fringe
    for x in (0.33, 0.67):
        oval(x, 0.56, 0.07, 0.16, dark, 0.9, 0.4)  # cheeks
    for x in (0.4, 0.6):
        oval(x, 0.47, 0.065, 0.04, dark, 0.6, 0.7)
        oval(x, 0.475, 0.045, 0.022, (245, 245, 245), 0.2)
        oval(x, 0.475, 0.02, 0.021, (70, 45, 30), 0.2)
        oval(x, 0.475, 0.009, 0.01, (5, 5, 5), 0.2)
        oval(x, 0.415, 0.065, 0.014, hair, 0.6, 0.9)  # brow
    oval(0.5, 0.56, 0.03, 0.1, light, 0.9, 0.7)  # nose
    oval(0.5, 0.635, 0.042, 0.022, dark, 0.7, 0.8)
    for x in (0.482, 0.518):
        oval(x, 0.64, 0.011, 0.008, (60, 30, 25), 0.6)
    oval(0.5, 0.74, 0.08, 0.028, (170, 80, 80), 0.3)  # mouth
    oval(0.5, 0.738, 0.07, 0.005, (90, 30, 30), 0.5)
    drawn = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(2))
    return drawn.resize((size, size), Image.Resampling.LANCZOS)


def scenery(size: int, seed: int = 0) -> Image.Image:
    """Something like a photograph without a face: gradual patches of many colours."""
    rng = np.random.default_rng(seed)
    coarse = Image.fromarray(rng.integers(20, 235, (5, 5, 3), dtype=np.uint8))
    return coarse.resize((size, size), Image.Resampling.BICUBIC)


def paste_disc(image: Image.Image, picture: Image.Image, x: int, y: int) -> tuple[int, int, int, int]:
    """Pastes a picture cut to a disc; returns its box."""
    size = picture.width
    mask = Image.new("L", (4 * size, 4 * size), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, 4 * size - 1, 4 * size - 1), fill=255)
    image.paste(picture, (x, y), mask.resize((size, size), Image.Resampling.LANCZOS))
    return x, y, x + size, y + size


def letter_disc(size: int, letter: str, colour: Colour, ink: Colour = (255, 255, 255)) -> Image.Image:
    """One colour with letters in its middle."""
    disc = Image.new("RGB", (size, size), colour)
    font = ImageFont.load_default(size * 0.5)
    ImageDraw.Draw(disc).text((size / 2, size / 2), letter, fill=ink, font=font, anchor="mm")
    return disc


def silhouette_disc(size: int, colour: Colour = (150, 150, 150)) -> Image.Image:
    """The usual picture of nobody: a head and shoulders."""
    disc = Image.new("RGB", (size, size), colour)
    draw = ImageDraw.Draw(disc)
    draw.ellipse((0.37 * size, 0.24 * size, 0.63 * size, 0.5 * size), fill="white")
    draw.ellipse((0.24 * size, 0.56 * size, 0.76 * size, 0.86 * size), fill="white")
    return disc
