"""Asking a model with eyes what it makes out on a protected screen; prompts in ``guiguard_leakage.yaml``."""

from __future__ import annotations

import json
from typing import Any

from tactful.bench.guiguard.asking import CUT, FormatError, ask_until_usable
from tactful.bench.guiguard.leakage.rows import Looked
from tactful.models import Ask, Message, Picture, PromptPack, Reply
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
    answer = await ask_until_usable(
        ask, talk, read_findings, lambda problem: pack.render("repair", problem=problem), ATTEMPTS
    )
    if answer.value is not None:
        return Looked(answer.value, calls=answer.attempts)
    why = "the model failed" if answer.failed else "no usable answer"
    return Looked(None, f"{why}: {answer.problem}", answer.attempts)


def read_findings(reply: Reply) -> tuple[TextFinding, ...]:
    """The findings of a reply: one JSON object with a list ``findings`` of objects with a ``text``.

    Words or a code fence around the object are passed over, empty texts too. ``FormatError`` for anything
    else.
    """
    if reply.truncated:
        raise FormatError(CUT)
    entries = _last_object(reply.text).get("findings")
    if not isinstance(entries, list):
        raise FormatError("it has no list 'findings'")
    if len(entries) > _MOST:
        raise FormatError(f"it lists more than {_MOST} findings")
    texts = [
        entry["text"] for entry in entries if isinstance(entry, dict) and isinstance(entry.get("text"), str)
    ]
    if len(texts) < len(entries):
        raise FormatError("an entry of 'findings' has no text")
    return tuple(TextFinding(text.strip()) for text in texts if text.strip())


def _last_object(text: str) -> dict[str, Any]:
    """The last JSON object with findings that stands on its own: thoughts come before an answer."""
    decoder = json.JSONDecoder()
    last: dict[str, Any] | None = None
    at = text.find("{")
    while at >= 0:
        try:
            record, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            if isinstance(record, dict) and "findings" in record:
                last = record
        at = text.find("{", end)
    if last is None:
        raise FormatError("it holds no JSON object with 'findings'")
    return last
