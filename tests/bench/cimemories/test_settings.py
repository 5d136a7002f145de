"""What is told of a provider's arguments, and that nothing secret is."""

from __future__ import annotations

from typing import Any

import pytest

from tactful.bench.driver import without_secrets


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ({"api_key": "S", "apiKey": "S", "token": "S", "auth_header": "S", "PASSWORD": "S"}, {}),
        ({"tokenizer": "x", "monkey": 1, "top_k": 2}, {"tokenizer": "x", "monkey": 1, "top_k": 2}),
        ({"default_headers": {"Authorization": "Bearer S", "x": "S"}}, {"default_headers": "(2 not shown)"}),
        ({"stop": ["S"]}, {"stop": "(1 not shown)"}),
        ({"base_url": "https://me:S@host/v1?key=S"}, {"base_url": "https://host/v1"}),
        ({"p": 0.5, "on": True, "none": None}, {"p": 0.5, "on": True, "none": None}),
        ({"odd": object()}, {"odd": "(object)"}),
    ],
)
def test_without_secrets(args: dict[str, Any], told: dict[str, Any]) -> None:
    assert without_secrets(args) == told
    assert "S" not in repr(without_secrets(args))
