"""Asking Inspect's models without leaving a word of it in logs, caches, traces or error texts.

Screens, private texts and the prompts that hold them go to the model *by reference*. What Inspect sees, and
so logs, hooks into, traces and buffers, is one message ``<call:HEX>`` and the reply ``<reply:HEX>``, where
HEX is a hash with a key of this process only (a plain hash of a short text is reversed by trying). The real
conversation exists on the wire and in memory: a model API around the provider's own puts it in, takes the
reply out, and drops the raw call record. Usage, times, retries and failures stay visible; of an error only
its type and status do, since providers echo prompts in theirs.

    ask = asker(state, log_private=log_private)            # the evaluated model
    judge = asker(state, "judge", log_private=log_private)  # a role; an error where it was not given
    reply = await ask([Message("...", pictures=(picture,))])   # ModelError where there is none

What a task itself puts into samples, scores, stores and metadata is logged as it is: keep it free of private
values there.
"""

from __future__ import annotations

import asyncio
import contextvars
import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from inspect_ai.model import (
    CachePolicy,
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageUser,
    Content,
    ContentText,
    GenerateConfig,
    Model,
    ModelAPI,
    ModelOutput,
    ModelRefusalError,
    RetryDecision,
    get_model,
)
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import LimitExceededError
from tenacity import RetryError

from tactful.bench.models import without_secrets
from tactful.bench.offline import chat_messages
from tactful.errors import ModelError, TactfulError
from tactful.models import Ask, Message, Reply, address, sampling

_CUT = ("max_tokens", "model_length")
_KEY = secrets.token_bytes(32)
_SERVED_NAME = re.compile(r"[\w.:/@+-]{1,100}")
_on_wire: contextvars.ContextVar[bool] = contextvars.ContextVar("tactful_on_wire", default=False)
# Replies that were asked for with cache=True: for as long as the process lives, never on disk.
_kept: dict[tuple[str, ...], Reply] = {}


def asker(
    state: TaskState,
    role: str | None = None,
    *,
    log_private: bool = False,
    cache: bool = False,
    step: str = "",
) -> Ask:
    """An ``Ask`` of the evaluated model, or of the model of a ``role``, for the sample of ``state``.

    Raises Inspect's ``PrerequisiteError`` for a role that nobody was given: never the evaluated model in its
    place. The ``Ask`` raises ``ModelError`` where a call failed, was filtered or gave nothing, with a reason
    free of private text. ``log_private``: conversations and replies stand in the log in full, pictures
    included. ``cache``: an answered call is not made again for the same sample, epoch and ``step``; kept in
    memory while the process lives, and in Inspect's cache on disk only with ``log_private``.
    """
    sample, epoch = str(state.sample_id), str(state.epoch)
    if role is not None:
        get_model(role=role, required=True)

    async def ask(messages: Sequence[Message]) -> Reply:
        model = get_model() if role is None else get_model(role=role, required=True)
        config = GenerateConfig() if role is None else await _patience(model)
        keep = cache and not str(model).startswith("tactful/")  # asking a built-in model again is free
        if log_private:
            scopes = {"sample": sample, "step": step}
            policy = CachePolicy(expiry=None, scopes=scopes) if keep else False
            return await _openly(model, chat_messages(messages), config, policy)
        api = PrivateAPI(model.api, messages)
        place = (str(model), role or "", sample, epoch, step, api.reference)
        if keep and place in _kept:
            return _kept[place]
        await _asked(PrivateModel(model, api), [api.referring()], config)
        if api.reply is None:
            raise ModelError(f"the model '{model}' gave no reply")
        if keep:
            _kept[place] = api.reply
        return api.reply

    return ask


async def asked_with(model: Model) -> dict[str, Any]:
    """What a model's answers depend on beside its name: endpoint, sampling, the provider's arguments.

    For what must tell one evaluation from another: without keys, headers, and settings of pace.
    """
    config = await _config_of_calls(model)
    return {
        **sampling(config.model_dump(mode="json", exclude_none=True)),
        "base_url": address(model.api.base_url),
        "model_args": sampling(without_secrets(model.model_args)),
    }


def reference(kind: str, *parts: bytes) -> str:
    """``<kind:HEX>`` for bytes that must not be shown: alike for alike bytes, in this process only."""
    mac = hmac.new(_KEY, digestmod=hashlib.sha256)
    for part in parts:
        mac.update(len(part).to_bytes(8, "big") + part)
    return f"<{kind}:{mac.hexdigest()}>"


async def _openly(
    model: Model, messages: list[ChatMessage], config: GenerateConfig, cache: CachePolicy | bool
) -> Reply:
    problem = ""
    try:
        return await _asked(model, messages, config, cache)
    except (ModelError, LimitExceededError, ModelRefusalError):
        raise
    except Exception as err:  # the provider's own; its words stand in the log, as was asked for
        problem = type(err).__name__
    raise ModelError(problem)


async def _asked(
    model: Model, messages: list[ChatMessage], config: GenerateConfig, cache: CachePolicy | bool = False
) -> Reply:
    """The model's reply, or ``ModelError`` with a reason that quotes nobody."""
    problem = ""
    try:
        output = await model.generate(messages, config=config, cache=cache)
    except RetryError as err:
        problem = f"{_reason(err.last_attempt.exception())}, after {err.last_attempt.attempt_number} attempts"
    except CallFailedError as err:
        problem = str(err)
    if not problem:
        if output.error:
            problem = "the model reported an error"
        elif not output.choices:
            problem = "the model gave no reply"
        elif output.stop_reason == "content_filter":
            problem = "the reply was stopped by a content filter"
    if problem:  # outside of the handlers, so that no provider's error hangs on to ours
        raise ModelError(problem)
    return Reply(output.completion, truncated=output.stop_reason in _CUT)


async def _patience(model: Model) -> GenerateConfig:
    """Inspect gives a task's attempt timeout to the evaluated model only; a judge that hangs needs it too."""
    if model.config.attempt_timeout is not None:
        return GenerateConfig()
    return GenerateConfig(attempt_timeout=(await _config_of_calls(get_model())).attempt_timeout)


async def _config_of_calls(model: Model) -> GenerateConfig:
    """What calls of the model are made with, the task's settings and the command's merged in.

    Inspect tells nobody but the model's API: so one that calls nobody is asked.
    """
    api = PrivateAPI(model.api, ())
    await PrivateModel(model, api).generate([api.referring()])
    return api.config


def _reason(error: BaseException | None) -> str:
    if isinstance(error, CallFailedError):
        return str(error)
    if type(error).__name__ in ("AttemptTimeoutError", "StreamIdleTimeoutError"):
        return "no answer in time"
    return type(error).__name__


class CallFailedError(Exception):
    """A provider's error without its words; ``original`` is asked whether to try again."""

    def __init__(self, original: Exception, *, final: bool = False) -> None:
        self.original = original
        self.final = final
        self.status_code = _status(original)
        status = "" if self.status_code is None else f", status {self.status_code}"
        # Our own errors hold no private value.
        said = str(original) if isinstance(original, TactfulError) else type(original).__name__ + status
        super().__init__(said)


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


# What Inspect asks of an API beside its answers, and the provider's own can tell.
_FORWARDED = (
    "aclose", "cache_write_ttl", "canonical_name", "initialize", "input_tokens_name", "max_connections",
    "max_tokens", "max_tokens_for_config", "model_family", "refresh_credentials", "retry_wait",
    "service_model_name",
)  # fmt: skip


class PrivateAPI(ModelAPI):
    """One call: the provider's API with the real conversation, a reference to it for everybody else.

    Without messages nothing is sent. ``config`` are the settings of the last call, ``reply`` its answer.
    """

    def __init__(self, provider: ModelAPI, messages: Sequence[Message]) -> None:
        super().__init__(provider.model_name, provider.base_url)
        for name in _FORWARDED:
            setattr(self, name, getattr(provider, name))
        self.qualified_model_name = provider.qualified_model_name
        self.provider = provider
        self.reply: Reply | None = None
        self.config = GenerateConfig()
        self._messages = tuple(messages)
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
        """What the provider's API has beside the common interface, such as its name in the registry."""
        if name == "provider":  # while being copied, before there is one
            raise AttributeError(name)
        return getattr(self.provider, name)

    def connection_key(self) -> str:
        """Private calls share connections by provider and its own key."""
        return f"{type(self.provider).__name__}:{self.provider.connection_key()}"

    def referring(self) -> ChatMessage:
        """The message that stands for the conversation, with its size."""
        sizes = {
            "messages": len(self._messages),
            "pictures": sum(len(message.pictures) for message in self._messages),
            "characters": sum(len(message.text) for message in self._messages),
        }
        return ChatMessageUser(content=self.reference, metadata=sizes)

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        # No private value may be a local here: tracebacks can be made to show them.
        self.config = config
        if not self._messages:
            return ModelOutput(model=self.model_name)
        # In a context of its own the provider finds no event of Inspect's to hang the raw request on.
        alone: Coroutine[Any, Any, _Outcome] = self._call(input, tools, tool_choice, config)
        outcome = await asyncio.create_task(alone, context=contextvars.Context())
        if outcome.output is None:
            assert outcome.failed is not None
            raise CallFailedError(outcome.failed, final=outcome.final)
        return self._withheld(outcome.output)

    async def _call(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> _Outcome:
        _hush()
        _on_wire.set(True)
        try:
            real = self._merged([each for message in input for each in self._expanded(message)])
            result = await self.provider.generate(real, tools, tool_choice, config)
        except Exception as error:
            return _Outcome(failed=error.with_traceback(None))
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
            "user": self.provider.collapse_user_messages(),
            "assistant": self.provider.collapse_assistant_messages(),
            "system": self.provider.collapse_system_messages(),
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
            self.reply = Reply(said, truncated=stop in _CUT)
            hidden = ChatMessageAssistant(
                content=reference("reply", said.encode("utf-8", "surrogatepass")),
                model=self.model_name,
                source="generate",
            )
            choices = [ChatCompletionChoice(message=hidden, stop_reason=stop)]
        return ModelOutput(
            model=output.model if _SERVED_NAME.fullmatch(output.model) else self.model_name,
            choices=choices,
            usage=output.usage,
            time=output.time,
            error="the provider reported an error" if output.error else None,
        )

    def should_retry(self, ex: Exception) -> bool | RetryDecision:
        """What the provider says of its error, and Inspect of every provider's."""
        if not isinstance(ex, CallFailedError):
            return self.provider.should_retry(ex)
        if ex.final:
            return False
        lost = isinstance(ex.original, AttributeError) and ex.original.name == "call_soon"
        if (
            lost or type(ex.original).__name__ == "NoStreamDataError"
        ):  # what Inspect retries for every provider
            return RetryDecision.transient()
        decision = self.provider.should_retry(ex.original)
        if not decision and (older := getattr(self.provider, "is_rate_limit", None)) is not None:
            return bool(older(ex.original))
        return decision

    def is_auth_failure(self, ex: Exception) -> bool:
        return self.provider.is_auth_failure(ex.original if isinstance(ex, CallFailedError) else ex)


class PrivateModel(Model):
    """The same model to Inspect, with a private API."""

    def __init__(self, model: Model, api: PrivateAPI) -> None:
        self.__dict__.update({**vars(model), "api": api, "behind": model})

    def __eq__(self, other: object) -> bool:
        """Inspect gives the task's settings only to the model that is *the* evaluated one."""
        return other is self or other is self.__dict__["behind"]

    def __hash__(self) -> int:
        return hash(self.__dict__["behind"])


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
