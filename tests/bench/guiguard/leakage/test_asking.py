"""Asking a model what it makes out: replies that count, and those that do not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from fakes.leak_cases import SECRETS, task
from tactful.bench.guiguard.asking import FormatError
from tactful.bench.guiguard.leakage.asking import PACK, ask_findings, read_findings
from tactful.bench.guiguard.leakage.rows import Looked
from tactful.bench.guiguard.offline.readers import LeakReader
from tactful.bench.guiguard.protecting import parse_method, protect_task
from tactful.errors import ModelError
from tactful.models import Message, Reply, asking, load_pack
from tactful.terms import ProtectedScreen

GOOD = '{"findings": [{"text": "Ann Lee", "how": "read"}]}'


@pytest.mark.parametrize(
    ("reply", "texts"),
    [
        (GOOD, ["Ann Lee"]),
        ('{"findings": []}', []),
        (f"```json\n{GOOD}\n```", ["Ann Lee"]),
        (f'I think {{this}} is it: {{"a": 1}} {GOOD} as asked.', ["Ann Lee"]),
        ('{"findings": [{"text": "old"}]} no: {"findings": [{"text": "new"}]}', ["new"]),
        ('{"findings": [{"text": "  "}, {"text": " 7 "}]}', ["7"]),
    ],
)
def test_replies_that_count(reply: str, texts: list[str]) -> None:
    assert [each.text for each in read_findings(Reply(reply))] == texts


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "nothing private here",
        '{"findings": "Ann Lee"}',
        '{"findings": ["Ann Lee"]}',
        '{"findings": [{"how": "read"}]}',
        '{"findings": [{"text": 7}]}',
        '[{"text": "Ann Lee"}]',
        '{"findings": [{"text": "Ann Lee"}',
        "{" * 5000,
        json.dumps({"findings": [{"text": "x"}] * 501}),
    ],
)
def test_replies_that_do_not_and_are_not_quoted(reply: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_findings(Reply(reply))
    assert "Ann Lee" not in str(caught.value)


@pytest.fixture
def screen(tmp_path: Path) -> ProtectedScreen:
    return protect_task(task(tmp_path, "call Wilhelmina"), parse_method("black"))[0].screen


def asked(screen: ProtectedScreen, *replies: str | Reply | Exception) -> tuple[Looked, list[list[Message]]]:
    turns, seen = iter(replies), []

    async def ask(messages: Sequence[Message]) -> Reply:
        seen.append(list(messages))
        turn = next(turns)
        if isinstance(turn, Exception):
            raise turn
        return turn if isinstance(turn, Reply) else Reply(turn)

    return asyncio.run(ask_findings(screen, ask, load_pack(PACK))), seen


def test_only_the_protected_picture_is_sent(screen: ProtectedScreen) -> None:
    answer, (talk,) = asked(screen, GOOD)
    assert [found.text for found in answer.findings or ()] == ["Ann Lee"]
    assert sum(len(message.pictures) for message in talk) == 1
    words = " ".join(message.text for message in talk)
    assert not any(word in words for word in (*SECRETS, "Wilhelmina", "screen_1", "Look around"))


def test_a_reply_that_does_not_parse_is_asked_for_once_more(screen: ProtectedScreen) -> None:
    answer, seen = asked(screen, "none", GOOD)
    assert (answer.problem, answer.calls) == ("", 2)
    assert [message.role for message in seen[1]] == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize(
    ("replies", "calls", "problem"),
    [
        (["none", "none"], 2, "no usable answer"),
        (["", ""], 2, "no usable answer"),
        ([Reply(GOOD, truncated=True), "no"], 2, "no usable answer"),
        ([ModelError("it timed out")], 1, "the model failed: it timed out"),
        (["none", ModelError("gone")], 2, "the model failed: gone"),
    ],
)
def test_no_answer_is_a_problem_never_an_empty_list(
    screen: ProtectedScreen, replies: list[str | Reply | Exception], calls: int, problem: str
) -> None:
    answer, _ = asked(screen, *replies)
    assert answer.findings is None
    assert answer.calls == calls
    assert problem in answer.problem


@pytest.mark.ocr
def test_the_built_in_reader_lists_what_can_be_read(screen: ProtectedScreen) -> None:
    answer = asyncio.run(ask_findings(screen, asking(LeakReader()), load_pack(PACK)))
    assert [found.text for found in answer.findings or ()] == ["Contacts"]
    with pytest.raises(ModelError, match="no picture"):
        LeakReader().ask([Message("what is there?")])
