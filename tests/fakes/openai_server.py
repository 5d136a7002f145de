"""A real HTTP server on 127.0.0.1 that speaks the OpenAI chat format, with scripted faults.

    with OpenAIServer(["first answer", Fault.status(500, "oops"), "second answer"]) as server:
        OpenAICompatible(server.base_url, "any").ask([Message("hello")])

A turn is a text (the answer), a ``Fault``, or a function from the request's JSON to one of both. After the
last turn the last one repeats if it is a function; otherwise the server answers 418, so that a test sees
a call it did not expect. ``requests`` keeps every request's JSON, ``headers`` its headers.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Fault:
    """Raw bytes instead of a good answer: status, body, headers, and what goes wrong with them."""

    code: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    hang: bool = False  # says nothing until the server is closed
    drop: bool = False  # closes the connection half-way through the body

    @classmethod
    def status(cls, code: int, message: str = "", **headers: str) -> Fault:
        """An error in the usual JSON shape; header names take _ for -."""
        body = json.dumps({"error": {"message": message, "type": "fault", "code": str(code)}}).encode()
        return cls(code, body, {name.replace("_", "-"): value for name, value in headers.items()})

    @classmethod
    def truncated(cls, text: str) -> Fault:
        """A good answer that stopped at the length limit."""
        return cls(body=completion(text, finish="length"))


Turn = str | Fault | Callable[[dict[str, Any]], "str | Fault"]


def completion(text: str | None, finish: str = "stop") -> bytes:
    """The body of a chat completion with one choice."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    body = {"id": "x", "object": "chat.completion", "created": 0, "model": "fake", "choices": [choice]}
    return json.dumps(body).encode()


class OpenAIServer:
    """The server, running in a thread while the ``with`` block lasts."""

    def __init__(self, turns: Iterable[Turn] | Turn) -> None:
        self.turns: list[Turn] = (
            [turns] if isinstance(turns, (str, Fault)) or callable(turns) else list(turns)
        )
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._closing = threading.Event()
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> OpenAIServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def answer(self, request: dict[str, Any], headers: dict[str, str]) -> Fault:
        """What the script says to this request."""
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)
            if not self.turns:
                return Fault.status(418, "the script is over")
            turn = self.turns[0]
            if not (callable(turn) and len(self.turns) == 1):
                self.turns.pop(0)
        said = turn(request) if callable(turn) else turn
        return said if isinstance(said, Fault) else Fault(body=completion(said))

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fault = outer.answer(request, {name.lower(): value for name, value in self.headers.items()})
                if fault.hang:
                    outer._closing.wait()
                    self.close_connection = True
                    return
                self.send_response(fault.code)
                for name, value in {"Content-Type": "application/json", **fault.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(fault.body)))
                self.end_headers()
                self.wfile.write(fault.body[: len(fault.body) // 2] if fault.drop else fault.body)
                self.close_connection = self.close_connection or fault.drop

            def log_message(self, format: str, *args: object) -> None:
                """Says nothing on stderr."""

        return Handler


def texts(request: dict[str, Any]) -> str:
    """All text of a request's messages."""
    out = []
    for message in request["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        out += [part["text"] for part in parts if part["type"] == "text"]
    return "\n".join(out)


def pictures(request: dict[str, Any]) -> list[str]:
    """All ``data:`` URIs of a request's messages."""
    parts = [p for m in request["messages"] if isinstance(m["content"], list) for p in m["content"]]
    return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


_NUMBERED = re.compile(r'^(\d+): (?:(".*")|\(text nobody could read\))', re.MULTILINE)
_RULES = (
    (re.compile(r"[\w.+-]+@[\w-]+\.\w+"), "high | 2 | {need} | email"),
    (re.compile(r"\+?\d[\d -]{7,}\d"), "high | 2 | {need} | phone"),
    (re.compile(r"\b\d{1,2}:\d\d\b"), "low | 3 | no | time"),
    (re.compile(r"^[A-Z]\w+ [A-Z]\w+$"), "high | 1 | {need} | person"),
)


def rule_model(request: dict[str, Any]) -> str:
    """A small model for the grounded mode: reads the prompt's numbered lines and labels them by rules."""
    prompt = texts(request)
    lines = []
    for number, quoted in _NUMBERED.findall(prompt):
        text = json.loads(quoted or '""')
        need = "yes" if f"Task: {text}" in prompt or text in prompt.split("Lines:")[0] else "no"
        label = next((label for rule, label in _RULES if rule.search(text)), "none | 0 | no | text")
        lines.append(f"{number} | {label.format(need=need)}")
    return "\n".join(lines)
