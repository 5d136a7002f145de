"""The free mode against a local server: alignment, conventions, retries, and what stays unknown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fakes.openai_server import Fault, OpenAIServer, pictures, texts
from tactful.errors import ModelError, RecognitionError, UnscoredError
from tactful.models import OpenAICompatible, Reply, ScriptedModel
from tactful.recognize.view import Finding, ScreenView
from tactful.recognize.vlm import PIXELS, RESIZED, THOUSAND, FreeVlm, Grid
from tactful.terms import Box, Category, Risk, TaskState, TextUnit

W, H = 1080, 2400
TEXTS = {
    "Ann Sample": Box(100, 200, 400, 250),
    "ann@example.org": Box(100, 300, 600, 350),
    "Call 555 0100 today": Box(100, 1800, 700, 1850),
    "Settings": Box(100, 2300, 300, 2350),
}
UNITS = tuple(TextUnit(text, box) for text, box in TEXTS.items())


def view(units: tuple[TextUnit, ...] = UNITS) -> ScreenView:
    state = TaskState(goal="write to Ann")
    return ScreenView(units, W, H, "android", state, np.full((H, W, 3), 250, np.uint8))


def line(text: str, risk: str, category: str, box: Box, need: str = "no", grid: Grid = THOUSAND) -> str:
    across, down = grid.extent(W, H)
    x1, x2 = (round(x * across / W) for x in (box.x1, box.x2))
    y1, y2 = (round(y * down / H) for y in (box.y1, box.y2))
    return f'{text} | {risk} | {category} | {{"x1":{x1},"y1":{y1},"x2":{x2},"y2":{y2}}} | {need}'


def listing(grid: Grid = THOUSAND) -> str:
    phone = Box(200, 1800, 500, 1850)
    return "\n".join(
        [
            line("Ann Sample", "high", "1(Identity)", TEXTS["Ann Sample"], "yes", grid),
            line("ann@example.org", "high", "2(Contact)", TEXTS["ann@example.org"], "no", grid),
            line("555 0100", "high", "2(Contact)", phone, "no", grid),
            line("Settings", "none", "0(None)", TEXTS["Settings"], "no", grid),
        ]
    )


def by_unit(findings: Any) -> dict[int | None, Finding]:
    return {finding.unit: finding for finding in findings}


def test_a_screen_end_to_end() -> None:
    with OpenAIServer([listing()]) as server:
        findings = tuple(FreeVlm(OpenAICompatible(server.base_url, "m")).find(view()))
        sent = server.requests[0]
    assert "The user's task: write to Ann" in texts(sent)
    assert len(pictures(sent)) == 1
    found = by_unit(findings)
    assert set(found) == {0, 1, 2, 3}
    assert (found[0].risk, found[0].category) == (Risk.HIGH, Category.IDENTITY)
    assert (found[2].start, found[2].end) == (5, 13)
    assert (found[3].risk, found[3].category) == (Risk.NONE, None)
    assert all("Ann" not in finding.reason for finding in findings)


@pytest.mark.parametrize("grid", [THOUSAND, RESIZED, PIXELS])
def test_regions_keep_the_models_boxes_whatever_the_convention(grid: Grid) -> None:
    vlm = FreeVlm(ScriptedModel([listing(grid)]))
    reading = vlm.read(view())
    assert reading.grid == grid
    assert reading.complete
    regions = {region.text: region for region in reading.regions}
    assert regions["Ann Sample"].necessary
    for text, region in regions.items():
        if text in TEXTS:
            assert region.box.iou(TEXTS[text]) > 0.85
    assert "Ann" not in repr(reading)


def test_a_json_reply() -> None:
    reply = '[{"text":"Ann Sample","risk":"high","category":1,"bbox":[93,83,370,104],"necessary":false}]'
    findings = by_unit(FreeVlm(ScriptedModel([reply])).find(view()))
    assert findings[0].risk is Risk.HIGH


def test_an_item_without_a_unit_keeps_its_box() -> None:
    stamp = Box(500, 1200, 800, 1260)
    reply = line("a text that nobody read", "medium", "4", stamp)
    (finding,) = FreeVlm(ScriptedModel([reply]), grid=THOUSAND).find(view())
    assert finding.unit is None
    assert finding.box is not None
    assert finding.box.iou(stamp) > 0.85


def test_nothing_private_is_an_answer() -> None:
    vlm = FreeVlm(ScriptedModel(["NONE"]))
    assert tuple(vlm.find(view())) == ()


def test_a_bad_reply_is_asked_again() -> None:
    model = ScriptedModel(["Sorry, no.", listing()])
    assert len(FreeVlm(model).regions(view())) == 4
    assert "could not be read" in model.asked[1][0].text


@pytest.mark.parametrize(
    "reply",
    ["I see Ann Sample.", "[", "[{}]", Reply("NONE", truncated=True), "Ann Sample | high", "<think>Ann"],
)
def test_replies_that_stay_bad_are_unscored(reply: str | Reply) -> None:
    model = ScriptedModel([reply] * 3)
    with pytest.raises(UnscoredError, match="'scripted'") as caught:
        FreeVlm(model, retries=2).find(view())
    assert len(model.asked) == 3
    assert "Ann" not in str(caught.value)


def test_boxes_outside_their_grid_are_a_clear_error() -> None:
    model = ScriptedModel([listing(PIXELS)] * 2)
    with pytest.raises(UnscoredError, match=r"fall outside .*0-1000 \(1000x1000\)"):
        FreeVlm(model, grid=THOUSAND, retries=1).read(view())


def test_a_lost_line_that_names_a_unit_makes_it_unknown() -> None:
    reply = listing().replace("ann@example.org | high | 2(Contact)", "ann@example.org | high | 2(Contact")
    broken = reply.replace("| high | 2(Contact |", "| hihg | 2 |")
    vlm = FreeVlm(ScriptedModel([broken] * 3))
    reading = vlm.read(view())
    assert (reading.unscored, len(reading.regions)) == (1, 3)
    found = by_unit(FreeVlm(ScriptedModel([broken] * 3)).find(view()))
    assert (found[1].type, found[1].risk) == ("unknown", Risk.MEDIUM)
    assert "unscored" in found[1].reason
    assert set(found) == {0, 1, 2, 3}


def cut(text: str) -> Reply:
    return Reply(text, truncated=True)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda: cut(line("Ann Sample", "high", "1", TEXTS["Ann Sample"])),
        lambda: line("Ann Sample", "high", "1", TEXTS["Ann Sample"]) + "\n??? | high | 2 | {} | no",
    ],
)
def test_a_loss_that_cannot_be_placed_makes_the_rest_unknown(spoil: Callable[[], Reply | str]) -> None:
    found = by_unit(FreeVlm(ScriptedModel([spoil()] * 3)).find(view()))
    assert found[0].type != "unknown" or isinstance(spoil(), Reply)
    assert {found[unit].type for unit in (1, 2, 3)} == {"unknown"}


def test_a_loss_without_units_to_mark_is_an_error() -> None:
    reply = line("Ann Sample", "high", "1", TEXTS["Ann Sample"]) + "\n??? | high"
    with pytest.raises(UnscoredError, match="lost") as caught:
        FreeVlm(ScriptedModel([reply] * 3)).find(view(()))
    assert caught.value.lines == 1


def test_the_best_try_is_kept() -> None:
    good = line("Ann Sample", "high", "1", TEXTS["Ann Sample"])
    vlm = FreeVlm(ScriptedModel([f"{good}\nx | y", f"{good}\nx | y\nz | z", "nothing"]))
    assert vlm.read(view()).unscored == 1


def test_an_outage_is_an_error_not_a_clean_screen() -> None:
    with OpenAIServer([Fault.status(500, "Ann Sample")] * 9) as server:
        model = OpenAICompatible(server.base_url, "m", retries=1, sleep=lambda _: None)
        with pytest.raises(ModelError, match="status 500"):
            FreeVlm(model).find(view())


def test_no_pixels_is_an_error() -> None:
    with pytest.raises(RecognitionError, match="pixels"):
        FreeVlm(ScriptedModel([])).read(ScreenView(UNITS, W, H))
