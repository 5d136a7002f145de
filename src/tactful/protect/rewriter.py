"""What ``replace_llm`` asks: a rewriter, and the prompt for one that is a chat model."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Protocol, runtime_checkable

PROMPT = "replace_llm.v1.txt"
"""The prompt's file under ``protect/prompts``; a changed text gets a new version."""


@runtime_checkable
class Rewriter(Protocol):
    """Invents another value of the same type and length. May raise; the caller then falls back."""

    def rewrite(self, text: str, type: str) -> str: ...


RewriterLike = Rewriter | Callable[[str, str], str]
"""A rewriter, or a plain function of (text, type)."""


def rewrite_prompt() -> str:
    """The template of the question to a model, with $text, $type and $length to fill in.

    Filled in it holds a private value: for models on this machine only. ``models.ModelRewriter`` takes it.
    """
    return resources.files("tactful.protect").joinpath("prompts", PROMPT).read_text(encoding="utf-8")


def as_function(rewriter: RewriterLike | None) -> Callable[[str, str], str] | None:
    """A rewriter of either form as a function."""
    if rewriter is None or not isinstance(rewriter, Rewriter):
        return rewriter
    return rewriter.rewrite
