"""The model that writes stand-ins: what it is asked, and what is taken from its answer."""

from __future__ import annotations

import pytest

from fakes.openai_server import Fault, OpenAIServer, texts
from tactful.errors import InputError, ModelError
from tactful.models import ModelRewriter, OpenAICompatible, Reply, ScriptedModel

TEMPLATE = "Another {type} of {length} characters: {text}"


def test_asks_a_real_server() -> None:
    with OpenAIServer(["Bob Sample\n"]) as server:
        rewriter = ModelRewriter(OpenAICompatible(server.base_url, "m"), TEMPLATE)
        assert rewriter.rewrite("Ann Sample", "person") == "Bob Sample"
        assert texts(server.requests[0]) == "Another person of 10 characters: Ann Sample"


@pytest.mark.parametrize(
    "template", ["{type} {length} {text}", "$type $length $text", "${type} ${length} ${text}"]
)
def test_forms_of_a_template(template: str) -> None:
    model = ScriptedModel(["x"])
    ModelRewriter(model, template).rewrite("$text {type}", "note")
    assert model.asked[0][0].text == "note 12 $text {type}"


def test_braces_in_the_value_are_left_alone() -> None:
    model = ScriptedModel(["x"])
    ModelRewriter(model, TEMPLATE).rewrite("{type} {0} {{", "text")
    assert model.asked[0][0].text.endswith(": {type} {0} {{")


@pytest.mark.parametrize(
    ("original", "answer", "taken"),
    [
        ("Ann", "Bob", "Bob"),
        ("Ann", "\n  Bob  \nThis is another name.", "Bob"),
        ("Ann", '"Bob"', "Bob"),
        ("Ann", "`Bob`", "Bob"),
        ("Ann", "“Bob”", "Bob"),
        ("山田", "「田中」", "田中"),
        ('"Ann"', '"Bob"', '"Bob"'),
        ("Ann", '"Bob', '"Bob'),
        ("Ann", "<think>Ann is a name\n</think>\nBob", "Bob"),
    ],
)
def test_takes_the_bare_value(original: str, answer: str, taken: str) -> None:
    assert ModelRewriter(ScriptedModel([answer]), TEMPLATE).rewrite(original, "person") == taken


@pytest.mark.parametrize("answer", ["<think>Ann</think>", Reply("Bo", truncated=True)])
def test_no_whole_answer_is_an_error(answer: str | Reply) -> None:
    with pytest.raises(ModelError, match="no complete replacement") as caught:
        ModelRewriter(ScriptedModel([answer]), TEMPLATE).rewrite("Ann", "person")
    assert "Ann" not in str(caught.value)


def test_a_failed_call_is_an_error() -> None:
    with OpenAIServer([Fault.status(400, "Ann")]) as server, pytest.raises(ModelError, match="status 400"):
        ModelRewriter(OpenAICompatible(server.base_url, "m"), TEMPLATE).rewrite("Ann", "person")


@pytest.mark.parametrize("template", ["", "Another {type}", "{text} in {language}", "$text in $language"])
def test_templates_that_cannot_be_used(template: str) -> None:
    with pytest.raises(InputError, match="template"):
        ModelRewriter(ScriptedModel([]), template)


def test_a_script_that_is_over_is_a_failed_call() -> None:
    model = ScriptedModel([])
    with pytest.raises(ModelError, match="no turn left"):
        model.ask([])
