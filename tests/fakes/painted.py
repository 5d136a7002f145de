"""Screens and regions for tests of protection: noise outside, given pixels inside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tactful.protect import Vault, get_policy, protect_screen
from tactful.protect.nesting import margin
from tactful.terms import Box, Category, ProtectedScreen, Region, Risk, Screen

KEY = b"a key for tests, 32 bytes long.."


def vault() -> Vault:
    return Vault(KEY)


def region(
    text: str = "Ann Lee",
    box: tuple[int, int, int, int] = (20, 20, 120, 44),
    type: str = "person",
    risk: Risk = Risk.HIGH,
    category: Category | None = Category.IDENTITY,
    **more: Any,
) -> Region:
    return Region(text, Box(*box), risk, category, type, **more)


def noise(width: int = 200, height: int = 120, seed: int = 0) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def screen(pixels: NDArray[np.uint8], name: str = "s.png") -> Screen:
    image = Image.fromarray(pixels)
    return Screen(name, image.width, image.height, image)


def masked(pixels: NDArray[np.uint8], regions: Sequence[Region]) -> NDArray[np.bool_]:
    """The pixels that masks of ``regions`` cover."""
    found = np.zeros(pixels.shape[:2], dtype=bool)
    for one in regions:
        box = one.box.grow(margin(one.box)).clip(found.shape[1], found.shape[0])
        found[box.y1 : box.y2, box.x1 : box.x2] = True
    return found


def protected(
    pixels: NDArray[np.uint8],
    regions: Sequence[Region],
    operator: str = "black",
    *,
    policy: str = "all",
    keep: Vault | None = None,
    **more: Any,
) -> ProtectedScreen:
    found = get_policy(policy, operator)
    return protect_screen(screen(pixels), regions, found, vault=vault() if keep is None else keep, **more)


def array(safe: ProtectedScreen) -> NDArray[np.uint8]:
    return np.asarray(safe.image, dtype=np.uint8)
