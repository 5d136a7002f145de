"""The wire of a private call: the provider's API with the real conversation in it, references for the rest.

Parts of `tactful.bench.private`, which says what this is for.
"""

from __future__ import annotations

import contextvars
import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.log._samples import clear_active_model_event
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
)
from inspect_ai.model._model import RetryDecision
from inspect_ai.model._stream import NoStreamDataError
from inspect_ai.tool import ToolChoice, ToolInfo
from tenacity import RetryCallState

from tactful.models import Message, Reply

CUT = ("max_tokens", "model_length")
_KEY = secrets.token_bytes(32)
_SERVED_NAME = re.compile(r"[\w.:/@+-]{1,100}")
_on_wire: contextvars.ContextVar[bool] = contextvars.ContextVar("tactful_on_wire", default=False)


def chat_messages(messages: Sequence[Message]) -> list[ChatMessage]:
    """The messages as Inspect's, pictures as data URIs before the text."""
    made: list[ChatMessage] = []
    for message in messages:
        content: list[Content] = [ContentImage(image=picture.data_uri) for picture in message.pictures]
        if message.role == "system":
            made.append(ChatMessageSystem(content=message.text))
        elif message.role == "assistant":
            made.append(ChatMessageAssistant(content=message.text))
        else:
            text = message.text
            made.append(ChatMessageUser(content=[*content, ContentText(text=text)] if content else text))
    return made


def reference(kind: str, *parts: bytes) -> str:
    """``<kind:HEX>`` for bytes that must not be shown: alike for alike bytes, in this process only."""
    mac = hmac.new(_KEY, digestmod=hashlib.sha256)
    for part in parts:
        mac.update(len(part).to_bytes(8, "big") + part)
    return f"<{kind}:{mac.hexdigest()}>"


class CallFailedError(Exception):
    """A provider's error without its words; ``original`` is asked whether to try again."""

    def __init__(self, original: Exception, *, final: bool = False) -> None:
        self.original = original
        self.final = final
        self.status_code = _status(original)
        status = "" if self.status_code is None else f", status {self.status_code}"
        super().__init__(f"{type(original).__name__}{status}")


def _status(error: Exception) -> int | None:
    for owner in (error, getattr(error, "response", None)):
        code = getattr(owner, "status_code", None)
        if isinstance(code, int):
            return code
    return None


@dataclass(frozen=True, slots=True)
class _Outcome:
    output: ModelOutput | None = field(default=None, repr=False)
    failed: Exception | None = field(default=None, repr=False)
    final: bool = False


class Wire(ModelAPI):
    """One call: the provider's API with the real conversation, a reference to it for everybody else."""

    def __init__(self, inner: ModelAPI, messages: tuple[Message, ...]) -> None:
        # Not the base's: it would look the keys up again. What is missing here, the provider's own has.
        self._inner = inner
        self._messages = messages
        self.model_name = inner.model_name
        self.qualified_model_name = inner.qualified_model_name
        self.reply: Reply | None = None
        parts = [
            part
            for message in messages
            for part in (
                message.role.encode(),
                message.text.encode("utf-8", "surrogatepass"),
                *(picture.data for picture in message.pictures),
            )
        ]
        self.reference = reference("call", *parts)

    def __getattr__(self, name: str) -> Any:
        if name == "_inner":  # while being copied, before there is one
            raise AttributeError(name)
        return getattr(self._inner, name)

    def referring(self) -> ChatMessage:
        """The message that stands for the conversation, with its size."""
        sizes = {
            "messages": len(self._messages),
            "pictures": sum(len(message.pictures) for message in self._messages),
            "characters": sum(len(message.text) for message in self._messages),
        }
        return ChatMessageUser(content=self.reference, metadata=sizes)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        # No private value may be a local here: tracebacks can be made to show them.
        outcome = await self._call(input, tools, tool_choice, config)
        if outcome.output is None:
            assert outcome.failed is not None
            raise CallFailedError(outcome.failed, final=outcome.final)
        return self._withheld(outcome.output)

    async def _call(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> _Outcome:
        _hush()
        clear_active_model_event()  # providers hang the raw request on it; our caller sets it back
        token = _on_wire.set(True)
        try:
            real = self._merged([each for message in input for each in self._expanded(message)])
            result = await self._inner.generate(real, tools, tool_choice, config)
        except Exception as error:
            return _Outcome(failed=error.with_traceback(None))
        finally:
            _on_wire.reset(token)
        output = result[0] if isinstance(result, tuple) else result
        # An error that is handed back rather than raised is one that Inspect would not try again.
        return (
            _Outcome(failed=output, final=True) if isinstance(output, Exception) else _Outcome(output=output)
        )

    def _expanded(self, message: ChatMessage) -> list[ChatMessage]:
        return chat_messages(self._messages) if message.text == self.reference else [message]

    def _merged(self, messages: list[ChatMessage]) -> list[ChatMessage]:
        """Neighbours of one role as one message where the provider wants them so; Inspect saw only ours."""
        collapse = {
            "user": self._inner.collapse_user_messages(),
            "assistant": self._inner.collapse_assistant_messages(),
            "system": self._inner.collapse_system_messages(),
        }
        made: list[ChatMessage] = []
        for message in messages:
            if made and made[-1].role == message.role and collapse.get(message.role):
                both = [*_contents(made[-1]), *_contents(message)]
                made[-1] = made[-1].model_copy(update={"content": both})
            else:
                made.append(message)
        return made

    def _withheld(self, output: ModelOutput) -> ModelOutput:
        """The output for the log; what it said is kept here."""
        choices = []
        if output.choices:
            said, stop = output.completion, output.stop_reason
            self.reply = Reply(said, truncated=stop in CUT)
            hidden = ChatMessageAssistant(
                content=reference("reply", said.encode("utf-8", "surrogatepass")),
                model=self.model_name,
                source="generate",
            )
            choices = [ChatCompletionChoice(message=hidden, stop_reason=stop)]
        served = output.model if _SERVED_NAME.fullmatch(output.model) else self.model_name
        return ModelOutput(
            model=served,
            choices=choices,
            usage=output.usage,
            time=output.time,
            error="the provider reported an error" if output.error else None,
        )

    def should_retry(self, ex: Exception) -> bool | RetryDecision:
        if not isinstance(ex, CallFailedError):
            return self._inner.should_retry(ex)
        if ex.final:
            return False
        lost = isinstance(ex.original, AttributeError) and ex.original.name == "call_soon"
        if lost or isinstance(ex.original, NoStreamDataError):  # what Inspect retries for every provider
            return RetryDecision.transient()
        decision = self._inner.should_retry(ex.original)
        if not decision and (older := getattr(self._inner, "is_rate_limit", None)) is not None:
            return bool(older(ex.original))
        return decision

    def is_auth_failure(self, ex: Exception) -> bool:
        return self._inner.is_auth_failure(ex.original if isinstance(ex, CallFailedError) else ex)

    def initialize(self) -> None:
        self._inner.initialize()

    async def refresh_credentials(self) -> None:
        await self._inner.refresh_credentials()

    async def aclose(self) -> None:
        await self._inner.aclose()

    def canonical_name(self) -> str:
        return self._inner.canonical_name()

    def service_model_name(self) -> str:
        return self._inner.service_model_name()

    def input_tokens_name(self) -> str:
        return self._inner.input_tokens_name()

    def model_family(self) -> str:
        return self._inner.model_family()

    def cache_write_ttl(self) -> str | None:
        return self._inner.cache_write_ttl()

    def max_tokens(self) -> int | None:
        return self._inner.max_tokens()

    def max_tokens_for_config(self, config: GenerateConfig) -> int | None:
        return self._inner.max_tokens_for_config(config)

    def max_connections(self) -> int:
        return self._inner.max_connections()

    def connection_key(self) -> str:
        return self._inner.connection_key()

    def retry_wait(self) -> Callable[[RetryCallState], float | int] | None:
        return self._inner.retry_wait()


class PrivateModel(Model):
    """The same model to Inspect, with the wire for its API."""

    def __init__(self, model: Model, wire: Wire) -> None:
        # Inspect shares connections among APIs of one class name and key.
        api = wire
        api.__class__ = _named(type(model.api).__name__)
        super().__init__(api, model.config, model.model_args)
        self._behind = model
        if model.role is not None:
            self._set_role(model.role)

    def __eq__(self, other: object) -> bool:
        """Inspect gives the task's settings only to the model that is *the* evaluated one."""
        return other is self or other is self._behind

    def __hash__(self) -> int:
        return hash(self._behind)


_classes: dict[str, type[Wire]] = {}


def _named(name: str) -> type[Wire]:
    if name not in _classes:
        _classes[name] = type(name, (Wire,), {})
    return _classes[name]


class _Hush(logging.Filter):
    """Drops what providers and their HTTP clients log during a private call; a warning keeps its sender."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not _on_wire.get():
            return True
        if record.levelno < logging.WARNING:
            return False
        record.msg, record.args = f"({record.name}: a warning during a private call, text withheld)", ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


_HUSH = _Hush()


def _hush() -> None:
    """Puts the filter on every handler there is; a handler has it once."""
    for logger in (logging.getLogger(), logging.getLogger("inspect_ai")):
        for handler in logger.handlers:
            handler.addFilter(_HUSH)  # adds it once


def _contents(message: ChatMessage) -> list[Content]:
    text = message.content
    return [ContentText(text=text)] if isinstance(text, str) else list(text)
