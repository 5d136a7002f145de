"""The screenshots as they go to a model: decoded, freed of metadata, encoded the same way every time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tactful.errors import InputError
from tactful.models import Picture
from tactful.terms import Screen, ScreenCase, TaskState

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

MISSING = "the screenshot is missing"


@dataclass(frozen=True, slots=True)
class Shot:
    """One screenshot: uint8 pixels of shape (height, width, 3), RGB, and the same encoded."""

    pixels: NDArray[np.uint8] = field(repr=False)
    picture: Picture

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


def load_shot(case: ScreenCase) -> Shot:
    """The case's screenshot; ``InputError`` where it is missing or cannot be read."""
    import numpy as np

    pixels = np.asarray(_image(case), dtype=np.uint8)
    return Shot(pixels, Picture.encode(pixels))


def load_screen(case: ScreenCase, state: TaskState) -> Screen:
    """The case's screenshot as our own recognizers take it; ``InputError`` as above."""
    image = _image(case)
    return Screen("screen", image.width, image.height, image, case.platform, None, state)


def _image(case: ScreenCase) -> Image:
    from tactful.formats import load_screen_image

    if case.step.screenshot is None:
        raise InputError(MISSING)
    return load_screen_image(case.step.screenshot)
