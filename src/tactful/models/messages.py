"""What is said to a model and what comes back; all of it may be private and hides itself in ``repr``."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol

from PIL import Image

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MediaType = Literal["image/png", "image/jpeg"]


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded image as it goes to a model: PNG or JPEG bytes, free of metadata."""

    data: bytes = field(repr=False)
    media_type: MediaType = "image/png"

    @classmethod
    def encode(
        cls, pixels: NDArray[np.uint8], *, media_type: MediaType = "image/png", quality: int = 92
    ) -> Picture:
        """From uint8 pixels of shape (height, width, 3), RGB. ``quality`` is for JPEG only."""
        buffer = io.BytesIO()
        image = Image.fromarray(pixels)
        if media_type == "image/png":
            image.save(buffer, format="PNG", compress_level=3)
        else:
            image.save(buffer, format="JPEG", quality=quality)
        return cls(buffer.getvalue(), media_type)

    @property
    def data_uri(self) -> str:
        """The image as a ``data:`` URI, the form that chat endpoints take."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode('ascii')}"


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation: its text, and pictures that go before the text."""

    text: str = field(repr=False)
    role: Literal["system", "user", "assistant"] = "user"
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer. ``truncated``: it stopped at the length limit, so its end is missing."""

    text: str = field(repr=False)
    truncated: bool = False


class ChatModel(Protocol):
    """Anything that answers a conversation.

    Raises ``ModelError`` when there is no answer; an answer is never made up.
    """

    @property
    def name(self) -> str: ...

    def ask(self, messages: Sequence[Message]) -> Reply: ...
