"""What a model's answers depend on beside its name, fit to be written down: no key, no header, no query.

model_config(OpenAICompatible("http://localhost:8000/v1?key=K", "m"))
-> {"base_url": "localhost:8000/v1", "max_tokens": 4096, "temperature": 0.0, "options": ""}
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from tactful.models.messages import ChatModel
from tactful.models.openai_compatible import OpenAICompatible

# How fast, how often and with which credentials a model is asked, and where answers are kept: none of it
# changes what the model says.
_NOT_ASKED = frozenset(
    {"adaptive_connections", "attempt_timeout", "batch", "cache", "cache_prompt", "extra_headers",
     "fail_on_refusal", "max_connections", "max_retries", "stream_idle_timeout", "timeout"}
)  # fmt: skip


def model_config(model: ChatModel) -> dict[str, Any]:
    """Endpoint and sampling settings of a model behind an endpoint; {} for a built-in one."""
    if not isinstance(model, OpenAICompatible):
        return {}
    return {
        "base_url": address(model.base_url),
        "max_tokens": model.max_tokens,
        "temperature": model.temperature,
        "options": _digest(model.options) if model.options else "",
    }


def sampling(config: Mapping[str, Any]) -> dict[str, Any]:
    """Of the settings of a call those that an answer depends on; texts and nested values as digests."""
    return {
        name: value if value is None or isinstance(value, bool | int | float) else _digest(value)
        for name, value in sorted(config.items())
        if value is not None and name not in _NOT_ASKED
    }


def address(base_url: str | None) -> str:
    """Host, port and path of an endpoint, no more; "" where the provider's own is meant."""
    if not base_url:
        return ""
    parts = urlsplit(base_url if "//" in base_url else f"//{base_url}")
    return parts.netloc.rpartition("@")[2] + parts.path.rstrip("/")


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]
