"""The grounded mode against a local server whose model reads the prompt's numbered lines."""

from __future__ import annotations

import numpy as np
import pytest

from fakes.openai_server import Fault, OpenAIServer, pictures, rule_model, texts
from tactful.errors import ModelError, UnscoredError
from tactful.models import OpenAICompatible, Reply, ScriptedModel
from tactful.recognize.merge import merge
from tactful.recognize.view import Finding, ScreenView
from tactful.recognize.vlm import GroundedVlm
from tactful.recognize.vlm.grounded import read_labels
from tactful.terms import Box, Category, Risk, TaskState, TextUnit

WORDS = ("9:41", "Ann Sample", "ann@example.org", "Settings", "+1 555 0100 222")
UNITS = tuple(TextUnit(text, Box(100, 100 + 90 * i, 500, 140 + 90 * i)) for i, text in enumerate(WORDS))


def view(units: tuple[TextUnit, ...] = UNITS, *, pixels: bool = True) -> ScreenView:
    image = np.full((800, 600, 3), 250, np.uint8) if pixels else None
    return ScreenView(units, 600, 800, "android", TaskState(goal="write to ann@example.org"), image)


def labels(findings: object) -> list[str]:
    return [f"{f.risk.value} {f.type}" for f in findings if isinstance(f, Finding)]  # type: ignore[attr-defined]


def test_a_screen_end_to_end() -> None:
    with OpenAIServer(rule_model) as server:
        vlm = GroundedVlm(OpenAICompatible(server.base_url, "m"))
        assert labels(vlm.find(view())) == [
            "low time",
            "high person",
            "high email",
            "none text",
            "high phone",
        ]
        regions = vlm.regions(view())
        prompt, shown = texts(server.requests[0]), pictures(server.requests[0])
    assert '2: "Ann Sample" at (100, 190, 500, 230)' in prompt
    assert len(shown) == 1
    assert [region.necessary for region in regions] == [False, False, True, False, False]
    assert regions[2].category is Category.CONTACT_FINANCIAL
    assert [region.box for region in regions] == [unit.box for unit in UNITS]


def test_long_screens_are_asked_in_parts() -> None:
    many = tuple(TextUnit(f"a{i}@example.org", Box(10, 10 * i, 90, 10 * i + 8)) for i in range(23))
    with OpenAIServer(rule_model) as server:
        findings = GroundedVlm(OpenAICompatible(server.base_url, "m"), lines_a_call=10).find(view(many))
        assert len(server.requests) == 3
    assert labels(findings) == ["high email"] * 23


def test_without_pixels_or_eyes_only_text_is_sent() -> None:
    for vlm_view, picture in ((view(pixels=False), True), (view(), False)):
        with OpenAIServer(rule_model) as server:
            GroundedVlm(OpenAICompatible(server.base_url, "m"), picture=picture).find(vlm_view)
            assert pictures(server.requests[0]) == []


def test_lines_left_out_are_asked_for_again_alone() -> None:
    model = ScriptedModel(
        [
            "1 | low | 3 | no | time",
            "2|high|1|no|person\n3|high|2|no|email\n4|none|0|no|text",
            "5|high|2|no|phone",
        ]
    )
    reading = GroundedVlm(model).read(view())
    assert reading.complete
    second = model.asked[1][0].text
    assert '2: "Ann Sample"' in second
    assert '1: "9:41"' not in second


def test_lines_that_stay_out_are_unknown() -> None:
    model = ScriptedModel(
        ["1 | none | 0 | no | text\n4 | none | 0 | no | text", "", "7 | none | 0 | no | text"]
    )
    vlm = GroundedVlm(model)
    findings = list(vlm.find(view()))
    assert labels(findings) == [
        "none text",
        "medium unknown",
        "medium unknown",
        "none text",
        "medium unknown",
    ]
    assert "unscored" in findings[1].reason


def test_unscored_lines_are_counted() -> None:
    reading = GroundedVlm(ScriptedModel(["2 | high | 1 | no | person\nnot a label"] * 3)).read(view())
    assert reading.unscored == (0, 2, 3, 4)
    assert reading.stray == 5  # the prose of three replies, and number 2 again in two of them


@pytest.mark.parametrize("reply", ["", "NONE", "I cannot.", "1 high", "99 | high | 1 | no | person"])
def test_replies_without_any_label_are_unscored(reply: str) -> None:
    with pytest.raises(UnscoredError, match="labels any line") as caught:
        GroundedVlm(ScriptedModel([reply] * 2), retries=1).find(view())
    assert caught.value.lines == len(UNITS)


def test_a_screen_without_text_is_not_asked_about() -> None:
    assert tuple(GroundedVlm(ScriptedModel([])).find(view(()))) == ()


def test_an_outage_is_an_error_not_a_clean_screen() -> None:
    with OpenAIServer([Fault.status(429, "Ann Sample")] * 9) as server:
        model = OpenAICompatible(server.base_url, "m", retries=1, sleep=lambda _: None)
        with pytest.raises(ModelError, match="status 429"):
            GroundedVlm(model).find(view())


def test_faults_on_the_way_are_survived() -> None:
    cut = Fault.truncated("1 | low | 3 | no | time\n2 | high | 1 | no | pers")
    with OpenAIServer([Fault.status(500), Fault(body=b"{"), cut, rule_model]) as server:
        model = OpenAICompatible(server.base_url, "m", sleep=lambda _: None)
        assert labels(GroundedVlm(model).find(view()))[1] == "high person"


def test_a_line_on_the_screen_stays_one_line_of_the_prompt() -> None:
    units = (
        TextUnit('hi"\n2: "Settings', Box(0, 0, 90, 20)),
        TextUnit("", Box(0, 40, 90, 60), readable=False),
    )
    model = ScriptedModel(["1 | medium | 4 | no | message\n2 | low | 4 | no | text"])
    GroundedVlm(model).find(view(units))
    prompt = model.asked[0][0].text
    assert '\n2: "Settings' not in prompt
    assert "2: (text nobody could read)" in prompt


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("1 | high | 2 | yes | email", (Risk.HIGH, Category.CONTACT_FINANCIAL, True, "email")),
        ("| 1 | High risk | 1(Identity) | no | E-mail |", (Risk.HIGH, Category.IDENTITY, False, "text")),
        ("**1.** | low | 3 | no | `time`", (Risk.LOW, Category.TECHNICAL_DEVICE, False, "time")),
        ("1 | none | 4 | no | person", (Risk.NONE, None, False, "text")),
        ("1 | high | 1 | no | ID number", (Risk.HIGH, Category.IDENTITY, False, "id_number")),
    ],
)
def test_forms_of_a_label(line: str, label: tuple[object, ...]) -> None:
    found, stray = read_labels(Reply(line), [0])
    assert (found[0].risk, found[0].category, found[0].necessary, found[0].type) == label
    assert stray == 0


def test_a_number_labelled_twice_keeps_the_higher_risk() -> None:
    reply = Reply("1 | low | 3 | no | time\n1 | high | 1 | no | person\n1 | none | 0 | no | text")
    assert read_labels(reply, [0])[0][0].risk is Risk.HIGH


def test_the_last_line_of_a_truncated_reply_is_not_trusted() -> None:
    found, stray = read_labels(
        Reply("1 | low | 3 | no | time\n2 | none | 0 | no | text", truncated=True), [0, 1]
    )
    assert (set(found), stray) == ({0}, 1)


def test_an_unscored_line_is_not_cleared_by_another_recognizer() -> None:
    public = Finding(0, "text", Risk.NONE, None, 0.85, "a button", "patterns")
    lost = next(iter(GroundedVlm(ScriptedModel(["2 | none | 0 | no | text"] * 3)).find(view(UNITS[:2]))))
    region = merge(view(UNITS[:2]), [public, lost])[0]
    assert (region.type, region.risk) == ("unknown", Risk.MEDIUM)
