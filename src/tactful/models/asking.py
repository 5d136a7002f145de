"""One question to one model, asynchronously: what the benchmarks are written against.

An ``Ask`` takes a conversation and gives the reply, or raises ``ModelError`` where there is none. It may
stand for a built-in model, a local endpoint, or a model that Inspect runs with its own retries and logs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

from tactful.models.messages import ChatModel, Message, Reply

Ask: TypeAlias = Callable[[Sequence[Message]], Awaitable[Reply]]


def asking(model: ChatModel) -> Ask:
    """An ``Ask`` of a model that blocks: every question has a thread of its own."""

    async def ask(messages: Sequence[Message]) -> Reply:
        return await asyncio.to_thread(model.ask, messages)

    return ask
