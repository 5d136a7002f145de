"""A fast HTTP server on 127.0.0.1 that speaks the OpenAI chat format, for hundreds of calls at once.

    with BusyServer(answer) as server:
        ...  # a client at server.base_url

``answer`` is called with a `Call` and gives a text, a `Trouble`, or None for a connection that is dropped
without a word. Every request that got a whole answer is in ``server.answered``.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Call:
    """One request: the model's name, the text of all messages, and how often the same text came before."""

    model: str
    prompt: str
    before: int
    messages: list[dict[str, Any]] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class Trouble:
    """Something else than a good answer: a status, a body, a header, a reason to stop, or silence."""

    status: int = 200
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()
    text: str | None = None
    finish: str = "stop"
    hang: bool = False
    code: str = "fault"


Answer = Callable[[Call], "str | Trouble | None"]
HANG = Trouble(hang=True)


def completion(text: str | None, finish: str = "stop", prompt_chars: int = 0) -> bytes:
    """The body of a chat completion with one choice and with usage."""
    used, written = prompt_chars // 4, len(text or "") // 4
    return json.dumps(
        {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": "fake",
            "choices": [
                {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
            ],
            "usage": {"prompt_tokens": used, "completion_tokens": written, "total_tokens": used + written},
        }
    ).encode()


def digest(prompt: str) -> str:
    return hashlib.sha256(prompt.encode()).hexdigest()


class BusyServer:
    """The server, in a thread of its own while the ``with`` block lasts. Answers take ``delay`` seconds."""

    def __init__(self, answer: Answer, delay: float = 0.0) -> None:
        self.answered: Counter[tuple[str, str]] = Counter()  # (model, digest of the prompt) -> answers
        self.asked: Counter[tuple[str, str]] = Counter()
        self.in_flight = self.most_in_flight = 0
        self.delay = delay
        self.hold_at: int | None = None  # after so many answers nobody gets another until this is None
        self._answer = answer
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def total(self) -> int:
        return sum(self.answered.values())

    def __enter__(self) -> BusyServer:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    def _serve(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", 0, limit=2**22, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._open.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length")
        )
        request = json.loads(await reader.readexactly(length))
        prompt = "\n\n".join(message["content"] or "" for message in request["messages"])
        key = (request["model"], digest(prompt))
        said = self._answer(Call(request["model"], prompt, self.asked[key], request["messages"]))
        self.asked[key] += 1
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            if self.delay:
                await asyncio.sleep(self.delay)
            while self.hold_at is not None and self.total >= self.hold_at:
                await asyncio.sleep(0.01)
            if said is None:
                return False
            if isinstance(said, Trouble) and said.hang:
                await asyncio.sleep(3600)
            await self._reply(writer, said if isinstance(said, Trouble) else Trouble(text=said), len(prompt))
        finally:
            self.in_flight -= 1
        self.answered[key] += 1
        return True

    async def _reply(self, writer: asyncio.StreamWriter, trouble: Trouble, size: int) -> None:
        body = trouble.body
        if body is None and trouble.status == 200:
            body = completion(trouble.text, trouble.finish, size)
        elif body is None:
            error = {"message": "trouble", "type": "fault", "code": trouble.code}
            body = json.dumps({"error": error}).encode()
        lines = [
            f"HTTP/1.1 {trouble.status} X",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
        ]
        lines += [f"{name}: {value}" for name, value in trouble.headers]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()


def stated_lines(prompt: str) -> dict[str, str]:
    """The attributes of a judge's prompt: lines ``key → statement``."""
    pairs = (line.split(" → ", 1) for line in prompt.splitlines() if " → " in line)
    return {pair[0]: pair[1] for pair in pairs}


def plain_judge(prompt: str) -> str:
    """Reveals what the message says word for word."""
    listed, message = prompt.rsplit("MESSAGE:", 1)
    return json.dumps({key: line for key, line in stated_lines(listed).items() if line in message})


def plain_writer(prompt: str) -> str:
    """A message with about a third of the memories, the same for the same prompt."""
    block = prompt.split("one fact a line:\n\n", 1)[1].split("\n\nYOUR JOB", 1)[0]
    said = [line for line in block.splitlines() if digest(prompt + line)[0] in "01234"]
    return "Hello,\n" + "\n".join(said) + "\nBest regards"


def plain_models(call: Call) -> str:
    """A judge and a writer in one."""
    return plain_judge(call.prompt) if "MESSAGE:" in call.prompt else plain_writer(call.prompt)
