"""What is written down of a model: where it answers and how it draws, and no key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tactful.models import OpenAICompatible, ScriptedModel, address, model_config, sampling


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://localhost:8000/v1/", "localhost:8000/v1"),
        ("https://user:pass@gate.example/v1?key=K#f", "gate.example/v1"),
        ("gate.example/v1?key=K", "gate.example/v1"),
        ("", ""),
        (None, ""),
    ],
)
def test_an_address_is_host_and_path(url: str | None, shown: str) -> None:
    assert address(url) == shown


@pytest.mark.parametrize(
    "other",
    [
        {"base_url": "http://localhost:9/v1"},
        {"temperature": 0.7},
        {"max_tokens": 9},
        {"options": {"seed": 2}},
    ],
)
def test_endpoints_that_answer_otherwise_differ(other: dict[str, Any]) -> None:
    given: dict[str, Any] = {"base_url": "http://localhost:8/v1", "model": "m"}
    assert model_config(OpenAICompatible(**given)) != model_config(OpenAICompatible(**{**given, **other}))


def test_pace_and_keys_are_left_out() -> None:
    fast = OpenAICompatible("http://localhost:8/v1", "m", key_variable="MY_KEY", timeout=5, retries=0)
    assert model_config(fast) == model_config(OpenAICompatible("http://localhost:8/v1", "m"))
    assert model_config(ScriptedModel([])) == {}
    secret = {"extra_headers": {"Authorization": "K1"}, "extra_body": {"who": "Ann"}, "system_message": "Ann"}
    found = sampling({**secret, "temperature": 0.7, "max_retries": 3, "top_p": None})
    assert found["temperature"] == 0.7
    assert set(found) == {"extra_body", "system_message", "temperature"}
    assert not any(word in json.dumps(found) for word in ("Ann", "K1"))
