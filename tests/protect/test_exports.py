"""The public names of protection."""

from __future__ import annotations

import pytest

from tactful import protect
from tactful.models import ModelRewriter, ScriptedModel
from tactful.protect.operators import replace_llm


def test_the_list_is_pinned() -> None:
    assert protect.__all__ == sorted(protect.__all__)
    assert set(protect.__all__) == {
        "Destination", "LEVELS", "OPERATORS", "PRESETS", "Policy", "REWRITE_PROMPT", "ROUTES", "Rewriter",
        "RewriterLike", "Route", "Rule", "Span", "Vault", "get_operator", "get_policy", "load_policy",
        "preset", "protect_screen", "protect_text", "restore", "rewrite_prompt", "staircase",
    }  # fmt: skip
    assert all(getattr(protect, name) is not None for name in protect.__all__)


def test_rewriters_of_both_forms() -> None:
    model = ModelRewriter(ScriptedModel(["Bob"]), protect.rewrite_prompt())
    for given in (model, lambda text, type: "Bob"):
        made = replace_llm.as_function(given)
        assert made is not None
        assert made("Ann", "person") == "Bob"
    assert replace_llm.as_function(None) is None


@pytest.mark.parametrize("field", ["$text", "$type", "$length"])
def test_the_prompt_asks_for_what_is_checked(field: str) -> None:
    assert field in protect.rewrite_prompt()
