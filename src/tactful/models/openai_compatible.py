"""A client for endpoints that speak the OpenAI chat format (vLLM, llama.cpp, Ollama, ...), and its settings.

The settings that an answer depends on, fit to be written down (no key, no header, no query)::

    model_config(OpenAICompatible("http://localhost:8000/v1?key=K", "m"))
    -> {"base_url": "localhost:8000/v1", "max_tokens": 4096, "temperature": 0.0, "options": ""}
"""

from __future__ import annotations

import contextvars
import hashlib
import ipaddress
import json
import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from tactful.errors import InputError, ModelError
from tactful.models.messages import ChatModel, Message, Reply
from tactful.runs import require

_FIRST_WAIT = 0.5  # seconds before the first retry; doubled every time
_LONGEST_WAIT = 30.0
_inside: contextvars.ContextVar[bool] = contextvars.ContextVar("tactful_model_call", default=False)
_PRIVATE = tuple(
    ipaddress.ip_network(block)
    for block in ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7")
)
# How fast, how often and with which credentials a model is asked, and where answers are kept: none of it
# changes what the model says.
_NOT_ASKED = frozenset(
    {"adaptive_connections", "attempt_timeout", "batch", "cache", "cache_prompt", "extra_headers",
     "fail_on_refusal", "max_connections", "max_retries", "stream_idle_timeout", "timeout"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a call failed, free of any part of the request or the reply."""

    reason: str
    again: bool
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class OpenAICompatible:
    """A model behind an OpenAI-compatible endpoint.

    **The endpoint sees what it is sent: raw screens and raw values.** So it must run on this machine or on
    its private network; ``require_local=False`` lifts that for an endpoint that you trust with them.
    Proxies set in the environment are passed by for a local endpoint, and redirects are never followed.

    ``key_variable`` names the environment variable that holds the key; it is read at each call and never
    kept. ``timeout`` is in seconds, for connecting and for each silence in the answer. 429, 5xx, timeouts
    and lost connections are tried again ``retries`` times with growing pauses (the server's
    ``Retry-After`` is kept up to 30 s); other refusals are not. ``options`` are further fields of the
    request, such as {"seed": 1}.

    Raises ``InputError`` for an address that is not allowed, ``ModelError`` when there is no answer (it
    names the model and the status, never what was sent or received), ``MissingExtraError`` without the
    extra ``vlm``.
    """

    base_url: str
    model: str
    key_variable: str | None = None
    timeout: float = 120.0
    retries: int = 2
    max_tokens: int = 4096
    temperature: float | None = 0.0
    require_local: bool = True
    options: dict[str, Any] = field(default_factory=dict, repr=False)
    sleep: Callable[[float], None] = field(default=time.sleep, repr=False)

    def __post_init__(self) -> None:
        local = is_local(endpoint_host(self.base_url))
        if self.require_local and not local:
            raise InputError(
                "the endpoint would see private values, and its host is neither this machine nor a private "
                "address; say require_local=False if you trust it",
                field="base_url",
                expected="localhost or a private IP address",
            )
        if self.retries < 0 or self.timeout <= 0:
            raise InputError(
                "retries below 0 or a timeout that is not positive",
                field="retries" if self.retries < 0 else "timeout",
            )

    @property
    def name(self) -> str:
        """The model's name at the endpoint."""
        return self.model

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The answer to a conversation; see the class for what is retried and raised."""
        openai = require("openai", extra="vlm", purpose="A model behind an endpoint")
        key = self._key()
        request = [_encode(message) for message in messages]
        failure = _Failure("was not asked", again=False)
        for attempt in range(self.retries + 1):
            outcome = self._once(openai, key, request)
            if isinstance(outcome, Reply):
                return outcome
            failure = outcome
            if not failure.again or attempt == self.retries:
                break
            grown = _FIRST_WAIT * 2**attempt
            self.sleep(min(grown if failure.wait is None else failure.wait, _LONGEST_WAIT))
        # Raised outside any except block: no exception that holds the request or the reply is chained.
        raise ModelError(f"the model '{self.model}' {failure.reason}")

    def _key(self) -> str:
        if self.key_variable is None:
            return "none"  # the SDK wants one; local servers ignore it
        key = os.environ.get(self.key_variable)
        if not key:
            raise InputError(f"the environment variable {self.key_variable} is not set", field="key_variable")
        return key

    def _once(self, openai: Any, key: str, request: list[dict[str, Any]]) -> Reply | _Failure:
        """One call, without the SDK's own retries."""
        local = is_local(endpoint_host(self.base_url))
        try:
            with (
                _quiet(),
                openai.DefaultHttpxClient(trust_env=not local, follow_redirects=False) as http,
                openai.OpenAI(
                    api_key=key,
                    base_url=self.base_url,
                    timeout=self.timeout,
                    max_retries=0,
                    http_client=http,
                ) as client,
            ):
                client.organization = client.project = (
                    None  # an account's ids are not this endpoint's business
                )
                return _decode(client.chat.completions.create(**self._body(request)))
        except openai.APITimeoutError:
            return _Failure(f"gave no answer within {self.timeout:g} s", again=True)
        except openai.APIConnectionError:
            return _Failure("could not be reached", again=True)
        except openai.APIStatusError as err:
            status = int(err.status_code)
            again = status in (408, 429) or status >= 500
            return _Failure(f"answered with status {status}", again, _retry_after(err.response.headers))
        except UnicodeEncodeError:
            return _Failure("cannot be sent text that is no valid Unicode", again=False)
        except (openai.OpenAIError, ValueError, TypeError, AttributeError, LookupError, RecursionError):
            # ValueError holds json.JSONDecodeError: a reply that is not the chat format. The others come from
            # the SDK when JSON of another shape is read as a completion.
            return _Failure("answered with something that is no chat completion", again=True)

    def _body(self, request: list[dict[str, Any]]) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.model, "messages": request, "max_tokens": self.max_tokens}
        if self.temperature is not None:
            body["temperature"] = self.temperature
        return {**body, "extra_body": self.options} if self.options else body


def _encode(message: Message) -> dict[str, Any]:
    if not message.pictures:
        return {"role": message.role, "content": message.text}
    parts: list[dict[str, Any]] = [
        {"type": "image_url", "image_url": {"url": picture.data_uri}} for picture in message.pictures
    ]
    return {"role": message.role, "content": [*parts, {"type": "text", "text": message.text}]}


def _decode(completion: Any) -> Reply | _Failure:
    choice = completion.choices[0]
    text = choice.message.content
    truncated = choice.finish_reason == "length"
    if not isinstance(text, str) or not text.strip():
        return _Failure("gave an empty answer", again=not truncated)
    return Reply(text, truncated)


def _retry_after(headers: Any) -> float | None:
    """Seconds of a ``Retry-After`` header; None without one, and for its date form (clocks differ)."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds < float("inf") else None


class _Silence(logging.Filter):
    """Drops what the SDK logs during our calls: older versions log whole requests at debug level."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not _inside.get()


_SILENCE = _Silence()


@contextmanager
def _quiet() -> Iterator[None]:
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
            logging.getLogger(name).addFilter(_SILENCE)  # adding it twice changes nothing
    token = _inside.set(True)
    try:
        yield
    finally:
        _inside.reset(token)


def endpoint_host(base_url: str) -> str:
    """The host of an endpoint's address. ``InputError`` unless it is a plain http(s) address."""
    problem = ""
    try:
        parts = urlsplit(base_url)
        host = parts.hostname or ""
        _ = parts.port  # raises for a port that is no number
    except ValueError:
        raise InputError("not an address", field="base_url", expected="http://host:port/v1") from None
    if parts.scheme not in ("http", "https"):
        problem = "no http or https address"
    elif not host:
        problem = "an address without a host"
    elif parts.username is not None or parts.password is not None:
        problem = "an address with a name or password in it"  # it would end up in logs
    if problem:
        raise InputError(problem, field="base_url", expected="http://host:port/v1, the key in a variable")
    return host


def is_local(host: str) -> bool:
    """Whether ``host`` is localhost, or an address of a loopback or private network.

    Other names are not looked up: what a name server says today may differ tomorrow.
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any((mapped or address) in block for block in _PRIVATE)


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
