"""Asking Inspect's models without leaving a word of it in logs, caches, traces or error texts.

Screens, private texts and the prompts that hold them go to the model *by reference*. What Inspect sees, and
so logs, hooks into, traces and buffers, is one message ``<call:HEX>`` and the reply ``<reply:HEX>``, where
HEX is a hash with a key of this process only (a plain hash of a short text is reversed by trying). The real
conversation exists on the wire and in memory: a model API around the provider's own puts it in, takes the
reply out, and drops the raw call record. Usage, times, retries and failures stay visible; of an error only
its type and status do, since providers echo prompts in theirs.

    ask = asker(log_private=log_private)            # the evaluated model
    judge = asker("judge", log_private=log_private)  # a role; an error where it was not given
    reply = await ask([Message("...", pictures=(picture,))])   # ModelError where there is none

What a task itself puts into samples, scores, stores and metadata is logged as it is: keep it free of private
values there.
"""

from __future__ import annotations

import asyncio
import contextlib
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspect_ai._util.exception import TerminateSampleError
from inspect_ai.log._samples import sample_active
from inspect_ai.model import CachePolicy, ChatMessage, GenerateConfig, Model, ModelRefusalError, get_model
from inspect_ai.model._generate_config import active_generate_config
from inspect_ai.model._model import active_model
from inspect_ai.util import LimitExceededError
from tenacity import RetryError

from tactful.bench.cimemories.settings import without_secrets
from tactful.bench.cimemories.solvers import policy
from tactful.bench.wire import CUT, CallFailedError, PrivateModel, Wire, chat_messages
from tactful.errors import InputError, ModelError, TactfulError, told
from tactful.models import Ask, ChatModel, Message, Reply, address, sampling

# Replies that were asked for with cache=True: for as long as the process lives, never on disk.
_kept: dict[tuple[str, ...], Reply] = {}


def asker(role: str | None = None, *, log_private: bool = False, cache: bool = False, step: str = "") -> Ask:
    """An ``Ask`` of the evaluated model, or of the model of a ``role``.

    Raises Inspect's ``PrerequisiteError`` for a role that nobody was given: never the evaluated model in its
    place. The ``Ask`` raises ``ModelError`` where a call failed, was filtered or gave nothing, with a reason
    free of private text. ``log_private``: conversations and replies stand in the log in full, pictures
    included. ``cache``: an answered call is not made again for the same sample, epoch and ``step``; kept in
    memory while the process lives, and in Inspect's cache on disk only with ``log_private``.
    """
    if role is not None:
        get_model(role=role, required=True)

    async def ask(messages: Sequence[Message]) -> Reply:
        model = get_model() if role is None else get_model(role=role, required=True)
        keep = cache and not str(model).startswith("tactful/")  # asking a built-in model again is free
        if log_private:
            sample, _ = _place()
            return await _openly(model, chat_messages(messages), policy(sample, step, keep))
        wire = Wire(model.api, tuple(messages))
        place = (str(model), role or "", *_place(), step, wire.reference) if keep else None
        if place is not None and place in _kept:
            return _kept[place]
        private = PrivateModel(model, wire)
        await _asked(private, [wire.referring()], False)
        if wire.reply is None:
            raise ModelError(f"the model '{model}' gave no reply")
        if place is not None:
            _kept[place] = wire.reply
        return wire.reply

    return ask


def asked_with(model: Model) -> dict[str, Any]:
    """What a model's answers depend on beside its name: endpoint, sampling, the provider's arguments.

    For what must tell one evaluation from another: without keys, headers, and settings of pace.
    """
    config = model.config
    if model == active_model():  # the evaluation's own settings go to the evaluated model alone
        config = config.merge(active_generate_config())
    return {
        **sampling(config.model_dump(mode="json", exclude_none=True)),
        "base_url": address(model.api.base_url),
        "model_args": sampling(without_secrets(model.model_args)),
    }


def as_chat_model(ask: Ask, loop: asyncio.AbstractEventLoop, *, name: str = "inspect") -> ChatModel:
    """``ask`` for code that blocks, run in a worker thread while ``loop`` runs in another.

    Give it ``asyncio.get_running_loop()`` and run the blocking code in ``asyncio.to_thread``, which carries
    the sample's context along. Asked from the loop's own thread it raises ``RuntimeError``: it would wait
    for itself.
    """
    return _Bridge(ask, loop, name)


@contextlib.contextmanager
def wordless() -> Iterator[None]:
    """Around a solver's or scorer's work: an error nobody foresaw is told by type and place alone.

    Inspect logs what a sample's error says, and that of a library may quote what it choked on. The package's
    own errors hold no private value and pass, of bad input without the file; so do Inspect's ends of a
    sample.
    """
    try:
        yield
        return
    except InputError as err:
        if err.file is None:
            raise
        problem = told(err)
    except (TactfulError, LimitExceededError, TerminateSampleError, ModelRefusalError):
        raise
    except Exception as err:
        at = traceback.extract_tb(err.__traceback__)[-1]
        problem = f"{type(err).__name__} in {Path(at.filename).name}, line {at.lineno}"
    raise TactfulError(problem) from None


async def _openly(model: Model, messages: list[ChatMessage], cache: CachePolicy | bool) -> Reply:
    problem = ""
    try:
        return await _asked(model, messages, cache)
    except (ModelError, LimitExceededError, TerminateSampleError, ModelRefusalError):
        raise
    except Exception as err:  # the provider's own; its words stand in the log, as was asked for
        problem = type(err).__name__
    raise ModelError(problem)


async def _asked(model: Model, messages: list[ChatMessage], cache: CachePolicy | bool) -> Reply:
    """The model's reply, or ``ModelError`` with a reason that quotes nobody."""
    problem = ""
    try:
        output = await model.generate(messages, config=_config(model), cache=cache)
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
    return Reply(output.completion, truncated=output.stop_reason in CUT)


def _config(model: Model) -> GenerateConfig:
    """Inspect gives a task's attempt timeout to the evaluated model only; a judge that hangs needs it too."""
    if model == active_model() or model.config.attempt_timeout is not None:
        return GenerateConfig()
    return GenerateConfig(attempt_timeout=active_generate_config().attempt_timeout)


def _place() -> tuple[str, str]:
    active = sample_active()
    return ("", "") if active is None else (str(active.sample.id), str(active.epoch))


def _reason(error: BaseException | None) -> str:
    if isinstance(error, CallFailedError):
        return str(error)
    if type(error).__name__ in ("AttemptTimeoutError", "StreamIdleTimeoutError"):
        return "no answer in time"
    return type(error).__name__


@dataclass(frozen=True, slots=True)
class _Bridge:
    _ask: Ask = field(repr=False)
    _loop: asyncio.AbstractEventLoop = field(repr=False)
    name: str

    def ask(self, messages: Sequence[Message]) -> Reply:
        """The reply, waited for. ``ModelError`` as the ``Ask`` raises it."""
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            running = None
        if running is self._loop:
            raise RuntimeError("a blocking question from the loop that would answer it")

        async def question() -> Reply:
            return await self._ask(messages)

        return asyncio.run_coroutine_threadsafe(question(), self._loop).result()
