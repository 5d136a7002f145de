"""The planner that reads the screen: one choice a scene, and whole answers on drawn pictures."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tactful.bench.guiguard.offline.goals import read_goal
from tactful.bench.guiguard.offline.history import History, entry_number, find_call, quoted_in
from tactful.bench.guiguard.offline.planner import ScreenPlanner, render
from tactful.bench.guiguard.offline.rules import choose
from tactful.bench.guiguard.offline.screens import Layout, covered_areas, layout_of
from tactful.bench.guiguard.planning.calls import describe, read_answer
from tactful.bench.guiguard.planning.replay import Prompts
from tactful.errors import ModelError
from tactful.models import Message, Picture, Reply, load_pack
from tactful.terms import Box, TextUnit

WIDTH, HEIGHT = 400, 800
LIST = [
    ("Orders", 40, 90),
    *((f"Parcel {n}", 30, 60 + 100 * n) for n in ("2", "3", "4", "5") for n in (int(n),)),
]


def scene(*texts: tuple[str, int, int], black: Sequence[Box] = (), wide: bool = False) -> Layout:
    """Texts at (x, y) on white, and black boxes."""
    width, height = (HEIGHT, WIDTH) if wide else (WIDTH, HEIGHT)
    pixels = np.full((height, width, 3), 255, np.uint8)
    for box in black:
        pixels[box.y1 : box.y2, box.x1 : box.x2] = 0
    units = [TextUnit(text, Box(x, y, x + 10 * len(text), y + 20)) for text, x, y in texts]
    return layout_of(units, pixels)


def done(*calls: str) -> History:
    return History.of([Message(f"```python\n{call}\n```", role="assistant") for call in calls])


FORM = (("Title", 30, 200), ("Text", 30, 320), ("Save", 160, 600))


@pytest.mark.parametrize(
    ("goal", "here", "past", "kind", "said"),
    [
        ("Turn on the dark theme.", (("Display", 30, 200), ("Storage", 30, 300)), (), "click", "Display"),
        ('Create a note "Milk".', FORM, (), "click", "Title"),
        ('Create a note "Milk".', FORM, ('agent.click("the field “Title”")',), "type", "Milk"),
        (
            'Create a note "Milk".',
            FORM,
            ('agent.click("the field “Title”")', 'agent.type("the field “Title”", text="Milk")'),
            "click",
            "Save",
        ),
        (
            'Create a note "Milk".',
            (("Milk", 30, 200),),
            ('agent.type("the field “Title”", text="Milk")', 'agent.click("“Save” at the middle centre")'),
            "done",
            "",
        ),
        ("Delete the photo of the boat.", (("Share", 30, 300), ("Delete", 200, 300)), (), "click", "Delete"),
        ("删除这张照片。", (("分享", 30, 300), ("删除", 200, 300)), (), "click", "删除"),
        ("Поделись этим фото.", (("Удалить", 30, 300), ("Поделиться", 200, 300)), (), "click", "Поделиться"),
        ("Call Nora Quill.", (("Nora Quill", 30, 300), ("Ned Quill", 30, 400)), (), "click", "Nora Quill"),
        ("Call Nora Quill.", (("Ned Fenn", 30, 300), ("Amy Lake", 30, 400)), (), "scroll", ""),
    ],
)  # fmt: skip
def test_chooses(
    goal: str, here: tuple[tuple[str, int, int], ...], past: tuple[str, ...], kind: str, said: str
) -> None:
    choice = choose(read_goal(goal), scene(*here), done(*past))
    assert choice.kind == kind
    assert (choice.value if kind == "type" else choice.name) == said


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Open the second parcel.", "Parcel 3"),
        ("Открой третью посылку.", "Parcel 4"),
        ("첫 번째 소포를 여세요.", "Parcel 2"),
    ],
)
def test_counts_the_entries_of_a_list(goal: str, name: str) -> None:
    choice = choose(read_goal(goal), scene(*LIST), done())
    assert (choice.element.text if choice.element else None) == name


def test_a_covered_entry_is_counted_and_said_to_be_missing() -> None:
    texts = [entry for entry in LIST if entry[0] != "Parcel 3"]
    here = scene(*texts, black=[Box(30, 360, 110, 380)])
    choice = choose(read_goal("Open the second parcel."), here, done())
    assert choice.place == 2
    assert choice.element in [thing for thing in here.elements if thing.covered]
    assert "with its text covered" in render(choice, here, done(), describe("android"))
    assert choice.missing


def test_a_covered_name_is_looked_for() -> None:
    here = scene(("Amy Lake", 30, 400), black=[Box(30, 300, 130, 320)])
    choice = choose(read_goal("Call Nora Quill."), here, done())
    assert choice.kind == "scroll"
    assert "Nora Quill" in choice.missing


def test_a_value_is_read_noted_and_typed_in_another_app() -> None:
    goal = read_goal("Look up the IP address in Settings and save it in a new note.")
    about = scene(("IP address", 30, 300), ("203.0.113.9", 30, 330))
    first = choose(goal, about, done())
    assert first.notes == (("IP address", "203.0.113.9"),)
    assert first.kind == "home"
    said = render(first, about, done(), describe("android"))
    past = History.of(
        [Message(said, role="assistant"), Message('agent.click("the field “Text”")', role="assistant")]
    )
    assert choose(goal, scene(*FORM), past).value == "203.0.113.9"
    hidden = scene(("IP address", 30, 300), black=[Box(30, 330, 140, 350)])
    blind = choose(goal, hidden, done())
    assert not dict(blind.notes).get("IP address")
    assert "IP address" in blind.missing


def test_launchers_lead_to_the_first_app_of_the_goal() -> None:
    names = ("Mail", "Notes", "Clock", "Maps", "Bank", "Weather", "Photos")
    grid = [(name, 30 + 120 * (i % 3), 200 + 100 * (i // 3)) for i, name in enumerate(names)]
    assert scene(*grid).is_launcher
    choice = choose(read_goal("Delete the second alarm."), scene(*grid), done())
    assert choice.name == "Clock"
    without = [entry for entry in grid if entry[0] != "Clock"]
    assert choose(read_goal("Delete the second alarm."), scene(*without), done()).kind == "scroll"


def test_black_boxes_are_covered_areas_and_black_pages_are_none() -> None:
    pixels = np.full((200, 100, 3), 255, np.uint8)
    pixels[50:70, 10:60] = 0
    assert covered_areas(pixels) == (Box(10, 50, 60, 70),)
    assert covered_areas(np.zeros((200, 100, 3), np.uint8)) == ()


@pytest.mark.parametrize(
    ("text", "name", "element", "typed"),
    [
        ('agent.click("“A (b)” at the top")', "click", "“A (b)” at the top", ""),
        ("agent.click('x', 2)\nno\nagent.type(\"f\", text='a)b')", "type", "f", "a)b"),
        ('agent.type("only text")', "type", "", "only text"),
        ("agent.click(variable)", None, "", ""),
        ("agent.click('open", None, "", ""),
        ("nothing", None, "", ""),
    ],
)
def test_calls_are_read_back(text: str, name: str | None, element: str, typed: str) -> None:
    call = find_call(text)
    assert (call.name if call else None) == name
    if call is not None:
        assert (call.element, call.typed) == (element, typed)


def test_words_and_places_of_elements() -> None:
    assert quoted_in("the field “Title” at the top") == "Title"
    assert quoted_in("the icon 'Save as' here") == "Save as"
    assert quoted_in("Sam's row") == ""
    assert entry_number("entry 3 of the list, “x”") == 3
    assert entry_number("the last row") is None
    assert entry_number("entry last of the list") == -1


def picture(*texts: tuple[str, int, int], black: Sequence[Box] = ()) -> Picture:
    """Large plain letters that any reader knows."""
    from PIL import ImageDraw, ImageFont

    image = Image.new("RGB", (540, 960), "white")
    draw = ImageDraw.Draw(image)
    for text, x, y in texts:
        draw.text((x, y), text, "black", ImageFont.load_default(28))
    for box in black:
        draw.rectangle((box.x1, box.y1, box.x2 - 1, box.y2 - 1), "black")
    buffer = io.BytesIO()
    image.save(buffer, format="PNG")
    return Picture(buffer.getvalue())


@pytest.mark.ocr
@pytest.mark.parametrize(("platform", "scroll"), [("android", "agent.swipe("), ("pc", "agent.scroll(")])
def test_answers_the_planners_prompts(platform: str, scroll: str) -> None:
    speech = Prompts(load_pack("guiguard_planning"), "Call Nora Quill.", platform)
    seen = picture(("Ned Fenn", 60, 300), ("Nora Quill", 60, 420))
    hidden = picture(("Ned Fenn", 60, 300), black=[Box(60, 420, 220, 450)])

    def told(shown: Picture) -> list[Message]:
        return speech.messages([], 1, shown, "", 3)

    planner = ScreenPlanner()
    answers = [planner.ask(told(shown)) for shown in (seen, hidden)]
    assert "Nora Quill" in read_answer(answers[0], platform).call.text
    assert read_answer(answers[1], platform).call.text.startswith(scroll)
    assert "Missing: “Nora Quill”" in answers[1].text
    assert planner.ask(told(seen)) == answers[0]
    broken = [*told(seen), Message(answers[0].text, role="assistant"), Message(speech.retry("two calls"))]
    assert planner.ask(broken) == answers[0]  # what was refused has not been done


@pytest.mark.ocr
def test_reflects_where_a_reflector_is_asked() -> None:
    pack = load_pack("guiguard_planning")
    shown = picture(("Nora Quill", 60, 420))
    said = []
    for name in ("Nora Quill", "Paul Stone"):
        asked = pack.render("reflect", step="1", plan="-", action=f'agent.click("“{name}” at the top left")')
        said.append(ScreenPlanner().ask([Message(asked, pictures=(shown,))]).text)
    assert "is to be seen" in said[0]
    assert "is not to be seen" in said[1]


def test_no_picture_and_no_picture_bytes_are_model_errors() -> None:
    with pytest.raises(ModelError):
        ScreenPlanner().ask([Message("Task: x")])
    with pytest.raises(ModelError):
        ScreenPlanner().ask([Message("Task: x", pictures=(Picture(b"no"),))])


@settings(deadline=None)  # the tables load at the first
@given(
    st.lists(st.text(min_size=2, max_size=30), min_size=1, max_size=4),
    st.text(max_size=60),
    st.sampled_from(["android", "pc"]),
)
def test_whatever_a_screen_says_the_answer_keeps_the_format(
    texts: list[str], goal: str, platform: str
) -> None:
    here = scene(*((text, 30, 150 + 100 * i) for i, text in enumerate(texts)))
    past = done('agent.click("the field “Title”")')
    for before in (done(), past):
        text = render(choose(read_goal(f"{goal} {texts[0]}"), here, before), here, before, describe(platform))
        call = read_answer(Reply(text), platform).call
        again = find_call(text)
        assert again is not None
        assert again.name == call.name
