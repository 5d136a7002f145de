"""The built-in models with eyes as Inspect models: `--model tactful/screen-planner`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

pytest.importorskip("inspect_ai")

from inspect_ai.model import ChatMessageUser, ContentImage, ContentText, GenerateConfig

from fakes.asking_task import PICTURE, conversation
from tactful.bench.guiguard.offline import registry
from tactful.bench.offline import OfflineModel, chat_messages, offline_model, own_messages
from tactful.errors import InputError
from tactful.models import Message, Reply, ScriptedModel


@pytest.fixture
def seeing(monkeypatch: pytest.MonkeyPatch) -> ScriptedModel:
    model = ScriptedModel(["I see", Reply("cut of", truncated=True)], name="eyes")
    known: Mapping[str, object] = {"eyes": ("", "")}
    monkeypatch.setattr(registry, "BUILT_IN_MODELS", known)
    monkeypatch.setattr(registry, "open_model", lambda name: model)
    return model


def test_messages_survive_the_way_there_and_back() -> None:
    messages = [*conversation(1), Message("two", pictures=(PICTURE, PICTURE))]
    assert own_messages(chat_messages(messages)) == messages


def test_they_get_the_pictures_and_count_tokens(seeing: ScriptedModel) -> None:
    model = OfflineModel("eyes")

    async def ask() -> list[object]:
        found: list[object] = []
        for _ in range(2):
            output = await model.generate(chat_messages(conversation(1)), [], "none", GenerateConfig())
            assert output.usage is not None
            found.append((output.completion, output.stop_reason, output.usage.output_tokens))
        return found

    assert asyncio.run(ask()) == [("I see", "stop", 2), ("cut of", "max_tokens", 2)]
    assert seeing.asked[0] == tuple(conversation(1))


def test_arguments_are_refused(seeing: ScriptedModel) -> None:
    with pytest.raises(InputError, match="eyes takes no arguments"):
        OfflineModel("eyes", p=0.5)


def test_all_of_the_registry_are_known_and_named() -> None:
    assert set(registry.BUILT_IN_MODELS) == {
        "leak-reader",
        "screen-planner",
        "plan-judge",
        "screen-grounder",
        "screen-reader",
    }
    for name in registry.BUILT_IN_MODELS:
        assert OfflineModel(name).model_name == name
    with pytest.raises(InputError, match="screen-planner"):
        offline_model("nobody")


@pytest.mark.parametrize("image", ["data:image/gif;base64,AAAA", "/tmp/a.png"])
def test_other_pictures_are_refused(image: str) -> None:
    with pytest.raises(InputError, match="PNG or JPEG"):
        own_messages([ChatMessageUser(content=[ContentImage(image=image), ContentText(text="x")])])


def test_a_local_endpoint_is_asked_two_things_at_a_time() -> None:
    from tactful.bench.offline import EndpointModel

    assert EndpointModel("m", base_url="http://localhost:1/v1").max_connections() == 2
