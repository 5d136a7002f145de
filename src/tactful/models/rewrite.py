"""Asks a model for a stand-in: another value of the same kind and length (GUIGuard-Bench, Appendix F)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Any

from tactful.errors import InputError, ModelError
from tactful.models.messages import ChatModel, Message
from tactful.models.openai_compatible import model_config

_FIELD = re.compile(r"\$?\{(?P<braced>[a-z]+)\}|\$(?P<bare>[a-z]+)")
_KNOWN = frozenset({"text", "type", "length"})
_THOUGHT = re.compile(r"<think>.*?</think>", re.DOTALL)
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "「": "」", "«": "»"}


@dataclass(frozen=True, slots=True)
class ModelRewriter:
    """Rewrites one value with ``model`` and a prompt ``template`` that holds {text}, {type} and {length}
    (or $text, $type and $length).

    **The endpoint sees the raw value**, so it must be a local one: ``OpenAICompatible`` refuses any other
    host unless told not to. What comes back is not checked against the value here: that, and what to do
    when it is no good, is the operator's part, which asks again: give a model that draws its words (the
    paper: temperature 0.7), or it says the same each time. ``prompt`` is the template's name and version for
    manifests. ``InputError`` for a template without {text} or with an unknown field.
    """

    model: ChatModel
    template: str = field(repr=False)
    prompt: str = ""

    def __post_init__(self) -> None:
        fields = {_name(match) for match in _FIELD.finditer(self.template)}
        if "text" not in fields or fields - _KNOWN:
            raise InputError(
                "a prompt template without {text} or with an unknown field",
                field="template",
                expected="{text}, {type} and {length} only",
            )

    def to_json(self) -> dict[str, Any]:
        """Model, endpoint, sampling and prompt, as manifests have them."""
        digest = hashlib.sha256(self.template.encode()).hexdigest()
        prompt = {"name": self.prompt, "sha256": digest}
        return {"model": self.model.name, **model_config(self.model), "prompt": prompt}

    def rewrite(self, text: str, type: str) -> str:
        """A stand-in for ``text``, stripped of quotes and reasoning. ``ModelError`` when there is none."""
        values = {"text": text, "type": type, "length": str(len(text))}
        # One pass, so that braces inside the value are left alone.
        prompt = _FIELD.sub(lambda match: values[_name(match)], self.template)
        reply = self.model.ask([Message(prompt)])
        lines = [line.strip() for line in _THOUGHT.sub("", reply.text).splitlines() if line.strip()]
        if reply.truncated or not lines:
            raise ModelError(f"the model '{self.model.name}' gave no complete replacement")
        return _unquoted(lines[0], text)


def _name(match: re.Match[str]) -> str:
    return match["braced"] or match["bare"]


def _unquoted(answer: str, original: str) -> str:
    """``answer`` without quotes around it, unless the value itself was quoted."""
    if len(answer) >= 2 and _QUOTES.get(answer[0]) == answer[-1] and original[:1] != answer[0]:
        return answer[1:-1].strip()
    return answer
