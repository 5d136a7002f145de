from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from fakes.world_session import Hand
from tactful.world.events import Event
from tactful.world.pages import Scene
from tactful.world.serve import MOST_BYTES, Server


class Plain:
    """A drawing of a scene that is one line."""

    css = "p { color: red }"

    def __init__(self, scene: Scene) -> None:
        page = scene.windows[-1].page if scene.windows else None
        self.html = f"<p>{page.title.text if page else 'launcher'}</p>"


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def server(hand: Hand) -> Iterator[Server]:
    with Server(hand.session, render=Plain) as server:
        yield server


def ask(
    server: Server, method: str, path: str, body: str = "", headers: dict[str, str] | None = None
) -> tuple[int, str, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    sent = {"Host": f"127.0.0.1:{server.port}", "Content-Type": "application/json"} | (headers or {})
    connection.request(method, path, body or None, sent)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text, answer.headers


def tap(do: str) -> str:
    return json.dumps({"kind": "tap", "target": do, "value": "", "window": "post"})


def test_the_page_and_its_parts_are_served(server: Server) -> None:
    status, page, headers = ask(server, "GET", "/")
    assert status == 200
    assert "/runtime.js" in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "tactful" in ask(server, "GET", "/runtime.js")[1]
    assert ask(server, "GET", "/start.js")[0] == 200
    assert ask(server, "GET", "/secrets")[0] == 404


def test_an_event_is_answered_with_the_next_screen(server: Server, hand: Hand) -> None:
    first = json.loads(ask(server, "GET", "/scene")[1])
    assert first == {"html": "<p>Inbox</p>", "css": Plain.css, "lang": "en", "width": 360, "height": 800}
    status, text, _ = ask(server, "POST", "/event", tap("item:mail:2"))
    assert (status, json.loads(text)["html"]) == (200, "<p>Boat</p>")
    assert hand.at == "post/mail/2"


# What a page elsewhere, or a name that was bent to this machine, could send.
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:80", "Origin": "http://evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Length": str(MOST_BYTES + 1)}, 413),
        ({"Content-Length": "-3"}, 413),
    ],
)
def test_strangers_are_refused(server: Server, hand: Hand, headers: dict[str, str], status: int) -> None:
    assert ask(server, "POST", "/event", tap("item:mail:2"), headers)[0] == status
    assert hand.at == "post/inbox"


@pytest.mark.parametrize("body", ["", "[]", "{", '{"kind": "tap", "target": 3}', '{"kind": "shout"}'])
def test_what_is_no_event_is_refused(server: Server, hand: Hand, body: str) -> None:
    assert ask(server, "POST", "/event", body)[0] in (400, 413)
    assert hand.at == "post/inbox"


def test_its_own_page_may_ask(server: Server) -> None:
    own = {"Host": f"localhost:{server.port}", "Origin": f"http://localhost:{server.port}"}
    assert ask(server, "POST", "/event", tap("tab:sent"), own)[0] == 200


def test_nothing_private_is_logged(
    server: Server, hand: Hand, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(event: Event) -> None:
        raise RuntimeError(event.target)

    ask(server, "POST", "/event", tap("item:mail:1"))
    monkeypatch.setattr(hand.session, "handle", fail)
    with pytest.raises(http.client.HTTPException):
        ask(server, "POST", "/event", tap("item:mail:2"))
    told = "".join(capfd.readouterr())
    assert told == "a request failed: RuntimeError\n"


def test_the_server_ends_when_it_is_left(hand: Hand) -> None:
    with Server(hand.session, render=Plain) as server:
        port = server.port
    with pytest.raises(OSError, match="refused"):
        http.client.HTTPConnection("127.0.0.1", port, timeout=2).request("GET", "/")


@pytest.mark.browser
def test_a_person_can_use_it(hand: Hand) -> None:
    from playwright.sync_api import sync_playwright

    from tactful.world.browser.driver import find_chromium
    from tactful.world.looks.screen import render

    def use() -> dict[str, float] | None:
        # A browser of its own: the world's pages are offline.
        with sync_playwright() as driver, Server(hand.session, render=render) as server:
            browser = driver.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 900, "height": 700})
            page.goto(server.url)
            page.locator('[data-do="item:mail:2"]').click()
            page.wait_for_selector('[data-do="run:reply"]')
            page.locator('[data-do="run:reply"]').first.click()
            page.locator('[data-bind="subject"]').click()
            page.wait_for_selector(".kbd")  # a phone's keyboard comes with the click
            page.keyboard.insert_text("Oars")
            page.wait_for_function(
                "document.querySelector('[data-bind=subject]')?.textContent.includes('Oars')"
            )
            screen = page.locator("body").bounding_box()
            browser.close()
        return screen

    # A thread of its own: another test's browser may hold this one's loop.
    with ThreadPoolExecutor(1) as pool:
        screen = pool.submit(use).result(60)
    assert hand.at == "post/compose"
    assert screen is not None
    assert screen["height"] <= 700
