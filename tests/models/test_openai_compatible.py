"""The client against a real local server: what it sends, what it retries, and what it never says."""

from __future__ import annotations

import logging
import traceback

import numpy as np
import pytest

from fakes.openai_server import Fault, OpenAIServer, completion, pictures, texts
from tactful.errors import InputError, ModelError
from tactful.models import Message, OpenAICompatible, Picture, Reply
from tactful.models.openai_compatible import is_local

SECRET = "zz-private-4711"
KEY = "sk-planted-key"


def client(server: OpenAIServer, **options: object) -> OpenAICompatible:
    waits: list[float] = options.pop("waits", [])  # type: ignore[assignment]
    return OpenAICompatible(server.base_url, "small-model", sleep=waits.append, **options)  # type: ignore[arg-type]


def ask(model: OpenAICompatible, text: str = SECRET) -> Reply:
    return model.ask([Message(text)])


def test_sends_text_and_pictures_in_order() -> None:
    picture = Picture.encode(np.zeros((4, 5, 3), np.uint8))
    jpeg = Picture.encode(np.zeros((4, 5, 3), np.uint8), media_type="image/jpeg")
    with OpenAIServer(["fine"]) as server:
        reply = client(server).ask(
            [Message("be short", role="system"), Message("look", pictures=(picture, jpeg))]
        )
        assert reply == Reply("fine")
        sent = server.requests[0]
    assert sent["model"] == "small-model"
    assert [m["role"] for m in sent["messages"]] == ["system", "user"]
    assert texts(sent) == "be short\nlook"
    assert [uri.split(",")[0] for uri in pictures(sent)] == [
        "data:image/png;base64",
        "data:image/jpeg;base64",
    ]


def test_sends_options_and_the_key_of_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", "another-key")
    monkeypatch.setenv("OPENAI_ORG_ID", "an-organisation")
    with OpenAIServer(["fine"]) as server:
        model = client(server, key_variable="MY_KEY", options={"seed": 7})
        ask(model)
        headers, sent = server.headers[0], server.requests[0]
    assert headers["authorization"] == f"Bearer {KEY}"
    assert sent["seed"] == 7
    assert "an-organisation" not in str(headers)
    assert KEY not in repr(model)


def test_no_key_is_taken_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "another-key")
    with OpenAIServer(["fine"]) as server:
        ask(client(server))
        assert "another-key" not in str(server.headers)


def test_a_key_variable_that_is_not_set_is_named() -> None:
    with OpenAIServer(["fine"]) as server:
        with pytest.raises(InputError, match="NO_SUCH_KEY"):
            ask(client(server, key_variable="NO_SUCH_KEY"))
        assert server.requests == []


@pytest.mark.parametrize(
    ("fault", "waits"),
    [
        (Fault.status(500, SECRET), [0.5]),
        (Fault.status(503, SECRET), [0.5]),
        (Fault.status(429, SECRET, Retry_After="7"), [7.0]),
        (Fault.status(429, SECRET, Retry_After="9000"), [30.0]),
        (Fault.status(429, SECRET, Retry_After="Fri, 01 Jan 2100 00:00:00 GMT"), [0.5]),
        (Fault(body=b""), [0.5]),
        (Fault(body=b'{"choices": [{"mess'), [0.5]),
        (Fault(body=b'{"choices": []}'), [0.5]),
        (Fault(body=b'"text"'), [0.5]),
        (Fault(body=b"<html>busy</html>", headers={"Content-Type": "text/html"}), [0.5]),
        (Fault(body=completion("  ")), [0.5]),
        (Fault(body=completion(None)), [0.5]),
        (Fault(body=completion("fine"), drop=True), [0.5]),
    ],
)
def test_passing_faults_are_tried_again(fault: Fault, waits: list[float]) -> None:
    waited: list[float] = []
    with OpenAIServer([fault, "fine"]) as server:
        assert ask(client(server, waits=waited)).text == "fine"
    assert waited == waits


@pytest.mark.parametrize("code", [400, 401, 403, 404, 413, 422])
def test_refusals_are_not_tried_again(code: int) -> None:
    with OpenAIServer([Fault.status(code, SECRET), "fine"]) as server:
        with pytest.raises(ModelError, match=f"'small-model' answered with status {code}"):
            ask(client(server))
        assert len(server.requests) == 1


def test_retries_are_bounded_and_grow() -> None:
    waited: list[float] = []
    with OpenAIServer([Fault.status(500)] * 9) as server:
        with pytest.raises(ModelError, match="status 500"):
            ask(client(server, waits=waited, retries=3))
        assert len(server.requests) == 4
    assert waited == [0.5, 1.0, 2.0]


def test_a_silent_server_times_out() -> None:
    with OpenAIServer([Fault(hang=True)] * 2) as server, pytest.raises(ModelError, match=r"within 0\.1 s"):
        ask(client(server, timeout=0.1, retries=1))


def test_an_absent_server_cannot_be_reached() -> None:
    with OpenAIServer(["fine"]) as server:
        address = server.base_url
    with pytest.raises(ModelError, match="could not be reached"):
        ask(OpenAICompatible(address, "small-model", retries=0))


def test_a_truncated_answer_says_so() -> None:
    with OpenAIServer([Fault.truncated("half of")]) as server:
        assert ask(client(server)) == Reply("half of", truncated=True)


def test_a_redirect_is_not_followed() -> None:
    with OpenAIServer(["leaked"]) as other:
        redirect = Fault(307, b"{}", {"Location": f"{other.base_url}/chat/completions"})
        with OpenAIServer([redirect]) as server, pytest.raises(ModelError, match="status 307"):
            ask(client(server))
        assert other.requests == []


def test_a_proxy_of_the_environment_is_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(["leaked"]) as proxy, OpenAIServer(["fine"]) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.base_url.removesuffix("/v1"))
        assert ask(client(server)).text == "fine"
        assert proxy.requests == []


@pytest.mark.parametrize(
    "fault",
    [
        Fault.status(400, f"cannot read '{SECRET}'"),
        Fault.status(500, f"cannot read '{SECRET}'"),
        Fault(body=b'{"broken": "' + SECRET.encode()),
        Fault(400, SECRET.encode(), {"Content-Type": "text/plain"}),
    ],
)
def test_an_error_that_echoes_the_request_leaks_nothing(
    fault: Fault, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", KEY)
    caplog.set_level(logging.DEBUG)
    with OpenAIServer([fault]) as server, pytest.raises(ModelError) as caught:
        ask(client(server, key_variable="MY_KEY", retries=0))
    shown = "".join(traceback.format_exception(caught.value)) + caplog.text
    assert SECRET not in shown
    assert KEY not in shown
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def test_a_good_call_logs_neither_request_nor_reply(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with OpenAIServer([f"it is {SECRET}"] * 2) as server:
        reply = ask(client(server))
        ask(client(server))
    assert SECRET not in caplog.text
    assert SECRET not in repr(reply)
    assert SECRET not in repr(Message(SECRET))


def test_text_that_is_no_unicode_is_one_error_without_the_text() -> None:
    with OpenAIServer(["fine"]) as server, pytest.raises(ModelError, match="Unicode") as caught:
        ask(client(server), f"{SECRET}\ud800")
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", True),
        ("llm.localhost", True),
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("10.1.2.3", True),
        ("172.16.0.1", True),
        ("172.32.0.1", False),
        ("192.168.1.20", True),
        ("::1", True),
        ("fd00::5", True),
        ("::ffff:192.168.0.1", True),
        ("::ffff:8.8.8.8", False),
        ("8.8.8.8", False),
        ("100.64.0.1", False),
        ("169.254.169.254", False),
        ("0.0.0.0", False),
        ("api.example.com", False),
        ("localhost.example.com", False),
        ("127.0.0.1.example.com", False),
        ("ollama", False),
    ],
)
def test_which_hosts_are_local(host: str, local: bool) -> None:
    assert is_local(host) is local
    address = f"http://[{host}]:8000/v1" if ":" in host else f"http://{host}:8000/v1"
    if local:
        OpenAICompatible(address, "m")
    else:
        with pytest.raises(InputError, match="require_local=False"):
            OpenAICompatible(address, "m")
        OpenAICompatible(address, "m", require_local=False)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "localhost:8000",
        "ftp://localhost/v1",
        "http://",
        "http://ann:pw@localhost/v1",
        "http://localhost:x/v1",
    ],
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(InputError, match="base_url") as caught:
        OpenAICompatible(address, "m", require_local=False)
    assert "ann:pw" not in str(caught.value)


@pytest.mark.parametrize("wrong", [{"retries": -1}, {"timeout": 0}])
def test_settings_that_are_none(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        OpenAICompatible("http://localhost/v1", "m", **wrong)  # type: ignore[arg-type]
