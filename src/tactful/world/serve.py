"""The world in a person's browser: a small server on this machine, to try a session by hand.

It listens on 127.0.0.1 only, and answers only its own page: requests under another name (a Host header that
is not this server's) or from another page (an Origin header) are refused. It writes no log.
"""

from __future__ import annotations

import json
import sys
import webbrowser
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Lock, Thread
from types import TracebackType

from tactful.world.browser.stage import Playable, Render, looks
from tactful.world.events import Event

ADDRESS = "127.0.0.1"
MOST_BYTES = 64 * 1024  # of one event: a long text typed into a field
KINDS = ("tap", "focus", "input", "key", "scroll")

_PAGE = """<!doctype html>
<html><head><meta charset="utf-8"><title>tactful world</title></head>
<body><script src="/runtime.js"></script><script src="/start.js"></script></body></html>
"""
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:; "
    "style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True  # an idle connection holds up nobody

    def handle_error(self, request: object, client_address: object) -> None:
        """Names the error's type only: its text and a traceback may hold what is on the screen."""
        error = sys.exception()
        print(f"a request failed: {type(error).__name__}", file=sys.stderr)


class Server:
    """Serves ``session`` at `url` while it is entered. ``port`` 0 takes a free one.

    ``render`` draws a scene; without it `tactful.world.looks.render` does. Raises ``OSError`` where the port
    is taken.
    """

    def __init__(self, session: Playable, port: int = 0, *, render: Render | None = None) -> None:
        self.session = session
        self._render = render or looks()
        self._http = _Quiet((ADDRESS, port), _handler(self))
        self._thread: Thread | None = None
        self._one = Lock()  # events change the session one after the other

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        return f"http://{ADDRESS}:{self.port}/"

    @property
    def names(self) -> frozenset[str]:
        """The Host headers that are answered."""
        return frozenset({f"{ADDRESS}:{self.port}", f"localhost:{self.port}"})

    def __enter__(self) -> Server:
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        if self._thread is not None:
            self._thread.join()
        self._http.server_close()

    def wait(self) -> None:
        """Until the server stops or the person interrupts it."""
        if self._thread is not None:
            while self._thread.is_alive():
                self._thread.join(0.5)

    def answer(self, event: Event | None = None) -> Mapping[str, object]:
        """The screen (after ``event``): html, css, lang, and its width and height in CSS pixels."""
        with self._one:
            if event is not None:
                self.session.handle(event)
            scene = self.session.scene()
            drawn = self._render(scene)
        return {
            "html": drawn.html,
            "css": drawn.css,
            "lang": scene.lang,
            "width": scene.width,
            "height": scene.height,
        }


def serve(session: Playable, port: int = 0, open_browser: bool = False) -> None:
    """Serves a session until Ctrl-C, and prints where. Raises ``OSError`` where the port is taken."""
    with Server(session, port) as server:
        print(f"The world is at {server.url} (Ctrl-C ends it)", flush=True)
        if open_browser:
            webbrowser.open(server.url)
        try:
            server.wait()
        except KeyboardInterrupt:
            print()


def _script(name: str) -> str:
    return (files("tactful.world.browser") / name).read_text(encoding="utf-8")


def _event(body: bytes) -> Event | None:
    """The event of a request; None where it is none."""
    try:
        raw = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(raw, dict) or raw.get("kind") not in KINDS:
        return None
    texts = [raw.get(name, "") for name in ("kind", "target", "value", "window")]
    return Event(*texts) if all(isinstance(text, str) for text in texts) else None


def _handler(server: Server) -> type[BaseHTTPRequestHandler]:
    pages: Mapping[str, tuple[str, Callable[[], str]]] = {
        "/": ("text/html", lambda: _PAGE),
        "/runtime.js": ("text/javascript", lambda: _script("runtime.js")),
        "/start.js": ("text/javascript", lambda: _script("serve.js")),
        "/scene": ("application/json", lambda: json.dumps(server.answer())),
    }

    class Handler(BaseHTTPRequestHandler):
        server_version = "tactful"
        sys_version = ""
        timeout = 10

        def do_GET(self) -> None:
            if not self._trusted():
                return
            kind, text = pages.get(self.path, ("", None))
            if text is None:
                self._send(404, "text/plain", "not here")
            else:
                self._send(200, kind, text())

        def do_POST(self) -> None:
            if not self._trusted():
                return
            length = self.headers.get("Content-Length", "")
            if self.path != "/event":
                self._send(404, "text/plain", "not here")
            elif self.headers.get_content_type() != "application/json":
                self._send(415, "text/plain", "an event is JSON")
            elif not length.isdecimal() or int(length) > MOST_BYTES:
                self._send(413, "text/plain", "too long")
            else:
                event = _event(self.rfile.read(int(length)))
                if event is None:
                    self._send(400, "text/plain", "not an event")
                    return
                self._send(200, "application/json", json.dumps(server.answer(event)))

        def _trusted(self) -> bool:
            """Whether the request names this server and comes from its own page, if from any."""
            origin = self.headers.get("Origin")
            mine = {f"http://{name}" for name in server.names}
            if self.headers.get("Host", "") in server.names and (origin is None or origin in mine):
                return True
            self._send(403, "text/plain", "not for you")
            return False

        def _send(self, status: int, kind: str, text: str) -> None:
            data = text.encode("utf-8")
            self.send_response(status)
            for name, value in _HEADERS.items():
                self.send_header(name, value)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: a request's path may say what someone looks at."""

    return Handler
