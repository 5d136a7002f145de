"""``replace_llm``: what a model's answer must be, and that every fall-back is told."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from fakes.painted import protected, region, vault
from tactful.errors import InputError, MissingExtraError, ModelError, ProtectionError
from tactful.models import ModelRewriter, ScriptedModel
from tactful.protect import restore, rewrite_prompt
from tactful.protect.operators.replace_llm import RETRIES, accepted
from tactful.terms import Treatment

FELL_BACK = "replaced by shape: no usable rewriting"
PAPER = np.full((80, 260, 3), 255, np.uint8)


def treat(rewriter: Callable[[str, str], str], text: str = "Ann Quill", type: str = "person") -> Treatment:
    safe = protected(PAPER, [region(text, (10, 10, 250, 40), type)], "replace_llm", rewriter=rewriter)
    return safe.receipt.treatments[0]


def broken(text: str, type: str) -> str:
    raise ModelError("down")


def wrecked(text: str, type: str) -> str:
    raise RuntimeError(text)


@pytest.mark.parametrize(
    "rewriter",
    [
        broken,
        wrecked,
        lambda text, type: "",
        lambda text, type: "         ",
        lambda text, type: "Bob",
        lambda text, type: "Bob Pinewood",
        lambda text, type: text,
        lambda text, type: text.upper(),
        lambda text, type: "ａｎｎ ｑｕｉｌｌ",
        lambda text, type: "Bob Quill",
        lambda text, type: "Bob\nPinea",
        lambda text, type: "Bob \x00inea",
    ],
    ids=[
        "raises",
        "crashes",
        "empty",
        "blank",
        "short",
        "long",
        "same",
        "upper",
        "wide",
        "surname",
        "lines",
        "control",
    ],
)
def test_falling_back_is_told(rewriter: Callable[[str, str], str]) -> None:
    got = treat(rewriter)
    assert got.note == FELL_BACK
    assert got.shown
    assert not {"ann", "quill", "bob"} & set(got.shown.lower().split())


def test_an_answer_that_fits_is_taken_and_put_back() -> None:
    keep = vault()
    safe = protected(
        PAPER, [region("Ann Quill")], "replace_llm", keep=keep, rewriter=lambda t, k: "Bob Pines"
    )
    assert safe.receipt.treatments[0].shown == "Bob Pines"
    assert safe.receipt.treatments[0].note == ""
    assert restore("mail Bob Pines", keep) == "mail Ann Quill"


def test_one_entity_is_asked_for_once_and_brackets_stay() -> None:
    keep, asked = vault(), []

    def rewrite(text: str, type: str) -> str:
        asked.append(text)
        return "eve@sample.net"

    regions = [
        region("<ann@sampl.org1>", (10, 5, 250, 30), "email"),
        region("ann@sampl.org1", (10, 40, 250, 70), "email"),
    ]
    safe = protected(PAPER, regions, "replace_llm", keep=keep, rewriter=rewrite)
    assert [t.shown for t in safe.receipt.treatments] == ["<eve@sample.net>", "eve@sample.net"]
    assert asked == ["ann@sampl.org1"]
    assert restore("eve@sample.net", keep) == "ann@sampl.org1"


def test_asked_again_before_falling_back() -> None:
    answers = iter(["Bob", "", "Bob Pines"])
    assert treat(lambda t, k: next(answers)).shown == "Bob Pines"
    asked: list[str] = []
    treat(lambda t, k: asked.append(t) or "Bob")
    assert len(asked) == 1 + RETRIES


def test_the_name_of_another_value_is_asked_for_again() -> None:
    keep = vault()
    keep.pseudonym("Eve Roe", "person")
    answers = iter(["Eve Roe", "Bob Fir"])
    safe = protected(
        PAPER, [region("Ann Lee")], "replace_llm", keep=keep, rewriter=lambda t, k: next(answers)
    )
    assert safe.receipt.treatments[0].shown == "Bob Fir"
    assert safe.receipt.treatments[0].note == ""


def test_a_model_with_the_prompt() -> None:
    model = ScriptedModel(["<think>Ann Quill, hm</think>'Bob Pines'"])
    safe = protected(
        PAPER, [region("Ann Quill")], "replace_llm", rewriter=ModelRewriter(model, rewrite_prompt())
    )
    assert safe.receipt.treatments[0].shown == "Bob Pines"
    asked = model.asked[0][0].text
    assert "Exactly 9 characters" in asked
    assert asked.rstrip().endswith("Type: person\nValue: Ann Quill")


def test_the_command_line_asks_with_the_same_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    from fakes.openai_server import OpenAIServer, texts
    from tactful.cli.inputs import RewriterSettings

    monkeypatch.setenv("TACTFUL_API_KEY", "none")
    with OpenAIServer(["Bob Pines"]) as server:
        rewriter = RewriterSettings(rewriter=server.base_url, rewriter_model="m").open_rewriter()
        assert rewriter is not None
        assert rewriter.rewrite("Ann Quill", "person") == "Bob Pines"
        assert "Exactly 9 characters" in texts(server.requests[0])
        # At 0, as before, an answer that fails the check is given again and again.
        assert server.requests[0]["temperature"] == 0.7
        assert rewriter.to_json()["temperature"] == 0.7
        assert rewriter.to_json()["prompt"]["name"] == "replace_llm.v1.txt"


def test_no_rewriter() -> None:
    with pytest.raises(ProtectionError, match="needs a rewriter"):
        protected(PAPER, [region()], "replace_llm")


@pytest.mark.parametrize(
    ("error", "raised"),
    [(MissingExtraError("pip install"), MissingExtraError), (InputError("no key"), ProtectionError)],
)
def test_a_mistake_of_set_up_is_told_and_not_hidden(error: Exception, raised: type[Exception]) -> None:
    def rewrite(text: str, type: str) -> str:
        raise error

    with pytest.raises(raised, match=str(error)):
        treat(rewrite)


@pytest.mark.parametrize(
    ("original", "answer", "type", "fits"),
    [
        ("Ann Quill", "Bob Pines", "person", True),
        ("王小明", "李大山", "person", True),
        ("Ann Quill", "Bob Pine", "person", False),
        ("Ann Quill", "ANN QUILL", "person", False),
        ("ann@a.com", "eve@b.com", "email", True),
        ("ann@quill.com", "bob@quill.com", "email", False),
        ("202 555 0147", "303 444 0258", "phone", True),
        ("meet  Ann", "xmeet Ann", "text", False),  # as long, yet the original stands in it
        ("xmeet Ann", "meet  Ann", "text", False),
        ("", "", "text", False),
    ],
)
def test_accepted(original: str, answer: str, type: str, fits: bool) -> None:
    assert accepted(original, answer, type) is fits
