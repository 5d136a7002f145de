"""What ``replace_llm`` asks: a rewriter, and the prompt that makes one of any text completion."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from string import Template
from typing import Protocol, runtime_checkable

PROMPT = "replace_llm.v1.txt"
"""The prompt's file under ``protect/prompts``; a changed text gets a new version."""


@runtime_checkable
class Rewriter(Protocol):
    """Invents another value of the same type and length. May raise; the caller then falls back."""

    def rewrite(self, text: str, type: str) -> str: ...


RewriterLike = Rewriter | Callable[[str, str], str]
"""A rewriter, or a plain function of (text, type)."""


class PromptRewriter:
    """A rewriter over ``complete(prompt) -> answer``, such as one call of a chat model."""

    def __init__(self, complete: Callable[[str], str]) -> None:
        self._complete = complete

    def rewrite(self, text: str, type: str) -> str:
        """The first line of the model's answer, without quotation marks around it."""
        lines = self._complete(prompt(text, type)).strip().splitlines()
        answer = lines[0].strip() if lines else ""
        for opening, closing in ('""', "''", "“”", "「」", "«»"):
            if len(answer) > 1 and answer[0] == opening and answer[-1] == closing and text[:1] != opening:
                return answer[1:-1]
        return answer


def prompt(text: str, type: str) -> str:
    """The prompt for one value. It holds the value: for models on this machine only."""
    template = resources.files("tactful.protect").joinpath("prompts", PROMPT).read_text(encoding="utf-8")
    return Template(template).substitute(length=len(text), type=type.replace("_", " "), text=text)


def as_function(rewriter: RewriterLike | None) -> Callable[[str, str], str] | None:
    """A rewriter of either form as a function."""
    if rewriter is None or not isinstance(rewriter, Rewriter):
        return rewriter
    return rewriter.rewrite
