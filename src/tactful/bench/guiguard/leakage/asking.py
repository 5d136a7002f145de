"""Asking a model with eyes what it makes out on a protected screen; prompts in ``guiguard_leakage.yaml``."""

from __future__ import annotations

import json
from typing import Any

from tactful.bench.guiguard.leakage.rows import Looked
from tactful.errors import ModelError, UnscoredError
from tactful.models import Ask, Message, Picture, PromptPack
from tactful.score import TextFinding
from tactful.terms import ProtectedScreen

PACK = "guiguard_leakage"
ATTEMPTS = 2
"""An answer that does not parse is asked for once more."""

_MOST = 500  # findings in a reply; a model that repeats itself without end says nothing


async def ask_findings(screen: ProtectedScreen, ask: Ask, pack: PromptPack) -> Looked:
    """What the model behind ``ask`` sees on the picture of ``screen``; nothing else of it is sent.

    No task, no name, no label goes with it (J.5). A call that fails, or an answer that does not parse twice,
    is an `Looked` with a problem: unscored, never "nothing found".
    """
    talk = [
        Message(pack.render("system"), role="system"),
        Message(pack.render("question"), pictures=(Picture(screen.to_bytes(compress_level=3)),)),
    ]
    problem = ""
    for call in range(1, ATTEMPTS + 1):
        try:
            reply = await ask(talk)
        except ModelError as err:
            return Looked(None, f"the model failed: {err}", call)
        try:
            if reply.truncated:
                raise UnscoredError("the reply was cut at the length limit")
            return Looked(read_findings(reply.text), calls=call)
        except UnscoredError as err:
            problem = str(err)
        if reply.text.strip():
            talk += [
                Message(reply.text, role="assistant"),
                Message(pack.render("repair", problem=problem)),
            ]
    return Looked(None, f"no usable answer: {problem}", ATTEMPTS)


def read_findings(reply: str) -> tuple[TextFinding, ...]:
    """The findings of a reply: one JSON object with a list ``findings`` of objects with a ``text``.

    Words or a code fence around the object are passed over, empty texts too. ``UnscoredError`` for anything
    else, whose words hold no part of the reply.
    """
    record = _object(reply)
    found = record.get("findings")
    if not isinstance(found, list):
        raise UnscoredError("the reply has no list 'findings'")
    if len(found) > _MOST:
        raise UnscoredError(f"the reply lists more than {_MOST} findings")
    texts = []
    for entry in found:
        text = entry.get("text") if isinstance(entry, dict) else None
        if not isinstance(text, str):
            raise UnscoredError("an entry of 'findings' has no text")
        if text.strip():
            texts.append(TextFinding(text.strip()))
    return tuple(texts)


def _object(reply: str) -> dict[str, Any]:
    """The last JSON object that stands on its own in the reply: thoughts come before an answer."""
    decoder = json.JSONDecoder()
    found: dict[str, Any] | None = None
    at = reply.find("{")
    while at >= 0:
        try:
            record, end = decoder.raw_decode(reply, at)
        except (ValueError, RecursionError):
            at = reply.find("{", at + 1)
            continue
        if isinstance(record, dict) and "findings" in record:
            found = record
        at = reply.find("{", end)
    if found is None:
        raise UnscoredError("the reply holds no JSON object with 'findings'")
    return found
