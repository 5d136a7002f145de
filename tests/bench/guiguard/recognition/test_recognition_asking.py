"""Asking one model about screens: the designs, the faults, and what of it ends up in rows and figures."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from fakes.recognition_cases import CLOCK, NAME, SECRETS, SIZE, TITLE, case, data, line
from tactful.bench.guiguard.offline import screens
from tactful.bench.guiguard.recognition.asking import NO_FORM, NO_LABEL, Predictions, declared_grid, predict
from tactful.bench.guiguard.recognition.rows import Prediction, Row, make_row, places, summarize
from tactful.bench.guiguard.recognition.settings import RecognitionSettings
from tactful.bench.guiguard.report_recognition import recognition_notes
from tactful.errors import InputError, ModelError
from tactful.models import Message, Reply, ScriptedModel, Turn, asking
from tactful.terms import Risk, ScreenCase, TextUnit

GOOD = "\n".join(line(region) for region in (NAME, CLOCK))
FACES = Callable[[Sequence[Message]], Turn]


def asked(case: ScreenCase, turns: list[Turn] | FACES, **settings: Any) -> tuple[Prediction, ScriptedModel]:
    model = ScriptedModel(turns)
    return asyncio.run(predict(case, asking(model), RecognitionSettings(**settings))), model


def test_a_good_answer(tmp_path: Path) -> None:
    found, model = asked(case(tmp_path, 0), [GOOD])
    assert found.regions is not None
    assert [(r.text, r.box, r.risk, r.category) for r in found.regions] == [
        (r.text, r.box, r.risk, r.category) for r in (NAME, CLOCK)
    ]
    assert (found.lines, found.broken, found.calls, found.grid, found.problem) == (2, 0, 1, "0-1000", "")
    (message,) = model.asked[0]
    assert "Find the quarterly call" in message.text
    assert "Thought: The list is there" in message.text
    assert len(message.pictures) == 1


@pytest.mark.parametrize(
    ("turns", "problem", "found", "lines", "broken", "calls"),
    [
        (["NONE"], "", 0, 0, 0, 1),
        (["Sorry.", GOOD], "", 2, 3, 1, 2),
        ([f"{line(NAME)}\nx | y", GOOD], "", 2, 4, 1, 2),
        ([f"{line(NAME)}\nx | y", "Sorry."], "", 1, 3, 2, 2),  # what could be used is used
        ([f"{line(NAME)}\nx | y", ModelError("down")], "", 1, 2, 1, 2),
        (["Sorry.", "Sorry."], NO_FORM, None, 2, 2, 2),
        (["", ""], NO_FORM, None, 0, 0, 2),
        ([ModelError("down")], "down", None, 0, 0, 1),
        ([line(NAME).replace("high", "awful"), GOOD], "", 2, 3, 1, 2),
        ([Reply(GOOD, truncated=True)], "", 2, 2, 0, 1),
    ],
)
def test_faults(
    tmp_path: Path, turns: list[Turn], problem: str, found: int | None, lines: int, broken: int, calls: int
) -> None:
    got, _ = asked(case(tmp_path, 0), turns)
    assert got.problem == problem
    assert (None if got.regions is None else len(got.regions)) == found
    assert (got.lines, got.broken, got.calls) == (lines, broken, calls)


def test_asked_again_in_the_same_conversation(tmp_path: Path) -> None:
    _, model = asked(case(tmp_path, 0), ["Sorry.", GOOD])
    assert [message.role for message in model.asked[1]] == ["user", "assistant", "user"]
    assert NO_FORM in model.asked[1][-1].text


@pytest.mark.parametrize(
    ("grid", "size", "read"),
    [
        ("auto", SIZE, "resized"),  # the same as pixels on so small a screen
        ("pixels", SIZE, "pixels"),
        ("0-1000", SIZE, "0-1000"),
        ("auto", (1000, 1000), "0-1000"),
    ],
)
def test_the_coordinates(tmp_path: Path, grid: str, size: tuple[int, int], read: str) -> None:
    sx, sy = size[0] / SIZE[0], size[1] / SIZE[1]
    x1, y1, x2, y2 = NAME.box.tuple()
    said = f'{NAME.text} | high | 1 | {{"x1":{x1 * sx},"y1":{y1 * sy},"x2":{x2 * sx},"y2":{y2 * sy}}} | no'
    found, _ = asked(case(tmp_path, 0), [said], grid=grid)
    assert found.grid == read
    assert found.regions is not None
    assert (found.regions[0].box == NAME.box) is (size == (1000, 1000) or read != "0-1000")


@pytest.mark.parametrize(
    ("model", "platform", "frame"),
    [
        ("openai/gpt-x", "android", "0-1000"),
        ("anthropic/claude-x", "android", "android-705x1567"),
        ("anthropic/claude-x", "pc", "resized"),
        ("vllm/UI-TARS-7B", "pc", "pixels"),
        ("tactful/screen-reader", "pc", "0-1000"),
    ],
)
def test_the_frame_is_declared_for_the_model(model: str, platform: str, frame: str) -> None:
    assert declared_grid(model, platform).name == frame


def rows_of(folder: Path, answer: str, **settings: Any) -> list[Row]:
    """The rows of all screens, by a model that always gives one answer."""
    design = RecognitionSettings(**settings)
    return [
        make_row(place, asked(place.case, [answer], **settings)[0], model="m", recognizer="model",
                 variant=design.variant)
        for place in places(data(folder))
    ]  # fmt: skip


def test_the_truth_helps_no_model_unless_asked_to(tmp_path: Path) -> None:
    """A model that answers in pixels where it was asked for 0-1000 has its boxes in the wrong places."""
    x1, y1, x2, y2 = NAME.box.tuple()
    said = f'{NAME.text} | high | 1 | {{"x1":{x1},"y1":{y1},"x2":{x2},"y2":{y2}}} | no'
    for grid, by, recall, mark in (("model", "table", 0, False), ("auto", "truth", 3, True)):
        rows = rows_of(tmp_path, said, grid=grid)
        assert {row["grid_by"] for row in rows} == {by}
        (run,) = summarize(rows, resamples=0)["runs"]
        assert run["rules"]["corrected"]["overall"]["recall"]["hits"] == recall
        assert run["answers"]["grids_by_truth"] == (len(rows) if mark else 0)
        assert ("frame chosen by the truth" in run["name"]) is mark
        assert any("flatters" in note for note in recognition_notes({"runs": [run]})) is mark


def test_boxes_outside_of_every_grid_are_an_unscored_screen(tmp_path: Path) -> None:
    found, _ = asked(case(tmp_path, 0), ["a | low | 3 | [5000, 5000, 6000, 6000] | no"])
    assert found.regions is None
    assert "outside" in found.problem
    assert (found.lines, found.broken) == (1, 1)


def test_a_missing_screenshot_is_a_problem_without_its_path(tmp_path: Path) -> None:
    found, _ = asked(case(tmp_path, 0, drawn=False), [])
    assert (found.regions, found.problem, found.calls) == (None, "the screenshot is missing", 0)
    broken = case(tmp_path, 1)
    assert broken.step.screenshot is not None
    broken.step.screenshot.write_bytes(b"no image")
    found, _ = asked(broken, [])
    assert found.regions is None
    assert str(tmp_path) not in found.problem


def test_binary_asks_for_no_labels(tmp_path: Path) -> None:
    said = "\n".join(f"{r.text} | private | {line(r).split(' | ')[3]}" for r in (NAME, CLOCK))
    found, model = asked(case(tmp_path, 0), [said], prompt="binary")
    assert found.regions is not None
    assert [(r.risk, r.category) for r in found.regions] == [(Risk.MEDIUM, None)] * 2
    assert "necessary" not in model.asked[0][0].text


def test_decomposed_counts_what_two_stages_say_differently(tmp_path: Path) -> None:
    extract = "\n".join(f"{r.text} | {line(r).split(' | ')[3]}" for r in (NAME, CLOCK, TITLE))
    found, model = asked(
        case(tmp_path, 0),
        [extract, "1 | high\n2 | low\n3 | none", "1 | 1(Basic Identity Identifiers) | yes\n2 | 0(None) | no"],
        stages="decomposed",
        retries=0,
    )
    assert found.regions is not None
    labels = [(r.text, r.risk, r.category and r.category.digit, r.necessary) for r in found.regions]
    assert labels == [
        (NAME.text, Risk.HIGH, "1", True),
        (CLOCK.text, Risk.LOW, None, False),
        (TITLE.text, Risk.NONE, None, False),
    ]
    assert (found.items, found.inconsistent, found.calls, found.lines) == (2, 1, 3, 8)
    assert found.regions[0].box == NAME.box
    assert TITLE.text not in model.asked[2][0].text  # no risk, so no category is asked for
    assert ", low risk" in model.asked[2][0].text


@pytest.fixture
def read_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    units = tuple(TextUnit(r.text, r.box) for r in (NAME, CLOCK, TITLE))
    monkeypatch.setattr(screens, "read_units", lambda data: units)


@pytest.mark.usefixtures("read_lines")
def test_grounded_asks_again_for_what_has_no_label(tmp_path: Path) -> None:
    turns: list[Turn] = ["1 | high | 1 | no\n3 | none | 0 | no", "2 | low | 3 | no"]
    found, model = asked(case(tmp_path, 0), turns, answers="grounded")
    assert found.regions is not None
    assert [r.box for r in found.regions] == [NAME.box, CLOCK.box, TITLE.box]
    assert (found.missing, found.calls) == (0, 2)
    again = model.asked[1][0].text
    assert CLOCK.text in again
    assert NAME.text not in again


@pytest.mark.usefixtures("read_lines")
@pytest.mark.parametrize(
    ("settings", "turns", "regions", "missing", "problem"),
    [
        ({}, ["1 | high | 1 | no", ""], 1, 2, ""),
        ({}, ["what?", "what?"], None, 0, NO_LABEL),
        ({"prompt": "binary"}, ["1 | private\n2 | private\n3 | public"], 3, 0, ""),
        ({"stages": "decomposed"}, ["1 | high\n2 | none\n3 | none", "1 | 1 | no"], 3, 0, ""),
    ],
)
def test_grounded(
    tmp_path: Path,
    settings: dict[str, Any],
    turns: list[Turn],
    regions: int | None,
    missing: int,
    problem: str,
) -> None:
    found, _ = asked(case(tmp_path, 0), turns, answers="grounded", **settings)
    assert (None if found.regions is None else len(found.regions)) == regions
    assert (found.missing, found.problem) == (missing, problem)


@pytest.mark.parametrize(
    ("context", "words", "pictures"),
    [
        ("none", [], [1, 1, 1]),
        ("goal", ["Find the quarterly call"], [1, 1, 1]),
        ("response", ["Find the quarterly call", "Open Thistledown, part 2"], [1, 1, 1]),
        ("history", ["Step 1", "Open Thistledown, part 1"], [1, 2, 3]),
        ("decisions", ["Step 2", '"Orla Fennimore" | high | 1 | no'], [1, 1, 1]),
    ],
)
def test_contexts(tmp_path: Path, context: str, words: list[str], pictures: list[int]) -> None:
    model = ScriptedModel([GOOD] * 3)
    labelled = places(data(tmp_path))
    group = Predictions(labelled, RecognitionSettings(context=context), "m")

    async def all_of_them() -> None:
        for place in labelled:
            await group.of(place, asking(model))

    asyncio.run(all_of_them())
    assert [len(messages[0].pictures) for messages in model.asked] == pictures
    last = model.asked[-1][0].text
    assert all(word in last for word in words)
    assert context != "none" or not any(secret in last for secret in SECRETS)


def test_earlier_decisions_are_asked_for_once_and_first(tmp_path: Path) -> None:
    model = ScriptedModel([GOOD, "Sorry.", "Sorry.", GOOD, GOOD])
    labelled = places(data(tmp_path, 4))
    group = Predictions(labelled, RecognitionSettings(context="decisions", steps=1), "m")

    async def backwards() -> list[Prediction]:
        return await asyncio.gather(*(group.of(place, asking(model)) for place in reversed(labelled)))

    found = asyncio.run(backwards())
    assert [each.problem for each in reversed(found)] == ["", NO_FORM, "", ""]
    assert len(model.asked) == 5
    assert "(not known)" in model.asked[3][0].text  # the screen before it failed
    assert "Orla" in model.asked[4][0].text


def test_rows_hold_no_word_and_summaries_count_everything(tmp_path: Path) -> None:
    found = data(tmp_path)
    place = places(found)[1]
    got, _ = asked(place.case, [f"{GOOD}\nx | y", GOOD])
    row = make_row(place, got, model="m", recognizer="model", variant=RecognitionSettings().variant)
    text = json.dumps(row, allow_nan=False)
    assert not any(secret in text for secret in SECRETS)
    assert (row["screen"], row["task"], row["lines"], row["broken"]) == ("screen 1", "task 0", 5, 1)
    failed = make_row(
        places(found)[2], Prediction(problem="down"), model="m", recognizer="model", variant=row["variant"]
    )
    (run,) = summarize([failed, row])["runs"]
    assert run["name"] == "m"
    assert run["screens"] == {"n": 2, "unscored": [{"reason": "down", "n": 1}]}
    assert run["malformed"] == {"lines": 1, "of": 5}
    for rule in ("corrected", "as_published"):
        overall = run["rules"][rule]["overall"]
        assert (overall["recall"]["hits"], overall["recall"]["n"]) == (2, 4)
        assert (overall["detection"]["hits"], overall["detection"]["n"]) == (1, 2)
        assert overall["over_masking"]["n"] == 1  # nothing was said of the failed screen's
        assert overall["strict"]["low"] <= overall["strict"]["value"] <= overall["strict"]["high"]
        assert run["rules"][rule]["by_platform_category"]["android"]["identity"]["recall"]["n"] == 2
    exact = run["rules"]["exact"]["overall"]["strict"]
    assert exact["hits"] <= run["rules"]["corrected"]["overall"]["strict"]["hits"]
    old = {**row, "links": [link[:5] for link in row["links"]]}
    assert "exact" not in summarize([old])["runs"][0]["rules"]  # not known, and no zero
    assert {(point["rule"], point["tau"], point["iou"]) for point in run["sweep"]} >= {
        ("corrected", 0.9, 0.6)
    }


def test_a_public_data_set_is_named_and_a_design_without_labels_has_no_such_figure(tmp_path: Path) -> None:
    place = places(data(tmp_path, public=True))[0]
    row = make_row(
        place,
        Prediction((NAME,)),
        model="m",
        recognizer="model",
        variant={"prompt": "binary"},
        labelled=False,
    )
    assert (row["screen"], row["task"]) == ("t/s0", "t")
    (run,) = summarize([row])["runs"]
    assert run["name"] == "m (binary)"
    overall = run["rules"]["corrected"]["overall"]
    assert "recall" in overall
    assert not {"strict", "risk", "category", "necessity"} & set(overall)
    assert "strict" not in run["sweep"][0]


@pytest.mark.parametrize("row", [{}, {"truths": [["high"]]}])
def test_what_is_no_row(row: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        summarize([{"model": "m", "ordinal": 0, "labelled": True, "unscored": "", **row}])


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"prompt": "long"}, "prompt"),
        ({"context": "all"}, "context"),
        ({"stages": "three"}, "stages"),
        ({"answers": "spoken"}, "answers"),
        ({"grid": "inches"}, "grid"),
        ({"prompt": "binary", "stages": "decomposed"}, "stages"),
        ({"steps": 0}, "steps"),
        ({"retries": -1}, "retries"),
    ],
)
def test_designs_that_there_are_not(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as raised:
        RecognitionSettings(**settings)
    assert raised.value.field == field


def test_a_pack_without_a_section_is_refused(tmp_path: Path) -> None:
    pack = tmp_path / "own.yaml"
    pack.write_text('free:\n  labels: "{definitions} {context}"\n')
    with pytest.raises(InputError, match="definitions"):
        RecognitionSettings(prompts=str(pack)).to_json()


def test_the_detailed_prompt_has_the_papers_examples() -> None:
    """Tables 4 and 5: what is named there stands in the definitions, each under its own level or category."""
    said = " ".join(RecognitionSettings().pack().render("definitions", "detailed").split())
    risks, categories = said.split("Categories", 1)
    levels = dict(zip(("high", "medium", "low", "none"), risks.split("- ")[1:], strict=True))
    examples = {
        "high": "name identity account bank IP position device e-mail phone front orientation belief",
        "medium": "companies schools job histories carts call followed messages nearby far times hints",
        "low": "time suggestions music videos earlier shops starting files device recommends",
        "none": "videos communities creators news advertisements icons",
    }
    near = {"nearby": "near", "position": "positions", "name": "names"}
    for level, words in examples.items():
        missing = [word for word in words.split() if near.get(word, word) not in levels[level]]
        assert not missing, (level, missing)
    for word in (
        "passport",
        "employer",
        "MAC",
        "logs",
        "click",
        "timelines",
        "health",
        "politics",
        "ratings",
    ):
        assert word in categories
