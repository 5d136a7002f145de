"""Conversations with models: messages and replies, what answers them, and a scripted stand-in for tests.

All that is said may be private and hides itself in ``repr``.
"""

from __future__ import annotations

import asyncio
import base64
import io
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from PIL import Image

from tactful.errors import ModelError

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


Ask: TypeAlias = Callable[[Sequence[Message]], Awaitable[Reply]]
"""One question to one model, asynchronously: what the benchmarks are written against.

It takes a conversation and gives the reply, or raises ``ModelError`` where there is none. It may stand for a
built-in model, a local endpoint, or a model that Inspect runs with its own retries and logs.
"""


def asking(model: ChatModel) -> Ask:
    """An ``Ask`` of a model that blocks: every question has a thread of its own."""

    async def ask(messages: Sequence[Message]) -> Reply:
        return await asyncio.to_thread(model.ask, messages)

    return ask


Turn = str | Reply | Exception


class ScriptedModel:
    """Answers with ``turns`` in order, or with what ``turns`` says of the messages if it is a function.

    A turn is a text, a ``Reply``, or an exception to raise. ``asked`` keeps every conversation. After the
    last turn ``ModelError`` is raised: a script that is too short is a failed call, not an empty answer.
    """

    def __init__(
        self, turns: Iterable[Turn] | Callable[[Sequence[Message]], Turn], *, name: str = "scripted"
    ) -> None:
        self.name = name
        self.asked: list[tuple[Message, ...]] = []
        self._answer = turns if callable(turns) else None
        self._turns = iter(()) if callable(turns) else iter(turns)

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The next turn of the script."""
        self.asked.append(tuple(messages))
        turn = self._answer(messages) if self._answer else next(self._turns, None)
        if turn is None:
            raise ModelError(f"the scripted model '{self.name}' has no turn left")
        if isinstance(turn, Exception):
            raise turn
        return Reply(turn) if isinstance(turn, str) else turn
