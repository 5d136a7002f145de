"""The built-in models as Inspect models: ``--model tactful/reveal-all``. No network, no key.

Those with eyes (``tactful/screen-planner``, ...) get the pictures of the conversation too. For the others,
``-M seed=1`` and ``-M p=0.3`` (random-p) reach the model; ``-M labels=FILE`` tells the oracle which labelled
file to look the necessary memories up in.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    StopReason,
    modelapi,
)
from inspect_ai.tool import ToolChoice, ToolInfo

from tactful.errors import InputError

if TYPE_CHECKING:
    from tactful.models import ChatModel, Message, OfflineCall, Picture, Writer

# English prose; only for the token counts of models that have no tokens.
_CHARS_PER_TOKEN = 4


@modelapi(name="tactful")
def tactful() -> type[ModelAPI]:
    """The model API behind ``tactful/NAME``."""
    return OfflineModel


class OfflineModel(ModelAPI):
    """One built-in model; raises ``InputError`` for a name that there is none of."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - the shape that Inspect gives every API
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        self._seeing = seeing_model(model_name)
        if self._seeing is not None:
            if unknown := sorted(model_args):
                raise InputError("a built-in model with eyes takes no arguments", field=unknown[0])
            return
        self._writer = offline_model(model_name)
        self._seed = int(model_args.pop("seed", 0))
        self._args = _arguments(model_name, model_args)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """What the model says to the conversation."""
        if self._seeing is not None:
            return await self._looked(self._seeing, input)
        from tactful.models import OfflineCall

        prompt = "\n\n".join(message.text for message in input)
        reply = self._writer(OfflineCall(prompt, self._seed, _epoch(), self._args))
        return self._said(prompt, reply)

    async def _looked(self, model: ChatModel, input: list[ChatMessage]) -> ModelOutput:
        # Reading a screen takes seconds of computing: not in the loop that others wait in.
        messages = own_messages(input)
        reply = await asyncio.to_thread(model.ask, messages)
        stop: StopReason = "max_tokens" if reply.truncated else "stop"
        return self._said("".join(message.text for message in messages), reply.text, stop)

    def _said(self, prompt: str, reply: str, stop: StopReason = "stop") -> ModelOutput:
        output = ModelOutput.from_content(self.model_name, reply, stop_reason=stop)
        used, written = -(-len(prompt) // _CHARS_PER_TOKEN), -(-len(reply) // _CHARS_PER_TOKEN)
        output.usage = ModelUsage(input_tokens=used, output_tokens=written, total_tokens=used + written)
        return output

    def max_connections(self) -> int:
        """Nothing is waited for, so more at once would not be faster."""
        return 16 if self._seeing is None else 2

    def connection_key(self) -> str:
        return f"tactful/{self.model_name}"


@modelapi(name="endpoint")
def endpoint() -> type[ModelAPI]:
    """The model API behind ``endpoint/NAME`` with ``base_url``: one at a local OpenAI-compatible server."""
    return EndpointModel


class EndpointModel(OfflineModel):
    """A model with eyes that our own client asks: on this machine or its private network, nowhere else.

    ``key_variable`` names the environment variable with the key, where the server wants one. ``InputError``
    for an address that is not local.
    """

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008 - the shape that Inspect gives every API
        key_variable: str | None = None,
    ) -> None:
        from tactful.models import OpenAICompatible

        ModelAPI.__init__(self, model_name, base_url, None, [], config)
        if base_url is None:
            raise InputError("is missing", field="base_url", expected="the address of a local endpoint")
        self._seeing = self._client = OpenAICompatible(base_url, model_name, key_variable)

    async def generate(
        self,
        input: list[ChatMessage],
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        """What the model says, drawn as the run's generation options ask for."""
        asked = {name: getattr(config, name) for name in ("temperature", "max_tokens")}
        more = {name: value for name in ("top_p", "seed") if (value := getattr(config, name)) is not None}
        told = {name: value for name, value in asked.items() if value is not None}
        return await self._looked(replace(self._client, options=more, **told), input)

    def connection_key(self) -> str:
        return f"endpoint/{self.base_url}"


def offline_model(name: str) -> Writer:
    """The built-in model of that name; ``InputError`` lists those there are."""
    from tactful.models import OFFLINE_MODELS
    from tactful.world import OFFLINE_MODELS as GENERATORS

    models: Mapping[str, Writer] = {**OFFLINE_MODELS, **GENERATORS, "lexical-judge": _lexical_judge}
    if name not in models:
        from tactful.bench.guiguard.offline.registry import BUILT_IN_MODELS

        known = sorted({*models, *BUILT_IN_MODELS})
        raise InputError(f"no built-in model '{name}'", field="model", expected=" or ".join(known))
    return models[name]


def seeing_model(name: str) -> ChatModel | None:
    """The built-in model with eyes of that name; None where there is none."""
    from tactful.bench.guiguard.offline.registry import BUILT_IN_MODELS, open_model

    return open_model(name) if name in BUILT_IN_MODELS else None


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


def own_messages(messages: Sequence[ChatMessage]) -> list[Message]:
    """Inspect's messages as ours; ``InputError`` for a picture that is no PNG or JPEG data URI."""
    from tactful.models import Message

    found = []
    for message in messages:
        content = [] if isinstance(message.content, str) else message.content
        pictures = tuple(_picture(each.image) for each in content if isinstance(each, ContentImage))
        role = message.role if message.role != "tool" else "user"
        found.append(Message(message.text, role, pictures))
    return found


def _picture(uri: str) -> Picture:
    from tactful.models import MediaType, Picture

    kinds: tuple[MediaType, ...] = ("image/png", "image/jpeg")
    for kind in kinds:
        head = f"data:{kind};base64,"
        if uri.startswith(head):
            return Picture(base64.b64decode(uri[len(head) :]), kind)
    raise InputError("a picture of another kind", field="image", expected="PNG or JPEG as a data URI")


def _lexical_judge(call: OfflineCall) -> str:
    from tactful.score import answer_judge_prompt

    return answer_judge_prompt(call.prompt)


# What the built-in models understand; the rest goes to all models of a call alike and is none of theirs.
_KNOWN = frozenset({"p", "labels", "label_set", "rule"})


def _arguments(name: str, args: dict[str, Any]) -> Mapping[str, Any]:
    if unknown := sorted(set(args) - _KNOWN):
        raise InputError(
            "unknown argument", field=unknown[0], expected="one of seed, " + ", ".join(sorted(_KNOWN))
        )
    p = args.get("p", 0.5)
    if isinstance(p, bool) or not isinstance(p, (int, float)) or not 0 <= p <= 1:
        raise InputError("not a probability", field="p", expected="a number from 0 to 1")
    if name != "oracle":
        return args
    labels = args.pop("labels", None)
    if labels is None:
        raise InputError(
            "the oracle needs the labels it answers from", field="labels", expected="-M labels=FILE"
        )
    label_set = str(args.pop("label_set", "combined"))
    return {**args, "oracle": oracle(Path(str(labels)), label_set, str(args.pop("rule", "corrected")))}


Oracle = Callable[[frozenset[str], str, str], frozenset[str]]


def oracle(labels: Path, label_set: str = "combined", rule: str = "corrected") -> Oracle:
    """A function of (memory lines, recipient, task) that gives those lines which the labels call necessary.

    The profile is the one with most of the lines; a context that no profile of the file has is an
    ``InputError``, since an oracle must not guess.
    """
    from tactful.bench.cimemories.messages import memory_lines
    from tactful.bench.cimemories.plan import profile_plans
    from tactful.bench.cimemories.settings import MemorySettings
    from tactful.terms import Need

    plans = profile_plans(MemorySettings(data=str(labels), labels=label_set, rule=rule))
    known: list[tuple[dict[str, str], dict[tuple[str, str], frozenset[str]]]] = []
    for plan in plans:
        texts = {text: key for key, text in plan.lines.items()}
        texts |= {text: key for key, text in memory_lines(plan.profile, "as_published").items()}
        necessary: dict[tuple[str, str], frozenset[str]] = {}
        for context, row in zip(plan.profile.contexts, plan.needs, strict=True):
            place = (context.recipient.casefold(), context.task.casefold())
            chosen = {key for key, need in zip(plan.keys, row, strict=True) if need == Need.NECESSARY}
            necessary[place] = necessary.get(place, frozenset()) | chosen
        known.append((texts, necessary))

    def answer(statements: frozenset[str], recipient: str, task: str) -> frozenset[str]:
        place = (recipient.casefold(), task.casefold())
        here = [
            (sum(s in texts for s in statements), texts, table) for texts, table in known if place in table
        ]
        if not here:
            raise InputError("the oracle's labels lack this recipient and task", file=labels)
        _, texts, table = max(here, key=lambda found: found[0])
        return frozenset(s for s in statements if texts.get(s) in table[place])

    return answer


def _epoch() -> int:
    """The epoch of the sample that asks, from 0; 0 outside of an evaluation."""
    from inspect_ai.log._samples import sample_active

    active = sample_active()
    return 0 if active is None else active.epoch - 1
