"""Private calls: what the model gets, and what nobody else finds afterwards."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai.model import (
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    RetryDecision,
)

from fakes.asking_task import PICTURE, SECRET, conversation
from fakes.leaks import Room
from fakes.openai_server import Fault, OpenAIServer, pictures
from tactful.bench.offline import chat_messages
from tactful.bench.private import (
    CallFailedError,
    PrivateAPI,
    PrivateModel,
    reference,
)
from tactful.models import Message, Reply

TASK = f"{Path(__file__).parents[1] / 'fakes' / 'asking_task.py'}@asking"
SECRETS = {"text": SECRET, "picture": PICTURE.data[60:260]}
MODEL = "openai-api/fake/one"


def room(folder: Path, answer: Any, *words: str) -> tuple[Room, OpenAIServer]:
    place = Room.made(folder / "room")
    with OpenAIServer(answer) as server:
        done = place.evaluate(TASK, MODEL, *words, base_url=server.base_url)
    assert done.returncode == 0, done.stderr + done.stdout
    return place, server


def test_the_model_sees_all_and_the_log_nothing(tmp_path: Path) -> None:
    words = ("-T", "judge=true", "-T", "cache=true", "--log-level", "debug")
    words += ("--model-role", "judge=openai-api/fake/two", "--log-level-transcript", "debug")
    place, server = room(tmp_path, lambda request: f"I read {SECRET}", *words)
    assert place.leaks(SECRETS) == []
    (row,) = place.rows()
    assert row == {"problem": "", "said": 29, "right": True, "truncated": False, "again": True, "judged": 29}
    first, second = server.requests  # the repeated question came from memory
    assert [message["role"] for message in first["messages"]] == ["system", "user", "assistant", "user"]
    assert pictures(first) == [PICTURE.data_uri]
    assert first["temperature"] == 0.25  # the task's own settings reach the evaluated model
    assert SECRET in json.dumps(second["messages"])


def test_log_private_keeps_all(tmp_path: Path) -> None:
    place, _ = room(tmp_path, lambda request: f"I read {SECRET}", "-T", "log_private=true")
    found = {leak.split(": ")[1] for leak in place.leaks(SECRETS)}
    assert found == {"text", "picture"}


def faults(request: dict[str, Any], seen: dict[str, int]) -> str | Fault:
    """Each sample has a fault of its own, told by the number in its text."""
    said = json.dumps(request["messages"])
    number = said.split("turn ")[1][0]
    seen[number] = seen.get(number, 0) + 1
    again = seen[number] > 1
    return {
        "0": f"good {SECRET}" if again else Fault.status(500, SECRET),
        "1": f"good {SECRET}" if again else Fault.status(429, SECRET, Retry_After="1"),
        "2": Fault.status(503, SECRET),
        "3": Fault.status(400, f"you said {said}"),
        "4": Fault(body=b'{"choices": ["' + SECRET.encode()),
        "5": "",
        "6": Fault(hang=True),
        "7": Fault.truncated(SECRET),
        "8": Fault.status(401, SECRET),
        "9": Fault(body=json.dumps(f"no object but {SECRET}").encode()),
    }[number]


def test_faults_are_reasons_without_words(tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    words = ("-T", "samples=10", "--max-retries", "1", "--attempt-timeout", "3", "--log-level", "http")
    place, _ = room(tmp_path, lambda request: faults(request, seen), *words)
    assert place.leaks({"text": SECRET}) == []
    assert [row.get("problem") for row in place.rows()] == [
        "",
        "",
        "InternalServerError, status 503, after 2 attempts",
        "BadRequestError, status 400",
        "JSONDecodeError",
        "",
        "no answer in time, after 2 attempts",
        "",
        "AuthenticationError, status 401",
        "OpenAIResponseError, after 2 attempts",
    ]
    assert [row["truncated"] for row in place.rows() if not row["problem"]] == [False, False, False, True]
    # The client tries up to three times, and Inspect once more; a slow machine ends an attempt before that.
    assert all(2 <= seen[number] <= 6 for number in "012")


@pytest.mark.parametrize("log_private", [False, True])
def test_a_killed_run_leaves_nothing(tmp_path: Path, log_private: bool) -> None:
    place = Room.made(tmp_path / "room")
    asked = threading.Event()

    def answer(request: dict[str, Any]) -> str | Fault:
        if "turn 1" not in json.dumps(request):
            return f"I read {SECRET}"
        asked.set()
        return Fault(hang=True)

    with OpenAIServer(answer) as server:
        process = subprocess.Popen(
            place.command(TASK, MODEL, "-T", "samples=2", "-T", f"log_private={str(log_private).lower()}"),
            cwd=place.work, env=place.environment(server.base_url),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            asked.wait()
            time.sleep(1.0)  # the sample buffer is written behind
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
    assert any(".db" in leak for leak in place.leaks(SECRETS)) == log_private
    assert bool(place.leaks(SECRETS)) == log_private


def test_without_its_role_a_judge_is_an_error(tmp_path: Path) -> None:
    place = Room.made(tmp_path / "room")
    done = place.evaluate(TASK, "tactful/reveal-none", "-T", "judge=true")
    assert done.returncode != 0
    assert "judge" in done.stdout + done.stderr


class FakeApi(ModelAPI):
    """Says what it is told to say."""

    def __init__(self, *says: Any) -> None:
        super().__init__("fake")
        self.says = list(says)
        self.got: list[list[Any]] = []

    async def generate(self, input: Any, tools: Any, tool_choice: Any, config: Any) -> Any:
        self.got.append(input)
        logging.getLogger("provider").warning("the prompt was %s", SECRET)
        said = self.says.pop(0)
        if isinstance(said, Exception):
            raise said
        return said

    def should_retry(self, ex: BaseException) -> RetryDecision:
        return RetryDecision.rate_limit(7) if isinstance(ex, KeyError) else RetryDecision.no()

    def collapse_user_messages(self) -> bool:
        return True

    def connection_key(self) -> str:
        return "shared"


def wired(*says: Any, messages: tuple[Message, ...] = (Message(SECRET),)) -> tuple[PrivateAPI, FakeApi]:
    api = FakeApi(*says)
    return PrivateAPI(api, messages), api


def generate(wire: PrivateAPI) -> ModelOutput:
    return asyncio.run(wire.generate([wire.referring()], [], "none", GenerateConfig()))


def test_the_reply_is_kept_apart_from_the_output() -> None:
    output = ModelOutput.from_content("served", f"it is {SECRET}", stop_reason="max_tokens")
    output.usage = ModelUsage(input_tokens=3, output_tokens=4, total_tokens=7)
    output.metadata = {"echo": SECRET}
    wire, _ = wired(output)
    shown = generate(wire)
    assert wire.reply == Reply(f"it is {SECRET}", truncated=True)
    assert SECRET not in shown.model_dump_json() + repr(wire.reply)
    assert (shown.usage, shown.stop_reason, shown.model) == (output.usage, "max_tokens", "served")
    assert shown.completion.startswith("<reply:")


@pytest.mark.parametrize(
    ("error", "again"),
    [(KeyError(SECRET), True), (ValueError(SECRET), False), (AttributeError(SECRET), False)],
)
def test_an_error_keeps_its_kind_and_loses_its_words(error: Exception, again: bool) -> None:
    wire, _ = wired(error)
    with pytest.raises(CallFailedError) as caught:
        generate(wire)
    assert str(caught.value) == type(error).__name__
    assert caught.value.__context__ is None
    assert bool(wire.should_retry(caught.value)) is again


def test_an_error_that_is_handed_back_is_final() -> None:
    wire, _ = wired((KeyError(SECRET), None))
    with pytest.raises(CallFailedError) as caught:
        generate(wire)
    assert not wire.should_retry(caught.value)


def test_what_a_provider_logs_is_withheld(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)  # an evaluation in this process may have raised it
    wire, _ = wired(ModelOutput.from_content("m", "x"))
    generate(wire)
    assert SECRET not in caplog.text
    assert "withheld" in caplog.text


def test_neighbours_of_one_role_are_one_message_where_the_provider_wants_it() -> None:
    messages = (Message("a", "system"), Message("b", pictures=(PICTURE,)), Message("c"))
    wire, api = wired(ModelOutput.from_content("m", "x"), messages=messages)
    generate(wire)
    (system, user) = api.got[0]
    assert (system.role, user.role) == ("system", "user")
    assert [part.type for part in user.content] == ["image", "text", "text"]


def test_private_calls_share_the_connections_of_a_provider_and_key() -> None:
    one, api = wired()
    other, _ = wired(messages=(Message("else"),))
    assert one.connection_key() == other.connection_key() == "FakeApi:shared"
    model = Model(api, GenerateConfig(temperature=0.5))
    private = PrivateModel(model, one)
    assert private == model
    assert private.api is one
    assert private.config is model.config


def test_references_tell_messages_apart_and_nothing_more() -> None:
    ones = [wired(messages=(Message("ab", "user"), Message("c")))[0].reference for _ in range(2)]
    other = wired(messages=(Message("a", "user"), Message("bc")))[0].reference
    assert ones[0] == ones[1] != other
    assert reference("reply", b"yes") != f"<reply:{hashlib.sha256(b'yes').hexdigest()}>"


def test_messages_keep_their_order_of_picture_and_text() -> None:
    system, user, assistant, last = chat_messages(conversation(3))
    assert isinstance(user, ChatMessageUser)
    assert [part.type for part in user.content] == ["image", "text"]  # type: ignore[union-attr]
    assert (system.role, assistant.role, last.text) == ("system", "assistant", "Say it again.")
